"""C20, C21: when a game ends, and who is where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.cutting.departure import MAX_ROUNDS
from gamecore.cutting.ranking import natural_end, ranked, ranks
from gamecore.cutting.settings import Settings

scores = st.lists(st.sampled_from([0.0, 1.0, 2.5, 100.0]) | st.floats(0, 1e4), min_size=1, max_size=9).map(tuple)


@given(scores)
def test_c21_a_rank_is_one_more_than_there_are_higher_scores(given_scores):
    found = ranks(given_scores)
    assert found == tuple(1 + sum(other > score for other in given_scores) for score in given_scores)


def test_c21_ties_share_a_rank_and_stay_in_the_rooms_order():
    result = ranked("rounds", 5, (10.0, 30.0, 10.0, 30.0, 0.0), rated=False)
    assert result.ranks == (3, 1, 3, 1, 5)
    assert result.order == (1, 3, 0, 2, 4)
    assert result.winners == (1, 3)


@given(scores)
def test_c21_the_order_is_by_score_then_by_seat(given_scores):
    order = ranked("time", 5, given_scores, rated=True).order
    assert order == tuple(sorted(range(len(given_scores)), key=lambda seat: (-given_scores[seat], seat)))


@pytest.mark.parametrize(
    ("settings", "played", "at_ms", "totals", "reason"),
    [
        (Settings(rounds=3), 2, 10**9, (99_999.0,), None),
        (Settings(rounds=3), 3, 0, (0.0,), "rounds"),
        (Settings(ends="minutes", minutes=2), 500, 7 + 119_999, (10.0**6,), None),
        (Settings(ends="minutes", minutes=2), 1, 7 + 120_000, (0.0,), "time"),
        (Settings(ends="points", points=100), 500, 10**9, (99.999999, 0.0), None),
        (Settings(ends="points", points=100), 1, 8, (0.0, 100.0), "points"),
        (Settings(ends="points", points=100), MAX_ROUNDS - 1, 8, (0.0, 1.0), None),
        (Settings(ends="points", points=100), MAX_ROUNDS, 8, (0.0, 1.0), "abandoned"),
        (Settings(ends="points", points=100), MAX_ROUNDS, 8, (0.0, 100.0), "points"),
    ],
)
def test_c20_a_limit_exactly_reached_is_reached_and_only_the_active_one_counts(settings, played, at_ms, totals, reason):
    assert natural_end(settings, played, 7, at_ms, totals) == reason
