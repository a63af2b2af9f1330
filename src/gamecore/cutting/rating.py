"""Ratings: the multiplayer Elo model of a game's score shares (C22 to C24, C38).

Each player's result is their share of all points. The expectation of player i among n is
Σ_{j≠i} 1 / (1 + 10^((R_j − R_i) / 400)) divided by n (n − 1) / 2, the pairwise expectations of Arpad Elo (The Rating of
Chessplayers, 1978) scaled to sum to 1 as the results do. The change is 40 × (result − expectation). Nothing is rounded.
"""

from collections.abc import Collection, Sequence
from math import fsum
from typing import TYPE_CHECKING

import msgspec

from gamecore.errors import InvalidOptions

if TYPE_CHECKING:
    from gamecore.cutting.state import State

__all__ = [
    "BOT_RATING",
    "FLOOR",
    "K",
    "Rating",
    "expectations",
    "final_ratings",
    "project",
    "projected_ratings",
    "rated",
]

K = 40.0
"""Points of rating for the whole difference between result and expectation."""
FLOOR = 1.0
"""No rating falls below this."""
BOT_RATING = 1500.0
"""What every bot is rated at, always."""

_MAX_RATING = 1e6
_MAX_EXPONENT = 300.0  # 10^308 is the last float; so far apart the weaker one's expectation is 0 anyway


class Rating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's rating before and after a game; equal for bots.

    Args:
        before: At the start.
        after: At the end, at least 1.
    """

    before: float
    after: float

    @property
    def change(self) -> float:
        """After less before."""
        return self.after - self.before


def expectations(ratings: Sequence[float]) -> tuple[float, ...]:
    """By player: the expected share of the points; they sum to 1. A single player expects all of them.

    Args:
        ratings: One or more, 1 to 1,000,000.

    Raises:
        InvalidOptions: A rating is out of range.
    """
    for rating in ratings:
        if type(rating) not in (int, float) or not FLOOR <= rating <= _MAX_RATING:
            raise InvalidOptions("rating", rating, "a number from 1 to 1,000,000")
    count = len(ratings)
    if count == 1:
        return (1.0,)
    pairs = count * (count - 1) / 2
    return tuple(  # fsum is exact whatever the order: seats do not matter
        fsum([_beats(own, other) for place, other in enumerate(ratings) if place != seat]) / pairs
        for seat, own in enumerate(ratings)
    )


def project(ratings: Sequence[float], shares: Sequence[float], bots: Collection[int] = ()) -> tuple[Rating, ...]:
    """What a game with these scores would do to the ratings; it changes nothing.

    Bots stay as they are: the changes that they would have had are summed and shared equally among the humans, so the
    humans' changes sum to 0 (but for the floor, which comes last). An only human keeps the rating exactly.

    Args:
        ratings: By player, 1 to 1,000,000; bots have :data:`BOT_RATING`.
        shares: By player: the scores, or their shares in any unit, none negative; all zero count as equal.
        bots: Which players are bots, by number from 0.

    Returns:
        By player: the rating before and after.

    Raises:
        InvalidOptions: ``rating``, ``shares`` or ``bots`` out of range, or not one share for every rating.
    """
    results = _results(ratings, shares)
    expected = expectations(ratings)
    count = len(ratings)
    for bot in bots:
        if type(bot) is not int or not 0 <= bot < count:
            raise InvalidOptions("bots", bot, f"players from 0 to {count - 1}")
    machines = set(bots)
    humans = count - len(machines)
    if humans <= 1:
        return tuple([Rating(float(rating), float(rating)) for rating in ratings])
    changes = [K * (result - expectation) for result, expectation in zip(results, expected, strict=True)]
    gift = fsum([changes[bot] for bot in machines]) / humans
    return tuple(
        Rating(float(rating), float(rating) if seat in machines else max(FLOOR, rating + (changes[seat] + gift)))
        for seat, rating in enumerate(ratings)
    )


def rated(*, registered: bool, natural: bool, humans_left: int) -> bool:
    """Whether a game counts for ratings.

    Args:
        registered: The room is one of registered players, not of guests.
        natural: It ended by its rounds, time or points, not by an administrator.
        humans_left: How many humans have not resigned; none: unrated.
    """
    return registered and natural and humans_left > 0


def final_ratings(state: "State") -> tuple[Rating, ...] | None:
    """By seat: what a game did to the ratings, resigned players' included; None while it runs and if it is unrated.

    Args:
        state: A game.
    """
    if state.result is None or not state.result.rated:
        return None
    return projected_ratings(state, state.scores)


def projected_ratings(state: "State", shares: Sequence[float]) -> tuple[Rating, ...]:
    """By seat: what a rated end with these scores would do to the ratings; it changes nothing (C38).

    Args:
        state: A game, running or over.
        shares: By seat: scores, or shares of them in any unit.

    Raises:
        InvalidOptions: Not one share for every seat, or one out of range.
    """
    bots = [seat for seat, player in enumerate(state.players) if player.is_bot]
    return project([player.rating for player in state.players], shares, bots)


def _beats(own: float, other: float) -> float:
    """The expectation of one player against another, 0 to 1."""
    exponent = (other - own) / 400.0
    odds: float = 10.0 ** min(max(exponent, -_MAX_EXPONENT), _MAX_EXPONENT)
    return 1.0 / (1.0 + odds)


def _results(ratings: Sequence[float], shares: Sequence[float]) -> list[float]:
    """By player: the share of all points; they sum to 1."""
    if not ratings or len(shares) != len(ratings):
        raise InvalidOptions(
            "shares", f"{len(shares)} for {len(ratings)} ratings", "one for every rating, at least one"
        )
    for share in shares:
        if type(share) not in (int, float) or not 0 <= share <= 1e15:
            raise InvalidOptions("shares", share, "numbers from 0 to 10^15")
    total = fsum(shares)
    return [share / total if total > 0 else 1 / len(shares) for share in shares]
