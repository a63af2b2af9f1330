"""A board that a person lays pieces on, by typed words, and how it looks in the terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gamecore.errors import GamecoreError
from gamecore.render import svg, text

if TYPE_CHECKING:
    from rich.text import Text

    from gamecore.polyfit import Placement, Puzzle

__all__ = ["Board", "Refused"]

_WIDTH = 96  # columns for the pieces still to lay


class Refused(GamecoreError):
    """Words that lay no piece: not understood, or there is no room for the piece."""

    code = "refused"


class Board:
    """A puzzle and the pieces laid on it so far; no two overlap, none lies beside the region.

    Args:
        puzzle: The puzzle. Its pieces are called by the letters of :func:`gamecore.render.text.letters`, in order.
    """

    def __init__(self, puzzle: "Puzzle") -> None:
        self.puzzle = puzzle
        self._laid: list[Placement] = []
        self._letters = dict(zip(puzzle.by_id, text.letters(len(puzzle.pieces)), strict=True))
        self._ids = {letter: id_ for id_, letter in self._letters.items()}
        self._shades = {id_: svg.colour(number) for number, ids in enumerate(puzzle.shapes.values()) for id_ in ids}

    @property
    def placements(self) -> tuple["Placement", ...]:
        """What is laid, in the order in which it was."""
        return tuple(self._laid)

    @property
    def complete(self) -> bool:
        """Whether every piece is laid."""
        return len(self._laid) == len(self.puzzle.pieces)

    def letter(self, id_: str) -> str:
        """The letter of a piece."""
        return self._letters[id_]

    def lay(self, words: Sequence[str]) -> "Placement":
        """Lay a piece: ``A 0 3`` (row, column), ``A 1 0 3`` (a quarter turn clockwise first), either with ``f`` (flip).

        A piece that was laid is moved. A refusal leaves the board as it was.

        Raises:
            Refused: The words are no placement, or the piece has no room there.
        """
        from gamecore.polyfit import Placement

        if not words:
            raise Refused("nothing to lay")
        id_ = self._id(words[0])
        flip = any(word in ("f", "F") for word in words[1:])
        try:
            numbers = [_small(word) for word in words[1:] if word not in ("f", "F")]
        except ValueError as error:
            raise Refused(f"{error} is no number from -99 to 99") from None
        if len(numbers) not in (2, 3):
            raise Refused("a letter, then row and column, or rotation, row and column; f to flip: A 1 f 0 3")
        *turns, row, column = numbers
        placement = Placement(id_, turns[0] % 4 if turns else 0, flip, (row, column))
        others = [laid for laid in self._laid if laid.piece != id_]
        taken = {cell: laid.piece for laid in others for cell in self.puzzle.covered(laid)}
        for cell in self.puzzle.covered(placement):
            if cell not in self.puzzle.board:
                raise Refused(f"{words[0]} would cover row {cell[0]}, column {cell[1]}, which is not to be filled")
            if cell in taken:
                raise Refused(
                    f"{words[0]} would cover row {cell[0]}, column {cell[1]}, where {self.letter(taken[cell])} lies"
                )
        self._laid = [*others, placement]
        return placement

    def lift(self, word: str) -> None:
        """Take a piece up again.

        Raises:
            Refused: There is no such piece, or it is not laid.
        """
        id_ = self._id(word)
        left = [laid for laid in self._laid if laid.piece != id_]
        if len(left) == len(self._laid):
            raise Refused(f"{self.letter(id_)} is not laid")
        self._laid = left

    def undo(self) -> None:
        """Take up the piece laid last.

        Raises:
            Refused: None is laid.
        """
        if not self._laid:
            raise Refused("nothing is laid")
        self._laid.pop()

    def clear(self) -> None:
        """Take up all pieces."""
        self._laid.clear()

    def _id(self, word: str) -> str:
        for letter in (word, word.upper()):
            if letter in self._ids:
                return self._ids[letter]
        raise Refused(f"{word[:20]!r} is neither a piece nor a word of the game (help lists them)")

    def drawing(self) -> "Text":
        """The board with its letters, rows and columns numbered, and below it the pieces still to lay."""
        from rich.text import Text

        owner = {cell: laid.piece for laid in self._laid for cell in self.puzzle.covered(laid)}
        rows = self.puzzle.region
        drawn = Text("    " + "".join(f"{column:<2d}" for column in range(len(rows[0]))).rstrip() + "\n")
        for row, marks in enumerate(rows):
            drawn.append(f"{row:>3d} ")
            for column, mark in enumerate(marks):
                if (row, column) in owner:
                    self._cell(drawn, owner[row, column])
                else:
                    drawn.append("░░" if mark == "#" else "  ")
            drawn.append("\n")
        laid = {placement.piece for placement in self._laid}
        drawn.append(self._pieces([piece.id for piece in self.puzzle.pieces if piece.id not in laid]))
        drawn.rstrip()
        return drawn

    def _cell(self, drawn: "Text", id_: str) -> None:
        drawn.append(f"{self.letter(id_)} ", f"black on {self._shades[id_]}")

    def _pieces(self, ids: Sequence[str]) -> "Text":
        """The pieces as they are unturned, side by side, in as many bands as the width needs."""
        from rich.text import Text

        drawn = Text()
        band: list[str] = []
        used = 0
        for id_ in [*ids, None]:
            width = 0 if id_ is None else 2 * self._extent(id_, 1) + 3
            if band and (id_ is None or used + width > _WIDTH):
                drawn.append("\n")
                for row in range(max(self._extent(other, 0) for other in band)):
                    drawn.append("    ")
                    for other in band:
                        cells = self.puzzle.by_id[other].cells
                        for column in range(self._extent(other, 1)):
                            if (row, column) in cells:
                                self._cell(drawn, other)
                            else:
                                drawn.append("  ")
                        drawn.append("   ")
                    drawn.append("\n")
                band, used = [], 0
            if id_ is not None:
                band.append(id_)
                used += width
        return drawn

    def _extent(self, id_: str, axis: int) -> int:
        return 1 + max(cell[axis] for cell in self.puzzle.by_id[id_].cells)


def _small(word: str) -> int:
    if len(word) > 3 or not word.removeprefix("-").isdecimal():
        raise ValueError(repr(word[:20]))
    return int(word)
