"""Hostile inputs in bulk, against everything that takes a stranger's input: exceptions, longest call, memory.

    python benchmarks/fuzz.py [--game polyfit] [--count 100000] [--seed 0] [--limit-ms 50]

``--game cutting`` tries the cutting game in place of Polyfit.

Each input goes to every target. A call over the limit is made again up to five times and the fastest counts, since a
busy machine stalls any call now and then. Memory is what the process holds after a collection, past a first tenth
that fills the bounded caches. Exit status 1 if there was a foreign exception or a slow call.
"""

import argparse
import gc
import os
import sys
import time
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "fuzz"))
import hostile
import hostile_cutting


def resident_mib() -> float:
    """MiB of memory that the process holds (Linux; elsewhere its peak)."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def timed(target, value) -> tuple[float, str | None]:
    """Milliseconds of a call, and what was wrong."""
    started = time.perf_counter()
    problem = hostile.fault(target, value)
    return 1e3 * (time.perf_counter() - started), problem


def fastest(target, value, first: float) -> float:
    """The fastest of up to six calls."""
    best = first
    for _ in range(5):
        best = min(best, timed(target, value)[0])
    return best


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=("polyfit", "cutting"), default="polyfit")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit-ms", type=float, default=50)
    arguments = parser.parse_args()
    source = hostile_cutting if arguments.game == "cutting" else hostile
    targets = source.targets()
    worst = dict.fromkeys(targets, 0.0)
    problems: dict[tuple[str, str], int] = {}
    slow: list[tuple[str, int, float]] = []
    before = resident_mib()
    warm = half = before
    started = time.perf_counter()
    for number, value in enumerate(islice(hostile.inputs(source.documents(), arguments.seed), arguments.count)):
        if number == arguments.count // 10:
            warm = resident_mib()
        if number == arguments.count // 2:
            half = resident_mib()
        for name, target in targets.items():
            elapsed, problem = timed(target, value)
            if problem is not None:
                problems.setdefault((name, problem), number)
            if elapsed > worst[name]:
                if elapsed > arguments.limit_ms / 5:
                    elapsed = fastest(target, value, elapsed)
                worst[name] = max(worst[name], elapsed)
                if elapsed > arguments.limit_ms:
                    slow.append((name, number, elapsed))
    after = resident_mib()
    for name, longest in worst.items():
        print(f"{name:44} longest {longest:8.3f} ms")
    seconds = time.perf_counter() - started
    print(f"{arguments.count:,} inputs, {arguments.count * len(targets):,} calls in {seconds:.0f} s")
    print(f"MiB: {before:.1f} at first, {warm:.1f} after a tenth, {half:.1f} after half, {after:.1f} at the end")
    for (name, problem), number in problems.items():
        print(f"WRONG: {name}: input {number}: {problem}")
    for name, number, elapsed in slow:
        print(f"SLOW: {name}: input {number}: {elapsed:.1f} ms")
    return 1 if problems or slow else 0


if __name__ == "__main__":
    sys.exit(main())
