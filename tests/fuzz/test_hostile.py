"""No exception but ours, whatever comes in (P08): the corpus, and a few thousand inputs of the fuzzer.

``benchmarks/fuzz.py`` runs many more and watches time and memory.
"""

import json
from contextlib import suppress
from itertools import islice

import pytest

from gamecore import polyfit

from . import hostile

TARGETS = hostile.targets()


@pytest.mark.parametrize("seed", range(2))
def test_p08_no_exception_but_ours(seed):
    found = {}
    for number, value in enumerate(islice(hostile.inputs(hostile.documents(), seed), 1_500)):
        for name, target in TARGETS.items():
            if problem := hostile.fault(target, value):
                found.setdefault((name, problem), f"input {number} of seed {seed}, a {type(value).__name__}")
    assert not found


@pytest.mark.parametrize(("name", "data"), hostile.corpus(), ids=lambda value: value if isinstance(value, str) else "")
def test_p08_the_corpus(name, data):
    assert name
    given = [data, data.decode("utf-8", "surrogateescape")]
    with suppress(ValueError, RecursionError):
        given.append(json.loads(data))
    for value in given:
        assert not {target: problem for target in TARGETS if (problem := hostile.fault(TARGETS[target], value))}


def test_well_formed_documents_are_taken_so_the_fuzzer_starts_from_something():
    solved, passed, resigned, puzzle, seen, options, *states = hostile.documents()
    state = hostile.target_state()
    for move in (solved, passed, resigned):
        assert state.apply(0, move, 10) != state
    assert polyfit.Puzzle.from_json(puzzle) == polyfit.Puzzle.from_json(seen) == state.puzzle
    assert polyfit.Options.from_json(options) == state.options
    assert [polyfit.State.from_json(one).round for one in states]


def test_the_fuzzer_reaches_deep_and_repeats_itself():
    """Many inputs are nearly right: some are taken, some refused by the rules, some by the syntax."""
    codes = {"taken": 0}
    for value in islice(hostile.inputs(hostile.documents()), 2_000):
        try:
            TARGETS["State.apply(move)"](value)
            codes["taken"] += 1
        except polyfit.IllegalMove as error:
            codes[error.reason] = codes.get(error.reason, 0) + 1
        except polyfit.MalformedMove as error:
            codes[error.path[:13]] = codes.get(error.path[:13], 0) + 1
    assert codes["taken"] >= 5
    assert {"overlap", "wrong_round", "missing_piece", "outside_board"} <= set(codes)
    assert len(codes) > 12
    texts = [
        [value for value in islice(hostile.inputs(hostile.documents(), 3), 500) if type(value) is bytes] for _ in "ab"
    ]
    assert texts[0] == texts[1]


def test_a_fault_would_be_noticed():
    def crash(value):
        raise RuntimeError("x" * 1_000)

    assert hostile.fault(crash, 1).startswith("RuntimeError")
    assert hostile.fault(lambda value: 1 / 0, 1)
    assert hostile.fault(lambda value: None, 1) is None
