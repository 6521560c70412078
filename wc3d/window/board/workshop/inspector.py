"""The selection panel of the editor: editable numbers of the selection or the board."""

from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d._internal.suggestions import pluralize
from wc3d.table.body import Body
from wc3d.table.features import Feature, PartState
from wc3d.table.maps.edit_terrain import (
    DEFAULT_HEIGHTS_IN,
    FEATURE_FLAGS,
    bounding_box,
    describe_flags,
    feature_rotation,
    feature_shapes,
    pivot_point,
    round_number,
)
from wc3d.table.maps.map_shapes import BoxShape, CylinderShape, MeshShape, PrismShape
from wc3d.table.table_state import Ladder
from wc3d.window.board.text_fields import draw_caption
from wc3d.window.board.workshop.editor_screen_base import EditorScreenBase
from wc3d.window.board.workshop.mesh_import_panel import (
    TOLERANCE_LIMITS_IN,
    TOLERANCE_TIPS,
    UNEVENNESS_LIMITS_IN,
    draw_mesh_check,
    draw_mesh_levels,
    draw_mesh_warnings,
)
from wc3d.window.board.workshop.mesh_pose_panel import draw_mesh_pose
from wc3d.window.board.workshop.model_panel import draw_base_buttons, draw_model_panel
from wc3d.window.board.workshop.panels import (
    KIND_ICONS,
    RIGHT_WIDTH_PX,
    SHAPE_BUTTONS,
    STATUS_BAR_HEIGHT_PX,
    TOOLBAR_HEIGHT_PX,
)
from wc3d.window.board.workshop.terrain_tools import ShapeTool
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
    open_panel,
    shorten_to_width,
)

FLAG_LABELS = {
    "blocks_sight": "Blocks sight",
    "cover": "Gives cover",
    "standable": "Models can stand on it",
}
LABEL_WIDTH_PX = 96.0
FLAG_LABEL_WIDTH_PX = 160.0
MAX_FINDINGS_SHOWN = 2
"""Maximum number of findings here; the left list has all."""


def draw_selection_panel(ui: Any, bench: EditorScreenBase, model: Body | None) -> None:
    """Draw the right panel for the selected terrain, the model, or else the board."""
    at = (
        ui.io.display_size.x - WINDOW_MARGIN_PX,
        TOOLBAR_HEIGHT_PX * ui.scale + 2 * WINDOW_MARGIN_PX,
    )
    high = ui.io.display_size.y - at[1] - (STATUS_BAR_HEIGHT_PX + WINDOW_MARGIN_PX) * ui.scale
    with open_panel(
        "workshop picked", at, corner=(1, 0), most=((RIGHT_WIDTH_PX + 28) * ui.scale, high)
    ):
        feature = bench.draft.selected_feature
        ladder = bench.draft.selected_ladder
        if feature is not None:
            _draw_feature(ui, bench, feature)
        elif ladder is not None:
            _draw_ladder(ui, bench, ladder)
        elif model is not None:
            draw_model_panel(ui, bench, model)
        else:
            _draw_board(ui, bench)
        ui.record_widget("picked")


def _draw_board(ui: Any, bench: EditorScreenBase) -> None:
    draft = bench.draft
    fields = bench.fields
    draw_bold_text(ui, f"{ICONS['map']}  Board")
    column = LABEL_WIDTH_PX * ui.scale
    draw_caption("Name", column)
    fields.draw_text(
        ui,
        "board_name",
        draft.table.name,
        lambda name: bench.try_change(lambda: draft.resize_board(name=name)),
    )
    imgui.set_item_tooltip(
        "The ground follows the name: woods, salt flats, snow, desert, street or deck. Otherwise it is grass."
    )
    draw_caption("Size, inches", column)
    width, depth = draft.table.size
    fields.draw_number(
        ui, "board_width", width, lambda v: bench.try_change(lambda: draft.resize_board(width=v))
    )
    imgui.same_line()
    imgui.text("by")
    imgui.same_line()
    fields.draw_number(
        ui, "board_depth", depth, lambda v: bench.try_change(lambda: draft.resize_board(depth=v))
    )
    imgui.separator()
    draw_dim_text("Draw:")
    _draw_kinds(ui, draft.kind, "new_kind", bench.set_drawing_kind)
    imgui.separator()
    files = bench.files
    words = "Copy into the board's folder" if files.copy else "Leave where they are"
    draw_caption("Meshes", column)
    if draw_button(
        ui, words, "mesh_copies", tip="What happens to mesh files from other folders when you save"
    ):
        files.copy = not files.copy
    imgui.separator()
    draw_base_buttons(ui, bench)
    imgui.separator()
    draw_dim_text("Click terrain to select it, then drag it to move it.")


def _draw_kinds(ui: Any, current_kind: Any, mark: str, take: Any) -> None:
    """Draw the six terrain kinds as buttons in two columns."""
    wide = (RIGHT_WIDTH_PX * ui.scale - 24 - 8) / 2
    for number, kind in enumerate(DEFAULT_HEIGHTS_IN):
        if number % 2:
            imgui.same_line()
        if draw_button(
            ui,
            f"{KIND_ICONS[kind]} {kind.value}",
            f"{mark}_{kind.value}",
            on=kind is current_kind,
            wide=wide,
        ):
            take(kind)


def _draw_feature(ui: Any, bench: EditorScreenBase, feature: Feature) -> None:
    title = f"{KIND_ICONS[feature.kind]}  {feature.name}"
    draw_bold_text(ui, shorten_to_width(title, 0.82 * imgui.get_content_region_avail().x))
    mesh = bench.selected_meshes()[0] if len(bench.selected_meshes()) == 1 else None
    if mesh is not None:
        for words, mark, fits in (("Fit", "show_fit", True), ("Rules", "show_rules", False)):
            if draw_button(ui, words, mark, on=bench.fitted is fits, wide=100 * ui.scale):
                bench.fitted = fits
            imgui.same_line()
        imgui.new_line()
    if mesh is None or not bench.fitted:
        _draw_name_fields(ui, bench, feature)
        imgui.separator()
    if mesh is None or bench.fitted:
        _draw_place_fields(ui, bench, feature)
        imgui.separator()
        _draw_size_fields(ui, bench, feature)
        imgui.separator()
    if mesh is None or not bench.fitted:
        _draw_flags(ui, bench, feature)
        if feature.kind.solid:
            _draw_state(ui, bench, feature)
        imgui.separator()
    if draw_button(
        ui, f"{ICONS['copy']}  Copy", "copy", tip=f"Copy it ({ui.key_for_command('copy')})"
    ):
        bench.try_change(bench.draft.copy_selected)
    imgui.same_line()
    if draw_button(
        ui, f"{ICONS['trash']}  Delete", "delete", tip="Remove it from the board (Delete)"
    ):
        bench.remove_selected()
    own = [finding for id, finding in bench.findings if id == feature.id]
    for finding in own[:MAX_FINDINGS_SHOWN]:
        draw_colored_text(
            f"{ICONS['warning']} {finding.message}",
            RED_COLOR if finding.severity == "error" else GOLD_COLOR,
        )
    if len(own) > MAX_FINDINGS_SHOWN:
        draw_dim_text(f"and {pluralize(len(own) - MAX_FINDINGS_SHOWN, 'more finding')}")
    if mesh is not None and bench.fitted:
        _draw_mesh(ui, bench, mesh)


def _draw_name_fields(ui: Any, bench: EditorScreenBase, feature: Feature) -> None:
    draft = bench.draft
    fields = bench.fields
    column = LABEL_WIDTH_PX * ui.scale
    draw_caption("Name", column)
    fields.draw_text(
        ui,
        "name",
        feature.name,
        lambda name: bench.try_change(lambda: draft.rename_selected(name=name)),
    )
    draw_caption("Id", column)
    fields.draw_text(
        ui, "id", feature.id, lambda id: bench.try_change(lambda: draft.rename_selected(id=id))
    )
    _draw_kinds(
        ui,
        feature.kind,
        "kind",
        lambda kind: bench.try_change(lambda: draft.change_selected("change", kind=kind.value)),
    )


def _draw_place_fields(ui: Any, bench: EditorScreenBase, feature: Feature) -> None:
    draft = bench.draft
    fields = bench.fields
    column = LABEL_WIDTH_PX * ui.scale
    at = pivot_point(feature)
    draw_caption("Center x, y", column)
    for axis, mark in ((0, "x"), (1, "y")):
        fields.draw_number(
            ui,
            mark,
            round(at[axis], 3),
            lambda v, axis=axis: bench.try_change(lambda: draft.set_coordinate(axis, v)),  # type: ignore[misc]
        )
        imgui.same_line()
    imgui.new_line()
    draw_caption("Bottom z", column)
    slid = bool(bench.selected_meshes())
    if slid:
        fields.draw_slider(
            ui,
            "z_slider",
            round(at[2], 2) + 0.0,
            lambda v: bench.try_change(lambda: draft.set_coordinate(2, v)),
            -2.0,
            10.0,
        )
        imgui.same_line()
    fields.draw_number(
        ui,
        "z",
        round(at[2], 4) + 0.0,
        lambda v: bench.try_change(lambda: draft.set_coordinate(2, v)),
    )
    angle = feature_rotation(feature)
    draw_caption("Rotation" if angle is not None else "Rotate by", column)
    if angle is not None:
        if slid:
            fields.draw_slider(
                ui,
                "turned_slider",
                angle,
                lambda v: bench.try_change(lambda: draft.rotate_selected(v - angle)),
                0.0,
                360.0,
                form="%.0f",
            )
            imgui.same_line()
        fields.draw_number(
            ui,
            "turned",
            angle,
            lambda v: bench.try_change(lambda: draft.rotate_selected(v - angle)),
        )
    else:
        fields.draw_number(
            ui, "turned", 0.0, lambda v: bench.try_change(lambda: draft.rotate_selected(v))
        )
    imgui.same_line()
    imgui.text_colored(DIM_COLOR, "°")
    if slid:
        imgui.dummy((column - 20 * ui.scale, 0))
    for words, mark, way in (("-", "turn_right", -1), ("+", "turn_left", 1)):
        imgui.same_line()
        if draw_button(ui, f"{words} 15°" if draft.snap.degrees else f"{words} 1°", mark):
            bench.try_change(lambda way=way: draft.rotate_one_step(way))  # type: ignore[misc]


def _draw_size_fields(ui: Any, bench: EditorScreenBase, feature: Feature) -> None:
    draft = bench.draft
    fields = bench.fields
    column = LABEL_WIDTH_PX * ui.scale
    shapes = feature_shapes(feature)
    shape = shapes[0] if len(shapes) == 1 else None

    def number(
        words: str,
        mark: str,
        value: float,
        name: str,
        whole: tuple[float, ...] | None = None,
        part: int = 0,
    ) -> None:
        def take(v: float) -> None:
            new = v if whole is None else tuple(v if k == part else w for k, w in enumerate(whole))
            bench.try_change(lambda: draft.set_shape_numbers(**{name: new}))

        draw_caption(words, column)
        fields.draw_number(ui, mark, value, take)

    if isinstance(shape, BoxShape):
        number("Width", "width", shape.size[0], "size", shape.size, 0)
        number("Depth", "depth", shape.size[1], "size", shape.size, 1)
    elif isinstance(shape, CylinderShape):
        number("Radius", "radius", shape.radius, "radius")
    if isinstance(shape, BoxShape | CylinderShape | PrismShape):
        number("Height", "height", shape.height, "height")
    times = _draw_mesh_scale(ui, bench, shape) if isinstance(shape, MeshShape) else 1.0
    if not isinstance(shape, MeshShape):
        draw_caption("Scale by", column)
        fields.draw_number(
            ui, "scale_by", 1.0, lambda v: bench.try_change(lambda: draft.scale_selected(v))
        )
    wide, deep, high = (round_number(v * times) for v in bounding_box(feature).size)
    draw_dim_text(
        f'{_shape_words(shape, len(shapes))}: {wide:.4g}" x {deep:.4g}", {high:.4g}" high'
    )


def _draw_mesh_scale(ui: Any, bench: EditorScreenBase, mesh: MeshShape) -> float:
    """Draw a mesh's scale, tolerances and mirroring; return the relative scale during a drag."""
    draft = bench.draft
    fields = bench.fields
    column = LABEL_WIDTH_PX * ui.scale

    def scale(v: float) -> None:
        bench.try_change(lambda: draft.scale_selected(v / mesh.scale))

    def follow(v: float) -> None:
        bench.try_change(lambda: draft.set_shape_numbers(tolerance=v))

    def even_out(v: float) -> None:
        bench.try_change(lambda: draft.set_shape_numbers(uneven=v))

    draw_caption("Scale", column)
    low, high = mesh.scale / 4, mesh.scale * 4
    slid = fields.draw_slider(
        ui, "mesh_scale_slider", mesh.scale, scale, low, high, form="%.4g", even=False
    )
    imgui.same_line()
    fields.draw_number(ui, "mesh_scale", mesh.scale, scale)
    draw_caption("Tolerance", column)
    fields.draw_slider(
        ui,
        "tolerance_slider",
        mesh.tolerance,
        follow,
        *TOLERANCE_LIMITS_IN,
        form="%.3f",
        even=False,
    )
    imgui.set_item_tooltip(TOLERANCE_TIPS["tolerance"])
    imgui.same_line()
    fields.draw_number(ui, "tolerance", mesh.tolerance, follow)
    if mesh.levels is None:
        draw_caption("Ignore bumps", column)
        fields.draw_slider(
            ui,
            "uneven_slider",
            mesh.import_settings.unevenness,
            even_out,
            *UNEVENNESS_LIMITS_IN,
            form="%.2f",
            even=False,
        )
        imgui.set_item_tooltip(TOLERANCE_TIPS["uneven"])
        imgui.same_line()
        fields.draw_number(ui, "uneven", mesh.import_settings.unevenness, even_out)
    draw_caption("Mirrored", column)
    words = f"{ICONS['ok'] if mesh.mirrored else ICONS['no']} {'yes' if mesh.mirrored else 'no'}"
    if draw_button(ui, words, "mirrored", on=mesh.mirrored, tip="Mirror left to right"):
        bench.try_change(lambda: draft.set_shape_numbers(mirrored=not mesh.mirrored))
    return slid / mesh.scale


def _draw_mesh(ui: Any, bench: EditorScreenBase, mesh: MeshShape) -> None:
    """Draw a mesh's pose, properties, warnings and levels."""
    imgui.separator()
    draw_mesh_pose(ui, bench)
    imgui.separator()
    draw_mesh_levels(ui, bench, mesh)
    imgui.separator()
    draw_mesh_warnings(ui, bench)
    if mesh.path is not None:
        draw_mesh_check(ui, bench, mesh.path, mesh.import_settings)


def _shape_words(shape: Any, count: int) -> str:
    if isinstance(shape, MeshShape):
        return f"mesh {shape.path.name if shape.path is not None else shape.file}"
    if isinstance(shape, PrismShape):
        return f"prism with {len(shape.points)} corners"
    return f"{count} shapes" if shape is None else shape.type


def _draw_flags(ui: Any, bench: EditorScreenBase, feature: Feature) -> None:
    """Draw the players' agreements: default, yes or no, changed by clicks."""
    flags = describe_flags(feature)
    for flag in FEATURE_FLAGS:
        draw_caption(FLAG_LABELS[flag], FLAG_LABEL_WIDTH_PX * ui.scale)
        value = getattr(feature, flag)
        words = f"{ICONS['ok'] if value else ICONS['no']} {'yes' if value else 'no'}"
        words += " (default)" if flags[flag] is None else " (agreed)"
        tip = "Click to change what the players agreed"
        if draw_button(
            ui, f"{words}##{flag}", flag, on=flags[flag] is not None, wide=150 * ui.scale, tip=tip
        ):
            new = not value if flags[flag] is None else None
            bench.try_change(
                lambda flag=flag, new=new: bench.draft.change_selected("change", **{flag: new})  # type: ignore[misc]
            )


def _draw_state(ui: Any, bench: EditorScreenBase, feature: Feature) -> None:
    """Draw whether the feature is a door or a roof, and its state."""
    draw_caption("Door or roof", FLAG_LABEL_WIDTH_PX * ui.scale)
    for choice in (None, *PartState):
        words = "no" if choice is None else choice.value
        if draw_button(ui, words, f"state {words}", on=feature.state is choice):
            bench.try_change(
                lambda choice=choice: bench.draft.change_selected("change", state=choice)  # type: ignore[misc]
            )
        if choice is not PartState.REMOVED:
            imgui.same_line()


def _draw_ladder(ui: Any, bench: EditorScreenBase, ladder: Ladder) -> None:
    draft = bench.draft
    fields = bench.fields
    column = LABEL_WIDTH_PX * ui.scale
    draw_bold_text(ui, f"{SHAPE_BUTTONS[ShapeTool.LADDER][0]}  {ladder.id}")
    draw_caption("Id", column)
    fields.draw_text(
        ui, "id", ladder.id, lambda id: bench.try_change(lambda: draft.rename_selected(id=id))
    )
    draw_caption("Position x, y", column)
    x, y = ladder.at
    fields.draw_number(
        ui,
        "x",
        x,
        lambda v: bench.try_change(lambda: draft.change_selected_ladder(at=(round_number(v), y))),
    )
    imgui.same_line()
    fields.draw_number(
        ui,
        "y",
        y,
        lambda v: bench.try_change(lambda: draft.change_selected_ladder(at=(x, round_number(v)))),
    )
    draw_caption("Bottom, top", column)
    fields.draw_number(
        ui,
        "bottom",
        ladder.bottom,
        lambda v: bench.try_change(lambda: draft.change_selected_ladder(bottom=round_number(v))),
    )
    imgui.same_line()
    fields.draw_number(
        ui,
        "top",
        ladder.top,
        lambda v: bench.try_change(lambda: draft.change_selected_ladder(top=round_number(v))),
    )
    if draw_button(ui, f"{ICONS['copy']}  Copy", "copy"):
        bench.try_change(draft.copy_selected)
    imgui.same_line()
    if draw_button(ui, f"{ICONS['trash']}  Delete", "delete"):
        bench.remove_selected()
