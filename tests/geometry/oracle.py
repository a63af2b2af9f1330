"""Regions for tests, and what shapely says of them when every arc is replaced by many chords."""

from collections.abc import Iterable
from math import atan, cos, hypot, pi, sin

import shapely
from shapely.geometry import Polygon

from gamecore.geometry import Circle, Line, Region

CHORDS = 512


def ring(loop, chords: int = CHORDS) -> list[tuple[float, float]]:
    """A loop with arcs as chords; by centre and angles, unlike anything in the package."""
    points = []
    for i, (x, y, bulge, _) in enumerate(loop):
        points.append((x, y))
        if bulge:
            nx, ny, _, _ = loop[(i + 1) % len(loop)]
            sweep = 4 * atan(bulge)
            radius = hypot(nx - x, ny - y) / 2 / sin(abs(sweep) / 2)
            # the start's tangent is the chord turned back by half the sweep; the centre lies to its left or right
            dx, dy = (nx - x) / hypot(nx - x, ny - y), (ny - y) / hypot(nx - x, ny - y)
            tx = dx * cos(-sweep / 2) - dy * sin(-sweep / 2)
            ty = dx * sin(-sweep / 2) + dy * cos(-sweep / 2)
            turn = 1 if bulge > 0 else -1
            cx, cy = x - ty * radius * turn, y + tx * radius * turn
            for k in range(1, chords):
                angle = sweep * k / chords
                c, s = cos(angle), sin(angle)
                points.append((cx + (x - cx) * c - (y - cy) * s, cy + (x - cx) * s + (y - cy) * c))
    return points


def polygon(region: Region, chords: int = CHORDS) -> Polygon:
    return Polygon(ring(region.outer, chords), [ring(hole, chords) for hole in region.holes])


def left_of(cutter: Line | Circle) -> Polygon:
    """The half plane on the left of a line, as far as it matters, or the disc."""
    if isinstance(cutter, Circle):
        (cx, cy), r = cutter.centre, cutter.radius
        return Polygon([(cx + r * cos(k * pi / CHORDS), cy + r * sin(k * pi / CHORDS)) for k in range(2 * CHORDS)])
    (px, py), (dx, dy) = cutter.p, cutter.direction
    far = 1e3
    return Polygon(
        [
            (px - far * dx, py - far * dy),
            (px + far * dx, py + far * dy),
            (px + far * (dx - dy), py + far * (dy + dx)),
            (px - far * (dx + dy), py - far * (dy - dx)),
        ]
    )


def half(region: Region, cutter: Line | Circle) -> shapely.Geometry:
    """What lies on the left of a line or inside a circle."""
    return polygon(region).intersection(left_of(cutter))


def pieces(region: Region, cutter: Line | Circle) -> list[Polygon]:
    """The parts in no order, by shapely's overlays."""
    both = [half(region, cutter), polygon(region).difference(left_of(cutter))]
    return [part for area in both for part in shapely.get_parts(area) if part.geom_type == "Polygon"]


def significant(areas: Iterable[float], least: float) -> list[float]:
    return sorted((area for area in areas if area > least), reverse=True)


def directed(loops, tag: int) -> list[tuple[float, float, float, float, float]]:
    """The edges with a tag: start, end, bulge."""
    return [
        (x, y, *loop[(i + 1) % len(loop)][:2], bulge)
        for loop in loops
        for i, (x, y, bulge, kind) in enumerate(loop)
        if kind == tag
    ]


def polygon_region(corners: int, radius: float = 1.0, turn: float = 0.1, bulge: float = 0.0) -> Region:
    """A regular polygon, with arcs for its sides if a bulge is given."""
    return Region(
        tuple(
            (radius * cos(turn + 2 * pi * k / corners), radius * sin(turn + 2 * pi * k / corners), bulge)
            for k in range(corners)
        )
    )


DISC = Region.disc(Circle((0.0, 0.0), 1.0))
ANNULUS = Region(((1.0, 0.0, 1.0), (-1.0, 0.0, 1.0)), (((0.4, 0.1, -1.0), (-0.4, 0.1, -1.0)),))
PERFORATED = Region(
    ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)),
    (
        ((0.5, 0.5), (0.7, 0.5), (0.6, 0.7)),
        ((-0.5, 0.5, 1.0), (-0.2, 0.5, 1.0)),
        ((-0.6, -0.6, 0.2), (0.6, -0.6, 0.2), (0.6, -0.2, -0.3), (-0.6, -0.3, 0.1)),
    ),
)
COMB = Region(
    (
        *((-1.0 + 0.1 * k, 0.9 if k % 2 else -0.5, 0.03 if k % 3 else -0.03) for k in range(20)),
        (1.05, -1.0),
        (-1.05, -1.0),
    )[::-1]
)
FLOWER = polygon_region(12, bulge=0.6)
GEAR = polygon_region(12, bulge=-0.12)
STARTS = {
    "octagon": polygon_region(8),
    "disc": DISC,
    "annulus": ANNULUS,
    "perforated": PERFORATED,
    "comb": COMB,
    "flower": FLOWER,
    "gear": GEAR,
    "nearly straight": polygon_region(5, bulge=1e-9),
}
