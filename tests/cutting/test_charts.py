"""A game's pictures (C31, C33)."""

import io

import pytest

from gamecore.cutting.charts import perfect_cuts_sheet, points_chart
from gamecore.cutting.players import BotSettings, Player
from gamecore.cutting.settings import Settings
from gamecore.cutting.state import State

pytest.importorskip("matplotlib")


@pytest.fixture(scope="module", params=["line_voronoi", "circle_fixed_diameter"])
def state(request):
    """A game of two bots that cut perfectly."""
    players = [Player.robot(number, BotSettings("fixed", 0)) for number in (1, 2)]
    state = State.new(Settings(mode=request.param, rounds=5), players, seed="charts")
    while state.result is None:
        state = state.apply(state.cutter, state.bot_move(state.cutter), state.at_ms + 10)
    return state


def test_c33_the_chart_has_everyones_totals(state):
    (axes,) = points_chart(state).axes
    assert [line.get_ydata()[-1] for line in axes.lines] == list(state.scores)
    assert all(len(line.get_ydata()) == 6 and line.get_ydata()[0] == 0 for line in axes.lines)


def test_c31_the_sheet_has_every_perfect_cut_the_newest_first(state):
    figure = perfect_cuts_sheet(state)
    captions = [axes.get_xlabel() for axes in figure.axes]
    assert [caption.split(":")[0] for caption in captions] == [f"Round {number}" for number in (5, 4, 3, 2, 1)]
    names = [state.players[settled.cutter].name for settled in reversed(state.history)]
    assert [caption.split("\n")[1] for caption in captions] == names
    assert all("50.00% of 50%" in caption for caption in captions)
    file = io.BytesIO()
    figure.savefig(file, format="png")
    assert file.getvalue().startswith(b"\x89PNG")


def test_c31_without_one_the_sheet_says_so():
    figure = perfect_cuts_sheet(State.new(players=[Player.human("ada")], seed="none"))
    assert (figure.axes, figure.get_suptitle()) == ([], "No perfect cuts yet")
