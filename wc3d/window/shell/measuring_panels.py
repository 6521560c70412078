"""What is seen of the measuring tools: their buttons, the panels of sight, of a verdict and of the side cut."""
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.evidence_view import Exhibit
from wc3d.presentation.format_inches import inches
from wc3d.presentation.palette import BAD, GOOD, PLAIN
from wc3d.ui.measuring.readout import (
    SIGNS,
    TOOLS,
    cover_words,
    end_name,
    measured_rows,
    onlooker_rows,
    range_words,
    rules_words,
    size_words,
    verdict_of,
)  # fmt: skip
from wc3d.ui.measuring.tools import Measuring, Tool
from wc3d.window.shell.image_panel import ImagePanel
from wc3d.window.shell.imgui_panda import ImGuiPanda
from wc3d.window.shell.widgets import (
    DIM,
    EDGE,
    GOLD,
    ICONS,
    button,
    color,
    colored,
    facts,
    heading,
    in_a_row,
    panel,
    sign,
)

WIDTH = 350.0
PADDING = 24.0
"""The width of the panel of a tool, and what of it is its edges."""


def cut_height(ui: ImGuiPanda) -> float:
    """How high a side cut at the foot of the window is, in points: a quarter of the window."""
    return max(184.0, 0.25 * ui.io.display_size.y / ui.scale)


def cut_size(ui: ImGuiPanda) -> tuple[float, float]:
    """How large a side cut is, in points: the width of the panel above it, or more in a wide window."""
    width, height = ui.io.display_size.x / ui.scale, ui.io.display_size.y / ui.scale
    return max(WIDTH, 0.27 * width) - PADDING, max(136.0, 0.19 * height)


def draw_tools(ui: ImGuiPanda, measuring: Measuring, *, keys: bool = True, words: bool = True) -> None:
    """The buttons of the tools, in a row, within a panel of the screen; without `words` these are in the tips alone."""
    for tool, icon, name, tip in in_a_row(TOOLS):
        key = ui.key(tool.value)
        label = f"{ICONS[icon]}  {name}" + (f"  [{key}]" if keys else "") if words else ICONS[icon]
        if button(ui, label, tool.value, on=measuring.tool is tool, tip=tip if words and keys else f"{name} [{key}]: {tip}"):
            measuring.use(tool)


class MeasuringPanels:
    """The panels of the tools on one screen: what is measured, and the side cut."""

    def __init__(self, measuring: Measuring) -> None:
        self.measuring = measuring
        self._cut = ImagePanel()

    def draw(self, ui: ImGuiPanda, top: float = EDGE, bottom: float = EDGE) -> None:
        """The panel of the tool in hand at the right, the side cut under it; `top`, `bottom`: pixels kept free."""
        measuring = self.measuring
        if not measuring.active:
            return
        width, height = ui.io.display_size.x, ui.io.display_size.y
        cut_pixels = self._draw_cut(ui, bottom)
        wide, max_height = WIDTH * ui.scale, height - top - bottom - cut_pixels
        with panel("measuring", (width - EDGE, top), corner=(1, 0), most=(wide, max(60.0, max_height))):
            imgui.dummy((wide - PADDING, 0))
            {Tool.RULER: _draw_ruler, Tool.SIGHT: _draw_sight, Tool.AREA: _draw_area}[measuring.tool](ui, measuring)
            if measuring.status:
                colored(measuring.status, GOLD)
            ui.mark_panel("measuring")

    def _draw_cut(self, ui: ImGuiPanda, bottom: float) -> float:
        """Draw it where it hides nothing of the front of the board; how many pixels it has taken."""
        measuring, report = self.measuring, self.measuring.report
        measuring.cut_size = *cut_size(ui), ui.scale
        is_shown = measuring.tool is Tool.SIGHT and measuring.cut_shown and measuring.fresh and measuring.tells_distances
        if not is_shown or report is None or report.cut is None:
            return 0.0
        width, height = ui.io.display_size.x, ui.io.display_size.y
        with panel("side cut", (width - EDGE, height - bottom), corner=(1, 1)):
            self._cut.show(ui, report.cut, "side cut")
            ui.mark_panel("side cut panel")
            return float(imgui.get_window_height()) + EDGE


def _draw_ruler(ui: ImGuiPanda, measuring: Measuring) -> None:
    heading(ui, f"{ICONS['ruler']}  Ruler")
    measured = measuring.ruler.measured
    if measured is None:
        return
    sign(ui, inches(measured.inches), PLAIN, "measured")
    facts(measured_rows(measuring))


def _bases(ui: ImGuiPanda, measuring: Measuring) -> None:
    for base in in_a_row(measuring.table.policy.bases):
        if button(ui, base, f"base {base}", on=measuring.base == base, tip=f"Use a {base} base"):
            measuring.choose_base(base)


def _draw_sight(ui: ImGuiPanda, measuring: Measuring) -> None:
    heading(ui, f"{ICONS['eye']}  Line of sight")
    imgui.push_text_wrap_pos(0)
    facts((("From", end_name(measuring, measuring.viewer)), ("To", end_name(measuring, measuring.target))), 60 * ui.scale)
    imgui.pop_text_wrap_pos()
    if measuring.viewer is None or (measuring.target is None):
        _bases(ui, measuring)
    report = measuring.report
    if report is not None and measuring.target is not None:
        exhibit, waiting, verdict = report.sight, not measuring.fresh, verdict_of(report)
        sign(ui, f"{SIGNS[verdict][0]}  {exhibit.verdict}" + ("  ..." if waiting else ""), SIGNS[verdict][1], "seen")
        _sizes(ui, measuring)
        if report.full and measuring.tells_distances:
            facts(exhibit.facts[:4], 130 * ui.scale)
        imgui.separator()
        facts((("Cover", cover_words(measuring, report)), ("Range", range_words(measuring))), 60 * ui.scale)
        imgui.text_colored(DIM, rules_words(report))
    _buttons(ui, measuring)
    _onlookers(ui, measuring)


def _sizes(ui: ImGuiPanda, measuring: Measuring) -> None:
    """A row for each size of base at the target's place."""
    assert measuring.report is not None
    for size in measuring.report.sizes:
        icon, rgb = SIGNS[size.verdict]
        bright = tuple(min(255, int(v * 1.5)) for v in rgb)
        imgui.text_colored(color(bright), icon)  # type: ignore[arg-type]
        imgui.same_line(34 * ui.scale)
        own = size.base == measuring.report.target.base
        imgui.text(size.base + (" (target)" if own else ""))
        imgui.same_line(150 * ui.scale)
        imgui.text(size_words(measuring, measuring.report, size))
    ui.mark("sizes")


def _buttons(ui: ImGuiPanda, measuring: Measuring) -> None:
    can_swap = measuring.viewer is not None and measuring.target is not None
    if button(ui, f"{ICONS['turn']}  Swap", "swap", enabled=can_swap, tip="Swap viewer and target"):
        measuring.swap()
    imgui.same_line()
    tip = "Show the side cut along the line"
    if button(ui, f"Side cut  [{ui.key('cut')}]", "cut", on=measuring.cut_shown, tip=tip):
        measuring.toggle_cut()
    imgui.same_line()
    tip = "Show every model that sees the target"
    if button(ui, f"Seen by  [{ui.key('everyone')}]", "everyone", on=measuring.everyone, tip=tip):
        measuring.toggle_everyone()


def _onlookers(ui: ImGuiPanda, measuring: Measuring) -> None:
    report = measuring.report
    if report is None or not measuring.everyone or not measuring.fixed:
        return
    if not report.full:
        imgui.text_colored(DIM, "Checking the other models ...")
        return
    imgui.push_text_wrap_pos(0)
    facts(onlooker_rows(measuring, report), 110 * ui.scale)
    imgui.pop_text_wrap_pos()
    ui.mark("watchers")


def _draw_area(ui: ImGuiPanda, measuring: Measuring) -> None:
    heading(ui, f"{ICONS['layers']}  Visible area")
    one_tip = "Show where this model can see a base of the size below"
    if button(ui, "What it sees", "area from", on=not measuring.danger, tip=one_tip):
        measuring.show_danger(False)
    imgui.same_line()
    any_tip = "Show where any other model can see a base of the size below"
    if button(ui, "What others see", "area any", on=measuring.danger, tip=any_tip):
        measuring.show_danger(True)
    if not measuring.danger:
        facts((("From", end_name(measuring, measuring.viewer)),), 60 * ui.scale)
    imgui.text_colored(DIM, "Size of the base to look for:")
    _bases(ui, measuring)
    done_count, total = measuring.area.progress
    if measuring.area.painted is None and total:
        imgui.progress_bar(done_count / total, (-1, 0))
        if button(ui, f"{ICONS['no']}  Stop", "stop"):
            measuring.cancelled()
    if measuring.area.painted is not None:
        imgui.separator()
        facts(measuring.area.painted.facts)


VERDICT_WIDTH = 340.0


def draw_verdict(ui: Any, exhibit: Exhibit, top: float = EDGE) -> None:
    """The verdict of an exhibit, in the window's upper right corner."""
    with panel("verdict", (ui.io.display_size.x - EDGE, top), (VERDICT_WIDTH * ui.scale, 0), corner=(1, 0)):
        words = {True: "CLEAR", False: exhibit.verdict, None: exhibit.verdict}[exhibit.good]
        sign(ui, words, {True: GOOD, False: BAD, None: PLAIN}[exhibit.good], "verdict")
        imgui.push_text_wrap_pos(0)
        imgui.text(exhibit.headline)
        imgui.text_colored(DIM, exhibit.rule)
        imgui.separator()
        facts(exhibit.facts)
        imgui.pop_text_wrap_pos()
