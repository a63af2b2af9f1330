"""Pure rules and solvers for two games: Polyfit, a polyomino race, and the cutting game.

The subpackages load on first use, so ``import gamecore`` costs next to nothing and loads neither numba
nor shapely::

    import gamecore

    puzzle = gamecore.polyfit.Puzzle.from_json(text)
    result = gamecore.polyfit.solve(puzzle, seed=0)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from gamecore.errors import GamecoreError, IllegalMove, MalformedMove

if TYPE_CHECKING:
    from types import ModuleType

    from gamecore import cutting, exactcover, geometry, polyfit, polyomino, record

__all__ = [
    "GamecoreError",
    "IllegalMove",
    "MalformedMove",
    "cutting",
    "exactcover",
    "geometry",
    "polyfit",
    "polyomino",
    "record",
]

_SUBPACKAGES = frozenset({"cutting", "exactcover", "geometry", "polyfit", "polyomino", "record"})


def __getattr__(name: str) -> "ModuleType | str":
    if name in _SUBPACKAGES:
        return import_module(f"gamecore.{name}")
    if name == "__version__":
        from importlib.metadata import version  # a third of a bare import's time

        return version("gamecore")
    raise AttributeError(f"module 'gamecore' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_SUBPACKAGES, "__version__"})
