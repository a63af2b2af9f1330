"""Solving, enumerating and counting the covers of a problem."""

import functools
import hashlib
from collections.abc import Callable, Iterator
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
from gamecore.exactcover.problem import Problem

__all__ = ["Result", "Strategy", "count", "solutions", "solve", "warmup"]

STACK_FULL = 3  # beside the outcomes of a slice: the stack of candidates must grow before the search can go on


class Strategy(msgspec.Struct, frozen=True):
    """How :func:`solve` orders options and restarts. All finite; the defaults suit problems of any kind.

    An option's score is its weight, plus ``scarcity`` times the sum over its items of 1 / (live options of the item),
    plus a random number from 0 to ``noise``; higher is tried first, and the lower index among equals.
    """

    noise: float = 1.0
    """At least 0, on the scale of the weights; used only with a seed."""
    scarcity: float = 0.0
    """At least 0; prefers options that cover items with few options left."""
    failure_weight: float = 0.1
    """At least 0; used only with restarts: what a dead end adds to the weight (at first 1) of the item that ran out.
    The item with the least (branching degree / weight) is branched on."""
    restart_base: int = 200
    """Nodes of the first run, at least 1."""
    restart_growth: float = 1.05
    """Each run is allowed this much more than the one before; above 1, so that every search ends."""


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


_DEFAULT_STRATEGY = Strategy()


def solve(
    problem: Problem,
    weights: npt.ArrayLike | None = None,
    seed: int | None = None,
    restarts: bool = False,
    time_limit: float | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
    strategy: Strategy = _DEFAULT_STRATEGY,
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
    engine = _Cells(problem, _weights(weights, len(problem)), seed, strategy, weighted=restarts)
    run = _started(engine, limits)
    run_nodes: float = strategy.restart_base
    while True:
        outcome = run.advance(1, run_nodes=int(min(run_nodes, UNLIMITED)) if restarts else UNLIMITED)
        if outcome != BUDGET or run.stopped_by is not None:
            break
        run_nodes *= strategy.restart_growth
        engine.restart()
    solution = engine.chosen() if outcome == FOUND else None
    status: Literal["solved", "unsolvable", "limit"] = (
        "solved" if outcome == FOUND else "unsolvable" if outcome == EXHAUSTED else "limit"
    )
    return Result(status, solution, engine.nodes, engine.restarts, run.seconds, run.stopped_by)


def solutions(
    problem: Problem,
    limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
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

    Returns:
        An iterator of the indices of the chosen options, ascending.

    Raises:
        InvalidOptions: At once, when an argument is of the wrong type or out of range.
        LimitReached: From the iterator, when a budget or cancelling ended it.
    """
    _check_problem(problem)
    if limit is not None:
        check_int("limit", limit, 0)
    return _enumerate(problem, limit, Limits(time_limit, node_limit, on_progress, cancel))


def _enumerate(problem: Problem, limit: int | None, limits: Limits) -> Iterator[tuple[int, ...]]:
    if limit == 0:
        return
    engine = _Cells(problem)
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
) -> int:
    """The number of covers, or ``limit`` when there are at least so many.

    Args:
        problem: The problem.
        limit: Stop counting here, at least 0; ``None``: count all.
        time_limit: Seconds, at least 0. Compiling at the very first call is not counted.
        node_limit: Most options to try, at least 0.
        on_progress: Called at most ten times a second; what it raises ends the search.
        cancel: A function that returns whether to stop, or an event such as ``threading.Event``.

    Raises:
        InvalidOptions: An argument is of the wrong type or out of range.
        LimitReached: A budget or cancelling ended the count; carries the ``count`` and ``nodes`` until then.
    """
    _check_problem(problem)
    if limit is not None:
        check_int("limit", limit, 0)
    limits = Limits(time_limit, node_limit, on_progress, cancel)
    if limit == 0:
        return 0
    engine = _Cells(problem)
    run = _started(engine, limits)
    if run.advance(UNLIMITED if limit is None else min(limit, UNLIMITED)) == BUDGET:
        raise LimitReached(engine.found, engine.nodes)
    return engine.found


def warmup() -> None:
    """Compile every kernel, or load it from the cache: what the first search would otherwise do (seconds, once)."""
    tiny = Problem([["a", "x"], ["b"], ["b"]], secondary=["x"], multiplicity={"b": 2})
    solve(tiny, seed=0, restarts=True)


def _started(engine: "_Cells", limits: Limits) -> Run:
    _compile()  # before any clock runs
    return Run(engine, limits)


@functools.cache
def _compile() -> None:
    _Cells(Problem([])).run(0, 1)


class _Cells:
    """The search over sparse sets: arrays for :mod:`gamecore.exactcover.kernels`.

    An :class:`~gamecore.exactcover.driving.Engine` that can also begin again and tell the cover at which it stands:
    another engine of that kind can take its place behind the same functions.
    """

    def __init__(
        self,
        problem: Problem,
        weights: npt.NDArray[np.float64] | None = None,
        seed: int | None = None,
        strategy: Strategy = _DEFAULT_STRATEGY,
        weighted: bool = False,
    ) -> None:
        from gamecore.exactcover import kernels  # numba: loaded at the first search

        self._search: Callable[..., int] = kernels.search
        # Kernels see writable arrays only: read-only ones would be another type, compiled apart.
        starts, entries, need = (
            problem._starts.astype(np.uint32),
            problem._entries.astype(np.uint32),
            problem._need.copy(),
        )
        options, items, primary = len(problem), len(need), problem._primary
        entry_option, member, place = (np.empty(len(entries), np.uint32) for _ in range(3))
        set_start, size = np.zeros(items, np.uint32), np.zeros(items, np.int32)
        left, right = np.empty(primary + 1, np.uint32), np.empty(primary + 1, np.uint32)
        sets = (starts, entries, entry_option, set_start, size, member, place, need, left, right)
        kernels.prepare(*sets)
        depth = min(options, int(need[:primary].sum(dtype=np.int64))) + 1
        self._control = np.zeros(4, np.int64)
        self._random = np.array([_random_state(seed)], np.uint64)
        self._sets = sets
        self._levels = tuple(np.zeros(depth, np.int32) for _ in range(7))
        self._candidate = np.zeros(options + 1, np.int32)
        score = np.zeros(int(size.max(initial=0)) + 1, np.float64)
        preference = np.zeros(options, np.float64) if weights is None else weights
        self._ordering = (
            score,
            preference,
            np.ones(items, np.float64),
            0.0 if seed is None else float(strategy.noise),
            float(strategy.scarcity),
            float(strategy.failure_weight) if weighted else 0.0,
        )
        self._restarting = False
        self.restarts = 0

    @property
    def nodes(self) -> int:
        return int(self._control[2])

    @property
    def found(self) -> int:
        return int(self._control[3])

    def run(self, budget: int, target: int) -> int:
        """Search on for ``budget`` nodes, or until ``target`` covers have been found in all."""
        stop = self.nodes + budget
        while True:
            outcome = int(
                self._search(
                    stop - self.nodes,
                    target,
                    self._restarting,
                    self._control,
                    self._random,
                    *self._sets,
                    *self._levels,
                    self._candidate,
                    *self._ordering,
                )
            )
            self._restarting = False
            if outcome != STACK_FULL:
                return outcome
            self._candidate = np.concatenate((self._candidate, np.zeros_like(self._candidate)))

    def restart(self) -> None:
        """Begin the next run at the root; random numbers and weights of items go on."""
        self._restarting = True
        self.restarts += 1

    def chosen(self) -> tuple[int, ...]:
        """The cover at which the search stands."""
        depth = int(self._control[0])
        return tuple(sorted(self._candidate[self._levels[3][:depth] - 1].tolist()))

    def fraction(self) -> float:
        """The part of the tree that lies behind, as if the branches of a node were equally large."""
        done, share = 0.0, 1.0
        _, _, bases, nexts, stops, _, _ = (level.tolist() for level in self._levels)
        depth = int(self._control[0])
        for level in range(depth):
            tried = nexts[level] - bases[level] - (level < depth - 1)  # below the top, one is being tried
            share /= stops[level] - bases[level]
            done += tried * share
        return min(done, 1.0)


def _random_state(seed: int | None) -> int:
    """64 bits that are never all zero, from which xorshift would not move."""
    digest = hashlib.blake2b(str(int(seed or 0)).encode(), digest_size=8, person=b"exactcover")
    return int.from_bytes(digest.digest(), "little") or 1


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
