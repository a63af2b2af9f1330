"""How fast the covers of well-known problems are counted, by the engines and by the peers."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from peers import adapters, worker
from peers.problems import COUNTING


@dataclass(frozen=True)
class Count:
    """Median seconds of one solver on one problem (or the sum over a set of them); None: not within the cap."""

    problem: str
    solver: str
    seconds: float | None
    trouble: str = ""


def count(problem: str, solver: str, cap: float, rounds: int) -> Count:
    """Count with one solver, in a process of its own; the answer is asserted."""
    given = COUNTING[problem]()
    times = []
    for _ in range(rounds):
        outcome = worker.run(solver, "count", given.problems, cap)
        if len(outcome.answers) < len(given.problems):
            return Count(problem, solver, None, outcome.trouble)
        assert outcome.answers == given.covers, f"{solver} on {problem}: {outcome.answers}, not {given.covers}"
        times.append(sum(outcome.seconds))
    return Count(problem, solver, statistics.median(times))


def measure(solvers: Iterable[str], cap: float, rounds: int, problems: Iterable[str] = COUNTING) -> list[Count]:
    """Every solver on every problem, problem by problem."""
    names = list(solvers)
    counts = []
    for problem in problems:
        for solver in names:
            counts.append(count(problem, solver, cap, rounds))
            shown = counts[-1].seconds
            print(
                f"  {problem}, {solver}: {'-' if shown is None else f'{shown:.3f} s'} {counts[-1].trouble}", flush=True
            )
    return counts


def table(counts: list[Count], cap: float) -> list[str]:
    """Markdown: a row for each problem; the last column compares auto with the fastest peer."""
    solvers = list(dict.fromkeys(count.solver for count in counts))
    peers = [solver for solver in solvers if solver in adapters.PEERS]
    lines = [f"| seconds | {' | '.join(solvers)} | fastest peer / auto |", "|---" * (len(solvers) + 2) + "|"]
    for problem in dict.fromkeys(count.problem for count in counts):
        by = {count.solver: count.seconds for count in counts if count.problem == problem}
        theirs = [by[solver] for solver in peers if by[solver] is not None]
        ours = by.get("ours, auto")
        ratio = f"{min(theirs) / ours:.1f}" if theirs and ours else ""
        cells = [f"> {cap:g}" if by[solver] is None else f"{by[solver]:.3g}" for solver in solvers]
        lines.append(f"| {problem} | {' | '.join(cells)} | {ratio} |")
    return lines
