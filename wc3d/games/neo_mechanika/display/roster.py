"""List a player's units with location, health, Arc and activation."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d._internal.memo import memo_on_state
from wc3d._internal.suggestions import pluralize
from wc3d.engine.text import join_words
from wc3d.games.neo_mechanika.rules.fighting.damage import max_health
from wc3d.games.neo_mechanika.rules.state import State, Unit, Where
from wc3d.games.neo_mechanika.text.formatting import card_name
from wc3d.games.neo_mechanika.text.status_words import list_unit_facts
from wc3d.presentation.display_values import Roster, RosterRow
from wc3d.presentation.icons import ICONS


@memo_on_state
def roster_of(state: State, player: int) -> Roster:
    """Return a player's units and void gates as a list."""
    player_state = state.players[player]
    discarded_names = [card_name(state, card) for card in player_state.discard]
    tip = (
        f"{player_state.points} VP, {player_state.well} Arc in the well, hand: {len(player_state.hand)}, rack: {len(player_state.rack)}, "
        f"discard pile: {len(player_state.discard)}"
    )
    lines = (
        f"{player_state.points} VP   {ICONS['bolt']} {player_state.well} Arc in well   {ICONS['card']} {len(player_state.hand)}",
        f"rack {len(player_state.rack)}, discard pile {len(player_state.discard)}",
    )
    units = [_build_unit_row(state, unit) for unit in state.units.values() if unit.player == player]
    gates = [_build_gate_row(gate.id, gate.name, gate.arc) for gate in state.gates_of(player)]
    tip += f" ({join_words(discarded_names)})" if discarded_names else ""
    return Roster(player, lines, (*units, *gates), tip, tuple(_describe_player(state, player)))


def _build_unit_row(state: State, unit: Unit) -> RosterRow:
    tip = (unit.name, *list_unit_facts(state, unit))
    if unit.where is not Where.PLAY:
        note = (
            f"reserve, DC {state.setup.card_of(unit.id).cost}"
            if unit.where is Where.RESERVE
            else "out"
        )
        return RosterRow(unit.id, unit.name, note=note, tip=tip)
    whole = len(unit.models) + len(unit.attached)
    count = f"{len(state.models_of(unit.id))}/{whole}  " if whole > 1 else ""
    arc = f"{ICONS['bolt']}{unit.arc}" if unit.arc else ""
    token = f" {ICONS['ok']}" if unit.token else ""
    return RosterRow(
        unit.id,
        unit.name,
        count + arc + token,
        health_share=_find_health_share(state, unit),
        tip=tip,
    )


def _build_gate_row(id: str, name: str, arc: int) -> RosterRow:
    return RosterRow(id, f"{ICONS['gate']} {name}", f"{ICONS['bolt']}{arc}", health_share=1.0)


def _find_health_share(state: State, unit: Unit) -> float:
    """Return the share of the unit's health that is left."""
    maximum = sum(state.setup.card_of(id).health for id in (*unit.models, *unit.attached))
    return (
        sum(max_health(state, m.id) - m.damage for m in state.models_of(unit.id)) / maximum
        if maximum
        else 1.0
    )


def _describe_player(state: State, player: int) -> Iterator[str]:
    """Yield a player's status, and the known cards in hand."""
    own = state.players[player]
    units = sum(1 for _ in state.units_in_play(player))
    yield f"{own.points} VP   {ICONS['bolt']} {own.well} Arc in well   {pluralize(units, 'unit')} in play"
    card_names = [card_name(state, card) for card in own.hand if card in state.setup.cards.cyphers]
    hidden_count = len(own.hand) - len(card_names)
    words = ", ".join([*card_names, *([f"{hidden_count} hidden"] if hidden_count else [])])
    yield f"{ICONS['card']} {words}" if words else "no cards in hand"
