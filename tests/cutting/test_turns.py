"""C08 to C11, C15, C16: what the server draws.

Chi-square bounds are the 99.99 % quantiles; with the seeds fixed the tests give the same every time.
"""

from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.cutting import FixedAngle, FixedCentre, FixedDiameter, FixedPoint, VoronoiPoints, closest_cut
from gamecore.cutting.settings import Settings
from gamecore.cutting.start import starting_shape
from gamecore.cutting.turns import draw_constraint, draw_cutter, draw_target, playable
from gamecore.geometry import Region, fit

from .playing import LINES, MODES

# 99.99 % quantiles of chi-square by degrees of freedom
CHI = {1: 15.14, 2: 18.42, 3: 21.11, 4: 23.51, 9: 33.72, 15: 44.26}


def chi_square(values, cells):
    counts = [0] * cells
    for value in values:
        counts[min(int(value * cells), cells - 1)] += 1
    expected = len(values) / cells
    return sum((count - expected) ** 2 / expected for count in counts)


@given(st.text(max_size=4), st.integers(1, 100), st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1))
def test_c15_the_cutter_is_one_with_fewer_turns_than_the_most_among_the_eligible(seed, number, seats):
    turns, active = zip(*seats, strict=True)
    if not any(active):
        return
    eligible = [seat for seat, here in enumerate(active) if here]
    most = max(turns[seat] for seat in eligible)
    group = [seat for seat in eligible if turns[seat] < most] or eligible
    cutter = draw_cutter(seed, number, turns, active)
    assert cutter in group
    assert cutter == draw_cutter(seed, number, turns, active)


@pytest.mark.parametrize(
    ("turns", "active", "group"),
    [
        ((0, 0, 0), (True, True, True), (0, 1, 2)),
        ((1, 0, 0, 1, 0), (True,) * 5, (1, 2, 4)),
        ((2, 2, 5), (True, True, False), (0, 1)),  # the maximum is that of the eligible
        ((2, 0, 1, 1), (True, False, True, True), (2, 3)),
        ((3, 1, 2, 3), (True,) * 4, (1, 2)),
    ],
)
def test_c15_the_choice_is_uniform_within_its_group(turns, active, group):
    counts = dict.fromkeys(group, 0)
    for number in range(3_000):
        counts[draw_cutter(f"seed {number}", number % 100 + 1, turns, active)] += 1
    expected = 3_000 / len(group)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < CHI[len(group) - 1]


def test_c16_targets_are_50_or_one_of_three_uniformly():
    assert {draw_target(Settings(), "s", number) for number in range(1, 101)} == {50.0}
    three = Settings(targets="40/50/60")
    counts = {40.0: 0, 50.0: 0, 60.0: 0}
    for number in range(3_000):
        counts[draw_target(three, f"{number // 100}", number % 100 + 1)] += 1
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < CHI[2]


@pytest.mark.parametrize(
    ("mode", "kind", "name"),
    [
        ("line_fixed_point", FixedPoint, "point"),
        ("circle_fixed_centre", FixedCentre, "centre"),
        ("circle_fixed_diameter", FixedDiameter, "end"),
    ],
)
def test_c08_c11_fixed_points_are_uniform_on_the_canvas(mode, kind, name):
    settings = Settings(mode=mode, width=3.0)
    shape = starting_shape(settings, "s")
    drawn = [draw_constraint(settings, f"{number}", 1 + number % 50, shape) for number in range(2_000)]
    assert all(type(constraint) is kind for constraint in drawn)
    points = [getattr(constraint, name) for constraint in drawn]
    assert all(settings.canvas.contains(point) for point in points)
    across, up = [x / 3.0 + 0.5 for x, _ in points], [y / 2.2 + 0.5 for _, y in points]
    assert chi_square(across, 10) < CHI[9]
    assert chi_square(up, 10) < CHI[9]
    cells = [(int(x * 4) + 4 * int(y * 4)) / 16 for x, y in zip(across, up, strict=True)]
    assert chi_square(cells, 16) < CHI[15]  # jointly, too
    outside = sum(not shape.contains(point) for point in points) / 2_000
    assert abs(outside - (1 - shape.area / settings.canvas.area)) < 0.045  # four standard deviations


def test_c09_angles_are_uniform_from_0_to_180_degrees():
    settings = Settings(mode="line_fixed_angle")
    shape = starting_shape(settings, "s")
    drawn = [draw_constraint(settings, f"{number}", 1, shape) for number in range(2_000)]
    assert all(type(constraint) is FixedAngle and 0 <= constraint.degrees < 180 for constraint in drawn)
    assert chi_square([constraint.degrees / 180 for constraint in drawn], 10) < CHI[9]


def test_c10_voronoi_points_are_inside_apart_and_uniform():
    settings = Settings(mode="line_voronoi")
    shape = Region(((-1, -1), (1, -1), (1, 1), (-1, 1)))
    firsts = []
    for number in range(1_000):
        drawn = draw_constraint(settings, f"{number}", 1, shape)
        assert type(drawn) is VoronoiPoints
        assert shape.contains(drawn.first)
        assert shape.contains(drawn.second)
        assert dist(drawn.first, drawn.second) >= 0.02 * 8**0.5
        firsts.append(drawn.first)
        kept = (0.25, 0.5)
        again = draw_constraint(settings, f"{number}", 2, shape, kept)
        assert again.first == kept
        assert dist(again.second, kept) >= 0.02 * 8**0.5
    assert chi_square([(x + 1) / 2 for x, _ in firsts], 10) < CHI[9]
    assert chi_square([(y + 1) / 2 for _, y in firsts], 10) < CHI[9]


@given(st.floats(0.002, 1), st.integers(0, 1_000))
def test_c10_points_of_thin_polygons_are_drawn_in_time_and_inside(height, number):
    shape, _ = fit(Region(((0, 0), (1, 0.3 * height), (1, height), (0, height / 2))))
    drawn = draw_constraint(Settings(mode="line_voronoi"), f"{number}", 1, shape)
    assert shape.contains(drawn.first)
    assert shape.contains(drawn.second)


@pytest.mark.parametrize("mode", MODES)
def test_c11_each_round_and_each_seed_draws_its_own(mode):
    settings = Settings(mode=mode)
    shape = starting_shape(settings, "s")
    drawn = {draw_constraint(settings, seed, number, shape) for seed in "ab" for number in range(1, 21)}
    assert len(drawn) == 40
    assert draw_constraint(settings, "a", 7, shape) == draw_constraint(settings, "a", 7, shape)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("height", [0.0012, 0.004, 0.008, 0.02, 1.0])
def test_c11_what_is_drawn_leaves_a_legal_cut_also_of_thin_shapes(mode, height):
    """The quick answer for shapes that fill 1 % is that of a search."""
    corners = [(-1, -height), (1, -height), (1, height), (-1, height)]
    if mode in LINES:
        corners = corners[:3]
    settings = Settings(mode=mode)
    shape = Region(tuple(corners))
    for number in range(3):
        drawn = draw_constraint(settings, f"{number}", 1, shape)
        found = closest_cut(shape, drawn, 50.0) is not None
        assert playable(settings, shape, drawn) is found
        if shape.area > 0.0025 * settings.canvas.area:
            assert found
