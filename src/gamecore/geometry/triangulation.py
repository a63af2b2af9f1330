"""Triangles of polygons, and random points inside them."""

from collections.abc import Sequence

from gamecore.errors import InvalidRegion
from gamecore.geometry.edges import Point
from gamecore.geometry.orientation import orientation
from gamecore.geometry.region import Region
from gamecore.randomness import Stream

__all__ = ["Triangle", "random_point", "triangulate"]

Triangle = tuple[Point, Point, Point]

_DRAWS = 200
"""How often a point that rounding puts on the boundary is drawn again."""


def triangulate(region: Region) -> tuple[Triangle, ...]:
    """Triangles, anticlockwise, that make up a polygon and use no vertices but its own.

    Turns are decided exactly, so every simple polygon comes out right, however thin. Where rounding made a polygon's
    boundary cross itself, the smallest corner is cut off instead of an ear: the triangles' areas then still sum to
    the polygon's, as far as rounding goes.

    Args:
        region: A region of straight edges without holes.

    Raises:
        InvalidRegion: The region has arcs or holes.

    Ear clipping (Meisters, American Mathematical Monthly 82, 1975); O(n²) on all but contrived polygons.
    """
    return tuple(_ears(_polygon(region)))


def random_point(region: Region, stream: Stream) -> Point:
    """A uniform random point strictly inside a polygon, drawn by triangles: thin polygons take no longer than fat ones.

    Args:
        region: A region of straight edges without holes.
        stream: Where the random numbers come from: three for each draw, few regions ever need a second one.

    Raises:
        InvalidRegion: The region has arcs or holes, or is so thin that it holds (nearly) no floating-point numbers.
    """
    corners = _polygon(region)
    triangles = _ears(corners)
    areas = [_twice_area(triangle) for triangle in triangles]
    total = sum(areas)
    for _ in range(_DRAWS):
        left = stream.uniform(0.0, total)
        chosen = 0
        while chosen < len(areas) - 1 and left >= areas[chosen]:
            left -= areas[chosen]
            chosen += 1
        (ax, ay), (bx, by), (cx, cy) = triangles[chosen]
        u, v = stream.uniform(), stream.uniform()
        if u + v > 1.0:
            u, v = 1.0 - u, 1.0 - v
        point = (ax + u * (bx - ax) + v * (cx - ax), ay + u * (by - ay) + v * (cy - ay))
        if _strictly_inside(corners, point):
            return point
    raise InvalidRegion("$", "is too thin to hold a point strictly inside")


def _polygon(region: Region) -> list[Point]:
    if region.holes:
        raise InvalidRegion("$.holes", "must be empty: only polygons without holes are triangulated")
    for place, edge in enumerate(region.outer):
        if edge.bulge:
            raise InvalidRegion(f"$.outer[{place}]", "must be straight: only polygons are triangulated")
    return [(edge.x, edge.y) for edge in region.outer]


def _ears(corners: Sequence[Point]) -> list[Triangle]:
    """Cuts off ear after ear until nothing is left."""
    count = len(corners)
    before = [place - 1 for place in range(count)]
    before[0] = count - 1
    after = [*range(1, count), 0]
    found: list[Triangle] = []
    place, unsuccessful = 0, 0
    # Only corners that are not convex can lie in an ear's triangle; one that turned convex never turns back.
    blunt = {i for i in range(count) if orientation(corners[before[i]], corners[i], corners[after[i]]) <= 0}
    while count > 2:
        if unsuccessful == count:
            place = _smallest(corners, before, after, place, count)
        a, b, c = corners[before[place]], corners[place], corners[after[place]]
        turn = orientation(a, b, c)
        if turn == 0 or unsuccessful == count or (turn > 0 and _free(corners, blunt, (a, b, c))):
            if turn > 0:
                found.append((a, b, c))
            left, right = before[place], after[place]
            after[left], before[right] = right, left
            blunt.discard(place)
            count -= 1
            unsuccessful = 0
            for other in (left, right):
                if other in blunt and orientation(corners[before[other]], corners[other], corners[after[other]]) > 0:
                    blunt.discard(other)
            place = right
        else:
            unsuccessful += 1
            place = after[place]
    return found


def _free(corners: Sequence[Point], blunt: set[int], ear: Triangle) -> bool:
    """No corner lies in the closed triangle but the triangle's own."""
    a, b, c = ear
    low_x, high_x = min(a[0], b[0], c[0]), max(a[0], b[0], c[0])
    low_y, high_y = min(a[1], b[1], c[1]), max(a[1], b[1], c[1])
    for place in blunt:
        point = corners[place]
        x, y = point
        if (
            low_x <= x <= high_x
            and low_y <= y <= high_y
            and point not in ear
            and orientation(a, b, point) >= 0
            and orientation(b, c, point) >= 0
            and orientation(c, a, point) >= 0
        ):
            return False
    return True


def _smallest(corners: Sequence[Point], before: list[int], after: list[int], place: int, count: int) -> int:
    """The convex corner with the smallest triangle; the given one when none is convex."""
    best, smallest = place, float("inf")
    for _ in range(count):
        area = _twice_area((corners[before[place]], corners[place], corners[after[place]]))
        if 0.0 < area < smallest:
            best, smallest = place, area
        place = after[place]
    return best


def _twice_area(triangle: Triangle) -> float:
    (ax, ay), (bx, by), (cx, cy) = triangle
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def _strictly_inside(corners: Sequence[Point], point: Point) -> bool:
    """Whether a point lies inside a polygon and not on its boundary, decided exactly by the winding number."""
    x, y = point
    winding = 0
    a = corners[-1]
    for b in corners:
        if a[1] <= y < b[1]:
            winding += orientation(a, b, point) > 0
        elif b[1] <= y < a[1]:
            winding -= orientation(a, b, point) < 0
        near = min(a[0], b[0]) <= x <= max(a[0], b[0]) and min(a[1], b[1]) <= y <= max(a[1], b[1])
        if near and orientation(a, b, point) == 0:
            return False
        a = b
    return winding == 1
