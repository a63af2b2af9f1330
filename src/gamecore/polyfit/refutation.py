"""Proofs without a search that a puzzle has no tiling: colouring and area arguments.

Give every cell of the board a whole number. However the board is tiled, the numbers under the pieces add up to the
numbers of all cells. If no choice of one placement for each piece, of all placements that the board admits, has that
sum, there is no tiling. The chessboard's +1 and -1 are the classical weights (they refute the mutilated chessboard and
all rectangles of the 35 hexominoes; Golomb, *Polyominoes*); stripes, diagonals and sublattices of periods up to 5, and
the separate areas of the board, are others.
"""

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from gamecore.polyfit.cover import Cover
from gamecore.polyfit.puzzle import Puzzle

__all__ = ["refute", "refuted"]

Ints = npt.NDArray[np.int64]

_MOST_PLACEMENTS = 50_000  # beyond the game's boards the arguments take seconds and settle little
_PERIODS = (2, 3, 4, 5)
# The lines (a, b) along which a colour depends on a row + b column only.
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (2, -1))


def refute(puzzle: Puzzle) -> str | None:
    """A short proof that the puzzle has no tiling, in words; None if these arguments find none.

    It tries the areas, then cells and shapes without enough placements, then colourings. It takes milliseconds and
    never searches.

    Args:
        puzzle: Any puzzle.

    Raises:
        InvalidPuzzle: ``puzzle`` is none, or so large that its placements do not fit in memory.
    """
    from gamecore.polyfit.solver import areas_agree, check_puzzle

    check_puzzle(puzzle)
    if not areas_agree(puzzle):
        return f"the board has {puzzle.board.area} cells, the pieces {sum(len(p.cells) for p in puzzle.pieces)}"
    cover = Cover(puzzle)
    if len(np.unique(cover.items)) < cover.cell_count:
        return "some cell can be covered by no piece"
    if (np.bincount(cover.kinds, minlength=len(cover.multiplicity)) < cover.multiplicity).any():
        return "some shape has fewer placements than pieces"
    return refuted(cover, puzzle)


def refuted(cover: Cover, puzzle: Puzzle) -> str | None:
    """The same from a cover whose every cell and shape has placements: only the colourings and areas."""
    if len(cover.kinds) > _MOST_PLACEMENTS:
        return None
    rows, columns = cover.cells().T
    for name, weights in _weightings(rows.astype(np.int64), columns.astype(np.int64), puzzle):
        if not _reachable(cover, weights):
            return f"colouring: {name}"
    return None


def _weightings(rows: Ints, columns: Ints, puzzle: Puzzle) -> Iterator[tuple[str, Ints]]:
    """Named weights of the cells, the likeliest to settle a puzzle first."""
    yield "black and white as on a chessboard", 1 - 2 * ((rows + columns) & 1)
    yield "black and white rows", 1 - 2 * (rows & 1)
    yield "black and white columns", 1 - 2 * (columns & 1)
    areas = puzzle.board.components()
    if len(areas) > 1:
        number = {cell: index for index, area in enumerate(areas) for cell in area}
        area = np.array([number[int(row), int(column)] for row, column in zip(rows, columns, strict=True)], np.int64)
        for index in range(len(areas)):
            yield f"the area of {len(areas[index])} cells", (area == index).astype(np.int64)
    for down in range(2):
        for right in range(2):
            chosen = (rows & 1 == down) & (columns & 1 == right)
            yield f"every second cell of every second row, from {down}, {right}", chosen.astype(np.int64)
    for period in _PERIODS:
        for a, b in _DIRECTIONS:
            if math.gcd(a, period) == 1 or math.gcd(b, period) == 1:
                colour = (a * rows + b * columns) % period
                for shade in range(period if period > 2 else 1):
                    name = f"cells with {a} row + {b} column = {shade} modulo {period}"
                    yield name, (colour == shade).astype(np.int64)


def _reachable(cover: Cover, weights: Ints) -> bool:
    """Whether one placement for each piece can have the sum of all weights together.

    Sums are kept as bits of a whole number, shifted so that none is negative.
    """
    sums = np.add.reduceat(weights[cover.items], cover.starts[:-1])
    target = int(weights.sum())
    reached = 1
    for kind, count in enumerate(cover.multiplicity.tolist()):
        values = np.unique(sums[cover.kinds == kind]).tolist()
        least = values[0]
        target -= least * count
        for _ in range(count):
            grown = 0
            for value in values:
                grown |= reached << (value - least)
            reached = grown
    return target >= 0 and bool(reached >> target & 1)
