"""Who won, and by what (P19 to P22)."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from gamecore.polyfit.options import Options
from gamecore.polyfit.rounds import Round, gems_of
from gamecore.polyfit.seat import Milliseconds, Seat, SeatNumber

__all__ = ["GameResult", "Reason", "ranking", "total_times"]

Reason = Literal["most_gems", "most_of_one_colour", "least_time", "tie", "timeout", "resignation"]
_CRITERIA: tuple[Reason, ...] = ("most_gems", "most_of_one_colour", "least_time")
_GROUPS = {"playing": 0, "out": 1, "forfeited": 2}

_Counts = Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=27)], ...], msgspec.Meta(min_length=2, max_length=8)]


class GameResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended. Tuples by seat have one entry for each, seat 0 first.

    Attributes:
        reason: ``most_gems``, ``most_of_one_colour`` or ``least_time``: the first that separates the first place
            from the second; ``tie``: the first place is shared; ``timeout`` or ``resignation``: fewer than two
            seats were left.
        ended_ms: When.
        places: By seat: its place from 1; equal seats share one, and the next is left out (1, 1, 3).
        order: The seats from first to last, those that share a place by number.
        gems: By seat: all its gems.
        most_of_one_colour: By seat: how many it has of its commonest colour.
        total_ms: By seat: its total time over the closed rounds, in milliseconds.
    """

    reason: Reason
    ended_ms: Milliseconds
    places: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=8)], ...], msgspec.Meta(min_length=2, max_length=8)]
    order: Annotated[tuple[SeatNumber, ...], msgspec.Meta(min_length=2, max_length=8)]
    gems: _Counts
    most_of_one_colour: _Counts
    total_ms: Annotated[tuple[Milliseconds, ...], msgspec.Meta(min_length=2, max_length=8)]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def ranking(
    options: Options,
    history: tuple[Round, ...],
    seats: Sequence[Seat],
    ended_ms: int,
    cut_short: Literal["timeout", "resignation"] | None = None,
) -> GameResult:
    """Rank the seats: those still playing before those out before the forfeited, each group by P19.

    Args:
        options: The match's.
        history: The closed rounds.
        seats: All seats.
        ended_ms: When the match ended.
        cut_short: The reason if fewer than two seats were left, which beats the others.
    """
    gems = gems_of(history, options.players)
    times = total_times(options, history)
    keys = [
        (_GROUPS[seat.status], -own.total, -own.most_of_one_colour, time)
        for seat, own, time in zip(seats, gems, times, strict=True)
    ]
    ordered = sorted(keys)
    order = sorted(range(options.players), key=lambda seat: (keys[seat], seat))
    return GameResult(
        reason=cut_short or _reason(ordered[0][1:], ordered[1][1:]),
        ended_ms=ended_ms,
        places=tuple(ordered.index(key) + 1 for key in keys),
        order=tuple(order),
        gems=tuple(own.total for own in gems),
        most_of_one_colour=tuple(own.most_of_one_colour for own in gems),
        total_ms=times,
    )


def _reason(first: tuple[int, ...], second: tuple[int, ...]) -> Reason:
    """The first criterion in which they differ; both are still playing, or the match would have been cut short."""
    return next((name for name, one, other in zip(_CRITERIA, first, second, strict=True) if one != other), "tie")


def total_times(options: Options, history: tuple[Round, ...]) -> tuple[int, ...]:
    """By seat: its solving times, with the whole window for every closed round that it did not solve."""
    times = [options.window_ms * len(history)] * options.players
    for closed in history:
        for answer in closed.answers:
            if answer.outcome == "solved":
                times[answer.seat] += answer.at_ms - closed.opened_ms - options.window_ms
    return tuple(times)
