"""Kits: one size and one side up for a folder, remembered beside its files."""

import os

import numpy as np
import pytest

from tests.meshes.kit_pieces import box
from tests.meshes.kits.kit_folders import METERS_1_56, kit_pieces_in_inches, write_kit
from tests.meshes.written_meshes import lay_down, write_mesh
from wc3d.errors import InputError
from wc3d.meshes.file_readings import propose_file_readings
from wc3d.meshes.kits.kit_file import KIT_FILE_NAME, PieceReading, load_kit_file, save_kit_file
from wc3d.meshes.kits.measure_piece import measure_piece
from wc3d.meshes.kits.piece_types import find_type_by_shape
from wc3d.meshes.kits.scan_folder import MAX_NOTES, MAX_PIECES, scan_kit
from wc3d.meshes.kits.settle import settle_kit
from wc3d.meshes.read_mesh import read_surface

TYPES = {
    "house-small": "house",
    "house-large": "house",
    "wall-door": "wall",
    "wall-plain": "wall",
    "tower": "house",
    "barrel": "other",
    "barricade": "barricade",
    "tree": "tree",
}


@pytest.mark.parametrize(
    "suffix, up, units_per_inch",
    [
        (".glb", "y", METERS_1_56),
        (".obj", "y", METERS_1_56),
        (".stl", "z", 25.4),
        (".obj", "z", 25.4),
    ],
)
def test_all_files_of_a_kit_have_their_true_size_and_side_up(tmp_path, suffix, up, units_per_inch):
    kit = settle_kit(write_kit(tmp_path / "kit", suffix, up, units_per_inch))
    pieces = {path.stem: measure_piece(path, kit.reading_of(path)) for path in kit.files}
    for name, triangles in kit_pieces_in_inches().items():
        true_size = np.ptp(triangles, axis=(0, 1))
        assert pieces[name].size == pytest.approx(true_size, rel=0.02)
    assert {name: piece.type for name, piece in pieces.items()} == TYPES


def test_a_piece_that_alone_is_read_otherwise_follows_its_kit(tmp_path):
    folder = write_kit(tmp_path / "kit")
    slab = lay_down(box((0, 0, 0), (0.3, 2.6, 6)) * METERS_1_56, "y")  # stands on its end
    path = write_mesh(folder / "part.glb", slab)
    kit = settle_kit(folder)
    assert measure_piece(path, kit.reading_of(path)).size == pytest.approx((0.3, 2.6, 6), rel=0.02)
    first = propose_file_readings(read_surface(path), path)[0]
    assert (first.unit, first.scale, first.up) == kit.reading_of(path)
    assert first.size_why == f"as {KIT_FILE_NAME} says"


def test_the_answer_is_remembered_and_can_be_changed_by_hand(tmp_path):
    folder = write_kit(tmp_path / "kit")
    settled = settle_kit(folder)
    assert settled.kit_file == folder / KIT_FILE_NAME
    assert settle_kit(folder).readings == settled.readings
    assert not settle_kit(folder).proposals
    own = PieceReading("m", 0.02, "-z")
    save_kit_file(folder, {".glb": own})
    assert settle_kit(folder).readings == {".glb": own}
    assert settle_kit(folder, unit="mm").readings[".glb"].unit == "mm"
    assert load_kit_file(folder)[0][".glb"].unit == "mm"


def test_the_answer_lies_in_the_users_settings_if_the_folder_cannot_be_written(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "settings"))
    folder = write_kit(tmp_path / "kit")
    (folder / KIT_FILE_NAME).mkdir()  # even root cannot replace a folder by a file
    reading = PieceReading("m", 0.02, "y")
    path = save_kit_file(folder, {".glb": reading})
    assert path is not None and path.parent == tmp_path / "settings" / "kits"
    (folder / KIT_FILE_NAME).rmdir()
    assert load_kit_file(folder) == ({".glb": reading}, path)
    assert settle_kit(folder).readings == {".glb": reading}


@pytest.mark.parametrize(
    "text, expected",
    [
        ("[glb]\nunits = 'feet'\nup = 'y'\n", "glb.units: expected one of in, mm, cm, m"),
        ("[glb]\nunits = 'm'\nup = 'w'\n", "glb.up: expected one of z, y, x"),
        ("[glb]\nunits = 'm'\nup = 'y'\nscale = nan\n", "glb.scale: expected a number"),
        ("[glb]\nunits = 'm'\nup = 'y'\nsize = 2\n", 'glb."size": expected only units'),
        ("[fbx]\nunits = 'm'\n", '"fbx": expected a format'),
        ("glb = 5\n", "glb: expected a table"),
        ("[glb\n", "expected TOML"),
        ("x = " + "[" * 50_000, "expected TOML"),
    ],
)
def test_an_invalid_kit_file_is_told_with_its_place(tmp_path, text, expected):
    (tmp_path / KIT_FILE_NAME).write_text(text)
    with pytest.raises(InputError) as raised:
        load_kit_file(tmp_path)
    assert f"{KIT_FILE_NAME}: {expected}" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_hostile_folder_is_listed_within_limits(tmp_path):
    folder = tmp_path / "kit"
    for name in ("a", "b"):
        (folder / name).mkdir(parents=True)
        os.symlink(folder, folder / name / "again")
    os.symlink("loop.stl", folder / "loop.stl")
    os.mkfifo(folder / "pipe.stl")
    (folder / "name\x1b[31m.stl").write_bytes(b"x")
    (folder / os.fsdecode(b"\xff.stl")).write_bytes(b"x")
    (folder / ".hidden.stl").write_bytes(b"x")
    for k in range(MAX_PIECES + 50):
        (folder / "a" / f"piece {k:04}.stl").write_bytes(b"")
    listing = scan_kit(folder)
    assert len(listing.files) == MAX_PIECES
    notes = " | ".join(listing.notes)
    assert "2 links to folders left out" in notes and "50 of 550 mesh files left out" in notes
    assert '"loop.stl" left out' in notes and '"pipe.stl" left out' in notes
    assert "2 mesh files left out: names with characters" in notes
    assert notes.isprintable()
    deep = folder / "b"
    for k in range(MAX_NOTES + 10):
        os.symlink("none", deep / f"broken{k:02}.stl")
    assert scan_kit(folder).notes[MAX_NOTES].startswith("and ")


def test_broken_files_are_told_and_left_out(tmp_path):
    folder = write_kit(tmp_path / "kit")
    (folder / "aaa.glb").write_bytes(b"glTF nonsense")
    kit = settle_kit(folder)
    assert len(kit.files) == 8 and all(path.name != "aaa.glb" for path in kit.files)
    [note] = kit.notes
    assert note.startswith("left out: aaa.glb: ")
    bad = tmp_path / "bad"
    bad.mkdir()
    (bad / "x.stl").write_bytes(b"")
    with pytest.raises(InputError, match="none of its mesh files can be read"):
        settle_kit(bad)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="found no mesh file in this folder"):
        settle_kit(tmp_path / "empty")


def test_of_a_piece_in_several_formats_one_is_taken(tmp_path):
    folder = write_kit(tmp_path / "kit" / "GLB")
    write_kit(tmp_path / "kit" / "STL", ".stl", "z")
    listing = scan_kit(folder.parent)
    assert {path.suffix for path in listing.files} == {".glb"} and len(listing.files) == 8
    assert listing.notes == ("8 files left out: other formats of the same pieces",)


def test_a_piece_without_a_telling_name_gets_its_type_by_shape(tmp_path):
    expected = {**TYPES, "barrel": "other"}
    for name, triangles in kit_pieces_in_inches().items():
        assert find_type_by_shape(triangles) == expected[name], name
    slope = [(0, 0, 0), (9, 0, 0), (9, 7, 0), (0, 7, 0), (3, 2, 2), (6, 2, 2), (6, 5, 2), (3, 5, 2)]
    faces = [(4, 5, 6), (4, 6, 7), (0, 2, 1), (0, 3, 2)]
    faces += [
        f
        for a in range(4)
        for f in ((a, (a + 1) % 4, a + 4), ((a + 1) % 4, (a + 1) % 4 + 4, a + 4))
    ]
    assert find_type_by_shape(np.array(slope, float)[np.array(faces)]) == "hill"
    assert find_type_by_shape(box((0, 0, 0), (3, 3, 0.2))) == "floor"
