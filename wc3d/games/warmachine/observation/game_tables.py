"""The rows of the models and units of one game, seen by one player."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from operator import is_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.games.warmachine.observation.columns import (
    EFFECT_STATS,
    ENERGIES,
    LOCATIONS,
    MAX_MODELS,
    MAX_TRAITS,
    MAX_UNITS,
    MODEL,
    NUMBERS,
    SPELL,
    SPELL_TARGETS,
    STATS,
    SYSTEMS,
    UNIT,
    WEAPON,
    WEAPON_SLOTS,
)
from wc3d.games.warmachine.rules.cards import AnyCard, Armament, Spell, WarcasterCard, WarjackCard
from wc3d.games.warmachine.rules.state import Lock, Model, State, opponent_of
from wc3d.rl.feature_rows import Rows, pointer, read_only
from wc3d.rl.name_tables import NUMBER_SCALE, OWN_NAMES_FROM

_KINDS = ("warcaster", "warjack", "trooper", "solo")
_BASES = ("small", "medium", "large")
_IN_PLAY = slice(MODEL["in_play"], MODEL["spd"])
_STATS = slice(MODEL["spd"], MODEL["spd"] + len(STATS))
_CHANGING = slice(MODEL["assigned"], MODEL["card_number"])
_CARD = MODEL["card_number"]
_RAISED_FROM_IN = 0.25


class GameTables:
    """The order of all models and units for one player, and their rows for the last state seen.

    The player's own army comes first. `sync` encodes again only the values that have changed,
    because equal parts of states are the same objects. Rows are read-only: a change makes a new
    array.
    """

    def __init__(self, state: State, player: int) -> None:
        self.player = player
        self.size = state.setup.table.size
        sides = (player, opponent_of(player))
        self.models = tuple(
            m.id for side in sides for m in state.models.values() if m.army_player == side
        )
        self.units = tuple(u.id for side in sides for u in state.units.values() if u.owner == side)
        self.model_row = {id: i for i, id in enumerate(self.models)}
        self.unit_row = {id: i for i, id in enumerate(self.units)}
        self.model_rows = MODEL.block(MAX_MODELS)
        self.traits: NDArray[np.int8] = np.zeros((MAX_MODELS, MAX_TRAITS), dtype=np.int8)
        self.turned = False
        self.results: dict[str, tuple[tuple[Any, ...], Rows]] = {}
        self._weapons: dict[tuple[str, str], Rows] = {}
        self._last: tuple[Mapping[str, Model], tuple[Lock, ...], int] = ({}, (), -1)
        for i, id in enumerate(self.models[:MAX_MODELS]):
            card = state.setup.card_of(id)
            _encode_card(self.model_rows[i], card, state.models[id].kind)
            for trait in card.traits:
                self.traits[i, _trait_column(trait.word)] = 1
        read_only(self.traits)

    def place(self, at: tuple[float, ...]) -> tuple[float, float, float]:
        """Return a place from the player's own edge, in shares of the table's width."""
        wide, deep = self.size
        z = at[2] / wide if len(at) > 2 else 0.0
        if self.turned:
            return (wide - at[0]) / wide, (deep - at[1]) / wide, z
        return at[0] / wide, at[1] / wide, z

    def direction(self, degrees: float) -> tuple[float, float]:
        """Return a direction from the player's own edge as (x, y)."""
        angle = math.radians(degrees + 180.0 if self.turned else degrees)
        return math.cos(angle), math.sin(angle)

    def cached(self, name: str, keys: tuple[Any, ...], make: Callable[[], Rows]) -> Rows:
        """Return the last result of `make`, or a new one if any of these objects is another."""
        entry = self.results.get(name)
        if entry is not None and all(map(is_, entry[0], keys)):
            return entry[1]
        rows = make()
        read_only(rows)
        self.results[name] = (keys, rows)
        return rows

    def sync(self, state: State) -> None:
        """Encode the models that differ from the last state."""
        turned = state.sides[self.player - 1] == "north"
        last_models, last_locks, last_turn = self._last
        if turned != self.turned:
            self.turned = turned
            self.results.clear()
            last_models = {}
        models, locks = state.models, state.locks
        is_same_time = locks is last_locks and state.turn == last_turn
        if models is last_models and is_same_time:
            return
        self._last = (models, locks, state.turn)
        changed = [
            model
            for id, model in models.items()
            if not is_same_time or last_models.get(id) is not model
        ]
        if changed:
            self.model_rows = self.model_rows.copy()
            for model in changed:
                row = self.model_row[model.id]
                if row < MAX_MODELS:
                    self._encode_model(state, model, self.model_rows[row])
            read_only(self.model_rows)

    def encode_units(self, state: State) -> Rows:
        """Return the units' rows."""
        rows = UNIT.block(MAX_UNITS)
        for row, id in zip(rows, self.units, strict=False):
            unit = state.units[id]
            alive = [m for m in state.models.values() if m.unit == id and m.at is not None]
            leader = next((m for m in alive if m.leader), None)
            x = y = z = 0.0
            for model in alive:
                assert model.at is not None
                at = self.place(model.at)
                x, y, z = x + at[0], y + at[1], z + at[2]
            count = max(1, len(alive))
            ordered = unit.ordered == state.turn
            row[:] = (
                1.0,
                unit.owner == self.player,
                len(alive) / 10.0,
                unit.strength / 10.0,
                x / count,
                y / count,
                z / count,
                bool(alive) and all(m.activated == state.turn for m in alive),
                ordered and unit.order == "charge",
                ordered and unit.order == "run",
                pointer(self.model_row[leader.id] if leader is not None else None),
                any(m.fleeing for m in alive),
            )
        return rows

    def weapon_features(self, state: State, model: str, weapon: str) -> Rows:
        """Return the features of a model's weapon; only its number for an unknown one."""
        features = self._weapons.get((model, weapon))
        if features is None:
            features = np.zeros(len(WEAPON), dtype=np.float32)
            card = state.setup.card_of(model)
            armament = next((w for w in card.weapons if w.id == weapon), None)
            if armament is not None:
                features[:] = encode_weapon(card, armament)
            else:
                features[WEAPON["weapon_number"]] = NUMBERS["weapon"].scaled(weapon)
            self._weapons[model, weapon] = features
        return features

    def _encode_model(self, state: State, model: Model, row: Rows) -> None:
        """Write the columns that change."""
        at = model.at
        x, y, z = (0.0, 0.0, 0.0) if at is None else self.place(at)
        boxes, most = count_boxes(state, model)
        row[1] = float(model.owner == self.player)
        row[_IN_PLAY] = (
            at is not None,
            x,
            y,
            z,
            at is not None and at[2] > _RAISED_FROM_IN,
            *self.direction(model.facing),
            boxes / 10.0,
            boxes / max(1, most),
            model.focus / 10.0,
            model.knocked_down,
            state.is_stationary(model.id),
            model.activated == state.turn,
        )
        continuous = [e.name for e in model.effects if e.until == "continuous"]
        weapons = state.setup.card_of(model.id).weapons[:WEAPON_SLOTS]
        works = [state.is_weapon_usable(model.id, weapon) for weapon in weapons]
        row[_CHANGING] = (
            model.assigned / 10.0,
            model.stirred == state.turn,
            model.feat_used,
            model.fleeing,
            state.is_wreck(model.id),
            state.is_inert(model.id),
            bool(model.lent),
            any(lock.attacker == model.id for lock in state.locks),
            any(lock.defender == model.id for lock in state.locks),
            len(model.effects) / 10.0,
            any("fire" in name.lower() for name in continuous),
            any("corrosion" in name.lower() for name in continuous),
            *(model.effect_total(word) / 10.0 for word in EFFECT_STATS),
            *_encode_systems(state, model),
            *works,
            *(False,) * (WEAPON_SLOTS - len(works)),
            pointer(self.unit_row.get(model.unit)),
            model.leader,
        )


def count_boxes(state: State, model: Model) -> tuple[int, int]:
    """Return a model's unmarked damage boxes, and all of them."""
    if model.is_warjack:
        grid = state.damage_grid(model.id)
        return (0 if model.removed else grid.remaining_boxes), len(grid.boxes)
    most = state.setup.damage_row_size(model.id)
    return (0 if model.removed else max(0, most - model.damage)), most


def _encode_systems(state: State, model: Model) -> tuple[float, ...]:
    """Return the unmarked share of each system of a warjack; 0 for a system that it lacks."""
    if not model.is_warjack:
        return (0.0,) * len(SYSTEMS)
    grid = state.damage_grid(model.id)
    boxes = [grid.system_boxes(system) for system in SYSTEMS]
    return tuple(
        sum(box not in grid.marked for box in own) / len(own) if own else 0.0 for own in boxes
    )


def _trait_column(trait: str) -> int:
    number = NUMBERS["trait"].number(trait)
    return number if number < OWN_NAMES_FROM else number - NUMBER_SCALE + MAX_TRAITS


def _encode_card(row: Rows, card: AnyCard, kind: str) -> None:
    """Write the columns that never change."""
    row[0] = 1.0
    focus = card.foc if isinstance(card, WarcasterCard) else 0
    row[_STATS] = [
        value / 10.0
        for value in (
            *(card.spd, card.str_, card.mat, card.rat, card.def_, card.arm),
            card.cmd or 0,
            focus,
        )
    ]
    boxes = (
        sum(letter != "x" for line in card.grid for letter in line)
        if isinstance(card, WarjackCard)
        else card.boxes
    )
    row[MODEL["max_boxes"]] = boxes / 10.0
    own = [
        NUMBERS["model"].scaled(card.id),
        *(float(kind == name) for name in _KINDS),
        *(float(card.base == base) for base in _BASES),
    ]
    row[_CARD : _CARD + len(own)] = own
    begin = _CARD + len(own)
    for weapon in card.weapons[:WEAPON_SLOTS]:
        row[begin : begin + len(WEAPON)] = encode_weapon(card, weapon)
        begin += len(WEAPON)


def encode_weapon(card: AnyCard, weapon: Armament) -> tuple[float, ...]:
    """Return the features of a weapon: one for each of WEAPON's columns."""
    return (
        1.0,
        NUMBERS["weapon"].scaled(weapon.id),
        weapon.kind == "melee",
        weapon.kind == "ranged",
        (weapon.rng or weapon.melee_range) / 10.0,
        card.weapon_power(weapon) / 10.0,
        (weapon.rof or 0) / 10.0,
        (weapon.aoe or 0.0) / 10.0,
        weapon.spray,
        weapon.reach,
        weapon.open_fist,
        weapon.shield,
        *(weapon.location == location for location in LOCATIONS),
        *(weapon.energy == energy for energy in ENERGIES),
    )


@memo_per_process(Size.MEDIUM)
def encode_spell(spell: Spell) -> Rows:
    """Return the features of a spell: one for each of SPELL's columns.

    Without the cache, the rows of spells take a tenth of a learner's step.
    """
    values = (
        NUMBERS["spell"].scaled(spell.id),
        spell.cost / 10.0,
        (spell.rng or 0.0) / 10.0,
        (spell.aoe or 0.0) / 10.0,
        (spell.pow or 0) / 10.0,
        spell.spray,
        spell.offensive,
        spell.upkeep,
        spell.once_per_turn,
        *(spell.targets == targets for targets in SPELL_TARGETS),
        *(spell.energy == energy for energy in ENERGIES),
    )
    assert len(values) == len(SPELL)
    return np.array(values, dtype=np.float32)
