"""Whole games as lists of calls, drawn at random: what hosts and seats do, mostly legal, sometimes not."""

from . import play
from .model import Match, Refused

USUAL = {
    "solve": 10,
    "pass": 4,
    "slow": 2,
    "err": 2,
    "repeat": 1,
    "resign": 0.3,
    "forfeit": 0.2,
    "advance": 2,
    "wait": 0.2,
}
STORMY = {"solve": 10, "pass": 3, "slow": 3, "err": 1, "resign": 1, "forfeit": 1, "wait": 1}
WILD = {"solve": 4, "resign": 2, "forfeit": 1, "wait": 1}
CALM = {"solve": 10, "pass": 3, "slow": 1, "err": 1, "advance": 1}


def called(target, verb, *arguments):
    """The target after a call; itself if the rules refuse it (either's errors)."""
    try:
        return getattr(target, verb)(*arguments)
    except (Refused, ValueError):
        return target


def script(rng, match, weights=None, most=400):
    """Calls ``(verb, *arguments)`` until the game is over, for a new :class:`Match`; some are refused."""
    weights = USUAL if weights is None else weights
    calls = []
    while not match.over and len(calls) < most:
        call = _call(rng, match, weights)
        calls.append(call)
        match = called(match, *call)
    if not match.over:
        calls.append(("advance", match.now + 3 * match.bank))
    return calls


def _call(rng, match, weights):
    what = rng.choices(list(weights), list(weights.values()))[0]
    at = match.now + rng.choice((0, 1, rng.randrange(3_000), rng.randrange(8_000)))
    if what in ("slow", "wait"):
        at = max(at, match.open_round().opened + match.window + rng.choice((0, 1, rng.randrange(9_000))))
    if what == "wait":
        at = max(at, match.next_deadline() + rng.choice((-1, 0, 1, 5_000)))
    if what == "advance":
        return ("advance", at)
    settled = match.advance(max(match.now, at - 1))
    if settled.over:
        return ("advance", at)
    number = settled.open_round().number
    seat = rng.choice(settled.on_move())
    if what == "forfeit":
        return ("forfeit", seat, at)
    if what == "resign":
        return ("apply", seat, {"resign": True}, at)
    if what == "err":
        placements = play.wrong(settled, rng.choice(play.ILLEGAL))
        if placements is None or rng.random() < 0.2:
            number, placements = number + rng.choice((-1, 1)), play.solution(settled)
        return ("apply", seat, {"round": number, "placements": placements}, at)
    if what == "repeat":
        seat = rng.randrange(match.players)
    if what == "pass" or (what == "repeat" and rng.random() < 0.5):
        return ("apply", seat, {"round": number, "pass": True}, at)
    placements = rng.choice((play.solution, play.other_solution))(settled)
    return ("apply", seat, {"round": number, "placements": placements}, at)


def new_match(options, seed, at_ms=0):
    """The naive model for options given as a dict of all but ``bank_ms``."""
    return Match(**{"bank_ms": None} | options, seed=seed, at_ms=at_ms)
