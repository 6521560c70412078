"""The words of an open question that the rules' own text does not say."""

from __future__ import annotations

import re

from wc3d.engine.ruleset_types import ActionKind
from wc3d.ui.controller import GameController

MODEL_PLACES = re.compile(r"(?:, (?:[^,():]+ )?\(-?\d[\d.]*, -?\d[\d.]*\)(?:, -?\d[\d.]*\" up)?)+$")
"""The places of models at the end of a sentence."""


def question_words(interaction: GameController) -> str:
    """Return the actions that the open question asks for, as a sentence."""
    menu = interaction.menu
    kinds = interaction.hooks.kinds_to_list(interaction.context)
    texts = [_kind_words(interaction, kind, len(kinds) > 1) for kind in kinds]
    texts = [text if i == 0 else text[:1].lower() + text[1:] for i, text in enumerate(texts)]
    words = " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else "".join(texts)
    return words or ("Nothing more to do" if menu.kinds_to_list else "Continue")


def drop_places(sentence: str) -> str:
    """Return a sentence without the places of models at its end, which the table shows.

    >>> drop_places('Hunter: SPD 7", at (12, 9), 0.8" up')
    'Hunter: SPD 7"'
    """
    return MODEL_PLACES.sub("", sentence)


def _kind_words(interaction: GameController, kind: ActionKind, several: bool) -> str:
    return (kind.short_name if several else "") or interaction.menu.offer_sentence(kind.type)


def impossible_lines(interaction: GameController) -> list[str]:
    """Return what the question asks for in vain, and the only choice if nothing is possible."""
    menu = interaction.menu
    kinds = menu.kinds_to_list
    lines = [kind.none_text for kind in kinds if kind.none_text and not _can_do(interaction, kind)]
    if not lines or any(_can_do(interaction, kind) for kind in kinds):
        return lines
    pass_option = menu.pass_option()
    if pass_option is not None and pass_option[2]:
        words = pass_option[0]
        lines.append(f"Your only choice is “{words[:1].upper()}{words[1:]}”.")
    return lines


def _can_do(interaction: GameController, kind: ActionKind) -> bool:
    """Return whether an action of a kind is possible, or can be started to find out."""
    return interaction.menu.is_possible(kind.type) or bool(
        interaction.action_starters_for_kind(kind.type)
    )
