"""A puzzle as an exact-cover problem: one item a cell, and one a shape with its multiplicity.

Pieces of one shape share an item, so interchangeable pieces bring no symmetry. Options are all placements of
all shapes, sorted by their first cell in scan order along the board's shorter side, which keeps the options
of a cell close together (:mod:`gamecore.exactcover.banded`).
"""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gamecore.errors import InvalidPuzzle
from gamecore.exactcover.problem import Problem
from gamecore.polyfit.puzzle import Placement, Puzzle
from gamecore.polyomino import Cell, Cells, orientations

__all__ = ["Cover"]

Ints = npt.NDArray[np.int32]

_MAX_TRIALS = 1 << 29  # cells times orientations: seconds of listing
_MAX_STORED = 1 << 28  # cells of all placements: 1 GiB


class _Laid(NamedTuple):
    """A shape's orientations, as the scan meets them."""

    ways: tuple[Cells, ...]  # the orientations, on the board as it is
    firsts: tuple[Cell, ...]  # the cell of each that the scan meets first
    boxes: Ints  # (k, 2): height and width of each on the scanned board
    cells: Ints  # (k, n, 2): row and column on the scanned board, in scan order
    perimeter: int


def _laid(shape: Cells, turned: bool) -> _Laid:
    """Lay a shape on a board that is scanned column by column, or row by row if ``turned``."""
    ways = tuple(way.cells for way in orientations(shape))
    scanned = [sorted(way if turned else ((column, row) for row, column in way)) for way in ways]
    firsts = tuple(cells[0] if turned else cells[0][::-1] for cells in scanned)
    cells = np.array(scanned, np.int32)[:, :, ::-1]
    covered = set(shape)
    sides = ((-1, 0), (0, -1), (0, 1), (1, 0))
    perimeter = sum((row + down, column + right) not in covered for row, column in shape for down, right in sides)
    return _Laid(ways, firsts, cells.max(axis=1) + 1, cells, perimeter)


# Larger shapes are studied afresh each time: a cache bounded in entries would not be bounded in bytes.
_CACHED_CELLS = 16
_laid_small = lru_cache(maxsize=512)(_laid)


def _turn(given: Cells, laid: Cells) -> tuple[int, bool]:
    """The rotation and flip that lay a piece, given in one orientation, in another."""
    return next((way.rotation, way.flip) for way in orientations(given) if way.cells == laid)


_turn_small = lru_cache(maxsize=4096)(_turn)


class Cover:
    """The placements of a puzzle's shapes as options, and back from options to placements.

    Args:
        puzzle: Any puzzle.

    Raises:
        InvalidPuzzle: listing its placements would take gigabytes or minutes.

    Attributes:
        starts, items, kinds: int32 arrays as :class:`gamecore.exactcover.packing.PackingTables` takes them.
        multiplicity: int32, how many pieces each shape has.
        cell_count: number of cells of the region.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._shapes = tuple(puzzle.shapes.items())
        self._puzzle = puzzle
        rows = puzzle.region
        board = np.frombuffer("".join(rows).encode("ascii"), np.uint8).reshape(len(rows), -1) == ord("#")
        # Scan along the shorter side; a tall board is laid on its side, which only mirrors the shapes.
        self._turned = board.shape[0] > board.shape[1]
        if self._turned:
            board = board.T
        self._list(board)
        self.multiplicity = np.array([len(ids) for _, ids in self._shapes], np.int32)

    def _list(self, board: npt.NDArray[np.bool_]) -> None:
        from gamecore.polyfit import kernels

        height, width = board.shape
        offsets: list[Ints] = []
        sizes: list[int] = []
        kind_of: list[int] = []
        self._ways: list[tuple[Cells, Cell]] = []
        tables = [
            (_laid_small if len(shape) <= _CACHED_CELLS else _laid)(shape, self._turned) for shape, _ in self._shapes
        ]
        fitting = [np.flatnonzero((table.boxes[:, 0] <= height) & (table.boxes[:, 1] <= width)) for table in tables]
        margin = max(
            (int(table.boxes[chosen].max()) for table, chosen in zip(tables, fitting, strict=True) if chosen.size),
            default=1,
        )
        stride = height + margin
        for kind, (table, chosen) in enumerate(zip(tables, fitting, strict=True)):
            cells = table.cells if len(chosen) == len(table.cells) else table.cells[chosen]
            flat = cells[:, :, 1] * np.int32(stride) + cells[:, :, 0]
            offsets.append((flat - flat[:, :1]).ravel())
            sizes.extend([cells.shape[1]] * len(cells))
            kind_of.extend([kind] * len(cells))
            self._ways.extend((table.ways[way], table.firsts[way]) for way in chosen.tolist())
        numbers = np.full((width + margin, stride), -1, np.int32)
        inside = np.zeros(numbers.shape, np.bool_)
        inside[:width, :height] = board.T
        places = np.flatnonzero(inside).astype(np.int32)
        numbers.ravel()[places] = np.arange(len(places), dtype=np.int32)
        bounds = np.zeros(len(sizes) + 1, np.int32)
        np.cumsum(sizes, out=bounds[1:])
        if len(places) * len(sizes) > _MAX_TRIALS:
            raise InvalidPuzzle("$", "too many cells and shapes to list all placements")
        flat_offsets = np.concatenate(offsets)
        board_arrays = (numbers.ravel(), places, flat_offsets, bounds, np.array(kind_of, np.int32))
        most, stored = len(places) * len(sizes), len(places) * len(flat_offsets)
        if stored > 1 << 22:  # beyond the game's boards: measure before allocating
            nothing = np.empty(0, np.int32)
            most, stored = kernels.list_placements(*board_arrays, False, *(nothing,) * 5)
            if stored > _MAX_STORED:
                raise InvalidPuzzle("$", f"its {most} placements do not fit in memory")
        starts = np.empty(most + 1, np.int32)
        # The widest piece may be written in part before it turns out not to fit.
        items = np.empty(stored + max(sizes, default=0), np.int32)
        kinds, self._orientation, self._first = (np.empty(most, np.int32) for _ in range(3))
        options, stored = kernels.list_placements(
            *board_arrays, True, starts, items, kinds, self._orientation, self._first
        )
        self.starts = starts[: options + 1]
        self.items = items[:stored]
        self.kinds = kinds[:options]
        self.cell_count = len(places)
        self._places = places
        self._stride = stride
        self._tables = tables

    def cells(self) -> Ints:
        """Row and column on the board of each cell, in the order of their numbers: int32, (cells, 2)."""
        columns, rows = np.divmod(self._places, np.int32(self._stride))
        pair = (columns, rows) if self._turned else (rows, columns)
        return np.stack(pair, axis=1)

    def preference(self) -> npt.NDArray[np.float64]:
        """How early to try each shape: awkward ones first.

        Awkwardness is log(placements of the easiest shape / of this one) + (perimeter - 8) / 2, rounded to
        1/1024 so that no platform's logarithm changes a search.
        """
        placed = np.bincount(self.kinds, minlength=len(self._shapes)).tolist()
        easiest = max(placed)
        return np.array(
            [
                round(1024 * (math.log(easiest / max(1, count)) + 0.5 * (table.perimeter - 8))) / 1024
                for count, table in zip(placed, self._tables, strict=True)
            ],
            np.float64,
        )

    def problem(self) -> Problem:
        """The exact-cover problem: items 0 … cells - 1 are cells, then one item a shape."""
        options = len(self.kinds)
        starts = self.starts + np.arange(options + 1, dtype=np.int32)
        items = np.empty(len(self.items) + options, np.int32)
        ends = starts[1:] - 1
        is_cell = np.ones(len(items), np.bool_)
        is_cell[ends] = False
        items[is_cell] = self.items
        items[ends] = self.kinds + np.int32(self.cell_count)
        counts = np.ones(self.cell_count + len(self._shapes), np.int32)
        counts[self.cell_count :] = self.multiplicity
        return Problem.from_arrays(starts, items, len(counts), multiplicity=counts)

    def placements(self, options: Iterable[int]) -> tuple[Placement, ...]:
        """The placements that the options of a cover stand for, in the order of the puzzle's pieces.

        Pieces of one shape are taken in their order, for the options in scan order.
        """
        waiting = [iter(ids) for _, ids in self._shapes]
        chosen = {}
        for option in sorted(options):
            piece = self._puzzle.by_id[next(waiting[self.kinds[option]])]
            way, first = self._ways[self._orientation[option]]
            column, row = divmod(int(self._places[self._first[option]]), self._stride)
            if self._turned:
                row, column = column, row
            turn = (_turn_small if len(way) <= _CACHED_CELLS else _turn)(piece.cells, way)
            chosen[piece.id] = Placement(piece.id, *turn, (row - first[0], column - first[1]))
        return tuple(chosen[piece.id] for piece in self._puzzle.pieces)
