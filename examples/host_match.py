"""Hosts a match of Polyfit in asyncio: JSON in and out, real timers, bots on the seats.

python examples/host_match.py --players 3 --difficulty extreme --rounds 3 --think 0.5
"""

import argparse
import asyncio
import json
import random
import time

from gamecore import GamecoreError, polyfit


class Host:
    """Holds the one thing that changes, the state; times it, and tells every seat what it may know."""

    def __init__(self, options: polyfit.Options, seed: str) -> None:
        self.state = polyfit.State.new(options, seed=seed, at_ms=0)
        self.began = time.monotonic()
        self.inboxes = [asyncio.Queue() for _ in range(options.players)]  # a server would have sockets
        self.timer = None
        self.over = asyncio.Event()

    def now(self) -> int:
        """Milliseconds since the start, never before the state's own time."""
        return max(self.state.at_ms, int(1000 * (time.monotonic() - self.began)))

    def receive(self, seat: int, text: str) -> None:
        """Whatever a seat sends: the next state, or an error that says what is wrong with it."""
        try:
            self.become(self.state.apply(seat, text, self.now()))
        except GamecoreError as error:
            self.inboxes[seat].put_nowait(json.dumps({"error": error.code, "detail": str(error)}))

    def become(self, state: polyfit.State) -> None:
        """A new state: a view to each seat, and the timer set to when a clock runs out."""
        self.state = state
        for seat, inbox in enumerate(self.inboxes):
            inbox.put_nowait(state.view_json(seat, self.now()))
        if self.timer:
            self.timer.cancel()
        if state.next_deadline_ms is None:
            self.over.set()
        else:
            wait = max(0, state.next_deadline_ms - self.now()) / 1000
            self.timer = asyncio.get_running_loop().call_later(wait, self.tick)

    def tick(self) -> None:
        """A clock is due (a timer may fire a little early: then this only sets it again)."""
        self.become(self.state.advance(self.now()))


async def bot(seat: int, host: Host, think: float) -> None:
    """Solves each round in a thread, and answers after a while."""
    answered = 0
    while True:
        message = json.loads(await host.inboxes[seat].get())
        body = message.get("body")
        if body is None or body["round"] == answered or host.over.is_set():
            continue
        answered = body["round"]
        result = await asyncio.to_thread(polyfit.solve, polyfit.Puzzle.from_json(body["puzzle"]), seed=seat)
        await asyncio.sleep(think * random.uniform(0.5, 1.5))
        host.receive(seat, json.dumps(result.move(answered)))


async def main() -> None:
    """Plays one match and prints how it ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--difficulty", default="normal")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", default="a match")
    parser.add_argument("--think", type=float, default=0.5, help="seconds that a bot takes for an answer")
    given = parser.parse_args()
    options = polyfit.Options(rounds=given.rounds, difficulty=given.difficulty, players=given.players)
    host = Host(options, given.seed)
    host.become(host.state)
    async with asyncio.TaskGroup() as seats:
        tasks = [seats.create_task(bot(seat, host, given.think)) for seat in range(given.players)]
        await host.over.wait()
        for task in tasks:
            task.cancel()
    print(json.dumps(host.state.view(None, host.now())["body"]["result"]))


if __name__ == "__main__":
    asyncio.run(main())
