"""Golden playthroughs replayed: what every seat and a spectator see at each event, byte for byte (P02, P10-P25)."""

import json

import pytest

from gamecore import polyfit

from .compare import agree
from .golden import FOLDER, GAMES, played
from .model import Refused
from .play import ILLEGAL
from .scripts import new_match


def read(name):
    """The lines of a file, and its match's options, seed, start and calls."""
    path = FOLDER / f"{name}.jsonl"
    assert path.exists(), f"{path} is missing: python -m tests.polyfit_game.golden --write"
    lines = path.read_bytes().decode().splitlines()
    objects = [json.loads(line) for line in lines]
    head = objects[0]
    calls = [entry["call"] for entry in objects if "call" in entry]
    return lines, (head["options"], head["seed"], head["at_ms"], calls)


def test_every_golden_game_is_there_and_no_other():
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == sorted(GAMES)
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 2_000_000


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_replays_byte_for_byte(name):
    """The calls come from the file, so it holds whatever becomes of the script that made it."""
    lines, game = read(name)
    for number, (line, now) in enumerate(zip(lines, played(*game), strict=True), start=1):
        assert now == line, f"{name}.jsonl, line {number}"


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_what_the_rules_say(name):
    """The naive model plays it too; the saved end can be read."""
    lines, (options, seed, start, calls) = read(name)
    state = polyfit.State.new(polyfit.Options(**options), seed=seed, at_ms=start)
    model = new_match(options, seed, start)
    refusals = [json.loads(line).get("refused") for line in lines if line.startswith('{"call"')]
    for call, refused in zip(calls, refusals, strict=True):
        try:
            model = getattr(model, call[0])(*call[1:])
        except Refused as expected:
            assert refused is not None
            assert refused.startswith(expected.reason or "")
            continue
        assert refused is None
        state = getattr(state, call[0])(*call[1:])
        agree(state, model)
    assert model.over
    assert polyfit.State.from_json(json.loads(lines[-1])["saved"]) == state


def test_the_golden_games_show_the_whole_range():
    """Every difficulty, 2 to 5 seats, refusals, all outcomes and ways to end."""
    texts = {name: "\n".join(read(name)[0]) for name in GAMES}
    assert {options["difficulty"] for options, _ in GAMES.values()} == set(polyfit.DIFFICULTIES)
    assert {options["players"] for options, _ in GAMES.values()} == {2, 3, 4, 5}
    ends = [polyfit.State.from_json(json.loads(text.splitlines()[-1])["saved"]) for text in texts.values()]
    assert {state.result.reason for state in ends} >= {"most_gems", "most_of_one_colour", "timeout", "resignation"}
    assert any(seat.forfeited for state in ends for seat in state.seats)
    everything = "".join(texts.values())
    for word in (
        "solved",
        "passed",
        "late",
        *(f'"refused":"{reason}: ' for reason in (*ILLEGAL, "wrong_round", "not_on_move")),
    ):
        assert word in everything, word
