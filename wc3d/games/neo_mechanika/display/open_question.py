"""The open question as a screen needs it: about what it is, where it is asked, and whether it is about hidden cards."""

from __future__ import annotations

from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika.rules.abilities.card_effects import HandQuestion
from wc3d.games.neo_mechanika.rules.abilities.effects import AmountQuestion
from wc3d.games.neo_mechanika.rules.abilities.hand_size import DiscardDown
from wc3d.games.neo_mechanika.rules.abilities.triggers import Reaction
from wc3d.games.neo_mechanika.rules.moving.carrying import TakeQuestion
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.deployment import InitialQuestion
from wc3d.games.neo_mechanika.rules.turn.racks import DiscardQuestion
from wc3d.games.neo_mechanika.rules.turn.turn import CypherQuestion
from wc3d.games.neo_mechanika.text.question_words import question_subject

HAND_QUESTIONS = (CypherQuestion, DiscardQuestion, DiscardDown, HandQuestion)
"""Questions that nobody answers without looking at cards."""
MODEL_QUESTIONS = (Reaction, AmountQuestion, TakeQuestion)
"""The questions that are asked beside a model."""


def question_anchor(state: State) -> str | None:
    """The model on the table beside which the open question is asked, or None."""
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
    """Must the screen be this player's own: it is their turn, or cards of their hand are asked for?"""
    return bool(state.round) and (
        state.active == player or isinstance(find_open_question(state), HAND_QUESTIONS)
    )


def is_reaction(state: State) -> bool:
    """May a player react to what is being resolved?"""
    return isinstance(find_open_question(state), Reaction)


def is_initial_deployment(state: State) -> bool:
    """Are the first units being deployed?"""
    return isinstance(find_open_question(state), InitialQuestion)
