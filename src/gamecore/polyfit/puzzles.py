"""The puzzles of matches: made when first asked for, and kept in bounded caches.

A puzzle follows from seed, options and round, so a state holds none. Two caches make asking cheap; what falls out of
them is made anew. The first keeps 16,384 puzzles as JSON text (4 KB each for extreme ones, 70 MB when full), from
which a :class:`Puzzle` is read in a quarter of a millisecond; the second the last 2,048 as objects, with the tables
that validating fills. ``lru_cache`` is safe to share between threads; two that ask for the same new puzzle at the
same time may both make it.
"""

from functools import lru_cache

from gamecore.polyfit.generator import generate
from gamecore.polyfit.puzzle import Puzzle

__all__ = ["puzzle_of"]


@lru_cache(maxsize=16_384)
def _text(difficulty: str, seed: str, round: int, rounds: int) -> str:  # noqa: A002
    return generate(difficulty, seed, round, rounds).to_json()


@lru_cache(maxsize=2_048)
def puzzle_of(difficulty: str, seed: str, round: int, rounds: int) -> Puzzle:  # noqa: A002
    """The same as :func:`~gamecore.polyfit.generate`, remembered.

    Args:
        difficulty: One of the four.
        seed: The match's seed.
        round: The round.
        rounds: The match's number of rounds.
    """
    return Puzzle.from_json(_text(difficulty, seed, round, rounds))
