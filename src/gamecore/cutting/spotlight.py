"""What a viewer sees under Spotlight: a disc around the own pointer (C34).

What is clipped is then rounded, and put into an order of its own. Where a clipped edge came from and where a loop
began could otherwise show in the last digits and in the order of things.
"""

from collections.abc import Iterable
from itertools import pairwise

import msgspec

from gamecore.cutting.canvas import Canvas, Point
from gamecore.cutting.outlines import Path
from gamecore.geometry import Circle, Edge, Loop, Region
from gamecore.geometry.clip import clip_path

__all__ = ["DIGITS", "RADIUS", "Area", "Spotlight"]

RADIUS = 0.2
"""Radius of the disc, as a part of the canvas's shorter side."""
DIGITS = 6
"""Decimals of what is seen: a screen of a million pixels would need more."""


class Area(msgspec.Struct, frozen=True):
    """A piece of a region inside the disc: what :class:`~gamecore.geometry.Region` has, rounded; the rim is tagged 2.

    Attributes:
        outer: The outer loop, anticlockwise, from its least vertex.
        holes: The holes, clockwise, in order.
    """

    outer: Loop
    holes: tuple[Loop, ...] = ()


class Spotlight:
    """The disc that a viewer sees.

    Args:
        pointer: Where the viewer points, on the canvas.
        canvas: The canvas.
    """

    __slots__ = ("disc",)

    def __init__(self, pointer: Point, canvas: Canvas) -> None:
        self.disc = Circle(pointer, RADIUS * min(canvas.width, canvas.height))

    def points(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """The points inside, rounded, in order."""
        (x, y), r = self.disc.centre, self.disc.radius
        inside = [(px, py) for px, py in points if (px - x) ** 2 + (py - y) ** 2 < r * r]
        return tuple(sorted([(_rounded(px), _rounded(py)) for px, py in inside]))

    def areas(self, regions: Iterable[Region | Area]) -> tuple[Area, ...]:
        """The pieces of regions inside."""
        found = []
        for region in regions:
            assert isinstance(region, Region)
            for piece in region.clip(self.disc):
                outer = _loop(piece.outer)
                if outer:
                    holes = [loop for hole in piece.holes if (loop := _loop(hole))]
                    found.append(Area(outer, tuple(sorted(holes))))
        return tuple(sorted(found, key=lambda area: (area.outer, area.holes)))

    def paths(self, paths: Iterable[Path]) -> tuple[Path, ...]:
        """The pieces of paths inside."""
        found = []
        for path in paths:
            for piece in clip_path(path, self.disc):
                edges = [_edge(edge) for edge in piece]
                kept = [edge for edge, end in pairwise(edges) if edge[:2] != end[:2]]
                if kept:
                    found.append((*kept, Edge(edges[-1].x, edges[-1].y)))
        return tuple(sorted(found))


def _rounded(value: float) -> float:
    return round(value, DIGITS) + 0.0  # no negative zero


def _edge(edge: Edge) -> Edge:
    return Edge(_rounded(edge.x), _rounded(edge.y), _rounded(edge.bulge), edge.tag)


def _loop(loop: Loop) -> Loop:
    """The loop rounded, without edges that rounding leaves no length, from its least vertex; empty if none is left."""
    edges = [_edge(edge) for edge in loop]
    kept = [edge for edge, end in zip(edges, (*edges[1:], edges[0]), strict=True) if edge[:2] != end[:2]]
    if len(kept) < 2:
        return ()
    first = kept.index(min(kept))
    return (*kept[first:], *kept[:first])
