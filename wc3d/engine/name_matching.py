"""Match short names such as "wolf", "fire_team_b" or "A2", and list candidates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from wc3d._internal.suggestions import singular
from wc3d.errors import InputError

MAX_LISTED_NAMES = 8
"""The most names that a message lists."""

MAX_NAME_WORDS = 6
"""The most words of a name."""

SEPARATOR_WORDS = frozenset({"at", "on", "with", "through", "via", "by", "near", "to"})
"""Words that separate names."""


PLACE_PATTERN = re.compile(r"(?<!\S)-?\d+(?:\.\d+)?(?:,-?\d+(?:\.\d+)?){1,2}(?!\S)")
"""A typed place: X,Y or X,Y,Z."""


def _are_beginnings(parts: list[str], words: list[str]) -> bool:
    return all(any(word.startswith(part) for word in words) for part in parts)


def _has_sequence(asked: list[str], words: list[str]) -> bool:
    """Return whether the words asked for are next to each other and in their order."""
    count = len(asked)
    return any(words[i : i + count] == asked for i in range(len(words) - count + 1))


MATCH_RULES: tuple[Callable[[list[str], list[str]], bool], ...] = (
    lambda asked, words: asked == words,
    _has_sequence,
    lambda asked, words: all(word in words for word in asked),
    _are_beginnings,
)
"""The rules for matching words with a name, surest first: all words, some in a row, some,
their prefixes."""


class AmbiguousNameError(InputError):
    """A name that matches several things."""


def split_name(text: str) -> list[str]:
    """Return the words of a name, in lower case."""
    return re.findall(r"[a-z]+(?:#\d+)?|\d+|#", text.lower())


def singular_words(text: str) -> list[str]:
    """Return the words of a name in the singular: a trooper of the Husks is a Husk."""
    return [singular(word) if len(word) > 3 else word for word in split_name(text)]


def match_name(
    text: str, names: Mapping[str, str], kind: str, labels: Mapping[str, str] | None = None
) -> str:
    """Return the id that a text names: an id, a label of the plan, a name, or the prefixes of its
    words.

    Raises InputError that lists the known names, or AmbiguousNameError that lists the candidates.
    """
    if text in names:
        return text
    if (
        place := PLACE_PATTERN.search(text)
    ) is not None:  # do not mistake its numbers for those of a name
        raise InputError(f"expected a name ({kind}), found coordinates {place[0]}")
    matches = [id for id, label in (labels or {}).items() if label == text and id in names]
    words = split_name(text)
    singular_forms = singular_words(text)
    for fits in MATCH_RULES if words else ():
        matches = matches or [id for id, name in names.items() if fits(words, split_name(name))]
        # the prefix of a singular (mar of mars) would match too much
        if fits is not _are_beginnings:
            matches = matches or [
                id for id, name in names.items() if fits(singular_forms, singular_words(name))
            ]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise AmbiguousNameError(
            f"{text!r} is ambiguous: {_list_names(matches, names, labels or {})}?"
        )
    hint = f"; expected {_list_names(names, names, labels or {})}" if names else ""
    raise InputError(f"there is no {kind} {text!r}{hint}")


def split_at_connector(words: Sequence[str]) -> list[str]:
    """Return the names before and after "to" or "and"; without either, each word is a name."""
    at = next((i for i, word in enumerate(words) if word in ("to", "and")), 0)
    return [" ".join(words[:at]), " ".join(words[at + 1 :])] if at else list(words)


def count_name_words(
    words: Sequence[str], names: Mapping[str, str], labels: Mapping[str, str]
) -> int:
    """Return how many of the next words form one known name: as many as possible, at least 1."""
    if words[0] in names or words[0] in labels.values():
        return 1
    for count in range(min(len(words), MAX_NAME_WORDS), 1, -1):
        word_counts = Counter(singular_words(" ".join(words[:count])))
        if not SEPARATOR_WORDS & {*words[:count]} and any(
            word_counts <= Counter(singular_words(name)) for name in names.values()
        ):
            return count
    return 1


def _list_names(
    ids: Iterable[str], names_by_id: Mapping[str, str], labels: Mapping[str, str]
) -> str:
    ids = list(ids)
    names = [names_by_id[id] for id in ids]
    phrases = [
        name if names.count(name) == 1 else f"{name} ({labels.get(id, id)})"
        for id, name in zip(ids, names, strict=True)
    ]
    return " or ".join(phrases[:MAX_LISTED_NAMES]) + (
        " ..." if len(phrases) > MAX_LISTED_NAMES else ""
    )
