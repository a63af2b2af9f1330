"""The memory of a server: many cutting games alive in one process, in all modes, views taken of all.

    python benchmarks/live_games.py [--games 5000] [--rounds 6]

Every game has two humans and two bots and has come to a cut that is being estimated in a later round; half of them
play for the perimeter. What a server would send is made and thrown away.
"""

import argparse
import json
import random
import time
from pathlib import Path

from gamecore.cutting import MODES, VARIANTS, IllegalMove, Player, Settings, State, cut


def resident() -> float:
    """MB of memory that the process holds now (Linux)."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError("no VmRSS")


def any_cut(state: State, chance: random.Random) -> str:
    """A legal cut at random, and the larger of its parts."""
    settings = state.settings
    while True:
        if settings.mode == "line_voronoi":
            low_x, low_y, high_x, high_y = state.shape.bounds
            point = chance.uniform(low_x, high_x), chance.uniform(low_y, high_y)
        else:
            point = chance.uniform(-1.1, 1.1), chance.uniform(-1.1, 1.1)
        try:
            made = cut(state.shape, state.constraint, point, settings.variant, settings.canvas)
        except IllegalMove:
            continue
        part = max(range(len(made.parts)), key=made.area_shares.__getitem__)
        if made.selectable[part]:
            return json.dumps({"round": state.round, "point": point, "part": part})


def played(number: int, rounds: int) -> State:
    """A game in the estimates of a round after the ``rounds``-th."""
    chance = random.Random(number)
    settings = Settings(mode=list(MODES)[number % 5], variant=VARIANTS[number // 5 % 2], rounds=10)
    players = [Player.human(f"a{number}"), Player.human(f"b{number}"), Player.robot(1), Player.robot(2)]
    state = State.new(settings, players, seed=f"live {number}")
    while state.round <= rounds or state.phase == "cutting":
        now = state.at_ms + 700
        if state.phase == "cutting":
            state = state.apply(state.cutter, any_cut(state, chance), now)
        else:
            seat = next(seat for seat in range(4) if state.on_move(seat))
            move = (
                state.bot_move(seat)
                if seat > 1
                else {"round": state.round, "estimate": chance.choice(["more", "less"])}
            )
            state = state.apply(seat, move, now)
    for seat in (0, 1, None):
        state.view_json(seat)
    return state


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5_000)
    parser.add_argument("--rounds", type=int, default=6)
    arguments = parser.parse_args()
    played(0, 1)
    before, began = resident(), time.perf_counter()
    games = {}
    for number in range(arguments.games):
        games[number] = played(number, arguments.rounds)
        if (number + 1) % 1000 == 0:
            print(f"{number + 1:>6,} games, {time.perf_counter() - began:6.1f} s, {resident():6.1f} MB", flush=True)
    assert {state.phase for state in games.values()} == {"estimating"}
    grown = 1024 * (resident() - before) / arguments.games
    edges = sum(len(loop) for state in games.values() for loop in state.shape.loops) / arguments.games
    print(f"{resident():.1f} MB in all, {before:.1f} MB of them before the first game; {grown:.1f} KB a game")
    print(f"{edges:.1f} edges a shape in the mean")


if __name__ == "__main__":
    main()
