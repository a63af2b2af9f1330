"""Counting in parts: the search tree split into independent problems, which any executor counts.

The tree is that of the search itself: the item with the fewest branches, its options in order, each out of play for
those after it. So no cover is counted twice, and the parts add up to the whole, in covers and in nodes.
"""

import heapq
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

import msgspec
import numpy as np
import numpy.typing as npt

from gamecore.errors import LimitReached
from gamecore.exactcover.driving import (
    EXHAUSTED,
    FOUND,
    PROGRESS_SECONDS,
    UNLIMITED,
    Limits,
    Progress,
    Run,
)
from gamecore.exactcover.engines import EngineName, Enumerator, enumerator, suits_rows
from gamecore.exactcover.executing import submit
from gamecore.exactcover.problem import Problem

__all__ = ["DEFAULT_PARTS", "MOST_PARTS", "Part", "Split", "count_in_parts", "split"]

DEFAULT_PARTS, MOST_PARTS = 64, 65_536
_TASK_SECONDS = 1.0  # a running task cannot be called back, so none is long
_POLL_SECONDS = 0.05
_MOST_FLAGS = 1 << 28  # bytes of all parts while the tree is split


class Part(msgspec.Struct, frozen=True):
    """A subtree: ``problem`` has one cover for each cover below, and the same nodes."""

    problem: Problem
    share: float
    """The part of the tree, as if the branches of a node were equally large."""


class Split(msgspec.Struct, frozen=True):
    """A problem in parts: its covers are those of the parts and ``covers`` more, its nodes likewise."""

    covers: int
    nodes: int
    parts: tuple[Part, ...]


class _Node:
    """A node of the tree: which options may still be chosen, and how often items must still be covered."""

    def __init__(self, alive: npt.NDArray[np.bool_], need: npt.NDArray[np.int32], share: float) -> None:
        self.alive, self.need, self.share = alive, need, share


def split(problem: Problem, parts: int, most_nodes: int = UNLIMITED) -> Split:
    """Branch, always below the node with the largest share, until there are at least so many parts.

    There are fewer where the tree has no more, or does not widen for long, or ``most_nodes`` are too few.
    """
    starts, entries, primary = problem._starts, problem._entries, problem._primary
    owner = np.repeat(np.arange(len(problem), dtype=np.int32), np.diff(starts))
    wanted = min(parts, max(1, _MOST_FLAGS // (len(problem) + 4 * len(problem._need) + 1)))
    heap = [(-1.0, 0, _Node(problem._usable(), problem._need.copy(), 1.0))]
    covers = nodes = made = 0
    for _ in range(4 * wanted + 64):  # a tree that is a long stem must not be walked down in Python
        if not heap or len(heap) >= wanted:
            break
        node = heap[0][2]
        live = np.bincount(entries[node.alive[owner]], minlength=len(node.need))
        degrees = np.where(node.need[:primary] > 0, live[:primary] - node.need[:primary] + 1, UNLIMITED)
        item = int(degrees.argmin()) if primary else 0
        degree = int(degrees[item]) if primary else UNLIMITED
        if degree != UNLIMITED and nodes + degree > most_nodes:
            break
        heapq.heappop(heap)
        if degree == UNLIMITED:
            covers += 1
            continue
        for child in _children(node, item, degree, starts, entries, owner):
            nodes += 1
            made += 1
            heapq.heappush(heap, (-child.share, made, child))
    rest = tuple(_part(problem, node, owner) for _, _, node in sorted(heap, key=lambda entry: entry[1]))
    return Split(covers, nodes, rest)


def _children(
    node: _Node,
    item: int,
    degree: int,
    starts: npt.NDArray[np.int32],
    entries: npt.NDArray[np.int32],
    owner: npt.NDArray[np.int32],
) -> Iterator[_Node]:
    options = owner[(entries == item) & node.alive[owner]]
    for tried, option in enumerate(options[: max(0, degree)].tolist(), 1):
        alive, need = node.alive.copy(), node.need.copy()
        alive[options[:tried]] = False
        covered = entries[starts[option] : starts[option + 1]]
        need[covered] -= 1
        closed = np.zeros(len(need), np.bool_)
        closed[covered] = need[covered] == 0
        alive[owner[closed[entries]]] = False
        yield _Node(alive, need, node.share / degree)


def _part(problem: Problem, node: _Node, owner: npt.NDArray[np.int32]) -> Part:
    sizes = np.diff(problem._starts)[node.alive]
    starts = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(sizes, out=starts[1:])
    primary = problem._primary
    secondary = len(node.need) - primary
    entries = problem._entries[node.alive[owner]]
    reduced = Problem.from_arrays(starts, entries, primary, secondary, node.need[:primary])
    return Part(reduced, node.share)


class _Counted(msgspec.Struct, frozen=True):
    """How far a task came: in all, over the tasks of its part."""

    covers: int
    nodes: int
    done: float
    rest: Enumerator | None
    """What is still to be searched."""


def _count_part(search: Problem | Enumerator, engine: EngineName, target: int, nodes: int, seconds: float) -> _Counted:
    """Search on until so many covers or nodes in all. Runs in an executor; found by name, so that it can be pickled."""
    if isinstance(search, Problem):
        search = enumerator(search, engine, bulk=True)
    search.run(0, target)  # compiles, or loads the cache, before the clock runs
    limits = Limits(max(0.0, min(_TASK_SECONDS, seconds)), min(UNLIMITED, nodes), None, None)
    ended = Run(search, limits).advance(target) in {FOUND, EXHAUSTED}
    return _Counted(search.found, search.nodes, 1.0 if ended else search.fraction() or 0.0, None if ended else search)


def count_in_parts(
    problem: Problem, limit: int, limits: Limits, engine: EngineName, executor: Executor, parts: int
) -> int:
    """Count covers in an executor, up to ``limit``, in tasks of about a second that go on where the last one stopped.

    Raises:
        LimitReached: A budget or cancelling ended it; the count needs more nodes than allowed, or there was no time.
    """
    started = time.perf_counter()
    suits_rows(problem, engine)  # refuses what no engine takes
    whole = split(problem, parts, limits.nodes)
    shares = [part.share for part in whole.parts]
    covers, nodes = [0] * len(shares), [0] * len(shares)
    fractions = [0.0] * len(shares)
    waiting: list[tuple[int, Problem | Enumerator]] = [
        (number, part.problem) for number, part in enumerate(whole.parts)
    ]
    running: dict[Future[_Counted], tuple[int, int]] = {}  # number of the part, and nodes granted
    told = 0.0

    def found() -> int:
        return whole.covers + sum(covers)

    def spent() -> int:
        return whole.nodes + sum(nodes)

    def submit_waiting() -> None:
        """Divide the nodes that are left; what a part does not need comes back when it ends."""
        while waiting:
            free = limits.nodes - spent() - sum(granted for _, granted in running.values())
            if free <= 0 and running:
                return
            number, search = waiting.pop()
            grant = -(-free // (len(waiting) + 1))
            seconds = limits.seconds - (time.perf_counter() - started)
            target = min(UNLIMITED, limit - found() + covers[number])
            future = submit(executor, _count_part, search, engine, target, nodes[number] + grant, seconds)
            running[future] = number, grant

    try:
        while (waiting or running) and found() < limit:
            seconds = time.perf_counter() - started
            if limits.is_cancelled() or seconds >= limits.seconds:
                raise LimitReached(found(), spent())
            if limits.on_progress is not None and seconds - told >= PROGRESS_SECONDS:
                told = seconds
                left = sum(share * (1.0 - part) for share, part in zip(shares, fractions, strict=True))
                limits.on_progress(Progress(spent(), 0, seconds, found(), max(0.0, min(1.0, 1.0 - left))))
            submit_waiting()
            ended, _ = wait(running, timeout=_POLL_SECONDS, return_when=FIRST_COMPLETED)
            unfinished = False
            for future in ended:
                number, _ = running.pop(future)
                counted = future.result()
                covers[number], nodes[number], fractions[number] = counted.covers, counted.nodes, counted.done
                if counted.rest is not None:
                    unfinished = True
                    waiting.append((number, counted.rest))
            if unfinished and spent() >= limits.nodes and found() < limit:
                raise LimitReached(found(), spent())
    finally:
        for future in running:
            future.cancel()
    return min(limit, found())
