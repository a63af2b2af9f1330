"""Runs one peer on some problems in a process of its own, whose processor time is limited.

Timed is processor time, of this process and of those it starts: on a machine that others use, too, it is what a
wall clock would show on a free one. All searches are single-threaded.
"""

import json
import pickle
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamecore.exactcover import Problem

WALL = 6.0  # a worker that has waited this many times its limit is stuck


@dataclass(frozen=True)
class Outcome:
    """Seconds of processor time and answers, one a problem; fewer when the limit came."""

    seconds: list[float]
    answers: list[Any]
    trouble: str = ""


def run(solver: str, task: str, problems: list[Problem], cap: float) -> Outcome:
    """Let a solver of ``adapters`` do ``first`` or ``count`` on the problems, each within ``cap`` seconds."""
    job = pickle.dumps((solver, task, problems, cap))
    command = [sys.executable, "-W", "ignore", __file__]
    try:
        done = subprocess.run(
            command, input=job, capture_output=True, timeout=60 + WALL * cap * len(problems), check=False
        )
    except subprocess.TimeoutExpired as late:
        lines, trouble = (late.stdout or b"").splitlines(), "stuck"
    else:
        lines = done.stdout.splitlines()
        told = done.stderr.decode(errors="replace").strip().splitlines()
        trouble = "" if done.returncode == 0 else f"ended with {done.returncode}: {told[-1] if told else ''}"
    told = [json.loads(line) for line in lines if line.startswith(b'{"seconds"')]
    return Outcome([entry["seconds"] for entry in told], [entry["answer"] for entry in told], trouble)


def used() -> float:
    """Processor seconds of this process and the processes it has waited for."""
    spent = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in spent)


def main() -> None:
    """A job on standard input, a line of JSON for each answer."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from peers import adapters

    name, task, problems, cap = pickle.loads(sys.stdin.buffer.read())
    solver = {**adapters.PEERS, **adapters.ENGINES}[name]()
    prepared = [solver.prepare(problem) for problem in problems]
    for problem, given in zip(problems, prepared, strict=True):
        before = used()
        resource.setrlimit(resource.RLIMIT_CPU, (int(before + cap + 1), resource.RLIM_INFINITY))
        answer = getattr(solver, task)(given)
        seconds = used() - before
        if task == "first" and answer is not None:
            assert adapters.is_cover(problem, answer), f"{name} gave no cover"
        sys.stdout.write(json.dumps({"seconds": seconds, "answer": answer}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
