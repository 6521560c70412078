"""Tab completion at a prompt: first the command, then the names that can follow, word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class PromptCompletions:
    """The input at a prompt: `orders` are first words, `names_after` the names that follow one."""

    orders: Iterable[str]
    names_after: Callable[[str], Iterable[str]]

    def complete_word(self, line_start: str, prefix: str) -> list[str]:
        """Return the lowercase completions of `prefix` after the start of the line.

        A name of several words continues from its first words: "team" follows "advance fire".
        """
        typed_words = line_start.lower().split()
        prefix = prefix.lower()
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
                going_on = match_length
                matches = set()
            if match_length == going_on:
                matches.add(words[match_length])
        return sorted(matches)
