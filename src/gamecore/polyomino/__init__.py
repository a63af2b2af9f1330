"""Polyominoes: shapes and their names, orientations, regions, placements.

Everything but :func:`placements` is plain Python; numpy is loaded at the first use of that.
"""

from typing import TYPE_CHECKING

from gamecore.polyomino.names import NAMED, name_of
from gamecore.polyomino.region import MAX_SIDE, Region
from gamecore.polyomino.shapes import (
    MAX_FREE_CELLS,
    Cell,
    Cells,
    Orientation,
    canonical,
    free_polyominoes,
    is_connected,
    normalise,
    orientations,
    transform,
)

if TYPE_CHECKING:
    from gamecore.polyomino.listing import Placements, placements

__all__ = [
    "MAX_FREE_CELLS",
    "MAX_SIDE",
    "NAMED",
    "Cell",
    "Cells",
    "Orientation",
    "Placements",
    "Region",
    "canonical",
    "free_polyominoes",
    "is_connected",
    "name_of",
    "normalise",
    "orientations",
    "placements",
    "transform",
]


def __getattr__(name: str) -> object:
    if name in {"Placements", "placements"}:
        from gamecore.polyomino import listing

        globals().update(Placements=listing.Placements, placements=listing.placements)
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
