"""Counting and enumerating the tilings of a puzzle.

``count`` takes the frontier method (:mod:`gamecore.polyfit.frontier`) where it serves, and else, like ``solutions``,
the exact-cover engines. How and why: ``docs/solving.md``.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Literal

from gamecore import exactcover
from gamecore.errors import InvalidOptions, LimitReached
from gamecore.exactcover import Progress
from gamecore.exactcover.driving import BUDGET, PROGRESS_SECONDS, Cancel, Limits, Run
from gamecore.exactcover.executing import check_executor, submit
from gamecore.polyfit.cover import Cover
from gamecore.polyfit.frontier import FrontierCount, Part, TooManyStates, suits, symmetric_parts
from gamecore.polyfit.puzzle import Placement, Puzzle
from gamecore.polyfit.solver import areas_agree, check_puzzle

__all__ = ["Method", "count", "solutions"]

_POLL_SECONDS = 0.05

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
    executor: Executor | None = None,
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
            else, and where the frontier outgrows its memory (half a gigabyte).
        executor: Count in parts there, which add up exactly: any ``concurrent.futures.Executor``, such as
            ``ProcessPoolExecutor`` or Dask's ``Client.get_executor()``. ``search`` splits its tree as
            :func:`gamecore.exactcover.count` does; ``frontier`` has a task for each class of symmetric places of one
            piece, bound by the limits but not by ``cancel`` (a board without symmetry is one part, and counted here).

    Raises:
        InvalidOptions: An argument is of the wrong type or out of range, or ``frontier`` does not serve the puzzle.
        InvalidPuzzle: As for :func:`solve`.
        LimitReached: A budget ended the count.
    """
    check_puzzle(puzzle)
    if method not in {"auto", "frontier", "search"}:
        raise InvalidOptions("method", method, "auto frontier search")
    check_executor(executor)
    if areas_agree(puzzle) and (method == "frontier" or (method == "auto" and limit is None and suits(puzzle))):
        limits = Limits(time_limit, node_limit, on_progress, cancel)
        started = time.perf_counter()
        try:
            return _frontier(puzzle, limit, limits, executor)
        except TooManyStates:
            if method == "frontier":
                raise InvalidOptions("method", method, "search: the frontier has too many states") from None
        if time_limit is not None:
            time_limit = max(0.0, time_limit - (time.perf_counter() - started))
    _, problem = _problem(puzzle)
    return exactcover.count(problem, limit, time_limit, node_limit, on_progress, cancel, executor=executor)


def _frontier(puzzle: Puzzle, limit: int | None, limits: Limits, executor: Executor | None) -> int:
    if not suits(puzzle):
        raise InvalidOptions("method", "frontier", "search: the board is too wide or the stock too large")
    parts = symmetric_parts(puzzle)
    if executor is not None and len(parts) > 1:
        total = _in_parts(parts, limits, executor)
    else:
        counting = FrontierCount(parts)
        counting.run(0)  # compiles, or loads the cache, before the clock runs
        if Run(counting, limits).advance(1) == BUDGET:
            raise LimitReached(counting.total, counting.nodes)
        total = counting.total
    return total if limit is None else min(limit, total)


def _in_parts(parts: Sequence[Part], limits: Limits, executor: Executor) -> int:
    started = time.perf_counter()
    total = nodes = done = 0
    told = 0.0
    running: set[Future[tuple[int, int, bool]]] = set()
    try:
        if limits.is_cancelled() or limits.seconds <= 0:
            raise LimitReached(0, 0)
        seconds = None if limits.seconds == math.inf else limits.seconds
        running = {submit(executor, _count_part, part, limits.nodes, seconds) for part in parts}
        while running:
            ended, running = wait(running, timeout=_POLL_SECONDS, return_when=FIRST_COMPLETED)
            complete = True
            for future in ended:
                part_total, part_nodes, part_complete = future.result()
                total, nodes, done = total + part_total, nodes + part_nodes, done + 1
                complete = complete and part_complete
            elapsed = time.perf_counter() - started
            late = bool(running) and elapsed >= limits.seconds
            if not complete or nodes > limits.nodes or late or limits.is_cancelled():
                raise LimitReached(total, nodes)
            if limits.on_progress is not None and elapsed - told >= PROGRESS_SECONDS:
                told = elapsed
                limits.on_progress(Progress(nodes, 0, elapsed, 0, done / len(parts)))
    finally:
        for future in running:
            future.cancel()
    return total


def _count_part(part: Part, nodes: int, seconds: float | None) -> tuple[int, int, bool]:
    """Weighted number of tilings, nodes, and whether that is all. Runs in an executor; found by name, for pickle."""
    counting = FrontierCount([part])
    counting.run(0)
    complete = Run(counting, Limits(seconds, nodes, None, None)).advance(1) != BUDGET
    return counting.total, counting.nodes, complete


def _problem(puzzle: Puzzle) -> tuple[Cover | None, exactcover.Problem]:
    """The exact-cover problem; one without options and without a cover when the areas differ."""
    if not areas_agree(puzzle):
        return None, exactcover.Problem([], items=["area"])
    cover = Cover(puzzle)
    return cover, cover.problem()
