"""Reposition a model by an effect: the model is put elsewhere without moving (p. 28)."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Question, Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import (
    Using,
    model_in_role,
    used_ability_name,
)
from wc3d.games.neo_mechanika.rules.abilities.availability import (
    RULINGS_REQUIRE_EFFECT,
    can_be_repositioned,
    register_condition,
)
from wc3d.games.neo_mechanika.rules.actions import Pass, Place
from wc3d.games.neo_mechanika.rules.agenda_frames import ModelsMoved
from wc3d.games.neo_mechanika.rules.book.rulings import OWN_PLACE_RULING
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.moving.placing import (
    are_heights_literal,
    can_see_from,
    check_stand,
    distance_to_base,
    find_places,
)
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.table.body import Body
from wc3d.table.sight.distances import format_exceeded_distance, is_within

REGISTRY = HandlerRegistry()

MAX_LISTED_PLACES = 12
"""The most places to list."""


@dataclass(frozen=True, slots=True)
class PlaceQuestion(Question):
    """A choice of a model's place within inches of `of`, which may be the model itself.

    `optional`: Pass leaves the model in place. `sight`: the place needs line of sight to `of`.
    """

    model: str = ""
    within: float = 0.0
    of: str = ""
    why: str = ""
    sight: bool = False
    optional: bool = True


def check_place(state: State, question: PlaceQuestion, action: Place) -> Verdict:
    """Check that a model may be put there (NM-MOV-12), near enough (SIL-51). Evidence: place."""
    if action.model != question.model:
        return refuse(
            "not_asked",
            f"the model to reposition is {state.name(question.model)}, not {action.model!r}",
            "NM-MOV-11",
        )
    table = state.table
    base = state.models[question.model].base
    reference_body = table.body(question.of)
    height = reference_body.at[2] if are_heights_literal(state) else None
    verdict = check_stand(state, base, action.at, ignore=(question.model,), near=height)
    if not verdict:
        return verdict
    distance = reposition_distance(state, question, verdict.evidence)
    if not is_within(distance, question.within):
        own = question.of == question.model
        of = "its position" if own else state.name(question.of)
        message = f'{format_exceeded_distance(distance, question.within)}" from {of}; the limit is {question.within:g}"'
        return refuse("too_far", message, OWN_PLACE_RULING if own else "NM-SIL-51")
    if question.sight and not can_see_from(table, base, verdict.evidence, reference_body):
        return refuse(
            "no_sight",
            f"the model would have no line of sight to {state.name(question.of)}",
            "NM-SIL-60",
        )
    return verdict


def is_center_measured(state: State, question: PlaceQuestion) -> bool:
    """Return whether the players agreed to measure by the model's center (NM-SIL-161)."""
    return question.of == question.model and state.setup.options.put_within_by_center


def reposition_distance(state: State, question: PlaceQuestion, at: XYZ) -> float:
    """Return the distance of a place: base to base, or center to center (NM-SIL-161)."""
    reference_body = state.table.body(question.of)
    if is_center_measured(state, question):
        return math.dist(reference_body.at, at)
    return distance_to_base(reference_body, state.models[question.model].base, at)


def reposition_model(r: Resolution, model: str, at: XYZ, reason: str, ruling: str = "") -> None:
    """Put a model elsewhere without the rest of its squad (NM-MOV-07) and offer pickups."""
    r.emit(events.Repositioned(model, at, reason, ruling))
    carrying.offer_pickups(r, model)
    r.notify(ModelsMoved())


def _place(r: Resolution, question: PlaceQuestion, action: Place) -> None:
    ruling = OWN_PLACE_RULING if question.of == question.model else ""
    reposition_model(
        r, question.model, check_place(r.state, question, action).evidence, question.why, ruling
    )


def _list_places(
    state: State, question: PlaceQuestion, rng: random.Random | None, count: int
) -> Iterator[Place]:
    body = state.table.body(question.model)
    reference_body = state.table.body(question.of)
    around: Body | XYZ = reference_body if question.of != question.model else body.at
    within = question.within
    if question.of == question.model:
        within += -body.radius if is_center_measured(state, question) else body.radius
    sight_to = reference_body if question.sight else None
    for at in find_places(
        state, body.base, around, within, rng=rng, count=count, ignore=(body.id,), sight_to=sight_to
    ):
        if is_within(reposition_distance(state, question, at), question.within):
            yield Place(player=question.player, model=question.model, at=at)


def _check_pass(state: State, question: PlaceQuestion, action: Pass) -> Verdict:
    if question.optional:
        return LEGAL
    return refuse(
        "must_be_placed", f"{state.name(question.model)} must be repositioned", "NM-MOV-12"
    )


REGISTRY.register_answer(
    PlaceQuestion,
    Place,
    text="reposition the model",
    check=check_place,
    decide=_place,
    candidates=lambda state, asked: _list_places(state, asked, None, MAX_LISTED_PLACES),
    sample=lambda state, asked, rng: next(_list_places(state, asked, rng, 1), None),
)
REGISTRY.register_pass(
    PlaceQuestion,
    text="leave the model in place",
    check=_check_pass,
    what=lambda asked: asked.why or "reposition",
)


@REGISTRY.register_effect(vocabulary.RepositionWithin)
def _reposition(r: Resolution, e: vocabulary.RepositionWithin, f: Using) -> None:
    """Ask for the place of each model that can be put anywhere (NM-SIL-161)."""
    of = model_in_role(r, f, e.of) if e.of is not None else ""
    r.push(
        *(
            PlaceQuestion(
                player=f.player,
                model=id,
                within=float(e.inches),
                of=of or id,
                why=used_ability_name(r.state, f),
            )
            for id in _list_repositioned(r.state, e, f)
        )
    )


def _list_repositioned(state: State, e: vocabulary.RepositionWithin, f: Using) -> list[str]:
    """Return the models that an effect lets a player reposition."""
    model = model_in_role(state, f, e.who)
    if model not in state.models:
        return []
    models = [m.id for m in state.models_of(state.models[model].unit)] if e.whole_unit else [model]
    return [id for id in models if can_be_repositioned(state, id, f.player)]


@register_condition(vocabulary.RepositionWithin, since=RULINGS_REQUIRE_EFFECT)
def _may_reposition(state: State, e: vocabulary.RepositionWithin, f: Using) -> bool:
    return bool(_list_repositioned(state, e, f))
