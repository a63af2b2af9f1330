"""Settlement: from a round's cut and answers to its points, and on to the next round or the end (C06, C10, C15 to C20).

Functions from state to state; :class:`~gamecore.cutting.State` decides when. None of them checks anything.
"""

from typing import TYPE_CHECKING, TypeVar

import msgspec

from gamecore.cutting.constraints import Constraint, VoronoiPoints
from gamecore.cutting.learning import Learner, observations
from gamecore.cutting.perfect import PerfectCut
from gamecore.cutting.ranking import NATURAL, GameResult, Reason, natural_end, ranked
from gamecore.cutting.rating import rated
from gamecore.cutting.rounds import Kind, Round
from gamecore.cutting.scoring import Answer, awarded, scored
from gamecore.cutting.turns import draw_constraint, draw_cutter, draw_target, own_point
from gamecore.geometry import Region, fit

if TYPE_CHECKING:
    from gamecore.cutting.state import State

__all__ = ["after", "begun", "closed_round", "end_reason", "ended", "is_abandoned", "settle"]

S = TypeVar("S", bound="State")

_replace = msgspec.structs.replace


def is_abandoned(state: "State") -> bool:
    """Whether every human has resigned; in a game of bots alone, every bot.

    Args:
        state: A game.
    """
    humans = [left for player, left in zip(state.players, state.departures, strict=True) if not player.is_bot]
    return None not in (humans or state.departures)


def settle(state: S, kind: Kind, at_ms: int) -> S:
    """Settle the running round; then begin the next one, or end the game.

    Args:
        state: A running game, its cut and answers in place.
        kind: What the round comes to.
        at_ms: When.
    """
    now = after(state, closed_round(state, kind, at_ms))
    reason = end_reason(now)
    return _next_round(now) if reason is None else ended(now, reason, at_ms)


def after(state: S, closed: Round) -> S:
    """The state with a round settled, and nothing begun yet.

    Args:
        state: A running game.
        closed: Its round, settled.
    """
    perfect_cuts = state.perfect_cuts
    if closed.kind == "perfect":
        perfect_cuts = (*perfect_cuts, _perfect(state, closed))
    return _replace(
        state,
        at_ms=closed.settled_ms,
        scores=closed.totals,
        learners=_learned(state, closed),
        history=(*state.history, closed),
        perfect_cuts=perfect_cuts,
    )


def end_reason(state: "State") -> Reason | None:
    """Why the game ends with the settlement that just was, or None.

    Args:
        state: A game between two rounds.
    """
    if is_abandoned(state):
        return "abandoned"
    return natural_end(state.settings, state.round, state.started_ms, state.at_ms, state.scores)


def closed_round(state: "State", kind: Kind, at_ms: int) -> Round:
    """What is kept of the running round, with its points.

    Args:
        state: A running game, its cut and answers in place.
        kind: What the round comes to.
        at_ms: When.
    """
    settings, cutter, chosen = state.settings, state.cutter, state.chosen
    if chosen is None:
        answers, points = awarded(settings, cutter, state.active)
    else:
        answers = tuple([_answer(state, seat) for seat in range(len(state.players))])
        points = scored(settings, state.target, chosen.share, cutter, answers)
    return Round(
        round=state.round,
        kind=kind,
        cutter=cutter,
        target=state.target,
        share=None if chosen is None else chosen.share,
        answers=answers,
        points=points,
        totals=tuple([total + more for total, more in zip(state.scores, points, strict=True)]),
        started_ms=state.history[-1].settled_ms if state.history else state.started_ms,
        cut_ms=None if chosen is None else chosen.at_ms,
        settled_ms=at_ms,
    )


def _answer(state: "State", seat: int) -> Answer | None:
    if seat == state.cutter:
        return None
    return (state.estimates[seat] or "none") if state.asked(seat) else "not_asked"


def _learned(state: "State", closed: Round) -> tuple[Learner | None, ...]:
    if not any(state.learners):
        return state.learners
    seen = observations(
        humans=[seat for seat, player in enumerate(state.players) if not player.is_bot],
        active=[seat for seat, left in enumerate(state.departures) if left is None],
        cutter=closed.cutter,
        share=closed.share,
        target=closed.target,
        perfect=closed.kind == "perfect",
        answers=state.estimates,
    )
    return tuple([None if learner is None else learner.after(seen) for learner in state.learners])


def _perfect(state: "State", closed: Round) -> PerfectCut:
    assert state.chosen is not None
    return PerfectCut(
        round=closed.round,
        cutter=closed.cutter,
        target=closed.target,
        share=state.chosen.share,
        settled_ms=closed.settled_ms,
        shape=state.shape,
        constraint=state.constraint,
        point=state.chosen.point,
        part=state.chosen.part,
    )


def _next_round(state: S) -> S:
    """Begin the next round at the state's time, with the selected part enlarged, or the same shape again."""
    number, seed, settings, chosen = state.round + 1, state.seed, state.settings, state.chosen
    shape, constraint = state.shape, state.constraint
    if chosen is not None:
        shape, enlarge = fit(chosen.region.settled())
        kept = None
        if isinstance(constraint, VoronoiPoints):
            points = constraint.first, constraint.second, chosen.point
            kept = enlarge.apply(own_point(points, chosen.region))
        constraint = draw_constraint(settings, seed, number, shape, kept)
    elif not isinstance(constraint, VoronoiPoints):  # after a timeout Voronoi points stay as they are
        constraint = draw_constraint(settings, seed, number, shape)
    return begun(state, shape, constraint)


def begun(state: S, shape: Region, constraint: Constraint) -> S:
    """The state with the next round begun, at the state's time: its cutter and target are drawn here.

    Args:
        state: A game between two rounds.
        shape: The round's shape.
        constraint: What the server fixed of its cut.
    """
    number = state.round + 1
    cutter = draw_cutter(state.seed, number, state.turns, state.active)
    return _replace(
        state,
        round=number,
        phase="cutting",
        step_started_ms=state.at_ms,
        cutter=cutter,
        target=draw_target(state.settings, state.seed, number),
        constraint=constraint,
        shape=shape,
        turns=(*state.turns[:cutter], state.turns[cutter] + 1, *state.turns[cutter + 1 :]),
        chosen=None,
        estimates=(None,) * len(state.players),
    )


def ended(state: S, reason: Reason, at_ms: int) -> S:
    """The state with the game over.

    Args:
        state: A running game.
        reason: Why.
        at_ms: When.
    """
    return _replace(state, at_ms=at_ms, result=_result(state, reason, at_ms))


def _result(state: "State", reason: Reason, at_ms: int) -> GameResult:
    left = sum(
        1
        for player, departure in zip(state.players, state.departures, strict=True)
        if not player.is_bot and departure is None
    )
    counts = rated(registered=state.registered, natural=reason in NATURAL, humans_left=left)
    return ranked(reason, at_ms, state.scores, rated=counts)
