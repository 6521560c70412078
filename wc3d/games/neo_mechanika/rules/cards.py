"""The cards: units, weapons, Cyphers and the rules they name, read from TOML; every fault is told with its place."""
from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from wc3d._internal.suggestions import near
from wc3d.card_files import Card, CardError, CardsInUse, Name, Text, look_up, read_card_files
from wc3d.games.neo_mechanika.rules.card_rules import Energy, OwnRule
from wc3d.table.maps.reading import Fault, Id, Strict, Switch
from wc3d.table.memo import forget

Number = Annotated[int, Field(strict=True, ge=1, le=30)]
"""A printed number: no stat is below 1 (NM-STA-13)."""

Kind = Literal["warjack", "squad", "solo", "attachment"]
CypherKind = Literal["fury", "geometric", "harmonic", "overdrive"]
Target = Literal[
    "enemy_model", "enemy_unit_model",
    "friendly_squad", "friendly_warjack", "friendly_solo", "friendly_unit", "friendly_unit_model",
]
Stat = Literal["SPD", "STR", "MAT", "RAT", "FOC", "DEF", "ARM"]

SHIPPED = Path(__file__).with_name("cards")
"""The folder of the cards that come with the program."""

MORE_CARDS = "WC3D_CARDS"
"""The environment variable by which a process knows of more cards than the shipped ones: paths, one a line."""

KEPT_OUT = {"text", "doubts", "page", "made_of"}
"""What a game's numbers do not depend on: a change of it is no change of the cards.

What a rule is made of counts where it is borne: those abilities are on the cards that name the rule.
"""


class CortexCard(Strict):
    """A head that a warjack may have (p. 42): it brings special rules and costs nothing."""

    id: Name
    name: Id
    abilities: tuple[Name, ...] = Field(min_length=1)


class UnitCard(Card):
    """A unit or squad attachment (p. <26). A stat it does not have is None; `abilities` are its advantages and special rules.

    `cost` is the deployment cost in Arc, `size` the number of models, `health` 1 also where the card prints no boxes,
    `page` where the book shows the unit, `joins` the squads an attachment may join.
    """

    kind: Kind
    hero: Switch = False
    factions: tuple[Name, ...] = Field(min_length=1)
    base: Literal["small", "medium", "large"]
    spd: Number | None = None
    str: Number | None = None
    mat: Number
    rat: Number
    foc: Number | None = None
    def_: Number = Field(alias="def")
    arm: Number
    health: Number
    cost: Number
    size: Number
    weapons: tuple[Name, ...] = ()
    abilities: tuple[Name, ...] = ()
    cortexes: tuple[CortexCard, ...] = ()
    hardpoints: dict[Name, Number] = {}  # noqa: RUF012  (pydantic copies it)
    weapon_points: Number | None = None
    weapon_options: dict[Name, tuple[Name, ...]] = {}  # noqa: RUF012
    joins: tuple[Name, ...] = ()
    tags: tuple[Name, ...] = ()
    page: Text = ""

    def __hash__(self) -> int:
        return hash(self.id)

    def stat(self, name: Stat) -> int | None:
        """The printed stat of that name ("DEF"), or None if the card has none."""
        value: int | None = getattr(self, "def_" if name == "DEF" else name.lower())
        return value

    def cortex(self, id: Name | None) -> CortexCard | None:
        """The head of that id, or None if the card does not name it."""
        return next((c for c in self.cortexes if c.id == id), None)


class WeaponCard(Card):
    """A weapon, a piece of equipment (no attack) or a composite: one option that brings several weapons.

    `rng` in inches, `pow` in action dice (None: no damage roll), `count` identical weapons on one model (NM-STA-20),
    `points` and `location` what it costs and where it goes as a warjack's option (p. 42).
    """

    kind: Literal["melee", "ranged", "equipment", "composite"]
    energy: tuple[Energy, ...] = ()
    rng: Number | None = None
    pow: Number | None = None
    count: Number = 1
    points: Number | None = None
    location: Name | None = None
    qualities: tuple[Name, ...] = ()
    abilities: tuple[Name, ...] = ()
    components: tuple[Name, ...] = ()

class CypherCard(Card):
    """A Cypher (p. 38). `expires`: at once when resolved, at the end of the turn, or with the Pulse round."""

    kind: CypherKind
    pow: Number | None = None
    energy: tuple[Energy, ...] = ()
    expires: Literal["resolved", "turn", "pulse_round"]
    target: Target
    qualities: tuple[Name, ...] = ()
    text: Text
    rules: tuple[OwnRule, ...] = ()


class AbilityCard(Card):
    """An advantage, a weapon quality or a special rule: what it does, in a sentence, and when it works.

    `made_of`: the abilities that it brings, each as its own card says; `rules`: what it does in single words (`card_rules`).
    A rule of one's own needs no more to work.
    """

    kind: Literal["advantage", "quality", "ability"]
    trigger: Literal["always", "charge", "spike", "action", "reaction"]
    text: Text
    page: Text = ""
    made_of: tuple[Name, ...] = ()
    rules: tuple[OwnRule, ...] = ()


@dataclass(frozen=True)
class Cards:
    """All cards of a game, by id. Two are equal if their `digest` is: the sha256 of what a game's numbers depend on."""

    digest: str
    units: dict[str, UnitCard] = field(compare=False, repr=False)
    weapons: dict[str, WeaponCard] = field(compare=False, repr=False)
    cyphers: dict[str, CypherCard] = field(compare=False, repr=False)
    abilities: dict[str, AbilityCard] = field(compare=False, repr=False)

    def unit(self, id: str) -> UnitCard:
        """The unit or attachment of that id. Raises InputError, with ids that look like it."""
        return look_up("unit", id, self.units)

    def weapon(self, id: str) -> WeaponCard:
        """The weapon of that id. Raises InputError, with ids that look like it."""
        return look_up("weapon", id, self.weapons)

    def cypher(self, id: str) -> CypherCard:
        """The Cypher of that id. Raises InputError, with ids that look like it."""
        return look_up("Cypher", id, self.cyphers)

    def ability(self, id: str) -> AbilityCard:
        """The advantage, quality or special rule of that id. Raises InputError, with ids that look like it."""
        return look_up("ability", id, self.abilities)

    def factions(self) -> tuple[str, ...]:
        """The Factions that the units name."""
        return tuple(sorted({f for u in self.units.values() for f in u.factions}))


_KINDS: dict[str, type[Card]] = {"unit": UnitCard, "weapon": WeaponCard, "cypher": CypherCard, "ability": AbilityCard}
"""The tables of a card file: [[unit]], [[weapon]], [[cypher]], [[ability]]."""


def load_cards(folder: Path | None = None, extra: Iterable[Path] = ()) -> Cards:
    """The cards of every .toml file in `folder` (None: those we ship) and in the folders or files of `extra`.

    Raises CardError, which lists every fault with file and place: first those of the files by themselves; if there are
    none, those of cards that do not fit together.
    """
    read, places = read_card_files((folder or SHIPPED, *extra), _KINDS)
    faults: list[Fault] = []
    read = _with_parts(read)
    cards = Cards(_digest(read), *(read[kind] for kind in _KINDS))
    for kind, cards_by_id in read.items():
        for card in cards_by_id.values():
            faults += [Fault(f"{places[kind, card.id]}.{place}", text) for place, text in _faults_in(card, cards)]
    if faults:
        raise CardError("cards", faults)
    _learn(cards)
    return cards


OwnRules = tuple[tuple[OwnRule, ...], str]

OWN_RULES: dict[str, OwnRules] = {}
"""The rules that cards write themselves, with the trigger of the card, by its id; a Cypher's has "cypher:" before it."""


def _learn(cards: Cards) -> None:
    """Note the cards' own rules. What was kept of other rules of that name is forgotten."""
    own_rules: dict[str, OwnRules] = {card.id: (card.rules, card.trigger) for card in cards.abilities.values() if card.rules}
    own_rules |= {f"cypher:{card.id}": (card.rules, "") for card in cards.cyphers.values() if card.rules}
    if any(OWN_RULES.get(id, rules) != rules for id, rules in own_rules.items()):
        forget()
    OWN_RULES.update(own_rules)


CARDS = CardsInUse(MORE_CARDS, lambda paths: load_cards(extra=paths))
"""`CARDS()`: the cards in use, read once: those that come with the program, and those of `using_cards`."""

using_cards = CARDS.using


def _with_parts(read: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The cards, those that name a rule made of others with these as well."""
    parts = {rule.id: rule.made_of for rule in read["ability"].values() if rule.made_of}

    def whole(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part for id in ids for part in (id, *parts.get(id, ()))))

    def bearing(card: Any) -> Any:
        changes: dict[str, Any] = {"abilities": whole(card.abilities)}
        if getattr(card, "cortexes", ()):
            changes["cortexes"] = tuple(c.model_copy(update={"abilities": whole(c.abilities)}) for c in card.cortexes)
        return card.model_copy(update=changes)

    cards = {kind: dict(cards_by_id) for kind, cards_by_id in read.items()}
    for kind in ("unit", "weapon") if parts else ():
        cards[kind] = {id: bearing(card) for id, card in cards[kind].items()}
    return cards


def _digest(read: Mapping[str, Mapping[str, Card]]) -> str:
    def numbers(card: Card) -> dict[str, Any]:
        left_out = KEPT_OUT if getattr(card, "rules", ()) else {*KEPT_OUT, "rules"}  # what no card had once
        return card.model_dump(mode="json", by_alias=True, exclude=left_out)

    data = {kind: {id: numbers(card) for id, card in cards_by_id.items()} for kind, cards_by_id in read.items()}
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _faults_in(card: Card, cards: Cards) -> Iterator[tuple[str, str]]:
    """What is wrong with a card by itself or with what it names: the place in it, and the mistake."""
    if isinstance(card, UnitCard):
        yield from _unit_shape(card)
        yield from _unknown("weapons", card.weapons, cards.weapons, "weapon")
        yield from _rules("abilities", card.abilities, cards)
        for i, cortex in enumerate(card.cortexes):
            yield from _rules(f"cortexes[{i}].abilities", cortex.abilities, cards)
        for location, options in card.weapon_options.items():
            yield from _options(card, location, options, cards)
        if card.joins:
            squads = {id for id, unit in cards.units.items() if unit.kind == "squad"}
            yield from _unknown("joins", card.joins, squads, "squad")
    elif isinstance(card, WeaponCard):
        yield from _weapon_shape(card)
        yield from _rules("abilities", card.abilities, cards)
        yield from _qualities(card.qualities, cards)
        if card.components:
            plain = {id for id, weapon in cards.weapons.items() if weapon.kind in ("melee", "ranged")}
            yield from _unknown("components", card.components, plain, "melee or ranged weapon")
    elif isinstance(card, AbilityCard):
        yield from _rules("made_of", card.made_of, cards)
        for i, id in enumerate(card.made_of):
            if card.kind == "quality" or (id in cards.abilities and cards.abilities[id].made_of):
                quality = "a weapon quality cannot be made of other rules"
                message = quality if card.kind == "quality" else f"{id!r} is itself made of other rules"
                yield f"made_of[{i}]", message
        yield from _own_rules(card)
    elif isinstance(card, CypherCard):
        yield from _qualities(card.qualities, cards)
        if card.kind == "fury" and not card.energy:
            yield "energy", "missing; every Fury needs it"


def _own_rules(card: AbilityCard) -> Iterator[tuple[str, str]]:
    """Rules that the kind of the card, or its trigger, leaves without a moment."""
    if card.rules and card.kind == "quality":
        yield "rules", "a weapon quality cannot have rules"
    for i, rule in enumerate(card.rules):
        if rule.does and rule.on is None and card.trigger not in ("spike", "action"):
            yield f"rules[{i}]", 'expected the trigger "spike" or "action", or a moment in `on`'


def _unknown(place: str, ids: Iterable[str], known_ids: Iterable[str], kind: str) -> Iterator[tuple[str, str]]:
    for i, id in enumerate(ids):
        if id not in known_ids:
            yield f"{place}[{i}]", f"unknown {kind} {id!r}{near(id, known_ids)}"


def _rules(place: str, ids: Iterable[str], cards: Cards) -> Iterator[tuple[str, str]]:
    """Ids that are no advantage or special rule."""
    return _unknown(place, ids, [a.id for a in cards.abilities.values() if a.kind != "quality"], "ability")


def _qualities(ids: Iterable[str], cards: Cards) -> Iterator[tuple[str, str]]:
    return _unknown("qualities", ids, [a.id for a in cards.abilities.values() if a.kind == "quality"], "weapon quality")


def _unit_shape(card: UnitCard) -> Iterator[tuple[str, str]]:
    """What every unit of the card's kind must have and no other has (pp. <26, 41 to 43)."""
    warjack, attachment = card.kind == "warjack", card.kind == "attachment"
    for name in ("str", "cortexes", "hardpoints", "weapon_points", "weapon_options"):
        if bool(getattr(card, name)) != warjack:
            yield name, "missing; every warjack needs it" if warjack else f"only a warjack can have it; this is a {card.kind}"
    if bool(card.joins) != attachment:
        needed = "missing; every attachment needs it"
        yield "joins", needed if attachment else f"only an attachment can have it; this is a {card.kind}"
    if (card.spd is None) != attachment:
        yield "spd", "an attachment uses the SPD of its squad" if attachment else "missing"
    if card.hero and card.kind != "solo":
        yield "hero", f"only a solo can be a Hero; this is a {card.kind}"
    if card.size > 1 and card.kind != "squad":
        yield "size", f"only a squad has several models; this is a {card.kind}"


def _options(card: UnitCard, location: str, options: tuple[str, ...], cards: Cards) -> Iterator[tuple[str, str]]:
    """What is wrong with the weapons a chassis offers for one kind of hardpoint."""
    place = f"weapon_options.{location}"
    if location not in card.hardpoints:
        yield place, "the chassis has no such hardpoint"
    yield from _unknown(place, options, cards.weapons, "weapon")
    for i, id in enumerate(options):
        if id in cards.weapons and cards.weapons[id].location != location:
            yield f"{place}[{i}]", f"the card of {id!r} says {cards.weapons[id].location or 'no hardpoint'}"


def _weapon_shape(card: WeaponCard) -> Iterator[tuple[str, str]]:
    """What every weapon of the card's kind must have and no other has."""
    attacks = card.kind in ("melee", "ranged")
    for name in ("energy", "rng"):
        if bool(getattr(card, name)) != attacks:
            needed = "missing; every weapon needs it"
            yield name, needed if attacks else f"only a weapon that attacks can have it; this is {card.kind}"
    if bool(card.components) != (card.kind == "composite"):
        yield "components", "a composite needs them, and no other weapon can have them"
    if (card.points is None) != (card.location is None):
        yield "points", "expected both points and location, or neither"
