"""Counting in parts, and many puzzles, over executors."""

import itertools
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given

from gamecore import polyfit
from gamecore.errors import InvalidOptions, InvalidPuzzle, LimitReached
from gamecore.polyfit.frontier import FrontierCount, symmetric_parts
from gamecore.polyomino import NAMED

from .puzzles_small import copies, small_puzzles

PENTOMINOES = [(name, 1) for name in NAMED if name.endswith("5")]
CASES = Path(__file__).parents[1] / "data" / "cases"


def case(name):
    return polyfit.Puzzle.from_json((CASES / f"{name}.json").read_bytes())


class Now(Executor):
    """Runs at once."""

    def __init__(self):
        self.tasks = 0

    def submit(self, function, /, *args, **kwargs):
        self.tasks += 1
        future = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@given(small_puzzles())
def test_parts_add_up_by_both_methods(puzzle):
    for method in ("frontier", "search"):
        assert polyfit.count(puzzle, method=method, executor=Now()) == polyfit.count(puzzle, method=method)


def test_symmetric_parts_add_up_in_tilings_and_nodes():
    puzzle = copies(["#" * 10] * 6, *PENTOMINOES)
    whole = FrontierCount(puzzle)
    whole.run(10**9)
    parts = [FrontierCount([part]) for part in symmetric_parts(puzzle)]
    assert len(parts) > 1
    for part in parts:
        part.run(10**9)
    assert sum(part.total for part in parts) == whole.total == 9_356
    assert sum(part.nodes for part in parts) == whole.nodes
    executor = Now()
    assert polyfit.count(puzzle, executor=executor) == 9_356
    assert executor.tasks == len(parts)
    assert polyfit.count(puzzle, executor=executor, node_limit=whole.nodes) == 9_356
    assert polyfit.count(puzzle, executor=executor, limit=7, method="frontier") == 7
    for arguments in ({"node_limit": whole.nodes - 1}, {"time_limit": 0.0}, {"cancel": lambda: True}):
        with pytest.raises(LimitReached):
            polyfit.count(puzzle, executor=executor, **arguments)


def test_processes_count_the_same_by_both_methods():
    puzzle = copies(["#" * 15] * 4, *PENTOMINOES)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for method in ("auto", "frontier", "search"):
            assert polyfit.count(puzzle, method=method, executor=pool) == 1_472


def test_many_puzzles_come_in_order_whatever_runs_them():
    puzzles = [case("compact-32-0"), case("rect-32-0"), case("mixed-32-0")] * 3
    seeds = range(100, 109)
    expected = [polyfit.solve(puzzle, seed) for puzzle, seed in zip(puzzles, seeds, strict=True)]

    def same(results):
        return [(r.placements, r.nodes) for r in results] == [(r.placements, r.nodes) for r in expected]

    assert same(polyfit.solve_many(puzzles, seeds))
    with ThreadPoolExecutor(2) as pool:
        assert same(polyfit.solve_many(puzzles, seeds, executor=pool, chunk=2, ahead=2))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert same(polyfit.solve_many(iter(puzzles), iter(seeds), executor=pool, chunk=1))


def test_puzzles_are_taken_as_results_are_asked_for():
    """Without end: no more than the tasks on their way are taken."""
    puzzle, taken = copies(["##", "##"], ("I2", 2)), []

    def endless():
        for number in itertools.count():
            taken.append(number)
            yield puzzle

    results = polyfit.solve_many(endless(), executor=Now(), chunk=3, ahead=4)
    assert taken == []
    assert next(results).status == "solved"
    assert len(taken) <= 3 * 4
    results.close()
    assert next(polyfit.solve_many(endless(), seeds=itertools.count())).status == "solved"
    assert list(polyfit.solve_many([], executor=Now())) == []


def test_limits_of_many_are_for_each():
    hard = case("ragged-56-1")
    with ThreadPoolExecutor(2) as pool:
        for executor in (None, pool):
            results = polyfit.solve_many([hard] * 3, range(3), node_limit=20, executor=executor)
            assert [(r.status, r.nodes) for r in results] == [("limit", 20)] * 3


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("puzzles", {"puzzles": 3}),
        ("seeds", {"seeds": None}),
        ("node_limit", {"node_limit": -1}),
        ("executor", {"executor": 3}),
        ("chunk", {"chunk": 0}),
        ("ahead", {"ahead": 0}),
    ],
)
def test_bad_arguments_of_many_show_at_once(field, arguments):
    with pytest.raises(InvalidOptions) as error:
        polyfit.solve_many(**{"puzzles": [], **arguments})
    assert error.value.field == field


def test_bad_puzzles_and_too_few_seeds_show_where_they_are_met():
    puzzle = copies(["##"], ("I2", 1))
    for executor in (None, Now()):
        with pytest.raises(InvalidPuzzle):
            list(polyfit.solve_many(["no puzzle"], executor=executor))
        with pytest.raises(InvalidOptions, match="seeds"):
            list(polyfit.solve_many([puzzle] * 3, [1, 2], executor=executor))
    with pytest.raises(InvalidOptions, match="executor"):
        polyfit.count(puzzle, executor="pool")


def test_no_task_equals_another():
    """Dask merges equal tasks, and cancels both when one is cancelled: the next race on the puzzle, too."""
    seen = []

    class Watching(Now):
        def submit(self, function, /, *args, **kwargs):
            seen.append(args)
            return super().submit(function, *args, **kwargs)

    puzzle = copies(["##", "##"], ("I2", 2))
    for _ in range(2):
        polyfit.solve(puzzle, threads=2, executor=Watching())
        list(polyfit.solve_many([puzzle], executor=Watching()))
        polyfit.count(copies(["###"] * 3, ("V3", 1), ("I3", 2)), executor=Watching())
        polyfit.count(copies(["#####"] * 4, *PENTOMINOES[:4]), executor=Watching(), method="search")
    assert len(seen) >= 8
    assert all(one != other for one, other in itertools.combinations(seen, 2))
