"""Show the score: victory points by Pulse round with their sources, and the mission's scoring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wc3d.engine.actions import Event
from wc3d.games.neo_mechanika.rules.book.rulebook import describe_page
from wc3d.games.neo_mechanika.rules.book.rulings import OBJECTIVE_RANGE_IN, PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.mission_plans import ANY_UNIT_KIND, Mission, ObjectivePlan
from wc3d.games.neo_mechanika.rules.missions.mission_text import objective_kind_name
from wc3d.games.neo_mechanika.rules.missions.secondary import SECONDARY_MISSIONS
from wc3d.games.neo_mechanika.rules.missions.securing import securing_player
from wc3d.games.neo_mechanika.rules.moving.carrying import carrier_of
from wc3d.games.neo_mechanika.rules.state import PLAYERS, State
from wc3d.games.neo_mechanika.text.formatting import cite_rule
from wc3d.games.neo_mechanika.text.log import points_by_round
from wc3d.presentation.display_values import ScoreTable, SheetRow, SheetSection


def score_table(state: State, log: Iterable[Event]) -> ScoreTable:
    """Return the table of points, the mission and the status of the objectives."""
    points, reasons = points_by_round(log)
    heads = ("", *(f"Round {i}" for i in range(1, PULSE_ROUNDS + 1)), "VP", "for")
    rows = []
    for player in PLAYERS:
        by_round = (f"{n}" if i <= state.round else "-" for i, n in enumerate(points[player], 1))
        reason_text = ", ".join(
            f"{reason} ({sum(times)})" for reason, times in reasons[player].items()
        )
        rows.append(
            (
                state.setup.names[player - 1],
                *by_round,
                f"{state.players[player].points}",
                reason_text,
            )
        )
    mission = state.setup.mission
    asks = [
        SheetRow(line) for line in (*describe_mission_scoring(mission), *_describe_secondary(state))
    ]
    heading = f"{mission.name} ({describe_page(mission.page)})"
    sections = (
        SheetSection(heading, tuple(asks)),
        SheetSection("Objectives", tuple(_describe_objectives(state)), has_heading=False),
    )
    return ScoreTable(heads, tuple(rows), sections, "Victory points")


def describe_mission_scoring(mission: Mission) -> list[str]:
    """Return a line for each way to score in a mission: who, when and how many points."""
    within = f'{OBJECTIVE_RANGE_IN:g}"'
    lines = [
        f"A unit secures an objective within {within} if no enemy unit is within {within} of it{cite_rule('NM-OBJ-02')}."
    ]
    if mission.scored == "activation":
        lines.append(
            "A unit scores at the end of its activation; each objective scores once per Pulse round."
        )
    else:
        lines.append("Objectives score at the end of each Pulse round.")
    for kind in dict.fromkeys(o.kind for o in mission.objectives):
        lines.append(_describe_kind([o for o in mission.objectives if o.kind == kind]))
    kind, numbers = mission.removed
    named = next((objective_kind_name(o) for o in mission.objectives if o.kind == kind), kind)
    for number, count in enumerate(numbers, 1):
        if count:
            lines.append(
                f"After Pulse round {number}, dice remove {count} {named}{'s' if count > 1 else ''}."
            )
    if mission.zones:
        lines.append("A d3 at the start of each Pulse round decides which drop zones are active.")
    return lines


def _describe_kind(plans: Sequence[ObjectivePlan]) -> str:
    """Return the points for objectives of a kind, and who scores them."""
    plan = plans[0]
    holders = (
        "any unit"
        if set(plan.holders) == set(ANY_UNIT_KIND)
        else " or ".join(f"{h}s" for h in plan.holders)
    )
    count = (
        f"{len(plans)} {objective_kind_name(plan)}s"
        if len(plans) > 1
        else f"1 {objective_kind_name(plan)}"
    )
    if plan.portable:
        return f"{count}, carried by {holders}."
    by_round = dict.fromkeys(plan.worth.rounds)
    by_rounds = "{}, {} and {} VP in rounds 1, 2 and 3".format(*plan.worth.rounds)
    points = f"{plan.worth.rounds[0]} VP" if len(by_round) == 1 else by_rounds
    extras = f"; {plan.worth.active} VP while active" if plan.worth.active else ""
    extras += f"; {plan.worth.across} VP near the opponent's edge" if plan.worth.across else ""
    extras += (
        f"; {plan.worth.carried} VP more for a model that carries an objective"
        if plan.worth.carried
        else ""
    )
    return f"{count}, secured by {holders}: {points}{extras}" + (
        "; gives cover." if plan.cover else "."
    )


def _describe_secondary(state: State) -> Iterator[str]:
    for player, missions in enumerate(state.setup.secondary, 1):
        for id in missions:
            yield f"{state.setup.names[player - 1]}'s secondary mission: {SECONDARY_MISSIONS[id].name} ({SECONDARY_MISSIONS[id].points} VP)"


def _describe_objectives(state: State) -> Iterator[SheetRow]:
    """Yield who secures or carries each objective."""
    for objective in state.objectives.values():
        if objective.removed:
            yield SheetRow(f"{objective.name}: removed from the table", is_inactive=True)
            continue
        holder = carrier_of(state, objective.id)
        by = securing_player(state, objective.id)
        secured = f"secured by {state.setup.names[by - 1]}" if by else "not secured"
        yield SheetRow(
            f"{objective.name}: {f'carried by {holder.name}' if holder is not None else secured}"
        )


def point_lines(state: State) -> list[str]:
    """Return a line with the victory points of each player."""
    return [f"{state.setup.names[p - 1]}: {state.players[p].points} VP" for p in PLAYERS]


def describe_ending(state: State) -> str:
    """Describe the end of the game."""
    return f"{state.setup.names[state.winner - 1]} wins" if state.winner else "The game is a draw"
