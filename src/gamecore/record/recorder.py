"""Writes a record as its game goes."""

import math
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from gamecore import __version__, wire
from gamecore.errors import GamecoreError, IllegalMove, InvalidOptions, InvalidRecord, MalformedMove
from gamecore.record.games import GameState, game_of, plain
from gamecore.record.lines import FORMAT, MAX_LINE, Advance, Apply, Begin, End, Forfeit, Line, Refused, Stop, written
from gamecore.record.reading import read
from gamecore.record.replaying import digest, replay

__all__ = ["Recorder"]

_MAX_REFUSED = 64 * 1024  # bytes of a refused move that are kept


class Recorder:
    """Plays a game and writes its record: a line is on its way to the disk before a verb returns.

    The verbs are those of the state; each gives the new state, which is also :attr:`state`. A refused call raises
    as ever and changes nothing. When the game is over, the last line follows by itself, with the seed, and the
    file is closed if the recorder opened it. Threads may share a recorder.

    If a line cannot be written (``OSError``), the state stays as it was, and so must the record: further verbs
    raise ``InvalidRecord``. The host can play on with :attr:`state`, or :meth:`resume` the file.

    Args:
        file: The path of a new file; or an open file, binary or text (UTF-8), which stays open.
        state: The first state of a game, as ``State.new`` made it.
        players: What the players are called, in the order of the seats; up to 200 characters each. None: the names
            in the state, if it has any.
        fsync: Wait after each line until the disk has it. Without, lines survive a crash of the process, but
            those of the last seconds perhaps not one of the machine.
        keep_refused: How many refused calls to write too, at most; further ones leave no trace.

    Raises:
        InvalidOptions: The state is not a first state of a game that records are kept of, or the names are wrong.
        FileExistsError: The file exists: a record is never written over.
        OSError: The file cannot be written.
    """

    def __init__(
        self,
        file: str | os.PathLike[str] | Any,
        state: GameState,
        *,
        players: Sequence[str] | None = None,
        fsync: bool = False,
        keep_refused: int = 0,
    ) -> None:
        game = game_of(state)
        names = game.names_of(state) if players is None else _checked_names(players)
        options = game.options_of(state)
        if game.start(options, names, state.seed, state.at_ms) != state:
            raise InvalidOptions("state", state.at_ms, "a state just made by State.new")
        first = Begin(
            format=FORMAT,
            game=game.name,
            options=options,
            at_ms=state.at_ms,
            commitment=game.commitment(state.seed),
            generator=game.generator,
            package=str(__version__),
            digest=digest(state),
            players=names,
        )
        opened = Path(file).open("xb") if isinstance(file, str | os.PathLike) else None  # noqa: SIM115
        self._set_up(opened or file, state, 0, owned=opened is not None, fsync=fsync, keep_refused=keep_refused)
        self._write(first)

    def _set_up(self, file: Any, state: GameState, lines: int, *, owned: bool, fsync: bool, keep_refused: int) -> None:
        self._file = file
        self._owned = owned
        self._text = hasattr(file, "encoding")
        self._state = state
        self._fsync = fsync
        self._refused_left = keep_refused
        self._closed = False
        self._lines = lines
        self._lock = threading.Lock()

    @classmethod
    def resume(cls, path: str | os.PathLike[str], seed: str, *, fsync: bool = False, keep_refused: int = 0) -> Self:
        """Go on with a record that a crash broke off: cut a torn last line off, play it again, write on.

        Args:
            path: The file.
            seed: The seed, which the file does not tell yet.
            fsync: As for a new one.
            keep_refused: As for a new one.

        Raises:
            InvalidRecord: It is no record, its game is over, or it does not go that way from this seed.
            OSError: The file cannot be read or written.
        """
        record = read(path)
        if record.end is not None:
            raise InvalidRecord(record.lines, "is the end: there is nothing to go on with")
        for state in replay(record, seed):
            last = state
        file = Path(path).open("r+b")  # noqa: SIM115
        try:
            file.truncate(record.whole)
            file.seek(max(0, record.whole - 1))
            if file.read(1) != b"\n":
                file.write(b"\n")
            recorder = cls.__new__(cls)
            recorder._set_up(file, last, record.lines, owned=True, fsync=fsync, keep_refused=keep_refused)
            recorder._finish()
        except BaseException:
            file.close()
            raise
        return recorder

    @property
    def state(self) -> Any:
        """The state after the last line."""
        return self._state

    def apply(self, seat: int, move: Any, at_ms: int) -> Any:
        """``state.apply`` and its line.

        Args:
            seat: As for the state.
            move: A dict, a move, or JSON text.
            at_ms: As for the state.
        """
        return self._event(
            lambda state: state.apply(seat, move, at_ms),
            lambda mark: Apply(at_ms, seat, _raw(move), mark),
            lambda error: _refused_apply(error, seat, move, at_ms),
        )

    def advance(self, at_ms: int) -> Any:
        """``state.advance`` and its line."""
        return self._event(
            lambda state: state.advance(at_ms),
            lambda mark: Advance(at_ms, mark),
            lambda error: _refused("advance", error, None, at_ms),
        )

    def forfeit(self, seat: int, at_ms: int) -> Any:
        """``state.forfeit`` and its line.

        Raises:
            InvalidOptions: The game's states have no such verb.
        """
        game_of(self._state).check_verb("forfeit")
        return self._event(
            lambda state: state.forfeit(seat, at_ms),
            lambda mark: Forfeit(at_ms, seat, mark),
            lambda error: _refused("forfeit", error, seat, at_ms),
        )

    def end(self, at_ms: int) -> Any:
        """``state.end`` and its line.

        Raises:
            InvalidOptions: The game's states have no such verb.
        """
        game_of(self._state).check_verb("end")
        return self._event(
            lambda state: state.end(at_ms),
            lambda mark: Stop(at_ms, mark),
            lambda error: _refused("end", error, None, at_ms),
        )

    def close(self) -> None:
        """Close the file if the recorder opened it. A game that is not over keeps its seed to itself."""
        with self._lock:
            self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _event(
        self,
        verb: Callable[[Any], GameState],
        line: Callable[[str], Line],
        refused: Callable[[GamecoreError], Refused],
    ) -> Any:
        with self._lock:
            try:
                after = verb(self._state)
            except GamecoreError as error:
                if self._refused_left > 0 and not self._closed:
                    self._refused_left -= 1
                    self._write(refused(error))
                raise
            if self._closed:
                raise InvalidRecord(self._lines + 1, "cannot be written: the record is closed")
            self._write(line(digest(after)))
            self._state = after
            self._finish()
            return after

    def _finish(self) -> None:
        if self._state.result is not None:
            self._write(End(plain(self._state.result), self._state.seed))
            self._close()

    def _write(self, line: Line) -> None:
        data = written(line)
        if len(data) > MAX_LINE:
            raise InvalidRecord(self._lines + 1, f"would be longer than {MAX_LINE} bytes")
        try:
            self._file.write(data.decode() if self._text else data)
            self._file.flush()
            if self._fsync:
                os.fsync(self._file.fileno())
        except BaseException:
            self._close()  # what stands in the file now is anyone's guess: let nothing follow it
            raise
        self._lines += 1

    def _close(self) -> None:
        self._closed = True
        if self._owned:
            self._file.close()


def _checked_names(players: Sequence[str]) -> tuple[str, ...]:
    allowed = "names of up to 200 characters"
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise InvalidOptions("players", players, allowed)
    for name in players:
        if type(name) is not str or len(name) > 200 or any("\ud800" <= mark <= "\udfff" for mark in name):
            raise InvalidOptions("players", name, allowed)
    return tuple(players)


def _raw(move: Any) -> msgspec.Raw:
    """The JSON of a move that was taken, on one line."""
    if isinstance(move, str | bytes | bytearray | memoryview):
        move = wire.decode(move, MalformedMove)
    elif isinstance(move, msgspec.Struct):
        move = move.to_dict()  # type: ignore[attr-defined]  # moves have it
    return msgspec.Raw(wire.encode(move).encode())


def _refused_apply(error: GamecoreError, seat: Any, move: Any, at_ms: Any) -> Refused:
    line = _refused("apply", error, seat, at_ms)
    if isinstance(move, str | bytes | bytearray | memoryview):
        try:
            text = wire.encoded(move, MalformedMove, _MAX_REFUSED).decode()
        except ValueError:  # too long, or no text at all
            return line
        return msgspec.structs.replace(line, text=text)
    if isinstance(move, msgspec.Struct):
        move = move.to_dict() if hasattr(move, "to_dict") else None
    if not _is_plain(move):
        return line
    raw = msgspec.Raw(wire.encode(move).encode())
    return line if len(bytes(raw)) > _MAX_REFUSED else msgspec.structs.replace(line, move=raw)


def _is_plain(move: Any) -> bool:
    """Whether it is just what its JSON would come back as: nothing odd, circular, deep or large."""
    waiting, looked = [(move, 0)], 0
    while waiting:
        value, depth = waiting.pop()
        looked += 1
        kind = type(value)
        if kind is dict:
            if any(type(key) is not str for key in value):
                return False
            inside: list[Any] = [*value, *value.values()]
        elif kind is list or kind is tuple:
            inside = list(value)
        elif kind is str:
            if value and not value.isascii() and any("\ud800" <= mark <= "\udfff" for mark in value):
                return False
            continue
        elif (
            value is None
            or kind is bool
            or (kind is int and abs(value) < 2**63)
            or (kind is float and math.isfinite(value))
        ):
            continue
        else:
            return False
        if depth > 32 or looked + len(waiting) + len(inside) > 20_000:
            return False
        waiting += [(part, depth + 1) for part in inside]
    return True


def _refused(call: Any, error: GamecoreError, seat: Any, at_ms: Any) -> Refused:
    return Refused(
        call,
        error.code,
        error.reason if isinstance(error, IllegalMove) else None,
        at_ms=_small(at_ms),
        seat=_small(seat),
    )


def _small(value: Any) -> int | None:
    return value if type(value) is int and abs(value) < 2**53 else None
