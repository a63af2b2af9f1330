"""Counting along a frontier and by search: naive and published counts, symmetry, limits, wide boards, huge numbers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamecore import polyfit
from gamecore.errors import InvalidOptions, LimitReached
from gamecore.polyfit import frontier
from gamecore.polyfit.frontier import FrontierCount, suits
from gamecore.polyomino import NAMED

from .puzzles_small import copies, naive_tilings, small_puzzles

PENTOMINOES = [(name, 1) for name in NAMED if name.endswith("5")]
METHODS = ["frontier", "search"]


def turned(puzzle):
    rows = tuple("".join(column) for column in zip(*puzzle.region, strict=True))
    return polyfit.Puzzle(rows, puzzle.pieces)


@given(small_puzzles())
def test_both_methods_agree_with_a_naive_count(puzzle):
    expected = len(naive_tilings(puzzle))
    for method in METHODS:
        assert polyfit.count(puzzle, method=method) == expected
    assert polyfit.count(turned(puzzle), method="frontier") == expected


@given(st.sampled_from(["12", "29", "33", "64", "65", "90"]), st.data())
def test_boards_wider_than_a_word(width, data):
    """Areas that go on beyond the 64 cells in sight must not be taken for closed (a fault the prototype had)."""
    width = int(width)
    rows = [
        "".join("#" if data.draw(st.integers(0, 3)) else "." for _ in range(2)) + "." * (width - 4) + "##"
        for _ in range(width)
    ]
    chosen = sorted(data.draw(st.sets(st.integers(0, width - 1), min_size=2, max_size=4)))
    rows = [row if number in chosen else "." * width for number, row in enumerate(rows)]
    area = sum(row.count("#") for row in rows)
    dominoes, rest = divmod(area, 2)
    puzzle = copies(rows, ("I2", dominoes), ("I1", rest))
    assert suits(puzzle)
    assert polyfit.count(puzzle, method="frontier") == len(naive_tilings(puzzle))


@pytest.mark.parametrize("height", [20, 31, 40, 63, 64, 65])
def test_long_thin_areas_across_a_wide_frontier(height):
    """A comb: a full column and rows of three cells, parted by gaps; filled by bars in one way only."""
    rows = ["####" if number % 2 == 0 else "#..." for number in range(height)]
    rows += ["####" + "#" * (height - 4)]
    bars = [("I3", (height + 1) // 2)]
    tail = height - 4 + 4 - 1
    stock = [
        *bars,
        (tuple((row, 0) for row in range(height)), 1),
        (tuple((0, column) for column in range(tail + 1)), 1),
    ]
    rows = [row.ljust(height, ".") for row in rows]
    puzzle = copies(rows, *stock)
    if suits(puzzle):
        assert polyfit.count(puzzle, method="frontier") == polyfit.count(puzzle, method="search") >= 1


@pytest.mark.parametrize(("rows", "columns", "expected"), [(3, 20, 8), (4, 15, 1_472), (5, 12, 4_040), (6, 10, 9_356)])
def test_twelve_pentominoes_in_rectangles(rows, columns, expected):
    assert polyfit.count(copies(["#" * columns] * rows, *PENTOMINOES)) == expected


def test_dominoes_on_chessboards():
    """Kasteleyn 1961, Temperley and Fisher 1961 (OEIS A004003), up to more than 64 bits."""
    for side, expected in ((2, 2), (8, 12_988_816), (12, 53_060_477_521_960_000)):
        assert polyfit.count(copies(["#" * side] * side, ("I2", side * side // 2))) == expected
    assert polyfit.count(copies(["#" * 16] * 16, ("I2", 128))) == 2_444_888_770_250_892_795_802_079_170_816


def test_numbers_beyond_128_bits_are_not_wrapped():
    layers = frontier._Layers(frozenset({(0, 0), (0, 1), (1, 0), (1, 1)}), ((NAMED["I2"], 2),))
    layers.run(1)
    layers._source[:2, 6] = 2**64 - 1, 1
    with pytest.raises(frontier.TooManyStates):
        layers.run(100)


@given(st.integers(1, 2**64 - 1), st.integers(1, 2**64 - 1), st.integers(0, 2**62), st.integers(0, 2**62))
@settings(max_examples=50)
def test_two_words_add_up(low, other_low, high, other_high):
    """Two ways into one state whose numbers carry into the second word: a 2 x 2 square of dominoes has two."""
    layers = frontier._Layers(frozenset({(0, 0), (0, 1), (1, 0), (1, 1)}), ((NAMED["I2"], 2),))
    layers.run(1)
    assert layers._progress[2] == 2
    layers._source[0, 5:] = low, high
    layers._source[1, 5:] = other_low, other_high
    layers.run(100)
    assert layers.total == low + other_low + ((high + other_high) << 64)


def test_squares_of_squares():
    """Robert Wainwright's partridge puzzles have no solution for 2 to 7."""
    for n in (2, 3, 4, 5, 6):
        side = n * (n + 1) // 2
        squares = [(tuple((row, column) for row in range(k) for column in range(k)), k) for k in range(1, n + 1)]
        assert polyfit.count(copies(["#" * side] * side, *squares)) == 0


def test_symmetric_places_are_weighted():
    """With and without the symmetric places of a lone piece, the same."""
    for rows in (["#####"] * 4, ["####"] * 4, [".##.", "####", "####", ".##."], ["##.##"] * 2 + ["#####"] * 2):
        area = sum(row.count("#") for row in rows)
        puzzle = copies(rows, ("V3", 1), ("L4", 1), ("I1", 1), ("I2", (area - 8) // 2), ("I1", area % 2))
        assert polyfit.count(puzzle, method="frontier") == len(naive_tilings(puzzle))


def test_layers_grow_and_slices_do_not_matter(monkeypatch):
    puzzle = copies(["#" * 10] * 3, *PENTOMINOES[:6])
    whole = FrontierCount(puzzle)
    assert whole.run(10**9) == 2
    monkeypatch.setattr(frontier, "_FIRST_STATES", 64)
    for budget in (1, 17, 1000):
        sliced = FrontierCount(puzzle)
        fractions = [0.0]
        while sliced.run(budget) == 0:
            fractions.append(sliced.fraction())
        assert fractions == sorted(fractions)
        assert (sliced.total, sliced.nodes) == (whole.total, whole.nodes)


def test_a_layer_too_large_hands_over_to_the_search(monkeypatch):
    puzzle = copies(["#" * 5] * 4, ("I4", 1), ("L4", 1), ("O4", 1), ("S4", 1), ("L4", 1))
    expected = polyfit.count(puzzle)
    monkeypatch.setattr(frontier, "_FIRST_STATES", 64)
    monkeypatch.setattr(frontier, "MAX_STATES", 64)
    big = copies(["#" * 10] * 6, *PENTOMINOES)
    with pytest.raises(InvalidOptions, match="method"):
        polyfit.count(big, method="frontier")
    assert polyfit.count(puzzle) == expected


def test_limits():
    puzzle = copies(["#" * 10] * 6, *PENTOMINOES)
    with pytest.raises(LimitReached) as stopped:
        polyfit.count(puzzle, node_limit=1_234)
    assert stopped.value.nodes == 1_234
    with pytest.raises(LimitReached):
        polyfit.count(puzzle, time_limit=0.0)
    with pytest.raises(LimitReached):
        polyfit.count(puzzle, cancel=lambda: True)
    assert polyfit.count(puzzle, limit=5) == 5
    assert polyfit.count(puzzle, limit=0) == 0
    small = copies(["#####"] * 4, ("I4", 2), ("L4", 3))
    assert polyfit.count(small, limit=10**9, method="frontier") == polyfit.count(small)
    assert polyfit.count(small, limit=1, method="frontier") == min(1, polyfit.count(small))


def test_methods_that_do_not_exist_or_do_not_fit():
    puzzle = copies(["##"], ("I2", 1))
    with pytest.raises(InvalidOptions, match="method"):
        polyfit.count(puzzle, method="dlx")
    wide = copies(["#" * 200] * 200, (tuple((0, column) for column in range(200)), 200))
    assert not suits(wide)
    with pytest.raises(InvalidOptions, match="method"):
        polyfit.count(wide, method="frontier")


def test_the_kernels_have_one_signature_each():
    from gamecore.polyfit import frontier_kernels

    polyfit.count(copies(["#" * 10] * 3, *PENTOMINOES[:6]))
    for kernel in (frontier_kernels.expand, frontier_kernels.rehash):
        if hasattr(kernel, "signatures"):
            assert len(kernel.signatures) <= 1


def test_random_boards_of_pentominoes_by_both_methods():
    random = np.random.default_rng(7)
    names = [name for name, _ in PENTOMINOES]
    compared = 0
    for _ in range(12):
        recipe = polyfit.Recipe(
            int(random.integers(5, 9)), 6, 9, dict.fromkeys(names, 1), raggedness=int(random.integers(0, 60))
        )
        puzzle = polyfit.grow(recipe, seed=str(random.integers(10**9)))
        assert polyfit.count(puzzle, method="frontier") == polyfit.count(puzzle, method="search") >= 1
        compared += 1
    assert compared == 12
