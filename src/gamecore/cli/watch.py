"""A game of the cutting game that bots play among themselves, on a clock of its own that waits for nobody."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from gamecore.cli.canvas import Picture
from gamecore.cli.command import BadInput
from gamecore.cli.documents import write_text
from gamecore.cli.screen import Screen

if TYPE_CHECKING:
    from gamecore.cutting import Settings, State
    from gamecore.cutting.rounds import Round

__all__ = ["check_plot", "plot", "watch"]


class _Game(Protocol):
    """A game that goes on; a recorder is one."""

    @property
    def state(self) -> "State":
        """The state now."""

    def apply(self, seat: int, move: Any, at_ms: int) -> Any:
        """A player's move."""


class _Unrecorded:
    def __init__(self, state: "State") -> None:
        self.state = state

    def apply(self, seat: int, move: Any, at_ms: int) -> None:
        self.state = self.state.apply(seat, move, at_ms)


def watch(
    settings: "Settings",
    bots: int,
    seed: str,
    screen: Screen,
    *,
    folder: str | None = None,
    record: str | None = None,
    quiet: bool = False,
) -> "State":
    """Play a game of fixed bots to its end; bot ``n`` is off by at most ``3 n`` percentage points.

    Args:
        settings: The game's.
        bots: How many, from 1.
        seed: The game's.
        screen: Where each settled round is told.
        folder: Where to put an SVG picture of every cut; None: nowhere.
        record: A new file for the game's record; None: none.
        quiet: Whether to write for people on standard error.

    Raises:
        BadInput: A file cannot be written.
    """
    from gamecore.cutting import BotSettings, Player, State
    from gamecore.cutting.bots import bot_delay_ms

    players = [Player.robot(number, BotSettings("fixed", min(3 * number, 20))) for number in range(1, bots + 1)]
    game: _Game = _Unrecorded(State.new(settings, players, seed=seed))
    if record is not None:
        game = _recorder(record, game.state)
    say = screen.note if quiet else screen.line
    say(f"{bots} bots, {settings.mode.replace('_', ' ')}, {settings.variant}.")
    told = 0
    while game.state.result is None:
        state = game.state
        due = [(bot_delay_ms(state, seat), seat) for seat in range(bots) if state.on_move(seat)]
        delay, seat = min(due)
        game.apply(seat, state.bot_move(seat), max(state.at_ms, state.step_started_ms + delay))
        if folder is not None and state.phase == "cutting":
            _draw(state, game.state, Path(folder))
        for closed in game.state.history[told:]:
            say(_told(closed, state))
        told = len(game.state.history)
    result = game.state.result
    places = ", ".join(f"{result.ranks[seat]}. {players[seat].name} {result.scores[seat]:.1f}" for seat in result.order)
    say(f"{places} ({result.reason})")
    return game.state


def _recorder(path: str, state: "State") -> _Game:
    from gamecore.record import Recorder

    try:
        return Recorder(path, state)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{path}: cannot be written: {reason}") from None


def _draw(before: "State", after: "State", folder: Path) -> None:
    """The cut that was just made, with the selected part on the shape."""
    perfect = [kept for kept in after.perfect_cuts if kept.round == before.round]
    if perfect:
        selected, lines, point = perfect[0].selected, perfect[0].lines, perfect[0].point
    elif after.chosen is not None and after.round == before.round:
        selected, lines, point = after.chosen.region, after.chosen.lines, after.chosen.point
    else:  # nobody was asked, so the next round is on already
        return
    areas = [(".", before.shape), ("#", selected)]
    picture = Picture(before.settings.canvas, areas, [("o", point)], lines)
    write_text(str(folder / f"round-{before.round:04}.svg"), picture.svg())


def _told(closed: "Round", state: "State") -> str:
    names = [player.name for player in state.players]
    share = "no cut" if closed.share is None else f"{closed.share:.2f}% of {closed.target:g}%"
    answers = [f"{names[seat]} {answer}" for seat, answer in enumerate(closed.answers) if answer in ("more", "less")]
    said = "Perfect!" if closed.kind == "perfect" else "; ".join(answers)
    return f"Round {closed.round}: {names[closed.cutter]} cut {share}. {said}".rstrip(". ")


def check_plot(path: str) -> None:
    """Whether charts can be drawn at all, and in the format of that name.

    Raises:
        BadInput: matplotlib is missing, or knows no such format.
    """
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ImportError:
        raise BadInput('--plot needs matplotlib: pip install "gamecore[plot]"') from None
    formats = FigureCanvasBase.get_supported_filetypes()
    if Path(path).suffix.removeprefix(".").lower() not in formats:
        raise BadInput(f"{path}: the name should end in one of {' '.join(sorted(formats))}")


def plot(state: "State", path: str) -> tuple[str, str]:
    """Draw the points' progress to a file, and the Perfect cuts to one beside it, ``…-perfect``.

    Returns:
        Both paths.

    Raises:
        BadInput: A file cannot be written.
    """
    from gamecore.cutting.charts import perfect_cuts_sheet, points_chart

    file = Path(path)
    beside = file.with_name(f"{file.stem}-perfect{file.suffix}")
    try:
        points_chart(state).savefig(file)
        perfect_cuts_sheet(state).savefig(beside)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{path}: cannot be written: {reason}") from None
    return str(file), str(beside)
