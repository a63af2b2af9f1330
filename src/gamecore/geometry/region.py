"""Regions: connected areas bounded by straight edges and circular arcs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from math import fsum
from typing import Any

import msgspec

from gamecore import wire
from gamecore.errors import InvalidRegion
from gamecore.geometry.clip import clip_loops
from gamecore.geometry.curves import MAX_COORDINATE, Circle, Line, point_of
from gamecore.geometry.drawing import path_data, picture
from gamecore.geometry.edges import (
    INHERITED,
    RIM,
    Edge,
    Loop,
    Point,
    loop_area,
    loop_bounds,
    loop_lengths,
    reversed_loop,
    winding,
)
from gamecore.geometry.polygonise import polygonise
from gamecore.geometry.splitting import split_loops

__all__ = ["MAX_EDGES", "Bounds", "Region", "locate"]

MAX_EDGES = 10_000
"""A region has at most this many edges."""

LEAST_AREA = 1e-15
"""A loop's area must be more than this part of the square of its extent."""

Bounds = tuple[float, float, float, float]

_set = msgspec.structs.force_setattr


class Region(msgspec.Struct, frozen=True, dict=True):
    """A connected area: inside its outer loop and outside its holes. Equal by value, hashable.

    A loop is a sequence of edges, each given by its start: ``(x, y)``, ``(x, y, bulge)`` or ``(x, y, bulge, tag)``,
    see :class:`Edge`; it ends at the start of the next edge, the last at the first. The outer loop is kept
    anticlockwise and the holes clockwise; a loop given the other way is turned round. That loops do not cross
    themselves or each other is taken on trust.

    Args:
        outer: The outline.
        holes: The holes, each inside the outline and apart from the others.

    Raises:
        InvalidRegion: A number is not finite or above :data:`MAX_COORDINATE`, a bulge above 1 in size, an edge without
            length, a loop without area, fewer than 2 edges in a loop or more than :data:`MAX_EDGES` in all; its
            path leads there (``$.outer[2][0]``).
    """

    outer: Loop
    holes: tuple[Loop, ...] = ()

    def __post_init__(self) -> None:
        outer = _loop(self.outer, "$.outer", anticlockwise=True)
        given = wire.array(self.holes, "$.holes", InvalidRegion)
        if len(given) > MAX_EDGES // 2:
            raise InvalidRegion("$.holes", f"has more than {MAX_EDGES} edges")
        holes: list[Loop] = []
        total = len(outer)
        for number, hole in enumerate(given):
            holes.append(_loop(hole, f"$.holes[{number}]", anticlockwise=False))
            total += len(holes[-1])
            if total > MAX_EDGES:
                raise InvalidRegion("$", f"has more than {MAX_EDGES} edges")
        _set(self, "outer", outer)
        _set(self, "holes", tuple(holes))
        if not self.area > 0:
            raise InvalidRegion("$.holes", "leave no area")

    @classmethod
    def from_json(cls, source: object) -> "Region":
        """Read a region: JSON text, or the decoded object with ``outer`` and, unless empty, ``holes``.

        Raises:
            InvalidRegion: As for the class; or it is no such object.
        """
        data = wire.record(wire.decode(source, InvalidRegion), "$", InvalidRegion, ["outer"], ["holes"])
        return cls(data["outer"], data.get("holes", ()))

    def to_json(self) -> str:
        """JSON text without loss: ``{"outer": [[x, y, bulge, tag], …], "holes": [[…], …]}``."""
        return wire.encode(self)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "outer": [list(edge) for edge in self.outer],
            "holes": [[list(edge) for edge in hole] for hole in self.holes],
        }

    @classmethod
    def disc(cls, circle: Circle) -> "Region":
        """The disc inside a circle, as two half arcs from its right and its left end."""
        (x, y), r = circle.centre, circle.radius
        return cls((Edge(x + r, y, 1.0), Edge(x - r, y, 1.0)))

    # --- measures

    @cached_property
    def area(self) -> float:
        """The area."""
        area = loop_area(self.outer)
        return fsum([area, *map(loop_area, self.holes)]) if self.holes else area

    @cached_property
    def _lengths(self) -> tuple[float, float]:
        inherited, others = loop_lengths(self.outer)
        for hole in self.holes:
            more, other = loop_lengths(hole)
            inherited += more
            others += other
        return fsum(inherited), fsum(inherited + others)

    @property
    def boundary_length(self) -> float:
        """Length of the whole boundary, holes included."""
        return self._lengths[1]

    @property
    def inherited_length(self) -> float:
        """Length of the edges tagged :data:`INHERITED`: all but what the last cut made."""
        return self._lengths[0]

    @cached_property
    def bounds(self) -> Bounds:
        """The bounding box, arcs included: ``(min x, min y, max x, max y)``."""
        return loop_bounds(self.outer)

    @cached_property
    def _scale(self) -> float:
        """The greatest coordinate of the outline's vertices, in size."""
        return max([max(abs(edge[0]), abs(edge[1])) for edge in self.outer])

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The outer loop, then the holes."""
        return (self.outer, *self.holes)

    @property
    def vertices(self) -> tuple[Point, ...]:
        """The starts of all edges, loop by loop."""
        return tuple((edge[0], edge[1]) for loop in self.loops for edge in loop)

    def edges(self) -> Iterator[tuple[Edge, Point]]:
        """Every edge with its end, loop by loop."""
        for loop in self.loops:
            for edge, end in zip(loop, (*loop[1:], loop[0]), strict=True):
                yield edge, (end.x, end.y)

    # --- cuts

    def split(self, curve: Line | Circle) -> tuple["Region", ...]:
        """The connected parts into which a line or a circle cuts the region.

        Order: first the parts on the left of a line (from ``p`` to ``q``) or inside a circle, then the others. On
        each side the parts follow the stretches of the cutter inside the region: a part comes where the first stretch
        along its boundary comes. A line's stretches are counted in its direction. A circle's are counted
        anticlockwise from the first place, in the order of the region's loops and edges, where the circle so run enters
        the region. A circle wholly inside gives the disc first, then the rest.

        Edges keep their tags; the new ones are tagged :data:`CUT`. The outer loop of a part begins with its first new
        edge, if it has any. Neighbours share the floats of their common vertices, with opposite bulges.

        Returns:
            The parts; the region itself alone if the cutter misses or swallows it.

        Raises:
            DegenerateCut: The cutter runs along an edge, touches an edge or a vertex from one side, or comes so near to
                that that rounding decides (1e-12 of the coordinates). Nothing is snapped or nudged; a cutter that
                clearly goes through a vertex cuts there.
        """
        parts = split_loops(self.outer, self.holes, self._scale, curve)
        if parts is None:
            return (self,)
        return tuple([_region(outer, holes) for outer, holes in parts])

    def settled(self) -> "Region":
        """The same region with every edge tagged :data:`INHERITED`: the shape of the next round."""
        return _region(
            tuple([Edge(x, y, bulge) for x, y, bulge, _ in self.outer]),
            tuple([tuple([Edge(x, y, bulge) for x, y, bulge, _ in hole]) for hole in self.holes]),
        )

    def contains(self, point: Sequence[float]) -> bool:
        """Is the point inside?

        A point on a boundary is given to one side; of two parts that share an edge, to exactly one.

        Raises:
            DegenerateCut: The point is no pair of finite numbers.
        """
        x, y = point_of(point, "the point")
        return winding(self.outer, x, y) > 0 and not any(winding(hole, x, y) for hole in self.holes)

    def clip(self, disc: Circle) -> tuple["Region", ...]:
        """The connected parts of the region inside a disc, whose rim becomes edges tagged :data:`RIM`.

        Never fails: a disc whose rim cannot cut the region cleanly is made smaller, by 1e-9 of its radius if that will
        do, so nothing outside the disc ever shows.

        Returns:
            The parts, in the order of a split; the region itself alone if all of it lies inside; none if nothing does.
        """
        parts = clip_loops(self.outer, self.holes, self._scale, disc)
        if parts is None:
            return (self,)
        return tuple([_region(outer, holes) for outer, holes in parts])

    # --- pictures and other programs

    def to_svg_path(self, digits: int = 17) -> str:
        """The region as the ``d`` of an SVG path with true arcs, for either fill rule; the y axis as it is.

        Args:
            digits: Significant digits of each number; 17 lose nothing.
        """
        return path_data(self.loops, closed=True, digits=digits)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return picture([self])

    def to_shapely(self, tolerance: float = 1e-3) -> Any:
        """The region as a ``shapely.Polygon``; arcs become chords.

        Args:
            tolerance: How far a chord may lie from its arc, greater than 0, in the units of the coordinates.

        Raises:
            InvalidOptions: The tolerance is no positive number, or an arc would need over a million chords.
        """
        from shapely import Polygon

        outline, *holes = polygonise(self.loops, tolerance)
        return Polygon(outline, holes)

    def to_geojson(self, tolerance: float = 1e-3) -> dict[str, Any]:
        """The region as a GeoJSON ``Polygon`` geometry (RFC 7946), ready for ``json.dumps``; arcs become chords.

        The outer ring runs anticlockwise and holes clockwise, as the RFC wishes; rings repeat their first position.

        Args:
            tolerance: As for :meth:`to_shapely`.

        Raises:
            InvalidOptions: As for :meth:`to_shapely`.
        """
        rings = [[[x, y] for x, y in (*ring, ring[0])] for ring in polygonise(self.loops, tolerance)]
        return {"type": "Polygon", "coordinates": rings}


def locate(parts: Iterable[Region], point: Sequence[float]) -> int | None:
    """The index of the first part that contains the point, or None.

    Of the parts of a split, at most one contains any point, also on a cut.

    Raises:
        DegenerateCut: The point is no pair of finite numbers.
    """
    return next((index for index, part in enumerate(parts) if part.contains(point)), None)


def _loop(value: object, path: str, *, anticlockwise: bool) -> Loop:
    given = wire.array(value, path, InvalidRegion, 2)
    if len(given) > MAX_EDGES:
        raise InvalidRegion(path, f"has more than {MAX_EDGES} edges")
    loop = tuple([_edge(edge, f"{path}[{number}]") for number, edge in enumerate(given)])
    x, y, _, _ = loop[-1]
    for number, edge in enumerate(loop):
        if edge.x == x and edge.y == y:
            raise InvalidRegion(f"{path}[{(number or len(loop)) - 1}]", "is an edge without length")
        x, y = edge.x, edge.y
    area = loop_area(loop)
    xs, ys = [edge.x for edge in loop], [edge.y for edge in loop]
    extent = max(max(xs) - min(xs), max(ys) - min(ys))
    if not abs(area) > LEAST_AREA * extent * extent:
        raise InvalidRegion(path, "has no area")
    return loop if (area > 0) is anticlockwise else reversed_loop(loop)


def _edge(value: object, path: str) -> Edge:
    if type(value) is Edge:
        given: Sequence[Any] = value
    else:
        given = wire.array(value, path, InvalidRegion, 2, 4)
    x = _number(given[0], f"{path}[0]", MAX_COORDINATE)
    y = _number(given[1], f"{path}[1]", MAX_COORDINATE)
    bulge = _number(given[2], f"{path}[2]", 1) if len(given) > 2 else 0.0
    tag = wire.integer(given[3], f"{path}[3]", InvalidRegion, INHERITED, RIM) if len(given) > 3 else INHERITED
    return Edge(x, y, bulge, tag)


def _number(value: object, path: str, limit: float) -> float:
    if type(value) is not float and type(value) is not int:
        raise InvalidRegion(path, f"expected a number, got {wire.shown(value)}")
    if not -limit <= value <= limit:
        raise InvalidRegion(path, f"expected a number of at most {limit:g} in size, got {wire.shown(value)}")
    return float(value) + 0.0  # no negative zero


_copied: Callable[[], Region] = Region((Edge(0, 0), Edge(1, 0), Edge(0, 1))).__copy__  # type: ignore[attr-defined]


def _region(outer: Loop, holes: tuple[Loop, ...]) -> Region:
    """A region of loops that are known to be good: no checks, and none of their time."""
    region = _copied()
    _set(region, "outer", outer)
    _set(region, "holes", holes)
    return region
