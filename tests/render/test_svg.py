import xml.etree.ElementTree as ElementTree

from hypothesis import given
from hypothesis import strategies as st

from gamecore.render import svg

cells = st.sets(st.tuples(st.integers(-3, 4), st.integers(-3, 4)), max_size=40)


@given(cells)
def test_loops_enclose_exactly_the_cells(given_cells):
    loops = svg.loops(given_cells)
    # Even-odd rule: a ray from the middle of a cell to the left crosses vertical edges of the loops.
    for row in range(-5, 7):
        for column in range(-5, 7):
            crossings = 0
            for loop in loops:
                for (r1, c1), (r2, c2) in zip(loop, [*loop[1:], loop[0]], strict=True):
                    if c1 == c2 and c1 <= column and min(r1, r2) <= row < max(r1, r2):
                        crossings += 1
            assert (crossings % 2 == 1) == ((row, column) in given_cells)


@given(cells)
def test_loops_are_closed_turn_at_every_corner_and_sum_to_the_area(given_cells):
    doubled = 0
    for loop in svg.loops(given_cells):
        ring = [*loop, loop[0], loop[1]]
        for (r1, c1), (r2, c2), (r3, c3) in zip(ring, ring[1:], ring[2:], strict=False):
            assert (r1 == r2) != (c1 == c2)
            assert (r1 == r2) != (r2 == r3)
            assert (c1 == c2) != (c2 == c3)
        doubled += sum(c1 * r2 - c2 * r1 for (r1, c1), (r2, c2) in zip(loop, ring[1:], strict=False))
    # clockwise on the screen counts positive with rows downwards, holes negative
    assert doubled == 2 * len(given_cells)


def test_cells_that_meet_at_a_corner_stay_apart():
    assert len(svg.loops({(0, 0), (1, 1)})) == 2
    assert len(svg.loops({(0, 1), (1, 0)})) == 2


def test_outline_of_one_cell():
    assert svg.outline([(1, 2)], 10) == "M20 10L30 10L30 20L20 20Z"
    assert svg.outline([]) == ""


@given(cells, st.text(max_size=20), st.text(max_size=20))
def test_any_text_gives_well_formed_xml(given_cells, title, fill):
    picture = svg.board(sorted(given_cells), 5, 5, [svg.Tile(sorted(given_cells), fill, title)], title=title)
    root = ElementTree.fromstring(picture.encode())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_text_cannot_break_out():
    picture = svg.board([(0, 0)], 1, 1, [svg.Tile([(0, 0)], '"/><script>', "<script>alert(1)</script>")])
    assert "<script" not in picture


def test_the_first_colours_differ():
    shades = [svg.colour(number) for number in range(24)]
    assert len(set(shades)) == 24
    assert all(len(shade) == 7 for shade in shades)
