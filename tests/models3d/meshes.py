"""Makes the meshes of models3d/: solids with exact faces, joined and cut by booleans, in inches with z up.

    python scripts/make_meshes.py            writes models3d/*
    python scripts/make_meshes.py FOLDER     writes them to FOLDER instead
    python scripts/make_meshes.py --scan FILE.glb    makes a scan of a whole table instead: a million triangles (see scan.py)

Every corner lies on a grid of 1/64", so that the 32-bit numbers of STL and GLB files hold it exactly. The same
script writes the same bytes each time it runs.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import trimesh
from PIL import Image
from shapely.geometry import Polygon
from shapely.geometry import box as box2d
from trimesh.creation import extrude_polygon
from trimesh.visual.material import PBRMaterial

from tests.models3d.scan import make_scan
from tests.models3d.stone_picture import DOTS_PER_IN, Face, draw_face, draw_picture

GRID = 64
HALF_VAULT = [(4, -1), (4, 3), (3.25, 3.75), (2, 4.125), (0.75, 4.25)]
VAULT = HALF_VAULT + [(-x, z) for x, z in reversed(HALF_VAULT)]
OUTLINE = [(-7, 0), (7, 0), (7, 5), (-7, 5)]
KERB = [(-5, 5), (5, 5), (5, 5.5), (-5, 5.5)]
"""The arch from its side: the opening, and what is cut from and set on the body."""
FOLDER = Path(__file__).resolve().parents[2] / "models3d"
Corner = tuple[float, float, float]


def box(low: Corner, high: Corner) -> trimesh.Trimesh:
    """The block between two opposite corners."""
    return trimesh.creation.box(bounds=[low, high])


def prism(points: Sequence[tuple[float, float]], bottom: float, top: float) -> trimesh.Trimesh:
    """A polygon in plan, from `bottom` to `top`."""
    solid = extrude_polygon(Polygon(points), top - bottom)
    return solid.apply_translation([0, 0, bottom])


def slab_along_y(points: Sequence[tuple[float, float]], low: float, high: float) -> trimesh.Trimesh:
    """A polygon of (x, z) corners, drawn out along y from `low` to `high`."""
    solid = extrude_polygon(Polygon(points), high - low)
    # The sketch's y becomes z; its extrusion runs along -y.
    turn = np.array([[1, 0, 0, 0], [0, 0, -1, high], [0, 1, 0, 0], [0, 0, 0, 1]], float)
    return solid.apply_transform(turn)


def slab_along_x(points: Sequence[tuple[float, float]], low: float, high: float) -> trimesh.Trimesh:
    """A polygon of (y, z) corners, drawn out along x from `low` to `high`."""
    solid = extrude_polygon(Polygon(points), high - low)
    turn = np.array([[0, 0, 1, low], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1]], float)
    return solid.apply_transform(turn)


def union(parts: Iterable[trimesh.Trimesh]) -> trimesh.Trimesh:
    """All parts as one solid."""
    return trimesh.boolean.union(list(parts), engine="manifold")


def cut(solid: trimesh.Trimesh, holes: Iterable[trimesh.Trimesh]) -> trimesh.Trimesh:
    """The solid without the holes."""
    return trimesh.boolean.difference([solid, *holes], engine="manifold")


def tidy(solid: trimesh.Trimesh) -> trimesh.Trimesh:
    """The same solid with its corners on the grid, and its corners and triangles in a fixed order.

    Raises ValueError when a corner lies off the grid or the solid is not watertight.
    """
    corners = np.round(solid.vertices * GRID) / GRID
    if np.abs(corners - solid.vertices).max() > 1e-5:
        raise ValueError("a corner lies off the grid")
    corners, index = np.unique(corners, axis=0, return_inverse=True)
    faces = index.reshape(-1)[solid.faces]
    faces = np.array([np.roll(face, -int(np.argmin(face))) for face in faces])
    faces = faces[np.lexsort(faces.T[::-1])]
    tidied = trimesh.Trimesh(corners, faces, process=False)
    if not tidied.is_watertight or not tidied.is_winding_consistent or tidied.volume <= 0:
        raise ValueError("the solid is not watertight")
    return tidied


def ruin() -> trimesh.Trimesh:
    """A ruined house, 10 x 8": a ground floor, half an upper floor at 3.5", doors 2.5" wide, windows, a fallen corner.

    The upper floor lies over the west half (x < 0.5) and ends in the open: a ladder stands well at (0.5, 0). Its
    underside is at 3" (a large base is 2.75" tall), the walls are half an inch thick.
    """
    wall = 0.5
    shell = cut(
        box((-5, -4, 0), (5, 4, 6.5)), [box((-5 + wall, -4 + wall, -1), (5 - wall, 4 - wall, 8))]
    )
    house = union([shell, box((-4.5, -3.5, 3), (0.5, 3.5, 3.5))])
    deep = 1.0  # holes reach past both faces of the wall they pierce
    doors = [
        box((1.25, -4 - deep, -1), (3.75, -3.25, 3)),  # south
        box((1.25, 3.25, -1), (3.75, 4 + deep, 3)),  # north
    ]
    windows = [
        *(
            box((x, -4 - deep, 1.25), (x + 1.25, -3.25, 2.375)) for x in (-3.75, -1.25)
        ),  # south, below
        *(
            box((x, 3.25, 1.25), (x + 1.25, 4 + deep, 2.375)) for x in (-3.75, -1.25)
        ),  # north, below
        *(box((-5 - deep, y, 1.25), (-4.25, y + 1.25, 2.375)) for y in (-2.25, 1)),  # west, below
        box((4.25, -1.25, 1.25), (5 + deep, 1.25, 2.375)),  # east, a wide one
        *(
            box((x, -4 - deep, 4.5), (x + 1.25, -3.25, 5.625)) for x in (-3.75, -1.25)
        ),  # south, above
        *(box((x, 3.25, 4.5), (x + 1.25, 4 + deep, 5.625)) for x in (-3.75, -1.25)),  # north, above
        box((-5 - deep, -1, 4.5), (-4.25, 1, 5.625)),  # west, above
    ]
    south = [(0.5, 7), (0.5, 5.75), (2, 4.25), (3.75, 3.5), (4.5, 1), (6, 1), (6, 7)]
    north = [(0.5, 7), (0.5, 5.5), (1.5, 5), (3, 3.5), (4.5, 3.5), (4.5, 7)]
    east = [
        (-5, 7),
        (-5, 1),
        (-3, 1),
        (-2, 1.5),
        (-1.5, 2.75),
        (1.5, 2.75),
        (3, 3.5),
        (5, 3.5),
        (5, 7),
    ]
    west = [(-1.5, 7), (-0.5, 6), (0.75, 5.875), (2, 6.25), (2.75, 7)]
    fallen = [  # what shells and weather took, along slanting lines
        slab_along_y(south, -5, -3.5),
        slab_along_y(north, 3.5, 5),
        slab_along_x(east, 4.5, 6),
        slab_along_x(west, -6, -4.5),
    ]
    return cut(house, [*doors, *windows, *fallen])


def arch() -> trimesh.Trimesh:
    """A stone arch, 14" long, 4" wide, its flat deck 5" up with low kerbs; the underside is a vault of seven faces.

    The opening is 8" wide; even a large base walks under it (3" at the springing, 4.25" at the crown).
    """
    body = slab_along_y(OUTLINE, -2, 2)
    kerbs = [slab_along_y(KERB, y, y + 0.25) for y in (-2, 1.75)]
    return cut(union([body, *kerbs]), [slab_along_y(VAULT, -3, 3)])


def bunker() -> trimesh.Trimesh:
    """An eight-sided bunker, 8 x 8", firing slits on three sides, a door to the south, a roof 3.5" up with a parapet.

    Stepped: a fighting platform of 1.5" runs round the north side. A gap in the parapet above the door lets a ladder
    end at (0, -4).
    """

    def octagon(reach: float, flat: float) -> list[tuple[float, float]]:
        quarter = [(reach, -flat), (reach, flat), (flat, reach), (-flat, reach)]
        return quarter + [(-x, -y) for x, y in quarter]

    outer = octagon(4, 2)
    room = octagon(3.25, 1.75)
    well = octagon(3.5, 1.75)
    at = well.index((-1.75, -3.5)) + 1
    well[at:at] = [(-1.25, -3.5), (-1.25, -5), (1.25, -5), (1.25, -3.5)]  # the gap for a ladder
    step = [(-4, 4), (-2, 4), (2, 4), (4, 4), (4, 6.25), (-4, 6.25)]
    body = cut(prism(outer, 0, 4.25), [prism(room, -1, 3), prism(well, 3.5, 5)])
    openings = [
        box((-1.25, -5, -1), (1.25, -3, 3)),  # the door
        box((-1.5, 3, 1.875), (1.5, 4, 2.5)),  # slits: north, west, east
        box((-5, -1, 1.25), (-3, 1, 1.75)),
        box((3, -1, 1.25), (5, 1, 1.75)),
    ]
    return union([cut(body, openings), prism(step, 0, 1.5)])


def crag() -> trimesh.Trimesh:
    """A sloping rock, 12 x 10" at its foot: a broad ledge 2" up to the south and east, a flat top 4" up, slanting sides."""
    foot = [(-6, -2.5), (-3.5, -5), (3, -5), (6, -2), (5.5, 3), (2, 5), (-3.5, 4.5), (-6, 1.5)]
    ledge = [
        (-5.25, -2.25),
        (-3, -4.25),
        (2.75, -4.25),
        (5.25, -1.75),
        (4.75, 2.5),
        (1.75, 4.25),
        (-3, 3.75),
        (-5.25, 1.25),
    ]
    neck = [(-4.5, -0.75), (-3, -1.5), (0.5, -1.5), (2, 0), (1.5, 3), (-2.5, 3.25), (-4.5, 1)]
    top = [(-4, -0.25), (-2.75, -1), (0.25, -1), (1.5, 0.25), (1, 2.5), (-2.25, 2.75), (-4, 0.75)]
    lower = [(*p, 0.0) for p in foot] + [(*p, 2.0) for p in ledge]
    upper = [(*p, 2.0) for p in neck] + [(*p, 4.0) for p in top]
    return union(trimesh.convex.convex_hull(np.array(points, float)) for points in (lower, upper))


TO_GLB = np.array([[0.0254, 0, 0, 0], [0, 0, 0.0254, 0], [0, -0.0254, 0, 0], [0, 0, 0, 1]])

MESHES = {"ruin.stl": ruin, "arch.glb": arch, "bunker.obj": bunker, "crag.stl": crag}


def write(folder: Path) -> list[Path]:
    """Every mesh, as a file in `folder`; the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, make in MESHES.items():
        paths.append(folder / name)
        _export(tidy(make()), paths[-1])
    return paths


def _export(solid: trimesh.Trimesh, path: Path) -> None:
    """Write a solid in inches with z up. A GLB has meters with y up: a node above the numbers turns and scales them."""
    if path.suffix != ".glb":
        solid.export(path)
        return
    scene = trimesh.Scene(base_frame="world")
    scene.add_geometry(in_stone(solid), node_name=path.stem, geom_name=path.stem, transform=TO_GLB)
    scene.export(path)


def in_stone(solid: trimesh.Trimesh) -> trimesh.Trimesh:
    """The arch in hewn stone: each triangle with corners of its own, and their places in the picture."""
    corners = solid.triangles.reshape(-1, 3)
    axis = np.abs(solid.face_normals).argmax(axis=1).repeat(3)
    side = Polygon(OUTLINE).difference(Polygon(VAULT)).union(Polygon(KERB))
    wide, tall = round(14 * DOTS_PER_IN), round(5.5 * DOTS_PER_IN)
    faces = [
        Face(wide, 0, box2d(-2, 0, 2, 5.5)),
        Face(0, 0, side),
        Face(0, tall, box2d(-7, -2, 7, 2)),
    ]
    drawn = [
        draw_face(faces[0], 21),
        draw_face(faces[1], 11, Polygon(VAULT)),
        draw_face(faces[2], 31, None, False),
    ]
    picture = draw_picture(list(zip(faces, drawn, strict=True)))
    places = np.zeros((len(corners), 2))
    for number, face in enumerate(faces):
        x0, y0 = face.outline.bounds[:2]
        spots = corners[:, [(1, 2), (0, 2), (0, 1)][number]] - (x0, y0)
        dots = np.clip(spots * DOTS_PER_IN, 0.5, np.array(face.size) - 0.5)
        at = np.column_stack([face.left + dots[:, 0], face.top + face.size[1] - dots[:, 1]])
        places[axis == number] = (at / picture.size)[axis == number]
    places[:, 1] = 1 - places[:, 1]
    made = trimesh.Trimesh(corners, np.arange(len(corners)).reshape(-1, 3), process=False)
    buffer = BytesIO()
    picture.save(buffer, "JPEG", quality=82)
    material = PBRMaterial(
        baseColorTexture=Image.open(buffer), metallicFactor=0.0, roughnessFactor=0.9
    )
    made.visual = trimesh.visual.TextureVisuals(uv=places, material=material)
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Write them and say where."""
    parser = argparse.ArgumentParser(description="Makes the meshes of models3d/.")
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    parser.add_argument(
        "--scan",
        type=Path,
        metavar="FILE.glb",
        help="make a scan of a whole table instead, to measure with",
    )
    asked = parser.parse_args(argv)
    for path in [make_scan(asked.scan)] if asked.scan is not None else write(asked.folder):
        print(path)
    return 0
