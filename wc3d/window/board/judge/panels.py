"""The judge's panels: models and question at the left; verdict and reports at the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from imgui_bundle import imgui

from wc3d.errors import InputError
from wc3d.judge.question_type import FormField
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import BAD_COLOR, CLOSE_CALL_COLOR, GOOD_COLOR, PLAIN_COLOR
from wc3d.ui.judge.question_form import DOUBT_CHOICES_IN, format_path, parse_path
from wc3d.ui.judge.verdict_view import describe_doubt, describe_shift, format_fraction
from wc3d.window.board.judge.controller import JudgeController
from wc3d.window.board.judge.readings_panel import ReadingsPanel
from wc3d.window.board.text_fields import TextFields, draw_caption
from wc3d.window.shell.image_panel import ImagePanel
from wc3d.window.shell.measuring_panels import side_cut_height
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    FLAT_LIST_FLAG,
    GOLD_COLOR,
    RED_COLOR,
    WINDOW_MARGIN_PX,
    draw_badge,
    draw_bold_text,
    draw_button,
    draw_colored_text,
    draw_combo,
    draw_dim_text,
    draw_facts,
    lay_in_row,
    open_panel,
)

LEFT_WIDTH_PX, RIGHT_WIDTH_PX = 318.0, 350.0
LIST_HEIGHT_PX = 128.0
BASE_NAMES = ("small", "medium", "large")
DOUBT_SIGNS = {
    True: (f"{ICONS['ok']}  ", GOOD_COLOR),
    False: (f"{ICONS['warning']}  ", CLOSE_CALL_COLOR),
    None: ("?  ", PLAIN_COLOR),
}


_ReportButton = tuple[str, str, str, Callable[[], object], bool]
"""A report button: icon, label, tooltip, action, and whether it is enabled."""


class JudgePanels:
    """The panels of the judge screen, with the text fields' pending input."""

    def __init__(self, hearing: JudgeController) -> None:
        self.controller = hearing
        self._cut = ImagePanel()
        self._fields = TextFields(lambda words: hearing.window.notices.show_error(words))
        self._readings = ReadingsPanel(hearing, self._fields)
        self._foot = 0.0

    # --- left: models and question

    def draw_left(self, ui: Any) -> float:
        """Draw models and question, and return the panel's width in pixels."""
        wide = LEFT_WIDTH_PX * ui.scale
        high = ui.io.display_size.y - 2 * WINDOW_MARGIN_PX
        with open_panel("case", (WINDOW_MARGIN_PX, WINDOW_MARGIN_PX), most=(wide, high)):
            draw_bold_text(ui, f"{ICONS['scale']}  {self.controller.case.name or 'Dispute'}")
            tip = "Back to the board editor. The board and its models are as you left them."
            if self.controller.previous_screen is not None and draw_button(
                ui, f"{ICONS['turn']}  Back to the board", "back to board", tip=tip
            ):
                self.controller.return_to_editor()
            imgui.spacing()
            self._draw_models(ui)
            imgui.separator()
            self._draw_question_tabs(ui)
            self._foot = imgui.get_window_pos().y + imgui.get_window_height()
        return wide + WINDOW_MARGIN_PX

    def _draw_models(self, ui: Any) -> None:
        case = self.controller.case
        hearing = self.controller
        rows = max(1, len(case.table.bodies))
        line = imgui.get_text_line_height_with_spacing()
        imgui.begin_child(
            "models", (0, min(LIST_HEIGHT_PX * ui.scale, rows * line + 8)), FLAT_LIST_FLAG
        )
        if not case.table.bodies:
            draw_dim_text("No models yet: add two")
        for body in case.table.bodies:
            place = ", ".join(f"{v:.2f}" for v in body.at)
            if imgui.selectable(f"{body.id}##{body.id}", body.id == hearing.selected_model_id)[0]:
                hearing.selected_model_id = body.id
            ui.record_widget(f"model {body.id}")
            imgui.same_line(120 * ui.scale)
            imgui.text_colored(
                DIM_COLOR, f"{case.table.policy.kinds.get(body.kind, body.base)}  {place}"
            )
        imgui.end_child()
        draw_caption("Add")
        for base in lay_in_row(BASE_NAMES):
            tip = f"Add a {base} base, then click where to put it (keys 1, 2 and 3 place it at the mouse)"
            if draw_button(ui, base, f"add {base}", tip=tip):
                hearing.add_model(base)
        if hearing.carried_id is not None:
            draw_colored_text(
                f"Click where {hearing.carried_id} stands or type the place (Esc: cancel)",
                GOLD_COLOR,
            )
        if hearing.selected_model_id in case.model_ids:
            self._draw_model(ui, hearing.selected_model_id or "")

    def _draw_model(self, ui: Any, id: str) -> None:
        case = self.controller.case
        hearing = self.controller
        body = case.table.body(id)
        self._fields.draw_text(ui, "name", id, lambda name: self._rename(id, name), 150, of=id)
        if id not in case.model_ids:
            return
        imgui.same_line()
        if draw_button(ui, ICONS["trash"], "take off", tip="Remove it from the board  [Delete]"):
            hearing.remove_selected()
            return
        for kind, words in case.table.policy.kinds.items():
            imgui.same_line()
            if draw_button(
                ui,
                words,
                kind,
                on=body.kind == kind,
                tip=f"Treat it as a {words}, not as a model of a unit",
            ):
                case.change_body(id, kind="unit" if body.kind == kind else kind)
        for k, axis in lay_in_row(enumerate("xyz")):
            draw_caption(axis)
            take = partial(self._move, id, k)
            self._fields.draw_number(ui, axis, body.at[k], take, 64, of=id, form="%.4f")
        imgui.same_line()
        if draw_button(
            ui,
            ICONS["layers"],
            "on top",
            tip="Put it on the highest floor where its base can stand",
        ):
            hearing.stand_on_top(id)
        for base in lay_in_row(BASE_NAMES):
            if draw_button(ui, base, f"base {base}", on=body.base == base):
                case.change_body(id, base=base)
        self._draw_traits(ui, id)

    def _draw_traits(self, ui: Any, id: str) -> None:
        """Draw a model's game-specific traits: facing, side and state."""
        case = self.controller.case
        for field in lay_in_row(trait for trait in case.traits if trait.value_type == "number"):
            draw_caption(field.words)
            take = partial(self._set_trait, id, field)
            self._fields.draw_number(
                ui, field.key, float(case.trait_value(id, field)), take, 64, of=id
            )
        for field, choice in lay_in_row(
            (trait, choice) for trait in case.traits for choice in trait.choices
        ):
            if draw_button(
                ui,
                f"{field.words} {choice}",
                f"{field.key} {choice}",
                on=str(case.trait_value(id, field)) == choice,
            ):
                self._set_trait(id, field, int(choice))
        for field in lay_in_row(trait for trait in case.traits if trait.value_type == "flag"):
            is_set = case.trait_value(id, field)
            if draw_button(ui, field.words, field.key, on=is_set):
                self._set_trait(id, field, not is_set)

    def _set_trait(self, id: str, field: FormField, value: Any) -> None:
        try:
            self.controller.case.set_trait(id, field, value)
        except InputError as error:
            self.controller.window.notices.show_error(error)

    def _rename(self, id: str, name: str) -> None:
        try:
            self.controller.case.rename_model(id, name)
            self.controller.selected_model_id = name.strip()
        except InputError as error:
            self.controller.window.notices.show_error(error)

    def _move(self, id: str, axis: int, value: float) -> None:
        x, y, z = (
            value if k == axis else v for k, v in enumerate(self.controller.case.table.body(id).at)
        )
        self.controller.case.move_model(id, (x, y, z))
        self.controller.carried_id = None

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
            wide = imgui.calc_text_size(type.label).x + 26
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

    # --- right: verdict

    def draw_right(self, ui: Any) -> None:
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
            if hearing.has_known_progress:
                self._draw_progress(ui)
            elif hearing.verdict is not None:
                self._draw_verdict(ui)
            elif hearing.failure:
                imgui.text_colored(RED_COLOR, f"{ICONS['warning']} {hearing.failure}")
            else:
                imgui.text_colored(DIM_COLOR, hearing.case.missing_text or "Calculating ...")
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
        plate = {True: GOOD_COLOR, False: BAD_COLOR, None: PLAIN_COLOR}[evidence.is_good]
        draw_badge(
            ui, mark + evidence.verdict + ("" if hearing.is_current else "  ..."), plate, "verdict"
        )
        for number, line in enumerate(hearing.verdict.lines):
            if "note:" in line:
                imgui.text_colored(
                    GOLD_COLOR, f"{ICONS['warning']} {line.strip().removeprefix('note: ')}"
                )
            elif number == 0:
                imgui.text_wrapped(line)
            else:
                draw_dim_text(line.strip())
        if not hearing.is_current:
            draw_dim_text("Calculating the margin and the side cut ...")
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
        self._fields.draw_number(ui, "doubt", case.doubt, case.set_doubt, 80, form="%.4f")
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
        self._fields.draw_text(
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
        if papers.written_path:
            draw_dim_text(papers.written_path)
            if papers.is_last_a_page and draw_button(
                ui, f"{ICONS['open']}  Open", "open page", tip="Open the page in your browser"
            ):
                papers.open_page()
        if hearing.case.has_overrides:
            draw_dim_text(
                "Saved files keep your terrain changes but not your changed rulings. The page lists all changes."
            )

    @staticmethod
    def draw_tool_buttons(ui: Any, hearing: JudgeController) -> None:
        """Draw the buttons next to the measuring tools."""
        imgui.same_line()
        cut = f"Side cut  [{ui.key_for_command('cut')}]"
        tip = "Show the table along the line, seen from the side"
        if draw_button(ui, cut, "cut on", on=hearing.measuring.is_side_cut_shown, tip=tip):
            hearing.measuring.toggle_side_cut()
        imgui.same_line()
        if draw_button(
            ui,
            f"Look along  [{ui.key_for_command('along')}]",
            "along",
            tip="Look along the line that decided the verdict",
        ):
            hearing.look_along_evidence()
        imgui.same_line()
        if draw_button(ui, ICONS["help"], "help", tip="Mouse and keys  [?]"):
            hearing.window.help = not hearing.window.help

    def draw_side_cut(self, ui: Any, left_x: float) -> None:
        """Draw the side cut at the bottom between the panels."""
        hearing = self.controller
        wide = max(
            320.0,
            ui.io.display_size.x - left_x - (RIGHT_WIDTH_PX * ui.scale) - 4 * WINDOW_MARGIN_PX - 24,
        )
        hearing.cut_size = wide / ui.scale, side_cut_height(ui), ui.scale
        cut = hearing.verdict.cut if hearing.verdict is not None and hearing.is_current else None
        if cut is not None and hearing.measuring.is_side_cut_shown:
            has_room = (
                self._foot + WINDOW_MARGIN_PX
                < ui.io.display_size.y - WINDOW_MARGIN_PX - cut.height - 24
            )
            with open_panel(
                "judge's cut",
                (
                    WINDOW_MARGIN_PX if has_room else left_x + WINDOW_MARGIN_PX,
                    ui.io.display_size.y - WINDOW_MARGIN_PX,
                ),
                corner=(0, 1),
            ):
                self._cut.draw(ui, cut, "side cut")
