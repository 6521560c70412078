"""Terrain meshes are the rules' own solids, and rays meet them where the solids are."""

from math import pi, sin

import numpy as np
import pytest
import trimesh

from tests.narrowed import there
from tests.rays import need_rays
from tests.screens.boards import mixed
from tests.screens.measured import measured
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.presentation.palette import TERRAIN_LOOKS, Livery, Silhouette
from wc3d.scene.figures import make_figure
from wc3d.scene.picking import RayPicker
from wc3d.scene.pine_trees import place_pines
from wc3d.scene.scenery import TRUNK_RGB, make_plain_trees, place_trees
from wc3d.scene.terrain_meshes import (
    CYLINDER_SIDES,
    hull_mesh,
    make_feature_mesh,
    plan_outline,
    union_mesh,
)
from wc3d.table.body import Body
from wc3d.table.features import Kind, make_feature
from wc3d.table.maps.edit_terrain import build_feature
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.table import Table


def box(x0, y0, x1, y1, low, high):
    return Prism(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float), Plane(low), Plane(high))


def test_touching_and_overlapping_pieces_become_one_clean_solid():
    made = make_feature_mesh(
        make_feature(
            "f", "structure", (box(0, 0, 2, 2, 0, 3), box(2, 0, 4, 2, 0, 3), box(1, 1, 3, 3, 0, 3))
        )
    )
    body = measured(made.body)
    assert (
        body.is_watertight
        and body.volume == pytest.approx((4 + 4 + 2) * 3)
        and not len(made.ground.faces)
    )


def test_slopes_and_flat_ground_keep_their_shape():
    ramp = Prism(np.array([[0, 0], [4, 0], [4, 2], [0, 2.0]]), Plane(0), Plane(0, 0.5))
    made = make_feature_mesh(make_feature("f", "structure", (ramp, box(6, 0, 8, 2, 0, 0))))
    assert measured(made.body).volume == pytest.approx(8) and measured(
        made.ground
    ).area == pytest.approx(4)


def test_a_mesh_file_is_drawn_as_the_rules_see_it_wherever_it_is_put(tmp_path):
    corner = trimesh.util.concatenate(
        [trimesh.creation.box((4, 1, 3)), trimesh.creation.box((1, 5, 2))]
    )
    corner.apply_translation((7, 2, 1.5))
    corner.export(tmp_path / "corner.stl")
    for position, rotation in (((10, 10, 0), 0.0), ((12.5, 3, 2), 33.0)):
        shape = MeshShape(
            type="mesh", file="corner.stl", position=position, rotation=rotation, scale=0.5
        )
        made = build_feature({"id": "corner", "kind": "structure"}, [shape], tmp_path)
        drawn = measured(make_feature_mesh(made).body)
        seen = measured(union_mesh(made.pieces))
        assert drawn.is_watertight and drawn.volume == pytest.approx(seen.volume, rel=1e-6)
        assert drawn.bounds == pytest.approx(seen.bounds, abs=1e-6)
        assert drawn.center_mass == pytest.approx(seen.center_mass, abs=1e-5)


def test_the_hull_of_two_cylinders_holds_both():
    hull = measured(hull_mesh(Cylinder((0, 0), 1, 0, 2), Cylinder((9, 0), 1, 3, 5)))
    assert hull.is_watertight and hull.bounds == pytest.approx(np.array([[-1, -1, 0], [10, 1, 5]]))


def test_every_kind_has_its_own_look_without_color_too():
    assert set(TERRAIN_LOOKS) == set(Kind)
    assert (
        len({look.pattern for look in TERRAIN_LOOKS.values()})
        == len({look.surface for look in TERRAIN_LOOKS.values()})
        == len(Kind)
    )


OVER_THE_RIM = 1.85
"""So many times as far from the middle as their base arms and wings may reach."""


@pytest.mark.parametrize("base", ["small", "medium", "large"])
@pytest.mark.parametrize("sort", Silhouette)
def test_a_figure_is_no_higher_than_its_volume_and_reaches_little_over_its_base(base, sort):
    for side, far in ((0, False), (1, True), (2, False)):
        body = Body("x", base, (0, 0, 0), "gate" if sort is Silhouette.PORTAL else "unit")
        points = make_figure(body, Livery((200, 30, 30), side, sort), far)[0]
        assert np.hypot(points[:, 0], points[:, 1]).max() <= body.radius * OVER_THE_RIM + 1e-6
        assert points[:, 2].min() >= -1e-9 and points[:, 2].max() <= body.height + 1e-9


def outline_of(sort, side=1):
    """A figure's silhouette from the south, as the cells that it covers."""
    points, _, _, faces = make_figure(
        Body("x", "medium", (0, 0, 0)), Livery((200, 30, 30), side, sort)
    )
    seen = trimesh.Trimesh(points, faces, process=False).sample(30000, seed=1)
    cells = np.floor(seen[:, [0, 2]] / 0.1).astype(int)
    return {tuple(cell) for cell in cells[seen[:, 2] > 0.2].tolist()}


def test_every_sort_of_model_has_its_own_silhouette():
    shapes = {sort: outline_of(sort) for sort in Silhouette if sort is not Silhouette.PORTAL}
    for one in shapes:
        for other in shapes:
            if one is not other:
                assert len(shapes[one] ^ shapes[other]) / len(shapes[one] | shapes[other]) > 0.2, (
                    one,
                    other,
                )


def test_trees_stay_in_their_wood_and_out_of_the_way():
    wood = make_feature("w", "forest", (box(0, 0, 9, 9, 1, 5),))
    places = place_trees(wood, [(4.5, 4.5, 2.0)])
    parts = make_plain_trees(wood, places)
    points = np.concatenate([mesh.vertices for mesh, _ in parts])
    assert (
        len(parts) > 10
        and points.min() >= 0
        and points[:, :2].max() <= 9
        and points[:, 2].max() <= 5
    )
    trunks = np.array([mesh.bounds.mean(axis=0)[:2] for mesh, rgb in parts if rgb == TRUNK_RGB])
    assert np.hypot(*(trunks - 4.5).T).min() >= 2.0
    again = np.concatenate([mesh.vertices for mesh, _ in make_plain_trees(wood, places)])
    assert np.array_equal(points, again)
    planted, waits = place_pines(wood, places)
    stand = np.concatenate(
        [
            skin.points @ p.matrix[:3, :3].T + p.matrix[:3, 3]
            for p in planted
            for skin in p.look.detail_levels[0]
        ]
    )
    assert (
        waits is None
        and len(planted) == len(trunks)
        and stand[:, 2].min() >= 1 - 1e-6
        and stand[:, 2].max() <= 5
    )
    assert stand[:, :2].min() >= 0 and stand[:, :2].max() <= 9
    assert {tuple(np.round(p.matrix[:2, 3], 6)) for p in planted} == {
        tuple(np.round(at, 6)) for at in trunks
    }


def test_plain_trees_stand_where_no_pine_is_there(tmp_path, monkeypatch):
    monkeypatch.setattr("wc3d.scene.pine_trees.shipped_folder", lambda folder: tmp_path)
    wood = make_feature("w", "forest", (box(0, 0, 9, 9, 1, 5),))
    assert place_pines(wood, place_trees(wood, [])) == ([], None)


def test_plan_outlines_are_exact_for_polygons_and_inscribed_for_circles():
    assert plan_outline([box(0, 0, 2, 2, 0, 1), box(2, 0, 3, 2, 0, 9)]).area == pytest.approx(6)
    assert plan_outline([Cylinder((0, 0), 2, 0, 1)]).area == pytest.approx(
        CYLINDER_SIDES / 2 * sin(2 * pi / CYLINDER_SIDES) * 4
    )


def test_rays_meet_pieces_where_the_meshes_are():
    """The picker's algebra against trimesh's triangles, on two hundred rays from all sides."""
    need_rays()
    rng = np.random.default_rng(4)
    solids = (
        box(-2, -1, 2, 1, 0, 3),
        Prism(np.array([[3, -2], [5, -2], [4, 2.0]]), Plane(1), Plane(4, 0.2, 0.3)),
    )
    table = Table((30, 30), (make_feature("f", "structure", solids),), policy=SPACE)
    picker = RayPicker(table)
    mesh = measured(make_feature_mesh(table.features[0]).body)
    ways = rng.normal(size=(200, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    starts = rng.uniform((-3, -3, -1), (6, 4, 6), (200, 3)) - 20 * ways
    places, rays, _ = mesh.ray.intersects_location(starts, ways)
    met = 0
    for k, (start, way) in enumerate(zip(starts, ways, strict=True)):
        hit = picker.pick_terrain(start, way)
        far = ((places[rays == k] - start) @ way).min() if (rays == k).any() else None
        assert (hit.distance if hit else None) == (
            pytest.approx(far, abs=1e-4) if far is not None else None
        )
        met += hit is not None
    assert 40 < met < 180


def test_the_first_thing_under_a_ray(tmp_path):
    table = mixed(tmp_path)
    picker = RayPicker(table)

    def down(x, y):
        hit = there(picker.pick_first((x, y, 40), (0, 0, -1), table.bodies))
        return (hit.kind, hit.id, round(hit.at[2], 6), hit.is_level_top)

    assert down(22, 20) == ("body", "d", 6.75, True)
    assert down(20.5, 20) == ("feature", "silo", 5.0, True)
    assert down(21, 7.5) == ("table", "", 0.0, True)  # a wood does not stop a pointing finger
    assert down(28, 2) == ("table", "", 0.0, True)
    assert picker.pick_first((40, 2, 40), (0, 0, -1)) is None
    disc = make_feature("o", Kind.OBJECTIVE, (Cylinder((5, 5), 0.6, 0, 1),), cover=True)
    on_disc = there(
        RayPicker(Table((30, 30), (disc,), policy=SPACE)).pick_first((5, 5, 40), (0, 0, -1))
    )
    assert on_disc.kind == "table"  # it hides no base
    assert not picker.is_point_visible((22, 10, 1), (22, 29, 1)) and picker.is_point_visible(
        (24.5, 10, 1), (24.5, 29, 1)
    )
