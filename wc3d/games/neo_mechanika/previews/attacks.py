"""Preview attacks with their additional targets: spray, blast, Strafe, slam (p. 26, 34, 35, 37)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wc3d._internal.memo import memo_on_state
from wc3d.engine.text import join_words
from wc3d.games.neo_mechanika.previews.action_preview import forecast_damage
from wc3d.games.neo_mechanika.previews.slams import (
    drag_preview,
    drag_source,
    odds_with_slam,
    slam_preview,
    slam_threats,
)
from wc3d.games.neo_mechanika.previews.targets import target_preview
from wc3d.games.neo_mechanika.rules.book.rulings import STRAFE_RANGE_IN
from wc3d.games.neo_mechanika.rules.dice import POWER_DIE
from wc3d.games.neo_mechanika.rules.fighting.attack import (
    compute_blast,
    make_attack,
    make_blast_roll,
)
from wc3d.games.neo_mechanika.rules.fighting.strafing import strafe_targets
from wc3d.games.neo_mechanika.rules.fighting.targeting import attack_range
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import Weapon
from wc3d.games.neo_mechanika.text.formatting import cite_rule
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.presentation.evidence_view import Circle, EvidenceView, Stroke, line_through_models
from wc3d.presentation.palette import BAD_COLOR, Pen, Role
from wc3d.presentation.preview import (
    MAYBE_COLOR,
    NO_COLOR,
    YES_COLOR,
    FloatingTag,
    Preview,
    format_percent,
    format_rounded_inches,
    make_preview,
    point_above_model,
)
from wc3d.presentation.sight_marks import nearest_rim_points


@memo_on_state
def attack_preview(
    state: State, attacker: str, using: Weapon, target: str, mode: str = ""
) -> Preview:
    """Return the full preview of an attack: line, cover, odds and additional targets."""
    aimed = target_preview(state, attacker, using, target, mode)
    if not aimed.verdict:
        return aimed
    parts = []
    if "spray" in using.qualities:
        parts.append(spray_preview(state, attacker, using, target))
    if "blast" in using.qualities:
        parts.append(blast_preview(state, attacker, using, target))
    if "strafe" in using.qualities:
        parts.append(strafe_preview(state, attacker, using, target))
    for threat in slam_threats(state, attacker, using, target):
        cause = f"{threat.why}, {threat.when}" if threat.when else threat.why
        parts.append(slam_preview(state, target, attacker, threat.inches, threat.pow, why=cause))
    winch = drag_source(state, attacker, using, target)
    if winch:
        parts.append(drag_preview(state, target, attacker, winch))
    return combine_previews(aimed, parts)


def combine_previews(first: Preview, extra_previews: Sequence[Preview]) -> Preview:
    """Merge previews; verdict and actions come from the first."""
    if not extra_previews:
        return first
    parts: list[EvidenceView] = [p.marks for p in extra_previews]
    facts = (*first.facts, *(row for p in extra_previews for row in p.facts))
    labeled_points = {tag.at for p in extra_previews for tag in p.tags}
    tags = (
        *(tag for tag in first.tags if tag.at not in labeled_points),
        *(_merge_tag(first.tags, tag) for p in extra_previews for tag in p.tags),
    )
    roles = dict(first.marks.roles)
    for marks in parts:
        roles.update(
            {
                id: role
                for id, role in marks.roles.items()
                if role is Role.HIT and roles[id] is Role.OTHER
            }
        )
    marks = replace(
        first.marks,
        facts=facts,
        roles=roles,
        strokes=(*first.marks.strokes, *(s for m in parts for s in m.strokes)),
        ghosts=(*first.marks.ghosts, *(g for m in parts for g in m.ghosts)),
        circles=(*first.marks.circles, *(c for m in parts for c in m.circles)),
        marked_models={
            **{id: w for m in parts for id, w in m.marked_models.items()},
            **first.marks.marked_models,
        },
        notes={**{id: w for m in parts for id, w in m.notes.items()}, **first.marks.notes},
    )
    words = f"{first.words} {' '.join(p.words for p in extra_previews)}"
    return replace(first, marks=marks, tags=tags, facts=facts, words=words)


def _merge_tag(tags: Sequence[FloatingTag], tag: FloatingTag) -> FloatingTag:
    """Return a tag after the text of an earlier tag at the same place."""
    texts = [t.words for t in tags if t.at == tag.at and t.words not in tag.words]
    return replace(tag, words=f"{texts[0]}; {tag.words}") if texts else tag


# Sprays


def spray_preview(state: State, attacker: str, using: Weapon, target: str) -> Preview:
    """Preview a spray: its line and all models on it, nearest first, each with its odds (p. 35)."""
    reach = attack_range(state, attacker, using, target)
    spray = state.table.spray(attacker, target, reach)
    tags = []
    facts = []
    for number, id in enumerate(spray.hits, 1):
        odds = odds_with_slam(state, make_attack(attacker, using, id))
        friend = _friendly_fire_suffix(state, attacker, id)
        odds_text = f"hit {format_percent(odds.hit)}, kill {format_percent(odds.destroy)}"
        tags.append(
            FloatingTag(
                point_above_model(state.table.body(id)),
                f"spray {number}{friend}: {odds_text}",
                NO_COLOR if friend else YES_COLOR,
                is_bold=True,
            )
        )
        facts.append((f"Spray, {number}", f"{state.name(id)}{friend}: {odds_text}"))
    for id in spray.hidden:
        tags.append(
            FloatingTag(
                point_above_model(state.table.body(id)), "hidden from the spray", MAYBE_COLOR
            )
        )
        facts.append(("Spray misses", f"{state.name(id)}: terrain hides it"))
    start, end = spray.line
    names = join_words([state.name(id) for id in spray.hits])
    return make_preview(
        state.table,
        "spray",
        None,
        f"The spray attacks {names}{cite_rule('NM-SPR-03')}.",
        badge=f"{len(spray.hits)} HIT",
        rule="Sprays, p. 35",
        facts=tuple(facts),
        tags=tags,
        roles={**dict.fromkeys(spray.hits, Role.HIT), attacker: Role.FROM},
        notes={id: f"spray {n}" for n, id in enumerate(spray.hits, 1)},
        verdict=spray,
        cut=(start[:2], end[:2]),
        strokes=(Stroke((start, end), Pen.SPRAY, f'spray, {reach:g}"'),),
    )


def _friendly_fire_suffix(state: State, attacker: str, id: str) -> str:
    """Return a suffix for a name, " (itself!)" or " (friendly!)"; empty for enemies."""
    if id == attacker:
        return " (itself!)"
    return " (friendly!)" if state.owner(id) == state.owner(attacker) else ""


# Blasts


def blast_preview(state: State, attacker: str, using: Weapon, target: str) -> Preview:
    """Preview a blast: models hurt on a hit or on a miss, and if dice choose the target (p. 34)."""
    f = make_attack(attacker, using, target)
    blast = compute_blast(state, f)
    body = state.table.body(target)
    within = state.table.policy.blast_within
    miss = forecast_damage(state, make_blast_roll(state, f, target))
    facts = [("Blast, on a miss", f"only {state.name(target)}, {miss.description}")]
    tags = []
    strokes = []
    apart_by = list(zip(blast.models, blast.distances, strict=True))
    tied = {
        id
        for id, distance in apart_by
        if blast.tied and distance >= blast.distances[-1] - EPSILON_IN
    }
    for id, distance in apart_by:
        friend = _friendly_fire_suffix(state, attacker, id)
        hurt = forecast_damage(state, make_blast_roll(state, make_attack(attacker, using, id), id))
        condition = "if drawn: " if id in tied else ""
        inches = format_rounded_inches(distance)
        tags.append(
            FloatingTag(
                point_above_model(state.table.body(id)),
                f"blast{friend}, {condition}{inches}",
                NO_COLOR if friend else MAYBE_COLOR,
                is_bold=True,
            )
        )
        facts.append(
            (
                "Blast, on a hit",
                f"{state.name(id)}{friend}, {condition}{inches}: {hurt.description}",
            )
        )
        rims = nearest_rim_points(body, state.table.body(id))
        strokes.append(Stroke(rims, Pen.MEASURE, inches))
    names = join_words([state.name(id) for id in blast.models]) or "no one"
    tie = "; dice choose among equally near models" if blast.tied else ""
    nearest_body = state.table.body(blast.models[0]) if blast.models else None
    x, y, z = body.at
    return make_preview(
        state.table,
        "blast",
        None,
        f"If it hits, the blast also hurts {names}{tie}{cite_rule('NM-BLA-02')}.",
        rule="Blasts, p. 34",
        badge="TIED" if blast.tied else f"{len(blast.models)} IN BLAST",
        facts=tuple(facts),
        tags=tags,
        roles={**dict.fromkeys(blast.models, Role.HIT), target: Role.TO},
        strokes=strokes,
        verdict=blast,
        circles=(Circle((x, y), body.radius + within, z, BAD_COLOR, f'{within:g}"'),),
        cut=line_through_models(body, nearest_body)
        if nearest_body
        else ((x - within, y), (x + within, y)),
    )


# Strafe


def strafe_preview(state: State, attacker: str, using: Weapon, target: str) -> Preview:
    """Preview Strafe: legal additional targets within 2" of the first target's place (p. 26)."""
    f = replace(make_attack(attacker, using, target), place=state.place(target), struck=(target,))
    extra_targets = strafe_targets(state, f)
    body = state.table.body(target)
    chances = [sum(face == n for face in POWER_DIE.faces) / len(POWER_DIE.faces) for n in range(3)]
    dice = ", ".join(f"{n}: {format_percent(chance)}" for n, chance in enumerate(chances) if chance)
    tags = []
    facts = [("Strafe", f"1 PD; additional attacks {dice}")]
    for id in extra_targets:
        odds = odds_with_slam(state, make_attack(attacker, using, id))
        odds_text = f"hit {format_percent(odds.hit)}, kill {format_percent(odds.destroy)}"
        tags.append(
            FloatingTag(point_above_model(state.table.body(id)), f"Strafe: {odds_text}", YES_COLOR)
        )
        facts.append(("Strafe may add", f"{state.name(id)}: {odds_text}"))
    names = join_words([state.name(id) for id in extra_targets]) or "no one"
    x, y, z = body.at
    return make_preview(
        state.table,
        "strafe",
        None,
        f"Strafe may add attacks on {names}{cite_rule('NM-STF-02')}.",
        rule="Strafe, p. 26",
        facts=tuple(facts),
        badge=f"{len(extra_targets)} MORE",
        tags=tags,
        roles={attacker: Role.FROM, target: Role.TO, **dict.fromkeys(extra_targets, Role.HIT)},
        circles=(
            Circle((x, y), body.radius + STRAFE_RANGE_IN, z, BAD_COLOR, f'{STRAFE_RANGE_IN:g}"'),
        ),
        verdict=extra_targets,
        cut=line_through_models(state.table.body(attacker), body),
    )
