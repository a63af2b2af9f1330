"""An exact-cover engine: items, options, multiplicities; solve, enumerate, count, estimate.

It knows nothing of polyominoes or games. Numba is loaded, and its kernels compiled or read from the cache, at
the first search; :func:`warmup` does that beforehand.
"""

from gamecore.exactcover.driving import Progress
from gamecore.exactcover.engines import EngineName, Strategy
from gamecore.exactcover.estimating import Estimate, estimate
from gamecore.exactcover.problem import MAX_ENTRIES, MAX_ITEMS, MAX_MULTIPLICITY, MAX_OPTIONS, Problem
from gamecore.exactcover.search import Result, count, solutions, solve, warmup

__all__ = [
    "MAX_ENTRIES",
    "MAX_ITEMS",
    "MAX_MULTIPLICITY",
    "MAX_OPTIONS",
    "EngineName",
    "Estimate",
    "Problem",
    "Progress",
    "Result",
    "Strategy",
    "count",
    "estimate",
    "solutions",
    "solve",
    "warmup",
]
