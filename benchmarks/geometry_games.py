"""Games of successive cuts in full numbers: every cut checked, the worst errors in a table.

    python benchmarks/geometry_games.py [--games 1000] [--cuts 100] [--long 1000] [--processes 1]

Plays ``games`` games of ``cuts`` cuts in every mode, divided among the ways of choosing the part (random, largest,
smallest selectable, the one with most holes), and one game of ``long`` rounds of each mode and way. What is checked is
in ``tests/geometry/games.py``; the suite plays a small share of the same games.
"""

import argparse
import importlib.util
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

PLACE = Path(__file__).parents[1] / "tests" / "geometry" / "games.py"
SPEC = importlib.util.spec_from_file_location("geometry_games_checked", PLACE)
games = importlib.util.module_from_spec(SPEC)
sys.modules[SPEC.name] = games
SPEC.loader.exec_module(games)


def batch(mode: str, chooser: str, rounds: int, seeds: range) -> tuple[dict, list[str]]:
    """The joined report of some games, and the games that failed."""
    total = games.Report()
    failures = []
    for seed in seeds:
        try:
            total.add(games.play(mode, chooser, rounds, seed))
        except Exception as fault:  # each is counted and shown
            failures.append(f"{mode} {chooser} {seed}: {type(fault).__name__}: {str(fault)[:300]}")
    return total.__dict__, failures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--long", type=int, default=1_000)
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    share = arguments.games // len(games.CHOOSERS)
    started = time.perf_counter()
    with ProcessPoolExecutor(arguments.processes) as pool:
        jobs = {
            mode: [
                pool.submit(batch, mode, chooser, rounds, seeds)
                for chooser in games.CHOOSERS
                for rounds, seeds in ((arguments.cuts, range(share)), (arguments.long, range(-1, 0)))
            ]
            for mode in games.MODES
        }
        print("| mode | cuts | refused | over 2 parts | with holes | most edges | area error | boundary error |")
        print("|---|---|---|---|---|---|---|---|")
        failures = []
        for mode, futures in jobs.items():
            total = games.Report()
            for future in futures:
                report, failed = future.result()
                part = games.Report()
                part.__dict__.update(report)
                total.add(part)
                failures += failed
            many = total.cuts - total.parts[2] if mode != "line_voronoi" else 0
            print(
                f"| {mode} | {total.cuts:,} | {total.refused.total():,} | {many:,} | {total.holed:,} "
                f"| {total.most_edges} | {total.worst_area:.1e} | {total.worst_boundary:.1e} |",
                flush=True,
            )
            print(f"  refused: {dict(total.refused)}", file=sys.stderr)
    print(f"\n{len(failures)} failures; {time.perf_counter() - started:.0f} s")
    for failure in failures[:50]:
        print(failure)
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
