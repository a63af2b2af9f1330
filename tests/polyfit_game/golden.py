"""Golden playthroughs: whole games with what every seat and a spectator saw after each call, as JSON lines.

    python -m tests.polyfit_game.golden --write     # from the repository's root: writes the games anew
    python -m tests.polyfit_game.golden             # tells which differ

Write them anew only when a change of the rules, the view or the generator's version is meant, and read the diff.
A file has one JSON object a line: the match; then for each call ``call``, ``refused`` (null if accepted), ``deadline``
and ``views``: for each group of viewers (null: a spectator) that see the same to the byte, what they see. Puzzles and
histories are long and stand in a line of their own before they are first named, by the first digits of their SHA-256.
The last line is the state as saved.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from gamecore import polyfit
from gamecore.errors import GamecoreError

from .scripts import new_match, script

FOLDER = Path(__file__).parent / "golden"
_LONG = ("puzzle", "history")


def _options(difficulty: str, players: int, rounds: int, round_seconds: int) -> dict[str, Any]:
    return {"rounds": rounds, "difficulty": difficulty, "round_seconds": round_seconds, "players": players}


LIVELY = {"solve": 8, "pass": 3, "slow": 1, "err": 5, "repeat": 2, "advance": 2}
ROUGH = {**LIVELY, "slow": 3, "resign": 0.3, "forfeit": 0.3, "wait": 0.3}

GAMES: dict[str, tuple[dict[str, Any], dict[str, float]]] = {
    "easy-2": (_options("easy", 2, 3, 10), LIVELY),
    "easy-2-timeout": (_options("easy", 2, 9, 10), {"solve": 4, "pass": 2, "slow": 9, "wait": 1}),
    "easy-2-resigned": (_options("easy", 2, 6, 10), {"solve": 5, "pass": 3, "resign": 1}),
    "easy-3-leavers": (_options("easy", 3, 4, 10), {**LIVELY, "resign": 1, "forfeit": 1}),
    "easy-5": (_options("easy", 5, 5, 15), LIVELY),
    "normal-2": (_options("normal", 2, 6, 30), LIVELY),
    "normal-3-leavers": (_options("normal", 3, 5, 30), {**LIVELY, "resign": 2}),
    "normal-4": (_options("normal", 4, 4, 20), ROUGH),
    "hard-3": (_options("hard", 3, 6, 30), LIVELY),
    "hard-5": (_options("hard", 5, 3, 10), ROUGH),
    "extreme-2": (_options("extreme", 2, 6, 30), LIVELY),
    "extreme-4": (_options("extreme", 4, 3, 30), ROUGH),
    "extreme-5": (_options("extreme", 5, 3, 30), LIVELY),
}


def made(name: str) -> tuple[dict[str, Any], str, int, list[Any]]:
    """Options, seed, start and calls of a golden game."""
    options, weights = GAMES[name]
    seed = f"golden {name}"
    start = 1_700_000_000_000 if name.startswith("normal") else 0
    return options, seed, start, script(Random(seed), new_match(options, seed, start), weights)


def played(options: dict[str, Any], seed: str, start: int, calls: list[Any]) -> Iterator[str]:
    """The lines of a game."""
    state = polyfit.State.new(polyfit.Options(**options), seed=seed, at_ms=start)
    known: set[str] = set()
    yield _line({"golden": 1, "options": options, "seed": seed, "at_ms": start})
    yield from _seen(state, start, known, {})
    for call in calls:
        refused = None
        try:
            state = getattr(state, call[0])(*call[1:])
        except GamecoreError as error:
            refused = str(error)
        yield from _seen(state, call[-1], known, {"call": call, "refused": refused})
    yield _line({"saved": state.to_json()})


def _seen(state: polyfit.State, at_ms: int, known: set[str], head: dict[str, Any]) -> Iterator[str]:
    groups: dict[str, list[int | None]] = {}
    for viewer in (None, *range(state.options.players)):
        view = state.view(viewer, at_ms)
        for field in _LONG:
            text = _line(view["body"][field])
            digest = sha256(text.encode()).hexdigest()[:16]
            view["body"][field] = digest
            if digest not in known:
                known.add(digest)
                yield f'{{"{digest}":{text}}}'
        groups.setdefault(_line(view), []).append(viewer)
    views = ",".join(f'{{"viewers":{_line(viewers)},"view":{view}}}' for view, viewers in groups.items())
    yield _line({**head, "deadline": state.next_deadline_ms})[:-1] + f',"views":[{views}]}}'


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
