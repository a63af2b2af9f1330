"""``gamecore render``: draws a puzzle, a solution of it, or many puzzles on one sheet."""

import argparse
from pathlib import PurePath
from typing import TYPE_CHECKING

from gamecore.cli.command import BadInput, Command, Status
from gamecore.cli.documents import Task, read_documents, read_move, read_task, task_of, write_text
from gamecore.cli.drawing import picture, piece_list
from gamecore.cli.screen import Screen

if TYPE_CHECKING:
    from gamecore.polyfit import Placement

__all__ = ["COMMAND"]

_CELL = 14  # side of a cell on a sheet, in pixels


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        default=["-"],
        metavar="FILE",
        help="a puzzle, or an observation with one, as JSON, then perhaps a solution to draw in it",
    )
    parser.add_argument(
        "--gallery", action="store_true", help="every FILE is a puzzle, or a puzzle a line; draw all of them"
    )
    parser.add_argument(
        "--svg", metavar="FILE", help="write an SVG picture, of a gallery one sheet; -: to standard output"
    )


def _run(arguments: argparse.Namespace, screen: Screen) -> int:
    if arguments.files.count("-") > 1:
        raise BadInput("standard input can be read only once")
    if arguments.gallery:
        return _gallery(arguments, screen)
    if len(arguments.files) > 2:
        raise BadInput("one puzzle and one move can be drawn; several puzzles with --gallery")
    return _single(arguments, screen)


def _single(arguments: argparse.Namespace, screen: Screen) -> int:
    from gamecore import polyfit

    puzzle = read_task(arguments.files[0]).puzzle
    placements: tuple[Placement, ...] = ()
    for path in arguments.files[1:]:
        move = read_move(path, puzzle)
        if not isinstance(move, polyfit.Solution):
            raise BadInput(f"{path}: has no placements to draw")
        placements = move.placements
        for fault in polyfit.faults(puzzle, placements):
            screen.note(f"not a solution: {fault.detail}")
    if arguments.svg is None:
        screen.drawing(picture(puzzle, placements))
        screen.line(piece_list(puzzle))
    else:
        _write(arguments.svg, puzzle.svg(placements), screen)
    return Status.DONE


def _gallery(arguments: argparse.Namespace, screen: Screen) -> int:
    from gamecore.render.sheet import Picture, sheet

    tasks = [task_of(document) for path in arguments.files for document in read_documents(path)]
    if arguments.svg is not None:
        pictures = [Picture(task.puzzle.svg(cell=_CELL), _caption(task)) for task in tasks]
        _write(arguments.svg, sheet(pictures), screen)
        return Status.DONE
    for task in tasks:
        screen.line(f"{task.label}:")
        screen.drawing(picture(task.puzzle))
        screen.line(piece_list(task.puzzle))
    return Status.DONE


def _caption(task: Task) -> str:
    name = PurePath(task.label).name
    return name if task.round is None else f"{name}, round {task.round}"


def _write(path: str, svg: str, screen: Screen) -> None:
    if path == "-":
        screen.line(svg)
    else:
        write_text(path, svg)
        screen.note(f"wrote {path}")


COMMAND = Command("render", "draw puzzles or a solution in the terminal or as SVG", _configure, _run)
