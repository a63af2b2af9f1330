"""Named random streams: the same seed and name give the same numbers on every platform and version.

``stream(seed, "round", 3, "puzzle")`` is a function of its arguments alone, so a game state carries no
generator: it asks for the stream of what it is about to draw. Streams of different names are independent, and
neither a stream's output nor its neighbours' tells anything about the seed (BLAKE2b, keyed).

**The algorithm, version 1.** The key of a stream is the 32-byte BLAKE2b digest (``person=b"gamecore-rng-1"``) of the
seed and the name's parts, each written as one byte of kind (``s`` for text, ``i`` for an integer), its length in
8 bytes, big-endian, and its UTF-8 or decimal text. Block ``k`` of the stream is the keyed 64-byte BLAKE2b digest
of ``k`` in 8 bytes, big-endian. The bits of a block are used from the least significant of its big-endian
integer up; ``bits(n)`` takes the next ``n``, the earlier block's in the lower places. All else follows from
``bits`` by integer arithmetic, stated at each method; golden vectors in the tests hold all of it.
"""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import TypeVar

from gamecore.errors import GamecoreError, InvalidOptions

__all__ = ["MAX_SEED", "Stream", "check_seed", "stream"]

Item = TypeVar("Item")

MAX_SEED = 1024
"""Longest seed of a game, in characters."""

_BLOCK_BITS = 512


class Stream:
    """A stream of random numbers; made by :func:`stream`, used within one function, and dropped."""

    __slots__ = ("_block", "_have", "_key", "_left")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._left = 0
        self._have = 0

    def __repr__(self) -> str:  # never the key: it would reveal all that is to come
        return "Stream(…)"

    def bits(self, count: int) -> int:
        """The next ``count`` bits, at least 0, as an integer."""
        while self._have < count:
            block = blake2b(self._block.to_bytes(8, "big"), key=self._key, digest_size=64).digest()
            self._block += 1
            self._left |= int.from_bytes(block, "big") << self._have
            self._have += _BLOCK_BITS
        drawn = self._left & ((1 << count) - 1)
        self._left >>= count
        self._have -= count
        return drawn

    def below(self, limit: int) -> int:
        """A uniform integer from 0 to ``limit - 1``.

        As many bits as ``limit - 1`` has are drawn until they give a number below ``limit``; for a limit of 1
        none are.

        Raises:
            InvalidOptions: ``limit`` is less than 1.
        """
        if limit < 1:
            raise InvalidOptions("limit", limit, "an integer from 1")
        count = (limit - 1).bit_length()
        while True:
            drawn = self.bits(count)
            if drawn < limit:
                return drawn

    def between(self, low: int, high: int) -> int:
        """A uniform integer from ``low`` to ``high``, both included: ``low + below(high - low + 1)``."""
        return low + self.below(high - low + 1)

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """A uniform number from ``low`` to ``high``: ``low + (high - low) × bits(53) / 2^53``."""
        return low + (high - low) * (self.bits(53) / 9007199254740992.0)

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items: number ``below(len(items))``."""
        return items[self.below(len(items))]

    def weighted(self, weights: Sequence[int]) -> int:
        """An index, drawn in proportion to integer weights, none of them negative.

        The first index whose running total exceeds ``below(sum(weights))``.
        """
        drawn = self.below(sum(weights))
        for index, weight in enumerate(weights):
            drawn -= weight
            if drawn < 0:
                return index
        raise InvalidOptions("weights", list(weights), "integers from 0")

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in uniform random order (Fisher and Yates, from the last place down)."""
        shuffled = list(items)
        for place in range(len(shuffled) - 1, 0, -1):
            other = self.below(place + 1)
            shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
        return shuffled


def stream(seed: str, *name: str | int) -> Stream:
    """The stream of this name that grows from this seed.

    Args:
        seed: any text, the empty one and lone surrogates included.
        name: text and integers; ``3`` and ``"3"`` are different names.

    Raises:
        InvalidOptions: the seed is not text, or a part of the name is neither text nor an integer.
    """
    if type(seed) is not str:
        raise InvalidOptions("seed", type(seed).__name__, "a string")
    hasher = blake2b(digest_size=32, person=b"gamecore-rng-1")
    for part in (seed, *name):
        if type(part) is not str and type(part) is not int:
            raise InvalidOptions("name", type(part).__name__, "strings and integers")
        kind, text = (b"s", part) if type(part) is str else (b"i", str(part))
        written = text.encode("utf-8", "surrogatepass")
        hasher.update(kind + len(written).to_bytes(8, "big") + written)
    return Stream(hasher.digest())


def check_seed(seed: object, error: Callable[[str, object, str], GamecoreError] = InvalidOptions) -> None:
    """A game's seed is text that JSON can hold, of up to :data:`MAX_SEED` characters; the error does not show it.

    Args:
        seed: Anything.
        error: What to raise, called as ``error(field, value, allowed)``.

    Raises:
        GamecoreError: ``error``: it is no such text.
    """
    allowed = f"text of up to {MAX_SEED} characters, without lone surrogates"
    if type(seed) is not str:
        raise error("seed", type(seed).__name__, allowed)
    if len(seed) > MAX_SEED:
        raise error("seed", f"text of {len(seed)} characters", allowed)
    if not seed.isascii() and any("\ud800" <= mark <= "\udfff" for mark in seed):
        raise error("seed", "text with a lone surrogate", allowed)
