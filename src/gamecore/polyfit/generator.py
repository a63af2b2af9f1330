"""Puzzles grown from a seed: :func:`generate` for the game, :func:`grow` for people who make their own sets.

A puzzle is a function of the generator's version, the seed and the arguments alone. Its region is grown together
with a tiling (:mod:`gamecore.polyfit.growth`); then the pieces are shuffled, turned and numbered from streams of
their own, so that nothing about them tells how they lay, and the tiling is forgotten.
"""

from collections.abc import Sequence

from gamecore.errors import GenerationFailed, InvalidOptions
from gamecore.polyfit.growth import Tile, grown
from gamecore.polyfit.puzzle import Piece, Placement, Puzzle
from gamecore.polyfit.recipes import GENERATOR_VERSION, Recipe, check, eased, fits, pieces, recipe
from gamecore.polyfit.tilings import known_tiling
from gamecore.polyomino import NAMED, Cells, Region, normalise, orientations
from gamecore.randomness import stream

__all__ = ["generate", "grow"]

_ATTEMPTS = 16
_EASING = 8  # attempts until raggedness and holes are 0
_Name = tuple[str | int, ...]


def generate(difficulty: str = "normal", seed: str = "", round: int = 1, rounds: int = 6) -> Puzzle:  # noqa: A002
    """The puzzle of a round: the same on every run, platform and library version with this generator version.

    Args:
        difficulty: ``easy``: 3 to 5 trominoes and tetrominoes within 5 rows × 6 columns; ``normal``: 4 to 7
            tetrominoes and pentominoes within 6 × 8; ``hard``: 7 to 12, mostly pentominoes, within 7 × 11;
            ``extreme``: 32 to 56, nearly all pentominoes and each at least twice, within 16 × 24.
        seed: Any text. Nothing about it can be told from puzzles other than by trying seeds.
        round: From 1 to ``rounds``; the number of pieces rises with it.
        rounds: 3 to 9.

    Raises:
        InvalidOptions: One of these does not hold.
    """
    return _planted(difficulty, seed, round, rounds)[0]


def grow(recipe: Recipe, seed: str = "") -> Puzzle:
    """A puzzle by a recipe of your own: the same for the same recipe, seed and generator version.

    Raggedness and holes are wishes: where a region gets stuck, later attempts have less of both, down to none.

    Args:
        recipe: What the puzzle should be like.
        seed: Any text.

    Raises:
        InvalidOptions: The recipe is no :class:`Recipe`, or the seed is not text.
        GenerationFailed: The pieces cannot fit the box, or a bounded number of attempts found no way to lay them.
    """
    if not isinstance(recipe, Recipe):
        raise InvalidOptions("recipe", recipe, "a Recipe")
    name = _spelt(recipe)
    stream(seed)  # checks the seed before anything else is said of the recipe
    _refuse_impossible(recipe)
    tiles = _tiles(recipe, seed, name)
    if tiles is None:
        raise GenerationFailed(
            f"{_ATTEMPTS} attempts did not lay {recipe.pieces} pieces within {recipe.rows} × {recipe.columns}; "
            "a larger box or less raggedness helps"
        )
    return _finished(tiles, seed, name)[0]


def _planted(difficulty: str, seed: str, round: int, rounds: int) -> tuple[Puzzle, list[Placement]]:  # noqa: A002
    """The puzzle with the tiling that it grew by, in the order of growth: for tests alone."""
    check(difficulty, round, rounds)
    name: _Name = (difficulty, rounds, round)
    wanted = recipe(difficulty, seed, round, rounds)
    tiles = _tiles(wanted, seed, name) or _tiles(eased(wanted, difficulty), seed, (*name, "eased"))
    if tiles is None:  # no seed is known that comes here
        tiles = known_tiling(difficulty, pieces(difficulty, round, rounds))
    return _finished(tiles, seed, name)


def _spelt(recipe: Recipe) -> _Name:
    """The recipe as a stream's name, the same for equal recipes only."""
    numbers = (recipe.pieces, recipe.rows, recipe.columns, recipe.raggedness, recipe.holes, len(recipe.weights))
    return ("recipe", *numbers, *(part for pair in (*recipe.weights, *recipe.certain) for part in pair))


def _refuse_impossible(recipe: Recipe) -> None:
    room = recipe.rows * recipe.columns
    if recipe.least_cells > room:
        raise GenerationFailed(
            f"{recipe.pieces} pieces have at least {recipe.least_cells} cells, "
            f"{recipe.rows} × {recipe.columns} has {room}"
        )
    for name, _ in recipe.certain:
        if not fits(name, recipe.rows, recipe.columns):
            raise GenerationFailed(f"{name} does not fit {recipe.rows} × {recipe.columns}")


def _tiles(recipe: Recipe, seed: str, name: _Name) -> list[Tile] | None:
    """The tiles of the first attempt that succeeds; each is less ragged and has fewer holes than the one before."""
    for attempt in range(_ATTEMPTS):
        chance = stream(seed, "polyfit", GENERATOR_VERSION, *name, "growth", attempt)
        ease = max(0, _EASING - attempt)
        raggedness, holes = recipe.raggedness * ease // _EASING, recipe.holes * ease // _EASING
        tiles = grown(recipe.bag(chance), recipe.rows, recipe.columns, raggedness, holes, chance)
        if tiles is not None:
            return tiles
    return None


def _finished(tiles: Sequence[Tile], seed: str, name: _Name) -> tuple[Puzzle, list[Placement]]:
    """Trim the board; shuffle, turn and number the pieces."""
    top = min(tile.cells[0][0] for tile in tiles)
    left = min(column for tile in tiles for _, column in tile.cells)
    board = Region.from_cells((row - top, column - left) for tile in tiles for row, column in tile.cells)
    order = stream(seed, "polyfit", GENERATOR_VERSION, *name, "order").shuffled(range(len(tiles)))
    turns = stream(seed, "polyfit", GENERATOR_VERSION, *name, "orientation")
    made = []
    planted: list[tuple[int, Placement]] = []
    for number, grown_as in enumerate(order):
        shape, cells = tiles[grown_as]
        given = turns.choice(orientations(NAMED[shape])).cells
        made.append(Piece(f"p{number}", shape, given))
        planted.append((grown_as, _placement(f"p{number}", given, cells, top, left)))
    return Puzzle(board.rows, tuple(made)), [placement for _, placement in sorted(planted, key=lambda pair: pair[0])]


def _placement(piece: str, given: Cells, cells: Cells, top: int, left: int) -> Placement:
    laid = normalise(cells)
    way = next(way for way in orientations(given) if way.cells == laid)
    row, column = cells[0][0], min(column for _, column in cells)
    return Placement(piece, way.rotation, way.flip, (row - top, column - left))
