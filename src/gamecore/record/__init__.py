"""Game records: JSON lines written as a game goes, read again, replayed, and verified from the seed (P25).

The same for every game: a line for the beginning, one for each event with its time, one for the end. Only the last
line names the seed, so the record of a running game does not tell what is to come. The format is described in
``docs/records.md``; its first version stays readable.
"""

from gamecore.errors import InvalidRecord
from gamecore.record.games import GAMES, Game, GameState
from gamecore.record.lines import (
    FORMAT,
    MAX_BYTES,
    MAX_LINE,
    MAX_LINES,
    Advance,
    Apply,
    Begin,
    End,
    Event,
    Forfeit,
    Refused,
    Stop,
)
from gamecore.record.reading import Record, read
from gamecore.record.recorder import Recorder
from gamecore.record.replaying import Verdict, digest, replay, verify

__all__ = [
    "FORMAT",
    "GAMES",
    "MAX_BYTES",
    "MAX_LINE",
    "MAX_LINES",
    "Advance",
    "Apply",
    "Begin",
    "End",
    "Event",
    "Forfeit",
    "Game",
    "GameState",
    "InvalidRecord",
    "Record",
    "Recorder",
    "Refused",
    "Stop",
    "Verdict",
    "digest",
    "read",
    "replay",
    "verify",
]
