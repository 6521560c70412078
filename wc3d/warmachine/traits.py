"""The words of cards for what is always true of a model or a weapon, and for special attacks. The list is closed."""
from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from wc3d.card_files import Name, Text
from wc3d.table.maps.reading import Strict
from wc3d.warmachine.vocabulary import WHOM, AnyEffect, Bonus, Energy, Inches


class ModelTrait(Strict):
    """What is always true of a model."""

    word: Literal[
        "arc_node", "slips_free_strikes", "spell_proof", "fearless", "terror", "abomination", "combined_melee", "combined_ranged",
        "attached", "attachment",
    ]  # fmt: skip

    def says(self) -> str:
        """What it means, in a sentence without its period."""
        return {
            "arc_node": "its warcaster may cast spells through it",
            "slips_free_strikes": "nobody makes free strikes against it",
            "spell_proof": "enemy spells cannot be aimed at it",
            "fearless": "it never flees",
            "terror": "enemies that come into melee with it make a command check or flee",
            "abomination": 'whoever comes within 3" of it, friend or enemy, makes a command check or flees',
            "attached": "it may be attached to a warcaster that leads a unit; it stays independent, outside the unit",
            "attachment": "a command or weapon attachment, which belongs to a unit of troopers",
            "combined_melee": "its unit combines melee attacks: +1 on the attack roll for each model that takes part",
            "combined_ranged": "its unit combines ranged attacks: +1 on the attack roll for each model that takes part",
        }[self.word]


class Stealth(Strict):
    """Ranged and magic attacks from farther away miss."""

    word: Literal["stealth"]
    beyond: Inches = 5

    def says(self) -> str:
        """What it means, in a sentence without its period."""
        return f'ranged and magic attacks from more than {self.beyond}" away miss it'


class Immune(Strict):
    """Damage and effects of this kind do nothing to it."""

    word: Literal["immune"]
    to: Energy

    def says(self) -> str:
        """What it means, in a sentence without its period."""
        return f"damage and effects of {self.to} do nothing to it"


AnyTrait = Annotated[ModelTrait | Stealth | Immune, Field(discriminator="word")]
"""Whatever is always true of a model."""


class WeaponTrait(Strict):
    """What is always true of a weapon."""

    word: Literal["magical", "ignores_shields", "follows_up", "one_point_boosts_both"]

    def says(self) -> str:
        """What it means, in a sentence without its period."""
        return {
            "magical": "it is a magical weapon",
            "ignores_shields": "the ARM of a shield does not count against it",
            "follows_up": "it hits the model that it hit last automatically",
            "one_point_boosts_both": "one focus point boosts the attack roll and the damage roll of an attack",
        }[self.word]


class SeesPast(Strict):
    """Models between do not hide its target, except those near it."""

    word: Literal["sees_past"]
    but_within: Inches = 1

    def says(self) -> str:
        """What it means, in a sentence without its period."""
        return f'models farther than {self.but_within}" from the target neither block its sight nor screen against it'


class ChargeBonus(Strict):
    """Its charge attack rolls are better."""

    word: Literal["charge_bonus"]
    attack: Bonus

    def says(self) -> str:
        """What it means, in a sentence without its period."""
        return f"{self.attack:+d} on charge attack rolls with it"


class SetAgainstCharges(Strict):
    """Charges and slams at its bearer's front are worse."""

    word: Literal["set_against_charges"]
    attack: Bonus

    def says(self) -> str:
        """What it means, in a sentence without its period."""
        return f"{self.attack:+d} on the rolls of charge and slam attacks against its bearer from its front arc"


class AnswersHits(Strict):
    """A model that hits the bearer in melee, from the bearer's front arc, suffers these effects while the weapon works."""

    word: Literal["answers_hits"]
    effects: tuple[AnyEffect, ...] = Field(min_length=1)

    def says(self) -> str:
        """What it means, in a sentence without its period."""
        told = "; ".join(effect.says() for effect in self.effects).replace(WHOM["target"], "that model")
        return f"when a model hits its bearer in melee from the front, {told}"


AnyWeaponTrait = Annotated[
    WeaponTrait | SeesPast | ChargeBonus | SetAgainstCharges | AnswersHits, Field(discriminator="word")
]
"""Whatever is always true of a weapon."""


class StrikeAll(Strict):
    """A special attack: one melee attack roll against every other model within `within` of the attacker's base, no damage."""

    word: Literal["strike_all"]
    name: Text
    weapon: Name
    within: Inches
    hits: tuple[AnyEffect, ...] = Field(min_length=1)

    def says(self) -> str:
        """What it does, in a sentence without its period."""
        told = "; ".join(effect.says() for effect in self.hits).replace(WHOM["target"], "each model hit")
        return f'one melee attack roll against every model within {self.within}", without damage: {told}'


class StrikeTogether(Strict):
    """A special attack: one melee attack with several weapons, whose POW are added up."""

    word: Literal["strike_together"]
    name: Text
    weapons: tuple[Name, ...] = Field(min_length=2)

    def says(self) -> str:
        """What it does, in a sentence without its period."""
        return "one melee attack; its damage is 2d6 + STR + the POW of each of the weapons"


AnySpecialAttack = Annotated[StrikeAll | StrikeTogether, Field(discriminator="word")]
"""Any special attack (starred on the card, WM-MOD-16)."""
