"""Regions: the boards that polyominoes are laid on."""

from collections.abc import Iterable
from functools import cached_property

import msgspec

from gamecore.errors import InvalidPuzzle
from gamecore.polyomino.shapes import Cell, Cells

__all__ = ["MAX_SIDE", "Region"]

MAX_SIDE = 256
"""A region has at most this many rows and columns."""


class Region(msgspec.Struct, frozen=True, dict=True):
    """A board: ``#`` is a cell to fill, ``.`` is not.

    It may have empty rows and columns around it and lie in several areas; cells are numbered by the rows as
    given, ``(0, 0)`` at the top left. Equal by value, hashable.

    Args:
        rows: The board's rows, all of one length, 1 to 256 of them and 1 to 256 characters each, at least one
            ``#``.

    Raises:
        InvalidPuzzle: The rows are none of that; its path starts at the rows (``$[2]``).
    """

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        rows = self.rows
        if type(rows) is not tuple:
            if not isinstance(rows, list):
                raise InvalidPuzzle("$", "expected a list of rows")
            rows = tuple(list.copy(rows))  # a subclass might go on for ever
            msgspec.structs.force_setattr(self, "rows", rows)
        if not 1 <= len(rows) <= MAX_SIDE:
            raise InvalidPuzzle("$", f"expected 1 to {MAX_SIDE} rows, got {len(rows)}")
        for number, row in enumerate(rows):
            if type(row) is not str:
                raise InvalidPuzzle(f"$[{number}]", "expected a string of # and .")
            if not 1 <= len(row) <= MAX_SIDE:
                raise InvalidPuzzle(f"$[{number}]", f"expected 1 to {MAX_SIDE} characters, got {len(row)}")
            if len(row) != len(rows[0]):
                raise InvalidPuzzle(
                    f"$[{number}]",
                    f"has {len(row)} characters, the first row has {len(rows[0])}",
                )
            if row.strip("#."):
                column = next(column for column, mark in enumerate(row) if mark not in "#.")
                raise InvalidPuzzle(f"$[{number}]", f"{row[column]!a} at column {column}: only # and . are allowed")
        if not any("#" in row for row in rows):
            raise InvalidPuzzle("$", "has no # cell")

    @classmethod
    def from_cells(cls, cells: Iterable[Cell], height: int | None = None, width: int | None = None) -> "Region":
        """The region of the given cells.

        Args:
            cells: Cells ``(row, column)`` from 0; repeats count once.
            height: Rows; by default up to the lowest cell.
            width: Columns; by default up to the rightmost cell.

        Raises:
            InvalidPuzzle: No cells, a cell off the board, or a side beyond :data:`MAX_SIDE`.
        """
        given = set(cells)
        if not given:
            raise InvalidPuzzle("$", "has no # cell")
        height = 1 + max(row for row, _ in given) if height is None else height
        width = 1 + max(column for _, column in given) if width is None else width
        if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
            raise InvalidPuzzle("$", f"expected 1 to {MAX_SIDE} rows and columns")
        for row, column in sorted(given):
            if not (0 <= row < height and 0 <= column < width):
                raise InvalidPuzzle("$", f"the cell [{row}, {column}] lies off the board")
        return cls(
            tuple("".join("#" if (row, column) in given else "." for column in range(width)) for row in range(height))
        )

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def __contains__(self, cell: object) -> bool:
        return cell in self._cell_set

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    @cached_property
    def cells(self) -> Cells:
        """The cells to fill, in scan order: row by row, left to right."""
        return tuple(
            (row, column) for row, line in enumerate(self.rows) for column, mark in enumerate(line) if mark == "#"
        )

    @cached_property
    def _cell_set(self) -> frozenset[Cell]:
        return frozenset(self.cells)

    @property
    def area(self) -> int:
        """Number of cells to fill."""
        return len(self.cells)

    @cached_property
    def mask(self) -> int:
        """The cells as a bit set: bit ``row * width + column`` is set for a cell to fill."""
        bits = "".join(self.rows)[::-1].replace("#", "1").replace(".", "0")
        return int(bits, 2)

    def components(self) -> tuple[Cells, ...]:
        """The areas that hang together edge to edge, each sorted, in scan order of their first cells."""
        return _components(self._cell_set)

    @property
    def holes(self) -> tuple[Cells, ...]:
        """The holes: areas of empty cells, edge to edge, that do not reach the outside of the board.

        Empty cells that touch only at a corner are parted there, as cells of the region meet in that corner.
        """
        outside = {
            (row, column)
            for row in range(-1, self.height + 1)
            for column in range(-1, self.width + 1)
            if (row, column) not in self._cell_set
        }
        return tuple(area for area in _components(outside) if area[0] != (-1, -1))

    def trimmed(self) -> "Region":
        """The same region without the empty rows and columns around it."""
        top, bottom = self.cells[0][0], self.cells[-1][0]
        left = min(column for _, column in self.cells)
        right = max(column for _, column in self.cells)
        return Region(tuple(row[left : right + 1] for row in self.rows[top : bottom + 1]))


def _components(cells: Iterable[Cell]) -> tuple[Cells, ...]:
    left = set(cells)
    areas = []
    for start in sorted(left):
        if start not in left:
            continue
        left.remove(start)
        area = [start]
        for row, column in area:  # grows while it is walked
            for neighbour in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
                if neighbour in left:
                    left.remove(neighbour)
                    area.append(neighbour)
        areas.append(tuple(sorted(area)))
    return tuple(areas)
