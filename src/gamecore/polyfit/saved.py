"""Reading saved states back, trusting nobody: the form, then what the rules say of it."""

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from gamecore import wire
from gamecore.errors import InvalidState

if TYPE_CHECKING:
    from gamecore.polyfit.state import State

__all__ = ["MAX_SAVED", "check", "read"]

MAX_SAVED = 64 * 1024
"""Longest saved state in bytes; the longest that a match can have is some 20 KB."""

Kind = TypeVar("Kind")


def read(source: object, kind: type[Kind]) -> Kind:
    """Read the struct from text or from its decoded object.

    Raises:
        InvalidState: It is none; the path leads to the fault.
    """
    if isinstance(source, kind):
        return source
    value: Any = wire.decode(source, InvalidState, max_bytes=MAX_SAVED, unique_keys=True)
    try:
        return msgspec.convert(value, kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        said, _, path = str(problem).partition(" - at `")
        raise InvalidState(path.rstrip("`") or "$", wire.clipped(said, 160)) from None


def check(state: "State") -> None:
    """Check a state that was read.

    Raises:
        InvalidState: No match can come to it.
    """
