"""The page of a dispute in a real browser: it draws, it turns, nothing leaves it, and it says all without WebGL or scripts."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.screens.browser import Browser
from wc3d.cli.judge.command import answer_dispute
from wc3d.cli.output.html_report import render_report
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.judging.dispute import MapCache, open_dispute

ROOT = Path(__file__).resolve().parents[2]
Picture = NDArray[np.uint8]

ASKED: dict[str, Any] = {
    "name": "Over the wall",
    "models": [
        {"id": "scout", "base": "small", "position": [8, 6, 0]},
        {"id": "jack", "base": "large", "position": [16, 13, 0]},
        {"id": "far", "base": "medium", "position": [3, 17, 0]},
    ],
    "map": {
        "name": "Yard",
        "size": [20, 20],
        "terrain": [
            {
                "id": "wall",
                "kind": "structure",
                "shape": {"type": "box", "center": [12, 10], "size": [1, 5], "height": 4},
            },
            {
                "id": "wood",
                "kind": "forest",
                "shape": {"type": "box", "center": [4, 12], "size": [4, 3], "height": 4},
            },
            {
                "id": "arch",
                "kind": "structure",
                "shape": {"type": "mesh", "file": "arch.glb", "position": [15, 4, 0]},
            },
        ],
    },
    "questions": [
        {"type": "sight", "from": "scout", "to": "jack"},
        {"type": "sight", "from": "scout", "to": "far"},
        {"type": "seen_from", "model": "scout", "base": "small", "cell": 1},
    ],
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("browser")) as browser:
        yield browser


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with three answers, on a board with a mesh, alone in a folder."""
    folder = tmp_path_factory.mktemp("page")
    asked = folder / "asked.json"
    asked.write_text(json.dumps(ASKED))
    shutil.copy(ROOT / "models3d" / "arch.glb", folder / "arch.glb")
    dispute = open_dispute(asked, MapCache(SPACE))
    written = folder / "alone" / "page.html"
    written.parent.mkdir()
    written.write_text(render_report(dispute, answer_dispute(dispute)), encoding="utf-8")
    asked.unlink()
    (folder / "arch.glb").unlink()
    return written


SHARPEST = 2
"""The most dots of a picture at rest for each of the page's, as the page has it."""


def drawn(browser: Browser, number: int = 0) -> None:
    """Wait until a view has drawn all that it was asked to."""
    browser.wait(f"document.querySelectorAll('figure.view')[{number}].dataset.drawn > 0")
    browser.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def view(browser: Browser, number: int = 0) -> Picture:
    """What a view shows at rest, its names left out."""
    drawn(browser, number)
    canvas = (
        f"document.querySelectorAll('canvas')[{number}]"  # while it is turned it is drawn coarsely
    )
    browser.wait(
        f"{canvas}.width === Math.round({canvas}.clientWidth * Math.min(devicePixelRatio, {SHARPEST}))"
    )
    width, height, data = browser.run(
        f"(() => {{ const c = document.querySelectorAll('canvas')[{number}];"
        "const d = c.getContext('2d').getImageData(0, 0, c.width, c.height);"
        "let s = ''; for (let k = 0; k < d.data.length; k += 16) s += String.fromCharCode(...d.data.slice(k, k + 3));"
        "return [c.width, c.height, btoa(s)]; })()"
    )
    assert width > 200 and height > 150
    return np.frombuffer(base64.b64decode(data), np.uint8).reshape(-1, 3)


def differs(a: Picture, b: Picture) -> float:
    """The share of dots that are plainly not alike."""
    return float((np.abs(a.astype(int) - b).max(axis=1) > 24).mean())


def middle(browser: Browser, number: int = 0) -> tuple[float, float]:
    """Where the middle of a view is in the window."""
    x, y = browser.run(
        f"(() => {{ const b = document.querySelectorAll('canvas')[{number}].getBoundingClientRect();"
        "return [b.x + b.width / 2, b.y + b.height / 2]; })()"
    )
    return x, y


def mouse(browser: Browser, kind: str, x: float, y: float, **more: Any) -> None:
    browser.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, **more)


def touch(browser: Browser, kind: str, *points: tuple[float, float]) -> None:
    fingers = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
    browser.send("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)


def key(browser: Browser, name: str) -> None:
    for kind in ("keyDown", "keyUp"):
        browser.send("Input.dispatchKeyEvent", type=kind, key=name)


def press(browser: Browser, words: str, number: int = 0) -> None:
    """Click a button of a view by its words."""
    assert browser.run(
        f"(() => {{ const found = [...document.querySelectorAll('figure.view')[{number}].querySelectorAll('button')]"
        f".find(b => b.textContent === {words!r} || b.title === {words!r}); found.click(); return true; }})()"
    )


def test_it_draws_and_asks_nobody_for_anything(browser: Browser, page: Path) -> None:
    browser.open(page.as_uri())
    first = view(browser)
    assert len(np.unique(first // 8, axis=0)) > 300, "the picture is empty"
    blue = (first[:, 2] > 140) & (first[:, 0] < 90) & (first[:, 1] > 100)
    assert blue.mean() > 0.0015, "the model that looks is not to be seen"
    names = browser.run(
        "[...document.querySelectorAll('.labels span')].filter(s => !s.hidden).map(s => s.textContent)"
    )
    assert {"● scout", "◎ jack", "wall: BLOCKS"} <= set(names)
    assert [url for url in browser.requests() if not url.startswith("data:")] == [page.as_uri()]
    assert browser.complaints() == []
    for number in (1, 2):
        browser.run(f"document.querySelectorAll('canvas')[{number}].scrollIntoView()")
        other = view(browser, number)
        assert len(other) == len(first) and differs(first, other) > 0.1, (
            "another question, another picture"
        )
    for way in (
        "fetch('https://wc3d.invalid/x')",
        "fetch('data:,x')",
        "import('data:text/javascript,1')",
    ):
        assert browser.run(f"{way}.then(() => 'went', () => 'refused')") == "refused"


@pytest.mark.slow
def test_mouse_keys_buttons_and_address_turn_it(browser: Browser, page: Path) -> None:
    browser.open(page.as_uri())
    start = view(browser)
    x, y = middle(browser)
    mouse(browser, "mousePressed", x, y, clickCount=1)
    for k in range(1, 5):
        mouse(browser, "mouseMoved", x + 20 * k, y - 5 * k)
    mouse(browser, "mouseReleased", x + 80, y - 20)
    dragged = view(browser)
    assert differs(start, dragged) > 0.15
    key(browser, "0")
    assert differs(start, view(browser)) == 0, "its first look is found again"
    for name in ("ArrowLeft", "ArrowUp", "+", "2", "4"):
        before = view(browser)
        key(browser, name)
        assert differs(before, view(browser)) > 0.03, name
    press(browser, "Overview")
    assert differs(start, view(browser)) == 0
    press(browser, "Turn left")
    assert differs(start, view(browser)) > 0.1
    browser.run("location.hash = '#q1/above'")
    browser.run("new Promise(done => setTimeout(done, 50))")
    above = view(browser)
    press(browser, "From above")
    assert differs(above, view(browser)) == 0 and differs(above, start) > 0.2


@pytest.mark.slow
def test_the_wheel_moves_the_page_until_the_view_was_clicked(browser: Browser, page: Path) -> None:
    browser.open(page.as_uri())
    start, (x, y) = view(browser), middle(browser)
    wheel = "new WheelEvent('wheel', {deltaY: -200, cancelable: true})"
    assert (
        browser.run(f"document.querySelector('canvas').dispatchEvent({wheel})")
        and differs(start, view(browser)) == 0
    )
    mouse(browser, "mousePressed", x, y, clickCount=1)
    mouse(browser, "mouseReleased", x, y, clickCount=1)
    assert (
        not browser.run(f"document.querySelector('canvas').dispatchEvent({wheel})")
        and differs(start, view(browser)) > 0.05
    )


def test_on_a_phone_the_picture_comes_first_then_the_verdict(browser: Browser, page: Path) -> None:
    tops = "['canvas', '.verdict', '.said', 'header .dim'].map(what => document.querySelector(what).getBoundingClientRect().top)"
    browser.open(page.as_uri(), 390, 844, phone=True)
    picture, verdict, said, summary = browser.run(tops)
    assert picture < verdict < said < summary and picture < 250 and verdict < 844, (
        "both are seen at once"
    )
    assert browser.run("document.documentElement.scrollWidth") == 390
    browser.open(page.as_uri(), 1200, 900)
    picture, verdict, said, summary = browser.run(tops)
    assert summary < verdict < said < picture, (
        "where there is room, in the order in which it is read"
    )


@pytest.mark.slow
def test_on_a_phone_one_finger_turns_and_two_zoom(browser: Browser, page: Path) -> None:
    browser.open(page.as_uri(), 360, 740, phone=True)
    browser.run("document.querySelector('canvas').scrollIntoView({block: 'center'})")
    start, (x, y) = view(browser), middle(browser)
    at = browser.run("scrollY")
    touch(browser, "touchStart", (x, y))
    touch(browser, "touchMove", (x + 30, y))
    touch(browser, "touchMove", (x + 70, y))
    touch(browser, "touchEnd")
    turned = view(browser)
    assert differs(start, turned) > 0.15 and browser.run("scrollY") == at
    touch(browser, "touchStart", (x - 20, y), (x + 20, y))
    touch(browser, "touchMove", (x - 40, y), (x + 40, y))
    touch(browser, "touchMove", (x - 60, y), (x + 60, y))
    touch(browser, "touchEnd")
    assert differs(turned, view(browser)) > 0.15
    assert browser.run("document.documentElement.scrollWidth") == 360, (
        "nothing is wider than the phone"
    )
    sizes = "[...document.querySelectorAll('button')].flatMap(b => [b.offsetHeight, b.offsetWidth])"
    assert browser.run(f"Math.min(...{sizes})") >= 44
    small = "[...document.querySelectorAll('svg text')].map(t => t.getAttribute('font-size') * t.getScreenCTM().a)"
    assert browser.run(f"Math.min(...{small})") >= 7.5


CONTRAST = """(() => {
  const share = v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * share(r) + .7152 * share(g) + .0722 * share(b);
  const numbers = color => color.match(/[\\d.]+/g).map(Number);
  const ground = e => { for (; e; e = e.parentElement) { const c = numbers(getComputedStyle(e).backgroundColor);
    if (c.length < 4 || c[3] > .8) return c; } return [255, 255, 255]; };
  const told = 'h1, h2, h3, p, dt, dd, li, a, b, td, th, button, summary, pre, .badge, .ruling, figcaption';
  return Math.min(...[...document.querySelectorAll(told)]
    .filter(e => e.offsetHeight).map(e => { const a = light(numbers(getComputedStyle(e).color)), b = light(ground(e));
      return (Math.max(a, b) + .05) / (Math.min(a, b) + .05); }));
})()"""


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_in_light_and_in_the_dark(scheme: str, browser: Browser, page: Path) -> None:
    browser.send(
        "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}]
    )
    browser.open(page.as_uri())
    drawn(browser)
    assert (
        browser.run("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 27)"
    ) == (scheme == "dark")
    assert browser.run(CONTRAST) >= 4.5
    browser.send("Emulation.setEmulatedMedia", features=[])


@pytest.mark.slow
def test_pictures_have_words_for_those_who_do_not_see_them(browser: Browser, page: Path) -> None:
    browser.open(page.as_uri())
    drawn(browser)
    words = browser.run(
        "[...document.querySelectorAll('canvas, svg, img')].map(e => e.getAttribute('aria-label') || e.getAttribute('alt') "
        "|| (e.querySelector('title') || {}).textContent || '')"
    )
    assert len(words) >= 8 and all(len(w) > 10 for w in words)
    assert "scout cannot see jack" in words[0] and "arrows" in words[0]
    assert browser.run("[...document.querySelectorAll('canvas')].every(c => c.tabIndex === 0)")
    browser.send("Emulation.setEmulatedMedia", media="print")
    assert browser.run("getComputedStyle(document.querySelector('.controls')).display") == "none"
    browser.send("Emulation.setEmulatedMedia", media="")
    assert len(browser.send("Page.printToPDF", printBackground=True)["data"]) > 40_000


SHOWN = "[...document.querySelectorAll('.badge, svg')].every(e => e.getBoundingClientRect().height > 10)"


def test_without_scripts_it_says_all_but_the_view(browser: Browser, page: Path) -> None:
    browser.open(page.as_uri(), scripts=False)
    assert browser.run(SHOWN) and browser.run("document.querySelectorAll('svg').length") == 5
    assert browser.run("getComputedStyle(document.querySelector('.stage')).display") == "none"
    assert "needs JavaScript" in browser.run("document.querySelector('figure.view').innerText")
    assert "scout cannot see jack" in browser.run("document.body.innerText")


@pytest.mark.slow
def test_without_webgl_it_says_why_and_all_but_the_view(browser: Browser, page: Path) -> None:
    broken = browser.send(
        "Page.addScriptToEvaluateOnNewDocument",
        source="const real = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = "
        "function (kind, ...more) { return kind === 'webgl2' ? null : real.call(this, kind, ...more); }",
    )
    browser.open(page.as_uri())
    browser.wait("!document.querySelector('.missing').hidden")
    browser.send("Page.removeScriptToEvaluateOnNewDocument", identifier=broken["identifier"])
    assert "this browser has no WebGL 2" in browser.run(
        "document.querySelector('figure.view').innerText"
    )
    assert browser.run(SHOWN) and browser.run("document.querySelector('.stage').offsetHeight") == 0
    assert browser.complaints() == []


@pytest.mark.slow
def test_saved_by_a_browser_it_draws_and_is_answered_the_same(
    browser: Browser, page: Path, tmp_path: Path
) -> None:
    browser.open(page.as_uri())
    start = view(browser)
    names = browser.run("document.querySelectorAll('.labels span').length")
    saved = tmp_path / "saved.html"
    saved.write_text(
        "<!DOCTYPE html>\n" + browser.run("document.documentElement.outerHTML"), encoding="utf-8"
    )
    browser.open(saved.as_uri())
    assert differs(start, view(browser)) == 0 and browser.complaints() == []
    assert browser.run("document.querySelectorAll('.labels span').length") == names

    def judged(path: Path) -> list[dict[str, Any]]:
        return [answer.to_json() for answer in answer_dispute(open_dispute(path, MapCache(SPACE)))]

    assert judged(saved) == judged(page) and judged(page)[0]["verdict"] == "blocked"


@pytest.mark.slow
def test_a_lost_context_is_drawn_anew(browser: Browser, page: Path) -> None:
    watched = browser.send(
        "Page.addScriptToEvaluateOnNewDocument",
        source="const real = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = "
        "function (kind, ...more) { const made = real.call(this, kind, ...more); if (kind === 'webgl2') window.painted = made; "
        "return made; }",
    )
    browser.open(page.as_uri())
    start = view(browser)
    browser.send("Page.removeScriptToEvaluateOnNewDocument", identifier=watched["identifier"])
    browser.run("window.loser = painted.getExtension('WEBGL_lose_context'); loser.loseContext()")
    browser.wait("painted.isContextLost()")
    count = "Number(document.querySelector('figure.view').dataset.drawn)"
    before = browser.run(count)
    browser.run("loser.restoreContext()")
    browser.wait(f"{count} > {before}")
    assert differs(start, view(browser)) == 0 and browser.complaints() == []


@pytest.mark.slow
def test_a_chosen_quality_is_drawn_after_a_lost_context_and_rests(
    browser: Browser, page: Path
) -> None:
    browser.open(page.as_uri())
    plain = view(browser)
    watched = browser.send(
        "Page.addScriptToEvaluateOnNewDocument",
        source="try { localStorage['wc3d graphics'] = 'medium'; } catch {}"
        "const real = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = "
        "function (kind, ...more) { const made = real.call(this, kind, ...more); if (kind === 'webgl2') window.painted = made; "
        "return made; }",
    )
    browser.open(page.as_uri())
    browser.send("Page.removeScriptToEvaluateOnNewDocument", identifier=watched["identifier"])
    looks = "document.querySelector('figure.view').dataset.graphics"
    count = "Number(document.querySelector('figure.view').dataset.drawn)"
    browser.wait(f"{looks} === 'medium'")
    shown = view(browser)
    assert differs(plain, shown) > 0.2
    browser.run("window.loser = painted.getExtension('WEBGL_lose_context'); loser.loseContext()")
    browser.wait("painted.isContextLost()")
    browser.run("document.querySelector('figure.view').dataset.graphics = ''")
    browser.run("loser.restoreContext()")
    browser.wait(f"{looks} === 'medium'")
    assert differs(shown, view(browser)) < 0.001 and browser.complaints() == []
    resting = browser.run(count)
    browser.run("new Promise(done => setTimeout(done, 700))")
    assert browser.run(count) == resting, "nothing is drawn while nothing changes"
    browser.run("localStorage.clear()")
