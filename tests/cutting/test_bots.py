"""How bots play (C26 to C28). Statistics use fixed seeds; each bound would fail a right bot once in 10,000 runs."""

from math import sqrt

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.cutting.bots import DELAY_MS, Brain, bot_delay_ms, bot_move, brain
from gamecore.cutting.closest import closest_cut
from gamecore.cutting.constraints import MODES, FixedAngle, FixedCentre
from gamecore.cutting.cuts import VARIANTS, cut
from gamecore.cutting.learning import Learner, Mean
from gamecore.cutting.moves import Cut, Estimate
from gamecore.cutting.players import BotSettings, Player
from gamecore.cutting.settings import Settings
from gamecore.cutting.state import State
from gamecore.errors import IllegalMove
from gamecore.geometry import Circle, Region

SQUARE = Region([(-1, -1), (1, -1), (1, 1), (-1, 1)])
DRAWS = 3_000
WIDEST = 2.23  # of sqrt(n) times Kolmogorov and Smirnov's distance: 2 exp(-2 × 2.23²) is below 1 in 10,000
NORMAL = 3.9  # standard deviations of a normal variable: 1 in 10,000, on both sides together


def adaptive(error=5.0, correct=0.5, **where):
    return Brain(BotSettings(), Learner(Mean(error), Mean(correct)), **{"seed": "s", "round": 1, "seat": 0, **where})


def fixed(tolerance, **where):
    return Brain(BotSettings("fixed", tolerance), Learner(), **{"seed": "s", "round": 1, "seat": 0, **where})


def distance_from_uniform(values, low, high):
    """Kolmogorov and Smirnov's distance, times the square root of the number of values."""
    count = len(values)
    ranks = [(value - low) / (high - low) for value in sorted(values)]
    far = max(max((place + 1) / count - rank, rank - place / count) for place, rank in enumerate(ranks))
    return far * sqrt(count)


def correlation(one, other):
    count = len(one)
    a, b = sum(one) / count, sum(other) / count
    cov = sum((x - a) * (y - b) for x, y in zip(one, other, strict=True))
    return cov / sqrt(sum((x - a) ** 2 for x in one) * sum((y - b) ** 2 for y in other))


def game(mode="line_fixed_point", variant="area", bots=(None,), seed="seed", **more):
    """One human in seat 0 and bots after it, adaptive ones for None."""
    players = [Player.human("ada"), *(Player.robot(number, bot) for number, bot in enumerate(bots, start=1))]
    return State.new(Settings(mode=mode, variant=variant, **more), players, seed=seed)


class TestHowFarItAimsBeside:
    @pytest.mark.parametrize("error", [5.0, 3.7, 14.25])
    def test_c26_adaptive_offsets_are_uniform_within_twice_the_learned_error(self, error):
        offsets = [adaptive(error, round=number).aim(50.0) - 50.0 for number in range(DRAWS)]
        assert distance_from_uniform(offsets, -2 * error, 2 * error) < WIDEST
        deviation = 2 * error / sqrt(12 * DRAWS)  # of the mean of |offset|, which is uniform from 0 to 2E
        assert abs(sum(map(abs, offsets)) / DRAWS - error) < NORMAL * deviation

    @pytest.mark.parametrize("tolerance", [1, 10, 20])
    def test_c27_fixed_offsets_are_uniform_within_the_tolerance(self, tolerance):
        offsets = [fixed(tolerance, round=number).aim(40.0) - 40.0 for number in range(DRAWS)]
        assert distance_from_uniform(offsets, -tolerance, tolerance) < WIDEST

    def test_c27_without_tolerance_it_aims_at_the_target(self):
        assert all(fixed(0, round=number).aim(60.0) == 60.0 for number in range(100))

    def test_c26_a_learned_tolerance_may_be_fractional_and_exceed_20(self):
        assert adaptive(3.1).tolerance == 6.2
        assert adaptive(30.0).tolerance == 60.0

    @given(st.floats(0, 100), st.sampled_from([40.0, 50.0, 60.0]), st.integers(1, 1000))
    def test_c28_the_aim_is_clipped_to_0_and_100(self, error, target, number):
        aim = adaptive(error, round=number).aim(target)
        assert 0.0 <= aim <= 100.0
        assert abs(aim - target) <= 2 * error

    def test_c28_clipped_aims_lie_on_the_ends(self):
        """E = 50 from 50 %: half of all offsets are clipped, a quarter to either end."""
        aims = [adaptive(50.0, round=number).aim(50.0) for number in range(DRAWS)]
        bound = NORMAL * sqrt(DRAWS * 0.25 * 0.75)
        assert abs(aims.count(0.0) - DRAWS / 4) < bound
        assert abs(aims.count(100.0) - DRAWS / 4) < bound

    def test_c28_bots_and_rounds_draw_independently(self):
        mine = [fixed(20, round=number).aim(50.0) for number in range(DRAWS)]
        theirs = [fixed(20, round=number, seat=1).aim(50.0) for number in range(DRAWS)]
        elsewhere = [fixed(20, round=number, seed="t").aim(50.0) for number in range(DRAWS)]
        bound = NORMAL / sqrt(DRAWS)
        assert abs(correlation(mine, theirs)) < bound
        assert abs(correlation(mine, elsewhere)) < bound
        assert abs(correlation(mine[1:], mine[:-1])) < bound


class TestHowOftenItIsRight:
    @pytest.mark.parametrize("error", [0.5, 2.0, 5.0, 9.5])
    @pytest.mark.parametrize("side", [1, -1])
    def test_c27_fixed_with_probability_y_of_x(self, error, side):
        right = "more" if side > 0 else "less"
        share = 50.0 + side * error
        hits = sum(fixed(10, round=number).estimate(share, 50.0) == right for number in range(DRAWS))
        chance = error / 10
        assert abs(hits - DRAWS * chance) < NORMAL * sqrt(DRAWS * chance * (1 - chance))

    @pytest.mark.parametrize(("tolerance", "error"), [(10, 10.0), (10, 30.0), (1, 1.0), (0, 0.01), (0, 30.0)])
    def test_c27_always_right_from_x_on_and_without_tolerance(self, tolerance, error):
        bots = [fixed(tolerance, round=number) for number in range(300)]
        assert all(bot.correct(error) == 1.0 for bot in bots)
        assert all(bot.estimate(40.0 - error, 40.0) == "less" for bot in bots)

    def test_c27_the_more_precise_the_cut_the_lower_the_chance(self):
        chances = [fixed(20).correct(error) for error in (0.0, 1.0, 5.0, 20.0, 21.0)]
        assert chances == [0.0, 0.05, 0.25, 1.0, 1.0]

    @pytest.mark.parametrize("correct", [0.5, 0.13, 0.92])
    @pytest.mark.parametrize("error", [0.6, 25.0])
    def test_c26_adaptive_with_the_learned_probability_whatever_the_cut(self, correct, error):
        hits = sum(adaptive(correct=correct, round=n).estimate(50.0 + error, 50.0) == "more" for n in range(DRAWS))
        assert abs(hits - DRAWS * correct) < NORMAL * sqrt(DRAWS * correct * (1 - correct))

    def test_c26_the_answer_does_not_depend_on_the_bots_own_offset(self):
        bots = [adaptive(round=number) for number in range(DRAWS)]
        offsets = [bot.aim(50.0) for bot in bots]
        hits = [float(bot.estimate(55.0, 50.0) == "more") for bot in bots]
        assert abs(correlation(offsets, hits)) < NORMAL / sqrt(DRAWS)


class TestWhereItCuts:
    @pytest.mark.parametrize("variant", VARIANTS)
    @pytest.mark.parametrize("mode", MODES)
    def test_c28_the_cut_is_the_legal_one_nearest_to_the_aim(self, mode, variant):
        for number in range(4):
            state = game(mode, variant, seed=f"{mode} {number}")
            own = Brain(BotSettings("fixed", 20), Learner(), state.seed, 1, 1)
            settings = state.settings
            point, part = own.cut(state.shape, state.constraint, state.target, variant, settings.canvas)
            made = cut(state.shape, state.constraint, point, variant, settings.canvas)
            assert made.selectable[part]
            best_point, best_part = closest_cut(
                state.shape, state.constraint, own.aim(state.target), variant, settings.canvas
            )
            best = cut(state.shape, state.constraint, best_point, variant, settings.canvas).shares[best_part]
            aim = own.aim(state.target)
            assert abs(made.shares[part] - aim) <= abs(best - aim) + 0.01

    def test_c28_aims_of_nothing_and_all_give_a_thin_part_or_nearly_all(self):
        """A cut leaves positive area, and a part that may be selected fills a thousandth of the canvas."""
        disc = Region.disc(Circle((0.0, 0.0), 1.0))
        for number in range(20):
            own = adaptive(50.0, round=number)
            point, part = own.cut(disc, FixedCentre((1.1, 1.1)), 50.0, "area", Settings().canvas)
            made = cut(disc, FixedCentre((1.1, 1.1)), point)
            assert made.selectable[part]
            aim = own.aim(50.0)
            assert abs(made.shares[part] - aim) < (2.0 if aim in (0.0, 100.0) else 0.5)

    def test_c28_one_of_several_exact_cuts_at_random(self):
        """Half of a square at a fixed angle: one line, two parts, each chosen every other time."""
        picks = [
            fixed(0, round=number).cut(SQUARE, FixedAngle(30.0), 50.0, "area", Settings().canvas)[1]
            for number in range(400)
        ]
        assert abs(sum(picks) - 200) < NORMAL * sqrt(400 / 4)


class TestMoves:
    @pytest.mark.parametrize("variant", VARIANTS)
    @pytest.mark.parametrize("mode", MODES)
    def test_c28_a_game_takes_every_move_of_a_bot(self, mode, variant):
        state = game(mode, variant, bots=(BotSettings(), BotSettings("fixed", 20), BotSettings("fixed", 0)), rounds=12)
        cuts = estimates = 0
        while state.result is None:
            for seat in (1, 2, 3):
                if state.result is None and state.on_move(seat):
                    move = state.bot_move(seat)
                    assert move == bot_move(state, seat)
                    cuts += isinstance(move, Cut)
                    estimates += isinstance(move, Estimate)
                    state = state.apply(seat, move.to_dict(), state.at_ms + bot_delay_ms(state, seat))
            if state.result is None and state.on_move(0):
                state = state.advance(state.next_deadline_ms)
        assert cuts == 9  # every fourth turn is the human's
        assert estimates >= 8

    def test_c28_a_move_is_a_function_of_the_state(self):
        state = game(seed="again", bots=(BotSettings("fixed", 20),) * 3)
        while state.cutter == 0:
            state = state.advance(state.next_deadline_ms)
        saved = State.from_json(state.to_json())
        assert state.bot_move(state.cutter) == state.bot_move(state.cutter) == saved.bot_move(state.cutter)
        state = state.apply(state.cutter, state.bot_move(state.cutter), state.at_ms + 5)
        waiting = [seat for seat in (1, 2, 3) if state.on_move(seat)]
        later = state.advance(state.at_ms + 3_000)
        assert [state.bot_move(seat) for seat in waiting] == [later.bot_move(seat) for seat in waiting]

    def test_c27_without_tolerance_a_bot_cuts_perfectly_and_never_errs(self):
        state = game(seed="sure", bots=(BotSettings("fixed", 0),), rounds=10)
        while state.result is None:
            if state.on_move(1):
                state = state.apply(1, state.bot_move(1), state.at_ms)
            elif state.phase == "cutting":  # the human cuts badly
                point, part = closest_cut(state.shape, state.constraint, 42.0)
                state = state.apply(0, Cut(state.round, point, part), state.at_ms)
        assert {settled.kind for settled in state.history if settled.cutter == 1} == {"perfect"}
        assert all(settled.points[1] == 50.0 for settled in state.history if settled.cutter == 0)

    def test_c26_bots_play_by_what_they_have_learned(self):
        state = game(bots=(BotSettings(), BotSettings()))
        learned = msgspec.structs.replace(state, learners=(None, Learner(Mean(1.0), Mean(0.9)), Learner()))
        assert (brain(learned, 1).tolerance, brain(learned, 1).correct(3.0)) == (2.0, 0.9)
        assert (brain(learned, 2).tolerance, brain(learned, 2).correct(3.0)) == (10.0, 0.5)

    def test_c28_a_human_is_no_bot(self):
        state = game()
        for question in (brain, bot_move, bot_delay_ms):
            with pytest.raises(IllegalMove, match="not_a_bot"):
                question(state, 0)

    def test_c39_delays_are_within_their_range_and_tell_nothing(self):
        delays = [adaptive(round=number).delay_ms("cutting") for number in range(DRAWS)]
        assert min(delays) >= DELAY_MS[0]
        assert max(delays) <= DELAY_MS[1] < 15_000
        assert distance_from_uniform(delays, *DELAY_MS) < WIDEST
        hits = [float(adaptive(round=number).estimate(55.0, 50.0) == "more") for number in range(DRAWS)]
        estimating = [adaptive(round=number).delay_ms("estimating") for number in range(DRAWS)]
        assert abs(correlation(estimating, hits)) < NORMAL / sqrt(DRAWS)
        assert abs(correlation(estimating, delays)) < NORMAL / sqrt(DRAWS)
