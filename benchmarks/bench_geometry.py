"""Cuts in microseconds, and shapely's time for the same where it can do the same.

    python benchmarks/bench_geometry.py [--rounds 40]

Of each kind, many random cuts are made one by one; the table gives the median of their means over the rounds, and of
shapely's in the same run, turn and turn about. Every answer is checked once before. Pin it to a core
(``taskset -c 0``) and trust the ratios.
"""

import argparse
import math
import statistics
import time
from collections.abc import Callable
from random import Random

import shapely
import shapely.ops

from gamecore.geometry import Circle, Line, Region, fit, hull, random_point, voronoi
from gamecore.randomness import stream

Job = Callable[[], object]


def octagon(rng: Random) -> Region:
    turns = [(number + rng.uniform(-0.3, 0.3)) * math.tau / 8 for number in range(8)]
    return Region([(math.cos(turn), math.sin(turn)) for turn in turns])


def twelve_edges(rng: Random) -> Region:
    """Six arcs and six straight edges."""
    turns = [number * math.tau / 12 + rng.uniform(0, 0.2) for number in range(12)]
    return Region([(math.cos(turn), math.sin(turn), rng.uniform(-0.1, 0.25) * (k % 2)) for k, turn in enumerate(turns)])


def line_cuts(rng: Random) -> tuple[list[Job], list[Job]]:
    ours, theirs = [], []
    while len(ours) < 50:
        region, turn, shift = octagon(rng), rng.uniform(0, math.pi), rng.uniform(-0.6, 0.6)
        c, s = math.cos(turn), math.sin(turn)
        line = Line((-s * shift - 2 * c, c * shift - 2 * s), (-s * shift + 2 * c, c * shift + 2 * s))
        shape, blade = region.to_shapely(), shapely.LineString([line.p, line.q])
        parts, other = region.split(line), shapely.ops.split(shape, blade).geoms
        agree([part.area for part in parts], [part.area for part in other], 1e-12)
        ours.append(lambda region=region, line=line: region.split(line))
        theirs.append(lambda shape=shape, blade=blade: shapely.ops.split(shape, blade))
    return ours, theirs


def circle_cuts(rng: Random) -> tuple[list[Job], list[Job]]:
    """Shapely cuts chords at most 1e-3 away from the arcs, which it is handed ready-made."""
    ours, theirs = [], []
    while len(ours) < 50:
        region = twelve_edges(rng)
        circle = Circle((rng.uniform(-1, 1), rng.uniform(-1, 1)), rng.uniform(0.3, 1.2))
        parts = region.split(circle)
        if len(parts) < 2:
            continue
        shape, blade = region.to_shapely(1e-3), shapely.LineString(Region.disc(circle).to_shapely(1e-3).exterior)
        areas = [part.area for part in shapely.ops.split(shape, blade).geoms]
        agree([math.fsum(part.area for part in parts)], [math.fsum(areas)], 0.02)
        ours.append(lambda region=region, circle=circle: region.split(circle))
        theirs.append(lambda shape=shape, blade=blade: shapely.ops.split(shape, blade))
    return ours, theirs


def cells(rng: Random) -> tuple[list[Job], list[Job]]:
    ours, theirs = [], []
    for number in range(50):
        region = octagon(rng)
        points = [random_point(region, stream("bench", number, k)) for k in range(3)]
        shape = region.to_shapely()

        def other(shape=shape, points=points):
            found = shapely.voronoi_polygons(shapely.MultiPoint(points), extend_to=shape)
            return [shape.intersection(cell) for cell in found.geoms]

        agree([cell.area for cell in voronoi(region, points)], [cell.area for cell in other()], 1e-9)
        ours.append(lambda region=region, points=points: voronoi(region, points))
        theirs.append(other)
    return ours, theirs


def hulls(rng: Random) -> tuple[list[Job], list[Job]]:
    ours, theirs = [], []
    for _ in range(50):
        points = [(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(10)]
        agree([Region(hull(points)).area], [shapely.MultiPoint(points).convex_hull.area], 1e-12)
        ours.append(lambda points=points: hull(points))
        theirs.append(lambda points=points: shapely.MultiPoint(points).convex_hull)
    return ours, theirs


def parts(rng: Random) -> list[Region]:
    return [part for job in circle_cuts(rng)[0] for part in job()][:60]


def measures(rng: Random) -> tuple[list[Job], list[Job]]:
    """Area and length of each part of a circle cut, nothing remembered."""
    found = parts(rng)

    def measure(part: Region) -> tuple[float, float]:
        part.__dict__.clear()
        return part.area, part.inherited_length

    return [lambda part=part: measure(part) for part in found], []


def clips(rng: Random) -> tuple[list[Job], list[Job]]:
    """A pointer's disc of a fifth of the canvas."""
    ours, theirs = [], []
    for _ in range(50):
        region, disc = twelve_edges(rng), Circle((rng.uniform(-1, 1), rng.uniform(-1, 1)), 0.44)
        shape, other = region.to_shapely(1e-3), Region.disc(disc).to_shapely(1e-3)
        agree([math.fsum(part.area for part in region.clip(disc))], [shape.intersection(other).area], 0.02)
        ours.append(lambda region=region, disc=disc: region.clip(disc))
        theirs.append(lambda shape=shape, other=other: shape.intersection(other))
    return ours, theirs


def fits(rng: Random) -> tuple[list[Job], list[Job]]:
    def job(part: Region) -> object:
        part.__dict__.clear()
        return fit(part)

    return [lambda part=part: job(part) for part in parts(rng)], []


KINDS: dict[str, tuple[Callable[[Random], tuple[list[Job], list[Job]]], int | None]] = {
    "line cut of an 8-gon": (line_cuts, 40),
    "circle cut of a region of 12 edges": (circle_cuts, 250),
    "Voronoi cells of 3 points in an 8-gon": (cells, 120),
    "clip of that region to a pointer's disc": (clips, None),
    "area and inherited length of a part": (measures, None),
    "fit of a part": (fits, None),
    "hull of 10 points": (hulls, None),
}


def agree(ours: list[float], theirs: list[float], tolerance: float) -> None:
    assert len(ours) == len(theirs)
    assert all(abs(a - b) <= tolerance for a, b in zip(sorted(ours), sorted(theirs), strict=True)), (ours, theirs)


def mean(jobs: list[Job]) -> float:
    started = time.perf_counter()
    for job in jobs:
        job()
    return 1e6 * (time.perf_counter() - started) / len(jobs)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    arguments = parser.parse_args()
    print("| what | µs | at most | shapely µs | ratio |")
    print("|---|---|---|---|---|")
    for name, (make, limit) in KINDS.items():
        ours, theirs = make(Random(name))
        times = [(mean(ours), mean(theirs) if theirs else math.nan) for _ in range(arguments.rounds)]
        mine, other = (statistics.median(values) for values in zip(*times, strict=True))
        compared = f"{other:.0f} | {other / mine:.1f}" if theirs else "|"
        print(f"| {name} | {mine:.1f} | {limit or ''} | {compared} |")


if __name__ == "__main__":
    main()
