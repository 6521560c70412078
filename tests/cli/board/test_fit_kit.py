"""`wc3d fit FOLDER`."""

import json

import pytest

from tests.meshes.kit_pieces import box, house, join
from tests.meshes.kits.kit_folders import write_kit
from tests.meshes.written_meshes import write_mesh
from wc3d.cli.main import main
from wc3d.cli.window.screens import read_editor_input


def test_a_folder_is_settled_listed_and_remembered(tmp_path, capsys):
    folder = write_kit(tmp_path / "kit")
    (folder / "broken.glb").write_bytes(b"x")
    assert main(["fit", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{folder}: 8 pieces"
    assert lines[1].startswith("  GLB: meters of the real thing, at 1:56, y up (the evidence")
    assert f"  remembered in {folder / 'wc3d-kit.toml'}" in lines
    assert '  house-small.glb  house      6" wide, 4" deep, 5" high' in lines
    assert lines[-1].startswith("  note: left out: broken.glb")
    assert main(["fit", str(folder), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["readings"] == {"glb": {"units": "m", "scale": 0.017857, "up": "y"}}
    assert len(data["pieces"]) == 8


@pytest.mark.parametrize("more", [["out.json"], ["--mirror"], ["--picture", "a.png"]])
def test_options_for_one_file_are_refused(tmp_path, capsys, more):
    assert main(["fit", str(write_kit(tmp_path / "kit")), *more]) == 2
    assert "is for one mesh file, not for a folder" in capsys.readouterr().err


def test_a_reading_that_does_not_exist_is_refused(tmp_path, capsys):
    assert main(["fit", str(write_kit(tmp_path / "kit")), "--as", "9"]) == 2
    assert "there is no reading 9 of the GLB files" in capsys.readouterr().err
    assert not (tmp_path / "kit" / "wc3d-kit.toml").exists()


def test_a_plate_is_split_into_a_kit(tmp_path, capsys):
    plate = join(house() * 25.4, (house() + [20, 0, 0]) * 25.4, box((300, 0, 0), (350, 20, 40)))
    path = write_mesh(tmp_path / "plate.stl", plate)
    assert main(["fit", str(path), "--split", str(tmp_path / "out"), "--units", "mm"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"plate.stl: wrote 2 pieces to {tmp_path / 'out'}"
    assert "  plate-1.glb (2 copies)" in lines
    assert main(["fit", str(tmp_path / "out")]) == 0
    assert '  plate-1.glb  house      6" wide, 4" deep, 5" high' in capsys.readouterr().out
    assert main(["fit", str(path), "--split", str(tmp_path / "out")]) == 2
    assert "already exists; expected the name of a new folder" in capsys.readouterr().err


def test_view_takes_a_folder_as_a_kit(tmp_path):
    folder = write_kit(tmp_path / "kit")
    read = read_editor_input(None, folder)
    assert read.meshes == [folder] and not read.table.features
