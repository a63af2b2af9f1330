"""The engines behind ``solve``, ``solutions`` and ``count``: sparse sets ("cells") and bitset rows.

Both branch on the item with the fewest options left and meet each cover once. Rows are 3 to 20 times as fast wherever
their words fit (``docs/exactcover.md`` has the figures); cells take problems of any size, weights, seeds and restarts.
"""

import hashlib
from collections.abc import Callable
from typing import Any, Literal, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from gamecore.errors import InvalidOptions
from gamecore.exactcover.problem import Problem

__all__ = [
    "DEFAULT_STRATEGY",
    "Cells",
    "EngineName",
    "Enumerator",
    "Rows",
    "Strategy",
    "enumerator",
    "random_state",
    "suits_rows",
]

EngineName = Literal["auto", "cells", "rows"]

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


DEFAULT_STRATEGY = Strategy()


class _Portable:
    """What both engines share: their counters, and that they can be pickled at any node and go on in another process.

    Arrays travel, kernels do not.
    """

    _search: Callable[..., int]
    _control: npt.NDArray[np.int64]  # depth, phase, nodes, covers found

    @property
    def nodes(self) -> int:
        """Options tried so far."""
        return int(self._control[2])

    @property
    def found(self) -> int:
        """Covers found so far."""
        return int(self._control[3])

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_search"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Kernels see writable, aligned arrays only, and some transports lend others; what was shared stays shared.
        own: dict[int, npt.NDArray[Any]] = {}

        def owned(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(owned(part) for part in value)
            if isinstance(value, np.ndarray):
                return own.setdefault(id(value), value.copy())
            return value

        self.__dict__.update({name: owned(value) for name, value in state.items()})
        self._search = self._kernel()

    @staticmethod
    def _kernel() -> Callable[..., int]:
        raise NotImplementedError


class Cells(_Portable):
    """The search over sparse sets: arrays for :mod:`gamecore.exactcover.kernels`.

    An :class:`~gamecore.exactcover.driving.Engine` that can also begin again and tell the cover at which it stands:
    another engine of that kind can take its place behind the same functions.
    """

    def __init__(
        self,
        problem: Problem,
        weights: npt.NDArray[np.float64] | None = None,
        seed: int | None = None,
        strategy: Strategy = DEFAULT_STRATEGY,
        weighted: bool = False,
    ) -> None:
        from gamecore.exactcover import kernels  # numba: loaded at the first search

        self._search = self._kernel()
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
        self._random = np.array([random_state(seed)], np.uint64)
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

    @staticmethod
    def _kernel() -> Callable[..., int]:
        from gamecore.exactcover import kernels

        return kernels.search

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


def random_state(seed: int | None) -> int:
    """The state of a generator for a seed: 64 bits that are never all zero, from which xorshift would not move."""
    digest = hashlib.blake2b(str(int(seed or 0)).encode(), digest_size=8, person=b"exactcover")
    return int.from_bytes(digest.digest(), "little") or 1


class Enumerator(Protocol):
    """What :func:`~gamecore.exactcover.solutions` and ``count`` drive: either engine."""

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

    def chosen(self) -> tuple[int, ...]:
        """The cover at which the search stands."""


class Rows(_Portable):
    """The search over bitset rows: arrays for :mod:`gamecore.exactcover.rows`.

    Args:
        problem: The problem, of at most a few thousand options: it takes options² / 8 bytes.
        bulk: Only count: covers that end with the same item are counted all at once.
    """

    restarts = 0

    def __init__(self, problem: Problem, bulk: bool = False) -> None:
        from gamecore.exactcover import rows  # numba: loaded at the first search

        self._search = self._kernel()
        starts, entries = problem._starts.astype(np.uint32), problem._entries.astype(np.uint32)
        need = problem._need.copy()
        options, items, primary = len(problem), len(need), problem._primary
        words = max(4, (options + 63) >> 6)
        masks, conflicts = np.zeros((items, words), np.uint64), np.zeros((options, words), np.uint64)
        depth = min(options, int(need[:primary].sum(dtype=np.int64))) + 2
        alive = np.zeros((depth, words), np.uint64)
        fill: Callable[..., None] = rows.fill_rows
        fill(starts, entries, need, primary, masks, conflicts, alive[0])
        open_items = np.flatnonzero(need[:primary]).astype(np.uint32)
        place = np.zeros(items, np.uint32)
        place[open_items] = np.arange(len(open_items), dtype=np.uint32)
        open_count = np.zeros(depth, np.int32)
        open_count[0] = len(open_items)
        self._control = np.zeros(4, np.int64)
        self._untried = np.zeros((depth, words), np.uint64)
        self._degree, self._choice = np.zeros(depth, np.int64), np.zeros(depth, np.uint32)
        problem_rows = (starts, entries, primary, masks, conflicts)
        items_state = (need, (need > 1).astype(np.uint8), open_items, place, open_count)
        levels = (alive, self._untried, np.zeros(depth, np.uint32), self._degree, self._choice)
        self._arrays: tuple[Any, ...] = (*problem_rows, *items_state, *levels)
        self._bulk = bulk

    @staticmethod
    def _kernel() -> Callable[..., int]:
        from gamecore.exactcover import rows

        return rows.search

    def run(self, budget: int, target: int) -> int:
        """Search on for ``budget`` nodes, or until ``target`` covers have been found in all."""
        return int(self._search(budget, target, self._bulk, self._control, *self._arrays))

    def chosen(self) -> tuple[int, ...]:
        """The cover at which the search stands."""
        return tuple(sorted(self._choice[: int(self._control[0])].tolist()))

    def fraction(self) -> float:
        """The part of the tree that lies behind, as if the branches of a node were equally large."""
        done, share = 0.0, 1.0
        for level in range(int(self._control[0])):
            degree = int(self._degree[level])
            left = sum(int(word).bit_count() for word in self._untried[level])
            share /= degree
            done += max(0, degree - left - 1) * share
        return min(done, 1.0)


ROWS_MOST_OPTIONS = 4_096
"""``auto`` takes rows up to here."""
ROWS_LIMIT = 65_536
"""``rows`` can be asked for up to here: half a gigabyte."""


def enumerator(problem: Problem, engine: EngineName, bulk: bool = False) -> Enumerator:
    """The engine asked for, or for ``auto`` the one that serves the problem best.

    Args:
        problem: The problem.
        engine: ``cells``, ``rows`` or ``auto``.
        bulk: Covers are only counted.

    Raises:
        InvalidOptions: There is no such engine, or the problem is too large for it.
    """
    return Rows(problem, bulk) if suits_rows(problem, engine) else Cells(problem)


def suits_rows(problem: Problem, engine: EngineName) -> bool:
    """Whether to take rows, which is asked for or, for ``auto``, better.

    Raises:
        InvalidOptions: As for :func:`enumerator`.
    """
    options = len(problem)
    if engine == "rows":
        if options > ROWS_LIMIT:
            raise InvalidOptions("engine", engine, f"cells; rows take {ROWS_LIMIT} options, the problem has {options}")
        return True
    if engine not in {"auto", "cells"}:
        raise InvalidOptions("engine", engine, "auto cells rows")
    return engine == "auto" and options <= ROWS_MOST_OPTIONS
