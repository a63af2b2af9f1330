"""The JSON doorway: whatever comes in, a value or the asked-for error with a path, and short."""

import json
import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore import wire
from gamecore.errors import GamecoreError, InvalidPuzzle, MalformedMove

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=20,
)


@given(plain)
def test_plain_data_comes_back(value):
    text = wire.encode(value)
    assert wire.decode(text, MalformedMove) == value == json.loads(text)
    assert wire.decode(text.encode(), MalformedMove) == value
    assert wire.decode(bytearray(text.encode()), MalformedMove) == value
    assert wire.decode(memoryview(text.encode()), MalformedMove) == value


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.integers()))
def test_equal_values_give_equal_texts(value):
    assert wire.encode(value) == wire.encode(dict(reversed(value.items())))


def fault(call):
    """The MalformedMove that a call raises, or None."""
    try:
        call()
    except MalformedMove as error:
        return error
    return None


def test_decoded_objects_pass_through():
    value = {"a": object()}
    assert wire.decode(value, MalformedMove) is value


BAD = [
    "",
    " ",
    "nul",
    "NaN",
    "Infinity",
    "-Infinity",
    "[1,]",
    "{'a': 1}",
    "1 2",
    "1e999",
    "9" * 5000,
    "[" * 100_000,
    '{"a":' * 100_000,
    b"\xff",
    b'"\xff"',
    b"\xef\xbb\xbf{}",
    '"\\ud800"',
    '"\ud800"',
    "\x00",
    b"[\x80]",
]


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
@pytest.mark.parametrize("error", [MalformedMove, InvalidPuzzle])
def test_text_that_is_no_json_is_a_typed_error(text, error):
    with pytest.raises(error) as caught:
        wire.decode(text, error)
    assert caught.value.path == "$"
    assert len(str(caught.value)) < 200
    assert str(caught.value).isascii()


@given(st.text() | st.binary())
def test_no_text_gets_through_as_another_error(text):
    error = fault(lambda: wire.decode(text, MalformedMove))
    assert error is None or (error.path == "$" and len(str(error)) < 200)


def test_length_is_bounded_before_anything_is_parsed():
    assert wire.decode("[1]", MalformedMove, max_bytes=3) == [1]
    for text in ("[1] ", b"[1] ", memoryview(b"[1] ")):
        with pytest.raises(MalformedMove, match="longer than 3"):
            wire.decode(text, MalformedMove, max_bytes=3)


@pytest.mark.parametrize("text", ['{"a":1,"a":1}', '[{"b":{"a":1,"\\u0061":2}}]'])
def test_repeated_keys_are_refused_on_request(text):
    wire.decode(text, MalformedMove)
    with pytest.raises(MalformedMove, match='the key "a" occurs twice'):
        wire.decode(text, MalformedMove, unique_keys=True)


anything = st.one_of(
    plain,
    st.text(),
    st.binary(),
    st.just(10**5000),
    st.just(-(10**5000)),
    st.just(math.nan),
    st.just("x" * 10**6),
    st.just([0] * 10**5),
    st.builds(object),
    st.sets(st.integers()),
    st.just(type("N" * 1000, (), {})()),
    st.text("\U00010000", min_size=38, max_size=42),  # each escaped to ten characters
)


@given(anything)
def test_descriptions_and_paths_stay_short_and_printable(value):
    for text in (wire.shown(value), wire.child("$", value)):
        assert len(text) <= 80
        assert text.isascii()
        assert text.isprintable()


@given(anything, st.integers(-5, 5), st.integers(-5, 5))
def test_every_check_returns_the_value_or_names_the_path(value, low, high):
    is_integer = type(value) is int and low <= value <= high
    is_array = isinstance(value, list | tuple) and low <= len(value) <= high
    checks = [
        (lambda: wire.integer(value, "$.x", MalformedMove, low, high), is_integer),
        (lambda: wire.boolean(value, "$.x", MalformedMove), type(value) is bool),
        (lambda: wire.array(value, "$.x", MalformedMove, low, high), is_array),
        (lambda: wire.record(value, "$.x", MalformedMove, ("a",), None), isinstance(value, dict) and "a" in value),
    ]
    for check, right in checks:
        error = fault(check)
        if right:
            assert error is None
            assert check() is value
        else:
            assert error is not None
            assert error.path.startswith("$.x")
            assert len(str(error)) < 300


@given(st.text(max_size=80))
def test_strings_are_those_that_json_can_carry(value):
    try:
        assert wire.string(value, "$", MalformedMove, 1, 64) == value
        assert wire.decode(wire.encode(value), MalformedMove) == value
        assert 1 <= len(value) <= 64
    except MalformedMove:
        assert not 1 <= len(value) <= 64 or any("\ud800" <= c <= "\udfff" for c in value)


def test_record_names_the_missing_and_the_extra_key():
    with pytest.raises(MalformedMove) as caught:
        wire.record({"a": 1}, "$", MalformedMove, ("a", "b"))
    assert caught.value.path == "$.b"
    for key, path in (("c", "$.c"), ("no word", '$["no word"]'), (3, "$[3]"), ("x" * 10**6, None)):
        with pytest.raises(MalformedMove) as caught:
            wire.record({"a": 1, key: 1}, "$", MalformedMove, ("a",))
        assert path is None or caught.value.path == path
        assert len(caught.value.path) < 100


def test_errors_are_value_errors():
    with pytest.raises(ValueError, match="expected an integer, got true") as caught:
        wire.integer(True, "$", MalformedMove, 0, 1)
    assert isinstance(caught.value, GamecoreError)


class TestStruct:
    """Reading a struct back from a decoded object costs no more than its text may be long."""

    class Kept(msgspec.Struct, tag_field="version", tag=1):
        """Something that a host keeps."""

        numbers: list[int]

    def test_what_is_too_long_is_refused_before_it_is_written_out(self):
        shared = [[0, 0]] * 1000
        for value in (
            {"version": 1, "numbers": [0] * 10**6},
            {"version": 1, "numbers": [shared] * 1000},
            {"version": 1, "numbers": "x" * 10**6},
            {"version": 1, **{f"key {number}": 0 for number in range(10**5)}},
        ):
            with pytest.raises(InvalidPuzzle, match="longer than 1000 bytes"):
                wire.struct(value, self.Kept, InvalidPuzzle, 1000)

    def test_endless_objects_end(self):
        value = {"version": 1, "numbers": []}
        value["numbers"].append(value)
        with pytest.raises(InvalidPuzzle):
            wire.struct(value, self.Kept, InvalidPuzzle, 1000)

    @given(st.lists(st.integers(0, 9), max_size=400))
    def test_the_limit_is_that_of_the_text(self, numbers):
        value = {"version": 1, "numbers": numbers}
        text = msgspec.json.encode(value)
        if len(text) <= 200:
            assert wire.struct(value, self.Kept, InvalidPuzzle, 200) == self.Kept(numbers)
        else:
            with pytest.raises(InvalidPuzzle, match="longer than 200 bytes"):
                wire.struct(value, self.Kept, InvalidPuzzle, 200)
