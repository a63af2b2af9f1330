"""The cutting game. So far: the canvas, the five modes' constraints, cuts and the closest cut to a target.

Plain Python; loads neither numpy, numba nor shapely.
"""

from gamecore.cutting.canvas import Canvas
from gamecore.cutting.closest import closest_cut
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
from gamecore.errors import IllegalMove, InvalidOptions, MalformedMove

__all__ = [
    "MODES",
    "VARIANTS",
    "Canvas",
    "Constraint",
    "Cut",
    "FixedAngle",
    "FixedCentre",
    "FixedDiameter",
    "FixedPoint",
    "IllegalMove",
    "InvalidOptions",
    "MalformedMove",
    "Variant",
    "VoronoiPoints",
    "closest_cut",
    "constraint_from_json",
    "cut",
]
