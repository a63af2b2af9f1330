"""Voronoi cells of two or three points in a region."""

from collections.abc import Sequence
from itertools import pairwise

from gamecore.errors import DegenerateCut
from gamecore.geometry.curves import Line, point_of
from gamecore.geometry.edges import CUT, Edge, Point, winding
from gamecore.geometry.region import Region, _region

__all__ = ["voronoi"]

_ROUNDING = 1e-15
"""More than the relative rounding error of :func:`_lead`, in which eight roundings of 2^-53 add up."""

Run = tuple[int, list[Edge]]
"""A stretch of the boundary within one cell: whose, and its edges; it ends where the next run starts."""


def voronoi(region: Region, points: Sequence[Point]) -> tuple[Region, ...]:
    """The parts of a region that are nearest to each of two or three points.

    Every simple polygon whose boundary enters each cell once or twice, as a convex polygon's does, is cut up in one
    walk along its boundary; then there is one cell for each point, in the points' order, and neighbours share their
    vertices exactly. Any other region (arcs, holes, inlets that part a cell in several) is split along one bisector
    after the other: the parts nearest to the first point come first, then the second's, then the third's. Old edges
    keep their tags, new ones are tagged :data:`CUT`.

    Args:
        region: What to cut up.
        points: Two or three points strictly inside the region.

    Raises:
        DegenerateCut: ``not_finite``, ``out_of_range`` or ``equal_points``; ``outside_region`` for a point that does
            not lie inside; ``through_vertex`` when two points are equally near to a vertex of the region, as far as
            floats can tell; ``inconsistent`` when the point equally near to all three lies on the boundary; and
            what :meth:`Region.split` raises when the region is no such polygon.
    """
    sites = [point_of(point, "a Voronoi point") for point in points]
    if len(sites) not in (2, 3):
        raise DegenerateCut("equal_points" if len(sites) < 2 else "inconsistent", "Voronoi cells need 2 or 3 points")
    if len(set(sites)) < len(sites):
        raise DegenerateCut("equal_points", "two Voronoi points are the same")
    for x, y in sites:
        if winding(region.outer, x, y) != 1 or any(winding(hole, x, y) for hole in region.holes):
            raise DegenerateCut("outside_region", "a Voronoi point does not lie inside the region")
    if not region.holes and not any(edge[2] for edge in region.outer):
        cells = _joined(_runs(region, sites), sites)
        if cells:
            return cells
    return _split(region, sites)


def _lead(first: Point, second: Point, point: Point) -> float:
    """How much farther ``first`` is than ``second``, squared; exchanging them changes the sign and nothing else."""
    return (second[0] - first[0]) * (2 * point[0] - (first[0] + second[0])) + (second[1] - first[1]) * (
        2 * point[1] - (first[1] + second[1])
    )


def _runs(region: Region, sites: list[Point]) -> list[Run]:
    """The boundary of a polygon parted into runs, each within one cell.

    Along a straight edge, squared distances less what all have in common are linear functions, so the nearest site is
    the lowest of two or three lines: an edge between the cells of i and j may pass through one other cell, no more.
    """
    outer = region.outer
    size = max([max(abs(edge[0]), abs(edge[1])) for edge in outer])
    doubt = {
        (i, j): _ROUNDING * 8 * size * (abs(a[0] - b[0]) + abs(a[1] - b[1]))
        for i, a in enumerate(sites)
        for j, b in enumerate(sites)
        if i != j
    }
    nearest = [_nearest(sites, doubt, (edge[0], edge[1])) for edge in outer]
    found: list[Run] = []
    edges: list[Edge] = []
    for place, edge in enumerate(outer):
        edges.append(edge)
        label, end = nearest[place], nearest[place + 1 - len(outer)]
        if label == end:
            continue
        follower = outer[place + 1 - len(outer)]
        for left, x, y in _crossings(sites, doubt, (edge, follower), (label, end)):
            found.append((left, edges))
            edges = [Edge(x, y, 0.0, edge[3])]
    if found:
        found[0] = (found[0][0], edges + found[0][1])
    return found


def _nearest(sites: list[Point], doubt: dict[tuple[int, int], float], point: Point) -> int:
    """The site nearest to a vertex, if that is beyond doubt."""
    best = 0
    for other in range(1, len(sites)):
        if _lead(sites[best], sites[other], point) > 0:
            best = other
    for other in range(len(sites)):
        if other != best and _lead(sites[best], sites[other], point) > -doubt[best, other]:
            raise DegenerateCut("through_vertex", "two Voronoi points are equally near to a vertex")
    return best


def _crossings(
    sites: list[Point], doubt: dict[tuple[int, int], float], edge: tuple[Edge, Edge], labels: tuple[int, int]
) -> list[tuple[int, float, float]]:
    """Where an edge passes from one cell to another: the cell that it leaves and the place, once or twice."""
    (x0, y0, _, _), (x1, y1, _, _) = edge
    first, last = labels

    def crossing(i: int, j: int) -> float:
        start, end = _lead(sites[i], sites[j], (x0, y0)), _lead(sites[i], sites[j], (x1, y1))
        return start / (start - end)

    def lead(i: int, j: int, t: float) -> float:
        start, end = _lead(sites[i], sites[j], (x0, y0)), _lead(sites[i], sites[j], (x1, y1))
        return start + t * (end - start)

    t = crossing(first, last)
    steps = [(first, t)]
    if len(sites) == 3:
        third = 3 - first - last
        ahead = lead(third, first, t)  # positive: the third site is farther away where the other two are equally near
        slope = abs(lead(third, first, 1.0) - lead(third, first, 0.0))
        fall = abs(lead(first, last, 1.0) - lead(first, last, 0.0))
        unsure = 4 * (doubt[third, first] + slope * doubt[first, last] / fall)
        if abs(ahead) <= unsure:
            raise DegenerateCut("inconsistent", "the point equally near to all three lies on the boundary")
        if ahead < 0:
            steps = [(first, crossing(first, third)), (third, crossing(third, last))]
    found = [(label, x0 + t * (x1 - x0), y0 + t * (y1 - y0)) for label, t in steps]
    places = [(x0, y0), *[(x, y) for _, x, y in found], (x1, y1)]
    if steps[0][1] > steps[-1][1] or any(a == b for a, b in pairwise(places)):
        raise DegenerateCut("too_small", "two crossings fall together")
    return found


def _joined(runs: list[Run], sites: list[Point]) -> tuple[Region, ...]:
    """The cells that close the runs off, if there is one cell for each site; else none."""
    labels = [label for label, _ in runs]
    count = len(sites)
    if len(set(labels)) < count or len(runs) > count + (count == 3):
        return ()
    starts = [run[0] for _, run in runs]
    ends = [(edge.x, edge.y) for edge in (*starts[1:], starts[0])]
    loops = [[*run, Edge(x, y, 0.0, CUT)] for (_, run), (x, y) in zip(runs, ends, strict=True)]
    if len(runs) == count == 3:  # three bisectors meet inside
        x, y = _meeting(sites, labels, ends)
        loops = [[*loop, Edge(x, y, 0.0, CUT)] for loop in loops]
    cells: list[list[Edge]] = [[] for _ in sites]
    for label, loop in zip(labels, loops, strict=True):
        cells[label] += loop  # a cell that two chords cut off at both sides has two runs
    return tuple([_region(tuple(cell), ()) for cell in cells])


def _meeting(sites: list[Point], labels: list[int], ends: list[Point]) -> Point:
    """The point equally near to all three sites, checked to lie on the inner side of every crossing."""
    (ax, ay), (bx, by), (cx, cy) = sites
    bx, by, cx, cy = bx - ax, by - ay, cx - ax, cy - ay
    twice = 2 * (bx * cy - by * cx)
    if twice:
        b2, c2 = bx * bx + by * by, cx * cx + cy * cy
        x, y = ax + (cy * b2 - by * c2) / twice, ay + (bx * c2 - cx * b2) / twice
        for place, (px, py) in enumerate(ends):
            i, j = labels[place], labels[place - 2]  # the run that ends here, and the next
            (ix, iy), (jx, jy), (kx, ky) = sites[i], sites[j], sites[3 - i - j]
            # outwards along the bisector of i and j is away from k
            nx, ny = iy - jy, jx - ix
            if (nx * (kx - ix) + ny * (ky - iy)) > 0:
                nx, ny = -nx, -ny
            if not nx * (px - x) + ny * (py - y) > 0:
                break
        else:
            return x, y
    raise DegenerateCut("inconsistent", "the point equally near to all three is too near the boundary")


def _split(region: Region, sites: list[Point]) -> tuple[Region, ...]:
    """The parts nearest to each site, by splits along bisectors."""
    found: list[Region] = []
    for i, site in enumerate(sites):
        parts = [region]
        for j, other in enumerate(sites):
            if j != i:
                line = _bisector(sites[min(i, j)], sites[max(i, j)])
                parts = [part for whole in parts for part in whole.split(line) if _nearer(part, site, other)]
        found += parts
    return tuple(found)


def _bisector(a: Point, b: Point) -> Line:
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return Line((x, y), (x + a[1] - b[1], y + b[0] - a[0]))


def _nearer(part: Region, site: Point, other: Point) -> bool:
    """Whether a part on one side of the bisector is nearer to ``site``: its farthest point from it decides."""
    leads = []
    for edge, (x, y) in part.edges():
        middle = (edge.x + x + edge.bulge * (y - edge.y)) / 2, (edge.y + y - edge.bulge * (x - edge.x)) / 2
        leads += [_lead(site, other, (edge.x, edge.y)), _lead(site, other, middle)]
    return max(leads, key=abs) < 0
