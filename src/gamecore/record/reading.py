"""Reads records: every line is checked by itself; whether the game went that way is for ``verify``."""

import io
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from gamecore import wire
from gamecore.errors import InvalidRecord
from gamecore.record.lines import MAX_BYTES, MAX_LINE, MAX_LINES, Begin, End, Event, parse_line

__all__ = ["Record", "read"]


class Record(msgspec.Struct, frozen=True):
    """A record as it was read. Equal by value.

    Attributes:
        begin: The first line.
        events: All lines but the first and the last; event ``k`` stands on line ``k + 2``.
        end: The last line, or None while the game runs, or if it was broken off.
        torn: Number of bytes after the last whole line, which a crash in mid-writing leaves behind; they were
            not read.
        whole: Number of bytes of all whole lines.
    """

    begin: Begin
    events: tuple[Event, ...] = ()
    end: End | None = None
    torn: int = 0
    whole: int = 0

    @property
    def seed(self) -> str | None:
        """The seed, if the record tells it."""
        return None if self.end is None else self.end.seed

    @property
    def lines(self) -> int:
        """Number of whole lines."""
        return 1 + len(self.events) + (self.end is not None)


def read(source: str | os.PathLike[str] | bytes | Iterable[str | bytes]) -> Record:
    """Read a record.

    A last line that is broken off, as a crash in mid-writing leaves it, is left out and reported as ``torn``.

    Args:
        source: The path of a file; or the content as ``bytes``; or lines, such as an open file.

    Raises:
        InvalidRecord: It is no record: names the line. Also beyond 1 MiB a line, 200,000 lines or 64 MiB.
        OSError: The file cannot be read.
    """
    if isinstance(source, str | os.PathLike):
        with Path(source).open("rb") as file:
            return _read(_bounded(file))
    if isinstance(source, bytes):
        return _read(_bounded(io.BytesIO(source)))
    return _read(_bounded(source) if hasattr(source, "readline") else iter(source))


def _bounded(file: Any) -> Iterator[str | bytes]:
    """The lines of a file, none read further than the longest line allowed."""
    while line := file.readline(MAX_LINE + 2):
        yield line


def _read(lines: Iterator[str | bytes]) -> Record:
    begin: Begin | None = None
    events: list[Event] = []
    end: End | None = None
    torn: InvalidRecord | None = None
    whole = left = 0
    for number, given in enumerate(lines, 1):
        if torn is not None:  # more follows, so it was not the last
            raise torn
        if number > MAX_LINES:
            raise InvalidRecord(number, f"is one too many: a record has at most {MAX_LINES} lines")
        text = _encoded(given, number)
        if whole + len(text) > MAX_BYTES:
            raise InvalidRecord(number, f"goes beyond {MAX_BYTES} bytes, the most that a record has")
        try:
            line = parse_line(text.rstrip(b"\r\n"), number)
        except InvalidRecord as error:
            if number == 1 or text.endswith(b"\n") or len(text) > MAX_LINE:
                raise
            torn, left = error, len(text)
            continue
        if end is not None:
            raise InvalidRecord(number, "comes after the end")
        if isinstance(line, Begin):
            if begin is not None:
                raise InvalidRecord(number, "begins a second record")
            begin = line
        elif isinstance(line, End):
            end = line
        else:
            events.append(line)
        whole += len(text)
    if begin is None:
        raise InvalidRecord(1, "is missing: there is no whole line")
    return Record(begin, tuple(events), end, left, whole)


def _encoded(given: object, number: int) -> bytes:
    if isinstance(given, str | bytes):
        return wire.encoded(given, lambda _, problem: InvalidRecord(number, problem), MAX_BYTES)
    raise InvalidRecord(number, f"expected a line of text, got {wire.shown(given)}")
