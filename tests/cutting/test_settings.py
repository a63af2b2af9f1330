"""C01, C02: the settings."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.cutting.players import BotSettings, Player, checked_players
from gamecore.cutting.settings import ENDS, Settings
from gamecore.errors import InvalidOptions, InvalidSettings

from .playing import MODES

GOOD = {
    "ends": ("rounds", "minutes", "points"),
    "rounds": (1, 2, 99, 100),
    "minutes": (1, 100),
    "points": (1, 10_000),
    "variant": ("area", "perimeter"),
    "targets": ("50", "40/50/60"),
    "mode": MODES,
    "cutter_score": (1, 100),
    "deduction": (5, 10, 15),
    "estimate_score": (1, 100),
    "step_seconds": (15, 30, 60),
    "tolerance": (0.5, 1, 1.0, 2, 2.0),
    "visibility": ("full", "spotlight"),
    "width": (2.2, 3, 4.0),
    "height": (2.2, 4),
}
BAD = {
    "ends": ("time", "", None, 1, "Rounds"),
    "rounds": (0, 101, -1, True, 10.0, "10", None, 10**400),
    "minutes": (0, 101, True, 1.5),
    "points": (0, 10_001, True, 1e3),
    "variant": ("volume", None, 0),
    "targets": ("40", 50, "40/50", None, ["50"]),
    "mode": ("line", None, 3, "LINE_VORONOI", []),
    "cutter_score": (0, 101, True, 50.0),
    "deduction": (0, 1, 11, True, 10.0, "10"),
    "estimate_score": (0, 101, False, 1.0),
    "step_seconds": (14, 16, 45, 61, 30.0, True),
    "tolerance": (0, 0.4, 1.5, 3, True, "1", float("nan"), None),
    "visibility": ("none", None, True),
    "width": (2.1, 4.1, 0, -3, float("nan"), float("inf"), True, "2.2"),
    "height": (2.1, 1e9, None),
}


def test_c01_the_defaults_are_the_texts():
    chosen = Settings()
    assert (chosen.ends, chosen.rounds, chosen.minutes, chosen.points) == ("rounds", 10, 10, 1_000)
    assert (chosen.variant, chosen.targets, chosen.mode) == ("area", "50", "line_fixed_point")
    assert (chosen.cutter_score, chosen.deduction, chosen.estimate_score) == (100, 10, 50)
    assert (chosen.step_seconds, chosen.tolerance, chosen.visibility) == (30, 1.0, "full")
    assert (chosen.width, chosen.height, chosen.step_ms) == (2.2, 2.2, 30_000)


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, some in GOOD.items() for value in some])
def test_c01_every_allowed_value_is_taken_and_comes_back_from_json(field, value):
    chosen = Settings(**{field: value})
    assert getattr(chosen, field) == value
    assert Settings.from_json(chosen.to_json()) == chosen
    assert Settings.from_json({field: value}) == chosen
    assert hash(chosen) == hash(Settings(**{field: value}))


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, some in BAD.items() for value in some])
def test_c01_invalid_settings_names_the_field(field, value):
    for make in (lambda: Settings(**{field: value}), lambda: Settings.from_json({field: value})):
        with pytest.raises(InvalidSettings) as caught:
            make()
        assert caught.value.field == field
        assert isinstance(caught.value, InvalidOptions)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "source", ["", "[]", "null", "{", b"\xff", 5, None, [], {"x": 1}, {1: 2}, '{"rounds": 3, "rounds": 4}', "[" * 9_000]
)
def test_c01_what_is_no_settings_is_refused(source):
    with pytest.raises(InvalidSettings):
        Settings.from_json(source)


def test_c01_tolerances_are_floats_so_that_equal_settings_are_one():
    assert Settings(tolerance=1, width=3).to_json() == Settings(tolerance=1.0, width=3.0).to_json()


@given(st.lists(st.tuples(st.sampled_from(ENDS), st.none() | st.integers(1, 100)), max_size=8))
def test_c02_choosing_an_end_keeps_the_other_values_and_shows_only_the_active_one(choices):
    chosen = Settings()
    kept = {"rounds": 10, "minutes": 10, "points": 1_000}
    active = "rounds"
    for ends, value in choices:
        chosen = chosen.choose(ends, value)
        active = ends
        kept[ends] = kept[ends] if value is None else value
        assert {end: getattr(chosen, end) for end in ENDS} == kept
        assert chosen.ends == active
        assert chosen.end_value == kept[active]
        assert chosen.shown() == {end: kept[end] if end == active else None for end in ENDS}


def test_c02_a_wrong_choice_changes_nothing():
    chosen = Settings()
    for ends, value, field in (("time", 5, "ends"), ("points", 0, "points"), (None, None, "ends"), ([], 1, "ends")):
        with pytest.raises(InvalidSettings) as caught:
            chosen.choose(ends, value)
        assert caught.value.field == field
    with pytest.raises(InvalidSettings):
        chosen.replace(nothing=1)
    assert chosen == Settings()


def test_c01_settings_are_frozen():
    with pytest.raises(AttributeError):
        Settings().rounds = 3
    assert json.loads(Settings().to_json())["mode"] == "line_fixed_point"


def test_c04_bots_are_adaptive_with_a_slider_at_ten_unless_told_otherwise():
    assert BotSettings() == BotSettings("adaptive", 10)
    for tolerance in range(21):
        assert msgspec.structs.replace(BotSettings("fixed", tolerance), mode="adaptive").tolerance == tolerance
    for mode, tolerance in (("clever", 10), ("fixed", 21), ("fixed", -1), ("fixed", 1.0), ("fixed", True), (None, 1)):
        with pytest.raises(InvalidSettings):
            BotSettings(mode, tolerance)


@pytest.mark.parametrize(
    "fields",
    [
        {"id": ""}, {"id": "x" * 65}, {"id": 5}, {"name": "\ud800"}, {"name": ""}, {"kind": "cat"}, {"rating": 0.5},
        {"rating": float("nan")}, {"rating": True}, {"bot": BotSettings()}, {"kind": "bot", "rating": 1600},
        {"kind": "bot", "bot": {}},
    ],
)  # fmt: skip
def test_c04_players_are_checked(fields):
    with pytest.raises(InvalidSettings):
        Player(**({"id": "a", "name": "A"} | fields))


@pytest.mark.parametrize("players", [(), None, 5, "ab", [1], [Player.human("a"), Player.human("a")], {}])
def test_c03_a_game_needs_players_with_ids_of_their_own(players):
    with pytest.raises(InvalidSettings) as caught:
        checked_players(players)
    assert caught.value.field == "players"
