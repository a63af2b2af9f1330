"""The closest cut against fine scans, closed forms and its own promises (C13, C28)."""

from collections import Counter
from math import inf, pi
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.cutting import (
    MODES,
    VARIANTS,
    Canvas,
    FixedAngle,
    FixedCentre,
    FixedDiameter,
    FixedPoint,
    InvalidOptions,
    VoronoiPoints,
    closest_cut,
    cut,
)
from gamecore.geometry import Circle, Region
from gamecore.randomness import stream

from .positions import position
from .scan import nearest

SQUARE = Region([(-1, -1), (1, -1), (1, 1), (-1, 1)])
DISC = Region.disc(Circle((0, 0), 1))
SCANNED = {"line_voronoi": 12, "circle_fixed_diameter": 14}
TOLERANCE = 0.01


def gap(shape, constraint, target, variant, canvas=None, choose=None):
    """How far the closest cut is from the target, checked to be legal and selectable; infinite if there is none."""
    found = closest_cut(shape, constraint, target, variant, canvas, choose)
    if found is None:
        return inf
    point, part = found
    made = cut(shape, constraint, point, variant, canvas)
    assert made.select(part) is made.parts[part]
    return abs(made.shares[part] - target)


class TestAgainstScans:
    """C28: never worse than a scan of the point's whole range, by more than what is promised."""

    @pytest.mark.parametrize("variant", VARIANTS)
    @pytest.mark.parametrize("mode", list(MODES))
    def test_shapes_of_all_kinds(self, mode, variant):
        for seed in range(12 if mode in SCANNED else 25):
            shape, constraint = position(mode, seed)
            rng = Random(seed)
            targets = [0, 100, 50, rng.uniform(0, 100), rng.uniform(30, 70)]
            scanned = nearest(shape, constraint, targets, SCANNED.get(mode, 150), variant)
            for target, best in zip(targets, scanned, strict=True):
                assert gap(shape, constraint, target, variant) <= best + TOLERANCE, (seed, target)

    @given(st.sampled_from(["line_fixed_point", "line_fixed_angle", "circle_fixed_centre"]), st.integers(), st.data())
    def test_any_cut_is_no_nearer(self, mode, seed, data):
        """A target taken from a selectable part of a legal cut is met exactly: the shares of a path are continuous."""
        shape, constraint = position(mode, seed)
        variant = data.draw(st.sampled_from(VARIANTS))
        best = nearest(shape, constraint, [target := data.draw(st.floats(0, 100))], 40, variant)
        assert gap(shape, constraint, target, variant) <= best[0] + TOLERANCE


class TestAgainstClosedForms:
    @pytest.mark.parametrize("target", [1, 10, 33.3, 50, 64, 99])
    def test_a_square_by_a_level_line(self, target):
        (_, y), part = closest_cut(SQUARE, FixedAngle(0), target, "area")
        height = (1 - y) / 2 if part == 0 else (1 + y) / 2
        assert height * 100 == pytest.approx(target, abs=1e-9)

    @pytest.mark.parametrize("target", [1, 25, 50, 75, 99])
    def test_a_disc_about_its_centre(self, target):
        (x, y), part = closest_cut(DISC, FixedCentre((0, 0)), target, "area")
        inside = 100 * (x * x + y * y)
        assert (inside if part == 0 else 100 - inside) == pytest.approx(target, abs=1e-9)

    def test_a_disc_by_lines_through_its_centre_is_only_halved(self):
        for target in (0, 20, 50, 100):
            assert gap(DISC, FixedPoint((0, 0)), target, "area") == pytest.approx(abs(target - 50), abs=1e-9)

    def test_discs_over_a_diameter_from_the_middle_of_a_disc(self):
        """A quarter is the disc that touches the rim; the largest is the one through the canvas's corner."""
        assert gap(DISC, FixedDiameter((0, 0)), 24, "area") <= 1e-9
        assert gap(DISC, FixedDiameter((0, 0)), 25, "area") <= 1e-6  # the exact one touches, which is refused
        largest = cut(DISC, FixedDiameter((0, 0)), (1.1, 1.1)).shares[0]
        assert 30 < largest < 50
        assert gap(DISC, FixedDiameter((0, 0)), largest - 0.1, "area") <= 1e-9
        assert gap(DISC, FixedDiameter((0, 0)), 50, "area") == pytest.approx(50 - largest, abs=TOLERANCE)

    def test_a_part_inside_the_circle_has_no_perimeter(self):
        assert gap(DISC, FixedCentre((0.3, 0.1)), 0, "perimeter") == 0
        assert gap(DISC, FixedCentre((0.3, 0.1)), 100, "perimeter") <= 1e-9

    def test_the_perimeter_jumps_where_a_line_runs_along_an_edge(self):
        """A level line leaves the square 25 to 75 % of its boundary: below 25 % it gets no nearer than the top edge."""
        assert gap(SQUARE, FixedAngle(0), 10, "perimeter") == pytest.approx(15, abs=0.2)
        assert gap(SQUARE, FixedAngle(0), 10, "perimeter") > 15
        assert gap(SQUARE, FixedAngle(0), 30, "perimeter") <= 1e-9

    def test_a_strip_too_thin_to_select_is_not_taken(self):
        """C13: the thinnest strip of the square fills a thousandth of the canvas: 0.121 % of its area."""
        assert gap(SQUARE, FixedAngle(0), 0, "area") == pytest.approx(0.121, abs=TOLERANCE)
        assert gap(SQUARE, FixedAngle(0), 0, "area") >= 0.121
        assert gap(SQUARE, FixedAngle(0), 0, "area", Canvas(22, 22)) == pytest.approx(12.1, abs=TOLERANCE)

    def test_voronoi_regions_of_a_square(self):
        pair = VoronoiPoints((-0.5, 0), (0.5, 0))
        for target in (50, 40, 30, 15):
            assert gap(SQUARE, pair, target, "area") <= 1e-9

    def test_a_ring_about_its_own_middle(self):
        """Circles of the same centre as the arcs: the share of the ring's boundary jumps from one rim to the other."""
        ring = Region(DISC.outer, [[(0.5, 0, 1), (-0.5, 0, 1)]])
        inner = 100 * 0.5 / 1.5
        for target in (0, 30, 50, 70, 100):
            expected = min(abs(target - inner), abs(target - 100 + inner))
            assert gap(ring, FixedCentre((0, 0)), target, "perimeter") == pytest.approx(expected, abs=TOLERANCE)
            assert gap(ring, FixedCentre((0, 0)), target, "area") <= (0.7 if target in (0, 100) else 1e-9)
        assert ring.area == pytest.approx(0.75 * pi)


class TestPromises:
    @pytest.mark.parametrize("variant", VARIANTS)
    @pytest.mark.parametrize("mode", list(MODES))
    def test_the_same_question_has_the_same_answer(self, mode, variant):
        for seed in range(5):
            shape, constraint = position(mode, seed)
            assert closest_cut(shape, constraint, 47, variant) == closest_cut(shape, constraint, 47, variant)
            drawn = [closest_cut(shape, constraint, 47, variant, choose=stream("x", seed)) for _ in range(2)]
            assert drawn[0] == drawn[1]

    @pytest.mark.parametrize("mode", list(MODES))
    def test_one_of_several_exact_cuts_is_drawn(self, mode):
        """C28: every draw is as near as the deterministic answer, and the draws differ."""
        shape, constraint = position(mode, 3)
        found = set()
        for number in range(20):
            choose = stream("draw", number)
            assert gap(shape, constraint, 50, "area", choose=choose) <= gap(shape, constraint, 50, "area") + 1e-9
            found.add(closest_cut(shape, constraint, 50, "area", choose=stream("draw", number)))
        assert len(found) > 1

    def test_all_exact_cuts_come_up(self):
        """The level lines with 30 % above or below the line: each about half the time."""
        drawn = Counter(
            closest_cut(SQUARE, FixedAngle(0), 30, "area", choose=stream("all", number))[1] for number in range(100)
        )
        assert min(drawn[0], drawn[1]) > 25

    def test_no_legal_cut(self):
        """C11: None when no legal cut has a selectable part, so that the server draws again."""
        strip = Region([(-1, -0.00115), (1, -0.00115), (1, 0.00115), (-1, 0.00115)])
        for variant in VARIANTS:
            assert closest_cut(strip, FixedAngle(0), 50, variant) is None  # lengthwise: both parts are too thin
            assert gap(strip, FixedAngle(90), 50, variant) <= 1e-9

    @pytest.mark.parametrize("point", [(1, 1), (1, 0.3), (-1, -1), (1.1, 1.1), (1.1, 0)])
    def test_fixed_points_on_a_vertex_an_edge_and_the_canvas_rim(self, point):
        for variant in VARIANTS:
            assert gap(SQUARE, FixedPoint(point), 45, variant) <= 1e-9
            assert gap(SQUARE, FixedCentre(point), 45, variant) <= 1e-9
            # every circle passes through its diameter's end: on a vertex, few are clean cuts
            assert gap(SQUARE, FixedDiameter(point), 45, variant) <= (45 if point in SQUARE.vertices else 1e-9)

    @pytest.mark.parametrize("target", [-1, 100.001, inf, float("nan"), None, True, "50"])
    def test_targets_from_0_to_100(self, target):
        with pytest.raises(InvalidOptions, match="target"):
            closest_cut(SQUARE, FixedAngle(0), target)

    def test_an_unknown_variant(self):
        with pytest.raises(InvalidOptions, match="variant"):
            closest_cut(SQUARE, FixedAngle(0), 50, "volume")
