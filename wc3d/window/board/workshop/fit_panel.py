"""The panel that fits a mesh before it is placed; what the panel of a picked mesh shares with it: what was found, its levels."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from wc3d.table.maps.base_fit import Fit
from wc3d.table.maps.mesh_import_text import UNITS, fitting_lines
from wc3d.table.maps.mesh_levels import drop_level, find_levels, heights_of, settle_levels
from wc3d.table.maps.shapes import MeshShape
from wc3d.table.terrain.meshes import MeshFit
from wc3d.window.board.fields import caption
from wc3d.window.board.workshop.editor_screen import BoardBench
from wc3d.window.board.workshop.fitting import NewMesh
from wc3d.window.board.workshop.model_panel import draw_look_from
from wc3d.window.board.workshop.overlays import fit_words
from wc3d.window.board.workshop.panels import FOOT, RIGHT, TOP, draw_looking
from wc3d.window.shell.widgets import (
    DIM,
    EDGE,
    GOLD,
    ICONS,
    RED,
    button,
    colored,
    dim,
    draw_share,
    heading,
    panel,
)

COLUMN = 94.0
SCALES, TOLERANCES, UNEVENNESSES = (0.1, 10.0), (0.005, 0.25), (0.01, 0.5)
LIMITS = {"scale": (1e-6, 1e6), "rotation": (-3600.0, 3600.0), "tolerance": (0.005, 1.0), "uneven": (0.001, 1.0)}
"""From where to where the sliders go; beyond it a number can be typed."""
TIPS = {
    "tolerance": "How far the collision shape may differ from the mesh, in inches",
    "uneven": "Ground with bumps up to this many inches counts as flat",
}
"""What the tolerances of a mesh mean."""
UP_WORDS = {"z": "z (3D print)", "y": "y (games)"}


def draw_fit_panel(ui: Any, bench: BoardBench, mesh: NewMesh) -> None:
    """How a mesh is to be placed: what it is, units, upward axis, sliders; what was found when it was looked into."""
    at = ui.io.display_size.x - EDGE, TOP * ui.scale + 2 * EDGE
    high = ui.io.display_size.y - at[1] - (FOOT + EDGE) * ui.scale
    with panel("fit the mesh", at, corner=(1, 0), most=((RIGHT + 40) * ui.scale, high)):
        heading(ui, f"Import mesh: {mesh.path.name}", wrapped=True)
        _choices(ui, mesh)
        _sliders(ui, bench, mesh)
        x, y, z = mesh.size
        heading(ui, f'{x:.4g}" wide, {y:.4g}" deep, {z:.4g}" high', 15)
        ui.mark("fit_size")
        dim("Drag it into place, or click where to put it.")
        _ends(ui, bench, mesh)
        imgui.separator()
        draw_found(ui, bench, mesh.path, mesh.fit)
        ui.mark("asks")


def _choices(ui: Any, mesh: NewMesh) -> None:
    """Units and the upward axis, the likely ones marked, with the reason."""
    measured, scale = mesh.measured, ui.scale
    caption("Units", COLUMN * scale)
    for number, unit in enumerate(UNITS):
        if number % 2:
            imgui.same_line()
        elif number:
            imgui.dummy(((COLUMN - 20) * scale, 0))
            imgui.same_line()
        sign = f"{ICONS['ok']} " if unit == mesh.unit else ""
        tip = f"Likely: {measured.why}" if unit == measured.guess else ""
        if button(ui, f"{sign}{UNITS[unit]}", f"unit_{unit}", on=unit == mesh.unit, tip=tip, wide=112 * scale):
            mesh.unit = unit
    dim(f"Likely {UNITS[measured.guess]}: {measured.why}")
    caption("Up", COLUMN * scale)
    for axis, words in UP_WORDS.items():
        sign = f"{ICONS['ok']} " if axis == mesh.up else ""
        if button(ui, f"{sign}{words}", f"up_{axis}", on=axis == mesh.up, wide=112 * scale):
            mesh.up = "y" if axis == "y" else "z"
        imgui.same_line()
    imgui.new_line()
    dim(f"Likely {measured.up_why}")


def _sliders(ui: Any, bench: BoardBench, mesh: NewMesh) -> None:
    fields, column = bench.fields, COLUMN * ui.scale

    def row(words: str, name: str, form: str, span: tuple[float, float], even: bool = True) -> None:
        value = mesh.fit.unevenness if name == "uneven" else getattr(mesh, name)
        caption(words, column)
        low, high = span
        new_value = fields.slider(
            ui, f"fit_{name}_slider", value, lambda v: setattr(mesh, name, v), low, high, wide=150, form=form, even=even
        )
        if name in TIPS:
            imgui.set_item_tooltip(TIPS[name])
        if name in ("scale", "rotation") and new_value != value:  # its box follows at once; it is looked into when it is let go
            setattr(mesh, name, new_value)
        imgui.same_line()
        minimum, maximum = LIMITS[name]
        fields.number(ui, f"fit_{name}", value, lambda v: setattr(mesh, name, min(maximum, max(minimum, v))), 70)

    row("Scale", "scale", "%.3f", SCALES, even=False)
    row("Rotation, °", "rotation", "%.0f", (0.0, 360.0))
    row("Tolerance", "tolerance", "%.3f", TOLERANCES, even=False)
    row("Ignore bumps", "uneven", "%.2f", UNEVENNESSES, even=False)
    sign = ICONS["ok"] if mesh.mirrored else ICONS["no"]
    caption("Mirrored", column)
    if button(ui, f"{sign} {'yes' if mesh.mirrored else 'no'}", "fit_mirror", on=mesh.mirrored, tip="Mirror left to right"):
        mesh.mirrored = not mesh.mirrored


def _ends(ui: Any, bench: BoardBench, mesh: NewMesh) -> None:
    words = "Waiting for the analysis ..." if mesh.placing else f"{ICONS['ok']}  Place"
    if button(ui, words, "place", on=True, enabled=not mesh.placing):
        bench.fields.flush()
        bench.files.place()
    imgui.same_line()
    if button(ui, f"Cancel  ({ui.key('cancel')})", "ask_cancel"):
        bench.fields.drop()
        bench.files.leave()


def draw_found(ui: Any, bench: BoardBench, path: Path, fit: MeshFit) -> None:
    """What `wc3d fit` says of a mesh, once it was looked into; before that, how far this is."""
    looks = bench.files.looks
    result = looks.known(path, fit) if imgui.is_any_item_active() else looks.want(path, fit)
    if isinstance(result, str):
        colored(f"{ICONS['warning']} {result}", RED)
    elif result is not None:
        for line in fitting_lines(result, brief=True):
            dim(line.strip())
        for warning in result.warnings if isinstance(bench.files.asked, NewMesh) else ():
            colored(f"{ICONS['warning']} {warning.words}", GOLD)
    elif looks.seconds is not None:
        colored("Analyzing: floors and solid parts", GOLD)
        draw_share(ui, "looking", looks.share, looks.seconds)
        if button(ui, "Stop", "stop_look"):
            looks.stop()
            if isinstance(bench.files.asked, NewMesh):
                bench.files.asked.placing = False
    elif button(ui, "Analyze", "look_again", tip="Check its surface and find where bases can stand"):
        looks.again()


def draw_warnings(ui: Any, bench: BoardBench) -> None:
    """What to look at on the picked mesh, each with its sign on the board; a click goes there."""
    for number, warning in enumerate(bench.warnings(), 1):
        words = f"{ICONS['warning']} {number}  {warning.words}"
        whole = imgui.calc_text_size(words).x <= imgui.get_content_region_avail().x
        imgui.push_style_color(imgui.Col_.text, GOLD)
        label = words if whole else f"{ICONS['warning']} {number}  {warning.label}"
        pressed = imgui.selectable(f"{label}##warning{number}", False)[0]
        imgui.pop_style_color()
        ui.mark(f"warning {number}")
        if not whole:
            dim(warning.words)
        if pressed:
            bench.look_at(warning.at)


def draw_levels(ui: Any, bench: BoardBench, shape: MeshShape) -> None:
    """The levels of the picked mesh: who can stand there, shown on the board; settled by the players, or found."""
    own = bench.own_levels()
    is_painted = bool(own) and {fit.height for fit in own} <= bench.painted
    tip = "Show where base centers can go: plain where every base fits, hatched where only smaller ones fit"
    sign = ICONS["ok"] if is_painted else ICONS["no"]
    if button(ui, f"{sign} Show where bases fit", "paint_own", on=is_painted, enabled=bool(own), tip=tip):
        bench.paint_own()
    heights = heights_of(shape) or tuple(fit.height for fit in own)
    if shape.levels is not None:
        if button(ui, "Find the floors again", "find_floors", tip="The board has saved floors for this mesh"):
            bench.attempt(lambda: bench.draft.settle("find the floors of", find_levels))
    elif heights_of(shape) and button(ui, "Save these floors", "settle", tip="Save these floors to the board as they are"):
        bench.attempt(lambda: bench.draft.settle("save the floors of", settle_levels))
    draw_looking(ui, bench, "levels_looking")
    fits = {height: next((fit for fit in own if abs(fit.height - height) < 1e-3), None) for height in heights}
    idle = [height for height, fit in fits.items() if bench.looked is not None and (fit is None or not fit.areas)]
    for height in fits:
        if height not in idle:
            _level(ui, bench, shape, height, fits[height])
    if idle:
        count_words = f"{len(idle)} floors" if len(idle) > 1 else "1 floor"
        opened = imgui.tree_node(f"{count_words} where no base fits##idle")
        ui.mark("idle_levels")
        if opened:
            for height in idle:
                _level(ui, bench, shape, height, fits[height])
            imgui.tree_pop()
    if not heights:
        dim("This mesh has no floors.")


def _level(ui: Any, bench: BoardBench, shape: MeshShape, height: float, fit: Fit | None) -> None:
    """One level: its height, the bases that fit there, and a way to agree that nobody stands there."""
    imgui.align_text_to_frame_padding()
    imgui.text_colored(GOLD, f'{height:.6g}"')
    imgui.same_line(64 * ui.scale)
    imgui.text_colored(DIM, fit_words(fit) if fit is not None else "..." if bench.looked is None else "no base")
    if fit is not None:
        imgui.same_line(190 * ui.scale)
        draw_look_from(ui, bench, fit, f"look_from {height:.4g}")
    if shape.mesh is not None:
        imgui.same_line(228 * ui.scale)
        if button(ui, "Remove", f"drop_level {height:.4g}", tip="Agree that no model can stand there"):
            bench.attempt(lambda: bench.draft.settle("remove a floor of", lambda s: drop_level(s, height)))
