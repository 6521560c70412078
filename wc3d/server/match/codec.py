"""A JSON codec for states and events: objects carry class names, limited to the game's classes.

A state becomes a flat table of parts ("models/1.dusk_wolf.1"), to send only the changed parts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from wc3d._internal.memo import Size, memo_per_process
from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.replay import action_data
from wc3d.engine.ruleset import RuleSet

CLASS_KEY = "#"
"""The entry of an object that names its class."""

SHARED_PACKAGES = ("wc3d.engine.", "wc3d.table.", "wc3d.geometry.")
"""Packages with the value classes that all games share."""

MODULES_OF_FUNCTIONS = ("wc3d.engine.ruleset.", "wc3d.engine.rule_parts.")
"""Modules whose classes hold a game's functions, which no state contains."""

PACKAGES_WITHOUT_VALUES = ("bots", "cli", "environment", "observation", "ui")
"""Subpackages of a game without classes for states or events."""

FlatState = Mapping[str, Any]


class CodecError(Exception):
    """Raised for data that is not a value of this game."""


@memo_per_process(Size.FEW)
def codec_for(rules: RuleSet) -> StateCodec:
    """Return the codec of a game's rules."""
    return StateCodec(rules)


class StateCodec:
    """Encodes and decodes the values of a game."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.classes_by_name = _collect_types(rules)

    # Values

    def encode(self, value: Any) -> Any:
        """Return a value as JSON, without default fields. Raises CodecError for foreign types."""
        if isinstance(value, Enum):
            return {CLASS_KEY: self._encode_type(type(value)), "v": value.value}
        if value is None or isinstance(value, bool | int | float | str):
            return value
        if isinstance(value, tuple):
            return [self.encode(v) for v in value]
        if isinstance(value, frozenset):
            return {CLASS_KEY: "set", "v": sorted((self.encode(v) for v in value), key=repr)}
        if isinstance(value, Mapping):
            return {
                CLASS_KEY: "map",
                "v": [[self.encode(k), self.encode(v)] for k, v in value.items()],
            }
        if isinstance(value, Action):
            return {CLASS_KEY: "action", "v": action_data(value)}
        if is_dataclass(value):
            name = self._encode_type(type(value))
            entries = {
                f.name: self.encode(v)
                for f in _list_fields(type(value))
                if (v := getattr(value, f.name)) != f.default
            }
            return {CLASS_KEY: name, **entries}
        raise CodecError(f"a state cannot hold a value of type {type(value).__name__}")

    def _encode_type(self, kind: type) -> str:
        if self.classes_by_name.get(kind.__name__) is not kind:
            raise CodecError(f"{self.rules.title} has no type {kind.__module__}.{kind.__name__}")
        return kind.__name__

    def decode(self, data: Any) -> Any:
        """Return the value of its JSON. Raises CodecError."""
        try:
            return self._decode(data)
        except (TypeError, ValueError, KeyError, RecursionError, RefusedError) as error:
            raise CodecError(
                f"cannot read a game message from the host ({type(error).__name__}: {error}); check that both sides "
                "run the same version of wc3d"
            ) from None

    def _decode(self, data: Any) -> Any:
        if isinstance(data, list):
            return tuple(self._decode(v) for v in data)
        if not isinstance(data, dict):
            return data
        name = data.get(CLASS_KEY)
        if name == "map":
            return {self._decode(k): self._decode(v) for k, v in data["v"]}
        if name == "set":
            return frozenset(self._decode(v) for v in data["v"])
        if name == "action":
            return self.rules.play.read_action({"player": 0, **data["v"]})
        if (kind := self.classes_by_name.get(str(name))) is None:
            raise CodecError(
                f"{self.rules.title} has no type {str(name)[:60]!r}; use the same version of wc3d as the host"
            )
        if issubclass(kind, Enum):
            return kind(data["v"])
        return kind(**{k: self._decode(v) for k, v in data.items() if k != CLASS_KEY})

    # States

    def flatten(self, state: Any) -> dict[str, Any]:
        """Return the changing parts of a state as a flat table, with one entry per table row."""
        changing, _ = self.rules.play.split_state(state)
        parts: dict[str, Any] = {}
        for f in _list_fields(type(changing)):
            value = getattr(changing, f.name)
            if isinstance(value, Mapping):
                parts.update(
                    {f"{f.name}/{type(key).__name__}/{key}": part for key, part in value.items()}
                )
            else:
                parts[f.name] = value
        return parts

    def diff(self, old_state: Any, new_state: Any) -> dict[str, Any]:
        """Return the changes from one state to another: set and dropped parts, and a new order."""
        old, new = self.flatten(old_state) if old_state is not None else {}, self.flatten(new_state)
        change: dict[str, Any] = {
            "set": {
                k: self.encode(v)
                for k, v in new.items()
                if k not in old or (old[k] is not v and old[k] != v)
            }
        }
        if dropped_keys := [k for k in old if k not in new]:
            change["drop"] = dropped_keys
        if _merge_order(old, new, dropped_keys) != list(new):
            change["order"] = list(new)
        return change

    def apply_diff(self, parts: FlatState, change: Mapping[str, Any]) -> dict[str, Any]:
        """Return a flat table after a change. Raises CodecError."""
        new_parts = {str(k): self.decode(v) for k, v in change["set"].items()}
        result = {
            **{k: v for k, v in parts.items() if k not in change.get("drop", ())},
            **new_parts,
        }
        order = change.get("order")
        try:
            return result if order is None else {k: result[k] for k in order}
        except KeyError as error:
            raise CodecError(f"the change refers to a missing part: {error}") from None

    def unflatten(self, parts: FlatState, like: Any) -> Any:
        """Return the state of a flat table, with the setup of `like`. Raises CodecError."""
        changing, lasting = self.rules.play.split_state(like)
        values: dict[str, Any] = {
            f.name: {}
            for f in _list_fields(type(changing))
            if isinstance(getattr(changing, f.name), Mapping)
        }
        for name, value in parts.items():
            field, _, key = name.partition("/")
            kind, _, word = key.partition("/")
            if key:
                values[field][int(word) if kind == "int" else word] = value
            else:
                values[field] = value
        defaults = {
            f.name: getattr(changing, f.name)
            for f in fields(changing)
            if f.init and f.name not in values
        }
        try:
            return self.rules.play.join_state(type(changing)(**defaults, **values), lasting)
        except TypeError as error:
            raise CodecError(f"expected a game state of {self.rules.title} ({error})") from None


def _merge_order(old: Iterable[str], new: Mapping[str, Any], dropped_keys: list[str]) -> list[str]:
    """Return the order of the parts if new parts come last."""
    remaining_keys = [k for k in old if k not in dropped_keys]
    remaining_set = set(remaining_keys)
    return [*remaining_keys, *(k for k in new if k not in remaining_set)]


@memo_per_process(Size.LARGE)
def _list_fields(kind: Any) -> tuple[Any, ...]:
    """Return the encoded fields of a class: its compared init fields without the constant setup."""
    return tuple(f for f in fields(kind) if f.init and f.compare and f.name != "setup")


def _collect_types(rules: RuleSet) -> dict[str, type]:
    """Return the classes for states and events by name, from the game and the shared packages.

    Raises CodecError if two classes share a name.
    """
    package = rules.place.partition(":")[0].rpartition(".")[0]
    rooms = (f"{package}.", *SHARED_PACKAGES)
    without = (
        *(f"{package}.{match}." for match in PACKAGES_WITHOUT_VALUES),
        *MODULES_OF_FUNCTIONS,
    )

    def may_hold_values(name: str) -> bool:
        return name.startswith(rooms) and not f"{name}.".startswith(without)

    kinds: dict[str, type] = {}
    for module in [m for name, m in list(sys.modules.items()) if may_hold_values(name)]:
        for kind in vars(module).values():
            if (
                isinstance(kind, type)
                and may_hold_values(kind.__module__)
                and (is_dataclass(kind) or issubclass(kind, Enum))
            ):
                first_kind = kinds.setdefault(kind.__name__, kind)
                if first_kind is not kind:
                    raise CodecError(
                        f"two classes share the name {kind.__name__}: in {first_kind.__module__} and {kind.__module__}"
                    )
    return kinds
