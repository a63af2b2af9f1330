"""What of the cutting game takes a stranger's input, and well-formed documents to start from."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from gamecore import cutting
from gamecore.cutting import MODES, BotSettings, Player, Settings, State, closest_cut
from gamecore.cutting.practice import MAX_TURNS, Practice
from gamecore.cutting.room import Room
from gamecore.geometry import Region

PLAYERS = (
    Player.human("a", "Ann"),
    Player.human("b", "Bob", 1700),
    Player.robot(1),
    Player.robot(2, BotSettings("fixed", 5)),
)

STRAYS = ([1.05, 1.05], [-1.09, 0.9], [0.9, -1.08], [-1.05, -1.05], [0.1, 0.2])
"""Points of which some cut any shape, and some miss it."""


def begun(mode: str, **kept: Any) -> State:
    """A game that has just begun, seat 0 cutting."""
    seeds = (f"fuzz {number}" for number in range(100))
    states = (State.new(Settings(mode=mode, rounds=3, **kept), PLAYERS, seed=seed, at_ms=5) for seed in seeds)
    return next(state for state in states if state.cutter == 0)


def a_cut(state: Any, off: float = 8.0) -> dict[str, Any]:
    """A legal cut, as a client sends it."""
    settings = state.settings
    found = closest_cut(state.shape, state.constraint, state.target + off, settings.variant, settings.canvas)
    return cutting.CutMove(getattr(state, "round", 1), *found).to_dict()


def estimating(state: State) -> State:
    """The game while its first cut is being estimated."""
    return state.apply(0, a_cut(state), 10)


def documents() -> tuple[Any, ...]:
    """Well-formed documents of every kind."""
    states = [begun(mode) for mode in MODES]
    asked = estimating(states[0])
    later = asked
    for seat in (1, 2, 3):
        later = later.apply(seat, {"round": 1, "estimate": "more"}, 20 + seat)
    perfect = states[1].apply(0, a_cut(states[1], 0.0), 10)
    over = later.apply(0, {"resign": True}, 30).end(40)
    room = Room.new(PLAYERS[0]).join(PLAYERS[1]).add_bot("a", "fixed", 3)
    return (
        *[a_cut(state) for state in states],
        {"round": 1, "estimate": "more"},
        {"resign": True},
        [0.25, -0.5],
        json.loads(states[0].settings.to_json()),
        json.loads(room.to_json()),
        json.loads(states[3].shape.to_json()),
        *[json.loads(state.to_json()) for state in (states[4], asked, later, perfect, over)],
        *[{"round": 1, "point": point, "part": 0} for point in STRAYS],
    )


def targets() -> dict[str, Callable[[Any], object]]:
    """Everything that takes a stranger's input, by name."""
    room = Room.new(PLAYERS[0]).join(PLAYERS[1]).add_bot("a")
    state = begun("line_fixed_point")
    asked = estimating(state)
    lit = estimating(begun("circle_fixed_diameter", visibility="spotlight"))
    practice = Practice.new(Settings(mode="circle_fixed_centre"), seed="fuzz")
    guessing = practice.apply(a_cut(practice), 5)
    nearly = msgspec.structs.replace(practice, turn=MAX_TURNS - 3)  # a thousand timeouts take a second, as documented
    resign = {"resign": True}
    found: dict[str, Callable[[Any], object]] = {
        f"cutting.State.apply(move), {mode}": partial(_applied, begun(mode)) for mode in MODES
    }
    return found | {
        "cutting.State.apply(move), estimating": lambda value: asked.apply(1, value, 20),
        "cutting.State.apply(seat)": lambda value: state.apply(value, resign, 10),
        "cutting.State.apply(at_ms)": lambda value: state.apply(0, resign, value),
        "cutting.State.advance": asked.advance,
        "cutting.State.end": state.end,
        "cutting.State.view(seat)": lambda value: asked.view(value, 20),
        "cutting.State.view(at_ms)": lambda value: asked.view(None, value),
        "cutting.State.view(pointer)": lambda value: lit.view(0, 20, value),
        "cutting.State.bot_move": asked.bot_move,
        "cutting.State.on_move": asked.on_move,
        "cutting.State.new(settings)": lambda value: State.new(value, PLAYERS, seed="a"),
        "cutting.State.new(players)": lambda value: State.new(None, value, seed="a"),
        "cutting.State.new(seed)": lambda value: State.new(None, PLAYERS, seed=value),
        "cutting.State.new(at_ms)": lambda value: State.new(None, PLAYERS, seed="a", at_ms=value),
        "cutting.State.from_json": State.from_json,
        "cutting.parse_move": cutting.parse_move,
        "cutting.Settings.from_json": Settings.from_json,
        "cutting.Room.from_json": Room.from_json,
        "cutting.Room.join": room.join,
        "cutting.Room.leave": room.leave,
        "cutting.Room.set_ready": room.set_ready,
        "cutting.Room.change": lambda value: room.change("a", rounds=value),
        "cutting.Room.add_bot": lambda value: room.add_bot("a", "fixed", value),
        "cutting.Room.change_bot": lambda value: room.change_bot("a", value, "fixed"),
        "cutting.Room.remove_bot": lambda value: room.remove_bot("a", value),
        "cutting.Practice.apply(move)": lambda value: practice.apply(value, 10),
        "cutting.Practice.apply(move), estimating": lambda value: (
            guessing.apply(value | {"round": 2}, 10)
            if type(value) is dict and "round" in value
            else guessing.apply(value, 10)
        ),
        "cutting.Practice.apply(at_ms)": lambda value: nearly.apply({"round": 1, "estimate": "less"}, value),
        "cutting.Practice.view(pointer)": lambda value: practice.view(10, value),
        "cutting.constraint_from_json": cutting.constraint_from_json,
        "geometry.Region.from_json": Region.from_json,
    }


def _applied(state: State, value: Any) -> State:
    return state.apply(0, value, 10)
