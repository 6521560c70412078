"""The verbs that move and place models, and those that give attacks."""
from __future__ import annotations

from dataclasses import dataclass, replace

from wc3d.engine.agenda import Resolution
from wc3d.table.moves.contacts import direction, first_contacts, moved_by
from wc3d.table.moves.falling import Fall, drop
from wc3d.table.table import Table
from wc3d.warcaster import events
from wc3d.warcaster.abilities import vocabulary
from wc3d.warcaster.abilities.effects import Using, model_meant, said
from wc3d.warcaster.abilities.extra_attacks import ExtraAttack, weapons_for
from wc3d.warcaster.abilities.returning import ReturnQuestion, missing
from wc3d.warcaster.abilities.stats import amount
from wc3d.warcaster.abilities.windows import attack_now
from wc3d.warcaster.chapter import Chapter
from wc3d.warcaster.fighting.damage import may_go_on
from wc3d.warcaster.fighting.weapons import STRIKE, Weapon
from wc3d.warcaster.moving import movement
from wc3d.warcaster.moving.placing import point
from wc3d.warcaster.moving.repositioning import PlaceQuestion, may_be_put
from wc3d.warcaster.state import XYZ

CHAPTER = Chapter()


@CHAPTER.effect(vocabulary.MoveUpTo)
def _move(r: Resolution, e: vocabulary.MoveUpTo, f: Using) -> None:
    """A model may move, or its whole squad around one of its models (NM-MOV-04, NM-MOV-07): voluntarily, but it is no advance."""
    model = model_meant(r, f, e.who)
    if model in r.state.models:
        unit = r.state.models[model].unit
        order = movement.MoveOrder(
            unit=unit,
            inches=float(e.inches),
            model="" if e.whole_unit else model,
            whole_squad=e.whole_unit,
            own_activation=_is_own_activation(r, unit),
            why=said(r.state, f),
        )
        r.push(movement.MoveQuestion(player=f.player, order=order))


def _is_own_activation(r: Resolution, unit: str) -> bool:
    from wc3d.warcaster.turn.activation import Activation

    now = r.find(Activation)
    return now is not None and now.unit == unit


@CHAPTER.effect(vocabulary.RepositionWithin)
def _reposition(r: Resolution, e: vocabulary.RepositionWithin, f: Using) -> None:
    model = model_meant(r, f, e.who)
    if model not in r.state.models:
        return
    of = model_meant(r, f, e.of) if e.of is not None else ""
    unit = r.state.models[model].unit
    moved = [m.id for m in r.state.models_of(unit)] if e.whole_unit else [model]
    able = [id for id in moved if may_be_put(r.state, id, f.player)]
    r.push(*(PlaceQuestion(player=f.player, model=id, within=float(e.inches), of=of or id, why=said(r.state, f)) for id in able))


@dataclass(frozen=True, slots=True)
class Drag:
    """A model dragged straight toward another: where that ends level, what it touches there, and the fall that follows."""

    turn: XYZ
    contacts: tuple[str, ...]
    fall: Fall


def dragged(table: Table, model: str, puller: str) -> Drag | None:
    """A model dragged toward another until it touches a model, obstacle or structure; None if it stands right under it."""
    body, to = table.body(model), table.body(puller)
    here = (body.at[0], body.at[1])
    way, apart = direction(here, (to.at[0], to.at[1]))
    if apart == 0.0:
        return None
    contacts = first_contacts(table, body, here, way, apart, body.at[2])
    turn = (*moved_by(here, way, contacts[0].after if contacts else apart), body.at[2])
    return Drag(point(*turn), tuple(c.id for c in contacts), drop(table, body, turn))


@CHAPTER.effect(vocabulary.DragToward)
def _drag(r: Resolution, e: vocabulary.DragToward, f: Using) -> None:
    """The model hit is dragged straight toward the attacker until it touches a model, obstacle or structure."""
    from wc3d.warcaster.fighting.attack import cause_of
    from wc3d.warcaster.missions import objectives, secondary
    from wc3d.warcaster.moving.falls import fall_after

    attack = attack_now(r.state)
    if attack is None or attack.target not in r.state.models or not r.state.on_table(attack.target):
        return
    found = dragged(r.state.table, attack.target, attack.attacker)
    if found is None:
        return
    body = r.state.table.body(attack.target)
    r.emit(events.Moved(body.id, (body.at, found.turn), "is dragged"))
    fall = drop(r.state.table, body, found.turn)
    if fall.height > 0:
        fall_after(r, body.id, fall, replace(cause_of(r.state, attack), kind="fall"))
        return
    objectives.pickups(r, body.id)
    secondary.models_changed(r)


@CHAPTER.effect(vocabulary.AttackAgain)
def _attack_again(r: Resolution, e: vocabulary.AttackAgain, f: Using) -> None:
    """One more attack, or one with each weapon."""
    model = model_meant(r, f, e.who)
    if model in r.state.models and may_go_on(r.state, model):
        keys = weapons_for(r.state, e, model)
        at = model_meant(r, f, e.at) if e.at is not None else ""
        if keys and (e.at is None or at):
            r.push(ExtraAttack("", f.player, model, keys, e.chains, said(r.state, f), each=e.weapons == "each", at=at))


@CHAPTER.effect(vocabulary.MeleeStrike)
def _melee_strike(r: Resolution, e: vocabulary.MeleeStrike, f: Using) -> None:
    """A melee attack without a weapon of its own: RNG 1, the POW stated."""
    model = model_meant(r, f, vocabulary.Role.CHOSEN)
    if model:
        pow = amount(r.state, e.pow, model)
        strike = Weapon(STRIKE, f.ability, said(r.state, f), "melee", e.energy, 1.0, pow, (), (f.ability,))
        r.push(ExtraAttack("", f.player, model, (STRIKE,), why=said(r.state, f), strike=strike))


@CHAPTER.effect(vocabulary.ReturnModels)
def _return(r: Resolution, e: vocabulary.ReturnModels, f: Using) -> None:
    """Destroyed models of the squad (no attachments) come back, each placed near another of its models."""
    model = model_meant(r, f, vocabulary.Role.CHOSEN)
    if model in r.state.models:
        unit = r.state.models[model].unit
        back = missing(r.state, unit)[: e.count]
        r.push(*(ReturnQuestion("", f.player, unit, id, float(e.within), said(r.state, f)) for id in back))
