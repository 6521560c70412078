"""Mesh files are drawn with their own triangles, colors and textures, coarser from afar; bad textures end in plain color."""

import io

import numpy as np
import pytest
import trimesh
from PIL import Image
from trimesh.visual.material import PBRMaterial

from tests.screens.measured import measured
from wc3d.geometry.solids import Prism
from wc3d.meshes.mesh_source import ReadingStoppedError
from wc3d.scene import mesh_looks
from wc3d.scene.level_of_detail import choose_detail_levels
from wc3d.scene.mesh_looks import cached_look, load_or_make_look, mesh_files_of, placement_matrix
from wc3d.scene.mesh_simplification import SharedVertexMesh, simplify_mesh
from wc3d.scene.terrain_meshes import make_feature_mesh
from wc3d.table.maps.edit_terrain import build_feature
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.terrain.mesh_solids import MeshImportSettings, make_mesh_key

RED = (200, 30, 20)
BLUE = (20, 60, 210)


def half_and_half(size=(64, 32)):
    """An image: its left half red, its right half blue."""
    pixels = np.full((size[1], size[0], 3), RED, np.uint8)
    pixels[:, size[0] // 2 :] = BLUE
    return Image.fromarray(pixels)


def textured_ball(path, image=None, subdivisions=5):
    """A ball 2 m across as a GLB: red to the west (x < 0), blue to the east; y is up."""
    ball = trimesh.creation.icosphere(subdivisions, 1.0)
    uv = np.column_stack(
        [np.where(ball.vertices[:, 0] < 0, 0.25, 0.75), np.full(len(ball.vertices), 0.5)]
    )
    material = PBRMaterial(baseColorTexture=image or half_and_half(), metallicFactor=0.0)
    ball.visual = trimesh.visual.TextureVisuals(uv=uv, material=material)
    path.write_bytes(trimesh.Scene(ball).export(file_type="glb"))
    return path


@pytest.fixture(autouse=True)
def fresh(monkeypatch, tmp_path):
    monkeypatch.setattr(mesh_looks, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(mesh_looks, "_looks", {})


def look_at(path, **fit):
    return load_or_make_look(make_mesh_key(path, MeshImportSettings(**fit)))


def test_every_form_keeps_the_shape_and_the_places_in_the_texture(tmp_path):
    look = look_at(textured_ball(tmp_path / "ball.glb"), scale=0.1)
    assert (
        look.has_own_colors
        and look.is_closed
        and look.triangle_counts[0] == 20480
        and not look.notes
    )
    assert (
        look.triangle_counts == tuple(sorted(look.triangle_counts, reverse=True))
        and look.triangle_counts[-1] <= 100
        and len(look.triangle_counts) == 6
    )
    radius = 100 / 25.4
    for form in look.detail_levels:
        [skin] = form
        away = np.linalg.norm(skin.points, axis=1)
        assert away.max() <= radius * 1.0001
        assert trimesh.Trimesh(skin.points, skin.faces).volume > 0.85 * 4 / 3 * np.pi * radius**3
        middles = skin.points[skin.faces].mean(axis=1)
        whole = (np.ptp(skin.uv[skin.faces], axis=1) < 1e-6).all(axis=1)
        clear = whole & (np.abs(middles[:, 0]) > 0.25 * radius)
        assert clear.sum() > 0.4 * len(clear)
        assert np.array_equal(skin.uv[skin.faces][clear][:, 0, 0] > 0.5, middles[clear][:, 0] > 0)
        assert np.percentile((skin.normals * skin.points / away[:, None]).sum(axis=1), 5) > 0.7


def test_a_look_is_kept_and_comes_back_the_same(tmp_path):
    path = textured_ball(tmp_path / "ball.glb", subdivisions=3)
    one = look_at(path)
    [kept] = tmp_path.glob("look-*.npz")
    other = look_at(path)
    for form, again in zip(one.detail_levels, other.detail_levels, strict=True):
        for skin, same in zip(form, again, strict=True):
            assert all(np.array_equal(a, b) for a, b in zip(skin, same, strict=True))
    assert other.textures[0].data == one.textures[0].data and (
        other.has_own_colors,
        other.is_closed,
        other.notes,
    ) == (True, True, ())
    kept.write_bytes(b"PK damaged")
    assert look_at(path).triangle_counts == one.triangle_counts


def test_colors_of_corners_and_of_materials_multiply(tmp_path):
    box = trimesh.creation.box((1, 1, 1))
    box.visual = trimesh.visual.ColorVisuals(box, vertex_colors=np.tile([255, 128, 0, 255], (8, 1)))
    box.export(tmp_path / "box.ply")
    look = look_at(tmp_path / "box.ply")
    assert look.has_own_colors and {
        tuple(c) for [skin] in look.detail_levels for c in skin.colors.tolist()
    } == {(255, 128, 0, 255)}
    (tmp_path / "box.mtl").write_text("newmtl paint\nKd 0.2 0.4 0.6\n")
    (tmp_path / "box.obj").write_text(
        "mtllib box.mtl\nusemtl paint\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
    )
    look = look_at(tmp_path / "box.obj")
    [[skin]] = look.detail_levels
    assert (
        look.has_own_colors
        and not look.is_closed
        and skin.colors[0].tolist() == [51, 102, 153, 255]
        and skin.texture == -1
    )


def test_a_file_that_says_nothing_of_its_looks_is_not_painted(tmp_path):
    trimesh.creation.box((1, 1, 1)).export(tmp_path / "box.stl")
    assert not look_at(tmp_path / "box.stl").has_own_colors


@pytest.mark.parametrize("bad", ["missing", "cut short", "no image"])
def test_a_bad_texture_ends_in_plain_color_with_a_note(tmp_path, bad):
    if bad != "missing":
        file = io.BytesIO()
        half_and_half((256, 256)).save(file, "BMP")
        (tmp_path / "skin.bmp").write_bytes(
            file.getvalue()[:4000] if bad == "cut short" else b"GIF89a" + bytes(50)
        )
    (tmp_path / "box.mtl").write_text("newmtl paint\nmap_Kd skin.bmp\n")
    (tmp_path / "box.obj").write_text(
        "mtllib box.mtl\nusemtl paint\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\n"
    )
    look = look_at(tmp_path / "box.obj")
    assert (
        not look.has_own_colors
        and not look.textures
        and len(look.notes) == 1
        and "texture" in look.notes[0]
    )


def test_a_file_that_is_gone_has_a_look_without_forms(tmp_path):
    key = make_mesh_key(textured_ball(tmp_path / "ball.glb", subdivisions=1), MeshImportSettings())
    key.path.unlink()
    look = load_or_make_look(key)
    assert look.detail_levels == () and "ball.glb" in look.notes[0]


def test_making_a_look_can_be_stopped(tmp_path):
    key = make_mesh_key(textured_ball(tmp_path / "ball.glb"), MeshImportSettings())
    asked = []

    def progress(done, total):
        asked.append(done)
        return len(asked) < 4

    with pytest.raises(ReadingStoppedError):
        load_or_make_look(key, progress)
    assert not list(tmp_path.glob("look-*"))


def test_what_is_done_of_a_look_never_falls(tmp_path):
    told = []

    def progress(done, total):
        told.append(done / total)
        return True

    load_or_make_look(
        make_mesh_key(textured_ball(tmp_path / "ball.glb"), MeshImportSettings()), progress
    )
    assert told == sorted(told) and told[0] < 0.2 < told[-1] <= 1.0


@pytest.mark.parametrize(("rotation", "mirrored"), [(0.0, False), (90.0, True), (33.0, True)])
def test_a_file_is_drawn_where_its_solids_are(tmp_path, rotation, mirrored):
    wedge = trimesh.convex.convex_hull(
        np.array([[0, 0, 0], [3, 0, 0], [0, 1, 0], [0, 0, 2], [3, 0, 1.0]])
    )
    wedge.visual = trimesh.visual.ColorVisuals(
        wedge, vertex_colors=np.tile([9, 99, 200, 255], (len(wedge.vertices), 1))
    )
    wedge.export(tmp_path / "wedge.ply")
    shape = MeshShape(
        type="mesh", file="wedge.ply", position=(5, 6, 1), rotation=rotation, mirrored=mirrored
    )
    made = build_feature({"id": "wedge", "kind": "structure"}, [shape], tmp_path)
    drawn = make_feature_mesh(made, wait=False)  # it is so small that nobody waits for it
    [file] = drawn.files
    assert (
        not drawn.is_waiting_for_files
        and not len(drawn.mesh_without_files.faces)
        and file.is_mirrored == mirrored
    )
    [[skin], *_] = file.look.detail_levels
    points = np.column_stack([skin.points, np.ones(len(skin.points))]) @ file.matrix.T
    solids = np.concatenate([piece.points for piece in made.pieces if isinstance(piece, Prism)])
    assert points[:, :2].min(axis=0) == pytest.approx(solids.min(axis=0), abs=1e-5)
    assert points[:, :2].max(axis=0) == pytest.approx(solids.max(axis=0), abs=1e-5)
    assert drawn.body.bounds == pytest.approx(
        np.array([points[:, :3].min(axis=0), points[:, :3].max(axis=0)]), abs=1e-5
    )
    assert measured(drawn.body).volume == pytest.approx(wedge.volume, rel=1e-4)
    [(known, key)] = mesh_files_of(made.shapes)
    assert known.file == shape.file and cached_look(key) is file.look
    assert np.linalg.det(placement_matrix(shape)) == pytest.approx(1 - 2 * mirrored)


def test_coarser_forms_of_a_dented_surface_stay_near_it():
    whole = trimesh.creation.icosphere(5, 1.0)
    points = whole.vertices * (1 + 0.05 * np.sin(7 * whole.vertices[:, :1]))
    faces = np.asarray(whole.faces)
    for form in simplify_mesh(SharedVertexMesh(points, faces, faces.copy()), (6000, 1500)):
        left = trimesh.Trimesh(points, form.faces, process=False)
        assert left.is_watertight and len(form.faces) in (6000, 5999, 5998, 1500, 1499, 1498)
        middles = left.triangles_center / np.linalg.norm(left.triangles_center, axis=1)[:, None]
        true = 1 + 0.05 * np.sin(7 * middles[:, 0])
        assert np.abs(np.linalg.norm(left.triangles_center, axis=1) / true - 1).max() < 0.03


def test_near_meshes_are_drawn_finer_and_all_together_no_more_than_can_be():
    counts = [(80_000, 24_000, 8_000, 2_500, 800, 250)] * 200
    rng = np.random.default_rng(3)
    places = np.column_stack([rng.uniform(-20, 20, 200), rng.uniform(20, 120, 200), np.zeros(200)])
    radii = np.full(200, 3.0)
    spread = (0.6, 0.34)
    size = (1280, 720)
    for most in (60_000, 300_000, 3_000_000):
        forms = choose_detail_levels(counts, places, radii, spread, size, most)
        drawn = [row[form] for row, form in zip(counts, forms, strict=True)]
        assert sum(drawn) <= 1.05 * most
        inside = np.abs(places[:, 0]) < 0.5 * places[:, 1]
        order = np.argsort(places[inside, 1])
        assert (np.diff(np.array(drawn)[inside][order]) <= 0).all()
    assert (
        choose_detail_levels(counts, places * [1, -1, 1], radii, spread, size, 10**7) == [5] * 200
    )  # behind the camera
    assert choose_detail_levels([], places, radii, spread, size, 1) == []


def test_a_kept_look_is_made_again_when_a_file_that_its_mesh_names_comes_or_changes(tmp_path):
    path = tmp_path / "wall.obj"
    path.write_text(
        "mtllib wall.mtl\nusemtl brick\nvt 0 0\nv 0 0 0\nv 1 0 0\nv 0 1 1\nf 1/1 2/1 3/1\n"
    )
    key = make_mesh_key(path, MeshImportSettings("in", "z"))
    found = []
    coming = (
        ("wall.mtl", b"newmtl brick\nmap_Kd skin.png\n"),
        ("skin.png", RED),
        ("skin.png", BLUE),
        ("", b""),
    )
    for name, content in (("", b""), *coming):
        if isinstance(content, tuple):
            Image.new("RGB", (4, 4), content).save(tmp_path / name)
        elif name:
            (tmp_path / name).write_bytes(content)
        mesh_looks._looks.clear()
        known = mesh_looks.load_stored_look(key)
        look = load_or_make_look(key)
        found.append(
            (
                known,
                [
                    Image.open(io.BytesIO(texture.data)).getpixel((0, 0))
                    for texture in look.textures
                ],
            )
        )
    assert found == [(False, []), (False, []), (False, [RED]), (False, [BLUE]), (True, [BLUE])]


def test_a_pane_that_is_hardly_seen_is_drawn_all_the_same(tmp_path):
    (tmp_path / "pane.mtl").write_text("newmtl glass\nKd 0.2 0.4 0.6\nd 0.1\n")
    (tmp_path / "pane.obj").write_text(
        "mtllib pane.mtl\nusemtl glass\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
    )
    [[skin]] = look_at(tmp_path / "pane.obj").detail_levels
    assert 0 < skin.cutoff < skin.colors[0, 3] / 255
