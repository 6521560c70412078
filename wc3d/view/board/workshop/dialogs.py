"""The workshop's questions, in the middle of the window: a mesh's unit, what to do with unsaved changes, which plan to print."""
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.view.board.workshop.bench import BoardBench
from wc3d.view.board.workshop.files import UNITS, Guard, Units
from wc3d.view.window.file_dialog import draw_file_dialog
from wc3d.view.window.panels import ICONS, button, dim, heading, panel

WIDTH = 460.0


def draw_dialogs(ui: Any, bench: BoardBench) -> None:
    """Whatever is being asked; over it the chooser of files, if one is open."""
    asked = bench.files.asked
    if asked is not None:
        middle = ui.io.display_size.x / 2, ui.io.display_size.y / 2
        with panel("workshop asks", middle, (WIDTH * ui.scale, 0), corner=(0.5, 0.5)):
            if isinstance(asked, Units):
                _units(ui, bench, asked)
            elif isinstance(asked, Guard):
                _guard(ui, bench, asked)
            else:
                _plan(ui, bench)
            ui.mark("asks")
    bench.files.chooser = draw_file_dialog(ui, bench.files.chooser)


def _cancel(ui: Any, bench: BoardBench, words: str = "") -> None:
    if button(ui, words or f"Cancel  ({ui.key('cancel')})", "ask_cancel"):
        bench.files.asked = None
        bench.files.next_mesh()


def _units(ui: Any, bench: BoardBench, asked: Units) -> None:
    measured = asked.measured
    heading(ui, f"Which unit is {measured.path.name} in?")
    x, y, z = measured.size
    dim(f"It is {x:.4g} by {y:.4g} by {z:.4g} of its own units, {measured.triangles:,} triangles. {measured.why}")
    for unit, words in UNITS.items():
        guess = measured.guess == unit
        words = words.capitalize()
        label = f"{ICONS['ok'] if guess else ' '} {words}{' (likely)' if guess else ''}"
        if button(ui, label, f"unit_{unit}", on=guess, wide=190 * ui.scale):
            bench.files.add_mesh(unit)
        imgui.same_line()
        imgui.align_text_to_frame_padding()
        imgui.text_wrapped(measured.words(unit))
    imgui.dummy((0, 4))
    dim("Another scale can be typed once it is on the board.")
    _cancel(ui, bench, "Leave it")


def _guard(ui: Any, bench: BoardBench, asked: Guard) -> None:
    heading(ui, "There are unsaved changes")
    name = bench.draft.path.name if bench.draft.path is not None else bench.draft.table.name or "the board"
    dim(f"{asked.words[0].upper()}{asked.words[1:]} would lose what was changed in {name}.")
    if button(ui, f"{ICONS['save']}  Save", "guard_save", on=True):
        bench.files.answer_guard(save=True)
    imgui.same_line()
    if button(ui, "Don't save", "guard_drop"):
        bench.files.answer_guard(save=False)
    imgui.same_line()
    _cancel(ui, bench)


def _plan(ui: Any, bench: BoardBench) -> None:
    heading(ui, "A plan to print at its true size")
    dim("Terrain with names and heights, a grid of inches. Pages overlap; they carry marks to glue by, and a bar to check.")
    for paper, words in (("a4", "PDF, A4 pages"), ("letter", "PDF, Letter pages"), ("svg", "SVG, one sheet")):
        if button(ui, words, f"paper_{paper}"):
            bench.files.choose_plan(paper)
        imgui.same_line()
    imgui.new_line()
    _cancel(ui, bench)
