"""Puzzles of the game: P02 to P07, on every difficulty and round."""

import hashlib
import json
import os
import pickle
import subprocess
import sys
from collections import Counter

import pytest

from gamecore import polyfit
from gamecore.errors import InvalidOptions
from gamecore.polyfit import generator
from gamecore.polyfit.recipes import pieces
from gamecore.polyfit.tilings import known_tiling
from gamecore.polyomino import NAMED, is_connected, name_of

ROUNDS = [
    (difficulty, turn, rounds)
    for difficulty in polyfit.DIFFICULTIES
    for rounds in (3, 6, 9)
    for turn in range(1, rounds + 1)
]
LAST_SIX = [(difficulty, turn) for difficulty in polyfit.DIFFICULTIES for turn in range(1, 7)]
SEEDS = 20_000 // len(LAST_SIX) if os.environ.get("GAMECORE_PROFILE") == "thorough" else 80

# P05: low and high number of pieces, rows, columns, sizes of pieces.
FIGURES = {
    "easy": (3, 5, 5, 6, {3, 4}),
    "normal": (4, 7, 6, 8, {4, 5}),
    "hard": (7, 12, 7, 11, {4, 5}),
    "extreme": (32, 56, 16, 24, {4, 5}),
}
PENTOMINOES = {name for name, cells in NAMED.items() if len(cells) == 5}


def check_figures(puzzle, difficulty):
    """P03 and P05, from the text of the requirements and by nothing of the generator's."""
    low, high, rows, columns, sizes = FIGURES[difficulty]
    region = puzzle.region
    assert low <= len(puzzle.pieces) <= high
    assert len(region) <= rows
    assert len(region[0]) <= columns
    assert "#" in region[0]
    assert "#" in region[-1]
    assert any(row[0] == "#" for row in region)
    assert any(row[-1] == "#" for row in region)
    cells = {(r, c) for r, row in enumerate(region) for c, mark in enumerate(row) if mark == "#"}
    assert is_connected(cells)
    assert sum(len(piece.cells) for piece in puzzle.pieces) == len(cells)
    for number, piece in enumerate(puzzle.pieces):
        assert piece.id == f"p{number}"
        assert piece.name == name_of(piece.cells)
        assert list(piece.cells) == sorted(piece.cells)
        assert min(r for r, _ in piece.cells) == min(c for _, c in piece.cells) == 0
    names = Counter(piece.name for piece in puzzle.pieces)
    counts = Counter(len(piece.cells) for piece in puzzle.pieces)
    assert set(counts) <= sizes
    if difficulty in ("easy", "normal"):
        assert set(counts) == sizes
    if difficulty == "hard":
        assert counts[5] * 100 >= 60 * len(puzzle.pieces)
    if difficulty == "extreme":
        assert counts[5] * 100 >= 90 * len(puzzle.pieces)
        assert all(names[name] >= 2 for name in PENTOMINOES)


class TestFigures:
    @pytest.mark.parametrize(("difficulty", "turn"), LAST_SIX)
    def test_every_puzzle_has_its_planted_solution_and_its_figures(self, difficulty, turn):
        """P03, P04, P05; 20,000 puzzles with GAMECORE_PROFILE=thorough."""
        for number in range(SEEDS):
            puzzle, planted = generator._planted(difficulty, f"figures {number}", turn, 6)
            polyfit.validate(puzzle, planted)
            check_figures(puzzle, difficulty)
            assert len(puzzle.pieces) == pieces(difficulty, turn, 6)

    @pytest.mark.parametrize(("difficulty", "turn", "rounds"), ROUNDS)
    def test_other_numbers_of_rounds_give_puzzles_with_the_figures(self, difficulty, turn, rounds):
        """P05, P06."""
        puzzle, planted = generator._planted(difficulty, "rounds", turn, rounds)
        polyfit.validate(puzzle, planted)
        check_figures(puzzle, difficulty)
        assert puzzle == polyfit.generate(difficulty, "rounds", turn, rounds)

    @pytest.mark.parametrize("difficulty", polyfit.DIFFICULTIES)
    @pytest.mark.parametrize("rounds", range(3, 10))
    def test_pieces_run_from_the_low_to_the_high_figure_and_never_fall(self, difficulty, rounds):
        """P06."""
        counts = [len(polyfit.generate(difficulty, "pieces", turn, rounds).pieces) for turn in range(1, rounds + 1)]
        assert (counts[0], counts[-1]) == FIGURES[difficulty][:2]
        assert counts == sorted(counts)
        assert counts == [pieces(difficulty, turn, rounds) for turn in range(1, rounds + 1)]

    @pytest.mark.parametrize("difficulty", polyfit.DIFFICULTIES)
    def test_regions_and_shapes_vary(self, difficulty):
        """Compact and ragged outlines, with and without holes, and every shape, over the puzzles of a difficulty."""
        puzzles = [polyfit.generate(difficulty, f"vary {number}", 1 + number % 6) for number in range(240)]
        sizes = FIGURES[difficulty][4]
        names = {piece.name for puzzle in puzzles for piece in puzzle.pieces}
        assert names == {name for name, cells in NAMED.items() if len(cells) in sizes}
        assert len({puzzle.region for puzzle in puzzles}) > 220
        last = puzzles[5::6]
        assert {bool(puzzle.board.holes) for puzzle in last} == {False, True}
        # Edges of the outline for each edge that a square of the same area has.
        ragged = sorted(perimeter(puzzle) / (4 * puzzle.board.area**0.5) for puzzle in last)
        assert ragged[0] * 1.3 < ragged[-1]


def perimeter(puzzle):
    cells = set(puzzle.board.cells)
    return sum((r + a, c + b) not in cells for r, c in cells for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0)))


def digest(difficulty, seed, turn, rounds):
    return hashlib.sha256(polyfit.generate(difficulty, seed, turn, rounds).to_json().encode()).hexdigest()[:32]


# Held for generator version 1. When the puzzles are meant to change, GENERATOR_VERSION goes up, and
# `python tests/polyfit/test_generator.py` prints these anew.
ARGUMENTS = [
    (difficulty, seed, turn, rounds)
    for difficulty in polyfit.DIFFICULTIES
    for seed, turn, rounds in (("", 1, 6), ("gamecore", 6, 6), ("häß 🧩 \ud800", 2, 3), ("x" * 1000, 9, 9))
]
GOLDEN = [
    "ec5360b9971666821e276da8298adbea",
    "7c07a6e813138ea334d5eacce044871c",
    "d567b433d8c75e7e1490aae27309f2a7",
    "fb914b84cff6035d79c59f27ed59f5e2",
    "ad6d527d8454eefe1eb541daa875dce6",
    "50c43de126ca1a03a84a93682510d4c0",
    "cd758794c0fe66b17c4b9dcf93edee6e",
    "bcb8c41d90c3108656884535d4e5a87e",
    "08aaf5bea14f2deae426799727107b13",
    "9d819e5a2a486f7bcb0172fab6bd024b",
    "96fbb5b3632f38951befaf46c28bb476",
    "d29889027767f89e7b63170d682e5a0d",
    "120a7c8f8094ffd98794a4fd3059dacc",
    "7e21c379e51b6b161e6573b2b61346b1",
    "e025756079d1635942e7ba3e0293ef6c",
    "a820ac3afbf2476842d3d614f5568ada",
]


class TestTheSameEverywhere:
    def test_golden_digests(self):
        """P02: no change to any puzzle goes unseen."""
        assert [digest(*arguments) for arguments in ARGUMENTS] == GOLDEN

    @pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
    def test_another_process_with_another_hash_seed_gives_the_same(self, hash_seed):
        """P02."""
        code = (
            "import hashlib, json, sys; from gamecore import polyfit\n"
            "for arguments in json.load(sys.stdin):\n"
            "    print(hashlib.sha256(polyfit.generate(*arguments).to_json().encode()).hexdigest()[:32])\n"
            "assert 'numpy' not in sys.modules and 'numba' not in sys.modules"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps(ARGUMENTS),
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.split() == GOLDEN

    def test_every_argument_counts(self):
        """P02: other seeds, difficulties, rounds and numbers of rounds give other puzzles."""
        calls = [
            ("hard", "a", 2, 6),
            ("hard", "b", 2, 6),
            ("hard", "a", 3, 6),
            ("hard", "a", 2, 7),
            ("normal", "a", 2, 6),
        ]
        assert len({polyfit.generate(*call) for call in calls}) == len(calls)

    def test_defaults(self):
        assert polyfit.generate() == polyfit.generate("normal", "", 1, 6)


class TestFallback:
    """Growth that gets stuck in every attempt: the puzzle comes from a known tiling, with all its figures."""

    @pytest.mark.parametrize("difficulty", polyfit.DIFFICULTIES)
    def test_known_tilings_meet_the_figures(self, difficulty, monkeypatch):
        """P03 to P06, P02."""
        monkeypatch.setattr(generator, "grown", lambda *_: None)
        for rounds in range(3, 10):
            for turn in range(1, rounds + 1):
                puzzle, planted = generator._planted(difficulty, "stuck", turn, rounds)
                polyfit.validate(puzzle, planted)
                check_figures(puzzle, difficulty)
                assert len(puzzle.pieces) == pieces(difficulty, turn, rounds)
                assert puzzle == polyfit.generate(difficulty, "stuck", turn, rounds)

    @pytest.mark.parametrize("difficulty", polyfit.DIFFICULTIES)
    def test_every_number_of_pieces_has_a_connected_tiling(self, difficulty):
        low, high, rows, columns, _ = FIGURES[difficulty]
        for count in range(low, high + 1):
            tiles = known_tiling(difficulty, count)
            cells = [cell for tile in tiles for cell in tile.cells]
            assert len(tiles) == count
            assert len(set(cells)) == len(cells)
            assert is_connected(cells)
            assert all(0 <= row < rows and 0 <= column < columns for row, column in cells)

    @pytest.mark.parametrize("difficulty", polyfit.DIFFICULTIES)
    def test_the_eased_recipe_comes_first(self, difficulty, monkeypatch):
        """P05: a recipe that always gets stuck is tried again compactly, in all the room there is."""
        grown, boxes = generator.grown, []

        def stuck(bag, rows, columns, raggedness, holes, chance):
            boxes.append((rows, columns))
            return None if len(boxes) <= generator._ATTEMPTS else grown(bag, rows, columns, raggedness, holes, chance)

        monkeypatch.setattr(generator, "grown", stuck)
        monkeypatch.setattr(generator, "known_tiling", None)
        puzzle, planted = generator._planted(difficulty, "eased", 6, 6)
        polyfit.validate(puzzle, planted)
        check_figures(puzzle, difficulty)
        assert boxes[-1] == FIGURES[difficulty][2:4]


class TestNothingLeaks:
    def test_neither_seed_nor_tiling_is_in_the_public_puzzle(self):
        """P04, P07."""
        seed = "xyzzy-sesame"
        puzzle = polyfit.generate("extreme", seed, 6, 6)
        _ = puzzle.board, puzzle.by_id, puzzle.shapes
        assert set(vars(puzzle)) <= {"board", "by_id", "shapes"}
        bare = polyfit.Puzzle.from_json(puzzle.to_json())
        assert vars(polyfit.generate("extreme", seed, 6, 6)).keys() == vars(bare).keys()
        assert vars(puzzle.board).keys() <= {"cells", "_cell_set", "mask"}
        assert set(json.loads(puzzle.to_json())) == {"region", "pieces"}
        assert all(set(piece) == {"id", "name", "cells"} for piece in puzzle.to_dict()["pieces"])
        for shown in (repr(puzzle), str(puzzle), puzzle.to_json(), puzzle.svg(), str(vars(puzzle))):
            assert seed not in shown
        assert seed.encode() not in pickle.dumps(puzzle)

    def test_pieces_of_one_shape_share_a_group(self):
        """P07: identical pieces differ in nothing but id and orientation."""
        puzzle = polyfit.generate("extreme", "same", 6, 6)
        assert len({piece.id for piece in puzzle.pieces}) == 56
        assert all(len(ids) >= 2 for shape, ids in puzzle.shapes.items() if len(shape) == 5)


class TestBadArguments:
    @pytest.mark.parametrize(
        ("field", "arguments"),
        [
            ("difficulty", {"difficulty": "Easy"}),
            ("difficulty", {"difficulty": ""}),
            ("difficulty", {"difficulty": None}),
            ("difficulty", {"difficulty": ["easy"]}),
            ("difficulty", {"difficulty": 1}),
            ("seed", {"seed": None}),
            ("seed", {"seed": 1}),
            ("seed", {"seed": b"a"}),
            ("round", {"round": 0}),
            ("round", {"round": 7}),
            ("round", {"round": True}),
            ("round", {"round": 1.0}),
            ("round", {"round": "1"}),
            ("round", {"round": -(10**5000)}),
            ("round", {"round": 4, "rounds": 3}),
            ("rounds", {"rounds": 2}),
            ("rounds", {"rounds": 10}),
            ("rounds", {"rounds": 10**5000}),
            ("rounds", {"rounds": 6.0}),
            ("rounds", {"rounds": float("nan")}),
            ("rounds", {"rounds": True}),
            ("rounds", {"rounds": None}),
        ],
    )
    @pytest.mark.parametrize("function", [polyfit.generate, polyfit.recipe])
    def test_are_invalid_options_that_name_the_field(self, function, field, arguments):
        with pytest.raises(InvalidOptions) as caught:
            function(**arguments)
        assert caught.value.field == field


if __name__ == "__main__":
    for each in ARGUMENTS:
        print(f'    "{digest(*each)}",')
