"""Load the cards from TOML: units, weapons, Cyphers and their rules. Errors have places."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from wc3d._internal.memo import use_terrain
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
from wc3d.games.neo_mechanika.rules.custom_rule_format import CustomRule, Energy
from wc3d.table.maps.strict_json import FileFault, Id, StrictBool, StrictModel

PrintedNumber = Annotated[int, Field(strict=True, ge=1, le=30)]
"""A printed number: no stat is below 1 (NM-STA-13)."""

Kind = Literal["warjack", "squad", "solo", "attachment"]
CypherKind = Literal["fury", "geometric", "harmonic", "overdrive"]
TargetKind = Literal[
    "enemy_model",
    "enemy_unit_model",
    "friendly_squad",
    "friendly_warjack",
    "friendly_solo",
    "friendly_unit",
    "friendly_unit_model",
]
Stat = Literal["SPD", "STR", "MAT", "RAT", "FOC", "DEF", "ARM"]

SHIPPED_CARDS_FOLDER = Path(__file__).with_name("cards")
"""The folder of the shipped cards."""

CARDS_ENV_VARIABLE = "WC3D_CARDS"
"""The environment variable with paths of additional cards, one path on a line."""

DIGEST_EXCLUDED_FIELDS = {"text", "doubts", "page", "made_of"}
"""The fields that do not affect a game's numbers and are not part of the digest.

The parts of a rule count on the cards that name the rule.
"""


class CortexCard(StrictModel):
    """A warjack's head (p. 42): it brings special rules and costs nothing."""

    id: CardId
    name: Id
    abilities: tuple[CardId, ...] = Field(min_length=1)


class UnitCard(Card):
    """A unit or squad attachment (p. <26). A missing stat is None.

    `abilities` are its advantages and special rules, `cost` its deployment cost in Arc, `size` its
    number of models. `health` is 1 even if the card prints no boxes, `page` shows the unit in the
    book, `joins` are an attachment's squads.
    """

    kind: Kind
    hero: StrictBool = False
    factions: tuple[CardId, ...] = Field(min_length=1)
    base: Literal["small", "medium", "large"]
    spd: PrintedNumber | None = None
    str: PrintedNumber | None = None
    mat: PrintedNumber
    rat: PrintedNumber
    foc: PrintedNumber | None = None
    def_: PrintedNumber = Field(alias="def")
    arm: PrintedNumber
    health: PrintedNumber
    cost: PrintedNumber
    size: PrintedNumber
    weapons: tuple[CardId, ...] = ()
    abilities: tuple[CardId, ...] = ()
    cortexes: tuple[CortexCard, ...] = ()
    hardpoints: dict[CardId, PrintedNumber] = {}  # noqa: RUF012
    weapon_points: PrintedNumber | None = None
    weapon_options: dict[CardId, tuple[CardId, ...]] = {}  # noqa: RUF012
    joins: tuple[CardId, ...] = ()
    tags: tuple[CardId, ...] = ()
    page: CardText = ""

    def __hash__(self) -> int:
        return hash(self.id)

    def stat(self, name: Stat) -> int | None:
        """Return a printed stat ("DEF"), or None if the card lacks it."""
        value: int | None = getattr(self, "def_" if name == "DEF" else name.lower())
        return value

    def cortex(self, id: CardId | None) -> CortexCard | None:
        """Return the head with this id, or None if the card does not list it."""
        return next((c for c in self.cortexes if c.id == id), None)


class WeaponCard(Card):
    """A weapon, a piece of equipment (no attack) or a composite of several weapons.

    `rng` is in inches, `pow` in Action Dice (None: no damage roll). `count` is the number of
    identical weapons on a model (NM-STA-20). `points` and `location` are the cost and the
    hardpoint as a warjack's option (p. 42).
    """

    kind: Literal["melee", "ranged", "equipment", "composite"]
    energy: tuple[Energy, ...] = ()
    rng: PrintedNumber | None = None
    pow: PrintedNumber | None = None
    count: PrintedNumber = 1
    points: PrintedNumber | None = None
    location: CardId | None = None
    qualities: tuple[CardId, ...] = ()
    abilities: tuple[CardId, ...] = ()
    components: tuple[CardId, ...] = ()


class CypherCard(Card):
    """A Cypher (p. 38). It expires when resolved, after the turn, or after the Pulse round."""

    kind: CypherKind
    pow: PrintedNumber | None = None
    energy: tuple[Energy, ...] = ()
    expires: Literal["resolved", "turn", "pulse_round"]
    target: TargetKind
    qualities: tuple[CardId, ...] = ()
    text: CardText
    rules: tuple[CustomRule, ...] = ()


class AbilityCard(Card):
    """An advantage, a weapon quality or a special rule, with a sentence on its effect and time.

    `made_of` lists the abilities that it brings, `rules` its effects in single words
    (`custom_rule_format`). A custom rule needs nothing more to work.
    """

    kind: Literal["advantage", "quality", "ability"]
    trigger: Literal["always", "charge", "spike", "action", "reaction"]
    text: CardText
    page: CardText = ""
    made_of: tuple[CardId, ...] = ()
    rules: tuple[CustomRule, ...] = ()


@dataclass(frozen=True)
class Cards:
    """All cards of a game, by id. The `digest` is the sha256 of all data that affect a game."""

    digest: str
    units: dict[str, UnitCard] = field(compare=False, repr=False)
    weapons: dict[str, WeaponCard] = field(compare=False, repr=False)
    cyphers: dict[str, CypherCard] = field(compare=False, repr=False)
    abilities: dict[str, AbilityCard] = field(compare=False, repr=False)

    def unit(self, id: str) -> UnitCard:
        """Return a unit or attachment by id. Raises InputError with similar ids."""
        return find_card("unit", id, self.units)

    def weapon(self, id: str) -> WeaponCard:
        """Return a weapon by id. Raises InputError with similar ids."""
        return find_card("weapon", id, self.weapons)

    def cypher(self, id: str) -> CypherCard:
        """Return a Cypher by id. Raises InputError with similar ids."""
        return find_card("Cypher", id, self.cyphers)

    def ability(self, id: str) -> AbilityCard:
        """Return an advantage, quality or special rule. Raises InputError with similar ids."""
        return find_card("ability", id, self.abilities)

    def factions(self) -> tuple[str, ...]:
        """The Factions of the units."""
        return tuple(sorted({f for u in self.units.values() for f in u.factions}))


_KINDS: dict[str, type[Card]] = {
    "unit": UnitCard,
    "weapon": WeaponCard,
    "cypher": CypherCard,
    "ability": AbilityCard,
}
"""The tables of a card file: [[unit]], [[weapon]], [[cypher]], [[ability]]."""


def load_cards(folder: Path | None = None, extra: Iterable[Path] = ()) -> Cards:
    """Return the cards of `folder` (None: the shipped ones) and of the `extra` folders or files.

    Raises CardError, which lists every fault with file and place: first the faults of single
    files. Without those, it lists the faults of cards that do not fit together.
    """
    read, places = read_card_files((folder or SHIPPED_CARDS_FOLDER, *extra), _KINDS)
    faults: list[FileFault] = []
    read = _add_rule_parts(read)
    cards = Cards(_compute_digest(read), *(read[kind] for kind in _KINDS))
    for kind, cards_by_id in read.items():
        for card in cards_by_id.values():
            faults += [
                FileFault(f"{places[kind, card.id]}.{place}", text)
                for place, text in _find_faults(card, cards)
            ]
    if faults:
        raise CardError("cards", faults)
    _register_own_rules(cards)
    return cards


CustomRules = tuple[tuple[CustomRule, ...], str]

CUSTOM_RULES: dict[str, CustomRules] = {}
"""The custom rules of cards with their triggers, by id; a Cypher's id has the prefix "cypher:"."""


def _register_own_rules(cards: Cards) -> None:
    """Register the cards' custom rules and clear the caches for rules with these names."""
    own_rules: dict[str, CustomRules] = {
        card.id: (card.rules, card.trigger) for card in cards.abilities.values() if card.rules
    }
    own_rules |= {
        f"cypher:{card.id}": (card.rules, "") for card in cards.cyphers.values() if card.rules
    }
    if any(CUSTOM_RULES.get(id, rules) != rules for id, rules in own_rules.items()):
        use_terrain(None)
    CUSTOM_RULES.update(own_rules)


CARDS = ActiveCards(CARDS_ENV_VARIABLE, lambda paths: load_cards(extra=paths))
"""The cards in use: `CARDS()` returns the shipped cards and those of `using_cards`, cached."""

using_cards = CARDS.use_files


def _add_rule_parts(read: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the cards with the parts of composite rules added to their abilities."""
    parts = {rule.id: rule.made_of for rule in read["ability"].values() if rule.made_of}

    def whole(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part for id in ids for part in (id, *parts.get(id, ()))))

    def bearing(card: Any) -> Any:
        changes: dict[str, Any] = {"abilities": whole(card.abilities)}
        if getattr(card, "cortexes", ()):
            changes["cortexes"] = tuple(
                c.model_copy(update={"abilities": whole(c.abilities)}) for c in card.cortexes
            )
        return card.model_copy(update=changes)

    cards = {kind: dict(cards_by_id) for kind, cards_by_id in read.items()}
    for kind in ("unit", "weapon") if parts else ():
        cards[kind] = {id: bearing(card) for id, card in cards[kind].items()}
    return cards


def _compute_digest(read: Mapping[str, Mapping[str, Card]]) -> str:
    def numbers(card: Card) -> dict[str, Any]:
        left_out = (
            DIGEST_EXCLUDED_FIELDS
            if getattr(card, "rules", ())
            else {*DIGEST_EXCLUDED_FIELDS, "rules"}
        )  # cards had no rules when digests were first saved
        return card.model_dump(mode="json", by_alias=True, exclude=left_out)

    data = {
        kind: {id: numbers(card) for id, card in cards_by_id.items()}
        for kind, cards_by_id in read.items()
    }
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


def _find_faults(card: Card, cards: Cards) -> Iterator[tuple[str, str]]:
    """Yield (place, fault) pairs for a card and its references."""
    if isinstance(card, UnitCard):
        yield from _check_unit_shape(card)
        yield from _find_unknown("weapons", card.weapons, cards.weapons, "weapon")
        yield from _check_abilities("abilities", card.abilities, cards)
        for i, cortex in enumerate(card.cortexes):
            yield from _check_abilities(f"cortexes[{i}].abilities", cortex.abilities, cards)
        for location, options in card.weapon_options.items():
            yield from _check_options(card, location, options, cards)
        if card.joins:
            squads = {id for id, unit in cards.units.items() if unit.kind == "squad"}
            yield from _find_unknown("joins", card.joins, squads, "squad")
    elif isinstance(card, WeaponCard):
        yield from _check_weapon_shape(card)
        yield from _check_abilities("abilities", card.abilities, cards)
        yield from _check_qualities(card.qualities, cards)
        if card.components:
            plain = {
                id for id, weapon in cards.weapons.items() if weapon.kind in ("melee", "ranged")
            }
            yield from _find_unknown("components", card.components, plain, "melee or ranged weapon")
    elif isinstance(card, AbilityCard):
        yield from _check_abilities("made_of", card.made_of, cards)
        for i, id in enumerate(card.made_of):
            if card.kind == "quality" or (id in cards.abilities and cards.abilities[id].made_of):
                quality = "a weapon quality cannot be made of other rules"
                message = (
                    quality if card.kind == "quality" else f"{id!r} is itself made of other rules"
                )
                yield f"made_of[{i}]", message
        yield from _check_own_rules(card)
    elif isinstance(card, CypherCard):
        yield from _check_qualities(card.qualities, cards)
        if card.kind == "fury" and not card.energy:
            yield "energy", "missing; every Fury needs it"


def _check_own_rules(card: AbilityCard) -> Iterator[tuple[str, str]]:
    """Yield faults for rules that have no moment by the card's kind and trigger."""
    if card.rules and card.kind == "quality":
        yield "rules", "a weapon quality cannot have rules"
    for i, rule in enumerate(card.rules):
        if rule.does and rule.on is None and card.trigger not in ("spike", "action"):
            yield f"rules[{i}]", 'expected the trigger "spike" or "action", or a moment in `on`'


def _find_unknown(
    place: str, ids: Iterable[str], known_ids: Iterable[str], kind: str
) -> Iterator[tuple[str, str]]:
    for i, id in enumerate(ids):
        if id not in known_ids:
            yield f"{place}[{i}]", f"unknown {kind} {id!r}{suggest_similar(id, known_ids)}"


def _check_abilities(place: str, ids: Iterable[str], cards: Cards) -> Iterator[tuple[str, str]]:
    """Yield faults for ids that are not advantages or special rules."""
    return _find_unknown(
        place, ids, [a.id for a in cards.abilities.values() if a.kind != "quality"], "ability"
    )


def _check_qualities(ids: Iterable[str], cards: Cards) -> Iterator[tuple[str, str]]:
    return _find_unknown(
        "qualities",
        ids,
        [a.id for a in cards.abilities.values() if a.kind == "quality"],
        "weapon quality",
    )


def _check_unit_shape(card: UnitCard) -> Iterator[tuple[str, str]]:
    """Yield faults for a unit's missing or wrong fields, by its kind (pp. <26, 41 to 43)."""
    warjack = card.kind == "warjack"
    attachment = card.kind == "attachment"
    for name in ("str", "cortexes", "hardpoints", "weapon_points", "weapon_options"):
        if bool(getattr(card, name)) != warjack:
            yield (
                name,
                "missing; every warjack needs it"
                if warjack
                else f"only a warjack can have it; this is a {card.kind}",
            )
    if bool(card.joins) != attachment:
        needed = "missing; every attachment needs it"
        yield (
            "joins",
            needed if attachment else f"only an attachment can have it; this is a {card.kind}",
        )
    if (card.spd is None) != attachment:
        yield "spd", "an attachment uses the SPD of its squad" if attachment else "missing"
    if card.hero and card.kind != "solo":
        yield "hero", f"only a solo can be a Hero; this is a {card.kind}"
    if card.size > 1 and card.kind != "squad":
        yield "size", f"only a squad has several models; this is a {card.kind}"


def _check_options(
    card: UnitCard, location: str, options: tuple[str, ...], cards: Cards
) -> Iterator[tuple[str, str]]:
    """Yield faults for a chassis's weapon options at one kind of hardpoint."""
    place = f"weapon_options.{location}"
    if location not in card.hardpoints:
        yield place, "the chassis has no such hardpoint"
    yield from _find_unknown(place, options, cards.weapons, "weapon")
    for i, id in enumerate(options):
        if id in cards.weapons and cards.weapons[id].location != location:
            yield (
                f"{place}[{i}]",
                f"the card of {id!r} says {cards.weapons[id].location or 'no hardpoint'}",
            )


def _check_weapon_shape(card: WeaponCard) -> Iterator[tuple[str, str]]:
    """Yield faults for a weapon's missing or wrong fields, by its kind."""
    attacks = card.kind in ("melee", "ranged")
    for name in ("energy", "rng"):
        if bool(getattr(card, name)) != attacks:
            needed = "missing; every weapon needs it"
            yield (
                name,
                needed
                if attacks
                else f"only a weapon that attacks can have it; this is {card.kind}",
            )
    if bool(card.components) != (card.kind == "composite"):
        yield "components", "a composite needs them, and no other weapon can have them"
    if (card.points is None) != (card.location is None):
        yield "points", "expected both points and location, or neither"
