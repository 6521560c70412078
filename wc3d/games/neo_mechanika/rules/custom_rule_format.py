"""The format of a card's rules: effects, moments and recipients.

    [[ability]]
    id = "iron_will"
    name = "Iron Will"
    kind = "ability"
    trigger = "charge"
    text = "While charged, friendly models within 5 inches have cover, ..."
    rules = [
      { gives = [{ word = "grant", what = "cover" }], to = { side = "friendly", within = 5 } },
      { gives = [{ word = "add", stat = "DEF", amount = 1 }], if = { attack = ["melee"] } },
    ]

A rule `gives` something while it holds, or `does` something, at a moment (`on`) or when its unit
uses it in its own activation. The card's `trigger` decides the rest (p. 27). A "spike" costs 1 Arc
each time, an "action" replaces the attacks, and a "charge" works while the unit has Arc. The
guide's page on cards lists every word.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from wc3d.table.maps.strict_json import StrictBool, StrictModel

Energy = Literal[
    "ballistic", "beam", "cold", "corrosion", "energy", "explosion", "fire", "force", "kinetic"
]
AttackKind = Literal["melee", "ranged", "fury"]
Effect = Literal["corrosion", "fire", "lock_down", "system_failure", "tune_up"]
Role = Literal["self", "target", "attacker", "chosen"]
"""The subject of an effect: bearer, attacked model, attacker, or the rule's chosen `target`."""

Stat = Literal[
    "SPD",
    "STR",
    "MAT",
    "RAT",
    "FOC",
    "DEF",
    "ARM",
    "RNG",
    "POW",
    "FURY_RNG",
    "ATTACK_AD",
    "ATTACK_PD",
    "DEFENCE_PD",
    "MORE_MELEE",
    "MORE_RANGED",
]
"""The numbers that a rule can change: stats, dice of attack and defense rolls, extra attacks."""

Flag = Literal[
    "flight",
    "stealth",
    "pathfinder",
    "cover",
    "ignore_cover",
    "ignore_stealth",
    "ignore_sight",
    "every_weapon",
    "through",
    "no_effects",
    "no_slam",
    "no_fall_damage",
    "no_damage",
    "no_enemy_reposition",
]
"""Properties. "through" passes structures and models; "no_damage" needs the harmless energy."""

MomentName = Literal[
    "activation_start",
    "activation_end",
    "rolled",
    "hit",
    "damage_rolled",
    "after_attack",
    "after_attacked",
    "after_fury",
]

Inches = Annotated[float, Field(strict=True, gt=0, le=60)]
StatChange = Annotated[int, Field(strict=True, ge=-10, le=10)]
SmallCount = Annotated[int, Field(strict=True, ge=1, le=10)]


class ModelFilter(StrictModel):
    """A filter for models as seen from the bearer. Missing fields match everything."""

    side: Literal["friendly", "enemy", ""] = ""
    kinds: tuple[Literal["warjack", "solo", "squad", "gate"], ...] = ()
    within: Inches | None = None
    me: StrictBool = False
    others: StrictBool = False
    own_unit: StrictBool = False
    warrior: StrictBool | None = None
    charged: StrictBool | None = None
    token: StrictBool | None = None


class AttackCondition(StrictModel):
    """A condition on an attack: its kind, energy, attacker, target and result."""

    attack: tuple[AttackKind, ...] = ()
    energy: tuple[Energy, ...] = ()
    weapon_energy: tuple[Energy, ...] = ()
    by: ModelFilter | None = None
    at: ModelFilter | None = None
    hit: StrictBool = False
    missed: StrictBool = False
    damaged: StrictBool = False
    in_activation: StrictBool = False
    no_larger: StrictBool = False
    destroyed: ModelFilter | None = None


class AddClause(StrictModel):
    """Add an amount to a number; `per_arc`: for each Arc on the unit."""

    word: Literal["add"]
    stat: Stat
    amount: StatChange
    per_arc: StrictBool = False
    weapons: Literal["melee", "ranged", ""] = ""


class MultiplyClause(StrictModel):
    """Multiply a number."""

    word: Literal["times"]
    stat: Stat
    by: SmallCount


class GrantClause(StrictModel):
    """Grant a property."""

    word: Literal["grant"]
    what: Flag


class DenyClause(StrictModel):
    """Remove a property, with all grants of that property."""

    word: Literal["deny"]
    what: Flag


GivenClause = Annotated[
    AddClause | MultiplyClause | GrantClause | DenyClause, Field(discriminator="word")
]


class BoostClause(StrictModel):
    """Grant something until the activation or the attack ends."""

    word: Literal["boost"]
    gives: tuple[GivenClause, ...] = Field(min_length=1)
    until: Literal["activation", "attack"] = "activation"
    if_: AttackCondition | None = Field(default=None, alias="if")


class MoveClause(StrictModel):
    """Allow a model or its unit to move."""

    word: Literal["move"]
    inches: Inches
    who: Role = "self"
    whole_unit: StrictBool = False


class RepositionClause(StrictModel):
    """Allow a model or its unit to be put elsewhere."""

    word: Literal["reposition"]
    inches: Inches
    who: Role = "self"
    whole_unit: StrictBool = False


class SlamClause(StrictModel):
    """Slam the target away from the attacker; `collateral` is the POW against hit models."""

    word: Literal["slam"]
    inches: Inches
    collateral: Annotated[int, Field(strict=True, ge=0, le=10)] = 0


class GainArcClause(StrictModel):
    """Charge a unit."""

    word: Literal["gain_arc"]
    arc: SmallCount = 1
    who: Role = "self"


class LoseArcClause(StrictModel):
    """Clear Arc from a unit or void gate."""

    word: Literal["lose_arc"]
    arc: SmallCount = 1
    who: Role = "target"


class TakeTokenClause(StrictModel):
    """Remove a unit's activation token."""

    word: Literal["take_token"]
    who: Role = "self"


class PutEffectClause(StrictModel):
    """Put a continuous effect on a model."""

    word: Literal["put_effect"]
    effect: Effect
    who: Role = "target"


class HealClause(StrictModel):
    """Heal a model by points, or by the strikes of Action Dice."""

    word: Literal["heal"]
    dice: Annotated[int, Field(strict=True, ge=0, le=10)] = 0
    points: Annotated[int, Field(strict=True, ge=0, le=10)] = 0
    who: Role = "chosen"

    @model_validator(mode="after")
    def _one_of_both(self) -> HealClause:
        if bool(self.dice) == bool(self.points):
            raise ValueError("expected either dice or points")
        return self


class BurstClause(StrictModel):
    """Roll damage for every other model near the bearer or the target's place."""

    word: Literal["burst"]
    pow: SmallCount
    energy: tuple[Energy, ...] = Field(min_length=1)
    within: Inches
    around: Literal["self", "target"] = "self"


class AttackAgainClause(StrictModel):
    """Grant an attack with any weapon, the same or an unused one, or one attack with each."""

    word: Literal["attack_again"]
    weapons: Literal["any", "same", "unused", "each"] = "any"


class RerollClause(StrictModel):
    """Repeat a roll."""

    word: Literal["reroll"]
    roll: Literal["attack", "defence", "damage"]


DoneClause = Annotated[
    BoostClause
    | MoveClause
    | RepositionClause
    | SlamClause
    | GainArcClause
    | LoseArcClause
    | TakeTokenClause
    | PutEffectClause
    | HealClause
    | BurstClause
    | AttackAgainClause
    | RerollClause,
    Field(discriminator="word"),
]


class CustomRule(StrictModel):
    """A rule of a card: it `gives` something while it holds, or `does` something when used.

    `on` is the moment of an automatic use. `to` receives what the rule gives; the default is the
    bearer. `by` and `of` are the actor and the target at a moment. Without both, the bearer acts,
    or for "after_attacked" is attacked. `may`: the owner may decline (always possible if the rule
    costs Arc). `target`: the models to choose from. `once`: one use in an activation.
    """

    gives: tuple[GivenClause, ...] = ()
    to: ModelFilter | None = None
    does: tuple[DoneClause, ...] = ()
    on: MomentName | None = None
    by: ModelFilter | None = None
    of: ModelFilter | None = None
    may: StrictBool = False
    target: ModelFilter | None = None
    once: StrictBool = False
    if_: AttackCondition | None = Field(default=None, alias="if")

    @model_validator(mode="after")
    def _one_shape(self) -> CustomRule:
        if bool(self.gives) == bool(self.does):
            raise ValueError("expected either `gives` or `does`")
        on_purpose = bool(self.does) and self.on is None
        shapes = (
            (("to",), bool(self.gives), "`gives`"),
            (("on",), bool(self.does), "`does`"),
            (("by", "of", "may"), self.on is not None, "`on`"),
            (("target", "once"), on_purpose, "`does` without `on`"),
            (("if_",), not on_purpose, "`gives` or `on`"),
        )
        for names, fits, shape in shapes:
            for name in names:
                if getattr(self, name) and not fits:
                    raise ValueError(f"`{name.rstrip('_')}` is allowed only with {shape}")
        return self
