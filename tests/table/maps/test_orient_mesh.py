"""Meshes on the board turned onto a face and by quarters, and stored in the map."""

import json

import jsonschema
import numpy as np
import pytest

from tests.meshes.kit_pieces import house
from tests.meshes.written_meshes import write_mesh
from wc3d.cli.main import main
from wc3d.registry import load_map, table_from_map
from wc3d.table.maps.edit_terrain import bounding_box
from wc3d.table.maps.map_file import save_map
from wc3d.table.maps.orient_mesh import orient_feature, table_matrix, turn_onto_face
from wc3d.table.table_state import hash_terrain

SLOPE = np.array([0.0, -2.0, 2.0]) / np.sqrt(8)
"""The normal of the front of the house's roof: it rises 2 on a depth of 2."""


@pytest.fixture
def table(tmp_path):
    write_mesh(tmp_path / "house.stl", house())
    shape = {"type": "mesh", "file": "house.stl", "position": [10, 10, 0], "rotation": 30}
    data = {"size": [30, 30], "terrain": [{"id": "house", "kind": "structure", "shape": shape}]}
    return table_from_map(data, folder=tmp_path)


def test_a_house_lies_on_its_roof_where_it_stood_and_the_map_keeps_it(table, tmp_path):
    feature = table.feature("house")
    matrix = table_matrix(feature.shapes[0])
    laid = orient_feature(feature, turn_onto_face(matrix @ SLOPE), tmp_path)
    shape = laid.shapes[0]
    assert not isinstance(shape.up, str) and shape.up == pytest.approx(tuple(-SLOPE), abs=1e-11)
    assert table_matrix(shape) @ SLOPE == pytest.approx([0, 0, -1], abs=1e-9)
    assert laid.low == pytest.approx(0, abs=1e-6)
    assert bounding_box(laid).middle == pytest.approx(bounding_box(feature).middle, abs=1e-5)
    board = table_from_map({"size": [30, 30], "terrain": []})
    saved = tmp_path / "laid.json"
    save_map(type(board)(board.size, (laid,), policy=board.policy), saved)
    again = load_map(saved)
    assert again.feature("house").shapes[0].up == shape.up
    assert hash_terrain(again) == hash_terrain(load_map(saved))
    assert main(["check", str(saved)]) == 0


def test_the_schema_knows_a_direction(table, tmp_path, capsys):
    main(["schema", "map"])
    schema = json.loads(capsys.readouterr().out)
    shape = {"type": "mesh", "file": "house.stl", "position": [1, 1, 0], "up": [0, 0.6, 0.8]}
    data = {"size": [30, 30], "terrain": [{"id": "a", "kind": "structure", "shape": shape}]}
    jsonschema.validate(data, schema)
    shape["up"] = [1]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema)


@pytest.mark.parametrize("up", [[0, 0, 0], [1, 2], ["a", 0, 1], "w", [1e99, 0, 0]])
def test_an_invalid_direction_is_told_with_its_place(up, tmp_path, capsys):
    write_mesh(tmp_path / "house.stl", house())
    shape = {"type": "mesh", "file": "house.stl", "position": [10, 10, 0], "up": up}
    data = {"size": [30, 30], "terrain": [{"id": "house", "kind": "structure", "shape": shape}]}
    (tmp_path / "bad.json").write_text(json.dumps(data))
    assert main(["check", str(tmp_path / "bad.json")]) != 0
    told = capsys.readouterr()
    assert "terrain[0].shape" in told.out + told.err and "Traceback" not in told.err


@pytest.mark.parametrize(
    "face, size",
    [("0,-1,0", (6, 5, 4)), ("1,0,0", (4, 5, 6)), ("largest", None), ("0,0,-1", (6, 4, 5))],
)
def test_fit_lays_a_file_on_a_face(tmp_path, capsys, face, size):
    path = write_mesh(tmp_path / "house.stl", house())
    arguments = [
        "fit",
        str(path),
        str(tmp_path / "out.json"),
        "--units",
        "in",
        f"--face={face}",
        "--json",
    ]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    if size is not None:
        assert sorted(found["size"]) == pytest.approx(sorted(size), abs=1e-6)
        assert found["size"][2] == pytest.approx(size[2], abs=1e-6)
    assert load_map(tmp_path / "out.json").features[0].low == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("face", ["up", "0,0", "0,0,0", "nan,0,1"])
def test_an_invalid_face_is_refused(tmp_path, capsys, face):
    path = write_mesh(tmp_path / "house.stl", house())
    assert main(["fit", str(path), "--units", "in", f"--face={face}"]) == 2
    assert "expected largest, or the direction of a face such as 0,0,1" in capsys.readouterr().err
