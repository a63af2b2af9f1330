"""The ``gamecore`` command: generate, solve, validate and draw from the shell.

One file a command; :mod:`gamecore.cli.program` lists them and turns errors into exit statuses:
0 done, 1 illegal or unsolved, 2 bad usage or input, 130 interrupted.
"""

from gamecore.cli.program import main

__all__ = ["main"]
