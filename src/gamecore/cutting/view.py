"""What a viewer may know of a game (C34 to C36, C40).

An :class:`Observation` is built from what is public; nothing is taken out of a state. While a round runs it tells no
share, no score and no answer but the viewer's own. Under Spotlight the board is drawn from clipped geometry alone.
"""

from typing import TYPE_CHECKING, Protocol

import msgspec

from gamecore.cutting.canvas import Point
from gamecore.cutting.commitment import commitment
from gamecore.cutting.constraints import Constraint, FixedAngle, FixedCentre, FixedPoint, VoronoiPoints, placed
from gamecore.cutting.outlines import Path, counted
from gamecore.cutting.perfect import Celebration, PerfectPicture, celebration, picture
from gamecore.cutting.players import Player
from gamecore.cutting.ranking import GameResult
from gamecore.cutting.rounds import Chosen, Round
from gamecore.cutting.scoring import Given
from gamecore.cutting.settings import Settings
from gamecore.cutting.spotlight import Area, Spotlight
from gamecore.cutting.supports import supports
from gamecore.geometry import Region

if TYPE_CHECKING:
    from gamecore.cutting.state import State

__all__ = ["Board", "Body", "Environment", "Match", "Observation", "Scene", "board", "observation"]


class Environment(msgspec.Struct, frozen=True):
    """``match.environment``: the server's time now."""

    t_ms: int


class Match(msgspec.Struct, frozen=True):
    """``match``: what holds for every game of the host."""

    environment: Environment


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The canvas: all of it, or under Spotlight what lies inside the viewer's disc, rounded to 1e-6.

    Areas are objects with ``outer`` and ``holes``, as :meth:`gamecore.geometry.Region.to_json` writes them; paths are
    arrays of edges ``[x, y, bulge, tag]``, the last of which only ends the path.

    Attributes:
        shape: The shape before the cut; under Spotlight its pieces.
        fixed: The points that the server fixed.
        degrees: Fixed angle: the angle that the server fixed.
        supports: Fixed angle, while cutting, for all but the cutter: the two parallels that touch the shape.
        selected: While estimating: the selected part.
        cut: While estimating: the cut inside the shape, edge by edge.
        point: While estimating: the placed point.
        highlight: While estimating, in the perimeter variant: the selected part's boundary that counts.
        constraint: Complete boards only: what the server fixed, as :func:`gamecore.cutting.cut` takes it.
        part: Complete boards only, while estimating: the number of the selected part.
    """

    shape: tuple[Region | Area, ...]
    fixed: tuple[Point, ...] = ()
    degrees: float | None = None
    supports: tuple[Path, ...] = ()
    selected: tuple[Region | Area, ...] = ()
    cut: tuple[Path, ...] = ()
    point: Point | None = None
    highlight: tuple[Path, ...] = ()
    constraint: Constraint | None = None
    part: int | None = None


class Body(msgspec.Struct, frozen=True, omit_defaults=True):
    """``body``: the game as the viewer may see it. The JSON form has the fields in this order.

    Attributes:
        settings: What the game is played by.
        players: The participants by seat.
        room: ``registered`` or ``guest``.
        round: The running round; once the game is over, the last.
        phase: ``cutting`` or ``estimating``.
        cutter: The cutter's seat.
        target: The required share in percent.
        started_ms: When the game started.
        step_started_ms: When the phase began.
        deadline_ms: The last millisecond at which a move of this phase is taken; None once the game is over.
        turns: By seat: how often it has been the cutter, this round included.
        scores: By seat: the points of the settled rounds.
        resigned: By seat: whether it has resigned.
        history: The settled rounds.
        perfect_cuts: The Perfect cuts, oldest first, complete even under Spotlight.
        celebration: The Perfect cut that is being celebrated.
        board: The canvas; None under Spotlight without a pointer on the canvas.
        on_move: Whether the viewer may cut or estimate now.
        estimate: The viewer's own estimate of the running round.
        commitment: SHA-256 commitment to the seed.
        result: Only once the game is over.
        seed: Only once the game is over.
    """

    settings: Settings
    players: tuple[Player, ...]
    room: str
    round: int
    phase: str
    cutter: int
    target: float
    started_ms: int
    step_started_ms: int
    deadline_ms: int | None
    turns: tuple[int, ...]
    scores: tuple[float, ...]
    resigned: tuple[bool, ...]
    history: tuple[Round, ...]
    perfect_cuts: tuple[PerfectPicture, ...]
    commitment: str
    celebration: Celebration | None = None
    board: Board | None = None
    on_move: bool = False
    estimate: Given | None = None
    result: GameResult | None = None
    seed: str | None = None


class Observation(msgspec.Struct, frozen=True):
    """What ``view`` gives, before it becomes plain data or JSON text."""

    body: Body
    match: Match


def observation(state: "State", seat: int | None, at_ms: int, pointer: object = None) -> Observation:
    """What a viewer may know at ``at_ms``, which is not before the state's time. Nothing is settled.

    Args:
        state: The game.
        seat: Who looks; None: a spectator.
        at_ms: The server's time now.
        pointer: Spotlight: where the viewer points; None: nowhere.

    Raises:
        MalformedMove: ``pointer`` is not two numbers.
    """
    names = [player.name for player in state.players]
    body = Body(
        settings=state.settings,
        players=state.players,
        room=state.room,
        round=state.round,
        phase=state.phase,
        cutter=state.cutter,
        target=state.target,
        started_ms=state.started_ms,
        step_started_ms=state.step_started_ms,
        deadline_ms=state.next_deadline_ms,
        turns=state.turns,
        scores=state.scores,
        resigned=state.resigned,
        history=state.history,
        perfect_cuts=tuple([picture(perfect, names[perfect.cutter]) for perfect in state.perfect_cuts]),
        commitment=commitment(state.seed),
        celebration=celebration(state.perfect_cuts, names, at_ms),
        board=board(state, seat, pointer),
        on_move=seat is not None and state.on_move(seat),
        estimate=None if seat is None else state.estimates[seat],
        result=state.result,
        seed=None if state.result is None else state.seed,
    )
    return Observation(body, Match(Environment(at_ms)))


class Scene(Protocol):
    """What a board is drawn from: a game, or practice."""

    @property
    def settings(self) -> Settings:
        """The room's."""

    @property
    def shape(self) -> Region:
        """The shape before the cut."""

    @property
    def constraint(self) -> Constraint:
        """What the server fixed of the cut."""

    @property
    def cutter(self) -> int:
        """The cutter's seat."""

    @property
    def chosen(self) -> Chosen | None:
        """The cut that is being estimated."""

    @property
    def result(self) -> GameResult | None:
        """Once it is there, Spotlight is lifted."""


def board(scene: Scene, seat: int | None, pointer: object) -> Board | None:
    """The canvas as a viewer may see it; None under Spotlight without a pointer on the canvas.

    Args:
        scene: The game.
        seat: Who looks; None: a spectator.
        pointer: Spotlight: where the viewer points; None: nowhere.

    Raises:
        MalformedMove: ``pointer`` is not two numbers.
    """
    point = None if pointer is None else placed(pointer, "$.pointer")
    if scene.settings.visibility == "full" or scene.result is not None:
        return _complete(scene, seat)
    if point is None or not scene.settings.canvas.contains(point):
        return None
    return _lit(_complete(scene, seat), Spotlight(point, scene.settings.canvas))


def _complete(scene: Scene, seat: int | None) -> Board:
    constraint, chosen = scene.constraint, scene.chosen
    degrees = constraint.degrees if isinstance(constraint, FixedAngle) else None
    if chosen is None:
        parallels: tuple[Path, ...] = ()
        if degrees is not None and seat != scene.cutter and scene.result is None:
            parallels = supports(scene.shape, degrees, scene.settings.canvas)
        return Board(
            (scene.shape,), fixed=_fixed(constraint), degrees=degrees, supports=parallels, constraint=constraint
        )
    return Board(
        (scene.shape,),
        fixed=_fixed(constraint),
        degrees=degrees,
        selected=(chosen.region,),
        cut=chosen.lines,
        point=chosen.point,
        highlight=counted(chosen.region) if scene.settings.variant == "perimeter" else (),
        constraint=constraint,
        part=chosen.part,
    )


def _lit(board: Board, light: Spotlight) -> Board:
    """What of a board lies in the light. The number of the part and the constraint as a whole stay out."""
    return Board(
        light.areas(board.shape),
        fixed=light.points(board.fixed),
        degrees=board.degrees,
        supports=light.paths(board.supports),
        selected=light.areas(board.selected),
        cut=light.paths(board.cut),
        point=next(iter(light.points(() if board.point is None else (board.point,))), None),
        highlight=light.paths(board.highlight),
    )


def _fixed(constraint: Constraint) -> tuple[Point, ...]:
    if isinstance(constraint, FixedAngle):
        return ()
    if isinstance(constraint, VoronoiPoints):
        return constraint.first, constraint.second
    if isinstance(constraint, FixedPoint):
        return (constraint.point,)
    return (constraint.centre,) if isinstance(constraint, FixedCentre) else (constraint.end,)
