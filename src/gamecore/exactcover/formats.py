"""Other forms of exact-cover problems: boolean matrices, Knuth's text, CNF for SAT solvers."""

import re
from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from gamecore.errors import InvalidProblem
from gamecore.exactcover.problem import MAX_MULTIPLICITY, Problem

__all__ = ["MAX_CLAUSES", "from_dlx", "from_matrix", "to_dimacs", "to_dlx"]

#: Most clauses that :func:`to_dimacs` writes.
MAX_CLAUSES = 5_000_000

_DIGITS = re.compile(r"[0-9]{1,10}")


def from_matrix(matrix: npt.ArrayLike) -> Problem:
    """See :meth:`gamecore.exactcover.Problem.from_matrix`."""
    try:
        array = np.asarray(matrix)
    except (ValueError, TypeError, OverflowError):
        raise InvalidProblem("a matrix must be an array of shape (options, items)") from None
    if array.ndim != 2:
        raise InvalidProblem(f"a matrix must be an array of shape (options, items), not {array.shape}")
    if array.dtype.kind not in "biu" and array.size:
        raise InvalidProblem(f"a matrix must hold booleans, or integers 0 and 1, not {array.dtype}")
    if array.dtype.kind in "iu" and ((array != 0) & (array != 1)).any():
        raise InvalidProblem("a matrix must hold booleans, or integers 0 and 1: it holds others")
    rows, columns = np.nonzero(array)
    starts = np.searchsorted(rows, np.arange(array.shape[0] + 1))
    return Problem.from_arrays(starts, columns, array.shape[1])


def from_dlx(text: str) -> Problem:
    """Read a problem in the text form of Knuth's programs DLX1 and DLX3.

    The first line names the items, separated by spaces: primary ones, then after a lone ``|`` the secondary ones.
    A primary item that must be covered m times is written ``m|name`` (or ``m:m|name``; a true range is not
    supported). Each further line is an option, the items that it covers. Blank lines, and lines that begin with ``|``,
    are comments. Names are any characters but white space, ``|`` and ``:`` (colours are not supported).

    Raises:
        InvalidProblem: The text is no such problem; the message names the line.

    Source:
        Knuth, TAOCP 7.2.2.1, and the comments of his programs dlx1.w and dlx3.w.
    """
    if not isinstance(text, str):
        raise InvalidProblem(f"the text must be a str, not a {type(text).__name__}")
    lines = _lines(text)
    try:
        number, words = next(lines)
    except StopIteration:
        raise InvalidProblem("no line names the items") from None
    primary: list[str] = []
    secondary: list[str] = []
    multiplicity: dict[str, int] = {}
    known: set[str] = set()
    names = primary
    for word in words:
        if word == "|":
            if names is secondary:
                raise InvalidProblem(f"line {number}: a second lone |")
            names = secondary
            continue
        bounds, bar, name = word.rpartition("|")
        if bar:
            if names is secondary:
                raise InvalidProblem(f"line {number}: secondary item {word[:60]!r} has a multiplicity")
            count = _multiplicity(bounds, number, word)
            if count != 1:
                multiplicity[name] = count
        if not name or ":" in name:
            raise InvalidProblem(f"line {number}: {word[:60]!r} does not name an item")
        if name in known:
            raise InvalidProblem(f"line {number}: item {name[:60]!r} is given twice")
        known.add(name)
        names.append(name)
    options: list[list[str]] = []
    for number, words in lines:
        covered: set[str] = set()
        for word in words:
            if word not in known:
                what = "a colour, which is not supported" if ":" in word else "an unknown item"
                raise InvalidProblem(f"line {number}: {word[:60]!r} is {what}")
            if word in covered:
                raise InvalidProblem(f"line {number}: item {word[:60]!r} is given twice")
            covered.add(word)
        options.append(words)
    return Problem(options, primary, secondary, multiplicity)


def to_dlx(problem: Problem) -> str:
    """Write a problem in the text form that :func:`from_dlx` reads.

    Items are written as ``str(item)``. Reading the text again gives a problem with the same options in the same
    order, and an equal one if the items are strings.

    Raises:
        InvalidProblem: The form cannot hold it: it has an empty option, no primary item, or an item whose text is
            empty, contains white space, ``|`` or ``:``, or is another's text, too.
    """
    if not problem.items:
        raise InvalidProblem("the text form cannot hold a problem without primary items")
    names = {}
    for item in problem.items + problem.secondary:
        name = str(item)
        if name.split() != [name] or "|" in name or ":" in name:
            raise InvalidProblem(f"the text form cannot hold an item named {name[:60]!r}")
        names[item] = name
    if len(set(names.values())) < len(names):
        raise InvalidProblem("two items have the same text")
    multiplicity = problem.multiplicity
    words = [f"{multiplicity[i]}|{names[i]}" if i in multiplicity else names[i] for i in problem.items]
    if problem.secondary:
        words += ["|", *(names[item] for item in problem.secondary)]
    lines = [" ".join(words)]
    for number, option in enumerate(problem.options):
        if not option:
            raise InvalidProblem(f"the text form cannot hold option {number}, which is empty")
        lines.append(" ".join(names[item] for item in option))
    return "\n".join(lines) + "\n"


def to_dimacs(problem: Problem) -> str:
    """Write a CNF in DIMACS form whose models are the covers.

    Variable ``o + 1`` says that option ``o`` is chosen; the variables after those count, by sequential counters,
    and follow from them, so the CNF has exactly as many models as the problem has covers.

    Raises:
        InvalidProblem: More than ``MAX_CLAUSES`` clauses would be needed.

    Source:
        Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints" (CP 2005), with the
        counters defined in both directions.
    """
    primary = len(problem.items)
    need = problem._need.tolist()
    covering: list[list[int]] = [[] for _ in need]  # item: variables of its options
    clauses: list[str] = []
    bounds = problem._starts.tolist()
    entries = problem._entries.tolist()
    for option in range(len(problem)):
        items = entries[bounds[option] : bounds[option + 1]]
        for item in items:
            covering[item].append(option + 1)
        if not any(item < primary for item in items):
            clauses.append(f"-{option + 1} 0")  # it is in no cover
    variables = len(problem)
    for item, options in enumerate(covering):
        low = need[item] if item < primary else 0
        if low > len(options):
            clauses.append("0")
            continue
        high = need[item]
        for clause in _between(options, low, high, variables):
            if len(clauses) == MAX_CLAUSES:
                raise InvalidProblem(f"more than {MAX_CLAUSES} clauses")
            clauses.append(" ".join(map(str, clause)) + " 0")
        variables += _counters(len(options), low, high)
    return "\n".join([f"p cnf {variables} {len(clauses)}", *clauses]) + "\n"


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Number and words of each line that is neither blank nor a comment."""
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        if words and not words[0].startswith("|"):
            yield number, words


def _multiplicity(bounds: str, line: int, word: str) -> int:
    low, colon, high = bounds.partition(":")
    numbers = (low, high) if colon else (low, low)
    if not all(_DIGITS.fullmatch(text) for text in numbers) or int(numbers[0]) > MAX_MULTIPLICITY:
        raise InvalidProblem(f"line {line}: {word[:60]!r} has no multiplicity from 0 to {MAX_MULTIPLICITY}")
    if int(numbers[0]) != int(numbers[1]):
        raise InvalidProblem(f"line {line}: {word[:60]!r} has a range of multiplicities, which is not supported")
    return int(numbers[0])


_PAIRWISE = 4  # up to so many options pairs are shorter than counters


def _counters(options: int, low: int, high: int) -> int:
    """The number of variables that :func:`_between` adds."""
    if high == 0 or (high == 1 and options <= _PAIRWISE) or (low == 0 and options <= high):
        return 0
    return sum(min(i, high + 1) for i in range(1, options + 1))


def _between(options: list[int], low: int, high: int, used: int) -> Iterable[tuple[int, ...]]:
    """Clauses for: ``high`` of ``options`` are true, or at most so many when ``low`` is 0; ``low <= len(options)``."""
    if high == 0:
        yield from ((-option,) for option in options)
        return
    if low == 0 and len(options) <= high:
        return
    if high == 1 and len(options) <= _PAIRWISE:
        if low:
            yield tuple(options)
        yield from ((-a, -b) for i, a in enumerate(options) for b in options[i + 1 :])
        return
    # at_least[j]: variable for "j of the options so far are true"; j goes up to high + 1.
    at_least: list[int] = []
    for i, option in enumerate(options, 1):
        now = [used + j for j in range(1, min(i, high + 1) + 1)]
        used += len(now)
        for j, variable in enumerate(now):
            before = at_least[j] if j < len(at_least) else None  # None: impossible
            one_less = at_least[j - 1] if j else None  # None for j = 0: always
            # variable <-> before or (option and one_less)
            less = () if one_less is None else (one_less,)
            yield (variable, -option, *(-v for v in less))
            held = () if before is None else (before,)
            yield (-variable, option, *held)
            for v in less:
                yield (-variable, v, *held)
            for v in held:
                yield (variable, -v)
        at_least = now
    if low:
        yield (at_least[high - 1],)
    if len(at_least) > high:
        yield (-at_least[high],)
