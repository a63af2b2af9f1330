"""A shape of the cutting game on its canvas: marks in the terminal, or an SVG picture with true arcs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gamecore.cutting import Canvas
    from gamecore.cutting.outlines import Path
    from gamecore.geometry import Point, Region

__all__ = ["Picture"]

_ROWS = 23  # lines of text; odd, so that one runs through the origin
_TALL = 2.1  # a character is so many times as high as wide


class Picture(NamedTuple):
    """What is on the canvas.

    Attributes:
        canvas: The canvas.
        areas: Shapes and parts, by the mark that stands for their inside; of two at one place the later is seen.
        points: Marked points, by their mark.
        lines: Paths drawn over the areas, in SVG only.
    """

    canvas: "Canvas"
    areas: Sequence[tuple[str, "Region"]]
    points: Sequence[tuple[str, "Point"]] = ()
    lines: Sequence["Path"] = ()

    def text(self) -> str:
        """The canvas in lines of text, with the coordinates of its sides."""
        width, height = self.canvas.width, self.canvas.height
        columns = round(_TALL * _ROWS * width / height)
        rows = [[self._mark(column, row, columns) for column in range(columns)] for row in range(_ROWS)]
        for mark, (x, y) in self.points:
            column = min(int((x / width + 0.5) * columns), columns - 1)
            row = min(int((0.5 - y / height) * _ROWS), _ROWS - 1)
            if min(row, column) >= 0:
                rows[row][column] = mark
        sides = {0: f"{height / 2:5.2f}", _ROWS // 2: " 0.00", _ROWS - 1: f"{-height / 2:5.2f}"}
        lines = [f"{sides.get(number, '     ')} |{''.join(row)}|" for number, row in enumerate(rows)]
        left, right = f"{-width / 2:.2f}", f"{width / 2:.2f}"
        return "\n".join([*lines, f"      {left}{'0':^{columns - len(left) - len(right) + 2}}{right}"])

    def _mark(self, column: int, row: int, columns: int) -> str:
        """What stands at the middle of a character."""
        canvas = self.canvas
        at = ((column + 0.5) / columns - 0.5) * canvas.width, (0.5 - (row + 0.5) / _ROWS) * canvas.height
        for mark, region in reversed(self.areas):
            if region.contains(at):
                return mark
        return " "

    def svg(self) -> str:
        """The canvas as an SVG document; an area's tooltip is its mark."""
        from gamecore.geometry import picture

        x, y = self.canvas.width / 2, self.canvas.height / 2
        return picture(
            [region for _, region in self.areas],
            size=480,
            bounds=(-x, -y, x, y),
            paths=self.lines,
            points=[point for _, point in self.points],
            labels=[mark for mark, _ in self.areas],
        )
