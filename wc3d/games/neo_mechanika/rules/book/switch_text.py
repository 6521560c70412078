"""The players' own settings of rulings, in text form: "rerolls_repeat=yes"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wc3d._internal.memo import Size, memo_per_process
from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.book.rulings import GameOptions, Ruling, silence_rulings

BOOL_WORDS: Mapping[str, bool] = {
    "yes": True,
    "on": True,
    "true": True,
    "no": False,
    "off": False,
    "false": False,
}
"""The accepted words for true and false."""


PLAIN_WORDS: Mapping[str, tuple[str, str, str]] = {
    "mercy": (
        "Mercy Rule",
        "a player without units and void gates plays on",
        "a player with no unit and no void gate in play loses",
    ),
    "reactions_after_passing": (
        "Reactions after passing",
        "a player who has passed is not asked again",
        "after a pass, a player is asked again if the opponent uses an ability",
    ),
    "walks_over_edges": (
        "Walks along edges",
        "a base may leave its surface only to go off it",
        "a model may walk with part of its base over an edge",
    ),
    "rerolls_count_dice_again": (
        "Dice of a reroll",
        "a reroll rolls the same number of dice as the first roll",
        "a reroll counts its dice again, as things stand then",
    ),
    "rerolls_repeat": (
        "Repeated rerolls",
        "one ability rerolls the same roll once",
        "an ability that costs Arc rerolls a roll as often as its player pays for it",
    ),
    "redirected_blasts_follow": (
        "Blasts when another model takes the hit",
        "the blast stays around the model aimed at",
        "the blast moves to the model that takes the hit",
    ),
    "put_within_by_center": (
        "Distance when a model is put elsewhere",
        "measured from base edge to base edge",
        "measured from center to center",
    ),
    "gates_stop_jumps": (
        "Jumps at void gates",
        "a jump passes through a void gate",
        "a void gate stops a jump, as any model does",
    ),
}
"""The plain name of each yes-or-no switch, and the meanings of no and yes."""


@memo_per_process(Size.FEW)
def switchable_rulings() -> Mapping[str, Ruling]:
    """Return every ruling that players can change, by name."""
    return {
        ruling.name: ruling
        for ruling in silence_rulings()
        if ruling.name in GameOptions.model_fields
    }


def parse_switches(settings: Iterable[str], agreed: GameOptions | None = None) -> GameOptions:
    """Return the options with these settings ("NAME=VALUE") applied. Raises InputError."""
    changes: dict[str, bool | int] = {}
    for text in settings:
        name, _, value = (part.strip() for part in text.partition("="))
        if name in changes:
            raise InputError(f"switches: {name} is set twice")
        changes[name] = _parse_value(name, value)
    return (agreed or GameOptions()).model_copy(update=changes)


def format_switches(agreed: GameOptions, leave_out: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the options that differ from the defaults, in the form of `parse_switches`."""
    usual = GameOptions()
    kept_out = set(leave_out)
    return tuple(
        f"{name}={format_value(value)}"
        for name, value in agreed.model_dump().items()
        if name not in kept_out and value != getattr(usual, name)
    )


def switch_choices(leave_out: Iterable[str] = ()) -> tuple[tuple[str, str], ...]:
    """Return every setting of every switch, with an explanation."""
    kept_out = set(leave_out)
    return tuple(
        (setting, f"{name}: {format_value(value)}")
        for name, ruling in switchable_rulings().items()
        if name not in kept_out
        for value in ruling.options
        for setting in (f"{name}={format_value(value)}",)
    )


def describe_switch(setting: str) -> str:
    """Return the sentence on a switch: its ruling with its id. Raises InputError."""
    name, _, value = (part.strip() for part in setting.partition("="))
    _parse_value(name, value)
    ruling = switchable_rulings()[name]
    return f"{ruling.id} set to {value}; by default: {ruling.text}"


def name_switch(setting: str) -> tuple[str, str]:
    """Return the plain name of a switch and the meaning of its value. Raises InputError."""
    name, _, text = (part.strip() for part in setting.partition("="))
    value = _parse_value(name, text)
    words = PLAIN_WORDS.get(name)
    if words is None:
        return name.replace("_", " ").capitalize(), format_value(value)
    return words[0], words[2 if value else 1]


def format_value(value: object) -> str:
    """Return a value for display: yes, no, 3."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _parse_value(name: str, text: str) -> bool | int:
    """Return the value of a text. Raises InputError with the accepted values."""
    ruling = switchable_rulings().get(name)
    if ruling is None:
        raise InputError(
            f"switches: unknown ruling {name[:60]!r}{suggest_similar(name, switchable_rulings())}; `wc3d rulings` lists them"
        )
    for value in ruling.options:
        same_word = isinstance(value, bool) and BOOL_WORDS.get(text.lower()) is value
        if same_word or text == format_value(value):
            assert isinstance(value, int)
            return value
    expected = ", ".join(map(format_value, ruling.options))
    raise InputError(f"switches: expected {name} to be one of {expected}, found {text[:60]!r}")
