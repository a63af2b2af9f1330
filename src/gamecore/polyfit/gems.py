"""Gems: each round's row of them, who takes which, and what a seat has (P17, P18)."""

from functools import lru_cache
from typing import Literal, get_args

import msgspec

from gamecore.randomness import stream

__all__ = ["COLOURS", "Colour", "Gems", "gem_row", "taken"]

Colour = Literal["ruby", "amber", "jade", "sapphire"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
"""The four colours."""


class Gems(msgspec.Struct, frozen=True):
    """A seat's gems by colour."""

    ruby: int = 0
    amber: int = 0
    jade: int = 0
    sapphire: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.ruby + self.amber + self.jade + self.sapphire

    @property
    def most_of_one_colour(self) -> int:
        """As many as there are of the commonest colour."""
        return max(self.ruby, self.amber, self.jade, self.sapphire)


@lru_cache(maxsize=16_384)
def gem_row(seed: str, round: int, players: int) -> tuple[Colour, ...]:  # noqa: A002
    """The gems of a round: ``players + 3`` colours, each uniform from the seed.

    Each is ``choice(COLOURS)`` of ``stream(seed, "polyfit", "gems", round)``, from left to right.

    Args:
        seed: The match's seed.
        round: The round.
        players: Number of seats at the start.
    """
    chance = stream(seed, "polyfit", "gems", round)
    return tuple(chance.choice(COLOURS) for _ in range(players + 3))


def taken(row: tuple[Colour, ...], place: int) -> tuple[Colour, ...]:
    """What the solver in this place takes: the first (``place`` 0) three, the second two, each later one the next.

    A row of players + 3 suffices for all.
    """
    if place == 0:
        return row[:3]
    return row[3:5] if place == 1 else row[place + 3 : place + 4]
