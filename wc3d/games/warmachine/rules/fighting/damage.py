"""Damage: rolls against ARM, damage rows and grids, disabled systems, and removal from play."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wc3d.engine.agenda import Question, Resolution
from wc3d.engine.dice import D6
from wc3d.games.warmachine.rules import events, victory
from wc3d.games.warmachine.rules.actions import Choose
from wc3d.games.warmachine.rules.agenda_frames import Attacking, CommandCheck, DamageRoll
from wc3d.games.warmachine.rules.damage_grid import mark_damage
from wc3d.games.warmachine.rules.dice import dice_pool
from wc3d.games.warmachine.rules.fighting import boosting
from wc3d.games.warmachine.rules.fighting.locks import end_disabled_locks, end_locks
from wc3d.games.warmachine.rules.focus import CORTEX, spend_focus
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import current_stat, effect_total, is_shield_working
from wc3d.games.warmachine.rules.turn.maintenance import end_spells_of_caster, end_upkeep_spell
from wc3d.games.warmachine.rules.units.command_checks import has_massive_casualties, must_check

REGISTRY = HandlerRegistry()

REINFORCED_POINTS = 5
"""The damage points that a focus point prevents (WM-MK3-29)."""


@dataclass(frozen=True, slots=True)
class ReinforceQuestion(Question):
    """The question of spending a warcaster's focus point to suffer 5 less (WM-MK3-29)."""

    model: str = ""
    points: int = 0


@REGISTRY.step(DamageRoll, "boost")
def _boost(r: Resolution, f: DamageRoll) -> DamageRoll | None:
    """Offer a boost unless the model is gone, immune or unaffected (WM-RUL-162, WM-FOC-09)."""
    if not r.state.is_on_table(f.target):
        return replace(f, step="aftermath")
    if f.energy and is_immune_to(r.state, f.target, f.energy):
        r.emit(events.Damaged(f.target, 0, cause=f"immune to {f.energy}"))
        return replace(f, step="aftermath")
    for effect in r.state.models[f.target].effects:
        if any(word == "ignore_hit" for word, _ in effect.does):
            r.emit(events.EffectEnded(f.target, effect, "the hit does no damage"))
            return replace(f, step="aftermath")
    boosting.ask_damage_boost(r, f)
    return None


def is_immune_to(state: State, id: str, energy: str) -> bool:
    """Return whether a model is immune to damage and effects of this kind (WM-MOD-15)."""
    has_immunity = any(
        trait.word == "immune" and trait.to == energy for trait in state.setup.card_of(id).traits
    )
    return (
        has_immunity and not state.models[id].fleeing
    )  # a fleeing model uses none of its special rules (WM-REF-24)


def current_armor(state: State, f: DamageRoll) -> int:
    """Return the target's ARM at the time of the roll (WM-RUL-82), without an ignored shield."""
    return int(current_stat(state, f.target, "ARM", f.kind).value) - ignored_shield(state, f)


def ignored_shield(state: State, f: DamageRoll) -> int:
    """Return the ARM of the target's shield if this damage ignores it."""
    if not (f.ignores_shields and is_shield_working(state, f.target)):
        return 0
    card = state.setup.card_of(f.target)
    return int((getattr(card, "shield_arm", None) or card.arm) - card.arm)


@REGISTRY.step(DamageRoll, "roll")
def _roll(r: Resolution, f: DamageRoll) -> DamageRoll:
    """Roll 2d6 plus power (WM-DMG-01), boosted with a die (WM-DMG-02), less ARM (WM-DMG-03)."""
    label = f"damage roll, {f.cause} against {r.state.name(f.target)}"
    faces = r.roll(dice_pool(f.dice), f.roller, label)
    bonus = (
        effect_total(r.state, f.attacker, "DAMAGE")
        if f.attacker and r.state.is_on_table(f.attacker)
        else 0
    )
    total = sum(faces) + f.power + bonus
    arm = current_armor(r.state, f)
    r.emit(events.Rolled(f.roller, label, faces, total, "damage"))
    return replace(f, total=total, arm=arm, points=max(0, total - arm))


@REGISTRY.step(DamageRoll, "reinforce")
def _reinforce(r: Resolution, f: DamageRoll) -> None:
    """Offer to spend one point (WM-MK3-29), even outside the activation (WM-MK3-30)."""
    model = r.state.models[f.target]
    if (
        r.state.edition["focus.power_field"] == "reinforce"
        and model.is_warcaster
        and model.focus
        and f.points
    ):
        r.push(ReinforceQuestion(player=model.owner, model=f.target, points=f.points))


def _spend_to_reinforce(r: Resolution, question: ReinforceQuestion, action: Choose) -> None:
    """Reduce the damage by 5. An excess is lost (WM-MK3-32)."""
    spend_focus(r, question.model, "reinforce the power field")
    frame = r.find_frame(DamageRoll)
    if frame is not None:
        r.replace_frame(frame, replace(frame, points=max(0, frame.points - REINFORCED_POINTS)))


REGISTRY.register_choice_by_rule(
    ReinforceQuestion,
    text="reinforce the power field",
    options=lambda state, asked: ("reinforce",),
    rule="WM-MK3-29",
    decide=_spend_to_reinforce,
)
REGISTRY.register_pass(
    ReinforceQuestion, text="take the damage", decide=lambda r, asked, action: None
)


@REGISTRY.step(DamageRoll, "mark")
def _mark_boxes(r: Resolution, f: DamageRoll) -> None:
    """Mark one box per point (WM-DMG-04), in a damage row (WM-DCA-01) or a warjack's grid."""
    if not r.state.is_on_table(f.target):
        return
    if not r.state.models[f.target].is_warjack:
        mark_damage_row(r, f)
    elif f.points:
        label = f"damage grid column of {r.state.name(f.target)}"
        faces = r.roll((D6,), f.roller, label)  # the attacker rolls it (WM-DJA-01, WM-RUL-56)
        r.emit(events.Rolled(f.roller, label, faces, faces[0], "column"))
        mark_damage_grid(r, f, faces[0])
    else:
        r.emit(
            events.Damaged(
                f.target, 0, f.total, f.arm, f.cause, unshielded=ignored_shield(r.state, f)
            )
        )


def mark_damage_row(r: Resolution, f: DamageRoll) -> None:
    """Mark boxes of a warcaster or another warrior from left to right (WM-DCA-01, WM-RUL-97)."""
    remaining = r.state.setup.damage_row_size(f.target) - r.state.models[f.target].damage
    r.emit(events.Damaged(f.target, min(remaining, f.points), f.total, f.arm, f.cause))


def mark_damage_grid(r: Resolution, f: DamageRoll, column: int) -> None:
    """Mark boxes from a column on (WM-DJA-02 to 04), and apply lost systems (WM-DJA-06)."""
    old_grid = r.state.damage_grid(f.target)
    stays = r.state.edition["jack.disabled"] == "wreck"
    result = mark_damage(old_grid, column, f.points, stays=stays)
    unshielded = ignored_shield(r.state, f)
    r.emit(
        events.Damaged(
            f.target, len(result.boxes), f.total, f.arm, f.cause, column, result.boxes, unshielded
        )
    )
    report_disabled_systems(r, f.target, old_grid.disabled)


def report_disabled_systems(r: Resolution, id: str, old_systems: tuple[str, ...]) -> None:
    """Report newly disabled systems; a lost cortex loses all focus (WM-DJA-08, WM-RUL-81)."""
    for system in r.state.damage_grid(id).disabled:
        if system not in old_systems:
            r.emit(events.SystemDisabled(id, system))
            if system == CORTEX and r.state.models[id].focus:
                r.emit(events.FocusLost((id,), why="its cortex is disabled", rule="WM-RUL-81"))
    end_disabled_locks(r, id)


@REGISTRY.step(DamageRoll, "aftermath")
def _remove_lost(r: Resolution, f: DamageRoll) -> None:
    """Remove a destroyed model, and determine the winner (WM-DCA-02, WM-RUL-95)."""
    remove_if_lost(r, f.target, f.cause)
    victory.end_if_warcaster_removed(r)


def should_be_removed(state: State, id: str) -> bool:
    """Return whether a model's last box is marked (WM-DCA-02, WM-DJA-16) or it is disabled
    (WM-DJA-14, WM-DJA-15, WM-RUL-98).
    """
    model = state.models[id]
    if not model.is_warjack:
        return model.damage >= state.setup.damage_row_size(id)
    grid = state.damage_grid(id)
    return not grid.remaining_boxes if state.edition["jack.disabled"] == "wreck" else grid.is_down


def remove_if_lost(r: Resolution, id: str, reason: str) -> None:
    """Remove a destroyed model from play, and end everything attached to it."""
    if r.state.is_on_table(id) and should_be_removed(r.state, id):
        remove_model(r, id, reason)


def remove_model(r: Resolution, id: str, reason: str) -> None:
    """Remove a model from play with its locks and spells (WM-RUL-75, WM-RUL-86)."""
    end_locks(r, id, "removed")
    carried = [effect for effect in r.state.models[id].effects if effect.is_upkeep]
    r.emit(events.ModelRemoved(id, reason))
    for effect in carried:
        end_upkeep_spell(r, effect.player, effect.name, "its target is gone")
    end_spells_of_caster(r, id)
    check_massive_casualties(r, id)


def check_massive_casualties(r: Resolution, id: str) -> None:
    """Make a unit check at once if it has lost half its models or more this turn (WM-REF-17).

    A unit that fails flees from the model that caused the loss.
    """
    unit = r.state.models[id].unit
    if unit and must_check(r.state, unit) and has_massive_casualties(r.state, unit):
        attack = r.find_frame(Attacking)
        roll = r.find_frame(DamageRoll)
        threat = (
            attack.attacker if attack is not None else roll.attacker if roll is not None else ""
        )
        r.push(CommandCheck(who=unit, why=events.MASSIVE_CASUALTIES, threat=threat))
