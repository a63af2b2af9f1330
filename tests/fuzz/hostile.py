"""Hostile inputs without end: random, but the same for the same seed; and what must never happen with them.

Three kinds: bytes (noise, and JSON texts broken at random), texts, and Python objects that no JSON gives
(subclasses that misbehave, circles, deep nesting, monstrous numbers). All start from well-formed documents, which
are then changed in a few places, so that the later checks are reached too.
"""

import copy
import json
import math
import random
from collections import OrderedDict, UserDict, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

from gamecore import polyfit, record, wire
from gamecore.errors import GamecoreError

CORPUS = Path(__file__).parent / "corpus"


class SlyInt(int):
    """An integer that lies about how it compares and prints."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __lt__(self, other):
        raise RuntimeError("never compare me")

    __le__ = __gt__ = __ge__ = __lt__

    def __repr__(self):
        raise RuntimeError("never print me")

    __str__ = __repr__


class SlyStr(str):
    __slots__ = ()

    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash("round")

    def __repr__(self):
        raise RuntimeError("never print me")

    __str__ = __format__ = encode = isascii = isidentifier = __repr__


class SlyBytes(bytes):
    def __len__(self):
        raise RuntimeError("never measure me")

    def __bytes__(self):
        return self

    __iter__ = __getitem__ = decode = __len__


class SlyDict(dict):
    """Has every key, and gives another value each time."""

    def __contains__(self, key):
        return True

    def __getitem__(self, key):
        raise RuntimeError("never look into me")

    get = keys = items = __iter__ = __getitem__


class SlyList(list):
    def __len__(self):
        raise RuntimeError("never measure me")

    def __iter__(self):
        while True:
            yield 0

    __getitem__ = __len__


class SlyTuple(tuple):
    __slots__ = ()

    def __len__(self):
        return 2

    def __iter__(self):
        raise RuntimeError("never walk over me")


class Thorny:
    """Anything done with it fails."""

    def __getattr__(self, name):
        raise RuntimeError(name)

    def __repr__(self):
        raise RuntimeError("never print me")

    def __eq__(self, other):
        raise RuntimeError("never compare me")

    __hash__ = None
    __bool__ = __len__ = __iter__ = __index__ = __int__ = __str__ = __repr__


class Colour(IntEnum):
    RED = 1


def circle() -> list:
    found: list = [1]
    found.append(found)
    return found


def knot() -> dict:
    found: dict = {"round": 1}
    found["placements"] = [found]
    return found


def nested(depth: int, *, mapping: bool = False) -> Any:
    found: Any = 0
    for _ in range(depth):
        found = {"placements": found} if mapping else [found]
    return found


HUGE = 10**5000

ODD: tuple[Callable[[], Any], ...] = (
    lambda: None,
    lambda: True,
    lambda: False,
    lambda: 0,
    lambda: -1,
    lambda: 1.0,
    lambda: 2**31,
    lambda: 2**63,
    lambda: -(2**64),
    lambda: HUGE,
    lambda: -HUGE,
    lambda: math.nan,
    lambda: math.inf,
    lambda: 1e308,
    lambda: -0.0,
    lambda: "",
    lambda: "p0",
    lambda: "\ud800",
    lambda: "\x00",
    lambda: "é" * 70,
    lambda: "x" * 100_000,
    lambda: b"p0",
    lambda: bytearray(b"{}"),
    lambda: memoryview(b"[1,2]"),
    lambda: memoryview(b"abcdefgh").cast("I"),
    list,
    dict,
    lambda: (),
    set,
    lambda: frozenset({1}),
    lambda: range(2),
    lambda: iter([1, 2]),
    lambda: [0, 0],
    lambda: (0, 0),
    lambda: [0] * 10_000,
    lambda: [[0, 0]] * 5_000,
    lambda: {1: 2, None: 3},
    lambda: {(): [], "round": 1},
    lambda: {"round": 1, SlyStr("placements"): []},
    lambda: OrderedDict(round=1, placements=[]),
    lambda: defaultdict(list, {"round": 1}),
    lambda: UserDict({"round": 1, "pass": True}),
    circle,
    knot,
    lambda: nested(50),
    lambda: nested(100_000),
    lambda: nested(5_000, mapping=True),
    lambda: SlyInt(1),
    lambda: SlyStr("p0"),
    lambda: SlyBytes(b'{"resign":true}'),
    lambda: SlyDict(round=1, placements=[]),
    lambda: SlyList([0, 0]),
    lambda: SlyTuple((0, 0)),
    Thorny,
    lambda: Colour.RED,
    lambda: Decimal("NaN"),
    lambda: Fraction(1, 3),
    lambda: complex(0, 1),
    object,
    lambda: type,
    lambda: len,
    lambda: ...,
    lambda: NotImplemented,
)
"""Makers of odd values: each call makes a fresh one."""

WRITABLE = tuple(make for make in ODD if type(make()) in {type(None), bool, int, float, str, list, dict, tuple})
"""Those that mostly have a JSON text, if a lenient one."""

SCRAPS = (
    b"NaN", b"Infinity", b"-0", b"1e999", b"1e5", b"0x10", b"01", b"null", b"true", b"[", b"]", b"{", b"}", b'"',
    b",", b":", b'"\\ud800"', b'"\\u0000"', b"\xff\xfe", b"\x00", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"[" * 2_000,
    b'{"a":' * 2_000, b"9" * 5_000, b"-" + b"9" * 400, b'"' + b"x" * 20_000 + b'"', b"/*", b"\\", b"\r\n", b" " * 5_000,
    b'"round":1,', b'"pass":true', b'"placements":[]',
)  # fmt: skip


def mutated(value: Any, random_: random.Random, odd: tuple[Callable[[], Any], ...] = ODD) -> Any:
    """A deep copy of decoded JSON with one to four places changed into something odd."""
    root = [copy.deepcopy(value)]
    found = list(places(root))
    for holder, key in random_.choices(found[1:] or found, k=random_.choice((1, 1, 1, 2, 4))):
        with suppress(KeyError, IndexError):  # an earlier change took the place away
            _change(holder, key, random_, odd)
    return root[0]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """The places in plain decoded JSON where something stands: container and key."""
    if isinstance(value, list | dict):
        for key in range(len(value)) if isinstance(value, list) else value:
            yield value, key
            yield from places(value[key])


def _change(holder: Any, key: Any, random_: random.Random, odd: tuple[Callable[[], Any], ...]) -> None:
    what = random_.randrange(8)
    if what == 0 and type(holder) is dict:
        del holder[key]
    elif what == 1 and type(holder) is dict:
        holder[
            random_.choice(("extra", "", "pass", "resign", "placements", 1, None, "\ud800", "x" * 5_000, ("a",)))
        ] = random_.choice(odd)()
    elif what == 2 and type(holder) is list and 1 < len(holder) < 1_000:
        holder[:] = holder * random_.choice((0, 2, 5, 40))
        if holder and random_.random() < 0.3:
            random_.shuffle(holder)
    elif what == 3 and type(holder[key]) is int:
        holder[key] += random_.choice((-1, 1, 10, 10**6, -(10**9), 10**12, 10**30))
    elif what == 4 and type(holder[key]) is str:
        holder[key] = holder[key] * random_.choice((0, 2, 300)) + random_.choice(("", "#", ".", "\ud800", "\x00", "p1"))
    else:
        holder[key] = random_.choice(odd)()


def text_of(value: Any) -> bytes:
    """JSON text, lenient: NaN and lone surrogates pass."""
    return json.dumps(value).encode()


def broken(text: bytes, random_: random.Random) -> bytes:
    """A text with a few bytes changed, cut, repeated or put in."""
    found = bytearray(text)
    for _ in range(random_.choice((0, 1, 1, 2, 3, 8))):
        at = random_.randrange(len(found) + 1)
        what = random_.randrange(6)
        if what == 0:
            found[at : at + 1] = bytes([random_.randrange(256)])
        elif what == 1:
            del found[at : at + random_.randrange(1, 20)]
        elif what == 2:
            found[at:at] = random_.choice(SCRAPS)
        elif what == 3:
            del found[at:]
        elif what == 4:
            start = random_.randrange(len(found) + 1)
            found[at:at] = found[start : start + random_.randrange(1, 200)]
        else:
            found[at : at + random_.randrange(1, 8)] = random_.choice(SCRAPS)
    return bytes(found)


def inputs(seeds: tuple[Any, ...], seed: int = 0) -> Iterator[Any]:
    """Hostile inputs without end.

    Args:
        seeds: Well-formed documents, as decoded JSON.
        seed: Of the random numbers.
    """
    random_ = random.Random(seed)
    texts = [text_of(value) for value in seeds]
    for value in ODD:
        yield value()
    yield from SCRAPS
    while True:
        what = random_.randrange(10)
        if what == 0:
            yield random_.randbytes(random_.choice((0, 1, 3, 20, 500)))
        elif what <= 3:
            yield broken(random_.choice(texts), random_)
        elif what == 4:
            text = broken(random_.choice(texts), random_).decode("utf-8", "surrogateescape")
            yield random_.choice((text, text.encode("utf-8", "replace"), bytearray(text, "utf-8", "replace")))
        elif what == 5:
            try:
                yield text_of(mutated(random_.choice(seeds), random_, WRITABLE))
            except (ValueError, TypeError, RecursionError):  # some odd values have no JSON after all
                yield random_.choice(ODD)()
        else:
            yield mutated(random_.choice(seeds), random_)


def corpus() -> list[tuple[str, bytes]]:
    """The inputs kept on disk, by name: one for each kind of fault once found or feared."""
    return [(path.name, path.read_bytes()) for path in sorted(CORPUS.iterdir())]


def documents() -> tuple[Any, ...]:
    """Well-formed documents of every kind that the targets read."""
    state = target_state()
    solved = polyfit.solve(state.puzzle).move(state.round)
    later = state.apply(0, solved, 10).apply(2, {"round": 1, "pass": True}, 20).apply(1, {"resign": True}, 30)
    over = later.forfeit(0, 40)
    return (
        solved,
        {"round": 1, "pass": True},
        {"resign": True},
        state.puzzle.to_dict(),
        {"body": {"puzzle": state.puzzle.to_dict()}},
        json.loads(state.options.to_json()),
        *(json.loads(one.to_json()) for one in (state, later, over)),
    )


def target_state() -> polyfit.State:
    """The state that events are tried on."""
    return polyfit.State.new(polyfit.Options(rounds=3, players=3), seed="fuzz", at_ms=5)


def targets() -> dict[str, Callable[[Any], object]]:
    """Everything that takes a stranger's input, by name."""
    state = target_state()
    resign = {"resign": True}
    limit = 4 * len(state.puzzle.pieces)
    return {
        "State.apply(move)": lambda value: state.apply(0, value, 10),
        "State.apply(seat)": lambda value: state.apply(value, resign, 10),
        "State.apply(at_ms)": lambda value: state.apply(0, resign, value),
        "State.advance": state.advance,
        "State.forfeit(seat)": lambda value: state.forfeit(value, 10),
        "State.view(seat)": lambda value: state.view(value, 10),
        "State.view(at_ms)": lambda value: state.view(None, value),
        "State.new(options)": lambda value: polyfit.State.new(value, seed="a"),
        "State.new(seed)": lambda value: polyfit.State.new(seed=value),
        "State.new(at_ms)": lambda value: polyfit.State.new(seed="a", at_ms=value),
        "State.from_json": polyfit.State.from_json,
        "Options.from_json": polyfit.Options.from_json,
        "parse_move": lambda value: polyfit.parse_move(value, limit),
        "Puzzle.from_json": polyfit.Puzzle.from_json,
        "validate": lambda value: polyfit.validate(state.puzzle, listed(value)),
        "faults": lambda value: polyfit.faults(state.puzzle, listed(value)),
        "record.read": lambda value: record.read(value if type(value) is list else [value]),
    }


def listed(value: Any) -> Any:
    """The value, or a list of it if it is an iterable by its own code: that is the caller's, not a stranger's."""
    return value if isinstance(value, str | bytes | list | tuple | dict) else [value]


def fault(target: Callable[[Any], object], value: Any) -> str | None:
    """What went wrong with an input, or None: any exception but ours is wrong, and any of ours that is long."""
    try:
        target(value)
    except GamecoreError as error:
        try:
            text = str(error)
        except Exception as unprintable:
            return f"an error that cannot be printed: {type(unprintable).__name__}"
        return None if len(text) <= 500 else f"an error of {len(text)} characters"
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return f"{type(error).__name__}: {wire.clipped(str(error))}"
    return None
