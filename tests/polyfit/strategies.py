"""Random tilings for the tests of Polyfit: a region grown piece by piece, so that a solution is known."""

import random

from hypothesis import strategies as st

from gamecore.polyfit import Piece, Placement, Puzzle
from gamecore.polyomino import Region, canonical, normalise, orientations


def grown(rng, pieces, largest=6):
    """A puzzle of random polyominoes and one of its solutions."""
    taken = set()
    tiles = []
    for _ in range(pieces):
        frontier = [(r + a, c + b) for r, c in taken for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        frontier = [cell for cell in frontier if cell not in taken] or [(0, 0)]
        tile = {rng.choice(sorted(frontier))}
        for _ in range(rng.randrange(largest)):
            around = {(r + a, c + b) for r, c in tile for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            around -= taken | tile
            if around:
                tile.add(rng.choice(sorted(around)))
        taken |= tile
        tiles.append(tile)
    top, left = min(r for r, _ in taken), min(c for _, c in taken)
    margin_down, margin_right = rng.randrange(2), rng.randrange(2)
    region = Region.from_cells((r - top + margin_down, c - left + margin_right) for r, c in taken)
    made, solution = [], []
    for number, tile in enumerate(tiles):
        way = rng.choice(orientations(canonical(tile)))
        anchor = (min(r for r, _ in tile) - top + margin_down, min(c for _, c in tile) - left + margin_right)
        lays = [turn for turn in orientations(way.cells) if turn.cells == normalise(tile)]
        made.append(Piece(f"p{number}", "", way.cells))
        solution.append(Placement(f"p{number}", lays[0].rotation, lays[0].flip, anchor))
    rng.shuffle(solution)
    return Puzzle(region.rows, tuple(made)), tuple(solution)


@st.composite
def solved_puzzles(draw, most=8):
    """A random puzzle with a solution."""
    return grown(random.Random(draw(st.integers(0, 2**32))), draw(st.integers(1, most)))
