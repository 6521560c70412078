"""The score: victory points by Pulse round, what they were for, and what the mission asks for."""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wc3d.engine.actions import Event
from wc3d.games.neo_mechanika.rules.book.rulebook import page_words
from wc3d.games.neo_mechanika.rules.book.rulings import OBJECTIVE_WITHIN, PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.mission_plans import ANY_UNIT, Mission, ObjectivePlan
from wc3d.games.neo_mechanika.rules.missions.secondary import SECONDARY
from wc3d.games.neo_mechanika.rules.missions.securing import secured_by
from wc3d.games.neo_mechanika.rules.missions.told import kind_name
from wc3d.games.neo_mechanika.rules.moving.carrying import carrier
from wc3d.games.neo_mechanika.rules.state import PLAYERS, State
from wc3d.games.neo_mechanika.text.log import points_by_round
from wc3d.games.neo_mechanika.text.vocabulary import cite
from wc3d.presentation.view_models import Row, ScoreTable, Section


def score_of(state: State, log: Iterable[Event]) -> ScoreTable:
    """The table of points, the mission, and how the objectives stand."""
    points, reasons = points_by_round(log)
    heads = ("", *(f"Round {i}" for i in range(1, PULSE_ROUNDS + 1)), "VP", "for")
    rows = []
    for player in PLAYERS:
        by_round = (f"{n}" if i <= state.round else "-" for i, n in enumerate(points[player], 1))
        reason_text = ", ".join(f"{reason} ({sum(times)})" for reason, times in reasons[player].items()) or "nothing yet"
        rows.append((state.setup.names[player - 1], *by_round, f"{state.players[player].points}", reason_text))
    mission = state.setup.mission
    asks = [Row(line) for line in (*mission_words(mission), *_secondary(state))]
    heading = f"{mission.name} ({page_words(mission.page)})"
    sections = Section(heading, tuple(asks)), Section("Objectives", tuple(_objectives(state)), heading=False)
    return ScoreTable(heads, tuple(rows), sections, "Victory points")


def mission_words(mission: Mission) -> list[str]:
    """What a mission asks for, a line each: who scores what, when, and how much it is worth."""
    within = f'{OBJECTIVE_WITHIN:g}"'
    lines = [f"A unit secures an objective within {within} if no enemy unit is within {within} of it{cite('NM-OBJ-02')}."]
    if mission.scored == "activation":
        lines.append("A unit scores at the end of its activation; each objective scores once per Pulse round.")
    else:
        lines.append("Objectives score at the end of each Pulse round.")
    for kind in dict.fromkeys(o.kind for o in mission.objectives):
        lines.append(_kind_words([o for o in mission.objectives if o.kind == kind]))
    kind, numbers = mission.removed
    named = next((kind_name(o) for o in mission.objectives if o.kind == kind), kind)
    for number, count in enumerate(numbers, 1):
        if count:
            lines.append(f"After Pulse round {number}, dice remove {count} {named}{'s' if count > 1 else ''}.")
    if mission.zones:
        lines.append("A d3 at the start of each Pulse round decides which drop zones are active.")
    return lines


def _kind_words(plans: Sequence[ObjectivePlan]) -> str:
    """What objectives of a kind are worth, and to whom."""
    plan = plans[0]
    holders = "any unit" if set(plan.holders) == set(ANY_UNIT) else " or ".join(f"{h}s" for h in plan.holders)
    count = f"{len(plans)} {kind_name(plan)}s" if len(plans) > 1 else f"1 {kind_name(plan)}"
    if plan.portable:
        return f"{count}, carried by {holders}."
    by_round = dict.fromkeys(plan.worth.rounds)
    by_rounds = "{}, {} and {} VP in rounds 1, 2 and 3".format(*plan.worth.rounds)
    points = f"{plan.worth.rounds[0]} VP" if len(by_round) == 1 else by_rounds
    extras = f"; {plan.worth.active} VP while active" if plan.worth.active else ""
    extras += f"; {plan.worth.across} VP near the opponent's edge" if plan.worth.across else ""
    extras += f"; {plan.worth.carried} VP more for a model that carries an objective" if plan.worth.carried else ""
    return f"{count}, secured by {holders}: {points}{extras}" + ("; gives cover." if plan.cover else ".")


def _secondary(state: State) -> Iterator[str]:
    for player, missions in enumerate(state.setup.secondary, 1):
        for id in missions:
            yield f"{state.setup.names[player - 1]}'s secondary mission: {SECONDARY[id].name} ({SECONDARY[id].points} VP)"


def _objectives(state: State) -> Iterator[Row]:
    """Who secures or carries each objective."""
    for objective in state.objectives.values():
        if objective.removed:
            yield Row(f"{objective.name}: removed from the table", waits=True)
            continue
        holder, by = carrier(state, objective.id), secured_by(state, objective.id)
        secured = f"secured by {state.setup.names[by - 1]}" if by else "not secured"
        yield Row(f"{objective.name}: {f'carried by {holder.name}' if holder is not None else secured}")


def points_of(state: State) -> list[str]:
    """The players' victory points, a line each."""
    return [f"{state.setup.names[p - 1]}: {state.players[p].points} VP" for p in PLAYERS]


def ending_of(state: State) -> str:
    """How the game has ended."""
    return f"{state.setup.names[state.winner - 1]} wins" if state.winner else "The game is a draw"
