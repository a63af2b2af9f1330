"""What viewers see: P14, P20, P24 and P25."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.polyfit import ClockError, IllegalMove, Options, Pass, Puzzle, Resign, State, commitment

from .matches import random_match, solution

FIELDS = ["round", "puzzle", "opened_ms", "gem_row", "gems", "done", "history", "forfeited", "clocks", "commitment"]
SECRET = "the seed that nobody may see"


def started(players=3):
    return State.new(Options(rounds=3, difficulty="easy", round_seconds=10, players=players), seed=SECRET)


def test_p24_the_shape():
    view = started().view(0, 5)
    assert list(view) == ["body", "match"]
    assert view["match"] == {"environment": {"t_ms": 5}}
    body = view["body"]
    assert list(body) == FIELDS
    assert body.pop("puzzle") == started().puzzle.to_dict()
    assert body.pop("gem_row") == list(started().gem_row)
    none = {"ruby": 0, "amber": 0, "jade": 0, "sapphire": 0}
    assert body == {
        "round": 1,
        "opened_ms": 0,
        "gems": [none] * 3,
        "done": [],
        "history": [],
        "forfeited": [],
        "clocks": [49_995] * 3,
        "commitment": commitment(SECRET),
    }


def test_p24_history_has_answers_times_and_gems():
    state = started()
    row = list(state.gem_row)
    state = state.apply(2, solution(state), 7).apply(0, Pass(1), 8).apply(1, Resign(), 9)
    body = state.view(None, 9)["body"]
    assert body["history"] == [
        {
            "round": 1,
            "opened_ms": 0,
            "closed_ms": 9,
            "gem_row": row,
            "answers": [
                {"seat": 2, "at_ms": 7, "outcome": "solved", "gems": row[:3]},
                {"seat": 0, "at_ms": 8, "outcome": "passed", "gems": []},
            ],
        }
    ]
    assert (body["forfeited"], body["round"], body["opened_ms"]) == ([1], 2, 9)
    assert sum(body["gems"][2].values()) == 3


@given(st.integers(0, 2**32))
def test_p24_every_view_of_a_match_is_plain_and_tells_no_seed(number):
    for state in random_match(number):
        for seat in (None, 0):
            text = state.view_json(seat, state.at_ms + 3)
            view = state.view(seat, state.at_ms + 3)
            assert json.loads(text) == view
            assert json.dumps(view, separators=(",", ":")).encode() == text
            over = state.result is not None
            assert list(view["body"]) == FIELDS + (["result", "seed"] if over else [])
            assert over or state.seed.encode() not in text


def test_p24_a_view_is_the_hosts_to_change():
    state = started()
    before = state.view_json(0, 0)
    view = state.view(0, 0)
    view["body"]["puzzle"]["pieces"][0]["cells"][0][0] = 99
    view["body"]["gem_row"].clear()
    view["body"]["history"].append(1)
    assert state.view_json(0, 0) == before


def test_p24_an_entrant_reads_the_puzzle_from_the_view():
    state = started()
    assert Puzzle.from_json(state.view(1, 0)) == state.puzzle


def test_p14_nobody_sees_how_a_seat_answered():
    state = started()
    solved, passed = state.apply(0, solution(state), 5), state.apply(0, Pass(1), 5)
    for viewer in (None, 1, 2):
        assert solved.view_json(viewer, 6) == passed.view_json(viewer, 6)
    assert solved.view(1, 6)["body"]["done"] == [0]
    assert solved.next_deadline_ms == passed.next_deadline_ms


def test_p20_a_clock_past_its_flag_shows_zero_and_settles_nothing():
    state = started().apply(0, Pass(1), 0)
    body = state.view(0, 70_000)["body"]
    assert body["clocks"] == [51_000, 0, 0]
    assert body["round"] == 1
    assert body["forfeited"] == []


def test_p25_commitment_from_the_start_and_seed_at_the_end():
    state = started(2)
    promised = state.view(None, 0)["body"]["commitment"]
    over = state.apply(0, Resign(), 5)
    body = over.view(None, 5)["body"]
    assert body["commitment"] == promised
    assert promised == hashlib.sha256(b"gamecore polyfit seed 1\n" + body["seed"].encode()).hexdigest()
    assert body["result"]["reason"] == "resignation"
    assert body["result"]["places"] == [2, 1]
    assert body["done"] == []


def test_views_before_the_state_and_for_nobody_are_refused():
    state = started().advance(10)
    with pytest.raises(ClockError):
        state.view(0, 9)
    with pytest.raises(IllegalMove, match="unknown_seat"):
        state.view(3, 10)
    with pytest.raises(IllegalMove, match="unknown_seat"):
        state.view(True, 10)
    assert state.view() == state.view(None, 10)


def test_puzzles_can_be_made_ahead():
    state = started()
    state.prepare()
    assert state.view(0, 0)["body"]["puzzle"] == state.puzzle.to_dict()
