"""What shapely says of a cut: every arc is many chords, every cutter a polygon; nothing of the package's splitting.

Shares differ by what the chords cut off: :data:`TOLERANCE` percentage points cover it.
"""

from math import atan, cos, hypot, pi, radians, sin

import shapely
from shapely.geometry import Polygon

CHORDS = 128
TOLERANCE = 0.05
FAR = 50.0


def ring(loop, chords=CHORDS):
    """A loop as points; arcs by centre and angle."""
    points = []
    for place, (x, y, bulge, _) in enumerate(loop):
        points.append((x, y))
        if bulge:
            nx, ny, _, _ = loop[(place + 1) % len(loop)]
            # the centre lies on the bisector of the chord, (1 - b²) / (4 b) chords to its left
            lift = (1 - bulge * bulge) / (4 * bulge)
            cx, cy = (x + nx) / 2 - (ny - y) * lift, (y + ny) / 2 + (nx - x) * lift
            sweep = 4 * atan(bulge)
            for step in range(1, chords):
                c, s = cos(sweep * step / chords), sin(sweep * step / chords)
                points.append((cx + (x - cx) * c - (y - cy) * s, cy + (x - cx) * s + (y - cy) * c))
    return points


def polygon(region):
    return valid(Polygon(ring(region.outer), [ring(hole) for hole in region.holes]))


def valid(polygon):
    """The polygon, mended where the chords of two arcs close together cross each other."""
    return polygon if polygon.is_valid else shapely.make_valid(polygon)


def half_plane(through, direction):
    """What lies to the left of a line, as far as it matters."""
    (px, py), (dx, dy) = through, direction
    length = hypot(dx, dy)
    dx, dy = FAR * dx / length, FAR * dy / length
    return Polygon([(px - dx, py - dy), (px + dx, py + dy), (px + dx - dy, py + dy + dx), (px - dx - dy, py - dy + dx)])


def disc(centre, radius):
    count = 8 * CHORDS
    radius /= 1 - (pi / count) ** 2 / 6  # of the same area on average
    return Polygon(
        [
            (centre[0] + radius * cos(2 * pi * k / count), centre[1] + radius * sin(2 * pi * k / count))
            for k in range(count)
        ]
    )


def first_side(constraint, point):
    """The left of the line that a placed point makes, or the inside of the circle (C08 to C11)."""
    mode, (x, y) = constraint.mode, point
    if mode == "line_fixed_point":
        px, py = constraint.point
        return half_plane((px, py), (x - px, y - py))
    if mode == "line_fixed_angle":
        turn = radians(constraint.degrees)
        return half_plane(point, (cos(turn), sin(turn)))
    if mode == "circle_fixed_centre":
        cx, cy = constraint.centre
        return disc((cx, cy), hypot(x - cx, y - cy))
    ax, ay = constraint.end
    return disc(((ax + x) / 2, (ay + y) / 2), hypot(x - ax, y - ay) / 2)


def nearest(mine, others):
    """The cell of a Voronoi point: nearer to it than to the others."""
    cell = Polygon([(-FAR, -FAR), (FAR, -FAR), (FAR, FAR), (-FAR, FAR)])
    for other in others:
        middle = ((mine[0] + other[0]) / 2, (mine[1] + other[1]) / 2)
        cell = cell.intersection(half_plane(middle, (mine[1] - other[1], other[0] - mine[0])))
        if not cell.covers(shapely.Point(mine)):
            raise AssertionError("the half plane is the wrong way round")
    return cell


def parts(shape, constraint, point):
    """The parts as polygons, in groups: left or inside, then the others; or the three cells."""
    whole = polygon(shape)
    if constraint.mode == "line_voronoi":
        points = (constraint.first, constraint.second, point)
        areas = [whole.intersection(nearest(mine, [other for other in points if other is not mine])) for mine in points]
    else:
        side = first_side(constraint, point)
        areas = [whole.intersection(side), whole.difference(side)]
    return [[part for part in shapely.get_parts(area) if part.geom_type == "Polygon"] for area in areas]


def share(shape, part, variant):
    """Of a part given as a polygon, in percent of the shape."""
    whole = polygon(shape)
    if variant == "area":
        return 100 * part.area / whole.area
    return 100 * whole.boundary.intersection(part.buffer(1e-7, quad_segs=1)).length / whole.boundary.length


def check(shape, constraint, point, cut):
    """AssertionError unless the package's parts and shares are shapely's (C05, C12)."""
    assert abs(sum(cut.area_shares) - 100) < 1e-7
    assert abs(sum(cut.boundary_shares) - 100) < 1e-7
    groups = parts(shape, constraint, point)
    left = list(range(len(cut.parts)))
    for group in groups:  # the groups come in order; within one, parts are matched by what they share
        for found in sorted(group, key=lambda part: -part.area):
            if found.area < 2e-4 * TOLERANCE * shape.area:
                continue  # perhaps an artefact of the chords
            inside = [k for k in left if abs(share(shape, found, "area") - cut.area_shares[k]) < TOLERANCE]
            inside = [k for k in inside if _apart(polygon(cut.parts[k]), found) < 1e-3 * shape.area]
            assert inside, f"no part is like {found.representative_point()}: {cut.area_shares}"
            match = inside[0]
            left.remove(match)
            assert abs(share(shape, found, "perimeter") - cut.boundary_shares[match]) < 3 * TOLERANCE
    for k in left:
        assert cut.area_shares[k] < 3 * TOLERANCE
    _check_order(groups, cut)


def _apart(one, other):
    """The area of what is in only one of two polygons; on a grid, for near coincident edges mislead GEOS without."""
    return shapely.symmetric_difference(one, other, grid_size=1e-9).area


def _check_order(groups, cut):
    """Parts on the left, or inside, come before the others; Voronoi cells in the order of the points."""
    ranks = []
    for part in cut.parts:
        area = polygon(part)
        overlaps = [sum(shapely.intersection(area, found, grid_size=1e-9).area for found in group) for group in groups]
        if max(overlaps) > 0.9 * area.area:
            ranks.append(overlaps.index(max(overlaps)))
    assert ranks == sorted(ranks)
