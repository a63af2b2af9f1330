"""Practice in the waiting room: cut against the clock, then estimate a simulated opponent's cut, and again (C37).

Its state is its own: it knows no room and no game, and nothing of it goes into scores or ratings. The opponent follows
the adaptive bots' rules and learns from the one who practises.
"""

from typing import Any, Self

import msgspec

from gamecore import wire
from gamecore.cutting.bots import Brain
from gamecore.cutting.canvas import Point
from gamecore.cutting.constraints import Constraint, VoronoiPoints
from gamecore.cutting.departure import MAX_MS, Phase
from gamecore.cutting.learning import Learner, observations
from gamecore.cutting.moves import Cut, Estimate, parse_move
from gamecore.cutting.perfect import CELEBRATION_MS, Celebration
from gamecore.cutting.players import BotSettings
from gamecore.cutting.rounds import Chosen, choose
from gamecore.cutting.scoring import Given, cutter_points, is_perfect, right_answer
from gamecore.cutting.settings import Settings
from gamecore.cutting.start import starting_shape
from gamecore.cutting.turns import draw_constraint, draw_target, own_point
from gamecore.cutting.view import Board, Environment, Match, board
from gamecore.errors import ClockError, GameOver, IllegalMove, InvalidSettings
from gamecore.geometry import Region, fit

__all__ = ["MAX_TURNS", "OPPONENT", "Practice", "PracticeBody", "PracticeView", "Reveal"]

OPPONENT = "Simulated opponent"
"""What the other one's cuts are labelled; one's own have no label."""
MAX_TURNS = 1_000
"""So many turns and no more: 4 hours or longer, and a forgotten practice is settled in seconds."""

_YOU, _THEM = 0, 1
_replace = msgspec.structs.replace


class Reveal(msgspec.Struct, frozen=True):
    """What the settlement of a turn shows.

    Attributes:
        turn: The turn's number, from 1.
        target: The required share in percent.
        share: The selected part's in percent; None: no part was selected in time.
        perfect: Whether the cut was Perfect.
        answer: Of an opponent's cut: the estimate; None: none came in time, or the cut was Perfect.
        points: What the turn earned: the cutting score of an own cut, the estimate score of the opponent's.
        settled_ms: When.
    """

    turn: int
    target: float
    share: float | None
    perfect: bool
    answer: Given | None
    points: float
    settled_ms: int


class PracticeBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """``body`` of the view.

    Attributes:
        settings: The room's.
        turn: The running turn's number, from 1: own cuts have the odd ones.
        phase: ``cutting`` (an own cut) or ``estimating`` (the opponent's).
        target: The required share in percent.
        step_started_ms: When the turn began.
        deadline_ms: The last millisecond at which a move is taken; None once practice is over.
        points: All that was earned so far.
        board: The canvas, as in a game; None under Spotlight without a pointer on the canvas.
        label: Whose the cut on the board is: ``Simulated opponent`` while estimating.
        yours: The last own cut, revealed.
        theirs: The opponent's last settled cut, revealed.
        celebrations: The Perfect cuts that are being celebrated; own ones have no name.
    """

    settings: Settings
    turn: int
    phase: Phase
    target: float
    step_started_ms: int
    deadline_ms: int | None
    points: float
    board: Board | None = None
    label: str | None = None
    yours: Reveal | None = None
    theirs: Reveal | None = None
    celebrations: tuple[Celebration, ...] = ()


class PracticeView(msgspec.Struct, frozen=True):
    """What :meth:`Practice.view` gives, before it becomes plain data."""

    body: PracticeBody
    match: Match


class Practice(msgspec.Struct, frozen=True):
    """Practice at one moment; made by :meth:`new`. Every verb gives the next one and leaves this one as it is.

    Attributes:
        settings: The room's.
        seed: Whence all that is drawn comes; not the game's.
        at_ms: Time of the last event.
        turn: The running turn's number, from 1: odd turns are own cuts, even ones estimates of the opponent's.
        phase: ``cutting`` or ``estimating``.
        step_started_ms: When the turn began.
        shape: The shape before the cut.
        constraint: What is fixed of the cut.
        target: The required share in percent.
        points: All that was earned so far.
        learner: What the opponent has learned.
        chosen: The opponent's cut while it is being estimated.
        yours: The last own cut, settled.
        theirs: The opponent's last settled cut.
        over: Whether the 1,000th turn has been settled, after which nothing comes.
    """

    settings: Settings
    seed: str
    at_ms: int
    turn: int
    phase: Phase
    step_started_ms: int
    shape: Region
    constraint: Constraint
    target: float
    points: float = 0.0
    learner: Learner = Learner()
    chosen: Chosen | None = None
    yours: Reveal | None = None
    theirs: Reveal | None = None
    over: bool = False

    @classmethod
    def new(cls, settings: Settings | None = None, *, seed: str, at_ms: int = 0) -> Self:
        """Practice begins, with an own cut of a fresh shape.

        Args:
            settings: The room's; None: the defaults.
            seed: Any text; another one than the game's, for players see what comes of it.
            at_ms: The time now in milliseconds, from 0.

        Raises:
            InvalidSettings: ``settings`` or ``seed`` are none.
            ClockError: ``at_ms`` is no such integer.
        """
        settings = Settings() if settings is None else settings
        if type(settings) is not Settings:
            raise InvalidSettings("settings", settings, "cutting.Settings")
        if type(seed) is not str:
            raise InvalidSettings("seed", type(seed).__name__, "text")
        _check_time(at_ms, 0)
        shape = starting_shape(settings, seed)
        constraint = draw_constraint(settings, seed, 1, shape)
        return cls(settings, seed, at_ms, 1, "cutting", at_ms, shape, constraint, draw_target(settings, seed, 1))

    # Events

    def apply(self, move: object, at_ms: int) -> Self:
        """A cut, or an estimate of the opponent's; ``round`` in the move is the turn.

        Turns whose time ran out before ``at_ms`` are settled first; a move at exactly the deadline is in time.

        Args:
            move: As for :meth:`gamecore.cutting.State.apply`.
            at_ms: The time now.

        Raises:
            ClockError: ``at_ms`` is no integer, or before the state's time.
            GameOver: All turns are played.
            IllegalMove: ``wrong_round``, ``wrong_phase`` (a resignation, too: one just leaves), or a reason of
                :func:`gamecore.cutting.cut`.
            MalformedMove: It is no move.
        """
        _check_time(at_ms, self.at_ms)
        now = self._settled(at_ms - 1)
        if now.over:
            raise GameOver("practice is over")
        parsed = parse_move(move)
        if not isinstance(parsed, Cut | Estimate):
            raise IllegalMove("wrong_phase", "practice knows no resignation: leave it")
        if parsed.round != now.turn:
            raise IllegalMove("wrong_round", f"turn {now.turn} is running, the move names {parsed.round}")
        if isinstance(parsed, Cut) is not (now.phase == "cutting"):
            raise IllegalMove("wrong_phase", f"the phase is {now.phase}")
        if isinstance(parsed, Estimate):
            return now._estimated(parsed.estimate, at_ms)
        return now._cut(now._choose(parsed.point, parsed.part, at_ms), at_ms)

    def advance(self, at_ms: int) -> Self:
        """Let time pass: every turn that runs out at ``at_ms`` or before is settled at its own millisecond.

        Args:
            at_ms: The time now.

        Raises:
            ClockError: ``at_ms`` is no integer, or before the state's time.
        """
        _check_time(at_ms, self.at_ms)
        return _replace(self._settled(at_ms), at_ms=at_ms)

    # Questions

    @property
    def next_deadline_ms(self) -> int | None:
        """When the running turn ends; None once all are played."""
        return None if self.over else self.step_started_ms + self.settings.step_ms

    @property
    def cutter(self) -> int:
        """Whose cut it is: 0 one's own, 1 the opponent's."""
        return _YOU if self.phase == "cutting" else _THEM

    @property
    def result(self) -> None:
        """Practice has none, so Spotlight never lifts."""
        return None

    def view(self, at_ms: int | None = None, pointer: Point | None = None) -> dict[str, Any]:
        """What the one who practises may know, as plain data for JSON: :class:`PracticeBody` lists the fields.

        Args:
            at_ms: The time now; None: the state's. Nothing is settled.
            pointer: Spotlight: where the viewer points, ``(x, y)``.

        Raises:
            ClockError: ``at_ms`` is no integer, or before the state's time.
            MalformedMove: ``pointer`` is not two numbers.
        """
        if at_ms is None:
            at_ms = self.at_ms
        _check_time(at_ms, self.at_ms)
        body = PracticeBody(
            settings=self.settings,
            turn=self.turn,
            phase=self.phase,
            target=self.target,
            step_started_ms=self.step_started_ms,
            deadline_ms=self.next_deadline_ms,
            points=self.points,
            board=board(self, _YOU, pointer),
            label=OPPONENT if self.phase == "estimating" else None,
            yours=self.yours,
            theirs=self.theirs,
            celebrations=self._celebrations(at_ms),
        )
        seen: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(PracticeView(body, Match(Environment(at_ms)))))
        return seen

    def __repr__(self) -> str:  # nothing hidden
        return f"Practice(turn={self.turn}, phase={self.phase}, points={self.points:g}, at_ms={self.at_ms})"

    # Transitions. None of these checks anything.

    def _settled(self, until: int) -> Self:
        state = self
        while (due := state.next_deadline_ms) is not None and due <= until:
            state = state._cut(None, due) if state.phase == "cutting" else state._estimated(None, due)
        return state

    def _choose(self, point: Point, part: int, at_ms: int) -> Chosen:
        settings = self.settings
        return choose(
            self.shape,
            self.constraint,
            point,
            part,
            settings.variant,
            settings.canvas,
            at_ms,
        )

    def _cut(self, chosen: Chosen | None, at_ms: int) -> Self:
        """Settle an own cut, or its timeout; then the opponent cuts."""
        points, share, perfect = 0.0, None, False
        if chosen is not None:
            share = chosen.share
            points = cutter_points(self.settings, self.target, share)
            perfect = is_perfect(self.settings, self.target, share)
        reveal = Reveal(self.turn, self.target, share, perfect, None, points, at_ms)
        now = _replace(self, yours=reveal, points=self.points + points, learner=self._learned(share, perfect, None))
        return now._next(chosen, at_ms)._opponent_cuts(at_ms)

    def _opponent_cuts(self, at_ms: int) -> Self:
        """The opponent's cut: to be estimated, or Perfect and settled at once."""
        if self.over:
            return self
        settings = self.settings
        brain = Brain(BotSettings(), self.learner, self.seed, self.turn, _THEM)
        found = brain.cut(self.shape, self.constraint, self.target, settings.variant, settings.canvas)
        if found is None:  # no part may be selected: as if its time had run out
            return self._next(None, at_ms)
        chosen = self._choose(*found, at_ms)
        if not is_perfect(settings, self.target, chosen.share):
            return _replace(self, phase="estimating", chosen=chosen)
        reveal = Reveal(self.turn, self.target, chosen.share, True, None, 0.0, at_ms)
        learner = self._learned(chosen.share, True, None)
        return _replace(self, theirs=reveal, learner=learner)._next(chosen, at_ms)

    def _estimated(self, answer: Given | None, at_ms: int) -> Self:
        """Settle an estimate, or its timeout; then comes an own cut."""
        assert self.chosen is not None
        share = self.chosen.share
        right = answer is not None and answer == right_answer(self.target, share)
        points = float(self.settings.estimate_score) if right else 0.0
        reveal = Reveal(self.turn, self.target, share, False, answer, points, at_ms)
        learner = self._learned(share, False, answer)
        return _replace(self, theirs=reveal, points=self.points + points, learner=learner)._next(self.chosen, at_ms)

    def _learned(self, share: float | None, perfect: bool, answer: Given | None) -> Learner:
        """What the opponent knows after the turn, by the rules of bots."""
        return self.learner.after(
            observations(
                humans=(_YOU,),
                active=(_YOU, _THEM),
                cutter=_YOU if self.turn % 2 else _THEM,
                share=share,
                target=self.target,
                perfect=perfect,
                answers=(answer, None),
            )
        )

    def _next(self, chosen: Chosen | None, at_ms: int) -> Self:
        """The next turn, with the selected part enlarged, or the same shape again; the phase is set by its cut."""
        if self.turn == MAX_TURNS:
            return _replace(self, at_ms=at_ms, phase="cutting", chosen=None, over=True)
        shape, constraint, turn = self.shape, self.constraint, self.turn + 1
        kept: Point | None = None
        if chosen is not None:
            shape, enlarge = fit(chosen.region.settled())
            if isinstance(constraint, VoronoiPoints):
                points = (constraint.first, constraint.second, chosen.point)
                kept = enlarge.apply(own_point(points, chosen.region))
        if chosen is not None or not isinstance(constraint, VoronoiPoints):
            constraint = draw_constraint(self.settings, self.seed, turn, shape, kept)
        return _replace(
            self,
            at_ms=at_ms,
            turn=turn,
            phase="cutting",
            step_started_ms=at_ms,
            shape=shape,
            constraint=constraint,
            target=draw_target(self.settings, self.seed, turn),
            chosen=None,
        )

    def _celebrations(self, at_ms: int) -> tuple[Celebration, ...]:
        found = []
        for seat, name, reveal in ((_YOU, "", self.yours), (_THEM, OPPONENT, self.theirs)):
            if reveal is not None and reveal.perfect and (left := reveal.settled_ms + CELEBRATION_MS - at_ms) > 0:
                found.append(Celebration(reveal.turn, seat, name, left))
        return tuple(found)


def _check_time(at_ms: object, earliest: int) -> None:
    if type(at_ms) is not int or at_ms > MAX_MS:
        raise ClockError(f"at_ms is {wire.shown(at_ms)}; allowed: an integer up to 2**53 - 1")
    if at_ms < earliest:
        raise ClockError(f"at_ms is {wire.shown(at_ms)}, before {earliest}")
