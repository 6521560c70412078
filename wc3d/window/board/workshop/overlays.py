"""The editor's overlays: selection, drags, drawing, findings and places for bases."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.geometry.points import XYZ
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.palette import RGB
from wc3d.presentation.preview import FloatingTag
from wc3d.scene.evidence_marks import draw_area, draw_volume
from wc3d.scene.lines import circle_segments, polyline_segments
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.mesh_looks import placement_matrix
from wc3d.scene.terrain_meshes import characteristic_edges, make_feature_mesh, outline_edges
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.maps.base_fit import LevelBaseFit
from wc3d.table.maps.edit_terrain import bounding_box, feature_rotation, pivot_point
from wc3d.table.maps.lint import LintFinding
from wc3d.table.maps.map_shapes import MeshShape, mesh_point_on_table, rotate_points
from wc3d.table.table_state import Ladder
from wc3d.window.board.board_screen import SELECTED_RGB
from wc3d.window.board.workshop.terrain_tools import DragChange, DrawnShape
from wc3d.window.shell.widgets import ICONS

if TYPE_CHECKING:
    from wc3d.table.terrain.mesh_warnings import MeshWarning
    from wc3d.window.board.workshop.mesh_placement import MeshDraft

GHOST_RGB: RGB = (96, 214, 250)
MESH_GHOST_RGB: RGB = (88, 148, 172)
ERROR_RGB: RGB = (236, 92, 76)
WARNING_RGB: RGB = (240, 176, 60)
BASE_FIT_STYLES: tuple[tuple[RGB, float], ...] = (
    ((70, 190, 120), 0.0),
    ((240, 190, 72), 1.2),
    ((228, 96, 76), 3.0),
)
"""Color and hatching per inch where all bases fit, the smaller two, or only the smallest."""
MAX_OUTLINE_PIECES = 300
"""Number of pieces above which a feature's slow outline is omitted."""
ROTATE_ICON, RAISE_ICON = "\uf2f1", "\uf338"


@memo_per_process(Size.SMALL)
def feature_edges(feature: Feature) -> NDArray[np.float64]:
    """Return the edges (n, 2, 3) of a feature or its hull, with the ground outline unless slow."""
    segments = characteristic_edges(make_feature_mesh(feature, wait=False).body)
    if len(segments) and len(feature.pieces) > MAX_OUTLINE_PIECES:
        return segments
    return np.concatenate([segments, outline_edges(feature.pieces, 0.04)])


def moved_edges(feature: Feature, change: DragChange) -> NDArray[np.float64]:
    """Return a feature's edges after a drag."""
    points = feature_edges(feature).reshape(-1, 3).copy()
    if change.degrees:
        about = np.array(pivot_point(feature)[:2])
        points[:, :2] = rotate_points(points[:, :2] - about, change.degrees) + about
    return (points + np.array(change.offset)).reshape(-1, 2, 3)


def moved_body(feature: Feature, change: DragChange, body: Body) -> Body:
    """Return a model on a feature after a drag."""
    spot = np.array([body.at[:2]])
    about = np.array(pivot_point(feature)[:2])
    x, y = (rotate_points(spot - about, change.degrees) + about)[0]
    dx, dy, dz = change.offset
    return body.moved((float(x) + dx, float(y) + dy, body.at[2] + dz))


def draw_selection(
    board: TableScene, feature: Feature, change: DragChange, riders: Sequence[Body]
) -> None:
    """Draw the selection's outline, and its place and models after a drag."""
    segments = feature_edges(feature)
    board.draw_lines(segments, 2.0, SELECTED_RGB, 0.95)
    board.draw_lines(segments, 0.8, SELECTED_RGB, 0.30, on_top=True)
    if change:
        ghost = moved_edges(feature, change)
        board.draw_lines(ghost, 2.2, GHOST_RGB, 1.0)
        board.draw_lines(ghost, 1.0, GHOST_RGB, 0.5, dash=0.3, on_top=True)
        for body in riders:
            draw_volume(board, moved_body(feature, change, body).volume, GHOST_RGB, nobody=True)
    if not change.offset[2]:
        x, y, _ = pivot_point(feature)
        moved = x + change.offset[0], y + change.offset[1]
        board.draw_lines(
            circle_segments(
                moved, rotation_ring_radius(feature), bounding_box(feature).low[2] + 0.05
            ),
            1.1,
            SELECTED_RGB,
            0.6,
            dash=0.35,
        )


def draw_selected_ladder(board: TableScene, ladder: Ladder, change: DragChange) -> None:
    """Draw a selected ladder and its place after a drag."""
    x, y = ladder.at
    for (dx, dy, _), rgb in (((0.0, 0.0, 0.0), SELECTED_RGB), (change.offset, GHOST_RGB)):
        if rgb is SELECTED_RGB or change:
            at = x + dx, y + dy
            board.draw_lines(
                polyline_segments([(*at, ladder.bottom), (*at, ladder.top)]),
                3.0,
                rgb,
                0.9,
                on_top=True,
            )
            board.draw_lines(circle_segments(at, 0.45, ladder.bottom + 0.05), 1.6, rgb, 0.9)


def rotation_ring_radius(feature: Feature) -> float:
    """Return the radius of a feature's rotation ring."""
    wide, deep, _ = bounding_box(feature).size
    return hypot(wide, deep) / 2 + 0.6


def drag_handles(feature: Feature, change: DragChange, steep: bool) -> dict[str, XYZ]:
    """Return the rotate and raise handles; a `steep` view has no raise handle."""
    (x, y, _), around = pivot_point(feature), bounding_box(feature)
    mx, my = around.middle
    r = rotation_ring_radius(feature)
    way = np.radians(90.0 + (feature_rotation(feature) or 0.0) + change.degrees)
    dx, dy, dz = change.offset
    turn = (
        x + dx + r * float(np.cos(way)),
        y + dy + r * float(np.sin(way)),
        around.low[2] + dz + 0.05,
    )
    return (
        {"turn": turn}
        if steep
        else {"turn": turn, "raise": (mx + dx, my + dy, around.high[2] + dz + 0.7)}
    )


def drag_handle_tags(feature: Feature, change: DragChange, steep: bool) -> list[FloatingTag]:
    """Return the handles' tags with the drag's amount."""
    dx, dy, dz = change.offset
    words = {
        "turn": f"{ROTATE_ICON} {change.degrees:+.4g}°" if change.degrees else ROTATE_ICON,
        "raise": f'{RAISE_ICON} {dz:+.4g}"' if dz else RAISE_ICON,
    }
    tags = [
        FloatingTag(at, words[name], SELECTED_RGB)
        for name, at in drag_handles(feature, change, steep).items()
    ]
    if dx or dy:
        x, y, z = pivot_point(feature)
        tags.append(
            FloatingTag((x + dx, y + dy, z + dz), f"{x + dx:.4g}, {y + dy:.4g}", GHOST_RGB, True)
        )
    return tags


def draw_mesh_placement(board: TableScene, mesh: MeshDraft, shape: MeshShape) -> None:
    """Draw a mesh being placed in one color, with its bounding box."""
    corners = mesh.local_corners()
    draw_ghost_mesh(board, mesh.placed_triangles(), shape)
    low, high = (np.array(corner) for corner in corners)
    points = np.array([[(low, high)[k >> axis & 1][axis] for axis in range(3)] for k in range(8)])
    vertices = [
        mesh_point_on_table((x, y, z), shape.position, shape.rotation, shape.mirrored)
        for x, y, z in points.tolist()
    ]
    box = np.array(
        [
            (vertices[a], vertices[a | 1 << axis])
            for a in range(8)
            for axis in range(3)
            if not a >> axis & 1
        ]
    )
    board.draw_lines(box, 2.2, GHOST_RGB, 1.0)
    board.draw_lines(box, 1.0, GHOST_RGB, 0.5, dash=0.3, on_top=True)


def draw_ghost_mesh(board: TableScene, triangles: NDArray[np.float64], shape: MeshShape) -> None:
    """Draw a mesh's triangles in one color at its shape's place."""
    matrix = placement_matrix(shape)
    points = triangles.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
    piece = DrawnMesh(points, np.arange(len(points)).reshape(-1, 3))
    board.draw_solid(piece, MESH_GHOST_RGB, board.translucent_node)


def draw_known_length(board: TableScene, points: Sequence[XYZ]) -> None:
    """Draw the ends of a known length and the line between them."""
    for x, y, z in points:
        board.draw_lines(circle_segments((x, y), 0.12, z), 2.0, GHOST_RGB, 1.0, on_top=True)
    if len(points) == 2:
        board.draw_lines(polyline_segments(points), 2.4, GHOST_RGB, 1.0, on_top=True)


def warning_tags(warnings: Sequence[MeshWarning]) -> list[FloatingTag]:
    """Return tags for a mesh's warnings, numbered as in the panel."""
    return [
        FloatingTag(w.at, f"{ICONS['warning']} {number} {w.label}", WARNING_RGB)
        for number, w in enumerate(warnings, 1)
    ]


def draw_unfinished_shape(board: TableScene, drawing: DrawnShape) -> None:
    """Draw an unfinished shape."""
    points = drawing.preview_points()
    z = drawing.bottom + 0.06
    for point in drawing.points + ([drawing.at] if drawing.at is not None else []):
        board.draw_lines(circle_segments(point, 0.14, z), 2.0, GHOST_RGB, 1.0, on_top=True)
    if len(points) > 1:
        line = polyline_segments([(x, y, z) for x, y in points])
        board.draw_lines(line, 2.2, GHOST_RGB, 1.0)
        board.draw_lines(line, 0.9, GHOST_RGB, 0.5, on_top=True)


def unfinished_shape_tags(drawing: DrawnShape) -> list[FloatingTag]:
    """Return tags with the measures of an unfinished shape."""
    if drawing.at is None:
        return []
    words = drawing.describe_size or f"{drawing.at[0]:.4g}, {drawing.at[1]:.4g}"
    return [FloatingTag((*drawing.at, drawing.bottom + 0.3), words, GHOST_RGB)]


def base_fit_areas(fit: LevelBaseFit) -> list[tuple[str, shapely.Geometry, RGB, float]]:
    """Return a level's areas, largest base first: the bases that fit, the area and its style."""
    names = list(fit.areas)
    parts = []
    looks = (
        BASE_FIT_STYLES[len(BASE_FIT_STYLES) - len(names) :]
        if len(names) <= len(BASE_FIT_STYLES)
        else BASE_FIT_STYLES[:1] * len(names)
    )
    for rank in range(len(names)):
        bases = names[: len(names) - rank]
        larger = names[len(names) - rank :]
        area = fit.areas[bases[-1]]
        if larger:
            area = shapely.difference(area, shapely.union_all([fit.areas[name] for name in larger]))
        polygons = [
            p
            for p in shapely.get_parts(area).tolist()
            if p.geom_type == "Polygon" and p.area > 1e-4
        ]
        if polygons:
            parts.append((", ".join(bases), shapely.MultiPolygon(polygons), *looks[rank]))
    return parts


def draw_base_fit(board: TableScene, fit: LevelBaseFit) -> None:
    """Draw the places for base centers on a level, hatched where only smaller bases fit.

    The tallest and the smallest base that fit are drawn, too.
    """
    for body, rgb in zip(fit.sample_models, (GHOST_RGB, SELECTED_RGB), strict=False):
        draw_volume(board, body.volume, rgb)
    for _, shape, rgb, hatch in base_fit_areas(fit):
        draw_area(board, shape, fit.height, rgb, hatch)


def base_fit_tags(fit: LevelBaseFit) -> list[FloatingTag]:
    """Return tags with the names of the bases on a level and its height."""
    if not fit.sample_models:
        x, y, z = fit.at
        return [FloatingTag((x, y, z + 0.1), f'{fit.height:.4g}": no base fits', ERROR_RGB)]
    tops = [
        ((body.at[0], body.at[1], body.at[2] + body.height + 0.2), body.base)
        for body in fit.sample_models
    ]
    return [
        FloatingTag(top, f'{fit.height:.4g}": {base}', rgb)
        for (top, base), rgb in zip(tops, (GHOST_RGB, SELECTED_RGB), strict=False)
    ]


def finding_tags(findings: Sequence[tuple[XYZ, LintFinding]]) -> list[FloatingTag]:
    """Return the findings' tags, merged for findings at one place."""
    places: dict[XYZ, list[tuple[int, LintFinding]]] = {}
    for number, (at, finding) in enumerate(findings, 1):
        places.setdefault((round(at[0]), round(at[1]), at[2]), []).append((number, finding))
    tags = []
    for group in places.values():
        words = ", ".join(f"{number} {finding.code}" for number, finding in group)
        bad = any(finding.severity == "error" for _, finding in group)
        tags.append(
            FloatingTag(
                findings[group[0][0] - 1][0],
                f"{ICONS['warning']} {words}",
                ERROR_RGB if bad else WARNING_RGB,
            )
        )
    return tags


def describe_fitting_bases(fit: LevelBaseFit) -> str:
    """Return the bases that fit on a level, from the smallest to the tallest."""
    if fit.smallest_base is None:
        return "no base"
    return (
        fit.smallest_base
        if fit.smallest_base == fit.largest_base
        else f"{fit.smallest_base} to {fit.largest_base}"
    )
