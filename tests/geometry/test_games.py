"""Successive cuts, random and near-degenerate cuts: a small share of what ``benchmarks/geometry_games.py`` and
``benchmarks/geometry_oracles.py`` run in full numbers (C06, C12, C13, C14)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from . import compared, games, near, shapes


class TestGames:
    """C14: areas and boundary shares stay exact over successive cuts; C12: parts are connected, no hole is lost."""

    @pytest.mark.parametrize("chooser", games.CHOOSERS)
    @pytest.mark.parametrize("mode", games.MODES)
    def test_a_hundred_successive_cuts_in_every_mode(self, mode, chooser):
        report = games.play(mode, chooser, 100, seed=0)
        assert report.cuts == 100
        assert report.worst_area < 1e-12
        assert report.worst_boundary < 1e-13

    @pytest.mark.parametrize("mode", games.MODES)
    def test_a_thousand_rounds_in_a_row(self, mode):
        report = games.play(mode, "random", 1_000, seed=1)
        assert report.cuts == 1_000
        assert report.worst_area < 1e-12

    def test_circles_give_holes_and_more_than_two_parts(self):
        """The games above would prove little if they never met these."""
        report = games.play("circle_fixed_diameter", "holed", 300, seed=2)
        assert report.holed > 5
        assert report.cuts - report.parts[2] > 50

    def test_a_lost_hole_is_noticed(self):
        region = shapes.polygon(Random(11))
        while not region.holes:
            region = shapes.polygon(Random(int(region.area * 1e9)))
        with pytest.raises(AssertionError):
            games.check_cut(region, (type(region)(region.outer),), games.Report())


RANDOM = st.integers(0, 10**12).map(Random)  # shrinking would lead to shapes without area


class TestOracles:
    @given(RANDOM)
    def test_lines_on_polygons_as_in_exact_arithmetic(self, rng):
        compared.line_with_fractions(shapes.polygon(rng), shapes.line(rng))

    @given(RANDOM)
    def test_circles_on_polygons_as_in_exact_arithmetic(self, rng):
        compared.circle_with_fractions(shapes.polygon(rng), shapes.circle(rng))

    @given(RANDOM)
    def test_any_cut_as_shapely_makes_it_of_chords(self, rng):
        compared.with_shapely(shapes.rounded(rng), shapes.curve(rng), 1e-4)

    @pytest.mark.parametrize("kind", near.KINDS)
    @given(rng=RANDOM, power=st.integers(3, 17))
    def test_near_degenerate_cuts_are_refused_or_right(self, kind, rng, power):
        """C13: what cannot be split cleanly is refused, never wrong."""
        near.KINDS[kind](rng, power)()

    @pytest.mark.parametrize("kind", near.KINDS)
    def test_at_1e_13_all_are_refused_and_at_1e_9_few(self, kind):
        rng = Random(kind)
        assert not {near.KINDS[kind](rng, 13)() for _ in range(20)} & {"cut", "missed"}
        clear = [near.KINDS[kind](rng, 9)() for _ in range(20)]
        assert sum(outcome in ("cut", "missed") for outcome in clear) >= 15
