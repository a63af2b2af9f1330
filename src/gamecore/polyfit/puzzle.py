"""Puzzles: a board, the pieces to lay on it, and placements of the pieces."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Self

import msgspec
from msgspec.structs import force_setattr

from gamecore import wire
from gamecore.errors import InvalidPuzzle, MalformedMove
from gamecore.polyomino import Cell, Cells, Region, canonical, is_connected, name_of, normalise, transform
from gamecore.render import svg, text

__all__ = [
    "MAX_CELLS",
    "MAX_COORDINATE",
    "MAX_ID",
    "MAX_PIECES",
    "MAX_PIECE_CELLS",
    "Piece",
    "Placement",
    "Puzzle",
    "read_placements",
]

MAX_ID = 64
"""Longest id and name of a piece, in characters."""
MAX_PIECES = 16_384
"""Most pieces of a puzzle."""
MAX_PIECE_CELLS = 1_024
"""Most cells of a piece."""
MAX_CELLS = 131_072
"""Most cells of all the pieces of a puzzle together."""
MAX_COORDINATE = 10**6
"""Largest absolute value of a piece's coordinates before they are normalised."""
MAX_ANCHOR = 10**9
"""Largest absolute value of an anchor's coordinates."""


class Piece(msgspec.Struct, frozen=True):
    """A piece of a puzzle.

    Args:
        id: 1 to 64 characters, unique in its puzzle.
        name: Up to 64 characters; an empty one becomes the shape's name (``F5``) or else ``custom`` and its size.
        cells: Cells ``(row, column)``, connected, no repeats, 1 to 1,024 of them, coordinates within ±10⁶; kept
            normalised: moved to row 0 and column 0, sorted.

    Raises:
        InvalidPuzzle: One of these does not hold; the path starts at the piece (``$.cells[3]``).
    """

    id: str
    name: str
    cells: Cells

    def __post_init__(self) -> None:
        wire.string(self.id, "$.id", InvalidPuzzle, 1, MAX_ID)
        wire.string(self.name, "$.name", InvalidPuzzle, 0, MAX_ID)
        given = wire.array(self.cells, "$.cells", InvalidPuzzle, 1, MAX_PIECE_CELLS)
        pairs = tuple(map(tuple, given)) if all(type(cell) in _PAIRS for cell in given) else ()
        # The common case at full speed; whatever is wrong is found again, and named, cell by cell.
        if not (
            pairs
            and all(
                len(pair) == 2
                and type(pair[0]) is int
                and type(pair[1]) is int
                and -MAX_COORDINATE <= pair[0] <= MAX_COORDINATE
                and -MAX_COORDINATE <= pair[1] <= MAX_COORDINATE
                for pair in pairs
            )
            and len(set(pairs)) == len(pairs)
        ):
            pairs = _checked_cells(given)
        cells, connected, name = _studied_small(pairs) if len(pairs) <= 16 else _studied(pairs)
        if not connected:
            raise InvalidPuzzle("$.cells", "are not connected edge to edge")
        force_setattr(self, "cells", cells)
        if not self.name:
            force_setattr(self, "name", name)


_PAIRS = (list, tuple)


def _checked_cells(given: Iterable[object]) -> Cells:
    seen: dict[Cell, int] = {}
    for number, cell in enumerate(given):
        path = f"$.cells[{number}]"
        row, column = wire.array(cell, path, InvalidPuzzle, 2, 2)
        wire.integer(row, f"{path}[0]", InvalidPuzzle, -MAX_COORDINATE, MAX_COORDINATE)
        wire.integer(column, f"{path}[1]", InvalidPuzzle, -MAX_COORDINATE, MAX_COORDINATE)
        if (row, column) in seen:
            raise InvalidPuzzle(path, f"repeats the cell [{row}, {column}]")
        seen[row, column] = number
    return tuple(seen)


def _studied(cells: Cells) -> tuple[Cells, bool, str]:
    """Normalised cells, whether they are connected, and a name."""
    shape = normalise(cells)
    return shape, is_connected(shape), name_of(shape) or f"custom{len(shape)}"


_studied_small = lru_cache(maxsize=1024)(_studied)


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece laid on the board: mirrored left to right if ``flip``, then turned, then put on the anchor (P09).

    Args:
        piece: The piece's id, up to 64 characters.
        rotation: Quarter turns clockwise, 0 to 3.
        flip: Whether the piece is mirrored before it is turned.
        anchor: ``(row, column)`` of the top-left corner of the bounding box, each within ±10⁹; negative ones
            lie outside the board.

    Raises:
        MalformedMove: One of these does not hold; the path starts at the placement (``$.anchor[1]``).
    """

    piece: str
    rotation: int
    flip: bool
    anchor: Cell

    def __post_init__(self) -> None:
        anchor = self.anchor
        # The common case in one expression; whatever is wrong is found again, and named, below.
        if (
            type(self.rotation) is int
            and 0 <= self.rotation <= 3
            and type(self.flip) is bool
            and type(self.piece) is str
            and len(self.piece) <= MAX_ID
            and self.piece.isascii()
            and type(anchor) is tuple
            and len(anchor) == 2
            and type(anchor[0]) is int
            and type(anchor[1]) is int
            and -MAX_ANCHOR <= anchor[0] <= MAX_ANCHOR
            and -MAX_ANCHOR <= anchor[1] <= MAX_ANCHOR
        ):
            return
        wire.string(self.piece, "$.piece", MalformedMove, 0, MAX_ID)
        wire.integer(self.rotation, "$.rotation", MalformedMove, 0, 3)
        wire.boolean(self.flip, "$.flip", MalformedMove)
        row, column = wire.array(anchor, "$.anchor", MalformedMove, 2, 2)
        wire.integer(row, "$.anchor[0]", MalformedMove, -MAX_ANCHOR, MAX_ANCHOR)
        wire.integer(column, "$.anchor[1]", MalformedMove, -MAX_ANCHOR, MAX_ANCHOR)
        force_setattr(self, "anchor", (row, column))

    @classmethod
    def from_object(cls, value: object) -> Self:
        """A placement from a decoded JSON object (a :class:`Placement` is returned as it is).

        Raises:
            MalformedMove: It is none; the path starts at the placement.
        """
        if isinstance(value, cls):
            return value
        keys = wire.record(value, "$", MalformedMove, cls.__struct_fields__)
        return cls(keys["piece"], keys["rotation"], keys["flip"], keys["anchor"])

    def to_dict(self) -> dict[str, Any]:
        """The decoded JSON form: ``{"piece", "rotation", "flip", "anchor": [row, column]}``."""
        return {"piece": self.piece, "rotation": self.rotation, "flip": self.flip, "anchor": list(self.anchor)}


class Puzzle(msgspec.Struct, frozen=True, dict=True):
    """A board and the pieces to tile it with. Equal by value, hashable.

    The board may have empty rows and columns around it and lie in several areas, and the pieces' area may
    differ from the board's (then no solution exists).

    Args:
        region: Rows of ``#`` (fill) and ``.``, up to 256 × 256, kept as given; a ``Region`` serves, too.
        pieces: 1 to 16,384 pieces with unique ids and at most 131,072 cells together.

    Raises:
        InvalidPuzzle: The puzzle is not well formed; the path leads to the fault (``$.pieces[2].cells``).
    """

    region: tuple[str, ...]
    pieces: tuple[Piece, ...]

    def __post_init__(self) -> None:
        rows: object = self.region
        if isinstance(rows, Region):
            board = rows
        else:
            try:
                board = Region(rows)  # type: ignore[arg-type]  # it checks
            except InvalidPuzzle as error:
                raise error.under("$.region") from None
        force_setattr(self, "region", board.rows)
        self.__dict__["board"] = board
        pieces = wire.array(self.pieces, "$.pieces", InvalidPuzzle, 1, MAX_PIECES)
        force_setattr(self, "pieces", tuple(pieces))
        seen: set[str] = set()
        cells = 0
        for number, piece in enumerate(pieces):
            if not isinstance(piece, Piece):
                raise InvalidPuzzle(f"$.pieces[{number}]", f"expected a Piece, got {wire.shown(piece)}")
            if piece.id in seen:
                raise InvalidPuzzle(f"$.pieces[{number}].id", f"repeats {wire.shown(piece.id)}: ids must be unique")
            seen.add(piece.id)
            cells += len(piece.cells)
            if cells > MAX_CELLS:
                raise InvalidPuzzle("$.pieces", f"have more than {MAX_CELLS} cells together")

    @classmethod
    def from_json(cls, source: object) -> Self:
        """Read a puzzle: ``{"region": [rows], "pieces": [{"id", "cells", "name"}]}``.

        Other keys are ignored, a missing name is made up. A live observation ``{"body": {"puzzle": …}}`` and its
        body ``{"puzzle": …}`` are read, too.

        Args:
            source: JSON text as ``str`` or ``bytes``, or the decoded object.

        Raises:
            InvalidPuzzle: It is not well formed; the path leads to the fault.
        """
        value = wire.decode(source, InvalidPuzzle)
        if isinstance(value, cls):
            return value
        path = "$"
        for wrapping in ("body", "puzzle"):
            if isinstance(value, dict) and "region" not in value and wrapping in value:
                value = value[wrapping]
                path = f"{path}.{wrapping}"
        try:
            return cls._from_object(value)
        except InvalidPuzzle as error:
            raise error.under(path) from None

    @classmethod
    def _from_object(cls, value: object) -> Self:
        keys = wire.record(value, "$", InvalidPuzzle, ("region", "pieces"), None)
        pieces = []
        cells = 0
        for number, item in enumerate(wire.array(keys["pieces"], "$.pieces", InvalidPuzzle, 1, MAX_PIECES)):
            try:
                piece = wire.record(item, "$", InvalidPuzzle, ("id", "cells"), None)
                if "name" in piece:
                    wire.string(piece["name"], "$.name", InvalidPuzzle, 1, MAX_ID)
                pieces.append(Piece(piece["id"], piece.get("name", ""), piece["cells"]))
            except InvalidPuzzle as error:
                raise error.under(f"$.pieces[{number}]") from None
            cells += len(pieces[-1].cells)
            if cells > MAX_CELLS:  # before millions of cells are built
                raise InvalidPuzzle("$.pieces", f"have more than {MAX_CELLS} cells together")
        return cls(keys["region"], tuple(pieces))

    def to_json(self) -> str:
        """Compact JSON text, ``{"region": …, "pieces": …}``; :meth:`from_json` gives an equal puzzle back."""
        return wire.encode(self)

    def to_dict(self) -> dict[str, Any]:
        """The decoded JSON form, of fresh lists and dicts."""
        return {
            "region": list(self.region),
            "pieces": [
                {"id": piece.id, "name": piece.name, "cells": [list(cell) for cell in piece.cells]}
                for piece in self.pieces
            ],
        }

    @cached_property
    def board(self) -> Region:
        """The board as a :class:`~gamecore.polyomino.Region`."""
        return Region(self.region)

    @cached_property
    def by_id(self) -> Mapping[str, Piece]:
        """The pieces by their ids, in order."""
        return MappingProxyType({piece.id: piece for piece in self.pieces})

    @cached_property
    def shapes(self) -> Mapping[Cells, tuple[str, ...]]:
        """Ids of the pieces by free shape (its canonical cells): those of one shape are interchangeable."""
        groups: dict[Cells, list[str]] = {}
        for piece in self.pieces:
            groups.setdefault(canonical(piece.cells), []).append(piece.id)
        return MappingProxyType({shape: tuple(ids) for shape, ids in groups.items()})

    def covered(self, placement: Placement) -> Cells:
        """The cells that a placement covers, on the board or off it, sorted.

        Raises:
            KeyError: The puzzle has no piece of that id.
        """
        row, column = placement.anchor
        laid = transform(self.by_id[placement.piece].cells, placement.rotation, placement.flip)
        return tuple((row + down, column + right) for down, right in laid)

    def __str__(self) -> str:
        return str(self.board)

    def draw(self, placements: Iterable[Placement | Mapping[str, Any]] = ()) -> str:
        """The board as text, a letter for each piece laid on it.

        ``#`` is a cell still to fill, ``.`` is none, ``*`` is covered twice. Cells off the board and unknown
        pieces are left out. Letters follow the order of the puzzle's pieces; beyond some 700 pieces they repeat.

        Args:
            placements: Placements or their JSON objects, right or wrong.

        Raises:
            MalformedMove: One of them is no placement.
        """
        return text.draw(self._marks(placements, text.letters(len(self.pieces))))

    def _marks(self, placements: Iterable[Placement | Mapping[str, Any]], labels: tuple[str, ...]) -> list[list[str]]:
        marks = [list(row) for row in self.region]
        letter = dict(zip(self.by_id, labels, strict=True))
        taken: set[Cell] = set()
        for placement in read_placements(placements, len(self.pieces)):
            if placement.piece in letter:
                for row, column in self.covered(placement):
                    if 0 <= row < self.board.height and 0 <= column < self.board.width:
                        marks[row][column] = "*" if (row, column) in taken else letter[placement.piece]
                        taken.add((row, column))
        return marks

    def svg(self, placements: Iterable[Placement | Mapping[str, Any]] = (), *, cell: int = 24) -> str:
        """The board as an SVG picture, each piece laid on it in the colour of its shape.

        Args:
            placements: Placements or their JSON objects, right or wrong; unknown pieces are left out.
            cell: Side of a cell in pixels.

        Raises:
            MalformedMove: One of them is no placement.
        """
        fill = {id_: svg.colour(number) for number, ids in enumerate(self.shapes.values()) for id_ in ids}
        tiles = [
            svg.Tile(
                self.covered(placement),
                fill[placement.piece],
                f"{placement.piece} ({self.by_id[placement.piece].name})",
            )
            for placement in read_placements(placements, len(self.pieces))
            if placement.piece in self.by_id
        ]
        return svg.board(self.board.cells, self.board.height, self.board.width, tiles, cell=cell)

    def _repr_svg_(self) -> str:
        return self.svg()


def read_placements(placements: Iterable[object], pieces: int) -> list[Placement]:
    """Placements of an iterable of placements or decoded JSON objects, at most four a piece.

    Raises:
        MalformedMove: One of them is none (``$[3].anchor``), there are too many, or it is no iterable.
    """
    found: list[Placement] = []
    if isinstance(placements, str | bytes | dict | msgspec.Struct) or not isinstance(placements, Iterable):
        raise MalformedMove("$", f"expected placements, got {wire.shown(placements)}")
    if isinstance(placements, list | tuple):
        placements = wire.array(placements, "$", MalformedMove)
    for number, item in enumerate(placements):
        if number >= 4 * pieces:
            raise MalformedMove("$", f"has more than {4 * pieces} placements: four times the pieces")
        try:
            found.append(item if type(item) is Placement else Placement.from_object(item))
        except MalformedMove as error:
            raise error.under(f"$[{number}]") from None
    return found
