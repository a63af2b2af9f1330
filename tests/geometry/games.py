"""Games of successive random cuts, every cut checked: areas, boundary, parts, holes. Knows no rules but the geometry's.

``benchmarks/geometry_games.py`` plays them in full numbers, the suite a small share.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator

from gamecore.errors import DegenerateCut
from gamecore.geometry import CUT, INHERITED, Circle, Line, Region, fit, hull, random_point, voronoi
from gamecore.randomness import Stream, stream

MODES = ("line_fixed_point", "line_fixed_angle", "line_voronoi", "circle_fixed_centre", "circle_fixed_diameter")
CHOOSERS = ("random", "largest", "smallest", "holed")
HALF = 1.1  # of the canvas's side
DRAWS = 1_000  # cuts tried in a round before a game counts as stuck

Point = tuple[float, float]


class Report:
    """What a lot of games came to; ``add`` joins reports."""

    def __init__(self) -> None:
        self.cuts = 0
        self.parts = Counter[int]()
        self.holed = 0
        self.most_edges = 0
        self.refused = Counter[str]()
        self.worst_area = 0.0
        self.worst_boundary = 0.0

    def add(self, other: "Report") -> None:
        self.cuts += other.cuts
        self.parts += other.parts
        self.holed += other.holed
        self.most_edges = max(self.most_edges, other.most_edges)
        self.refused += other.refused
        self.worst_area = max(self.worst_area, other.worst_area)
        self.worst_boundary = max(self.worst_boundary, other.worst_boundary)


def play(mode: str, chooser: str, rounds: int, seed: int, check: Callable[..., None] | None = None) -> Report:
    """One game; every cut is checked, ``check(before, curve, parts)`` too if given; AssertionError on a fault."""
    rng = random.Random(f"{mode} {chooser} {seed}")
    drawn = stream(str(seed), mode, chooser)
    report = Report()
    region = starting_shape(mode, rng)
    points = [random_point(region, drawn) for _ in range(2)] if mode == "line_voronoi" else []
    for _ in range(rounds):
        for _ in range(DRAWS):
            curve, parts = one_cut(mode, region, points, rng, drawn, report)
            if len(parts) < 2 or min(part.area for part in parts) < 1e-9 * region.area:
                continue
            check_cut(region, parts, report, exact_count=mode != "line_voronoi")
            if check:
                check(region, curve, parts)
            chosen = choose(region, parts, chooser, rng)
            if chosen is not None:
                break
        else:
            raise AssertionError(f"no legal cut in {DRAWS} draws: {region.to_json()}")
        report.cuts += 1
        report.parts[len(parts)] += 1
        report.holed += bool(parts[chosen].holes)
        region, similarity = fit(parts[chosen].settled())
        report.most_edges = max(report.most_edges, sum(map(len, region.loops)))
        if mode == "line_voronoi":
            mine = similarity.apply(curve[chosen])
            points = [mine, new_point(region, mine, drawn)]
    return report


def starting_shape(mode: str, rng: random.Random) -> Region:
    if mode.startswith("circle"):
        return Region.disc(Circle((0.0, 0.0), 1.0))
    while True:
        points = [(rng.uniform(-HALF, HALF), rng.uniform(-HALF, HALF)) for _ in range(10)]
        region, _ = fit(Region(hull(points)))
        if region.area > 0.1 * (2 * HALF) ** 2:
            return region


def new_point(region: Region, other: Point, drawn: Stream) -> Point:
    while True:
        point = random_point(region, drawn)
        if math.dist(point, other) > 0.02 * 2:
            return point


def one_cut(mode, region, points, rng, drawn, report):
    """A random constraint and point, as the rules draw them, and the parts; none where the cut is refused."""
    ax, ay, bx, by = (rng.uniform(-HALF, HALF) for _ in range(4))
    try:
        if mode == "line_voronoi":
            curve = [*points, random_point(region, drawn)]
            return curve, voronoi(region, curve)
        if mode == "line_fixed_point":
            curve = Line((ax, ay), (bx, by))
        elif mode == "line_fixed_angle":
            curve = Line.at_angle(rng.uniform(0, 180), (ax, ay))
        elif mode == "circle_fixed_centre":
            curve = Circle.through((ax, ay), (bx, by))
        else:
            curve = Circle.on_diameter((ax, ay), (bx, by))
        return curve, region.split(curve)
    except DegenerateCut as refusal:
        report.refused[refusal.reason] += 1
        return None, ()


def choose(region: Region, parts: tuple[Region, ...], chooser: str, rng: random.Random) -> int | None:
    """The index of the part to go on with, among those that C13 lets a player select."""
    selectable = [
        index
        for index, part in enumerate(parts)
        if part.area >= 1e-6 * region.area and fit(part)[0].area >= 0.001 * (2 * HALF) ** 2
    ]
    if not selectable:
        return None
    if chooser == "largest":
        return max(selectable, key=lambda index: parts[index].area)
    if chooser == "smallest":
        return min(selectable, key=lambda index: parts[index].area)
    if chooser == "holed":
        most = max(len(parts[index].holes) for index in selectable)
        selectable = [index for index in selectable if len(parts[index].holes) == most]
    return rng.choice(selectable)


def check_cut(region: Region, parts: tuple[Region, ...], report: Report, exact_count: bool = True) -> None:
    area = math.fsum(part.area for part in parts)
    report.worst_area = max(report.worst_area, abs(area / region.area - 1))
    assert abs(area - region.area) <= 1e-9 * region.area, (area, region.area)
    boundary = math.fsum(part.inherited_length for part in parts)
    report.worst_boundary = max(report.worst_boundary, abs(boundary / region.boundary_length - 1))
    assert abs(boundary - region.boundary_length) <= 1e-12 * region.boundary_length
    for part in parts:
        check_well_formed(part)
    if exact_count:
        check_topology(region, parts)
    check_sharing(parts)


def check_well_formed(part: Region) -> None:
    """One outer loop, anticlockwise; holes clockwise, inside it and outside each other."""
    assert signed_area(part.outer) > 0
    for loop in part.loops:
        assert len(loop) >= 2
        for edge, end in zip(loop, (*loop[1:], loop[0]), strict=True):
            assert (edge.x, edge.y) != (end.x, end.y)
            assert abs(edge.bulge) <= 1
            assert all(map(math.isfinite, edge))
    for hole in part.holes:
        assert signed_area(hole) < 0
        whole = Region(part.outer)
        others = [Region(other) for other in part.holes if other is not hole]
        for x, y in on_edges(hole):
            assert whole.contains((x, y))
            assert not any(other.contains((x, y)) for other in others)


def check_topology(region: Region, parts: tuple[Region, ...]) -> None:
    """No hole is lost: Euler's characteristic, 1 less the holes, rises by 1 with each stretch of the cut inside."""
    new_runs = 0
    for part in parts:
        for loop in part.loops:
            tags = [edge.tag for edge in loop]
            new_runs += sum(tag == CUT and before != CUT for before, tag in zip([tags[-1], *tags], tags, strict=False))
    assert new_runs % 2 == 0
    assert sum(1 - len(part.holes) for part in parts) == 1 - len(region.holes) + new_runs // 2
    for hole in region.holes:  # it is as it was, in one part, or its vertices are on loops with new edges
        if sum(hole in part.holes for part in parts) != 1:
            fresh = [loop for part in parts for loop in part.loops if any(edge.tag == CUT for edge in loop)]
            assert {edge[:2] for edge in hole} <= {edge[:2] for loop in fresh for edge in loop}


def check_sharing(parts: tuple[Region, ...]) -> None:
    """Each new edge is another one run backwards, float by float."""
    new = Counter(
        (edge.x, edge.y, *end, edge.bulge) for part in parts for edge, end in part.edges() if edge.tag != INHERITED
    )
    for (x0, y0, x1, y1, bulge), count in new.items():
        assert count == new[x1, y1, x0, y0, -bulge]


def signed_area(loop) -> float:
    """By Green's theorem, from centres and angles: another way than the library's."""
    terms = []
    x, y = loop[0][:2]
    for edge, end in zip(loop, (*loop[1:], loop[0]), strict=True):
        terms.append(((edge.x - x) * (end.y - y) - (end.x - x) * (edge.y - y)) / 2)
        if edge.bulge:
            sweep = 4 * math.atan(edge.bulge)
            radius = math.dist(edge[:2], end[:2]) / (2 * math.sin(abs(sweep) / 2))
            terms.append(radius**2 / 2 * (sweep - math.sin(sweep)))
    return math.fsum(terms)


def on_edges(loop) -> Iterator[Point]:
    """Vertices, and the middles of edges."""
    for edge, end in zip(loop, (*loop[1:], loop[0]), strict=True):
        yield edge.x, edge.y
        yield (edge.x + end.x + edge.bulge * (end.y - edge.y)) / 2, (edge.y + end.y - edge.bulge * (end.x - edge.x)) / 2
