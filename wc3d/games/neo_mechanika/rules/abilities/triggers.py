"""The windows in which abilities trigger.

A window finds the abilities in play that its moment triggers. Mandatory abilities resolve in the
order of the models. Then each player, the active one first, may use optional abilities until they
pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from wc3d.engine.abilities import When
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import END_STEP, Frame, Question, Resolution, find_frame
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import (
    BorneClause,
    weapon_clauses,
    when_clauses,
)
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import check_usable, use_ability
from wc3d.games.neo_mechanika.rules.abilities.availability import can_use_clause
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.selectors import (
    facts_of_attack,
    matches_selector,
    meets_condition,
)
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import (
    ENEMIES,
    AttackAgain,
    Reroll,
    Selector,
)
from wc3d.games.neo_mechanika.rules.actions import Pass, Use
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import State, opponent_of

REGISTRY = HandlerRegistry()

ClauseKey = tuple[str, str, int]
"""A handled clause: ability, bearer, index among the ability's clauses of this window."""

Ids = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opened(Frame):
    """An open window. Outside attacks, `subject` is the affected unit or model, `by` its cause."""

    STEPS: ClassVar[tuple[str, ...]] = ("ask", "again")
    window: Moment = Moment.HIT
    subject: str = ""
    by: str = ""
    handled: tuple[ClauseKey, ...] = ()
    passed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reaction(Question):
    """A choice of an ability to use now, or none. `options` are (ability, bearer) pairs."""

    window: Moment = Moment.HIT
    options: tuple[tuple[str, str], ...] = ()


def trigger_abilities(r: Resolution, window: Moment, subject: str = "", by: str = "") -> None:
    """Open a window if its moment triggers an ability."""
    if has_trigger(r.state, window, subject, by):
        r.push(Opened("", window, subject, by))


def has_trigger(state: State, window: Moment, subject: str = "", by: str = "") -> bool:
    """Return whether a moment triggers an ability."""
    return next(_find_moments(state, Opened("", window, subject, by)), None) is not None


def _find_moments(state: State, frame: Opened) -> Iterator[tuple[BorneClause, ClauseKey]]:
    """Yield the triggered clauses that are not yet handled."""
    attack = find_frame(state, Attacking)
    count: dict[tuple[str, str], int] = {}
    units: set[tuple[str, Any, str]] = set()
    for borne in _find_candidates(state, frame.window, attack):
        if borne.clause.whole_unit:
            unit = (borne.ability, borne.clause, state.models[borne.bearer].unit)
            if unit in units:
                continue
            units.add(unit)
        i = count[borne.ability, borne.bearer] = count.get((borne.ability, borne.bearer), -1) + 1
        mark = (borne.ability, borne.bearer, i)
        if (
            mark not in frame.handled
            and _is_moment(state, borne, frame, attack)
            and check_usable(state, borne)
        ):
            yield borne, mark


def _find_candidates(
    state: State, window: Moment, attack: Attacking | None
) -> Iterator[BorneClause]:
    yield from when_clauses(state, window)
    if attack is not None and state.is_on_table(attack.attacker):
        yield from (
            b
            for b in weapon_clauses(state, attack.attacker, attack.weapon.abilities, When)
            if b.clause.window is window
        )


def _is_moment(state: State, borne: BorneClause, frame: Opened, attack: Attacking | None) -> bool:
    clause: When = borne.clause
    actor_ids, target_ids = _find_parties(state, frame, attack, borne)
    if not is_triggered(state, borne, attack, actor_ids, target_ids) or not can_use_clause(
        state, clause, borne.bearer, frame.subject
    ):
        return False
    at_target = (
        frame.window is Moment.AFTER_ATTACK and clause.of is not None
    )  # more effects on the model hit
    if attack is not None and attack.negated and (frame.window is Moment.SOMEONE_HIT or at_target):
        return False  # the hit was avoided or canceled
    chained = attack is not None and not attack.chains and attack.attacker == borne.bearer
    return not (
        chained and any(isinstance(e, AttackAgain) for e in clause.effects)
    )  # an extra attack that grants no further attacks


def is_triggered(
    state: State, borne: BorneClause, attack: Attacking | None, actor_ids: Ids, target_ids: Ids
) -> bool:
    """Return whether a When clause applies: its actor, its target and its condition match."""
    clause: When = borne.clause
    return (
        (clause.by is None or _any_matches(state, clause.by, borne.bearer, actor_ids))
        and (clause.of is None or _any_matches(state, clause.of, borne.bearer, target_ids))
        and meets_condition(state, clause.condition, borne.bearer, facts_of_attack(attack), attack)
    )


def is_triggered_by_attack(state: State, borne: BorneClause, attack: Attacking) -> bool:
    """Return whether a When clause applies to an attack in progress or a hypothetical one."""
    return is_triggered(state, borne, attack, (attack.attacker,), (attack.target,))


def _any_matches(state: State, sort: Selector, bearer: str, ids: Ids) -> bool:
    """Return whether any id matches. An enemy counts even if its own blast has destroyed it."""
    return any(
        id
        and (state.is_on_table(id) or sort == ENEMIES)
        and matches_selector(state, sort, bearer, id)
        for id in ids
    )


def _find_parties(
    state: State, frame: Opened, attack: Attacking | None, borne: BorneClause
) -> tuple[Ids, Ids]:
    """Return the actors and the targets of a window: one model each, or all models of a unit."""
    if frame.window is Moment.TURN_START:
        return ((borne.bearer,) if state.owner(borne.bearer) == state.active else ()), ()
    if frame.window in (Moment.ACTIVATION_START, Moment.ACTIVATION_END):
        return _list_models(state, frame.subject), ()
    if frame.window is Moment.AFTER_FURY:
        return (frame.subject,), ()
    if frame.window in (Moment.CARD_PLAYED, Moment.CARD_EXPIRING, Moment.WOUNDED):
        return (frame.by,), _list_models(state, frame.subject)
    return ((attack.attacker,), (attack.target,)) if attack else ((), ())


def _list_models(state: State, subject: str) -> Ids:
    return (
        tuple(m.id for m in state.models_of(subject))
        if subject in state.units and subject not in state.models
        else (subject,)
    )


@REGISTRY.step(Opened, "ask")
def _ask(r: Resolution, f: Opened) -> Frame | None:
    """Resolve mandatory abilities (NM-SIL-169), then ask the players in turn (NM-SIL-151)."""
    moments = list(_find_moments(r.state, f))
    mandatory_moment = next(((b, m) for b, m in moments if not b.clause.optional), None)
    if mandatory_moment is not None:
        borne, mark = mandatory_moment
        use_ability(r, borne)
        return replace(f, handled=(*f.handled, mark))
    for player in (r.state.active or 1, opponent_of(r.state.active or 1)):
        mine = tuple(
            dict.fromkeys(
                (b.ability, b.bearer) for b, _ in moments if r.state.owner(b.bearer) == player
            )
        )
        if mine and player not in f.passed:
            r.push(Reaction("", player, f.window, mine))
            return None
    return replace(f, step=END_STEP)


@REGISTRY.step(Opened, "again")
def _ask_again(r: Resolution, f: Opened) -> Frame:
    """Search the window again for triggered abilities (NM-SIL-151)."""
    return replace(f, step="ask")


def expire_turn_cards(r: Resolution) -> None:
    """Expire the cards that last for a turn (SIL-97)."""
    for unit in list(r.state.units.values()):
        for card in unit.cyphers:
            if card.until == "turn":
                r.emit(events.CardExpired(card.player, card.card, unit.id))


def _check_use(state: State, question: Reaction, action: Use) -> Verdict:
    if (action.ability, action.model) not in question.options:
        names = ", ".join(f"{ability} ({bearer})" for ability, bearer in question.options)
        return refuse(
            "not_now",
            f"{action.model!r} cannot use {action.ability!r} now; possible: {names}",
            "NM-SIL-47",
        )
    return LEGAL


def _list_uses(state: State, question: Reaction) -> Iterator[Use]:
    return (
        Use(player=question.player, ability=ability, model=bearer)
        for ability, bearer in question.options
    )


def _use(r: Resolution, question: Reaction, action: Use) -> None:
    frame = r.find_frame(Opened)
    assert frame is not None
    state: State = r.state
    for borne, mark in _find_moments(state, frame):
        if (borne.ability, borne.bearer) == (
            action.ability,
            action.model,
        ) and borne.clause.optional:
            handled = (
                frame.handled if _may_be_repeated(state, borne.clause) else (*frame.handled, mark)
            )
            passed_players = (
                () if state.setup.options.reactions_after_passing else frame.passed
            )  # NM-SIL-151
            r.replace_frame(frame, replace(frame, handled=handled, passed=passed_players))
            use_ability(r, borne)
            return


def _may_be_repeated(state: State, clause: When) -> bool:
    """Return whether an ability may be used again at the same moment.

    A reroll may not, unless the players agreed otherwise; then each costs its Arc (NM-SIL-159).
    """
    rerolls = any(isinstance(e, Reroll) for e in clause.effects)
    return clause.again or (
        rerolls and clause.cost is not None and state.setup.options.rerolls_repeat
    )


def _pass(r: Resolution, question: Reaction, action: Pass) -> None:
    frame = r.find_frame(Opened)
    assert frame is not None
    r.replace_frame(frame, replace(frame, passed=(*frame.passed, question.player)))


REGISTRY.register_answer(
    Reaction, Use, text="use an ability", check=_check_use, decide=_use, candidates=_list_uses
)
REGISTRY.register_pass(Reaction, text="skip", decide=_pass)
