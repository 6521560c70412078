"""Prepare offered actions for the screen: kinds, names, chances and suggestions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_frame, find_open_question
from wc3d.engine.ruleset_types import ActionKind, Chances
from wc3d.games.neo_mechanika.display.ownership import owner_of
from wc3d.games.neo_mechanika.odds.attack_summary import attack_from_action, describe_attack
from wc3d.games.neo_mechanika.previews.moves import short_model_name
from wc3d.games.neo_mechanika.previews.slams import odds_with_slam
from wc3d.games.neo_mechanika.rules import actions
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import ability_name
from wc3d.games.neo_mechanika.rules.abilities.selectors import matches_selector
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import attack_modes
from wc3d.games.neo_mechanika.rules.fighting.targeting import has_cover
from wc3d.games.neo_mechanika.rules.state import State, Where
from wc3d.games.neo_mechanika.rules.turn.cyphers import CypherQuestion
from wc3d.games.neo_mechanika.rules.turn.usable_abilities import usable_abilities
from wc3d.games.neo_mechanika.rules.weapons import model_weapons
from wc3d.presentation.icons import ICONS

ACTION_KINDS = (
    ActionKind("attack", targets_enemies=True, rank=2),
    ActionKind(
        "deploy",
        is_done_on_board=True,
        is_for_any_model=True,
        none_text="Nothing in reserve can be deployed now.",
        rank=5,
        instruction="Click a unit in reserve, then click where it arrives.",
    ),
    ActionKind(
        "advance",
        is_done_on_board=True,
        is_endless=True,
        is_for_any_model=True,
        instruction="Drag a model, or click Move.",
        rank=4,
    ),
    ActionKind(
        "place_gate", is_done_on_board=True, is_endless=True, may_lack_examples=True, rank=8
    ),
    ActionKind("place", is_done_on_board=True, is_endless=True, may_lack_examples=True, rank=7),
    ActionKind("use", short_name="Use an ability", rank=3),
    ActionKind(
        "play",
        is_listed=False,
        instruction="Click a card in your hand, then its target.",
        none_text="You have no Cypher that can be played now.",
        rank=9,
    ),
    ActionKind(
        "charge",
        is_for_any_model=True,
        is_listed=False,
        instruction="Click a unit or void gate and charge it.",
        none_text="No unit or void gate can be charged now.",
        short_name="Charge with 1 Arc",
        button_text=f"{ICONS['bolt']} Charge with 1 Arc",
        rank=10,
    ),
    ActionKind(
        "activate",
        is_for_any_model=True,
        is_listed=False,
        instruction="Click one of your units and activate it.",
        button_text=f"{ICONS['play']} Activate",
        is_main_button=True,
        rank=1,
    ),
    ActionKind("choose", is_on_card=False, rank=12),
    ActionKind("discard", is_on_card=False, none_text="You have no card to discard.", rank=13),
    ActionKind("clear", is_listed=False, is_on_card=False, short_name="Clear Arc", rank=11),
    ActionKind("recall", is_listed=False, button_text=f"{ICONS['back']} Recall", rank=6),
    ActionKind("pass"),
)
"""The kinds of actions in their listed order."""
NAMING_FIELDS = ("unit", "model", "on", "target", "channel")
"""The fields of an action that name a unit, model or void gate."""


def ids_in_action(action: Action) -> tuple[str, ...]:
    """Return the units, models and void gates that an action names."""
    return tuple(id for part in NAMING_FIELDS if (id := getattr(action, part, "")))


def acting_model(action: Action) -> str:
    """Return the model that attacks, moves or channels; empty without one."""
    return str(getattr(action, "model", "") or getattr(action, "channel", ""))


def action_target(action: Action) -> str:
    """Return the target of an attack, ability or Cypher; empty without one."""
    return str(getattr(action, "target", "") or getattr(action, "on", ""))


def with_target(state: State, action: Any, id: str) -> Action:
    """Return the action with another target: a unit or a model, as the card or ability needs."""
    part = "target" if hasattr(action, "target") else "on"
    for_units = getattr(action, part) in state.units and id in state.models
    aimed: Action = action.model_copy(update={part: state.models[id].unit if for_units else id})
    return aimed


# Chances


def attack_chances(state: State, action: Action) -> Chances | None:
    """Return the chances of an attack or a Fury; None for other actions."""
    attack = attack_from_action(state, action)
    if attack is None:
        return None
    mode = (
        f" ({ability_name(state, action.mode)})"
        if isinstance(action, actions.Attack) and action.mode
        else ""
    )
    covered = has_cover(state, attack.attacker, attack.weapon, attack.target)
    second = attack.weapon.key.partition("#")[2]
    weapon = " ".join((attack.weapon.name, second)).rstrip() + mode
    odds = odds_with_slam(state, attack)
    return Chances(weapon, odds.hit, odds.destroy, describe_attack(state, attack), covered)


# Suggestions


def placement_action(state: State, player: int, id: str, at: tuple[float, float]) -> Action | None:
    """Return the action for putting a model at a place: a deployment or an advance."""
    if id in state.units and state.units[id].where is Where.RESERVE:
        return actions.Deploy(player=player, unit=id, places={state.units[id].models[0]: at})
    return (
        actions.Advance(player=player, model=id, path=(at,))
        if id in state.models and state.is_on_table(id)
        else None
    )


def suggest_actions(state: State, player: int, id: str) -> Iterator[tuple[str, Action]]:
    """Yield likely actions, by name, with the player's unit or void gate or against an enemy."""
    unit = state.models[id].unit if id in state.models and id not in state.units else id
    owner = owner_of(state, id)
    if not owner:
        return
    if owner != player:
        yield from _list_attacks_on(state, player, id) if state.is_on_table(id) else ()
    elif unit in state.gates:
        yield "charge", actions.Charge(player=player, on=unit)
    elif state.units[unit].where is not Where.PLAY:
        gate = next((g.id for g in state.gates_of(player)), "")
        yield "deploy", actions.Deploy(player=player, unit=unit, gate=gate, places={})
    else:
        yield from _list_unit_actions(state, player, unit)


def _list_unit_actions(state: State, player: int, unit: str) -> Iterator[tuple[str, Action]]:
    """Yield likely actions with a unit in play."""
    if isinstance(find_open_question(state), CypherQuestion):
        yield from _list_card_plays(state, player, unit)
    activation = find_frame(state, Activation)
    if activation is None or activation.unit != unit:
        yield "activate", actions.Activate(player=player, unit=unit)
        yield "charge with 1 Arc", actions.Charge(player=player, on=unit)
        yield "recall", actions.Recall(player=player, unit=unit)
        return
    for m in state.models_of(unit):
        yield "advance", actions.Advance(player=player, model=m.id)
    for m in state.models_of(unit):
        yield from _list_attacks(state, player, m.id)
    for m in state.models_of(unit):
        for ability, borne in usable_abilities(state, m.id):
            selector = borne.clause.target
            fitting = [
                b.id
                for b in state.bodies
                if selector is not None and matches_selector(state, selector, borne.bearer, b.id)
            ]
            yield (
                borne.source,
                actions.Use(
                    player=player, ability=ability, model=m.id, target=fitting[0] if fitting else ""
                ),
            )


def _list_card_plays(state: State, player: int, unit: str) -> Iterator[tuple[str, Action]]:
    """Yield each card in hand that can be played on this unit or its models."""
    for id in dict.fromkeys(state.players[player].hand):
        card = state.setup.cards.cyphers.get(id)
        if card is not None and card.kind != "fury":
            holder = state.models_of(unit)[0].id if card.target == "friendly_unit_model" else unit
            yield card.name, actions.Play(player=player, card=id, on=holder)


def _list_attacks(state: State, player: int, model: str) -> Iterator[tuple[str, Action]]:
    """Yield an attack with each of a model's weapons on the nearest enemy."""
    enemies = [b.id for b in state.bodies if state.owner(b.id) != player]
    nearest = min(enemies, key=lambda id: state.table.distance(model, id), default="")
    for w in model_weapons(state, model) if nearest else ():
        attack = actions.Attack(
            player=player, model=model, weapon=w.key, target=nearest, mode=attack_modes(w)[0]
        )
        yield _format_weapon(state, w.name, model), attack


def _list_attacks_on(state: State, player: int, target: str) -> Iterator[tuple[str, Action]]:
    """Yield an attack on a target with each weapon of the activated unit's models."""
    activation = find_frame(state, Activation)
    if activation is None or state.owner(activation.unit) != player:
        return
    for m in state.models_of(activation.unit):
        for w in model_weapons(state, m.id):
            attack = actions.Attack(
                player=player, model=m.id, weapon=w.key, target=target, mode=attack_modes(w)[0]
            )
            yield _format_weapon(state, w.name, m.id), attack


def _format_weapon(state: State, weapon: str, model: str) -> str:
    """Return a weapon's name with the letter of the squad's model that has it."""
    return (
        f"{weapon} ({short_model_name(state, model)})"
        if len(state.unit_of(model).models) > 1
        else weapon
    )
