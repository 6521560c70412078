"""Stable numbers for actions: the same numbers mean the same action in every game and release."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from wc3d.engine.actions import Action, RefusedError, opponent_of
from wc3d.engine.game import View
from wc3d.errors import InputError
from wc3d.rl.name_tables import NUMBER_SCALE, NameTable

FACTORS: Mapping[str, int] = {
    "kind": 64,
    "actor_kind": 8,
    "actor_card": NUMBER_SCALE,
    "actor_copy": 128,
    "via_card": NUMBER_SCALE,
    "via_copy": 128,
    "item": NUMBER_SCALE,
    "item_copy": 16,
    "mode": NUMBER_SCALE,
    "target_side": 3,
    "target_kind": 8,
    "target_card": NUMBER_SCALE,
    "target_copy": 128,
    "x": 400,
    "y": 400,
    "z": 100,
    "angle": 73,
    "amount": 1000,
}
"""The factors of an action with the number of values of each. 0 means that an action lacks it."""

GRID_STEPS_PER_INCH = 4
"""The grid of places. Number n means (n - 1) / 4 inches from the south-west corner."""

ANGLE_STEP_DEGREES = 5
"""The step of angles. Number n means 5 (n - 1) degrees counter-clockwise from east."""

MAX_LISTED = 5000
"""The number of listed actions of a kind that decoding tries."""

Entity = tuple[int, int, str]
"""Something on the table or in a force: its kind, its card's number and its id."""

MODEL_KIND, UNIT_KIND, GATE_KIND, OBJECTIVE_KIND = 1, 2, 3, 4
"""The kinds of actors and targets."""

_AT = {name: place for place, name in enumerate(FACTORS)}
_OPTION_TABLES = ("option", "cypher", "weapon")


@dataclass(frozen=True)
class FactoredActions:
    """The encoder and decoder of a game's actions as stable numbers.

    `numbers` are the game's tables of names. `roles` says for each kind of action what each of its
    fields is: "actor", "target", "via", "item:TABLE", "mode:TABLE", "flag", "option", "point",
    "path", "places", "holders", "helpers", "angle", "amount" or "inches". `entities` lists a player's models,
    units and the like; player 0 owns what belongs to nobody.
    """

    numbers: Mapping[str, NameTable]
    roles: Mapping[str, Mapping[str, str]]
    entities: Callable[[Any, int], Iterable[Entity]]
    names: tuple[str, ...] = tuple(FACTORS)

    @cached_property
    def space(self) -> spaces.MultiDiscrete:
        """The space of all encoded actions."""
        return spaces.MultiDiscrete(list(FACTORS.values()))

    def encode(self, state: Any, action: Action) -> NDArray[np.int64]:
        """Return the numbers of an action: one for each of `names`."""
        values = dict.fromkeys(FACTORS, 0)
        values["kind"] = self.numbers["action"].number(action.type)
        for field, role in self.roles[action.type].items():
            value = getattr(action, field)
            if value is not None and value != "":
                kind, _, table = role.partition(":")
                _ENCODERS[kind](self, values, state, action.player, value, table)
        limits = FACTORS.values()
        return np.array(
            [min(v, limit - 1) for v, limit in zip(values.values(), limits, strict=True)],
            dtype=np.int64,
        )

    def decode(
        self,
        view: View,
        numbers: Sequence[int] | NDArray[Any],
        choices: Iterable[Action] = (),
    ) -> Action:
        """Return the legal action of these numbers: a choice, a listed one, or one made of them.

        Raises InputError if there is none.
        """
        wanted = self._read(numbers)
        kind = self.numbers["action"].name(int(wanted[0]))
        for action in (*choices, *_list_actions(view, kind)):
            if action.type == kind and np.array_equal(self.encode(view.state, action), wanted):
                return action
        offer = next((o for o in view.offers if o.type == kind), None)
        if offer is None:
            offered = ", ".join(o.type for o in view.offers)
            raise InputError(
                f"action numbers: {kind or 'unknown kind'} is not offered; offered: {offered}"
            )
        try:
            action = view.rules.play.read_action(self._build(view, kind, wanted))
            verdict = offer.check(action)
        except RefusedError as error:
            verdict = error.verdict
        except (KeyError, IndexError) as error:
            raise InputError(f"action numbers: {kind}: nothing has the number {error}") from None
        if not verdict:
            raise InputError(f"action numbers: {kind}: {verdict.text}")
        return action

    def _read(self, numbers: Sequence[int] | NDArray[Any]) -> NDArray[np.int64]:
        """Return the numbers as an array. Raises InputError."""
        try:
            read = np.asarray(numbers, dtype=np.int64)
        except (TypeError, ValueError, OverflowError):
            raise InputError(f"action numbers: expected {len(FACTORS)} whole numbers") from None
        if read.shape != (len(FACTORS),):
            raise InputError(
                f"action numbers: expected {len(FACTORS)} whole numbers, found an array of shape {read.shape}"
            )
        for name, value, limit in zip(FACTORS, read.tolist(), FACTORS.values(), strict=True):
            if not 0 <= value < limit:
                raise InputError(f"action numbers: {name} {value}: expected 0 to {limit - 1}")
        return read

    def _build(self, view: View, kind: str, numbers: NDArray[np.int64]) -> dict[str, Any]:
        """Return the JSON form of the action of these numbers. Raises KeyError."""
        values = dict(zip(FACTORS, numbers.tolist(), strict=True))
        player = cast(int, view.player)
        data: dict[str, Any] = {"type": kind, "player": player}
        for field, role in self.roles[kind].items():
            name, _, table = role.partition(":")
            value = _BUILDERS[name](self, values, view.state, player, table)
            if value is not None:
                data[field] = value
        return data

    def identify(self, state: Any, player: int, id: str) -> tuple[int, int, int, int]:
        """Return the side (1 own, 2 other, 0 nobody's), the kind, the card and the copy of an id."""
        for side, owner in ((1, player), (2, opponent_of(player)), (0, 0)):
            counts: dict[tuple[int, int], int] = {}
            for kind, card, other_id in self.entities(state, owner):
                copy = counts[kind, card] = counts.get((kind, card), -1) + 1
                if other_id == id:
                    return side, kind, card, copy
        return 0, 0, 0, 0

    def find(self, state: Any, owner: int, kind: int, card: int, copy: int) -> str:
        """Return the id of a copy of a card. Raises KeyError."""
        matching = [id for k, c, id in self.entities(state, owner) if k == kind and c == card]
        if copy >= len(matching):
            raise KeyError(card)
        return matching[copy]


def _list_actions(view: View, kind: str) -> Iterator[Action]:
    for offer in view.offers:
        if offer.type == kind:
            yield from islice(offer.candidates(), MAX_LISTED)


Values = dict[str, int]

# From fields to numbers: the factored actions, the numbers, the state, the player, the field's value
# and the table of its role.


def _encode_actor(
    f: FactoredActions, v: Values, state: Any, player: int, value: Any, _: str
) -> None:
    v["actor_kind"], v["actor_card"], v["actor_copy"] = f.identify(state, player, value)[1:]


def _encode_via(f: FactoredActions, v: Values, state: Any, player: int, value: Any, _: str) -> None:
    v["via_card"], v["via_copy"] = f.identify(state, player, value)[2:]


def _encode_target(
    f: FactoredActions, v: Values, state: Any, player: int, value: Any, _: str
) -> None:
    side, v["target_kind"], v["target_card"], v["target_copy"] = f.identify(state, player, value)
    v["target_side"] = side


def _encode_item(f: FactoredActions, v: Values, s: Any, p: int, value: Any, table: str) -> None:
    name, _, copy = value.partition("#")
    v["item"] = f.numbers[table].number(name)
    v["item_copy"] = int(copy or 0)


def _encode_mode(f: FactoredActions, v: Values, s: Any, p: int, value: Any, table: str) -> None:
    v["mode"] = f.numbers[table].number(value)


def _encode_flag(f: FactoredActions, v: Values, s: Any, p: int, value: Any, _: str) -> None:
    v["mode"] = int(value)


def _encode_option(
    f: FactoredActions, v: Values, state: Any, player: int, value: Any, _: str
) -> None:
    if value.isdecimal():
        v["amount"] = int(value)
        return
    for place, name in enumerate(_OPTION_TABLES):
        if name in f.numbers and value in f.numbers[name].names:
            v["item"] = f.numbers[name].number(value)
            v["item_copy"] = place
            return
    _encode_target(f, v, state, player, value, "")
    if not v["target_kind"]:
        v["item"] = f.numbers["option"].number(value)


def _encode_point(f: FactoredActions, v: Values, s: Any, p: int, value: Any, _: str) -> None:
    v["x"], v["y"] = (1 + max(0, round(c * GRID_STEPS_PER_INCH)) for c in value[:2])
    if len(value) > 2:
        v["z"] = 1 + max(0, round(value[2] * GRID_STEPS_PER_INCH))


def _encode_path(f: FactoredActions, v: Values, s: Any, p: int, value: Any, _: str) -> None:
    if value:
        end = value[-1]
        if not isinstance(end, tuple):
            end = getattr(end, "jump", None) or end.to
        _encode_point(f, v, s, p, end, "")


def _encode_places(f: FactoredActions, v: Values, s: Any, p: int, value: Any, _: str) -> None:
    if value:
        _encode_point(f, v, s, p, next(iter(value.values())), "")


def _encode_holders(
    f: FactoredActions, v: Values, state: Any, player: int, value: Any, _: str
) -> None:
    if value:
        _encode_target(f, v, state, player, next(iter(value)), "")
        v["amount"] = sum(value.values())
        v["item_copy"] = min(len(value), FACTORS["item_copy"] - 1)


def _encode_angle(f: FactoredActions, v: Values, s: Any, p: int, value: Any, _: str) -> None:
    steps = 360 // ANGLE_STEP_DEGREES
    v["angle"] = 1 + round(value / ANGLE_STEP_DEGREES) % steps


def _encode_amount(f: FactoredActions, v: Values, s: Any, p: int, value: Any, _: str) -> None:
    v["amount"] = max(0, value)


def _encode_inches(f: FactoredActions, v: Values, s: Any, p: int, value: Any, _: str) -> None:
    v["amount"] = 1 + max(0, round(value * GRID_STEPS_PER_INCH))


def _encode_helpers(
    f: FactoredActions, v: Values, state: Any, player: int, value: Any, _: str
) -> None:
    if value:
        _encode_via(f, v, state, player, value[0], "")
    v["amount"] = len(value)


_ENCODERS: Mapping[str, Callable[..., None]] = {
    "actor": _encode_actor,
    "via": _encode_via,
    "target": _encode_target,
    "item": _encode_item,
    "mode": _encode_mode,
    "flag": _encode_flag,
    "option": _encode_option,
    "point": _encode_point,
    "path": _encode_path,
    "places": _encode_places,
    "holders": _encode_holders,
    "angle": _encode_angle,
    "amount": _encode_amount,
    "inches": _encode_inches,
    "helpers": _encode_helpers,
}


# From numbers to fields; None leaves a field out.


def _build_actor(f: FactoredActions, v: Values, state: Any, player: int, _: str) -> Any:
    if not v["actor_kind"]:
        return None
    return f.find(state, player, v["actor_kind"], v["actor_card"], v["actor_copy"])


def _build_via(f: FactoredActions, v: Values, state: Any, player: int, _: str) -> Any:
    if not v["via_card"]:
        return None
    return f.find(state, player, MODEL_KIND, v["via_card"], v["via_copy"])


def _build_target(f: FactoredActions, v: Values, state: Any, player: int, _: str) -> Any:
    if not v["target_kind"]:
        return None
    owner = (0, player, opponent_of(player))[v["target_side"]]
    return f.find(state, owner, v["target_kind"], v["target_card"], v["target_copy"])


def _build_item(f: FactoredActions, v: Values, state: Any, player: int, table: str) -> Any:
    name = _name(f, table, v["item"])
    return f"{name}#{v['item_copy']}" if v["item_copy"] else name


def _build_mode(f: FactoredActions, v: Values, state: Any, player: int, table: str) -> Any:
    return _name(f, table, v["mode"]) if v["mode"] else None


def _build_flag(f: FactoredActions, v: Values, state: Any, player: int, _: str) -> Any:
    return bool(v["mode"])


def _build_option(f: FactoredActions, v: Values, state: Any, player: int, _: str) -> Any:
    if v["target_kind"]:
        return _build_target(f, v, state, player, "")
    if v["item"]:
        return _name(f, _OPTION_TABLES[v["item_copy"]], v["item"])
    return str(v["amount"])


def _build_point(f: FactoredActions, v: Values, state: Any, player: int, _: str) -> Any:
    if not v["x"] or not v["y"]:
        return None
    places = (v["x"], v["y"], v["z"]) if v["z"] else (v["x"], v["y"])
    return [(place - 1) / GRID_STEPS_PER_INCH for place in places]


def _build_path(f: FactoredActions, v: Values, state: Any, player: int, _: str) -> Any:
    point = _build_point(f, v, state, player, "")
    return [] if point is None else [point]


def _build_holders(f: FactoredActions, v: Values, state: Any, player: int, _: str) -> Any:
    holder = _build_target(f, v, state, player, "")
    return None if holder is None else {holder: v["amount"]}


def _build_angle(f: FactoredActions, v: Values, state: Any, player: int, _: str) -> Any:
    return float((v["angle"] - 1) * ANGLE_STEP_DEGREES) if v["angle"] else None


def _build_amount(f: FactoredActions, v: Values, state: Any, player: int, _: str) -> Any:
    return v["amount"]


def _build_inches(f: FactoredActions, v: Values, state: Any, player: int, _: str) -> Any:
    return (v["amount"] - 1) / GRID_STEPS_PER_INCH if v["amount"] else None


def _build_nothing(f: FactoredActions, v: Values, state: Any, player: int, _: str) -> Any:
    return None


def _name(f: FactoredActions, table: str, number: int) -> str:
    name = f.numbers[table].name(number)
    if not name:
        raise KeyError(number)
    return name


_BUILDERS: Mapping[str, Callable[..., Any]] = {
    "actor": _build_actor,
    "via": _build_via,
    "target": _build_target,
    "item": _build_item,
    "mode": _build_mode,
    "flag": _build_flag,
    "option": _build_option,
    "point": _build_point,
    "path": _build_path,
    "places": _build_nothing,
    "holders": _build_holders,
    "angle": _build_angle,
    "amount": _build_amount,
    "inches": _build_inches,
    "helpers": _build_nothing,
}
