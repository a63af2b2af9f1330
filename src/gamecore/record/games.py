"""The games that records are kept of, and what a record asks of a game.

A game joins by an entry in :data:`GAMES`; it is loaded when a record of it is written or played.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol, Self

import msgspec

from gamecore import wire
from gamecore.errors import InvalidOptions

__all__ = ["GAMES", "Game", "GameState", "game_of"]


class GameState(Protocol):
    """The verbs of a state that every game has, and what a record reads off it.

    Polyfit's states have ``forfeit`` besides, the cutting game's ``end``: :attr:`Game.verbs` tells.
    """

    @property
    def at_ms(self) -> int:
        """Time of the last event."""

    @property
    def seed(self) -> str:
        """What all randomness of the game is drawn from."""

    @property
    def result(self) -> Any:
        """The result, or None while the game runs."""

    def apply(self, seat: int, move: Any, at_ms: int) -> Self:
        """The state after a move."""

    def advance(self, at_ms: int) -> Self:
        """The state when everything due by a time is settled."""

    def view(self, seat: int | None, at_ms: int) -> dict[str, Any]:
        """What a seat, or a spectator, may know."""

    def to_json(self) -> str:
        """The state as JSON, without loss."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a record asks of a game.

    Attributes:
        name: The game's name in records.
        generator: Version of what makes puzzles or shapes of a seed; with another one a record cannot be verified.
        state: The class of its states.
        start: ``start(options, players, seed, at_ms)`` gives the first state; ``options`` is what ``options_of``
            gave, ``players`` the names or None.
        options_of: The options of a state as a JSON object.
        commitment: The public commitment to a seed, 64 hexadecimal digits.
        names_of: What a state's players are called, or None if it does not know.
        verbs: What may change its states besides ``apply`` and ``advance``: ``forfeit`` (seat, at_ms), ``end`` (at_ms).
    """

    name: str
    generator: int
    state: type[Any]
    start: Callable[[Mapping[str, Any], tuple[str, ...] | None, str, int], GameState]
    options_of: Callable[[Any], dict[str, Any]]
    commitment: Callable[[str], str]
    names_of: Callable[[Any], tuple[str, ...] | None]
    verbs: frozenset[str]

    def check_verb(self, verb: str) -> None:
        """Whether the game's states have a verb.

        Raises:
            InvalidOptions: They have not.
        """
        known = {"apply", "advance", *self.verbs}
        if verb not in known:
            raise InvalidOptions("verb", verb, f"for {self.name}: {' '.join(sorted(known))}")


def _polyfit() -> Game:
    from gamecore import polyfit
    from gamecore.polyfit.commitment import commitment

    def start(options: Mapping[str, Any], players: tuple[str, ...] | None, seed: str, at_ms: int) -> GameState:
        chosen = polyfit.Options.from_json(options)
        if players is not None and len(players) != chosen.players:
            raise InvalidOptions("players", players, f"{chosen.players} names, one a seat")
        return polyfit.State.new(chosen, seed=seed, at_ms=at_ms)

    return Game(
        "polyfit",
        polyfit.GENERATOR_VERSION,
        polyfit.State,
        start,
        lambda state: plain(state.options),
        commitment,
        lambda state: None,
        frozenset({"forfeit"}),
    )


def _cutting() -> Game:
    from gamecore import cutting

    def start(options: Mapping[str, Any], players: tuple[str, ...] | None, seed: str, at_ms: int) -> GameState:
        if set(options) != {"settings", "players", "registered"}:
            raise InvalidOptions("options", " ".join(sorted(options)), "settings, players and registered")
        try:
            seated = msgspec.convert(options["players"], tuple[cutting.Player, ...])
        except (msgspec.MsgspecError, RecursionError) as problem:
            raise InvalidOptions("players", options["players"], wire.clipped(f"players: {problem}", 160)) from None
        if players is not None and len(players) != len(seated):
            raise InvalidOptions("players", players, f"{len(seated)} names, one a seat")
        settings = cutting.Settings.from_json(options["settings"])
        return cutting.State.new(settings, seated, seed=seed, at_ms=at_ms, registered=options["registered"])

    return Game(
        "cutting",
        cutting.GENERATOR_VERSION,
        cutting.State,
        start,
        lambda state: plain({"settings": state.settings, "players": state.players, "registered": state.registered}),
        cutting.commitment,
        lambda state: tuple([player.name for player in state.players]),
        frozenset({"end"}),
    )


GAMES: Mapping[str, Callable[[], Game]] = MappingProxyType({"polyfit": _polyfit, "cutting": _cutting})
"""The games by the names that stand in records."""


def game_of(state: object) -> Game:
    """The game that a state belongs to.

    Raises:
        InvalidOptions: It belongs to none that records are kept of.
    """
    for load in GAMES.values():
        game = load()
        if isinstance(state, game.state):
            return game
    raise InvalidOptions("state", state, f"a state of {' or '.join(GAMES)}")


def plain(value: Any) -> Any:
    """A struct or other value as fresh plain data, just as it comes back from JSON."""
    return msgspec.json.decode(wire.encode(value))
