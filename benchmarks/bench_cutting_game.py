"""The state of the cutting game, as a server feels it; every run asserts its answer.

Run with ``pytest benchmarks/bench_cutting_game.py --benchmark-enable``; run as a script, it prints median and worst
times (of the processor) of a cut from JSON text to the next state over many rounds of many games.
"""

import json
import sys
from random import Random
from statistics import median, quantiles
from time import process_time

import pytest

from gamecore.cutting import MODES, VARIANTS, CutMove, Player, Settings, State, closest_cut
from gamecore.cutting.bots import bot_delay_ms

PLAYERS = [Player.human("a"), Player.human("b"), Player.human("c"), Player.robot(1)]


def cut_text(state: State, off: float = 8.0) -> str:
    """A cut that misses the target, as a client sends it."""
    settings = state.settings
    goal = state.target + off
    return json.dumps(
        CutMove(state.round, *closest_cut(state.shape, state.constraint, goal, settings.variant)).to_dict()
    )


def settled(state: State, off: float = 8.0) -> State:
    """After a cut and everyone's answer."""
    number = state.round
    state = state.apply(state.cutter, cut_text(state, off), state.at_ms + 2_000)
    for seat in range(4):
        if state.round == number and state.on_move(seat):
            state = state.apply(seat, {"round": number, "estimate": "more"}, state.at_ms + 500)
    return state


def game(mode: str, variant: str = "area", rounds: int = 10, **kept: str) -> State:
    """A game in its last round but one, with something to look back on."""
    state = State.new(Settings(mode=mode, variant=variant, rounds=rounds, **kept), PLAYERS, seed="bench")
    while state.round < rounds - 1:
        state = settled(state, 0.0 if state.round == 2 else 8.0)
    return state


@pytest.fixture(scope="module", params=MODES)
def state(request) -> State:
    return game(request.param)


def test_a_cut(benchmark, state):
    """From JSON text to the next state; the target is 1 ms in line modes and 3 ms in circle modes."""
    text = cut_text(state)
    after = benchmark(lambda: state.apply(state.cutter, text, state.at_ms + 1_000))
    assert after.phase == "estimating"


@pytest.mark.parametrize("mode", ["line_fixed_point", "circle_fixed_diameter"])
def test_an_estimate(benchmark, mode):
    """From JSON text to the next state; the target is 10,000 a second."""
    state = game(mode)
    state = state.apply(state.cutter, cut_text(state), state.at_ms)
    seat = next(seat for seat in range(4) if state.on_move(seat))
    text = f'{{"round":{state.round},"estimate":"more"}}'
    after = benchmark(lambda: state.apply(seat, text, state.at_ms + 1_000))
    assert after.estimates[seat] == "more"


def test_the_estimate_that_settles(benchmark, state):
    """The last answer of a round: scores, learning, the part enlarged, the next constraint drawn."""
    number = state.round
    state = state.apply(state.cutter, cut_text(state), state.at_ms)
    *first, last = [seat for seat in range(4) if state.on_move(seat)]
    for seat in first:
        state = state.apply(seat, {"round": number, "estimate": "less"}, state.at_ms)
    text = f'{{"round":{number},"estimate":"more"}}'
    after = benchmark(lambda: state.apply(last, text, state.at_ms + 1_000))
    assert after.round == number + 1


@pytest.mark.parametrize("kind", ["data", "text"])
def test_a_view(benchmark, state, kind):
    """Of a complete board, with eight settled rounds and a Perfect cut."""
    state = state.apply(state.cutter, cut_text(state), state.at_ms)
    made = benchmark(lambda: state.view(0) if kind == "data" else state.view_json(0))
    body = (made if kind == "data" else json.loads(made))["body"]
    assert body["board"]["selected"]
    assert len(body["perfect_cuts"]) >= 1


@pytest.mark.parametrize("mode", ["line_fixed_angle", "circle_fixed_centre"])
def test_a_view_under_spotlight(benchmark, mode):
    """As each move of a pointer asks for."""
    state = game(mode, visibility="spotlight")
    state = state.apply(state.cutter, cut_text(state), state.at_ms)
    made = benchmark(lambda: state.view_json(0, None, (0.1, 0.2)))
    assert "constraint" not in json.loads(made)["body"].get("board", {})


def test_advance_with_nothing_due(benchmark, state):
    after = benchmark(lambda: state.advance(state.at_ms + 10))
    assert after.round == state.round


def test_a_bots_move(benchmark, state):
    """The cut of the bot whose turn it is; the target is 20 ms."""
    while not state.players[state.cutter].is_bot:
        state = settled(state) if state.round < state.settings.rounds else game(state.settings.mode, rounds=12)
        if state.result is not None:
            pytest.skip("the bot has no turn left")
    move = benchmark(lambda: state.bot_move(state.cutter))
    assert move.round == state.round
    assert 1_000 <= bot_delay_ms(state, state.cutter) <= 3_000


@pytest.mark.parametrize("way", ["to_json", "from_json"])
def test_saving(benchmark, state, way):
    text = state.to_json()
    if way == "to_json":
        assert benchmark(state.to_json) == text
    else:
        assert benchmark(lambda: State.from_json(text)) == state


def report(games: int) -> None:
    """Times in ms over all rounds of many games."""
    print(f"{'mode':22} {'variant':10} {'cuts':>6} {'median':>8} {'99 %':>8} {'worst':>8}  ms")
    for mode in MODES:
        for variant in VARIANTS:
            times = []
            for number in range(games):
                chance = Random(number)
                state = State.new(Settings(mode=mode, variant=variant), PLAYERS, seed=f"report {number}")
                while state.result is None:
                    text = cut_text(state, chance.uniform(-15, 15))
                    began = process_time()
                    state.apply(state.cutter, text, state.at_ms + 1)
                    times.append(1e3 * (process_time() - began))
                    state = settled(state, chance.uniform(-15, 15))
            print(
                f"{mode:22} {variant:10} {len(times):6} {median(times):8.3f} "
                f"{quantiles(times, n=100)[-1]:8.3f} {max(times):8.3f}",
                flush=True,
            )


if __name__ == "__main__":
    report(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
