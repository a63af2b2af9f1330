"""``gamecore cut``: practice of the cutting game in the terminal, or a game of bots to watch."""

import argparse
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamecore.cli.command import BadInput, Command, Status, natural
from gamecore.cli.interrupt import on_interrupt
from gamecore.cli.screen import Screen

if TYPE_CHECKING:
    from gamecore.cutting import Settings

__all__ = ["COMMAND"]

_MODES = ("line-fixed-point", "line-fixed-angle", "line-voronoi", "circle-fixed-centre", "circle-fixed-diameter")
_MAX_BOTS = 100


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--mode", default=_MODES[0], choices=_MODES, help=f"how to cut (default {_MODES[0]})")
    parser.add_argument("--variant", default="area", choices=("area", "perimeter"), help="what counts (default area)")
    parser.add_argument("--targets", default="50", choices=("50", "40/50/60"), help="target shares in percent")
    parser.add_argument(
        "--step-seconds",
        type=int,
        default=60,
        metavar="S",
        help="time for a cut or an estimate: 15, 30 or 60 (default)",
    )
    parser.add_argument("--turns", type=natural, metavar="N", help="turns of practice (default: till you quit)")
    parser.add_argument("--seed", metavar="S", help="any text; the same seed draws the same (default: random)")
    parser.add_argument("--svg", metavar="DIR", help="write a picture of every turn or round into a folder")
    parser.add_argument("--json", action="store_true", help="print the result as one line of JSON, all else as notes")
    parser.add_argument("--watch", action="store_true", help="watch bots play a game instead")
    parser.add_argument(
        "--rounds", type=int, default=10, metavar="N", help="of the game to watch, 1 to 100 (default 10)"
    )
    parser.add_argument("--bots", type=natural, default=3, metavar="N", help="that play it, 1 to 100 (default 3)")
    parser.add_argument("--record", metavar="FILE", help="write a record of the game to a new file, for replay")
    parser.add_argument(
        "--plot", metavar="FILE", help="draw everyone's points to FILE, and the Perfect cuts beside it (matplotlib)"
    )


def _run(arguments: argparse.Namespace, screen: Screen) -> int:
    from gamecore.cutting import Settings

    settings = Settings(
        mode=arguments.mode.replace("-", "_"),
        variant=arguments.variant,
        targets=arguments.targets,
        step_seconds=arguments.step_seconds,
        rounds=arguments.rounds,
    )
    seed = secrets.token_hex(8) if arguments.seed is None else arguments.seed
    if arguments.svg is not None:
        _make_folder(arguments.svg)
    if arguments.watch:
        return _watch(arguments, settings, seed, screen)
    for option in ("record", "plot"):
        if getattr(arguments, option) is not None:
            raise BadInput(f"--{option} goes with --watch")
    return _practise(arguments, settings, seed, screen)


def _practise(arguments: argparse.Namespace, settings: "Settings", seed: str, screen: Screen) -> int:
    from gamecore.cli.lines import Lines
    from gamecore.cli.practice import Session

    status = Status.DONE
    lines = Lines()
    session = Session(
        settings,
        seed,
        turns=arguments.turns,
        lines=lines,
        screen=screen,
        folder=arguments.svg,
        quiet=arguments.json,
    )
    with on_interrupt(lines.interrupt):
        try:
            session.play()
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
    if arguments.json:
        screen.json(_head(arguments, seed) | session.summary())
    return status


def _watch(arguments: argparse.Namespace, settings: "Settings", seed: str, screen: Screen) -> int:
    from gamecore.cli.watch import check_plot, plot, watch

    if arguments.bots > _MAX_BOTS:
        raise BadInput(f"{arguments.bots} bots: at most {_MAX_BOTS} play")
    if arguments.plot is not None:
        check_plot(arguments.plot)
    state = watch(
        settings,
        arguments.bots,
        seed,
        screen,
        folder=arguments.svg,
        record=arguments.record,
        quiet=arguments.json,
    )
    if arguments.plot is not None:
        screen.note(f"wrote {' and '.join(plot(state, arguments.plot))}")
    if arguments.json:
        body = state.view(None)["body"]
        kept = {key: body[key] for key in ("players", "scores", "result", "history")}
        screen.json(_head(arguments, seed) | kept)
    return Status.DONE


def _head(arguments: argparse.Namespace, seed: str) -> dict[str, Any]:
    return {"seed": seed, "mode": arguments.mode, "variant": arguments.variant}


def _make_folder(path: str) -> None:
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{path}: cannot be made: {reason}") from None


COMMAND = Command("cut", "practise the cutting game, or watch bots play it", _configure, _run)
