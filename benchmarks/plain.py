"""A plain exact-cover search for measurements: Knuth's Algorithm X with counters, and nothing clever.

No restarts, no weights, no noise: the item with the fewest live options is branched on (the first of them), and its
options are tried in the order in which they are listed. It shares no code with gamecore's engines.
"""

from collections import defaultdict
from itertools import pairwise

import numba
import numpy as np

from gamecore import polyomino


def options_of(puzzle, order):
    """All placements as (shape number, cell numbers), in the order that ``order`` (a ``random.Random``) shuffles."""
    number = {cell: k for k, cell in enumerate(puzzle.board.cells)}
    options = []
    for kind, shape in enumerate(puzzle.shapes):
        for way in polyomino.orientations(shape):
            down, right = way.cells[0]
            for row, column in puzzle.board.cells:
                covered = [number.get((r + row - down, c + column - right), -1) for r, c in way.cells]
                if min(covered) >= 0:
                    options.append((kind, covered))
    order.shuffle(options)
    return options


def search(puzzle, order, node_limit):
    """Nodes until the first tiling, or None if the limit came first (or no tiling exists)."""
    options = options_of(puzzle, order)
    cells = len(puzzle.board.cells)
    using = defaultdict(list)
    entries, starts, kinds = [], [0], []
    for option, (kind, covered) in enumerate(options):
        kinds.append(kind)
        entries += covered
        starts.append(len(entries))
        for item in covered:
            using[item].append(option)
        using[cells + kind].append(option)
    lists = [using[item] for item in range(cells + len(puzzle.shapes))]
    bounds = np.cumsum([0, *map(len, lists)])
    assert all(end > start for start, end in pairwise(starts))
    nodes, solved = _search(
        np.array(starts, np.int32),
        np.array(entries, np.int32),
        np.array(kinds, np.int32),
        bounds.astype(np.int32),
        np.array([option for some in lists for option in some], np.int32),
        np.array([len(ids) for ids in puzzle.shapes.values()], np.int32),
        cells,
        node_limit,
    )
    return nodes if solved else None


@numba.njit(cache=True)
def _search(starts, entries, kinds, bounds, users, left, cells, limit):
    options = len(kinds)
    alive = np.ones(options, np.bool_)
    count = np.empty(cells, np.int32)
    for item in range(cells):
        count[item] = bounds[item + 1] - bounds[item]
    covered = np.zeros(cells, np.bool_)
    depth_limit = left.sum() + 1
    branch = np.empty(depth_limit, np.int32)
    at = np.empty(depth_limit, np.int32)
    chosen = np.empty(depth_limit, np.int32)
    mark = np.zeros(depth_limit, np.int32)
    trail = np.empty(options, np.int32)
    depth = 0
    end = 0
    nodes = 0
    open_cells = cells
    forward = True
    while True:
        if forward:
            if open_cells == 0:
                return nodes, True
            best = -1
            for item in range(cells):
                if not covered[item] and (best < 0 or count[item] < count[best]):
                    best = item
            branch[depth] = best
            at[depth] = bounds[best]
        else:  # take the last piece back
            option = chosen[depth]
            while end > mark[depth]:
                end -= 1
                alive[trail[end]] = True
                for j in range(starts[trail[end]], starts[trail[end] + 1]):
                    count[entries[j]] += 1
            left[kinds[option]] += 1
            for j in range(starts[option], starts[option + 1]):
                covered[entries[j]] = False
                open_cells += 1
        item = branch[depth]
        place = at[depth]
        while place < bounds[item + 1] and not alive[users[place]]:
            place += 1
        if place == bounds[item + 1]:
            if depth == 0:
                return nodes, False
            depth -= 1
            forward = False
            continue
        if nodes == limit:
            return nodes, False
        option = users[place]
        at[depth] = place + 1
        nodes += 1
        chosen[depth] = option
        mark[depth] = end
        kind = kinds[option]
        left[kind] -= 1
        for j in range(starts[option], starts[option + 1]):
            covered[entries[j]] = True
            open_cells -= 1
        for j in range(starts[option], starts[option + 1] + 1):
            if j == starts[option + 1]:  # last: the shape, once its pieces are all laid
                if left[kind] > 0:
                    break
                out = cells + kind
            else:
                out = entries[j]
            for k in range(bounds[out], bounds[out + 1]):
                other = users[k]
                if alive[other]:
                    alive[other] = False
                    trail[end] = other
                    end += 1
                    for m in range(starts[other], starts[other + 1]):
                        count[entries[m]] -= 1
        depth += 1
        forward = True
