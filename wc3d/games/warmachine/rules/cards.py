"""The cards of WARMACHINE: warcasters, warjacks, units, solos and the sources of their numbers, read from TOML."""
from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from wc3d._internal.suggestions import near
from wc3d.card_files import Card, CardError, CardsInUse, Name, Text, look_up, read_card_files
from wc3d.games.warmachine.rules.damage_grid import DamageGrid
from wc3d.games.warmachine.rules.trait_vocabulary import (
    AnySpecialAttack,
    AnyTrait,
    AnyWeaponTrait,
    StrikeAll,
)
from wc3d.games.warmachine.rules.vocabulary import (
    AnyEffect,
    Dot,
    Energy,
    Feat,
    Inches,
    LastingEffect,
)
from wc3d.table.maps.reading import Fault, Id, Strict, Switch

SHIPPED = Path(__file__).with_name("cards")
"""The folder of the cards that come with the program."""

MORE_CARDS = "WC3D_WARMACHINE_CARDS"
"""The environment variable by which a process knows of more cards than the shipped ones: paths, one a line."""

KEPT_OUT = {"doubts", "sources"}
"""What a game's numbers do not depend on: a change of it is no change of the cards."""

Stat = Annotated[int, Field(strict=True, ge=1, le=30)]
Troopers = Annotated[int, Field(strict=True, ge=2, le=12)]
"""How many a unit has, its leader among them."""

Power = Annotated[int, Field(strict=True, ge=0, le=40)]
GridRow = Annotated[str, StringConstraints(strict=True, pattern="^[.xACHLMR]{6}$")]
Location = Literal["L", "R", "H"]
"""Where a warjack bears a weapon: left arm, right arm, head; by the letter of its system."""

Targets = Literal["any", "enemy", "friend", "caster", "control_area"]
"""What a spell may be cast at: models in sight, the caster itself (RNG "Caster"), or all in its control area (AOE "CTRL")."""


class SourceCard(Card):
    """Where numbers come from. `name` says it in a few words, `says` in a sentence or two."""

    says: Text


class Armament(Strict):
    """A weapon of a model. `location` is None on a warcaster, which has no systems.

    A melee weapon reaches half an inch, 2" with `reach` (WM-MEL-02, 03), and its damage is 2d6 + `pow` + the bearer's STR; a
    ranged one has RNG and ROF, `aoe` in inches, or is a `spray` (RNG "SP"). `hits` are its automatic effects, `criticals`
    those of a critical hit (WM-ATK-10, 11).
    """

    id: Name
    name: Id
    kind: Literal["melee", "ranged"]
    location: Location | None = None
    pow: Power
    rng: Inches | None = None
    rof: Stat | None = None
    aoe: Inches | None = None
    spray: Switch = False
    reach: Switch = False
    open_fist: Switch = False
    shield: Switch = False
    energy: Energy | None = None
    traits: tuple[AnyWeaponTrait, ...] = ()
    hits: tuple[AnyEffect, ...] = ()
    criticals: tuple[AnyEffect, ...] = ()

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def melee_range(self) -> float:
        """How far it reaches beyond the front of the base: inches, 0 for a ranged weapon."""
        return 0.0 if self.kind == "ranged" else 2.0 if self.reach else 0.5

    def has(self, word: str) -> bool:
        """Is this word among its traits?"""
        return any(trait.word == word for trait in self.traits)


class Spell(Strict):
    """A spell. `rng` is None where it is cast on the caster or its control area; a `spray` is a RNG of "SP"."""

    id: Name
    name: Id
    cost: Stat
    targets: Targets
    rng: Inches | None = None
    spray: Switch = False
    aoe: Inches | None = None
    pow: Power | None = None
    offensive: Switch = False
    upkeep: Switch = False
    once_per_turn: Switch = False
    energy: Energy | None = None
    hits: tuple[AnyEffect, ...] = ()
    criticals: tuple[AnyEffect, ...] = ()

    def __hash__(self) -> int:
        return hash(self.id)


class ModelCard(Card):
    """A model's card: stats, weapons and what is always true of it.

    `sources` says for each of its fields where the number comes from, by the id of a [[source]]; "all" is for the rest. A doubt
    is a sentence on what is assumed.
    """

    faction: Name
    base: Literal["small", "medium", "large"]
    spd: Stat
    str_: Stat = Field(alias="str")
    mat: Stat
    rat: Stat
    def_: Stat = Field(alias="def")
    arm: Stat
    cmd: Stat | None = None
    weapons: tuple[Armament, ...] = ()
    traits: tuple[AnyTrait, ...] = ()
    sources: dict[Name, Name] = Field(min_length=1)

    def __hash__(self) -> int:
        return hash(self.id)

    def weapon(self, id: str) -> Armament:
        """The weapon of that id. Raises InputError, with ids that look like it."""
        return look_up("weapon", id, {weapon.id: weapon for weapon in self.weapons})

    def power(self, weapon: Armament) -> int:
        """What a weapon adds to 2d6 of damage: its POW, in melee with its bearer's STR (P+S, WM-MOD-10)."""
        return weapon.pow + (self.str_ if weapon.kind == "melee" else 0)

    def has(self, word: str) -> bool:
        """Is this word among its traits?"""
        return any(trait.word == word for trait in self.traits)


class WarcasterCard(ModelCard):
    """A warcaster: `boxes` in its damage row, its spells, and the feat it may use once.

    `officer_of` is the card of the troopers of its own unit, whose commander it is (WM-MK3-35): "" for one that is alone.
    """

    foc: Stat
    officer_of: Name | Literal[""] = ""
    boxes: Dot
    spells: tuple[Spell, ...] = ()
    feat: Feat

    def spell(self, id: Name) -> Spell:
        """The spell of that id. Raises InputError, with ids that look like it."""
        return look_up("spell", id, {spell.id: spell for spell in self.spells})


class WarjackCard(ModelCard):
    """A warjack: its damage grid, row by row, and its special attacks. `shield_arm` is its ARM while its shield works."""

    grid: tuple[GridRow, ...] = Field(min_length=6, max_length=6)
    shield_arm: Stat | None = None
    special_attacks: tuple[AnySpecialAttack, ...] = ()


class WarriorCard(ModelCard):
    """A warrior that is no warcaster: `boxes` in its damage row. Its CMD is that of its leader, or its own."""

    cmd: Stat
    boxes: Dot = 1


class UnitCard(WarriorCard):
    """A unit of `size` troopers that activate together (WM-REF-05), one of them its leader."""

    size: Troopers


class SoloCard(WarriorCard):
    """A solo: a warrior that belongs to no unit."""


AnyCard = WarcasterCard | WarjackCard | UnitCard | SoloCard
"""The card of whatever stands on the table."""

KINDS: Mapping[type[ModelCard], str] = {
    WarcasterCard: "warcaster", WarjackCard: "warjack", UnitCard: "trooper", SoloCard: "solo",
}  # fmt: skip
"""What kind of model a card of each sort makes."""


@dataclass(frozen=True)
class CardSet:
    """All cards, by id. Two are equal if their `digest` is: the sha256 of what a game's numbers depend on."""

    digest: str
    models: Mapping[str, AnyCard] = field(compare=False, repr=False)
    sources: Mapping[str, SourceCard] = field(compare=False, repr=False)

    def model(self, id: str) -> AnyCard:
        """The model of that id. Raises InputError, with ids that look like it."""
        return look_up("model", id, self.models)

    def warcaster(self, id: str) -> WarcasterCard:
        """The warcaster of that id. Raises InputError."""
        return look_up("warcaster", id, {id: card for id, card in self.models.items() if isinstance(card, WarcasterCard)})

    def warjack(self, id: str) -> WarjackCard:
        """The warjack of that id. Raises InputError."""
        return look_up("warjack", id, {id: card for id, card in self.models.items() if isinstance(card, WarjackCard)})

    def unit(self, id: str) -> UnitCard:
        """The unit of that id. Raises InputError."""
        return look_up("unit", id, {id: card for id, card in self.models.items() if isinstance(card, UnitCard)})

    def factions(self) -> tuple[str, ...]:
        """The factions of the models."""
        return tuple(sorted({card.faction for card in self.models.values()}))


MODELS: Mapping[str, type[ModelCard]] = {
    "warcaster": WarcasterCard, "warjack": WarjackCard, "unit": UnitCard, "solo": SoloCard,
}  # fmt: skip
"""The tables of a card file that are models: [[warcaster]], [[warjack]], [[unit]], [[solo]]."""


def load_cards(folder: Path | None = None, extra: Iterable[Path] = ()) -> CardSet:
    """The cards of every .toml file in `folder` (None: those we ship) and in the folders or files of `extra`.

    Raises CardError, which lists every fault with file and place: first those of the files by themselves; if there are
    none, those of cards that are not whole or name what there is not.
    """
    read, places = read_card_files((folder or SHIPPED, *extra), {**MODELS, "source": SourceCard})
    faults = [
        Fault(f"{places[table, card.id]}.{place}", text)
        for table in MODELS
        for card in read[table].values()
        for place, text in _faults_in(card, read)
    ]
    if faults:
        raise CardError("cards", faults)
    models = {id: card for table in MODELS for id, card in read[table].items()}
    return CardSet(_digest(read), models, read["source"])


CARDS = CardsInUse(MORE_CARDS, lambda paths: load_cards(extra=paths))
"""`CARDS()`: the cards in use, read once: those that come with the program, and those of `using_cards`."""

using_cards = CARDS.using


def _digest(read: Mapping[str, Mapping[str, Card]]) -> str:
    content = {
        table: {id: card.model_dump(mode="json", by_alias=True, exclude=KEPT_OUT) for id, card in read[table].items()}
        for table in MODELS
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _faults_in(card: ModelCard, read: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """What is wrong with a card by itself or with what it names: the place in it, and the mistake."""
    if twins := [table for table in MODELS if card.id in read[table] and not isinstance(card, MODELS[table])]:
        yield "id", f"a {twins[0]} also has it"
    for fact, source in card.sources.items():
        names = {name.rstrip("_") for name in type(card).model_fields} | {"all"}
        if fact not in names:
            yield f"sources.{fact}", f"unknown field of this card{near(fact, names)}"
        if source not in read["source"]:
            yield f"sources.{fact}", f"unknown source {source!r}{near(source, read['source'])}"
    yield from _twice("weapons", [weapon.id for weapon in card.weapons])
    for i, weapon in enumerate(card.weapons):
        yield from ((f"weapons[{i}].{place}", text) for place, text in _weapon_shape(weapon, card))
    if isinstance(card, WarcasterCard):
        yield from _twice("spells", [spell.id for spell in card.spells])
        for i, spell in enumerate(card.spells):
            yield from ((f"spells[{i}].{place}", text) for place, text in _spell_shape(spell))
    if isinstance(card, WarjackCard):
        yield from _warjack_shape(card)


def _twice(place: str, ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((place, f"{id!r} appears twice") for id, times in Counter(ids).items() if times > 1)


def _weapon_shape(weapon: Armament, card: ModelCard) -> Iterator[tuple[str, str]]:
    """What every weapon of its kind must have and no other has."""
    ranged = weapon.kind == "ranged"
    if (weapon.rng is not None) != ranged:
        yield "rng", "missing: every ranged weapon needs it" if ranged else "allowed only for ranged weapons"
    if (weapon.rof is not None) != ranged:
        yield "rof", "missing: every ranged weapon needs it" if ranged else "allowed only for ranged weapons"
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
            yield "location", "missing: every warjack weapon needs a system"
        elif weapon.location != "H" and not any(weapon.location in row for row in card.grid):
            yield "location", f"the grid has no system {weapon.location}"  # a head need not be a system: then it always works
        if weapon.open_fist and weapon.location == "H":
            yield "open_fist", "a head weapon cannot be a fist"
    elif weapon.location or weapon.open_fist or weapon.shield:
        yield "location", "only warjacks have systems, fists and shields (WM-JAK-01)"
    yield from _on_hit([*weapon.hits, *weapon.criticals], upkeep=False, area=weapon.aoe is not None)


def _spell_shape(spell: Spell) -> Iterator[tuple[str, str]]:
    """What a spell that is aimed must have, and one that is not has not."""
    aimed = spell.targets in ("any", "enemy", "friend")
    if (spell.rng is not None) != aimed:
        yield "rng", "missing: a spell with a target needs it" if aimed else "allowed only for spells with a target"
    if spell.offensive and spell.targets not in ("any", "enemy"):
        yield "offensive", "an offensive spell must target any model or an enemy"
    if spell.pow is not None and not spell.offensive:
        yield "pow", "allowed only for offensive spells"
    if spell.pow is None and not spell.hits:
        yield "hits", "missing: the spell has no effect"
    yield from _on_hit([*spell.hits, *spell.criticals], spell.upkeep, area=spell.offensive and spell.aoe is not None)


def _on_hit(effects: Iterable[AnyEffect], upkeep: bool, area: bool) -> Iterator[tuple[str, str]]:
    """Effects that last otherwise than what makes them, and clouds of what has no area."""
    for effect in effects:
        if effect.word == "cloud" and not area:
            yield "hits", "a cloud needs an area, but this attack has no aoe"
        if isinstance(effect, LastingEffect) and effect.lasts == "upkeep" and not upkeep:
            yield "hits", f"{effect.word} lasts while a spell is upheld, but this is not an upkeep spell"


def _warjack_shape(card: WarjackCard) -> Iterator[tuple[str, str]]:
    """What hangs together on a warjack's card: its systems, its shield, its special attacks."""
    systems = DamageGrid(card.grid).systems
    if "M" not in systems or "C" not in systems:
        yield "grid", "a warjack needs a cortex (C) and movement (M)"
    if ("A" in systems) != card.has("arc_node"):
        yield "traits", "an arc node needs both the system (A) and the trait"
    if (card.shield_arm is not None) != any(weapon.shield for weapon in card.weapons):
        yield "shield_arm", "a second ARM is required with a shield and not allowed without one (WM-JAK-07)"
    if card.shield_arm is not None and card.shield_arm <= card.arm:
        yield "shield_arm", f"must be more than ARM {card.arm}"
    melee_ids = [weapon.id for weapon in card.weapons if weapon.kind == "melee"]
    for i, attack in enumerate(card.special_attacks):
        for id in (attack.weapon,) if isinstance(attack, StrikeAll) else attack.weapons:
            if id not in melee_ids:
                yield f"special_attacks[{i}]", f"unknown melee weapon {id!r}{near(id, melee_ids)}"
