"""A player's focus allocation: points and limits of models, and notes on unspent points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wc3d.engine.agenda import find_open_question
from wc3d.engine.text import join_words
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.turn.control import (
    MAX_ASSIGNED_FOCUS,
    ControlQuestion,
    upkeep_spell_names,
)
from wc3d.games.warmachine.text.formatting import display_name, format_count


@dataclass(frozen=True)
class FocusRow:
    """A model's focus points, its limit, and the action that adds one (None for the warcaster)."""

    model: str
    name: str
    points: int
    most: int
    give: actions.Assign | None = None
    note: str = ""


@dataclass(frozen=True)
class FocusTable:
    """The focus allocation: `remaining` points, the warcaster, its warjacks, and notes."""

    remaining: int
    caster: FocusRow
    jacks: tuple[FocusRow, ...]
    lines: tuple[str, ...]


def focus_table(state: State, player: int) -> FocusTable | None:
    """Return the focus of the player who allocates it now; None at any other time."""
    current_question: Any = find_open_question(state)
    if not isinstance(current_question, ControlQuestion) or current_question.player != player:
        return None
    caster = state.warcaster_of(player)
    power = state.edition["focus.power_field"] == "overboost"
    note = f"+{caster.focus} ARM while unspent" if power and caster.focus else ""
    own = FocusRow(caster.id, display_name(state, caster.id), caster.focus, caster.focus, note=note)
    jacks = tuple(
        FocusRow(
            m.id,
            display_name(state, m.id),
            m.focus,
            max(MAX_ASSIGNED_FOCUS, m.focus),
            actions.Assign(player=player, model=m.id),
        )
        for m in state.models_in_play(player)
        if m.is_warjack
    )
    return FocusTable(caster.focus, own, jacks, tuple(_focus_notes(state, current_question)))


def _focus_notes(state: State, question: ControlQuestion) -> list[str]:
    """Return notes on unpaid upkeep spells and unspent points (WM-UPK-02, WM-TRN-06)."""
    unpaid = [
        spell for spell in upkeep_spell_names(state, question.player) if spell not in question.paid
    ]
    lines = [f"Upkeep unpaid, ends with this phase: {join_words(unpaid)}"] if unpaid else []
    paid_spells = [
        spell for spell in upkeep_spell_names(state, question.player) if spell in question.paid
    ]
    lines += [f"Upkeep paid: {join_words(paid_spells)}"] if paid_spells else []
    keeps = state.edition["focus.carry_over"] == "up_to_focus"
    jack_focus = sum(m.focus for m in state.models_in_play(question.player) if m.is_warjack)
    if jack_focus:
        lines.append(
            f"{format_count(jack_focus, 'point')} on warjacks; unspent points are lost in your next Maintenance Phase"
        )
    lines.append(
        f"The warcaster keeps unspent points{'' if keeps else ' until your next Maintenance Phase'}"
    )
    return lines
