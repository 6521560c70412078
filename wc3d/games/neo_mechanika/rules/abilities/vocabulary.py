"""The words abilities are made of: which models, on what condition, what changes, what is done, at what cost.

Every word is a frozen value. `Selector` describes models as seen from the ability's bearer; `If` a moment; the modifiers
change numbers and grant properties; the effects are verbs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from wc3d.games.neo_mechanika.rules.state import keep_text_form

MELEE, RANGED, FURY = "melee", "ranged", "fury"
FRIENDLY, ENEMY = "friendly", "enemy"
WARJACK, SOLO, SQUAD, GATE = "warjack", "solo", "squad", "gate"
UNIT_KINDS = (WARJACK, SOLO, SQUAD)


@keep_text_form("Sort")
@dataclass(frozen=True, slots=True)
class Selector:
    """Which models are meant, as seen from the bearer. What is left at its default does not matter.

    `me`: the bearer itself. `others`: anyone but the bearer. `own_unit`: a model of its unit. `within`: so many inches of it.
    `flag`: has that property. `tag`: of a unit whose card has this tag. `token`: with or without an activation token.
    """

    side: str = ""
    kinds: tuple[str, ...] = ()
    within: float | None = None
    me: bool = False
    others: bool = False
    own_unit: bool = False
    warrior: bool | None = None
    flag: str = ""
    tag: str = ""
    charged: bool | None = None
    token: bool | None = None


SELF = Selector(me=True)
OWN_UNIT = Selector(own_unit=True)
ENEMIES = Selector(side=ENEMY)


class Who(StrEnum):
    """A model by the part it plays in what is going on."""

    SELF = "the bearer"
    TARGET = "the attack's target"
    ATTACKER = "the attacker"
    CHOSEN = "the model chosen"
    ACTIVATED = "the unit that activates"
    AGAINST = "the target of the bearer's attack"  # in While: whose number changes

    def __repr__(self) -> str:
        return f"<Role.{self.name}: {self.value!r}>"  # as in the hashes of saved games


AGAINST = Who.AGAINST


@dataclass(frozen=True, slots=True)
class If:
    """A condition on the attack (or damage) in question. What is left at its default does not matter.

    `kinds` of attack; `energy` of the damage; `weapon_energy` of the weapon; `by` and `at` whom. Of an attack in progress:
    did it `hit` or has it `missed`, was its target `damaged`, is it made `in_activation` of the attacker, whom was it `aimed`
    at, is the model hit the one it `targeted`, was a model of the sort `destroyed`, was the model it was aimed at
    (`target_destroyed`), is the target's base `no_larger` than the attacker's, can damage of its energy hurt it (`can_hurt`)?
    """

    kinds: tuple[str, ...] = ()
    energy: tuple[str, ...] = ()
    weapon_energy: tuple[str, ...] = ()
    by: Selector | None = None
    at: Selector | None = None
    hit: bool = False
    missed: bool = False
    in_activation: bool = False
    damaged: bool = False
    aimed: Selector | None = None
    targeted: bool = False
    destroyed: Selector | None = None
    target_destroyed: bool = False
    no_larger: bool = False
    can_hurt: bool = False


SPIKE_COST_ARC = 1
"""The Arc that a spike clears from the bearer's unit (p. 27)."""

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
    """A number of the bearer ("STR"), or of the weapon the attack is made with ("POW")."""

    stat: str


Amount = int | PerArc | PerUnit | Own

# Modifiers.


@dataclass(frozen=True, slots=True)
class Add:
    """A number changes by an amount. `weapons`: only that of the bearer's "melee" or "ranged" weapons."""

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
    """These modifiers apply to the bearer's unit until the "activation" or "attack" is over."""

    modifiers: tuple[Any, ...]
    until: str = "activation"
    who: Any = None
    condition: Any = None


@dataclass(frozen=True, slots=True)
class MoveUpTo:
    """A model may move up to so many inches; `whole_unit`: its unit may, a squad around one of its models (NM-MOV-04)."""

    inches: float
    who: Who = Who.SELF
    whole_unit: bool = False


@dataclass(frozen=True, slots=True)
class RepositionWithin:
    """A model may be put within so many inches of where it stands, or `of` another; `whole_unit`: each model of its unit."""

    inches: float
    who: Who = Who.SELF
    of: Who | None = None
    whole_unit: bool = False


@dataclass(frozen=True, slots=True)
class SlamAway:
    """A model is slammed straight away from another; `per_strike`: roll this pool and slam an inch for each strike."""

    inches: float = 0
    who: Who = Who.TARGET
    source: Who = Who.ATTACKER
    collateral: Amount = 0
    per_strike: Amount = 0


@dataclass(frozen=True, slots=True)
class DragToward:
    """The model hit is dragged straight toward the attacker until it touches something."""


@dataclass(frozen=True, slots=True)
class GainArc:
    """A unit is charged with so much Arc, to its limit. `most`: that much at most, the owner says how much."""

    arc: int = 1
    who: Who = Who.SELF
    most: bool = False


@dataclass(frozen=True, slots=True)
class LoseArc:
    """A unit or gate loses Arc, and those `around` the model. `most`: that much at most, the owner says how much.

    `each`: not one unit but each that has a model of this sort.
    """

    arc: int = 1
    who: Who = Who.TARGET
    around: float = 0
    each: Selector | None = None
    most: bool = False


@dataclass(frozen=True, slots=True)
class GiveToken:
    """The unit hit gets an activation token."""


@dataclass(frozen=True, slots=True)
class TakeToken:
    """A unit loses its activation token."""

    who: Who = Who.SELF


@dataclass(frozen=True, slots=True)
class PutEffect:
    """A model gets a continuous effect."""

    effect: str
    who: Who = Who.TARGET


@dataclass(frozen=True, slots=True)
class EndEffects:
    """The continuous effects of the model chosen end."""


@dataclass(frozen=True, slots=True)
class ExpireCyphers:
    """Enemy Cyphers (as seen from the bearer) on the model hit expire; `whole_unit`: those on its unit."""

    whole_unit: bool = False


@dataclass(frozen=True, slots=True)
class Heal:
    """Roll so many Action Dice for a model (or for `each` of a sort): each strike removes 1 damage. `points`: without a roll."""

    dice: int = 0
    points: int = 0
    who: Who = Who.CHOSEN
    each: Selector | None = None


@dataclass(frozen=True, slots=True)
class Burst:
    """Every other model within so many inches of the bearer (or of the target's place) suffers a damage roll."""

    pow: int
    energy: tuple[str, ...]
    within: float
    around: Who = Who.SELF


@dataclass(frozen=True, slots=True)
class AttackAgain:
    """One more attack: with "any" weapon of the model, the "same" again or an "unused" one; or one with "each".

    `at`: only at that model. `chains` False: the extra attack grants no further ones.
    """

    weapons: str = "any"
    who: Who = Who.SELF
    at: Who | None = None
    chains: bool = True


@dataclass(frozen=True, slots=True)
class MeleeStrike:
    """The model chosen makes one melee attack without a weapon of its own: RNG 1, POW as given, of an energy type."""

    pow: Amount
    energy: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reroll:
    """A roll is made again: "attack", "defence" or "damage"."""

    roll: str


@dataclass(frozen=True, slots=True)
class HitInstead:
    """The bearer is hit instead of the target."""


@dataclass(frozen=True, slots=True)
class Negate:
    """The hit does neither damage nor anything else to its target."""


@dataclass(frozen=True, slots=True)
class ReplaceQuality:
    """The weapon's quality does nothing in this attack."""

    quality: str


@dataclass(frozen=True, slots=True)
class BecomesSpray:
    """The attack is resolved as a spray."""


@dataclass(frozen=True, slots=True)
class ReturnModels:
    """Destroyed models of the squad chosen come back, each within so many inches of another of its models."""

    count: int
    within: float


@dataclass(frozen=True, slots=True)
class ReturnCard:
    """The Fury just resolved goes back to its owner's hand."""


@dataclass(frozen=True, slots=True)
class CardFromDiscard:
    """One card of the owner's choice goes from the discard pile to the hand."""


@dataclass(frozen=True, slots=True)
class DiscardFromHand:
    """The owner sees the opponent's hand and chooses a card of it, which is discarded."""


@dataclass(frozen=True, slots=True)
class KeepCypher:
    """The Cypher that is about to expire stays."""


@dataclass(frozen=True, slots=True)
class NoToken:
    """The unit gets no activation token for this activation."""


@dataclass(frozen=True, slots=True)
class LessDamage:
    """The model suffers 1 damage point fewer."""


@dataclass(frozen=True, slots=True)
class RecallUnit:
    """The unit chosen is recalled."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """For each attack one of these rules or qualities is chosen for the weapon."""

    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Brings:
    """The bearer has these rules too."""

    rules: tuple[str, ...]
