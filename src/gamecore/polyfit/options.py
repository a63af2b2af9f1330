"""The options of a match (P01, P23)."""

from typing import Self

import msgspec

from gamecore import wire
from gamecore.errors import InvalidOptions
from gamecore.polyfit.recipes import DIFFICULTIES

__all__ = ["MAX_BANK_MS", "Options"]

MAX_BANK_MS = 7 * 24 * 3600 * 1000
"""Largest clock that a host may give: a week."""

_RANGES = {"rounds": (3, 9), "round_seconds": (10, 30), "players": (2, 8)}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a match is played by. Equal by value, hashable.

    Args:
        rounds: Number of rounds, 3 to 9.
        difficulty: ``easy``, ``normal``, ``hard`` or ``extreme``.
        round_seconds: Answer window of a round in seconds, 10 to 30.
        players: Number of seats, 2 to 8.
        bank_ms: Each seat's clock for the whole match in milliseconds, at least :attr:`minimum_bank_ms` and at
            most a week; None: the minimum.

    Raises:
        InvalidOptions: One of these does not hold, booleans and floats for integers included.
    """

    rounds: int = 6
    difficulty: str = "normal"
    round_seconds: int = 30
    players: int = 2
    bank_ms: int | None = None

    def __post_init__(self) -> None:
        for field, (low, high) in _RANGES.items():
            _integer(field, getattr(self, field), low, high)
        if type(self.difficulty) is not str or self.difficulty not in DIFFICULTIES:
            raise InvalidOptions("difficulty", self.difficulty, " ".join(DIFFICULTIES))
        if self.bank_ms is not None:
            _integer("bank_ms", self.bank_ms, self.minimum_bank_ms, MAX_BANK_MS)

    @property
    def window_ms(self) -> int:
        """The answer window of a round in milliseconds."""
        return 1000 * self.round_seconds

    @property
    def minimum_bank_ms(self) -> int:
        """The least clock: rounds × (round_seconds + 5) + 5 seconds, in milliseconds."""
        return 1000 * (self.rounds * (self.round_seconds + 5) + 5)

    @property
    def bank(self) -> int:
        """Each seat's clock at the start, in milliseconds."""
        return self.minimum_bank_ms if self.bank_ms is None else self.bank_ms

    @classmethod
    def from_json(cls, source: object) -> Self:
        """Read options: an object with any of the fields; those left out have their defaults.

        Args:
            source: JSON text as ``str`` or ``bytes``, the decoded object, or options.

        Raises:
            InvalidOptions: It is none, has another key, or a value out of range.
        """
        return wire.options(source, cls, InvalidOptions, "options")

    def to_json(self) -> str:
        """Compact JSON text; :meth:`from_json` gives equal options back."""
        return wire.encode(self)


def _integer(field: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise InvalidOptions(field, value, f"an integer from {low} to {high}")
