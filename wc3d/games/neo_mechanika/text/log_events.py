"""One sentence for each thing that happens, for people; what is not worth a sentence is silent."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import Event
from wc3d.engine.wrap_text import detailed
from wc3d.games.neo_mechanika.rules import events as ev
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import name_of
from wc3d.games.neo_mechanika.rules.book.rulings import BLAST_OF_ANOTHER
from wc3d.games.neo_mechanika.rules.state import State, Where, other
from wc3d.games.neo_mechanika.text.log_rules import rule_of
from wc3d.games.neo_mechanika.text.vocabulary import (
    capitalized,
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
    plain_roll,
    player_name,
    roll,
    strikes,
    way,
)
from wc3d.geometry.tolerances import EQUAL

ATTACKS = ("melee", "ranged", "fury")
"""Causes that need no words: the attack has been told."""

CAUSES = {
    "blast": "the blast", "collateral": "the collision", "fall": "the fall", "slam": "the slam", "effect": "an effect",
    "edge": "leaving the table", "rule": "a rule", "fire": "Fire", "corrosion": "Corrosion",
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
    """Return what happened in one sentence with its numbers and the page; None for an event that the log leaves out.

    `state` is the state just before the event.
    """
    text = sentence(event, state)
    return None if text is None else text + cite(rule_of(event, state))


def sentence(event: Event, state: State) -> str | None:
    """Return what happened in one sentence with its numbers, without the page; None for an event that the log leaves out."""
    return SENTENCES[type(event)](event, state)


def left_after(state: State, e: ev.Damaged) -> str:
    """Return the health that a model has left after damage, where it matters: ", 5 of 8 health left"."""
    if e.model in state.gates or not e.points:
        return ""
    whole = state.setup.card_of(e.model).health
    remaining = whole - state.models[e.model].damage - e.points
    return f", {remaining} of {whole} health left" if remaining > 0 else ""


def _unit(state: State, id: str, singular: str, plural: str) -> str:
    """Who does something: a unit with its verb, and that of a squad."""
    return f"{name(state, id)} {plural if many(state, id) else singular}"


REASONS = {"hand size": "too many cards in hand", "fall": "it fell", "left play": "it left play"}
"""Why something happened, for people, where the event states a keyword."""


def _because(reason: str) -> str:
    return f" ({REASONS.get(reason, reason)})" if reason else ""


def settle_roll_off(e: ev.SidesTaken, state: State, winner: int) -> str:
    """Return what the winner of the roll for the first turn chooses, and what is left for the opponent."""
    chooser, opponent = player_name(state, winner), player_name(state, other(winner))
    if e.first == winner:
        side = e.sides[other(winner) - 1]
        return f"{chooser} wins the roll and chooses the first turn; {opponent} chooses the {side} side"
    return f"{chooser} wins the roll and chooses the {e.sides[winner - 1]} side; {opponent} takes the first turn"


def _sides_taken(e: ev.SidesTaken, state: State) -> str:
    sides = join_words([f"{n} sits {side}" for n, side in zip(state.setup.names, e.sides, strict=True)])
    return f"{sides}; {player_name(state, e.first)} takes the first turn"


def _readied(e: ev.Readied, state: State) -> str:
    if len(e.units) > SEVERAL:
        return f"{len(e.units)} units lose their activation tokens"
    if len(e.units) > 1:
        return f"{names(state, e.units)} lose their activation tokens"
    return f"{_unit(state, e.units[0], 'loses its', 'lose their')} activation token"


def _activation_began(e: ev.ActivationBegan, state: State) -> str:
    arc = state.units[e.unit].arc
    return _unit(state, e.unit, "activates", "activate") + (f" with {arc} Arc" if arc else "")


def _game_ended(e: ev.GameEnded, state: State) -> str:
    points = [state.players[p].points for p in ((e.winner, other(e.winner)) if e.winner else (1, 2))]
    score = f"{points[0]} to {points[1]}"
    if not e.winner:
        return f"The game is a draw, {score}"
    reason = {"victory points": "", "conceded": f" ({player_name(state, other(e.winner))} conceded)"}.get(e.why, f" ({e.why})")
    return f"{player_name(state, e.winner)} wins {score}{reason}"


def _own_name(state: State, id: str) -> str:
    """Return what its owner calls a unit or void gate: without the owner's name."""
    return name(state, id).removeprefix(f"{player_name(state, state.owner(id))}'s ")


def _charged(e: ev.Charged, state: State) -> str:
    if e.why == "Charging Phase":
        return f"{player_name(state, state.owner(e.on))} charges {_own_name(state, e.on)} with {e.arc} Arc"
    return f"{_unit(state, e.on, 'gains', 'gain')} {e.arc} Arc{_because(e.why)}"


def _cleared(e: ev.Cleared, state: State) -> str | None:
    if e.why == "deployment":
        return None  # what is left on the void gate is told with the unit
    if e.why.startswith("spike "):
        return f"{_unit(state, e.on, 'spikes', 'spike')} {e.why.removeprefix('spike ')} for {e.arc} Arc"
    if e.why == "Charging Phase":
        return f"{player_name(state, state.owner(e.on))} clears {e.arc} Arc from {_own_name(state, e.on)}"
    return f"{_unit(state, e.on, 'loses', 'lose')} {e.arc} Arc{_because(e.why)}"


def _apart(inches: float) -> str:
    """Return how far two models are apart: `6.2" away`, or "base to base"."""
    return f"{length(inches)} away" if inches > EQUAL else "base to base"


def _blast_drawn(e: ev.BlastDrawn, state: State) -> str:
    hurt = [e.tied[n - 1] for n in e.numbers[: e.chosen]]
    tied = f"{names(state, e.tied)} are equally near {name(state, e.target)}"
    order = ", ".join(name(state, e.tied[n - 1]) for n in e.numbers)
    return detailed(f"The dice choose {names(state, hurt)} for the blast", tied, f"drawn in the order {order}")


def _moved(e: ev.Moved, state: State) -> str:
    movement = f"{name(state, e.model)} {e.how}"
    inches = way(e.track)
    terrain = {feature.id: feature.name or feature.id for feature in state.table.features}
    into = f" into {join_words([terrain.get(id) or name(state, id) for id in e.against])}" if e.against else ""
    die = "+1 Power Die" if e.die else ""
    if not inches:
        return detailed(f"{movement}{into}, but cannot move", die)
    return detailed(f"{movement} {length(inches)}{into}", f"now at {place(e.track[-1])}", die)


def _fell(e: ev.Fell, state: State) -> str:
    return detailed(f"{name(state, e.model)} falls {length(e.height)}", f"now at {place(e.at)}")


def declare_attack(e: ev.AttackDeclared, state: State) -> tuple[str, str]:
    """Return who attacks whom with what, and the numbers of it: distance and cover."""
    is_measurable = state.on_table(e.attacker) and state.on_table(e.target)
    distance = _apart(state.table.distance(e.attacker, e.target)) if is_measurable else ""
    numbers = ", ".join(word for word in (distance, "in cover" if e.cover else "") if word)
    if e.part == "spray":
        return f"The spray attacks {name(state, e.target)}", numbers
    action = DECLARED[e.part or e.kind].format(target=name(state, e.target), weapon=e.weapon)
    return f"{name(state, e.attacker)} {action}", numbers


def excess(e: ev.Hit) -> str:
    """Return the end of a clause that says how clearly an attack hits: " with 2 excess strikes"."""
    count = e.strikes - e.against
    return f" with {pluralize(count, 'excess strike')}"


def _hit(e: ev.Hit, state: State) -> str:
    return detailed(
        f"{name(state, e.target)} is hit{excess(e)}",
        f"{strikes(e.strikes)} against {e.against}",
    )


def _missed(e: ev.Missed, state: State) -> str:
    return detailed(f"The attack misses {name(state, e.target)}", f"{e.strikes} against {e.against}")


def _redirected(e: ev.Redirected, state: State) -> str:
    blasts = {"stays": f"; the blast stays around {name(state, e.target)}", "follows": "; the blast follows"}
    blast = blasts[e.blast] + cite(BLAST_OF_ANOTHER) if e.blast else ""
    return f"{name(state, e.instead)} is hit instead of {name(state, e.target)} ({e.why}){blast}"


def suffered(e: ev.Damaged, state: State) -> str:
    """Return the damage that a model suffers, and from what: "Scourge suffers 2 damage from Fire, 1 of 3 health left"."""
    cause = "" if e.cause in ATTACKS else f" from {CAUSES.get(e.cause, e.cause)}"
    return f"{name(state, e.model)} suffers {e.points or 'no'} damage{cause}{left_after(state, e)}"


def armor_sum(e: ev.Damaged) -> str:
    """Return how strikes and armor make the damage: "6 strikes / ARM 4 = 1"; with the points that something took off."""
    whole = e.strikes // e.arm
    return f"{strikes(e.strikes)} / ARM {e.arm} = {whole}" + ("" if whole == e.points else f", lowered to {e.points}")


def _damaged(e: ev.Damaged, state: State) -> str:
    return detailed(suffered(e, state), armor_sum(e) if e.arm else "")


def _destroyed(e: ev.ModelDestroyed, state: State) -> str:
    by = f" by {CAUSES[e.why]}" if e.why in CAUSES else "" if e.why in ATTACKS else f" ({e.why})"
    return f"{name(state, e.model)} is destroyed{by}"


def _unit_left(e: ev.UnitLeft, state: State) -> str | None:
    if not e.destroyed:
        return None
    if e.to is Where.GONE:
        return f"{_unit(state, e.unit, 'is', 'are')} out of the game"
    return f"{_unit(state, e.unit, 'returns', 'return')} to the reserves"


def _ability_used(e: ev.AbilityUsed, state: State) -> str | None:
    card = state.setup.cards.cyphers.get(e.ability.removeprefix("cypher:"))
    if card is not None and card.kind == "fury":
        return None  # that it is channelled has been told
    return f"{name(state, e.model)} uses {name_of(state, e.ability)}"


def _boosted(e: ev.Boosted, state: State) -> str:
    until = f" until the end of the {e.boost.until}" if e.boost.until in ("activation", "attack", "turn") else ""
    return f"{name_of(state, e.boost.ability)} affects {name(state, e.unit)}{until}"


def _card_played(e: ev.CardPlayed, state: State) -> str:
    target = "" if e.channel else f" on {name(state, e.on)}"  # through whom and at whom a Fury goes is told with its attack
    return f"{player_name(state, e.player)} plays {card_name(state, e.card)}{target}"


def _unit_deployed(e: ev.UnitDeployed, state: State) -> str:
    joined = f" with {join_words([state.name(id) for id in e.attached])}" if e.attached else ""
    remaining_arc = f"{state.gates[e.gate].arc or 'no'} Arc left on it" if e.gate in state.gates else ""
    through = f" through {state.name(e.gate)}" if e.gate else ""
    player = player_name(state, state.owner(e.unit))
    position = f"{name(state, e.places[0][0])} at" if len(e.places) > 1 else "position"
    return detailed(f"{player} deploys {state.name(e.unit)}{joined}{through}", remaining_arc, f"{position} {place(e.places[0][1])}")


def _scored(e: ev.Scored, state: State) -> str:
    points = f"{e.points} VP for {e.why}"
    return detailed(f"{player_name(state, e.player)} scores {points}", f"{state.players[e.player].points + e.points} in total")


def _shuffled(e: ev.Shuffled, state: State) -> str:
    return detailed(f"{player_name(state, e.player)} shuffles the rack", pluralize(len(e.cards), "card"))


def _returned(e: ev.ModelReturned, state: State) -> str:
    return detailed(f"{name(state, e.model)} returns to play ({e.why})", f"position {place(e.at)}")


def _gate_placed(e: ev.GatePlaced, state: State) -> str:
    player = player_name(state, e.gate.player)
    return detailed(f"{player} places {e.gate.name} with {e.gate.arc} Arc", f"position {place(e.gate.at)}")


SENTENCES: dict[type[Event], Callable[[Any, State], str | None]] = {
    **dict.fromkeys(
        (ev.PhaseBegan, ev.Passed, ev.ActivationEnded, ev.BoostsEnded, ev.CardLies, ev.Counted, ev.Marked), lambda e, s: None
    ),
    # The course of the game
    ev.Rolled: lambda e, s: f"{player_name(s, e.player)} {plain_roll(e)}" if e.plain else capitalized(roll(e)),
    ev.RollRepeated: lambda e, s: f"Roll again: {e.why}",
    ev.RoundBegan: lambda e, s: f"Pulse round {e.round}",
    ev.TurnBegan: lambda e, s: f"Turn {s.turn + 1}: {player_name(s, e.player)}",
    ev.SidesTaken: _sides_taken,
    ev.Readied: _readied,
    ev.TokenGiven: lambda e, s: f"{_unit(s, e.unit, 'gets', 'get')} an activation token{_because(e.why)}",
    ev.TokenTaken: lambda e, s: f"{_unit(s, e.unit, 'loses its', 'lose their')} activation token{_because(e.why)}",
    ev.ActivationBegan: _activation_began,
    ev.Conceded: lambda e, s: f"{player_name(s, e.player)} concedes",
    ev.GameEnded: _game_ended,
    ev.Charged: _charged,
    ev.Cleared: _cleared,
    ev.ZonesActive: lambda e, s: f"The drop zones with number {e.number} are active",
    ev.Scored: _scored,
    # Models
    ev.Moved: _moved,
    ev.Repositioned: lambda e, s: detailed(f"{name(s, e.model)} is repositioned{_because(e.why)}", f"now at {place(e.at)}"),
    ev.Fell: _fell,
    ev.AttackDeclared: lambda e, s: detailed(*declare_attack(e, s)),
    ev.Hit: _hit,
    ev.Missed: _missed,
    ev.Redirected: _redirected,
    ev.BlastDrawn: _blast_drawn,
    ev.Damaged: _damaged,
    ev.Healed: lambda e, s: f"{e.why} removes {e.points} damage from {name(s, e.model)}",
    ev.ModelDestroyed: _destroyed,
    ev.ModelReturned: _returned,
    ev.UnitLeft: _unit_left,
    ev.EffectPut: lambda e, s: f"{name(s, e.model)} suffers {effect_name(e.effect)}",
    ev.EffectEnded: lambda e, s: f"{effect_name(e.effect)} on {name(s, e.model)} ends",
    ev.AbilityUsed: _ability_used,
    ev.Boosted: _boosted,
    ev.ObjectiveTaken: lambda e, s: f"{name(s, e.model)} picks up {name(s, e.objective)}",
    ev.ObjectiveDropped: lambda e, s: detailed(f"{name(s, e.objective)} is dropped", f"position {place(e.at)}"),
    ev.ObjectiveRemoved: lambda e, s: f"{name(s, e.objective)} is removed from the table",
    # Cards, void gates, units between reserve and table
    ev.Shuffled: _shuffled,
    ev.Drew: lambda e, s: f"{player_name(s, e.player)} draws {describe_cards(s, e.cards)}",
    ev.CardDiscarded: lambda e, s: f"{player_name(s, e.player)} discards {card_name(s, e.card)}{_because(e.why)}",
    ev.HandSeen: lambda e, s: f"{player_name(s, e.player)} looks at the opponent's hand: {describe_cards(s, e.cards)}",
    ev.CardPlayed: _card_played,
    ev.CardExpired: lambda e, s: f"{card_name(s, e.card)} on {name(s, e.unit)} expires" if e.unit else None,
    ev.NothingDone: lambda e, s: f"{card_name(s, e.card)} has no effect here",
    ev.CardTaken: lambda e, s: f"{player_name(s, e.player)} takes {card_name(s, e.card)} back into hand{_because(e.why)}",
    ev.GatePlaced: _gate_placed,
    ev.GateCollapsed: lambda e, s: f"{name(s, e.gate)} collapses",
    ev.UnitDeployed: _unit_deployed,
    ev.UnitRecalled: lambda e, s: f"{_unit(s, e.unit, 'is', 'are')} recalled",
}
"""The sentence of each kind of event; `s` is the state just before it."""
