"""Counting in parts: they add up exactly, in covers and nodes, in any executor; budgets hold; searches can be moved."""

import pickle
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamecore.errors import InvalidOptions, LimitReached
from gamecore.exactcover import Problem, count, driving, engines, splitting
from gamecore.exactcover.splitting import split

from .oracle import covers
from .problems import langford, pigeons, queens, small_problems


class Pickling(Executor):
    """Runs at once, and moves everything through pickle, with read-only arrays, as a cluster does."""

    def __init__(self):
        self.tasks = 0

    def submit(self, function, /, *args, **kwargs):
        self.tasks += 1
        buffers = []
        text = pickle.dumps((function, args, kwargs), protocol=5, buffer_callback=buffers.append)
        function, args, kwargs = pickle.loads(text, buffers=[bytes(buffer) for buffer in buffers])
        future = Future()
        future.set_result(pickle.loads(pickle.dumps(function(*args, **kwargs))))
        return future


def whole(problem, engine="rows"):
    search = engines.enumerator(problem, engine)
    assert search.run(10**9, driving.UNLIMITED) == driving.EXHAUSTED
    return search


@given(small_problems(), st.integers(1, 40), st.sampled_from(["rows", "cells"]))
def test_parts_add_up_in_covers_and_nodes(problem, parts, engine):
    pieces = split(problem, parts)
    searches = [whole(part.problem, engine) for part in pieces.parts]
    expected = whole(problem)
    assert pieces.covers + sum(search.found for search in searches) == expected.found == len(covers(problem))
    assert pieces.nodes + sum(search.nodes for search in searches) == expected.nodes
    assert sum(part.share for part in pieces.parts) <= 1 + 1e-9


@given(small_problems(), st.integers(1, 40), st.sampled_from(["auto", "rows", "cells"]), st.none() | st.integers(0, 5))
def test_counts_in_an_executor_are_the_same(problem, parts, engine, limit):
    executor = Pickling()
    expected = len(covers(problem))
    counted = count(problem, limit, engine=engine, executor=executor, parts=parts)
    assert counted == (expected if limit is None else min(limit, expected))


@pytest.mark.parametrize(("problem", "number"), [(queens(8), 92), (langford(7), 52), (pigeons(5), 0)])
def test_published_counts_in_parts(problem, number):
    for parts in (1, 2, 7, 500):
        pieces = split(problem, parts)
        assert pieces.covers + sum(count(part.problem) for part in pieces.parts) == number
        assert len(pieces.parts) >= parts or (parts == 500 and not pieces.parts)  # or split to the leaves


def test_shares_tell_how_the_tree_is_divided():
    pieces = split(Problem(["a"] * 4 + ["b"] * 5 + ["c"] * 6), 4)
    assert [part.share for part in pieces.parts] == [0.25] * 4
    assert sum(part.share for part in split(queens(6), 30).parts) == pytest.approx(1.0)


def test_long_stems_are_not_walked_down():
    """Items with one option each: nothing to split, however deep."""
    pieces = split(Problem.from_arrays(range(5_001), range(5_000), 5_000), 2)
    assert len(pieces.parts) == 1
    assert pieces.nodes < 200
    assert count(pieces.parts[0].problem) == 1


def test_tasks_go_on_where_the_last_one_stopped(monkeypatch):
    """With 100 nodes a task, searches come back unfinished and are sent again."""
    monkeypatch.setattr(driving, "PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr(splitting, "PROGRESS_SECONDS", 0.0)
    for engine in ("rows", "cells"):
        executor, seen = Pickling(), []
        original = driving.Run.advance

        def advance(self, target, run_nodes=driving.UNLIMITED, original=original):
            return original(self, target, min(run_nodes, 100))

        monkeypatch.setattr(driving.Run, "advance", advance)
        assert count(queens(8), engine=engine, executor=executor, parts=3, on_progress=seen.append) == 92
        monkeypatch.setattr(driving.Run, "advance", original)
        assert executor.tasks > 10
        fractions = [progress.fraction for progress in seen]
        assert fractions == sorted(fractions)
        assert 0.3 < fractions[-1] < 1.0
        assert [p.nodes for p in seen] == sorted(p.nodes for p in seen)


@given(small_problems(), st.sampled_from(["rows", "cells"]), st.integers(1, 6))
def test_searches_can_be_moved_at_any_node(problem, engine, budget):
    expected = whole(problem, engine)
    moving = engines.enumerator(problem, engine)
    while moving.run(budget, driving.UNLIMITED) == driving.BUDGET:
        buffers = []
        text = pickle.dumps(moving, protocol=5, buffer_callback=buffers.append)
        moving = pickle.loads(text, buffers=[bytes(buffer) for buffer in buffers])
    assert (moving.nodes, moving.found) == (expected.nodes, expected.found)


def test_node_limits_decide_as_without_an_executor():
    problem = queens(7)
    nodes = whole(problem).nodes
    with ThreadPoolExecutor(2) as pool:
        assert count(problem, node_limit=nodes, executor=pool, parts=9) == 40
        for limit in (0, 1, nodes // 2, nodes - 1):
            with pytest.raises(LimitReached) as stopped:
                count(problem, node_limit=limit, executor=pool, parts=9)
            assert stopped.value.count <= 40
    hard = pigeons(12)
    executor = Pickling()
    with pytest.raises(LimitReached) as stopped:
        count(hard, node_limit=5_000, executor=executor, parts=4)
    assert stopped.value.nodes == 5_000


def test_time_limits_and_cancelling_end_a_count():
    hard = pigeons(14)
    with ThreadPoolExecutor(2) as pool:
        with pytest.raises(LimitReached):
            count(hard, time_limit=0.1, executor=pool)
        with pytest.raises(LimitReached):
            count(hard, cancel=lambda: True, executor=pool)
        over = threading.Event()
        threading.Timer(0.2, over.set).start()
        with pytest.raises(LimitReached):
            count(hard, cancel=over, executor=pool)


def test_errors_of_callbacks_come_through(monkeypatch):
    monkeypatch.setattr(splitting, "PROGRESS_SECONDS", 0.0)

    def fail(_):
        raise ZeroDivisionError

    with ThreadPoolExecutor(2) as pool, pytest.raises(ZeroDivisionError):
        count(queens(8), executor=pool, on_progress=fail)


def test_processes_count_the_same():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert count(queens(10), executor=pool) == 724
        problem = Problem(["a", "ab", "b"] * 8, multiplicity={"a": 4, "b": 4})
        assert count(problem, executor=pool, parts=5) == count(problem)


@settings(max_examples=20)
@given(st.integers(0, 3), st.integers(0, 3))
def test_equal_options_and_high_multiplicities(need, more):
    problem = Problem(["a", "ab"] * 5, items="ab", multiplicity={"a": need + more, "b": need})
    assert count(problem, executor=Pickling(), parts=17) == count(problem) == len(covers(problem))


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("executor", {"executor": 3}),
        ("executor", {"executor": ThreadPoolExecutor}),
        ("parts", {"parts": 3}),
        ("parts", {"parts": 0, "executor": Pickling()}),
        ("parts", {"parts": 2**17, "executor": Pickling()}),
        ("parts", {"parts": 1.5, "executor": Pickling()}),
        ("engine", {"engine": "dlx", "executor": Pickling()}),
    ],
)
def test_bad_arguments(field, arguments):
    with pytest.raises(InvalidOptions) as error:
        count(queens(4), **arguments)
    assert error.value.field == field


def test_a_limit_of_nothing_needs_no_tasks():
    executor = Pickling()
    assert count(queens(8), limit=0, executor=executor) == 0
    assert count(Problem([]), executor=executor) == 1
    assert count(Problem([], items=["a"]), executor=executor) == 0
    assert executor.tasks == 0
    assert count(queens(6), limit=3, executor=executor, parts=2) == 3
