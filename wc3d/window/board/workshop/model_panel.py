"""The panel of a model that was put on the board to try it, and the buttons that put one there."""
from __future__ import annotations

from functools import partial
from typing import Any

from imgui_bundle import imgui

from wc3d.table.body import Body
from wc3d.table.maps.base_fit import Fit
from wc3d.ui.measuring.tools import Tool
from wc3d.window.board.workshop.editor_screen import BoardBench
from wc3d.window.shell.widgets import ICONS, button, dim, heading, in_a_row


def draw_model_choice(ui: Any, bench: BoardBench) -> None:
    """A base of each size to be put on the board, with its key."""
    dim("Place a model to see what it sees:")
    for base in in_a_row(bench.table.policy.bases.values()):
        tip = f"{base.diameter_mm:g} mm base, {base.height:g}\" high; click where to put it"
        words = f"{ICONS['person']} {base.name} [{ui.key(base.name)}]"
        if button(ui, words, f"put_{base.name}", on=bench.setting == base.name, tip=tip):
            bench.set_model(base.name)
    _draw_judge(ui, bench)


def _draw_judge(ui: Any, bench: BoardBench) -> None:
    """A way to the judge: all other questions, doubts, and a page to share."""
    tip = "Ask about cover, moves, sprays and placement errors of these models, and share a web page"
    if bench.judge is not None and button(ui, f"{ICONS['scale']}  Ask the judge", "ask_judge", tip=tip):
        bench.ask_judge()


def draw_model_panel(ui: Any, bench: BoardBench, body: Body) -> None:
    """The panel of a picked model: what can be asked about it where it stands."""
    heading(ui, f"{ICONS['person']}  {body.id}")
    x, y, z = body.at
    base = bench.table.policy.bases[body.base]
    dim(f'{body.base} base ({base.diameter_mm:g} mm), {base.height:g}" high, at {x:.4g}, {y:.4g}, {z:.4g}" up')
    for icon, words, command, tip, act in (
        ("layers", "What it sees", "area", "Show where this model can see another base", partial(bench.measuring.use, Tool.AREA)),
        ("eye", "Line of sight", "sight", "Click this, then another model or a place", partial(bench.measuring.use, Tool.SIGHT)),
        ("run", "Where it can move", "reach", "Show where this model can move", bench.desk.show_reach),
        ("trash", "Remove", "remove", "", bench.desk.remove),
    ):
        if button(ui, f"{ICONS[icon]}  {words}  [{ui.key(command)}]", f"model_{command}", tip=tip, wide=200 * ui.scale):
            act()
    _draw_judge(ui, bench)
    imgui.separator()
    dim(f"Drag it to another place or floor. {ui.key('eye')} looks through its eyes, {ui.key('inside')} cuts away roofs "
        "and upper floors.")  # fmt: skip


def draw_look_from(ui: Any, bench: BoardBench, fit: Fit, mark: str) -> None:
    """A button at a level: what its largest base sees from there."""
    if fit.largest is None:
        return
    if button(ui, ICONS["eye"], mark, tip=f"Put a {fit.largest} base there and show what it can see"):
        bench.look_from(fit)
