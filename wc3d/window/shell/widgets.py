"""Shared widgets: style, buttons, badges, facts, tags and notices."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from typing import TypeVar

from imgui_bundle import imgui

from wc3d.presentation.color_sets import displayed_color
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.icons import ICONS as ICONS
from wc3d.presentation.palette import RGB
from wc3d.presentation.preview import FloatingTag
from wc3d.window.shell.imgui_panda import ImGuiPanda
from wc3d.window.shell.notices import Notice, Notices
from wc3d.window.shell.tag_layout import Rect, Spot, place_tags, tag_line
from wc3d.window.shell.tooltip import draw_tooltip as draw_tooltip

WINDOW_FLAGS = imgui.WindowFlags_
FIXED_PANEL_FLAGS = (
    WINDOW_FLAGS.no_title_bar
    | WINDOW_FLAGS.no_resize
    | WINDOW_FLAGS.no_move
    | WINDOW_FLAGS.no_collapse
    | WINDOW_FLAGS.no_saved_settings
)
AUTO_SIZE_FLAGS = FIXED_PANEL_FLAGS | WINDOW_FLAGS.always_auto_resize
NO_FOCUS_FLAG = WINDOW_FLAGS.no_focus_on_appearing
"""Flag for panels that open by themselves without closing a list or taking the keyboard."""
FLAT_LIST_FLAG = imgui.ChildFlags_.nav_flattened.value
"""Flag of a list through which the arrow keys go as if it were a part of its panel."""
SELECT_ALL_FLAG = imgui.InputTextFlags_.auto_select_all.value
"""Flag that selects a field's text on click, so that typing replaces it."""
Rgba = tuple[float, float, float, float]
"""Red, green, blue and opacity, each 0 to 1."""
PANEL_RGB: RGB = (13, 16, 20)
"""The color of a panel, in which cut rows fade."""
TEXT_COLOR = (0.92, 0.94, 0.96, 1.0)
DIM_COLOR = (0.62, 0.68, 0.73, 1.0)
GOLD_COLOR = (1.0, 0.82, 0.40, 1.0)
RED_COLOR = (1.0, 0.47, 0.40, 1.0)
GREEN_COLOR = (0.345, 0.905, 0.825, 1.0)
BUTTON_ON_COLOR = (0.15, 0.42, 0.55, 1.0)
MAIN_BUTTON_COLOR = (0.47, 0.29, 0.09, 1.0)
BUTTON_OFF_COLOR = (0.16, 0.20, 0.25, 1.0)
COMPILING_TEXT = "Preparing wc3d for this computer. This happens only once.\nIt takes about a minute. Until then, answers are slow."
MAX_NOTICE_WIDTH_LINES = 25.0
"""Maximum width of notices, in heights of a line."""

WINDOW_MARGIN_PX = 10.0
"""Margin between panels and the window edge, in pixels."""

ItemT = TypeVar("ItemT")
Project = Callable[[XYZ], tuple[float, float] | None]


def pack_color(rgb: RGB, alpha: float = 1.0) -> int:
    """Return a color in the format of ImGui's draw lists."""
    red, green, blue = displayed_color(rgb)
    return red | green << 8 | blue << 16 | int(alpha * 255 + 0.5) << 24


def to_rgba(rgb: RGB, alpha: float = 1.0) -> Rgba:
    """Return a color of the used set in the format of ImGui's styles and text."""
    rgb = displayed_color(rgb)
    return (rgb[0] / 255, rgb[1] / 255, rgb[2] / 255, alpha)


def set_style(scale: float) -> None:
    """Set the style: dark panels with round corners, and paddings that grow with the text."""
    imgui.style_colors_dark()
    style = imgui.get_style()
    style.window_rounding = 8 * scale
    style.frame_rounding = 5 * scale
    style.child_rounding = 6 * scale
    style.popup_rounding = 6 * scale
    style.window_padding = imgui.ImVec2(12 * scale, 10 * scale)
    style.item_spacing = imgui.ImVec2(8 * scale, 5 * scale)
    style.item_inner_spacing = imgui.ImVec2(4 * scale, 4 * scale)
    style.indent_spacing = 21 * scale
    style.frame_padding = imgui.ImVec2(9 * scale, 5 * scale)
    style.scrollbar_size = 10 * scale
    for part, paint in (
        (imgui.Col_.window_bg, (0.055, 0.066, 0.082, 0.92)),
        (imgui.Col_.border, (0.30, 0.36, 0.42, 0.55)),
        (imgui.Col_.text, TEXT_COLOR),
        (imgui.Col_.text_disabled, DIM_COLOR),
        (imgui.Col_.button, BUTTON_OFF_COLOR),
        (imgui.Col_.button_hovered, (0.22, 0.30, 0.37, 1.0)),
        (imgui.Col_.header, BUTTON_ON_COLOR),
        (imgui.Col_.popup_bg, (0.04, 0.05, 0.065, 0.97)),
        (imgui.Col_.child_bg, (0, 0, 0, 0.18)),
        (imgui.Col_.modal_window_dim_bg, (0.01, 0.013, 0.018, 0.62)),
        (imgui.Col_.nav_cursor, GOLD_COLOR),
    ):
        style.set_color_(part, paint)


def is_click_pending() -> bool:
    """Return whether a list is open or a mouse button is held, which a new panel must not end."""
    popups = imgui.PopupFlags_.any_popup.value
    return bool(imgui.is_any_mouse_down() or imgui.is_popup_open("", popups))


def end_list() -> None:
    """End a list that `imgui.begin_child` began; rows that its edges cut fade."""
    _draw_scroll_fades()
    imgui.end_child()


def _draw_scroll_fades() -> None:
    """Fade the rows that the upper or lower edge of the current panel or list cuts."""
    last = imgui.get_scroll_max_y()
    if last <= 0.0:
        return
    height = 1.2 * imgui.get_font_size()
    at, size = imgui.get_window_pos(), imgui.get_window_size()
    right = at.x + size.x - imgui.get_style().scrollbar_size
    draw = imgui.get_window_draw_list()
    clear = pack_color(PANEL_RGB, 0.0)
    draw.push_clip_rect(at, (right, at.y + size.y))
    for hidden, edge, inner in (
        (imgui.get_scroll_y(), at.y, at.y + height),
        (last - imgui.get_scroll_y(), at.y + size.y, at.y + size.y - height),
    ):
        solid = pack_color(PANEL_RGB, min(1.0, hidden / height))
        upper, lower = (solid, clear) if edge < inner else (clear, solid)
        corners = (at.x, min(edge, inner)), (right, max(edge, inner))
        draw.add_rect_filled_multi_color(*corners, upper, upper, lower, lower)
    draw.pop_clip_rect()


@contextmanager
def open_panel(
    name: str,
    at: tuple[float, float],
    size: tuple[float, float] = (0, 0),
    *,
    corner: tuple[float, float] = (0, 0),
    flags: int = 0,
    most: tuple[float, float] | None = None,
) -> Iterator[None]:
    """Open a panel whose `corner` (0 to 1 each way) is at a window pixel.

    A `size` of 0 fits the content. `most` sets the width and limits the height. A panel that appears
    while a list is open or a button is held takes no focus, which would close the list and lose
    the click.
    """
    if is_click_pending():
        flags |= NO_FOCUS_FLAG
    if most is not None:
        imgui.set_next_window_size_constraints((most[0], 0), most)
    imgui.set_next_window_pos(at, imgui.Cond_.always.value, corner)
    if size != (0, 0):
        imgui.set_next_window_size(size)
    imgui.begin(name, None, (AUTO_SIZE_FLAGS if size == (0, 0) else FIXED_PANEL_FLAGS) | flags)
    try:
        yield
        _draw_scroll_fades()
    finally:
        imgui.end()


@contextmanager
def open_dialog(
    ui: ImGuiPanda,
    name: str,
    size: tuple[float, float] = (0, 0),
    *,
    most: tuple[float, float] | None = None,
    center: tuple[float, float] | None = None,
) -> Iterator[None]:
    """Open a dialog in the middle, over everything else, which gets no mouse meanwhile.

    `size` and `most` are those of a panel. The dialog closes when a frame does not draw it. Its
    `DialogLayer` closes it by Escape. A second dialog waits behind the first one.
    """
    is_first = ui.begin_dialog(name)
    at = center or (ui.io.display_size.x / 2, ui.io.display_size.y / 2)
    if not is_first:
        with open_panel(f"{name} waits", at, size, corner=(0.5, 0.5), most=most):
            yield
        return
    if most is not None:
        imgui.set_next_window_size_constraints((most[0], 0), most)
    imgui.set_next_window_pos(at, imgui.Cond_.always.value, (0.5, 0.5))
    if size != (0, 0):
        imgui.set_next_window_size(size)
    imgui.set_next_window_bg_alpha(0.99)
    flags = AUTO_SIZE_FLAGS if size == (0, 0) else FIXED_PANEL_FLAGS
    imgui.begin_popup_modal(name, None, flags)
    try:
        yield
        _draw_scroll_fades()
    finally:
        ui.record_panel("dialog")
        imgui.end_popup()


def scroll_by_keys() -> None:
    """Scroll the current panel or list by the keys Page up and Page down."""
    step = 0.9 * imgui.get_window_height()
    for key, sign in ((imgui.Key.page_up, -1), (imgui.Key.page_down, 1)):
        if imgui.is_key_pressed(key):
            imgui.set_scroll_y(imgui.get_scroll_y() + sign * step)


def focus_field() -> None:
    """Give the keyboard to the next text field when its dialog opens."""
    if imgui.is_window_appearing():
        imgui.set_keyboard_focus_here()


def focus_button() -> None:
    """Let Enter press the last button from the moment that its dialog opens, also after clicks."""
    imgui.set_item_default_focus()
    if imgui.is_window_focused(imgui.FocusedFlags_.child_windows.value):
        imgui.set_nav_cursor_visible(True)


def lay_in_row(items: Iterable[ItemT]) -> Iterator[ItemT]:
    """Yield items so that their widgets form a row."""
    for number, item in enumerate(items):
        if number:
            imgui.same_line()
        yield item


def draw_bold_text(ui: ImGuiPanda, words: str, size: float = 17, *, wrapped: bool = False) -> None:
    """Draw bold text, optionally wrapped."""
    imgui.push_font(ui.fonts["Bold"], size * ui.scale)
    (imgui.text_wrapped if wrapped else imgui.text)(words)
    imgui.pop_font()


def draw_colored_text(words: str, paint: Rgba) -> None:
    """Draw wrapped text in a color."""
    imgui.push_style_color(imgui.Col_.text, paint)
    imgui.text_wrapped(words)
    imgui.pop_style_color()


def draw_dim_text(words: str) -> None:
    """Draw wrapped text in a dim color."""
    draw_colored_text(words, DIM_COLOR)


def draw_button(
    ui: ImGuiPanda,
    words: str,
    mark: str,
    *,
    on: bool = False,
    main: bool = False,
    enabled: bool = True,
    tip: str = "",
    wide: float = 0.0,
) -> bool:
    """Draw a button and return whether it was clicked.

    `on` marks the current choice, `main` the action that goes on. Tests find the button by `mark`.
    A disabled button shows its `tip` as the reason. A button as wide as its panel (`wide` -1)
    shortens its text and shows the full text as a tooltip.
    """
    if wide < 0:
        short_words = shorten_to_width(
            words, imgui.get_content_region_avail().x - 2 * imgui.get_style().frame_padding.x
        )
        tip = tip or (words if short_words != words else "")
        words = short_words
    color = MAIN_BUTTON_COLOR if main else BUTTON_ON_COLOR if on else BUTTON_OFF_COLOR
    imgui.push_style_color(imgui.Col_.button, color)
    imgui.begin_disabled(not enabled)
    pressed = imgui.button(f"{words}###{mark}", (wide, 0))
    imgui.end_disabled()
    imgui.pop_style_color()
    ui.record_widget(mark)
    if tip and imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled.value):
        draw_tooltip(tip)
    if pressed and enabled:
        ui.on_button()
    return bool(pressed and enabled)


def buttons_width(labels: Iterable[str]) -> float:
    """Return the width of a row of buttons with these labels, with a gap after each, in pixels."""
    style = imgui.get_style()
    more = 2 * style.frame_padding.x + style.item_spacing.x
    return sum(float(imgui.calc_text_size(words).x) + more for words in labels)


def is_enter_pressed() -> bool:
    """Return whether Enter ended the editing of the last field."""
    return bool(imgui.is_item_deactivated() and imgui.is_key_pressed(imgui.Key.enter))


def draw_combo(
    ui: ImGuiPanda,
    mark: str,
    label: str,
    rows: Iterable[tuple[str, str]],
    picked: Container[str],
    choose: Callable[[str], object],
    *,
    field: str,
    several: bool = False,
) -> None:
    """Draw a drop-down list of ids and their labels, with the `picked` ones marked.

    Tests find its rows as "FIELD ID", with only the last part of a path. With `several` the list
    stays open.
    """
    opened = imgui.begin_combo(f"##{field}", label)
    ui.record_widget(mark)
    if opened:
        flags = imgui.SelectableFlags_.no_auto_close_popups.value if several else 0
        for id, words in rows:
            if imgui.selectable(f"{words}##{field} {id}", id in picked, flags)[0]:
                choose(id)
            if id in picked:
                imgui.set_item_default_focus()
            ui.record_widget(f"{field} {os.path.basename(id)}")
        imgui.end_combo()


def draw_form_combo(
    ui: ImGuiPanda,
    mark: str,
    value: str,
    rows: Sequence[tuple[str, str]],
    choose: Callable[[str], object],
    *,
    file: Callable[[], object] | None = None,
) -> None:
    """Draw a drop-down list as wide as the form; `file` adds a button to choose a file."""
    button_width = imgui.calc_text_size("File…").x + 30 if file is not None else 4
    imgui.set_next_item_width(-button_width)
    draw_combo(
        ui,
        mark,
        dict(rows).get(value) or os.path.basename(value),
        rows,
        [value],
        choose,
        field=mark,
    )
    if file is not None:
        imgui.same_line()
        if draw_button(ui, "File…", f"{mark} file"):
            file()


def shorten_to_width(words: str, width: float, *, at_end: bool = False) -> str:
    """Shorten a text to a width in pixels, cutting the middle, or the end of a sentence."""
    if imgui.calc_text_size(words).x <= width:
        return words
    length = len(words) - 1
    while length > 4:
        length -= 1
        if at_end:
            cut = f"{words[:length].rstrip(' ,:')} …"
            if imgui.calc_text_size(cut).x <= width:
                return cut
            continue
        tail = length // 3
        cut = f"{words[: length - tail].rstrip()} … {words[len(words) - tail :].lstrip()}"
        if imgui.calc_text_size(cut).x <= width:
            return cut
    return words


def draw_badge(ui: ImGuiPanda, words: str, rgb: RGB, mark: str = "") -> None:
    """Draw text on a colored background."""
    imgui.push_font(ui.fonts["Bold"], 17 * ui.scale)
    spot = imgui.get_cursor_screen_pos()
    size = imgui.calc_text_size(words)
    draw = imgui.get_window_draw_list()
    side, edge = 10 * ui.scale, 4 * ui.scale
    end = (spot.x + size.x + 2 * side, spot.y + size.y + 2 * edge)
    draw.add_rect_filled(spot, end, pack_color(rgb), 6 * ui.scale)
    draw.add_text((spot.x + side, spot.y + edge), pack_color((255, 255, 255)), words)
    imgui.dummy((size.x + 2 * side, size.y + 3 * edge))
    if mark:
        ui.record_widget(mark)
    imgui.pop_font()


def draw_progress_bar(
    ui: ImGuiPanda, mark: str, share: float, seconds: float | None = None, wide: float = -1.0
) -> None:
    """Draw a progress bar (`share` is 0 to 1) with the elapsed time."""
    imgui.push_style_color(imgui.Col_.plot_histogram, BUTTON_ON_COLOR)
    words = f"{share:.0%}" if seconds is None else f"{share:.0%}, {seconds:.0f} s"
    imgui.progress_bar(share, (wide, 0), words)
    imgui.pop_style_color()
    ui.record_widget(mark)


def draw_facts(rows: Sequence[tuple[str, str]], indent: float = 130) -> None:
    """Draw rows of names and values."""
    for name, value in rows:
        imgui.text_colored(DIM_COLOR, name)
        imgui.same_line(indent)
        imgui.text_wrapped(value)


def draw_tags(
    tags: Sequence[FloatingTag],
    project: Project,
    obstacles: Sequence[Rect] = (),
    room: Rect | None = None,
) -> list[Rect]:
    """Draw tags without overlap or covering `obstacles`, and return their rectangles.

    A displaced tag gets a line to its anchor. Tags with an anchor above the `room` are omitted.
    """
    draw = imgui.get_background_draw_list()
    top = room[1] if room is not None else -inf
    visible_tags = [
        (tag, spot) for tag in tags if (spot := project(tag.at)) is not None and spot[1] >= top
    ]
    visible_tags.sort(key=lambda s: not s[0].is_bold)
    sizes = [imgui.calc_text_size(tag.words) for tag, _ in visible_tags]
    rects = place_tags(
        [
            (spot, (size.x + 14, size.y + 6))
            for (_, spot), size in zip(visible_tags, sizes, strict=True)
        ],
        obstacles,
        room,
    )
    for (tag, spot), rect in zip(visible_tags, rects, strict=True):
        line = tag_line(rect, spot)
        if line is not None:
            draw.add_line(*line, pack_color((10, 13, 17), 0.8), 4.0)
            draw.add_line(*line, pack_color(tag.rgb), 1.6)
            draw.add_circle_filled(spot, 3.0, pack_color(tag.rgb))
    for (tag, _), (x0, y0, x1, y1) in zip(visible_tags, rects, strict=True):
        low, high = (x0, y0), (x1, y1)
        draw.add_rect_filled(low, high, pack_color((10, 13, 17), 0.86), 5)
        draw.add_rect(low, high, pack_color(tag.rgb, 0.9), 5)
        draw.add_text((x0 + 7, y0 + 3), pack_color((255, 255, 255)), tag.words)
    return rects


def draw_panel_leader(spot: Spot, panel: Rect, paint: Rgba) -> None:
    """Draw a line from a panel's edge to the pixel of its subject."""
    end = min(max(spot[0], panel[0]), panel[2]), min(max(spot[1], panel[1]), panel[3])
    draw = imgui.get_background_draw_list()
    bright = imgui.get_color_u32(paint)
    draw.add_line(spot, end, pack_color((10, 13, 17), 0.8), 5)
    draw.add_line(spot, end, bright, 2)
    draw.add_circle_filled(spot, 4, bright)


def notices_height(notices: Notices, place: Rect) -> float:
    """Return the height of the visible notices in a part of the window, in pixels."""
    if not notices.visible_notices:
        return 0.0
    padding = imgui.get_style().window_padding.y
    return 2 * padding + sum(_notice_heights(notices.visible_notices, _wrap_width(place)))


def _wrap_width(place: Rect) -> float:
    """Return where the lines of notices end, from the left edge of their panel."""
    line = imgui.get_text_line_height_with_spacing()
    room = place[2] - place[0] - 2 * imgui.get_style().window_padding.x
    return min(MAX_NOTICE_WIDTH_LINES * line, room)


def _notice_indent() -> float:
    """Return where the text of a notice begins, beside its icon."""
    padding = imgui.get_style().window_padding.x
    return float(padding + 1.5 * imgui.get_text_line_height_with_spacing())


def _notice_heights(notices: Sequence[Notice], wrap: float) -> list[float]:
    spacing = imgui.get_style().item_spacing.y
    width = wrap - _notice_indent()
    return [imgui.calc_text_size(n.words, wrap_width=width).y + spacing for n in notices]


def _fit_notices(notices: Notices, place: Rect) -> list[Notice]:
    """Return the newest notices that have room, the last one shortened if it needs more."""
    room = place[3] - place[1] - 2 * imgui.get_style().window_padding.y
    wrap = _wrap_width(place)
    fitting = list(notices.visible_notices)
    while len(fitting) > 1 and sum(_notice_heights(fitting, wrap)) > room:
        del fitting[0]
    while len(fitting[0].words) > 20 and sum(_notice_heights(fitting, wrap)) > room:
        words = fitting[0].words
        fitting[0] = replace(fitting[0], words=words[: int(0.9 * len(words))].rstrip("… ") + " …")
    return fitting


def draw_notices(ui: ImGuiPanda, notices: Notices, place: Rect) -> None:
    """Draw the notices at the bottom of their place, clear of a dialog.

    While a dialog leaves no room, the notices wait for its end.
    """
    notices.is_waiting = False
    if not notices.visible_notices:
        return
    fitting = _fit_notices(notices, place)
    wrap = _wrap_width(place)
    high = 2 * imgui.get_style().window_padding.y + sum(_notice_heights(fitting, wrap))
    dialog = ui.widget_rects.get("dialog")
    bottom = find_notice_bottom(high, place[3], ui.io.display_size.y, dialog)
    if bottom is None:
        notices.is_waiting = True
        return
    flags = WINDOW_FLAGS.no_inputs | NO_FOCUS_FLAG
    middle = (place[0] + place[2]) / 2
    with open_panel("notices", (middle, bottom), corner=(0.5, 1.0), flags=flags):
        imgui.push_text_wrap_pos(wrap)
        for notice in fitting:
            mark, paint = (
                (ICONS["warning"], RED_COLOR) if notice.is_error else (ICONS["ok"], GREEN_COLOR)
            )
            imgui.text_colored(paint, mark)
            imgui.same_line(_notice_indent())
            imgui.text(notice.words)
        imgui.pop_text_wrap_pos()
        ui.record_panel("notices")
        imgui.internal.bring_window_to_display_front(imgui.internal.get_current_window())


def find_notice_bottom(
    high: float, bottom: float, window_height: float, dialog: Rect | None
) -> float | None:
    """Return the lower edge of notices of this height, clear of a dialog, or None.

    The usual place is at `bottom`. Otherwise it is below the dialog, or above it.
    """
    if dialog is None or dialog[3] <= bottom - high:
        return bottom
    edge = window_height - WINDOW_MARGIN_PX
    if dialog[3] + high <= edge:
        return edge
    return dialog[1] - WINDOW_MARGIN_PX / 2 if high + WINDOW_MARGIN_PX <= dialog[1] else None


def draw_status(ui: ImGuiPanda, lines: Sequence[str], compiled: float | None = None) -> None:
    """Draw status lines at the top center, with progress while `compiled` is set."""
    if any(lines) or compiled is not None:
        flags = WINDOW_FLAGS.no_inputs | NO_FOCUS_FLAG
        with open_panel(
            "doing", (ui.io.display_size.x / 2, 64 * ui.scale), corner=(0.5, 0.0), flags=flags
        ):
            for line in filter(None, lines):
                imgui.text(line)
            ui.record_widget("doing")
            if compiled is not None:
                imgui.text(COMPILING_TEXT)
                draw_progress_bar(
                    ui, "compiling", compiled, wide=imgui.calc_text_size(COMPILING_TEXT).x
                )
