"""What is drawn is distributed as the rules say (C08-C11, C15, C16, C26-C28).

Seeds are fixed, so these tests never flicker; the confidence is that of the seeds as they were chosen: each test
refuses what would come up by chance once in a million, at thousands of draws.
"""

from collections import Counter
from itertools import combinations, pairwise
from math import erfc, sqrt

import pytest

from gamecore.cutting.bots import bot_delay_ms, bot_move
from gamecore.cutting.settings import Settings
from gamecore.cutting.start import starting_shape
from gamecore.cutting.state import State
from gamecore.cutting.turns import draw_constraint, draw_cutter, draw_target
from gamecore.geometry import Circle, Region

from .matches import players_of
from .play import MODES, near_cut

LEAST_P = 1e-6
DRAWS = 4_000
SQUARE = Region(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))
DISC = Region.disc(Circle((0.0, 0.0), 1.0))


def chi_square(counts, expected):
    """The probability of a chi-square at least this high, by Wilson and Hilferty's cube root."""
    degrees = len(counts) - 1
    value = sum((seen - wanted) ** 2 / wanted for seen, wanted in zip(counts, expected, strict=True))
    z = ((value / degrees) ** (1 / 3) - (1 - 2 / (9 * degrees))) / sqrt(2 / (9 * degrees))
    return erfc(z / sqrt(2)) / 2


def is_uniform(values, low, high, bins=20):
    """Whether numbers are uniform in a range: all inside, and a chi-square of bins that is not too high."""
    assert all(low <= value <= high for value in values)
    counts = Counter(min(int((value - low) / (high - low) * bins), bins - 1) for value in values)
    return chi_square([counts[k] for k in range(bins)], [len(values) / bins] * bins) > LEAST_P


def are_independent(pairs, low, high, bins=5):
    """Whether two coordinates fill the square evenly together."""
    side = (high - low) / bins
    counts = Counter((min(int((x - low) / side), bins - 1), min(int((y - low) / side), bins - 1)) for x, y in pairs)
    cells = [counts[i, j] for i in range(bins) for j in range(bins)]
    return chi_square(cells, [len(pairs) / bins**2] * bins**2) > LEAST_P


def is_fair(hits, trials, probability):
    """Within five standard deviations, 6e-7."""
    return abs(hits - trials * probability) <= 5 * sqrt(trials * probability * (1 - probability)) + 1e-9


def test_the_judges_can_tell():
    """A bent coin, a sloping line and a diagonal are found out."""
    assert not is_fair(2_200, DRAWS, 0.5)
    assert not is_uniform([(k / DRAWS) ** 1.2 for k in range(DRAWS)], 0, 1)
    assert not are_independent([(k / DRAWS, k / DRAWS) for k in range(DRAWS)], 0, 1)
    assert is_uniform([k / DRAWS for k in range(DRAWS)], 0, 1)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_the_cutter_is_uniform_within_the_group(size):
    """C15: whatever the counts are, for every group that can be behind, and for all when nobody is."""
    for behind in range(1, size + 1):
        for group in combinations(range(size + 1), behind):
            gone = next(seat for seat in range(size + 1) if seat not in group)  # resigned, with the most turns
            turns = [7 if seat == gone else 1 if seat in group else 3 for seat in range(size + 1)]
            active = [seat != gone for seat in range(size + 1)]
            counts = Counter(draw_cutter(f"{size} {group} {k}", 5, turns, active) for k in range(600))
            assert set(counts) <= set(group)
            if behind > 1:
                assert chi_square([counts[seat] for seat in group], [600 / behind] * behind) > LEAST_P


def test_the_rounds_of_one_game_draw_as_freely_as_the_first_rounds_of_many():
    """C15, C16: over 4,000 rounds of one seed."""
    counts = Counter(draw_cutter("one game", k, [0, 0, 0, 0], [True] * 4) for k in range(1, DRAWS + 1))
    assert chi_square([counts[seat] for seat in range(4)], [DRAWS / 4] * 4) > LEAST_P
    targets = [draw_target(Settings(targets="40/50/60"), "one game", k) for k in range(1, DRAWS + 1)]
    assert chi_square([targets.count(value) for value in (40, 50, 60)], [DRAWS / 3] * 3) > LEAST_P
    pairs = Counter(pairwise(targets))
    assert chi_square(list(pairs.values()), [(DRAWS - 1) / 9] * 9) > LEAST_P
    assert {draw_target(Settings(), "one game", k) for k in range(1, 50)} == {50.0}


@pytest.mark.parametrize("mode", ["line_fixed_point", "circle_fixed_centre", "circle_fixed_diameter"])
@pytest.mark.parametrize(("width", "height"), [(2.2, 2.2), (4.0, 2.2)])
def test_fixed_points_are_uniform_on_the_canvas(mode, width, height):
    """C08, C11: x and y each, and together, inside the shape and outside."""
    settings = Settings(mode=mode, width=width, height=height)
    shape = SQUARE if mode.startswith("line") else DISC
    name = {"line_fixed_point": "point", "circle_fixed_centre": "centre", "circle_fixed_diameter": "end"}[mode]
    points = [getattr(draw_constraint(settings, "points", k, shape), name) for k in range(1, DRAWS + 1)]
    assert is_uniform([x for x, _ in points], -width / 2, width / 2)
    assert is_uniform([y for _, y in points], -height / 2, height / 2)
    assert are_independent([(x / width, y / height) for x, y in points], -0.5, 0.5)
    inside = sum(shape.contains(point) for point in points)
    assert is_fair(inside, DRAWS, shape.area / (width * height))


def test_fixed_angles_are_uniform():
    """C09: from 0° inclusive to 180° exclusive."""
    settings = Settings(mode="line_fixed_angle")
    angles = [draw_constraint(settings, "angles", k, SQUARE).degrees for k in range(1, DRAWS + 1)]
    assert max(angles) < 180
    assert is_uniform(angles, 0, 180)


def test_voronoi_points_are_uniform_in_the_polygon():
    """C10: both on a square, but for the 2 % of the diameter that keeps them apart; the second about a kept one."""
    settings = Settings(mode="line_voronoi")
    drawn = [draw_constraint(settings, "cells", k, SQUARE) for k in range(1, DRAWS + 1)]
    assert are_independent([one.first for one in drawn], -1, 1)
    assert are_independent([one.second for one in drawn], -1, 1)
    assert is_uniform([one.first[0] - one.second[0] + 2 for one in drawn], 0, 4) is False  # a triangle, as it should
    kept = [draw_constraint(settings, "kept", k, SQUARE, (0.9, 0.9)) for k in range(1, DRAWS + 1)]
    assert {one.first for one in kept} == {(0.9, 0.9)}
    assert are_independent([one.second for one in kept], -1, 1)
    for one in (*drawn, *kept):
        (ax, ay), (bx, by) = one.first, one.second
        assert sqrt((ax - bx) ** 2 + (ay - by) ** 2) >= 0.02 * sqrt(8)


def test_a_thin_polygon_has_its_points_everywhere():
    """C10: uniform along a sliver a hundred times as long as wide, without hanging."""
    sliver = Region(((-1.0, -1.0), (1.0, 0.98), (1.0, 1.0), (-1.0, -0.98)))
    settings = Settings(mode="line_voronoi")
    points = [draw_constraint(settings, "thin", k, sliver).first for k in range(1, DRAWS + 1)]
    assert is_uniform([x for x, _ in points], -1, 1)
    assert all(sliver.contains(point) for point in points)


@pytest.mark.parametrize("mode", MODES)
def test_starting_shapes_are_the_ruled_ones(mode):
    """C07: the unit circle; or hulls of at most ten corners that fill a tenth of the canvas, in the square."""
    settings = Settings(mode=mode)
    shapes = [starting_shape(settings, f"start {k}") for k in range(300)]
    if mode.startswith("circle"):
        assert set(shapes) == {DISC}
        return
    assert len(set(shapes)) == 300
    corners = Counter(len(shape.outer) for shape in shapes)
    assert set(corners) <= set(range(3, 11))
    mean = sum(count * many for count, many in corners.items()) / 300
    assert 5.5 < mean < 6.5  # Efron (1965): 6 ± 0.1 for ten uniform points in a square (5.97)
    for shape in shapes:
        low_x, low_y, high_x, high_y = shape.bounds
        assert max(high_x - low_x, high_y - low_y) == pytest.approx(2, abs=1e-12)
        assert abs(low_x + high_x) < 1e-12
        assert abs(low_y + high_y) < 1e-12
        assert shape.area >= 0.1 * settings.canvas.area


BOT_DRAWS = 500


@pytest.mark.parametrize(("kind", "tolerance", "reach"), [("fixed", 10, 10), ("fixed", 20, 20), ("adaptive", 0, 10)])
def test_bots_miss_the_target_by_a_uniform_offset(kind, tolerance, reach):
    """C26, C27: from -X to X, or -2E to 2E with E 5 at first; a line of fixed angle attains every share."""
    settings = Settings(mode="line_fixed_angle", targets="40/50/60")
    misses = []
    for k in range(BOT_DRAWS):
        state = State.new(settings, players_of([(kind, tolerance)]), seed=f"aim {k}")
        misses.append(state.apply(0, bot_move(state, 0), 0).history[0].share - state.target)
    assert is_uniform(misses, -reach - 1e-6, reach + 1e-6, bins=10)
    mean = sum(map(abs, misses)) / BOT_DRAWS
    assert abs(mean - reach / 2) < 5 * reach / sqrt(12 * BOT_DRAWS)


def test_a_bot_without_tolerance_does_not_miss():
    """C27: X = 0 adds no noise."""
    for k in range(40):
        state = State.new(Settings(mode="line_fixed_angle"), players_of([("fixed", 0)]), seed=f"sure {k}")
        assert state.apply(0, bot_move(state, 0), 0).history[0].share == pytest.approx(50, abs=1e-6)


@pytest.mark.parametrize(
    ("kind", "tolerance", "error", "probability"),
    [
        ("fixed", 10, 4.0, 0.4),
        ("fixed", 20, 4.0, 0.2),
        ("fixed", 10, 9.0, 0.9),
        ("fixed", 10, 15.0, 1.0),
        ("fixed", 3, 4.0, 1.0),
        ("fixed", 0, 4.0, 1.0),
        ("adaptive", 0, 4.0, 0.5),
        ("adaptive", 0, 15.0, 0.5),
    ],
)
def test_bots_estimate_right_as_often_as_ruled(kind, tolerance, error, probability):
    """C26, C27: min(Y / X, 1), always at X = 0; the learned probability, whatever the error; above and below alike."""
    settings = Settings(mode="line_fixed_angle")
    right = trials = 0
    for k in range(BOT_DRAWS):
        state = State.new(settings, players_of([("human", 1500), (kind, tolerance)]), seed=f"estimate {k}")
        if state.cutter != 0:
            continue
        share = state.target + (error if k % 4 > 1 else -error)
        state = state.apply(0, near_move(state, share), 0)
        answer = bot_move(state, 1).estimate
        right += answer == ("more" if state.chosen.share > state.target else "less")
        trials += 1
    assert trials > BOT_DRAWS / 3
    assert is_fair(right, trials, probability)


def test_bots_think_within_their_limits():
    """Their delay is uniform and tells nothing; both phases and all bots differ."""
    state = State.new(Settings(), players_of([("fixed", 0), ("fixed", 20)]), seed="delays")
    delays = []
    for k in range(400):
        state = State.new(Settings(), players_of([("fixed", 0), ("fixed", 20)]), seed=f"delays {k}")
        delays += [bot_delay_ms(state, seat) for seat in range(2)]
    assert is_uniform(delays, 1_000, 3_001, bins=10)


def near_move(state, share):
    """A cut of this share."""
    point, part = near_cut(state, share)
    return {"round": state.round, "point": list(point), "part": part}
