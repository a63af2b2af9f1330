"""What a fresh process pays: the import, the first solve, and the same with nothing compiled."""

import json
import os
import statistics
import subprocess
import sys
import tempfile

IMPORT = """
import time; t = time.perf_counter(); c = time.process_time()
import gamecore
"""
FIRST = """
import json, time; t = time.perf_counter(); c = time.process_time()
from gamecore import polyfit
assert polyfit.solve(polyfit.Puzzle.from_json(open(CASE, "rb").read())).status == "solved"
"""
WARMUP = """
import time; t = time.perf_counter(); c = time.process_time()
from gamecore import exactcover, polyfit
exactcover.warmup()
puzzle = polyfit.Puzzle.from_json(open(CASE, "rb").read())
polyfit.solve(puzzle)
small = {"region": ["####"], "pieces": [{"id": "a", "cells": [[0, 0], [0, 1]]}, {"id": "b", "cells": [[0, 0], [0, 1]]}]}
assert polyfit.count(polyfit.Puzzle.from_json(small)) == 1
"""


def seconds(code: str, case: str, cache: str) -> tuple[float, float]:
    """Wall and processor seconds of a fresh process, the interpreter's own start not counted."""
    code = code.replace("CASE", repr(case)) + "print(json.dumps([time.perf_counter() - t, time.process_time() - c]))"
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    command = [sys.executable, "-c", "import json\n" + code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    wall, processor = json.loads(done.stdout)
    return wall, processor


def table(case: str, rounds: int) -> list[str]:
    """Markdown: medians of several processes."""
    lines = ["| a fresh process | wall s | processor s |", "|---|---|---|"]

    def row(name: str, measured: list[tuple[float, float]]) -> None:
        wall, processor = (statistics.median(column) for column in zip(*measured, strict=True))
        lines.append(f"| {name} | {wall:.3f} | {processor:.3f} |")

    with tempfile.TemporaryDirectory() as cache:
        row("`import gamecore`", [seconds(IMPORT, case, cache) for _ in range(rounds)])
        row("first extreme puzzle, nothing compiled", [seconds(FIRST, case, cache)])
        row("first extreme puzzle, compiled code in the cache", [seconds(FIRST, case, cache) for _ in range(rounds)])
    with tempfile.TemporaryDirectory() as cache:
        row("all engines, nothing compiled", [seconds(WARMUP, case, cache)])
    return lines
