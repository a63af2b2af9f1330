"""Regions: what is accepted, measures, JSON, extents, pictures, points (C05, C12, C14, C36)."""

import json
import re
from itertools import pairwise
from math import cos, fsum, hypot, inf, isclose, nan, pi, sin, sqrt, tan

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely.geometry import Point

import gamecore
from gamecore.errors import DegenerateCut, InvalidRegion
from gamecore.geometry import (
    CUT,
    MAX_EDGES,
    Circle,
    Edge,
    Line,
    Region,
    centre_of,
    fit,
    locate,
    radius_of,
    support,
)
from gamecore.geometry.edges import arc_factor, segment_factor

from .oracle import ANNULUS, DISC, STARTS, polygon, polygon_region, ring

ALL = st.sampled_from(sorted(STARTS)).map(STARTS.__getitem__)
SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))


class TestInput:
    def test_defaults_and_kinds_of_sequences(self):
        region = Region([[0, 0], (1, 0, 0.5), [1, 1, 0, CUT], (0, 1.0)])
        assert region.outer == (Edge(0, 0, 0, 0), Edge(1, 0, 0.5, 0), Edge(1, 1, 0, CUT), Edge(0, 1, 0, 0))
        assert all(type(value) is float for edge in region.outer for value in edge[:3])
        assert hash(region) == hash(Region(region.outer))
        assert gamecore.geometry.Region is Region

    @given(ALL)
    def test_orientation_is_put_right(self, region):
        def turned(loop):
            ends = (*loop[1:], loop[0])
            return [(*end[:2], -edge.bulge, edge.tag) for edge, end in zip(loop, ends, strict=True)][::-1]

        other = Region(turned(region.outer), tuple(map(turned, region.holes)))
        assert set(other.outer) == set(region.outer)
        assert [set(hole) for hole in other.holes] == [set(hole) for hole in region.holes]
        assert other.area == pytest.approx(region.area, rel=1e-15)

    @given(ALL)
    def test_json_without_loss(self, region):
        text = region.to_json()
        assert Region.from_json(text) == region
        assert Region.from_json(text.encode()) == region
        assert Region.from_json(json.loads(text)) == region
        assert json.loads(text) == region.to_dict()
        assert Region.from_json({"outer": region.to_dict()["outer"]}).outer == region.outer

    @pytest.mark.parametrize(
        ("outer", "path"),
        [
            (None, "$.outer"),
            ("abc", "$.outer"),
            ([], "$.outer"),
            ([(0, 0)], "$.outer"),
            ([(0, 0), (1, 0)], "$.outer"),
            ([(0, 0), (1, 0), (2, 0)], "$.outer"),
            ([(0, 0, 1), (1, 0, -1)], "$.outer"),
            ([(0, 0), (0, 0), (1, 1)], "$.outer[0]"),
            ([(0, 0), (1, 0), (1, 1), (0, 0)], "$.outer[3]"),
            ([(0, 0), (1, 0), (1, 1, 1.0001)], "$.outer[2][2]"),
            ([(0, 0), (1, 0), (1, nan)], "$.outer[2][1]"),
            ([(0, 0), (inf, 0), (1, 0)], "$.outer[1][0]"),
            ([(0, 0), (1, 0), (1, 1, nan)], "$.outer[2][2]"),
            ([(0, 0), (10**400, 0), (1, 0)], "$.outer[1][0]"),
            ([(0, 0), (True, 0), (1, 0)], "$.outer[1][0]"),
            ([(0, 0), ("1", 0), (1, 0)], "$.outer[1][0]"),
            ([(0, 0), (1,), (1, 0)], "$.outer[1]"),
            ([(0, 0), (1, 0, 0, 0, 0), (1, 0)], "$.outer[1]"),
            ([(0, 0), 1, (1, 0)], "$.outer[1]"),
            ([(0, 0), (1, 0, 0, 3), (1, 1)], "$.outer[1][3]"),
            ([(0, 0), (1, 0, 0, 0.0), (1, 1)], "$.outer[1][3]"),
            ([(0, 0), (1e-200, 0), (0, 1e-200)], "$.outer"),
            ([(k, k * k) for k in range(MAX_EDGES + 1)], "$.outer"),
        ],
    )
    def test_what_is_no_outline(self, outer, path):
        with pytest.raises(InvalidRegion) as fault:
            Region(outer)
        assert fault.value.path == path
        assert len(str(fault.value)) < 200

    @pytest.mark.parametrize(
        ("holes", "path"),
        [
            (None, "$.holes"),
            ([None], "$.holes[0]"),
            ([((0.2, 0.2), (0.3, 0.2), (0.2, nan))], "$.holes[0][2][1]"),
            ([((-1, -1), (2, -1), (2, 2), (-1, 2))], "$.holes"),
            ([((0.2, 0.2), (0.3, 0.2, 1))] * (MAX_EDGES // 2), "$"),
        ],
    )
    def test_what_are_no_holes(self, holes, path):
        with pytest.raises(InvalidRegion) as fault:
            Region(SQUARE, holes)
        assert fault.value.path == path

    @pytest.mark.parametrize(
        "source", ["", "{", "[]", "null", b"\xff", "{}", '{"outer": 1}', '{"outer": [], "x": 1}', 7]
    )
    def test_what_is_no_json_of_a_region(self, source):
        with pytest.raises(InvalidRegion):
            Region.from_json(source)

    @pytest.mark.parametrize("value", [nan, inf, -inf, 1e10, 10**400, None, "x", []])
    def test_cutters_of_no_numbers(self, value):
        """Each is refused by name."""
        for make in (
            lambda: Line((0, 0), (1, value)),
            lambda: Line((value, 0), (1, 1)),
            lambda: Circle((0, value), 1),
            lambda: Circle((0, 0), value),
            lambda: Circle.through((0, 0), (value, 1)),
            lambda: Circle.on_diameter((0, value), (0, 1)),
            lambda: Line.at_angle(30, (value, 0)),
            lambda: DISC.contains((value, 0)),
            lambda: DISC.contains(value),
        ):
            with pytest.raises(DegenerateCut) as refusal:
                make()
            assert refusal.value.reason in {"not_finite", "out_of_range"}

    def test_cutters_that_are_none(self):
        for make, reason in [
            (lambda: Line((1, 2), (1, 2)), "equal_points"),
            (lambda: Circle((1, 2), 0), "zero_radius"),
            (lambda: Circle((1, 2), -1), "zero_radius"),
            (lambda: Circle.through((1, 2), (1, 2)), "zero_radius"),
            (lambda: Circle.on_diameter((1, 2), (1, 2)), "zero_radius"),
            (lambda: Line.at_angle(nan, (0, 0)), "not_finite"),
        ]:
            with pytest.raises(DegenerateCut) as refusal:
                make()
            assert refusal.value.reason == reason


class TestMeasures:
    @pytest.mark.parametrize("name", sorted(STARTS))
    def test_the_regions_of_these_tests_do_not_cross_themselves(self, name):
        assert polygon(STARTS[name]).is_valid

    @pytest.mark.parametrize("sweep", [1e-12, 1e-6, 0.01, 0.39, 0.4, 0.41, 1.0, pi / 2, 3.0, pi])
    def test_arcs_against_centre_and_radius(self, sweep):
        bulge = tan(sweep / 4)
        chord = 2 * sin(sweep / 2)  # of a unit circle
        assert isclose(chord * arc_factor(bulge), sweep, rel_tol=1e-14)
        area = (sweep - sin(sweep)) / 2 if sweep > 0.1 else sweep**3 / 12 * (1 - sweep**2 / 20)
        assert isclose(chord * chord * segment_factor(bulge), area, rel_tol=1e-8 if sweep < 0.1 else 1e-12)
        assert segment_factor(-bulge) == -segment_factor(bulge)

    def test_the_series_meets_the_closed_form(self):
        assert isclose(segment_factor(0.1 - 1e-12), segment_factor(0.1 + 1e-12), rel_tol=3e-11)

    @given(ALL)
    def test_area_and_length_against_chords(self, region):
        chords = polygon(region, 4096)
        assert region.area == pytest.approx(chords.area, rel=1e-6)
        assert region.boundary_length == pytest.approx(chords.length, rel=1e-6)
        assert region.inherited_length == region.boundary_length

    def test_discs(self):
        assert DISC.area == pi
        assert DISC.boundary_length == 2 * pi
        far = Region.disc(Circle((1e6, -1e6), 0.5))
        assert far.area == pytest.approx(pi / 4, rel=1e-9)
        assert ANNULUS.area == pytest.approx(pi * (1 - 0.16), rel=1e-15)

    def test_a_polygon_far_from_the_origin_keeps_its_area(self):
        assert Region(tuple((1e8 + x, -1e8 + y) for x, y in SQUARE)).area == 1

    @given(ALL)
    def test_centres_and_radii(self, region):
        for edge, end in region.edges():
            if abs(edge.bulge) > 1e-3:
                x, y = centre_of(edge, end)
                radius = radius_of(edge, end)
                assert hypot(edge.x - x, edge.y - y) == pytest.approx(radius, rel=1e-9)
                assert hypot(end[0] - x, end[1] - y) == pytest.approx(radius, rel=1e-9)


class TestExtent:
    @given(ALL, st.floats(-720, 720))
    def test_support_against_chords(self, region, degrees):
        """C36: both parallels touch the region, arcs included."""
        low, high = support(region, degrees)
        nx, ny = -sin(degrees * pi / 180), cos(degrees * pi / 180)
        heights = [nx * x + ny * y for x, y in ring(region.outer, 2048)]
        assert low == pytest.approx(min(heights), abs=1e-6)
        assert high == pytest.approx(max(heights), abs=1e-6)
        assert low <= min(heights) + 1e-12
        assert high >= max(heights) - 1e-12

    def test_support_lines_are_exact(self):
        for degrees in range(0, 360, 7):
            assert support(DISC, degrees) == pytest.approx((-1, 1), abs=1e-15)
        with pytest.raises(DegenerateCut):
            support(DISC, nan)

    @given(ALL)
    def test_bounds_against_chords(self, region):
        assert region.bounds == pytest.approx(polygon(region, 2048).bounds, abs=1e-6)

    def test_bounds_are_exact(self):
        turned = Region(((cos(0.3), sin(0.3), 1.0), (-cos(0.3), -sin(0.3), 1.0)))
        assert turned.bounds == pytest.approx((-1, -1, 1, 1), abs=1e-15)
        assert Region(SQUARE).bounds == (0, 0, 1, 1)

    @given(ALL, st.floats(1e-6, 1e6), st.floats(-1e6, 1e6), st.floats(0.5, 2))
    def test_fit(self, region, scale, shift, half):
        """The largest enlargement that puts the bounding box into the square, centred; arcs stay true."""
        moved = Region(*_moved(region, scale, shift))
        assume(abs(shift) < 1e6 * scale)
        fitted, similarity = fit(moved, half)
        low_x, low_y, high_x, high_y = fitted.bounds
        assert max(high_x - low_x, high_y - low_y) == pytest.approx(2 * half, rel=1e-8)
        assert (low_x + high_x, low_y + high_y) == pytest.approx((0, 0), abs=1e-8)
        assert fitted.area == pytest.approx(moved.area * similarity.scale**2, rel=1e-8)
        assert [edge[2:] for edge in fitted.outer] == [edge[2:] for edge in moved.outer]
        back = similarity.inverse()
        for vertex in moved.vertices:
            assert back.apply(similarity.apply(vertex)) == pytest.approx(vertex, rel=1e-9, abs=1e-9 * scale)
        assert similarity.apply_to(moved) == fitted


def _moved(region, scale, shift):
    def image(loop):
        return tuple((scale * x + shift, scale * y - shift, bulge) for x, y, bulge, _ in loop)

    return image(region.outer), tuple(map(image, region.holes))


class TestPoints:
    @given(ALL, st.lists(st.tuples(st.floats(-1.3, 1.3), st.floats(-1.3, 1.3)), min_size=1, max_size=30))
    def test_contains_against_chords(self, region, places):
        chords = polygon(region)
        for place in places:
            if chords.boundary.distance(Point(place)) > 1e-4:
                assert region.contains(place) == chords.contains(Point(place))

    def test_half_open_edges(self):
        """Unit squares tile the plane: each point of the grid lies in exactly one."""
        squares = [Region(tuple((x + i, y + j) for x, y in SQUARE)) for i in range(3) for j in range(3)]
        for k in range(1, 6):
            for m in range(1, 6):
                assert sum(square.contains((k / 2, m / 2)) for square in squares) == 1
        assert locate(squares, (9, 9)) is None

    @given(ALL)
    def test_arcs_shared_by_two(self, region):
        """Region and surroundings share their arcs: each vertex, and points along chords, lie in exactly one."""
        frame = ((-3, -3), (3, -3), (3, 3), (-3, 3))
        around = Region(frame, (region.outer,))
        solid = Region(region.outer)
        corners = [edge[:2] for edge in (*region.outer, region.outer[0])]
        middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(corners)]
        for place in [*corners, *middles, *ring(region.outer, 7)]:
            assert around.contains(place) + solid.contains(place) == 1


class TestPictures:
    def test_svg_path(self):
        assert Region(SQUARE).to_svg_path() == "M0 0L1 0L1 1L0 1Z"
        assert DISC.to_svg_path() == "M1 0A1 1 0 0 1 -1 0A1 1 0 0 1 1 0Z"
        half = Region(((0, 0), (2, 0, 1 / 3)))
        assert half.to_svg_path(3) == "M0 0L2 0A1.67 1.67 0 0 1 0 0Z"
        assert ANNULUS.to_svg_path().count("Z") == 2
        assert " 0 0 0 " in ANNULUS.to_svg_path()

    @given(ALL)
    def test_svg_numbers_lose_nothing(self, region):
        path = region.to_svg_path()
        targets = re.findall(r"(?:M|L|A\S+ \S+ 0 0 [01] )(\S+?) (\S+?)(?=[MLAZ])", path)
        vertices = set(region.vertices)
        assert {(float(x), float(y)) for x, y in targets} == vertices


def test_reuleaux_triangle_by_hand():
    """Three arcs of a sixth of a turn about the opposite corners."""
    bulge = tan(pi / 12)
    triangle = Region(((0, 0, bulge), (1, 0, bulge), (0.5, sqrt(3) / 2, bulge)))
    assert isclose(triangle.area, (pi - sqrt(3)) / 2, rel_tol=1e-14)
    assert isclose(triangle.boundary_length, pi, rel_tol=1e-15)
    for degrees in range(0, 180, 11):
        low, high = support(triangle, degrees)
        assert isclose(high - low, 1, rel_tol=1e-14)


def test_settled_keeps_all_but_tags():
    parts = polygon_region(12, bulge=0.3).split(Circle((0.1, 0.2), 0.6))
    for part in parts:
        settled = part.settled()
        assert settled.area == part.area
        assert settled.inherited_length == part.boundary_length == settled.boundary_length
        assert fsum(abs(edge.tag) for loop in settled.loops for edge in loop) == 0
