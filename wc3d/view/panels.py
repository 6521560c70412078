"""The window's words: the help, the verdict, the measure, the status line and the names over the models."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.view.desk import Desk, Tool
from wc3d.view.exhibits import XYZ
from wc3d.view.imgui_panda import ImGuiPanda
from wc3d.view.palette import BAD, GOOD, PLAIN, RGB

KEYS: tuple[tuple[str, str], ...] = (
    ("left click", "pick a model; drag to move it"),
    ("right drag", "turn the view"),
    ("middle drag, arrows", "shift the view"),
    ("wheel", "zoom to the mouse"),
    ("M", "measure in 3D: click two ends, models catch it"),
    ("S", "sight: click two models"),
    ("F", "paint where the picked model sees"),
    ("R, + and -", "paint where it can get to; more or fewer inches"),
    ("1  2  3", "place a small, medium, large model"),
    ("Delete", "take the picked model off"),
    ("T", "from straight above"),
    ("E", "through the picked model's eyes"),
    ("H", "home: the whole table"),
    ("V", "show every volume"),
    ("N", "names on and off"),
    ("Esc", "put everything down"),
    ("?", "this list"),
)

PANEL = imgui.WindowFlags_
FIXED = PANEL.no_title_bar | PANEL.no_resize | PANEL.no_move | PANEL.no_collapse | PANEL.no_saved_settings
AUTO = FIXED | PANEL.always_auto_resize
TEXT = (0.92, 0.94, 0.96, 1.0)
DIM = (0.60, 0.66, 0.71, 1.0)

Project = Callable[[XYZ], tuple[float, float] | None]


def packed(rgb: RGB, alpha: float = 1.0) -> int:
    """A colour as ImGui's draw lists want it."""
    return int(imgui.get_color_u32(imgui.ImVec4(rgb[0] / 255, rgb[1] / 255, rgb[2] / 255, alpha)))


def set_style() -> None:
    """Dark panels with round corners."""
    imgui.style_colors_dark()
    style = imgui.get_style()
    style.window_rounding, style.frame_rounding = 8, 5
    style.window_padding, style.item_spacing = imgui.ImVec2(12, 10), imgui.ImVec2(8, 5)
    style.set_color_(imgui.Col_.window_bg, imgui.ImVec4(0.055, 0.066, 0.082, 0.92))
    style.set_color_(imgui.Col_.border, imgui.ImVec4(0.30, 0.36, 0.42, 0.55))
    style.set_color_(imgui.Col_.text, imgui.ImVec4(*TEXT))


class Panels:
    """Everything ImGui shows over the board."""

    def __init__(self, desk: Desk, project: Project) -> None:
        self.desk, self.project = desk, project
        self.help = False
        self.names = True
        self.styled = False

    def draw(self, ui: ImGuiPanda) -> None:
        """This frame's panels and labels."""
        if not self.styled:
            set_style()
            self.styled = True
        self._labels()
        self._toolbar(ui)
        if self.desk.seen is not None:
            self._verdict(ui)
        if self.help:
            self._help(ui)
        self._status(ui)

    def _labels(self) -> None:
        draw = imgui.get_background_draw_list()
        for body in self.desk.table.bodies:
            picked = body.id == self.desk.selected
            if not (self.names or picked):
                continue
            x, y, z = body.at
            spot = self.project((x, y, z + body.height + 0.2))
            if spot is not None:
                _chip(draw, spot, body.id, (255, 210, 90) if picked else (150, 200, 230))
        measured = self.desk.measured
        if measured is not None:
            a, b = measured.line
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2)
            spot = self.project(middle)
            if spot is not None:
                _chip(draw, spot, f'{measured.inches:.2f}"', (240, 200, 70))

    def _toolbar(self, ui: ImGuiPanda) -> None:
        imgui.set_next_window_pos(imgui.ImVec2(10, 10))
        imgui.begin("tools", None, AUTO)
        for tool, words, key in ((Tool.SELECT, "Pick", "Esc"), (Tool.MEASURE, "Measure", "M"), (Tool.SIGHT, "Sight", "S")):
            on = self.desk.tool is tool
            shade = imgui.ImVec4(0.15, 0.42, 0.55, 1) if on else imgui.ImVec4(0.16, 0.20, 0.25, 1)
            imgui.push_style_color(imgui.Col_.button, shade)
            if imgui.button(f"{words}  [{key}]"):
                if tool is Tool.SELECT:
                    self.desk.cancel()
                elif not on:
                    self.desk.use(tool)
            ui.mark(tool.value)
            imgui.pop_style_color()
            imgui.same_line()
        if imgui.button("?"):
            self.help = not self.help
        ui.mark("help")
        imgui.end()

    def _verdict(self, ui: ImGuiPanda) -> None:
        seen = self.desk.seen
        assert seen is not None
        width = ui.io.display_size.x
        imgui.set_next_window_pos(imgui.ImVec2(width - 350, 10))
        imgui.set_next_window_size(imgui.ImVec2(340, 0))
        imgui.begin("verdict", None, FIXED)
        imgui.push_font(ui.fonts["Bold"], 17)
        sign = {True: "CLEAR", False: seen.verdict, None: seen.verdict}[seen.good]
        rgb = {True: GOOD, False: BAD, None: PLAIN}[seen.good]
        spot, size = imgui.get_cursor_screen_pos(), imgui.calc_text_size(sign)
        draw = imgui.get_window_draw_list()
        draw.add_rect_filled(spot, imgui.ImVec2(spot.x + size.x + 20, spot.y + size.y + 8), packed(rgb), 6)
        draw.add_text(imgui.ImVec2(spot.x + 10, spot.y + 4), packed((255, 255, 255)), sign)
        imgui.dummy(imgui.ImVec2(size.x + 20, size.y + 12))
        ui.mark("verdict")
        imgui.pop_font()
        imgui.push_text_wrap_pos(0)
        imgui.text(seen.headline)
        imgui.text_colored(imgui.ImVec4(*DIM), seen.rule)
        imgui.separator()
        for name, value in seen.facts:
            imgui.text_colored(imgui.ImVec4(*DIM), name)
            imgui.same_line(130)
            imgui.text_wrapped(value)
        imgui.pop_text_wrap_pos()
        imgui.end()

    def _help(self, ui: ImGuiPanda) -> None:
        imgui.set_next_window_pos(imgui.ImVec2(10, 60))
        imgui.begin("keys", None, AUTO)
        for key, words in KEYS:
            imgui.text_colored(imgui.ImVec4(1.0, 0.82, 0.4, 1), key)
            imgui.same_line(170)
            imgui.text(words)
        imgui.end()

    def _status(self, ui: ImGuiPanda) -> None:
        words = self.desk.message
        done, total = self.desk.progress
        if total and self.desk.seen is None and self.desk.asked is not None:
            words += f": {100 * done // total}%"
        if not words and self.desk.measured is not None:
            words = self.desk.measured.words
        if not words:
            words = {
                Tool.SELECT: "? for the keys",
                Tool.MEASURE: "measure: click two ends",
                Tool.SIGHT: "sight: click two models",
            }[self.desk.tool]
        imgui.set_next_window_pos(imgui.ImVec2(10, ui.io.display_size.y - 46))
        imgui.begin("status", None, AUTO)
        imgui.text(words)
        ui.mark("status")
        imgui.end()


def _chip(draw: Any, spot: tuple[float, float], words: str, rgb: RGB) -> None:
    size = imgui.calc_text_size(words)
    x, y = spot[0] - size.x / 2, spot[1] - size.y - 4
    low, high = imgui.ImVec2(x - 7, y - 3), imgui.ImVec2(x + size.x + 7, y + size.y + 3)
    draw.add_rect_filled(low, high, packed((10, 13, 17), 0.86), 5)
    draw.add_rect(low, high, packed(rgb, 0.9), 5)
    draw.add_text(imgui.ImVec2(x, y), packed((255, 255, 255)), words)
