"""What stands beside the board (C29, C30, C33, C38, C39)."""

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.cutting.bots import bot_delay_ms
from gamecore.cutting.closest import closest_cut
from gamecore.cutting.learning import Learner, Mean
from gamecore.cutting.moves import Cut, Estimate, Resign
from gamecore.cutting.panel import (
    BotBox,
    bot_boxes,
    countdown,
    elapsed,
    panel,
    points_progress,
    progress_percent,
    scoreboard,
)
from gamecore.cutting.players import BotSettings, Player
from gamecore.cutting.rating import final_ratings, project, projected_ratings
from gamecore.cutting.settings import Settings
from gamecore.cutting.state import State

replace = msgspec.structs.replace


def start(humans=3, bots=(), seed="panel", registered=True, **settings):
    players = [Player.human(f"p{number}", f"Player {number}", 1500 + 100 * number) for number in range(humans)]
    players += [Player.robot(number, bot) for number, bot in enumerate(bots, start=1)]
    return State.new(Settings(**settings), players, seed=seed, at_ms=1_000, registered=registered)


def cut_at(state, share, after_ms=100):
    """The running round's cutter selects a part of this share."""
    point, part = closest_cut(state.shape, state.constraint, share)
    return state.apply(state.cutter, Cut(state.round, point, part), state.at_ms + after_ms)


class TestTexts:
    @pytest.mark.parametrize(
        ("ms", "text"),
        [
            (30_000, "30"), (29_999, "30"), (29_000, "29"), (5_001, "6"), (6_000, "6"), (6_001, "7"),
            (5_000, "5.0"), (4_999, "5.0"), (4_900, "4.9"), (4_801, "4.9"), (1_000, "1.0"), (100, "0.1"),
            (1, "0.1"), (0, "0.0"), (-5, "0.0"),
        ],
    )  # fmt: skip
    def test_c29_whole_seconds_above_5_tenths_from_there_rounding_up(self, ms, text):
        assert countdown(ms) == text

    @given(st.integers(0, 60_000))
    def test_c29_the_countdown_never_shows_less_than_there_is_nor_much_more(self, ms):
        shown = Fraction(countdown(ms)) * 1_000
        assert 0 <= shown - ms < (1_000 if ms > 5_000 else 100)

    @pytest.mark.parametrize(
        ("ms", "text"),
        [(0, "00:00"), (999, "00:00"), (1_000, "00:01"), (59_999, "00:59"), (60_000, "01:00"), (5_999_999, "99:59"),
         (6_000_000, "100:00"), (360_000_000, "6000:00"), (-1, "00:00")],
    )  # fmt: skip
    def test_c29_elapsed_is_floored_and_runs_past_99_minutes(self, ms, text):
        assert elapsed(ms) == text


class TestPanel:
    def test_c29_at_the_start(self):
        shown = panel(start(), 1_000 + 27_400)
        assert (shown.round, shown.elapsed, shown.leading_score) == (1, "00:27", 0.0)
        assert (shown.progress, shown.target, shown.phase, shown.time) == (10, 50.0, "cutting", "2.6")

    def test_c29_while_estimating_the_time_is_the_new_steps(self):
        state = cut_at(start(), 45.0, after_ms=9_000)
        shown = panel(state, state.at_ms + 1)
        assert (shown.phase, shown.time, shown.elapsed) == ("estimating", "30", "00:09")

    def test_c29_once_over_the_clock_stands(self):
        state = start(rounds=1).advance(31_000).advance(900_000)
        shown = panel(state)
        assert (shown.phase, shown.time, shown.elapsed, shown.progress) == ("over", None, "00:30", 100)
        assert shown.leading_score == 50.0

    @given(st.integers(1, 100), st.data())
    def test_c29_progress_by_rounds_is_the_current_round_of_all(self, rounds, data):
        current = data.draw(st.integers(1, rounds))
        state = replace(start(rounds=rounds), round=current)
        exact = Fraction(100 * current, rounds)
        assert progress_percent(state, 1_000) == (exact + Fraction(1, 2)).__floor__()

    @pytest.mark.parametrize(
        ("rounds", "current", "percent"), [(40, 1, 3), (8, 1, 13), (8, 3, 38), (3, 1, 33), (3, 2, 67)]
    )
    def test_c29_halves_round_up(self, rounds, current, percent):
        assert progress_percent(replace(start(rounds=rounds), round=current), 1_000) == percent

    @pytest.mark.parametrize(
        ("seconds", "percent"),
        [(0, 0), (2.999, 0), (3, 1), (300, 50), (596.999, 99), (597, 100), (600, 100), (660, 100)],
    )
    def test_c29_progress_by_time_is_capped_at_100(self, seconds, percent):
        assert progress_percent(start(ends="minutes"), 1_000 + int(1_000 * seconds)) == percent

    @pytest.mark.parametrize(
        ("best", "percent"), [(0.0, 0), (4.9999, 0), (5.0, 1), (994.99, 99), (995.0, 100), (1_090.0, 100)]
    )
    def test_c29_progress_by_points_is_the_leaders(self, best, percent):
        state = replace(start(ends="points"), scores=(0.0, best, best / 2))
        assert progress_percent(state, 1_000) == percent
        assert panel(state).leading_score == best


class TestScoreboard:
    def test_c30_before_the_first_settlement(self):
        state = start()
        rows = scoreboard(state)
        assert [row.seat for row in rows] == [0, 1, 2]
        assert {row.rank for row in rows} == {1}
        assert all(row.last_points is None and row.cut_estimate == "" for row in rows)
        assert [row.cutter_turns for row in rows] == [int(seat == state.cutter) for seat in range(3)]

    def test_c30_after_an_estimated_round(self):
        state = start()
        first = state.cutter
        more, none = (seat for seat in range(3) if seat != first)
        state = cut_at(state, 45.25)
        during = scoreboard(state)
        assert all(row.cut_estimate == "" and row.total == 0.0 for row in during)  # hidden until settlement
        state = state.apply(more, Estimate(1, "more"), state.at_ms)
        state = state.advance(state.next_deadline_ms)
        rows = {row.seat: row for row in scoreboard(state)}
        assert rows[first].cut_estimate == "45.25%"
        assert rows[first].total == pytest.approx(52.5)
        assert (rows[more].cut_estimate, rows[none].cut_estimate) == ("More", "No answer")
        assert (rows[first].rank, rows[more].rank, rows[none].rank) == (1, 2, 2)
        assert [row.seat for row in scoreboard(state)] == [first, *sorted((more, none))]

    def test_c30_less_not_asked_and_no_answer_of_the_resigned(self):
        state = start(humans=4)
        first = state.cutter
        early, late, less = (seat for seat in range(4) if seat != first)
        state = cut_at(state.apply(early, Resign(), 1_050), 45.0)
        state = state.apply(late, Resign(), state.at_ms).apply(less, Estimate(1, "less"), state.at_ms)
        rows = {row.seat: row for row in scoreboard(state)}
        assert [rows[seat].cut_estimate for seat in (early, late, less)] == ["Not asked", "No answer", "Less"]
        assert [rows[seat].resigned for seat in (first, early, late, less)] == [False, True, True, False]
        assert rows[less].last_points == 50.0

    def test_c30_a_perfect_cut_asks_nobody(self):
        state = start()
        first = state.cutter
        state = cut_at(state, 50.0)
        assert [row.cut_estimate for row in sorted(scoreboard(state), key=lambda row: row.seat)] == [
            "50.00%" if seat == first else "Not asked" for seat in range(3)
        ]

    @pytest.mark.parametrize("resigns", [True, False])
    def test_c30_automatic_awards_and_a_cutter_without_a_cut(self, resigns):
        state = start()
        first = state.cutter
        state = state.apply(first, Resign(), 1_500) if resigns else state.advance(31_000)
        rows = {row.seat: row for row in scoreboard(state)}
        assert rows[first].cut_estimate == ""
        assert {rows[seat].cut_estimate for seat in range(3) if seat != first} == {"Automatic"}
        assert {rows[seat].last_points for seat in range(3) if seat != first} == {50.0}


class TestPointsProgress:
    def test_c33_from_zero_after_each_round_the_resigned_and_bots_included(self):
        state = start(humans=2, bots=(BotSettings(),), rounds=4)
        gone = next(seat for seat in range(2) if seat != state.cutter)
        state = state.apply(gone, Resign(), 1_500)
        while state.result is None:
            state = state.advance(state.next_deadline_ms)
        lines = points_progress(state)
        assert [line.name for line in lines] == ["Player 0", "Player 1", "Bot 1"]
        assert [line.resigned for line in lines] == [seat == gone for seat in range(3)]
        assert all(len(line.totals) == 5 and line.totals[0] == 0.0 for line in lines)
        assert tuple(line.totals[-1] for line in lines) == state.scores
        assert lines[gone].totals == (0.0,) * 5

    def test_c33_before_the_first_settlement_there_is_only_the_zero(self):
        assert {line.totals for line in points_progress(start())} == {(0.0,)}


class TestBotBox:
    def test_c39_adaptive_and_fixed(self):
        state = start(humans=1, bots=(None, BotSettings("fixed", 20), BotSettings("fixed", 0)))
        delays = [f"{bot_delay_ms(state, seat)} ms" for seat in (1, 2, 3)]
        assert bot_boxes(state) == (
            BotBox(1, "Bot 1", "Adaptive", delays[0], "10%", "50%"),
            BotBox(2, "Bot 2", "Fixed", delays[1], "20%", "Depends on cut error"),
            BotBox(3, "Bot 3", "Fixed", delays[2], "0%", "Depends on cut error"),
        )

    @pytest.mark.parametrize(
        ("error", "tolerance"),
        [(5.0, "10%"), (3.625, "7.25%"), (1.05, "2.1%"), (0.0, "0%"), (1 / 3, "0.67%"), (25.0, "50%"),
         (0.00390625, "0.01%"), (0.002, "0%"), (0.5625, "1.13%")],
    )  # fmt: skip
    def test_c39_the_tolerance_has_at_most_two_decimals(self, error, tolerance):
        state = start(humans=1, bots=(None,))
        learned = replace(state, learners=(None, Learner(Mean(error), Mean(0.5))))
        assert bot_boxes(learned)[0].tolerance == tolerance

    @pytest.mark.parametrize(
        ("correct", "shown"), [(0.5, "50%"), (0.625, "63%"), (0.004, "0%"), (1.0, "100%"), (0.996, "100%")]
    )
    def test_c39_the_probability_is_whole(self, correct, shown):
        state = start(humans=1, bots=(None,))
        learned = replace(state, learners=(None, Learner(Mean(5.0), Mean(correct))))
        assert bot_boxes(learned)[0].correct == shown

    def test_c39_adaptive_values_change_with_settlements_only(self):
        state = start(humans=1, bots=(None,))
        while state.cutter != 0:
            state = state.advance(state.next_deadline_ms)
        cutting = cut_at(state, 42.0)
        assert [box.tolerance for box in bot_boxes(cutting)] == [box.tolerance for box in bot_boxes(state)]
        settled = cutting.apply(1, cutting.bot_move(1), cutting.at_ms)
        assert bot_boxes(settled)[0].tolerance not in ("10%", bot_boxes(state)[0].tolerance)

    def test_c39_the_box_clears_with_the_end(self):
        assert bot_boxes(start(humans=1, bots=(None,), rounds=1).advance(31_000)) == ()
        assert bot_boxes(start()) == ()


class TestRatings:
    def test_c22_a_natural_end_of_a_registered_room_is_rated_resigned_players_included(self):
        state = start(humans=3, bots=(None,), rounds=2)
        state = state.apply((state.cutter + 1) % 3 if state.cutter < 3 else 0, Resign(), 1_500)
        assert final_ratings(state) is None
        state = state.advance(1_000_000)
        assert state.result.reason == "rounds"
        assert final_ratings(state) == project([1500, 1600, 1700, 1500], state.scores, [3])

    def test_c24_guest_rooms_administrators_and_games_without_humans_are_unrated(self):
        assert final_ratings(start(rounds=1, registered=False).advance(31_000)) is None
        assert final_ratings(start().end(2_000)) is None
        alone = start(humans=1, bots=(None,))
        assert final_ratings(alone.apply(0, Resign(), 1_500)) is None

    def test_c38_a_projection_changes_nothing(self):
        state = start(humans=2, bots=(None,))
        before = state.to_json()
        assert projected_ratings(state, [1, 0, 0]) == project([1500, 1600, 1500], [1, 0, 0], [2])
        assert state.to_json() == before
