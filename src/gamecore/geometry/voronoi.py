"""Voronoi cells of two or three points in a region."""

from collections.abc import Sequence

from gamecore.errors import DegenerateCut
from gamecore.geometry.curves import Line, point_of
from gamecore.geometry.edges import CUT, Edge, Point, winding
from gamecore.geometry.region import Region, _region

__all__ = ["voronoi"]

_ROUNDING = 8e-15
"""Four times what the roundings of a lead add up to at most, which is 18 times 2^-53, relative to the greatest
coordinate and the distance of the two sites."""

Leads = dict[tuple[int, int], tuple[list[float], float]]
"""Of two sites: how much farther the first is than the second, squared, for each vertex; and how wrong that may be."""

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
    size = region._scale
    leads: Leads = {}
    for i, j in ((0, 1), (0, 2), (1, 2)) if len(sites) == 3 else ((0, 1),):
        (ax, ay), (bx, by) = sites[i], sites[j]
        dx, dy, sx, sy = bx - ax, by - ay, ax + bx, ay + by
        values = [dx * (2 * edge[0] - sx) + dy * (2 * edge[1] - sy) for edge in outer]
        doubt = _ROUNDING * size * (abs(dx) + abs(dy))
        leads[i, j] = values, doubt
        leads[j, i] = [-value for value in values], doubt
    labels = _labels(leads, len(outer), len(sites))
    found: list[Run] = []
    edges: list[Edge] = []
    for place, edge in enumerate(outer):
        edges.append(edge)
        follower = place + 1 if place + 1 < len(outer) else 0
        if labels[place] != labels[follower]:
            x, y, _, tag = edge
            end_x, end_y, _, _ = outer[follower]
            for label, t in _crossings(leads, (place, follower), (labels[place], labels[follower]), len(sites)):
                last, edges = edges, [Edge(x + t * (end_x - x), y + t * (end_y - y), 0.0, tag)]
                found.append((label, last))
                if last[-1][:2] == edges[0][:2]:
                    raise DegenerateCut("too_small", "two crossings fall together")
            if edges[0][:2] == (end_x, end_y):
                raise DegenerateCut("too_small", "a crossing falls together with a vertex")
    if found:
        found[0] = (found[0][0], edges + found[0][1])
    return found


def _labels(leads: Leads, places: int, count: int) -> list[int]:
    """The site nearest to each vertex, if that is beyond doubt."""
    ahead, doubt = leads[0, 1]
    if count == 2:
        if any(-doubt <= value <= doubt for value in ahead):
            raise DegenerateCut("through_vertex", "two Voronoi points are equally near to a vertex")
        return [0 if value < 0 else 1 for value in ahead]
    labels = []
    for place in range(places):
        best = 0 if ahead[place] < 0 else 1
        if leads[best, 2][0][place] > 0:
            best = 2
        for other in range(3):
            if other != best:
                values, doubt = leads[best, other]
                if values[place] >= -doubt:
                    raise DegenerateCut("through_vertex", "two Voronoi points are equally near to a vertex")
        labels.append(best)
    return labels


def _crossings(
    leads: Leads, places: tuple[int, int], labels: tuple[int, int], count: int
) -> tuple[tuple[int, float], ...]:
    """Where an edge passes from one cell to another: the cell that it leaves and the part of its length there."""
    start, end = places
    first, last = labels
    values, doubt = leads[first, last]
    fall = values[start] - values[end]
    t = values[start] / fall
    if count == 2:
        return ((first, t),)
    third = 3 - first - last
    others, other_doubt = leads[third, first]
    slope = others[end] - others[start]
    ahead = others[start] + t * slope  # positive: the third is farther away where the first and the last are even
    if abs(ahead) <= 4 * (other_doubt + abs(slope / fall) * doubt):
        raise DegenerateCut("inconsistent", "the point equally near to all three lies on the boundary")
    if ahead > 0:
        return ((first, t),)
    values, _ = leads[third, last]
    t, u = others[start] / -slope, values[start] / (values[start] - values[end])
    if not t < u:
        raise DegenerateCut("too_small", "two crossings fall together")
    return (first, t), (third, u)


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
