"""What a second thread is worth on the ragged tail: time, and nodes, which no other load on the machine can change.

    python benchmarks/threads.py [--node-seeds 200] [--seeds 40] [--rounds 3]

Each ragged case is solved with many seeds, on one thread and on two in turn, so that a load meets both; of each the
least time of some rounds counts. Two threads race the seeds 2k and 2k + 1, one thread takes seed 2k. The first table is
made of nodes alone: those of the search with seed 2k, against the smaller of the two seeds' - what two racers need on
two free cores. The second one has the processor's time, that of two threads halved: what the clock would show if each
had a core of its own. The third one has the clock itself, which tells something on an idle machine only.
"""

import argparse
import statistics
import time
from pathlib import Path

from gamecore import polyfit

CASES = Path(__file__).parents[1] / "tests" / "data" / "cases"


def milliseconds(puzzle: polyfit.Puzzle, seed: int, threads: int) -> tuple[float, float]:
    """By the processor's time, a thread; and by the clock."""
    started, busy = time.perf_counter(), time.process_time()
    result = polyfit.solve(puzzle, seed=seed, threads=threads)
    elapsed, worked = time.perf_counter() - started, time.process_time() - busy
    polyfit.validate(puzzle, result.placements)
    return 1e3 * worked / threads, 1e3 * elapsed


def shares(values: list[float]) -> list[float]:
    """Median, 90 %, 99 %, worst, mean."""
    ordered = sorted(values)
    at = [ordered[min(len(ordered) - 1, int(part * len(ordered)))] for part in (0.5, 0.9, 0.99)]
    return [*at, ordered[-1], statistics.fmean(values)]


def table(title: str, one: list[float], two: list[float]) -> None:
    print(f"\n| {title} | median | 90 % | 99 % | worst | mean |\n|---|---|---|---|---|---|")
    rows = {"one": shares(one), "two": shares(two)}
    for name, row in rows.items():
        print(f"| {name} | " + " | ".join(f"{value:,.1f}" for value in row) + " |")
    ratios = (a / b for a, b in zip(rows["one"], rows["two"], strict=True))
    print("| ratio | " + " | ".join(f"{ratio:.2f}" for ratio in ratios) + " |", flush=True)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", default="ragged")
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--node-seeds", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    puzzles = [polyfit.Puzzle.from_json(path.read_bytes()) for path in sorted(CASES.glob(f"{arguments.cases}-*.json"))]
    milliseconds(puzzles[0], 0, 2)
    nodes: tuple[list[float], list[float]] = ([], [])
    for puzzle in puzzles:
        for k in range(arguments.node_seeds):
            both = [polyfit.solve(puzzle, seed=seed).nodes for seed in (2 * k, 2 * k + 1)]
            nodes[0].append(both[0])
            nodes[1].append(min(both))
    table(f"nodes, {len(nodes[0]):,} searches", *nodes)
    runs = []
    for puzzle in puzzles:
        for k in range(arguments.seeds):
            rounds = [
                (*milliseconds(puzzle, 2 * k, 1), *milliseconds(puzzle, 2 * k, 2)) for _ in range(arguments.rounds)
            ]
            runs.append([min(column) for column in zip(*rounds, strict=True)])
    worked_one, clock_one, worked_two, clock_two = map(list, zip(*runs, strict=True))
    table(f"processor ms a thread, {len(runs):,} searches", worked_one, worked_two)
    table("ms by the clock", clock_one, clock_two)


if __name__ == "__main__":
    main()
