"""Attacks before they are made, and what the open question is about: lines, strips, areas, numbers with their receipts."""
from __future__ import annotations

from typing import Any

from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import find, question
from wc3d.games.warmachine.display.chances import chance_to_resist, plan_of
from wc3d.games.warmachine.display.charge_lanes import direction_of, farthest, strip_area
from wc3d.games.warmachine.display.sides import COLORS
from wc3d.games.warmachine.display.surroundings import arc_line, arcs_of, hurt_words, reach_area
from wc3d.games.warmachine.rules.actions import Push
from wc3d.games.warmachine.rules.dice import TWO
from wc3d.games.warmachine.rules.fighting.damage import ReinforceQuestion, armor
from wc3d.games.warmachine.rules.fighting.targeting import (
    attack_receipt,
    defense_receipt,
    foreseen_defense,
    hits_automatically,
    line_for,
)
from wc3d.games.warmachine.rules.frames import Attacking, AttackPlan, BoostQuestion, DamageRoll
from wc3d.games.warmachine.rules.missions import free_strike
from wc3d.games.warmachine.rules.moving.spell_advance import ExtraAdvanceQuestion
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion, strikes_with
from wc3d.games.warmachine.rules.roll_chances import hit_chances
from wc3d.games.warmachine.rules.space.fighters import fighter
from wc3d.games.warmachine.rules.space.spray import LENGTH
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import stat
from wc3d.games.warmachine.text.action_words import describe_action, weapon_name
from wc3d.games.warmachine.text.vocabulary import name
from wc3d.presentation.evidence_view import XYZ, Area, Circle, Stroke
from wc3d.presentation.palette import Pen, Role
from wc3d.presentation.preview import MAYBE, Preview, Rows, Tag, head, preview, share

AREA = (244, 150, 40)


def line_between(state: State, plan: AttackPlan, target: str) -> tuple[XYZ, ...]:
    """The line of sight that an attack is made along; between the middles where none was needed."""
    sight = line_for(state, plan, plan.origin, target)
    if sight and sight.line is not None:
        a, b = (tuple(float(v) for v in end) for end in sight.line)
        return a, b  # type: ignore[return-value]
    origin_body, target_body = state.table.body(plan.origin), state.table.body(target)
    return tuple((b.at[0], b.at[1], b.at[2] + b.height / 2) for b in (origin_body, target_body))


def strike_rows(state: State, f: Attacking, *, declared: bool = False) -> Rows:
    """Both rolls of an attack with their receipts: what it takes to hit, and to remove the target; boosted, too.

    Before the attack is declared only what is known without measuring protects the target (WM-RUL-07).
    """
    rows: list[tuple[str, str]] = []
    if hits_automatically(state, f):
        rows.append(("Hits", "automatically"))
    else:
        bonus = attack_receipt(state, f)
        defense, hidden_bonus = (defense_receipt(state, f), 0) if declared else foreseen_defense(state, f)
        plain, boosted_chance = (hit_chances(int(bonus.value), int(defense.value), TWO + k).hit for k in (0, 1))
        boost = f"; boosted {share(float(boosted_chance))}" if "attack" in f.plan.boosts else ""
        rows += [("Hits", f"{share(float(plain))}{boost}"), ("Roll", f"2d6 + {bonus}"), ("Against", str(defense))]
        rows += [("Not measured", f"up to +{hidden_bonus} DEF from cover or screening")] if hidden_bonus else []
    if f.plan.power is not None:
        rows += damage_rows(state, damage_of(state, f), "damage" in f.plan.boosts)
    return tuple(rows)


def damage_of(state: State, f: Attacking) -> DamageRoll:
    """The damage roll that a hit would bring."""
    plan = f.plan
    dice, owner = TWO + plan.extra_dice, state.models[f.attacker].owner
    return DamageRoll("", f.target, owner, plan.power or 0, dice, plan.name, f.attacker, kind=plan.kind)


def damage_rows(state: State, roll: DamageRoll, may_boost: bool) -> list[tuple[str, str]]:
    """A damage roll against ARM, how much it brings, and how likely it removes its target."""
    boosted_roll = DamageRoll("", roll.target, roll.roller, roll.power, roll.dice + 1, roll.cause, roll.attacker, kind=roll.kind)
    boost = f"; boosted {hurt_words(state, boosted_roll)}" if may_boost else ""
    return [
        ("Damage", f"{roll.dice}d6 + {roll.power} against ARM {armor(state, roll)}"),
        ("ARM", str(stat(state, roll.target, "ARM", roll.kind))),
        ("If it hits", f"{hurt_words(state, roll)}{boost}"),
    ]  # fmt: skip


def strike_preview(state: State, action: Any, verdict: Verdict) -> Preview:
    """An attack or a spell at one model. Whether it is in range is not told: that is measured after it was declared."""
    me, target = action.model, action.target
    plan = plan_of(state, action) if verdict else None
    if plan is None or target in (me, plan.origin):
        return _plain_line(state, action, verdict)
    f = Attacking("", me, target, plan)
    areas: list[Area] = []
    if plan.spray:
        way = direction_of(state, plan.origin, target, getattr(action, "direction", None))
        areas.append(strip_area(state, plan.origin, way, farthest(state)))
    if plan.kind == "melee":
        areas.append(reach_area(fighter(state.table, me), plan.range, COLORS[state.models[me].owner - 1]))
    words = describe_action(state, action) + (", if in range" if plan.kind != "melee" else "")
    if plan.area:
        words += f'; on a hit the {plan.area:g}" area lands on the target, on a miss it deviates'
    return preview(
        state.table, action.type, True, words[:1].upper() + words[1:], areas=areas,
        strokes=[Stroke(line_between(state, plan, target), Pen.CLEAR)], facts=strike_rows(state, f),
        roles={me: Role.FROM, target: Role.TO}, action=action, verdict=verdict,
    )  # fmt: skip


def _plain_line(state: State, action: Any, verdict: Verdict) -> Preview:
    """An action that is no attack on its target, or that is refused."""
    words = describe_action(state, action) if verdict else verdict.text
    actor_body, target_body = state.table.body(action.model), state.table.body(action.target)
    ends = tuple((b.at[0], b.at[1], b.at[2] + b.height / 2) for b in (actor_body, target_body))
    strokes = [Stroke(ends, Pen.CLEAR if verdict else Pen.REFUSED)] if action.model != action.target else []
    facts: Rows = ()
    if verdict and isinstance(action, Push):
        pushed = 1.0 - chance_to_resist(state, action.model, action.target)
        facts = (("Pushed", f"{share(pushed)}: both roll 1d6 + STR (WM-REF-62)"),)
    return preview(
        state.table, action.type, bool(verdict), words[:1].upper() + words[1:], strokes=strokes, facts=facts,
        action=action if verdict else None, verdict=verdict,
    )  # fmt: skip


# What the open question is about


def asked_marks(state: State) -> Preview | None:
    """What a question in the middle of something is about; what was declared has been measured, and may be told."""
    current_question: Any = question(state)
    if isinstance(current_question, FreeStrikeQuestion):
        return _free_strike_marks(state, current_question)
    if isinstance(current_question, BoostQuestion):
        return _boost_marks(state, current_question)
    if isinstance(current_question, ReinforceQuestion):
        at = head(state.table.body(current_question.model))
        return preview(state.table, "reinforce", None, "", tags=[Tag(at, f"{current_question.points} damage points", MAYBE, bold=True)])
    if isinstance(current_question, ExtraAdvanceQuestion):
        return preview(state.table, "advance", None, "", areas=arcs_of(fighter(state.table, current_question.model), MAYBE))
    return None


def _free_strike_marks(state: State, question: FreeStrikeQuestion) -> Preview:
    striker = fighter(state.table, question.striker)
    rows: list[tuple[str, str]] = []
    line: list[Stroke] = []
    weapons = strikes_with(state, question.striker, question.mover)
    for weapon in weapons:
        if len(weapons) > 1:
            rows.append(("Weapon", weapon_name(state, question.striker, weapon)))
        f = Attacking("", question.striker, question.mover, free_strike(state, question.striker, weapon))
        rows += strike_rows(state, f)
        line = [Stroke(line_between(state, f.plan, question.mover), Pen.CLEAR)]
    striking = f"{name(state, question.striker)} may make a free strike against {name(state, question.mover)}"
    words = f"{striking}: +2 to hit, 1 extra damage die"
    return preview(
        state.table, "free strike", None, words, areas=arcs_of(striker, COLORS[striker.owner - 1]),
        strokes=[arc_line(striker), *line], facts=tuple(rows), roles={question.striker: Role.FROM, question.mover: Role.TO},
    )  # fmt: skip


def _boost_marks(state: State, question: BoostQuestion) -> Preview:
    f = find(state, Attacking)
    words = f"Spend 1 focus point to boost the {question.roll} roll against {name(state, question.target)}?"
    if question.roll == "damage":
        roll = find(state, DamageRoll)
        rows = tuple(damage_rows(state, roll, True)) if roll is not None else ()
        return preview(state.table, "boost", None, words, facts=rows, roles={question.model: Role.FROM, question.target: Role.TO})
    if f is None or not state.on_table(f.target):
        return preview(state.table, "boost", None, words)
    areas, circles = attack_ground(state, f)
    return preview(
        state.table, "boost", None, words, facts=strike_rows(state, f, declared=True), areas=areas, circles=circles,
        strokes=[Stroke(line_between(state, f.plan, f.target), Pen.CLEAR)], roles={f.attacker: Role.FROM, f.target: Role.TO},
    )  # fmt: skip


def attack_ground(state: State, f: Attacking) -> tuple[list[Area], list[Circle]]:
    """What a declared attack covers on the ground: a spray's strip, the area that lies on its target if it hits."""
    plan, areas, circles = f.plan, [], []
    if plan.spray:
        areas = [strip_area(state, plan.origin, direction_of(state, plan.origin, f.target, plan.direction), LENGTH)]
    if plan.area:
        x, y, z = state.place(f.target)
        circles = [Circle((x, y), plan.area / 2, z + 0.02, AREA, f'{plan.area:g}" area')]
    return areas, circles
