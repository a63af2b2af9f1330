"""Placements against brute force over every orientation and every anchor of the bounding box."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore.errors import InvalidPuzzle
from gamecore.polyomino import NAMED, Region, canonical, free_polyominoes, orientations, placements, transform

from .test_region import rows


def brute_force(region, shape):
    cells = set(region.cells)
    return [
        (number, (r, c), tuple((r + a, c + b) for a, b in way.cells))
        for number, way in enumerate(orientations(shape))
        for r in range(-9, region.height + 9)
        for c in range(-9, region.width + 9)
        if all((r + a, c + b) in cells for a, b in way.cells)
    ]


def listed(region, shape):
    found = placements(region, shape)
    k, n = found.cells.shape
    assert n == len(set(shape))
    assert found.orientation.shape == (k,)
    assert found.anchors.shape == (k, 2)
    assert found.cells.dtype == found.orientation.dtype == found.anchors.dtype == np.int32
    assert found.orientations == orientations(shape)
    return [
        (o, tuple(anchor), tuple(region.cells[i] for i in covered))
        for covered, o, anchor in zip(
            found.cells.tolist(), found.orientation.tolist(), found.anchors.tolist(), strict=True
        )
    ]


shapes = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=8)


@given(rows(), shapes)
def test_p09_every_fitting_way_is_listed_once(given_rows, shape):
    region = Region(given_rows)
    assert listed(region, shape) == brute_force(region, shape)


@given(st.sampled_from(sorted(NAMED)))
def test_named_pieces_on_a_case(case_documents, name):
    region = Region(tuple(case_documents["ragged-32-0"]["region"]))
    assert listed(region, NAMED[name]) == brute_force(region, NAMED[name])


def test_shapes_of_more_cells_than_one_sweep():
    square = [(r, c) for r in range(5) for c in range(5)]
    long = [(0, c) for c in range(40)]
    ring = [cell for cell in square if cell != (2, 2)]
    region = Region(("." + "#" * 45, *("#" * 46,) * 4, "#" * 46))
    for shape in (square, long, ring):
        assert listed(region, shape) == brute_force(region, shape)


def test_a_piece_larger_than_the_board_fits_nowhere():
    found = placements(Region(("##",)), NAMED["I5"])
    assert found.cells.shape == (0, 5)
    assert found.anchors.shape == (0, 2)
    assert placements(Region(("###",)), NAMED["I5"]).cells.shape == (0, 5)


def test_known_numbers_of_placements():
    # 12 pentominoes on 6 x 10: 2,056 placements (a well-known size of that exact-cover problem)
    region = Region(("#" * 10,) * 6)
    assert sum(len(placements(region, shape).cells) for shape in free_polyominoes(5)) == 2056


def test_orientation_gives_the_rotation_and_flip():
    region = Region(("#" * 6,) * 6)
    found = placements(region, NAMED["F5"])
    assert len(found.orientations) == 8
    for covered, o, (r, c) in zip(found.cells, found.orientation, found.anchors.tolist(), strict=True):
        way = found.orientations[o]
        laid = transform(NAMED["F5"], way.rotation, way.flip)
        assert [region.cells[i] for i in covered] == [(r + a, c + b) for a, b in laid]
    assert canonical(NAMED["F5"]) in {way.cells for way in found.orientations}


def test_nothing_is_no_piece():
    with pytest.raises(InvalidPuzzle):
        placements(Region(("#",)), [])


def test_the_rules_side_loads_no_numpy():
    code = "import sys, gamecore.polyomino; assert 'numpy' not in sys.modules; gamecore.polyomino.placements"
    subprocess.run([sys.executable, "-c", code], check=True)
