"""Ctrl-C, without breaking off whatever is being done."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["on_interrupt"]


@contextmanager
def on_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C acts, instead of breaking off whatever is being done; pressed again it does that, too.

    An interrupt in the middle of an import could leave other threads waiting for ever.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT) or signal.SIG_DFL

    def handle(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        act()

    signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
