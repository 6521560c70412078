"""The 3D panel of a picture: an exhibit on its board, from where it can be seen best, with names."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Any

import numpy as np
import trimesh
from numpy.typing import NDArray
from PIL import Image
from shapely import MultiPolygon, Polygon, constrained_delaunay_triangles, make_valid
from shapely.errors import GEOSException

from wc3d.evidence.exhibit import Area, Exhibit, Stroke
from wc3d.evidence.palette import BAD, DASHED, PEN_COLOURS, RGB, ROLE_COLOURS, Livery, Pen, Role
from wc3d.evidence.picking import Picker
from wc3d.geometry.solids import Cylinder
from wc3d.table.body import Body
from wc3d.table.features import Kind
from wc3d.table.table import Table
from wc3d.view.paper.canvas import FINE, Labels, Sheet
from wc3d.view.paper.plan import PINS, dark
from wc3d.view.shapes.camera import Orbit, framed, on_screen, overview
from wc3d.view.shapes.meshes import creases, cylinder_mesh, feature_mesh, hull_mesh
from wc3d.view.stage.board import Board
from wc3d.view.stage.geoms import circle, polyline
from wc3d.view.stage.graphics import Stage, open_stage

if TYPE_CHECKING:
    from wc3d.evidence.game_facts import Marker

BACKDROP = (0.035, 0.040, 0.050, 1.0)
SKY = (0.115, 0.145, 0.190, 1.0)
"""What is behind everything for whoever looks out of a model's eyes."""
ON_THE_GROUND = frozenset({Pen.PATH, Pen.REFUSED, Pen.SPRAY, Pen.MEASURE})
LIFT = 0.04
"""Lines of these pens run along surfaces, and are drawn this far above them."""
TURNS = (0.0, 25.0, -25.0, 50.0, -50.0, 72.0, -72.0)
CHOSEN: RGB = (255, 214, 92)
NEAREST = 13.0
"""The camera comes no nearer than this many inches, so that a picture shows where on the table it is."""
TILTS = (30.0, 42.0, 56.0)


def draw_marks(board: Board, table: Table, exhibit: Exhibit, eye: str | None = None) -> None:
    """Everything an exhibit shows, on a board, but for the volume of the model whose eyes one looks through."""
    for id, role in exhibit.roles.items():
        if role in PINS and id != eye:
            draw_volume(board, table.body(id).volume, ROLE_COLOURS[role])
    for ghost in exhibit.ghosts:
        draw_volume(board, ghost.volume, ROLE_COLOURS[ghost.role], nobody=True)
    for id, word in exhibit.marked.items():
        edges = creases(feature_mesh(table.feature(id)).body)
        if word != "intervening" and len(edges):
            board.lines(edges, 1.5, BAD, 0.95)
            board.lines(edges, 0.8, BAD, 0.30, on_top=True)
    if exhibit.hull is not None:
        mesh = hull_mesh(*exhibit.hull)
        board.see_through(mesh, PEN_COLOURS[Pen.MEASURE], 0.75, order=12)
        board.lines(creases(mesh, 20), 1.0, PEN_COLOURS[Pen.MEASURE], 0.8)
    for ring in exhibit.circles:
        board.ring(ring.center, ring.radius, ring.height + 0.03, ring.rgb, 1.6, dash=0.4)
        board.lines(circle(ring.center, ring.radius, ring.height + 0.03), 0.7, ring.rgb, 0.3, on_top=True)
    for area in exhibit.areas:
        draw_area(board, area)
    for stroke in exhibit.strokes:
        draw_stroke(board, stroke)


def draw_volume(board: Board, volume: Cylinder, rgb: RGB, *, nobody: bool = False) -> list[Any]:
    """A model's true volume, see-through, with its rims."""
    shown = Cylinder(volume.center, volume.radius, volume.low + 0.02, volume.high)
    nodes = [board.see_through(cylinder_mesh(shown), rgb, 0.85 if nobody else 0.60)]
    for z in (volume.low + 0.02, volume.high):
        nodes.append(board.lines(circle(volume.center, volume.radius, z), 1.2, rgb, 0.95, dash=0.22 if nobody else 0.0))
    nodes.append(board.lines(circle(volume.center, volume.radius, volume.low + 0.02), 0.7, rgb, 0.35, on_top=True))
    nodes.append(board.lines(circle(volume.center, volume.radius, volume.high), 0.7, rgb, 0.35, on_top=True))
    return nodes


def draw_stroke(board: Board, stroke: Stroke) -> list[Any]:
    """A line in its pen; where terrain hides it, it shines through thinly."""
    lift = (0.0, 0.0, LIFT if stroke.pen in ON_THE_GROUND else 0.0)
    rgb, segments = PEN_COLOURS[stroke.pen], polyline(stroke.points) + lift
    dash = 0.5 if stroke.pen in DASHED else 0.0
    if not stroke.bold:
        return [board.lines(segments, 0.9, rgb, 0.55, dash=0.3), board.lines(segments, 0.5, rgb, 0.18, dash=0.3, on_top=True)]
    nodes = [board.lines(segments, wide, rgb, alpha, dash=dash) for wide, alpha in ((8.0, 0.10), (4.2, 0.28), (2.1, 1.0))]
    if stroke.pen is Pen.INSIDE:
        nodes.append(board.lines(segments, 3.0, rgb, 0.9))
    nodes.append(board.lines(segments, 1.1, rgb, 0.45, dash=0.3, on_top=True))
    return nodes


def draw_area(board: Board, area: Area) -> list[Any]:
    """A painted part of a level."""
    if area.shape.is_empty:
        return []
    mesh = area_mesh(area.shape, area.height + 0.035)
    nodes = [board.area(mesh, area.rgb, 0.42, hatch=1.4 if area.hatched else 0.0)]
    for polygon in getattr(area.shape, "geoms", [area.shape]):
        for ring in (polygon.exterior, *polygon.interiors):
            corners = [(x, y, area.height + 0.04) for x, y in ring.coords]
            nodes.append(board.lines(polyline(corners), 1.0, area.rgb, 0.9))
    return nodes


def area_mesh(shape: MultiPolygon | Polygon, z: float) -> trimesh.Trimesh:
    """A level area as triangles. A shape that cannot be cut up as it is, is mended first; what cannot be mended is left out."""
    corners = np.zeros((0, 2))
    for mend in (lambda: shape, lambda: make_valid(shape), lambda: shape.simplify(1e-3).buffer(0), lambda: shape.buffer(-1e-4)):
        try:
            triangles = constrained_delaunay_triangles(mend())
        except GEOSException:
            continue
        corners = np.array([t.exterior.coords[:3] for t in triangles.geoms if isinstance(t, Polygon)]).reshape(-1, 2)
        break
    points = np.column_stack([corners, np.full(len(corners), z)])
    return trimesh.Trimesh(points, np.arange(len(points)).reshape(-1, 3), process=False)


def facings(table: Table, exhibit: Exhibit | None, liveries: Mapping[str, Livery] | None = None) -> dict[str, float]:
    """Which way the figures look: the two of a question at each other, those of a side at the nearest enemy, the others across
    the table."""
    middle = table.size[1] / 2
    result = {body.id: 0.0 if body.at[1] <= middle else 180.0 for body in table.bodies}
    result |= toward_enemies(table.bodies, {id: livery.side for id, livery in (liveries or {}).items()})
    if exhibit is None or len(exhibit.cut) < 2:
        return result
    (ax, ay), (bx, by) = exhibit.cut[0], exhibit.cut[-1]
    way = degrees(atan2(-(bx - ax), by - ay))
    for id, role in exhibit.roles.items():
        if role in (Role.FROM, Role.TO):
            result[id] = way if role is Role.FROM else way + 180
    return result


def toward_enemies(bodies: Sequence[Body], sides: Mapping[str, int]) -> dict[str, float]:
    """Which way each model of a side looks: at the nearest of the other side. Models without enemies are left out."""
    found = {}
    for body in bodies:
        enemies = [b.at for b in bodies if sides.get(b.id) and sides.get(b.id) != sides.get(body.id)]
        if sides.get(body.id) and enemies:
            x, y, _ = min(enemies, key=lambda at: hypot(at[0] - body.at[0], at[1] - body.at[1]))
            found[body.id] = degrees(atan2(-(x - body.at[0]), y - body.at[1])) % 360
    return found


def colours(exhibit: Exhibit | None, liveries: Mapping[str, Livery] | None = None) -> dict[str, RGB]:
    """The figures' colours: their parts in the question; models of a side that have none keep the side's."""
    roles = exhibit.roles if exhibit else {}
    return {id: ROLE_COLOURS[role] for id, role in roles.items() if role in PINS or id not in (liveries or {})}


def corners_of(table: Table) -> NDArray[np.float64]:
    """The table's corners, rim included (4, 3)."""
    width, depth = table.size
    return np.array([(-1.0, -1.0, 0.0), (width + 1, -1, 0), (-1, depth + 1, 0), (width + 1, depth + 1, 0)])


def points_of(table: Table, exhibit: Exhibit) -> NDArray[np.float64]:
    """What the picture must not leave out (n, 3)."""
    points = [p for stroke in exhibit.strokes for p in stroke.points]
    volumes = [table.body(id).volume for id, role in exhibit.roles.items() if role in PINS]
    volumes += [ghost.volume for ghost in exhibit.ghosts]
    for v in volumes:
        points += [(v.box[i], v.box[j], z) for i in (0, 2) for j in (1, 3) for z in (v.low, v.high)]
    for around in exhibit.circles:
        (x, y), r, z = around.center, around.radius, around.height
        points += [(x + r, y, z), (x - r, y, z), (x, y + r, z), (x, y - r, z)]
    return np.array(points) if points else corners_of(table)


def best_view(stage: Stage, table: Table, exhibit: Exhibit | None) -> Orbit:
    """The direction from which most of the exhibit is seen, rather from the side of its line than from behind a model."""
    if exhibit is None or exhibit.whole_table:
        return framed(stage, overview(table.size), corners_of(table), 0.95)
    points = points_of(table, exhibit)
    picker, telling = Picker(table), _telling(table, exhibit)
    (ax, ay), (bx, by) = exhibit.cut[0], exhibit.cut[-1]
    across = degrees(atan2(by - ay, bx - ax)) if hypot(bx - ax, by - ay) > 1e-6 else 0.0
    x, y, z = points.mean(axis=0)
    middle = float(x), float(y), float(z)
    reach = max(NEAREST, 2.2 * float(np.linalg.norm(points - middle, axis=1).max()))
    best: tuple[float, Orbit] | None = None
    for side in (0.0, 180.0):
        for turn in TURNS:
            for tilt in TILTS:
                orbit = Orbit((0, 0, 0), across + side + turn, tilt)
                far = replace(orbit, target=middle, away=reach)
                seen = sum(picker.sees(far.eye, point) for point in telling) / len(telling)
                south = abs(((orbit.turn + 180) % 360) - 180) / 180
                score = seen * 2.0 - abs(turn) / 200 - south * 0.15 - abs(tilt - 36) / 90
                if best is None or score > best[0]:
                    best = score, orbit
    assert best is not None
    found = framed(stage, best[1], points, 0.82)
    return found if found.away >= NEAREST else replace(found, away=NEAREST)


def _telling(table: Table, exhibit: Exhibit) -> list[NDArray[np.float64]]:
    """Points that should be seen: along the lines, and the volumes' middles and heads."""
    points = []
    for stroke in exhibit.strokes:
        if stroke.bold:
            for a, b in polyline(stroke.points):
                points += [a + (b - a) * t for t in (0.02, 0.2, 0.35, 0.5, 0.65, 0.8, 0.98)]
    if exhibit.hull is not None:
        a, b = (np.array([*v.center, (v.low + v.high) / 2]) for v in exhibit.hull)
        points += [a + (b - a) * t for t in (0.2, 0.4, 0.6, 0.8)]
    volumes = [table.body(id).volume for id, role in exhibit.roles.items() if role in PINS] + [g.volume for g in exhibit.ghosts]
    for v in volumes:
        points += [np.array([*v.center, v.low + 0.1]), np.array([*v.center, (v.low + v.high) / 2]), np.array([*v.center, v.high])]
    return points or [np.array([table.size[0] / 2, table.size[1] / 2, 0.1])]


def draw_scene(
    table: Table, exhibit: Exhibit | None, width: int, height: int, orbit: Orbit | None = None,
    liveries: Mapping[str, Livery] | None = None, markers: Sequence[Marker] = (),
) -> Sheet:  # fmt: skip
    """The 3D panel, `width` by `height` points; `liveries` dress the models of a game, `markers` are its objectives. Raises
    NoGraphics."""
    stage = open_stage((width * FINE, height * FINE))
    try:
        stage.output.set_clear_color(BACKDROP)
        orbit = orbit or best_view(stage, table, exhibit)
        board = Board(stage, table, ink=FINE * 0.9, keep_free=free_of_trees(table, exhibit, orbit))
        board.show_bodies(table.bodies, colours(exhibit, liveries), facings(table, exhibit, liveries), liveries)
        orbit.apply(stage)
        board.look_changed()
        if markers:
            from wc3d.view.stage.markers import draw_markers

            draw_markers(board, markers)
        if exhibit is not None:
            draw_marks(board, table, exhibit)
        sheet = Sheet(1, 1)
        sheet.image = Image.fromarray(stage.render())
        sheet = _on_sheet(sheet, width, height)
        _name(sheet, stage, table, exhibit, liveries or {})
        board.close()
        return sheet
    finally:
        stage.close()


def free_of_trees(table: Table, exhibit: Exhibit | None, orbit: Orbit) -> list[tuple[float, float, float]]:
    """Where no tree may stand: round models, along the lines that are the point of the picture, and between them and the eye."""
    free = [(body.at[0], body.at[1], body.radius + 0.9) for body in table.bodies]
    for stroke in exhibit.strokes if exhibit else ():
        for a, b in polyline(stroke.points):
            steps = max(2, int(np.linalg.norm(b - a) / 0.5))
            free += [(*(a + (b - a) * k / steps)[:2], 0.8) for k in range(steps + 1)]
    if exhibit is None:
        return free
    tallest = max((min(f.high - f.low, 4.5) + f.low for f in table.features if f.pieces and f.kind is Kind.FOREST), default=0.0)
    for point in _telling(table, exhibit):
        way = np.array(orbit.eye) - point
        flat = float(np.hypot(way[0], way[1]))
        for away in np.arange(0.4, min(flat, 9.0), 0.4):
            if point[2] + way[2] * away / flat > tallest:
                break
            free.append((*(point + way * away / flat)[:2], 0.75))
    return free


def _on_sheet(drawn: Sheet, width: int, height: int) -> Sheet:
    sheet = Sheet(width, height)
    sheet.paste(drawn, (0, 0))
    return sheet


def _name(sheet: Sheet, stage: Stage, table: Table, exhibit: Exhibit | None, liveries: Mapping[str, Livery]) -> None:
    """Write the names. Without a question, those of the first side are white on its colour, the second's are on white."""
    labels = Labels(sheet, [(0, 0, sheet.width, 26)])

    def ask(point: tuple[float, float, float], words: str, rgb: RGB, solid: bool, first: int) -> None:
        spot = on_screen(stage, point)
        if spot is not None:
            labels.ask((spot[0] / FINE, spot[1] / FINE), words, rgb, solid=solid, first=first)

    for body in table.bodies:
        role = exhibit.roles.get(body.id, Role.OTHER) if exhibit else Role.FROM
        note = exhibit.notes.get(body.id) if exhibit else None
        shown = role in PINS or note is not None
        words = body.id + (f" ({note})" if note else "")
        if exhibit is None and body.id in liveries:
            livery = liveries[body.id]
            ask(_head(body), words, dark(livery.rgb, 0.75), livery.side != 2, 1)
        else:
            ask(_head(body), words, ROLE_COLOURS[role] if shown else (90, 96, 104), shown, 1 if shown else 8)
    if exhibit is not None:
        for ghost in exhibit.ghosts:
            v = ghost.volume
            ask((*v.center, v.high + 0.1), ghost.label, ROLE_COLOURS[ghost.role], True, 2)
        for id, word in exhibit.marked.items():
            feature = table.feature(id)
            x, y = feature_mesh(feature).body.bounds.mean(axis=0)[:2] if feature.high > feature.low else (0.0, 0.0)
            deciding = word != "intervening"
            ask((x, y, feature.high), f"{feature.name or id}: {word}", BAD if deciding else (110, 90, 60), deciding, 3)
        for stroke in exhibit.strokes:
            if stroke.label and stroke.bold:
                k = max(1, len(stroke.points) // 2)
                a, b = np.array(stroke.points[k - 1]), np.array(stroke.points[k])
                ask(tuple((a + b) / 2), stroke.label, tuple(int(v * 0.55) for v in PEN_COLOURS[stroke.pen]), False, 4)  # type: ignore[arg-type]
        for area in exhibit.areas:
            if not area.shape.is_empty:
                spot = area.shape.representative_point()
                ask((spot.x, spot.y, area.height), area.label, area.rgb, True, 5)
    labels.place()


def _head(body: Body) -> tuple[float, float, float]:
    x, y, z = body.at
    return x, y, z + body.height
