"""Read Tabletop Simulator saves (JSON): custom models and blocks, with their transforms.

Nothing is fetched. A model is a local file, or lies beside the save under the name that its address
ends with, or under the name in the game's own folder of models.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

import numpy as np

from wc3d.board_import.imported_board import (
    Extent,
    ImportedBoard,
    clean_name,
    fit_table,
    kind_for_height,
    read_list,
    read_number,
    read_object,
    rounded,
)
from wc3d.errors import InputError
from wc3d.meshes.mesh_source import MESH_SUFFIXES, MeshError
from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.to_inches import convert_to_inches
from wc3d.table.maps.map_file import FEATURES_LIMIT

OBJECTS_LIMIT = 20_000
"""The most objects of a save, attached ones included."""

MAX_DEPTH = 8
"""The deepest nesting of attached objects."""

FILES_LIMIT = 200
"""The most different model files of a save."""

MAX_TILT_DEG = 1.0
"""A piece that leans more is placed upright, which a note says."""

MAX_UNEVEN_SCALE = 0.01
"""The share by which the scales of a model's axes may differ without a note."""

MESH_TURN_DEG = 180.0
"""The turn of the game's models against its objects: the game mirrors one axis of a file."""

BLOCK_SIZES = {
    "BlockSquare": (1.0, 1.0, 1.0),
    "BlockRectangle": (2.0, 1.0, 1.0),
    "BlockTriangle": (1.0, 1.0, 1.0),
}
"""The sizes of the game's blocks in inches: width, depth, height."""

MODEL_NAMES = (
    "Custom_Model",
    "Custom_Model_Bag",
    "Custom_Model_Stack",
    "Custom_Model_Infinite_Bag",
)

KNOWN_WORDS = {
    "Custom_Assetbundle": "asset bundles, which only Unity reads",
    "Custom_Tile": "tiles",
    "Custom_Token": "tokens",
    "Custom_Board": "boards (pictures)",
    "Custom_Dice": "dice",
    "Figurine_Custom": "figurines (pictures)",
    "HandTrigger": "hand zones",
    "ScriptingTrigger": "scripting zones",
    "Deck": "decks",
    "DeckCustom": "decks",
    "Card": "cards",
    "CardCustom": "cards",
    "Bag": "bags with their content",
    "Notecard": "notes",
    "3DText": "texts",
}
"""The names of objects that a board does not have, in words."""


@dataclass(frozen=True)
class ObjectPose:
    """A pose on the table in inches: position with z up, turn counter-clockwise, scale."""

    x: float
    y: float
    z: float
    degrees: float
    scale: tuple[float, float, float]

    def attach(self, child: ObjectPose) -> ObjectPose:
        """Return the pose of an attached object, which is given relative to this one."""
        c, s = math.cos(math.radians(self.degrees)), math.sin(math.radians(self.degrees))
        dx, dy = child.x * self.scale[0], child.y * self.scale[1]
        return ObjectPose(
            self.x + c * dx - s * dy,
            self.y + s * dx + c * dy,
            self.z + child.z * self.scale[2],
            (self.degrees + child.degrees) % 360.0,
            (
                self.scale[0] * child.scale[0],
                self.scale[1] * child.scale[1],
                self.scale[2] * child.scale[2],
            ),
        )


@dataclass
class _Piece:
    """A piece before the board is moved onto its table."""

    name: str
    shape: dict[str, Any]
    extent: Extent


@dataclass
class SaveReader:
    """Reads the objects of a save whose models lie in `folder` or below it in Models."""

    folder: Path
    scale: float
    board: ImportedBoard
    pieces: list[_Piece] = field(default_factory=list)
    bounds: dict[Path, tuple[Any, Any]] = field(default_factory=dict)
    count: int = 0

    def add_objects(
        self, objects: list[Any], place: str, parent: ObjectPose | None = None, depth: int = 0
    ) -> None:
        """Add objects and what is attached to them. Raises InputError."""
        if depth > MAX_DEPTH:
            raise InputError(f"{place}: attached objects are nested more than {MAX_DEPTH} deep")
        for number, entry in enumerate(objects):
            own_place = f"{place}[{number}]"
            self.count += 1
            if self.count > OBJECTS_LIMIT:
                raise InputError(f"expected up to {OBJECTS_LIMIT:,} objects")
            given = read_object(entry, own_place)
            pose = self._read_pose(given, own_place)
            pose = pose if parent is None else parent.attach(pose)
            self._add_object(given, own_place, pose)
            children = read_list(given, "ChildObjects", f"{own_place}.", OBJECTS_LIMIT)
            self.add_objects(children, f"{own_place}.ChildObjects", pose, depth + 1)
            if content := read_list(given, "ContainedObjects", f"{own_place}.", OBJECTS_LIMIT):
                self.board.left_out["objects inside bags and decks"] += len(content)

    def _read_pose(self, given: Mapping[str, Any], place: str) -> ObjectPose:
        transform = read_object(given.get("Transform", {}), f"{place}.Transform")
        place = f"{place}.Transform"
        x, y, z = (read_number(transform, f"pos{axis}", place, 0.0) for axis in "XYZ")
        lean_x, turn, lean_z = (read_number(transform, f"rot{axis}", place, 0.0) for axis in "XYZ")
        sizes = [read_number(transform, f"scale{axis}", place, 1.0) for axis in "XYZ"]
        if any(abs((lean + 180.0) % 360.0 - 180.0) > MAX_TILT_DEG for lean in (lean_x, lean_z)):
            name = clean_name(given.get("Nickname") or given.get("Name"))
            self.board.notes.append(f"{place}: {name or 'an object'} leans; it is placed upright")
        return ObjectPose(x, z, y, -turn % 360.0, (sizes[0], sizes[2], sizes[1]))

    def _add_object(self, given: Mapping[str, Any], place: str, pose: ObjectPose) -> None:
        """Add an object as a piece, or count it as left out."""
        kind = clean_name(given.get("Name"))
        name = clean_name(given.get("Nickname")) or kind
        if kind in MODEL_NAMES:
            self._add_model(given, place, pose, name)
        elif kind in BLOCK_SIZES:
            self._add_block(BLOCK_SIZES[kind], pose, name)
            self.board.notes.append('blocks are boxes: 1" cubes, and 2" x 1" x 1" for rectangles')
        else:
            words = KNOWN_WORDS.get(kind, f"objects of the kind {kind or 'unknown'}")
            self.board.left_out[words] += 1

    def _add_block(self, size: tuple[float, float, float], pose: ObjectPose, name: str) -> None:
        wide, deep, high = (
            abs(side * factor) * self.scale for side, factor in zip(size, pose.scale, strict=True)
        )
        if min(wide, deep, high) < 1e-3:
            self.board.left_out["blocks without a size"] += 1
            return
        x, y, z = (value * self.scale for value in (pose.x, pose.y, pose.z))
        shape = {
            "type": "box",
            "center": [x, y],
            "size": [rounded(wide), rounded(deep)],
            "rotation": rounded(pose.degrees),
            "bottom": z - high / 2,
            "height": rounded(high),
        }
        reach = math.hypot(wide, deep) / 2
        self._add_piece(
            name,
            shape,
            Extent((x - reach, y - reach, z - high / 2), (x + reach, y + reach, z + high / 2)),
        )

    def _add_model(self, given: Mapping[str, Any], place: str, pose: ObjectPose, name: str) -> None:
        mesh = read_object(given.get("CustomMesh", {}), f"{place}.CustomMesh")
        address = mesh.get("MeshURL")
        path = self.find_model(address) if isinstance(address, str) else None
        if path is None:
            self.board.left_out["models whose file is neither local nor beside the save"] += 1
            return
        size = sum(map(abs, pose.scale)) / 3
        if max(abs(abs(factor) - size) for factor in pose.scale) > MAX_UNEVEN_SCALE * size:
            self.board.notes.append(
                f"{name}: scaled differently along its axes; their mean is used"
            )
        low, high = self._read_bounds(path)
        size *= self.scale
        if size < 1e-3:
            self.board.left_out["models without a size"] += 1
            return
        degrees = (pose.degrees + MESH_TURN_DEG) % 360.0
        x, y, z = (value * self.scale for value in (pose.x, pose.y, pose.z))
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        corners = np.array([(a, b) for a in (low[0], high[0]) for b in (low[1], high[1])]) * size
        plan = corners @ np.array([[c, s], [-s, c]]) + (x, y)
        shape: dict[str, Any] = {
            "type": "mesh",
            "file": str(path),
            "position": [x, y, z],
            "units": "in",
            "up": "y",
        }
        if degrees:
            shape["rotation"] = rounded(degrees)
        if size != 1.0:
            shape["scale"] = float(f"{size:.6g}")
        extent = Extent(
            (*map(float, plan.min(axis=0)), z + float(low[2]) * size),  # type: ignore[arg-type]
            (*map(float, plan.max(axis=0)), z + float(high[2]) * size),  # type: ignore[arg-type]
        )
        self._add_piece(name, shape, extent)

    def _add_piece(self, name: str, shape: dict[str, Any], extent: Extent) -> None:
        if len(self.pieces) >= FEATURES_LIMIT:
            raise InputError(f"more than {FEATURES_LIMIT:,} models and blocks")
        self.pieces.append(_Piece(name, shape, extent))

    def _read_bounds(self, path: Path) -> tuple[Any, Any]:
        """Return the lowest and the highest corner of a model in its own units. Raises MeshError."""
        if path not in self.bounds:
            if len(self.bounds) >= FILES_LIMIT:
                raise InputError(f"expected up to {FILES_LIMIT} different model files")
            triangles = convert_to_inches(read_surface(path).triangles, "in", "y", 1.0)
            if not len(triangles):
                raise MeshError(f"{path}: the mesh has no triangles")
            corners = triangles.reshape(-1, 3)
            self.bounds[path] = corners.min(axis=0), corners.max(axis=0)
        return self.bounds[path]

    def find_model(self, address: str) -> Path | None:
        """Return the local file of a model's address, or None."""
        if len(address) > 2_000 or not address.isprintable():
            return None
        try:
            parts = urlsplit(address)
        except ValueError:
            return None
        candidates: list[Path] = []
        if parts.scheme == "file" and parts.netloc in ("", "localhost"):
            candidates.append(Path(unquote(parts.path)))
        elif not parts.scheme:
            candidates.append(self.folder / address)
        last = PurePosixPath(unquote(parts.path)).name
        cached = re.sub(r"[^A-Za-z0-9]", "", address) + ".obj"
        for folder in (self.folder, self.folder / "Models"):
            candidates += [folder / name for name in (last, cached) if name]
        for path in candidates:
            try:
                if path.suffix.lower() in MESH_SUFFIXES and path.is_file():
                    return path.resolve()
            except (OSError, ValueError):
                continue
        return None


def is_save(data: Any) -> bool:
    """Return whether a JSON value looks like a save."""
    return isinstance(data, dict) and "ObjectStates" in data


def import_save(data: Mapping[str, Any], folder: Path, scale: float) -> ImportedBoard:
    """Return the board of a save. A unit of the game is an inch times `scale`. Raises InputError."""
    board = ImportedBoard(clean_name(data.get("SaveName")) or "Tabletop Simulator save")
    reader = SaveReader(folder, scale, board)
    reader.add_objects(read_list(data, "ObjectStates", "", OBJECTS_LIMIT), "ObjectStates")
    if not reader.pieces:
        listed = ", ".join(f"{count:,} {what}" for what, count in sorted(board.left_out.items()))
        raise InputError(
            f"the save has no model or block that a board could hold (left out: {listed or 'nothing'})"
        )
    board.size, move = fit_table([piece.extent for piece in reader.pieces])
    for number, piece in enumerate(reader.pieces, 1):
        shape = dict(piece.shape)
        key = "position" if shape["type"] == "mesh" else "center"
        x, y, *z = shape[key]
        shape[key] = [rounded(x + move[0]), rounded(y + move[1])]
        if z:
            shape[key].append(rounded(z[0] + move[2]))
        else:
            shape["bottom"] = rounded(shape["bottom"] + move[2])
        height = piece.extent.high[2] + move[2]
        board.add(f"object-{number}", piece.name, kind_for_height(height), shape)
    board.notes.append("the lowest piece stands on the table")
    return board
