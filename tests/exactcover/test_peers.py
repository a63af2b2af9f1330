"""Other packages agree with ours, in their own form and on exported files; tests skip peers that are missing."""

from collections.abc import Callable
from importlib import util
from pathlib import Path

import pytest

from gamecore import exactcover
from gamecore.exactcover import Problem

_spec = util.spec_from_file_location("adapters", Path(__file__).parents[2] / "benchmarks" / "peers" / "adapters.py")
adapters = util.module_from_spec(_spec)
_spec.loader.exec_module(adapters)

# Some of them warn when they are imported or compile.
pytestmark = pytest.mark.filterwarnings("ignore")


def queens(size: int) -> Problem:
    options = [[f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}"] for r in range(size) for c in range(size)]
    lines = [f"{kind}{number}" for kind in "rc" for number in range(size)]
    return Problem(options, lines, sorted({item for option in options for item in option} - set(lines)))


def langford(size: int) -> Problem:
    places = range(2 * size)
    return Problem(
        [(f"k{k}", f"p{p}", f"p{p + k + 1}") for k in range(1, size + 1) for p in places if p + k + 1 in places]
    )


def dominoes(height: int, width: int) -> Problem:
    """One item of a multiplicity, and a board."""
    cells = [(row, column) for row in range(height) for column in range(width)]
    pairs = [(a, b) for a in cells for b in cells if b in ((a[0] + 1, a[1]), (a[0], a[1] + 1))]
    options = [("domino", f"{a[0]},{a[1]}", f"{b[0]},{b[1]}") for a, b in pairs]
    return Problem(options, multiplicity={"domino": height * width // 2})


COUNTED: dict[str, tuple[Callable[[], Problem], int]] = {
    "queens": (lambda: queens(6), 4),
    "langford": (lambda: langford(7), 52),
    "dominoes": (lambda: dominoes(3, 4), 11),
    "unsolvable": (lambda: Problem(["ab", "bc", "ca"]), 0),
}


@pytest.mark.parametrize("name", list(COUNTED))
@pytest.mark.parametrize("peer", list(adapters.PEERS))
def test_a_peer_finds_and_counts_the_same(peer, name):
    solver = adapters.PEERS[peer]()
    pytest.importorskip(solver.package)
    problem, covers = COUNTED[name][0](), COUNTED[name][1]
    assert exactcover.count(problem) == covers
    assert solver.count(solver.prepare(problem)) == covers
    first = solver.first(solver.prepare(problem))
    assert first is None if covers == 0 else adapters.is_cover(problem, first)


@pytest.mark.parametrize("name", ["queens", "langford", "unsolvable"])
def test_miniexact_reads_our_text_form_and_we_read_what_it_writes(name, tmp_path):
    pytest.importorskip("miniexact")
    problem, covers = COUNTED[name][0](), COUNTED[name][1]
    ours = tmp_path / "ours.dlx"
    ours.write_text(problem.to_dlx())
    assert adapters.MiniExact.count_file(str(ours), "c") == covers
    *_, theirs = adapters.MiniExact().prepare(problem)
    assert exactcover.count(Problem.from_dlx(Path(theirs).read_text())) == covers


@pytest.mark.parametrize("name", ["queens", "langford", "unsolvable"])
def test_cp_sat_finds_as_many_models_of_our_cnf(name):
    pytest.importorskip("ortools")
    from ortools.sat.python import cp_model

    problem, covers = COUNTED[name][0](), COUNTED[name][1]
    lines = [line for line in problem.to_dimacs().splitlines() if not line.startswith("c")]
    _, _, variables, clauses = lines[0].split()
    assert len(lines) == int(clauses) + 1
    model = cp_model.CpModel()
    chosen = [model.new_bool_var(str(number)) for number in range(int(variables))]
    for line in lines[1:]:
        *literals, end = map(int, line.split())
        assert end == 0
        model.add_bool_or([chosen[n - 1] if n > 0 else chosen[-n - 1].negated() for n in literals])

    class Counter(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self):
            self.found += 1

    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, counter)
    assert counter.found == covers


def test_exact_cover_counts_the_same_of_a_matrix_that_we_read():
    exact_cover = pytest.importorskip("exact_cover")
    matrix = adapters.listed(langford(7), copies=True).matrix(slack=True)
    assert exactcover.count(Problem.from_matrix(matrix)) == int(exact_cover.get_solution_count(matrix)) == 52


def test_the_check_of_covers_tells_covers_from_others():
    problem = Problem([["a", "x"], ["b"], ["b", "x"], ["c"]], secondary=["x"], multiplicity={"c": 1})
    assert adapters.is_cover(problem, (0, 1, 3))
    assert not adapters.is_cover(problem, (0, 2, 3))
    assert not adapters.is_cover(problem, (0, 1))
    assert not adapters.is_cover(problem, (0, 1, 1, 3))
