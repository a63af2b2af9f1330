"""Cuts at a distance of 10^-k from what cannot be cut cleanly: vertices, edges, tangencies.

Each maker takes a ``random.Random`` and k, and gives a comparison to call: it says how the cut came out, and fails if
the library answers with anything but a refusal or what is right.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from random import Random

from gamecore.errors import DegenerateCut
from gamecore.geometry import Circle, Line, Region, centre_of
from gamecore.geometry.edges import point_at

from . import compared, games, shapes

Comparison = Callable[[], str]


def offset(rng: Random, power: int) -> float:
    return rng.choice((-1, 1)) * rng.uniform(1, 10) * 10.0**-power


def line_past_vertex(rng: Random, power: int) -> Comparison:
    region = shapes.polygon(rng)
    x, y = rng.choice(region.vertices)
    turn, far = rng.uniform(0, math.tau), rng.uniform(0.5, 2)
    gap = offset(rng, power)
    dx, dy = math.cos(turn), math.sin(turn)
    p = (x - gap * dy - far * dx, y + gap * dx - far * dy)
    q = (x - gap * dy + far * dx, y + gap * dx + far * dy)
    return lambda: compared.line_with_fractions(region, Line(p, q))


def line_along_edge(rng: Random, power: int) -> Comparison:
    region = shapes.polygon(rng)
    edge, (x, y) = rng.choice(list(region.edges()))
    gaps = offset(rng, power), offset(rng, power)
    length = math.dist((edge.x, edge.y), (x, y))
    dx, dy = (x - edge.x) / length, (y - edge.y) / length
    p = (edge.x - gaps[0] * dy, edge.y + gaps[0] * dx)
    q = (x - gaps[1] * dy, y + gaps[1] * dx)
    return lambda: compared.line_with_fractions(region, Line(p, q))


def circle_past_vertex(rng: Random, power: int) -> Comparison:
    region = shapes.polygon(rng)
    x, y = rng.choice(region.vertices)
    radius, turn = 10 ** rng.uniform(-1.5, 1), rng.uniform(0, math.tau)
    reach = radius + offset(rng, power)
    circle = Circle((x + reach * math.cos(turn), y + reach * math.sin(turn)), radius)
    return lambda: compared.circle_with_fractions(region, circle)


def circle_at_edge(rng: Random, power: int) -> Comparison:
    region = shapes.polygon(rng)
    edge, (x, y) = rng.choice(list(region.edges()))
    part = rng.uniform(0, 1)
    length = math.dist((edge.x, edge.y), (x, y))
    dx, dy = (x - edge.x) / length, (y - edge.y) / length
    radius, side = 10 ** rng.uniform(-1.5, 1), rng.choice((-1, 1))
    reach = side * (radius + offset(rng, power))
    centre = (edge.x + part * (x - edge.x) - reach * dy, edge.y + part * (y - edge.y) + reach * dx)
    return lambda: compared.circle_with_fractions(region, Circle(centre, radius))


def small_circle(rng: Random, power: int) -> Comparison:
    region = shapes.polygon(rng)
    edge, (x, y) = rng.choice(list(region.edges()))
    part = rng.uniform(0, 1)
    radius = rng.uniform(1, 10) * 10.0**-power
    centre = (edge.x + part * (x - edge.x) + rng.uniform(-1, 1) * radius, edge.y + part * (y - edge.y))
    return lambda: compared.circle_with_fractions(region, Circle(centre, radius))


def discs(gap_of: Callable[[float], float]) -> Callable[[Random, int], Comparison]:
    """A disc of radius R cut by a circle of radius r; their centres are ``gap_of(R, r)`` apart, and 10^-k more."""

    def make(rng: Random, power: int) -> Comparison:
        big, small = rng.uniform(0.3, 1.0), rng.uniform(0.1, 1.0)
        distance = gap_of(big, small) + offset(rng, power)
        turn = rng.uniform(0, math.tau)
        x, y = rng.uniform(-1, 1), rng.uniform(-1, 1)
        cx, cy = x + distance * math.cos(turn), y + distance * math.sin(turn)
        return lambda: two_discs(Region.disc(Circle((x, y), big)), Circle((cx, cy), small))

    return make


def nearly_the_same(rng: Random, power: int) -> Comparison:
    """A disc cut by a circle that all but coincides with its boundary."""
    x, y, radius = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.3, 1)
    cx, cy, other = x + offset(rng, power), y + offset(rng, power), radius + offset(rng, power)
    return lambda: two_discs(Region.disc(Circle((x, y), radius)), Circle((cx, cy), other))


def two_discs(region: Region, circle: Circle) -> str:
    """Against the closed form of a lens; whether they cross is decided exactly."""
    try:
        parts = region.split(circle)
    except DegenerateCut as refusal:
        return refusal.reason
    vertices = region.vertices  # which are rounded: the disc is what they say
    x, y = Fraction(vertices[0][0] + vertices[1][0]) / 2, Fraction(vertices[0][1])
    big, small = Fraction(vertices[0][0] - vertices[1][0]) / 2, Fraction(circle.radius)
    square = (Fraction(circle.centre[0]) - x) ** 2 + (Fraction(circle.centre[1]) - y) ** 2
    crosses = (big - small) ** 2 < square < (big + small) ** 2
    assert abs(math.fsum(part.area for part in parts) - region.area) <= 1e-14
    if len(parts) == 1:
        assert not crosses
        assert square >= (big + small) ** 2 or small > big
        return "missed"
    inside = math.fsum(part.area for part in parts if compared.in_disc(part, circle))
    assert abs(inside - lens(big, small, square)) <= 1e-13, (inside, lens(big, small, square))
    assert compared.new_stretches(parts) == (1 if crosses else 0)
    return "cut"


def lens(big: Fraction, small: Fraction, square: Fraction) -> float:
    """Area common to two discs whose centres have the squared distance ``square``; the angles by exact cosines."""
    if square >= (big + small) ** 2:
        return 0.0
    if square <= (big - small) ** 2:
        return math.pi * float(min(big, small)) ** 2
    # 16 times the squared area of the triangle of centres and a crossing, without cancellation
    kite = math.sqrt(((big + small) ** 2 - square) * (square - (big - small) ** 2))
    at_big = math.atan2(kite, float(square + big * big - small * small))
    at_small = math.atan2(kite, float(square + small * small - big * big))
    return math.fsum([at_big * float(big) ** 2, at_small * float(small) ** 2, -kite / 2])


def rounded_past_vertex(rng: Random, power: int) -> Comparison:
    """Arcs and holes; the parts must fit together, whatever they are."""
    region = shapes.rounded(rng)
    x, y = rng.choice(region.vertices)
    turn, gap = rng.uniform(0, math.tau), offset(rng, power)
    if rng.random() < 0.5:
        dx, dy, far = math.cos(turn), math.sin(turn), rng.uniform(0.5, 2)
        x, y = x - gap * dy, y + gap * dx
        curve = Line((x - far * dx, y - far * dy), (x + far * dx, y + far * dy))
    else:
        radius = 10 ** rng.uniform(-1.5, 1)
        curve = Circle((x + (radius + gap) * math.cos(turn), y + (radius + gap) * math.sin(turn)), radius)
    return lambda: fits_together(region, curve)


def rounded_at_edge(rng: Random, power: int) -> Comparison:
    """A line or a circle at 10^-k from touching an arc."""
    arcs = []
    while not arcs:
        region = shapes.rounded(rng)
        arcs = [(edge, end) for edge, end in region.edges() if edge.bulge]
    edge, end = rng.choice(arcs)
    (x, y), gap = point_at(edge, end, rng.uniform(0.05, 0.95)), offset(rng, power)
    cx, cy = centre_of(edge, end)
    length = math.dist((x, y), (cx, cy))
    nx, ny = (x - cx) / length, (y - cy) / length
    if rng.random() < 0.5:
        far = rng.uniform(0.5, 2)
        x, y = x + gap * nx, y + gap * ny
        curve = Line((x + far * ny, y - far * nx), (x - far * ny, y + far * nx))
    else:
        radius = 10 ** rng.uniform(-1.5, 1)
        reach = rng.choice((-1, 1)) * radius + gap
        curve = Circle((x + reach * nx, y + reach * ny), radius)
    return lambda: fits_together(region, curve)


def fits_together(region: Region, curve: Line | Circle) -> str:
    """All that can be said of parts without knowing them."""
    try:
        parts = region.split(curve)
    except DegenerateCut as refusal:
        return refusal.reason
    if len(parts) == 1:
        return "missed"
    games.check_cut(region, parts, games.Report())
    assert all(part.area > 0 for part in parts)
    sides = [side_of(part, curve) for part in parts]
    assert sides == sorted(sides, reverse=True)
    for part, side in zip(parts, sides, strict=True):
        for edge, end in part.edges():
            for number in range(1, 4):
                gap = distance(curve, *point_at(edge, end, number / 4))
                assert (gap > -1e-9) if side else (gap < 1e-9)
    return "cut"


def distance(curve: Line | Circle, x: float, y: float) -> float:
    """From the cutter, positive to its left or inside."""
    if isinstance(curve, Circle):
        return curve.radius - math.dist(curve.centre, (x, y))
    dx, dy = curve.direction
    return dx * (y - curve.p[1]) - dy * (x - curve.p[0])


def side_of(part: Region, curve: Line | Circle) -> bool:
    places = [point_at(edge, end, number / 8) for edge, end in part.edges() for number in range(8)]
    return max((distance(curve, *place) for place in places), key=abs) > 0


KINDS = {
    "line past a vertex": line_past_vertex,
    "line along an edge": line_along_edge,
    "circle past a vertex": circle_past_vertex,
    "circle touching an edge": circle_at_edge,
    "small circle on an edge": small_circle,
    "discs touching from outside": discs(lambda big, small: big + small),
    "discs touching from inside": discs(lambda big, small: abs(big - small)),
    "discs all but the same": nearly_the_same,
    "rounded regions past a vertex": rounded_past_vertex,
    "rounded regions, touching": rounded_at_edge,
}
