"""Perfect cuts: the album of past ones, and the celebration of the last (C31, C32)."""

from collections.abc import Sequence
from functools import cached_property

import msgspec

from gamecore.cutting.canvas import Canvas, Point
from gamecore.cutting.constraints import Constraint
from gamecore.cutting.cuts import cut
from gamecore.cutting.departure import Milliseconds, RoundNumber
from gamecore.cutting.outlines import Path, new_edges
from gamecore.cutting.settings import MAX_SIDE
from gamecore.geometry import Region

__all__ = ["CELEBRATION_MS", "Celebration", "PerfectCut", "PerfectPicture", "celebration", "picture"]

CELEBRATION_MS = 2_000
"""How long a Perfect cut is celebrated, from its settlement."""


class PerfectCut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A Perfect cut as a state keeps it.

    Attributes:
        round: The round.
        cutter: The cutter's seat.
        target: The required share in percent.
        share: The selected part's in percent.
        settled_ms: When.
        shape: The shape before the cut, on the canvas.
        constraint: What the server had fixed.
        point: The placed point.
        part: The selected part's number.
    """

    round: RoundNumber
    cutter: int
    target: float
    share: float
    settled_ms: Milliseconds
    shape: Region
    constraint: Constraint
    point: Point
    part: int

    @cached_property
    def _parts(self) -> tuple[Region, ...]:
        """Cut again, so that a state with many Perfect cuts need not keep all their parts."""
        widest = Canvas(MAX_SIDE, MAX_SIDE)  # contains every point that the game's own canvas does
        return cut(self.shape, self.constraint, self.point, canvas=widest).parts

    @property
    def selected(self) -> Region:
        """The selected part, where it lay in the shape."""
        return self._parts[self.part]

    @property
    def lines(self) -> tuple[Path, ...]:
        """The cut inside the shape, edge by edge."""
        return new_edges(self._parts)


class PerfectPicture(msgspec.Struct, frozen=True):
    """A past Perfect cut as everyone may see it, complete even under Spotlight."""

    round: int
    cutter: int
    name: str
    target: float
    share: float
    shape: Region
    cut: tuple[Path, ...]
    selected: Region
    point: Point


class Celebration(msgspec.Struct, frozen=True):
    """The celebration that is on: whose Perfect cut, and for how many milliseconds more."""

    round: int
    cutter: int
    name: str
    remaining_ms: int


def picture(perfect: PerfectCut, name: str) -> PerfectPicture:
    """A Perfect cut for the album.

    Args:
        perfect: The cut.
        name: The cutter's name.
    """
    return PerfectPicture(
        perfect.round,
        perfect.cutter,
        name,
        perfect.target,
        perfect.share,
        perfect.shape,
        perfect.lines,
        perfect.selected,
        perfect.point,
    )


def celebration(perfect_cuts: Sequence[PerfectCut], names: Sequence[str], at_ms: int) -> Celebration | None:
    """The celebration that is on at a time, two seconds from the settlement of the last Perfect cut; or None.

    Args:
        perfect_cuts: The game's, oldest first.
        names: By seat: the players' names.
        at_ms: The time, not before the last settlement.
    """
    if not perfect_cuts:
        return None
    last = perfect_cuts[-1]
    remaining = last.settled_ms + CELEBRATION_MS - at_ms
    return Celebration(last.round, last.cutter, names[last.cutter], remaining) if remaining > 0 else None
