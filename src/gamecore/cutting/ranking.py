"""How a game ends, and who is where (C20, C21, C24)."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from gamecore.cutting.departure import MAX_ROUNDS, Milliseconds
from gamecore.cutting.settings import Settings

__all__ = ["GameResult", "Reason", "natural_end", "ranked", "ranks"]

Reason = Literal["rounds", "time", "points", "administrator", "abandoned"]
NATURAL: tuple[Reason, ...] = ("rounds", "time", "points")


class GameResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended. Tuples by seat have one entry for each, seat 0 first.

    Attributes:
        reason: ``rounds``, ``time`` or ``points``: the natural ends; ``administrator``; ``abandoned``: every human
            has resigned (or 10,000 rounds have been played).
        ended_ms: When.
        rated: Whether it counts for ratings: a registered room's natural end with a human left.
        ranks: By seat: its rank from 1; equal scores share one, and the next is left out (1, 1, 3).
        order: The seats from first to last, equal ones in the order of the room.
        scores: By seat: the total.
    """

    reason: Reason
    ended_ms: Milliseconds
    rated: bool
    ranks: tuple[Annotated[int, msgspec.Meta(ge=1)], ...]
    order: tuple[Annotated[int, msgspec.Meta(ge=0)], ...]
    scores: tuple[float, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


def ranks(scores: Sequence[float]) -> tuple[int, ...]:
    """By seat: one more than there are higher scores.

    Args:
        scores: By seat.
    """
    places: dict[float, int] = {}
    for place, score in enumerate(sorted(scores, reverse=True), 1):
        places.setdefault(score, place)
    return tuple(places[score] for score in scores)


def ranked(reason: Reason, ended_ms: int, scores: tuple[float, ...], *, rated: bool) -> GameResult:
    """The result of a game.

    Args:
        reason: Why it ended.
        ended_ms: When.
        scores: By seat: the totals.
        rated: Whether it counts for ratings.
    """
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])  # stable: ties stay in the room's order
    return GameResult(reason, ended_ms, rated, ranks(scores), tuple(order), scores)


def natural_end(
    settings: Settings, played: int, started_ms: int, at_ms: int, scores: Sequence[float]
) -> Literal["rounds", "time", "points", "abandoned"] | None:
    """Whether a game ends with a settlement, and why; None: another round begins.

    A limit exactly reached is reached. Only the active end condition counts; the 10,000th round ends any game.

    Args:
        settings: The game's.
        played: How many rounds are settled.
        started_ms: When the game started.
        at_ms: When the last round was settled.
        scores: By seat: the totals, resigned players' included.
    """
    if settings.ends == "rounds":
        if played >= settings.rounds:
            return "rounds"
    elif settings.ends == "minutes":
        if at_ms - started_ms >= 60_000 * settings.minutes:
            return "time"
    elif max(scores) >= settings.points:
        return "points"
    return "abandoned" if played >= MAX_ROUNDS else None
