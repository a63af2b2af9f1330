import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.render import svg
from gamecore.render.sheet import Picture, sheet

SVG = "{http://www.w3.org/2000/svg}"


def board(height, width, cell=10):
    cells = [(row, column) for row in range(height) for column in range(width)]
    return svg.board(cells, height, width, cell=cell)


sizes = st.lists(st.tuples(st.integers(1, 30), st.integers(1, 30)), max_size=8)


def boxes(root):
    """Left, top, right and bottom of each picture on a sheet."""
    found = []
    for group in root.findall(f"{SVG}g"):
        x, y = map(float, re.fullmatch(r"translate\((\S+) (\S+)\)", group.get("transform")).groups())
        inner = group.find(f"{SVG}svg")
        found.append((x, y, x + float(inner.get("width")), y + float(inner.get("height"))))
    return found


@given(sizes=sizes, width=st.integers(1, 900), captions=st.lists(st.text(max_size=20), min_size=8, max_size=8))
def test_pictures_lie_on_the_sheet_in_order_and_apart(sizes, width, captions):
    pictures = [Picture(board(*size), caption) for size, caption in zip(sizes, captions, strict=False)]
    root = ElementTree.fromstring(sheet(pictures, width=width).encode())
    right, bottom = float(root.get("width")), float(root.get("height"))
    found = boxes(root)
    assert len(found) == len(sizes) == len(root.findall(f"{SVG}text"))
    for left, top, end, foot in found:
        assert 0 <= left < end <= right
        assert 0 <= top < foot <= bottom
    for one, two in pairwise(found):
        same_row = one[3] == two[3]
        assert one[2] < two[0] if same_row else one[3] < two[1]
    if len(found) > 1 and all(one[3] == found[0][3] for one in found):
        assert right <= width


def test_a_row_takes_what_goes_into_it():
    pictures = [Picture(board(2, 5))] * 3  # 52 pixels wide, with gaps of 20
    tops = [[top for _, top, _, _ in boxes(ElementTree.fromstring(sheet(pictures, width=w)))] for w in (236, 235, 1)]
    assert [len(set(found)) for found in tops] == [1, 2, 3]
    assert len({top for _, top, _, _ in boxes(ElementTree.fromstring(sheet(pictures, per_row=2)))}) == 2


def test_captions_and_title_cannot_break_out():
    text = sheet([Picture(board(1, 1), "<script>alert(1)</script>")], title="<script>")
    assert "<script" not in text
    assert ElementTree.fromstring(text).find(f"{SVG}text").text == "<script>alert(1)</script>"


@pytest.mark.parametrize("picture", ["", "<svg/>", "<p>no picture</p>"])
def test_a_picture_must_say_how_large_it_is(picture):
    with pytest.raises(ValueError, match="width and height"):
        sheet([Picture(picture)])
