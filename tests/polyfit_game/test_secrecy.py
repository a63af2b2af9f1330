"""Nobody learns what is hidden (P14, P24, P25): pairs of games that differ in a hidden answer, and the seed."""

import copy
import json
import pickle
from hashlib import sha256
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gamecore import polyfit
from gamecore.errors import GamecoreError, IllegalMove

from . import play
from .scripts import USUAL, called, new_match, script
from .test_games import begun, drawn_game, options_of

SEED = "5eed-never-to-be-seen-0123456789abcdef"
TIMES = (None, 0, 1, 2_500, 40_000, 10**9)


def outward(state, but=None):
    """All that anybody but one seat can get to see of a state, now and later, as text."""
    seen = [repr(state), str(state), f"{state}", str(list(state.__rich_repr__())), str(state.next_deadline_ms)]
    for viewer in (None, *range(state.options.players)):
        if viewer is None or viewer != but:
            for later in TIMES:
                at_ms = state.at_ms if later is None else state.at_ms + later
                seen.append(json.dumps(state.view(viewer, at_ms)))
                seen.append(state.view_json(viewer, at_ms).decode())
    return seen


def message(state, verb, *arguments):
    """The error that a call meets, in words, or None."""
    try:
        getattr(state, verb)(*arguments)
    except GamecoreError as error:
        return (type(error).__name__, str(error), repr(error), sorted(map(str, error.__dict__.items())))
    return None


def probes(state, at_ms):
    """Errors of calls by which somebody might try to find out, on the state as it is."""
    number = state.round
    calls = [
        ("apply", seat, move, at_ms)
        for seat in range(state.options.players)
        for move in (
            {"round": number, "placements": []},
            {"round": number + 1, "pass": True},
            {"round": number, "pass": 1},
            "{",
        )
    ]
    answered = [seat for seat in range(state.options.players) if not state.on_move(seat)]
    calls += [("apply", seat, {"round": number, "pass": True}, at_ms) for seat in answered]
    calls += [("apply", 99, {"round": number, "pass": True}, at_ms), ("forfeit", 99, at_ms), ("advance", at_ms - 10**9)]
    calls += [("view", 99), ("view", 0, state.at_ms - 1)]
    return [message(state, *call) for call in calls]


def hidden_answers(match):
    number = match.open_round().number
    return (
        {"round": number, "placements": play.solution(match)},
        {"round": number, "placements": play.other_solution(match)},
        {"round": number, "pass": True},
    )


@st.composite
def hidden_pairs(draw):
    """A game up to a hidden answer, the seat, its time, and two answers of the three that it may give."""
    rng = Random(draw(st.integers(0, 10**6)))
    options = options_of(rng, draw(st.sampled_from((2, 2, 3, 4, 8))))
    calls = script(rng, new_match(options, SEED), USUAL)
    match = new_match(options, SEED)
    state, _ = begun(options, SEED)
    for call in calls[: rng.randrange(len(calls))]:
        match, state = called(match, *call), called(state, *call)
    assume(len(match.on_move()) >= 2)
    seat = rng.choice(match.on_move())
    at_ms = match.now + rng.choice((0, 1, rng.randrange(4_000), 14_000))
    match = match.advance(at_ms)
    assume(seat in match.on_move() and len(match.on_move()) >= 2)
    return rng, match, state.advance(at_ms), seat, rng.sample(hidden_answers(match), 2)


@given(pair=hidden_pairs())
def test_games_that_differ_in_a_hidden_answer_look_the_same_to_all_the_others(pair):
    """P14: solved, passed, solved otherwise: views of all, text, errors and deadlines, until the round closes."""
    rng, match, state, seat, answers = pair
    one, other = (state.apply(seat, answer, state.at_ms) for answer in answers)
    match = match.apply(seat, answers[0], match.now)
    number = match.open_round().number
    compared = 0
    while not match.over and match.open_round().number == number:
        assert outward(one, seat) == outward(other, seat)
        assert outward(one) == outward(other)  # stricter than the rule: a view does not tell a seat its own answer
        assert probes(one, one.at_ms) == probes(other, other.at_ms)
        compared += 1
        if rng.random() < 0.2:  # even if it then leaves
            call = ("apply", seat, {"resign": True}, match.now + rng.randrange(2))
        else:
            following = script(rng, match, USUAL, most=1)
            call = following[0]
        assert message(one, *call) == message(other, *call)
        one, other, match = (called(side, *call) for side in (one, other, match))
    assert compared
    for past in (one, other):
        assert any(answer.seat == seat for answer in past.history[number - 1].answers)


def test_the_pairs_differ_once_the_round_has_closed():
    """The comparison above can tell: after the close the same two games look different."""
    match = new_match({"rounds": 3, "difficulty": "easy", "round_seconds": 10, "players": 2}, SEED)
    state, _ = begun({"rounds": 3, "difficulty": "easy", "round_seconds": 10, "players": 2}, SEED)
    solved, again, passed = (state.apply(0, answer, 500) for answer in hidden_answers(match))
    assert outward(solved) == outward(again) == outward(passed) != outward(state)
    assert solved != passed
    assert solved == again  # which solution it was is not even kept
    last = {"round": 1, "pass": True}
    assert outward(solved.apply(1, last, 600)) != outward(passed.apply(1, last, 600))
    assert outward(solved.apply(1, last, 600)) == outward(again.apply(1, last, 600))


@pytest.mark.parametrize("players", [2, 3])
def test_an_answer_at_the_same_late_time_looks_the_same_whatever_it_is(players):
    """P13, P14: a wrong solution is not told from a right one, nor from a pass, once it is late."""
    options = {"rounds": 3, "difficulty": "easy", "round_seconds": 10, "players": players}
    state, match = begun(options, SEED)
    wrong = {"round": 1, "placements": play.wrong(match, "missing_piece")}
    states = [state.apply(0, answer, 10_001) for answer in (*hidden_answers(match), wrong)]
    assert len({state.to_json() for state in states}) == 1
    assert len({str(outward(state)) for state in states}) == 1


def planted_words(options):
    """Placements of the planted tilings as they would stand in any JSON."""
    return [
        json.dumps(placement, separators=(",", ":"))[1:-1]
        for number in range(1, options["rounds"] + 1)
        for placement in play.planted(options["difficulty"], SEED, number, options["rounds"])
    ]


@settings(max_examples=settings().max_examples // 3)
@given(number=st.integers(0, 10**6))
def test_the_seed_is_nowhere_before_the_end_and_verifies_after_it(number):
    """P24, P25: no seed and no planted tiling in views, text and errors; the commitment holds throughout."""
    rng = Random(number)
    options = options_of(rng, rng.choice((2, 3, 5)))
    state, _ = begun(options, SEED)
    commitment = state.view()["body"]["commitment"]
    calls = script(rng, new_match(options, SEED))
    for call in calls:
        for at_ms in (call[-1], state.at_ms):
            errors = [message(state, *call), *probes(state, at_ms)]
            assert SEED not in str(errors)
        state = called(state, *call)
        body = state.view()["body"]
        assert body["commitment"] == commitment
        text = str(outward(state))
        assert "rotation" not in text
        assert not any(words in text for words in planted_words(options))
        if state.result is None:
            assert SEED not in text
            assert "seed" not in body
            assert "result" not in body
    assert state.result is not None
    assert body["seed"] == SEED
    assert sha256(b"gamecore polyfit seed 1\n" + body["seed"].encode()).hexdigest() == commitment
    later = polyfit.State.new(polyfit.Options(**options), seed=body["seed"])
    assert later.commitment == commitment
    assert SEED not in repr(state)


@pytest.mark.parametrize("seed", ["", "a", "π 🙂", "0" * 1024, '"}\n'])
def test_the_commitment_is_the_documented_hash_of_any_seed(seed):
    """P25: equal seeds have equal commitments, others have others."""
    state = polyfit.State.new(seed=seed)
    assert state.commitment == sha256(b"gamecore polyfit seed 1\n" + seed.encode()).hexdigest()
    assert state.commitment != polyfit.State.new(seed=seed[:-1] + "?").commitment
    assert state.view()["body"]["commitment"] == state.commitment


@pytest.mark.parametrize("seed", [SEED.encode(), [SEED], {SEED: 1}, SEED * 100, SEED + "\ud800"])
def test_no_error_tells_a_seed_that_is_refused(seed):
    """P25: nor one that nearly was."""
    with pytest.raises(GamecoreError) as caught:
        polyfit.State.new(seed=seed)
    assert SEED not in str(caught.value) + repr(caught.value) + str(caught.value.__dict__)


@given(place=st.integers(0, 10**6), junk=st.sampled_from(('"', "{", "9", "", "null", "-1", '"x"', "]")))
def test_no_error_of_a_broken_saved_state_tells_the_seed(place, junk):
    """P25: a damaged file is reported without what it hides."""
    options, _, calls = drawn_game(7, 3)
    state, _ = begun(options, SEED)
    for call in calls[:9]:
        state = called(state, *call)
    text = state.to_json()
    place %= len(text)
    try:
        polyfit.State.from_json(text[:place] + junk + text[place + 1 :])
    except GamecoreError as error:
        assert SEED[:12] not in str(error) + repr(error) + str(error.__dict__)
        assert error.code == "invalid_state"


def test_views_are_copies():
    """What a viewer does with a view changes neither the state nor the next view."""
    state, _ = begun({"rounds": 3, "difficulty": "easy", "round_seconds": 10, "players": 2}, SEED)
    first = state.view(0)
    pristine = copy.deepcopy(first)
    first["body"]["puzzle"]["region"].clear()
    first["body"]["gem_row"].append("x")
    first["body"].clear()
    assert state.view(0) == pristine
    assert state.view(1) == pristine


def test_a_state_pickles_and_copies_to_an_equal_one():
    """States cross process pools."""
    options, seed, calls = drawn_game(11, 3)
    state, _ = begun(options, seed)
    for call in calls[:8]:
        state = called(state, *call)
    assert pickle.loads(pickle.dumps(state)) == state
    assert copy.deepcopy(state) == copy.copy(state) == state
    with pytest.raises(IllegalMove):
        state.view(3)
