"""Positions to cut: shapes as games come to them, and constraints as servers draw them, from a seed."""

from random import Random

from gamecore.cutting import FixedAngle, FixedCentre, FixedDiameter, FixedPoint, VoronoiPoints, cut
from gamecore.errors import IllegalMove
from gamecore.geometry import Circle, Region, fit, hull, random_point
from gamecore.randomness import stream


def canvas_point(rng: Random):
    return rng.uniform(-1.1, 1.1), rng.uniform(-1.1, 1.1)


def starting_shape(mode: str, rng: Random) -> Region:
    if mode.startswith("circle"):
        return Region.disc(Circle((0, 0), 1))
    return fit(Region(hull([canvas_point(rng) for _ in range(10)])))[0]


def constraint(mode: str, shape: Region, rng: Random):
    if mode == "line_fixed_angle":
        return FixedAngle(rng.uniform(0, 180))
    if mode == "line_voronoi":
        drawn = stream(str(rng.random()))
        return VoronoiPoints(random_point(shape, drawn), random_point(shape, drawn))
    kind = {"line_fixed_point": FixedPoint, "circle_fixed_centre": FixedCentre, "circle_fixed_diameter": FixedDiameter}
    return kind[mode](canvas_point(rng))


def shape(mode: str, cuts: int, rng: Random) -> Region:
    """A shape after some legal random cuts: convex in line modes; with arcs, holes and inlets in circle modes."""
    region = starting_shape(mode, rng)
    for _ in range(cuts):
        for _ in range(100):
            how = "line_fixed_point" if mode.startswith("line") else rng.choice(["circle_fixed_centre", mode])
            try:
                made = cut(region, constraint(how, region, rng), canvas_point(rng))
            except IllegalMove:
                continue
            open_ = [number for number, selectable in enumerate(made.selectable) if selectable]
            if open_:
                region = fit(made.parts[rng.choice(open_)].settled())[0]
                break
    return region


def position(mode: str, seed: int):
    """A shape and a constraint."""
    rng = Random(f"{mode} {seed}")
    region = shape(mode, rng.randrange(6), rng)
    return region, constraint(mode, region, rng)
