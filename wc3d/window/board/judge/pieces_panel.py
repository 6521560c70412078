"""The judge's models and terrain: put them by click or by words, and change them by numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from imgui_bundle import imgui

from wc3d.errors import InputError
from wc3d.judging.question_type import FormField
from wc3d.table.features import Feature, Kind
from wc3d.table.maps.edit_terrain import DEFAULT_HEIGHTS_IN, change_shape, feature_shapes
from wc3d.table.maps.map_shapes import BoxShape, CylinderShape
from wc3d.ui.judge.dispute_words import SENTENCE_EXAMPLES
from wc3d.window.board.judge.controller import JudgeController
from wc3d.window.board.text_fields import TextFields, draw_caption
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    FLAT_LIST_FLAG,
    GOLD_COLOR,
    ICONS,
    draw_bold_text,
    draw_button,
    draw_combo,
    draw_dim_text,
    end_list,
    lay_in_row,
)

LIST_HEIGHT_PX = 92.0
BASE_NAMES = ("small", "medium", "large")
WALL_ICON = "\uf0c8"
WORDS_TIP = (
    f"Put or move something by words, then press Enter: {SENTENCE_EXAMPLES}. "
    'Distances are from the edge of the base: "1.3 inches from wall-1", '
    '"in base contact with b", "on the roof\'s south edge", "2 in from a and 1 in from wall-1".'
)


_ShapeNumber = tuple[str, float, str, int | None]
"""A number of a shape: its label, value, field, and its place in a field of two numbers."""


class PiecesPanel:
    """The upper left of the judge screen: words, new pieces, the list, and the selected piece."""

    def __init__(self, hearing: JudgeController, fields: TextFields) -> None:
        self.controller = hearing
        self.fields = fields

    def draw_adding(self, ui: Any) -> None:
        """Draw the field for words and the buttons that add a model or a wall."""
        hearing = self.controller
        self._draw_words(ui)
        for base in lay_in_row(BASE_NAMES):
            tip = f"Add a {base} base, then click where to put it (key {ui.key_for_command(base)}: at the mouse)"
            if draw_button(ui, base, f"add {base}", on=self._is_carrying(base), tip=tip):
                hearing.add_model(base)
        imgui.same_line()
        tip = "Put a wall: click its two ends. Its thickness and height can be typed afterwards."
        if draw_button(ui, f"{WALL_ICON}  Wall", "add wall", on=hearing.wall.is_active, tip=tip):
            hearing.toggle_wall()
        imgui.text_colored(GOLD_COLOR if hearing.next_step else DIM_COLOR, hearing.step_text)
        ui.record_widget("next step")

    def _is_carrying(self, base: str) -> bool:
        id = self.controller.carried_id
        case = self.controller.case
        return id is not None and id in case.model_ids and case.table.body(id).base == base

    def _draw_words(self, ui: Any) -> None:
        """Draw the field for words. Enter applies them and keeps the keyboard in the field."""
        hearing = self.controller
        imgui.set_next_item_width(-1)
        if hearing.wants_words:
            imgui.set_keyboard_focus_here()
            hearing.wants_words = False
        is_entered, hearing.typed_words = imgui.input_text_with_hint(
            "##words",
            f"small at 12, 8   [{ui.key_for_command('words')}]",
            hearing.typed_words,
            imgui.InputTextFlags_.enter_returns_true.value,
        )
        ui.record_widget("words")
        imgui.set_item_tooltip(WORDS_TIP)
        if is_entered:
            hearing.focus_words()
            if hearing.apply_words(hearing.typed_words):
                hearing.typed_words = ""

    # --- the list

    def draw_list(self, ui: Any) -> None:
        """Draw the models and the terrain of a small board, each with its place."""
        case = self.controller.case
        hearing = self.controller
        imgui.begin_child("models", (0, LIST_HEIGHT_PX * ui.scale), FLAT_LIST_FLAG)
        if not case.table.bodies:
            draw_dim_text("No models yet: add two")
        for body in case.table.bodies:
            place = ", ".join(f"{v:.2f}" for v in body.at)
            if imgui.selectable(f"{body.id}##{body.id}", body.id == hearing.selected_model_id)[0]:
                hearing.select_model(body.id)
            ui.record_widget(f"model {body.id}")
            imgui.same_line(120 * ui.scale)
            imgui.text_colored(
                DIM_COLOR, f"{case.table.policy.kinds.get(body.kind, body.base)}  {place}"
            )
        for feature in case.table.features:
            if feature.pieces:
                self._draw_terrain_row(ui, feature)
        end_list()

    def _draw_terrain_row(self, ui: Any, feature: Feature) -> None:
        hearing = self.controller
        is_selected = hearing.selected_model_id is None and hearing.terrain == feature.id
        if imgui.selectable(f"{feature.name}##terrain {feature.id}", is_selected)[0]:
            hearing.select_terrain(feature.id)
        ui.record_widget(f"terrain row {feature.id}")
        imgui.same_line(120 * ui.scale)
        imgui.text_colored(DIM_COLOR, feature.kind.value)

    def draw_selected(self, ui: Any) -> None:
        """Draw the fields of the selected model or terrain."""
        hearing = self.controller
        if hearing.selected_model_id in hearing.case.model_ids:
            self._draw_model(ui, hearing.selected_model_id or "")
        elif hearing.selected_terrain is not None:
            self._draw_terrain(ui, hearing.selected_terrain)

    # --- terrain

    def _draw_terrain(self, ui: Any, feature: Feature) -> None:
        """Draw a piece of terrain: its kind, and the numbers of a box or a cylinder."""
        hearing = self.controller
        draw_bold_text(ui, feature.name)
        imgui.same_line()
        if draw_button(
            ui, ICONS["trash"], "remove terrain", tip="Remove it from the board  [Delete]"
        ):
            hearing.remove_selected()
            return
        imgui.same_line()
        imgui.set_next_item_width(-1)
        draw_combo(
            ui,
            "choose own kind",
            feature.kind.value,
            [(kind.value, kind.value) for kind in DEFAULT_HEIGHTS_IN],
            [feature.kind.value],
            lambda kind: self._change(feature, kind=Kind(kind)),
            field="own kind",
        )
        shapes = feature_shapes(feature)
        shape = shapes[0] if len(shapes) == 1 else None
        rows: tuple[tuple[_ShapeNumber, ...], ...]
        if isinstance(shape, BoxShape):
            long, thick = shape.size
            rows = (
                (("long", long, "size", 0), ("thick", thick, "size", 1)),
                (
                    ("high", shape.height, "height", None),
                    ("turn", shape.rotation, "rotation", None),
                ),
                (("x", shape.center[0], "center", 0), ("y", shape.center[1], "center", 1)),
            )
        elif isinstance(shape, CylinderShape):
            rows = (
                (("radius", shape.radius, "radius", None), ("high", shape.height, "height", None)),
                (("x", shape.center[0], "center", 0), ("y", shape.center[1], "center", 1)),
            )
        else:
            draw_dim_text("Edit the board to change its shape.")
            return
        for row in rows:
            for number, (words, value, name, part) in enumerate(row):
                if number:
                    imgui.same_line(150 * ui.scale)
                draw_caption(words)
                imgui.same_line((200 if number else 58) * ui.scale)
                take = self._make_change(feature, shape, name, part)
                self.fields.draw_number(ui, f"wall {words}", value, take, 76, of=feature.id)

    def _make_change(
        self, feature: Feature, shape: BoxShape | CylinderShape, name: str, part: int | None
    ) -> Callable[[float], object]:
        """Return the function that sets a number of a shape."""

        def take(value: float) -> None:
            new: Any = value
            if part is not None:
                pair = list(getattr(shape, name))
                pair[part] = value
                new = tuple(pair)
            if name == "rotation":
                new = value % 360.0
            self._change(feature, shape=lambda: change_shape(shape, **{name: new}))

        return take

    def _change(
        self,
        feature: Feature,
        shape: Callable[[], Any] | None = None,
        kind: Kind | None = None,
    ) -> None:
        hearing = self.controller
        try:
            hearing.case.change_terrain(
                feature.id, shape() if shape is not None else None, kind, hearing.board_folder
            )
        except InputError as error:
            hearing.window.notices.show_error(error)

    # --- a model

    def _draw_model(self, ui: Any, id: str) -> None:
        case = self.controller.case
        hearing = self.controller
        body = case.table.body(id)
        self.fields.draw_text(ui, "name", id, lambda name: self._rename(id, name), 150, of=id)
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
            self.fields.draw_number(ui, axis, body.at[k], take, 64, of=id, form="%.4f")
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
            self.fields.draw_number(
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
