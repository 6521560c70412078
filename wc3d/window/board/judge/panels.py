"""The judge's panels: models and question at the left; verdict and reports at the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from imgui_bundle import imgui

from wc3d.errors import InputError
from wc3d.judging.question_type import FormField
from wc3d.presentation.icons import ICONS
from wc3d.ui.judge.question_form import format_path, parse_path
from wc3d.window.board.judge.controller import JudgeController
from wc3d.window.board.judge.pieces_panel import BASE_NAMES, PiecesPanel
from wc3d.window.board.judge.verdict_panel import RIGHT_WIDTH_PX, VerdictPanel
from wc3d.window.board.text_fields import TextFields, draw_caption
from wc3d.window.shell.image_panel import ImagePanel
from wc3d.window.shell.measuring_panels import draw_tool_buttons, side_cut_height
from wc3d.window.shell.screen import PositionHolder
from wc3d.window.shell.widgets import (
    GOLD_COLOR,
    NO_FOCUS_FLAG,
    WINDOW_MARGIN_PX,
    draw_bold_text,
    draw_button,
    draw_colored_text,
    draw_combo,
    lay_in_row,
    open_panel,
)

LEFT_WIDTH_PX = 318.0
TOOLS_HEIGHT_PX = 48.0
"""Height of the panel with the measuring tools."""
MIN_CUT_WIDTH_PX = 250.0
CUT_PADDING_PX = 24.0
"""Height of the side cut's panel beyond its picture."""
NARROW_TOOLS_PX = 640.0
"""Room between the side panels below which the tool buttons show only icons."""


class JudgePanels:
    """The panels of the judge screen, with the text fields' pending input."""

    def __init__(self, hearing: JudgeController) -> None:
        self.controller = hearing
        self._cut = ImagePanel()
        self._fields = TextFields(lambda words: hearing.window.notices.show_error(words))
        self._pieces = PiecesPanel(hearing, self._fields)
        self._verdict = VerdictPanel(hearing, self._fields)
        self._foot = 0.0

    # --- left: models and question

    def draw_left(self, ui: Any) -> float:
        """Draw models and question, and return the panel's width in pixels."""
        wide = LEFT_WIDTH_PX * ui.scale
        high = ui.io.display_size.y - 2 * WINDOW_MARGIN_PX
        with open_panel("case", (WINDOW_MARGIN_PX, WINDOW_MARGIN_PX), most=(wide, high)):
            self._draw_title(ui)
            self._pieces.draw_adding(ui)
            self._pieces.draw_list(ui)
            imgui.separator()
            self._draw_question_tabs(ui)
            imgui.separator()
            self._pieces.draw_selected(ui)
            self._foot = imgui.get_window_pos().y + imgui.get_window_height()
        return wide + WINDOW_MARGIN_PX

    def _draw_title(self, ui: Any) -> None:
        """Draw the name of the dispute and the way to its board."""
        hearing = self.controller
        draw_bold_text(ui, f"{ICONS['scale']}  {hearing.case.name or 'Dispute'}")
        for mark, can, press in (
            ("undo", hearing.history.can_undo, hearing.undo),
            ("redo", hearing.history.can_redo, hearing.redo),
        ):
            tip = f"{mark.capitalize()} the last change  [{ui.key_for_command(mark)}]"
            if draw_button(ui, ICONS[mark], mark, enabled=can, tip=tip):
                press()
            imgui.same_line()
        if hearing.previous_screen is None and hearing.make_editor is None:
            imgui.new_line()
            return
        if isinstance(hearing.previous_screen, PositionHolder):
            tip = "The game goes on as you left it."
            if draw_button(ui, f"{ICONS['back']}  Back to the game", "back to game", tip=tip):
                hearing.go_back()
            return
        is_new = hearing.previous_screen is None
        words = "Edit the board" if is_new else "Back to the board"
        tip = "Models and terrain go with you. Ask the judge there to come back to this dispute."
        if draw_button(ui, f"{ICONS['map']}  {words}", "back to board", tip=tip):
            hearing.go_back()

    def draw_right(self, ui: Any) -> None:
        """Draw verdict, uncertainty, readings and reports."""
        self._verdict.draw(ui)

    def _draw_question_tabs(self, ui: Any) -> None:
        case = self.controller.case
        draw_caption("Question")
        for number in lay_in_row(range(len(case.questions))):
            tip = case.question_type_of(case.questions[number]).label
            if draw_button(
                ui,
                str(number + 1),
                f"question {number + 1}",
                on=number == case.question_index,
                tip=tip,
            ):
                case.select_question(number)
            if (number + 1) % 7 == 0 and number + 1 < len(case.questions):
                imgui.new_line()
        imgui.same_line()
        if draw_button(ui, "+", "add question", tip="Add a question"):
            case.add_question(case.question["type"])
        if len(case.questions) > 1:
            imgui.same_line()
            if draw_button(ui, "-", "drop question", tip="Remove this question"):
                case.remove_question()
        self._draw_types(ui)
        flags = [field for field in case.form_fields if field.value_type == "flag"]
        for field in case.form_fields:
            if field not in flags:
                self._draw_field(ui, field)
        for field in lay_in_row(flags):
            if draw_button(ui, field.words, field.key, on=bool(case.question.get(field.key))):
                case.set_field(field.key, not case.question.get(field.key))
        if case.missing_text:
            waiting = self.controller.awaited_field is case.first_open_field
            draw_colored_text(
                "Now click it on the board or type it" if waiting else case.missing_text, GOLD_COLOR
            )

    def _draw_types(self, ui: Any) -> None:
        case = self.controller.case
        room = (LEFT_WIDTH_PX - 30) * ui.scale
        row_width = 0.0
        for type in case.types:
            wide = imgui.calc_text_size(type.label).x + 26 * ui.scale
            if row_width and row_width + wide < room:
                imgui.same_line()
            else:
                row_width = 0.0
            row_width += wide
            if (
                draw_button(ui, type.label, f"ask {type.name}", on=case.question_type is type)
                and case.question_type is not type
            ):
                self.controller.change_question(type.name)

    def _draw_field(self, ui: Any, field: FormField) -> None:
        case = self.controller.case
        value = case.question.get(field.key)
        draw_caption(field.words, 64 * ui.scale)
        pick = {
            "model": self._pick_model,
            "models": self._pick_models,
            "number": self._pick_number,
            "base": self._pick_base,
            "choice": self._pick_choice,
            "words": self._type_words,
        }
        pick.get(field.value_type, self._pick_point)(ui, field, value)

    def _pick_model(self, ui: Any, field: FormField, value: Any) -> None:
        case = self.controller.case
        label = value if value in case.model_ids else "..."
        self._draw_combo(ui, field.key, label, [value], lambda id: case.set_field(field.key, id))
        self._draw_pick_button(ui, field, "Click a model on the board")
        if field.key == "to":
            imgui.same_line()
            if draw_button(ui, ICONS["turn"], "flip", tip="Swap the two models"):
                case.swap_fields()

    def _pick_models(self, ui: Any, field: FormField, value: Any) -> None:
        """Draw a choice of models; an empty choice means all."""
        case = self.controller.case
        picked = list(value or ())

        def choose(id: str) -> None:
            case.set_field(
                field.key,
                [other_id for other_id in picked if other_id != id]
                if id in picked
                else [*picked, id],
            )

        self._draw_combo(
            ui, field.key, ", ".join(picked) or "all others", picked, choose, several=True
        )

    def _draw_combo(
        self,
        ui: Any,
        key: str,
        label: str,
        picked: list[Any],
        choose: Callable[[str], object],
        several: bool = False,
    ) -> None:
        imgui.set_next_item_width(150 * ui.scale)
        rows = [(id, id) for id in self.controller.case.model_ids]
        draw_combo(ui, f"choose {key}", label, rows, picked, choose, field=key, several=several)

    def _draw_pick_button(self, ui: Any, field: FormField, tip: str) -> None:
        hearing = self.controller
        imgui.same_line()
        if draw_button(
            ui, ICONS["cross"], f"pick {field.key}", on=hearing.awaited_field is field, tip=tip
        ):
            hearing.awaited_field = None if hearing.awaited_field is field else field

    def _pick_number(self, ui: Any, field: FormField, value: Any) -> None:
        form = "%.0f" if field.is_count else "%.4f"
        self._fields.draw_number(
            ui, field.key, float(value or 0.0), partial(self._set_number, field), 90, form=form
        )

    def _set_number(self, field: FormField, value: float) -> None:
        self.controller.case.set_field(field.key, field.round_if_count(value))

    def _pick_base(self, ui: Any, field: FormField, value: Any) -> None:
        self._pick_choice(ui, replace(field, choices=BASE_NAMES), value)

    def _pick_choice(self, ui: Any, field: FormField, value: Any) -> None:
        for choice in lay_in_row(field.choices):
            if draw_button(ui, choice, f"{field.key} {choice}", on=value == choice):
                self.controller.case.set_field(field.key, choice)

    def _type_words(self, ui: Any, field: FormField, value: Any) -> None:
        """Draw a text field with a special format, which its tooltip explains."""
        if field.text_format is not None:
            self._fields.draw_text(
                ui,
                field.key,
                field.text_format.format_value(value),
                partial(self._set_words, field),
                190,
            )
            imgui.set_item_tooltip(field.text_format.tip)

    def _set_words(self, field: FormField, typed: str) -> None:
        try:
            if field.text_format is not None:
                self.controller.case.set_field(field.key, field.text_format.read_value(typed))
        except InputError as error:
            self.controller.window.notices.show_error(error)

    def _pick_point(self, ui: Any, field: FormField, value: Any) -> None:
        """Draw a point or path that can be clicked on the table or typed."""
        case = self.controller.case
        words = (
            format_path(value or [])
            if field.value_type == "path"
            else ", ".join(f"{v:.10g}" for v in value or [])
        )
        self._fields.draw_text(ui, field.key, words, partial(self._set_point, field), 140)
        self._draw_pick_button(
            ui,
            field,
            "Click it on the board" + (", corner by corner" if field.value_type == "path" else ""),
        )
        if field.value_type == "path" and value:
            imgui.same_line()
            if draw_button(ui, ICONS["undo"], "less path", tip="Remove the last step"):
                case.set_field(field.key, list(value[:-1]))

    def _set_point(self, field: FormField, typed: str) -> None:
        try:
            steps = parse_path(typed)
            if field.value_type != "path" and (len(steps) != 1 or not isinstance(steps[0], list)):
                raise InputError(
                    f"{field.words}: expected {'x,y or x,y,z' if field.value_type == 'place' else 'x,y'}"
                )
            self.controller.case.set_field(
                field.key, steps if field.value_type == "path" else steps[0]
            )
        except InputError as error:
            self.controller.window.notices.show_error(error)

    def draw_tools(self, ui: Any, left_x: float) -> None:
        """Draw the measuring tools between the side panels; with little room, only icons."""
        hearing = self.controller
        room = ui.io.display_size.x - left_x - RIGHT_WIDTH_PX * ui.scale - 3 * WINDOW_MARGIN_PX
        words = room >= NARROW_TOOLS_PX * ui.scale
        with open_panel("tools", (left_x + WINDOW_MARGIN_PX, WINDOW_MARGIN_PX)):
            draw_tool_buttons(ui, hearing.measuring, words=words)
            imgui.same_line()
            key = ui.key_for_command("cut")
            cut = f"Side cut  [{key}]" if words else ICONS["cut"]
            tip = f"Show the table along the line, seen from the side  [{key}]"
            if draw_button(ui, cut, "cut on", on=hearing.measuring.is_side_cut_shown, tip=tip):
                hearing.measuring.toggle_side_cut()
            imgui.same_line()
            key = ui.key_for_command("along")
            along = f"Look along  [{key}]" if words else ICONS["along"]
            tip = f"Look along the line that decided the verdict  [{key}]"
            if draw_button(ui, along, "along", tip=tip):
                hearing.look_along_evidence()
            imgui.same_line()
            if draw_button(ui, ICONS["camera"], "photo mode", tip="Photo mode"):
                hearing.window.photo_mode.enter()
            imgui.same_line()
            if draw_button(ui, ICONS["help"], "help", tip="Mouse and keys  [?]"):
                hearing.window.help = not hearing.window.help

    def draw_side_cut(self, ui: Any, left_x: float) -> None:
        """Draw the side cut at the bottom between the panels."""
        hearing = self.controller
        wide = max(
            MIN_CUT_WIDTH_PX * ui.scale,
            ui.io.display_size.x
            - left_x
            - (RIGHT_WIDTH_PX + CUT_PADDING_PX) * ui.scale
            - 4 * WINDOW_MARGIN_PX,
        )
        hearing.cut_size = (
            wide / ui.scale,
            side_cut_height(ui.io.display_size.y / ui.scale),
            ui.scale,
        )
        cut = hearing.verdict.cut if hearing.verdict is not None and hearing.is_current else None
        if cut is not None and hearing.measuring.is_side_cut_shown:
            has_room = (
                self._foot + WINDOW_MARGIN_PX
                < ui.io.display_size.y - WINDOW_MARGIN_PX - cut.height - CUT_PADDING_PX * ui.scale
            )
            with open_panel(
                "judge's cut",
                (
                    WINDOW_MARGIN_PX if has_room else left_x + WINDOW_MARGIN_PX,
                    ui.io.display_size.y - WINDOW_MARGIN_PX,
                ),
                corner=(0, 1),
                flags=NO_FOCUS_FLAG,
            ):
                self._cut.draw(ui, cut, "side cut")
