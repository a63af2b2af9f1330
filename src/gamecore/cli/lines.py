"""Typed lines, without waiting for them: a thread reads standard input, the game looks when it has time."""

import io
import os
import sys
import threading
from collections import deque
from collections.abc import Iterator

__all__ = ["Lines"]

_MAX_LINE = 4096  # bytes of a line that are kept
_CHUNK = 4096


class Lines:
    """The lines of standard input, from when it is made; the thread ends with the input, or with the process."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._ended = False
        self._woken = False
        self._interrupted = False
        self._changed = threading.Condition()  # of a lock that one thread may take twice: a signal may come anywhere
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    def wait(self, seconds: float | None, *, take: bool) -> str | None:
        """The next line, as soon as there is one.

        Args:
            seconds: How long to wait; None: for ever.
            take: Whether to take a line; otherwise lines and the end of the input wait for the next call that does.

        Returns:
            A line without its end, or None if the time is over or :meth:`wake` was called.

        Raises:
            EOFError: There are no more.
            KeyboardInterrupt: :meth:`interrupt` was called.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._woken or (take and (self._lines or self._ended)), seconds)
            self._woken = False
            if self._interrupted:
                raise KeyboardInterrupt
            if take and self._lines:
                return self._lines.popleft()
            if take and self._ended:
                raise EOFError
            return None

    def wake(self) -> None:
        """Ends the wait that is going on, or the next one; from any thread."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def interrupt(self) -> None:
        """Ends the wait that is going on, or the next one, by ``KeyboardInterrupt``; also from a signal's handler."""
        self._interrupted = True
        self.wake()

    def _read(self) -> None:
        for line in _chunks():
            with self._changed:
                self._lines.append(line)
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()


def _chunks() -> Iterator[str]:
    try:
        descriptor = sys.stdin.fileno()
    except (io.UnsupportedOperation, AttributeError, ValueError):  # no file behind it, none at all, closed
        if sys.stdin is not None and not sys.stdin.closed:
            yield from (line.rstrip("\r\n") for line in sys.stdin)
        return
    # Not by sys.stdin: a thread that waits in it holds its lock, and Python could then not shut down.
    rest = b""
    while True:
        try:
            data = os.read(descriptor, _CHUNK)
        except OSError:
            break
        if not data:
            break
        *whole, rest = (rest + data).split(b"\n")
        rest = rest[:_MAX_LINE]
        for line in whole:
            yield _text(line)
    if rest:
        yield _text(rest)


def _text(line: bytes) -> str:
    return line[:_MAX_LINE].decode("utf-8", "replace").rstrip("\r")
