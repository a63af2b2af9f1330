"""An exact-cover engine: items, options, multiplicities; solve, enumerate, count.

It knows nothing of polyominoes or games. Numba is loaded, and its kernels compiled or read from the cache, at
the first search; :func:`warmup` does that beforehand.
"""

from gamecore.exactcover.driving import Progress
from gamecore.exactcover.engines import EngineName, Strategy
from gamecore.exactcover.problem import MAX_ENTRIES, MAX_ITEMS, MAX_MULTIPLICITY, MAX_OPTIONS, Problem
from gamecore.exactcover.search import Result, count, solutions, solve, warmup

__all__ = [
    "MAX_ENTRIES",
    "MAX_ITEMS",
    "MAX_MULTIPLICITY",
    "MAX_OPTIONS",
    "EngineName",
    "Problem",
    "Progress",
    "Result",
    "Strategy",
    "count",
    "solutions",
    "solve",
    "warmup",
]
