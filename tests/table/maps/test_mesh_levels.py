"""The levels of a mesh settled by the players: the same places to stand as were found, or fewer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from wc3d.registry import table_from_map
from wc3d.table.body import Body
from wc3d.table.maps.edit_terrain import build_feature, scale_shape
from wc3d.table.maps.map_file import map_data
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.maps.mesh_levels import fix_levels, level_heights, remove_level, reset_levels
from wc3d.table.sight.sight import sight
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import stand


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tower 1.5" high on a plate with a well in it; both are levels, and the surface is open below."""
    plate = trimesh.creation.box(bounds=[[0.0, 0.0, 0.0], [8.0, 6.0, 0.5]])
    well = trimesh.creation.box(bounds=[[5, 2, -1], [7, 4, 2]])
    tower = trimesh.creation.box(bounds=[[0.5, 1.0, 0.4], [3.5, 5.0, 1.5]])
    mesh = trimesh.boolean.union([trimesh.boolean.difference([plate, well]), tower])
    kept = mesh.triangles_center[:, 2] > 0.001
    path = tmp_path_factory.mktemp("mesh")
    trimesh.Trimesh(mesh.vertices, mesh.faces[kept], process=False).export(path / "tower.stl")
    return path


def board(folder: Path, shape: MeshShape) -> Table:
    table = table_from_map({"size": [24, 24]})
    return Table(
        table.size,
        (build_feature({"id": "a", "kind": "structure"}, [shape], folder),),
        policy=table.policy,
    )


def tower(folder: Path, **values: object) -> MeshShape:
    shape = MeshShape(type="mesh", file="tower.stl", position=(8.0, 8.0, 0.0), **values)  # type: ignore[arg-type]
    [made] = board(folder, shape).features[0].shapes
    assert isinstance(made, MeshShape)
    return made


def stood_on(table: Table, height: float) -> list[bool]:
    spots = np.mgrid[2:22:17j, 2:22:17j].reshape(2, -1).T.tolist()
    return [bool(stand(table, "small", (x, y, height))) for x, y in spots]


@pytest.mark.parametrize("how", [{}, {"rotation": 30.0, "mirrored": True}])
def test_settled_floors_are_the_ones_that_were_found(folder: Path, how: dict[str, object]) -> None:
    found = tower(folder, **how)
    high, low = level_heights(found)
    assert (high, low) == (pytest.approx(1.5, abs=1e-3), pytest.approx(0.5, abs=1e-3))
    settled = fix_levels(found)
    assert settled.levels is not None and len(settled.levels) >= 3, "the well cuts the plate"
    for height in (high, low):
        before = stood_on(board(folder, found), height)
        [now] = [
            h for h in level_heights(tower_of(board(folder, settled))) if abs(h - height) < 1e-3
        ]
        assert any(before) and before == stood_on(board(folder, settled), now)
    assert reset_levels(settled).levels is None


def test_a_level_that_is_removed_is_none_any_more(folder: Path) -> None:
    found = tower(folder)
    high, low = level_heights(found)
    table = board(folder, remove_level(found, low))
    [kept] = table.features[0].shapes
    assert isinstance(kept, MeshShape) and level_heights(kept) == (pytest.approx(high, abs=1e-4),)
    assert any(stood_on(table, level_heights(kept)[0])) and not any(stood_on(table, low))


def test_settled_floors_grow_with_the_mesh(folder: Path) -> None:
    larger = scale_shape(fix_levels(tower(folder)), 2.0, (8.0, 8.0, 0.0))
    assert isinstance(larger, MeshShape) and larger.levels is not None
    assert max(level.height for level in larger.levels) == pytest.approx(3.0, abs=2e-3)
    assert any(stood_on(board(folder, larger), max(level_heights(tower_of(board(folder, larger))))))


def tower_of(table: Table) -> MeshShape:
    [shape] = table.features[0].shapes
    assert isinstance(shape, MeshShape)
    return shape


def grating(folder: Path) -> dict[str, object]:
    """A walkway of bars 3" up with gaps of 0.4", which is clean and small, as a map has it."""
    bars = [
        trimesh.creation.box(bounds=[[x, -1.5, 2.8], [x + 0.2, 1.5, 3.0]])
        for x in np.arange(-3.0, 2.9, 0.6)
    ]
    legs = [trimesh.creation.box(bounds=[[-3.0, y, 0.0], [3.0, y + 0.2, 2.7]]) for y in (-1.5, 1.3)]
    trimesh.util.concatenate([*bars, *legs]).export(folder / "grating.stl")
    return {"type": "mesh", "file": "grating.stl", "position": [8, 8, 0]}


@pytest.mark.rule("NM-SIL-157")
@pytest.mark.rule("WM-RUL-158")
def test_a_map_says_where_models_stand_on_a_clean_mesh_too(tmp_path: Path) -> None:
    plain = grating(tmp_path)
    settled = {
        **plain,
        "levels": [{"height": 3.0, "outline": [[-3, -1.5], [3, -1.5], [3, 1.5], [-3, 1.5]]}],
    }
    bare, said = (
        table_from_map(
            {"size": [16, 16], "terrain": [{"id": "g", "kind": "structure", "shape": s}]},
            folder=tmp_path,
        )
        for s in (plain, settled)
    )
    assert not stand(bare, "small", (8, 8, 3.0)) and stand(said, "small", (8, 8, 3.0))
    above, below = Body("a", "small", (8, 8, 3.0)), Body("b", "small", (8, 8, 0.0))
    assert sight(said, above, below).verdict == "clear", "where models stand hides nobody"


@pytest.mark.rule("NM-SIL-157")
@pytest.mark.rule("WM-RUL-158")
def test_a_map_says_how_uneven_one_floor_may_be(tmp_path: Path) -> None:
    tile = trimesh.creation.box(bounds=np.array([[0.0, 0.0, 0.0], [6.0, 6.0, 1.0]]))
    stones = [
        trimesh.creation.box(bounds=np.array([[x, y, 0.9], [x + 0.7, y + 0.7, 1.2]]))
        for x in range(6)
        for y in range(6)
    ]
    trimesh.util.concatenate([tile, *stones]).export(tmp_path / "cobbles.stl")
    shape = {"type": "mesh", "file": "cobbles.stl", "position": [5, 5, 0]}
    found = []
    for uneven in ({}, {"uneven": 0.25}):
        terrain = [{"id": "c", "kind": "structure", "shape": {**shape, **uneven}}]
        table = table_from_map({"size": [16, 16], "terrain": terrain}, folder=tmp_path)
        found.append([bool(stand(table, "large", (8, 8, z))) for z in (1.0, 1.2)])
        assert map_data(table, tmp_path)["terrain"][0]["shape"].get("uneven") == uneven.get(
            "uneven"
        )
    assert found == [[False, False], [False, True]]
