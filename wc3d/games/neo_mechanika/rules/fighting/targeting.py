"""Legal targets: enemy, in range, in sight, not hidden by Stealth (p. 30, 32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wc3d._internal.memo import Size, memo_per_terrain
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
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import XYZ, State, memo_on_board
from wc3d.games.neo_mechanika.rules.weapons import Weapon
from wc3d.table.body import Body
from wc3d.table.sight.distances import format_exceeded_distance, is_within
from wc3d.table.table import Table

if TYPE_CHECKING:
    from wc3d.table.sight.cover import Cover
    from wc3d.table.sight.sight import Sight

PlacedBase = tuple[str, XYZ]
"""A base and its place: the properties that matter for sight and cover."""


@memo_per_terrain(Size.HUGE)
def _compute_sight(terrain: Table, a: PlacedBase, b: PlacedBase) -> Sight:
    return terrain.sight(_make_body("viewer", a), _make_body("viewed", b))


@memo_per_terrain(Size.HUGE)
def _compute_cover(terrain: Table, a: PlacedBase, b: PlacedBase) -> Cover:
    return terrain.cover(_make_body("attacker", a), _make_body("target", b))


@memo_per_terrain(Size.HUGE)
def _has_cover(terrain: Table, a: PlacedBase, b: PlacedBase) -> bool:
    return terrain.has_cover(_make_body("attacker", a), _make_body("target", b))


@memo_per_terrain(Size.HUGE)
def _make_body(role: str, placement: PlacedBase) -> Body:
    """Return a body for a model. It is cached to reuse its volume in many queries."""
    return Body(role, *placement)


def _get_placement(state: State, id: str) -> PlacedBase:
    return state.model_or_gate(id).base, state.place(id)


def terrain_only_table(state: State) -> Table:
    """Return the table with terrain only. Models never block sight, so caches last longer."""
    return state.setup.terrain(state.terrain_objectives)


def find_line_of_sight(state: State, a: str, b: str) -> Sight:
    """Return the line of sight from `a` to `b` (p. 32). It is cached while neither moves."""
    return _compute_sight(
        terrain_only_table(state), _get_placement(state, a), _get_placement(state, b)
    )


def line_of_sight_from(state: State, placement: PlacedBase, target: str) -> Sight:
    """Return the line of sight to a target from a hypothetical place (see `find_line_of_sight`)."""
    return _compute_sight(terrain_only_table(state), placement, _get_placement(state, target))


def find_terrain_cover(state: State, attacker: str, target: str) -> Cover:
    """Return the target's cover by terrain (p. 34)."""
    return _compute_cover(
        terrain_only_table(state), _get_placement(state, attacker), _get_placement(state, target)
    )


def has_terrain_cover(state: State, attacker: str, target: str) -> bool:
    """Return whether the target has terrain cover. Much faster than `find_terrain_cover`."""
    return _has_cover(
        terrain_only_table(state), _get_placement(state, attacker), _get_placement(state, target)
    )


def has_terrain_cover_at(state: State, attacker: str, placement: PlacedBase) -> bool:
    """Return whether a model would have terrain cover at a place (see `has_terrain_cover`)."""
    return _has_cover(terrain_only_table(state), _get_placement(state, attacker), placement)


def attack_range(state: State, attacker: str, weapon: Weapon, target: str = "") -> float:
    """Return an attack's current RNG (NM-STA-22); for a Fury, the Arc Relay's (NM-CYP-17)."""
    facts = make_attack_facts(attacker, weapon, target)
    if weapon.kind == "fury":
        return float(bonus_total(state, attacker, "FURY_RNG", facts).value)
    return float(current_weapon_stat(state, attacker, weapon, "RNG", facts).value)


ATTACK_STATS = {"melee": "MAT", "ranged": "RAT", "fury": "FOC"}
"""The stat that each kind of attack rolls (NM-STA-03, NM-STA-04, NM-STA-05)."""


def check_attack_stat(state: State, attacker: str, weapon: Weapon) -> Verdict:
    """Check that the card has the stat that the attack rolls (NM-CMP-13, SIL-22)."""
    if current_stat(state, attacker, ATTACK_STATS[weapon.kind]).value > 0:
        return LEGAL
    return refuse(
        "no_stat",
        f"{state.name(attacker)} has no {ATTACK_STATS[weapon.kind]} for this attack",
        "NM-SIL-22",
    )


def check_enemy(state: State, attacker: str, target: str) -> Verdict:
    """Check that the target is an enemy model or void gate (NM-ATK-03, p. 30)."""
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
    """Check that the bases are within RNG, edge to edge (NM-ATK-04, p. 32; Fury: NM-CYP-17)."""
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
    """Return whether this attack needs no line of sight."""
    return has_flag(state, attacker, "ignore_sight", make_attack_facts(attacker, weapon, target))


def check_sight(state: State, attacker: str, weapon: Weapon, target: str) -> Verdict:
    """Check line of sight, also in melee (NM-ATK-05, p. 32; a Fury's channel: NM-CYP-18)."""
    if ignores_sight(state, attacker, weapon, target):
        return LEGAL
    return check_line_of_sight(
        state, attacker, target, "NM-CYP-18" if weapon.kind == "fury" else "NM-ATK-05"
    )


def check_line_of_sight(state: State, viewer: str, target: str, rule: str) -> Verdict:
    """Check line of sight for a rule (p. 32). Evidence: the line of sight."""
    line_of_sight = find_line_of_sight(state, viewer, target)
    if line_of_sight:
        return Verdict(True, evidence=line_of_sight)
    by = ", ".join(state.table.feature(id).name or id for id in line_of_sight.blockers) or "terrain"
    phrase = "cannot see" if line_of_sight.verdict == "blocked" else "may not see (undecided)"
    return refuse(
        "no_sight",
        f"{state.name(viewer)} {phrase} {state.name(target)}: blocked by {by}",
        rule,
        line_of_sight,
    )


def check_stealth(state: State, attacker: str, weapon: Weapon, target: str) -> Verdict:
    """Check Stealth: no target beyond 8" (NM-STA-17), unless Revelator ignores it (NM-STA-18)."""
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
    """Check that a model may aim a weapon or Fury at a target. Evidence: the line of sight."""
    return (
        check_attack_stat(state, attacker, weapon)
        and check_enemy(state, attacker, target)
        and check_range(state, attacker, weapon, target)
        and check_stealth(state, attacker, weapon, target)
        and check_sight(state, attacker, weapon, target)
    )


@memo_on_board
def legal_targets(state: State, attacker: str, weapon: Weapon) -> tuple[str, ...]:
    """Return every legal target of a model's weapon."""
    own = state.owner(attacker)
    reach = uniform_range(state, attacker, weapon)
    return tuple(
        b.id
        for b in state.bodies
        if state.owner(b.id) != own and is_likely_target(state, attacker, weapon, b.id, reach)
    )


def uniform_range(state: State, attacker: str, weapon: Weapon) -> float | None:
    """Return a weapon's current RNG if it is the same for every target; None if it may differ."""
    if weapon.kind == "fury" or can_change_stat(
        state, attacker, "RNG", make_attack_facts(attacker, weapon)
    ):
        return None
    return attack_range(state, attacker, weapon)


def is_likely_target(
    state: State, attacker: str, weapon: Weapon, enemy: str, reach: float | None = None
) -> bool:
    """Return whether `check_target` may accept an enemy on the table, without the sight check.

    `reach` is the weapon's range if it is the same for every enemy.
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
    """Return whether terrain or an ability gives cover against an attack (NM-ATK-11, p. 34).

    Several covers count as one (SIL-83). Nothing gives cover against melee, sprays (NM-SPR-05) or
    an attacker that ignores cover.
    """
    if weapon.kind == "melee" or "spray" in weapon.qualities:
        return False
    facts = make_attack_facts(attacker, weapon, target)
    if has_flag(state, attacker, "ignore_cover", facts):
        return False
    return has_flag(state, target, "cover", facts) or has_terrain_cover(state, attacker, target)
