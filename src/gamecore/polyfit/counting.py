"""Counting and enumerating the tilings of a puzzle.

``count`` takes the frontier method (:mod:`gamecore.polyfit.frontier`) where it serves, and else, like ``solutions``,
the exact-cover engines. How and why: ``docs/solving.md``.
"""

import time
from collections.abc import Callable, Iterator
from typing import Literal

from gamecore import exactcover
from gamecore.errors import InvalidOptions, LimitReached
from gamecore.exactcover import Progress
from gamecore.exactcover.driving import BUDGET, Cancel, Limits, Run
from gamecore.polyfit.cover import Cover
from gamecore.polyfit.frontier import FrontierCount, TooManyStates, suits
from gamecore.polyfit.puzzle import Placement, Puzzle
from gamecore.polyfit.solver import areas_agree, check_puzzle

__all__ = ["Method", "count", "solutions"]

Method = Literal["auto", "frontier", "search"]


def solutions(
    puzzle: Puzzle,
    limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
) -> Iterator[tuple[Placement, ...]]:
    """All tilings, each once, in an order that is always the same; found as they are asked for.

    Tilings that differ only in which of several identical pieces lies where are one tiling; tilings that a
    symmetry of the board takes into each other are several.

    Args:
        puzzle: The puzzle.
        limit: Most tilings to give; None: all.
        time_limit: Seconds of searching.
        node_limit: Most nodes.
        on_progress: As for :func:`solve`.
        cancel: As for :func:`solve`.

    Raises:
        InvalidOptions: At once: an argument is of the wrong type or out of range.
        InvalidPuzzle: At once: as for :func:`solve`.
        LimitReached: From the iterator: a budget or cancelling ended it.
    """
    check_puzzle(puzzle)
    cover, problem = _problem(puzzle)
    found = exactcover.solutions(problem, limit, time_limit, node_limit, on_progress, cancel)
    if cover is None:
        return iter(())
    return map(cover.placements, found)


def count(
    puzzle: Puzzle,
    limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
    method: Method = "auto",
) -> int:
    """The number of tilings, or ``limit`` when there are at least so many; counted as by :func:`solutions`.

    Args:
        puzzle: The puzzle.
        limit: Stop counting here.
        time_limit: Seconds.
        node_limit: Most nodes: options tried by ``search``, states expanded by ``frontier``.
        on_progress: As for :func:`solve`.
        cancel: As for :func:`solve`.
        method: ``frontier`` merges equal states of a moving frontier and counts up to 2¹²⁸ tilings; ``search`` meets
            them one by one. ``auto``: ``frontier`` if there is no ``limit`` and pieces and board suit it, ``search``
            else, and where the frontier outgrows its memory (400 MB).

    Raises:
        InvalidOptions: An argument is of the wrong type or out of range, or ``frontier`` does not serve the puzzle.
        InvalidPuzzle: As for :func:`solve`.
        LimitReached: A budget ended the count.
    """
    check_puzzle(puzzle)
    if method not in {"auto", "frontier", "search"}:
        raise InvalidOptions("method", method, "auto frontier search")
    if areas_agree(puzzle) and (method == "frontier" or (method == "auto" and limit is None and suits(puzzle))):
        limits = Limits(time_limit, node_limit, on_progress, cancel)
        started = time.perf_counter()
        try:
            return _frontier(puzzle, limit, limits)
        except TooManyStates:
            if method == "frontier":
                raise InvalidOptions("method", method, "search: the frontier has too many states") from None
        if time_limit is not None:
            time_limit = max(0.0, time_limit - (time.perf_counter() - started))
    _, problem = _problem(puzzle)
    return exactcover.count(problem, limit, time_limit, node_limit, on_progress, cancel)


def _frontier(puzzle: Puzzle, limit: int | None, limits: Limits) -> int:
    if not suits(puzzle):
        raise InvalidOptions("method", "frontier", "search: the board is too wide or the stock too large")
    counting = FrontierCount(puzzle)
    counting.run(0)  # compiles, or loads the cache, before the clock runs
    if Run(counting, limits).advance(1) == BUDGET:
        raise LimitReached(counting.total, counting.nodes)
    return counting.total if limit is None else min(limit, counting.total)


def _problem(puzzle: Puzzle) -> tuple[Cover | None, exactcover.Problem]:
    """The exact-cover problem; one without options and without a cover when the areas differ."""
    if not areas_agree(puzzle):
        return None, exactcover.Problem([], items=["area"])
    cover = Cover(puzzle)
    return cover, cover.problem()
