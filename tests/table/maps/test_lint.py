"""The board linter: every kind of fault, with its place, and silence about what is fine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

from wc3d.cli.board.check import check_file
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.penetration import penetration_depth
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.judging.lint import lint_file_data
from wc3d.table.maps.lint import LintFinding
from wc3d.table.maps.map_file import table_from_map
from wc3d.table.terrain.standing_places import stand


def box(
    x: float, y: float, width: float, depth: float, height: float, bottom: float = 0
) -> dict[str, Any]:
    """A box shape by its south-west corner."""
    center = [x + width / 2, y + depth / 2]
    return {
        "type": "box",
        "center": center,
        "size": [width, depth],
        "bottom": bottom,
        "height": height,
    }


def board(*features: tuple[Any, ...], ladders: list[Any] | None = None) -> dict[str, Any]:
    """A 30" board: features are (kind, shape) or (kind, shape, overrides)."""
    terrain = [
        {"id": f"f{i}", "kind": kind, "shape": shape, **(more[0] if more else {})}
        for i, (kind, shape, *more) in enumerate(features)
    ]
    return {"size": [30, 30], "terrain": terrain, "ladders": ladders or []}


def told(
    data: Any, folder: Path | None = None, severity: str | None = None
) -> list[tuple[str, str]]:
    """The places and codes of the findings."""
    return [
        (f.where, f.code)
        for f in lint_file_data(data, SPACE, folder)
        if severity in (None, f.severity)
    ]


HOUSE = ("structure", box(5, 5, 6, 6, 3))


def test_a_sound_board_has_no_findings() -> None:
    sound = board(
        HOUSE,
        ("structure", box(11, 5, 3, 3, 3)),  # shares a wall
        (
            "structure",
            box(5, 5, 6, 0.2, 1, bottom=3),
            {"standable": False},
        ),  # a parapet on the roof
        ("obstacle", box(20, 5, 4, 0.3, 1)),
        (
            "forest",
            {"type": "cylinder", "center": [12, 12], "radius": 4, "height": 4},
        ),  # woods may grow round a house
        ("rough", box(0, 20, 30, 10, 0)),
        (
            "structure",
            [box(20, 20, 1, 4, 3), box(25, 20, 1, 4, 3), box(20, 20, 6, 4, 0.25, bottom=3)],
        ),  # a bridge
        ladders=[{"id": "l", "at": [8, 11.5], "top": 3}],
    )
    assert told(sound) == []


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (board(("obstacle", box(5, 5, 2, 2, 2))), [("terrain[0].kind", "kind")]),
        (board(("obstacle", box(5, 5, 2, 2, 1))), []),
        (board(("obstacle", box(5, 5, 2, 2, 0))), [("terrain[0].kind", "kind")]),
        (board(("structure", box(5, 5, 2, 2, 0.5))), [("terrain[0].kind", "kind")]),
        (board(("structure", box(5, 5, 2, 2, 1))), []),
        (board(("forest", box(5, 5, 2, 2, 0))), [("terrain[0].kind", "kind")]),
        (board(("impassable", box(5, 5, 2, 2, 0))), []),
        (
            board(("impassable", box(5, 5, 2, 2, 2), {"standable": True})),
            [("terrain[0].standable", "kind")],
        ),
        (
            board(("rough", box(5, 5, 2, 2, 0), {"standable": True})),
            [("terrain[0].standable", "kind")],
        ),
        (board(("rough", box(5, 5, 2, 2, 0), {"cover": True})), [("terrain[0].cover", "kind")]),
        (board(("structure", box(28, 5, 3, 3, 3))), [("terrain[0].shape", "outside")]),
        (board(("rough", box(-1, 5, 3, 3, 0))), [("terrain[0].shape", "outside")]),
        (board(("rough", box(31, 5, 3, 3, 0))), [("terrain[0].shape", "outside")]),
        (
            board(("structure", box(5, 5, 3, 3, 3, bottom=-5))),
            [("terrain[0].kind", "kind"), ("terrain[0].shape", "outside")],
        ),
        (board(("structure", box(5, 5, 3, 3, 3, bottom=-1))), [("terrain[0].shape", "outside")]),
        (board(HOUSE, ("structure", box(10, 6, 3, 3, 3))), [("terrain[1].shape", "overlap")]),
        (board(HOUSE, ("structure", box(6, 6, 3, 3, 3))), [("terrain[1].shape", "overlap")]),
        (
            board(HOUSE, ("obstacle", box(6, 6, 3, 3, 1, bottom=2.5))),
            [("terrain[1].shape", "overlap")],
        ),
        (board(HOUSE, ("structure", box(11.004, 5, 3, 3, 3))), [("terrain[1].shape", "slit")]),
        (board(HOUSE, ("structure", box(11.02, 5, 3, 3, 3))), []),
        (board(HOUSE, ("structure", box(11.0005, 5, 3, 3, 3))), [("terrain[1].shape", "slit")]),
        (board(("structure", box(5, 5, 3, 3, 3, bottom=2))), [("terrain[0].shape", "floating")]),
        (
            board(HOUSE, ("structure", box(11, 6, 3, 3, 0.5, bottom=2.5))),
            [],
        ),  # a balcony leans on its house
        (
            board(("structure", [box(5, 5, 3, 3, 3), box(9, 5, 3, 3, 2, bottom=1)])),
            [("terrain[0].shape[1]", "floating")],
        ),
        (board(("structure", box(5, 5, 6, 0.5, 2))), [("terrain[0].shape", "top")]),
        (board(("structure", box(5, 5, 1.2, 1.2, 2))), []),
        (
            board(("structure", box(5, 5, 6, 0.6, 2)), ("structure", box(5, 5.6, 6, 0.6, 2))),
            [],
        ),  # together one level
        (board(("structure", box(5, 5, 6, 0.5, 2), {"standable": False})), []),
        (
            board(("obstacle", box(5, 5, 6, 0.5, 1), {"standable": True})),
            [("terrain[0].standable", "top")],
        ),
        (
            board(HOUSE, ladders=[{"id": "l", "at": [8, 14], "top": 3}]),
            [("ladders[0].top", "ladder")],
        ),
        (
            board(HOUSE, ladders=[{"id": "l", "at": [8, 11], "top": 4}]),
            [("ladders[0].top", "ladder")],
        ),
        (
            board(HOUSE, ladders=[{"id": "l", "at": [8, 8], "top": 3}]),
            [("ladders[0].bottom", "ladder")],
        ),
        (
            board(HOUSE, ladders=[{"id": "l", "at": [80, 8], "top": 3}]),
            [("ladders[0].at", "outside")],
        ),
        (
            board(HOUSE, ladders=[{"id": n, "at": [8, 11], "top": 3} for n in "lm"]),
            [("ladders[0]", "ladder")],
        ),
        (board(("castle", box(5, 5, 3, 3, 3))), [("terrain[0].kind", "unreadable")]),
    ],
)
def test_each_fault_is_found_at_its_place(data: Any, expected: list[tuple[str, str]]) -> None:
    assert told(data) == expected


@pytest.mark.rule("NM-SIL-62")
def test_exactly_an_inch_is_what_its_kind_says() -> None:
    for kind in ("obstacle", "structure"):
        assert told(board((kind, box(5, 5, 2, 2, 1)))) == []


@pytest.mark.rule("NM-TER-09")
@pytest.mark.rule("NM-TER-13")
def test_taller_than_an_inch_is_no_obstacle_and_lower_no_structure() -> None:
    assert told(board(("obstacle", box(5, 5, 2, 2, 1.01)))) == [("terrain[0].kind", "kind")]
    assert told(board(("structure", box(5, 5, 2, 2, 0.99)))) == [("terrain[0].kind", "kind")]


def test_every_fault_is_found_in_one_run_beside_unreadable_ones() -> None:
    data = board(
        ("castle", box(1, 1, 2, 2, 2)),
        ("obstacle", box(5, 5, 2, 2, 2)),
        ("structure", box(6, 6, 2, 2, 2)),
        ("structure", {"type": "mesh", "file": "no.stl", "position": [0, 0, 0]}),
        ladders=[{"id": "l", "at": [20, 20], "top": 5}],
    )
    data["wind"] = "north"
    assert told(data) == [
        ("wind", "unreadable"),
        ("terrain[0].kind", "unreadable"),
        ("terrain[1].kind", "kind"),
        ("terrain[2].shape", "overlap"),
        ("terrain[3].shape.file", "mesh"),
        ("ladders[0].top", "ladder"),
    ]


def test_a_map_without_a_size_is_still_looked_over() -> None:
    data = board(("obstacle", box(5, 5, 2, 2, 2)))
    del data["size"]
    assert told(data) == [("size", "unreadable"), ("terrain[0].kind", "kind")]


def test_meshes_that_are_no_surface_are_told_and_dirty_ones_are_not(tmp_path: Path) -> None:
    cube = trimesh.creation.box(bounds=[[0, 0, 0], [2, 2, 2]])
    (tmp_path / "none.stl").write_text("solid x\nendsolid x\n")
    cube.invert()
    cube.export(tmp_path / "flipped.stl")
    shapes = [
        {"type": "mesh", "file": f"{n}.stl", "position": [5, 5, 0]} for n in ("none", "flipped")
    ]
    (found,) = lint_file_data(board(*(("structure", shape) for shape in shapes)), SPACE, tmp_path)
    assert found.code == "mesh" and "no triangles" in found.message


def test_a_mesh_in_millimeters_is_recognized(tmp_path: Path) -> None:
    trimesh.creation.box(bounds=[[0, 0, 0], [100, 100, 75]]).export(tmp_path / "mm.stl")
    mesh = {"type": "mesh", "file": "mm.stl", "position": [5, 5, 0]}
    (found,) = lint_file_data(board(("structure", mesh)), SPACE, tmp_path)
    assert '"units": "mm"' in found.message
    assert told(board(("structure", {**mesh, "units": "mm"})), tmp_path) == []


def test_sloped_meshes_overlap_and_touch(tmp_path: Path) -> None:
    ramp = trimesh.convex.convex_hull(
        np.array([[0, 0, 0], [4, 0, 0], [0, 2, 0], [4, 2, 0], [4, 0, 2], [4, 2, 2]])
    )
    ramp.export(tmp_path / "ramp.stl")
    mesh = {"type": "mesh", "file": "ramp.stl", "position": [5, 5, 0]}
    ramp_feature = ("structure", mesh, {"standable": False})
    assert told(board(ramp_feature, ("structure", box(9, 5, 3, 3, 2))), tmp_path) == []
    above_the_low_end = ("structure", box(5, 4, 1, 4, 2, bottom=0.6))
    assert ("terrain[1].shape", "overlap") not in told(
        board(ramp_feature, above_the_low_end), tmp_path
    )
    in_the_high_end = ("structure", box(8, 4, 1, 4, 2, bottom=0.6))
    assert ("terrain[1].shape", "overlap") in told(board(ramp_feature, in_the_high_end), tmp_path)


def questions(*models: tuple[str, str, list[float]], map: Any = None) -> dict[str, Any]:
    """A question file with models."""
    listed = [{"id": id, "base": base, "position": position} for id, base, position in models]
    return {
        "map": map or board(HOUSE),
        "models": listed,
        "questions": [{"type": "range", "from": "a", "to": "a"}],
    }


@pytest.mark.parametrize(
    ("data", "places"),
    [
        (questions(("a", "small", [2, 2, 0])), []),
        (questions(("a", "small", [8, 8])), []),
        (questions(("a", "small", [8, 8, 3])), []),
        (questions(("a", "small", [8, 8, 0])), ["models[0].position"]),
        (questions(("a", "small", [0.2, 8, 0])), ["models[0].position"]),
        (questions(("a", "small", [20, 8, 2])), ["models[0].position"]),
        (questions(("a", "small", [10.9, 8, 3])), ["models[0].position"]),
        (
            questions(("a", "small", [2, 2, 0]), ("b", "large", [2.5, 2.5, 0])),
            ["models[0].position", "models[1].position"],
        ),
        (questions(("b", "small", [2, 2, 0])), ["questions[0].from", "questions[0].to"]),
        (questions(("a", "small", [2, 2, 0]), ("a", "small", [9, 2, 0])), ["models[1].id"]),
        (questions(("a", "huge", [2, 2, 0])), ["models[0].base"]),
        (questions(("a", "small", [2, float("nan"), 0])), ["models[0].position[1]"]),
        (questions(("a", "small", [2])), ["models[0].position[1]"]),
        (
            questions(("a", "small", [2, 2, 0]), map=board(("obstacle", box(5, 5, 2, 2, 2)))),
            ["map.terrain[0].kind"],
        ),
        (questions(("a", "small", [2, 2, 0]), map="no.json"), ["map"]),
        ({"models": [], "questions": []}, ["map", "questions"]),
        ({"map": board(), "models": {}, "question": 3}, ["models", "question"]),
    ],
)
def test_question_files_are_looked_over(data: Any, places: list[str], tmp_path: Path) -> None:
    assert [f.where for f in lint_file_data(data, SPACE, tmp_path)] == places


def test_the_reason_why_a_model_cannot_stand_is_told() -> None:
    (found,) = lint_file_data(questions(("a", "small", [8, 8, 0])), SPACE)
    assert (found.code, found.severity) == ("standing", "error")
    assert '"a" cannot stand here' in found.message and "f0" in found.message


def test_files_are_read_from_disk(tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text(json.dumps(board(("obstacle", box(5, 5, 2, 2, 2)))))
    (tmp_path / "q.json").write_text(json.dumps(questions(("a", "small", [6, 6, 0]), map="m.json")))
    lines = [questions(("a", "small", [2, 2, 0])), questions(("a", "small", [8, 8, 0]))]
    (tmp_path / "q.jsonl").write_text("\n".join(json.dumps(line) for line in lines) + "\n\n{,\n")
    (tmp_path / "bad.json").write_text("{")
    assert [str(f) for f in check_file(tmp_path / "m.json")] == [
        'terrain[0].kind: error: an obstacle is up to 1" tall, this is 2": make it a structure [kind]'
    ]
    assert [f.where for f in check_file(tmp_path / "q.json")] == ["models[0].position"]
    assert [f.where for f in check_file(tmp_path / "q.jsonl")] == [
        "line 2 models[0].position",
        "line 4 line 1 column 2",
    ]
    assert next(check_file(tmp_path / "bad.json")).code == "unreadable"
    assert list(check_file(tmp_path / "none.json")) == [
        LintFinding("", "unreadable", "no such file")
    ]


anything = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=4),
        st.sampled_from(["box", "a", "m.json"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["id", "type", "size", "x"]), inner),
    ),
    max_leaves=6,
)


def places_in(value: Any) -> list[list[Any]]:
    """The path to every value inside a JSON value."""
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [[]] + [[key, *path] for key, each in inner for path in places_in(each)]


SOUND = questions(
    ("a", "small", [2, 2, 0]),
    ("b", "large", [20, 2]),
    map=board(
        HOUSE,
        ("rough", {"type": "prism", "points": [[20, 20], [25, 20], [22, 25]], "height": 0}),
        ("forest", [{"type": "cylinder", "center": [12, 22], "radius": 2, "height": 3}]),
        ladders=[{"id": "l", "at": [8, 11.5], "top": 3}],
    ),
)


@pytest.mark.slow
@given(st.sampled_from([p for p in places_in(SOUND) if p]), anything)
@settings(max_examples=300, deadline=None)
def test_nothing_in_a_file_breaks_the_linter(path: list[Any], value: Any) -> None:
    data = json.loads(json.dumps(SOUND))
    node = data
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    for given_data in (data, data.get("map")):
        for finding in lint_file_data(given_data, SPACE):
            assert finding.message and "\n" not in finding.message


SQUARE = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]])


@pytest.mark.parametrize(
    ("a", "b", "depth"),
    [
        (
            Prism(SQUARE, Plane(0), Plane(2)),
            Prism(SQUARE + np.array([1.5, 0]), Plane(0), Plane(2)),
            0.5,
        ),
        (
            Prism(SQUARE, Plane(0), Plane(2)),
            Prism(SQUARE + np.array([2, 0]), Plane(0), Plane(2)),
            0,
        ),
        (
            Prism(SQUARE, Plane(0), Plane(2)),
            Prism(SQUARE + np.array([5, 0]), Plane(0), Plane(2)),
            -3,
        ),
        (Prism(SQUARE, Plane(0), Plane(2)), Prism(SQUARE, Plane(1.75), Plane(4)), 0.25),
        (Cylinder((0, 0), 1, 0, 2), Cylinder((1.5, 0), 1, 0, 2), 0.5),
        (Prism(SQUARE, Plane(0), Plane(2)), Cylinder((3, 1), 1.25, 0, 2), 0.25),
        (Prism(SQUARE, Plane(0), Plane(2)), Cylinder((5, 6), 2, 0, 2), -3),
        (Cylinder((1, 1), 0.25, 0, 2), Prism(SQUARE, Plane(0), Plane(2)), 1.25),
        (
            Prism(SQUARE, Plane(0), Plane(0, 1)),
            Prism(SQUARE + np.array([2, 0]), Plane(0), Plane(2)),
            0,
        ),
        (Prism(SQUARE, Plane(0), Plane(2, -1)), Prism(SQUARE, Plane(2, -1), Plane(3)), 0),
        (Prism(SQUARE, Plane(0), Plane(2, 1)), Cylinder((1, 1), 0.5, 1, 2), 0.5),
    ],
)
def test_how_deep_solids_overlap(a: Any, b: Any, depth: float) -> None:
    assert penetration_depth(a, b) == pytest.approx(depth, abs=2e-3)
    assert penetration_depth(b, a) == pytest.approx(depth, abs=2e-3)


# Hairs: what differs by less than 0.01" is hardly meant


HAIRS = [
    (
        board(HOUSE, ("structure", box(11, 5, 6, 6, 3.0005))),
        "terrain[1].shape",
        "step",
        "its top is 0.0005",
    ),
    (
        board(HOUSE, ("structure", box(11, 5, 6, 6, 2.9995))),
        "terrain[1].shape",
        "step",
        'below that of "f0" (terrain[0])',
    ),
    (
        board(HOUSE, ("structure", box(11, 5, 6, 6, 3.009))),
        "terrain[1].shape",
        "step",
        "make the heights equal",
    ),
    (
        board(HOUSE, ("structure", box(11, 5, 6, 6, 3.00001))),
        "terrain[1].shape",
        "step",
        "its top is 1e-05",
    ),
    (
        board(("structure", [box(5, 5, 6, 6, 3), box(11, 5, 6, 6, 3.0005)])),
        "terrain[0].shape",
        "step",
        "two of its tops differ by 0.0005",
    ),
    (
        board(("obstacle", box(5, 5, 6, 6, 0.004), {"standable": True})),
        "terrain[0].shape",
        "step",
        "above the table",
    ),
    (
        board(HOUSE, ("structure", box(11.0005, 5, 3, 3, 3))),
        "terrain[1].shape",
        "slit",
        "a gap of 0.0005",
    ),
    (
        board(HOUSE, ("structure", box(11.00001, 5, 3, 3, 3))),
        "terrain[1].shape",
        "slit",
        "close or widen it",
    ),
    (
        board(("structure", [box(5, 5, 6, 6, 3), box(11.005, 5, 6, 6, 3)])),
        "terrain[0].shape",
        "slit",
        "a gap of 0.005",
    ),
    (
        board(HOUSE, ("structure", box(6, 6, 3, 3, 2, bottom=3.0005))),
        "terrain[1].shape",
        "slit",
        "a gap of 0.0005",
    ),
    (
        board(("structure", box(5, 5, 6, 6, 3, bottom=0.003))),
        "terrain[0].shape",
        "slit",
        "can be seen under",
    ),
    (
        board(HOUSE, ("structure", box(10.9995, 5, 3, 3, 3))),
        "terrain[1].shape",
        "overlap",
        "by 0.0005",
    ),
    (
        board(HOUSE, ("structure", box(6, 6, 3, 3, 2, bottom=2.9995))),
        "terrain[1].shape",
        "overlap",
        "touch only",
    ),
]


@pytest.mark.parametrize(("data", "where", "code", "words"), HAIRS)
def test_a_hair_is_a_warning_with_its_place_and_a_remedy(
    data: Any, where: str, code: str, words: str
) -> None:
    (found,) = lint_file_data(data, SPACE)
    assert (found.where, found.code, found.severity) == (where, code, "warning")
    assert words in found.message and (found.at is not None or "seen under" in words)


@pytest.mark.parametrize(
    "data",
    [
        board(HOUSE, ("structure", box(11, 5, 6, 6, 3.01))),  # a step that may be meant
        board(HOUSE, ("structure", box(11, 5, 6, 6, 3 + 1e-7))),  # equal, as the rules have it
        board(HOUSE, ("structure", box(12, 5, 6, 6, 3.0005))),  # not beside each other
        board(HOUSE, ("structure", box(11, 5, 6, 6, 3.0005), {"standable": False})),
        board(
            ("structure", [box(5, 5, 6, 6, 3), box(11.005, 5, 6, 6, 3), box(10, 5, 2, 6, 3)])
        ),  # a third fills the slit
        board(
            ("structure", [box(5, 5, 6, 6, 3), box(10.9995, 5, 6, 6, 3)])
        ),  # parts of one feature may overlap
    ],
)
def test_what_is_level_or_apart_is_no_hair(data: Any) -> None:
    assert told(data) == []


def test_a_ladder_that_misses_a_level_by_a_hair_names_the_level() -> None:
    ladder = {"id": "l", "at": [8, 11], "top": 3.0000049}
    (found,) = lint_file_data(board(HOUSE, ladders=[ladder]), SPACE)
    assert (found.where, found.code) == ("ladders[0].top", "ladder")
    assert "no floor at height 3.0000049" in found.message
    assert found.message.endswith("set it to 3, the height of a floor")


def test_a_hair_of_the_smallest_kind_already_parts_two_roofs() -> None:
    for one, other in (
        (box(5, 5, 6, 6, 3), box(11, 5, 6, 6, 3.00001)),
        (box(5, 5, 6, 6, 3), box(11.00001, 5, 6, 6, 3)),
    ):
        data = board(("structure", one), ("structure", other))
        table = table_from_map(data, SPACE)
        assert not stand(table, "small", (11, 8, 3)).standable
        assert told(data)


def test_a_settled_floor_outside_of_its_mesh_is_an_error(tmp_path: Path) -> None:
    trimesh.creation.box(bounds=[[0, 0, 0], [4, 4, 3]]).export(tmp_path / "hall.stl")
    floors = [
        {"height": height, "outline": [[0, 0], [4, 0], [4, 4]]} for height in (3, 3.2, 0, 99, -2)
    ]
    shape = {"type": "mesh", "file": "hall.stl", "position": [5, 5, 0], "levels": floors}
    found = [
        f for f in lint_file_data(board(("structure", shape)), SPACE, tmp_path) if f.code == "floor"
    ]
    assert [(f.where, f.severity) for f in found] == [
        ("terrain[0].shape.levels[3].height", "error"),
        ("terrain[0].shape.levels[4].height", "error"),
    ]
    assert found[0].message == 'lies outside the mesh, which reaches from 0" to 3"; found 99"'
    several = [
        f.where
        for f in lint_file_data(board(("structure", [shape])), SPACE, tmp_path)
        if f.code == "floor"
    ]
    assert several[0] == "terrain[0].shape[0].levels[3].height"


def test_slivers_that_the_union_cannot_join_do_not_stop_the_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """GEOS refuses the union of some boards with many meshes; it takes them on a fine grid."""
    union = shapely.union_all

    def union_without_slivers(parts: Any, **more: Any) -> Any:
        if not more:
            raise shapely.errors.GEOSException("TopologyException: Ring edge missing")
        return union(parts, **more)

    wall = {"type": "box", "center": [8, 5], "size": [1, 8], "height": 3}
    data = {"size": [30, 30], "terrain": [{"id": "wall", "kind": "structure", "shape": wall}]}
    expected = [str(finding) for finding in lint_file_data(data, SPACE)]
    monkeypatch.setattr("wc3d.table.maps.standing_regions.shapely.union_all", union_without_slivers)
    assert [str(finding) for finding in lint_file_data(data, SPACE)] == expected
