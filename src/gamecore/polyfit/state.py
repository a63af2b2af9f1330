"""The state of a match: one event in, a new state out (P10 to P25)."""

from typing import Annotated, Any, Literal, Self

import msgspec

from gamecore import wire
from gamecore.errors import ClockError, GameOver, IllegalMove, InvalidOptions, InvalidState
from gamecore.polyfit import clock, saved
from gamecore.polyfit.commitment import commitment
from gamecore.polyfit.gems import Colour, gem_row
from gamecore.polyfit.moves import Resign, Solution, parse_move
from gamecore.polyfit.options import Options
from gamecore.polyfit.puzzle import Puzzle
from gamecore.polyfit.puzzles import puzzle_of
from gamecore.polyfit.ranking import GameResult, ranking
from gamecore.polyfit.recipes import pieces
from gamecore.polyfit.rounds import Answer, Outcome, Round, paid
from gamecore.polyfit.seat import MAX_MS, Cause, Departure, Milliseconds, RoundNumber, Seat
from gamecore.polyfit.validator import validate
from gamecore.polyfit.view import observation
from gamecore.randomness import MAX_SEED, check_seed

__all__ = ["MAX_START_MS", "State"]

MAX_START_MS = 2**52
"""Latest start of a match: its end is then within what JSON keeps exact."""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="version", tag=1):
    """A match at one moment. Equal by value, hashable; made by :meth:`new` and :meth:`from_json`.

    Nothing changes a state: each verb returns another one, or raises and leaves everything as it was. The attributes
    are the host's: they hold hidden answers and the seed. What seats may know is :meth:`view`.

    Attributes:
        options: What the match is played by.
        seed: Whence puzzles and gems come; secret until the end.
        at_ms: Time of the last event.
        opened_ms: When the open round opened.
        round: The open round's number, from 1; once the match is over, the last one's.
        seats: The seats.
        answers: The open round's answers in order of acceptance.
        history: The closed rounds.
        result: How the match ended; None until then.
    """

    options: Options
    seed: Annotated[str, msgspec.Meta(max_length=MAX_SEED)]
    at_ms: Milliseconds
    opened_ms: Milliseconds
    round: RoundNumber
    seats: Annotated[tuple[Seat, ...], msgspec.Meta(min_length=2, max_length=8)]
    answers: Annotated[tuple[Answer, ...], msgspec.Meta(max_length=8)] = ()
    history: Annotated[tuple[Round, ...], msgspec.Meta(max_length=9)] = ()
    result: GameResult | None = None

    @classmethod
    def new(cls, options: Options | None = None, *, seed: str, at_ms: int = 0) -> Self:
        """Start a match: round 1 opens.

        Args:
            options: What it is played by; None: the defaults.
            seed: Up to 1,024 characters, not to be guessed (``secrets.token_hex(16)``).
            at_ms: The time now in milliseconds, 0 to 2⁵²; any clock that never runs backwards will do.

        Raises:
            InvalidOptions: ``options`` are none, or the seed is no text that JSON can hold, or too long.
            ClockError: ``at_ms`` is no such integer.
        """
        if options is None:
            options = Options()
        if not isinstance(options, Options):
            raise InvalidOptions("options", type(options).__name__, "polyfit.Options")
        check_seed(seed, InvalidOptions)
        if type(at_ms) is not int or not 0 <= at_ms <= MAX_START_MS:
            raise ClockError(f"at_ms is {wire.shown(at_ms)}; a match starts at an integer from 0 to 2**52")
        return cls(options, seed, at_ms, at_ms, 1, (Seat(options.bank),) * options.players)

    # Events

    def apply(self, seat: int, move: object, at_ms: int) -> Self:
        """A seat's move: an answer to the open round, or its resignation.

        Clocks that ran out before ``at_ms`` are settled first; one that runs out at ``at_ms`` itself is not, so the
        move is in time.

        Args:
            seat: 0 to players - 1.
            move: JSON text as ``str`` or ``bytes``, its decoded object, or a ``Solution``, ``Pass`` or ``Resign``.
            at_ms: The time now.

        Raises:
            ClockError: ``at_ms`` is no integer, or before the state's time.
            GameOver: The match is over, or is once clocks are settled.
            IllegalMove: ``unknown_seat``; ``wrong_round``: it names another round than the open one; ``not_on_move``:
                the seat has answered already, or left; else a reason of :func:`~gamecore.polyfit.validate`.
            MalformedMove: It is no move; the path leads to the fault.
        """
        self._check_event(seat, at_ms)
        now = self._settled(at_ms - 1)
        if now.result is not None:
            raise _over()
        parsed = parse_move(move, 4 * pieces(self.options.difficulty, now.round, self.options.rounds))
        if isinstance(parsed, Resign):
            return now._left(seat, at_ms, "resignation")
        if parsed.round != now.round:
            raise IllegalMove("wrong_round", f"round {now.round} is open, the move names {parsed.round}")
        if not now.on_move(seat):
            raise _not_on_move(seat, now.seats[seat])
        outcome: Outcome = "passed"
        if at_ms > now.opened_ms + self.options.window_ms:
            outcome = "late"
        elif isinstance(parsed, Solution):
            validate(now.puzzle, parsed.placements)
            outcome = "solved"
        return now._answered(seat, outcome, at_ms)

    def advance(self, at_ms: int) -> Self:
        """Let time pass: every clock that runs out at ``at_ms`` or before is settled at its own millisecond.

        Once the match is over only the state's time moves.

        Args:
            at_ms: The time now.

        Raises:
            ClockError: ``at_ms`` is no integer, or before the state's time.
        """
        self._check_time(at_ms)
        return msgspec.structs.replace(self._settled(at_ms), at_ms=at_ms)

    def forfeit(self, seat: int, at_ms: int) -> Self:
        """The host takes a seat out, for instance because its connection is gone.

        It forfeits if the match began with more than two seats; with two it is out, and the match ends (``timeout``).

        Args:
            seat: 0 to players - 1.
            at_ms: The time now. Clocks are settled as by :meth:`apply`.

        Raises:
            ClockError: ``at_ms`` is no integer, or before the state's time.
            GameOver: The match is over, or is once clocks are settled.
            IllegalMove: ``unknown_seat``; ``not_on_move``: the seat has left already.
        """
        self._check_event(seat, at_ms)
        now = self._settled(at_ms - 1)
        if now.result is not None:
            raise _over()
        return now._left(seat, at_ms, "forfeit")

    # Questions

    @property
    def next_deadline_ms(self) -> int | None:
        """When the next clock runs out, which is when :meth:`advance` would next change more than the time.

        None once the match is over. Answers move it; passing a round's window does not: windows close no round.
        """
        return min((flag for _, flag in self._flags()), default=None)

    def flagged(self, at_ms: int) -> list[int]:
        """The seats on move whose clocks run out at exactly ``at_ms``, by number.

        Args:
            at_ms: Any time.
        """
        return [seat for seat, flag in self._flags() if flag == at_ms]

    @property
    def window_ends_ms(self) -> int:
        """The last millisecond at which an answer to the open round is not late."""
        return self.opened_ms + self.options.window_ms

    def on_move(self, seat: int) -> bool:
        """Whether the seat may answer: it plays, the match is not over, and it has not answered in the open round.

        Args:
            seat: 0 to players - 1.

        Raises:
            IllegalMove: ``unknown_seat``.
        """
        self._check_seat(seat)
        return (
            self.result is None
            and self.seats[seat].departure is None
            and all(answer.seat != seat for answer in self.answers)
        )

    @property
    def puzzle(self) -> Puzzle:
        """The open round's puzzle, made if it is asked for the first time (an extreme one takes milliseconds)."""
        return self._puzzle(self.round)

    def prepare(self) -> None:
        """Make the puzzles of the open and the next round, so that later views of them do not wait.

        A host calls this ahead, in a thread; a state is safe to share between threads.
        """
        self._puzzle(self.round)
        if self.round < self.options.rounds and self.result is None:
            self._puzzle(self.round + 1)

    @property
    def gem_row(self) -> tuple[Colour, ...]:
        """The open round's gems, from the first taken on."""
        return gem_row(self.seed, self.round, self.options.players)

    @property
    def commitment(self) -> str:
        """SHA-256 commitment to the seed, 64 hexadecimal digits."""
        return commitment(self.seed)

    def view(self, seat: int | None = None, at_ms: int | None = None) -> dict[str, Any]:
        """What a seat may know, as plain data for JSON, in fresh dicts and lists.

        ``{"body": {…}, "match": {"environment": {"t_ms": …}}}``; :class:`~gamecore.polyfit.view.Body` lists the
        fields. All viewers see the same: whether an answer is right or a pass, not even its own seat is told here.

        Args:
            seat: Who looks; None: a spectator.
            at_ms: The time now; None: the state's. A clock due by then shows 0; nothing is settled.

        Raises:
            ClockError: ``at_ms`` is no integer, or before the state's time.
            IllegalMove: ``unknown_seat``.
        """
        seen: dict[str, Any] = msgspec.json.decode(self.view_json(seat, at_ms))
        return seen

    def view_json(self, seat: int | None = None, at_ms: int | None = None) -> bytes:
        """The same as :meth:`view` in JSON text (UTF-8), several times as fast. Equal views give equal bytes.

        Args:
            seat: As for :meth:`view`.
            at_ms: As for :meth:`view`.

        Raises:
            ClockError: As for :meth:`view`.
            IllegalMove: As for :meth:`view`.
        """
        return msgspec.json.encode(self._seen(seat, at_ms))

    def to_json(self) -> str:
        """Compact JSON text for the host to keep: with the seed and hidden answers, so not for anyone's eyes.

        The form has a ``version``, 1, and stays readable; :meth:`from_json` gives an equal state back.
        """
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, source: object) -> Self:
        """Read a state that :meth:`to_json` wrote, and check that it can be one.

        Args:
            source: JSON text as ``str`` or ``bytes`` (up to 64 KiB), or the decoded object.

        Raises:
            InvalidState: It is none; the path leads to the fault.
        """
        state = wire.struct(source, cls, InvalidState, saved.MAX_SAVED)
        saved.check(state)
        return state

    def __repr__(self) -> str:  # for server logs: nothing hidden, nothing that depends on it
        done = sorted(answer.seat for answer in self.answers)
        over = "" if self.result is None else f", over by {self.result.reason}"
        return f"State(round={self.round}, opened_ms={self.opened_ms}, at_ms={self.at_ms}, done={done}{over})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:  # msgspec's would show every field
        return [(name, getattr(self, name)) for name in ("round", "opened_ms", "at_ms")]

    # Transitions. None of these checks anything.

    def _settled(self, until: int) -> Self:
        """With the clocks settled that run out at ``until`` or before; the same object if there are none."""
        state = self
        while (due := state.next_deadline_ms) is not None and due <= until:
            state = state._departed(state.flagged(due), due, "flag")
        return state

    def _flags(self) -> list[tuple[int, int]]:
        """Each seat on move, and when its clock runs out."""
        if self.result is not None:
            return []
        answered = {answer.seat for answer in self.answers}
        return [
            (number, clock.flag_ms(seat.clock_ms, self.opened_ms))
            for number, seat in enumerate(self.seats)
            if seat.departure is None and number not in answered
        ]

    def _answered(self, number: int, outcome: Outcome, at_ms: int) -> Self:
        seats = list(self.seats)
        seats[number] = Seat(clock.stopped_ms(seats[number].clock_ms, self.opened_ms, at_ms), has_answered=True)
        return self._after(seats, (*self.answers, Answer(number, at_ms, outcome)), at_ms, "timeout")

    def _left(self, number: int, at_ms: int, cause: Cause) -> Self:
        if not self.seats[number].playing:
            raise _not_on_move(number, self.seats[number])
        return self._departed([number], at_ms, cause)

    def _departed(self, leaving: list[int], at_ms: int, cause: Cause) -> Self:
        seats = list(self.seats)
        for number in leaving:
            seat = seats[number]
            seats[number] = Seat(
                clock.left_ms(seat.clock_ms, self.opened_ms, at_ms) if self.on_move(number) else seat.clock_ms,
                seat.has_answered,
                Departure(cause, self.round, at_ms),
                forfeited=self.options.players > 2 and (cause != "flag" or not seat.has_answered),
            )
        return self._after(seats, self.answers, at_ms, "resignation" if cause == "resignation" else "timeout")

    def _after(
        self, seats: list[Seat], answers: tuple[Answer, ...], at_ms: int, cause: Literal["timeout", "resignation"]
    ) -> Self:
        """Close the round if that was the last it waited for, end the match if it was the last or too few are left."""
        playing = [number for number, seat in enumerate(seats) if seat.playing]
        answered = {answer.seat for answer in answers}
        waiting = [number for number in playing if number not in answered]
        few = len(playing) < 2
        options = self.options
        if waiting and not few:
            return type(self)(
                options, self.seed, at_ms, self.opened_ms, self.round, tuple(seats), answers, self.history
            )
        for number in waiting:  # the clock of a lone seat stops as the match ends
            seats[number] = msgspec.structs.replace(
                seats[number], clock_ms=clock.left_ms(seats[number].clock_ms, self.opened_ms, at_ms)
            )
        row = self.gem_row
        closed = Round(self.round, self.opened_ms, at_ms, row, paid(answers, row))
        history = (*self.history, closed)
        if few or self.round == options.rounds:
            result = ranking(options, history, seats, at_ms, cause if few else None)
            return type(self)(options, self.seed, at_ms, self.opened_ms, self.round, tuple(seats), (), history, result)
        return type(self)(options, self.seed, at_ms, at_ms, self.round + 1, tuple(seats), (), history)

    # Checks

    def _check_event(self, seat: object, at_ms: object) -> None:
        self._check_time(at_ms)
        if self.result is not None:
            raise _over()
        self._check_seat(seat)

    def _check_time(self, at_ms: object) -> None:
        if type(at_ms) is not int or at_ms > MAX_MS:
            raise ClockError(f"at_ms is {wire.shown(at_ms)}; allowed: an integer up to 2**53 - 1")
        if at_ms < self.at_ms:
            raise ClockError(f"at_ms is {wire.shown(at_ms)}, before the state's {self.at_ms}")

    def _check_seat(self, seat: object) -> None:
        if type(seat) is not int or not 0 <= seat < self.options.players:
            raise IllegalMove("unknown_seat", f"seats are 0 to {self.options.players - 1}, not {wire.shown(seat)}")

    def _seen(self, seat: int | None, at_ms: int | None) -> object:
        if at_ms is None:
            at_ms = self.at_ms
        self._check_time(at_ms)
        if seat is not None:
            self._check_seat(seat)
        return observation(self, at_ms)

    def _puzzle(self, number: int) -> Puzzle:
        return puzzle_of(self.options.difficulty, self.seed, number, self.options.rounds)


def _over() -> GameOver:
    return GameOver("the match is over")


def _not_on_move(number: int, seat: Seat) -> IllegalMove:
    return IllegalMove("not_on_move", f"seat {number} has {'answered already' if seat.playing else 'left the match'}")
