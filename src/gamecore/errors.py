"""Every error that gamecore raises on purpose.

All are :class:`ValueError`, carry a stable ``code`` for programs and a message for people, survive pickling
(so they cross process pools), and never contain a hidden answer or a seed.
"""

from typing import Any, ClassVar, Self

__all__ = [
    "ClockError",
    "DegenerateCut",
    "GameOver",
    "GamecoreError",
    "GenerationFailed",
    "IllegalMove",
    "InvalidOptions",
    "InvalidProblem",
    "InvalidPuzzle",
    "InvalidRecord",
    "InvalidRegion",
    "InvalidSettings",
    "LimitReached",
    "MalformedMove",
]


class GamecoreError(ValueError):
    """Base of all errors of this package; ``code`` is stable across versions."""

    code: ClassVar[str] = "error"

    def __reduce__(self) -> tuple[Any, ...]:
        # The default would call __init__ with the one message; subclasses take more.
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[GamecoreError], args: tuple[Any, ...], state: dict[str, Any]) -> GamecoreError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


def _shown(value: object) -> str:
    """A short text for any object, even one that refuses to be printed, as integers over 4,300 digits do."""
    try:
        text = repr(value)
    except Exception:  # a __repr__ is foreign code
        return f"some {type(value).__name__} that cannot be printed"
    return text if len(text) <= 80 else text[:77] + "..."


class _Located(GamecoreError):
    """An error in a JSON document: ``path`` is the JSON path to the fault, ``problem`` what is wrong there."""

    path: str
    problem: str

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem

    def under(self, path: str) -> Self:
        """The same error seen from an enclosing document in which this one lies at ``path``."""
        return type(self)(path + self.path.removeprefix("$"), self.problem)


class MalformedMove(_Located):
    """A move that breaks the syntax; ``path`` leads to the fault (``$.placements[3].rotation``)."""

    code = "malformed_move"


class InvalidPuzzle(_Located):
    """A hand-made puzzle that is not well formed; ``path`` leads to the fault (``$.pieces[2].cells``)."""

    code = "invalid_puzzle"


class InvalidRegion(_Located):
    """An area that is not well formed; ``path`` leads to the fault (``$.outer[2][0]``)."""

    code = "invalid_region"


class InvalidState(_Located):
    """A saved state that no match can come to; ``path`` leads to the fault (``$.seats[1].clock_ms``)."""

    code = "invalid_state"


class IllegalMove(GamecoreError):
    """A well-formed move that the rules forbid.

    ``reason`` is a stable word such as ``overlap``; ``detail`` starts with it and goes on to name the piece
    and the cell (``overlap: p7 and p12 both cover [3, 4]``).
    """

    code = "illegal_move"
    reason: str
    detail: str

    def __init__(self, reason: str, explanation: str = "") -> None:
        self.reason = reason
        self.detail = f"{reason}: {explanation}" if explanation else reason
        super().__init__(self.detail)


class DegenerateCut(GamecoreError):
    """A line or circle along which an area cannot be split cleanly, or that is none.

    ``reason`` is a stable word: ``through_vertex``, ``coincident``, ``tangent``, ``too_small``, ``inconsistent``; of
    the line or circle itself ``not_finite``, ``out_of_range``, ``equal_points``, ``zero_radius``. ``detail`` starts
    with it and explains.
    """

    code = "degenerate_cut"
    reason: str
    detail: str

    def __init__(self, reason: str, explanation: str = "") -> None:
        self.reason = reason
        self.detail = f"{reason}: {explanation}" if explanation else reason
        super().__init__(self.detail)


class InvalidOptions(GamecoreError):
    """An option outside its range or of the wrong type: names ``field``, ``value`` and what is ``allowed``."""

    code = "invalid_options"
    field: str
    value: str
    allowed: str

    def __init__(self, field: str, value: object, allowed: str) -> None:
        shown = _shown(value)
        super().__init__(f"{field} is {shown}; allowed: {allowed}")
        self.field = field
        self.value = shown  # the text, not the object: an error must not keep a caller's data alive
        self.allowed = allowed


class InvalidSettings(InvalidOptions):
    """A setting of the cutting game, a player's or a room's included, that is out of range or of the wrong type."""

    code = "invalid_settings"


class GenerationFailed(GamecoreError):
    """No puzzle was found by a recipe: its pieces cannot fit, or the bounded number of attempts was used up."""

    code = "generation_failed"


class InvalidProblem(GamecoreError):
    """An exact-cover problem that is not well formed, or a text that is not one."""

    code = "invalid_problem"


class InvalidRecord(GamecoreError):
    """A game record that cannot be read or played: ``line`` is where (from 1), ``problem`` what is wrong there."""

    code = "invalid_record"
    line: int
    problem: str

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


class ClockError(GamecoreError):
    """A time that is not an integer, or lies before the state's last event."""

    code = "clock"


class GameOver(GamecoreError):
    """A move or an event for a game that has ended."""

    code = "game_over"


class LimitReached(GamecoreError):
    """A count or an enumeration stopped by its node or time budget; ``count`` is what was found until then."""

    code = "limit_reached"
    count: int
    nodes: int

    def __init__(self, count: int, nodes: int) -> None:
        super().__init__(f"stopped by its limit after {nodes} nodes with {count} found; the true number may be higher")
        self.count = count
        self.nodes = nodes
