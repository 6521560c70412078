"""Meshes as prisms: the same solid, cross-checked by trimesh's volumes and its `contains`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import shapely
import trimesh
from hypothesis import example, given, settings
from hypothesis import strategies as st
from trimesh.creation import annulus, cone, cylinder, icosphere, torus

from tests.narrowed import a as as_a
from tests.rays import need_rays
from wc3d.geometry import mesh_prisms as columns_module
from wc3d.geometry.convex_parts import signed_area
from wc3d.geometry.mesh_prisms import MeshPrismsError, split_into_prisms
from wc3d.geometry.penetration import penetration_depth
from wc3d.geometry.solids import Plane, Prism


def together(meshes: Sequence[trimesh.Trimesh]) -> trimesh.Trimesh:
    """Several meshes as one, as they are."""
    return as_a(trimesh.Trimesh, trimesh.util.concatenate(meshes))


def box(low: list[float], high: list[float]) -> trimesh.Trimesh:
    """A box between two corners."""
    return trimesh.creation.box(bounds=[low, high])


def house() -> trimesh.Trimesh:
    """A house without a roof: walls, a door, windows, and half an upper floor."""
    walls = trimesh.boolean.difference(
        [
            box([0, 0, 0], [8, 6, 5]),
            box([0.3, 0.3, -1], [7.7, 5.7, 6]),
            box([1, -1, -1], [2, 1, 2]),
            box([3, -1, 1], [4.5, 1, 2.5]),
            box([5, -1, 1], [6, 7, 3]),
        ]
    )
    return trimesh.boolean.union([walls, box([0.2, 0.2, 2.75], [7.8, 3, 3])])


def turned(mesh: trimesh.Trimesh, angle: float, axis: list[float]) -> trimesh.Trimesh:
    """The mesh turned about an axis through the origin."""
    return mesh.copy().apply_transform(trimesh.transformations.rotation_matrix(angle, axis))


def rounded(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """The mesh as an STL file keeps it."""
    return trimesh.Trimesh(
        mesh.vertices.astype(np.float32).astype(float), mesh.faces, process=False
    )


def volume(prisms: tuple[Prism, ...]) -> float:
    """The volumes of the prisms, added up."""
    total = 0.0
    for p in prisms:
        for i in range(1, len(p.points) - 1):
            corners = p.points[[0, i, i + 1]]
            total += signed_area(corners) * float(
                (p.top.heights(corners) - p.bottom.heights(corners)).mean()
            )
    return total


def inside(prisms: tuple[Prism, ...], points: np.ndarray, margin: float) -> np.ndarray:
    """Which points lie in one of the prisms, each grown by `margin` (or shrunk, when negative)."""
    found = np.zeros(len(points), dtype=bool)
    for p in prisms:
        side = np.roll(p.points, -1, axis=0) - p.points
        to = points[:, None, :2] - p.points
        off = (side[:, 0] * to[:, :, 1] - side[:, 1] * to[:, :, 0]) / np.hypot(*side.T)
        depths = [off.min(axis=1)]
        for plane, way in ((p.bottom, 1), (p.top, -1)):
            length = np.sqrt(1 + plane.slope_x**2 + plane.slope_y**2)
            depths.append(way * (points[:, 2] - plane.heights(points[:, :2])) / length)
        found |= np.min(depths, axis=0) >= -margin
    return found


def assert_same_solid(mesh: trimesh.Trimesh, prisms: tuple[Prism, ...], seed: int = 1) -> None:
    """The prisms are upright and convex, have the mesh's volume, and hold the points that the mesh holds."""
    for p in prisms:
        side = np.roll(p.points, -1, axis=0) - p.points
        last = np.roll(side, 1, axis=0)
        assert (last[:, 0] * side[:, 1] > last[:, 1] * side[:, 0]).all()
        assert (p.top.heights(p.points) >= p.bottom.heights(p.points) - 1e-6).all()
    assert volume(prisms) == pytest.approx(mesh.volume, rel=1e-4, abs=1e-4)
    need_rays()
    low, high = mesh.bounds
    points = np.random.default_rng(seed).uniform(low - 0.1, high + 0.1, (1000, 3))
    held = mesh.contains(points)
    assert not (inside(prisms, points, -2e-3) & ~held).any()
    assert not (held & ~inside(prisms, points, 2e-3)).any()


MESHES = {
    "box": lambda: box([0, 0, 0], [1, 2, 3]),
    "house": house,
    "house as STL, turned": lambda: rounded(turned(house(), 0.3, [0, 0, 1])),
    "house tilted": lambda: turned(house(), 0.3, [1, 0.2, 0.4]),
    "ball": lambda: icosphere(2, 2.0),
    "ring": lambda: torus(3, 1, 16, 12),
    "drum": lambda: cylinder(2, 4, sections=64),
    "cone": lambda: cone(2, 4),
    "pipe": lambda: annulus(1, 2, 3, sections=24),
    "pipe on its side": lambda: turned(annulus(1, 2, 3, sections=24), np.pi / 2, [1, 0, 0]),
}


@pytest.mark.parametrize("name", MESHES)
def test_the_prisms_are_the_solid(name: str) -> None:
    mesh = MESHES[name]()
    assert_same_solid(mesh, split_into_prisms(mesh))


def test_the_prisms_of_a_mesh_do_not_overlap() -> None:
    prisms = split_into_prisms(house())
    assert max(penetration_depth(a, b) for i, a in enumerate(prisms) for b in prisms[:i]) < 1e-5


def test_a_box_is_one_prism_and_a_drum_too() -> None:
    assert len(split_into_prisms(MESHES["box"]())) == 1
    (drum,) = split_into_prisms(MESHES["drum"]())
    assert len(drum.points) == 64


def test_a_house_is_a_few_level_prisms() -> None:
    prisms = split_into_prisms(house())
    assert len(prisms) <= 26
    assert all(p.is_level for p in prisms)
    assert {p.top.at for p in prisms} <= {1.0, 2.0, 2.5, 2.75, 3.0, 5.0}


def test_a_house_turned_on_the_table_stays_level() -> None:
    assert all(p.is_level for p in split_into_prisms(MESHES["house as STL, turned"]()))


def test_a_roof_has_sloped_tops() -> None:
    roof = trimesh.convex.convex_hull(
        np.array([[0, 0, 3], [8, 0, 3], [0, 6, 3], [8, 6, 3], [0, 3, 5], [8, 3, 5]])
    )
    prisms = split_into_prisms(roof)
    assert len(prisms) == 2
    assert {round(p.top.slope_y, 9) for p in prisms} == {round(2 / 3, 9), -round(2 / 3, 9)}
    assert all(p.bottom.is_level and p.bottom.at == 3 for p in prisms)


def test_boxes_that_share_a_face_are_one_prism() -> None:
    both = together([box([0, 0, 0], [2, 2, 2]), box([0, 0, 2], [2, 2, 3])])
    (prism,) = split_into_prisms(both)
    assert (prism.low, prism.high) == (0, 3)


def test_bodies_that_overlap_count_once() -> None:
    boxes = [box([0, 0, 0], [2, 2, 2]), box([1, 1, 1], [3, 3, 3])]
    assert volume(split_into_prisms(together(boxes))) == pytest.approx(15)
    ball = icosphere(1, 2.0)
    balls = [ball, ball.copy().apply_translation([1, 0.3, 0.2])]
    united = trimesh.boolean.union(balls)
    assert_same_solid(united, split_into_prisms(together(balls)))


def test_a_cavity_stays_hollow() -> None:
    hollow = box([1, 1, 1], [3, 3, 3])
    hollow.invert()
    assert volume(
        split_into_prisms(together([box([0, 0, 0], [4, 4, 4]), hollow]))
    ) == pytest.approx(64 - 8)


def test_thin_splinters_are_no_solid() -> None:
    stack = together([box([0, 0, 0], [2, 2, 2]), box([3, 0, 0], [3 + 4e-6, 2, 2])])
    assert len(split_into_prisms(stack)) == 1


def arc(corners: int, step: float, radius: float) -> np.ndarray:
    """Points on an arc about the y axis, from its right end to its left."""
    angles = (np.arange(corners) - (corners - 1) / 2) * step / radius
    return np.column_stack([radius * np.sin(angles), radius * np.cos(angles)])[::-1]


@pytest.mark.parametrize(("corners", "step"), [(500, 5e-4), (1000, 1e-3)])
@pytest.mark.parametrize("rest_y", [0.0, 3.0], ids=["bulge", "hollow"])
def test_a_finely_divided_arc_keeps_its_shape(corners: int, step: float, rest_y: float) -> None:
    curve = arc(corners, step, 2.0)
    (right, _), (left, _) = curve[0], curve[-1]
    plan = shapely.Polygon([*curve.tolist(), (left, rest_y), (right, rest_y)])
    prisms = split_into_prisms(trimesh.creation.extrude_polygon(plan, 1.0))
    footprints = [shapely.Polygon(p.points) for p in prisms]
    assert all(f.area == pytest.approx(f.convex_hull.area, abs=1e-9) for f in footprints)
    filled = shapely.union_all(footprints)
    assert shapely.hausdorff_distance(filled.boundary, plan.boundary) < 2e-5
    assert filled.symmetric_difference(plan).area < 2e-5


def test_a_gentle_slope_of_many_triangles_is_no_level() -> None:
    tile = box([0, 0, 0], [4, 4, 1])
    for _ in range(4):
        tile = tile.subdivide()
    slope = Plane(1.0, 0.001 * 0.73 / 4, 0.001 * 0.041 / 4)
    tops = tile.vertices[:, 2] == 1
    tile.vertices[tops, 2] = slope.heights(tile.vertices[tops, :2])
    for prism in split_into_prisms(tile):
        assert np.abs(prism.top.heights(prism.points) - slope.heights(prism.points)).max() < 5e-5


def test_a_wall_that_leans_in_a_thousand_small_steps_is_not_taken_for_upright() -> None:
    heights = np.linspace(0, 3, 1001)
    profile = [
        (0, 0),
        *zip((2 - 0.005 * heights / 3).tolist(), heights.tolist(), strict=True),
        (0, 3),
    ]
    lying = trimesh.creation.extrude_polygon(shapely.Polygon(profile), 2.0)
    with pytest.raises(MeshPrismsError, match="crosses itself"):
        split_into_prisms(turned(lying, np.pi / 2, [1, 0, 0]))


def test_a_body_inside_out_is_refused() -> None:
    wrong = box([5, 0, 0], [6, 1, 1])
    wrong.invert()
    with pytest.raises(MeshPrismsError, match="inside out"):
        split_into_prisms(together([box([0, 0, 0], [2, 2, 2]), wrong]))


def test_a_surface_that_crosses_itself_is_refused() -> None:
    ball = icosphere(2, 2.0)
    ball.vertices[ball.vertices[:, 2].argmax()] = [0, 0, -5]
    with pytest.raises(MeshPrismsError, match="crosses itself"):
        split_into_prisms(ball)


def test_a_flat_sheet_has_no_volume() -> None:
    sheet = trimesh.Trimesh(
        [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 1]], process=False
    )
    with pytest.raises(MeshPrismsError, match="no volume"):
        split_into_prisms(sheet)


def test_a_mesh_too_large_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns_module, "TRIANGLES_LIMIT", 100)
    with pytest.raises(MeshPrismsError, match=r"has 320 triangles, more than 100; simplify"):
        split_into_prisms(icosphere(2))
    monkeypatch.setattr(columns_module, "PRISMS_LIMIT", 20)
    with pytest.raises(MeshPrismsError, match="more than 20 convex prisms"):
        split_into_prisms(icosphere(1))


@given(
    st.lists(
        st.tuples(*[st.integers(0, 12)] * 3, *[st.integers(1, 6)] * 3),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from([0.0, 0.3, 1.1]),
)
@example(
    [*[(0, 0, 0, 1, 1, 1)] * 4, (5, 6, 1, 6, 3, 1), (8, 6, 0, 3, 4, 1)], 0.3
)  # a hair-thin spike beside a corner
@settings(max_examples=40, deadline=None)
def test_any_pile_of_boxes_keeps_its_volume(boxes: list, angle: float) -> None:
    piles = [
        box([x / 2, y / 2, z / 2], [(x + a) / 2, (y + b) / 2, (z + c) / 2])
        for x, y, z, a, b, c in boxes
    ]
    pile = turned(together(piles), angle, [0, 0, 1])
    prisms = split_into_prisms(pile)
    cells = np.zeros((18, 18, 18), dtype=bool)
    for x, y, z, a, b, c in boxes:
        cells[x : x + a, y : y + b, z : z + c] = True
    assert volume(prisms) == pytest.approx(cells.sum() / 8, rel=1e-5)
    assert all(p.is_level for p in prisms)


@pytest.mark.slow
@given(st.integers(0, 10_000))
@example(836)  # a part whose hollow is a little deeper than a straight corner may be
@settings(max_examples=20, deadline=None)
def test_any_rock_is_its_prisms(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rock = trimesh.convex.convex_hull(rng.uniform(-2, 2, (12, 3)))
    bite = trimesh.convex.convex_hull(rng.uniform(-2, 2, (8, 3)))
    left = trimesh.boolean.difference([rock, bite])
    assert_same_solid(left, split_into_prisms(left), seed)


def test_it_is_told_how_much_is_done():
    heard: list[float] = []

    def hear(done: int, total: int) -> bool:
        heard.append(done / total)
        return True

    split_into_prisms(house(), hear)
    assert len(heard) > 1 and heard == sorted(heard) and 0 < heard[0] < heard[-1] < 1
