"""Hosts a cutting game in asyncio: JSON in and out, real timers, bots that act after their delay.

python examples/host_cutting.py --people 2 --bots 2 --rounds 4 --speed 20
"""

import argparse
import asyncio
import json
import random
import secrets
import time

from gamecore import GamecoreError, cutting
from gamecore.cutting.bots import bot_delay_ms
from gamecore.geometry import Region


class Host:
    """Holds the one thing that changes, the state; times it, lets bots act, and tells people what they may know."""

    def __init__(self, state: cutting.State, speed: float) -> None:
        self.speed = speed  # a server's clock runs at speed 1
        self.began = time.monotonic()
        self.bots = [seat for seat, player in enumerate(state.players) if player.is_bot]
        self.inboxes = {seat: asyncio.Queue() for seat in range(len(state.players)) if seat not in self.bots}
        self.timers = []
        self.over = asyncio.Event()
        self.become(state)

    def now(self) -> int:
        """Milliseconds of the game's clock since the start, never before the state's own time."""
        return max(self.state.at_ms, int(1000 * self.speed * (time.monotonic() - self.began)))

    def receive(self, seat: int, text: str) -> None:
        """Whatever a player sends: the next state, or what is wrong with it."""
        try:
            self.become(self.state.apply(seat, text, self.now()))
        except GamecoreError as error:
            self.inboxes[seat].put_nowait({"error": error.code, "detail": str(error)})

    def become(self, state: cutting.State) -> None:
        """A new state: a view to everyone, a timer for the end of the step, and one for each bot that is to act."""
        self.state = state
        for seat, inbox in self.inboxes.items():
            inbox.put_nowait(json.loads(state.view_json(seat, self.now())))
        while self.timers:
            self.timers.pop().cancel()
        if state.next_deadline_ms is None:
            self.over.set()
            return
        due = {bot: state.step_started_ms + bot_delay_ms(state, bot) for bot in filter(state.on_move, self.bots)}
        for seat, at_ms in {None: state.next_deadline_ms, **due}.items():
            wait = max(0, at_ms - self.now()) / 1000 / self.speed
            self.timers.append(asyncio.get_running_loop().call_later(wait, self.tick, seat))

    def tick(self, bot: int | None) -> None:
        """The step runs out (if the timer is early, it is set again), or a bot has thought for long enough."""
        state = self.state.advance(self.now())
        if bot is not None and state.on_move(bot):
            state = state.apply(bot, state.bot_move(bot), state.at_ms)
        self.become(state)


async def person(seat: int, host: Host) -> None:
    """Aims badly, guesses, and at times thinks for longer than there is."""
    answered = -1
    while True:
        body = (await host.inboxes[seat].get()).get("body", {})
        if not body.get("on_move") or body["step_started_ms"] == answered:
            continue
        answered = body["step_started_ms"]
        move = {"round": body["round"], "estimate": random.choice(["more", "less"])}
        if body["phase"] == "cutting":
            shape = Region.from_json(body["board"]["shape"][0])
            fixed = cutting.constraint_from_json(body["board"]["constraint"])
            point, part = cutting.closest_cut(shape, fixed, body["target"] + random.uniform(-8, 8))
            move = {"round": body["round"], "point": point, "part": part}
        await asyncio.sleep(random.choice([2, 4, 6, 20]) / host.speed)
        host.receive(seat, json.dumps(move))


async def main() -> None:
    """Plays one game and prints how it ended."""
    parser = argparse.ArgumentParser()
    for name, default in (("people", 2), ("bots", 2), ("rounds", 4), ("speed", 20)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--mode", default="line_fixed_point", choices=cutting.MODES)
    given = parser.parse_args()
    settings = cutting.Settings(mode=given.mode, rounds=given.rounds, step_seconds=15)
    players = [cutting.Player.human(f"p{number}") for number in range(given.people)]
    players += [cutting.Player.robot(number) for number in range(1, given.bots + 1)]
    host = Host(cutting.State.new(settings, players, seed=secrets.token_hex(16)), given.speed)
    people = [asyncio.create_task(person(seat, host)) for seat in host.inboxes]
    await asyncio.wait([asyncio.create_task(host.over.wait()), *people], return_when=asyncio.FIRST_COMPLETED)
    print(host.state.view_json(None, host.now()).decode())


if __name__ == "__main__":
    asyncio.run(main())
