"""``gamecore cut``: practice by typed words, games of bots, pictures, records and charts (C37, C31, C33)."""

import json
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore import cutting, record
from gamecore.cli import practice
from gamecore.cli.canvas import Picture
from gamecore.cli.screen import Screen
from gamecore.cutting.practice import Practice
from gamecore.geometry import Circle, Region

MODES = [mode.replace("_", "-") for mode in cutting.MODES]
SEED = "lilac"


def typed(mode, turns, *, seed=SEED, off=6.0):
    """Lines that play so many turns (cuts a little off the target, and right estimates), and the points for them."""
    return _played(mode, turns, seed, off)[0]


def _played(mode, turns, seed=SEED, off=6.0):
    lines = []
    settings = cutting.Settings(mode=mode.replace("-", "_"), step_seconds=60)
    now = Practice.new(settings, seed=seed)
    while now.turn <= turns:
        if now.phase == "cutting":
            given_ = now.shape, now.constraint, now.target + off, "area", settings.canvas
            (x, y), part = cutting.closest_cut(*given_)
            lines.append(f"{x!r} {y!r} {part}")
            move = {"round": now.turn, "point": [x, y], "part": part}
        else:
            answer = "more" if now.chosen.share > now.target else "less"
            lines.append(answer)
            move = {"round": now.turn, "estimate": answer}
        now = now.apply(move, now.at_ms)
    return lines, now.points


def first(lines):
    return lines[0]


class TestPractice:
    @pytest.mark.parametrize("mode", MODES)
    def test_c37_cuts_and_estimates_by_typing(self, gamecore, mode):
        lines, points = _played(mode, 4)
        done = gamecore("cut", "--mode", mode, "--seed", SEED, "--turns", 4, "--json", given="\n".join(lines))
        assert done.status == 0
        (summary,) = done.lines
        assert (summary["seed"], summary["mode"], summary["variant"]) == (SEED, mode, "area")
        assert [turn["turn"] for turn in summary["turns"]] == [1, 2, 3, 4]
        for turn in summary["turns"][1::2]:
            assert turn["points"] == (0 if turn["perfect"] else 50)
        assert summary["points"] == points == sum(turn["points"] for turn in summary["turns"])

    def test_the_parts_are_seen_before_one_is_chosen_but_not_their_shares(self, gamecore):
        point, part = first(typed("line-fixed-point", 1)).rsplit(" ", 1)
        done = gamecore("cut", "--seed", SEED, given=f"{point}\n{part}\nmore\nquit\nmore\n")
        assert done.status == 0
        assert "Parts 0 to 1. Which?" in done.out
        before, after = done.out.split("Which?")
        assert "000" in before
        assert "111" in before
        assert "Your part" not in before
        assert "Your part: 56.00%, asked 50%. 40 points." in after
        assert "Turn 2. The simulated opponent's cut" in after
        assert after.count("You said more") == 1

    def test_a_perfect_cut_is_told(self, gamecore):
        mode = "line-fixed-angle"
        done = gamecore("cut", "--seed", SEED, "--mode", mode, given=first(typed(mode, 1, off=0)))
        assert "Your part: 50.00%, asked 50%. Perfect! 100 points." in done.out

    @pytest.mark.parametrize(
        ("line", "answer"),
        [
            ("help", "select part 1 of the cut"),
            ("show", "s left."),
            ("more", "wrong_phase"),
            ("0", "no point is placed yet"),
            ("9 9", "outside_canvas"),
            ("nan 0", "outside_canvas"),
            ("1e999 0 0", "$.point[0]"),
            ("0 0 x", "no part's number"),
            ("0 0 99999", "no part's number"),
            ("a b", "'a' is neither a number nor a word"),
            ("1 2 3 4", "type x and y"),
            ("nonsense", "type x and y"),
        ],
    )
    def test_whatever_is_typed_is_answered_and_practice_goes_on(self, gamecore, line, answer):
        done = gamecore("cut", "--seed", SEED, given=f"{line}\n")
        assert done.status == 0
        assert answer in done.out
        assert "Turn 2" not in done.out

    def test_while_estimating_cuts_are_refused(self, gamecore):
        done = gamecore("cut", "--seed", SEED, given=f"{first(typed('line-fixed-point', 1))}\n0 0 0\n")
        assert "type more or less" in done.out

    def test_every_turn_has_its_picture(self, gamecore, tmp_path):
        folder = tmp_path / "new" / "pictures"
        done = gamecore("cut", "--seed", SEED, "--svg", folder, given="\n".join([*typed("line-fixed-point", 2), "0 0"]))
        assert done.status == 0
        assert {"turn-0001.svg", "turn-0002.svg", "turn-0003.svg"} <= {path.name for path in folder.iterdir()}
        for path in folder.iterdir():
            assert ET.fromstring(path.read_text()).tag.endswith("svg")

    def test_ctrl_c_ends_it_with_status_130_and_the_summary(self):
        command = [sys.executable, "-m", "gamecore", "cut", "--seed", SEED, "--json"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            try:
                while (line := child.stderr.readline()) and b"Turn 1" not in line:
                    pass
                child.send_signal(signal.SIGINT)
                out, err = child.communicate(timeout=60)
            finally:
                child.kill()
        assert child.returncode == 130, err
        assert json.loads(out)["turns"] == []
        assert b"Traceback" not in err

    @pytest.mark.parametrize(
        ("arguments", "named"),
        [
            (("--mode", "zigzag"), "zigzag"),
            (("--step-seconds", 20), "step_seconds is 20"),
            (("--turns", 0), "--turns"),
            (("--record", "x"), "--record goes with --watch"),
            (("--plot", "x.svg"), "--plot goes with --watch"),
            (("--watch", "--rounds", 0), "rounds is 0"),
            (("--watch", "--bots", 101), "101 bots"),
            (("--svg", "a\0b"), "cannot be made"),
        ],
    )
    def test_c01_bad_usage_is_one_line_and_status_2(self, gamecore, arguments, named):
        done = gamecore("cut", *arguments)
        assert (done.status, done.out) == (2, "")
        assert named in done.err
        assert len(done.err.splitlines()) == 1

    def test_the_modes_are_those_of_the_rules(self, gamecore):
        help_ = "".join(gamecore("cut", "--help").out.split())
        assert f"--mode{{{','.join(MODES)}}}" in help_

    def test_c17_a_turn_whose_time_is_over_is_settled_while_one_thinks(self, monkeypatch):
        """On a clock that runs a second whenever it is looked at."""
        ticking = count()
        monkeypatch.setattr(practice.time, "monotonic", lambda: next(ticking))

        class Nobody:
            looked = 0

            def wait(self, seconds, *, take):
                assert seconds <= 15
                self.looked += 1
                if self.looked > 60:
                    raise EOFError

        session = practice.Session(
            cutting.Settings(step_seconds=15),
            SEED,
            turns=None,
            lines=Nobody(),
            screen=Screen(),
            folder=None,
            quiet=True,
        )
        session.play()
        turns = session.summary()["turns"]
        assert [turn["turn"] for turn in turns] == list(range(1, len(turns) + 1))
        assert turns[0] | {"settled_ms": 15_000, "share": None, "points": 0.0} == turns[0]
        assert len(turns) > 2


class TestWatch:
    @pytest.mark.parametrize("variant", ["area", "perimeter"])
    def test_bots_play_a_game_to_its_end_the_same_for_the_same_seed(self, gamecore, variant):
        words = ("cut", "--watch", "--seed", SEED, "--variant", variant, "--rounds", 6, "--bots", 3)
        shown = gamecore(*words)
        assert shown.status == 0
        assert [line.split(":")[0] for line in shown.out.splitlines()[1:-1]] == [f"Round {n}" for n in range(1, 7)]
        assert shown.out.endswith("(rounds)\n")
        (summary,) = gamecore(*words, "--json").lines
        assert summary == gamecore(*words, "--json").lines[0]
        assert len(summary["history"]) == 6
        assert summary["result"]["reason"] == "rounds"
        assert [player["name"] for player in summary["players"]] == ["Bot 1", "Bot 2", "Bot 3"]
        assert all(closed["kind"] in ("estimated", "perfect") for closed in summary["history"])

    def test_p25_its_record_verifies_and_is_never_written_over(self, gamecore, tmp_path):
        path = tmp_path / "game.jsonl"
        words = ("cut", "--watch", "--seed", SEED, "--rounds", 3, "--record", path)
        assert gamecore(*words).status == 0
        assert record.verify(record.read(path)).finished
        assert gamecore("replay", path, "--verify").status == 0
        assert gamecore(*words).status == 2

    @pytest.mark.parametrize("bots", [1, 2])
    def test_every_round_has_its_picture(self, gamecore, tmp_path, bots):
        words = ("cut", "--watch", "--seed", SEED, "--rounds", 4, "--bots", bots, "--svg", tmp_path)
        assert gamecore(*words).status == 0
        pictures = sorted(path.name for path in tmp_path.iterdir())
        if bots > 1:
            assert pictures == [f"round-{number:04}.svg" for number in range(1, 5)]
        for name in pictures:
            assert ET.fromstring((tmp_path / name).read_text()).tag.endswith("svg")

    def test_c31_c33_charts_are_drawn(self, gamecore, tmp_path):
        pytest.importorskip("matplotlib")
        words = ("cut", "--watch", "--seed", SEED, "--rounds", 3)
        assert gamecore(*words, "--plot", tmp_path / "points.svg").status == 0
        for name in ("points.svg", "points-perfect.svg"):
            assert ET.fromstring((tmp_path / name).read_text()).tag.endswith("svg")
        assert gamecore(*words, "--plot", tmp_path / "points.what").status == 2
        assert gamecore(*words, "--plot", tmp_path / "none" / "points.svg").status == 2

    def test_without_matplotlib_it_says_so_before_the_game(self, gamecore, monkeypatch):
        monkeypatch.setitem(sys.modules, "matplotlib.backend_bases", None)
        done = gamecore("cut", "--watch", "--plot", "points.svg")
        assert (done.status, done.out) == (2, "")
        assert "gamecore[plot]" in done.err


class TestPicture:
    @given(st.floats(0.2, 1.0), st.floats(-0.1, 0.1), st.sampled_from([(2.2, 2.2), (4.0, 2.2), (2.2, 4.0)]))
    def test_the_marks_cover_as_much_as_the_shape(self, radius, x, size):
        canvas = cutting.Canvas(*size)
        disc = Region.disc(Circle((x, 0.0), radius))
        text = Picture(canvas, [("#", disc)], [("+", (0.0, 0.0)), ("o", (size[0] / 2, -size[1] / 2))]).text()
        rows = [line[7:-1] for line in text.splitlines()[:-1]]
        assert len({len(row) for row in rows}) == 1
        share = sum(row.count("#") + row.count("+") for row in rows) / sum(map(len, rows))
        assert share == pytest.approx(disc.area / canvas.area, rel=0.15, abs=0.01)
        assert rows[-1][-1] == "o"
        assert sum(row.count("+") for row in rows) == 1
