"""Log sentences for each kind of event, followed by the numbers that explain it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wc3d.engine.actions import Event
from wc3d.engine.text import add_details, capitalize, join_words
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.text.formatting import (
    PHASE_NAMES,
    SYSTEM_NAMES,
    cite_rule,
    compass_name,
    display_name,
    effect_meaning,
    format_count,
    format_deviation_dice,
    format_dice_sum,
    format_faces,
    format_place,
    is_plural,
    player_name,
)
from wc3d.games.warmachine.text.log_rules import rule_for_event
from wc3d.games.warmachine.text.status_words import damage_boxes, describe_game_end
from wc3d.presentation.format_inches import format_length

SentenceMaker = Callable[[State, Any], str]

HEADING_EVENTS = (events.RoundBegan, events.TurnBegan)
"""Events whose line is a heading, with an empty line before it and without a rule."""

BOOST_PHRASES = {"attack": "boost the attack roll", "damage": "boost the damage roll"}
"""The reason of a focus point that boosts a roll, by the kind of the roll."""

UNARMED_ATTACK_PHRASES = {
    "head-butt": ("tries to head-butt {}", "head-butts {}", "misses {} with a head-butt"),
    "slam": ("tries to slam {}", "slams {}", "misses {} with a slam"),
    "throw": ("tries to throw {}", "grabs {} to throw it", "misses {} with a throw"),
    "lock": ("tries to lock {}", "grabs {} to lock it", "misses {} with a lock"),
    "bash": ("tries to bash {}", "bashes {}", "misses {} with a bash"),
}
"""Attacks without a weapon, by name: the phrases for declaration, hit and miss."""

ATTACK_VERBS = ("attacks", "hits", "misses")
"""The verbs of an attack with a weapon: declaration, hit and miss."""

FOCUS_PHRASES = {
    "additional attack": "for an additional attack",
    "reinforce the power field": "to reinforce its power field",
    "shake off": "to shake off an effect",
}
"""The purpose of a spent focus point; purposes that are not listed are verbs ("run")."""

CAUSE_PHRASES = {
    "collateral damage": "the collision",
    "slam": "the slam",
    "throw": "the throw",
    "cloud": "the cloud",
}
"""The sources of damage that are not a weapon."""

EFFECT_START_PHRASES = {"fire": "catches fire", "corrosion": "begins to corrode"}
"""The phrase for the start of a continuous effect."""

EFFECT_END_PHRASES = {
    "not upheld": "its upkeep was not paid",
    "cast anew": "it was cast again",
    "renewed": "a new one replaces it",
    "its caster is gone": "its caster was removed from play",
    "its target is gone": "its target was removed from play",
    "the hit does no damage": "it prevents the damage of this hit",
}
"""The reason for the end of an effect, where the event's own words are too short."""

LOCK_END_PHRASES = {
    "broken": "{defender} breaks free",
    "let go": "{attacker} lets go",
    "torn apart": "one of them was moved",
    "knocked down": "one of them was knocked down",
    "removed": "one of them was removed from play",
    "the system is disabled": "the fist or the locked system is disabled",
}
"""The reason for the end of a lock."""

COMMAND_CHECK_PHRASES = {
    "rally": "to rally",
    events.MASSIVE_CASUALTIES: "for massive casualties",
    "out of formation": "for being out of formation",
}
"""The purpose of a command check; a check that is not listed is made against something."""


def describe_event(state: State, event: Event) -> str:
    """Return an event's line, from the state just before it; empty for an event without a line."""
    sentence = SENTENCE_MAKERS.get(type(event))
    return format_line(state, sentence(state, event), event) if sentence is not None else ""


def format_line(state: State, text: str, event: Event) -> str:
    """Return a line of the log: a sentence with a capital letter and the rule behind its event."""
    words = text.lstrip()
    if not words:
        return ""
    indent = text[: len(text) - len(words)]
    rule = "" if isinstance(event, HEADING_EVENTS) else rule_for_event(state, event)
    return f"{indent}{capitalize(words)}{cite_rule(rule)}"


# Dice


def _roll_sentence(s: State, e: events.Rolled) -> str:
    reroll_note = " (reroll)" if e.again else ""
    if e.rule == "WM-CON-02":
        return add_details(
            f"    {e.why.removeprefix('whether ').removesuffix(' goes out')} continues",
            format_deviation_dice(e),
        )
    if e.kind in BOOST_PHRASES or e.total != sum(e.faces):
        return add_details(f"    {e.why}{reroll_note}: {e.total}", format_dice_sum(e))
    return f"    {player_name(s, e.player)} rolls {format_faces(e.faces)}{reroll_note}: {e.why}"


def first_turn_sentence(
    s: State, e: events.FirstTurnWon, rolls: Sequence[events.Rolled] = ()
) -> str:
    """Return who won the roll for the first turn, with both dice."""
    dice = sorted((roll.total for roll in rolls), reverse=True)
    return add_details(
        f"{player_name(s, e.player)} wins the roll for the first turn",
        " against ".join(map(str, dice)),
    )


def command_check_sentence(
    s: State, e: events.CommandChecked, roll: events.Rolled | None = None
) -> str:
    """Return the result of a command check, with its dice."""
    singular, plural = (
        ("passes its", "pass their") if e.total <= e.cmd else ("fails its", "fail their")
    )
    verb = plural if is_plural(s, e.who) else singular
    reason = COMMAND_CHECK_PHRASES.get(e.why, f"against {e.why}")
    dice = format_dice_sum(roll) if roll is not None else e.total
    return add_details(
        f"    {display_name(s, e.who)} {verb} command check {reason}", f"{dice} against CMD {e.cmd}"
    )


def contest_sentence(s: State, e: events.Contested, rolls: Sequence[events.Rolled] = ()) -> str:
    """Return who is stronger, with both rolls; the first roll is the attacker's."""
    attacker = display_name(s, e.attacker)
    defender = display_name(s, e.defender)
    totals = (
        [format_dice_sum(roll) for roll in rolls]
        if len(rolls) == 2
        else [str(e.attack), str(e.defense)]
    )
    has_defender_won = e.defense > e.attack
    if e.what == "break free":  # here the attacker is the model that holds
        result = f"{defender} {'breaks' if has_defender_won else 'cannot break'} free of {attacker}"
        totals.reverse()
    elif e.what == "throw":
        result = (
            f"{defender} slips out of {attacker}'s grip"
            if has_defender_won
            else f"{attacker} is strong enough to throw {defender}"
        )
    else:
        result = (
            f"{defender} resists {attacker}'s {e.what}"
            if has_defender_won
            else f"{attacker} is strong enough to {e.what} {defender}"
        )
    return add_details(f"    {result}", f"strength {totals[0]} against {totals[1]}")


# Moves


def move_sentence(s: State, e: events.Moved, roll: events.Rolled | None = None) -> str:
    """Return the distance of a move, then the model's final place and facing."""
    position = f"now at {format_place(e.track[-1])}, facing {compass_name(e.facing)}"
    if e.how == "is pushed" and e.why:
        sentence = f"{e.why} pushes {display_name(s, e.model)} by {format_length(e.inches)}"
    else:
        sentence = f"{display_name(s, e.model)} {e.how} {format_length(e.inches)}"
    return add_details(
        f"  {sentence}{_collision_phrase(s, e.against)}",
        position,
        *_extra_die_notes(e.against),
        format_deviation_dice(roll),
    )


def block_sentence(s: State, e: events.Blocked, roll: events.Rolled | None = None) -> str:
    """Return that a model cannot be moved, with the obstacle."""
    by = f" by {e.why}" if e.why else ""
    sentence = (
        f"{display_name(s, e.model)} {e.how}{_collision_phrase(s, e.against)}{by} but cannot move"
    )
    return add_details(f"    {sentence}", *_extra_die_notes(e.against), format_deviation_dice(roll))


def _collision_phrase(s: State, ids: tuple[str, ...]) -> str:
    return f" into {join_words(display_name(s, id) for id in ids)}" if ids else ""


def _extra_die_notes(against: tuple[str, ...]) -> tuple[str, ...]:
    """Return that a collision adds a die to the damage roll (WM-SLM-20, WM-THR-12)."""
    return ("1 extra damage die",) if against else ()


def _deployment_sentence(s: State, e: events.Deployed) -> str:
    verb = f"is placed ({e.why})" if e.why else "is set up"
    return add_details(
        f"  {display_name(s, e.model)} {verb}",
        f"position {format_place(e.at)}, facing {compass_name(e.facing)}",
    )


def _failed_charge_sentence(s: State, e: events.ChargeFailed) -> str:
    missing = "is gone" if not s.is_on_table(e.target) else "is not in its melee range"
    reason = e.why or f"{display_name(s, e.target)} {missing}"
    return f"    {display_name(s, e.model)}'s {e.what} fails and its activation ends: {reason}"


# Attacks


def _weapon_phrase(s: State, e: events.AttackDeclared) -> str:
    """Return the phrase for the weapon of an attack: "its Axe", or "Bolt" for a spell."""
    owner = "" if e.kind == "magic" else "its "
    return f" with {owner}{e.weapon}"


def _attack_sentence(s: State, e: events.AttackDeclared, target: str, step: int) -> str:
    """Return an attack as it is declared (step 0), hits (1) or misses (2)."""
    verbs = UNARMED_ATTACK_PHRASES.get(e.weapon)
    plain = f"{ATTACK_VERBS[step]} {target}{_weapon_phrase(s, e)}"
    predicate = verbs[step].format(target) if verbs is not None else plain
    return f"  {display_name(s, e.attacker)} {predicate}{' in a free strike' * (e.part == 'free strike')}"


def _result_sentence(
    s: State, attacker: str, target: str, step: int, declared: events.AttackDeclared | None
) -> str:
    if declared is not None and declared.attacker == attacker:
        return _attack_sentence(s, declared, display_name(s, target), step)
    return f"  {display_name(s, attacker)} {ATTACK_VERBS[step]} {display_name(s, target)}"


def _dice_note(total: int, defense: int, roll: events.Rolled | None) -> str:
    dice = format_dice_sum(roll) if roll is not None and roll.total == total else total
    reroll_note = f"reroll{cite_rule(roll.rule)} " if roll is not None and roll.again else ""
    return f"{reroll_note}{dice} against DEF {defense}"


def hit_sentence(
    s: State,
    e: events.Hit,
    declared: events.AttackDeclared | None = None,
    roll: events.Rolled | None = None,
    boost: str = "",
) -> str:
    """Return the attacker, the target and the weapon of a hit, then the dice."""
    sentence = _result_sentence(s, e.attacker, e.target, 1, declared)
    if e.automatic:
        return add_details(sentence, _automatic_hit_note(s, e))
    critical = (
        sentence.replace(" hits ", " scores a critical hit on ", 1) if e.critical else sentence
    )
    return add_details(
        critical,
        _dice_note(e.total, e.against, roll),
        boost,
        "a critical hit" if e.critical and critical == sentence else "",
        "every die shows 6" if e.is_by_sixes else "",
    )


def _automatic_hit_note(s: State, e: events.Hit) -> str:
    if s.models[e.target].knocked_down:
        return f"automatic: {display_name(s, e.target)} is knocked down"
    if s.is_stationary(e.target):
        return f"automatic: {display_name(s, e.target)} is stationary"
    weapon = s.setup.weapon(e.attacker, e.weapon) if e.weapon else None
    attack = f"the {weapon.name}" if weapon else "the attack"
    return f"automatic: {attack}'s last hit was also on {display_name(s, e.target)}"


def miss_sentence(
    s: State,
    e: events.Missed,
    declared: events.AttackDeclared | None = None,
    roll: events.Rolled | None = None,
    boost: str = "",
) -> str:
    """Return the attacker, the target and the weapon of a miss, then the dice."""
    sentence = _result_sentence(s, e.attacker, e.target, 2, declared)
    reroll_note = f", but {e.again} allows a reroll" if e.again else ""
    return add_details(
        f"{sentence}{reroll_note}",
        _dice_note(e.total, e.against, roll),
        boost,
        "every die shows 1" if e.is_by_ones else "",
    )


def out_of_range_sentence(
    s: State, e: events.OutOfRange, declared: events.AttackDeclared | None = None
) -> str:
    """Return that the target is too far away, with enough digits: 8.04" is beyond 8"."""
    digits = next((n for n in range(1, 6) if round(e.distance, n) > e.range), 6)
    distance_note = f'{round(e.distance, digits):g}" away, range {e.range:g}"'
    if declared is None or declared.attacker != e.attacker:
        return add_details(
            f"    {display_name(s, e.target)} is out of range and the spell has no effect",
            distance_note,
        )
    return add_details(
        f"{_result_sentence(s, e.attacker, e.target, 2, declared)}: out of range", distance_note
    )


def _stray_sentence(s: State, e: events.Strayed) -> str:
    if len(e.melee) == 1:
        return f"    the attack strays to {display_name(s, e.instead)}, the only other model in that melee"
    among = join_words(display_name(s, id) for id in e.melee)
    return add_details(
        f"    the attack strays to {display_name(s, e.instead)}",
        f"number {e.number} of {among}, drawn at random",
    )


def area_sentence(s: State, e: events.AreaPlaced, roll: events.Rolled | None = None) -> str:
    """Return where an area of effect comes to rest."""
    dice = format_deviation_dice(roll)
    if e.deviated:
        return add_details(
            f'    the {e.diameter:g}" area deviates {format_length(e.deviated)}',
            f"now centered on {format_place(e.center)}",
            dice,
        )
    return add_details(
        f'    the {e.diameter:g}" area lands on its target',
        f"centered on {format_place(e.center)}",
        dice,
    )


# Damage


def damage_sentence(
    s: State,
    e: events.Damaged,
    declared: events.AttackDeclared | None = None,
    roll: events.Rolled | None = None,
    boost: str = "",
) -> str:
    """Return the damage that a model suffers and the boxes it has left, then the dice."""
    if e.cause.startswith("immune to "):
        return f"    {display_name(s, e.model)} suffers no damage: it is {e.cause}"
    whole, unmarked = damage_boxes(s, e.model)
    remaining = unmarked - e.points
    damage = format_count(e.points, "damage point") if e.points else "no damage"
    boxes_note = (
        f", {remaining} of {format_count(whole, 'box')} left" if e.points and remaining else ""
    )
    dice = format_dice_sum(roll) if roll is not None and roll.total == e.total else e.total
    return add_details(
        f"    {display_name(s, e.model)} suffers {damage}{_cause_phrase(e, declared)}{boxes_note}",
        f"{dice} against ARM {e.arm}" if e.total else "",
        boost,
        f"column {e.column}" if e.column else "",
        _excess_damage_note(e, unmarked),
        f"its shield (+{e.unshielded} ARM) does not count against {e.cause}"
        if e.unshielded
        else "",
    )


def _excess_damage_note(e: events.Damaged, unmarked: int) -> str:
    """Return that a model had fewer boxes than the damage; empty if it had enough."""
    damage = e.total - e.arm
    if e.total and e.points == unmarked < damage:
        boxes_note = f"{format_count(unmarked, 'box')} {'was' if unmarked == 1 else 'were'} left"
        return f"{format_count(damage, 'damage point')} rolled, but only {boxes_note}"
    return ""


def _cause_phrase(e: events.Damaged, declared: events.AttackDeclared | None) -> str:
    """Return the source of damage, unless the line before has just named it."""
    if not e.cause or (declared is not None and e.cause == declared.weapon):
        return ""
    if e.cause.startswith("blast of "):
        return f" from the {e.cause.removeprefix('blast of ')} blast"
    return f" from {CAUSE_PHRASES.get(e.cause, e.cause)}"


def _removal_sentence(s: State, e: events.ModelRemoved) -> str:
    cause = {
        events.FLED_OFF_TABLE: "flees over the table edge and ",
        "deep water": "sinks in deep water and ",
    }.get(e.why, "")
    return f"    {display_name(s, e.model)} {cause}is removed from play"


# Focus and effects


def _assignment_sentence(s: State, e: events.FocusAssigned) -> str:
    total = s.models[e.model].focus + e.points
    total_note = f", which now has {total}" if total > e.points else ""
    return f"  {display_name(s, e.caster)} assigns {format_count(e.points, 'focus point')} to {display_name(s, e.model)}{total_note}"


def _focus_spent_sentence(s: State, e: events.FocusSpent) -> str:
    return f"  {display_name(s, e.model)} spends {format_count(e.points, 'focus point')} {FOCUS_PHRASES.get(e.what, f'to {e.what}')}"


def _focus_lost_sentence(s: State, e: events.FocusLost) -> str:
    lose = "loses" if len(e.models) == 1 else "lose"
    points = f"all but {format_count(e.left, 'focus point')}" if e.left else "all focus points"
    cause = f": {e.why}" if e.why else ""
    return f"  {join_words(display_name(s, id) for id in e.models)} {lose} {points}{cause}"


def _cast_sentence(s: State, e: events.SpellCast) -> str:
    own = bool(e.target) and s.models[e.target].owner == s.models[e.caster].owner
    at = (
        f" {'on' if own else 'at'} {display_name(s, e.target)}"
        if e.target and e.target != e.caster
        else ""
    )
    through = f" through {display_name(s, e.channel)}" if e.channel else ""
    return f"  {display_name(s, e.caster)} casts {e.spell}{at}{through} for {format_count(e.cost, 'focus point')}"


def _model_names(s: State, ids: Sequence[str]) -> list[str]:
    """Return the names of models; a complete unit has one name."""
    whole = {
        unit
        for unit in s.units
        if 1 < len(s.members_of(unit)) <= len({m.id for m in s.members_of(unit)} & set(ids))
    }
    return list(
        dict.fromkeys(
            display_name(s, s.models[id].unit if s.models[id].unit in whole else id) for id in ids
        )
    )


def effects_put_sentence(s: State, *puts: events.EffectPut) -> str:
    """Return the models that an effect begins on, then its result."""
    effect = puts[0].effect
    models = join_words(_model_names(s, [start.model for start in puts]))
    if effect.until == "continuous" and effect.name in EFFECT_START_PHRASES and len(puts) == 1:
        return f"    {models} {EFFECT_START_PHRASES[effect.name]}"
    return add_details(f"    {effect.name} takes effect on {models}", effect_meaning(effect))


def effects_ended_sentence(
    s: State, *ends: events.EffectEnded, rolled: events.Rolled | None = None
) -> str:
    """Return the models that an effect ends on, and why."""
    effect = ends[0].effect
    cause = ends[0].why
    models = join_words(_model_names(s, [end.model for end in ends]))
    subject = f"{'the ' * (effect.until == 'continuous')}{effect.name} on {models}"
    if cause == "goes out":
        return add_details(f"    {subject} goes out", format_deviation_dice(rolled))
    return f"    {subject} ends" + (f": {EFFECT_END_PHRASES.get(cause, cause)}" if cause else "")


def _lock_sentence(s: State, e: events.Locked) -> str:
    return f"    {display_name(s, e.lock.attacker)} locks {display_name(s, e.lock.defender)}'s {SYSTEM_NAMES[e.lock.part]}"


def _lock_end_sentence(s: State, e: events.Unlocked) -> str:
    attacker = display_name(s, e.lock.attacker)
    defender = display_name(s, e.lock.defender)
    cause = LOCK_END_PHRASES.get(e.why, e.why).format(attacker=attacker, defender=defender)
    return f"    {attacker}'s lock on {defender} ends: {cause}"


# Units


def _combined_attack_sentence(s: State, e: events.Combined) -> str:
    join = "joins" if len(e.others) == 1 else "join"
    attackers = join_words(display_name(s, id) for id in e.others)
    return add_details(
        f"  {attackers} {join} the attack of {display_name(s, e.attacker)}",
        f"+{e.bonus} on the attack roll",
    )


def _names_with_verb(s: State, ids: tuple[str, ...], singular: str, plural: str) -> str:
    """Return models with their verb; a complete unit has one name."""
    names = _model_names(s, ids)
    unit = s.models[ids[0]].unit
    is_one = len(names) == 1 and not (len(ids) > 1 and is_plural(s, unit))
    return f"{join_words(names)} {singular if is_one else plural}"


def _game_end_sentence(s: State, e: events.GameEnded) -> str:
    return (f"{player_name(s, e.winner)} wins: " if e.winner else "a draw: ") + describe_game_end(
        s, e.winner, e.why
    )


SENTENCE_MAKERS: dict[type[Event], SentenceMaker] = {
    events.Rolled: _roll_sentence,
    events.RollRepeated: lambda s, e: f"    roll again: {e.why}",
    events.FirstTurnWon: first_turn_sentence,
    events.FirstPlayerChosen: lambda s, e: f"{player_name(s, e.player)} goes first",
    events.EdgeTaken: lambda s, e: f"{player_name(s, e.player)} takes the {e.side} edge",
    events.Deployed: _deployment_sentence,
    events.RoundBegan: lambda s, e: f"=== Round {e.round} ===",
    events.TurnBegan: lambda s, e: f"--- {player_name(s, e.player)}'s turn ---",
    events.PhaseBegan: lambda s, e: f"{PHASE_NAMES[e.phase]} Phase",
    events.CloudPut: lambda s, e: add_details(
        "    a cloud remains", f"centered on {format_place(e.cloud.center)}"
    ),
    events.CloudsEnded: lambda s, e: f"  {player_name(s, e.player)}'s clouds disappear",
    events.AreaPlaced: area_sentence,
    events.Declined: lambda s, e: f"  {player_name(s, e.player)} {e.what}",
    events.Conceded: lambda s, e: f"{player_name(s, e.player)} concedes",
    events.GameEnded: _game_end_sentence,
    events.FocusLost: _focus_lost_sentence,
    events.FocusGained: lambda s, e: (
        f"  {display_name(s, e.model)} gains {format_count(e.points, 'focus point')}"
    ),
    events.FocusAssigned: _assignment_sentence,
    events.FocusSpent: _focus_spent_sentence,
    events.UpkeepPaid: lambda s, e: (
        f"  {display_name(s, e.caster)} pays 1 focus point to keep {e.spell} in play"
    ),
    events.UnitActivationBegan: lambda s, e: (
        f"{display_name(s, e.unit)} {'activate' if is_plural(s, e.unit) else 'activates'}"
    ),
    events.Ordered: lambda s, e: (
        f"  {display_name(s, e.giver)} orders {display_name(s, e.unit)} to {e.order}"
    ),
    events.Combined: _combined_attack_sentence,
    events.CommandChecked: command_check_sentence,
    events.Fled: lambda s, e: f"    {_names_with_verb(s, e.models, 'flees', 'flee')}",
    events.FlightBegan: lambda s, e: f"{display_name(s, e.model)} must flee",
    events.Rallied: lambda s, e: f"    {_names_with_verb(s, e.models, 'rallies', 'rally')}",
    events.ActivationBegan: lambda s, e: f"{display_name(s, e.model)} activates",
    events.Moved: move_sentence,
    events.MovedNowhere: lambda s, e: f"  {display_name(s, e.model)} {e.how}, but stays in place",
    events.Blocked: block_sentence,
    events.ChargeFailed: _failed_charge_sentence,
    events.Faced: lambda s, e: (
        f"  {display_name(s, e.model)} turns to face {compass_name(e.facing)}"
    ),
    events.StoodUp: lambda s, e: add_details(
        f"  {display_name(s, e.model)} stands up", f"facing {compass_name(e.facing)}"
    ),
    events.KnockedDown: lambda s, e: f"    {display_name(s, e.model)} is knocked down",
    events.EffectPut: effects_put_sentence,
    events.EffectEnded: effects_ended_sentence,
    events.Regenerated: lambda s, e: (
        f"  {display_name(s, e.model)} spends {format_count(e.points, 'focus point')} to remove {format_count(e.points, 'damage point')}"
    ),
    events.Locked: _lock_sentence,
    events.Unlocked: _lock_end_sentence,
    events.ModelRemoved: _removal_sentence,
    events.AttackDeclared: lambda s, e: _attack_sentence(s, e, display_name(s, e.target), 0),
    events.OutOfRange: out_of_range_sentence,
    events.NobodyReached: lambda s, e: (
        f'  {display_name(s, e.attacker)} uses {e.weapon}: no other model is within {e.within:g}"'
    ),
    events.Hit: hit_sentence,
    events.Missed: miss_sentence,
    events.Strayed: _stray_sentence,
    events.Damaged: damage_sentence,
    events.SystemDisabled: lambda s, e: (
        f"    {display_name(s, e.model)}'s {SYSTEM_NAMES[e.system]} is disabled"
    ),
    events.Contested: contest_sentence,
    events.SpellCast: _cast_sentence,
    events.FeatUsed: lambda s, e: (
        f"  {display_name(s, e.model)} uses {'' if e.feat.endswith('feat') else 'the feat '}{e.feat}"
    ),
}
"""The sentence of each kind of event."""
