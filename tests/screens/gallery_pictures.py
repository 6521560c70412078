"""Makes the pictures of the gallery: one of every feature that people look at.

`python scripts/make_pictures.py` writes all of them, `--only judge phone` some. With `--quality photo` they
are as good as can be, which takes long without a graphics card.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.meshes.kit_pieces import tower
from tests.meshes.written_meshes import write_mesh
from tests.photo.rendered import take_photo
from tests.screens import readme_pictures, turn_film
from tests.screens.battle_scene import draw_battle_scene
from tests.screens.browser import Browser
from tests.screens.readme_pictures import (
    QUALITY,
    ROOT,
    SIZE,
    has_a_target,
    played_until,
    settle,
    use_picture_quality,
)
from tests.server.hosting import HostedTable, listening
from wc3d.cli.main import main as run_wc3d
from wc3d.cli.window.screens import open_judge_screen
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game
from wc3d.engine.replay import continue_game, save
from wc3d.games.neo_mechanika import new_game, sample_force
from wc3d.registry import load_map
from wc3d.scene.quality import Quality
from wc3d.server.http.photo_routes import derive_photo_key
from wc3d.table.body import Body
from wc3d.window.board.workshop.screen import EditorScreen
from wc3d.window.play.replay.screen import ReplayScreen
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.window import Window


class Chosen:
    """The quality of the pictures; None is what this machine draws at once."""

    quality: Quality | None = None


MAX_BYTES = 300_000
"""The largest size of a picture; the film may be larger."""

PATIENCE_S = 600.0
"""Seconds: a picture must be finished by then."""

SETTLED_S = 4.0
"""Seconds after which a page in the browser has drawn everything."""

PAGE_QUALITY, PHONE_QUALITY = Quality.HIGH, Quality.MEDIUM
"""The qualities that the pages choose on a computer and on a phone with graphics hardware."""

ZOOMED = 2
"""The number of times that the phone's page is zoomed in."""

PHONE = (390, 844)
"""The size of the phone's page in CSS pixels; the picture has twice as many."""

EDITOR_VIEW = (14.0, 20.0, 0.0), 36.0
IMPORT_VIEW = (22.0, 12.0, 0.0), 42.0
"""The place that the camera looks at, and its distance in inches."""

IMPORT_PLACE = (23.0, 5.0)
"""The place of the mesh on the board, in inches: nothing else stands there."""

REPORT = (1180, 978)
"""The size of the window with the report page, in CSS pixels."""


def write_picture(pixels: NDArray[np.uint8], path: Path) -> None:
    """Write a picture as JPEG in the best quality that fits the size limit."""
    picture = Image.fromarray(pixels)
    for quality in range(QUALITY, 40, -4):
        picture.save(path, quality=quality, optimize=True, progressive=True)
        if path.stat().st_size <= MAX_BYTES:
            return
    raise AssertionError(f"{path}: too large")


def wait(window: Window, is_done: Callable[[], object]) -> None:
    """Let the window go on until something is done."""
    end = time.monotonic() + PATIENCE_S
    while not is_done():
        assert time.monotonic() < end, [notice.words for notice in window.notices.visible_notices]
        window.task_mgr.step()
        time.sleep(0.002)


@contextmanager
def window_on(screen: Screen) -> Iterator[Window]:
    """A window without a display that shows a screen."""
    window = Window(screen, offscreen=True, size=SIZE)
    use_picture_quality(window, Chosen.quality)
    settle(window)
    yield window
    window.close()


def look_at(window: Window, place: tuple[float, float, float], away: float) -> None:
    """Turn the camera to a place of the board, and let the window come to rest."""
    window.viewpoint.center_on(place, away)
    window.aim_camera()
    window.request_redraw(5)
    settle(window)


def shoot(window: Window, path: Path) -> None:
    """Write what the window shows, without messages that pass."""
    window.notices.visible_notices.clear()
    window.request_redraw(5)
    settle(window)
    write_picture(np.asarray(window.render_target.read_pixels()), path)


def use_page_quality(browser: Browser, quality: Quality) -> None:
    """Draw the open page in the quality of a device with graphics hardware, not in that of the processor."""
    browser.run(
        f"localStorage['wc3d graphics'] = '{quality}'; window.isOld = true; location.reload(); 0"
    )
    browser.wait("!window.isOld && document.readyState === 'complete'")


def judge(option: str, path: Path) -> None:
    """Answer a dispute, and write a file with the answers."""
    words = ["judge", "over-the-palisade", option, str(path)]
    if Chosen.quality is not None and option == "--picture":
        words += ["--quality", Chosen.quality]
    with redirect_stdout(io.StringIO()):
        assert run_wc3d(words) == 0


def whole_game() -> Game:
    """A skirmish that two bots play to its end."""
    forces = (
        sample_force("marcher_worlds_hunt_skirmish"),
        sample_force("iron_star_alliance_skirmish"),
    )
    game = new_game(
        load_map(ROOT / "maps" / "crossroads.json"),
        forces,
        "boiling_point",
        seed=11,
        names=("Ann", "Ben"),
    )
    played_until(game, lambda game: False)
    return game


# The window


def draw_judge(out: Path) -> None:
    """Write judge.jpg: the judge screen with an answer."""
    screen = open_judge_screen(ROOT / "maps" / "questions" / "over-the-palisade.json")
    with window_on(screen) as window:
        wait(window, lambda: screen.is_current)
        shoot(window, out / "judge.jpg")


def draw_editor(out: Path) -> None:
    """Write editor.jpg: the board editor with a feature selected."""
    board = ROOT / "maps" / "old-quarter.json"
    screen = EditorScreen(load_map(board), board)
    with window_on(screen) as window:
        feature = next(
            feature for feature in screen.table.features if feature.name == "Ruined house, south"
        )
        screen.select(feature.id)
        look_at(window, *EDITOR_VIEW)
        wait(window, lambda: screen.files.mesh_checker.elapsed_s is None)
        shoot(window, out / "editor.jpg")


def draw_import(out: Path) -> None:
    """Write import.jpg: a mesh file that is about to be placed on a board, and what was measured."""
    board = ROOT / "maps" / "ravine.json"
    screen = EditorScreen(load_map(board), board)
    with tempfile.TemporaryDirectory() as folder, window_on(screen) as window:
        mesh = write_mesh(Path(folder) / "watchtower.stl", tower() * 25.4, "STL of a printing kit")
        screen.files.open_files([mesh], IMPORT_PLACE)
        wait(window, lambda: screen.files.current_dialog is not None)
        look_at(window, *IMPORT_VIEW)
        wait(window, lambda: screen.files.mesh_checker.elapsed_s is None)
        shoot(window, out / "import.jpg")


def draw_analysis(out: Path) -> None:
    """Write analysis.jpg: a replay with the graph of who was winning."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        game = whole_game()
        save(game, path)
        screen = ReplayScreen(path, at=len(game.turns) * 2 // 3)
        with window_on(screen) as window:
            wait(window, lambda: screen._playback is not None and screen.playback.reader is None)
            wait(
                window,
                lambda: (
                    screen._chances.turn_chances
                    and screen._chances.turn_chances[-1].actions_done
                    == screen.playback.action_count
                ),
            )
            shoot(window, out / "analysis.jpg")


# The browser


def draw_report(out: Path) -> None:
    """Write report.jpg: the report page of a dispute."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        page = folder / "report.html"
        judge("--report", page)
        with Browser(folder / "browser") as browser:
            browser.open(page.as_uri(), *REPORT)
            use_page_quality(browser, PAGE_QUALITY)
            browser.wait(
                "[...document.querySelectorAll('canvas')].every(canvas => canvas.width > 0)"
            )
            time.sleep(SETTLED_S)
            write_picture(browser.picture(), out / "report.jpg")


def draw_phone(out: Path) -> None:
    """Write phone.jpg: the page of a seat on a phone, in the middle of a game."""
    forces = (
        sample_force("marcher_worlds_hunt_skirmish"),
        sample_force("iron_star_alliance_skirmish"),
    )
    game = new_game(
        load_map(ROOT / "maps" / "crossroads.json"),
        forces,
        "boiling_point",
        seed=11,
        names=("Ann", "Ben"),
    )
    played_until(game, has_a_target)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        host = stack.enter_context(listening(folder))
        id, keys = host.registry.create_match(
            continue_game(game, len(game.turns), "game.jsonl", SeededDice(1))
        )
        table = HostedTable(host.registry.load_match(id), keys)
        table.give_dice()
        browser = stack.enter_context(Browser(folder / "browser"))
        browser.open(str(host.links(id, keys)[1]), *PHONE, phone=True)
        use_page_quality(browser, PHONE_QUALITY)
        browser.wait("document.body.dataset.screens > 0")
        browser.wait("!seat.staging.busy && !seat.table.drawing && seat.view.labels.length > 0")
        for _ in range(ZOOMED):
            browser.run(
                "[...document.querySelectorAll('.near button')].find(b => b.textContent === '+').click()"
            )
        time.sleep(SETTLED_S)
        write_picture(browser.picture(), out / "phone.jpg")


PHOTO_PAGE_SIZE = (1280, 800)
PHOTO_BODIES = {"a1": ("small", (9.0, 6.5, 0.0)), "b1": ("large", (17.5, 22.5, 0.0))}
"""The models in the photograph: their bases and places."""


def draw_photo(out: Path) -> None:
    """Write photo.jpg: the page that judges a photograph. The photograph is drawn, too."""
    board = load_map(ROOT / "maps" / "crossroads.json")
    bodies = [
        Body(id, base, at, sizes=board.policy.bases) for id, (base, at) in PHOTO_BODIES.items()
    ]
    photo = take_photo(board.with_bodies(*bodies), (2400, 1800))
    wide, deep = board.size
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        host = stack.enter_context(listening(folder))
        browser = stack.enter_context(Browser(folder / "browser"))
        key = derive_photo_key(host.registry.host_key)
        browser.open(f"{host.base}/photo#{key}", *PHOTO_PAGE_SIZE)
        browser.wait("window.photoJudge?.choices")
        browser.run("photoJudge.state.board = 'crossroads'")
        document = browser.send("DOM.getDocument")["root"]["nodeId"]
        field = browser.send("DOM.querySelector", nodeId=document, selector=".file")["nodeId"]
        picture = photo.save(folder / "table.jpg")
        browser.send("DOM.setFileInputFiles", files=[str(picture)], nodeId=field)
        browser.wait("photoJudge.photo")
        corners = [(0, 0, 0), (wide, 0, 0), (wide, deep, 0), (0, deep, 0)]
        for corner in corners:
            browser.run(f"photoJudge.place({list(photo.pixel(corner))})")
        browser.wait("photoJudge.result.camera?.usable && photoJudge.framed")
        browser.run("photoJudge.go('models')")
        for body in bodies:
            browser.run(f"photoJudge.state.base = '{body.base}'")
            browser.run(f"photoJudge.place({list(photo.pixel(body.at))})")
        browser.wait("photoJudge.result.answers?.length")
        browser.run("photoJudge.go('ask')")
        time.sleep(SETTLED_S)
        write_picture(browser.picture(), out / "photo.jpg")


# All


def draw_dispute(out: Path) -> None:
    """Write dispute.png: an answer as `wc3d judge --picture` draws it."""
    with tempfile.TemporaryDirectory() as folder:
        drawn = Path(folder) / "dispute.png"
        judge("--picture", drawn)
        picture = Image.open(drawn).convert("RGB")
        picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, kmeans=2).save(
            out / "dispute.png", optimize=True
        )


def draw_film(out: Path) -> None:
    """Write turn.gif: a bot's turn."""
    turn_film.main([str(out)])


def draw_games(out: Path) -> None:
    """Write play.jpg, battle.jpg and warmachine.jpg."""
    readme_pictures.main([str(out)], Chosen.quality)


def draw_table(out: Path) -> None:
    """Write table.jpg: the README's first picture."""
    write_picture(draw_battle_scene(SIZE, Chosen.quality or Quality.PHOTO), out / "table.jpg")


PICTURES: Mapping[str, Callable[[Path], Any]] = {
    "table": draw_table,
    "games": draw_games,
    "judge": draw_judge,
    "report": draw_report,
    "dispute": draw_dispute,
    "editor": draw_editor,
    "import": draw_import,
    "phone": draw_phone,
    "photo": draw_photo,
    "analysis": draw_analysis,
    "film": draw_film,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pictures, and print the time and the size of each."""
    parser = argparse.ArgumentParser(description="Makes the pictures of the README and the guide.")
    parser.add_argument(
        "out",
        type=Path,
        nargs="?",
        default=ROOT / ".pictures",
        help="the folder (default: .pictures)",
    )
    parser.add_argument(
        "--only", nargs="+", choices=PICTURES, metavar="NAME", help=f"some of {', '.join(PICTURES)}"
    )
    parser.add_argument("--quality", type=Quality, help="low, medium, high or photo")
    given = parser.parse_args(argv)
    Chosen.quality = given.quality
    out: Path = given.out
    out.mkdir(parents=True, exist_ok=True)
    for name in given.only or PICTURES:
        begun = time.time()
        PICTURES[name](out)
        written = [path for path in sorted(out.iterdir()) if path.stat().st_mtime >= begun - 1]
        sizes = ", ".join(f"{path.name} {path.stat().st_size // 1024} KB" for path in written)
        print(f"{name}: {time.time() - begun:.0f} s, {sizes}", file=sys.stderr, flush=True)
    return 0
