"""What drives a search: slices, budgets, cancelling, progress.

A search runs in slices of a bounded number of nodes and keeps its whole state in arrays in between. Budgets, Ctrl-C,
cancelling and progress are looked after between the slices, and no result depends on where they fall.
"""

import math
import time
from collections.abc import Callable
from typing import Literal, Protocol

import msgspec
import numpy as np

from gamecore.errors import InvalidOptions

__all__ = [
    "BUDGET",
    "EXHAUSTED",
    "FOUND",
    "UNLIMITED",
    "Cancel",
    "Limits",
    "Progress",
    "Run",
    "StoppedBy",
    "check_float",
    "check_int",
]

BUDGET, FOUND, EXHAUSTED = range(3)
UNLIMITED = 2**62
FIRST_SLICE, LARGEST_SLICE = 256, 20_000
SLICE_SECONDS = 0.02  # aim: short enough for deadlines and Ctrl-C, long enough to cost nothing
PROGRESS_SECONDS = 0.1


class _Event(Protocol):
    def is_set(self) -> bool: ...


Cancel = Callable[[], bool] | _Event
StoppedBy = Literal["nodes", "time", "cancel"]


class Progress(msgspec.Struct, frozen=True):
    """How far a search has come, as handed to ``on_progress`` at most ten times a second."""

    nodes: int
    """Options tried so far, over all restarts."""
    restarts: int
    seconds: float
    found: int
    """Covers found so far."""
    fraction: float | None
    """Estimated part of the search tree that is done, 0 to 1 (as if the branches of a node were equally large);
    ``None`` for a search with restarts."""


class Engine(Protocol):
    """What can be driven: a search whose nodes are counted and that can stop after any of them."""

    @property
    def nodes(self) -> int:
        """Options tried so far."""

    @property
    def restarts(self) -> int:
        """Runs given up so far."""

    @property
    def found(self) -> int:
        """Covers found so far."""

    def run(self, budget: int, target: int) -> int:
        """Search on for ``budget`` nodes, or until ``target`` covers have been found in all."""

    def fraction(self) -> float | None:
        """The part of the search tree that lies behind, if it can be told."""


class Limits:
    """Checked budgets and callbacks of one search.

    Args:
        time_limit: Seconds, at least 0; None: no limit.
        node_limit: Nodes, at least 0; None: no limit.
        on_progress: Called at most ten times a second.
        cancel: A function that says whether to stop, or an event such as ``threading.Event``.

    Raises:
        InvalidOptions: An argument is of the wrong type or out of range.
    """

    def __init__(
        self,
        time_limit: float | None,
        node_limit: int | None,
        on_progress: Callable[[Progress], object] | None,
        cancel: Cancel | None,
    ) -> None:
        if time_limit is not None:
            check_float("time_limit", time_limit, 0.0)
        if node_limit is not None:
            check_int("node_limit", node_limit, 0)
        if on_progress is not None and not callable(on_progress):
            raise InvalidOptions("on_progress", on_progress, "a function or None")
        is_set = getattr(cancel, "is_set", cancel)
        if is_set is not None and not callable(is_set):
            raise InvalidOptions("cancel", cancel, "a function, an event with is_set(), or None")
        self.seconds = math.inf if time_limit is None else float(time_limit)
        self.nodes = UNLIMITED if node_limit is None else min(int(node_limit), UNLIMITED)
        self.on_progress = on_progress
        self.is_cancelled: Callable[[], bool] = is_set if is_set is not None else lambda: False


class Run:
    """One search, driven slice by slice within its limits.

    Attributes:
        seconds: how long it has searched.
        stopped_by: which limit ended it, if one did.
    """

    def __init__(self, engine: Engine, limits: Limits) -> None:
        self.engine = engine
        self.seconds = 0.0
        self.stopped_by: StoppedBy | None = None
        self._limits = limits
        self._slice = FIRST_SLICE
        self._told = 0.0

    def advance(self, target: int, run_nodes: int = UNLIMITED) -> int:
        """Search until ``target`` covers have been found in all, the tree is done or ``run_nodes`` are spent.

        Returns:
            FOUND, EXHAUSTED or BUDGET; the latter with ``stopped_by`` when it was a limit of the search.
        """
        engine, limits = self.engine, self._limits
        run_stop = engine.nodes + run_nodes
        started = time.perf_counter() - self.seconds
        while True:
            stop = min(run_stop, limits.nodes)
            budget = min(self._slice, stop - engine.nodes)
            if limits.is_cancelled():
                self.stopped_by = "cancel"
                return BUDGET
            before = time.perf_counter()
            self.seconds = before - started
            if self.seconds >= limits.seconds:
                self.stopped_by = "time"
                return BUDGET
            outcome = engine.run(budget, target)
            elapsed = time.perf_counter() - before
            self.seconds += elapsed
            if outcome != BUDGET:
                return outcome
            if limits.on_progress is not None and self.seconds - self._told >= PROGRESS_SECONDS:
                self._told = self.seconds
                limits.on_progress(self._progress(run_nodes))
            if engine.nodes >= limits.nodes:
                self.stopped_by = "nodes"
                return BUDGET
            if engine.nodes >= run_stop:
                return BUDGET
            if elapsed > 2 * SLICE_SECONDS:
                self._slice = max(self._slice // 2, 1)
            elif elapsed < SLICE_SECONDS:
                self._slice = min(self._slice * 2, LARGEST_SLICE)

    def _progress(self, run_nodes: int) -> Progress:
        engine = self.engine
        fraction = engine.fraction() if run_nodes == UNLIMITED else None
        return Progress(engine.nodes, engine.restarts, self.seconds, engine.found, fraction)


def check_int(field: str, value: object, low: int, high: int | None = None) -> None:
    """Raise :class:`InvalidOptions` unless the value is an integer (no bool) from ``low`` to ``high``."""
    allowed = f"an integer from {low}" + ("" if high is None else f" to {high}")
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise InvalidOptions(field, value, allowed)
    if value < low or (high is not None and value > high):
        raise InvalidOptions(field, value, allowed)


def check_float(field: str, value: object, low: float) -> None:
    """Raise :class:`InvalidOptions` unless the value is a finite number from ``low``."""
    allowed = f"a finite number from {low:g}"
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise InvalidOptions(field, value, allowed)
    if not low <= value <= 1e300:
        raise InvalidOptions(field, value, allowed)
