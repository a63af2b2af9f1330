"""Pictures for the terminal: outlined pieces, in the colours of the SVG pictures where the terminal has colours."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gamecore.render import svg, text

if TYPE_CHECKING:
    from rich.text import Text

    from gamecore.polyfit import Placement, Puzzle

__all__ = ["picture", "piece_list"]

_OPEN = ""  # the label of a cell still to fill; pieces have ids, which are never empty
_COLUMNS = 3  # a cell of text.boxes is a wall and two columns wide, a wall and a line high


def picture(puzzle: "Puzzle", placements: Sequence["Placement"] = ()) -> "Text":
    """The board with the placements on it, right or wrong.

    Cells still to fill are hatched, cells covered twice are crossed. Cells off the board are left out.
    """
    from rich.text import Text

    labels: list[list[str | None]] = [[_OPEN if mark == "#" else None for mark in row] for row in puzzle.region]
    crossed: set[tuple[int, int]] = set()
    for placement in placements:
        if placement.piece not in puzzle.by_id:
            continue
        for row, column in puzzle.covered(placement):
            if 0 <= row < len(labels) and 0 <= column < len(labels[row]):
                if labels[row][column]:
                    crossed.add((row, column))
                labels[row][column] = placement.piece
    shades = {id_: svg.colour(number) for number, ids in enumerate(puzzle.shapes.values()) for id_ in ids}
    lines = text.boxes(labels).split("\n")
    drawn = Text()
    for y, line in enumerate(lines):
        for x, mark in enumerate(line):
            touching = {
                (row, column)
                for row in {(y - 1) // 2, y // 2}
                for column in ({(x - 1) // _COLUMNS, x // _COLUMNS} if x % _COLUMNS == 0 else {x // _COLUMNS})
            }
            found = {_label(labels, *cell) for cell in touching}
            label = found.pop() if len(found) == 1 else None
            if touching <= crossed and mark == " ":
                drawn.append("×", "bold red")
            elif label == _OPEN:
                drawn.append("░" if mark == " " else mark)
            else:
                drawn.append(mark, f"on {shades[label]}" if label in shades else "")
        drawn.append("\n")
    drawn.right_crop(1)
    return drawn


def _label(labels: list[list[str | None]], row: int, column: int) -> str | None:
    inside = 0 <= row < len(labels) and 0 <= column < len(labels[row])
    return labels[row][column] if inside else None


def piece_list(puzzle: "Puzzle") -> str:
    """How many pieces of which name: ``56 pieces, 277 cells: 5 F5, 4 I5``."""
    names = Counter(piece.name for piece in puzzle.pieces)
    kinds = ", ".join(f"{number} {name}" for name, number in sorted(names.items()))
    area = sum(len(piece.cells) for piece in puzzle.pieces)
    return f"{_plural(len(puzzle.pieces), 'piece')}, {_plural(area, 'cell')}: {kinds}"


def _plural(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"
