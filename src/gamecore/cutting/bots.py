"""How a bot plays (C26 to C28): it aims beside the target and estimates right with some probability.

All that is drawn for a bot comes from streams of the game's seed, named by the round and the bot's seat. So
:func:`bot_move` is a function of the state: asked twice, or by a host that was restarted, it gives the same move.
"""

from typing import TYPE_CHECKING, NamedTuple

from gamecore.cutting.canvas import Canvas, Point
from gamecore.cutting.closest import closest_cut
from gamecore.cutting.constraints import Constraint
from gamecore.cutting.cuts import Variant
from gamecore.cutting.learning import Learner
from gamecore.cutting.moves import Cut, Estimate
from gamecore.cutting.players import BotSettings
from gamecore.cutting.scoring import Given
from gamecore.errors import IllegalMove
from gamecore.geometry import Region
from gamecore.randomness import stream

if TYPE_CHECKING:
    from gamecore.cutting.state import State

__all__ = ["DELAY_MS", "Brain", "bot_delay_ms", "bot_move", "brain"]

DELAY_MS = (1_000, 3_000)
"""The shortest and the longest time that a bot seems to think; both well within the shortest step."""


class Brain(NamedTuple):
    """What decides how a bot plays, with the streams that it draws from.

    Attributes:
        settings: Its mode, and the tolerance of the fixed mode.
        learner: What it has learned, for the adaptive mode.
        seed: The game's.
        round: The round it plays in.
        seat: Its seat; each bot draws from its own streams.
    """

    settings: BotSettings
    learner: Learner
    seed: str
    round: int
    seat: int

    @property
    def tolerance(self) -> float:
        """The greatest offset from the target, in percentage points: 2E if adaptive, X if fixed.

        A uniform offset from -2E to 2E has the mean absolute value E.
        """
        return 2 * self.learner.error if self.settings.mode == "adaptive" else float(self.settings.tolerance)

    def correct(self, error: float) -> float:
        """The probability of a correct estimate, 0 to 1.

        Args:
            error: Y, the absolute error of the cut in percentage points. A fixed bot tells great errors for sure and
                others with the probability Y / X; an adaptive one does not care.
        """
        if self.settings.mode == "adaptive":
            return self.learner.correct
        tolerance = self.settings.tolerance
        return min(error / tolerance, 1.0) if tolerance else 1.0

    def aim(self, target: float) -> float:
        """The share it aims at, in percent: the target and a uniform offset, clipped to 0 to 100."""
        reach = self.tolerance
        offset = stream(self.seed, "bot", self.round, self.seat, "offset").uniform(-reach, reach)
        return min(max(target + offset, 0.0), 100.0)

    def cut(
        self, shape: Region, constraint: Constraint, target: float, variant: Variant, canvas: Canvas
    ) -> tuple[Point, int] | None:
        """The legal cut nearest to what it aims at: the placed point and the part; one of several exact ones at random.

        Args:
            shape: The shape before the cut.
            constraint: What the server fixed.
            target: The required share in percent.
            variant: What shares measure.
            canvas: The canvas.

        Returns:
            None if no legal cut has a part that may be selected.
        """
        choose = stream(self.seed, "bot", self.round, self.seat, "cut")
        return closest_cut(shape, constraint, self.aim(target), variant, canvas, choose)

    def estimate(self, share: float, target: float) -> Given:
        """Its answer to a cut of this share: the right one with the probability of :meth:`correct`, else the other."""
        right: Given = "more" if share > target else "less"
        wrong: Given = "less" if right == "more" else "more"
        drawn = stream(self.seed, "bot", self.round, self.seat, "answer").uniform()
        return right if drawn < self.correct(abs(share - target)) else wrong

    def delay_ms(self, phase: str) -> int:
        """How long it seems to think in a phase, in milliseconds, uniform within :data:`DELAY_MS`; tells nothing."""
        return stream(self.seed, "bot", self.round, self.seat, "delay", phase).between(*DELAY_MS)


def brain(state: "State", seat: int) -> Brain:
    """How a bot plays in the running round.

    Args:
        state: A game.
        seat: A bot's.

    Raises:
        IllegalMove: ``not_a_bot``.
    """
    settings, learner = state.players[seat].bot, state.learners[seat]
    if settings is None or learner is None:
        raise IllegalMove("not_a_bot", f"seat {seat} is a human's")
    return Brain(settings, learner, state.seed, state.round, seat)


def bot_move(state: "State", seat: int) -> Cut | Estimate:
    """The move that a bot makes now; the host applies it like any other.

    Args:
        state: A running game.
        seat: A bot's that is on move.

    Raises:
        IllegalMove: ``not_a_bot``; ``too_thin``: no legal cut has a part that may be selected (the server's draws see
            to it that there is one).
    """
    own = brain(state, seat)
    if state.chosen is not None:
        return Estimate(state.round, own.estimate(state.chosen.share, state.target))
    settings = state.settings
    found = own.cut(state.shape, state.constraint, state.target, settings.variant, settings.canvas)
    if found is None:
        raise IllegalMove("too_thin", "no legal cut has a part that may be selected")
    return Cut(state.round, *found)


def bot_delay_ms(state: "State", seat: int) -> int:
    """How long after the start of the running step a bot should act, in milliseconds.

    It depends on the seed, the round, the phase and the seat only, so it tells nothing of what is hidden.

    Args:
        state: A running game.
        seat: A bot's.

    Raises:
        IllegalMove: ``not_a_bot``.
    """
    return brain(state, seat).delay_ms(state.phase)
