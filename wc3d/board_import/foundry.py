"""Read Foundry VTT scenes (JSON): walls, doors, regions, the grid and levels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from wc3d.board_import.imported_board import (
    ImportedBoard,
    clean_name,
    read_list,
    read_number,
    read_object,
    rounded,
)
from wc3d.errors import InputError
from wc3d.geometry.points import XY
from wc3d.table.maps.map_file import MAX_TABLE_SIZE_IN
from wc3d.table.maps.map_shapes import POINTS_LIMIT, SHAPES_LIMIT, PrismShape

WALL_THICKNESS_IN = 0.25
"""The thickness of a wall. Inches."""

MIN_WALL_IN = 0.05
"""A shorter wall is left out. Inches."""

WALLS_LIMIT = 20_000
"""The most walls of a scene."""

OTHERS_LIMIT = 100_000
"""The most entries of a list that is left out."""

MAX_PIXELS = 1_000_000.0

ELLIPSE_CORNERS = 32
"""The corners of a region's ellipse."""

OPEN_STATE = 1
SECRET_DOOR = 2
"""Foundry's numbers for a door that stands open, and for a secret door."""


@dataclass(frozen=True)
class SceneFrame:
    """The frame of a scene: its offset and height in pixels, and the pixels of an inch."""

    left: float
    top: float
    height: float
    pixels_per_inch: float
    units_per_square: float

    def point(self, x: float, y: float) -> XY:
        """Return the point of the table for a point of the canvas, whose y goes down."""
        return (
            rounded((x - self.left) / self.pixels_per_inch),
            rounded((self.height - (y - self.top)) / self.pixels_per_inch),
        )

    def inches_of(self, distance: float, scale: float) -> float:
        """Return the inches of a height in the scene's units."""
        return distance / self.units_per_square * scale


def is_scene(data: Any) -> bool:
    """Return whether a JSON value looks like a scene."""
    return isinstance(data, dict) and "walls" in data and ("grid" in data or "width" in data)


def import_scene(data: Mapping[str, Any], scale: float, wall_height: float) -> ImportedBoard:
    """Return the board of a scene. A square of the grid is an inch times `scale`.

    Raises InputError.
    """
    board = ImportedBoard(clean_name(data.get("name")) or "Foundry scene")
    frame, board.size = _read_frame(data, scale)
    if max(board.size) > MAX_TABLE_SIZE_IN:
        wide, deep = board.size
        raise InputError(
            f'the scene is {wide:,.0f}" wide and {deep:,.0f}" deep, but no table is larger than {MAX_TABLE_SIZE_IN:g}"; set --scale'
        )
    levels = _read_levels(data, board, frame, scale)
    _add_walls(data, board, frame, scale, wall_height, levels)
    _add_regions(data, board, frame)
    for key, words in (
        ("tiles", "tiles (pictures)"),
        ("tokens", "tokens"),
        ("drawings", "drawings"),
        ("lights", "lights"),
        ("sounds", "sounds"),
        ("notes", "notes"),
        ("templates", "templates"),
    ):
        if count := len(read_list(data, key, "", OTHERS_LIMIT)):
            board.left_out[words] += count
    if not board.terrain:
        raise InputError("the scene has no walls and no regions that a board could hold")
    return board


def _read_frame(data: Mapping[str, Any], scale: float) -> tuple[SceneFrame, XY]:
    """Return the frame of a scene, and the size of its table in inches."""
    width = read_number(data, "width", "scene", most=MAX_PIXELS)
    height = read_number(data, "height", "scene", most=MAX_PIXELS)
    padding = read_number(data, "padding", "scene", 0.0, 0.5)
    given = data.get("grid", 100)
    grid = given if isinstance(given, dict) else {"size": given}
    size = read_number(grid, "size", "scene.grid", 100.0, MAX_PIXELS)
    distance = read_number(grid, "distance", "scene.grid", 5.0, MAX_PIXELS)
    if size < 1 or distance <= 0 or min(width, height) < size or padding < 0:
        raise InputError("scene: expected a grid of positive size within the scene")
    per_inch = size / scale
    offsets = [math.ceil(padding * side / size) * size for side in (width, height)]
    frame = SceneFrame(offsets[0], offsets[1], height, per_inch, distance)
    return frame, (rounded(width / per_inch), rounded(height / per_inch))


def _read_levels(
    data: Mapping[str, Any], board: ImportedBoard, frame: SceneFrame, scale: float
) -> dict[str, float]:
    """Return the height of the bottom of each level by its id, in inches."""
    bottoms: dict[str, float] = {}
    for number, entry in enumerate(read_list(data, "levels", "", 100)):
        level = read_object(entry, f"levels[{number}]")
        given = level.get("elevation")
        elevation = given if isinstance(given, dict) else {}
        bottom = elevation.get("bottom")
        if isinstance(bottom, int | float) and abs(bottom) <= MAX_PIXELS:
            bottoms[str(level.get("_id", ""))] = frame.inches_of(float(bottom), scale)
    if len(bottoms) > 1:
        lowest = min(bottoms.values())
        bottoms = {id: bottom - lowest for id, bottom in bottoms.items()}
        board.notes.append(
            f"{len(bottoms)} levels: walls stand on the floor of their level, but the floors themselves have no solid"
        )
    return bottoms


# Walls


@dataclass(frozen=True)
class _Wall:
    start: XY
    end: XY
    bottom: float
    height: float
    is_see_through: bool

    @property
    def length(self) -> float:
        return math.dist(self.start, self.end)

    def is_collinear(self, other: _Wall) -> bool:
        (ax, ay), (bx, by) = self.start, self.end
        (cx, cy), (dx, dy) = other.start, other.end
        cross = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
        return abs(cross) <= 0.02 * self.length * other.length

    def box(self, start_trim: float = 0.0, end_trim: float = 0.0) -> dict[str, Any]:
        (ax, ay), (bx, by) = self.start, self.end
        dx, dy = (bx - ax) / self.length, (by - ay) / self.length
        length = self.length - start_trim - end_trim
        middle = start_trim + length / 2
        return {
            "type": "box",
            "center": [rounded(ax + dx * middle), rounded(ay + dy * middle)],
            "size": [rounded(length), WALL_THICKNESS_IN],
            "rotation": rounded(math.degrees(math.atan2(dy, dx)) % 360.0),
            "bottom": rounded(self.bottom),
            "height": rounded(self.height),
        }


def _add_walls(
    data: Mapping[str, Any],
    board: ImportedBoard,
    frame: SceneFrame,
    scale: float,
    wall_height: float,
    levels: Mapping[str, float],
) -> None:
    """Add walls and closed doors; say what is left out."""
    walls: list[_Wall] = []
    doors: list[tuple[_Wall, Mapping[str, Any]]] = []
    for number, entry in enumerate(read_list(data, "walls", "", WALLS_LIMIT)):
        place = f"walls[{number}]"
        given = read_object(entry, place)
        whole = _read_wall(given, place, frame, scale, wall_height, levels)
        assert board.size is not None
        wall = _clip_wall(whole, board.size)
        if wall is None:
            board.left_out["walls beyond the edge of the scene"] += 1
        elif wall.length < MIN_WALL_IN:
            board.left_out["walls without a length"] += 1
        elif not _state(given, "move", 20):
            board.left_out["walls that models pass, such as curtains"] += 1
        elif _state(given, "door", 0):
            if _state(given, "ds", 0) == OPEN_STATE:
                board.left_out["open doors: their openings are free"] += 1
            else:
                doors.append((wall, given))
        else:
            walls.append(wall)
    for is_see_through, id, title in (
        (False, "walls", "Walls"),
        (True, "windows", "Windows and low walls"),
    ):
        shapes = [wall.box() for wall in walls if wall.is_see_through == is_see_through]
        for part, start in enumerate(range(0, len(shapes), SHAPES_LIMIT), 1):
            more: dict[str, Any] = {"standable": False}
            if is_see_through:
                more["blocks_sight"] = False
            chunk = shapes[start : start + SHAPES_LIMIT]
            board.add(f"{id}-{part}", f"{title} {part}", "structure", chunk, **more)
    for number, (door, given) in enumerate(doors, 1):
        start_trim, end_trim = (_trim_at(door, point, walls) for point in (door.start, door.end))
        if door.length - start_trim - end_trim < MIN_WALL_IN:
            board.left_out["doors narrower than their frame"] += 1
            continue
        words = "Secret door" if _state(given, "door", 0) == SECRET_DOOR else "Door"
        shape = door.box(start_trim, end_trim)
        board.add(
            f"door-{number}", f"{words} {number}, closed", "structure", shape, standable=False
        )
    if walls or doors:
        board.notes.append(
            f'walls are {WALL_THICKNESS_IN:g}" thick and {wall_height:g}" high (--wall-height), unless the scene says how high'
        )


def _clip_wall(wall: _Wall, size: XY) -> _Wall | None:
    """Return the part of a wall on the table, with its whole thickness; None if it lies beyond."""
    start, end = 0.0, 1.0
    for axis in (0, 1):
        origin = wall.start[axis]
        span = wall.end[axis] - origin
        if not span:
            if not 0.0 <= origin <= size[axis]:
                return None
            continue
        first, last = sorted((-origin / span, (size[axis] - origin) / span))
        start = max(start, first)
        end = min(end, last)
    if start > end:
        return None

    def point(share: float) -> XY:
        inset = WALL_THICKNESS_IN / 2
        x, y = (
            min(max(a + share * (b - a), inset), side - inset)
            for a, b, side in zip(wall.start, wall.end, size, strict=True)
        )
        return rounded(x), rounded(y)

    return replace(wall, start=point(start), end=point(end))


def _trim_at(door: _Wall, point: XY, walls: list[_Wall]) -> float:
    """Return by how much a door ends before a wall that it meets at an angle."""
    meets = any(point in (wall.start, wall.end) and not door.is_collinear(wall) for wall in walls)
    return WALL_THICKNESS_IN / 2 if meets else 0.0


def _read_wall(
    given: Mapping[str, Any],
    place: str,
    frame: SceneFrame,
    scale: float,
    wall_height: float,
    levels: Mapping[str, float],
) -> _Wall:
    corners = read_list(given, "c", f"{place}.", 4)
    if len(corners) != 4:
        raise InputError(f"{place}.c: expected four numbers")
    numbers = dict(enumerate(corners))
    x0, y0, x1, y1 = (read_number({"c": numbers[i]}, "c", place, most=MAX_PIXELS) for i in range(4))
    own = given.get("levels")
    named = [str(id) for id in own] if isinstance(own, list) and len(own) <= 100 else []
    bottom = min((levels[id] for id in named if id in levels), default=0.0)
    height = wall_height
    flags = given.get("flags")
    limits = flags.get("wall-height") if isinstance(flags, dict) else None
    if isinstance(limits, dict):
        low, high = (limits.get(key) for key in ("bottom", "top"))
        if isinstance(low, int | float) and abs(low) <= MAX_PIXELS:
            bottom = max(0.0, frame.inches_of(float(low), scale))
        if isinstance(high, int | float) and abs(high) <= MAX_PIXELS:
            top = frame.inches_of(float(high), scale)
            height = top - bottom if top > bottom else height
    is_see_through = not _state(given, "sight", 20)
    return _Wall(frame.point(x0, y0), frame.point(x1, y1), bottom, height, is_see_through)


def _state(given: Mapping[str, Any], key: str, default: int) -> int:
    """Return a number of Foundry's settings, the default for anything else."""
    value = given.get(key, default)
    return value if isinstance(value, int) and not isinstance(value, bool) else default


# Regions


def _add_regions(data: Mapping[str, Any], board: ImportedBoard, frame: SceneFrame) -> None:
    """Add the regions as rough ground; their shapes with holes are left out."""
    for number, entry in enumerate(read_list(data, "regions", "", 2_000)):
        place = f"regions[{number}]"
        region = read_object(entry, place)
        shapes = []
        for i, given in enumerate(read_list(region, "shapes", f"{place}.", SHAPES_LIMIT)):
            shape = read_object(given, f"{place}.shapes[{i}]")
            if shape.get("hole"):
                board.left_out["holes of regions"] += 1
                continue
            points = [
                _onto_table(point, board)
                for point in _outline(shape, f"{place}.shapes[{i}]", frame)
            ]
            prism = {"type": "prism", "points": [list(point) for point in points], "height": 0}
            if not _is_valid(prism):
                board.left_out["shapes of regions without a simple outline on the table"] += 1
                continue
            shapes.append(prism)
        if shapes:
            name = clean_name(region.get("name")) or f"Region {number + 1}"
            board.add(f"region-{number + 1}", name, "rough", shapes)
    if any(entry["id"].startswith("region-") for entry in board.terrain):
        board.notes.append("regions became rough ground; change their kind in the editor")


def _onto_table(point: XY, board: ImportedBoard) -> XY:
    """Return a point, or the nearest one on the table."""
    assert board.size is not None
    x, y = (min(max(a, 0.0), side) for a, side in zip(point, board.size, strict=True))
    return x, y


def _is_valid(prism: Mapping[str, Any]) -> bool:
    """Return whether a prism has an outline that a map can hold."""
    try:
        PrismShape.model_validate(prism, strict=False)
    except ValidationError:
        return False
    return True


def _outline(shape: Mapping[str, Any], place: str, frame: SceneFrame) -> Iterator[XY]:
    """Yield the corners of a region's shape on the table; none for an unknown type."""
    kind = shape.get("type")
    turn = math.radians(read_number(shape, "rotation", place, 0.0, 36_000.0))

    def number(key: str) -> float:
        return read_number(shape, key, place, most=MAX_PIXELS)

    def turned(x: float, y: float, dx: float, dy: float) -> XY:
        c, s = math.cos(turn), math.sin(turn)
        return frame.point(x + c * dx - s * dy, y + s * dx + c * dy)

    if kind == "rectangle":
        x, y, wide, high = (number(key) for key in ("x", "y", "width", "height"))
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            yield turned(x + wide / 2, y + high / 2, dx * wide / 2, dy * high / 2)
    elif kind == "polygon":
        flat = read_list(shape, "points", f"{place}.", 2 * POINTS_LIMIT)
        numbers = [read_number({"points": v}, "points", place, most=MAX_PIXELS) for v in flat]
        for x, y in zip(numbers[::2], numbers[1::2], strict=False):
            yield frame.point(x, y)
    elif kind in ("ellipse", "circle"):
        keys = ("radius", "radius") if kind == "circle" else ("radiusX", "radiusY")
        radius_x, radius_y = (number(key) for key in keys)
        for corner in range(ELLIPSE_CORNERS):
            angle = math.tau * corner / ELLIPSE_CORNERS
            yield turned(
                number("x"), number("y"), radius_x * math.cos(angle), radius_y * math.sin(angle)
            )
