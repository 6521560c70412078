"""The end of the weapon with which a figure attacks, as its mould has it."""

from __future__ import annotations

from math import atan2, degrees

from wc3d.animation.effects import attack_look
from wc3d.animation.steps import AnimationStep
from wc3d.presentation.attack_kinds import AttackKind
from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.figures import cast_figure, find_weapon_ends
from wc3d.scene.miniatures import miniature_path

WEAPON_KINDS = {AttackKind.MELEE: ("tip", "muzzle"), AttackKind.MAGIC: ("focus", "muzzle")}
"""The kinds of ends to look for, the best first; other attacks come from guns."""


def weapon_end(step: AnimationStep) -> XYZ | None:
    """Return the end of an attacker's weapon on its figure at the origin, facing north.

    Return None for a figure that does not tell, as the user's own miniatures.
    """
    body, livery = step.attacker_body, step.liveries.get(step.attacker)
    if body is None or livery is None or miniature_path(livery.figure) is not None:
        return None
    cast = cast_figure(body, livery)
    for kind in WEAPON_KINDS.get(attack_look(step), ("muzzle", "focus")):
        ends = find_weapon_ends(cast, kind, step.weapon)
        if ends:
            return ends[0]
    return None


def blade_heading(step: AnimationStep) -> float:
    """Return how far to the left of its front a figure holds its blade, in degrees."""
    end = weapon_end(step)
    return degrees(atan2(-end[0], end[1])) if end is not None else 0.0
