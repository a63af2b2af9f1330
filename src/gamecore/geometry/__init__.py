"""Areas bounded by straight edges and circular arcs: measure, split by lines and circles, fit. Knows no game."""

from gamecore.errors import DegenerateCut, InvalidRegion
from gamecore.geometry.clip import Path, clip_path
from gamecore.geometry.curves import MAX_COORDINATE, Circle, Line
from gamecore.geometry.drawing import path_data, picture
from gamecore.geometry.edges import CUT, INHERITED, RIM, Edge, Loop, Point, centre_of, radius_of
from gamecore.geometry.fitting import Similarity, fit, support
from gamecore.geometry.hull import hull
from gamecore.geometry.region import MAX_EDGES, Bounds, Region, locate
from gamecore.geometry.triangulation import random_point, triangulate
from gamecore.geometry.voronoi import voronoi

__all__ = [
    "CUT",
    "INHERITED",
    "MAX_COORDINATE",
    "MAX_EDGES",
    "RIM",
    "Bounds",
    "Circle",
    "DegenerateCut",
    "Edge",
    "InvalidRegion",
    "Line",
    "Loop",
    "Path",
    "Point",
    "Region",
    "Similarity",
    "centre_of",
    "clip_path",
    "fit",
    "hull",
    "locate",
    "path_data",
    "picture",
    "radius_of",
    "random_point",
    "support",
    "triangulate",
    "voronoi",
]
