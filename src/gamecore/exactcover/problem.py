"""Exact-cover problems: items, options, multiplicities; built, checked, frozen."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Never

import numpy as np
import numpy.typing as npt

from gamecore.errors import InvalidProblem

__all__ = ["MAX_ENTRIES", "MAX_ITEMS", "MAX_MULTIPLICITY", "MAX_OPTIONS", "Problem"]

#: Most options, items, and mentions of items by options (entries) that a problem may have.
MAX_OPTIONS = 4_000_000
MAX_ITEMS = 4_000_000
MAX_ENTRIES = 50_000_000
#: Largest multiplicity of an item.
MAX_MULTIPLICITY = 2**31 - 1

IntArray = npt.NDArray[np.int32]


class Problem:
    """Choose options so that each primary item is covered exactly as often as it must be.

    A primary item must be covered exactly once, or exactly ``multiplicity[item]`` times; a secondary item at most
    once. Options are told apart by their index, so equal options are different choices. An empty option, or
    one with secondary items only, is in no cover; a problem without primary items has one cover, the empty one.

    Problems are immutable, hashable, equal by value, and can be pickled.

    Args:
        options: For each option the items it covers. Any iterables of hashable items; a string is
            an iterable of one-letter items.
        items: The primary items in order. When ``None``: the items of the options in order of first appearance
            (but for the secondary ones), then those that only ``multiplicity`` names.
        secondary: Items that may be covered at most once.
        multiplicity: How often a primary item must be covered, 0 to ``MAX_MULTIPLICITY``; 1 where not given. 0
            bars every option that covers the item.

    Raises:
        InvalidProblem: An item is given or covered twice, unknown, both primary and secondary, or not hashable; a
            multiplicity is not an integer in range or not a primary item's; or the problem has more than
            ``MAX_OPTIONS`` options, ``MAX_ITEMS`` items or ``MAX_ENTRIES`` entries.
    """

    __slots__ = ("_entries", "_hash", "_names", "_need", "_options", "_primary", "_starts")

    _starts: IntArray  # option o covers the items _entries[_starts[o] : _starts[o + 1]]
    _entries: IntArray
    _need: IntArray  # one number an item; 1 for the secondary ones
    _primary: int  # items below are primary
    _names: tuple[Hashable, ...] | None  # None: the items are 0, 1, 2 …
    _options: tuple[tuple[Any, ...], ...] | None  # made when first asked for
    _hash: int | None

    def __init__(
        self,
        options: Iterable[Iterable[Hashable]],
        items: Iterable[Hashable] | None = None,
        secondary: Iterable[Hashable] = (),
        multiplicity: Mapping[Any, int] | None = None,
    ) -> None:
        primary_index = _index(items, "items") if items is not None else {}
        secondary_index = _index(secondary, "secondary")
        for item in secondary_index:
            if item in primary_index:
                raise InvalidProblem(f"item {_show(item)} is both primary and secondary")
        starts = [0]
        entries: list[int] = []  # primary items as 0, 1 …, secondary ones as -1, -2 …
        open_ended = items is None
        for number, option in enumerate(_iterate(options, "options")):
            if number == MAX_OPTIONS:
                raise InvalidProblem(f"more than {MAX_OPTIONS} options")
            seen: set[int] = set()
            for item in _iterate(option, f"option {number}"):
                try:
                    index = primary_index.get(item)
                    if index is None and item in secondary_index:
                        index = -1 - secondary_index[item]
                except TypeError:
                    raise InvalidProblem(f"option {number}: item {_show(item)} is not hashable") from None
                if index is None:
                    if not open_ended:
                        raise InvalidProblem(f"option {number}: unknown item {_show(item)}")
                    index = primary_index[item] = len(primary_index)
                if index in seen:
                    raise InvalidProblem(f"option {number}: item {_show(item)} is given twice")
                if len(entries) == MAX_ENTRIES:
                    raise InvalidProblem(f"option {number}: more than {MAX_ENTRIES} entries in all")
                seen.add(index)
                entries.append(index)
            starts.append(len(entries))
        counts = _multiplicities(multiplicity, primary_index, secondary_index, open_ended)
        if len(primary_index) + len(secondary_index) > MAX_ITEMS:
            raise InvalidProblem(f"more than {MAX_ITEMS} items")
        primary = len(primary_index)
        need = np.ones(primary + len(secondary_index), np.int32)
        for item, count in counts.items():
            need[primary_index[item]] = count
        signed = np.array(entries, np.int32)
        self._set(
            np.array(starts, np.int32),
            np.where(signed < 0, primary - 1 - signed, signed).astype(np.int32),
            need,
            primary,
            (*primary_index, *secondary_index),
        )

    @classmethod
    def from_arrays(
        cls,
        option_starts: npt.ArrayLike,
        option_items: npt.ArrayLike,
        primary_count: int,
        secondary_count: int = 0,
        multiplicity: npt.ArrayLike | None = None,
    ) -> "Problem":
        """The problem of options in compressed rows: the fast way in for large problems.

        The items are the integers 0 … ``primary_count + secondary_count - 1``, the primary ones first.

        Args:
            option_starts: Integers, one more than there are options, from 0 up to the number of entries: option
                ``o`` covers ``option_items[option_starts[o] : option_starts[o + 1]]``.
            option_items: Integers, the items of all options.
            primary_count: Number of primary items.
            secondary_count: Number of secondary items.
            multiplicity: One integer a primary item; all 1 when ``None``.

        Raises:
            InvalidProblem: As for the class, and for arrays of another shape or kind.
        """
        for name, count in (("primary_count", primary_count), ("secondary_count", secondary_count)):
            if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 0:
                raise InvalidProblem(f"{name} is {_show(count)}, not an integer from 0")
        primary, total = int(primary_count), int(primary_count) + int(secondary_count)
        if total > MAX_ITEMS:
            raise InvalidProblem(f"more than {MAX_ITEMS} items")
        starts = _int_array(option_starts, "option_starts")
        entries = _int_array(option_items, "option_items")
        if len(starts) == 0 or starts[0] != 0 or starts[-1] != len(entries) or (starts[1:] < starts[:-1]).any():
            raise InvalidProblem("option_starts must rise from 0 to the number of entries")
        if len(starts) - 1 > MAX_OPTIONS or len(entries) > MAX_ENTRIES:
            raise InvalidProblem(f"more than {MAX_OPTIONS} options or {MAX_ENTRIES} entries")
        outside = (entries < 0) | (entries >= total)
        if outside.any():
            entry = int(outside.argmax())
            option = int(np.searchsorted(starts, entry, side="right")) - 1
            raise InvalidProblem(f"option {option}: unknown item {entries[entry]}")
        _refuse_repeats(starts, entries, total)
        need = np.ones(total, np.int32)
        if multiplicity is not None:
            counts = _int_array(multiplicity, "multiplicity")
            if len(counts) != primary or (counts < 0).any():
                raise InvalidProblem("multiplicity must hold one integer from 0 for each primary item")
            need[:primary] = counts
        problem = cls.__new__(cls)
        problem._set(starts.astype(np.int32), entries.astype(np.int32), need, primary, None)
        return problem

    @classmethod
    def from_matrix(cls, matrix: npt.ArrayLike) -> "Problem":
        """The problem whose options are the rows and whose items are the columns (0, 1 …) of a matrix.

        Columns that no row covers stay (and cannot be covered), and empty rows keep their index.

        Args:
            matrix: Shape (options, items); booleans, or integers 0 and 1.

        Raises:
            InvalidProblem: It is no such matrix.
        """
        from gamecore.exactcover import formats

        return formats.from_matrix(matrix)

    @classmethod
    def from_dlx(cls, text: str) -> "Problem":
        """Read Knuth's text form; see :func:`gamecore.exactcover.formats.from_dlx`."""
        from gamecore.exactcover import formats

        return formats.from_dlx(text)

    def to_dlx(self) -> str:
        """Write Knuth's text form; see :func:`gamecore.exactcover.formats.to_dlx`."""
        from gamecore.exactcover import formats

        return formats.to_dlx(self)

    def to_dimacs(self) -> str:
        """Write a CNF for SAT solvers; see :func:`gamecore.exactcover.formats.to_dimacs`."""
        from gamecore.exactcover import formats

        return formats.to_dimacs(self)

    @property
    def items(self) -> tuple[Any, ...]:
        """The primary items, in order."""
        return tuple(range(self._primary)) if self._names is None else self._names[: self._primary]

    @property
    def secondary(self) -> tuple[Any, ...]:
        """The secondary items, in order."""
        if self._names is None:
            return tuple(range(self._primary, len(self._need)))
        return self._names[self._primary :]

    @property
    def multiplicity(self) -> dict[Any, int]:
        """How often each primary item must be covered, where that is not once. A new dict each time."""
        return {self._name(i): int(self._need[i]) for i in np.flatnonzero(self._need != 1).tolist()}

    @property
    def options(self) -> tuple[tuple[Any, ...], ...]:
        """The items of each option, in the order in which they were given."""
        if self._options is None:
            bounds = self._starts.tolist()
            flat = [self._name(i) for i in self._entries.tolist()]
            made = tuple(tuple(flat[a:b]) for a, b in pairwise(bounds))
            object.__setattr__(self, "_options", made)
        assert self._options is not None
        return self._options

    def __len__(self) -> int:
        """The number of options."""
        return len(self._starts) - 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return (
            self._primary == other._primary
            and np.array_equal(self._starts, other._starts)
            and np.array_equal(self._entries, other._entries)
            and np.array_equal(self._need, other._need)
            and (self._names is other._names or self.items + self.secondary == other.items + other.secondary)
        )

    def __hash__(self) -> int:
        if self._hash is None:
            arrays = (self._starts.tobytes(), self._entries.tobytes(), self._need.tobytes())
            object.__setattr__(self, "_hash", hash((self._primary, *arrays)))
        assert self._hash is not None
        return self._hash

    def __repr__(self) -> str:
        secondary = len(self._need) - self._primary
        return f"<Problem: {len(self)} options, {self._primary} primary and {secondary} secondary items>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._starts, self._entries, self._need, self._primary, self._names)

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"problems are immutable: cannot set {name}")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"problems are immutable: cannot delete {name}")

    def _set(
        self, starts: IntArray, entries: IntArray, need: IntArray, primary: int, names: tuple[Hashable, ...] | None
    ) -> None:
        for array in (starts, entries, need):
            array.flags.writeable = False
        values = (starts, entries, need, primary, names, None, None)
        fields = ("_starts", "_entries", "_need", "_primary", "_names", "_options", "_hash")
        for field, value in zip(fields, values, strict=True):
            object.__setattr__(self, field, value)

    def _usable(self) -> npt.NDArray[np.bool_]:
        """Which options may be in a cover: those with a primary item, and no item that is needed 0 times."""
        owner = np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self._starts))
        usable = np.zeros(len(self), np.bool_)
        usable[owner[self._entries < self._primary]] = True
        usable[owner[self._need[self._entries] == 0]] = False
        return usable

    def _name(self, index: int) -> Any:
        return index if self._names is None else self._names[index]


def _restore(
    starts: IntArray, entries: IntArray, need: IntArray, primary: int, names: tuple[Hashable, ...] | None
) -> Problem:
    problem = Problem.__new__(Problem)
    problem._set(starts, entries, need, primary, names)
    return problem


def _show(value: object) -> str:
    """A short ``repr`` for messages; hostile values must not make it long, or fail."""
    try:
        text = repr(value)
    except Exception:  # an integer too long to print, or somebody's broken __repr__
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def _iterate(values: Any, what: str) -> Iterator[Any]:
    try:
        return iter(values)
    except TypeError:
        raise InvalidProblem(f"{what} must be an iterable, not {_show(values)}") from None


def _index(items: Iterable[Hashable], what: str) -> dict[Hashable, int]:
    index: dict[Hashable, int] = {}
    for item in _iterate(items, what):
        try:
            known = item in index
        except TypeError:
            raise InvalidProblem(f"{what}: {_show(item)} is not hashable") from None
        if known:
            raise InvalidProblem(f"{what}: {_show(item)} is given twice")
        if len(index) == MAX_ITEMS:
            raise InvalidProblem(f"more than {MAX_ITEMS} items")
        index[item] = len(index)
    return index


def _multiplicities(
    given: Mapping[Any, int] | None,
    primary: dict[Hashable, int],
    secondary: dict[Hashable, int],
    open_ended: bool,
) -> dict[Hashable, int]:
    """Check them; items that only they name join ``primary`` when that is ``open_ended``."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise InvalidProblem(f"multiplicity must be a mapping, not {_show(given)}")
    counts = {}
    for item, count in given.items():
        if item in secondary:
            raise InvalidProblem(f"multiplicity: item {_show(item)} is secondary")
        if isinstance(count, bool) or not isinstance(count, int | np.integer):
            raise InvalidProblem(f"multiplicity of item {_show(item)} is {_show(count)}, not an integer")
        if not 0 <= count <= MAX_MULTIPLICITY:
            raise InvalidProblem(
                f"multiplicity of item {_show(item)} is {_show(count)}, not from 0 to {MAX_MULTIPLICITY}"
            )
        if item not in primary:
            if not open_ended:
                raise InvalidProblem(f"multiplicity: unknown item {_show(item)}")
            primary[item] = len(primary)
        counts[item] = int(count)
    return counts


def _refuse_repeats(starts: npt.NDArray[Any], entries: npt.NDArray[Any], total: int) -> None:
    lengths = np.diff(starts)
    owner = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    longest = int(lengths.max(initial=0))
    if longest <= 16:  # comparing neighbours at each distance costs a fraction of sorting
        for gap in range(1, longest):
            twice = (entries[gap:] == entries[:-gap]) & (owner[gap:] == owner[:-gap])
            if twice.any():
                entry = int(twice.argmax())
                raise InvalidProblem(f"option {owner[entry]}: item {entries[entry]} is given twice")
        return
    keys = owner.astype(np.int64) * total + entries
    keys.sort()
    repeated = keys[1:] == keys[:-1]
    if repeated.any():
        option, item = divmod(int(keys[repeated.argmax()]), total)
        raise InvalidProblem(f"option {option}: item {item} is given twice")


def _int_array(values: npt.ArrayLike, name: str) -> npt.NDArray[np.int64] | IntArray:
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, OverflowError):  # ragged lists, strange objects
        raise InvalidProblem(f"{name} must be a one-dimensional array of integers") from None
    if array.size == 0 and array.ndim == 1:
        return np.zeros(0, np.int32)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise InvalidProblem(f"{name} must be a one-dimensional array of integers")
    if array.dtype != np.int32 and ((array < 0) | (array > MAX_MULTIPLICITY)).any():
        raise InvalidProblem(f"{name} holds numbers outside 0 to {MAX_MULTIPLICITY}")
    return array
