"""Splits: closed forms, published cases, shapely on chords, and what must hold of every split (C05, C12-C14)."""

import json
from collections import Counter
from math import acos, cos, fsum, isclose, pi, sin, sqrt
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gamecore.errors import DegenerateCut
from gamecore.geometry import CUT, INHERITED, Circle, Line, Region, fit, locate

from .oracle import (
    ANNULUS,
    DISC,
    PERFORATED,
    STARTS,
    directed,
    half,
    pieces,
    polygon,
    polygon_region,
    significant,
)

CORPUS = sorted((Path(__file__).parents[1] / "data" / "corpus" / "geometry").glob("*.json"))

coordinates = st.floats(-1.2, 1.2)
points = st.tuples(coordinates, coordinates)


@st.composite
def cutters(draw):
    if draw(st.booleans()):
        return Line(*draw(st.lists(points, min_size=2, max_size=2, unique=True)))
    return Circle(draw(points), draw(st.floats(1e-3, 2.0)))


def try_split(region, cutter):
    """The parts, or None for a refusal."""
    try:
        return region.split(cutter)
    except DegenerateCut:
        return None


@st.composite
def regions(draw, cuts=4):
    """A start, cut a few times, each time going on with one part, enlarged."""
    region = STARTS[draw(st.sampled_from(sorted(STARTS)))]
    for cutter in draw(st.lists(cutters(), max_size=cuts)):
        parts = try_split(region, cutter) or (region,)
        part = parts[draw(st.integers(0, len(parts) - 1))]
        if part.area > 1e-3 * region.area:
            region = fit(part)[0].settled()
    return region


def check_split(region, parts):
    """What holds of every split, whatever the cutter."""
    assert len(parts) > 1
    extent = max(region.bounds[2] - region.bounds[0], region.bounds[3] - region.bounds[1])
    assert abs(fsum(part.area for part in parts) - region.area) <= 1e-14 * extent * extent
    assert isclose(fsum(part.inherited_length for part in parts), region.boundary_length, rel_tol=1e-14)
    new = Counter(edge for part in parts for edge in directed(part.loops, CUT))
    assert new == Counter((bx, by, ax, ay, -bulge) for (ax, ay, bx, by, bulge) in new.elements())
    for part in parts:
        assert Region.from_json(part.to_json()) == part
        assert part.inherited_length < part.boundary_length or not directed(part.loops, CUT)
        for loop in part.loops:
            assert len({edge[:2] for edge in loop}) == len(loop), "a vertex occurs twice"
            assert all(abs(edge.bulge) <= 1 for edge in loop)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_published_cases(path):
    """Each gives its stated value; a degenerate one may be refused by name instead."""
    case = json.loads(path.read_text())
    expected = case["expected"]
    region = Region(case["outer"], case["holes"])
    assert isclose(region.area, expected["total_area"], abs_tol=expected["area_tolerance"])
    parts = [region]
    try:
        for cut in case["cuts"]:
            cutter = Line(*cut["line"]) if "line" in cut else Circle(cut["circle"][:2], cut["circle"][2])
            parts = [piece for part in parts for piece in part.split(cutter)]
    except DegenerateCut:
        assert case["degenerate"]
        return
    assert not expected.get("refused")
    areas = significant([part.area for part in parts], expected.get("min_part_area", 0))
    assert len(areas) == expected["parts"]
    assert areas == pytest.approx(expected["areas"], abs=expected["area_tolerance"], rel=0)
    if "holes_per_part" in expected:
        assert [len(part.holes) for part in parts] == expected["holes_per_part"]


class TestClosedForms:
    def test_the_rectangle_of_the_text(self):
        """C05: cut vertically at width 4, the left part has 40 % of the area and 43.75 % of the boundary."""
        rectangle = Region(((0, 0), (10, 0), (10, 6), (0, 6)))
        assert (rectangle.area, rectangle.boundary_length) == (60, 32)
        left, right = rectangle.split(Line((4, 0), (4, 6)))
        assert (100 * left.area / 60, 100 * left.inherited_length / 32) == (40, 43.75)
        assert (left.boundary_length, right.area, right.inherited_length) == (20, 36, 18)
        assert left.settled().inherited_length == 20  # C06: the last cut counts in the next round

    @pytest.mark.parametrize("height", [0.0, 0.3, -0.999, 0.999])
    def test_circular_segments(self, height):
        upper, lower = DISC.split(Line((-2, height), (2, height)))
        half = acos(height)
        assert isclose(upper.area, half - height * sqrt(1 - height * height), rel_tol=1e-9)
        assert isclose(upper.inherited_length, 2 * half, rel_tol=1e-9)
        assert isclose(upper.boundary_length - upper.inherited_length, 2 * sqrt(1 - height * height), rel_tol=1e-9)
        assert isclose(upper.area + lower.area, pi, rel_tol=1e-15)

    def test_a_flat_segment(self):
        """Where r²/2 (θ - sin θ) cancels: its series in the height."""
        h = 1e-6
        upper, _ = DISC.split(Line((-2, 1 - h), (2, 1 - h)))
        assert isclose(upper.area, 4 * sqrt(2) / 3 * h**1.5 * (1 - 3 * h / 20), rel_tol=1e-9)

    @pytest.mark.parametrize("distance", [0.1, 0.5, 1.0, 1.9, 1.999])
    def test_lens_and_lune(self, distance):
        turn = 0.7  # so that no crossing falls on a vertex
        lens, lune = DISC.split(Circle((distance * cos(turn), distance * sin(turn)), 1.0))
        area = 2 * acos(distance / 2) - distance / 2 * sqrt(4 - distance * distance)
        assert isclose(lens.area, area, rel_tol=1e-9)
        assert isclose(lune.area, pi - area, rel_tol=1e-12)
        assert isclose(lens.inherited_length, 2 * acos(distance / 2), rel_tol=1e-10)
        assert isclose(lens.boundary_length, 2 * lens.inherited_length, rel_tol=1e-10)

    def test_annulus(self):
        """C12: a part wholly inside the circle has none of the boundary."""
        disc, annulus = DISC.split(Circle((0.1, 0.2), 0.5))
        assert isclose(disc.area, pi / 4, rel_tol=1e-15)
        assert isclose(annulus.area, 3 * pi / 4, rel_tol=1e-15)
        assert (disc.inherited_length, isclose(disc.boundary_length, pi)) == (0, True)
        assert isclose(annulus.inherited_length, 2 * pi, rel_tol=1e-15)
        assert isclose(annulus.boundary_length, 3 * pi, rel_tol=1e-15)
        assert (len(annulus.holes), annulus.holes[0][0].tag, annulus.outer[0].tag) == (1, CUT, INHERITED)

    def test_reuleaux_triangle(self):
        """Barbier: its width is 1 in all directions, its boundary π long; its area (π - √3) / 2."""
        corners = [(0.0, 0.0), (1.0, 0.0), (0.5, sqrt(3) / 2)]
        lens, _ = Region.disc(Circle(corners[0], 1.0)).split(Circle(corners[1], 1.0))
        triangle = next(part for part in lens.split(Circle(corners[2], 1.0)) if part.contains((0.5, 0.3)))
        assert isclose(triangle.area, (pi - sqrt(3)) / 2, rel_tol=1e-14)
        assert isclose(triangle.boundary_length, pi, rel_tol=1e-14)

    def test_a_circle_round_a_hole(self):
        inside, outside = ANNULUS.split(Circle((0.0, 0.1), 0.7))
        assert isclose(inside.area, pi * (0.49 - 0.16))
        assert isclose(outside.area, pi * (1 - 0.49))
        assert (len(inside.holes), len(outside.holes)) == (1, 1)
        assert inside.inherited_length == pytest.approx(0.8 * pi)


class TestOrder:
    """C12: the documented order."""

    def test_left_of_a_line_comes_first(self):
        square = polygon_region(4)
        first, second = square.split(Line((0, -2), (0.01, 2)))
        assert first.contains((-0.3, 0))
        assert second.contains((0.3, 0))
        assert square.split(Line((0.01, 2), (0, -2)))[0].contains((0.3, 0))

    def test_along_a_line(self):
        """A comb of four teeth cut across: the teeth from left to right, or from right to left, the back alone."""
        teeth = Region(
            ((0, 0), (8, 0), (8, 1), (7.5, 3),
             (7, 1), (6, 1), (5.5, 3), (5, 1), (4, 1), (3.5, 3), (3, 1), (2, 1), (1.5, 3), (1, 1), (0, 1))
        )  # fmt: skip
        parts = teeth.split(Line((-1, 2), (9, 2)))
        assert [locate(parts, (x, 2.2)) for x in (1.5, 3.5, 5.5, 7.5)] == [0, 1, 2, 3]
        assert locate(parts, (4, 0.5)) == 4
        parts = teeth.split(Line((9, 2), (-1, 2)))
        assert [locate(parts, (x, 2.2)) for x in (1.5, 3.5, 5.5, 7.5)] == [4, 3, 2, 1]
        assert locate(parts, (4, 0.5)) == 0

    def test_round_a_circle(self):
        """Inside first; outside anticlockwise from where the circle first enters, counted from the region's start."""
        square = Region(((-1, -1), (1, -1), (1, 1), (-1, 1)))
        parts = square.split(Circle((0, 0), 1.2))
        corners = [(-0.95, -0.95), (0.95, -0.95), (0.95, 0.95), (-0.95, 0.95)]
        assert locate(parts, (0, 0)) == 0
        # the bottom edge is entered near its left end, where the boundary leaves the corner; that corner comes last
        assert sorted(locate(parts, corner) for corner in corners) == [1, 2, 3, 4]
        turned = Region(square.outer[1:] + square.outer[:1])
        assert [locate(turned.split(Circle((0, 0), 1.2)), c) for c in corners[1:] + corners[:1]] == [
            locate(parts, corner) for corner in corners
        ]

    def test_pockets_and_the_rest(self):
        """A disc that plugs a C-shaped hole cuts off a pocket; the part along the outline keeps one new hole."""
        hole = ((-1, -1), (1, -1), (1, -0.5), (-0.5, -0.5), (-0.5, 0.5), (1, 0.5), (1, 1), (-1, 1))
        region = Region(((-2, -2), (2, -2), (2, 2), (-2, 2)), (hole,))
        parts = region.split(Circle((1.0, 0.01), 0.6))
        check_split(region, parts)
        # run clockwise, the hole's first edge leads up its left side and on; the disc enters first into the pocket
        assert [len(part.holes) for part in parts] == [0, 0, 1]
        assert [locate(parts, point) for point in [(1.0, 0.0), (0, 0), (-1.5, 0)]] == [0, 1, 2]

    @given(regions(), cutters(), st.floats(0, 2 * pi), st.floats(0.1, 10))
    def test_it_does_not_depend_on_rounding(self, region, cutter, turn, scale):
        """The same cut of the same region, turned and enlarged: the same parts in the same order."""
        parts = try_split(region, cutter)
        assume(parts is not None)
        c, s = scale * cos(turn), scale * sin(turn)

        def moved(point):
            return c * point[0] - s * point[1], s * point[0] + c * point[1]

        def image(loop):
            return tuple((*moved(edge), edge.bulge) for edge in loop)

        other = Region(image(region.outer), tuple(map(image, region.holes)))
        if isinstance(cutter, Line):
            cutter = Line(moved(cutter.p), moved(cutter.q))
        else:
            cutter = Circle(moved(cutter.centre), scale * cutter.radius)
        twins = try_split(other, cutter)
        assume(twins is not None)
        assert [part.area * scale * scale for part in parts] == pytest.approx(
            [part.area for part in twins], rel=1e-6, abs=1e-6 * scale * scale
        )


class TestEverySplit:
    @given(regions(), cutters(), st.lists(points, max_size=20))
    def test_parts_make_up_the_region(self, region, cutter, places):
        """C14; `locate`: a point of the region lies in exactly one part."""
        parts = try_split(region, cutter)
        assume(parts is not None)
        if len(parts) == 1:
            assert parts[0] is region
            return
        check_split(region, parts)
        for place in [*places, *(vertex for part in parts for vertex in part.vertices)]:
            holding = [part for part in parts if part.contains(place)]
            assert len(holding) <= 1
        for place in places:
            assert (locate(parts, place) is not None) == region.contains(place)

    @given(regions(), cutters())
    def test_shapely_agrees(self, region, cutter):
        """Part count, holes and areas, against chords; slivers of less than a thousandth aside."""
        parts = try_split(region, cutter)
        assume(parts is not None)
        least = 1e-3 * region.area
        chords = polygon(region)
        assume(chords.is_valid and region.area > 0.05)
        theirs = [part for part in pieces(region, cutter) if part.area > least]
        ours = [part for part in parts if part.area > least]
        near = any(least / 2 < part.area < 2 * least for part in parts)
        assume(not near)
        assert significant([part.area for part in ours], 0) == pytest.approx(
            significant([part.area for part in theirs], 0), abs=2e-4
        )
        if all(hole.area > 1e-5 for part in theirs for hole in map(type(chords), part.interiors)):
            assert sum(len(part.holes) for part in ours) == sum(len(part.interiors) for part in theirs)

    @given(st.sampled_from(sorted(STARTS)), st.randoms(use_true_random=False))
    def test_many_cuts_in_a_row(self, start, random):
        """C14: errors do not pile up."""
        region = STARTS[start]
        for _ in range(60):
            if random.random() < 0.5:
                cutter = Line.at_angle(random.uniform(0, 180), (random.uniform(-1, 1), random.uniform(-1, 1)))
            else:
                cutter = Circle((random.uniform(-1.1, 1.1), random.uniform(-1.1, 1.1)), random.uniform(0.05, 1.5))
            parts = try_split(region, cutter)
            if parts is None or len(parts) == 1:
                continue
            check_split(region, parts)
            large = [part for part in parts if fit(part)[0].area > 4e-3]
            if large:
                region = fit(random.choice(large))[0].settled()


SQUARE = Region(((-1, -1), (1, -1), (1, 1), (-1, 1)))
LENS_SHAPED = Region(((-1, 0, 0.5), (1, 0, 0.5)))


class TestDegenerate:
    """C13: refused by name, never wrong."""

    @pytest.mark.parametrize(
        ("region", "cutter", "reason"),
        [
            (SQUARE, Line((-1, -3), (-1, 3)), "coincident"),
            (SQUARE, Line((0, 2), (1, 1)), "through_vertex"),  # touches the corner
            (SQUARE, Line((0, 0), (1, 1 + 1e-13)), "through_vertex"),  # neither through the corner nor clear of it
            (SQUARE, Circle((0, 0), 1), "tangent"),
            (SQUARE, Circle((0, 0), 1 - 1e-13), "tangent"),
            (SQUARE, Circle((2, 0), 1), "tangent"),
            (SQUARE, Circle((0, 0), 1e-14), "too_small"),
            (DISC, Circle((0, 0), 1), "coincident"),
            (DISC, Circle((0, 0.5), 0.5), "tangent"),
            (DISC, Line((-2, 1), (2, 1)), "tangent"),
            (LENS_SHAPED, Line((-1, -1), (-1, 1)), "through_vertex"),
        ],
    )  # fmt: skip
    def test_refusals(self, region, cutter, reason):
        with pytest.raises(DegenerateCut) as refusal:
            region.split(cutter)
        assert refusal.value.reason == reason
        assert refusal.value.detail.startswith(f"{reason}: ")

    @pytest.mark.parametrize(
        ("region", "cutter"),
        [
            (SQUARE, Line((0, 3), (3, 0.5))),
            (SQUARE, Circle((0, 0), 3)),
            (SQUARE, Circle((3, 3), 1)),
            (ANNULUS, Circle((0, 0.1), 0.3)),
            (PERFORATED, Circle((-0.35, 0.5), 0.1)),
        ],
    )
    def test_a_cutter_that_misses_or_swallows_leaves_the_region_itself(self, region, cutter):
        assert region.split(cutter) == (region,)
        assert region.split(cutter)[0] is region

    @pytest.mark.parametrize(
        ("region", "cutter", "areas"),
        [
            (SQUARE, Line((0, 0), (1, 1)), [2, 2]),
            (SQUARE, Line((1, 0), (0, 1)), [3.5, 0.5]),
            (SQUARE, Line((-1, -1), (1, 0)), [3, 1]),
            (SQUARE, Circle((0, -1), sqrt(2) / 2), [pi / 4, 4 - pi / 4]),
            (SQUARE, Circle((-1, -1), 2), [pi, 4 - pi]),
            (SQUARE, Circle((0, 0), sqrt(2)), None),
            (DISC, Line((-2, 0), (2, 0)), [pi / 2, pi / 2]),
            (LENS_SHAPED, Line((-2, 0), (2, 0)), None),
        ],
    )
    def test_a_vertex_met_squarely_is_split_or_refused(self, region, cutter, areas):
        """The cutter runs exactly through a vertex, from one side of the boundary to the other."""
        parts = try_split(region, cutter)
        if parts is None:
            return
        if areas is not None:
            assert [part.area for part in parts] == pytest.approx(areas, rel=1e-14)
            check_split(region, parts)

    @given(st.sampled_from(sorted(STARTS)), st.data())
    def test_through_or_past_a_vertex(self, start, data):
        """Within a whisker of a vertex a cut is right or refused."""
        region = STARTS[start]
        vertex = data.draw(st.sampled_from(region.vertices))
        off = data.draw(st.sampled_from([0.0, 1e-16, -1e-15, 1e-14, 1e-13, -1e-12, 1e-11, -1e-10]))
        other = data.draw(points)
        assume(other != vertex)
        near = (vertex[0] + off, vertex[1] - off)
        cutter = data.draw(st.sampled_from([Line(near, other), Circle.through(other, near)]))
        parts = try_split(region, cutter)
        if parts is not None and len(parts) > 1:
            check_split(region, parts)
            assert all(part.area > 0 for part in parts)
            # chords cannot tell what hangs together within a whisker, but how much lies on either side
            left = fsum(part.area for part in parts if _on_the_left(part, cutter))
            assert left == pytest.approx(half(region, cutter).area, abs=3e-4)


def _on_the_left(part, cutter):
    """By the way the part's new edges run."""
    ax, ay, bx, by, bulge = directed(part.loops, CUT)[0]
    if isinstance(cutter, Circle):
        return bulge > 0
    dx, dy = cutter.direction
    return dx * (bx - ax) + dy * (by - ay) > 0
