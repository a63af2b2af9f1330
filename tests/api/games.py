"""The games as the shared tests of their states see them: how to begin one, and a legal move.

A game joins by an entry in :data:`GAMES`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gamecore import polyfit


@dataclass(frozen=True)
class Game:
    """A game: its state's class and what the tests need to play it.

    Attributes:
        name: For test ids.
        kind: The state's class.
        begin: A new match of some seats from a seed and a start.
        move: A legal move of a seat that may move, as decoded JSON.
        may_move: Whether a seat may.
        seats: How many ``begin`` makes.
    """

    name: str
    kind: type[Any]
    begin: Callable[[str, int], Any]
    move: Callable[[Any, int], dict[str, Any]]
    may_move: Callable[[Any, int], bool]
    seats: int


def _polyfit(players: int) -> Game:
    options = polyfit.Options(rounds=3, difficulty="easy", round_seconds=10, players=players)
    return Game(
        name=f"polyfit-{players}",
        kind=polyfit.State,
        begin=lambda seed, at_ms: polyfit.State.new(options, seed=seed, at_ms=at_ms),
        move=lambda state, seat: {"round": state.round, "pass": True},
        may_move=lambda state, seat: state.on_move(seat),
        seats=players,
    )


GAMES = (_polyfit(2), _polyfit(3))
