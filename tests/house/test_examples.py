"""The example scripts do what they say."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PUZZLE = EXAMPLES / "puzzles" / "compact-32-0.json"


def run(name: str, *arguments: str, given: str = "") -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def test_the_entrant_answers_and_the_referee_accepts():
    observation = {
        "body": {"round": 1, "puzzle": json.loads(PUZZLE.read_text())},
        "match": {"environment": {"t_ms": 0}},
    }
    move = run("entrant.py", given=json.dumps(observation))
    assert run("referee.py", str(PUZZLE), given=move) == "accepted\n"
    fewer = json.loads(move)
    fewer["placements"].pop()
    assert run("referee.py", str(PUZZLE), given=json.dumps(fewer)).startswith("illegal: missing_piece")
    assert run("referee.py", str(PUZZLE), given="{").startswith("malformed: ")


@pytest.mark.parametrize(("size", "ways"), [(6, 4), (8, 92)])
def test_queens(size, ways):
    """The number of ways: OEIS A000170."""
    assert run("queens.py", str(size)) == f"{size} queens: {ways} ways\n"


def test_every_example_is_run_here():
    text = Path(__file__).read_text()
    assert not [path.name for path in EXAMPLES.glob("*.py") if f'"{path.name}"' not in text]


@pytest.mark.parametrize("players", [2, 5])
def test_a_match_is_hosted_to_its_end(players):
    options = ("--players", str(players), "--difficulty", "easy", "--rounds", "3", "--think", "0.05")
    result = json.loads(run("host_match.py", *options))
    assert result["reason"] in ("most_gems", "most_of_one_colour", "least_time", "tie")
    assert sorted(result["order"]) == list(range(players))
    assert sum(result["gems"]) == 3 * (players + 3)
    assert len((EXAMPLES / "host_match.py").read_text().splitlines()) < 100


@pytest.mark.parametrize("mode", ["line_fixed_point", "circle_fixed_diameter"])
def test_a_cutting_game_is_hosted_to_its_end(mode):
    """Some of its people are too slow: then the timer goes on."""
    options = ("--people", "2", "--bots", "2", "--rounds", "3", "--speed", "50", "--mode", mode)
    body = json.loads(run("host_cutting.py", *options))["body"]
    assert body["result"]["reason"] == "rounds"
    assert [closed["round"] for closed in body["history"]] == [1, 2, 3]
    assert sorted(body["result"]["order"]) == [0, 1, 2, 3]
    for closed in body["history"]:
        bots = [answer for answer in closed["answers"][2:] if answer not in (None, "not_asked", "automatic")]
        assert set(bots) <= {"more", "less"}  # in time, always
    assert len((EXAMPLES / "host_cutting.py").read_text().splitlines()) < 100
