"""Work handed to any ``concurrent.futures.Executor``."""

import secrets
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

from gamecore.errors import InvalidOptions

__all__ = ["check_executor", "submit"]

Answer = TypeVar("Answer")


def check_executor(executor: object) -> None:
    """Raise :class:`InvalidOptions` for anything but an executor or None."""
    if executor is not None and not isinstance(executor, Executor):
        raise InvalidOptions("executor", executor, "a concurrent.futures.Executor or None")


def submit(executor: Executor, function: Callable[..., Answer], *arguments: Any) -> Future[Answer]:
    """Submit a call that no other is taken for.

    Dask takes equal tasks for one: a race that cancels its losers would cancel those of the next one on that puzzle.

    Args:
        executor: Where to run it.
        function: Found by name: a function of a module.
        *arguments: What can be pickled.
    """
    return executor.submit(_call, secrets.token_hex(16), function, *arguments)


def _call(_: str, function: Callable[..., Answer], *arguments: Any) -> Answer:
    return function(*arguments)
