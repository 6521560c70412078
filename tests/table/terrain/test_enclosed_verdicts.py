"""Every verdict on a mesh that is held between two solids is that on the same solid as boxes, but for a tolerance."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import trimesh

from tests.fuzz.spoiled_solids import block, united
from wc3d.registry import space_policy_of
from wc3d.table.body import Body
from wc3d.table.maps.map_file import table_from_map
from wc3d.table.moves.falling import find_fall
from wc3d.table.table import Table
from wc3d.table.terrain.mesh_solids import load_mesh_solid
from wc3d.table.terrain.standing_places import stand, table_levels

SPACE = space_policy_of()

NEAR = 0.2
"""Inches: so far may what holds a mesh reach beyond it."""

# from x, to x, from y, to y, from z, to z: a plateau, a wall on its north edge, a step to the east
BOXES: list[tuple[float, ...]] = [
    (12, 18, 12, 18, 0, 2),
    (12, 18, 17.5, 18, 2, 4),
    (18, 21, 13, 17, 0, 1),
]
LADDER = {"id": "ladder", "at": [15, 12], "bottom": 0.0, "top": 2.0}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Table, Table]]:
    """For a structure and for a forest: the table with boxes, and the one with a mesh of which a triangle is turned over."""
    folder = tmp_path_factory.mktemp("meshes")
    found = {}
    solids: dict[str, list[tuple[float, ...]]] = {
        "structure": BOXES,
        "forest": [(12, 18, 12, 18, 0, 4)],
    }
    for kind, boxes in solids.items():
        triangles = united([block(*box[:6]) for box in boxes], 1.0) - [15, 15, 0]
        triangles[3] = triangles[3, ::-1]
        corners = triangles.reshape(-1, 3) * 25.4
        trimesh.Trimesh(corners, np.arange(len(corners)).reshape(-1, 3), process=False).export(
            folder / f"{kind}.stl"
        )
        shapes: list[list[dict[str, Any]]] = [[], []]
        for x0, x1, y0, y1, low, high in boxes:
            size = {"size": [x1 - x0, y1 - y0], "bottom": low, "height": high - low}
            shapes[0].append({"type": "box", "center": [(x0 + x1) / 2, (y0 + y1) / 2], **size})
        shapes[1].append(
            {"type": "mesh", "file": f"{kind}.stl", "position": [15, 15, 0], "units": "mm"}
        )
        both = []
        for shape in shapes:
            terrain = [{"id": "piece", "kind": kind, "shape": shape}]
            ladders = [LADDER] if kind == "structure" else []
            both.append(
                table_from_map(
                    {"size": [30, 30], "terrain": terrain, "ladders": ladders}, SPACE, folder=folder
                )
            )
        found[kind] = both[0], both[1]
    return found


def body(id: str, x: float, y: float, z: float = 0.0, base: str = "small") -> Body:
    return Body(id, base, (x, y, z), sizes=SPACE.bases)


def agree(tables: tuple[Table, Table], ask: Callable[[Table, float, float], Any]) -> Any:
    """The answer on the mesh, where that on the boxes is the same all around (None elsewhere): they must be one.

    On the mesh it may be undecided.
    """
    plain, mesh = tables
    around = {ask(plain, x, y) for x, y in itertools.product((-NEAR, 0.0, NEAR), repeat=2)}
    if len(around) > 1:
        return None
    answer = ask(mesh, 0.0, 0.0)
    assert answer in (around.pop(), "undecided")
    return answer


def test_it_is_held_and_not_taken_exactly(tables):
    for _, mesh in tables.values():
        assert all(len(f.meshes) == 1 for f in mesh.features)


def test_levels(tables):
    plain, mesh = tables["structure"]
    assert [level.height for level in table_levels(mesh)] == pytest.approx(
        [level.height for level in table_levels(plain)], abs=1e-6
    )


def test_where_a_base_stands(tables):
    answers = []
    for x, y in itertools.product(np.arange(10.5, 22.5, 0.9), np.arange(10.5, 19.5, 0.9)):
        for z in (0.0, 1.0, 2.0):

            def standing(
                table: Table, dx: float, dy: float, at: tuple[float, ...] = (x, y, z)
            ) -> bool:
                return bool(stand(table, "small", (at[0] + dx, at[1] + dy, at[2])))

            answers.append(agree(tables["structure"], standing))
    assert answers.count(True) > 30 and answers.count(False) > 100


@pytest.mark.parametrize("kind", ["structure", "forest"])
def test_sight(tables, kind):
    chance = np.random.default_rng(4)
    answers = []
    for _ in range(120):
        (x, y), (u, v) = chance.uniform(8, 22, (2, 2)).tolist()

        def seen(table: Table, dx: float, dy: float, at: tuple[float, ...] = (x, y, u, v)) -> str:
            return table.sight(body("a", at[0] + dx, at[1] + dy), body("b", at[2], at[3])).verdict

        answers.append(agree(tables[kind], seen))
    assert answers.count("clear") > 20 and answers.count("blocked") > 5
    assert answers.count("undecided") <= 5, "only of models within the solid"


def test_cover(tables):
    chance = np.random.default_rng(5)
    answers = []
    for _ in range(80):
        (x, y), (u, v) = chance.uniform(8, 22, (2, 2)).tolist()

        def covered(
            table: Table, dx: float, dy: float, at: tuple[float, ...] = (x, y, u, v)
        ) -> bool:
            return table.has_cover(
                body("a", at[0] + dx, at[1] + dy), body("b", at[2] + dx / 2, at[3] - dy / 2)
            )

        answers.append(agree(tables["structure"], covered))
    assert answers.count(True) > 10 and answers.count(False) > 10


def test_sprays_and_blasts(tables):
    models = (
        body("a", 8, 15),
        body("b", 10.5, 15),
        body("c", 15, 15, 2.0),
        body("d", 10.5, 16.4),
        body("e", 10.5, 11),
    )
    for table in (t.with_bodies(*models) for t in tables["structure"]):
        assert table.spray("a", "b", 8.0) == tables["structure"][0].with_bodies(*models).spray(
            "a", "b", 8.0
        )
        assert table.blast("b") == tables["structure"][0].with_bodies(*models).blast("b")


MOVES: list[tuple[tuple[float, float, float], list[Any]]] = [
    ((9, 15, 0), [(9, 20)]),
    ((9, 15, 0), [(15, 15)]),
    ((9, 10, 0), [(22, 10)]),
    ((15, 10.9, 0), [{"ladder": "ladder", "to": [15, 13]}]),
    ((14, 14, 2), [(16, 16)]),
    ((14, 14, 2), [(14, 20)]),
    ((16, 15, 2), [(19.5, 15)]),
    ((16, 15, 2), [(24, 15)]),
    ((16, 15, 2), [{"jump": [24, 15]}]),
    ((19.5, 15, 1), [(15, 15)]),
    ((14, 14, 2), [{"jump": [14, 9]}]),
]


@pytest.mark.parametrize(("start", "path"), MOVES)
def test_moves_climbs_and_jumps(tables, start, path):
    plain, mesh = (t.move(body("m", *start), path, 14.0) for t in tables["structure"])
    assert (mesh.legal, mesh.code, mesh.power) == (plain.legal, plain.code, plain.power), (
        mesh.reason
    )
    assert mesh.end == pytest.approx(plain.end, abs=NEAR)
    assert (mesh.length, mesh.fall) == pytest.approx((plain.length, plain.fall), abs=NEAR)


@pytest.mark.parametrize(
    ("start", "to"),
    [
        ((15, 15, 2), (15, 22)),
        ((15, 15, 2), (8, 15)),
        ((9, 15, 0), (15, 15)),
        ((16, 15, 2), (19.6, 15)),
    ],
)
def test_jumps(tables, start, to):
    plain, mesh = (t.jump(body("m", *start), to) for t in tables["structure"])
    assert (mesh.legal, mesh.stopped_by, mesh.power) == (plain.legal, plain.stopped_by, plain.power)
    assert mesh.end == pytest.approx(plain.end, abs=NEAR) and mesh.length == pytest.approx(
        plain.length, abs=NEAR
    )


@pytest.mark.parametrize("at", [(15, 15, 6), (19.5, 15, 5), (9, 9, 3), (15, 17.7, 8)])
def test_falls(tables, at):
    plain, mesh = (find_fall(t, body("m", *at), at) for t in tables["structure"])
    assert (mesh.power, mesh.end) == (plain.power, pytest.approx(plain.end, abs=1e-3))


@pytest.mark.parametrize(
    ("at", "source"),
    [
        ((10, 15, 0), (8, 15, 0)),
        ((15, 15, 2), (15, 13, 2)),
        ((14, 14, 2), (16, 14, 2)),
        ((16.5, 15, 2), (14, 15, 2)),
    ],
)
def test_slams(tables, at, source):
    plain, mesh = (t.slam(body("m", *at), body("s", *source), 5.0) for t in tables["structure"])
    assert (mesh.contacts, mesh.power, mesh.destroyed) == (
        plain.contacts,
        plain.power,
        plain.destroyed,
    )
    assert mesh.end == pytest.approx(plain.end, abs=NEAR) and mesh.fall == pytest.approx(
        plain.fall, abs=1e-3
    )


@pytest.mark.parametrize(
    ("start", "inches"), [((9, 15, 0), 7.0), ((15, 14, 2), 5.0), ((15, 10.9, 0), 6.0)]
)
def test_reach(tables, start, inches):
    plain, mesh = (t.reach(body("m", *start), inches).levels for t in tables["structure"])
    assert [level.height for level in mesh] == pytest.approx(
        [level.height for level in plain], abs=1e-4
    )
    for one, two in zip(plain, mesh, strict=True):
        apart = one.area.symmetric_difference(two.area).area
        assert apart < NEAR * max(one.area.length, two.area.length)


def test_a_finer_tolerance_follows_the_mesh_more_closely(tables):
    (feature,) = tables["structure"][1].features
    shape = feature.shapes[0]
    wide = {
        t: load_mesh_solid(shape.path, shape.import_settings._replace(tolerance=t))
        for t in (0.015, 0.1)
    }
    reach = {t: max(float(p.points.max()) for p in solid.prisms) for t, solid in wide.items()}
    assert 6.0 <= reach[0.015] < reach[0.1] < 6.5
