"""Golden playthroughs: whole games with what every player and a spectator saw after each call, as JSON lines.

    python -m tests.cutting_game.golden --write     # from the repository's root: writes the games anew
    python -m tests.cutting_game.golden             # tells which differ

Write them anew only when a change of the rules or of the view is meant, and read the diff.
A file has one JSON object a line: the game; then for each call ``call``, ``refused`` (null if accepted), ``deadline``
and ``views``: for each group of viewers (null: a spectator) that see the same to the byte, what they see; under
Spotlight ``pointer`` is where they all point. What is long stands in a line of its own before it is first named, by the
first digits of its SHA-256. The last line is the state as saved. What is seen is rounded to nine decimals, for the last
digits of sines differ from one C library to the next; what is called is exact.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from gamecore.cutting.players import Player
from gamecore.cutting.settings import Settings
from gamecore.cutting.state import State
from gamecore.errors import GamecoreError

from .matches import players_of
from .scripts import CALM, STORMY, USUAL, script

FOLDER = Path(__file__).parent / "golden"
_LONG = ("settings", "players", "history", "perfect_cuts", "board")
_DIGITS = 9

HUMAN = ("human", 1500)
SLOW = {"move": 8, "err": 2, "timeout": 5}
GAMES: dict[str, tuple[dict[str, Any], list[tuple[str, float]], dict[str, float]]] = {
    "fixed-point": ({"rounds": 4}, [HUMAN, ("human", 1640.0), ("fixed", 10)], SLOW),
    "fixed-point-spotlight": (
        {"rounds": 3, "visibility": "spotlight", "variant": "perimeter"},
        [HUMAN, HUMAN],
        CALM,
    ),
    "fixed-angle": (
        {"mode": "line_fixed_angle", "ends": "points", "points": 150, "targets": "40/50/60", "deduction": 5},
        [HUMAN, HUMAN, ("adaptive", 0)],
        USUAL,
    ),
    "fixed-angle-spotlight": ({"mode": "line_fixed_angle", "rounds": 2, "visibility": "spotlight"}, [HUMAN] * 3, CALM),
    "voronoi": ({"mode": "line_voronoi", "rounds": 4, "variant": "perimeter", "tolerance": 2.0}, [HUMAN] * 2, USUAL),
    "fixed-centre": (
        {"mode": "circle_fixed_centre", "ends": "minutes", "minutes": 1, "step_seconds": 15},
        [HUMAN, HUMAN, ("fixed", 0)],
        CALM,
    ),
    "fixed-centre-leavers": ({"mode": "circle_fixed_centre", "rounds": 6}, [HUMAN] * 3 + [("fixed", 20)], STORMY),
    "fixed-diameter": (
        {"mode": "circle_fixed_diameter", "rounds": 4, "variant": "perimeter", "targets": "40/50/60"},
        [HUMAN, ("adaptive", 0)],
        CALM,
    ),
    "faults": ({"rounds": 5}, [HUMAN] * 2, {"move": 1, "err": 9}),
    "faults-voronoi": ({"mode": "line_voronoi", "rounds": 3}, [HUMAN] * 2, {"move": 1, "err": 7}),
    "alone": ({"rounds": 3, "tolerance": 0.5, "cutter_score": 37, "deduction": 15}, [HUMAN], CALM),
}


def made(name: str) -> tuple[dict[str, Any], list[Any], str, int, list[Any]]:
    """Settings, players as pairs, seed, start and calls of a golden game."""
    settings, drawn, weights = GAMES[name]
    seed = f"golden {name}"
    start = 1_700_000_000_000 if "diameter" in name else 0
    state = begun(settings, drawn, seed, start)
    return settings, [list(pair) for pair in drawn], seed, start, script(Random(seed), state, weights, most=60)


def begun(settings: dict[str, Any], drawn: list[Any], seed: str, start: int) -> State:
    """The game; all are of registered rooms."""
    players: list[Player] = players_of(drawn)
    return State.new(Settings(**settings), players, seed=seed, at_ms=start, registered=True)


def played(settings: dict[str, Any], drawn: list[Any], seed: str, start: int, calls: list[Any]) -> Iterator[str]:
    """The lines of a game."""
    state = begun(settings, drawn, seed, start)
    known: set[str] = set()
    yield _line({"golden": 1, "settings": settings, "players": drawn, "seed": seed, "at_ms": start})
    yield from _seen(state, start, known, {}, 0)
    for number, call in enumerate(calls, start=1):
        refused = None
        try:
            state = getattr(state, call[0])(*call[1:])
        except GamecoreError as error:
            refused = str(error)
        yield from _seen(state, call[-1], known, {"call": call, "refused": refused}, number)
    yield _line({"saved": state.to_json()})


def _seen(state: State, at_ms: int, known: set[str], head: dict[str, Any], number: int) -> Iterator[str]:
    pointer = None
    if state.settings.visibility == "spotlight":
        pointer = (None, (0.0, 0.0), (0.5, -0.3), (-0.6, 0.4))[number % 4]
    groups: dict[str, list[int | None]] = {}
    for viewer in (None, *range(len(state.players))):
        view = rounded(state.view(viewer, at_ms, pointer))
        for field in _LONG:
            if field in view["body"]:
                text = _line(view["body"][field])
                digest = sha256(text.encode()).hexdigest()[:16]
                view["body"][field] = digest
                if digest not in known:
                    known.add(digest)
                    yield f'{{"{digest}":{text}}}'
        groups.setdefault(_line(view), []).append(viewer)
    views = ",".join(f'{{"viewers":{_line(viewers)},"view":{view}}}' for view, viewers in groups.items())
    yield _line({**head, "pointer": pointer, "deadline": state.next_deadline_ms})[:-1] + f',"views":[{views}]}}'


def rounded(value: Any) -> Any:
    """The same with every float rounded, and no negative zero."""
    if isinstance(value, float):
        return round(value, _DIGITS) + 0.0
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return {key: rounded(item) for key, item in value.items()} if isinstance(value, dict) else value


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))  # in the order of the keys, which is part of what is golden


def main(arguments: list[str]) -> int:
    """Write the files, or name those that differ from a game played now."""
    status = 0
    for name in GAMES:
        path = FOLDER / f"{name}.jsonl"
        text = "\n".join(played(*made(name))) + "\n"
        if path.exists() and path.read_bytes() == text.encode():
            continue
        if "--write" in arguments:
            FOLDER.mkdir(exist_ok=True)
            path.write_bytes(text.encode())
            print(f"wrote {path}")
        else:
            print(f"differs: {path}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
