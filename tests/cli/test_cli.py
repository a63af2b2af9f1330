"""The command line: what it prints, its exit statuses, and that no input leads to a traceback."""

import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore import polyfit
from gamecore.cli.program import COMMANDS

EXTREME = Path(__file__).resolve().parents[2] / "examples" / "puzzles" / "compact-32-0.json"
V3 = [[0, 0], [1, 0], [1, 1]]
PUZZLE = {
    "region": ["###", "###"],
    "pieces": [{"id": "p0", "name": "V3", "cells": V3}, {"id": "p1", "name": "V3", "cells": V3}],
}
SOLUTION = [
    {"piece": "p0", "rotation": 1, "flip": False, "anchor": [0, 0]},
    {"piece": "p1", "rotation": 3, "flip": False, "anchor": [0, 1]},
]
MOVE = {"round": 1, "placements": SOLUTION}
OVERLAP = {"round": 1, "placements": [SOLUTION[0], {**SOLUTION[1], "anchor": [0, 0]}]}
# the corner that is cut off has no neighbour but a region of the same area
UNSOLVABLE = {"region": ["#.....", "..#...", "...###", ".....#"], "pieces": PUZZLE["pieces"]}
OBSERVATION = {
    "body": {"round": 4, "puzzle": PUZZLE, "opened_ms": 9000, "done": [False, False]},
    "match": {"environment": {"t_ms": 9500}},
}


class TestSolve:
    def test_json_is_a_legal_move(self, gamecore):
        done = gamecore("solve", "--json", EXTREME)
        (move,) = done.lines
        assert (done.status, done.err, move["round"]) == (0, "", 1)
        parsed = polyfit.parse_move(move, 1000)
        polyfit.validate(polyfit.Puzzle.from_json(EXTREME.read_text()), parsed.placements)

    def test_the_same_seed_gives_the_same_move(self, gamecore):
        moves = [gamecore("solve", "--json", "--seed", seed, EXTREME).out for seed in (7, 7, 8)]
        assert moves[0] == moves[1] != moves[2]

    @pytest.mark.parametrize(
        ("document", "options", "number"),
        [
            (PUZZLE, (), 1),
            (PUZZLE, ("--round", 3), 3),
            (OBSERVATION, (), 4),
            (OBSERVATION["body"], (), 4),
            (OBSERVATION, ("--round", 2), 2),
        ],
    )
    def test_the_round_is_the_observation_s(self, gamecore, document, options, number):
        (move,) = gamecore("solve", "--json", *options, given=document).lines
        assert move["round"] == number

    def test_a_byte_order_mark_is_no_obstacle(self, gamecore):
        assert gamecore("solve", "--json", given=b"\xef\xbb\xbf" + json.dumps(PUZZLE).encode()).status == 0

    def test_it_draws_without_colour_where_there_is_no_terminal(self, gamecore):
        done = gamecore("solve", "-", given=PUZZLE)
        assert done.status == 0
        assert "\x1b" not in done.out
        assert done.out.splitlines()[-1].startswith("solved: ")
        assert len(done.out.splitlines()) > 2

    def test_unsolvable(self, gamecore):
        done = gamecore("solve", "--json", given=UNSOLVABLE)
        assert (done.status, done.lines) == (1, [None])
        assert "unsolvable" in done.err

    def test_limit(self, gamecore):
        done = gamecore("solve", "--json", "--node-limit", 1, EXTREME)
        assert (done.status, done.lines) == (1, [None])
        assert "not solved within the limit" in done.err

    def test_several_files_give_a_line_each(self, gamecore, folder):
        files = [
            folder.write("a", PUZZLE),
            folder.write("b", UNSOLVABLE),
            folder.write("c", "{"),
            folder.write("d", PUZZLE),
        ]
        done = gamecore("solve", "--json", *files)
        assert done.status == 2
        assert [line and len(line["placements"]) for line in done.lines] == [2, None, None, 2]
        assert "JSON" in done.err

    def test_count_and_all_agree(self, gamecore):
        assert gamecore("solve", "--count", "--json", given=PUZZLE).lines == [{"count": 2, "complete": True}]
        assert gamecore("solve", "--count", given=PUZZLE).out == "2 solutions\n"
        moves = gamecore("solve", "--all", "--json", given=PUZZLE).lines
        puzzle = polyfit.Puzzle.from_json(PUZZLE)
        for move in moves:
            polyfit.validate(puzzle, polyfit.parse_move(move, 1000).placements)
        assert len({json.dumps(move) for move in moves}) == 2

    def test_limits_on_solutions(self, gamecore):
        assert len(gamecore("solve", "--all", "--limit", 1, "--json", given=PUZZLE).lines) == 1
        done = gamecore("solve", "--count", "--limit", 1, "--json", given=PUZZLE)
        assert (done.status, done.lines) == (0, [{"count": 1, "complete": False}])

    def test_none_to_count(self, gamecore):
        done = gamecore("solve", "--count", "--json", given=UNSOLVABLE)
        assert (done.status, done.lines) == (1, [{"count": 0, "complete": True}])
        assert gamecore("solve", "--all", "--json", given=UNSOLVABLE).status == 1

    def test_count_out_of_time_is_a_lower_bound(self, gamecore):
        done = gamecore("solve", "--count", "--time-limit", 0.05, "--json", EXTREME)
        assert done.status == 1
        assert done.lines[0]["complete"] is False

    def test_svg(self, gamecore, folder):
        picture = folder.path / "solution.svg"
        assert gamecore("solve", "--json", "--svg", picture, given=PUZZLE).status == 0
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")

    def test_stats(self, gamecore):
        stats = json.loads(gamecore("solve", "--json", "--stats", given=PUZZLE).err)
        assert stats["status"] == "solved"
        assert set(stats) == {"file", "status", "nodes", "restarts", "seconds"}

    def test_progress_on_demand(self, gamecore):
        done = gamecore("solve", "--count", "--progress", "--json", given=PUZZLE)
        assert (done.status, done.lines[0]["count"]) == (0, 2)

    def test_threads(self, gamecore):
        (move,) = gamecore("solve", "--json", "--threads", 2, EXTREME).lines
        polyfit.validate(polyfit.Puzzle.from_json(EXTREME.read_text()), polyfit.parse_move(move, 1000).placements)


class TestValidate:
    def test_legal(self, gamecore, folder):
        puzzle = folder.write("puzzle", PUZZLE)
        assert gamecore("validate", puzzle, folder.write("move", MOVE)).status == 0
        done = gamecore("validate", puzzle, "--json", given=MOVE)
        assert (done.status, done.lines) == (0, [{"legal": True, "faults": []}])

    def test_every_fault_is_listed(self, gamecore, folder):
        puzzle = folder.write("puzzle", PUZZLE)
        done = gamecore("validate", puzzle, "--json", given=OVERLAP)
        assert (done.status, done.lines[0]["legal"]) == (1, False)
        reasons = [fault["reason"] for fault in done.lines[0]["faults"]]
        assert reasons[0] == "overlap"
        assert "uncovered" in reasons
        assert all(fault["detail"].startswith(fault["reason"]) for fault in done.lines[0]["faults"])
        assert gamecore("validate", puzzle, given=OVERLAP).out.startswith("overlap: ")

    @pytest.mark.parametrize("options", [(), ("--round", 2)])
    def test_wrong_round_comes_first(self, gamecore, folder, options):
        document = PUZZLE if options else OBSERVATION
        done = gamecore("validate", folder.write("puzzle", document), "--json", *options, given=OVERLAP)
        assert done.lines[0]["faults"][0]["reason"] == "wrong_round"
        assert done.lines[0]["faults"][1]["reason"] == "overlap"

    @pytest.mark.parametrize("move", [{"round": 4, "pass": True}, {"resign": True}])
    def test_a_pass_and_a_resignation_are_legal(self, gamecore, folder, move):
        done = gamecore("validate", folder.write("puzzle", OBSERVATION), "--json", given=move)
        assert (done.status, done.lines) == (0, [{"legal": True, "faults": []}])

    @pytest.mark.parametrize("move", [{}, [], {"round": True, "pass": True}, {"round": 1, "placements": [{}]}, None])
    def test_a_malformed_move_is_bad_input(self, gamecore, folder, move):
        done = gamecore("validate", folder.write("puzzle", PUZZLE), given=move)
        assert (done.status, done.out) == (2, "")
        assert done.err.count("\n") == 1
        assert "$" in done.err


class TestRender:
    def test_text(self, gamecore, folder):
        bare = gamecore("render", given=PUZZLE)
        solved = gamecore("render", folder.write("puzzle", PUZZLE), folder.write("move", MOVE))
        assert (bare.status, solved.status) == (0, 0)
        assert bare.out != solved.out

    def test_svg_to_standard_output(self, gamecore, folder):
        done = gamecore("render", folder.write("puzzle", PUZZLE), "-", "--svg", "-", given=MOVE)
        assert ElementTree.fromstring(done.out).tag.endswith("svg")

    def test_a_wrong_solution_is_drawn_with_a_warning(self, gamecore, folder):
        done = gamecore("render", folder.write("puzzle", PUZZLE), "-", given=OVERLAP)
        assert done.status == 0
        assert "not a solution: overlap" in done.err

    def test_a_pass_cannot_be_drawn(self, gamecore, folder):
        done = gamecore("render", folder.write("puzzle", PUZZLE), "-", given={"round": 1, "pass": True})
        assert done.status == 2


class TestGallery:
    lines = "\n".join(json.dumps(document) for document in (PUZZLE, OBSERVATION, UNSOLVABLE))

    def test_one_sheet_of_files_and_json_lines(self, gamecore, folder):
        sheet = folder.path / "sheet.svg"
        one = folder.write("one.json", json.dumps(PUZZLE, indent=2))
        done = gamecore("render", "--gallery", one, "-", "--svg", sheet, given=self.lines)
        assert (done.status, done.out) == (0, "")
        captions = [text.text for text in ElementTree.parse(sheet).iter("{http://www.w3.org/2000/svg}text")]
        assert captions == [
            "one.json",
            "standard input, line 1",
            "standard input, line 2, round 4",
            "standard input, line 3",
        ]

    def test_text_is_one_after_another(self, gamecore, folder):
        done = gamecore("render", "--gallery", given=self.lines)
        assert done.status == 0
        assert [line for line in done.out.splitlines() if line.endswith(":")] == [
            f"standard input, line {number}:" for number in (1, 2, 3)
        ]
        assert gamecore("render", given=PUZZLE).out in done.out

    def test_a_bad_line_is_named(self, gamecore):
        done = gamecore("render", "--gallery", given=self.lines + "\n{}\n")
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert "line 4: $.region" in done.err


class TestJsonLines:
    def test_solve_answers_line_by_line(self, gamecore):
        documents = [json.dumps(document) for document in (PUZZLE, OBSERVATION, UNSOLVABLE)]
        given = "\n".join([*documents[:2], "", "nonsense", documents[2]]) + "\n"
        done = gamecore("solve", "--json", given=given)
        assert done.status == 2
        assert [line and line["round"] for line in done.lines] == [1, 4, None, None]
        assert "standard input, line 4: $: is not JSON" in done.err
        assert "standard input, line 5: unsolvable" in done.err

    def test_one_text_may_take_many_lines(self, gamecore):
        assert len(gamecore("solve", "--json", given=json.dumps(PUZZLE, indent=1)).lines) == 1
        assert len(gamecore("solve", "--json", given=f"\n{json.dumps(PUZZLE)}\n\n").lines) == 1

    def test_a_picture_goes_with_one_puzzle(self, gamecore, folder):
        done = gamecore("solve", "--svg", folder.path / "x.svg", given=TestGallery.lines)
        assert (done.status, done.out) == (2, "")


def test_warmup(gamecore):
    done = gamecore("warmup", "--json")
    assert done.status == 0
    assert done.lines[0]["seconds"] >= 0
    assert gamecore("warmup").status == 0


class TestBadInput:
    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"{",
            b"\xff\xfe",
            b"[1, 2",
            b'{"region": NaN}',
            b"[" * 100_000,
            b"null",
            b"3",
            b"[]",
            b"{}",
            b'{"region": [], "pieces": []}',
            b'{"region": ["#?"], "pieces": []}',
            b'{"body": 3}',
            b'{"body": {"puzzle": null}}',
            b'{"round": true, "puzzle": {}}',
            b'{"round": -1, "puzzle": {}}',
            b'{"round": 1e400, "puzzle": {}}',
            b"1" * 10_000,
        ],
    )
    @pytest.mark.parametrize("command", ["solve", "render"])
    def test_one_line_and_status_2(self, gamecore, command, data):
        done = gamecore(command, given=data)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("gamecore: ")
        assert done.err.count("\n") == 1

    def test_the_fault_has_a_path_in_the_document(self, gamecore):
        document = {"body": {"round": 1, "puzzle": {**PUZZLE, "region": ["##", "#"]}}}
        assert "$.body.puzzle.region" in gamecore("solve", given=document).err

    @pytest.mark.parametrize("path", ["missing.json", ".", "a\0b", "x" * 5000])
    def test_unreadable_file(self, gamecore, path):
        done = gamecore("solve", path)
        assert (done.status, done.err.count("\n")) == (2, 1)
        assert "cannot be read" in done.err

    def test_endless_file(self, gamecore, monkeypatch):
        monkeypatch.setattr("gamecore.cli.documents.MAX_BYTES", 1000)
        done = gamecore("solve", "/dev/zero")
        assert done.status == 2
        assert "longer than" in done.err

    def test_unwritable_picture(self, gamecore):
        done = gamecore("solve", "--json", "--svg", "/nowhere/picture.svg", given=PUZZLE)
        assert done.status == 2
        assert "cannot be written" in done.err

    @pytest.mark.parametrize(
        "arguments",
        [
            (),
            ("frobnicate",),
            ("solve", "--threads", "0"),
            ("solve", "--time-limit", "nan"),
            ("solve", "--time-limit", "-1"),
            ("solve", "--node-limit", "1.5"),
            ("solve", "--seed", "x"),
            ("solve", "--all", "--count"),
            ("solve", "--limit", "3"),
            ("solve", "--all", "--svg", "x.svg"),
            ("solve", "-", "-"),
            ("solve", "a", "b", "--svg", "x.svg"),
            ("validate",),
            ("validate", "-", "-"),
            ("render", "-", "-"),
            ("render", "--gallery", "-", "-"),
            ("render", "a", "b", "c"),
        ],
    )
    def test_bad_usage(self, gamecore, arguments):
        done = gamecore(*arguments, given=PUZZLE)
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("gamecore")
        assert done.err.count("\n") == 1

    @pytest.mark.parametrize("seed", [-1, 2**64, 10**100])
    def test_a_seed_out_of_range(self, gamecore, seed):
        done = gamecore("solve", "--json", "--seed", seed, given=PUZZLE)
        assert done.status in {0, 2}
        assert "Traceback" not in done.err


documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(PUZZLE) | st.just(MOVE),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["body", "puzzle", "round", "region", "pieces", "id", "cells"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(document=documents, command=st.sampled_from([("render",), ("solve", "--json", "--node-limit", "100")]))
def test_no_document_leads_to_a_traceback(document, command):
    """Runs in the process: an exception that main() lets through fails the test."""
    import io
    from contextlib import redirect_stderr, redirect_stdout

    from gamecore.cli import main

    out, err = io.StringIO(), io.StringIO()
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(json.dumps(document).encode()))
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = main(command)
    finally:
        sys.stdin = stdin
    assert status in {0, 1, 2}
    assert (status == 0) == (err.getvalue() == "")


class TestProcess:
    """What only a process of its own can show."""

    command = (sys.executable, "-m", "gamecore")

    def test_version_and_help(self):
        for option in ("--version", "--help", *((command.name, "--help") for command in COMMANDS)):
            words = (option,) if isinstance(option, str) else option
            done = subprocess.run([*self.command, *words], capture_output=True, text=True, check=True)
            assert "gamecore" in done.stdout

    def test_a_closed_pipe_is_no_drama(self):
        script = f"{sys.executable} -m gamecore solve --all --json {EXTREME} 2>err | head -n 1; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", script.replace("2>err", "")], capture_output=True, text=True, check=True)
        move, status = done.stdout.splitlines()
        assert json.loads(move)["round"] == 1
        assert (status, done.stderr) == ("141", "")

    @pytest.mark.skipif(os.name == "nt", reason="signals as on Unix")
    def test_ctrl_c_in_a_long_search(self):
        process = subprocess.Popen(
            [*self.command, "solve", "--count", "--progress", EXTREME],
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        # the first line of progress tells that the search is under way
        first = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        _, rest = process.communicate(timeout=60)
        assert "nodes" in first
        assert process.returncode == 130
        assert "Traceback" not in rest
        assert rest.endswith("interrupted\n")

    def test_an_ascii_terminal(self):
        environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
        done = subprocess.run(
            [*self.command, "render", EXTREME], capture_output=True, text=True, check=True, env=environment
        )
        assert done.stdout
        assert done.stderr == ""

    @pytest.mark.parametrize(("variable", "coloured"), [("FORCE_COLOR", True), ("NO_COLOR", False)])
    def test_colour(self, variable, coloured):
        environment = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR"}}
        environment |= {variable: "1", "TERM": "xterm-256color"}
        done = subprocess.run(
            [*self.command, "solve", "-"],
            input=json.dumps(PUZZLE),
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        )
        assert ("\x1b[" in done.stdout) == coloured
