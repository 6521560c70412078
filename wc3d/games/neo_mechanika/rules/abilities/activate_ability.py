"""Use an ability: check whether it is usable, pay its cost and resolve its effects in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import END_STEP, Frame, Resolution, find_frame
from wc3d.games.neo_mechanika.rules import arc, events
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import BorneClause, ability_name
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import EventRole
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation, Attacking
from wc3d.games.neo_mechanika.rules.handler_registry import EffectResolver, HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import State


@dataclass(frozen=True, slots=True)
class Using(Frame):
    """An ability or Cypher in use: its bearer, its chosen model or unit, and the next effect."""

    STEPS: ClassVar[tuple[str, ...]] = ("next", "again")
    ability: str = ""
    bearer: str = ""
    player: int = 0
    effects: tuple[Any, ...] = ()
    chosen: str = ""


def use_ability(r: Resolution, borne: BorneClause, chosen: str = "") -> None:
    """Pay for an ability, then start its effects."""
    pay_cost(r, borne)
    r.push(
        Using(
            "",
            borne.ability,
            borne.bearer,
            r.state.owner(borne.bearer),
            borne.clause.effects,
            chosen,
        )
    )


def make_registry(resolvers: Mapping[type, EffectResolver]) -> HandlerRegistry:
    """Return the handlers for using abilities, with a resolver for each kind of effect."""
    chapter = HandlerRegistry()

    @chapter.step(Using, "next")
    def _next(r: Resolution, f: Using) -> Frame | None:
        if not f.effects:
            return replace(f, step=END_STEP)
        effect = f.effects[0]
        rest = replace(f, effects=f.effects[1:])
        r.replace_frame(f, rest)
        resolvers[type(effect)](r, effect, rest)
        return None

    @chapter.step(Using, "again")
    def _again(r: Resolution, f: Using) -> Frame:
        return replace(f, step="next")

    return chapter


def model_in_role(r: Resolution | State, f: Using, role: EventRole) -> str:
    """Return the model (or void gate) in a role, or "" if none is on the table."""
    state: State = r.state if isinstance(r, Resolution) else r
    attack = find_frame(state, Attacking)
    id = {
        EventRole.SELF: f.bearer,
        EventRole.TARGET: attack.target if attack else "",
        EventRole.ATTACKER: attack.attacker if attack else "",
        EventRole.CHOSEN: f.chosen,
        EventRole.ACTIVATED: _find_activated_unit(state),
    }.get(role, "")
    if id in state.units:
        models = state.models_of(id)
        return models[0].id if models else ""
    return id if id and state.is_on_table(id) else ""


def _find_activated_unit(state: State) -> str:
    activation = find_frame(state, Activation)
    return activation.unit if activation is not None else ""


def holder_in_role(r: Resolution | State, f: Using, role: EventRole) -> str:
    """Return the unit or void gate in a role, or "". Holders have Arc, tokens and cards."""
    state: State = r.state if isinstance(r, Resolution) else r
    if role is EventRole.CHOSEN and f.chosen in state.units:
        return f.chosen
    id = model_in_role(state, f, role)
    return state.models[id].unit if id in state.models else id


def used_ability_name(state: State, f: Using) -> str:
    """Return the ability's name for the log."""
    return ability_name(state, f.ability)


def check_usable(state: State, borne: BorneClause) -> Verdict:
    """Return whether the bearer has the Arc for an ability and a use left (NM-ARC-09, p. 27)."""
    unit = state.unit_of(borne.bearer)
    if getattr(borne.clause, "once", False) and _get_limit_key(borne) in unit.used:
        return refuse(
            "already_used", f"{borne.source} has already been used in this activation", "NM-SIL-48"
        )
    cost: int | None = borne.clause.cost
    if cost is not None and unit.arc < cost:
        return refuse("no_arc", f"{unit.name} has no Arc to spike {borne.source}", "NM-ARC-09")
    return LEGAL


def _get_limit_key(borne: BorneClause) -> str:
    """Return the key that counts uses: the ability, or the limit that it shares with others."""
    return getattr(borne.clause, "shares", "") or borne.ability


def pay_cost(r: Resolution, borne: BorneClause) -> None:
    """Pay an ability's cost and record its use. The Arc is cleared first, as the cost (SIL-46)."""
    unit = r.state.unit_of(borne.bearer)
    cost: int | None = borne.clause.cost
    if cost is not None:
        arc.clear_arc(r, unit.id, cost, f"spike {borne.source}")
    counts = _get_limit_key(borne) if getattr(borne.clause, "once", False) else ""
    r.emit(events.AbilityUsed(unit.id, borne.bearer, borne.ability, counts))
