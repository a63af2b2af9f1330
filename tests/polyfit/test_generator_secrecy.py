"""P07: what a player is shown of a piece tells nothing about where it lies in the planted tiling.

Contingency tables over thousands of pieces, each of something shown against something hidden, with fixed seeds, so
that every run finds the same. Independent columns give a chi-squared statistic near its degrees of freedom.
"""

from collections import Counter
from typing import NamedTuple

import pytest

from gamecore.polyfit import generator
from gamecore.polyomino import NAMED, normalise, orientations

PUZZLES = [("hard", 1_200, 6), ("normal", 1_200, 6), ("extreme", 160, 3)]
BUCKETS = 6


class Fact(NamedTuple):
    """A piece: what is shown of it, and what is hidden."""

    name: str
    position: int  # in the list and in its id, in sixths
    position_among_its_like: int
    given: int  # its orientation's number among those of its shape
    row: int  # rank of its planted place by rows, in sixths
    column: int
    growth: int  # rank in the order of growth, in sixths
    planted: int  # the planted orientation's number
    turn: tuple[int, bool]  # from the given to the planted orientation
    ring: int  # planted distance from the middle, ranked, in sixths


def ranks(values):
    """Each value's rank in sixths, equal values in the given order."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0] * len(values)
    for rank, place in enumerate(order):
        found[place] = rank * BUCKETS // len(values)
    return found


@pytest.fixture(scope="module")
def facts():
    found = []
    for difficulty, count, turn in PUZZLES:
        for number in range(count):
            puzzle, planted = generator._planted(difficulty, f"secrecy {number}", turn, 6)
            covered = [puzzle.covered(placement) for placement in planted]
            middle = [
                (sum(r for r, _ in cells) / len(cells), sum(c for _, c in cells) / len(cells)) for cells in covered
            ]
            by_row, by_column = ranks(middle), ranks([(column, row) for row, column in middle])
            height, width = puzzle.board.height, puzzle.board.width
            by_ring = ranks([(row - height / 2) ** 2 + (column - width / 2) ** 2 for row, column in middle])
            positions = {piece.id: number for number, piece in enumerate(puzzle.pieces)}
            for growth, (placement, cells) in enumerate(zip(planted, covered, strict=True)):
                piece = puzzle.by_id[placement.piece]
                ways = [way.cells for way in orientations(NAMED[piece.name])]
                like = next(ids for ids in puzzle.shapes.values() if piece.id in ids)
                size = len(planted)
                found.append(
                    Fact(
                        name=piece.name,
                        position=positions[piece.id] * BUCKETS // size,
                        position_among_its_like=like.index(piece.id) if len(like) == 2 else -1,
                        given=ways.index(piece.cells),
                        row=by_row[growth],
                        column=by_column[growth],
                        growth=growth * BUCKETS // size,
                        planted=ways.index(normalise(cells)),
                        turn=(placement.rotation, placement.flip),
                        ring=by_ring[growth],
                    )
                )
    return found


def excess(pairs):
    """How many standard deviations the chi-squared statistic of a table lies above its mean."""
    table = Counter(pairs)
    total = sum(table.values())
    rows, columns = Counter(), Counter()
    for (row, column), count in table.items():
        rows[row] += count
        columns[column] += count
    freedom = (len(rows) - 1) * (len(columns) - 1)
    assert freedom > 0
    statistic = 0.0
    for row in rows:
        for column in columns:
            expected = rows[row] * columns[column] / total
            assert expected >= 5
            statistic += (table[row, column] - expected) ** 2 / expected
    return (statistic - freedom) / (2 * freedom) ** 0.5


HIDDEN = ["row", "column", "growth", "ring"]
EIGHT_WAYS = {name for name, cells in NAMED.items() if len(cells) > 3 and len(orientations(cells)) == 8}


class TestSecrecy:
    @pytest.mark.parametrize("hidden", HIDDEN)
    def test_a_position_tells_no_place(self, facts, hidden):
        """P07: list position and id."""
        assert excess((fact.position, getattr(fact, hidden)) for fact in facts) < 4

    @pytest.mark.parametrize("hidden", HIDDEN)
    def test_identical_pieces_come_in_any_order(self, facts, hidden):
        """P07: of two pieces of one shape, the first lies anywhere."""
        pairs = [
            (fact.position_among_its_like, getattr(fact, hidden)) for fact in facts if fact.position_among_its_like >= 0
        ]
        assert len(pairs) > 1_000
        assert excess(pairs) < 4

    @pytest.mark.parametrize("hidden", [*HIDDEN, "planted"])
    def test_a_given_orientation_tells_neither_place_nor_planted_orientation(self, facts, hidden):
        """P07."""
        eight = [fact for fact in facts if fact.name in EIGHT_WAYS]
        assert excess((fact.given, getattr(fact, hidden)) for fact in eight) < 4
        for name in NAMED:
            pairs = [(fact.given, getattr(fact, hidden)) for fact in facts if fact.name == name]
            ways = len(orientations(NAMED[name]))
            if ways > 1 and len(pairs) > 6 * 8 * ways:
                assert excess(pairs) < 4.5, name

    def test_the_turn_from_given_to_planted_is_uniform(self, facts):
        """P07: eight ways, equally often; so are the given orientations of every shape."""
        turns = Counter(fact.turn for fact in facts if fact.name in EIGHT_WAYS)
        assert len(turns) == 8
        mean = sum(turns.values()) / 8
        assert sum((count - mean) ** 2 / mean for count in turns.values()) < 7 + 4 * 14**0.5
        for name in NAMED:
            given = Counter(fact.given for fact in facts if fact.name == name)
            if (ways := len(orientations(NAMED[name]))) > 1 and given:
                mean = sum(given.values()) / ways
                statistic = sum((given[way] - mean) ** 2 / mean for way in range(ways))
                assert statistic < ways - 1 + 4.5 * (2 * (ways - 1)) ** 0.5, name

    def test_a_position_tells_no_orientation(self, facts):
        """P07."""
        eight = [fact for fact in facts if fact.name in EIGHT_WAYS]
        assert excess((fact.position, fact.planted) for fact in eight) < 4
        assert excess((fact.position, fact.given) for fact in eight) < 4

    def test_neighbours_in_the_list_are_no_neighbours_on_the_board(self):
        """P07: pieces next to each other in the list touch as often as any two do."""
        touching, beside, expected, variance = 0, 0, 0.0, 0.0
        for number in range(600):
            puzzle, planted = generator._planted("hard", f"neighbours {number}", 6, 6)
            owner = {cell: laid.piece for laid in planted for cell in puzzle.covered(laid)}
            touch = {
                frozenset((piece, owner[other]))
                for (r, c), piece in owner.items()
                for other in ((r + 1, c), (r, c + 1))
                if owner.get(other, piece) != piece
            }
            size = len(planted)
            share = len(touch) / (size * (size - 1) / 2)
            touching += sum(frozenset((f"p{i}", f"p{i + 1}")) in touch for i in range(size - 1))
            beside += size - 1
            expected += share * (size - 1)
            variance += share * (1 - share) * (size - 1)
        assert beside > 5_000
        assert abs(touching - expected) < 4 * variance**0.5

    def test_the_statistic_finds_links_that_are_there(self, facts):
        """Regions do grow outwards, and planted orientations do go with the place: both hidden, both found."""
        assert excess((fact.growth, fact.ring) for fact in facts) > 20
        assert excess((fact.position, fact.position * 2 // 3) for fact in facts) > 20
        # A weak leak: in one puzzle of ten the list keeps the order of growth.
        leaking = [
            (fact.growth if number % 10 == 0 else fact.position, fact.growth) for number, fact in enumerate(facts)
        ]
        assert excess(leaking) > 8
