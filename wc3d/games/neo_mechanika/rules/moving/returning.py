"""Return destroyed models to their squad."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import Question, Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import (
    Using,
    model_in_role,
    used_ability_name,
)
from wc3d.games.neo_mechanika.rules.abilities.availability import register_condition
from wc3d.games.neo_mechanika.rules.actions import Place
from wc3d.games.neo_mechanika.rules.agenda_frames import ModelsMoved
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.placing import (
    are_heights_literal,
    check_stand,
    find_places,
)
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.table.body import Body
from wc3d.table.sight.distances import distance, is_within

REGISTRY = HandlerRegistry()


@dataclass(frozen=True, slots=True)
class ReturnQuestion(Question):
    """A choice of a destroyed model's place, within inches of another model of its squad."""

    unit: str = ""
    model: str = ""
    within: float = 2.0
    why: str = ""


def destroyed_models(state: State, unit: str) -> tuple[str, ...]:
    """Return the destroyed models of a squad in play, without attachments."""
    u = state.units[unit]
    return tuple(id for id in u.models if not state.is_on_table(id)) if u.is_in_play else ()


def check_return(state: State, question: ReturnQuestion, action: Place) -> Verdict:
    """Check that the model may return at a place. Evidence: the place."""
    if action.model != question.model:
        text = (
            f"the model that returns to play is {state.name(question.model)}, not {action.model!r}"
        )
        return refuse("wrong_model", text, "NM-SQD-01")
    base = state.models[question.model].base
    mate_place = state.models_of(question.unit)[0].at if are_heights_literal(state) else None
    stands = check_stand(state, base, action.at, near=None if mate_place is None else mate_place[2])
    if not stands:
        return stands
    at: XYZ = stands.evidence
    body = Body(question.model, base, at)
    mates = [state.table.body(m.id) for m in state.models_of(question.unit)]
    if any(is_within(distance(state.table, body, mate), question.within) for mate in mates):
        return Verdict(True, evidence=at)
    message = f'it must be placed within {question.within:g}" of another model of {state.name(question.unit)}'
    return refuse("too_far", message, "NM-MOV-12")


def _list_places(
    state: State, question: ReturnQuestion, rng: random.Random | None, count: int
) -> Iterator[Place]:
    for mate in state.models_of(question.unit):
        body = state.table.body(mate.id)
        for at in find_places(
            state, state.models[question.model].base, body, question.within, rng=rng, count=count
        ):
            yield Place(player=question.player, model=question.model, at=at)


def _sample(state: State, question: ReturnQuestion, rng: random.Random) -> Place | None:
    return next(
        (p for p in _list_places(state, question, rng, 3) if check_return(state, question, p)), None
    )


def _place(r: Resolution, question: ReturnQuestion, action: Place) -> None:
    r.emit(
        events.ModelReturned(
            question.model, check_return(r.state, question, action).evidence, question.why
        )
    )
    carrying.offer_pickups(r, question.model)
    r.notify(ModelsMoved())


REGISTRY.register_answer(
    ReturnQuestion,
    Place,
    text="return the model to play",
    check=check_return,
    decide=_place,
    candidates=lambda state, asked: _list_places(state, asked, None, 6),
    sample=_sample,
)
REGISTRY.register_pass(ReturnQuestion, text="return no model", what=lambda asked: asked.why)


@REGISTRY.register_effect(vocabulary.ReturnModels)
def _return(r: Resolution, e: vocabulary.ReturnModels, f: Using) -> None:
    """Return destroyed models to the squad, without attachments, near another model (NM-MOV-12)."""
    model = model_in_role(r, f, vocabulary.EventRole.CHOSEN)
    if model in r.state.models:
        unit = r.state.models[model].unit
        model_ids = destroyed_models(r.state, unit)[: e.count]
        r.push(
            *(
                ReturnQuestion(
                    "", f.player, unit, id, float(e.within), used_ability_name(r.state, f)
                )
                for id in model_ids
            )
        )


@register_condition(vocabulary.ReturnModels)
def _lacks_models(state: State, e: vocabulary.ReturnModels, f: Using) -> bool:
    model = model_in_role(state, f, vocabulary.EventRole.CHOSEN)
    return model in state.models and bool(destroyed_models(state, state.models[model].unit))
