"""The measuring tools' buttons and panels: sight lines, verdicts and the side cut."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.evidence_view import EvidenceView
from wc3d.presentation.format_inches import format_inches
from wc3d.presentation.palette import PLAIN_COLOR
from wc3d.ui.measuring.readout import (
    TOOL_BUTTONS,
    VERDICT_SIGNS,
    cite_rules,
    describe_base_verdict,
    describe_cover,
    describe_range,
    onlooker_rows,
    ruler_rows,
    sight_end_name,
    target_verdict,
)
from wc3d.ui.measuring.tools import MeasuringTools, Tool
from wc3d.window.shell.image_panel import ImagePanel
from wc3d.window.shell.imgui_panda import ImGuiPanda
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    ICONS,
    WINDOW_MARGIN_PX,
    draw_badge,
    draw_bold_text,
    draw_button,
    draw_colored_text,
    draw_facts,
    lay_in_row,
    open_panel,
    to_rgba,
)

PANEL_WIDTH_PX = 350.0
PANEL_PADDING_PX = 24.0
"""Horizontal padding of a tool panel, in pixels at text scale 1."""


def side_cut_height(window_height: float) -> float:
    """Return the height of a side cut at the bottom: a quarter of the window, in points."""
    return max(184.0, 0.25 * window_height)


def side_cut_size(ui: ImGuiPanda) -> tuple[float, float]:
    """Return the size of a side cut in points: as wide as its panel, or wider in a wide window."""
    width, height = ui.io.display_size.x / ui.scale, ui.io.display_size.y / ui.scale
    return max(PANEL_WIDTH_PX, 0.27 * width) - PANEL_PADDING_PX, max(136.0, 0.19 * height)


def draw_tool_buttons(
    ui: ImGuiPanda, measuring: MeasuringTools, *, keys: bool = True, words: bool = True
) -> None:
    """Draw the tools' buttons in a row; without `words`, labels are only in the tooltips."""
    for tool, icon, name, tip in lay_in_row(TOOL_BUTTONS):
        key = ui.key_for_command(tool.value)
        label = f"{ICONS[icon]}  {name}" + (f"  [{key}]" if keys else "") if words else ICONS[icon]
        if draw_button(
            ui,
            label,
            tool.value,
            on=measuring.tool is tool,
            tip=tip if words and keys else f"{name} [{key}]: {tip}",
        ):
            measuring.use_tool(tool)


class MeasuringPanels:
    """The tool panel and the side cut of a screen."""

    def __init__(self, measuring: MeasuringTools) -> None:
        self.measuring = measuring
        self._cut = ImagePanel()

    def draw(
        self,
        ui: ImGuiPanda,
        top: float = WINDOW_MARGIN_PX,
        bottom: float = WINDOW_MARGIN_PX,
        width_px: float = 0.0,
    ) -> None:
        """Draw the tool's panel at the right and the side cut below, within margins in pixels.

        Both are as wide as a column of `width_px`, if given.
        """
        measuring = self.measuring
        if not measuring.is_active:
            return
        width, height = ui.io.display_size.x, ui.io.display_size.y
        cut_pixels = self._draw_cut(ui, bottom, width_px)
        wide = width_px or PANEL_WIDTH_PX * ui.scale
        max_height = height - top - bottom - cut_pixels
        with open_panel(
            "measuring",
            (width - WINDOW_MARGIN_PX, top),
            corner=(1, 0),
            most=(wide, max(60.0, max_height)),
        ):
            imgui.dummy((wide - PANEL_PADDING_PX * ui.scale, 0))
            {Tool.RULER: _draw_ruler, Tool.SIGHT: _draw_sight, Tool.AREA: _draw_area}[
                measuring.tool
            ](ui, measuring)
            if measuring.status:
                draw_colored_text(measuring.status, GOLD_COLOR)
            ui.record_panel("measuring")

    def _draw_cut(self, ui: ImGuiPanda, bottom: float, width_px: float) -> float:
        """Draw the side cut away from the front of the table, and return its height in pixels."""
        measuring = self.measuring
        report = self.measuring.report
        wide, high = side_cut_size(ui)
        if width_px:
            wide = width_px / ui.scale - PANEL_PADDING_PX
        measuring.side_cut_size = wide, high, ui.scale
        is_shown = (
            measuring.tool is Tool.SIGHT
            and measuring.is_side_cut_shown
            and measuring.is_current
            and measuring.can_measure_distances
        )
        if not is_shown or report is None or report.cut is None:
            return 0.0
        width, height = ui.io.display_size.x, ui.io.display_size.y
        with open_panel("side cut", (width - WINDOW_MARGIN_PX, height - bottom), corner=(1, 1)):
            self._cut.draw(ui, report.cut, "side cut")
            ui.record_panel("side cut panel")
            return float(imgui.get_window_height()) + WINDOW_MARGIN_PX


def _draw_ruler(ui: ImGuiPanda, measuring: MeasuringTools) -> None:
    draw_bold_text(ui, f"{ICONS['ruler']}  Ruler")
    measured = measuring.ruler.measurement
    if measured is None:
        return
    draw_badge(ui, format_inches(measured.inches), PLAIN_COLOR, "measured")
    draw_facts(ruler_rows(measuring))


def _draw_bases(ui: ImGuiPanda, measuring: MeasuringTools) -> None:
    for base in lay_in_row(measuring.table.policy.bases):
        if draw_button(
            ui, base, f"base {base}", on=measuring.base == base, tip=f"Use a {base} base"
        ):
            measuring.choose_base(base)


def _draw_sight(ui: ImGuiPanda, measuring: MeasuringTools) -> None:
    draw_bold_text(ui, f"{ICONS['eye']}  Line of sight")
    imgui.push_text_wrap_pos(0)
    draw_facts(
        (
            ("From", sight_end_name(measuring, measuring.viewer)),
            ("To", sight_end_name(measuring, measuring.target)),
        ),
        60 * ui.scale,
    )
    imgui.pop_text_wrap_pos()
    if measuring.viewer is None or (measuring.target is None):
        _draw_bases(ui, measuring)
    report = measuring.report
    if report is not None and measuring.target is not None:
        evidence = report.sight
        waiting = not measuring.is_current
        verdict = target_verdict(report)
        draw_badge(
            ui,
            f"{VERDICT_SIGNS[verdict][0]}  {evidence.verdict}" + ("  ..." if waiting else ""),
            VERDICT_SIGNS[verdict][1],
            "seen",
        )
        _draw_sizes(ui, measuring)
        if report.is_full and measuring.can_measure_distances:
            draw_facts(evidence.facts[:4], 130 * ui.scale)
        imgui.separator()
        draw_facts(
            (("Cover", describe_cover(measuring, report)), ("Range", describe_range(measuring))),
            60 * ui.scale,
        )
        imgui.text_colored(DIM_COLOR, cite_rules(report))
    _draw_buttons(ui, measuring)
    _draw_onlookers(ui, measuring)


def _draw_sizes(ui: ImGuiPanda, measuring: MeasuringTools) -> None:
    """Draw a row for each base size at the target's place."""
    assert measuring.report is not None
    for size in measuring.report.base_verdicts:
        icon, rgb = VERDICT_SIGNS[size.verdict]
        bright = tuple(min(255, int(v * 1.5)) for v in rgb)
        imgui.text_colored(to_rgba(bright), icon)  # type: ignore[arg-type]
        imgui.same_line(34 * ui.scale)
        own = size.base == measuring.report.target.base
        imgui.text(size.base + (" (target)" if own else ""))
        imgui.same_line(150 * ui.scale)
        imgui.text(describe_base_verdict(measuring, measuring.report, size))
    ui.record_widget("sizes")


def _draw_buttons(ui: ImGuiPanda, measuring: MeasuringTools) -> None:
    can_swap = measuring.viewer is not None and measuring.target is not None
    words = f"{ICONS['turn']}  Swap"
    if draw_button(ui, words, "swap", enabled=can_swap, tip="Swap viewer and target"):
        measuring.swap_ends()
    keys = (ui.key_for_command("cut"), ui.key_for_command("everyone"))
    _continue_row(f"Side cut  [{keys[0]}]")
    tip = "Show the table along the line, seen from the side"
    if draw_button(
        ui,
        f"Side cut  [{keys[0]}]",
        "cut",
        on=measuring.is_side_cut_shown,
        tip=tip,
    ):
        measuring.toggle_side_cut()
    _continue_row(f"Seen by  [{keys[1]}]")
    tip = "Show every model that sees the target"
    if draw_button(
        ui,
        f"Seen by  [{keys[1]}]",
        "everyone",
        on=measuring.shows_onlookers,
        tip=tip,
    ):
        measuring.toggle_onlookers()


def _continue_row(words: str) -> None:
    """Put the next button into the same row if there is room for it."""
    imgui.same_line()
    wide = imgui.calc_text_size(words).x + 2 * imgui.get_style().frame_padding.x
    if imgui.get_content_region_avail().x < wide:
        imgui.new_line()


def _draw_onlookers(ui: ImGuiPanda, measuring: MeasuringTools) -> None:
    report = measuring.report
    if report is None or not measuring.shows_onlookers or not measuring.is_target_fixed:
        return
    if not report.is_full:
        imgui.text_colored(DIM_COLOR, "Checking the other models ...")
        return
    imgui.push_text_wrap_pos(0)
    draw_facts(onlooker_rows(measuring, report), 110 * ui.scale)
    imgui.pop_text_wrap_pos()
    ui.record_widget("watchers")


def _draw_area(ui: ImGuiPanda, measuring: MeasuringTools) -> None:
    draw_bold_text(ui, f"{ICONS['layers']}  Visible area")
    one_tip = "Show where this model can see a base of the size below"
    if draw_button(ui, "What it sees", "area from", on=not measuring.seen_by_others, tip=one_tip):
        measuring.set_seen_by_others(False)
    imgui.same_line()
    any_tip = "Show where any other model can see a base of the size below"
    if draw_button(ui, "What others see", "area any", on=measuring.seen_by_others, tip=any_tip):
        measuring.set_seen_by_others(True)
    if not measuring.seen_by_others:
        draw_facts((("From", sight_end_name(measuring, measuring.viewer)),), 60 * ui.scale)
    imgui.text_colored(DIM_COLOR, "Size of the base to look for:")
    _draw_bases(ui, measuring)
    done_count, total = measuring.area_worker.progress
    if measuring.area_worker.sight_area is None and total:
        imgui.progress_bar(done_count / total, (-1, 0))
        if draw_button(ui, f"{ICONS['no']}  Stop", "stop"):
            measuring.on_cancel()
    if measuring.area_worker.sight_area is not None:
        imgui.separator()
        draw_facts(measuring.area_worker.sight_area.facts)


VERDICT_WIDTH_PX = 340.0


def draw_verdict_panel(ui: Any, evidence: EvidenceView, top: float = WINDOW_MARGIN_PX) -> None:
    """Draw the verdict of an evidence view in the upper right corner."""
    with open_panel(
        "verdict",
        (ui.io.display_size.x - WINDOW_MARGIN_PX, top),
        (VERDICT_WIDTH_PX * ui.scale, 0),
        corner=(1, 0),
    ):
        words = {True: "CLEAR", False: evidence.verdict, None: evidence.verdict}[evidence.is_good]
        draw_badge(
            ui,
            words,
            evidence.color,
            "verdict",
        )
        imgui.push_text_wrap_pos(0)
        imgui.text(evidence.headline)
        imgui.text_colored(DIM_COLOR, evidence.rule)
        imgui.separator()
        draw_facts(evidence.facts)
        imgui.pop_text_wrap_pos()
