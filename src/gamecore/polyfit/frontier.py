"""Counting tilings along a moving frontier: layer by layer, equal states merged.

The board is filled in scan order along its shorter side: each piece covers the first open cell. All that matters for
the rest is which cells near the frontier are covered, and which pieces are left; states that agree in both are one
state, reached in so many ways. A layer holds the states after so many pieces, and the next one follows from it. No
tiling is ever listed: the 2,444,888,770,250,892,795,802,079,170,816 domino tilings of 16 × 16 take a quarter of a
second.

Where the board is symmetric and some shape has one piece only, that piece is laid in one place of each class of
symmetric places, and the counts of the smaller puzzles are weighted by the sizes of the classes.

Frontier methods are folklore of transfer matrices; the use for polyominoes with a given stock of pieces is ours.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gamecore.polyfit.puzzle import Puzzle
from gamecore.polyomino import Cell, Cells, orientations

__all__ = ["FrontierCount", "Part", "TooManyStates", "suits", "symmetric_parts"]

Words = npt.NDArray[np.uint64]
Board = frozenset[Cell]
Stock = tuple[tuple[Cells, int], ...]
Part = tuple[Board, Stock, int]

MAX_STATES = 1 << 22
"""Most states of a layer: 470 MB for two layers and their index."""
_FIRST_STATES = 1 << 12
_WINDOW = 192
_WORD = (1 << 64) - 1


class TooManyStates(Exception):
    """A layer outgrew :data:`MAX_STATES`, or a number of ways 128 bits."""


def suits(puzzle: Puzzle) -> bool:
    """Whether the method takes the puzzle: its pieces span at most 192 cells of the scan, its stock fits 64 bits."""
    short = min(puzzle.board.height, puzzle.board.width)
    stock = [(shape, len(ids)) for shape, ids in puzzle.shapes.items()]
    if sum(count.bit_length() for _, count in stock) > 64:
        return False
    for shape, _ in stock:
        for way in orientations(shape):
            cells = _scanned(way.cells)
            # What fits only along the longer side must still fit the window.
            if cells[-1][1] - cells[0][1] < short and _offsets(cells, short)[-1] >= _WINDOW:
                return False
    return True


class FrontierCount:
    """A count in progress, resumable by budget: an :class:`~gamecore.exactcover.driving.Engine`.

    A node is one state expanded. The number is :attr:`total` once ``run`` has said that the tree is exhausted.

    Args:
        parts: The puzzle's :func:`symmetric_parts`, or some of them; or the puzzle itself.
    """

    restarts = 0
    found = 0  # covers are not met one by one

    def __init__(self, parts: Puzzle | Sequence[Part]) -> None:
        self.nodes = 0
        self.total = 0
        self._parts = symmetric_parts(parts) if isinstance(parts, Puzzle) else parts
        self._part: _Layers | None = None
        self._weight = 0
        self._done = 0

    def fraction(self) -> float | None:
        """The part of the symmetric cases that is done, and of the pieces laid in the present one."""
        count = len(self._parts)
        within = self._part.fraction if self._part else 0.0
        return min(1.0, (self._done + within) / count) if count else 1.0

    def run(self, budget: int, target: int = 1) -> int:
        """Expand at most ``budget`` states: 0 used up, 2 done.

        Raises:
            TooManyStates: The method does not serve this puzzle.
        """
        while True:
            if self._part is None:
                if self._done == len(self._parts):
                    return 2
                board, stock, self._weight = self._parts[self._done]
                self._part = _Layers(board, stock)
            spent = self._part.run(budget)
            self.nodes += spent
            budget -= spent
            if self._part.total is None:
                return 0
            self.total += self._weight * self._part.total
            self._part = None
            self._done += 1


class _Layers:
    """The layers of one board and stock."""

    def __init__(self, board: Board, stock: Stock) -> None:
        from gamecore.polyfit import frontier_kernels

        self._expand: Callable[..., int] = frontier_kernels.expand
        self._rehash: Callable[..., None] = frontier_kernels.rehash
        self.total: int | None = None
        self._pieces = sum(count for _, count in stock)
        self._laid = 0
        cells = _short_side_up(board)
        height = 1 + max(row for row, _ in cells)
        total = height * (1 + max(column for _, column in cells))
        closed = np.ones(total + 4 * _WINDOW, np.bool_)
        closed[[column * height + row for row, column in cells]] = False
        blocked = _windows(closed)
        left, shifts, fields, units = 0, [], [], []
        used = 0
        for _, count in stock:
            shifts.append(used)
            fields.append((1 << count.bit_length()) - 1)
            units.append(1 << used)
            left |= count << used
            used += count.bit_length()
        starts, masks, kinds = _ways(height, stock)
        rows = range(height)
        self._arguments: tuple[Any, ...] = (
            height,
            total,
            blocked,
            starts,
            masks,
            kinds,
            np.array(shifts, np.uint64),
            np.array(fields, np.uint64),
            np.array(units, np.uint64),
            _row_masks(rows, lambda row, place: (row + place) % height != 0),
            _row_masks(rows, lambda row, place: (row + place) % height != height - 1),
            np.uint64(_WORD << max(0, 64 - height) & _WORD),
            min(len(shape) for shape, _ in stock),
        )
        first = int(np.argmin(closed))
        self._source = np.zeros((_FIRST_STATES, 7), np.uint64)
        self._source[0] = blocked[first], blocked[first + 64], blocked[first + 128], left, first, 1, 0
        self._target = np.zeros((_FIRST_STATES, 7), np.uint64)
        self._slots = np.full(2 * _FIRST_STATES, -1, np.int32)
        self._progress = np.array([0, 0, 1], np.int64)

    @property
    def fraction(self) -> float:
        """The part of the pieces that are laid."""
        return self._laid / max(1, self._pieces)

    def run(self, budget: int) -> int:
        """Expand at most ``budget`` states; how many it were. ``total`` is set when the last layer is done."""
        spent = 0
        while self.total is None:
            if self._laid == self._pieces:
                self.total = int(self._source[0, 5]) + (int(self._source[0, 6]) << 64)
                break
            if spent >= budget:
                break
            before = int(self._progress[0])
            outcome = self._expand(
                budget - spent, self._source, self._progress, *self._arguments, self._target, self._slots
            )
            spent += int(self._progress[0]) - before
            if outcome == 1:
                self._next_layer()
            elif outcome == 2:
                self._grow()
            elif outcome == 3:
                raise TooManyStates
        return spent

    def _next_layer(self) -> None:
        self._laid += 1
        self._source, self._target = self._target, self._source
        count = int(self._progress[1])
        self._progress[:] = 0, 0, count
        if count == 0:
            self.total = 0
        if len(self._target) < len(self._source):
            self._target = np.empty_like(self._source)
        self._slots.fill(-1)

    def _grow(self) -> None:
        if len(self._target) >= MAX_STATES:
            raise TooManyStates
        count = int(self._progress[1])
        larger = np.empty((2 * len(self._target), 7), np.uint64)
        larger[:count] = self._target[:count]
        self._target = larger
        self._slots = np.full(2 * len(larger), -1, np.int32)
        self._rehash(larger, count, self._slots)


def symmetric_parts(puzzle: Puzzle) -> list[Part]:
    """The puzzle as a sum of weighted counts: itself, or one smaller puzzle for each class of symmetric places.

    Args:
        puzzle: One that :func:`suits`, its areas equal.
    """
    board = frozenset(puzzle.board.cells)
    stock: Stock = tuple((shape, len(ids)) for shape, ids in puzzle.shapes.items())
    maps = _symmetries(board)
    if len(maps) == 1:
        return [(board, stock, 1)]
    classes: list[tuple[int, Stock, list[tuple[Board, int]]]] = []
    for number, (shape, count) in enumerate(stock):
        if count == 1:
            rest = stock[:number] + stock[number + 1 :]
            found = list(_classes(board, shape, maps))
            classes.append((len(found), rest, found))
    if not classes or len(stock) == 1:
        return [(board, stock, 1)]
    _, rest, found = min(classes, key=lambda entry: entry[0])
    return [(board - laid, rest, size) for laid, size in found]


def _symmetries(board: Board) -> list[tuple[int, int, int, int, int, int]]:
    """Of the eight maps (row, column) to (a row + b column + c, d row + e column + f), those that keep the board."""
    top, left = min(row for row, _ in board), min(column for _, column in board)
    bottom, right = max(row for row, _ in board), max(column for _, column in board)
    kept = []
    for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for sign in (1, -1):
            d, e = (0, sign) if b == 0 else (sign, 0)
            moved = [(a * row + b * column, d * row + e * column) for row, column in board]
            c = top - min(row for row, _ in moved)
            f = left - min(column for _, column in moved)
            if max(row for row, _ in moved) + c != bottom or max(column for _, column in moved) + f != right:
                continue
            if all((row + c, column + f) in board for row, column in moved):
                kept.append((a, b, c, d, e, f))
    return kept


def _classes(
    board: Board, shape: Cells, maps: list[tuple[int, int, int, int, int, int]]
) -> Iterator[tuple[Board, int]]:
    """One place of each class of symmetric places of a shape, and the size of the class."""
    seen: set[Board] = set()
    for first_row, first_column in sorted(board):
        for way in orientations(shape):
            row, column = way.cells[0]
            laid = frozenset((r + first_row - row, c + first_column - column) for r, c in way.cells)
            if laid <= board and laid not in seen:
                images = {
                    frozenset((a * r + b * c + x, d * r + e * c + y) for r, c in laid) for a, b, x, d, e, y in maps
                }
                seen |= images
                yield laid, len(images)


def _short_side_up(board: Board) -> list[Cell]:
    """The cells with the smallest row and column 0, the rows along the shorter side of the bounding box."""
    top, left = min(row for row, _ in board), min(column for _, column in board)
    cells = [(row - top, column - left) for row, column in sorted(board)]
    if max(row for row, _ in cells) > max(column for _, column in cells):
        cells = [(column, row) for row, column in cells]
    return cells


def _scanned(cells: Iterable[Cell]) -> list[tuple[int, int]]:
    """Cells as (column, row), in scan order."""
    return sorted((column, row) for row, column in cells)


def _offsets(cells: list[tuple[int, int]], height: int) -> list[int]:
    column, row = cells[0]
    return [(c - column) * height + r - row for c, r in cells]


def _ways(height: int, stock: Stock) -> tuple[npt.NDArray[np.int32], Words, npt.NDArray[np.int32]]:
    """For each row of the first open cell: masks of the 192 cells from there on, and the kinds they belong to."""
    by_row: list[list[tuple[int, int]]] = [[] for _ in range(height)]
    for kind, (shape, _) in enumerate(stock):
        for way in orientations(shape):
            cells = _scanned(way.cells)
            offsets = _offsets(cells, height)
            rows = [row - cells[0][1] for _, row in cells]
            if max(rows) - min(rows) < height and offsets[-1] < _WINDOW:
                mask = sum(1 << offset for offset in offsets)
                for row in range(-min(rows), height - max(rows)):
                    by_row[row].append((mask, kind))
    starts = np.zeros(height + 1, np.int32)
    np.cumsum([len(ways) for ways in by_row], out=starts[1:])
    flat = [way for ways in by_row for way in ways]
    masks = np.array([(mask & _WORD, mask >> 64 & _WORD, mask >> 128) for mask, _ in flat], np.uint64).reshape(-1, 3)
    return starts, masks, np.array([kind for _, kind in flat], np.int32)


def _windows(closed: npt.NDArray[np.bool_]) -> Words:
    """For each place the 64 cells from there on as a word."""
    bits = np.lib.stride_tricks.sliding_window_view(closed, 64)
    words: Words = (bits * (np.uint64(1) << np.arange(64, dtype=np.uint64))).sum(axis=1, dtype=np.uint64)
    return words


def _row_masks(rows: range, holds: Callable[[int, int], bool]) -> Words:
    return np.array([sum(1 << place for place in range(64) if holds(row, place)) for row in rows], np.uint64)
