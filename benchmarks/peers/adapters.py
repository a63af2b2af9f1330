"""The peers from PyPI behind one face: a problem of ours in their own form, a first cover, the number of covers.

Each adapter has ``prepare``, which is never timed, and ``first`` and ``count``, which are. A multiplicity that a peer
does not know becomes that many items, as their users would write it; the number of covers is then divided by the
exchanges.
The file stands alone: tests load it, too.
"""

import importlib.util
import math
import subprocess
import sysconfig
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np

from gamecore.exactcover import Problem

Cover = tuple[int, ...] | None


@dataclass(frozen=True)
class Listed:
    """A problem as lists of item numbers, primary items first; ``origin``: the option of ours that a row stands for."""

    rows: list[list[int]]
    primary: int
    items: int
    need: list[int]
    origin: list[int]
    exchanges: int

    def matrix(self, slack: bool) -> np.ndarray:
        """Rows of 0 and 1; with ``slack`` a further row for each secondary item, which lets it stay uncovered."""
        extra = range(self.primary, self.items) if slack else ()
        matrix = np.zeros((len(self.rows) + len(extra), self.items), np.int8)
        for number, row in enumerate(self.rows):
            matrix[number, row] = 1
        for number, item in enumerate(extra, len(self.rows)):
            matrix[number, item] = 1
        return matrix

    def cover(self, rows: Iterable[int]) -> tuple[int, ...]:
        """The options of ours that these rows stand for; slack rows drop out."""
        return tuple(sorted(self.origin[row] for row in rows if row < len(self.origin)))


def listed(problem: Problem, copies: bool) -> Listed:
    """Our problem as lists; with ``copies`` an item that is needed m times becomes m items."""
    number = {item: k for k, item in enumerate(problem.items + problem.secondary)}
    need = [problem.multiplicity.get(item, 1) for item in problem.items]
    rows = [[number[item] for item in option] for option in problem.options]
    primary, items = len(problem.items), len(number)
    if not copies or not problem.multiplicity:
        return Listed(rows, primary, items, need, list(range(len(rows))), 1)
    first = np.concatenate([[0], np.cumsum(need)]).tolist()
    added = first[-1] - primary
    expanded, origin = [], []
    for option, row in enumerate(rows):
        choices = [range(first[item], first[item + 1]) if item < primary else [item + added] for item in row]
        for chosen in product(*choices):
            expanded.append(list(chosen))
            origin.append(option)
    exchanges = math.prod(math.factorial(count) for count in need)
    return Listed(expanded, primary + added, items + added, [1] * (primary + added), origin, exchanges)


class Xcover:
    """Dancing cells in numba; compiled when it is imported."""

    package = "xcover"

    def prepare(self, problem: Problem) -> Any:
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from xcover import algorithm_c

            lists = listed(problem, copies=True)
            flat = np.array([item for row in lists.rows for item in row], np.uint32)
            bounds = np.cumsum([0, *map(len, lists.rows)]).astype(np.uint32)
            colours = np.zeros(len(flat), np.uint32)
            arguments = (flat, bounds, colours, lists.items, lists.items - lists.primary)
            two = np.array([0, 1], np.uint32)
            list(algorithm_c(two, np.array([0, 1, 2], np.uint32), np.zeros(2, np.uint32), 2, 0))
        return lists, lambda: algorithm_c(*arguments)

    def first(self, prepared: Any) -> Cover:
        lists, search = prepared
        found = next(search(), None)
        return None if found is None else lists.cover(found)

    def count(self, prepared: Any) -> int:
        lists, search = prepared
        return sum(1 for _ in search()) // lists.exchanges


class ExactCover:
    """Dancing links in C, from a boolean matrix."""

    package = "exact_cover"

    def prepare(self, problem: Problem) -> Any:
        lists = listed(problem, copies=True)
        return lists, lists.matrix(slack=True).astype(np.bool_)

    def first(self, prepared: Any) -> Cover:
        from exact_cover import get_exact_cover
        from exact_cover.error import NoSolution

        lists, matrix = prepared
        try:
            return lists.cover(get_exact_cover(matrix).tolist())
        except NoSolution:
            return None

    def count(self, prepared: Any) -> int:
        from exact_cover import get_solution_count

        lists, matrix = prepared
        return int(get_solution_count(matrix)) // lists.exchanges


class ExactMultisetCover:
    """The same with multiplicities."""

    package = "exact_multiset_cover"

    def prepare(self, problem: Problem) -> Any:
        lists = listed(problem, copies=False)
        target = np.ones(lists.items, np.int8)
        target[: lists.primary] = lists.need
        return lists, lists.matrix(slack=True), target

    def first(self, prepared: Any) -> Cover:
        from exact_multiset_cover import get_exact_cover
        from exact_multiset_cover.error import NoSolution

        lists, matrix, target = prepared
        try:
            return lists.cover(get_exact_cover(matrix, target).tolist())
        except NoSolution:
            return None

    def count(self, prepared: Any) -> int:
        from exact_multiset_cover import get_solution_count

        _, matrix, target = prepared
        return int(get_solution_count(matrix, target))


class MiniExact:
    """Knuth's algorithms X, C and M in C.

    Counting runs its program: in the library a search that is over ends the process.
    """

    package = "miniexact"

    def prepare(self, problem: Problem) -> Any:
        import miniexact

        lists = listed(problem, copies=False)
        kind = "m" if problem.multiplicity else "c" if problem.secondary else "x"
        solver = getattr(miniexact, f"miniexacts_{kind}")()
        for item, need in enumerate(lists.need):
            solver.primary(f"i{item}", need, need) if kind == "m" else solver.primary(f"i{item}")
        for item in range(lists.primary, lists.items):
            solver.secondary(f"i{item}")
        for row in lists.rows:
            for item in row:
                solver.add(item + 1)
            solver.add(0)
        folder = tempfile.mkdtemp(prefix="miniexact")
        path = f"{folder}/problem.dlx"
        solver.write_to_dlx(path)
        return lists, solver, kind, path

    def first(self, prepared: Any) -> Cover:
        lists, solver, _, _ = prepared
        if solver.solve() != 10:
            return None
        return lists.cover(option - 1 for option in solver.selected_options())

    def count(self, prepared: Any) -> int:
        _, _, kind, path = prepared
        return self.count_file(path, kind)

    @staticmethod
    def count_file(path: str, kind: str) -> int:
        """The number of covers of a problem in Knuth's text form, by algorithm ``x``, ``c`` or ``m``."""
        program = Path(sysconfig.get_path("scripts")) / "miniexact"
        done = subprocess.run([program, f"-{kind}", "-e", path], capture_output=True, text=True, check=False)
        last = done.stdout.rstrip().rpartition("\n")[2].split()
        assert done.returncode in (10, 20), done.stderr
        return int(last[1]) if last[:1] == ["Found"] else 0


class Pyxcc:
    """Dancing cells in Rust."""

    package = "pyxcc"

    def prepare(self, problem: Problem) -> Any:
        import pyxcc

        lists = listed(problem, copies=True)
        names = [f"i{item}" for item in range(lists.items)]
        options = []
        for number, row in enumerate(lists.rows):  # a colour of its own: no two options share a secondary item
            once = [names[item] for item in row if item < lists.primary]
            rest = [(names[item], f"c{number}") for item in row if item >= lists.primary]
            options.append(pyxcc.Option(str(number), once, rest))
        return lists, pyxcc.Problem(names[: lists.primary], names[lists.primary :], options)

    def first(self, prepared: Any) -> Cover:
        import pyxcc

        lists, problem = prepared
        found = pyxcc.solve(problem, False)
        return lists.cover(int(label) for label in found.first()) if found.count() else None

    def count(self, prepared: Any) -> int:
        import pyxcc

        lists, problem = prepared
        return pyxcc.solve(problem, True).count() // lists.exchanges


class CpSat:
    """OR-Tools CP-SAT, one worker, without linear relaxation, which serves it best here."""

    package = "ortools"

    def prepare(self, problem: Problem) -> Any:
        from ortools.sat.python import cp_model

        lists = listed(problem, copies=False)
        model = cp_model.CpModel()
        chosen = [model.new_bool_var("") for _ in lists.rows]
        using: list[list[Any]] = [[] for _ in range(lists.items)]
        for variable, row in zip(chosen, lists.rows, strict=True):
            for item in row:
                using[item].append(variable)
        for item, variables in enumerate(using):
            if item >= lists.primary:
                model.add_at_most_one(variables)
            elif lists.need[item] == 1:
                model.add_exactly_one(variables)
            else:
                model.add(sum(variables) == lists.need[item])
        return lists, model, chosen

    def _solver(self) -> Any:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 0
        return solver

    def first(self, prepared: Any) -> Cover:
        from ortools.sat.python import cp_model

        lists, model, chosen = prepared
        solver = self._solver()
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return lists.cover(row for row, variable in enumerate(chosen) if solver.value(variable))

    def count(self, prepared: Any) -> int:
        from ortools.sat.python import cp_model

        class Counter(cp_model.CpSolverSolutionCallback):
            found = 0

            def on_solution_callback(self) -> None:
                self.found += 1

        _, model, _ = prepared
        solver, counter = self._solver(), Counter()
        solver.parameters.enumerate_all_solutions = True
        solver.solve(model, counter)
        return counter.found


class Ours:
    """gamecore's engine, handed over as a ``Problem``; ``engine`` as for ``exactcover.count``."""

    package = "gamecore"

    def __init__(self, engine: str) -> None:
        self.engine = engine

    def prepare(self, problem: Problem) -> Any:
        from gamecore import exactcover

        exactcover.warmup()
        return problem

    def first(self, prepared: Any) -> Cover:
        from gamecore import exactcover

        return exactcover.solve(prepared, engine=self.engine).solution

    def count(self, prepared: Any) -> int:
        from gamecore import exactcover

        return exactcover.count(prepared, engine=self.engine)


PEERS: dict[str, Callable[[], Any]] = {
    "exact_multiset_cover": ExactMultisetCover,
    "miniexact": MiniExact,
    "pyxcc": Pyxcc,
    "xcover": Xcover,
    "exact-cover": ExactCover,
    "CP-SAT": CpSat,
}
ENGINES: dict[str, Callable[[], Any]] = {
    f"ours, {engine}": lambda engine=engine: Ours(engine) for engine in ("auto", "rows", "cells")
}


def installed() -> list[str]:
    """The peers that can be imported here."""
    return [name for name, make in PEERS.items() if importlib.util.find_spec(make.package) is not None]


def is_cover(problem: Problem, options: tuple[int, ...]) -> bool:
    """Whether these options cover every primary item as often as it must be, and secondary ones at most once."""
    starts, entries = problem._starts.tolist(), problem._entries.tolist()
    bounds = list(pairwise(starts))
    times = np.zeros(len(problem._need), np.int64)
    for option in options:
        for item in entries[slice(*bounds[option])]:
            times[item] += 1
    primary = len(problem.items)
    return bool((times[:primary] == problem._need[:primary]).all() and (times[primary:] <= 1).all())
