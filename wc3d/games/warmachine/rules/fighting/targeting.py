"""Legal targets of attacks, attack bonuses and the target's DEF, with receipts."""

from __future__ import annotations

from dataclasses import replace

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.receipt import Receipt, ReceiptLine
from wc3d.games.warmachine.rules.agenda_frames import (
    Activation,
    Attacking,
    AttackPlan,
    activation_of,
)
from wc3d.games.warmachine.rules.cards import Armament
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.sight_in_game import (
    clouds_between,
    clouds_on_table,
    clouds_touching,
    find_melee,
    is_in_reach,
    line_of_sight,
)
from wc3d.games.warmachine.rules.space.arcs import Arc, arc_of, check_back_strike
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.space.protection import (
    find_potential_protection,
    find_protection,
    find_screening,
    is_elevated,
)
from wc3d.games.warmachine.rules.space.sight import SightCheck, compute_eye_sight
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import current_stat, effect_total, has_effect_word
from wc3d.table.table import Table

SCREENED_DEFENSE_BONUS, CONCEALMENT_DEFENSE_BONUS, COVER_DEFENSE_BONUS = 2, 2, 4
"""The DEF bonuses of screening (WM-SCR-02), concealment (WM-TER-10) and cover (WM-TER-11)."""

ELEVATION_DEFENSE_BONUS = 2
"""The DEF bonus of higher ground (WM-REF-47)."""

CLOUD_DEFENSE_BONUS = 2
"""The DEF bonus in a cloud by the reference sheet (WM-REF-48)."""

CONCEALMENT = "concealment"
"""The name of concealment in receipts and effects."""

AIMING_BONUS = 2
"""The bonus to ranged attack rolls of a model that has not moved (WM-RNG-05)."""

BACK_STRIKE_BONUS, INTO_MELEE_PENALTY = 2, -4
"""The attack modifiers of back strikes (WM-REF-43) and shots or spells into melee (WM-REF-50)."""

ATTACK_STATS = {"melee": "MAT", "ranged": "RAT", "magic": "FOC"}
"""The stat for each kind of attack roll (WM-MOD-06)."""


def attack_table(state: State, plan: AttackPlan, attacker: str, target: str) -> Table:
    """Return the table for judging an attack, without models that the weapon sees past."""
    weapon = state.setup.weapon(attacker, plan.weapon) if plan.weapon else None
    past = (
        next((t for t in weapon.traits if t.word == "sees_past"), None)
        if weapon is not None
        else None
    )
    if past is None:
        return state.table
    rest = (b.id for b in state.table.bodies if b.id not in (attacker, target))
    distant_ids = [id for id in rest if state.table.distance(id, target) > past.but_within]
    return state.table.without(*distant_ids)


def attack_line(state: State, plan: AttackPlan, origin: str, target: str) -> SightCheck:
    """Return the line of sight of an attack from its origin (WM-LOS-01, WM-CHN-04)."""
    table = attack_table(state, plan, origin, target)
    if table is state.table:
        return line_of_sight(state, origin, target)
    return compute_eye_sight(table, origin, target, clouds_between(state, origin, target))


def check_target(state: State, plan: AttackPlan, attacker: str, target: str) -> Verdict:
    """Check that the target is on the table and in sight of the origin (WM-MEL-01, WM-RNG-02).

    The distance is measured later.
    """
    if not state.is_on_table(target) or target in (attacker, plan.origin):
        return refuse("no_target", "there is no such target on the table", "WM-ATK-03")
    sight = attack_line(state, plan, plan.origin, target)
    if not sight:
        return refuse(
            "no_sight",
            f"{state.name(plan.origin)} cannot see {state.name(target)}",
            "WM-LOS-01",
            sight,
        )
    return replace_fields(LEGAL, evidence=sight)


def check_melee_target(
    state: State, weapon: Armament | None, plan: AttackPlan, attacker: str, target: str
) -> Verdict:
    """Check that a melee target is in sight and in range, without measuring (WM-MEL-01)."""
    reach = weapon.melee_range if weapon is not None else plan.range
    # faster than a sight check
    if state.is_on_table(target) and not is_in_reach(state, attacker, target, reach):
        return refuse(
            "out_of_reach",
            f"{state.name(target)} is outside the melee range of {plan.name}",
            "WM-MEL-01",
        )
    return check_target(state, plan, attacker, target)


def check_not_in_melee(state: State, attacker: str) -> Verdict:
    """Check that a model is not in melee before a ranged attack (WM-RNG-01)."""
    if find_melee(state, attacker).in_melee:
        return refuse(
            "in_melee", f"{state.name(attacker)} is in melee and cannot shoot", "WM-RNG-01"
        )
    return LEGAL


# Numbers


def hits_automatically(state: State, f: Attacking) -> bool:
    """Return whether an attack hits without a roll.

    A melee attack hits a stationary target automatically (WM-STA-02, WM-RUL-60). So does a weapon
    that follows up, against the model that it hit last in the same activation (WM-MOD-14).
    """
    if f.plan.kind == "melee" and state.is_stationary(f.target):
        return True
    weapon = state.setup.weapon(f.attacker, f.plan.weapon) if f.plan.weapon else None
    if weapon is None or not weapon.has_trait("follows_up") or f.plan.free:
        return False
    attacker = state.models[f.attacker]
    return attacker.activated == state.turn and attacker.struck == f.target


def attack_receipt(state: State, f: Attacking) -> Receipt:
    """Return the modifiers of an attack roll (WM-ATK-05, WM-SPL-07)."""
    plan = f.plan
    stat_receipt = current_stat(state, f.attacker, ATTACK_STATS[plan.kind])
    lines = [
        *stat_receipt.lines,
        *(ReceiptLine(bonus.why, bonus.amount) for bonus in plan.modifiers),
    ]
    if is_aiming(state, f):
        lines.append(ReceiptLine("aiming", AIMING_BONUS))
    if better := effect_total(state, f.attacker, "ATTACK"):
        lines.append(ReceiptLine("attack rolls", better))
    lines += _reference_lines(state, f)
    return Receipt(
        stat_receipt.name, stat_receipt.base, tuple(lines), floor=None, source=stat_receipt.source
    )


def is_aiming(state: State, f: Attacking) -> bool:
    """Return whether the attacker kept its place and facing (WM-RNG-05, WM-REF-41, WM-RUL-43).

    Magic attacks do not aim (WM-REF-42).
    """
    return f.plan.kind == "ranged" and state.models[f.attacker].stirred != state.turn


def _reference_lines(state: State, f: Attacking) -> list[ReceiptLine]:
    """Return modifiers for back strikes (WM-REF-43) and shots into melee (WM-REF-50, WM-REF-52)."""
    lines = []
    frame: Activation | None = activation_of(state, f.attacker)
    behind = state.edition["attack.back_strike"] and frame is not None
    if (
        behind
        and frame is not None
        and check_back_strike(state.table, f.attacker, f.target, frame.began_at).back_strike
    ):
        lines.append(ReceiptLine("back strike", BACK_STRIKE_BONUS))
    if is_shot_into_melee(state, f):
        lines.append(ReceiptLine("target in melee", INTO_MELEE_PENALTY))
    return lines


def is_shot_into_melee(state: State, f: Attacking) -> bool:
    """Return whether this is a shot or spell into another melee (WM-REF-50, WM-REF-52)."""
    if state.edition["attack.target_in_melee"] != "penalty" or f.plan.kind == "melee":
        return False
    foes = find_melee(state, f.target)
    own = f.plan.kind == "magic" and f.attacker in (*foes.engaged_by, *foes.engages)
    return bool(foes.engaged_by) and not own


def foreseen_defense(state: State, f: Attacking) -> tuple[Receipt, int]:
    """Return the target's DEF before the declaration, and its possible increase afterwards.

    Screening and cover must be within 1" of the target, which is not measured before (WM-RUL-07,
    WM-RNG-03).
    """
    if f.plan.kind == "melee" or f.plan.spray or state.edition["measure"] == "free":
        return defense_receipt(state, f), 0
    plain = known_defense(state, f)
    table = attack_table(state, f.plan, f.plan.origin, f.target)
    screens, terrain = find_potential_protection(table, f.plan.origin, f.target)
    visible_bonus = max(
        (line.amount for line in plain.lines if line.source in (CONCEALMENT, "cover")), default=0
    )
    granted = {"cover": COVER_DEFENSE_BONUS, CONCEALMENT: CONCEALMENT_DEFENSE_BONUS}.get(
        terrain.value, 0
    )
    return plain, max(0, granted - int(visible_bonus)) + (
        SCREENED_DEFENSE_BONUS if screens and state.edition["screening"] else 0
    )


def known_defense(state: State, f: Attacking) -> Receipt:
    """Return the target's DEF without screening and cover, which are measured later (WM-RUL-07)."""
    return _defense(state, f, measured=False)


def defense_receipt(state: State, f: Attacking) -> Receipt:
    """Return the target's DEF (WM-ATK-07) with its protection from this attack (WM-TER-09)."""
    return _defense(state, f, measured=True)


def _defense(state: State, f: Attacking, measured: bool) -> Receipt:
    plan = f.plan
    printed = current_stat(state, f.target, "DEF", plan.kind)
    lines = list(printed.lines)
    if plan.kind != "melee" and _has_cloud_bonus(state) and clouds_touching(state, f.target):
        lines.append(
            ReceiptLine("in a cloud", CLOUD_DEFENSE_BONUS)
        )  # in addition to concealment or cover, and against sprays
    if state.edition["terrain.extra"] and is_elevated(
        get_fighter(state.table, plan.origin), get_fighter(state.table, f.target)
    ):
        lines.append(
            ReceiptLine("elevated", ELEVATION_DEFENSE_BONUS)
        )  # against every kind of attack (WM-RUL-154)
    # nothing protects against a spray (WM-SPR-03, WM-REF-61)
    if plan.kind != "melee" and not plan.spray:
        lines += _protection_lines(state, f, measured)
    return Receipt("DEF", printed.base, tuple(lines), floor=None, source=printed.source)


def _has_cloud_bonus(state: State) -> bool:
    """Return whether a cloud gives +2 DEF (WM-REF-48) instead of concealment (WM-CLD-02)."""
    return state.edition["cloud"] == "own_bonus"


def _protection_lines(state: State, f: Attacking, measured: bool) -> list[ReceiptLine]:
    """Return the target's protection; if not `measured`, only clouds and lasting effects."""
    lines = []
    table = attack_table(state, f.plan, f.plan.origin, f.target)
    if (
        measured
        and state.edition["screening"]
        and find_screening(table, f.plan.origin, f.target).screened_by
    ):
        lines.append(
            ReceiptLine("screened", SCREENED_DEFENSE_BONUS)
        )  # in addition to concealment or cover (WM-RUL-44)
    hiding = () if _has_cloud_bonus(state) else clouds_on_table(state)
    ground = table if measured else replace(table, features=())
    kind: str = find_protection(ground, f.plan.origin, f.target, hiding).protection.value
    if kind == "none" and has_effect_word(state, f.target, CONCEALMENT):
        kind = CONCEALMENT
    if kind != "none":  # the better of the two (WM-TER-12)
        lines.append(
            ReceiptLine(kind, COVER_DEFENSE_BONUS if kind == "cover" else CONCEALMENT_DEFENSE_BONUS)
        )
    return lines


def is_from_front(state: State, attacker: str, target: str) -> bool:
    """Return whether the attacker is not wholly behind the target (WM-RUL-11)."""
    return (
        arc_of(get_fighter(state.table, target), get_fighter(state.table, attacker)).arc
        is not Arc.BACK
    )
