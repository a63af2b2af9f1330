"""Whole games as lists of calls, drawn at random: what hosts, humans and bots do, mostly legal, sometimes not."""

from gamecore.errors import GamecoreError

from . import play

USUAL = {"move": 14, "err": 2, "timeout": 1.5, "late": 0.3, "advance": 2, "resign": 0.5}
CALM = {"move": 14, "err": 6, "timeout": 1}
STORMY = {"move": 10, "err": 1, "timeout": 3, "late": 1, "resign": 2, "end": 0.5}


def called(state, verb, *arguments):
    """The state after a call; itself if it is refused."""
    try:
        return getattr(state, verb)(*arguments)
    except GamecoreError:
        return state


def script(rng, state, weights=None, most=300):
    """Calls ``(verb, *arguments)`` until the game is over; some are refused."""
    weights = USUAL if weights is None else weights
    calls = []
    while state.result is None and len(calls) < most:
        call = _call(rng, state, weights, len(calls))
        calls.append(call)
        state = called(state, *call)
    if state.result is None:
        calls.append(("end", state.at_ms))
    return calls


def _call(rng, state, weights, number):
    what = rng.choices(list(weights), list(weights.values()))[0]
    at = min(state.at_ms + rng.choice((0, 1, 800, 2_500, 7_000)), state.next_deadline_ms)
    if what == "timeout":
        return ("advance", state.next_deadline_ms + rng.choice((0, 0, 1, 5_000)))
    if what == "late":
        return ("advance", state.next_deadline_ms + rng.randrange(4) * state.settings.step_ms)
    if what in ("advance", "end"):
        return (what, at)
    if what == "resign":
        return ("apply", rng.randrange(len(state.players)), {"resign": True}, at)
    if what == "err":
        return ("apply", *_wrong(rng, state, number), at)
    seat = rng.choice([seat for seat in range(len(state.players)) if state.on_move(seat)])
    if state.players[seat].is_bot:
        return ("apply", seat, state.bot_move(seat).to_dict(), at)
    if state.phase == "cutting":
        return ("apply", seat, play.good_cut(rng, state, rng.choice(("any", "near", "near", "perfect"))), at)
    return ("apply", seat, {"round": state.round, "estimate": rng.choice(("more", "less"))}, at)


def _wrong(rng, state, number):
    """A seat and a move that is refused, or nearly always; the reasons take turns."""
    estimate = {"round": state.round, "estimate": "more"}
    reason = play.CUT_FAULTS[number % len(play.CUT_FAULTS)]
    cut = play.wrong_cut(rng, state, reason) if state.phase == "cutting" else None
    if cut is not None:
        return state.cutter, cut
    return rng.choice(
        (
            (state.cutter, estimate),
            (0, estimate | {"round": state.round + 1}),
            (0, {"round": state.round, "point": [0.1, 0.2], "part": 0}),
            (len(state.players), estimate),
            (0, {"round": state.round, "estimate": "perhaps"}),
        )
    )
