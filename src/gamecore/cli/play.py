"""``gamecore play``: a match of Polyfit against the clock and the solver."""

import argparse
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any, Protocol

from gamecore.cli.board import Board, Refused
from gamecore.cli.command import BadInput, Command, Status
from gamecore.cli.interrupt import on_interrupt
from gamecore.cli.lines import Lines
from gamecore.cli.opponent import STRENGTHS, Opponent
from gamecore.cli.screen import Screen
from gamecore.errors import IllegalMove

if TYPE_CHECKING:
    from gamecore.polyfit import Move, State

__all__ = ["COMMAND"]

_YOU, _OPPONENT = 0, 1
_NAMES = ("you", "the opponent")  # by seat

_HELP = """\
A 0 3       lay piece A, the top left corner of its box on row 0, column 3
A 1 0 3     turn it clockwise first: 1, 2 or 3 quarter turns
A 1 f 0 3   flip it left to right (f), then turn it
lift A      take it up again; undo: the piece laid last; clear: all
show        draw the board again, and the time that is left
pass        give the round up
quit        resign
The last piece laid sends the solution."""


def _configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--difficulty", default="easy", metavar="D", help="easy (default), normal, hard or extreme")
    parser.add_argument(
        "--opponent", default="medium", choices=STRENGTHS, help="its strength (default medium); solver: no mercy"
    )
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="3 (default) to 9")
    parser.add_argument("--round-seconds", type=int, default=30, metavar="S", help="10 to 30 (default)")
    parser.add_argument("--seed", metavar="S", help="any text; the same seed gives the same match (default: random)")
    parser.add_argument("--record", metavar="FILE", help="write a record of the match to a new file, for replay")
    parser.add_argument("--json", action="store_true", help="print the result as one line of JSON, all else as notes")


def _run(arguments: argparse.Namespace, screen: Screen) -> int:
    from gamecore import polyfit

    options = polyfit.Options(
        rounds=arguments.rounds, difficulty=arguments.difficulty, round_seconds=arguments.round_seconds
    )
    seed = secrets.token_hex(8) if arguments.seed is None else arguments.seed
    with screen.progress("waking the opponent"):
        polyfit.solve(polyfit.generate("easy", seed))  # compiles or loads the kernels, before any clock runs
    status = Status.DONE
    opponent = Opponent(arguments.opponent, seed, options.window_ms)
    with closing(opponent), closing(_game(options, seed, arguments.record)) as game:
        lines = Lines()
        match = _Match(game, opponent, lines, screen, quiet=arguments.json)
        with on_interrupt(lines.interrupt):
            try:
                match.play()
            except KeyboardInterrupt:
                match.resign()
                status = Status.INTERRUPTED
    if arguments.json:
        screen.json({"seed": seed, "opponent": arguments.opponent, **match.summary()})
    return status


class _Game(Protocol):
    """A game that goes on: its state, and the verbs that change it. A recorder is one."""

    @property
    def state(self) -> "State":
        """The state now."""

    def apply(self, seat: int, move: Any, at_ms: int) -> Any:
        """A seat's move."""

    def advance(self, at_ms: int) -> Any:
        """Time goes by."""

    def close(self) -> None:
        """The end."""


class _Unrecorded:
    """A game of which no record is kept."""

    def __init__(self, state: "State") -> None:
        self.state = state

    def apply(self, seat: int, move: Any, at_ms: int) -> None:
        self.state = self.state.apply(seat, move, at_ms)

    def advance(self, at_ms: int) -> None:
        self.state = self.state.advance(at_ms)

    def close(self) -> None:
        pass


def _game(options: Any, seed: str, path: str | None) -> _Game:
    from gamecore import polyfit

    state = polyfit.State.new(options, seed=seed, at_ms=0)
    if path is None:
        return _Unrecorded(state)
    from gamecore.record import Recorder

    try:
        return Recorder(path, state, players=_NAMES)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{path}: cannot be written: {reason}") from None


class _Match:
    """A match that is being played: the game, the person's board, and the clock that times both."""

    def __init__(self, game: _Game, opponent: Opponent, lines: Lines, screen: Screen, *, quiet: bool) -> None:
        self._game = game
        self._opponent = opponent
        self._screen = screen
        self._quiet = quiet
        self._say: Callable[[str], None] = screen.note if quiet else screen.line
        self._lines = lines
        self._board = Board(self._state.puzzle)  # the puzzle is there before the clock starts
        self._open = 0  # the round on the board
        self._told = 0  # rounds whose outcome was told
        self._began = time.monotonic()

    def play(self) -> None:
        """Until the match is over; the end of the input resigns."""
        self._say(f"{self._state.options.rounds} rounds. Type help for the words of the game.")
        try:
            while self._settle():
                line = self._lines.wait(self._patience(), take=self._on_move)
                if line is not None:
                    self._obey(line)
        except EOFError:
            self.resign()

    def resign(self) -> None:
        """Leaves the match, if it is not over."""
        from gamecore import polyfit

        if self._state.result is None:
            self._game.apply(_YOU, polyfit.Resign(), self._now())
        self._settle()

    def summary(self) -> dict[str, Any]:
        """How it ended, JSON-ready."""
        body = self._state.view(_YOU, self._state.at_ms)["body"]
        return {"winner": self._winner(), "result": body["result"], "gems": body["gems"], "history": body["history"]}

    @property
    def _state(self) -> "State":
        return self._game.state

    def _now(self) -> int:
        return max(self._state.at_ms, int(1000 * (time.monotonic() - self._began)))

    @property
    def _on_move(self) -> bool:
        return self._state.on_move(_YOU)

    def _settle(self) -> bool:
        """Does what is due: clocks, the opponent's answer, a new round. Whether the match goes on."""
        deadline = self._state.next_deadline_ms
        if deadline is not None and deadline <= self._now():
            self._game.advance(self._now())
        if self._state.result is None and self._state.round == self._open:
            move = self._opponent.answer(self._now())
            if move is not None:
                self._game.apply(_OPPONENT, move, self._now())
                if self._state.result is None and self._state.round == self._open:
                    if self._prompted:
                        self._screen.note("")  # off the line that is being typed on
                    self._say("The opponent has answered.")
                    self._prompt()
        self._tell()
        if self._state.result is not None:
            return False
        if self._state.round != self._open:
            self._start()
        return True

    def _start(self) -> None:
        state = self._state
        self._open = state.round
        self._board = Board(state.puzzle)
        self._opponent.think(state.round, state.puzzle, state.opened_ms, self._lines.wake)
        self._say(f"\nRound {state.round}, {state.options.round_seconds} s. The gems: {' '.join(state.gem_row)}.")
        self._show()
        self._prompt()

    def _patience(self) -> float | None:
        """Seconds until something happens by itself."""
        now = self._now()
        due = [time for time in (self._state.next_deadline_ms, self._opponent.due_ms(now)) if time is not None]
        return max(0, min(due) - now) / 1000 if due else None

    def _obey(self, line: str) -> None:
        from gamecore import polyfit

        words = line.split()
        try:
            if not words or words == ["show"]:
                self._show()
            elif words == ["help"]:
                self._say(_HELP)
            elif words == ["pass"]:
                self._answer(polyfit.Pass(self._open))
            elif words == ["quit"]:
                self.resign()
            elif words == ["submit"]:
                self._submit()
            else:
                self._change(words)
                self._show()
                if self._board.complete:
                    self._submit()
        except (Refused, IllegalMove) as error:
            self._say(str(error))
        self._prompt()

    def _change(self, words: list[str]) -> None:
        if words == ["undo"]:
            self._board.undo()
        elif words == ["clear"]:
            self._board.clear()
        elif words[0] == "lift" and len(words) == 2:
            self._board.lift(words[1])
        else:
            self._board.lay(words)

    def _submit(self) -> None:
        """Sends what is laid; the rules say what is wrong with it."""
        from gamecore import polyfit

        self._answer(polyfit.Solution(self._open, self._board.placements))

    def _answer(self, move: "Move") -> None:
        at_ms, opened_ms = self._now(), self._state.opened_ms
        self._game.apply(_YOU, move, at_ms)
        self._say(f"Sent after {(at_ms - opened_ms) / 1000:.1f} s.")

    def _tell(self) -> None:
        """How closed rounds went, each once, and in the end the match."""
        history = self._state.history
        for closed in history[self._told :]:
            self._say(f"Round {closed.round}:")
            answers = {answer.seat: answer for answer in closed.answers}
            for seat, name in enumerate(_NAMES):
                answer = answers.get(seat)
                if answer is None:
                    self._say(f"  {name}: no answer")
                else:
                    gems = f": {' '.join(answer.gems)}" if answer.gems else ""
                    self._say(
                        f"  {name}: {answer.outcome} after {(answer.at_ms - closed.opened_ms) / 1000:.1f} s{gems}"
                    )
        over = len(history) > self._told and self._state.result
        self._told = len(history)
        if over:
            score = " to ".join(map(str, over.gems))
            winner = f"{self._winner()} won" if len(over.winners) == 1 else "a draw"
            self._say(f"\n{winner.capitalize()}, {score} gems ({over.reason}).")

    def _winner(self) -> str | None:
        result = self._state.result
        return _NAMES[result.winners[0]] if result and len(result.winners) == 1 else None

    def _show(self) -> None:
        self._screen.drawing(self._board.drawing(), note=self._quiet)

    @property
    def _prompted(self) -> bool:
        return self._on_move and sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()

    def _prompt(self) -> None:
        """The time that is left, where a person types."""
        if self._prompted:
            left = (self._state.window_ends_ms - self._now()) / 1000
            print(f"{left:.0f} s> " if left >= 0 else "late> ", end="", file=sys.stderr, flush=True)


COMMAND = Command("play", "play a match against the clock and the solver", _configure, _run)
