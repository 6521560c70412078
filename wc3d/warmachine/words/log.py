"""The log of a game: a line for each thing that happened, with its dice and the rule behind it."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from wc3d.engine.actions import Event
from wc3d.warmachine import events as ev
from wc3d.warmachine.state import State
from wc3d.warmachine.words.question_words import boxes_of, why_over
from wc3d.warmachine.words.scoreboard import scoreboard
from wc3d.warmachine.words.vocabulary import (
    PHASES,
    SYSTEMS,
    cite,
    effect_words,
    faces,
    join_words,
    name,
    place,
    player_name,
    points_words,
    toward,
)

Teller = Callable[[State, Any], str]

SET_OFF = (ev.RoundBegan, ev.TurnBegan)
"""Events before which a line is left empty."""


class Story:
    """Tells a game, as both players know it: nothing is hidden. `state` is where the telling has come to."""

    def __init__(self, start: State, reader: int | None = None) -> None:
        self.state = start
        self.before: Event | None = None

    def tell(self, happened: Iterable[Event]) -> list[str]:
        """The lines for what has happened; the scoreboard when a round begins and when the game is over."""
        lines: list[str] = []
        for event in happened:
            told = "" if self._goes_without_saying(event) else describe_event(self.state, event)
            if told:
                lines += [""] * isinstance(event, SET_OFF) + [told]
            if isinstance(event, ev.GameEnded) or (isinstance(event, ev.RoundBegan) and event.round > 1):
                lines += scoreboard(self.state)
            self.state = event.evolve(self.state)
            self.before = event
        return lines

    def _goes_without_saying(self, event: Event) -> bool:
        """Where a model that has just moved looks; that a spray, told of once, is rolled for at its target, too."""
        if isinstance(event, ev.Faced) and isinstance(self.before, ev.Moved):
            return event.model == self.before.model
        if isinstance(event, ev.AttackDeclared) and isinstance(self.before, ev.AttackDeclared):
            return (event.attacker, event.weapon, event.target) == (self.before.attacker, self.before.weapon, self.before.target)
        return False

    def rest(self) -> list[str]:
        """Nothing waits."""
        return []


def describe_event(state: State, event: Event) -> str:
    """An event in a line, from the state just before it; empty for what need not be told."""
    found = TOLD.get(type(event))
    if found is None:
        return ""
    text = found(state, event)
    return text[:1].upper() + text[1:] + (cite(_rule(state, event)) if type(event) in CITED else "") if text else ""


def _rule(state: State, event: Event) -> str:
    """The rule behind an event: a warcaster goes with its last box, a warjack with that or with its third system."""
    if isinstance(event, ev.ModelRemoved):
        if event.why == ev.OVER_THE_EDGE:
            return "WM-RUL-102"
        if state.models[event.model].caster:
            return "WM-DCA-02"
        by_systems = state.models[event.model].jack and state.grid(event.model).unmarked
        return event.RULE if by_systems else "WM-DJA-16"
    return event.RULE


def _moved(s: State, e: ev.Moved) -> str:
    return f"  {name(s, e.model)} {e.how} to {place(e.track[-1])}"


def _rolled(s: State, e: ev.Rolled) -> str:
    more = e.total - sum(e.faces)
    summed = e.kind in ("attack", "damage") or (len(e.faces) == 1 and more)
    total = f" {'+' if more >= 0 else '-'} {abs(more)} = {e.total}" if summed else ""
    again = f", again{cite(e.ruling)}" if e.ruling else ""
    return f"    {player_name(s, e.player)} rolls {faces(e.faces)}{total}: {e.why}{again}"


def _declared(s: State, e: ev.AttackDeclared) -> str:
    return f"  {name(s, e.attacker)} attacks {name(s, e.target)} with {e.weapon}"


def _hit(s: State, e: ev.Hit) -> str:
    if e.automatic:
        return f"    {name(s, e.target)} is hit automatically"
    return f"    {name(s, e.target)} is hit: {e.total} against DEF {e.against}" + (", a critical hit" if e.critical else "")


def _damaged(s: State, e: ev.Damaged) -> str:
    against = f": {e.total} against ARM {e.arm}" if e.total else f" ({e.cause})" if e.cause else ""
    if not e.points:
        return f"    {name(s, e.model)} suffers no damage{against}"
    column = f", column {e.column}" if e.column else ""
    lost = "; there was no box for the rest" if e.total and e.points == boxes_of(s, e.model)[1] < e.total - e.arm else ""
    return f"    {name(s, e.model)} suffers {points_words(e.points, 'damage point')}{against}{column}{lost}"


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
    return f"    {name(s, e.attacker)} has {e.attack}, {name(s, e.defender)} {e.defense} ({e.what})"


def _area(s: State, e: ev.AreaPlaced) -> str:
    off = f' after deviating {e.deviated:.1f}"' if e.deviated else ""
    return f'    the area of {e.diameter:g}" lies at {place(e.center)}{off}'


def _lost_focus(s: State, e: ev.FocusLost) -> str:
    return f"  {join_words(name(s, id) for id in e.models)}: unspent focus is gone" + (f" but for {e.left}" if e.left else "")


def _effect_ended(s: State, e: ev.EffectEnded) -> str:
    return f"    {e.effect.name} ends on {name(s, e.model)}" + (f": {e.why}" if e.why else "")


def _locked(s: State, e: ev.Locked) -> str:
    return f"    {name(s, e.lock.attacker)} holds the {SYSTEMS[e.lock.part]} of {name(s, e.lock.defender)}"


def _checked(s: State, e: ev.CommandChecked) -> str:
    passed = "passes" if e.total <= e.cmd else "fails"
    return f"    {name(s, e.who)} {passed} its command check: {e.total} against CMD {e.cmd} ({e.why})"


def _together(s: State, ids: tuple[str, ...]) -> str:
    """Models together: a unit by its name if they are all of it."""
    units = {s.models[id].group for id in ids}
    whole = len(units) == 1 and len(s.members(next(iter(units)))) == len(ids)
    return name(s, next(iter(units))) if whole else join_words(name(s, id) for id in ids)


def _one(s: State, ids: tuple[str, ...]) -> bool:
    return len(ids) == 1 or len({s.models[id].group for id in ids}) == 1


def _unlocked(s: State, e: ev.Unlocked) -> str:
    return f"    {name(s, e.lock.defender)} is free of {name(s, e.lock.attacker)}: {e.why}"


TOLD: dict[type[Event], Teller] = {
    ev.Rolled: _rolled,
    ev.FirstTurnWon: lambda s, e: f"{player_name(s, e.player)} has won the roll",
    ev.FirstPlayerChosen: lambda s, e: f"{player_name(s, e.player)} goes first",
    ev.EdgeTaken: lambda s, e: f"{player_name(s, e.player)} takes the {e.side} edge",
    ev.Deployed: lambda s, e: f"  {name(s, e.model)} is {f'put ({e.why})' if e.why else 'set up'} at {place(e.at)}",
    ev.RoundBegan: lambda s, e: f"=== Round {e.round} ===",
    ev.TurnBegan: lambda s, e: f"--- {player_name(s, e.player)}'s turn ---",
    ev.PhaseBegan: lambda s, e: f"{PHASES[e.phase]} Phase",
    ev.CloudPut: lambda s, e: f"    a cloud stays at {place(e.cloud.center)}",
    ev.CloudsEnded: lambda s, e: f"  {player_name(s, e.player)}'s clouds are gone",
    ev.AreaPlaced: _area,
    ev.Declined: lambda s, e: f"  {player_name(s, e.player)}: {e.what}",
    ev.Conceded: lambda s, e: f"{player_name(s, e.player)} gives up",
    ev.GameEnded: _ended,
    ev.FocusLost: _lost_focus,
    ev.FocusGained: lambda s, e: f"  {name(s, e.model)} gains {points_words(e.points, 'focus point')}",
    ev.FocusAssigned: _assigned,
    ev.FocusSpent: lambda s, e: f"  {name(s, e.model)} spends {points_words(e.points, 'focus point')}: {e.what}",
    ev.UpkeepPaid: lambda s, e: f"  {name(s, e.caster)} keeps {e.spell} in play",
    ev.UnitActivationBegan: lambda s, e: f"{name(s, e.unit)} activates",
    ev.Ordered: lambda s, e: f"  {name(s, e.giver)} tells {name(s, e.unit)} to {e.order}",
    ev.Combined: lambda s, e: f"  {join_words(name(s, id) for id in e.others)} attack with {name(s, e.attacker)}: +{e.bonus}",
    ev.CommandChecked: _checked,
    ev.Fled: lambda s, e: f"    {_together(s, e.models)} {'flees' if _one(s, e.models) else 'flee'}",
    ev.FlightBegan: lambda s, e: f"{name(s, e.model)} runs for its edge of the table",
    ev.Rallied: lambda s, e: f"    {_together(s, e.models)} {'rallies' if _one(s, e.models) else 'rally'}",
    ev.ActivationBegan: lambda s, e: f"{name(s, e.model)} activates",
    ev.Moved: _moved,
    ev.Faced: lambda s, e: f"  {name(s, e.model)} turns to the {toward(e.facing)}",
    ev.StoodUp: lambda s, e: f"  {name(s, e.model)} stands up",
    ev.KnockedDown: lambda s, e: f"    {name(s, e.model)} is knocked down",
    ev.EffectPut: lambda s, e: f"    on {name(s, e.model)}: {effect_words(e.effect)}",
    ev.EffectEnded: _effect_ended,
    ev.Regenerated: lambda s, e: f"  {name(s, e.model)} clears {points_words(e.points, 'damage box')}",
    ev.Locked: _locked,
    ev.Unlocked: _unlocked,
    ev.ModelRemoved: lambda s, e: f"    {name(s, e.model)} is removed from play",
    ev.AttackDeclared: _declared,
    ev.OutOfRange: lambda s, e: f'    {name(s, e.target)} is {e.distance:.1f}" away, beyond {e.range:g}": it misses',
    ev.Hit: _hit,
    ev.Missed: lambda s, e: f"    {name(s, e.target)} is missed: {e.total} against DEF {e.against}",
    ev.Damaged: _damaged,
    ev.SystemDisabled: lambda s, e: f"    {name(s, e.model)}: {SYSTEMS[e.system]} disabled",
    ev.Contested: _contested,
    ev.SpellCast: _cast,
    ev.FeatUsed: lambda s, e: f"  {name(s, e.model)} uses the feat {e.feat}",
}
"""How each kind of event is told."""

CITED = {
    ev.OutOfRange, ev.Hit, ev.Missed, ev.Damaged, ev.SystemDisabled, ev.KnockedDown, ev.StoodUp, ev.EffectEnded, ev.FocusLost,
    ev.GameEnded, ev.FeatUsed, ev.Unlocked, ev.ModelRemoved, ev.SpellCast, ev.UpkeepPaid, ev.CommandChecked,
    ev.Fled, ev.FlightBegan, ev.Rallied,
}  # fmt: skip
"""The events whose rule the log names."""
