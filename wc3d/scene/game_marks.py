"""A game's marks on the board: markers, zones, edges, facings and clouds. They hide no base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import cos, pi, radians, sin

import numpy as np
from shapely import Point, box

from wc3d.geometry.solids import Cylinder
from wc3d.presentation.display_values import BoardMarker, CloudMark, DeploymentZone, TableEdge
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import RGB
from wc3d.scene.lines import circle_segments, polyline_segments
from wc3d.scene.mark_painter import MarkPainter
from wc3d.scene.terrain_meshes import area_mesh, cylinder_mesh
from wc3d.table.body import Body

LIFT_IN = 0.035
"""Inches between the ground and a mark."""
OVER_BASE_IN = 0.17
"""Inches from a mark to the line that repeats it over a base that stands on it."""
FRONT_RGB: RGB = (250, 250, 240)
RIM_LINE_PLACE_IN = 0.35, 0.2
"""The position of a player's edge line on the rim in inches: outside the table, and up."""


def draw_markers(board: MarkPainter, markers: Sequence[BoardMarker]) -> None:
    """Draw markers as flat rings: full for the first side, notched for the second, dotted for
    neither.

    A contested marker is crossed, an active one doubled, and one that can be carried has a
    diamond. The thin ring is the distance at which a model is near enough.
    """
    for marker in markers:
        x, y, z = marker.foot
        z += LIFT_IN
        dash = {0: 0.16, 1: 0.0, 2: 0.62}[marker.owner]
        board.draw_lines(
            circle_segments((x, y), marker.radius, z), 3.0, marker.rgb, 0.95, dash=dash
        )
        over_base = circle_segments((x, y), marker.radius, z + OVER_BASE_IN)
        board.draw_lines(over_base, 0.8, marker.rgb, 0.30)
        board.draw_lines(
            circle_segments((x, y), marker.radius + marker.reach, z),
            1.0,
            marker.rgb,
            0.55,
            dash=0.45,
        )
        if marker.active:
            board.draw_lines(circle_segments((x, y), marker.radius + 0.16, z), 2.0, marker.rgb, 0.9)
        if marker.is_contested:
            r = marker.radius * 0.7
            cross = np.array(
                [((x - r, y - r, z), (x + r, y + r, z)), ((x - r, y + r, z), (x + r, y - r, z))]
            )
            board.draw_lines(cross, 2.4, marker.rgb, 0.9)
        elif marker.portable:
            corners = [(x + 0.3 * cos(k * pi / 2), y + 0.3 * sin(k * pi / 2), z) for k in range(5)]
            board.draw_lines(polyline_segments(corners), 2.2, marker.rgb, 0.95)
        else:
            board.draw_lines(circle_segments((x, y), 0.12, z), 2.0, marker.rgb, 0.95)


def draw_zones(board: MarkPainter, zones: Sequence[DeploymentZone]) -> None:
    """Draw deployment zones: slanted strokes and the side's border, dashed for player 2."""
    for zone in zones:
        board.draw_area(area_mesh(box(*zone.low, *zone.high), LIFT_IN), zone.rgb, 0.16, hatch=0.7)
        line = polyline_segments([(*end, LIFT_IN) for end in zone.front])
        board.draw_lines(line, 2.0, zone.rgb, 0.95, dash=1.2 if zone.player == 2 else 0.0)


def draw_edges(board: MarkPainter, edges: Sequence[TableEdge]) -> None:
    """Draw the players' table edges on the rim, solid for player 1 and dashed for player 2."""
    outset, height = RIM_LINE_PLACE_IN
    for edge in edges:
        y = edge.line[0][1]
        y += outset if y else -outset
        line = polyline_segments([(x, y, height) for x, _ in edge.line])
        board.draw_lines(line, 4.0, edge.rgb, 0.95, dash=1.6 if edge.player == 2 else 0.0)


def draw_fronts(board: MarkPainter, bodies: Sequence[Body], facings: Mapping[str, float]) -> None:
    """Draw facings: a pointer in front of each base, and ticks at the ends of its front line."""
    for body in (body for body in bodies if body.facing is not None):
        (x, y, z), turn = body.at, radians(facings.get(body.id, 0.0) + 90.0)
        z, r = max(0.0, z) + LIFT_IN + 0.03, body.radius

        spot = partial(_point_around, (x, y, z), turn)
        tip = [spot(r + 0.04, 0.3), spot(r + 0.36, 0.0), spot(r + 0.04, -0.3)]
        board.draw_lines(polyline_segments(tip), 3.2, FRONT_RGB, 0.95)
        board.draw_lines(polyline_segments(tip), 1.4, FRONT_RGB, 0.55, on_top=True)
        for side in (pi / 2, -pi / 2):
            board.draw_lines(
                polyline_segments([spot(r - 0.02, side), spot(r + 0.26, side)]), 2.2, FRONT_RGB, 0.9
            )


def _point_around(center: XYZ, turn: float, distance: float, offset: float) -> XYZ:
    """Return the point at a distance from a center, in a direction `offset` radians from `turn`."""
    x, y, z = center
    return x + distance * cos(turn + offset), y + distance * sin(turn + offset), z


def draw_clouds(board: MarkPainter, hazes: Sequence[CloudMark]) -> None:
    """Draw clouds on the ground; a harmful one has a hatched floor and a second rim."""
    for cloud in hazes:
        board.draw_area(
            area_mesh(Point(cloud.center).buffer(cloud.radius), LIFT_IN),
            cloud.rgb,
            0.30,
            hatch=0.5 if cloud.is_harmful else 0.0,
        )
        board.draw_lines(circle_segments(cloud.center, cloud.radius, LIFT_IN), 2.4, cloud.rgb, 0.95)
        if cloud.is_harmful:
            board.draw_lines(
                circle_segments(cloud.center, cloud.radius - 0.12, LIFT_IN),
                1.6,
                cloud.rgb,
                0.95,
                dash=0.2,
            )
        board.draw_lines(
            circle_segments(cloud.center, cloud.radius, LIFT_IN), 0.8, cloud.rgb, 0.35, on_top=True
        )


def draw_cloud_volumes(board: MarkPainter, clouds: Sequence[CloudMark]) -> None:
    """Draw the volumes of clouds as transparent bands with an upper rim."""
    for cloud in clouds:
        volume = Cylinder(cloud.center, cloud.radius, LIFT_IN, cloud.height)
        board.draw_translucent(cylinder_mesh(volume), cloud.rgb, 0.55, stripes=0.5)
        board.draw_lines(
            circle_segments(cloud.center, cloud.radius, cloud.height), 1.2, cloud.rgb, 0.95
        )
