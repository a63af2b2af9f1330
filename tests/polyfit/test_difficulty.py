"""The measure of difficulty, and that puzzles grow harder with the round."""

import math
import subprocess
import sys
from itertools import pairwise
from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore import polyfit
from gamecore.errors import InvalidPuzzle
from gamecore.exactcover.packing import PackingSearch, PackingTables, Tuning
from gamecore.polyfit import Piece, Puzzle, effort
from gamecore.polyfit.cover import Cover
from gamecore.polyomino import NAMED, canonical, orientations

from .strategies import solved_puzzles

GOLDEN = [
    ("corpus/polyomino/five-tetrominoes-4x5.json", math.inf),
    ("corpus/polyomino/puzzler-pent-6x10.json", 3.105),
    ("corpus/polyomino/partridge-4.json", math.inf),
    ("corpus/polyomino/y-pentomino-5x10.json", 1.25),
    ("cases/rect-32-0.json", 4.459),
    ("cases/ragged-56-0.json", 6.123),
]
PLAIN = Tuning(first_run=None, failure_weight=0.0, scarcity=0.0)


def plain_effort(puzzle, seed, limit):
    """Nodes of one search without restarts, weights and orders, and at most ``limit``."""
    cover = Cover(puzzle)
    tables = PackingTables(cover.starts, cover.items, cover.kinds, cover.cell_count, cover.multiplicity)
    search = PackingSearch(tables, np.zeros(len(cover.multiplicity)), seed=seed, tuning=PLAIN)
    search.run(limit)
    return search.nodes


@given(solved_puzzles())
def test_what_it_is_made_of_adds_up(solved):
    puzzle, _ = solved
    found = polyfit.explain_difficulty(puzzle)
    assert polyfit.difficulty(puzzle) == found.value
    assert not found.unsolvable
    assert found.value == round(found.value, 3)
    assert found.pieces == len(puzzle.pieces)
    cells = set(puzzle.board.cells)
    assert found.cells == len(cells)
    sides = ((0, 1), (1, 0), (0, -1), (-1, 0))
    assert found.perimeter == sum((r + a, c + b) not in cells for r, c in cells for a, b in sides)
    arranged = sorted(puzzle.pieces, key=lambda piece: canonical(piece.cells))
    arranged = Puzzle(puzzle.board.trimmed(), tuple(arranged))
    efforts = [plain_effort(arranged, seed, 8_000) for seed in range(8)]
    assert found.plain == pytest.approx(np.mean(np.log10(efforts)), abs=0.0016)
    assert found.unfinished == sum(nodes == 8_000 for nodes in efforts)
    assert found.plain <= found.value < math.inf
    if found.unfinished == 0:
        assert found.value == found.plain
        assert found.guided is None


@given(solved_puzzles(), st.randoms(use_true_random=False), st.integers(0, 2), st.integers(0, 2))
def test_how_a_puzzle_is_written_does_not_matter(solved, rng, above, before):
    puzzle, _ = solved
    written = [
        Piece(f"q{number}", "", rng.choice(orientations(piece.cells)).cells)
        for number, piece in enumerate(rng.sample(puzzle.pieces, len(puzzle.pieces)))
    ]
    rows = ["." * (before + puzzle.board.width)] * above + ["." * before + row for row in puzzle.region]
    assert polyfit.explain_difficulty(Puzzle(tuple(rows), tuple(written))) == polyfit.explain_difficulty(puzzle)


@pytest.mark.parametrize(("path", "value"), GOLDEN)
def test_values_are_the_same_everywhere(data_folder, path, value):
    assert polyfit.difficulty(Puzzle.from_json((data_folder / path).read_bytes())) == value


def test_the_logarithms_are_far_from_where_rounding_would_tell_platforms_apart():
    nodes = np.arange(1, max(effort._PLAIN_LIMIT, effort._GUIDED_LIMIT) + 1)
    assert (np.abs(1000 * np.log10(nodes) % 1 - 0.5) > 1e-8).all()


def test_a_puzzle_of_another_area_is_infinitely_hard():
    found = polyfit.explain_difficulty(Puzzle(("###",), (Piece("a", "", ((0, 0),)),)))
    assert found.unsolvable
    assert found.value == found.plain == math.inf
    assert (found.pieces, found.cells, found.perimeter) == (1, 3, 8)


def test_a_piece_that_fits_nowhere_is_infinitely_hard():
    puzzle = Puzzle(("##", "##"), (Piece("a", "", NAMED["I4"]),))
    assert polyfit.difficulty(puzzle) == math.inf


def test_a_search_that_proves_there_is_no_tiling_makes_it_infinitely_hard():
    # Two T and three more tetrominoes cover 4 × 5 in no way: its colouring has 10 and 10 cells, T has 3 and 1.
    pieces = tuple(Piece(name, "", NAMED[name]) for name in ("I4", "O4", "T4", "L4", "S4"))
    found = polyfit.explain_difficulty(Puzzle(("#####",) * 4, pieces))
    assert found.unsolvable
    assert found.value == math.inf


@pytest.mark.parametrize("given_", [None, "####", {"region": ["#"]}, 3])
def test_what_is_no_puzzle_is_refused(given_):
    with pytest.raises(InvalidPuzzle):
        polyfit.difficulty(given_)
    with pytest.raises(InvalidPuzzle):
        polyfit.explain_difficulty(given_)


def test_the_function_stays_under_its_name_whatever_is_loaded():
    code = (
        "import sys; from gamecore import polyfit; assert 'numba' not in sys.modules;"
        "import gamecore.polyfit.effort, gamecore.polyfit.solver; assert callable(polyfit.difficulty)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_difficulties_are_ranked_as_they_are_named():
    medians = [
        median(polyfit.difficulty(polyfit.generate(name, f"rank {k}", 3)) for k in range(12))
        for name in polyfit.DIFFICULTIES
    ]
    assert medians == sorted(medians)
    assert all(after - before > 0.1 for before, after in pairwise(medians))


@pytest.mark.parametrize(
    ("name", "puzzles", "limit"),
    [("easy", 150, 10_000), ("normal", 150, 10_000), ("hard", 80, 50_000), ("extreme", 30, 50_000)],
)
def test_puzzles_grow_harder_with_the_round(name, puzzles, limit):
    """P06: the median effort of a plain search rises from the first to the last round.

    For extreme the median meets the limit in both rounds, so the share of searches that stay under it is compared.
    """

    def efforts(round_):
        return [
            plain_effort(polyfit.generate(name, f"P06 {number}", round_, 6), seed, limit)
            for number in range(puzzles)
            for seed in range(2)
        ]

    first, last = efforts(1), efforts(6)
    assert median(first) <= median(last)
    if name == "extreme":
        assert sum(nodes == limit for nodes in last) > sum(nodes == limit for nodes in first)
    else:
        assert median(first) < median(last)
