"""Boosts: a die for a focus point, before the roll (WM-FOC-09, WM-FOC-10, WM-RUL-38, WM-MK3-22)."""

from __future__ import annotations

from dataclasses import replace

from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules.actions import Choose
from wc3d.games.warmachine.rules.agenda_frames import Attacking, BoostQuestion, DamageRoll
from wc3d.games.warmachine.rules.focus import available_focus, spend_focus
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.state import State

REGISTRY = HandlerRegistry()


def ask_attack_boost(r: Resolution, f: Attacking) -> None:
    """Offer a boost of the attack roll if the rules allow it and a focus point is available."""
    if (
        "attack" in f.plan.boosts
        and available_focus(r.state, f.attacker)
        and "attack" not in f.boosted
    ):
        owner = r.state.models[f.attacker].owner
        r.push(
            BoostQuestion(
                player=owner, model=f.attacker, target=f.target, roll="attack", why=f.plan.name
            )
        )


def ask_damage_boost(r: Resolution, f: DamageRoll) -> None:
    """Offer a boost of the damage roll if the rules allow it and a focus point is available."""
    if f.boostable and f.attacker and available_focus(r.state, f.attacker):
        owner = r.state.models[f.attacker].owner
        r.push(
            BoostQuestion(
                player=owner, model=f.attacker, target=f.target, roll="damage", why=f.cause
            )
        )


def _options(state: State, question: BoostQuestion) -> tuple[str, ...]:
    return ("boost",)


def _boost(r: Resolution, question: BoostQuestion, action: Choose) -> None:
    """Add a die to the roll (WM-FOC-09), once only (WM-FOC-10)."""
    spend_focus(r, question.model, f"boost the {question.roll} roll")
    if question.roll == "damage":
        frame = r.find_frame(DamageRoll)
        if frame is not None:
            r.replace_frame(frame, replace(frame, dice=frame.dice + 1))
        return
    attack = r.find_frame(Attacking)
    if attack is None:
        return
    weapon = r.state.setup.weapon(attack.attacker, attack.plan.weapon)
    has_double_boost = weapon is not None and weapon.has_trait("one_point_boosts_both")
    r.replace_frame(
        attack, replace(attack, boosted=("attack", "damage") if has_double_boost else ("attack",))
    )


REGISTRY.register_choice_by_rule(
    BoostQuestion, text="boost the roll", options=_options, decide=_boost, rule="WM-FOC-09"
)
REGISTRY.register_pass(BoostQuestion, text="do not boost", decide=lambda r, asked, action: None)
