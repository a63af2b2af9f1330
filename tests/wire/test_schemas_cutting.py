"""The JSON Schemas of the cutting game: what the code produces validates, and what it refuses does not (C40, C12)."""

import json

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamecore
from gamecore import cutting, wire
from gamecore.cutting import perfect, rounds, view
from gamecore.errors import InvalidSettings, MalformedMove

VALIDATORS = {name: jsonschema.Draft202012Validator(wire.schema(name)) for name in wire.SCHEMAS if "cutting" in name}
MOVE, SETTINGS = VALIDATORS["cutting-move"], VALIDATORS["cutting-settings"]


def valid(name, value):
    error = jsonschema.exceptions.best_match(VALIDATORS[name].iter_errors(value))
    assert error is None, f"{error.json_path}: {error.message}"


def shape(schema):
    """A schema without its texts."""
    if isinstance(schema, dict):
        return {key: shape(value) for key, value in schema.items() if key not in {"$schema", "title", "description"}}
    return [shape(value) for value in schema] if isinstance(schema, list | tuple) else schema


def test_the_schema_of_states_is_that_of_the_code_but_for_what_constructors_check():
    ours, codes = shape(wire.schema("cutting-state")), shape(msgspec.json.schema(cutting.State))
    for name in ("Settings", "Player", "BotSettings"):
        mine, theirs = ours["$defs"].pop(name), codes["$defs"].pop(name)
        assert list(mine["properties"]) == list(theirs["properties"])
        defaults = [{key: one.get("default") for key, one in kept["properties"].items()} for kept in (mine, theirs)]
        assert defaults[0] == defaults[1]
        if name == "Settings":
            assert mine["properties"] == shape(wire.schema("cutting-settings"))["properties"]
    assert ours == json.loads(json.dumps(codes))


def test_the_schema_of_views_has_the_fields_of_the_code():
    defs = wire.schema("cutting-view")["$defs"]
    kinds = (view.Observation, view.Body, view.Board, view.Match, view.Environment, perfect.PerfectPicture)
    for kind in (*kinds, perfect.Celebration, rounds.Round, cutting.GameResult, cutting.Player, cutting.Settings):
        schema = defs[kind.__name__]
        assert list(schema["properties"]) == list(kind.__struct_fields__)
        assert schema["additionalProperties"] is False
        needed = kind.__struct_fields__[: len(kind.__struct_fields__) - len(kind.__struct_defaults__)]
        assert schema.get("required", []) == list(needed)


POINTS = st.one_of(st.none(), st.tuples(st.floats(-1.1, 1.1), st.floats(-1.1, 1.1)))


@given(st.data())
def test_c40_every_view_and_state_of_a_game_validates(data):
    """Of random games, at every state, for a player and for spectators, under Spotlight and not."""
    drawn = {
        "mode": st.sampled_from(tuple(cutting.MODES)),
        "variant": st.sampled_from(cutting.VARIANTS),
        "visibility": st.sampled_from(("full", "spotlight")),
        "targets": st.sampled_from(("50", "40/50/60")),
        "tolerance": st.sampled_from((0.5, 1, 2)),
        "rounds": st.integers(1, 4),
    }
    settings = cutting.Settings(**data.draw(st.fixed_dictionaries(drawn)))
    valid("cutting-settings", json.loads(settings.to_json()))
    seats = [cutting.Player.human("a", "Ann"), cutting.Player.human("b", "Bob", 1700), cutting.Player.robot(1)]
    state = cutting.State.new(settings, seats, seed=data.draw(st.text(st.characters(codec="utf-8"), max_size=4)))
    now = 0
    for _ in range(data.draw(st.integers(0, 8))):
        now += data.draw(st.integers(0, 5_000))
        kind = data.draw(st.sampled_from(["play", "play", "play", "play", "resign", "advance", "end"]))
        try:
            if kind == "advance":
                now = max(now, state.next_deadline_ms or 0)
                state = state.advance(now)
            elif kind == "end":
                state = state.end(now)
            else:
                move = {"resign": True}
                seat = next((seat for seat in range(3) if state.on_move(seat)), 0)
                if kind == "play" and state.phase == "cutting":
                    goal = state.target + data.draw(st.sampled_from((0, 8, -11)))
                    given_ = state.shape, state.constraint, goal, settings.variant, settings.canvas
                    move = cutting.CutMove(state.round, *cutting.closest_cut(*given_)).to_dict()
                elif kind == "play":
                    move = {"round": state.round, "estimate": data.draw(st.sampled_from(("more", "less")))}
                valid("cutting-move", move)
                state = state.apply(seat, move, now)
        except gamecore.GamecoreError:
            break
        valid("cutting-view", state.view(data.draw(st.integers(0, 2)), now, data.draw(POINTS)))
        valid("cutting-view", state.view(None, now + 5))
        valid("cutting-state", json.loads(state.to_json()))


@pytest.mark.parametrize("mode", list(cutting.MODES))
def test_c40_a_view_with_more_than_the_text_names_does_not_validate(mode):
    seats = [cutting.Player.human("a"), cutting.Player.robot(1)]
    state = cutting.State.new(cutting.Settings(mode=mode), seats, seed="a")
    seen = state.view(None)
    body = seen["body"]
    for place in (seen, body, seen["match"], body["board"], body["board"]["shape"][0], body["settings"]):
        place["more"] = 1
        assert not VALIDATORS["cutting-view"].is_valid(seen)
        del place["more"]
    valid("cutting-view", seen)
    body["seed"] = "a"  # without a result
    assert not VALIDATORS["cutting-view"].is_valid(seen)


integers = st.one_of(st.integers(-2, 5), st.sampled_from([10**9, 10**9 + 1, -(10**9) - 1, 2**70]))
odd = st.one_of(st.none(), st.booleans(), integers, st.text(max_size=3), st.just([]), st.just({}), st.just(0.5))
numbers = st.one_of(st.floats(allow_nan=False, allow_infinity=False), integers)
points = st.lists(numbers, min_size=2, max_size=2) | st.lists(numbers | odd, max_size=3) | odd
moves = st.one_of(
    odd,
    st.fixed_dictionaries({"round": integers, "point": points, "part": integers}),
    st.fixed_dictionaries({"round": integers | odd, "point": points, "part": integers | odd}),
    st.fixed_dictionaries({"round": integers | odd, "estimate": st.sampled_from(("more", "less", "More")) | odd}),
    st.dictionaries(st.sampled_from(["round", "point", "part", "estimate", "resign", "x"]), odd | st.just(True)),
)


@given(moves)
def test_c12_a_move_validates_exactly_if_it_is_not_malformed(move):
    """But for what docs/schemas.md lists: numbers such as 1.0 for integers, keys given twice, huge numbers."""
    for given_ in (move, json.dumps(move)):
        try:
            cutting.parse_move(given_)
        except MalformedMove:
            assert not MOVE.is_valid(move)
        else:
            valid("cutting-move", move)


FIELDS = cutting.Settings.__struct_fields__
VALUES = st.sampled_from(
    (0, 1, 5, 10, 15, 16, 30, 60, 100, 101, 0.5, 2, 2.2, 4.0, 4.5, 10_000, "area", "perimeter", "full", "spotlight",
     "50", "40/50/60", "rounds", "minutes", "points", *cutting.MODES)
)  # fmt: skip


@given(st.dictionaries(st.sampled_from([*FIELDS, "x"]), VALUES | odd, max_size=4))
def test_c01_settings_validate_exactly_if_they_are_taken(settings):
    try:
        cutting.Settings.from_json(settings)
    except InvalidSettings:
        whole = {"rounds", "minutes", "points", "cutter_score", "estimate_score", "deduction", "step_seconds"}
        fractions = any(type(settings.get(field)) is float for field in whole)
        assert fractions or not SETTINGS.is_valid(settings)
    else:
        valid("cutting-settings", settings)
