"""Does a model fit a description, does a condition hold? The words `Sort` and `If`, asked of the state."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wc3d.engine.agenda import find
from wc3d.warcaster.abilities.vocabulary import ENEMY, FRIENDLY, GATE, If, Sort
from wc3d.warcaster.space import SPACE
from wc3d.warcaster.state import State

if TYPE_CHECKING:
    from wc3d.warcaster.abilities.stats import Case


def kind_of(state: State, id: str) -> str:
    """What a model is: "warjack", "solo", "squad" (its attachments too) or "gate"."""
    if id in state.gates:
        return GATE
    if not state.models[id].unit:
        return "squad"  # an attachment whose squad has left play: asked what it was when it was destroyed
    return str(state.setup.cards.units[state.unit_of(id).card].kind)


def is_warrior(state: State, id: str) -> bool:
    """Is it a warrior model: a solo, or a model of a squad (NM-CMP-04, p. 26)?"""
    return kind_of(state, id) in ("solo", "squad")


def matches(state: State, sort: Sort, bearer: str, id: str) -> bool:
    """Does a model or void gate on the table fit the description, as seen from the bearer?"""
    if sort.me and id != bearer:
        return False
    if sort.others and id == bearer:
        return False
    if sort.side == FRIENDLY and state.owner(id) != state.owner(bearer):
        return False
    if sort.side == ENEMY and state.owner(id) == state.owner(bearer):
        return False
    return _kind_matches(state, sort, bearer, id) and _state_matches(state, sort, id) and _near(state, sort, bearer, id)


def _kind_matches(state: State, sort: Sort, bearer: str, id: str) -> bool:
    if sort.kinds and kind_of(state, id) not in sort.kinds:
        return False
    if sort.warrior is not None and is_warrior(state, id) != sort.warrior:
        return False
    if sort.own_unit and (id not in state.models or state.models[id].unit != state.models[bearer].unit):
        return False
    return not sort.tag or (id in state.models and sort.tag in state.setup.cards.units[state.unit_of(id).card].tags)


def _state_matches(state: State, sort: Sort, id: str) -> bool:
    if sort.charged is not None and (state.arc_on(id) > 0) != sort.charged:
        return False
    if sort.token is not None and (id not in state.models or state.unit_of(id).token != sort.token):
        return False
    if sort.flag:
        from wc3d.warcaster.abilities.stats import has

        return has(state, id, sort.flag)
    return True


def _near(state: State, sort: Sort, bearer: str, id: str) -> bool:
    if sort.within is None or id == bearer:
        return True
    from wc3d.table.sight.ranges import is_within

    return is_within(state.table.distance(bearer, id), sort.within)


def holds(state: State, condition: If | None, bearer: str, case: Case, attack: Any = None) -> bool:
    """Does a condition hold for this bearer? `attack` is the attack in progress, where there is one."""
    if condition is None:
        return True
    c = condition
    if c.kinds and case.kind not in c.kinds:
        return False
    if c.energy and not set(c.energy) & set(case.energy):
        return False
    if c.weapon_energy and (case.weapon is None or not set(c.weapon_energy) & set(case.weapon.energy)):
        return False
    if c.by is not None and not _is(state, c.by, bearer, case.attacker):
        return False
    if c.at is not None and not _is(state, c.at, bearer, case.target):
        return False
    return attack is None or _attack_matches(state, c, bearer, attack)


def _attack_matches(state: State, c: If, bearer: str, attack: Any) -> bool:
    """What a condition asks of the attack in progress: whom it was aimed at, did it hit, what did it do?"""
    if (c.hit and not attack.hit) or (c.missed and attack.hit is not False) or (c.damaged and not attack.points):
        return False
    if c.in_activation and not _is_in_activation(state, attack.attacker):
        return False
    if c.aimed is not None or c.targeted:
        aimed = aimed_at(state, attack)
        if c.targeted and attack.target != aimed:
            return False
        if c.aimed is not None and not (attack.declared == aimed and _is(state, c.aimed, bearer, aimed)):
            return False  # a spray's other parts are not aimed at it
    if c.destroyed is not None and not any(_was(state, c.destroyed, bearer, id, attack) for id in attack.destroyed):
        return False
    if c.target_destroyed and not (attack.declared in attack.destroyed and attack.declared in state.models):
        return False
    if c.can_hurt and not _can_hurt(state, attack):
        return False
    return not c.no_larger or is_no_larger(state, attack.target, attack.attacker)


def _can_hurt(state: State, attack: Any) -> bool:
    """Can damage of the attack's energy types hurt the model hit?"""
    from wc3d.warcaster.fighting.attack import case_of
    from wc3d.warcaster.fighting.damage import may_be_hurt

    return may_be_hurt(state, attack.target, case_of(attack))


def _is(state: State, sort: Sort, bearer: str, id: str) -> bool:
    """Is it of that sort? What is asked of its unit alone is asked of a model that is gone, too."""
    if sort.own_unit and id in state.models and not state.on_table(id) and state.models[id].unit == state.models[bearer].unit:
        return matches(state, sort, bearer, bearer)
    return state.on_table(id) and matches(state, sort, bearer, id)


def _is_in_activation(state: State, model: str) -> bool:
    from wc3d.warcaster.turn.activation import Activation

    now = find(state, Activation)
    return now is not None and model in state.models and now.unit == state.models[model].unit


def aimed_at(state: State, attack: Any) -> str:
    """The model an attack was aimed at: for a model met by a spray, the one the spray was aimed at (SIL-25)."""
    if attack.part != "spray":
        return str(attack.declared)
    whole = [f for f in state.agenda if isinstance(f, type(attack)) and f.part != "spray"]
    return str(whole[-1].declared)


def is_no_larger(state: State, a: str, b: str) -> bool:
    """Is a's base no larger than b's?"""
    radii = [SPACE.bases[state.thing(id).base].radius for id in (a, b)]
    return radii[0] <= radii[1]


def _was(state: State, sort: Sort, bearer: str, id: str, attack: Any) -> bool:
    """Was a model that was destroyed of that sort? (Void gates are not destroyed: they collapse.)"""
    if id not in state.models or (sort.side and (sort.side == ENEMY) != (state.owner(id) != state.owner(bearer))):
        return False
    if sort.charged is not None and (id in attack.charged) != sort.charged:
        return False
    return sort.warrior is None or is_warrior(state, id) == sort.warrior
