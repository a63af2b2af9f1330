"""Draws the pictures of the geometry gallery: shapes, cuts, games, cells, clippings.

    python docs/make_geometry_gallery.py FOLDER

``conf.py`` runs it when the documentation is built. Seeds are fixed, so the pictures change only with the geometry.
"""

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from gamecore.geometry import (
    INHERITED,
    Circle,
    Edge,
    Line,
    Region,
    clip_path,
    fit,
    hull,
    picture,
    random_point,
    support,
    triangulate,
    voronoi,
)
from gamecore.randomness import stream
from gamecore.render.sheet import Picture, sheet

SIZE = 200
WIDTH = 1150
CANVAS = (-1.1, -1.1, 1.1, 1.1)

SQUARE = Region([(-1, -1), (1, -1), (1, 1), (-1, 1)])
DISC = Region.disc(Circle((0, 0), 1))


def reuleaux() -> Region:
    """Three arcs of a sixth of a circle, each about the opposite corner."""
    turns = [math.tau * (k / 3 + 1 / 4) for k in range(3)]
    return Region([(math.cos(turn), math.sin(turn), math.tan(math.pi / 12)) for turn in turns])


def drawn(regions: tuple[Region, ...], caption: str, **more: object) -> Picture:
    """Regions on the canvas, with a caption."""
    return Picture(picture(regions, size=SIZE, bounds=CANVAS, **more), caption)


def shapes() -> Iterator[Picture]:
    """What one representation holds."""
    lens, lune = DISC.split(Circle((0.7, 0), 0.9))
    annulus = DISC.split(Circle((0, 0), 0.55))[1]
    rng = Random(5)
    corners = hull([(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(10)])
    yield drawn((fit(Region(corners))[0],), "a polygon")
    yield drawn((lens.settled(),), f"a lens: {lens.area:.6f}")
    yield drawn((lune.settled(),), f"a lune: {lune.area:.6f}")
    yield drawn((annulus.settled(),), f"an annulus: {annulus.area:.6f}")
    yield drawn((reuleaux(),), f"a Reuleaux triangle: {reuleaux().area:.6f}")


def cuts() -> Iterator[Picture]:
    """Lines and circles; dashed is what the cut made."""
    rng = Random(3)
    turns = [(math.tau * k / 14, (1, 0.45)[k % 2]) for k in range(14)]
    star = [(radius * math.cos(turn), radius * math.sin(turn)) for turn, radius in turns]
    ring = DISC.split(Circle((0.1, 0.05), 0.5))[1].settled()
    for region, cutter, name in (
        (Region(star), Line((-1, -0.5), (1, -0.42)), "a line"),
        (SQUARE, Circle((0, 0), 1.2), "a circle"),
        (SQUARE, Circle((0.2, 0), 0.5), "a circle within"),
        (ring, Circle((0.6, 0.3), 0.45), "a hole opened"),
        (ring, Line((-1, rng.uniform(0, 0.3)), (1, 0.1)), "across a hole"),
    ):
        parts = region.split(cutter)
        shares = [f"{100 * part.area / region.area:.2f} %" for part in parts]
        yield drawn(parts, f"{name}: {len(parts)} parts", labels=shares)


def games() -> Iterator[Picture]:
    """Ten rounds of circles: the part with most holes goes on, the largest of those, enlarged."""
    rng, region = Random(22), DISC
    for number in range(1, 11):
        while True:
            centre, point = [(rng.uniform(-1.1, 1.1), rng.uniform(-1.1, 1.1)) for _ in range(2)]
            parts = region.split(Circle.through(centre, point))
            if len(parts) > 1 and max(part.area for part in parts) < 0.8 * region.area:
                break
        yield drawn(parts, f"round {number}: {len(parts)} parts")
        region = fit(max(parts, key=lambda part: (len(part.holes), part.area)).settled())[0]


def points() -> Iterator[Picture]:
    """Cells, triangles, random points, support lines."""
    rng = Random(21)
    region = fit(Region(hull([(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(10)])))[0]
    chosen = [random_point(region, stream("gallery", k)) for k in range(3)]
    yield drawn(voronoi(region, chosen[:2]), "cells of two points", points=chosen[:2])
    yield drawn(voronoi(region, chosen), "cells of three points", points=chosen)
    yield drawn(tuple(Region(triangle) for triangle in triangulate(region)), "triangles")
    draw = stream("gallery")
    yield drawn((region,), "60 random points", points=[random_point(region, draw) for _ in range(60)])
    low, high = support(region, 30)
    c, s = math.cos(math.radians(30)), math.sin(math.radians(30))
    lines = [(Edge(-s * d - 3 * c, c * d - 3 * s), Edge(-s * d + 3 * c, c * d + 3 * s)) for d in (low, high)]
    yield drawn((region,), "support lines at 30°", paths=lines)


def clipped() -> Iterator[Picture]:
    """What a pointer's disc shows; in red the boundary before the cut."""
    parts = SQUARE.split(Circle((0.3, 0.2), 0.75))
    for x, y in ((0.9, 0.3), (-0.5, 0.2), (0.3, 0.2), (-0.9, -0.9)):
        disc = Circle((x, y), 0.44)
        shown = tuple(piece for part in parts for piece in part.clip(disc))
        old = [
            piece
            for part in parts
            for edge, end in part.edges()
            if edge.tag == INHERITED
            for piece in clip_path((edge, Edge(*end)), disc)
        ]
        yield drawn(shown or (Region.disc(Circle((9, 9), 1)),), f"pointer at ({x}, {y})", paths=old)


SHEETS = {"shapes": shapes, "cuts": cuts, "rounds": games, "points": points, "clipped": clipped}


def make(folder: Path) -> None:
    """Writes all pictures into the folder; those that would not change keep their times."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, pictures in SHEETS.items():
        path = folder / f"geometry-{name}.svg"
        text = sheet(pictures(), width=WIDTH, per_row=5)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
