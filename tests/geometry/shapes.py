"""Random shapes for the tests; each takes a ``random.Random``, from Hypothesis or seeded."""

import math
from random import Random

from gamecore.errors import DegenerateCut
from gamecore.geometry import Circle, Line, Region, hull


def star(rng: Random, count: int, centre=(0.0, 0.0), least=0.3, most=1.0) -> list[tuple[float, float]]:
    """A simple polygon, seldom convex: one vertex in each of ``count`` sectors."""
    vertices = []
    for number in range(count):
        angle = (number + rng.uniform(0.1, 0.9)) * math.tau / count
        radius = rng.uniform(least, most)
        vertices.append((centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)))
    return vertices


def polygon(rng: Random) -> Region:
    """A star with up to two star-shaped holes, a convex polygon, or a comb; sometimes on a coarse grid."""
    kind = rng.randrange(4)
    if kind == 0:
        return Region(hull([(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(rng.randrange(4, 12))]))
    if kind == 1:
        return Region(star(rng, rng.randrange(3, 14)))
    if kind == 2:
        holes = [star(rng, rng.randrange(3, 7), (x, 0.0), 0.05, 0.24) for x in (-0.25, 0.25)[: rng.randrange(1, 3)]]
        return Region(star(rng, rng.randrange(7, 14), least=0.7), tuple(holes))
    teeth = rng.randrange(2, 7)
    top = [(x / (2 * teeth), rng.uniform(0.2, 1.0) if x % 4 in (1, 2) else 0.1) for x in range(2 * teeth, -1, -1)]
    return Region([(0.0, 0.0), (1.0, 0.0), *top])


def rounded(rng: Random) -> Region:
    """A region with arcs and perhaps holes: what a few random cuts leave of a polygon or a disc."""
    region = polygon(rng) if rng.random() < 0.5 else Region.disc(Circle((0.0, 0.0), 1.0))
    for _ in range(rng.randrange(1, 6)):
        try:
            parts = region.split(curve(rng))
        except DegenerateCut:
            continue
        parts = [part for part in parts if part.area > 0.05]
        if parts:
            region = rng.choice(parts).settled()
    return region


def line(rng: Random) -> Line:
    """A line that probably cuts a shape of the unit's size."""
    ax, ay, bx, by = (rng.uniform(-1.1, 1.1) for _ in range(4))
    return Line((ax, ay), (bx, by))


def circle(rng: Random) -> Circle:
    """A circle that probably cuts a shape of the unit's size."""
    ax, ay, bx, by = (rng.uniform(-1.1, 1.1) for _ in range(4))
    return Circle.through((ax, ay), (bx, by)) if rng.random() < 0.5 else Circle.on_diameter((ax, ay), (bx, by))


def curve(rng: Random) -> Line | Circle:
    """A line or a circle."""
    return line(rng) if rng.random() < 0.4 else circle(rng)
