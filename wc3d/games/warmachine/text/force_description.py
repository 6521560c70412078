"""A short description of a battlegroup's models and style, by the numbers on its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import mean

from wc3d.engine.text import capitalize
from wc3d.games.warmachine.rules.cards import CARDS, ModelCard, UnitCard, WarcasterCard
from wc3d.games.warmachine.rules.forces import RANDOM_PREFIX, resolve_written_force

MIN_FAST_SPEED, MAX_SLOW_SPEED, MIN_THICK_ARMOR, MAX_THIN_ARMOR = 5.75, 5.0, 16.5, 15.0
"""The thresholds of the mean SPD in inches and the mean ARM that describe a battlegroup."""
MIN_RANGED_SHARE = 0.45
"""The share of ranged weapons for "guns as much as blades"; half of it for "a few guns"."""


def describe_force(named: str) -> str:
    """Describe a force's models and style; only what is known if random. Raises InputError."""
    if named.startswith(RANDOM_PREFIX):
        return "A random warcaster and three random warjacks of this faction."
    cards = [
        card
        for id in resolve_written_force(named, 0).card_ids
        if (card := CARDS().models.get(id)) is not None
    ]
    names = Counter(_describe_card(card) for card in cards)
    models = sum(card.size if isinstance(card, UnitCard) else 1 for card in cards)
    listed = ", ".join(f"{count} {name}" if count > 1 else name for name, count in names.items())
    return f"{models} models: {listed}. {_describe_style(cards)}"


def _describe_card(card: ModelCard) -> str:
    if isinstance(card, WarcasterCard):
        return f"{card.name} (FOC {card.foc}, {len(card.spells)} spells)"
    return card.name


def _describe_style(cards: Sequence[ModelCard]) -> str:
    """Describe a force's style: speed, armor and weapons."""
    weapons = [weapon for card in cards for weapon in card.weapons]
    if not weapons:
        return ""
    speed = mean(card.spd for card in cards)
    armor = mean(card.arm for card in cards)
    guns = sum(weapon.kind == "ranged" for weapon in weapons) / len(weapons)
    words = [
        "fast" if speed >= MIN_FAST_SPEED else "slow" if speed <= MAX_SLOW_SPEED else "",
        "heavy armor"
        if armor >= MIN_THICK_ARMOR
        else "light armor"
        if armor <= MAX_THIN_ARMOR
        else "",
        "guns and melee"
        if guns >= MIN_RANGED_SHARE
        else "melee with a few guns"
        if guns >= MIN_RANGED_SHARE / 2
        else "melee",
    ]
    sentence = ", ".join(filter(None, words))
    return f"{capitalize(sentence)}."
