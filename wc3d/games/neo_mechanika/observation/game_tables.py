"""The rows of units and models of one game, seen by one player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.games.neo_mechanika.observation.columns import (
    CYPHER_KINDS,
    EFFECTS,
    ENERGIES,
    EXPIRIES,
    MAX_ABILITIES,
    MAX_GATES,
    MAX_MODELS,
    MAX_UNITS,
    MODEL,
    NUMBERS,
    QUALITIES,
    STATS,
    TARGET_KINDS,
    UNIT,
    WEAPON,
    WEAPON_SLOTS,
)
from wc3d.games.neo_mechanika.rules.abilities.effect_modifiers import effect_kind
from wc3d.games.neo_mechanika.rules.cards import CypherCard, Stat, UnitCard
from wc3d.games.neo_mechanika.rules.state import XYZ, Model, State, Unit, Where, opponent_of
from wc3d.games.neo_mechanika.rules.weapons import Weapon, model_weapons
from wc3d.rl.feature_rows import Rows, pointer, read_only
from wc3d.rl.name_tables import NUMBER_SCALE, OWN_NAMES_FROM

_BASES = ("small", "medium", "large")
_IN_PLAY = slice(MODEL["in_play"], MODEL["spd"])
_STATS = slice(MODEL["spd"], MODEL["spd"] + len(STATS))
_EFFECTS = slice(MODEL["effect_" + EFFECTS[0]], MODEL["unit_row"] + 1)
_CARD = MODEL["card_number"]
_UNIT_CHANGING = slice(UNIT["reserve"], UNIT["cost"])
_UNIT_COUNTS = slice(UNIT["cyphers"], len(UNIT))
_RAISED_FROM_IN = 0.25


class GameTables:
    """The order of all units and models for one player, and their rows for the last state seen.

    The player's own come first. `sync` encodes again only the values that have changed, because
    equal parts of states are the same objects. Rows are read-only: a change makes a new array.
    """

    def __init__(self, state: State, player: int) -> None:
        self.player = player
        self.size = state.setup.table.size
        sides = (player, opponent_of(player))
        self.units = tuple(u.id for side in sides for u in state.units.values() if u.player == side)
        self.models = tuple(id for side in sides for id in _list_models(state, side))
        self.unit_row = {id: i for i, id in enumerate(self.units)}
        self.model_row = {id: i for i, id in enumerate(self.models)}
        self.unit_rows = UNIT.block(MAX_UNITS)
        self.model_rows = MODEL.block(MAX_MODELS)
        self.abilities: NDArray[np.int8] = np.zeros((MAX_MODELS, MAX_ABILITIES), dtype=np.int8)
        self.turned = False
        self.game_row: Rows = np.zeros(0, dtype=np.float32)
        self.strengths: dict[int, tuple[float, float, float]] = {}
        self.results: dict[str, tuple[tuple[Any, ...], Rows]] = {}
        self._weapons: dict[tuple[str, str], Rows] = {}
        self._last_models: Mapping[str, Model] = {}
        self._last_units: Mapping[str, Unit] = {}
        for id, row in zip(self.units, self.unit_rows, strict=False):
            _encode_unit_card(row, state.setup.card_of(id), state.units[id].player == player)
        for i, id in enumerate(self.models[:MAX_MODELS]):
            self._encode_model_card(state, id, self.model_rows[i])
            for ability in state.setup.abilities.get(id, ()):
                self.abilities[i, _ability_column(ability)] = 1
        read_only(self.abilities)

    def place(self, at: XYZ) -> tuple[float, float, float]:
        """Return a place from the player's own edge, in shares of the table's width."""
        wide, deep = self.size
        if self.turned:
            return (wide - at[0]) / wide, (deep - at[1]) / wide, at[2] / wide
        return at[0] / wide, at[1] / wide, at[2] / wide

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
        """Encode the models and units that differ from the last state."""
        turned = state.players[self.player].side == "north"
        if turned != self.turned:
            self.turned = turned
            self.results.clear()
            self._last_models = {}
            self._last_units = {}
        models, units = state.models, state.units
        last_models, last_units = self._last_models, self._last_units
        if models is last_models and units is last_units:
            return
        self._last_models, self._last_units = models, units
        changed_units = {id for id, unit in units.items() if last_units.get(id) is not unit}
        changed_models = [
            model
            for id, model in models.items()
            if last_models.get(id) is not model or model.unit in changed_units
        ]
        changed_units.update(model.unit for model in changed_models if model.unit)
        if not self.strengths or any(
            model.id not in last_models or (model.at is None) != (last_models[model.id].at is None)
            for model in changed_models
        ):
            self.strengths = {side: _encode_strength(state, side) for side in (1, 2)}
        if changed_models:
            self.model_rows = self.model_rows.copy()
            for model in changed_models:
                row = self.model_row[model.id]
                if row < MAX_MODELS:
                    self._encode_model(state, model, self.model_rows[row])
            read_only(self.model_rows)
        if changed_units:
            self.unit_rows = self.unit_rows.copy()
            for id in changed_units:
                row = self.unit_row[id]
                if row < MAX_UNITS:
                    self._encode_unit(state, units[id], self.unit_rows[row])
            read_only(self.unit_rows)

    def weapon_features(self, state: State, model: str, key: str) -> Rows:
        """Return the features of a model's weapon; all 0 for an unknown one."""
        features = self._weapons.get((model, key))
        if features is None:
            weapon = next((w for w in model_weapons(state, model) if w.key == key), None)
            features = np.zeros(len(WEAPON), dtype=np.float32)
            if weapon is not None:
                features[:] = encode_weapon(weapon)
            elif key:
                features[WEAPON["weapon_number"]] = NUMBERS["weapon"].scaled(key)
            self._weapons[model, key] = features
        return features

    def first_model_row(self, state: State, unit: str) -> int:
        """Return the row of a unit's first model, if possible of one on the table."""
        models = state.models_of(unit)
        return self.model_row[models[0].id if models else state.units[unit].models[0]]

    def _encode_model_card(self, state: State, id: str, row: Rows) -> None:
        """Write the columns that never change."""
        row[:] = _encode_card(state.setup.card_of(id), model_weapons(state, id))
        row[1] = float(state.owner(id) == self.player)

    def _encode_model(self, state: State, model: Model, row: Rows) -> None:
        """Write the columns that change."""
        unit = state.units[model.unit] if model.unit else None
        health = state.setup.cards.units[model.card].health
        remaining = max(0, health - model.damage)
        at = model.at
        x, y, z = (0.0, 0.0, 0.0) if at is None else self.place(at)
        row[_IN_PLAY] = (
            at is not None,
            x,
            y,
            z,
            at is not None and at[2] > _RAISED_FROM_IN,
            remaining / 10.0,
            remaining / max(1, health),
            bool(model.carrying),
            unit.arc / 10.0 if unit is not None else 0.0,
            unit is not None and unit.token,
        )
        kinds = [effect_kind(effect) for effect in model.effects]
        row[_EFFECTS] = (
            *(effect in kinds for effect in EFFECTS),
            pointer(self.unit_row[unit.id] if unit is not None else None),
        )

    def _encode_unit(self, state: State, unit: Unit, row: Rows) -> None:
        """Write the columns that change, except those of the current activation."""
        alive = [m for id in unit.models + unit.attached if (m := state.models[id]).at is not None]
        x = y = z = 0.0
        for model in alive:
            assert model.at is not None
            at = self.place(model.at)
            x, y, z = x + at[0], y + at[1], z + at[2]
        count = max(1, len(alive))
        row[_UNIT_CHANGING] = (
            unit.where is Where.RESERVE,
            unit.where is Where.PLAY,
            unit.where is Where.GONE,
            unit.arc / 10.0,
            unit.arc > 0,
            unit.token,
            0.0,
            0.0,
            len(alive) / 10.0,
            len(alive) / max(1, len(unit.models)),
            x / count,
            y / count,
            z / count,
            any(m.carrying for m in alive),
        )
        row[_UNIT_COUNTS] = (
            len(unit.cyphers) / 10.0,
            len(unit.boosts) / 10.0,
            len(unit.used) / 10.0,
            len(unit.attached) / 10.0,
            unit.deployed_on / 20.0,
        )


@memo_per_process(Size.MEDIUM)
def _encode_card(card: UnitCard, weapons: tuple[Weapon, ...]) -> Rows:
    """Return a model's row with the columns that never change.

    The games of a learner have the same cards. Without the cache, a step takes a twentieth longer.
    """
    row = np.zeros(len(MODEL), dtype=np.float32)
    row[0] = 1.0
    row[_STATS] = [(card.stat(name) or 0) / 10.0 for name in get_args(Stat)]
    row[MODEL["max_health"]] = card.health / 10.0
    own = [
        NUMBERS["unit"].scaled(card.id),
        *(float(card.kind == kind) for kind in ("squad", "solo", "warjack", "attachment")),
        float(card.hero),
        *(float(card.base == base) for base in _BASES),
    ]
    row[_CARD : _CARD + len(own)] = own
    begin = _CARD + len(own)
    for weapon in weapons[:WEAPON_SLOTS]:
        row[begin : begin + len(WEAPON)] = encode_weapon(weapon)
        begin += len(WEAPON)
    return row


def _encode_strength(state: State, side: int) -> tuple[float, float, float]:
    """Return a side's units in reserve and in play, and the share of its models on the table."""
    units = [u for u in state.units.values() if u.player == side]
    models = [state.models[id] for u in units for id in u.models]
    waiting = sum(u.where is Where.RESERVE for u in units)
    alive = sum(m.at is not None for m in models)
    in_play = sum(u.where is Where.PLAY for u in units)
    return waiting / 10.0, in_play / 10.0, alive / max(1, len(models))


def _list_models(state: State, player: int) -> tuple[str, ...]:
    """Return a player's models in the order of its units, then its attachments."""
    own = [id for unit in state.units.values() if unit.player == player for id in unit.models]
    return tuple(dict.fromkeys((*own, *state.setup.attachments.get(player, ()))))


def _ability_column(ability: str) -> int:
    number = NUMBERS["ability"].number(ability)
    return number if number < OWN_NAMES_FROM else number - NUMBER_SCALE + MAX_ABILITIES


def _encode_unit_card(row: Rows, card: UnitCard, own: bool) -> None:
    row[: UNIT["reserve"]] = [
        1.0,
        float(own),
        NUMBERS["unit"].scaled(card.id),
        *(float(card.kind == kind) for kind in ("squad", "solo", "warjack")),
        float(card.hero),
    ]
    row[UNIT["cost"]] = card.cost / 10.0


def encode_weapon(weapon: Weapon) -> list[float]:
    """Return the features of a weapon: one for each of WEAPON's columns."""
    _, _, copy = weapon.key.partition("#")
    return [
        1.0,
        NUMBERS["weapon"].scaled(weapon.card),
        int(copy or 1) / 10.0,
        float(weapon.kind == "melee"),
        float(weapon.kind == "ranged"),
        weapon.rng / 10.0,
        (weapon.pow or 0) / 10.0,
        *(float(energy in weapon.energy) for energy in ENERGIES),
        *(float(quality in weapon.qualities) for quality in QUALITIES),
    ]


@memo_per_process(Size.MEDIUM)
def encode_cypher(card: CypherCard) -> Rows:
    """Return the features of a Cypher: one for each of CYPHER's columns.

    Without the cache, the rows of cards take a tenth of a learner's step.
    """
    values = [
        NUMBERS["cypher"].scaled(card.id),
        *(float(card.kind == kind) for kind in CYPHER_KINDS),
        (card.pow or 0) / 10.0,
        *(float(energy in card.energy) for energy in ENERGIES),
        *(float(card.expires == expiry) for expiry in EXPIRIES),
        *(float(card.target == target) for target in TARGET_KINDS),
    ]
    return np.array(values, dtype=np.float32)


def gate_rows(state: State, player: int) -> dict[str, int]:
    """Return the row of each void gate, the player's own first."""
    gates = (*state.gates_of(player), *state.gates_of(opponent_of(player)))
    return {gate.id: row for row, gate in enumerate(gates) if row < MAX_GATES}
