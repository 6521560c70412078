"""The score: victory points by Pulse round, and what they were for."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wc3d.view.panels import DIM, GOLD, ICONS, button, heading, panel
from wc3d.warcaster import events as ev
from wc3d.warcaster.book.rulings import PULSE_ROUNDS
from wc3d.warcaster.missions.objectives import carrier, secured_by

if TYPE_CHECKING:
    from wc3d.view.screens.play.screen import Play

LOOK = imgui.TableFlags_.borders_inner.value | imgui.TableFlags_.sizing_fixed_fit.value


def points(log: Any) -> tuple[dict[int, list[int]], dict[int, dict[str, int]]]:
    """The points of each player in each round, and what they were for."""
    rounds = {p: [0] * (PULSE_ROUNDS + 1) for p in (1, 2)}
    reasons: dict[int, dict[str, int]] = {1: {}, 2: {}}
    now = 0
    for event in log:
        if isinstance(event, ev.RoundBegan):
            now = min(event.round, PULSE_ROUNDS)
        elif isinstance(event, ev.Scored):
            rounds[event.player][now or 1] += event.points
            reasons[event.player][event.why] = reasons[event.player].get(event.why, 0) + event.points
    return rounds, reasons


def draw_score(ui: Any, play: Play) -> None:
    """Draw the table of points, and how the objectives stand."""
    width, height = ui.io.display_size.x, ui.io.display_size.y
    state = play.hand.state
    rounds, reasons = points(play.session.game.log)
    with panel("score", (width / 2, height / 2), corner=(0.5, 0.5)):
        heading(ui, f"{ICONS['star']} Victory points")
        if imgui.begin_table("points", PULSE_ROUNDS + 3, LOOK):
            for head in ("", *(f"Round {i}" for i in range(1, PULSE_ROUNDS + 1)), "VP", "for"):
                imgui.table_next_column()
                imgui.text_colored(imgui.ImVec4(*DIM), head)
            for player in (1, 2):
                imgui.table_next_column()
                imgui.text(play.session.name(player))
                for number in range(1, PULSE_ROUNDS + 1):
                    imgui.table_next_column()
                    imgui.text(str(rounds[player][number]) if number <= state.round else "-")
                imgui.table_next_column()
                imgui.text_colored(imgui.ImVec4(*GOLD), str(state.players[player].points))
                imgui.table_next_column()
                imgui.text(", ".join(f"{why} ({n})" for why, n in reasons[player].items()) or "nothing yet")
            imgui.end_table()
        imgui.separator()
        imgui.text_colored(imgui.ImVec4(*DIM), f"Mission: {state.setup.mission.name}")
        for objective in (o for o in state.objectives.values() if not o.removed):
            holder, by = carrier(state, objective.id), secured_by(state, objective.id)
            secured = f"secured by {play.session.name(by)}" if by else "nobody's"
            imgui.text(f"{objective.name}: {f'carried by {holder.name}' if holder is not None else secured}")
        if button(ui, "Close  (Esc)", "close score"):
            play.score = False
