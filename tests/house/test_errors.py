"""Errors cross process pools, and programs can tell them apart."""

import copy
import importlib
import pickle
import pkgutil
import re

import pytest

import gamecore
from gamecore import errors
from gamecore.errors import GamecoreError

for module in pkgutil.walk_packages(gamecore.__path__, "gamecore."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)

ARGUMENTS = {
    errors.MalformedMove: ("$.placements[3].rotation", "must be 0 to 3"),
    errors.InvalidPuzzle: ("$.region", "is empty"),
    errors.InvalidRegion: ("$.outer[2][0]", "is no finite number"),
    errors.InvalidRecord: (7, "leads to another state"),
    errors.InvalidState: ("$.seats[1].clock_ms", "is negative"),
    errors.IllegalMove: ("overlap", "p7 and p12 both cover [3, 4]"),
    errors.DegenerateCut: ("tangent", "the circle only touches an arc"),
    errors.InvalidOptions: ("rounds", True, "3 to 9"),
    errors.InvalidSettings: ("tolerance", 21, "an integer from 0 to 20"),
    errors.LimitReached: (5, 1000),
}


def public_kinds(kind: type[GamecoreError] = GamecoreError) -> list[type[GamecoreError]]:
    below = [found for child in kind.__subclasses__() for found in public_kinds(child)]
    return below if kind.__name__.startswith("_") else [kind, *below]


KINDS = public_kinds()


def test_the_walk_finds_the_errors_of_the_package():
    assert {getattr(errors, name) for name in errors.__all__} <= set(KINDS)


def test_codes_are_unique_and_plain():
    codes = [kind.code for kind in KINDS]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes)


def test_codes_are_stable():
    """Programs of users compare with these; a code may be added, never changed."""
    assert {kind.__name__: kind.code for kind in KINDS if kind.__module__ == errors.__name__} == {
        "GamecoreError": "error",
        "MalformedMove": "malformed_move",
        "InvalidPuzzle": "invalid_puzzle",
        "InvalidRegion": "invalid_region",
        "InvalidRecord": "invalid_record",
        "InvalidState": "invalid_state",
        "IllegalMove": "illegal_move",
        "DegenerateCut": "degenerate_cut",
        "InvalidOptions": "invalid_options",
        "InvalidSettings": "invalid_settings",
        "GenerationFailed": "generation_failed",
        "InvalidProblem": "invalid_problem",
        "ClockError": "clock",
        "GameOver": "game_over",
        "LimitReached": "limit_reached",
    }


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_errors_survive_pickling_and_copying(kind):
    error = kind(*ARGUMENTS.get(kind, ("what is wrong",)))
    error.add_note("seen in a worker")
    twins = [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for twin in [*twins, copy.copy(error), copy.deepcopy(error)]:
        assert type(twin) is kind
        assert isinstance(twin, ValueError)
        assert (str(twin), twin.args, vars(twin)) == (str(error), error.args, vars(error))


@pytest.mark.parametrize("value", [10**5000, -(10**5000), "x" * 10**6, [10**4400], 1.5, None], ids=range(6))
def test_a_monstrous_value_leaves_a_short_message(value):
    """Python refuses to print integers over 4,300 digits; an error about one must not fail for that."""
    error = errors.InvalidOptions("rounds", value, "3 to 9")
    assert len(str(error)) < 200
    assert str(error).startswith("rounds is ")
