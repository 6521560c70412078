"""Descriptions of actions for lists, and of the effects of their cards."""

from __future__ import annotations

from typing import Any

from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_frame, find_open_question
from wc3d.engine.text import join_words
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import (
    Activation,
    ActQuestion,
    BoostQuestion,
    OrderQuestion,
    unit_activation,
)
from wc3d.games.warmachine.rules.attack_plans import BASH_NAME
from wc3d.games.warmachine.rules.cards import Spell
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion
from wc3d.games.warmachine.rules.turn.unit_activation import MOVE
from wc3d.games.warmachine.text.formatting import (
    SYSTEM_NAMES,
    display_name,
    format_count,
    format_place,
)


def describe_action(state: State, action: Action) -> str:
    """Describe an action."""
    return (
        _describe_movement(state, action)
        or _describe_attack(state, action)
        or _describe_other_action(state, action)
        or action.type
    )


def _describe_destination(path: Any) -> str:
    return f"to {format_place(path[-1])}"


def _describe_movement(state: State, action: Any) -> str:
    match action:
        case actions.Advance():
            return (
                f"advance {_describe_destination(action.path)}" if action.path else "turn in place"
            )
        case actions.Run():
            return (
                f"run {_describe_destination(action.path)}" if action.path else "run without moving"
            )
        case actions.Charge():
            return f"charge {display_name(state, action.target)}" + (
                f", {action.direction:.0f}°" if action.direction is not None else ""
            )
        case actions.SlamInto():
            return f"slam {display_name(state, action.target)}"
        case actions.StandUp():
            return f"stand up and forfeit the {action.gives}"
        case actions.Deploy():
            return f"set up {display_name(state, action.model)} at {format_place(action.at)}"
        case _:
            return ""


def weapon_name(state: State, model: str, weapon: str) -> str:
    """Return the name of a model's weapon."""
    card = state.setup.weapon(model, weapon) if model in state.models else None
    return BASH_NAME if weapon == BASH_NAME else card.name if card is not None else weapon


def _describe_attack(state: State, action: Any) -> str:
    match action:
        case actions.Attack(special=True):
            special = next(
                (s for s in _special_attacks(state, action.model) if s.word == action.weapon), None
            )
            return f"{special.name if special else action.weapon} on {display_name(state, action.target)}"
        case actions.Attack():
            return f"{weapon_name(state, action.model, action.weapon)} on {display_name(state, action.target)}"
        case actions.CombinedAttack():
            with_them = join_words(state.name(id) for id in action.together)
            return f"{weapon_name(state, action.model, action.weapon)} on {display_name(state, action.target)}, combined with {with_them}"
        case actions.HeadButt():
            return f"head-butt {display_name(state, action.target)}"
        case actions.SeizePart():
            return f"lock the {SYSTEM_NAMES.get(action.part, action.part)} of {display_name(state, action.target)}"
        case actions.ThrowModel():
            return f"throw {display_name(state, action.target)}, {action.direction:.0f}°"
        case actions.Push():
            return f"push {display_name(state, action.target)}" + (
                " and follow" if action.follow else ""
            )
        case actions.Release():
            return f"release {display_name(state, action.target)}"
        case actions.BreakLock():
            return f"break free of {display_name(state, action.target)}"
        case _:
            return ""


def _special_attacks(state: State, model: str) -> tuple[Any, ...]:
    return (
        getattr(state.setup.card_of(model), "special_attacks", ()) if model in state.models else ()
    )


def find_spell(state: State, model: str, spell: str) -> Spell | None:
    """Return a warcaster's spell, or None."""
    return state.setup.spell(model, spell) if model in state.models else None


def _describe_other_action(state: State, action: Any) -> str:
    match action:
        case actions.CastSpell():
            spell = find_spell(state, action.model, action.spell)
            at = f" on {display_name(state, action.target)}" if action.target else ""
            through = f" through {display_name(state, action.channel)}" if action.channel else ""
            return f"{spell.name if spell else action.spell}{at}{through}"
        case actions.UseFeat():
            return (
                f"use the feat {state.setup.caster_card(action.model).feat.name}"
                if is_warcaster(state, action.model)
                else "feat"
            )
        case actions.Regenerate():
            return f"remove {format_count(action.points, 'damage point')}"
        case actions.Assign():
            return f"assign {format_count(action.points, 'focus point')} to {display_name(state, action.model)}"
        case actions.Upkeep():
            return f"pay upkeep for {action.spell}"
        case actions.Shake():
            return f"shake off {action.what.replace('_', ' ')}"
        case actions.Activate():
            return _describe_activation(state, action.model)
        case actions.IssueOrder():
            return f"order {display_name(state, action.unit)} to {action.order}"
        case actions.Choose() if isinstance(
            current_question := find_open_question(state), OrderQuestion
        ):
            return f"order {display_name(state, current_question.unit)} to {action.option}"
        case actions.Choose() if isinstance(
            current_question := find_open_question(state), FreeStrikeQuestion
        ):
            return weapon_name(state, current_question.striker, action.option)
        case actions.Choose():
            return action.option
        case actions.Pass():
            return _describe_pass(state)
        case _:
            return ""


def _describe_activation(state: State, id: str) -> str:
    """Describe the activation of a model or unit, or a trooper's turn in an active unit."""
    current_question = find_open_question(state)
    unit = state.models[id].unit if id in state.models else id
    activation = (
        unit_activation(state, unit)
        if isinstance(current_question, ActivationQuestion) and current_question.unit
        else None
    )
    if activation is None:
        return f"activate {display_name(state, unit or id)}"
    return f"{'move' if activation.part == MOVE else 'act with'} {display_name(state, id)}"


def is_warcaster(state: State, id: str) -> bool:
    """Return whether the id is a warcaster's."""
    return id in state.models and state.models[id].is_warcaster


def _describe_pass(state: State) -> str:
    match find_open_question(state):
        case ControlQuestion():
            return "end the Control Phase"
        case ActivationQuestion(unit=unit):
            return "skip the rest of the unit" if unit else "end the turn"
        case OrderQuestion():
            return "give no order (the unit advances)"
        case BoostQuestion(roll=roll):
            return f"do not boost the {roll} roll"
        case None:
            return "pass"
        case ActQuestion() if (
            activation := find_frame(state, Activation)
        ) is not None and activation.part == MOVE:
            return "stay here"
        case current_question:
            return (
                "end the activation"
                if type(current_question).__name__ == "ActQuestion"
                else "decline"
            )


def explain_action(state: State, action: Action) -> str:
    """Describe the effect of the card behind an action."""
    if isinstance(action, actions.CastSpell):
        return spell_meaning(state, action.model, action.spell)
    return feat_meaning(state, action.model) if isinstance(action, actions.UseFeat) else ""


def spell_meaning(state: State, caster: str, id: str) -> str:
    """Describe the effect of a warcaster's spell."""
    spell = find_spell(state, caster, id)
    return (
        "; ".join(effect.describe() for effect in spell.hits + spell.criticals)
        if spell is not None
        else ""
    )


def feat_meaning(state: State, caster: str) -> str:
    """Describe the effect of a warcaster's feat."""
    has_feat = is_warcaster(state, caster)
    return (
        "; ".join(effect.describe() for effect in state.setup.caster_card(caster).feat.effects)
        if has_feat
        else ""
    )
