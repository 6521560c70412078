"""TOML card files of any game: report every fault with its place, and add custom cards."""

from __future__ import annotations

import os
import re
import tomllib
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

from pydantic import AfterValidator, Field, StringConstraints, ValidationError

from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError, UnreadPartWarning
from wc3d.table.maps.strict_json import (
    PRINTABLE_PATTERN,
    FileError,
    FileFault,
    Id,
    StrictModel,
    describe_toml_error,
    read_text,
    validation_faults,
)


def _check_id(text: str) -> str:
    if re.fullmatch(r"[a-z][a-z0-9_]{0,59}", text):
        return text
    raise ValueError(
        f"expected an id of up to 60 lower-case letters, digits and underscores that starts with a letter, found {text[:60]!r}"
    )


CardId = Annotated[str, Field(strict=True), AfterValidator(_check_id)]
"""The id of a card: lower-case letters, digits and underscores."""

CardText = Annotated[
    str,
    StringConstraints(strict=True, max_length=500, pattern=rf"^({PRINTABLE_PATTERN}|[\t\r\n])*$"),
]
"""The text of a card, possibly of several lines."""


class Card(StrictModel):
    """A card: its id and its name. `doubts` name its assumed or disputed values."""

    id: CardId
    name: Id
    doubts: tuple[CardText, ...] = ()


class CardError(FileError):
    """Invalid cards; `faults` lists every mistake with its file and its place there."""


CardT = TypeVar("CardT")


def find_card(kind: str, id: str, entries: Mapping[str, CardT]) -> CardT:
    """Return the card, or the part of a card, of that id. Raises InputError with similar ids."""
    try:
        return entries[id]
    except KeyError:
        raise InputError(f"unknown {kind} {id!r}{suggest_similar(id, entries)}") from None


CardsT = TypeVar("CardsT")


class ActiveCards(Generic[CardsT]):
    """The cards in use by a game. Calling it returns the cards, read on first use.

    They come from the program and from the paths in an environment variable, one path per line.
    Processes started later therefore use them too.
    """

    def __init__(self, variable: str, load: Callable[[list[Path]], CardsT]) -> None:
        self._variable = variable
        self._load = load
        self._cards: CardsT | None = None

    def __call__(self) -> CardsT:
        if self._cards is None:
            paths = os.environ.get(self._variable, "").split("\n")
            self._cards = self._load([Path(path) for path in paths if path])
        return self._cards

    @contextmanager
    def use_files(self, paths: Iterable[str | Path]) -> Iterator[CardsT]:
        """Add these folders and files of cards, also for processes started meanwhile. Raises
        CardError.

        Warns (UnreadPartWarning) about subfolders with cards, which are not read.
        """
        paths = [*paths]
        for folder in _subfolders_with_cards(map(Path, paths)):
            warnings.warn(
                f"{folder}: a subfolder; wc3d does not read its cards",
                UnreadPartWarning,
                stacklevel=3,
            )
        old_value = os.environ.get(self._variable)
        os.environ[self._variable] = "\n".join(map(str, paths))
        self._cards = None
        try:
            yield self()
        finally:
            os.environ.pop(self._variable)
            if old_value is not None:
                os.environ[self._variable] = old_value
            self._cards = None


CardTables = Mapping[str, type[Card]]
"""The tables of a card file, each with its model: [[unit]], [[weapon]]."""

CardPlaces = dict[tuple[str, str], str]
"""The place of each card by its table and id: the file, and the place in the file."""


def read_card_files(
    paths: Iterable[Path], tables: CardTables
) -> tuple[dict[str, dict[str, Any]], CardPlaces]:
    """Read cards by table and id, with their places. Raises CardError, which lists every fault."""
    faults: list[FileFault] = []
    read: dict[str, dict[str, Any]] = {kind: {} for kind in tables}
    places: CardPlaces = {}
    for path in _find_card_files(paths, faults):
        for kind, place, card in _read_cards(path, tables, faults):
            if card.id in read[kind]:
                faults.append(
                    FileFault(
                        f"{place}.id", f"{card.id!r} is already the id of {places[kind, card.id]}"
                    )
                )
                continue
            read[kind][card.id] = card
            places[kind, card.id] = place
    if faults:
        raise CardError("cards", faults)
    return read, places


def _find_card_files(paths: Iterable[Path], faults: list[FileFault]) -> Iterator[Path]:
    """Yield the card files of the given folders and files."""
    for path in paths:
        files = _list_card_files(path) if path.is_dir() else [path]
        if not files:
            faults.append(FileFault(str(path), "expected a .toml file in this folder, found none"))
        yield from files


def _list_card_files(folder: Path) -> list[Path]:
    """Return the visible .toml files of a folder, in any case."""
    return sorted(
        path
        for path in folder.glob("*")
        if path.suffix.lower() == ".toml" and not path.name.startswith(".")
    )


def _subfolders_with_cards(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the subfolders of the given folders that contain card files."""
    for path in paths:
        yield from (
            sub
            for sub in sorted(path.glob("*"))
            if not sub.name.startswith(".") and _list_card_files(sub)
        )


def _read_cards(
    path: Path, tables: CardTables, faults: list[FileFault]
) -> Iterator[tuple[str, str, Card]]:
    """Yield the valid cards of a file: table name, place and card. Add the others to the faults."""
    try:
        data: dict[str, Any] = tomllib.loads(read_text(path))
    except FileError as error:
        faults += [
            FileFault(f"{path}: {f.place}" if f.place else str(path), f.text) for f in error.faults
        ]
        return
    except (ValueError, RecursionError) as error:
        faults.append(FileFault(str(path), f"invalid TOML ({describe_toml_error(error)})"))
        return
    for kind, rows in data.items():
        if kind not in tables or not isinstance(rows, list):
            faults.append(
                FileFault(
                    f"{path}: {kind}", f"expected one of the tables [[{']], [['.join(tables)}]]"
                )
            )
            continue
        for i, row in enumerate(rows):
            id = row.get("id") if isinstance(row, dict) else None
            place = f"{path}: {kind}[{i}]" + (
                f" {id}" if isinstance(id, str) and re.fullmatch(r"\w{1,60}", id) else ""
            )
            try:
                yield kind, place, tables[kind].model_validate(row)
            except ValidationError as error:
                faults += [
                    FileFault(f"{place}.{f.place}" if f.place else place, f.text)
                    for f in validation_faults(error, row)
                ]
