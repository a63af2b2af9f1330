"""What a command of ``gamecore`` is, the exit statuses, and argument types that several commands share."""

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from gamecore.cli.screen import Screen
from gamecore.errors import GamecoreError

__all__ = ["BadInput", "Command", "Status", "natural", "seconds"]


class Status(IntEnum):
    """The exit statuses; of several files the highest counts."""

    DONE = 0
    NO = 1  # illegal, unsolved or unsolvable
    BAD = 2  # bad usage or input
    INTERRUPTED = 130
    BROKEN_PIPE = 141


class BadInput(GamecoreError):
    """A file that cannot be read or written, or one that holds something else than the command needs."""

    code = "bad_input"


@dataclass(frozen=True)
class Command:
    """A subcommand: its name, one line of help, its arguments, and what it does.

    ``run`` gets the parsed arguments and the screen, and returns the exit status. It may raise any
    :class:`~gamecore.errors.GamecoreError`, which ends the program with one line and status 2.
    """

    name: str
    summary: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Screen], int]


def natural(text: str) -> int:
    """An argument that is an integer from 1 on; anything else is bad usage."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def seconds(text: str) -> float:
    """An argument that is a positive, finite number of seconds; anything else is bad usage."""
    number = float(text)
    if not (0 < number < math.inf):
        raise ValueError(text)
    return number
