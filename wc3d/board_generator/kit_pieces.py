"""The pieces of random boards: shapes about the origin, with ladders, ready to place."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wc3d.geometry.points import XY
from wc3d.table.maps.map_shapes import cosine_and_sine

PLACE_DIGITS = 3
"""The decimal places of positions on a board. Inches."""

BLOB_CORNERS = 9
"""The number of corners of an area with an irregular outline."""


@dataclass(frozen=True)
class LadderSpot:
    """A ladder of a piece: a point about its origin, and the heights that the ladder joins."""

    at: XY
    bottom: float
    top: float


@dataclass(frozen=True)
class TerrainPiece:
    """A piece of terrain about the origin. `shapes` are those of a map file, not yet placed."""

    id: str
    title: str
    kind: str
    shapes: tuple[Mapping[str, Any], ...]
    ladders: tuple[LadderSpot, ...] = ()
    standable: bool | None = None
    water: bool = False


@dataclass(frozen=True)
class Placement:
    """A place on the table: the position of a piece's origin, and its turn in degrees."""

    x: float
    y: float
    degrees: float

    def move_point(self, point: XY) -> XY:
        """Return the point of the table for a point of the piece."""
        cosine, sine = cosine_and_sine(self.degrees)
        x = self.x + cosine * point[0] - sine * point[1]
        y = self.y + sine * point[0] + cosine * point[1]
        return round(x, PLACE_DIGITS) + 0.0, round(y, PLACE_DIGITS) + 0.0


def mesh_shape(file: str, at: XY = (0.0, 0.0), bottom: float = 0.0, **more: Any) -> dict[str, Any]:
    """Return a mesh of a piece. `more` may have `rotation` and `scale`."""
    return {"type": "mesh", "file": file, "position": [*at, bottom], **more}


def box_shape(
    size: XY, height: float, at: XY = (0.0, 0.0), bottom: float = 0.0, rotation: float = 0.0
) -> dict[str, Any]:
    """Return a box of a piece."""
    return {
        "type": "box",
        "center": list(at),
        "size": list(size),
        "rotation": rotation,
        "bottom": bottom,
        "height": height,
    }


def make_blob(
    id: str, title: str, kind: str, radius: XY, height: float, **more: Any
) -> TerrainPiece:
    """Return the pattern of an area with an irregular outline; `vary_outline` draws the outline.

    `radius` holds the half width and the half depth in inches.
    """
    return TerrainPiece(
        id, title, kind, ({"type": "blob", "radius": list(radius), "height": height},), **more
    )


def vary_outline(piece: TerrainPiece, generator: random.Random) -> TerrainPiece:
    """Return a piece whose irregular areas have outlines at random."""
    shapes = tuple(
        _draw_blob(shape, generator) if shape["type"] == "blob" else shape for shape in piece.shapes
    )
    return TerrainPiece(
        piece.id, piece.title, piece.kind, shapes, piece.ladders, piece.standable, piece.water
    )


def _draw_blob(shape: Mapping[str, Any], generator: random.Random) -> dict[str, Any]:
    wide, deep = shape["radius"]
    points = []
    for corner in range(BLOB_CORNERS):
        angle = math.tau * (corner + generator.uniform(-0.3, 0.3)) / BLOB_CORNERS
        reach = generator.uniform(0.78, 1.08)
        points.append([wide * reach * math.cos(angle), deep * reach * math.sin(angle)])
    return {"type": "prism", "points": points, "height": shape["height"]}


def place_shape(shape: Mapping[str, Any], place: Placement) -> dict[str, Any]:
    """Return a shape of a map file at its place on the table."""
    moved = dict(shape)
    if shape["type"] == "prism":
        moved["points"] = [list(place.move_point((x, y))) for x, y in shape["points"]]
        return moved
    key = "position" if shape["type"] == "mesh" else "center"
    x, y, *height = shape[key]
    moved[key] = [*place.move_point((x, y)), *height]
    if shape["type"] != "cylinder":
        rotation = round((shape.get("rotation", 0.0) + place.degrees) % 360.0, PLACE_DIGITS)
        moved.pop("rotation", None)
        if rotation:
            moved["rotation"] = rotation
    return moved


def describe_piece(piece: TerrainPiece, place: Placement, id: str, name: str) -> dict[str, Any]:
    """Return a piece at its place as the terrain entry of a map file."""
    shapes = [place_shape(shape, place) for shape in piece.shapes]
    entry: dict[str, Any] = {"id": id, "name": name, "kind": piece.kind}
    entry["shape"] = shapes[0] if len(shapes) == 1 else shapes
    if piece.standable is not None:
        entry["standable"] = piece.standable
    if piece.water:
        entry["water"] = True
    return entry


def describe_ladders(piece: TerrainPiece, place: Placement, id: str) -> list[dict[str, Any]]:
    """Return the ladders of a piece at its place as entries of a map file."""
    return [
        {
            "id": f"{id}-ladder-{number}",
            "at": list(place.move_point(spot.at)),
            "bottom": spot.bottom,
            "top": spot.top,
        }
        for number, spot in enumerate(piece.ladders, 1)
    ]


def _one_mesh(
    id: str,
    title: str,
    kind: str,
    file: str,
    ladders: Sequence[LadderSpot] = (),
    standable: bool | None = None,
    scale: float = 1.0,
) -> TerrainPiece:
    more: dict[str, Any] = {} if scale == 1.0 else {"scale": scale}
    return TerrainPiece(id, title, kind, (mesh_shape(file, **more),), tuple(ladders), standable)


# Buildings and towers

RUIN_CORNER = _one_mesh(
    "ruin-corner",
    "Ruined house",
    "structure",
    "ruin-corner.glb",
    [LadderSpot((0.5, -1.24), 0, 3.5)],
)
RUIN_TOWER = _one_mesh(
    "ruin-tower",
    "Ruined tower",
    "structure",
    "ruin-tower.glb",
    [LadderSpot((-1.0, 0.0), 0, 3.5), LadderSpot((-1.0, -0.5), 3.5, 7.0)],
)
TOWNHOUSE = _one_mesh(
    "townhouse", "Town house", "structure", "ruin.stl", [LadderSpot((0.5, 0.0), 0, 3.5)]
)
BUNKER = _one_mesh(
    "bunker",
    "Bunker",
    "structure",
    "bunker.obj",
    [LadderSpot((0.0, 6.25), 0, 1.5), LadderSpot((0.0, 4.0), 1.5, 3.5)],
)
COMMS_TOWER = _one_mesh(
    "comms-tower",
    "Comms station",
    "structure",
    "comms-tower.glb",
    [LadderSpot((0.96, -1.0), 0, 3.5)],
)
TANK = _one_mesh("tank", "Fuel tank", "structure", "tank.glb", [LadderSpot((-0.28, -1.64), 0, 3.5)])
LOOKOUT = _one_mesh(
    "lookout", "Lookout", "structure", "lookout.glb", [LadderSpot((0.01, -2.16), 0, 3.5)]
)
CONTAINER = _one_mesh(
    "container", "Container", "structure", "container.glb", [LadderSpot((3.0, 0.0), 0, 2.75)]
)
CONTAINER_OPEN = _one_mesh(
    "open-container",
    "Open container",
    "structure",
    "container-open.glb",
    [LadderSpot((-3.5, 0.0), 0, 3.125)],
)
CONTAINER_STACK = TerrainPiece(
    "container-stack",
    "Double stack",
    "structure",
    (mesh_shape("container.glb"), mesh_shape("container.glb", bottom=2.75, rotation=180.0)),
    (LadderSpot((3.0, 0.0), 0, 5.5),),
)
CONTAINER_STAIR = TerrainPiece(
    "container-stair",
    "Stepped stack",
    "structure",
    (
        mesh_shape("container.glb", (0.0, -1.25)),
        mesh_shape("container.glb", (0.0, 1.25), rotation=180.0),
        mesh_shape("container.glb", (0.0, 1.25), bottom=2.75),
    ),
    (LadderSpot((0.15, -2.5), 0, 2.75), LadderSpot((0.15, 0.0), 2.75, 5.5)),
)

# Walls and landmarks, on which no model stands

RUIN_WALL = _one_mesh("ruin-wall", "Ruined front", "structure", "ruin-wall.glb", standable=False)
ARCHED_WALL = _one_mesh(
    "arched-wall", "Chapel wall", "structure", "arched-wall.glb", standable=False
)
FACTORY_WALL = _one_mesh(
    "factory-wall", "Factory wall", "structure", "factory-wall.glb", standable=False
)
MONUMENT = _one_mesh("monument", "Monument", "structure", "monument.glb", standable=False)
PIPES = _one_mesh("pipes", "Pipes", "structure", "pipes.glb", standable=False)
DEAD_TREE = _one_mesh("dead-tree", "Dead tree", "structure", "dead-tree.glb", standable=False)
ROCKS_TALL = _one_mesh("boulders", "Boulders", "structure", "rocks-tall.glb", standable=False)
CRAG_TALL = _one_mesh("crag", "Crag", "structure", "rocks-tall.glb", standable=False, scale=1.6)
HILL = _one_mesh(
    "hill",
    "Rocky hill",
    "structure",
    "crag.stl",
    [LadderSpot((4.5, -3.0), 0, 2.0), LadderSpot((0.0, -1.0), 2.0, 4.0)],
)
CRATE_STACK = _one_mesh("crate-stack", "Crates and drums", "structure", "crate-stack.glb")

# Low cover, which models may cross

BAGS = _one_mesh("bags", "Barricade", "obstacle", "barricade-bags.glb")
SCRAP = _one_mesh("scrap", "Scrap barricade", "obstacle", "barricade-scrap.glb")
LOG = _one_mesh("log", "Log", "obstacle", "log.glb", scale=0.85)
STONES = _one_mesh("stones", "Stones", "obstacle", "rocks-low.glb", scale=0.93)
SMALL_STONES = _one_mesh("small-stones", "Small stones", "obstacle", "rocks-low.glb", scale=0.6)
SUPPLY_POD = _one_mesh("supply-pod", "Supply pod", "obstacle", "supply-pod.glb", scale=0.66)
CRATES = TerrainPiece(
    "crates",
    "Crates",
    "obstacle",
    (
        mesh_shape("crate.glb", (-1.0, -0.2), rotation=8.0, scale=0.57),
        mesh_shape("crate.glb", (1.0, 0.2), rotation=340.0, scale=0.57),
    ),
    standable=True,
)
LOW_WALL = TerrainPiece(
    "low-wall",
    "Garden wall",
    "obstacle",
    (box_shape((5.0, 0.5), 1.0), box_shape((0.5, 1.75), 1.0, (2.25, 1.125))),
)
PLANTER = TerrainPiece("planter", "Planter", "obstacle", (box_shape((3.0, 1.25), 0.75),))

# Ground and plants

RUBBLE = make_blob("rubble", "Rubble", "rough", (2.8, 2.1), 0.0)
OIL = make_blob("oil", "Oil spill", "rough", (2.6, 2.2), 0.0)
MUD = make_blob("mud", "Mud", "rough", (3.4, 2.4), 0.0)
POND = make_blob("pond", "Pond", "rough", (3.4, 2.6), 0.0, water=True)
CRATER = _one_mesh("crater", "Shell hole", "rough", "crater.glb")
STREET_TREES = make_blob("street-trees", "Street trees", "forest", (2.6, 2.2), 5.0)
OVERGROWN = make_blob("overgrown", "Overgrown yard", "forest", (2.9, 2.4), 4.0)
SAPLINGS = make_blob("saplings", "Saplings", "forest", (2.8, 2.2), 3.0)
WOOD = make_blob("wood", "Pines", "forest", (4.4, 3.2), 6.0)
SMOKE = make_blob("smoke", "Standing smoke", "obscuring", (2.8, 2.0), 4.0)
MIST = make_blob("mist", "Standing mist", "obscuring", (3.2, 2.2), 4.0)

# Pieces for the center of a board

ARCH = _one_mesh(
    "arch",
    "Old arch",
    "structure",
    "arch.glb",
    [LadderSpot((-7.0, 0.0), 0, 5.0), LadderSpot((7.0, 0.0), 0, 5.0)],
)
GANTRIES = TerrainPiece(
    "gantries",
    "Gantries and bridge",
    "structure",
    (
        mesh_shape("gantry-bridge.glb"),
        mesh_shape("gantry.glb", (-6.5, 1.72), rotation=90.0),
        mesh_shape("gantry.glb", (6.5, -1.72), rotation=270.0),
    ),
    (
        LadderSpot((6.5, 3.2), 0, 3.5),
        LadderSpot((-6.5, -3.2), 0, 3.5),
        LadderSpot((4.6, -2.95), 0, 3.5),
        LadderSpot((-4.6, 2.95), 0, 3.5),
        LadderSpot((0.0, -1.49), 0, 3.5),
    ),
)
BRIDGE = _one_mesh(
    "bridge",
    "Gantry bridge",
    "structure",
    "gantry-bridge.glb",
    [LadderSpot((0.0, -1.49), 0, 3.5)],
)
SHELL_HOLES = TerrainPiece(
    "shell-holes",
    "Shell holes",
    "rough",
    (
        mesh_shape("crater.glb", (-1.4, -0.2), scale=0.8),
        mesh_shape("crater.glb", (1.4, 0.2), rotation=180.0, scale=0.8),
    ),
)
KILN = TerrainPiece(
    "kiln",
    "Kiln",
    "structure",
    ({"type": "cylinder", "center": [0.0, 0.0], "radius": 1.75, "height": 2.5},),
    (LadderSpot((0.0, -1.75), 0, 2.5), LadderSpot((0.0, 1.75), 0, 2.5)),
)
CENTER_STACK = TerrainPiece(
    "center-stack",
    "Double stack",
    "structure",
    CONTAINER_STACK.shapes,
    (LadderSpot((3.0, 0.0), 0, 5.5), LadderSpot((-3.0, 0.0), 0, 5.5)),
)
GLADE = make_blob("glade", "Glade", "rough", (4.0, 3.0), 0.0)
CENTER_WOOD = make_blob("center-wood", "Old pines", "forest", (4.0, 3.2), 6.0)
