"""C17 to C19: what cuts and estimates earn, against exact fractions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.cutting.scoring import SLACK, awarded, cutter_points, is_perfect, right_answer, scored
from gamecore.cutting.settings import Settings

settings = st.builds(
    Settings,
    cutter_score=st.integers(1, 100),
    deduction=st.sampled_from([5, 10, 15]),
    estimate_score=st.integers(1, 100),
    tolerance=st.sampled_from([0.5, 1.0, 2.0]),
)
targets = st.sampled_from([40.0, 50.0, 60.0])
shares = st.floats(0, 100)


@given(settings, targets, shares)
def test_c18_the_cutters_points_are_the_formula_with_fractions(chosen, target, share):
    exact = max(0, chosen.cutter_score - chosen.deduction * abs(Fraction(share) - Fraction(target)))
    off = abs(Fraction(share) - Fraction(target))
    rounding = Fraction(1, 10**11) if off > SLACK else chosen.deduction * off
    assert abs(Fraction(cutter_points(chosen, target, share)) - exact) <= rounding


@given(settings, targets, st.floats(-1e-9, 1e-9))
def test_c18_what_is_exact_but_for_rounding_earns_all(chosen, target, rounding):
    """Or two bots that miss nothing would not be level, and a game to 100 points not be over with the first cut."""
    share = target + rounding * (1 - 1e-4)
    assert cutter_points(chosen, target, share) == chosen.cutter_score
    assert cutter_points(chosen, target, target + 1e-8) < chosen.cutter_score


@pytest.mark.parametrize(
    ("share", "points"), [(50.0, 100.0), (50.5, 95.0), (49.75, 97.5), (60.0, 0.0), (40.0, 0.0), (70.0, 0.0), (0.0, 0.0)]
)
def test_c18_points_by_hand(share, points):
    assert cutter_points(Settings(), 50.0, share) == points


@given(settings, targets, shares)
def test_c17_a_cut_is_perfect_within_the_tolerance_that_included(chosen, target, share):
    off = abs(Fraction(share) - Fraction(target))
    slack = Fraction(1, 10**9)
    if off <= Fraction(chosen.tolerance):
        assert is_perfect(chosen, target, share)
    elif off > Fraction(chosen.tolerance) + 2 * slack:
        assert not is_perfect(chosen, target, share)


@pytest.mark.parametrize("tolerance", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("target", [40.0, 50.0, 60.0])
def test_c18_the_edge_of_perfect_has_a_billionth_of_slack(tolerance, target):
    chosen = Settings(tolerance=tolerance)
    for sign in (-1, 1):
        assert is_perfect(chosen, target, target + sign * tolerance)
        assert is_perfect(chosen, target, target + sign * (tolerance + 0.5e-9))
        assert not is_perfect(chosen, target, target + sign * (tolerance + 2e-9))


@given(settings, targets, shares, st.integers(1, 6), st.data())
def test_c18_estimates_earn_the_score_if_right_and_nothing_otherwise(chosen, target, share, count, data):
    cutter = data.draw(st.integers(0, count - 1))
    answers = [data.draw(st.sampled_from(["more", "less", "none", "not_asked"])) for _ in range(count)]
    answers[cutter] = None
    points = scored(chosen, target, share, cutter, answers)
    assert points[cutter] == cutter_points(chosen, target, share)
    for seat, given_answer in enumerate(answers):
        if seat != cutter:
            is_right = (given_answer == "more" and share > target) or (given_answer == "less" and share < target)
            assert points[seat] == (chosen.estimate_score if is_right else 0.0)


def test_c18_if_the_share_is_exactly_the_target_neither_is_right():
    assert right_answer(50.0, 50.0) is None
    assert scored(Settings(), 50.0, 50.0, 0, [None, "more", "less"]) == (100.0, 0.0, 0.0)


def test_c19_without_a_cut_every_other_active_player_has_the_full_score():
    chosen = Settings(estimate_score=37)
    assert awarded(chosen, 1, [True, True, False, True]) == (
        ("automatic", None, "not_asked", "automatic"),
        (37.0, 0.0, 0.0, 37.0),
    )
    assert awarded(chosen, 0, [False, False]) == ((None, "not_asked"), (0.0, 0.0))
