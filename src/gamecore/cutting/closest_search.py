"""The search for a target share along one path of the placed point.

A :class:`Search` keeps the best legal cut met so far. :meth:`Search.along` walks a path from one critical value to the
next. In between, every part's share is continuous; at both ends of each stretch it is looked at just beside the
critical value, and where the target lies between two values, a bracketed root finder gives an exact cut. Otherwise an
end of the stretch is nearest. Where a part may not be selected at that place, a bisection finds the edge of where it
may.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import inf

from gamecore.cutting.canvas import Canvas, Point
from gamecore.cutting.constraints import Constraint
from gamecore.cutting.cuts import MIN_FILL, MIN_PART, MIN_SELECTABLE, Variant, divide, fill
from gamecore.errors import IllegalMove
from gamecore.geometry import Region

__all__ = ["EXACT", "SLACK", "Found", "Path", "Sample", "Search"]

EXACT = 1e-9
"""A share this near the target, in percentage points, is an exact one."""
SLACK = 2e-3
"""Percentage points of improvement that are not worth a search."""

_BESIDE = (1e-10, 1e-8, 1e-6, 1e-4, 1e-2)
"""How far beside a critical value to look, as a part of the stretch: the first place that can be split."""
_STEPS = (1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 5e-3, 0.02, 0.08, 0.25, 0.5, 0.75, 1.0)
"""How far from a part that may not be selected to look for it where it may."""

_INSIDE = (1e-3, 0.15, 0.35, 0.5, 0.65, 0.85, 0.999)
"""Where to look in a stretch along which shares both rise and fall."""

Path = Callable[[float], Point]
Found = tuple[float, Point, int]
"""How far from the target, the placed point and the part."""


class Sample:
    """The parts at one place of a path, with their shares in percent, whether or not the cut is legal."""

    __slots__ = ("parts", "place", "point", "shares")

    def __init__(self, place: float, point: Point, parts: tuple[Region, ...], shares: list[float]) -> None:
        self.place = place
        self.point = point
        self.parts = parts
        self.shares = shares


class Search:
    """What is searched for, and the best found: ``best``, and every exact cut in ``exact``.

    Args:
        shape: The shape, with no edges from earlier cuts.
        constraint: What is fixed.
        target: The share wanted, in percent.
        variant: What shares measure.
        canvas: The canvas.
        everything: Go on after the first exact cut.
    """

    def __init__(
        self, shape: Region, constraint: Constraint, target: float, variant: Variant, canvas: Canvas, everything: bool
    ) -> None:
        self.shape = shape
        self.constraint = constraint
        self.target = target
        self.by_area = variant == "area"
        self.canvas = canvas
        self.everything = everything
        self.whole = shape.area if self.by_area else shape.boundary_length
        self.best: Found | None = None
        self.exact: list[Found] = []

    @property
    def gap(self) -> float:
        """How far the best cut is from the target; infinite while there is none."""
        return self.best[0] if self.best else inf

    @property
    def done(self) -> bool:
        """An exact cut is enough."""
        return bool(self.exact) and not self.everything

    def sample(self, point: Point, place: float = 0.0) -> Sample | None:
        """The parts for a placed point, or None where there are less than two or no clean split."""
        try:
            _, parts = divide(self.shape, self.constraint, point, self.canvas)
        except IllegalMove:
            return None
        scale = 100 / self.whole
        shares = [scale * (part.area if self.by_area else part.inherited_length) for part in parts]
        return Sample(place, point, parts, shares)

    def selectable(self, sample: Sample, part: int) -> bool:
        """Whether the cut is legal and the part may be selected."""
        total = self.shape.area
        chosen = sample.parts[part]
        return (
            chosen.area >= MIN_SELECTABLE * total
            and min([other.area for other in sample.parts]) >= MIN_PART * total
            and fill(chosen, self.canvas) >= MIN_FILL
        )

    def consider(self, sample: Sample, part: int) -> bool:
        """Keep the part if it may be selected and is nearer than the best; return whether it may."""
        gap = abs(sample.shares[part] - self.target)
        if gap > max(self.gap, EXACT):
            return self.selectable(sample, part)
        if not self.selectable(sample, part):
            return False
        found = (gap, sample.point, part)
        if gap < self.gap:
            self.best = found
        if gap <= EXACT:
            self.exact.append(found)
        return True

    def along(self, path: Path, places: Sequence[float], monotone: bool) -> None:
        """Search a path.

        Args:
            path: The placed point for each place.
            places: The ends of the path and its critical values, ascending.
            monotone: Shares only rise or only fall between critical values.
        """
        low = places[0]
        for high in places[1:]:
            if high - low <= 1e-11:  # no clean split in between
                continue
            self._stretch(path, low, high, monotone, 8)
            if self.done:
                return
            low = high

    def _stretch(self, path: Path, low: float, high: float, monotone: bool, depth: int) -> None:
        """Search between two critical values; halve it if the parts at its ends are not the same."""
        width = high - low
        first = self._beside(path, low, width)
        last = self._beside(path, high, -width)
        if first is None or last is None:
            if first is last:  # a miss, unless a critical value is not known
                return
            self._halve(path, low, high, monotone, depth)
            return
        if len(first.parts) != len(last.parts):
            self._halve(path, low, high, monotone, depth)
            return
        samples = [first, last]
        if not monotone:
            for step in _INSIDE:
                between = self.sample(path(low + step * width), low + step * width)
                if between is not None and len(between.parts) == len(first.parts):
                    samples.insert(-1, between)
        for part in range(len(first.parts)):
            self._part(path, samples, part)
            if self.done:
                return

    def _halve(self, path: Path, low: float, high: float, monotone: bool, depth: int) -> None:
        if depth:
            middle = low + (high - low) * 0.4871  # not where symmetry has put something
            self._stretch(path, low, middle, monotone, depth - 1)
            if not self.done:
                self._stretch(path, middle, high, monotone, depth - 1)

    def _beside(self, path: Path, critical: float, width: float) -> Sample | None:
        for beside in _BESIDE:
            place = critical + beside * width
            found = self.sample(path(place), place)
            if found is not None:
                return found
        return None

    def _part(self, path: Path, samples: list[Sample], part: int) -> None:
        """Search one part's share over a stretch."""
        target = self.target
        crossed = False
        for one, other in pairwise(samples):
            if (one.shares[part] - target) * (other.shares[part] - target) <= 0:
                crossed = True
                self._cross(path, one, other, samples, part)
                if self.done:
                    return
        if crossed:
            return
        shares = [abs(sample.shares[part] - target) for sample in samples]
        for place in range(1, len(samples) - 1):
            if shares[place - 1] >= shares[place] <= shares[place + 1]:
                self._valley(path, samples, place, part)
                if self.done:
                    return
        nearest = min((0, len(samples) - 1), key=shares.__getitem__)
        if self.gap <= shares[nearest] + SLACK or self.consider(samples[nearest], part):
            return
        self._edge(path, samples[nearest], samples[0 if nearest else -1], part)

    def _valley(self, path: Path, samples: list[Sample], place: int, part: int) -> None:
        """Search about a sample that is nearer to the target than its two neighbours."""
        left, middle, right = samples[place - 1 : place + 2]
        peak = self._peak(path, left, middle, right, part)
        if (peak.shares[part] - self.target) * (middle.shares[part] - self.target) <= 0:
            self._cross(path, left, peak, samples, part)
            if not self.done:
                self._cross(path, peak, right, samples, part)
        elif not self.consider(peak, part):
            self._edge(path, peak, samples[0], part)
            self._edge(path, peak, samples[-1], part)

    def _cross(self, path: Path, one: Sample, other: Sample, samples: list[Sample], part: int) -> None:
        """Find where a share crosses the target, or else the nearest places where the part may be selected."""
        crossing = self.root(path, one, other, part)
        if crossing is not None and not self.consider(crossing, part):
            self._edge(path, crossing, samples[0], part)
            self._edge(path, crossing, samples[-1], part)

    def root(self, path: Path, one: Sample, other: Sample, part: int) -> Sample | None:
        """The place between two samples where a share meets the target, by the Illinois method with bisection.

        (Dowell and Jarratt, BIT 11, 1971.) None if no clean split is to be had on the way or parts change in number.
        """
        a, b = one, other
        fa, fb = a.shares[part] - self.target, b.shares[part] - self.target
        if abs(fa) <= EXACT / 10:
            return a
        if abs(fb) <= EXACT / 10:
            return b
        for step in range(80):
            width = b.place - a.place
            place = a.place + (0.5 if step % 4 == 3 else fa / (fa - fb)) * width
            if not min(a.place, b.place) < place < max(a.place, b.place):
                place = a.place + width / 2
                if place in (a.place, b.place):
                    break
            middle = self.sample(path(place), place)
            if middle is None or len(middle.parts) != len(one.parts):
                place += 0.01 * (b.place - place)
                middle = self.sample(path(place), place)
                if middle is None or len(middle.parts) != len(one.parts):
                    return None
            f = middle.shares[part] - self.target
            if abs(f) <= EXACT / 10:
                return middle
            if (f > 0) is (fb > 0):
                b, fb = middle, f
                fa /= 2
            else:
                a, fa = b, fb
                b, fb = middle, f
        gap_a, gap_b = abs(a.shares[part] - self.target), abs(b.shares[part] - self.target)
        return a if gap_a < gap_b else b

    def _edge(self, path: Path, bad: Sample, far: Sample, part: int) -> None:
        """Starting from a place where a part may not be selected, find the first towards ``far`` where it may."""
        origin, width = bad.place, far.place - bad.place
        if not width:
            return
        bad_part, good_part = 0.0, 1.0
        bad_gap = abs(bad.shares[part] - self.target)
        good_gap = abs(far.shares[part] - self.target)
        for step in _STEPS:
            seen = self.sample(path(origin + step * width), origin + step * width) if step < 1 else far
            if seen is None or len(seen.parts) != len(bad.parts):
                continue
            gap = abs(seen.shares[part] - self.target)
            if gap >= self.gap - SLACK or self.consider(seen, part):  # not worth going on, or found
                good_part, good_gap = step, gap
                break
            bad_part, bad_gap = step, gap
        else:
            return
        for _ in range(30):
            if good_gap - bad_gap <= SLACK / 2 or self.gap - bad_gap <= SLACK:
                return
            middle = (good_part * bad_part) ** 0.5 if good_part > 4 * bad_part > 0 else (good_part + bad_part) / 2
            seen = self.sample(path(origin + middle * width), origin + middle * width)
            if seen is None or len(seen.parts) != len(bad.parts):
                return
            gap = abs(seen.shares[part] - self.target)
            if gap >= self.gap - SLACK or self.consider(seen, part):
                good_part, good_gap = middle, gap
            else:
                bad_part, bad_gap = middle, gap

    def _peak(self, path: Path, left: Sample, middle: Sample, right: Sample, part: int) -> Sample:
        """The place of the share nearest the target among three where the middle one is nearest: golden section.

        Stops at a place beyond the target.
        """
        target = self.target
        sign = 1 if middle.shares[part] < target else -1
        for _ in range(24):
            span_left, span_right = middle.place - left.place, right.place - middle.place
            place = middle.place + (0.381966 * span_right if span_right > span_left else -0.381966 * span_left)
            seen = self.sample(path(place), place)
            if seen is None or len(seen.parts) != len(middle.parts):
                break
            better = sign * (seen.shares[part] - middle.shares[part]) > 0
            change = abs(seen.shares[part] - middle.shares[part])
            if better:
                left, right = (middle, right) if seen.place > middle.place else (left, middle)
                middle = seen
                if sign * (seen.shares[part] - target) >= 0:
                    break
            elif seen.place > middle.place:
                right = seen
            else:
                left = seen
            if change < SLACK / 20:
                break
        return middle
