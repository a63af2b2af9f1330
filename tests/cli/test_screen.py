"""Progress: a bar on terminals, once the search tells how much of it is done; lines elsewhere; results kept apart."""

import io
import sys

from gamecore.cli.screen import Screen
from gamecore.exactcover import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def streams(monkeypatch):
    """Standard output, redirected, and standard error, a terminal. (Called in the test: pytest sets both before.)"""
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    output, errors = io.StringIO(), Terminal()
    monkeypatch.setattr(sys, "stdout", output)
    monkeypatch.setattr(sys, "stderr", errors)
    return output, errors


def told(nodes, fraction):
    return Progress(nodes, 0, 1.5, 7, fraction)


def test_a_bar_shows_the_part_that_is_done(monkeypatch):
    output, errors = streams(monkeypatch)
    with Screen().progress("counting [x]") as progress:
        progress._interval = 0.0
        progress.update(told(10, 0.25))
        progress.update(told(1_000, 0.5))
        print("a result")
    shown = errors.getvalue()
    assert "50%" in shown
    assert "━" in shown
    assert "counting [x]: 1,000 nodes, 0 restarts, 1.5 s, 7 found" in shown
    assert output.getvalue() == "a result\n"


def test_a_search_with_restarts_has_a_spinner_only(monkeypatch):
    _, errors = streams(monkeypatch)
    with Screen().progress("solving") as progress:
        progress.update(told(10, None))
    assert "10 nodes" in errors.getvalue()
    assert "%" not in errors.getvalue()
    assert "━" not in errors.getvalue()


def test_lines_where_there_is_no_terminal(capsys):
    with Screen(progress=True).progress("counting") as progress:
        progress._interval = 0.0
        progress.update(told(10, 0.25))
        progress.update(told(20, None))
    assert capsys.readouterr().err.splitlines() == [
        "counting: 25% done, 10 nodes, 0 restarts, 1.5 s, 7 found",
        "counting: 20 nodes, 0 restarts, 1.5 s, 7 found",
    ]


def test_nothing_is_shown_unasked(capsys):
    with Screen(progress=False).progress("counting") as progress:
        progress.update(told(10, 0.25))
    assert capsys.readouterr().err == ""
