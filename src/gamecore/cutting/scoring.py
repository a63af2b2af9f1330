"""What cuts and estimates earn (C17 to C19). Shares and targets are in percent, points at full precision."""

from collections.abc import Sequence
from typing import Literal

from gamecore.cutting.settings import Settings

__all__ = [
    "SLACK",
    "Answer",
    "Given",
    "awarded",
    "cutter_points",
    "is_perfect",
    "right_answer",
    "scored",
]

SLACK = 1e-9
"""Percentage points that rounding may add to a cut's error."""

Given = Literal["more", "less"]
Answer = Literal["more", "less", "none", "not_asked", "automatic"]
"""A seat's part in a settled round: its estimate; ``none``: it was asked and did not answer; ``not_asked``: the cut was
Perfect, or the seat had resigned before; ``automatic``: the cutter selected no part, and the seat has the full score.
"""


def is_perfect(settings: Settings, target: float, share: float) -> bool:
    """Whether a cut is Perfect: off by no more than the tolerance, that included.

    Args:
        settings: The game's.
        target: The required share in percent.
        share: The selected part's share in percent.
    """
    return abs(share - target) <= settings.tolerance + SLACK


def cutter_points(settings: Settings, target: float, share: float) -> float:
    """What a cut earns, Perfect or not: max(0, S − M × abs(Y − X)).

    An error within :data:`SLACK` is none: an exact cut earns S and not a hair less, or rounding would part players
    who are level, and keep a game from the point target that its last cut reaches.

    Args:
        settings: The game's: S is ``cutter_score``, M is ``deduction``.
        target: X, the required share in percent.
        share: Y, the selected part's share in percent.
    """
    error = abs(share - target)
    return max(0.0, settings.cutter_score - settings.deduction * (error if error > SLACK else 0.0))


def right_answer(target: float, share: float) -> Given | None:
    """The correct estimate of a cut; None if the share is exactly the target: then neither is.

    Args:
        target: The required share in percent.
        share: The selected part's share in percent.
    """
    return "more" if share > target else "less" if share < target else None


def scored(
    settings: Settings, target: float, share: float, cutter: int, answers: Sequence[Answer | None]
) -> tuple[float, ...]:
    """By seat: the points of a round with a cut.

    Args:
        settings: The game's.
        target: The required share in percent.
        share: The selected part's share in percent.
        cutter: The cutter's seat.
        answers: By seat; the cutter's does not count.
    """
    right = right_answer(target, share)
    full = float(settings.estimate_score)
    points = [full if answer is not None and answer == right else 0.0 for answer in answers]
    points[cutter] = cutter_points(settings, target, share)
    return tuple(points)


def awarded(
    settings: Settings, cutter: int, active: Sequence[bool]
) -> tuple[tuple[Answer | None, ...], tuple[float, ...]]:
    """By seat: the answers and the points of a round whose cutter selected no part (C19).

    Args:
        settings: The game's.
        cutter: The cutter's seat; it gets nothing.
        active: By seat: whether it has not resigned.
    """
    full = float(settings.estimate_score)
    answers: list[Answer | None] = ["automatic" if here else "not_asked" for here in active]
    answers[cutter] = None
    return tuple(answers), tuple(full if answer == "automatic" else 0.0 for answer in answers)
