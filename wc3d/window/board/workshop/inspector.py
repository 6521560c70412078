"""The panel of what is picked in the workshop: every number of it, to be typed; and the board's own where nothing is picked."""
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d._internal.suggestions import pluralize
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.maps.editing import (
    FLAGS,
    HEIGHTS,
    anchor,
    describe_flags,
    extent,
    rotation,
    shapes_of,
    tidy,
)
from wc3d.table.maps.shapes import BoxShape, CylinderShape, MeshShape, PrismShape
from wc3d.table.table_state import Ladder
from wc3d.window.board.fields import caption
from wc3d.window.board.workshop.editor_screen import BoardBench
from wc3d.window.board.workshop.fit_panel import (
    TIPS,
    TOLERANCES,
    UNEVENNESSES,
    draw_found,
    draw_levels,
    draw_warnings,
)
from wc3d.window.board.workshop.model_panel import draw_model_choice, draw_model_panel
from wc3d.window.board.workshop.panels import FOOT, KIND_SIGNS, MAKES, RIGHT, TOP
from wc3d.window.board.workshop.terrain_tools import Make
from wc3d.window.shell.widgets import (
    DIM,
    EDGE,
    GOLD,
    ICONS,
    RED,
    button,
    colored,
    dim,
    fitting,
    heading,
    panel,
)

FLAG_WORDS = {"blocks_sight": "Blocks sight", "cover": "Gives cover", "standable": "Standable"}
COLUMN = 96.0
SHOWN = 2
"""Findings told here: the list at the left tells all."""


def draw_picked_panel(ui: Any, bench: BoardBench, model: Body | None) -> None:
    """The panel at the right: of the terrain that is picked, else of the model, else of the board."""
    at = ui.io.display_size.x - EDGE, TOP * ui.scale + 2 * EDGE
    high = ui.io.display_size.y - at[1] - (FOOT + EDGE) * ui.scale
    with panel("workshop picked", at, corner=(1, 0), most=((RIGHT + 28) * ui.scale, high)):
        feature, ladder = bench.draft.feature, bench.draft.ladder
        if feature is not None:
            _feature(ui, bench, feature)
        elif ladder is not None:
            _ladder(ui, bench, ladder)
        elif model is not None:
            draw_model_panel(ui, bench, model)
        else:
            _board(ui, bench)
        ui.mark("picked")


def _board(ui: Any, bench: BoardBench) -> None:
    draft, fields = bench.draft, bench.fields
    heading(ui, f"{ICONS['map']}  Board")
    column = COLUMN * ui.scale
    caption("Name", column)
    fields.words(ui, "board_name", draft.table.name, lambda name: bench.attempt(lambda: draft.resize(name=name)))
    imgui.set_item_tooltip("The ground follows the name: woods, salt flats, snow, desert, street or deck. Otherwise it is grass.")
    caption("Size, inches", column)
    width, depth = draft.table.size
    fields.number(ui, "board_width", width, lambda v: bench.attempt(lambda: draft.resize(width=v)))
    imgui.same_line()
    imgui.text("by")
    imgui.same_line()
    fields.number(ui, "board_depth", depth, lambda v: bench.attempt(lambda: draft.resize(depth=v)))
    imgui.separator()
    dim("Draw:")
    _kinds(ui, draft.kind, "new_kind", bench.draw_kind)
    imgui.separator()
    files = bench.files
    words = "Copy into the board's folder" if files.copy else "Leave where they are"
    caption("Meshes", column)
    if button(ui, words, "mesh_copies", tip="What happens to mesh files from other folders when you save"):
        files.copy = not files.copy
    imgui.separator()
    draw_model_choice(ui, bench)
    imgui.separator()
    dim("Click terrain to select it, then drag it to move it.")


def _kinds(ui: Any, current_kind: Any, mark: str, take: Any) -> None:
    """The six kinds as buttons, two to a row."""
    wide = (RIGHT * ui.scale - 24 - 8) / 2
    for number, kind in enumerate(HEIGHTS):
        if number % 2:
            imgui.same_line()
        if button(ui, f"{KIND_SIGNS[kind]} {kind.value}", f"{mark}_{kind.value}", on=kind is current_kind, wide=wide):
            take(kind)


def _feature(ui: Any, bench: BoardBench, feature: Feature) -> None:
    title = f"{KIND_SIGNS[feature.kind]}  {feature.name}"
    heading(ui, fitting(title, 0.82 * imgui.get_content_region_avail().x))
    mesh = bench.meshes()[0] if len(bench.meshes()) == 1 else None
    if mesh is not None:
        for words, mark, fits in (("Fit", "show_fit", True), ("Rules", "show_rules", False)):
            if button(ui, words, mark, on=bench.fitted is fits, wide=100 * ui.scale):
                bench.fitted = fits
            imgui.same_line()
        imgui.new_line()
    if mesh is None or not bench.fitted:
        _named(ui, bench, feature)
        imgui.separator()
    if mesh is None or bench.fitted:
        _place(ui, bench, feature)
        imgui.separator()
        _size(ui, bench, feature)
        imgui.separator()
    if mesh is None or not bench.fitted:
        _flags(ui, bench, feature)
        imgui.separator()
    if button(ui, f"{ICONS['copy']}  Copy", "copy", tip=f"Copy it ({ui.key('copy')})"):
        bench.attempt(bench.draft.copy)
    imgui.same_line()
    if button(ui, f"{ICONS['trash']}  Delete", "delete", tip="Remove it from the board (Delete)"):
        bench.remove()
    own = [finding for id, finding in bench.findings if id == feature.id]
    for finding in own[:SHOWN]:
        colored(f"{ICONS['warning']} {finding.message}", RED if finding.severity == "error" else GOLD)
    if len(own) > SHOWN:
        dim(f"and {pluralize(len(own) - SHOWN, 'more finding')}")
    if mesh is not None and bench.fitted:
        _mesh(ui, bench, mesh)


def _named(ui: Any, bench: BoardBench, feature: Feature) -> None:
    draft, fields, column = bench.draft, bench.fields, COLUMN * ui.scale
    caption("Name", column)
    fields.words(ui, "name", feature.name, lambda name: bench.attempt(lambda: draft.rename(name=name)))
    caption("Id", column)
    fields.words(ui, "id", feature.id, lambda id: bench.attempt(lambda: draft.rename(id=id)))
    _kinds(ui, feature.kind, "kind", lambda kind: bench.attempt(lambda: draft.change("change", kind=kind.value)))


def _place(ui: Any, bench: BoardBench, feature: Feature) -> None:
    draft, fields, column = bench.draft, bench.fields, COLUMN * ui.scale
    at = anchor(feature)
    caption("Center x, y", column)
    for axis, mark in ((0, "x"), (1, "y")):
        fields.number(ui, mark, round(at[axis], 3), lambda v, axis=axis: bench.attempt(lambda: draft.move_to(axis, v)))  # type: ignore[misc]
        imgui.same_line()
    imgui.new_line()
    caption("Bottom z", column)
    slid = bool(bench.meshes())
    if slid:
        fields.slider(ui, "z_slider", round(at[2], 2) + 0.0, lambda v: bench.attempt(lambda: draft.move_to(2, v)), -2.0, 10.0)
        imgui.same_line()
    fields.number(ui, "z", round(at[2], 4) + 0.0, lambda v: bench.attempt(lambda: draft.move_to(2, v)))
    angle = rotation(feature)
    caption("Rotation" if angle is not None else "Rotate by", column)
    if angle is not None:
        if slid:
            fields.slider(ui, "turned_slider", angle, lambda v: bench.attempt(lambda: draft.turn(v - angle)), 0.0, 360.0, form="%.0f")
            imgui.same_line()
        fields.number(ui, "turned", angle, lambda v: bench.attempt(lambda: draft.turn(v - angle)))
    else:
        fields.number(ui, "turned", 0.0, lambda v: bench.attempt(lambda: draft.turn(v)))
    imgui.same_line()
    imgui.text_colored(DIM, "°")
    if slid:
        imgui.dummy((column - 20 * ui.scale, 0))
    for words, mark, way in (("-", "turn_right", -1), ("+", "turn_left", 1)):
        imgui.same_line()
        if button(ui, f"{words} 15°" if draft.snap.degrees else f"{words} 1°", mark):
            bench.attempt(lambda way=way: draft.turn_step(way))  # type: ignore[misc]


def _size(ui: Any, bench: BoardBench, feature: Feature) -> None:
    draft, fields, column = bench.draft, bench.fields, COLUMN * ui.scale
    shapes = shapes_of(feature)
    shape = shapes[0] if len(shapes) == 1 else None

    def number(words: str, mark: str, value: float, name: str, whole: tuple[float, ...] | None = None, part: int = 0) -> None:
        def take(v: float) -> None:
            new = v if whole is None else tuple(v if k == part else w for k, w in enumerate(whole))
            bench.attempt(lambda: draft.set_number(**{name: new}))

        caption(words, column)
        fields.number(ui, mark, value, take)

    if isinstance(shape, BoxShape):
        number("Width", "width", shape.size[0], "size", shape.size, 0)
        number("Depth", "depth", shape.size[1], "size", shape.size, 1)
    elif isinstance(shape, CylinderShape):
        number("Radius", "radius", shape.radius, "radius")
    if isinstance(shape, BoxShape | CylinderShape | PrismShape):
        number("Height", "height", shape.height, "height")
    times = _mesh_scale(ui, bench, shape) if isinstance(shape, MeshShape) else 1.0
    if not isinstance(shape, MeshShape):
        caption("Scale by", column)
        fields.number(ui, "scale_by", 1.0, lambda v: bench.attempt(lambda: draft.scale(v)))
    wide, deep, high = (tidy(v * times) for v in extent(feature).size)
    dim(f'{_what(shape, len(shapes))}: {wide:.4g}" x {deep:.4g}", {high:.4g}" high')


def _mesh_scale(ui: Any, bench: BoardBench, mesh: MeshShape) -> float:
    """A mesh's scale, tolerances and mirroring; how many times as large it is while its scale is being slid."""
    draft, fields, column = bench.draft, bench.fields, COLUMN * ui.scale

    def scale(v: float) -> None:
        bench.attempt(lambda: draft.scale(v / mesh.scale))

    def follow(v: float) -> None:
        bench.attempt(lambda: draft.set_number(tolerance=v))

    def even_out(v: float) -> None:
        bench.attempt(lambda: draft.set_number(uneven=v))

    caption("Scale", column)
    low, high = mesh.scale / 4, mesh.scale * 4
    slid = fields.slider(ui, "mesh_scale_slider", mesh.scale, scale, low, high, form="%.4g", even=False)
    imgui.same_line()
    fields.number(ui, "mesh_scale", mesh.scale, scale)
    caption("Tolerance", column)
    fields.slider(ui, "tolerance_slider", mesh.tolerance, follow, *TOLERANCES, form="%.3f", even=False)
    imgui.set_item_tooltip(TIPS["tolerance"])
    imgui.same_line()
    fields.number(ui, "tolerance", mesh.tolerance, follow)
    if mesh.levels is None:
        caption("Ignore bumps", column)
        fields.slider(ui, "uneven_slider", mesh.fit.unevenness, even_out, *UNEVENNESSES, form="%.2f", even=False)
        imgui.set_item_tooltip(TIPS["uneven"])
        imgui.same_line()
        fields.number(ui, "uneven", mesh.fit.unevenness, even_out)
    caption("Mirrored", column)
    words = f"{ICONS['ok'] if mesh.mirrored else ICONS['no']} {'yes' if mesh.mirrored else 'no'}"
    if button(ui, words, "mirrored", on=mesh.mirrored, tip="Mirror left to right"):
        bench.attempt(lambda: draft.set_number(mirrored=not mesh.mirrored))
    return slid / mesh.scale


def _mesh(ui: Any, bench: BoardBench, mesh: MeshShape) -> None:
    """What was found in a mesh, what to look at, and its levels."""
    imgui.separator()
    draw_levels(ui, bench, mesh)
    imgui.separator()
    draw_warnings(ui, bench)
    if mesh.path is not None:
        draw_found(ui, bench, mesh.path, mesh.fit)


def _what(shape: Any, count: int) -> str:
    if isinstance(shape, MeshShape):
        return f"mesh {shape.path.name if shape.path is not None else shape.file}"
    if isinstance(shape, PrismShape):
        return f"prism with {len(shape.points)} corners"
    return f"{count} shapes" if shape is None else shape.type


def _flags(ui: Any, bench: BoardBench, feature: Feature) -> None:
    """What the players agreed: as the kind has it, yes, no; a click goes on to the next."""
    flags = describe_flags(feature)
    for flag in FLAGS:
        caption(FLAG_WORDS[flag], COLUMN * ui.scale)
        value = getattr(feature, flag)
        words = f"{ICONS['ok'] if value else ICONS['no']} {'yes' if value else 'no'}"
        words += " (default)" if flags[flag] is None else " (agreed)"
        tip = "Click to change what the players agreed"
        if button(ui, f"{words}##{flag}", flag, on=flags[flag] is not None, wide=150 * ui.scale, tip=tip):
            new = not value if flags[flag] is None else None
            bench.attempt(lambda flag=flag, new=new: bench.draft.change("change", **{flag: new}))  # type: ignore[misc]


def _ladder(ui: Any, bench: BoardBench, ladder: Ladder) -> None:
    draft, fields, column = bench.draft, bench.fields, COLUMN * ui.scale
    heading(ui, f"{MAKES[Make.LADDER][0]}  {ladder.id}")
    caption("Id", column)
    fields.words(ui, "id", ladder.id, lambda id: bench.attempt(lambda: draft.rename(id=id)))
    caption("Position x, y", column)
    x, y = ladder.at
    fields.number(ui, "x", x, lambda v: bench.attempt(lambda: draft.change_ladder(at=(tidy(v), y))))
    imgui.same_line()
    fields.number(ui, "y", y, lambda v: bench.attempt(lambda: draft.change_ladder(at=(x, tidy(v)))))
    caption("Bottom, top", column)
    fields.number(ui, "bottom", ladder.bottom, lambda v: bench.attempt(lambda: draft.change_ladder(bottom=tidy(v))))
    imgui.same_line()
    fields.number(ui, "top", ladder.top, lambda v: bench.attempt(lambda: draft.change_ladder(top=tidy(v))))
    if button(ui, f"{ICONS['copy']}  Copy", "copy"):
        bench.attempt(draft.copy)
    imgui.same_line()
    if button(ui, f"{ICONS['trash']}  Delete", "delete"):
        bench.remove()
