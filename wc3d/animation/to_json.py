"""Animation steps as JSON for web pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wc3d.animation.steps import AnimationStep
from wc3d.presentation.display_values import AreaEffectMark, DisplayedRoll
from wc3d.presentation.evidence_view import XYZ, Stroke

JsonObject = dict[str, Any]


def step_data(step: AnimationStep) -> JsonObject:
    """Return a step as JSON, without empty fields and without its state.

    `shown` is the number of events shown before the step.
    """
    fields: JsonObject = {
        "how": step.manner,
        "words": step.words,
        "beside": step.beside_model,
        "told": step.sentence,
        "why": step.why,
        "fresh": step.new_rolls,
        "tracks": {id: encode_points(track) for id, track in step.tracks.items()},
        "attack": _encode_stroke(step.attack) if step.attack is not None else None,
        "rolls": [roll_data(roll) for roll in step.rolls],
        "splashes": [_encode_splash(splash) for splash in step.splashes],
        "hurts": list(step.hurt_models),
        "gone": list(step.destroyed_models),
        "comes": list(step.arriving_models),
        "cleared": list(step.cleared_models),
        "places": encode_points(step.places),
        "by": step.attacker,
        "weapon": step.attack_kind and str(step.attack_kind),
        "damage": dict(step.damage),
        "fires": step.fires,
        "fired": step.has_fired,
        "gate": step.gate,
    }
    required_fields = {
        "kind": str(step.kind),
        "seconds": round(step.seconds, 3),
        "shown": step.events_shown,
        "thing": step.group_number,
    }
    return {**required_fields, **{name: value for name, value in fields.items() if value}}


def roll_data(roll: DisplayedRoll) -> JsonObject:
    """Return a roll as JSON: the name of each kind of die and the faces rolled."""
    dice = [{"die": die.name, "faces": list(faces)} for die, faces in roll.dice]
    return {
        "player": roll.player,
        "why": roll.why,
        "label": roll.label,
        "dice": dice,
        "total": roll.total,
    }


def encode_points(points: Sequence[XYZ]) -> list[list[float]]:
    """Return points as JSON."""
    return [[round(v, 4) for v in point] for point in points]


def _encode_stroke(stroke: Stroke) -> JsonObject:
    return {"line": encode_points(stroke.points), "pen": str(stroke.pen), "label": stroke.label}


def _encode_splash(splash: AreaEffectMark) -> JsonObject:
    fields: JsonObject = {"kind": splash.kind, "radius": splash.radius}
    fields["at"] = encode_points((splash.at,))[0] if splash.at is not None else None
    fields["to"] = encode_points((splash.end,))[0] if splash.end is not None else None
    return {name: value for name, value in fields.items() if value is not None}
