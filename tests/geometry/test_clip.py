"""Regions and paths within a disc, as polygons, as pictures (C34, C35)."""

import json
import math
from itertools import pairwise
from random import Random
from xml.etree import ElementTree as ET

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from gamecore.errors import InvalidOptions
from gamecore.geometry import CUT, INHERITED, RIM, Circle, Edge, Line, Region, clip_path, picture
from gamecore.geometry.edges import point_at

from . import games, shapes

SEEDS = st.integers(0, 10**12).map(Random)
SQUARE = Region([(0, 0), (1, 0), (1, 1), (0, 1)])


def reach(parts, centre) -> float:
    """The greatest distance of any point on the parts' edges from the centre, by many points."""
    return max(
        math.dist(centre, point_at(edge, end, number / 8))
        for part in parts
        for edge, end in part.edges()
        for number in range(9)
    )


class TestClip:
    """C34: true arcs, nothing outside the disc, empty told from whole."""

    @given(SEEDS)
    def test_against_shapely(self, rng):
        region, disc = shapes.rounded(rng), shapes.circle(rng)
        parts = region.clip(disc)
        expected = region.to_shapely(1e-6).intersection(Region.disc(disc).to_shapely(1e-6))
        assert math.fsum(part.area for part in parts) == pytest.approx(expected.area, abs=1e-4)
        if parts:
            assert reach(parts, disc.centre) <= disc.radius * (1 + 1e-12)
        for part in parts:
            games.check_well_formed(part)

    @given(SEEDS)
    def test_rim_and_old_edges(self, rng):
        """The rim is new, all else keeps its tag: the counted boundary and the last cut can be told apart (C35)."""
        region, disc = shapes.rounded(rng), shapes.circle(rng)
        parts = [part for part in region.split(shapes.line(rng)) if part.area > 1e-3]
        assume(parts)
        part = rng.choice(parts)
        for clipped in part.clip(disc):
            for edge, end in clipped.edges():
                middle = point_at(edge, end, 0.5)
                on_rim = abs(math.dist(middle, disc.centre) - disc.radius) < 1e-7 * disc.radius
                assert on_rim is (edge.tag == RIM)
                assert edge.tag in {INHERITED, CUT, RIM}
                if edge.tag == RIM:
                    assert edge.bulge > 0 or clipped.contains(disc.centre) or len(clipped.loops) > 1

    def test_whole_and_empty(self):
        assert SQUARE.clip(Circle((0.5, 0.5), 2)) == (SQUARE,)
        assert SQUARE.clip(Circle((0.5, 0.5), 2))[0] is SQUARE
        assert SQUARE.clip(Circle((3, 3), 1)) == ()
        ring = SQUARE.split(Circle((0.5, 0.5), 0.4))[1]
        assert ring.clip(Circle((0.5, 0.5), 0.3)) == ()  # within the hole
        (inside,) = SQUARE.clip(Circle((0.5, 0.5), 0.25))
        assert inside.area == pytest.approx(math.pi / 16, rel=1e-15)
        assert {edge.tag for edge in inside.outer} == {RIM}

    @pytest.mark.parametrize(
        ("region", "disc", "area"),
        [
            (SQUARE, Circle((0.5, 0.5), 0.5), math.pi / 4),  # touches all sides
            (SQUARE, Circle((0.5, 0.5), math.sqrt(0.5)), 1),  # through all corners
            (SQUARE, Circle((-1, 0.5), 1), 0),  # touches from outside
            (SQUARE, Circle((0, 0), 1), math.pi / 4),
            (SQUARE, Circle((0, 0), math.sqrt(2)), 1),
            (Region.disc(Circle((0, 0), 1)), Circle((0, 0), 1), math.pi),  # the same circle
            (Region.disc(Circle((0, 0), 1)), Circle((0.5, 0), 0.5), math.pi / 4),  # touches from inside
            (Region.disc(Circle((0, 0), 1)), Circle((0, 0), 1e-200), 0),
        ],
    )
    def test_degenerate_discs_do_not_fail(self, region, disc, area):
        parts = region.clip(disc)
        assert math.fsum(part.area for part in parts) == pytest.approx(area, abs=1e-8)
        assert not parts or reach(parts, disc.centre) <= disc.radius

    @given(SEEDS)
    def test_any_disc_at_a_vertex(self, rng):
        region = shapes.rounded(rng)
        x, y = rng.choice(region.vertices)
        turn, radius = rng.uniform(0, math.tau), rng.uniform(0.05, 1.0)
        disc = Circle((x + radius * math.cos(turn), y + radius * math.sin(turn)), radius)
        parts = region.clip(disc)
        expected = region.to_shapely(1e-6).intersection(Region.disc(disc).to_shapely(1e-6))
        assert math.fsum(part.area for part in parts) == pytest.approx(expected.area, abs=1e-4)
        assert not parts or reach(parts, disc.centre) <= disc.radius * (1 + 1e-12)


def path_length(path) -> float:
    return sum(
        math.dist(point_at(edge, end, number / 64), point_at(edge, end, (number + 1) / 64))
        for edge, end in pairwise(path)
        for number in range(64)
    )


class TestClipPath:
    @given(SEEDS)
    def test_against_shapely(self, rng):
        region, disc = shapes.rounded(rng), shapes.circle(rng)
        loop = region.outer
        pieces = clip_path((*loop, loop[0]), disc)
        boundary = shapely.LinearRing(region.to_shapely(1e-7).exterior.coords)
        expected = boundary.intersection(Region.disc(disc).to_shapely(1e-7)).length
        assert sum(map(path_length, pieces)) == pytest.approx(expected, abs=1e-2, rel=1e-3)
        for piece in pieces:
            assert len(piece) >= 2
            for edge, end in pairwise(piece):
                for number in range(9):
                    place = point_at(edge, end, number / 8)
                    assert math.dist(place, disc.centre) <= disc.radius * (1 + 1e-12)
                    assert (
                        min(math.dist(place, point_at(a, b, k / 256)) for a, b in outline(loop) for k in range(257))
                        < 0.02
                    )

    def test_a_line_through(self):
        (piece,) = clip_path((Edge(-2, 0, 0, CUT), Edge(2, 0)), Circle((0, 0), 1))
        assert piece == (Edge(-1, 0, 0, CUT), Edge(1, 0, 0, CUT))

    def test_inside_and_outside(self):
        path = (Edge(0, 0), Edge(0.5, 0, 0.3), Edge(0.5, 0.5))
        assert clip_path(path, Circle((0, 0), 1)) == (path,)
        assert clip_path(path[:1], Circle((0, 0), 1)) == ()
        assert clip_path(path, Circle((5, 0), 1)) == ()
        assert clip_path(path, Circle((5, 0), 1e9)) == (path,)
        assert clip_path((Edge(-1, 1), Edge(1, 1)), Circle((0, 0), 1)) == ()  # touches

    @pytest.mark.parametrize("beyond", [(2, 0), (1, 1), (2, 1), (0, 1), (0.5, 0.1), (-1, 0)])
    def test_a_vertex_on_the_rim(self, beyond):
        pieces = clip_path((Edge(0, 0), Edge(1, 0), Edge(*beyond)), Circle((0, 0), 1))
        assert pieces[0][0] == Edge(0, 0)
        expected = shapely.LineString([(1, 0), beyond]).intersection(Region.disc(Circle((0, 0), 1)).to_shapely(1e-9))
        assert sum(map(path_length, pieces)) == pytest.approx(1 + expected.length, abs=1e-4)

    @given(SEEDS, st.integers(1, 17))
    def test_a_tiny_disc_shows_nothing_beyond(self, rng, power):
        """C34: not even where rounding loses the crossings."""
        bulge = rng.choice([0.0, rng.uniform(-1, 1)])
        path = (Edge(rng.uniform(-1, 1), rng.uniform(-1, 1), bulge), Edge(rng.uniform(-1, 1), rng.uniform(-1, 1)))
        disc = Circle(point_at(*path, rng.choice([0.5, rng.uniform(0, 1)])), rng.uniform(1, 10) * 10.0**-power)
        for piece in clip_path(path, disc):
            for number in range(9):
                place = point_at(piece[0], piece[1], number / 8)
                assert math.dist(place, disc.centre) <= disc.radius * (1 + 1e-8) + 1e-15

    def test_in_and_out_again(self):
        loop = SQUARE.outer
        pieces = clip_path((*loop, loop[0]), Circle((0.5, 0.5), 0.6))
        assert len(pieces) == 4
        assert {len(piece) for piece in pieces} == {2}

    def test_half_a_circle(self):
        (piece,) = clip_path((Edge(1, 0, 1), Edge(-1, 0)), Circle((0, 1), 1))
        assert piece[0][:2] == pytest.approx((math.sqrt(0.75), 0.5))
        assert piece[1][:2] == pytest.approx((-math.sqrt(0.75), 0.5))
        assert piece[0].bulge == pytest.approx(math.tan(math.radians(120) / 4))


def outline(loop):
    return list(zip(loop, (*loop[1:], loop[0]), strict=True))


class TestPolygons:
    @given(SEEDS, st.floats(1e-6, 0.5))
    def test_chords_keep_within_the_tolerance(self, rng, tolerance):
        region = shapes.rounded(rng)
        shape = region.to_shapely(tolerance)
        for loop, ring in zip(region.loops, (shape.exterior, *shape.interiors), strict=True):
            assert {edge[:2] for edge in loop} <= set(ring.coords)
            for edge, end in outline(loop):
                for number in range(9):
                    assert ring.distance(shapely.Point(point_at(edge, end, number / 8))) <= tolerance * (1 + 1e-9)
        assert shape.area == pytest.approx(region.area, abs=tolerance * region.boundary_length)

    def test_as_few_chords_as_it_takes(self):
        """A half circle in n chords: r (1 - cos(pi / 2n)) away."""
        disc = Region.disc(Circle((0, 0), 1))
        for count in (2, 3, 10, 100):
            gap = 1 - math.cos(math.pi / (2 * count))
            assert len(disc.to_shapely(gap * 1.001).exterior.coords) == 2 * count + 1
            assert len(disc.to_shapely(gap * 0.999).exterior.coords) == 2 * count + 3
        assert len(disc.to_shapely(1000).exterior.coords) == 5

    @given(SEEDS)
    def test_geojson(self, rng):
        region = shapes.rounded(rng)
        document = json.loads(json.dumps(region.to_geojson(1e-4)))
        assert document["type"] == "Polygon"
        shape = shapely.geometry.shape(document)
        assert shape.area == pytest.approx(region.area, abs=1e-2)
        for ring in document["coordinates"]:
            assert ring[0] == ring[-1]
            assert len(ring) >= 4
        outer, *holes = map(shapely.LinearRing, document["coordinates"])
        assert outer.is_ccw
        assert not any(hole.is_ccw for hole in holes)

    @pytest.mark.parametrize("tolerance", [0, -1, math.nan, math.inf, None, "1", True, 1e-300, 1e-15])
    def test_tolerances(self, tolerance):
        for convert in (Region.disc(Circle((0, 0), 1)).to_shapely, Region.disc(Circle((0, 0), 1)).to_geojson):
            with pytest.raises(InvalidOptions):
                convert(tolerance)

    def test_arcs_that_are_all_but_straight(self):
        region = Region([(0, 0, 5e-324), (1, 0, 1e-300), (1, 1, 1e-17), (0, 1, -1e-9)])
        assert region.to_shapely(1e-3).area == 1
        assert region.to_shapely(1e-9).area == pytest.approx(1, abs=1e-9)


class TestPictures:
    @given(SEEDS)
    def test_a_notebook_shows_well_formed_svg(self, rng):
        root = ET.fromstring(shapes.rounded(rng)._repr_svg_())
        assert root.tag.endswith("svg")
        assert float(root.get("width")) <= 240
        assert max(float(root.get("width")), float(root.get("height"))) == pytest.approx(240, rel=1e-4)

    def test_what_a_cut_made_is_dashed(self):
        parts = SQUARE.split(Line((0.5, -1), (0.6, 2)))
        text = picture(parts, points=[(0.5, 0.5)], paths=[(Edge(0, 0, 0.5), Edge(1, 1))], labels=["<a>", "b"])
        paths = [element for element in ET.fromstring(text) if element.tag.endswith("path")]
        assert sum(path.get("stroke-dasharray") is not None for path in paths) == 2
        assert "&lt;a&gt;" in text
        assert text.count("<circle") == 1

    def test_true_arcs_turned_up(self):
        """y runs up, so an anticlockwise arc is drawn with sweep flag 0."""
        text = Region.disc(Circle((0, 0), 1))._repr_svg_()
        assert "A" in text
        assert " 0 0 0 " in text
        assert " 0 0 1 " not in text
