"""A seat's clock (P23): a bank for the whole match that runs only while the seat is on move."""

__all__ = ["INCREMENT_MS", "flag_ms", "left_ms", "stopped_ms"]

INCREMENT_MS = 1000
"""What every answer adds, passes and late ones included."""


def flag_ms(clock_ms: int, opened_ms: int) -> int:
    """When the clock of a seat on move runs out, if it held ``clock_ms`` as the round opened."""
    return opened_ms + clock_ms


def left_ms(clock_ms: int, opened_ms: int, at_ms: int) -> int:
    """What a seat on move has left at ``at_ms``; 0 once its flag is due."""
    return max(0, clock_ms - (at_ms - opened_ms))


def stopped_ms(clock_ms: int, opened_ms: int, at_ms: int) -> int:
    """What a seat has left once it answered at ``at_ms``."""
    return left_ms(clock_ms, opened_ms, at_ms) + INCREMENT_MS
