"""Every way a piece fits into a region, as arrays. The one file of this package that needs numpy."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamecore.errors import InvalidPuzzle
from gamecore.polyomino.region import Region
from gamecore.polyomino.shapes import Cell, Orientation, orientations

__all__ = ["Placements", "placements"]

_CHUNK = 16  # cells tested in one sweep; bounds the memory of a sweep


class Placements(NamedTuple):
    """The ``k`` ways in which a piece of ``n`` cells fits; row ``i`` of each array is one way.

    Attributes:
        cells: int32 ``(k, n)``: the cells covered, as numbers of the region's cells in scan order
            (indices into ``region.cells``), ascending in each row.
        orientation: int32 ``(k,)``: index into ``orientations``.
        anchors: int32 ``(k, 2)``: row and column of the top-left corner of the bounding box.
        orientations: The piece's distinct orientations.
    """

    cells: NDArray[np.int32]
    orientation: NDArray[np.int32]
    anchors: NDArray[np.int32]
    orientations: tuple[Orientation, ...]


def placements(region: Region, cells: Iterable[Cell]) -> Placements:
    """List every way to lay a piece, turned and flipped at will, on cells of a region.

    They come orientation by orientation, and within one in scan order of the anchors.

    The board is laid out flat with a margin as wide as the piece, so that one offset a cell serves everywhere
    and what sticks out lands in the margin. The first cell of an orientation tries every cell of the region.

    Args:
        region: The board.
        cells: The piece in any orientation.

    Raises:
        InvalidPuzzle: The piece has no cells.
    """
    ways = orientations(cells)
    n = len(ways[0].cells)
    if n == 0:
        raise InvalidPuzzle("$", "a piece needs at least one cell")
    laid = np.array([way.cells for way in ways], dtype=np.int32).reshape(len(ways), n, 2)
    spans = laid.max(axis=1)
    fitting = np.flatnonzero((spans[:, 0] < region.height) & (spans[:, 1] < region.width)).astype(np.int32)
    if not fitting.size:
        empty = np.empty(0, dtype=np.int32)
        return Placements(empty.reshape(0, n), empty, empty.reshape(0, 2), ways)
    laid = laid[fitting]
    margin = max(8, int(spans[fitting].max()))
    numbers, starts, places = _flat(region, margin)
    first = laid[:, 0, :]
    steps = laid - first[:, None, :]
    offsets = steps[:, :, 0] * np.int32(region.width + margin) + steps[:, :, 1]

    # Axes: orientation, cell of the piece, cell of the region where the piece's first cell is laid.
    sweep = numbers.take(offsets[:, :_CHUNK, None] + starts)
    fits = np.flatnonzero(sweep.min(axis=1) >= 0)
    turn, start = np.divmod(fits, starts.size)
    covered = sweep.swapaxes(1, 2).reshape(len(laid) * starts.size, -1).take(fits, axis=0)
    for chunk in range(_CHUNK, n, _CHUNK):
        more = numbers.take(offsets[turn, chunk : chunk + _CHUNK] + starts[start, None])
        keep = more.min(axis=1) >= 0
        turn, start = turn[keep], start[keep]
        covered = np.concatenate((covered[keep], more[keep]), axis=1)
    # Scan order of the first cells is that of the anchors, too: in one orientation they differ by a constant.
    anchors = places.take(start, axis=0) - first.take(turn, axis=0)
    return Placements(covered, fitting.take(turn), anchors, ways)


@lru_cache(maxsize=16)
def _flat(region: Region, margin: int) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """The flat board with a margin: cell numbers (-1 elsewhere), each cell's place in it, its row and column."""
    height, width = region.height, region.width
    marks = np.frombuffer("".join(region.rows).encode("ascii"), dtype=np.uint8).reshape(height, width)
    board = np.zeros((height + margin + 1, width + margin), dtype=bool)
    board[:height, :width] = marks == ord("#")
    starts = np.flatnonzero(board).astype(np.int32)
    numbers = np.full(board.size, -1, dtype=np.int32)
    numbers[starts] = np.arange(starts.size, dtype=np.int32)
    places = np.array(region.cells, dtype=np.int32)
    return numbers, starts, places
