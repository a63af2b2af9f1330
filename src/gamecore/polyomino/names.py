"""The polyominoes that have names here: 1 to 5 cells, a letter and the number of cells (``F5``)."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from gamecore.polyomino.shapes import Cell, Cells, canonical

__all__ = ["NAMED", "name_of"]

# One picture a name, rows parted by spaces.
_PICTURES = {
    "I1": "#",
    "I2": "##",
    "I3": "###",
    "V3": "#. ##",
    "I4": "####",
    "L4": "#. #. ##",
    "O4": "## ##",
    "S4": ".## ##.",
    "T4": "### .#.",
    "F5": ".## ##. .#.",
    "I5": "#####",
    "L5": "#. #. #. ##",
    "N5": ".# .# ## #.",
    "P5": "## ## #.",
    "T5": "### .#. .#.",
    "U5": "#.# ###",
    "V5": "#.. #.. ###",
    "W5": "#.. ##. .##",
    "X5": ".#. ### .#.",
    "Y5": ".# ## .# .#",
    "Z5": "##. .#. .##",
}


def _cells(picture: str) -> Cells:
    return tuple(
        (row, column) for row, line in enumerate(picture.split()) for column, mark in enumerate(line) if mark == "#"
    )


NAMED: Mapping[str, Cells] = MappingProxyType({name: _cells(picture) for name, picture in _PICTURES.items()})
"""All 21 free polyominoes of 1 to 5 cells by name; cells normalised and sorted."""

_NAMES = {canonical(cells): name for name, cells in NAMED.items()}
_LARGEST = max(map(len, NAMED.values()))


def name_of(cells: Iterable[Cell]) -> str | None:
    """The name of a shape however it is turned, flipped or moved; None if it has none."""
    shape = tuple(cells)
    if len(set(shape)) > _LARGEST:
        return None
    return _NAMES.get(canonical(shape))
