"""Games to play in tests: quick to begin, to cut in, and to end."""

import random

from gamecore.cutting import closest_cut
from gamecore.cutting.moves import Cut, Estimate
from gamecore.cutting.players import BotSettings, Player
from gamecore.cutting.settings import Settings
from gamecore.cutting.state import State

LINES = ("line_fixed_point", "line_fixed_angle", "line_voronoi")
CIRCLES = ("circle_fixed_centre", "circle_fixed_diameter")
MODES = LINES + CIRCLES
VARIANTS = ("area", "perimeter")
SEED = "a seed for the tests of cutting"


def people(count, bots=0, **kept):
    return tuple(
        [Player.human(f"h{number}", f"Human {number}") for number in range(count)]
        + [Player.robot(number + 1, BotSettings(**kept)) for number in range(bots)]
    )


def begin(humans=3, bots=0, seed=SEED, at_ms=0, registered=False, **settings):
    return State.new(Settings(**settings), people(humans, bots), seed=seed, at_ms=at_ms, registered=registered)


def aimed(state, off=0.0):
    """A legal cut of a share off the target by about so many points, as a move."""
    settings = state.settings
    goal = min(max(state.target + off, 0.0), 100.0)
    point, part = closest_cut(state.shape, state.constraint, goal, settings.variant, settings.canvas)
    return Cut(state.round, point, part)


def perfect(state, at_ms=None):
    """The state after a Perfect cut."""
    return state.apply(state.cutter, aimed(state), state.at_ms if at_ms is None else at_ms)


def cut(state, off=8.0, at_ms=None):
    """The state after a cut that is off."""
    return state.apply(state.cutter, aimed(state, off), state.at_ms if at_ms is None else at_ms)


def right(state):
    return "more" if state.chosen.share > state.target else "less"


def wrong(state):
    return "less" if right(state) == "more" else "more"


def answer(state, seat, estimate=None, at_ms=None):
    move = Estimate(state.round, estimate or right(state))
    return state.apply(seat, move, state.at_ms if at_ms is None else at_ms)


def answered(state, at_ms=None):
    """The state after everyone has answered right."""
    number = state.round
    for seat in range(len(state.players)):
        if state.result is None and state.round == number and state.phase == "estimating" and state.on_move(seat):
            state = answer(state, seat, at_ms=at_ms)
    return state


def others(state):
    return [seat for seat in range(len(state.players)) if seat != state.cutter]


def walk(state, seed=1, most=400, off=6.0):
    """A random game to its end, state by state: cuts good and bad, timeouts, late hosts, answers, resignations."""
    chance = random.Random(seed)
    yield state
    for _ in range(most):
        if state.result is not None:
            return
        at_ms = state.at_ms + chance.randrange(4_000)
        drawn = chance.random()
        if drawn < 0.08 or at_ms > state.next_deadline_ms:
            state = state.advance(state.next_deadline_ms + chance.choice((0, 0, 70_000)))
        elif drawn < 0.1:
            seat = chance.choice([seat for seat, here in enumerate(state.active) if here])
            state = state.apply(seat, {"resign": True}, at_ms)
        elif state.phase == "cutting":
            state = cut(state, chance.choice((0.0, chance.uniform(-off, off))), at_ms)
        else:
            seat = chance.choice([seat for seat in range(len(state.players)) if state.on_move(seat)])
            state = answer(state, seat, chance.choice(("more", "less")), at_ms)
        yield state
