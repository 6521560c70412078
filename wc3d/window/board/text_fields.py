"""Number and text fields that apply their input when left, including by a click on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.picking import RayHit
from wc3d.table.maps.strict_json import MAX_COORDINATE_IN
from wc3d.ui.input_stack import InputLayer
from wc3d.window.shell.widgets import DIM_COLOR, SELECT_ALL_FLAG, is_enter_pressed


class TextFields(InputLayer):
    """The fields of a panel.

    A field being edited holds its input until it loses focus, and then calls its `take`. Invalid
    numbers and numbers outside a file's limits go to `complain` instead.
    """

    def __init__(self, complain: Callable[[str], object]) -> None:
        self._complain = complain
        self._typed: dict[str, tuple[Any, Callable[[Any], object]]] = {}

    def on_click(self, hit: RayHit | None) -> bool:
        self.commit_all()
        return False

    def begin_drag(self, hit: RayHit, eye: XYZ | None = None) -> bool:
        self.commit_all()
        return False

    def on_cancel(self) -> bool:
        self.discard_all()
        return False

    def commit_all(self) -> None:
        """Apply all pending input before the subject of the fields changes."""
        for key in list(self._typed):
            self._commit(key)

    def discard_all(self) -> None:
        """Discard all pending input."""
        self._typed.clear()

    def _commit(self, key: str) -> None:
        value, take = self._typed.pop(key)
        take(value)

    def draw_number(
        self,
        ui: Any,
        mark: str,
        value: float,
        take: Callable[[float], object],
        wide: float = 76.0,
        *,
        of: str = "",
        form: str = "%.6g",
    ) -> None:
        """Draw a number field; `of` is its item, to distinguish fields with the same name."""
        key, field_value = self._begin_field(ui, mark, of, value, wide)
        changed, new = imgui.input_double(f"##{key}", field_value, 0.0, 0.0, form, SELECT_ALL_FLAG)
        self._track_typing(
            ui, mark, key, changed, new, value, lambda typed: self._accept_number(mark, typed, take)
        )

    def draw_slider(
        self,
        ui: Any,
        mark: str,
        value: float,
        take: Callable[[float], object],
        low: float,
        high: float,
        *,
        wide: float = 100.0,
        form: str = "%.2f",
        even: bool = True,
    ) -> float:
        """Draw a linear (`even`) or logarithmic slider, applied on release; return its value.

        It shows its value while it is moved; the field beside it shows it otherwise.
        """
        key, field_value = self._begin_field(ui, mark, "", value, wide)
        flags = 0 if even else imgui.SliderFlags_.logarithmic.value
        shown = form if key in self._typed else ""
        changed, new = imgui.slider_float(f"##{key}", float(field_value), low, high, shown, flags)
        new = float(form % new) if changed else value
        self._track_typing(ui, mark, key, changed, new, value, take)
        return new if changed else float(field_value)

    def _accept_number(self, mark: str, typed: float, take: Callable[[float], object]) -> None:
        if abs(typed) <= MAX_COORDINATE_IN:  # also false for NaN
            take(typed)
        else:
            name = mark.replace("_", " ")
            self._complain(
                f"{name}: expected a number from -{MAX_COORDINATE_IN:,.0f} to {MAX_COORDINATE_IN:,.0f}, found {typed:g}"
            )

    def draw_text(
        self,
        ui: Any,
        mark: str,
        value: str,
        take: Callable[[str], object],
        wide: float = 170.0,
        *,
        of: str = "",
        entered: Callable[[], object] | None = None,
    ) -> None:
        """Draw a text field; `of` is its item, a `wide` of -1 fills the row.

        `entered` is called after Enter.
        """
        key, field_value = self._begin_field(ui, mark, of, value, wide)
        changed, new = imgui.input_text(f"##{key}", field_value, SELECT_ALL_FLAG)
        self._track_typing(ui, mark, key, changed, new, value, take)
        if entered is not None and is_enter_pressed():
            entered()

    def _begin_field(self, ui: Any, mark: str, of: str, value: Any, wide: float) -> tuple[str, Any]:
        imgui.set_next_item_width(wide * ui.scale if wide > 0 else wide)
        key = f"{mark} {of}" if of else mark
        return key, self._typed[key][0] if key in self._typed else value

    def _track_typing(
        self,
        ui: Any,
        mark: str,
        key: str,
        changed: bool,
        new: Any,
        value: Any,
        take: Callable[[Any], object],
    ) -> None:
        ui.record_widget(mark)
        if changed and new != value:
            self._typed[key] = new, take
        elif changed:
            self._typed.pop(key, None)
        if key in self._typed and not imgui.is_item_active():
            self._commit(key)


def draw_caption(words: str, at: float = 0.0) -> None:
    """Draw a field's label; the field starts at `at` pixels, or directly after the label (0)."""
    imgui.align_text_to_frame_padding()
    imgui.text_colored(DIM_COLOR, words)
    imgui.same_line(at)
