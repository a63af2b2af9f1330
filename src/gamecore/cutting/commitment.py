"""The promise that a game's seed was fixed before it began."""

from functools import lru_cache
from hashlib import sha256

__all__ = ["commitment"]

_DOMAIN = b"gamecore cutting seed 1\n"


@lru_cache(maxsize=16_384)
def commitment(seed: str) -> str:
    """SHA-256 of the seed, 64 hexadecimal digits: of ``gamecore cutting seed 1``, a newline, the seed in UTF-8.

    Published from the start, it holds the host to the seed that it publishes at the end. It hides the seed only as
    well as the seed cannot be guessed: give every game 128 random bits or more (``secrets.token_hex(16)``).

    Args:
        seed: The game's seed.
    """
    return sha256(_DOMAIN + seed.encode()).hexdigest()
