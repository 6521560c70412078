"""Settings, what is remembered, and the tour: files whole and broken, keys bound otherwise, and a text that can be read back."""

import re
import subprocess
import sys
from typing import Any

import pytest
from imgui_bundle import imgui

from tests.screens.fake_input import FakeInput
from wc3d import new_table
from wc3d.presentation.color_sets import COLOR_SETS, use_color_set
from wc3d.presentation.palette import PEN_COLORS, Pen
from wc3d.window.shell import settings, window_memory
from wc3d.window.shell.imgui_panda import automatic_text_scale
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.settings import (
    KEY_BINDINGS,
    UNBINDABLE_PREFIXES,
    VALID_KEYS,
    DisplaySettings,
    Settings,
    SettingsError,
    commands_with_key,
    display_key,
    format_settings,
    load_settings,
    load_settings_or_default,
    save_display_setting,
    save_key_setting,
)
from wc3d.window.shell.settings_panel import DISPLAY_CHOICES, apply_display_setting
from wc3d.window.shell.tour import TOUR_STEPS, Tour
from wc3d.window.shell.window import Window
from wc3d.window.shell.window_memory import forget_file, load_memory, remember_file, remember_tour

EMPTY_TABLE = new_table((10, 10))


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def written(folder, text):
    folder.mkdir(exist_ok=True)
    (folder / "settings.toml").write_text(text, encoding="utf-8")
    return folder / "settings.toml"


def test_without_a_file_everything_is_as_usual(own_folder):
    assert load_settings() == Settings() and settings.settings_folder() == own_folder
    assert Settings().commands_by_key()["escape"] == ("cancel",)


def test_keys_are_bound_otherwise_and_the_rest_stays(own_folder):
    written(
        own_folder,
        '[keys]\nmeasure = "{"\nsight = ["f5", "control-s"]\n[display]\nscale = 1.5\nquality = "low"\n',
    )
    found = load_settings()
    assert found.keys["measure"] == ("{",) and found.keys["sight"] == ("f5", "control-s")
    assert (
        found.keys["area"] == KEY_BINDINGS["area"].keys
        and found.display.scale == 1.5
        and found.display.quality == "low"
    )
    assert found.commands_by_key()["{"] == ("measure",) and "m" not in found.commands_by_key()


@pytest.mark.parametrize("quality", ["auto", "low", "medium", "high"])
def test_a_quality_is_read(own_folder, quality):
    written(own_folder, f'[display]\nquality = "{quality}"\n')
    assert load_settings().display.quality == quality


@pytest.mark.parametrize(
    "text, place",
    [
        ("[keys]\nmeasure = \n", "line 2"),
        ("[keys]\nmesure = 'y'\n", "keys.mesure: unknown command"),
        ("[keys]\nmeasure = 7\n", "keys.measure"),
        ("[display]\nscale = 99\n", "display.scale"),
        ("[display]\nquality = 'best'\n", "display.quality"),
        ("[display]\nquality = 'photo'\n", "display.quality"),
        ("[screen]\n", "screen"),
        ("[keys]\nmeasure = 'two words'\n", "keys.measure"),
        ("[keys]\nundo = 'ctrl-z'\n", "keys.undo: unknown key 'ctrl-z'"),
        ("[keys]\nhome = 'arrow_up'\n", "keys.home: 'arrow_up' cannot be assigned"),
        ("[display]\nscale = nan\n", "display.scale"),
        ("[keys]\nhome = 'wheel_up'\n", "keys.home: 'wheel_up' cannot be assigned"),
        ("[display]\nscale = true\n", "display.scale"),
        ("[display]\nscale = 0.01\n", "display.scale: expected 0 or at least 0.5"),
        ("[display]\ntour = 'no'\n", "display.tour"),
        ("[display]\nscale = " + 5000 * "9", "invalid TOML (a number is too long)"),
        ("x = " + 5000 * "[", "invalid TOML (nested too deeply)"),
    ],
)
def test_a_broken_file_is_told_with_its_place_and_the_usual_settings_used(own_folder, text, place):
    path = written(own_folder, text)
    with pytest.raises(SettingsError, match=re.escape(place)):
        load_settings()
    found, fault = load_settings_or_default()
    assert (
        found == Settings()
        and fault.startswith(f"{path}: ")
        and place in fault
        and "uses the default settings" in fault
    )


def test_what_is_held_with_a_key_may_be_named_in_any_order(own_folder):
    written(own_folder, "\ufeff[keys]\nredo = 'control-shift-z'\nundo = 'Z'\nmeasure = 'alt--'\n")
    found = load_settings().keys
    assert (found["redo"], found["undo"], found["measure"]) == (
        ("shift-control-z",),
        ("shift-z",),
        ("alt--",),
    )


def test_a_key_that_two_commands_have_is_told_and_the_settings_are_used(own_folder):
    path = written(own_folder, "[keys]\nhome = 'u'\nremove = 'p'\n")
    found, told = load_settings_or_default()
    assert found.keys["home"] == ("u",), (
        "a board has no replay: there the key p may mean two things"
    )
    assert told == f"{path}: keys.home and keys.undo share the key u; where both apply, home wins"


def test_a_file_of_other_bytes_and_a_folder_are_told(own_folder):
    written(own_folder, "").write_bytes(b"\xff\xfe\x00")
    assert "invalid UTF-16" in load_settings_or_default()[1]
    (own_folder / "settings.toml").unlink()
    (own_folder / "settings.toml").mkdir()
    assert "not a folder" in load_settings_or_default()[1]


def test_the_written_file_holds_every_key_and_reads_back_the_same(own_folder):
    save_display_setting("scale", 0.0)
    assert load_settings() == Settings() and load_settings_or_default() == (Settings(), "")
    text = (own_folder / "settings.toml").read_text(encoding="utf-8")
    assert all(
        f"\n{name} = " in text and binding.words in text for name, binding in KEY_BINDINGS.items()
    )
    changed = Settings(
        {**Settings().keys, "log": ()}, Settings().display.model_copy(update={"scale": 2.0})
    )
    written(own_folder, format_settings(changed))
    assert load_settings() == changed


def test_a_settings_file_that_cannot_be_written_is_told(own_folder):
    own_folder.write_text("a file where the folder should be")
    with pytest.raises(SettingsError, match="cannot be written"):
        save_display_setting("scale", 1.0)


@pytest.mark.slow
def test_large_text_is_as_large_as_the_window_has_room_for(monkeypatch):
    window = Window(
        Screen(),
        offscreen=True,
        size=(1280, 720),
        settings=Settings(display=DisplaySettings(scale=3.0, quality="low")),
    )
    hand = FakeInput(window)
    try:
        scales = []
        heights = []

        def panels(ui):
            scales.append(ui.scale)
            heights.append(imgui.get_text_line_height())

        monkeypatch.setattr(window.screen, "draw_panels", panels)
        window.request_redraw()
        hand.step(2)
        wanted, window.ui.requested_scale = window.ui.requested_scale, 1.0
        window.request_redraw()
        hand.step(2)
        assert (
            wanted == 3.0
            and 1.0 < scales[0] < 1.1
            and scales[-1] == 1.0
            and 15.0 == heights[-1] < heights[0] < 17
        )
    finally:
        window.close()


class LineScreen(Screen):
    """An empty table with one line in the color of a clear sight."""

    def __init__(self):
        self.line: Any = None

    @property
    def table(self):
        return EMPTY_TABLE

    def draw_marks(self, board):
        self.line = board.draw_lines([[(1, 1, 1), (3, 3, 1)]], 2.0, PEN_COLORS[Pen.CLEAR])

    def line_color(self):
        return tuple(round(255 * v) for v in (*self.line.get_color_scale(),)[:3])


def test_a_color_set_is_used_at_once_and_remembered():
    screen = LineScreen()
    window = Window(screen, offscreen=True, size=(640, 480))
    hand = FakeInput(window)
    try:
        hand.step(3)
        assert screen.line_color() == PEN_COLORS[Pen.CLEAR]
        apply_display_setting(window, "colors", "deuteranopia")
        hand.step(3)
        assert screen.line_color() == COLOR_SETS["deuteranopia"][PEN_COLORS[Pen.CLEAR]]
    finally:
        use_color_set("standard")
        window.close()
    assert load_settings().display.colors == "deuteranopia"


def test_a_room_is_shown_at_once_and_remembered():
    screen = LineScreen()
    window = Window(screen, offscreen=True, size=(640, 480))
    hand = FakeInput(window)
    try:
        hand.step(3)
        assert window.board is not None and window.board.room_name == "night"
        for name in ("day", "plain", "night", "day"):
            apply_display_setting(window, "room", name)
            hand.step(3)
            assert window.board is not None
            assert window.board.room_name == name == load_settings().display.room
    finally:
        window.close()


def test_the_picture_of_the_start_screen_is_remembered(own_folder):
    assert load_settings().display.start_picture == "auto"
    for value in ("still", "moving", "auto"):
        save_display_setting("start_picture", value)
        assert load_settings().display.start_picture == value
    written(own_folder, '[display]\nroom = "dusk"\n')
    assert "display.room" in load_settings_or_default()[1]


def test_files_are_remembered_newest_first_and_once(tmp_path):
    for i in range(window_memory.MAX_RECENT_FILES + 3):
        remember_file(tmp_path / f"{i}.json", "board")
    remember_file(tmp_path / "7.json", "dispute")
    files = load_memory().files
    assert (
        len(files) == window_memory.MAX_RECENT_FILES
        and [f.path for f in files].count(str(tmp_path / "7.json")) == 1
    )
    assert (
        files[0].path == str(tmp_path / "7.json")
        and files[0].kind == "dispute"
        and not files[0].exists
    )
    forget_file(files[0].path)
    assert (
        files[0] not in load_memory().files
        and len(load_memory().files) == window_memory.MAX_RECENT_FILES - 1
    )


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"files": [{"path": "a"}]}', '{"toured": "x"}', "[" * 100_000, '{"files": 3}'],
)
def test_a_broken_memory_is_an_empty_one_and_is_written_anew(own_folder, text, tmp_path):
    own_folder.mkdir()
    (own_folder / "window.json").write_text(text)
    assert load_memory() == window_memory.WindowMemory()
    remember_file(tmp_path / "a.json", "game")
    assert [f.kind for f in load_memory().files] == ["game"]


def test_a_file_whose_name_is_no_text_is_not_kept():
    remember_file("bad\udcff.json", "board")
    assert load_memory() == window_memory.WindowMemory()


def test_where_nothing_can_be_kept_nobody_is_bothered(own_folder, tmp_path):
    own_folder.write_text("a file where the folder should be")
    remember_file(tmp_path / "a.json", "game")
    assert load_memory() == window_memory.WindowMemory()


def test_the_tour_names_the_keys_in_force_and_is_remembered_at_its_end():
    tour = Tour(Settings({**Settings().keys, "measure": ("f9",), "top": ()}), remember_tour)
    assert "F9 measures" in tour.steps[2][2] and "(no key) looks from above" in tour.steps[0][2]
    for _ in TOUR_STEPS:
        assert not tour.is_done and not load_memory().toured
        tour.next_step()
    assert tour.is_done and load_memory().toured


LISTED = """
from panda3d.core import ButtonRegistry, KeyboardButton, StringStream

listed = StringStream()
assert KeyboardButton.escape()
ButtonRegistry.ptr().write(listed)
print(listed.data.decode())
"""
"""Run in a process of its own: a key that some test presses by a name of its own is registered from then on."""


def test_the_keys_are_those_that_panda_knows():
    listed = subprocess.run(
        [sys.executable, "-c", LISTED], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split() for line in listed.splitlines()]
    known = {
        row[1] if len(row) == 2 else row[0]
        for row in rows
        if row and row[0] not in ("ASCII", "Other")
    }
    assert {key for key in known if not key.startswith(UNBINDABLE_PREFIXES)} == VALID_KEYS


def test_a_number_is_kept_and_the_file_stays_as_it_is_otherwise(tmp_path):
    path = tmp_path / "settings.toml"
    save_display_setting("pace", 2.0, path)
    assert load_settings(path).display.pace == 2.0
    path.write_text(
        '# mine\n[display]  # how\nscale = 1.5\npace = 1 # slow\n\n[keys]\nend = "f9"\n'
    )
    save_display_setting("pace", 0.0, path)
    assert (
        path.read_text()
        == '# mine\n[display]  # how\nscale = 1.5\npace = 0\n\n[keys]\nend = "f9"\n'
    )
    path.write_text('[keys]\nend = "f9"\n')
    save_display_setting("pace", 4.0, path)
    read = load_settings(path)
    assert read.display.pace == 4.0 and read.keys["end"] == ("f9",)
    for broken in ("[display\n", "[display]\npace = 9\n", '[keys]\nend = "no such key"\n'):
        path.write_text(broken)
        with pytest.raises(SettingsError):
            save_display_setting("pace", 1.0, path)
        assert path.read_text() == broken


@pytest.mark.parametrize("pace", ["0.2", "4.5", "-1", "true", "nan", '"quick"'])
def test_a_pace_that_cannot_be_is_refused_with_its_place(tmp_path, pace):
    path = tmp_path / "settings.toml"
    path.write_text(f"[display]\npace = {pace}\n")
    with pytest.raises(SettingsError, match=r"display\.pace"):
        load_settings(path)


def test_keys_are_saved_on_one_line_and_the_file_stays_as_it_is_otherwise(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text('# mine\n[keys]\nend = "f9"  # far\nundo = "z"\n\n[display]\npace = 2\n')
    save_key_setting("end", ("f8", "space"), path)
    save_key_setting("sight", (), path)
    assert path.read_text() == (
        '# mine\n[keys]\nsight = []\nend = ["f8", "space"]\nundo = "z"\n\n[display]\npace = 2\n'
    )
    path.write_text('[keys]\nend = [\n  "f9",\n]\n')
    with pytest.raises(SettingsError, match=r"keys\.end takes several lines"):
        save_key_setting("end", ("f8",), path)
    assert load_settings(path).keys["end"] == ("f9",)


def test_a_key_of_another_command_is_named_unless_the_two_never_meet():
    usual = Settings()
    assert commands_with_key(usual, "m", "sight") == ("measure",)
    assert commands_with_key(usual, "m", "measure") == ()
    assert commands_with_key(usual, "p", "remove") == (), "a board has no replay"
    assert commands_with_key(usual, "+", "faster") == (), "they share it by default"
    assert commands_with_key(usual, "f9", "sight") == ()


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("control--", "Ctrl+-"),
        ("control-=", "Ctrl+="),
        ("shift-control-z", "Shift+Ctrl+Z"),
        ("-", "-"),
        ("page_up", "Page up"),
    ],
)
def test_keys_are_shown_as_they_are_written_on_the_keyboard(key, shown):
    assert display_key(key) == shown


@pytest.mark.parametrize(
    ("zoom", "height", "scale"),
    [
        (1.0, 576, 1.0),
        (1.0, 1080, 1.0),
        (1.0, 1440, 1.25),
        (1.0, 2160, 2.0),
        (0.0, 2160, 2.0),
        (1.5, 1080, 1.5),
        (2.0, 1440, 2.0),
    ],
)
def test_text_grows_with_the_window_where_the_screen_does_not_tell_its_resolution(
    zoom, height, scale
):
    assert automatic_text_scale(zoom, height) == scale


MOTION_AND_SOUND: dict[str, Any] = {
    "motion": "reduced",
    "camera_nudge": False,
    "idle_motion": True,
    "sound_dice": 0.5,
    "sound_weapons": 0.0,
    "sound_movement": 0.5,
    "sound_interface": 1.0,
    "sound_ambience": 0.5,
    "names": "all",
}


@pytest.mark.parametrize(("name", "value"), MOTION_AND_SOUND.items())
def test_motion_and_the_volumes_of_sounds_are_kept_and_can_be_chosen(own_folder, name, value):
    assert getattr(DisplaySettings(), name) != value
    save_display_setting(name, value)
    assert getattr(load_settings().display, name) == value
    assert value in [choice for choice, _ in DISPLAY_CHOICES[name][1]]
    everything = Settings(display=DisplaySettings(**MOTION_AND_SOUND))
    path = written(own_folder, format_settings(everything))
    assert load_settings(path).display == everything.display


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('motion = "none"', "display.motion"),
        ("camera_nudge = 1", "display.camera_nudge"),
        ("sound_dice = 1.5", "display.sound_dice"),
        ("sound_ambience = nan", "display.sound_ambience"),
    ],
)
def test_invalid_motion_and_volumes_are_named_with_their_place(own_folder, line, place):
    path = written(own_folder, f"[display]\n{line}\n")
    with pytest.raises(SettingsError) as caught:
        load_settings(path)
    assert str(caught.value).startswith(f"{path}: {place}: ")
