"""The waiting room: who is in, who is ready, the settings, the bots, and the start of the game (C02 to C04)."""

from typing import Annotated, Any, Literal, Self

import msgspec

from gamecore import wire
from gamecore.cutting.players import BotSettings, Player
from gamecore.cutting.settings import Settings
from gamecore.cutting.state import State
from gamecore.errors import GamecoreError, IllegalMove, InvalidSettings

__all__ = ["MAX_BOTS", "Room"]

MAX_BOTS = 8
"""Most bots in a room unless the host of the server says otherwise."""

_BOT_LIMIT = 100


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A waiting room; every method gives the next one and leaves this one as it is. Equal by value, hashable.

    The humans stand in the order in which they came, bots among them; that is the order of the seats. The host is one
    of the humans; when the host leaves, the one who has been there longest takes over. Every refusal is an
    :class:`~gamecore.errors.IllegalMove` whose ``reason`` is one of the words named at the methods.

    Args:
        players: The humans and bots, at least one human.
        host: The host's id.
        ready: The ids of the humans who are ready, in the order of the room.
        settings: The settings of the game to come.
        registered: Whether it is a room of registered players, whose games are rated; else one of guests.
        max_bots: Most bots, 0 to 100.

    Raises:
        InvalidSettings: One of these does not hold.
    """

    players: tuple[Player, ...]
    host: str
    ready: tuple[str, ...] = ()
    settings: Settings = Settings()
    registered: bool = True
    max_bots: Annotated[int, msgspec.Meta(ge=0, le=_BOT_LIMIT)] = MAX_BOTS

    def __post_init__(self) -> None:
        if type(self.max_bots) is not int or not 0 <= self.max_bots <= _BOT_LIMIT:
            raise InvalidSettings("max_bots", self.max_bots, f"an integer from 0 to {_BOT_LIMIT}")
        if type(self.registered) is not bool:
            raise InvalidSettings("registered", self.registered, "true or false")
        if type(self.settings) is not Settings:
            raise InvalidSettings("settings", self.settings, "Settings")
        if type(self.players) is not tuple or not all(type(player) is Player for player in self.players):
            raise InvalidSettings("players", wire.shown(self.players), "a tuple of players")
        humans = [player.id for player in self.humans]
        if len({player.id for player in self.players}) < len(self.players):
            raise InvalidSettings("players", "a room in which two have the same id", "another id for each")
        if len(self.bots) > self.max_bots:
            raise InvalidSettings("players", f"{len(self.bots)} bots", f"at most {self.max_bots}")
        if type(self.host) is not str or self.host not in humans:
            raise InvalidSettings("host", self.host, "a human in the room")
        if type(self.ready) is not tuple or list(self.ready) != [human for human in humans if human in self.ready]:
            raise InvalidSettings("ready", wire.shown(self.ready), "humans in the room, in its order")

    @classmethod
    def new(
        cls,
        creator: Player,
        *,
        settings: Settings | None = None,
        registered: bool = True,
        max_bots: int = MAX_BOTS,
    ) -> Self:
        """A room with its creator alone, who is its host, and ready.

        Args:
            creator: A human.
            settings: None: the defaults.
            registered: False: a guest room, unrated and closed to others.
            max_bots: Most bots, 0 to 100.

        Raises:
            InvalidSettings: The creator is a bot, or ``max_bots`` out of its range.
        """
        if type(creator) is not Player or creator.is_bot:
            raise InvalidSettings("creator", wire.shown(creator), "a human")
        return cls((creator,), creator.id, (creator.id,), settings or Settings(), registered, max_bots)

    # --- who is here

    @property
    def humans(self) -> tuple[Player, ...]:
        """The humans in the order in which they came."""
        return tuple([player for player in self.players if not player.is_bot])

    @property
    def bots(self) -> tuple[Player, ...]:
        """The bots in the order in which they were added."""
        return tuple([player for player in self.players if player.is_bot])

    @property
    def may_start(self) -> bool:
        """Whether every human is ready; one alone is enough."""
        return len(self.ready) == len(self.humans)

    # --- what anyone does

    def join(self, player: Player) -> Self:
        """A human comes in, not ready yet.

        Raises:
            IllegalMove: ``guest_room``: it cannot be joined; ``already_in_room``: the id is taken; ``not_a_human``.
        """
        if not self.registered:
            raise IllegalMove("guest_room", "a guest room is open to view but cannot be joined")
        if type(player) is not Player or player.is_bot:
            raise IllegalMove("not_a_human", "bots are added by the host")
        if any(player.id == other.id for other in self.players):
            raise IllegalMove("already_in_room", "that id is taken")
        return self._with(players=(*self.players, player))

    def leave(self, player: str) -> Self | None:
        """A human goes; if it was the host, the human who has been here longest is host.

        Returns:
            The room, or None when nobody is left but bots: the room closes.

        Raises:
            IllegalMove: ``unknown_player``.
        """
        self._human(player)
        left = [human.id for human in self.humans if human.id != player]
        if not left:
            return None
        return self._with(
            players=tuple([other for other in self.players if other.id != player]),
            host=left[0] if player == self.host else self.host,
            ready=tuple([other for other in self.ready if other != player]),
        )

    def set_ready(self, player: str, ready: bool = True) -> Self:
        """A human is ready, or no longer.

        Raises:
            IllegalMove: ``unknown_player``.
        """
        self._human(player)
        now = {*self.ready, player} if ready else {*self.ready} - {player}
        return self._with(ready=tuple([human.id for human in self.humans if human.id in now]))

    # --- what only the host does

    def change(self, by: str, settings: Settings | None = None, **fields: Any) -> Self:
        """The host changes the settings; who is ready stays so.

        Args:
            by: Who asks.
            settings: All of them anew; None: those of the room.
            fields: Single ones. A value for one of the end conditions makes it the active one; the others keep theirs.

        Raises:
            IllegalMove: ``not_host``.
            InvalidSettings: A setting is out of its range, or two end conditions are given and not which one counts.
        """
        self._host(by)
        changed = self.settings if settings is None else settings
        if "ends" not in fields:
            named = [end for end in ("rounds", "minutes", "points") if end in fields]
            if len(named) > 1:
                raise InvalidSettings("ends", " ".join(named), "one end condition, or ends to say which one counts")
            if named:
                fields["ends"] = named[0]
        return self._with(settings=changed.replace(**fields) if fields else changed)

    def add_bot(
        self, by: str, mode: Literal["adaptive", "fixed"] = "adaptive", tolerance: int = BotSettings().tolerance
    ) -> Self:
        """The host adds a bot, named ``Bot 1``, ``Bot 2`` and so on by the least number that is free.

        Args:
            by: Who asks.
            mode: ``adaptive`` or ``fixed``.
            tolerance: Of a fixed bot, 0 to 20; an adaptive one remembers it.

        Raises:
            IllegalMove: ``not_host``; ``too_many_bots``.
            InvalidSettings: ``mode`` or ``tolerance`` is out of its range.
        """
        self._host(by)
        if len(self.bots) >= self.max_bots:
            raise IllegalMove("too_many_bots", f"at most {self.max_bots}")
        taken = {player.id for player in self.players}
        settings = BotSettings(mode, tolerance)
        number = 1
        while (bot := Player.robot(number, settings)).id in taken:
            number += 1
        return self._with(players=(*self.players, bot))

    def change_bot(
        self, by: str, bot: str, mode: Literal["adaptive", "fixed"] | None = None, tolerance: int | None = None
    ) -> Self:
        """The host sets a bot otherwise; what is not given stays, so switching the mode remembers the tolerance.

        Args:
            by: Who asks.
            bot: The bot's id.
            mode: ``adaptive`` or ``fixed``; None: as it is.
            tolerance: 0 to 20; None: as it is.

        Raises:
            IllegalMove: ``not_host``; ``unknown_player``: no bot of that id is here.
            InvalidSettings: ``mode`` or ``tolerance`` is out of its range.
        """
        self._host(by)
        old = self._bot(bot)
        assert old.bot is not None
        settings = BotSettings(
            old.bot.mode if mode is None else mode, old.bot.tolerance if tolerance is None else tolerance
        )
        new = msgspec.structs.replace(old, bot=settings)
        return self._with(players=tuple([new if player.id == bot else player for player in self.players]))

    def remove_bot(self, by: str, bot: str) -> Self:
        """The host removes a bot; the others keep their numbers.

        Raises:
            IllegalMove: ``not_host``; ``unknown_player``: no bot of that id is here.
        """
        self._host(by)
        self._bot(bot)
        return self._with(players=tuple([player for player in self.players if player.id != bot]))

    def start(self, by: str, seed: str, at_ms: int) -> State:
        """The host starts the game; seats are the places in the room.

        Args:
            by: Who asks.
            seed: Of all randomness of the game; not to be guessed.
            at_ms: The server's time now.

        Raises:
            IllegalMove: ``not_host``; ``not_ready``: a human is not.
            ClockError: ``at_ms`` is no time.
            InvalidSettings: ``seed`` is no seed.
        """
        self._host(by)
        if not self.may_start:
            waiting = [human.id for human in self.humans if human.id not in self.ready]
            raise IllegalMove("not_ready", f"{len(waiting)} of {len(self.humans)} humans are not ready")
        return State.new(self.settings, self.players, seed=seed, at_ms=at_ms, registered=self.registered)

    def again(self) -> Self:
        """The room recreated after a game: the host alone, ready, with the same settings."""
        host = next(human for human in self.humans if human.id == self.host)
        return type(self).new(host, settings=self.settings, registered=self.registered, max_bots=self.max_bots)

    # --- saving

    @classmethod
    def from_json(cls, source: object) -> Self:
        """Read a room.

        Args:
            source: JSON text as ``str`` or ``bytes``, the decoded object, or a room.

        Raises:
            InvalidSettings: It is none.
        """
        if isinstance(source, cls):
            return source
        try:
            # Objects are written out first: so no method of theirs is called, and one reader reads everything.
            text = source if isinstance(source, str | bytes | bytearray | memoryview) else msgspec.json.encode(source)
            return msgspec.convert(wire.decode(text, _unreadable, unique_keys=True), cls)
        except InvalidSettings:
            raise
        except (msgspec.MsgspecError, ValueError, TypeError, OverflowError, RecursionError) as problem:
            if isinstance(problem.__cause__, InvalidSettings):
                raise problem.__cause__ from None
            raise InvalidSettings("room", wire.shown(source), wire.clipped(f"a room: {problem}", 200)) from None

    def to_json(self) -> str:
        """Compact JSON text; :meth:`from_json` gives an equal room back."""
        return wire.encode(self)

    def _with(self, **changes: Any) -> Self:
        return msgspec.structs.replace(self, **changes)

    def _human(self, player: str) -> None:
        if type(player) is not str or player not in [human.id for human in self.humans]:
            raise IllegalMove("unknown_player", "no such human is in the room")

    def _bot(self, bot: str) -> Player:
        for player in self.bots:
            if type(bot) is str and player.id == bot:
                return player
        raise IllegalMove("unknown_player", "no such bot is in the room")

    def _host(self, by: str) -> None:
        if type(by) is not str or by != self.host:
            raise IllegalMove("not_host", "only the host may do that")


def _unreadable(path: str, problem: str) -> GamecoreError:
    return InvalidSettings("room", f"text at {path} that {problem}", "a room as JSON")
