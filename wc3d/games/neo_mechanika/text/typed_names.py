"""List what players can name: units, models, void gates, objectives, Cyphers and plan labels."""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_lowercase, ascii_uppercase

from wc3d.engine.name_matching import AmbiguousNameError as AmbiguousNameError
from wc3d.engine.name_matching import count_name_words as count_name_words
from wc3d.engine.name_matching import match_name as match_name
from wc3d.engine.name_matching import split_name as split_name
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.text.formatting import display_name

LADDER_MARKS = "123456789" + ascii_lowercase
"""The labels of ladders on a plan, one character each."""


def unit_names(
    state: State, player: int | None = None, fits: Callable[[str], bool] = lambda id: True
) -> dict[str, str]:
    """Return units by id, of one player or of both."""
    return {
        u.id: display_name(state, u.id)
        for u in state.units.values()
        if player in (None, u.player) and fits(u.id)
    }


def names_on_table(state: State, player: int | None = None) -> dict[str, str]:
    """Return models and void gates on the table by id, of one player or of both."""
    return {
        b.id: display_name(state, b.id) for b in state.bodies if player in (None, state.owner(b.id))
    }


def gate_names(state: State, player: int) -> dict[str, str]:
    """Return a player's void gates by id."""
    return {g.id: display_name(state, g.id) for g in state.gates_of(player)}


def objective_names(state: State) -> dict[str, str]:
    """Return the objectives in play by id."""
    return {o.id: o.name for o in state.objectives.values() if not o.removed}


def hand_card_names(state: State, player: int) -> dict[str, str]:
    """Return the Cyphers in a player's hand by id."""
    cyphers = state.setup.cards.cyphers
    return {card: cyphers[card].name for card in state.players[player].hand if card in cyphers}


def plan_labels(state: State) -> dict[str, str]:
    """Return the two-character label of each model, void gate, objective and ladder on the plan.

    Units have a letter, capital for player 1, and a number in squads. Void gates have @1 or &1,
    objectives *1, ladders !1.
    """
    labels_by_id: dict[str, str] = {}
    for player, letters in ((1, ascii_uppercase), (2, ascii_lowercase)):
        for unit, letter in zip(unit_names(state, player), letters, strict=False):
            models = (*state.units[unit].models, *state.units[unit].attached)
            labels_by_id.update(
                {
                    id: f"{letter}{i}" if len(models) > 1 else letter
                    for i, id in enumerate(models, 1)
                }
            )
        mark = "@" if player == 1 else "&"
        labels_by_id.update(
            {g.id: f"{mark}{g.id.rpartition('.')[2]}" for g in state.gates_of(player)}
        )
    labels_by_id.update({id: f"*{i}" for i, id in enumerate(objective_names(state), 1)})
    labels_by_id.update(
        {
            ladder.id: f"!{mark}"
            for ladder, mark in zip(state.setup.table.ladders, LADDER_MARKS, strict=False)
        }
    )
    return labels_by_id
