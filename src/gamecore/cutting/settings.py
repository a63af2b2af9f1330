"""The settings of a game (C01, C02)."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Self

import msgspec

from gamecore import wire
from gamecore.cutting.canvas import MIN_SIDE, Canvas
from gamecore.cutting.constraints import MODES
from gamecore.cutting.cuts import VARIANTS, Variant
from gamecore.errors import InvalidSettings

__all__ = ["ENDS", "MAX_SIDE", "TARGETS", "Settings"]

MAX_SIDE = 4.0
"""Greatest width and height: on a larger canvas a starting shape could not fill a tenth of it (C07)."""

ENDS = ("rounds", "minutes", "points")
"""The three end conditions, by the field that holds their value."""

TARGETS: Mapping[str, tuple[float, ...]] = MappingProxyType({"50": (50.0,), "40/50/60": (40.0, 50.0, 60.0)})
"""The target sets in percent, by the name that settings use."""

_RANGES = {
    "rounds": (1, 100),
    "minutes": (1, 100),
    "points": (1, 10_000),
    "cutter_score": (1, 100),
    "estimate_score": (1, 100),
}
_CHOICES: dict[str, tuple[str | int | float, ...]] = {
    "ends": ENDS,
    "variant": VARIANTS,
    "targets": tuple(TARGETS),
    "mode": tuple(MODES),
    "deduction": (5, 10, 15),
    "step_seconds": (15, 30, 60),
    "tolerance": (0.5, 1.0, 2.0),
    "visibility": ("full", "spotlight"),
}

_set = msgspec.structs.force_setattr


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What a game is played by. Equal by value, hashable.

    All three end values are kept; ``ends`` says which one counts (C02).

    Args:
        ends: The end condition that is active: ``rounds``, ``minutes`` or ``points``.
        rounds: Rounds of a game that ends by rounds, 1 to 100.
        minutes: Time limit of the whole game in minutes, 1 to 100.
        points: Total that ends a game by points, 1 to 10,000.
        variant: What is measured and estimated: ``area`` or ``perimeter``.
        targets: Target shares in percent: ``50``, or ``40/50/60`` for one of the three at random each round.
        mode: ``line_fixed_point``, ``line_fixed_angle``, ``line_voronoi``, ``circle_fixed_centre`` or
            ``circle_fixed_diameter``.
        cutter_score: What an exact cut earns, 1 to 100.
        deduction: What a percentage point of error takes off: 5, 10 or 15.
        estimate_score: What a correct estimate earns, 1 to 100.
        step_seconds: Time for a cut, and for the estimates: 15, 30 or 60.
        tolerance: Error of a Perfect cut in percentage points, included: 0.5, 1 or 2.
        visibility: ``full`` or ``spotlight``.
        width: Of the canvas, 2.2 to 4; shapes are fitted to the square from -1 to 1 in its middle.
        height: As ``width``.

    Raises:
        InvalidSettings: One of these does not hold, booleans and floats for integers included.
    """

    ends: str = "rounds"
    rounds: int = 10
    minutes: int = 10
    points: int = 1_000
    variant: Variant = "area"
    targets: str = "50"
    mode: str = "line_fixed_point"
    cutter_score: int = 100
    deduction: int = 10
    estimate_score: int = 50
    step_seconds: int = 30
    tolerance: float = 1.0
    visibility: str = "full"
    width: float = MIN_SIDE
    height: float = MIN_SIDE

    def __post_init__(self) -> None:
        for field, (low, high) in _RANGES.items():
            value = getattr(self, field)
            if type(value) is not int or not low <= value <= high:
                raise InvalidSettings(field, value, f"an integer from {low} to {high}")
        for field, allowed in _CHOICES.items():
            value = getattr(self, field)
            kinds = (int, float) if field == "tolerance" else (type(allowed[0]),)
            if type(value) not in kinds or value not in allowed:
                raise InvalidSettings(field, value, " ".join(map(str, allowed)))
        for field in ("width", "height"):
            value = getattr(self, field)
            if type(value) not in (int, float) or not MIN_SIDE <= value <= MAX_SIDE:
                raise InvalidSettings(field, value, f"a number from {MIN_SIDE:g} to {MAX_SIDE:g}")
        for field in ("tolerance", "width", "height"):
            _set(self, field, float(getattr(self, field)))

    def choose(self, ends: str, value: int | None = None) -> Self:
        """The settings with an end condition made the active one; the other two keep their values (C02).

        Args:
            ends: ``rounds``, ``minutes`` or ``points``.
            value: Its new value; None: the saved one.

        Raises:
            InvalidSettings: ``ends`` is none of the three, or the value is out of its range.
        """
        if type(ends) is not str or ends not in ENDS:
            raise InvalidSettings("ends", ends, " ".join(ENDS))
        changes: dict[str, Any] = {"ends": ends}
        if value is not None:
            changes[ends] = value
        return self.replace(**changes)

    def replace(self, **changes: Any) -> Self:
        """The settings with some fields changed.

        Raises:
            InvalidSettings: There is no field of that name, or a value is out of its range.
        """
        for field in changes:
            if field not in self.__struct_fields__:
                raise InvalidSettings("settings", field, f"the fields {' '.join(self.__struct_fields__)}")
        return msgspec.structs.replace(self, **changes)

    def shown(self) -> dict[str, int | None]:
        """What stands in the boxes of the three end conditions: the active one's value, None for the others (C02)."""
        return {field: getattr(self, field) if field == self.ends else None for field in ENDS}

    @property
    def end_value(self) -> int:
        """The value of the active end condition."""
        value: int = getattr(self, self.ends)
        return value

    @property
    def step_ms(self) -> int:
        """Time for a step in milliseconds."""
        return 1_000 * self.step_seconds

    @property
    def target_shares(self) -> tuple[float, ...]:
        """The shares, in percent, of which each round's target is one."""
        return TARGETS[self.targets]

    @cached_property
    def canvas(self) -> Canvas:
        """The canvas."""
        return Canvas(self.width, self.height)

    @classmethod
    def from_json(cls, source: object) -> Self:
        """Read settings: an object with any of the fields; those left out have their defaults.

        Args:
            source: JSON text as ``str`` or ``bytes``, the decoded object, or settings.

        Raises:
            InvalidSettings: It is none, has another key, or a value out of range.
        """
        return wire.options(source, cls, InvalidSettings, "settings")

    def to_json(self) -> str:
        """Compact JSON text; :meth:`from_json` gives equal settings back."""
        return wire.encode(self)
