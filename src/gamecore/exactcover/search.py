"""Solving, enumerating and counting the covers of a problem."""

import functools
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import Any, Literal

import msgspec
import numpy as np
import numpy.typing as npt

from gamecore.errors import InvalidOptions, InvalidProblem, LimitReached
from gamecore.exactcover.driving import (
    BUDGET,
    EXHAUSTED,
    FOUND,
    UNLIMITED,
    Cancel,
    Limits,
    Progress,
    Run,
    StoppedBy,
    check_float,
    check_int,
)
from gamecore.exactcover.engines import (
    DEFAULT_STRATEGY,
    Cells,
    EngineName,
    Enumerator,
    Rows,
    Strategy,
    enumerator,
    suits_rows,
)
from gamecore.exactcover.estimating import estimate
from gamecore.exactcover.executing import check_executor
from gamecore.exactcover.problem import Problem
from gamecore.exactcover.splitting import DEFAULT_PARTS, MOST_PARTS, count_in_parts

__all__ = ["Result", "count", "solutions", "solve", "warmup"]


class Result(msgspec.Struct, frozen=True):
    """What :func:`solve` found."""

    status: Literal["solved", "unsolvable", "limit"]
    """``unsolvable`` is proved; ``limit`` means that a budget or cancelling ended the search first."""
    solution: tuple[int, ...] | None
    """The indices of the chosen options, ascending; ``None`` unless solved."""
    nodes: int
    """Options tried, over all runs."""
    restarts: int
    seconds: float
    stopped_by: StoppedBy | None = None
    """What ended the search, when ``status`` is ``limit``."""


def solve(
    problem: Problem,
    weights: npt.ArrayLike | None = None,
    seed: int | None = None,
    restarts: bool = False,
    time_limit: float | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
    strategy: Strategy = DEFAULT_STRATEGY,
    engine: EngineName = "auto",
) -> Result:
    """Find one cover, or prove that there is none.

    The same problem, weights, seed, strategy and ``node_limit`` always give the same solution and number of nodes.

    Args:
        problem: The problem.
        weights: One finite number for each option; higher is tried first.
        seed: 0 to 2**64 - 1; adds the strategy's noise to the order of options. ``None``: no noise.
        restarts: Start again after ``strategy.restart_base`` nodes, then after ever longer runs, with items weighted by
            their dead ends. Right for problems with many covers that are hard to find; best with a seed.
        time_limit: Seconds, at least 0. Compiling at the very first call is not counted.
        node_limit: Most options to try, at least 0.
        on_progress: Called at most ten times a second; what it raises ends the search.
        cancel: A function that returns whether to stop, or an event such as ``threading.Event``.
        strategy: How options are ordered and when to restart.
        engine: As for :func:`solutions`; with weights, a seed, restarts or a strategy it is always ``cells``.

    Returns:
        The result. A cover found with the last node allowed is ``solved``.

    Raises:
        InvalidOptions: An argument is of the wrong type or out of range.

    Sources:
        Knuth, "Dancing links" (arXiv cs/0011047), for the search; Boussemart and others, "Boosting systematic search
        by weighting constraints" (ECAI 2004), for weights by failures.
    """
    _check_problem(problem)
    if seed is not None:
        check_int("seed", seed, 0, 2**64 - 1)
    if not isinstance(restarts, bool):
        raise InvalidOptions("restarts", restarts, "True or False")
    _check_strategy(strategy)
    limits = Limits(time_limit, node_limit, on_progress, cancel)
    checked_weights = _weights(weights, len(problem))
    plain = checked_weights is None and seed is None and not restarts and strategy == DEFAULT_STRATEGY
    if suits_rows(problem, engine) and plain:
        rows = Rows(problem)
        run = _started(rows, limits)
        return _result(run.advance(1), rows, run)
    cells = Cells(problem, checked_weights, seed, strategy, weighted=restarts)
    run = _started(cells, limits)
    run_nodes: float = strategy.restart_base
    while True:
        outcome = run.advance(1, run_nodes=int(min(run_nodes, UNLIMITED)) if restarts else UNLIMITED)
        if outcome != BUDGET or run.stopped_by is not None:
            return _result(outcome, cells, run)
        run_nodes *= strategy.restart_growth
        cells.restart()


def _result(outcome: int, search: Enumerator, run: Run) -> Result:
    solution = search.chosen() if outcome == FOUND else None
    status: Literal["solved", "unsolvable", "limit"] = (
        "solved" if outcome == FOUND else "unsolvable" if outcome == EXHAUSTED else "limit"
    )
    return Result(status, solution, search.nodes, search.restarts, run.seconds, run.stopped_by)


def solutions(
    problem: Problem,
    limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
    engine: EngineName = "auto",
) -> Iterator[tuple[int, ...]]:
    """All covers, one after the other, each once, always in the same order.

    The search goes on only while the next cover is asked for. Iterators are independent of each other.

    Args:
        problem: The problem.
        limit: Most covers to give, at least 0; ``None``: all.
        time_limit: Seconds of searching, at least 0; what the caller does in between is not counted.
        node_limit: Most options to try, at least 0.
        on_progress: Called at most ten times a second; what it raises ends the search.
        cancel: A function that returns whether to stop, or an event such as ``threading.Event``.
        engine: ``rows`` (bitsets; right for up to some thousand options), ``cells`` (sparse sets; for any number), or
            ``auto``, which takes rows up to 4,096 options. The order of covers is each engine's own.

    Returns:
        An iterator of the indices of the chosen options, ascending.

    Raises:
        InvalidOptions: At once, when an argument is of the wrong type or out of range.
        LimitReached: From the iterator, when a budget or cancelling ended it.
    """
    _check_problem(problem)
    if limit is not None:
        check_int("limit", limit, 0)
    limits = Limits(time_limit, node_limit, on_progress, cancel)
    if limit == 0:
        return iter(())
    return _enumerate(enumerator(problem, engine), limit, limits)


def _enumerate(engine: Enumerator, limit: int | None, limits: Limits) -> Iterator[tuple[int, ...]]:
    run = _started(engine, limits)
    found = 0
    while found != limit:
        outcome = run.advance(found + 1)
        if outcome == EXHAUSTED:
            return
        if outcome == BUDGET:
            raise LimitReached(found, engine.nodes)
        found += 1
        yield engine.chosen()


def count(
    problem: Problem,
    limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
    engine: EngineName = "auto",
    executor: Executor | None = None,
    parts: int | None = None,
) -> int:
    """The number of covers, or ``limit`` when there are at least so many.

    Args:
        problem: The problem.
        limit: Stop counting here, at least 0; ``None``: count all.
        time_limit: Seconds, at least 0. Compiling at the very first call is not counted.
        node_limit: Most options to try, at least 0.
        on_progress: Called at most ten times a second; what it raises ends the search.
        cancel: A function that returns whether to stop, or an event such as ``threading.Event``.
        engine: As for :func:`solutions`.
        executor: Split the search tree and count the parts there: any ``concurrent.futures.Executor``, such as
            ``ProcessPoolExecutor`` or Dask's ``Client.get_executor()``. The count, and whether ``node_limit`` is enough
            for it, are as without. Tasks take a second at most, then go on where they stopped, so that limits hold.
        parts: How many parts to split into, 1 to 65,536 (64 by default); there may be a few more, or fewer. Only
            with an executor.

    Raises:
        InvalidOptions: An argument is of the wrong type or out of range.
        LimitReached: A budget or cancelling ended the count; carries the ``count`` and ``nodes`` until then.
    """
    _check_problem(problem)
    if limit is not None:
        check_int("limit", limit, 0)
    check_executor(executor)
    if parts is not None:
        check_int("parts", parts, 1, MOST_PARTS)
        if executor is None:
            raise InvalidOptions("parts", parts, "None without an executor")
    limits = Limits(time_limit, node_limit, on_progress, cancel)
    if limit == 0:
        return 0
    if executor is not None:
        most = UNLIMITED if limit is None else min(limit, UNLIMITED)
        return count_in_parts(problem, most, limits, engine, executor, parts or DEFAULT_PARTS)
    search = enumerator(problem, engine, bulk=limit is None)
    run = _started(search, limits)
    if run.advance(UNLIMITED if limit is None else min(limit, UNLIMITED)) == BUDGET:
        raise LimitReached(search.found, search.nodes)
    return search.found


def warmup() -> None:
    """Compile every kernel, or load it from the cache: what the first search would otherwise do (seconds, once)."""
    tiny = Problem([["a", "x"], ["b"], ["b"]], secondary=["x"], multiplicity={"b": 2})
    solve(tiny, seed=0, restarts=True)
    count(tiny, engine="rows")
    estimate(tiny, samples=1)


def _started(engine: Enumerator, limits: Limits) -> Run:
    _compile(type(engine))  # before any clock runs
    return Run(engine, limits)


@functools.cache
def _compile(engine: type[Cells | Rows]) -> None:
    engine(Problem([])).run(0, 1)


def _check_problem(problem: object) -> None:
    if not isinstance(problem, Problem):
        raise InvalidProblem(f"problem must be an exactcover.Problem, not a {type(problem).__name__}")


def _check_strategy(strategy: object) -> None:
    if not isinstance(strategy, Strategy):
        raise InvalidOptions("strategy", strategy, "an exactcover.Strategy")
    for field in ("noise", "scarcity", "failure_weight"):
        check_float(f"strategy.{field}", getattr(strategy, field), 0.0)
    check_int("strategy.restart_base", strategy.restart_base, 1)
    check_float("strategy.restart_growth", strategy.restart_growth, 1.001)


def _weights(weights: npt.ArrayLike | None, options: int) -> npt.NDArray[np.float64] | None:
    if weights is None:
        return None
    allowed = f"{options} finite numbers, one for each option"
    try:
        given: npt.NDArray[Any] = np.asarray(weights)
        if given.dtype.kind not in "iuf" and given.size:
            raise InvalidOptions("weights", weights, allowed)
        array = given.astype(np.float64)  # always a copy
    except (TypeError, OverflowError, ValueError) as error:
        if isinstance(error, InvalidOptions):
            raise
        raise InvalidOptions("weights", weights, allowed) from None
    if array.shape != (options,) or not np.isfinite(array).all():
        raise InvalidOptions("weights", weights, allowed)
    return array
