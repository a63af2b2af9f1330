"""First solutions: ours on every case and seed, the peers on some of the cases; growth with the number of pieces."""

import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from gamecore import polyfit
from peers import adapters, problems, regions, worker

CASES = Path(__file__).parents[2] / "tests" / "data" / "cases"
Runs = dict[str, list[float]]  # seconds by family


@dataclass(frozen=True)
class Try:
    """Seconds that one solver took for one case; None: not within the cap."""

    solver: str
    case: str
    seconds: float | None


def read(name: str) -> polyfit.Puzzle:
    """A case by its name."""
    return polyfit.Puzzle.from_json((CASES / f"{name}.json").read_bytes())


def all_cases() -> list[str]:
    """The 28 names."""
    return sorted(path.stem for path in CASES.glob("*.json"))


def family(case: str) -> str:
    """The kind of region."""
    return case.partition("-")[0]


def solved(puzzle: polyfit.Puzzle, seed: int, rounds: int = 1) -> float:
    """Median seconds of processor time from a puzzle object that is fresh to placements, which are validated."""
    times = []
    for _ in range(rounds):
        fresh = polyfit.Puzzle(puzzle.region, puzzle.pieces)
        started = time.process_time()
        result = polyfit.solve(fresh, seed=seed)
        times.append(time.process_time() - started)
        polyfit.validate(puzzle, result.placements)
    return statistics.median(times)


def ours(cases: list[str], seeds: int, rounds: int) -> list[Try]:
    """Each case with each seed."""
    tries = []
    for case in cases:
        puzzle = read(case)
        polyfit.solve(puzzle)  # compiles
        tries += [Try("gamecore", case, solved(puzzle, seed, rounds)) for seed in range(seeds)]
    return tries


def theirs(cases: list[str], peers: list[str], cap: float) -> list[Try]:
    """Each case once: they have no seeds."""
    tries = []
    for case in cases:
        problem = problems.of(read(case))
        for peer in peers:
            outcome = worker.run(peer, "first", [problem], cap)
            seconds = outcome.seconds[0] if outcome.answers and outcome.answers[0] is not None else None
            if seconds is not None and seconds > cap:
                seconds = None
            tries.append(Try(peer, case, seconds))
            print(f"  {case}, {peer}: {'-' if seconds is None else f'{seconds:.3f} s'} {outcome.trouble}", flush=True)
    return tries


def quantiles_table(tries: list[Try]) -> list[str]:
    """Markdown: our times by family."""
    lines = ["| family | runs | median ms | 90 % | 99 % | worst |", "|---|---|---|---|---|---|"]
    runs: Runs = {}
    for one in tries:
        assert one.seconds is not None
        runs.setdefault(family(one.case), []).append(1e3 * one.seconds)
    for name, times in sorted(runs.items()):
        times.sort()
        at = [times[min(len(times) - 1, int(part * len(times)))] for part in (0.9, 0.99, 1)]
        lines.append(
            f"| {name} | {len(times)} | {statistics.median(times):.2f} | {at[0]:.1f} | {at[1]:.1f} | {at[2]:.1f} |"
        )
    return lines


def peers_table(tries: list[Try], cap: float) -> list[str]:
    """Markdown: how many cases each solver solved, and the median of those; ours on the same cases, median of seeds."""
    lines = ["| solver | solved | median s of those | slowest of those |", "|---|---|---|---|"]
    cases = {one.case for one in tries if one.solver != "gamecore"}
    for solver in dict.fromkeys(one.solver for one in tries):
        times = []
        for case in cases:
            found = [one.seconds for one in tries if one.solver == solver and one.case == case]
            if found and None not in found:
                times.append(statistics.median(found))
        shown = (f"{statistics.median(times):.4g}", f"{max(times):.4g}") if times else ("", "")
        lines.append(f"| {solver} | {len(times)} of {len(cases)} in {cap:g} s | {shown[0]} | {shown[1]} |")
    return lines


GROWTH = (56, 112, 224, 448, 896, 5000)


def growth(sizes: tuple[int, ...], puzzles: int, seeds: int) -> Runs:
    """Seconds for rectangles of so many pentominoes."""
    runs: Runs = {}
    polyfit.solve(regions.rectangle(56, "first"))
    for pieces in sizes:
        few = pieces > 1000
        for number in range(1 if few else puzzles):
            puzzle = regions.rectangle(pieces, number)
            runs.setdefault(str(pieces), []).extend(solved(puzzle, seed) for seed in range(3 if few else seeds))
        print(f"  {pieces} pieces: {statistics.median(runs[str(pieces)]):.4f} s", flush=True)
    return runs


def growth_table(runs: Runs) -> list[str]:
    """Markdown: time in all and a piece."""
    lines = ["| pieces | runs | median ms | worst ms | µs a piece |", "|---|---|---|---|---|"]
    for pieces, times in runs.items():
        middle = statistics.median(times)
        each = 1e6 * middle / int(pieces)
        lines.append(f"| {int(pieces):,} | {len(times)} | {1e3 * middle:.1f} | {1e3 * max(times):.1f} | {each:.0f} |")
    return lines


def polyominoes(rounds: int) -> list[str]:
    """Markdown: ``polyfit.count`` on the classic boards."""
    lines = ["| board | tilings | polyfit.count, ms |", "|---|---|---|"]
    boards = {
        "12 pentominoes, 6×10": (problems.six_by_ten(), 9_356),
        "12 pentominoes, 8×8 less the centre": (problems.chessboard_less_the_centre(), 520),
        "12 pentominoes, 3×20": (problems.pentominoes(["#" * 20] * 3), 8),
        "12 pentominoes, 5×12": (problems.pentominoes(["#" * 12] * 5), 4_040),
        "two sets of tetrominoes, 5×8": (problems.two_sets_of_tetrominoes(), 3_106),
    }
    polyfit.count(boards["12 pentominoes, 3×20"][0])
    for name, (board, tilings) in boards.items():
        times = []
        for _ in range(rounds):
            fresh = polyfit.Puzzle(board.region, board.pieces)
            started = time.process_time()
            assert polyfit.count(fresh) == tilings
            times.append(time.process_time() - started)
        lines.append(f"| {name} | {tilings:,} | {1e3 * statistics.median(times):.1f} |")
    return lines


def installed_peers(chosen: list[str] | None) -> list[str]:
    """Those asked for, or all that are there."""
    return adapters.installed() if chosen is None else [peer for peer in adapters.installed() if peer in chosen]
