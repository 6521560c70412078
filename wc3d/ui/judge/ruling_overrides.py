"""Overrides of rulings and terrain in a dispute, and the question types to which they matter."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from wc3d.judging.question_type import QuestionType
from wc3d.judging.question_types import EMPTY_JUDGE_BOOK
from wc3d.table.features import Feature, Kind, PartState, make_feature
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table import Table
from wc3d.table.table_state import split_by_state

OverrideValue = Kind | PartState | bool | None

RULING_CONDITIONS: dict[str, Callable[[Table], bool]] = {
    "obscuring_depth": lambda table: any(f.kind.obscuring for f in table.features),
    "climb_cost": lambda table: any(f.kind is Kind.OBSTACLE for f in table.features),
    "obstacle_height": lambda table: any(f.kind is Kind.OBSTACLE for f in table.features),
    "rough_cost": lambda table: any(f.kind.rough for f in table.features),
    "rough_minimum": lambda table: any(f.kind.rough for f in table.features),
    "jump_clear_of_rough": lambda table: any(f.kind.rough for f in table.features),
    "ladder_within": lambda table: bool(table.ladders),
    "ladder_cost": lambda table: bool(table.ladders),
}
"""The condition on the table under which each ruling can matter."""

RULING_SUBJECTS = {
    "obscuring_depth": "no woods or smoke here",
    "climb_cost": "no obstacles here",
    "obstacle_height": "no obstacles here",
    "rough_cost": "no rough ground here",
    "rough_minimum": "no rough ground here",
    "jump_clear_of_rough": "no rough ground here",
    "ladder_within": "no ladders here",
    "ladder_cost": "no ladders here",
}
"""The reason why each ruling of RULING_CONDITIONS cannot matter on a table."""

FLAG_LABELS = {
    "blocks_sight": "blocks sight",
    "cover": "gives cover",
    "standable": "models can stand on it",
}
"""The labels of the terrain flags."""

TERRAIN_KINDS = tuple(kind for kind in Kind if kind is not Kind.OBJECTIVE)


class ReadingOverrides:
    """Overrides of rulings by name, and of terrain by id: its kind, sight, cover and footing."""

    def __init__(
        self, policy_source: Callable[[str], tuple[str, str]] = EMPTY_JUDGE_BOOK.policy_source
    ) -> None:
        self.policy_source = policy_source
        self.ruling_values: dict[str, float] = {}
        self.terrain_values: dict[str, dict[str, Any]] = {}
        self._read: tuple[Table, object, Table] | None = None
        self._built: tuple[object, object, tuple[Feature, ...], tuple[Feature, ...]] | None = None

    def relevant_rulings(self, table: Table, type: QuestionType) -> tuple[str, ...]:
        """Return the rulings that can decide a question of this type on this table."""
        board = self.apply_to_terrain(table)
        return tuple(
            name
            for name in type.rulings
            if name not in RULING_CONDITIONS or RULING_CONDITIONS[name](board)
        )

    def override_ruling(self, policy: SpacePolicy, name: str, value: float) -> None:
        """Override the value of a ruling. Its standard value removes the override."""
        own = getattr(policy, name)
        if value == own:
            self.ruling_values.pop(name, None)
        else:
            self.ruling_values[name] = (
                max(0, round(value)) if isinstance(own, int) else max(0.0, value)
            )

    def override_terrain(self, own: Feature, name: str, value: OverrideValue) -> None:
        """Override a property or, resetting all others, the kind. The own value removes it."""
        read = {} if name == "kind" else dict(self.terrain_values.get(own.id, {}))
        read.pop(name, None)
        if value is not None and value != getattr(override_feature(own, read), name):
            read[name] = value
        self.terrain_values.pop(own.id, None)
        if read:
            self.terrain_values[own.id] = read

    def keep_terrain(self, ids: Collection[str]) -> None:
        """Drop the overrides of all other terrain."""
        self.terrain_values = {id: v for id, v in self.terrain_values.items() if id in ids}

    def apply_to_terrain(self, table: Table) -> Table:
        """Return the table with overridden terrain. The features are cached for equal overrides."""
        terrain = table.terrain
        if not any(f.id in self.terrain_values for f in terrain):
            return table
        key = (
            table.open_parts,
            *((id, *read.items()) for id, read in self.terrain_values.items()),
        )
        if self._built is None or self._built[0] is not table.features or self._built[1] != key:
            features, open_parts = split_by_state(
                override_feature(f, self.terrain_values.get(f.id, {})) for f in terrain
            )
            self._built = table.features, key, features, open_parts
        return replace(table, features=self._built[2], open_parts=self._built[3])

    def apply_to_table(self, table: Table, type: QuestionType) -> Table:
        """Return the table for a question type, the same object if no override matters."""
        key = (
            type.name,
            tuple(self.ruling_values.items()),
            tuple((id, *read.items()) for id, read in self.terrain_values.items()),
        )
        if self._read is None or self._read[0] is not table or self._read[1] != key:
            rules: dict[str, Any] = {
                name: v for name, v in self.ruling_values.items() if name in type.rulings
            }
            read = table if type.terrain is None else self.apply_to_terrain(table)
            self._read = (
                table,
                key,
                replace(read, policy=replace(table.policy, **rules)) if rules else read,
            )
        return self._read[2]

    def describe_overrides(self, table: Table, type: QuestionType) -> tuple[str, ...]:
        """Describe the overrides that matter to a question type, each with the standard reading."""
        words = []
        for name, value in self.ruling_values.items():
            if name in type.rulings:
                (id, page), own = self.policy_source(name), getattr(table.policy, name)
                unit = "" if isinstance(own, int) else '"'
                source = f" ({id}, p. {page})" if id else ""
                words.append(
                    f"{name.replace('_', ' ')} {value:g}{unit} instead of {own:g}{unit}{source}"
                )
        terrain = table.terrain if type.terrain is not None else ()
        for own in terrain:
            differences = _list_differences(
                own, override_feature(own, self.terrain_values.get(own.id, {})), type.terrain or ()
            )
            words += (
                [f"{table.display_name(own.id)}: {', '.join(differences)}"] if differences else []
            )
        return tuple(words)


def _list_differences(own: Feature, read: Feature, flags: tuple[str, ...]) -> list[str]:
    words = [f"{read.kind} instead of {own.kind}"] if read.kind is not own.kind else []
    if read.state is not own.state:
        words.append(f"{read.state} instead of {own.state}")
    changed = [flag for flag in flags if getattr(read, flag) != getattr(own, flag)]
    return words + [
        f"{FLAG_LABELS[flag]}: {'yes instead of no' if getattr(read, flag) else 'no instead of yes'}"
        for flag in changed
    ]


def override_feature(own: Feature, read: dict[str, Any]) -> Feature:
    """Return a feature with its overrides applied. Another kind starts with its defaults."""
    kind = read.get("kind", own.kind)
    new_feature = (
        own
        if kind is own.kind
        else make_feature(
            own.id, kind, own.pieces, name=own.name, state=own.state, shapes=own.shapes
        )
    )
    changes = {name: value for name, value in read.items() if name != "kind"}
    return replace(new_feature, **changes) if changes else new_feature
