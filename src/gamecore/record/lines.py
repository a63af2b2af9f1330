"""The lines of a record, version 1 of the format, and how one line is read and written."""

from typing import Annotated, Any, Literal

import msgspec

from gamecore import wire
from gamecore.errors import InvalidRecord

__all__ = [
    "FORMAT",
    "MAX_BYTES",
    "MAX_LINE",
    "MAX_LINES",
    "Advance",
    "Apply",
    "Begin",
    "End",
    "Event",
    "Forfeit",
    "Line",
    "Refused",
    "Stop",
    "parse_line",
    "written",
]

FORMAT = 1
"""Version of the format that is written; all versions up to it are read."""
MAX_LINE = 2**20
"""Longest line that is read or written, in bytes, without its end."""
MAX_LINES = 200_000
"""Most lines of a record."""
MAX_BYTES = 64 * 2**20
"""Most bytes of a record."""

Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$", description="digest of the state after this line")]
Commitment = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", description="commitment to the seed")]
Time = Annotated[int, msgspec.Meta(description="milliseconds on the host's clock")]
Seat = Annotated[int, msgspec.Meta(ge=0, le=999)]
Player = Annotated[str, msgspec.Meta(max_length=200)]
Code = Annotated[str, msgspec.Meta(max_length=100)]


class _Line(
    msgspec.Struct, frozen=True, tag_field="event", tag=str.lower, forbid_unknown_fields=True, omit_defaults=True
):
    """A line; ``event`` tells which."""


class Begin(_Line, frozen=True):
    """The first line: what is played, by whom, and from when.

    Attributes:
        format: Version of the format.
        game: Name of the game.
        options: The options as JSON, all of them.
        at_ms: When the game began.
        commitment: The commitment to the seed.
        generator: Version of what makes puzzles or shapes of the seed.
        package: Version of gamecore that wrote the record.
        digest: Digest of the first state.
        players: What the players are called, in the order of the seats; None: not told.
    """

    format: int
    game: Annotated[str, msgspec.Meta(max_length=100)]
    options: dict[str, Any]
    at_ms: Time
    commitment: Commitment
    generator: int
    package: Annotated[str, msgspec.Meta(max_length=100)]
    digest: Digest
    players: tuple[Player, ...] | None = None


class Apply(_Line, frozen=True):
    """A move that was taken: ``move`` is its JSON, as received."""

    at_ms: Time
    seat: Seat
    move: msgspec.Raw
    digest: Digest


class Advance(_Line, frozen=True):
    """The host settled what was due."""

    at_ms: Time
    digest: Digest


class Forfeit(_Line, frozen=True):
    """The host took a seat out."""

    at_ms: Time
    seat: Seat
    digest: Digest


class Stop(_Line, frozen=True):
    """The host ended the game by its ``end``."""

    at_ms: Time
    digest: Digest


class Refused(_Line, frozen=True):
    """A call that was refused, so the state stayed as it was.

    Attributes:
        call: Which verb was called.
        code: The error's code.
        reason: An illegal move's reason.
        at_ms: The time, if it was one.
        seat: The seat, if it was one.
        move: The move's JSON, if it had one.
        text: The move's text, if it came as text that is not JSON, or not to the letter.
    """

    call: Literal["apply", "advance", "forfeit", "end"]
    code: Code
    reason: Code | None = None
    at_ms: int | None = None
    seat: int | None = None
    move: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    text: str | None = None


class End(_Line, frozen=True):
    """The last line of a game that came to its end: the result as JSON, and the seed."""

    result: dict[str, Any]
    seed: str


Event = Apply | Advance | Forfeit | Stop | Refused
Line = Begin | Event | End

_lines: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


class _Format(msgspec.Struct):
    """What is looked at first, so that a newer format is not taken for garbage."""

    event: str
    format: int


_format = msgspec.json.Decoder(_Format)


def parse_line(text: bytes, number: int) -> Line:
    """Read a line.

    Args:
        text: The line, without its end.
        number: Its number, from 1.

    Raises:
        InvalidRecord: It is no line of a record, or too long.
    """
    if len(text) > MAX_LINE:
        raise InvalidRecord(number, f"is longer than {MAX_LINE} bytes")
    try:
        text.decode()  # msgspec leaves the text of a raw move alone
        if number == 1:
            _check_format(text)
        return _lines.decode(text)
    except RecursionError:
        raise InvalidRecord(number, "is nested too deeply") from None
    except (msgspec.MsgspecError, ValueError) as problem:
        if isinstance(problem, InvalidRecord):
            raise
        raise InvalidRecord(number, wire.clipped(f"is no line of a record: {problem}", 200)) from None


def _check_format(text: bytes) -> None:
    first = _format.decode(text)
    if first.event != "begin":
        raise InvalidRecord(1, "is not the beginning of a record")
    if not 1 <= first.format <= FORMAT:
        raise InvalidRecord(1, f"has format {wire.shown(first.format)}; this version reads 1 to {FORMAT}")


def written(line: Line) -> bytes:
    """The line as it stands in a record, its end included."""
    return msgspec.json.encode(line) + b"\n"
