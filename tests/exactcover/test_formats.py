"""Knuth's text form and DIMACS."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.errors import InvalidProblem
from gamecore.exactcover import Problem, count, formats, solutions

from .oracle import covers
from .problems import queens, small_problems


def test_dlx_text():
    problem = Problem.from_dlx("| a comment\n\n2|a b 0:0|c | x y\r\na b x\n|another\n  a\ty \nc\n")
    assert problem.items == ("a", "b", "c")
    assert problem.secondary == ("x", "y")
    assert problem.multiplicity == {"a": 2, "c": 0}
    assert problem.options == (("a", "b", "x"), ("a", "y"), ("c",))
    assert list(solutions(problem)) == [(0, 1)]
    assert problem.to_dlx() == "2|a b 0|c | x y\na b x\na y\nc\n"


@given(small_problems())
def test_dlx_round_trip(problem):
    if not problem.items or () in problem.options:
        with pytest.raises(InvalidProblem):
            problem.to_dlx()
        return
    assert Problem.from_dlx(problem.to_dlx()) == problem


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no line names the items"),
        ("| only a comment\n", "no line names the items"),
        ("a a\n", "line 1: item 'a' is given twice"),
        ("a | a\n", "line 1: item 'a' is given twice"),
        ("a | b | c\n", "line 1: a second lone"),
        ("a\n\nb\n", "line 3: 'b' is an unknown item"),
        ("a b\na b a\n", "line 2: item 'a' is given twice"),
        ("a | x\na x:red\n", "line 2: 'x:red' is a colour"),
        ("a:b\n", "line 1: 'a:b' does not name an item"),
        ("2|\n", "line 1: '2|' does not name an item"),
        ("a 1:2|b\n", "line 1: '1:2|b' has a range"),
        ("a x|b\n", "has no multiplicity"),
        ("a -1|b\n", "has no multiplicity"),
        ("a 9999999999|b\n", "has no multiplicity"),
        ("a ²|b\n", "has no multiplicity"),
        ("a " + "9" * 9999 + "|b\n", "has no multiplicity"),
        ("a 1:|b\n", "has no multiplicity"),
        ("a | 2|x\n", "line 1: secondary item '2|x' has a multiplicity"),
        ("a\na | a\n", "line 2: '|' is an unknown item"),
        (b"a\n", "must be a str"),
        (None, "must be a str"),
    ],
)
def test_bad_texts(text, words):
    with pytest.raises(InvalidProblem) as error:
        Problem.from_dlx(text)
    assert words in str(error.value)
    assert len(str(error.value)) < 250


@given(st.text(alphabet="ab|:2 \n\t", max_size=40) | st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    try:
        problem = Problem.from_dlx(text)
    except InvalidProblem:
        return
    if problem.items:
        assert Problem.from_dlx(problem.to_dlx()) == problem
    assert count(problem, limit=1) in (0, 1)


@pytest.mark.parametrize(
    "problem",
    [
        Problem([]),
        Problem([[]], items=["a"]),
        Problem([], items=["a b"]),
        Problem([], items=[""]),
        Problem([], items=["a|b"]),
        Problem([], items=["x:y"]),
        Problem([], items=["a\u2003b"]),
        Problem([], items=["1", 1]),
    ],
)
def test_what_the_text_form_cannot_hold(problem):
    with pytest.raises(InvalidProblem):
        problem.to_dlx()


@given(st.integers(1, 5).flatmap(lambda width: st.lists(st.lists(st.booleans(), min_size=width, max_size=width))))
def test_matrix_through_every_form(rows):
    """Matrix, problem, text, problem: the same options, the same covers in the same order, and so in CNF."""
    problem = Problem.from_matrix(np.array(rows, bool).reshape(len(rows), -1) if rows else np.zeros((0, 3), bool))
    assert problem.options == tuple(tuple(column for column, set_ in enumerate(row) if set_) for row in rows)
    assert problem.items == tuple(range(len(rows[0]) if rows else 3))
    kept = [option for option in problem.options if option]  # the text form holds no empty ones
    without = Problem(kept, problem.items)
    read = Problem.from_dlx(without.to_dlx())
    assert read.items == tuple(map(str, problem.items))
    assert read.options == tuple(tuple(map(str, option)) for option in kept)
    assert list(solutions(read)) == list(solutions(without))
    assert count(problem) == count(read)
    if len(rows) <= 6:
        assert len(models(problem.to_dimacs())) == count(problem)


def test_integers_become_text():
    assert Problem.from_dlx(Problem([[0, 1]]).to_dlx()).items == ("0", "1")


def models(text: str) -> list[tuple[int, ...]]:
    """The true variables of every model, by plain splitting with unit propagation."""
    header, *lines = text.splitlines()
    kind, form, variables, clauses = header.split()
    assert (kind, form, int(clauses)) == ("p", "cnf", len(lines))
    parsed = [tuple(map(int, line.split())) for line in lines]
    assert all(clause[-1] == 0 and 0 not in clause[:-1] for clause in parsed)
    assert all(abs(literal) <= int(variables) for clause in parsed for literal in clause)
    found = []

    def assign(clauses: list[frozenset[int]], true: frozenset[int]) -> None:
        while True:
            if frozenset() in clauses:
                return
            unit = next((literal for clause in clauses if len(clause) == 1 for literal in clause), None)
            if unit is None:
                break
            clauses = [clause - {-unit} for clause in clauses if unit not in clause]
            true = true | {unit}
        free = [v for v in range(1, int(variables) + 1) if v not in true and -v not in true]
        if not free:
            found.append(tuple(sorted(v for v in true if v > 0)))
            return
        for literal in (free[0], -free[0]):
            rest = [clause - {-literal} for clause in clauses if literal not in clause]
            assign(rest, true | {literal})

    assign([frozenset(clause[:-1]) for clause in parsed], frozenset())
    return found


@given(small_problems(most_options=8))
def test_dimacs_has_one_model_a_cover(problem):
    found = models(problem.to_dimacs())
    chosen = [tuple(v - 1 for v in model if v <= len(problem)) for model in found]
    assert len(chosen) == len(set(chosen))
    assert set(chosen) == covers(problem)


@pytest.mark.parametrize("number", range(9))
def test_dimacs_counts_items_with_many_options(number):
    """Binomial coefficients, by counters longer and wider than what hypothesis draws."""
    problem = Problem(["a"] * 8, multiplicity={"a": number})
    expected = set(itertools.combinations(range(1, 9), number))
    found = models(problem.to_dimacs())
    assert len(found) == len(expected)
    assert {tuple(v for v in model if v <= 8) for model in found} == expected


def test_dimacs_of_a_real_problem():
    assert len(models(queens(5).to_dimacs())) == 10


def test_dimacs_is_bounded(monkeypatch):
    monkeypatch.setattr(formats, "MAX_CLAUSES", 100)
    with pytest.raises(InvalidProblem, match="more than 100 clauses"):
        queens(8).to_dimacs()
