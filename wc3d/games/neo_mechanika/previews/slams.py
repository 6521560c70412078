"""Preview slams and drags: track, obstacle, fall, damage and the table edge (p. 37)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import dist
from typing import Any

from wc3d.engine.abilities import When
from wc3d.engine.text import join_words
from wc3d.games.neo_mechanika.odds.chances import Odds, odds_before_roll
from wc3d.games.neo_mechanika.previews.action_preview import display_name, forecast_damage
from wc3d.games.neo_mechanika.previews.tracks import describe_fall
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import (
    BorneClause,
    weapon_clauses,
    when_clauses,
)
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import check_usable
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.selectors import is_base_no_larger
from wc3d.games.neo_mechanika.rules.abilities.stats import resolve_amount
from wc3d.games.neo_mechanika.rules.abilities.triggers import is_triggered_by_attack
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Own
from wc3d.games.neo_mechanika.rules.agenda_frames import NO_CAUSE, Attacking, make_damage_roll
from wc3d.games.neo_mechanika.rules.book.rulings import REPULSOR_SLAM_IN
from wc3d.games.neo_mechanika.rules.fighting.attack import attack_pow, make_attack
from wc3d.games.neo_mechanika.rules.fighting.dragging import compute_drag
from wc3d.games.neo_mechanika.rules.fighting.slamming import Slamming, can_be_slammed, compute_slam
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import Weapon
from wc3d.games.neo_mechanika.text.formatting import cite_rule
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.presentation.evidence_view import Ghost, Stroke
from wc3d.presentation.palette import Pen, Role
from wc3d.presentation.preview import (
    MAYBE_COLOR,
    NO_COLOR,
    FactRows,
    FloatingTag,
    Preview,
    format_rounded_inches,
    make_preview,
    point_above_model,
)
from wc3d.table.moves.slams import Slam


@dataclass(frozen=True, slots=True)
class SlamThreat:
    """A slam that an attack may cause: its source, inches, collateral POW and condition."""

    why: str
    inches: float
    pow: int
    when: str = ""


def slam_preview(
    state: State, model: str, source: str, inches: float, pow: int = 0, *, why: str = ""
) -> Preview:
    """Preview a slam away from `source`; `pow` is that of the collateral damage, 0 for none."""
    if not can_be_slammed(state, model):
        text = (
            f"{state.name(model)} cannot be slammed: it stays where it is{cite_rule('NM-SIL-91')}."
        )
        return make_preview(
            state.table,
            "slam",
            None,
            text,
            badge="STAYS",
            roles={model: Role.TO, source: Role.FROM},
        )
    slam_move = compute_slam(state, Slamming("", model, source, inches, pow))
    body = state.table.body(model)
    end = body.moved(slam_move.end)
    contacts = {id: display_name(state, id) for id in slam_move.contacts}
    strokes = _draw_slam(slam_move, inches)
    end_label, rgb = (
        ("off the table: destroyed", NO_COLOR)
        if slam_move.destroyed
        else ("ends here", MAYBE_COLOR)
    )
    tags = [FloatingTag(point_above_model(end), end_label, rgb, is_bold=True)]
    on_table = [id for id in slam_move.contacts if state.is_on_table(id)]
    tags += [
        FloatingTag(
            point_above_model(state.table.body(id)), _describe_contact(slam_move, id), NO_COLOR
        )
        for id in on_table
    ]
    text = f"{state.name(model)} is slammed {format_rounded_inches(slam_move.moved)} away from {state.name(source)}"
    against = f" into {join_words(list(contacts.values()))}" if contacts else ""
    text += f", {end_label}" if slam_move.destroyed else against
    at = body.at[:2]
    source_point = state.table.body(source).at[:2]
    return make_preview(
        state.table,
        "slam",
        None,
        f"{text}{cite_rule('NM-SLM-11' if slam_move.destroyed else 'NM-SLM-01')}.",
        rule="Slams, p. 37",
        badge="DESTROYED" if slam_move.destroyed else "SLAMMED",
        facts=_list_facts(state, model, slam_move, inches, pow, contacts, why),
        tags=tags,
        roles={source: Role.FROM, model: Role.TO, **dict.fromkeys(on_table, Role.HIT)},
        strokes=strokes,
        ghosts=(Ghost(end.volume, Role.HIT if slam_move.destroyed else Role.END, "ends here"),),
        marked=dict.fromkeys(slam_move.contacts, "CONTACT"),
        verdict=slam_move,
        cut=(source_point, at, slam_move.turn[:2])
        if slam_move.moved > 1e-6
        else (source_point, at),
    )


def _describe_contact(slam_move: Slam, id: str) -> str:
    return "contact: collateral damage" if id in slam_move.collateral else "contact"


def _draw_slam(slam_move: Slam, inches: float) -> list[Stroke]:
    """Draw the level part, then the fall; the part not reached is faint."""
    strokes = [
        Stroke(
            (slam_move.start, slam_move.turn),
            Pen.PATH,
            f"slammed {format_rounded_inches(slam_move.moved)}",
        )
    ]
    if slam_move.moved > EPSILON_IN and inches - slam_move.moved > 0.01:
        (x, y, z), (u, v, _), share = slam_move.start, slam_move.turn, inches / slam_move.moved
        strokes.append(
            Stroke(
                (slam_move.turn, (x + (u - x) * share, y + (v - y) * share, z)),
                Pen.REFUSED,
                is_bold=False,
            )
        )
    if slam_move.fall > EPSILON_IN:
        strokes.append(
            Stroke(
                (slam_move.turn, slam_move.end),
                Pen.FALL,
                f"falls {format_rounded_inches(slam_move.fall)}",
            )
        )
    return strokes


def _list_facts(
    state: State,
    model: str,
    slam_move: Slam,
    inches: float,
    pow: int,
    contacts: dict[str, str],
    cause: str,
) -> FactRows:
    rows = [("Caused by", cause)] if cause else []
    rows.append(
        ("Slammed", f"{format_rounded_inches(slam_move.moved)} of {format_rounded_inches(inches)}")
    )
    if slam_move.destroyed:
        return (*rows, ("Edge", "off the table: destroyed without further rolls"))
    if slam_move.rough:
        names = ", ".join(state.table.feature(id).name for id in slam_move.entered)
        rows.append(("Rough ground", f'{names}: 2" less, minimum 1"'))
    if contacts:
        rows.append(("Contact", join_words(list(contacts.values()))))
    if slam_move.power_die:
        rows.append(("Power Die", "+1 on the damage roll"))
    for id in slam_move.collateral if pow else ():
        hurt = forecast_damage(
            state, make_damage_roll(id, pow, cause=NO_CAUSE, why="collateral damage")
        )
        rows.append(("Collateral", f"{state.name(id)}, {hurt.description}"))
    if slam_move.fall > EPSILON_IN:
        rows.append(("Fall", describe_fall(state, model, slam_move.drop)))
    return tuple(rows)


def slam_threats(state: State, attacker: str, using: Weapon, target: str) -> tuple[SlamThreat, ...]:
    """Return the slams that a hit causes, from Repulsor, abilities and Cyphers."""
    return tuple(_list_threats(state, attacker, using, target))


def _list_threats(state: State, attacker: str, using: Weapon, target: str) -> Iterator[SlamThreat]:
    f = replace(make_attack(attacker, using, target), hit=True)
    if "repulsor" in using.qualities and is_base_no_larger(state, target, attacker):
        yield SlamThreat("Repulsor", REPULSOR_SLAM_IN, attack_pow(state, f))
    for borne, slamming in _list_slam_clauses(state, attacker, using):
        clause: When = borne.clause
        if is_triggered_by_attack(state, borne, f) and check_usable(state, borne):
            holder = (
                attacker
                if isinstance(slamming.collateral, Own) and slamming.collateral.stat == "POW"
                else borne.bearer
            )
            pow = resolve_amount(state, slamming.collateral, holder, using)
            dice = (
                resolve_amount(state, slamming.per_strike, borne.bearer, using)
                if slamming.per_strike
                else 0
            )
            distance_text = f'1" per strike on {dice} AD, up to {2 * dice}"' if dice else ""
            spike = "if spiked" if clause.cost is not None else ""
            yield SlamThreat(
                borne.source, float(slamming.inches or 2 * dice), pow, distance_text or spike
            )


def odds_with_slam(state: State, f: Attacking) -> Odds:
    """Return an attack's odds with the Power Die of a slam certain before damage (p. 37)."""
    if (
        state.is_on_table(f.target)
        and state.is_on_table(f.attacker)
        and can_be_slammed(state, f.target)
    ):
        sure = [
            threat
            for threat in slam_threats(state, f.attacker, f.weapon, f.target)
            if not threat.when
        ]
        slam_moves = (
            compute_slam(state, Slamming("", f.target, f.attacker, threat.inches, 0))
            for threat in sure
        )
        f = replace(f, slam_die=any(slammed.power_die for slammed in slam_moves))
    return odds_before_roll(state, f)


# Drags


def drag_source(state: State, attacker: str, using: Weapon, target: str) -> str:
    """Return the name of the effect that drags a damaged target; "" if none does."""
    f = replace(make_attack(attacker, using, target), hit=True, points=1)
    for borne in weapon_clauses(state, attacker, using.abilities, When):
        clause: When = borne.clause
        drags = clause.window is Moment.AFTER_ATTACK and any(
            isinstance(e, vocabulary.DragToward) for e in clause.effects
        )
        if drags and target in state.models and is_triggered_by_attack(state, borne, f):
            return borne.source
    return ""


def drag_preview(state: State, model: str, source: str, cause: str = "") -> Preview:
    """Preview a model dragged toward another: its track, what stops it, and the fall."""
    drag_move = compute_drag(state, model, source)
    body = state.table.body(model)
    if drag_move is None:
        text = f"{state.name(model)} cannot be dragged."
        return make_preview(
            state.table,
            "drag",
            None,
            text,
            badge="STAYS",
            roles={model: Role.TO, source: Role.FROM},
        )
    distance = dist(body.at, drag_move.turn)
    end = body.moved(drag_move.fall.end)
    contacts = [display_name(state, id) for id in drag_move.contacts]
    strokes = [
        Stroke((body.at, drag_move.turn), Pen.PATH, f"dragged {format_rounded_inches(distance)}")
    ]
    until = f", until contact with {join_words(contacts)}" if contacts else ""
    rows = [
        (
            cause or "Drag",
            f"if damaged: {format_rounded_inches(distance)} toward {state.name(source)}{until}",
        )
    ]
    if drag_move.rough:
        rows.append(("Rough ground", "shortens the drag (p. 44)"))
    if drag_move.fall.height > EPSILON_IN:
        strokes.append(
            Stroke(
                (drag_move.turn, end.at),
                Pen.FALL,
                f"falls {format_rounded_inches(drag_move.fall.height)}",
            )
        )
        rows.append(("Fall", describe_fall(state, model, drag_move.fall)))
    return make_preview(
        state.table,
        "drag",
        None,
        f"If it is damaged, it may be dragged {format_rounded_inches(distance)}.",
        badge="DRAGGED",
        facts=tuple(rows),
        tags=[FloatingTag(point_above_model(end), "dragged here", MAYBE_COLOR)],
        roles={source: Role.FROM, model: Role.TO},
        strokes=strokes,
        ghosts=(Ghost(end.volume, Role.END, "dragged here"),),
        verdict=drag_move,
        cut=(body.at[:2], state.table.body(source).at[:2]),
    )


def _list_slam_clauses(
    state: State, attacker: str, using: Weapon
) -> Iterator[tuple[BorneClause, Any]]:
    """Yield what slams the target on a hit: the weapon, the attacker's abilities and Cyphers."""
    own = (b for b in when_clauses(state, Moment.HIT) if b.bearer == attacker)
    weapons = (
        b
        for b in weapon_clauses(state, attacker, using.abilities, When)
        if b.clause.window is Moment.HIT
    )
    for borne in (*own, *weapons):
        for e in borne.clause.effects:
            if isinstance(e, vocabulary.SlamAway) and e.who is vocabulary.EventRole.TARGET:
                yield borne, e
