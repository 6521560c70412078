"""Abilities that a player uses in an activation: spikes and special actions (p. 27, 29)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wc3d.engine.abilities import Do
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import BorneClause, clauses_borne_by
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import (
    Using,
    check_usable,
    use_ability,
)
from wc3d.games.neo_mechanika.rules.abilities.availability import RULINGS_REQUIRE_EFFECT, has_effect
from wc3d.games.neo_mechanika.rules.abilities.selectors import matches_selector
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import AttackAgain, Boosting
from wc3d.games.neo_mechanika.rules.actions import Use
from wc3d.games.neo_mechanika.rules.fighting.targeting import check_line_of_sight
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    check_can_attack,
    check_can_attack_with,
    current_activation,
)
from wc3d.games.neo_mechanika.rules.weapons import model_weapons

REGISTRY = HandlerRegistry()


def usable_abilities(state: State, model: str) -> Iterator[tuple[str, BorneClause]]:
    """Yield a model's usable abilities by name; an ability's second use is "name#2"."""
    counts: dict[str, int] = {}
    for borne in clauses_borne_by(state, model, Do):
        counts[borne.ability] = counts.get(borne.ability, 0) + 1
        n = counts[borne.ability]
        yield (borne.ability if n == 1 else f"{borne.ability}#{n}"), borne


def _check_timing(state: State, borne: BorneClause, model: str) -> Verdict:
    """Check the ability's time in the activation; actions replace all attacks (NM-ACT-10)."""
    activation = current_activation(state)
    timing = borne.clause.timing
    name = state.name(model)
    fired = any(id == model for id, _ in activation.fired)
    if timing == "special action":
        if model in activation.acted:
            return refuse(
                "special_action_made",
                f"{name} has already made a special action in this activation",
                "NM-ACT-10",
            )
        if fired:
            return refuse(
                "attack_made",
                f"{name} has attacked; a special action replaces all attacks",
                "NM-ACT-10",
            )
    if timing == "attacks":
        if model in activation.acted:
            return refuse(
                "special_action_made",
                f"{name} made a special action in place of its attacks",
                "NM-ACT-10",
            )
        return check_can_attack(state, activation.unit)
    if timing == "before attacks" and fired:
        return refuse("too_late", f"{borne.source} must be used before attacking", "NM-SIL-47")
    if timing == "after attacks" and (not activation.fired or activation.closed):
        return refuse(
            "too_early", f"{borne.source} must be used right after attacking", "NM-SIL-47"
        )
    return LEGAL


def _check_ability_target(state: State, borne: BorneClause, target: str) -> Verdict:
    """Check that the target matches the ability."""
    sort = borne.clause.target
    if sort is None:
        if not target:
            return LEGAL
        return refuse("no_target", f"{borne.source} does not take a target", "NM-ARC-09")
    if not state.is_on_table(target):
        but = f" on the table, not {target!r}" if target else " that is legal and in range"
        return refuse("unknown", f"{borne.source} needs a target{but}", "NM-ARC-09")
    if not matches_selector(state, sort, borne.bearer, target):
        return refuse(
            "wrong_target",
            f"{state.name(target)} is not a legal target for {borne.source}",
            "NM-ARC-09",
        )
    return _check_sight(state, borne, target)


def _check_sight(state: State, borne: BorneClause, target: str) -> Verdict:
    """Check that the user of a special rule sees its target (NM-ACT-13, p. 32; SIL-147)."""
    if borne.clause.beside or target == borne.bearer:
        return LEGAL
    return check_line_of_sight(state, borne.bearer, target, "NM-ACT-13")


def check_has_effect(state: State, borne: BorneClause, target: str) -> Verdict:
    """Reject a use that would change nothing (NM-SIL-175)."""
    use = Using(
        "", borne.ability, borne.bearer, state.owner(borne.bearer), borne.clause.effects, target
    )
    if has_effect(state, borne.clause, use) and not _has_no_attack_left(state, borne):
        return LEGAL
    target_text = f" on {state.name(target)}" if target and target != borne.bearer else ""
    return refuse(
        "does_nothing", f"{borne.source} would have no effect{target_text} now", "NM-SIL-175"
    )


ATTACK_ONLY_STATS = frozenset(
    (
        "ATTACK_AD",
        "ATTACK_PD",
        "ignore_cover",
        "ignore_sight",
        "ignore_stealth",
        "one_weapon",
        "rerolls_attacks",
    )
)
"""The stats and properties that change only attacks."""


def _has_no_attack_left(state: State, borne: BorneClause) -> bool:
    """Return whether an ability only improves attacks, and its unit has none left (NM-SIL-175)."""
    effects = borne.clause.effects
    if state.setup.rulings < RULINGS_REQUIRE_EFFECT or not all(
        isinstance(e, Boosting) and e.until == "activation" for e in effects
    ):
        return False
    words = {getattr(m, "stat", "") or getattr(m, "flag", "") for e in effects for m in e.modifiers}
    if not words <= ATTACK_ONLY_STATS:
        return False
    models = state.models_of(current_activation(state).unit)
    further = any(
        isinstance(e, AttackAgain)
        for m in models
        for _, b in usable_abilities(state, m.id)
        for e in b.clause.effects
    )
    attacks = check_can_attack(state, current_activation(state).unit)
    return not further and not (
        attacks
        and any(
            check_can_attack_with(state, m.id, w)
            for m in models
            for w in model_weapons(state, m.id)
        )
    )


def _find(state: State, action: Use) -> BorneClause | None:
    return next(
        (b for name, b in usable_abilities(state, action.model) if name == action.ability), None
    )


def _check(state: State, question: ActingQuestion, action: Use) -> Verdict:
    if (
        action.model not in state.models
        or state.models[action.model].unit != question.unit
        or not state.is_on_table(action.model)
    ):
        return refuse(
            "wrong_unit",
            f"{state.name(question.unit)} has no model {action.model!r} in play",
            "NM-SIL-47",
        )
    borne = _find(state, action)
    if borne is None:
        names = ", ".join(name for name, _ in usable_abilities(state, action.model)) or "none"
        message = f"{state.name(action.model)} has no ability {action.ability!r} to use now; it has: {names}"
        return refuse("unknown_ability", message, "NM-SIL-47")
    verdict = (
        check_usable(state, borne)
        and _check_timing(state, borne, action.model)
        and _check_ability_target(state, borne, action.target)
    )
    return verdict and check_has_effect(state, borne, action.target)


def _list_uses(state: State, question: ActingQuestion) -> Iterator[Use]:
    """Yield the usable abilities. The first bearer in a squad offers those of the squad."""
    offered: set[tuple[str, str]] = set()
    for m in state.models_of(question.unit):
        for name, borne in usable_abilities(state, m.id):
            sort = borne.clause.target
            aims = [""] if sort is None else [b.id for b in state.bodies]
            alone = borne.clause.timing in ("special action", "attacks")
            for target in aims:
                key = (name, m.id + target if alone else target)
                if key not in offered:
                    offered.add(key)
                    yield Use(player=question.player, ability=name, model=m.id, target=target)


def _use(r: Resolution, question: ActingQuestion, action: Use) -> None:
    borne = _find(r.state, action)
    assert borne is not None
    activation = current_activation(r.state)
    if borne.clause.timing == "special action":
        r.replace_frame(activation, replace(activation, acted=(*activation.acted, action.model)))
    elif borne.clause.timing == "attacks":
        r.replace_frame(
            activation,
            replace(activation, fired=(*activation.fired, (action.model, borne.ability))),
        )
    elif borne.clause.timing == "after attacks":
        r.replace_frame(activation, replace(activation, closed=True))
    use_ability(r, borne, chosen=action.target)


REGISTRY.register_answer(
    ActingQuestion,
    Use,
    text="use an ability or special action",
    check=_check,
    decide=_use,
    candidates=_list_uses,
)
