"""What a player can ask for, one class a kind. Each has a JSON form: `{"type": "advance", "player": 1, ...}`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from wc3d.engine import actions
from wc3d.engine.actions import Action, actions_by_type
from wc3d.engine.actions import Choose as Choose
from wc3d.engine.actions import Concede as Concede
from wc3d.engine.actions import Pass as Pass

Inches = Annotated[float, Field(strict=True)]
"""A finite number; true and "3" are none."""

ArcAmount = Annotated[int, Field(strict=True, ge=-999, le=999)]
"""How much Arc: whole; what is not to be had is for the rules to refuse."""

Point = tuple[Inches, Inches] | tuple[Inches, Inches, Inches]
"""Inches from the south-west corner. Without a height: the highest level a base can stand on there."""


class _Step(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class LadderStep(_Step):
    """A step of a path: up or down a ladder, stairs or an elevator, and where the base is put."""

    ladder: str
    to: Point


class JumpStep(_Step):
    """A step of a path: a jump to a point."""

    jump: tuple[Inches, Inches]


Step = Point | LadderStep | JumpStep
"""A straight way (a flier may name the height it wants to end at), a ladder or a jump."""


class Deploy(Action):
    """Bring a unit into play through a void gate (none at the start of the game): each model's place, the first model first."""

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
    """Clear Arc from units and void gates: how much from each."""

    type: Literal["clear"] = "clear"
    arc: dict[str, ArcAmount]


class Play(Action):
    """Play a Cypher on a unit or model; a Fury through a channelling model at a target."""

    type: Literal["play"] = "play"
    card: str
    on: str
    channel: str = ""


class Activate(Action):
    """Activate a unit."""

    type: Literal["activate"] = "activate"
    unit: str


class Advance(Action):
    """Move a model along a path; if it leads a squad, `others` says where the squad's other models are put.

    Models left out of `others` stay where they are if they may, else the program puts them where they can be.
    """

    type: Literal["advance"] = "advance"
    model: str
    path: tuple[Step, ...] = ()
    others: dict[str, Point] = Field(default_factory=dict)


class Attack(Action):
    """Attack a model or void gate with a weapon; `mode` for a weapon that must choose one of its rules."""

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
    """Put a model somewhere (an effect repositions it or brings it back)."""

    type: Literal["place"] = "place"
    model: str
    at: Point


class Recall(Action):
    """Recall a unit to the reserves."""

    type: Literal["recall"] = "recall"
    unit: str


class PlaceGate(Action):
    """Place a void gate with so much Arc: by the own table edge, or near a nominated warrior model."""

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
"""Every kind of action by the name that files give it."""


FIELD_FORMS = {
    "path": 'a step is [x, y] or [x, y, z], {"jump": [x, y]} or {"ladder": id, "to": [x, y]}',
    "places": "a place is [x, y] or [x, y, z]",
    "others": "a place is [x, y] or [x, y, z]",
    "at": "a place is [x, y] or [x, y, z]",
}
"""What is expected in the parts of an action that have several forms; all numbers in inches."""


def read_action(data: Any) -> Action:
    """An action from its JSON form. Raises RefusedError (code "unreadable") that says where it is wrong."""
    return actions.read_action(data, ACTION_TYPES, FIELD_FORMS)
