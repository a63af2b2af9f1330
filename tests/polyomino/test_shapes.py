"""Shapes against a second model: images as lists of strings, turned by reversing and transposing."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.errors import InvalidOptions
from gamecore.polyomino import (
    MAX_FREE_CELLS,
    NAMED,
    canonical,
    free_polyominoes,
    is_connected,
    name_of,
    normalise,
    orientations,
    transform,
)

cells = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=20)


def picture(shape):
    rows = [r for r, _ in shape]
    columns = [c for _, c in shape]
    return [
        "".join("#" if (r, c) in set(shape) else "." for c in range(min(columns), max(columns) + 1))
        for r in range(min(rows), max(rows) + 1)
    ]


def turned(image, rotation, flip):
    if flip:
        image = [row[::-1] for row in image]
    for _ in range(rotation):
        image = ["".join(column) for column in zip(*image[::-1], strict=True)]
    return image


@given(cells, st.integers(0, 3), st.booleans())
def test_p09_transform_agrees_with_turned_pictures(shape, rotation, flip):
    result = transform(shape, rotation, flip)
    assert picture(result) == turned(picture(shape), rotation, flip)
    assert result == normalise(result)
    assert min(r for r, _ in result) == min(c for _, c in result) == 0


def test_p09_mirrors_before_it_turns():
    # L4 upright with its foot to the right; mirrored the foot is on the left; turned clockwise it points up.
    assert picture(transform(NAMED["L4"], 1, flip=True)) == ["#..", "###"]
    assert picture(transform(NAMED["L4"], 1, flip=False)) == ["###", "#.."]


@given(cells)
def test_p09_orientations_are_the_distinct_transforms_first_maker_first(shape):
    ways = orientations(shape)
    every = [(transform(shape, rotation, flip), rotation, flip) for flip in (False, True) for rotation in range(4)]
    assert {way.cells for way in ways} == {laid for laid, _, _ in every}
    assert len(ways) == len({way.cells for way in ways})
    for way in ways:
        assert tuple(way) == next(made for made in every if made[0] == way.cells)


@given(cells, st.integers(0, 3), st.booleans(), st.integers(-50, 50), st.randoms())
def test_canonical_is_the_same_for_every_way_to_lay_a_piece(shape, rotation, flip, shift, rng: random.Random):
    moved = [(r + shift, c - shift) for r, c in transform(shape, rotation, flip)]
    rng.shuffle(moved)
    assert canonical(moved) == canonical(shape)
    assert canonical(shape) in {way.cells for way in orientations(shape)}


def test_free_polyominoes_have_the_published_numbers():
    # OEIS A000105
    assert [len(free_polyominoes(n)) for n in range(1, 9)] == [1, 1, 2, 5, 12, 35, 108, 369]
    for n in range(1, 7):
        for shape in free_polyominoes(n):
            assert canonical(shape) == shape
            assert is_connected(shape)
            assert len(shape) == n


def test_free_polyominoes_agree_with_subsets_of_a_square():
    # every connected set of n cells fits a square of side n: try all of them
    import itertools

    for n in (1, 2, 3, 4):
        square = list(itertools.product(range(n), repeat=2))
        found = {canonical(subset) for subset in itertools.combinations(square, n) if is_connected(subset)}
        assert set(free_polyominoes(n)) == found


@pytest.mark.parametrize("n", [0, -1, MAX_FREE_CELLS + 1, True, 3.0, "3", None, 10**100])
def test_free_polyominoes_refuses_other_sizes(n):
    with pytest.raises(InvalidOptions):
        free_polyominoes(n)


def test_p03_names_are_all_free_polyominoes_of_up_to_five_cells():
    assert {canonical(shape) for shape in NAMED.values()} == {
        shape for n in range(1, 6) for shape in free_polyominoes(n)
    }
    game = [
        "I3",
        "V3",
        "I4",
        "L4",
        "O4",
        "S4",
        "T4",
        "F5",
        "I5",
        "L5",
        "N5",
        "P5",
        "T5",
        "U5",
        "V5",
        "W5",
        "X5",
        "Y5",
        "Z5",
    ]
    assert set(NAMED) == {"I1", "I2", *game}
    for name, shape in NAMED.items():
        assert normalise(shape) == shape
        assert len(shape) == int(name[1:])
        for way in orientations(shape):
            assert name_of([(r + 3, c - 7) for r, c in way.cells]) == name


def test_p03_the_names_of_the_cases_are_ours(case_documents):
    for document in case_documents.values():
        for piece in document["pieces"]:
            assert name_of(map(tuple, piece["cells"])) == piece["name"]


def test_shapes_without_a_name():
    assert name_of([]) is None
    assert name_of([(0, 0), (1, 1)]) is None
    assert name_of(free_polyominoes(6)[0]) is None


@given(cells)
def test_connected_means_reachable(shape):
    left = set(shape)
    group = {min(left)}
    while True:
        more = {(r, c) for r, c in left if any(abs(r - a) + abs(c - b) == 1 for a, b in group)} - group
        if not more:
            break
        group |= more
    assert is_connected(shape) == (group == left)


def test_nothing_is_not_connected():
    assert not is_connected([])
    assert normalise([]) == ()
