"""The closest cut to a target share: over the placed point's whole legal range and all parts that may be selected."""

from math import cos, hypot, pi, radians, sin

from gamecore.cutting.canvas import Canvas, Point
from gamecore.cutting.closest_diameter import search_diameters
from gamecore.cutting.closest_events import critical_angles, critical_levels, critical_radii
from gamecore.cutting.closest_search import Search
from gamecore.cutting.closest_voronoi import search_third_points
from gamecore.cutting.constraints import Constraint, FixedAngle, FixedCentre, FixedDiameter, FixedPoint
from gamecore.cutting.cuts import VARIANTS, Variant
from gamecore.errors import InvalidOptions
from gamecore.geometry import Region
from gamecore.randomness import Stream

__all__ = ["closest_cut"]


def closest_cut(
    shape: Region,
    constraint: Constraint,
    target: float,
    variant: Variant = "area",
    canvas: Canvas | None = None,
    choose: Stream | None = None,
) -> tuple[Point, int] | None:
    """The legal cut and the selectable part whose share is nearest to a target.

    It is nearest within 0.01 percentage points of the best that the point's whole range offers, and exact (1e-9) where
    the target is attained; see ``docs/cuts.md`` for how, and how that was measured.

    Args:
        shape: The shape before the cut, on the canvas.
        constraint: What the server fixed.
        target: The share wanted, in percent, 0 to 100.
        variant: What shares measure: ``"area"`` or ``"perimeter"``.
        canvas: The canvas; None for 2.2 × 2.2.
        choose: Picks one of several exact cuts at random; without it, always the same one comes. In the modes
            whose point moves in two dimensions the exact cuts fill whole curves; there, random paths are tried.

    Returns:
        The placed point and the number of the part, as :func:`~gamecore.cutting.cut` takes them; None if
        no legal cut has a part that may be selected.

    Raises:
        InvalidOptions: ``target`` or ``variant`` is out of its range.
    """
    if type(target) not in (int, float) or not 0 <= target <= 100:
        raise InvalidOptions("target", target, "a number from 0 to 100")
    if variant not in VARIANTS:
        raise InvalidOptions("variant", variant, '"area" or "perimeter"')
    search = Search(shape.settled(), constraint, float(target), variant, canvas or Canvas(), choose is not None)
    if isinstance(constraint, FixedAngle):
        _search_levels(search, constraint)
    elif isinstance(constraint, FixedPoint):
        _search_angles(search, constraint)
    elif isinstance(constraint, FixedCentre):
        _search_radii(search, constraint)
    elif isinstance(constraint, FixedDiameter):
        search_diameters(search, constraint, choose)
    else:
        search_third_points(search, constraint, choose)
    if search.best is None:
        return None
    _, point, part = choose.choice(search.exact) if choose is not None and search.exact else search.best
    return point, part


def _search_levels(search: Search, constraint: FixedAngle) -> None:
    """Lines of one angle: the point moves between the two extreme points of the shape, and so stays on the canvas."""
    turn = radians(constraint.degrees)
    levels = critical_levels(search.shape, (-sin(turn), cos(turn)))
    (low, (ax, ay)), (high, (bx, by)) = levels[0], levels[-1]
    width = high - low

    def path(level: float) -> Point:
        part = (level - low) / width
        return ax + part * (bx - ax), ay + part * (by - ay)

    search.along(path, [level for level, _ in levels], monotone=True)


def _search_angles(search: Search, constraint: FixedPoint) -> None:
    """Lines through a point: they turn from one vertex to the next; the placed point is far out on the canvas."""
    angles = critical_angles(search.shape, constraint.point)
    for low, high in zip(angles, [*angles[1:], angles[0] + pi], strict=True):
        if high - low <= 1e-11:
            continue
        middle = (low + high) / 2
        back, ahead = search.canvas.chord(constraint.point, (cos(middle), sin(middle)))
        search.along(_FarEnd(search.canvas, constraint.point, ahead > -back), [low, high], monotone=False)
        if search.done:
            return


class _FarEnd:
    """For an angle, the last point of the line through a fixed point that is on the canvas, ahead or behind."""

    def __init__(self, canvas: Canvas, fixed: Point, forwards: bool) -> None:
        self.canvas = canvas
        self.fixed = fixed
        self.forwards = forwards

    def __call__(self, angle: float) -> Point:
        x, y = self.fixed
        ux, uy = cos(angle), sin(angle)
        back, ahead = self.canvas.chord(self.fixed, (ux, uy))
        margin = 1e-9 * (ahead - back)
        away = ahead - margin if self.forwards else back + margin
        return x + away * ux, y + away * uy


def _search_radii(search: Search, constraint: FixedCentre) -> None:
    """Circles about a point: the placed point runs from there to the farthest corner of the canvas."""
    x, y = constraint.centre
    corner = max(search.canvas.corners, key=lambda corner: hypot(corner[0] - x, corner[1] - y))
    far = hypot(corner[0] - x, corner[1] - y)
    ux, uy = (corner[0] - x) / far, (corner[1] - y) / far

    def path(radius: float) -> Point:
        return x + radius * ux, y + radius * uy

    start = 0.0
    if not search.canvas.contains(constraint.centre):
        back, far = search.canvas.chord(constraint.centre, (ux, uy))
        start = max(back, 0.0)
    radii = [radius for radius in critical_radii(search.shape, constraint.centre) if start < radius < far]
    search.along(path, [start, *radii, far], monotone=True)
