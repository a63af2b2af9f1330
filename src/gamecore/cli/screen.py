"""Where commands write: results to standard output, everything else to standard error.

rich is loaded when something is drawn or progress is shown, so that ``--json`` stays quick.
"""

import json
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.text import Text

__all__ = ["Progress", "Screen", "SearchProgress"]


class SearchProgress(Protocol):
    """What a search reports on its way."""

    @property
    def nodes(self) -> int:
        """Nodes of the search tree visited so far."""

    @property
    def restarts(self) -> int:
        """Restarts so far."""

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""

    @property
    def found(self) -> int:
        """Solutions found so far, where they are counted."""

    @property
    def fraction(self) -> float | None:
        """The part of the search that is done, 0 to 1, where it can be told."""


class Screen:
    """The two output streams. ``progress``: show progress even if standard error is no terminal."""

    def __init__(self, *, progress: bool = False) -> None:
        self.progress_wanted = progress or sys.stderr.isatty()

    def drawing(self, drawing: "Text", *, note: bool = False) -> None:
        """A picture, in colour where the terminal has colours and ``NO_COLOR`` is not set.

        Args:
            drawing: The picture.
            note: Draw it on standard error.
        """
        from rich.console import Console

        # Whole lines always: a picture must not be wrapped or cut at the width of the window.
        Console(soft_wrap=True, highlight=False, stderr=note).print(drawing)

    def json(self, value: object) -> None:
        """A result for programs, as one line of JSON."""
        print(json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False), flush=True)

    def line(self, text: str) -> None:
        """A result as it is."""
        print(text, flush=True)

    def note(self, text: str) -> None:
        """One line for people on standard error."""
        print(text, file=sys.stderr, flush=True)

    def progress(self, label: str) -> "Progress":
        """A context that shows how a long search goes on; pass its ``update`` as ``on_progress``."""
        return Progress(label, wanted=self.progress_wanted)


class Progress:
    """Progress of one search on standard error.

    On a terminal a spinner, and a bar once the search tells how much of it is done; else a line every few seconds.
    """

    _TERMINAL_INTERVAL = 0.1
    _LINE_INTERVAL = 2.0

    def __init__(self, label: str, *, wanted: bool) -> None:
        self._label = label
        self._wanted = wanted
        self._bar: Bar | None = None
        self._interval = self._TERMINAL_INTERVAL if sys.stderr.isatty() else self._LINE_INTERVAL
        self._next = 0.0

    def __enter__(self) -> Self:
        if self._wanted and sys.stderr.isatty():
            from rich.console import Console
            from rich.markup import escape
            from rich.progress import Progress as Bar
            from rich.progress import SpinnerColumn, TextColumn

            self._bar = Bar(
                SpinnerColumn(),
                TextColumn("{task.description}"),
                console=Console(stderr=True),
                transient=True,
                # Results may be written meanwhile: above the bar, but not if they go elsewhere.
                redirect_stdout=sys.stdout.isatty(),
            )
            self._bar.add_task(escape(self._label), total=None)
            self._bar.start()
        return self

    def update(self, progress: SearchProgress) -> None:
        """Shows the latest figures, unless it did so a moment ago."""
        now = time.monotonic()
        if not self._wanted or now < self._next:
            return
        self._next = now + self._interval
        figures = f"{progress.nodes:,} nodes, {progress.restarts:,} restarts, {progress.seconds:.1f} s"
        if progress.found:
            figures += f", {progress.found:,} found"
        if self._bar is None:
            share = "" if progress.fraction is None else f"{progress.fraction:.0%} done, "
            print(f"{self._label}: {share}{figures}", file=sys.stderr, flush=True)
        else:
            self._draw(self._bar, figures, progress.fraction)

    def _draw(self, bar: "Bar", figures: str, fraction: float | None) -> None:
        from rich.markup import escape
        from rich.progress import BarColumn, TaskProgressColumn

        (task,) = bar.tasks
        if fraction is not None and task.total is None:
            spinner, *rest = bar.columns
            bar.columns = (spinner, BarColumn(24), TaskProgressColumn(), *rest)
        bar.update(
            task.id,
            description=escape(f"{self._label}: {figures}"),
            total=None if fraction is None else 1.0,
            completed=fraction or 0.0,
        )

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
