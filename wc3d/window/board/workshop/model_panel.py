"""The panel of a test model, and the buttons that add one."""

from __future__ import annotations

from functools import partial
from typing import Any

from imgui_bundle import imgui

from wc3d.table.body import Body
from wc3d.table.maps.base_fit import LevelBaseFit
from wc3d.ui.measuring.tools import Tool
from wc3d.window.board.workshop.editor_screen_base import EditorScreenBase
from wc3d.window.shell.widgets import ICONS, draw_bold_text, draw_button, draw_dim_text, lay_in_row


def draw_base_buttons(ui: Any, bench: EditorScreenBase) -> None:
    """Draw a button with its key for each base size."""
    draw_dim_text("Place a model to see what it sees:")
    for base in lay_in_row(bench.table.policy.bases.values()):
        tip = f'{base.diameter_mm:g} mm base, {base.height:g}" high; click where to put it'
        words = f"{ICONS['person']} {base.name} [{ui.key_for_command(base.name)}]"
        if draw_button(ui, words, f"put_{base.name}", on=bench.base_to_place == base.name, tip=tip):
            bench.begin_placing_model(base.name)
    _draw_judge(ui, bench)


def _draw_judge(ui: Any, bench: EditorScreenBase) -> None:
    """Draw a link to the judge screen."""
    tip = (
        "Ask about cover, moves, sprays and placement errors of these models, and share a web page"
    )
    if bench.make_judge_screen is not None and draw_button(
        ui, f"{ICONS['scale']}  Ask the judge", "ask_judge", tip=tip
    ):
        bench.open_judge_screen()


def draw_model_panel(ui: Any, bench: EditorScreenBase, body: Body) -> None:
    """Draw the panel of the selected model with questions about it."""
    draw_bold_text(ui, f"{ICONS['person']}  {body.id}")
    x, y, z = body.at
    base = bench.table.policy.bases[body.base]
    draw_dim_text(
        f'{body.base} base ({base.diameter_mm:g} mm), {base.height:g}" high, at {x:.4g}, {y:.4g}, {z:.4g}" up'
    )
    for icon, words, command, tip, act in (
        (
            "layers",
            "What it sees",
            "area",
            "Show where this model can see another base",
            partial(bench.measuring.use_tool, Tool.AREA),
        ),
        (
            "eye",
            "Line of sight",
            "sight",
            "Click this, then another model or a place",
            partial(bench.measuring.use_tool, Tool.SIGHT),
        ),
        (
            "run",
            "Where it can move",
            "reach",
            "Show where this model can move",
            bench.board_model.show_reach,
        ),
        ("trash", "Remove", "remove", "", bench.board_model.remove_selected),
    ):
        if draw_button(
            ui,
            f"{ICONS[icon]}  {words}  [{ui.key_for_command(command)}]",
            f"model_{command}",
            tip=tip,
            wide=200 * ui.scale,
        ):
            act()
    _draw_judge(ui, bench)
    imgui.separator()
    draw_dim_text(
        f"Drag it to another place or floor. {ui.key_for_command('eye')} looks through its eyes, {ui.key_for_command('inside')} cuts away roofs "
        "and upper floors."
    )


def draw_view_from_button(ui: Any, bench: EditorScreenBase, fit: LevelBaseFit, mark: str) -> None:
    """Draw a button that shows the view of a level's largest base."""
    if fit.largest_base is None:
        return
    if draw_button(
        ui, ICONS["eye"], mark, tip=f"Put a {fit.largest_base} base there and show what it can see"
    ):
        bench.show_view_from(fit)
