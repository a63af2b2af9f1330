"""How a player left, and the bounds of times and rounds in what is saved."""

from typing import Annotated, Literal

import msgspec

__all__ = ["MAX_MS", "MAX_ROUNDS", "Departure", "Milliseconds", "Phase", "RoundNumber"]

MAX_MS = 2**53 - 1
"""Latest time: the largest integer that every reader of JSON keeps exact."""
MAX_ROUNDS = 10_000
"""No game has more rounds: the last one's settlement ends it as abandoned.

A rule of ours. A game by points in which nobody scores would go on for ever; 10,000 timeouts take 41 hours or more.
"""

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=MAX_MS)]
RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=MAX_ROUNDS)]
Phase = Literal["cutting", "estimating"]


class Departure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's resignation.

    Attributes:
        round: The round that was running.
        phase: Its phase then. Who left in ``cutting`` is not asked for an estimate, who left in ``estimating`` was.
        at_ms: When.
    """

    round: RoundNumber
    phase: Phase
    at_ms: Milliseconds
