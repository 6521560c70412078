"""What is assumed or disputed on cards, each doubt once, with the cards it is on."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from wc3d.engine.wrap_text import join_names, wrap

if TYPE_CHECKING:
    from wc3d.card_files import Card


def find_doubts(known: Mapping[str, Card]) -> list[tuple[str, list[str]]]:
    """Each doubtful or assumed value, with the keys of the cards it is on; what is on the most cards first."""
    found: dict[str, list[str]] = {}
    for key, card in known.items():
        for doubt in card.doubts:
            found.setdefault(doubt, []).append(key)
    return sorted(found.items(), key=lambda item: -len(item[1]))


def describe_doubts(found: Sequence[tuple[str, Sequence[str]]], names: Mapping[str, str]) -> Iterator[str]:
    """The doubts in words; `names` are those of all cards looked at, by key."""
    for doubt, on in found:
        yield wrap(doubt, "", "  ")
        yield wrap(join_names(names[key] for key in on))
    count = len({key for _, on in found for key in on})
    several = "1 doubtful value" if len(found) == 1 else f"{len(found)} doubtful values"
    yield f"{several} on {count} of {count_cards(names)}" if found else f"no doubtful values on {count_cards(names)}"


def count_cards(known: Mapping[str, object]) -> str:
    """How many cards: "1 card", "2 cards"."""
    return f"{len(known)} card{'' if len(known) == 1 else 's'}"
