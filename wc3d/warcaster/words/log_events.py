"""One sentence for each thing that happens, for people; what is not worth a sentence is silent."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d.engine.actions import Event
from wc3d.geometry.tolerances import EQUAL
from wc3d.warcaster import events as ev
from wc3d.warcaster.abilities.ability_sources import name_of
from wc3d.warcaster.book.rulings import BLAST_OF_ANOTHER
from wc3d.warcaster.state import State, Where, other
from wc3d.warcaster.words.log_rules import rule_of
from wc3d.warcaster.words.vocabulary import (
    card_name,
    cite,
    describe_cards,
    effect_name,
    join_words,
    length,
    many,
    name,
    names,
    place,
    player_name,
    roll,
    way,
)

ATTACKS = ("melee", "ranged", "fury")
"""Causes that need no words: the attack has been told."""

CAUSES = {
    "blast": "the blast", "collateral": "the collision", "fall": "the fall", "slam": "the slam", "effect": "the effect",
    "edge": "going over the table's edge", "rule": "a rule", "fire": "the fire", "corrosion": "the corrosion",
}  # fmt: skip
"""Where damage comes from, for people."""

SEVERAL = 3
"""More units than this are counted, not named."""

DECLARED = {
    "melee": "attacks {target} with its {weapon}", "ranged": "fires its {weapon} at {target}",
    "fury": "channels {weapon} at {target}", "strafe": "strafes {target} with its {weapon}",
}  # fmt: skip
"""How an attack is told, by its kind or by what it is part of."""


def describe_event(event: Event, state: State) -> str | None:
    """What happened, in one sentence with the page; None for what is not told. `state`: as it was just before."""
    said = sentence(event, state)
    return None if said is None else said + cite(rule_of(event, state))


def sentence(event: Event, state: State) -> str | None:
    """What happened, in one sentence without the page; None for what is not told."""
    return SENTENCES[type(event)](event, state)


def left_after(state: State, e: ev.Damaged) -> str:
    """What is left of a model's health after damage, where it matters: ", 5 of 8 left"."""
    if e.model in state.gates or not e.points:
        return ""
    whole = state.setup.card_of(e.model).health
    left = whole - state.models[e.model].damage - e.points
    return f", {left} of {whole} left" if left > 0 else ""


def _unit(state: State, id: str, does: str, they: str) -> str:
    """Who does something: a unit with its verb, and that of a squad."""
    return f"{name(state, id)} {they if many(state, id) else does}"


def _because(why: str) -> str:
    return "" if why in ("", "Charging Phase") else f" ({why})"


def _sides_taken(e: ev.SidesTaken, state: State) -> str:
    sides = join_words([f"{n} sits {side}" for n, side in zip(state.setup.names, e.sides, strict=True)])
    return f"{sides}; {player_name(state, e.first)} has the first turn"


def _readied(e: ev.Readied, state: State) -> str:
    if len(e.units) > SEVERAL:
        return f"{len(e.units)} units lose their activation tokens"
    if len(e.units) > 1:
        return f"{names(state, e.units)} lose their activation tokens"
    return f"{_unit(state, e.units[0], 'loses its', 'lose their')} activation token"


def _activation_began(e: ev.ActivationBegan, state: State) -> str:
    arc = state.units[e.unit].arc
    on = f", {arc} Arc on {'them' if many(state, e.unit) else 'it'}" if arc else ""
    return _unit(state, e.unit, "activates", "activate") + on


def _game_ended(e: ev.GameEnded, state: State) -> str:
    points = [state.players[p].points for p in ((e.winner, other(e.winner)) if e.winner else (1, 2))]
    score = f"{points[0]} to {points[1]}"
    if not e.winner:
        return f"A draw, {score}"
    return f"{player_name(state, e.winner)} wins, {score}" + ("" if e.why == "victory points" else f" ({e.why})")


def _cleared(e: ev.Cleared, state: State) -> str | None:
    if e.why == "deployment":
        return None  # what is left on the void gate is told with the unit
    if e.why.startswith("spike "):
        return f"{_unit(state, e.on, 'spikes', 'spike')} {e.why.removeprefix('spike ')} for {e.arc} Arc"
    return f"{e.arc} Arc is cleared from {name(state, e.on)}{_because(e.why)}"


def _apart(inches: float) -> str:
    """Return how far two models are apart: `6.2" away`, or "base to base"."""
    return f"{length(inches)} away" if inches > EQUAL else "base to base"


def _blast_drawn(e: ev.BlastDrawn, state: State) -> str:
    order = " ".join(map(str, e.numbers))
    hurt = [e.tied[n - 1] for n in e.numbers[: e.chosen]]
    return f"{names(state, e.tied)} are equally near {name(state, e.target)}; the dice draw {order}: {names(state, hurt)}"


def _moved(e: ev.Moved, state: State) -> str:
    how = f"{name(state, e.model)} {e.how}"
    inches = way(e.track)
    far = f"{how} {length(inches)} to {place(e.track[-1])}" if inches else f"{how}, but cannot move"
    terrain = {feature.id: feature.name or feature.id for feature in state.table.features}
    against = f" against {join_words([terrain.get(id) or name(state, id) for id in e.against])}" if e.against else ""
    return far + against + (", for 1 Power Die more" if e.die else "")


def _attack_declared(e: ev.AttackDeclared, state: State) -> str:
    both = state.on_table(e.attacker) and state.on_table(e.target)
    away = f", {_apart(state.table.distance(e.attacker, e.target))}" if both else ""
    if e.part == "spray":
        return f"The spray meets {name(state, e.target)}{away}"
    how = DECLARED[e.part or e.kind].format(target=name(state, e.target), weapon=e.weapon)
    return f"{name(state, e.attacker)} {how}{away}" + (", in cover" if e.cover else "")


def _redirected(e: ev.Redirected, state: State) -> str:
    blasts = {"stays": f"; the blast stays around {name(state, e.target)}", "follows": "; the blast follows"}
    blast = blasts[e.blast] + cite(BLAST_OF_ANOTHER) if e.blast else ""
    return f"{name(state, e.instead)} is hit instead of {name(state, e.target)} ({e.why}){blast}"


def lowered(e: ev.Damaged) -> str:
    """Return that something lowered the points which the strikes make: ", 2 lowered to 0"."""
    whole = e.strikes // e.arm
    return "" if whole == e.points else f", {whole} lowered to {e.points}"


def _damaged(e: ev.Damaged, state: State) -> str:
    how = f": {e.strikes} against ARM {e.arm}{lowered(e)}" if e.arm else ""
    cause = "" if e.cause in ATTACKS else f" from {CAUSES.get(e.cause, e.cause)}"
    return f"{name(state, e.model)} suffers {e.points or 'no'} damage{cause}{how}{left_after(state, e)}"


def _unit_left(e: ev.UnitLeft, state: State) -> str | None:
    if not e.destroyed:
        return None
    if e.to is Where.GONE:
        return f"{_unit(state, e.unit, 'is', 'are')} out of the game"
    return f"{_unit(state, e.unit, 'goes', 'go')} back to the reserves"


def _ability_used(e: ev.AbilityUsed, state: State) -> str | None:
    card = state.setup.cards.cyphers.get(e.ability.removeprefix("cypher:"))
    if card is not None and card.kind == "fury":
        return None  # that it is channelled has been told
    return f"{name(state, e.model)} uses {name_of(state, e.ability)}"


def _boosted(e: ev.Boosted, state: State) -> str:
    until = {"activation": "this activation", "attack": "this attack", "turn": "this turn"}.get(e.boost.until, "now")
    return f"{name_of(state, e.boost.ability)} works on {name(state, e.unit)} for {until}"


def _card_played(e: ev.CardPlayed, state: State) -> str:
    on = "" if e.channel else f" on {name(state, e.on)}"  # through whom and at whom a Fury goes is told with its attack
    return f"{player_name(state, e.player)} plays {card_name(state, e.card)}{on}"


def _unit_deployed(e: ev.UnitDeployed, state: State) -> str:
    joined = f" with {join_words([state.name(id) for id in e.attached])}" if e.attached else ""
    left = f", which has {state.gates[e.gate].arc} Arc left," if e.gate in state.gates else ""
    through = f" through {state.name(e.gate)}{left}" if e.gate else ""
    return f"{player_name(state, state.owner(e.unit))} deploys {state.name(e.unit)}{joined}{through} at {place(e.places[0][1])}"


SENTENCES: dict[type[Event], Callable[[Any, State], str | None]] = {
    **dict.fromkeys(
        (ev.PhaseBegan, ev.Passed, ev.ActivationEnded, ev.BoostsEnded, ev.CardLies, ev.Counted, ev.Marked), lambda e, s: None
    ),
    # The course of the game
    ev.Rolled: lambda e, s: f"{player_name(s, e.player)} rolls for {roll(e)}" if e.plain else roll(e),
    ev.RollRepeated: lambda e, s: f"The roll is made again: {e.why}",
    ev.RoundBegan: lambda e, s: f"Pulse round {e.round}",
    ev.TurnBegan: lambda e, s: f"Turn {s.turn + 1}: {player_name(s, e.player)}",
    ev.SidesTaken: _sides_taken,
    ev.Readied: _readied,
    ev.TokenGiven: lambda e, s: f"{_unit(s, e.unit, 'gets', 'get')} an activation token{_because(e.why)}",
    ev.TokenTaken: lambda e, s: f"{_unit(s, e.unit, 'loses its', 'lose their')} activation token{_because(e.why)}",
    ev.ActivationBegan: _activation_began,
    ev.Conceded: lambda e, s: f"{player_name(s, e.player)} gives up",
    ev.GameEnded: _game_ended,
    ev.Charged: lambda e, s: f"{_unit(s, e.on, 'is', 'are')} charged with {e.arc} Arc{_because(e.why)}",
    ev.Cleared: _cleared,
    ev.ZonesActive: lambda e, s: f"The drop zones {e.number} are active",
    ev.Scored: lambda e, s: (
        f"{player_name(s, e.player)} scores {e.points} for {e.why}: {s.players[e.player].points + e.points} in all"
    ),
    # Models
    ev.Moved: _moved,
    ev.Repositioned: lambda e, s: f"{name(s, e.model)} is put at {place(e.at)}{_because(e.why)}",
    ev.Fell: lambda e, s: f"{name(s, e.model)} falls {length(e.height)} to {place(e.at)}",
    ev.AttackDeclared: _attack_declared,
    ev.Hit: lambda e, s: f"{name(s, e.target)} is hit: {e.strikes} against {e.against}, {e.strikes - e.against} over",
    ev.Missed: lambda e, s: f"{name(s, e.target)} is missed: {e.strikes} against {e.against}",
    ev.Redirected: _redirected,
    ev.BlastDrawn: _blast_drawn,
    ev.Damaged: _damaged,
    ev.Healed: lambda e, s: f"{e.points} damage is removed from {name(s, e.model)} ({e.why})",
    ev.ModelDestroyed: lambda e, s: (
        f"{name(s, e.model)} is destroyed" + ("" if e.why in ATTACKS else f" ({CAUSES.get(e.why, e.why)})")
    ),
    ev.ModelReturned: lambda e, s: f"{name(s, e.model)} comes back at {place(e.at)} ({e.why})",
    ev.UnitLeft: _unit_left,
    ev.EffectPut: lambda e, s: f"{effect_name(e.effect)} is put on {name(s, e.model)}",
    ev.EffectEnded: lambda e, s: f"{effect_name(e.effect)} on {name(s, e.model)} ends",
    ev.AbilityUsed: _ability_used,
    ev.Boosted: _boosted,
    ev.ObjectiveTaken: lambda e, s: f"{name(s, e.model)} picks up {name(s, e.objective)}",
    ev.ObjectiveDropped: lambda e, s: f"{name(s, e.objective)} is put down at {place(e.at)}",
    ev.ObjectiveRemoved: lambda e, s: f"{name(s, e.objective)} is removed",
    # Cards, void gates, units between reserve and table
    ev.Shuffled: lambda e, s: f"{player_name(s, e.player)} shuffles the rack: {len(e.cards)} cards",
    ev.Drew: lambda e, s: f"{player_name(s, e.player)} draws {describe_cards(s, e.cards)}",
    ev.CardDiscarded: lambda e, s: f"{player_name(s, e.player)} discards {card_name(s, e.card)}{_because(e.why)}",
    ev.HandSeen: lambda e, s: f"{player_name(s, e.player)} sees the opponent's hand: {describe_cards(s, e.cards)}",
    ev.CardPlayed: _card_played,
    ev.CardExpired: lambda e, s: f"{card_name(s, e.card)} on {name(s, e.unit)} expires" if e.unit else None,
    ev.NothingDone: lambda e, s: f"{card_name(s, e.card)} has no effect here",
    ev.CardTaken: lambda e, s: f"{player_name(s, e.player)} takes {card_name(s, e.card)} back into the hand{_because(e.why)}",
    ev.GatePlaced: lambda e, s: f"{name(s, e.gate.id)} is placed at {place(e.gate.at)} with {e.gate.arc} Arc",
    ev.GateCollapsed: lambda e, s: f"{name(s, e.gate)} collapses",
    ev.UnitDeployed: _unit_deployed,
    ev.UnitRecalled: lambda e, s: f"{_unit(s, e.unit, 'is', 'are')} recalled",
}
"""What happened, by the kind of event; `s` is the state just before it."""
