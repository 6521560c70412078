"""A simple game on a screen: labels, lists, cards, markers, the score and previews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import Action, Event
from wc3d.engine.ruleset_types import ActionKind
from wc3d.engine.text import capitalize
from wc3d.errors import require_result
from wc3d.presentation.display_values import (
    BoardMarker,
    EventDisplay,
    ModelLabel,
    Roster,
    RosterRow,
    ScoreTable,
    TurnBar,
)
from wc3d.presentation.evidence_view import Stroke
from wc3d.presentation.palette import RGB, Livery, Pen
from wc3d.presentation.preview import Preview, make_preview, point_above_model
from wc3d.simple_game.actions import SimpleAction, own_fields, type_name
from wc3d.simple_game.events import SimpleEvent
from wc3d.simple_game.state import SimpleState, notes_of
from wc3d.simple_game.texts import describe_clock

SIDE_COLORS: tuple[RGB, RGB] = ((92, 160, 232), (232, 120, 84))
NEUTRAL_COLOR: RGB = (222, 208, 120)
LIVERIES = tuple(Livery(color, player) for player, color in enumerate(SIDE_COLORS, 1))


def list_labels(state: SimpleState) -> tuple[ModelLabel, ...]:
    """Return a label over each model."""
    return tuple(
        ModelLabel(
            model.id,
            model.id,
            model.name,
            LIVERIES[model.player - 1],
            point_above_model(state.table.body(model.id)),
            model.at,
            min(model.health, model.full_health),
            model.full_health,
            is_done=model.is_done,
            words=notes_of(model),
        )
        for model in state.models
    )


def list_liveries(state: SimpleState) -> dict[str, Livery]:
    """Return the livery of each model."""
    return {model.id: LIVERIES[model.player - 1] for model in state.models}


def list_markers(state: SimpleState) -> tuple[BoardMarker, ...]:
    """Return a marker for each objective, in the color of its holder."""
    markers = []
    for objective in state.objectives:
        owner = state.holder_of(objective)
        x, y = objective.at
        markers.append(
            BoardMarker(
                objective.id,
                objective.name,
                objective.name[:12],
                at=(x, y, 0.5),
                foot=(x, y, 0.0),
                rgb=(NEUTRAL_COLOR, *SIDE_COLORS)[owner],
                radius=objective.radius,
                reach=0.0,
                owner=owner,
            )
        )
    return tuple(markers)


def make_roster(state: SimpleState, player: int) -> Roster:
    """Return a player's models, those that left the table last."""
    rows = [
        RosterRow(
            model.id,
            model.name,
            f"{model.health}/{model.full_health}",
            ", ".join(notes_of(model)),
            min(1.0, model.health / model.full_health),
        )
        for model in state.models_of(player)
    ]
    rows += [
        RosterRow(model.id, model.name, "", "destroyed")
        for model in state.removed
        if model.player == player
    ]
    return Roster(player, (pluralize(state.points[player - 1], "point"),), tuple(rows))


def make_turn_bar(state: SimpleState, title: str) -> TurnBar:
    """Return the bar at the top."""
    points = f"{state.points[0]}:{state.points[1]}"
    return TurnBar(title, state.player, describe_clock(state), points, "points")


def make_score(state: SimpleState, log: Sequence[Event]) -> ScoreTable:
    """Return the score."""
    rows = tuple(
        (state.player_name(player), str(state.points[player - 1]), "") for player in (1, 2)
    )
    return ScoreTable(("", "points", "for"), rows)


def display_event(state: SimpleState, event: Event) -> EventDisplay:
    """Return the display of an event."""
    if not isinstance(event, SimpleEvent):
        return EventDisplay()
    display = event.display(state)
    is_valid = isinstance(display, EventDisplay)
    require_result(type(event).display, display, is_valid, "an EventDisplay")
    return display


def list_action_kinds(actions: Sequence[type[SimpleAction]]) -> tuple[ActionKind, ...]:
    """Return how each kind of action is shown: by clicks on a place or a target, or as a button."""
    kinds = [
        ActionKind(
            type_name(kind),
            is_done_on_board="to" in own_fields(kind),
            is_endless="to" in own_fields(kind),
            targets_enemies="target" in own_fields(kind),
            instruction=capitalize(kind.help),
            short_name=type_name(kind).capitalize(),
            button_text=type_name(kind).capitalize(),
            rank=number,
        )
        for number, kind in enumerate(actions)
    ]
    return (*kinds, ActionKind("pass", short_name="Pass", rank=len(kinds)))


def make_action_preview(game: Any, state: SimpleState, action: Action) -> Preview | None:
    """Return a line from the model to its target or place, with the verdict in words."""
    if not isinstance(action, SimpleAction) or not state.has_model(action.model):
        return None
    here = state.model(action.model).at
    target = getattr(action, "target", "")
    to = getattr(action, "to", None)
    verdict = game.check(state, action)
    pen = Pen.PATH if to is not None else Pen.CLEAR
    ends = [(*to, here[2])] if to is not None else []
    ends += [state.model(target).at] if state.has_model(target) else []
    return make_preview(
        state.table,
        action.type,
        bool(verdict),
        verdict.text or action.describe(state),
        strokes=[Stroke((here, end), pen if verdict else Pen.REFUSED) for end in ends],
        action=action if verdict else None,
        verdict=verdict,
    )


def suggest_actions(
    actions: Sequence[type[SimpleAction]], state: SimpleState, player: int, id: str
) -> Iterator[tuple[str, Action]]:
    """Yield the actions with a target: of this own model on each enemy, or on this enemy."""
    enemies = [model.id for model in state.models if model.player != player]
    targets = [id] if id in enemies else enemies
    users = [model.id for model in state.ready_models(player) if id in (model.id, *targets)]
    for kind in actions:
        if own_fields(kind) != ("target",):
            continue
        for user in users:
            for target in targets:
                action = kind.model_validate({"player": player, "model": user, "target": target})
                yield action.describe(state), action


def make_placement(
    actions: Sequence[type[SimpleAction]],
    state: SimpleState,
    player: int,
    id: str,
    at: tuple[float, float],
) -> Action | None:
    """Return the action that moves this model here; None for other models."""
    if not state.has_model(id) or state.model(id).player != player:
        return None
    for kind in actions:
        if own_fields(kind) == ("to",):
            try:
                return kind.model_validate({"player": player, "model": id, "to": at})
            except ValidationError:
                return None
    return None
