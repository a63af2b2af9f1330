"""The ``executor`` arguments on real clusters of this machine: processes, and a ``dask.distributed`` LocalCluster.

    pip install 'gamecore[cluster]'
    python benchmarks/cluster.py [--workers 2] [--puzzles 200]

Races seeds on one puzzle, solves many puzzles, and counts in parts; every answer is checked against the one without an
executor, and times are printed beside each other. A table in Markdown.
"""

import argparse
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from gamecore import exactcover, polyfit

CASES = Path(__file__).parents[1] / "tests" / "data" / "cases"


def case(name: str) -> polyfit.Puzzle:
    return polyfit.Puzzle.from_json((CASES / f"{name}.json").read_bytes())


def queens(size: int) -> exactcover.Problem:
    squares = [(row, column) for row in range(size) for column in range(size)]
    options = [[("row", r), ("column", c), ("up", r + c), ("down", r - c)] for r, c in squares]
    return exactcover.Problem(options, secondary=sorted({item for option in options for item in option[2:]}))


def pentominoes(rows: int, columns: int) -> polyfit.Puzzle:
    from gamecore.polyomino import NAMED

    pieces = tuple(polyfit.Piece(name, name, cells) for name, cells in NAMED.items() if name.endswith("5"))
    return polyfit.Puzzle(("#" * columns,) * rows, pieces)


def timed(job: Callable[[Executor | None], Any], executor: Executor | None) -> tuple[float, Any]:
    started = time.perf_counter()
    answer = job(executor)
    return time.perf_counter() - started, answer


def jobs(puzzles: int) -> dict[str, Callable[[Executor | None], Any]]:
    """What each executor does; None does it in this process. All but the race have one answer."""
    ragged, many = case("ragged-56-1"), [case(path.stem) for path in sorted(CASES.glob("*.json"))]
    board, thirteen = pentominoes(6, 10), queens(13)
    batch = [many[number % len(many)] for number in range(puzzles)]

    def race(executor: Executor | None) -> str:
        for seed in range(10):
            result = polyfit.solve(ragged, seed=seed, threads=1 if executor is None else 2, executor=executor)
            polyfit.validate(ragged, result.placements)
        return "valid"

    return {
        "10 races of two seeds on a ragged puzzle": race,
        f"{puzzles} extreme puzzles (`solve_many`)": lambda executor: [
            (result.nodes, result.placements) for result in polyfit.solve_many(batch, range(puzzles), executor=executor)
        ],
        "`exactcover.count`, 13 queens": lambda executor: exactcover.count(thirteen, executor=executor),
        "`polyfit.count`, 6 × 10 pentominoes, search": lambda executor: polyfit.count(
            board, method="search", executor=executor
        ),
        "`polyfit.count`, 6 × 10 pentominoes, frontier": lambda executor: polyfit.count(board, executor=executor),
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--puzzles", type=int, default=200)
    arguments = parser.parse_args()
    import distributed

    work = jobs(arguments.puzzles)
    with (
        ProcessPoolExecutor(arguments.workers, mp_context=get_context("spawn")) as processes,
        distributed.LocalCluster(n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        executors: list[Executor | None] = [None, processes, client.get_executor()]
        print(f"| seconds, {arguments.workers} workers | here | ProcessPoolExecutor | dask LocalCluster |")
        print("|---|---|---|---|")
        for name, job in work.items():
            for executor in executors:
                job(executor)  # loads or compiles the kernels everywhere
            times, answers = zip(*(timed(job, executor) for executor in executors), strict=True)
            assert answers[0] == answers[1] == answers[2], name
            print(f"| {name} | " + " | ".join(f"{seconds:.2f}" for seconds in times) + " |")


if __name__ == "__main__":
    main()
