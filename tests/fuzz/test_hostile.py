"""No exception but ours, whatever comes in (P08): the corpus, and a few thousand inputs of the fuzzer.

``benchmarks/fuzz.py`` runs many more and watches time and memory.
"""

import json
from contextlib import suppress
from itertools import islice

import pytest

from gamecore import cutting, polyfit

from . import hostile, hostile_cutting

TARGETS = hostile.targets()
CUTTING = hostile_cutting.targets()


@pytest.mark.parametrize("seed", range(2))
def test_p08_no_exception_but_ours(seed):
    found = {}
    for number, value in enumerate(islice(hostile.inputs(hostile.documents(), seed), 1_500)):
        for name, target in TARGETS.items():
            if problem := hostile.fault(target, value):
                found.setdefault((name, problem), f"input {number} of seed {seed}, a {type(value).__name__}")
    assert not found


@pytest.mark.parametrize("seed", range(2))
def test_c12_no_exception_but_ours_of_the_cutting_game(seed):
    found = {}
    for number, value in enumerate(islice(hostile.inputs(hostile_cutting.documents(), seed), 500)):
        for name, target in CUTTING.items():
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
        every = TARGETS | CUTTING
        assert not {target: problem for target in every if (problem := hostile.fault(every[target], value))}


def test_well_formed_documents_are_taken_so_the_fuzzer_starts_from_something():
    solved, passed, resigned, puzzle, seen, options, *states = hostile.documents()
    state = hostile.target_state()
    for move in (solved, passed, resigned):
        assert state.apply(0, move, 10) != state
    assert polyfit.Puzzle.from_json(puzzle) == polyfit.Puzzle.from_json(seen) == state.puzzle
    assert polyfit.Options.from_json(options) == state.options
    assert [polyfit.State.from_json(one).round for one in states]


def test_well_formed_documents_of_the_cutting_game_are_taken():
    cuts, rest = hostile_cutting.documents()[:5], hostile_cutting.documents()[5:]
    for mode, move in zip(cutting.MODES, cuts, strict=True):
        assert CUTTING[f"cutting.State.apply(move), {mode}"](move).phase == "estimating"
    estimate, resign, pointer, settings, room, region, *states = rest[: -len(hostile_cutting.STRAYS)]
    assert CUTTING["cutting.State.apply(move), estimating"](estimate).estimates[1] == "more"
    assert CUTTING["cutting.Practice.apply(move), estimating"](estimate).turn == 3
    assert cutting.parse_move(resign) == cutting.Resign()
    assert CUTTING["cutting.State.view(pointer)"](pointer)["body"]["board"]
    assert CUTTING["cutting.Settings.from_json"](settings) == cutting.Settings(rounds=3)
    assert len(CUTTING["cutting.Room.from_json"](room).bots) == 1
    assert CUTTING["geometry.Region.from_json"](region).area > 3
    assert [cutting.State.from_json(one).round for one in states] == [1, 1, 2, 2, 2]


def test_the_fuzzer_reaches_the_rules_of_cutting():
    """Some inputs are taken, some refused by the rules, and many by the syntax, in all its places."""
    seen = set()
    applied = [CUTTING[f"cutting.State.apply(move), {mode}"] for mode in ("line_fixed_point", "circle_fixed_centre")]
    for value in islice(hostile.inputs(hostile_cutting.documents()), 2_000):
        for target in applied:
            try:
                target(value)
                seen.add("taken")
            except cutting.IllegalMove as error:
                seen.add(error.reason)
            except cutting.MalformedMove as error:
                seen.add(error.path)
    assert {"taken", "wrong_round", "wrong_phase", "unknown_part", "outside_canvas", "misses_shape"} <= seen
    assert {"$", "$.round", "$.point", "$.point[0]", "$.point[1]", "$.part", "$.resign", "$.estimate"} <= seen


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
