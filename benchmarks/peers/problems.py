"""The counting problems, each with its number of covers and where that is known from."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from gamecore import polyomino
from gamecore.exactcover import Problem
from gamecore.polyfit import Puzzle
from gamecore.polyfit.cover import Cover

Cell = tuple[int, int]


@dataclass(frozen=True)
class Counting:
    """Problems to count one after the other, and the covers of each."""

    problems: list[Problem]
    covers: list[int]


def puzzle(rows: list[str], pieces: Iterable[tuple[Cell, ...]]) -> Puzzle:
    """A puzzle of a picture and shapes."""
    stock = [{"id": str(number), "cells": shape} for number, shape in enumerate(pieces)]
    return Puzzle.from_json({"region": rows, "pieces": stock})


def pentominoes(rows: list[str]) -> Puzzle:
    """The twelve pentominoes on a board."""
    return puzzle(rows, polyomino.free_polyominoes(5))


def six_by_ten() -> Puzzle:
    """The classic: 9,356 tilings, 2,339 up to symmetry."""
    return pentominoes(["#" * 10] * 6)


def chessboard_less_the_centre() -> Puzzle:
    """Scott's: 520 tilings, 65 up to symmetry."""
    return pentominoes(["#" * 8] * 3 + ["###..###"] * 2 + ["#" * 8] * 3)


def two_sets_of_tetrominoes() -> Puzzle:
    """Two sets of the five tetrominoes on 5 x 8: ten pieces of five shapes."""
    return puzzle(["#" * 8] * 5, polyomino.free_polyominoes(4) * 2)


def queens(size: int) -> Problem:
    """Rows and columns exactly once, diagonals at most once."""
    options = [[f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}"] for r in range(size) for c in range(size)]
    lines = [f"{kind}{number}" for kind in "rc" for number in range(size)]
    return Problem(options, lines, sorted({item for option in options for item in option} - set(lines)))


def langford(size: int) -> Problem:
    """Two of each number k, with k others between them; mirror images are counted apart."""
    places = range(2 * size)
    return Problem(
        [(f"k{k}", f"p{p}", f"p{p + k + 1}") for k in range(1, size + 1) for p in places if p + k + 1 in places]
    )


SEVENTEEN = (
    "006900070000010002800000000020000004000000001005006000000000060000002050010043000",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
)
"""Sudokus of 17 clues and one solution: of the corpus (``sudoku-17-seventeen``), and three of Royle's collection."""


def sudoku(givens: str) -> Problem:
    """81 cells, and each digit once in each row, column and box."""
    options = []
    for place, given in enumerate(givens):
        row, column = divmod(place, 9)
        box = row // 3 * 3 + column // 3
        digits = given if given != "0" else "123456789"
        options += [(f"p{place}", f"r{row}{digit}", f"c{column}{digit}", f"b{box}{digit}") for digit in digits]
    return Problem(options)


def shuffled(givens: str, order: Random) -> str:
    """The same sudoku seen otherwise: digits, bands, stacks, their lines and the sides change places."""
    digits = ["0", *order.sample("123456789", 9)]
    rows, columns = (
        [3 * band + line for band in order.sample(range(3), 3) for line in order.sample(range(3), 3)] for _ in range(2)
    )
    turned = order.random() < 0.5
    return "".join(
        digits[int(givens[9 * (column if turned else row) + (row if turned else column)])]
        for row in rows
        for column in columns
    )


def seventeen_clues(number: int = 20) -> list[Problem]:
    """The sudokus and permutations of them, which are as many different searches."""
    order = Random(17)
    originals = [SEVENTEEN[k % len(SEVENTEEN)] for k in range(number)]
    return [sudoku(given if k < len(SEVENTEEN) else shuffled(given, order)) for k, given in enumerate(originals)]


def of(board: Puzzle) -> Problem:
    """A puzzle's exact-cover problem: an item a cell and one a shape."""
    return Cover(board).problem()


COUNTING: dict[str, Callable[[], Counting]] = {
    "12 pentominoes, 6×10": lambda: Counting([of(six_by_ten())], [9_356]),
    "12 pentominoes, 8×8 less the centre": lambda: Counting([of(chessboard_less_the_centre())], [520]),
    "12 queens, diagonals secondary": lambda: Counting([queens(12)], [14_200]),
    "Langford, 11": lambda: Counting([langford(11)], [2 * 17_792]),
    "Langford, 12": lambda: Counting([langford(12)], [2 * 108_144]),
    "20 sudokus of 17 clues": lambda: Counting(seventeen_clues(), [1] * 20),
    "two sets of tetrominoes, 5×8": lambda: Counting([of(two_sets_of_tetrominoes())], [3_106]),
}
