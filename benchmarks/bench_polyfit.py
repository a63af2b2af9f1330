"""The rules of Polyfit, as a server feels them; every run asserts its answer.

Run with ``pytest benchmarks/bench_polyfit.py --benchmark-enable``.
"""

import json

import pytest

from gamecore import polyfit
from gamecore.polyfit import Options, State

EXTREME = Options(difficulty="extreme", players=4)


def last_round(seed: str = "bench") -> State:
    """The sixth round of an extreme match, with its puzzle made: 56 pieces."""
    state = State.new(EXTREME, seed=seed, at_ms=0)
    for number in range(1, 6):
        for seat in range(4):
            state = state.apply(seat, {"round": number, "pass": True}, 1000 * number)
    assert state.round == 6
    assert len(state.puzzle.pieces) == 56
    return state


@pytest.fixture(scope="module")
def state() -> State:
    return last_round()


@pytest.fixture(scope="module")
def solution(state) -> str:
    return json.dumps(polyfit.solve(state.puzzle).move(6))


def test_solution(benchmark, state, solution):
    """From JSON text to the next state, 56 pieces; the target is 3,000 a second."""
    after = benchmark(lambda: state.apply(2, solution, 7000))
    assert [(answer.seat, answer.outcome) for answer in after.answers] == [(2, "solved")]


def test_first_solution_of_a_round(benchmark):
    """The same for a puzzle that nobody has answered yet, so that its pieces are turned for the first time."""
    numbers = iter(range(10**9))

    def fresh():
        state = last_round(f"solution {next(numbers)}")
        return (state, json.dumps(polyfit.solve(state.puzzle).move(6))), {}

    after = benchmark.pedantic(lambda state, text: state.apply(0, text, 7000), setup=fresh, rounds=100)
    assert [(answer.seat, answer.outcome) for answer in after.answers] == [(0, "solved")]


def test_wrong_solution(benchmark, state, solution):
    """Explaining what is wrong: the last of the 56 pieces lies a row too low."""
    move = json.loads(solution)
    move["placements"][-1]["anchor"][0] += 1
    text = json.dumps(move)

    def refused():
        with pytest.raises(polyfit.IllegalMove) as caught:
            state.apply(2, text, 7000)
        return caught.value.reason

    assert benchmark(refused) in ("outside_board", "outside_region", "overlap")


def test_pass(benchmark, state):
    """From JSON text to the next state; the target is 20,000 a second."""
    after = benchmark(lambda: state.apply(2, '{"round":6,"pass":true}', 7000))
    assert [(answer.seat, answer.outcome) for answer in after.answers] == [(2, "passed")]


def test_view(benchmark, state):
    """A dict ready for JSON; the target is 5,000 a second."""
    view = benchmark(lambda: state.view(1, 7000))
    assert len(view["body"]["puzzle"]["pieces"]) == 56


def test_view_json(benchmark, state):
    """The same as text, which is what goes over the wire."""
    assert json.loads(benchmark(lambda: state.view_json(1, 7000))) == state.view(1, 7000)


def test_advance(benchmark, state):
    """A clock that is not due yet."""
    assert benchmark(lambda: state.advance(8000)).at_ms == 8000


def test_to_json(benchmark, state):
    assert State.from_json(benchmark(state.to_json)) == state


def test_from_json(benchmark, state):
    text = state.to_json()
    assert benchmark(State.from_json, text) == state


def test_opening_a_round(benchmark, state):
    """The answer that closes a round and opens the next; the puzzle is not made until it is asked for."""
    opened = State.new(EXTREME, seed="opening", at_ms=0)
    for seat in range(3):
        opened = opened.apply(seat, {"round": 1, "pass": True}, 500)
    after = benchmark(lambda: opened.apply(3, {"round": 1, "pass": True}, 600))
    assert (after.round, after.opened_ms) == (2, 600)


def test_first_view_of_a_round(benchmark):
    """The generator's time and no more: each run asks for a puzzle of another seed."""
    numbers = iter(range(10**9))

    def fresh():
        return (State.new(EXTREME, seed=f"first {next(numbers)}", at_ms=0),), {}

    view = benchmark.pedantic(lambda state: state.view(0, 0), setup=fresh, rounds=50)
    assert len(view["body"]["puzzle"]["pieces"]) == 32
