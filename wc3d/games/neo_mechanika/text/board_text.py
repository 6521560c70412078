"""Draw the board as text: a plan of models, objectives and terrain, with a legend."""

from __future__ import annotations

import shapely

from wc3d.games.neo_mechanika.rules.missions.securing import securing_player
from wc3d.games.neo_mechanika.rules.moving.carrying import (
    carrier_of,
    objective_place,
    objectives_on_table,
)
from wc3d.games.neo_mechanika.rules.state import PLAYERS, State, Unit, Where
from wc3d.games.neo_mechanika.text.formatting import display_name, effect_name, format_place
from wc3d.games.neo_mechanika.text.status_words import list_unit_facts
from wc3d.games.neo_mechanika.text.typed_names import plan_labels
from wc3d.table.maps.standing_regions import section_to_polygon
from wc3d.table.maps.text_plan import draw_text_plan
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import piece_footprint


def draw_board(state: State) -> list[str]:
    """Draw the board from above, north at the top, with coordinates and a legend."""
    table = state.setup.table
    signs_by_id = plan_labels(state)
    sites: list[tuple[str, tuple[float, ...]]] = [(k.id, k.at) for k in table.ladders]
    sites += [(o.id, objective_place(state, o.id)) for o in objectives_on_table(state)] + [
        (b.id, b.at) for b in state.bodies
    ]
    signs = [(signs_by_id.get(id, "?"), at) for id, at in sites]
    return [*draw_text_plan(table, signs), *_describe_signs(state, signs_by_id)]


def list_terrain(state: State) -> list[str]:
    """List each terrain feature by id with its kind, height and extent, then the ladders."""
    table = state.setup.table
    lines = []
    for f in table.features:
        west, south, east, north = shapely.union_all(
            [section_to_polygon(piece_footprint(p)) for p in f.pieces]
        ).bounds
        high = (
            f'{f.low:.4g}" to {f.high:.4g}" high'
            if f.low
            else f'{f.high:.4g}" high'
            if f.high
            else "flat"
        )
        lines.append(
            f"{f.id}: {f.kind.value}, {high}, x {west:.4g} to {east:.4g}, y {south:.4g} to {north:.4g}"
        )
    return [*lines, *_describe_ladders(table, plan_labels(state))]


def _describe_ladders(table: Table, signs_by_id: dict[str, str]) -> list[str]:
    """Return a line for each ladder: its label, id, place, and heights."""
    return [
        f'{signs_by_id.get(id, "--")} {id}: ladder at {format_place((*at, 0.0))}, from {bottom:g}" to {top:g}"'
        for id, at, bottom, top in ((k.id, k.at, k.bottom, k.top) for k in table.ladders)
    ]


def _describe_signs(state: State, signs_by_id: dict[str, str]) -> list[str]:
    """Return the legend: a line for each unit, then void gates and objectives."""
    lines = []
    for player in PLAYERS:
        lines.append(
            f"{state.setup.names[player - 1]} ({state.players[player].side or 'side not chosen'}):"
        )
        for unit in state.units_in_play(player):
            at = ", ".join(
                f"{signs_by_id.get(m.id, '?')} {format_place(state.place(m.id))}"
                for m in state.models_of(unit.id)
            )
            lines.append(f"  {unit.name}: {at}")
        lines += [
            f"  {g.name}: {signs_by_id[g.id]} {format_place(g.at)}, {g.arc} Arc"
            for g in state.gates_of(player)
        ]
    return [*lines, *list_objectives(state), *_describe_ladders(state.setup.table, signs_by_id)]


def list_objectives(state: State) -> list[str]:
    """Return a line for each objective: its place and who has it."""
    signs_by_id = plan_labels(state)
    return [
        f"{signs_by_id[o.id]} {o.name}: {_describe_objective(state, o.id)}"
        for o in state.objectives.values()
        if not o.removed
    ]


def _describe_objective(state: State, id: str) -> str:
    model = carrier_of(state, id)
    if model is not None:
        return f"carried by {display_name(state, model.id)}"
    holder = securing_player(state, id)
    return format_place(state.objectives[id].at) + (
        f", secured by {state.setup.names[holder - 1]}" if holder else ""
    )


def list_units(state: State) -> list[str]:
    """List both players' units: location, Arc, token, damage, effects and cards."""
    lines = []
    for player in PLAYERS:
        player_state = state.players[player]
        head = f"{state.setup.names[player - 1]}: {player_state.points} VP, {player_state.well} Arc in the well"
        lines.append(
            f"{head}, hand: {len(player_state.hand)}, rack: {len(player_state.rack)}, discard pile: {len(player_state.discard)}"
        )
        lines += [
            f"  {_describe_unit(state, u)}" for u in state.units.values() if u.player == player
        ]
        lines += [
            f"  {g.name}: {g.arc} Arc{_describe_effects(g.effects)}" for g in state.gates_of(player)
        ]
    return lines


def _describe_unit(state: State, unit: Unit) -> str:
    cost = state.setup.card_of(unit.id).cost
    if unit.where is not Where.PLAY:
        return f"{unit.name}: " + (
            f"in reserve, costs {cost}" if unit.where is Where.RESERVE else "out of the game"
        )
    return f"{unit.name}: in play" + "".join(f", {fact}" for fact in list_unit_facts(state, unit))


def _describe_effects(effects: tuple[str, ...]) -> str:
    return "".join(f", {effect_name(e)}" for e in effects)
