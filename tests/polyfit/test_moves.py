"""Moves: the three forms, to the letter (P08)."""

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.errors import MalformedMove
from gamecore.polyfit import Pass, Placement, Resign, Solution, parse_move

from .test_puzzle import junk, places

MOVE = {
    "round": 2,
    "placements": [
        {"piece": "a", "rotation": 0, "flip": False, "anchor": [0, 0]},
        {"piece": "b", "rotation": 3, "flip": True, "anchor": [-1, 10**9]},
    ],
}


def put(*keys_and_value):
    *keys, last, value = keys_and_value
    document = copy.deepcopy(MOVE)
    inner = document
    for key in keys:
        inner = inner[key]
    inner[last] = value
    return document


def without(*keys):
    document = copy.deepcopy(MOVE)
    inner = document
    for key in keys[:-1]:
        inner = inner[key]
    del inner[keys[-1]]
    return document


placements = st.builds(
    Placement,
    st.text(st.characters(exclude_categories=["Cs"]), max_size=64),
    st.integers(0, 3),
    st.booleans(),
    st.tuples(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9)),
)
moves = st.one_of(
    st.builds(Solution, st.integers(-(10**9), 10**9), st.lists(placements, max_size=6).map(tuple)),
    st.builds(Pass, st.integers(-(10**9), 10**9)),
    st.just(Resign()),
)


@given(moves)
def test_p08_every_move_is_read_back_from_every_form(move):
    text = json.dumps(move.to_dict())
    spaced = json.dumps(move.to_dict(), indent=3, ensure_ascii=False)
    for source in (move, move.to_dict(), text, text.encode(), spaced, bytearray(text.encode())):
        assert parse_move(source, 6) == move
    assert pickle.loads(pickle.dumps(move)) == move
    hash(move)


def test_p08_lists_become_tuples():
    solution = Solution(1, [Placement("a", 0, False, [1, 2])])
    assert solution == Solution(1, (Placement("a", 0, False, (1, 2)),))
    assert solution == parse_move(
        {"round": 1, "placements": ({"piece": "a", "rotation": 0, "flip": False, "anchor": (1, 2)},)}, 1
    )


LAST = ("placements", 1)
BAD = [
    (None, "$"),
    (5, "$"),
    (object(), "$"),
    ([], "$"),
    ("", "$"),
    ("null", "$"),
    ("not json", "$"),
    (b"\xff\xfe", "$"),
    ("\ud800", "$"),
    ("[" * 10**5, "$"),
    ("{" + " " * 10**7 + "}", "$"),
    ({}, "$"),
    ({"round": 1}, "$"),
    ({"pass": True}, "$.round"),
    ({"round": 1, "pass": False}, "$.pass"),
    ({"round": 1, "pass": 1}, "$.pass"),
    ({"round": 1, "pass": None}, "$.pass"),
    ({"round": 1, "pass": "true"}, "$.pass"),
    ({"round": True, "pass": True}, "$.round"),
    ({"round": 1.0, "pass": True}, "$.round"),
    ({"round": "1", "pass": True}, "$.round"),
    ({"round": None, "pass": True}, "$.round"),
    ({"round": 10**9 + 1, "pass": True}, "$.round"),
    ({"round": -(10**5000), "pass": True}, "$.round"),
    ({"round": float("nan"), "pass": True}, "$.round"),
    ({"round": 1, "pass": True, "placements": []}, "$.pass"),
    ({"round": 1, "pass": False, "placements": []}, "$.pass"),
    ({"round": 1, "pass": True, "x": 1}, "$.x"),
    ({"round": 1, "pass": True, 3: 1}, "$[3]"),
    ({"resign": False}, "$.resign"),
    ({"resign": True, "round": 1}, "$.round"),
    ({"resign": True, "pass": True, "round": 1}, "$.resign"),
    (without("round"), "$.round"),
    (put("round", False), "$.round"),
    (put("x" * 10**6, 1), None),
    (put("placements", None), "$.placements"),
    (put("placements", {}), "$.placements"),
    (put("placements", "ab"), "$.placements"),
    (put("placements", MOVE["placements"] * 5), "$.placements"),
    (put("placements", [None] * 10**6), "$.placements"),
    (put(*LAST, None), "$.placements[1]"),
    (put(*LAST, ["b", 3, True, [0, 0]]), "$.placements[1]"),
    (put(*LAST, "extra", 1), "$.placements[1].extra"),
    (without(*LAST, "piece"), "$.placements[1].piece"),
    (without(*LAST, "rotation"), "$.placements[1].rotation"),
    (without(*LAST, "flip"), "$.placements[1].flip"),
    (without(*LAST, "anchor"), "$.placements[1].anchor"),
    (put(*LAST, "piece", 5), "$.placements[1].piece"),
    (put(*LAST, "piece", None), "$.placements[1].piece"),
    (put(*LAST, "piece", ["b"]), "$.placements[1].piece"),
    (put(*LAST, "piece", "\ud800"), "$.placements[1].piece"),
    (put(*LAST, "piece", "x" * 65), "$.placements[1].piece"),
    (put(*LAST, "rotation", 4), "$.placements[1].rotation"),
    (put(*LAST, "rotation", -1), "$.placements[1].rotation"),
    (put(*LAST, "rotation", True), "$.placements[1].rotation"),
    (put(*LAST, "rotation", 1.0), "$.placements[1].rotation"),
    (put(*LAST, "rotation", "1"), "$.placements[1].rotation"),
    (put(*LAST, "rotation", 10**5000), "$.placements[1].rotation"),
    (put(*LAST, "flip", 0), "$.placements[1].flip"),
    (put(*LAST, "flip", None), "$.placements[1].flip"),
    (put(*LAST, "flip", "false"), "$.placements[1].flip"),
    (put(*LAST, "anchor", None), "$.placements[1].anchor"),
    (put(*LAST, "anchor", [0]), "$.placements[1].anchor"),
    (put(*LAST, "anchor", [0, 0, 0]), "$.placements[1].anchor"),
    (put(*LAST, "anchor", {0, 1}), "$.placements[1].anchor"),
    (put(*LAST, "anchor", "00"), "$.placements[1].anchor"),
    (put(*LAST, "anchor", 0, True), "$.placements[1].anchor[0]"),
    (put(*LAST, "anchor", 1, 0.0), "$.placements[1].anchor[1]"),
    (put(*LAST, "anchor", 1, float("inf")), "$.placements[1].anchor[1]"),
    (put(*LAST, "anchor", 1, 10**9 + 1), "$.placements[1].anchor[1]"),
    (put(*LAST, "anchor", 0, -(10**5000)), "$.placements[1].anchor[0]"),
    ('{"round":1,"round":1,"pass":true}', "$"),
    ('{"round":1,"placements":[],"placements":[]}', "$"),
    ('{"round":1,"placements":[{"piece":"a","rotation":0,"flip":false,"anchor":[0,0],"flip":true}]}', "$"),
    ('{"round":1,"placements":[{"piece":"a","rotation":0,"flip":false,"anchor":[0,0],"piece":"\\u003a"}]}', "$"),
    ('{"round":NaN,"pass":true}', "$"),
    ('{"round":1e999,"pass":true}', "$"),
]


@pytest.mark.parametrize(("source", "path"), BAD, ids=range(len(BAD)))
def test_p08_anything_else_is_malformed_with_its_path(source, path):
    with pytest.raises(MalformedMove) as caught:
        parse_move(source, 8)
    assert path is None or caught.value.path == path
    assert caught.value.code == "malformed_move"
    assert len(str(caught.value)) < 300
    str(caught.value).encode()


def as_text(source):
    """The JSON text of an object, or None if it has none."""
    try:
        return json.dumps(source, allow_nan=False)
    except (TypeError, ValueError):
        return None


TEXTS = [(as_text(source), path) for source, path in BAD if isinstance(source, dict)]
TEXTS = [(text, path) for text, path in TEXTS if text and path and len(text) < 9_000 and "\\ud8" not in text]


@pytest.mark.parametrize(("text", "path"), TEXTS, ids=range(len(TEXTS)))
def test_p08_text_is_refused_like_the_object(text, path):
    with pytest.raises(MalformedMove) as caught:
        parse_move(text, 8)
    assert caught.value.path == path.replace("[3]", '["3"]' if path == "$[3]" else "[3]")


def test_p08_more_placements_than_allowed():
    piece = Placement("a", 0, False, (0, 0))
    move = Solution(1, (piece,) * 9)
    for source in (move, move.to_dict(), json.dumps(move.to_dict())):
        assert parse_move(source, 9) == move
        with pytest.raises(MalformedMove, match="at most 8") as caught:
            parse_move(source, 8)
        assert caught.value.path == "$.placements"


def test_p08_constructors_check_as_the_reader_does():
    for make, path in [
        (lambda: Placement("a", True, False, (0, 0)), "$.rotation"),
        (lambda: Placement("a", 0, 0, (0, 0)), "$.flip"),
        (lambda: Placement(None, 0, False, (0, 0)), "$.piece"),
        (lambda: Placement("a", 0, False, (0, 0.5)), "$.anchor[1]"),
        (lambda: Placement("a", 0, False, 3), "$.anchor"),
        (lambda: Solution("1", ()), "$.round"),
        (lambda: Solution(1, None), "$.placements"),
        (lambda: Solution(1, ({},)), "$.placements[0]"),
        (lambda: Pass(1.0), "$.round"),
    ]:
        with pytest.raises(MalformedMove) as caught:
            make()
        assert caught.value.path == path


def strict(value):
    """Whether a decoded value is a move, said a second time and independently."""
    if not isinstance(value, dict):
        return False
    small = lambda n: type(n) is int and abs(n) <= 10**9  # noqa: E731
    if set(value) == {"resign"}:
        return value["resign"] is True
    if set(value) == {"round", "pass"}:
        return small(value["round"]) and value["pass"] is True
    if set(value) != {"round", "placements"} or not isinstance(value["placements"], list | tuple):
        return False
    return (
        small(value["round"])
        and len(value["placements"]) <= 8
        and all(
            isinstance(p, dict)
            and set(p) == {"piece", "rotation", "flip", "anchor"}
            and type(p["piece"]) is str
            and len(p["piece"]) <= 64
            and type(p["rotation"]) is int
            and p["rotation"] in range(4)
            and type(p["flip"]) is bool
            and isinstance(p["anchor"], list | tuple)
            and len(p["anchor"]) == 2
            and all(map(small, p["anchor"]))
            for p in value["placements"]
        )
    )


def outcome(source):
    """The move that is read, or the error; any other exception breaks the test."""
    try:
        return parse_move(source, 8)
    except MalformedMove as caught:
        error = caught
    assert error.path.startswith("$")
    assert len(str(error)) < 400
    return error


@given(st.sampled_from(list(places(MOVE))), junk)
def test_p08_one_thing_replaced_is_a_move_exactly_when_it_is_one(place, value):
    document = put(*place, value) if place else value
    if isinstance(document, str | bytes):
        outcome(document)
        return
    error = outcome(document)
    if "\\ud" not in ascii(document):
        assert isinstance(error, MalformedMove) != strict(document)
    if isinstance(error, MalformedMove) and place:
        text = "$" + "".join(f".{key}" if isinstance(key, str) else f"[{key}]" for key in place)
        assert error.path.startswith(text) or text.startswith(error.path)
    text = as_text(document)
    if text is not None and strict(json.loads(text)) and "\\ud" not in text:
        assert outcome(text) == error


@given(junk | st.text() | st.binary())
def test_p08_junk_is_a_typed_error(source):
    outcome(source)


@given(st.data())
def test_p08_one_byte_changed_is_a_move_or_a_typed_error(data):
    text = bytearray(json.dumps(MOVE).encode())
    text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    found = outcome(bytes(text))
    if not isinstance(found, MalformedMove):
        assert strict(json.loads(text))
