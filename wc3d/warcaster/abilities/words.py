"""The words abilities are made of: which models, on what condition, what changes, what is done, at what cost.

Every word is a frozen value. `Sort` describes models as seen from the ability's bearer; `If` a moment; the modifiers
change numbers and grant properties; the effects are verbs.
"""
from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Window(StrEnum):
    """The moments at which abilities may come in."""

    TURN_START = "turn start"
    ACTIVATION_START = "activation start"
    FRIEND_ACTIVATES = "a friendly unit activates"
    BEFORE_ATTACKS = "before its attacks"
    DECLARED = "attack declared"
    ROLLED = "attack and defence rolled"
    FRIEND_HIT = "someone is hit"
    HIT = "hit, before damage"
    BEFORE_DAMAGE = "just before the damage roll"
    DAMAGE_ROLLED = "damage rolled"
    WOUNDED = "about to suffer damage"
    AFTER_ATTACKED = "an attack on it is resolved"
    AFTER_ATTACK = "its attack is resolved"
    AFTER_FURY = "a Fury through it is resolved"
    CARD_PLAYED = "a Cypher is played on it"
    CARD_EXPIRING = "an enemy makes a Cypher on it expire"
    ACTIVATION_END = "activation end"


MELEE, RANGED, FURY = "melee", "ranged", "fury"
FRIENDLY, ENEMY = "friendly", "enemy"
WARJACK, SOLO, SQUAD, GATE = "warjack", "solo", "squad", "gate"


@dataclass(frozen=True, slots=True)
class Sort:
    """Which models are meant, as seen from the bearer. What is left at its default does not matter.

    `me`: the bearer itself. `others`: anyone but the bearer. `within`: so many inches of the bearer. `card`: a unit whose
    card has this tag. `token`: with or without an activation token.
    """

    side: str = ""
    kinds: tuple[str, ...] = ()
    within: float | None = None
    me: bool = False
    others: bool = False
    warrior: bool | None = None
    flag: str = ""
    tag: str = ""
    charged: bool | None = None
    token: bool | None = None
    attachment: bool | None = None


SELF = Sort(me=True)
OWN_UNIT = Sort(tag="own unit")
ENEMIES = Sort(side=ENEMY)


class Role(StrEnum):
    """A model by the part it plays in what is going on."""

    SELF = "the bearer"
    TARGET = "the attack's target"
    ATTACKER = "the attacker"
    CHOSEN = "the model chosen"
    AGAINST = "the target of the bearer's attack"  # in While: whose number changes


AGAINST = Role.AGAINST


@dataclass(frozen=True, slots=True)
class If:
    """A condition on what is going on: kinds of attack, energy of the damage, the bearer charged, who attacks whom."""

    kinds: tuple[str, ...] = ()
    energy: tuple[str, ...] = ()
    charged: bool | None = None
    by: Sort | None = None
    at: Sort | None = None
    hit: bool | None = None
    destroyed: Sort | None = None
    target_destroyed: bool | None = None
    damaged: bool | None = None
    base: str = ""  # "no larger": the target's base is no larger than the attacker's
    uncharged: bool | None = None
    in_activation: bool = False
    targeted: bool | None = None
    weapon_energy: tuple[str, ...] = ()
    attack_was_charged: Any = None


@dataclass(frozen=True, slots=True)
class Spike:
    """The cost of clearing Arc from the bearer's unit. `some`: as many as the owner likes."""

    arc: int = 1
    some: bool = False


# Amounts that are worked out when they are asked for.


@dataclass(frozen=True, slots=True)
class PerArc:
    """So much for each Arc on the bearer's unit."""

    amount: int


@dataclass(frozen=True, slots=True)
class PerUnit:
    """So much for each other friendly unit within a distance, at most `most`."""

    amount: int
    within: float
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Own:
    """A number of the bearer (STR), or of the weapon in use (POW)."""

    stat: str


Amount = int | PerArc | PerUnit | Own

# Modifiers.


@dataclass(frozen=True, slots=True)
class Add:
    """A number changes by an amount. `weapons`: only with "melee" or "ranged" ones."""

    stat: str
    amount: Amount
    weapons: str = ""


@dataclass(frozen=True, slots=True)
class Times:
    """A number is multiplied."""

    stat: str
    by: int


@dataclass(frozen=True, slots=True)
class AtLeast:
    """A number is no less than this."""

    stat: str
    value: int


@dataclass(frozen=True, slots=True)
class Grant:
    """A property: flight, stealth, pathfinder, cover, ignore_cover, ignore_stealth, ignore_sight, ..."""

    flag: str


@dataclass(frozen=True, slots=True)
class Deny:
    """A property is taken away, whatever grants it."""

    flag: str


# Effects.


@dataclass(frozen=True, slots=True)
class Boosting:
    """These modifiers apply to the bearer's unit until the "activation", "attack" or "turn" is over."""

    modifiers: tuple[Any, ...]
    until: str = "activation"
    who: Any = None
    condition: Any = None


@dataclass(frozen=True, slots=True)
class MoveUpTo:
    """A model, or its squad, may move up to so many inches."""

    inches: float
    who: Role = Role.SELF


@dataclass(frozen=True, slots=True)
class RepositionWithin:
    """A model may be put within so many inches of where it stands (`of`: or of the bearer). `unit`: its whole unit."""

    inches: float
    who: Role = Role.SELF
    near: str = "itself"
    by: str = "owner"
    whole_unit: bool = False


@dataclass(frozen=True, slots=True)
class SlamAway:
    """A model is slammed straight away from another; `per_strike`: roll this pool and slam an inch for each strike."""

    inches: float = 0
    who: Role = Role.TARGET
    source: Role = Role.ATTACKER
    collateral: Amount = 0
    per_strike: Amount = 0


@dataclass(frozen=True, slots=True)
class DragToward:
    """A model is dragged straight toward the attacker until it touches something."""


@dataclass(frozen=True, slots=True)
class GainArc:
    """A unit is charged with so much Arc (to its limit; `empty`: only if it has none). `most`: the owner says how much."""

    arc: int = 1
    who: Role = Role.SELF
    empty: bool = False
    most: bool = False


@dataclass(frozen=True, slots=True)
class LoseArc:
    """Units or gates lose Arc: those in a role, or of a sort around the bearer or target. `most`: the owner says how much."""

    arc: int = 1
    who: Role = Role.TARGET
    around: float = 0
    most: bool = False


@dataclass(frozen=True, slots=True)
class LoseArcNear:
    """Every unit of a sort near the bearer loses Arc."""

    sort: Sort
    arc: int = 1


@dataclass(frozen=True, slots=True)
class GiveToken:
    """A unit gets an activation token."""

    who: Role = Role.TARGET


@dataclass(frozen=True, slots=True)
class TakeToken:
    """A unit loses its activation token."""

    who: Role = Role.SELF


@dataclass(frozen=True, slots=True)
class PutEffect:
    """A model gets a continuous effect."""

    effect: str
    who: Role = Role.TARGET


@dataclass(frozen=True, slots=True)
class EndEffects:
    """A model's continuous effects end."""

    who: Role = Role.CHOSEN


@dataclass(frozen=True, slots=True)
class ExpireCyphers:
    """Enemy Cyphers (as seen from the bearer) on a model's unit expire."""

    who: Role = Role.TARGET


@dataclass(frozen=True, slots=True)
class Heal:
    """Roll so many Action Dice; each strike removes 1 damage. `dice` 0: remove `points` without a roll."""

    dice: int = 0
    who: Role = Role.CHOSEN
    points: int = 0
    around: Sort | None = None


@dataclass(frozen=True, slots=True)
class Burst:
    """Every model of a sort within reach of the bearer (or target) suffers a damage roll."""

    pow: int
    energy: tuple[str, ...]
    within: float
    around: Role = Role.SELF


@dataclass(frozen=True, slots=True)
class AttackAgain:
    """One more attack: with the "same", a "different", "any", a "melee" weapon, "each" or "each melee" weapon of the bearer.

    `chains` False: the extra attack grants no further ones. `at`: only at the model in that role.
    """

    weapons: str = "any"
    at: Role | None = None
    chains: bool = True
    optional: bool = True


@dataclass(frozen=True, slots=True)
class Reroll:
    """A roll is made again: "attack", "defence" or "damage"."""

    roll: str


@dataclass(frozen=True, slots=True)
class HitInstead:
    """The bearer is hit instead of the target."""


@dataclass(frozen=True, slots=True)
class NoDamageRoll:
    """The hit makes no damage roll."""


@dataclass(frozen=True, slots=True)
class Negate:
    """The hit does neither damage nor anything else to its target."""


@dataclass(frozen=True, slots=True)
class LessDamage:
    """The damage about to be suffered is lower by the Arc spent."""


@dataclass(frozen=True, slots=True)
class ReplaceQuality:
    """The weapon's quality does nothing in this attack."""

    quality: str


@dataclass(frozen=True, slots=True)
class BecomesSpray:
    """The attack is resolved as a spray."""


@dataclass(frozen=True, slots=True)
class SpareAttacker:
    """The attacker is never one of the models a blast also damages."""


@dataclass(frozen=True, slots=True)
class ReturnModels:
    """Destroyed models of a squad come back, each within so many inches of another of its models."""

    count: int
    within: float = 2
    who: Role = Role.CHOSEN


@dataclass(frozen=True, slots=True)
class ReturnCard:
    """The Fury just resolved goes back to its owner's hand."""


@dataclass(frozen=True, slots=True)
class CardFromDiscard:
    """One card of the owner's choice goes from the discard pile to the hand."""


@dataclass(frozen=True, slots=True)
class SpyAndDiscard:
    """The owner sees the opponent's hand and chooses a card there to be discarded."""


@dataclass(frozen=True, slots=True)
class KeepCard:
    """The Cypher that was about to expire stays."""


@dataclass(frozen=True, slots=True)
class NoToken:
    """The activation that ends gives no activation token."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """For each attack one of these abilities is chosen for the weapon."""

    abilities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecallUnit:
    """A unit is recalled."""

    who: Role = Role.CHOSEN


@dataclass(frozen=True, slots=True)
class MeleeStrike:
    """The bearer makes one melee attack without a weapon of its own: RNG 1, POW as given, of an energy type."""

    pow: Amount
    energy: tuple[str, ...]
