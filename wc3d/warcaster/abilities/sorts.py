"""Does a model fit a description, does a condition hold? The words `Sort` and `If`, asked of the state."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wc3d.warcaster.abilities.words import ENEMY, FRIENDLY, GATE, If, Sort
from wc3d.warcaster.state import State

if TYPE_CHECKING:
    from wc3d.warcaster.abilities.stats import Case


def kind_of(state: State, id: str) -> str:
    """What a model is: "warjack", "solo", "squad" (its attachments too) or "gate"."""
    if id in state.gates:
        return GATE
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
    if sort.tag == "own unit":
        return id in state.models and state.models[id].unit == state.models[bearer].unit
    if sort.tag:
        return id in state.models and sort.tag in state.setup.cards.units[state.unit_of(id).card].tags
    if sort.attachment is not None:
        return id in state.models and (id in state.unit_of(id).attached) == sort.attachment
    return True


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
    from wc3d.table.ranges import is_within

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
    if c.charged is not None and (state.arc_on(bearer) > 0) != c.charged:
        return False
    if c.by is not None and not (case.attacker and state.on_table(case.attacker) and matches(state, c.by, bearer, case.attacker)):
        return False
    if c.at is not None and not (case.target and state.on_table(case.target) and matches(state, c.at, bearer, case.target)):
        return False
    if c.in_activation and not _is_activating(state, bearer):
        return False
    return _attack_matches(state, c, bearer, attack)


def _is_activating(state: State, bearer: str) -> bool:
    from wc3d.engine.agenda import find
    from wc3d.warcaster.activation import Activation

    now = find(state, Activation)
    return now is not None and bearer in state.models and now.unit == state.models[bearer].unit


def _attack_matches(state: State, c: If, bearer: str, attack: Any) -> bool:
    """What a condition asks of the attack in progress: did it hit, destroy, target the bearer?"""
    if c.hit is not None and (attack is None or attack.hit != c.hit):
        return False
    if c.damaged is not None and (attack is None or (attack.points > 0) != c.damaged):
        return False
    if c.targeted is not None and (attack is None or (attack.declared == bearer) != c.targeted):
        return False
    if c.destroyed is not None and (attack is None or not any(_was(state, c.destroyed, bearer, d) for d in attack.destroyed)):
        return False
    if c.target_destroyed is not None and (attack is None or (attack.declared in attack.destroyed) != c.target_destroyed):
        return False
    if c.attack_was_charged is not None and (attack is None or attack.target_was_charged != c.attack_was_charged):
        return False
    if c.base == "no larger":
        if attack is None:
            return False
        sizes = ("small", "medium", "large")
        return sizes.index(state.thing(attack.target).base) <= sizes.index(state.thing(attack.attacker).base)
    return True


def _was(state: State, sort: Sort, bearer: str, id: str) -> bool:
    """Did a model that was destroyed fit the description? (What it is and whose; where it stood no longer matters.)"""
    if id not in state.models or id == bearer:
        return False
    owner, card = state.owner(id), state.setup.cards.units[state.models[id].card]
    if sort.side == ENEMY and owner == state.owner(bearer):
        return False
    warrior = card.kind != "warjack"
    return (sort.warrior is None or sort.warrior == warrior) and (not sort.kinds or card.kind in sort.kinds)
