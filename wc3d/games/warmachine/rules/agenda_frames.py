"""Frames that many rules refer to: activations, attacks, damage rolls and command checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from wc3d.engine.agenda import Frame, Question, Resolution, find_frame
from wc3d.games.warmachine.rules.state import XY, XYZ, State

NO_PLACE: XY = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Activation(Frame):
    """A model's activation.

    `movement` is the use of its movement ("advance", "run", "charge", "slam", "stand", "none", or
    "" if unused). `action` is the use of its combat action ("melee", "ranged", "special", "power",
    "bash", "charge", "none"). `used` are the weapons whose initial attacks are made. `shots` lists
    a ranged weapon once per use. `bought` counts paid attacks. `charged` is the target of a
    pending charge attack. `freed` are the parts that broke free; `tried` is set after the free
    break attempts. `cast` are the spells cast. `began_at` and `began_facing` are its place and
    facing at the start. `part` is a trooper's current part ("move", "act"), or "". `orders` counts
    the orders it has given.
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
    """A unit's activation (WM-REF-04, WM-REF-05): the order, then all movement, then all actions.

    `part` is the current part ("move", "act"); `gone` are the troopers that have finished it.
    `parked` are the activations of troopers that have moved, to continue when all act. `strays`
    were out of formation at the start and receive no order (WM-REF-13).
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
    """The question of the order that a unit's leader gives (WM-REF-06)."""

    unit: str = ""


@dataclass(frozen=True, slots=True)
class CommandCheck(Frame):
    """A command check of a unit or a model (WM-REF-15). A failure may mean flight from `threat`.

    `with_caster`: a warcaster with the model in its command range lends its CMD (WM-REF-14).
    `penalty` is "flee" or "knockdown".
    """

    STEPS: ClassVar[tuple[str, ...]] = ("roll",)
    who: str = ""
    why: str = ""
    threat: str = ""
    penalty: str = "flee"
    with_caster: bool = False


@dataclass(frozen=True, slots=True)
class Fright(Frame):
    """The check for terror after a move (WM-REF-20). `known` are earlier encounters."""

    STEPS: ClassVar[tuple[str, ...]] = ("look",)
    model: str = ""
    known: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Flight(Frame):
    """The run of a fleeing model (WM-REF-23)."""

    STEPS: ClassVar[tuple[str, ...]] = ("run", "edge")
    model: str = ""


@dataclass(frozen=True, slots=True)
class Rally(Frame):
    """The attempt to rally of models that flee together (WM-REF-25)."""

    STEPS: ClassVar[tuple[str, ...]] = ("roll",)
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActQuestion(Question):
    """The question of the activated model's next action."""

    model: str = ""


@dataclass(frozen=True, slots=True)
class Bonus:
    """A modifier of a roll and its source."""

    why: str
    amount: int


@dataclass(frozen=True, slots=True)
class AttackPlan:
    """The parameters of an attack for the common attack steps.

    `kind` is "melee", "ranged" or "magic". `name` is the attack in words, `weapon` its key on the
    card ("" for none), `spell` its spell. `modifiers` apply to the attack roll. `boosts` are the
    rolls that may be boosted ("attack", "damage"). `extra_dice` are additional damage dice.
    `power` is added to the damage roll; None for no damage.

    `then` is the result of a hit: "damage", "headbutt", "slam", "lock", "throw", "push",
    "special". `part` is a seized system. `direction` is that of a throw or a spray. `area` is the
    diameter of its area. `origin` is the model that it comes from (a channeler). `range` is in
    inches.
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
    """An attack in progress against one model.

    `dice` are the faces of the attack roll. `hit` is None until it is known. `boosted` are the
    boosted rolls. `measured` is the distance to the target. `part_of_spray` marks the roll against
    one model under a spray. `rerolled`: a miss was rolled again. `retargeted`: the roll is
    compared with another model of the target's melee. `struck` are the models in its area, which
    came to rest at `center`. `also` are further targets of the same roll.
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

    `roller` is the player who rolls the damage and the column (WM-DJA-01, WM-RUL-56). `attacker`
    is the attacking model ("" for none), which may boost the roll if `boostable`. `cause` is the
    reason in words, `kind` the kind of attack, `energy` the type of damage.
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
    """A spell's damage that spreads `within` inches around the model hit, at `at` on `base`."""

    STEPS: ClassVar[tuple[str, ...]] = ("spread",)
    name: str = ""
    maker: str = ""
    target: str = ""
    base: str = "small"
    at: XYZ = (0.0, 0.0, 0.0)
    within: float = 0.0


@dataclass(frozen=True, slots=True)
class BoostQuestion(Question):
    """The question of boosting a roll, "attack" or "damage", for a focus point (WM-FOC-09)."""

    model: str = ""
    target: str = ""
    roll: str = ""
    why: str = ""


def activation_of(state: State, model: str) -> Activation | None:
    """Return the current activation if it is this model's, or None."""
    frame = find_frame(state, Activation)
    return frame if frame is not None and frame.model == model else None


def unit_activation(state: State, unit: str) -> UnitActivation | None:
    """Return the current activation of this unit, or None."""
    frame = find_frame(state, UnitActivation)
    return frame if frame is not None and unit and frame.unit == unit else None


def end_activation(r: Resolution, model: str) -> None:
    """End the current activation if it is this model's."""
    if activation_of(r.state, model) is not None:
        r.update_frame(Activation, ended=True)
