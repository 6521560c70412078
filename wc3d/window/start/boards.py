"""The boards page and the page of a new dispute: begin with an empty table, a board or a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from wc3d._internal.memo import Size, memo_per_process
from wc3d.presentation.icons import ICONS
from wc3d.printing.canvas import Bitmap
from wc3d.window.shell.image_panel import ImagePanel
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    WINDOW_MARGIN_PX,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    lay_in_row,
    open_panel,
)
from wc3d.window.start.new_game import BoardChoice

THUMBNAIL_SIZE_PX = (184, 104)
"""Thumbnail width and height in pixels."""


def thumbnail_path(board: Path) -> Path:
    """Return the path of a board's thumbnail from the path of its map."""
    return board.parent / "thumbnails" / f"{board.stem}.jpg"


@memo_per_process(Size.SMALL)
def load_thumbnail(board: Path) -> Bitmap | None:
    """Return the thumbnail of a board, or None."""
    path = thumbnail_path(board)
    return Bitmap.load(path) if path.is_file() else None


PAGE_WIDTH_PX = 830.0
NUMBER_FIELD_WIDTH_PX = 110.0
BOARDS_PER_ROW = 4
"""Number of boards per row."""
COMMON_SIDES = ((30.0, "skirmish"), (48.0, "full game"))
"""Common board sides in inches, and the games played on them."""
PHOTO_BUTTONS = (
    ("Judge from a photo", "photo", False),
    ("Judge from a phone", "phone photo", True),
)
DISPUTE_SIDES = ((36.0, "usual"), *COMMON_SIDES)
MIN_SIDE_IN, MAX_SIDE_IN = 6, 96
"""Limits of a new board's sides in inches; the editor allows larger boards."""


def _iterate_columns(boards: Sequence[BoardChoice]) -> Iterator[BoardChoice]:
    """Yield the boards in rows of BOARDS_PER_ROW."""
    for number, board in enumerate(boards):
        if number % BOARDS_PER_ROW:
            imgui.same_line()
        yield board


class BoardsPage:
    """The boards page or, with `is_for_dispute`, the page of a new dispute.

    `custom_size` is the typed size of a new board.
    """

    def __init__(self, is_for_dispute: bool = False) -> None:
        self.is_for_dispute = is_for_dispute
        self.custom_size = [36, 36]
        self._pictures: dict[Path, ImagePanel] = {}

    def _draw_title(self, ui: Any) -> None:
        icon, words = ("scale", "New dispute") if self.is_for_dispute else ("map", "Boards")
        draw_bold_text(ui, f"{ICONS[icon]} {words}", 22)

    def _draw_board(self, ui: Any, board: BoardChoice) -> bool:
        """Draw a board's thumbnail button above its name. Return whether it was clicked."""
        words = f'{board.name}, {board.size[0]:g}" x {board.size[1]:g}"'
        picture = load_thumbnail(board.path)
        mark = f"board {board.path.name}"
        if picture is None:
            return draw_button(ui, words, mark)
        imgui.begin_group()
        pressed = self._pictures.setdefault(board.path, ImagePanel()).draw_button(
            ui, picture, mark, ui.scale
        )
        imgui.text_colored(DIM_COLOR, words)
        imgui.end_group()
        return pressed

    def _draw_new_board(
        self,
        ui: Any,
        new: Callable[[float, float], object],
        make_random: Callable[[], object] | None,
    ) -> None:
        """Draw the sizes of an empty table, and the button of a random board."""
        draw_dim_text("Empty table" if self.is_for_dispute else "New board")
        sides = DISPUTE_SIDES if self.is_for_dispute else COMMON_SIDES
        for side, played in lay_in_row(sides):
            if draw_button(ui, f'{side:g}" x {side:g}" ({played})', f"new {side:g}"):
                new(side, side)
        for number, words in enumerate(("wide", "deep")):
            imgui.set_next_item_width(NUMBER_FIELD_WIDTH_PX * ui.scale)
            _, typed = imgui.input_int(f"##{words}", self.custom_size[number])
            self.custom_size[number] = min(max(typed, MIN_SIDE_IN), MAX_SIDE_IN)
            ui.record_widget(f"own {words}")
            imgui.same_line()
            imgui.text(words)
            imgui.same_line()
        if draw_button(ui, "Create", "new own", main=True):
            new(*map(float, self.custom_size))
        if make_random is not None:
            imgui.same_line()
            if draw_button(
                ui,
                f"{ICONS['dice']} Random board…",
                "new random",
                tip="Choose a style and a seed",
            ):
                make_random()

    def draw(
        self,
        ui: Any,
        boards: Sequence[BoardChoice],
        *,
        new: Callable[[float, float], object],
        show: Callable[[Path], object],
        ask: Callable[[], object],
        back: Callable[[], object],
        draw_choices: Callable[[Any], object] = lambda ui: None,
        photo: Callable[[bool], object] | None = None,
        make_random: Callable[[], object] | None = None,
    ) -> None:
        """Draw the page, with `draw_choices` below its title.

        `photo` opens the page that judges photographs, with True for a phone's camera.
        `make_random` asks for the style of a random board.
        """
        max_size = PAGE_WIDTH_PX * ui.scale, ui.io.display_size.y - 2 * WINDOW_MARGIN_PX
        with open_panel(
            "boards",
            (40 * ui.scale, ui.io.display_size.y / 2),
            (max_size[0], 0),
            corner=(0, 0.5),
            most=max_size,
        ):
            self._draw_title(ui)
            draw_choices(ui)
            self._draw_new_board(ui, new, make_random)
            imgui.separator()
            draw_dim_text("Boards" if self.is_for_dispute else "Included boards")
            for board in _iterate_columns(boards):
                if self._draw_board(ui, board):
                    show(board.path)
            imgui.separator()
            words = "Open questions or a board…" if self.is_for_dispute else "Open a file…"
            if draw_button(ui, f"{ICONS['open']} {words}", "open board"):
                ask()
            if photo is not None:
                for words, mark, for_phones in PHOTO_BUTTONS:
                    imgui.same_line()
                    if draw_button(ui, f"{ICONS['camera']} {words}", mark):
                        photo(for_phones)
            imgui.same_line()
            if draw_button(ui, f"Back  ({ui.key_for_command('cancel')})", "back"):
                back()
