"""What the workshop draws over the board: what is picked, where it goes, what is being drawn, findings and where bases fit."""
from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.geometry.points import XYZ
from wc3d.panda.board import Board
from wc3d.presentation.palette import RGB
from wc3d.presentation.preview import Tag
from wc3d.scene.evidence_marks import draw_area, draw_volume
from wc3d.scene.lines import circle, polyline
from wc3d.scene.looks import placing
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.terrain_meshes import feature_mesh, frame, outline
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.maps.base_fit import Fit
from wc3d.table.maps.editing import anchor, extent, rotation
from wc3d.table.maps.lint import Finding
from wc3d.table.maps.shapes import MeshShape, on_table, turned
from wc3d.table.table_state import Ladder
from wc3d.window.board.board_screen import PICKED
from wc3d.window.board.workshop.terrain_tools import Change, DrawnShape
from wc3d.window.shell.widgets import ICONS

if TYPE_CHECKING:
    from wc3d.table.terrain.mesh_warnings import MeshWarning
    from wc3d.window.board.workshop.fitting import NewMesh

GHOST: RGB = (96, 214, 250)
STONE_GHOST: RGB = (122, 188, 206)
FAULTY: RGB = (236, 92, 76)
MILD: RGB = (240, 176, 60)
BANDS: tuple[tuple[RGB, float], ...] = (((70, 190, 120), 0.0), ((240, 190, 72), 1.2), ((228, 96, 76), 3.0))
"""How areas are painted where all bases fit, where the smaller two do, where the smallest does: color, hatches to an inch."""
MANY = 300
"""Of a feature of more pieces the outline is not worked out: that takes a while, and its edges show it."""
TURN_SIGN, RAISE_SIGN = "\uf2f1", "\uf338"


@lru_cache(maxsize=64)
def edges(feature: Feature) -> NDArray[np.float64]:
    """A feature's edges (n, 2, 3), or those of its hull, and its outline on the ground unless that takes too long."""
    segments = frame(feature_mesh(feature, wait=False).body)
    if len(segments) and len(feature.pieces) > MANY:
        return segments
    return np.concatenate([segments, outline(feature.pieces, 0.04)])


def moved_edges(feature: Feature, change: Change) -> NDArray[np.float64]:
    """A feature's edges where a change would put them."""
    points = edges(feature).reshape(-1, 3).copy()
    if change.degrees:
        about = np.array(anchor(feature)[:2])
        points[:, :2] = turned(points[:, :2] - about, change.degrees) + about
    return (points + np.array(change.by)).reshape(-1, 2, 3)


def moved_body(feature: Feature, change: Change, body: Body) -> Body:
    """Where a change would put a model that stands on a feature."""
    spot, about = np.array([body.at[:2]]), np.array(anchor(feature)[:2])
    x, y = (turned(spot - about, change.degrees) + about)[0]
    dx, dy, dz = change.by
    return body.moved((float(x) + dx, float(y) + dy, body.at[2] + dz))


def draw_picked(board: Board, feature: Feature, change: Change, riders: Sequence[Body]) -> None:
    """What is picked, outlined; and where a drag would put it and who stands on it."""
    segments = edges(feature)
    board.lines(segments, 2.0, PICKED, 0.95)
    board.lines(segments, 0.8, PICKED, 0.30, on_top=True)
    if change:
        ghost = moved_edges(feature, change)
        board.lines(ghost, 2.2, GHOST, 1.0)
        board.lines(ghost, 1.0, GHOST, 0.5, dash=0.3, on_top=True)
        for body in riders:
            draw_volume(board, moved_body(feature, change, body).volume, GHOST, nobody=True)
    if not change.by[2]:
        x, y, _ = anchor(feature)
        moved = x + change.by[0], y + change.by[1]
        board.lines(circle(moved, turn_radius(feature), extent(feature).low[2] + 0.05), 1.1, PICKED, 0.6, dash=0.35)


def draw_ladder(board: Board, ladder: Ladder, change: Change) -> None:
    """A picked ladder, and where it would go."""
    x, y = ladder.at
    for (dx, dy, _), rgb in (((0.0, 0.0, 0.0), PICKED), (change.by, GHOST)):
        if rgb is PICKED or change:
            at = x + dx, y + dy
            board.lines(polyline([(*at, ladder.bottom), (*at, ladder.top)]), 3.0, rgb, 0.9, on_top=True)
            board.lines(circle(at, 0.45, ladder.bottom + 0.05), 1.6, rgb, 0.9)


def turn_radius(feature: Feature) -> float:
    """The radius of the ring by which a feature is turned."""
    wide, deep, _ = extent(feature).size
    return hypot(wide, deep) / 2 + 0.6


def knobs(feature: Feature, change: Change, steep: bool) -> dict[str, XYZ]:
    """Where the signs are by which a feature is turned and raised; seen steeply from above it cannot be raised by one."""
    (x, y, _), around = anchor(feature), extent(feature)
    mx, my = around.middle
    r, way = turn_radius(feature), np.radians(90.0 + (rotation(feature) or 0.0) + change.degrees)
    dx, dy, dz = change.by
    turn = x + dx + r * float(np.cos(way)), y + dy + r * float(np.sin(way)), around.low[2] + dz + 0.05
    return {"turn": turn} if steep else {"turn": turn, "raise": (mx + dx, my + dy, around.high[2] + dz + 0.7)}


def knob_tags(feature: Feature, change: Change, steep: bool) -> list[Tag]:
    """The signs themselves, with what a drag has done so far."""
    dx, dy, dz = change.by
    words = {
        "turn": f"{TURN_SIGN} {change.degrees:+.4g}°" if change.degrees else TURN_SIGN,
        "raise": f'{RAISE_SIGN} {dz:+.4g}"' if dz else RAISE_SIGN,
    }
    tags = [Tag(at, words[name], PICKED) for name, at in knobs(feature, change, steep).items()]
    if dx or dy:
        x, y, z = anchor(feature)
        tags.append(Tag((x + dx, y + dy, z + dz), f'{x + dx:.4g}, {y + dy:.4g}', GHOST, True))
    return tags


def draw_fitting(board: Board, mesh: NewMesh, shape: MeshShape) -> None:
    """A mesh that is to be placed, in one color where it would stand, and the box round it."""
    corners = mesh.corners()
    draw_ghost(board, mesh.ghost(), shape)
    low, high = (np.array(corner) for corner in corners)
    points = np.array([[(low, high)[k >> axis & 1][axis] for axis in range(3)] for k in range(8)])
    vertices = [on_table((x, y, z), shape.position, shape.rotation, shape.mirrored) for x, y, z in points.tolist()]
    box = np.array([(vertices[a], vertices[a | 1 << axis]) for a in range(8) for axis in range(3) if not a >> axis & 1])
    board.lines(box, 2.2, GHOST, 1.0)
    board.lines(box, 1.0, GHOST, 0.5, dash=0.3, on_top=True)


def draw_ghost(board: Board, triangles: NDArray[np.float64], shape: MeshShape) -> None:
    """A mesh's triangles in one color, where its shape has it."""
    matrix = placing(shape)
    points = triangles.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
    piece = DrawnMesh(points, np.arange(len(points)).reshape(-1, 3))
    board.block(piece, STONE_GHOST, board.glass)


def warning_tags(warnings: Sequence[MeshWarning]) -> list[Tag]:
    """What to look at on a mesh, where it is; numbered as in the panel."""
    return [Tag(w.at, f"{ICONS['warning']} {number} {w.label}", MILD) for number, w in enumerate(warnings, 1)]


def draw_drawing(board: Board, drawing: DrawnShape) -> None:
    """What is being drawn so far."""
    points = drawing.outline()
    z = drawing.bottom + 0.06
    for point in drawing.points + ([drawing.at] if drawing.at is not None else []):
        board.lines(circle(point, 0.14, z), 2.0, GHOST, 1.0, on_top=True)
    if len(points) > 1:
        line = polyline([(x, y, z) for x, y in points])
        board.lines(line, 2.2, GHOST, 1.0)
        board.lines(line, 0.9, GHOST, 0.5, on_top=True)


def drawing_tags(drawing: DrawnShape) -> list[Tag]:
    """The measures of what is being drawn."""
    if drawing.at is None:
        return []
    words = drawing.words or f"{drawing.at[0]:.4g}, {drawing.at[1]:.4g}"
    return [Tag((*drawing.at, drawing.bottom + 0.3), words, GHOST)]


def bands(fit: Fit) -> list[tuple[str, shapely.Geometry, RGB, float]]:
    """A level's areas apart, the largest base first: which bases fit there, where, and how it is painted."""
    names, parts = list(fit.areas), []
    looks = BANDS[len(BANDS) - len(names) :] if len(names) <= len(BANDS) else BANDS[:1] * len(names)
    for rank in range(len(names)):
        bases, larger = names[: len(names) - rank], names[len(names) - rank :]
        area = fit.areas[bases[-1]]
        if larger:
            area = shapely.difference(area, shapely.union_all([fit.areas[name] for name in larger]))
        polygons = [p for p in shapely.get_parts(area).tolist() if p.geom_type == "Polygon" and p.area > 1e-4]
        if polygons:
            parts.append((", ".join(bases), shapely.MultiPolygon(polygons), *looks[rank]))
    return parts


def draw_fit(board: Board, fit: Fit) -> None:
    """Where the bases' middles can be on a level: plain where all fit, hatched ever closer where only smaller ones do; and the
    tallest and the smallest that fit, standing there."""
    for body, rgb in zip(fit.standing, (GHOST, PICKED), strict=False):
        draw_volume(board, body.volume, rgb)
    for _, shape, rgb, hatch in bands(fit):
        draw_area(board, shape, fit.height, rgb, hatch)


def fit_tags(fit: Fit) -> list[Tag]:
    """The names of the bases that stand on a level, with its height."""
    if not fit.standing:
        x, y, z = fit.at
        return [Tag((x, y, z + 0.1), f'{fit.height:.4g}": no base fits', FAULTY)]
    tops = [((body.at[0], body.at[1], body.at[2] + body.height + 0.2), body.base) for body in fit.standing]
    return [Tag(top, f'{fit.height:.4g}": {base}', rgb) for (top, base), rgb in zip(tops, (GHOST, PICKED), strict=False)]


def finding_tags(findings: Sequence[tuple[XYZ, Finding]]) -> list[Tag]:
    """The findings where they are; several at one place in one sign."""
    places: dict[XYZ, list[tuple[int, Finding]]] = {}
    for number, (at, finding) in enumerate(findings, 1):
        places.setdefault((round(at[0]), round(at[1]), at[2]), []).append((number, finding))
    tags = []
    for group in places.values():
        words = ", ".join(f"{number} {finding.code}" for number, finding in group)
        bad = any(finding.severity == "error" for _, finding in group)
        tags.append(Tag(findings[group[0][0] - 1][0], f"{ICONS['warning']} {words}", FAULTY if bad else MILD))
    return tags


def fit_words(fit: Fit) -> str:
    """The bases that fit on a level, from the smallest to the tallest."""
    if fit.smallest is None:
        return "no base"
    return fit.smallest if fit.smallest == fit.largest else f"{fit.smallest} to {fit.largest}"
