"""A battlegroup's cards to print and cut out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wc3d.games.warmachine.rules.card_words import (
    SYSTEM_NAMES,
    describe_kind,
    effects_text,
    model_stats,
    sentence,
    spell_lines,
    title_from_id,
    weapon_lines,
)
from wc3d.games.warmachine.rules.cards import CARDS, AnyCard, UnitCard, WarcasterCard, WarjackCard
from wc3d.games.warmachine.rules.damage_grid import DamageGrid
from wc3d.printing.paper_cards import CardEntry, PaperCard, TickRow

BOXES_PER_GROUP = 5


def make_paper_card(card: AnyCard) -> PaperCard:
    """Return a model's card with its boxes: a grid, or a row for each trooper."""
    grid = card.grid if isinstance(card, WarjackCard) else ()
    return PaperCard(
        card.name,
        f"{describe_kind(card, CARDS())}, {title_from_id(card.faction)}, {card.base} base",
        tuple((name, value.split(" (")[0]) for name, value in model_stats(card)),
        tuple(_tick_rows(card)),
        tuple(row.replace("x", " ") for row in grid),
        tuple(_entries(card)),
    )


def _tick_rows(card: AnyCard) -> Iterator[TickRow]:
    if isinstance(card, WarjackCard):
        return
    if isinstance(card, UnitCard):
        yield TickRow("Boxes", (card.boxes,) * card.size)
        return
    groups, rest = divmod(card.boxes, BOXES_PER_GROUP)
    yield TickRow("Boxes", (BOXES_PER_GROUP,) * groups + ((rest,) if rest else ()))


def _entries(card: AnyCard) -> Iterator[CardEntry]:
    if isinstance(card, WarjackCard):
        systems = [s for s in DamageGrid(card.grid).systems if s != "hull"]
        yield CardEntry("", ", ".join(f"{s} {SYSTEM_NAMES.get(s, s)}" for s in systems))
        if card.shield_arm:
            yield CardEntry("ARM", f"{card.shield_arm} with its shield")
    yield from (CardEntry("", sentence(trait.describe())) for trait in card.traits)
    for weapon in card.weapons:
        yield _join(weapon_lines(weapon, card))
    if isinstance(card, WarcasterCard):
        for spell in card.spells:
            yield _join(spell_lines(spell))
        yield CardEntry(f"Feat, {card.feat.name}", effects_text(card.feat.effects))
    elif isinstance(card, WarjackCard):
        for special in card.special_attacks:
            yield CardEntry(special.name, sentence(special.describe()))


def _join(lines: Iterable[str]) -> CardEntry:
    """Return the lines of a weapon or a spell as one paragraph."""
    first, *effects = (line.strip() for line in lines)
    name, _, numbers = first.partition(": ")
    return CardEntry(name, " ".join([f"{numbers}." if effects else numbers, *effects]))
