"""The Control phase: the warcaster gains focus and divides it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Question, Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.actions import Assign, Pass, Shake, Upkeep
from wc3d.games.warmachine.rules.focus import can_hold_focus, is_commanded_by, is_in_control_area
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.state import Effect, Model, State
from wc3d.games.warmachine.rules.stats import focus_stat, is_act_forbidden

REGISTRY = HandlerRegistry()

SHAKEABLE_WORD = "shakeable"
"""The effect word for effects that a warcaster may shake off (WM-MK3-26)."""

MAX_ASSIGNED_FOCUS = 3
"""The most focus assigned to a warjack in a turn (WM-FOC-05), or held by it (WM-MK3-09)."""


@dataclass(frozen=True, slots=True)
class ControlQuestion(Question):
    """The question of the division of focus (WM-TRN-10). `paid` are the upkeep spells paid for."""

    paid: tuple[str, ...] = ()


def gain_focus(r: Resolution, player: int) -> None:
    """Give the warcaster its FOC in focus (WM-TRN-09, WM-FOC-01), or fill up to it (WM-MK3-12).

    With `focus.power_up`, each warjack in the control area with a working cortex gains a point
    (WM-MK3-07, WM-MK3-08).
    """
    caster = r.state.warcaster_of(player)
    if caster.at is None or caster.owner != player:  # under the opponent's control (WM-RUL-156)
        return
    full = focus_stat(r.state, caster.id)
    points = (
        max(0, full - caster.focus)
        if r.state.edition["focus.carry_over"] == "up_to_focus"
        else full
    )
    if points and not is_act_forbidden(r.state, caster.id, "gain_focus"):
        r.emit(events.FocusGained(caster.id, points))
    if r.state.edition["focus.power_up"]:
        for jack in list(r.state.models_in_play(player)):
            can_gain = is_commanded_by(r.state, caster.id, jack.id) and can_hold_focus(
                r.state, jack.id
            )
            if can_gain and is_in_control_area(r.state, caster.id, jack.id):
                r.emit(events.FocusGained(jack.id, 1))


def upkeep_spells(state: State, player: int) -> tuple[tuple[Model, Effect], ...]:
    """Return a player's upkeep spells in play, each with the model that carries it."""
    return tuple(
        (m, e)
        for m in state.models_in_play()
        for e in m.effects
        if e.is_upkeep and e.player == player
    )


def upkeep_spell_names(state: State, player: int) -> tuple[str, ...]:
    """Return the names of a player's upkeep spells in play. A spell may be on several models."""
    return tuple(dict.fromkeys(effect.name for _, effect in upkeep_spells(state, player)))


def free_focus_capacity(state: State, jack: Model) -> int:
    """Return the number of points a warjack may still receive (WM-FOC-05, WM-MK3-09)."""
    return MAX_ASSIGNED_FOCUS - (
        jack.focus if state.edition["focus.jack_cap"] == "held" else jack.assigned
    )


def _check_assign(state: State, question: ControlQuestion, action: Assign) -> Verdict:
    jack = state.models.get(action.model)
    caster = state.warcaster_of(question.player)
    if (
        jack is None
        or jack.at is None
        or caster.owner != question.player
        or not is_commanded_by(state, caster.id, jack.id)
    ):
        return refuse(
            "no_warjack",
            "you can assign focus points only to warjacks of your own battlegroup",
            "WM-MK3-06",
        )
    if action.points < 1:
        return refuse("no_focus", "assign at least 1 focus point", "WM-FOC-02")
    if action.points > caster.focus:
        return refuse(
            "no_focus",
            f"{caster.name} has only {pluralize(caster.focus, 'focus point')} to assign",
            "WM-FOC-02",
        )
    if not can_hold_focus(state, jack.id):
        return refuse("no_cortex", f"{jack.name} cannot receive focus points", "WM-DJA-08")
    if action.points > free_focus_capacity(state, jack):
        return refuse(
            "too_many",
            f"{jack.name} can receive only {pluralize(max(0, free_focus_capacity(state, jack)), 'more focus point')} this turn",
            "WM-FOC-05",
        )
    if not is_in_control_area(state, caster.id, jack.id):  # line of sight is not needed (WM-FOC-04)
        return refuse(
            "out_of_control",
            f"{jack.name} is outside the control area of {caster.name}",
            "WM-FOC-04",
        )
    return LEGAL


def _assign(r: Resolution, question: ControlQuestion, action: Assign) -> None:
    r.emit(
        events.FocusAssigned(r.state.warcaster_of(question.player).id, action.model, action.points)
    )
    r.push(question)


def _list_assignments(state: State, question: ControlQuestion) -> Iterator[Assign]:
    for jack in state.models_in_play(question.player):
        if jack.is_warjack:
            yield from (
                Assign(player=question.player, model=jack.id, points=n)
                for n in range(1, MAX_ASSIGNED_FOCUS + 1)
            )


REGISTRY.register_answer(
    ControlQuestion,
    Assign,
    text="assign focus to a warjack",
    check=_check_assign,
    decide=_assign,
    candidates=_list_assignments,
)


# Upkeep


def _check_upkeep(state: State, question: ControlQuestion, action: Upkeep) -> Verdict:
    if action.spell in question.paid:
        return refuse("paid", "upkeep for this spell is already paid", "WM-UPK-02")
    if action.spell not in upkeep_spell_names(state, question.player):
        return refuse("no_upkeep", "you have no such upkeep spell in play", "WM-UPK-02")
    if (
        state.warcaster_of(question.player).focus < 1
        or state.warcaster_of(question.player).owner != question.player
    ):
        return refuse("no_focus", "the warcaster has no focus points left", "WM-UPK-02")
    return LEGAL


def _pay_upkeep(r: Resolution, question: ControlQuestion, action: Upkeep) -> None:
    r.emit(events.UpkeepPaid(r.state.warcaster_of(question.player).id, action.spell))
    r.push(ControlQuestion(player=question.player, paid=(*question.paid, action.spell)))


def _end_unpaid(r: Resolution, question: ControlQuestion, action: Pass) -> None:
    """End unpaid upkeep spells (WM-UPK-02), in or out of range and sight (WM-RUL-85)."""
    for model, effect in upkeep_spells(r.state, question.player):
        if effect.name not in question.paid:
            r.emit(events.EffectEnded(model.id, effect, "not upheld"))


REGISTRY.register_answer(
    ControlQuestion,
    Upkeep,
    text="pay upkeep for a spell",
    check=_check_upkeep,
    decide=_pay_upkeep,
    candidates=lambda state, asked: (
        Upkeep(player=asked.player, spell=name) for name in upkeep_spell_names(state, asked.player)
    ),
)


# Shaking (Mk III)


def shakeable_conditions(state: State, player: int) -> tuple[str, ...]:
    """Return the conditions that a warcaster may shake off for a point each (WM-MK3-23).

    They are being knocked down (WM-MK3-24), being stationary (WM-MK3-25), and the names of
    shakeable effects (WM-MK3-26).
    """
    caster = state.warcaster_of(player)
    if (
        not state.edition["focus.shake"]
        or caster.at is None
        or caster.owner != player
        or caster.focus < 1
    ):
        return ()
    named = dict.fromkeys(
        e.name for e in caster.effects if any(word == SHAKEABLE_WORD for word, _ in e.does)
    )
    return (
        ("knocked_down",) * caster.knocked_down
        + ("stationary",) * caster.has_effect_word("stationary")
        + tuple(named)
    )


def _check_shake(state: State, question: ControlQuestion, action: Shake) -> Verdict:
    if action.model == state.warcaster_of(
        question.player
    ).id and action.what in shakeable_conditions(state, question.player):
        return LEGAL
    return refuse("cannot_shake", "the warcaster has no such effect to shake off", "WM-MK3-23")


def _shake(r: Resolution, question: ControlQuestion, action: Shake) -> None:
    r.emit(events.FocusSpent(action.model, 1, "shake off"))
    caster = r.state.models[action.model]
    if action.what == "knocked_down":
        r.emit(events.StoodUp(caster.id, caster.facing, ""))
    else:
        for effect in [e for e in caster.effects if _is_shaken(e, action.what)]:
            r.emit(events.EffectEnded(caster.id, effect, "shaken off"))
    r.push(question)


def _is_shaken(effect: Effect, name: str) -> bool:
    """Return whether an effect is named and shakeable (WM-MK3-26) or stationary (WM-MK3-25)."""
    words = {word for word, _ in effect.does}
    return (
        name in words if name == "stationary" else effect.name == name and SHAKEABLE_WORD in words
    )


REGISTRY.register_answer(
    ControlQuestion,
    Shake,
    text="shake off an effect",
    check=_check_shake,
    decide=_shake,
    candidates=lambda state, asked: (
        Shake(player=asked.player, model=state.warcaster_of(asked.player).id, what=what)
        for what in shakeable_conditions(state, asked.player)
    ),
)
REGISTRY.register_pass(ControlQuestion, text="end the Control Phase", decide=_end_unpaid)
