"""What the page "Judge from a photo" is answered: each part as far as the marks go."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import pytest

from tests.photo.cameras import HEIGHT_PX, WIDTH_PX, standing_camera
from wc3d.errors import InputError
from wc3d.photo.camera import PhotoCamera
from wc3d.photo.reading import corner_places
from wc3d.web.photo_report import write_photo_report
from wc3d.web.photo_view import photo_choices, solve_photo

SIDE_IN = 30.0


def pixels_of(camera: PhotoCamera, places: Any) -> list[list[float]]:
    """The pixels of places (n, 3)."""
    return [[float(v) for v in p] for p in camera.project(np.array(places, float))]


def request_of(camera: PhotoCamera, **more: Any) -> dict[str, Any]:
    """What the page sends for a plain table of which all corners are marked."""
    places = corner_places((SIDE_IN, SIDE_IN))
    corners = dict(zip(places, pixels_of(camera, list(places.values())), strict=True))
    return {
        "photo": {"width": WIDTH_PX, "height": HEIGHT_PX, "focal_35mm": 26.0},
        "map": {"name": "Table", "size": [SIDE_IN, SIDE_IN], "terrain": []},
        "corners": corners,
        "noise": 3.0,
        "references": [],
        "pieces": [],
        "models": [],
        "questions": [],
        **more,
    }


def model(
    camera: PhotoCamera, id: str, at: tuple[float, float, float], **more: Any
) -> dict[str, Any]:
    """A marked model."""
    return {"id": id, "base": "small", "pixel": pixels_of(camera, [at])[0], **more}


def solve(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to the page."""
    return solve_photo(None, request, lambda done, total: True)


def two_models_and_a_wall(camera: PhotoCamera, wall_height: float = 3.0) -> dict[str, Any]:
    """Two models with a long wall between them, and a question about sight."""
    return request_of(
        camera,
        pieces=[
            {
                "id": "wall-1",
                "form": "wall",
                "kind": "structure",
                "feet": pixels_of(camera, [(6, 15, 0), (24, 15, 0)]),
                "height": wall_height,
                "thickness": 0.5,
            }
        ],
        models=[model(camera, "a1", (15, 10, 0)), model(camera, "b1", (15, 20, 0))],
        questions=[{"type": "sight", "from": "a1", "to": "b1"}],
    )


@pytest.fixture(scope="module")
def camera() -> PhotoCamera:
    """The camera of somebody who stands at the table."""
    return standing_camera(SIDE_IN, np.random.default_rng(4))


def test_a_wall_between_two_models_blocks_certainly_and_its_line_is_drawn(
    camera: PhotoCamera,
) -> None:
    shown = solve(two_models_and_a_wall(camera))
    (answer,) = shown["answers"]
    assert answer["verdict"] == "BLOCKED" and answer["good"] is False
    assert answer["certain"] is True and "Certain" in answer["sure"]
    assert any("wall-1" in line for line in answer["lines"])
    assert base64.b64decode(answer["cut"]).startswith(b"<svg xmlns=")
    labels = [label["words"] for label in shown["overlay"]["labels"]]
    assert "✕ BLOCKED" in labels and {"a1", "b1"} <= set(labels)
    assert shown["map"]["terrain"][0]["id"] == "wall-1"  # a map file that can be saved


def test_over_a_low_wall_is_certainly_clear(camera: PhotoCamera) -> None:
    (answer,) = solve(two_models_and_a_wall(camera, 0.75))["answers"]
    assert answer["verdict"] == "CLEAR" and answer["certain"] is True


@pytest.mark.parametrize("end", [15.5, 15.59, 15.68])
def test_a_wall_that_ends_where_the_models_do_makes_nothing_certain(
    camera: PhotoCamera, end: float
) -> None:
    request = two_models_and_a_wall(camera)
    request["pieces"][0]["feet"] = pixels_of(camera, [(6, 15, 0), (end, 15, 0)])
    (answer,) = solve(request)["answers"]
    assert answer["certain"] is not True and answer["measure"]


def test_what_is_drawn_lies_where_the_picture_shows_it(camera: PhotoCamera) -> None:
    shown = solve(two_models_and_a_wall(camera))
    outline = max(shown["overlay"]["lines"], key=lambda line: len(line["points"]))["points"]
    for corner in pixels_of(camera, list(corner_places((SIDE_IN, SIDE_IN)).values())):
        assert min(np.hypot(*(np.array(p) - corner)) for p in outline) < 2.0
    top = pixels_of(camera, [(15, 10, 1.75)])[0]
    label = next(one for one in shown["overlay"]["labels"] if one["words"] == "a1")
    assert np.hypot(*(np.array(label["pixel"]) - top)) < 4.0


def test_each_model_has_its_own_error_and_levels(camera: PhotoCamera) -> None:
    request = two_models_and_a_wall(camera)
    request["pieces"] = [
        {
            "id": "block-1",
            "form": "block",
            "kind": "structure",
            "feet": pixels_of(camera, [(12, 12, 0), (18, 12, 0), (18, 18, 0)]),
            "height": 3.0,
        }
    ]
    request["models"].append(model(camera, "c", (15, 15, 3.0)))
    shown = {place["id"]: place for place in solve(request)["models"]}
    assert "±" in shown["a1"]["words"] and shown["a1"]["words"] != shown["b1"]["words"]
    assert 3.0 in [level["height"] for level in shown["c"]["levels"]]


def test_a_bad_model_or_question_hides_nothing_else(camera: PhotoCamera) -> None:
    request = two_models_and_a_wall(camera)
    request["models"].append({"id": "sky", "base": "small", "pixel": [2000.0, -90000.0]})
    request["questions"] += [
        {"type": "sight", "from": "a1", "to": "nobody"},
        {"type": "jump", "model": "a1", "to": {"pixel": pixels_of(camera, [(15, 12, 0)])[0]}},
        {"type": "range", "from": "a1"},
    ]
    shown = solve(request)
    assert shown["answers"][0]["verdict"] == "BLOCKED"
    assert "nobody" in shown["answers"][1]["error"]
    assert shown["answers"][2]["headline"]
    assert "to" in shown["answers"][3]["error"]
    assert next(place for place in shown["models"] if place["id"] == "sky")["level"] is None


def test_a_marked_place_that_is_no_pixel_is_one_line(camera: PhotoCamera) -> None:
    request = two_models_and_a_wall(camera)
    for pixel in ("x", [1], [float("nan"), 2.0], [1e9, 2.0]):
        request["questions"] = [{"type": "jump", "model": "a1", "to": {"pixel": pixel}}]
        answers = solve(request)["answers"]
        assert len(answers) == 1 and "error" in answers[0]


@pytest.mark.parametrize(
    "source", ["../../etc/passwd", "/etc/passwd", "crossroads.json", "nothing"]
)
def test_no_file_but_included_boards_is_opened(camera: PhotoCamera, source: str) -> None:
    with pytest.raises(InputError, match="expected a board that comes with wc3d"):
        solve(request_of(camera, map=source))


def test_a_map_cannot_name_a_mesh_file(camera: PhotoCamera) -> None:
    shape = {"type": "mesh", "file": "/etc/passwd", "position": [10, 10]}
    board = {
        "name": "x",
        "size": [SIDE_IN, SIDE_IN],
        "terrain": [{"id": "a", "kind": "structure", "shape": shape}],
    }
    with pytest.raises(InputError, match="mesh"):
        solve(request_of(camera, map=board))


def test_too_much_is_refused(camera: PhotoCamera) -> None:
    many = [model(camera, f"m{k}", (15, 15, 0)) for k in range(41)]
    with pytest.raises(InputError, match="at most 40"):
        solve(request_of(camera, models=many))
    with pytest.raises(InputError, match="list of objects"):
        solve(request_of(camera, questions="all"))


def test_corners_in_the_wrong_order_are_named(camera: PhotoCamera) -> None:
    request = request_of(camera)
    corners = request["corners"]
    corners["south_west"], corners["south_east"] = corners["south_east"], corners["south_west"]
    try:
        notes = " ".join(solve(request)["notes"])
    except InputError as error:
        notes = str(error)
    assert "order" in notes


def test_an_included_board_offers_its_corners(camera: PhotoCamera) -> None:
    shown = solve(request_of(camera, map="crossroads"))
    assert len(shown["references_offered"]) > 10 and shown["map"]["name"] == "Crossroads"


def test_the_choices_name_games_boards_bases_and_questions() -> None:
    choices = photo_choices()
    games = {game["name"]: game for game in choices["games"]}
    assert {"neo-mechanika", "warmachine"} <= set(games) or len(games) >= 2
    for game in games.values():
        assert game["bases"] and {"sight", "range"} <= {type["name"] for type in game["types"]}
    assert len(choices["boards"]) >= 10


def test_a_report_holds_the_marks_the_questions_and_no_other_address(camera: PhotoCamera) -> None:
    page = write_photo_report(None, two_models_and_a_wall(camera), lambda done, total: True)
    assert "BLOCKED" in page and 'id="wc3d-photo"' in page and 'id="wc3d-questions"' in page
    assert "http://" not in page.replace("http://www.w3.org", "") and "https://" not in page


def test_corners_in_an_impossible_order_are_told_in_json() -> None:
    camera = standing_camera(SIDE_IN, np.random.default_rng(4))
    request = request_of(camera)
    given = request["corners"]
    swapped = {**given, "south_east": given["north_east"], "north_east": given["south_east"]}
    shown = solve_photo(None, {**request, "corners": swapped}, lambda *_: True)
    assert "wrong order" in json.dumps(shown, allow_nan=False)


@pytest.mark.parametrize("question", ["stand", "jump"])
def test_an_answer_about_a_tapped_place_is_never_certain(question: str) -> None:
    camera = standing_camera(SIDE_IN, np.random.default_rng(4))
    place = {"pixel": pixels_of(camera, [(15, 12, 0)])[0]}
    fields = {"stand": {"base": "small", "position": place}, "jump": {"model": "a1", "to": place}}
    request = request_of(
        camera,
        models=[model(camera, "a1", (15, 9, 0))],
        questions=[{"type": question, **fields[question]}],
    )
    answer = solve_photo(None, request, lambda *_: True)["answers"][0]
    assert answer["certain"] is None and "tapped" in answer["measure"]


@pytest.mark.parametrize(
    "question", [{"type": "area", "center": 0}, {"type": "back_strike", "began": 0}]
)
def test_a_tapped_point_of_warmachine_is_understood(question: dict[str, Any]) -> None:
    camera = standing_camera(SIDE_IN, np.random.default_rng(4))
    place = {"pixel": pixels_of(camera, [(15, 12, 0)])[0]}
    names: dict[str, dict[str, Any]] = {
        "area": {"target": "", "diameter": 3.0},
        "back_strike": {"from": "a1", "to": "b1"},
    }
    fields = {key: place for key in question if key != "type"}
    request = request_of(
        camera,
        game="warmachine",
        models=[model(camera, "a1", (15, 9, 0)), model(camera, "b1", (16, 22, 0))],
        questions=[{**question, **names[question["type"]], **fields}],
    )
    assert "error" not in solve_photo(None, request, lambda *_: True)["answers"][0]


def test_terrain_that_makes_no_shape_is_told_beside_its_name() -> None:
    camera = standing_camera(SIDE_IN, np.random.default_rng(4))
    feet = pixels_of(camera, [(8, 12, 0), (14, 16, 0), (14, 12, 0), (8, 16, 0)])
    piece = {"id": "wood", "form": "area", "kind": "forest", "feet": feet}
    shown = solve_photo(None, request_of(camera, pieces=[piece]), lambda *_: True)
    assert "crosses itself" in shown["faults"]["wood"]
    assert any(note.startswith("wood: ") for note in shown["notes"])


@pytest.mark.parametrize("is_right", [True, False])
def test_three_corners_in_the_wrong_order_make_nothing_certain(is_right: bool) -> None:
    camera = standing_camera(SIDE_IN, np.random.default_rng(4))
    places: dict[str, list[float]] = {
        name: [*at] for name, at in corner_places((SIDE_IN, SIDE_IN)).items()
    }
    names = ["south_west", "south_east", "north_east"]
    seen = names if is_right else ["south_west", "north_east", "north_west"]
    corners = dict(zip(names, pixels_of(camera, [places[name] for name in seen]), strict=True))
    request = request_of(
        camera,
        corners=corners,
        models=[model(camera, "a1", (15, 9, 0)), model(camera, "b1", (16, 16, 0))],
        questions=[{"type": "sight", "from": "a1", "to": "b1"}],
    )
    shown = solve_photo(None, request, lambda *_: True)
    certain = [answer.get("certain") for answer in shown.get("answers", ())]
    assert certain == [True] if is_right else True not in certain
