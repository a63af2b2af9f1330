"""What an adaptive bot learns of the humans: how far their cuts miss, and how often they estimate right (C26).

Each of the two is a weighted mean S / W. After every completed round ``S ← 0.9 S + sum of the new observations`` and
``W ← 0.9 W + their number``, so an observation from k rounds ago weighs 0.9^k.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from gamecore.cutting.scoring import Answer, right_answer

__all__ = ["DISCOUNT", "Learner", "Mean", "Observations", "observations"]

DISCOUNT = 0.9
"""What is left of an observation's weight after each completed round."""

_FAINT = 1e-100
"""Below this weight no more is taken off: one new observation outweighs it by far already, and 0 / 0 is no mean."""


class Mean(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A discounted mean.

    Args:
        total: S, the weighted sum of the observations.
        weight: W, the sum of their weights, above 0.
    """

    total: float
    weight: float = 1.0

    @property
    def value(self) -> float:
        """S / W."""
        return self.total / self.weight

    def after(self, observed: Sequence[float]) -> "Mean":
        """The mean after one more completed round with these observations, none included."""
        left = DISCOUNT if self.weight > _FAINT else 1.0
        return Mean(left * self.total + sum(observed), left * self.weight + len(observed))


class Observations(NamedTuple):
    """What one completed round shows of the humans.

    Attributes:
        errors: The absolute errors of their cuts in percentage points: one or none.
        answers: For each estimate, 1.0 if right and 0.0 if wrong or missing.
    """

    errors: tuple[float, ...] = ()
    answers: tuple[float, ...] = ()


class Learner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One adaptive bot's knowledge; every bot has its own and starts afresh.

    Args:
        cutting: Absolute cutting error in percentage points; at first 5 with weight 1.
        estimating: Probability of a correct estimate, 0 to 1; at first 0.5 with weight 1.
    """

    cutting: Mean = Mean(5.0)
    estimating: Mean = Mean(0.5)

    @property
    def error(self) -> float:
        """E, the mean absolute cutting error in percentage points, 0 to 100."""
        return self.cutting.value

    @property
    def correct(self) -> float:
        """The probability of a correct estimate, 0 to 1."""
        return min(self.estimating.value, 1.0)  # rounding can leave a bit more

    def after(self, seen: Observations) -> "Learner":
        """The knowledge after one more completed round, Perfect rounds and timeouts included."""
        return Learner(self.cutting.after(seen.errors), self.estimating.after(seen.answers))


def observations(
    *,
    humans: Iterable[int],
    active: Iterable[int],
    cutter: int,
    share: float | None,
    target: float,
    perfect: bool,
    answers: Sequence[Answer | None],
) -> Observations:
    """What a settled round shows of the humans (C26).

    - A human's cut shows its absolute error, a Perfect one too, and one whose cutter resigned afterwards. A cutter
      without a cut shows nothing.
    - A human's answer shows right or wrong, even if they resigned afterwards. An active human's missing answer is
      wrong; a resigned one's is nothing. Perfect rounds and rounds without a cut show no estimates.
    - Bots show nothing.

    Args:
        humans: The seats of the humans.
        active: The seats that have not resigned by the settlement.
        cutter: The cutter's seat.
        share: The selected part's share in percent; None: no part was selected.
        target: The required share in percent.
        perfect: Whether the cut was Perfect, so that nobody was asked.
        answers: By seat, as a settled round keeps them; the cutter's does not count.
    """
    if share is None:
        return Observations()
    others = set(humans) - {cutter}
    errors = (abs(share - target),) if len(others) < len(set(humans)) else ()
    if perfect:
        return Observations(errors)
    still = set(active)
    right = right_answer(target, share)
    seen = []
    for seat in sorted(others):
        answer = answers[seat]
        if answer in ("more", "less"):
            seen.append(1.0 if answer == right else 0.0)
        elif answer in ("none", None) and seat in still:
            seen.append(0.0)
    return Observations(errors, tuple(seen))
