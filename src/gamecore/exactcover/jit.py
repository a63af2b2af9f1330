"""The numba policy of the package, in one place.

- ``nogil``: kernels hold no Python objects, so threads may race them.
- ``cache``: compiled code is kept on disk, beside the module or where ``NUMBA_CACHE_DIR`` says. Where numba finds
  no such place (a read-only install without a home directory), or the place fails later (disk full, file
  damaged, directory gone), the kernel is compiled anew in each process instead: slower, never wrong.
- no ``parallel`` (it aborts under concurrent threads), no ``fastmath`` (results must agree between machines),
  no signature strings (they compile at import).

With ``NUMBA_DISABLE_JIT=1`` the kernels are plain Python functions.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

__all__ = ["kernel"]

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile ``function`` at its first call, cached on disk where that is possible."""
    try:
        compiled: Any = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # numba found no directory to cache in
        compiled = numba.njit(nogil=True)(function)
    else:
        _forgive_cache(getattr(compiled, "_cache", None))
    return compiled  # type: ignore[no-any-return]


def _forgive_cache(cache: Any) -> None:
    """Make a failing cache a missing one: numba lets errors of its cache files escape into the call."""
    load, save = getattr(cache, "load_overload", None), getattr(cache, "save_overload", None)
    if load is None or save is None:  # jit disabled, or a numba that names them otherwise
        return

    def load_or_none(*args: object) -> Any:
        try:
            return load(*args)
        except Exception:  # damaged files fail in as many ways as pickle does
            return None

    def save_if_possible(*args: object) -> None:
        try:
            save(*args)
        except Exception:
            return

    cache.load_overload, cache.save_overload = load_or_none, save_if_possible
