"""The vocabulary of abilities: selectors, conditions, modifiers, effects and costs.

Every word is a frozen value. `Selector` describes models as seen from the ability's bearer and
`If` a situation. Modifiers change numbers and grant properties; effects are verbs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from wc3d.games.neo_mechanika.rules.state import keep_text_form

MELEE = "melee"
RANGED = "ranged"
FURY = "fury"
FRIENDLY = "friendly"
ENEMY = "enemy"
WARJACK = "warjack"
SOLO = "solo"
SQUAD = "squad"
GATE = "gate"
UNIT_KINDS = (WARJACK, SOLO, SQUAD)


@keep_text_form("Sort")
@dataclass(frozen=True, slots=True)
class Selector:
    """A description of models as seen from the bearer. Defaults match everything.

    `me`: the bearer itself. `others`: anyone but the bearer. `own_unit`: a model of its unit.
    `within`: a distance in inches. `flag`: a property. `tag`: a tag on the unit's card. `token`:
    with or without an activation token.
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


class EventRole(StrEnum):
    """A model's role in the current event."""

    SELF = "the bearer"
    TARGET = "the attack's target"
    ATTACKER = "the attacker"
    CHOSEN = "the model chosen"
    ACTIVATED = "the unit that activates"
    AGAINST = "the target of the bearer's attack"  # in While: the model whose number changes

    def __repr__(self) -> str:
        return f"<EventRole.{self.name}: {self.value!r}>"  # stable in the hashes of saved games


AGAINST = EventRole.AGAINST


@dataclass(frozen=True, slots=True)
class If:
    """A condition on an attack or damage. Defaults match everything.

    `kinds` are kinds of attack, `energy` is that of the damage, `weapon_energy` that of the
    weapon. `by` and `at` describe the attacker and the target. An attack in progress can `hit`,
    have `missed`, have `damaged` its target, be made `in_activation` of the attacker, be `aimed`
    at a model, hit the one it `targeted`, and have `destroyed` a model or its target
    (`target_destroyed`). The target's base can be `no_larger` than the attacker's. `can_hurt`: its
    energy can damage the target.
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

# Computed amounts


@dataclass(frozen=True, slots=True)
class PerArc:
    """An amount for each Arc on the bearer's unit."""

    amount: int


@dataclass(frozen=True, slots=True)
class PerUnit:
    """An amount for each other friendly unit within a distance, up to `most`."""

    amount: int
    within: float
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Own:
    """A number of the bearer ("STR") or of the attacking weapon ("POW")."""

    stat: str


Amount = int | PerArc | PerUnit | Own

# Modifiers


@dataclass(frozen=True, slots=True)
class Add:
    """Add an amount to a number. `weapons`: only for the bearer's "melee" or "ranged" weapons."""

    stat: str
    amount: Amount
    weapons: str = ""


@dataclass(frozen=True, slots=True)
class Times:
    """Multiply a number."""

    stat: str
    by: int


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Raise a number to at least this value."""

    stat: str
    value: int


@dataclass(frozen=True, slots=True)
class Grant:
    """Grant a property: flight, stealth, pathfinder, cover, ignore_cover, ignore_sight, ..."""

    flag: str


@dataclass(frozen=True, slots=True)
class Deny:
    """Remove a property, with all grants of that property."""

    flag: str


# Effects


@dataclass(frozen=True, slots=True)
class Boosting:
    """Apply modifiers to the bearer's unit until the "activation" or "attack" ends."""

    modifiers: tuple[Any, ...]
    until: str = "activation"
    who: Any = None
    condition: Any = None


@dataclass(frozen=True, slots=True)
class MoveUpTo:
    """Move a model up to a number of inches. `whole_unit`: move its unit (NM-MOV-04)."""

    inches: float
    who: EventRole = EventRole.SELF
    whole_unit: bool = False


@dataclass(frozen=True, slots=True)
class RepositionWithin:
    """Put a model within inches of its place or `of` another. `whole_unit`: all its models."""

    inches: float
    who: EventRole = EventRole.SELF
    of: EventRole | None = None
    whole_unit: bool = False


@dataclass(frozen=True, slots=True)
class SlamAway:
    """Slam a model straight away from another. `per_strike`: 1 inch per strike of this pool."""

    inches: float = 0
    who: EventRole = EventRole.TARGET
    source: EventRole = EventRole.ATTACKER
    collateral: Amount = 0
    per_strike: Amount = 0


@dataclass(frozen=True, slots=True)
class DragToward:
    """Drag the model hit straight toward the attacker until it touches something."""


@dataclass(frozen=True, slots=True)
class GainArc:
    """Charge a unit with Arc, up to its limit. `most`: the owner chooses up to that much."""

    arc: int = 1
    who: EventRole = EventRole.SELF
    most: bool = False


@dataclass(frozen=True, slots=True)
class LoseArc:
    """Clear Arc from a unit or gate and from those `around` the model.

    `most`: the owner chooses up to that much. `each`: every unit with a model that matches.
    """

    arc: int = 1
    who: EventRole = EventRole.TARGET
    around: float = 0
    each: Selector | None = None
    most: bool = False


@dataclass(frozen=True, slots=True)
class GiveToken:
    """Give the unit hit an activation token."""


@dataclass(frozen=True, slots=True)
class TakeToken:
    """Remove a unit's activation token."""

    who: EventRole = EventRole.SELF


@dataclass(frozen=True, slots=True)
class PutEffect:
    """Put a continuous effect on a model."""

    effect: str
    who: EventRole = EventRole.TARGET


@dataclass(frozen=True, slots=True)
class EndEffects:
    """End the continuous effects on the chosen model."""


@dataclass(frozen=True, slots=True)
class ExpireCyphers:
    """Expire enemy Cyphers (as seen from the bearer) on the model hit, or on its `whole_unit`."""

    whole_unit: bool = False


@dataclass(frozen=True, slots=True)
class Heal:
    """Heal a model, or `each` that matches: 1 damage per strike, or `points` without a roll."""

    dice: int = 0
    points: int = 0
    who: EventRole = EventRole.CHOSEN
    each: Selector | None = None


@dataclass(frozen=True, slots=True)
class Burst:
    """Roll damage for every other model within inches of the bearer or of the target's place."""

    pow: int
    energy: tuple[str, ...]
    within: float
    around: EventRole = EventRole.SELF


@dataclass(frozen=True, slots=True)
class AttackAgain:
    """Grant an attack with "any" weapon, the "same", an "unused" one, or one attack with "each".

    `at`: only at that model. `chains` False: the extra attack grants no further attacks.
    """

    weapons: str = "any"
    who: EventRole = EventRole.SELF
    at: EventRole | None = None
    chains: bool = True


@dataclass(frozen=True, slots=True)
class MeleeStrike:
    """Make one melee attack without a weapon: RNG 1, with this POW and energy type."""

    pow: Amount
    energy: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reroll:
    """Repeat a roll: "attack", "defence" or "damage"."""

    roll: str


@dataclass(frozen=True, slots=True)
class HitInstead:
    """Hit the bearer instead of the target."""


@dataclass(frozen=True, slots=True)
class Negate:
    """Cancel the damage and all other effects of the hit on its target."""


@dataclass(frozen=True, slots=True)
class ReplaceQuality:
    """Ignore the weapon's quality in this attack."""

    quality: str


@dataclass(frozen=True, slots=True)
class BecomesSpray:
    """Resolve the attack as a spray."""


@dataclass(frozen=True, slots=True)
class ReturnModels:
    """Return destroyed models to the chosen squad, each within inches of another of its models."""

    count: int
    within: float


@dataclass(frozen=True, slots=True)
class ReturnCard:
    """Return the Fury that just resolved to its owner's hand."""


@dataclass(frozen=True, slots=True)
class CardFromDiscard:
    """Return a card of the owner's choice from the discard pile to the hand."""


@dataclass(frozen=True, slots=True)
class DiscardFromHand:
    """Reveal the opponent's hand to the owner, who chooses a card to discard."""


@dataclass(frozen=True, slots=True)
class KeepCypher:
    """Keep the Cypher that is about to expire."""


@dataclass(frozen=True, slots=True)
class NoToken:
    """Give the unit no activation token for this activation."""


@dataclass(frozen=True, slots=True)
class LessDamage:
    """Reduce the damage that the model suffers by 1 point."""


@dataclass(frozen=True, slots=True)
class RecallUnit:
    """Recall the chosen unit."""


@dataclass(frozen=True, slots=True)
class ChooseRulePerAttack:
    """Choose one of these rules or qualities for the weapon at each attack."""

    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Brings:
    """Give the bearer further rules."""

    rules: tuple[str, ...]
