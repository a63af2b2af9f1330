"""Hulls, triangles, random points and Voronoi cells (C07, C10)."""

import math
from fractions import Fraction
from random import Random

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from gamecore.errors import DegenerateCut, InvalidRegion
from gamecore.geometry import (
    CUT,
    RIM,
    Circle,
    Edge,
    Region,
    fit,
    hull,
    locate,
    random_point,
    triangulate,
    voronoi,
)
from gamecore.geometry.orientation import orientation
from gamecore.randomness import stream

from . import games, rational, shapes

SEEDS = st.integers(0, 10**12).map(Random)
COORDINATE = st.one_of(st.floats(-1e6, 1e6), st.integers(-3, 3).map(float), st.floats(-1e-300, 1e-300))
POINTS = st.tuples(COORDINATE, COORDINATE)


class TestOrientation:
    @given(POINTS, POINTS, POINTS)
    def test_exactly(self, a, b, c):
        (ax, ay), (bx, by), (cx, cy) = (tuple(map(Fraction, point)) for point in (a, b, c))
        turn = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        assert orientation(a, b, c) == (turn > 0) - (turn < 0)

    @given(POINTS, POINTS, st.floats(0, 1))
    def test_nearly_on_a_line(self, a, b, part):
        c = (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]))
        self.test_exactly.hypothesis.inner_test(self, a, b, c)


class TestHull:
    """C07."""

    @given(st.lists(POINTS, max_size=30))
    def test_convex_of_the_given_points_and_round_all_of_them(self, points):
        corners = hull(points)
        assert set(corners) <= set(points)
        assert len(set(corners)) == len(corners)
        if len(corners) > 2:
            for place, corner in enumerate(corners):
                before = corners[place - 1]
                assert orientation(corners[place - 2], before, corner) == 1
                assert all(orientation(before, corner, point) >= 0 for point in points)
            assert corners[0] == min(points)

    @given(st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1)), min_size=3, max_size=30))
    def test_as_shapely(self, points):
        corners = hull(points)
        assume(len(corners) > 2)
        assert shapely.Polygon(corners).area == pytest.approx(shapely.MultiPoint(points).convex_hull.area, abs=1e-12)

    def test_few_points(self):
        assert hull([]) == ()
        assert hull([(1.0, 2.0)] * 3) == ((1.0, 2.0),)
        assert hull([(3.0, 3.0), (1.0, 1.0), (2.0, 2.0)]) == ((1.0, 1.0), (3.0, 3.0))


def sliver(rng: Random, width: float) -> Region:
    """A long thin polygon that leans."""
    turn = rng.uniform(0, math.tau)
    c, s = math.cos(turn), math.sin(turn)
    corners = [(-1, 0), (rng.uniform(-0.5, 0.5), -width), (1, 0), (rng.uniform(-0.5, 0.5), width)]
    return Region([(c * x - s * y, s * x + c * y) for x, y in corners])


class TestTriangles:
    @given(SEEDS)
    def test_areas_sum_to_the_polygon_and_none_overlap(self, rng):
        region = shapes.polygon(rng)
        assume(not region.holes)
        triangles = triangulate(region)
        assert len(triangles) <= len(region.outer) - 2
        for triangle in triangles:
            assert orientation(*triangle) == 1
            assert set(triangle) <= set(region.vertices)
        exact = sum(rational.area([tuple(map(Fraction, point)) for point in triangle]) for triangle in triangles)
        assert exact == rational.area(rational.exact(region.loops)[0])  # and so none overlaps or sticks out:
        middles = [tuple(math.fsum(values) / 3 for values in zip(*triangle, strict=True)) for triangle in triangles]
        for number, middle in enumerate(middles):
            for other, triangle in enumerate(triangles):
                inside = all(orientation(triangle[i - 1], triangle[i], middle) > 0 for i in range(3))
                assert inside is (number == other)

    def test_a_spiral(self):
        """Many blunt corners, ears far apart."""
        turns = [(0.1 * k) * math.tau for k in range(60)]
        outside = [((1 + t) * math.cos(t), (1 + t) * math.sin(t)) for t in turns]
        inside = [((0.2 + t) * math.cos(t), (0.2 + t) * math.sin(t)) for t in reversed(turns)]
        region = Region([*outside, *inside])
        triangles = triangulate(region)
        assert len(triangles) == len(region.outer) - 2
        assert math.fsum(shapely.Polygon(triangle).area for triangle in triangles) == pytest.approx(region.area)

    def test_corners_on_a_side(self):
        region = Region([(0, 0), (1, 0), (2, 0), (3, 0), (3, 3), (0, 3), (0, 2), (0, 1)])
        assert math.fsum(shapely.Polygon(triangle).area for triangle in triangulate(region)) == 9

    def test_a_boundary_that_crosses_itself_ends(self):
        region = Region([(0, 0), (2, 0), (2, 2), (1, -0.1), (0, 2)])
        assert all(orientation(*triangle) == 1 for triangle in triangulate(region))

    @pytest.mark.parametrize(
        ("region", "path"),
        [
            (Region.disc(Circle((0, 0), 1)), "$.outer[0]"),
            (Region([(0, 0), (9, 0), (0, 9)], [[(1, 1), (2, 1), (1, 2)]]), "$.holes"),
        ],
    )
    def test_only_polygons(self, region, path):
        with pytest.raises(InvalidRegion) as fault:
            triangulate(region)
        assert fault.value.path == path


class TestRandomPoint:
    """C10: uniform, strictly inside, as fast on thin polygons."""

    @given(SEEDS, st.integers(0, 12))
    def test_strictly_inside_however_thin(self, rng, power):
        region = sliver(rng, 10.0**-power)
        corners = region.vertices
        for number in range(5):
            point = random_point(region, stream("thin", number))
            for place, corner in enumerate(corners):
                assert orientation(corners[place - 1], corner, point) == 1

    def test_uniform(self):
        """Each third of an L gets its share."""
        region = Region([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)])
        drawn = stream("uniform")
        points = [random_point(region, drawn) for _ in range(6_000)]
        squares = [sum(int(x) == i and int(y) == j for x, y in points) for i, j in ((0, 0), (1, 0), (0, 1))]
        assert sum(squares) == 6_000
        assert all(abs(count - 2_000) < 200 for count in squares)  # 5 standard deviations
        halves = sum(x % 1 < 0.5 for x, _ in points), sum(y % 1 < 0.5 for _, y in points)
        assert all(abs(count - 3_000) < 200 for count in halves)

    def test_a_function_of_the_stream(self):
        region = Region([(0, 0), (1, 0), (0, 1)])
        assert random_point(region, stream("s")) == random_point(region, stream("s"))

    def test_too_thin_for_floats(self):
        x, after = 1e6, math.nextafter(1e6, 2e6)
        region = Region([(x, 0), (after, 0), (after, 1), (x, 1)])
        with pytest.raises(InvalidRegion):
            random_point(region, stream("thin"))


def nearest(points, place) -> int:
    return min(range(len(points)), key=lambda index: math.dist(points[index], place))


class TestVoronoi:
    """C10, C12: three regions of one point each."""

    @given(SEEDS, st.integers(2, 3), st.integers(0, 10**6))
    def test_cells_of_a_convex_polygon(self, rng, count, seed):
        region, _ = fit(Region(hull([(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(10)])))
        drawn = stream(str(seed), "cells")
        points = [random_point(region, drawn) for _ in range(count)]
        cells = voronoi(region, points)
        assert len(cells) == count
        games.check_cut(region, cells, games.Report(), exact_count=False)
        for point, cell in zip(points, cells, strict=True):
            assert cell.contains(point)
            assert not cell.holes
        for place in [random_point(region, drawn) for _ in range(20)]:
            found = locate(cells, place)
            distances = sorted(math.dist(point, place) for point in points)
            assert found == nearest(points, place) or distances[1] - distances[0] < 1e-12
        for cell in cells:
            for edge, end in cell.edges():
                if edge.tag == CUT:
                    middle = ((edge.x + end[0]) / 2, (edge.y + end[1]) / 2)
                    first, second, *_ = sorted(math.dist(point, middle) for point in points)
                    assert second - first < 1e-9

    @given(SEEDS, st.integers(2, 3), st.integers(0, 10**6))
    def test_cells_of_any_region(self, rng, count, seed):
        """Several parts a cell, arcs and holes: each part is nearest to one point, and they make up the region."""
        region = shapes.rounded(rng)
        points = inner_points(region, Random(seed), count)
        try:
            cells = voronoi(region, points)
        except DegenerateCut as refusal:
            assert refusal.reason in {"through_vertex", "tangent", "too_small", "inconsistent"}
            return
        assert len(cells) >= count
        assert math.fsum(cell.area for cell in cells) == pytest.approx(region.area, rel=1e-12)
        owners = []
        for cell in cells:
            votes = {nearest(points, place) for place in inner_points(cell, Random(seed), 3)}
            assert len(votes) <= 1
            owners += votes
        assert owners == sorted(owners)

    def test_the_walk_and_the_splits_agree(self):
        from gamecore.geometry.voronoi import _split

        for seed in range(30):
            rng = Random(seed)
            region = Region(hull([(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(10)]))
            points = [random_point(region, stream(str(seed), k)) for k in range(3)]
            areas = [cell.area for cell in voronoi(region, points)]
            assert areas == pytest.approx([cell.area for cell in _split(region, points)], rel=1e-9)

    def test_by_hand(self):
        square = Region([(0, 0, 0, RIM), (4, 0), (4, 4), (0, 4)])
        left, right = voronoi(square, [(1, 2), (3, 2)])
        assert (left.area, right.area) == (8, 8)
        assert left.outer == (
            Edge(2, 4), Edge(0, 4), Edge(0, 0, 0, RIM), Edge(2, 0, 0, CUT)
        ) or set(left.outer) == {Edge(2, 4), Edge(0, 4), Edge(0, 0, 0, RIM), Edge(2, 0, 0, CUT)}  # fmt: skip
        bottom, top, right = voronoi(square, [(0.5, 1), (0.5, 3), (3.5, 2)])
        assert bottom.area == pytest.approx(top.area, rel=1e-15)
        assert bottom.area + top.area + right.area == pytest.approx(16, rel=1e-15)
        thirds = voronoi(square, [(1, 1), (2, 2), (3, 3)])  # in a row: the bisectors do not meet
        assert [cell.area for cell in thirds] == pytest.approx([4.5, 7, 4.5], rel=1e-15)

    @pytest.mark.parametrize(
        ("points", "reason"),
        [
            ([(1, 1), (1, 1)], "equal_points"),
            ([(1, 1), (3, 3), (1.0, 1.0)], "equal_points"),
            ([(1, 1), (5, 1)], "outside_region"),
            ([(1, 1), (3, 1), (-1, 2)], "outside_region"),
            ([(1, 1), (3, 3)], "through_vertex"),  # the bisector is a diagonal
            ([(1, 1), (math.nan, 1)], "not_finite"),
            ([(1, 1), (1e10, 1)], "out_of_range"),
            ([(1, 1), None], "not_finite"),
            ([(1, 1)], "equal_points"),
            ([(1, 0.5), (3, 0.5), (2, 1 / (2 - math.sqrt(3)))], None),
        ],
    )
    def test_refusals(self, points, reason):
        square = Region([(0, 0), (4, 0), (4, 4), (0, 4)])
        if reason is None:
            assert len(voronoi(square, points)) == 3
            return
        with pytest.raises(DegenerateCut) as refusal:
            voronoi(square, points)
        assert refusal.value.reason == reason

    def test_three_bisectors_that_meet_on_the_boundary(self):
        square = Region([(0, 0), (4, 0), (4, 4), (0, 4)])
        with pytest.raises(DegenerateCut) as refusal:
            voronoi(square, [(1, 0.5), (3, 0.5), (2 + math.sqrt(0.5), math.sqrt(0.75))])
        assert refusal.value.reason == "inconsistent"

    @given(st.integers(3, 17), SEEDS)
    def test_points_nearly_the_same_and_bisectors_nearly_through_a_vertex(self, power, rng):
        square = Region([(0, 0), (1, 0), (1, 1), (0, 1)])
        gap = rng.uniform(1, 10) * 10.0**-power
        for points in (
            [(0.3, 0.4), (0.3 + gap, 0.4 + rng.uniform(-1, 1) * gap), (0.6, 0.7)],
            [(0.25, 0.25 + gap), (0.75, 0.75), (0.1, 0.3)],
            [(0.2, 0.2), (0.5, 0.5 + gap), (0.8, 0.8)],
        ):
            try:
                cells = voronoi(square, points)
            except DegenerateCut:
                continue
            games.check_cut(square, cells, games.Report(), exact_count=False)
            for point, cell in zip(points, cells, strict=True):
                assert cell.contains(point)


def inner_points(region: Region, rng: Random, count: int):
    low_x, low_y, high_x, high_y = region.bounds
    found = []
    for _ in range(20_000):
        point = (rng.uniform(low_x, high_x), rng.uniform(low_y, high_y))
        if region.contains(point) and len(found) < count:
            found.append(point)
        if len(found) == count:
            break
    return found
