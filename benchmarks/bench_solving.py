"""First solutions, counts and proofs of puzzles and covers; every run asserts its answer.

Run with ``pytest benchmarks/bench_solving.py --benchmark-enable``. Against other packages: ``against_peers.py``.
"""

import sys
from pathlib import Path

import pytest

from gamecore import exactcover, polyfit

sys.path.insert(0, str(Path(__file__).parent))
from peers import problems, regions, solving


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    exactcover.warmup()
    polyfit.count(problems.two_sets_of_tetrominoes())


def fresh(puzzle):
    """The arguments of a round: a puzzle object that remembers nothing."""
    return (polyfit.Puzzle(puzzle.region, puzzle.pieces),), {}


def assert_solves(benchmark, puzzle, rounds):
    result = benchmark.pedantic(polyfit.solve, setup=lambda: fresh(puzzle), rounds=rounds, warmup_rounds=1)
    polyfit.validate(puzzle, result.placements)


@pytest.mark.parametrize("case", ["compact-56-0", "mixed-56-0", "ragged-56-0", "rect-56-0"])
def test_first_solution(benchmark, case):
    assert_solves(benchmark, solving.read(case), 20)


@pytest.mark.parametrize("family", list(regions.FAMILIES))
def test_first_solution_of_a_fresh_puzzle(benchmark, family):
    assert_solves(benchmark, regions.FAMILIES[family](56, "bench"), 20)


@pytest.mark.parametrize("pieces", [112, 224, 448, 896])
def test_growth(benchmark, pieces):
    assert_solves(benchmark, regions.rectangle(pieces, 0), 3)


@pytest.mark.parametrize("engine", ["auto", "rows", "cells"])
@pytest.mark.parametrize("name", list(problems.COUNTING))
def test_count(benchmark, name, engine):
    given = problems.COUNTING[name]()

    def count():
        return [exactcover.count(problem, engine=engine) for problem in given.problems]

    assert benchmark.pedantic(count, rounds=1) == given.covers


@pytest.mark.parametrize(
    ("board", "tilings"),
    [
        (problems.six_by_ten(), 9_356),
        (problems.chessboard_less_the_centre(), 520),
        (problems.two_sets_of_tetrominoes(), 3_106),
    ],
    ids=["6x10", "8x8-less-the-centre", "tetrominoes-5x8"],
)
def test_count_of_tilings(benchmark, board, tilings):
    assert benchmark.pedantic(polyfit.count, setup=lambda: fresh(board), rounds=3) == tilings
