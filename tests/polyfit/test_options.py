"""Options of a match: P01 and P23."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.polyfit import InvalidOptions, Options
from gamecore.polyfit.options import MAX_BANK_MS

RANGES = {"rounds": (3, 9), "round_seconds": (10, 30), "players": (2, 8)}


@st.composite
def options(draw):
    rounds, seconds = draw(st.integers(3, 9)), draw(st.integers(10, 30))
    least = 1000 * (rounds * (seconds + 5) + 5)
    difficulty = draw(st.sampled_from(["easy", "normal", "hard", "extreme"]))
    bank = draw(st.none() | st.integers(least, MAX_BANK_MS))
    return Options(rounds, difficulty, seconds, draw(st.integers(2, 8)), bank)


def test_p01_defaults():
    assert Options() == Options(rounds=6, difficulty="normal", round_seconds=30, players=2, bank_ms=None)


@pytest.mark.parametrize("field", RANGES)
@pytest.mark.parametrize(
    "bad", [None, True, False, 6.0, "6", -1, 0, 10**30, 10**5000, [], {}, float("nan")], ids=range(12)
)
def test_p01_other_values_and_types_are_refused(field, bad):
    low, high = RANGES[field]
    with pytest.raises(InvalidOptions) as caught:
        Options(**{field: bad})
    assert caught.value.field == field
    assert str(low) in caught.value.allowed
    assert str(high) in caught.value.allowed
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("field", RANGES)
def test_p01_ranges_hold_to_their_ends(field):
    low, high = RANGES[field]
    for value in (low, high):
        assert getattr(Options(**{field: value}), field) == value
    for value in (low - 1, high + 1):
        with pytest.raises(InvalidOptions, match=f"{field} is {value}; allowed: an integer from {low} to {high}"):
            Options(**{field: value})


@pytest.mark.parametrize("bad", [None, 1, "Easy", "", "insane", ["easy"], b"easy"])
def test_p01_difficulties(bad):
    with pytest.raises(InvalidOptions) as caught:
        Options(difficulty=bad)
    assert (caught.value.field, caught.value.allowed) == ("difficulty", "easy normal hard extreme")


def test_p23_the_bank():
    assert Options().bank == 215_000
    assert Options(rounds=3, round_seconds=10).bank == 50_000
    assert Options(bank_ms=215_000) != Options()
    assert Options(bank_ms=300_000).bank == 300_000
    for bad in (214_999, 0, -1, True, 215_000.0, "215000", MAX_BANK_MS + 1):
        with pytest.raises(InvalidOptions, match="bank_ms"):
            Options(bank_ms=bad)


@given(options())
def test_p01_json_round_trip(given_options):
    assert Options.from_json(given_options.to_json()) == given_options
    assert Options.from_json(given_options.to_json().encode()) == given_options
    assert Options.from_json(given_options) is given_options
    assert hash(Options.from_json(given_options.to_json())) == hash(given_options)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('{"rounds": 10}', "rounds"),
        ('{"rounds": 6.0}', "rounds"),
        ('{"rounds": true}', "rounds"),
        ('{"colour": 1}', "options"),
        ('{"rounds": 6, "rounds": 7}', "options"),
        ("[]", "options"),
        ("null", "options"),
        ("{", "options"),
        ("NaN", "options"),
        ("[" * 3000, "options"),
        (" " * 10_000, "options"),
        (b"\xff", "options"),
        (7, "options"),
        ({1: 2}, "options"),
    ],
)
def test_p01_bad_json_is_refused(text, field):
    with pytest.raises(InvalidOptions) as caught:
        Options.from_json(text)
    assert caught.value.field == field
    assert len(str(caught.value)) < 300


def test_p01_keys_left_out_have_their_defaults():
    assert Options.from_json("{}") == Options()
    assert Options.from_json({"players": 8}) == Options(players=8)
