"""The state of a game: one event in, a new state out (C05 to C25)."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

import msgspec

from gamecore import wire
from gamecore.cutting import saved
from gamecore.cutting.canvas import Point
from gamecore.cutting.commitment import commitment
from gamecore.cutting.constraints import Constraint
from gamecore.cutting.departure import MAX_MS, Departure, Milliseconds, Phase, RoundNumber
from gamecore.cutting.learning import Learner
from gamecore.cutting.moves import Cut, Estimate, Move, Resign, parse_move
from gamecore.cutting.perfect import PerfectCut
from gamecore.cutting.players import Player, checked_players
from gamecore.cutting.ranking import GameResult
from gamecore.cutting.rounds import Chosen, Round, choose
from gamecore.cutting.scoring import Given, is_perfect
from gamecore.cutting.settings import Settings
from gamecore.cutting.settling import ended, is_abandoned, settle
from gamecore.cutting.start import starting_shape
from gamecore.cutting.turns import draw_constraint, draw_cutter, draw_target
from gamecore.cutting.view import observation
from gamecore.errors import ClockError, GameOver, IllegalMove, InvalidSettings, InvalidState
from gamecore.geometry import Region
from gamecore.randomness import MAX_SEED, check_seed

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["MAX_START_MS", "State"]

MAX_START_MS = 2**52
"""Latest start of a game: its end is then within what JSON keeps exact."""

_Count = Annotated[int, msgspec.Meta(ge=0)]
_replace = msgspec.structs.replace


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="version", tag=1):
    """A game at one moment. Equal by value, hashable; made by :meth:`new` and :meth:`from_json`.

    Nothing changes a state: each verb returns another one, or raises and leaves everything as it was. The attributes
    are the host's: they hold hidden answers, hidden shares and the seed. What players may know is :meth:`view`.
    Tuples by seat have one entry for each player, seat 0 first, in the order of the room.

    Attributes:
        settings: What the game is played by.
        players: The participants, humans and bots.
        seed: Whence all that is drawn comes; secret until the end.
        room: ``registered`` or ``guest``; a guest room's games are never rated.
        at_ms: Time of the last event.
        started_ms: When the game started.
        round: The running round's number, from 1; once the game is over, the last one's.
        phase: ``cutting`` or ``estimating``; once the game is over, that of its end.
        step_started_ms: When the phase began.
        cutter: The cutter's seat.
        target: The required share in percent.
        constraint: What the server fixed of the cut.
        shape: The shape before the cut, fitted to the square from -1 to 1.
        turns: By seat: how often it has been the cutter, this round included.
        scores: By seat: the points of the settled rounds.
        departures: By seat: how it left; None while it plays.
        learners: By seat: what a bot has learned of the humans; None for a human.
        chosen: The cut and the selected part while it is being estimated, else None; the last once the game is over.
        estimates: By seat: the estimates of the running round, hidden until settlement.
        history: The settled rounds.
        perfect_cuts: The Perfect cuts, oldest first.
        result: How the game ended; None until then.
    """

    settings: Settings
    players: Annotated[tuple[Player, ...], msgspec.Meta(min_length=1)]
    seed: Annotated[str, msgspec.Meta(max_length=MAX_SEED)]
    room: Literal["registered", "guest"]
    at_ms: Milliseconds
    started_ms: Milliseconds
    round: RoundNumber
    phase: Phase
    step_started_ms: Milliseconds
    cutter: _Count
    target: float
    constraint: Constraint
    shape: Region
    turns: tuple[_Count, ...]
    scores: tuple[float, ...]
    departures: tuple[Departure | None, ...]
    learners: tuple[Learner | None, ...]
    chosen: Chosen | None
    estimates: tuple[Given | None, ...]
    history: tuple[Round, ...] = ()
    perfect_cuts: tuple[PerfectCut, ...] = ()
    result: GameResult | None = None

    @classmethod
    def new(
        cls,
        settings: Settings | None = None,
        players: "Sequence[Player]" = (),
        *,
        seed: str,
        at_ms: int = 0,
        registered: bool = False,
    ) -> Self:
        """Start a game: round 1 begins.

        Args:
            settings: What it is played by; None: the defaults.
            players: The participants in the order of the room, one or more, humans and bots; ids differ.
            seed: Up to 1,024 characters, not to be guessed (``secrets.token_hex(16)``).
            at_ms: The time now in milliseconds, 0 to 2⁵²; any clock that never runs backwards will do.
            registered: Whether it is played in a room of registered players, so that its natural end is rated.

        Raises:
            InvalidSettings: ``settings`` or ``players`` are none, or the seed is too long or no text that JSON can
                hold.
            ClockError: ``at_ms`` is no such integer.
        """
        if settings is None:
            settings = Settings()
        if not isinstance(settings, Settings):
            raise InvalidSettings("settings", type(settings).__name__, "cutting.Settings")
        players = checked_players(players)
        check_seed(seed, InvalidSettings)
        if type(registered) is not bool:
            raise InvalidSettings("registered", registered, "True or False")
        if type(at_ms) is not int or not 0 <= at_ms <= MAX_START_MS:
            raise ClockError(f"at_ms is {wire.shown(at_ms)}; a game starts at an integer from 0 to 2**52")
        nobody = (None,) * len(players)
        shape = starting_shape(settings, seed)
        cutter = draw_cutter(seed, 1, (0,) * len(players), (True,) * len(players))
        return cls(
            settings=settings,
            players=players,
            seed=seed,
            room="registered" if registered else "guest",
            at_ms=at_ms,
            started_ms=at_ms,
            round=1,
            phase="cutting",
            step_started_ms=at_ms,
            cutter=cutter,
            target=draw_target(settings, seed, 1),
            constraint=draw_constraint(settings, seed, 1, shape),
            shape=shape,
            turns=tuple(int(seat == cutter) for seat in range(len(players))),
            scores=(0.0,) * len(players),
            departures=nobody,
            learners=tuple(Learner() if player.is_bot else None for player in players),
            chosen=None,
            estimates=nobody,
        )

    # Events

    def apply(self, seat: int, move: object, at_ms: int) -> Self:
        """A player's move: the cutter's cut, another player's estimate, or a resignation.

        Steps whose time ran out before ``at_ms`` are settled first; one that runs out at ``at_ms`` itself is not, so
        the move is in time.

        Args:
            seat: 0 to players - 1.
            move: JSON text as ``str`` or ``bytes``, its decoded object, or a move of :mod:`gamecore.cutting.moves`.
            at_ms: The time now.

        Raises:
            ClockError: ``at_ms`` is no integer, or before the state's time.
            GameOver: The game is over, or is once steps are settled.
            IllegalMove: ``unknown_seat``; ``wrong_round``: it names another round than the running one;
                ``wrong_phase``: a cut while estimates are asked for, or the reverse; ``not_on_move``: the player is
                not the cutter, or not one who is asked, or has answered already or resigned; else a reason of
                :func:`gamecore.cutting.cut` or :meth:`gamecore.cutting.Cut.select`, under Spotlight without detail.
            MalformedMove: It is no move; the path leads to the fault.
        """
        self._check_event(seat, at_ms)
        now = self._settled(at_ms - 1)
        if now.result is not None:
            raise _over()
        parsed = parse_move(move)
        if isinstance(parsed, Resign):
            if now.departures[seat] is not None:
                raise IllegalMove("not_on_move", f"seat {seat} has resigned already")
            return now._resigned(seat, at_ms)
        if parsed.round != now.round:
            raise IllegalMove("wrong_round", f"round {now.round} is running, the move names {parsed.round}")
        if isinstance(parsed, Cut) is not (now.phase == "cutting"):
            raise IllegalMove("wrong_phase", f"the phase is {now.phase}")
        if not now.on_move(seat):
            raise IllegalMove("not_on_move", now._why_not(seat))
        if isinstance(parsed, Estimate):
            return now._estimated(seat, parsed.estimate, at_ms)
        settings = now.settings
        try:
            chosen = choose(
                now.shape,
                now.constraint,
                parsed.point,
                parsed.part,
                settings.variant,
                settings.canvas,
                at_ms,
            )
        except IllegalMove as refused:
            if settings.visibility == "spotlight":  # how many parts there are, or how thin, is geometry out of sight
                raise IllegalMove(refused.reason) from None
            raise
        return now._selected(chosen)

    def advance(self, at_ms: int) -> Self:
        """Let time pass: every step that runs out at ``at_ms`` or before is settled at its own millisecond.

        Once the game is over only the state's time moves.

        Args:
            at_ms: The time now.

        Raises:
            ClockError: ``at_ms`` is no integer, or before the state's time.
        """
        self._check_time(at_ms)
        return _replace(self._settled(at_ms), at_ms=at_ms)

    def end(self, at_ms: int) -> Self:
        """An administrator ends the game: the running round is interrupted, the game unrated.

        Args:
            at_ms: The time now. Steps are settled as by :meth:`apply`.

        Raises:
            ClockError: ``at_ms`` is no integer, or before the state's time.
            GameOver: The game is over, or is once steps are settled.
        """
        self._check_time(at_ms)
        now = self._settled(at_ms - 1)
        if now.result is not None:
            raise _over()
        return ended(now, "administrator", at_ms)

    # Questions

    @property
    def registered(self) -> bool:
        """Whether the room is one of registered players."""
        return self.room == "registered"

    @property
    def next_deadline_ms(self) -> int | None:
        """When the running step ends, which is when :meth:`advance` would next change more than the time.

        A move at exactly that time is still taken. None once the game is over.
        """
        return None if self.result is not None else self.step_started_ms + self.settings.step_ms

    @property
    def active(self) -> tuple[bool, ...]:
        """By seat: whether it has not resigned."""
        return tuple([departure is None for departure in self.departures])

    @property
    def resigned(self) -> tuple[bool, ...]:
        """By seat: whether it has resigned."""
        return tuple([departure is not None for departure in self.departures])

    @property
    def commitment(self) -> str:
        """SHA-256 commitment to the seed, 64 hexadecimal digits."""
        return commitment(self.seed)

    def on_move(self, seat: int) -> bool:
        """Whether the player may cut (while cutting), or estimate (while estimating).

        Args:
            seat: 0 to players - 1.

        Raises:
            IllegalMove: ``unknown_seat``.
        """
        self._check_seat(seat)
        if self.result is not None or self.departures[seat] is not None:
            return False
        if self.phase == "cutting":
            return seat == self.cutter
        return seat != self.cutter and self.estimates[seat] is None

    def asked(self, seat: int) -> bool:
        """Whether the player is or was asked for an estimate of the running round.

        Args:
            seat: 0 to players - 1.

        Raises:
            IllegalMove: ``unknown_seat``.
        """
        self._check_seat(seat)
        left = self.departures[seat]
        return (
            self.phase == "estimating"
            and seat != self.cutter
            and (left is None or (left.round == self.round and left.phase == "estimating"))
        )

    def bot_move(self, seat: int) -> Move:
        """The move that a bot makes now: a function of the state, drawn from streams of the round and the bot.

        Args:
            seat: A bot's seat that is on move.

        Raises:
            GameOver: The game is over.
            IllegalMove: ``unknown_seat``; ``not_on_move``: it is no bot's, or not on move.
        """
        from gamecore.cutting import bots

        if self.result is not None:
            raise _over()
        if not self.on_move(seat) or not self.players[seat].is_bot:
            raise IllegalMove("not_on_move", f"seat {seat} is no bot on move")
        return bots.bot_move(self, seat)

    def view(self, seat: int | None = None, at_ms: int | None = None, pointer: Point | None = None) -> dict[str, Any]:
        """What a player may know, as plain data for JSON, in fresh dicts and lists.

        ``{"body": {…}, "match": {"environment": {"t_ms": …}}}``; :class:`~gamecore.cutting.view.Body` lists the
        fields. Shares, scores and answers come only with the settlement; one's own estimate comes at once.

        Args:
            seat: Who looks; None: a spectator.
            at_ms: The time now; None: the state's. Nothing is settled.
            pointer: Spotlight: where the viewer points, ``(x, y)``; only geometry within a fifth of the canvas's
                shorter side of it is told. None, or outside the canvas: none is.

        Raises:
            ClockError: ``at_ms`` is no integer, or before the state's time.
            IllegalMove: ``unknown_seat``.
            MalformedMove: ``pointer`` is not two numbers.
        """
        seen: dict[str, Any] = msgspec.json.decode(self.view_json(seat, at_ms, pointer))
        return seen

    def view_json(self, seat: int | None = None, at_ms: int | None = None, pointer: Point | None = None) -> bytes:
        """The same as :meth:`view` in JSON text (UTF-8), several times as fast. Equal views give equal bytes.

        Args:
            seat: As for :meth:`view`.
            at_ms: As for :meth:`view`.
            pointer: As for :meth:`view`.

        Raises:
            ClockError: As for :meth:`view`.
            IllegalMove: As for :meth:`view`.
            MalformedMove: As for :meth:`view`.
        """
        if at_ms is None:
            at_ms = self.at_ms
        self._check_time(at_ms)
        if seat is not None:
            self._check_seat(seat)
        return msgspec.json.encode(observation(self, seat, at_ms, pointer))

    def to_json(self) -> str:
        """Compact JSON text for the host to keep: with the seed and hidden answers, so not for anyone's eyes.

        The form has a ``version``, 1, and stays readable; :meth:`from_json` gives an equal state back.
        """
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, source: object) -> Self:
        """Read a state that :meth:`to_json` wrote, and check that it can be one.

        All that follows from what happened is worked out again and compared. Earlier rounds' shapes are not kept, so
        their shares are taken on trust, except for Perfect cuts, which are cut again.

        Args:
            source: JSON text as ``str`` or ``bytes`` (up to 16 MiB), or the decoded object.

        Raises:
            InvalidState: It is none; the path leads to the fault.
        """
        state = wire.struct(source, cls, InvalidState, saved.MAX_SAVED)
        saved.check(state)
        return state

    def __repr__(self) -> str:  # for server logs: nothing hidden, nothing that depends on it
        over = "" if self.result is None else f", over by {self.result.reason}"
        return f"State(round={self.round}, phase={self.phase}, cutter={self.cutter}, at_ms={self.at_ms}{over})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:  # msgspec's would show every field
        return [(name, getattr(self, name)) for name in ("round", "phase", "cutter", "at_ms")]

    # Transitions. None of these checks anything.

    def _settled(self, until: int) -> Self:
        """With the steps settled that run out at ``until`` or before; the same object if there are none."""
        state = self
        while (due := state.next_deadline_ms) is not None and due <= until:
            state = settle(state, "timeout" if state.phase == "cutting" else "estimated", due)
        return state

    def _selected(self, chosen: Chosen) -> Self:
        at_ms = chosen.at_ms
        now = _replace(self, at_ms=at_ms, chosen=chosen)
        if is_perfect(self.settings, self.target, chosen.share):
            return settle(now, "perfect", at_ms)
        now = _replace(now, phase="estimating", step_started_ms=at_ms)
        return now._settle_if_complete(at_ms)

    def _estimated(self, seat: int, estimate: Given, at_ms: int) -> Self:
        estimates = (*self.estimates[:seat], estimate, *self.estimates[seat + 1 :])
        return _replace(self, at_ms=at_ms, estimates=estimates)._settle_if_complete(at_ms)

    def _resigned(self, seat: int, at_ms: int) -> Self:
        left = Departure(self.round, self.phase, at_ms)
        departures = (*self.departures[:seat], left, *self.departures[seat + 1 :])
        now = _replace(self, at_ms=at_ms, departures=departures)
        if self.phase == "cutting" and seat == self.cutter:
            return settle(now, "resigned", at_ms)
        if is_abandoned(now):
            return ended(now, "abandoned", at_ms)
        return now._settle_if_complete(at_ms)

    def _settle_if_complete(self, at_ms: int) -> Self:
        """Settle the estimates if none is waited for any more."""
        if self.phase == "cutting":
            return self
        for seat, (left, estimate) in enumerate(zip(self.departures, self.estimates, strict=True)):
            if left is None and estimate is None and seat != self.cutter:
                return self
        return settle(self, "estimated", at_ms)

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
        if type(seat) is not int or not 0 <= seat < len(self.players):
            raise IllegalMove("unknown_seat", f"seats are 0 to {len(self.players) - 1}, not {wire.shown(seat)}")

    def _why_not(self, seat: int) -> str:
        if self.departures[seat] is not None:
            return f"seat {seat} has resigned"
        if self.phase == "cutting":
            return f"seat {self.cutter} cuts"
        return f"seat {seat} made the cut" if seat == self.cutter else f"seat {seat} has answered already"


def _over() -> GameOver:
    return GameOver("the game is over")
