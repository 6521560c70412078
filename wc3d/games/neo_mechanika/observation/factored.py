"""The stable numbers of Neo-Mechanika's actions."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d.games.neo_mechanika.observation.columns import NUMBERS
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.rl.factored_actions import (
    GATE_KIND,
    MODEL_KIND,
    OBJECTIVE_KIND,
    UNIT_KIND,
    Entity,
    FactoredActions,
)

MAX_GATE_NUMBER = 127


def list_entities(state: State, player: int) -> Iterator[Entity]:
    """Yield a player's models, units and void gates; for player 0, the objectives.

    A void gate's card is the number in its id, which stays the same for the whole game.
    """
    card_ids = state.setup.card_ids
    if not player:
        for id, objective in state.objectives.items():
            yield OBJECTIVE_KIND, NUMBERS["objective"].number(objective.kind), id
        return
    for id, unit in state.units.items():
        if unit.player == player:
            yield UNIT_KIND, NUMBERS["unit"].number(unit.card), id
    for id in state.models:
        if state.owner(id) == player:
            yield MODEL_KIND, NUMBERS["unit"].number(card_ids[id]), id
    for id, gate in state.gates.items():
        number = id.rpartition(".")[2]
        if gate.player == player and number.isdecimal():
            yield GATE_KIND, min(int(number), MAX_GATE_NUMBER), id


FACTORED_ACTIONS = FactoredActions(
    NUMBERS,
    {
        "pass": {},
        "concede": {},
        "choose": {"option": "option"},
        "deploy": {"unit": "actor", "gate": "target", "places": "places"},
        "charge": {"on": "target"},
        "clear": {"arc": "holders"},
        "play": {"card": "item:cypher", "on": "target", "channel": "actor"},
        "activate": {"unit": "actor"},
        "advance": {"model": "actor", "path": "path"},
        "attack": {
            "model": "actor",
            "weapon": "item:weapon",
            "target": "target",
            "mode": "mode:ability",
        },
        "use": {"ability": "item:ability", "model": "actor", "target": "target"},
        "place": {"model": "actor", "at": "point"},
        "recall": {"unit": "actor"},
        "place_gate": {"at": "point", "arc": "amount", "nominee": "actor"},
        "discard": {"card": "item:cypher"},
    },
    list_entities,
)
"""The encoder and decoder of all actions."""
