"""Describe the open question for a screen: its subject, its place and its privacy."""

from __future__ import annotations

from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika.rules.abilities.card_effects import HandQuestion
from wc3d.games.neo_mechanika.rules.abilities.hand_size import DiscardDown
from wc3d.games.neo_mechanika.rules.abilities.resolve_effects import AmountQuestion
from wc3d.games.neo_mechanika.rules.abilities.triggers import Reaction
from wc3d.games.neo_mechanika.rules.moving.carrying import TakeQuestion
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.deployment import InitialQuestion
from wc3d.games.neo_mechanika.rules.turn.racks import DiscardQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import CypherQuestion
from wc3d.games.neo_mechanika.text.status_words import question_subject

HAND_QUESTIONS = (CypherQuestion, DiscardQuestion, DiscardDown, HandQuestion)
"""Questions that require a look at hidden cards."""
MODEL_QUESTIONS = (Reaction, AmountQuestion, TakeQuestion)
"""Questions shown next to a model."""


def question_anchor(state: State) -> str | None:
    """Return the model on the table next to which the open question is shown, or None."""
    open_question = find_open_question(state)
    subject = question_subject(state) if isinstance(open_question, MODEL_QUESTIONS) else None
    if subject is None:
        return None
    models = (
        [m.id for m in state.models_of(subject)]
        if subject in state.units and subject not in state.models
        else [subject]
    )
    return models[0] if models and state.is_on_table(models[0]) else None


def is_question_private(state: State, player: int) -> bool:
    """Return whether only this player may see the screen: on their turn or for their hand."""
    return bool(state.round) and (
        state.active == player or isinstance(find_open_question(state), HAND_QUESTIONS)
    )


def is_reaction(state: State) -> bool:
    """Return whether a player can react to the action being resolved."""
    return isinstance(find_open_question(state), Reaction)


def is_initial_deployment(state: State) -> bool:
    """Return whether the players are deploying their first units."""
    return isinstance(find_open_question(state), InitialQuestion)
