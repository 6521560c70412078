"""The format of the rules on a card: what a rule gives or does, when, and to whom.

    [[ability]]
    id = "iron_will"
    name = "Iron Will"
    kind = "ability"
    trigger = "charge"
    text = "While charged, friendly warriors within 5 inches have cover, and this model has +1 DEF against melee attacks."
    rules = [
      { gives = [{ word = "grant", what = "cover" }], to = { side = "friendly", warrior = true, within = 5 } },
      { gives = [{ word = "add", stat = "DEF", amount = 1 }], if = { attack = ["melee"] } },
    ]

A rule `gives` something while it holds, or `does` something. It does so at a moment (`on`), or else when its unit uses it in
its own activation. The `trigger` of the card decides the rest: a "spike" costs 1 Arc each time, an "action" takes the place
of the attacks, and a "charge" works while the unit has Arc (p. 27). The guide's page on cards lists every word.
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
"""Whom an effect is for: the bearer, the target of the attack, the attacker, or the model chosen as `target` of the rule."""

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
"""What a number may be: RNG and POW are the weapons', the next are dice of attack and defence rolls, the last more attacks."""

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
"""Properties. "through" passes structures and models, "no_damage" wants the energy that does none."""

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
    """Which models are meant, as seen from the bearer. What is left out does not matter."""

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
    """The attack in question: of which kind, with which energy, by whom, at whom, and how it ended."""

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
    """A number changes; `per_arc`: so much for each Arc on the unit."""

    word: Literal["add"]
    stat: Stat
    amount: StatChange
    per_arc: StrictBool = False
    weapons: Literal["melee", "ranged", ""] = ""


class MultiplyClause(StrictModel):
    """A number is multiplied."""

    word: Literal["times"]
    stat: Stat
    by: SmallCount


class GrantClause(StrictModel):
    """A property is given."""

    word: Literal["grant"]
    what: Flag


class DenyClause(StrictModel):
    """A property is taken away, whatever grants it."""

    word: Literal["deny"]
    what: Flag


GivenClause = Annotated[
    AddClause | MultiplyClause | GrantClause | DenyClause, Field(discriminator="word")
]


class BoostClause(StrictModel):
    """Something is given until the activation or the attack is over."""

    word: Literal["boost"]
    gives: tuple[GivenClause, ...] = Field(min_length=1)
    until: Literal["activation", "attack"] = "activation"
    if_: AttackCondition | None = Field(default=None, alias="if")


class MoveClause(StrictModel):
    """A model (or its unit) may move."""

    word: Literal["move"]
    inches: Inches
    who: Role = "self"
    whole_unit: StrictBool = False


class RepositionClause(StrictModel):
    """A model (or each of its unit) may be put elsewhere."""

    word: Literal["reposition"]
    inches: Inches
    who: Role = "self"
    whole_unit: StrictBool = False


class SlamClause(StrictModel):
    """The target is slammed away from the attacker; `collateral` is the POW for whom it is slammed into."""

    word: Literal["slam"]
    inches: Inches
    collateral: Annotated[int, Field(strict=True, ge=0, le=10)] = 0


class GainArcClause(StrictModel):
    """A unit is charged."""

    word: Literal["gain_arc"]
    arc: SmallCount = 1
    who: Role = "self"


class LoseArcClause(StrictModel):
    """A unit or void gate loses Arc."""

    word: Literal["lose_arc"]
    arc: SmallCount = 1
    who: Role = "target"


class TakeTokenClause(StrictModel):
    """A unit loses its activation token."""

    word: Literal["take_token"]
    who: Role = "self"


class PutEffectClause(StrictModel):
    """A model gets a continuous effect."""

    word: Literal["put_effect"]
    effect: Effect
    who: Role = "target"


class HealClause(StrictModel):
    """A model is healed: by so many points, or by the strikes of so many Action Dice."""

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
    """Every other model near the bearer (or where the target stands) suffers a damage roll."""

    word: Literal["burst"]
    pow: SmallCount
    energy: tuple[Energy, ...] = Field(min_length=1)
    within: Inches
    around: Literal["self", "target"] = "self"


class AttackAgainClause(StrictModel):
    """One more attack: with any weapon, with the same or with one not used yet; or one with each."""

    word: Literal["attack_again"]
    weapons: Literal["any", "same", "unused", "each"] = "any"


class RerollClause(StrictModel):
    """A roll is made again."""

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
    """One rule of a card: what it `gives` while it holds, or what it `does`, on purpose or `on` a moment.

    `to`: who gets what the rule gives, if not the bearer. `by` and `of`: at a moment, who acts and on whom; without both, the
    bearer acts, or for "after_attacked" is attacked. `may`: the owner may decline (always, if the rule costs Arc). `target`:
    which models the owner may choose. `once`: one use in an activation.
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
