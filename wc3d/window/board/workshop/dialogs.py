"""The workshop's questions, in the middle of the window: what to do with unsaved changes, which plan to print."""
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.window.board.workshop.editor_screen import BoardBench
from wc3d.window.board.workshop.files import Guard
from wc3d.window.board.workshop.fit_panel import draw_fit_panel
from wc3d.window.board.workshop.fitting import NewMesh
from wc3d.window.shell.file_dialog import draw_file_dialog
from wc3d.window.shell.widgets import ICONS, button, dim, heading, panel

WIDTH = 460.0


def draw_dialogs(ui: Any, bench: BoardBench) -> None:
    """Whatever is being asked; over it the chooser of files, if one is open."""
    question = bench.files.asked
    if isinstance(question, NewMesh):
        draw_fit_panel(ui, bench, question)
    elif question is not None:
        middle = ui.io.display_size.x / 2, ui.io.display_size.y / 2
        with panel("workshop asks", middle, (WIDTH * ui.scale, 0), corner=(0.5, 0.5)):
            if isinstance(question, Guard):
                _guard(ui, bench, question)
            else:
                _plan(ui, bench)
            ui.mark("asks")
    bench.files.chooser = draw_file_dialog(ui, bench.files.chooser)


def _cancel(ui: Any, bench: BoardBench) -> None:
    if button(ui, f"Cancel  ({ui.key('cancel')})", "ask_cancel"):
        bench.files.leave()


def _guard(ui: Any, bench: BoardBench, guard: Guard) -> None:
    heading(ui, "Unsaved changes")
    name = bench.draft.path.name if bench.draft.path is not None else bench.draft.table.name or "the board"
    dim(f"{guard.words[0].upper()}{guard.words[1:]} would lose the changes in {name}.")
    if button(ui, f"{ICONS['save']}  Save", "guard_save", on=True):
        bench.files.answer_guard(save=True)
    imgui.same_line()
    if button(ui, "Don't save", "guard_drop"):
        bench.files.answer_guard(save=False)
    imgui.same_line()
    _cancel(ui, bench)


def _plan(ui: Any, bench: BoardBench) -> None:
    heading(ui, "Print a plan at full size")
    dim('Terrain with names and heights on a 1" grid. Pages overlap and have alignment marks and a scale bar.')
    for paper, words in (("a4", "PDF, A4 pages"), ("letter", "PDF, Letter pages"), ("svg", "SVG, one sheet")):
        if button(ui, words, f"paper_{paper}"):
            bench.files.choose_plan(paper)
        imgui.same_line()
    imgui.new_line()
    _cancel(ui, bench)
