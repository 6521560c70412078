"""The page of boards on the start screen: a new one of a size, one of those that come with the program, or a file."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.window.shell.image_panel import ImagePanel
from wc3d.window.shell.widgets import DIM, EDGE, button, dim, heading, in_a_row, panel
from wc3d.window.start.new_game import KnownBoard
from wc3d.window.start.thumbnails import picture_of

WIDE, NUMBER = 830.0, 110.0
COLUMNS = 4
"""Boards in a row."""
USUAL = ((30.0, "skirmish"), (48.0, "full game"))
"""Sides of new boards, in inches, and what is played on them."""
LEAST, MOST = 6, 96
"""A new board's sides, in inches; larger ones can be made in the workshop."""


def _in_columns(boards: Sequence[KnownBoard]) -> Iterator[KnownBoard]:
    """The boards one by one: COLUMNS of them in a row."""
    for number, board in enumerate(boards):
        if number % COLUMNS:
            imgui.same_line()
        yield board


class BoardsPage:
    """The page, with the size of a board of one's own."""

    def __init__(self) -> None:
        self.own = [36, 36]
        self._pictures: dict[Path, ImagePanel] = {}

    def _draw_board(self, ui: Any, board: KnownBoard) -> bool:
        """A board's picture, a button where there is one, over its name; True if it is pressed."""
        words = f'{board.name}, {board.size[0]:g}" x {board.size[1]:g}"'
        picture, mark = picture_of(board.path), f"board {board.path.name}"
        if picture is None:
            return button(ui, words, mark)
        imgui.begin_group()
        pressed = self._pictures.setdefault(board.path, ImagePanel()).button(ui, picture, mark, ui.scale)
        imgui.text_colored(DIM, words)
        imgui.end_group()
        return pressed

    def draw(
        self, ui: Any, boards: Sequence[KnownBoard], *, new: Callable[[float, float], object],
        show: Callable[[Path], object], ask: Callable[[], object], back: Callable[[], object],
    ) -> None:  # fmt: skip
        """Draw it."""
        max_size = WIDE * ui.scale, ui.io.display_size.y - 2 * EDGE
        with panel("boards", (40 * ui.scale, ui.io.display_size.y / 2), (max_size[0], 0), corner=(0, 0.5), most=max_size):
            heading(ui, f"{ICONS['map']} Boards", 22)
            dim("New board")
            for side, played in in_a_row(USUAL):
                if button(ui, f'{side:g}" x {side:g}" ({played})', f"new {side:g}"):
                    new(side, side)
            for number, words in enumerate(("wide", "deep")):
                imgui.set_next_item_width(NUMBER * ui.scale)
                _, typed = imgui.input_int(f"##{words}", self.own[number])
                self.own[number] = min(max(typed, LEAST), MOST)
                ui.mark(f"own {words}")
                imgui.same_line()
                imgui.text(words)
                imgui.same_line()
            if button(ui, "Create", "new own", on=True):
                new(*map(float, self.own))
            imgui.separator()
            dim("Included boards")
            for board in _in_columns(boards):
                if self._draw_board(ui, board):
                    show(board.path)
            imgui.separator()
            if button(ui, f"{ICONS['open']} Open a file…", "open board"):
                ask()
            imgui.same_line()
            if button(ui, f"Back  ({ui.key('cancel')})", "back"):
                back()
