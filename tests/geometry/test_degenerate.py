"""Input that cannot be cut, of every kind: refused by name, never a wrong area (C13)."""

import math
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gamecore.errors import DegenerateCut, GamecoreError, InvalidRegion
from gamecore.geometry import Circle, Line, Region, fit, hull, random_point, voronoi
from gamecore.randomness import stream

from . import compared, shapes

SEEDS = st.integers(0, 10**12).map(Random)  # shrinking would lead to shapes without area
ANY_NUMBER = st.one_of(
    st.floats(),
    st.floats(-2, 2),
    st.integers(),
    st.sampled_from([0, 0.0, -0.0, 5e-324, 1e-300, 1e9, 1.1e9, 1e308, 10**400, math.nan, math.inf, -math.inf]),
)
ANYTHING = st.one_of(ANY_NUMBER, st.none(), st.booleans(), st.text(max_size=3), st.lists(ANY_NUMBER, max_size=3))


def reason_of(make) -> str:
    with pytest.raises(DegenerateCut) as refusal:
        make()
    return refusal.value.reason


class TestTouching:
    @given(SEEDS)
    def test_a_line_that_touches_a_corner_from_outside(self, rng):
        corners = hull([(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(8)])
        place = rng.randrange(len(corners))
        (ax, ay), (x, y), (bx, by) = corners[place - 1], corners[place], corners[(place + 1) % len(corners)]
        part = rng.uniform(0.2, 0.8)
        first, second = math.dist((ax, ay), (x, y)), math.dist((bx, by), (x, y))
        assume(min(first, second) > 1e-3)
        dx = part * (x - ax) / first + (1 - part) * (bx - x) / second
        dy = part * (y - ay) / first + (1 - part) * (by - y) / second
        assume(math.hypot(dx, dy) > 1e-3)
        region = Region(corners)
        assert reason_of(lambda: region.split(Line((x, y), (x + dx, y + dy)))) in {"through_vertex", "tangent"}

    @given(SEEDS)
    def test_a_line_along_an_edge(self, rng):
        region = shapes.polygon(rng)
        edge, end = rng.choice(list(region.edges()))
        reason = reason_of(lambda: region.split(Line((edge.x, edge.y), end)))
        assert reason in {"coincident", "through_vertex"}

    @given(SEEDS)
    def test_tangents_of_a_disc(self, rng):
        (x, y), r = (rng.uniform(-1, 1), rng.uniform(-1, 1)), rng.uniform(0.1, 1)
        region, turn = Region.disc(Circle((x, y), r)), rng.uniform(0.1, 3.0)
        c, s = math.cos(turn), math.sin(turn)
        at = (x + r * c, y + r * s)
        small = rng.uniform(0.1, 0.9) * r
        for curve in (
            Line(at, (at[0] - s, at[1] + c)),
            Circle((x + (r + small) * c, y + (r + small) * s), small),  # from outside
            Circle((x + (r - small) * c, y + (r - small) * s), small),  # from inside
            Circle((x - small * c, y - small * s), r + small),  # round it
        ):
            assert reason_of(lambda curve=curve: region.split(curve)) in {"tangent", "through_vertex"}

    @given(SEEDS)
    def test_a_circle_on_the_boundary(self, rng):
        circle = Circle((rng.uniform(-1, 1), rng.uniform(-1, 1)), rng.uniform(0.1, 1))
        disc = Region.disc(circle)
        assert reason_of(lambda: disc.split(circle)) == "coincident"
        halves = disc.split(Line(circle.centre, (circle.centre[0] + 0.3, circle.centre[1] + 1)))
        for half in halves:
            assert reason_of(lambda half=half: half.split(circle)) in {"coincident", "through_vertex"}

    @given(SEEDS, st.floats(0.01, 0.99))
    def test_concentric_circles_give_an_annulus_or_miss(self, rng, part):
        circle = Circle((rng.uniform(-1, 1), rng.uniform(-1, 1)), rng.uniform(0.1, 1))
        region = Region.disc(circle)
        core, ring = region.split(Circle(circle.centre, part * circle.radius))
        assert core.area == pytest.approx(region.area * part**2, rel=1e-13)
        assert core.area + ring.area == pytest.approx(region.area, rel=1e-14)
        assert len(ring.holes) == 1
        assert region.split(Circle(circle.centre, circle.radius / part)) == (region,)
        assert ring.split(Circle(circle.centre, 0.5 * part * circle.radius)) == (ring,)  # within the hole


class TestScale:
    """Huge and tiny coordinates."""

    @given(SEEDS, st.integers(-12, 8))
    def test_powers_of_ten_change_nothing_but_the_unit(self, rng, power):
        region, line = shapes.polygon(rng), shapes.line(rng)
        scale = 10.0**power
        large = Region(*scaled([region.outer], scale), scaled(region.holes, scale))
        cutter = Line(tuple(scale * v for v in line.p), tuple(scale * v for v in line.q))
        assert compared.line_with_fractions(large, cutter) == compared.line_with_fractions(region, line)

    @given(SEEDS, st.floats(1, 1e8), st.floats(-1, 1), st.floats(-1, 1))
    def test_far_from_the_origin(self, rng, far, x, y):
        region, line = shapes.polygon(rng), shapes.line(rng)
        dx, dy = far * x, far * y
        other = Region(
            [(edge.x + dx, edge.y + dy) for edge in region.outer],
            [[(edge.x + dx, edge.y + dy) for edge in hole] for hole in region.holes],
        )
        cutter = Line((line.p[0] + dx, line.p[1] + dy), (line.q[0] + dx, line.q[1] + dy))
        compared.line_with_fractions(other, cutter)

    @given(SEEDS, st.floats(0, 9), st.booleans())
    def test_huge_circles_are_nearly_lines(self, rng, power, side):
        region, line = shapes.polygon(rng), shapes.line(rng)
        radius = 0.9 * 10.0**power
        dx, dy = line.direction
        reach = radius if side else -radius
        centre = (line.p[0] - reach * dy, line.p[1] + reach * dx)
        if max(map(abs, centre)) < 1e9:
            compared.circle_with_fractions(region, Circle(centre, radius))


def scaled(loops, scale):
    return [[(scale * edge.x, scale * edge.y) for edge in loop] for loop in loops]


class TestAnything:
    @given(ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING)
    def test_cutters_of_anything(self, a, b, c, d, e):
        for make in (
            lambda: Line((a, b), (c, d)),
            lambda: Line(a, e),
            lambda: Circle((a, b), c),
            lambda: Circle(d, e),
            lambda: Circle.through((a, b), (c, d)),
            lambda: Circle.on_diameter((a, b), (c, d)),
        ):
            try:
                cutter = make()
            except DegenerateCut as refusal:
                assert refusal.reason in {"not_finite", "out_of_range", "equal_points", "zero_radius"}
                continue
            for region in (SQUARE, DISC):
                try:
                    parts = region.split(cutter)
                except DegenerateCut:
                    continue
                assert math.fsum(part.area for part in parts) == pytest.approx(region.area, rel=1e-9)
                assert all(part.area > 0 for part in parts)

    @given(st.lists(st.tuples(ANY_NUMBER, ANY_NUMBER, st.one_of(st.floats(-1, 1), ANY_NUMBER)), max_size=6), SEEDS)
    def test_regions_of_any_numbers(self, loop, rng):
        try:
            region = Region(loop)
        except InvalidRegion:
            return
        assert region.area > 0
        for make in (
            lambda: region.split(shapes.curve(rng)),
            lambda: region.clip(shapes.circle(rng)),
            lambda: fit(region),
            region.to_svg_path,
            region._repr_svg_,
            lambda: random_point(region, stream("any")),
            lambda: voronoi(region, [region.vertices[0], region.vertices[1]]),
        ):
            try:
                make()
            except GamecoreError:
                continue

    @pytest.mark.parametrize(
        ("make", "reason"),
        [
            (lambda: Line((0, 0), (0, 0)), "equal_points"),
            (lambda: Line((1, 2), (1.0, 2.0)), "equal_points"),
            (lambda: Circle((0, 0), 0), "zero_radius"),
            (lambda: Circle((0, 0), -1), "zero_radius"),
            (lambda: Circle.through((1, 1), (1, 1)), "zero_radius"),
            (lambda: Circle.on_diameter((1, 1), (1, 1)), "zero_radius"),
            (lambda: Line((math.nan, 0), (0, 0)), "not_finite"),
            (lambda: Line((0, 0), (math.inf, 0)), "not_finite"),
            (lambda: Circle((0, -math.inf), 1), "not_finite"),
            (lambda: Circle((0, 0), math.nan), "not_finite"),
            (lambda: Circle((0, 0), 1e10), "out_of_range"),
            (lambda: Line((0, 0), (10**400, 0)), "out_of_range"),
            (lambda: SQUARE.split(Circle((0.5, 0.5), 1e-200)), "too_small"),
        ],
    )
    def test_by_name(self, make, reason):
        assert reason_of(make) == reason


SQUARE = Region([(0, 0), (1, 0), (1, 1), (0, 1)])
DISC = Region.disc(Circle((0, 0), 1))
