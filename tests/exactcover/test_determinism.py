"""The same problem, seed and node budget: the same answers and nodes, in whatever slices, by every engine."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.errors import LimitReached
from gamecore.exactcover import Strategy, count, driving, engines, estimate, solutions, solve

from .problems import queens, small_problems

ENGINES = st.sampled_from(["cells", "rows"])
SLICES = st.lists(st.integers(1, 9), min_size=1, max_size=6)


def enumerated(search, budgets, nodes):
    """What a search meets within so many nodes: each cover, and at how many nodes."""
    met = []
    turn = 0
    while True:
        budget = min(budgets[turn % len(budgets)], nodes - search.nodes)
        turn += 1
        outcome = search.run(budget, search.found + 1)
        if outcome == driving.FOUND:
            met.append((search.nodes, search.chosen()))
        elif outcome == driving.EXHAUSTED or search.nodes == nodes:
            return met, search.nodes, outcome


@given(small_problems(), ENGINES, SLICES, st.integers(0, 60))
def test_covers_and_nodes_do_not_depend_on_slices(problem, engine, slices, nodes):
    whole = enumerated(engines.enumerator(problem, engine), [10**9], nodes)
    assert enumerated(engines.enumerator(problem, engine), slices, nodes) == whole


@given(small_problems(), SLICES, st.integers(0, 2**64 - 1), st.integers(0, 60), st.data())
def test_seeded_weighted_searches_do_not_depend_on_slices(problem, slices, seed, nodes, data):
    weights = data.draw(st.lists(st.floats(-9, 9), min_size=len(problem), max_size=len(problem)))
    strategy = Strategy(noise=2.0, scarcity=3.0)
    found = []
    for budgets in ([10**9], slices):
        checked = np.array(weights, np.float64)
        found.append(enumerated(engines.Cells(problem, checked, seed, strategy), budgets, nodes))
    assert found[0] == found[1]


def outcome(function, *arguments, **options):
    try:
        return function(*arguments, **options)
    except LimitReached as stopped:
        return stopped.count, stopped.nodes


@pytest.mark.parametrize("engine", ["auto", "cells", "rows"])
def test_public_functions_give_the_same_in_any_slices(engine, monkeypatch):
    problem = queens(7)

    def run_all():
        found = []
        for limit in (0, 1, 37, 500, None):
            result = solve(problem, node_limit=limit, engine=engine)
            seeded = solve(problem, seed=5, restarts=True, node_limit=limit, engine=engine)
            found.extend((r.status, r.solution, r.nodes, r.restarts, r.stopped_by) for r in (result, seeded))
            found.append(outcome(count, problem, node_limit=limit, engine=engine))
            found.append(outcome(count, problem, limit=9, node_limit=limit, engine=engine))
            found.append(outcome(lambda limit=limit: list(solutions(problem, node_limit=limit, engine=engine))))
            found.append(outcome(estimate, problem, samples=20, seed=3, node_limit=limit))
        return found

    expected = run_all()
    for first, largest in ((1, 1), (3, 50), (10**6, 10**6)):
        monkeypatch.setattr(driving, "FIRST_SLICE", first)
        monkeypatch.setattr(driving, "LARGEST_SLICE", largest)
        assert run_all() == expected


def test_golden_estimates():
    """Figures that every platform must reproduce, to the last bit."""
    found = estimate(queens(8), samples=100, seed=7)
    assert (found.nodes, found.nodes_error, found.covers, found.covers_error) == (
        1245.92,
        65.40741575971059,
        95.12,
        16.533292277563884,
    )
