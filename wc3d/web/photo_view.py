"""Answers for the page "Judge from a photo": what the marks show, drawn in pixels of the picture.

The page sends marks and draws what it gets. Each part is answered as far as it can be: a model
without a place does not hide the table's outline.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from pydantic import Field, ValidationError

from wc3d._internal.data_files import shipped_folder
from wc3d._internal.progress import Progress
from wc3d.errors import InputError, to_one_line
from wc3d.judging.dispute import MapCache
from wc3d.judging.question_type import FormField
from wc3d.judging.report_data import find_mesh_shapes
from wc3d.photo.camera import PhotoCamera
from wc3d.photo.certainty import Certainty
from wc3d.photo.judgement import PhotoJudgement, error_radius, judge_marks
from wc3d.photo.marked_terrain import BuiltPiece, MarkedPiece, build_piece
from wc3d.photo.marks_file import MarksFile, read_marks_file
from wc3d.photo.placed_models import (
    LevelChoice,
    ellipse_points,
    find_levels,
    place_models,
)
from wc3d.photo.reading import MarkResidual, PhotoReading, read_camera
from wc3d.photo.terrain_certainty import assess_with_terrain
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.presentation.palette import ROLE_COLORS, Role
from wc3d.printing.side_cut import SideCutDrawing
from wc3d.registry import GameEntry, map_cache, playable_games
from wc3d.scene.evidence_marks import draw_findings, draw_volume
from wc3d.scene.terrain_meshes import characteristic_edges, make_feature_mesh
from wc3d.table.maps.strict_json import FileError, StrictModel, validation_faults
from wc3d.table.table import Table
from wc3d.web.page_evidence_marks import label_findings
from wc3d.web.photo_mark_painter import PhotoMarkPainter
from wc3d.web.svg_canvas import drawing_to_svg

PHOTO_PLACEHOLDER = "WC3D-PHOTOGRAPH"
"""The place in a report for the picture as a data URL."""
MAX_PIECES, MAX_MODELS, MAX_QUESTIONS = 40, 40, 12
"""The most pieces of terrain, models and questions of a photograph on the page."""
MAX_OFFERED_CORNERS = 60
OUTLINE_RGB, GRID_RGB, TERRAIN_RGB = (240, 200, 70), (240, 200, 70), (210, 232, 255)
GRID_STEP_IN = 6.0
SIDE_COLORS = (ROLE_COLORS[Role.FROM], ROLE_COLORS[Role.TO])
VERDICT_SIGNS: dict[bool | None, str] = {True: "✓", False: "✕", None: "●"}
CUT_WIDTH_PT, CUT_HEIGHT_PT = 480.0, 260.0
FAR_RESIDUAL = 3.0
"""The residual in standard deviations above which a mark is named."""
UNUSUAL_TYPES = ("seen_from", "damage_grid")
"""Questions without a verdict about models: an area, and a card."""

LOW_CAMERA_IN = 20.0
"""The height below which three corners may be in the wrong order: any order fits some camera."""
LOW_CAMERA = "three corners show a very low camera: does the outline lie on the table's edges?"

PAGE_KEYS = ("pieces", "models", "questions", "second_side")
"""What a file with marks has otherwise than the page sends it, or not at all."""

SURE_WORDS: dict[bool | None, str] = {
    True: "Certain, whatever this photograph's errors are",
    False: "Too close to call from this photograph",
    None: "Not proved for all errors of this photograph",
}
SURE_SIGNS: dict[bool | None, str] = {True: "✓", False: "▲", None: "?"}


class PhotoPieces(StrictModel):
    """The terrain that is marked in a photograph."""

    pieces: Annotated[tuple[MarkedPiece, ...], Field(max_length=MAX_PIECES)] = ()


def photo_choices() -> dict[str, Any]:
    """Return what the page offers: games with their questions, boards, and kinds of terrain."""
    boards = []
    for path in sorted(shipped_folder("maps").glob("*.json")):
        board = json.loads(path.read_text(encoding="utf-8"))
        words = f'{board["name"]} ({board["size"][0]:g}" x {board["size"][1]:g}")'
        boards.append({"name": path.stem, "words": words})
    kinds = {
        "structure": "building or wall",
        "obstacle": "obstacle",
        "impassable": "impassable",
        "forest": "wood",
        "rough": "rough ground",
        "obscuring": "smoke or cloud",
    }
    return {
        "photo_placeholder": PHOTO_PLACEHOLDER,
        "boards": boards,
        "games": [_game_choices(entry) for entry in playable_games()],
        "kinds": [{"name": name, "words": words} for name, words in kinds.items()],
    }


def _game_choices(entry: GameEntry) -> dict[str, Any]:
    """Return a game's bases, and the types of its questions about models."""
    maps = map_cache(entry.id)
    return {
        "name": entry.id,
        "words": entry.title,
        "has_facing": "facing" in maps.model.model_fields,
        "bases": [
            {"name": name, "words": f"{name} {size.diameter_mm:g} mm"}
            for name, size in maps.policy.bases.items()
        ],
        "types": [
            {
                "name": type.name,
                "words": type.label,
                "fields": [_field_to_json(field) for field in type.form],
            }
            for type in maps.types
            if type.name not in UNUSUAL_TYPES
        ],
    }


def _field_to_json(field: FormField) -> dict[str, Any]:
    return {
        "key": field.key,
        "label": field.words,
        "value_type": field.value_type,
        "default": field.default,
        "choices": list(field.choices),
    }


@dataclass(frozen=True, eq=False)
class PhotoScene:
    """What the marks show before any question: the camera, the table and the terrain built.

    `marks` is the file with marks, with the built terrain in its map.
    """

    marks: dict[str, Any]
    file: MarksFile
    reading: PhotoReading
    table: Table
    maps: MapCache
    pieces: tuple[BuiltPiece, ...] = ()

    @property
    def camera(self) -> PhotoCamera:
        """The camera."""
        return self.reading.fit.camera

    @property
    def is_low(self) -> bool:
        """Whether three corners show a camera so low that they may be in the wrong order."""
        marks = len(self.file.corners.by_name) + len(self.file.references)
        return marks == 3 and float(self.camera.eye[2]) < LOW_CAMERA_IN

    def judge(
        self, marks: Mapping[str, Any], questions: Sequence[dict[str, Any]]
    ) -> PhotoJudgement:
        """Return the answers to questions about models. Raises FileError, an InputError."""
        data = {**marks, "questions": list(questions)}
        return judge_marks(data, "photograph", _folder(), self.maps, self.reading)

    def with_terrain(self, features: Sequence[dict[str, Any] | None]) -> dict[str, Any]:
        """Return the marks with other versions of the marked terrain."""
        ids = {piece.feature["id"] for piece in self.pieces}
        terrain = [one for one in self.marks["map"].get("terrain", ()) if one.get("id") not in ids]
        terrain += [feature for feature in features if feature is not None]
        return {**self.marks, "map": {**self.marks["map"], "terrain": terrain}}


def solve_photo(_: Table | None, request: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
    """Return everything that the page shows for its marks. Raises InputError for unusable marks.

    It has the form of a background worker's task, which passes a table that is not needed.
    """
    scene, faults = read_scene(request)
    shown = describe_scene(scene, faults)
    if not scene.reading.is_usable:
        return shown
    painter = PhotoMarkPainter(scene.camera, (scene.file.photo.width, scene.file.photo.height))
    draw_table(painter, scene.table)
    models = request.get("models", [])
    places = [describe_place(scene, model) for model in models]
    shown["models"] = places
    placed = [m for m, place in zip(models, places, strict=True) if place["level"] is not None]
    placed_marks = {
        **scene.marks,
        "models": [
            {**model, "level": place["level"]}
            for model, place in zip(models, places, strict=True)
            if place["level"] is not None
        ],
    }
    shown["answers"] = []
    asked = []
    if placed:
        draw_models(painter, scene, placed_marks, request.get("second_side", ()))
        for question in request.get("questions", []):
            answer, known = answer_question(painter, scene, placed_marks, question)
            shown["answers"].append(answer)
            asked += [known] if known is not None else []
    doubts = [piece.doubt + piece.height_doubt for piece in scene.pieces]
    map_doubt = {"map_doubt": round(max(doubts), 3)} if doubts else {}
    shown["marks"] = {**placed_marks, **map_doubt, "questions": asked}
    shown["overlay"] = painter.to_json()
    return shown


def read_scene(request: Mapping[str, Any]) -> tuple[PhotoScene, dict[str, str]]:
    """Return the scene of the page's marks, and what is wrong with which marked terrain."""
    _check_limits(request)
    maps = map_cache().for_data(request, "photograph")
    folder = shipped_folder("maps")
    marks = {key: value for key, value in request.items() if key not in PAGE_KEYS}
    marks["map"] = _map_object(marks.get("map"))
    file = read_marks_file(marks, "photograph", maps.types, maps.model)
    table = maps.load_table(marks["map"], "photograph", folder)
    reading = read_camera(file, table.size)
    scene = PhotoScene(marks, file, reading, table, maps)
    pieces = _read_pieces(request)
    if not pieces or not reading.is_usable:
        return scene, {}
    faults: dict[str, str] = {}
    built: list[BuiltPiece] = []
    for piece in pieces:
        try:
            built.append(build_piece(piece, reading.fit, file.noise))
            maps.load_table({**marks["map"], "terrain": [built[-1].feature]}, "photograph", folder)
        except InputError as error:
            built = built[:-1] if built and built[-1].feature["id"] == piece.id else built
            faults[piece.id] = to_one_line(error).removeprefix(f"{piece.id}: ")
    scene = PhotoScene(marks, file, reading, table, maps, tuple(built))
    marks = scene.with_terrain([piece.feature for piece in built])
    table = maps.load_table(marks["map"], "photograph", folder)
    return PhotoScene(marks, file, reading, table, maps, tuple(built)), faults


def _check_limits(request: Mapping[str, Any]) -> None:
    limits = {"pieces": MAX_PIECES, "models": MAX_MODELS, "questions": MAX_QUESTIONS}
    for key, limit in limits.items():
        value = request.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise InputError(f"{key}: expected a list of objects")
        if len(value) > limit:
            raise InputError(f"{key}: expected at most {limit}, found {len(value)}")


def _map_object(source: Any) -> Any:
    """Return the map of a board that comes with wc3d, or a map object. No other file is opened."""
    if not isinstance(source, str):
        if any(True for _ in find_mesh_shapes(source)):
            raise InputError("map: expected terrain without mesh files; choose an included board")
        return source
    names = {path.stem: path for path in shipped_folder("maps").glob("*.json")}
    if source not in names:
        raise InputError(f"map: expected a board that comes with wc3d, found {source[:40]!r}")
    return json.loads(names[source].read_text(encoding="utf-8"))


def _read_pieces(request: Mapping[str, Any]) -> tuple[MarkedPiece, ...]:
    data = {"pieces": request.get("pieces", [])}
    try:
        pieces = PhotoPieces.model_validate(data).pieces
    except ValidationError as error:
        raise FileError("photograph", validation_faults(error, data)) from None
    ids = [piece.id for piece in pieces]
    if len(set(ids)) < len(ids):
        raise InputError("pieces: two pieces of terrain have the same name")
    return pieces


# What the marks show, in words


def describe_scene(scene: PhotoScene, faults: Mapping[str, str]) -> dict[str, Any]:
    """Return the camera, the residuals, notes, offered corners and marked terrain."""
    reading = scene.reading
    rms_in = float(np.sqrt(np.mean([residual.inches**2 for residual in reading.residuals])))
    notes = [*([reading.problem] if reading.problem else []), *reading.notes]
    notes += [LOW_CAMERA] if scene.is_low else []
    notes = [note[0].upper() + note[1:] for note in notes]
    notes += [f"{id}: {words}" for id, words in faults.items()]
    return {
        "camera": {
            "words": _describe_camera(scene),
            "residual_px": round(reading.fit.rms_px, 2),
            "residual_in": round(rms_in, 3) if np.isfinite(rms_in) else None,
            "usable": reading.is_usable,
        },
        "notes": notes,
        "faults": dict(faults),
        "residuals": [_describe_residual(one, scene.file.noise) for one in reading.residuals],
        "references_offered": offered_corners(scene.table),
        "pieces": [
            {"id": piece.feature["id"], "height": round(piece.height, 2), "words": _words_of(piece)}
            for piece in scene.pieces
        ],
        "map": scene.marks["map"],
    }


def _describe_camera(scene: PhotoScene) -> str:
    x, y, z = scene.camera.eye.tolist()
    wide, deep = scene.table.size
    away = [
        f'{distance:.0f}" {side}'
        for distance, side in ((-y, "south"), (y - deep, "north"), (-x, "west"), (x - wide, "east"))
        if distance > 0.5
    ]
    place = f"{' and '.join(away)} of the table" if away else "over the table"
    return f'{z:.0f}" above and {place}'


def _describe_residual(residual: MarkResidual, noise: float) -> dict[str, Any]:
    name = residual.name.replace("_", "-")
    inches = f' ({residual.inches:.2f}")' if np.isfinite(residual.inches) else ""
    words = f"{name}: the mark is {residual.px:.0f} pixels{inches} off"
    return {"name": name, "words": words, "far": residual.px > FAR_RESIDUAL * noise}


def _words_of(piece: BuiltPiece) -> str:
    shape = piece.feature["shape"]
    size = {
        "box": lambda: f'{shape["size"][0]:.1f}" x {shape["size"][1]:.1f}"',
        "cylinder": lambda: f'{2 * shape["radius"]:.1f}" across',
        "prism": lambda: f"{len(shape['points'])} corners",
    }[shape["type"]]()
    above = f" ± {piece.height_doubt:.2f}" if piece.height_doubt else ""
    return f'{size}, {piece.height:.2f}{above}" high, within {piece.doubt:.2f}"'


def offered_corners(table: Table) -> list[dict[str, Any]]:
    """Return the corners of terrain that a photograph may show, as places of known position."""
    corners: dict[tuple[float, float, float], str] = {}
    for feature in table.features:
        if feature.kind.solid and not feature.meshes:
            for piece in feature.pieces:
                for x, y in np.asarray(getattr(piece, "points", ())).tolist():
                    if getattr(piece, "is_level", False):
                        place = round(x, 3), round(y, 3), round(piece.high, 3)
                        corners.setdefault(place, feature.name or feature.id)
    return [
        {"at": list(at), "words": f'{name}: ({at[0]:g}, {at[1]:g}), {at[2]:g}" high'}
        for at, name in list(corners.items())[:MAX_OFFERED_CORNERS]
    ]


def describe_place(scene: PhotoScene, model: Mapping[str, Any]) -> dict[str, Any]:
    """Return a model's levels, its place in words, and what is wrong with it."""
    shown: dict[str, Any] = {"id": model.get("id"), "level": None, "levels": [], "words": ""}
    plain = {**scene.marks, "models": [dict(model)]}
    try:
        file = read_marks_file(plain, "photograph", scene.maps.types, scene.maps.model)
    except FileError as error:
        return {**shown, "words": to_one_line(error)}
    marked: Any = file.models[0]
    levels = find_levels(
        scene.table, scene.reading.fit, marked.base, marked.pixel, scene.file.noise
    )
    shown["levels"] = [_level_to_json(level) for level in levels]
    level = marked.level
    heights = [one.height for one in levels]
    if level is None or (heights and level not in heights):
        level = heights[0] if heights else 0.0
    placed = place_models(
        scene.table,
        scene.reading.fit,
        (),
        [marked.model_copy(update={"level": level})],
        scene.file.noise,
    )
    if placed.faults:
        return {**shown, "words": placed.faults[0].text}
    x, y, z = placed.positions[0]
    radius = error_radius(placed, 0)
    words = f'({x:.1f}, {y:.1f})±{radius:.2f}"' + (f', {z:g}" up' if z else "")
    if not levels:
        words += "; a base cannot stand there: is the mark right?"
    if placed.notes:
        words += f"; {placed.notes[0]}"
    return {**shown, "level": level, "words": words}


def _level_to_json(level: LevelChoice) -> dict[str, Any]:
    names = f" ({', '.join(level.features[:2])})" if level.height and level.features else ""
    words = f'{level.height:g}"{names}' if level.height else "the table"
    return {"height": level.height, "words": words}


# What is drawn into the photograph


def draw_table(painter: PhotoMarkPainter, table: Table) -> None:
    """Draw the table's outline, a faint grid and the edges of terrain."""
    wide, deep = table.size
    for x in np.arange(GRID_STEP_IN, wide, GRID_STEP_IN).tolist():
        painter.draw_polyline([(x, 0.0, 0.0), (x, deep, 0.0)], 0.7, GRID_RGB, 0.35)
    for y in np.arange(GRID_STEP_IN, deep, GRID_STEP_IN).tolist():
        painter.draw_polyline([(0.0, y, 0.0), (wide, y, 0.0)], 0.7, GRID_RGB, 0.35)
    corners = [(0.0, 0.0, 0.0), (wide, 0.0, 0.0), (wide, deep, 0.0), (0.0, deep, 0.0)]
    painter.draw_polyline([*corners, corners[0]], 2.0, OUTLINE_RGB, 0.95)
    for feature in table.features:
        mesh = make_feature_mesh(feature, wait=True)
        edges = characteristic_edges(mesh.body)
        painter.draw_lines(edges, 1.0, TERRAIN_RGB, 0.8)


def draw_models(
    painter: PhotoMarkPainter,
    scene: PhotoScene,
    marks: Mapping[str, Any],
    second_side: Collection[str],
) -> None:
    """Draw each model's volume, the ellipse of its place, and its name."""
    judgement = scene.judge(marks, [])
    for k, body in enumerate(judgement.dispute.table.bodies):
        rgb = SIDE_COLORS[body.id in second_side]
        draw_volume(painter, body.volume, rgb)
        x, y, z = body.at
        ring = np.array([x, y]) + ellipse_points(judgement.placements.covariance_of(k), count=48)
        outline = [(u, v, z) for u, v in [*ring.tolist(), ring[0].tolist()]]
        painter.draw_polyline(outline, 1.6, (255, 255, 255), 0.9, dash=0.3)
        painter.draw_label((x, y, z + body.height), body.id, rgb, of=body.id)


def _folder() -> Any:
    return shipped_folder("maps")


# Questions


def _place_of(scene: PhotoScene, value: Any) -> Any:
    """Return the place that a pixel shows, on the highest level that is seen there."""
    if not (isinstance(value, dict) and set(value) == {"pixel"}):
        return value
    x, y, z = visible_place(scene, value["pixel"])
    return [round(x, 3), round(y, 3), round(z, 3)]


def visible_place(scene: PhotoScene, pixel: Any) -> tuple[float, float, float]:
    """Return the place on a level that a pixel shows. Raises InputError for a pixel in the sky."""
    if not (
        isinstance(pixel, list)
        and len(pixel) == 2
        and all(isinstance(v, int | float) and abs(v) < 1e6 for v in pixel)
    ):
        raise InputError("pixel: expected two numbers")
    levels = find_levels(
        scene.table, scene.reading.fit, "small", (pixel[0], pixel[1]), scene.file.noise
    )
    if levels:
        return levels[0].position
    x, y = scene.camera.on_level(np.array([pixel], float), np.zeros(1))[0].tolist()
    if not (np.isfinite(x) and np.isfinite(y)):
        raise InputError("a marked place is above the horizon")
    return x, y, 0.0


def answer_question(
    painter: PhotoMarkPainter,
    scene: PhotoScene,
    marks: Mapping[str, Any],
    question: dict[str, Any],
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """Return an answer for the page and its question as a file has it, and draw the evidence.

    The answer to an unusable question is an error, and the question is None.
    """
    try:
        known = {key: _place_of(scene, value) for key, value in question.items() if value != ""}
        asked = _fit_points(known, scene.maps)
        judgement = scene.judge(marks, [asked])
        reply = judgement.answers[0]
        certainty = Certainty(reply.certain, reply.measure, reply.why)
        if scene.pieces and judgement.reading.is_sure:
            certainty = _assess_with_terrain(scene, judgement)
        if scene.is_low and certainty.certain:
            certainty = Certainty(None, why=LOW_CAMERA)
        if known != question and certainty.certain:
            certainty = Certainty(None, why="the place that you tapped may be a little elsewhere")
    except InputError as error:
        return {"error": to_one_line(error).removeprefix("photograph: ")}, None
    evidence = reply.answer.evidence_view()
    draw_findings(painter, judgement.dispute.table, evidence, wait=True)
    label_findings(painter, judgement.dispute.table, evidence)
    _label_verdict(painter, judgement, evidence)
    shown = {
        "verdict": evidence.verdict,
        "headline": evidence.headline,
        "good": evidence.is_good,
        "sign": VERDICT_SIGNS[evidence.is_good],
        "certain": certainty.certain,
        "sure": f"{SURE_SIGNS[certainty.certain]} {SURE_WORDS[certainty.certain]}",
        "measure": certainty.measure or ("" if certainty.certain else certainty.why),
        "lines": [line.strip() for line in reply.answer.lines()],
        "cut": _side_cut(judgement.dispute.table, evidence),
    }
    return shown, asked


def _fit_points(question: dict[str, Any], maps: MapCache) -> dict[str, Any]:
    """Return a question whose marked places have as many numbers as their fields take."""
    form = next((type.form for type in maps.types if type.name == question.get("type")), ())
    kinds = {field.key: field.value_type for field in form}
    fitted = dict(question)
    for key, value in question.items():
        if isinstance(value, list) and value and not isinstance(value[0], list):
            if kinds.get(key) == "point":
                fitted[key] = value[:2]
            elif kinds.get(key) == "path":
                fitted[key] = [value[:2]]
    return fitted


def _assess_with_terrain(scene: PhotoScene, judgement: PhotoJudgement) -> Certainty:
    """Return whether the answer also holds for all shapes that the marked terrain may have."""
    reply = judgement.answers[0].answer

    def make_table(features: Sequence[dict[str, Any] | None]) -> Table:
        board = scene.with_terrain(features)["map"]
        table = scene.maps.load_table(board, "photograph", _folder())
        return table.with_bodies(*judgement.dispute.table.bodies)

    return assess_with_terrain(
        reply.type,
        reply.question,
        judgement.placements,
        judgement.reading.fit,
        judgement.file,
        scene.pieces,
        make_table,
    )


def _label_verdict(
    painter: PhotoMarkPainter, judgement: PhotoJudgement, evidence: EvidenceView
) -> None:
    """Write the verdict at the middle of its line, or between the models that it names."""
    places = [judgement.dispute.table.body(id).at for id in evidence.roles]
    if evidence.open_line is not None:
        places = list(evidence.open_line)
    if places:
        x, y, z = np.mean(np.array(places, float), axis=0).tolist()
        words = f"{VERDICT_SIGNS[evidence.is_good]} {evidence.verdict}"
        painter.draw_label((x, y, z), words, evidence.color, is_answer=True)


def _side_cut(table: Table, evidence: EvidenceView) -> str:
    """Return the side cut as an SVG file in base64, "" if the answer has none."""
    if evidence.shows_whole_table or not evidence.cut:
        return ""
    drawing = SideCutDrawing(table, evidence, CUT_WIDTH_PT, CUT_HEIGHT_PT)
    svg = drawing_to_svg(f"Side cut: {evidence.headline}", drawing)
    namespaced = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return base64.b64encode(namespaced.encode()).decode("ascii")
