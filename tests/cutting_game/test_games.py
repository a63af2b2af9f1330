"""Whole random games, and what must hold all through them (C05-C33)."""

import importlib.util
import os
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gamecore.cutting.constraints import FixedAngle
from gamecore.cutting.panel import points_progress, scoreboard
from gamecore.cutting.rating import project
from gamecore.cutting.settings import Settings
from gamecore.cutting.state import State
from gamecore.errors import GamecoreError
from gamecore.geometry import Region

from . import play
from .matches import Pair, players_of
from .scripts import CALM, STORMY, USUAL, called, script

THOROUGH = os.environ.get("GAMECORE_PROFILE") == "thorough"
FEWER = settings(max_examples=settings().max_examples // 3)


def drawn_game(number, **fixed):
    """Settings, players and the calls of a random game."""
    rng = Random(number)
    chosen = {
        "mode": rng.choice(play.MODES),
        "variant": rng.choice(("area", "perimeter")),
        "targets": rng.choice(("50", "40/50/60")),
        "ends": rng.choice(("rounds", "rounds", "minutes", "points")),
        "rounds": rng.choice((1, 2, 4)),
        "minutes": 1,
        "points": rng.choice((1, 100, 250)),
        "step_seconds": rng.choice((15, 30)),
        "tolerance": rng.choice((0.5, 1.0, 2.0)),
        "visibility": rng.choice(("full", "spotlight")),
        "width": rng.choice((2.2, 2.2, 4.0)),
        **fixed,
    }
    drawn = [("human", rng.choice((1, 1500, 1890.5)))]
    others = (("human", 1200), ("fixed", rng.randrange(21)), ("adaptive", 0))
    drawn += [rng.choice(others) for _ in range(rng.randrange(4))]
    seed = f"game {number}"
    state = State.new(Settings(**chosen), players_of(drawn), seed=seed, registered=number % 3 > 0)
    return state, script(rng, state, rng.choice((USUAL, CALM, STORMY)))


games = st.integers(0, 10**6).map(drawn_game)


@FEWER
@given(game=games)
def test_states_survive_json_and_equal_states_hash_alike(game):
    """States are values: through JSON after every call, by the same calls made again, and after a restart."""
    state, calls = game
    again = State.from_json(state.to_json())
    seen = {state}
    for call in calls:
        before, text = state, state.to_json()
        state, again = called(state, *call), called(State.from_json(again.to_json()), *call)
        assert state == again
        assert hash(state) == hash(again)
        assert (state == before) == (state.to_json() == text)
        assert before.to_json() == text
        seen.add(state)
        assert again in seen
        assert state.view_json(0, None, (0.1, 0.2)) == again.view_json(0, None, (0.1, 0.2))


@FEWER
@given(game=games, stops=st.lists(st.integers(0, 250_000), max_size=5))
def test_advancing_in_one_step_or_in_many_is_the_same(game, stops):
    """C17, at any point of a game."""
    state, calls = game
    for call in calls[: len(calls) // 2]:
        state = called(state, *call)
    end = state.at_ms + max(stops, default=0)
    at_once, by_steps = state.advance(end), state
    for stop in sorted(stops):
        by_steps = by_steps.advance(state.at_ms + stop)
    assert by_steps.advance(end) == at_once == at_once.advance(end)
    by_deadlines = state
    while by_deadlines.next_deadline_ms is not None and by_deadlines.next_deadline_ms <= end:
        by_deadlines = by_deadlines.advance(by_deadlines.next_deadline_ms)
    assert by_deadlines.advance(end) == at_once


@FEWER
@given(game=games)
def test_a_late_host_changes_nothing(game):
    """C17: advancing before every call, on time, leaves the game as it is without."""
    state, calls = game
    often = state
    for call in calls:
        if call[-1] - 1 >= often.at_ms:
            often = often.advance(call[-1] - 1)
        before = state
        state, often = called(state, *call), called(often, *call)
        if state is not before:
            assert often == state
        else:  # refused: only the time that the host told differs
            assert often.advance(call[-1] + 1) == state.advance(call[-1] + 1)
            often = state


@FEWER
@given(game=games)
def test_totals_turns_and_lines_add_up(game):
    """C15, C30, C33: totals are sums of points, turns of rounds; charts begin at zero; the scoreboard is in order."""
    state, calls = game
    for call in calls:
        state = called(state, *call)
        history = state.history
        sums = [0.0] * len(state.players)
        for past in history:
            sums = [total + more for total, more in zip(sums, past.points, strict=True)]
            assert list(past.totals) == sums
            assert all(0 <= more <= 100 for more in past.points)
            assert past.started_ms <= (past.cut_ms or past.settled_ms) <= past.settled_ms
            assert (past.share is None) == (past.kind in ("timeout", "resigned")) == (past.cut_ms is None)
        assert list(state.scores) == sums
        running = [] if state.result is not None and len(history) == state.round else [state.cutter]
        turns = Counter([*(past.cutter for past in history), *running])
        assert list(state.turns) == [turns[seat] for seat in range(len(state.players))]
        assert [line.totals for line in points_progress(state)] == [
            (0.0, *(past.totals[seat] for past in history)) for seat in range(len(state.players))
        ]
        rows = scoreboard(state)
        assert [(row.rank, row.seat) for row in rows] == sorted((row.rank, row.seat) for row in rows)
        assert [row.total for row in rows] == sorted(sums, reverse=True)


@given(number=st.integers(0, 10**6), point=st.tuples(st.floats(-1.1, 1.1), st.floats(-1.1, 1.1)))
def test_the_shares_of_every_cut_sum_to_100(number, point):
    """C05, C14: in both variants, after some rounds, wherever the point is."""
    rng = Random(number)
    settings_ = Settings(mode=rng.choice(play.MODES), variant=rng.choice(("area", "perimeter")), rounds=50)
    state = State.new(settings_, players_of([("human", 1500)]), seed=f"shares {number}")
    for _ in range(number % 4):
        state = state.apply(0, play.good_cut(rng, state, "any"), state.at_ms)
    try:
        made = play.made(state, point)
    except GamecoreError:
        return
    assert sum(made.shares) == pytest.approx(100, abs=1e-7)
    assert sum(made.area_shares) == pytest.approx(100, abs=1e-7)
    assert sum(part.area for part in made.parts) == pytest.approx(state.shape.area, rel=1e-9)
    assert all(0 <= share <= 100 + 1e-9 for share in made.shares)


@FEWER
@given(game=games, quiet=st.integers(0, 30))
def test_the_game_always_ends(game, quiet):
    """C20: left alone at any point; but for a lone player's by points, in which nobody scores (10,000 rounds)."""
    state, calls = game
    for call in calls[:quiet]:
        state = called(state, *call)
    if state.settings.ends == "points" and sum(state.active) < 2:
        state = called(state, "end", state.at_ms)
    steps = 0
    while state.next_deadline_ms is not None:
        assert state.next_deadline_ms >= state.at_ms
        state = state.advance(state.next_deadline_ms)
        steps += 1
    assert steps <= 40
    assert state.result is not None
    with pytest.raises(GamecoreError, match="over"):
        state.apply(0, {"resign": True}, state.at_ms)


@FEWER
@given(number=st.integers(0, 10**6))
def test_ratings_do_not_depend_on_the_seats_and_sum_to_zero(number):
    """C22, C23: of whole games, unless somebody is at the floor."""
    state, calls = drawn_game(number, ends="rounds", rounds=2)
    for call in calls:
        state = called(state, *call)
    before = [player.rating for player in state.players]
    bots = [seat for seat, player in enumerate(state.players) if player.is_bot]
    after = project(before, state.result.scores, bots)
    humans = [seat for seat in range(len(before)) if seat not in bots]
    if all(after[seat].after > 1 for seat in humans):
        assert sum(after[seat].change for seat in humans) == pytest.approx(0, abs=1e-9)
    order = list(range(len(before)))
    Random(number).shuffle(order)
    shuffled = project(
        [before[seat] for seat in order],
        [state.result.scores[seat] for seat in order],
        [place for place, seat in enumerate(order) if seat in bots],
    )
    for place, seat in enumerate(order):
        assert shuffled[place].after == pytest.approx(after[seat].after, abs=1e-9)
    if len(humans) == 1:
        assert after[humans[0]].change == 0


def test_the_games_of_these_tests_meet_everything():
    """Or the properties above would hold for want of games."""
    met = Counter()
    for number in range(120):
        state, calls = drawn_game(number)
        for call in calls:
            state = called(state, *call)
        met[state.result.reason] += 1
        met[f"rated {state.result.rated}"] += 1
        met[state.settings.mode] += 1
        met.update(past.kind for past in state.history)
        met.update(answer for past in state.history for answer in past.answers)
        met.update(f"left while {left.phase}" for left in state.departures if left)
    wanted = {"rounds", "time", "points", "administrator", "abandoned", "rated True", "rated False", *play.MODES}
    wanted |= {"perfect", "estimated", "timeout", "resigned", "more", "less", "none", "not_asked", "automatic"}
    wanted |= {"left while cutting", "left while estimating"}
    assert wanted <= set(met), wanted - set(met)


KEPT = {
    "rounds": 3, "minutes": 1, "points": 100, "ends": "rounds", "variant": "area", "targets": "50",
    "cutter_score": 100, "deduction": 10, "estimate_score": 50, "step_seconds": 15, "tolerance": 1.0,
    "mode": "line_fixed_angle", "visibility": "full",
}  # fmt: skip


def humans_and_a_bot(seed="resigning", drawn=(("human", 1500), ("human", 1500), ("fixed", 10)), **fixed):
    return Pair({**KEPT, **fixed}, list(drawn), seed, 0, True)


def test_the_last_human_who_resigns_while_cutting_settles_the_awards_first():
    """C24, C19: the bot has its points, the game is unrated even in its last round; the model agrees throughout."""
    found = 0
    for number in range(12):
        pair = humans_and_a_bot(f"last {number}", [("human", 1500), ("fixed", 10)], rounds=1)
        cutter = pair.state.cutter
        assert pair.call("apply", 0, {"resign": True}, 10)
        result = pair.state.result
        assert (result.reason, result.rated) == ("abandoned", False)
        assert result.scores == ((0.0, 50.0) if cutter == 0 else (0.0, 0.0))
        assert len(pair.state.history) == (1 if cutter == 0 else 0)
        found |= 1 << cutter
    assert found == 3


def test_bots_learn_from_who_stayed_and_from_who_answered_before_leaving():
    """C26: of three humans, one answers and leaves, one leaves, one stays silent: two observations, one of them 0."""
    drawn = [("human", 1500)] * 4 + [("adaptive", 0)]
    number, pair = 0, humans_and_a_bot("learning 0", drawn)
    while pair.state.cutter == 4:
        number += 1
        pair = humans_and_a_bot(f"learning {number}", drawn)
    point, part = play.near_cut(pair.state, pair.state.target + 8)
    cutter = pair.state.cutter
    pair.call("apply", cutter, {"round": 1, "point": list(point), "part": part}, 1)
    right, gone, _ = [seat for seat in range(4) if seat != cutter]
    pair.call("apply", right, {"round": 1, "estimate": "more"}, 2)
    pair.call("apply", right, {"resign": True}, 3)
    pair.call("apply", gone, {"resign": True}, 4)
    pair.call("advance", pair.state.next_deadline_ms)
    learner = pair.state.learners[4]
    assert learner.estimating.weight == pytest.approx(0.9 + 2)
    assert learner.estimating.total == pytest.approx(0.9 * 0.5 + 1)
    assert learner.cutting.total == pytest.approx(0.9 * 5 + 8, abs=1e-6)
    assert learner.cutting.weight == pytest.approx(0.9 + 1)


def test_a_move_at_the_deadline_is_taken_and_one_later_is_not():
    """C17: cut and estimate, at exactly the last millisecond."""
    rng = Random(5)
    pair = humans_and_a_bot()
    while pair.state.cutter == 2:
        assert pair.call("advance", pair.state.next_deadline_ms)
    cut = play.good_cut(rng, pair.state, "near")
    while pair.state.phase == "cutting":
        cut = play.good_cut(rng, pair.state, "any")
        assert pair.call("apply", pair.state.cutter, cut, pair.state.next_deadline_ms)
    due = pair.state.next_deadline_ms
    seats = [seat for seat in range(3) if pair.state.on_move(seat)]
    assert pair.call("apply", seats[0], {"round": pair.state.round, "estimate": "more"}, due)
    assert pair.state.phase == "estimating"
    assert not pair.call("apply", seats[1], {"round": pair.state.round, "estimate": "more"}, due + 1)
    assert pair.call("advance", due)
    assert pair.state.history[-1].settled_ms == due
    assert pair.state.history[-1].answers[seats[1]] == "none"


@pytest.mark.parametrize(
    ("x", "kind", "points"),
    [
        (0.0, "perfect", 100),
        (0.02, "perfect", 90),  # 51 %, a point off, and the tolerance is one
        (-0.02, "perfect", 90),
        (0.02 + 1e-11, "perfect", 90),  # 5e-10 percentage points beyond: rounding
        (0.02 + 3e-11, "estimated", 90),
        (0.5, "estimated", 0),
        (-0.1, "estimated", 50),
    ],
)
def test_points_on_a_square_by_hand(x, kind, points):
    """C17, C18: a line at 90° leaves 50 + 50 x per cent of a square on its left."""
    square = Region(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))
    state = State.new(Settings(mode="line_fixed_angle"), players_of([("human", 1500)] * 2), seed="square")
    state = replace(state, shape=square, constraint=FixedAngle(90.0))
    cutter, other = state.cutter, 1 - state.cutter
    state = state.apply(cutter, {"round": 1, "point": [x, 0.0], "part": 0}, 1)  # the left part
    if kind == "estimated":
        assert state.phase == "estimating"
        state = state.apply(other, {"round": 1, "estimate": "more" if x > 0 else "less"}, 2)
    past = state.history[0]
    assert past.kind == kind
    assert past.share == pytest.approx(50 + 50 * x, abs=1e-9)
    assert past.points[cutter] == pytest.approx(points, abs=1e-7)
    assert past.points[other] == (50 if kind == "estimated" else 0)


def test_a_time_limit_lets_the_running_round_end():
    """C20: the limit in the middle of a round, and exactly at a settlement."""
    pair = humans_and_a_bot(ends="minutes", step_seconds=60)
    pair.call("apply", pair.state.cutter, play.good_cut(Random(1), pair.state, "near"), 59_999)
    if pair.state.phase == "estimating":
        assert pair.state.result is None
        pair.call("advance", 60_000)
        assert pair.state.result is None
        pair.call("advance", 59_999 + 60_000)
    assert pair.state.result.reason == "time"
    exact = humans_and_a_bot(ends="minutes", step_seconds=60)
    exact.call("advance", 60_000)
    assert exact.state.result.reason == "time"
    assert exact.state.result.ended_ms == 60_000
    assert exact.state.round == 1


def _long_games():
    place = Path(__file__).parents[2] / "benchmarks" / "long_games.py"
    spec = importlib.util.spec_from_file_location("cutting_long_games", place)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("mode", play.MODES)
def test_long_games_of_bots_end_naturally(mode):
    """C07, C13, C28: no refused move of a bot, no shape below the fill limit; all of it in benchmarks/long_games.py."""
    report = _long_games().batch(mode, range(20 if THOROUGH else 2), 100 if THOROUGH else 40)
    assert not report.failures
    assert len(report.fills) == (2_000 if THOROUGH else 80)
    assert min(report.fills) >= 0.001
