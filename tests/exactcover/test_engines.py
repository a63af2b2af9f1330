"""The two engines give the same covers and counts, whichever is chosen or forced, in any slices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.errors import InvalidOptions, LimitReached
from gamecore.exactcover import Problem, Strategy, count, driving, engines, rows, solutions, solve

from .oracle import covers, is_cover
from .problems import langford, pigeons, queens, small_problems

ENGINES = ["auto", "cells", "rows"]


@given(small_problems(), st.sampled_from(["cells", "rows"]))
def test_each_engine_agrees_with_the_naive_solver(problem, engine):
    expected = covers(problem)
    found = list(solutions(problem, engine=engine))
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert count(problem, engine=engine) == len(expected)
    result = solve(problem, engine=engine)
    assert result.status == ("solved" if expected else "unsolvable")
    assert result.solution in (expected or {None})


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("problem", "number"), [(queens(8), 92), (langford(7), 52), (pigeons(5), 0)])
def test_published_counts(problem, number, engine):
    assert count(problem, engine=engine) == number
    assert len(list(solutions(problem, engine=engine))) == number


@pytest.mark.parametrize("engine", ["cells", "rows"])
def test_both_find_choices_from_many_equal_options(engine):
    """More than one word of options for one item, and several of them needed."""
    assert count(Problem(["a"] * 100, multiplicity={"a": 2}), engine=engine) == 4950
    assert count(Problem(["a"] * 70 + ["ab"] * 70, multiplicity={"a": 2}), engine=engine) == 70 * 70
    assert count(Problem(["ax", "ay", "az"] * 30, secondary="xyz", multiplicity={"a": 2}), engine=engine) == 3 * 900


@given(small_problems(), st.integers(1, 7))
def test_counting_in_bulk_takes_the_same_nodes_in_any_slices(problem, budget):
    whole = engines.Rows(problem, bulk=True)
    whole.run(10**9, driving.UNLIMITED)
    sliced = engines.Rows(problem, bulk=True)
    while sliced.run(budget, driving.UNLIMITED) == driving.BUDGET:
        assert 0.0 <= sliced.fraction() <= 1.0
    assert (sliced.nodes, sliced.found) == (whole.nodes, whole.found)
    single = engines.Rows(problem)
    single.run(10**9, driving.UNLIMITED)
    assert (single.nodes, single.found) == (whole.nodes, whole.found)


@pytest.mark.parametrize("engine", ["cells", "rows"])
def test_node_limits_are_exact_for_each(engine):
    for limit in (0, 1, 137, 500):
        with pytest.raises(LimitReached) as stopped:
            count(queens(8), node_limit=limit, engine=engine)
        assert stopped.value.nodes == limit
    assert solve(queens(8), node_limit=3, engine=engine).nodes == 3


def test_auto_takes_rows_for_small_problems_and_cells_for_large_ones(monkeypatch):
    assert isinstance(engines.enumerator(queens(8), "auto"), engines.Rows)
    assert isinstance(engines.enumerator(queens(8), "cells"), engines.Cells)
    monkeypatch.setattr(engines, "ROWS_MOST_OPTIONS", 63)
    assert isinstance(engines.enumerator(queens(8), "auto"), engines.Cells)
    assert isinstance(engines.enumerator(queens(8), "rows"), engines.Rows)


def test_weights_seeds_and_restarts_are_for_cells():
    problem = queens(8)
    plain = solve(problem, engine="cells")
    assert solve(problem, weights=[0.0] * 64).nodes == plain.nodes
    for arguments in ({"seed": 1}, {"restarts": True}, {"strategy": Strategy(scarcity=1.0)}):
        assert is_cover(problem, solve(problem, engine="rows", **arguments).solution)


def test_engines_that_do_not_exist_or_do_not_fit(monkeypatch):
    for function in (solve, count, solutions):
        with pytest.raises(InvalidOptions, match="engine"):
            function(queens(5), engine="dlx")
    monkeypatch.setattr(engines, "ROWS_LIMIT", 24)
    with pytest.raises(InvalidOptions, match="24"):
        count(queens(5), engine="rows")


def test_one_signature_a_kernel():
    if not hasattr(rows.search, "signatures"):
        pytest.skip("the jit is disabled")
    count(queens(5), engine="rows")
    list(solutions(Problem.from_arrays(np.array([0, 1], np.uint8), np.array([0], np.int64), 1), engine="rows"))
    count(Problem([]), engine="rows", limit=4)
    assert len(rows.search.signatures) == len(rows.fill_rows.signatures) == 1
