"""Rounds: the cut that is being estimated, and what is kept of a round once it is settled (C17 to C19)."""

from typing import Annotated, Literal

import msgspec

from gamecore.cutting.canvas import Canvas, Point
from gamecore.cutting.constraints import Constraint
from gamecore.cutting.cuts import Variant, cut
from gamecore.cutting.departure import Milliseconds, RoundNumber
from gamecore.cutting.outlines import Path, new_edges
from gamecore.cutting.scoring import Answer
from gamecore.geometry import Region

__all__ = ["Chosen", "Kind", "Round", "choose"]

Kind = Literal["perfect", "estimated", "timeout", "resigned"]
Seat = Annotated[int, msgspec.Meta(ge=0)]


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cut that was made and the part that was selected, before settlement.

    Attributes:
        point: The placed point.
        part: The selected part's number.
        share: Its share in percent: hidden until settlement.
        at_ms: When it was selected.
        region: The selected part; what the cut made of its outline is tagged :data:`gamecore.geometry.CUT`.
        lines: The whole cut inside the shape, edge by edge.
    """

    point: Point
    part: Seat
    share: float
    at_ms: Milliseconds
    region: Region
    lines: tuple[Path, ...]


def choose(
    shape: Region, constraint: Constraint, point: Point, part: int, variant: Variant, canvas: Canvas, at_ms: int
) -> Chosen:
    """Cut a shape and select a part.

    Args:
        shape: The round's shape.
        constraint: What the server fixed.
        point: The placed point.
        part: The part's number.
        variant: What the share measures.
        canvas: The canvas.
        at_ms: When.

    Raises:
        IllegalMove: As for :func:`gamecore.cutting.cut` and :meth:`gamecore.cutting.Cut.select`.
    """
    made = cut(shape, constraint, point, variant, canvas)
    selected = made.select(part)  # first: it refuses numbers of no part
    return Chosen(point, part, made.shares[part], at_ms, selected, new_edges(made.parts))


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A settled round. Tuples by seat have one entry for each, seat 0 first.

    Attributes:
        round: Its number, from 1.
        kind: ``perfect``: nobody was asked; ``estimated``: those who were left to ask were asked; without a cut
            ``timeout``, or ``resigned``: the cutter resigned before selecting.
        cutter: The cutter's seat.
        target: The required share in percent.
        share: The selected part's share in percent; None without a cut.
        answers: By seat; None for the cutter.
        points: By seat: what the round earned.
        totals: By seat: all points so far.
        started_ms: When it began.
        cut_ms: When the part was selected; None without a cut.
        settled_ms: When it was settled, which is when the next one began.
    """

    round: RoundNumber
    kind: Kind
    cutter: Seat
    target: float
    share: float | None
    answers: tuple[Answer | None, ...]
    points: tuple[float, ...]
    totals: tuple[float, ...]
    started_ms: Milliseconds
    cut_ms: Milliseconds | None
    settled_ms: Milliseconds
