"""Beats as JSON, for a page that shows them: plain objects, lists, numbers and words."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wc3d.animation.beats import Beat
from wc3d.presentation.evidence_view import XYZ, Stroke
from wc3d.presentation.view_models import DiceShown, Splash

Data = dict[str, Any]


def beat_data(beat: Beat) -> Data:
    """A beat as JSON, without what is empty and without its state: `shown` says after which event of the action it is shown."""
    fields: Data = {
        "how": beat.how, "words": beat.words, "beside": beat.beside, "told": beat.told, "why": beat.why, "fresh": beat.fresh,
        "tracks": {id: _points(track) for id, track in beat.tracks.items()},
        "attack": _stroke(beat.attack) if beat.attack is not None else None,
        "rolls": [roll_data(roll) for roll in beat.rolls], "splashes": [_splash(splash) for splash in beat.splashes],
        "hurts": list(beat.hurts), "gone": list(beat.gone), "comes": list(beat.comes), "places": _points(beat.places),
    }  # fmt: skip
    required_fields = {"kind": str(beat.kind), "seconds": round(beat.seconds, 3), "shown": beat.shown, "thing": beat.thing}
    return {**required_fields, **{name: value for name, value in fields.items() if value}}


def roll_data(roll: DiceShown) -> Data:
    """A roll as JSON: for each kind of die its name and the faces that show."""
    dice = [{"die": die.name, "faces": list(faces)} for die, faces in roll.dice]
    return {"player": roll.player, "why": roll.why, "dice": dice, "total": roll.total}


def _points(points: Sequence[XYZ]) -> list[list[float]]:
    return [[round(v, 4) for v in point] for point in points]


def _stroke(stroke: Stroke) -> Data:
    return {"line": _points(stroke.points), "pen": str(stroke.pen), "label": stroke.label}


def _splash(splash: Splash) -> Data:
    fields: Data = {"kind": splash.kind, "radius": splash.radius}
    fields["at"] = _points((splash.at,))[0] if splash.at is not None else None
    fields["to"] = _points((splash.to,))[0] if splash.to is not None else None
    return {name: value for name, value in fields.items() if value is not None}
