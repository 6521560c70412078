"""What Tab offers at a prompt: the order first, then the names that may follow it, word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class PromptCompletions:
    """What can be typed at a prompt. `orders` are the first words; `names` tells what may be named after such a word."""

    orders: Iterable[str]
    names_after: Callable[[str], Iterable[str]]

    def complete_word(self, line_start: str, prefix: str) -> list[str]:
        """The words that `prefix` may become after what stands before it on the line, in small letters.

        A name of several words goes on where the line has its first ones: "advance fire" is followed by "team".
        """
        typed_words, prefix = line_start.lower().split(), prefix.lower()
        if not typed_words:
            return sorted({order for order in self.orders if order.startswith(prefix)})
        going_on = 0
        matches: set[str] = set()
        for name in self.names_after(typed_words[0]):
            words = name.lower().split()
            maximum = min(len(words), len(typed_words)) - 1
            fits = (
                n
                for n in range(maximum, -1, -1)
                if words[:n] == typed_words[len(typed_words) - n :] and words[n].startswith(prefix)
            )
            match_length = next(fits, -1)
            if match_length > going_on:
                going_on, matches = match_length, set()
            if match_length == going_on:
                matches.add(words[match_length])
        return sorted(matches)
