"""Preview a target: legal or the reason why not, with odds, cover and line (p. 30, 32, 34)."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist
from typing import Any

from wc3d.engine.actions import Action, Verdict
from wc3d.engine.agenda import find_frame, find_open_question
from wc3d.engine.text import join_words
from wc3d.games.neo_mechanika.odds.chances import Odds
from wc3d.games.neo_mechanika.previews.action_preview import describe_refusal
from wc3d.games.neo_mechanika.previews.slams import odds_with_slam
from wc3d.games.neo_mechanika.rules.abilities.selectors import (
    flag_sources,
    has_flag,
    make_attack_facts,
)
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.actions import Attack, Play
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS
from wc3d.games.neo_mechanika.rules.book.rulings import COVER_DICE
from wc3d.games.neo_mechanika.rules.fighting.attack import (
    attack_pool,
    attack_pow,
    defense_pool,
    make_attack,
)
from wc3d.games.neo_mechanika.rules.fighting.damage import remaining_health
from wc3d.games.neo_mechanika.rules.fighting.targeting import (
    attack_range,
    check_attack_stat,
    check_range,
    check_stealth,
    check_target,
    find_line_of_sight,
    find_terrain_cover,
    has_cover,
    ignores_sight,
    is_likely_target,
)
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import check_can_attack, check_can_attack_with
from wc3d.games.neo_mechanika.rules.weapons import Weapon
from wc3d.games.neo_mechanika.text.formatting import cite_rule, format_pool
from wc3d.presentation.evidence_view import XYZ, Stroke, body_center, line_through_models
from wc3d.presentation.palette import Pen, Role
from wc3d.presentation.preview import (
    NO_COLOR,
    YES_COLOR,
    FactRows,
    FloatingTag,
    Preview,
    format_percent,
    format_rounded_inches,
    make_preview,
    point_above_model,
)
from wc3d.presentation.sight_marks import nearest_rim_points
from wc3d.table.body import Body


@dataclass(frozen=True, slots=True)
class TargetForecast:
    """An enemy as a weapon's target: `why` is the reason against it, `odds` those if legal."""

    target: str
    legal: bool
    why: str
    distance: float
    cover: bool
    odds: Odds | None


def check_weapon_use(state: State, model: str, using: Weapon) -> Verdict:
    """Check the weapon in the present activation; for other units check its stat only."""
    activation = find_frame(state, Activation)
    if using.kind == "fury" or activation is None or activation.unit != state.models[model].unit:
        return check_attack_stat(state, model, using)
    return (
        check_attack_stat(state, model, using)
        and check_can_attack(state, activation.unit)
        and check_can_attack_with(state, model, using)
    )


def forecast_target(state: State, attacker: str, using: Weapon, target: str) -> TargetForecast:
    """Return the forecast of a target on the table; see `target_preview` for what blocks sight."""
    distance = state.table.distance(attacker, target)
    if check_attack_stat(state, attacker, using) and is_likely_target(
        state, attacker, using, target
    ):
        odds = odds_with_slam(state, make_attack(attacker, using, target))
        return TargetForecast(
            target, True, "", distance, has_cover(state, attacker, using, target), odds
        )
    return TargetForecast(
        target, False, short_refusal(state, attacker, using, target), distance, False, None
    )


def short_refusal(state: State, attacker: str, using: Weapon, target: str) -> str:
    """Return the reason why a target is illegal, in a few words."""
    if not check_attack_stat(state, attacker, using):
        return "no stat for this attack"
    if not check_range(state, attacker, using, target):
        excess = state.table.distance(attacker, target) - attack_range(
            state, attacker, using, target
        )
        return f"out of range by {format_rounded_inches(excess)}"
    if not check_stealth(state, attacker, using, target):
        return 'Stealth, more than 8" away'
    return "no line of sight"


def target_sign(p: TargetForecast, using: Weapon) -> str:
    """Return a word or two about a target, for the sign over it."""
    if p.odds is None:
        return p.why
    text = f"hit {format_percent(p.odds.hit)}" + (", cover" if p.cover else "")
    return text if using.pow is None else f"{text}, kill {format_percent(p.odds.destroy)}"


def _find_sight_line(state: State, a: str, b: str) -> tuple[XYZ, XYZ]:
    """Return a line from a to b that proves sight, or the line between their middles."""
    witness = find_line_of_sight(state, a, b).witness
    if witness is not None:
        p, q = (tuple(float(v) for v in end) for end in witness)
        return p, q  # type: ignore[return-value]
    return body_center(state.table.body(a)), body_center(state.table.body(b))


def target_preview(
    state: State, attacker: str, using: Weapon, target: str, mode: str = ""
) -> Preview:
    """Preview a target: sight line or blocker, distance, cover, dice and odds."""
    verdict = check_target(state, attacker, using, target)
    usable = check_weapon_use(state, attacker, using)
    fine = bool(verdict and usable)
    if not state.is_on_table(target):
        return make_preview(
            state.table,
            "target",
            False,
            describe_refusal(verdict),
            roles={attacker: Role.FROM},
            verdict=verdict,
        )
    a, b = state.table.body(attacker), state.table.body(target)
    rows: list[tuple[str, str]] = [("Distance", _describe_distance(state, attacker, using, target))]
    if verdict:
        rows += list_attack_facts(state, attacker, using, target)
        words = f"{state.name(attacker)} may attack {state.name(target)} with {using.name}{cite_rule('NM-ATK-04')}."
    else:
        words = describe_refusal(verdict)
    strokes, marked = _draw_lines(state, attacker, using, target, verdict)
    covered = bool(verdict) and has_cover(state, attacker, using, target)
    features = find_terrain_cover(state, attacker, target).features if covered else ()
    marked.update(dict.fromkeys(features, "GIVES COVER"))
    p = forecast_target(state, attacker, using, target)
    action = _build_action(state, attacker, using, target, mode) if fine else None
    return make_preview(
        state.table,
        "target",
        fine,
        words if usable or not verdict else describe_refusal(usable),
        facts=tuple(rows),
        badge="TARGET" if fine else "NO TARGET",
        rule="Targeting, p. 30 and 32",
        roles={attacker: Role.FROM, target: Role.TO},
        strokes=strokes,
        tags=(
            FloatingTag(
                point_above_model(b),
                target_sign(p, using),
                YES_COLOR if fine else NO_COLOR,
                is_bold=True,
            ),
        ),
        marked=marked,
        action=action,
        verdict=verdict,
        hull=(a.volume, b.volume) if features else None,
        cut=line_through_models(a, b),
    )


def _describe_distance(state: State, attacker: str, using: Weapon, target: str) -> str:
    distance = state.table.distance(attacker, target)
    reach = attack_range(state, attacker, using, target)
    room = reach - distance
    margin_text = (
        f"{format_rounded_inches(room)} to spare"
        if room >= 0
        else f"{format_rounded_inches(-room)} too far"
    )
    return f'{format_rounded_inches(distance)}; {using.name} reaches {reach:g}", {margin_text}'


def _draw_lines(
    state: State, attacker: str, using: Weapon, target: str, verdict: Verdict
) -> tuple[list[Stroke], dict[str, str]]:
    """Draw the deciding line: of sight, of distance, or to what blocks."""
    a, b = state.table.body(attacker), state.table.body(target)
    if verdict:
        free = ignores_sight(state, attacker, using, target)
        return [
            Stroke(
                _find_sight_line(state, attacker, target),
                Pen.CLEAR,
                "needs no line of sight" if free else "line of sight",
            )
        ], {}
    if verdict.code == "no_sight":
        return [Stroke((body_center(a), body_center(b)), Pen.BLOCKED, "blocked")], dict.fromkeys(
            verdict.evidence.blockers, "BLOCKS"
        )
    return [_draw_excess(a, b, attack_range(state, attacker, using, target))], {}


def _draw_excess(a: Body, b: Body, reach: float) -> Stroke:
    return Stroke(
        nearest_rim_points(a, b),
        Pen.REFUSED,
        f'{format_rounded_inches(dist(*nearest_rim_points(a, b)))}, reaches {reach:g}"',
    )


def list_attack_facts(state: State, attacker: str, using: Weapon, target: str) -> FactRows:
    """Return an attack's cover with its source, both sides' dice, and the odds."""
    f = make_attack(attacker, using, target)
    odds = odds_with_slam(state, make_attack(attacker, using, target))
    rows = [("Cover", describe_cover(state, attacker, using, target))]
    rows.append(
        (
            "Dice",
            f"{format_pool(*attack_pool(state, f))} against {format_pool(*defense_pool(state, f))}",
        )
    )
    rows.append(("Hits", format_percent(odds.hit)))
    if using.pow is None:
        return (*rows, ("Damage", "no damage roll"))
    arm = int(current_stat(state, target, "ARM", make_attack_facts(attacker, using, target)).value)
    rows.append(
        (
            "Damage",
            f"POW {attack_pow(state, f)} against ARM {arm}; expect {odds.damage:.1f} of {remaining_health(state, target)} damage",
        )
    )
    return (*rows, ("Destroys", format_percent(odds.destroy)))


def describe_cover(state: State, attacker: str, using: Weapon, target: str) -> str:
    """Describe the target's cover, its source, or why it does not count (p. 34)."""
    facts = make_attack_facts(attacker, using, target)
    cover_sources = [
        state.table.feature(id).name for id in find_terrain_cover(state, attacker, target).features
    ]
    cover_sources += flag_sources(state, target, "cover", facts)
    if not cover_sources:
        return "none"
    if has_cover(state, attacker, using, target):
        return f"+{COVER_DICE} PD, from {join_words(cover_sources)}"
    reason = (
        "melee"
        if using.kind == "melee"
        else "a spray"
        if "spray" in using.qualities
        else "the attacker ignores it"
    )
    counts = reason == "the attacker ignores it" and not has_flag(
        state, attacker, "ignore_cover", facts
    )
    return "none" if counts else f"does not count ({reason})"


def _build_action(
    state: State, attacker: str, using: Weapon, target: str, mode: str
) -> Action | None:
    """Return the attack action, or None if the open question does not allow it."""
    open_question: Any = find_open_question(state)
    if open_question is None:
        return None
    action: Action = Attack(
        player=state.owner(attacker), model=attacker, weapon=using.key, target=target, mode=mode
    )
    if using.kind == "fury":
        action = Play(player=state.owner(attacker), card=using.card, on=target, channel=attacker)
    handler = ACTION_HANDLERS.get((type(open_question), type(action)))
    return (
        action
        if handler is not None
        and open_question.player == action.player
        and handler.check(state, open_question, action)
        else None
    )
