"""Cards as text: stats, weapons, grid, spells, feat, rules, sources and doubts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wc3d.engine.name_matching import match_name
from wc3d.engine.text import wrap_paragraph
from wc3d.games.warmachine.rules.cards import (
    KIND_BY_CARD,
    AnyCard,
    Armament,
    CardSet,
    ModelCard,
    SoloCard,
    Spell,
    UnitCard,
    WarcasterCard,
    WarjackCard,
)
from wc3d.games.warmachine.rules.damage_grid import DamageGrid
from wc3d.games.warmachine.rules.vocabulary import CardEffect

SYSTEM_NAMES = {
    "A": "arc node",
    "C": "cortex",
    "H": "head",
    "L": "left arm",
    "M": "movement",
    "R": "right arm",
    "hull": "hull",
}
"""The names of the systems in a damage grid, by letter."""

LOCATION_NAMES = {"L": "left arm", "R": "right arm", "H": "head"}


def title_from_id(id: str) -> str:
    """Return an id as a title: "Second Edition"."""
    return id.replace("_", " ").title()


def match_model(text: str, cards: CardSet) -> AnyCard:
    """Return the model with an id, name or part of a name. Raises InputError with suggestions."""
    return cards.models[
        match_name(text, {id: card.name for id, card in cards.models.items()}, "model")
    ]


def match_weapon(text: str, card: AnyCard) -> Armament | Spell:
    """Return a model's weapon or spell by id, name or part of a name. Raises InputError."""
    choices: dict[str, Armament | Spell] = {weapon.id: weapon for weapon in card.weapons}
    if isinstance(card, WarcasterCard):
        choices |= {spell.id: spell for spell in card.spells}
    return choices[
        match_name(
            text,
            {id: choice.name for id, choice in choices.items()},
            f"weapon or spell of {card.name}",
        )
    ]


def describe_card(card: AnyCard, cards: CardSet) -> list[str]:
    """Return a card over several lines that fit the terminal."""
    kind = describe_kind(card, cards)
    lines = [
        wrap_paragraph(
            f"{card.name}: {kind}, {title_from_id(card.faction)}, {card.base} base", "", "  "
        ),
        wrap_paragraph(_stats_text(card)),
    ]
    lines += [
        wrap_paragraph(f"{sentence(trait.describe())}", "  ", "    ") for trait in card.traits
    ]
    lines += [
        wrap_paragraph(text, "  ", "    ")
        for weapon in card.weapons
        for text in weapon_lines(weapon, card)
    ]
    if isinstance(card, WarcasterCard):
        lines += [
            wrap_paragraph(text, "  ", "    ")
            for spell in card.spells
            for text in spell_lines(spell)
        ]
        lines.append(
            wrap_paragraph(
                f"Feat, {card.feat.name}: {effects_text(card.feat.effects)}", "  ", "    "
            )
        )
    elif isinstance(card, WarjackCard):
        lines += [
            wrap_paragraph(f"* {special.name}: {sentence(special.describe())}", "  ", "    ")
            for special in card.special_attacks
        ]
        lines += list(describe_grid(DamageGrid(card.grid)))
    return lines + [wrap_paragraph(text, "  ", "    ") for text in _source_lines(card, cards)]


def model_stats(card: AnyCard) -> list[tuple[str, str]]:
    """Return the stats of a card by name."""
    shield = card.shield_arm if isinstance(card, WarjackCard) else None
    stats = [
        ("SPD", f"{card.spd}"),
        ("STR", f"{card.str_}"),
        ("MAT", f"{card.mat}"),
        ("RAT", f"{card.rat}"),
        ("DEF", f"{card.def_}"),
        ("ARM", f"{card.arm} ({shield} with shield)" if shield else f"{card.arm}"),
    ]
    stats += [("CMD", f"{card.cmd}")] if card.cmd else []
    stats += [("FOC", f"{card.foc}")] if isinstance(card, WarcasterCard) else []
    return stats


def _stats_text(card: AnyCard) -> str:
    boxes = len(DamageGrid(card.grid).boxes) if isinstance(card, WarjackCard) else card.boxes
    stats = ", ".join(f"{name} {value}" for name, value in model_stats(card))
    return f"{stats}, {boxes} box{'es' * (boxes > 1)}"


def describe_kind(card: AnyCard, cards: CardSet) -> str:
    """Return what a model is: "warjack", "unit of 6 including its leader"."""
    if isinstance(card, UnitCard):
        return f"unit of {card.size} including its leader"
    kind = KIND_BY_CARD[type(card)]
    if isinstance(card, WarcasterCard) and card.officer_of:
        kind += f" and officer of a unit of {cards.models[card.officer_of].name}"
    return kind


def weapon_lines(weapon: Armament, card: ModelCard) -> Iterator[str]:
    """Yield a line for a weapon and a line for its effects."""
    location = f" ({LOCATION_NAMES[weapon.location]})" if weapon.location else ""
    if weapon.kind == "melee":
        flags = (
            ("reach", weapon.reach),
            ("open fist", weapon.open_fist),
            ("shield", weapon.shield),
        )
        kinds = [name for name, is_set in flags if is_set]
        numbers = ", ".join([f"POW {weapon.pow}", f"P+S {card.weapon_power(weapon)}", *kinds])
    else:
        range_ = f"SP {weapon.rng}" if weapon.spray else f"{weapon.rng}"
        numbers = f"RNG {range_}, ROF {weapon.rof}, AOE {weapon.aoe or '-'}, POW {weapon.pow}"
    energy = f", {weapon.energy}" if weapon.energy else ""
    yield f"{weapon.name}{location}: {weapon.kind}, {numbers}{energy}"
    yield from _effect_lines(weapon.hits, weapon.criticals)
    yield from (f"  {sentence(trait.describe())}" for trait in weapon.traits)


def spell_lines(spell: Spell) -> Iterator[str]:
    """Yield a line for a spell and a line for its effects."""
    aimed = f"SP {spell.rng}" if spell.spray else f"{spell.rng}"
    reach = {"caster": "caster", "control_area": "CTRL"}.get(spell.targets, aimed)
    kinds = [
        name
        for name, is_set in (
            ("offensive", spell.offensive),
            ("upkeep", spell.upkeep),
            ("once per turn", spell.once_per_turn),
            (spell.energy or "", bool(spell.energy)),
        )
        if is_set
    ]
    numbers = f"cost {spell.cost}, RNG {reach}, AOE {spell.aoe or '-'}, POW {spell.pow or '-'}"
    yield ", ".join([f"Spell {spell.name}: {numbers}", *kinds])
    yield from _effect_lines(spell.hits, spell.criticals)


def _effect_lines(hits: Sequence[CardEffect], criticals: Sequence[CardEffect]) -> Iterator[str]:
    if hits:
        yield f"  {effects_text(hits)}"
    if criticals:
        yield f"  On a critical hit: {effects_text(criticals)}"


def effects_text(effects: Iterable[CardEffect]) -> str:
    """Return effects in sentences."""
    return " ".join(sentence(effect.describe()) for effect in effects)


def sentence(text: str) -> str:
    """Return a text that begins with a capital letter and ends with a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def describe_grid(grid: DamageGrid) -> Iterator[str]:
    """Yield a damage grid's lines: columns 1 to 6, `.` hull, letters systems, # marked boxes."""
    yield "    1 2 3 4 5 6"
    for number, row in enumerate(grid.rows, 1):
        boxes = ((letter, (column, number) in grid.marked) for column, letter in enumerate(row, 1))
        yield (
            "    "
            + " ".join(
                " " if letter == "x" else "#" if marked else letter for letter, marked in boxes
            ).rstrip()
        )
    legend = ", ".join(
        f"{letter} {SYSTEM_NAMES.get(letter, letter)}"
        for letter in grid.systems
        if letter != "hull"
    )
    yield wrap_paragraph(f"{legend}, . hull", "    ", "    ")


def _source_lines(card: ModelCard, cards: CardSet) -> Iterator[str]:
    for fact, source in card.sources.items():
        yield f"{'Source' if fact == 'all' else f'Source of {fact}'}: {cards.sources[source].name}. {cards.sources[source].says}"
    yield from (f"Doubt: {doubt}" for doubt in card.doubts)


LISTED_CARD_KINDS = (
    ("warcasters", WarcasterCard),
    ("warjacks", WarjackCard),
    ("units", UnitCard),
    ("solos", SoloCard),
)
"""The kinds of cards in list order."""


def list_cards(cards: CardSet, faction: str = "") -> list[str]:
    """Return all models' names by faction and kind. Raises InputError for an unknown faction."""
    titles = {id: title_from_id(id) for id in cards.factions()}
    factions = (match_name(faction, titles, "faction"),) if faction else cards.factions()
    lines = []
    for faction_id in factions:
        lines.append(title_from_id(faction_id))
        for kind, of_kind in LISTED_CARD_KINDS:
            names = [
                card.name
                for card in cards.models.values()
                if card.faction == faction_id and isinstance(card, of_kind)
            ]
            lines += [wrap_paragraph(f"{kind}: {', '.join(names)}", "  ", "    ")] if names else []
    return lines
