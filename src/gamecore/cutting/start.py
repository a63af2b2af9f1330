"""The shape that a game starts from (C07)."""

from gamecore.cutting.settings import Settings
from gamecore.geometry import Circle, Region, fit, hull
from gamecore.randomness import stream

__all__ = ["GENERATOR_VERSION", "LEAST_START", "POINTS", "starting_shape"]

GENERATOR_VERSION = 1
"""Version of what a game draws of its seed; changes with every change to a stream, a shape or a constraint."""

POINTS = 10
"""So many points are drawn in line modes."""
LEAST_START = 0.1
"""The starting shape fills at least this much of the canvas."""

_DRAWS = 1_000  # 1 in 2 at worst does: the last one is not reached


def starting_shape(settings: Settings, seed: str) -> Region:
    """The unit circle in circle modes; in line modes the convex hull of ten points of the canvas, enlarged.

    The points are uniform, from the stream ``start``: x, then y of each. Ten more are drawn while the hull, fitted to
    the square from -1 to 1, fills less than a tenth of the canvas.

    Args:
        settings: The game's.
        seed: The game's.
    """
    if not settings.mode.startswith("line"):
        return Region.disc(Circle((0.0, 0.0), 1.0))
    canvas = settings.canvas
    x, y = canvas.width / 2, canvas.height / 2
    source = stream(seed, "start")
    best: Region | None = None
    for _ in range(_DRAWS):
        corners = hull([(source.uniform(-x, x), source.uniform(-y, y)) for _ in range(POINTS)])
        if len(corners) < 3:
            continue
        shape, _ = fit(Region(corners))  # type: ignore[arg-type]
        if shape.area >= LEAST_START * canvas.area:
            return shape
        if best is None or shape.area > best.area:
            best = shape
    assert best is not None
    return best
