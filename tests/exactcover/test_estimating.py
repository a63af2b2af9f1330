"""Knuth's estimates: unbiased against exact trees, the same in any slices, bounded, and honest about huge numbers."""

import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamecore.errors import InvalidOptions, InvalidProblem, LimitReached
from gamecore.exactcover import Estimate, Problem, driving, engines, estimate
from gamecore.exactcover.estimating import Probes

from .oracle import covers
from .problems import langford, pigeons, queens, small_problems


def leaves(problem):
    """(chance, nodes, covers) that a probe ends with so, for every leaf of the tree; naive, in sets."""
    primary = list(problem.items)
    found = []

    def walk(alive, need, chance, nodes):
        short = [(sum(item in problem.options[o] for o in alive) - need[item] + 1, item) for item in primary]
        short = [(degree, primary.index(item)) for degree, item in short if need[item]]
        if not short or min(short)[0] <= 0:
            found.append((chance, nodes, 0 if short else 1 / chance))
            return
        degree, place = min(short)
        candidates = sorted(o for o in alive if primary[place] in problem.options[o])
        for tried in range(degree):
            left = need.copy()
            left.subtract(problem.options[candidates[tried]])
            rest = {o for o in alive - set(candidates[: tried + 1]) if all(left[item] for item in problem.options[o])}
            walk(rest, left, chance / degree, nodes + degree / chance)

    need = Counter({item: problem.multiplicity.get(item, 1) for item in primary + list(problem.secondary)})
    usable = {o for o, option in enumerate(problem.options) if all(need[item] for item in option)}
    walk({o for o in usable if set(problem.options[o]) & set(primary)}, need, 1.0, 0.0)
    return found


def deviation(values, mean, samples):
    """How many of its true standard errors an estimate lies off, for the (chance, value) pairs of one probe."""
    expected = sum(chance * value for chance, value in values)
    variance = max(0.0, sum(chance * value * value for chance, value in values) - expected**2)
    if variance < 1e-6:
        assert mean == pytest.approx(expected)
        return 0.0
    return (mean - expected) / math.sqrt(variance / samples)


@given(small_problems(), st.integers(0, 2**64 - 1))
@settings(max_examples=60)
def test_estimates_are_unbiased_with_multiplicities_and_secondary_items(problem, seed):
    """Within eight true standard errors: rare leaves make more once in 10 million draws, if all is well."""
    ends = leaves(problem)
    whole = engines.Rows(problem)
    whole.run(10**9, driving.UNLIMITED)
    assert sum(chance * nodes for chance, nodes, _ in ends) == pytest.approx(whole.nodes)
    assert sum(chance * found for chance, _, found in ends) == pytest.approx(len(covers(problem)))
    found = estimate(problem, samples=3_000, seed=seed)
    assert found.samples == 3_000
    assert abs(deviation([(chance, nodes) for chance, nodes, _ in ends], found.nodes, 3_000)) < 8
    assert abs(deviation([(chance, covers) for chance, _, covers in ends], found.covers, 3_000)) < 8


@pytest.mark.parametrize(("problem", "nodes", "number"), [(queens(8), 1_198, 92), (langford(7), 607, 52)])
def test_forty_seeds_scatter_as_their_errors_say(problem, nodes, number):
    """Means within four standard errors of the truth (seeds are fixed), and the stated errors are of the right size."""
    found = [estimate(problem, samples=1_000, seed=seed) for seed in range(40)]
    for truth, values in (
        (nodes, [(e.nodes, e.nodes_error) for e in found]),
        (number, [(e.covers, e.covers_error) for e in found]),
    ):
        pooled = math.sqrt(sum(error**2 for _, error in values)) / 40
        assert abs(sum(mean for mean, _ in values) / 40 - truth) < 4 * pooled
        scatter = math.sqrt(sum((mean - truth) ** 2 for mean, _ in values) / 40)
        assert 0.6 < scatter / (pooled * math.sqrt(40)) < 1.5


def test_the_tree_is_that_of_both_engines():
    for problem in (queens(7), langford(4), pigeons(4), Problem(["a"] * 9 + ["ab"] * 3, multiplicity={"a": 4})):
        searches = [engines.Rows(problem), engines.Cells(problem), engines.Rows(problem, bulk=True)]
        for search in searches:
            search.run(10**9, driving.UNLIMITED)
        assert len({search.nodes for search in searches}) == 1


def test_regular_trees_are_known_after_one_probe():
    """Choose 10 of 20 equal options is no such tree; a product of choices is."""
    product = Problem([f"{item}" for item in "abcdefgh" for _ in range(4)])
    assert estimate(product, samples=1) == Estimate(sum(4**k for k in range(1, 9)), math.inf, 4**8, math.inf, 1)
    assert estimate(product, samples=2) == Estimate(sum(4**k for k in range(1, 9)), 0.0, 4**8, 0.0, 2)
    assert estimate(Problem([]), samples=3) == Estimate(0, 0, 1, 0, 3)
    assert estimate(Problem([], items="a"), samples=3) == Estimate(0, 0, 0, 0, 3)


def test_numbers_beyond_floats_are_infinite_and_large_ones_exact():
    def product(items):
        return Problem.from_arrays(range(10 * items + 1), [i for i in range(items) for _ in range(10)], items)

    assert estimate(product(300), samples=2).covers == 1e300
    assert estimate(product(400), samples=5) == Estimate(math.inf, 0.0, math.inf, 0.0, 5)


@given(small_problems(), st.integers(1, 9), st.integers(0, 99))
def test_probes_do_not_depend_on_slices(problem, budget, seed):
    whole, sliced = Probes(problem, 25, seed), Probes(problem, 25, seed)
    assert whole.run(10**9, 25) == driving.FOUND
    fractions = [0.0]
    while sliced.run(budget, 25) == driving.BUDGET:
        fractions.append(sliced.fraction())
    assert fractions == sorted(fractions)
    assert sliced.fraction() == 1.0
    assert (sliced.node_sums, sliced.cover_sums, sliced.nodes) == (whole.node_sums, whole.cover_sums, whole.nodes)
    assert sliced.found == whole.found


def test_limits_progress_and_cancelling(monkeypatch):
    problem = queens(8)
    whole = Probes(problem, 100, 3)
    whole.run(300, 100)
    limited = estimate(problem, samples=100, seed=3, node_limit=300)
    assert (limited.samples, limited.stopped_by) == (whole.done, "nodes")
    assert 0 < limited.samples < 100
    assert estimate(problem, samples=2**40, time_limit=0.05).stopped_by == "time"
    with pytest.raises(LimitReached):
        estimate(problem, node_limit=1)
    with pytest.raises(LimitReached):
        estimate(problem, cancel=lambda: True)
    monkeypatch.setattr(driving, "PROGRESS_SECONDS", 0.0)
    seen = []
    estimate(problem, samples=20_000, on_progress=seen.append)
    fractions = [progress.fraction for progress in seen]
    assert len(fractions) > 2
    assert fractions == sorted(fractions)
    assert 0 < fractions[0] < fractions[-1] <= 1


def test_the_estimate_of_a_real_count():
    """Twelve queens have 14,200 solutions (OEIS A000170), of 327,812 nodes."""
    found = estimate(queens(12), samples=5_000, seed=1)
    assert abs(found.nodes - 327_812) < 4 * found.nodes_error < 40_000
    assert abs(found.covers - 14_200) < 4 * found.covers_error < 6_000


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("samples", {"samples": 0}),
        ("samples", {"samples": 1.0}),
        ("samples", {"samples": 2**41}),
        ("seed", {"seed": -1}),
        ("seed", {"seed": None}),
        ("node_limit", {"node_limit": -1}),
        ("on_progress", {"on_progress": 3}),
    ],
)
def test_bad_arguments(field, arguments):
    with pytest.raises(InvalidOptions) as error:
        estimate(queens(4), **arguments)
    assert error.value.field == field


def test_only_problems_are_estimated():
    with pytest.raises(InvalidProblem):
        estimate([["a"]])


def test_the_kernel_has_one_signature():
    kernels = pytest.importorskip("gamecore.exactcover.probe_kernels")
    estimate(Problem.from_arrays([0, 1], [0], 1), samples=1)
    estimate(queens(4), samples=1, seed=2**64 - 1)
    if hasattr(kernels.probe, "signatures"):
        assert len(kernels.probe.signatures) == 1
