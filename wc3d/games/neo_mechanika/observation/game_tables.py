"""The rows of units and models of one game, seen by one player."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wc3d.games.neo_mechanika.observation.columns import (
    CYPHER,
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
from wc3d.games.neo_mechanika.rules.cards import CypherCard, UnitCard
from wc3d.games.neo_mechanika.rules.state import XYZ, Model, State, Unit, Where, opponent_of
from wc3d.games.neo_mechanika.rules.weapons import Weapon, model_weapons
from wc3d.rl.feature_rows import POINTER_SCALE, Rows
from wc3d.rl.name_tables import NUMBER_SCALE, OWN_NAMES_FROM, NameTable

_BASES = ("small", "medium", "large")
_ON_TABLE = slice(MODEL["in_play"], MODEL["card_number"])
_STATIC_FROM = MODEL["card_number"]
_RAISED_FROM_IN = 0.25


def scaled_number(table: NameTable, name: str) -> float:
    """Return a name's number as a column's value."""
    return table.number(name) / NUMBER_SCALE


def pointer(row: int | None) -> float:
    """Return a pointer to a row as a column's value; None points nowhere."""
    return 0.0 if row is None else (row + 1) / POINTER_SCALE


class GameTables:
    """The order of all units and models for one player, and their rows for the last state seen.

    The player's own come first. `sync` encodes again only the values that have changed, because
    equal parts of states are the same objects.
    """

    def __init__(self, state: State, player: int) -> None:
        self.player = player
        self.size = state.setup.table.size
        sides = (player, opponent_of(player))
        self.units = tuple(u.id for side in sides for u in state.units.values() if u.player == side)
        unit_place = {id: i for i, id in enumerate(self.units)}
        self.models = tuple(id for side in sides for id in _list_models(state, side))
        self.unit_row = unit_place
        self.model_row = {id: i for i, id in enumerate(self.models)}
        self.unit_rows = UNIT.block(MAX_UNITS)
        self.model_rows = MODEL.block(MAX_MODELS)
        self.abilities: NDArray[np.int8] = np.zeros((MAX_MODELS, MAX_ABILITIES), dtype=np.int8)
        self.turned = False
        self._weapons: dict[tuple[str, str], Rows] = {}
        self._seen_models: dict[str, tuple[Model, Unit | None]] = {}
        self._seen_units: dict[str, Unit] = {}
        self._dirty_units: set[str] = set()
        for id, row in zip(self.units, self.unit_rows, strict=False):
            _encode_unit_card(row, state.setup.card_of(id), state.units[id].player == player)
        for i, id in enumerate(self.models[:MAX_MODELS]):
            self._encode_model_card(state, id, self.model_rows[i])
            for ability in state.setup.abilities.get(id, ()):
                self.abilities[i, _ability_column(ability)] = 1

    def place(self, at: XYZ) -> tuple[float, float, float]:
        """Return a place from the player's own edge, in shares of the table's width."""
        wide, deep = self.size
        if self.turned:
            return (wide - at[0]) / wide, (deep - at[1]) / wide, at[2] / wide
        return at[0] / wide, at[1] / wide, at[2] / wide

    def sync(self, state: State) -> None:
        """Encode the models and units that differ from the last state."""
        turned = state.players[self.player].side == "north"
        if turned != self.turned:
            self.turned = turned
            self._seen_models.clear()
            self._seen_units.clear()
        models, units, seen = state.models, state.units, self._seen_models
        for id in self.models:
            model = models[id]
            unit = units[model.unit] if model.unit else None
            old = seen.get(id)
            if old is None or old[0] is not model or old[1] is not unit:
                seen[id] = (model, unit)
                if unit is not None:
                    self._dirty_units.add(unit.id)
                row = self.model_row[id]
                if row < MAX_MODELS:
                    self._encode_model(state, model, unit, self.model_rows[row])
        for id in self.units:
            if self._seen_units.get(id) is not units[id] or id in self._dirty_units:
                self._seen_units[id] = units[id]
                row = self.unit_row[id]
                if row < MAX_UNITS:
                    self._encode_unit(state, units[id], self.unit_rows[row])
        self._dirty_units.clear()

    def weapon_features(self, state: State, model: str, key: str) -> Rows:
        """Return the features of a model's weapon; all 0 for an unknown one."""
        features = self._weapons.get((model, key))
        if features is None:
            weapon = next((w for w in model_weapons(state, model) if w.key == key), None)
            features = np.zeros(len(WEAPON), dtype=np.float32)
            if weapon is not None:
                features[:] = encode_weapon(weapon)
            elif key:
                features[WEAPON["weapon_number"]] = scaled_number(NUMBERS["weapon"], key)
            self._weapons[model, key] = features
        return features

    def first_model_row(self, state: State, unit: str) -> int:
        """Return the row of a unit's first model, if possible of one on the table."""
        models = state.models_of(unit)
        return self.model_row[models[0].id if models else state.units[unit].models[0]]

    def _encode_model_card(self, state: State, id: str, row: Rows) -> None:
        """Write the columns that never change."""
        card = state.setup.card_of(id)
        row[MODEL["present"]] = 1.0
        row[MODEL["own"]] = float(state.owner(id) == self.player)
        own = [
            scaled_number(NUMBERS["unit"], card.id),
            *(float(card.kind == kind) for kind in ("squad", "solo", "warjack", "attachment")),
            float(card.hero),
            *(float(card.base == base) for base in _BASES),
            *((card.stat(name.upper()) or 0) / 10.0 for name in STATS),  # type: ignore[arg-type]
        ]
        row[_STATIC_FROM : _STATIC_FROM + len(own)] = own
        begin = _STATIC_FROM + len(own)
        for weapon in model_weapons(state, id)[:WEAPON_SLOTS]:
            row[begin : begin + len(WEAPON)] = encode_weapon(weapon)
            begin += len(WEAPON)

    def _encode_model(self, state: State, model: Model, unit: Unit | None, row: Rows) -> None:
        """Write the columns that change."""
        health = state.setup.cards.units[model.card].health
        remaining = max(0, health - model.damage)
        kinds = [effect_kind(effect) for effect in model.effects]
        x, y, z = (0.0, 0.0, 0.0) if model.at is None else self.place(model.at)
        row[_ON_TABLE] = [
            float(model.at is not None),
            x,
            y,
            z,
            float(model.at is not None and model.at[2] > _RAISED_FROM_IN),
            remaining / 10.0,
            remaining / max(1, health),
            health / 10.0,
            float(bool(model.carrying)),
            *(float(effect in kinds) for effect in EFFECTS),
            pointer(self.unit_row[unit.id] if unit is not None else None),
            unit.arc / 10.0 if unit is not None else 0.0,
            float(unit.token) if unit is not None else 0.0,
        ]

    def _encode_unit(self, state: State, unit: Unit, row: Rows) -> None:
        """Write the columns that change, except those of the current activation."""
        alive = [m for id in unit.models + unit.attached if (m := state.models[id]).at is not None]
        at = [0.0, 0.0, 0.0]
        if alive:
            places = [self.place(m.at) for m in alive if m.at is not None]
            at = [sum(values) / len(places) for values in zip(*places, strict=True)]
        row[UNIT["reserve"] :] = [
            float(unit.where is Where.RESERVE),
            float(unit.where is Where.PLAY),
            float(unit.where is Where.GONE),
            unit.arc / 10.0,
            float(unit.arc > 0),
            float(unit.token),
            0.0,
            0.0,
            len(alive) / 10.0,
            len(alive) / max(1, len(unit.models)),
            *at,
            float(any(m.carrying for m in alive)),
            row[UNIT["cost"]],
            len(unit.cyphers) / 10.0,
            len(unit.boosts) / 10.0,
            len(unit.used) / 10.0,
            len(unit.attached) / 10.0,
            unit.deployed_on / 20.0,
        ]


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
        scaled_number(NUMBERS["unit"], card.id),
        *(float(card.kind == kind) for kind in ("squad", "solo", "warjack")),
        float(card.hero),
    ]
    row[UNIT["cost"]] = card.cost / 10.0


def encode_weapon(weapon: Weapon) -> list[float]:
    """Return the features of a weapon: one for each of WEAPON's columns."""
    _, _, copy = weapon.key.partition("#")
    return [
        1.0,
        scaled_number(NUMBERS["weapon"], weapon.card),
        int(copy or 1) / 10.0,
        float(weapon.kind == "melee"),
        float(weapon.kind == "ranged"),
        weapon.rng / 10.0,
        (weapon.pow or 0) / 10.0,
        *(float(energy in weapon.energy) for energy in ENERGIES),
        *(float(quality in weapon.qualities) for quality in QUALITIES),
    ]


def encode_cypher(card: CypherCard) -> list[float]:
    """Return the features of a Cypher: one for each of CYPHER's columns."""
    values = [
        scaled_number(NUMBERS["cypher"], card.id),
        *(float(card.kind == kind) for kind in CYPHER_KINDS),
        (card.pow or 0) / 10.0,
        *(float(energy in card.energy) for energy in ENERGIES),
        *(float(card.expires == expiry) for expiry in EXPIRIES),
        *(float(card.target == target) for target in TARGET_KINDS),
    ]
    assert len(values) == len(CYPHER)
    return values


def gate_rows(state: State, player: int) -> dict[str, int]:
    """Return the row of each void gate, the player's own first."""
    gates = (*state.gates_of(player), *state.gates_of(opponent_of(player)))
    return {gate.id: row for row, gate in enumerate(gates) if row < MAX_GATES}
