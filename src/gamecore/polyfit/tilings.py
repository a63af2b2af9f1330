"""Known tilings, from which there is a puzzle of every difficulty and size even where growth got stuck.

Letters are pieces. They are taken in the order in which a scan by columns meets them: the piece met next lies
right of or below one already taken, so any number of them is one connected region.
"""

from collections.abc import Iterable

from gamecore.polyfit.growth import Tile
from gamecore.polyomino import Cell, name_of

__all__ = ["known_tiling"]

_EASY = ("AABBB", "ACCCB", "DCEEE", "DDE..")
_NORMAL = ("ABBBCCFG", "ABBCCCFG", "ADDDEEFG", "ADDEEEFG")
_PENTOMINOES = ("ACCDGGGKLL", "ACDDDFGKLL", "ACCDFFGKKL", "ABEFFHHKII", "ABEEEHIIIJ", "BBBEHHJJJJ")


def known_tiling(difficulty: str, pieces: int) -> list[Tile]:
    """Tiles of one connected region that meets what is said of the difficulty (P05).

    Args:
        difficulty: One of the four.
        pieces: A number of pieces that the difficulty has.
    """
    if difficulty == "easy":
        return _read(_EASY)[:pieces]
    if difficulty == "normal":
        return _read(_NORMAL)[:pieces]
    block = _read(_PENTOMINOES)
    if difficulty == "hard":
        return block[:pieces]
    # All twelve pentominoes on 10 × 6, four times side by side; one more block, 6 × 10, below.
    upright = [Tile(tile.name, _sorted((column, row) for row, column in tile.cells)) for tile in block]
    tiles = [_moved(tile, 0, 6 * number) for number in range(4) for tile in upright]
    tiles += [_moved(tile, 10, 0) for tile in block]
    return tiles[:pieces]


def _read(rows: tuple[str, ...]) -> list[Tile]:
    cells: dict[str, list[Cell]] = {}
    for column in range(len(rows[0])):
        for row, line in enumerate(rows):
            if line[column] != ".":
                cells.setdefault(line[column], []).append((row, column))
    return [Tile(name_of(found) or "", _sorted(found)) for found in cells.values()]


def _moved(tile: Tile, down: int, right: int) -> Tile:
    return Tile(tile.name, tuple((row + down, column + right) for row, column in tile.cells))


def _sorted(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells))
