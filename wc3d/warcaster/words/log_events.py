"""One sentence for each thing that happens, for people; what is not worth a sentence is silent."""
from __future__ import annotations

from functools import singledispatch

from wc3d.engine.actions import Event
from wc3d.warcaster import events as ev
from wc3d.warcaster.abilities.ability_sources import name_of
from wc3d.warcaster.state import State, Where, other
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


def rule_of(event: Event, state: State) -> str:
    """The rule whose page is told: the event's, or that of the occasion."""
    match event:
        case ev.UnitDeployed(gate=""):
            return "NM-SET-07"
        case ev.Drew() if not state.round:
            return "NM-FRC-16"
        case ev.Readied() if state.phase > 1:
            return "NM-PUL-06"
        case ev.Moved(how="is slammed"):
            return "NM-SLM-01"
        case ev.AttackDeclared(part="spray"):
            return "NM-SPR-03"
        case ev.AttackDeclared(part="strafe"):
            return "NM-STF-02"
        case ev.AttackDeclared(kind="fury"):
            return "NM-CYP-16"
        case ev.Damaged(cause="corrosion") | ev.ModelDestroyed(why="corrosion"):
            return "NM-CON-05"
        case ev.Damaged(cause="fire") | ev.ModelDestroyed(why="fire"):
            return "NM-CON-07"
    return event.RULE


@singledispatch
def sentence(event: Event, state: State) -> str | None:
    """What happened, in one sentence without the page; None for what is not told."""
    raise TypeError(f"nothing says how {type(event).__name__} is told")


def _silent(event: Event, state: State) -> None:
    return None


for _kind in (ev.PhaseBegan, ev.Passed, ev.ActivationEnded, ev.BoostsEnded, ev.CardLies, ev.Counted, ev.Marked):
    sentence.register(_kind, _silent)


@sentence.register
def _(e: ev.Rolled, state: State) -> str:
    return f"{player_name(state, e.player)} rolls for {roll(e)}" if e.plain else roll(e)


@sentence.register
def _(e: ev.RoundBegan, state: State) -> str:
    return f"Pulse round {e.round}"


@sentence.register
def _(e: ev.TurnBegan, state: State) -> str:
    return f"Turn {state.turn + 1}: {player_name(state, e.player)}"


@sentence.register
def _(e: ev.SidesTaken, state: State) -> str:
    sides = join_words([f"{n} sits {side}" for n, side in zip(state.setup.names, e.sides, strict=True)])
    return f"{sides}; {player_name(state, e.first)} has the first turn"


@sentence.register
def _(e: ev.Readied, state: State) -> str:
    if len(e.units) > SEVERAL:
        return f"{len(e.units)} units lose their activation tokens"
    several = len(e.units) > 1 or many(state, e.units[0])
    return f"{names(state, e.units)} {'lose their activation tokens' if several else 'loses its activation token'}"


@sentence.register
def _(e: ev.TokenGiven, state: State) -> str:
    return f"{name(state, e.unit)} {'get' if many(state, e.unit) else 'gets'} an activation token"


@sentence.register
def _(e: ev.TokenTaken, state: State) -> str:
    return f"{name(state, e.unit)} {'lose their' if many(state, e.unit) else 'loses its'} activation token"


@sentence.register
def _(e: ev.ActivationBegan, state: State) -> str:
    arc = state.units[e.unit].arc
    return f"{name(state, e.unit)} {'activate' if many(state, e.unit) else 'activates'}" + (
        f", {arc} Arc on {'them' if many(state, e.unit) else 'it'}" if arc else ""
    )


@sentence.register
def _(e: ev.Conceded, state: State) -> str:
    return f"{player_name(state, e.player)} gives up"


@sentence.register
def _(e: ev.GameEnded, state: State) -> str:
    points = [state.players[p].points for p in ((e.winner, other(e.winner)) if e.winner else (1, 2))]
    score = f"{points[0]} to {points[1]}"
    if not e.winner:
        return f"A draw, {score}"
    return f"{player_name(state, e.winner)} wins, {score}" + ("" if e.why == "victory points" else f" ({e.why})")


@sentence.register
def _(e: ev.Charged, state: State) -> str:
    why = "" if e.why in ("", "Charging Phase") else f" ({e.why})"
    return f"{name(state, e.on)} {'are' if many(state, e.on) else 'is'} charged with {e.arc} Arc{why}"


@sentence.register
def _(e: ev.Cleared, state: State) -> str:
    if e.why.startswith("spike "):
        return f"{name(state, e.on)} {'spike' if many(state, e.on) else 'spikes'} {e.why.removeprefix('spike ')} for {e.arc} Arc"
    why = "" if e.why in ("", "Charging Phase") else f" ({e.why})"
    return f"{e.arc} Arc is cleared from {name(state, e.on)}{why}"


@sentence.register
def _(e: ev.Moved, state: State) -> str:
    return f"{name(state, e.model)} {e.how} {length(way(e.track))} to {place(e.track[-1])}"


@sentence.register
def _(e: ev.Repositioned, state: State) -> str:
    return f"{name(state, e.model)} is put at {place(e.at)}" + (f" ({e.why})" if e.why else "")


@sentence.register
def _(e: ev.Fell, state: State) -> str:
    return f"{name(state, e.model)} falls {length(e.height)} to {place(e.at)}"


@sentence.register
def _(e: ev.AttackDeclared, state: State) -> str:
    both = state.on_table(e.attacker) and state.on_table(e.target)
    away = f", {length(state.table.distance(e.attacker, e.target))} away" if both else ""
    if e.part == "spray":
        return f"The spray meets {name(state, e.target)}{away}"
    how = DECLARED[e.part or e.kind].format(target=name(state, e.target), weapon=e.weapon)
    return f"{name(state, e.attacker)} {how}{away}" + (", in cover" if e.cover else "")


@sentence.register
def _(e: ev.Hit, state: State) -> str:
    return f"{name(state, e.target)} is hit: {e.strikes} against {e.against}, {e.strikes - e.against} over"


@sentence.register
def _(e: ev.Missed, state: State) -> str:
    return f"{name(state, e.target)} is missed: {e.strikes} against {e.against}"


@sentence.register
def _(e: ev.Redirected, state: State) -> str:
    return f"{name(state, e.instead)} is hit instead of {name(state, e.target)} ({e.why})"


@sentence.register
def _(e: ev.Damaged, state: State) -> str:
    how = f": {e.strikes} against ARM {e.arm}" if e.arm else ""
    cause = "" if e.cause in ATTACKS else f" from {CAUSES.get(e.cause, e.cause)}"
    return f"{name(state, e.model)} suffers {e.points or 'no'} damage{cause}{how}{left_after(state, e)}"


def left_after(state: State, e: ev.Damaged) -> str:
    """What is left of a model's health after damage, where it matters: ", 5 of 8 left"."""
    if e.model in state.gates or not e.points:
        return ""
    whole = state.setup.card_of(e.model).health
    left = whole - state.models[e.model].damage - e.points
    return f", {left} of {whole} left" if left > 0 else ""


@sentence.register
def _(e: ev.Healed, state: State) -> str:
    return f"{e.points} damage is removed from {name(state, e.model)} ({e.why})"


@sentence.register
def _(e: ev.ModelDestroyed, state: State) -> str:
    how = "" if e.why in ATTACKS else f" ({CAUSES.get(e.why, e.why)})"
    return f"{name(state, e.model)} is destroyed{how}"


@sentence.register
def _(e: ev.ModelReturned, state: State) -> str:
    return f"{name(state, e.model)} comes back at {place(e.at)} ({e.why})"


@sentence.register
def _(e: ev.UnitLeft, state: State) -> str | None:
    if not e.destroyed:
        return None
    if e.to is Where.GONE:
        return f"{name(state, e.unit)} {'are' if many(state, e.unit) else 'is'} out of the game"
    return f"{name(state, e.unit)} {'go' if many(state, e.unit) else 'goes'} back to the reserves"


@sentence.register
def _(e: ev.EffectPut, state: State) -> str:
    return f"{effect_name(e.effect)} is put on {name(state, e.model)}"


@sentence.register
def _(e: ev.EffectEnded, state: State) -> str:
    return f"{effect_name(e.effect)} on {name(state, e.model)} ends"


@sentence.register
def _(e: ev.AbilityUsed, state: State) -> str | None:
    card = state.setup.cards.cyphers.get(e.ability.removeprefix("cypher:"))
    if card is not None and card.kind == "fury":
        return None  # that it is channelled has been told
    return f"{name(state, e.model)} uses {name_of(state, e.ability)}"


@sentence.register
def _(e: ev.Boosted, state: State) -> str:
    until = {"activation": "this activation", "attack": "this attack", "turn": "this turn"}.get(e.boost.until, "now")
    return f"{name_of(state, e.boost.ability)} works on {name(state, e.unit)} for {until}"


@sentence.register
def _(e: ev.Shuffled, state: State) -> str:
    return f"{player_name(state, e.player)} shuffles the rack: {len(e.cards)} cards"


@sentence.register
def _(e: ev.Drew, state: State) -> str:
    return f"{player_name(state, e.player)} draws {describe_cards(state, e.cards)}"


@sentence.register
def _(e: ev.CardDiscarded, state: State) -> str:
    return f"{player_name(state, e.player)} discards {card_name(state, e.card)}"


@sentence.register
def _(e: ev.HandSeen, state: State) -> str:
    return f"{player_name(state, e.player)} sees the opponent's hand: {describe_cards(state, e.cards)}"


@sentence.register
def _(e: ev.CardPlayed, state: State) -> str:
    on = "" if e.channel else f" on {name(state, e.on)}"  # through whom and at whom a Fury goes is told with its attack
    return f"{player_name(state, e.player)} plays {card_name(state, e.card)}{on}"


@sentence.register
def _(e: ev.CardExpired, state: State) -> str | None:
    return f"{card_name(state, e.card)} on {name(state, e.unit)} expires" if e.unit else None


@sentence.register
def _(e: ev.CardTaken, state: State) -> str:
    return f"{player_name(state, e.player)} takes {card_name(state, e.card)} back into the hand"


@sentence.register
def _(e: ev.GatePlaced, state: State) -> str:
    return f"{name(state, e.gate.id)} is placed at {place(e.gate.at)} with {e.gate.arc} Arc"


@sentence.register
def _(e: ev.GateCollapsed, state: State) -> str:
    return f"{name(state, e.gate)} collapses"


@sentence.register
def _(e: ev.UnitDeployed, state: State) -> str:
    joined = f" with {join_words([state.name(id) for id in e.attached])}" if e.attached else ""
    through = f" through {state.name(e.gate)}" if e.gate else ""
    return f"{player_name(state, state.owner(e.unit))} deploys {state.name(e.unit)}{joined}{through} at {place(e.places[0][1])}"


@sentence.register
def _(e: ev.UnitRecalled, state: State) -> str:
    return f"{name(state, e.unit)} {'are' if many(state, e.unit) else 'is'} recalled"


@sentence.register
def _(e: ev.ObjectiveTaken, state: State) -> str:
    return f"{name(state, e.model)} picks up {name(state, e.objective)}"


@sentence.register
def _(e: ev.ObjectiveDropped, state: State) -> str:
    return f"{name(state, e.objective)} is put down at {place(e.at)}"


@sentence.register
def _(e: ev.ObjectiveRemoved, state: State) -> str:
    return f"{name(state, e.objective)} is removed"


@sentence.register
def _(e: ev.ZonesActive, state: State) -> str:
    return f"The drop zones {e.number} are active"


@sentence.register
def _(e: ev.Scored, state: State) -> str:
    whole = state.players[e.player].points + e.points
    return f"{player_name(state, e.player)} scores {e.points} for {e.why}: {whole} in all"
