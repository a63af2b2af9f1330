"""The puzzles of matches: made when first asked for, and kept in bounded caches.

A puzzle follows from seed, options and round, so a state holds none. Two caches make asking cheap; what falls out of
both is made anew. The first keeps the last 2,048 puzzles as objects, with the tables that validating fills; what it
drops goes on as JSON text (4 KB for an extreme one, 70 MB when all 16,384 places are taken), from which a
:class:`Puzzle` is read in a quarter of a millisecond. Both may be shared between threads; two that ask for the same
new puzzle at the same time may both make it.
"""

from collections import OrderedDict
from threading import Lock

from gamecore.polyfit.generator import generate
from gamecore.polyfit.puzzle import Puzzle

__all__ = ["puzzle_of"]

Key = tuple[str, str, int, int]

MAX_OBJECTS, MAX_TEXTS = 2_048, 16_384


class _Kept:
    """The puzzles asked for last, as objects while they are fresh, then as text."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._objects: OrderedDict[Key, Puzzle] = OrderedDict()
        self._texts: OrderedDict[Key, str] = OrderedDict()

    def get(self, key: Key) -> Puzzle:
        """The puzzle, made if it is not kept."""
        with self._lock:
            puzzle = self._objects.get(key)
            if puzzle is not None:
                self._objects.move_to_end(key)
                return puzzle
            text = self._texts.pop(key, None)
        puzzle = generate(*key) if text is None else Puzzle.from_json(text)  # unlocked: others need not wait
        with self._lock:
            self._objects[key] = puzzle
            if len(self._objects) > MAX_OBJECTS:
                old, dropped = self._objects.popitem(last=False)
                self._texts[old] = dropped.to_json()
                if len(self._texts) > MAX_TEXTS:
                    self._texts.popitem(last=False)
        return puzzle


_kept = _Kept()


def puzzle_of(difficulty: str, seed: str, round: int, rounds: int) -> Puzzle:  # noqa: A002
    """The same as :func:`~gamecore.polyfit.generate`, remembered.

    Args:
        difficulty: One of the four.
        seed: The match's seed.
        round: The round.
        rounds: The match's number of rounds.
    """
    return _kept.get((difficulty, seed, round, rounds))
