"""Which sound goes with a moment, by its name; no sound is made here."""

from __future__ import annotations

from math import dist

from wc3d.animation.steps import AnimationKind, AnimationStep

MAX_MELEE_LINE_IN = 3.0
"""Inches: the line of a blow is no longer, that of a shot mostly is."""

YOUR_MOVE_SOUND, VICTORY_SOUND = "turn", "victory"
"""Another player is asked; the game is over."""

SOUNDS_BY_KIND = {
    AnimationKind.DICE: "dice",
    AnimationKind.SPLASH: "blast",
    AnimationKind.HEALTH: "hit",
    AnimationKind.GONE: "fall",
    AnimationKind.COMES: "gate",
}
SOUNDS_BY_MANNER = {"fall": "fall", "slam": "hit", "put": ""}
"""Of the manners in which models are moved; the others are steps."""
MISS_WORDS = ("missed", "out of range")


def choose_sound(beat: AnimationStep) -> str:
    """The sound of a moment as it begins; empty if it has none."""
    if beat.kind is AnimationKind.MOVE:
        return SOUNDS_BY_MANNER.get(beat.manner, "step")
    if beat.kind is AnimationKind.AIM:
        return (
            "shot"
            if beat.attack is not None
            and dist(beat.attack.points[0], beat.attack.points[-1]) > MAX_MELEE_LINE_IN
            else "blade"
        )
    if beat.kind is AnimationKind.WORDS:
        return "miss" if beat.words.startswith(MISS_WORDS) else ""
    return SOUNDS_BY_KIND.get(beat.kind, "")
