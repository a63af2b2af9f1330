"""The solver: every answer checked, published counts, budgets, races, determinism."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecore import exactcover, polyfit, polyomino
from gamecore.errors import InvalidOptions, InvalidPuzzle, LimitReached
from gamecore.exactcover import driving
from gamecore.exactcover.packing import PackingSearch, PackingTables, Tuning
from gamecore.polyfit import Piece, Puzzle
from gamecore.polyfit.cover import Cover

from .puzzles_small import naive_tilings, small_puzzles

DATA = Path(__file__).parents[1] / "data"
CASES = sorted((DATA / "cases").glob("*.json"))
CORPUS = sorted((DATA / "corpus" / "polyomino").glob("*.json"))


def read(path):
    return Puzzle.from_json(path.read_bytes())


def case(name):
    return read(DATA / "cases" / f"{name}.json")


def as_tiling(puzzle, placements):
    return frozenset(
        (polyomino.canonical(puzzle.by_id[laid.piece].cells), frozenset(puzzle.covered(laid))) for laid in placements
    )


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_case_is_solved_for_ten_seeds(path):
    puzzle = read(path)
    for seed in range(10):
        result = polyfit.solve(puzzle, seed=seed, node_limit=3_000_000)
        assert result.status == "solved", (seed, result)
        polyfit.validate(puzzle, result.placements)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_published_puzzles_have_their_published_numbers_of_tilings(path):
    expected = json.loads(path.read_bytes())["expected"]
    puzzle = read(path)
    result = polyfit.solve(puzzle, seed=1, node_limit=20_000_000)
    assert result.status == ("solved" if expected["solvable"] else "unsolvable")
    if result.status == "solved":
        polyfit.validate(puzzle, result.placements)
    if expected["count"] is not None:
        assert polyfit.count(puzzle) == expected["count"]


def test_an_observation_is_answered_with_a_legal_move():
    observation = {
        "match": {"environment": {"t_ms": 61_234}},
        "body": {
            "round": 4,
            "puzzle": case("mixed-40-0").to_dict(),
            "opened_ms": 60_000,
            "gem_row": ["ruby", "jade", "amber", "ruby", "sapphire"],
            "gems": [
                {"ruby": 1, "amber": 0, "jade": 2, "sapphire": 0},
                {"ruby": 0, "amber": 0, "jade": 0, "sapphire": 1},
            ],
            "done": [False, True],
            "history": [],
            "forfeited": [],
        },
    }
    puzzle = Puzzle.from_json(json.dumps(observation))
    move = polyfit.solve(puzzle, seed=3).move(observation["body"]["round"])
    parsed = polyfit.parse_move(json.dumps(move), 4 * len(puzzle.pieces))
    assert parsed.round == 4
    polyfit.validate(puzzle, parsed.placements)


def twisted(puzzle, seed):
    """One cell of the region taken away and one elsewhere added: same area, usually no tiling."""
    random = np.random.default_rng(seed)
    cells = set(puzzle.board.cells)
    cells.remove(sorted(cells)[random.integers(len(cells))])
    outside = {
        (row + down, column + right)
        for row, column in cells
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
        if 0 <= row + down < puzzle.board.height and 0 <= column + right < puzzle.board.width
    } - set(puzzle.board.cells)
    if not outside:
        return None
    cells.add(sorted(outside)[random.integers(len(outside))])
    region = polyomino.Region.from_cells(cells, puzzle.board.height, puzzle.board.width)
    return Puzzle(region.rows, puzzle.pieces)


@pytest.mark.parametrize("path", CASES[::3], ids=lambda path: path.stem)
def test_twisted_puzzles_never_get_a_wrong_answer(path):
    for seed in range(4):
        puzzle = twisted(read(path), seed)
        if puzzle is None:
            continue
        result = polyfit.solve(puzzle, seed=seed, node_limit=50_000)
        assert result.status in {"solved", "unsolvable", "limit"}
        if result.status == "solved":  # some twists can be tiled
            polyfit.validate(puzzle, result.placements)
        else:
            assert result.placements == ()


@given(small_puzzles(), st.integers(0, 2**32))
def test_agrees_with_a_naive_solver(puzzle, seed):
    tilings = naive_tilings(puzzle)
    result = polyfit.solve(puzzle, seed=seed)
    assert result.status == ("solved" if tilings else "unsolvable")
    if tilings:
        polyfit.validate(puzzle, result.placements)
        assert as_tiling(puzzle, result.placements) in tilings
    ours = [as_tiling(puzzle, placements) for placements in polyfit.solutions(puzzle)]
    assert len(ours) == len(set(ours))
    assert set(ours) == set(tilings)
    assert polyfit.count(puzzle) == len(tilings)


def test_every_enumerated_solution_is_valid_and_lists_the_pieces_in_order():
    puzzle = read(DATA / "corpus" / "polyomino" / "booklet-iq-puzzler-57.json")
    for placements in polyfit.solutions(puzzle, limit=200):
        polyfit.validate(puzzle, placements)
        assert [laid.piece for laid in placements] == [piece.id for piece in puzzle.pieces]


def test_tall_boards_are_laid_on_their_side_and_back():
    puzzle = case("compact-32-0")
    tall = Puzzle(tuple(map("".join, zip(*puzzle.region, strict=True))), puzzle.pieces)
    assert tall.board.height > tall.board.width
    polyfit.validate(tall, polyfit.solve(tall).placements)


def test_the_same_seed_and_node_limit_give_the_same_result_in_any_slices(monkeypatch):
    puzzle = case("ragged-48-1")
    whole = [polyfit.solve(puzzle, seed=seed, node_limit=3_000) for seed in range(4)]
    for first, largest in ((1, 1), (7, 100)):
        monkeypatch.setattr(driving, "FIRST_SLICE", first)
        monkeypatch.setattr(driving, "LARGEST_SLICE", largest)
        for seed, expected in enumerate(whole):
            sliced = polyfit.solve(puzzle, seed=seed, node_limit=3_000)
            assert (sliced.status, sliced.placements, sliced.nodes, sliced.restarts) == (
                expected.status,
                expected.placements,
                expected.nodes,
                expected.restarts,
            )


def test_golden_searches():
    """Node counts that every platform must reproduce."""
    found = {
        (name, seed): polyfit.solve(case(name), seed=seed).nodes
        for name in ("compact-32-0", "ragged-40-0", "rect-56-0")
        for seed in (0, 1)
    }
    assert found == {
        ("compact-32-0", 0): 54,
        ("compact-32-0", 1): 187,
        ("ragged-40-0", 0): 2944,
        ("ragged-40-0", 1): 281,
        ("rect-56-0", 0): 99,
        ("rect-56-0", 1): 71,
    }


def test_a_run_cut_short_proves_nothing():
    """With runs of one node a solvable puzzle must never be called unsolvable (a fault the prototype had)."""
    puzzle = read(DATA / "corpus" / "polyomino" / "booklet-iq-puzzler-pro-40.json")
    for seed in range(20):
        tuning = Tuning(first_run=1, run_per_depth=0, growth=1.01)
        result = polyfit.solve(puzzle, seed=seed, tuning=tuning, node_limit=20_000)
        assert result.status in {"solved", "limit"}


def test_areas_that_differ_are_unsolvable_at_once():
    puzzle = Puzzle(("###",), (Piece("a", "", ((0, 0), (0, 1))),))
    assert polyfit.solve(puzzle).status == "unsolvable"
    assert polyfit.count(puzzle) == 0
    assert list(polyfit.solutions(puzzle)) == []


def partridge(n):
    """Squares of sides 1 to n, each as often as its side, in a square: no tiling for n from 2 to 7; long to prove."""
    side = n * (n + 1) // 2
    squares = [size for size in range(1, n + 1) for _ in range(size)]
    return Puzzle(
        ("#" * side,) * side,
        tuple(
            Piece(f"p{k}", "", tuple((row, column) for row in range(size) for column in range(size)))
            for k, size in enumerate(squares)
        ),
    )


HARD = partridge(7)


def test_node_limit_is_exact():
    result = polyfit.solve(HARD, node_limit=12_345)
    assert (result.status, result.nodes, result.stopped_by) == ("limit", 12_345, "nodes")
    assert polyfit.solve(HARD, node_limit=0).nodes == 0


def test_time_limit_and_cancel_end_a_search():
    assert polyfit.solve(HARD, time_limit=0.05).stopped_by == "time"
    over = threading.Event()
    threading.Timer(0.1, over.set).start()
    assert polyfit.solve(HARD, cancel=over).stopped_by == "cancel"
    over.clear()
    threading.Timer(0.1, over.set).start()
    assert polyfit.solve(HARD, threads=2, cancel=over).stopped_by == "cancel"


def test_progress_is_reported_and_its_errors_end_the_search():
    seen = []

    def watch(progress):
        seen.append(progress)
        if len(seen) == 2:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        polyfit.solve(HARD, on_progress=watch, node_limit=10**9)
    assert 0 < seen[0].nodes < seen[1].nodes
    assert seen[0].restarts <= seen[1].restarts


def test_counting_stops_at_its_limits():
    puzzle = case("compact-32-0")
    with pytest.raises(LimitReached) as caught:
        polyfit.count(puzzle, node_limit=5_000)
    assert caught.value.nodes == 5_000
    assert polyfit.count(read(DATA / "corpus" / "polyomino" / "domino-6x6.json"), limit=100) == 100


def test_threads_race_and_the_winner_is_valid():
    puzzle = case("ragged-56-1")
    for seed in range(5):
        polyfit.validate(puzzle, polyfit.solve(puzzle, seed=seed, threads=4).placements)
    assert polyfit.solve(HARD, threads=3, node_limit=2_000).stopped_by == "nodes"
    impossible = read(DATA / "corpus" / "polyomino" / "partridge-4.json")
    assert polyfit.solve(impossible, threads=3).status == "unsolvable"


def test_four_threads_of_the_caller_at_once():
    puzzles = [read(path) for path in CASES[:8]]
    alone = [polyfit.solve(puzzle, seed=5).placements for puzzle in puzzles]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda puzzle: polyfit.solve(puzzle, seed=5).placements, puzzles))
    assert together == alone


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_executors(kind):
    puzzle = case("mixed-32-0")
    pool = ThreadPoolExecutor(2) if kind == "threads" else ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    with pool:
        result = polyfit.solve(puzzle, threads=2, executor=pool)
        polyfit.validate(puzzle, result.placements)
        for seed in (2**64 - 1, -(2**63)):  # the racers' seeds may not leave the range
            polyfit.validate(puzzle, polyfit.solve(puzzle, seed, threads=3, executor=pool).placements)
        limited = polyfit.solve(HARD, threads=2, executor=pool, node_limit=1_000)
        assert (limited.status, limited.stopped_by, limited.nodes) == ("limit", "nodes", 1_000)
        timed = polyfit.solve(HARD, threads=2, executor=pool, time_limit=0.3)
        assert (timed.status, timed.stopped_by) == ("limit", "time")


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"seed": 1.5}, "seed"),
        ({"seed": True}, "seed"),
        ({"threads": 0}, "threads"),
        ({"threads": 10**9}, "threads"),
        ({"time_limit": -1}, "time_limit"),
        ({"time_limit": float("nan")}, "time_limit"),
        ({"node_limit": -1}, "node_limit"),
        ({"executor": 3}, "executor"),
        ({"cancel": 3}, "cancel"),
        ({"on_progress": 3}, "on_progress"),
    ],
)
def test_bad_arguments_are_named(arguments, field):
    with pytest.raises(InvalidOptions) as caught:
        polyfit.solve(case("rect-32-0"), **arguments)
    assert caught.value.field == field


def test_only_puzzles_are_solved():
    for function in (polyfit.solve, polyfit.count, polyfit.solutions):
        with pytest.raises(InvalidPuzzle):
            function({"region": ["#"]})


def test_puzzles_too_large_to_list_are_refused_not_tried():
    pieces = tuple(Piece(f"p{k}", "", tuple((0, column) for column in range(8 * k + 1))) for k in range(32))
    many = Puzzle(("#" * 256,) * 256, tuple(Piece(f"q{k}", "", ((0, 0),)) for k in range(10)) + pieces)
    assert polyfit.solve(many).status == "unsolvable"  # areas differ: not even listed
    stairs = []
    for k in range(110):
        cells = [(0, 0)]
        for bit in range(1, 600):
            row, column = cells[-1]
            cells.append((row + 1, column) if (k * 2654435761 >> (bit % 32)) & 1 else (row, column + 1))
        stairs.append(Piece(f"p{k}", "", tuple(cells)))
    filler = 256 * 256 - 600 * len(stairs)
    if filler > 0:
        row = tuple((0, column) for column in range(filler))
        stairs.append(Piece("filler", "", row[:1024] if filler > 1024 else row))
    puzzle = Puzzle(("#" * 256,) * 256, tuple(stairs))
    started = time.monotonic()
    result = polyfit.solve(puzzle, node_limit=10)
    assert result.status in {"unsolvable", "limit"}
    assert time.monotonic() - started < 60


def test_the_kernels_have_one_signature_each():
    from gamecore.exactcover import banded
    from gamecore.polyfit import kernels

    polyfit.solve(case("rect-32-0"))
    polyfit.solve(read(CORPUS[0]))
    for function in (banded.search, banded.fill_masks, banded.mark_bands, kernels.list_placements):
        if hasattr(function, "signatures"):
            assert len(function.signatures) <= 1, function.signatures


SOLVE_SMALL = """
from gamecore import polyfit
puzzle = polyfit.Puzzle.from_json(open({path!r}).read())
result = polyfit.solve(puzzle, seed=2)
polyfit.validate(puzzle, result.placements)
print(result.nodes, polyfit.count(puzzle))
"""


@pytest.mark.parametrize("variable", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_without_jit_and_with_bounds_checked_the_search_is_the_same(variable, tmp_path):
    path = str(DATA / "corpus" / "polyomino" / "apad-10-06.json")
    expected = subprocess.run(
        [sys.executable, "-c", SOLVE_SMALL.format(path=path)], capture_output=True, text=True, check=True
    )
    changed = subprocess.run(
        [sys.executable, "-W", "error", "-c", SOLVE_SMALL.format(path=path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, variable: "1", "NUMBA_CACHE_DIR": str(tmp_path)},
    )
    assert changed.stdout == expected.stdout


def test_ctrl_c_ends_a_long_search(tmp_path):
    path = tmp_path / "hard.json"
    path.write_text(HARD.to_json())
    script = (
        "from gamecore import polyfit\n"
        f"puzzle = polyfit.Puzzle.from_json(open({str(path)!r}).read())\n"
        "polyfit.solve(puzzle, node_limit=10)\n"
        "print('started', flush=True)\n"
        "polyfit.solve(puzzle)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "KeyboardInterrupt" in errors


def test_packing_tables_of_any_kind_of_options():
    """The banded search knows no polyominoes: options of mixed sizes and a kind of multiplicity three."""
    options = [(0, 1), (0,), (1,), (1, 2), (2,), (3,)]
    starts = np.cumsum([0, *map(len, options)]).astype(np.int32)
    items = np.array([item for option in options for item in option], np.int32)
    kinds = np.array([0, 1, 1, 0, 1, 1], np.int32)
    order = sorted(range(len(options)), key=lambda option: options[option][0])
    assert order == [0, 1, 2, 3, 4, 5]
    tables = PackingTables(starts, items, kinds, 4, np.array([1, 2], np.int32))
    found = set()
    for seed in range(20):
        search = PackingSearch(tables, np.zeros(2), seed=seed, tuning=Tuning(scarcity=0.0))
        assert search.run(1000) == PackingSearch.SOLVED
        assert search.found == 1
        found.add(search.chosen())
    assert found == {(0, 4, 5), (1, 3, 5)}


def test_counting_goes_through_the_general_engine_with_shapes_as_items():
    puzzle = read(DATA / "corpus" / "polyomino" / "t-tetromino-8x8.json")
    problem = Cover(puzzle).problem()
    assert len(problem.items) == 64 + 1
    assert exactcover.count(problem) == 84
