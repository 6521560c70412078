"""The judge's right panel: verdict, placement error, readings, and reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import CLOSE_CALL_COLOR, GOOD_COLOR, PLAIN_COLOR
from wc3d.ui.judge.question_form import DOUBT_CHOICES_IN
from wc3d.ui.judge.verdict_view import describe_doubt, describe_shift, format_fraction
from wc3d.window.board.judge.controller import JudgeController
from wc3d.window.board.judge.readings_panel import ReadingsPanel
from wc3d.window.board.text_fields import TextFields
from wc3d.window.shell.photo_page import PHOTO_PAGE
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    RED_COLOR,
    WINDOW_MARGIN_PX,
    draw_badge,
    draw_button,
    draw_dim_text,
    draw_facts,
    lay_in_row,
    open_panel,
)

RIGHT_WIDTH_PX = 350.0
VERDICT_HEIGHT_PX = 204.0
"""Height reserved for the verdict, so that the buttons below it stay where they are."""
PHOTO_TIP = "Judge a photograph of a real table, in your browser"
DOUBT_SIGNS = {
    True: (f"{ICONS['ok']}  ", GOOD_COLOR),
    False: (f"{ICONS['warning']}  ", CLOSE_CALL_COLOR),
    None: ("?  ", PLAIN_COLOR),
}

_ReportButton = tuple[str, str, str, Callable[[], object], bool]
"""A report button: icon, label, tooltip, action, and whether it is enabled."""


class VerdictPanel:
    """The right panel of the judge screen."""

    def __init__(self, hearing: JudgeController, fields: TextFields) -> None:
        self.controller = hearing
        self.fields = fields
        self._readings = ReadingsPanel(hearing, fields)

    def draw(self, ui: Any) -> None:
        """Draw verdict, uncertainty, readings and reports."""
        hearing = self.controller
        wide = RIGHT_WIDTH_PX * ui.scale
        high = ui.io.display_size.y - 2 * WINDOW_MARGIN_PX
        with open_panel(
            "verdict panel",
            (ui.io.display_size.x - WINDOW_MARGIN_PX, WINDOW_MARGIN_PX),
            corner=(1, 0),
            most=(wide, high),
        ):
            imgui.push_text_wrap_pos(0)
            top = imgui.get_cursor_pos_y()
            if hearing.has_known_progress:
                self._draw_progress(ui)
            elif hearing.verdict is not None:
                self._draw_verdict(ui)
            elif hearing.failure:
                imgui.text_colored(RED_COLOR, f"{ICONS['warning']} {hearing.failure}")
            else:
                imgui.text_colored(DIM_COLOR, hearing.case.missing_text or "Calculating ...")
            end = top + VERDICT_HEIGHT_PX * ui.scale
            imgui.set_cursor_pos_y(max(end, imgui.get_cursor_pos_y()))
            imgui.separator()
            self._draw_doubt(ui)
            self._readings.draw(ui)
            imgui.separator()
            self._draw_export(ui)
            imgui.pop_text_wrap_pos()

    def _draw_progress(self, ui: Any) -> None:
        done_count, total = self.controller.verdict_progress
        imgui.text(f"Calculating: {100 * done_count // total}%")
        imgui.progress_bar(done_count / total, (-1, 0))
        if draw_button(
            ui,
            f"{ICONS['no']}  Stop",
            "stop",
            tip=f"Stop the calculation  [{ui.key_for_command('cancel')}]",
        ):
            self.controller.cancel_question()

    def _draw_verdict(self, ui: Any) -> None:
        hearing = self.controller
        assert hearing.verdict is not None
        evidence = hearing.verdict.evidence_view
        mark = {True: ICONS["ok"] + "  ", False: ICONS["no"] + "  ", None: ""}[evidence.is_good]
        draw_badge(
            ui,
            mark + evidence.verdict,
            evidence.color,
            "verdict",
        )
        if not hearing.is_current:
            imgui.same_line()
            imgui.text_colored(DIM_COLOR, "Calculating ...")
        for number, line in enumerate(hearing.verdict.lines):
            if "note:" in line:
                imgui.text_colored(
                    GOLD_COLOR, f"{ICONS['warning']} {line.strip().removeprefix('note: ')}"
                )
            elif number == 0:
                imgui.text_wrapped(line)
            else:
                draw_dim_text(line.strip())
        if hearing.verdict.is_full:
            imgui.spacing()
            draw_facts(evidence.facts[:6], 130 * ui.scale)
        ui.record_widget("facts")

    def _draw_doubt(self, ui: Any) -> None:
        """Draw the placement tolerance and whether the verdict is certain."""
        hearing = self.controller
        case = self.controller.case
        imgui.text_colored(DIM_COLOR, "Allow for placement error:")
        for inches in lay_in_row(DOUBT_CHOICES_IN):
            words = format_fraction(inches) if inches else "none"
            if draw_button(ui, words, f"doubt {words}", on=case.doubt == inches):
                case.set_doubt(inches)
        self.fields.draw_number(ui, "doubt", case.doubt, case.set_doubt, 80, form="%.4f")
        imgui.same_line()
        imgui.text_colored(DIM_COLOR, "inches, horizontally and vertically")
        doubt = hearing.doubt
        if case.previous_positions and draw_button(
            ui, f"{ICONS['undo']}  Put models back", "put back"
        ):
            case.restore_positions()
        if case.doubt <= 0 or hearing.verdict is None:
            return
        if doubt is None:
            done_count, total = hearing.doubt_progress
            imgui.text("..." + (f" {100 * done_count // total}%" if total else ""))
            return
        icon, plate = ("", PLAIN_COLOR) if doubt.measured else DOUBT_SIGNS[doubt.stands]
        draw_badge(ui, icon + describe_doubt(doubt), plate, "doubt verdict")
        imgui.text_wrapped(doubt.words)
        draw_dim_text(doubt.why)
        for body in doubt.places:
            draw_dim_text(describe_shift(body, case.table))
        tip = "Move the models to the red places, where the verdict is different"
        if doubt.places and draw_button(ui, "Move to the red places", "put there", tip=tip):
            case.move_models(doubt.places)

    def _draw_export(self, ui: Any) -> None:
        hearing = self.controller
        papers = self.controller.report_writer
        can_save = hearing.verdict is not None and not hearing.case.missing_text
        self.fields.draw_text(
            ui,
            "file",
            papers.out,
            papers.name_files,
            -1,
            entered=papers.save_questions if can_save else None,
        )
        page: _ReportButton = (
            "share",
            "Web page",
            "Save a page for any browser under this name (.html)",
            papers.write_report,
            can_save,
        )
        if papers.is_busy:
            page = ("no", f"Stop  {papers.percent}", "Stop writing the page", papers.stop, True)
        rows: tuple[_ReportButton, ...] = (
            (
                "save",
                "Save",
                "Save the questions for wc3d judge under this name (.json)",
                papers.save_questions,
                can_save,
            ),
            page,
            (
                "copy",
                "Copy text",
                "Copy the verdict to the clipboard",
                papers.copy_verdict,
                can_save,
            ),
        )
        for icon, words, tip, command, enabled in lay_in_row(rows):
            if (
                draw_button(
                    ui,
                    f"{ICONS[icon]}  {words}",
                    "stop page" if icon == "no" else icon,
                    enabled=enabled,
                    tip=tip,
                )
                and enabled
            ):
                command()
        self._draw_written_page(ui)
        if hearing.case.has_overrides:
            draw_dim_text(
                "Saved files keep your terrain changes but not your changed rulings. The page lists all changes."
            )

    def _draw_written_page(self, ui: Any) -> None:
        """Draw the button of the photo page, and the saved file."""
        papers = self.controller.report_writer
        if draw_button(ui, f"{ICONS['camera']}  From a photo", "photo", tip=PHOTO_TIP):
            PHOTO_PAGE.open(self.controller.window.notices)
        if papers.written_path:
            draw_dim_text(papers.written_path)
            if papers.is_last_a_page and draw_button(
                ui, f"{ICONS['open']}  Open", "open page", tip="Open the page in your browser"
            ):
                papers.open_page()
