"""The editor's dialogs: unsaved changes, new and random boards, plan printing."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.board_generator.styles import MAX_SEED_CHARS, STYLES
from wc3d.window.board.workshop.editor_screen_base import EditorScreenBase
from wc3d.window.board.workshop.files import NewBoardForm, UnsavedChangesGuard
from wc3d.window.board.workshop.mesh_import_panel import draw_mesh_import_panel
from wc3d.window.board.workshop.mesh_placement import MeshDraft
from wc3d.window.shell.file_dialog import draw_file_dialog
from wc3d.window.shell.widgets import (
    ICONS,
    SELECT_ALL_FLAG,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    focus_button,
    focus_field,
    is_enter_pressed,
    lay_in_row,
    open_dialog,
)

DIALOG_WIDTH_PX = 460.0


def draw_dialogs(ui: Any, bench: EditorScreenBase) -> None:
    """Draw the open dialog and, above it, the file dialog."""
    question = bench.files.current_dialog
    if isinstance(question, MeshDraft):
        draw_mesh_import_panel(ui, bench, question)
    elif question is not None:
        with open_dialog(ui, "workshop asks", (DIALOG_WIDTH_PX * ui.scale, 0)):
            if isinstance(question, UnsavedChangesGuard):
                _draw_guard(ui, bench, question)
            elif isinstance(question, NewBoardForm):
                _draw_new_board(ui, bench, question)
            else:
                _draw_plan_dialog(ui, bench)
            ui.record_widget("asks")
    bench.files.chooser = draw_file_dialog(ui, bench.files.chooser)


def _draw_cancel_button(ui: Any, bench: EditorScreenBase) -> None:
    if draw_button(ui, f"Cancel  ({ui.key_for_command('cancel')})", "ask_cancel"):
        bench.files.close_dialog()


def _draw_guard(ui: Any, bench: EditorScreenBase, guard: UnsavedChangesGuard) -> None:
    draw_bold_text(ui, "Unsaved changes")
    name = (
        bench.draft.path.name
        if bench.draft.path is not None
        else bench.draft.table.name or "the board"
    )
    draw_dim_text(f"{guard.words[0].upper()}{guard.words[1:]} would lose the changes in {name}.")
    if draw_button(ui, f"{ICONS['save']}  Save", "guard_save", main=True):
        bench.files.answer_guard(save=True)
    focus_button()
    imgui.same_line()
    if draw_button(ui, "Don't save", "guard_drop"):
        bench.files.answer_guard(save=False)
    imgui.same_line()
    _draw_cancel_button(ui, bench)


def _draw_new_board(ui: Any, bench: EditorScreenBase, form: NewBoardForm) -> None:
    """Draw the size of a new board. Enter creates it, also from a field."""
    draw_bold_text(ui, "New board")
    focus_field()
    is_entered = False
    for words, name in lay_in_row((("wide", "width"), ("deep", "depth"))):
        imgui.set_next_item_width(90 * ui.scale)
        value: float = getattr(form, name)
        _, value = imgui.input_double(f"##{name}", value, 0.0, 0.0, "%.6g", SELECT_ALL_FLAG)
        setattr(form, name, value)
        is_entered |= is_enter_pressed()
        ui.record_widget(f"new_{name}")
        imgui.same_line()
        imgui.text(words)
    imgui.same_line()
    draw_dim_text("inches")
    if draw_button(ui, f"{ICONS['ok']}  Create", "new_create", main=True) or is_entered:
        bench.files.create_board(form)
    imgui.separator()
    _draw_random_board(ui, bench, form)
    _draw_cancel_button(ui, bench)


def _draw_random_board(ui: Any, bench: EditorScreenBase, form: NewBoardForm) -> None:
    """Draw the style and the seed of a random board, and its button."""
    draw_dim_text('Random board: fair terrain from the included pieces, sides from 30" to 60"')
    for style in lay_in_row(STYLES.values()):
        is_chosen = form.style == style.name
        if draw_button(
            ui, style.name.title(), f"style_{style.name}", on=is_chosen, tip=style.summary
        ):
            form.style = style.name
    imgui.set_next_item_width(120 * ui.scale)
    _, typed = imgui.input_text_with_hint("##random_seed", "random", form.seed)
    form.seed = typed[:MAX_SEED_CHARS]
    ui.record_widget("random_seed")
    imgui.same_line()
    imgui.text("seed")
    imgui.same_line()
    if draw_button(ui, f"{ICONS['dice']}  Create random board", "random_create"):
        bench.files.create_random_board(form)


def _draw_plan_dialog(ui: Any, bench: EditorScreenBase) -> None:
    draw_bold_text(ui, "Print a plan at full size")
    draw_dim_text(
        'Terrain with names and heights on a 1" grid. Pages overlap and have alignment marks and a scale bar.'
    )
    for paper, words in (
        ("a4", "PDF, A4 pages"),
        ("letter", "PDF, Letter pages"),
        ("svg", "SVG, one sheet"),
    ):
        if draw_button(ui, words, f"paper_{paper}"):
            bench.files.ask_plan_path(paper)
        if paper == "a4":
            focus_button()
        imgui.same_line()
    imgui.new_line()
    _draw_cancel_button(ui, bench)
