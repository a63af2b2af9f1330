"""``gamecore generate``: puzzles of the game, whole matches of them, and puzzles to one's own measure."""

import argparse
import math
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gamecore.cli.command import BadInput, Command, Status, natural
from gamecore.cli.documents import write_text
from gamecore.cli.drawing import picture, piece_list
from gamecore.cli.screen import Screen

if TYPE_CHECKING:
    from gamecore.polyfit import Puzzle, Recipe

__all__ = ["COMMAND"]


@dataclass(frozen=True)
class _Made:
    """A puzzle with its seed, its round (None where it is of no match) and the name of its picture in a folder."""

    puzzle: "Puzzle"
    seed: str
    round: int | None
    file: str

    @property
    def label(self) -> str:
        """What to call it in the terminal."""
        from gamecore import wire

        seed = f"seed {wire.clipped(self.seed)}"
        return seed if self.round is None else f"{seed}, round {self.round}"


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--difficulty", metavar="D", help="easy, normal (default), hard or extreme")
    parser.add_argument("--seed", metavar="S", help="any text; the same seed gives the same puzzles (default: random)")
    parser.add_argument("--round", type=int, metavar="R", help="the round of the match (default 1)")
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of the match (default 6)")
    many = parser.add_mutually_exclusive_group()
    many.add_argument("--count", type=natural, metavar="K", help="make K puzzles, of the seeds S/1 to S/K")
    many.add_argument("--match", action="store_true", help="make the puzzles of all rounds of a match")
    parser.add_argument("--json", action="store_true", help="print each puzzle as one line of JSON")
    parser.add_argument(
        "--svg",
        metavar="FILE",
        help="write a picture (-: to standard output); a folder of them with --count or --match",
    )
    parser.add_argument("--stats", action="store_true", help="describe each puzzle on standard error, as JSON")
    own = parser.add_argument_group("puzzles to your own measure, in place of a difficulty")
    own.add_argument("--pieces", type=natural, metavar="N", help="number of pieces; the options below need it")
    own.add_argument("--rows", type=natural, metavar="N", help="most rows (default: with room to spare)")
    own.add_argument("--columns", type=natural, metavar="N", help="most columns (likewise)")
    own.add_argument(
        "--mix", metavar="M", help='shapes to draw from, and their weights: "F5=2,I5,T4" (default: the pentominoes)'
    )
    own.add_argument(
        "--at-least", metavar="N", help='so many pieces of each shape of the mix, or of some: "F5=2,I1" (default 0)'
    )
    own.add_argument("--raggedness", type=int, metavar="N", help="0, a compact region (default), to 100, a ragged one")
    own.add_argument("--holes", type=int, metavar="N", help="0, none (default), to 100, many")


_MATCH = ("difficulty", "round", "rounds")
_OWN = ("rows", "columns", "mix", "at_least", "raggedness", "holes")


def _run(arguments: argparse.Namespace, screen: Screen) -> int:
    _check(arguments)
    if arguments.seed is None:
        arguments.seed = secrets.token_hex(8)
        screen.note(f"seed: {arguments.seed}")
    many = arguments.match or arguments.count is not None
    if many and arguments.svg is not None:
        _make_folder(arguments.svg)
    status = Status.DONE
    for made in _puzzles(arguments, screen):
        if made is None:
            status = Status.BAD
            continue
        if arguments.json:
            screen.json(_document(made))
        if arguments.svg == "-":
            screen.line(made.puzzle.svg())
        elif arguments.svg is not None:
            path = str(Path(arguments.svg, made.file)) if many else arguments.svg
            write_text(path, made.puzzle.svg())
            screen.note(f"wrote {path}")
        elif not arguments.json:
            if many:
                screen.line(f"{made.label}:")
            screen.drawing(picture(made.puzzle))
            screen.line(piece_list(made.puzzle))
        if arguments.stats:
            _stats(made, screen)
    return status


def _check(arguments: argparse.Namespace) -> None:
    """Refuses options that do not go together."""
    many = arguments.match or arguments.count is not None
    if arguments.match and arguments.round is not None:
        raise BadInput("--match makes every round: it goes without --round")
    if arguments.pieces is None:
        for name in _OWN:
            if getattr(arguments, name) is not None:
                raise BadInput(f"{_option(name)} goes with --pieces")
    elif arguments.match or any(getattr(arguments, name) is not None for name in _MATCH):
        raise BadInput("--pieces goes without --difficulty, --round, --rounds and --match")
    if arguments.svg == "-" and (many or arguments.json):
        raise BadInput("--svg - goes with one puzzle and without --json")


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def _make_folder(path: str) -> None:
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{path}: cannot be made a folder: {reason}") from None


def _puzzles(arguments: argparse.Namespace, screen: Screen) -> Iterator[_Made | None]:
    """The puzzles asked for, one by one, as there may be many; None, with a note, for one that cannot be made."""
    from gamecore import polyfit, wire

    if arguments.pieces is not None:
        recipe = _recipe(arguments)
        for seed, file in _seeds(arguments):
            try:
                yield _Made(polyfit.grow(recipe, seed), seed, None, file)
            except polyfit.GenerationFailed as error:
                screen.note(f"gamecore: seed {wire.clipped(seed)}: {error}")  # another seed may do
                yield None
        return
    difficulty = "normal" if arguments.difficulty is None else arguments.difficulty
    rounds = 6 if arguments.rounds is None else arguments.rounds
    if arguments.match:
        for number in range(1, max(rounds, 1) + 1):  # a match of no rounds is refused by the first
            puzzle = polyfit.generate(difficulty, arguments.seed, round=number, rounds=rounds)
            yield _Made(puzzle, arguments.seed, number, f"round-{number}.svg")
        return
    number = 1 if arguments.round is None else arguments.round
    for seed, file in _seeds(arguments):
        yield _Made(polyfit.generate(difficulty, seed, round=number, rounds=rounds), seed, arguments.round, file)


def _seeds(arguments: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """The seeds, and the names of the pictures in a folder."""
    if arguments.count is None:
        yield arguments.seed, ""
        return
    digits = len(str(arguments.count))
    for number in range(1, arguments.count + 1):
        yield f"{arguments.seed}/{number}", f"puzzle-{number:0{digits}}.svg"


def _recipe(arguments: argparse.Namespace) -> "Recipe":
    from gamecore import polyfit
    from gamecore.polyomino import NAMED

    mix = {name: 1 for name in NAMED if name.endswith("5")} if arguments.mix is None else _counts("mix", arguments.mix)
    rows, columns = _box(arguments)
    least = "0" if arguments.at_least is None else arguments.at_least
    at_least = dict.fromkeys(mix, int(least)) if _is_number(least) else _counts("at-least", least)
    return polyfit.Recipe(
        pieces=arguments.pieces,
        rows=rows,
        columns=columns,
        mix=tuple(mix.items()),
        at_least=tuple(at_least.items()),
        raggedness=arguments.raggedness or 0,
        holes=arguments.holes or 0,
    )


def _box(arguments: argparse.Namespace) -> tuple[int, int]:
    """Rows and columns; what is not given is such that pentominoes fill some three quarters, as square as can be."""
    from gamecore.polyfit import recipes

    rows, columns = arguments.rows, arguments.columns
    if rows is not None and columns is not None:
        return rows, columns
    area = min(arguments.pieces, recipes.MAX_PIECES) * 20 // 3

    def side(other: int | None) -> int:
        least = math.isqrt(area) + 1 if other is None else -(-area // other)
        return max(5, min(least, recipes.MAX_SIDE))

    return side(columns) if rows is None else rows, side(rows) if columns is None else columns


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _counts(option: str, text: str) -> dict[str, int]:
    """Whole numbers by shape, from ``F5=2,I5``; without a number it is 1."""
    from gamecore import wire

    counts: dict[str, int] = {}
    for entry in text.split(","):
        name, equals, number = (part.strip() for part in entry.partition("="))
        if equals and not _is_number(number):
            raise BadInput(f"--{option}: {wire.shown(entry.strip())} has no whole number after the =")
        if name in counts:
            raise BadInput(f"--{option}: {wire.shown(name)} occurs twice")
        counts[name] = int(number) if equals else 1
    return counts


def _document(made: _Made) -> dict[str, object]:
    """The puzzle alone, or as the game's body with its round, which ``solve`` then names in its move."""
    puzzle = made.puzzle.to_dict()
    return puzzle if made.round is None else {"round": made.round, "puzzle": puzzle}


def _stats(made: _Made, screen: Screen) -> None:
    import json

    from gamecore import polyfit

    board = made.puzzle.board
    figures = {
        "seed": made.seed,
        "round": made.round,
        "pieces": len(made.puzzle.pieces),
        "cells": board.area,
        "rows": board.height,
        "columns": board.width,
        "holes": len(board.holes),
        "difficulty": polyfit.difficulty(made.puzzle),
    }
    screen.note(json.dumps(figures))


COMMAND = Command("generate", "make puzzles, of the game or to your own measure", _configure, _run)
