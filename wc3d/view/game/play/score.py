"""The score: victory points by Pulse round, and what they were for."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from imgui_bundle import imgui

from wc3d.view.game.play.prompt_panel import ended_words
from wc3d.view.window.panels import DIM, GOLD, ICONS, button, heading, panel
from wc3d.warcaster import events as ev
from wc3d.warcaster.book.rulebook import page_words
from wc3d.warcaster.book.rulings import OBJECTIVE_WITHIN, PULSE_ROUNDS
from wc3d.warcaster.mission_plans import ANY_UNIT, Mission, ObjectivePlan
from wc3d.warcaster.missions.secondary import SECONDARY
from wc3d.warcaster.missions.securing import secured_by
from wc3d.warcaster.moving.carrying import carrier
from wc3d.warcaster.state import State
from wc3d.warcaster.words.vocabulary import cite

if TYPE_CHECKING:
    from wc3d.view.game.play.screen import Play

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


def mission_words(mission: Mission) -> list[str]:
    """What a mission asks for, a line each: who scores what, when, and how much it is worth."""
    told = [f"An objective is secured within {OBJECTIVE_WITHIN:g}\" of it, with no enemy unit as near{cite('NM-OBJ-02')}."]
    when = "a unit's activation, by that unit; each objective once a Pulse round" if mission.scored == "activation" else (
        "each Pulse round")  # fmt: skip
    told.append(f"Scored at the end of {when}.")
    for kind in dict.fromkeys(o.kind for o in mission.objectives):
        told.append(_kind_words(kind, [o for o in mission.objectives if o.kind == kind]))
    kind, numbers = mission.removed
    for number, count in enumerate(numbers, 1):
        if count:
            told.append(f"After Pulse round {number} the dice remove {count} {kind}{'s' if count > 1 else ''}.")
    if mission.zones:
        told.append("A d3 at the start of each Pulse round says which numbers are active.")
    return told


def _kind_words(kind: str, plans: Sequence[ObjectivePlan]) -> str:
    """What objectives of a kind are worth, and to whom."""
    one = plans[0]
    holders = "any unit" if set(one.holders) == set(ANY_UNIT) else " or ".join(f"{h}s" for h in one.holders)
    count = f"{len(plans)} {kind}s" if len(plans) > 1 else f"1 {kind}"
    if one.portable:
        return f"{count}: may be carried by {holders}."
    by_round = dict.fromkeys(one.worth.rounds)
    points = f"{one.worth.rounds[0]} VP" if len(by_round) == 1 else f"{', '.join(map(str, one.worth.rounds))} VP by Pulse round"
    more = f"; {one.worth.active} VP while active" if one.worth.active else ""
    more += f"; {one.worth.across} VP by the opponent's edge" if one.worth.across else ""
    more += f"; {one.worth.carried} VP more for a model that carries an objective" if one.worth.carried else ""
    return f"{count}, held by {holders}: {points}{more}" + ("; gives cover." if one.cover else ".")


def _mission(ui: Any, state: State) -> None:
    """What the mission and the secondary missions ask for."""
    mission = state.setup.mission
    heading(ui, f"{mission.name} ({page_words(mission.page)})", 15)
    ui.mark("mission")
    for line in mission_words(mission):
        imgui.text(line)
    for player, chosen in enumerate(state.setup.secondary, 1):
        for id in chosen:
            imgui.text(f"{state.setup.names[player - 1]}, besides: {SECONDARY[id].name} ({SECONDARY[id].points} VP)")


def draw_score(ui: Any, play: Play) -> None:
    """Draw the table of points, and how the objectives stand."""
    left, _, right, _ = play.free_room()
    state = play.hand.state
    rounds, reasons = points(play.session.game.log)
    with panel("score", ((left + right) / 2, ui.io.display_size.y / 2), corner=(0.5, 0.5)):
        over = f"{ended_words(state)}: " if play.session.game.over else ""
        heading(ui, f"{ICONS['star']} {over}{'victory' if over else 'Victory'} points")
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
        _mission(ui, state)
        for objective in state.objectives.values():
            if objective.removed:
                imgui.text_colored(imgui.ImVec4(*DIM), f"{objective.name}: removed from the game")
                continue
            holder, by = carrier(state, objective.id), secured_by(state, objective.id)
            secured = f"secured by {play.session.name(by)}" if by else "nobody's"
            imgui.text(f"{objective.name}: {f'carried by {holder.name}' if holder is not None else secured}")
        if button(ui, f"Close  ({ui.key('cancel')})", "close score"):
            play.score = False
