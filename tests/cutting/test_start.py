"""C07: the starting shape."""

from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.cutting.settings import Settings
from gamecore.cutting.start import starting_shape

from .playing import CIRCLES, LINES

sides = st.floats(2.2, 4.0)


@given(st.text(max_size=8), st.sampled_from(LINES), sides, sides)
def test_c07_line_modes_start_from_a_fitted_hull_that_fills_a_tenth(seed, mode, width, height):
    settings = Settings(mode=mode, width=width, height=height)
    shape = starting_shape(settings, seed)
    assert shape == starting_shape(settings, seed)
    low_x, low_y, high_x, high_y = shape.bounds
    assert max(high_x - low_x, high_y - low_y) == pytest.approx(2, abs=1e-12)
    assert low_x + high_x == pytest.approx(0, abs=1e-12)
    assert low_y + high_y == pytest.approx(0, abs=1e-12)
    assert shape.area >= 0.1 * width * height
    assert 3 <= len(shape.outer) <= 10
    assert not shape.holes
    assert not any(edge.bulge or edge.tag for edge in shape.outer)
    corners = shape.vertices
    turns = [
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(corners, corners[1:] + corners, corners[2:] + corners, strict=False)
    ]
    assert min(turns) > 0  # convex, anticlockwise


@pytest.mark.parametrize("mode", CIRCLES)
def test_c07_circle_modes_start_from_the_unit_circle(mode):
    shape = starting_shape(Settings(mode=mode), "any")
    assert shape.area == pytest.approx(pi, rel=1e-15)
    assert shape.boundary_length == pytest.approx(2 * pi, rel=1e-15)
    assert shape.bounds == (-1, -1, 1, 1)


def test_c07_hulls_differ_from_seed_to_seed_and_not_from_mode_to_mode():
    shapes = {starting_shape(Settings(mode=mode), f"{number}") for number in range(50) for mode in LINES}
    assert len(shapes) == 50


def test_c07_hulls_of_ten_points_have_as_many_corners_as_they_should():
    """The expectation for 10 points in a square is 8/3 (ln 10 + γ) + … ≈ 6.0 (Rényi and Sulanke); a wide corridor."""
    counts = [len(starting_shape(Settings(), f"corners {number}").outer) for number in range(400)]
    assert 5.6 < sum(counts) / 400 < 6.4
