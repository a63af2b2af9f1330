"""First solutions of the extreme cases, from puzzle object to placements, on one thread: a table by family.

    python benchmarks/first_solution.py [--seeds 10] [--rounds 3]

Each case is solved with each seed; of a case and seed the median of several rounds counts. Every answer is validated.
Pin it to a core (``taskset -c 0``) and compare runs on one machine only.
"""

import argparse
import statistics
import time
from pathlib import Path

from gamecore import polyfit

CASES = Path(__file__).parents[1] / "tests" / "data" / "cases"


def timed(puzzle: polyfit.Puzzle, seed: int, rounds: int) -> tuple[float, int]:
    """Median milliseconds and nodes of a solve; the puzzle object is fresh, so nothing is remembered."""
    times = []
    for _ in range(rounds):
        fresh = polyfit.Puzzle(puzzle.region, puzzle.pieces)
        started = time.perf_counter()
        result = polyfit.solve(fresh, seed=seed)
        times.append(1e3 * (time.perf_counter() - started))
        polyfit.validate(puzzle, result.placements)
    return statistics.median(times), result.nodes


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    families: dict[str, list[tuple[float, int]]] = {}
    for path in sorted(CASES.glob("*.json")):
        puzzle = polyfit.Puzzle.from_json(path.read_bytes())
        polyfit.solve(puzzle)
        for seed in range(arguments.seeds):
            families.setdefault(path.stem.split("-")[0], []).append(timed(puzzle, seed, arguments.rounds))
    print("| family | runs | median ms | 90 % | 99 % | worst | median nodes |")
    print("|---|---|---|---|---|---|---|")
    for family, runs in sorted(families.items()):
        times = sorted(time for time, _ in runs)
        at = [times[min(len(times) - 1, int(part * len(times)))] for part in (0.5, 0.9, 0.99)]
        nodes = statistics.median(nodes for _, nodes in runs)
        print(f"| {family} | {len(runs)} | {at[0]:.2f} | {at[1]:.2f} | {at[2]:.1f} | {times[-1]:.1f} | {nodes:.0f} |")


if __name__ == "__main__":
    main()
