"""A practice of the cutting game at the keyboard: what is typed, what is shown, and the clock."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from gamecore.cli.board import Refused
from gamecore.cli.canvas import Picture
from gamecore.cli.documents import write_text
from gamecore.cli.lines import Lines
from gamecore.cli.screen import Screen
from gamecore.errors import IllegalMove, MalformedMove

if TYPE_CHECKING:
    from gamecore.cutting import Cut, Settings
    from gamecore.cutting.practice import Practice, Reveal
    from gamecore.geometry import Point

__all__ = ["Session"]

_HELP = """\
0.1 -0.4      place the point at x 0.1, y -0.4 and see the parts
0.1 -0.4 1    place it and select part 1
1             select part 1 of the cut that was seen last
more, less    whether the opponent's selected part is more or less than the target
show          the canvas and the time that is left
quit          the end"""


class Session:
    """A practice that is going on.

    Args:
        settings: What is practised.
        seed: Of all that is drawn.
        turns: How many turns to play; None: till the input ends.
        lines: What is typed.
        screen: Where to write.
        folder: Where to put an SVG picture of every turn; None: nowhere.
        quiet: Whether to write everything for people on standard error.
    """

    def __init__(
        self,
        settings: "Settings",
        seed: str,
        *,
        turns: int | None,
        lines: Lines,
        screen: Screen,
        folder: str | None,
        quiet: bool,
    ) -> None:
        from gamecore.cutting.practice import Practice

        self._practice = Practice.new(settings, seed=seed)
        self._turns = turns
        self._lines = lines
        self._folder = folder
        self._say: Callable[[str], None] = screen.note if quiet else screen.line
        self._open = 0  # the turn on the screen
        self._point: Point | None = None  # placed last in it
        self._told: list[Reveal] = []
        self._began = time.monotonic()

    def play(self) -> None:
        """Until the turns are played, or the input ends."""
        self._say("Cut, then estimate your opponent's cut, and again. Type help for the words of the game.")
        try:
            while self._settle():
                line = self._lines.wait(self._patience(), take=True)
                if line is not None and not self._obey(line.split()):
                    return
        except EOFError:
            pass

    def summary(self) -> dict[str, Any]:
        """How it went, JSON-ready: every settled turn, and the points."""
        return {"points": self._practice.points, "turns": [msgspec.to_builtins(reveal) for reveal in self._told]}

    def _now(self) -> int:
        return max(self._practice.at_ms, int(1000 * (time.monotonic() - self._began)))

    def _patience(self) -> float | None:
        due = self._practice.next_deadline_ms
        return None if due is None else max(0, due - self._now()) / 1000

    def _settle(self) -> bool:
        """Does what the clock says, tells what came out. Whether there is more to play."""
        due = self._practice.next_deadline_ms
        if due is not None and due <= self._now():
            self._practice = self._practice.advance(self._now())
        self._tell()
        now = self._practice
        if now.over or (self._turns is not None and now.turn > self._turns):
            self._say(f"\n{now.points:g} points in {len(self._told)} turns.")
            return False
        if now.turn != self._open:
            self._open, self._point = now.turn, None
            self._say(f"\nTurn {now.turn}. {self._task()}")
            self._show()
        return True

    def _task(self) -> str:
        now = self._practice
        what = "perimeter" if now.settings.variant == "perimeter" else "area"
        if now.phase == "cutting":
            return f"Your cut: {now.target:g}% of the {what}. {_fixed(now)} {now.settings.step_seconds} s."
        return f"The simulated opponent's cut: is # more or less than {now.target:g}% of the {what}?"

    def _tell(self) -> None:
        """The turns that were settled since, each once."""
        known = {reveal.turn for reveal in self._told}
        both = [reveal for reveal in (self._practice.yours, self._practice.theirs) if reveal is not None]
        for reveal in sorted(both, key=lambda one: one.turn):
            if reveal.turn not in known:
                self._told.append(reveal)
                self._say(_outcome(reveal))

    def _obey(self, words: list[str]) -> bool:
        """Does what was typed; False to stop."""
        try:
            if words == ["quit"]:
                return False
            if words == ["help"]:
                self._say(_HELP)
            elif not words or words == ["show"]:
                self._show()
                self._say(f"{self._patience() or 0:.0f} s left.")
            elif words in (["more"], ["less"]):
                self._move({"round": self._open, "estimate": words[0]})
            else:
                self._place(words)
        except (Refused, IllegalMove, MalformedMove) as error:
            self._say(str(error))
        return True

    def _place(self, words: list[str]) -> None:
        if self._practice.phase != "cutting":
            raise Refused("it is the opponent's cut: type more or less (help lists the words)")
        *numbers, last = words
        if len(words) == 2:
            self._preview((_number(words[0]), _number(last)))
            return
        if len(words) == 3:
            self._point = _number(numbers[0]), _number(numbers[1])
        elif len(words) != 1 or not last.isdecimal():
            raise Refused("type x and y, or x, y and a part; help lists the words")
        if self._point is None:
            raise Refused("no point is placed yet")
        if not last.isdecimal() or len(last) > 4:
            raise Refused(f"{last[:20]!r} is no part's number")
        self._move({"round": self._open, "point": list(self._point), "part": int(last)})

    def _move(self, move: dict[str, Any]) -> None:
        self._practice = self._practice.apply(move, self._now())

    def _preview(self, point: "Point") -> None:
        """The parts of a cut, without their shares: to see those is the game."""
        from gamecore.cutting import cut

        now = self._practice
        made = cut(now.shape, now.constraint, point, now.settings.variant, now.settings.canvas)
        self._point = point
        self._draw(_parts(now, made, point), f"{now.turn:04}-cut")
        thin = [str(number) for number, may in enumerate(made.selectable) if not may]
        self._say(f"Parts 0 to {len(made.parts) - 1}{'; too thin: ' + ' '.join(thin) if thin else ''}. Which?")

    def _show(self) -> None:
        self._draw(_board(self._practice), f"{self._practice.turn:04}")

    def _draw(self, picture: Picture, name: str) -> None:
        self._say(picture.text())
        if self._folder is not None:
            path = Path(self._folder) / f"turn-{name}.svg"
            write_text(str(path), picture.svg())
            print(f"wrote {path}", file=sys.stderr)


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise Refused(f"{word[:20]!r} is neither a number nor a word of the game (help lists them)") from None


def _fixed(practice: "Practice") -> str:
    """What the server fixed, in words."""
    from gamecore.cutting.view import board

    seen = board(practice, 0, (0.0, 0.0))
    assert seen is not None
    if seen.degrees is not None:
        return f"The line's angle is {seen.degrees:.1f}°."
    word = {"circle_fixed_centre": "The centre is", "circle_fixed_diameter": "One end of the diameter is"}
    points = " and ".join(f"({x:.3f}, {y:.3f})" for x, y in seen.fixed)
    return f"{word.get(practice.settings.mode, 'Fixed is' if len(seen.fixed) == 1 else 'Fixed are')} {points}."


def _board(practice: "Practice") -> Picture:
    from gamecore.cutting.view import board

    seen = board(practice, 0, (0.0, 0.0))
    assert seen is not None
    areas = [(".", practice.shape)]
    points = [("+", point) for point in seen.fixed]
    if practice.chosen is not None:
        areas.append(("#", practice.chosen.region))
        points.append(("o", practice.chosen.point))
    return Picture(practice.settings.canvas, areas, points, seen.cut)


def _parts(practice: "Practice", made: "Cut", point: "Point") -> Picture:
    board = _board(practice)
    areas = [(str(number)[-1], part) for number, part in enumerate(made.parts)]
    return Picture(board.canvas, areas, [*board.points, ("o", point)])


def _outcome(reveal: "Reveal") -> str:
    own = reveal.turn % 2 == 1
    if reveal.share is None:
        return "No cut in time: the same shape again."
    text = f"{'Your' if own else 'The simulated opponent’s'} part: {reveal.share:.2f}%, asked {reveal.target:g}%."
    if reveal.perfect:
        text += " Perfect!"
    elif not own:
        text += f" You said {reveal.answer or 'nothing'}."
    return f"{text} {reveal.points:g} points."
