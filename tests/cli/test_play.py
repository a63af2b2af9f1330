"""``gamecore play``: whole matches by typed words; the board, the opponent and the reader of lines on their own."""

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore import polyfit
from gamecore.cli.board import Board, Refused
from gamecore.cli.lines import Lines
from gamecore.cli.opponent import STRENGTHS, Opponent

TYPED = ("A", "B", "c", "E", "f", "F", "-", "0", "1", "2", "3", "4", "-1", "00", "x", "lift")
QUICK = ("play", "--opponent", "solver", "--seed", "s")


def words(board, placement):
    """A placement as a person types it."""
    flip = ["f"] if placement.flip else []
    return [board.letter(placement.piece), str(placement.rotation), *flip, *map(str, placement.anchor)]


def typed(seed="s", difficulty="easy", rounds=3):
    """Lines that solve every round of a match."""
    for number in range(1, rounds + 1):
        board = Board(polyfit.generate(difficulty, seed, round=number, rounds=rounds))
        for placement in polyfit.solve(board.puzzle).placements:
            yield " ".join(words(board, placement))


class TestMatch:
    def test_p15_solving_every_round_by_typing(self, gamecore):
        done = gamecore(*QUICK, "--json", given="\n".join(typed()) + "\n")
        assert done.status == 0
        (summary,) = done.lines
        assert summary["result"]["reason"] in ("most_gems", "most_of_one_colour", "least_time", "tie")
        assert len(summary["history"]) == 3
        assert done.err.count("  you: solved after") == 3

    def test_p21_the_end_of_the_input_resigns(self, gamecore):
        done = gamecore(*QUICK, "--json", given="pass\n")
        assert done.status == 0
        (summary,) = done.lines
        assert summary["result"]["reason"] == "resignation"
        assert summary["winner"] == "the opponent"

    def test_quit_resigns(self, gamecore):
        done = gamecore(*QUICK, given="quit\npass\n")
        assert done.status == 0
        assert "resignation" in done.out

    def test_passing_loses_to_the_solver(self, gamecore):
        (summary,) = gamecore(*QUICK, "--json", given="pass\n" * 3).lines
        assert summary["winner"] == "the opponent"
        assert summary["result"]["reason"] == "most_gems"

    def test_an_incomplete_solution_is_explained_and_the_round_goes_on(self, gamecore):
        done = gamecore(*QUICK, given="submit\npass\nnonsense\nhelp\n")
        assert "missing_piece" in done.out
        assert "'nonsense' is neither a piece nor a word" in done.out
        assert "lift A" in done.out

    def test_ctrl_c_resigns(self):
        """While it waits for input: it prints the result, and says by its status that it was interrupted."""
        command = [sys.executable, "-m", "gamecore", *QUICK, "--json"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            try:
                while (line := child.stderr.readline()) and b"Round 1" not in line:
                    pass
                child.send_signal(signal.SIGINT)
                out, err = child.communicate(timeout=60)
            finally:
                child.kill()
        assert child.returncode == 130, err
        assert json.loads(out)["result"]["reason"] == "resignation"
        assert b"Traceback" not in err
        assert b"Fatal" not in err

    def test_a_record_can_be_played_again(self, gamecore, tmp_path):
        from gamecore import record

        path = tmp_path / "match.jsonl"
        (summary,) = gamecore(*QUICK, "--json", "--record", path, given="pass\npass\npass\n").lines
        kept = record.read(path)
        assert kept.end.seed == "s"
        *_, last = record.replay(kept)
        assert last.view(0, last.at_ms)["body"]["history"] == summary["history"]
        assert gamecore(*QUICK, "--record", path).status == 2  # never written over

    @pytest.mark.parametrize(
        "arguments",
        [("--rounds", 2), ("--difficulty", "hopeless"), ("--round-seconds", 31), ("--opponent", "god")],
    )
    def test_p01_bad_options_are_named(self, gamecore, arguments):
        done = gamecore("play", *arguments)
        assert done.status == 2
        assert str(arguments[1]) in done.err
        assert len(done.err.splitlines()) == 1


class TestBoard:
    @given(
        st.sampled_from(["easy", "hard"]),
        st.integers(1, 6),
        st.text(max_size=3),
        st.randoms(use_true_random=False),
    )
    def test_p09_a_solution_can_be_typed_in_any_order(self, difficulty, number, seed, chance):
        board = Board(polyfit.generate(difficulty, seed, round=number))
        laid = list(polyfit.solve(board.puzzle).placements)
        chance.shuffle(laid)
        for placement in laid:
            assert not board.complete
            assert board.lay(words(board, placement)) == placement
        assert board.complete
        polyfit.validate(board.puzzle, board.placements)

    @given(st.lists(st.lists(st.sampled_from(TYPED), max_size=6), max_size=12))
    def test_whatever_is_typed_nothing_overlaps_or_lies_beside_the_region(self, lines):
        board = Board(polyfit.generate("easy", "any"))
        for line in lines:
            before = board.placements
            try:
                board.lay(line)
            except Refused:
                assert board.placements == before
            reasons = {fault.reason for fault in polyfit.faults(board.puzzle, board.placements)}
            assert reasons <= {"missing_piece", "uncovered"}

    def test_moving_lifting_undoing_clearing(self):
        board = Board(polyfit.generate("easy", "any"))
        first, second = polyfit.solve(board.puzzle).placements[:2]
        with pytest.raises(Refused):
            board.undo()
        board.lay(words(board, first))
        board.lay(words(board, second))
        board.lay(words(board, first))
        assert board.placements == (second, first)
        board.undo()
        assert board.placements == (second,)
        with pytest.raises(Refused):
            board.lift(board.letter(first.piece))
        board.lift(board.letter(second.piece).lower())
        assert board.placements == ()
        board.lay(words(board, first))
        board.clear()
        assert board.placements == ()

    def test_a_refusal_says_why(self):
        board = Board(
            polyfit.Puzzle.from_json(
                {
                    "region": ["###", "#..", "..."],
                    "pieces": [
                        {"id": "p", "cells": [[0, 0], [0, 1]]},
                        {"id": "q", "cells": [[0, 0], [0, 1]]},
                    ],
                }
            )
        )
        board.lay(["A", "0", "1"])
        with pytest.raises(Refused, match="row 0, column 1, where A lies"):
            board.lay(["B", "0", "0"])
        with pytest.raises(Refused, match="row 1, column 1, which is not to be filled"):
            board.lay(["B", "1", "0"])
        for line in (
            ["A"],
            ["A", "1"],
            ["A", "1", "2", "3", "4"],
            ["A", "x", "1"],
            ["Ω", "0", "0"],
            ["A", "9999", "0"],
        ):
            with pytest.raises(Refused):
                board.lay(line)
        board.lay(["b", "1", "0", "0"])
        assert board.complete

    def test_the_drawing_shows_what_is_laid_and_what_is_not(self):
        board = Board(
            polyfit.Puzzle.from_json(
                {
                    "region": ["###", "#.."],
                    "pieces": [{"id": "p", "cells": [[0, 0], [0, 1]]}, {"id": "q", "cells": [[0, 0], [0, 1]]}],
                }
            )
        )
        board.lay(["A", "0", "1"])
        lines = [line.rstrip() for line in str(board.drawing()).splitlines()]
        assert lines == ["    0 1 2", "  0 ░░A A", "  1 ░░", "", "    B B"]


class TestOpponent:
    def test_it_thinks_longer_the_weaker_it_is_and_the_same_for_the_same_seed(self):
        for number in range(1, 7):
            times = [Opponent(strength, "s", 30_000).thinking_ms(number, 5) for strength in STRENGTHS]
            assert times == [Opponent(strength, "s", 30_000).thinking_ms(number, 5) for strength in STRENGTHS]
            assert times == sorted(times, reverse=True)
            assert times[-1] == 0
        assert len({Opponent("easy", "s", 30_000).thinking_ms(number, 5) for number in range(1, 7)}) > 1

    def test_its_answer_waits_until_it_is_due_and_comes_once(self):
        puzzle = polyfit.generate("easy", "s")
        opponent = Opponent("hard", "s", 30_000)
        ready = threading.Event()
        opponent.think(1, puzzle, 500, ready.set)
        assert ready.wait(60)
        due = 500 + opponent.thinking_ms(1, len(puzzle.pieces))
        assert opponent.due_ms(0) == due
        assert opponent.answer(due - 1) is None
        move = opponent.answer(due)
        polyfit.validate(puzzle, move.placements)
        assert opponent.answer(due) is None
        assert opponent.due_ms(due) is None
        opponent.close()

    def test_one_that_is_too_slow_passes_as_the_window_ends(self):
        opponent = Opponent("easy", "s", 10_000)
        opponent.think(1, polyfit.generate("extreme", "s"), 500, lambda: None)
        assert opponent.due_ms(10_500) == 10_500
        assert opponent.answer(10_499) is None
        assert opponent.answer(10_500) == polyfit.Pass(1)
        opponent.close()


class TestLines:
    def read_all(self):
        lines = Lines()
        found = []
        try:
            while (line := lines.wait(60, take=True)) is not None:
                found.append(line)
        except EOFError:
            return found
        raise AssertionError("the input did not end")

    @given(st.binary(max_size=200))
    def test_any_bytes_of_a_pipe_are_lines(self, data):
        reading, writing = os.pipe()
        os.write(writing, data)
        os.close(writing)
        with open(reading, "rb") as stream, pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", stream)
            found = self.read_all()
        text = data.decode("utf-8", "replace")
        expected = [line.rstrip("\r") for line in text.removesuffix("\n").split("\n")] if text else []
        assert found == expected

    def test_no_standard_input_is_an_empty_one(self, monkeypatch):
        monkeypatch.setattr(sys, "stdin", None)
        assert self.read_all() == []
        closed = io.StringIO()
        closed.close()
        monkeypatch.setattr(sys, "stdin", closed)
        assert self.read_all() == []

    def test_lines_wait_until_they_are_taken(self, monkeypatch):
        monkeypatch.setattr(sys, "stdin", io.StringIO("one\n"))
        lines = Lines()
        assert lines.wait(0.01, take=False) is None
        assert lines.wait(60, take=True) == "one"

    def test_waking_ends_a_wait(self, monkeypatch):
        reading, writing = os.pipe()
        with open(reading, "rb") as stream:
            monkeypatch.setattr(sys, "stdin", stream)
            lines = Lines()
            threading.Timer(0.05, lines.wake).start()
            began = time.monotonic()
            assert lines.wait(60, take=True) is None
            assert time.monotonic() - began < 30
            os.close(writing)
            with pytest.raises(EOFError):
                lines.wait(60, take=True)
