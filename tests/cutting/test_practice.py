"""Practice in the waiting room (C37)."""

import json
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamecore.cutting.bots import Brain
from gamecore.cutting.closest import closest_cut
from gamecore.cutting.constraints import MODES
from gamecore.cutting.cuts import VARIANTS, fill
from gamecore.cutting.learning import Learner, Observations
from gamecore.cutting.moves import Cut, Estimate
from gamecore.cutting.players import BotSettings
from gamecore.cutting.practice import OPPONENT, Practice
from gamecore.cutting.settings import Settings
from gamecore.errors import ClockError, GameOver, IllegalMove, InvalidSettings, MalformedMove
from gamecore.geometry import Circle, Region

STEP = 30_000


def begin(seed="practice", at_ms=1_000, **fields):
    return Practice.new(Settings(**fields), seed=seed, at_ms=at_ms)


def cut_at(practice, share, after_ms=100):
    rules = practice.settings
    point, part = closest_cut(practice.shape, practice.constraint, share, rules.variant, rules.canvas)
    return practice.apply(Cut(practice.turn, point, part), practice.at_ms + after_ms)


def estimating(**fields):
    """The first practice, over seeds, whose opponent does not cut perfectly in turn 2."""
    for number in range(20):
        practice = cut_at(begin(seed=f"e{number}", **fields), 44.0)
        if practice.phase == "estimating":
            return practice
    raise AssertionError


def with_perfect_opponent():
    """Turn 2 was a Perfect simulated cut."""
    for number in range(100):
        practice = cut_at(begin(seed=f"p{number}", tolerance=2), 44.0)
        if practice.turn == 3:
            return practice
    raise AssertionError


class TestTheBeginning:
    @pytest.mark.parametrize("mode", MODES)
    def test_c37_a_random_hull_or_the_unit_circle_and_a_timed_cutting_turn(self, mode):
        practice = begin(mode=mode)
        assert (practice.turn, practice.phase, practice.points) == (1, "cutting", 0.0)
        assert practice.next_deadline_ms == 1_000 + STEP
        if mode.startswith("circle"):
            assert practice.shape == Region.disc(Circle((0.0, 0.0), 1.0))
        else:
            assert fill(practice.shape, practice.settings.canvas) >= 0.1
            assert practice.shape != begin(mode=mode, seed="other").shape
        assert practice.constraint.mode == mode

    @pytest.mark.parametrize("seconds", [15, 30, 60])
    def test_c37_the_rooms_time_for_a_step(self, seconds):
        assert begin(step_seconds=seconds).next_deadline_ms == 1_000 + 1_000 * seconds

    def test_c37_the_rooms_targets(self):
        assert {begin(seed=str(number), targets="40/50/60").target for number in range(50)} == {40.0, 50.0, 60.0}
        assert {begin(seed=str(number)).target for number in range(50)} == {50.0}


class TestOwnCuts:
    def test_c37_the_share_and_the_score_are_revealed_and_the_part_is_enlarged(self):
        practice = cut_at(begin(), 46.5)
        seen = practice.view()["body"]["yours"]
        assert seen["share"] == pytest.approx(46.5, abs=0.01)
        assert seen["points"] == practice.points == pytest.approx(100 - 10 * abs(46.5 - 50), abs=0.1)
        assert practice.turn == 2
        low_x, low_y, high_x, high_y = practice.shape.bounds
        assert max(high_x - low_x, high_y - low_y) == pytest.approx(2.0)

    def test_c37_a_timeout_earns_zero_and_keeps_the_shape_and_the_challenge_follows(self):
        first = begin()
        practice = first.advance(first.next_deadline_ms)
        assert (practice.yours.share, practice.yours.points, practice.points) == (None, 0.0, 0.0)
        assert practice.turn in (2, 3)
        for number in range(20):  # the opponent cuts the same shape
            first = begin(seed=str(number))
            practice = first.advance(first.next_deadline_ms)
            if practice.turn == 2:
                assert practice.shape == first.shape
                assert practice.step_started_ms == first.next_deadline_ms
        voronoi = begin(mode="line_voronoi")
        practice = voronoi.advance(voronoi.next_deadline_ms)
        assert practice.turn == 3 or practice.constraint == voronoi.constraint

    def test_c37_an_own_perfect_cut_is_celebrated_for_two_seconds_without_a_name(self):
        practice = cut_at(begin(), 50.0)
        assert practice.yours.perfect
        at_ms = practice.yours.settled_ms

        def mine(now):
            return [one for one in practice.view(now)["body"].get("celebrations", []) if one["cutter"] == 0]

        assert mine(at_ms) == [{"round": 1, "cutter": 0, "name": "", "remaining_ms": 2_000}]
        assert mine(at_ms + 1_999)[0]["remaining_ms"] == 1
        assert mine(at_ms + 2_000) == []

    def test_c37_a_refused_cut_changes_nothing(self):
        practice = begin()
        for move in ({"round": 1, "point": [9, 9], "part": 0}, {"round": 1, "point": [0, 0], "part": 7}):
            with pytest.raises(IllegalMove):
                practice.apply(move, 2_000)
        assert practice == begin()


class TestEstimates:
    def test_c37_right_earns_the_estimate_score_wrong_and_missing_earn_nothing(self):
        practice = estimating(estimate_score=70)
        share = practice.chosen.share
        right, wrong = ("more", "less") if share > 50 else ("less", "more")
        earned = practice.points
        for answer, points in ((right, 70.0), (wrong, 0.0)):
            after = practice.apply({"round": 2, "estimate": answer}, practice.at_ms + 5)
            assert (after.turn, after.phase, after.points) == (3, "cutting", earned + points)
            assert (after.theirs.share, after.theirs.answer, after.theirs.points) == (share, answer, points)
        missed = practice.advance(practice.next_deadline_ms)
        assert (missed.turn, missed.points) == (3, earned)
        assert (missed.theirs.share, missed.theirs.answer, missed.theirs.points) == (share, None, 0.0)

    def test_c37_the_countdown_is_fresh(self):
        practice = estimating()
        assert practice.next_deadline_ms == practice.at_ms + STEP
        after = practice.apply(Estimate(2, "more"), practice.at_ms + 12_345)
        assert after.next_deadline_ms == practice.at_ms + 12_345 + STEP

    def test_c37_the_opponents_part_is_enlarged_whatever_the_answer(self):
        practice = estimating()
        shapes = {
            practice.apply(Estimate(2, "more"), practice.at_ms).shape,
            practice.apply(Estimate(2, "less"), practice.at_ms).shape,
            practice.advance(practice.next_deadline_ms).shape,
        }
        assert len(shapes) == 1
        assert shapes != {practice.shape}

    def test_c37_a_perfect_simulated_cut_skips_estimation_and_is_celebrated(self):
        practice = with_perfect_opponent()
        assert (practice.phase, practice.theirs.turn, practice.theirs.perfect) == ("cutting", 2, True)
        assert (practice.theirs.answer, practice.theirs.points) == (None, 0.0)
        assert abs(practice.theirs.share - practice.theirs.target) <= 2
        assert practice.step_started_ms == practice.yours.settled_ms
        (party,) = practice.view()["body"]["celebrations"]
        assert party == {"round": 2, "cutter": 1, "name": OPPONENT, "remaining_ms": 2_000}

    @pytest.mark.parametrize("variant", VARIANTS)
    @pytest.mark.parametrize("mode", MODES)
    def test_c37_the_opponent_cuts_by_the_bots_rules(self, mode, variant):
        practice = estimating(mode=mode, variant=variant)
        brain = Brain(BotSettings(), practice.learner, practice.seed, 2, 1)
        canvas = practice.settings.canvas
        point, part = brain.cut(practice.shape, practice.constraint, practice.target, variant, canvas)
        assert (practice.chosen.point, practice.chosen.part) == (point, part)

    def test_c37_it_learns_from_the_one_who_practises_by_the_bots_rules(self):
        practice = begin(seed="learn", estimate_score=1)
        learner = Learner()
        for _ in range(12):
            if practice.phase == "cutting":
                before = practice.turn
                practice = cut_at(practice, 43.0)
                learner = learner.after(Observations((abs(practice.yours.share - practice.yours.target),)))
                if practice.turn == before + 2:  # the simulated cut was Perfect
                    learner = learner.after(Observations())
            else:
                practice = practice.apply(Estimate(practice.turn, "more"), practice.at_ms + 10)
                learner = learner.after(Observations((), (practice.theirs.points,)))
            assert practice.learner == learner


class TestTime:
    def test_c37_a_move_at_exactly_the_deadline_is_taken_a_later_one_is_not(self):
        practice = begin()
        deadline = practice.next_deadline_ms
        point, part = closest_cut(practice.shape, practice.constraint, 45.0)
        move = Cut(1, point, part)
        assert practice.apply(move, deadline).yours.share is not None
        with pytest.raises(IllegalMove, match="wrong_round"):
            practice.apply(move, deadline + 1)

    @settings(max_examples=30)
    @given(st.lists(st.integers(0, 40_000), max_size=8), st.sampled_from(list(MODES)))
    def test_c37_a_late_host_settles_each_turn_at_its_own_time(self, steps, mode):
        late = early = begin(mode=mode)
        now = 1_000
        for step in steps:
            now += step
            early = early.advance(now)
        assert late.advance(now) == early

    def test_c37_nobody_at_home_for_an_hour(self):
        practice = begin(step_seconds=60).advance(3_601_000)
        assert practice.points == 0.0
        assert 60 <= practice.turn <= 121
        assert 3_541_000 < practice.step_started_ms <= 3_601_000

    def test_c37_a_thousand_turns_and_no_more(self):
        last = msgspec.structs.replace(estimating(), turn=1_000)
        done = last.apply(Estimate(1_000, "more"), last.at_ms + 1)
        assert done.over
        assert done.next_deadline_ms is None
        assert done.advance(2**53 - 1).turn == 1_000
        assert done.view()["body"]["phase"] == "cutting"
        with pytest.raises(GameOver):
            done.apply(Estimate(1_000, "more"), done.at_ms)

    @pytest.mark.parametrize("at_ms", [999, -1, 1.5, None, True, 2**53, "1000"])
    def test_c37_no_time_is_refused(self, at_ms):
        practice = begin()
        for verb in (practice.advance, lambda now: practice.apply(Estimate(1, "more"), now)):
            with pytest.raises(ClockError):
                verb(at_ms)


class TestMoves:
    def test_c37_the_wrong_turn_or_phase(self):
        practice = begin()
        with pytest.raises(IllegalMove, match="wrong_round"):
            practice.apply(Cut(2, (0.0, 0.0), 0), 1_000)
        with pytest.raises(IllegalMove, match="wrong_phase"):
            practice.apply(Estimate(1, "more"), 1_000)
        with pytest.raises(IllegalMove, match="wrong_phase"):
            practice.apply({"resign": True}, 1_000)
        with pytest.raises(IllegalMove, match="wrong_phase"):
            estimating().apply(Cut(2, (0.0, 0.0), 0), 2_000)

    @pytest.mark.parametrize("move", [None, 7, "", "{", b"\xff", {}, {"round": 1}, {"round": True, "estimate": "more"}])
    def test_c37_what_is_no_move_is_malformed(self, move):
        with pytest.raises(MalformedMove):
            begin().apply(move, 1_000)

    @given(
        st.dictionaries(
            st.sampled_from(["round", "point", "part", "estimate", "resign", "x"]),
            st.none() | st.booleans() | st.integers() | st.floats() | st.lists(st.floats(), max_size=3) | st.text(),
        )
        | st.fixed_dictionaries(
            {"round": st.integers(0, 3), "point": st.tuples(*[st.floats(-1.2, 1.2)] * 2), "part": st.integers(-2, 4)}
        ),
        st.sampled_from(list(MODES)),
    )
    def test_c37_any_object_is_taken_or_refused_with_a_reason(self, move, mode):
        with suppress(IllegalMove, MalformedMove):
            assert begin(mode=mode).apply(move, 2_000).yours.turn == 1

    def test_c37_wrong_settings_and_seeds(self):
        with pytest.raises(InvalidSettings):
            Practice.new({"rounds": 3}, seed="s")
        with pytest.raises(InvalidSettings):
            Practice.new(seed=7)


class TestWhatIsSeen:
    def test_c37_a_share_is_hidden_until_it_is_estimated(self):
        """Only the geometry of the opponent's cut is told, and that it is theirs."""
        practice = estimating()
        seen = practice.view()["body"]
        assert seen["label"] == OPPONENT
        assert seen["board"]["selected"]
        assert "theirs" not in seen
        hidden = msgspec.structs.replace(
            practice,
            chosen=msgspec.structs.replace(practice.chosen, share=12.5),
            learner=Learner(),
            seed="another",
        )
        assert json.dumps(hidden.view()) == json.dumps(practice.view())
        assert practice.seed not in json.dumps(practice.view())
        assert "label" not in begin().view()["body"]

    def test_c37_spotlight_without_a_pointer_shows_no_geometry(self):
        practice = begin(visibility="spotlight")
        assert "board" not in practice.view()["body"]
        assert "board" not in practice.view(pointer=(5.0, 0.0))["body"]
        assert practice.view(pointer=(0.0, 0.0))["body"]["board"] != begin().view()["body"]["board"]
        with pytest.raises(MalformedMove):
            practice.view(pointer="here")

    def test_c37_the_perimeter_that_counts_is_highlighted(self):
        assert estimating(variant="perimeter").view()["body"]["board"]["highlight"]
        assert "highlight" not in estimating().view()["body"]["board"]

    def test_c37_the_shape_of_p24(self):
        seen = begin().view(5_000)
        assert set(seen) == {"body", "match"}
        assert seen["match"] == {"environment": {"t_ms": 5_000}}
        assert begin() == begin()
        assert hash(begin()) == hash(begin())


class TestLong:
    @pytest.mark.parametrize("mode", MODES)
    def test_c37_forty_turns_in_every_mode(self, mode):
        practice = begin(mode=mode, variant="perimeter", targets="40/50/60")
        earned = 0.0
        for number in range(40):
            turn = practice.turn
            if practice.phase == "cutting":
                practice = cut_at(practice, 35.0 + number)
                earned += practice.yours.points
            else:
                practice = practice.apply(Estimate(turn, "more"), practice.at_ms + 100)
                earned += practice.theirs.points
            assert practice.turn > turn
            assert practice.points == pytest.approx(earned)
            assert fill(practice.shape, practice.settings.canvas) >= 1e-3
