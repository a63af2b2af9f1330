"""The two support lines of a shape, which all but the cutter see in fixed-angle mode (C36)."""

from math import cos, radians, sin

from gamecore.cutting.canvas import Canvas
from gamecore.cutting.outlines import Path
from gamecore.geometry import Edge, Region, support

__all__ = ["supports"]


def supports(shape: Region, degrees: float, canvas: Canvas) -> tuple[Path, ...]:
    """The parallels at an angle that touch opposite extremes of a shape, as far as they run on the canvas.

    Args:
        shape: On the canvas.
        degrees: Their angle, anticlockwise from the x axis.
        canvas: The canvas.

    Returns:
        Two straight paths: the lower line first, seen along the normal ``(-sin, cos)``.
    """
    turn = radians(degrees % 180)
    along = cos(turn), sin(turn)
    paths = []
    for distance in support(shape, degrees):
        foot = -along[1] * distance, along[0] * distance
        low, high = float("-inf"), float("inf")
        for start, step, half in zip(foot, along, (canvas.width / 2, canvas.height / 2), strict=True):
            if step:
                ends = sorted(((-half - start) / step, (half - start) / step))
                low, high = max(low, ends[0]), min(high, ends[1])
        if low < high:
            paths.append(tuple([Edge(foot[0] + t * along[0], foot[1] + t * along[1]) for t in (low, high)]))
    return tuple(paths)
