"""Solving many puzzles, in an executor or here."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from itertools import islice, repeat

from gamecore.errors import InvalidOptions
from gamecore.exactcover.driving import Limits, check_int
from gamecore.exactcover.executing import check_executor, submit
from gamecore.polyfit.puzzle import Puzzle
from gamecore.polyfit.solver import Result, solve

__all__ = ["solve_many"]


def solve_many(
    puzzles: Iterable[Puzzle],
    seeds: int | Iterable[int] = 0,
    time_limit: float | None = None,
    node_limit: int | None = None,
    executor: Executor | None = None,
    chunk: int = 8,
    ahead: int = 16,
) -> Iterator[Result]:
    """Solve puzzle after puzzle; the results come in the order of the puzzles, as :func:`solve` would give them.

    Puzzles are taken as results are asked for, and with an executor up to ``chunk`` × ``ahead`` of them before: there
    may be any number, without end even. Closing the iterator cancels what has not begun.

    Args:
        puzzles: The puzzles.
        seeds: One for all, or one for each puzzle; must not end before the puzzles do.
        time_limit: Seconds for each puzzle.
        node_limit: Most nodes for each puzzle.
        executor: Solve there: any ``concurrent.futures.Executor``, such as ``ProcessPoolExecutor`` or Dask's
            ``Client.get_executor()``.
        chunk: Puzzles of a task, at least 1: more for puzzles of milliseconds, 1 for those of seconds.
        ahead: Tasks on their way at a time, at least 1: some for each worker.

    Raises:
        InvalidOptions: At once: an argument is of the wrong type or out of range; from the iterator: a seed is, or
            there are fewer seeds than puzzles.
        InvalidPuzzle: From the iterator: as for :func:`solve`.
    """
    Limits(time_limit, node_limit, None, None)
    check_executor(executor)
    check_int("chunk", chunk, 1)
    check_int("ahead", ahead, 1)
    try:
        given = iter(puzzles)
    except TypeError:
        raise InvalidOptions("puzzles", puzzles, "an iterable of puzzles") from None
    if isinstance(seeds, int):
        each: Iterator[int] = repeat(seeds)
    else:
        try:
            each = iter(seeds)
        except TypeError:
            raise InvalidOptions("seeds", seeds, "an integer, or an iterable of them") from None
    pairs = _pairs(given, each)
    if executor is None:
        return (solve(puzzle, seed, time_limit, node_limit) for puzzle, seed in pairs)
    return _in_tasks(pairs, time_limit, node_limit, executor, chunk, ahead)


def _pairs(puzzles: Iterator[Puzzle], seeds: Iterator[int]) -> Iterator[tuple[Puzzle, int]]:
    for puzzle in puzzles:
        try:
            seed = next(seeds)
        except StopIteration:
            raise InvalidOptions("seeds", "fewer than puzzles", "one seed for each puzzle") from None
        yield puzzle, seed


def _in_tasks(
    pairs: Iterator[tuple[Puzzle, int]],
    time_limit: float | None,
    node_limit: int | None,
    executor: Executor,
    chunk: int,
    ahead: int,
) -> Iterator[Result]:
    running: deque[Future[list[Result]]] = deque()
    try:
        while True:
            while len(running) < ahead and (task := list(islice(pairs, chunk))):
                running.append(submit(executor, _solve_chunk, task, time_limit, node_limit))
            if not running:
                return
            yield from running.popleft().result()
    finally:
        for future in running:
            future.cancel()


def _solve_chunk(pairs: list[tuple[Puzzle, int]], time_limit: float | None, node_limit: int | None) -> list[Result]:
    """What runs in an executor; found by name, so that it can be pickled."""
    return [solve(puzzle, seed, time_limit, node_limit) for puzzle, seed in pairs]
