"""The closest cut whose circle has one end of a diameter fixed.

The placed point B moves over the whole canvas. Along a ray from the fixed end A the discs nest, so each part's share
is monotone between critical diameters, and one ray is searched like the radii of a fixed centre. Rays are tried in
the order of the golden angle until one has an exact cut. If none has, the rays that came nearest are
turned to where they come nearer still.
"""

from math import atan2, cos, pi, sin

from gamecore.cutting.canvas import Point
from gamecore.cutting.closest_events import critical_diameters
from gamecore.cutting.closest_search import SLACK, Search
from gamecore.cutting.constraints import FixedDiameter
from gamecore.randomness import Stream

__all__ = ["search_diameters"]

_RAYS = 56
_GOLDEN_ANGLE = pi * (3 - 5**0.5)
_REFINED = 4
"""So many of the nearest rays are turned."""


def search_diameters(search: Search, constraint: FixedDiameter, choose: Stream | None) -> None:
    """Search the circles over diameters from a fixed end."""
    end = constraint.end
    start = choose.uniform(0.0, 2 * pi) if choose is not None else 0.1
    rays: list[tuple[float, float]] = []

    def ray(angle: float) -> float:
        """Search one ray; how near it came."""
        others, search.best = search.best, None
        _search_ray(search, end, (cos(angle), sin(angle)))
        gap = search.gap
        if others is not None and (search.best is None or others[0] <= search.best[0]):
            search.best = others
        return gap

    for number in range(_RAYS):
        angle = (start + number * _GOLDEN_ANGLE) % (2 * pi)
        rays.append((angle, ray(angle)))
        if search.exact:
            return
    for x, y in search.canvas.corners:  # where the largest circles are
        angle = atan2(y - end[1], x - end[0]) % (2 * pi)
        rays.append((angle, ray(angle)))
        if search.exact:
            return
    rays.sort()
    count = len(rays)
    valleys = [
        place
        for place in range(count)
        if rays[place][1] <= rays[place - 1][1] and rays[place][1] <= rays[(place + 1) % count][1]
    ]
    valleys.sort(key=lambda place: rays[place][1])
    for place in valleys[:_REFINED]:
        angle, gap = rays[place]
        before = angle - (angle - rays[place - 1][0]) % (2 * pi)
        after = angle + (rays[(place + 1) % count][0] - angle) % (2 * pi)
        for _ in range(16):
            left, right = angle - before, after - angle
            turned = angle + (0.381966 * right if right > left else -0.381966 * left)
            seen = ray(turned)
            if search.exact:
                return
            if seen < gap:
                before, after = (angle, after) if turned > angle else (before, angle)
                settled = gap - seen < SLACK / 2
                angle, gap = turned, seen
            else:
                settled = seen - gap < SLACK / 2
                before, after = (before, turned) if turned > angle else (turned, after)
            if settled or gap <= SLACK:
                break


def _search_ray(search: Search, end: Point, direction: Point) -> None:
    back, far = search.canvas.chord(end, direction)
    back = max(back, 0.0)
    if far - back <= 1e-9:
        return
    x, y = end
    ux, uy = direction

    def path(diameter: float) -> Point:
        return x + diameter * ux, y + diameter * uy

    diameters = [value for value in critical_diameters(search.shape, end, direction) if back < value < far]
    search.along(path, [back, *diameters, far], monotone=True)
