"""The editor's panels: toolbar, lists at the left, selection at the right, status bar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from imgui_bundle import imgui

from wc3d.table.features import Kind
from wc3d.table.maps.snapping import ANGLE_STEP_DEG, GRID_STEPS_IN
from wc3d.window.board.workshop.editor_screen_base import EditorScreenBase
from wc3d.window.board.workshop.kit_palette import KitPalette
from wc3d.window.board.workshop.kit_panel import PaletteActions
from wc3d.window.board.workshop.model_panel import draw_view_from_button
from wc3d.window.board.workshop.overlays import BASE_FIT_STYLES, describe_fitting_bases
from wc3d.window.board.workshop.terrain_tools import ShapeTool
from wc3d.window.shell.measuring_panels import draw_tool_buttons
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    FLAT_LIST_FLAG,
    GOLD_COLOR,
    GREEN_COLOR,
    ICONS,
    RED_COLOR,
    TEXT_COLOR,
    WINDOW_MARGIN_PX,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    draw_progress_bar,
    end_list,
    open_panel,
    shorten_to_width,
    to_rgba,
)

LEFT_WIDTH_PX, RIGHT_WIDTH_PX = 300.0, 312.0
"""Widths of the side panels."""
TOOLBAR_HEIGHT_PX, STATUS_BAR_HEIGHT_PX = 52.0, 84.0
"""Heights of the toolbar and the status bar."""

TOOLBAR_GAPS_PX, TOOLBAR_WORDS_PX = 470.0, 740.0
"""Widths of the toolbar's gaps, which do not grow with the text, and of its words."""

KIND_ICONS = {
    Kind.STRUCTURE: "\uf1ad",
    Kind.OBSTACLE: "\uf562",
    Kind.IMPASSABLE: "\uf05e",
    Kind.ROUGH: "\uf6fc",
    Kind.FOREST: "\uf1bb",
    Kind.OBSCURING: "\uf0c2",
    Kind.OBJECTIVE: "\uf024",
}
"""An icon for each terrain kind."""
SHAPE_BUTTONS = {
    ShapeTool.BOX: ("\uf0c8", "Box", "Draw a box: click two opposite corners"),
    ShapeTool.PRISM: ("\uf5ee", "Prism", "Draw a prism: click its corners one by one"),
    ShapeTool.CYLINDER: ("\uf111", "Cylinder", "Draw a cylinder: click its center, then its edge"),
    ShapeTool.LADDER: ("\uf557", "Ladder", "Add a ladder: click next to an edge"),
}
TAB_NAMES = ("terrain", "findings", "levels")
TAB_TITLES = {"terrain": "Terrain", "findings": "Findings", "levels": "Floors", "kit": "Kit"}


def draw_toolbar(ui: Any, bench: EditorScreenBase) -> None:
    """Draw the file, undo, shape and measuring buttons in one row."""
    files = bench.files
    draft = bench.draft
    has_room = ui.io.display_size.x >= TOOLBAR_GAPS_PX + TOOLBAR_WORDS_PX * ui.scale
    with open_panel("workshop bar", (WINDOW_MARGIN_PX, WINDOW_MARGIN_PX)):
        for sign, words, mark, tip, act in (
            ("\uf15b", "", "new", "New board", files.new_board),
            (ICONS["open"], "Open", "open", "Open another board", files.choose_board),
            (
                "+",
                "Add mesh",
                "add_file",
                "Add a mesh file, or a folder of them as a kit: STL, OBJ, GLB, glTF, PLY or 3MF",
                files.choose_mesh,
            ),
            (ICONS["save"], "Save", "save", "Save the board", files.save),
            (
                "",
                "Save as",
                "save_as",
                "Save the board under another name",
                lambda: files.ask_save_path(),
            ),
            ("\uf02f", "Plan", "plan", "Print a plan at full size", bench.ask_for_plan),
        ):
            if draw_button(ui, f"{sign}  {words}".strip(), mark, tip=tip):
                act()
            imgui.same_line()
        _draw_gap()
        for icon, mark, stack, act in (
            ("undo", "undo", draft.undo_stack, bench.undo),
            ("redo", "redo", draft.redo_stack, bench.redo),
        ):
            tip = f"{mark.title()}: {stack[-1].words}" if stack else f"Nothing to {mark}"
            if draw_button(ui, ICONS[icon], mark, enabled=bool(stack), tip=tip):
                act()
            imgui.same_line()
        _draw_gap()
        for make, (sign, words, tip) in SHAPE_BUTTONS.items():
            is_drawing = bench.drawing is not None and bench.drawing.tool is make
            label = f"{sign}  {words}" if has_room else sign
            if draw_button(ui, label, f"make_{make.value}", on=is_drawing, tip=tip):
                bench.begin_shape(make)
            imgui.same_line()
        _draw_gap()
        draw_tool_buttons(ui, bench.measuring, keys=False, words=has_room)
        imgui.same_line()
        if draw_button(ui, ICONS["camera"], "photo mode", tip="Photo mode"):
            bench.window.photo_mode.enter()
        imgui.same_line()
        if draw_button(ui, "?", "help", tip="Mouse and keys"):
            bench.window.help = not bench.window.help


def _draw_gap() -> None:
    imgui.dummy((4, 0))
    imgui.same_line()


def draw_status_bar(ui: Any, bench: EditorScreenBase) -> None:
    """Draw the snap settings and a status line."""
    draft = bench.draft
    snap = bench.draft.snap
    with open_panel(
        "workshop foot", (WINDOW_MARGIN_PX, ui.io.display_size.y - WINDOW_MARGIN_PX), corner=(0, 1)
    ):
        imgui.align_text_to_frame_padding()
        imgui.text_colored(DIM_COLOR, "Grid")
        imgui.same_line()
        for step in GRID_STEPS_IN:
            words = {0.0: "Off", 0.25: '1/4"', 1.0: '1"'}[step]
            if draw_button(ui, words, f"grid_{step:g}", on=snap.grid == step):
                draft.snap = replace(snap, grid=step)
            imgui.same_line()
        toggles = (
            (
                "15°",
                "snap_angle",
                bool(snap.degrees),
                replace(snap, degrees=0.0 if snap.degrees else ANGLE_STEP_DEG),
                "Turn in steps of 15°",
            ),
            (
                "Edges",
                "snap_edges",
                snap.edges,
                replace(snap, edges=not snap.edges),
                "Snap to edges and corners of terrain and table",
            ),
            (
                "On top",
                "snap_top",
                snap.is_on_top,
                replace(snap, is_on_top=not snap.is_on_top),
                "Put moved terrain on top of other terrain",
            ),
        )
        _draw_gap()
        for words, mark, is_on, toggled, tip in toggles:
            sign = ICONS["ok"] if is_on else ICONS["no"]
            if draw_button(ui, f"{sign} {words}", mark, on=is_on, tip=tip):
                draft.snap = toggled
            imgui.same_line()
        imgui.new_line()
        jobs = bench.files.jobs
        if jobs.status_text:
            draw_progress_bar(ui, "job", jobs.fraction_done, wide=160 * ui.scale)
            imgui.same_line()
        imgui.text(bench.status)
        ui.record_widget("status")


def draw_check_progress(ui: Any, bench: EditorScreenBase, mark: str) -> None:
    """Draw the progress of the board check with a button to stop it, or to start it again."""
    if bench.is_checking:
        draw_dim_text("Checking the board: errors, then where bases fit")
        draw_progress_bar(ui, mark, bench.check_progress, bench.check_seconds, wide=-60 * ui.scale)
        imgui.same_line()
        if draw_button(ui, "Stop", f"{mark}_stop"):
            bench.stop_check()
    elif bench.check_result is None and draw_button(
        ui, "Check the board", f"{mark}_again", tip="The check was stopped"
    ):
        bench.start_check()


def draw_lists(ui: Any, bench: EditorScreenBase) -> None:
    """Draw the board's name and one of three lists: terrain, findings or levels."""
    high = (
        ui.io.display_size.y
        - (TOOLBAR_HEIGHT_PX + STATUS_BAR_HEIGHT_PX) * ui.scale
        - 4 * WINDOW_MARGIN_PX
    )
    with open_panel(
        "workshop lists",
        (WINDOW_MARGIN_PX, TOOLBAR_HEIGHT_PX * ui.scale + 2 * WINDOW_MARGIN_PX),
        (LEFT_WIDTH_PX * ui.scale, high),
    ):
        draft = bench.draft
        draw_bold_text(ui, draft.table.name or "Board")
        state = (
            "not saved yet"
            if draft.path is None
            else f"{draft.path.name}, {'changed' if draft.is_unsaved else 'saved'}"
        )
        imgui.text_colored(GOLD_COLOR if draft.is_unsaved else DIM_COLOR, state)
        ui.record_widget("file state")
        random_draft = bench.files.random_draft
        if random_draft is not None and random_draft.draft is draft:
            tip = "\n".join(line.strip() for line in random_draft.figures)
            if draw_button(ui, f"{ICONS['dice']}  Another", "random_another", tip=tip):
                bench.files.another_random_board()
        counts = {
            "terrain": len(draft.table.features)
            + len(draft.table.open_parts)
            + len(draft.table.ladders),
            "findings": len(bench.findings) + len(bench.selected_mesh_warnings()),
        }
        tabs = TAB_NAMES if bench.files.palette is None else (*TAB_NAMES, "kit")
        for tab in tabs:
            number = (
                "..." if tab == "findings" and bench.check_result is None else counts.get(tab, "")
            )
            if draw_button(
                ui, f"{TAB_TITLES[tab]} {number}".strip(), f"tab_{tab}", on=bench.open_tab == tab
            ):
                bench.open_tab = tab
            imgui.same_line()
        imgui.new_line()
        imgui.dummy((0, 2))
        imgui.begin_child("list", (0, 0), FLAT_LIST_FLAG)
        if bench.open_tab == "kit" and bench.files.palette is not None:
            _draw_kit(ui, bench, bench.files.palette)
        else:
            _TABS[bench.open_tab](ui, bench)
        end_list()


def _draw_kit(ui: Any, bench: EditorScreenBase, palette: KitPalette) -> None:
    carried = bench.carried_piece
    actions = PaletteActions(
        carried.entry if carried is not None else None,
        bench.carry_piece,
        lambda number: bench.files.open_kit(palette.kit.folder, number),
    )
    bench.kit_panel.draw(ui, actions, palette)


def _draw_terrain(ui: Any, bench: EditorScreenBase) -> None:
    draft = bench.draft
    terrain = draft.table.terrain
    if not terrain and not draft.table.ladders:
        draw_dim_text("Nothing yet. Draw a box, a prism or a cylinder, or add a mesh.")
    worst_last = sorted(bench.findings, key=lambda found: found[1].severity == "error")
    faulty = {id: finding.severity for id, finding in worst_last if id is not None}
    for feature in terrain:
        _draw_row(
            ui,
            bench,
            feature.id,
            KIND_ICONS[feature.kind],
            feature.name,
            feature.state or feature.kind.value,
            faulty.get(feature.id),
        )
    for ladder in draft.table.ladders:
        _draw_row(
            ui,
            bench,
            ladder.id,
            SHAPE_BUTTONS[ShapeTool.LADDER][0],
            ladder.id,
            "ladder",
            faulty.get(ladder.id),
        )


def _draw_row(
    ui: Any, bench: EditorScreenBase, id: str, sign: str, name: str, kind: str, fault: str | None
) -> None:
    imgui.text_colored(DIM_COLOR, sign)
    imgui.same_line(28 * ui.scale)
    if imgui.selectable(
        f"{shorten_to_width(name, 150 * ui.scale)}##{id}", bench.draft.selected_id == id
    )[0]:
        bench.select(id)
    ui.record_widget(f"row {id}")
    imgui.same_line(188 * ui.scale)
    imgui.text_colored(DIM_COLOR, kind)
    if fault is not None:
        imgui.same_line(256 * ui.scale)
        imgui.text_colored(RED_COLOR if fault == "error" else GOLD_COLOR, ICONS["warning"])


def _draw_findings(ui: Any, bench: EditorScreenBase) -> None:
    draw_check_progress(ui, bench, "looking_over")
    if bench.check_result is None:
        return
    warnings = bench.selected_mesh_warnings()
    if not bench.findings and not warnings:
        imgui.text_colored(GREEN_COLOR, f"{ICONS['ok']} No findings")
    for number, (id, finding) in enumerate(bench.findings, 1):
        paint = RED_COLOR if finding.severity == "error" else GOLD_COLOR
        imgui.text_colored(paint, f"{ICONS['warning']} {number} {finding.severity}")
        imgui.same_line()
        if imgui.selectable(
            f"{id or finding.where}##finding{number}",
            bench.draft.selected_id == id and id is not None,
        )[0]:
            bench.show_finding(number - 1)
        ui.record_widget(f"finding {number}")
        draw_dim_text(finding.message)
        if finding.ladder is not None and draw_button(ui, "Add ladder", f"add ladder {number}"):
            bench.try_change(lambda ladder=finding.ladder: bench.draft.add_ladder(ladder))  # type: ignore[misc]
    if warnings:
        draw_dim_text("The selected mesh, as marked on the board:")
    for number, warning in enumerate(warnings, 1):
        imgui.text_colored(GOLD_COLOR, ICONS["warning"])
        imgui.same_line()
        if imgui.selectable(f"{number} {warning.label}##warning{number}", False)[0]:
            bench.center_on(warning.at)
        ui.record_widget(f"mesh warning {number}")


def _draw_levels(ui: Any, bench: EditorScreenBase) -> None:
    draw_check_progress(ui, bench, "looking_over")
    if bench.check_result is None:
        return
    draw_dim_text(
        "The smallest and largest base that can stand on each floor. Click a floor to show where base centers "
        "can go. Click its eye to see what a model sees from there."
    )
    fits = bench.check_result.fits
    if draw_button(ui, "Show all", "paint_all", on=len(bench.painted_levels) == len(fits)):
        bench.painted_levels = (
            set() if len(bench.painted_levels) == len(fits) else {f.height for f in fits}
        )
    for (rgb, hatch), words in zip(
        BASE_FIT_STYLES, ("every base", "all but the largest", "only the smallest"), strict=True
    ):
        pattern = "plain" if not hatch else "hatched" if hatch < 2 else "closely hatched"
        imgui.text_colored(to_rgba(rgb), "\uf0c8")
        imgui.same_line()
        imgui.text_colored(DIM_COLOR, f"{words} ({pattern})")
    for number, fit in enumerate(fits):
        is_painted = fit.height in bench.painted_levels
        sign = ICONS["ok"] if is_painted else " "
        imgui.set_next_item_allow_overlap()
        row = imgui.get_frame_height()
        imgui.push_style_var(imgui.StyleVar_.selectable_text_align, (0.0, 0.5))
        if imgui.selectable(f"{sign}##level{number}", is_painted, 0, (0, row))[0]:
            bench.painted_levels = bench.painted_levels ^ {fit.height}
        imgui.pop_style_var()
        ui.record_widget(f"level {number}")
        imgui.same_line(26 * ui.scale)
        imgui.align_text_to_frame_padding()
        imgui.text_colored(GOLD_COLOR, f'{fit.height:.4g}"')
        imgui.same_line(88 * ui.scale)
        imgui.text_colored(
            TEXT_COLOR if fit.smallest_base else DIM_COLOR, describe_fitting_bases(fit)
        )
        ui.record_widget(f"level bases {number}")
        if fit.largest_base is not None:
            imgui.same_line((LEFT_WIDTH_PX - 70) * ui.scale)
            draw_view_from_button(ui, bench, fit, f"look_from level {number}")
        names = ", ".join(_feature_name(bench, id) for id in fit.features) or "the table"
        imgui.indent(26 * ui.scale)
        draw_dim_text(names)
        ui.record_widget(f"level names {number}")
        imgui.unindent(26 * ui.scale)


def _feature_name(bench: EditorScreenBase, id: str) -> str:
    return next((f.name for f in bench.draft.table.features if f.id == id), id)


_TABS: dict[str, Callable[[Any, EditorScreenBase], None]] = {
    "terrain": _draw_terrain,
    "kit": _draw_terrain,
    "findings": _draw_findings,
    "levels": _draw_levels,
}
"""What draws each tab; that of a kit without a palette shows the terrain."""
