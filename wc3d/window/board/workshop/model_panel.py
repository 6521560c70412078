"""The panel of a model that was put on the board to try it, and the buttons that put one there."""

from __future__ import annotations

from functools import partial
from typing import Any

from imgui_bundle import imgui

from wc3d.table.body import Body
from wc3d.table.maps.base_fit import LevelBaseFit
from wc3d.ui.measuring.tools import Tool
from wc3d.window.board.workshop.editor_screen import EditorScreenBase
from wc3d.window.shell.widgets import ICONS, draw_bold_text, draw_button, draw_dim_text, lay_in_row


def draw_base_buttons(ui: Any, bench: EditorScreenBase) -> None:
    """A base of each size to be put on the board, with its key."""
    draw_dim_text("Place a model to see what it sees:")
    for base in lay_in_row(bench.table.policy.bases.values()):
        tip = f'{base.diameter_mm:g} mm base, {base.height:g}" high; click where to put it'
        words = f"{ICONS['person']} {base.name} [{ui.key_for_command(base.name)}]"
        if draw_button(ui, words, f"put_{base.name}", on=bench.base_to_place == base.name, tip=tip):
            bench.begin_placing_model(base.name)
    _draw_judge(ui, bench)


def _draw_judge(ui: Any, bench: EditorScreenBase) -> None:
    """A way to the judge: all other questions, doubts, and a page to share."""
    tip = (
        "Ask about cover, moves, sprays and placement errors of these models, and share a web page"
    )
    if bench.make_judge_screen is not None and draw_button(
        ui, f"{ICONS['scale']}  Ask the judge", "ask_judge", tip=tip
    ):
        bench.open_judge_screen()


def draw_model_panel(ui: Any, bench: EditorScreenBase, body: Body) -> None:
    """The panel of a picked model: what can be asked about it where it stands."""
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
    """A button at a level: what its largest base sees from there."""
    if fit.largest_base is None:
        return
    if draw_button(
        ui, ICONS["eye"], mark, tip=f"Put a {fit.largest_base} base there and show what it can see"
    ):
        bench.show_view_from(fit)
