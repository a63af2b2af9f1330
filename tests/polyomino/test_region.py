import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.errors import InvalidPuzzle
from gamecore.polyomino import Region


@st.composite
def rows(draw):
    height, width = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    marks = draw(st.lists(st.sampled_from("#."), min_size=height * width, max_size=height * width))
    marks[draw(st.integers(0, height * width - 1))] = "#"
    return tuple("".join(marks[i * width : (i + 1) * width]) for i in range(height))


@given(rows())
def test_p03_cells_mask_and_text_say_the_same(given_rows):
    region = Region(given_rows)
    cells = [(r, c) for r, row in enumerate(given_rows) for c, mark in enumerate(row) if mark == "#"]
    assert list(region.cells) == cells
    assert region.area == len(cells) == region.mask.bit_count()
    assert all(region.mask >> (r * region.width + c) & 1 for r, c in cells)
    assert str(region).split("\n") == list(given_rows)
    assert (region.height, region.width) == (len(given_rows), len(given_rows[0]))
    assert Region.from_cells(cells, region.height, region.width) == region
    assert all(cell in region for cell in cells)
    assert (-1, 0) not in region
    assert region == pickle.loads(pickle.dumps(region)) == Region(list(given_rows))
    assert hash(region) == hash(Region(given_rows))


def flood(cells, start):
    group = {start}
    while True:
        more = {(r, c) for r, c in cells if any(abs(r - a) + abs(c - b) == 1 for a, b in group)} - group
        if not more:
            return frozenset(group)
        group |= more


@given(rows())
def test_components_and_holes_by_naive_flooding(given_rows):
    region = Region(given_rows)
    cells = set(region.cells)
    assert {frozenset(area) for area in region.components()} == {flood(cells, cell) for cell in cells}
    firsts = [area[0] for area in region.components()]
    assert firsts == sorted(firsts)
    empty = {(r, c) for r in range(-1, region.height + 1) for c in range(-1, region.width + 1)} - cells
    outside = flood(empty, (-1, -1))
    assert {frozenset(hole) for hole in region.holes} == {flood(empty, cell) for cell in empty - outside}


def test_holes_touching_at_a_corner_are_two():
    assert Region(("####", "#.##", "##.#", "####")).holes == (((1, 1),), ((2, 2),))
    assert Region(("###", "#.#", "##.")).holes == (((1, 1),),)


@given(rows())
def test_trimmed_is_the_bounding_box(given_rows):
    region = Region(given_rows)
    trimmed = region.trimmed()
    top = min(r for r, _ in region.cells)
    left = min(c for _, c in region.cells)
    assert [(r + top, c + left) for r, c in trimmed.cells] == list(region.cells)
    assert "#" in trimmed.rows[0]
    assert "#" in trimmed.rows[-1]
    assert any(row[0] == "#" for row in trimmed.rows)
    assert any(row[-1] == "#" for row in trimmed.rows)
    assert trimmed.trimmed() == trimmed


@pytest.mark.parametrize(
    ("bad", "path"),
    [
        ((), "$"),
        ("##", "$"),
        (None, "$"),
        (("..",), "$"),
        (("##", "#"), "$[1]"),
        (("##", "#x"), "$[1]"),
        (("##", "#\n"), "$[1]"),
        (("##", "#\ud800"), "$[1]"),
        (("",), "$[0]"),
        (("##", 3), "$[1]"),
        (("#" * 257,), "$[0]"),
        (("#",) * 257, "$"),
    ],
)
def test_bad_rows_are_refused_with_their_path(bad, path):
    with pytest.raises(InvalidPuzzle) as caught:
        Region(bad)
    assert caught.value.path == path
    assert len(str(caught.value)) < 200
    str(caught.value).encode()


@pytest.mark.parametrize(
    "arguments",
    [([],), ([(-1, 0)],), ([(0, 0)], 0, 1), ([(0, 300)],), ([(2, 0)], 2, 2), ([(0, 0)], 10**9, 10**9)],
)
def test_bad_cells_are_refused(arguments):
    with pytest.raises(InvalidPuzzle):
        Region.from_cells(*arguments)
