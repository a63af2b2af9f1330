"""Cuts and closest cuts, as a server and its bots feel them; every run asserts its answer.

Run with ``pytest benchmarks/bench_cutting.py --benchmark-enable``; run as a script, it prints median and worst times of
closest cuts over many positions, each mode and variant, targets from 20 to 80 % and, apart, from 0 to 100 %.
"""

import sys
from importlib import util
from pathlib import Path
from random import Random
from time import process_time

import pytest

from gamecore.cutting import MODES, VARIANTS, IllegalMove, closest_cut, cut

_spec = util.spec_from_file_location("positions", Path(__file__).parents[1] / "tests" / "cutting" / "positions.py")
positions = util.module_from_spec(_spec)
_spec.loader.exec_module(positions)


def legal_point(shape, constraint):
    rng = Random(0)
    while True:
        point = positions.canvas_point(rng)
        try:
            cut(shape, constraint, point)
        except IllegalMove:
            continue
        return point


@pytest.mark.parametrize("mode", list(MODES))
def test_cut(benchmark, mode):
    """A pointer's preview."""
    shape, constraint = positions.position(mode, 1)
    point = legal_point(shape, constraint)
    made = benchmark(lambda: cut(shape, constraint, point))
    assert abs(sum(made.shares) - 100) < 1e-9


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("mode", list(MODES))
def test_closest_cut(benchmark, mode, variant):
    """A bot's cut at 50 %; the target is 20 ms in the median."""
    shape, constraint = positions.position(mode, 1)
    point, part = benchmark(lambda: closest_cut(shape, constraint, 50, variant))
    assert cut(shape, constraint, point, variant).selectable[part]


def report(count: int) -> None:
    """Times in ms over many positions."""
    for mode in MODES:
        for variant in VARIANTS:
            for low, high in ((20, 80), (0, 100)):
                times = []
                exact = 0
                for seed in range(count):
                    shape, constraint = positions.position(mode, seed)
                    target = Random(seed).uniform(low, high)
                    start = process_time()
                    found = closest_cut(shape, constraint, target, variant)
                    times.append(1e3 * (process_time() - start))
                    assert found is not None
                    point, part = found
                    exact += abs(cut(shape, constraint, point, variant).shares[part] - target) < 1e-8
                times.sort()
                shown = (
                    f"median {times[count // 2]:6.2f}  99 % {times[count * 99 // 100]:5.1f}  worst {times[-1]:5.1f} ms"
                )
                print(f"{mode:22} {variant:9} {low}-{high} %  {shown}  exact {100 * exact / count:.1f} %", flush=True)


if __name__ == "__main__":
    report(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
