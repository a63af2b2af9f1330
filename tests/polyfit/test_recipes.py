"""Recipes of one's own, and what grows by them."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gamecore import polyfit
from gamecore.errors import GenerationFailed, InvalidOptions
from gamecore.polyfit import Recipe, generator, grow
from gamecore.polyfit.growth import grown
from gamecore.polyomino import NAMED, Region, is_connected
from gamecore.randomness import stream

PENTOMINOES = [name for name, cells in NAMED.items() if len(cells) == 5]
PLAIN = {"pieces": 6, "rows": 8, "columns": 8, "mix": {"L4": 1, "P5": 2}}

names = st.sampled_from(sorted(NAMED))


@st.composite
def recipes(draw):
    mix = draw(st.dictionaries(names, st.integers(1, 9), min_size=1, max_size=6))
    at_least = draw(st.dictionaries(names, st.integers(0, 3), max_size=4))
    certain = sum(at_least.values())
    return Recipe(
        pieces=draw(st.integers(max(1, certain), max(1, certain) + 20)),
        rows=draw(st.integers(1, 16)),
        columns=draw(st.integers(1, 16)),
        mix=mix,
        at_least=at_least,
        raggedness=draw(st.integers(0, 100)),
        holes=draw(st.integers(0, 100)),
    )


class TestGrow:
    @given(recipes(), st.text(max_size=5))
    def test_a_puzzle_meets_its_recipe_or_fails_with_a_typed_error(self, recipe, seed):
        """P04 for hand-made sets: shapes, counts, box, one connected area, trimmed, deterministic."""
        try:
            puzzle = grow(recipe, seed)
        except GenerationFailed:
            with pytest.raises(GenerationFailed):
                grow(recipe, seed)
            return
        assert puzzle == grow(recipe, seed)
        board = puzzle.board
        assert len(puzzle.pieces) == recipe.pieces
        assert board.height <= recipe.rows
        assert board.width <= recipe.columns
        assert is_connected(board.cells)
        assert board.trimmed() == board
        counts = {name: sum(piece.name == name for piece in puzzle.pieces) for name in NAMED}
        assert all(counts[name] >= count for name, count in recipe.certain)
        assert {name for name in NAMED if counts[name]} <= {name for name, _ in (*recipe.weights, *recipe.certain)}
        assert board.area == sum(len(piece.cells) for piece in puzzle.pieces)

    @given(recipes(), st.text(max_size=5))
    def test_what_it_grew_by_is_a_solution(self, recipe, seed):
        """P04."""
        tiles = generator._tiles(recipe, seed, ("test",))
        assume(tiles is not None)
        puzzle, planted = generator._finished(tiles, seed, ("test",))
        polyfit.validate(puzzle, planted)

    @given(recipes(), st.text(max_size=5))
    def test_no_holes_where_none_are_wanted(self, recipe, seed):
        bag = recipe.bag(stream(seed, "bag"))
        tiles = grown(bag, recipe.rows, recipe.columns, recipe.raggedness, 0, stream(seed))
        assume(tiles is not None)
        assert Region.from_cells(cell for tile in tiles for cell in tile.cells).holes == ()

    def test_raggedness_and_holes_are_felt(self):
        """More raggedness gives a longer outline, more holes give more holes, in the mean over 30 puzzles."""

        def measured(**knobs):
            recipe = Recipe(pieces=30, rows=30, columns=30, mix=dict.fromkeys(PENTOMINOES, 1), **knobs)
            boards = [grow(recipe, f"{number}").board for number in range(30)]
            outline = sum(
                (r + a, c + b) not in board for board in boards for r, c in board.cells for a, b in ((0, 1), (1, 0))
            )
            return outline, sum(len(board.holes) for board in boards)

        outlines = [measured(raggedness=raggedness)[0] for raggedness in (0, 50, 100)]
        holes = [measured(holes=holes)[1] for holes in (0, 30, 100)]
        assert outlines[0] * 1.2 < outlines[1]
        assert outlines[1] * 1.2 < outlines[2]
        assert holes[0] == 0
        assert 30 < holes[1] * 2 < holes[2] * 1.5

    def test_weights_are_felt(self):
        recipe = Recipe(pieces=200, rows=64, columns=64, mix={"I3": 1, "V3": 3, "O4": 0})
        counts = {name: sum(piece.name == name for piece in grow(recipe, "w").pieces) for name in ("I3", "V3", "O4")}
        assert counts["O4"] == 0
        assert 2 * counts["I3"] < counts["V3"] < 5 * counts["I3"]

    def test_a_box_that_is_exactly_filled(self):
        """1 × n boards have one way: end to end."""
        assert grow(Recipe(pieces=3, rows=1, columns=9, mix={"I3": 1}), "a").region == ("#########",)

    def test_one_cell(self):
        assert grow(Recipe(pieces=1, rows=1, columns=1, mix={"I1": 1})).region == ("#",)

    @pytest.mark.parametrize(
        "changed",
        [
            {"pieces": 17, "rows": 8, "columns": 8, "mix": {"I4": 1}},  # too many cells
            {"at_least": {"X5": 6}, "rows": 5, "columns": 5},  # too many that must be there
            {"at_least": {"X5": 1}, "rows": 2, "columns": 64},  # one that does not fit
            {"at_least": {"I5": 1}, "rows": 4, "columns": 4, "pieces": 1},
            {"mix": {"X5": 1}, "rows": 6, "columns": 6, "pieces": 7},  # fits by area, but no two ways about it
            {"mix": {"V5": 1}, "rows": 2, "columns": 64, "pieces": 1},
        ],
    )
    def test_what_cannot_be_fails_in_bounded_time(self, changed):
        with pytest.raises(GenerationFailed) as caught:
            grow(Recipe(**{**PLAIN, **changed}), "secret seed")
        assert "secret" not in str(caught.value)

    def test_the_largest_recipe_is_bounded(self):
        with pytest.raises(GenerationFailed):
            grow(Recipe(pieces=1_024, rows=64, columns=64, mix={"X5": 1, "I1": 1}, at_least={"X5": 800}))

    @pytest.mark.parametrize("recipe", [None, {}, "extreme", PLAIN])
    def test_what_is_no_recipe(self, recipe):
        with pytest.raises(InvalidOptions) as caught:
            grow(recipe)
        assert caught.value.field == "recipe"

    @pytest.mark.parametrize("seed", [None, 1, b"", ["a"]])
    def test_a_seed_that_is_no_text(self, seed):
        with pytest.raises(InvalidOptions) as caught:
            grow(Recipe(**PLAIN), seed)
        assert caught.value.field == "seed"


class TestRecipe:
    @given(recipes())
    def test_is_a_value(self, recipe):
        twin = Recipe(
            recipe.pieces,
            recipe.rows,
            recipe.columns,
            dict(reversed(recipe.weights)),
            list(reversed(recipe.certain)),
            recipe.raggedness,
            recipe.holes,
        )
        assert twin == recipe
        assert hash(twin) == hash(recipe)

    def test_a_number_for_every_shape_of_the_mix(self):
        recipe = Recipe(**PLAIN, at_least=2)
        assert recipe.certain == (("L4", 2), ("P5", 2))
        assert recipe.least_cells == 2 * 4 + 2 * 5 + 2 * 4

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            *[("pieces", value) for value in (0, 1_025, True, 6.0, "6", None)],
            *[(side, value) for side in ("rows", "columns") for value in (0, 65, True, 6.0, None)],
            *[(knob, value) for knob in ("raggedness", "holes") for value in (-1, 101, True, 0.5, None)],
            *[("mix", value) for value in ({}, {"L4": 0}, {"Q5": 1}, {5: 1}, None, 3, "L4", ["L4"], [("L4", 1)] * 2)],
            *[("mix[L4]", {"L4": weight}) for weight in (-1, True, 0.5, None, 1_000_001)],
            *[("at_least", value) for value in (-1, True, 4, 1.0, None, {"L4": 7}, {"L4": 3, "I5": 4}, {"": 1})],
            *[("at_least[L4]", {"L4": count}) for count in (-1, True, 0.5, None)],
        ],
    )
    def test_bad_fields_are_named(self, field, value):
        with pytest.raises(InvalidOptions) as caught:
            Recipe(**{**PLAIN, field.partition("[")[0]: value})
        assert caught.value.field == field

    @pytest.mark.parametrize("field", ["pieces", "rows", "columns", "raggedness", "holes", "mix", "at_least"])
    def test_a_monstrous_integer_leaves_a_short_message(self, field):
        with pytest.raises(InvalidOptions) as caught:
            Recipe(**{**PLAIN, field: 10**5000})
        assert len(str(caught.value)) < 300

    def test_the_recipe_of_a_round_is_what_generate_uses(self):
        for difficulty in polyfit.DIFFICULTIES:
            recipe = polyfit.recipe(difficulty, "seed", 2, 5)
            puzzle = polyfit.generate(difficulty, "seed", 2, 5)
            assert recipe == polyfit.recipe(difficulty, "seed", 2, 5)
            assert len(puzzle.pieces) == recipe.pieces
            assert all(sum(p.name == name for p in puzzle.pieces) >= count for name, count in recipe.certain)
