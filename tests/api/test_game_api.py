"""The verbs that all games share (design: "one event in, a new state out"), the same tests for every game."""

import inspect
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from gamecore.errors import ClockError, GameOver, IllegalMove, InvalidState, MalformedMove

from .games import GAMES

SEED = "the same for all, and secret"
BAD_TIMES = (-1, True, 1.0, float("nan"), "5", None, [], 10**30)
BAD_SEATS = (-1, 99, True, 1.0, "0", [], 10**30)
NOT_MOVES = (
    None, True, 0, "", "{", b"\xff", "[]", "null", [], {}, {"round": True}, {"round": 1.0, "pass": True},
    {"resign": False}, {"resign": 1}, {"resign": True, "round": 1}, {1: 2}, {"round": 10**400}, "\ud800", "[" * 10_000,
    object(), {"round": float("nan")}, {"resign": True, "x": None},
)  # fmt: skip


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request):
    return request.param


def walk(game, moves=200):
    """States of a match in which the first seat that may move does so, a second apart, until it is over."""
    state = game.begin(SEED, 0)
    yield state
    for _ in range(moves):
        if state.result is not None:
            return
        seat = next((seat for seat in range(game.seats) if game.may_move(state, seat)), None)
        if seat is None:
            state = state.advance(state.next_deadline_ms)
        else:
            state = state.apply(seat, game.move(state, seat), state.at_ms + 1_000)
        yield state


def ended(game):
    *_, last = walk(game)
    assert last.result is not None
    return last


def test_the_verbs_have_the_names_and_the_order_of_the_design(game):
    def parameters(verb):
        return list(inspect.signature(getattr(game.kind, verb)).parameters)[1:]

    assert parameters("apply") == ["seat", "move", "at_ms"]
    assert parameters("advance") == ["at_ms"]
    assert parameters("view")[:2] == ["seat", "at_ms"]
    assert parameters("to_json") == []
    assert list(inspect.signature(game.kind.from_json).parameters) == ["source"]
    new = inspect.signature(game.kind.new).parameters
    assert new["seed"].kind is inspect.Parameter.KEYWORD_ONLY
    assert new["at_ms"].default == 0


def test_states_are_frozen_values(game):
    for state, again in zip(walk(game), walk(game), strict=True):
        assert state == again
        assert state is not again
        assert hash(state) == hash(again)
        with pytest.raises((AttributeError, TypeError)):
            state.at_ms = 5
        with pytest.raises((AttributeError, TypeError)):
            state.anything = 5
    assert len(set(walk(game))) == len(list(walk(game)))
    assert state != 5
    assert state != game.begin(SEED + "!", 0)


def test_json_round_trips_without_loss(game):
    for state in walk(game):
        text = state.to_json()
        assert type(text) is str
        for source in (text, text.encode(), bytearray(text.encode()), json.loads(text)):
            twin = game.kind.from_json(source)
            assert twin == state
            assert twin.to_json() == text


@pytest.mark.parametrize("source", ["", "{", "[]", "null", "{}", b"\xff", None, 5, [], {}, {"seed": 1}, "[" * 100_000])
def test_what_is_no_state_is_refused_by_name(game, source):
    with pytest.raises(InvalidState) as caught:
        game.kind.from_json(source)
    assert caught.value.path.startswith("$")
    assert len(str(caught.value)) < 500


def test_every_part_of_a_saved_state_is_needed_and_checked(game):
    """A state without its answers would be another match's, one without its version perhaps another form."""
    for state in walk(game):
        saved = json.loads(state.to_json())
        for key in saved:
            with pytest.raises(InvalidState) as caught:
                game.kind.from_json({name: value for name, value in saved.items() if name != key})
            assert caught.value.path == f"$.{key}"
            for broken in ("x" * 5_000, -1, True, [[]], {"x": 1}):
                with pytest.raises(InvalidState):
                    game.kind.from_json(saved | {key: broken})
        with pytest.raises(InvalidState):
            game.kind.from_json(saved | {"extra": 1})
        with pytest.raises(InvalidState):
            game.kind.from_json(saved | {"version": 2})


def test_a_call_leaves_the_old_state_as_it_was_and_gives_the_same_again(game):
    states = list(walk(game))
    for state in states[:-1]:
        text = state.to_json()
        seat = next(seat for seat in range(game.seats) if game.may_move(state, seat))
        move = game.move(state, seat)
        one, other = (state.apply(seat, given, state.at_ms) for given in (move, json.dumps(move)))
        assert one == other != state
        assert state.apply(seat, json.dumps(move).encode(), state.at_ms) == one
        assert state.to_json() == text


def test_times_that_are_none_or_run_back_are_clock_errors(game):
    for state in walk(game):
        text = state.to_json()
        for at_ms in (*BAD_TIMES, state.at_ms - 1):
            calls = [("apply", 0, {"resign": True}, at_ms), ("advance", at_ms)]
            if at_ms is not None:  # a view without a time is one of the state's
                calls.append(("view", 0, at_ms))
            for verb, *arguments in calls:
                with pytest.raises(ClockError) as caught:
                    getattr(state, verb)(*arguments)
                assert len(str(caught.value)) < 300
        assert state.to_json() == text
    for at_ms in (*BAD_TIMES,):
        with pytest.raises(ClockError):
            game.begin(SEED, at_ms)


def test_seats_that_are_none_are_named(game):
    state = game.begin(SEED, 0)
    for seat in BAD_SEATS:
        for call in (lambda seat=seat: state.apply(seat, {"resign": True}, 0), lambda seat=seat: state.view(seat)):
            with pytest.raises(IllegalMove) as caught:
                call()
            assert caught.value.reason == "unknown_seat"


@pytest.mark.parametrize("move", NOT_MOVES, ids=range(len(NOT_MOVES)))
def test_what_is_no_move_is_malformed(game, move):
    state = game.begin(SEED, 0)
    with pytest.raises(MalformedMove) as caught:
        state.apply(0, move, 0)
    assert caught.value.path.startswith("$")
    assert len(str(caught.value)) < 500
    assert state == game.begin(SEED, 0)


def test_advance_moves_the_time_and_nothing_else_before_the_deadline(game):
    for state in walk(game):
        due = state.next_deadline_ms
        if due is None:
            assert state.result is not None
            later = state.advance(state.at_ms + 10**6)
            assert later.at_ms == state.at_ms + 10**6
            assert later.result == state.result
            continue
        assert due >= state.at_ms
        early = state.advance(max(state.at_ms, due - 1))
        assert early.at_ms == max(state.at_ms, due - 1)
        assert early.next_deadline_ms == due
        assert early.result is None
        assert json.loads(early.to_json()) == json.loads(state.to_json()) | {"at_ms": early.at_ms}
        at_due = json.loads(state.advance(due).to_json())
        assert at_due != json.loads(state.to_json()) | {"at_ms": due}
        assert state.advance(due + 10**9).at_ms == due + 10**9
        assert state.advance(due).advance(due + 10**9) == state.advance(due + 10**9)


def test_left_alone_a_game_ends(game):
    state = game.begin(SEED, 0)
    for _ in range(10_000):
        if state.next_deadline_ms is None:
            break
        state = state.advance(state.next_deadline_ms)
    assert state.result is not None


def test_views_have_the_shape_of_the_observation_and_hide_the_seed(game):
    for state in walk(game):
        for viewer in (None, *range(game.seats)):
            for later in (0, 1, 10**6):
                view = state.view(viewer, state.at_ms + later)
                assert set(view) == {"body", "match"}
                assert view["match"]["environment"]["t_ms"] == state.at_ms + later
                assert json.loads(json.dumps(view, allow_nan=False)) == view
                assert (SEED in json.dumps(view)) == (state.result is not None)
        assert state.view(0) == state.view(0, state.at_ms)
        assert SEED not in repr(state)


def test_after_the_end_nothing_more_is_taken(game):
    state = ended(game)
    assert state.next_deadline_ms is None
    for call in (lambda: state.apply(0, {"resign": True}, state.at_ms), lambda: state.apply(0, "junk", state.at_ms)):
        with pytest.raises(GameOver):
            call()
    with pytest.raises(ClockError):
        state.apply(0, {"resign": True}, state.at_ms - 1)


def test_everyone_may_resign_until_the_game_is_over(game):
    state = game.begin(SEED, 0)
    for seat in range(game.seats):
        if state.result is None:
            state = state.apply(seat, {"resign": True}, seat)
            assert state.at_ms == seat
    assert state.result is not None
    assert state.result.reason == game.left


def test_the_time_may_start_anywhere_and_only_differences_matter(game):
    start = 1_700_000_000_000
    state, moved = game.begin(SEED, 0), game.begin(SEED, start)
    while state.result is None:
        seat = next(seat for seat in range(game.seats) if game.may_move(state, seat))
        move = game.move(state, seat)
        state, moved = state.apply(seat, move, state.at_ms + 700), moved.apply(seat, move, moved.at_ms + 700)
        assert moved.at_ms == state.at_ms + start
        if state.next_deadline_ms is not None:
            assert moved.next_deadline_ms == state.next_deadline_ms + start
    assert moved.result.order == state.result.order


def test_states_are_safe_to_share_between_threads(game):
    expected = [(state.to_json(), state.view(None)) for state in walk(game)]

    def play(_):
        return [(state.to_json(), state.view(None)) for state in walk(game)]

    with ThreadPoolExecutor(4) as pool:
        assert all(found == expected for found in pool.map(play, range(8)))
