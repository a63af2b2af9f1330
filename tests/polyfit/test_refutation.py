"""Colouring and area arguments: they settle the classics, and never a puzzle that has a tiling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore import polyfit, polyomino
from gamecore.errors import InvalidPuzzle
from gamecore.polyomino import NAMED

from .puzzles_small import copies, naive_tilings, small_puzzles


@given(small_puzzles())
def test_what_is_refuted_has_no_tiling(puzzle):
    if polyfit.refute(puzzle) is not None:
        assert naive_tilings(puzzle) == []
        assert polyfit.solve(puzzle).status == "unsolvable"
        assert polyfit.count(puzzle) == 0


@given(st.sampled_from(["easy", "normal", "hard", "extreme"]), st.integers(0, 10**6), st.integers(1, 6))
def test_no_generated_puzzle_is_refuted(difficulty, number, round_number):
    assert polyfit.refute(polyfit.generate(difficulty, f"refute {number}", round_number, 6)) is None


def hexomino_rectangle(rows, columns):
    return copies(["#" * columns] * rows, *((shape, 1) for shape in polyomino.free_polyominoes(6)))


CLASSICS = {
    "mutilated chessboard": copies(["." + "#" * 7, *["#" * 8] * 6, "#" * 7 + "."], ("I2", 31)),
    "five tetrominoes": copies(["#####"] * 4, *((name, 1) for name in NAMED if name.endswith("4"))),
    "hexominoes 10 x 21": hexomino_rectangle(10, 21),
    "hexominoes 14 x 15": hexomino_rectangle(14, 15),
    "hexominoes 7 x 30": hexomino_rectangle(7, 30),
    "T tetrominoes 10 x 10": copies(["#" * 10] * 10, ("T4", 25)),
    "bars of four on 10 x 10": copies(["#" * 10] * 10, ("I4", 25)),
    "bars of three on a chessboard less a corner": copies([".#######", *["########"] * 7], ("I3", 21)),
    "L tetrominoes 6 x 6": copies(["######"] * 6, ("L4", 9)),
    "two areas": copies(["###.#", "###.#", "###.#", "....#"], ("I3", 1), ("O4", 1), ("L4", 1), ("I2", 1)),
    "areas of the wrong size": copies(["###...##", "###.####"], ("I5", 1), ("V3", 1), ("O4", 1)),
}


@pytest.mark.parametrize("name", CLASSICS)
def test_classics_are_proved_unsolvable_not_timed_out(name):
    puzzle = CLASSICS[name]
    assert polyfit.solve(puzzle, node_limit=200_000).status == "unsolvable"
    if "area" not in name:
        assert polyfit.refute(puzzle) is not None


def test_the_proof_says_what_it_is():
    assert "chessboard" in polyfit.refute(CLASSICS["mutilated chessboard"])
    assert "12 cells" in polyfit.refute(copies(["####"] * 3, ("I5", 2)))
    assert "no piece" in polyfit.refute(copies(["##.#"], ("I3", 1)))
    assert "fewer placements" in polyfit.refute(copies(["##.#####", "##......"], ("O4", 2), ("I1", 1)))


def test_puzzles_only():
    with pytest.raises(InvalidPuzzle):
        polyfit.refute({"region": ["#"]})


def test_the_empty_argument_is_no_proof():
    assert polyfit.refute(copies(["##", "##"], ("I2", 2))) is None
    assert polyfit.refute(copies(["###"] * 4, ("V3", 4))) is None
    assert polyfit.refute(copies(["###"] * 5, ("V3", 5))) is not None  # no L tromino tiling of 3 x odd
