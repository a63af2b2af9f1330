"""The games as the shared tests of their states see them: how to begin one, and a legal move.

A game joins by an entry in :data:`GAMES`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gamecore import cutting, polyfit


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
        left: The result's reason when everyone has resigned.
    """

    name: str
    kind: type[Any]
    begin: Callable[[str, int], Any]
    move: Callable[[Any, int], dict[str, Any]]
    may_move: Callable[[Any, int], bool]
    seats: int
    left: str


def _polyfit(players: int) -> Game:
    options = polyfit.Options(rounds=3, difficulty="easy", round_seconds=10, players=players)
    return Game(
        name=f"polyfit-{players}",
        kind=polyfit.State,
        begin=lambda seed, at_ms: polyfit.State.new(options, seed=seed, at_ms=at_ms),
        move=lambda state, seat: {"round": state.round, "pass": True},
        may_move=lambda state, seat: state.on_move(seat),
        seats=players,
        left="resignation",
    )


def _cutting(players: int, **chosen: Any) -> Game:
    settings = cutting.Settings(rounds=2, **chosen)
    people = [cutting.Player.human(f"player {number}") for number in range(players)]

    def move(state: Any, seat: int) -> dict[str, Any]:
        if state.phase == "estimating":
            return {"round": state.round, "estimate": "more"}
        point, part = cutting.closest_cut(state.shape, state.constraint, state.target - 8.0)  # not Perfect
        return {"round": state.round, "point": list(point), "part": part}

    return Game(
        name=f"cutting-{players}-{settings.mode}",
        kind=cutting.State,
        begin=lambda seed, at_ms: cutting.State.new(settings, people, seed=seed, at_ms=at_ms),
        move=move,
        may_move=lambda state, seat: state.on_move(seat),
        seats=players,
        left="abandoned",
    )


GAMES = (
    _polyfit(2),
    _polyfit(3),
    _cutting(2),
    _cutting(3, mode="line_voronoi"),
    _cutting(3, mode="circle_fixed_diameter", variant="perimeter"),
)
