"""Recipes: what a grown puzzle should be like, and those that each difficulty and round draws from."""

from collections.abc import Mapping
from typing import NamedTuple, cast

import msgspec
from msgspec.structs import force_setattr

from gamecore.errors import InvalidOptions
from gamecore.polyomino import NAMED, orientations
from gamecore.randomness import Stream, stream

__all__ = ["DIFFICULTIES", "GENERATOR_VERSION", "MAX_PIECES", "MAX_SIDE", "MAX_WEIGHT", "Recipe", "pieces", "recipe"]

GENERATOR_VERSION = 1
"""Part of every stream's name; it changes whenever any puzzle does."""

MAX_PIECES = 1_024
"""Most pieces of a recipe."""
MAX_SIDE = 64
"""Most rows and columns of a recipe's box."""
MAX_WEIGHT = 1_000_000
"""Largest weight of a shape in a mix."""

Counts = tuple[tuple[str, int], ...]
Given = Mapping[str, int] | Counts


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What :func:`~gamecore.polyfit.grow` makes puzzles by. Equal by value, hashable.

    Args:
        pieces: Number of pieces, 1 to 1,024.
        rows: Most rows of the region, 1 to 64.
        columns: Most columns of the region, 1 to 64.
        mix: Weights of the shapes that pieces are drawn from, by name (``{"F5": 2, "I5": 1}``; names of
            :data:`gamecore.polyomino.NAMED`): a mapping or pairs, integers from 0 to 1,000,000, not all 0. Kept as
            a tuple of pairs in the order of ``NAMED``.
        at_least: How often shapes must be there: a number for every shape of the mix, or a mapping by name, which
            may name shapes that are not in the mix. Kept as a tuple of pairs.
        raggedness: From 0, as compact as can be, to 100, an outline full of bays.
        holes: 0 for none, 100 for about one in four pieces; some may come to lie at the edge.

    Raises:
        InvalidOptions: One of these does not hold; it names the field.
    """

    pieces: int
    rows: int
    columns: int
    mix: Given
    at_least: int | Given = ()
    raggedness: int = 0
    holes: int = 0

    def __post_init__(self) -> None:
        _integer("pieces", self.pieces, 1, MAX_PIECES)
        _integer("rows", self.rows, 1, MAX_SIDE)
        _integer("columns", self.columns, 1, MAX_SIDE)
        _integer("raggedness", self.raggedness, 0, 100)
        _integer("holes", self.holes, 0, 100)
        mix = _counts("mix", self.mix, MAX_WEIGHT)
        if not mix:
            raise InvalidOptions("mix", self.mix, "at least one shape of a weight above 0")
        force_setattr(self, "mix", mix)
        at_least: object = self.at_least
        if type(at_least) is int:
            _integer("at_least", at_least, 0, MAX_PIECES)
            at_least = {name: at_least for name, _ in mix}
        force_setattr(self, "at_least", _counts("at_least", at_least, MAX_PIECES))
        if sum(count for _, count in self.certain) > self.pieces:
            raise InvalidOptions("at_least", dict(self.certain), f"no more than the {self.pieces} pieces together")

    @property
    def weights(self) -> Counts:
        """``mix`` as it is kept: pairs of a name and a weight."""
        return cast("Counts", self.mix)

    @property
    def certain(self) -> Counts:
        """``at_least`` as it is kept: pairs of a name and a count."""
        return cast("Counts", self.at_least)

    @property
    def least_cells(self) -> int:
        """Fewest cells that the pieces can have together."""
        certain = sum(count * len(NAMED[name]) for name, count in self.certain)
        drawn = self.pieces - sum(count for _, count in self.certain)
        return certain + drawn * min(len(NAMED[name]) for name, _ in self.weights)

    def bag(self, chance: Stream) -> list[str]:
        """Names of the pieces' shapes, one for each: those that must be there, the others drawn by weight."""
        bag = [name for name, count in self.certain for _ in range(count)]
        names = [name for name, _ in self.weights]
        weights = [weight for _, weight in self.weights]
        bag += [names[chance.weighted(weights)] for _ in range(self.pieces - len(bag))]
        return bag


def _integer(field: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise InvalidOptions(field, value, f"an integer from {low} to {high}")


def _counts(field: str, given: object, most: int) -> Counts:
    """The pairs of a mapping or of an iterable of pairs in the order of ``NAMED``, without zeros."""
    allowed = f"names of shapes, each with an integer from 0 to {most}"
    if isinstance(given, Mapping):
        pairs = list(given.items())
    elif isinstance(given, list | tuple) and all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in given):
        pairs = [(name, count) for name, count in given]
    else:
        raise InvalidOptions(field, given, allowed)
    counts: dict[str, int] = {}
    for name, count in pairs:
        if type(name) is not str or name not in NAMED or name in counts:
            raise InvalidOptions(field, name, f"names of shapes, each once: {' '.join(NAMED)}")
        if type(count) is not int or not 0 <= count <= most:
            raise InvalidOptions(f"{field}[{name}]", count, f"an integer from 0 to {most}")
        counts[name] = count
    return tuple((name, counts[name]) for name in NAMED if counts.get(name))


def fits(name: str, rows: int, columns: int) -> bool:
    """Whether the shape fits a box in some orientation."""
    return any(
        max(row for row, _ in way.cells) < rows and max(column for _, column in way.cells) < columns
        for way in orientations(NAMED[name])
    )


class _Kind(NamedTuple):
    """What puzzles of a difficulty are drawn from; pairs are the first and the last round's, or a range."""

    pieces: tuple[int, int]
    box: tuple[int, int]
    large: int  # cells of the larger pieces; the smaller ones have one fewer
    small: tuple[int, int]  # range of the share of smaller pieces, in percent
    each: int  # pieces of every large shape
    fill: tuple[int, int]  # range of the share of the box that the cells fill, in percent; ragged ones fill less
    raggedness: tuple[tuple[int, int], tuple[int, int]]  # its range in the first and in the last round
    holes: tuple[tuple[int, int], tuple[int, int]]  # likewise
    stubborn: tuple[int, int] = (
        1,
        1,
    )  # the stubborn shapes' weight in the first round, all others' in any; in the last


_KINDS = {
    "easy": _Kind((3, 5), (5, 6), 4, (20, 60), 0, (60, 85), ((0, 50), (0, 100)), ((0, 0), (0, 60))),
    "normal": _Kind((4, 7), (6, 8), 5, (20, 70), 0, (60, 83), ((0, 50), (0, 100)), ((0, 20), (0, 80))),
    "hard": _Kind((7, 12), (7, 11), 5, (8, 40), 0, (62, 82), ((0, 50), (0, 100)), ((0, 20), (0, 80))),
    "extreme": _Kind((32, 56), (16, 24), 5, (0, 10), 2, (73, 87), ((0, 30), (0, 60)), ((0, 20), (0, 50)), (2, 3)),
}

_STUBBORN = frozenset({"I5", "T5", "V5", "W5", "X5"})
"""Shapes that plain searches lay too late (``docs/difficulty.md``)."""

DIFFICULTIES = tuple(_KINDS)
"""``easy``, ``normal``, ``hard`` and ``extreme``."""

_SHAPES = {size: tuple(name for name, cells in NAMED.items() if len(cells) == size) for size in (3, 4, 5)}


def check(difficulty: object, round: object, rounds: object) -> None:  # noqa: A002
    """Check what :func:`recipe` takes.

    Raises:
        InvalidOptions: As there.
    """
    if type(difficulty) is not str or difficulty not in _KINDS:
        raise InvalidOptions("difficulty", difficulty, ", ".join(DIFFICULTIES))
    _integer("rounds", rounds, 3, 9)
    assert isinstance(rounds, int)
    _integer("round", round, 1, rounds)


def pieces(difficulty: str, round: int, rounds: int) -> int:  # noqa: A002
    """Number of pieces of a round's puzzle: from the low to the high figure over the rounds (P05, P06).

    Args:
        difficulty: One of :data:`DIFFICULTIES`.
        round: From 1 to ``rounds``.
        rounds: 3 to 9.

    Raises:
        InvalidOptions: One of these does not hold.
    """
    check(difficulty, round, rounds)
    return _between(_KINDS[difficulty].pieces, round, rounds)


def recipe(difficulty: str = "normal", seed: str = "", round: int = 1, rounds: int = 6) -> Recipe:  # noqa: A002
    """The recipe by which :func:`~gamecore.polyfit.generate` makes the puzzle of the same arguments.

    The number of pieces is fixed by the round. The shares of shapes, the box, raggedness and holes are drawn,
    and may lie the farther out the later the round.

    Args:
        difficulty: One of ``easy``, ``normal``, ``hard``, ``extreme``.
        seed: Any text.
        round: From 1 to ``rounds``.
        rounds: 3 to 9.

    Raises:
        InvalidOptions: One of these does not hold.
    """
    check(difficulty, round, rounds)
    kind = _KINDS[difficulty]
    chance = stream(seed, "polyfit", GENERATOR_VERSION, difficulty, rounds, round, "recipe")
    count = _between(kind.pieces, round, rounds)

    large, small = _SHAPES[kind.large], _SHAPES[kind.large - 1]
    low, high = kind.small
    smaller = chance.between(-(-count * low // 100), count * high // 100)
    at_least = dict.fromkeys(large, kind.each)
    for _ in range(smaller):
        name = chance.choice(small)
        at_least[name] = at_least.get(name, 0) + 1

    cells = count * kind.large - smaller
    stubborn = _between(kind.stubborn, round, rounds)
    raggedness = _drawn(kind.raggedness, round, rounds, chance)
    rows, columns = _box(kind, cells, chance.between(*kind.fill) - raggedness // 8, chance)
    return Recipe(
        pieces=count,
        rows=rows,
        columns=columns,
        mix=tuple((name, stubborn if name in _STUBBORN else kind.stubborn[0]) for name in large),
        at_least=tuple(at_least.items()),
        raggedness=raggedness,
        holes=_drawn(kind.holes, round, rounds, chance),
    )


def _between(ends: tuple[int, int], round: int, rounds: int) -> int:  # noqa: A002
    """From the first end in the first round evenly to the second in the last, rounded to the nearest."""
    low, high = ends
    return low + (2 * (high - low) * (round - 1) + rounds - 1) // (2 * (rounds - 1))


def _drawn(ranges: tuple[tuple[int, int], tuple[int, int]], round: int, rounds: int, chance: Stream) -> int:  # noqa: A002
    (first_low, first_high), (last_low, last_high) = ranges
    low, high = _between((first_low, last_low), round, rounds), _between((first_high, last_high), round, rounds)
    return chance.between(low, high)


def _box(kind: _Kind, cells: int, fill: int, chance: Stream) -> tuple[int, int]:
    """Rows and columns of a box that the cells fill to about that many percent."""
    most_rows, most_columns = kind.box
    area = min(-(-100 * cells // fill), most_rows * most_columns)
    rows = chance.between(max(3, -(-area // most_columns)), most_rows)
    return rows, min(-(-area // rows), most_columns)


def eased(recipe: Recipe, difficulty: str) -> Recipe:
    """The recipe's pieces, as easy to grow as the difficulty allows: all its room, compact, no holes."""
    rows, columns = _KINDS[difficulty].box
    return msgspec.structs.replace(recipe, rows=rows, columns=columns, raggedness=0, holes=0)
