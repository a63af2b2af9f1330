"""Moves for the tests of the match: solutions, other solutions of the same puzzle, and wrong ones of every reason."""

from functools import lru_cache

from gamecore.polyfit.generator import _planted

from .model import laid, puzzle_of, tiling_fault


@lru_cache(maxsize=256)
def planted(difficulty, seed, number, rounds):
    """A solution of a round's puzzle, as decoded placements; not to be changed."""
    return tuple(placement.to_dict() for placement in _planted(difficulty, seed, number, rounds)[1])


def solution(match):
    """A solution of the match's open round."""
    return list(planted(match.difficulty, match.seed, match.open_round().number, match.total_rounds))


def other_solution(match):
    """Another solution in other words: other order, another turn where the shape allows it, or equal pieces swapped."""
    shapes = {piece["id"]: piece["cells"] for piece in match.puzzle()["pieces"]}
    found = []
    for placed in reversed(solution(match)):
        cells = shapes[placed["piece"]]
        covers = laid(cells, placed["rotation"], placed["flip"], placed["anchor"])
        ways = [
            {**placed, "rotation": rotation, "flip": flip}
            for rotation in range(4)
            for flip in (False, True)
            if laid(cells, rotation, flip, placed["anchor"]) == covers
        ]
        found.append(ways[-1])
    return found


def wrong(match, reason):
    """Placements that are refused for this reason, or None if the puzzle allows none (``uncovered`` never)."""
    good = solution(match)
    first, second = good[0], good[1]
    if reason == "missing_piece":
        return good[1:]
    if reason == "duplicate_piece":
        return [*good, first]
    if reason == "unknown_piece":
        return [*good, {**first, "piece": "p999"}]
    puzzle = match.puzzle()
    if reason == "outside_board":
        return [{**first, "anchor": [-1, first["anchor"][1]]}, *good[1:]]
    if reason == "overlap":
        candidates = ([{**first, **way}, *good[1:]] for way in _ways(puzzle, second))
    elif reason == "outside_region":
        candidates = ([{**first, **way}, *good[1:]] for way in _ways(puzzle))
    else:
        return None
    return next((tried for tried in candidates if tiling_fault(puzzle, tried) == reason), None)


def _ways(puzzle, near=None):
    rows, columns = len(puzzle["region"]), len(puzzle["region"][0])
    anchors = [(near["anchor"][0], near["anchor"][1])] if near else []
    anchors += [(row, column) for row in range(rows) for column in range(columns)]
    for row, column in anchors:
        for rotation in range(4):
            yield {"rotation": rotation, "anchor": [row, column]}


ILLEGAL = ("missing_piece", "duplicate_piece", "unknown_piece", "outside_board", "outside_region", "overlap")
"""Reasons that a generated puzzle can be refused for."""


def solve_of(difficulty, seed, number, rounds):
    """The move that solves a round."""
    return {"round": number, "placements": list(planted(difficulty, seed, number, rounds))}


__all__ = ["ILLEGAL", "other_solution", "planted", "puzzle_of", "solution", "solve_of", "wrong"]
