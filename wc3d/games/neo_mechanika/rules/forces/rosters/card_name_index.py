"""Finding the card that a roster means by a name: the same name, another name for it, or the nearest in spelling."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

MAX_NAME_LENGTH = 100
"""Characters: no card has a longer name."""

MIN_SIMILARITY = 0.85
"""A name is guessed if it is at least this like one name (1: the same)..."""

MIN_SIMILARITY_LEAD = 0.05
"""...and that name is nearer than any other by this."""

MIN_SUGGESTION_SIMILARITY = 0.6
"""Names this like it are told."""

AnyCard = TypeVar("AnyCard")


def normalize_name(name: str) -> str:
    """A name without what people write differently: capitals, accents, spaces, quotes and other punctuation."""
    spelled = unicodedata.normalize("NFKD", name[:MAX_NAME_LENGTH].replace("&", " and "))
    return "".join(c for c in spelled.casefold() if c.isalnum())


@cache
def load_aliases() -> Mapping[str, dict[str, str]]:
    """Plain names of the ecosystem's catalogue: "units" and "weapons" by the id of the card, "left_out" by the kind."""
    data = tomllib.loads(Path(__file__).with_name("other_names.toml").read_text(encoding="utf-8"))
    names_by_kind = {
        kind: {normalize_name(name): id for name, id in data[kind].items()}
        for kind in ("units", "weapons")
    }
    names_by_kind["left_out"] = {
        normalize_name(name): kind for kind, names in data["left_out"].items() for name in names
    }
    return names_by_kind


@dataclass(frozen=True)
class NearestName(Generic[AnyCard]):
    """What a name that nobody has is near to: the card guessed (None: none is near enough) and the names like it."""

    card: AnyCard | None
    names: tuple[str, ...]


class CardNameIndex(Generic[AnyCard]):
    """Cards by their plain names; of two with one name the first."""

    def __init__(self, cards: Iterable[tuple[AnyCard, Iterable[str]]]) -> None:
        """`cards`: each with its names, the printed one first."""
        self._cards: dict[str, AnyCard] = {}
        self._printed: dict[str, str] = {}
        entries = [(card, list(names)) for card, names in cards]
        for i in range(
            max((len(names) for _, names in entries), default=0)
        ):  # every printed name before any other name
            for card, names in entries:
                if i < len(names) and (key := normalize_name(names[i])):
                    self._cards.setdefault(key, card)
                    self._printed.setdefault(key, names[0])

    def find(self, name: str) -> AnyCard | None:
        """The card of that name, or None."""
        return self._cards.get(normalize_name(name)) if len(name) <= MAX_NAME_LENGTH else None

    def find_nearest(self, name: str) -> NearestName[AnyCard]:
        """The card whose name is nearest in spelling."""
        matcher = SequenceMatcher(
            b=normalize_name(name) if len(name) <= MAX_NAME_LENGTH else "", autojunk=False
        )
        candidates: dict[str, tuple[float, AnyCard]] = {}
        for key, card in self._cards.items():
            matcher.set_seq1(key)
            if (
                matcher.real_quick_ratio() >= MIN_SUGGESTION_SIMILARITY
                and matcher.quick_ratio() >= MIN_SUGGESTION_SIMILARITY
                and matcher.ratio() >= MIN_SUGGESTION_SIMILARITY
            ):
                printed = self._printed[key]
                candidates[printed] = max(
                    candidates.get(printed, (0.0, card)),
                    (matcher.ratio(), card),
                    key=lambda f: f[0],
                )
        best = sorted(candidates.items(), key=lambda f: -f[1][0])[:3]
        names = tuple(name for name, _ in best)
        alike = [*(likeness for _, (likeness, _) in best), 0.0, 0.0]
        sure = alike[0] >= MIN_SIMILARITY and alike[0] - alike[1] >= MIN_SIMILARITY_LEAD
        return NearestName(best[0][1][1] if sure else None, names)
