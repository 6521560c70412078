"""Parse a roster into forces and nested selections, from BattleScribe's XML or equivalent JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from xml.parsers import expat

from wc3d.table.maps.strict_json import FileError, FileFault, parse_json

MAX_DEPTH = 30
"""The maximum nesting depth of selections."""

MAX_SELECTIONS = 1_000
"""The most selections in a roster or a list; a full force has about 200."""

MAX_ELEMENTS = 50_000
"""The most tags, or objects and lists, in a file; a full force has about 10,000."""

MAX_COUNT = 200
"""The largest number of a selection."""

LIST_ELEMENTS = {
    "forces": "force",
    "selections": "selection",
    "categories": "category",
    "profiles": "profile",
}
"""The lists that the parser reads, with the names of their XML elements."""

KEPT_ATTRIBUTES = frozenset(
    {"name", "number", "typeName", "gameSystemId", "gameSystemName", "catalogueName"}
)
"""The attributes that the parser reads."""

MAX_UNREAD_NAMED = 20
"""The most unknown keys to report by name; the others are only counted."""

IGNORED_KEYS_BY_PART = {
    "category": frozenset({"primary"}),
    "profile": frozenset({"characteristics", "typeId"}),
}
"""Further keys without information about the force, by the kind of part that has them."""


IGNORED_KEYS = frozenset(
    {
        "attributes",
        "battleScribeVersion",
        "catalogueId",
        "catalogueRevision",
        "costLimits",
        "costs",
        "customName",
        "customNotes",
        "entryGroupId",
        "entryId",
        "from",
        "gameSystemRevision",
        "generatedBy",
        "group",
        "hidden",
        "id",
        "page",
        "publicationId",
        "publications",
        "rules",
        "tags",
        "type",
        "xmlns",
    }
)
"""Known keys without information about the force. The report lists any other key as unknown."""


@dataclass(frozen=True, slots=True)
class UnreadKey:
    """An unknown key, element or text of a file: its name, its first place, and its count."""

    name: str
    place: str
    count: int


@dataclass(frozen=True, slots=True)
class Selection:
    """A selection in a roster. `kinds` are its categories and the types of its profiles."""

    name: str
    place: str
    number: int
    kinds: tuple[str, ...]
    selections: tuple[Selection, ...]

    def descendants(self) -> Iterator[Selection]:
        """Yield all nested selections."""
        for inner in self.selections:
            yield inner
            yield from inner.descendants()


@dataclass(frozen=True, slots=True)
class Detachment:
    """A force of a roster, with its catalogue and its selections."""

    catalogue: str
    place: str
    selections: tuple[Selection, ...]


@dataclass(frozen=True, slots=True)
class RosterFile:
    """A roster: its name, its game's id and name, its forces (also nested), and its unread keys."""

    name: str
    system: tuple[str, str]
    detachments: tuple[Detachment, ...]
    unread: tuple[UnreadKey, ...]


def parse_roster(text: str, source: str) -> RosterFile:
    """Parse a roster from XML or JSON. Raises FileError, in one line with the place."""
    start = text.lstrip()[:1]
    if sum(text.count(opening) for opening in "<{[") > MAX_ELEMENTS:
        raise FileError(
            source, [FileFault("", f"more than {MAX_ELEMENTS} parts, the limit for a roster")]
        )
    reader = _Reader(source)
    if start == "<":
        data = _read_xml(text, reader)
    elif start in ("{", "["):
        data = _read_json(text, reader)
    else:
        expected = "expected a roster of BattleScribe (.ros, .rosz) or New Recruit (.json)"
        raise FileError(
            source, [FileFault("", f"{'not a roster' if start else 'empty'}; {expected}")]
        )
    return reader.roster(data)


# XML and JSON


def _read_json(text: str, reader: _Reader) -> dict[str, Any]:
    try:
        data = parse_json(text, reader.where)
    except RecursionError:
        raise reader.fault("", "nested too deeply for a roster") from None
    if isinstance(data, dict) and "roster" in data:
        for key in sorted(data.keys() - {"roster"}):
            reader.note_unread(key, printable_text(key))
        data = data["roster"]
    if not isinstance(data, dict) or "forces" not in data:
        raise reader.fault(
            "", 'not a roster; expected New Recruit\'s JSON: {"roster": {"forces": [...]}}'
        )
    return data


def _read_xml(text: str, reader: _Reader) -> dict[str, Any]:
    """Return the relevant lists and attributes in the JSON form. Reject a DTD unread."""
    parser = expat.ParserCreate(encoding="utf-8", namespace_separator=" ")
    root: dict[str, Any] = {}
    open_parts: list[dict[str, Any] | None] = []

    def refuse(text: str) -> FileError:
        return reader.fault(f"line {parser.CurrentLineNumber}", text)

    def note_unread(name: str) -> None:
        reader.note_unread(name, f"line {parser.CurrentLineNumber}")

    def doctype(*_: object) -> None:
        raise refuse("unexpected document type definition (DOCTYPE)")

    def start(tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition(" ")[2]
        if len(open_parts) > 3 * MAX_DEPTH:
            raise refuse("nested too deeply for a roster")
        if not open_parts:
            if tag != "roster":
                raise refuse(f"not a roster; expected <roster>, found <{printable_text(tag)}>")
            part: dict[str, Any] | None = root
        else:
            part = _open_child(open_parts[-1], tag)
        if part is not None and tag not in LIST_ELEMENTS:
            part.update((name, attributes[name]) for name in KEPT_ATTRIBUTES if name in attributes)
            for name in sorted(
                attributes.keys()
                - KEPT_ATTRIBUTES
                - IGNORED_KEYS
                - IGNORED_KEYS_BY_PART.get(tag, frozenset())
            ):
                note_unread(name)
        for name in sorted(attributes) if tag in LIST_ELEMENTS and part is not None else ():
            note_unread(name)
        if (
            part is None
            and open_parts[-1] is not None
            and tag not in IGNORED_KEYS | IGNORED_KEYS_BY_PART["profile"]
        ):
            note_unread(tag)
        open_parts.append(part)

    def character_data(text: str) -> None:
        if text.strip() and open_parts[-1] is not None:
            note_unread(f"the text {printable_text(text, 40)!r}")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_parts.pop()
    parser.StartDoctypeDeclHandler = doctype
    parser.CharacterDataHandler = character_data
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        message = expat.ErrorString(error.code)
        raise reader.fault(f"line {error.lineno}", f"invalid XML ({message})") from None
    return root


def _open_child(part: dict[str, Any] | None, tag: str) -> dict[str, Any] | None:
    """Return the part for an element in `part`: a list's owner, or None for an ignored element."""
    if part is None or tag in LIST_ELEMENTS:
        return part
    for plural, single in LIST_ELEMENTS.items():
        if tag == single:
            child: dict[str, Any] = {}
            part.setdefault(plural, []).append(child)
            return child
    return None


def printable_text(text: str, max_length: int = 60) -> str:
    """Return a file's text for display: one short line without control characters."""
    text = " ".join(text[: 4 * max_length].split())
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= max_length else text[: max_length - 3] + "..."


# Reading


class _Reader:
    """Builds a roster from a file's data, counts its selections, and notes unread keys."""

    def __init__(self, source: str) -> None:
        self.where = source
        self.count = 0
        self.unread: dict[str, UnreadKey] = {}

    def note_unread(self, name: str, place: str) -> None:
        """Note an unknown key, element or text."""
        if name not in self.unread and len(self.unread) >= MAX_UNREAD_NAMED:
            name = "further keys"
        entry = self.unread.get(name, UnreadKey(name, place, 0))
        self.unread[name] = replace(entry, count=entry.count + 1)

    def roster(self, data: dict[str, Any]) -> RosterFile:
        system = self.text(data, "", "gameSystemId"), self.text(data, "", "gameSystemName")
        self.note_keys(data, "", "roster")
        detachments = tuple(self.detachments(data, "", 0))
        return RosterFile(
            self.text(data, "", "name"), system, detachments, tuple(self.unread.values())
        )

    def note_keys(self, data: dict[str, Any], place: str, kind: str) -> None:
        """Note the unknown keys of a part."""
        for key in sorted(
            data.keys()
            - KEPT_ATTRIBUTES
            - IGNORED_KEYS
            - LIST_ELEMENTS.keys()
            - IGNORED_KEYS_BY_PART.get(kind, frozenset())
        ):
            self.note_unread(
                key, f"{place}.{printable_text(key)}" if place else printable_text(key)
            )

    def detachments(self, data: dict[str, Any], place: str, depth: int) -> Iterator[Detachment]:
        for inner, part in self.parts(data, place, "forces", depth):
            selections = tuple(self.selections(part, inner, depth))
            yield Detachment(self.text(part, inner, "catalogueName"), inner, selections)
            yield from self.detachments(part, inner, depth + 1)

    def selections(self, data: dict[str, Any], place: str, depth: int) -> Iterator[Selection]:
        for inner, part in self.parts(data, place, "selections", depth):
            self.count += 1
            if self.count > MAX_SELECTIONS:
                raise self.fault(
                    "", f"more than {MAX_SELECTIONS} selections, the limit for a roster"
                )
            if not (name := self.text(part, inner, "name")).strip():
                raise self.fault(f"{inner}.name", "missing")
            kinds = [
                self.text(c, at, "name") for at, c in self.parts(part, inner, "categories", depth)
            ]
            kinds += [
                self.text(p, at, "typeName") for at, p in self.parts(part, inner, "profiles", depth)
            ]
            children = tuple(self.selections(part, inner, depth + 1))
            yield Selection(name, inner, self.number(part, inner), tuple(kinds), children)

    def parts(
        self, data: dict[str, Any], place: str, plural: str, depth: int
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the objects of a list with their places. XML's form is valid: {"force": [...]}."""
        place = f"{place}.{plural}" if place else plural
        if depth > MAX_DEPTH:
            raise self.fault("", "nested too deeply for a roster")
        entries = data.get(plural)
        if isinstance(entries, dict):
            single = LIST_ELEMENTS[plural]
            for key in sorted(entries.keys() - {single}):
                self.note_unread(key, f"{place}.{printable_text(key)}")
            entries = entries.get(single)
            entries = [entries] if isinstance(entries, dict) else entries
        if entries is None or entries == "":  # an empty element, as XML converters write it
            entries = []
        if not isinstance(entries, list):
            raise self.fault(place, "expected a list")
        if len(entries) > MAX_SELECTIONS:
            raise self.fault(
                place,
                f"has {len(entries)} entries, more than the limit of {MAX_SELECTIONS} for a roster",
            )
        for i, part in enumerate(entries):
            if part is None or part == "":
                continue
            if not isinstance(part, dict):
                raise self.fault(f"{place}[{i}]", "expected an object")
            self.note_keys(part, f"{place}[{i}]", LIST_ELEMENTS[plural])
            yield f"{place}[{i}]", part

    def text(self, data: dict[str, Any], place: str, name: str) -> str:
        """Return a text of a part. New Recruit writes some texts as numbers or booleans."""
        value = data.get(name)
        if value is None:
            return ""
        if isinstance(value, str):
            return value
        if isinstance(value, bool | int | float):
            return json.dumps(value)
        raise self.fault(f"{place}.{name}" if place else name, "expected text")

    def number(self, data: dict[str, Any], place: str) -> int:
        """Return the number of copies; the default is 1."""
        value = data.get("number")
        if value is None:
            return 1
        if (
            isinstance(value, str)
            and value.strip().isascii()
            and value.strip().isdigit()
            and len(value) < 10
        ):
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT:
            return value
        raise self.fault(f"{place}.number", f"expected a whole number from 0 to {MAX_COUNT}")

    def fault(self, place: str, text: str) -> FileError:
        return FileError(self.where, [FileFault(place, text)])
