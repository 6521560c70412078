"""A panel to choose a file in: a list of folders and files, filtered by their endings, and a path that can be typed.

A screen keeps a `FileDialog` or None, and calls this last of all its panels (`cancelled` calls `chooser.cancel()`):

    self.chooser = FileDialog("Open a board", self._open, endings=(".json",), places={"Boards": shipped("maps")})
    self.chooser = draw_file_dialog(ui, self.chooser)

What is chosen goes to the function that was given; an InputError that it raises is shown in the panel, which stays open.
"""
from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from wc3d.errors import InputError
from wc3d.window.shell.notices import must_be_text, printable
from wc3d.window.shell.widgets import DIM, FLAGS, GOLD, ICONS, RED, button, heading, was_entered

MOST = 5000
"""Entries of a folder that are read: a list of more helps nobody."""
WIDTH, HEIGHT = 720.0, 520.0
NAME = "choose a file"


@dataclass(frozen=True)
class FileRow:
    """A row of the list: a folder or a file, with its size in bytes."""

    path: Path
    folder: bool
    size: int = 0

    @property
    def note(self) -> str:
        """How large the file is, in words."""
        if self.folder:
            return ""
        return f"{self.size / 1e6:.1f} MB" if self.size >= 1e6 else f"{self.size / 1e3:.1f} kB"


def entries(folder: Path, endings: tuple[str, ...] = ()) -> tuple[FileRow, ...]:
    """The folders of a folder, then its files of these endings (none: all files); hidden ones are left out. Raises InputError."""
    listing = []
    try:
        with os.scandir(folder) as rows:
            for row in islice(rows, MOST):
                entry = _entry(row)
                if entry is not None and (entry.folder or not endings or row.name.lower().endswith(endings)):
                    listing.append(entry)
    except FileNotFoundError:
        raise InputError(f"{folder}: no such folder") from None
    except NotADirectoryError:
        raise InputError(f"{folder}: expected a folder, not a file") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{folder}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    return tuple(sorted(listing, key=lambda e: (not e.folder, e.path.name.lower())))


def _entry(row: os.DirEntry[str]) -> FileRow | None:
    if row.name.startswith("."):
        return None
    try:
        return FileRow(Path(row.path), True) if row.is_dir() else FileRow(Path(row.path), False, row.stat().st_size)
    except OSError:  # a link to nothing
        return None


class FileDialog:
    """The panel. `endings` such as (".json", ".jsonl"); `places` are folders one click away, by what they are called.

    With `saving`, a file is named that may not exist yet (`name` is proposed); one that does is replaced only when asked twice.
    """

    def __init__(
        self, title: str, callback: Callable[[Path], object], *, endings: tuple[str, ...] = (), folder: Path | None = None,
        places: Mapping[str, Path] | None = None, saving: bool = False, name: str = "",
    ) -> None:  # fmt: skip
        self.title, self.chosen, self.endings, self.saving = title, callback, endings, saving
        self.places = {**(places or {}), "Working folder": Path.cwd(), "Home": Path.home()}
        self.open = True
        self.fault = ""
        self.sure: Path | None = None
        self.folder = Path()
        self.rows: tuple[FileRow, ...] = ()
        self.picked: Path | None = None
        self.typed = ""
        self._low = 0.0
        self.go(folder or Path.cwd())
        self.typed = str(self.folder / name) if name else self.typed

    # --- what it does

    def go(self, folder: Path) -> None:
        """Show a folder; one that cannot be read is told of, and the panel stays where it was."""
        name = Path(self.typed).name if self.saving and not self.typed.endswith(os.sep) else ""
        try:
            folder = must_be_text(Path(os.path.abspath(folder.expanduser())))
            self.rows = entries(folder, self.endings)
        except (InputError, RuntimeError) as error:
            self.fault = str(error)
            return
        self.folder, self.picked, self.fault, self.sure = folder, None, "", None
        self.typed = str(folder / name) if name else os.path.join(str(folder), "")

    def pick(self, entry: FileRow) -> None:
        """A row was clicked: a folder is entered, a file's name is written into the field."""
        if entry.folder:
            self.go(entry.path)
            return
        try:
            self.picked, self.typed, self.fault, self.sure = entry.path, str(must_be_text(entry.path)), "", None
        except InputError as error:
            self.fault = str(error)

    def take(self) -> None:
        """Take what stands in the field: enter a folder, or choose the file."""
        path = Path(self.typed.strip())
        path = path if path.is_absolute() or self.typed.startswith("~") else self.folder / path
        try:
            path = path.expanduser()
            if os.path.isdir(path):
                self.go(path)
                return
            self._choose(self._to_save(path) if self.saving else self._to_open(path))
        except (InputError, RuntimeError) as error:
            self.fault = str(error)

    def _to_open(self, path: Path) -> Path:
        if not os.path.exists(path):
            raise InputError(f"{path}: no such file")
        return path

    def _to_save(self, path: Path) -> Path | None:
        if not path.name or self.typed.rstrip().endswith(os.sep):
            raise InputError("Enter a file name")
        if self.endings and not path.name.lower().endswith(self.endings):
            path = path.with_name(path.name + self.endings[0])
            self.typed = str(path)
        if not os.path.isdir(path.parent):
            raise InputError(f"{path}: the folder {path.parent} does not exist")
        if os.path.exists(path) and self.sure != path:
            self.sure = path
            self.fault = f"{path.name} already exists; press again to replace it"
            return None
        return path

    def _choose(self, path: Path | None) -> None:
        if path is not None:
            self.fault = ""
            self.chosen(path)
            self.open = False

    def cancel(self) -> None:
        """Choose nothing."""
        self.open = False

    # --- what it looks like

    def draw(self, ui: Any) -> None:
        """Draw it over everything else, which gets no clicks meanwhile."""
        if self.open and not imgui.is_popup_open(NAME):
            imgui.open_popup(NAME)
        width, height = ui.io.display_size.x, ui.io.display_size.y
        size = min(WIDTH * ui.scale, width - 20), min(HEIGHT * ui.scale, height - 20)
        imgui.set_next_window_pos((width / 2, height / 2), imgui.Cond_.always.value, (0.5, 0.5))
        imgui.set_next_window_size(size)
        is_open, _ = imgui.begin_popup_modal(NAME, None, FLAGS.no_title_bar | FLAGS.no_resize | FLAGS.no_move)
        if not is_open:
            return
        self._head(ui)
        between = imgui.get_style().item_spacing.y
        imgui.begin_child("files", (0, -(self._low or 100.0 * ui.scale) - between))
        self._rows(ui)
        imgui.end_child()
        ui.mark("files")
        top = imgui.get_cursor_pos().y
        self._foot(ui)
        self._low = imgui.get_cursor_pos().y - top - between
        if imgui.is_key_pressed(imgui.Key.escape):
            self.cancel()
        if not self.open:
            imgui.close_current_popup()
        imgui.end_popup()

    def _head(self, ui: Any) -> None:
        heading(ui, self.title)
        tip = "Go to the parent folder"
        if button(ui, ICONS["turn"] + " Up", "choose up", enabled=self.folder.parent != self.folder, tip=tip):
            self.go(self.folder.parent)
        for name, folder in self.places.items():
            imgui.same_line()
            if button(ui, name, f"place {name}", on=folder == self.folder, tip=printable(str(folder))):
                self.go(folder)
        imgui.text_colored(DIM, _short(str(self.folder), imgui.get_content_region_avail().x))

    def _rows(self, ui: Any) -> None:
        if not self.rows:
            imgui.text_colored(DIM, "Nothing to choose in this folder")
        right = imgui.get_content_region_avail().x - 90 * ui.scale
        for number, entry in enumerate(self.rows):
            imgui.text_colored(GOLD if entry.folder else DIM, ICONS["open" if entry.folder else "copy"])
            imgui.same_line(30 * ui.scale)
            name = printable(entry.path.name)
            if imgui.selectable(f"##{number}", entry.path == self.picked)[0]:
                self.pick(entry)
            ui.mark(f"file {name}")
            is_double_click = imgui.is_item_hovered() and imgui.is_mouse_double_clicked(imgui.MouseButton_.left)
            if is_double_click and not entry.folder and entry.path == self.picked:
                self.take()
            imgui.same_line(30 * ui.scale)
            imgui.text(name + ("/" if entry.folder else ""))
            if not entry.folder:
                imgui.same_line(right)
                imgui.text_colored(DIM, entry.note)

    def _foot(self, ui: Any) -> None:
        imgui.set_next_item_width(-1)
        _, typed = imgui.input_text("##path", self.typed)
        ui.mark("choose path")
        if typed != self.typed:
            self.typed, self.fault, self.sure = typed, "", None
        entered = was_entered()
        words = f"{ICONS['save']} {'Replace' if self.sure else 'Save'}" if self.saving else f"{ICONS['open']} Open"
        if button(ui, words, "choose take", on=True, wide=120 * ui.scale) or entered:
            self.take()
        imgui.same_line()
        if button(ui, f"Cancel  ({ui.key('cancel')})", "choose cancel"):
            self.cancel()
        imgui.push_text_wrap_pos(0)
        if self.fault:
            imgui.text_colored(RED, f"{ICONS['warning']} {self.fault}")
            ui.mark("choose fault")
        elif self.endings:
            imgui.text_colored(DIM, f"Showing files that end in {', '.join(self.endings)}")
            ui.mark("choose endings")
        imgui.pop_text_wrap_pos()


def draw_file_dialog(ui: Any, chooser: FileDialog | None) -> FileDialog | None:
    """Draw a chooser, if there is one: the chooser to keep, None once it is done with."""
    if chooser is None:
        return None
    chooser.draw(ui)
    return chooser if chooser.open else None


def _short(words: str, room: float) -> str:
    """The end of a long path, as much of it as there is room for."""
    while len(words) > 12 and imgui.calc_text_size(words).x > room:
        words = "…" + words[max(2, len(words) // 12) :]
    return words
