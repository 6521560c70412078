"""Previews of attacks and of the open question: lines, areas, and numbers with their receipts."""

from __future__ import annotations

from typing import Any

from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import find_frame, find_open_question
from wc3d.engine.text import capitalize
from wc3d.games.warmachine.display.attack_chances import chance_to_resist, plan_from_action
from wc3d.games.warmachine.display.charge_lanes import charge_direction, spray_area, table_diagonal
from wc3d.games.warmachine.display.labels_and_lists import PLAYER_COLORS
from wc3d.games.warmachine.display.model_areas import (
    arc_areas,
    arc_line,
    describe_damage,
    reach_area,
)
from wc3d.games.warmachine.rules.actions import Push
from wc3d.games.warmachine.rules.agenda_frames import (
    Attacking,
    AttackPlan,
    BoostQuestion,
    DamageRoll,
)
from wc3d.games.warmachine.rules.attack_plans import free_strike_plan
from wc3d.games.warmachine.rules.dice import BASE_DICE
from wc3d.games.warmachine.rules.fighting.damage import ReinforceQuestion, current_armor
from wc3d.games.warmachine.rules.fighting.targeting import (
    attack_line,
    attack_receipt,
    defense_receipt,
    foreseen_defense,
    hits_automatically,
)
from wc3d.games.warmachine.rules.moving.spell_advance import ExtraAdvanceQuestion
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion, free_strike_weapons
from wc3d.games.warmachine.rules.roll_chances import hit_chances
from wc3d.games.warmachine.rules.space.areas import SPRAY_LENGTH_IN
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import current_stat
from wc3d.games.warmachine.text.action_words import describe_action, weapon_name
from wc3d.games.warmachine.text.formatting import display_name
from wc3d.presentation.evidence_view import XYZ, Area, Circle, Stroke
from wc3d.presentation.palette import Pen, Role
from wc3d.presentation.preview import (
    MAYBE_COLOR,
    FactRows,
    FloatingTag,
    Preview,
    format_percent,
    make_preview,
    point_above_model,
)

AREA_COLOR = (244, 150, 40)


def attack_line_points(state: State, plan: AttackPlan, target: str) -> tuple[XYZ, ...]:
    """Return the line of sight of an attack, or the line between the centers if it needs none."""
    sight = attack_line(state, plan, plan.origin, target)
    if sight and sight.line is not None:
        a, b = (tuple(float(v) for v in end) for end in sight.line)
        return a, b  # type: ignore[return-value]
    origin_body, target_body = state.table.body(plan.origin), state.table.body(target)
    return tuple((b.at[0], b.at[1], b.at[2] + b.height / 2) for b in (origin_body, target_body))


def list_attack_facts(state: State, f: Attacking, *, declared: bool = False) -> FactRows:
    """Return both rolls of an attack with their receipts: the numbers to hit and to remove the
    target, also boosted.

    Before the declaration, protection counts only if it is known without measuring (WM-RUL-07).
    """
    rows: list[tuple[str, str]] = []
    if hits_automatically(state, f):
        rows.append(("Hits", "automatically"))
    else:
        bonus = attack_receipt(state, f)
        defense, hidden_bonus = (
            (defense_receipt(state, f), 0) if declared else foreseen_defense(state, f)
        )
        plain, boosted_chance = (
            hit_chances(int(bonus.value), int(defense.value), BASE_DICE + k).hit for k in (0, 1)
        )
        boost = (
            f"; boosted {format_percent(float(boosted_chance))}"
            if "attack" in f.plan.boosts
            else ""
        )
        rows += [
            ("Hits", f"{format_percent(float(plain))}{boost}"),
            ("Roll", f"2d6 + {bonus}"),
            ("Against", str(defense)),
        ]
        rows += (
            [("Not measured", f"up to +{hidden_bonus} DEF from cover or screening")]
            if hidden_bonus
            else []
        )
    if f.plan.power is not None:
        rows += list_damage_facts(state, hit_damage_roll(state, f), "damage" in f.plan.boosts)
    return tuple(rows)


def hit_damage_roll(state: State, f: Attacking) -> DamageRoll:
    """Return the damage roll that follows a hit."""
    plan = f.plan
    dice = BASE_DICE + plan.extra_dice
    owner = state.models[f.attacker].owner
    return DamageRoll(
        "", f.target, owner, plan.power or 0, dice, plan.name, f.attacker, kind=plan.kind
    )


def list_damage_facts(state: State, roll: DamageRoll, may_boost: bool) -> list[tuple[str, str]]:
    """Return a damage roll against ARM, its average damage and its chance of removal."""
    boosted_roll = DamageRoll(
        "",
        roll.target,
        roll.roller,
        roll.power,
        roll.dice + 1,
        roll.cause,
        roll.attacker,
        kind=roll.kind,
    )
    boost = f"; boosted {describe_damage(state, boosted_roll)}" if may_boost else ""
    return [
        ("Damage", f"{roll.dice}d6 + {roll.power} against ARM {current_armor(state, roll)}"),
        ("ARM", str(current_stat(state, roll.target, "ARM", roll.kind))),
        ("If it hits", f"{describe_damage(state, roll)}{boost}"),
    ]


def attack_preview(state: State, action: Any, verdict: Verdict) -> Preview:
    """Return the preview of an attack or spell, without its range, which is measured later."""
    me = action.model
    target = action.target
    plan = plan_from_action(state, action) if verdict else None
    if plan is None or target in (me, plan.origin):
        return _preview_plain_action(state, action, verdict)
    f = Attacking("", me, target, plan)
    areas: list[Area] = []
    if plan.spray:
        way = charge_direction(state, plan.origin, target, getattr(action, "direction", None))
        areas.append(spray_area(state, plan.origin, way, table_diagonal(state)))
    if plan.kind == "melee":
        areas.append(
            reach_area(
                get_fighter(state.table, me), plan.range, PLAYER_COLORS[state.models[me].owner - 1]
            )
        )
    words = describe_action(state, action) + (", if in range" if plan.kind != "melee" else "")
    if plan.area:
        words += f'; on a hit the {plan.area:g}" area lands on the target, on a miss it deviates'
    return make_preview(
        state.table,
        action.type,
        True,
        capitalize(words),
        areas=areas,
        strokes=[Stroke(attack_line_points(state, plan, target), Pen.CLEAR)],
        facts=list_attack_facts(state, f),
        roles={me: Role.FROM, target: Role.TO},
        action=action,
        verdict=verdict,
    )


def _preview_plain_action(state: State, action: Any, verdict: Verdict) -> Preview:
    """Return the preview of an illegal action, or of one that does not attack its target."""
    words = describe_action(state, action) if verdict else verdict.text
    actor_body, target_body = state.table.body(action.model), state.table.body(action.target)
    ends = tuple((b.at[0], b.at[1], b.at[2] + b.height / 2) for b in (actor_body, target_body))
    strokes = (
        [Stroke(ends, Pen.CLEAR if verdict else Pen.REFUSED)]
        if action.model != action.target
        else []
    )
    facts: FactRows = ()
    if verdict and isinstance(action, Push):
        pushed = 1.0 - chance_to_resist(state, action.model, action.target)
        facts = (("Pushed", f"{format_percent(pushed)}: both roll 1d6 + STR (WM-REF-62)"),)
    return make_preview(
        state.table,
        action.type,
        bool(verdict),
        capitalize(words),
        strokes=strokes,
        facts=facts,
        action=action if verdict else None,
        verdict=verdict,
    )


# Preview of the open question


def question_preview(state: State) -> Preview | None:
    """Return the preview of a question during an action, with the range already measured."""
    current_question: Any = find_open_question(state)
    if isinstance(current_question, FreeStrikeQuestion):
        return _preview_free_strike(state, current_question)
    if isinstance(current_question, BoostQuestion):
        return _preview_boost(state, current_question)
    if isinstance(current_question, ReinforceQuestion):
        at = point_above_model(state.table.body(current_question.model))
        return make_preview(
            state.table,
            "reinforce",
            None,
            "",
            tags=[
                FloatingTag(
                    at, f"{current_question.points} damage points", MAYBE_COLOR, is_bold=True
                )
            ],
        )
    if isinstance(current_question, ExtraAdvanceQuestion):
        return make_preview(
            state.table,
            "advance",
            None,
            "",
            areas=arc_areas(get_fighter(state.table, current_question.model), MAYBE_COLOR),
        )
    return None


def _preview_free_strike(state: State, question: FreeStrikeQuestion) -> Preview:
    striker = get_fighter(state.table, question.striker)
    rows: list[tuple[str, str]] = []
    line: list[Stroke] = []
    weapons = free_strike_weapons(state, question.striker, question.mover)
    for weapon in weapons:
        if len(weapons) > 1:
            rows.append(("Weapon", weapon_name(state, question.striker, weapon)))
        f = Attacking(
            "", question.striker, question.mover, free_strike_plan(state, question.striker, weapon)
        )
        rows += list_attack_facts(state, f)
        line = [Stroke(attack_line_points(state, f.plan, question.mover), Pen.CLEAR)]
    striking = f"{display_name(state, question.striker)} may make a free strike against {display_name(state, question.mover)}"
    words = f"{striking}: +2 to hit, 1 extra damage die"
    return make_preview(
        state.table,
        "free strike",
        None,
        words,
        areas=arc_areas(striker, PLAYER_COLORS[striker.owner - 1]),
        strokes=[arc_line(striker), *line],
        facts=tuple(rows),
        roles={question.striker: Role.FROM, question.mover: Role.TO},
    )


def _preview_boost(state: State, question: BoostQuestion) -> Preview:
    f = find_frame(state, Attacking)
    words = f"Spend 1 focus point to boost the {question.roll} roll against {display_name(state, question.target)}?"
    if question.roll == "damage":
        roll = find_frame(state, DamageRoll)
        rows = tuple(list_damage_facts(state, roll, True)) if roll is not None else ()
        return make_preview(
            state.table,
            "boost",
            None,
            words,
            facts=rows,
            roles={question.model: Role.FROM, question.target: Role.TO},
        )
    if f is None or not state.is_on_table(f.target):
        return make_preview(state.table, "boost", None, words)
    areas, circles = attack_areas(state, f)
    return make_preview(
        state.table,
        "boost",
        None,
        words,
        facts=list_attack_facts(state, f, declared=True),
        areas=areas,
        circles=circles,
        strokes=[Stroke(attack_line_points(state, f.plan, f.target), Pen.CLEAR)],
        roles={f.attacker: Role.FROM, f.target: Role.TO},
    )


def attack_areas(state: State, f: Attacking) -> tuple[list[Area], list[Circle]]:
    """Return a declared attack's ground: a spray's strip, or the area on a target if it hits."""
    plan = f.plan
    areas = []
    circles = []
    if plan.spray:
        areas = [
            spray_area(
                state,
                plan.origin,
                charge_direction(state, plan.origin, f.target, plan.direction),
                SPRAY_LENGTH_IN,
            )
        ]
    if plan.area:
        x, y, z = state.place(f.target)
        circles = [Circle((x, y), plan.area / 2, z + 0.02, AREA_COLOR, f'{plan.area:g}" area')]
    return areas, circles
