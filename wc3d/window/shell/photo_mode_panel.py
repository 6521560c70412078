"""The panel of the photo mode, which is on no picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.window.shell.photo_mode import MAX_LENS_IN, PhotoMode
from wc3d.window.shell.photo_mode_camera import (
    MAX_FIELD_OF_VIEW_DEG,
    MAX_HEIGHT_IN,
    MIN_FIELD_OF_VIEW_DEG,
    MIN_HEIGHT_IN,
)
from wc3d.window.shell.photo_mode_light import (
    FIRST_HOUR,
    LAST_HOUR,
    PRESETS,
    format_hour,
)
from wc3d.window.shell.widgets import (
    WINDOW_MARGIN_PX,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    draw_progress_bar,
    open_panel,
    pack_color,
)

PANEL_WIDTH_PX = 300.0
MARK_RADIUS_PX = 9.0
"""The size of the mark at the point in focus."""
LOGARITHMIC = imgui.SliderFlags_.logarithmic.value


def draw_photo_panel(ui: Any, mode: PhotoMode) -> None:
    """Draw the settings of the photo mode, or the progress of a photo."""
    if mode.camera is None:
        return
    _draw_crop(ui, mode.photo_size)
    wide = min(PANEL_WIDTH_PX * ui.scale, ui.io.display_size.x - 2 * WINDOW_MARGIN_PX)
    high = ui.io.display_size.y - 2 * WINDOW_MARGIN_PX
    with open_panel("photo", (WINDOW_MARGIN_PX, WINDOW_MARGIN_PX), most=(wide, high)):
        draw_bold_text(ui, f"{ICONS['camera']} Photo mode")
        if mode.job is not None:
            draw_dim_text(mode.job.words if mode.job.writer is None else "Writing the file")
            draw_progress_bar(ui, "photo progress", mode.job.share)
            key = ui.key_for_command("cancel")
            if draw_button(ui, f"Cancel  ({key})", "cancel photo", wide=-1.0):
                mode.on_cancel()
            return
        _draw_settings(ui, mode)
        _draw_buttons(ui, mode)
    _draw_focus_mark(ui, mode)


def _draw_settings(ui: Any, mode: PhotoMode) -> None:
    camera = mode.camera
    assert camera is not None
    place = camera.place
    limits = (MIN_HEIGHT_IN, MAX_HEIGHT_IN)
    _draw_slider(
        ui, "Height", "photo height", place.eye[2], limits, '%.1f"', mode.set_height, LOGARITHMIC
    )
    limits = (MIN_FIELD_OF_VIEW_DEG, MAX_FIELD_OF_VIEW_DEG)
    _draw_slider(
        ui,
        "Field of view",
        "photo view",
        place.field_of_view,
        limits,
        "%.0f°",
        mode.set_field_of_view,
    )
    limits = (FIRST_HOUR, LAST_HOUR)
    _draw_slider(
        ui, "Time of day", "photo hour", mode.hour, limits, format_hour(mode.hour), mode.set_hour
    )
    wide = (imgui.get_content_region_avail().x - 2 * imgui.get_style().item_spacing.x) / 3
    for number, (words, hour) in enumerate(PRESETS):
        if number:
            imgui.same_line()
        is_on = abs(mode.hour - hour) < 0.05
        if draw_button(ui, words, f"photo {words.lower()}", on=is_on, wide=wide):
            mode.set_hour(hour)

    def set_blur(percent: float) -> None:
        mode.set_blur(percent / 100 * MAX_LENS_IN)

    percent = mode.lens_in / MAX_LENS_IN * 100
    _draw_slider(ui, "Blur", "photo blur", percent, (0.0, 100.0), "%.0f%%", set_blur)
    draw_dim_text(f'In focus: {camera.focus_distance:.1f}" away. Click to change it.')
    changed, on = imgui.checkbox("Marks and zones", mode.has_zones)
    ui.record_widget("photo zones")
    if changed:
        mode.show_zones(on)


def _draw_slider(
    ui: Any,
    words: str,
    mark: str,
    value: float,
    limits: tuple[float, float],
    pattern: str,
    set_value: Callable[[float], object],
    flags: int = 0,
) -> None:
    draw_dim_text(words)
    imgui.set_next_item_width(-1.0)
    changed, new_value = imgui.slider_float(f"##{mark}", value, *limits, pattern, flags)
    ui.record_widget(mark)
    if changed:
        set_value(new_value)


def _draw_buttons(ui: Any, mode: PhotoMode) -> None:
    width, height = mode.photo_size
    imgui.separator()
    words = f"{ICONS['camera']} Take a photo, {width} × {height}"
    if draw_button(ui, words, "take photo", main=True, wide=-1.0):
        mode.take_photo()
    tip = "A film of one turn around the point in focus"
    if draw_button(ui, f"{ICONS['film']} Film a turn", "film turn", wide=-1.0, tip=tip):
        mode.film_turn()
    draw_dim_text(f"Saved in {mode.folder}")
    key = ui.key_for_command("photo")
    if draw_button(ui, f"{ICONS['back']} Leave  ({key})", "leave photo", wide=-1.0):
        mode.leave()
    imgui.separator()
    draw_dim_text(
        "Right drag looks around, left drag and arrows move, the wheel moves ahead. "
        "Q and E change the height, + and - the field of view."
    )
    ui.record_panel("photo")


def _draw_focus_mark(ui: Any, mode: PhotoMode) -> None:
    """Mark the point in focus."""
    assert mode.camera is None or mode.window is not None
    spot = mode.window.project_to_pixel(mode.camera.focus) if mode.camera is not None else None
    if spot is not None:
        draw = imgui.get_background_draw_list()
        draw.add_circle(spot, MARK_RADIUS_PX * ui.scale, pack_color((10, 13, 17), 0.7), 0, 3.0)
        draw.add_circle(spot, MARK_RADIUS_PX * ui.scale, pack_color((255, 255, 255), 0.9), 0, 1.4)


def _draw_crop(ui: Any, size: tuple[int, int]) -> None:
    """Darken the sides of a wide window that are not on the photo."""
    width, height = ui.io.display_size.x, ui.io.display_size.y
    edge = (width - height * size[0] / size[1]) / 2
    if edge > 1:
        draw = imgui.get_background_draw_list()
        for left, right in ((0.0, edge), (width - edge, width)):
            draw.add_rect_filled((left, 0), (right, height), pack_color((8, 10, 13), 0.75))
