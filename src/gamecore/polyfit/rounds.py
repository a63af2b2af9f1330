"""Rounds: the answers given in one, and what is kept of it once it has closed (P13 to P17)."""

from typing import Annotated, Literal

import msgspec

from gamecore.polyfit.gems import Colour, Gems, taken
from gamecore.polyfit.seat import Milliseconds, RoundNumber, SeatNumber

__all__ = ["Answer", "Outcome", "Round", "gems_of", "paid"]

Outcome = Literal["solved", "passed", "late"]
Row = Annotated[tuple[Colour, ...], msgspec.Meta(max_length=11)]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An accepted answer.

    Attributes:
        seat: Whose.
        at_ms: When it was accepted.
        outcome: ``solved``, ``passed``, or ``late`` (after the window, whatever it was).
        gems: What it took, credited when the round closes.
    """

    seat: SeatNumber
    at_ms: Milliseconds
    outcome: Outcome
    gems: Annotated[tuple[Colour, ...], msgspec.Meta(max_length=3)] = ()


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A closed round.

    Attributes:
        round: Its number, from 1.
        opened_ms: When it opened.
        closed_ms: When it closed: the time of the last answer, flag or departure.
        gem_row: Its gems.
        answers: The answers in order of acceptance.
    """

    round: RoundNumber
    opened_ms: Milliseconds
    closed_ms: Milliseconds
    gem_row: Row
    answers: Annotated[tuple[Answer, ...], msgspec.Meta(max_length=8)]


def paid(answers: tuple[Answer, ...], row: tuple[Colour, ...]) -> tuple[Answer, ...]:
    """The answers with their gems: solvers take them in order of acceptance."""
    place = 0
    found = []
    for answer in answers:
        if answer.outcome == "solved":
            found.append(Answer(answer.seat, answer.at_ms, "solved", taken(row, place)))
            place += 1
        else:
            found.append(Answer(answer.seat, answer.at_ms, answer.outcome))
    return tuple(found)


def gems_of(history: tuple[Round, ...], players: int) -> tuple[Gems, ...]:
    """What each seat has from the closed rounds."""
    counts: list[dict[str, int]] = [{} for _ in range(players)]
    for closed in history:
        for answer in closed.answers:
            own = counts[answer.seat]
            for colour in answer.gems:
                own[colour] = own.get(colour, 0) + 1
    return tuple(Gems(**own) for own in counts)
