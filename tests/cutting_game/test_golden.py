"""Golden playthroughs replayed: what every player and a spectator see at each event (C05-C36, C40)."""

import json

import pytest

from gamecore.cutting.state import State

from .golden import FOLDER, GAMES, begun, played, rounded
from .matches import Pair
from .play import CUT_FAULTS, MODES


def read(name):
    """The lines of a file, and its game's settings, players, seed, start and calls."""
    path = FOLDER / f"{name}.jsonl"
    assert path.exists(), f"{path} is missing: python -m tests.cutting_game.golden --write"
    lines = path.read_bytes().decode().splitlines()
    objects = [json.loads(line) for line in lines]
    head = objects[0]
    calls = [entry["call"] for entry in objects if "call" in entry]
    return lines, (head["settings"], head["players"], head["seed"], head["at_ms"], calls)


def test_every_golden_game_is_there_and_no_other():
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(GAMES)
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_000_000


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_line_by_line(name):
    """The calls come from the file, so it holds whatever becomes of the script that made it."""
    lines, game = read(name)
    for number, (line, now) in enumerate(zip(lines[:-1], played(*game), strict=False), start=1):
        assert now == line, f"{name}.jsonl, line {number}"


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_what_the_rules_say(name):
    """The naive model plays it too; the saved end can be read, and is the end of the game."""
    lines, (settings, drawn, seed, start, calls) = read(name)
    pair = Pair({**_defaults(), **settings}, drawn, seed, start, True)
    refusals = [json.loads(line)["refused"] for line in lines if line.startswith('{"call"')]
    for call, refused in zip(calls, refusals, strict=True):
        if refused is not None and refused.startswith("$"):  # no move at all; the model knows none
            continue
        assert pair.call(*call) is (refused is None)
    assert pair.model.over
    saved = json.loads(lines[-1])["saved"]
    assert rounded(json.loads(saved)) == rounded(json.loads(pair.state.to_json()))
    assert State.from_json(pair.state.to_json()) == pair.state


def _defaults():
    state = begun({}, [("human", 1500)], "", 0)
    return {name: getattr(state.settings, name) for name in state.settings.__struct_fields__}


def test_the_golden_games_show_the_whole_range():
    """Every mode, both variants, all natural ends and another, refusals, all kinds of rounds and answers."""
    texts = {name: "\n".join(read(name)[0]) for name in GAMES}
    ends = [json.loads(json.loads(text.splitlines()[-1])["saved"]) for text in texts.values()]
    assert {state["settings"]["mode"] for state in ends} == set(MODES)
    assert {state["settings"]["variant"] for state in ends} == {"area", "perimeter"}
    assert {state["result"]["reason"] for state in ends} >= {"rounds", "time", "points"}
    kinds = {past["kind"] for state in ends for past in state["history"]}
    assert kinds == {"perfect", "estimated", "timeout", "resigned"}
    answers = {answer for state in ends for past in state["history"] for answer in past["answers"]}
    assert answers == {None, "more", "less", "none", "not_asked", "automatic"}
    everything = "".join(texts.values())
    for reason in (*CUT_FAULTS, "wrong_phase", "not_on_move", "unknown_seat"):
        assert f'"refused":"{reason}' in everything, reason
