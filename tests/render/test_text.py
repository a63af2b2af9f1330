import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from gamecore.render import text


def test_letters_are_distinct_and_one_column_wide():
    labels = text.letters(600)
    assert labels[:3] == ("A", "B", "C")
    assert len(set(labels)) == 600
    assert all(len(label) == 1 and unicodedata.east_asian_width(label) not in "WF" for label in labels)
    assert len(text.letters(20_000)) == 20_000


@st.composite
def grids(draw):
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    row = st.lists(st.sampled_from(["A", "B", "C", None]), min_size=width, max_size=width)
    return draw(st.lists(row, min_size=height, max_size=height))


@given(grids())
def test_boxes_draw_a_wall_exactly_between_different_labels(grid):
    lines = [line.ljust(3 * len(grid[0]) + 1) for line in text.boxes(grid).split("\n")]
    assert len(lines) == 2 * len(grid) + 1
    padded = [[None, *row, None] for row in grid]
    for row, labels in enumerate(padded):
        for column in range(len(labels) - 1):
            assert (lines[2 * row + 1][3 * column] == "│") == (labels[column] != labels[column + 1])
    ground = [None] * len(grid[0])
    for row, (above, below) in enumerate(zip([ground, *grid], [*grid, ground], strict=True)):
        for column, (a, b) in enumerate(zip(above, below, strict=True)):
            assert (lines[2 * row][3 * column + 1 : 3 * column + 3] == "──") == (a != b)


def test_boxes_by_hand():
    assert text.boxes([["A", "A"], ["A", None]]).split("\n") == ["┌─────┐", "│     │", "│  ┌──┘", "│  │", "└──┘"]
    assert text.boxes([]) == ""


@given(grids())
def test_colour_only_adds_colour(grid):
    labels = [[label or "." for label in row] for row in grid]
    plain = text.draw(labels)
    assert plain == "\n".join("".join(row) for row in labels)
    coloured = text.draw(labels, colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert coloured.count("\x1b[0m") == sum(label != "." for row in labels for label in row)
