"""The page "Judge from a photo" in a browser and over the network."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.photo.rendered import RenderedPhoto, take_photo
from tests.screens.browser import Browser
from tests.server.hosting import Listening, listening
from wc3d.registry import map_cache
from wc3d.server.http.photo_routes import MAX_MARKS_BYTES, derive_photo_key
from wc3d.table.body import Body
from wc3d.table.table import Table

SIDE_IN = 30.0
BODIES = {"a1": ("small", (15.0, 9.0, 0.0)), "b1": ("large", (16.0, 22.0, 0.0))}
WALL = {
    "id": "long-wall",
    "kind": "structure",
    "shape": {"type": "box", "center": [15, 15], "size": [16, 0.5], "height": 3.5},
}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Listening]:
    """A host that listens."""
    with listening(tmp_path) as there:
        yield there


def ask(host: Listening, path: str, body: bytes | None = None, key: str = "") -> tuple[int, Any]:
    """The status and the answer of a request with the page's key, or another one."""
    key = key or derive_photo_key(host.registry.host_key)
    request = urllib.request.Request(f"{host.base}{path}", body, {"authorization": f"Bearer {key}"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def test_only_the_pages_key_opens_it(host: Listening) -> None:
    assert ask(host, "/photo/choices")[0] == 200
    for key in ("wrong", host.registry.host_key):
        assert ask(host, "/photo/choices", key=key)[0] == 401
        assert ask(host, "/photo/solve", b"{}", key=key)[0] == 401


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"[" * 100_000, b'"x"', b" " * (MAX_MARKS_BYTES + 1)]
)
def test_what_is_not_marks_is_one_line(host: Listening, body: bytes) -> None:
    status, answer = ask(host, "/photo/solve", body)
    assert status == 400 and "\n" not in answer["error"]


@pytest.mark.parametrize(
    "marks",
    [
        {},
        {"map": "crossroads"},
        {"map": {"size": [30, 30]}, "photo": 3, "corners": []},
        {"map": "../secrets.json"},
        {"pieces": 7},
    ],
)
def test_unusable_marks_are_one_line(host: Listening, marks: Any) -> None:
    for path in ("/photo/solve", "/photo/report"):
        status, answer = ask(host, path, json.dumps(marks).encode())
        assert (
            status == 400 and "\n" not in answer["error"] and "program error" not in answer["error"]
        )


class Marker:
    """Somebody at the page, who taps or clicks. `taps` counts what they did."""

    def __init__(self, browser: Browser, photo: RenderedPhoto, touch: bool) -> None:
        self.browser = browser
        self.photo = photo
        self.touch = touch
        self.taps = 0

    def tap(self, at: tuple[float, float, float]) -> None:
        """Tap a place of the table in the photograph."""
        x, y = self.photo.pixel(at)
        spot = self.browser.run(
            "(() => { const r = document.querySelector('canvas').getBoundingClientRect(),"
            f" s = photoJudge.view.toScreen([{x}, {y}]); return [s[0] + r.left, s[1] + r.top]; }})()"
        )
        self.browser.drag(tuple(spot), touch=self.touch)
        self.taps += 1

    def press(self, words: str) -> None:
        """Press a button."""
        found = (
            "[...document.querySelectorAll('button')]"
            f".find(b => b.textContent.trim().startsWith({json.dumps(words)}))"
        )
        self.browser.wait(f"{found} && !{found}.disabled")
        spot = self.browser.run(
            f"(() => {{ const b = {found}; b.scrollIntoView({{ block: 'nearest' }});"
            " const r = b.getBoundingClientRect();"
            " return [r.left + r.width / 2, r.top + r.height / 2]; })()"
        )
        self.browser.drag(tuple(spot), touch=self.touch)
        self.taps += 1

    def choose(self, words: str, value: str) -> None:
        """Choose in a list, which takes two taps."""
        self.browser.run(
            "(() => { const s = [...document.querySelectorAll('label')]"
            f".find(l => l.textContent.startsWith({json.dumps(words)})).querySelector('select');"
            f" s.value = {json.dumps(value)}; s.dispatchEvent(new Event('change')); }})()"
        )
        self.taps += 2


def table_with(terrain: list[Any]) -> Table:
    """A table with terrain and the two models."""
    maps = map_cache()
    board = {"name": "Table", "size": [SIDE_IN, SIDE_IN], "terrain": terrain}
    table = maps.load_table(board, "test", Path())
    return table.with_bodies(
        *(Body(id, base, at, sizes=table.policy.bases) for id, (base, at) in BODIES.items())
    )


def open_photo(browser: Browser, host: Listening, path: Path, size: tuple[int, int]) -> None:
    """Open the page and choose the photograph."""
    browser.open(f"{host.base}/photo#{derive_photo_key(host.registry.host_key)}", *size)
    browser.wait("window.photoJudge?.choices")
    choose_file(browser, path)


def choose_file(browser: Browser, path: Path) -> None:
    """Choose a file as the photograph."""
    document = browser.send("DOM.getDocument")["root"]["nodeId"]
    field = browser.send("DOM.querySelector", nodeId=document, selector=".file")["nodeId"]
    browser.send("DOM.setFileInputFiles", files=[str(path)], nodeId=field)


CORNERS = [(0.0, 0.0, 0.0), (SIDE_IN, 0.0, 0.0), (SIDE_IN, SIDE_IN, 0.0), (0.0, SIDE_IN, 0.0)]


@pytest.mark.slow
@pytest.mark.parametrize("clockwise", [False, True])
@pytest.mark.parametrize(
    ("size", "touch"), [((390, 844), True), ((844, 390), True), ((1280, 800), False)]
)
def test_four_corners_two_bases_and_a_wall_become_a_certain_verdict(
    tmp_path: Path, size: tuple[int, int], touch: bool, clockwise: bool
) -> None:
    photo = take_photo(table_with([WALL]))
    path = photo.save(tmp_path / "table.jpg")
    with listening(tmp_path) as host, Browser(tmp_path / "b") as browser:
        open_photo(browser, host, path, size)
        browser.wait("photoJudge.photo")
        assert browser.run("photoJudge.photo.focal") == 26
        marker = Marker(browser, photo, touch)
        for corner in CORNERS[::-1] if clockwise else CORNERS:
            marker.tap(corner)
        browser.wait("photoJudge.result.camera?.usable && photoJudge.framed")
        assert browser.run("photoJudge.result.camera.residual_in") < 0.2
        marker.press("Next: models")
        marker.tap(BODIES["a1"][1])
        marker.press("large")
        marker.tap(BODIES["b1"][1])
        browser.wait("photoJudge.result.answers?.[0]?.verdict === 'CLEAR'")
        marker.press("3Terrain")
        marker.press("Wall")
        marker.tap((7.0, 15.0, 0.0))
        marker.tap((23.0, 15.0, 0.0))
        marker.press("Tap its top")
        marker.tap((7.0, 15.0, 3.5))
        browser.wait("photoJudge.result.answers?.[0]?.verdict === 'BLOCKED'")
        answer = browser.run("photoJudge.result.answers[0]")
        assert answer["certain"] is True and "wall-1" in " ".join(answer["lines"])
        labels = browser.run("photoJudge.view.overlay.labels.map(label => label.words)")
        assert "✕ BLOCKED" in labels
        shown = browser.run("document.querySelector('.answer').innerText")
        assert "BLOCKED" in shown and "Certain" in shown
        assert marker.taps <= 14
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
        assert browser.complaints() == []


@pytest.mark.slow
def test_a_known_board_one_question_and_a_report_that_is_judged_again(tmp_path: Path) -> None:
    board = map_cache().load_table("crossroads", "test", Path())
    bodies = (
        Body("a1", "small", (9.0, 7.0, 0.0), sizes=board.policy.bases),
        Body("b1", "small", (17.0, 22.0, 0.0), sizes=board.policy.bases),
    )
    photo = take_photo(board.with_bodies(*bodies))
    path = photo.save(tmp_path / "table.jpg")
    with listening(tmp_path) as host, Browser(tmp_path / "b") as browser:
        browser.open(f"{host.base}/photo#{derive_photo_key(host.registry.host_key)}", 390, 844)
        browser.wait("window.photoJudge?.choices")
        marker = Marker(browser, photo, touch=True)
        marker.choose("Board", "crossroads")
        choose_file(browser, path)
        browser.wait("photoJudge.photo")
        for corner in CORNERS:
            marker.tap(corner)
        browser.wait("photoJudge.result.camera?.usable && photoJudge.framed")
        marker.press("Next: models")
        for body in bodies:
            marker.tap(body.at)
        browser.wait("photoJudge.result.answers?.length")
        assert marker.taps <= 12  # and two for choosing the photograph
        browser.run("photoJudge.save = (name, text) => { photoJudge.saved = [name, text]; }")
        browser.run("photoJudge.saveReport()")
        browser.wait("photoJudge.saved")
        name, text = browser.run("photoJudge.saved")
        assert name == "report.html" and "data:image/jpeg;base64," in text
        picture = re.search(r"data:image/jpeg;base64,([^\"]*)", text)
        assert picture is not None and len(picture[1]) * 3 / 4 <= 401_000
        sent = [json.loads(one["postData"]) for one in posted(browser)]
        assert sent and all("image" not in json.dumps(body) for body in sent)  # marks alone
        report = tmp_path / "report.html"
        report.write_text(text, encoding="utf-8")
        browser.open(report.as_uri(), 390, 844)
        browser.wait("document.querySelector('figure img').naturalWidth > 100")
        assert browser.run("document.querySelector('article h2').innerText")


def posted(browser: Browser) -> list[dict[str, Any]]:
    """The requests with a body that the page has sent."""
    return [
        event["params"]["request"]
        for event in browser.events
        if event.get("method") == "Network.requestWillBeSent"
        and event["params"]["request"].get("postData")
    ]


@pytest.mark.slow
def test_a_file_that_is_no_picture_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    photo = take_photo(table_with([]), size=(800, 600))
    path = photo.save(tmp_path / "table.jpg")
    text = tmp_path / "notes.jpg"
    text.write_text("not a picture", encoding="utf-8")
    with listening(tmp_path) as host, Browser(tmp_path / "b") as browser:
        open_photo(browser, host, path, (390, 844))
        browser.wait("photoJudge.photo")
        marker = Marker(browser, photo, touch=True)
        marker.tap(CORNERS[0])
        choose_file(browser, text)
        browser.wait("!document.querySelector('.problem').hidden")
        assert "expected a JPEG or PNG" in browser.run(
            "document.querySelector('.problem').innerText"
        )
        assert browser.run("photoJudge.state.corners.length") == 1
        browser.run("photoJudge.undo()")
        assert browser.run("photoJudge.state.corners.length") == 0
