"""Moves: a solution, a pass, a resignation; and their strict JSON syntax (P08)."""

from typing import Any, Literal

import msgspec
from msgspec.structs import force_setattr

from gamecore import wire
from gamecore.errors import MalformedMove
from gamecore.polyfit.puzzle import Placement

__all__ = ["MAX_ROUND", "Move", "Pass", "Resign", "Solution", "parse_move"]

MAX_ROUND = 10**9
"""Largest absolute value of a round's number in a move (whether the round exists is for the rules)."""


class Solution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that claims to tile the board: ``{"round": r, "placements": […]}``.

    Args:
        round: The round it is meant for, within ±10⁹.
        placements: Any number of placements; whether they tile is for :func:`~gamecore.polyfit.validate`.

    Raises:
        MalformedMove: A value of another type; the path starts at the move.
    """

    round: int
    placements: tuple[Placement, ...]

    def __post_init__(self) -> None:
        wire.integer(self.round, "$.round", MalformedMove, -MAX_ROUND, MAX_ROUND)
        if type(self.placements) is not tuple:
            force_setattr(self, "placements", tuple(wire.array(self.placements, "$.placements", MalformedMove)))
        for number, placement in enumerate(self.placements):
            if type(placement) is not Placement:
                raise MalformedMove(f"$.placements[{number}]", f"expected a Placement, got {wire.shown(placement)}")

    def to_dict(self) -> dict[str, Any]:
        """The decoded JSON form."""
        return {"round": self.round, "placements": [placement.to_dict() for placement in self.placements]}


class Pass(msgspec.Struct, frozen=True):
    """An answer that gives the round up: ``{"round": r, "pass": true}``.

    Args:
        round: The round it is meant for, within ±10⁹.

    Raises:
        MalformedMove: The round is no such integer.
    """

    round: int

    def __post_init__(self) -> None:
        wire.integer(self.round, "$.round", MalformedMove, -MAX_ROUND, MAX_ROUND)

    def to_dict(self) -> dict[str, Any]:
        """The decoded JSON form."""
        return {"round": self.round, "pass": True}


class Resign(msgspec.Struct, frozen=True):
    """The seat leaves the match: ``{"resign": true}``."""

    def to_dict(self) -> dict[str, Any]:
        """The decoded JSON form."""
        return {"resign": True}


Move = Solution | Pass | Resign

_solutions = msgspec.json.Decoder(Solution)


def parse_move(source: object, max_placements: int) -> Move:
    """Read a move.

    Args:
        source: JSON text as ``str`` or ``bytes``, the decoded object, or a move.
        max_placements: Most placements allowed, four times the pieces of the puzzle. Text may be 1,024 bytes a
            placement long, and 1,024 more.

    Raises:
        MalformedMove: Anything but the three forms, to the letter: wrong types, booleans and floats for
            integers, huge integers, missing, extra and repeated keys, two forms at once, text that is not JSON.
            The path leads to the fault (``$.placements[3].rotation``).
    """
    if isinstance(source, str | bytes | bytearray | memoryview):
        max_bytes = 1024 * (max_placements + 1)
        text = wire.encoded(source, MalformedMove, max_bytes)
        move: Move | None = _fast(text)
        if move is None:
            source = wire.decode(text, MalformedMove, max_bytes=max_bytes, unique_keys=True)
            move = _explained(source, max_placements)
    elif isinstance(source, Solution | Pass | Resign):
        move = source
    else:
        move = _explained(source, max_placements)
    if isinstance(move, Solution) and len(move.placements) > max_placements:
        raise _too_many(len(move.placements), max_placements)
    return move


def _fast(text: bytes) -> Solution | None:
    """A plain solution at msgspec's speed, or None if the text needs a closer look."""
    try:
        solution = _solutions.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):  # UnicodeDecodeError in older msgspec
        return None
    # msgspec takes the last of repeated keys. With no colon in any value each colon of the text ends a key,
    # and 2 keys of the move and 4 of each placement are all there may be.
    keys = 2 + 4 * len(solution.placements)
    if text.count(b":") != keys or any(":" in placement.piece for placement in solution.placements):
        return None
    return solution


def _explained(value: object, max_placements: int) -> Move:
    """The same syntax, checked step by step, so that the first fault can be named."""
    value = wire.mapping(value, "$", MalformedMove)
    forms: tuple[Literal["placements", "pass", "resign"], ...] = ("placements", "pass", "resign")
    present = [form for form in forms if form in value]
    if len(present) != 1:
        if present:
            raise MalformedMove(f"$.{present[1]}", f"a move has either {present[0]} or {present[1]}, not both")
        raise MalformedMove("$", "has none of placements, pass and resign")
    form = present[0]
    keys = wire.record(value, "$", MalformedMove, (form,) if form == "resign" else ("round", form))
    if form != "placements" and keys[form] is not True:
        raise MalformedMove(f"$.{form}", f"expected true, got {wire.shown(keys[form])}")
    if form == "resign":
        return Resign()
    if form == "pass":
        return Pass(keys["round"])
    wire.integer(keys["round"], "$.round", MalformedMove, -MAX_ROUND, MAX_ROUND)
    items = wire.array(keys["placements"], "$.placements", MalformedMove)
    if len(items) > max_placements:
        raise _too_many(len(items), max_placements)
    placements = []
    for number, item in enumerate(items):
        try:
            placements.append(Placement.from_object(item))
        except MalformedMove as error:
            raise error.under(f"$.placements[{number}]") from None
    return Solution(keys["round"], tuple(placements))


def _too_many(given: int, allowed: int) -> MalformedMove:
    return MalformedMove("$.placements", f"has {given} elements, at most {allowed} are allowed: four times the pieces")
