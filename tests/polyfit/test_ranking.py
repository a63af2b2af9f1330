"""Gems and places: P17 to P22."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.polyfit import COLOURS, Answer, Departure, Gems, Options, Round, Seat
from gamecore.polyfit.gems import gem_row, taken
from gamecore.polyfit.ranking import ranking
from gamecore.polyfit.rounds import gems_of, paid

ROW = ("ruby", "ruby", "amber", "jade", "jade", "sapphire", "ruby")
FLAG = Departure("flag", 1, 0)


def closed(*answers, row=ROW, opened_ms=0):
    return Round(1, opened_ms, 60_000, row, paid(tuple(answers), row))


def solved(seat, at_ms):
    return Answer(seat, at_ms, "solved")


def ranked(history, seats=None, players=2, cut_short=None):
    seats = seats or [Seat(1)] * players
    return ranking(Options(players=players), history, seats, 99, cut_short)


@pytest.mark.parametrize("players", range(2, 9))
def test_p17_the_row_suffices_for_every_solver(players):
    row = tuple(range(players + 3))
    shares = [taken(row, place) for place in range(players)]
    assert [len(share) for share in shares] == [3, 2, *[1] * (players - 2)]
    assert sum(shares, ()) == row


def test_p17_colours_are_uniform_from_the_seed():
    rows = [gem_row(f"seed {number}", 1, 8) for number in range(400)]
    counts = Counter(colour for row in rows for colour in row)
    assert set(counts) == set(COLOURS)
    assert all(abs(count - 1100) < 5 * (4400 * 0.25 * 0.75) ** 0.5 for count in counts.values())
    assert gem_row("a", 1, 8) != gem_row("a", 2, 8)
    assert gem_row("a", 1, 8)[:5] == gem_row("a", 1, 2)


def test_p17_those_who_pass_or_are_late_take_nothing():
    answers = (Answer(0, 1, "passed"), solved(1, 2), Answer(2, 3, "late"), solved(3, 4))
    assert [answer.gems for answer in paid(answers, ROW)] == [(), ROW[:3], (), ROW[3:5]]


def test_p18_gems_are_counted_by_colour():
    history = (closed(solved(1, 5), solved(0, 6)), closed(solved(1, 7)))
    assert gems_of(history, 3) == (Gems(jade=2), Gems(ruby=4, amber=2), Gems())


def test_p19_most_gems():
    result = ranked((closed(solved(1, 500), solved(0, 600)),))
    assert (result.reason, result.places, result.order, result.winners) == ("most_gems", (2, 1), (1, 0), (1,))
    assert (result.gems, result.most_of_one_colour, result.total_ms) == ((2, 3), (2, 2), (600, 500))


def test_p19_most_of_one_colour():
    one = ("ruby", "ruby", "ruby", "jade", "amber")
    other = ("ruby", "jade", "amber", "jade", "amber")
    result = ranked((closed(solved(0, 900), row=one), closed(solved(1, 100), row=other)))
    assert (result.reason, result.places, result.gems) == ("most_of_one_colour", (1, 2), (3, 3))


def test_p19_least_time_counts_the_window_for_a_round_not_solved():
    history = (closed(solved(0, 900), Answer(1, 5, "passed")), closed(solved(1, 800), Answer(0, 40_000, "late")))
    result = ranked(history)
    assert (result.reason, result.places, result.total_ms) == ("least_time", (2, 1), (30_900, 30_800))


def test_p19_equal_on_all_three_is_a_tie():
    result = ranked((closed(solved(0, 900)), closed(solved(1, 900))))
    assert (result.reason, result.places, result.winners) == ("tie", (1, 1), (0, 1))
    assert ranked((closed(),)).reason == "tie"


def test_p19_a_shared_first_place_is_a_tie_whoever_comes_below():
    result = ranked((closed(solved(0, 900)), closed(solved(2, 900))), players=4)
    assert (result.reason, result.places, result.order) == ("tie", (1, 3, 1, 3), (0, 2, 1, 3))


def test_p19_a_tie_below_is_none():
    assert ranked((closed(solved(2, 900)),), players=3).reason == "most_gems"


def test_p20_p22_groups_come_before_gems():
    seats = [Seat(0, True, FLAG, True), Seat(0, True, FLAG), Seat(5, True), Seat(5, True)]
    history = (closed(solved(0, 1), solved(1, 2)), closed(solved(0, 1), solved(1, 2), solved(2, 3)))
    result = ranked(history, seats, 4)
    assert result.order == (2, 3, 1, 0)
    assert result.places == (4, 3, 1, 2)


def test_p21_cut_short_beats_every_other_reason_and_out_seats_rank_among_themselves():
    seats = [Seat(0, True, FLAG), Seat(0, True, FLAG)]
    result = ranked((closed(solved(1, 10)),), seats, cut_short="timeout")
    assert (result.reason, result.places) == ("timeout", (2, 1))


@given(
    st.integers(2, 8).flatmap(
        lambda players: st.tuples(
            st.just(players),
            st.lists(
                st.lists(st.tuples(st.integers(0, players - 1), st.integers(0, 3)), unique_by=lambda pair: pair[0])
            ),
            st.lists(st.sampled_from(["playing", "out", "forfeited"]), min_size=players, max_size=players),
        )
    )
)
def test_p19_to_p22_places_follow_a_pairwise_comparison(drawn):
    """The place is one more than the number of seats that are better, each pair compared for itself."""
    players, rounds, groups = drawn
    seats = [Seat(1, False, None if group == "playing" else FLAG, group == "forfeited") for group in groups]
    history = tuple(
        closed(*(solved(seat, at_ms) for seat, at_ms in sorted(answers, key=lambda pair: pair[1])), row=ROW[:4] * 3)
        for answers in rounds[:9]
    )
    result = ranked(history, seats, players)
    gems = gems_of(history, players)
    times = [sum(dict(answers).get(seat, 30_000) for answers in rounds[:9]) for seat in range(players)]
    group = [["playing", "out", "forfeited"].index(name) for name in groups]
    assert result.total_ms == tuple(times)

    def better(one, other):
        if group[one] != group[other]:
            return group[one] < group[other]
        if gems[one].total != gems[other].total:
            return gems[one].total > gems[other].total
        if gems[one].most_of_one_colour != gems[other].most_of_one_colour:
            return gems[one].most_of_one_colour > gems[other].most_of_one_colour
        return times[one] < times[other]

    for seat in range(players):
        assert result.places[seat] == 1 + sum(better(other, seat) for other in range(players))
    assert sorted(result.order) == list(range(players))
    assert [result.places[seat] for seat in result.order] == sorted(result.places)
