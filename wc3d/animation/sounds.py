"""Which sound goes with a moment, by its name; no sound is made here."""
from __future__ import annotations

from math import dist

from wc3d.animation.beats import Beat, BeatKind

AT_HAND = 3.0
"""Inches: the line of a blow is no longer, that of a shot mostly is."""

YOUR_MOVE, VICTORY = "turn", "victory"
"""Another player is asked; the game is over."""

OF_KIND = {
    BeatKind.DICE: "dice", BeatKind.SPLASH: "blast", BeatKind.HEALTH: "hit", BeatKind.GONE: "fall", BeatKind.COMES: "gate",
}  # fmt: skip
OF_WAY = {"fall": "fall", "slam": "hit", "put": ""}
"""Of the manners in which models are moved; the others are steps."""
MISSES = ("missed", "out of range")


def sound_of(beat: Beat) -> str:
    """The sound of a moment as it begins; empty if it has none."""
    if beat.kind is BeatKind.MOVE:
        return OF_WAY.get(beat.how, "step")
    if beat.kind is BeatKind.AIM:
        return "shot" if beat.attack is not None and dist(beat.attack.points[0], beat.attack.points[-1]) > AT_HAND else "blade"
    if beat.kind is BeatKind.WORDS:
        return "miss" if beat.words.startswith(MISSES) else ""
    return OF_KIND.get(beat.kind, "")
