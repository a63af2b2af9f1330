"""Stretches of outlines: the edges that a cut made, and those it left."""

from collections.abc import Iterable
from itertools import groupby

from gamecore.geometry import CUT, Edge, Loop, Point, Region

__all__ = ["Path", "counted", "new_edges"]

Path = tuple[Edge, ...]
"""An open path: edges, and last of all its end as an edge that leads nowhere."""


def new_edges(parts: Iterable[Region]) -> tuple[Path, ...]:
    """The edges that a cut made, each of them once and as a path of its own, in the order of the parts.

    Args:
        parts: All parts of the cut.
    """
    seen: set[tuple[Point, Point]] = set()
    found: list[Path] = []
    for part in parts:
        for edge, end in part.edges():
            if edge.tag == CUT and (end, (edge.x, edge.y)) not in seen:
                seen.add(((edge.x, edge.y), end))
                found.append((edge, Edge(*end)))
    return tuple(found)


def counted(part: Region) -> tuple[Path, ...]:
    """The boundary of a part that counts in the perimeter variant: its outline without the new edges.

    Args:
        part: A part of a cut.
    """
    return tuple([path for loop in part.loops for path in _stretches(loop)])


def _stretches(loop: Loop) -> list[Path]:
    tags = [edge.tag == CUT for edge in loop]
    if not any(tags):
        return [(*loop, loop[0])]
    first = tags.index(True)  # so that no stretch is cut in two where the loop begins
    around = (*loop[first:], *loop[:first], loop[first])
    found: list[Path] = []
    place = 0
    for is_cut, group in groupby(around[:-1], key=lambda edge: edge.tag == CUT):
        length = len(list(group))
        if not is_cut:
            x, y, _, _ = around[place + length]
            found.append((*around[place : place + length], Edge(x, y)))
        place += length
    return found
