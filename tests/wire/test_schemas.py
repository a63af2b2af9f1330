"""The JSON Schemas of the package: what the code produces validates, and what it refuses does not (P08, P24)."""

import json
from itertools import islice
from pathlib import Path

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamecore
from gamecore import polyfit, wire
from gamecore.errors import InvalidOptions, MalformedMove
from gamecore.record.lines import Line

FOLDER = Path(gamecore.__file__).parent / "schemas"
VALIDATORS = {name: jsonschema.Draft202012Validator(wire.schema(name)) for name in wire.SCHEMAS}
MOVE = VALIDATORS["polyfit-move"]
RECORDS = Path(__file__).parents[1] / "record" / "fixtures"


def valid(name, value):
    error = jsonschema.exceptions.best_match(VALIDATORS[name].iter_errors(value))
    assert error is None, f"{error.json_path}: {error.message}"


def test_each_is_a_schema_and_each_file_has_a_name():
    assert {path.stem for path in FOLDER.iterdir()} == set(wire.SCHEMAS)
    for name in wire.SCHEMAS:
        jsonschema.Draft202012Validator.check_schema(wire.schema(name))
    with pytest.raises(KeyError):
        wire.schema("../py.typed")


def shape(schema):
    """A schema without its texts."""
    if isinstance(schema, dict):
        return {key: shape(value) for key, value in schema.items() if key not in {"$schema", "title", "description"}}
    return [shape(value) for value in schema] if isinstance(schema, list) else schema


def test_the_schema_of_records_is_that_of_the_code():
    described = lambda schema: json.loads(json.dumps(shape(schema)))  # noqa: E731
    assert described(wire.schema("record")) == described(msgspec.json.schema(Line))


def test_the_schema_of_states_is_that_of_the_code_but_for_the_options():
    ours, codes = shape(wire.schema("polyfit-state")), shape(msgspec.json.schema(polyfit.State))
    options = ours["$defs"].pop("Options")
    codes["$defs"].pop("Options")
    assert ours == json.loads(json.dumps(codes))
    assert options["properties"] == shape(wire.schema("polyfit-options"))["properties"]


@given(st.data())
def test_p24_every_view_and_state_of_a_game_validates(data):
    """Of random games, at every state, for a seat and for spectators."""
    players = data.draw(st.integers(2, 4))
    options = polyfit.Options(rounds=3, difficulty=data.draw(st.sampled_from(["easy", "normal"])), players=players)
    valid("polyfit-options", json.loads(options.to_json()))
    state = polyfit.State.new(options, seed=data.draw(st.text(st.characters(codec="utf-8"), max_size=4)))
    now = 0
    for _ in range(data.draw(st.integers(0, 15))):
        now += data.draw(st.integers(0, 30_000))
        seat = data.draw(st.integers(0, players - 1))
        kind = data.draw(st.sampled_from(["solve", "pass", "pass", "resign", "forfeit", "advance"]))
        if kind == "solve":
            move = polyfit.solve(state.puzzle).move(state.round)
            valid("polyfit-move", move)
        elif kind == "pass":
            move = {"round": state.round, "pass": True}
        else:
            move = {"resign": True}
        try:
            if kind == "advance":
                state = state.advance(now)
            else:
                state = state.forfeit(seat, now) if kind == "forfeit" else state.apply(seat, move, now)
        except polyfit.IllegalMove:
            continue
        except gamecore.GamecoreError:
            break
        valid("polyfit-view", state.view(seat))
        valid("polyfit-view", state.view(None, now + 5))
        valid("polyfit-puzzle", state.view(None)["body"]["puzzle"])
        valid("polyfit-state", json.loads(state.to_json()))


def test_p24_a_view_with_more_than_the_text_names_does_not_validate():
    view = polyfit.State.new(seed="a").view(None)
    for place in (view, view["body"], view["match"], view["body"]["puzzle"], view["body"]["puzzle"]["pieces"][0]):
        place["more"] = 1
        assert not VALIDATORS["polyfit-view"].is_valid(view)
        del place["more"]
    valid("polyfit-view", view)
    view["body"]["seed"] = "a"  # without a result
    assert not VALIDATORS["polyfit-view"].is_valid(view)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("v1-*.jsonl")), ids=lambda path: path.name)
def test_records_validate_line_by_line(path):
    for line in path.read_text().splitlines(keepends=True):
        if line.endswith("\n"):
            valid("record", json.loads(line))


integers = st.one_of(st.integers(-2, 5), st.sampled_from([10**9, 10**9 + 1, -(10**9) - 1, 2**70]))
odd = st.one_of(st.none(), st.booleans(), integers, st.text(max_size=3), st.just([]), st.just({}), st.just(0.5))
pieces = st.one_of(st.text(st.characters(codec="utf-8"), max_size=3), st.sampled_from(["x" * 64, "x" * 65]))
placements = st.fixed_dictionaries(
    {
        "piece": pieces | odd,
        "rotation": integers | odd,
        "flip": st.booleans() | odd,
        "anchor": st.lists(integers, min_size=2, max_size=2) | st.lists(integers | odd, max_size=3) | odd,
    }
)
fine = st.fixed_dictionaries(
    {
        "piece": pieces,
        "rotation": st.integers(0, 3),
        "flip": st.booleans(),
        "anchor": st.lists(st.integers(-(10**9), 10**9), min_size=2, max_size=2),
    }
)
moves = st.one_of(
    odd,
    st.fixed_dictionaries({"round": integers, "placements": st.lists(fine, max_size=3)}),
    st.fixed_dictionaries({"round": integers, "placements": st.lists(fine | placements, max_size=3)}),
    st.fixed_dictionaries({"round": integers | odd, "pass": odd}),
    st.dictionaries(st.sampled_from(["round", "pass", "resign", "placements", "more"]), odd | st.just(True)),
)


@given(moves)
def test_p08_a_move_validates_exactly_if_it_is_not_malformed(move):
    """But for what docs/schemas.md lists: numbers such as 1.0, keys given twice, and too many placements."""
    for given_ in (move, json.dumps(move)):
        try:
            polyfit.parse_move(given_, 12)
        except MalformedMove:
            assert not MOVE.is_valid(move)
        else:
            valid("polyfit-move", move)


@given(
    st.dictionaries(st.sampled_from(["rounds", "players", "round_seconds", "bank_ms", "x"]), st.integers(0, 31) | odd)
)
def test_options_validate_exactly_if_they_are_taken(options):
    """But for a bank that is too low for the other options."""
    try:
        polyfit.Options.from_json(options)
    except InvalidOptions as error:
        assert error.field == "bank_ms" or not VALIDATORS["polyfit-options"].is_valid(options)
    else:
        valid("polyfit-options", options)


def test_the_puzzles_on_disk_validate(data_folder):
    paths = sorted((data_folder / "cases").glob("*.json"))
    assert paths
    for path in islice(paths, 0, None, 8):
        document = json.loads(path.read_text())
        polyfit.Puzzle.from_json(document)
        valid("polyfit-puzzle", document.get("puzzle", document))
