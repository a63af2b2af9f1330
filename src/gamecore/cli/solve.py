"""``gamecore solve``: finds a tiling, all of them, or their number."""

import argparse

from gamecore.cli.command import BadInput, Command, Status, natural, seconds
from gamecore.cli.documents import Document, Task, read_documents, task_of, write_text
from gamecore.cli.drawing import picture
from gamecore.cli.screen import Screen
from gamecore.errors import GamecoreError, LimitReached

__all__ = ["COMMAND"]


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="*",
        default=["-"],
        metavar="FILE",
        help="a puzzle, or an observation with one, as JSON, or a line of JSON each; - or nothing: standard input",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print a move (with --count a count) for each puzzle as one line of JSON",
    )
    parser.add_argument(
        "--round", type=natural, metavar="R", help="the move's round (default: the observation's, or 1)"
    )
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same solution (default 0)")
    parser.add_argument("--time-limit", type=seconds, metavar="SECONDS", help="give up after this time")
    parser.add_argument("--node-limit", type=natural, metavar="N", help="give up after this many nodes")
    parser.add_argument("--threads", type=natural, default=1, metavar="N", help="race N searches (default 1)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help="print every solution")
    what.add_argument("--count", action="store_true", help="print the number of solutions only")
    parser.add_argument("--limit", type=natural, metavar="N", help="with --all or --count: stop at N solutions")
    parser.add_argument("--svg", metavar="FILE", help="also write a picture of the solution")
    parser.add_argument("--stats", action="store_true", help="say on standard error how the search went, as JSON")


def _run(arguments: argparse.Namespace, screen: Screen) -> int:
    if arguments.limit is not None and not (arguments.all or arguments.count):
        raise BadInput("--limit goes with --all or --count")
    if (arguments.all or arguments.count) and (arguments.threads != 1 or arguments.svg):
        raise BadInput("--threads and --svg go with a single solution, not with --all or --count")
    if arguments.svg and len(arguments.files) > 1:
        raise BadInput("--svg goes with one puzzle")
    if arguments.files.count("-") > 1:
        raise BadInput("standard input can be read only once")
    worst: int = Status.DONE
    alone = len(arguments.files) == 1
    for path in arguments.files:
        try:
            documents = read_documents(path)
        except GamecoreError as error:
            worst = max(worst, _failed(error, arguments, screen, alone=alone))
            continue
        alone = alone and len(documents) == 1
        if arguments.svg and not alone:
            raise BadInput("--svg goes with one puzzle")
        for document in documents:
            try:
                status = _run_document(document, arguments, screen, alone=alone)
            except GamecoreError as error:
                status = _failed(error, arguments, screen, alone=alone)
            worst = max(worst, status)
    return worst


def _failed(error: GamecoreError, arguments: argparse.Namespace, screen: Screen, *, alone: bool) -> int:
    if alone:
        raise error
    screen.note(f"gamecore: {error}")  # the other puzzles are not to blame
    if arguments.json and not arguments.all:
        screen.json(None)  # keeps the lines of output in step with the puzzles
    return Status.BAD


def _run_document(document: Document, arguments: argparse.Namespace, screen: Screen, *, alone: bool) -> int:
    task = task_of(document)
    if not alone and not arguments.json:
        screen.line(f"{task.label}:")
    if arguments.count:
        return _count(task, arguments, screen)
    if arguments.all:
        return _all(task, arguments, screen)
    return _first(task, arguments, screen)


def _first(task: Task, arguments: argparse.Namespace, screen: Screen) -> int:
    from gamecore import polyfit

    with screen.progress(f"solving {task.label}") as progress:
        result = polyfit.solve(
            task.puzzle,
            seed=arguments.seed,
            time_limit=arguments.time_limit,
            node_limit=arguments.node_limit,
            threads=arguments.threads,
            on_progress=progress.update,
        )
    figures = f"{result.nodes:,} nodes, {result.restarts:,} restarts, {_duration(result.seconds)}"
    if arguments.stats:
        _stats(task, screen, result.status, result.nodes, result.restarts, result.seconds)
    if result.status != "solved":
        if arguments.json:
            screen.json(None)
        screen.note(f"{task.label}: {_FAILURES[result.status]} ({figures})")
        return Status.NO
    if arguments.svg:
        write_text(arguments.svg, task.puzzle.svg(result.placements))
    if arguments.json:
        screen.json(result.move(_round(task, arguments)))
    else:
        screen.drawing(picture(task.puzzle, result.placements))
        screen.line(f"solved: {figures}")
    return Status.DONE


def _all(task: Task, arguments: argparse.Namespace, screen: Screen) -> int:
    from gamecore import polyfit

    found, complete = 0, True
    try:
        with screen.progress(f"solving {task.label}") as progress:
            for placements in polyfit.solutions(
                task.puzzle,
                limit=arguments.limit,
                time_limit=arguments.time_limit,
                node_limit=arguments.node_limit,
                on_progress=progress.update,
            ):
                found += 1
                if arguments.json:
                    screen.json(polyfit.Solution(_round(task, arguments), placements).to_dict())
                else:
                    screen.drawing(picture(task.puzzle, placements))
    except LimitReached:
        complete = False
    screen.note(f"{task.label}: {_solutions(found)}{'' if complete else ', then the limit was reached'}")
    return Status.DONE if found and complete else Status.NO


def _count(task: Task, arguments: argparse.Namespace, screen: Screen) -> int:
    from gamecore import polyfit

    try:
        with screen.progress(f"counting {task.label}") as progress:
            found = polyfit.count(
                task.puzzle,
                limit=arguments.limit,
                time_limit=arguments.time_limit,
                node_limit=arguments.node_limit,
                on_progress=progress.update,
            )
        complete = arguments.limit is None or found < arguments.limit
        status = Status.DONE if found else Status.NO
    except LimitReached as error:
        found, complete, status = error.count, False, Status.NO
    if arguments.json:
        screen.json({"count": found, "complete": complete})
    else:
        screen.line(_solutions(found) if complete else f"at least {_solutions(found)}")
    return status


_FAILURES = {"unsolvable": "unsolvable, proved", "limit": "not solved within the limit"}


def _round(task: Task, arguments: argparse.Namespace) -> int:
    number: int = arguments.round or task.round or 1
    return number


def _stats(task: Task, screen: Screen, status: str, nodes: int, restarts: int, elapsed: float) -> None:
    import json

    screen.note(
        json.dumps(
            {
                "file": task.label,
                "status": status,
                "nodes": nodes,
                "restarts": restarts,
                "seconds": round(elapsed, 6),
            }
        )
    )


def _solutions(number: int) -> str:
    return "1 solution" if number == 1 else f"{number:,} solutions"


def _duration(elapsed: float) -> str:
    return f"{elapsed * 1000:.1f} ms" if elapsed < 1 else f"{elapsed:.2f} s"


COMMAND = Command("solve", "find a tiling, all tilings, or their number", _configure, _run)
