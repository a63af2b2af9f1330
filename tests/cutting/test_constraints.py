"""The five modes' constraints and the canvas: JSON, ranges, the curves they make (C07 to C11)."""

import json
from math import hypot, inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.cutting import (
    MODES,
    Canvas,
    FixedAngle,
    FixedCentre,
    FixedDiameter,
    FixedPoint,
    InvalidOptions,
    VoronoiPoints,
    constraint_from_json,
)

numbers = st.floats(-1e6, 1e6)
points = st.tuples(numbers, numbers)
constraints = st.one_of(
    st.builds(FixedPoint, points),
    st.builds(FixedAngle, numbers),
    st.builds(FixedCentre, points),
    st.builds(FixedDiameter, points),
    st.lists(points, min_size=2, max_size=2, unique=True).map(lambda two: VoronoiPoints(*two)),
)
odd = st.one_of(st.none(), st.booleans(), st.text(max_size=5), st.sampled_from([nan, inf, -inf, 10**400, 1e7]))


class TestJson:
    @given(constraints)
    def test_a_round_trip_loses_nothing(self, constraint):
        assert constraint_from_json(constraint.to_json()) == constraint
        assert constraint_from_json(json.loads(constraint.to_json())) == constraint
        assert hash(constraint_from_json(constraint.to_json())) == hash(constraint)

    @given(constraints)
    def test_the_mode_is_the_tag(self, constraint):
        assert json.loads(constraint.to_json())["mode"] == constraint.mode
        assert MODES[constraint.mode] is type(constraint)

    @pytest.mark.parametrize(
        "source",
        [
            "",
            "{}",
            "[]",
            None,
            5,
            {"mode": "line"},
            {"mode": "line_fixed_angle"},
            {"mode": "line_fixed_angle", "degrees": "5"},
            {"mode": "line_fixed_angle", "degrees": True},
            {"mode": "line_fixed_angle", "degrees": nan},
            {"mode": "line_fixed_point", "point": [1]},
            {"mode": "line_fixed_point", "point": [1, 2, 3]},
            {"mode": "circle_fixed_centre", "centre": [1, inf]},
            {"mode": "line_voronoi", "first": [0, 0], "second": [0, 0]},
            '{"mode": "line_fixed_angle", "degrees": NaN}',
            "[" * 100_000,
        ],
    )
    def test_anything_else_is_refused(self, source):
        with pytest.raises(InvalidOptions):
            constraint_from_json(source)


class TestRanges:
    @given(odd)
    def test_no_field_takes_what_is_no_finite_number(self, value):
        for make in (
            lambda: FixedAngle(value),
            lambda: FixedPoint((0, value)),
            lambda: FixedPoint(value),
            lambda: FixedCentre((value, 0)),
            lambda: FixedDiameter((value, value)),
            lambda: VoronoiPoints((0, 0), (value, 1)),
        ):
            with pytest.raises(InvalidOptions):
                make()

    @given(numbers)
    def test_an_angle_is_taken_from_0_to_180(self, degrees):
        """C09: an undirected angle in [0, 180)."""
        assert 0 <= FixedAngle(degrees).degrees < 180

    @pytest.mark.parametrize(("given_", "kept"), [(180, 0), (-45, 135), (-1e-30, 0), (540.5, 0.5)])
    def test_some_angles(self, given_, kept):
        assert FixedAngle(given_).degrees == kept


class TestCurves:
    @given(st.tuples(st.floats(-1, 1), st.floats(-1, 1)), st.tuples(st.floats(-1, 1), st.floats(-1, 1)))
    def test_curves_pass_where_they_should(self, fixed, placed):
        if hypot(placed[0] - fixed[0], placed[1] - fixed[1]) < 1e-6:
            return
        line = FixedPoint(fixed).curve(placed)
        assert {line.p, line.q} == {fixed, placed}
        circle = FixedCentre(fixed).curve(placed)
        assert circle.centre == fixed
        assert circle.radius == hypot(placed[0] - fixed[0], placed[1] - fixed[1])
        circle = FixedDiameter(fixed).curve(placed)
        for point in (fixed, placed):
            away = hypot(point[0] - circle.centre[0], point[1] - circle.centre[1])
            assert away == pytest.approx(circle.radius, rel=1e-9)


class TestCanvas:
    @pytest.mark.parametrize("side", [2.1999, 0, -3, nan, inf, None, True, "3", 10**400])
    def test_a_side_is_at_least_two_and_a_fifth(self, side):
        with pytest.raises(InvalidOptions, match="width"):
            Canvas(width=side)
        with pytest.raises(InvalidOptions, match="height"):
            Canvas(height=side)

    def test_the_rim_belongs_to_it(self):
        canvas = Canvas(4, 3)
        assert canvas.area == 12
        assert all(canvas.contains(corner) for corner in canvas.corners)
        assert not canvas.contains((2.0000001, 0))
        assert not canvas.contains((0, -1.5000001))
        assert not canvas.contains((nan, 0))

    @given(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), st.sampled_from([(1.0, 0.0), (0.0, -1.0), (0.6, 0.8)]))
    def test_a_chord_is_the_stretch_of_a_line_on_it(self, point, direction):
        canvas = Canvas()
        back, ahead = canvas.chord(point, direction)
        if back < ahead:
            for part, on_it in ((0.001, True), (0.5, True), (0.999, True), (-0.001, False), (1.001, False)):
                away = back + part * (ahead - back)
                moved = (point[0] + away * direction[0], point[1] + away * direction[1])
                if ahead - back > 1e-6:
                    assert canvas.contains(moved) is on_it
        else:
            assert not canvas.contains(point) or max(map(abs, point)) > 1.0999
