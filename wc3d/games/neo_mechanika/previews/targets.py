"""A target before it is chosen: may it be attacked or why not, with odds, cover and the line (p. 30, 32, 34)."""
from __future__ import annotations

from dataclasses import dataclass
from math import dist
from typing import Any

from wc3d.engine.actions import Action, Verdict
from wc3d.engine.agenda import find, question
from wc3d.engine.memo import kept
from wc3d.games.neo_mechanika.odds.chances import Odds, left
from wc3d.games.neo_mechanika.previews.action_preview import describe_refusal
from wc3d.games.neo_mechanika.previews.slams import expected_odds
from wc3d.games.neo_mechanika.rules.abilities.selectors import attack_facts, has, sources
from wc3d.games.neo_mechanika.rules.abilities.stats import stat
from wc3d.games.neo_mechanika.rules.actions import Attack, Play
from wc3d.games.neo_mechanika.rules.all_handlers import HANDLERS
from wc3d.games.neo_mechanika.rules.book.rulings import COVER_DICE
from wc3d.games.neo_mechanika.rules.fighting.attack import attack, attack_pool, defense_pool, pow_of
from wc3d.games.neo_mechanika.rules.fighting.targeting import (
    can_roll,
    check_target,
    has_cover,
    ignores_sight,
    in_range,
    is_target,
    not_stealthy,
    reach_of,
    sight,
    terrain_cover,
)
from wc3d.games.neo_mechanika.rules.frames import Activation
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.activation import may_attack_at_all, may_attack_with
from wc3d.games.neo_mechanika.rules.weapons import Weapon
from wc3d.games.neo_mechanika.text.vocabulary import cite, join_words, pool_name
from wc3d.presentation.evidence_view import XYZ, Stroke, apart, center
from wc3d.presentation.palette import Pen, Role
from wc3d.presentation.preview import NO, YES, Preview, Rows, Tag, head, inch, preview, share
from wc3d.presentation.sight import rims
from wc3d.table.body import Body


@dataclass(frozen=True, slots=True)
class Prospect:
    """One enemy as a target of one weapon. `why` says in a few words why not; `odds` are those of an attack that is legal."""

    target: str
    legal: bool
    why: str
    distance: float
    cover: bool
    odds: Odds | None


def may_use(state: State, model: str, using: Weapon) -> Verdict:
    """May the model attack with it in the activation in progress? Legal where it is not this unit's: only a thought."""
    activation = find(state, Activation)
    if using.kind == "fury" or activation is None or activation.unit != state.models[model].unit:
        return can_roll(state, model, using)
    return can_roll(state, model, using) and may_attack_at_all(state, activation.unit) and may_attack_with(state, model, using)


def prospect(state: State, attacker: str, using: Weapon, target: str) -> Prospect:
    """An enemy on the table as a target. What is in the way of sight `target_preview` says."""
    distance = state.table.distance(attacker, target)
    if can_roll(state, attacker, using) and is_target(state, attacker, using, target):
        odds = expected_odds(state, attack(attacker, using, target))
        return Prospect(target, True, "", distance, has_cover(state, attacker, using, target), odds)
    return Prospect(target, False, why_not(state, attacker, using, target), distance, False, None)


def why_not(state: State, attacker: str, using: Weapon, target: str) -> str:
    """Why a target is none, in a few words."""
    if not can_roll(state, attacker, using):
        return "no stat for this attack"
    if not in_range(state, attacker, using, target):
        excess = state.table.distance(attacker, target) - reach_of(state, attacker, using, target)
        return f"out of range by {inch(excess)}"
    if not not_stealthy(state, attacker, using, target):
        return "Stealth, more than 8\" away"
    return "no line of sight"


def sign_of(p: Prospect, using: Weapon) -> str:
    """A target in a word or two, for a sign over its head."""
    if p.odds is None:
        return p.why
    text = f"hit {share(p.odds.hit)}" + (", cover" if p.cover else "")
    return text if using.pow is None else f"{text}, kill {share(p.odds.destroy)}"


def _line(state: State, a: str, b: str) -> tuple[XYZ, XYZ]:
    """A line that shows that a sees b: the verdict's own; between the middles where none is needed or kept."""
    witness = sight(state, a, b).witness
    if witness is not None:
        p, q = (tuple(float(v) for v in end) for end in witness)
        return p, q  # type: ignore[return-value]
    return center(state.table.body(a)), center(state.table.body(b))


@kept
def target_preview(state: State, attacker: str, using: Weapon, target: str, mode: str = "") -> Preview:
    """One target: the line that sees it or what is in the way, how far, cover and from what, the dice and the odds."""
    verdict = check_target(state, attacker, using, target)
    usable = may_use(state, attacker, using)
    fine = bool(verdict and usable)
    if not state.on_table(target):
        return preview(state.table, "target", False, describe_refusal(verdict), roles={attacker: Role.FROM}, verdict=verdict)
    a, b = state.table.body(attacker), state.table.body(target)
    rows: list[tuple[str, str]] = [("Distance", _distance(state, attacker, using, target))]
    if verdict:
        rows += attack_rows(state, attacker, using, target)
        words = f"{state.name(attacker)} may attack {state.name(target)} with {using.name}{cite('NM-ATK-04')}."
    else:
        words = describe_refusal(verdict)
    strokes, marked = _lines(state, attacker, using, target, verdict)
    covered = bool(verdict) and has_cover(state, attacker, using, target)
    features = terrain_cover(state, attacker, target).features if covered else ()
    marked.update(dict.fromkeys(features, "GIVES COVER"))
    p = prospect(state, attacker, using, target)
    action = _action(state, attacker, using, target, mode) if fine else None
    return preview(
        state.table, "target", fine, words if usable or not verdict else describe_refusal(usable), facts=tuple(rows),
        badge="TARGET" if fine else "NO TARGET", rule="Targeting, p. 30 and 32",
        roles={attacker: Role.FROM, target: Role.TO}, strokes=strokes,
        tags=(Tag(head(b), sign_of(p, using), YES if fine else NO, bold=True),), marked=marked, action=action, verdict=verdict,
        hull=(a.volume, b.volume) if features else None, cut=apart(a, b),
    )  # fmt: skip


def _distance(state: State, attacker: str, using: Weapon, target: str) -> str:
    distance, reach = state.table.distance(attacker, target), reach_of(state, attacker, using, target)
    room = reach - distance
    margin_text = f"{inch(room)} to spare" if room >= 0 else f"{inch(-room)} too far"
    return f"{inch(distance)}; {using.name} reaches {reach:g}\", {margin_text}"


def _lines(state: State, attacker: str, using: Weapon, target: str, verdict: Verdict) -> tuple[list[Stroke], dict[str, str]]:
    """The line that decides: the witness of sight, the distance, or what blocks."""
    a, b = state.table.body(attacker), state.table.body(target)
    if verdict:
        free = ignores_sight(state, attacker, using, target)
        return [Stroke(_line(state, attacker, target), Pen.CLEAR, "needs no line of sight" if free else "line of sight")], {}
    if verdict.code == "no_sight":
        return [Stroke((center(a), center(b)), Pen.BLOCKED, "blocked")], dict.fromkeys(verdict.evidence.blockers, "BLOCKS")
    return [_too_far(a, b, reach_of(state, attacker, using, target))], {}


def _too_far(a: Body, b: Body, reach: float) -> Stroke:
    return Stroke(rims(a, b), Pen.REFUSED, f"{inch(dist(*rims(a, b)))}, reaches {reach:g}\"")


def attack_rows(state: State, attacker: str, using: Weapon, target: str) -> Rows:
    """Cover and from what, the dice of both sides, and the odds of an attack as things stand."""
    f = attack(attacker, using, target)
    odds = expected_odds(state, attack(attacker, using, target))
    rows = [("Cover", cover_words(state, attacker, using, target))]
    rows.append(("Dice", f"{pool_name(*attack_pool(state, f))} against {pool_name(*defense_pool(state, f))}"))
    rows.append(("Hits", share(odds.hit)))
    if using.pow is None:
        return (*rows, ("Damage", "no damage roll"))
    arm = int(stat(state, target, "ARM", attack_facts(attacker, using, target)).value)
    rows.append(("Damage", f"POW {pow_of(state, f)} against ARM {arm}; expect {odds.damage:.1f} of {left(state, target)} damage"))
    return (*rows, ("Destroys", share(odds.destroy)))


def cover_words(state: State, attacker: str, using: Weapon, target: str) -> str:
    """Has the target cover from this attack, from what, or why does it not count (p. 34)?"""
    facts = attack_facts(attacker, using, target)
    cover_sources = [state.table.feature(id).name for id in terrain_cover(state, attacker, target).features]
    cover_sources += sources(state, target, "cover", facts)
    if not cover_sources:
        return "none"
    if has_cover(state, attacker, using, target):
        return f"+{COVER_DICE} PD, from {join_words(cover_sources)}"
    reason = "melee" if using.kind == "melee" else "a spray" if "spray" in using.qualities else "the attacker ignores it"
    counts = reason == "the attacker ignores it" and not has(state, attacker, "ignore_cover", facts)
    return "none" if counts else f"does not count ({reason})"


def _action(state: State, attacker: str, using: Weapon, target: str, mode: str) -> Action | None:
    """The action that makes the attack, if the open question takes it."""
    open_question: Any = question(state)
    if open_question is None:
        return None
    action: Action = Attack(player=state.owner(attacker), model=attacker, weapon=using.key, target=target, mode=mode)
    if using.kind == "fury":
        action = Play(player=state.owner(attacker), card=using.card, on=target, channel=attacker)
    handler = HANDLERS.get((type(open_question), type(action)))
    return action if handler is not None and open_question.player == action.player and handler.check(state, open_question, action) else None
