"""Long games of bots in every mode: do they end naturally, and what becomes of the shapes?

    python benchmarks/long_games.py [--games 200] [--rounds 100] [--mode line_voronoi …] [--processes 1]

Four bots play each game: fixed ones of 0 % and of two other tolerances up to 20 %, which take turns from game to game,
and an adaptive one. Area and perimeter take turns, and every other two games draw their targets. Every move comes
from ``state.bot_move`` and goes through ``state.apply``; a refused one, or a game that does not end by its rounds, is a
failure. Figures by mode: how much of the canvas the shape fills before each cut (least, 1 % quantile, median), edges
(median, most), loops of the boundary (most), Perfect cuts, and milliseconds of CPU for a bot's search for its cut and
for the move itself (median, 99 % quantile, most). The suite plays a small share of the same games.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from gamecore.cutting.constraints import MODES
from gamecore.cutting.cuts import MIN_FILL
from gamecore.cutting.players import BotSettings, Player
from gamecore.cutting.settings import Settings
from gamecore.cutting.state import State


@dataclass
class Report:
    """What was seen in the games of a mode; lists have an entry for each round."""

    games: int = 0
    fills: list[float] = field(default_factory=list)
    edges: list[int] = field(default_factory=list)
    loops: list[int] = field(default_factory=list)
    search_ms: list[float] = field(default_factory=list)
    move_ms: list[float] = field(default_factory=list)
    perfect: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, other: "Report") -> None:
        """Join another one's figures."""
        for name, value in other.__dict__.items():
            setattr(self, name, getattr(self, name) + value)


def play(mode: str, number: int, rounds: int) -> Report:
    """One game of four bots until it is over."""
    report = Report(games=1)
    settings = Settings(
        mode=mode,
        rounds=rounds,
        variant="area" if number % 2 else "perimeter",
        targets="50" if number % 4 < 2 else "40/50/60",
    )
    bots = [
        BotSettings("fixed", 0),
        BotSettings("fixed", 1 + number % 10),
        BotSettings("fixed", 11 + number % 10),
        BotSettings("adaptive"),
    ]
    players = [Player.robot(seat + 1, bot) for seat, bot in enumerate(bots)]
    state = State.new(settings, players, seed=f"long game {mode} {number}")
    try:
        while state.result is None:
            state = _round(state, report)
        assert state.result.reason == "rounds", f"it ended by {state.result.reason}"
        assert all(past.kind in ("perfect", "estimated") for past in state.history), "a bot did not move"
        assert len(state.history) == rounds, f"it had {len(state.history)} rounds"
    except Exception as fault:  # each is counted and shown
        report.failures.append(f"{mode} {number} round {state.round}: {type(fault).__name__}: {str(fault)[:300]}")
    report.perfect = len(state.perfect_cuts)
    return report


def _round(state: State, report: Report) -> State:
    number = state.round
    fill = state.shape.area / state.settings.canvas.area
    assert fill >= MIN_FILL * (1 - 1e-9), f"the shape fills {fill}"
    report.fills.append(fill)
    report.edges.append(sum(map(len, state.shape.loops)))
    report.loops.append(len(state.shape.loops))
    started = time.process_time()
    move = state.bot_move(state.cutter).to_dict()
    chosen = time.process_time()
    state = state.apply(state.cutter, move, state.at_ms + 1_000)
    report.search_ms.append(1_000 * (chosen - started))
    report.move_ms.append(1_000 * (time.process_time() - chosen))
    for seat in range(len(state.players)):
        if state.result is None and state.round == number and state.on_move(seat):
            state = state.apply(seat, state.bot_move(seat).to_dict(), state.at_ms + 1_000)
    return state


def batch(mode: str, numbers: range, rounds: int) -> Report:
    """Several games of a mode."""
    total = Report()
    for number in numbers:
        total.add(play(mode, number, rounds))
    return total


def quantile(values: list[float], part: float) -> float:
    """The value that this part of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(int(part * len(ordered)), len(ordered) - 1)]


def row(mode: str, report: Report) -> str:
    """A row of the table."""
    fills = (min(report.fills), quantile(report.fills, 0.01), quantile(report.fills, 0.5))
    search = [quantile(report.search_ms, part) for part in (0.5, 0.99, 1)]
    move = [quantile(report.move_ms, part) for part in (0.5, 0.99, 1)]
    return " | ".join(
        [
            f"| {mode}",
            f"{report.games:,}",
            f"{len(report.fills):,}",
            " / ".join(f"{100 * fill:.2g} %" for fill in fills),
            f"{quantile(list(map(float, report.edges)), 0.5):.0f} / {max(report.edges)}",
            f"{max(report.loops)}",
            f"{100 * report.perfect / len(report.fills):.0f} %",
            " / ".join(f"{value:.2f}" for value in search),
            " / ".join(f"{value:.2f}" for value in move),
            f"{len(report.failures)} |",
        ]
    )


def main() -> None:
    """Play them, print the table, and fail if a game did."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--mode", action="append", choices=list(MODES))
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    print("| mode | games | rounds | fill | edges | loops | Perfect | search ms | move ms | failures |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    failures = []
    with ProcessPoolExecutor(arguments.processes) as pool:
        for mode in arguments.mode or MODES:
            count = arguments.processes
            jobs = [
                pool.submit(batch, mode, range(start, arguments.games, count), arguments.rounds)
                for start in range(count)
            ]
            total = Report()
            for job in jobs:
                total.add(job.result())
            failures += total.failures
            print(row(mode, total), flush=True)
    print(f"\n{len(failures)} failures")
    for failure in failures[:50]:
        print(failure)
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
