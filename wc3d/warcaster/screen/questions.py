"""The open question as a screen needs it: about what it is, where it is asked, and whether it is about hidden cards."""
from __future__ import annotations

from typing import Any

from wc3d.engine.agenda import question
from wc3d.warcaster.abilities.ability_questions import AmountQuestion, HandQuestion
from wc3d.warcaster.abilities.windows import Reaction
from wc3d.warcaster.missions.objectives import TakeQuestion
from wc3d.warcaster.state import State
from wc3d.warcaster.turn.deployment import InitialQuestion
from wc3d.warcaster.turn.racks import DiscardDown, DiscardQuestion
from wc3d.warcaster.turn.turn import CypherQuestion

OF_THE_HAND = (CypherQuestion, DiscardQuestion, DiscardDown, HandQuestion)
"""Questions that nobody answers without looking at cards."""
AT_A_MODEL = (Reaction, AmountQuestion, TakeQuestion)
"""The questions that are asked beside a model."""


def subject_of(state: State) -> str | None:
    """The model, unit or thing that the open question is about."""
    asked: Any = question(state)
    order = getattr(asked, "order", None)
    moved = (order.model or order.unit) if order else ""
    options = [o[1] for o in getattr(asked, "options", ()) if isinstance(o, tuple)]
    found = (getattr(asked, "model", ""), getattr(asked, "unit", ""), moved, *options[:1], getattr(asked, "holder", ""))
    return next((id for id in found if id), None)


def asked_at(state: State) -> str | None:
    """The model on the table beside which the open question is asked, or None."""
    asked = question(state)
    about = subject_of(state) if isinstance(asked, AT_A_MODEL) else None
    if about is None:
        return None
    models = [m.id for m in state.models_of(about)] if about in state.units and about not in state.models else [about]
    return models[0] if models and state.on_table(models[0]) else None


def asks_in_private(state: State, player: int) -> bool:
    """Must the screen be this player's own: it is their turn, or cards of their hand are asked for?"""
    return bool(state.round) and (state.active == player or isinstance(question(state), OF_THE_HAND))


def is_reaction(state: State) -> bool:
    """May a player react to what is being resolved?"""
    return isinstance(question(state), Reaction)


def is_initial(state: State) -> bool:
    """Are the first units being deployed?"""
    return isinstance(question(state), InitialQuestion)
