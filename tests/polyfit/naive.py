"""A second model of the rules, in sets and straight from the words: slow, and made another way."""

from collections import Counter


def covered(cells, rotation, flip, anchor):
    """Cells of a laid piece: a picture that is mirrored, turned and pasted (P09)."""
    height = 1 + max(r for r, _ in cells)
    width = 1 + max(c for _, c in cells)
    image = [[(r, c) in set(cells) for c in range(width)] for r in range(height)]
    if flip:
        image = [row[::-1] for row in image]
    for _ in range(rotation):
        image = [list(column) for column in zip(*reversed(image), strict=True)]
    return {(r + anchor[0], c + anchor[1]) for r, row in enumerate(image) for c, filled in enumerate(row) if filled}


def reasons(puzzle, placements):
    """Which reasons apply to a solution (P10), for decoded JSON."""
    ids = [piece["id"] for piece in puzzle["pieces"]]
    cells = {piece["id"]: [tuple(cell) for cell in piece["cells"]] for piece in puzzle["pieces"]}
    used = [placement["piece"] for placement in placements]
    rows = puzzle["region"]
    board = {(r, c) for r in range(len(rows)) for c in range(len(rows[0]))}
    region = {(r, c) for r, c in board if rows[r][c] == "#"}
    laid = [
        covered(cells[p["piece"]], p["rotation"], p["flip"], p["anchor"]) for p in placements if p["piece"] in cells
    ]
    everywhere = Counter(cell for tile in laid for cell in tile)
    applies = {
        "missing_piece": set(ids) - set(used),
        "duplicate_piece": any(used.count(id_) > 1 for id_ in ids),
        "unknown_piece": set(used) - set(ids),
        "outside_board": set(everywhere) - board,
        "outside_region": (set(everywhere) & board) - region,
        "overlap": any(times > 1 for times in everywhere.values()),
        "uncovered": region - set(everywhere),
    }
    return [reason for reason, found in applies.items() if found]
