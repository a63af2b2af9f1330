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
