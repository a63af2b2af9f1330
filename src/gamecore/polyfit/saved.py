"""Reading saved states back, trusting nobody: the form first, then whether the rules lead to it."""

from typing import TYPE_CHECKING, Any

import msgspec

from gamecore import wire
from gamecore.errors import InvalidOptions, InvalidState

if TYPE_CHECKING:
    from gamecore.polyfit.state import State

__all__ = ["MAX_SAVED", "check"]

MAX_SAVED = 64 * 1024
"""Longest saved state in bytes; 9 rounds of 8 seats have some 6 KB, and a seed adds up to 6."""


def check(state: "State") -> None:
    """Play the match again from what it says happened, and compare.

    Only solutions are not looked at again: a state keeps none. At one millisecond, departures of seats that have
    answered are taken first, then answers, then other departures, flags last: the states are the same whatever the
    order was, but for the reason that a match was cut short.

    Args:
        state: Of the right form.

    Raises:
        InvalidState: No match comes to it.
    """
    try:
        now = type(state).new(state.options, seed=state.seed, at_ms=_started(state))
    except (InvalidOptions, ValueError) as error:
        raise InvalidState("$", wire.clipped(f"no match starts so: {error}", 160)) from None
    if len(state.seats) != state.options.players:
        raise InvalidState("$.seats", f"are {len(state.seats)}, the options say {state.options.players}")
    rounds = [(closed.answers, f"$.history[{number}]") for number, closed in enumerate(state.history)]
    if state.result is None:
        rounds.append((state.answers, "$"))
    for number, (answers, path) in enumerate(rounds, 1):
        now = _played(now, state, number, answers, path)
    if now.at_ms > state.at_ms:
        raise InvalidState("$.at_ms", "is before the last event")
    if now.next_deadline_ms is not None and now.next_deadline_ms < state.at_ms:
        raise InvalidState("$.at_ms", "is past a clock that has run out")
    now = msgspec.structs.replace(now, at_ms=state.at_ms, result=_same_reason(now, state))
    for field in type(state).__struct_fields__:
        if getattr(now, field) != getattr(state, field):
            raise InvalidState(f"$.{field}", "does not follow from what happened")


def _started(state: "State") -> int:
    return state.history[0].opened_ms if state.history else state.opened_ms


def _played(now: "State", state: "State", number: int, answers: tuple[Any, ...], path: str) -> "State":
    """One round again: its answers, and the departures that name it."""
    if now.round != number or now.result is not None:
        raise InvalidState(path, "comes after the end, or before the round before has closed")
    leaving = {
        seat: kept.departure
        for seat, kept in enumerate(state.seats)
        if kept.departure is not None and kept.departure.round == number
    }
    waiting = list(enumerate(answers))[::-1]
    answering = {answer.seat for answer in answers}
    while waiting or leaving:
        events = [
            (left.at_ms, 3 if left.cause == "flag" else 0 if seat in answering else 2, seat)
            for seat, left in leaving.items()
            if all(answer.seat != seat for _, answer in waiting)
        ]
        if waiting:
            events.append((waiting[-1][1].at_ms, 1, waiting[-1][1].seat))
        at_ms, kind, seat = min(events)
        deadline = now.next_deadline_ms
        if now.round != number or deadline is None or not now.at_ms <= at_ms <= deadline:
            raise InvalidState(path, "has an event out of its time")
        if kind == 1:
            index, answer = waiting.pop()
            late = at_ms > now.window_ends_ms
            if not seat < state.options.players or not now.on_move(seat) or late != (answer.outcome == "late"):
                raise InvalidState(f"{path}.answers[{index}]", "is none that was accepted")
            now = now._answered(seat, answer.outcome, at_ms)
        else:
            together = (
                [seat] if kind != 3 else [seat for when, kind, seat in sorted(events) if (when, kind) == (at_ms, 3)]
            )
            if kind == 3 and together != now.flagged(at_ms):
                raise InvalidState(f"$.seats[{seat}].departure", "is a flag of a clock that has not run out")
            now = now._departed(together, at_ms, leaving[seat].cause)
            for gone in together:
                del leaving[gone]
    return now


def _same_reason(now: "State", state: "State") -> Any:
    """The replayed result; with the reason kept if another order at the last millisecond would lead to it."""
    ended, given = now.result, state.result
    if ended is None or given is None or {ended.reason, given.reason} != {"timeout", "resignation"}:
        return ended
    last = [seat.departure for seat in state.seats if seat.departure and seat.departure.at_ms == ended.ended_ms]
    if any((departure.cause == "resignation") == (given.reason == "resignation") for departure in last):
        return msgspec.structs.replace(ended, reason=given.reason)
    return ended
