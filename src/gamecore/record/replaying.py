"""Plays records again."""

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec

from gamecore import wire
from gamecore.errors import GamecoreError, IllegalMove, InvalidRecord
from gamecore.record.games import GAMES, Game, GameState, plain
from gamecore.record.lines import Advance, Apply, Event, Forfeit, Refused, Stop
from gamecore.record.reading import Record

__all__ = ["Verdict", "digest", "replay", "verify"]

_VERBS: dict[type[Event], str] = {Apply: "apply", Advance: "advance", Forfeit: "forfeit", Stop: "end"}


class Verdict(msgspec.Struct, frozen=True):
    """What became of playing a record again; true if all went as the record says.

    Attributes:
        line: Number of the first line that differs, or None.
        problem: What differs there.
        checked: How many lines were found to be right.
        unchecked: How many refused calls the record describes too briefly to make again.
        finished: Whether the record goes to the end of the game and tells result and seed.
        torn: Bytes of a last line that is broken off.
    """

    line: int | None
    problem: str | None
    checked: int
    unchecked: int
    finished: bool
    torn: int

    def __bool__(self) -> bool:
        return self.line is None


def digest(state: GameState) -> str:
    """The digest of a state: the first 16 hexadecimal digits of the SHA-256 of its JSON without the seed.

    The keys of the JSON are sorted, and the key ``seed`` of the state and of its result is left out. Were it in,
    anyone who sees a record grow could try seeds until a digest agrees, and know the rounds to come. As it is, a
    digest tells nothing but what the lines above it say in the clear. That the seed is right shows nevertheless:
    in the commitment, and in every solution and gem. (The cutting game's state has the shape and what is fixed of the
    cut, which views tell too; like a puzzle they can be tried against guesses.)
    """
    value = msgspec.json.decode(state.to_json())
    for part in (value, value.get("result")):
        if isinstance(part, dict):
            part.pop("seed", None)
    return hashlib.sha256(wire.encode(value).encode()).hexdigest()[:16]


def replay(record: Record, seed: str | None = None) -> Iterator[Any]:
    """The states of a record's game: the first, then one after each event (after a refused call the same again).

    Every state is compared with the record's digest on the way.

    Args:
        record: The record.
        seed: The seed, for a record that does not tell it.

    Raises:
        InvalidRecord: From the iterator: at the first line that cannot be played or goes another way; on line 1,
            the game, its options or version are unknown here, or the seed is missing or is not the one that the
            record commits to.
    """
    played = _Replay(record, seed)
    yield played.state
    for number, event in enumerate(record.events, 2):
        played.play(number, event)
        yield played.state
    played.finish()


def verify(record: Record, seed: str | None = None) -> Verdict:
    """Play a record again from its seed, state by state.

    A record without an end is verified as far as it goes.

    Args:
        record: The record.
        seed: The seed, for a record that does not tell it.

    Returns:
        The verdict, with the first line that differs.

    Raises:
        InvalidRecord: It cannot be verified at all: no seed is known, or this version does not know the game, its
            options, or its generator.
    """
    checked, unchecked, line, problem = 0, 0, None, None
    game = _known_game(record)
    if seed is None and record.seed is None:
        raise InvalidRecord(record.lines, "is the last, and tells no seed: the game is not over. Give the seed")
    try:
        played = _Replay(record, seed, game)
        checked = 1
        for number, event in enumerate(record.events, 2):
            if played.play(number, event):
                checked += 1
            else:
                unchecked += 1
        played.finish()
        checked += record.end is not None
    except InvalidRecord as error:
        line, problem = error.line, error.problem
    return Verdict(line, problem, checked, unchecked, record.end is not None, record.torn)


def _known_game(record: Record) -> Game:
    load = GAMES.get(record.begin.game)
    if load is None:
        raise InvalidRecord(1, f"is of a game not known here: {wire.shown(record.begin.game)}")
    game = load()
    if record.begin.generator != game.generator:
        raise InvalidRecord(
            1, f"was made by generator version {record.begin.generator}, which this version ({game.generator}) is not"
        )
    return game


class _Replay:
    """A game being played again; ``state`` is where it has got to."""

    def __init__(self, record: Record, seed: str | None, game: Game | None = None) -> None:
        game = game or _known_game(record)
        begin = record.begin
        if seed is None:
            seed = record.seed
        if seed is None:
            raise InvalidRecord(1, "needs the seed, which the record does not tell: the game is not over")
        if game.commitment(seed) != begin.commitment:
            raise InvalidRecord(1, "commits to another seed")
        try:
            self.state = game.start(begin.options, begin.players, seed, begin.at_ms)
        except GamecoreError as error:
            raise InvalidRecord(1, f"is no beginning of a game: {error}") from None
        if game.options_of(self.state) != begin.options:
            raise InvalidRecord(1, "does not give all the options as they are kept")
        self._game = game
        self._record = record
        self._compare(1, begin.digest)

    def play(self, number: int, event: Event) -> bool:
        """Go one line on; tells whether there was anything to compare."""
        if isinstance(event, Refused):
            return self._refused(number, event)
        try:
            self.state = self._played(number, event)
        except InvalidRecord:
            raise
        except GamecoreError as error:
            raise InvalidRecord(number, f"is refused: {wire.clipped(str(error), 200)}") from None
        self._compare(number, event.digest)
        return True

    def finish(self) -> None:
        """Compare the end, if the record has one."""
        end = self._record.end
        if end is None:
            return
        number = self._record.lines
        if self.state.result is None:
            raise InvalidRecord(number, "ends a game that is not over")
        if plain(self.state.result) != end.result:
            raise InvalidRecord(number, "tells another result than the game has")
        if end.seed != self.state.seed:
            raise InvalidRecord(number, "tells another seed than the one given")

    def _played(self, number: int, event: Apply | Advance | Forfeit | Stop) -> GameState:
        move = _move(number, event.move) if isinstance(event, Apply) else None
        return self._called(_VERBS[type(event)], getattr(event, "seat", None), move, event.at_ms)

    def _called(self, verb: str, seat: int | None, move: Any, at_ms: int) -> GameState:
        self._game.check_verb(verb)
        arguments = {"apply": (seat, move, at_ms), "forfeit": (seat, at_ms)}.get(verb, (at_ms,))
        after: GameState = getattr(self.state, verb)(*arguments)
        return after

    def _refused(self, number: int, event: Refused) -> bool:
        if event.at_ms is None or (event.call in ("apply", "forfeit") and event.seat is None):
            return False
        move: Any = event.text
        if event.call == "apply" and move is None:
            if isinstance(event.move, msgspec.UnsetType):
                return False
            move = _move(number, event.move)
        try:
            self._called(event.call, event.seat, move, event.at_ms)
        except InvalidRecord:
            raise
        except GamecoreError as error:
            reason = error.reason if isinstance(error, IllegalMove) else None
            if (error.code, reason) != (event.code, event.reason):
                raise InvalidRecord(number, f"is refused for another reason: {wire.clipped(str(error), 200)}") from None
            return True
        raise InvalidRecord(number, "is not refused")

    def _compare(self, number: int, expected: str) -> None:
        found = digest(self.state)
        if found != expected:
            raise InvalidRecord(number, f"leads to another state: digest {found}, the record has {expected}")


def _move(number: int, raw: msgspec.Raw) -> Any:
    return wire.decode(bytes(raw), lambda _, problem: InvalidRecord(number, f"has a move that {problem}"))
