"""Executors of a real ``dask.distributed`` cluster, where it is installed (extra ``cluster``)."""

import pytest

from gamecore import exactcover, polyfit
from gamecore.polyomino import NAMED

from .puzzles_small import copies

distributed = pytest.importorskip("distributed", reason="the extra cluster is not installed")

PENTOMINOES = [(name, 1) for name in NAMED if name.endswith("5")]


@pytest.fixture(scope="module")
def executor():
    """Two workers, in threads of this process: everything still goes through the scheduler, pickled."""
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


def test_races_of_the_same_puzzle_one_after_the_other(executor):
    """Dask takes equal tasks for one; the losers of a race are cancelled, and the next race must not be."""
    puzzle = copies(["#" * 10] * 6, *PENTOMINOES)
    for _ in range(5):
        polyfit.validate(puzzle, polyfit.solve(puzzle, threads=3, executor=executor).placements)


def test_many_puzzles(executor):
    puzzle = copies(["#" * 15] * 4, *PENTOMINOES)
    expected = [polyfit.solve(puzzle, seed).placements for seed in range(10)]
    found = polyfit.solve_many([puzzle] * 10, range(10), executor=executor, chunk=3)
    assert [result.placements for result in found] == expected


def test_counts(executor):
    puzzle = copies(["#" * 20] * 3, *PENTOMINOES)
    for method in ("frontier", "search"):
        assert polyfit.count(puzzle, method=method, executor=executor) == 8
    problem = exactcover.Problem(["a", "ab", "b"] * 6, multiplicity={"a": 3, "b": 3})
    for engine in ("rows", "cells"):
        assert exactcover.count(problem, engine=engine, executor=executor) == exactcover.count(problem)
