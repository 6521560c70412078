"""The opening: the roll for the first turn, the table edges, and deployment."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Frame, Question, Resolution
from wc3d.engine.dice import D6
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.actions import Choose, Deploy
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.space.formation import SKIRMISH_FORMATION_GAP_IN
from wc3d.games.warmachine.rules.state import PLAYERS, XY, Model, State, opponent_of
from wc3d.games.warmachine.rules.turn.turn import GameFrame
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.sight.distances import is_within

REGISTRY = HandlerRegistry()

DEPLOYMENT_DEPTH_IN = 10.0
"""The depth of the deployment strip from the table edge, in inches (WM-SET-05)."""

TABLE_SIDES = ("south", "north")


@dataclass(frozen=True, slots=True)
class SetupFrame(Frame):
    """The steps before the first round. `rolled` are the players' d6 rolls."""

    STEPS: ClassVar[tuple[str, ...]] = (
        "roll",
        "rolled",
        "edge",
        "first_deploys",
        "second_deploys",
        "play",
    )
    rolled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FirstTurnQuestion(Question):
    """The question of the player who goes first (WM-SET-04)."""


@dataclass(frozen=True, slots=True)
class EdgeQuestion(Question):
    """The question of the table edge (WM-RUL-02)."""


@dataclass(frozen=True, slots=True)
class DeployQuestion(Question):
    """The question of the next model to deploy and its place (WM-SET-05)."""


@REGISTRY.step(SetupFrame, "roll")
def _roll(r: Resolution, frame: SetupFrame) -> SetupFrame:
    """Roll a d6 for each player (WM-SET-04)."""
    results: list[int] = []
    for player in PLAYERS:
        faces = r.roll((D6,), player, "first turn")
        r.emit(events.Rolled(player, "first turn", faces, faces[0], rule="WM-SET-04"))
        results += faces
    return replace(frame, rolled=tuple(results))


@REGISTRY.step(SetupFrame, "rolled")
def _compare_rolls(r: Resolution, frame: SetupFrame) -> SetupFrame | None:
    """Repeat a tie (WM-RUL-01), or let the winner decide who goes first (WM-SET-04)."""
    if frame.rolled[0] == frame.rolled[1]:
        r.emit(events.RollRepeated(f"both players rolled {frame.rolled[0]}"))
        return replace(frame, step="roll")
    winner = 1 if frame.rolled[0] > frame.rolled[1] else 2
    r.emit(events.FirstTurnWon(winner))
    r.push(FirstTurnQuestion(player=winner))
    return None


@REGISTRY.step(SetupFrame, "edge")
def _ask_edge(r: Resolution, frame: SetupFrame) -> None:
    """Let the first player choose the table edge (WM-RUL-02)."""
    r.push(EdgeQuestion(player=r.state.first))


@REGISTRY.step(SetupFrame, "first_deploys")
def _first_deploys(r: Resolution, frame: SetupFrame) -> None:
    """Let the first player deploy the battlegroup (WM-SET-05)."""
    _ask_to_deploy(r, r.state.first)


@REGISTRY.step(SetupFrame, "second_deploys")
def _second_deploys(r: Resolution, frame: SetupFrame) -> None:
    """Let the second player deploy the battlegroup (WM-SET-05)."""
    _ask_to_deploy(r, opponent_of(r.state.first))


@REGISTRY.step(SetupFrame, "play")
def _start_game(r: Resolution, frame: SetupFrame) -> None:
    r.push(GameFrame())


def undeployed_models(state: State, player: int) -> tuple[Model, ...]:
    """Return a player's models that are not deployed yet."""
    return tuple(
        m for m in state.models.values() if m.owner == player and m.at is None and not m.removed
    )


def _ask_to_deploy(r: Resolution, player: int) -> None:
    if undeployed_models(r.state, player):
        r.push(DeployQuestion(player=player))


def _choose_first_player(r: Resolution, question: FirstTurnQuestion, action: Choose) -> None:
    r.emit(
        events.FirstPlayerChosen(
            question.player if action.option == "first" else opponent_of(question.player)
        )
    )


REGISTRY.register_choice_by_rule(
    FirstTurnQuestion,
    text="go first or second",
    options=lambda state, asked: ("first", "second"),
    decide=_choose_first_player,
    rule="WM-SET-04",
)
REGISTRY.register_choice_by_rule(
    EdgeQuestion,
    text="take a table edge",
    options=lambda state, asked: TABLE_SIDES,
    rule="WM-RUL-02",
    decide=lambda r, asked, action: r.emit(events.EdgeTaken(asked.player, action.option)),
)


# Deployment


def facing_across_table(state: State, player: int) -> float:
    """Return the facing from a player's edge across the table."""
    return 90.0 if state.sides[player - 1] == "south" else 270.0


def deployment_zone(state: State, player: int) -> tuple[XY, XY]:
    """Return a player's deployment strip, from its lowest to its highest corner (WM-SET-05)."""
    width, depth = state.table.size
    south = state.sides[player - 1] == "south"
    return (
        ((0.0, 0.0), (width, DEPLOYMENT_DEPTH_IN))
        if south
        else ((0.0, depth - DEPLOYMENT_DEPTH_IN), (width, depth))
    )


def check_deployment(state: State, player: int, model: str, at: XY) -> Verdict:
    """Check that a place is within 10" of the edge and free (WM-SET-05, WM-RUL-03)."""
    candidate = state.models.get(model)
    if (
        candidate is None
        or candidate.owner != player
        or candidate not in undeployed_models(state, player)
    ):
        return refuse("not_waiting", "you have no such model left to set up", "WM-SET-05")
    (left, low), (right, high) = deployment_zone(state, player)
    radius = state.table.policy.bases[candidate.base].radius
    if not (left - EPSILON_IN <= at[0] - radius and at[0] + radius <= right + EPSILON_IN):
        return refuse("off_table", "the base would be partly off the table", "WM-RUL-34")
    if not (low - EPSILON_IN <= at[1] - radius and at[1] + radius <= high + EPSILON_IN):
        return refuse(
            "too_far_out",
            f'a battlegroup must be set up completely within {DEPLOYMENT_DEPTH_IN:g}" of its table edge',
            "WM-SET-05",
        )
    verdict = check_formation(state, candidate, at)
    if not verdict:
        return verdict
    stand = state.table.stand(candidate.base, (*at, 0.0))
    if not stand:
        models = [state.name(id) for id in stand.blockers if id in state.models]
        reason = (
            f"{' and '.join(models)} stand{'' if len(models) > 1 else 's'} there"
            if models
            else stand.reason
        )
        return refuse("no_room", f"the model cannot stand there: {reason}", "WM-SET-05")
    return LEGAL


def check_formation(state: State, model: Model, at: XY) -> Verdict:
    """Check that a trooper is within 3" of a deployed trooper of its unit (WM-REF-11)."""
    mates = [m for m in state.members_of(model.unit) if model.unit]
    bases = state.table.policy.bases
    reach = (
        math.dist(at, state.place(m.id)[:2]) - bases[model.base].radius - bases[m.base].radius
        for m in mates
    )
    if not mates or any(is_within(gap, SKIRMISH_FORMATION_GAP_IN) for gap in reach):
        return LEGAL
    text = f'a unit must be set up in formation, each trooper within {SKIRMISH_FORMATION_GAP_IN:g}" of another'
    return refuse("out_of_formation", text, "WM-REF-11")


def _check(state: State, question: DeployQuestion, action: Deploy) -> Verdict:
    return check_deployment(state, question.player, action.model, action.at)


def _deploy(r: Resolution, question: DeployQuestion, action: Deploy) -> None:
    facing = (
        facing_across_table(r.state, question.player) if action.facing is None else action.facing
    )
    r.emit(events.Deployed(action.model, (*action.at, 0.0), facing % 360.0))
    _ask_to_deploy(r, question.player)


def _list_places(state: State, player: int, model: Model) -> Iterator[XY]:
    """Yield places near the unit, then along the inner end of the strip from the middle out."""
    yield from places_beside_unit(state, model)
    y = y_from_own_edge(
        state, player, DEPLOYMENT_DEPTH_IN - state.table.policy.bases[model.base].radius
    )
    middle = state.table.size[0] / 2
    for step in range(8):
        yield from (
            (round(middle + 2.5 * side * step, 2), y) for side in ((1, -1) if step else (1,))
        )


def y_from_own_edge(state: State, player: int, inches: float) -> float:
    """Return the y coordinate `inches` from a player's edge, rounded down to hundredths."""
    offset = math.floor(100 * inches) / 100
    return offset if state.sides[player - 1] == "south" else round(state.table.size[1] - offset, 2)


def places_beside_unit(state: State, model: Model) -> Iterator[XY]:
    """Yield places around the deployed troopers of the model's unit, near ones first."""
    bases = state.table.policy.bases
    mates = state.members_of(model.unit) if model.unit else ()
    for gap in (0.5, 1.5, 2.9):
        for mate in mates:
            x, y, _ = state.place(mate.id)
            distance = bases[model.base].radius + bases[mate.base].radius + gap
            for k in range(8):
                yield (
                    round(x + distance * math.cos(k * math.pi / 4), 2),
                    round(y + distance * math.sin(k * math.pi / 4), 2),
                )


def _candidates(state: State, question: DeployQuestion) -> Iterator[Deploy]:
    for model in undeployed_models(state, question.player):
        yield from (
            Deploy(player=question.player, model=model.id, at=at)
            for at in _list_places(state, question.player, model)
        )


def _sample(state: State, question: DeployQuestion, rng: random.Random) -> Deploy | None:
    model = rng.choice(undeployed_models(state, question.player))
    (left, low), (right, high) = deployment_zone(state, question.player)
    radius = state.table.policy.bases[model.base].radius
    for _ in range(60):
        at = (rng.uniform(left + radius, right - radius), rng.uniform(low + radius, high - radius))
        at = (round(at[0], 2), round(at[1], 2))
        if check_deployment(state, question.player, model.id, at):
            return Deploy(player=question.player, model=model.id, at=at)
        if model.unit and state.members_of(model.unit):
            break  # places away from its unit are illegal
    places = [
        at
        for at in places_beside_unit(state, model)
        if check_deployment(state, question.player, model.id, at)
    ]
    return Deploy(player=question.player, model=model.id, at=rng.choice(places)) if places else None


REGISTRY.register_answer(
    DeployQuestion,
    Deploy,
    text="set up a model",
    check=_check,
    decide=_deploy,
    candidates=_candidates,
    sample=_sample,
)
