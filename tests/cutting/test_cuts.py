"""One cut: shares, order, selection, and every reason to refuse one (C05, C08 to C13)."""

from math import inf, nan, pi
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gamecore.cutting import (
    MODES,
    Canvas,
    FixedAngle,
    FixedCentre,
    FixedDiameter,
    FixedPoint,
    IllegalMove,
    InvalidOptions,
    MalformedMove,
    VoronoiPoints,
    cut,
)
from gamecore.geometry import Circle, Line, Region, random_point
from gamecore.randomness import stream

from .positions import canvas_point, position

SQUARE = Region([(-1, -1), (1, -1), (1, 1), (-1, 1)])
DISC = Region.disc(Circle((0, 0), 1))
THIRDS = VoronoiPoints((-0.5, 0.1), (0.5, 0.0))


def legal_cut(mode, seed, variant="area"):
    """A position with a legal cut, from a seed."""
    shape, constraint = position(mode, seed)
    rng = Random(seed)
    for _ in range(200):
        point = canvas_point(rng)
        try:
            return shape, constraint, point, cut(shape, constraint, point, variant)
        except IllegalMove:
            continue
    assume(False)
    raise AssertionError


class TestShares:
    def test_the_rules_rectangle(self):
        """C05: a 10 by 6 rectangle cut at width 4: 40 % of the area, 43.75 % of the perimeter."""
        rectangle = Region([(-5, -3), (5, -3), (5, 3), (-5, 3)])
        made = cut(rectangle, FixedAngle(90), (-1, 0), "perimeter", Canvas(12, 8))
        assert made.shares == made.boundary_shares == (43.75, 56.25)
        assert made.area_shares == pytest.approx((40, 60), abs=1e-12)
        assert cut(rectangle, FixedAngle(90), (-1, 0), "area", Canvas(12, 8)).shares == made.area_shares

    def test_a_part_inside_the_circle_inherits_nothing(self):
        """C12: it has 0 % of the perimeter and a share of the area."""
        made = cut(DISC, FixedCentre((0.2, 0)), (0.2, 0.5), "perimeter")
        assert made.shares == pytest.approx((0, 100), abs=1e-12)
        assert made.shares[0] == 0
        assert made.area_shares == pytest.approx((25, 75), abs=1e-12)

    def test_all_of_the_boundary_counts_whatever_its_tags(self):
        """C06: the last cut belongs to the next round's boundary."""
        half = SQUARE.split(Line((0, 0), (1, 0)))[0]
        assert half.inherited_length < half.boundary_length
        made = cut(half, FixedAngle(90), (0.5, 0.5), "perimeter")
        assert sum(made.shares) == pytest.approx(100, abs=1e-9)
        assert made.shares == cut(half.settled(), FixedAngle(90), (0.5, 0.5), "perimeter").shares

    @given(st.sampled_from(list(MODES)), st.integers(0, 10**6))
    def test_shares_sum_to_100(self, mode, seed):
        """C05, C14: area and boundary, over all modes, arcs and holes included."""
        _, _, _, made = legal_cut(mode, seed)
        assert sum(made.area_shares) == pytest.approx(100, abs=1e-9)
        assert sum(made.boundary_shares) == pytest.approx(100, abs=1e-9)
        assert min(made.area_shares) > 0
        assert min(made.boundary_shares) >= 0

    @given(st.sampled_from(list(MODES)), st.integers(0, 10**6))
    def test_parts_keep_their_numbers_under_a_tiny_move(self, mode, seed):
        """C12: the order of the parts does not hang on rounding."""
        shape, constraint, (x, y), made = legal_cut(mode, seed)
        for dx, dy in ((1e-11, 0), (0, -1e-11)):
            try:
                moved = cut(shape, constraint, (x + dx, y + dy))
            except IllegalMove:
                continue
            if len(moved.parts) == len(made.parts):
                assert moved.area_shares == pytest.approx(made.area_shares, abs=1e-4)
                assert moved.boundary_shares == pytest.approx(made.boundary_shares, abs=1e-2)

    @given(st.sampled_from(list(MODES)), st.integers(0, 10**6))
    def test_locate_tells_the_part_under_a_pointer(self, mode, seed):
        """C12: every point of the shape is in one part, every other in none."""
        shape, _, _, made = legal_cut(mode, seed)
        rng = Random(seed)
        for _ in range(20):
            point = canvas_point(rng)
            number = made.locate(point)
            assert [part.contains(point) for part in made.parts] == [
                place == number for place in range(len(made.parts))
            ]
            assert (number is not None) is shape.contains(point)


class TestOrder:
    def test_left_of_the_line_comes_first(self):
        made = cut(SQUARE, FixedPoint((0.5, -1.1)), (0.5, 1.1))
        assert made.area_shares == pytest.approx((75, 25))
        made = cut(SQUARE, FixedPoint((0.5, 1.1)), (0.5, -1.1))
        assert made.area_shares == pytest.approx((25, 75))

    def test_inside_the_circle_comes_first(self):
        made = cut(SQUARE, FixedDiameter((-0.5, 0)), (0.5, 0))
        assert made.area_shares[0] == pytest.approx(100 * pi / 16)

    def test_a_circle_can_cut_off_four_corners(self):
        made = cut(SQUARE, FixedCentre((0, 0)), (1.05, 0.3))
        assert len(made.parts) == 5
        assert made.locate((0, 0)) == 0

    def test_voronoi_regions_come_in_the_order_of_their_points(self):
        """C10: each region holds its own point, and what lies nearest to it."""
        third = (0.1, 0.6)
        made = cut(SQUARE, THIRDS, third)
        assert [made.locate(point) for point in (THIRDS.first, THIRDS.second, third)] == [0, 1, 2]
        rng = Random(1)
        for _ in range(200):
            x, y = rng.uniform(-1, 1), rng.uniform(-1, 1)
            nearness = [(x - px) ** 2 + (y - py) ** 2 for px, py in (THIRDS.first, THIRDS.second, third)]
            assert made.locate((x, y)) == nearness.index(min(nearness))


class TestRefusals:
    """C13: each reason; C08 to C11: the range of the placed point."""

    @pytest.mark.parametrize(
        ("shape", "constraint", "point", "reason"),
        [
            (SQUARE, FixedPoint((0, 0)), (1.11, 0), "outside_canvas"),
            (SQUARE, FixedPoint((0, 0)), (nan, 0), "outside_canvas"),
            (SQUARE, FixedAngle(0), (0, -inf), "outside_canvas"),
            (DISC, FixedCentre((0, 0)), (0, 1.2), "outside_canvas"),
            (DISC, FixedDiameter((0, 0)), (-3, 0), "outside_canvas"),
            (SQUARE, THIRDS, (1.05, 0), "outside_shape"),
            (SQUARE, THIRDS, (0.3, 1), "outside_shape"),
            (SQUARE, THIRDS, (1, 0.3), "outside_shape"),
            (SQUARE, THIRDS, (-1, 0.3), "outside_shape"),
            (SQUARE, THIRDS, (nan, 0.3), "outside_shape"),
            (SQUARE, THIRDS, (5, inf), "outside_shape"),
            (SQUARE, FixedPoint((0.2, 0)), (0.2, 0.0000009), "degenerate"),
            (SQUARE, FixedPoint((0, 0)), (0, 0), "degenerate"),
            (SQUARE, FixedPoint((0, 0)), (0.5, 0.5 + 1e-14), "degenerate"),
            (SQUARE, FixedAngle(0), (0, 1), "degenerate"),
            (DISC, FixedCentre((0.3, 0)), (0.3, 0), "degenerate"),
            (DISC, FixedCentre((0, 0)), (0, 1), "degenerate"),
            (DISC, FixedDiameter((1, 0)), (0, 0), "degenerate"),
            (SQUARE, THIRDS, (0.5, 0.0000001), "degenerate"),
            (SQUARE, THIRDS, THIRDS.first, "degenerate"),
            (SQUARE, FixedPoint((1.05, -1)), (1.05, 1), "misses_shape"),
            (SQUARE, FixedAngle(0), (0, 1.05), "misses_shape"),
            (DISC, FixedCentre((-1.1, -1.1)), (-1.1, -1), "misses_shape"),
            (DISC, FixedCentre((0, 0)), (0, 1.05), "misses_shape"),
            (SQUARE, FixedAngle(0), (0, 1 - 1e-9), "too_thin"),
            (DISC, FixedCentre((0, 0)), (0, 1e-5), "too_thin"),
        ],
    )
    def test_every_reason(self, shape, constraint, point, reason):
        with pytest.raises(IllegalMove) as refused:
            cut(shape, constraint, point)
        assert refused.value.reason == reason
        assert refused.value.detail.startswith(reason)

    @given(
        st.sampled_from([FixedPoint((0, 0.1)), FixedAngle(20), THIRDS, FixedCentre((0, 0.1)), FixedDiameter((0.1, 0))]),
        st.one_of(
            st.none(),
            st.integers(),
            st.text(max_size=4),
            st.lists(st.one_of(st.none(), st.booleans(), st.text(max_size=3)), max_size=4),
            st.sampled_from([[1], [1, 2, 3], [10**400, 0], [True, 0], [0.1, None], {"x": 1, "y": 2}, [1j, 0]]),
        ),
    )
    def test_what_is_no_point_is_malformed(self, constraint, point):
        with pytest.raises(MalformedMove) as refused:
            cut(SQUARE, constraint, point)
        assert refused.value.path.startswith("$.point")

    @given(st.sampled_from(list(MODES)), st.integers(0, 10**6), st.floats(), st.floats())
    def test_any_two_numbers_cut_or_are_refused(self, mode, seed, x, y):
        shape, constraint = position(mode, seed % 50)
        try:
            made = cut(shape, constraint, (x, y))
        except IllegalMove as refused:
            assert refused.reason in {"outside_canvas", "outside_shape", "degenerate", "misses_shape", "too_thin"}
        else:
            assert len(made.parts) >= 2
            assert min(made.area_shares) >= 1e-7

    def test_an_unknown_variant(self):
        with pytest.raises(InvalidOptions, match="variant"):
            cut(SQUARE, FixedAngle(0), (0, 0), "volume")


class TestSelection:
    def test_selecting_gives_the_part(self):
        made = cut(SQUARE, FixedAngle(0), (0, 0.5))
        assert made.selectable == (True, True)
        assert made.select(1) is made.parts[1]

    @pytest.mark.parametrize("part", [-1, 2, True, 0.0, "0", None, 10**30])
    def test_other_numbers_are_unknown(self, part):
        """C13."""
        with pytest.raises(IllegalMove) as refused:
            cut(SQUARE, FixedAngle(0), (0, 0.5)).select(part)
        assert refused.value.reason == "unknown_part"

    @pytest.mark.parametrize(
        ("height", "selectable"),
        [
            (2 * 4.84e-3 / 4 * 1.001, True),
            (2 * 4.84e-3 / 4 * 0.999, False),
            (1e-5, False),
        ],
    )
    def test_a_part_must_fill_a_thousandth_of_the_canvas(self, height, selectable):
        """C13: a strip of the square keeps its width of 2; the canvas has an area of 4.84."""
        made = cut(SQUARE, FixedAngle(0), (0, 1 - height))
        assert made.selectable == (selectable, True)
        if not selectable:
            with pytest.raises(IllegalMove) as refused:
                made.select(0)
            assert refused.value.reason == "too_thin"

    def test_a_larger_canvas_asks_for_more(self):
        made = cut(SQUARE, FixedAngle(0), (0, 0.99), "area", Canvas(20, 20))
        assert made.selectable == (False, True)

    @pytest.mark.parametrize(("side", "selectable"), [(0.00284, True), (0.00282, False)])
    def test_a_part_must_have_a_millionth_of_the_area(self, side, selectable):
        """C13: a corner of the square of the area side² / 2."""
        made = cut(SQUARE, FixedAngle(135), (1 - side, 1))
        assert made.selectable == (selectable, True) or made.selectable == (True, selectable)


@given(st.integers(0, 10**6))
def test_a_random_third_point_always_cuts_a_convex_polygon(seed):
    """C10: three regions, one for each point."""
    shape, constraint = position("line_voronoi", seed)
    point = random_point(shape, stream(str(seed)))
    made = cut(shape, constraint, point)
    assert len(made.parts) == 3
    assert [made.locate(site) for site in (constraint.first, constraint.second, point)] == [0, 1, 2]
