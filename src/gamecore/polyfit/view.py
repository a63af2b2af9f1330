"""What a viewer may know of a match (P24).

An :class:`Observation` is built from what is public; nothing is taken out of a state. While a round is open all that
it tells of the answers is whose there are.
"""

from typing import TYPE_CHECKING

import msgspec

from gamecore.polyfit import clock
from gamecore.polyfit.commitment import commitment
from gamecore.polyfit.gems import Colour, Gems, gem_row
from gamecore.polyfit.puzzle import Puzzle
from gamecore.polyfit.ranking import GameResult
from gamecore.polyfit.rounds import Round, gems_of

if TYPE_CHECKING:
    from gamecore.polyfit.state import State

__all__ = ["Body", "Environment", "Match", "Observation", "observation"]


class Environment(msgspec.Struct, frozen=True):
    """``match.environment``: the server's time now."""

    t_ms: int


class Match(msgspec.Struct, frozen=True):
    """``match``: what holds for every game of the host."""

    environment: Environment


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """``body``: the game as everyone may see it. The JSON form has the fields in this order.

    Attributes:
        round: The open round; once the match is over, the last.
        puzzle: Its puzzle.
        opened_ms: When it opened.
        gem_row: Its gems, from the first taken on.
        gems: By seat: gems by colour, of the closed rounds.
        done: The seats that have answered in the open round, by number.
        history: The closed rounds.
        forfeited: The seats that have forfeited, by number.
        clocks: By seat: milliseconds left.
        commitment: SHA-256 commitment to the seed.
        result: Only once the match is over.
        seed: Only once the match is over.
    """

    round: int
    puzzle: Puzzle
    opened_ms: int
    gem_row: tuple[Colour, ...]
    gems: tuple[Gems, ...]
    done: tuple[int, ...]
    history: tuple[Round, ...]
    forfeited: tuple[int, ...]
    clocks: tuple[int, ...]
    commitment: str
    result: GameResult | None = None
    seed: str | None = None


class Observation(msgspec.Struct, frozen=True):
    """What ``view`` gives, before it becomes plain data or JSON text."""

    body: Body
    match: Match


def observation(state: "State", at_ms: int) -> Observation:
    """What everyone may know at ``at_ms``, which is not before the state's time.

    Nothing is settled: a clock that is due shows 0.

    Args:
        state: The match.
        at_ms: The server's time now.
    """
    over = state.result is not None
    answered = {answer.seat for answer in state.answers}
    players = state.options.players
    body = Body(
        round=state.round,
        puzzle=state.puzzle,
        opened_ms=state.opened_ms,
        gem_row=gem_row(state.seed, state.round, players),
        gems=gems_of(state.history, players),
        done=tuple(sorted(answered)),
        history=state.history,
        forfeited=tuple(number for number, seat in enumerate(state.seats) if seat.forfeited),
        clocks=tuple(
            clock.left_ms(seat.clock_ms, state.opened_ms, at_ms) if state.on_move(number) else seat.clock_ms
            for number, seat in enumerate(state.seats)
        ),
        commitment=commitment(state.seed),
        result=state.result,
        seed=state.seed if over else None,
    )
    return Observation(body, Match(Environment(at_ms)))
