"""What a server does with a move from the network: a verdict for any text whatever.

python examples/referee.py examples/puzzles/compact-32-0.json < move.json
"""

import sys
from pathlib import Path

from gamecore import IllegalMove, MalformedMove, polyfit


def verdict(puzzle: polyfit.Puzzle, text: str | bytes, open_round: int) -> str:
    """One line: accepted, or the reason why not."""
    try:
        move = polyfit.parse_move(text, max_placements=4 * len(puzzle.pieces))
        if not isinstance(move, polyfit.Resign) and move.round != open_round:
            raise IllegalMove("wrong_round", f"{move.round} is not open, {open_round} is")
        if isinstance(move, polyfit.Solution):
            polyfit.validate(puzzle, move.placements)
    except MalformedMove as error:
        return f"malformed: {error}"
    except IllegalMove as error:
        return f"illegal: {error.detail}"
    return "accepted"


if __name__ == "__main__":
    print(verdict(polyfit.Puzzle.from_json(Path(sys.argv[1]).read_text()), sys.stdin.buffer.read(), open_round=1))
