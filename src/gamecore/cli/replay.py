"""``gamecore replay``: the course of a recorded game, and whether it went as the record says."""

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from gamecore.cli.command import BadInput, Command, Status
from gamecore.cli.screen import Screen

if TYPE_CHECKING:
    from gamecore.record import Event, Record, Verdict

__all__ = ["COMMAND"]


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "record", nargs="?", default="-", metavar="RECORD", help="a record (JSON lines); - or nothing: standard input"
    )
    parser.add_argument("--verify", action="store_true", help="only say whether it can be played again to the letter")
    parser.add_argument("--seed", metavar="S", help="the seed, for a record that does not tell it")
    parser.add_argument(
        "--json",
        action="store_true",
        help="print each line of the record with the spectators' view after it, or with --verify the verdict, as JSON",
    )


def _run(arguments: argparse.Namespace, screen: Screen) -> int:
    from gamecore import record
    from gamecore.errors import InvalidRecord

    label = "standard input" if arguments.record == "-" else arguments.record
    try:
        found = record.read(sys.stdin.buffer if arguments.record == "-" else arguments.record)
        if found.torn:
            screen.note(f"{label}: line {found.lines + 1}: is broken off after {found.torn} bytes, and left out")
        verdict = record.verify(found, arguments.seed) if arguments.verify or _knows_seed(found, arguments) else None
    except InvalidRecord as error:
        raise InvalidRecord(error.line, f"{error.problem} ({label})") from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{label}: cannot be read: {reason}") from None
    if not arguments.verify:
        _show(found, verdict, arguments, screen)
    if verdict is None:
        screen.note(f"{label}: not verified: the game is not over, and its seed is not given")
        return Status.DONE
    if arguments.verify and arguments.json:
        _print_verdict(verdict, screen)
    elif verdict:
        screen.note(f"{label}: verified: {_extent(verdict)}")
    else:
        screen.note(f"{label}: line {verdict.line} {verdict.problem}")
    return Status.DONE if verdict else Status.NO


def _knows_seed(found: "Record", arguments: argparse.Namespace) -> bool:
    return arguments.seed is not None or found.seed is not None


def _print_verdict(verdict: "Verdict", screen: Screen) -> None:
    screen.json({"ok": bool(verdict)} | {name: getattr(verdict, name) for name in verdict.__struct_fields__})


def _extent(verdict: "Verdict") -> str:
    text = f"{verdict.checked} lines agree"
    if verdict.unchecked:
        text += f", {verdict.unchecked} refused calls cannot be made again"
    return text if verdict.finished else f"{text}; the game is not over"


def _show(found: "Record", verdict: "Verdict | None", arguments: argparse.Namespace, screen: Screen) -> None:
    """The lines as far as they could be played, with what is known after each."""
    from gamecore import record

    played = len(found.events) if verdict is None or verdict.line is None else max(0, verdict.line - 2)
    states: Any = iter(())
    if verdict is not None and verdict.line != 1:
        states = record.replay(found, arguments.seed)
    first = next(states, None)
    if arguments.json:
        screen.json(_lined(1, "begin", first))
    else:
        screen.line(_title(found))
    before = first
    for number, event in enumerate(found.events[:played], 2):
        state = next(states, None)
        if arguments.json:
            seat = getattr(event, "seat", None)
            screen.json(_lined(number, type(event).__name__.lower(), state) | ({} if seat is None else {"seat": seat}))
        else:
            screen.line(_described(event, found))
            for line in _news(before, state, found):
                screen.line(line)
        before = state
    if found.end is not None and not arguments.json and played == len(found.events):
        screen.line(f"result: {json.dumps(found.end.result, ensure_ascii=False)}")
        screen.line(f"seed: {json.dumps(found.end.seed, ensure_ascii=False)}")


def _lined(number: int, event: str, state: Any) -> dict[str, Any]:
    line: dict[str, Any] = {"line": number, "event": event}
    return line if state is None else line | {"view": state.view(None, state.at_ms)}


def _title(found: "Record") -> str:
    begin = found.begin
    kept = begin.options.get("settings", begin.options)  # the cutting game's options have the players besides
    options = ", ".join(f"{key} {value}" for key, value in kept.items() if value is not None)
    players = "" if begin.players is None else f"; {', '.join(map(_plain, begin.players))}"
    return f"{begin.game}: {_plain(options)}{players}"


def _described(event: "Event", found: "Record") -> str:
    from gamecore.record import Advance, Apply, Forfeit, Stop

    when = "?" if event.at_ms is None else _clock(event.at_ms - found.begin.at_ms)
    if isinstance(event, Stop):
        return f"{when}  the host ends the game"
    who = "" if isinstance(event, Advance) else _player(event.seat, found)
    if isinstance(event, Apply):
        return f"{when}  {who}  {_move(bytes(event.move))}"
    if isinstance(event, Forfeit):
        return f"{when}  {who}  is taken out by the host"
    if isinstance(event, Advance):
        return f"{when}  time passes"
    return f"{when}  {who}  {event.call} refused: {_plain(event.reason or event.code)}"


def _move(text: bytes) -> str:
    """A move in a few words: ``round 3, placements […]``."""
    move = json.loads(text)
    parts = [f"{key} {_brief(value)}" if value is not True else key for key, value in sorted(move.items())[::-1]]
    return _plain(", ".join(parts))


def _brief(value: Any) -> str:
    if isinstance(value, list) and len(value) == 2 and all(isinstance(part, int | float) for part in value):
        return f"({value[0]:.4g}, {value[1]:.4g})"  # a point
    return f"({len(value)})" if isinstance(value, list | dict) else json.dumps(value)


def _news(before: Any, after: Any, found: "Record") -> list[str]:
    """What an event brought about that all may see: rounds that closed."""
    if after is None:
        return []
    outcomes = _cut_outcomes if found.begin.game == "cutting" else _outcomes
    closed = after.history[len(before.history) :]
    return [f"    round {one.round} closed: {outcomes(one, found)}" for one in closed]


def _outcomes(closed: Any, found: "Record") -> str:
    answers = [f"{_player(answer.seat, found)} {answer.outcome}" for answer in closed.answers]
    return "; ".join(answers) or "no answers"


def _cut_outcomes(closed: Any, found: "Record") -> str:
    """Who cut what, and what everyone answered and earned."""
    share = "no cut" if closed.share is None else f"{closed.share:.2f}%"
    outcomes = [f"{closed.kind}, {share} of {closed.target:g}%"]
    for seat, points in enumerate(closed.points):
        did = "cutter" if seat == closed.cutter else str(closed.answers[seat]).replace("_", " ")
        outcomes.append(f"{_player(seat, found)} {did} +{points:g}")
    return "; ".join(outcomes)


def _player(seat: int | None, found: "Record") -> str:
    players = found.begin.players
    if seat is None:
        return "seat ?"
    return _plain(players[seat]) if players is not None and 0 <= seat < len(players) else f"seat {seat}"


def _plain(text: str) -> str:
    """Text of a record for the terminal: no control characters."""
    return "".join(mark if mark.isprintable() else "\N{REPLACEMENT CHARACTER}" for mark in text)


def _clock(elapsed_ms: int) -> str:
    minutes, rest = divmod(elapsed_ms, 60_000)
    return f"{minutes}:{rest // 1000:02}.{rest % 1000:03}"


COMMAND = Command("replay", "show a recorded game, and verify it from its seed", _configure, _run)
