"""The match, event by event: P02, P08 and P10 to P23. Whole matches against a second model: tests/polyfit_game."""

import json
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore import polyfit
from gamecore.polyfit import (
    Answer,
    ClockError,
    GameOver,
    IllegalMove,
    InvalidOptions,
    InvalidState,
    MalformedMove,
    Options,
    Pass,
    Resign,
    Solution,
    State,
)

from .matches import random_match, solution

EASY = Options(rounds=3, difficulty="easy", round_seconds=10)  # a bank of 50 s
SECRET = "the seed that nobody may see"


def started(players=2, **others):
    return State.new(Options(rounds=3, difficulty="easy", round_seconds=10, players=players, **others), seed=SECRET)


def refused(kind, verb, *arguments):
    with pytest.raises(kind) as caught:
        verb(*arguments)
    return caught.value


class TestRounds:
    def test_p02_every_seat_gets_the_generators_puzzle(self):
        state = started()
        assert state.puzzle == polyfit.generate("easy", SECRET, 1, 3)
        state = state.apply(0, Pass(1), 5).apply(1, Pass(1), 7)
        assert state.puzzle == polyfit.generate("easy", SECRET, 2, 3)

    def test_p12_a_round_opens_the_moment_the_one_before_closes(self):
        state = State.new(EASY, seed=SECRET, at_ms=100)
        assert (state.round, state.opened_ms) == (1, 100)
        state = state.apply(0, Pass(1), 200)
        assert (state.round, state.opened_ms, state.history) == (1, 100, ())
        state = state.apply(1, solution(state), 350)
        assert (state.round, state.opened_ms, state.history[0].closed_ms, state.answers) == (2, 350, 350, ())

    def test_p12_an_answer_at_the_windows_last_millisecond_is_in_time(self):
        state = started()
        assert state.window_ends_ms == 10_000
        assert state.apply(0, solution(state), 10_000).answers == (Answer(0, 10_000, "solved"),)
        assert state.apply(0, Pass(1), 10_000).answers == (Answer(0, 10_000, "passed"),)

    def test_p13_a_later_one_is_late_and_unchecked(self):
        state = started()
        for move in (solution(state), Solution(1, ()), Pass(1)):
            assert state.apply(0, move, 10_001).answers == (Answer(0, 10_001, "late"),)

    def test_p13_a_late_one_is_still_well_formed_and_names_the_open_round(self):
        state = started()
        assert refused(IllegalMove, state.apply, 0, Solution(2, ()), 10_001).reason == "wrong_round"
        refused(MalformedMove, state.apply, 0, {"round": 1, "placements": None}, 10_001)

    def test_p13_a_late_answer_scores_nothing(self):
        state = started().apply(1, Pass(1), 1)
        state = state.apply(0, solution(state), 10_001)
        assert state.history[0].answers == (Answer(1, 1, "passed"), Answer(0, 10_001, "late"))

    def test_p15_windows_close_no_round(self):
        state = started().advance(20_000)
        assert (state.round, state.at_ms, state.next_deadline_ms) == (1, 20_000, 50_000)

    def test_p16_p17_solvers_take_gems_in_order_of_acceptance(self):
        state = started(players=4)
        row = state.gem_row
        assert len(row) == 7
        right = solution(state)
        state = state.apply(2, right, 50).apply(1, Pass(1), 50).apply(0, right, 50).apply(3, right, 50)
        assert [(answer.seat, answer.gems) for answer in state.history[0].answers] == [
            (2, row[:3]),
            (1, ()),
            (0, row[3:5]),
            (3, row[5:6]),
        ]


class TestMoves:
    @pytest.mark.parametrize(
        "form", [lambda move: move, lambda move: move.to_dict(), lambda move: json.dumps(move.to_dict())]
    )
    def test_p08_every_form_of_a_move_serves(self, form):
        state = started()
        assert state.apply(0, form(solution(state)), 1).answers[0].outcome == "solved"
        assert state.apply(0, form(Pass(1)), 1).answers[0].outcome == "passed"
        assert state.apply(0, form(Resign()), 1).result.reason == "resignation"

    def test_p08_more_placements_than_four_times_the_pieces_are_malformed(self):
        state = started()
        laid = solution(state).placements[:1]
        allowed = 4 * len(state.puzzle.pieces)
        assert refused(IllegalMove, state.apply, 0, Solution(1, laid * allowed), 1).reason == "missing_piece"
        assert refused(MalformedMove, state.apply, 0, Solution(1, laid * (allowed + 1)), 1).path == "$.placements"

    def test_p10_p11_a_wrong_solution_is_refused_and_leaves_the_state(self):
        state = started()
        before = state.to_json()
        wrong = Solution(1, solution(state).placements[1:])
        error = refused(IllegalMove, state.apply, 0, wrong, 4_000)
        assert error.detail.startswith("missing_piece: p")
        assert state.to_json() == before
        assert state.apply(0, solution(state), 4_000).seats[0].clock_ms == 50_000 - 4_000 + 1_000

    def test_p10_wrong_round_comes_first(self):
        state = started().apply(0, Pass(1), 1)
        assert refused(IllegalMove, state.apply, 0, Pass(2), 1).reason == "wrong_round"
        assert refused(IllegalMove, state.apply, 1, Solution(0, ()), 1).detail.startswith("wrong_round: round 1 is")

    def test_p14_a_second_answer_is_not_on_move(self):
        state = started().apply(0, Pass(1), 1)
        assert not state.on_move(0)
        assert refused(IllegalMove, state.apply, 0, Pass(1), 1).detail == "not_on_move: seat 0 has answered already"

    @pytest.mark.parametrize("seat", [-1, 2, True, 0.0, None, "0", 10**5000, [0]], ids=range(8))
    def test_unknown_seats(self, seat):
        state = started()
        for verb in (lambda: state.apply(seat, Pass(1), 1), lambda: state.forfeit(seat, 1)):
            assert refused(IllegalMove, verb).reason == "unknown_seat"

    @pytest.mark.parametrize("at_ms", [4, -1, True, 5.0, None, "5", 2**53, 10**5000], ids=range(8))
    def test_bad_times(self, at_ms):
        state = started().advance(5)
        for verb in (
            lambda: state.apply(0, Pass(1), at_ms),
            lambda: state.advance(at_ms),
            lambda: state.forfeit(0, at_ms),
        ):
            assert len(str(refused(ClockError, verb))) < 200

    @pytest.mark.parametrize("at_ms", [-1, True, 0.0, None, 2**52 + 1])
    def test_bad_starts(self, at_ms):
        refused(ClockError, lambda: State.new(EASY, seed="", at_ms=at_ms))

    @pytest.mark.parametrize("seed", [None, 5, b"x", "hidden" * 1000, "hidden\ud800"], ids=range(5))
    def test_bad_seeds_are_refused_and_not_shown(self, seed):
        assert "hidden" not in str(refused(InvalidOptions, lambda: State.new(EASY, seed=seed)))

    def test_after_the_end(self):
        state = started().apply(0, Resign(), 1)
        for verb in (
            lambda: state.apply(1, Pass(1), 2),
            lambda: state.apply(9, "nonsense", 2),
            lambda: state.forfeit(1, 2),
        ):
            refused(GameOver, verb)
        assert state.next_deadline_ms is None
        assert state.advance(9).at_ms == 9
        assert state.advance(9).result == state.result


class TestClocks:
    def test_p23_a_clock_runs_only_on_move_and_gains_a_second_per_answer(self):
        state = started().apply(0, Pass(1), 3_000)
        assert [seat.clock_ms for seat in state.seats] == [48_000, 50_000]
        state = state.apply(1, Pass(1), 20_000)  # late: the second is earned all the same
        assert [seat.clock_ms for seat in state.seats] == [48_000, 31_000]
        assert state.next_deadline_ms == 20_000 + 31_000

    def test_p20_a_flag_falls_at_its_own_millisecond(self):
        state = started(players=3).apply(0, Pass(1), 0).apply(1, Pass(1), 0)
        late = state.advance(90_000)
        assert late.seats[2].departure.at_ms == 50_000
        assert late.history[0].closed_ms == 50_000
        assert late.opened_ms == 50_000
        assert late.at_ms == 90_000
        assert late == state.advance(49_999).advance(50_000).advance(90_000)

    def test_p20_one_late_call_settles_round_after_round(self):
        state = started(players=4).apply(0, Pass(1), 0).apply(1, Pass(1), 10).apply(2, Pass(1), 20)
        over = state.advance(10**9)
        assert over.history[0].closed_ms == 50_000  # seat 3 never answered; the others have 51, 50.99 and 50.98 s
        assert [seat.departure and seat.departure.at_ms for seat in over.seats] == [None, 100_990, 100_980, 50_000]
        assert over.result.reason == "timeout"

    def test_p20_a_move_at_the_flags_millisecond_is_taken_and_leaves_its_second(self):
        state = started()
        taken = state.apply(0, Pass(1), 50_000)
        assert taken.seats[0].clock_ms == 1_000
        assert taken.seats[1].playing
        assert taken.advance(50_000).seats[1].departure.cause == "flag"
        refused(GameOver, state.apply, 0, Pass(1), 50_001)

    def test_p20_a_refused_call_settles_nothing(self):
        state = started(players=3).apply(0, Pass(1), 0).apply(1, Pass(1), 0)
        before = state.to_json()
        assert refused(IllegalMove, state.apply, 0, Pass(1), 60_000).reason == "wrong_round"
        assert refused(IllegalMove, state.apply, 2, Pass(2), 60_000).detail == "not_on_move: seat 2 has left the match"
        assert state.to_json() == before
        assert state.apply(0, Pass(2), 60_000).history[0].closed_ms == 50_000

    def test_p20_flags_at_one_millisecond_fall_together(self):
        over = started(players=3).advance(50_000)
        assert over.result.places == (1, 1, 1)
        assert over.result.reason == "timeout"
        assert [seat.status for seat in over.seats] == ["forfeited"] * 3

    def test_p20_advance_moves_the_time_and_nothing_else(self):
        state = started()
        later = state.advance(17)
        assert later.at_ms == 17
        assert later != state
        assert later.next_deadline_ms == state.next_deadline_ms


class TestLeaving:
    def test_p21_with_two_seats_a_timeout_loses(self):
        state = started()
        over = state.apply(0, solution(state), 10).advance(50_000)
        assert (over.result.reason, over.result.places, over.result.ended_ms) == ("timeout", (1, 2), 50_000)
        assert over.seats[1].status == "out"
        assert over.result.gems == (3, 0)  # the round cut short pays

    @pytest.mark.parametrize(
        ("leave", "reason"),
        [
            (lambda state: state.apply(1, Resign(), 5), "resignation"),
            (lambda state: state.forfeit(1, 5), "timeout"),
            (lambda state: state.advance(50_000), "timeout"),
        ],
    )
    def test_p21_the_reason_is_the_last_departures(self, leave, reason):
        over = leave(started().apply(0, Pass(1), 1))
        assert (over.result.reason, over.result.places) == (reason, (1, 2))
        assert over.seats[1].status == "out"  # P22: with two the leaver is simply out

    def test_p21_it_beats_most_gems_in_the_last_round(self):
        state = started()
        for number in (1, 2):
            state = state.apply(0, solution(state), state.at_ms + 1).apply(1, Pass(number), state.at_ms + 1)
        over = state.apply(0, solution(state), 10).apply(1, Resign(), 10)
        assert (over.round, over.result.reason, over.result.gems) == (3, "resignation", (9, 0))

    def test_p21_the_clock_of_the_seat_left_over_stops(self):
        over = started().apply(1, Resign(), 7_000)
        assert [seat.clock_ms for seat in over.seats] == [43_000, 43_000]
        assert over.view(0, 99_000)["body"]["clocks"] == [43_000, 43_000]

    def test_p15_an_answer_given_before_leaving_stands(self):
        state = started(players=3)
        state = state.apply(0, solution(state), 10).apply(0, Resign(), 20)
        assert state.round == 1
        state = state.apply(1, solution(state), 30).apply(2, Pass(1), 40)
        assert [(answer.seat, len(answer.gems)) for answer in state.history[0].answers] == [(0, 3), (1, 2), (2, 0)]

    def test_p22_missing_the_first_move_forfeits_a_later_flag_does_not(self):
        state = started(players=4).apply(0, Pass(1), 0).apply(1, Pass(1), 0).apply(2, Pass(1), 0).advance(50_000)
        assert [seat.status for seat in state.seats] == ["playing", "playing", "playing", "forfeited"]
        state = state.apply(0, Pass(2), 50_000).apply(1, Pass(2), 50_000).advance(101_000)
        assert [seat.status for seat in state.seats] == ["playing", "playing", "out", "forfeited"]
        assert state.round == 3

    def test_p22_resigning_and_the_hosts_forfeit_do(self):
        state = started(players=4).apply(0, Pass(1), 0).apply(0, Resign(), 1).forfeit(3, 2)
        assert [seat.forfeited for seat in state.seats] == [True, False, False, True]
        assert refused(IllegalMove, state.apply, 0, Resign(), 2).reason == "not_on_move"
        assert refused(IllegalMove, state.forfeit, 3, 2).reason == "not_on_move"

    def test_p15_a_departure_closes_the_round_that_waited_for_it(self):
        state = started(players=3).apply(0, Pass(1), 1).apply(1, Pass(1), 2).apply(2, Resign(), 9)
        assert (state.round, state.opened_ms, state.result) == (2, 9, None)


class TestSaving:
    @given(st.integers(0, 2**32))
    def test_every_state_of_a_match_is_read_back_as_it_was(self, number):
        for state in random_match(number):
            again = State.from_json(state.to_json())
            assert again == state
            assert hash(again) == hash(state)
            assert again.to_json() == state.to_json()
            assert State.from_json(json.loads(state.to_json())) == state
        assert pickle.loads(pickle.dumps(state)) == state

    @given(st.integers(0, 2**32), st.data())
    def test_no_other_number_is_read_back(self, number, data):
        """Whatever number of a saved state is changed, it is refused, or is a state that plays on."""
        saved = json.loads(data.draw(st.sampled_from(random_match(number))).to_json())
        places = list(integers_within(saved))
        where, key = data.draw(st.sampled_from(places))
        where[key] += data.draw(st.sampled_from([-1, 1, 1000, -(10**6), 10**17, 0.5]))
        try:
            state = State.from_json(saved)
        except InvalidState as error:
            assert len(str(error)) < 400
        else:
            assert json.loads(state.to_json()) == saved
            while state.result is None:
                state = state.advance(state.next_deadline_ms)

    @pytest.mark.parametrize(
        ("change", "path"),
        [
            ({"version": 2}, "$.version"),
            ({"seed": 5}, "$.seed"),
            ({"seed": "\ud800"}, "$"),
            ({"round": 0}, "$.round"),
            ({"round": 2}, "$.round"),
            ({"round": True}, "$.round"),
            ({"at_ms": -1}, "$.at_ms"),
            ({"at_ms": 60_000}, "$.at_ms"),
            ({"seats": []}, "$.seats"),
            ({"seats": [{"clock_ms": 50_000}, {"clock_ms": 50_001}]}, "$.seats"),
            ({"answers": [{"seat": 5, "at_ms": 0, "outcome": "solved", "gems": []}]}, "$.answers[0]"),
            ({"answers": [{"seat": 0, "at_ms": 0, "outcome": "late", "gems": []}]}, "$.answers[0]"),
            ({"answers": [{"seat": 0, "at_ms": 0, "outcome": "brilliant", "gems": []}]}, "$.answers[0].outcome"),
            ({"options": {"rounds": 99}}, "$.options"),
            ({"colour": 1}, "$.colour"),
        ],
    )
    def test_what_cannot_be_a_state_is_refused(self, change, path):
        error = refused(InvalidState, State.from_json, {**json.loads(started().to_json()), **change})
        assert error.path == path
        assert SECRET not in str(error)

    @pytest.mark.parametrize(
        "source", ["", "{", "[]", "null", b"\xff", 5, None, "[" * 50_000, "9" * 50_000, " " * 10**6]
    )
    def test_what_is_no_object_is_refused(self, source):
        refused(InvalidState, State.from_json, source)

    def test_objects_that_answer_anything_are_read_as_what_they_are(self):
        class Odd(dict):
            def __getitem__(self, key):
                raise KeyboardInterrupt

            __iter__ = items = keys = __contains__ = get = __getitem__

        saved = json.loads(started().to_json())
        assert State.from_json(Odd(saved)) == started()
        refused(InvalidState, State.from_json, {**saved, "round": 10**30})
        refused(InvalidState, State.from_json, {**saved, "round": object()})

    def test_the_form_is_version_1(self):
        assert json.loads(started().apply(1, Pass(1), 5).to_json()) == {
            "version": 1,
            "options": {"rounds": 3, "difficulty": "easy", "round_seconds": 10, "players": 2, "bank_ms": None},
            "seed": SECRET,
            "at_ms": 5,
            "opened_ms": 0,
            "round": 1,
            "seats": [{"clock_ms": 50_000}, {"clock_ms": 50_995, "has_answered": True}],
            "answers": [{"seat": 1, "at_ms": 5, "outcome": "passed", "gems": []}],
            "history": [],
            "result": None,
        }


def integers_within(value):
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(item, dict | list):
            yield from integers_within(item)
        elif type(item) is int:
            yield value, key


def test_p25_no_text_for_logs_shows_seed_or_answers():
    state = started()
    solved, passed = state.apply(0, solution(state), 5), state.apply(0, Pass(1), 5)
    assert SECRET not in repr(state) + str(state) + repr(state.__rich_repr__())
    assert repr(solved) == repr(passed)
    assert solved.__rich_repr__() == passed.__rich_repr__()
    errors = [
        [
            str(refused(IllegalMove, one.apply, seat, move, 6))
            for seat, move in ((0, Pass(1)), (1, Pass(2)), (2, Pass(1)))
        ]
        for one in (solved, passed)
    ]
    assert errors[0] == errors[1]
    assert SECRET not in str(errors)


def test_a_match_loads_neither_numba_nor_numpy():
    code = """
import sys
from gamecore import polyfit
state = polyfit.State.new(seed="x")
state = state.apply(0, {"round": 1, "pass": True}, 5)
state.view(1, 5), polyfit.State.from_json(state.to_json())
print(sorted({"numba", "numpy", "shapely"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
