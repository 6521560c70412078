"""Read JSON files written by people; report every fault with its place, in plain words."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from wc3d._internal.text_files import TextError, decode_text
from wc3d.errors import InputError, describe_read_error, describe_unreadable_file
from wc3d.meshes.mesh_source import MESH_SUFFIXES

MAX_MAP_FILE_BYTES = 8_000_000
"""The largest map or question file. Bytes."""

MAX_COORDINATE_IN = 10_000.0
"""The largest coordinate or size. Inches."""

MIN_SIZE_IN = 1e-4
"""The smallest size that must be positive. Inches."""

MAX_SHOWN_FAULTS = 8
"""The most faults that a message lists; it counts the rest (`wc3d check` lists them all)."""

Coordinate = Annotated[
    float, Field(strict=True, allow_inf_nan=False, ge=-MAX_COORDINATE_IN, le=MAX_COORDINATE_IN)
]
Positive = Annotated[
    float, Field(strict=True, allow_inf_nan=False, ge=MIN_SIZE_IN, le=MAX_COORDINATE_IN)
]
Height = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0, le=MAX_COORDINATE_IN)]
Degrees = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-36_000, le=36_000)]
StrictBool = Annotated[bool, Field(strict=True)]
PRINTABLE_PATTERN = r"[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
"""A regex for a printable character: not a control, line break or direction character."""

Id = Annotated[
    str,
    StringConstraints(strict=True, min_length=1, max_length=100, pattern=f"^{PRINTABLE_PATTERN}+$"),
]
Name = Annotated[
    str, StringConstraints(strict=True, max_length=500, pattern=f"^{PRINTABLE_PATTERN}*$")
]
Text = Annotated[
    str,
    StringConstraints(strict=True, max_length=500, pattern=rf"^({PRINTABLE_PATTERN}|[\t\r\n])*$"),
]
Point2D = tuple[Coordinate, Coordinate]
Point3D = tuple[Coordinate, Coordinate, Coordinate]


class StrictModel(BaseModel):
    """A frozen part of a file that rejects unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


@dataclass(frozen=True, slots=True)
class FileFault:
    """A fault in a file: its place ("terrain[3].shape", "" for the file) and a description."""

    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


class FileError(InputError):
    """An unusable file: `where` names it, and `faults` lists every mistake."""

    def __init__(self, where: str, faults: Iterable[FileFault]) -> None:
        self.where = where
        self.faults = tuple(faults)
        text = "; ".join(str(f) for f in self.faults[:MAX_SHOWN_FAULTS])
        hidden_count = len(self.faults) - MAX_SHOWN_FAULTS
        super().__init__(
            f"{where}: {text}" + (f"; and {hidden_count} more" if hidden_count > 0 else "")
        )

    @property
    def has_places(self) -> bool:
        """Return whether a mistake has a key as its place, rather than the syntax or the file."""
        return any(fault.place and not fault.place.startswith("line ") for fault in self.faults)


class _Object(dict[str, Any]):
    """A JSON object that records its duplicate keys."""

    twice: tuple[str, ...] = ()


def _build_object(pairs: list[tuple[str, Any]]) -> _Object:
    result = _Object(pairs)
    if len(result) < len(pairs):
        result.twice = tuple(
            sorted(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        )
    return result


def read_bytes(path: str | Path, limit: int = MAX_MAP_FILE_BYTES) -> bytes:
    """Read an ordinary file. Raises FileError, in one line, if it is missing, huge, a pipe or
    device, or unreadable.
    """
    source = str(path)
    try:
        if reason := describe_unreadable_file(path, limit, "this kind of file"):
            raise FileError(source, [FileFault("", reason)])
        with open(path, "rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise FileError(source, [FileFault("", describe_read_error(error))]) from None
    if len(data) > limit:
        raise FileError(
            source,
            [FileFault("", f"larger than {limit / 1e6:g} MB, the limit for this kind of file")],
        )
    return data


def decode_file(data: bytes, source: str) -> str:
    """Decode text with LF line endings. Raises FileError, in one line, for anything but text."""
    try:
        return decode_text(data, source)
    except TextError as error:
        raise FileError(source, [FileFault(error.place, error.reason)]) from None


def read_text(path: str | Path, limit: int = MAX_MAP_FILE_BYTES) -> str:
    """Read a text file. Raises FileError, in one line, if it is missing, huge, unreadable, not
    text or a mesh.
    """
    if Path(path).suffix.lower() in MESH_SUFFIXES and Path(path).is_file():
        words = "expected a JSON file, found a mesh; to make a board with it, use wc3d fit"
        raise FileError(str(path), [FileFault("", words)])
    return decode_file(read_bytes(path, limit), str(path))


def parse_json(text: str, source: str) -> Any:
    """Parse JSON text. Raises FileError with line and column, also for duplicate keys."""
    try:
        value = json.loads(text, object_pairs_hook=_build_object)
    except json.JSONDecodeError as error:
        if not text.strip():
            raise FileError(source, [FileFault("", "empty; expected a JSON object")]) from None
        place = f"line {error.lineno} column {error.colno}"
        raise FileError(
            source, [FileFault(place, f"invalid JSON ({error.msg[0].lower()}{error.msg[1:]})")]
        ) from None
    except RecursionError:
        raise FileError(source, [FileFault("", "the JSON is nested too deeply")]) from None
    except ValueError:
        raise FileError(source, [FileFault("", "a number has too many digits")]) from None
    duplicates = list(_find_duplicate_keys(value, ""))
    if duplicates:
        raise FileError(source, duplicates)
    return value


def describe_toml_error(error: ValueError | RecursionError) -> str:
    """Describe an error of `tomllib` in plain words.

    A number with thousands of digits raises a plain ValueError with advice for programmers.
    """
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if not isinstance(error, tomllib.TOMLDecodeError):
        return "a number is too long"
    text = str(error)
    return text[0].lower() + text[1:]


def _find_duplicate_keys(value: Any, place: str) -> Iterator[FileFault]:
    """Yield a fault for every duplicate key in an object."""
    if isinstance(value, _Object):
        yield from (
            FileFault(_join_place(place, key), "given twice; leave one out") for key in value.twice
        )
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _find_duplicate_keys(inner, _join_place(place, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _find_duplicate_keys(inner, _join_place(place, i))


def read_json(path: str | Path) -> Any:
    """Read a JSON file. Raises FileError, in one line, for anything that cannot be read."""
    return parse_json(read_text(path), str(path))


def validation_faults(error: ValidationError, data: Any) -> list[FileFault]:
    """Return every pydantic error in `data` in plain words, with its place in the file."""
    faults = [
        FileFault(_place(detail, data), _describe_error(detail))
        for detail in error.errors(include_url=False)
        if not _is_consequence(detail)
    ]
    return list(dict.fromkeys(faults))


def repeated_id_faults(ids: Iterable[tuple[str, str]]) -> Iterator[FileFault]:
    """Yield a fault for every repeated id. Each id comes with its place."""
    places: dict[str, str] = {}
    for place, id in ids:
        if id in places:
            yield FileFault(f"{place}.id", f'"{id}" is already the id of {places[id]}')
        places.setdefault(id, place)


def _is_consequence(detail: ErrorDetails) -> bool:
    """Return whether an error only follows from others, such as a list short of invalid entries."""
    return detail["type"] == "too_short" and len(detail["input"]) >= detail["ctx"]["min_length"]


def _join_place(place: str, key: str | int) -> str:
    """Return the place of a member of the object at `place`."""
    if isinstance(key, int):
        return f"{place}[{key}]"
    key = key if len(key) <= 60 else key[:57] + "..."
    key = key if key.isprintable() else repr(key)
    return f"{place}.{key}" if place else key


def _place(detail: ErrorDetails, data: Any) -> str:
    """Return a place like "terrain[3].shape.height", without pydantic's names of alternatives."""
    place = ""
    node = data
    loc = detail["loc"]
    for i, key in enumerate(loc):
        if isinstance(key, int) and isinstance(node, list | tuple):
            place = _join_place(place, key)
            node = node[key] if key < len(node) else None
        elif isinstance(key, str) and isinstance(node, dict) and key in node:
            place = _join_place(place, key)
            node = node[key]
        elif isinstance(node, dict) and i == len(loc) - 1 and detail["type"] == "missing":
            place = _join_place(place, key)
    return place


def _abbreviate(value: Any) -> str:
    """Return a value shortened for a message."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _describe_error(detail: ErrorDetails) -> str:
    """Describe an error in a player's words."""
    kind = detail["type"]
    context = detail.get("ctx", {})
    value = _abbreviate(detail.get("input"))
    tag = str(context.get("discriminator", "")).strip("'")
    plain = {
        "missing": "missing",
        "extra_forbidden": "unknown key",
        "finite_number": "expected a finite number",
        "float_type": f"expected a number, found {value}",
        "bool_type": f"expected true or false, found {value}",
        "string_type": f"expected text, found {value}",
        "string_too_short": "must not be empty",
        "string_pattern_mismatch": "expected printable text",
        "model_type": f"expected an object, found {value}",
        "model_attributes_type": f"expected an object, found {value}",
        "dict_type": f"expected an object, found {value}",
        "list_type": f"expected a list, found {value}",
        "tuple_type": f"expected a list, found {value}",
        "union_tag_not_found": f'missing "{tag}"',
    }
    if kind in plain:
        return plain[kind]
    if kind in ("literal_error", "enum"):
        return f"expected one of {context['expected']}, found {value}"
    if kind == "union_tag_invalid":
        return f"{tag}: expected one of {context['expected_tags']}, found {_abbreviate(context['tag'])}"
    if kind == "greater_than_equal":
        if context["ge"] == MIN_SIZE_IN:
            return f"expected a positive number (at least {MIN_SIZE_IN:g}), found {value}"
        return f"expected at least {context['ge']:g}, found {value}"
    if kind == "less_than_equal":
        return f"expected a number up to {context['le']:g}, found {value}"
    if kind in ("too_long", "too_short"):
        if context.get("min_length") == 1:
            return "must not be empty"
        limit = (
            f"up to {context['max_length']}"
            if kind == "too_long"
            else f"at least {context['min_length']}"
        )
        return f"expected {limit} entries, found {'more' if context['actual_length'] is None else context['actual_length']}"
    if kind == "value_error":
        return str(context["error"])
    return detail["msg"][0].lower() + detail["msg"][1:]
