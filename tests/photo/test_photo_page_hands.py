"""The page "Judge from a photo" under clumsy hands: wrong order, cancelled moves, keys, a host that is away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.photo.rendered import RenderedPhoto, take_photo
from tests.photo.test_photo_page import (
    BODIES,
    CORNERS,
    WALL,
    Marker,
    choose_file,
    open_photo,
    table_with,
)
from tests.screens.axe import find_violations
from tests.screens.browser import Browser
from tests.server.hosting import listening

pytestmark = pytest.mark.slow

ARROW_RIGHT, LETTER_Z, TAB = ("ArrowRight", 39), ("z", 90), ("Tab", 9)
SHIFT, CONTROL = 8, 2


@pytest.fixture(scope="module")
def photo() -> RenderedPhoto:
    """A table with a wall and two models."""
    return take_photo(table_with([WALL]))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser for all tests of this file."""
    with Browser(tmp_path_factory.mktemp("browser")) as browser:
        yield browser


@pytest.fixture
def marker(tmp_path: Path, browser: Browser, photo: RenderedPhoto) -> Iterator[Marker]:
    """Somebody with a phone who has chosen the photograph."""
    with listening(tmp_path) as host:
        open_photo(browser, host, photo.save(tmp_path / "table.jpg"), (390, 844))
        browser.wait("photoJudge.photo")
        yield Marker(browser, photo, touch=True)


def mark_corners(marker: Marker) -> None:
    """Tap the corners, and wait for the outline."""
    for corner in CORNERS:
        marker.tap(corner)
    marker.browser.wait("photoJudge.result.camera?.usable && photoJudge.framed")


def mark_models(marker: Marker) -> None:
    """Tap both bases, and wait for the answer."""
    marker.press("Next: models")
    marker.tap(BODIES["a1"][1])
    marker.press("large")
    marker.tap(BODIES["b1"][1])
    marker.browser.wait("photoJudge.result.answers?.length")


def press_key(browser: Browser, key: tuple[str, int], modifiers: int = 0) -> None:
    """Press a key."""
    for kind in ("rawKeyDown", "keyUp"):
        browser.send(
            "Input.dispatchKeyEvent",
            type=kind,
            key=key[0],
            code=key[0],
            windowsVirtualKeyCode=key[1],
            modifiers=modifiers,
        )


def touch(browser: Browser, does: str, *places: tuple[float, float]) -> None:
    """Fingers do something at places of the window."""
    points = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(places)]
    browser.send("Input.dispatchTouchEvent", type=does, touchPoints=points)


def spot_of(browser: Browser, mark: str) -> tuple[float, float]:
    """Where a pixel of the picture is in the window."""
    x, y = browser.run(
        "(() => { const r = document.querySelector('canvas').getBoundingClientRect(),"
        f" s = photoJudge.view.toScreen({mark}); return [s[0] + r.left, s[1] + r.top]; }})()"
    )
    return x, y


@pytest.mark.parametrize("order", [(0, 2, 1, 3), (1, 0, 3, 2), (2, 0, 3, 1)])
def test_corners_in_any_order_are_the_table(marker: Marker, order: tuple[int, ...]) -> None:
    for k in order:
        marker.tap(CORNERS[k])
    browser = marker.browser
    browser.wait("photoJudge.result.camera?.usable && photoJudge.framed")
    assert browser.run("photoJudge.result.camera.residual_in") < 0.2
    assert '20" south' in browser.run("photoJudge.result.camera.words")


@pytest.mark.parametrize("second", [False, True])
def test_a_move_that_a_second_finger_or_the_system_ends_leaves_nothing(
    marker: Marker, second: bool
) -> None:
    mark_corners(marker)
    browser = marker.browser
    before = browser.run("JSON.stringify([photoJudge.state, photoJudge.past.length])")
    x, y = spot_of(browser, "photoJudge.state.corners[0]")
    touch(browser, "touchStart", (x, y))
    for k in range(1, 8):
        touch(browser, "touchMove", (x + 6 * k, y))
    if second:
        touch(browser, "touchStart", (x + 42, y), (x + 90, y - 80))
        touch(browser, "touchEnd")
    else:
        touch(browser, "touchCancel")
    assert browser.run("JSON.stringify([photoJudge.state, photoJudge.past.length])") == before
    browser.drag((x, y), (x + 60, y), touch=True)
    browser.run("photoJudge.undo()")
    assert browser.run("JSON.stringify([photoJudge.state, photoJudge.past.length])") == before


def test_arrow_keys_move_one_mark_on_and_on_and_all_is_undone(marker: Marker) -> None:
    mark_corners(marker)
    browser = marker.browser
    x = browser.run("photoJudge.state.corners[0][0]")
    browser.run("document.querySelector('canvas').focus()")
    press_key(browser, TAB)
    for _ in range(3):
        press_key(browser, ARROW_RIGHT, SHIFT)
    assert browser.run("photoJudge.state.corners[0][0]") == pytest.approx(x + 3)
    while browser.run("photoJudge.past.length"):
        press_key(browser, LETTER_Z, CONTROL)
    browser.wait("!document.querySelector('.step').innerText.includes('The camera stood')")
    assert "4 to go" in browser.run("document.querySelector('.step').innerText")


def test_undo_goes_back_into_an_unfinished_piece_of_terrain(marker: Marker) -> None:
    mark_corners(marker)
    browser = marker.browser
    marker.press("Add terrain")
    marker.press("Wall")
    marker.tap((7.0, 15.0, 0.0))
    marker.press("Undo")
    assert browser.run("photoJudge.state.pieces[0].feet.length") == 0
    marker.tap((7.0, 15.0, 0.0))
    marker.press("4Models")
    marker.press("3Terrain")
    marker.tap((23.0, 15.0, 0.0))
    assert browser.run("photoJudge.state.pieces[0].feet.length") == 2


def test_a_tap_beside_another_steps_mark_is_a_new_one(marker: Marker) -> None:
    mark_corners(marker)
    browser = marker.browser
    marker.press("Next: models")
    x, y = spot_of(browser, "photoJudge.state.corners[0]")
    browser.drag((x + 6, y - 4), touch=True)
    assert browser.run("photoJudge.state.models.length") == 1


def test_a_removed_model_takes_its_questions_with_it(marker: Marker) -> None:
    mark_corners(marker)
    mark_models(marker)
    marker.press("Remove")
    state = marker.browser.run("photoJudge.state")
    assert [model["id"] for model in state["models"]] == ["b1"] and state["questions"] == []


def test_the_side_of_a_renamed_model_stays(marker: Marker) -> None:
    mark_corners(marker)
    mark_models(marker)
    browser = marker.browser
    before = label_colors(browser)
    browser.run("window.prompt = () => 'bold knight'")
    marker.press("Rename")
    browser.wait(
        "photoJudge.result.models[0].id === 'bold knight' && photoJudge.result.answers.length"
    )
    assert label_colors(browser)["bold knight"] == before["a1"] != before["b1"]


def label_colors(browser: Browser) -> dict[str, Any]:
    """The color of each model's label."""
    labels = browser.run("photoJudge.result.overlay.labels")
    return {label["of"]: label["rgb"] for label in labels if label["of"]}


def test_a_host_that_comes_back_answers_without_another_tap(marker: Marker) -> None:
    mark_corners(marker)
    browser = marker.browser
    quiet = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.send("Network.emulateNetworkConditions", offline=True, **quiet)
    marker.press("Next: models")
    marker.tap(BODIES["a1"][1])
    browser.wait("!document.querySelector('.problem').hidden")
    assert "Tap each base" in browser.run("document.querySelector('.step').innerText")
    browser.send("Network.emulateNetworkConditions", offline=False, **quiet)
    browser.wait("photoJudge.result.models?.length && document.querySelector('.problem').hidden")


def test_a_button_that_is_held_while_an_answer_comes_is_pressed(marker: Marker) -> None:
    mark_corners(marker)
    browser = marker.browser
    marker.press("Next: models")
    marker.tap(BODIES["a1"][1])
    browser.wait("document.querySelector('.step').innerText.includes('±')")
    is_kept = browser.run(
        "(() => { const b = [...document.querySelectorAll('button')]"
        ".find(b => b.textContent.startsWith('large'));"
        " b.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));"
        " photoJudge.render();"  # as when an answer comes
        " const kept = b.isConnected; b.click(); return kept; })()"
    )
    assert is_kept
    browser.wait("photoJudge.state.base === 'large'")


def test_a_size_that_no_table_has_is_not_sent(marker: Marker) -> None:
    browser = marker.browser
    marker.press("✓Photo")
    for value in ("", "-3", "1e9"):
        browser.run(
            "(() => { const f = document.querySelector('input[type=number]');"
            f" f.value = '{value}'; f.dispatchEvent(new Event('change')); }})()"
        )
        assert browser.run("photoJudge.state.size") == [30, 30]


@pytest.mark.parametrize("size", [(320, 640), (844, 390), (640, 400)])
def test_every_step_is_accessible_whole_and_large_enough(
    tmp_path: Path, browser: Browser, photo: RenderedPhoto, size: tuple[int, int]
) -> None:
    path = photo.save(tmp_path / "table.jpg")
    with listening(tmp_path) as host:
        open_photo(browser, host, path, size)
        browser.wait("photoJudge.photo")
        marker = Marker(browser, photo, touch=True)
        mark_corners(marker)
        mark_models(marker)
        for step in ("photo", "table", "terrain", "models", "ask", "share"):
            browser.run(f"photoJudge.go('{step}')")
            assert find_violations(browser) == [], step
            assert browser.run(WRONG_CONTROLS) == [], step


WRONG_CONTROLS = """[...document.querySelectorAll('button, select, input:not([hidden]), summary')]
    .filter(each => each.offsetParent).filter(each => { const r = each.getBoundingClientRect();
      return r.width < 44 || r.height < 44 || r.left < 0 || r.right > innerWidth
        || each.matches('button') && each.scrollWidth > each.clientWidth; })
    .map(each => each.textContent)"""


def test_a_second_photograph_begins_with_the_first_side(marker: Marker, tmp_path: Path) -> None:
    mark_corners(marker)
    marker.press("Next: models")
    marker.tap(BODIES["a1"][1])
    choose_file(marker.browser, tmp_path / "table.jpg")
    marker.browser.wait("photoJudge.state.corners.length === 0")
    assert marker.browser.run("photoJudge.state.side") == 1
