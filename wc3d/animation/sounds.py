"""The name of the sound for each animation step."""

from __future__ import annotations

from math import dist

from wc3d.animation.steps import AnimationKind, AnimationStep

MAX_MELEE_LINE_IN = 3.0
"""Longest attack line of a melee attack, in inches; most shots are longer."""

YOUR_MOVE_SOUND, VICTORY_SOUND = "turn", "victory"
"""Sounds for the moment when another player must decide, and for the end of the game."""

SOUNDS_BY_KIND = {
    AnimationKind.DICE: "dice",
    AnimationKind.SPLASH: "blast",
    AnimationKind.HEALTH: "hit",
    AnimationKind.GONE: "fall",
    AnimationKind.COMES: "gate",
}
SOUNDS_BY_MANNER = {"fall": "fall", "slam": "hit", "put": ""}
"""Sounds by the manner of a move; all other moves sound like steps."""
MISS_WORDS = ("missed", "out of range")


def choose_sound(step: AnimationStep) -> str:
    """Return the sound at the start of a step, or "" for silence."""
    if step.kind is AnimationKind.MOVE:
        return SOUNDS_BY_MANNER.get(step.manner, "step")
    if step.kind is AnimationKind.AIM:
        return (
            "shot"
            if step.attack is not None
            and dist(step.attack.points[0], step.attack.points[-1]) > MAX_MELEE_LINE_IN
            else "blade"
        )
    if step.kind is AnimationKind.WORDS:
        return "miss" if step.words.startswith(MISS_WORDS) else ""
    return SOUNDS_BY_KIND.get(step.kind, "")
