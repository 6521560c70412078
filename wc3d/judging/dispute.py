"""Disputes: question files that are read, checked and set up on a table."""

from __future__ import annotations

import json
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wc3d._internal.data_files import ShippedKind, UnknownFileError, find_shipped_or_own_file
from wc3d.errors import InputError
from wc3d.judging.place_search import find_place_in_words
from wc3d.judging.question_fields import ModelEntry
from wc3d.judging.question_file import (
    QuestionFile,
    is_question_file,
    ladder_faults,
    read_question_file,
)
from wc3d.judging.question_type import QuestionType
from wc3d.judging.question_types import QUESTION_TYPES
from wc3d.judging.report_data import read_report_data
from wc3d.table.body import Body
from wc3d.table.maps.map_file import load_map, table_from_map
from wc3d.table.maps.strict_json import FileError, FileFault, parse_json, read_text
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import resolve_body_height, stand


@dataclass(frozen=True)
class Dispute:
    """A question file, read and set up, ready to be answered.

    - `table`: the table with its models. `file`: the questions (`file.all_questions`).
    - `given`: the file's own JSON. `where`, `folder`: its name and its folder.
    - `types`: the permitted types of questions.

    >>> read_dispute(question, "example", Path(), map_cache()).table.body("b").base
    'large'
    """

    where: str
    file: QuestionFile
    table: Table
    folder: Path
    given: dict[str, Any] = field(repr=False)
    types: tuple[QuestionType, ...] = field(default=QUESTION_TYPES, repr=False)
    _remarks: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def models_in_words(self) -> dict[str, tuple[str, Body]]:
        """The models whose places are given in words: the words and the model, by id."""
        return {
            model.id: (model.position, self.table.body(model.id))
            for model in self.file.models
            if isinstance(model.position, str)
        }

    def placement_remark(self, id: str) -> str | None:
        """Return a remark about a model's odd place, such as inside a wall, or None."""
        if id not in self._remarks:
            body = self.table.body(id)
            result = stand(self.table, body.base, body.at, ignore=(id,))
            self._remarks[id] = (
                ""
                if result.standable
                else f"{id} stands where a model cannot stand: {result.reason}"
            )
        return self._remarks[id] or None


class MapCache:
    """A cache of maps for one game's space policy, because thousands of questions may share a map.

    `types` are the permitted types of questions. `model` is the form of models in files. `other`
    returns the cache of another game or edition; it raises InputError if there is none.
    """

    def __init__(
        self,
        policy: SpacePolicy,
        types: Sequence[QuestionType] = QUESTION_TYPES,
        max_tables: int = 16,
        model: type[ModelEntry] = ModelEntry,
        other: Callable[[str, str], MapCache] | None = None,
    ) -> None:
        self.policy = policy
        self.types = tuple(types)
        self.most = max_tables
        self.model = model
        self._other = other
        self._shelves: dict[tuple[str, str], MapCache] = {}
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def for_data(self, data: Any, source: str) -> MapCache:
        """Return the cache for the game and edition of a question file's data. Raises FileError."""
        named = (
            tuple(data.get(key, "") for key in ("game", "edition"))
            if isinstance(data, dict)
            else ("", "")
        )
        if (
            self._other is None
            or not any(named)
            or not all(isinstance(name, str) for name in named)
        ):
            return self
        if named not in self._shelves:
            try:
                self._shelves[named] = self._other(*named)
            except InputError as error:
                raise FileError(source, [FileFault("", str(error))]) from None
        return self._shelves[named]

    def load_table(self, map_source: str | dict[str, Any], source: str, folder: Path) -> Table:
        """Return the table of a map object or path (from `folder`, then the working folder)."""
        if isinstance(map_source, str):
            path = find_map_file(map_source, source, folder)
            key = f"file {path.resolve()}"
        else:
            key = f"object {folder} {json.dumps(map_source)}"
        if key not in self._tables:
            self._tables[key] = (
                load_map(path, self.policy)
                if isinstance(map_source, str)
                else table_from_map(map_source, self.policy, f"{source}: map", folder)
            )
            if len(self._tables) > self.most:
                self._tables.popitem(last=False)
        self._tables.move_to_end(key)
        return self._tables[key]


def find_map_file(map_source: str, source: str, folder: Path) -> Path:
    """Return a map's path: in `folder`, the working folder or shipped. Raises FileError."""
    if os.path.isfile(folder / map_source):  # also False for names that the system cannot handle
        return folder / map_source
    reason = f'no file "{map_source}" next to the question file or in the working folder'
    try:
        path = find_shipped_or_own_file(map_source, ShippedKind.BOARD)
    except UnknownFileError as error:
        reason += error.reason.removeprefix("no such file")
    else:
        if os.path.isfile(path):
            return path
    if os.path.exists(folder / map_source):
        reason = f'"{map_source}": expected a file, not a folder, a pipe or a device'
    raise FileError(source, [FileFault("map", reason)])


def read_dispute(data: Any, source: str, folder: Path, maps: MapCache) -> Dispute:
    """Return a question file, given as parsed JSON, with its models set up on its table.

    `source` is the file's name in error messages. `folder` is the first place to look for its map
    file. `maps` comes from `wc3d.games.map_cache`. Raises FileError, an InputError, with every
    fault and its place.

    >>> dispute = read_dispute(question, "example", Path(), map_cache())
    >>> dispute.file.all_questions[0].type
    'range'
    """
    maps = maps.for_data(data, source)
    file = read_question_file(data, source, maps.types, maps.model)
    empty = _set_states(maps.load_table(file.map, source, folder), file, source)
    faults = list(ladder_faults(file, (ladder.id for ladder in empty.ladders)))
    if faults:
        raise FileError(source, faults)
    full_table = empty.with_bodies(*_place_models(empty, file.models, source))
    return Dispute(source, file, full_table, folder, data, maps.types)


def _set_states(table: Table, file: QuestionFile, source: str) -> Table:
    """Return the table with its doors and roofs as the file says. Raises FileError."""
    try:
        return table.with_states(file.states)
    except InputError as error:
        raise FileError(source, [FileFault("states", str(error))]) from None


def _place_models(table: Table, models: Sequence[ModelEntry], source: str) -> list[Body]:
    """Return the models at their places, without a height on the highest level that bears them.

    Raises FileError if there is no such level.
    """
    bodies: list[Body] = []
    faults = []
    for i, model in enumerate(models):
        try:
            bodies.append(place_model(table.with_bodies(*bodies), table, model))
        except InputError as error:
            hint = (
                ""
                if isinstance(model.position, str)
                else "; to ask anyway, give the position with a height: [x, y, z]"
            )
            faults.append(FileFault(f"models[{i}].position", f"{error}{hint}"))
    if faults:
        raise FileError(source, faults)
    return bodies


def place_model(earlier: Table, empty: Table, model: ModelEntry) -> Body:
    """Return a model at its place; words are read on the table with the `earlier` models."""
    if isinstance(model.position, str):
        return model.to_body(find_place_in_words(earlier, model.base, model.position))
    return resolve_body_height(empty, model.to_body(model.position))


def open_dispute(path: Path, maps: MapCache) -> Dispute:
    """Return the dispute of a question file, or of a report page made by `wc3d judge --report`.

    Raises FileError, an InputError, with every fault and its place.

    >>> from wc3d._internal.data_files import ShippedKind, find_shipped_or_own_file
    >>> path = Path(find_shipped_or_own_file("over-the-palisade", ShippedKind.QUESTIONS))
    >>> len(open_dispute(path, map_cache()).file.all_questions)
    5
    """
    data = read_json_or_report(path)
    if isinstance(data, dict) and "size" in data and "map" not in data:
        raise FileError(
            str(path),
            [FileFault("", "expected a question file, not a board (wc3d check checks boards)")],
        )
    return read_dispute(data, str(path), path.parent, maps)


def read_json_or_report(path: Path) -> Any:
    """Return the JSON value of a file, or the questions of a report page with its meshes."""
    is_page = path.suffix.lower() in (".html", ".htm")
    return read_report_data(path) if is_page else parse_json(read_text(path), str(path))


def open_table(path: Path, maps: MapCache) -> Table:
    """Return the table of a map file, or of a question file with its models."""
    data = read_json_or_report(path)
    if is_question_file(data):
        return read_dispute(data, str(path), path.parent, maps).table
    return table_from_map(data, maps.policy, str(path), path.parent)
