"""The validator against a naive one in sets (P09, P10)."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.errors import IllegalMove, MalformedMove
from gamecore.polyfit import REASONS, Piece, Placement, Puzzle, faults, validate
from gamecore.polyomino import NAMED

from . import naive
from .strategies import solved_puzzles


def verdict(puzzle, placements):
    try:
        validate(puzzle, placements)
    except IllegalMove as error:
        return error
    return None


def agree(puzzle, placements):
    """Validator, list of faults and the naive model say the same; returns the reasons."""
    expected = naive.reasons(puzzle.to_dict(), [p if isinstance(p, dict) else p.to_dict() for p in placements])
    found = faults(puzzle, placements)
    assert list(dict.fromkeys(fault.reason for fault in found)) == expected
    assert expected == sorted(expected, key=REASONS.index)
    error = verdict(puzzle, placements)
    if expected:
        assert error.reason == expected[0]
        assert error.detail == found[0].detail == str(error)
    else:
        assert error is None
    for fault in found:
        assert fault.detail.startswith(f"{fault.reason}: ")
        assert fault.cell is None or f"[{fault.cell[0]}, {fault.cell[1]}]" in fault.detail
    return expected


@given(solved_puzzles(), st.randoms())
def test_p10_a_solution_is_legal_in_any_order_and_form(solved, rng):
    puzzle, solution = solved
    shuffled = list(solution)
    rng.shuffle(shuffled)
    assert agree(puzzle, shuffled) == []
    assert agree(puzzle, [placement.to_dict() for placement in shuffled]) == []
    validate(puzzle, iter(shuffled))


one_change = st.sampled_from(["drop", "double", "rename", "turn", "flip", "move", "far", "swap", "anything"])


@given(solved_puzzles(), st.lists(one_change, min_size=1, max_size=4), st.data())
def test_p10_changed_solutions_are_judged_as_by_the_naive_model(solved, changes, data):
    puzzle, solution = solved
    placements = [placement.to_dict() for placement in solution]
    for change in changes:
        if not placements or len(placements) >= 4 * len(puzzle.pieces):
            break
        number = data.draw(st.integers(0, len(placements) - 1))
        placement = placements[number]
        row, column = placement["anchor"]
        if change == "drop":
            del placements[number]
        elif change == "double":
            placements.append(dict(placement))
        elif change == "rename":
            placement["piece"] = data.draw(st.sampled_from(["zz", *puzzle.by_id]))
        elif change == "turn":
            placement["rotation"] = data.draw(st.integers(0, 3))
        elif change == "flip":
            placement["flip"] = not placement["flip"]
        elif change == "move":
            placement["anchor"] = [row + data.draw(st.integers(-1, 1)), column + data.draw(st.integers(-1, 1))]
        elif change == "far":
            placement["anchor"] = data.draw(st.sampled_from([[10**8, 0], [0, -(10**8)], [-1, column], [row, 10**6]]))
        elif change == "swap":
            other = placements[data.draw(st.integers(0, len(placements) - 1))]
            placement["anchor"], other["anchor"] = other["anchor"], placement["anchor"]
        else:
            placement["rotation"] = data.draw(st.integers(0, 3))
            placement["anchor"] = data.draw(st.tuples(st.integers(-2, 8), st.integers(-2, 8)))
    agree(puzzle, placements)


@given(solved_puzzles(), st.data())
def test_p10_solutions_of_other_boards_are_judged_as_by_the_naive_model(solved, data):
    puzzle, solution = solved
    rows = [list(row) for row in puzzle.region]
    for _ in range(data.draw(st.integers(1, 3))):
        row = data.draw(st.integers(0, len(rows) - 1))
        column = data.draw(st.integers(0, len(rows[0]) - 1))
        rows[row][column] = ".#"[rows[row][column] == "."]
    if any("#" in row for row in rows):
        agree(Puzzle(["".join(row) for row in rows], puzzle.pieces), solution)


BOARD = Puzzle(
    ("....", ".###", ".###"),
    (Piece("p7", "", NAMED["I3"]), Piece("p12", "", NAMED["V3"]), Piece("x y", "", NAMED["I1"])),
)


def lay(piece, row, column, rotation=0, flip=False):
    return Placement(piece, rotation, flip, (row, column))


ALL = [lay("p7", 1, 1), lay("p12", 2, 1), lay("x y", 2, 3)]


@pytest.mark.parametrize(
    ("placements", "detail"),
    [
        ([lay("zz", 9, 9), lay("p7", 1, 1)], "missing_piece: p12 is not placed"),
        ([*ALL, lay("p7", -1, 1), lay("zz", 0, 0)], "duplicate_piece: p7 is placed 2 times"),
        ([*ALL, lay("zz", -1, 0)], "unknown_piece: the puzzle has no piece zz"),
        ([*ALL, lay("a\nb", -1, 0)], 'unknown_piece: the puzzle has no piece "a\\nb"'),
        ([lay("p7", 0, 0), lay("p12", -1, 2), lay("x y", 0, 0)], "outside_board: p12 covers [-1, 2]"),
        ([lay("p7", 1, 1), lay("p12", 1, 1), lay("x y", 0, 3)], 'outside_region: "x y" covers [0, 3]'),
        ([lay("p7", 1, 1), lay("p12", 1, 2), lay("x y", 2, 1)], "overlap: p7 and p12 both cover [1, 2]"),
    ],
)
def test_p10_details_name_the_piece_and_the_cell(placements, detail):
    error = verdict(BOARD, placements)
    assert error.detail == detail
    assert error.reason == detail.split(":")[0]
    agree(BOARD, placements)


def test_p10_uncovered_comes_last_and_only_where_areas_differ():
    puzzle = Puzzle(("##", "##"), (Piece("a", "", NAMED["V3"]),))
    error = verdict(puzzle, [lay("a", 0, 0)])
    assert error.detail == "uncovered: no piece covers [0, 1]"
    assert [fault.cell for fault in faults(puzzle, [lay("a", 0, 0)])] == [(0, 1)]


def test_p10_every_fault_is_listed():
    placements = [lay("p7", -1, 1), lay("p7", -1, 1), lay("zz", 0, 0), lay("x y", 0, 0)]
    assert [(fault.reason, fault.pieces, fault.cell) for fault in faults(BOARD, placements)] == [
        ("missing_piece", ("p12",), None),
        ("duplicate_piece", ("p7",), None),
        ("unknown_piece", ("zz",), None),
        ("outside_board", ("p7",), (-1, 1)),
        ("outside_board", ("p7",), (-1, 1)),
        ("outside_region", ("x y",), (0, 0)),
        ("overlap", ("p7", "p7"), (-1, 1)),
        *(("uncovered", (), cell) for cell in BOARD.board.cells),
    ]


def test_p09_negative_anchors_are_legal_syntax_and_lie_outside():
    assert verdict(BOARD, [lay("p7", 1, -1), *ALL[1:]]).reason == "outside_board"


@pytest.mark.parametrize(
    ("placements", "path"),
    [
        (None, "$"),
        (5, "$"),
        ("abc", "$"),
        ({"round": 1}, "$"),
        ([None], "$[0]"),
        ([ALL[0], {"piece": "a"}], "$[1].rotation"),
        ([ALL[0], ALL[1].to_dict() | {"rotation": True}], "$[1].rotation"),
        ([ALL[0], ALL[1].to_dict() | {"x": 1}], "$[1].x"),
        (ALL * 5, "$"),
        (iter(lambda: ALL[0], None), "$"),  # never ends
    ],
    ids=range(10),
)
def test_p08_what_is_no_placement_is_malformed(placements, path):
    for judge in (validate, faults):
        with pytest.raises(MalformedMove) as caught:
            judge(BOARD, placements)
        assert caught.value.path == path


def test_a_board_of_five_thousand_pieces():
    pieces = [Piece(f"p{number}", "", NAMED["I5"]) for number in range(5_000)]
    puzzle = Puzzle(("#" * 250,) * 100, pieces)
    solution = [lay(f"p{number}", number // 50, 5 * (number % 50)) for number in range(5_000)]
    validate(puzzle, solution)
    assert faults(puzzle, solution) == ()
    assert verdict(puzzle, [*solution[:-1], lay("p4999", 0, 0)]).detail == "overlap: p0 and p4999 both cover [0, 0]"


def test_absurd_moves_end_soon():
    block = [(row, column) for row in range(32) for column in range(32)]
    puzzle = Puzzle(
        ("#" * 256,) * 256, [Piece("a", "", block), *(Piece(f"p{n}", "", NAMED["I1"]) for n in range(4_000))]
    )
    placements = [lay("a", 0, 0)] * 16_000
    assert verdict(puzzle, placements).reason == "missing_piece"
    assert {fault.reason for fault in faults(puzzle, placements)} == {
        "missing_piece",
        "duplicate_piece",
        "overlap",
        "uncovered",
    }


def test_the_rules_load_neither_numpy_nor_numba_nor_shapely():
    code = (
        "import sys; from gamecore import polyfit;"
        "p = polyfit.Puzzle(['##'], [polyfit.Piece('a', '', [[0, 0], [0, 1]])]);"
        "polyfit.validate(p, [polyfit.Placement('a', 0, False, (0, 0))]); p.svg(); p.draw();"
        "assert not {'numpy', 'numba', 'shapely'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
