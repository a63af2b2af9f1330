"""Who plays: humans and bots, and how each bot is set (C04)."""

from typing import Literal, Self

import msgspec

from gamecore import wire
from gamecore.cutting.rating import BOT_RATING, FLOOR
from gamecore.errors import InvalidSettings

__all__ = ["MAX_TEXT", "BotSettings", "Player", "checked_players"]

MAX_TEXT = 64
"""Longest id and longest name, in characters."""

_MAX_RATING = 1e6

_set = msgspec.structs.force_setattr


class BotSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot plays. Switching the mode keeps the tolerance.

    Args:
        mode: ``adaptive``: as well as the humans have played so far; ``fixed``: with a fixed error.
        tolerance: Greatest error of a fixed bot's target in percentage points, an integer from 0 to 20.

    Raises:
        InvalidSettings: Neither mode, or the tolerance is out of range.
    """

    mode: Literal["adaptive", "fixed"] = "adaptive"
    tolerance: int = 10

    def __post_init__(self) -> None:
        if type(self.mode) is not str or self.mode not in ("adaptive", "fixed"):
            raise InvalidSettings("mode", self.mode, "adaptive fixed")
        if type(self.tolerance) is not int or not 0 <= self.tolerance <= 20:
            raise InvalidSettings("tolerance", self.tolerance, "an integer from 0 to 20")


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A participant as the game knows it.

    Args:
        id: The host's name for it, 1 to 64 characters, another one for each participant of a game.
        name: What people see, 1 to 64 characters.
        kind: ``human`` or ``bot``.
        rating: Before the game, 1 to 1,000,000; a bot's is 1500.
        bot: A bot's settings (None: the defaults); None for a human.

    Raises:
        InvalidSettings: One of these does not hold.
    """

    id: str
    name: str
    kind: Literal["human", "bot"] = "human"
    rating: float = BOT_RATING
    bot: BotSettings | None = None

    def __post_init__(self) -> None:
        for field in ("id", "name"):
            value = getattr(self, field)
            if type(value) is not str or not 1 <= len(value) <= MAX_TEXT or not _is_unicode(value):
                raise InvalidSettings(field, value, f"text of 1 to {MAX_TEXT} characters, without lone surrogates")
        if type(self.kind) is not str or self.kind not in ("human", "bot"):
            raise InvalidSettings("kind", self.kind, "human bot")
        if type(self.rating) not in (int, float) or not FLOOR <= self.rating <= _MAX_RATING:
            raise InvalidSettings("rating", self.rating, "a number from 1 to 1,000,000")
        _set(self, "rating", float(self.rating))
        if self.kind == "human":
            if self.bot is not None:
                raise InvalidSettings("bot", self.bot, "None for a human")
        elif self.rating != BOT_RATING:
            raise InvalidSettings("rating", self.rating, "1500 for a bot")
        elif self.bot is None:
            _set(self, "bot", BotSettings())
        elif type(self.bot) is not BotSettings:
            raise InvalidSettings("bot", self.bot, "BotSettings")

    @property
    def is_bot(self) -> bool:
        """Whether it is a bot."""
        return self.kind == "bot"

    @classmethod
    def human(cls, id: str, name: str | None = None, rating: float = BOT_RATING) -> Self:  # noqa: A002
        """A human; without a name, the id is shown."""
        return cls(id, id if name is None else name, "human", rating)

    @classmethod
    def robot(cls, number: int, settings: BotSettings | None = None) -> Self:
        """The bot ``Bot <number>`` with the id ``bot-<number>``."""
        return cls(f"bot-{number}", f"Bot {number}", "bot", BOT_RATING, settings)


def checked_players(players: object) -> tuple[Player, ...]:
    """The participants in the order of the room.

    Raises:
        InvalidSettings: It is no list or tuple of one player or more, or two have the same id.
    """
    allowed = "a list or tuple of players, at least one"
    given = wire.array(players, "$", lambda *_: InvalidSettings("players", wire.shown(players), allowed), 1)
    seen = set()
    for player in given:
        if type(player) is not Player:
            raise InvalidSettings("players", wire.shown(player), "players only")
        if player.id in seen:
            raise InvalidSettings("players", player.id, "another id for each")
        seen.add(player.id)
    return tuple(given)


def _is_unicode(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= mark <= "\udfff" for mark in text)
