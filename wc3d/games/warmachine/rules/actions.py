"""Actions that a player can request. In JSON: `{"type": "advance", "player": 1, ...}`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from wc3d.engine import actions
from wc3d.engine.actions import Action, Inches, actions_by_type
from wc3d.engine.actions import Choose as Choose
from wc3d.engine.actions import Concede as Concede
from wc3d.engine.actions import Pass as Pass

Degrees = Annotated[float, Field(strict=True, ge=-1e6, le=1e6)]
"""An angle counter-clockwise from east, seen from above."""

Count = Annotated[int, Field(strict=True, ge=-999, le=999)]
"""An integer. The rules reject counts that are not available."""

Flag = Annotated[bool, Field(strict=True)]
"""True or false. JSON's 1 and "yes" are rejected."""

Place = tuple[Inches, Inches]
"""A point in inches from the south-west corner."""


class Deploy(Action):
    """Deploy a model."""

    type: Literal["deploy"] = "deploy"
    model: str
    at: Place
    facing: Degrees | None = None


class Assign(Action):
    """Assign focus points of the warcaster to a warjack."""

    type: Literal["assign"] = "assign"
    model: str
    points: Count = 1


class Upkeep(Action):
    """Pay a focus point for an upkeep spell, by its name."""

    type: Literal["upkeep"] = "upkeep"
    spell: str


class Activate(Action):
    """Activate a model, or a unit by its name or one of its troopers."""

    type: Literal["activate"] = "activate"
    model: str


class Advance(Action):
    """Move along a path up to the SPD, with a facing at its end."""

    type: Literal["advance"] = "advance"
    model: str
    path: tuple[Place, ...] = ()
    facing: Degrees | None = None


class Run(Action):
    """Move along a path up to twice the SPD, without an action afterwards."""

    type: Literal["run"] = "run"
    model: str
    path: tuple[Place, ...] = ()
    facing: Degrees | None = None


class Charge(Action):
    """Charge an enemy, straight in a direction.

    `stop` is the distance in inches at which to stop if the target is in reach by then.
    """

    type: Literal["charge"] = "charge"
    model: str
    target: str
    direction: Degrees | None = None
    stop: Inches | None = None


class SlamInto(Action):
    """Slam an enemy, moving straight at it."""

    type: Literal["slam"] = "slam"
    model: str
    target: str


class StandUp(Action):
    """Stand up, and forfeit the movement or the action."""

    type: Literal["stand"] = "stand"
    model: str
    gives: Literal["movement", "action"]
    facing: Degrees | None = None


class Attack(Action):
    """Attack a model with a weapon.

    `direction` is an optional direction for a spray. `special` uses the weapon's special attack.
    """

    type: Literal["attack"] = "attack"
    model: str
    weapon: str
    target: str
    special: Flag = False
    direction: Degrees | None = None


class CombinedAttack(Action):
    """Attack a model together with other troopers of the unit, using one attack of `model`."""

    type: Literal["combined"] = "combined"
    model: str
    weapon: str
    target: str
    together: tuple[str, ...]


class HeadButt(Action):
    """A power attack: head-butt a model and knock it down."""

    type: Literal["headbutt"] = "headbutt"
    model: str
    target: str


class SeizePart(Action):
    """A power attack: seize a warjack's arm or head (`part`, a system's letter) with a fist."""

    type: Literal["lock"] = "lock"
    model: str
    weapon: str
    target: str
    part: str


class ThrowModel(Action):
    """A power attack: throw a model of the same or a smaller size in a direction."""

    type: Literal["throw"] = "throw"
    model: str
    weapon: str
    target: str
    direction: Degrees


class Push(Action):
    """A power attack: push a model 1" away."""

    type: Literal["push"] = "push"
    model: str
    target: str
    follow: Flag = False


class Release(Action):
    """Release the model that a fist holds."""

    type: Literal["release"] = "release"
    model: str
    target: str


class BreakLock(Action):
    """Try again to break a lock."""

    type: Literal["break"] = "break"
    model: str
    target: str


class CastSpell(Action):
    """Cast a spell, at a model if it needs a target, and through a channeler if named."""

    type: Literal["cast"] = "cast"
    model: str
    spell: str
    target: str = ""
    channel: str = ""


class UseFeat(Action):
    """Use the warcaster's feat."""

    type: Literal["feat"] = "feat"
    model: str


class Regenerate(Action):
    """Clear one of the warcaster's damage boxes per focus point."""

    type: Literal["regenerate"] = "regenerate"
    model: str
    points: Count = 1


class IssueOrder(Action):
    """Order a unit to charge or to run, in the activation of a warcaster or a solo."""

    type: Literal["order"] = "order"
    model: str
    unit: str
    order: Literal["charge", "run"]


class Shake(Action):
    """Spend a focus point in the Control phase to stand up or to end an effect or condition."""

    type: Literal["shake"] = "shake"
    model: str
    what: str


ACTION_TYPES = actions_by_type(
    Pass,
    Concede,
    Choose,
    Deploy,
    Assign,
    Upkeep,
    Shake,
    Activate,
    Advance,
    Run,
    Charge,
    SlamInto,
    StandUp,
    Attack,
    HeadButt,
    SeizePart,
    ThrowModel,
    Push,
    Release,
    BreakLock,
    CastSpell,
    UseFeat,
    Regenerate,
    IssueOrder,
    CombinedAttack,
)
"""The action classes by their names in files."""

PLACE_FORM = "expected a place as [x, y]"
FIELD_FORMS = {"path": PLACE_FORM, "at": PLACE_FORM}
"""The expected forms of an action's special fields. All numbers are inches and degrees."""


def read_action(data: Any) -> Action:
    """Return an action from its JSON form. Raises RefusedError (code "unreadable")."""
    return actions.read_action(data, ACTION_TYPES, FIELD_FORMS)
