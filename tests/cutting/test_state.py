"""C05, C06, C10 to C14, C17 to C20, C24 to C26: whole games, event by event."""

import json
from math import pi

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.cutting import cut as cut_shape
from gamecore.cutting.constraints import FixedAngle, VoronoiPoints
from gamecore.cutting.departure import Departure
from gamecore.cutting.learning import Learner, Observations
from gamecore.cutting.moves import Cut, Estimate
from gamecore.cutting.state import State
from gamecore.errors import ClockError, GameOver, IllegalMove, InvalidSettings, InvalidState, MalformedMove
from gamecore.geometry import Region, fit

from .playing import (
    MODES,
    SEED,
    VARIANTS,
    aimed,
    answer,
    answered,
    begin,
    cut,
    others,
    people,
    perfect,
    right,
    walk,
    wrong,
)

everywhere = pytest.mark.parametrize(("mode", "variant"), [(mode, variant) for mode in MODES for variant in VARIANTS])
STEP = 30_000
FIXED = {"line_fixed_point": "point", "circle_fixed_centre": "centre", "circle_fixed_diameter": "end"}
replace = msgspec.structs.replace


def refused(reason):
    return pytest.raises(IllegalMove, match=f"^{reason}")


class TestStart:
    @everywhere
    def test_c07_c15_a_game_begins_with_a_cutting_round(self, mode, variant):
        state = begin(3, 1, mode=mode, variant=variant, at_ms=7)
        assert (state.round, state.phase, state.started_ms, state.step_started_ms, state.at_ms) == (
            1,
            "cutting",
            7,
            7,
            7,
        )
        assert state.next_deadline_ms == 7 + STEP
        assert sum(state.turns) == 1
        assert state.turns[state.cutter] == 1  # it rises at assignment
        assert state.scores == (0.0,) * 4
        assert state.constraint.mode == mode
        assert [state.on_move(seat) for seat in range(4)] == [seat == state.cutter for seat in range(4)]
        assert state.learners == (None, None, None, Learner())
        assert not state.registered
        assert state == begin(3, 1, mode=mode, variant=variant, at_ms=7)
        assert hash(state) == hash(begin(3, 1, mode=mode, variant=variant, at_ms=7))

    @pytest.mark.parametrize(
        ("arguments", "field"),
        [
            ({"settings": {}}, "settings"), ({"players": ()}, "players"), ({"players": [1]}, "players"),
            ({"seed": 5}, "seed"), ({"seed": "x" * 1025}, "seed"), ({"seed": "\ud800"}, "seed"),
            ({"registered": 1}, "registered"),
        ],
    )  # fmt: skip
    def test_c01_what_cannot_begin_is_named(self, arguments, field):
        kept = {"settings": None, "players": people(1), "seed": SEED} | arguments
        with pytest.raises(InvalidSettings) as caught:
            State.new(kept.pop("settings"), kept.pop("players"), **kept)
        assert caught.value.field == field

    @pytest.mark.parametrize("at_ms", [-1, True, 1.0, None, "5", 2**52 + 1])
    def test_times_that_are_none_are_clock_errors(self, at_ms):
        with pytest.raises(ClockError):
            begin(at_ms=at_ms)


class TestCuts:
    def test_c05_the_texts_rectangle_is_43_75_percent_of_the_boundary_and_40_of_the_area(self):
        shape, enlarge = fit(Region(((0, 0), (10, 0), (10, 6), (0, 6))))
        for variant, share in (("area", 40.0), ("perimeter", 43.75)):
            state = begin(mode="line_fixed_angle", variant=variant)
            state = replace(state, shape=shape, constraint=FixedAngle(90.0))
            point = enlarge.apply((4, 3))
            left = cut_shape(shape, state.constraint, point).locate(enlarge.apply((1, 1)))
            after = state.apply(state.cutter, Cut(1, point, left), 0)
            assert after.chosen.share == pytest.approx(share, abs=1e-9)

    @everywhere
    def test_c05_c14_all_shares_sum_to_100_over_many_rounds(self, mode, variant):
        state = begin(1, mode=mode, variant=variant, rounds=60)
        while state.result is None:
            move = aimed(state, 3.0)
            made = cut_shape(state.shape, state.constraint, move.point, variant, state.settings.canvas)
            assert sum(made.shares) == pytest.approx(100, abs=1e-7)
            assert sum(part.area for part in made.parts) == pytest.approx(state.shape.area, rel=1e-9)
            state = state.apply(state.cutter, move, state.at_ms + 1)
            assert state.history[-1].share == made.shares[move.part]

    @everywhere
    def test_c06_c12_the_selected_part_enlarged_is_the_next_shape_and_all_its_outline_counts(self, mode, variant):
        for _, state in zip(range(4), walk(begin(2, mode=mode, variant=variant)), strict=False):
            if state.phase != "cutting" or state.result is not None:
                continue
            move = aimed(state, 8.0)
            made = cut_shape(state.shape, state.constraint, move.point, variant, state.settings.canvas)
            after = answered(state.apply(state.cutter, move, state.at_ms))
            part = made.parts[move.part]
            low_x, low_y, high_x, high_y = part.bounds
            scale = 2 / max(high_x - low_x, high_y - low_y)
            assert after.shape.area == pytest.approx(part.area * scale**2, rel=1e-9)
            assert after.shape.boundary_length == pytest.approx(part.boundary_length * scale, rel=1e-9)
            assert after.shape.inherited_length == after.shape.boundary_length
            assert len(after.shape.outer) == len(part.outer)
            assert len(after.shape.holes) == len(part.holes)

    def test_c12_arcs_and_holes_survive_enlargement(self):
        state = begin(1, mode="circle_fixed_centre")
        state = replace(state, constraint=replace(state.constraint, centre=(0.1, 0.0)))
        after = state.apply(0, Cut(1, (0.1, 0.5), 1), 5)
        assert len(after.shape.holes) == 1
        assert after.shape.area == pytest.approx(pi * 0.75)
        assert after.history[0].share == pytest.approx(75)

    def test_c12_a_part_wholly_inside_the_new_circle_has_no_inherited_boundary(self):
        state = begin(1, mode="circle_fixed_centre", variant="perimeter")
        state = replace(state, constraint=replace(state.constraint, centre=(0.1, 0.0)))
        assert state.apply(0, Cut(1, (0.1, 0.5), 0), 5).history[0].share == 0
        assert state.apply(0, Cut(1, (0.1, 0.5), 1), 5).history[0].share == 100

    @pytest.mark.parametrize("mode", MODES)
    def test_c13_refused_cuts_have_their_reasons_and_leave_the_state(self, mode):
        state = begin(mode=mode)
        seat, good = state.cutter, aimed(state)
        text = state.to_json()
        outside = "outside_shape" if mode == "line_voronoi" else "outside_canvas"
        for reason, mover, move in (
            (outside, seat, Cut(1, (1.2, 0.0), 0)),
            (outside, seat, Cut(1, (1e300, -1e300), 0)),
            ("unknown_part", seat, Cut(1, good.point, 9)),
            ("unknown_part", seat, Cut(1, good.point, -1)),
            ("wrong_round", seat, replace(good, round=2)),
            ("wrong_round", seat, Estimate(0, "more")),
            ("wrong_phase", seat, Estimate(1, "more")),
            ("not_on_move", (seat + 1) % 3, good),
            ("unknown_seat", 3, good),
            ("unknown_seat", True, good),
        ):
            with refused(reason):
                state.apply(mover, move, 5)
        with pytest.raises(MalformedMove):
            state.apply(seat, {"round": 1, "point": [0, 0]}, 5)
        if mode in FIXED:
            with refused("degenerate"):
                state.apply(seat, Cut(1, getattr(state.constraint, FIXED[mode]), 0), 5)
        assert state.to_json() == text

    def test_c13_lines_that_miss_and_slivers_are_refused(self):
        state = replace(begin(mode="line_fixed_angle"), constraint=FixedAngle(90.0))
        state = replace(state, shape=Region(((-1, -1), (1, -1), (1, 1), (-1, 1))))
        for x, reason in ((1.05, "misses_shape"), (1.0, "degenerate"), (1 - 1e-10, "too_thin"), (1 - 1e-4, "too_thin")):
            reasons = set()
            for part in (0, 1):
                try:
                    state.apply(state.cutter, Cut(1, (x, 0.0), part), 0)
                except IllegalMove as error:
                    reasons.add(error.reason)
            assert reasons == {reason}


class TestVoronoi:
    def test_c10_the_selected_regions_point_is_enlarged_with_it_and_one_new_point_is_drawn(self):
        state = begin(1, mode="line_voronoi", rounds=30)
        for _ in range(29):
            before, move = state, aimed(state, 4.0)
            state = state.apply(0, move, state.at_ms + 1)
            sites = (before.constraint.first, before.constraint.second, move.point)
            part = cut_shape(before.shape, before.constraint, move.point).parts[move.part]
            assert part.contains(sites[move.part])
            _, enlarge = fit(part)
            assert state.constraint.first == pytest.approx(enlarge.apply(sites[move.part]), abs=1e-9)
            assert state.shape.contains(state.constraint.second)
            assert type(state.constraint) is VoronoiPoints

    def test_c10_a_timeout_keeps_polygon_and_points(self):
        state = begin(2, mode="line_voronoi")
        for _ in range(3):
            after = state.advance(state.next_deadline_ms)
            assert after.round == state.round + 1
            assert (after.shape, after.constraint) == (state.shape, state.constraint)
            state = after
        after = cut(state)
        after = after.apply(after.cutter, {"resign": True}, after.at_ms)  # keeps the cut
        assert after.result is None

    @pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "line_voronoi"])
    def test_c11_after_a_timeout_the_shape_stays_and_the_constraint_is_drawn_afresh(self, mode):
        state = begin(2, mode=mode)
        after = state.advance(STEP)
        assert after.shape == state.shape
        assert after.constraint != state.constraint


class TestSteps:
    @everywhere
    def test_c17_a_perfect_cut_settles_at_once(self, mode, variant):
        # half the boundary is not in reach of every diameter's end
        starts = (begin(3, seed=f"{number}", mode=mode, variant=variant) for number in range(9))
        state = next(after for start in starts if (after := perfect(start, 5)).history)
        [closed] = state.history
        assert (closed.kind, closed.settled_ms, state.round, state.step_started_ms) == ("perfect", 5, 2, 5)
        assert set(closed.answers) == {None, "not_asked"}
        assert closed.points[closed.cutter] == pytest.approx(100 - 10 * abs(closed.share - 50))
        assert sum(closed.points) == closed.points[closed.cutter]
        assert len(state.perfect_cuts) == 1

    @everywhere
    def test_c17_c18_estimates_are_kept_until_all_are_in(self, mode, variant):
        state = cut(begin(3, mode=mode, variant=variant), at_ms=10)
        assert (state.phase, state.step_started_ms, state.next_deadline_ms) == ("estimating", 10, 10 + STEP)
        one, other = others(state)
        assert [state.on_move(seat) for seat in range(3)] == [seat != state.cutter for seat in range(3)]
        share, cutter, good, bad = state.chosen.share, state.cutter, right(state), wrong(state)
        half = answer(state, one, good, at_ms=20)
        assert half.phase == "estimating"
        assert not half.on_move(one)
        assert half.scores == (0.0,) * 3
        done = answer(half, other, bad, at_ms=25)
        [closed] = done.history
        assert (closed.kind, closed.share, closed.cut_ms, closed.settled_ms) == ("estimated", share, 10, 25)
        assert closed.answers[cutter] is None
        assert (closed.answers[one], closed.answers[other]) == (good, bad)
        assert (closed.points[one], closed.points[other]) == (50.0, 0.0)
        assert closed.points[cutter] == max(0.0, 100 - 10 * abs(share - 50))
        assert done.scores == closed.totals == closed.points
        assert (done.round, done.phase, done.step_started_ms) == (2, "cutting", 25)

    def test_c17_one_answer_and_no_change_of_mind(self):
        state = cut(begin(3))
        one, _ = others(state)
        half = answer(state, one)
        with refused("not_on_move"):
            answer(half, one, wrong(state))
        with refused("not_on_move"):
            answer(half, half.cutter)
        with refused("wrong_phase"):
            half.apply(half.cutter, Cut(1, (0, 0), 0), half.at_ms)

    def test_c17_nobody_else_left_means_no_estimation(self):
        state = cut(begin(1), 3.0)
        assert state.history[0].kind == "estimated"
        assert state.round == 2
        state = begin(2)
        one = others(state)[0]
        state = cut(state.apply(one, {"resign": True}, 0), 3.0)
        assert state.history[0].answers[one] == "not_asked"
        assert state.round == 2

    def test_c17_a_move_at_exactly_the_deadline_is_taken_and_one_later_is_not(self):
        state = begin(3)
        move = aimed(state, 8.0)
        assert state.apply(state.cutter, move, STEP).phase == "estimating"
        with refused("wrong_round"):
            state.apply(state.cutter, move, STEP + 1)
        state = cut(state, at_ms=100)
        one, other = others(state)
        half = answer(state, one, at_ms=100 + STEP)
        assert answer(half, other, at_ms=100 + STEP).history[0].answers.count(right(state)) == 2
        with refused("wrong_round"):
            answer(half, other, at_ms=101 + STEP)

    def test_c17_missing_answers_earn_nothing(self):
        state = cut(begin(3))
        one, other = others(state)
        done = answer(state, one).advance(state.next_deadline_ms)
        assert (done.history[0].answers[one], done.history[0].answers[other]) == (right(state), "none")
        assert done.history[0].points[other] == 0
        assert done.history[0].settled_ms == state.next_deadline_ms

    @pytest.mark.parametrize("mode", MODES)
    def test_c17_a_late_host_settles_every_timeout_at_its_own_millisecond(self, mode):
        state = cut(begin(3, mode=mode), at_ms=1_000)
        late = state.advance(1_000 + 5 * STEP + 17)
        assert [closed.settled_ms for closed in late.history] == [1_000 + number * STEP for number in range(1, 6)]
        punctual = state
        while punctual.next_deadline_ms <= late.at_ms:
            punctual = punctual.advance(punctual.next_deadline_ms)
        assert punctual.advance(late.at_ms) == late

    def test_c19_a_cutting_timeout_awards_the_others(self):
        state = begin(2, 1, estimate_score=20)
        after = state.advance(STEP)
        [closed] = after.history
        assert (closed.kind, closed.share, closed.cut_ms) == ("timeout", None, None)
        assert closed.points == tuple(0.0 if seat == state.cutter else 20.0 for seat in range(3))
        assert closed.answers == tuple(None if seat == state.cutter else "automatic" for seat in range(3))
        assert (after.shape, after.round) == (state.shape, 2)

    def test_c19_so_does_a_cutter_who_resigns_before_selecting(self):
        state = begin(3, 1)
        gone = others(state)[0]
        state = state.apply(gone, {"resign": True}, 5)
        cutter = state.cutter
        after = state.apply(cutter, {"resign": True}, 9)
        [closed] = after.history
        assert (closed.kind, closed.settled_ms, after.round) == ("resigned", 9, 2)
        assert closed.answers[gone] == "not_asked"
        assert sum(closed.points) == 100.0
        assert closed.points[cutter] == closed.points[gone] == 0
        assert after.active[after.cutter]
        assert after.learners[3] == Learner().after(Observations())


class TestLeaving:
    def test_c25_resigning_keeps_the_score_and_the_others_go_on(self):
        state = answered(cut(begin(3)))
        loser = others(state)[0]
        after = state.apply(loser, {"resign": True}, 50)
        assert after.scores == state.scores
        assert after.departures[loser] == Departure(2, "cutting", 50)
        assert after.resigned[loser]
        assert after.result is None
        with refused("not_on_move"):
            after.apply(loser, {"resign": True}, 51)
        with refused("not_on_move"):
            after.apply(loser, aimed(after), 51)

    def test_c17_an_estimate_given_before_resigning_counts(self):
        state = cut(begin(3))
        one, other = others(state)
        state = answer(state, one)
        gone = state.apply(one, {"resign": True}, 60)
        assert gone.result is None
        assert gone.phase == "estimating"
        done = answer(gone, other, at_ms=70)
        assert done.history[0].points[one] == 50
        assert done.history[0].answers[one] == right(state)

    def test_c17_who_resigns_without_an_answer_is_no_longer_waited_for(self):
        state = cut(begin(3))
        one, other = others(state)
        done = answer(state, one).apply(other, {"resign": True}, 60)
        assert done.history[0].answers[other] == "none"
        assert done.history[0].settled_ms == 60
        assert done.round == 2

    def test_c17_a_cutter_who_resigns_after_selecting_keeps_the_cut(self):
        state = cut(begin(3), 3.0)
        cutter = state.cutter
        done = answered(state.apply(cutter, {"resign": True}, 60))
        assert done.history[0].points[cutter] == pytest.approx(70, abs=0.1)
        assert done.history[0].answers[cutter] is None

    def test_c24_the_last_human_resigning_as_cutter_is_settled_first(self):
        state = next(
            state for number in range(50) if (state := begin(1, 2, seed=f"{number}", registered=True)).cutter == 0
        )
        over = state.apply(0, {"resign": True}, 8)
        assert (over.result.reason, over.result.rated, over.result.ended_ms) == ("abandoned", False, 8)
        assert over.scores == (0.0, 50.0, 50.0)
        assert len(over.history) == 1
        assert over.result.ranks == (3, 1, 1)

    @pytest.mark.parametrize("phase", ["cutting", "estimating"])
    def test_c24_the_last_human_resigning_otherwise_interrupts_the_round(self, phase):
        state = next(state for number in range(50) if (state := begin(1, 2, seed=f"{number}", registered=True)).cutter)
        if phase == "estimating":
            state = cut(state)
        over = state.apply(0, {"resign": True}, 8)
        assert (over.result.reason, over.result.rated) == ("abandoned", False)
        assert over.history == ()
        assert over.scores == (0.0,) * 3
        as_cutter = next(state for number in range(50) if (state := begin(1, 2, seed=f"{number}")).cutter == 0)
        over = cut(as_cutter).apply(0, {"resign": True}, 8)
        assert (over.result.reason, over.history) == ("abandoned", ())

    def test_c20_the_last_humans_resignation_beats_a_natural_end(self):
        state = next(s for n in range(50) if (s := begin(1, 1, seed=f"{n}", rounds=1, registered=True)).cutter == 0)
        assert state.apply(0, {"resign": True}, 8).result.reason == "abandoned"
        assert state.advance(STEP).result.reason == "rounds"
        assert state.advance(STEP).result.rated

    def test_c24_bots_alone_play_on_until_they_all_leave(self):
        state = begin(0, 2, registered=True)
        state = state.apply(0, {"resign": True}, 1)
        assert state.result is None
        assert state.apply(1, {"resign": True}, 2).result.reason == "abandoned"


class TestEnds:
    @pytest.mark.parametrize("mode", MODES)
    def test_c20_rounds(self, mode):
        state = begin(2, mode=mode, rounds=3, registered=True)
        while state.result is None:
            assert state.round == len(state.history) + 1
            state = answered(cut(state, at_ms=state.at_ms + 5))
        assert (state.result.reason, len(state.history), state.round) == ("rounds", 3, 3)
        assert state.result.rated
        assert state.result.scores == state.scores == state.history[-1].totals
        assert state.next_deadline_ms is None
        for call in (lambda: state.apply(0, {"resign": True}, 100), lambda: state.end(100)):
            with pytest.raises(GameOver):
                call()
        assert state.advance(10**9).result == state.result

    def test_c20_the_point_target_is_checked_after_the_whole_settlement(self):
        state = begin(3, ends="points", points=150, estimate_score=80)
        while state.result is None:
            assert max(state.scores) < 150
            state = answered(cut(state, 12.0, at_ms=state.at_ms + 5))
        assert state.result.reason == "points"
        assert len([score for score in state.scores if score >= 80]) >= 2
        assert max(state.scores) >= 150

    def test_c20_a_resigned_players_total_counts_toward_the_target(self):
        state = begin(3, ends="points", points=60, estimate_score=50)
        state = answered(cut(state, 12.0))
        leader = others(state)[0] if state.scores[others(state)[0]] else others(state)[1]
        cutter = state.cutter
        assert state.scores[leader] == 50
        state = cut(state, 12.0)
        state = answer(state, leader).apply(leader, {"resign": True}, state.at_ms)
        last = next(seat for seat in range(3) if seat not in (cutter, leader))
        over = answer(state, last)
        assert over.result.reason == "points"
        assert over.scores[leader] == 100
        assert over.result.ranks[leader] == 1

    def test_c20_a_running_round_goes_on_beyond_the_time_limit(self):
        state = begin(2, ends="minutes", minutes=1, at_ms=500, step_seconds=60)
        state = answered(perfect(state, 40_000))
        state = cut(state, at_ms=60_499)
        state = answer(state, others(state)[0], at_ms=75_000)
        assert (state.result.reason, state.result.ended_ms, state.round) == ("time", 75_000, 2)

    def test_c20_a_limit_exactly_reached_starts_no_round(self):
        for at_ms, over in ((60_499, False), (60_500, True)):
            state = perfect(begin(2, ends="minutes", minutes=1, at_ms=500, step_seconds=60), at_ms)
            assert (state.result is not None) is over
            assert len(state.history) == 1

    @pytest.mark.parametrize("phase", ["cutting", "estimating"])
    def test_c24_an_administrators_end_is_unrated_and_settles_nothing(self, phase):
        state = begin(2, registered=True)
        if phase == "estimating":
            state = cut(state)
        over = state.end(77)
        assert (over.result.reason, over.result.rated, over.result.ended_ms) == ("administrator", False, 77)
        assert over.history == ()
        with pytest.raises(ClockError):
            state.end(-1)
        assert state.end(STEP + 1).history[0].kind == ("timeout" if phase == "cutting" else "estimated")

    def test_c24_guest_rooms_are_unrated(self):
        assert begin(2, rounds=1).advance(10**6).result.rated is False
        assert begin(2, rounds=1, registered=True).advance(10**6).result.rated is True

    def test_c20_a_game_in_which_nobody_scores_ends_some_day(self):
        state = begin(1, ends="points", points=10_000, step_seconds=15).advance(2**53 - 1)
        assert (state.result.reason, len(state.history)) == ("abandoned", 10_000)
        assert state.result.ended_ms == 10_000 * 15_000


class TestTurns:
    @given(st.integers(0, 10**6), st.integers(1, 3), st.integers(0, 2))
    def test_c15_turns_stay_within_one_while_nobody_leaves(self, number, humans, bots):
        state = begin(humans, bots, seed=f"{number}", rounds=12, mode="line_fixed_angle")
        while state.result is None:
            assert max(state.turns) - min(state.turns) <= 1
            assert sum(state.turns) == state.round
            state = state.advance(state.next_deadline_ms)
        counted = [0] * (humans + bots)
        for closed in state.history:
            counted[closed.cutter] += 1
        assert tuple(counted) == state.turns


class TestSaved:
    @everywhere
    def test_json_round_trips_without_loss(self, mode, variant):
        for number in range(3):
            start = begin(3, 2, seed=f"{number}", at_ms=9, mode=mode, variant=variant, targets="40/50/60", rounds=6)
            for state in walk(start, number):
                text = state.to_json()
                for source in (text, text.encode(), json.loads(text)):
                    twin = State.from_json(source)
                    assert twin == state
                    assert hash(twin) == hash(state)
                    assert twin.to_json() == text

    @pytest.mark.parametrize("ends", ["minutes", "points"])
    def test_json_round_trips_in_other_ends(self, ends):
        for number in range(4):
            start = begin(2, 1, seed=f"{number}", ends=ends, minutes=1, points=200, visibility="spotlight")
            for state in walk(start, number):
                assert State.from_json(state.to_json()) == state
                assert State.from_json(state.end(state.at_ms).to_json() if state.result is None else state.to_json())

    def test_every_part_of_a_saved_state_is_needed_and_checked(self):
        for state in walk(begin(3, 1, mode="line_voronoi", rounds=4), 5):
            saved = json.loads(state.to_json())
            for key in saved:
                with pytest.raises(InvalidState) as caught:
                    State.from_json({name: value for name, value in saved.items() if name != key})
                assert caught.value.path == f"$.{key}"
                for broken in ("x" * 2_000, -1, True, [[]], {"x": 1}, []):
                    if saved[key] != broken:
                        with pytest.raises(InvalidState):
                            State.from_json(saved | {key: broken})
            for more in ({"extra": 1}, {"version": 2}):
                with pytest.raises(InvalidState):
                    State.from_json(saved | more)

    def test_a_saved_state_that_was_tampered_with_is_refused(self):
        """Every number and word in it, one at a time; only what nothing else depends on may be another."""
        state = cut(answered(cut(perfect(begin(3, 1, mode="line_fixed_angle", targets="40/50/60", at_ms=50), 60), 9.0)))
        saved = json.loads(state.to_json())
        taken = set()

        def visit(node, path):
            for key, value in list(node.items() if isinstance(node, dict) else enumerate(node)):
                here = f"{path}.{key}"
                if isinstance(value, dict | list):
                    visit(value, here)
                    continue
                for other in (value + 1, value - 1) if type(value) in (int, float) else ("more", None):
                    if other == value:
                        continue
                    node[key] = other
                    try:
                        State.from_json(saved)
                        taken.add(here)
                    except InvalidState:
                        pass
                    node[key] = value

        visit(saved, "$")
        assert State.from_json(saved) == state
        loose = {path for path in taken if not path.startswith(("$.players", "$.settings"))}
        assert {path.rstrip("0123") for path in loose} <= {"$.at_ms", "$.estimates."}

    @pytest.mark.parametrize(
        "source", ["", "{", "[]", "null", "{}", b"\xff", None, 5, [], {}, {"seed": 1}, "[" * 90_000]
    )
    def test_what_is_no_state_is_refused(self, source):
        with pytest.raises(InvalidState) as caught:
            State.from_json(source)
        assert len(str(caught.value)) < 500

    def test_repr_shows_nothing_hidden(self):
        one, other = cut(begin(3), 5.0), cut(begin(3), 8.0)
        assert repr(one) == repr(other)
        assert SEED not in repr(one)


class TestLearners:
    def test_c26_bots_learn_after_settlement_only(self):
        state = next(s for n in range(50) if (s := begin(2, 1, seed=f"{n}")).cutter == 0)
        fresh = Learner()
        after = cut(state, 6.0)
        assert after.learners[2] == fresh
        error = abs(after.chosen.share - 50)
        after = answer(answer(after, 1, wrong(after)), 2, right(after))
        assert after.learners[2].error == pytest.approx((0.9 * 5 + error) / 1.9)
        assert after.learners[2].correct == pytest.approx(0.9 * 0.5 / 1.9)
        timed = after.advance(after.next_deadline_ms)
        assert timed.learners[2].error == pytest.approx(after.learners[2].error)
        assert timed.learners[2].cutting.weight == pytest.approx(0.9 * 1.9)
