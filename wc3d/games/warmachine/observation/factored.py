"""The stable numbers of WARMACHINE's actions."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d.games.warmachine.observation.columns import NUMBERS
from wc3d.games.warmachine.rules.state import State
from wc3d.rl.factored_actions import MODEL_KIND, UNIT_KIND, Entity, FactoredActions


def list_entities(state: State, player: int) -> Iterator[Entity]:
    """Yield the models and units of a player's army, in its order, even if the enemy has control."""
    card_ids = state.setup.card_ids
    unit_cards: dict[str, str] = {}
    for id, model in state.models.items():
        if model.unit:
            unit_cards.setdefault(model.unit, card_ids[id])
        if model.army_player == player:
            yield MODEL_KIND, NUMBERS["model"].number(card_ids[id]), id
    for id, unit in state.units.items():
        if unit.owner == player:
            yield UNIT_KIND, NUMBERS["model"].number(unit_cards.get(id, "")), id


_MODEL_AT = {"model": "actor", "target": "target"}
_WEAPON_AT = {**_MODEL_AT, "weapon": "item:weapon"}
_MOVE = {"model": "actor", "path": "path", "facing": "angle"}

FACTORED_ACTIONS = FactoredActions(
    NUMBERS,
    {
        "pass": {},
        "concede": {},
        "choose": {"option": "option"},
        "deploy": {"model": "actor", "at": "point", "facing": "angle"},
        "assign": {"model": "actor", "points": "amount"},
        "upkeep": {"spell": "item:spell_name"},
        "shake": {"model": "actor", "what": "mode:option"},
        "activate": {"model": "actor"},
        "advance": _MOVE,
        "run": _MOVE,
        "charge": {**_MODEL_AT, "direction": "angle", "stop": "inches"},
        "slam": _MODEL_AT,
        "stand": {"model": "actor", "gives": "mode:option", "facing": "angle"},
        "attack": {**_WEAPON_AT, "special": "flag", "direction": "angle"},
        "headbutt": _MODEL_AT,
        "lock": {**_WEAPON_AT, "part": "mode:option"},
        "throw": {**_WEAPON_AT, "direction": "angle"},
        "push": {**_MODEL_AT, "follow": "flag"},
        "release": _MODEL_AT,
        "break": _MODEL_AT,
        "cast": {**_MODEL_AT, "spell": "item:spell", "channel": "via"},
        "feat": {"model": "actor"},
        "regenerate": {"model": "actor", "points": "amount"},
        "order": {"model": "actor", "unit": "target", "order": "mode:option"},
        "combined": {**_WEAPON_AT, "together": "helpers"},
    },
    list_entities,
)
"""The encoder and decoder of all actions."""
