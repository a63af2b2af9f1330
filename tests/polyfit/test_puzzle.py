"""Puzzles: what is read, what is refused and where the fault is said to lie."""

import copy
import json
import pickle
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.errors import InvalidPuzzle, MalformedMove
from gamecore.polyfit import Piece, Placement, Puzzle
from gamecore.polyomino import Region, canonical, normalise

from .strategies import solved_puzzles

SMALL = {
    "region": ["###", "##."],
    "pieces": [
        {"id": "a", "name": "I2", "cells": [[0, 0], [0, 1]]},
        {"id": "b", "name": "V3", "cells": [[0, 0], [0, 1], [1, 0]]},
    ],
}


def every_document(data_folder):
    paths = [
        *sorted((data_folder / "cases").glob("*.json")),
        *sorted((data_folder / "corpus/polyomino").glob("*.json")),
    ]
    assert len(paths) >= 28 + 30
    return {path.stem: path.read_text() for path in paths}


def test_p03_every_published_puzzle_loads(data_folder):
    for name, text in every_document(data_folder).items():
        document = json.loads(text)
        puzzle = Puzzle.from_json(text)
        assert list(puzzle.region) == document["region"], name
        assert [piece.id for piece in puzzle.pieces] == [piece["id"] for piece in document["pieces"]]
        for piece, given_piece in zip(puzzle.pieces, document["pieces"], strict=True):
            assert piece.cells == normalise(map(tuple, given_piece["cells"]))
            assert piece.name == given_piece["name"]
        assert Puzzle.from_json(puzzle.to_json()) == puzzle
        assert str(puzzle) == "\n".join(document["region"])


@given(solved_puzzles())
def test_p03_json_round_trip(solved):
    puzzle, _ = solved
    text = puzzle.to_json()
    same = [
        Puzzle.from_json(text),
        Puzzle.from_json(text.encode()),
        Puzzle.from_json(json.loads(text)),
        Puzzle.from_json(puzzle.to_dict()),
        Puzzle.from_json({"puzzle": puzzle.to_dict(), "round": 3}),
        Puzzle.from_json({"body": {"puzzle": puzzle.to_dict()}, "match": {}}),
        Puzzle.from_json(puzzle),
        Puzzle(list(puzzle.region), list(puzzle.pieces)),
        Puzzle(puzzle.board, puzzle.pieces),
        pickle.loads(pickle.dumps(puzzle)),
        copy.deepcopy(puzzle),
    ]
    assert all(other == puzzle and hash(other) == hash(puzzle) for other in same)
    assert json.loads(text) == puzzle.to_dict()
    assert set(json.loads(text)) == {"region", "pieces"}


def test_p03_extra_keys_are_ignored_and_names_made_up():
    document = copy.deepcopy(SMALL) | {"source": "somewhere", "expected": None}
    document["pieces"][0] = {"id": "a", "cells": [[5, 7], [5, 6]], "colour": "red"}
    assert Puzzle.from_json(document) == Puzzle.from_json(SMALL)
    assert Piece("x", "", [[0, column] for column in range(7)]).name == "custom7"
    assert Piece("x", "", [[-3, -3]]).name == "I1"


def test_p03_cells_off_the_origin_are_normalised():
    assert Piece("x", "mine", [[-5, 10**6], [-6, 10**6]]) == Piece("x", "mine", ((0, 0), (1, 0)))


def test_regions_in_several_areas_and_other_areas_are_puzzles():
    puzzle = Puzzle((".#.#", "...."), (Piece("a", "", [[0, 0], [0, 1], [0, 2]]),))
    assert len(puzzle.board.components()) == 2
    assert puzzle.board.area != sum(len(piece.cells) for piece in puzzle.pieces)


def test_p07_shapes_group_what_is_interchangeable():
    pieces = [
        Piece("a", "", [[0, 0], [0, 1], [1, 0]]),
        Piece("b", "", [[0, 0]]),
        Piece("c", "", [[0, 1], [1, 1], [1, 0]]),
    ]
    shapes = Puzzle(("####",), pieces).shapes
    assert dict(shapes) == {canonical(pieces[0].cells): ("a", "c"), ((0, 0),): ("b",)}
    with pytest.raises(TypeError):
        shapes[()] = ()


def changed(change):
    document = copy.deepcopy(SMALL)
    change(document)
    return document


def put(*keys_and_value):
    *keys, last, value = keys_and_value

    def change(document):
        for key in keys:
            document = document[key]
        document[last] = value

    return changed(change)


def without(*keys):
    *way, last = keys

    def change(document):
        for key in way:
            document = document[key]
        del document[last]

    return changed(change)


BAD = [
    ("null", "$"),
    ("[]", "$"),
    (b"\xff", "$"),
    ("", "$"),
    ("NaN", "$"),
    ("[" * 10**5, "$"),
    (5, "$"),
    (object(), "$"),
    ({}, "$.region"),
    (without("region"), "$.region"),
    (without("pieces"), "$.pieces"),
    (put("region", None), "$.region"),
    (put("region", "###"), "$.region"),
    (put("region", []), "$.region"),
    (put("region", ["..."]), "$.region"),
    (put("region", ["###", "##"]), "$.region[1]"),
    (put("region", ["", ""]), "$.region[0]"),
    (put("region", ["###", "##x"]), "$.region[1]"),
    (put("region", ["###", "## "]), "$.region[1]"),
    (put("region", ["###", "##\ud800"]), "$.region[1]"),
    (put("region", ["###", 7]), "$.region[1]"),
    (put("region", ["#" * 257]), "$.region[0]"),
    (put("region", ["#"] * 257), "$.region"),
    (put("region", ["#"] * 10**6), "$.region"),
    (put("pieces", []), "$.pieces"),
    (put("pieces", {}), "$.pieces"),
    (put("pieces", "ab"), "$.pieces"),
    (put("pieces", [SMALL["pieces"][0]] * 16_385), "$.pieces"),
    (put("pieces", 1, None), "$.pieces[1]"),
    (put("pieces", 1, []), "$.pieces[1]"),
    (without("pieces", 1, "id"), "$.pieces[1].id"),
    (without("pieces", 1, "cells"), "$.pieces[1].cells"),
    (put("pieces", 1, "id", "a"), "$.pieces[1].id"),
    (put("pieces", 1, "id", ""), "$.pieces[1].id"),
    (put("pieces", 1, "id", "x" * 65), "$.pieces[1].id"),
    (put("pieces", 1, "id", 5), "$.pieces[1].id"),
    (put("pieces", 1, "id", "\udfff"), "$.pieces[1].id"),
    (put("pieces", 1, "name", None), "$.pieces[1].name"),
    (put("pieces", 1, "name", ""), "$.pieces[1].name"),
    (put("pieces", 1, "name", "x" * 10**6), "$.pieces[1].name"),
    (put("pieces", 1, "cells", []), "$.pieces[1].cells"),
    (put("pieces", 1, "cells", None), "$.pieces[1].cells"),
    (put("pieces", 1, "cells", [[0, 0], [1, 1]]), "$.pieces[1].cells"),
    (put("pieces", 1, "cells", [[0, 0], [0, 1], [0, 0]]), "$.pieces[1].cells[2]"),
    (put("pieces", 1, "cells", [[0, c] for c in range(1025)]), "$.pieces[1].cells"),
    (put("pieces", 1, "cells", 0, [0]), "$.pieces[1].cells[0]"),
    (put("pieces", 1, "cells", 0, [0, 0, 0]), "$.pieces[1].cells[0]"),
    (put("pieces", 1, "cells", 0, 5), "$.pieces[1].cells[0]"),
    (put("pieces", 1, "cells", 0, {0: 0, 1: 0}), "$.pieces[1].cells[0]"),
    (put("pieces", 1, "cells", 0, 1, True), "$.pieces[1].cells[0][1]"),
    (put("pieces", 1, "cells", 0, 0, False), "$.pieces[1].cells[0][0]"),
    (put("pieces", 1, "cells", 0, 1, 0.0), "$.pieces[1].cells[0][1]"),
    (put("pieces", 1, "cells", 0, 1, float("nan")), "$.pieces[1].cells[0][1]"),
    (put("pieces", 1, "cells", 0, 1, "0"), "$.pieces[1].cells[0][1]"),
    (put("pieces", 1, "cells", 0, 1, 10**6 + 1), "$.pieces[1].cells[0][1]"),
    (put("pieces", 1, "cells", 0, 1, -(10**5000)), "$.pieces[1].cells[0][1]"),
    ({"puzzle": {"region": ["#"]}}, "$.puzzle.pieces"),
    ({"body": {"puzzle": put("pieces", 1, "id", 5)}}, "$.body.puzzle.pieces[1].id"),
    ({"body": None}, "$.body"),
    (
        put("pieces", [{"id": f"p{i}", "cells": [[0, c] for c in range(1000)]} for i in range(132)]),
        "$.pieces",
    ),
]


@pytest.mark.parametrize(("source", "path"), BAD, ids=range(len(BAD)))
def test_what_is_not_well_formed_is_refused_with_its_path(source, path):
    with pytest.raises(InvalidPuzzle) as caught:
        Puzzle.from_json(source)
    assert caught.value.path == path
    assert caught.value.code == "invalid_puzzle"
    assert len(str(caught.value)) < 300
    str(caught.value).encode()


def test_the_limits_themselves_are_legal():
    pieces = [{"id": f"{i:064}", "cells": [[r, c] for r in range(32) for c in range(32)]} for i in range(128)]
    puzzle = Puzzle.from_json({"region": ["#" * 256] * 256, "pieces": pieces})
    assert sum(len(piece.cells) for piece in puzzle.pieces) == 131_072
    many = Puzzle(("#",), [Piece(f"p{i}", "", [[0, 0]]) for i in range(16_384)])
    assert Puzzle.from_json(many.to_json()) == many


def test_constructors_check_as_the_reader_does():
    piece = Piece("a", "", [[0, 0]])
    for arguments, path in [
        ((("##", "#"), (piece,)), "$.region[1]"),
        ((None, (piece,)), "$.region"),
        ((("#",), ()), "$.pieces"),
        ((("#",), None), "$.pieces"),
        ((("#",), (piece, {"id": "b", "cells": [[0, 0]]})), "$.pieces[1]"),
        ((("#",), (piece, piece)), "$.pieces[1].id"),
    ]:
        with pytest.raises(InvalidPuzzle) as caught:
            Puzzle(*arguments)
        assert caught.value.path == path
    for arguments, path in [
        ((3, "", [[0, 0]]), "$.id"),
        (("a", 3, [[0, 0]]), "$.name"),
        (("a", "", [[0, 0.0]]), "$.cells[0][1]"),
        (("a", "", "ab"), "$.cells"),
        (("a", "", ["ab"]), "$.cells[0]"),
    ]:
        with pytest.raises(InvalidPuzzle) as caught:
            Piece(*arguments)
        assert caught.value.path == path


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=3)
    | st.sampled_from([10**4000, "#", ["#"], [[0, 0]], object(), {1}]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["region", "pieces", "id", "cells", "name", "body", "puzzle"]) | st.integers(), inner
        )
    ),
    max_leaves=12,
)


def places(document, path=()):
    """Every place in a document, as a path of keys."""
    yield path
    items = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, value in items:
        yield from places(value, (*path, key))


PLACES = list(places(SMALL))


def tried(source):
    """Read a puzzle; anything but a puzzle or InvalidPuzzle breaks the test."""
    try:
        puzzle = Puzzle.from_json(source)
    except InvalidPuzzle as error:
        return error
    assert Puzzle.from_json(puzzle.to_json()) == puzzle
    hash(puzzle)
    return None


@given(junk | st.text() | st.binary())
def test_junk_is_a_puzzle_or_a_typed_error(source):
    error = tried(source)
    assert error is None or (error.path.startswith("$") and len(str(error)) < 400)


@given(st.sampled_from(PLACES), junk)
def test_one_thing_replaced_is_a_puzzle_or_an_error_at_that_place(place, value):
    document = value if not place else put(*place, value)
    error = tried(document)
    if error is not None and place:
        text = "$" + "".join(f".{key}" if isinstance(key, str) else f"[{key}]" for key in place)
        assert error.path.startswith(text) or text.startswith(error.path)


@given(st.data())
def test_one_byte_changed_is_a_puzzle_or_a_typed_error(data):
    text = bytearray(json.dumps(SMALL).encode())
    text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    tried(bytes(text))


def test_draw_shows_letters_gaps_overlaps_and_ground():
    puzzle = Puzzle.from_json(SMALL)
    a, b = Placement("a", 0, False, (0, 0)), Placement("b", 2, False, (0, 1))
    assert puzzle.draw() == str(puzzle) == "###\n##."
    assert puzzle.draw([a]) == "AA#\n##."
    assert puzzle.draw([Placement("a", 1, False, (0, 0)), Placement("b", 0, False, (0, 1))]) == "ABB\nAB."
    assert puzzle.draw([a, b]) == "A" + "A" + "B\n#BB"
    assert puzzle.draw([a, a.to_dict()]) == "**#\n##."
    assert puzzle.draw([Placement("zz", 0, False, (0, 0)), Placement("a", 0, False, (-1, 10**9))]) == "###\n##."
    for bad, path in [([None], "$[0]"), ([a, {"piece": "a"}], "$[1].rotation"), (None, "$"), ([a] * 9, "$")]:
        for drawn in (puzzle.draw, puzzle.svg):
            with pytest.raises(MalformedMove) as caught:
                drawn(bad)
            assert caught.value.path == path


@given(solved_puzzles())
def test_draw_of_a_solution_has_a_letter_for_each_piece(solved):
    puzzle, solution = solved
    text = puzzle.draw(solution)
    assert [[mark != "." for mark in line] for line in text.split("\n")] == [
        [mark == "#" for mark in row] for row in puzzle.region
    ]
    letters = [mark for mark in text if mark not in ".\n"]
    assert sorted(map(letters.count, set(letters))) == sorted(len(piece.cells) for piece in puzzle.pieces)


@given(solved_puzzles())
def test_svg_has_a_path_for_each_piece(solved):
    puzzle, solution = solved
    empty = ElementTree.fromstring(puzzle._repr_svg_())
    full = ElementTree.fromstring(puzzle.svg(solution))
    path = "{http://www.w3.org/2000/svg}path"
    assert len(full.findall(path)) - len(empty.findall(path)) == len(puzzle.pieces)


def test_svg_of_hostile_names_is_well_formed():
    puzzle = Puzzle(Region(("#",)), [Piece('"><script>\x00\x1b', "]]>&\ufffe", [[0, 0]])])
    picture = puzzle.svg([Placement('"><script>\x00\x1b', 0, False, (0, 0))])
    ElementTree.fromstring(picture.encode())
    assert "<script" not in picture
