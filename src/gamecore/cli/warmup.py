"""``gamecore warmup``: compiles the kernels, so that the first solve need not."""

import argparse
import time

from gamecore.cli.command import Command, Status
from gamecore.cli.screen import Screen

__all__ = ["COMMAND"]


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print the outcome as one line of JSON")


def _run(arguments: argparse.Namespace, screen: Screen) -> int:
    from gamecore import exactcover, polyfit

    began = time.perf_counter()
    with screen.progress("compiling the kernels"):
        exactcover.warmup()
        polyfit.solve(polyfit.Puzzle.from_json(_TINY))  # puzzles have a search of their own
    elapsed = time.perf_counter() - began
    folder = _cache_folder()
    if arguments.json:
        screen.json({"seconds": round(elapsed, 3), "cache": folder})
    else:
        where = f"kept in {folder}" if folder else "not kept: each process compiles anew (see NUMBA_CACHE_DIR)"
        screen.line(f"kernels ready after {elapsed:.1f} s, {where}")
    return Status.DONE


def _cache_folder() -> str | None:
    """Where numba keeps the compiled kernels; None where it cannot, or does not compile at all."""
    from gamecore.exactcover import kernels

    folder = getattr(getattr(kernels.search, "stats", None), "cache_path", None)
    return None if folder is None else str(folder)


_PIECE = {"name": "I3", "cells": [[0, 0], [0, 1], [0, 2]]}
_TINY = {"region": ["###", "###"], "pieces": [{"id": "a", **_PIECE}, {"id": "b", **_PIECE}]}

COMMAND = Command("warmup", "compile and cache the kernels", _configure, _run)
