"""What Tab offers at a prompt: the order first, then the names that may follow it, word by word."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Sayable:
    """What can be typed at a prompt. `orders` are the first words; `names` tells what may be named after such a word."""

    orders: Iterable[str]
    names: Callable[[str], Iterable[str]]

    def next_words(self, before: str, begun: str) -> list[str]:
        """The words that `begun` may become after what stands before it on the line, in small letters.

        A name of several words goes on where the line has its first ones: "advance fire" is followed by "team".
        """
        said, begun = before.lower().split(), begun.lower()
        if not said:
            return sorted({order for order in self.orders if order.startswith(begun)})
        going_on = 0
        found: set[str] = set()
        for name in self.names(said[0]):
            words = name.lower().split()
            most = min(len(words), len(said)) - 1
            fits = (n for n in range(most, -1, -1) if words[:n] == said[len(said) - n :] and words[n].startswith(begun))
            told = next(fits, -1)
            if told > going_on:
                going_on, found = told, set()
            if told == going_on:
                found.add(words[told])
        return sorted(found)
