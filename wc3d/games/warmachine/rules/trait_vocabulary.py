"""The closed vocabulary of cards for traits of models and weapons, and for special attacks."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from wc3d.card_files import CardId, CardText
from wc3d.games.warmachine.rules.vocabulary import (
    TARGET_PHRASES,
    AnyEffect,
    BonusValue,
    Energy,
    Inches,
)
from wc3d.table.maps.strict_json import StrictModel


class ModelTrait(StrictModel):
    """A permanent rule of a model."""

    word: Literal[
        "arc_node",
        "slips_free_strikes",
        "spell_proof",
        "fearless",
        "terror",
        "abomination",
        "combined_melee",
        "combined_ranged",
        "attached",
        "attachment",
    ]

    def describe(self) -> str:
        """Return the meaning as a sentence without a period."""
        return {
            "arc_node": "its warcaster can channel spells through it",
            "slips_free_strikes": "enemies cannot make free strikes against it",
            "spell_proof": "enemy spells cannot target it",
            "fearless": "it never flees",
            "terror": "enemies in melee with it must pass a command check or flee",
            "abomination": 'friendly and enemy models within 3" must pass a command check or flee',
            "attached": "can be attached to a warcaster that leads a unit; it remains an independent model",
            "attachment": "a command or weapon attachment for a unit of troopers",
            "combined_melee": "its unit can make combined melee attacks: +1 on the attack roll per participating model",
            "combined_ranged": "its unit can make combined ranged attacks: +1 on the attack roll per participating model",
        }[self.word]


class Stealth(StrictModel):
    """Ranged and magic attacks from beyond a distance miss."""

    word: Literal["stealth"]
    beyond: Inches = 5

    def describe(self) -> str:
        """Return the meaning as a sentence without a period."""
        return f'ranged and magic attacks from farther than {self.beyond}" away miss this model'


class Immune(StrictModel):
    """Damage and effects of this kind do not affect the model."""

    word: Literal["immune"]
    to: Energy

    def describe(self) -> str:
        """Return the meaning as a sentence without a period."""
        return f"immune to damage and effects of {self.to}"


AnyTrait = Annotated[ModelTrait | Stealth | Immune, Field(discriminator="word")]
"""Any permanent rule of a model."""


class WeaponTrait(StrictModel):
    """A permanent rule of a weapon."""

    word: Literal["magical", "ignores_shields", "follows_up", "one_point_boosts_both"]

    def describe(self) -> str:
        """Return the meaning as a sentence without a period."""
        return {
            "magical": "magical weapon",
            "ignores_shields": "ignores the ARM bonus of shields",
            "follows_up": "automatically hits the last model that it hit in the same activation",
            "one_point_boosts_both": "one focus point boosts both the attack roll and the damage roll",
        }[self.word]


class SeesPast(StrictModel):
    """Intervening models do not hide the target, except those near it."""

    word: Literal["sees_past"]
    but_within: Inches = 1

    def describe(self) -> str:
        """Return the meaning as a sentence without a period."""
        return f'ignores models farther than {self.but_within}" from the target for line of sight and screening'


class ChargeBonus(StrictModel):
    """The weapon's charge attack rolls have a bonus."""

    word: Literal["charge_bonus"]
    attack: BonusValue

    def describe(self) -> str:
        """Return the meaning as a sentence without a period."""
        return f"{self.attack:+d} on charge attack rolls with this weapon"


class SetAgainstCharges(StrictModel):
    """Charges and slams against the bearer's front have a penalty."""

    word: Literal["set_against_charges"]
    attack: BonusValue

    def describe(self) -> str:
        """Return the meaning as a sentence without a period."""
        return f"{self.attack:+d} on charge and slam attack rolls against this model from its front arc"


class AnswersHits(StrictModel):
    """A model that hits the bearer in melee from the bearer's front arc suffers these effects.

    The weapon must work.
    """

    word: Literal["answers_hits"]
    effects: tuple[AnyEffect, ...] = Field(min_length=1)

    def describe(self) -> str:
        """Return the meaning as a sentence without a period."""
        text = "; ".join(effect.describe() for effect in self.effects).replace(
            TARGET_PHRASES["target"], "that model"
        )
        return f"when a model hits this model in melee from its front arc, {text}"


AnyWeaponTrait = Annotated[
    WeaponTrait | SeesPast | ChargeBonus | SetAgainstCharges | AnswersHits,
    Field(discriminator="word"),
]
"""Any permanent rule of a weapon."""


class StrikeAll(StrictModel):
    """A special attack: one melee roll against all others `within` inches, without damage."""

    word: Literal["strike_all"]
    name: CardText
    weapon: CardId
    within: Inches
    hits: tuple[AnyEffect, ...] = Field(min_length=1)

    def describe(self) -> str:
        """Return the meaning as a sentence without a period."""
        text = "; ".join(effect.describe() for effect in self.hits).replace(
            TARGET_PHRASES["target"], "each model hit"
        )
        return f'one melee attack roll against each model within {self.within}", without damage; {text}'


class StrikeTogether(StrictModel):
    """A special attack: one melee attack with several weapons, with the sum of their POW."""

    word: Literal["strike_together"]
    name: CardText
    weapons: tuple[CardId, ...] = Field(min_length=2)

    def describe(self) -> str:
        """Return the meaning as a sentence without a period."""
        return "one melee attack; damage is 2d6 + STR + the POW of each of these weapons"


AnySpecialAttack = Annotated[StrikeAll | StrikeTogether, Field(discriminator="word")]
"""Any special attack (starred on the card, WM-MOD-16)."""
