"""Short names: which thing a player means by "wolf", "fire_team_b" or "A2"; what could be meant, if it is not clear."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from wc3d._internal.suggestions import singular
from wc3d.errors import InputError

MAX_LISTED_NAMES = 8
"""How many names a question back lists at most."""

MAX_NAME_WORDS = 6
"""Words of a name at most."""

SEPARATOR_WORDS = frozenset({"at", "on", "with", "through", "via", "by", "near", "to"})
"""Words that stand between names."""


PLACE_PATTERN = re.compile(r"(?<!\S)-?\d+(?:\.\d+)?(?:,-?\d+(?:\.\d+)?){1,2}(?!\S)")
"""A place as it is typed: X,Y or X,Y,Z."""


def _are_beginnings(parts: list[str], words: list[str]) -> bool:
    return all(any(word.startswith(part) for word in words) for part in parts)


MATCH_RULES: tuple[Callable[[list[str], list[str]], bool], ...] = (
    lambda asked, words: asked == words,
    lambda asked, words: all(word in words for word in asked),
    _are_beginnings,
)
"""How the words asked for may fit those of a name, the surest way first: all of them, some, their beginnings."""


class AmbiguousNameError(InputError):
    """Several things could be meant."""


def split_name(text: str) -> list[str]:
    """The words of a name, in small letters."""
    return re.findall(r"[a-z]+(?:#\d+)?|\d+|#", text.lower())


def singular_words(text: str) -> list[str]:
    """The words of a name, plurals in the singular: a trooper of the Husks is a Husk."""
    return [singular(word) if len(word) > 3 else word for word in split_name(text)]


def match_name(
    text: str, names: Mapping[str, str], kind: str, labels: Mapping[str, str] | None = None
) -> str:
    """The id that is meant, of those known by id and name: an id, a label of the plan, a name, or the beginnings of its words.

    Raises InputError that says what there is, and UnclearNameError that says what could be meant.
    """
    if text in names:
        return text
    if (
        place := PLACE_PATTERN.search(text)
    ) is not None:  # its numbers must not pass for those of a name
        raise InputError(f"{place[0]} is a place: expected a name ({kind})")
    matches = [id for id, label in (labels or {}).items() if label == text and id in names]
    words, singular_forms = split_name(text), singular_words(text)
    for fits in MATCH_RULES if words else ():
        matches = matches or [id for id, name in names.items() if fits(words, split_name(name))]
        if (
            fits is not _are_beginnings
        ):  # a beginning in the singular, mar of mars, would fit too much
            matches = matches or [
                id for id, name in names.items() if fits(singular_forms, singular_words(name))
            ]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise AmbiguousNameError(
            f"{text!r} is not clear: {_list_names(matches, names, labels or {})}?"
        )
    hint = f"; expected {_list_names(names, names, labels or {})}" if names else ""
    raise InputError(f"there is no {kind} {text!r} here{hint}")


def count_name_words(
    words: Sequence[str], names: Mapping[str, str], labels: Mapping[str, str]
) -> int:
    """How many of the words that come next are one name, of those known: as many as can be, at least the first."""
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
