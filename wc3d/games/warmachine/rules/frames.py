"""What is being resolved that rules at every level ask about: an activation, of a model or a unit, an attack, a damage roll."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from wc3d.engine.agenda import Frame, Question, Resolution, find_frame
from wc3d.games.warmachine.rules.state import XY, XYZ, State

NO_PLACE: XY = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Activation(Frame):
    """A model's activation.

    `movement` says how it used its movement ("" while it may yet: "advance", "run", "charge", "slam", "stand", "none"), `action`
    its combat action ("melee", "ranged", "special", "power", "bash", "charge", "none"). `used` are the weapons whose initial
    attacks are made, `shots` every ranged weapon once for each use, `bought` the attacks paid for. `charged` is the charge's
    target while the charge attack is to come. `freed` are the parts that broke free; `tried`: the unpaid break attempts were
    made. `cast` are the spells cast. `began_at` and `began_facing` are where it was when it began. `part`: of a trooper,
    whether it moves or acts now ("move", "act"); "" for a model that is alone. `orders` it has given since.
    """

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "ask", "again", "finish")
    model: str = ""
    movement: str = ""
    action: str = ""
    used: tuple[str, ...] = ()
    shots: tuple[str, ...] = ()
    bought: int = 0
    charged: str = ""
    freed: tuple[str, ...] = ()
    tried: bool = False
    cast: tuple[str, ...] = ()
    feat: bool = False
    ended: bool = False
    began_at: XY = NO_PLACE
    began_facing: float = 0.0
    part: str = ""
    orders: int = 0


@dataclass(frozen=True, slots=True)
class UnitActivation(Frame):
    """A unit's activation (WM-REF-04, WM-REF-05): it receives its order, then its troopers move, then they act.

    `part` is what they do now ("move", "act"), `gone` are those that have done so. `parked` are the activations of those that
    have moved, to go on when all act. `strays` were out of formation when it began, and receive no order (WM-REF-13).
    """

    STEPS: ClassVar[tuple[str, ...]] = (
        "begin",
        "order",
        "move",
        "moving",
        "act",
        "acting",
        "formation",
        "finish",
    )
    unit: str = ""
    part: str = "move"
    gone: tuple[str, ...] = ()
    parked: tuple[Activation, ...] = ()
    strays: tuple[str, ...] = ()
    ended: bool = False


@dataclass(frozen=True, slots=True)
class OrderQuestion(Question):
    """What does a unit's leader tell it to do (WM-REF-06)?"""

    unit: str = ""


@dataclass(frozen=True, slots=True)
class CommandCheck(Frame):
    """A command check of a unit or a model (WM-REF-15). `threat` is the model that it flees from if it fails.

    `with_caster`: a warcaster in whose command range it is lends its CMD (WM-REF-14). `penalty`: "flee" or "knockdown".
    """

    STEPS: ClassVar[tuple[str, ...]] = ("roll",)
    who: str = ""
    why: str = ""
    threat: str = ""
    penalty: str = "flee"
    with_caster: bool = False


@dataclass(frozen=True, slots=True)
class Fright(Frame):
    """A model has moved: does anybody meet what terrifies it now (WM-REF-20)? `known` are the pairs that had met before."""

    STEPS: ClassVar[tuple[str, ...]] = ("look",)
    model: str = ""
    known: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Flight(Frame):
    """The run of a model that flees (WM-REF-23)."""

    STEPS: ClassVar[tuple[str, ...]] = ("run", "edge")
    model: str = ""


@dataclass(frozen=True, slots=True)
class Rally(Frame):
    """Models that flee together try to rally (WM-REF-25)."""

    STEPS: ClassVar[tuple[str, ...]] = ("roll",)
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActQuestion(Question):
    """What does the model that is activated do next?"""

    model: str = ""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Something added to a roll, and where it comes from."""

    why: str
    amount: int


@dataclass(frozen=True, slots=True)
class AttackPlan:
    """How one attack goes through the steps of every attack.

    `kind`: "melee", "ranged" or "magic". `name` is what it is made with, in words; `weapon` its key on the card ("" if none),
    `spell`
    its spell. `modifiers` go on the attack roll; `boosts`: may its rolls be boosted ("attack", "damage")? `extra_dice` are damage
    dice besides; `power` is what the damage roll adds, None for no damage. `then` is what a hit does: "damage", "headbutt",
    "slam", "lock", "throw", "push", "special". `part` is a system seized; `direction` that of a throw or a spray. `area` is the
    diameter of its area, `origin` the model that it comes from (a channeler), `range` how far it reaches in inches.
    """

    kind: str = "melee"
    name: str = ""
    weapon: str = ""
    spell: str = ""
    modifiers: tuple[Bonus, ...] = ()
    boosts: tuple[str, ...] = ("attack", "damage")
    extra_dice: int = 0
    power: int | None = None
    then: str = "damage"
    part: str = ""
    direction: float | None = None
    area: float = 0.0
    origin: str = ""
    range: float = 0.0
    spray: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class Attacking(Frame):
    """One attack in progress, by a plan, against one model.

    `dice` is what the attack roll showed; `hit` None before it is known. `boosted` are the rolls boosted. `measured` is
    how far the target is. `part_of_spray`: it is the roll against one of the models a spray meets. `rerolled`: a miss was rolled
    again; `retargeted`: it is compared with another model of the target's melee. `struck` are the models its area reached,
    which came to rest at `center`; `also` those that the same roll is made against.
    """

    STEPS: ClassVar[tuple[str, ...]] = (
        "declare",
        "measure",
        "boost",
        "roll",
        "hit",
        "effects",
        "damage",
        "after",
        "done",
    )
    attacker: str = ""
    target: str = ""
    plan: AttackPlan = AttackPlan()
    dice: tuple[int, ...] = ()
    hit: bool | None = None
    automatic: bool = False
    critical: bool = False
    boosted: tuple[str, ...] = ()
    measured: float = 0.0
    part_of_spray: bool = False
    rerolled: bool = False
    retargeted: bool = False
    struck: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    center: XY | None = None


@dataclass(frozen=True, slots=True)
class DamageRoll(Frame):
    """A damage roll against one model: `dice` d6 and `power` against its ARM (WM-DMG-01).

    `roller` is the player who rolls (and rolls the column, WM-DJA-01, WM-RUL-56), `attacker` the model that attacks ("" if none
    does), who may boost it if `boostable`. `cause` says what for, `kind` is the kind of attack, `energy` what the damage is
    made of.
    """

    STEPS: ClassVar[tuple[str, ...]] = ("boost", "roll", "reinforce", "mark", "aftermath")
    target: str = ""
    roller: int = 0
    power: int = 0
    dice: int = 2
    cause: str = ""
    attacker: str = ""
    boostable: bool = False
    total: int = 0
    points: int = 0
    arm: int = 0
    kind: str = ""
    energy: str = ""
    ignores_shields: bool = False


@dataclass(frozen=True, slots=True)
class SpreadingDamage(Frame):
    """A spell's damage that spreads `within` inches around a model that it hits: `at` is where that stands, on its `base`."""

    STEPS: ClassVar[tuple[str, ...]] = ("spread",)
    name: str = ""
    maker: str = ""
    target: str = ""
    base: str = "small"
    at: XYZ = (0.0, 0.0, 0.0)
    within: float = 0.0


@dataclass(frozen=True, slots=True)
class BoostQuestion(Question):
    """Is this roll boosted, for a focus point (WM-FOC-09)? `roll`: "attack" or "damage"."""

    model: str = ""
    target: str = ""
    roll: str = ""
    why: str = ""


def update_frame(r: Resolution, kind: type[Frame], **changes: Any) -> None:
    """Change the innermost frame of a kind, if there is one."""
    frame = r.find_frame(kind)
    if frame is not None:
        r.replace_frame(frame, replace(frame, **changes))


def activation_of(state: State, model: str) -> Activation | None:
    """The activation in progress if it is this model's, or None."""
    frame = find_frame(state, Activation)
    return frame if frame is not None and frame.model == model else None


def unit_activation(state: State, unit: str) -> UnitActivation | None:
    """The activation of this unit if it is in progress, or None."""
    frame = find_frame(state, UnitActivation)
    return frame if frame is not None and unit and frame.unit == unit else None


def end_activation(r: Resolution, model: str) -> None:
    """The activation in progress is over, if it is this model's."""
    if activation_of(r.state, model) is not None:
        update_frame(r, Activation, ended=True)
