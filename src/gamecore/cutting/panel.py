"""What stands beside the board: panel, scoreboard, points progress, bot settings box (C29, C30, C33, C39).

Pure functions of a state and a time. All of it follows from settled rounds and from what everyone sees, so every viewer
may have it. Points are floats at full precision; what is rounded says so.
"""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Literal

import msgspec

from gamecore.cutting.bots import brain
from gamecore.cutting.ranking import ranks
from gamecore.cutting.rounds import Round

if TYPE_CHECKING:
    from gamecore.cutting.state import State

__all__ = [
    "BotBox",
    "Panel",
    "Progress",
    "Row",
    "bot_boxes",
    "countdown",
    "elapsed",
    "panel",
    "points_progress",
    "progress_percent",
    "scoreboard",
]

_ANSWERS = {
    "more": "More",
    "less": "Less",
    "none": "No answer",
    "not_asked": "Not asked",
    "automatic": "Automatic",
}


class Panel(msgspec.Struct, frozen=True):
    """The information panel.

    Attributes:
        round: The running round; once the game is over, the last.
        elapsed: Time since the start of the game, as ``MM:SS``.
        leading_score: The highest total.
        progress: How far the game is, in whole percent, 0 to 100.
        target: The required share in percent.
        phase: ``cutting``, ``estimating`` or ``over``.
        time: What is left of the step, as :func:`countdown` writes it; None once the game is over.
    """

    round: int
    elapsed: str
    leading_score: float
    progress: int
    target: float
    phase: Literal["cutting", "estimating", "over"]
    time: str | None


class Row(msgspec.Struct, frozen=True):
    """One row of the scoreboard.

    Attributes:
        rank: From 1; equal totals share one.
        seat: Whose row it is.
        name: Their name.
        resigned: Whether they have left.
        total: Points of the settled rounds.
        last_points: Points of the last settled round; None before the first.
        cutter_turns: How often they have been the cutter, the running round included.
        cut_estimate: Of the last settled round: the cutter's share as ``43.75%``, or nothing without a cut; ``More``,
            ``Less``, ``No answer``, ``Not asked`` or ``Automatic`` for the others.
    """

    rank: int
    seat: int
    name: str
    resigned: bool
    total: float
    last_points: float | None
    cutter_turns: int
    cut_estimate: str


class Progress(msgspec.Struct, frozen=True):
    """One player's line of the points-progress chart: their totals from zero on, then after each settled round."""

    name: str
    totals: tuple[float, ...]
    resigned: bool


class BotBox(msgspec.Struct, frozen=True):
    """One bot's settings as the box shows them.

    Attributes:
        seat: The bot's.
        name: Its name.
        mode: ``Adaptive`` or ``Fixed``.
        delay: Its delay in the running step, as ``1234 ms``.
        tolerance: Its greatest offset from the target, as ``10%`` or ``7.25%``: at most two decimals.
        correct: Its probability of a correct estimate, as ``50%``; of a fixed bot ``Depends on cut error``.
    """

    seat: int
    name: str
    mode: str
    delay: str
    tolerance: str
    correct: str


def panel(state: "State", at_ms: int | None = None) -> Panel:
    """The panel at a time; nothing is settled.

    Args:
        state: A game, running or over.
        at_ms: The time now; None: the state's.
    """
    now = state.at_ms if at_ms is None else at_ms
    due = state.next_deadline_ms
    return Panel(
        round=state.round,
        elapsed=elapsed(_elapsed_ms(state, now)),
        leading_score=max(state.scores),
        progress=progress_percent(state, now),
        target=state.target,
        phase=state.phase if state.result is None else "over",
        time=None if due is None else countdown(due - now),
    )


def elapsed(ms: int) -> str:
    """Time as ``MM:SS``, whole seconds rounded down; minutes go on past 99.

    Args:
        ms: Milliseconds; below 0 counts as 0.
    """
    minutes, seconds = divmod(max(ms, 0) // 1_000, 60)
    return f"{minutes:02}:{seconds:02}"


def countdown(ms: int) -> str:
    """What is left of a step: whole seconds above 5 (``6``), tenths from 5.0 down to ``0.0``, both rounded up.

    Args:
        ms: Milliseconds; below 0 counts as 0.
    """
    if ms > 5_000:
        return str(-(-ms // 1_000))
    tenths = -(-max(ms, 0) // 100)
    return f"{tenths // 10}.{tenths % 10}"


def progress_percent(state: "State", at_ms: int) -> int:
    """How far the game is, in whole percent, halves up, at most 100.

    By rounds, the current round of all; by time, the time since the start of the limit; by points, the highest total of
    the target.

    Args:
        state: A game.
        at_ms: The time now.
    """
    settings = state.settings
    if settings.ends == "rounds":
        done, whole = Fraction(state.round), settings.rounds
    elif settings.ends == "minutes":
        done, whole = Fraction(_elapsed_ms(state, at_ms)), 60_000 * settings.minutes
    else:
        done, whole = Fraction(max(state.scores)), settings.points
    return max(0, min(100, floor(100 * done / whole + Fraction(1, 2))))


def scoreboard(state: "State") -> tuple[Row, ...]:
    """The rows of the scoreboard, the leader first, equal ones in the order of the room.

    Args:
        state: A game, running or over.
    """
    last = state.history[-1] if state.history else None
    places = ranks(state.scores)
    rows = [
        Row(
            rank=places[seat],
            seat=seat,
            name=player.name,
            resigned=state.departures[seat] is not None,
            total=state.scores[seat],
            last_points=None if last is None else last.points[seat],
            cutter_turns=state.turns[seat],
            cut_estimate="" if last is None else _cut_estimate(last, seat),
        )
        for seat, player in enumerate(state.players)
    ]
    return tuple(sorted(rows, key=lambda row: row.rank))


def points_progress(state: "State") -> tuple[Progress, ...]:
    """By seat: the line of the chart; bots and players who resigned have theirs, too.

    Args:
        state: A game, running or over.
    """
    return tuple(
        Progress(
            player.name,
            (0.0, *[settled.totals[seat] for settled in state.history]),
            state.departures[seat] is not None,
        )
        for seat, player in enumerate(state.players)
    )


def bot_boxes(state: "State") -> tuple[BotBox, ...]:
    """The settings of every bot for the box of test deployments; none once the game is over.

    Args:
        state: A game.
    """
    if state.result is not None:
        return ()
    boxes = []
    for seat, player in enumerate(state.players):
        if player.is_bot:
            own = brain(state, seat)
            adaptive = own.settings.mode == "adaptive"
            boxes.append(
                BotBox(
                    seat=seat,
                    name=player.name,
                    mode="Adaptive" if adaptive else "Fixed",
                    delay=f"{own.delay_ms(state.phase)} ms",
                    tolerance=_percent(own.tolerance, "0.01"),
                    correct=_percent(100 * own.learner.correct, "1") if adaptive else "Depends on cut error",
                )
            )
    return tuple(boxes)


def _elapsed_ms(state: "State", at_ms: int) -> int:
    """Since the start; the clock stops with the game."""
    return (at_ms if state.result is None else state.result.ended_ms) - state.started_ms


def _cut_estimate(last: Round, seat: int) -> str:
    if seat == last.cutter:
        return "" if last.share is None else f"{last.share:.2f}%"
    return _ANSWERS[last.answers[seat] or "none"]


def _percent(value: float, step: str) -> str:
    """A percentage rounded half up to a step, without needless zeros."""
    rounded = Decimal(value).quantize(Decimal(step), ROUND_HALF_UP)
    text = f"{rounded:f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text) + "%"
