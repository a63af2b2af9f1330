"""Polyfit, the polyomino race: puzzles, the generator, moves, the validator and the solver.

The rules are plain Python. ``solve``, ``solutions`` and ``count`` load numpy and numba at their first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from gamecore.errors import GenerationFailed, IllegalMove, InvalidPuzzle, MalformedMove
from gamecore.polyfit.generator import generate, grow
from gamecore.polyfit.moves import Move, Pass, Resign, Solution, parse_move
from gamecore.polyfit.puzzle import Piece, Placement, Puzzle
from gamecore.polyfit.recipes import DIFFICULTIES, GENERATOR_VERSION, Recipe, recipe
from gamecore.polyfit.validator import REASONS, Fault, faults, validate

if TYPE_CHECKING:
    from gamecore.polyfit.solver import Result, count, solutions, solve

__all__ = [
    "DIFFICULTIES",
    "GENERATOR_VERSION",
    "REASONS",
    "Fault",
    "GenerationFailed",
    "IllegalMove",
    "InvalidPuzzle",
    "MalformedMove",
    "Move",
    "Pass",
    "Piece",
    "Placement",
    "Puzzle",
    "Recipe",
    "Resign",
    "Result",
    "Solution",
    "count",
    "faults",
    "generate",
    "grow",
    "parse_move",
    "recipe",
    "solutions",
    "solve",
    "validate",
]

_SOLVER = frozenset({"Result", "count", "solutions", "solve"})


def __getattr__(name: str) -> object:
    if name in _SOLVER:
        return getattr(import_module("gamecore.polyfit.solver"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
