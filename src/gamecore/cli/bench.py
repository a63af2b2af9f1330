"""``gamecore bench``: how fast the solver and the engine are on this machine, on fixed puzzles and problems."""

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from gamecore.cli.command import Command, Status, natural
from gamecore.cli.screen import Screen

if TYPE_CHECKING:
    from gamecore.exactcover import Problem
    from gamecore.polyfit import Puzzle

__all__ = ["COMMAND"]

_SEEDS = 5


@dataclass(frozen=True)
class _Task:
    """A row of the table: what is done, and work that has to give ``answer``; ``unit`` says what one of it is."""

    name: str
    unit: str
    work: Callable[[], int]
    answer: int


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=natural, default=5, metavar="N", help="rounds, of which the median counts; 5")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each row")


def _run(arguments: argparse.Namespace, screen: Screen) -> int:
    wrong = 0
    if not arguments.json:
        screen.line(f"{'':34}{'median ms':>11}{'best ms':>11}{'worst ms':>11}")
    for task in _tasks():
        with screen.progress(task.name):
            times, right = _measured(task, arguments.rounds)
        wrong += not right
        middle, best, worst = statistics.median(times), min(times), max(times)
        if arguments.json:
            row = {"task": task.name, "rounds": len(times), "unit": task.unit, "right": right}
            figures = {"median_ms": round(middle, 3), "best_ms": round(best, 3), "worst_ms": round(worst, 3)}
            screen.json(row | figures)
        else:
            note = "" if right else "  WRONG ANSWER"
            screen.line(f"{task.name:34}{middle:11.2f}{best:11.2f}{worst:11.2f}{note}")
    return Status.NO if wrong else Status.DONE


def _measured(task: _Task, rounds: int) -> tuple[list[float], bool]:
    """Milliseconds of each round, after one that compiles, and whether every answer was right."""
    right = task.work() == task.answer
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        right &= task.work() == task.answer
        times.append(1e3 * (time.perf_counter() - began))
    return times, right


def _tasks() -> list[_Task]:
    from gamecore import exactcover, polyfit

    def solved(puzzle: "Puzzle") -> int:
        fresh = polyfit.Puzzle(puzzle.region, puzzle.pieces)  # remembers nothing of the last round
        count = 0
        for seed in range(_SEEDS):
            result = polyfit.solve(fresh, seed=seed)
            polyfit.validate(fresh, result.placements)
            count += result.status == "solved"
        return count

    tasks = []
    for round_number in (1, 6):
        puzzle = polyfit.generate("extreme", seed="bench", round=round_number, rounds=6)
        name = f"solve {len(puzzle.pieces)} pieces, {_SEEDS} seeds"
        tasks.append(_Task(name, f"{_SEEDS} solutions", partial(solved, puzzle), _SEEDS))
    queens = _queens(10)
    board = _pentominoes()
    return [
        *tasks,
        _Task("count 10 queens", "724 covers", lambda: exactcover.count(queens), 724),
        _Task("count pentominoes on 3 x 20", "8 tilings", lambda: polyfit.count(board), 8),
    ]


def _queens(size: int) -> "Problem":
    from gamecore.exactcover import Problem

    options = [(f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}") for r in range(size) for c in range(size)]
    lines = [f"{kind}{number}" for kind in "rc" for number in range(size)]
    return Problem(options, lines, sorted({item for option in options for item in option} - set(lines)))


def _pentominoes() -> "Puzzle":
    from gamecore import polyfit
    from gamecore.polyomino import free_polyominoes

    pieces = [{"id": str(number), "cells": shape} for number, shape in enumerate(free_polyominoes(5))]
    return polyfit.Puzzle.from_json({"region": ["#" * 20] * 3, "pieces": pieces})


COMMAND = Command("bench", "time the solver and the engine on fixed puzzles", _configure, _run)
