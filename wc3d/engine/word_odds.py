"""Rank entries by how much likelier each makes the words of a question (naive Bayes)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import log

TEXT_WEIGHT = 0.5
"""The weight of a word in an entry's own texts beside a word in one of its known questions."""

SMOOTHING = 60.0
"""How many words of the whole book each entry is mixed with."""


class WordOdds:
    """The words of each entry, and how often every word occurs in the whole book.

    Every word counts, also small ones ("who", "my", "before"): they tell near entries apart.
    """

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {}
        self._sizes: dict[str, float] = {}
        self._size = 0.0

    def add(
        self, id: str, texts: Iterable[Iterable[str]], questions: Iterable[Iterable[str]]
    ) -> None:
        """Add an entry: the words of its texts, and of each question that it is known to answer."""
        counts = Counter(chain.from_iterable(map(set, questions)))
        for text in texts:
            for word in set(text):
                counts[word] += TEXT_WEIGHT  # type: ignore[assignment]
        self._counts[id] = counts
        self._sizes[id] = sum(counts.values())
        self._size += self._sizes[id]

    def log_odds(self, words: Sequence[str]) -> Mapping[str, float]:
        """Return for each entry how much likelier it makes these words than the whole book does, as a logarithm."""
        odds = dict.fromkeys(self._counts, 0.0)
        known_count = 0
        for word in dict.fromkeys(words):
            matches = {id: counts[word] for id, counts in self._counts.items() if word in counts}
            if matches:
                known_count += 1
                expected = SMOOTHING * sum(matches.values()) / self._size
                for id, count in matches.items():
                    odds[id] += log(1 + count / expected)
        return {
            id: value - known_count * log(1 + self._sizes[id] / SMOOTHING) for id, value in odds.items()
        }
