"""Named streams: golden vectors, independence of names, uniformity, and nothing given away."""

from hashlib import blake2b
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.errors import InvalidOptions
from gamecore.randomness import stream

NAMES = st.lists(st.one_of(st.text(max_size=8), st.integers(-(10**6), 10**6)), max_size=4)


def naive_bits(seed, name, counts):
    """The documented algorithm, bit by bit."""
    written = b""
    for part in (seed, *name):
        kind = b"s" if isinstance(part, str) else b"i"
        text = str(part).encode("utf-8", "surrogatepass")
        written += kind + len(text).to_bytes(8, "big") + text
    key = blake2b(written, digest_size=32, person=b"gamecore-rng-1").digest()
    bits = []
    for block in range(sum(counts) // 512 + 1):
        number = int.from_bytes(blake2b(block.to_bytes(8, "big"), key=key, digest_size=64).digest(), "big")
        bits += [number >> place & 1 for place in range(512)]
    drawn = []
    for count in counts:
        drawn.append(sum(bit << place for place, bit in enumerate(bits[:count])))
        del bits[:count]
    return drawn


def test_golden_vectors():
    """These numbers may never change: games would."""
    drawn = stream("seed", "round", 3, "puzzle")
    assert [drawn.bits(16) for _ in range(4)] == GOLDEN["bits"]
    assert [drawn.below(100) for _ in range(8)] == GOLDEN["below"]
    assert [drawn.between(-5, 5) for _ in range(8)] == GOLDEN["between"]
    assert [drawn.uniform() for _ in range(2)] == GOLDEN["uniform"]
    assert drawn.uniform(-1.1, 1.1) == GOLDEN["uniform_between"]
    assert drawn.shuffled(range(10)) == GOLDEN["shuffled"]
    assert [drawn.weighted([1, 0, 5, 2]) for _ in range(8)] == GOLDEN["weighted"]
    assert [drawn.choice("abc") for _ in range(6)] == GOLDEN["choice"]
    assert stream("").bits(64) == GOLDEN["empty seed"]
    assert stream("\ud800ü").bits(64) == GOLDEN["lone surrogate"]


GOLDEN = {
    "bits": [1156, 52305, 21425, 53557],
    "below": [30, 44, 19, 59, 23, 92, 82, 78],
    "between": [-3, -5, 5, -5, -4, 2, 0, -3],
    "uniform": [0.8118371970464235, 0.6302439179962206],
    "uniform_between": 1.0750705659880886,
    "shuffled": [1, 4, 0, 7, 2, 8, 9, 6, 3, 5],
    "weighted": [2, 2, 2, 2, 2, 0, 2, 3],
    "choice": ["c", "c", "b", "a", "b", "c"],
    "empty seed": 15289446443662090231,
    "lone surrogate": 17323406560675030211,
}


@given(st.text(max_size=20), NAMES, st.lists(st.integers(0, 700), max_size=6))
def test_bits_follow_the_documented_algorithm(seed, name, counts):
    drawn = stream(seed, *name)
    assert [drawn.bits(count) for count in counts] == naive_bits(seed, name, counts)


@given(st.text(max_size=8), NAMES, st.text(max_size=8), NAMES)
def test_streams_of_different_names_differ(seed, name, other_seed, other_name):
    same = (seed, name) == (other_seed, other_name)
    assert (stream(seed, *name).bits(128) == stream(other_seed, *other_name).bits(128)) == same


def test_text_and_integers_are_different_names():
    assert stream("a", "3").bits(64) != stream("a", 3).bits(64)
    assert stream("a", "bc").bits(64) != stream("ab", "c").bits(64)


@given(st.text(max_size=5), st.integers(1, 10**12))
def test_below_stays_below(seed, limit):
    drawn = stream(seed)
    assert all(0 <= drawn.below(limit) < limit for _ in range(20))


def test_draws_are_uniform():
    """Chi-squared over fixed seeds: deterministic, so the bound is a fact and not a chance."""
    drawn = stream("uniform")
    for limit in (2, 3, 7, 10, 64):
        count = 2_000 * limit
        found = [0] * limit
        for _ in range(count):
            found[drawn.below(limit)] += 1
        chi = sum((number - 2_000) ** 2 / 2_000 for number in found)
        assert chi < limit + 5 * (2 * limit) ** 0.5
    orders = dict.fromkeys(permutations(range(4)), 0)
    for _ in range(24_000):
        orders[tuple(drawn.shuffled(range(4)))] += 1
    assert sum((number - 1_000) ** 2 / 1_000 for number in orders.values()) < 60
    weights = [3, 0, 1, 6]
    found = [0] * 4
    for _ in range(10_000):
        found[drawn.weighted(weights)] += 1
    assert found[1] == 0
    assert all(abs(number - 1_000 * weight) < 200 for number, weight in zip(found, weights, strict=True))


def test_nothing_shows_the_key():
    assert repr(stream("secret", "round")) == "Stream(…)"


@pytest.mark.parametrize("seed", [None, 3, b"x", True])
def test_the_seed_is_text(seed):
    with pytest.raises(InvalidOptions):
        stream(seed)


@pytest.mark.parametrize("part", [None, 3.0, True, b"x", ("a",)])
def test_names_are_text_and_integers(part):
    with pytest.raises(InvalidOptions):
        stream("seed", part)


@pytest.mark.parametrize("limit", [0, -1])
def test_nothing_lies_below_nothing(limit):
    with pytest.raises(InvalidOptions):
        stream("seed").below(limit)
    with pytest.raises(InvalidOptions):
        stream("seed").weighted([])
