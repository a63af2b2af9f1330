"""Reading saved states back, trusting nobody: the form first, then whether the rules lead to it."""

from typing import TYPE_CHECKING, Any

import msgspec

from gamecore import wire
from gamecore.cutting.constraints import MODES, Constraint, VoronoiPoints
from gamecore.cutting.cuts import MIN_FILL, cut
from gamecore.cutting.departure import Departure
from gamecore.cutting.perfect import PerfectCut
from gamecore.cutting.rounds import Chosen, Round, choose
from gamecore.cutting.scoring import is_perfect
from gamecore.cutting.settling import after, begun, closed_round, end_reason, ended, is_abandoned
from gamecore.cutting.start import starting_shape
from gamecore.cutting.turns import draw_constraint
from gamecore.errors import GamecoreError, InvalidState
from gamecore.geometry import INHERITED, Region

if TYPE_CHECKING:
    from gamecore.cutting.state import State

__all__ = ["MAX_SAVED", "check"]

MAX_SAVED = 16 * 1024 * 1024
"""Longest saved state in bytes; a round of 4 players has some 300, a Perfect cut some 2,000 more."""

_replace = msgspec.structs.replace


def check(state: "State") -> None:
    """Play the game again from what it says happened, and compare.

    The cutter, the target, every answer's points, the totals, what bots learn and the end are worked out again,
    and what is drawn is drawn again. The shapes of earlier rounds are not kept, so their shares are taken on trust;
    Perfect cuts and the cut that is being estimated are made again.

    Args:
        state: Of the right form.

    Raises:
        InvalidState: No game comes to it.
    """
    try:
        now = _replayed(state)
    except InvalidState:
        raise
    except (GamecoreError, ArithmeticError, LookupError) as problem:
        raise InvalidState("$", wire.clipped(f"no game comes to it: {problem}", 160)) from None
    if now.at_ms > state.at_ms:
        raise InvalidState("$.at_ms", "is before the last event")
    if now.next_deadline_ms is not None and now.next_deadline_ms < state.at_ms:
        raise InvalidState("$.at_ms", "is past a step that has run out")
    now = _replace(now, at_ms=state.at_ms)
    for field in type(state).__struct_fields__:
        if getattr(now, field) != getattr(state, field):
            raise InvalidState(f"$.{field}", "does not follow from what happened")


def _replayed(state: "State") -> "State":
    """The game from its start, with its board put in last; raises if it cannot be played."""
    count = len(state.players)
    for field in ("turns", "scores", "departures", "learners", "estimates"):
        if len(getattr(state, field)) != count:
            raise InvalidState(f"$.{field}", f"expected {count} elements")
    kind = MODES[state.settings.mode]
    if type(state.constraint) is not kind:
        raise InvalidState("$.constraint", f"expected one of {kind.mode}")
    now = type(state).new(
        state.settings, state.players, seed=state.seed, at_ms=state.started_ms, registered=state.registered
    )
    _check_board(now, state)
    now = _replace(now, shape=state.shape, constraint=state.constraint)
    perfect = list(state.perfect_cuts[::-1])
    for number, closed in enumerate(state.history):
        path = f"$.history[{number}]"
        if number:
            if end_reason(now) is not None:
                raise InvalidState(path, "comes after the end")
            now = begun(now, state.shape, state.constraint)
        now = _settled(now, state, closed, path, perfect)
    if perfect:
        raise InvalidState("$.perfect_cuts", "has one of no round")
    if state.history:
        reason = end_reason(now)
        if reason is not None:
            return ended(now, reason, now.at_ms)
        now = begun(now, state.shape, state.constraint)
    now = _running(now, state, state.chosen, state.estimates, None, "$")
    if state.result is None:
        return now
    if state.result.reason == "abandoned":
        if not is_abandoned(now) or (now.phase == "cutting" and now.departures[now.cutter] is not None):
            raise InvalidState("$.result", "is of a game that was not abandoned")
    elif state.result.reason != "administrator" or is_abandoned(now):
        raise InvalidState("$.result", "is of a game that has not come to its end")
    ended_ms = state.result.ended_ms
    if not now.at_ms <= ended_ms <= now.step_started_ms + now.settings.step_ms:
        raise InvalidState("$.result.ended_ms", "is out of its time")
    if state.result.reason == "abandoned" and ended_ms != now.at_ms:
        raise InvalidState("$.result.ended_ms", "is not when the last human resigned")
    return ended(now, state.result.reason, ended_ms)


def _settled(now: "State", state: "State", closed: Round, path: str, perfect: list[PerfectCut]) -> "State":
    """One settled round again; takes its Perfect cut off the end of the list."""
    last = closed.round == state.round
    chosen: Chosen | None = None
    if len(closed.answers) != len(state.players):
        raise InvalidState(f"{path}.answers", f"expected {len(state.players)} elements")
    if last:
        chosen = state.chosen
    elif closed.share is not None and closed.cut_ms is not None:
        point, part = (
            ((0.0, 0.0), 0) if closed.kind != "perfect" or not perfect else (perfect[-1].point, perfect[-1].part)
        )
        chosen = Chosen(point, part, closed.share, closed.cut_ms, state.shape, ())
    estimates = tuple([answer if answer in ("more", "less") else None for answer in closed.answers])
    now = _running(now, state, chosen, estimates, closed.settled_ms, path)
    deadline = now.step_started_ms + now.settings.step_ms
    in_time = now.at_ms <= closed.settled_ms <= deadline
    resigned = now.departures[now.cutter]
    if closed.kind == "resigned":
        in_time = resigned is not None and resigned.at_ms == closed.settled_ms and chosen is None
    elif closed.kind == "timeout":
        in_time = in_time and closed.settled_ms == deadline and chosen is None and resigned is None
    elif closed.kind == "perfect":
        in_time = chosen is not None and closed.settled_ms == chosen.at_ms and now.phase == "cutting"
    else:
        waiting = [seat for seat in range(len(now.players)) if now.on_move(seat)]
        in_time = in_time and now.phase == "estimating" and (not waiting or closed.settled_ms == deadline)
    if not in_time:
        raise InvalidState(path, "is settled out of its time")
    if is_abandoned(now) and closed.kind != "resigned":
        raise InvalidState(path, "is settled after every human had resigned")
    if closed.kind == "perfect":
        if not perfect:
            raise InvalidState("$.perfect_cuts", f"has none of round {closed.round}")
        kept = perfect.pop()
        again = after(now, closed_round(now, "perfect", closed.settled_ms)).perfect_cuts[-1]
        _check_perfect(kept, again, state, f"$.perfect_cuts[{len(state.perfect_cuts) - len(perfect) - 1}]")
        now = _replace(now, shape=kept.shape, constraint=kept.constraint)
    again_closed = closed_round(now, closed.kind, closed.settled_ms)
    if again_closed != closed:
        raise InvalidState(path, "does not follow from what happened")
    return _replace(after(now, closed), shape=state.shape, constraint=state.constraint)


def _running(
    now: "State",
    state: "State",
    chosen: Chosen | None,
    estimates: tuple[Any, ...],
    until: int | None,
    path: str,
) -> "State":
    """A round from its start to just before its settlement, or as far as it has come."""
    now = _departed(now, state, "cutting", now.at_ms, chosen.at_ms if chosen is not None else until, path)
    if chosen is not None:
        if not now.at_ms <= chosen.at_ms <= now.step_started_ms + now.settings.step_ms:
            raise InvalidState(path, "has a cut out of its time")
        if now.departures[now.cutter] is not None or is_abandoned(now):
            raise InvalidState(path, "has a cut by a player who had resigned")
        now = _replace(now, chosen=chosen, at_ms=chosen.at_ms)
        if not is_perfect(now.settings, now.target, chosen.share):
            now = _replace(now, phase="estimating", step_started_ms=chosen.at_ms)
            now = _departed(now, state, "estimating", chosen.at_ms, until, path)
    for seat, estimate in enumerate(estimates):
        if estimate is not None and not now.asked(seat):
            raise InvalidState(path, f"has an estimate of seat {seat}, which was not asked")
    now = _replace(now, estimates=estimates)
    running = until is None and state.result is None
    if running and now.phase == "estimating" and not any(map(now.on_move, range(len(now.players)))):
        raise InvalidState(path, "has all its estimates and is not settled")
    return now


def _departed(now: "State", state: "State", phase: str, since: int, until: int | None, path: str) -> "State":
    """With the resignations of a round's phase."""
    leaving: list[tuple[int, int, Departure]] = []
    for seat, left in enumerate(state.departures):
        if left is not None and left.round == now.round and left.phase == phase:
            leaving.append((left.at_ms, seat, left))
    latest = now.step_started_ms + now.settings.step_ms
    if until is not None:
        latest = min(latest, until)
    departures = list(now.departures)
    for at_ms, seat, left in sorted(leaving, key=lambda one: one[:2]):
        if not since <= at_ms <= latest:
            raise InvalidState(f"$.departures[{seat}]", "is out of its time")
        departures[seat] = left
        since = at_ms
    return _replace(now, departures=tuple(departures), at_ms=since if leaving else now.at_ms)


def _check_perfect(kept: PerfectCut, again: PerfectCut, state: "State", path: str) -> None:
    """Cut a Perfect cut once more."""
    if _replace(again, shape=kept.shape, constraint=kept.constraint) != kept:
        raise InvalidState(path, "does not follow from what happened")
    settings = state.settings
    _check_shape(kept.shape, state, f"{path}.shape")
    if type(kept.constraint) is not MODES[settings.mode]:
        raise InvalidState(f"{path}.constraint", f"expected one of {settings.mode}")
    made = cut(kept.shape, kept.constraint, kept.point, settings.variant, settings.canvas)
    made.select(kept.part)
    if made.shares[kept.part] != kept.share:
        raise InvalidState(f"{path}.share", "is not that of the cut")


def _check_board(first: "State", state: "State") -> None:
    """The shape, the constraint and the cut of the running round, as far as they can be told."""
    settings, before = state.settings, state.history[: state.round - 1]
    _check_shape(state.shape, state, "$.shape")
    if all(closed.share is None for closed in before):
        if state.shape != starting_shape(settings, state.seed):
            raise InvalidState("$.shape", "is not the starting shape")
        expected: Constraint = first.constraint
        if state.round > 1 and not isinstance(expected, VoronoiPoints):
            expected = draw_constraint(settings, state.seed, state.round, state.shape)
    elif not isinstance(state.constraint, VoronoiPoints):
        expected = draw_constraint(settings, state.seed, state.round, state.shape)
    elif before[-1].share is not None:
        expected = draw_constraint(settings, state.seed, state.round, state.shape, state.constraint.first)
    else:
        expected = state.constraint  # kept from an earlier round
    if state.constraint != expected:
        raise InvalidState("$.constraint", "is not what the seed gives")
    chosen = state.chosen
    if chosen is not None:
        args = chosen.point, chosen.part, settings.variant, settings.canvas, chosen.at_ms
        if choose(state.shape, state.constraint, *args) != chosen:
            raise InvalidState("$.chosen", "is not what the cut gives")


def _check_shape(shape: Region, state: "State", path: str) -> None:
    """A shape as rounds have them: fitted, without new edges, not too thin, in line modes a polygon without holes."""
    low_x, low_y, high_x, high_y = shape.bounds
    if max(abs(low_x + high_x), abs(low_y + high_y), abs(max(high_x - low_x, high_y - low_y) - 2)) > 1e-6:
        raise InvalidState(path, "is not fitted to the square from -1 to 1")
    if shape.area < MIN_FILL * state.settings.canvas.area * (1 - 1e-6):
        raise InvalidState(path, "is too thin")
    straight = state.settings.mode.startswith("line")
    for loop in shape.loops:
        for edge in loop:
            if edge.tag != INHERITED or (straight and edge.bulge):
                raise InvalidState(path, "has an edge that no shape of this game has")
    if straight and shape.holes:
        raise InvalidState(path, "has holes")
