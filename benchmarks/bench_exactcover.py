"""The exact-cover engine on well-known problems; every run asserts its answer.

Run with ``pytest benchmarks/bench_exactcover.py --benchmark-enable``.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gamecore.exactcover import Problem, count, solve, warmup

SHAPES = {
    "F": "011 110 010", "I": "11111", "L": "1111 1000", "N": "1110 0011", "P": "111 110", "T": "111 010 010",
    "U": "101 111", "V": "111 100 100", "W": "110 011 001", "X": "010 111 010", "Y": "1111 0100", "Z": "110 010 011",
}  # fmt: skip


def queens(size: int) -> Problem:
    options = [(f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}") for r in range(size) for c in range(size)]
    lines = [f"{kind}{i}" for kind in "rc" for i in range(size)]
    return Problem(options, lines, sorted({item for option in options for item in option} - set(lines)))


def pentominoes(height: int, width: int, hole: frozenset[tuple[int, int]] = frozenset()) -> Problem:
    cells = {(r, c) for r in range(height) for c in range(width)} - hole
    options = []
    for name, picture in SHAPES.items():
        shape = [(r, c) for r, row in enumerate(picture.split()) for c, mark in enumerate(row) if mark == "1"]
        forms = set()
        for _ in range(2):
            for _ in range(4):
                shape = [(c, -r) for r, c in shape]
                top, start = min(r for r, _ in shape), min(c for _, c in shape)
                forms.add(frozenset((r - top, c - start) for r, c in shape))
            shape = [(r, -c) for r, c in shape]
        for form in sorted(map(sorted, forms)):
            for down in range(height):
                for along in range(width):
                    placed = [(r + down, c + along) for r, c in form]
                    if cells.issuperset(placed):
                        options.append((name, *placed))
    return Problem(options, [*SHAPES, *sorted(cells, key=lambda cell: cell[::-1])])


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    warmup()


def test_queens_12(benchmark):
    assert benchmark(count, queens(12)) == 14_200


def test_pentominoes_3x20(benchmark):
    assert benchmark(count, pentominoes(3, 20)) == 8


def test_pentominoes_8x8_less_the_centre(benchmark):
    hole = frozenset({(3, 3), (3, 4), (4, 3), (4, 4)})
    assert benchmark.pedantic(count, (pentominoes(8, 8, hole),), rounds=1) == 520


def test_pentominoes_6x10(benchmark):
    assert benchmark.pedantic(count, (pentominoes(6, 10),), rounds=1) == 9_356


def test_one_sided_pentominoes_3x30(benchmark):
    """Of the corpus; too long for the tests."""
    path = Path(__file__).parents[1] / "tests" / "data" / "corpus" / "cover" / "onesided-pent-3x30.json"
    case = json.loads(path.read_text())
    problem = Problem(case["options"], case.get("items"), case["secondary"], case["multiplicity"])
    assert benchmark.pedantic(count, (problem,), rounds=1) == case["count"]


def test_first_of_queens_30_with_restarts(benchmark):
    problem = queens(30)
    assert benchmark(lambda: solve(problem, seed=1, restarts=True)).status == "solved"


def test_building_from_arrays(benchmark):
    """As many options as an extreme Polyfit puzzle has: 10,000 with 6 items each."""
    chance = np.random.default_rng(0)
    items = np.concatenate([chance.choice(300, 6, replace=False) for _ in range(10_000)]).astype(np.int32)
    starts = np.arange(0, 60_001, 6, dtype=np.int32)
    assert len(benchmark(Problem.from_arrays, starts, items, 300)) == 10_000


def test_setting_up_a_search(benchmark):
    """The same options; one needless node: what a search costs before it begins."""
    chance = np.random.default_rng(0)
    items = np.concatenate([chance.choice(300, 6, replace=False) for _ in range(10_000)]).astype(np.int32)
    problem = Problem.from_arrays(np.arange(0, 60_001, 6, dtype=np.int32), items, 300)
    assert benchmark(solve, problem, node_limit=1).nodes == 1


CHILD = """
import sys, time
started = time.perf_counter()
from gamecore.exactcover import Problem, solve
assert solve(Problem(["ab", "c"]), seed=0, restarts=True).status == "solved"
print(time.perf_counter() - started)
"""


def in_a_fresh_process(cache: Path) -> float:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run([sys.executable, "-c", CHILD], env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def test_cold_start(benchmark, tmp_path):
    """Import numba, compile everything, solve."""
    assert benchmark.pedantic(in_a_fresh_process, (tmp_path,), rounds=1) > 0


def test_warm_start(benchmark, tmp_path):
    """Import numba, load the cache, solve."""
    in_a_fresh_process(tmp_path)
    assert benchmark.pedantic(in_a_fresh_process, (tmp_path,), rounds=3) > 0
