"""Doubtful values on cards: each doubt once, with its cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from wc3d.engine.text import join_names, wrap_paragraph

if TYPE_CHECKING:
    from wc3d.card_files import Card


def find_doubts(cards: Mapping[str, Card]) -> list[tuple[str, list[str]]]:
    """Return each doubtful or assumed value with the keys of its cards, the most frequent first."""
    keys_by_doubt: dict[str, list[str]] = {}
    for key, card in cards.items():
        for doubt in card.doubts:
            keys_by_doubt.setdefault(doubt, []).append(key)
    return sorted(keys_by_doubt.items(), key=lambda item: -len(item[1]))


def describe_doubts(
    doubts: Sequence[tuple[str, Sequence[str]]], names: Mapping[str, str]
) -> Iterator[str]:
    """Describe the doubts; `names` has the names of all cards by key."""
    for doubt, keys in doubts:
        yield wrap_paragraph(doubt, "", "  ")
        yield wrap_paragraph(join_names(names[key] for key in keys))
    count = len({key for _, keys in doubts for key in keys})
    several = "1 doubtful value" if len(doubts) == 1 else f"{len(doubts)} doubtful values"
    yield (
        f"{several} on {count} of {format_card_count(names)}"
        if doubts
        else f"no doubtful values on {format_card_count(names)}"
    )


def format_card_count(cards: Mapping[str, object]) -> str:
    """Format the number of cards: "1 card", "2 cards"."""
    return f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
