"""The cutting game: settings, players and the game's state; cuts in five modes, and the closest cut to a target.

Plain Python; loads neither numpy, numba nor shapely.
"""

from gamecore.cutting.canvas import Canvas
from gamecore.cutting.closest import closest_cut
from gamecore.cutting.commitment import commitment
from gamecore.cutting.constraints import (
    MODES,
    Constraint,
    FixedAngle,
    FixedCentre,
    FixedDiameter,
    FixedPoint,
    VoronoiPoints,
    constraint_from_json,
)
from gamecore.cutting.cuts import VARIANTS, Cut, Variant, cut
from gamecore.cutting.departure import Departure
from gamecore.cutting.moves import Cut as CutMove
from gamecore.cutting.moves import Estimate, Move, Resign, parse_move
from gamecore.cutting.perfect import PerfectCut
from gamecore.cutting.players import BotSettings, Player
from gamecore.cutting.practice import Practice
from gamecore.cutting.ranking import GameResult
from gamecore.cutting.rating import Rating, final_ratings, project, projected_ratings
from gamecore.cutting.room import Room
from gamecore.cutting.rounds import Chosen, Round
from gamecore.cutting.settings import Settings
from gamecore.cutting.start import GENERATOR_VERSION
from gamecore.cutting.state import State
from gamecore.errors import (
    ClockError,
    GameOver,
    IllegalMove,
    InvalidOptions,
    InvalidSettings,
    InvalidState,
    MalformedMove,
)

__all__ = [
    "GENERATOR_VERSION",
    "MODES",
    "VARIANTS",
    "BotSettings",
    "Canvas",
    "Chosen",
    "ClockError",
    "Constraint",
    "Cut",
    "CutMove",
    "Departure",
    "Estimate",
    "FixedAngle",
    "FixedCentre",
    "FixedDiameter",
    "FixedPoint",
    "GameOver",
    "GameResult",
    "IllegalMove",
    "InvalidOptions",
    "InvalidSettings",
    "InvalidState",
    "MalformedMove",
    "Move",
    "PerfectCut",
    "Player",
    "Practice",
    "Rating",
    "Resign",
    "Room",
    "Round",
    "Settings",
    "State",
    "Variant",
    "VoronoiPoints",
    "closest_cut",
    "commitment",
    "constraint_from_json",
    "cut",
    "final_ratings",
    "parse_move",
    "project",
    "projected_ratings",
]
