"""The opponent of ``gamecore play``: the solver, slowed down to a chosen strength."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gamecore.randomness import stream

if TYPE_CHECKING:
    from gamecore.polyfit import Move, Puzzle, Result

__all__ = ["STRENGTHS", "Opponent"]

STRENGTHS = {"easy": 5.0, "medium": 2.5, "hard": 1.2, "solver": 0.0}
"""Seconds that an opponent thinks about each piece, in the median."""

_SPREAD = 1.8  # the slowest round takes so many times the median, the quickest that part of it


@dataclass(frozen=True)
class _Thought:
    round: int
    due_ms: int
    gives_up: bool
    search: "Future[Result]"

    @property
    def ready(self) -> bool:
        return self.gives_up or self.search.done()


class Opponent:
    """Solves each round in a thread, and holds its answer back until a person of its strength would have it.

    How long it thinks follows from the seed, the round and the number of pieces. One that would need longer than the
    window passes as the window ends.

    Args:
        strength: A key of :data:`STRENGTHS`.
        seed: Any text.
        window_ms: Milliseconds of a round's window.
    """

    def __init__(self, strength: str, seed: str, window_ms: int) -> None:
        self._pace = STRENGTHS[strength]
        self._seed = seed
        self._window_ms = window_ms
        self._pool = ThreadPoolExecutor(1, "opponent")
        self._thought: _Thought | None = None
        self._left = False

    def thinking_ms(self, number: int, pieces: int) -> int:
        """Milliseconds from a round's opening to its answer, at any strength but ``solver`` at least a second."""
        if not self._pace:
            return 0
        spread: float = _SPREAD ** stream(self._seed, "play", "opponent", number).uniform(-1.0, 1.0)
        return max(1000, round(1000 * self._pace * pieces * spread))

    def think(self, number: int, puzzle: "Puzzle", opened_ms: int, ready: Callable[[], None]) -> None:
        """A round has opened; ``ready`` is called, from another thread, once the search is over."""
        from gamecore import polyfit

        delay = self.thinking_ms(number, len(puzzle.pieces))
        search = self._pool.submit(polyfit.solve, puzzle, cancel=lambda: self._left)
        search.add_done_callback(lambda _: ready())
        self._thought = _Thought(number, opened_ms + min(delay, self._window_ms), delay > self._window_ms, search)

    def due_ms(self, at_ms: int) -> int | None:
        """When to ask for its answer; None: it has given it, or it would have but the search still runs."""
        thought = self._thought
        if thought is None or (at_ms >= thought.due_ms and not thought.ready):
            return None
        return thought.due_ms

    def answer(self, at_ms: int) -> "Move | None":
        """Its move, once: None before it is due, or while the search still runs."""
        from gamecore import polyfit

        thought = self._thought
        if thought is None or at_ms < thought.due_ms or not thought.ready:
            return None
        self._thought = None
        if not thought.gives_up and thought.search.result().status == "solved":
            return polyfit.Solution(thought.round, thought.search.result().placements)
        return polyfit.Pass(thought.round)

    def close(self) -> None:
        """Stops thinking, and waits until it has."""
        self._left = True
        self._pool.shutdown(cancel_futures=True)
