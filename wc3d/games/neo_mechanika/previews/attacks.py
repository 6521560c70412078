"""Whom else an attack hits, before it is made: sprays, blasts, Strafe, slams (p. 26, 34, 35, 37)."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wc3d.engine.memo import kept
from wc3d.games.neo_mechanika.previews.action_preview import hurt_by
from wc3d.games.neo_mechanika.previews.slams import (
    drag_preview,
    drags_of,
    expected_odds,
    slam_preview,
    slams_of,
)
from wc3d.games.neo_mechanika.previews.targets import target_preview
from wc3d.games.neo_mechanika.rules.book.rulings import STRAFE_WITHIN
from wc3d.games.neo_mechanika.rules.dice import POWER
from wc3d.games.neo_mechanika.rules.fighting.attack import attack, blast_of, blast_roll
from wc3d.games.neo_mechanika.rules.fighting.strafing import strafe_targets
from wc3d.games.neo_mechanika.rules.fighting.targeting import reach_of
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import Weapon
from wc3d.games.neo_mechanika.text.vocabulary import cite, join_words
from wc3d.geometry.tolerances import EQUAL
from wc3d.presentation.evidence_view import Circle, Exhibit, Stroke, apart
from wc3d.presentation.palette import BAD, Pen, Role
from wc3d.presentation.preview import MAYBE, NO, YES, Preview, Tag, head, inch, preview, share
from wc3d.presentation.sight import rims


@kept
def attack_preview(state: State, attacker: str, using: Weapon, target: str, mode: str = "") -> Preview:
    """Everything that an attack on a target does: its line, cover and odds, and whom it hits besides."""
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
    for threat in slams_of(state, attacker, using, target):
        cause = f"{threat.why}, {threat.when}" if threat.when else threat.why
        parts.append(slam_preview(state, target, attacker, threat.inches, threat.pow, why=cause))
    winch = drags_of(state, attacker, using, target)
    if winch:
        parts.append(drag_preview(state, target, attacker, winch))
    return together(aimed, parts)


def together(first: Preview, extra_previews: Sequence[Preview]) -> Preview:
    """Several previews as one; the first one's words, roles and verdict count."""
    if not extra_previews:
        return first
    parts: list[Exhibit] = [p.marks for p in extra_previews]
    facts = (*first.facts, *(row for p in extra_previews for row in p.facts))
    labeled_points = {tag.at for p in extra_previews for tag in p.tags}
    tags = (*(tag for tag in first.tags if tag.at not in labeled_points), *(_also(first.tags, tag) for p in extra_previews for tag in p.tags))
    roles = dict(first.marks.roles)
    for marks in parts:
        roles.update({id: role for id, role in marks.roles.items() if role is Role.HIT and roles[id] is Role.OTHER})
    marks = replace(
        first.marks, facts=facts, roles=roles,
        strokes=(*first.marks.strokes, *(s for m in parts for s in m.strokes)),
        ghosts=(*first.marks.ghosts, *(g for m in parts for g in m.ghosts)),
        circles=(*first.marks.circles, *(c for m in parts for c in m.circles)),
        marked={**{id: w for m in parts for id, w in m.marked.items()}, **first.marks.marked},
        notes={**{id: w for m in parts for id, w in m.notes.items()}, **first.marks.notes},
    )  # fmt: skip
    words = f"{first.words} {' '.join(p.words for p in extra_previews)}"
    return replace(first, marks=marks, tags=tags, facts=facts, words=words)


def _also(tags: Sequence[Tag], tag: Tag) -> Tag:
    """A sign with what another says at the same place."""
    texts = [t.words for t in tags if t.at == tag.at and t.words not in tag.words]
    return replace(tag, words=f"{texts[0]}; {tag.words}") if texts else tag


# Sprays


def spray_preview(state: State, attacker: str, using: Weapon, target: str) -> Preview:
    """A spray at a target: its line and everyone on it, nearest first, each with the odds of its own attack (p. 35)."""
    reach = reach_of(state, attacker, using, target)
    spray = state.table.spray(attacker, target, reach)
    tags, facts = [], []
    for number, id in enumerate(spray.hits, 1):
        odds = expected_odds(state, attack(attacker, using, id))
        friend = _friend(state, attacker, id)
        odds_text = f"hit {share(odds.hit)}, kill {share(odds.destroy)}"
        tags.append(Tag(head(state.table.body(id)), f"spray {number}{friend}: {odds_text}", NO if friend else YES, bold=True))
        facts.append((f"Spray, {number}", f"{state.name(id)}{friend}: {odds_text}"))
    for id in spray.hidden:
        tags.append(Tag(head(state.table.body(id)), "hidden from the spray", MAYBE))
        facts.append(("Spray misses", f"{state.name(id)}: terrain hides it"))
    start, end = spray.line
    names = join_words([state.name(id) for id in spray.hits])
    return preview(
        state.table, "spray", None, f"The spray attacks {names}{cite('NM-SPR-03')}.", badge=f"{len(spray.hits)} HIT",
        rule="Sprays, p. 35", facts=tuple(facts), tags=tags, roles={**dict.fromkeys(spray.hits, Role.HIT), attacker: Role.FROM},
        notes={id: f"spray {n}" for n, id in enumerate(spray.hits, 1)}, verdict=spray, cut=(start[:2], end[:2]),
        strokes=(Stroke((start, end), Pen.SPRAY, f"spray, {reach:g}\""),),
    )  # fmt: skip


def _friend(state: State, attacker: str, id: str) -> str:
    """A warning beside the name of who should not be hit."""
    if id == attacker:
        return " (itself!)"
    return " (friendly!)" if state.owner(id) == state.owner(attacker) else ""


# Blasts


def blast_preview(state: State, attacker: str, using: Weapon, target: str) -> Preview:
    """Who is hurt besides the target if a blast hits, who if it misses, and whether the dice must choose (p. 34)."""
    f = attack(attacker, using, target)
    blast = blast_of(state, f)
    body, within = state.table.body(target), state.table.policy.blast_within
    miss = hurt_by(state, blast_roll(state, f, target))
    facts = [("Blast, on a miss", f"only {state.name(target)}, {miss.words}")]
    tags, strokes = [], []
    apart_by = list(zip(blast.models, blast.distances, strict=True))
    tied = {id for id, distance in apart_by if blast.tied and distance >= blast.distances[-1] - EQUAL}
    for id, distance in apart_by:
        friend = _friend(state, attacker, id)
        hurt = hurt_by(state, blast_roll(state, attack(attacker, using, id), id))
        condition = "if drawn: " if id in tied else ""
        tags.append(Tag(head(state.table.body(id)), f"blast{friend}, {condition}{inch(distance)}", NO if friend else MAYBE, bold=True))
        facts.append(("Blast, on a hit", f"{state.name(id)}{friend}, {condition}{inch(distance)}: {hurt.words}"))
        strokes.append(Stroke(rims(body, state.table.body(id)), Pen.MEASURE, inch(distance)))
    names = join_words([state.name(id) for id in blast.models]) or "no one"
    tie = "; dice choose among equally near models" if blast.tied else ""
    nearest_body = state.table.body(blast.models[0]) if blast.models else None
    x, y, z = body.at
    return preview(
        state.table, "blast", None, f"If it hits, the blast also hurts {names}{tie}{cite('NM-BLA-02')}.", rule="Blasts, p. 34",
        badge="TIED" if blast.tied else f"{len(blast.models)} IN BLAST", facts=tuple(facts), tags=tags,
        roles={**dict.fromkeys(blast.models, Role.HIT), target: Role.TO}, strokes=strokes, verdict=blast,
        circles=(Circle((x, y), body.radius + within, z, BAD, f"{within:g}\""),),
        cut=apart(body, nearest_body) if nearest_body else ((x - within, y), (x + within, y)),
    )  # fmt: skip


# Strafe


def strafe_preview(state: State, attacker: str, using: Weapon, target: str) -> Preview:
    """Who may be attacked besides by Strafe: legal targets within 2" of where the first one stands (p. 26)."""
    f = replace(attack(attacker, using, target), place=state.place(target), struck=(target,))
    extra_targets = strafe_targets(state, f)
    body = state.table.body(target)
    chances = [sum(face == n for face in POWER.faces) / len(POWER.faces) for n in range(3)]
    dice = ", ".join(f"{n}: {share(chance)}" for n, chance in enumerate(chances) if chance)
    tags, facts = [], [("Strafe", f"1 PD; additional attacks {dice}")]
    for id in extra_targets:
        odds = expected_odds(state, attack(attacker, using, id))
        odds_text = f"hit {share(odds.hit)}, kill {share(odds.destroy)}"
        tags.append(Tag(head(state.table.body(id)), f"Strafe: {odds_text}", YES))
        facts.append(("Strafe may add", f"{state.name(id)}: {odds_text}"))
    names = join_words([state.name(id) for id in extra_targets]) or "no one"
    x, y, z = body.at
    return preview(
        state.table, "strafe", None, f"Strafe may add attacks on {names}{cite('NM-STF-02')}.", rule="Strafe, p. 26",
        facts=tuple(facts), badge=f"{len(extra_targets)} MORE", tags=tags,
        roles={attacker: Role.FROM, target: Role.TO, **dict.fromkeys(extra_targets, Role.HIT)},
        circles=(Circle((x, y), body.radius + STRAFE_WITHIN, z, BAD, f"{STRAFE_WITHIN:g}\""),), verdict=extra_targets,
        cut=apart(state.table.body(attacker), body),
    )  # fmt: skip
