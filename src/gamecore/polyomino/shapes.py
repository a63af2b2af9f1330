"""Shapes: cells, the eight ways to lay a piece, free polyominoes.

A shape is any collection of cells ``(row, column)``, rows counted downwards and columns to the right. All
functions return cells normalised: the bounding box touches row 0 and column 0, cells sorted. Plain Python, no
numpy, so that rules can use it.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from gamecore.errors import InvalidOptions

__all__ = [
    "MAX_FREE_CELLS",
    "Cell",
    "Cells",
    "Orientation",
    "canonical",
    "free_polyominoes",
    "is_connected",
    "normalise",
    "orientations",
    "transform",
]

Cell = tuple[int, int]
Cells = tuple[Cell, ...]

MAX_FREE_CELLS = 12
"""Largest ``n`` that :func:`free_polyominoes` enumerates (63,600 shapes)."""

# Larger shapes are computed afresh each time: a cache bounded in entries would not be bounded in bytes.
_CACHED_CELLS = 16


class Orientation(NamedTuple):
    """One way to lay a piece: its cells, and what :func:`transform` needs to make them."""

    cells: Cells
    rotation: int
    flip: bool


def normalise(cells: Iterable[Cell]) -> Cells:
    """The same cells moved so that the smallest row and column are 0, without repeats, sorted.

    Args:
        cells: Cells ``(row, column)``, any integers. No cells give ``()``.
    """
    given = list(cells)
    if not given:
        return ()
    top = min(row for row, _ in given)
    left = min(column for _, column in given)
    return tuple(sorted({(row - top, column - left) for row, column in given}))


def transform(cells: Iterable[Cell], rotation: int = 0, flip: bool = False) -> Cells:
    """Mirror left to right if ``flip``, then turn ``rotation`` quarter turns clockwise, then normalise.

    The order is that of requirement P09.

    Args:
        cells: Cells ``(row, column)``.
        rotation: Quarter turns clockwise, taken modulo 4.
        flip: Whether to mirror first (column becomes minus column).
    """
    shape = tuple(cells)
    if len(shape) <= _CACHED_CELLS:
        return _transform_small(shape, rotation & 3, bool(flip))
    return _transform(shape, rotation & 3, flip)


def _transform(cells: Cells, rotation: int, flip: bool) -> Cells:
    if flip:
        cells = tuple((row, -column) for row, column in cells)
    # With rows counted downwards one quarter turn clockwise takes what is right of the origin below it.
    if rotation == 1:
        cells = tuple((column, -row) for row, column in cells)
    elif rotation == 2:
        cells = tuple((-row, -column) for row, column in cells)
    elif rotation == 3:
        cells = tuple((-column, row) for row, column in cells)
    return normalise(cells)


_transform_small = lru_cache(maxsize=4096)(_transform)


def orientations(cells: Iterable[Cell]) -> tuple[Orientation, ...]:
    """The distinct ways to lay a piece, 1 to 8 of them.

    Unflipped ones come first, lower rotations before higher ones; each names the first ``(rotation, flip)``
    that makes it. The first is the shape as given, normalised.
    """
    shape = tuple(cells)
    return _orientations_small(shape) if len(shape) <= _CACHED_CELLS else _orientations(shape)


def _orientations(cells: Cells) -> tuple[Orientation, ...]:
    found: dict[Cells, Orientation] = {}
    for flip in (False, True):
        for rotation in range(4):
            laid = _transform(cells, rotation, flip)
            found.setdefault(laid, Orientation(laid, rotation, flip))
    return tuple(found.values())


_orientations_small = lru_cache(maxsize=1024)(_orientations)


def canonical(cells: Iterable[Cell]) -> Cells:
    """The key of the free polyomino: the least of its orientations' cells.

    Two shapes have the same key exactly when one can be turned and flipped into the other.
    """
    return min(orientation.cells for orientation in orientations(cells))


def is_connected(cells: Iterable[Cell]) -> bool:
    """Whether the cells hang together edge to edge; no cells at all do not."""
    left = set(cells)
    if not left:
        return False
    stack = [left.pop()]
    while stack:
        row, column = stack.pop()
        for neighbour in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if neighbour in left:
                left.remove(neighbour)
                stack.append(neighbour)
    return not left


def free_polyominoes(n: int) -> tuple[Cells, ...]:
    """All free polyominoes of ``n`` cells, in canonical form, sorted.

    Their numbers are 1, 1, 2, 5, 12, 35, 108, 369, … (OEIS A000105). Each is grown from those of one cell
    fewer: removing the right cell of any polyomino leaves a polyomino.

    Args:
        n: Cells, 1 to :data:`MAX_FREE_CELLS`.

    Raises:
        InvalidOptions: ``n`` is not an integer in that range.
    """
    if type(n) is not int or not 1 <= n <= MAX_FREE_CELLS:
        raise InvalidOptions("n", n, f"an integer from 1 to {MAX_FREE_CELLS}")
    shapes: set[Cells] = {((0, 0),)}
    for _ in range(n - 1):
        grown: set[Cells] = set()
        seen: set[Cells] = set()  # fixed shapes already brought to canonical form
        for shape in shapes:
            cells = set(shape)
            for row, column in shape:
                for cell in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
                    if cell in cells:
                        continue
                    fixed = normalise((*shape, cell))
                    if fixed not in seen:
                        laid = [_transform(fixed, rotation, flip) for flip in (False, True) for rotation in range(4)]
                        seen.update(laid)
                        grown.add(min(laid))
        shapes = grown
    return tuple(sorted(shapes))
