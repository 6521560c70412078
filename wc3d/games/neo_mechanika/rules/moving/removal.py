"""Remove destroyed models from the table and units from play (p. 26, 30)."""

from __future__ import annotations

from dataclasses import replace

from wc3d.engine.agenda import Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities import hand_size, vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using, holder_in_role
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import EventRole
from wc3d.games.neo_mechanika.rules.agenda_frames import (
    NO_CAUSE,
    Attacking,
    Cause,
    UnitDestroyed,
    end_activation,
)
from wc3d.games.neo_mechanika.rules.book.rulings import RULINGS_INSIDE_ATTACKS
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.moving import carrying
from wc3d.games.neo_mechanika.rules.state import XYZ, Where

REGISTRY = HandlerRegistry()


def notify_attack(r: Resolution, id: str, cause: Cause) -> None:
    """Record a destruction in the attack that caused it."""
    attack = r.find_frame(Attacking)
    if attack is not None and cause.model == attack.attacker:
        charged = (id,) if id in r.state.models and r.state.arc_on(id) > 0 else ()
        destroyed = (*attack.destroyed, id)
        charged = (*attack.charged, *charged)
        r.replace_frame(
            attack,
            replace(
                attack,
                destroyed=destroyed,
                charged=charged,
                fell_at=_find_fall_place(r, attack, id),
            ),
        )


def _find_fall_place(r: Resolution, attack: Attacking, id: str) -> XYZ | None:
    """Return the target's place of destruction if it moved since the declaration (NM-SIL-172)."""
    is_declared_target = (
        id == attack.declared
        and id in r.state.models
        and r.state.setup.rulings >= RULINGS_INSIDE_ATTACKS
    )
    at = r.state.models[id].at if is_declared_target else None
    return attack.fell_at if at is None or at == attack.place else at


def destroy_model(r: Resolution, model: str, cause: Cause, reason: str = "") -> None:
    """Destroy a model; a unit leaves play with its last model (NM-ATK-16, NM-SQD-02)."""
    at = r.state.models[model].at
    if at is None:
        return
    if r.state.models[model].carrying:
        carrying.drop_objectives(r, model, at)
    notify_attack(r, model, cause)
    unit = r.state.unit_of(model)
    cards_on = [c for c in unit.cyphers if c.model == model]
    r.emit(events.ModelDestroyed(model, reason or cause.kind, cause.player))
    if not r.state.models_of(unit.id):
        remove_unit(r, unit.id, destroyed=True, cause=cause)
        return
    for card in cards_on:
        r.emit(events.CardExpired(card.player, card.card, unit.id))


def remove_unit(r: Resolution, unit: str, *, destroyed: bool, cause: Cause | None = None) -> None:
    """Remove a unit from play, clear its Arc, discard its cards; it can return whole (SIL-112).

    A destroyed Hero is out of the game (NM-CMP-06), a recalled Hero is not (NM-GAT-23).
    """
    cause = cause or NO_CAUSE
    for model in r.state.models_of(unit):
        if model.carrying and model.at is not None:
            carrying.drop_objectives(r, model.id, model.at)
    old_unit = r.state.units[unit]
    if old_unit.arc:
        r.emit(events.Cleared(unit, old_unit.arc, "left play"))
    for card in old_unit.cyphers:
        r.emit(events.CardExpired(card.player, card.card, unit))
    hero = r.state.setup.cards.units[old_unit.card].hero
    to = Where.GONE if destroyed and hero else Where.RESERVE
    r.emit(events.UnitLeft(unit, to, destroyed, cause.player))
    end_activation(r, unit)  # the activation counts as made (SIL-41)
    if destroyed:
        r.notify(UnitDestroyed(unit=unit, cause=cause))
    hand_size.trim_hands(r)


def recall_unit(r: Resolution, unit: str) -> None:
    """Return a unit to the reserves, its Arc to the well (NM-GAT-22, NM-ARC-06, NM-GAT-23)."""
    r.emit(events.UnitRecalled(unit))
    remove_unit(r, unit, destroyed=False)


@REGISTRY.register_effect(vocabulary.RecallUnit)
def _recall(r: Resolution, e: vocabulary.RecallUnit, f: Using) -> None:
    """Recall the chosen unit (NM-GAT-22)."""
    unit = holder_in_role(r, f, EventRole.CHOSEN)
    if unit in r.state.units:
        recall_unit(r, unit)
