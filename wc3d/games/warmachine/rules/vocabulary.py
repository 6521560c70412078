"""The closed vocabulary of card effects of attacks, spells and feats (see `trait_vocabulary`).

A card with any other word is invalid. Every word describes its effect in a sentence; the rules
carry it out. Numbers are inches, points or dice bonuses, as the sentence says.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from wc3d.card_files import CardText
from wc3d.table.maps.strict_json import StrictBool, StrictModel

BonusValue = Annotated[int, Field(strict=True, ge=-20, le=20)]
"""A bonus, or a penalty below 0."""

Inches = Annotated[int, Field(strict=True, ge=1, le=40)]
SmallDistance = Annotated[int, Field(strict=True, ge=1, le=36)]

Energy = Literal["fire", "cold", "corrosion", "electricity"]
"""The types of damage and of immunity."""

Duration = Literal["turn", "round", "upkeep"]
"""This turn, a round (until the maker's next turn, WM-TRN-04), or while paid for (WM-UPK-02)."""

EffectTarget = Literal["target", "area", "caster", "friends", "enemies", "enemy_casters"]
"""The models that an effect applies to: the target, the models in the area, the caster, or models
in its control area.

The caster is a friend of itself.
"""

ForbiddenAct = Literal["move", "run", "charge", "special_attack", "cast", "channel", "gain_focus"]

DURATION_PHRASES = {
    "turn": "for this turn",
    "round": "for one round",
    "upkeep": "while the spell is upheld",
}
TARGET_PHRASES = {
    "target": "the target",
    "area": "every model in the area",
    "caster": "the caster",
    "friends": "each friendly model in the control area",
    "enemies": "each enemy model in the control area",
    "enemy_casters": "each enemy warcaster in the control area",
}
ACT_PHRASES = {
    "move": "move (but can turn)",
    "run": "run",
    "charge": "charge",
    "special_attack": "make special attacks",
    "cast": "cast spells",
    "channel": "channel",
    "gain_focus": "gain focus points",
}


class Stats(StrictModel):
    """Bonuses and penalties to stats. `rng` is for ranged weapons."""

    spd: BonusValue = 0
    str_: BonusValue = Field(0, alias="str")
    mat: BonusValue = 0
    rat: BonusValue = 0
    def_: BonusValue = Field(0, alias="def")
    arm: BonusValue = 0
    foc: BonusValue = 0
    rng: BonusValue = 0

    def changed_stats(self) -> tuple[tuple[str, int], ...]:
        """The changed stats by their names on a card: ("ARM", 3)."""
        values = (
            (name.rstrip("_").upper(), getattr(self, name)) for name in type(self).model_fields
        )
        return tuple((name, value) for name, value in values if value)


class CardEffect(StrictModel):
    """An effect of an attack, a spell or a feat on models. `on` and `only` select the models.

    `seen` requires the maker's line of sight. `while_inside` applies to the models currently in
    the control area, not to those inside at the start.
    """

    word: str
    on: EffectTarget = "target"
    only: Literal["", "warjack", "warcaster"] = ""
    seen: StrictBool = False
    while_inside: StrictBool = False

    def describe_targets(self) -> str:
        """Return the affected models in words."""
        sight_text = " and in line of sight" if self.seen else ""
        only_text = f", if it is a {self.only}," if self.only else ""
        return f"{TARGET_PHRASES[self.on]}{sight_text}{only_text}"

    def describe(self) -> str:
        """Return the effect as a sentence without a period and a capital letter."""
        return f"{self.describe_targets()} {self.describe_effect()}"

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        raise NotImplementedError


class LastingEffect(CardEffect):
    """An effect that lasts until the end of the turn, for a round, or while its spell is upheld.

    `shakeable`: a warcaster may shake it off for a focus point, in editions with shaking
    (WM-MK3-26).
    """

    lasts: Duration
    shakeable: StrictBool = False

    def describe_duration(self) -> str:
        """Return the duration in words."""
        shaken = "; can be shaken off" if self.shakeable else ""
        return (
            DURATION_PHRASES[self.lasts]
            + (", only inside that area" if self.while_inside else "")
            + shaken
        )


class Modify(LastingEffect):
    """An effect that changes stats. `against` limits DEF and ARM to these attacks."""

    word: Literal["modify"]
    stats: Stats
    against: Literal["", "ranged_and_magic"] = ""

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        changed = ", ".join(f"{value:+d} {name}" for name, value in self.stats.changed_stats())
        against = " against ranged and magic attacks" if self.against else ""
        return f"gets {changed}{against} {self.describe_duration()}"


class Forbid(LastingEffect):
    """An effect that forbids models to do these things."""

    word: Literal["forbid"]
    acts: tuple[ForbiddenAct, ...] = Field(min_length=1)

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return f"cannot {' or '.join(ACT_PHRASES[act] for act in self.acts)} {self.describe_duration()}"


class MakeStationary(LastingEffect):
    """An effect that makes models stationary (WM-STA-01), except models immune to `by`."""

    word: Literal["stationary"]
    by: Literal["", "cold"] = ""

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return f"becomes stationary {self.describe_duration()}" + (
            f", unless it is immune to {self.by}" if self.by else ""
        )


class GrantConcealment(LastingEffect):
    """An effect that gives models concealment anywhere (WM-TER-10)."""

    word: Literal["concealment"]

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return f"gains concealment {self.describe_duration()}"


class RollBonus(LastingEffect):
    """An effect that changes the attack rolls and damage rolls of models."""

    word: Literal["roll_bonus"]
    attack: BonusValue = 0
    damage: BonusValue = 0

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return f"gets {self.attack:+d} on attack rolls and {self.damage:+d} on damage rolls {self.describe_duration()}"


class RerollMisses(LastingEffect):
    """An effect that allows the maker's side to reroll each miss against the model once."""

    word: Literal["reroll_misses"]

    def describe(self) -> str:
        """Return the effect as a sentence without a period and a capital letter."""
        return f"the caster's side can reroll each missed attack roll against {self.describe_targets()} once, {self.describe_duration()} (WM-RUL-160)"


class IgnoreHit(LastingEffect):
    """An effect that prevents the damage of the next hit on the model, and then ends."""

    word: Literal["ignore_hit"]

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return (
            f"ignores the damage of the next hit {self.describe_duration()}; then this effect ends"
        )


class EaseCharge(LastingEffect):
    """An effect for free charges, `extra` inches farther, and over rough ground."""

    word: Literal["ease_charge"]
    extra: Inches

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return f'charges without spending focus, {self.extra}" farther and across rough terrain, {self.describe_duration()}'


class PassTerrain(LastingEffect):
    """An effect that makes all terrain open ground and prevents free strikes."""

    word: Literal["pass_terrain"]

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return f"moves through terrain as open ground and ignores free strikes, {self.describe_duration()}"


class TakeControl(LastingEffect):
    """An effect that gives the caster's player control of an enemy model (WM-MK3-04).

    `joins`: a warjack meanwhile joins the caster's battlegroup.
    """

    word: Literal["control"]
    joins: StrictBool = False

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        joins = " and joins the battlegroup" if self.joins else ""
        return f"is controlled by the caster's player{joins} {self.describe_duration()}"


class TakeOver(LastingEffect):
    """An effect that gives the caster a friendly warjack without a commander (WM-MK3-05)."""

    word: Literal["take_over"]
    only: Literal["", "warjack", "warcaster"] = "warjack"

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return f"joins the caster's battlegroup, if no one controls it, {self.describe_duration()}"


class KnockDown(CardEffect):
    """An effect that knocks models down (WM-KND-01)."""

    word: Literal["knockdown"]

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return "is knocked down"


class CommandTest(CardEffect):
    """An effect that requires a check per unit (WM-REF-21). `fails` is the penalty."""

    word: Literal["command_check"]
    fails: Literal["flee", "knockdown"] = "flee"

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return f"must pass a command check, or {'flees' if self.fails == 'flee' else 'is knocked down'}"


class SetContinuous(CardEffect):
    """An effect that puts a continuous effect on models (WM-CON-01)."""

    word: Literal["continuous"]
    kind: Literal["fire", "corrosion"]

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return f"suffers continuous {self.kind}"


class PushAway(CardEffect):
    """An effect that pushes the model straight away, without free strikes (WM-RUL-21)."""

    word: Literal["push"]
    inches: Inches

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return f'is pushed {self.inches}" directly away'


class MarkSystem(CardEffect):
    """An effect that marks boxes of a system, the topmost of the leftmost columns first."""

    word: Literal["mark_system"]
    system: Literal["A", "C", "H", "L", "M", "R"]
    boxes: SmallDistance = 1

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return f"also has {self.boxes} box{'es' if self.boxes > 1 else ''} of system {self.system} marked"


class DisableMarked(CardEffect):
    """An effect that disables those of these systems in which the attack's damage marked a box.

    All boxes of such a system are marked.
    """

    word: Literal["disable_marked"]
    systems: tuple[Literal["A", "C", "H", "L", "M", "R"], ...] = Field(min_length=1)

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return (
            f"loses each of the systems {', '.join(self.systems)} in which the damage marked a box"
        )


class LoseFocus(CardEffect):
    """An effect that removes all focus points of models."""

    word: Literal["lose_focus"]

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return "loses all focus points"


class SpreadDamage(CardEffect):
    """An effect that spreads the damage roll to the d6 enemies nearest to the target."""

    word: Literal["spread"]
    within: Inches

    def describe(self) -> str:
        """Return the effect as a sentence without a period and a capital letter."""
        return f'the d6 nearest enemy models within {self.within}" of {self.describe_targets()} also suffer the damage roll (WM-RUL-166)'


class FreeAdvance(CardEffect):
    """An effect that lets the caster advance at once, in addition to its movement."""

    word: Literal["advance"]

    def describe_effect(self) -> str:
        """Return the effect as a verb phrase."""
        return "immediately makes an extra advance"


class LeaveCloud(CardEffect):
    """An effect that leaves a cloud for a round where the area came to rest (WM-CLD-01).

    `pow` is its POW against models that enter it (WM-CLD-05).
    """

    word: Literal["cloud"]
    on: Literal["area"] = "area"
    pow: Annotated[int, Field(strict=True, ge=0, le=40)] = 0

    def describe(self) -> str:
        """Return the effect as a sentence without a period and a capital letter."""
        harm = (
            f"; models that enter it or end their turn in it suffer a damage roll of 2d6 + {self.pow}"
            if self.pow
            else ""
        )
        return f"a cloud remains in the area for one round{harm}"


class NotUsed(CardEffect):
    """A spell that the game does not use and that cannot be cast."""

    word: Literal["not_used"]
    why: CardText

    def describe(self) -> str:
        """Return the reason as a sentence without a period and a capital letter."""
        return f"this spell is not supported: {self.why}"


AnyEffect = Annotated[
    Modify
    | Forbid
    | MakeStationary
    | GrantConcealment
    | RollBonus
    | RerollMisses
    | IgnoreHit
    | EaseCharge
    | PassTerrain
    | TakeControl
    | TakeOver
    | KnockDown
    | CommandTest
    | SetContinuous
    | PushAway
    | MarkSystem
    | DisableMarked
    | LoseFocus
    | SpreadDamage
    | FreeAdvance
    | LeaveCloud
    | NotUsed,
    Field(discriminator="word"),
]
"""Any effect, selected by `word`."""


class Feat(StrictModel):
    """A warcaster's ability to use once per game (WM-FEA-01)."""

    name: CardText
    effects: tuple[AnyEffect, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _shape(self) -> Feat:
        if mistakes := [effect.word for effect in self.effects if effect.on in ("target", "area")]:
            raise ValueError(
                f"a feat has no target; {mistakes[0]} needs on = friends, enemies, enemy_casters or caster"
            )
        return self
