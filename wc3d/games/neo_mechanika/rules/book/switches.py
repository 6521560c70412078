"""Rulings that the players set otherwise, as people write them: "rerolls_repeat=yes"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from wc3d._internal.suggestions import near
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.book.rulings import GameOptions, Ruling, silences

WORDS: Mapping[str, bool] = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
"""How people write that something is so, or not."""


@cache
def switches() -> Mapping[str, Ruling]:
    """Return every ruling that players can set otherwise, by its name."""
    return {ruling.name: ruling for ruling in silences() if ruling.name in GameOptions.model_fields}


def read_switches(settings: Iterable[str], agreed: GameOptions | None = None) -> GameOptions:
    """Return what is agreed, with these rulings set: "NAME=VALUE" each. Raises InputError."""
    changes: dict[str, bool | int] = {}
    for text in settings:
        name, _, value = (part.strip() for part in text.partition("="))
        if name in changes:
            raise InputError(f"switches: {name} is set twice")
        changes[name] = _value_of(name, value)
    return (agreed or GameOptions()).model_copy(update=changes)


def written_switches(agreed: GameOptions, leave_out: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the rulings that are set otherwise than by default, as `read_switches` reads them."""
    usual, kept_out = GameOptions(), set(leave_out)
    return tuple(
        f"{name}={value_words(value)}"
        for name, value in agreed.model_dump().items()
        if name not in kept_out and value != getattr(usual, name)
    )


def switch_choices(leave_out: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    """Return every value of every switch as it is written, with words that explain it."""
    kept_out = set(leave_out)
    return tuple(
        (setting, f"{name}: {value_words(value)}")
        for name, ruling in switches().items()
        if name not in kept_out
        for value in ruling.options
        for setting in (f"{name}={value_words(value)}",)
    )


def switch_words(setting: str) -> str:
    """Return the sentence on a switch: its ruling with its id. Raises InputError."""
    name, _, value = (part.strip() for part in setting.partition("="))
    _value_of(name, value)
    ruling = switches()[name]
    return f"{ruling.id} set to {value}; by default: {ruling.text}"


def value_words(value: object) -> str:
    """Return a value as people write it: yes, no, 3."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _value_of(name: str, text: str) -> bool | int:
    """Return the value that is meant. Raises InputError, which says what can be written."""
    ruling = switches().get(name)
    if ruling is None:
        raise InputError(f"switches: unknown ruling {name[:60]!r}{near(name, switches())}; `wc3d rulings` lists them")
    for value in ruling.options:
        same_word = isinstance(value, bool) and WORDS.get(text.lower()) is value
        if same_word or text == value_words(value):
            assert isinstance(value, int)
            return value
    expected = ", ".join(map(value_words, ruling.options))
    raise InputError(f"switches: {name} is one of {expected}, not {text[:60]!r}")
