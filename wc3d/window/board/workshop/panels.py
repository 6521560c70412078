"""The workshop's panels: the bar of files and tools, the lists at the left, what is picked at the right, snapping at the foot."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from imgui_bundle import imgui

from wc3d.table.features import Kind
from wc3d.table.maps.snapping import DEGREES, GRIDS
from wc3d.window.board.workshop.editor_screen import BoardBench
from wc3d.window.board.workshop.model_panel import draw_look_from
from wc3d.window.board.workshop.overlays import BANDS, fit_words
from wc3d.window.board.workshop.terrain_tools import Make
from wc3d.window.shell.measuring_panels import draw_tools
from wc3d.window.shell.widgets import (
    DIM,
    EDGE,
    GOLD,
    GREEN,
    ICONS,
    RED,
    TEXT,
    button,
    color,
    dim,
    draw_share,
    fitting,
    heading,
    panel,
)

LEFT, RIGHT = 300.0, 312.0
"""Widths of the panels."""
TOP, FOOT = 52.0, 84.0
"""Heights of the bar and of the panel at the foot."""

KIND_SIGNS = {
    Kind.STRUCTURE: "\uf1ad", Kind.OBSTACLE: "\uf562", Kind.IMPASSABLE: "\uf05e", Kind.ROUGH: "\uf6fc", Kind.FOREST: "\uf1bb",
    Kind.OBSCURING: "\uf0c2", Kind.OBJECTIVE: "\uf024",
}  # fmt: skip
"""A sign for each kind of terrain, beside its word."""
MAKES = {
    Make.BOX: ("\uf0c8", "Box", "Draw a box: click two opposite corners"),
    Make.PRISM: ("\uf5ee", "Prism", "Draw a prism: click its corners one by one"),
    Make.CYLINDER: ("\uf111", "Cylinder", "Draw a cylinder: click its center, then its edge"),
    Make.LADDER: ("\uf557", "Ladder", "Add a ladder: click next to an edge"),
}
TABS = ("terrain", "findings", "levels")
TITLES = {"terrain": "Terrain", "findings": "Findings", "levels": "Floors"}


def draw_bar(ui: Any, bench: BoardBench) -> None:
    """Files, undo, shapes and measuring, in one row."""
    files, draft = bench.files, bench.draft
    with panel("workshop bar", (EDGE, EDGE)):
        for sign, words, mark, tip, act in (
            ("\uf15b", "", "new", "New board", files.new),
            (ICONS["open"], "Open", "open", "Open another board", files.choose_board),
            ("+", "Add mesh", "add_file", "Add a mesh file: STL, OBJ, GLB, glTF, PLY or 3MF", files.choose_mesh),
            (ICONS["save"], "Save", "save", "Save the board", files.save),
            ("", "Save as", "save_as", "Save the board under another name", lambda: files.save_as()),
            ("\uf02f", "Plan", "plan", "Print a plan at full size", bench.ask_plan),
        ):
            if button(ui, f"{sign}  {words}".strip(), mark, tip=tip):
                act()
            imgui.same_line()
        _gap()
        for icon, mark, stack, act in (("undo", "undo", draft.done, bench.undo), ("redo", "redo", draft.undone, bench.redo)):
            tip = f"{mark.title()}: {stack[-1].words}" if stack else f"Nothing to {mark}"
            if button(ui, ICONS[icon], mark, enabled=bool(stack), tip=tip):
                act()
            imgui.same_line()
        _gap()
        for make, (sign, words, tip) in MAKES.items():
            is_drawing = bench.drawing is not None and bench.drawing.make is make
            if button(ui, f"{sign}  {words}", f"make_{make.value}", on=is_drawing, tip=tip):
                bench.draw_shape(make)
            imgui.same_line()
        _gap()
        draw_tools(ui, bench.measuring, keys=False)
        imgui.same_line()
        if button(ui, "?", "help", tip="Mouse and keys"):
            bench.window.help = not bench.window.help


def _gap() -> None:
    imgui.dummy((4, 0))
    imgui.same_line()


def draw_foot(ui: Any, bench: BoardBench) -> None:
    """Snapping, and one line: what to do next, or what is going on."""
    draft, snap = bench.draft, bench.draft.snap
    with panel("workshop foot", (EDGE, ui.io.display_size.y - EDGE), corner=(0, 1)):
        imgui.align_text_to_frame_padding()
        imgui.text_colored(DIM, "Grid")
        imgui.same_line()
        for step in GRIDS:
            words = {0.0: "Off", 0.25: '1/4"', 1.0: '1"'}[step]
            if button(ui, words, f"grid_{step:g}", on=snap.grid == step):
                draft.snap = replace(snap, grid=step)
            imgui.same_line()
        toggles = (
            ("15°", "snap_angle", bool(snap.degrees), {"degrees": 0.0 if snap.degrees else DEGREES}, "Turn in steps of 15°"),
            ("Edges", "snap_edges", snap.edges, {"edges": not snap.edges}, "Snap to edges and corners of terrain and table"),
            ("On top", "snap_top", snap.on_top, {"on_top": not snap.on_top}, "Put moved terrain on top of other terrain"),
        )
        _gap()
        for words, mark, is_on, change, tip in toggles:
            sign = ICONS["ok"] if is_on else ICONS["no"]
            if button(ui, f"{sign} {words}", mark, on=is_on, tip=tip):
                draft.snap = replace(snap, **change)  # type: ignore[arg-type]
            imgui.same_line()
        imgui.new_line()
        jobs = bench.files.jobs
        if jobs.words:
            draw_share(ui, "job", jobs.share, wide=160 * ui.scale)
            imgui.same_line()
        imgui.text(bench.status)
        ui.mark("status")


def draw_looking(ui: Any, bench: BoardBench, mark: str) -> None:
    """How far looking the board over is, with a way to stop it; where it was stopped, a way to have it done."""
    if bench.judged:
        dim("Checking the board: errors, then where bases fit")
        draw_share(ui, mark, bench.looking, bench.looking_for, wide=-60 * ui.scale)
        imgui.same_line()
        if button(ui, "Stop", f"{mark}_stop"):
            bench.stop_looking()
    elif bench.looked is None and button(ui, "Check the board", f"{mark}_again", tip="The check was stopped"):
        bench.look_over()


def draw_lists(ui: Any, bench: BoardBench) -> None:
    """The board's name, and one of three lists: its terrain, what the linter found, its levels."""
    high = ui.io.display_size.y - (TOP + FOOT) * ui.scale - 4 * EDGE
    with panel("workshop lists", (EDGE, TOP * ui.scale + 2 * EDGE), (LEFT * ui.scale, high)):
        draft = bench.draft
        heading(ui, draft.table.name or "Board")
        path = draft.path.name if draft.path is not None else "not saved yet"
        state = f"{path}, changed" if draft.unsaved else f"{path}, saved" if draft.path is not None else path
        imgui.text_colored(GOLD if draft.unsaved else DIM, state)
        ui.mark("file state")
        counts = {"terrain": len(draft.table.features) + len(draft.table.ladders), "findings": len(bench.findings)}
        for tab in TABS:
            number = "..." if tab == "findings" and bench.looked is None else counts.get(tab, "")
            if button(ui, f"{TITLES[tab]} {number}".strip(), f"tab_{tab}", on=bench.tab == tab):
                bench.tab = tab
            imgui.same_line()
        imgui.new_line()
        imgui.dummy((0, 2))
        imgui.begin_child("list")
        {"terrain": _terrain, "findings": _findings, "levels": _levels}[bench.tab](ui, bench)
        imgui.end_child()


def _terrain(ui: Any, bench: BoardBench) -> None:
    draft = bench.draft
    if not draft.table.features and not draft.table.ladders:
        dim("Nothing yet. Draw a box, a prism or a cylinder, or add a mesh.")
    worst_last = sorted(bench.findings, key=lambda found: found[1].severity == "error")
    faulty = {id: finding.severity for id, finding in worst_last if id is not None}
    for feature in draft.table.features:
        _row(ui, bench, feature.id, KIND_SIGNS[feature.kind], feature.name, feature.kind.value, faulty.get(feature.id))
    for ladder in draft.table.ladders:
        _row(ui, bench, ladder.id, MAKES[Make.LADDER][0], ladder.id, "ladder", faulty.get(ladder.id))


def _row(ui: Any, bench: BoardBench, id: str, sign: str, name: str, kind: str, fault: str | None) -> None:
    imgui.text_colored(DIM, sign)
    imgui.same_line(28 * ui.scale)
    if imgui.selectable(f"{fitting(name, 150 * ui.scale)}##{id}", bench.draft.picked == id)[0]:
        bench.pick(id)
    ui.mark(f"row {id}")
    imgui.same_line(188 * ui.scale)
    imgui.text_colored(DIM, kind)
    if fault is not None:
        imgui.same_line(256 * ui.scale)
        imgui.text_colored(RED if fault == "error" else GOLD, ICONS["warning"])


def _findings(ui: Any, bench: BoardBench) -> None:
    draw_looking(ui, bench, "looking_over")
    if bench.looked is None:
        return
    if not bench.findings:
        imgui.text_colored(GREEN, f"{ICONS['ok']} No findings")
    for number, (id, finding) in enumerate(bench.findings, 1):
        paint = RED if finding.severity == "error" else GOLD
        imgui.text_colored(paint, f"{ICONS['warning']} {number} {finding.severity}")
        imgui.same_line()
        if imgui.selectable(f"{id or finding.where}##finding{number}", bench.draft.picked == id and id is not None)[0]:
            bench.show_finding(number - 1)
        ui.mark(f"finding {number}")
        dim(finding.message)


def _levels(ui: Any, bench: BoardBench) -> None:
    draw_looking(ui, bench, "looking_over")
    if bench.looked is None:
        return
    dim("The smallest and largest base that can stand on each floor. Click a floor to show where base centers "
        "can go. Click its eye to see what a model sees from there.")  # fmt: skip
    fits = bench.looked.fits
    if button(ui, "Show all", "paint_all", on=len(bench.painted) == len(fits)):
        bench.painted = set() if len(bench.painted) == len(fits) else {f.height for f in fits}
    for (rgb, hatch), words in zip(BANDS, ("every base", "all but the largest", "only the smallest"), strict=True):
        pattern = "plain" if not hatch else "hatched" if hatch < 2 else "closely hatched"
        imgui.text_colored(color(rgb), "\uf0c8")
        imgui.same_line()
        imgui.text_colored(DIM, f"{words} ({pattern})")
    for number, fit in enumerate(fits):
        is_painted = fit.height in bench.painted
        sign = ICONS["ok"] if is_painted else " "
        imgui.set_next_item_allow_overlap()
        if imgui.selectable(f'{sign}##level{number}', is_painted)[0]:
            bench.painted = bench.painted ^ {fit.height}
        ui.mark(f"level {number}")
        imgui.same_line(26 * ui.scale)
        imgui.text_colored(GOLD, f'{fit.height:.4g}"')
        imgui.same_line(80 * ui.scale)
        imgui.text_colored(TEXT if fit.smallest else DIM, fit_words(fit))
        imgui.same_line(LEFT * ui.scale - 70)
        draw_look_from(ui, bench, fit, f"look_from level {number}")
        names = ", ".join(_name(bench, id) for id in fit.features) or "the table"
        imgui.indent(26 * ui.scale)
        dim(names)
        imgui.unindent(26 * ui.scale)


def _name(bench: BoardBench, id: str) -> str:
    return next((f.name for f in bench.draft.table.features if f.id == id), id)
