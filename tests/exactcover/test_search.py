"""Answers: against a naive solver, published counts and the corpus."""

import json
import random
import threading
from pathlib import Path

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.errors import InvalidOptions, InvalidProblem, LimitReached
from gamecore.exactcover import Problem, Progress, Strategy, count, driving, solutions, solve, warmup

from .oracle import covers, is_cover
from .problems import langford, pigeons, queens, small_problems

CORPUS = sorted((Path(__file__).parents[1] / "data" / "corpus" / "cover").glob("*.json"))


def corpus_problem(path: Path) -> tuple[Problem, dict]:
    case = json.loads(path.read_text())
    return Problem(case["options"], case.get("items"), case["secondary"], case["multiplicity"]), case


@given(small_problems())
def test_same_covers_as_the_naive_solver(problem):
    expected = covers(problem)
    found = list(solutions(problem))
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert count(problem) == len(expected)
    assert count(problem, limit=3) == min(3, len(expected))


@given(small_problems(), st.integers(0, 99), st.booleans(), st.data())
def test_solve_agrees_with_the_naive_solver(problem, seed, restarts, data):
    weights = data.draw(st.none() | st.lists(st.floats(-9, 9), min_size=len(problem), max_size=len(problem)))
    strategy = Strategy(noise=0.7, scarcity=data.draw(st.sampled_from([0.0, 20.0])), restart_base=1)
    expected = covers(problem)
    result = solve(problem, weights, seed=seed, restarts=restarts, strategy=strategy)
    assert result.status == ("solved" if expected else "unsolvable")
    assert (result.solution in expected) if expected else result.solution is None
    assert result.stopped_by is None


def test_hundreds_of_random_problems():
    """Denser than what hypothesis draws: many items with multiplicities, many covers."""
    chance = random.Random(20)
    solvable = 0
    for _ in range(400):
        primary = list(range(chance.randint(1, 6)))
        secondary = list(range(10, 10 + chance.randint(0, 3)))
        options = [
            chance.sample(primary + secondary, chance.randint(1, min(3, len(primary + secondary)))) for _ in range(12)
        ]
        counts = {item: chance.choice([1, 2, 2, 3]) for item in primary}
        problem = Problem(options, primary, secondary, counts)
        expected = covers(problem)
        solvable += bool(expected)
        found = list(solutions(problem))
        assert set(found) == expected
        assert len(found) == len(expected)
    assert 50 < solvable < 390  # the draw is worth something


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_corpus(path):
    problem, case = corpus_problem(path)
    if path.stem == "onesided-pent-3x30" and numba.config.DISABLE_JIT:
        pytest.skip("takes minutes without the jit")
    found = list(solutions(problem))
    assert len(found) == len(set(found)) == case["count"] == count(problem)
    assert all(is_cover(problem, cover) for cover in found)
    assert all(tuple(sorted(cover)) in found for cover in case.get("must_contain", []) + case.get("solutions", []))
    assert not any(tuple(sorted(cover)) in found for cover in case.get("must_not_contain", []))
    if "matrix" in case:
        assert count(Problem.from_matrix(case["matrix"])) == case["count"]


def test_the_corpus_is_there():
    assert len(CORPUS) >= 17


@pytest.mark.parametrize(("problem", "number"), [(queens(8), 92), (queens(10), 724), (langford(7), 52)])
def test_published_counts(problem, number):
    """OEIS A000170; A014552 twice, as mirrored arrangements count."""
    assert count(problem) == number


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="takes half a minute without the jit")
def test_queens_12():
    """OEIS A000170: 14,200."""
    assert count(queens(12)) == 14_200


def test_only_items_with_multiplicities():
    """Choose 3 of 6 for one item: binomial coefficients, each set once."""
    assert count(Problem(["a"] * 6, multiplicity={"a": 3})) == 20
    assert count(Problem(["ab"] * 6, multiplicity={"a": 3, "b": 3})) == 20
    assert count(Problem(["ab"] * 6, multiplicity={"a": 3, "b": 2})) == 0
    assert count(Problem(["a"] * 20, multiplicity={"a": 10})) == 184_756
    assert count(Problem(["a"] * 6, multiplicity={"a": 2**31 - 1})) == 0


def test_candidate_stack_grows():
    """Deep levels of one item need more room than there are options."""
    problem = Problem(["a", "ab"] * 40, items="ab", multiplicity={"a": 60, "b": 30})
    result = solve(problem)
    assert result.status == "solved"
    assert is_cover(problem, result.solution)
    assert next(solutions(problem)) == result.solution


def test_no_primary_items_have_the_empty_cover():
    for problem in (Problem([]), Problem([[], []]), Problem(["x", "y"], secondary="xy")):
        assert list(solutions(problem)) == [()]
        assert count(problem) == 1
        assert solve(problem, node_limit=0).solution == ()


def test_zero_multiplicity_bars_options():
    problem = Problem(["a", "ab", "b"], multiplicity={"b": 0})
    assert list(solutions(problem)) == [(0,)]
    assert list(solutions(Problem(["a"], multiplicity={"a": 0}))) == [()]


def test_plain_order_is_by_index_and_weights_change_it():
    problem = Problem(["a", "a", "a"])
    assert list(solutions(problem)) == [(0,), (1,), (2,)]
    assert solve(problem).solution == (0,)
    assert solve(problem, [1, 3.5, 2]).solution == (1,)
    assert solve(problem, np.array([1, 2, 2])).solution == (1,)
    assert {solve(problem, seed=seed).solution for seed in range(30)} == {(0,), (1,), (2,)}
    heavy = Strategy(noise=0.5)
    assert {solve(problem, [0, 0, 1], seed=seed, strategy=heavy).solution for seed in range(30)} == {(2,)}


def test_scarcity_prefers_options_that_cover_rare_items():
    problem = Problem(["ab", "ac", "c", "b", "c"], items="abc")
    assert solve(problem).solution[0] == 0
    # Item a has two options; b is in two as well, c in three: weigh option 0 down until scarcity tips it.
    assert solve(problem, [-0.5, 0, 0, 0, 0]).solution == (1, 3)
    assert solve(problem, [-0.5, 0, 0, 0, 0], strategy=Strategy(scarcity=20.0)).solution == (0, 2)


def answers(result):
    return result.status, result.solution, result.nodes, result.restarts, result.stopped_by


@pytest.mark.parametrize("restarts", [False, True])
def test_results_do_not_depend_on_slices(restarts, monkeypatch):
    strategy = Strategy(restart_base=7, restart_growth=1.1, scarcity=1.0)
    problems = [queens(9), langford(8), pigeons(6)]
    limits = [None, 0, 1, 50, 400]

    def run_all():
        return [
            answers(solve(problem, seed=seed, restarts=restarts, node_limit=limit, strategy=strategy))
            for problem in problems
            for seed in (None, 3)
            for limit in limits
        ]

    expected = run_all()
    assert {answer[0] for answer in expected} == {"solved", "unsolvable", "limit"}
    for size in (1, 64):
        monkeypatch.setattr(driving, "FIRST_SLICE", size)
        monkeypatch.setattr(driving, "LARGEST_SLICE", size)
        assert run_all() == expected


def test_node_limit_is_exact():
    problem = queens(8)
    needed = solve(problem).nodes
    assert needed > 10
    assert solve(problem, node_limit=needed).status == "solved"
    for limit in (0, 1, needed - 1):
        result = solve(problem, node_limit=limit)
        assert (result.status, result.nodes, result.stopped_by) == ("limit", limit, "nodes")
    proof = solve(pigeons(4)).nodes
    assert solve(pigeons(4), node_limit=proof).status == "unsolvable"
    assert solve(pigeons(4), node_limit=proof - 1).status == "limit"


def test_restarts_still_prove_unsolvability():
    result = solve(pigeons(5), seed=1, restarts=True, strategy=Strategy(restart_base=10, restart_growth=1.5))
    assert result.status == "unsolvable"
    assert result.restarts > 3


def test_restarts_find_the_same_covers_possible():
    problem = queens(12)
    for seed in range(20):
        result = solve(problem, seed=seed, restarts=True, strategy=Strategy(restart_base=5))
        assert is_cover(problem, result.solution)
    assert len({solve(problem, seed=seed).solution for seed in range(20)}) > 5


def test_limits_of_counting():
    with pytest.raises(LimitReached) as stopped:
        count(queens(8), node_limit=500)
    assert stopped.value.nodes == 500
    assert 0 < stopped.value.count < 92
    with pytest.raises(LimitReached):
        count(pigeons(12), time_limit=0.05)
    with pytest.raises(LimitReached):
        count(queens(8), cancel=lambda: True)
    assert count(queens(8), limit=0, node_limit=0) == 0
    assert count(queens(8), limit=10) == 10
    assert count(queens(8), limit=10**30) == 92


def test_limits_of_enumerating():
    with pytest.raises(LimitReached) as stopped:
        list(solutions(queens(8), node_limit=500))
    assert stopped.value.nodes == 500
    part = list(solutions(queens(8), limit=stopped.value.count, node_limit=500))
    assert len(part) == stopped.value.count
    assert 0 < len(part) < 92
    assert part == list(solutions(queens(8)))[: len(part)]
    with pytest.raises(LimitReached):
        next(solutions(pigeons(12), time_limit=0.02))


def test_iterators_are_lazy_and_independent():
    whole = list(solutions(queens(8)))
    one, two = solutions(queens(8)), solutions(queens(8))
    mixed = [(next(one), next(two), next(two)) for _ in range(20)]
    assert [a for a, _, _ in mixed] == whole[:20]
    assert [x for _, b, c in mixed for x in (b, c)] == whole[:40]
    one.close()
    assert list(two) == whole[40:]
    assert next(solutions(queens(20))) is not None  # 39,029,188,884 of them
    assert list(solutions(queens(8), limit=5)) == whole[:5]


def test_time_limit_and_cancel():
    result = solve(pigeons(13), time_limit=0.05)
    assert (result.status, result.stopped_by, result.solution) == ("limit", "time", None)
    assert result.nodes > 0
    assert solve(queens(8), time_limit=0).stopped_by == "time"
    event = threading.Event()
    timer = threading.Timer(0.1, event.set)
    timer.start()
    assert solve(pigeons(13), cancel=event).stopped_by == "cancel"
    assert solve(pigeons(13), restarts=True, cancel=lambda: True).nodes == 0


def test_progress(monkeypatch):
    monkeypatch.setattr(driving, "PROGRESS_SECONDS", 0.0)
    seen: list[Progress] = []
    assert count(queens(10), on_progress=seen.append) == 724
    assert len(seen) > 1
    fractions = [progress.fraction for progress in seen]
    assert fractions == sorted(fractions)
    assert 0 < fractions[-1] <= 1
    assert [p.found for p in seen] == sorted(p.found for p in seen)
    assert seen[-1].nodes > seen[0].nodes
    seen.clear()
    solve(pigeons(6), restarts=True, on_progress=seen.append)
    assert seen[-1].restarts > 0
    assert seen[-1].fraction is None


def test_exceptions_of_callbacks_come_through(monkeypatch):
    monkeypatch.setattr(driving, "PROGRESS_SECONDS", 0.0)

    def fail(*_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        count(pigeons(8), on_progress=fail)
    with pytest.raises(ZeroDivisionError):
        solve(pigeons(8), cancel=fail)


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("weights", {"weights": [1.0]}),
        ("weights", {"weights": ["a"] * 64}),
        ("weights", {"weights": [float("nan")] * 64}),
        ("weights", {"weights": [[1.0], [1.0, 2.0]]}),
        ("weights", {"weights": "abc"}),
        ("seed", {"seed": -1}),
        ("seed", {"seed": 2**64}),
        ("seed", {"seed": True}),
        ("seed", {"seed": "x"}),
        ("restarts", {"restarts": 1}),
        ("time_limit", {"time_limit": -1}),
        ("time_limit", {"time_limit": float("nan")}),
        ("time_limit", {"time_limit": True}),
        ("time_limit", {"time_limit": "1"}),
        ("time_limit", {"time_limit": 10**400}),
        ("node_limit", {"node_limit": 1.0}),
        ("node_limit", {"node_limit": -1}),
        ("node_limit", {"node_limit": -(10**5000)}),
        ("on_progress", {"on_progress": 3}),
        ("cancel", {"cancel": 3}),
        ("strategy", {"strategy": None}),
        ("strategy.noise", {"strategy": Strategy(noise=-1)}),
        ("strategy.scarcity", {"strategy": Strategy(scarcity=float("inf"))}),
        ("strategy.failure_weight", {"strategy": Strategy(failure_weight="x")}),
        ("strategy.restart_base", {"strategy": Strategy(restart_base=0)}),
        ("strategy.restart_growth", {"strategy": Strategy(restart_growth=1.0)}),
    ],
)
def test_bad_arguments(field, arguments):
    with pytest.raises(InvalidOptions) as error:
        solve(queens(8), **arguments)
    assert error.value.field == field


def test_bad_arguments_of_the_others_show_at_once():
    for function in (count, solutions):
        with pytest.raises(InvalidOptions):
            function(queens(4), limit=-1)
        with pytest.raises(InvalidOptions):
            function(queens(4), limit=True)
        with pytest.raises(InvalidOptions):
            function(queens(4), cancel=0)
    for function in (count, solutions, solve):
        with pytest.raises(InvalidProblem):
            function([["a"]])


def test_huge_numbers_are_fine_as_limits():
    assert solve(queens(6), seed=2**64 - 1, node_limit=10**40, time_limit=10**9).status == "solved"
    growing = Strategy(restart_base=10**30, restart_growth=1e300)
    assert solve(queens(6), restarts=True, strategy=growing).status == "solved"


def test_four_threads_at_once():
    expected = [answers(solve(queens(14), seed=seed, restarts=True)) for seed in range(4)]
    got: dict[int, object] = {}
    shared = queens(14)

    def work(seed):
        got[seed] = answers(solve(shared, seed=seed, restarts=True)), count(queens(9))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [got[seed] for seed in range(4)] == [(answer, 352) for answer in expected]


def test_one_signature_a_kernel():
    """One compilation each, whatever the problem looks like: else the cold start doubles."""
    kernels = pytest.importorskip("gamecore.exactcover.kernels")
    if not hasattr(kernels.search, "signatures"):
        pytest.skip("the jit is disabled")
    warmup()
    solve(queens(5), weights=[1] * 25, seed=1, restarts=True)
    solve(Problem.from_arrays(np.array([0, 1], np.uint8), np.array([0], np.int64), 1))
    assert count(Problem.from_matrix(np.ones((2, 2), bool)), limit=5) == 2
    assert list(solutions(Problem([]))) == [()]
    for name in ("prepare", "search"):
        assert len(getattr(kernels, name).signatures) == 1
