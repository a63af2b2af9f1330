"""The closest cut by a third Voronoi point.

The third point moves over the whole polygon, which is convex, so that the segment between any two places is open to it.
Where a region's share is below the target at one place and above it at another, a root finder on the segment gives an
exact cut. Places are tried in a fixed order: over the polygon, along its rim, and close round the two fixed points,
where the third region takes half of the other's at any slant. If the target lies beyond all of them, the nearest are
moved by ever shorter steps to where they are nearer still.

A thousand places are looked at in the worst case, so their shares come from clipping lists of vertices, at a tenth of
the cost of building the regions; what comes near is then cut as usual.
"""

from itertools import pairwise
from math import cos, dist, hypot, inf, pi, sin

from gamecore.cutting.canvas import Point
from gamecore.cutting.closest_search import EXACT, SLACK, Search
from gamecore.cutting.constraints import MIN_DISTANCE, VoronoiPoints
from gamecore.cutting.cuts import MIN_FILL, MIN_SELECTABLE
from gamecore.randomness import Stream

__all__ = ["search_third_points"]

_INSET = 1e-7
"""How far inside the rim a point is put, as a part of the way to the middle."""
_HOPE = 15.0
"""A place farther than the best by so many percentage points is not moved."""
_SPOKES = 16
_VALLEYS = 2
"""So many of the nearest places of a row are moved."""
_STARS = tuple(
    tuple((cos(turn * pi / 3 + 2.4 * star), sin(turn * pi / 3 + 2.4 * star)) for turn in range(6)) for star in range(13)
)
"""Six directions, turned this way and that: a ridge of a share is followed only in directions close to its own."""

_Shares = tuple[float, float, float]
_Place = tuple[Point, _Shares]
_Corner = tuple[float, float, bool]
"""A corner of a polygon, and whether the side that starts there belongs to the shape's boundary."""


def search_third_points(search: Search, constraint: VoronoiPoints, choose: Stream | None) -> None:
    """Search the third points of a Voronoi cut of a convex polygon."""
    _ThirdPoint(search, constraint).search(choose)


class _ThirdPoint:
    """Places of the third point, looked at one by one."""

    def __init__(self, search: Search, constraint: VoronoiPoints) -> None:
        self.goal = search
        self.first, self.second = self.fixed = constraint.first, constraint.second
        self.close: list[list[Point]] = []
        shape = search.shape
        self.corners = [(edge.x, edge.y) for edge in shape.outer]
        count = len(self.corners)
        self.middle = (sum(x for x, _ in self.corners) / count, sum(y for _, y in self.corners) / count)
        low_x, low_y, high_x, high_y = shape.bounds
        self.extent = dist((low_x, low_y), (high_x, high_y))
        self.near = 1.5 * MIN_DISTANCE * self.extent
        polygon = self.polygon = [(x, y, True) for x, y in self.corners]
        self.first_half = _nearer(polygon, self.first, self.second)
        self.second_half = _nearer(polygon, self.second, self.first)
        self.below: tuple[list[_Place], ...] = ([], [], [])
        self.above: tuple[list[_Place], ...] = ([], [], [])

    def search(self, choose: Stream | None) -> None:
        """Look until an exact cut is found; else move the nearest places."""
        rows = self._places()
        order = [place for row in rows for place in row]
        for point in choose.shuffled(order) if choose is not None else order:
            self._look(point)
            if self.goal.exact:
                return
        for part in range(3):
            for row in rows:
                gaps = [self._gap(point, part) for point in row]
                valleys = [
                    place for place, gap in enumerate(gaps) if gaps[place - 1] > gap <= gaps[place + 1 - len(gaps)]
                ]
                for place in sorted(valleys, key=gaps.__getitem__)[:_VALLEYS]:
                    if gaps[place] < self.goal.gap + _HOPE:
                        start = self._turned(row, place, part) if row in self.close else row[place]
                        self._descend(start, self._gap(start, part), part)
                        if self.goal.exact:
                            return

    def _places(self) -> list[list[Point]]:
        """Closed rows: inside the polygon, along its rim, and round the fixed points, close and farther off."""
        rim = [
            _between(_between(one, other, part), self.middle, _INSET)
            for one, other in pairwise([*self.corners, self.corners[0]])
            for part in (0.0, 0.02, 0.25, 0.5, 0.75, 0.98)
        ]
        inner = [[_between(self.middle, point, part) for point in rim[::2]] for part in (0.6, 0.3, 0.85)]
        self.close = [[_round(fixed, self.near, step) for step in range(_SPOKES)] for fixed in self.fixed]
        rings = [
            [self._inside(_round(fixed, 0.05 * self.extent, step)) for step in range(_SPOKES)] for fixed in self.fixed
        ]
        return [*inner, rim, *self.close, *rings]

    def _turned(self, row: list[Point], place: int, part: int) -> Point:
        """Turn a place close round a fixed point to where it is nearest to the target: golden section."""
        fixed = self.fixed[self.close.index(row)]
        before, turn, after = place - 1.0, float(place), place + 1.0
        gap = self._gap(row[place], part)
        while after - before > 1e-4:
            left, right = turn - before, after - turn
            other = turn + (0.381966 * right if right > left else -0.381966 * left)
            seen = self._gap(_round(fixed, self.near, other), part)
            if seen < gap:
                before, after = (turn, after) if other > turn else (before, turn)
                turn, gap = other, seen
            else:
                before, after = (before, other) if other > turn else (other, after)
        return _round(fixed, self.near, turn)

    def _shares(self, point: Point) -> _Shares:
        """The shares of the three regions, in percent."""
        one = _measure(self.first_half, self.first, point)
        other = _measure(self.second_half, self.second, point)
        place = 0 if self.goal.by_area else 1
        first, second = 100 * one[place] / self.goal.whole, 100 * other[place] / self.goal.whole
        return first, second, 100 - first - second

    def _allowed(self, point: Point) -> bool:
        """Whether the third point may be there."""
        if min(dist(point, self.first), dist(point, self.second)) < self.near / 1.5:
            return False
        x, y = point
        ax, ay = self.corners[-1]
        for bx, by in self.corners:
            if (bx - ax) * (y - ay) <= (by - ay) * (x - ax):
                return False
            ax, ay = bx, by
        return True

    def _look(self, point: Point) -> None:
        """Try a place, and the segments from it to places beyond the target."""
        if not self._allowed(point):
            return
        target = self.goal.target
        shares = self._shares(point)
        for part, share in enumerate(shares):
            here, beyond = self.below[part], self.above[part]
            if share > target:
                here, beyond = beyond, here
            here.append((point, shares))
            for place, there in beyond[-2:]:
                self._bridge(point, share, place, there[part], part)
                if self.goal.exact:
                    return

    def _bridge(self, a: Point, share_a: float, b: Point, share_b: float, part: int) -> None:
        """Find the exact cut on the segment between a place below and a place above the target: Illinois method."""
        target = self.goal.target
        low, high = 0.0, 1.0
        f_low, f_high = share_a - target, share_b - target
        place = 0.5
        for step in range(60):
            place = low + (0.5 if step % 4 == 3 or f_low == f_high else f_low / (f_low - f_high)) * (high - low)
            f = self._shares(_between(a, b, place))[part] - target
            if abs(f) <= EXACT / 10:
                break
            if (f > 0) is (f_high > 0):
                high, f_high = place, f
                f_low /= 2
            else:
                low, f_low = high, f_high
                high, f_high = place, f
        self._consider(_between(a, b, place), part)

    def _consider(self, point: Point, part: int) -> bool:
        """Cut there, and keep the part if it is nearest so far; whether it may be selected."""
        sample = self.goal.sample(point)
        return sample is not None and len(sample.parts) == 3 and self.goal.consider(sample, part)

    def _gap(self, point: Point, part: int) -> float:
        return abs(self._shares(point)[part] - self.goal.target) if self._allowed(point) else inf

    def _descend(self, point: Point, gap: float, part: int) -> None:
        """Move a place nearer to the target by steps, longer after a success, shorter after none."""
        target = self.goal.target
        below = self._shares(point)[part] < target
        if not self._selectable(point, part):
            gap = inf
        step = 0.05 * self.extent
        failed = 0
        while step > self.near / 30:
            failed += 1
            for dx, dy in _STARS[failed % len(_STARS)]:
                moved = self._inside((point[0] + step * dx, point[1] + step * dy))
                seen = self._gap(moved, part)
                if seen >= gap - min(SLACK / 20, 1e-3 * gap):
                    continue
                share = self._shares(moved)[part]
                if (share < target) is not below and gap < inf:
                    self._bridge(point, self._shares(point)[part], moved, share, part)
                    return
                if self._selectable(moved, part):
                    point, gap = moved, seen
                    step *= 2.0
                    break
            else:
                step *= 0.65
        self._consider(point, part)

    def _selectable(self, point: Point, part: int) -> bool:
        """Whether a region may be selected."""
        sites = (self.first, self.second, point)
        cell = self.polygon
        for place, other in enumerate(sites):
            if place != part:
                cell = _nearer(cell, sites[part], other)
                if not cell:
                    return False
        xs, ys = [x for x, _, _ in cell], [y for _, y, _ in cell]
        box = max(max(xs) - min(xs), max(ys) - min(ys))
        area, _ = _size(cell)
        return (
            area >= MIN_SELECTABLE * self.goal.shape.area and area * 4 >= MIN_FILL * box * box * self.goal.canvas.area
        )

    def _inside(self, point: Point) -> Point:
        """The point itself, or where the way to it from the middle leaves the polygon."""
        x, y = point
        mx, my = self.middle
        part = 1.0
        ax, ay = self.corners[-1]
        for bx, by in self.corners:
            dx, dy = bx - ax, by - ay
            height = dx * (my - ay) - dy * (mx - ax)
            rise = dx * (y - my) - dy * (x - mx)
            if height + part * rise < 1e-7 * height:
                part = -(1 - 1e-7) * height / rise
            ax, ay = bx, by
        return _between(self.middle, point, part) if part < 1 else point


def _nearer(polygon: list[_Corner], point: Point, other: Point) -> list[_Corner]:
    """What of a convex polygon is nearer to a point than to another."""
    (px, py), (ox, oy) = point, other
    nx, ny = px - ox, py - oy
    level = ((px + ox) * nx + (py + oy) * ny) / 2
    kept: list[_Corner] = []
    ax, ay, counts = polygon[-1]
    height = nx * ax + ny * ay - level
    for corner in polygon:
        bx, by, _ = corner
        next_height = nx * bx + ny * by - level
        if (height > 0) is not (next_height > 0):
            part = height / (height - next_height)
            kept.append((ax + part * (bx - ax), ay + part * (by - ay), counts if next_height > 0 else False))
        if next_height > 0:
            kept.append(corner)
        ax, ay, counts = corner
        height = next_height
    return kept


def _measure(polygon: list[_Corner], point: Point, other: Point) -> tuple[float, float]:
    """Area, and length along the shape's boundary, of what of a convex polygon is nearer to a point than to another."""
    return _size(_nearer(polygon, point, other))


def _size(kept: list[_Corner]) -> tuple[float, float]:
    """Area of a convex polygon, and length along the shape's boundary."""
    if not kept:
        return 0.0, 0.0
    double = length = 0.0
    ox, oy, _ = kept[0]
    ax, ay, counts = kept[-1]
    for bx, by, following in kept:
        double += (ax - ox) * (by - oy) - (ay - oy) * (bx - ox)
        if counts:
            length += hypot(bx - ax, by - ay)
        ax, ay, counts = bx, by, following
    return double / 2, length


def _round(fixed: Point, radius: float, step: float) -> Point:
    turn = step * 2 * pi / _SPOKES + 0.1
    return fixed[0] + radius * cos(turn), fixed[1] + radius * sin(turn)


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])
