"""Finding one tiling of a puzzle, or proving that there is none.

By the restarting search of :mod:`gamecore.exactcover.packing`; one that has not ended soon is interrupted once for the
arguments of :mod:`gamecore.polyfit.refutation` and, on small boards, a count. How and why: ``docs/solving.md``.
"""

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from typing import Any, Literal

import msgspec

from gamecore.errors import InvalidOptions, InvalidPuzzle
from gamecore.exactcover import Progress
from gamecore.exactcover.driving import EXHAUSTED, Cancel, Limits, Run, StoppedBy, check_int
from gamecore.exactcover.executing import check_executor, submit
from gamecore.exactcover.packing import PackingSearch, PackingTables, Tuning
from gamecore.polyfit.cover import Cover
from gamecore.polyfit.frontier import FrontierCount, TooManyStates, suits
from gamecore.polyfit.puzzle import Placement, Puzzle
from gamecore.polyfit.refutation import refuted

__all__ = ["Result", "areas_agree", "check_puzzle", "solve"]

Status = Literal["solved", "unsolvable", "limit"]

_TUNING = Tuning()
_MAX_THREADS = 256
# After so many nodes it is asked whether there is a tiling at all, by arguments and by a count of so many states: no
# proof is tried before the search has cost about as much.
_PROOFS = ((100_000, 100_000), (1_000_000, 3_000_000), (10_000_000, 200_000_000))
_FIRST_TASK, _LARGEST_TASK = 50_000, 5_000_000  # nodes of a racer's task in an executor


class Result(msgspec.Struct, frozen=True):
    """What :func:`solve` found.

    Attributes:
        status: ``solved``; ``unsolvable``, which is proved; ``limit``: a budget or cancelling came first.
        placements: one a piece, in the order of the puzzle's pieces; empty unless solved.
        nodes: options tried, over all runs (of the search that won, where several raced).
        restarts: runs given up.
        seconds: from the call to its end, set-up included.
        stopped_by: ``nodes``, ``time`` or ``cancel`` when the status is ``limit``, else None.
    """

    status: Status
    placements: tuple[Placement, ...]
    nodes: int
    restarts: int
    seconds: float
    stopped_by: StoppedBy | None = None

    def move(self, round: int) -> dict[str, Any]:  # noqa: A002 - the move's own word
        """The solution as a Polyfit move, JSON-ready.

        Raises:
            InvalidOptions: there is no solution to send.
        """
        if self.status != "solved":
            raise InvalidOptions("status", self.status, "solved: only a solution makes a move")
        return {"round": round, "placements": [placement.to_dict() for placement in self.placements]}


def solve(
    puzzle: Puzzle,
    seed: int = 0,
    time_limit: float | None = None,
    node_limit: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
    tuning: Tuning = _TUNING,
) -> Result:
    """Find a tiling, or prove that there is none.

    With one thread the same puzzle, seed and node limit give the same result on every machine. Several threads
    race searches with the seeds ``seed``, ``seed + 1``, … and the first to finish wins.

    Args:
        puzzle: The puzzle.
        seed: -2⁶³ to 2⁶⁴ - 1; other seeds search in another order.
        time_limit: Seconds, at least 0. Compiling at the very first call is not counted (see
            :func:`gamecore.exactcover.warmup`).
        node_limit: Most nodes of each search (what it takes besides to prove that there is no tiling is not counted).
        threads: Searches to race, 1 to 256.
        executor: Run the searches there instead of in threads of this process: any
            ``concurrent.futures.Executor``, such as ``ProcessPoolExecutor`` or Dask's ``Client.get_executor()``.
        on_progress: Called at most ten times a second with a :class:`gamecore.exactcover.Progress`; only for
            one thread without an executor.
        cancel: A function that says whether to stop, or an event such as ``threading.Event``.
        tuning: The search's dials.

    Raises:
        InvalidOptions: An argument is of the wrong type or out of range.
        InvalidPuzzle: ``puzzle`` is not a puzzle, or so large that its placements do not fit in memory.
    """
    started = time.perf_counter()
    check_puzzle(puzzle)
    check_int("seed", seed, -(2**63), 2**64 - 1)
    check_int("threads", threads, 1, _MAX_THREADS)
    check_executor(executor)
    limits = Limits(time_limit, node_limit, on_progress, cancel)
    if not areas_agree(puzzle):
        return Result("unsolvable", (), 0, 0, time.perf_counter() - started)
    if executor is not None:
        result = _race_tasks(puzzle, seed, threads, executor, limits, tuning)
    else:
        cover = Cover(puzzle)
        tables = PackingTables(cover.starts, cover.items, cover.kinds, cover.cell_count, cover.multiplicity)
        if tables.hopeless:
            return Result("unsolvable", (), 0, 0, time.perf_counter() - started)
        if threads == 1:
            result = _search(puzzle, cover, tables, seed, limits, tuning)
        else:
            result = _race_threads(puzzle, cover, tables, seed, threads, limits, tuning)
    return msgspec.structs.replace(result, seconds=time.perf_counter() - started)


def _search(
    puzzle: Puzzle,
    cover: Cover,
    tables: PackingTables,
    seed: int,
    limits: Limits,
    tuning: Tuning,
    proofs: tuple[tuple[int, int], ...] = _PROOFS,
) -> Result:
    search = PackingSearch(tables, cover.preference(), seed=seed, tuning=tuning)
    search.run(0)  # compiles, or loads the cache, before the clock runs
    run = Run(search, limits)
    for nodes, states in proofs:
        outcome = run.advance(1, nodes - search.nodes)
        if outcome != PackingSearch.PAUSED or run.stopped_by is not None:
            break
        if _hopeless(cover, puzzle, states, limits, run.seconds):
            return Result("unsolvable", (), search.nodes, search.restarts, run.seconds)
    else:
        outcome = run.advance(1)
    if outcome == PackingSearch.SOLVED:
        return Result("solved", cover.placements(search.chosen()), search.nodes, search.restarts, run.seconds)
    status: Status = "unsolvable" if outcome == PackingSearch.EXHAUSTED else "limit"
    return Result(status, (), search.nodes, search.restarts, run.seconds, run.stopped_by)


def _hopeless(cover: Cover, puzzle: Puzzle, states: int, limits: Limits, spent: float) -> bool:
    """Whether it can be proved otherwise than by the search that there is no tiling."""
    if refuted(cover, puzzle) is not None:
        return True
    if not suits(puzzle):
        return False
    seconds = None if limits.seconds == math.inf else max(0.0, limits.seconds - spent)
    counting = FrontierCount(puzzle)
    try:
        done = Run(counting, Limits(seconds, states, None, limits.is_cancelled)).advance(1) == EXHAUSTED
    except TooManyStates:
        return False
    return done and counting.total == 0


def _race_threads(
    puzzle: Puzzle, cover: Cover, tables: PackingTables, seed: int, threads: int, limits: Limits, tuning: Tuning
) -> Result:
    over = threading.Event()
    seconds = None if limits.seconds == math.inf else limits.seconds
    shared = Limits(seconds, limits.nodes, None, lambda: over.is_set() or limits.is_cancelled())
    with ThreadPoolExecutor(threads) as pool:
        racing = {
            pool.submit(_search, puzzle, cover, tables, seed + k, shared, tuning, () if k else _PROOFS)
            for k in range(threads)
        }
        try:
            result = None
            while racing:
                done, racing = wait(racing, return_when=FIRST_COMPLETED)
                for future in done:
                    result = _better(result, future.result())
                if result is not None and result.status != "limit":
                    break
        finally:
            over.set()
    assert result is not None
    return result


def _race_tasks(puzzle: Puzzle, seed: int, racers: int, executor: Executor, limits: Limits, tuning: Tuning) -> Result:
    """Race in an executor, whose running tasks cannot be called back: so they come in tasks of bounded size.

    A racer whose task ends without an answer starts afresh with another seed and twice the nodes.
    """
    started = time.perf_counter()
    spent = [0] * racers
    racing: dict[Future[Result], tuple[int, int]] = {}
    result: Result | None = None

    def start(racer: int, task: int) -> None:
        nodes = min(_FIRST_TASK << min(task, 40), _LARGEST_TASK, limits.nodes - spent[racer])
        left = None if limits.seconds == math.inf else limits.seconds - (time.perf_counter() - started)
        another = (seed + racer + task * racers) & (2**64 - 1)  # the largest seeds go round; it searches the same
        future = submit(executor, _task, puzzle, another, left, nodes, tuning)
        racing[future] = (racer, task)

    try:
        for racer in range(racers):
            start(racer, 0)
        while racing:
            done, _ = wait(racing, timeout=0.05, return_when=FIRST_COMPLETED)
            for future in done:
                racer, task = racing.pop(future)
                ended = future.result()
                spent[racer] += ended.nodes
                result = _better(result, ended)
                if ended.status != "limit":
                    return ended
                if spent[racer] < limits.nodes and time.perf_counter() - started < limits.seconds:
                    start(racer, task + 1)
            if limits.is_cancelled():
                return Result("limit", (), max(spent), 0, 0.0, "cancel")
    finally:
        for future in racing:
            future.cancel()
    assert result is not None
    stopped_by: StoppedBy = "nodes" if min(spent) >= limits.nodes else "time"
    return Result("limit", (), max(spent), result.restarts, 0.0, stopped_by)


def _task(puzzle: Puzzle, seed: int, seconds: float | None, nodes: int, tuning: Tuning) -> Result:
    """What runs in an executor; found by name, so that it can be pickled."""
    return solve(puzzle, seed, None if seconds is None else max(0.0, seconds), nodes, tuning=tuning)


def _better(one: Result | None, other: Result) -> Result:
    return other if one is None or one.status == "limit" else one


def areas_agree(puzzle: Puzzle) -> bool:
    """Whether the pieces have as many cells as the board."""
    return sum(row.count("#") for row in puzzle.region) == sum(len(piece.cells) for piece in puzzle.pieces)


def check_puzzle(puzzle: object) -> None:
    """Raise :class:`InvalidPuzzle` for anything but a puzzle."""
    if not isinstance(puzzle, Puzzle):
        raise InvalidPuzzle("$", f"expected a polyfit.Puzzle, got {type(puzzle).__name__}")
