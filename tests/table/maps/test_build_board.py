"""A board built in Python is the board of the map file that says the same; what is wrong raises InputError."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wc3d
from wc3d.table.table_state import hash_terrain


def built() -> wc3d.Table:
    """A wall, a silo of two shapes, and a ladder."""
    wall = wc3d.feature("wall", "structure", wc3d.box((12, 15), (6, 0.5), 2, rotation=30))
    silo = wc3d.feature(
        "silo",
        wc3d.Kind.STRUCTURE,
        [wc3d.cylinder((22, 20), 2, 5), wc3d.prism([(3, 3), (9, 4), (7, 9)], 4)],
    )
    return wc3d.new_table(
        (30, 30), [wall, silo], [wc3d.Ladder("rungs", (20, 20), 0, 5)], name="Mine"
    )


def test_a_board_built_in_python_is_that_of_the_map_file(tmp_path: Path) -> None:
    shapes = [
        {"type": "cylinder", "center": [22, 20], "radius": 2, "height": 5},
        {"type": "prism", "points": [[3, 3], [9, 4], [7, 9]], "height": 4},
    ]
    wall = {"type": "box", "center": [12, 15], "size": [6, 0.5], "rotation": 30, "height": 2}
    same = wc3d.table_from_map(
        {
            "name": "Mine",
            "size": [30, 30],
            "terrain": [
                {"id": "wall", "kind": "structure", "shape": wall},
                {"id": "silo", "kind": "structure", "shape": shapes},
            ],
            "ladders": [{"id": "rungs", "at": [20, 20], "bottom": 0, "top": 5}],
        }
    )
    assert hash_terrain(built()) == hash_terrain(same)
    wc3d.save_map(built(), tmp_path / "mine.json")
    assert hash_terrain(wc3d.load_map(tmp_path / "mine.json")) == hash_terrain(same)


def test_a_shape_may_be_given_as_a_map_file_has_it() -> None:
    shape: Any = {"type": "cylinder", "center": [22, 20], "radius": 2, "height": 5}
    one = wc3d.feature("silo", "structure", shape)
    other = wc3d.feature("silo", "structure", wc3d.cylinder((22, 20), 2, 5))
    assert one.pieces == other.pieces


def test_a_mesh_is_found_beside_the_program(tmp_path: Path) -> None:
    ruin = wc3d.feature("ruin", "structure", wc3d.mesh("ruin.stl", (20, 8, 0), rotation=90))
    assert len(ruin.pieces) > 1
    table = wc3d.new_table((30, 30), [ruin])
    assert len(table.features[0].pieces) == len(ruin.pieces)


ONE = wc3d.box((1, 1), (1, 1), 1)
ANY: Any = object()
WRONG: list[tuple[Callable[[], object], str]] = [
    (
        lambda: wc3d.feature("wall", "structur", ONE),
        "feature wall: unknown kind 'structur'; expected one of rough",
    ),
    (lambda: wc3d.feature("wall", "structur", ONE), "did you mean structure?"),
    (
        lambda: wc3d.feature("wall", "structure", {"type": "box"}),  # type: ignore[arg-type]
        "feature wall: shape.center: missing",
    ),
    (
        lambda: wc3d.feature("wall", "structure", ANY),
        "wall: expected shapes (wc3d.box, prism, cylinder, mesh), found object",
    ),
    (lambda: wc3d.feature("wall", "structure", []), "found none"),
    (
        lambda: wc3d.feature("ruin", "structure", wc3d.mesh("nix.stl", (1, 1, 0))),
        'shape.file: found no mesh file "nix.stl"',
    ),
    (lambda: wc3d.box((1, 1), (1, -1), 1), "box: size[1]: expected a positive number"),
    (lambda: wc3d.prism([(0, 0), (1, 1)], 1), "prism: points: expected at least 3 entries"),
    (lambda: wc3d.new_table(30, []), "board: expected a size (width, depth)"),  # type: ignore[arg-type]
    (lambda: wc3d.new_table("30x30"), "in inches, found '30x30'"),  # type: ignore[arg-type]
    (lambda: wc3d.new_table(("30", "44")), "in inches, found ('30', '44')"),  # type: ignore[arg-type]
    (lambda: wc3d.new_table((30, 44, 5)), "in inches, found (30, 44, 5)"),  # type: ignore[arg-type]
    (lambda: wc3d.new_table((True, 30)), "in inches, found (True, 30)"),
    (lambda: wc3d.new_table(b"30"), "in inches, found b'30'"),  # type: ignore[arg-type]
    (lambda: wc3d.new_table((10**400, 30)), "in inches, found (1000"),
    (lambda: wc3d.new_table((float("nan"), 30)), "board: size[0]: expected a finite number"),
    (lambda: wc3d.new_table((30, 3000)), "board: size[1]: expected a number up to 600"),
    (
        lambda: wc3d.new_table((30, 30), [ANY]),
        "board: features[0]: expected a wc3d.Feature, found object",
    ),
    (
        lambda: wc3d.new_table((30, 30), ladders=[ANY]),
        "board: ladders[0]: expected a wc3d.Ladder, found object",
    ),
    (
        lambda: wc3d.new_table((30, 30), ladders=[wc3d.Ladder("a", ANY, 0, 3)]),
        "ladders[0].at: expected a list",
    ),
    (
        lambda: wc3d.new_table((30, 30), [wc3d.feature("a", "structure", ONE)] * 2),
        '"a" is already the id of terrain[0]',
    ),
    (
        lambda: built().with_bodies(wc3d.Body("a", "larg", (1, 1, 0))),
        "model 'a': unknown base 'larg'; expected one of small",
    ),
    (
        lambda: built().with_bodies(wc3d.Body("a", "large", ANY)),
        "model 'a': expected a position (x, y) or (x, y, z)",
    ),
    (lambda: built().with_bodies(wc3d.Body("a", "large", (1, float("nan")))), "found (1, nan)"),
    (lambda: built().with_bodies(wc3d.Body("a", "large", "xy")), "found 'xy'"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("make", "told"), WRONG, ids=[told for _, told in WRONG])
def test_what_no_map_could_hold_raises_input_error(make: Callable[[], object], told: str) -> None:
    with pytest.raises(wc3d.InputError) as met:
        make()
    assert told in str(met.value) and "\n" not in str(met.value)


def test_a_size_may_be_any_two_numbers() -> None:
    for size in ([30, 44], np.array([30.0, 44.0]), (np.float32(30), np.int64(44))):
        assert wc3d.new_table(size).size == (30.0, 44.0)  # type: ignore[arg-type]
