"""Boards saved: whole or not at all, with their meshes copied beside them or referred to."""

import json
import os

import pytest
import trimesh

from wc3d.registry import load_map, table_from_map
from wc3d.table.maps.edit_terrain import build_feature, move_feature, put_feature
from wc3d.table.maps.map_file import MapError
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.maps.save_board import save_board
from wc3d.table.table_state import hash_terrain
from wc3d.table.terrain.mesh_solids import (
    MeshImportSettings,
    MeshKey,
    MeshSolid,
    add_cached_solids,
    cached_solids,
    is_solid_cached,
)


def block(path, size=2.0):
    trimesh.creation.box(extents=(size, size, size)).export(path)
    return path


def with_mesh(table, path, id="block"):
    shape = MeshShape(type="mesh", file=str(path), position=(5, 5, 1))
    return put_feature(table, build_feature({"id": id, "kind": "structure"}, [shape], None))


@pytest.fixture
def table(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "boards").mkdir()
    return with_mesh(
        table_from_map({"size": [20, 20]}), block(tmp_path / "elsewhere" / "block.stl")
    )


def test_a_mesh_from_elsewhere_is_copied_beside_the_map_and_both_can_be_taken_along(
    table, tmp_path
):
    saved = save_board(table, tmp_path / "boards" / "new.json")
    assert (
        saved.copied_meshes == ("block.stl",)
        and saved.referenced_meshes == ()
        and "block.stl copied next to it" in saved.summary
    )
    (tmp_path / "elsewhere" / "block.stl").unlink()
    (tmp_path / "boards").rename(tmp_path / "taken")
    assert hash_terrain(load_map(tmp_path / "taken" / "new.json")) == hash_terrain(table)


def test_a_mesh_may_be_referred_to_instead(table, tmp_path):
    saved = save_board(table, tmp_path / "boards" / "new.json", copy=False)
    assert (
        saved.referenced_meshes == ("../elsewhere/block.stl",)
        and "uses ../elsewhere/block.stl" in saved.summary
    )
    assert os.listdir(tmp_path / "boards") == ["new.json"]
    assert hash_terrain(load_map(saved.path)) == hash_terrain(table)


def test_what_was_saved_can_be_changed_and_saved_again_without_another_copy(table, tmp_path):
    saved = save_board(table, tmp_path / "boards" / "new.json")
    block = move_feature(saved.table.feature("block"), (1, 0, 0), tmp_path / "boards")
    shifted = put_feature(saved.table, block, instead="block")
    again = save_board(shifted, saved.path)
    assert again.copied_meshes == () and again.referenced_meshes == ("block.stl",)
    assert sorted(os.listdir(tmp_path / "boards")) == ["block.stl", "new.json"]
    assert hash_terrain(load_map(saved.path)) == hash_terrain(shifted)


def test_two_meshes_of_one_name_stay_two_and_no_file_is_overwritten(table, tmp_path):
    (tmp_path / "third").mkdir()
    both = with_mesh(table, block(tmp_path / "third" / "block.stl", 3.0), "other")
    (tmp_path / "boards" / "block.stl").write_text("mine")
    saved = save_board(both, tmp_path / "boards" / "new.json")
    assert (
        len(set(saved.copied_meshes)) == 2
        and (tmp_path / "boards" / "block.stl").read_text() == "mine"
    )
    assert hash_terrain(load_map(saved.path)) == hash_terrain(both)


def test_a_copy_never_hides_a_mesh_that_the_map_finds_elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "models3d").mkdir()
    (tmp_path / "boards").mkdir()
    block(tmp_path / "models3d" / "block.stl", 4.0)
    data = {
        "size": [20, 20],
        "terrain": [
            {
                "id": "old",
                "kind": "structure",
                "shape": {"type": "mesh", "file": "block.stl", "position": [10, 10, 2]},
            }
        ],
    }
    both = with_mesh(table_from_map(data), block(tmp_path / "block.stl"), "new")
    saved = save_board(both, tmp_path / "boards" / "new.json")
    assert saved.referenced_meshes == ("block.stl",) and saved.copied_meshes == ("block-2.stl",)
    assert hash_terrain(load_map(saved.path)) == hash_terrain(both)


def test_where_the_map_cannot_be_written_nothing_is_left_behind(table, tmp_path):
    (tmp_path / "boards" / "new.json").mkdir()
    with pytest.raises(MapError, match=r"new\.json"):
        save_board(table, tmp_path / "boards" / "new.json")
    assert os.listdir(tmp_path / "boards") == ["new.json"]
    with pytest.raises(MapError, match="mesh"):
        save_board(table, tmp_path / "nowhere" / "new.json")


def test_a_mesh_that_is_gone_is_named(table, tmp_path):
    (tmp_path / "elsewhere" / "block.stl").unlink()
    with pytest.raises(
        MapError,
        match=r"new.json: cannot copy .*/block.stl, which is no longer there, to the board's folder",
    ):
        save_board(table, tmp_path / "boards" / "new.json")
    assert os.listdir(tmp_path / "boards") == []


def test_the_file_holds_what_a_person_would_write(table, tmp_path):
    saved = save_board(table, tmp_path / "boards" / "new.json")
    assert json.loads(saved.path.read_text())["terrain"] == [
        {
            "id": "block",
            "kind": "structure",
            "shape": {"type": "mesh", "file": "block.stl", "position": [5.0, 5.0, 1.0]},
        }
    ]


def test_solids_from_another_process_are_kept(tmp_path):
    path = block(tmp_path / "kept.stl")
    assert not is_solid_cached(path) and not is_solid_cached(tmp_path / "none.stl")
    with_mesh(table_from_map({"size": [20, 20]}), path)
    assert is_solid_cached(path)
    before = cached_solids()
    add_cached_solids(
        {MeshKey(path, 0, number, MeshImportSettings()): MeshSolid(()) for number in range(80)}
    )
    assert len(cached_solids()) == 64
    add_cached_solids(before)
    assert is_solid_cached(path)
