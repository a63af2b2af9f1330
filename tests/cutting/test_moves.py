"""C12: the syntax of moves, to the letter."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.cutting.moves import Cut, Estimate, Resign, parse_move
from gamecore.errors import MalformedMove

numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**9), 10**9)
moves = (
    st.builds(Cut, st.integers(-(10**9), 10**9), st.tuples(numbers, numbers), st.integers(-(10**9), 10**9))
    | st.builds(Estimate, st.integers(1, 100), st.sampled_from(["more", "less"]))
    | st.just(Resign())
)
MALFORMED = [
    ("{", "$"), ("[]", "$"), (b"\xff", "$"), ("\ud800", "$"), (None, "$"), (5, "$"), ({}, "$"), ({1: 2}, "$[1]"),
    ("[" * 2_000, "$"), ({"round": 1}, "$"), ({"round": 1, "part": 0}, "$.point"),
    ({"round": 1, "point": [0, 0]}, "$.part"), ({"point": [0, 0], "part": 0}, "$.round"),
    ({"round": True, "point": [0, 0], "part": 0}, "$.round"), ({"round": 1.0, "point": [0, 0], "part": 0}, "$.round"),
    ({"round": 10**10, "point": [0, 0], "part": 0}, "$.round"), ({"round": 1, "point": [0], "part": 0}, "$.point"),
    ({"round": 1, "point": [0, 0, 0], "part": 0}, "$.point"), ({"round": 1, "point": "00", "part": 0}, "$.point"),
    ({"round": 1, "point": {"x": 0}, "part": 0}, "$.point"), ({"round": 1, "point": [0, "0"], "part": 0}, "$.point[1]"),
    ({"round": 1, "point": [True, 0], "part": 0}, "$.point[0]"),
    ({"round": 1, "point": [0, float("nan")], "part": 0}, "$.point[1]"),
    ({"round": 1, "point": [float("inf"), 0], "part": 0}, "$.point[0]"),
    ({"round": 1, "point": [10**400, 0], "part": 0}, "$.point"),
    ({"round": 1, "point": [0, 0], "part": 0.0}, "$.part"), ({"round": 1, "point": [0, 0], "part": True}, "$.part"),
    ({"round": 1, "point": [0, 0], "part": 10**10}, "$.part"),
    ({"round": 1, "point": [0, 0], "part": 0, "extra": 1}, "$.extra"),
    ({"round": 1, "point": [0, 0], "part": 0, "estimate": "more"}, "$.point"),
    ({"round": 1, "point": [0, 0], "part": 0, "resign": True}, "$.round"),
    ({"round": 1, "estimate": "More"}, "$.estimate"), ({"round": 1, "estimate": None}, "$.estimate"),
    ({"round": 1, "estimate": ["more"]}, "$.estimate"), ({"estimate": "more"}, "$.round"),
    ({"resign": 1}, "$.resign"), ({"resign": False}, "$.resign"), ({"resign": True, "round": 1}, "$.round"),
    ('{"round": 1, "round": 2, "estimate": "more"}', "$"), ('{"round": 1, "estimate": "more"} x', "$"),
    ('{"round": NaN, "estimate": "more"}', "$"), ('{"round": 1, "point": [1e999, 0], "part": 0}', "$"),
    (" " * 2_000, "$"), (object(), "$"),
]  # fmt: skip


@given(moves)
def test_c12_moves_come_back_from_json_and_from_the_decoded_object(move):
    assert parse_move(move) == move
    assert parse_move(move.to_dict()) == move
    text = json.dumps(move.to_dict())
    for source in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
        assert parse_move(source) == move


@pytest.mark.parametrize(("source", "path"), MALFORMED, ids=range(len(MALFORMED)))
def test_c12_anything_else_is_malformed_and_the_path_leads_there(source, path):
    with pytest.raises(MalformedMove) as caught:
        parse_move(source)
    assert caught.value.path == path
    assert len(str(caught.value)) < 300


KEYS = st.sampled_from(["round", "point", "part", "estimate", "resign", "x"])
junk = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner)
)


@given(junk)
def test_c12_no_object_gets_another_error(source):
    try:
        parse_move(source)
    except MalformedMove as error:
        assert error.path.startswith("$")


def test_c12_points_are_floats():
    assert parse_move({"round": 1, "point": [1, 0], "part": 0}) == Cut(1, (1.0, 0.0), 0)
    assert type(parse_move({"round": 1, "point": [1, 0], "part": 0}).point[0]) is float
