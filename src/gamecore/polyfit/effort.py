"""How hard a puzzle is: the effort of a reference search, in powers of ten.

The measure, why it is made so, and how well it agrees with other solvers: ``docs/difficulty.md``. (The module is not
called ``difficulty``, since loading it would then put it in the place of the function of that name.)
"""

import math
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from gamecore.exactcover.packing import PackingSearch, PackingTables, Tuning
from gamecore.polyfit.cover import Cover
from gamecore.polyfit.puzzle import Puzzle
from gamecore.polyfit.solver import areas_agree, check_puzzle
from gamecore.polyomino import canonical

__all__ = ["Difficulty", "difficulty", "explain_difficulty"]

_SEARCHES = 8
_PLAIN_LIMIT = 8_000  # nodes of each plain search
_GUIDED_LIMIT = 8_000

_PLAIN = Tuning(first_run=None, failure_weight=0.0, scarcity=0.0)
_GUIDED = Tuning()


class Difficulty(msgspec.Struct, frozen=True):
    """A puzzle's difficulty, and what it is made of.

    Attributes:
        value: What :func:`difficulty` returns.
        plain: Mean of log10(nodes) over the plain searches; those that were stopped count with the nodes they had.
        unfinished: How many of the 8 plain searches were stopped at 8,000 nodes.
        guided: Mean of log10(nodes) over 8 of the solver's own searches, each stopped at 8,000 nodes; None unless
            some plain search was stopped.
        pieces: Number of pieces.
        cells: Cells of the region.
        perimeter: Edges between the region's cells and what is not of it.
        unsolvable: Whether the puzzle is known to have no tiling; all but the counts are then infinite or None.
    """

    value: float
    plain: float
    unfinished: int
    guided: float | None
    pieces: int
    cells: int
    perimeter: int
    unsolvable: bool = False


def difficulty(puzzle: Puzzle) -> float:
    """How hard the puzzle is to solve: about the power of ten of the nodes that a plain search needs.

    From 0.3 for the easiest to about 6 for the hardest extreme puzzles, in thousandths; the same everywhere. Takes
    under 1 ms for small puzzles and 50 to 300 ms for extreme ones.

    Args:
        puzzle: Any puzzle.

    Returns:
        The difficulty; ``math.inf`` if the areas of pieces and region differ, or the searches prove in passing that
        there is no tiling. An unsolvable puzzle for which they do not gets the number that its effort so far
        suggests.

    Raises:
        InvalidPuzzle: ``puzzle`` is not a puzzle, or so large that its placements do not fit in memory.
    """
    return explain_difficulty(puzzle).value


def explain_difficulty(puzzle: Puzzle) -> Difficulty:
    """The difficulty with the quantities that it is made of.

    Args:
        puzzle: Any puzzle.

    Raises:
        InvalidPuzzle: As for :func:`difficulty`.
    """
    check_puzzle(puzzle)
    perimeter = _perimeter(puzzle)
    counts = (len(puzzle.pieces), puzzle.board.area, perimeter)
    impossible = Difficulty(math.inf, math.inf, 0, None, *counts, unsolvable=True)
    if not areas_agree(puzzle):
        return impossible
    cover = Cover(_arranged(puzzle))
    tables = PackingTables(cover.starts, cover.items, cover.kinds, cover.cell_count, cover.multiplicity)
    if tables.hopeless:
        return impossible
    plain = _searched(tables, np.zeros(len(cover.multiplicity), np.float64), _PLAIN, _PLAIN_LIMIT)
    if plain is None:
        return impossible
    value, guided = plain.thousandths, None
    if plain.stopped:
        guided = _searched(tables, cover.preference(), _GUIDED, _GUIDED_LIMIT)
        if guided is None:
            return impossible
        value += plain.stopped * _beyond(guided.thousandths, len(puzzle.pieces))
    return Difficulty(
        _mean(value),
        _mean(plain.thousandths),
        plain.stopped,
        None if guided is None else _mean(guided.thousandths),
        *counts,
    )


def _arranged(puzzle: Puzzle) -> Puzzle:
    """The puzzle without margins, its pieces in the order of their shapes: how it is written must not matter."""
    pieces = sorted(puzzle.pieces, key=lambda piece: canonical(piece.cells))
    return Puzzle(puzzle.board.trimmed().rows, tuple(pieces))


class _Searched(NamedTuple):
    thousandths: int  # of the sum of log10(nodes) over all searches
    stopped: int


def _searched(
    tables: PackingTables, preference: npt.NDArray[np.float64], tuning: Tuning, limit: int
) -> _Searched | None:
    """Search with fixed seeds; None if one search proves that there is no tiling."""
    thousandths = stopped = 0
    for seed in range(_SEARCHES):
        search = PackingSearch(tables, preference, seed=seed, tuning=tuning)
        outcome = search.run(limit)
        if outcome == PackingSearch.EXHAUSTED:
            return None
        stopped += outcome != PackingSearch.SOLVED
        # Each logarithm is rounded before it is used, and all else are integers: no platform's last bit matters.
        thousandths += round(1000 * math.log10(search.nodes))
    return _Searched(thousandths, stopped)


def _beyond(guided: int, pieces: int) -> int:
    """Thousandths by which a stopped search's logarithm is raised."""
    return guided // _SEARCHES // 2 + 10 * pieces


def _mean(thousandths: int) -> float:
    return thousandths // _SEARCHES / 1000


def _perimeter(puzzle: Puzzle) -> int:
    width = puzzle.board.width + 1
    mask = 0
    for row in puzzle.region:
        mask = mask << width | int(row.replace("#", "1").replace(".", "0"), 2)
    touching = (mask & mask << 1).bit_count() + (mask & mask << width).bit_count()
    return 4 * mask.bit_count() - 2 * touching
