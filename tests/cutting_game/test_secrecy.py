"""Nobody learns what is hidden (C34, C36, C40): pairs of games that differ in what a viewer may not know."""

import json
from math import cos, dist, hypot, radians, sin
from random import Random

import msgspec
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gamecore import cutting
from gamecore.cutting import panel
from gamecore.cutting.rounds import choose
from gamecore.cutting.settings import Settings
from gamecore.cutting.state import State
from gamecore.errors import DegenerateCut, GamecoreError, IllegalMove
from gamecore.geometry import Line, Region

from . import oracle, play
from .matches import players_of

SEED = "5eed-never-to-be-seen-0123456789abcdef"
TIMES = (0, 1, 2_500, 40_000, 10**9)
POINTERS = (None, (0.0, 0.0), (0.9, -0.7), (-1.1, 1.1), (3.0, 3.0))
replace = msgspec.structs.replace
chances = st.integers(0, 2**20).map(Random)


def outward(state, but=None, pointers=POINTERS):
    """All that anybody but one seat can get to see of a state, now and later, as text."""
    seen = [repr(state), str(state), f"{state}", str(list(state.__rich_repr__())), str(state.next_deadline_ms)]
    for viewer in (None, *range(len(state.players))):
        if viewer is None or viewer != but:
            times = [state.at_ms + later for later in TIMES]
            seen += [state.view_json(viewer, at_ms, pointer) for at_ms in times for pointer in pointers]
    seen += [repr(panel.panel(state, state.at_ms + later)) for later in TIMES]
    seen += [repr(panel.scoreboard(state)), repr(panel.points_progress(state)), repr(panel.bot_boxes(state))]
    return seen


def message(call, *arguments):
    """The error that a call meets, in words, or None."""
    try:
        call(*arguments)
    except GamecoreError as error:
        return (type(error).__name__, str(error), repr(error), sorted(map(str, error.__dict__.items())))
    return None


def probes(state, but):
    """Errors of calls by which the others might try to find out."""
    number = state.round
    moves = (
        {"round": number, "estimate": "maybe"},
        {"round": number + 1, "estimate": "more"},
        {"round": number, "point": [0, 0], "part": 0},
        "{",
    )
    found = [
        message(state.apply, seat, move, state.at_ms)
        for seat in range(len(state.players))
        for move in moves
        if seat != but
    ]
    found += [message(state.apply, but, move, state.at_ms) for move in moves]
    found += [message(state.apply, 99, moves[0], state.at_ms), message(state.view, 0, state.at_ms - 1)]
    return [*found, message(state.apply, state.cutter, {"round": number, "estimate": "more"}, state.at_ms)]


def game(rng, **fixed):
    """A game some rounds on, in the phase that a round begins with."""
    chosen = {
        "mode": rng.choice(play.MODES),
        "variant": rng.choice(("area", "perimeter")),
        "targets": rng.choice(("50", "40/50/60")),
        "visibility": rng.choice(("full", "spotlight")),
        "width": rng.choice((2.2, 2.2, 3.0)),
        **fixed,
    }
    drawn = [("human", 1500)] * rng.choice((2, 3, 4)) + [("fixed", 10)] * rng.randrange(2)
    state = State.new(Settings(**chosen), players_of(drawn), seed=SEED)
    for _ in range(rng.randrange(4)):
        state = state.apply(state.cutter, play.good_cut(rng, state, rng.choice(("any", "perfect"))), state.at_ms + 500)
        state = state.advance(state.next_deadline_ms) if state.phase == "estimating" else state
    return state


def estimating(rng, **fixed):
    """The same while estimates are waited for."""
    state = game(rng, **fixed)
    for _ in range(20):
        state = state.apply(state.cutter, play.good_cut(rng, state, "any"), state.at_ms + 500)
        if state.phase == "estimating":
            return state
    return assume(False)


@given(rng=chances)
def test_games_that_differ_in_an_estimate_look_the_same_to_all_the_others(rng):
    """C40: until settlement, whatever happens; and then they differ."""
    state = estimating(rng, rounds=30)
    waiting = [seat for seat in range(len(state.players)) if state.on_move(seat)]
    assume(len(waiting) >= 2)
    seat = rng.choice(waiting)
    one, other = (
        state.apply(seat, {"round": state.round, "estimate": said}, state.at_ms + 300) for said in ("more", "less")
    )
    assert one != other
    assert one.view(seat)["body"]["estimate"] == "more"
    assert other.view(seat)["body"]["estimate"] == "less"
    if rng.random() < 0.3:  # even if it then leaves
        one, other = (now.apply(seat, {"resign": True}, now.at_ms + 1) for now in (one, other))
    waiting.remove(seat)
    while one.round == state.round and one.result is None:
        assert outward(one, seat) == outward(other, seat)
        assert probes(one, seat) == probes(other, seat)
        if rng.random() < 0.2:
            one, other = (now.advance(now.next_deadline_ms) for now in (one, other))
        else:
            move = {"round": state.round, "estimate": rng.choice(("more", "less"))}
            mine = waiting.pop()
            one, other = (now.apply(mine, move, now.at_ms + 200) for now in (one, other))
    assert one.history[-1].answers[seat] == "more"
    assert other.history[-1].answers[seat] == "less"
    assert outward(one, seat) != outward(other, seat)  # the comparison can tell


@given(rng=chances)
def test_no_share_is_told_before_settlement(rng):
    """C40: a share that is another one changes nothing that anybody sees, nor a bot's delay."""
    state = estimating(rng)
    other = replace(state, chosen=replace(state.chosen, share=state.target + 7.25))
    assert outward(state) == outward(other)
    seat = next(seat for seat in range(len(state.players)) if state.on_move(seat))
    move = {"round": state.round, "estimate": "more"}
    state, other = (now.apply(seat, move, now.at_ms) for now in (state, other))
    assert (outward(state) == outward(other)) is (state.phase == "estimating")


@given(rng=chances)
def test_what_is_drawn_later_is_not_told(rng):
    """C40: two games with the same past and another future differ in the commitment to their seed alone."""
    state = game(rng)
    other = replace(state, seed=SEED[::-1])
    for viewer in (None, 0):
        mine, theirs = (now.view(viewer, None, (0.1, 0.1)) for now in (state, other))
        assert mine["body"].pop("commitment") != theirs["body"].pop("commitment")
        assert mine == theirs
    assert SEED not in str(outward(state))


def board(state, pointer, seat=None):
    return state.view(seat, None, pointer)["body"].get("board")


@given(rng=chances)
def test_without_a_pointer_there_is_no_geometry(rng):
    """C34: nor with one outside the canvas; then two games of any two shapes and cuts look the same."""
    state = estimating(rng, visibility="spotlight") if rng.random() < 0.5 else game(rng, visibility="spotlight")
    another = estimating(rng, visibility="spotlight", mode=state.settings.mode)
    other = replace(state, shape=another.shape, constraint=another.constraint)
    if state.chosen is not None:
        other = replace(other, chosen=replace(another.chosen, at_ms=state.chosen.at_ms))
    outside = (state.settings.width / 2 + 1e-9, 0.0)
    assert outward(state, None, (None, outside)) == outward(other, None, (None, outside))
    assert board(state, None) is None
    assert board(state, outside) is None


def numbers(value):
    """All edges and points of a board as pairs."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("degrees",):
                yield from numbers(inner)
    elif isinstance(value, list):
        if len(value) >= 2 and all(type(item) in (int, float) for item in value):
            yield value[0], value[1]
        else:
            for inner in value:
                yield from numbers(inner)


@given(rng=chances)
def test_the_light_shows_nothing_outside_the_disc(rng):
    """C34: radius 20 % of the shorter side; no vertex, no point beyond it, and no number that is not geometry."""
    state = estimating(rng, visibility="spotlight") if rng.random() < 0.5 else game(rng, visibility="spotlight")
    pointer = play.anywhere(rng, state.settings.canvas)
    radius = 0.2 * min(state.settings.width, state.settings.height)
    for seat in (None, *range(len(state.players))):
        lit = board(state, pointer, seat)
        assert lit is not None
        assert set(lit) <= {"shape", "fixed", "degrees", "supports", "selected", "cut", "point", "highlight"}
        assert all(dist(place, pointer) <= radius + 2e-6 for place in numbers(lit))
        assert all(set(area) <= {"outer", "holes"} for area in (*lit["shape"], *lit.get("selected", ())))
        # what is lit of the shape is all of it: its area, by shapely
        shown = sum(abs(_signed(area["outer"])) - sum(abs(_signed(h)) for h in area["holes"]) for area in lit["shape"])
        assert abs(shown - _lit_area(state.shape, pointer, radius)) < 2e-3


def _signed(loop):
    points = oracle.ring([(*edge[:2], edge[2] if len(edge) > 2 else 0.0, 0) for edge in loop], 64)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True)) / 2


def _lit_area(shape, pointer, radius):
    """By shapely."""
    return oracle.polygon(shape).intersection(oracle.disc(pointer, radius)).area


@given(rng=chances)
def test_shapes_that_differ_outside_the_disc_look_the_same(rng):
    """C34: the shape loses what lies beyond a line that does not meet the disc; all bytes stay as they are."""
    state = estimating(rng, visibility="spotlight") if rng.random() < 0.5 else game(rng, visibility="spotlight")
    radius = 0.2 * min(state.settings.width, state.settings.height)
    compared = 0
    for _ in range(12):
        pointer = play.anywhere(rng, state.settings.canvas)
        other = _otherwise(rng, state, pointer, radius)
        if other is None:
            continue
        assert other.shape != state.shape
        for seat in (None, *range(len(state.players))):
            if seat == state.cutter or not _supports_are_near(state, other, pointer, radius):
                assert state.view_json(seat, None, pointer) == other.view_json(seat, None, pointer)
        assert outward(state, None, (None,)) == outward(other, None, (None,))
        compared += 1
        if compared == 3:
            return
    assume(compared)


def test_where_an_outline_begins_is_not_told():
    """C34: of a comb, whose teeth are in the light and whose back is not, in whatever order its corners come."""
    state = State.new(Settings(visibility="spotlight"), players_of([("human", 1500)]), seed=SEED)
    comb = ((-1, -1), (1, -1), (1, 0.5), (0.9, 0.5), (0.3, -0.9), (0.2, 0.5), (0.1, 0.5), (0, -0.9), (-0.2, 0.5))
    seen = set()
    for first in range(len(comb)):
        other = replace(state, shape=Region((*comb[first:], *comb[:first])))
        seen.add(other.view_json(0, None, (0.1, 0.3)))
    assert len(seen) == 1
    assert len(board(other, (0.1, 0.3), 0)["shape"]) >= 2


def _otherwise(rng, state, pointer, radius):
    """A state whose shape, and so cut, share and number of the part, is another one outside the disc; or None."""
    away, turn = radius + rng.uniform(0.01, 0.5), rng.uniform(0, 6.3)
    normal = (cos(turn), sin(turn))
    foot = (pointer[0] + away * normal[0], pointer[1] + away * normal[1])
    try:
        parts = state.shape.split(Line(foot, (foot[0] - normal[1], foot[1] + normal[0])))
    except DegenerateCut:
        return None
    lit = _shown(state.shape, pointer, radius)
    kept = [part for part in parts if len(parts) > 1 and _shown(part, pointer, radius) == lit]
    if not kept:
        return None
    shape = kept[0].settled()
    other = replace(state, shape=shape)
    if state.chosen is None:
        return other
    chosen, options = state.chosen, state.settings
    try:
        made = cutting.cut(shape, state.constraint, chosen.point, options.variant, options.canvas)
    except IllegalMove:
        return None
    lit = _shown(chosen.region, pointer, radius)
    for part, region in enumerate(made.parts):
        if made.selectable[part] and _shown(region, pointer, radius) == lit:
            again = choose(shape, state.constraint, chosen.point, part, options.variant, options.canvas, chosen.at_ms)
            return replace(other, chosen=again)
    return None


def _shown(region, pointer, radius):
    """The area inside a slightly larger disc, by shapely: how the test tells which part is the one that is seen."""
    around = shapely.Point(pointer).buffer(radius, 16)
    chords = shapely.Polygon(oracle.ring(region.outer, 16), [oracle.ring(hole, 16) for hole in region.holes])
    return round(oracle.valid(chords).intersection(around).area, 7)


def _supports_are_near(state, other, pointer, radius):
    """C36: whether the support lines of either pass through the disc; then it is they that may differ."""
    if state.settings.mode != "line_fixed_angle" or state.chosen is not None:
        return False
    turn = radians(state.constraint.degrees)
    heights = [-sin(turn) * x + cos(turn) * y for now in (state, other) for x, y in now.shape.vertices]
    mine = -sin(turn) * pointer[0] + cos(turn) * pointer[1]
    return any(abs(height - mine) <= radius + 1e-6 for height in heights)


@given(rng=chances)
def test_fixed_points_outside_the_disc_are_not_told(rng):
    """C34: the server's point, or points, moved about where it is dark."""
    mode = rng.choice([mode for mode in play.MODES if mode != "line_fixed_angle"])
    state = game(rng, visibility="spotlight", mode=mode)
    radius = 0.2 * min(state.settings.width, state.settings.height)
    pointer = play.anywhere(rng, state.settings.canvas)
    moved = {
        name: play.anywhere(rng, state.settings.canvas)
        for name in state.constraint.__struct_fields__
        if dist(getattr(state.constraint, name), pointer) > radius
    }
    assume(moved and all(dist(place, pointer) > radius for place in moved.values()))
    other = replace(state, constraint=replace(state.constraint, **moved))
    for seat in (None, *range(len(state.players))):
        assert state.view_json(seat, None, pointer) == other.view_json(seat, None, pointer)


@pytest.mark.parametrize("mode", play.MODES)
def test_a_refused_cut_tells_no_more_than_its_reason_under_spotlight(mode):
    """C34: how many parts there are, or how thin they are, is not for the cutter to know."""
    rng = Random(mode)
    told = 0
    for _ in range(40):
        state = game(rng, mode=mode, visibility="spotlight")
        for reason in play.CUT_FAULTS:
            move = play.wrong_cut(rng, state, reason)
            if move is None or reason == "wrong_round":
                continue
            with pytest.raises(IllegalMove) as caught:
                state.apply(state.cutter, move, state.at_ms)
            assert str(caught.value) == caught.value.reason
            told += 1
        if told > 20:
            return
    raise AssertionError("no cut was refused")


def test_a_finished_game_shows_all():
    """C34: its boards are complete, with or without a pointer, and the seed verifies."""
    for mode in play.MODES:
        settings_ = Settings(mode=mode, visibility="spotlight", rounds=1)
        state = State.new(settings_, players_of([("human", 1500), ("human", 1500)]), seed=SEED)
        dark = board(state, None)
        state = state.apply(state.cutter, play.good_cut(Random(1), state, "near"), 5)
        if state.result is None:
            state = state.advance(state.next_deadline_ms)
        body = state.view(0)["body"]
        assert dark is None
        assert body["board"]["shape"] == [json.loads(state.shape.to_json())]
        assert body["seed"] == SEED


def test_past_perfect_cuts_are_complete_under_spotlight():
    """C31: even without a pointer, while the live board keeps its Spotlight."""
    state = State.new(Settings(visibility="spotlight"), players_of([("human", 1500)] * 2), seed=SEED)
    shape = state.shape
    state = state.apply(state.cutter, play.good_cut(Random(2), state, "perfect"), 5)
    body = state.view(None)["body"]
    assert body["perfect_cuts"][0]["shape"] == json.loads(shape.to_json())
    assert body["perfect_cuts"][0]["selected"]["outer"]
    assert "board" not in body


@settings(max_examples=settings().max_examples // 3)
@given(rng=chances)
def test_support_lines_are_for_all_but_the_cutter(rng):
    """C36: at the angle, touching opposite extremes, while cutting only, in that mode only."""
    state = game(rng, visibility="full")
    for seat in (None, *range(len(state.players))):
        lines = board(state, None, seat).get("supports", [])
        assert bool(lines) is (state.settings.mode == "line_fixed_angle" and seat != state.cutter)
        if lines:
            assert len(lines) == 2
            turn = radians(state.constraint.degrees)
            heights = [-sin(turn) * x + cos(turn) * y for x, y in state.shape.vertices]
            for line, extreme in zip(lines, (min(heights), max(heights)), strict=True):
                (ax, ay), (bx, by) = line[0][:2], line[1][:2]
                assert abs((by - ay) * cos(turn) - (bx - ax) * sin(turn)) < 1e-9 * hypot(bx - ax, by - ay) + 1e-12
                assert abs(-sin(turn) * ax + cos(turn) * ay - extreme) < 1e-9
    state = estimating(rng, mode="line_fixed_angle", visibility="full")
    assert "supports" not in board(state, None, None)
