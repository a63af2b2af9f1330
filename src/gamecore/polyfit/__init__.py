"""Polyfit, the polyomino race: the match, puzzles, the generator, moves, the validator and the solver.

The rules are plain Python. ``solve``, ``solve_many``, ``solutions``, ``count`` and ``difficulty`` load numpy and numba
when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from gamecore.errors import (
    ClockError,
    GameOver,
    GenerationFailed,
    IllegalMove,
    InvalidOptions,
    InvalidPuzzle,
    InvalidState,
    MalformedMove,
)
from gamecore.polyfit.commitment import commitment
from gamecore.polyfit.gems import COLOURS, Gems
from gamecore.polyfit.generator import generate, grow
from gamecore.polyfit.moves import Move, Pass, Resign, Solution, parse_move
from gamecore.polyfit.options import Options
from gamecore.polyfit.puzzle import Piece, Placement, Puzzle
from gamecore.polyfit.ranking import GameResult
from gamecore.polyfit.recipes import DIFFICULTIES, GENERATOR_VERSION, Recipe, recipe
from gamecore.polyfit.rounds import Answer, Round
from gamecore.polyfit.seat import Departure, Seat
from gamecore.polyfit.state import State
from gamecore.polyfit.validator import REASONS, Fault, faults, validate

if TYPE_CHECKING:
    from gamecore.polyfit.batch import solve_many
    from gamecore.polyfit.counting import count, solutions
    from gamecore.polyfit.effort import Difficulty, difficulty, explain_difficulty
    from gamecore.polyfit.refutation import refute
    from gamecore.polyfit.solver import Result, solve

__all__ = [
    "COLOURS",
    "DIFFICULTIES",
    "GENERATOR_VERSION",
    "REASONS",
    "Answer",
    "ClockError",
    "Departure",
    "Difficulty",
    "Fault",
    "GameOver",
    "GameResult",
    "Gems",
    "GenerationFailed",
    "IllegalMove",
    "InvalidOptions",
    "InvalidPuzzle",
    "InvalidState",
    "MalformedMove",
    "Move",
    "Options",
    "Pass",
    "Piece",
    "Placement",
    "Puzzle",
    "Recipe",
    "Resign",
    "Result",
    "Round",
    "Seat",
    "Solution",
    "State",
    "commitment",
    "count",
    "difficulty",
    "explain_difficulty",
    "faults",
    "generate",
    "grow",
    "parse_move",
    "recipe",
    "refute",
    "solutions",
    "solve",
    "solve_many",
    "validate",
]

_LAZY = {
    **dict.fromkeys(("Difficulty", "difficulty", "explain_difficulty"), "gamecore.polyfit.effort"),
    **dict.fromkeys(("count", "solutions"), "gamecore.polyfit.counting"),
    **dict.fromkeys(("Result", "solve"), "gamecore.polyfit.solver"),
    "refute": "gamecore.polyfit.refutation",
    "solve_many": "gamecore.polyfit.batch",
}


def __getattr__(name: str) -> object:
    if name in _LAZY:
        return getattr(import_module(_LAZY[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
