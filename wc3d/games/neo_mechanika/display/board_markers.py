"""Create the board markers: objectives, deployment zones and the players' table edges."""

from __future__ import annotations

from collections.abc import Sequence

from wc3d.games.neo_mechanika.previews.side_colors import player_colors
from wc3d.games.neo_mechanika.rules.book.rulings import OBJECTIVE_RANGE_IN
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.missions.scoring import objective_points
from wc3d.games.neo_mechanika.rules.missions.securing import is_contested, securing_player
from wc3d.games.neo_mechanika.rules.moving.carrying import (
    carrier_of,
    objective_place,
    objective_plan,
)
from wc3d.games.neo_mechanika.rules.objectives import (
    OBJECTIVE_RADIUS_IN,
    Objective,
    place_objectives,
)
from wc3d.games.neo_mechanika.rules.state import PLAYERS, State
from wc3d.presentation.display_values import BoardMarker, DeploymentZone, TableEdge, edges_of_sides
from wc3d.presentation.palette import RGB
from wc3d.table.table import Table

UNOWNED_COLOR: RGB = (244, 238, 214)
CONTESTED_COLOR: RGB = (255, 120, 104)


def objective_markers(state: State) -> tuple[BoardMarker, ...]:
    """Return the objectives on the table; carried ones are on their carriers' labels."""
    colors = player_colors(state)
    return tuple(
        _build_marker(state, o, colors)
        for o in state.objectives.values()
        if not o.removed and carrier_of(state, o.id) is None
    )


def _build_marker(state: State, token: Objective, colors: tuple[RGB, RGB]) -> BoardMarker:
    owner = securing_player(state, token.id)
    fought = not token.portable and is_contested(state, token.id)
    x, y, z = objective_place(state, token.id)
    points = _format_points(state, token)
    short = (token.side[:1].upper() if token.side else token.name[:1]) + (
        f"{token.number}" if token.number else ""
    )
    return BoardMarker(
        token.id,
        token.name + (" (active)" if token.active else ""),
        short,
        (x, y, z + 0.9),
        (x, y, z),
        colors[owner - 1] if owner else CONTESTED_COLOR if fought else UNOWNED_COLOR,
        OBJECTIVE_RADIUS_IN,
        OBJECTIVE_RANGE_IN,
        owner,
        fought,
        f"{points} VP" if points else "",
        token.active,
        token.portable,
        _describe_marker(state, token, owner, fought, points),
    )


def _format_points(state: State, token: Objective) -> str:
    """Return the Victory Points of an objective now, "1/2" if they differ between players."""
    points = (
        [objective_points(state, player, token.id) for player in PLAYERS]
        if state.round and not token.portable
        else []
    )
    return "/".join(dict.fromkeys(f"{p}" for p in points))


def _describe_marker(
    state: State, token: Objective, owner: int, fought: bool, points: str
) -> tuple[str, ...]:
    holders = ", ".join(f"{kind}s" for kind in objective_plan(state, token.id).holders)
    words = [token.name, f"can be {'carried' if token.portable else 'secured'} by {holders}"]
    words += [f"worth {points} VP in this Pulse round"] if points else []
    words += ["active"] if token.active else []
    words.append(
        "contested"
        if fought
        else f"secured by {state.setup.names[owner - 1]}"
        if owner
        else "not secured"
    )
    return tuple(words)


def mission_objectives(
    mission_id: str, table: Table
) -> tuple[tuple[str, tuple[float, float, float], float], ...]:
    """Return the name, place and radius of a mission's objectives before a game."""
    plan = mission(mission_id).scaled_to(table.size)
    return tuple(
        (o.name, o.at, OBJECTIVE_RADIUS_IN) for o in place_objectives(plan, table).values()
    )


def deployment_zones(state: State, players: Sequence[int] = PLAYERS) -> tuple[DeploymentZone, ...]:
    """Return the strips along the table edges where these players deploy their first units."""
    zones, (width, depth) = [], state.setup.table.size
    deep = state.setup.initial_depth
    strips = {"south": (0.0, deep, deep), "north": (depth - deep, depth, depth - deep)}
    for player in players:
        if (side := state.players[player].side) not in strips:
            continue
        low, high, front = strips[side]
        color = player_colors(state)[player - 1]
        zones.append(
            DeploymentZone((0.0, low), (width, high), ((0.0, front), (width, front)), color, player)
        )
    return tuple(zones)


def table_edges(state: State) -> tuple[TableEdge, ...]:
    """Return the player of each table edge, if it is chosen."""
    sides = [state.players[player].side for player in PLAYERS]
    return edges_of_sides(state.setup.table.size, sides, player_colors(state))
