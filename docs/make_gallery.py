"""Draws the pictures of the gallery: puzzles of each difficulty and round, unsolved and solved.

    python docs/make_gallery.py FOLDER

``conf.py`` runs it when the documentation is built. Seeds are fixed, so the pictures change only with the generator.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from gamecore import polyfit
from gamecore.render.sheet import Picture, sheet

ROUNDS = 6
CELLS = {"easy": 22, "normal": 20, "hard": 16, "extreme": 11}
"""Side of a cell in pixels, by difficulty."""
WIDTH = 900
PER_ROW = 3
NODES = 2_000_000
"""Where the search for a solution ends: the same on every machine."""


def sheets(difficulty: str) -> Iterator[tuple[str, str]]:
    """Names and SVG texts: the six rounds of a match unsolved, then solved."""
    puzzles = [polyfit.generate(difficulty, "gallery", round=number, rounds=ROUNDS) for number in range(1, ROUNDS + 1)]
    cell = CELLS[difficulty]
    captions = [f"round {number}: {len(puzzle.pieces)} pieces" for number, puzzle in enumerate(puzzles, 1)]
    bare = [Picture(puzzle.svg(cell=cell), caption) for puzzle, caption in zip(puzzles, captions, strict=True)]
    solved = []
    for puzzle, caption in zip(puzzles, captions, strict=True):
        result = polyfit.solve(puzzle, node_limit=NODES)
        text = caption if result.status == "solved" else f"{caption}, not solved in {NODES:,} nodes"
        solved.append(Picture(puzzle.svg(result.placements, cell=cell), text))
    yield f"{difficulty}.svg", sheet(bare, width=WIDTH, per_row=PER_ROW)
    yield f"{difficulty}-solved.svg", sheet(solved, width=WIDTH, per_row=PER_ROW)


def make(folder: Path) -> None:
    """Writes all pictures into the folder; those that would not change keep their times."""
    folder.mkdir(parents=True, exist_ok=True)
    for difficulty in CELLS:
        for name, text in sheets(difficulty):
            path = folder / name
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
