"""Sight, standing and moving on meshes that are open, dirty or rough: never wrong, and in doubt only near the surface."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from tests.fuzz.segments import clearance, crossed
from wc3d.registry import space_policy_of
from wc3d.table.body import Body
from wc3d.table.maps.map_file import map_data, table_from_map
from wc3d.table.moves.movement import move
from wc3d.table.sight.cover import cover
from wc3d.table.sight.sight import sight
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import stand, table_levels

SPACE = space_policy_of()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house without a bottom, in millimeters: walls of 0.25", a door to the south, a rough roof 3" up, 6 by 4" in all."""
    made = tmp_path_factory.mktemp("house")
    outer = trimesh.creation.box(bounds=[[-3, -2, 0], [3, 2, 3]])
    room = trimesh.creation.box(bounds=[[-2.75, -1.75, -1], [2.75, 1.75, 2.75]])
    door = trimesh.creation.box(bounds=[[-0.75, -3, -1], [0.75, -1, 2.5]])
    house = trimesh.boolean.difference([outer, room, door], engine="manifold").subdivide_to_size(
        0.4
    )
    corners = np.array(house.vertices)
    roof = (corners[:, 2] > 2.99) & (np.abs(corners[:, 0]) < 2.9) & (np.abs(corners[:, 1]) < 1.9)
    corners[roof, 2] += np.random.default_rng(1).uniform(0.0, 0.06, roof.sum())
    rough = trimesh.Trimesh(corners, house.faces, process=False)
    keep = rough.triangles_center[:, 2] > 1e-6  # the walls have no underside: their edges are open
    trimesh.Trimesh(corners * 25.4, rough.faces[keep], process=False).export(made / "house.stl")
    return made


def board(folder: Path, **shape: Any) -> Table:
    house = {"type": "mesh", "file": "house.stl", "position": [15, 15, 0], "units": "mm", **shape}
    terrain = [{"id": "house", "kind": "structure", "shape": house}]
    return table_from_map({"size": [30, 30], "terrain": terrain}, SPACE, folder=folder)


def body(id: str, x: float, y: float, z: float = 0.0, base: str = "small") -> Body:
    return Body(id, base, (x, y, z), sizes=SPACE.bases)


def test_a_wall_hides_and_the_door_shows(folder: Path) -> None:
    table = board(folder)
    inside = body("in", 15, 15.5)
    south = body("s", 15, 8)
    north = body("n", 15, 22)
    assert sight(table, inside, south).verdict == "clear"
    blocked = sight(table, inside, north)
    assert (blocked.verdict, blocked.blockers, blocked.short_by) == ("blocked", ("house",), None)
    assert sight(table, south, north).verdict == "blocked"
    assert sight(table, body("w", 5, 20), north).verdict == "clear"


def test_the_line_that_shows_misses_every_triangle(folder: Path) -> None:
    found = sight(board(folder), body("in", 15, 15.5), body("s", 15, 8))
    assert found.line is not None and found.clearance is not None and found.clearance > 0.0
    triangles = np.asarray(trimesh.load_mesh(folder / "house.stl").triangles) / 25.4 + [15, 15, 0]
    a, b = (np.array(end) for end in found.line)
    assert not crossed(triangles, a, b).any()
    assert found.clearance == pytest.approx(clearance(triangles, a, b), abs=1e-5)


def test_a_mesh_beside_the_line_of_centers_is_not_said_to_block(folder: Path) -> None:
    house = {"type": "mesh", "file": "house.stl", "position": [15, 15, 0], "units": "mm"}
    shed = {**house, "position": [15.4, 10, 0], "scale": 0.1}
    terrain = [
        {"id": id, "kind": "structure", "shape": shape}
        for id, shape in (("shed", shed), ("house", house))
    ]
    table = table_from_map({"size": [30, 30], "terrain": terrain}, SPACE, folder=folder)
    assert sight(table, body("s", 15, 8), body("n", 15, 22)).blockers == ("house",)


def test_a_model_that_barely_shows_is_in_doubt_by_less_than_the_tolerance(folder: Path) -> None:
    verdicts = {}
    table = board(folder)
    for x in np.arange(18.4, 18.8, 0.005):  # out of the shadow of the house's east wall
        found = sight(table, body("a", 18.0 + 0.591 + 0.01, 9), body("b", float(x) - 0.591, 21))
        verdicts[float(x)] = found.verdict
        if found.verdict == "undecided":
            assert found.doubt is not None and 0.0 < found.doubt <= 0.03
    order = ["blocked", "undecided", "clear"]
    places = [order.index(v) for v in verdicts.values()]
    assert places == sorted(places)
    assert places.count(1) <= 8


def test_the_rough_roof_is_one_level(folder: Path) -> None:
    table = board(folder)
    tops = [level.height for level in table_levels(table) if level.height > 2]
    assert len(tops) == 1 and 3.0 < tops[0] < 3.1
    assert stand(table, "small", (15, 15, tops[0]))
    assert not stand(table, "small", (15, 15, 3.0))
    assert sight(table, body("up", 15, 16.3, tops[0]), body("n", 15, 24)).verdict == "clear"


def test_walls_stop_a_model_and_give_cover(folder: Path) -> None:
    table = board(folder).with_bodies(body("a", 15, 8), body("b", 13.4, 14.6))
    assert move(table, table.body("a"), [(15, 14)], 12).legal
    assert not move(table, table.body("a"), [(12.5, 15)], 12).legal
    assert cover(table, table.body("a"), table.body("b")).features == ("house",)


def test_mirrored_turned_and_moved_copies_share_their_triangles(folder: Path) -> None:
    table = board(folder, rotation=180.0, mirrored=True)
    assert (
        sight(table, body("in", 15, 14.5), body("n", 15, 22)).verdict == "clear"
    )  # the door faces north now
    assert sight(table, body("in", 15, 14.5), body("s", 15, 8)).verdict == "blocked"


def test_levels_that_the_players_settled_hold(folder: Path) -> None:
    level = {"height": 3.2, "outline": [[-2, -1], [2, -1], [2, 1], [-2, 1]]}
    table = board(folder, levels=[level])
    assert [each.height for each in table_levels(table)] == [3.2, 0.0]
    assert stand(table, "small", (15, 15, 3.2))
    shape = map_data(table, folder)["terrain"][0]["shape"]
    assert (shape["units"], shape["levels"][0]["height"]) == ("mm", 3.2)


def wall_board(folder: Path, triangles: Any, name: str, lower: float = 0.0) -> Table:
    """A wall across the middle of a board, whose own origin lies `lower` inches up in it."""
    triangles = triangles - [0.0, 0.0, triangles[..., 2].min() + lower]
    corners = triangles.reshape(-1, 3)
    faces = np.arange(3 * len(triangles)).reshape(-1, 3)
    trimesh.Trimesh(corners, faces, process=False).export(folder / name)
    shape = {"type": "mesh", "file": name, "position": [15, 15, lower]}
    terrain = [{"id": "wall", "kind": "structure", "shape": shape}]
    return table_from_map({"size": [30, 30], "terrain": terrain}, SPACE, folder=folder)


def wall() -> trimesh.Trimesh:
    """6" long, 0.3" thick and 3" tall."""
    return (
        trimesh.creation.box(bounds=[[-3, -0.15, 0], [3, 0.15, 3]])
        .subdivide()
        .subdivide()
        .subdivide()
    )


@pytest.mark.parametrize("apart", [0.00008, 0.0002, 0.0004])
def test_triangles_that_do_not_quite_meet_make_a_solid(folder: Path, apart: float) -> None:
    triangles = np.asarray(wall().triangles)
    loose = triangles + np.random.default_rng(5).normal(0.0, apart, triangles.shape)
    found = sight(
        wall_board(folder, loose, f"loose-{apart}.stl"), body("s", 15, 10), body("n", 15, 20)
    )
    assert (found.verdict, found.blockers) == ("blocked", ("wall",))


@pytest.mark.rule("SPACE-05")
@pytest.mark.parametrize("lower", [0.0, 1.5])
def test_nobody_looks_under_a_rough_wall_on_the_table_wherever_its_own_origin_is(
    folder: Path, lower: float
) -> None:
    rough = wall()
    corners = np.array(rough.vertices)
    below = corners[:, 2] < 1e-6
    corners[below, 2] += np.random.default_rng(5).uniform(0.0, 0.03, below.sum())
    open_triangles = corners[rough.faces][
        1:
    ]  # a clean one would be taken as it is, to the last corner
    table = wall_board(folder, open_triangles, f"rough-{lower}.stl", lower)
    assert sight(table, body("s", 15, 10), body("n", 15, 20)).verdict == "blocked"
