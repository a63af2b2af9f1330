"""Cells as SVG: outlines, colours, labels."""

import colorsys
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

__all__ = ["Tile", "board", "colour", "escaped", "loops", "outline"]

Cell = tuple[int, int]


class Tile(NamedTuple):
    """Cells that are drawn as one: their colour (any SVG colour) and their tooltip."""

    cells: Sequence[Cell]
    fill: str
    title: str = ""


def colour(number: int) -> str:
    """The ``number``-th colour (from 0) of an endless row of well-parted light ones, as ``#rrggbb``.

    Hues step by the golden ratio, so that any first few of them lie far apart.
    """
    hue = (0.58 + number * 0.618033988749895) % 1.0
    red, green, blue = colorsys.hls_to_rgb(hue, 0.68 + 0.06 * (number % 3), 0.62)
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"


def escaped(text: str) -> str:
    """Text made safe for SVG content and attributes; what XML cannot hold becomes U+FFFD."""
    legal = "".join(mark if mark.isprintable() or mark in "\t\n " else "\ufffd" for mark in text)
    return escape(legal, {'"': "&quot;", "'": "&#39;"})


def loops(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The boundary of a set of cells as closed loops of grid points ``(row, column)``, corners only.

    Outer loops run clockwise as seen on the screen, holes the other way. Where cells meet only at a corner
    the loop turns so that they stay apart.
    """
    inside = set(cells)
    edges: dict[Cell, list[Cell]] = {}
    for row, column in sorted(inside):
        if (row - 1, column) not in inside:
            edges.setdefault((row, column), []).append((row, column + 1))
        if (row, column + 1) not in inside:
            edges.setdefault((row, column + 1), []).append((row + 1, column + 1))
        if (row + 1, column) not in inside:
            edges.setdefault((row + 1, column + 1), []).append((row + 1, column))
        if (row, column - 1) not in inside:
            edges.setdefault((row + 1, column), []).append((row, column))
    found = []
    while edges:
        start = next(iter(edges))
        point, heading = start, (0, 0)
        loop: list[Cell] = []
        while point in edges:
            ends = edges[point]
            # Two ways on where cells meet at a corner: turn right, which keeps to the same cell.
            right = (point[0] + heading[1], point[1] - heading[0])
            end = ends.pop(ends.index(right)) if right in ends else ends.pop()
            if not ends:
                del edges[point]
            step = (end[0] - point[0], end[1] - point[1])
            if step != heading:
                loop.append(point)
            point, heading = end, step
        if len(loop) > 1 and _straight(loop[-1], loop[0], loop[1]):
            loop.pop(0)
        found.append(loop)
    return found


def _straight(a: Cell, b: Cell, c: Cell) -> bool:
    return (a[0] == b[0] == c[0]) or (a[1] == b[1] == c[1])


def outline(cells: Iterable[Cell], cell: float = 1) -> str:
    """The boundary of a set of cells as SVG path data; x is the column and y the row, times ``cell``."""
    return "".join(
        "M" + "L".join(f"{column * cell:g} {row * cell:g}" for row, column in loop) + "Z" for loop in loops(cells)
    )


def board(
    cells: Sequence[Cell], height: int, width: int, tiles: Iterable[Tile] = (), *, cell: int = 24, title: str = ""
) -> str:
    """A board with tiles on it as a whole SVG document.

    Args:
        cells: The cells of the board, drawn as empty ground.
        height: Rows.
        width: Columns.
        tiles: What lies on it; what sticks out of the picture is clipped.
        cell: Side of a cell in pixels.
        title: Tooltip of the picture.
    """
    margin = max(1, cell // 6)
    tall, wide = height * cell + 2 * margin, width * cell + 2 * margin
    ground = outline(cells, cell)
    lines = "".join(f"M{column * cell} {row * cell}h{cell}v{cell}" for row, column in cells)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{tall}" '
        f'viewBox="{-margin} {-margin} {wide} {tall}">',
        f"<title>{escaped(title)}</title>" if title else "",
        f'<path d="{ground}" fill="#f4f2ec" fill-rule="evenodd"/>',
        f'<path d="{lines}" fill="none" stroke="#d8d4c8" stroke-width="1"/>',
    ]
    for tile in tiles:
        tip = f"<title>{escaped(tile.title)}</title>" if tile.title else ""
        parts.append(
            f'<path d="{outline(tile.cells, cell)}" fill="{escaped(tile.fill)}" fill-rule="evenodd" '
            f'fill-opacity="0.9" stroke="#33312c" stroke-width="1.5" stroke-linejoin="round">{tip}</path>'
        )
    parts.append(f'<path d="{ground}" fill="none" stroke="#33312c" stroke-width="2.5" stroke-linejoin="round"/></svg>')
    return "".join(parts)
