"""Reads what the commands work on: JSON from files or standard input, told apart by what it holds."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gamecore.cli.command import BadInput

if TYPE_CHECKING:
    from gamecore.polyfit.moves import Move
    from gamecore.polyfit.puzzle import Puzzle

__all__ = ["MAX_BYTES", "Document", "Task", "read_documents", "read_move", "read_task", "task_of", "write_text"]

MAX_BYTES = 64 * 2**20
"""Longer input is refused: the largest puzzle is far below it, and a device file has no end."""


@dataclass(frozen=True)
class Document:
    """A JSON text yet to be decoded, and what to call it in messages."""

    label: str
    text: bytes


@dataclass(frozen=True)
class Task:
    """A puzzle to solve, and the round that an answer must name (None where the document does not say)."""

    label: str
    puzzle: "Puzzle"
    round: int | None


def _read_bytes(path: str) -> bytes:
    """The file ``path``, or standard input for ``-``, less the byte order mark that some editors write."""
    label = _label(path)
    try:
        if path == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{label}: cannot be read: {reason}") from None
    if len(data) > MAX_BYTES:
        raise BadInput(f"{label}: longer than {MAX_BYTES // 2**20} MiB")
    return data.removeprefix(b"\xef\xbb\xbf")


def _bad_json(label: str) -> Callable[[str, str], BadInput]:
    return lambda path, problem: BadInput(f"{label}: {path}: {problem}")


def read_documents(path: str) -> list[Document]:
    """The JSON texts in a file: one, over as many lines as it likes, or several of one line each (JSON lines).

    Several they are when the first line that is not empty is a JSON text of its own, and others follow.

    Raises:
        BadInput: the file cannot be read or is over :data:`MAX_BYTES`.
    """
    from gamecore import wire

    label = _label(path)
    data = _read_bytes(path)
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    if len(lines) > 1:
        try:
            wire.decode(lines[0][1], _bad_json(label), max_bytes=MAX_BYTES)
        except BadInput:
            pass  # the first of several lines of one text
        else:
            return [Document(f"{label}, line {number}", line) for number, line in lines]
    return [Document(label, data)]


def read_task(path: str) -> Task:
    """The one puzzle in a file, see :func:`task_of`.

    Raises:
        BadInput: the file cannot be read, is over :data:`MAX_BYTES`, or is not JSON; or the round is no positive
            integer.
        InvalidPuzzle: the puzzle is not well formed.
    """
    return task_of(Document(_label(path), _read_bytes(path)))


def task_of(source: Document) -> Task:
    """The puzzle in a JSON text: bare, or in an observation (``body.puzzle``) or its body (``puzzle``).

    Raises:
        BadInput: it is not JSON, or the round is no positive integer.
        InvalidPuzzle: the puzzle is not well formed.
    """
    from gamecore import polyfit, wire

    label = source.label
    document = wire.decode(source.text, _bad_json(label), max_bytes=MAX_BYTES)
    where = "$"
    if isinstance(document, dict) and isinstance(document.get("body"), dict):
        document, where = document["body"], "$.body"
    number = None
    if isinstance(document, dict) and "puzzle" in document:
        number = document.get("round")
        if number is not None and (type(number) is not int or number < 1):
            raise BadInput(f"{label}: {where}.round: must be an integer from 1 on")
        document, where = document["puzzle"], f"{where}.puzzle"
    try:
        puzzle = polyfit.Puzzle.from_json(document)
    except polyfit.InvalidPuzzle as error:
        located = error.under(where)
        raise type(located)(f"{label}: {located.path}", located.problem) from None
    return Task(label, puzzle, number)


def read_move(path: str, puzzle: "Puzzle") -> "Move":
    """The move in a file.

    Raises:
        BadInput: the file cannot be read or is over :data:`MAX_BYTES`.
        MalformedMove: it holds no well-formed move.
    """
    from gamecore import polyfit

    try:
        return polyfit.parse_move(_read_bytes(path), 4 * len(puzzle.pieces))
    except polyfit.MalformedMove as error:
        raise polyfit.MalformedMove(f"{_label(path)}: {error.path}", error.problem) from None


def write_text(path: str, text: str) -> None:
    """Writes a text file.

    Raises:
        BadInput: the file cannot be written.
    """
    try:
        Path(path).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{path}: cannot be written: {reason}") from None


def _label(path: str) -> str:
    return "standard input" if path == "-" else path
