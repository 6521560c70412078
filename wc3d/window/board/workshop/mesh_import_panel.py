"""The mesh import panel, and its parts shared with the panel of a placed mesh."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from wc3d.meshes.readings import FIGURE_HEIGHT_IN, are_close
from wc3d.meshes.units import UNIT_NAMES, UP_AXES
from wc3d.table.maps.base_fit import LevelBaseFit
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.maps.mesh_import_text import describe_mesh_import
from wc3d.table.maps.mesh_levels import fix_levels, level_heights, remove_level, reset_levels
from wc3d.table.terrain.mesh_solids import MeshImportSettings
from wc3d.window.board.text_fields import draw_caption
from wc3d.window.board.workshop.editor_screen_base import EditorScreenBase
from wc3d.window.board.workshop.mesh_placement import MeshDraft
from wc3d.window.board.workshop.model_panel import draw_view_from_button
from wc3d.window.board.workshop.overlays import describe_fitting_bases
from wc3d.window.board.workshop.panels import (
    RIGHT_WIDTH_PX,
    STATUS_BAR_HEIGHT_PX,
    TOOLBAR_HEIGHT_PX,
    draw_check_progress,
)
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    ICONS,
    RED_COLOR,
    WINDOW_MARGIN_PX,
    draw_bold_text,
    draw_button,
    draw_colored_text,
    draw_dim_text,
    draw_progress_bar,
    open_panel,
)

LABEL_WIDTH_PX = 94.0
UP_BUTTON_WIDTH_PX = 31.0
LIKELY_READINGS_LABEL = f'Likely sizes (a model is {FIGURE_HEIGHT_IN:g}" high):'
CLOSE_READINGS_LABEL = "Two sizes are about equally likely. Choose one:"
SCALE_LIMITS = (0.1, 10.0)
TOLERANCE_LIMITS_IN = (0.005, 0.25)
UNEVENNESS_LIMITS_IN = (0.01, 0.5)
NUMBER_LIMITS = {
    "scale": (1e-6, 1e6),
    "rotation": (-3600.0, 3600.0),
    "tolerance": (0.005, 1.0),
    "uneven": (0.001, 1.0),
}
"""Slider limits; other numbers can be typed."""
TOLERANCE_TIPS = {
    "tolerance": "How far the collision shape may differ from the mesh, in inches",
    "uneven": "Ground with bumps up to this many inches counts as flat",
}
"""Tooltips of the mesh tolerances."""
UP_AXIS_TIPS = {"z": "Usual for 3D prints", "y": "Usual for games"}
MAX_LISTED_READINGS = 3
"""The most readings in the panel."""


def draw_mesh_import_panel(ui: Any, bench: EditorScreenBase, mesh: MeshDraft) -> None:
    """Draw a mesh's properties, units, upward axis, sliders and check results."""
    at = (
        ui.io.display_size.x - WINDOW_MARGIN_PX,
        TOOLBAR_HEIGHT_PX * ui.scale + 2 * WINDOW_MARGIN_PX,
    )
    high = ui.io.display_size.y - at[1] - (STATUS_BAR_HEIGHT_PX + WINDOW_MARGIN_PX) * ui.scale
    with open_panel(
        "fit the mesh", at, corner=(1, 0), most=((RIGHT_WIDTH_PX + 40) * ui.scale, high)
    ):
        draw_bold_text(ui, f"Import mesh: {mesh.path.name}", wrapped=True)
        _draw_readings(ui, mesh)
        _draw_choices(ui, mesh)
        _draw_sliders(ui, bench, mesh)
        x, y, z = mesh.size
        draw_bold_text(ui, f'{x:.4g}" wide, {y:.4g}" deep, {z:.4g}" high', 15)
        ui.record_widget("fit_size")
        draw_dim_text("Drag it into place, or click where to put it.")
        _draw_end_buttons(ui, bench, mesh)
        imgui.separator()
        draw_mesh_check(ui, bench, mesh.path, mesh.fit)
        ui.record_widget("asks")


def _draw_readings(ui: Any, mesh: MeshDraft) -> None:
    """Draw the likely readings, each as a button, and the reasons of the current one."""
    readings = mesh.measurements.readings
    words = CLOSE_READINGS_LABEL if are_close(readings) else LIKELY_READINGS_LABEL
    draw_dim_text(words)
    for number, reading in enumerate(readings[:MAX_LISTED_READINGS], 1):
        is_current = mesh.has_reading(reading)
        sign = f"{ICONS['ok']} " if is_current else ""
        x, y, z = reading.size
        label = f'{sign}{x:.3g}" x {y:.3g}", {z:.3g}" high, {reading.up} up'
        tip = "; ".join(filter(None, (reading.label, reading.size_why, reading.up_why)))
        if draw_button(ui, label, f"reading_{number}", on=is_current, tip=tip):
            mesh.take_reading(reading)
    current = next((r for r in readings if mesh.has_reading(r)), None)
    if current is not None:
        reason = f": {current.size_why}" if current.size_why else ""
        draw_dim_text(f"{current.label[:1].upper()}{current.label[1:]}{reason}")
        if current.up_why:
            draw_dim_text(f"{current.up} up: {current.up_why}")


def _draw_choices(ui: Any, mesh: MeshDraft) -> None:
    """Draw the units and the upward axis."""
    scale = ui.scale
    draw_caption("Units", LABEL_WIDTH_PX * scale)
    for number, unit in enumerate(UNIT_NAMES):
        if number % 2:
            imgui.same_line()
        elif number:
            imgui.dummy(((LABEL_WIDTH_PX - 20) * scale, 0))
            imgui.same_line()
        sign = f"{ICONS['ok']} " if unit == mesh.unit else ""
        words = f"{sign}{UNIT_NAMES[unit]}"
        if draw_button(ui, words, f"unit_{unit}", on=unit == mesh.unit, wide=112 * scale):
            mesh.unit = unit
            mesh.scale = 1.0
    draw_caption("Up", LABEL_WIDTH_PX * scale)
    for axis in UP_AXES:
        tip = UP_AXIS_TIPS.get(axis, "")
        if draw_button(
            ui, axis, f"up_{axis}", on=axis == mesh.up, tip=tip, wide=UP_BUTTON_WIDTH_PX * scale
        ):
            mesh.up = axis
        imgui.same_line()
    imgui.new_line()


def _draw_sliders(ui: Any, bench: EditorScreenBase, mesh: MeshDraft) -> None:
    fields = bench.fields
    column = LABEL_WIDTH_PX * ui.scale

    def row(words: str, name: str, form: str, span: tuple[float, float], even: bool = True) -> None:
        value = mesh.fit.unevenness if name == "uneven" else getattr(mesh, name)
        draw_caption(words, column)
        low, high = span
        new_value = fields.draw_slider(
            ui,
            f"fit_{name}_slider",
            value,
            lambda v: setattr(mesh, name, v),
            low,
            high,
            wide=150,
            form=form,
            even=even,
        )
        if name in TOLERANCE_TIPS:
            imgui.set_item_tooltip(TOLERANCE_TIPS[name])
        # the box follows immediately; the check waits for the release
        if name in ("scale", "rotation") and new_value != value:
            setattr(mesh, name, new_value)
        imgui.same_line()
        minimum, maximum = NUMBER_LIMITS[name]
        fields.draw_number(
            ui,
            f"fit_{name}",
            value,
            lambda v: setattr(mesh, name, min(maximum, max(minimum, v))),
            70,
        )

    row("Scale", "scale", "%.3f", SCALE_LIMITS, even=False)
    row("Rotation, °", "rotation", "%.0f", (0.0, 360.0))
    row("Tolerance", "tolerance", "%.3f", TOLERANCE_LIMITS_IN, even=False)
    row("Ignore bumps", "uneven", "%.2f", UNEVENNESS_LIMITS_IN, even=False)
    sign = ICONS["ok"] if mesh.mirrored else ICONS["no"]
    draw_caption("Mirrored", column)
    if draw_button(
        ui,
        f"{sign} {'yes' if mesh.mirrored else 'no'}",
        "fit_mirror",
        on=mesh.mirrored,
        tip="Mirror left to right",
    ):
        mesh.mirrored = not mesh.mirrored


def _draw_end_buttons(ui: Any, bench: EditorScreenBase, mesh: MeshDraft) -> None:
    words = "Waiting for the analysis ..." if mesh.is_placing else f"{ICONS['ok']}  Place  (Enter)"
    if draw_button(ui, words, "place", main=True, enabled=not mesh.is_placing):
        bench.files.place_mesh()
    imgui.same_line()
    tip = "Split a print plate or a scene: each object becomes a piece of a kit"
    if draw_button(ui, "Split", "split", tip=tip):
        bench.files.split_mesh()
    imgui.same_line()
    if draw_button(ui, f"Cancel  ({ui.key_for_command('cancel')})", "ask_cancel"):
        bench.fields.discard_all()
        bench.files.close_dialog()


def draw_mesh_check(ui: Any, bench: EditorScreenBase, path: Path, fit: MeshImportSettings) -> None:
    """Draw the results of `wc3d fit` for a mesh, or the progress of the check."""
    looks = bench.files.mesh_checker
    result = (
        looks.cached_result(path, fit)
        if imgui.is_any_item_active()
        else looks.request_check(path, fit)
    )
    if isinstance(result, str):
        draw_colored_text(f"{ICONS['warning']} {result}", RED_COLOR)
    elif result is not None:
        for line in describe_mesh_import(result, brief=True):
            draw_dim_text(line.strip())
        for warning in result.warnings if isinstance(bench.files.current_dialog, MeshDraft) else ():
            draw_colored_text(f"{ICONS['warning']} {warning.words}", GOLD_COLOR)
    elif looks.elapsed_s is not None:
        draw_colored_text("Analyzing: floors and solid parts", GOLD_COLOR)
        draw_progress_bar(ui, "looking", looks.fraction_done, looks.elapsed_s)
        if draw_button(ui, "Stop", "stop_look"):
            looks.stop()
            if isinstance(bench.files.current_dialog, MeshDraft):
                bench.files.current_dialog.is_placing = False
    elif draw_button(
        ui, "Analyze", "look_again", tip="Check its surface and find where bases can stand"
    ):
        looks.resume()


def draw_mesh_warnings(ui: Any, bench: EditorScreenBase) -> None:
    """Draw the selected mesh's warnings; a click goes to the warning's tag on the board."""
    for number, warning in enumerate(bench.selected_mesh_warnings(), 1):
        words = f"{ICONS['warning']} {number}  {warning.words}"
        whole = imgui.calc_text_size(words).x <= imgui.get_content_region_avail().x
        imgui.push_style_color(imgui.Col_.text, GOLD_COLOR)
        label = words if whole else f"{ICONS['warning']} {number}  {warning.label}"
        pressed = imgui.selectable(f"{label}##warning{number}", False)[0]
        imgui.pop_style_color()
        ui.record_widget(f"warning {number}")
        if not whole:
            draw_dim_text(warning.words)
        if pressed:
            bench.center_on(warning.at)


def draw_mesh_levels(ui: Any, bench: EditorScreenBase, shape: MeshShape) -> None:
    """Draw the selected mesh's levels, detected or agreed, with the bases that fit."""
    own = bench.selected_levels()
    is_painted = bool(own) and {fit.height for fit in own} <= bench.painted_levels
    tip = "Show where base centers can go: plain where every base fits, hatched where only smaller ones fit"
    sign = ICONS["ok"] if is_painted else ICONS["no"]
    if draw_button(
        ui, f"{sign} Show where bases fit", "paint_own", on=is_painted, enabled=bool(own), tip=tip
    ):
        bench.toggle_selected_levels()
    heights = level_heights(shape) or tuple(fit.height for fit in own)
    if shape.levels is not None:
        if draw_button(
            ui,
            "Find the floors again",
            "find_floors",
            tip="The board has saved floors for this mesh",
        ):
            bench.try_change(
                lambda: bench.draft.change_mesh_levels("find the floors of", reset_levels)
            )
    elif level_heights(shape) and draw_button(
        ui, "Save these floors", "settle", tip="Save these floors to the board as they are"
    ):
        bench.try_change(lambda: bench.draft.change_mesh_levels("save the floors of", fix_levels))
    draw_check_progress(ui, bench, "levels_looking")
    fits = {
        height: next((fit for fit in own if abs(fit.height - height) < 1e-3), None)
        for height in heights
    }
    idle = [
        height
        for height, fit in fits.items()
        if bench.check_result is not None and (fit is None or not fit.areas)
    ]
    for height in fits:
        if height not in idle:
            _draw_level(ui, bench, shape, height, fits[height])
    if idle:
        count_words = f"{len(idle)} floors" if len(idle) > 1 else "1 floor"
        opened = imgui.tree_node(f"{count_words} where no base fits##idle")
        ui.record_widget("idle_levels")
        if opened:
            for height in idle:
                _draw_level(ui, bench, shape, height, fits[height])
            imgui.tree_pop()
    if not heights:
        draw_dim_text("This mesh has no floors.")


def _draw_level(
    ui: Any, bench: EditorScreenBase, shape: MeshShape, height: float, fit: LevelBaseFit | None
) -> None:
    """Draw a level: its height, the bases that fit, and an option to forbid standing there."""
    imgui.align_text_to_frame_padding()
    imgui.text_colored(GOLD_COLOR, f'{height:.6g}"')
    imgui.same_line(64 * ui.scale)
    imgui.text_colored(
        DIM_COLOR,
        describe_fitting_bases(fit)
        if fit is not None
        else "..."
        if bench.check_result is None
        else "no base",
    )
    if fit is not None:
        imgui.same_line(190 * ui.scale)
        draw_view_from_button(ui, bench, fit, f"look_from {height:.4g}")
    if shape.mesh is not None:
        imgui.same_line(228 * ui.scale)
        if draw_button(
            ui, "Remove", f"drop_level {height:.4g}", tip="Agree that no model can stand there"
        ):
            bench.try_change(
                lambda: bench.draft.change_mesh_levels(
                    "remove a floor of", lambda s: remove_level(s, height)
                )
            )
