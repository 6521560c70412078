"""`wc3d photo`: marks in a photograph become places, answers and what is certain, as the contract says."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.conftest import Wc3d
from tests.photo.random_photos import RandomPhoto
from tests.photo.test_certainty import seen

Put = Callable[..., Path]
SIGHT = {"type": "sight", "from": "a", "to": "b"}


def blocked() -> RandomPhoto:
    """Two models on both sides of a wall."""
    return seen([(15, 10, 0), (15, 20, 0)], [SIGHT])


def test_json_as_the_contract_says(wc3d: Wc3d, put: Put) -> None:
    photo = blocked()
    said = wc3d("photo", put(photo.marks, "marks.json"), "--json")
    assert (said.code, said.err, said.out.count("\n")) == (0, "", 1)
    printed = json.loads(said.out)
    assert set(printed) == {"camera", "models", "answers"}
    assert {"position", "focal_px", "k1", "residual_px"} <= set(printed["camera"])
    assert math.dist(printed["camera"]["position"], photo.camera.eye.tolist()) < 1.0
    assert [model["id"] for model in printed["models"]] == ["a", "b"]
    for model in printed["models"]:
        assert set(model) == {"id", "position", "covariance"}
        assert math.dist(model["position"], photo.truth[model["id"]]) < 0.1
        (xx, xy), (yx, yy) = model["covariance"]
        assert xy == yx and xx > 0 and xx * yy > xy * yx
    (answer,) = printed["answers"]
    assert answer["type"] == "sight" and answer["verdict"] == "blocked"
    assert answer["blockers"] == ["wall"] and answer["certain"] is True


def test_a_summary_in_words(wc3d: Wc3d, put: Put) -> None:
    said = wc3d("photo", put(blocked().marks))
    assert (said.code, said.err) == (0, "")
    camera, first, second, answer, certainty = said.out.splitlines()
    assert camera.startswith("camera at (15.") and "pixels" in camera
    assert first.startswith("a at (15.0") and "level 0" in first and "within 0." in first
    assert second.startswith("b at (")
    assert answer.startswith("a cannot see b: every line is blocked by the wall")
    assert certainty.startswith("  certain: blocked, even if models are as far off")


def test_what_to_measure(wc3d: Wc3d, put: Put) -> None:
    near = seen([(17.3, 13, 0), (17.3, 17, 0)], [SIGHT], noise=6.0)
    (answer,) = wc3d("photo", put(near.marks), "--json").answers
    assert answer["certain"] is False and answer["measure"].startswith("measure the gap between ")
    text = wc3d("photo", put(near.marks)).out
    assert "  not certain: could also be" in text and f"  {answer['measure']}" in text


def test_one_file_a_line(wc3d: Wc3d, put: Put) -> None:
    marks = blocked().marks
    bad = marks | {"corners": {}}
    lines = [marks, bad, {"case": marks, "truth": {"a": [15, 10, 0]}}]
    path = put("\n".join(map(json.dumps, lines)) + "\n", "marks.jsonl")
    said = wc3d("photo", path, "--json")
    assert said.code == 2 and said.err == ""
    first, error, last = map(json.loads, said.out.splitlines())
    assert first == last and first["answers"][0]["certain"] is True
    assert (
        set(error) == {"error"} and "marks.jsonl line 2: expected three corners" in error["error"]
    )
    in_words = wc3d("photo", path)
    assert in_words.code == 2 and in_words.err.count("\n") == 1
    assert in_words.out.count("camera at") == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty; expected a JSON object"),
        ("{", "invalid JSON"),
        ("[]", "expected an object"),
        ('{"noise": NaN}', "noise: expected a finite number"),
        ('{"photo": 1, "photo": 2}', "given twice"),
        ("\x00\x01\x02", "invalid JSON"),
    ],
)
def test_a_bad_file_is_one_line(wc3d: Wc3d, put: Put, text: str, words: str) -> None:
    error = wc3d("photo", put(text, "marks.json"), "--json").one_line()
    assert "marks.json" in error and words in error


def test_no_file(wc3d: Wc3d, tmp_path: Path) -> None:
    assert "no such file" in wc3d("photo", tmp_path / "none.json").one_line()
    assert "no such file" in wc3d("photo", tmp_path / "none.jsonl").one_line()
    for option in (["--json"], ["--report", "a.html"], ["--picture", "a.jpg"]):
        assert "expected a file with marks" in wc3d("photo", *option).one_line()


def test_without_a_file_the_page_is_served(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[Any, ...]] = []
    opened: list[str] = []
    monkeypatch.setattr("wc3d.cli.host.photo_page.run_server", lambda *all: served.append(all))
    monkeypatch.setattr("wc3d.cli.host.photo_page.open_in_browser", opened.append)
    for option in ([], ["--phone"]):
        said = wc3d("photo", *option)
        assert said.code == 0 and "/photo#" in said.out.splitlines()[0]
    assert [link.startswith("http://127.0.0.1:") for link in opened] == [True, True]
    for _, bound, *_ in served:
        bound.close()


def test_a_picture_is_no_file_with_marks(wc3d: Wc3d, tmp_path: Path) -> None:
    path = tmp_path / "table.jpg"
    path.write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(256)) * 4)
    assert "table.jpg" in wc3d("photo", path).one_line()


def test_the_schema_accepts_what_the_program_reads(wc3d: Wc3d) -> None:
    schema = json.loads(wc3d("schema", "photo").out)
    assert schema["title"] == "wc3d photo"
    marks: dict[str, Any] = blocked().marks
    jsonschema.validate(marks, schema)
    for key in ("photo", "map"):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({k: v for k, v in marks.items() if k != key}, schema)
    wrong = copy.deepcopy(marks)
    wrong["models"][0]["position"] = [1, 2]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, schema)
    with_facing = copy.deepcopy(marks)
    with_facing["models"][0]["facing"] = 90
    other = json.loads(wc3d("schema", "photo", "--game", "warmachine").out)
    jsonschema.validate(with_facing, other)
