"""Moves for the tests: cuts near and far from the target in every mode, and wrong ones of every reason."""

from math import cos, hypot, radians, sin

from gamecore import cutting
from gamecore.errors import IllegalMove

MODES = (
    "line_fixed_point",
    "line_fixed_angle",
    "line_voronoi",
    "circle_fixed_centre",
    "circle_fixed_diameter",
)


def made(state, point):
    """What the package makes of a point on the state's shape."""
    settings = state.settings
    return cutting.cut(state.shape, state.constraint, point, settings.variant, settings.canvas)


def anywhere(rng, canvas):
    return rng.uniform(-canvas.width / 2, canvas.width / 2), rng.uniform(-canvas.height / 2, canvas.height / 2)


def some_cut(rng, state):
    """A legal cut at random, a point and a part."""
    canvas = state.settings.canvas
    low_x, low_y, high_x, high_y = state.shape.bounds
    for number in range(400):
        point = anywhere(rng, canvas) if number % 2 else (rng.uniform(low_x, high_x), rng.uniform(low_y, high_y))
        if not canvas.contains(point):
            continue
        try:
            cut = made(state, point)
        except IllegalMove:
            continue
        allowed = [part for part, may in enumerate(cut.selectable) if may]
        if allowed:
            return point, rng.choice(allowed)
    return near_cut(state, 50.0)


def near_cut(state, share):
    """The legal cut nearest to a share."""
    settings = state.settings
    return cutting.closest_cut(state.shape, state.constraint, share, settings.variant, settings.canvas)


def good_cut(rng, state, what):
    """A move: ``perfect``: as near to the target as can be; ``near``: a few points off; ``any``."""
    target = state.target
    if what == "any":
        point, part = some_cut(rng, state)
    else:
        off = 0.0 if what == "perfect" else rng.choice((-1, 1)) * rng.uniform(0.3, 6)
        point, part = near_cut(state, target + off)
    return {"round": state.round, "point": list(point), "part": part}


def wrong_cut(rng, state, reason):
    """A cut that is refused for this reason, or None if the state allows none that is found."""
    point, part = some_cut(rng, state)
    canvas, constraint = state.settings.canvas, state.constraint
    if reason == "wrong_round":
        return {"round": state.round + rng.choice((-1, 1)), "point": list(point), "part": part}
    if reason == "unknown_part":
        count = len(made(state, point).parts)
        return {"round": state.round, "point": list(point), "part": rng.choice((-1, count, 10**6))}
    found = _wrong_point(rng, state.shape, canvas, constraint, reason)
    return None if found is None else {"round": state.round, "point": list(found), "part": 0}


def _wrong_point(rng, shape, canvas, constraint, reason):
    mode = constraint.mode
    if reason == "outside_canvas":
        return None if mode == "line_voronoi" else (canvas.width / 2 + 1e-9, 0.0)
    if reason == "outside_shape":
        return (5.0, 0.0) if mode == "line_voronoi" else None
    if reason == "degenerate":
        if mode == "line_voronoi":
            return constraint.first
        if mode == "line_fixed_angle":  # a support line, or so near to one that it does not matter
            turn = radians(constraint.degrees)
            return max(shape.vertices, key=lambda vertex: cos(turn) * vertex[1] - sin(turn) * vertex[0])
        return getattr(constraint, {"line_fixed_point": "point", "circle_fixed_centre": "centre"}.get(mode, "end"))
    if reason == "misses_shape":
        if mode == "line_voronoi":
            return None
        return next((point for point in _far_points(rng, canvas) if _misses(shape, constraint, point)), None)
    raise AssertionError(reason)


def _far_points(rng, canvas):
    x, y = canvas.width / 2, canvas.height / 2
    yield from ((-x, -y), (x, -y), (x, y), (-x, y))
    for _ in range(60):
        yield anywhere(rng, canvas)


def _misses(shape, constraint, point):
    """Whether all of a fine sample of the outline lies clearly on one side; worked out here."""
    from .oracle import ring

    outline = [vertex for loop in shape.loops for vertex in ring(loop, 24)]
    (x, y), mode = point, constraint.mode
    if mode.startswith("line"):
        if mode == "line_fixed_point":
            px, py = constraint.point
            if hypot(x - px, y - py) < 1e-3:
                return False
            dx, dy = (x - px) / hypot(x - px, y - py), (y - py) / hypot(x - px, y - py)
        else:
            px, py = point
            dx, dy = cos(radians(constraint.degrees)), sin(radians(constraint.degrees))
        heights = [dx * (v - py) - dy * (u - px) for u, v in outline]
    else:
        if mode == "circle_fixed_centre":
            (cx, cy), (ex, ey) = constraint.centre, point
        else:
            (ax, ay) = constraint.end
            (cx, cy), (ex, ey) = ((ax + x) / 2, (ay + y) / 2), point
        radius = hypot(ex - cx, ey - cy)
        if radius < 1e-3:
            return False
        heights = [hypot(u - cx, v - cy) - radius for u, v in outline]
        if min(heights) > 0.02:  # outside: then the whole circle may still lie inside the shape
            return not shape.contains((cx, cy))
    return min(heights) > 0.02 or max(heights) < -0.02


CUT_FAULTS = ("wrong_round", "unknown_part", "outside_canvas", "outside_shape", "degenerate", "misses_shape")
"""Reasons that a cut can be refused for; ``too_thin`` comes up by itself."""
