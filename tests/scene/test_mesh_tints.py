"""Copies of a mesh file have different tints, always the same ones."""

from tests.shipped_boards import shipped_board
from wc3d.scene.ground_textures import GROUNDS, ground_for_board
from wc3d.scene.mesh_tints import BLUE_FILES, BLUE_TINTS, PAINTED_TINTS, TINTS, Tint, mesh_tint
from wc3d.scene.terrain_details.ground_patches import is_crater
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.web.packing import BinaryPack
from wc3d.web.page_scene import PageScenery


def test_the_containers_of_a_yard_have_all_tints():
    table = shipped_board("container-yard")
    blue: set[Tint] = set()
    others: set[Tint] = set()
    containers = [f for f in table.features if "ontainer" in f.name or "stack" in f.name]
    for feature in containers:
        shapes = [shape for shape in feature.shapes if isinstance(shape, MeshShape)]
        for number, shape in enumerate(shapes):
            is_blue = shape.file in BLUE_FILES
            (blue if is_blue else others).add(mesh_tint(feature, number))
    assert blue == set(BLUE_TINTS) and others <= set(PAINTED_TINTS)
    stack = next(f for f in containers if len(f.meshes) > 1)
    assert mesh_tint(stack, 0) != mesh_tint(stack, 1)
    assert mesh_tint(stack, 0) == mesh_tint(stack, 0)


def test_other_mesh_files_differ_a_little():
    table = shipped_board("old-quarter")
    tints = {mesh_tint(f, 0) for f in table.features if f.meshes and not is_crater(f)}
    assert tints == set(TINTS)
    shared = [f for f in table.features if len(f.meshes) > 1]
    assert all(mesh_tint(f, 0) == mesh_tint(f, 1) for f in shared)
    assert max(abs(value - 1) for tint in tints for value in tint) < 0.12


def test_pages_show_the_tints_of_the_window():
    table = shipped_board("container-yard")
    files = PageScenery(BinaryPack(), table, []).files
    ground = ground_for_board(table.name)
    tints = [mesh_tint(f, k, ground) for f in table.features for k in range(len(f.meshes))]
    assert [color for _, color in files.placed_meshes] == tints
    packed = [place for skin in files.to_json(BinaryPack())["skins"] for place in skin["places"]]
    assert {tuple(place[5:]) for place in packed} == {(*tint, 1.0) for tint in tints}


def test_a_crater_has_the_color_of_its_board():
    table = shipped_board("salt-flats")
    crater = next(f for f in table.features if f.name == "Shell hole")
    salt, grass = (next(g for g in GROUNDS if g.name == name) for name in ("salt", "grassland"))
    pale, brown = (mesh_tint(crater, 0, ground) for ground in (salt, grass))
    assert pale[2] > brown[2] and pale[2] / pale[0] > 1.2
