"""Small random puzzles and a naive solver for them, shared by the solver's and the counter's tests."""

from hypothesis import strategies as st

from gamecore import polyomino
from gamecore.polyfit import Piece, Puzzle


def naive_tilings(puzzle):
    """All tilings as sets of (shape, cells): recursion over the first open cell, shapes counted."""
    left = {shape: len(ids) for shape, ids in puzzle.shapes.items()}
    ways = {shape: [way.cells for way in polyomino.orientations(shape)] for shape in left}
    found = []

    def fill(open_cells, laid):
        if not open_cells:
            found.append(frozenset(laid))
            return
        first = min(open_cells)
        for shape, cells in ways.items():
            if left[shape] == 0:
                continue
            for way in cells:
                down, right = first[0] - way[0][0], first[1] - way[0][1]
                covered = frozenset((row + down, column + right) for row, column in way)
                if covered <= open_cells:
                    left[shape] -= 1
                    fill(open_cells - covered, [*laid, (shape, covered)])
                    left[shape] += 1

    if sum(row.count("#") for row in puzzle.region) == sum(len(piece.cells) for piece in puzzle.pieces):
        fill(frozenset(puzzle.board.cells), [])
    return found


@st.composite
def small_puzzles(draw, most_rows=4, most_columns=5, most_cells=4):
    """Boards with holes, cut into pieces at random, one piece sometimes exchanged for another of its size."""
    height, width = draw(st.integers(1, most_rows)), draw(st.integers(1, most_columns))
    cells = [(row, column) for row in range(height) for column in range(width)]
    board = set(draw(st.sets(st.sampled_from(cells), min_size=1)))
    region = polyomino.Region.from_cells(board, height, width)
    pieces = []
    while board:
        piece = [min(board)]
        for row, column in piece:
            size = draw(st.integers(1, most_cells))
            for cell in ((row + 1, column), (row, column + 1), (row, column - 1)):
                if cell in board and cell not in piece and len(piece) < size:
                    piece.append(cell)
        board -= set(piece)
        pieces.append(piece)
    if draw(st.booleans()):
        number = draw(st.integers(0, len(pieces) - 1))
        shapes = polyomino.free_polyominoes(len(pieces[number]))
        pieces[number] = draw(st.sampled_from(shapes))
    return Puzzle(region.rows, tuple(Piece(f"p{k}", "", tuple(piece)) for k, piece in enumerate(pieces)))


def copies(region, *stock):
    """A puzzle from rows and (shape, number) pairs, shapes by name or as cells."""
    shapes = [polyomino.NAMED.get(shape, shape) for shape, number in stock for _ in range(number)]
    return Puzzle(tuple(region), tuple(Piece(f"p{k}", "", shape) for k, shape in enumerate(shapes)))
