"""Fresh puzzles of every family, solved one after the other: does any fail, and how long do they take?

    nice python benchmarks/fresh_puzzles.py [--count 10000] [--start 0] [--family compact …]

The puzzles come from the makers in ``peers/regions.py``, 32 to 56 pieces; ``--count`` are made of each family. Each
is given 10 seconds of processor time; a puzzle that is not solved by then, or a solution that does not validate, is a
failure.
"""

import argparse
import sys
import time

from gamecore import polyfit
from peers import regions

LIMIT = 10.0


def main() -> None:
    """Print a row for each family; the exit status tells whether all were solved."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--family", action="append", choices=list(regions.FAMILIES))
    given = parser.parse_args()
    failures = []
    polyfit.solve(regions.rectangle(32, "first"))
    print("| family | puzzles | failures | median ms | 99 % | 99.9 % | worst |\n|---|---|---|---|---|---|---|")
    for family in given.family or regions.FAMILIES:
        times = []
        for number in range(given.start, given.start + given.count):
            puzzle = regions.FAMILIES[family](32 + number % 25, number)
            begun = time.process_time()
            result = polyfit.solve(puzzle, cancel=lambda begun=begun: time.process_time() - begun > LIMIT)
            times.append(1e3 * (time.process_time() - begun))
            if result.status == "solved":
                polyfit.validate(puzzle, result.placements)
            else:
                failures.append(f"{family} {number}: {result.status}")
        times.sort()
        at = [times[min(len(times) - 1, int(part * len(times)))] for part in (0.5, 0.99, 0.999, 1)]
        mine = sum(failure.startswith(family) for failure in failures)
        print(
            f"| {family} | {len(times):,} | {mine} | {at[0]:.2f} | {at[1]:.1f} | {at[2]:.1f} | {at[3]:.1f} |",
            flush=True,
        )
    print(*failures, sep="\n")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
