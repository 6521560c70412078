"""Level surfaces without thickness: ground that a ruin stands on, a deck of one layer. For what moves they are 0.01" thick."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from wc3d.geometry.mesh_solids.close_scans import CLOSING_DEPTH_IN
from wc3d.geometry.mesh_solids.floors import SHEET_THICKNESS_IN
from wc3d.registry import space_policy_of
from wc3d.table.body import Body
from wc3d.table.maps.map_file import table_from_map
from wc3d.table.moves.movement import move
from wc3d.table.sight.cover import cover
from wc3d.table.sight.sight import sight
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import stand

SPACE = space_policy_of()


def sheet(x: float, y: float, z: float) -> np.ndarray:
    """A level rectangle about the origin, 2 x by 2 y inches, rough enough in its triangles not to be taken exactly."""
    corners = np.array([[-x, -y, z], [x, -y, z], [x, y, z], [-x, y, z]])
    return corners[[[0, 1, 2], [0, 2, 3]]]


def board(folder: Path, *parts: np.ndarray) -> Table:
    triangles = np.concatenate(parts)
    faces = np.arange(3 * len(triangles)).reshape(-1, 3)
    trimesh.Trimesh(triangles.reshape(-1, 3), faces, process=False).export(folder / "a.stl")
    shape = {"type": "mesh", "file": "a.stl", "position": [15, 15, 0]}
    return table_from_map(
        {"size": [30, 30], "terrain": [{"id": "a", "kind": "structure", "shape": shape}]},
        SPACE,
        folder=folder,
    )


def body(id: str, x: float, y: float, z: float = 0.0, base: str = "small") -> Body:
    return Body(id, base, (x, y, z), sizes=SPACE.bases)


@pytest.fixture
def ruin(tmp_path: Path) -> Table:
    wall = trimesh.creation.box(bounds=[[-1.0, 2.0, 0.0], [1.0, 2.5, 3.0]]).triangles
    return board(tmp_path, sheet(4, 4, 0.0), wall)


def test_ground_in_the_table_is_in_nobodys_way(ruin: Table) -> None:
    [feature] = ruin.features
    assert min(p.low for p in feature.pieces) == pytest.approx(-CLOSING_DEPTH_IN), (
        "closed as a tile is, it reaches into the table"
    )
    on = body("on", 15, 14)
    off = body("off", 15, 8)
    table = ruin.with_bodies(on, off)
    assert stand(table, "small", (15, 14, 0.0), ignore=("on",))
    assert move(table, off, [(15, 12), (12, 15), (12, 22)], 20).legal, "onto it, over it and off it"
    assert sight(table, off, on).verdict == "clear" and not cover(table, off, on).features
    small = body("low", 12, 9), body("far", 12, 21)
    assert sight(table, *small).verdict == "clear"
    assert sight(table, body("a", 15, 14), body("b", 15, 22)).verdict == "blocked", (
        "the wall on it hides"
    )


def test_a_deck_is_stood_on_at_its_own_height_and_passed_under_with_a_hundredth_of_an_inch_more_room(
    tmp_path: Path,
) -> None:
    leg = trimesh.creation.box(bounds=[[3.0, -1.0, 0.0], [3.5, 1.0, 1.5]]).triangles
    high = SPACE.bases["small"].height
    for more, fits in ((SHEET_THICKNESS_IN / 2, False), (2 * SHEET_THICKNESS_IN, True)):
        table = board(tmp_path, sheet(2, 2, high + more), leg)
        assert stand(table, "small", (15, 15, round(high + more, 4)))
        assert move(table, body("a", 15, 10), [(15, 20)], 20).legal is fits
        assert sight(table, body("a", 15, 10), body("b", 15, 20)).verdict == "clear", (
            "sight goes by the file itself"
        )
