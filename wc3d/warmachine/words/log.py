"""The log of a game: a line for each thing that happened, with its dice and the rule behind it."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from wc3d.engine.actions import Event
from wc3d.warmachine import events as ev
from wc3d.warmachine.state import State
from wc3d.warmachine.words.log_rules import rule_of
from wc3d.warmachine.words.question_words import boxes_of, why_over
from wc3d.warmachine.words.scoreboard import scoreboard
from wc3d.warmachine.words.vocabulary import (
    PHASES,
    SYSTEMS,
    cite,
    effect_meaning,
    faces,
    is_plural,
    join_words,
    length,
    name,
    place,
    player_name,
    points_words,
    toward,
)

Teller = Callable[[State, Any], str]

SET_OFF = (ev.RoundBegan, ev.TurnBegan)
"""Events whose line is a heading: a line is left empty before it, and it cites no rule."""

FORCED = ("is slammed", "is thrown", "is pushed")
"""How a model moves against its will: it does not turn afterward."""

POWER_ATTACKS = {
    "head-butt": "butts {target} with its head", "slam": "slams into {target}", "throw": "grabs {target} to throw it",
    "lock": "reaches out to seize {target}", "bash": "bashes {target}",
}  # fmt: skip
"""What a model does that attacks without a weapon, by the name of the attack."""


class Story:
    """Tells a game, as both players know it: nothing is hidden. `state` is where the telling has come to.

    A move waits for the event after it, which may lead it on or turn the model: the line tells the whole way and where the model
    faces in the end.
    """

    def __init__(self, start: State, reader: int | None = None) -> None:
        self.state = start
        self.before: Event | None = None
        self.move: ev.Moved | None = None

    def tell(self, happened: Iterable[Event]) -> list[str]:
        """The lines for what has happened; the scoreboard when a round begins and when the game is over."""
        lines: list[str] = []
        for event in happened:
            lines += self._lines(event)
            self.state = event.evolve(self.state)
            self.before = event
        return lines

    def _lines(self, event: Event) -> list[str]:
        move = self.move
        if move is not None and isinstance(event, ev.Faced) and event.model == move.model:
            self.move = replace(move, facing=event.facing)
            return self.rest()
        if move is not None and isinstance(event, ev.Moved) and (event.model, event.how) == (move.model, move.how):
            self.move = replace(move, track=(*move.track, *event.track[1:]), facing=event.facing)
            return []
        lines = self.rest()
        if isinstance(event, ev.Moved) and event.how not in FORCED:
            self.move = event
            return lines
        told = "" if self._goes_without_saying(event) else describe_event(self.state, event)
        if told:
            lines += [""] * isinstance(event, SET_OFF) + [told]
        if isinstance(event, ev.GameEnded) or (isinstance(event, ev.RoundBegan) and event.round > 1):
            lines += scoreboard(self.state)
        return lines

    def _goes_without_saying(self, event: Event) -> bool:
        """That a spray, told of once, is rolled for at its target, too."""
        if isinstance(event, ev.AttackDeclared) and isinstance(self.before, ev.AttackDeclared):
            return (event.attacker, event.weapon, event.target) == (self.before.attacker, self.before.weapon, self.before.target)
        return False

    def rest(self) -> list[str]:
        """The move that has not been told yet."""
        move, self.move = self.move, None
        return [describe_event(self.state, move)] if move is not None else []


def describe_event(state: State, event: Event) -> str:
    """An event in a line, from the state just before it; empty for what need not be told."""
    found = TOLD.get(type(event))
    text = found(state, event) if found is not None else ""
    if not text:
        return ""
    words = text.lstrip()
    indent = text[: len(text) - len(words)]
    rule = "" if isinstance(event, SET_OFF) else rule_of(state, event)
    return f"{indent}{words[:1].upper()}{words[1:]}{cite(rule)}"


def _moved(s: State, e: ev.Moved) -> str:
    why = f" by {e.why}" if e.why else ""
    to = f"  {name(s, e.model)} {e.how}{why} {length(e.inches)} to {place(e.track[-1])}, facing {toward(e.facing)}"
    return to + _against(s, e.against)


def _blocked(s: State, e: ev.Blocked) -> str:
    why = f" by {e.why}" if e.why else ""
    return f"    {name(s, e.model)} {e.how}{why}, but cannot move{_against(s, e.against)}"


def _against(s: State, ids: tuple[str, ...]) -> str:
    """What stopped a model that was moved by force: it adds a die to the damage roll (WM-SLM-20, WM-THR-12)."""
    return f", against {join_words(name(s, id) for id in ids)}: 1 damage die more" if ids else ""


def _deployed(s: State, e: ev.Deployed) -> str:
    how = f"put ({e.why})" if e.why else "set up"
    return f"  {name(s, e.model)} is {how} at {place(e.at)}, facing {toward(e.facing)}"


def _charge_failed(s: State, e: ev.ChargeFailed) -> str:
    missing = "is gone" if not s.on_table(e.target) else "is not in its melee range"
    why = e.why or f"{name(s, e.target)} {missing}"
    return f"    the {e.what} of {name(s, e.model)} fails: {why}; its activation ends"


def _rolled(s: State, e: ev.Rolled) -> str:
    more = e.total - sum(e.faces)
    summed = e.kind in ("attack", "damage") or (len(e.faces) == 1 and more)
    total = f" {'+' if more >= 0 else '-'} {abs(more)} = {e.total}" if summed else ""
    again = ", again" if e.again else ""
    return f"    {player_name(s, e.player)} rolls {faces(e.faces)}{total}: {e.why}{again}"


def _declared(s: State, e: ev.AttackDeclared) -> str:
    if e.part == "spray":
        return f"    {e.weapon} meets {name(s, e.target)}"
    what = " in a free strike" if e.part == "free strike" else ""
    how = POWER_ATTACKS.get(e.weapon, "attacks {target} with {weapon}").format(target=name(s, e.target), weapon=e.weapon)
    return f"  {name(s, e.attacker)} {how}{what}"


def _out_of_range(s: State, e: ev.OutOfRange) -> str:
    digits = next((n for n in range(1, 6) if round(e.distance, n) > e.range), 6)  # 8.04" is beyond 8", and is told as such
    return f'    {name(s, e.target)} is {round(e.distance, digits):g}" away, beyond {e.range:g}": it misses'


def _missed(s: State, e: ev.Missed) -> str:
    again = f"; {e.again} lets the roll be made again" if e.again else ""
    ones = ", every die shows a 1" if e.is_by_ones else ""
    return f"    {name(s, e.target)} is missed: {e.total} against DEF {e.against}{ones}{again}"


def _strayed(s: State, e: ev.Strayed) -> str:
    if len(e.melee) == 1:
        return f"    the attack strays to {name(s, e.instead)}, the only other model in that melee"
    among = join_words(name(s, id) for id in e.melee)
    return f"    the attack strays to {name(s, e.instead)}: the dice draw number {e.number} of {among}"


def _hit(s: State, e: ev.Hit) -> str:
    if e.automatic:
        weapon = s.setup.weapon(e.attacker, e.weapon) if e.weapon else None
        why = "it is stationary" if s.is_stationary(e.target) else f"{weapon.name if weapon else 'the attack'} follows up its hit"
        return f"    {name(s, e.target)} is hit automatically: {why}"
    sixes = ", every die shows a 6" if e.is_by_sixes else ""
    critical = ", a critical hit" if e.critical else ""
    return f"    {name(s, e.target)} is hit: {e.total} against DEF {e.against}{sixes}{critical}"


def _damaged(s: State, e: ev.Damaged) -> str:
    against = f": {e.total} against ARM {e.arm}" if e.total else f" ({e.cause})" if e.cause else ""
    shield = f"; its shield (+{e.unshielded} ARM) does not count against {e.cause}" if e.unshielded else ""
    if not e.points:
        return f"    {name(s, e.model)} suffers no damage{against}{shield}"
    column = f", column {e.column}" if e.column else ""
    lost = "; there was no box for the rest" if e.total and e.points == boxes_of(s, e.model)[1] < e.total - e.arm else ""
    return f"    {name(s, e.model)} suffers {points_words(e.points, 'damage point')}{against}{column}{lost}{shield}"


def _assigned(s: State, e: ev.FocusAssigned) -> str:
    has = s.models[e.model].focus + e.points
    more = f", and has {has}" if has > e.points else ""
    return f"  {name(s, e.model)} is assigned {points_words(e.points, 'focus point')}{more}"


def _ended(s: State, e: ev.GameEnded) -> str:
    return (f"{player_name(s, e.winner)} wins: " if e.winner else "a draw: ") + why_over(s, e.winner, e.why)


def _cast(s: State, e: ev.SpellCast) -> str:
    at = f" at {name(s, e.target)}" if e.target and e.target != e.caster else ""
    through = f" through {name(s, e.channel)}" if e.channel else ""
    return f"  {name(s, e.caster)} casts {e.spell}{at}{through} for {points_words(e.cost, 'focus point')}"


def _contested(s: State, e: ev.Contested) -> str:
    one, other = name(s, e.attacker), name(s, e.defender)
    numbers = f"{e.attack} against {e.defense}"
    if e.what == "break free":  # the attacker is the one that holds
        result = "breaks free of" if e.defense > e.attack else "cannot break free of"
        return f"    {other} {result} {one}: {e.defense} against {e.attack}"
    resists = "slips free" if e.what == "throw" else "resists"
    return f"    {one} tries to {e.what} {other}: {numbers}" + (f", {other} {resists}" if e.defense > e.attack else "")


def _area(s: State, e: ev.AreaPlaced) -> str:
    off = f" after deviating {length(e.deviated)}" if e.deviated else ""
    return f'    the area of {e.diameter:g}" lies at {place(e.center)}{off}'


def _lost_focus(s: State, e: ev.FocusLost) -> str:
    lose = "loses" if len(e.models) == 1 else "lose"
    kept = f" but {e.left}" if e.left else ""
    why = f": {e.why}" if e.why else ""
    return f"  {join_words(name(s, id) for id in e.models)} {lose} all focus points{kept}{why}"


def _effect_put(s: State, e: ev.EffectPut) -> str:
    meaning = effect_meaning(e.effect)
    return f"    {e.effect.name} takes effect on {name(s, e.model)}" + (f": {meaning}" if meaning else "")


def _effect_ended(s: State, e: ev.EffectEnded) -> str:
    return f"    {e.effect.name} ends on {name(s, e.model)}" + (f": {e.why}" if e.why else "")


def _locked(s: State, e: ev.Locked) -> str:
    return f"    {name(s, e.lock.attacker)} holds the {SYSTEMS[e.lock.part]} of {name(s, e.lock.defender)}"


def _checked(s: State, e: ev.CommandChecked) -> str:
    one, many = ("passes its", "pass their") if e.total <= e.cmd else ("fails its", "fail their")
    verb = many if is_plural(s, e.who) else one
    return f"    {name(s, e.who)} {verb} command check: {e.total} against CMD {e.cmd} ({e.why})"


def _verb(ids: Sequence[str], plural: str) -> str:
    """Return the verb for one or several models: "attacks", "attack"."""
    return plural + "s" * (len(ids) == 1)


def _together(s: State, ids: tuple[str, ...], singular: str, plural: str) -> str:
    """Return models with their verb; a whole unit is told by its name."""
    units = {s.models[id].group for id in ids}
    unit = next(iter(units))
    if len(units) == 1 and len(s.members(unit)) == len(ids):
        return f"{name(s, unit)} {plural if is_plural(s, unit) else singular}"
    return f"{join_words(name(s, id) for id in ids)} {singular if len(ids) == 1 else plural}"


def _unlocked(s: State, e: ev.Unlocked) -> str:
    return f"    {name(s, e.lock.defender)} is free of {name(s, e.lock.attacker)}: {e.why}"


TOLD: dict[type[Event], Teller] = {
    ev.Rolled: _rolled,
    ev.RollRepeated: lambda s, e: f"    the roll is made again: {e.why}",
    ev.FirstTurnWon: lambda s, e: f"{player_name(s, e.player)} has won the roll",
    ev.FirstPlayerChosen: lambda s, e: f"{player_name(s, e.player)} goes first",
    ev.EdgeTaken: lambda s, e: f"{player_name(s, e.player)} takes the {e.side} edge",
    ev.Deployed: _deployed,
    ev.RoundBegan: lambda s, e: f"=== Round {e.round} ===",
    ev.TurnBegan: lambda s, e: f"--- {player_name(s, e.player)}'s turn ---",
    ev.PhaseBegan: lambda s, e: f"{PHASES[e.phase]} Phase",
    ev.CloudPut: lambda s, e: f"    a cloud stays at {place(e.cloud.center)}",
    ev.CloudsEnded: lambda s, e: f"  {player_name(s, e.player)}'s clouds are gone",
    ev.AreaPlaced: _area,
    ev.Declined: lambda s, e: f"  {player_name(s, e.player)} {e.what}",
    ev.Conceded: lambda s, e: f"{player_name(s, e.player)} gives up",
    ev.GameEnded: _ended,
    ev.FocusLost: _lost_focus,
    ev.FocusGained: lambda s, e: f"  {name(s, e.model)} gains {points_words(e.points, 'focus point')}",
    ev.FocusAssigned: _assigned,
    ev.FocusSpent: lambda s, e: f"  {name(s, e.model)} spends {points_words(e.points, 'focus point')}: {e.what}",
    ev.UpkeepPaid: lambda s, e: f"  {name(s, e.caster)} keeps {e.spell} in play",
    ev.UnitActivationBegan: lambda s, e: f"{name(s, e.unit)} {'activate' if is_plural(s, e.unit) else 'activates'}",
    ev.Ordered: lambda s, e: f"  {name(s, e.giver)} tells {name(s, e.unit)} to {e.order}",
    ev.Combined: lambda s, e: (
        f"  {join_words(name(s, id) for id in e.others)} {_verb(e.others, 'attack')} with {name(s, e.attacker)}: +{e.bonus}"
    ),
    ev.CommandChecked: _checked,
    ev.Fled: lambda s, e: f"    {_together(s, e.models, 'flees', 'flee')}",
    ev.FlightBegan: lambda s, e: f"{name(s, e.model)} runs for its edge of the table",
    ev.Rallied: lambda s, e: f"    {_together(s, e.models, 'rallies', 'rally')}",
    ev.ActivationBegan: lambda s, e: f"{name(s, e.model)} activates",
    ev.Moved: _moved,
    ev.Blocked: _blocked,
    ev.ChargeFailed: _charge_failed,
    ev.Faced: lambda s, e: f"  {name(s, e.model)} turns to the {toward(e.facing)}",
    ev.StoodUp: lambda s, e: f"  {name(s, e.model)} stands up, facing {toward(e.facing)}",
    ev.KnockedDown: lambda s, e: f"    {name(s, e.model)} is knocked down",
    ev.EffectPut: _effect_put,
    ev.EffectEnded: _effect_ended,
    ev.Regenerated: lambda s, e: f"  {name(s, e.model)} clears {points_words(e.points, 'damage box')}",
    ev.Locked: _locked,
    ev.Unlocked: _unlocked,
    ev.ModelRemoved: lambda s, e: f"    {name(s, e.model)} is removed from play",
    ev.AttackDeclared: _declared,
    ev.OutOfRange: _out_of_range,
    ev.Hit: _hit,
    ev.Missed: _missed,
    ev.Strayed: _strayed,
    ev.Damaged: _damaged,
    ev.SystemDisabled: lambda s, e: f"    {name(s, e.model)}: {SYSTEMS[e.system]} disabled",
    ev.Contested: _contested,
    ev.SpellCast: _cast,
    ev.FeatUsed: lambda s, e: f"  {name(s, e.model)} uses {'' if e.feat.endswith('feat') else 'the feat '}{e.feat}",
}
"""How each kind of event is told."""
