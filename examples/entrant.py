"""What a Polyfit bot does each round: an observation comes in, the move goes out.

python examples/entrant.py < observation.json
"""

import json
import sys

from gamecore import polyfit


def answer(observation: dict) -> dict:
    """The move for the open round: a solution if one is found in time, else a pass."""
    body = observation["body"]
    puzzle = polyfit.Puzzle.from_json(body["puzzle"])
    result = polyfit.solve(puzzle, time_limit=20.0)
    if result.status != "solved":
        return {"round": body["round"], "pass": True}
    return result.move(body["round"])


if __name__ == "__main__":
    print(json.dumps(answer(json.load(sys.stdin))))
