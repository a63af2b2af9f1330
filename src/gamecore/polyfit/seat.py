"""A seat of a match: its clock, and whether and how it left."""

from typing import Annotated, Literal

import msgspec

__all__ = ["MAX_MS", "Cause", "Departure", "Milliseconds", "RoundNumber", "Seat", "SeatNumber"]

MAX_MS = 2**53 - 1
"""Latest time: the largest integer that every reader of JSON keeps exact."""

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=MAX_MS)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=9)]
Cause = Literal["flag", "resignation", "forfeit"]


class Departure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat left the match.

    Attributes:
        cause: ``flag`` (its clock ran out), ``resignation``, or ``forfeit`` (the host said so).
        round: The round that was open.
        at_ms: When.
    """

    cause: Cause
    round: RoundNumber
    at_ms: Milliseconds


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat as a state keeps it.

    Attributes:
        clock_ms: Left on its clock when the clock last stopped; of a seat on move, when the open round opened.
        has_answered: Whether it ever answered, be it by a pass or late.
        departure: How it left; None while it plays.
        forfeited: Whether leaving made it forfeit (P22), so that it ranks last.
    """

    clock_ms: Milliseconds
    has_answered: bool = False
    departure: Departure | None = None
    forfeited: bool = False

    @property
    def playing(self) -> bool:
        """Whether it has not left."""
        return self.departure is None

    @property
    def status(self) -> Literal["playing", "out", "forfeited"]:
        """``playing``, or the group that it ranks in."""
        return "playing" if self.departure is None else "forfeited" if self.forfeited else "out"
