"""What adaptive bots learn (C26)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.cutting.learning import Learner, Mean, Observations, observations

NINE_TENTHS = Fraction(9, 10)


def round_of(humans=(0, 1, 2), active=(0, 1, 2, 3), cutter=0, share=53.0, target=50.0, perfect=False, answers=None):
    """Three humans and a bot in seat 3, of whom 0 has cut 3 points too much."""
    return observations(
        humans=humans,
        active=active,
        cutter=cutter,
        share=share,
        target=target,
        perfect=perfect,
        answers=answers or (None, None, None, None),
    )


class TestWhatCounts:
    def test_c26_a_submitted_human_cut_shows_its_error(self):
        assert round_of(share=53.0).errors == (3.0,)
        assert round_of(share=45.5).errors == (4.5,)

    def test_c26_a_perfect_cut_shows_its_error_and_no_estimates(self):
        seen = round_of(share=50.25, perfect=True)
        assert seen == Observations((0.25,), ())

    def test_c26_a_cutter_without_a_cut_shows_nothing_at_all(self):
        assert round_of(share=None) == Observations()
        assert round_of(share=None, active=(1, 2, 3)) == Observations()

    def test_c26_a_cutter_who_resigns_after_selecting_keeps_the_cut(self):
        assert round_of(active=(1, 2, 3), answers=(None, "more", "less", None)) == Observations((3.0,), (1.0, 0.0))

    @pytest.mark.parametrize(("share", "right", "wrong"), [(53.0, "more", "less"), (47.0, "less", "more")])
    def test_c26_right_answers_are_1_wrong_ones_and_missing_ones_0(self, share, right, wrong):
        assert round_of(share=share, answers=(None, right, wrong, None)).answers == (1.0, 0.0)
        assert round_of(share=share, answers=(None, right, None, None)).answers == (1.0, 0.0)

    def test_c26_a_resigned_players_missing_answer_is_left_out_a_given_one_counts(self):
        assert round_of(active=(0, 2, 3), answers=(None, None, "more", None)).answers == (1.0,)
        assert round_of(active=(0, 2, 3), answers=(None, "less", "more", None)).answers == (0.0, 1.0)

    @pytest.mark.parametrize(("answer", "seen"), [("none", (0.0, 1.0)), ("not_asked", (1.0,)), (None, (0.0, 1.0))])
    def test_c26_the_words_of_a_settled_round(self, answer, seen):
        assert round_of(answers=(None, answer, "more", "none")).answers == seen
        assert round_of(active=(0, 2, 3), answers=(None, answer, "more", "none")).answers == (1.0,)

    def test_c26_bots_show_nothing(self):
        seen = round_of(cutter=3, answers=("more", "less", "more", None))
        assert seen == Observations((), (1.0, 0.0, 1.0))
        assert round_of(humans=(0,), answers=(None, "more", "more", "more")) == Observations((3.0,), ())

    def test_c26_the_cutter_alone_shows_only_the_cut(self):
        assert round_of(humans=(0,), active=(0,), answers=(None,)) == Observations((3.0,), ())


class TestTheMeans:
    def test_c26_at_first_5_points_and_one_half(self):
        assert (Learner().error, Learner().correct) == (5.0, 0.5)

    def test_c26_ten_rounds_by_hand(self):
        """S and W written out round by round, in fractions."""
        f = Fraction
        rounds = [  # what is seen, then S and W of the error and S and W of the answers
            (((3,), (1, 0)), f("7.5"), f("1.9"), f("1.45"), f("2.9")),
            (((), (1,)), f("6.75"), f("1.71"), f("2.305"), f("3.61")),
            (((), ()), f("6.075"), f("1.539"), f("2.0745"), f("3.249")),  # a timeout, or a resigned cutter
            (((0.5,), ()), f("5.9675"), f("2.3851"), f("1.86705"), f("2.9241")),  # a Perfect cut
            (((), (0, 0, 0)), f("5.37075"), f("2.14659"), f("1.680345"), f("5.63169")),
            (((12,), (1, 1)), f("16.833675"), f("2.931931"), f("3.5123105"), f("7.068521")),
            (((), ()), f("15.1503075"), f("2.6387379"), f("3.16107945"), f("6.3616689")),
            (((), (1, 0)), f("13.63527675"), f("2.37486411"), f("3.844971505"), f("7.72550201")),
            (((0,), (1,)), f("12.271749075"), f("3.137377699"), f("4.4604743545"), f("7.952951809")),
            (((40,), (0, 1)), f("51.0445741675"), f("3.8236399291"), f("5.01442691905"), f("9.1576566281")),
        ]
        learner = Learner()
        error, error_weight, right, right_weight = f(5), f(1), f("0.5"), f(1)
        for number, ((errors, answers), *written) in enumerate(rounds, start=1):
            error = NINE_TENTHS * error + sum(f(seen) for seen in errors)
            error_weight = NINE_TENTHS * error_weight + len(errors)
            right = NINE_TENTHS * right + sum(answers)
            right_weight = NINE_TENTHS * right_weight + len(answers)
            assert [error, error_weight, right, right_weight] == written, number
            learner = learner.after(Observations(errors, answers))
            assert learner.error == pytest.approx(float(error / error_weight), rel=1e-14)
            assert learner.correct == pytest.approx(float(right / right_weight), rel=1e-14)
        assert float(error / error_weight) == pytest.approx(13.35, abs=0.005)
        assert float(right / right_weight) == pytest.approx(0.5476, abs=0.00005)

    @given(st.lists(st.tuples(st.lists(st.integers(0, 100), max_size=1), st.lists(st.integers(0, 1), max_size=9))))
    def test_c26_an_observation_of_k_rounds_ago_weighs_nine_tenths_to_the_k(self, rounds):
        learner = Learner()
        for errors, answers in rounds:
            learner = learner.after(Observations(tuple(errors), tuple(answers)))
        count = len(rounds)

        def mean(prior, column):
            pairs = [(Fraction(prior), NINE_TENTHS**count)]
            for number, seen in enumerate(rounds, start=1):
                pairs += [(Fraction(value), NINE_TENTHS ** (count - number)) for value in seen[column]]
            return sum(value * weight for value, weight in pairs) / sum(weight for _, weight in pairs)

        assert learner.error == pytest.approx(float(mean(5, 0)), rel=1e-9, abs=1e-9)
        assert learner.correct == pytest.approx(float(mean("0.5", 1)), rel=1e-9, abs=1e-9)

    def test_c26_without_observations_the_value_stays_while_the_weight_goes(self):
        one = Learner().after(Observations())
        assert one.error == pytest.approx(5.0)
        assert one.cutting.weight == pytest.approx(0.9)
        seen = one.after(Observations((8.0,), ()))
        assert seen.error == pytest.approx((0.81 * 5 + 8) / 1.81)

    def test_c26_a_very_long_silence_leaves_numbers(self):
        mean = Mean(5.0)
        for _ in range(10_000):
            mean = mean.after(())
        assert mean.value == pytest.approx(5.0)
        assert mean.after((3.0,)).value == pytest.approx(3.0)

    def test_c26_a_probability_never_passes_1(self):
        learner = Learner()
        for _ in range(500):
            learner = learner.after(Observations((), (1.0,) * 3))
            assert learner.correct <= 1.0
        assert learner.correct == pytest.approx(1.0)
