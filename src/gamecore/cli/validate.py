"""``gamecore validate``: is a move legal, and if not, what is wrong with it?"""

import argparse

from gamecore.cli.command import BadInput, Command, Status, natural
from gamecore.cli.documents import read_move, read_task
from gamecore.cli.screen import Screen

__all__ = ["COMMAND"]


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("puzzle", metavar="PUZZLE", help="a puzzle, or an observation with one, as JSON")
    parser.add_argument(
        "move", nargs="?", default="-", metavar="MOVE", help="a move as JSON; - or nothing: standard input"
    )
    parser.add_argument(
        "--round", type=natural, metavar="R", help="the open round (default: the observation's, or any)"
    )
    parser.add_argument("--json", action="store_true", help="print the verdict as one line of JSON")


def _run(arguments: argparse.Namespace, screen: Screen) -> int:
    from gamecore import polyfit

    if arguments.puzzle == arguments.move == "-":
        raise BadInput("the puzzle and the move cannot both be read from standard input")
    task = read_task(arguments.puzzle)
    move = read_move(arguments.move, task.puzzle)
    open_round = arguments.round or task.round
    faults: list[dict[str, str]] = []
    if not isinstance(move, polyfit.Resign) and open_round is not None and move.round != open_round:
        explanation = f"the move is for round {move.round}, open is round {open_round}"
        faults.append({"reason": "wrong_round", "detail": f"wrong_round: {explanation}"})
    if isinstance(move, polyfit.Solution):
        found = polyfit.faults(task.puzzle, move.placements)
        faults += [{"reason": fault.reason, "detail": fault.detail} for fault in found]
    if arguments.json:
        screen.json({"legal": not faults, "faults": faults})
    elif faults:
        for fault in faults:
            screen.line(fault["detail"])
    else:
        screen.line("legal: tiles the region exactly" if isinstance(move, polyfit.Solution) else "legal: no solution")
    return Status.NO if faults else Status.DONE


COMMAND = Command("validate", "check a move and list every fault", _configure, _run)
