"""Ratings (C22, C23, C24, C38)."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gamecore.cutting.rating import BOT_RATING, FLOOR, K, expectations, project, rated
from gamecore.errors import InvalidOptions

ratings = st.lists(st.floats(1, 4000), min_size=1, max_size=8)
# multiples of 400 make every power of ten, and so every expectation, a fraction
plain = st.lists(st.integers(1, 8).map(lambda steps: 400 * steps), min_size=1, max_size=7)


def exactly(ratings, scores, bots):
    """The text in fractions, player by player; ratings differ by multiples of 400."""
    count, total = len(ratings), sum(scores)
    humans = count - len(bots)
    changes = []
    for own, score in zip(ratings, scores, strict=True):
        result = Fraction(score, total) if total else Fraction(1, count)
        won = sum(1 / (1 + Fraction(10) ** ((other - own) // 400)) for other in ratings) - Fraction(1, 2)
        expected = won / Fraction(count * (count - 1), 2) if count > 1 else Fraction(1)
        changes.append(40 * (result - expected))
    gift = sum(changes[bot] for bot in bots) / humans if humans else 0
    return [
        Fraction(rating) if seat in bots else max(Fraction(1), rating + changes[seat] + gift)
        for seat, rating in enumerate(ratings)
    ]


class TestExpectation:
    def test_c22_equals_expect_equal_shares(self):
        assert expectations([1500.0] * 5) == pytest.approx([0.2] * 5)

    def test_c22_by_hand(self):
        """400 points apart: 10 to 1."""
        assert expectations([1900, 1500]) == pytest.approx([10 / 11, 1 / 11])
        assert expectations([1900, 1500, 1500]) == pytest.approx([20 / 33, 13 / 66, 13 / 66])

    @given(ratings)
    def test_c22_they_sum_to_1(self, ratings):
        assert sum(expectations(ratings)) == pytest.approx(1.0)

    def test_c22_ratings_as_far_apart_as_they_go(self):
        assert expectations([1, 1_000_000]) == pytest.approx([0.0, 1.0])

    @pytest.mark.parametrize("rating", [0.5, -1, float("nan"), float("inf"), 10**400, True, "1500", None])
    def test_c22_what_is_no_rating_is_refused(self, rating):
        with pytest.raises(InvalidOptions, match="rating"):
            expectations([1500, rating])


class TestChanges:
    def test_c22_by_hand(self):
        """Two equals, 3 points to 1: 40 × (3/4 − 1/2)."""
        assert [rating.change for rating in project([1500, 1500], [300, 100])] == [10.0, -10.0]
        assert [rating.after for rating in project([1900, 1500], [0, 0])] == pytest.approx(
            [1900 + 40 * (0.5 - 10 / 11), 1500 + 40 * (0.5 - 1 / 11)]
        )

    @given(plain, st.data())
    def test_c22_c23_agree_with_the_text_in_fractions(self, ratings, data):
        bots = {seat for seat in range(len(ratings)) if seat and data.draw(st.booleans())}
        ratings = [1600 if seat in bots else rating for seat, rating in enumerate(ratings)]
        scores = data.draw(st.lists(st.integers(0, 1000), min_size=len(ratings), max_size=len(ratings)))
        after = [rating.after for rating in project(ratings, scores, bots)]
        assert after == pytest.approx([float(rating) for rating in exactly(ratings, scores, bots)], abs=1e-9)

    @given(ratings, st.data())
    def test_c22_c23_humans_win_what_humans_lose(self, ratings, data):
        count = len(ratings)
        bots = {seat for seat in range(count) if data.draw(st.booleans())}
        ratings = [BOT_RATING if seat in bots else rating for seat, rating in enumerate(ratings)]
        scores = data.draw(st.lists(st.floats(0, 1e4), min_size=count, max_size=count))
        after = project(ratings, scores, bots)
        assert all(after[bot].change == 0 and after[bot].after == BOT_RATING for bot in bots)
        assert all(rating.after >= FLOOR for rating in after)
        assume(all(rating.after > FLOOR for rating in after))
        assert sum(rating.change for rating in after) == pytest.approx(0, abs=1e-7)

    @given(ratings, st.data())
    def test_c22_seat_order_changes_nothing_at_all(self, ratings, data):
        count = len(ratings)
        scores = data.draw(st.lists(st.floats(0, 1e4), min_size=count, max_size=count))
        bots = {seat for seat in range(count) if data.draw(st.booleans())}
        order = data.draw(st.permutations(range(count)))
        there = project(ratings, scores, bots)
        moved = project(
            [ratings[seat] for seat in order],
            [scores[seat] for seat in order],
            {place for place, seat in enumerate(order) if seat in bots},
        )
        assert list(moved) == [there[seat] for seat in order]

    @given(st.floats(1, 4000), st.floats(0, 1e4))
    def test_c22_alone_unchanged(self, rating, score):
        assert project([rating], [score])[0].after == rating

    @given(st.floats(1, 4000), st.lists(st.floats(0, 1e4), min_size=2, max_size=9))
    def test_c23_one_human_against_bots_changes_by_exactly_zero(self, rating, scores):
        bots = range(1, len(scores))
        after = project([rating] + [BOT_RATING] * len(bots), scores, bots)
        assert [one.change for one in after] == [0.0] * len(scores)

    def test_c23_two_humans_share_the_bots_change(self):
        """All at 1500, the bot has every point: it would gain 40 × 2/3, so each human loses 40/3 and gets 40/3 back."""
        after = project([1500, 1500, 1500], [0, 0, 100], bots=[2])
        assert [one.after for one in after] == pytest.approx([1500, 1500, 1500])
        after = project([1500, 1500, 1500], [50, 0, 50], bots=[2])
        assert [one.change for one in after] == pytest.approx([K / 6 + K / 12, -K / 3 + K / 12, 0])

    def test_c22_no_points_at_all_are_equal_shares_bots_included(self):
        assert project([1500, 1700, 1500], [0, 0, 0], [2]) == project([1500, 1700, 1500], [1, 1, 1], [2])

    def test_c22_the_floor_comes_last(self):
        after = project([1.0, 1.0], [0, 100])
        assert [one.after for one in after] == [1.0, 21.0]
        after = project(
            [10.0, 1500.0, BOT_RATING], [0, 100, 0], [2]
        )  # without the bot's gift the first would fall below 1
        fall = 10 + K * (0 - expectations([10, 1500, 1500])[0])
        gift = K * (0 - expectations([10, 1500, 1500])[2]) / 2
        assert after[0].after == pytest.approx(max(1.0, fall + gift))

    def test_c38_a_projection_takes_shares_in_any_unit(self):
        assert project([1500, 1600], [3, 1]) == project([1500, 1600], [0.75, 0.25])

    @pytest.mark.parametrize("shares", [[1], [1, 2, 3], [-1, 2], [float("nan"), 1], [10**400, 1], [True, 1], ["1", 2]])
    def test_c38_what_are_no_shares_is_refused(self, shares):
        with pytest.raises(InvalidOptions, match="shares"):
            project([1500, 1500], shares)

    def test_c38_nobody_has_no_rating_and_unknown_bots_are_refused(self):
        with pytest.raises(InvalidOptions, match="shares"):
            project([], [])
        with pytest.raises(InvalidOptions, match="bots"):
            project([1500, 1500], [1, 1], [2])


class TestUnrated:
    @pytest.mark.parametrize("registered", [True, False])
    @pytest.mark.parametrize("natural", [True, False])
    @pytest.mark.parametrize("humans_left", [0, 1, 5])
    def test_c24_only_a_registered_rooms_natural_end_with_a_human_left(self, registered, natural, humans_left):
        expected = registered and natural and humans_left >= 1
        assert rated(registered=registered, natural=natural, humans_left=humans_left) is expected
