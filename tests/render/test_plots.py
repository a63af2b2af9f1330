"""Charts and sheets of plain data (C31, C33)."""

import io
import subprocess
import sys
from math import atan, hypot, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.render import plots

matplotlib = pytest.importorskip("matplotlib")

SQUARE = ((-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (1.0, 1.0, 0.0), (-1.0, 1.0, 0.0))


def written(figure, form="svg"):
    file = io.BytesIO()
    figure.savefig(file, format=form)
    return file.getvalue()


class TestProgress:
    def test_c33_a_line_for_everyone_from_zero_with_the_total_in_the_legend(self):
        rows = [plots.Series("Ada", [0, 50, 120.5]), plots.Series("Bot 1", [0, 100, 200], faded=True)]
        figure = plots.progress(rows, title="Points")
        (axes,) = figure.axes
        assert [list(line.get_ydata()) for line in axes.lines] == [[0, 50, 120.5], [0, 100, 200]]
        assert [list(line.get_xdata()) for line in axes.lines] == [[0, 1, 2]] * 2
        assert [text.get_text() for text in axes.get_legend().get_texts()] == ["Bot 1  200.0", "Ada  120.5"]
        assert written(figure).startswith(b"<?xml")

    def test_c33_names_are_shown_as_they_are(self):
        figure = plots.progress([plots.Series(name, [0.0]) for name in ("$x^$", "_hidden", "a\x00b", "<b>")])
        shown = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
        assert len(shown) == 4
        assert written(figure, "png").startswith(b"\x89PNG")

    @pytest.mark.parametrize("rows", [[], [plots.Series("nobody", [])]])
    def test_c33_nothing_is_a_chart_too(self, rows):
        assert written(plots.progress(rows))


class TestShapes:
    def test_c31_one_picture_for_each_with_its_caption(self):
        half = plots.Area([SQUARE], fill="#f5c542")
        cut = [((0.0, -1.1, 0.0), (0.0, 1.1, 0.0))]
        figure = plots.shapes(
            [plots.Drawing([half], caption=f"Round {number}", lines=cut, points=[(0, 0)]) for number in range(5)],
            title="Perfect cuts",
            per_row=3,
        )
        assert [axes.get_xlabel() for axes in figure.axes] == [f"Round {number}" for number in range(5)]
        assert [len(axes.patches) for axes in figure.axes] == [2] * 5
        assert written(figure, "png").startswith(b"\x89PNG")

    def test_c31_no_perfect_cut_is_an_empty_sheet(self):
        assert plots.shapes([]).axes == []

    def test_a_row_takes_at_least_one(self):
        with pytest.raises(ValueError, match="per_row"):
            plots.shapes([], per_row=0)

    def test_holes_stay_open(self):
        hole = tuple((x / 2, y / 2, 0.0) for x, y, _ in reversed(SQUARE))
        figure = plots.shapes([plots.Drawing([plots.Area([SQUARE, hole])])])
        path = figure.axes[0].patches[0].get_path()
        codes = list(path.codes)
        assert codes.count(path.MOVETO) == codes.count(path.CLOSEPOLY) == 2

    @given(st.floats(-1, 1).filter(lambda bulge: abs(bulge) > 0.001), st.floats(0.1, 2), st.floats(-1, 1))
    def test_arcs_run_along_their_circle(self, bulge, dx, dy):
        """Every point of the curve sees the chord under the same angle: half the sweep, on the right side."""
        path = plots._path([((0.0, 0.0, bulge), (dx, dy, 0.0))], closed=False)
        segments = [segment for segment, code in path.iter_bezier() if code == path.CURVE4]
        radius = hypot(dx, dy) / (2 * abs(sin(2 * atan(bulge))))
        half = complex(dx, dy) / 2
        centre = half + 1j * half * (1 - bulge * bulge) / (2 * bulge)
        assert abs(centre) == pytest.approx(radius)
        points = [complex(*segment(t / 8)) for segment in segments for t in range(9)]
        assert [abs(point - centre) for point in points] == pytest.approx([radius] * len(points), rel=3e-4)
        highest = half - 1j * half * bulge
        assert min(abs(point - highest) for point in points) < 0.1 * radius
        assert points[0] == 0
        assert points[-1] == complex(dx, dy)


def test_matplotlib_waits_for_the_first_plot():
    code = "import sys, gamecore.render.plots; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"gamecore\[plot\]"):
        plots.progress([])
