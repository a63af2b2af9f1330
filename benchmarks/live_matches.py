"""The memory of a server: many extreme matches alive in one process, each in round 2 or 3, views taken of all.

    python benchmarks/live_matches.py [--matches 10000] [--players 2]

Half of the matches are in round 3, half in round 2 with one answer given: a solution. Making the puzzles takes most of
the time: each round's puzzle is generated for its first view.
"""

import argparse
import json
import time
from pathlib import Path

from gamecore import polyfit
from gamecore.polyfit import Options, State


def resident() -> float:
    """MB of memory that the process holds now (Linux)."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError("no VmRSS")


def played(seed: str, players: int, *, solving: bool) -> State:
    """A match in its second or third round; what a server would send is made and thrown away."""
    state = State.new(Options(difficulty="extreme", players=players), seed=seed, at_ms=0)
    at = 0
    for number in (1, 2) if not solving else (1,):
        for seat in range(players):
            at += 1000
            json.dumps(state.view(seat, at))
            state = state.apply(seat, f'{{"round":{number},"pass":true}}', at)
    for seat in range(players):
        json.dumps(state.view(seat, at))
    if solving:
        state = state.apply(0, json.dumps(polyfit.solve(state.puzzle).move(2)), at + 1000)
    return state


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=2)
    arguments = parser.parse_args()
    polyfit.solve(polyfit.generate("extreme", "warm"))
    before, began = resident(), time.perf_counter()
    matches = {}
    for number in range(arguments.matches):
        matches[number] = played(f"live {number}", arguments.players, solving=number % 2 == 0)
        if (number + 1) % 1000 == 0:
            print(f"{number + 1:>6,} matches, {time.perf_counter() - began:6.1f} s, {resident():6.1f} MB", flush=True)
    assert {state.round for state in matches.values()} == {2, 3}
    grown = 1024 * (resident() - before) / arguments.matches
    print(f"{resident():.1f} MB in all, {before:.1f} MB of them before the first match; {grown:.1f} KB a match")
    began = time.perf_counter()
    state = matches[0]
    assert State.from_json(state.to_json()) == state
    for state in list(matches.values())[:200]:
        json.dumps(state.view(None, state.at_ms))
    print(f"a view of a match that was not looked at for long: {5 * (time.perf_counter() - began):.1f} ms")


if __name__ == "__main__":
    main()
