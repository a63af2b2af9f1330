"""Whole random matches for the tests of Polyfit's state."""

import random
from functools import lru_cache

from gamecore.errors import GameOver, IllegalMove
from gamecore.polyfit import Options, Pass, Resign, Solution, State
from gamecore.polyfit.generator import _planted


@lru_cache(maxsize=512)
def _solution(difficulty, seed, number, rounds):
    return tuple(_planted(difficulty, seed, number, rounds)[1])


def solution(state):
    """The right answer to the open round."""
    options = state.options
    return Solution(state.round, _solution(options.difficulty, state.seed, state.round, options.rounds))


def random_match(number, most_events=200):
    """Every state of a random match, from the start to the end or ``most_events``."""
    rng = random.Random(number)
    options = Options(rng.randint(3, 9), "easy", rng.randint(10, 30), rng.randint(2, 8))
    state = State.new(options, seed=f"match {number % 8}", at_ms=rng.choice([0, 1_700_000_000_000]))
    states = [state]
    while state.result is None and len(states) < most_events:
        seat = rng.randrange(options.players)
        at_ms = state.at_ms + rng.choice([0, 0, 1, 500, 5_000, 20_000])
        if rng.random() < 0.1:
            at_ms = state.next_deadline_ms + rng.choice([-1, 0, 0, 1, 40_000])
            at_ms = max(at_ms, state.at_ms)
        kind = rng.random()
        try:
            if kind < 0.4:
                state = state.apply(seat, solution(state), at_ms)
            elif kind < 0.85:
                state = state.apply(seat, Pass(state.round), at_ms)
            elif kind < 0.88:
                state = state.apply(seat, Resign(), at_ms)
            elif kind < 0.9:
                state = state.forfeit(seat, at_ms)
            else:
                state = state.advance(at_ms)
        except (IllegalMove, GameOver):
            continue
        states.append(state)
    return states
