"""A game's flat marks, drawn on the board: markers, strips to deploy in and the players' edges. They hide no base."""
from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import numpy as np
from shapely import box

from wc3d.evidence.game_facts import Marker, TableEdge, Zone
from wc3d.view.shapes.lines import circle, polyline
from wc3d.view.shapes.meshes import area_mesh
from wc3d.view.stage.board import Board

LIFT = 0.035
"""Marks are drawn this far above the ground."""
RIM = 0.35, 0.2
"""The line of a player's edge runs this far outside the table, and this high, on its rim."""


def draw_markers(board: Board, markers: Sequence[Marker]) -> None:
    """Markers as flat rings: whole for the first side, notched for the second, dotted for nobody, crossed if contested; one that
    is active is doubled, one that can be carried has a diamond in it. The thin ring is how near a model must be."""
    for marker in markers:
        x, y, z = marker.foot
        z += LIFT
        dash = {0: 0.16, 1: 0.0, 2: 0.62}[marker.owner]
        board.lines(circle((x, y), marker.radius, z), 3.0, marker.rgb, 0.95, dash=dash)
        board.lines(circle((x, y), marker.radius, z), 0.8, marker.rgb, 0.30, on_top=True)
        board.lines(circle((x, y), marker.radius + marker.reach, z), 1.0, marker.rgb, 0.55, dash=0.45)
        if marker.active:
            board.lines(circle((x, y), marker.radius + 0.16, z), 2.0, marker.rgb, 0.9)
        if marker.contested:
            r = marker.radius * 0.7
            cross = np.array([((x - r, y - r, z), (x + r, y + r, z)), ((x - r, y + r, z), (x + r, y - r, z))])
            board.lines(cross, 2.4, marker.rgb, 0.9)
        elif marker.portable:
            corners = [(x + 0.3 * cos(k * pi / 2), y + 0.3 * sin(k * pi / 2), z) for k in range(5)]
            board.lines(polyline(corners), 2.2, marker.rgb, 0.95)
        else:
            board.lines(circle((x, y), 0.12, z), 2.0, marker.rgb, 0.95)


def draw_zones(board: Board, zones: Sequence[Zone]) -> None:
    """Strips to deploy in: slanting strokes, and the side's own border, dashed for the second player."""
    for zone in zones:
        board.area(area_mesh(box(*zone.low, *zone.high), LIFT), zone.rgb, 0.16, hatch=0.7)
        line = polyline([(*end, LIFT) for end in zone.front])
        board.lines(line, 2.0, zone.rgb, 0.95, dash=1.2 if zone.player == 2 else 0.0)


def draw_edges(board: Board, edges: Sequence[TableEdge]) -> None:
    """Whose edge of the table is whose: a line on the rim, whole for the first player and dashed for the second."""
    out, up = RIM
    for edge in edges:
        y = edge.line[0][1]
        y += out if y else -out
        line = polyline([(x, y, up) for x, _ in edge.line])
        board.lines(line, 4.0, edge.rgb, 0.95, dash=1.6 if edge.player == 2 else 0.0)
