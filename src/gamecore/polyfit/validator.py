"""The validator: whether placements tile the board, and if not, every reason why (P10)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from gamecore import wire
from gamecore.errors import IllegalMove
from gamecore.polyfit.puzzle import Placement, Puzzle, read_placements
from gamecore.polyomino import Cell, Cells, transform

__all__ = ["REASONS", "Fault", "faults", "validate"]

REASONS = (
    "missing_piece",
    "duplicate_piece",
    "unknown_piece",
    "outside_board",
    "outside_region",
    "overlap",
    "uncovered",
)
"""Why placements do not tile, in the order in which they are looked for."""


_MAX_EXAMINED = 2**20


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a solution.

    Attributes:
        reason: One of :data:`REASONS`.
        detail: The reason, a colon, and what is wrong with which piece and cell.
        pieces: Ids of the pieces concerned.
        cell: ``(row, column)`` of the (first) cell concerned, or None.
    """

    reason: str
    detail: str
    pieces: tuple[str, ...] = ()
    cell: Cell | None = None


def validate(puzzle: Puzzle, placements: Iterable[Placement | Mapping[str, Any]]) -> None:
    """Check that the placements use every piece exactly once and tile the board exactly.

    Args:
        puzzle: The puzzle.
        placements: Placements or their JSON objects, in any order.

    Raises:
        IllegalMove: They do not; ``reason`` is the first of :data:`REASONS` that applies to any of them.
        MalformedMove: One of them is no placement (``$[3].rotation``), or they are more than four times the
            pieces.
    """
    given = read_placements(placements, len(puzzle.pieces))
    if not _tiles(puzzle, given):
        first = next(_faults(puzzle, given))
        raise IllegalMove(first.reason, first.detail.removeprefix(f"{first.reason}: "))


def faults(puzzle: Puzzle, placements: Iterable[Placement | Mapping[str, Any]]) -> tuple[Fault, ...]:
    """List every fault, in the order of :data:`REASONS`; none means a solution.

    One fault for each piece missing, each piece placed repeatedly, each placement of an unknown piece, off the
    board or beside the region (with its first such cell), each cell left uncovered, and for overlaps one for
    each placement and each earlier one that it meets first on a cell. Absurd moves (the pieces laid cover more
    than a million cells) have their cells examined up to that many only.

    Args:
        puzzle: The puzzle.
        placements: Placements or their JSON objects, in any order.

    Raises:
        MalformedMove: As in :func:`validate`.
    """
    return tuple(_faults(puzzle, read_placements(placements, len(puzzle.pieces))))


def _tiles(puzzle: Puzzle, placements: list[Placement]) -> bool:
    """Whether they tile, by bit sets: bit ``row * width + column`` of an integer is a cell of the board."""
    height, width = puzzle.board.height, puzzle.board.width
    if len(placements) != len(puzzle.pieces) or len({laid.piece for laid in placements}) != len(placements):
        return False
    by_id = puzzle.by_id
    # Kept with the puzzle: it holds at most eight entries a piece and goes when the puzzle goes.
    laid_out: dict[tuple[str, int, bool], tuple[int, int, int]] = puzzle.__dict__.setdefault("_laid_out", {})
    covered = 0
    for laid in placements:
        way = (laid.piece, laid.rotation, laid.flip)
        entry = laid_out.get(way)
        if entry is None:
            piece = by_id.get(laid.piece)
            if piece is None:
                return False
            entry = laid_out[way] = _mask(transform(piece.cells, laid.rotation, laid.flip), height, width)
        mask, bottom, right = entry
        row, column = laid.anchor
        if row < 0 or column < 0 or row > bottom or column > right:
            return False
        mask <<= row * width + column
        if covered & mask:
            return False
        covered |= mask
    return covered == puzzle.board.mask


def _mask(cells: Cells, height: int, width: int) -> tuple[int, int, int]:
    """Cells as a bit set, and the last row and column for their anchor on the board (-1: too large)."""
    bottom = height - 1 - max(row for row, _ in cells)
    right = width - 1 - max(column for _, column in cells)
    if bottom < 0 or right < 0:
        return 0, -1, -1
    return sum(1 << (row * width + column) for row, column in cells), bottom, right


def _faults(puzzle: Puzzle, placements: list[Placement]) -> Iterator[Fault]:
    """Every fault in order, each reason worked out only when it is asked for.

    So :func:`validate` lays pieces on cells only if each is there exactly once, which bounds its work.
    """
    by_id = puzzle.by_id
    times = Counter(laid.piece for laid in placements)
    for id_ in by_id:
        if not times[id_]:
            yield _fault("missing_piece", f"{_name(id_)} is not placed", id_)
    for id_ in by_id:
        if times[id_] > 1:
            yield _fault("duplicate_piece", f"{_name(id_)} is placed {times[id_]} times", id_)
    for laid in placements:
        if laid.piece not in by_id:
            yield _fault("unknown_piece", f"the puzzle has no piece {_name(laid.piece)}", laid.piece)
    yield from _geometric(puzzle, [laid for laid in placements if laid.piece in by_id])


def _geometric(puzzle: Puzzle, placements: list[Placement]) -> Iterator[Fault]:
    board = puzzle.board
    height, width = board.height, board.width
    covers: list[tuple[str, Cells]] = []
    examined = 0
    for laid in placements:
        covers.append((laid.piece, puzzle.covered(laid)))
        examined += len(covers[-1][1])
        if examined > _MAX_EXAMINED:
            break
    beside: list[Fault] = []
    for id_, cells in covers:
        on_board = [cell for cell in cells if 0 <= cell[0] < height and 0 <= cell[1] < width]
        if len(on_board) < len(cells):
            off = next(cell for cell in cells if not (0 <= cell[0] < height and 0 <= cell[1] < width))
            yield _fault("outside_board", f"{_name(id_)} covers {_at(off)}", id_, cell=off)
        empty = next((cell for cell in on_board if cell not in board), None)
        if empty is not None:
            beside.append(_fault("outside_region", f"{_name(id_)} covers {_at(empty)}", id_, cell=empty))
    yield from beside
    owner: dict[Cell, int] = {}
    met: set[tuple[int, int]] = set()
    for number, (id_, cells) in enumerate(covers):
        for cell in cells:
            first = owner.setdefault(cell, number)
            if first != number and (first, number) not in met:
                met.add((first, number))
                other = covers[first][0]
                detail = f"{_name(other)} and {_name(id_)} both cover {_at(cell)}"
                yield _fault("overlap", detail, other, id_, cell=cell)
    for cell in board.cells:
        if cell not in owner:
            yield _fault("uncovered", f"no piece covers {_at(cell)}", cell=cell)


def _fault(reason: str, explanation: str, *pieces: str, cell: Cell | None = None) -> Fault:
    return Fault(reason, f"{reason}: {explanation}", pieces, cell)


def _name(id_: str) -> str:
    return id_ if id_.isidentifier() else wire.shown(id_)


def _at(cell: Cell) -> str:
    return f"[{cell[0]}, {cell[1]}]"
