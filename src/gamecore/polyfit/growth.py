"""Growing a region piece by piece, so that it is tiled by what it grew from.

A board is one integer. Cell ``(row, column)`` of a box with ``columns`` columns is bit
``(row + 1) * (columns + 1) + column``: an empty row lies above the box, an empty column right of it, which is left
of the next row, too. What is connected and lies over an edge covers a cell of that margin, so overlap, the
box's edges and contact are each one ``&``. All is integer arithmetic on lists in a fixed order: the same stream
gives the same region everywhere.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from gamecore.polyomino import NAMED, Cell, Cells, orientations
from gamecore.randomness import Stream

__all__ = ["Tile", "grown"]

_LOOKED_AT = 2  # shapes compared before the best placement is taken
_PLUGS = 6  # placements of one cell looked at for what they enclose


class Tile(NamedTuple):
    """A piece that the region grew by: its shape's name and the cells that it covers in the box, sorted."""

    name: str
    cells: Cells


class _Lay(NamedTuple):
    """A shape in one orientation, at the top left corner of the box."""

    cells: Cells
    mask: int
    halo: int  # the cells edge to edge with it
    touching: int  # their number
    offsets: tuple[int, ...]  # bits from the corner to each of its cells


class _Placed(NamedTuple):
    name: str
    mask: int
    open: int  # free cells around it
    lay: _Lay
    shift: int


@lru_cache(maxsize=4096)
def _lays(name: str, stride: int) -> tuple[_Lay, ...]:
    # One wider than the box cannot be told by its bits: its rows would run into each other.
    ways = (way.cells for way in orientations(NAMED[name]))
    return tuple(_lay(cells, stride) for cells in ways if max(column for _, column in cells) < stride - 1)


def _lay(cells: Cells, stride: int) -> _Lay:
    offsets = tuple((row + 1) * stride + column for row, column in cells)
    mask = sum(1 << offset for offset in offsets)
    halo = _around(mask, stride) & ~mask
    return _Lay(cells, mask, halo, halo.bit_count(), offsets)


def _around(mask: int, stride: int) -> int:
    return mask << 1 | mask >> 1 | mask << stride | mask >> stride


class _Board:
    """A box and what grows in it; ``closed`` are all cells that no piece may cover."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows = rows
        self.columns = columns
        self.stride = columns + 1
        row = (1 << columns) - 1
        self.box = sum(row << (number + 1) * self.stride for number in range(rows))
        self.all = (1 << (rows + 2) * self.stride) - 1
        self.margin = self.all & ~self.box
        # Shapes may reach some rows over the lower edge.
        self.closed = self.margin | ((1 << 5 * self.stride) - 1) << (rows + 2) * self.stride
        self.region = 0

    def bit(self, row: int, column: int) -> int:
        return 1 << (row + 1) * self.stride + column

    def frontier(self) -> int:
        return _around(self.region, self.stride) & ~self.closed

    def nooks(self, cells: int) -> int:
        """Those of the cells with three or four closed neighbours, or else with two, or else all."""
        closed = self.closed
        left, right, up, down = closed << 1, closed >> 1, closed << self.stride, closed >> self.stride
        beside, above = left & right, up & down
        three = cells & ((beside & (up | down)) | (above & (left | right)))
        return three or cells & (beside | above | ((left ^ right) & (up ^ down))) or cells

    def encloses(self, mask: int) -> bool:
        """Whether open cells that reached the outside no longer do once these are covered."""
        stride = self.stride
        empty = self.all & (self.margin | ~(self.closed | mask))
        outside, reached = 0, self.margin
        while outside != reached:
            outside = reached
            reached = (outside | _around(outside, stride)) & empty
        return bool(_around(mask, stride) & empty & ~outside)

    def placements(self, name: str, cell: int) -> list[_Placed]:
        """All placements of a shape that cover the cell, given by its bit's number."""
        closed = self.closed
        found = []
        for lay in _lays(name, self.stride):
            mask = lay.mask
            for offset in lay.offsets:
                shift = cell - offset
                if shift >= 0 and not (laid := mask << shift) & closed:
                    touching = (lay.halo << shift & closed).bit_count()
                    found.append(_Placed(name, laid, lay.touching - touching, lay, shift))
        return found

    def lay(self, placed: _Placed) -> Tile:
        self.region |= placed.mask
        self.closed |= placed.mask
        top, left = divmod(placed.shift, self.stride)
        return Tile(placed.name, tuple((top + row, left + column) for row, column in placed.lay.cells))


def _any_bit(mask: int, chance: Stream) -> int:
    """The number of a uniformly drawn bit of the mask."""
    for _ in range(chance.below(mask.bit_count())):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def _start(board: _Board, chance: Stream) -> Cell:
    """A cell in the middle third of the box."""
    rows, columns = board.rows, board.columns
    return (
        chance.between(rows // 3, max(rows // 3, rows - 1 - rows // 3)),
        chance.between(columns // 3, max(columns // 3, columns - 1 - columns // 3)),
    )


def _close_holes(board: _Board, count: int, start: Cell, cells: int, chance: Stream) -> None:
    """Close small patches of 1 to 3 cells around the start, not next to each other, for the region to grow round."""
    reach = 1
    while (2 * reach + 1) ** 2 < cells:
        reach += 1
    kept = board.bit(*start)
    for _ in range(count):
        row = start[0] + chance.between(-reach, reach)
        column = start[1] + chance.between(-reach, reach)
        size = chance.between(1, 3)
        if not (1 <= row < board.rows - 1 and 1 <= column < board.columns - 1):
            continue
        patch = board.bit(row, column)
        while patch.bit_count() < size:
            patch |= 1 << _any_bit(_around(patch, board.stride) & ~patch, chance)
        ring = patch | _around(patch, board.stride)
        ring |= _around(ring, board.stride)
        if not ring & (board.closed | kept):
            board.closed |= patch


def _candidates(board: _Board, shapes: Sequence[str], cell: int, wild: bool, chance: Stream) -> list[_Placed]:
    """Placements that cover the cell, the best first."""
    found: list[_Placed] = []
    fitting = 0
    for name in shapes:
        placed = board.placements(name, cell)
        found += placed
        fitting += bool(placed)
        if fitting == (1 if wild else _LOOKED_AT):
            break
    found = chance.shuffled(found)
    if not wild:
        found.sort(key=lambda placed: placed.open)  # stable, so chance decides among equals
    return found


def grown(
    bag: Sequence[str], rows: int, columns: int, raggedness: int, holes: int, chance: Stream
) -> list[Tile] | None:
    """Grow one connected region of the pieces, within a box.

    Each step draws a cell at the region's edge, one that is nearly walled in if there is any, and covers it so that
    the piece touches as much as it can. In ``raggedness`` percent of the steps the cell is any at the edge
    and the placement any that covers it. No step encloses an empty area, but for ``holes`` percent of the ragged
    ones; on average ``pieces * holes / 400`` patches of 1 to 3 cells are left out from the start.

    Args:
        bag: Names of the pieces' shapes, one for each.
        rows: Rows of the box, from 1.
        columns: Columns of the box, from 1.
        raggedness: 0 to 100.
        holes: 0 to 100.
        chance: The stream to draw from.

    Returns:
        The tiles in the order of growth; None if it got stuck.
    """
    board = _Board(rows, columns)
    start = _start(board, chance)
    if holes:
        patches, part = divmod(len(bag) * holes, 400)
        patches += chance.below(400) < part
        _close_holes(board, patches, start, sum(len(NAMED[name]) for name in bag), chance)
    left = chance.shuffled(bag)
    tiles: list[Tile] = []
    hopeless = 0  # cells given up: there will only be fewer ways to cover them
    while left:
        wild = chance.below(100) < raggedness
        edge = board.frontier() & ~hopeless if tiles else board.bit(*start)
        if not edge:
            return None
        cell = _any_bit(edge if wild else board.nooks(edge), chance)
        shapes = list(dict.fromkeys(reversed(left)))
        may_enclose = wild and chance.below(100) < holes
        placed = next(
            (
                placed
                for placed in _candidates(board, shapes, cell, wild, chance)[:_PLUGS]
                if may_enclose or not board.encloses(placed.mask)
            ),
            None,
        )
        if placed is not None:
            tiles.append(board.lay(placed))
            _remove_last(left, placed.name)
        elif not tiles:
            return None
        else:
            hopeless |= 1 << cell
    return tiles


def _remove_last(names: list[str], name: str) -> None:
    for place in range(len(names) - 1, -1, -1):
        if names[place] == name:
            del names[place]
            return
