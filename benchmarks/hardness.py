"""What makes puzzles hard, and whether ``polyfit.difficulty`` tells: the figures of ``docs/difficulty.md``.

Run ``python benchmarks/hardness.py rank | rounds | knobs | solver | tail [--puzzles N]``; each prints a table. ``rank``
and ``tail`` compare with ``exact_multiset_cover`` if it is installed. Efforts are nodes, or seconds where
a solver does not count its nodes; all puzzles and orders are fixed by seeds.
"""

import argparse
import math
import os
import random
import signal
import struct
import time
from importlib.util import find_spec
from statistics import median

import numpy as np

from gamecore import polyfit
from gamecore.errors import GenerationFailed
from gamecore.exactcover.packing import PackingSearch, PackingTables, Tuning
from gamecore.polyfit.cover import Cover
from plain import options_of
from plain import search as plain_search

PLAIN = Tuning(first_run=None, failure_weight=0.0, scarcity=0.0)
LETTERS = "FILNPTUVWXYZ"


def plain_efforts(puzzle, seeds, limit):
    """Nodes of plain searches (no restarts, weights or preferences; options in random order), ``limit`` if stopped."""
    cover = Cover(puzzle)
    tables = PackingTables(cover.starts, cover.items, cover.kinds, cover.cell_count, cover.multiplicity)
    efforts = []
    for seed in seeds:
        search = PackingSearch(tables, np.zeros(len(cover.multiplicity)), seed=seed, tuning=PLAIN)
        search.run(limit)
        efforts.append(search.nodes)
    return efforts


def peer_seconds(puzzle, seed, limit):
    """The seconds in which ``exact_multiset_cover`` finds a tiling; None if it takes more than ``limit``."""
    import exact_multiset_cover

    options = options_of(puzzle, random.Random(seed))
    cells = len(puzzle.board.cells)
    matrix = np.zeros((len(options), cells + len(puzzle.shapes)), np.int32)
    for row, (kind, covered) in zip(matrix, options, strict=True):
        row[covered] = 1
        row[cells + kind] = 1
    target = np.array([1] * cells + [len(ids) for ids in puzzle.shapes.values()], np.int32)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:  # its search cannot be interrupted, only its process
        signal.setitimer(signal.ITIMER_PROF, limit)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        best = math.inf
        for _ in range(5 if cells < 100 else 1):
            started = time.perf_counter()
            found = exact_multiset_cover.get_exact_cover(matrix, target)
            best = min(best, time.perf_counter() - started)
            assert len(found) == len(puzzle.pieces)
        os.write(writing, struct.pack("d", best))
        os._exit(0)
    os.close(writing)
    answer = os.read(reading, 8)
    os.close(reading)
    os.waitpid(child, 0)
    return struct.unpack("d", answer)[0] if answer else None


def ranks(values):
    """Ranks from 0; equal values share their mean rank."""
    values = np.asarray(values)
    _, group, sizes = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(sizes)
    return ((2 * ends - sizes - 1) / 2)[group]


def spearman(one, other):
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def logarithms(efforts, limit):
    """The mean log10 of the efforts of one puzzle; a stopped search counts as twice the limit."""
    return float(np.mean([math.log10(2 * limit if effort is None else effort) for effort in efforts]))


def of_each_difficulty(puzzles):
    """``(difficulty, puzzle)``: every other one extreme, rounds one after another."""
    for number in range(puzzles):
        extreme = number % 2
        name = "extreme" if extreme else ("easy", "normal", "hard")[number // 2 % 3]
        yield name, polyfit.generate(name, f"rank {number}", number // 6 % 6 + 1, 6)


def rank(puzzles):
    node_limit, second_limit = 30_000, 0.15
    peer = find_spec("exact_multiset_cover") is not None
    names, told, halves, plain, peers, spent = [], [], [], [], [], []
    for name, puzzle in of_each_difficulty(puzzles):
        names.append(name)
        started = time.perf_counter()
        told.append(polyfit.explain_difficulty(puzzle))
        spent.append(time.perf_counter() - started)
        efforts = [plain_search(puzzle, random.Random(seed), node_limit) for seed in range(4)]
        halves.append([logarithms(half, node_limit) for half in (efforts[:2], efforts[2:])])
        plain.append(logarithms(efforts, node_limit))
        if peer:
            peers.append(logarithms([peer_seconds(puzzle, seed, second_limit) for seed in (100, 101)], second_limit))
    print("| puzzles | number | median difficulty | Algorithm X | exact_multiset_cover | each other | half and half |")
    print("|---|---|---|---|---|---|---|")
    for name in ("all", *polyfit.DIFFICULTIES):
        chosen = [k for k, own in enumerate(names) if name in ("all", own)]
        values = [told[k].value for k in chosen]
        first = [plain[k] for k in chosen]
        row = [name, len(chosen), f"{median(values):.2f}", f"{spearman(values, first):.2f}"]
        if peer:
            second = [peers[k] for k in chosen]
            row += [f"{spearman(values, second):.2f}", f"{spearman(first, second):.2f}"]
        row.append(f"{spearman(*zip(*(halves[k] for k in chosen), strict=True)):.2f}")
        print("|", " | ".join(map(str, row)), "|")
    print(f"seconds a call: median {median(spent):.4f}, most {max(spent[1:]):.3f}")


def rounds(puzzles):
    print("| difficulty | round | pieces | median nodes | not solved in 100,000 | median difficulty |")
    print("|---|---|---|---|---|---|")
    for name in polyfit.DIFFICULTIES:
        for number in range(1, 7):
            drawn = [polyfit.generate(name, f"rounds {k}", number, 6) for k in range(puzzles)]
            efforts = [effort for puzzle in drawn for effort in plain_efforts(puzzle, range(2), 100_000)]
            stopped = sum(effort == 100_000 for effort in efforts) / len(efforts)
            told = median(polyfit.difficulty(puzzle) for puzzle in drawn)
            print(
                f"| {name} | {number} | {len(drawn[0].pieces)} | {median(efforts):,.0f} | {stopped:.0%} | {told:.2f} |",
                flush=True,
            )


def grown(recipe, puzzles):
    found = []
    for number in range(3 * puzzles):
        try:
            found.append(polyfit.grow(recipe, f"knobs {number}"))
        except GenerationFailed:
            continue
        if len(found) == puzzles:
            break
    return found


def knobs(puzzles):
    """One knob at a time, from 44 pieces of all shapes alike, somewhat ragged and holed."""
    even = dict.fromkeys((f"{letter}5" for letter in LETTERS), 1)
    usual = {"pieces": 44, "rows": 13, "columns": 22, "mix": even, "at_least": dict.fromkeys(even, 2)}
    usual |= {"raggedness": 30, "holes": 30}
    tried = {"usual": {}}
    tried |= {f"{count} pieces": {"pieces": count, "columns": count // 2} for count in (32, 56)}
    tried |= {f"raggedness {value}": {"raggedness": value} for value in (0, 60, 90)}
    tried |= {f"holes {value}": {"holes": value} for value in (0, 60, 100)}
    tried["raggedness 90, holes 100"] = {"raggedness": 90, "holes": 100}
    tried["four tetrominoes"] = {"at_least": {**usual["at_least"], **dict.fromkeys(("T4", "S4", "L4", "O4"), 1)}}
    for letters, weight in (*((letter, 12) for letter in LETTERS), ("XWFTZ", 3), ("XWFTZ", 6), ("PLYN", 6)):
        tried[f"{letters} × {weight}"] = {"mix": {**even, **dict.fromkeys((f"{one}5" for one in letters), weight)}}
    print("| recipe | plain search: not solved in 100,000 nodes | our solver: median nodes | 90 % | most |")
    print("|---|---|---|---|---|")
    for name, changes in tried.items():
        drawn = grown(polyfit.Recipe(**{**usual, **changes}), puzzles)
        efforts = [effort for puzzle in drawn for effort in plain_efforts(puzzle, range(3), 100_000)]
        stopped = sum(effort == 100_000 for effort in efforts) / len(efforts)
        own = [polyfit.solve(puzzle, seed, node_limit=500_000).nodes for puzzle in drawn for seed in range(3)]
        figures = f"{stopped:.0%} | {median(own):,.0f} | {np.quantile(own, 0.9):,.0f} | {max(own):,}"
        print(f"| {name} | {figures} |", flush=True)


def solver(puzzles):
    """How long our own solver takes on one thread, over extreme puzzles of all rounds."""
    print("| round | puzzles | median nodes | 99 % | most | median ms | 99 % | most |")
    print("|---|---|---|---|---|---|---|---|")
    for number in range(1, 7):
        nodes, seconds = [], []
        for k in range(puzzles):
            puzzle = polyfit.generate("extreme", f"solver {k}", number, 6)
            started = time.perf_counter()
            result = polyfit.solve(puzzle, seed=k)
            seconds.append(1000 * (time.perf_counter() - started))
            assert result.status == "solved"
            nodes.append(result.nodes)
        figures = [median(nodes), np.quantile(nodes, 0.99), max(nodes)]
        figures += [median(seconds), np.quantile(seconds, 0.99), max(seconds)]
        print(f"| {number} | {puzzles} |", " | ".join(f"{figure:,.0f}" for figure in figures), "|", flush=True)


def tail(puzzles):
    """How many extreme puzzles of the first and last round are left unsolved for longer and longer."""
    print("| round | not solved in 10,000 nodes | 100,000 | 1,000,000 | exact_multiset_cover: not in 20 s |")
    print("|---|---|---|---|---|")
    for number in (1, 6):
        drawn = [polyfit.generate("extreme", f"tail {k}", number, 6) for k in range(puzzles)]
        efforts = np.array([plain_efforts(puzzle, (0,), 1_000_000)[0] for puzzle in drawn])
        shares = [f"{np.mean(efforts >= limit):.0%}" for limit in (10_000, 100_000, 1_000_000)]
        if find_spec("exact_multiset_cover") is not None:
            some = drawn[:4]
            shares.append(f"{sum(peer_seconds(puzzle, 0, 20.0) is None for puzzle in some)} of {len(some)}")
        print("|", number, "|", " | ".join(shares), "|", flush=True)


MEASURES = {
    "rank": (rank, 500),
    "rounds": (rounds, 100),
    "knobs": (knobs, 10),
    "solver": (solver, 500),
    "tail": (tail, 20),
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("measure", choices=MEASURES)
    parser.add_argument("--puzzles", type=int)
    given = parser.parse_args()
    measure, usual = MEASURES[given.measure]
    measure(given.puzzles or usual)
