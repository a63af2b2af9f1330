"""Makers of fresh, solvable puzzles: pieces are laid until there are enough, and what they cover is the board.

They share no code with the library's generator. ``rect`` fills a rectangle in scan order, with a little backtracking;
the others grow around what lies already: ``compact`` stays near the middle and close together, ``ragged`` lays
anywhere, ``holed`` grows compactly around cells that stay free.
"""

from collections.abc import Callable, Iterable, Iterator
from random import Random

from gamecore import polyomino
from gamecore.polyfit import Puzzle

Cell = tuple[int, int]
Cells = tuple[Cell, ...]

SHAPES: tuple[Cells, ...] = polyomino.free_polyominoes(5)
WAYS: tuple[tuple[Cells, ...], ...] = tuple(tuple(way.cells for way in polyomino.orientations(s)) for s in SHAPES)
MOST_ROWS = 60
"""Higher rectangles are made of blocks, which the puzzle does not show: far down a long column dead ends show late."""
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def rectangle(pieces: int, seed: object) -> Puzzle:
    """A rectangle of that many pentominoes, its sides about as 5 to 7, with nearly as many of each shape."""
    area = 5 * pieces
    height = max(side for side in range(1, area + 1) if area % side == 0 and 7 * side * side <= 5 * area * 1.05)
    width = area // height
    order = Random(f"rectangle {pieces} {seed}")
    if height <= MOST_ROWS:
        return _puzzle(_filled(height, width, order))
    blocks = next(k for k in range(2, height) if height % k == width % k == 0 and height // k <= MOST_ROWS)
    size = height // blocks, width // blocks
    places = [(size[0] * down, size[1] * along) for down in range(blocks) for along in range(blocks)]
    laid = [(piece, place) for place in places for piece in _filled(*size, order)]
    return _puzzle([tuple((r + down, c + along) for r, c in piece) for piece, (down, along) in laid])


def _filled(height: int, width: int, order: Random) -> list[Cells]:
    """Lay pieces on the first free cell, column by column, the scarcer shapes first; step back from dead ends."""
    free = {(row, column) for row in range(height) for column in range(width)}
    scan = [(row, column) for column in range(width) for row in range(height)]
    used = [0] * len(SHAPES)
    laid: list[tuple[int, Cells, int]] = []
    waiting: list[Iterator[tuple[int, Cells]]] = []
    place = 0
    while free:
        while scan[place] not in free:
            place += 1
        if len(waiting) == len(laid):
            waiting.append(_fitting(scan[place], free, used, order))
        found = next(waiting[-1], None)
        if found is not None:
            free.difference_update(found[1])
            used[found[0]] += 1
            laid.append((*found, place))
            continue
        waiting.pop()
        # A dead end's cause lies near; sometimes several steps back leave it sooner than one.
        for _ in range(min(len(laid), order.choice((1, 1, 1, 1, 2, 4, 8)))):
            kind, cells, place = laid.pop()
            free.update(cells)
            used[kind] -= 1
        del waiting[len(laid) + 1 :]
        if not waiting:
            waiting.clear()
    return [cells for _, cells, _ in laid]


def _fitting(first: Cell, free: set[Cell], used: list[int], order: Random) -> Iterator[tuple[int, Cells]]:
    row, column = first
    kinds = sorted(range(len(SHAPES)), key=lambda kind: used[kind] + 2 * order.random())
    for kind in kinds:
        for way in order.sample(WAYS[kind], len(WAYS[kind])):
            down = min((c, r) for r, c in way)[1]
            cells = tuple((row + r - down, column + c) for r, c in way)
            if free.issuperset(cells) and not _cuts_off(cells, free):
                yield kind, cells


def _cuts_off(cells: Cells, free: set[Cell]) -> bool:
    """Whether the free cells beside a piece are, without it, a small area that no pentominoes fill."""
    for start in ({(r + dr, c + dc) for r, c in cells for dr, dc in SIDES} & free).difference(cells):
        area, edge = {start}, [start]
        while edge and len(area) < 26:
            row, column = edge.pop()
            new = ({(row + dr, column + dc) for dr, dc in SIDES} & free).difference(cells, area)
            area |= new
            edge += new
        if len(area) < 26 and len(area) % 5:
            return True
    return False


def grown(pieces: int, seed: object, family: str) -> Puzzle:
    """A board of that many pentominoes grown around its middle: ``compact``, ``ragged`` or ``holed``."""
    order = Random(f"{family} {pieces} {seed}")
    blocked: set[Cell] = set()
    if family == "holed":
        radius = round((5 * pieces) ** 0.5 / 2)
        middle = [(r, c) for r in range(-radius, radius) for c in range(-radius, radius)]
        blocked = set(order.sample(middle, order.randint(1, 2 + pieces // 8)))
    covered: set[Cell] = set()
    border: set[Cell] = {next(cell for cell in ((0, k) for k in range(len(blocked) + 1)) if cell not in blocked)}
    used = [0] * len(SHAPES)
    laid: list[Cells] = []
    while len(laid) < pieces:
        kind, cells = _next_piece(order, family, covered, blocked, border, used)
        laid.append(cells)
        used[kind] += 1
        covered.update(cells)
        near = {(r + dr, c + dc) for r, c in cells for dr, dc in SIDES}
        border = (border | near) - covered - blocked
    return _puzzle(laid)


def _next_piece(
    order: Random, family: str, covered: set[Cell], blocked: set[Cell], border: set[Cell], used: list[int]
) -> tuple[int, Cells]:
    """Of some cells beside the board and the scarcer shapes, the placement that the family likes best."""
    tries = 1 if family == "ragged" else 3
    while True:
        cells = order.sample(sorted(border), min(len(border), 8))
        cells.sort(key=lambda cell: cell[0] ** 2 + cell[1] ** 2)
        targets = cells[:tries] if family != "ragged" else cells[: 1 + order.randrange(len(cells))][-1:]
        kinds = sorted(range(len(SHAPES)), key=lambda kind: used[kind] + 1.5 * order.random())[:4]
        best: tuple[float, int, Cells] | None = None
        for row, column in targets:
            for kind in kinds:
                for way in WAYS[kind]:
                    for r, c in way:
                        spot = tuple((row + a - r, column + b - c) for a, b in way)
                        if not covered.isdisjoint(spot) or not blocked.isdisjoint(spot):
                            continue
                        score = order.random() * (12 if family == "ragged" else 2)
                        score += sum((a + x, b + y) in covered for a, b in spot for x, y in SIDES)
                        if best is None or score > best[0]:
                            best = (score, kind, spot)
        if best is not None:
            return best[1], best[2]


def _puzzle(laid: Iterable[Cells]) -> Puzzle:
    shapes = [polyomino.canonical(cells) for cells in laid]
    covered = {cell for cells in laid for cell in cells}
    top, left = min(row for row, _ in covered), min(column for _, column in covered)
    bottom, right = max(row for row, _ in covered), max(column for _, column in covered)
    rows = [
        "".join("#" if (row, column) in covered else "." for column in range(left, right + 1))
        for row in range(top, bottom + 1)
    ]
    return Puzzle.from_json(
        {"region": rows, "pieces": [{"id": str(k), "cells": s} for k, s in enumerate(sorted(shapes))]}
    )


FAMILIES: dict[str, Callable[[int, object], Puzzle]] = {
    "compact": lambda pieces, seed: grown(pieces, seed, "compact"),
    "ragged": lambda pieces, seed: grown(pieces, seed, "ragged"),
    "rect": rectangle,
    "holed": lambda pieces, seed: grown(pieces, seed, "holed"),
}
"""Fresh puzzles by number of pieces and seed."""
