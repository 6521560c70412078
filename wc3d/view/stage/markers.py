"""Objectives, drop zones and deployment edges as flat marks on the board: they hide no base, and say whose they are and what
they are worth."""
from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import numpy as np
from shapely import box

from wc3d.evidence.game_facts import Marker
from wc3d.evidence.palette import RGB, side_colours
from wc3d.view.stage.board import Board
from wc3d.view.stage.geoms import circle, polyline
from wc3d.view.stage.scene import area_mesh
from wc3d.warcaster.book.rulings import INITIAL_DEPTH, OBJECTIVE_WITHIN
from wc3d.warcaster.missions.scoring import worth
from wc3d.warcaster.missions.securing import contested, secured_by
from wc3d.warcaster.moving.carrying import carrier, place_of, plan_of
from wc3d.warcaster.objectives import RADIUS, Objective
from wc3d.warcaster.state import PLAYERS, State

NOBODY: RGB = (244, 238, 214)
FOUGHT: RGB = (255, 120, 104)
LIFT = 0.035
"""Marks are drawn this far above the ground."""


def markers_of(state: State) -> tuple[Marker, ...]:
    """The objectives that lie on the table: neither removed nor carried (a carried one stands on its carrier's sign)."""
    colours = side_colours(*(force.faction for force in state.setup.forces))
    return tuple(_marker(state, o, colours) for o in state.objectives.values() if not o.removed and carrier(state, o.id) is None)


def _marker(state: State, token: Objective, colours: tuple[RGB, RGB]) -> Marker:
    owner, fought = secured_by(state, token.id), not token.portable and contested(state, token.id)
    points = [worth(state, player, token.id) for player in PLAYERS] if state.round and not token.portable else []
    told = "/".join(dict.fromkeys(f"{p}" for p in points))
    holders = ", ".join(f"{kind}s" for kind in plan_of(state, token.id).holders)
    words = [token.name, f"{token.kind}; held by {holders}"]
    words += [f"worth {told} VP in this Pulse round"] if told else []
    words += ["active"] if token.active else []
    words += ["can be carried"] if token.portable else []
    words.append("contested" if fought else f"secured by {state.setup.names[owner - 1]}" if owner else "nobody secures it")
    x, y, z = place_of(state, token.id)
    short = (token.side[:1].upper() if token.side else token.name[:1]) + (f"{token.number}" if token.number else "")
    return Marker(
        token.id, token.name + (" (active)" if token.active else ""), short, (x, y, z + 0.9), (x, y, z),
        colours[owner - 1] if owner else FOUGHT if fought else NOBODY,
        owner, fought, f"{told} VP" if told else "", token.active, token.portable, tuple(words),
    )  # fmt: skip


def draw_markers(board: Board, markers: Sequence[Marker]) -> None:
    """The objectives as flat rings: whole for the first side, notched for the second, dotted for nobody, crossed if contested;
    one that is active is doubled, one that can be carried has a diamond in it. The thin ring is how near one must be."""
    for marker in markers:
        x, y, z = marker.foot
        z += LIFT
        dash = {0: 0.16, 1: 0.0, 2: 0.62}[marker.owner]
        board.lines(circle((x, y), RADIUS, z), 3.0, marker.rgb, 0.95, dash=dash)
        board.lines(circle((x, y), RADIUS, z), 0.8, marker.rgb, 0.30, on_top=True)
        board.lines(circle((x, y), RADIUS + OBJECTIVE_WITHIN, z), 1.0, marker.rgb, 0.55, dash=0.45)
        if marker.active:
            board.lines(circle((x, y), RADIUS + 0.16, z), 2.0, marker.rgb, 0.9)
        if marker.contested:
            r = RADIUS * 0.7
            cross = np.array([((x - r, y - r, z), (x + r, y + r, z)), ((x - r, y + r, z), (x + r, y - r, z))])
            board.lines(cross, 2.4, marker.rgb, 0.9)
        elif marker.portable:
            corners = [(x + 0.3 * cos(k * pi / 2), y + 0.3 * sin(k * pi / 2), z) for k in range(5)]
            board.lines(polyline(corners), 2.2, marker.rgb, 0.95)
        else:
            board.lines(circle((x, y), 0.12, z), 2.0, marker.rgb, 0.95)


def draw_deployment(board: Board, state: State, players: Sequence[int] = PLAYERS) -> None:
    """The strips by the table's edges in which the first units are deployed: slanting strokes, and the side's own border."""
    colours = side_colours(*(force.faction for force in state.setup.forces))
    width, depth = state.setup.table.size
    for player in players:
        side = state.players[player].side
        if side not in ("south", "north"):
            continue
        low, high = (0.0, INITIAL_DEPTH) if side == "south" else (depth - INITIAL_DEPTH, depth)
        board.area(area_mesh(box(0.0, low, width, high), LIFT), colours[player - 1], 0.16, hatch=0.7)
        edge = high if side == "south" else low
        line = polyline([(0.0, edge, LIFT), (width, edge, LIFT)])
        board.lines(line, 2.0, colours[player - 1], 0.95, dash=1.2 if player == 2 else 0.0)


def draw_edges(board: Board, state: State) -> None:
    """Whose edge of the table is whose: a line on the rim, whole for the first player and dashed for the second."""
    colours = side_colours(*(force.faction for force in state.setup.forces))
    width, depth = state.setup.table.size
    for player in PLAYERS:
        side = state.players[player].side
        if side in ("south", "north"):
            y = -0.35 if side == "south" else depth + 0.35
            line = polyline([(0.0, y, 0.2), (width, y, 0.2)])
            board.lines(line, 4.0, colours[player - 1], 0.95, dash=1.6 if player == 2 else 0.0)
