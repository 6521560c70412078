"""The name of the sound for each animation step, and the kind of each sound."""

from __future__ import annotations

from wc3d.animation.effects import (
    LANDING_MANNERS,
    EffectKind,
    FallKind,
    attack_look,
    fall_kind,
    step_effects,
)
from wc3d.animation.steps import AIRBORNE_MANNERS, MISS_WORDS, AnimationKind, AnimationStep
from wc3d.presentation.attack_kinds import AttackKind

YOUR_MOVE_SOUND, VICTORY_SOUND = "turn", "victory"
"""Sounds for the moment when another player must decide, and for the end of the game."""
LANDING_SOUND, BUTTON_SOUND, AMBIENCE_SOUND = "land", "click", "wind"
"""Sounds of a model that lands, of a button, and of a table on which nothing happens."""

KINDS_BY_SOUND = {
    "dice": "dice",
    "shot": "weapons",
    "cannon": "weapons",
    "beam": "weapons",
    "flame": "weapons",
    "frost": "weapons",
    "acid": "weapons",
    "pulse": "weapons",
    "spell": "weapons",
    "blade": "weapons",
    "blast": "weapons",
    "hit": "weapons",
    "miss": "weapons",
    "fall": "weapons",
    "collapse": "weapons",
    "shatter": "weapons",
    "step": "movement",
    "jump": "movement",
    "land": "movement",
    "gate": "movement",
    "click": "interface",
    "turn": "interface",
    "victory": "interface",
    "wind": "ambience",
}
"""The kind of each sound, which has a volume of its own."""

SOUNDS_BY_ATTACK = {
    AttackKind.MELEE: "blade",
    AttackKind.BALLISTIC: "shot",
    AttackKind.EXPLOSIVE: "cannon",
    AttackKind.ENERGY: "beam",
    AttackKind.FIRE: "flame",
    AttackKind.COLD: "frost",
    AttackKind.CORROSION: "acid",
    AttackKind.FORCE: "pulse",
    AttackKind.MAGIC: "spell",
}
SOUNDS_BY_FALL = {
    FallKind.TOPPLE: "fall",
    FallKind.COLLAPSE: "collapse",
    FallKind.BREAK: "shatter",
}
SOUNDS_BY_MANNER = {"fall": "fall", "slam": "hit", "push": "hit", "put": ""}
"""Sounds by the manner of a move; leaps have their own, and all other moves sound like steps."""


def choose_sound(step: AnimationStep) -> str:
    """Return the sound at the start of a step, or "" for silence."""
    return SOUNDS_BY_ATTACK[attack_look(step)] if step.fires else _sound_of_kind(step)


def impact_sound(step: AnimationStep) -> str:
    """Return the sound of a shot that arrives in a step and does harm, or ""."""
    has_harm = step.kind in (AnimationKind.HEALTH, AnimationKind.GONE)
    return _sound_of_kind(step) if step.fires and has_harm else ""


def _sound_of_kind(step: AnimationStep) -> str:
    match step.kind:
        case AnimationKind.MOVE:
            leap = "jump" if step.manner in AIRBORNE_MANNERS else "step"
            return SOUNDS_BY_MANNER.get(step.manner, leap)
        case AnimationKind.DICE:
            return "dice"
        case AnimationKind.SPLASH:
            return "blast"
        case AnimationKind.HEALTH:
            return "hit"
        case AnimationKind.WORDS:
            return "miss" if step.words.startswith(MISS_WORDS) else ""
        case AnimationKind.GONE:
            kinds = {fall_kind(step, id) for id in step.destroyed_models}
            return next((name for kind, name in SOUNDS_BY_FALL.items() if kind in kinds), "fall")
        case AnimationKind.COMES:
            gates = [effect for effect in step_effects(step) if effect.kind is EffectKind.GATE]
            return "gate" if gates else LANDING_SOUND
    return ""


def landing_sound(step: AnimationStep) -> str:
    """Return the sound at the end of a step in which models come down, or ""."""
    lands = step.kind is AnimationKind.MOVE and step.manner in LANDING_MANNERS
    return LANDING_SOUND if lands else ""
