"""The additional attacks of Strafe (p. 26)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Frame, Question, Resolution, find_frame
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Attack, Pass
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking
from wc3d.games.neo_mechanika.rules.book.rulings import STRAFE_RANGE_IN
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.fighting.damage import can_continue_attacking
from wc3d.games.neo_mechanika.rules.fighting.targeting import check_target, legal_targets
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.table.body import Body
from wc3d.table.sight.distances import distance, is_within

REGISTRY = HandlerRegistry()


@dataclass(frozen=True, slots=True)
class StrafeQuestion(Question):
    """A choice of the target for Strafe's next additional attack, or none (NM-STF-05)."""

    model: str = ""


def is_near_first_target(state: State, f: Attacking, target: str) -> bool:
    """Return whether a model is within 2" of the first target's old place (NM-STF-02, SIL-81)."""
    assert f.place is not None
    first = (
        Body("first target", state.model_or_gate(f.declared).base, f.place)
        if f.declared in state.models
        else None
    )
    first_body = first or Body("first target", "small", f.place)
    return is_within(distance(state.table, first_body, state.table.body(target)), STRAFE_RANGE_IN)


def strafe_targets(state: State, f: Attacking) -> tuple[str, ...]:
    """Return the next additional attack's legal targets, none of them twice (NM-STF-03, SIL-80)."""
    return tuple(
        id
        for id in legal_targets(state, f.attacker, f.weapon)
        if id not in f.struck and is_near_first_target(state, f, id)
    )


def _check(state: State, question: StrafeQuestion, action: Attack) -> Verdict:
    f = find_frame(state, Attacking)
    assert f is not None
    if action.model != f.attacker or action.weapon not in (f.weapon.key, f.weapon.card):
        message = (
            f"the additional attack must be made by {state.name(f.attacker)} with {f.weapon.name}"
        )
        return refuse("wrong_weapon", message, "NM-STF-02")
    if not (aimed := check_target(state, f.attacker, f.weapon, action.target)):
        return aimed
    if action.target in f.struck:
        return refuse(
            "same_target",
            f"{state.name(action.target)} was already attacked by this Strafe",
            "NM-STF-03",
        )
    if not is_near_first_target(state, f, action.target):
        return refuse(
            "too_far",
            f'{state.name(action.target)} is more than 2" from the first target',
            "NM-STF-02",
        )
    return LEGAL


def _list_candidates(state: State, question: StrafeQuestion) -> Iterator[Attack]:
    f = find_frame(state, Attacking)
    if f is not None:
        for id in strafe_targets(state, f):
            yield Attack(player=question.player, model=f.attacker, weapon=f.weapon.key, target=id)


def _decide(r: Resolution, question: StrafeQuestion, action: Attack) -> None:
    f = r.find_frame(Attacking)
    assert f is not None
    r.replace_frame(f, replace(f, struck=(*f.struck, action.target)))
    r.push(make_attack(f.attacker, f.weapon, action.target, part="strafe", chains=f.chains))


def _give_up(r: Resolution, question: StrafeQuestion, action: Pass) -> None:
    r.update_frame(Attacking, more=0)
    r.emit(events.Passed(question.player, "Strafe"))


REGISTRY.register_answer(
    StrafeQuestion,
    Attack,
    text="attack another model near the first target",
    check=_check,
    decide=_decide,
    candidates=_list_candidates,
)
REGISTRY.register_pass(StrafeQuestion, text="make no additional attack", decide=_give_up)


@REGISTRY.step(Attacking, "further")
def _ask_further(r: Resolution, f: Attacking) -> Frame | None:
    """Ask for each additional attack on a model within 2" of the first target (NM-STF-02..05)."""
    if not f.more:
        return None
    if not can_continue_attacking(r.state, f.attacker) or not strafe_targets(r.state, f):
        return replace(f, more=0)
    r.push(StrafeQuestion("", r.state.owner(f.attacker), f.attacker))
    return replace(f, more=f.more - 1)
