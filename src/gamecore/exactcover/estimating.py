"""How large a search would be: Knuth's estimate by random probes.

Each probe walks from the root of the search tree to a leaf and takes each branch with equal chance. Had every node of a
level as many branches as the probe met there, the level would have the product of the branches met so far of nodes:
averaged over all probes that is the true number, and so is the same product at a cover for the number of covers.
"""

import math
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from gamecore.errors import InvalidProblem, LimitReached
from gamecore.exactcover.driving import BUDGET, FOUND, Cancel, Limits, Progress, Run, StoppedBy, check_int
from gamecore.exactcover.engines import random_state
from gamecore.exactcover.problem import Problem

__all__ = ["Estimate", "Probes", "estimate"]

_COVER = 2  # beside 1, a dead end, and 0, the budget: how a probe ended


class Estimate(msgspec.Struct, frozen=True):
    """What :func:`estimate` found: means over the probes, with their standard errors.

    Numbers beyond the floats are ``inf``. The errors are estimates, too: where a few rare probes carry most of
    the weight, as in deep narrow trees, both stay far too low until such a probe is met. Many more samples tell.
    """

    nodes: float
    """Options that a whole search tries."""
    nodes_error: float
    """Its standard error; ``inf`` for a single probe."""
    covers: float
    covers_error: float
    samples: int
    """Probes on which this rests."""
    stopped_by: StoppedBy | None = None
    """The limit that ended it before all samples were taken, if one did."""


def estimate(
    problem: Problem,
    samples: int = 1_000,
    seed: int = 0,
    time_limit: float | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
) -> Estimate:
    """Estimate the number of covers and the nodes of the search that counts them, without searching.

    Both are unbiased. The tree is that of :func:`~gamecore.exactcover.count`, with either engine. The same problem,
    samples, seed and ``node_limit`` always give the same estimate.

    Args:
        problem: The problem.
        samples: Probes, 1 to 2**40; the errors fall with their square root.
        seed: 0 to 2**64 - 1.
        time_limit: Seconds, at least 0.
        node_limit: Most options to lay, over all probes, at least 0. A limit that is reached gives the estimate of the
            probes done until then; as long probes are likelier to be the one cut off, it is no longer quite unbiased.
        on_progress: Called at most ten times a second; ``fraction`` is the part of the samples, ``found`` the probes
            that ended at a cover.
        cancel: A function that returns whether to stop, or an event such as ``threading.Event``.

    Raises:
        InvalidOptions: An argument is of the wrong type or out of range.
        LimitReached: A limit was reached before the first probe was done.

    Source:
        Knuth, "Estimating the efficiency of backtrack programs" (Mathematics of Computation 29, 1975).
    """
    if not isinstance(problem, Problem):
        raise InvalidProblem(f"problem must be an exactcover.Problem, not a {type(problem).__name__}")
    check_int("samples", samples, 1, 2**40)
    check_int("seed", seed, 0, 2**64 - 1)
    limits = Limits(time_limit, node_limit, on_progress, cancel)
    Probes(Problem([]), 1, 0).run(0, 1)  # compiles, or loads the cache, before the clock runs
    probes = Probes(problem, int(samples), int(seed))
    run = Run(probes, limits)
    run.advance(int(samples))
    if probes.done == 0:
        raise LimitReached(0, probes.nodes)
    nodes, nodes_error = _mean(*probes.node_sums, probes.done)
    covers, covers_error = _mean(*probes.cover_sums, probes.done)
    return Estimate(nodes, nodes_error, covers, covers_error, probes.done, run.stopped_by)


class Probes:
    """Random probes, one after the other: an :class:`~gamecore.exactcover.driving.Engine`.

    Args:
        problem: The problem.
        samples: How many probes are wanted.
        seed: 0 to 2**64 - 1.

    Attributes:
        done: probes that have ended.
        found: those that ended at a cover.
        node_sums, cover_sums: sums of their estimates and of the squares; exact integers, so that nothing depends on
            the order of additions.
    """

    restarts = 0

    def __init__(self, problem: Problem, samples: int, seed: int) -> None:
        from gamecore.exactcover import probe_kernels  # numba: loaded at the first probe

        self._probe: Callable[..., int] = probe_kernels.probe
        self._samples = samples
        self.done = self.found = 0
        self.node_sums, self.cover_sums = (0, 0), (0, 0)
        starts, entries, need = problem._starts.copy(), problem._entries.copy(), problem._need.copy()
        options, items, primary = len(problem), len(need), problem._primary
        owner = np.repeat(np.arange(options, dtype=np.int32), np.diff(starts))
        usable = problem._usable()
        live = np.bincount(entries[usable[owner]], minlength=items).astype(np.int32)
        item_starts = np.zeros(items + 1, np.int32)
        np.cumsum(np.bincount(entries, minlength=items), out=item_starts[1:])
        depth = min(options, int(need[:primary].sum(dtype=np.int64)))
        self._control = np.zeros(3, np.int64)
        self._degrees = np.zeros(depth + 1, np.int32)
        self._arguments: tuple[Any, ...] = (
            self._control,
            np.array([random_state(seed)], np.uint64),
            starts,
            entries,
            item_starts,
            owner[np.argsort(entries, kind="stable")],
            primary,
            *(usable, live, need),
            *(np.empty_like(usable), np.empty_like(live), np.empty_like(need)),
            self._degrees,
        )

    @property
    def nodes(self) -> int:
        """Options laid so far."""
        return int(self._control[2])

    def fraction(self) -> float:
        """The part of the samples that is done."""
        return min(1.0, self.done / self._samples)

    def run(self, budget: int, target: int) -> int:
        """Lay up to ``budget`` options, until ``target`` probes have ended in all."""
        stop = self.nodes + budget
        while self.done < target:
            outcome = self._probe(stop - self.nodes, *self._arguments)
            if outcome == 0:
                return BUDGET
            self._add(covered=outcome == _COVER)
        return FOUND

    def _add(self, *, covered: bool) -> None:
        nodes, width = 0, 1
        for degree in self._degrees[: int(self._control[0])].tolist():
            width *= degree
            nodes += width
        covers = width if covered else 0
        self.done += 1
        self.found += covered
        self.node_sums = (self.node_sums[0] + nodes, self.node_sums[1] + nodes * nodes)
        self.cover_sums = (self.cover_sums[0] + covers, self.cover_sums[1] + covers * covers)


def _mean(total: int, squares: int, count: int) -> tuple[float, float]:
    """Mean and its standard error, from exact sums."""
    mean = _quotient(total, count)
    if count == 1:
        return mean, math.inf
    spread, scale = count * squares - total * total, count * count * (count - 1)
    try:
        return mean, math.sqrt(spread / scale)
    except OverflowError:
        return mean, _quotient(math.isqrt(spread // scale), 1)


def _quotient(number: int, divisor: int) -> float:
    try:
        return number / divisor
    except OverflowError:
        return math.inf
