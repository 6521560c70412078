"""The start screen by keys alone: its pages, its dialogs, and the keys that are changed in Settings."""

import pytest

from tests.screens.fake_input import FakeInput
from tests.screens.keyboard_hand import enter, go_to, wait
from tests.screens.keys_behind import assert_nothing_happens, press, window_state
from wc3d.cli.window.screens import make_start_screen
from wc3d.window.shell.settings import KEY_BINDINGS, DisplaySettings, Settings, load_settings
from wc3d.window.shell.widgets import find_notice_bottom
from wc3d.window.shell.window import Window
from wc3d.window.shell.window_memory import remember_file, remember_tour


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WC3D_CONFIG", str(tmp_path_factory.mktemp("config")))
        remember_tour()
        window = Window(
            make_start_screen(),
            offscreen=True,
            size=(1024, 768),
            settings=Settings(display=DisplaySettings(quality="low")),
        )
        window.render.hide()
        hand = FakeInput(window)
        window.keyboard.listen()
        yield hand
        window.close()


@pytest.fixture
def hand(shared, tmp_path, monkeypatch):
    """The keyboard at a fresh start screen. The mouse is never used."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))
    remember_tour()
    shared.window.use_settings(Settings(display=DisplaySettings(quality="low")))
    shared.window.notices.visible_notices.clear()
    shared.window.show_screen(make_start_screen())
    shared.step(3)
    return shared


def test_arrows_and_enter_open_each_page_and_escape_goes_back(hand):
    start = hand.window.screen
    for mark, page in (("game", "game"), ("board", "board"), ("settings", "settings")):
        enter(hand, mark, "arrow_down")
        assert start.page == page
        press(hand, "escape")
        hand.step(2)
        assert start.page == "home"


def test_a_game_is_begun_by_keys_alone(hand):
    enter(hand, "game", "arrow_down")
    go_to(hand, "name 1")
    for letter in "Anna":
        press(hand, letter)
    press(hand, "tab")
    hand.step(2)
    start = hand.window.screen
    assert start.new_game.players[0].name == "Anna", "the name was selected, and typed over"
    wait(hand, lambda: start.is_board_ready)
    enter(hand, "begin")
    wait(hand, lambda: hand.window.screen.name == "play")
    assert hand.window.screen.session.player_name(1) == "Anna"


def test_a_list_is_opened_and_left_by_keys(hand):
    enter(hand, "game", "arrow_down")
    start = hand.window.screen
    before = start.new_game.mission
    enter(hand, "mission")
    press(hand, "escape")
    hand.step(2)
    assert start.page == "game" and not hand.window.ui.is_list_open
    enter(hand, "mission")
    hand.step(2)
    assert hand.window.ui.focused_widget == f"mission {before}"
    press(hand, "arrow_down")
    hand.step(2)
    chosen = hand.window.ui.focused_widget
    press(hand, "enter")
    hand.step(3)
    assert f"mission {start.new_game.mission}" == chosen != f"mission {before}"


def test_a_saved_game_is_chosen_by_keys_and_the_dialog_remembers_its_folder(hand, tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.jsonl").write_text("{}\n")
    enter(hand, "load", "arrow_down")
    start = hand.window.screen
    assert start.chooser is not None and hand.window.ui.wants_keys, "the field has the keyboard"
    for letter in "games":
        press(hand, letter)
    press(hand, "enter")
    hand.step(3)
    assert start.chooser.folder == tmp_path / "games"
    enter(hand, "file one.jsonl", "shift-tab")
    assert start.chooser is None
    wait(hand, lambda: any("one.jsonl" in n.words for n in hand.window.notices.visible_notices))
    start.on_button("replay")
    assert start.input_layers[-1].folder == tmp_path / "games"


@pytest.mark.parametrize("page", ["home", "game", "board", "settings"])
def test_no_key_changes_the_table_behind_a_page(hand, page):
    start = hand.window.screen
    start.on_button(page) if page != "home" else None
    hand.window.request_redraw()
    wait(hand, lambda: not start.board_reader.is_busy and start.table is not None)
    hand.step(3)

    def state():
        new = start.new_game
        return {
            **window_state(hand.window),
            "page": start.page,
            "form": (new.mission, new.board, new.seed, [p.name for p in new.players]),
        }

    keys = [
        (key, name)
        for name, binding in KEY_BINDINGS.items()
        for key in binding.keys
        if name not in ("help", "cancel", "full_screen") and key not in ("enter", "space")
    ]
    assert_nothing_happens(hand, state, keys)


def test_a_key_is_changed_and_saved_at_once(hand, tmp_path):
    path = tmp_path / "config" / "settings.toml"
    enter(hand, "settings", "arrow_down")
    enter(hand, "tab keys")
    go_to(hand, "key top")
    press(hand, "enter")
    hand.step(2)
    assert hand.window.screen.settings_page.waiting == "top"
    press(hand, "f4")
    hand.step(3)
    assert hand.window.settings.keys["top"] == ("f4",) == load_settings(path).keys["top"]
    assert hand.window.settings.keys["home"] == KEY_BINDINGS["home"].keys
    enter(hand, "reset top")
    assert hand.window.settings.keys["top"] == ("t",) == load_settings(path).keys["top"]


def test_a_taken_key_names_its_command_and_is_given_only_when_asked(hand, tmp_path):
    page = hand.window.screen.settings_page
    enter(hand, "settings", "arrow_down")
    enter(hand, "tab keys")
    enter(hand, "key top")
    press(hand, "shift-d")
    hand.step(3)
    assert page.taken is not None and page.taken.owners == ("outside",)
    assert hand.window.settings.keys["top"] == ("t",)
    enter(hand, "take key")
    keys = load_settings(tmp_path / "config" / "settings.toml").keys
    assert (keys["top"], keys["outside"]) == (("shift-d",), ())
    enter(hand, "reset keys", "shift-tab")
    keys = load_settings(tmp_path / "config" / "settings.toml").keys
    assert (keys["top"], keys["outside"]) == (("t",), ("shift-d",))


def test_escape_and_enter_are_read_as_keys_only_while_one_is_waited_for(hand):
    page = hand.window.screen.settings_page
    enter(hand, "settings", "arrow_down")
    enter(hand, "tab keys")
    enter(hand, "key top")
    press(hand, "escape")
    hand.step(2)
    assert not page.waiting and hand.window.screen.page == "settings"
    assert hand.window.settings.keys["top"] == ("t",)
    enter(hand, "key top")
    press(hand, "enter")
    hand.step(3)
    assert page.taken is not None and page.taken.owners == ("present",)
    press(hand, "escape")
    hand.step(2)
    assert hand.window.screen.page == "home"


def test_full_screen_is_switched_by_its_key_and_kept(hand, tmp_path):
    path = tmp_path / "config" / "settings.toml"
    for is_on in (True, False):
        press(hand, "f11")
        assert hand.window.is_full_screen is is_on is load_settings(path).display.full_screen
    hand.window.help = True
    hand.window.request_redraw()
    hand.step(3)
    press(hand, "f11")
    assert hand.window.is_full_screen and hand.window.help, "it is never in the way"
    press(hand, "f11")
    press(hand, "escape")


def test_the_settings_say_which_text_size_applies(hand):
    start = hand.window.screen
    start.on_button("settings")
    window = hand.window
    for chosen, shown in ((2.0, 1.0), (1.0, 1.0), (0.0, 1.0)):
        display = window.settings.display.model_copy(update={"scale": chosen})
        window.use_settings(Settings(display=display))
        hand.step(3)
        assert window.ui.scale == shown
        assert "text size in force" in window.ui.widget_rects


def test_buttons_keep_their_places_however_many_files_were_opened(hand, tmp_path):
    places = []
    for count in range(4):
        if count:
            (tmp_path / f"{count}.json").write_text("{}")
            remember_file(tmp_path / f"{count}.json", "board")
        hand.window.show_screen(make_start_screen())
        hand.step(4)
        places.append(hand.window.ui.widget_rects["learn"])
    assert len(set(places)) == 1


def test_no_choice_in_the_form_moves_the_rows_above_it(hand):
    start = hand.window.screen
    start.on_button("game")
    places = set()
    for choose in (
        lambda: None,
        lambda: start.set_size("full"),
        lambda: start.choose_game("warmachine"),
        lambda: start.choose_game("neo_mechanika"),
    ):
        choose()
        hand.window.request_redraw()
        hand.step(4)
        places.add(hand.window.ui.widget_rects["mission"][1])
    assert len(places) == 1, places


def test_no_notice_lies_over_a_dialog(hand):
    start = hand.window.screen
    start.on_button("load")
    start.show_error("something that went wrong meanwhile " * 6)
    hand.window.request_redraw()
    hand.step(4)
    rects = hand.window.ui.widget_rects
    dialog = rects["dialog"]
    notice = rects.get("notices")
    assert notice is None or notice[1] >= dialog[3] or notice[3] <= dialog[1]
    start.chooser.cancel()
    hand.window.request_redraw()
    hand.step(4)
    assert "notices" in hand.window.ui.widget_rects


@pytest.mark.parametrize(
    ("dialog", "place"),
    [
        (None, 700.0),
        ((100.0, 100.0, 900.0, 500.0), 700.0),
        ((100.0, 100.0, 900.0, 690.0), 758.0),
        ((100.0, 90.0, 900.0, 740.0), 85.0),
        ((100.0, 10.0, 900.0, 758.0), None),
    ],
)
def test_a_notice_goes_below_or_above_a_dialog_or_waits(dialog, place):
    assert find_notice_bottom(50.0, 700.0, 768.0, dialog) == place


def test_a_waiting_notice_keeps_its_time(monkeypatch):
    from wc3d.window.shell.notices import Notices

    clock = [100.0]
    monkeypatch.setattr("wc3d.window.shell.notices.time.monotonic", lambda: clock[0])
    notices = Notices()
    notices.show_message("Saved")
    notices.take_changed_flag()
    notices.is_waiting = True
    for _ in range(30):
        clock[0] += 1.0
        notices.take_changed_flag()
    assert [n.words for n in notices.visible_notices] == ["Saved"]
    notices.is_waiting = False
    for _ in range(10):
        clock[0] += 1.0
        notices.take_changed_flag()
    assert not notices.visible_notices
