"""Random and near-degenerate cuts against exact rational arithmetic and shapely, in full numbers.

    python benchmarks/geometry_oracles.py [--cuts 10000] [--near 3000]

``cuts`` random cuts of random regions for each oracle; ``near`` cuts for each distance 10^-3 … 10^-17 from a vertex, an
edge or a tangency. The comparisons are those of ``tests/geometry/compared.py``; the suite makes a small share of them.
"""

import argparse
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.geometry import compared, near, shapes


def tally(name: str, outcomes, show: int = 3) -> int:
    """Print how often each outcome came; the number of failures."""
    started = time.perf_counter()
    counts: Counter[str] = Counter()
    failures = []
    for number, compare in enumerate(outcomes):
        try:
            counts[compare()] += 1
        except Exception as fault:
            counts["WRONG"] += 1
            failures.append(f"  {number}: {type(fault).__name__} {str(fault)[:300]}")
    print(f"{name}: {dict(counts.most_common())} in {time.perf_counter() - started:.0f} s", flush=True)
    for failure in failures[:show]:
        print(failure)
    return len(failures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=10_000)
    parser.add_argument("--near", type=int, default=3_000)
    arguments = parser.parse_args()
    rng = Random("oracles")

    def random(compare, shape, cutter):
        for _ in range(arguments.cuts):
            yield partial(compare, shape(rng), cutter(rng))

    failed = tally("lines, exactly", random(compared.line_with_fractions, shapes.polygon, shapes.line))
    failed += tally("circles, exactly", random(compared.circle_with_fractions, shapes.polygon, shapes.circle))
    failed += tally("shapely", random(compared.with_shapely, shapes.rounded, shapes.curve))
    for kind, make in near.KINDS.items():
        for power in range(3, 18):
            failed += tally(f"{kind} 1e-{power}", (make(rng, power) for _ in range(arguments.near)))
    print(f"{failed} wrong")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
