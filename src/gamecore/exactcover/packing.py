"""A restarting search for one cover of a banded problem: what ``polyfit.solve`` runs on.

:class:`PackingTables` is the problem, prepared and shared by any number of searches;
:class:`PackingSearch` is one seeded search, resumable by node budget. The method is described in
``docs/solving.md``; the kernels are in :mod:`gamecore.exactcover.banded`.
"""

from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from gamecore.errors import InvalidProblem

__all__ = ["PackingSearch", "PackingTables", "Tuning"]

Ints = npt.NDArray[np.int32]

_MAX_WORDS = 1 << 28  # 2 GiB of masks
_NO_LIMIT = 1e300
_FIRST_BACK = 64  # levels that the first restart takes back


class Tuning(msgspec.Struct, frozen=True):
    """The dials of a search; the defaults were measured on extreme puzzles (``docs/solving.md``).

    Attributes:
        first_run: nodes before the first restart, at least; None: never restart.
        run_per_depth: a run has also at least this many nodes for each level that its restart takes back, and one for
            each other level on the way to a cover.
        growth: each run is longer than the last by this factor.
        noise: width of the uniform noise on an option's preference.
        scarcity: an option's preference gains this, divided by the item's live options, for each item.
        failure_weight: what an item's weight gains when it runs out of options; it starts at 1.
    """

    first_run: int | None = 100
    run_per_depth: int = 4
    growth: float = 1.05
    noise: float = 1.0
    scarcity: float = 20.0
    failure_weight: float = 0.1


class PackingTables:
    """A problem whose options cover items exactly once and use one kind each, at most so often.

    Args:
        starts: int32, options + 1; option ``i`` covers ``items[starts[i]:starts[i + 1]]``, at least one item.
        items: int32; each option's items, ascending. Options must be sorted by their first item.
        kinds: int32, one an option.
        item_count: items are numbered from 0 to this.
        multiplicity: int32, one a kind, at least 1: how often the kind may be used. Where every cover uses up
            the kinds (as when a region's area is its pieces'), that is how often it is used.

    Raises:
        InvalidProblem: the tables would take more than 2 GiB.

    Attributes:
        hopeless: some item has no option, or some kind has fewer options than its multiplicity: then no cover
            uses the kinds up.
    """

    def __init__(self, starts: Ints, items: Ints, kinds: Ints, item_count: int, multiplicity: Ints) -> None:
        from gamecore.exactcover import banded

        options = len(kinds)
        self.options = options
        self.starts = starts
        self.items = items
        self.kinds = kinds
        self.item_count = item_count
        self.multiplicity = multiplicity
        per_kind = np.bincount(kinds, minlength=len(multiplicity))
        self.low = np.empty(item_count, np.int32)
        self.high = np.empty(item_count, np.int32)
        self.live_count = np.empty(item_count, np.int32)
        banded.mark_bands(options, starts, items, self.low, self.high, self.live_count)
        self.hopeless = bool((self.live_count == 0).any() or (per_kind < multiplicity).any())
        if self.hopeless:
            return
        self.words = (options + 63) >> 6
        ends = np.cumsum(self.high - self.low, dtype=np.int64)
        if int(ends[-1]) + len(multiplicity) * self.words > _MAX_WORDS:
            raise InvalidProblem(f"{options} options in bands this wide need more than 2 GiB of masks")
        self.offset = ends - (self.high - self.low)
        self.masks = np.zeros(int(ends[-1]), np.uint64)
        self.kind_masks = np.zeros((len(multiplicity), self.words), np.uint64)
        self.first_item = np.empty(self.words, np.int32)
        self.end_item = np.empty(self.words, np.int32)
        self.live = np.zeros(self.words, np.uint64)
        self.widest = banded.fill_masks(
            options,
            starts,
            items,
            kinds,
            self.low,
            self.high,
            self.offset,
            self.masks,
            self.kind_masks,
            self.first_item,
            self.end_item,
            self.live,
        )
        # The deepest a search can go: the kinds' multiplicities, or every item by an option of its own.
        self.depth = min(int(multiplicity.sum()), item_count)


class PackingSearch:
    """One seeded search over shared tables; :meth:`run` goes on from where the last call stopped.

    Args:
        tables: the problem; must not be hopeless.
        preference: float64, one a kind: kinds with a higher value are tried first.
        seed: any integer; the same seed gives the same search, whatever the budgets of the calls to ``run``.
        tuning: the dials.
    """

    PAUSED, SOLVED, EXHAUSTED = 0, 1, 2

    def __init__(
        self, tables: PackingTables, preference: npt.NDArray[np.float64], *, seed: int, tuning: Tuning
    ) -> None:
        depth = tables.depth
        words_touched, items_touched = tables.widest
        kinds = len(tables.multiplicity)
        blocks = (tables.item_count + 63) >> 6
        self._state = np.zeros(10, np.int64)
        self._state[4] = _scrambled(seed)
        self._state[5] = tables.item_count
        self._state[8] = _FIRST_BACK
        self._state[9] = -1
        least = _NO_LIMIT if tuning.first_run is None else float(tuning.first_run)
        first_run = max(least, (tuning.run_per_depth - 1) * min(depth, _FIRST_BACK) + depth)
        dials = (first_run, tuning.growth, tuning.noise, tuning.scarcity, tuning.failure_weight, 1.0, least)
        self._chosen = np.zeros(depth, np.int32)
        most_options = int(tables.live_count.max())
        self._arguments: tuple[Any, ...] = (
            tables.starts,
            tables.items,
            tables.kinds,
            tables.low,
            tables.high,
            tables.offset,
            tables.masks,
            tables.kind_masks,
            tables.first_item,
            tables.end_item,
            preference,
            self._state,
            np.array([*dials, float(tuning.run_per_depth)]),
            tables.live.copy(),
            np.zeros(tables.words, np.uint64),
            tables.live_count.copy(),
            np.zeros(tables.item_count, np.int32),
            np.zeros(int(np.diff(tables.starts).max()), np.int32),
            tables.multiplicity.copy(),
            np.ones(tables.item_count, np.float64),
            np.zeros(blocks, np.int32),
            np.ones(blocks, np.uint8),
            self._chosen,
            np.zeros(depth + 1, np.int32),
            np.zeros(depth + 1, np.int32),
            np.empty((depth + 1) * most_options, np.int32),
            np.empty((depth + 1) * most_options, np.float64),
            np.zeros((depth + 1, 6), np.int64),
            np.empty((depth + 1) * words_touched + (kinds + 1) * tables.words, np.uint64),
            np.empty((depth + 1) * items_touched + (kinds + 1) * tables.item_count, np.int32),
        )

    def run(self, budget: int, target: int = 1) -> int:
        """Search on for at most ``budget`` nodes: PAUSED, SOLVED, or EXHAUSTED (no cover exists)."""
        from gamecore.exactcover import banded

        return int(banded.search(budget, *self._arguments))

    @property
    def found(self) -> int:
        """Covers found: 1 once solved."""
        return int(self._state[5] == 0)

    @property
    def nodes(self) -> int:
        """Options tried so far, over all runs."""
        return int(self._state[1])

    @property
    def restarts(self) -> int:
        """Runs given up so far."""
        return int(self._state[3])

    def fraction(self) -> float | None:
        """None: a search with restarts has no one tree."""
        return None

    def chosen(self) -> tuple[int, ...]:
        """The options chosen, ascending; a cover once ``run`` has said SOLVED."""
        return tuple(sorted(self._chosen[: int(self._state[0])].tolist()))


def _scrambled(seed: int) -> int:
    """A nonzero 32-bit state of the xorshift generator; near seeds lie far apart (Murmur3's finaliser)."""
    x = seed & 0xFFFFFFFF ^ (seed >> 32) & 0xFFFFFFFF
    x = ((x ^ x >> 16) * 0x85EBCA6B) & 0xFFFFFFFF
    x = ((x ^ x >> 13) * 0xC2B2AE35) & 0xFFFFFFFF
    return (x ^ x >> 16) or 0x9E3779B9
