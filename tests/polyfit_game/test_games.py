"""Whole random games, and what must hold all through them (P11-P23), each judged from what a spectator sees."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore import polyfit
from gamecore.errors import GamecoreError

from . import play
from .compare import agree, refusal
from .model import Refused
from .scripts import CALM, STORMY, USUAL, WILD, called, new_match, script

GAMES = 60  # of each number of players
PLAYERS = (2, 3, 4, 6, 8)
LONG = {"rounds": 9, "difficulty": "easy", "round_seconds": 10}


def options_of(rng, players):
    return {
        "rounds": rng.choice((3, 3, 4, 6, 9)),
        "difficulty": rng.choice(("easy",) * 8 + ("normal", "hard")),
        "round_seconds": rng.choice((10, 10, 20, 30)),
        "players": players,
    }


def begun(options, seed, at_ms=0):
    return polyfit.State.new(polyfit.Options(**options), seed=seed, at_ms=at_ms), new_match(options, seed, at_ms)


def drawn_game(number, players=None):
    """Options, the seed and the calls of a random game."""
    rng = Random(number)
    options = options_of(rng, players or rng.choice(PLAYERS))
    seed = f"game {number}"
    weights = rng.choice((USUAL, STORMY, WILD, CALM, {"pass": 9, "solve": 1}, {"slow": 8, "solve": 1, "wait": 0.1}))
    return options, seed, script(rng, new_match(options, seed), weights)


games = st.integers(0, 10**6).map(drawn_game)


def step(state, model, call):
    """Both after a call, which both accept or both refuse for the same reason."""
    try:
        model = getattr(model, call[0])(*call[1:])
    except Refused as refused:
        with pytest.raises(GamecoreError) as caught:
            getattr(state, call[0])(*call[1:])
        assert refusal(caught.value) == (refused.code, refused.reason)
        return state, model
    return getattr(state, call[0])(*call[1:]), model


@pytest.mark.parametrize("players", PLAYERS)
def test_a_move_is_accepted_exactly_when_it_is_legal_and_all_is_as_the_model_says(players):
    """P10-P24 in whole games, until the end; and every way to end comes up."""
    met = Counter()
    for number in range(GAMES):
        options, seed, calls = drawn_game(1_000 * players + number, players)
        state, model = begun(options, seed)
        for call in calls:
            state, model = step(state, model, call)
            agree(state, model)
        assert state.result is not None
        met[state.result.reason] += 1
        met["shared"] += len(state.result.winners) > 1
        met.update(answer.outcome for past in state.history for answer in past.answers)
        met.update(f"left by {seat.departure.cause}" for seat in state.seats if seat.departure)
    ways = {"most_gems", "timeout", "resignation", "left by flag", "left by resignation", "left by forfeit"}
    missing = (ways | {"solved", "passed", "late"}) - set(met)
    assert not missing, f"the games have become too tame: no {missing} in {met}"


def test_every_criterion_decides_some_game():
    """P19: by gems, by colour, by time, or not at all."""
    found = Counter()
    for number in range(300):
        rng = Random(number)
        options = {"rounds": 3, "difficulty": "easy", "round_seconds": 10, "players": rng.choice((2, 2, 3, 4))}
        seed = f"criteria {number}"
        state, model = begun(options, seed)
        while not model.over:  # everyone solves or passes, in turns and with thought that often come out even
            for seat in rng.sample(range(options["players"]), options["players"]):
                at = model.now + rng.choice((0, 0, 500))
                move = {"round": model.open_round().number, "pass": True}
                if rng.random() < 0.7:
                    move = {"round": move["round"], "placements": play.solution(model)}
                state, model = step(state, model, ("apply", seat, move, at))
        agree(state, model)
        found[state.result.reason] += 1
    assert set(found) == {"most_gems", "most_of_one_colour", "least_time", "tie"}


@given(game=games)
def test_gems_handed_out_follow_the_row_and_never_exceed_it(game):
    """P16, P17: solvers in order of acceptance take 3, 2, 1, 1, … from the left; others nothing."""
    options, seed, calls = game
    state, _ = begun(options, seed)
    for call in calls:
        state = called(state, *call)
    for past in state.view()["body"]["history"]:
        row = past["gem_row"]
        assert len(row) == options["players"] + 3
        assert set(row) <= {"ruby", "amber", "jade", "sapphire"}
        solved = [answer for answer in past["answers"] if answer["outcome"] == "solved"]
        assert [len(answer["gems"]) for answer in solved] == [3, 2, 1, 1, 1, 1, 1, 1][: len(solved)]
        handed_out = [gem for answer in past["answers"] for gem in answer["gems"]]
        assert handed_out == row[: len(handed_out)]
        assert all(not answer["gems"] for answer in past["answers"] if answer["outcome"] != "solved")
        assert [answer["at_ms"] for answer in past["answers"]] == sorted(answer["at_ms"] for answer in past["answers"])
        assert len({answer["seat"] for answer in past["answers"]}) == len(past["answers"])


@given(game=games)
def test_clocks_never_rise_but_by_a_second_for_each_answer(game):
    """P23, and P14: between two moments a clock falls by no more than the time, and rises by the seconds earned."""
    options, seed, calls = game
    state, _ = begun(options, seed)

    def answers(body):
        count = Counter(answer["seat"] for past in body["history"] for answer in past["answers"])
        return count + Counter(body["done"])

    before = state.view()["body"]
    least = (options["rounds"] * (options["round_seconds"] + 5) + 5) * 1000
    assert before["clocks"] == [least] * options["players"]
    for call in calls:
        time = state.at_ms
        state = called(state, *call)
        after = state.view()["body"]
        earned = answers(after)
        earned.subtract(answers(before))
        for seat in range(options["players"]):
            change = after["clocks"][seat] - before["clocks"][seat]
            assert change <= 1000 * earned[seat]
            assert change >= 1000 * earned[seat] - (state.at_ms - time)
            assert after["clocks"][seat] >= 0
        before = after


@given(game=games, cuts=st.lists(st.integers(0, 400_000), max_size=6))
def test_advancing_in_one_step_or_in_many_is_the_same(game, cuts):
    """P20, at any point of a game."""
    options, seed, calls = game
    state, _ = begun(options, seed)
    for call in calls[: len(calls) // 2]:
        state = called(state, *call)
    end = state.at_ms + max(cuts, default=0)
    at_once, by_steps = state.advance(end), state
    for cut in sorted(cuts):
        by_steps = by_steps.advance(state.at_ms + cut)
    by_steps = by_steps.advance(end)
    assert by_steps == at_once == at_once.advance(end)
    assert by_steps.to_json() == at_once.to_json()
    by_deadlines = state
    while by_deadlines.next_deadline_ms is not None and by_deadlines.next_deadline_ms <= end:
        by_deadlines = by_deadlines.advance(by_deadlines.next_deadline_ms)
    assert by_deadlines.advance(end) == at_once


@given(game=games, late=st.integers(0, 3))
def test_a_late_host_changes_nothing_but_what_it_refuses(game, late):
    """P20: advancing before every call, on time, leaves the game as it is without."""
    options, seed, calls = game
    state, _ = begun(options, seed)
    often = state
    for call in calls:
        at = call[-1]
        if at - 1 - late >= often.at_ms:
            often = often.advance(at - 1 - late)
        before = state
        state, often = called(state, *call), called(often, *call)
        if state is not before:
            assert often == state
        else:  # refused: only the time that the host told differs
            assert often.advance(at + 1).to_json() == state.advance(at + 1).to_json()
            often = state


@given(game=games)
def test_states_survive_json_and_equal_states_hash_alike(game):
    """States are values: through JSON as text, bytes and object, and by the same calls made again."""
    options, seed, calls = game
    state, _ = begun(options, seed)
    again, _ = begun(options, seed)
    seen = {state}
    for call in calls:
        before, text = state, state.to_json()
        state, again = called(state, *call), called(again, *call)
        assert (state == before) == (state.to_json() == text)
        assert state == again
        assert hash(state) == hash(again)
        seen.add(state)
        assert again in seen
        for source in (state.to_json(), state.to_json().encode(), polyfit.State.from_json(state.to_json())):
            assert polyfit.State.from_json(source) == state
        assert state.view_json(0, state.at_ms) == polyfit.State.from_json(state.to_json()).view_json(0, state.at_ms)
        assert before.to_json() == text


@given(
    players=st.integers(2, 8),
    calls=st.lists(
        st.tuples(
            st.sampled_from(("pass", "solve", "resign", "forfeit", "flag")),
            st.integers(0, 7),
            st.sampled_from((0,) * 9 + (1,)),
        ),
        max_size=40,
    ),
)
def test_everything_at_once_is_in_order_and_survives_json(players, calls):
    """P15, P16, P20: answers, leavers and flags of one millisecond, through several rounds."""
    state, model = begun({"rounds": 9, "difficulty": "easy", "round_seconds": 10, "players": players}, "at once")
    for what, seat, later in calls:
        number, at = model.open_round().number, model.now + later
        if what == "flag":
            call = ("advance", model.next_deadline() or at)
        elif what == "forfeit":
            call = ("forfeit", seat, at)
        elif what == "solve":
            call = ("apply", seat, {"round": number, "placements": play.solution(model)}, at)
        else:
            call = ("apply", seat, {"resign": True} if what == "resign" else {"round": number, "pass": True}, at)
        state, model = step(state, model, call)
        agree(state, model)
        assert polyfit.State.from_json(state.to_json()) == state


@given(game=games)
def test_the_game_goes_on_from_json_as_if_nothing_had_been(game):
    """A server that restarts after every call plays the same game."""
    options, seed, calls = game
    state, _ = begun(options, seed)
    restarted = state
    for call in calls:
        state = called(state, *call)
        restarted = called(polyfit.State.from_json(restarted.to_json()), *call)
    assert restarted == state


@given(game=games, quiet=st.integers(0, 30))
def test_the_game_always_ends(game, quiet):
    """P21: left alone at any point, every clock runs out in the end."""
    options, seed, calls = game
    state, _ = begun(options, seed)
    for call in calls[:quiet]:
        state = called(state, *call)
    steps = 0
    while state.next_deadline_ms is not None:
        assert state.next_deadline_ms >= state.at_ms
        state = state.advance(state.next_deadline_ms)
        steps += 1
    assert steps <= options["players"]
    assert state.result is not None
    with pytest.raises(GamecoreError, match="over"):
        state.apply(0, {"resign": True}, state.at_ms)


def test_a_seat_that_answers_within_its_windows_never_runs_out():
    """P23: the last line of the text, at the window's very end in every round."""
    state, model = begun(LONG | {"players": 3}, "patient")
    while not model.over:
        at = model.open_round().opened + model.window
        for seat in model.on_move():
            state, model = step(state, model, ("apply", seat, {"round": model.open_round().number, "pass": True}, at))
    agree(state, model)
    assert all(seat.playing for seat in state.seats)
    assert state.result.reason == "tie"
    assert state.view()["body"]["clocks"] == [5 * 1000 * 9 + 5_000 + 9_000] * 3


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("off", [-1, 0, 1])
@pytest.mark.parametrize("what", ["pass", "resign", "forfeit", "advance"])
@pytest.mark.parametrize("whose", [0, 1])
def test_calls_around_the_very_millisecond_of_a_flag(players, off, what, whose):
    """P20: what was due before a call is settled, what is due at its own ms is not, but by ``advance``."""
    state, model = begun({"rounds": 3, "difficulty": "easy", "round_seconds": 10, "players": players}, "edge")
    for seat in reversed(range(players)):  # all answer, so that a flag makes nobody forfeit; seat 0 has least left
        at = 900 if seat else 1_000
        state, model = step(state, model, ("apply", seat, {"round": 1, "pass": True}, at))
    at = state.next_deadline_ms + off
    agree(state, model, at)  # P20: a view past a flag shows 0 and settles nothing
    agree(state, model, at + 5_000)
    move = {"resign": True} if what == "resign" else {"round": 2, "pass": True}
    call = ("advance", at) if what == "advance" else ("forfeit", whose, at) if what == "forfeit" else None
    state, model = step(state, model, call or ("apply", whose, move, at))
    agree(state, model)
    for later in (at, at + 1, at + 500_000):
        state, model = step(state, model, ("advance", later))
        agree(state, model)
    assert state.result is not None
