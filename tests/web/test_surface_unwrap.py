"""Texture coordinates of walls on the pages: stones have one size on every face, and boards run along."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.typing import NDArray

from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism
from wc3d.presentation.palette import surface_alpha
from wc3d.scene.ground_textures import GRASS
from wc3d.scene.materials import PLANKS
from wc3d.scene.plain_patterns import PLAIN_PATTERNS
from wc3d.scene.terrain_details.colored_arrays import ColoredArrays
from wc3d.scene.terrain_details.feature_details import solid_details
from wc3d.scene.terrain_meshes import make_feature_mesh
from wc3d.table.features import make_feature
from wc3d.table.table import Table
from wc3d.web.packing import BinaryPack
from wc3d.web.page_light import page_light_json
from wc3d.web.page_scene import PageScenery
from wc3d.web.surface_unwrap import (
    EDGE_STRIP_IN,
    UNWRAPPED_MATERIALS,
    UnwrappedArrays,
    board_up_fence,
    unwrap,
)

Floats = NDArray[np.float64]


def slab(length: float, depth: float, height: float, degrees: float = 0.0) -> Prism:
    """Return a block around (10, 10) that is turned by degrees."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [length / 2, depth / 2]
    turn = np.radians(degrees)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return Prism(corners @ matrix.T + 10, Plane(0.0), Plane(height))


def body_of(piece: Piece, name: str) -> ColoredArrays:
    feature = make_feature("it", "structure", (piece,), name=name)
    details = solid_details(feature, make_feature_mesh(feature), GRASS, is_fine=False)
    assert details is not None
    return details[0]


def stretches(unwrapped: UnwrappedArrays, wide: float = 0.2) -> Floats:
    """Return the length of each edge in the pattern over that on the table, without chamfers and
    materials with grain alone, such as lids."""
    arrays, uv = unwrapped.arrays, unwrapped.uv
    alphas = [surface_alpha(material) for material in UNWRAPPED_MATERIALS]
    faces = arrays.faces[np.isin(arrays.colors[arrays.faces[:, 0], 3], alphas)]
    corners, spots = arrays.points[faces], uv[faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2)
    is_face = np.linalg.norm(across, axis=1) / edges.max(axis=1) > wide
    drawn = np.linalg.norm(spots - np.roll(spots, 1, axis=1), axis=2)
    result: Floats = (drawn[is_face] / edges[is_face]).reshape(-1)
    return result


@pytest.mark.parametrize("length", [1.5, 4.0, 13.0])
@pytest.mark.parametrize("degrees", [0.0, 33.0, 45.0])
@pytest.mark.parametrize("name", ["Wall", "Planks"])
def test_the_pattern_has_one_scale_on_every_face(length: float, degrees: float, name: str) -> None:
    found = stretches(unwrap(body_of(slab(length, 0.5, 3.0, degrees), name)))
    assert len(found) >= 24
    assert np.abs(found - 1).max() < 0.02


@pytest.mark.parametrize("radius", [1.5, 3.0, 5.0])
def test_stones_go_around_a_tower_without_a_seam(radius: float) -> None:
    unwrapped = unwrap(body_of(Cylinder((10.0, 10.0), radius, 0.0, 4.0), "Tower"))
    side = np.abs(unwrapped.arrays.normals[:, 2]) < 0.1
    u = unwrapped.uv[side, 0]
    block = PLAIN_PATTERNS["masonry"].block
    laps = np.ptp(u) / block
    assert laps == pytest.approx(round(laps), abs=0.02), "a whole number of stones"
    assert np.ptp(u) == pytest.approx(2 * np.pi * radius, rel=0.12)
    edges = stretches(unwrapped, 0.1)
    assert np.abs(edges - 1).max() < 0.12


def directions(unwrapped: UnwrappedArrays) -> Floats:
    """Return the unit vector along the boards of each face that is no chamfer (n, 3)."""
    arrays, uv = unwrapped.arrays, unwrapped.uv
    corners, spots = arrays.points[arrays.faces], uv[arrays.faces]
    a, b = spots[:, 1] - spots[:, 0], spots[:, 2] - spots[:, 0]
    turn = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    kept = np.abs(turn) > 0.05
    p, q = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    along = (p * b[:, 1:] - q * a[:, 1:])[kept] / turn[kept, None]
    result: Floats = along / np.linalg.norm(along, axis=1, keepdims=True)
    return result


def test_boards_run_along_the_longer_side_of_each_face() -> None:
    fascia = directions(unwrap(body_of(slab(8.0, 2.0, 0.6), "Catwalk")))
    assert np.abs(fascia[:, 2]).max() < 0.01
    assert (np.abs(fascia[:, 0]) > 0.99).any()
    post = directions(unwrap(body_of(slab(0.6, 0.6, 4.0), "Catwalk")))
    assert (np.abs(post[:, 2]) > 0.99).sum() >= 8, "two triangles of each of four sides"


def test_the_boards_of_a_fence_stand_upright() -> None:
    fence = board_up_fence(body_of(slab(6.0, 0.4, 2.0), "Palisade"))
    assert (fence.colors[:, 3] == surface_alpha(PLANKS)).all()
    upright, level = (
        (np.abs(directions(unwrapped)[:, 2]) > 0.99).sum()
        for unwrapped in (unwrap(fence, True), unwrap(fence))
    )
    assert upright >= level + 4, "the narrow ends have upright boards anyway"


def test_a_chamfer_has_no_joint_along_it() -> None:
    unwrapped = unwrap(body_of(slab(6.0, 0.5, 3.0), "Wall"))
    slanted = np.abs(unwrapped.arrays.normals[:, 2] - np.sqrt(0.5)) < 0.1
    assert slanted.sum() >= 8
    v = unwrapped.uv[slanted, 1]
    assert np.ptp(v) < EDGE_STRIP_IN / 10


def test_other_materials_have_no_coordinates() -> None:
    body = body_of(slab(3.0, 1.0, 1.0), "Hedge")
    unwrapped = unwrap(body)
    assert unwrapped.arrays is body and not unwrapped.uv.any()


def test_the_page_has_the_coordinates_of_its_ground() -> None:
    feature = make_feature("wall", "structure", (slab(4.0, 0.5, 3.0),), name="Wall")
    pack = BinaryPack()
    ground = PageScenery(pack, Table((20, 20), (feature,), policy=SPACE), []).to_json()["ground"]
    assert ground["uvSpan"][0] >= 3.9 and ground["uvSpan"][1] >= 2.9
    tables = json.loads(page_light_json())["patternTables"]
    bits = sum(1 << number for number in UNWRAPPED_MATERIALS)
    assert f"isUnwrapped(float number) {{ return float(({bits} >> int(number)) & 1); }}" in tables
