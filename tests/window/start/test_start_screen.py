"""The start screen: a game put together by clicks, files opened and refused, recent files, settings, the tour."""

import json
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from imgui_bundle import imgui

import wc3d
from tests.screens.drawn_words import words_drawn
from tests.screens.fake_input import FakeInput
from tests.screens.real_screen import RealScreen
from wc3d._internal.data_files import shipped_folder
from wc3d._internal.user_folders import settings_folder
from wc3d.bots import bots_of, rating_range, read_bot_choice
from wc3d.cli.window.screens import make_start_screen
from wc3d.engine.replay import save
from wc3d.errors import InputError
from wc3d.games.neo_mechanika import new_game, sample_force
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.window.play.game.learning import select_lesson
from wc3d.window.play.game.lesson_memory import SavedLesson, new_lesson_path, write_saved_lesson
from wc3d.window.shell.settings import DisplaySettings, Settings, load_settings
from wc3d.window.shell.widgets import open_panel
from wc3d.window.shell.window import Window
from wc3d.window.shell.window_memory import load_memory, new_game_path, remember_file, remember_tour
from wc3d.window.start.new_game import NewGame, read_board, shipped_boards

BOTS = bots_of(NEO_MECHANIKA)

HILL = {
    "id": "hill",
    "name": "The Hill",
    "skirmish": True,
    "objectives": [{"id": "top", "at": [15, 15]}],
}


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One window; the settings' folder is a fresh one, in which the tour has been shown."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WC3D_CONFIG", str(tmp_path_factory.mktemp("config")))
        remember_tour()
        window = Window(
            make_start_screen(),
            offscreen=True,
            size=(940, 640),
            settings=Settings(display=DisplaySettings(quality="low")),
        )
        window.render.hide()  # nobody looks at the board
        yield FakeInput(window)
        window.close()


@pytest.fixture
def hand(shared, tmp_path, monkeypatch):
    """The mouse on a fresh start screen, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))
    remember_tour()
    shared.window.notices.visible_notices = []
    start = shared.window.screen
    if (
        start.name != "start"
        or start.saved_game is not None
        or start.busy_text
        or start.new_game != NewGame()
    ):
        shared.window.show_screen(make_start_screen())
        start = shared.window.screen
    start.page = "home"
    start.recent_files = ()
    start.tour = None
    wait(shared, lambda: start.is_board_ready)
    return shared


def wait(hand, done, seconds=90):
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        hand.step()
        time.sleep(0.05)
    assert done(), [n.words for n in hand.window.notices.visible_notices]
    hand.step(2)


@pytest.mark.parametrize("size", [(30.0, 30.0), (48.0, 48.0), (24.0, 60.0)])
def test_a_board_is_seen_whole_beside_the_page(hand, size):
    start = hand.window.screen
    wide = hand.window.render_target.size[0]
    start.place_camera(size)
    spots = [
        hand.window.project_to_pixel((x, y, 0.0)) for x in (0.0, size[0]) for y in (0.0, size[1])
    ]
    assert all(spot is not None and 0.48 * wide < spot[0] < wide for spot in spots)
    start.place_camera(start.table.size)


@pytest.mark.slow
def test_a_game_waits_until_the_sight_solver_is_ready(hand, monkeypatch):
    start = hand.window.screen
    ready: list[bool] = []
    monkeypatch.setattr("wc3d.workers.solver_warmup.is_ready", lambda: bool(ready))
    start.begin_game()
    hand.window.request_redraw()
    wait(hand, lambda: "stop" in hand.window.ui.widget_rects)
    assert hand.window.screen is start and start.busy_text.startswith("Preparing")
    press(hand, "stop")
    ready.append(True)
    hand.step(4)
    assert hand.window.screen is start and not start.busy_text
    start.begin_game()
    wait(hand, lambda: hand.window.screen.name == "play")


def press(hand, mark):
    hand.window.request_redraw()
    hand.step(3)
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(3)


def complaints(hand):
    return [n.words for n in hand.window.notices.visible_notices if n.is_error]


def saved_game(path):
    table = wc3d.load_map(shipped_folder("maps") / "crossroads.json")
    forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
    game = new_game(table, forces, "boiling_point", seed=3, names=("Anna", "Ben"))
    bot = BOTS["random"](1)
    for _ in range(9):
        game.apply(bot.choose(game.view(game.to_act)))
    save(game, path)
    return game


# What is put together, without a window


def test_each_board_is_offered_for_its_size_and_each_mission_once():
    new = NewGame()
    offered = {new.mission_entry.table: {b.path.stem for b in new.available_boards()}}
    missions = {m.id for m in new.available_missions()}
    new.set_size("full")
    offered[new.mission_entry.table] = {b.path.stem for b in new.available_boards()}
    assert missions | {m.id for m in new.available_missions()} == set(MISSIONS) and not missions & {
        m.id for m in new.available_missions()
    }
    assert (
        sum(map(len, offered.values()))
        == len(shipped_boards())
        == len(set().union(*offered.values()))
    )


@pytest.mark.parametrize("size", ["skirmish", "full"])
def test_every_force_that_is_offered_can_be_played(size):
    new = NewGame()
    new.set_size(size)
    table = wc3d.load_map(new.board)
    rows = new.available_forces()
    assert sum(id.startswith("random:") for id, _ in rows) == 4
    for id, words in rows:
        assert words
        new.players[0].force = id
        game = new.game_maker(table, None)()
        assert game.state.setup.mission.id == new.mission and game.to_act in (1, 2)


def test_a_mission_of_a_file_brings_the_board_and_the_forces_of_its_size(tmp_path):
    new = NewGame()
    new.set_size("full")
    (tmp_path / "hill.json").write_text(json.dumps(HILL))
    board = new.use_mission_file(tmp_path / "hill.json")
    assert (new.mission_entry.name, new.mission_entry.size, new.board) == (
        "The Hill",
        "skirmish",
        board,
    )
    game = new.game_maker(wc3d.load_map(board), None)()
    assert game.state.setup.mission.id == "hill" and list(game.state.objectives) == ["top"]
    (tmp_path / "bad.json").write_text('{"id": "bad", "objectives": []}')
    before = (new.mission, new.board, new.mission_entry)
    with pytest.raises(InputError, match=r"bad\.json"):
        new.use_mission_file(tmp_path / "bad.json")
    assert (new.mission, new.board, new.mission_entry) == before


def test_a_mission_s_file_is_chosen_in_the_form(hand, tmp_path):
    start = hand.window.screen
    press(hand, "game")
    (tmp_path / "hill.json").write_text(json.dumps(HILL))
    press(hand, "mission file")
    start.chooser.typed_path = str(tmp_path / "hill.json")
    press(hand, "choose take")
    assert start.new_game.mission_entry.name == "The Hill"
    wait(hand, lambda: start.is_board_ready)
    press(hand, "begin")
    wait(hand, lambda: hand.window.screen is not start)


def test_a_seed_rolls_the_same_dice_and_the_same_random_force():
    new = NewGame(seed="17")
    new.players[0].force = "random:empyreans"
    table = wc3d.load_map(new.board)
    assert new.game_maker(table, None)().digest() == new.game_maker(table, None)().digest()
    assert new.load_force(1, 17) == new.load_force(1, 17) != new.load_force(1, 18)


def test_players_of_one_name_and_bad_forces_are_refused(tmp_path):
    new = NewGame()
    table = wc3d.load_map(new.board)
    new.players[0].name = new.players[1].name = "Anna"
    with pytest.raises(InputError, match="two different names"):
        new.game_maker(table, None)
    new.players[0].name, new.players[0].force = "Ben", str(tmp_path / "none.json")
    with pytest.raises(InputError, match=r"none\.json"):
        new.game_maker(table, None)


def test_a_size_chosen_again_changes_nothing_and_forces_go_along():
    new = NewGame()
    new.set_size("full")
    assert {seat.force for seat in new.players} == {
        "marcher_worlds_full",
        "aeternus_continuum_full",
    }
    new.players[0].options["secondary"], new.players[1].force = "recon", "random:empyreans"
    new.set_size("full")
    assert new.players[0].options["secondary"] == "recon"
    new.set_size("skirmish")
    assert not new.players[0].options and new.players[1].force == "random:empyreans"
    assert new.players[0].force == "marcher_worlds_skirmish"


def test_as_many_secondary_missions_are_chosen_as_were_agreed_on():
    new = NewGame()
    new.set_size("full")
    secondary, agreed = (
        next(o for o in new.rules.setup.options if o.name == name)
        for name in ("secondary", "secondaries")
    )
    assert new.option_slots(secondary) == ("secondary",) and [
        c for c, _ in new.option_choices(agreed)
    ] == list("012345")
    new.options["secondaries"] = "2"
    assert new.option_slots(secondary) == ("secondary", "secondary 2")
    new.players[0].options.update({"secondary": "recon", "secondary 2": "disrupt"})
    game = new.game_maker(read_board(None, str(new.board)), None)()
    assert game.setup["secondary"] == [
        ["recon", "disrupt"],
        ["disrupt", "body_count"],
    ]  # those of the bot by itself
    assert game.setup["options"] == {"secondary_missions": 2}
    new.options["secondaries"] = "0"
    assert (
        new.option_slots(secondary) == ()
        and "secondary" not in new.game_maker(read_board(None, str(new.board)), None)().setup
    )


def test_the_game_is_kept_in_a_file_that_is_not_there_yet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("game-1.jsonl").write_text("")
    assert new_game_path() == tmp_path / "game-2.jsonl"


# In the window


def test_a_game_is_begun_by_clicks_and_left_again(hand):
    press(hand, "game")
    press(hand, "mission")
    press(hand, "mission boiling_point")
    press(hand, "seat 1")
    press(hand, "seat 1 recruit")
    press(hand, "seat 2")
    press(hand, "seat 2 ")
    start = hand.window.screen
    assert (
        start.new_game.mission == "boiling_point"
        and start.new_game.bots_by_player() == {1: "recruit"}
        and len(start.tags()) > 2
    )
    press(hand, "begin")
    play = hand.window.screen
    assert play.name == "play" and play.session.bots == {1: "recruit"}
    assert Path("game-1.jsonl").exists()
    assert [(f.kind, Path(f.path).name) for f in load_memory().files] == [("game", "game-1.jsonl")]
    play.on_button("leave")
    assert hand.window.screen.name == "start"


@pytest.mark.slow
def test_another_board_is_shown_behind_before_the_game_can_begin(hand):
    start = hand.window.screen
    press(hand, "game")
    press(hand, "board")
    press(hand, "board pinewood.json")
    wait(hand, lambda: start.is_board_ready)
    assert (
        start.table.name == "Pinewood" and hand.window.board.table.features == start.table.features
    )


@pytest.mark.slow
def test_typed_dice_are_asked_for_first(hand):
    press(hand, "game")
    press(hand, "dice typed")
    press(hand, "begin")
    assert hand.window.screen.name == "opening" and hand.window.screen.wanted_roll is not None
    hand.window.go_to_start()


def test_a_mission_and_a_board_that_do_not_fit_are_told_of_in_the_window(hand):
    start = hand.window.screen
    press(hand, "game")
    start.choose_board(shipped_folder("maps") / "ravine.json")
    wait(hand, lambda: start.is_board_ready)
    press(hand, "begin")
    wait(hand, lambda: hand.window.screen is not start)
    assert any(
        'is played on 30" x 30"' in n.words and 'this table is 48" x 48"' in n.words
        for n in hand.window.notices.visible_notices
    )


def test_a_bot_of_a_chosen_strength_and_style_plays(hand):
    press(hand, "game")
    press(hand, "seat 2")
    press(hand, "seat 2 strength")
    player = hand.window.screen.new_game.players[1]
    assert player.bot.isdigit()
    press(hand, "strength 2")
    limits = rating_range(NEO_MECHANIKA)
    assert limits and read_bot_choice(player.bot).rating in range(*limits)
    press(hand, "seat 2")
    press(hand, "seat 2 master")
    press(hand, "style 2")
    press(hand, "style 2 tricky")
    assert player.bot == "master+tricky"
    press(hand, "begin")
    assert hand.window.screen.session.bots == {2: "master+tricky"}


def test_a_saved_game_is_gone_on_with_by_whom_one_says(hand, tmp_path):
    game = saved_game(tmp_path / "mine.jsonl")
    press(hand, "load")
    press(hand, "file mine.jsonl")
    press(hand, "choose take")
    wait(hand, lambda: hand.window.screen.page == "resume")
    assert hand.window.screen.table.bodies == game.state.table.bodies
    press(hand, "seat 2")
    press(hand, "seat 2 ")
    press(hand, "resume")
    assert hand.window.screen.name == "play" and hand.window.screen.session.people == (1, 2)
    assert hand.window.screen.session.game.digest() == game.digest()


def test_broken_files_are_told_and_the_screen_stays(hand, tmp_path):
    start = hand.window.screen
    for name, kind in (("a.jsonl", "game"), ("b.json", "dispute"), ("c.json", "board")):
        (tmp_path / name).write_text('{"oops": \n')
        start.open_file(tmp_path / name, kind)
        wait(
            hand, lambda name=name: any(str(tmp_path / name) in words for words in complaints(hand))
        )
        assert hand.window.screen is start and start.table is not None
    press(hand, "game")
    start.choose_force_file(1)
    (tmp_path / "force.json").write_text('{"name": 3}')
    start.chooser.typed_path = str(tmp_path / "force.json")
    press(hand, "choose take")
    assert (
        "force.json" in start.chooser.fault
        and start.new_game.players[0].force == "marcher_worlds_skirmish"
    )
    start.chooser.cancel()
    start.choose_board(tmp_path / "c.json")
    wait(hand, lambda: not start.board_reader.task_name)
    assert not start.is_board_ready and start.table is not None
    assert not load_memory().files


@pytest.mark.slow
def test_a_dispute_and_a_board_are_opened_and_remembered(hand):
    for name, kind in (("questions/book-cover.json", "dispute"), ("pinewood.json", "board")):
        hand.window.screen.open_file(shipped_folder("maps") / name, kind)
        wait(hand, lambda: hand.window.screen.name != "start")
        assert hand.window.screen.table is not None and (
            kind == "board" or hand.window.screen.name == "judge"
        )
        if kind == "dispute":
            hand.key("f10")
        else:
            hand.key("f1")
            press(hand, "to start")
        assert hand.window.screen.name == "start" and not hand.window.help
    assert [f.kind for f in load_memory().files] == ["board", "dispute"]


def test_recent_files_are_opened_by_a_click_and_dropped_when_gone(hand, tmp_path):
    saved_game(tmp_path / "mine.jsonl")
    remember_file(tmp_path / "gone.json", "board")
    remember_file(tmp_path / "mine.jsonl", "replay")
    hand.window.show_screen(make_start_screen())
    start = hand.window.screen
    press(hand, "recent 1")
    assert (
        hand.window.screen is start
        and "gone.json: this file no longer exists" in complaints(hand)[0]
    )
    assert [Path(f.path).name for f in start.recent_files] == ["mine.jsonl"]
    press(hand, "recent 0")
    assert hand.window.screen.name == "replay"
    wait(hand, lambda: hand.window.screen.table is not None)
    press(hand, "leave")
    assert hand.window.screen.name == "start"


def test_what_is_chosen_in_the_window_is_in_force_at_once_and_kept_in_the_file(hand, tmp_path):
    press(hand, "settings")
    window = hand.window
    path = tmp_path / "config" / "settings.toml"
    for mark, name, value in (
        ("sound 0.8", "sound", 0.8),
        ("quality high", "quality", "high"),
        ("scale 1.25", "scale", 1.25),
    ):
        press(hand, mark)
        assert (
            getattr(window.settings.display, name)
            == value
            == getattr(load_settings(path).display, name)
        )
    assert window.ui.requested_scale == 1.25 and not window.draws_quickly
    for mark in ("scale 0.0", "quality low", "sound 0.3"):
        press(hand, mark)
    assert window.ui.scale == 1.0 and window.draws_quickly and not complaints(hand)
    hand.key("escape")


def test_new_boards_have_the_size_that_is_asked_for(hand, monkeypatch):
    start = hand.window.screen
    asked = []

    def refuse(wide, deep):
        asked.append((wide, deep))
        raise InputError("no room")

    monkeypatch.setattr(
        start, "file_openers", replace(start.file_openers, make_new_board_screen=refuse)
    )
    press(hand, "board")
    for mark in ("new 30", "new 48", "new own"):
        press(hand, mark)
    assert asked == [(30, 30), (48, 48), (36, 36)] and "no room" in complaints(hand)[-1]
    hand.key("escape")
    assert start.page == "home"


@pytest.mark.slow
def test_a_new_board_is_begun_and_those_that_there_are_are_opened(hand):
    press(hand, "board")
    press(hand, "new own")
    assert hand.window.screen.name != "start" and hand.window.screen.table.size == (36, 36)
    assert not hand.window.screen.table.features
    hand.window.show_screen(make_start_screen())
    press(hand, "board")
    press(hand, "board pinewood.json")
    wait(hand, lambda: hand.window.screen.name != "start")
    assert hand.window.screen.table.name == "Pinewood"


def test_the_form_of_a_new_game_opens_a_door_of_its_board(hand, tmp_path):
    board = json.loads((shipped_folder("maps") / "crossroads.json").read_text())
    board["terrain"][0]["state"] = "closed"
    door = board["terrain"][0]["id"]
    path = tmp_path / "doors.json"
    path.write_text(json.dumps(board))
    start = hand.window.screen
    press(hand, "game")
    start.choose_board(path)
    wait(hand, lambda: start.is_board_ready and f"state {door} open" in hand.window.ui.widget_rects)
    press(hand, f"state {door} open")
    assert [part.id for part in start.table.open_parts] == [door]
    press(hand, f"state {door} closed")
    assert not start.table.open_parts


def test_the_tour_is_shown_once_and_can_be_skipped(hand, tmp_path):
    (tmp_path / "config" / "window.json").unlink()
    hand.window.show_screen(make_start_screen())
    wait(hand, lambda: "tour skip" in hand.window.ui.widget_rects)
    press(hand, "tour next")
    assert hand.window.screen.tour.number == 1
    hand.key("space")
    assert hand.window.screen.tour.number == 2
    hand.key("escape")
    assert hand.window.screen.tour.is_done and load_memory().toured
    hand.window.show_screen(make_start_screen())
    assert hand.window.screen.tour is None


def test_the_last_step_of_the_tour_has_one_button_that_ends_it(hand, tmp_path):
    (tmp_path / "config" / "window.json").unlink()
    hand.window.show_screen(make_start_screen())
    wait(hand, lambda: "tour skip" in hand.window.ui.widget_rects)
    assert not hand.window.screen.busy_text, "the tour waits for the boards"
    assert not hand.window.screen.is_load_postponed
    tour = hand.window.screen.tour
    while tour.number + 1 < len(tour.steps):
        press(hand, "tour next")
    wait(hand, lambda: "tour skip" not in hand.window.ui.widget_rects)
    press(hand, "tour next")
    assert tour.is_done and load_memory().toured


def test_what_stands_on_the_buttons_of_the_start_screen_fits_them(hand, monkeypatch):
    drawn = []
    add_text = imgui.ImDrawList.add_text

    def listening(self, font, size, spot, paint, words):
        wide = imgui.calc_text_size(words).x * size / imgui.get_font_size()
        drawn.append((words, spot[0] + wide))
        return add_text(self, font, size, spot, paint, words)

    monkeypatch.setattr(imgui.ImDrawList, "add_text", listening)
    hand.window.request_redraw()
    hand.step(2)
    monkeypatch.undo()
    edge = hand.window.ui.widget_rects["game"][2]
    assert "Play" in [words for words, _ in drawn]
    assert [words for words, right in drawn if right > edge - 8 * hand.window.ui.scale] == []


def test_the_start_screen_comes_to_rest(hand):
    hand.rest()
    hand.step(5)
    assert hand.window.is_at_rest


def test_learn_lists_the_lessons_of_every_game_with_how_far_they_have_come(hand, monkeypatch):
    drawn = words_drawn(monkeypatch)
    home = hand.window.ui.widget_rects["learn"]
    first, last = select_lesson(NEO_MECHANIKA, 1), select_lesson(NEO_MECHANIKA, 3)
    for lesson, completed in ((first, 4), (last, last.step_count)):
        file = str(new_lesson_path("neo-mechanika", lesson.entry.id))
        saved = SavedLesson(
            game="neo-mechanika", lesson=lesson.entry.id, file=file, completed=completed
        )
        write_saved_lesson(saved)
    press(hand, "learn")
    hand.step(3)
    marks = hand.window.ui.widget_rects
    assert {"lesson neo-mechanika 1", "again neo-mechanika 1", "lesson warmachine 1"} <= {*marks}
    assert "again neo-mechanika 2" not in marks and "again neo-mechanika 3" not in marks
    words = " ".join(drawn)
    assert f"Continue lesson 1 (step 5 of {first.step_count})" in words
    assert "Done." in words and select_lesson(WARMACHINE, 1).title in words
    press(hand, "back")
    hand.step(2)
    assert hand.window.ui.widget_rects["learn"] == home, "the button is where it was"


def test_a_lesson_is_begun_left_and_continued_from_the_start_screen(hand):
    press(hand, "learn")
    hand.step(3)
    press(hand, "lesson warmachine 1")
    wait(hand, lambda: hand.window.screen.name == "play")
    screen = hand.window.screen
    assert screen.rules is WARMACHINE and "lesson welcome" in hand.window.ui.widget_rects
    press(hand, "lesson read")
    hand.step(2)
    screen.on_button("leave")
    wait(hand, lambda: hand.window.screen.name == "start")
    hand.step(3)
    press(hand, "learn")
    hand.step(3)
    press(hand, "lesson warmachine 1")
    wait(hand, lambda: hand.window.screen.name == "play")
    hand.step(3)
    assert "lesson focus" in hand.window.ui.widget_rects
    hand.window.screen.on_button("leave")
    wait(hand, lambda: hand.window.screen.name == "start")
    hand.step(3)
    press(hand, "learn")
    hand.step(3)
    press(hand, "again warmachine 1")
    wait(hand, lambda: hand.window.screen.name == "play")
    hand.step(3)
    assert "lesson welcome" in hand.window.ui.widget_rects


def test_damaged_progress_is_told_on_the_page_of_lessons(hand):
    (settings_folder() / "lessons.json").write_text("no JSON")
    press(hand, "learn")
    hand.step(3)
    words = [notice.words for notice in hand.window.notices.visible_notices]
    assert len(words) == 1 and "lessons.json" in words[0] and "begin again" in words[0]
    assert "again neo-mechanika 1" not in hand.window.ui.widget_rects


def test_what_is_told_lies_over_the_page_that_was_clicked(hand):
    press(hand, "settings")
    hand.window.notices.show_message("something is told")
    hand.window.request_redraw()
    hand.step(3)
    press(hand, "settings path")
    told, page = (imgui.internal.find_window_by_name(name) for name in ("notices", "settings"))
    assert (
        told.was_active and page.was_active and display_place("notices") > display_place("settings")
    )


def display_place(name):
    """How far in front a panel is."""
    windows = imgui.get_current_context().windows
    return [window.name for window in windows].index(name)


def test_escape_closes_an_open_list_and_only_then_leaves_the_page(hand):
    start = hand.window.screen
    press(hand, "game")
    wait(hand, lambda: start.is_board_ready)
    press(hand, "mission")
    assert "mission boiling_point" in hand.window.ui.widget_rects
    hand.key("escape")
    hand.step(3)
    assert "mission boiling_point" not in hand.window.ui.widget_rects and start.page == "game"
    hand.key("escape")
    hand.step(3)
    assert start.page == "home"


@pytest.mark.slow
def test_the_first_list_is_seen_on_a_real_screen_after_the_quickest_click_though_the_mouse_rests(
    tmp_path,
):
    with RealScreen(tmp_path) as screen:
        screen.press("game")
        screen.press("mission")
        screen.middle("mission boiling_point")
        x0, y0, x1, y1 = map(round, screen.shown["marks"]["mission boiling_point"])
        opened = screen.picture()[
            y0:y1, x0:x1
        ]  # of the list alone: the board beside it may still be read
        screen.move(*(v + 2 for v in screen.middle("mission")))
        seen = screen.picture()[y0:y1, x0:x1]
        assert np.abs(opened - seen).mean() < 1.0 and seen.std() > 5.0, (
            "the list is there, and so are its words"
        )


def centre(hand, mark):
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    return (x0 + x1) / 2, (y0 + y1) / 2


def begin_tour_when_read(hand):
    """The form of a new game at the first start, while its board is still being read."""
    start = hand.window.screen
    start.begin_tour()
    start.page = "game"
    start.board_reader.task_name = "Loading crossroads.json"
    hand.window.request_redraw(4)
    hand.step(4)
    assert "tour next" not in hand.window.ui.widget_rects
    return start


def test_the_tour_that_comes_once_a_board_is_read_closes_no_list(hand):
    start = begin_tour_when_read(hand)
    hand.click(*centre(hand, "mission"))
    hand.step(3)
    assert "mission boiling_point" in hand.window.ui.widget_rects
    start.board_reader.task_name = ""
    hand.window.request_redraw(6)
    hand.step(6)
    assert "mission boiling_point" in hand.window.ui.widget_rects, "the list that was opened"
    hand.key("escape")
    hand.window.request_redraw(4)
    hand.step(4)
    assert "mission boiling_point" not in hand.window.ui.widget_rects
    assert "tour next" in hand.window.ui.widget_rects, "the tour comes after the list"


def test_the_tour_that_comes_while_a_button_is_held_loses_no_click(hand):
    start = begin_tour_when_read(hand)
    hand.move(*centre(hand, "mission"))
    hand.press()
    start.board_reader.task_name = ""
    hand.window.request_redraw(4)
    hand.step(4)
    hand.release()
    hand.step(4)
    assert "mission boiling_point" in hand.window.ui.widget_rects
    hand.key("escape")


def test_any_panel_that_comes_by_itself_leaves_an_open_list_open(hand, monkeypatch):
    window = hand.window
    window.screen.page = "game"
    hand.step(3)
    hand.click(*centre(hand, "mission"))
    hand.step(3)
    assert "mission boiling_point" in window.ui.widget_rects
    draw_panels = window.screen.draw_panels

    def draw_more(ui):
        draw_panels(ui)
        with open_panel("news", (900, 600), corner=(1, 1)):
            imgui.text("something has ended")
            ui.record_panel("news")

    monkeypatch.setattr(window.screen, "draw_panels", draw_more)
    window.request_redraw(4)
    hand.step(4)
    assert {"news", "mission boiling_point"} <= set(window.ui.widget_rects)
    hand.key("escape")


def test_a_board_that_is_being_read_is_not_read_again(hand):
    start = hand.window.screen
    start._chosen = None
    start.show_board(start.new_game.board)
    process = start.board_reader._channel
    assert start.board_reader.is_busy
    start._show_page("game")
    assert start.board_reader._channel is process and start.board_reader.is_busy
    wait(hand, lambda: start.is_board_ready)
