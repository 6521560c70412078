"""Files dragged from a file manager and dropped on a real window on a virtual screen."""

import shutil
from pathlib import Path

import pytest
import trimesh

from tests.screens.real_screen import RealScreen
from tests.screens.xdnd_source import Source
from wc3d._internal.data_files import shipped_folder
from wc3d.registry import load_map

GAME = Path(__file__).parents[2] / "screens" / "pictures" / "game.jsonl"


@pytest.fixture(scope="module")
def screen(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dropped")
    (folder / "yard.json").write_text('{"name": "Yard", "size": [24, 24]}')
    with RealScreen(folder, "view", folder / "yard.json") as screen:
        screen.wait("the window", lambda: "ready" in screen.log)
        yield screen


@pytest.fixture
def drop(screen):
    source = Source(screen.env["DISPLAY"])
    return lambda *paths, at=(12, 12, 0): source.drop(paths, *screen.spot(at))


def logged(screen, line):
    return screen.wait(line, lambda: any(told.startswith(line) for told in screen.log))


@pytest.mark.slow
def test_a_mesh_is_added_where_it_is_dropped_and_broken_files_beside_it_are_told(screen, drop):
    folder = screen.folder / "мои файлы"
    folder.mkdir()
    house = trimesh.creation.box((50, 30, 40))
    house.export(folder / "дом 1.stl")
    (folder / "strange.txt").write_text("x")
    assert drop(folder / "strange.txt", folder / "дом 1.stl", at=(7, 15, 0))
    screen.press("place")
    screen.middle("mesh_scale")
    screen.key("ctrl+s", "save")
    yard = load_map(screen.folder / "yard.json")
    [feature] = yard.features
    assert (round(feature.low, 6), round(feature.high, 3)) == (0, 1.575)
    (x0, y0, x1, y1), (x, y) = feature.pieces[0].box, (7, 15)
    assert abs((x0 + x1) / 2 - x) <= 0.13 and abs((y0 + y1) / 2 - y) <= 0.13, "on the grid"
    assert any("strange.txt" in line for line in screen.log)


@pytest.mark.slow
def test_what_is_no_file_is_not_taken(screen):
    x, y = screen.spot((5, 5, 0))
    assert not Source(screen.env["DISPLAY"]).drop([], x, y, types=("text/plain",))


@pytest.mark.slow
def test_a_board_waits_until_it_is_asked_what_to_do_with_changes(screen, drop):
    screen.press("make_box")
    for corner in ((16, 4, 0), (19, 6, 0)):
        screen.click(*screen.spot(corner))
    screen.middle("width")
    assert drop(shipped_folder("maps") / "ravine.json")
    screen.press("guard_drop")
    logged(screen, "looked over 0 findings")
    screen.wait("the board", lambda: screen.has("row bank-north"))


@pytest.mark.slow
def test_questions_and_games_go_to_their_screens(screen, drop):
    shutil.copy(GAME, screen.folder / "game.jsonl")
    assert drop(screen.folder / "game.jsonl")
    logged(screen, "refused game")
    screen.key("F10", "start")
    assert drop(shipped_folder("maps") / "questions" / "over-the-palisade.json", at=(40, 24, 0))
    logged(screen, "screen judge")
    other = shipped_folder("maps") / "questions" / "book-cover.json"
    before = screen.heard("screen judge")
    assert drop(other)
    screen.wait("the other questions", lambda: screen.heard("screen judge") > before)
    screen.key("F10", "start")
    assert drop(screen.folder / "game.jsonl", at=(40, 24, 0))
    screen.press("watch")
    logged(screen, "screen replay")
    before = screen.heard("screen replay")
    assert drop(screen.folder / "game.jsonl")
    screen.wait("the game again", lambda: screen.heard("screen replay") > before)
