"""What the server draws for a round: the cutter, the target, and what it fixes of the cut (C08 to C11, C15, C16).

Each is drawn from its own stream of the seed, ``round``, the round's number, ``cutter``, ``target`` or ``constraint``.
"""

from collections.abc import Sequence
from math import dist

from gamecore.cutting.canvas import Canvas, Point
from gamecore.cutting.closest import closest_cut
from gamecore.cutting.constraints import (
    Constraint,
    FixedAngle,
    FixedCentre,
    FixedDiameter,
    FixedPoint,
    VoronoiPoints,
)
from gamecore.cutting.settings import Settings
from gamecore.geometry import Region, random_point
from gamecore.randomness import Stream, stream

__all__ = ["APART", "draw_constraint", "draw_cutter", "draw_target", "own_point", "playable"]

APART = 0.02
"""Drawn Voronoi points are at least this part of the polygon's diameter apart."""

_DRAWS = 100  # for a constraint with a cut; each attempt after the first is rare already
_POINT_DRAWS = 1_000  # for a point far enough from another one
_SURE_FILL = 0.01  # of a shape that fills so much, some cut has two parts, and one of them may be selected


def draw_cutter(seed: str, round: int, turns: Sequence[int], active: Sequence[bool]) -> int:  # noqa: A002
    """The seat that cuts: uniform among the active ones with fewer turns than the active one with the most.

    If all active seats have had equally many, uniform among them.

    Args:
        seed: The game's.
        round: The round's number.
        turns: By seat: how often it has been the cutter before.
        active: By seat: whether it has not resigned; at least one has not.
    """
    eligible = [seat for seat, here in enumerate(active) if here]
    most = max([turns[seat] for seat in eligible])
    behind = [seat for seat in eligible if turns[seat] < most]
    return stream(seed, "round", round, "cutter").choice(behind or eligible)


def draw_target(settings: Settings, seed: str, round: int) -> float:  # noqa: A002
    """The required share in percent.

    Args:
        settings: The game's.
        seed: The game's.
        round: The round's number.
    """
    shares = settings.target_shares
    return shares[0] if len(shares) == 1 else stream(seed, "round", round, "target").choice(shares)


def draw_constraint(
    settings: Settings,
    seed: str,
    round: int,  # noqa: A002
    shape: Region,
    kept: Point | None = None,
) -> Constraint:
    """What the server fixes of the round's cut.

    A point is uniform on the canvas (x, then y), an angle uniform from 0° to 180°, a Voronoi point uniform in the
    polygon and at least 2 % of its diameter from the other one. It is drawn again, at most 100 times, while no legal
    cut has a part that may be selected.

    Args:
        settings: The game's.
        seed: The game's.
        round: The round's number.
        shape: The round's shape.
        kept: Voronoi: the point that was enlarged with its region; None: both are drawn.
    """
    source = stream(seed, "round", round, "constraint")
    for _ in range(_DRAWS):
        constraint = _drawn(settings, source, shape, kept)
        if playable(settings, shape, constraint):
            break
    return constraint


def own_point(points: Sequence[Point], cell: Region) -> Point:
    """The point of a Voronoi cut to which a region belongs.

    Args:
        points: All points of the cut.
        cell: A part of it, a convex polygon.
    """
    corners = cell.vertices
    inside = sum([x for x, _ in corners]) / len(corners), sum([y for _, y in corners]) / len(corners)
    return min(points, key=lambda point: dist(point, inside))


def playable(settings: Settings, shape: Region, constraint: Constraint) -> bool:
    """Whether some legal cut has a part that may be selected.

    Args:
        settings: The game's.
        shape: The shape before the cut, fitted.
        constraint: What the server fixes.
    """
    # Cuts in two or three parts that just touch the shape always exist. The largest part has a third of the area, and
    # enlarging takes none of it away: 1 % leaves it above the 0.1 % that it must fill.
    if shape.area >= _SURE_FILL * settings.canvas.area:
        return True
    return closest_cut(shape, constraint, 50.0, settings.variant, settings.canvas) is not None


def _drawn(settings: Settings, source: Stream, shape: Region, kept: Point | None) -> Constraint:
    mode = settings.mode
    if mode == "line_voronoi":
        first = random_point(shape, source) if kept is None else kept
        return VoronoiPoints(first, _apart(shape, source, first))
    if mode == "line_fixed_angle":
        return FixedAngle(source.uniform(0.0, 180.0))
    point = _on_canvas(source, settings.canvas)
    if mode == "line_fixed_point":
        return FixedPoint(point)
    return FixedCentre(point) if mode == "circle_fixed_centre" else FixedDiameter(point)


def _on_canvas(source: Stream, canvas: Canvas) -> Point:
    x, y = canvas.width / 2, canvas.height / 2
    return source.uniform(-x, x), source.uniform(-y, y)


def _apart(shape: Region, source: Stream, other: Point) -> Point:
    """A point of the polygon at least 2 % of its diameter from the other; failing that, the farthest one drawn."""
    vertices = shape.vertices
    least = APART * max([dist(a, b) for place, a in enumerate(vertices) for b in vertices[:place]])
    best: Point | None = None
    for _ in range(_POINT_DRAWS):
        point = random_point(shape, source)
        if dist(point, other) >= least:
            return point
        if best is None or dist(point, other) > dist(best, other):
            best = point
    assert best is not None
    return best
