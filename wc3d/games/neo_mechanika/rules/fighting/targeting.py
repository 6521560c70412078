"""Whom an attack may be aimed at: enemy, in range, in sight, not hidden by Stealth (p. 30, 32). One predicate a rule."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.games.neo_mechanika.rules.abilities.selectors import (
    can_change_stat,
    has_flag,
    make_attack_facts,
)
from wc3d.games.neo_mechanika.rules.abilities.stats import (
    bonus_total,
    current_stat,
    current_weapon_stat,
)
from wc3d.games.neo_mechanika.rules.book.rulings import STEALTH_RANGE_IN
from wc3d.games.neo_mechanika.rules.handler_registry import refuse
from wc3d.games.neo_mechanika.rules.state import XYZ, State, memo_on_board
from wc3d.games.neo_mechanika.rules.weapons import Weapon
from wc3d.table.body import Body
from wc3d.table.memo import memo_per_table
from wc3d.table.sight.distances import format_exceeded_distance, is_within
from wc3d.table.table import Table

if TYPE_CHECKING:
    from wc3d.table.sight.cover import Cover
    from wc3d.table.sight.sight import Sight

PlacedBase = tuple[str, XYZ]
"""A base and where it stands: all that sight and cover ask of a model."""


@memo_per_table
@lru_cache(maxsize=65536)
def _compute_sight(terrain: Table, a: PlacedBase, b: PlacedBase) -> Sight:
    return terrain.sight(_make_body("viewer", a), _make_body("viewed", b))


@memo_per_table
@lru_cache(maxsize=65536)
def _compute_cover(terrain: Table, a: PlacedBase, b: PlacedBase) -> Cover:
    return terrain.cover(_make_body("attacker", a), _make_body("target", b))


@memo_per_table
@lru_cache(maxsize=65536)
def _has_cover(terrain: Table, a: PlacedBase, b: PlacedBase) -> bool:
    return terrain.has_cover(_make_body("attacker", a), _make_body("target", b))


@memo_per_table
@lru_cache(maxsize=8192)
def _make_body(role: str, placement: PlacedBase) -> Body:
    """A body that stands for a model: the same is asked about many others, and knows its volume."""
    return Body(role, *placement)


def _get_placement(state: State, id: str) -> PlacedBase:
    return state.model_or_gate(id).base, state.place(id)


def terrain_only_table(state: State) -> Table:
    """The table with its terrain alone: models never block sight, so answers about it last while nobody looks from elsewhere."""
    return state.setup.terrain(state.terrain_objectives)


def find_line_of_sight(state: State, a: str, b: str) -> Sight:
    """Does a see b (p. 32)? Kept while both stand where they stand."""
    return _compute_sight(
        terrain_only_table(state), _get_placement(state, a), _get_placement(state, b)
    )


def line_of_sight_from(state: State, placement: PlacedBase, target: str) -> Sight:
    """Would a model that stands there see the target? As `sight`, for a model wherever it is."""
    return _compute_sight(terrain_only_table(state), placement, _get_placement(state, target))


def find_terrain_cover(state: State, attacker: str, target: str) -> Cover:
    """Has the target cover by terrain (p. 34)?"""
    return _compute_cover(
        terrain_only_table(state), _get_placement(state, attacker), _get_placement(state, target)
    )


def has_terrain_cover(state: State, attacker: str, target: str) -> bool:
    """Has the target cover by terrain? The same answer as `terrain_cover`, without what it is, and much sooner."""
    return _has_cover(
        terrain_only_table(state), _get_placement(state, attacker), _get_placement(state, target)
    )


def has_terrain_cover_at(state: State, attacker: str, placement: PlacedBase) -> bool:
    """Would a model that stands there have cover by terrain? As `terrain_covers`, for a model wherever it is."""
    return _has_cover(terrain_only_table(state), _get_placement(state, attacker), placement)


def attack_range(state: State, attacker: str, weapon: Weapon, target: str = "") -> float:
    """The RNG of an attack now: the weapon's, or, for a Fury, the channelling model's Arc Relay (NM-STA-22, NM-CYP-17)."""
    facts = make_attack_facts(attacker, weapon, target)
    if weapon.kind == "fury":
        return float(bonus_total(state, attacker, "FURY_RNG", facts).value)
    return float(current_weapon_stat(state, attacker, weapon, "RNG", facts).value)


ATTACK_STATS = {"melee": "MAT", "ranged": "RAT", "fury": "FOC"}
"""The stat that an attack of each kind rolls (NM-STA-03, NM-STA-04, NM-STA-05)."""


def check_attack_stat(state: State, attacker: str, weapon: Weapon) -> Verdict:
    """A model whose card lacks the stat that an attack rolls cannot make it; no floor makes one (NM-CMP-13, SIL-22)."""
    if current_stat(state, attacker, ATTACK_STATS[weapon.kind]).value > 0:
        return LEGAL
    return refuse(
        "no_stat",
        f"{state.name(attacker)} has no {ATTACK_STATS[weapon.kind]} for this attack",
        "NM-SIL-22",
    )


def check_enemy(state: State, attacker: str, target: str) -> Verdict:
    """Targets are enemy models, void gates included (NM-ATK-03, p. 30)."""
    if not state.is_on_table(target):
        is_known = target in state.models or target in state.units
        message = (
            f"{state.name(target)} is not a model on the table"
            if is_known
            else f"there is no model {target!r}"
        )
        return refuse("unknown" if not is_known else "not_in_play", message, "NM-ATK-03")
    if state.owner(target) == state.owner(attacker):
        return refuse(
            "friendly_target",
            f"{state.name(target)} is friendly to {state.name(attacker)}",
            "NM-ATK-03",
        )
    return LEGAL


def check_range(state: State, attacker: str, weapon: Weapon, target: str) -> Verdict:
    """The target's nearest base edge is within RNG of the attacker's base (NM-ATK-04, p. 32; a Fury's: NM-CYP-17)."""
    distance = state.table.distance(attacker, target)
    reach = attack_range(state, attacker, weapon, target)
    if is_within(distance, reach):
        return LEGAL
    rule = "NM-CYP-17" if weapon.kind == "fury" else "NM-ATK-04"
    distance_text = format_exceeded_distance(distance, reach)
    return refuse(
        "out_of_range",
        f'{state.name(target)} is {distance_text}" away; {weapon.name} reaches {reach:g}"',
        rule,
        distance,
    )


def ignores_sight(state: State, attacker: str, weapon: Weapon, target: str) -> bool:
    """Does this attack need no line of sight?"""
    return has_flag(state, attacker, "ignore_sight", make_attack_facts(attacker, weapon, target))


def check_sight(state: State, attacker: str, weapon: Weapon, target: str) -> Verdict:
    """The attacker has line of sight to the target, in melee too (NM-ATK-05, p. 32; a Fury's channel: NM-CYP-18)."""
    if ignores_sight(state, attacker, weapon, target):
        return LEGAL
    return check_line_of_sight(
        state, attacker, target, "NM-CYP-18" if weapon.kind == "fury" else "NM-ATK-05"
    )


def check_line_of_sight(state: State, viewer: str, target: str, rule: str) -> Verdict:
    """The viewer has line of sight to the target, as this rule asks (p. 32). Evidence: the line of sight."""
    line_of_sight = find_line_of_sight(state, viewer, target)
    if line_of_sight:
        return Verdict(True, evidence=line_of_sight)
    by = ", ".join(state.table.feature(id).name or id for id in line_of_sight.blockers) or "terrain"
    phrase = "cannot see" if line_of_sight.verdict == "blocked" else "may not see (undecided)"
    return refuse(
        "no_sight",
        f"{state.name(viewer)} {phrase} {state.name(target)}: {by} in the way",
        rule,
        line_of_sight,
    )


def check_stealth(state: State, attacker: str, weapon: Weapon, target: str) -> Verdict:
    """A model with Stealth cannot be targeted from more than 8" away (NM-STA-17); Revelator ignores it (NM-STA-18)."""
    facts = make_attack_facts(attacker, weapon, target)
    if not has_flag(state, target, "stealth", facts) or has_flag(
        state, attacker, "ignore_stealth", facts
    ):
        return LEGAL
    distance = state.table.distance(attacker, target)
    if is_within(distance, STEALTH_RANGE_IN):
        return LEGAL
    distance_text = format_exceeded_distance(distance, STEALTH_RANGE_IN)
    return refuse(
        "stealth",
        f'{state.name(target)} has Stealth and is {distance_text}" away, more than 8"',
        "NM-STA-17",
        distance,
    )


def check_target(state: State, attacker: str, weapon: Weapon, target: str) -> Verdict:
    """May this model aim this weapon (or Fury) at that target? Evidence of a yes: the line of sight."""
    return (
        check_attack_stat(state, attacker, weapon)
        and check_enemy(state, attacker, target)
        and check_range(state, attacker, weapon, target)
        and check_stealth(state, attacker, weapon, target)
        and check_sight(state, attacker, weapon, target)
    )


@memo_on_board
def legal_targets(state: State, attacker: str, weapon: Weapon) -> tuple[str, ...]:
    """Every legal target of a model's weapon now."""
    own, reach = state.owner(attacker), uniform_range(state, attacker, weapon)
    return tuple(
        b.id
        for b in state.bodies
        if state.owner(b.id) != own and is_likely_target(state, attacker, weapon, b.id, reach)
    )


def uniform_range(state: State, attacker: str, weapon: Weapon) -> float | None:
    """The RNG of a weapon now, if it is the same whoever the target is; None where it might not be."""
    if weapon.kind == "fury" or can_change_stat(
        state, attacker, "RNG", make_attack_facts(attacker, weapon)
    ):
        return None
    return attack_range(state, attacker, weapon)


def is_likely_target(
    state: State, attacker: str, weapon: Weapon, enemy: str, reach: float | None = None
) -> bool:
    """What `check_target` says of an enemy on the table; what is in the way of sight is not looked for, as that takes long.

    `reach`: the weapon's, where it is the same whoever the enemy is.
    """
    if reach is None:
        reach = attack_range(state, attacker, weapon, enemy)
    if not is_within(state.table.distance(attacker, enemy), reach):
        return False
    if not check_stealth(state, attacker, weapon, enemy):
        return False
    return ignores_sight(state, attacker, weapon, enemy) or bool(
        find_line_of_sight(state, attacker, enemy)
    )


def has_cover(state: State, attacker: str, weapon: Weapon, target: str) -> bool:
    """Has the target cover from this attack, by terrain or by an ability (NM-ATK-11, p. 34)? Several covers are one (SIL-83).

    Nothing gives cover against melee and sprays (NM-SPR-05), nor against an attacker that ignores it.
    """
    if weapon.kind == "melee" or "spray" in weapon.qualities:
        return False
    facts = make_attack_facts(attacker, weapon, target)
    if has_flag(state, attacker, "ignore_cover", facts):
        return False
    return has_flag(state, target, "cover", facts) or has_terrain_cover(state, attacker, target)
