"""Find the card for a roster's name: the same name, an alias, or the nearest spelling."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Generic, TypeVar

from wc3d._internal.memo import Size, memo_per_process

MAX_NAME_LENGTH = 100
"""The most characters in a card's name."""

MIN_SIMILARITY = 0.85
"""The lowest similarity for guessing a name (1: identical)."""

MIN_SIMILARITY_LEAD = 0.05
"""The lead in similarity that a guess needs over any other name."""

MIN_SUGGESTION_SIMILARITY = 0.6
"""The lowest similarity for suggesting a name."""

AnyCard = TypeVar("AnyCard")


def normalize_name(name: str) -> str:
    """Return a name without capitals, accents, spaces, quotes and other punctuation."""
    spelled = unicodedata.normalize("NFKD", name[:MAX_NAME_LENGTH].replace("&", " and "))
    return "".join(c for c in spelled.casefold() if c.isalnum())


@memo_per_process(Size.FEW)
def load_aliases() -> Mapping[str, dict[str, str]]:
    """Return the ecosystem's names: "units" and "weapons" by card id, "left_out" by kind."""
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
    """The result for an unknown name: the guessed card (None: none is near) and similar names."""

    card: AnyCard | None
    names: tuple[str, ...]


class CardNameIndex(Generic[AnyCard]):
    """Cards by normalized name; the first card wins a name that two cards share."""

    def __init__(self, cards: Iterable[tuple[AnyCard, Iterable[str]]]) -> None:
        """Index `cards`, each with its names, the printed name first."""
        self._cards: dict[str, AnyCard] = {}
        self._printed: dict[str, str] = {}
        entries = [(card, list(names)) for card, names in cards]
        for i in range(max((len(names) for _, names in entries), default=0)):  # printed names first
            for card, names in entries:
                if i < len(names) and (key := normalize_name(names[i])):
                    self._cards.setdefault(key, card)
                    self._printed.setdefault(key, names[0])

    def find(self, name: str) -> AnyCard | None:
        """Return the card with this name, or None."""
        return self._cards.get(normalize_name(name)) if len(name) <= MAX_NAME_LENGTH else None

    def find_nearest(self, name: str) -> NearestName[AnyCard]:
        """Return the card with the most similar name."""
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
