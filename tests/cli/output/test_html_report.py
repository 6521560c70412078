"""The page of `wc3d judge --report`: it holds everything, is answered again the same wherever it went, and trusts nobody."""

from __future__ import annotations

import base64
import gzip
import json
import re
import shutil
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import BOARD, Said, Wc3d, model, questions
from tests.slow import slow_unless
from wc3d import __version__
from wc3d.bots.tournament import program_version
from wc3d.cli.judge.command import answer_dispute
from wc3d.cli.output.html_report import render_report
from wc3d.cli.window.screens import open_judge_screen
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.judging import report_data
from wc3d.judging.dispute import MapCache, open_dispute

Put = Callable[..., Path]
ROOT = Path(__file__).resolve().parents[3]
SHIPPED = sorted((ROOT / "maps" / "questions").glob("*.json"))
RANGE = {"type": "range", "from": "a", "to": "b"}
SIGHT = {"type": "sight", "from": "a", "to": "b"}
QUICK = ("off-the-stack", "slam-off-the-bank", "book-wood")
"""Question files without heavy meshes."""

LARGEST = 5_000_000
"""Bytes: no page about a normal board is larger."""


def judged(path: Path) -> list[dict[str, Any]]:
    """The answers to a file's questions."""
    return [answer.to_json() for answer in answer_dispute(open_dispute(path, MapCache(SPACE)))]


@pytest.mark.parametrize(
    "asked", slow_unless(lambda path: path.stem in QUICK, SHIPPED), ids=lambda path: path.stem
)
def test_a_page_is_answered_as_its_questions_are(asked: Path, tmp_path: Path) -> None:
    dispute = open_dispute(asked, MapCache(SPACE))
    answers = answer_dispute(dispute)
    page = tmp_path / "page.html"
    page.write_text(render_report(dispute, answers), encoding="utf-8")
    assert page.stat().st_size < LARGEST
    assert judged(page) == [answer.to_json() for answer in answers]


@pytest.fixture
def page(wc3d: Wc3d, put: Put, tmp_path: Path) -> Callable[..., Path]:
    """Writes the page of a question file: page(questions(...))."""

    def write(asked: dict[str, Any]) -> Path:
        out = tmp_path / "out.html"
        said = wc3d("judge", put(asked), "--report", out)
        assert (said.code, said.err) == (0, ""), said
        return out

    return write


def test_a_page_says_it_all_in_words(page: Callable[..., Path]) -> None:
    html = page(questions(SIGHT, RANGE, name="Who & what?")).read_text(encoding="utf-8")
    assert "<title>Who &amp; what?</title>" in html
    assert (
        "✕ BLOCKED" in html and "a cannot see b" in html and "every line is blocked by wall" in html
    )
    assert (
        "p. 32, NM-ATK-05" in html
        and "SPACE-20" in html
        and html.count("A model sees another when some straight line") == 1
    )
    assert "8.43&quot;" in html and "distance: 8.42519685</pre>" in html
    assert "<td>large, 50 mm, 2.75&quot; tall</td>" in html and re.search(
        r"Answered by wc3d \d+\.\d+", html
    )
    assert html.count("<svg") == 4


def test_a_page_names_nothing_outside_of_itself(page: Callable[..., Path]) -> None:
    html = page(questions(SIGHT, {"type": "seen_from", "model": "a", "base": "small"})).read_text(
        encoding="utf-8"
    )
    assert not re.search(r"https?:|//[a-z0-9-]+\.[a-z]|@import|url\(", html, re.IGNORECASE)
    assert re.findall(r'(?:src|href)="(?!data:|#)', html) == []
    policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', html)
    assert len(policy) == 1 and policy[0].startswith("default-src 'none'; ")


def test_names_cannot_break_out_of_the_page(page: Callable[..., Path]) -> None:
    nasty = "</script><img src=x onerror=alert(1)>\"'&lt;"
    wall = {**BOARD["terrain"][0], "id": nasty, "name": nasty}
    asked = questions({"type": "sight", "from": nasty, "to": "b"}, name=nasty)
    asked["models"][0]["id"] = nasty
    asked["map"] = {**BOARD, "name": nasty, "terrain": [wall]}
    out = page(asked)
    html = out.read_text(encoding="utf-8")
    assert "<img src=x" not in html and html.count("<script") == html.count("</script>") == 4
    assert judged(out)[0]["blockers"] == [nasty]


def test_a_page_about_nothing_shows_the_table(page: Callable[..., Path]) -> None:
    out = page(questions())
    assert "The table (no questions asked)" in out.read_text(encoding="utf-8") and judged(out) == []


def test_the_page_of_a_page_is_the_same(
    page: Callable[..., Path], wc3d: Wc3d, tmp_path: Path
) -> None:
    out = page(questions(SIGHT, name="Named"))
    assert wc3d("judge", out, "--report", tmp_path / "again.html").code == 0
    assert (tmp_path / "again.html").read_bytes() == out.read_bytes()


# --- meshes


def with_meshes(folder: Path) -> dict[str, Any]:
    """A question on a board whose meshes lie in two folders, under one name."""
    terrain = []
    for k, (place, mesh) in enumerate([("one", "ruin.stl"), ("two", "crag.stl")]):
        (folder / place).mkdir()
        shutil.copy(ROOT / "models3d" / mesh, folder / place / "it.stl")
        shape = {
            "type": "mesh",
            "file": f"{place}/it.stl",
            "position": [12 + 12 * k, 14 - 8 * k, 0],
            "rotation": 30,
        }
        terrain.append({"id": place, "kind": "structure", "shape": shape})
    models = [model("a", "small", 2, 10, 0), model("b", "large", 27, 27, 0)]
    return questions({**SIGHT, "to": "b"}, RANGE, models=models) | {
        "map": {"size": [30, 30], "terrain": terrain}
    }


@pytest.mark.slow
def test_a_page_holds_its_meshes_wherever_it_is_sent(put: Put, wc3d: Wc3d, tmp_path: Path) -> None:
    asked = put(with_meshes(tmp_path))
    sent = tmp_path / "far away" / "sent.html"
    sent.parent.mkdir()
    assert wc3d("judge", asked, "--report", sent).code == 0
    before = judged(asked)
    looked_over = wc3d("check", asked)
    assert before[0]["blockers"] == ["one"]
    for place in ("one", "two"):
        shutil.rmtree(tmp_path / place)
    names = [
        shape["file"]
        for shape in report_data.find_mesh_shapes(
            json.loads(script(sent, report_data.QUESTIONS_ELEMENT))["map"]
        )
    ]
    assert (
        names
        == ["it.stl", "it-2.stl"]
        == list(json.loads(script(sent, report_data.MESHES_ELEMENT)))
    )
    assert judged(sent) == before
    assert wc3d("check", sent).out == looked_over.out.replace(str(asked), str(sent))


@pytest.mark.slow
def test_what_the_window_saves_of_a_page_has_its_meshes_beside_it(
    put: Put, wc3d: Wc3d, tmp_path: Path
) -> None:
    asked = put(with_meshes(tmp_path))
    page = tmp_path / "sent.html"
    saved = tmp_path / "home" / "again.json"
    assert wc3d("judge", asked, "--report", page).code == 0
    saved.parent.mkdir()
    (saved.parent / "it-2.stl").write_text("another one")
    screen = open_judge_screen(page)
    for _ in range(2):
        screen.services.save_questions(screen.case.report_contents, str(saved))
    names = [
        shape["file"]
        for shape in report_data.find_mesh_shapes(json.loads(saved.read_text())["map"])
    ]
    assert names == ["it.stl", "it-2-1.stl"] and len(list(saved.parent.iterdir())) == 4
    assert judged(saved) == judged(asked)


@pytest.mark.slow
def test_a_mesh_that_is_gone_is_named(
    wc3d: Wc3d, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = put(with_meshes(tmp_path))
    dispute = open_dispute(asked, MapCache(SPACE))
    shutil.rmtree(tmp_path / "one")
    monkeypatch.setattr("wc3d.judging.dispute.open_dispute", lambda *_: dispute)
    assert "it.stl: no such file" in wc3d("judge", asked, "--report", tmp_path / "out.html").err
    assert not (tmp_path / "out.html").exists()


# --- pages that come back


def script(page: Path, id: str) -> str:
    """What stands in a script element of a page."""
    found = re.search(rf'id="{id}">(.*?)</script>', page.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


OPENING = f'<script type="application/json" id="{report_data.QUESTIONS_ELEMENT}">'


@pytest.mark.parametrize(
    "saved",
    [
        lambda html: html.replace(
            OPENING, f"<script id='{report_data.QUESTIONS_ELEMENT}' type='application/json'>"
        ),
        lambda html: html.replace(
            OPENING, f"<SCRIPT ID={report_data.QUESTIONS_ELEMENT} TYPE=a/b>"
        ).replace("</script>", "</SCRIPT>"),
        lambda html: html.replace(
            OPENING,
            f'<script\n  type="application/json"\n\tid = "{report_data.QUESTIONS_ELEMENT}" data-saved="1" >',
        ),
        lambda html: html.replace(
            "<html lang", "<!-- saved from url=(0014)about:internet -->\n<html lang"
        ).replace("\n", "\r\n"),
        lambda html: "\ufeff" + html,
        lambda html: html.replace(OPENING, OPENING + "\n\n") + "\n<!-- scanned -->",
    ],
    ids=["quotes", "capitals", "spaces", "line ends", "byte order mark", "more around it"],
)
def test_a_page_saved_in_a_browsers_own_way(
    saved: Callable[[str], str], page: Callable[..., Path]
) -> None:
    out = page(questions(SIGHT))
    before = judged(out)
    html = out.read_text(encoding="utf-8")
    assert saved(html) != html
    out.write_bytes(saved(html).encode())
    assert judged(out) == before


def holding(asked: str, meshes: Any = None) -> str:
    """A page with these questions and meshes in it."""
    more = "" if meshes is None else report_data.script_element(report_data.MESHES_ELEMENT, meshes)
    return f"<html>{OPENING}{asked}</script>{more}</html>"


CUT_OFF = base64.b64encode(gzip.compress(bytes(range(256)) * 9, mtime=0)[:200]).decode()
BOMB = base64.b64encode(gzip.compress(b"\0" * 3_000_000, mtime=0)).decode()
MESH_BOARD = {
    "size": [30, 30],
    "terrain": [
        {
            "id": "m",
            "kind": "structure",
            "shape": {"type": "mesh", "file": "m.stl", "position": [9, 9, 0]},
        }
    ],
}
ASKED = json.dumps(questions(SIGHT) | {"map": MESH_BOARD})

HOSTILE: dict[str, tuple[str, str]] = {
    "nothing": ("<html></html>", "wc3d judge --report"),
    "no end": (f"<html>{OPENING}{{}}", "wc3d judge --report"),
    "no JSON": (holding("alert(1)"), "invalid JSON"),
    "no object": (holding("[]"), "object"),
    "nothing in it": (holding(""), "empty"),
    "deep": (holding("[" * 100_000), "page.html"),
    "not finite": (holding(json.dumps(questions(SIGHT)).replace("30", "1e999")), "page.html"),
    "another id": (
        holding("{}").replace(report_data.QUESTIONS_ELEMENT, report_data.QUESTIONS_ELEMENT + "-2"),
        "wc3d judge --report",
    ),
    "many openings": ("<script " * 200_000, "wc3d judge --report"),
    "long opening": ("<script " + "a" * 2_000_000 + ">", "wc3d judge --report"),
    "meshes no object": (holding(ASKED, [1, 2]), "meshes: expected an object"),
    "mesh no text": (holding(ASKED, {"m.stl": 7}), "meshes.m.stl: damaged"),
    "mesh no gzip": (holding(ASKED, {"m.stl": "AAAA"}), "meshes.m.stl: damaged"),
    "mesh cut off": (holding(ASKED, {"m.stl": CUT_OFF}), "the end of the data is missing"),
    "mesh that swells": (holding(ASKED, {"m.stl": BOMB}), "larger than 1 MB unpacked"),
    "mesh elsewhere": (holding(ASKED, {"../../m.stl": BOMB}), "expected the name of a mesh file"),
    "mesh at the root": (holding(ASKED, {"/tmp/m.stl": BOMB}), "expected the name of a mesh file"),
    "mesh of another kind": (holding(ASKED, {"m.py": BOMB}), "expected the name of a mesh file"),
    "mesh that is none": (
        holding(ASKED, {"m.stl": base64.b64encode(gzip.compress(b"solid", mtime=0)).decode()}),
        "m.stl",
    ),
}


@pytest.mark.parametrize(("html", "words"), HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_page_is_refused_in_one_line(
    html: str, words: str, wc3d: Wc3d, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_data, "MAX_MESH_BYTES", 1_000_000)
    assert words in wc3d("judge", put(html, "page.html")).one_line()


def test_a_page_that_is_too_large_is_neither_read_nor_written(
    page: Callable[..., Path], wc3d: Wc3d, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = page(questions(SIGHT))
    monkeypatch.setattr(report_data, "MAX_PAGE_BYTES", 1_000)
    monkeypatch.setattr("wc3d.cli.output.html_report.MAX_PAGE_BYTES", 1_000)
    assert "the limit" in wc3d("judge", out).one_line()
    said: Said = wc3d("judge", put(questions(SIGHT)), "--report", tmp_path / "large.html")
    assert (
        said.code == 2
        and "large.html: the page would take" in said.err
        and not (tmp_path / "large.html").exists()
    )


def test_a_page_is_written_without_the_packages_metadata(
    page: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As from a zip on PYTHONPATH."""

    def find(name: str) -> metadata.Distribution:
        if name == "wc3d":
            raise metadata.PackageNotFoundError(name)
        return metadata.Distribution.from_name(name)

    monkeypatch.setattr(metadata, "distribution", find)
    assert re.search(
        r"Answered by wc3d \d+\.\d+", page(questions(RANGE)).read_text(encoding="utf-8")
    )
    assert program_version() == __version__
