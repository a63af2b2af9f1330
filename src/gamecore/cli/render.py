"""``gamecore render``: draws a puzzle, or a solution of it."""

import argparse
from typing import TYPE_CHECKING

from gamecore.cli.command import BadInput, Command, Status
from gamecore.cli.documents import read_move, read_task, write_text
from gamecore.cli.drawing import picture, piece_list
from gamecore.cli.screen import Screen

if TYPE_CHECKING:
    from gamecore.polyfit import Placement

__all__ = ["COMMAND"]


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "puzzle",
        nargs="?",
        default="-",
        metavar="PUZZLE",
        help="a puzzle, or an observation with one, as JSON",
    )
    parser.add_argument("move", nargs="?", metavar="MOVE", help="a solution to draw in the region, as JSON")
    parser.add_argument("--svg", metavar="FILE", help="write an SVG picture; -: to standard output")


def _run(arguments: argparse.Namespace, screen: Screen) -> int:
    from gamecore import polyfit

    if arguments.puzzle == arguments.move == "-":
        raise BadInput("the puzzle and the move cannot both be read from standard input")
    puzzle = read_task(arguments.puzzle).puzzle
    placements: tuple[Placement, ...] = ()
    if arguments.move is not None:
        move = read_move(arguments.move, puzzle)
        if not isinstance(move, polyfit.Solution):
            raise BadInput(f"{arguments.move}: has no placements to draw")
        placements = move.placements
        for fault in polyfit.faults(puzzle, placements):
            screen.note(f"not a solution: {fault.detail}")
    if arguments.svg is None:
        screen.drawing(picture(puzzle, placements))
        screen.line(piece_list(puzzle))
    elif arguments.svg == "-":
        screen.line(puzzle.svg(placements))
    else:
        write_text(arguments.svg, puzzle.svg(placements))
        screen.note(f"wrote {arguments.svg}")
    return Status.DONE


COMMAND = Command("render", "draw a puzzle or a solution in the terminal or as SVG", _configure, _run)
