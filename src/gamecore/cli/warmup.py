"""``gamecore warmup``: compiles the kernels, so that the first solve need not."""

import argparse
import time

from gamecore.cli.command import Command, Status
from gamecore.cli.screen import Screen

__all__ = ["COMMAND"]


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the outcome as one line of JSON")


def _run(arguments: argparse.Namespace, screen: Screen) -> int:
    from gamecore import exactcover

    began = time.perf_counter()
    with screen.progress("compiling the kernels"):
        exactcover.warmup()
    elapsed = time.perf_counter() - began
    folder = None
    if arguments.json:
        screen.json({"seconds": round(elapsed, 3), "cache": folder})
    else:
        screen.raw(f"kernels ready after {elapsed:.1f} s")
    return Status.DONE


COMMAND = Command("warmup", "compile and cache the kernels", _configure, _run)
