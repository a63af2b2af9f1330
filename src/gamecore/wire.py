"""JSON in and out: strict decoding, and checks of decoded values whose errors carry the path to the fault.

msgspec decodes: its parser refuses what JSON refuses (NaN, invalid UTF-8, lone surrogates, trailing text). The
checks below add what JSON alone leaves open. Each takes a value, the JSON path where it lies and the class of
the error to raise, which is called as ``error(path, problem)``. Messages stay short whatever they are given.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from gamecore.errors import GamecoreError

__all__ = [
    "MAX_BYTES",
    "SCHEMAS",
    "array",
    "boolean",
    "child",
    "clipped",
    "decode",
    "encode",
    "encoded",
    "integer",
    "mapping",
    "options",
    "record",
    "schema",
    "shown",
    "string",
    "struct",
]

MAX_BYTES = 16 * 1024 * 1024
"""Longest text that :func:`decode` reads unless told otherwise."""

SCHEMAS = (
    "polyfit-options",
    "polyfit-puzzle",
    "polyfit-move",
    "polyfit-view",
    "polyfit-state",
    "cutting-settings",
    "cutting-move",
    "cutting-view",
    "cutting-state",
    "record",
)
"""The names of the JSON Schemas; ``docs/schemas.md`` describes them."""

Fail = Callable[[str, str], GamecoreError]
Kind = TypeVar("Kind", bound=msgspec.Struct)


def encode(value: object) -> str:
    """Compact JSON of a struct, or of plain data: no spaces, struct fields in order, dict keys sorted.

    Equal values give equal texts. Floats must be finite.
    """
    return msgspec.json.encode(value, order="deterministic").decode()


def decode(source: object, error: Fail, *, max_bytes: int = MAX_BYTES, unique_keys: bool = False) -> Any:
    """Decode JSON text; hand anything else through as already decoded.

    Args:
        source: ``str``, ``bytes``, ``bytearray``, ``memoryview``, or the decoded object.
        error: What to raise.
        max_bytes: Longest text accepted.
        unique_keys: Also refuse objects that name a key twice (JSON takes the last one).

    Raises:
        GamecoreError: ``error`` with the path ``$``: not JSON, not UTF-8, too long, nested too deeply, a number
            beyond any range.
    """
    if not isinstance(source, str | bytes | bytearray | memoryview):
        return source
    text = encoded(source, error, max_bytes)
    try:
        value = msgspec.json.decode(text)
        if unique_keys:
            json.loads(text, object_pairs_hook=_unique)
    except RecursionError:
        raise error("$", "is nested too deeply") from None
    except (msgspec.MsgspecError, ValueError) as problem:
        raise error("$", clipped(f"is not JSON we can read: {problem}", 160)) from None
    return value


def struct(source: object, kind: type[Kind], error: Fail, max_bytes: int) -> Kind:
    """Read a struct that its host wrote, with all its fields and its ``version``, from text or its decoded object.

    Args:
        source: JSON text as ``str`` or ``bytes``, or the decoded object.
        kind: What to read.
        error: What to raise.
        max_bytes: Longest text accepted.

    Raises:
        GamecoreError: ``error``: it is none; the path leads to the fault.
    """
    try:
        if isinstance(source, str | bytes | bytearray | memoryview):
            text: str | bytes | bytearray | memoryview = source
        elif _longer(source, max_bytes):
            raise error("$", f"is longer than {max_bytes} bytes")
        else:
            # Objects are written out first: so no method of theirs is called, and one reader reads everything.
            text = msgspec.json.encode(source)
        value = decode(text, error, max_bytes=max_bytes, unique_keys=True)
        # Defaults would make another value of one that lacks a field, and another form's of one without a version.
        record(value, "$", error, ("version", *kind.__struct_fields__))
        return msgspec.convert(value, kind)
    except GamecoreError:
        raise
    except (msgspec.MsgspecError, ValueError, TypeError, OverflowError, RecursionError) as problem:
        said, _, path = str(problem).partition(" - at `")
        raise error(path.rstrip("`") or "$", clipped(said, 160)) from None


def _longer(value: object, most: int) -> bool:
    """Whether a decoded object must be longer than ``most`` bytes as JSON text; looks at no more of it than that."""
    waiting: list[Any] = [value]
    length = 0
    while waiting and length <= most:
        one = waiting.pop()
        if type(one) is dict:
            length += 3 * len(one)
            if length <= most:
                waiting += one
                waiting += one.values()
        elif type(one) is list or type(one) is tuple:
            length += 2 * len(one)
            if length <= most:
                waiting += one
        elif type(one) is str:
            length += len(one)
    return length > most


def options(source: object, kind: type[Kind], error: Callable[[str, object, str], GamecoreError], what: str) -> Kind:
    """Read options: an object with any fields of a struct that checks itself; those left out have their defaults.

    Args:
        source: JSON text as ``str`` or ``bytes``, the decoded object, or a ``kind``, which is handed through.
        kind: What to read.
        error: What to raise, called as ``error(field, value, allowed)``.
        what: The field that the whole is called by.

    Raises:
        GamecoreError: ``error``: it is none, or has another key; and what ``kind`` raises for its values.
    """
    keys = f"an object with the keys {' '.join(kind.__struct_fields__)}"
    value = decode(
        source, lambda _, problem: error(what, f"text that {problem}", keys), max_bytes=4096, unique_keys=True
    )
    if isinstance(value, kind):
        return value
    if not isinstance(value, dict):
        raise error(what, shown(value), keys)
    for key in dict.keys(value):  # no method of a subclass
        if type(key) is not str or key not in kind.__struct_fields__:
            raise error(what, f"an object with the key {shown(key)}", keys)
    return kind(**dict(dict.items(value)))


def encoded(source: str | bytes | bytearray | memoryview, error: Fail, max_bytes: int) -> bytes:
    """JSON text as bytes, checked for its length and (if a ``str``) for lone surrogates."""
    # No method of a subclass is called: it may answer anything.
    length = str.__len__(source) if isinstance(source, str) else memoryview(source).nbytes
    if length > max_bytes:
        raise error("$", f"is longer than {max_bytes} bytes")
    if isinstance(source, str):
        try:
            return str.encode(source)
        except UnicodeEncodeError:
            raise error("$", "is not Unicode text: it has a lone surrogate") from None
    return source if type(source) is bytes else memoryview(source).tobytes()


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {shown(key)} occurs twice in one object")
        found[key] = value
    return found


def clipped(text: str, length: int = 80) -> str:
    """The text in printable ASCII, escapes included cut to ``length`` characters."""
    short = text[: length + 1]
    if not (short.isascii() and short.isprintable()):
        short = ascii(short)[1:-1]
    return short if len(short) <= length else short[: length - 3] + "..."


def shown(value: object) -> str:
    """A short description of any value for a message; never calls code of the value's own."""
    if value is None:
        return "null"
    if type(value) is bool:
        return "true" if value else "false"
    if type(value) is int:
        return str(value) if -(10**20) < value < 10**20 else "a huge integer"
    if type(value) is float:
        return repr(value)
    if type(value) is str:
        return f'"{clipped(value, 40)}"'
    if isinstance(value, dict | list | tuple):
        return "an object" if isinstance(value, dict) else "an array"
    return f"a {clipped(type(value).__name__, 40)}"


def child(path: str, key: object) -> str:
    """The path of a member: ``$.key``, or ``$["key"]`` for a key that is no plain word."""
    if type(key) is str and key.isidentifier() and key.isascii() and len(key) <= 40:
        return f"{path}.{key}"
    return f"{path}[{shown(key)}]"


def schema(name: str) -> dict[str, Any]:
    """A JSON Schema (draft 2020-12) that comes with the package, fresh and to be changed at will.

    Args:
        name: One of :data:`SCHEMAS`.

    Raises:
        KeyError: There is none of that name.
    """
    if name not in SCHEMAS:
        raise KeyError(name)
    from importlib.resources import files

    found: dict[str, Any] = json.loads(files("gamecore").joinpath("schemas", f"{name}.json").read_bytes())
    return found


def mapping(value: object, path: str, error: Fail) -> dict[str, Any]:
    """An object whose keys are all strings; of a subclass of ``dict``, a plain copy.

    No method of a subclass is called, here and in :func:`array`: it may answer anything, or never.
    """
    if not isinstance(value, dict):
        raise error(path, f"expected an object, got {shown(value)}")
    for key in dict.keys(value):
        if type(key) is not str:
            raise error(child(path, key), "is no key known here")
    return value if type(value) is dict else dict(dict.items(value))


def record(
    value: object, path: str, error: Fail, required: Iterable[str], optional: Iterable[str] | None = ()
) -> dict[str, Any]:
    """An object that has all ``required`` keys, and no others but ``optional`` ones (None: any others)."""
    value = mapping(value, path, error)
    for key in required:
        if key not in value:
            raise error(child(path, key), "is missing")
    if optional is not None:
        known = {*required, *optional}
        for key in value:
            if key not in known:
                raise error(child(path, key), "is no key known here")
    return value


def array(value: object, path: str, error: Fail, low: int = 0, high: int | None = None) -> list[Any] | tuple[Any, ...]:
    """An array (list or tuple; of a subclass, a plain copy) of ``low`` to ``high`` elements."""
    if type(value) is not list and type(value) is not tuple:
        if isinstance(value, list):
            value = list.copy(value)
        elif isinstance(value, tuple):
            value = tuple.__getitem__(value, slice(None))
        else:
            raise error(path, f"expected an array, got {shown(value)}")
    if len(value) < low or (high is not None and len(value) > high):
        allowed = f"{low}" if low == high else f"at least {low}" if high is None else f"{low} to {high}"
        raise error(path, f"expected {allowed} elements, got {len(value)}")
    return value


def integer(value: object, path: str, error: Fail, low: int, high: int) -> int:
    """An integer from ``low`` to ``high``; booleans and floats are none."""
    if type(value) is not int:
        raise error(path, f"expected an integer, got {shown(value)}")
    if not low <= value <= high:
        raise error(path, f"expected an integer from {low} to {high}, got {shown(value)}")
    return value


def boolean(value: object, path: str, error: Fail) -> bool:
    """``true`` or ``false``."""
    if type(value) is not bool:
        raise error(path, f"expected true or false, got {shown(value)}")
    return value


def string(value: object, path: str, error: Fail, low: int = 0, high: int = 64) -> str:
    """A string of ``low`` to ``high`` characters that can be written as JSON (no lone surrogates)."""
    if type(value) is not str:
        raise error(path, f"expected a string, got {shown(value)}")
    if not low <= len(value) <= high:
        raise error(path, f"expected {low} to {high} characters, got {len(value)}")
    if not value.isascii() and any("\ud800" <= mark <= "\udfff" for mark in value):
        raise error(path, "has a lone surrogate")
    return value
