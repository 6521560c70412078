"""A file dialog: a list of folders and files filtered by extension, and a path field.

A screen stores a `FileDialog` or None, lists it among its input layers, and draws it after all
other panels:

    places = {"Boards": shipped("maps")}
    self.chooser = FileDialog("Open a board", self._open, endings=(".json",), places=places)
    self.chooser = draw_file_dialog(ui, self.chooser)

The callback gets the chosen path. If it raises InputError, the dialog shows the message and stays
open.
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
from wc3d.ui.input_stack import InputLayer
from wc3d.window.shell.notices import make_printable, require_printable_path
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    FLAT_LIST_FLAG,
    GOLD_COLOR,
    ICONS,
    RED_COLOR,
    SELECT_ALL_FLAG,
    draw_bold_text,
    draw_button,
    end_list,
    is_enter_pressed,
    open_dialog,
)
from wc3d.window.shell.window_memory import remember_folder, remembered_folder

MAX_ENTRIES = 5000
"""Maximum number of folder entries to read."""
DIALOG_WIDTH_PX, DIALOG_HEIGHT_PX = 720.0, 520.0
DIALOG_ID = "choose a file"


@dataclass(frozen=True)
class FileRow:
    """A folder or a file in the list, with its size in bytes."""

    path: Path
    is_folder: bool
    size: int = 0

    @property
    def size_text(self) -> str:
        """The size of the file as text."""
        if self.is_folder:
            return ""
        return f"{self.size / 1e6:.1f} MB" if self.size >= 1e6 else f"{self.size / 1e3:.1f} kB"


def list_entries(folder: Path, endings: tuple[str, ...] = ()) -> tuple[FileRow, ...]:
    """Return visible folders, then files with these endings (all for ()). Raises InputError."""
    listing = []
    try:
        with os.scandir(folder) as rows:
            for row in islice(rows, MAX_ENTRIES):
                entry = _make_row(row)
                if entry is not None and (
                    entry.is_folder or not endings or row.name.lower().endswith(endings)
                ):
                    listing.append(entry)
    except FileNotFoundError:
        raise InputError(f"{folder}: no such folder") from None
    except NotADirectoryError:
        raise InputError(f"{folder}: expected a folder, not a file") from None
    except (OSError, ValueError) as error:
        raise InputError(
            f"{folder}: cannot be read ({getattr(error, 'strerror', None) or error})"
        ) from None
    return tuple(sorted(listing, key=lambda e: (not e.is_folder, e.path.name.lower())))


def _make_row(row: os.DirEntry[str]) -> FileRow | None:
    if row.name.startswith("."):
        return None
    try:
        return (
            FileRow(Path(row.path), True)
            if row.is_dir()
            else FileRow(Path(row.path), False, row.stat().st_size)
        )
    except OSError:  # a broken link
        return None


class FileDialog(InputLayer):
    """A dialog to open or save a file.

    `endings` are extensions such as (".json", ".jsonl"); `places` are shortcuts to folders, by
    label. With `saving`, the file may be new, `name` is the suggested name, and replacing a file
    needs a second confirmation. `folder_words` is the text of a button that chooses the folder
    itself, "" for none. `subject` names what is chosen: the next dialog with this subject
    begins in the folder of the last choice, otherwise in `folder`. A file that is saved again
    keeps its `folder`.
    """

    takes_mouse = takes_keys = is_dialog = True

    def __init__(
        self,
        title: str,
        callback: Callable[[Path], object],
        *,
        endings: tuple[str, ...] = (),
        folder: Path | None = None,
        places: Mapping[str, Path] | None = None,
        saving: bool = False,
        name: str = "",
        subject: str = "",
        folder_words: str = "",
    ) -> None:
        self.title = title
        self.subject = subject
        self.folder_words = folder_words
        self.on_choose = callback
        self.endings = endings
        self.is_saving = saving
        self.places = {**(places or {}), "Working folder": Path.cwd(), "Home": Path.home()}
        self.is_open = True
        self.fault = ""
        self.overwrite_confirmed_path: Path | None = None
        self.folder = Path()
        self.rows: tuple[FileRow, ...] = ()
        self.selected_path: Path | None = None
        self._field_number = 0
        self.typed_path = name
        self._low = 0.0
        self._focus_field = True
        is_fixed = not subject or (saving and folder is not None)
        remembered = None if is_fixed else remembered_folder(subject)
        self.go_to_folder(remembered or folder or Path.cwd())

    @property
    def typed_path(self) -> str:
        """The name in the field, or a path."""
        return self._typed_path

    @typed_path.setter
    def typed_path(self, path: str) -> None:
        self._typed_path = path
        self._field_number += 1  # a new field, because ImGui keeps the text of a focused one

    # --- actions

    def go_to_folder(self, folder: Path) -> None:
        """Show a folder, or an error if it cannot be read."""
        name = (
            Path(self.typed_path).name if self.is_saving and not _is_folder(self.typed_path) else ""
        )
        try:
            folder = require_printable_path(Path(os.path.abspath(folder.expanduser())))
            self.rows = list_entries(folder, self.endings)
        except (InputError, RuntimeError) as error:
            self.fault = str(error)
            return
        self.folder = folder
        self.selected_path = None
        self.fault = ""
        self.overwrite_confirmed_path = None
        self.typed_path = name
        self._focus_field = True

    def select_row(self, entry: FileRow) -> None:
        """Enter the clicked folder, or copy the clicked file's name into the field."""
        if entry.is_folder:
            self.go_to_folder(entry.path)
            return
        try:
            self.selected_path = entry.path
            self.typed_path = require_printable_path(entry.path).name
            self.fault = ""
            self.overwrite_confirmed_path = None
        except InputError as error:
            self.fault = str(error)

    def accept(self) -> None:
        """Enter the folder or choose the file in the field: a name here, or a path."""
        path = Path(self.typed_path.strip())
        path = path if path.is_absolute() or self.typed_path.startswith("~") else self.folder / path
        try:
            path = path.expanduser()
            if not self.typed_path.strip():
                raise InputError("Enter a file name, or choose a file above")
            if os.path.isdir(path):
                self.go_to_folder(path)
                return
            self._finish(self._check_save(path) if self.is_saving else self._check_open(path))
        except (InputError, RuntimeError) as error:
            self.fault = str(error)

    def choose_folder(self) -> None:
        """Choose the folder that is shown."""
        try:
            self._finish(self.folder)
        except InputError as error:
            self.fault = str(error)

    def _check_open(self, path: Path) -> Path:
        if not os.path.exists(path):
            raise InputError(f"{path}: no such file")
        return path

    def _check_save(self, path: Path) -> Path | None:
        if not path.name or _is_folder(self.typed_path):
            raise InputError("Enter a file name")
        if self.endings and not path.name.lower().endswith(self.endings):
            path = path.with_name(path.name + self.endings[0])
            self.typed_path += self.endings[0]
        if not os.path.isdir(path.parent):
            raise InputError(f"{path}: the folder {path.parent} does not exist")
        if os.path.exists(path) and self.overwrite_confirmed_path != path:
            self.overwrite_confirmed_path = path
            self.fault = f"{path.name} already exists; press again to replace it"
            return None
        return path

    def _finish(self, path: Path | None) -> None:
        if path is not None:
            self.fault = ""
            self.on_choose(path)
            self.is_open = False
            if self.subject:
                remember_folder(self.subject, path if os.path.isdir(path) else path.parent)

    @property
    def is_active(self) -> bool:
        return self.is_open

    def on_cancel(self) -> bool:
        self.cancel()
        return True

    def cancel(self) -> None:
        """Close without choosing a file."""
        self.is_open = False

    # --- drawing

    def draw_dialog(self, ui: Any) -> None:
        """Draw the dialog over everything else."""
        width, height = ui.io.display_size.x, ui.io.display_size.y
        size = (
            min(DIALOG_WIDTH_PX * ui.scale, width - 20),
            min(DIALOG_HEIGHT_PX * ui.scale, height - 20),
        )
        with open_dialog(ui, DIALOG_ID, size):
            self._draw_head(ui)
            between = imgui.get_style().item_spacing.y
            room = (0.0, -(self._low or 100.0 * ui.scale) - between)
            imgui.begin_child("files", room, FLAT_LIST_FLAG)
            self._draw_rows(ui)
            end_list()
            ui.record_widget("files")
            top = imgui.get_cursor_pos().y
            self._draw_foot(ui)
            self._low = imgui.get_cursor_pos().y - top - between

    def _draw_head(self, ui: Any) -> None:
        draw_bold_text(ui, self.title)
        tip = "Go to the parent folder"
        if draw_button(
            ui,
            ICONS["up"] + " Up",
            "choose up",
            enabled=self.folder.parent != self.folder,
            tip=tip,
        ):
            self.go_to_folder(self.folder.parent)
        for name, folder in self.places.items():
            imgui.same_line()
            if draw_button(
                ui, name, f"place {name}", on=folder == self.folder, tip=make_printable(str(folder))
            ):
                self.go_to_folder(folder)
        imgui.text_colored(
            DIM_COLOR, _shorten(str(self.folder), imgui.get_content_region_avail().x)
        )

    def _draw_rows(self, ui: Any) -> None:
        if not self.rows:
            imgui.text_colored(DIM_COLOR, "Nothing to choose in this folder")
        right = imgui.get_content_region_avail().x - 90 * ui.scale
        for number, entry in enumerate(self.rows):
            imgui.text_colored(
                GOLD_COLOR if entry.is_folder else DIM_COLOR,
                ICONS["open" if entry.is_folder else "copy"],
            )
            imgui.same_line(30 * ui.scale)
            name = make_printable(entry.path.name)
            if imgui.selectable(f"##{number}", entry.path == self.selected_path)[0]:
                self._press_row(entry)
            ui.record_widget(f"file {name}")
            is_double_click = imgui.is_item_hovered() and imgui.is_mouse_double_clicked(
                imgui.MouseButton_.left
            )
            if is_double_click and not entry.is_folder and entry.path == self.selected_path:
                self.accept()
            imgui.same_line(30 * ui.scale)
            imgui.text(name + ("/" if entry.is_folder else ""))
            if not entry.is_folder:
                imgui.same_line(right)
                imgui.text_colored(DIM_COLOR, entry.size_text)

    def _press_row(self, entry: FileRow) -> None:
        """Select a row. Enter also chooses its file, or goes to the name of the file to save."""
        self.select_row(entry)
        if entry.is_folder or imgui.is_mouse_released(imgui.MouseButton_.left):
            return
        if self.is_saving:
            self._focus_field = True
        else:
            self.accept()

    def _draw_foot(self, ui: Any) -> None:
        imgui.set_next_item_width(-1)
        if self._focus_field:
            imgui.set_keyboard_focus_here()
            self._focus_field = False
        hint = "a name in this folder, or a path"
        field = f"##path {self._field_number}"
        _, typed = imgui.input_text_with_hint(field, hint, self.typed_path, SELECT_ALL_FLAG)
        ui.record_widget("choose path")
        if typed != self.typed_path:
            self._typed_path = typed
            self.fault = ""
            self.overwrite_confirmed_path = None
        entered = is_enter_pressed()
        words = (
            f"{ICONS['save']} {'Replace' if self.overwrite_confirmed_path else 'Save'}"
            if self.is_saving
            else f"{ICONS['open']} Open"
        )
        if draw_button(ui, words, "choose take", main=True, wide=120 * ui.scale) or entered:
            self.accept()
        imgui.same_line()
        if draw_button(ui, f"Cancel  ({ui.key_for_command('cancel')})", "choose cancel"):
            self.cancel()
        if self.folder_words:
            imgui.same_line()
            if draw_button(ui, self.folder_words, "choose folder"):
                self.choose_folder()
        imgui.push_text_wrap_pos(0)
        if self.fault:
            imgui.text_colored(RED_COLOR, f"{ICONS['warning']} {self.fault}")
            ui.record_widget("choose fault")
        elif self.endings:
            imgui.text_colored(DIM_COLOR, f"Showing files that end in {', '.join(self.endings)}")
            ui.record_widget("choose endings")
        imgui.pop_text_wrap_pos()


def _is_folder(typed_path: str) -> bool:
    return typed_path.rstrip().endswith(os.sep)


def draw_file_dialog(ui: Any, chooser: FileDialog | None) -> FileDialog | None:
    """Draw a file dialog if there is one. Return the dialog, or None once it is closed."""
    if chooser is None or not chooser.is_open:
        return None
    chooser.draw_dialog(ui)
    return chooser if chooser.is_open else None


def _shorten(words: str, room: float) -> str:
    """Return the end of a path that fits into `room` pixels."""
    while len(words) > 12 and imgui.calc_text_size(words).x > room:
        words = "…" + words[max(2, len(words) // 12) :]
    return words
