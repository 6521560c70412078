"""Describe each event in a sentence for players; minor events have none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import dist
from typing import Any

from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import Event
from wc3d.engine.text import add_details, capitalize, join_words
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import ability_name
from wc3d.games.neo_mechanika.rules.book.rulings import REDIRECTED_BLAST_RULING
from wc3d.games.neo_mechanika.rules.state import State, Where, opponent_of
from wc3d.games.neo_mechanika.text.formatting import (
    card_name,
    cite_rule,
    describe_cards,
    display_name,
    effect_name,
    format_place,
    format_plain_roll,
    format_roll,
    format_strikes,
    is_plural,
    join_display_names,
    player_name,
)
from wc3d.games.neo_mechanika.text.log_rules import rule_for_event
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.presentation.format_inches import format_length

ATTACK_CAUSES = ("melee", "ranged", "fury")
"""Causes without a phrase, because the attack is already described."""

CAUSE_PHRASES = {
    "blast": "the blast",
    "collateral": "the collision",
    "fall": "the fall",
    "slam": "the slam",
    "effect": "an ability",
    "fire": "Fire",
    "corrosion": "Corrosion",
}
"""The source of damage in words."""

MAX_NAMED_UNITS = 3
"""The maximum number of units listed by name; more are counted."""

DECLARATION_PHRASES = {
    "melee": "attacks {target} with its {weapon}",
    "ranged": "fires its {weapon} at {target}",
    "fury": "channels {weapon} at {target}",
    "strafe": "strafes {target} with its {weapon}",
}
"""The declaration of an attack, by its kind or by the effect it is part of."""


def describe_event(event: Event, state: State) -> str | None:
    """Return a sentence about an event with its numbers and page; None for an event that the log
    omits.

    `state` is the state just before the event.
    """
    text = event_sentence(event, state)
    return None if text is None else text + cite_rule(rule_for_event(event, state))


def event_sentence(event: Event, state: State) -> str | None:
    """Return a sentence about an event without its page; None for an event that the log omits."""
    return SENTENCE_MAKERS[type(event)](event, state)


def health_clause(state: State, e: events.Damaged) -> str:
    """Return a model's remaining health after damage, if relevant: ", 5 of 8 health left"."""
    if e.model in state.gates or not e.points:
        return ""
    whole = state.setup.card_of(e.model).health
    remaining = whole - state.models[e.model].damage - e.points
    return f", {remaining} of {whole} health left" if remaining > 0 else ""


def _format_subject(state: State, id: str, singular: str, plural: str) -> str:
    """Return a unit's name with the verb in the singular or plural."""
    return f"{display_name(state, id)} {plural if is_plural(state, id) else singular}"


REASON_PHRASES = {
    "hand size": "too many cards in hand",
    "fall": "it fell",
    "left play": "it left play",
}
"""The reason for an event in words, by the event's keyword."""


def _format_reason(reason: str) -> str:
    return f" ({REASON_PHRASES.get(reason, reason)})" if reason else ""


def roll_off_sentence(e: events.SidesTaken, state: State, winner: int) -> str:
    """Return the choice of the roll-off's winner, and what the opponent gets."""
    chooser = player_name(state, winner)
    opponent = player_name(state, opponent_of(winner))
    if e.first == winner:
        side = e.sides[opponent_of(winner) - 1]
        return f"{chooser} wins the roll and chooses the first turn; {opponent} chooses the {side} side"
    return f"{chooser} wins the roll and chooses the {e.sides[winner - 1]} side; {opponent} takes the first turn"


def _describe_sides(e: events.SidesTaken, state: State) -> str:
    sides = join_words(
        [f"{n} has the {side} side" for n, side in zip(state.setup.names, e.sides, strict=True)]
    )
    return f"{sides}; {player_name(state, e.first)} takes the first turn"


def _describe_readying(e: events.Readied, state: State) -> str:
    if len(e.units) > MAX_NAMED_UNITS:
        return f"{len(e.units)} units lose their activation tokens"
    if len(e.units) > 1:
        return f"{join_display_names(state, e.units)} lose their activation tokens"
    return f"{_format_subject(state, e.units[0], 'loses its', 'lose their')} activation token"


def _describe_activation(e: events.ActivationBegan, state: State) -> str:
    arc = state.units[e.unit].arc
    return _format_subject(state, e.unit, "activates", "activate") + (
        f" with {arc} Arc" if arc else ""
    )


def _describe_game_end(e: events.GameEnded, state: State) -> str:
    points = [
        state.players[p].points for p in ((e.winner, opponent_of(e.winner)) if e.winner else (1, 2))
    ]
    score = f"{points[0]} to {points[1]}"
    if not e.winner:
        return f"The game is a draw, {score}"
    reason = {
        "victory points": "",
        "conceded": f" ({player_name(state, opponent_of(e.winner))} conceded)",
    }.get(e.why, f" ({e.why})")
    return f"{player_name(state, e.winner)} wins {score}{reason}"


def _find_own_name(state: State, id: str) -> str:
    """Return the name of a unit or void gate without its owner."""
    return display_name(state, id).removeprefix(f"{player_name(state, state.owner(id))}'s ")


def _describe_charge(e: events.Charged, state: State) -> str:
    if e.why == "Charging Phase":
        return f"{player_name(state, state.owner(e.on))} charges {_find_own_name(state, e.on)} with {e.arc} Arc"
    return f"{_format_subject(state, e.on, 'gains', 'gain')} {e.arc} Arc{_format_reason(e.why)}"


def _describe_clearing(e: events.Cleared, state: State) -> str | None:
    if e.why == "deployment":
        return None  # the unit's line reports the gate's remaining Arc
    if e.why.startswith("spike "):
        return f"{_format_subject(state, e.on, 'spikes', 'spike')} {e.why.removeprefix('spike ')} for {e.arc} Arc"
    if e.why == "Charging Phase":
        return f"{player_name(state, state.owner(e.on))} clears {e.arc} Arc from {_find_own_name(state, e.on)}"
    return f"{_format_subject(state, e.on, 'loses', 'lose')} {e.arc} Arc{_format_reason(e.why)}"


def _format_distance(inches: float) -> str:
    """Return the distance between two models: `6.2" away`, or "base to base"."""
    return f"{format_length(inches)} away" if inches > EPSILON_IN else "base to base"


def _describe_blast_draw(e: events.BlastDrawn, state: State) -> str:
    hurt = [e.tied[n - 1] for n in e.numbers[: e.chosen]]
    tied = f"{join_display_names(state, e.tied)} are equally near {display_name(state, e.target)}"
    order = ", ".join(display_name(state, e.tied[n - 1]) for n in e.numbers)
    return add_details(
        f"The blast also reaches {join_display_names(state, hurt)}, chosen at random",
        tied,
        f"random order: {order}",
    )


def _track_length(track: Sequence[Sequence[float]]) -> float:
    """Return the length of a track in inches."""
    return sum(dist(a, b) for a, b in pairwise(track))


def _describe_move(e: events.Moved, state: State) -> str:
    movement = f"{display_name(state, e.model)} {e.how}"
    inches = _track_length(e.track)
    terrain = {feature.id: feature.name or feature.id for feature in state.table.features}
    into = (
        f" into {join_words([terrain.get(id) or display_name(state, id) for id in e.against])}"
        if e.against
        else ""
    )
    die = "+1 Power Die" if e.die else ""
    if not inches:
        return add_details(f"{movement}{into}, but cannot move", die)
    return add_details(
        f"{movement} {format_length(inches)}{into}", f"now at {format_place(e.track[-1])}", die
    )


def _describe_fall(e: events.Fell, state: State) -> str:
    return add_details(
        f"{display_name(state, e.model)} falls {format_length(e.height)}",
        f"now at {format_place(e.at)}",
    )


def declaration_sentence(e: events.AttackDeclared, state: State) -> tuple[str, str]:
    """Return attacker, target and weapon of an attack, and its numbers: distance and cover."""
    is_measurable = state.is_on_table(e.attacker) and state.is_on_table(e.target)
    distance = _format_distance(state.table.distance(e.attacker, e.target)) if is_measurable else ""
    numbers = ", ".join(word for word in (distance, "in cover" if e.cover else "") if word)
    if e.part == "spray":
        return f"The spray attacks {display_name(state, e.target)}", numbers
    action = DECLARATION_PHRASES[e.part or e.kind].format(
        target=display_name(state, e.target), weapon=e.weapon
    )
    return f"{display_name(state, e.attacker)} {action}", numbers


def excess_clause(e: events.Hit) -> str:
    """Return the excess of a hit as a clause: " with 2 excess strikes"."""
    count = e.strikes - e.against
    return f" with {pluralize(count, 'excess strike')}"


def _describe_hit(e: events.Hit, state: State) -> str:
    return add_details(
        f"{display_name(state, e.target)} is hit{excess_clause(e)}",
        f"{format_strikes(e.strikes)} against {e.against}",
    )


def _describe_miss(e: events.Missed, state: State) -> str:
    return add_details(
        f"The attack misses {display_name(state, e.target)}", f"{e.strikes} against {e.against}"
    )


def _describe_redirection(e: events.Redirected, state: State) -> str:
    blasts = {
        "stays": f"; the blast stays centered on {display_name(state, e.target)}",
        "follows": f"; the blast is centered on {display_name(state, e.instead)} instead",
    }
    blast = blasts[e.blast] + cite_rule(REDIRECTED_BLAST_RULING) if e.blast else ""
    return f"{display_name(state, e.instead)} is hit instead of {display_name(state, e.target)} ({e.why}){blast}"


def damage_sentence(e: events.Damaged, state: State, ability: str = "") -> str:
    """Return a model's damage: "Scourge suffers 2 damage from Fire, 1 of 3 health left".

    `ability` names the ability that causes the damage, if any.
    """
    source = ability or CAUSE_PHRASES.get(e.cause, e.cause)
    cause = "" if e.cause in ATTACK_CAUSES else f" from {source}"
    return f"{display_name(state, e.model)} suffers {e.points or 'no'} damage{cause}{health_clause(state, e)}"


def damage_arithmetic(e: events.Damaged) -> str:
    """Return the calculation of damage: "6 strikes / ARM 4 = 1", with any reduction."""
    whole = e.strikes // e.arm
    return f"{format_strikes(e.strikes)} / ARM {e.arm} = {whole}" + (
        "" if whole == e.points else f", lowered to {e.points}"
    )


def _describe_damage(e: events.Damaged, state: State) -> str:
    return add_details(damage_sentence(e, state), damage_arithmetic(e) if e.arm else "")


def destruction_sentence(e: events.ModelDestroyed, state: State, ability: str = "") -> str:
    """Return a model's destruction with its cause. `ability` names the cause, if it is one."""
    by = (
        f" by {ability or CAUSE_PHRASES[e.why]}"
        if e.why in CAUSE_PHRASES
        else ""
        if e.why in ATTACK_CAUSES
        else f" ({e.why})"
    )
    return f"{display_name(state, e.model)} is destroyed{by}"


def _describe_unit_removal(e: events.UnitLeft, state: State) -> str | None:
    if not e.destroyed:
        return None
    if e.to is Where.GONE:
        return f"{_format_subject(state, e.unit, 'is', 'are')} out of the game"
    return f"{_format_subject(state, e.unit, 'returns', 'return')} to the reserves"


def _describe_ability_use(e: events.AbilityUsed, state: State) -> str | None:
    card = state.setup.cards.cyphers.get(e.ability.removeprefix("cypher:"))
    if card is not None and card.kind == "fury":
        return None  # its channeling is already logged
    return f"{display_name(state, e.model)} uses {ability_name(state, e.ability)}"


def _describe_boost(e: events.Boosted, state: State) -> str:
    until = (
        f" until the end of the {e.boost.until}"
        if e.boost.until in ("activation", "attack", "turn")
        else ""
    )
    return f"{ability_name(state, e.boost.ability)} affects {display_name(state, e.unit)}{until}"


def _describe_card_play(e: events.CardPlayed, state: State) -> str:
    target = (
        "" if e.channel else f" on {display_name(state, e.on)}"
    )  # a Fury's attack names channel and target
    return f"{player_name(state, e.player)} plays {card_name(state, e.card)}{target}"


def _describe_deployment(e: events.UnitDeployed, state: State) -> str:
    joined = f" with {join_words([state.name(id) for id in e.attached])}" if e.attached else ""
    remaining_arc = (
        f"{state.gates[e.gate].arc or 'no'} Arc left on it" if e.gate in state.gates else ""
    )
    through = f" through {state.name(e.gate)}" if e.gate else ""
    player = player_name(state, state.owner(e.unit))
    position = f"{display_name(state, e.places[0][0])} at" if len(e.places) > 1 else "position"
    return add_details(
        f"{player} deploys {state.name(e.unit)}{joined}{through}",
        remaining_arc,
        f"{position} {format_place(e.places[0][1])}",
    )


def _describe_scoring(e: events.Scored, state: State) -> str:
    points = f"{e.points} VP for {e.why}"
    return add_details(
        f"{player_name(state, e.player)} scores {points}",
        f"{state.players[e.player].points + e.points} in total",
    )


def _describe_shuffle(e: events.Shuffled, state: State) -> str:
    return add_details(
        f"{player_name(state, e.player)} shuffles the rack", pluralize(len(e.cards), "card")
    )


def _describe_return(e: events.ModelReturned, state: State) -> str:
    return add_details(
        f"{display_name(state, e.model)} returns to play ({e.why})",
        f"position {format_place(e.at)}",
    )


def _describe_gate_placement(e: events.GatePlaced, state: State) -> str:
    player = player_name(state, e.gate.player)
    return add_details(
        f"{player} places {e.gate.name} with {e.gate.arc} Arc",
        f"position {format_place(e.gate.at)}",
    )


SENTENCE_MAKERS: dict[type[Event], Callable[[Any, State], str | None]] = {
    **dict.fromkeys(
        (
            events.PhaseBegan,
            events.Passed,
            events.ActivationEnded,
            events.BoostsEnded,
            events.CardLies,
            events.Counted,
            events.Marked,
        ),
        lambda e, s: None,
    ),
    # Course of the game
    events.Rolled: lambda e, s: (
        f"{player_name(s, e.player)} {format_plain_roll(e)}"
        if e.plain
        else capitalize(format_roll(e))
    ),
    events.RollRepeated: lambda e, s: f"Roll again: {e.why}",
    events.RoundBegan: lambda e, s: f"Pulse round {e.round}",
    events.TurnBegan: lambda e, s: f"Turn {s.turn + 1}: {player_name(s, e.player)}",
    events.SidesTaken: _describe_sides,
    events.Readied: _describe_readying,
    events.TokenGiven: lambda e, s: (
        f"{_format_subject(s, e.unit, 'gets', 'get')} an activation token{_format_reason(e.why)}"
    ),
    events.TokenTaken: lambda e, s: (
        f"{_format_subject(s, e.unit, 'loses its', 'lose their')} activation token{_format_reason(e.why)}"
    ),
    events.ActivationBegan: _describe_activation,
    events.Conceded: lambda e, s: f"{player_name(s, e.player)} concedes",
    events.GameEnded: _describe_game_end,
    events.Charged: _describe_charge,
    events.Cleared: _describe_clearing,
    events.ZonesActive: lambda e, s: f"The drop zones with number {e.number} are active",
    events.Scored: _describe_scoring,
    # Models
    events.Moved: _describe_move,
    events.Repositioned: lambda e, s: add_details(
        f"{display_name(s, e.model)} is repositioned{_format_reason(e.why)}",
        f"now at {format_place(e.at)}",
    ),
    events.Fell: _describe_fall,
    events.AttackDeclared: lambda e, s: add_details(*declaration_sentence(e, s)),
    events.Hit: _describe_hit,
    events.Missed: _describe_miss,
    events.Redirected: _describe_redirection,
    events.BlastDrawn: _describe_blast_draw,
    events.Damaged: _describe_damage,
    events.Healed: lambda e, s: (
        f"{e.why} removes {e.points} damage from {display_name(s, e.model)}"
    ),
    events.ModelDestroyed: destruction_sentence,
    events.ModelReturned: _describe_return,
    events.UnitLeft: _describe_unit_removal,
    events.EffectPut: lambda e, s: f"{display_name(s, e.model)} suffers {effect_name(e.effect)}",
    events.EffectEnded: lambda e, s: f"{effect_name(e.effect)} on {display_name(s, e.model)} ends",
    events.AbilityUsed: _describe_ability_use,
    events.Boosted: _describe_boost,
    events.ObjectiveTaken: lambda e, s: (
        f"{display_name(s, e.model)} picks up {display_name(s, e.objective)}"
    ),
    events.ObjectiveDropped: lambda e, s: add_details(
        f"{display_name(s, e.objective)} is dropped", f"position {format_place(e.at)}"
    ),
    events.ObjectiveRemoved: lambda e, s: (
        f"{display_name(s, e.objective)} is removed from the table"
    ),
    # Cards, void gates, and units between reserve and table
    events.Shuffled: _describe_shuffle,
    events.Drew: lambda e, s: f"{player_name(s, e.player)} draws {describe_cards(s, e.cards)}",
    events.CardDiscarded: lambda e, s: (
        f"{player_name(s, e.player)} discards {card_name(s, e.card)}{_format_reason(e.why)}"
    ),
    events.HandSeen: lambda e, s: (
        f"{player_name(s, e.player)} looks at the opponent's hand: {describe_cards(s, e.cards)}"
    ),
    events.CardPlayed: _describe_card_play,
    events.CardExpired: lambda e, s: (
        f"{card_name(s, e.card)} on {display_name(s, e.unit)} expires" if e.unit else None
    ),
    events.NothingDone: lambda e, s: f"{card_name(s, e.card)} has no effect here",
    events.CardTaken: lambda e, s: (
        f"{player_name(s, e.player)} takes {card_name(s, e.card)} back into hand{_format_reason(e.why)}"
    ),
    events.GatePlaced: _describe_gate_placement,
    events.GateCollapsed: lambda e, s: f"{display_name(s, e.gate)} collapses",
    events.UnitDeployed: _describe_deployment,
    events.UnitRecalled: lambda e, s: f"{_format_subject(s, e.unit, 'is', 'are')} recalled",
}
"""The function for each type of event; `s` is the state just before it."""
