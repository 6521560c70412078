"""The words of a question about the rules, cut to their stems. What is special about a word stands in `question_words.toml`."""
from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class _Words:
    """Words that say nothing, the word behind each irregular form, and what a word may also stand for in the book's words."""

    stop: frozenset[str]
    irregular: dict[str, str]
    meant: dict[str, list[str]]


@cache
def _words() -> _Words:
    data = tomllib.loads(files("wc3d.warcaster.book").joinpath("question_words.toml").read_text(encoding="utf-8"))
    irregular = {form: word for word, forms in data["forms"].items() for form in forms.split()}
    return _Words(frozenset(data["stop"].split()), irregular, {word: others.split() for word, others in data["meant"].items()})


ENDINGS = ("ations", "ation", "ments", "ment", "ings", "ing", "ly", "ates", "ated", "ate", "ies", "ed", "es", "s", "e", "y")


def stem(word: str) -> str:
    """A word without its ending: moves, moved, moving and move are one."""
    word = _words().irregular.get(word, word)
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word.removesuffix(ending)
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl" else word


def stems(text: str) -> list[str]:
    """The stems of a text's words, in order, without those that say nothing."""
    plain = re.sub(r"\bgo(es)? (first|second)\b", r"\2 turn", re.sub(r"\blos\b", "line of sight", text.lower()))
    return [stem(word) for word in re.findall(r"[a-z0-9]+", plain) if word not in _words().stop]


def meant() -> dict[str, set[str]]:
    """For a stem the stems it may also stand for."""
    found: dict[str, set[str]] = {}
    for word, others in _words().meant.items():
        found.setdefault(stem(word), set()).update({stem(other) for other in others} - {stem(word)})
    return found
