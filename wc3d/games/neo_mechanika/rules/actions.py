"""The actions of players, with JSON forms such as `{"type": "advance", "player": 1, ...}`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from wc3d.engine import actions
from wc3d.engine.actions import Action, Inches, actions_by_type
from wc3d.engine.actions import Choose as Choose
from wc3d.engine.actions import Concede as Concede
from wc3d.engine.actions import Pass as Pass

ArcAmount = Annotated[int, Field(strict=True, ge=-999, le=999)]
"""A whole amount of Arc. The rules reject amounts that are not available."""

Point = tuple[Inches, Inches] | tuple[Inches, Inches, Inches]
"""Inches from the south-west corner. The default height is the highest level for the base."""


class _Step(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class LadderStep(_Step):
    """A path step by a ladder, stairs or an elevator to the place `to`."""

    ladder: str
    to: Point


class JumpStep(_Step):
    """A path step: a jump to a point."""

    jump: tuple[Inches, Inches]


Step = Point | LadderStep | JumpStep
"""A straight step, a ladder or a jump. A flier may state the height of its end."""


class Deploy(Action):
    """Deploy a unit through a void gate (none at the start) with places, the first model first."""

    type: Literal["deploy"] = "deploy"
    unit: str
    gate: str = ""
    places: dict[str, Point]
    attachments: tuple[str, ...] = ()


class Charge(Action):
    """Charge a unit or void gate with 1 Arc."""

    type: Literal["charge"] = "charge"
    on: str


class Clear(Action):
    """Clear Arc from units and void gates."""

    type: Literal["clear"] = "clear"
    arc: dict[str, ArcAmount]


class Play(Action):
    """Play a Cypher on a unit or model, or a Fury through a channeling model at a target."""

    type: Literal["play"] = "play"
    card: str
    on: str
    channel: str = ""


class Activate(Action):
    """Activate a unit."""

    type: Literal["activate"] = "activate"
    unit: str


class Advance(Action):
    """Move a model along a path. `others` are places for the other models of its squad.

    Models without a place in `others` stay if they may. Otherwise the game places them.
    """

    type: Literal["advance"] = "advance"
    model: str
    path: tuple[Step, ...] = ()
    others: dict[str, Point] = Field(default_factory=dict)


class Attack(Action):
    """Attack a model or void gate with a weapon; `mode` is the weapon's chosen rule, if any."""

    type: Literal["attack"] = "attack"
    model: str
    weapon: str
    target: str
    mode: str = ""


class Use(Action):
    """Use an ability or special action of a model, on a target if it needs one."""

    type: Literal["use"] = "use"
    ability: str
    model: str
    target: str = ""


class Place(Action):
    """Put a model somewhere, for an effect that repositions or returns it."""

    type: Literal["place"] = "place"
    model: str
    at: Point


class Recall(Action):
    """Recall a unit to the reserves."""

    type: Literal["recall"] = "recall"
    unit: str


class PlaceGate(Action):
    """Place a void gate with Arc at the player's table edge or near a nominated warrior model."""

    type: Literal["place_gate"] = "place_gate"
    at: Point
    arc: ArcAmount
    nominee: str = ""


class Discard(Action):
    """Discard a card from the hand."""

    type: Literal["discard"] = "discard"
    card: str


ACTION_TYPES = actions_by_type(
    Pass,
    Concede,
    Choose,
    Deploy,
    Charge,
    Clear,
    Play,
    Activate,
    Advance,
    Attack,
    Use,
    Place,
    Recall,
    PlaceGate,
    Discard,
)
"""Every action class by its type name in files."""


FIELD_FORMS = {
    "path": 'a step is [x, y] or [x, y, z], {"jump": [x, y]} or {"ladder": id, "to": [x, y]}',
    "places": "a place is [x, y] or [x, y, z]",
    "others": "a place is [x, y] or [x, y, z]",
    "at": "a place is [x, y] or [x, y, z]",
}
"""The valid forms of action fields that have several; all numbers are inches."""


def read_action(data: Any) -> Action:
    """Return an action from its JSON form. Raises RefusedError ("unreadable") with the place."""
    return actions.read_action(data, ACTION_TYPES, FIELD_FORMS)
