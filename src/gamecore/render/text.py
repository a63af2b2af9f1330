"""Grids of labels as text: plain, with box-drawing borders, in ANSI colours."""

from collections.abc import Sequence
from functools import cache

__all__ = ["boxes", "draw", "letters"]

# Letters that print in one column, plain ones first.
_RANGES = ((0x41, 0x5A), (0x61, 0x7A), (0x30, 0x39), (0xC0, 0x24F), (0x391, 0x3C9), (0x400, 0x481))
_STYLES = tuple(
    f"\x1b[{ground};{ink}m" for ground, ink in zip((*range(41, 47), *range(100, 107)), (30,) * 13, strict=True)
)


@cache
def _alphabet() -> tuple[str, ...]:
    return tuple(chr(code) for low, high in _RANGES for code in range(low, high + 1) if chr(code).isalnum())


def letters(n: int) -> tuple[str, ...]:
    """``n`` one-column labels: A–Z, a–z, 0–9, then further alphabets; over 600 distinct ones, then repeats."""
    alphabet = _alphabet()
    return tuple(alphabet[number % len(alphabet)] for number in range(n))


def draw(labels: Sequence[Sequence[str]], *, colour: bool = False, plain: str = ".#") -> str:
    """A grid of one-character labels, one line a row.

    Args:
        labels: Rows of labels.
        colour: Set every label in an ANSI background colour of its own; labels recur in 13 colours.
        plain: Labels that stay uncoloured.
    """
    if not colour:
        return "\n".join("".join(row) for row in labels)
    order: dict[str, str] = {}
    lines = []
    for row in labels:
        line = []
        for label in row:
            if label in plain:
                line.append(label)
            else:
                style = order.setdefault(label, _STYLES[len(order) % len(_STYLES)])
                line.append(f"{style}{label}\x1b[0m")
        lines.append("".join(line))
    return "\n".join(lines)


# Box-drawing corners by which arms they have: 1 up, 2 right, 4 down, 8 left.
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"


def boxes(labels: Sequence[Sequence[object]]) -> str:
    """A grid as outlines: a line is drawn wherever two neighbouring labels differ.

    Each cell is two columns wide and has one text line of its own; equal neighbours run together.

    Args:
        labels: Rows of equal length of any comparable labels; None is empty ground like the outside.
    """
    height = len(labels)
    width = len(labels[0]) if height else 0

    def at(row: int, column: int) -> object:
        return labels[row][column] if 0 <= row < height and 0 <= column < width else None

    lines = []
    for row in range(height + 1):
        line = []
        for column in range(width + 1):
            north_west, north_east = at(row - 1, column - 1), at(row - 1, column)
            south_west, south_east = at(row, column - 1), at(row, column)
            arms = (
                (north_west != north_east)
                + 2 * (north_east != south_east)
                + 4 * (south_west != south_east)
                + 8 * (north_west != south_west)
            )
            line.append(_CORNERS[arms])
            if column < width:
                line.append("──" if arms & 2 else "  ")
        lines.append("".join(line).rstrip())
        if row < height:
            walls = ("│" if at(row, column - 1) != at(row, column) else " " for column in range(width + 1))
            lines.append("  ".join(walls).rstrip())
    return "\n".join(lines)
