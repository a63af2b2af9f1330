"""The program behind ``gamecore``: its commands, its arguments, and what becomes of errors."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from gamecore import __version__
from gamecore.cli import bench, cut, generate, play, render, replay, solve, validate, warmup
from gamecore.cli.command import Command, Status
from gamecore.cli.screen import Screen
from gamecore.errors import GamecoreError

__all__ = ["COMMANDS", "main"]

COMMANDS: tuple[Command, ...] = (
    generate.COMMAND,
    solve.COMMAND,
    validate.COMMAND,
    render.COMMAND,
    play.COMMAND,
    cut.COMMAND,
    replay.COMMAND,
    bench.COMMAND,
    warmup.COMMAND,
)
"""All commands, in the order of the help text."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns the exit status.

    Args:
        arguments: the words after the program's name; by default those of the process.

    Raises:
        SystemExit: by argparse, with status 0 after ``--help`` and 2 after bad usage.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an ASCII terminal gets question marks, not a traceback
    parsed = _parser().parse_args(arguments)
    command: Command = parsed.command
    try:
        status = command.run(parsed, Screen(progress=parsed.progress))
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return Status.INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone. Python would complain once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Status.BROKEN_PIPE
    except GamecoreError as error:
        print(f"gamecore: {error}", file=sys.stderr)
        return Status.BAD
    return status


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, as all other errors do, in place of the usage and a line."""

    def error(self, message: str) -> NoReturn:
        """Ends the program with status 2."""
        self.exit(Status.BAD, f"{self.prog}: {' '.join(message.split())} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="gamecore",
        description="Make, solve, check and draw polyomino puzzles; play them, and the cutting game.",
        epilog="Exit status: 0 done, 1 illegal or unsolved, 2 bad usage or input, 130 interrupted.",
    )
    parser.add_argument("--version", action="version", version=f"gamecore {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        child = commands.add_parser(
            command.name,
            help=command.summary,
            description=command.summary[0].upper() + command.summary[1:] + ".",
        )
        command.configure(child)
        child.add_argument(
            "--progress", action="store_true", help="show progress even if standard error is no terminal"
        )
        child.set_defaults(command=command)
    return parser
