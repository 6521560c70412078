"""The cards of WARMACHINE, read from TOML: warcasters, warjacks, units, solos and sources."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from wc3d._internal.suggestions import suggest_similar
from wc3d.card_files import (
    ActiveCards,
    Card,
    CardError,
    CardId,
    CardText,
    find_card,
    read_card_files,
)
from wc3d.games.warmachine.rules.damage_grid import DamageGrid
from wc3d.games.warmachine.rules.trait_vocabulary import (
    AnySpecialAttack,
    AnyTrait,
    AnyWeaponTrait,
    StrikeAll,
)
from wc3d.games.warmachine.rules.vocabulary import (
    AnyEffect,
    Energy,
    Feat,
    Inches,
    LastingEffect,
    SmallDistance,
)
from wc3d.table.maps.strict_json import FileFault, Id, StrictBool, StrictModel

SHIPPED_CARDS_FOLDER = Path(__file__).with_name("cards")
"""The folder of the cards included in the program."""

CARDS_ENV_VARIABLE = "WC3D_WARMACHINE_CARDS"
"""The environment variable with the paths of additional cards, one per line."""

DIGEST_EXCLUDED_FIELDS = {"doubts", "sources"}
"""Fields that do not affect a game, so that the digest ignores them."""

StatValue = Annotated[int, Field(strict=True, ge=1, le=30)]
TrooperCount = Annotated[int, Field(strict=True, ge=2, le=12)]
"""The number of a unit's troopers, including its leader."""

Power = Annotated[int, Field(strict=True, ge=0, le=40)]
GridRow = Annotated[str, StringConstraints(strict=True, pattern="^[.xACHLMR]{6}$")]
Location = Literal["L", "R", "H"]
"""The location of a warjack's weapon, by its system's letter: left arm, right arm, head."""

SpellTargets = Literal["any", "enemy", "friend", "caster", "control_area"]
"""Possible targets: models in sight, the caster (RNG "Caster") or its control area (AOE "CTRL")."""


class SourceCard(Card):
    """A source of card numbers. `name` is short, `says` is a description in a sentence or two."""

    says: CardText


class Armament(StrictModel):
    """A weapon of a model. `location` is None on a warcaster, which has no systems.

    A melee weapon reaches half an inch, or 2" with `reach` (WM-MEL-02, 03). Its damage is 2d6 +
    `pow` + the bearer's STR. A ranged weapon has RNG and ROF and `aoe` in inches, or is a `spray`
    (RNG "SP"). `hits` are its automatic effects, `criticals` the effects of a critical hit
    (WM-ATK-10, 11).
    """

    id: CardId
    name: Id
    kind: Literal["melee", "ranged"]
    location: Location | None = None
    pow: Power
    rng: Inches | None = None
    rof: StatValue | None = None
    aoe: Inches | None = None
    spray: StrictBool = False
    reach: StrictBool = False
    open_fist: StrictBool = False
    shield: StrictBool = False
    energy: Energy | None = None
    traits: tuple[AnyWeaponTrait, ...] = ()
    hits: tuple[AnyEffect, ...] = ()
    criticals: tuple[AnyEffect, ...] = ()

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def melee_range(self) -> float:
        """The reach beyond the front of the base in inches, 0 for a ranged weapon."""
        return 0.0 if self.kind == "ranged" else 2.0 if self.reach else 0.5

    def has_trait(self, word: str) -> bool:
        """Return whether the weapon has this trait."""
        return any(trait.word == word for trait in self.traits)


class Spell(StrictModel):
    """A spell. `rng` is None for the caster or its control area. A `spray` has a RNG of "SP"."""

    id: CardId
    name: Id
    cost: StatValue
    targets: SpellTargets
    rng: Inches | None = None
    spray: StrictBool = False
    aoe: Inches | None = None
    pow: Power | None = None
    offensive: StrictBool = False
    upkeep: StrictBool = False
    once_per_turn: StrictBool = False
    energy: Energy | None = None
    hits: tuple[AnyEffect, ...] = ()
    criticals: tuple[AnyEffect, ...] = ()

    def __hash__(self) -> int:
        return hash(self.id)


class ModelCard(Card):
    """A model's card: stats, weapons and permanent rules.

    `sources` maps each field to the id of the [[source]] of its number; "all" covers the remaining
    fields. A doubt is a sentence about an assumption.
    """

    faction: CardId
    base: Literal["small", "medium", "large"]
    spd: StatValue
    str_: StatValue = Field(alias="str")
    mat: StatValue
    rat: StatValue
    def_: StatValue = Field(alias="def")
    arm: StatValue
    cmd: StatValue | None = None
    weapons: tuple[Armament, ...] = ()
    traits: tuple[AnyTrait, ...] = ()
    sources: dict[CardId, CardId] = Field(min_length=1)

    def __hash__(self) -> int:
        return hash(self.id)

    def weapon(self, id: str) -> Armament:
        """Return the weapon with an id. Raises InputError with similar ids."""
        return find_card("weapon", id, {weapon.id: weapon for weapon in self.weapons})

    def weapon_power(self, weapon: Armament) -> int:
        """Return a weapon's power: POW, in melee plus the bearer's STR (P+S, WM-MOD-10)."""
        return weapon.pow + (self.str_ if weapon.kind == "melee" else 0)

    def has_trait(self, word: str) -> bool:
        """Return whether the model has this trait."""
        return any(trait.word == word for trait in self.traits)


class WarcasterCard(ModelCard):
    """A warcaster with `boxes` in its damage row, spells, and a feat to use once.

    `officer_of` is the troopers' card of the unit that it commands (WM-MK3-35), "" if it has none.
    """

    foc: StatValue
    officer_of: CardId | Literal[""] = ""
    boxes: SmallDistance
    spells: tuple[Spell, ...] = ()
    feat: Feat

    def spell(self, id: CardId) -> Spell:
        """Return the spell with an id. Raises InputError with similar ids."""
        return find_card("spell", id, {spell.id: spell for spell in self.spells})


class WarjackCard(ModelCard):
    """A warjack: damage grid rows and special attacks. `shield_arm` is its ARM with its shield."""

    grid: tuple[GridRow, ...] = Field(min_length=6, max_length=6)
    shield_arm: StatValue | None = None
    special_attacks: tuple[AnySpecialAttack, ...] = ()


class WarriorCard(ModelCard):
    """A warrior other than a warcaster: `boxes` in its damage row, its own or its leader's CMD."""

    cmd: StatValue
    boxes: SmallDistance = 1


class UnitCard(WarriorCard):
    """A unit of `size` troopers, including a leader, that activate together (WM-REF-05)."""

    size: TrooperCount


class SoloCard(WarriorCard):
    """A solo: a warrior outside any unit."""


AnyCard = WarcasterCard | WarjackCard | UnitCard | SoloCard
"""The card of any model."""

KIND_BY_CARD: Mapping[type[ModelCard], str] = {
    WarcasterCard: "warcaster",
    WarjackCard: "warjack",
    UnitCard: "trooper",
    SoloCard: "solo",
}
"""The kind of model for each card type."""


@dataclass(frozen=True)
class CardSet:
    """All cards by id. `digest`, the sha256 of the values that affect a game, decides equality."""

    digest: str
    models: Mapping[str, AnyCard] = field(compare=False, repr=False)
    sources: Mapping[str, SourceCard] = field(compare=False, repr=False)

    def model(self, id: str) -> AnyCard:
        """Return the model with an id. Raises InputError with similar ids."""
        return find_card("model", id, self.models)

    def warcaster(self, id: str) -> WarcasterCard:
        """Return the warcaster with an id. Raises InputError."""
        return find_card(
            "warcaster",
            id,
            {id: card for id, card in self.models.items() if isinstance(card, WarcasterCard)},
        )

    def warjack(self, id: str) -> WarjackCard:
        """Return the warjack with an id. Raises InputError."""
        return find_card(
            "warjack",
            id,
            {id: card for id, card in self.models.items() if isinstance(card, WarjackCard)},
        )

    def unit(self, id: str) -> UnitCard:
        """Return the unit with an id. Raises InputError."""
        return find_card(
            "unit", id, {id: card for id, card in self.models.items() if isinstance(card, UnitCard)}
        )

    def factions(self) -> tuple[str, ...]:
        """The factions of the models."""
        return tuple(sorted({card.faction for card in self.models.values()}))


CARD_BY_TABLE: Mapping[str, type[ModelCard]] = {
    "warcaster": WarcasterCard,
    "warjack": WarjackCard,
    "unit": UnitCard,
    "solo": SoloCard,
}
"""The card type of each TOML table: [[warcaster]], [[warjack]], [[unit]], [[solo]]."""


def load_cards(folder: Path | None = None, extra: Iterable[Path] = ()) -> CardSet:
    """Return the cards in the .toml files of `folder` (None: the included cards) and of `extra`.

    `extra` may name folders or files. Raises CardError with every fault, its file and place.
    Faults of single files come first. Without them, the error lists incomplete cards and unknown
    references.
    """
    read, places = read_card_files(
        (folder or SHIPPED_CARDS_FOLDER, *extra), {**CARD_BY_TABLE, "source": SourceCard}
    )
    faults = [
        FileFault(f"{places[table, card.id]}.{place}", text)
        for table in CARD_BY_TABLE
        for card in read[table].values()
        for place, text in _find_card_faults(card, read)
    ]
    if faults:
        raise CardError("cards", faults)
    models = {id: card for table in CARD_BY_TABLE for id, card in read[table].items()}
    return CardSet(_digest(read), models, read["source"])


CARDS = ActiveCards(CARDS_ENV_VARIABLE, lambda paths: load_cards(extra=paths))
"""Return the cards in use, read once: the included cards and those of `using_cards`."""

using_cards = CARDS.use_files


def _digest(read: Mapping[str, Mapping[str, Card]]) -> str:
    content = {
        table: {
            id: card.model_dump(mode="json", by_alias=True, exclude=DIGEST_EXCLUDED_FIELDS)
            for id, card in read[table].items()
        }
        for table in CARD_BY_TABLE
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _find_card_faults(
    card: ModelCard, read: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, str]]:
    """Yield the faults of a card and its references, each as place and message."""
    if twins := [
        table
        for table in CARD_BY_TABLE
        if card.id in read[table] and not isinstance(card, CARD_BY_TABLE[table])
    ]:
        yield "id", f"a {twins[0]} also has it"
    for fact, source in card.sources.items():
        names = {name.rstrip("_") for name in type(card).model_fields} | {"all"}
        if fact not in names:
            yield f"sources.{fact}", f"unknown field of this card{suggest_similar(fact, names)}"
        if source not in read["source"]:
            yield (
                f"sources.{fact}",
                f"unknown source {source!r}{suggest_similar(source, read['source'])}",
            )
    yield from _find_duplicates("weapons", [weapon.id for weapon in card.weapons])
    for i, weapon in enumerate(card.weapons):
        yield from (
            (f"weapons[{i}].{place}", text) for place, text in _find_weapon_faults(weapon, card)
        )
    if isinstance(card, WarcasterCard):
        yield from _find_duplicates("spells", [spell.id for spell in card.spells])
        for i, spell in enumerate(card.spells):
            yield from ((f"spells[{i}].{place}", text) for place, text in _find_spell_faults(spell))
    if isinstance(card, WarjackCard):
        yield from _find_warjack_faults(card)


def _find_duplicates(place: str, ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((place, f"{id!r} appears twice") for id, times in Counter(ids).items() if times > 1)


def _find_weapon_faults(weapon: Armament, card: ModelCard) -> Iterator[tuple[str, str]]:
    """Yield missing fields of a weapon, and fields that belong to another kind of weapon."""
    ranged = weapon.kind == "ranged"
    if (weapon.rng is not None) != ranged:
        yield (
            "rng",
            "missing; every ranged weapon needs it"
            if ranged
            else "allowed only for ranged weapons",
        )
    if (weapon.rof is not None) != ranged:
        yield (
            "rof",
            "missing; every ranged weapon needs it"
            if ranged
            else "allowed only for ranged weapons",
        )
    for name in ("reach", "open_fist", "shield"):
        if ranged and getattr(weapon, name):
            yield name, "allowed only for melee weapons"
    for name in ("aoe", "spray"):
        if not ranged and getattr(weapon, name):
            yield name, "allowed only for ranged weapons"
    if weapon.spray and weapon.aoe:
        yield "aoe", "not allowed for a spray"
    if isinstance(card, WarjackCard):
        if weapon.location is None:
            yield "location", "missing; every warjack weapon needs a system"
        elif weapon.location != "H" and not any(weapon.location in row for row in card.grid):
            yield (
                "location",
                f"the grid has no system {weapon.location}",
            )  # a head that is not a system always works
        if weapon.open_fist and weapon.location == "H":
            yield "open_fist", "a head weapon cannot be a fist"
    elif weapon.location or weapon.open_fist or weapon.shield:
        yield "location", "only warjacks have systems, fists and shields (WM-JAK-01)"
    yield from _find_effect_faults(
        [*weapon.hits, *weapon.criticals], upkeep=False, area=weapon.aoe is not None
    )


def _find_spell_faults(spell: Spell) -> Iterator[tuple[str, str]]:
    """Yield missing fields of an aimed spell, and fields that only an aimed spell may have."""
    aimed = spell.targets in ("any", "enemy", "friend")
    if (spell.rng is not None) != aimed:
        yield (
            "rng",
            "missing; a spell with a target needs it"
            if aimed
            else "allowed only for spells with a target",
        )
    if spell.offensive and spell.targets not in ("any", "enemy"):
        yield "offensive", "an offensive spell must target any model or an enemy"
    if spell.pow is not None and not spell.offensive:
        yield "pow", "allowed only for offensive spells"
    if spell.pow is None and not spell.hits:
        yield "hits", "missing; the spell has no effect"
    yield from _find_effect_faults(
        [*spell.hits, *spell.criticals],
        spell.upkeep,
        area=spell.offensive and spell.aoe is not None,
    )


def _find_effect_faults(
    effects: Iterable[AnyEffect], upkeep: bool, area: bool
) -> Iterator[tuple[str, str]]:
    """Yield effects that last longer or shorter than their source, and clouds without an area."""
    for effect in effects:
        if effect.word == "cloud" and not area:
            yield "hits", "a cloud needs an area, but this attack has no aoe"
        if isinstance(effect, LastingEffect) and effect.lasts == "upkeep" and not upkeep:
            yield (
                "hits",
                f"{effect.word} lasts while a spell is upheld, but this is not an upkeep spell",
            )


def _find_warjack_faults(card: WarjackCard) -> Iterator[tuple[str, str]]:
    """Yield inconsistencies between a warjack's systems, shield and special attacks."""
    systems = DamageGrid(card.grid).systems
    if "M" not in systems or "C" not in systems:
        yield "grid", "a warjack needs a cortex (C) and movement (M)"
    if ("A" in systems) != card.has_trait("arc_node"):
        yield "traits", "an arc node needs both the system (A) and the trait"
    if (card.shield_arm is not None) != any(weapon.shield for weapon in card.weapons):
        yield (
            "shield_arm",
            "a second ARM is required with a shield and not allowed without one (WM-JAK-07)",
        )
    if card.shield_arm is not None and card.shield_arm <= card.arm:
        yield "shield_arm", f"expected more than ARM {card.arm}"
    melee_ids = [weapon.id for weapon in card.weapons if weapon.kind == "melee"]
    for i, attack in enumerate(card.special_attacks):
        for id in (attack.weapon,) if isinstance(attack, StrikeAll) else attack.weapons:
            if id not in melee_ids:
                yield (
                    f"special_attacks[{i}]",
                    f"unknown melee weapon {id!r}{suggest_similar(id, melee_ids)}",
                )
