"""Building problems: what is taken, what is refused and how, and that problems are values."""

import copy
import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.errors import InvalidProblem
from gamecore.exactcover import Problem, count
from gamecore.exactcover import problem as module

from .problems import queens, small_problems


def test_items_in_order_of_first_appearance():
    problem = Problem([["b", "a"], ["x", "c"]], secondary=["x"], multiplicity={"z": 0, "a": 2, "b": 1})
    assert problem.items == ("b", "a", "c", "z")
    assert problem.secondary == ("x",)
    assert problem.multiplicity == {"a": 2, "z": 0}  # once is not worth a word
    assert problem.options == (("b", "a"), ("x", "c"))
    assert len(problem) == 2
    assert repr(problem) == "<Problem: 2 options, 4 primary and 1 secondary items>"


def test_iterables_of_any_kind():
    expected = Problem([["a", "b"], ["c"], []])
    assert Problem(iter([("a", "b"), iter("c"), {}])) == expected
    assert Problem(["ab", "c", ""], items="abc") == expected
    assert Problem([[(0, 1), None], [frozenset()]]).items == ((0, 1), None, frozenset())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"options": None}, "options must be an iterable"),
        ({"options": [["a"], 3]}, "option 1 must be an iterable"),
        ({"options": [["a"], ["b", "b"]]}, "option 1: item 'b' is given twice"),
        ({"options": ["xx"], "secondary": "x"}, "option 0: item 'x' is given twice"),
        ({"options": [["a"], ["c"]], "items": ["a"], "secondary": ["b"]}, "option 1: unknown item 'c'"),
        ({"options": [["a", []]]}, r"option 0: item \[\] is not hashable"),
        ({"options": [], "items": ["a", "a"]}, "items: 'a' is given twice"),
        ({"options": [], "items": [{}]}, "items: {} is not hashable"),
        ({"options": [], "items": 5}, "items must be an iterable"),
        ({"options": [], "secondary": ["a", "a"]}, "secondary: 'a' is given twice"),
        ({"options": [], "secondary": None}, "secondary must be an iterable"),
        ({"options": [], "items": "ab", "secondary": "b"}, "item 'b' is both primary and secondary"),
        ({"options": [], "multiplicity": [("a", 1)]}, "multiplicity must be a mapping"),
        ({"options": [], "items": "a", "multiplicity": {"b": 1}}, "multiplicity: unknown item 'b'"),
        ({"options": [], "secondary": "a", "multiplicity": {"a": 1}}, "multiplicity: item 'a' is secondary"),
        ({"options": [], "multiplicity": {"a": True}}, "multiplicity of item 'a' is True, not an integer"),
        ({"options": [], "multiplicity": {"a": 1.0}}, "not an integer"),
        ({"options": [], "multiplicity": {"a": None}}, "not an integer"),
        ({"options": [], "multiplicity": {"a": -1}}, "is -1, not from 0 to"),
        ({"options": [], "multiplicity": {"a": 2**31}}, "not from 0 to 2147483647"),
        ({"options": [], "multiplicity": {"a": 10**6000}}, "is a int, not from 0"),
        ({"options": [["a" * 10_000] * 2]}, "is given twice"),
    ],
)
def test_refused(arguments, words):
    with pytest.raises(InvalidProblem, match=words) as error:
        Problem(**arguments)
    assert len(str(error.value)) < 200


def test_sizes_are_bounded(monkeypatch):
    """Endless input ends in an error, not in the swap."""
    monkeypatch.setattr(module, "MAX_OPTIONS", 1000)
    monkeypatch.setattr(module, "MAX_ITEMS", 1000)
    monkeypatch.setattr(module, "MAX_ENTRIES", 5000)
    for arguments in (
        {"options": itertools.repeat(["a"])},
        {"options": [itertools.count()]},
        {"options": [range(1001)]},
        {"options": [], "items": itertools.count()},
        {"options": [], "secondary": itertools.count()},
        {"options": [], "items": range(600), "secondary": range(-600, 0)},
        {"options": [], "multiplicity": dict.fromkeys(range(1001), 1)},
    ):
        with pytest.raises(InvalidProblem, match="more than"):
            Problem(**arguments)
    with pytest.raises(InvalidProblem, match="more than"):
        Problem.from_arrays([0], [], 600, 600)
    with pytest.raises(InvalidProblem, match="more than"):
        Problem.from_arrays([0] * 1002, [], 600)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=8,
)


@given(ANYTHING, ANYTHING, ANYTHING, ANYTHING)
def test_anything_is_taken_or_refused(options, items, secondary, multiplicity):
    try:
        problem = Problem(options, items, secondary, multiplicity)
    except InvalidProblem:
        return
    assert count(problem, limit=2) in (0, 1, 2)


@given(ANYTHING, ANYTHING, ANYTHING, ANYTHING)
def test_any_arrays_are_taken_or_refused(starts, items, primary, multiplicity):
    try:
        problem = Problem.from_arrays(starts, items, primary, 1, multiplicity)
    except InvalidProblem:
        return
    if len(problem.items) < 1000:
        assert count(problem, limit=2) in (0, 1, 2)


def as_arrays(problem):
    index = {item: i for i, item in enumerate(problem.items + problem.secondary)}
    starts = np.cumsum([0, *map(len, problem.options)])
    flat = [index[item] for option in problem.options for item in option]
    counts = [problem.multiplicity.get(item, 1) for item in problem.items]
    return starts, flat, len(problem.items), len(problem.secondary), counts


@given(small_problems())
def test_from_arrays_is_the_same_problem(problem):
    made = Problem.from_arrays(*as_arrays(problem))
    index = {item: i for i, item in enumerate(problem.items + problem.secondary)}
    items = [index[item] for item in problem.items]
    counts = {index[item]: number for item, number in problem.multiplicity.items()}
    same = Problem(
        [[index[i] for i in option] for option in problem.options],
        items,
        [index[item] for item in problem.secondary],
        counts,
    )
    assert made == same
    assert hash(made) == hash(same)
    assert made.items == same.items
    assert made.secondary == same.secondary
    assert made.options == same.options
    assert made.multiplicity == same.multiplicity
    assert count(made) == count(problem)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (([0, 1], [5], 5), "option 0: unknown item 5"),
        (([0, 0, 2], [0, 0], 5), "option 1: item 0 is given twice"),
        (([0, 1, 21], [0, *range(19), 7], 50), "option 1: item 7 is given twice"),
        (([0, 1, 4], [0, 0, 1, 0], 50), "option 1: item 0 is given twice"),
        (([0, 2, 1], [0], 5), "must rise"),
        (([0, 1], [0, 1], 5), "must rise"),
        (([1], [0], 5), "must rise"),
        (([], [], 5), "must rise"),
        (([0, 1], [-1], 5), "outside"),
        (([0, 1], np.array([-1], np.int32), 5), "unknown item -1"),
        (([0, 1], [2**40], 5), "outside"),
        (([0, 1], [0.0], 5), "one-dimensional array of integers"),
        (([0, 1], [[0]], 5), "one-dimensional array of integers"),
        (([0, 1], [True], 5), "one-dimensional array of integers"),
        (([0, 1], [0], -1), "primary_count"),
        (([0, 1], [0], True), "primary_count"),
        (([0, 1], [0], 1, "1"), "secondary_count"),
        (([0, 1], [0], 1, 0, [1, 1]), "one integer from 0 for each primary item"),
        (([0, 1], [0], 1, 0, np.array([-1], np.int32)), "one integer from 0 for each primary item"),
    ],
)
def test_arrays_refused(arguments, words):
    with pytest.raises(InvalidProblem, match=words):
        Problem.from_arrays(*arguments)


def test_arrays_are_copied():
    starts, items = np.array([0, 1], np.int32), np.array([0], np.int32)
    problem = Problem.from_arrays(starts, items, 2)
    items[0] = 1
    assert problem.options == ((0,),)


def test_matrix_keeps_empty_rows_and_columns():
    problem = Problem.from_matrix([[1, 0, 0], [0, 0, 0], [0, 1, 0]])
    assert problem.items == (0, 1, 2)
    assert problem.options == ((0,), (), (1,))
    assert count(problem) == 0
    assert count(Problem.from_matrix(np.zeros((0, 0), bool))) == 1
    assert count(Problem.from_matrix(np.zeros((0, 2), bool))) == 0
    assert count(Problem.from_matrix(np.zeros((2, 0), bool))) == 1
    for matrix in ([1, 0], [[2]], [[0.0]], [["a"]], [[1], [1, 0]], None, "x", [[None]], [[-1]]):
        with pytest.raises(InvalidProblem):
            Problem.from_matrix(matrix)


def test_problems_are_values():
    problem = queens(6)
    assert problem == queens(6)
    assert hash(problem) == hash(queens(6))
    assert problem != queens(5)
    assert problem != "problem"
    assert len({problem, queens(6), queens(5)}) == 2
    assert Problem(["a"]) != Problem(["b"])
    assert Problem(["a"]) != Problem(["a"], multiplicity={"a": 2})
    assert Problem(["ab"], "ab") != Problem(["ab"], "a", "b")
    assert Problem(["ab"]) != Problem(["a", "b"])
    with pytest.raises(AttributeError):
        problem.items = ()
    with pytest.raises(AttributeError):
        problem._primary = 3
    with pytest.raises(AttributeError):
        del problem._primary
    with pytest.raises(ValueError, match="read-only"):
        problem._entries[0] = 1


@given(small_problems())
def test_pickles_and_copies(problem):
    for other in (pickle.loads(pickle.dumps(problem)), copy.copy(problem), copy.deepcopy(problem)):
        assert other == problem
        assert hash(other) == hash(problem)
        assert other.options == problem.options
        assert other.multiplicity == problem.multiplicity
        assert not other._entries.flags.writeable
    assert count(pickle.loads(pickle.dumps(problem))) == count(problem)
