"""The panels of the judge's screen: models and question at the left, verdict, doubt, readings and papers at the right."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from imgui_bundle import imgui

from wc3d.errors import InputError
from wc3d.judge.question_type import FormField
from wc3d.presentation.icons import ICONS
from wc3d.presentation.palette import BAD, CLOSE, GOOD, PLAIN
from wc3d.ui.judge.question_form import DOUBTS, path_words, read_path
from wc3d.ui.judge.verdict_view import doubt_words, fraction, moved_words
from wc3d.window.board.fields import Fields, caption
from wc3d.window.board.judge.controller import Hearing
from wc3d.window.board.judge.readings_panel import ReadingsPanel
from wc3d.window.shell.image_panel import ImagePanel
from wc3d.window.shell.measuring_panels import cut_height
from wc3d.window.shell.widgets import (
    DIM,
    EDGE,
    GOLD,
    RED,
    button,
    colored,
    combo,
    dim,
    facts,
    heading,
    in_a_row,
    panel,
    sign,
)

LEFT, RIGHT = 318.0, 350.0
LIST = 128.0
BASES = ("small", "medium", "large")
STANDS = {True: (f"{ICONS['ok']}  ", GOOD), False: (f"{ICONS['warning']}  ", CLOSE), None: ("?  ", PLAIN)}


_Paper = tuple[str, str, str, Callable[[], object], bool]
"""A button for papers: its icon, words and tip, what it does, and whether it can."""


class JudgePanels:
    """Draws the panels of one hearing; what is typed is kept here until it is done."""

    def __init__(self, hearing: Hearing) -> None:
        self.hearing = hearing
        self._cut = ImagePanel()
        self._fields = Fields(lambda words: hearing.window.notices.complain(words))
        self._readings = ReadingsPanel(hearing, self._fields)
        self._foot = 0.0

    # --- the left: models and the question

    def draw_left(self, ui: Any) -> float:
        """Models and question; gives how many pixels the panel takes."""
        wide, high = LEFT * ui.scale, ui.io.display_size.y - 2 * EDGE
        with panel("case", (EDGE, EDGE), most=(wide, high)):
            heading(ui, f"{ICONS['scale']}  {self.hearing.case.name or 'Dispute'}")
            tip = "Back to the board editor. The board and its models are as you left them."
            if self.hearing.back is not None and button(ui, f"{ICONS['turn']}  Back to the board", "back to board", tip=tip):
                self.hearing.go_back()
            imgui.spacing()
            self._models(ui)
            imgui.separator()
            self._question(ui)
            self._foot = imgui.get_window_pos().y + imgui.get_window_height()
        return wide + EDGE

    def _models(self, ui: Any) -> None:
        case, hearing = self.hearing.case, self.hearing
        rows = max(1, len(case.table.bodies))
        line = imgui.get_text_line_height_with_spacing()
        imgui.begin_child("models", (0, min(LIST * ui.scale, rows * line + 8)))
        if not case.table.bodies:
            dim("No models yet: add two")
        for body in case.table.bodies:
            place = ", ".join(f"{v:.2f}" for v in body.at)
            if imgui.selectable(f"{body.id}##{body.id}", body.id == hearing.picked)[0]:
                hearing.picked = body.id
            ui.mark(f"model {body.id}")
            imgui.same_line(120 * ui.scale)
            imgui.text_colored(DIM, f"{case.table.policy.kinds.get(body.kind, body.base)}  {place}")
        imgui.end_child()
        caption("Add")
        for base in in_a_row(BASES):
            tip = f"Add a {base} base, then click where to put it (keys 1, 2 and 3 place it at the mouse)"
            if button(ui, base, f"add {base}", tip=tip):
                hearing.add(base)
        if hearing.carried is not None:
            colored(f"Click where {hearing.carried} stands or type the place (Esc: cancel)", GOLD)
        if hearing.picked in case.ids:
            self._model(ui, hearing.picked or "")

    def _model(self, ui: Any, id: str) -> None:
        case, hearing = self.hearing.case, self.hearing
        body = case.table.body(id)
        self._fields.words(ui, "name", id, lambda name: self._rename(id, name), 150, of=id)
        if id not in case.ids:
            return
        imgui.same_line()
        if button(ui, ICONS["trash"], "take off", tip="Remove it from the board  [Delete]"):
            hearing.remove()
            return
        for kind, words in case.table.policy.kinds.items():
            imgui.same_line()
            if button(ui, words, kind, on=body.kind == kind, tip=f"Treat it as a {words}, not as a model of a unit"):
                case.reshape(id, kind="unit" if body.kind == kind else kind)
        for k, axis in in_a_row(enumerate("xyz")):
            caption(axis)
            take = partial(self._move, id, k)
            self._fields.number(ui, axis, body.at[k], take, 64, of=id, form="%.4f")
        imgui.same_line()
        if button(ui, ICONS["layers"], "on top", tip="Put it on the highest floor where its base can stand"):
            hearing.stand_on_top(id)
        for base in in_a_row(BASES):
            if button(ui, base, f"base {base}", on=body.base == base):
                case.reshape(id, base=base)
        self._traits(ui, id)

    def _traits(self, ui: Any, id: str) -> None:
        """What a model is besides its base, where the game has more: where it looks, whose it is, how it is."""
        case = self.hearing.case
        for field in in_a_row(trait for trait in case.traits if trait.holds == "number"):
            caption(field.words)
            take = partial(self._take_trait, id, field)
            self._fields.number(ui, field.key, float(case.trait(id, field)), take, 64, of=id)
        for field, choice in in_a_row((trait, choice) for trait in case.traits for choice in trait.choices):
            if button(ui, f"{field.words} {choice}", f"{field.key} {choice}", on=str(case.trait(id, field)) == choice):
                self._take_trait(id, field, int(choice))
        for field in in_a_row(trait for trait in case.traits if trait.holds == "flag"):
            is_set = case.trait(id, field)
            if button(ui, field.words, field.key, on=is_set):
                self._take_trait(id, field, not is_set)

    def _take_trait(self, id: str, field: FormField, value: Any) -> None:
        try:
            self.hearing.case.set_trait(id, field, value)
        except InputError as error:
            self.hearing.window.notices.complain(error)

    def _rename(self, id: str, name: str) -> None:
        try:
            self.hearing.case.rename(id, name)
            self.hearing.picked = name.strip()
        except InputError as error:
            self.hearing.window.notices.complain(error)

    def _move(self, id: str, axis: int, value: float) -> None:
        x, y, z = (value if k == axis else v for k, v in enumerate(self.hearing.case.table.body(id).at))
        self.hearing.case.move(id, (x, y, z))
        self.hearing.carried = None

    def _question(self, ui: Any) -> None:
        case = self.hearing.case
        caption("Question")
        for number in in_a_row(range(len(case.questions))):
            tip = case.type_of(case.questions[number]).label
            if button(ui, str(number + 1), f"question {number + 1}", on=number == case.at, tip=tip):
                case.turn_to(number)
            if (number + 1) % 7 == 0 and number + 1 < len(case.questions):
                imgui.new_line()
        imgui.same_line()
        if button(ui, "+", "add question", tip="Add a question"):
            case.add_question(case.question["type"])
        if len(case.questions) > 1:
            imgui.same_line()
            if button(ui, "-", "drop question", tip="Remove this question"):
                case.drop_question()
        self._types(ui)
        flags = [field for field in case.form if field.holds == "flag"]
        for field in case.form:
            if field not in flags:
                self._field(ui, field)
        for field in in_a_row(flags):
            if button(ui, field.words, field.key, on=bool(case.question.get(field.key))):
                case.set(field.key, not case.question.get(field.key))
        if case.missing:
            waiting = self.hearing.waiting_for is case.open
            colored("Now click it on the board or type it" if waiting else case.missing, GOLD)

    def _types(self, ui: Any) -> None:
        case, room = self.hearing.case, (LEFT - 30) * ui.scale
        row_width = 0.0
        for type in case.types:
            wide = imgui.calc_text_size(type.label).x + 26
            if row_width and row_width + wide < room:
                imgui.same_line()
            else:
                row_width = 0.0
            row_width += wide
            if button(ui, type.label, f"ask {type.name}", on=case.type is type) and case.type is not type:
                self.hearing.ask(type.name)

    def _field(self, ui: Any, field: FormField) -> None:
        case = self.hearing.case
        value = case.question.get(field.key)
        caption(field.words, 64 * ui.scale)
        pick = {"model": self._pick_model, "models": self._pick_models, "number": self._pick_number, "base": self._pick_base,
                "choice": self._pick_choice, "words": self._type_words}  # fmt: skip
        pick.get(field.holds, self._pick_point)(ui, field, value)

    def _pick_model(self, ui: Any, field: FormField, value: Any) -> None:
        case = self.hearing.case
        label = value if value in case.ids else "..."
        self._combo(ui, field.key, label, [value], lambda id: case.set(field.key, id))
        self._by_click(ui, field, "Click a model on the board")
        if field.key == "to":
            imgui.same_line()
            if button(ui, ICONS["turn"], "flip", tip="Swap the two models"):
                case.flip()

    def _pick_models(self, ui: Any, field: FormField, value: Any) -> None:
        """Some of the models; none picked: all that can be meant."""
        case, picked = self.hearing.case, list(value or ())

        def choose(id: str) -> None:
            case.set(field.key, [other_id for other_id in picked if other_id != id] if id in picked else [*picked, id])

        self._combo(ui, field.key, ", ".join(picked) or "all others", picked, choose, several=True)

    def _combo(
        self, ui: Any, key: str, label: str, picked: list[Any], choose: Callable[[str], object], several: bool = False
    ) -> None:
        imgui.set_next_item_width(150 * ui.scale)
        rows = [(id, id) for id in self.hearing.case.ids]
        combo(ui, f"choose {key}", label, rows, picked, choose, field=key, several=several)

    def _by_click(self, ui: Any, field: FormField, tip: str) -> None:
        hearing = self.hearing
        imgui.same_line()
        if button(ui, ICONS["cross"], f"pick {field.key}", on=hearing.waiting_for is field, tip=tip):
            hearing.waiting_for = None if hearing.waiting_for is field else field

    def _pick_number(self, ui: Any, field: FormField, value: Any) -> None:
        form = "%.0f" if field.is_count else "%.4f"
        self._fields.number(ui, field.key, float(value or 0.0), partial(self._take_number, field), 90, form=form)

    def _take_number(self, field: FormField, value: float) -> None:
        self.hearing.case.set(field.key, field.number(value))

    def _pick_base(self, ui: Any, field: FormField, value: Any) -> None:
        self._pick_choice(ui, replace(field, choices=BASES), value)

    def _pick_choice(self, ui: Any, field: FormField, value: Any) -> None:
        for choice in in_a_row(field.choices):
            if button(ui, choice, f"{field.key} {choice}", on=value == choice):
                self.hearing.case.set(field.key, choice)

    def _type_words(self, ui: Any, field: FormField, value: Any) -> None:
        """Something that is typed in a form of its own; what to type is said beside the mouse."""
        if field.typed is not None:
            self._fields.words(ui, field.key, field.typed.tell(value), partial(self._take_words, field), 190)
            imgui.set_item_tooltip(field.typed.tip)

    def _take_words(self, field: FormField, typed: str) -> None:
        try:
            if field.typed is not None:
                self.hearing.case.set(field.key, field.typed.read(typed))
        except InputError as error:
            self.hearing.window.notices.complain(error)

    def _pick_point(self, ui: Any, field: FormField, value: Any) -> None:
        """A point or a path, clicked on the board or typed."""
        case = self.hearing.case
        words = path_words(value or []) if field.holds == "path" else ", ".join(f"{v:.10g}" for v in value or [])
        self._fields.words(ui, field.key, words, partial(self._take_point, field), 140)
        self._by_click(ui, field, "Click it on the board" + (", corner by corner" if field.holds == "path" else ""))
        if field.holds == "path" and value:
            imgui.same_line()
            if button(ui, ICONS["undo"], "less path", tip="Remove the last step"):
                case.set(field.key, list(value[:-1]))

    def _take_point(self, field: FormField, typed: str) -> None:
        try:
            steps = read_path(typed)
            if field.holds != "path" and (len(steps) != 1 or not isinstance(steps[0], list)):
                raise InputError(f"{field.words}: expected x,y" + (" or x,y,z" if field.holds == "place" else ""))
            self.hearing.case.set(field.key, steps if field.holds == "path" else steps[0])
        except InputError as error:
            self.hearing.window.notices.complain(error)

    # --- the right: the verdict

    def draw_right(self, ui: Any) -> None:
        """Verdict, doubt, readings and papers."""
        hearing, wide = self.hearing, RIGHT * ui.scale
        high = ui.io.display_size.y - 2 * EDGE
        with panel("verdict panel", (ui.io.display_size.x - EDGE, EDGE), corner=(1, 0), most=(wide, high)):
            imgui.push_text_wrap_pos(0)
            if hearing.painting:
                self._progress(ui)
            elif hearing.judgement is not None:
                self._verdict(ui)
            elif hearing.failure:
                imgui.text_colored(RED, f"{ICONS['warning']} {hearing.failure}")
            else:
                imgui.text_colored(DIM, hearing.case.missing or "Calculating ...")
            imgui.separator()
            self._doubt(ui)
            self._readings.draw(ui)
            imgui.separator()
            self._papers(ui)
            imgui.pop_text_wrap_pos()

    def _progress(self, ui: Any) -> None:
        done_count, total = self.hearing.judging
        imgui.text(f"Calculating: {100 * done_count // total}%")
        imgui.progress_bar(done_count / total, (-1, 0))
        if button(ui, f"{ICONS['no']}  Stop", "stop", tip=f"Stop the calculation  [{ui.key('cancel')}]"):
            self.hearing.stop()

    def _verdict(self, ui: Any) -> None:
        hearing = self.hearing
        assert hearing.judgement is not None
        exhibit = hearing.judgement.exhibit
        mark = {True: ICONS["ok"] + "  ", False: ICONS["no"] + "  ", None: ""}[exhibit.good]
        plate = {True: GOOD, False: BAD, None: PLAIN}[exhibit.good]
        sign(ui, mark + exhibit.verdict + ("" if hearing.fresh else "  ..."), plate, "verdict")
        for number, line in enumerate(hearing.judgement.lines):
            if "note:" in line:
                imgui.text_colored(GOLD, f"{ICONS['warning']} {line.strip().removeprefix('note: ')}")
            elif number == 0:
                imgui.text_wrapped(line)
            else:
                dim(line.strip())
        if not hearing.fresh:
            dim("Calculating the margin and the side cut ...")
        if hearing.judgement.full:
            imgui.spacing()
            facts(exhibit.facts[:6], 130 * ui.scale)
        ui.mark("facts")

    def _doubt(self, ui: Any) -> None:
        """How exact the places are, and whether the verdict stands."""
        hearing, case = self.hearing, self.hearing.case
        imgui.text_colored(DIM, "Allow for placement error:")
        for inches in in_a_row(DOUBTS):
            words = fraction(inches) if inches else "none"
            if button(ui, words, f"doubt {words}", on=case.doubt == inches):
                case.set_doubt(inches)
        self._fields.number(ui, "doubt", case.doubt, case.set_doubt, 80, form="%.4f")
        imgui.same_line()
        imgui.text_colored(DIM, "inches, horizontally and vertically")
        doubt = hearing.doubt
        if case.before and button(ui, f"{ICONS['undo']}  Put models back", "put back"):
            case.put_back()
        if case.doubt <= 0 or hearing.judgement is None:
            return
        if doubt is None:
            done_count, total = hearing.doubting
            imgui.text("..." + (f" {100 * done_count // total}%" if total else ""))
            return
        icon, plate = ("", PLAIN) if doubt.measured else STANDS[doubt.stands]
        sign(ui, icon + doubt_words(doubt), plate, "doubt verdict")
        imgui.text_wrapped(doubt.words)
        dim(doubt.why)
        for body in doubt.places:
            dim(moved_words(body, case.table))
        tip = "Move the models to the red places, where the verdict is different"
        if doubt.places and button(ui, "Move to the red places", "put there", tip=tip):
            case.move_all(doubt.places)

    def _papers(self, ui: Any) -> None:
        hearing, papers = self.hearing, self.hearing.papers
        can_save = hearing.judgement is not None and not hearing.case.missing
        self._fields.words(ui, "file", papers.out, papers.name_files, -1, entered=papers.save if can_save else None)
        page: _Paper = ("share", "Web page", "Save a page for any browser under this name (.html)", papers.report, can_save)
        if papers.busy:
            page = ("no", f"Stop  {papers.percent}", "Stop writing the page", papers.stop, True)
        rows: tuple[_Paper, ...] = (
            ("save", "Save", "Save the questions for wc3d judge under this name (.json)", papers.save, can_save),
            page,
            ("copy", "Copy text", "Copy the verdict to the clipboard", papers.copy, can_save),
        )
        for icon, words, tip, command, enabled in in_a_row(rows):
            if button(ui, f"{ICONS[icon]}  {words}", "stop page" if icon == "no" else icon, enabled=enabled, tip=tip) and enabled:
                command()
        if papers.written:
            dim(papers.written)
            if papers.page_written and button(ui, f"{ICONS['open']}  Open", "open page", tip="Open the page in your browser"):
                papers.open_page()
        if hearing.case.read_otherwise:
            dim("Saved files keep your terrain changes but not your changed rulings. The page lists all changes.")

    @staticmethod
    def draw_tools(ui: Any, hearing: Hearing) -> None:
        """The buttons beside the measuring tools."""
        imgui.same_line()
        cut, tip = f"Side cut  [{ui.key('cut')}]", "Show the side cut along the line"
        if button(ui, cut, "cut on", on=hearing.measuring.cut_shown, tip=tip):
            hearing.measuring.toggle_cut()
        imgui.same_line()
        if button(ui, f"Look along  [{ui.key('along')}]", "along", tip="Look along the line that decided the verdict"):
            hearing.look_along_evidence()
        imgui.same_line()
        if button(ui, ICONS["help"], "help", tip="Mouse and keys  [?]"):
            hearing.window.help = not hearing.window.help

    def draw_cut(self, ui: Any, left_x: float) -> None:
        """The side cut at the bottom, between the panels."""
        hearing = self.hearing
        wide = max(320.0, ui.io.display_size.x - left_x - (RIGHT * ui.scale) - 4 * EDGE - 24)
        hearing.cut_size = wide / ui.scale, cut_height(ui), ui.scale
        cut = hearing.judgement.cut if hearing.judgement is not None and hearing.fresh else None
        if cut is not None and hearing.measuring.cut_shown:
            has_room = self._foot + EDGE < ui.io.display_size.y - EDGE - cut.high - 24
            with panel("judge's cut", (EDGE if has_room else left_x + EDGE, ui.io.display_size.y - EDGE), corner=(0, 1)):
                self._cut.show(ui, cut, "side cut")
