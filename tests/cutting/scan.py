"""The closest cut by brute force: the placed point on a fine grid over its legal range, every part of every cut."""

from math import cos, hypot, inf, pi, radians, sin

from gamecore.cutting import Canvas, FixedAngle, FixedCentre, FixedDiameter, FixedPoint, cut
from gamecore.errors import IllegalMove
from gamecore.geometry import support

CANVAS = Canvas()


def fractions(count: int) -> list[float]:
    """From 0 to 1, evenly and, at both ends, in ever shorter steps."""
    even = [(step + 0.5) / count for step in range(count)]
    fine = [10 ** (-exponent / 2) for exponent in range(4, 20)]
    return sorted([*even, *fine, *(1 - part for part in fine)])


def points(shape, constraint, count):
    """Placed points over the whole range: ``count`` of them along a line, its square over an area."""
    if isinstance(constraint, FixedAngle):
        low, high = support(shape, constraint.degrees)
        turn = radians(constraint.degrees)
        for part in fractions(count):
            level = low + part * (high - low)
            base = (-level * sin(turn), level * cos(turn))
            back, ahead = CANVAS.chord(base, (cos(turn), sin(turn)))
            yield base[0] + (back + ahead) / 2 * cos(turn), base[1] + (back + ahead) / 2 * sin(turn)
    elif isinstance(constraint, FixedPoint):
        x, y = constraint.point
        for part in fractions(count):
            back, ahead = CANVAS.chord((x, y), (cos(part * pi), sin(part * pi)))
            away = 0.999999 * (ahead if ahead > -back else back)
            yield x + away * cos(part * pi), y + away * sin(part * pi)
    elif isinstance(constraint, FixedCentre):
        x, y = constraint.centre
        corner = max(CANVAS.corners, key=lambda corner: hypot(corner[0] - x, corner[1] - y))
        for part in fractions(count):
            yield x + part * (corner[0] - x), y + part * (corner[1] - y)
    elif isinstance(constraint, FixedDiameter):
        x, y = constraint.end
        for step in range(count):
            ux, uy = cos(2 * pi * step / count), sin(2 * pi * step / count)
            far = max(CANVAS.chord((x, y), (ux, uy))[1], 0.0)
            for part in fractions(count):
                yield x + part * far * ux, y + part * far * uy
    else:
        low_x, low_y, high_x, high_y = shape.bounds
        for row in range(count):
            for column in range(count):
                yield low_x + (column + 0.5) / count * (high_x - low_x), low_y + (row + 0.5) / count * (high_y - low_y)
        for x, y in (constraint.first, constraint.second):
            for radius in (3e-6, 1e-3, 0.03):
                for step in range(count):
                    turn = 2 * pi * step / count
                    yield x + radius * cos(turn), y + radius * sin(turn)
        middle = (
            sum(x for x, _ in shape.vertices) / len(shape.vertices),
            sum(y for _, y in shape.vertices) / len(shape.vertices),
        )
        for edge, end in shape.edges():
            for part in fractions(max(count // 3, 4)):
                x, y = edge.x + part * (end[0] - edge.x), edge.y + part * (end[1] - edge.y)
                yield x + 1e-6 * (middle[0] - x), y + 1e-6 * (middle[1] - y)


def nearest(shape, constraint, targets, count, variant="area"):
    """For each target, how near the scan comes: percentage points, or infinity if no cut is legal."""
    gaps = [inf] * len(targets)
    for point in points(shape, constraint, count):
        try:
            made = cut(shape, constraint, point, variant)
        except IllegalMove:
            continue
        for share, selectable in zip(made.shares, made.selectable, strict=True):
            if selectable:
                gaps = [min(gap, abs(share - target)) for gap, target in zip(gaps, targets, strict=True)]
    return gaps
