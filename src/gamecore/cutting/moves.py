"""Moves: a cut, an estimate, a resignation; and their strict JSON syntax (C12)."""

from math import isfinite
from typing import Any, Literal

import msgspec

from gamecore import wire
from gamecore.cutting.canvas import Point
from gamecore.cutting.constraints import placed
from gamecore.errors import MalformedMove

__all__ = ["MAX_MOVE", "MAX_NUMBER", "Cut", "Estimate", "Move", "Resign", "parse_move"]

MAX_NUMBER = 10**9
"""Largest absolute value of a round's and a part's number (whether they exist is for the rules)."""
MAX_MOVE = 1024
"""Longest move as text, in bytes."""

_set = msgspec.structs.force_setattr


class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cut and the part selected: ``{"round": r, "point": [x, y], "part": k}``.

    Args:
        round: The round it is meant for, within ±10⁹.
        point: The placed point ``(x, y)``, two finite numbers.
        part: The number of the selected part from 0, in the order of :class:`gamecore.cutting.Cut`.

    Raises:
        MalformedMove: A value of another type, NaN or infinite; the path starts at the move.
    """

    round: int
    point: Point
    part: int

    def __post_init__(self) -> None:
        wire.integer(self.round, "$.round", MalformedMove, -MAX_NUMBER, MAX_NUMBER)
        x, y = placed(self.point)
        for place, value in enumerate((x, y)):
            if not isfinite(value):
                raise MalformedMove(f"$.point[{place}]", f"expected a finite number, got {wire.shown(value)}")
        _set(self, "point", (x, y))
        wire.integer(self.part, "$.part", MalformedMove, -MAX_NUMBER, MAX_NUMBER)

    def to_dict(self) -> dict[str, Any]:
        """The decoded JSON form."""
        return {"round": self.round, "point": list(self.point), "part": self.part}


class Estimate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the selected part is more or less than the target: ``{"round": r, "estimate": "more"}``.

    Args:
        round: The round it is meant for, within ±10⁹.
        estimate: ``more`` or ``less``.

    Raises:
        MalformedMove: A value of another type; the path starts at the move.
    """

    round: int
    estimate: Literal["more", "less"]

    def __post_init__(self) -> None:
        wire.integer(self.round, "$.round", MalformedMove, -MAX_NUMBER, MAX_NUMBER)
        if type(self.estimate) is not str or self.estimate not in ("more", "less"):
            raise MalformedMove("$.estimate", f'expected "more" or "less", got {wire.shown(self.estimate)}')

    def to_dict(self) -> dict[str, Any]:
        """The decoded JSON form."""
        return {"round": self.round, "estimate": self.estimate}


class Resign(msgspec.Struct, frozen=True):
    """The player leaves the game, and may watch on: ``{"resign": true}``."""

    def to_dict(self) -> dict[str, Any]:
        """The decoded JSON form."""
        return {"resign": True}


Move = Cut | Estimate | Resign


def parse_move(source: object) -> Move:
    """Read a move.

    Args:
        source: JSON text as ``str`` or ``bytes`` (up to 1,024 bytes), the decoded object, or a move.

    Raises:
        MalformedMove: Anything but the three forms, to the letter: wrong types, booleans and floats for
            integers, huge and non-finite numbers, missing, extra and repeated keys, two forms at once, text that is
            not JSON. The path leads to the fault (``$.point[1]``).
    """
    if isinstance(source, Cut | Estimate | Resign):
        return source
    value = wire.decode(source, MalformedMove, max_bytes=MAX_MOVE, unique_keys=True)
    value = wire.mapping(value, "$", MalformedMove)
    if "estimate" in value:
        keys = wire.record(value, "$", MalformedMove, ("round", "estimate"))
        return Estimate(keys["round"], keys["estimate"])
    if "resign" in value:
        keys = wire.record(value, "$", MalformedMove, ("resign",))
        if keys["resign"] is not True:
            raise MalformedMove("$.resign", f"expected true, got {wire.shown(keys['resign'])}")
        return Resign()
    if "point" not in value and "part" not in value:
        raise MalformedMove("$", "has none of point, estimate and resign")
    keys = wire.record(value, "$", MalformedMove, ("round", "point", "part"))
    return Cut(keys["round"], wire.array(keys["point"], "$.point", MalformedMove, 2, 2), keys["part"])  # type: ignore[arg-type]
