"""The pose of the selected mesh: quarter turns, the face it lies on, and its scale."""

from __future__ import annotations

from functools import partial
from typing import Any

from imgui_bundle import imgui

from wc3d.meshes.orientation import QUARTER_TURNS
from wc3d.window.board.text_fields import draw_caption
from wc3d.window.board.workshop.editor_screen_base import EditorScreenBase
from wc3d.window.board.workshop.pose_tool import MIN_KNOWN_LENGTH_IN, PoseToolKind
from wc3d.window.shell.widgets import draw_button, draw_dim_text

LABEL_WIDTH_PX = 84.0

FIGURE_SCALE_FACTORS = {"28 to 32 mm": 32 / 28, "32 to 28 mm": 28 / 32}
"""Factors from pieces for one size of figures to the other."""

AXIS_TIPS = {
    "x": "Turn by 90 degrees about the board's x axis: tip it back",
    "y": "Turn by 90 degrees about the board's y axis: tip it sideways",
    "z": "Turn by 90 degrees counter-clockwise, seen from above",
}


def draw_mesh_pose(ui: Any, bench: EditorScreenBase) -> None:
    """Draw the buttons that turn and scale the selected mesh."""
    draft = bench.draft
    column = LABEL_WIDTH_PX * ui.scale
    draw_caption("Turn 90°", column)
    for axis in QUARTER_TURNS:
        label = axis.upper()
        if draw_button(ui, label, f"quarter_{axis}", tip=AXIS_TIPS[axis], wide=34 * ui.scale):
            bench.try_change(partial(draft.quarter_turn_selected, axis))
        imgui.same_line()
    _draw_tool_button(ui, bench, PoseToolKind.FACE, "Lie on face", "Then click the face")
    draw_caption("Scale to", column)
    tip = "Scale the piece so that it just fits on the table"
    if draw_button(ui, "Fit table", "fit_table", tip=tip):
        bench.try_change(draft.fit_to_table)
    imgui.same_line()
    tip = "Click two ends of a door or the like, and enter how long it should be"
    _draw_tool_button(ui, bench, PoseToolKind.LENGTH, "Known length", tip)
    draw_caption("Figures", column)
    for label, factor in FIGURE_SCALE_FACTORS.items():
        if draw_button(ui, label, f"figures {label}", tip=f"Scale by {factor:.4g}"):
            bench.try_change(partial(draft.scale_selected, factor))
        imgui.same_line()
    imgui.new_line()
    _draw_known_length(ui, bench)


def _draw_tool_button(
    ui: Any, bench: EditorScreenBase, kind: PoseToolKind, label: str, tip: str
) -> None:
    is_on = bench.pose_tool is not None and bench.pose_tool.kind is kind
    if draw_button(ui, label, f"pose_{kind.value}", on=is_on, tip=tip):
        bench.begin_pose_tool(None if is_on else kind)


def _draw_known_length(ui: Any, bench: EditorScreenBase) -> None:
    """Draw the measured length and the field for the true one."""
    tool = bench.pose_tool
    length = tool.length if tool is not None else None
    if length is None:
        return
    if length < MIN_KNOWN_LENGTH_IN:
        draw_dim_text("These two points are the same. Click two others.")
        return

    def scale(inches: float) -> None:
        bench.drop_tools()
        bench.try_change(lambda: bench.draft.scale_selected(inches / length))

    draw_dim_text(f'Measured: {length:.4g}". How long should it be, in inches?')
    draw_caption("Length", LABEL_WIDTH_PX * ui.scale)
    bench.fields.draw_number(ui, "known_length", length, scale)
