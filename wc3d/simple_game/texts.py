"""A simple game in words: its log, typed actions, and the questions of the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import Action, Concede, Event, Pass, RefusedError, read_action
from wc3d.engine.game import Game
from wc3d.engine.name_matching import PLACE_PATTERN, match_name, split_at_connector
from wc3d.errors import InputError, require_result
from wc3d.simple_game.actions import own_fields, type_name
from wc3d.simple_game.events import SimpleEvent
from wc3d.simple_game.sheets import make_sheet
from wc3d.simple_game.state import SimpleState, notes_of
from wc3d.table.maps.text_plan import draw_text_plan

TYPED_SYNONYMS = {"end": "pass"}
"""Other words for a kind of action."""

PLACE_FORMAT = "expected a place: X,Y in inches, such as 12,8.5"


class LogTeller:
    """A narrator that gives each event its line."""

    def __init__(self, start: Any, viewer: int | None) -> None:
        self.state = start

    def format_lines(self, events: Iterable[Event]) -> list[str]:
        """Return the lines for events."""
        lines = []
        for event in events:
            if isinstance(event, SimpleEvent):
                words = event.words(self.state)
                require_result(type(event).words, words, isinstance(words, str), "a text")
                lines += [words] if words else []
            self.state = event.evolve(self.state)
        return lines

    def format_rest(self) -> list[str]:
        """Return the lines for waiting events: none."""
        return []


@dataclass(frozen=True)
class ActionWords:
    """Typed actions of a game: "move scout1 12,8". The order of words is that of the fields."""

    actions: tuple[type[Action], ...]

    def forms(self) -> dict[str, str]:
        """Return the typed form of each kind of action."""
        forms = {
            type_name(kind): " ".join(
                (type_name(kind), "MODEL", *map(_describe_field, own_fields(kind)))
            )
            for kind in self.actions
        }
        return forms | {"pass": "pass", "concede": "concede"}

    def parse(self, game: Game, line: str) -> Action | None:
        """Parse a typed line, or return None. Raises InputError for an unclear line."""
        word, *rest = line.split()
        word = TYPED_SYNONYMS.get(word, word)
        forms = self.forms()
        if word not in forms:
            return None
        kinds: dict[str, type[Action]] = {type_name(kind): kind for kind in self.actions}
        kinds |= {"pass": Pass, "concede": Concede}
        fields = ("model", *own_fields(kinds[word])) if word in self._own_types() else ()
        if len(rest) != len(fields):
            raise InputError(f"expected {forms[word]}")
        data: dict[str, Any] = {"type": word, "player": game.to_act or 1}
        for field, text in zip(fields, rest, strict=True):
            if field in ("model", "target"):
                data[field] = match_name(text, model_names(game.state), "model")
            else:
                data[field] = parse_place(text) if field == "to" else text
        try:
            return read_action(data, kinds, {})
        except RefusedError as error:
            raise InputError(f"expected {forms[word]}: {error.verdict.text}") from None

    def _own_types(self) -> set[str]:
        return {type_name(kind) for kind in self.actions}

    def complete(self, game: Game, order: str) -> Sequence[str]:
        """Return Tab completions: the orders, or the models after an order."""
        if not order:
            return sorted(self.forms())
        return sorted(model_names(game.state))


def _describe_field(name: str) -> str:
    return {"to": "X,Y", "target": "TARGET"}.get(name, name.upper())


def parse_place(text: str) -> tuple[float, float]:
    """Parse a place "12,8.5". Raises InputError."""
    try:
        x, y = (float(number) for number in text.split(","))
    except ValueError:
        raise InputError(f"{text[:40]!r}: {PLACE_FORMAT}") from None
    return x, y


def model_names(state: SimpleState) -> dict[str, str]:
    """Return the names of the models on the table by id."""
    return {model.id: model.name for model in state.models}


def look_up_distance(game: Game, rest: str) -> list[str]:
    """Describe the distance between models, objectives' centers and points. Raises InputError."""
    state = game.state
    words = split_at_connector(rest.split())
    if len(words) != 2:
        raise InputError("expected two models, objectives or points: measure A to B")
    a, b = (_parse_end(state, word) for word in words)
    if a == b:
        raise InputError("expected two different ends")
    if isinstance(a, str) and isinstance(b, str):
        inches = state.table.distance(a, b)
        return [f'{state.name_of(a)} to {state.name_of(b)}: {inches:.2f}" from base to base']
    inches = max(0.0, math.dist(_center(state, a), _center(state, b)) - _radii(state, a, b))
    names = [_describe_end(state, end) for end in (a, b)]
    return [f'{names[0]} to {names[1]}: {inches:.2f}", seen from above']


def _parse_end(state: SimpleState, word: str) -> str | tuple[float, float]:
    """Return the id of a model, or a point: one typed as X,Y or the center of an objective."""
    if PLACE_PATTERN.fullmatch(word) and word.count(",") == 1:
        return parse_place(word)
    objectives = {objective.id: objective.name for objective in state.objectives}
    id = match_name(word, objectives | model_names(state), "model or objective")
    return next((each.at for each in state.objectives if each.id == id), id)


def _center(state: SimpleState, end: str | tuple[float, float]) -> tuple[float, float]:
    x, y, *_ = state.model(end).at if isinstance(end, str) else end
    return x, y


def _radii(state: SimpleState, *ends: str | tuple[float, float]) -> float:
    return sum(state.table.body(end).radius for end in ends if isinstance(end, str))


def _describe_end(state: SimpleState, end: str | tuple[float, float]) -> str:
    if isinstance(end, str):
        return state.name_of(end)
    names = (objective.name for objective in state.objectives if objective.at == end)
    return next(names, f"({end[0]:g}, {end[1]:g})")


def look_up_sight(game: Game, rest: str) -> list[str]:
    """Describe the line of sight between two models. Raises InputError."""
    state = game.state
    a, b = _parse_pair(state, rest, "sight A to B")
    sight = state.table.sight(a, b)
    blockers = ", ".join(state.name_of(id) for id in sight.blockers)
    because = f": {blockers} in the way" if blockers and not sight else ""
    verb = "sees" if sight else "does not see"
    return [f"{state.name_of(a)} {verb} {state.name_of(b)}{because}"]


def _parse_pair(state: SimpleState, rest: str, form: str) -> list[str]:
    words = split_at_connector(rest.split())
    if len(words) != 2:
        raise InputError(f"expected two models: {form}")
    pair = [match_name(word, model_names(state), "model") for word in words]
    if pair[0] == pair[1]:
        raise InputError("expected two different models")
    return pair


def look_up_map(game: Game, rest: str) -> list[str]:
    """Draw the board from above, with a letter for each model and a number for each objective."""
    state = game.state
    signs = list[tuple[str, Sequence[float]]]()
    lines = list[str]()
    for number, objective in enumerate(state.objectives, 1):
        signs.append((f"*{number}"[:2], objective.at))
        lines.append(f"  *{number} {objective.name}")
    for player, letters in ((1, ascii_uppercase), (2, ascii_lowercase)):
        for n, model in enumerate(state.models_of(player)):
            sign = letters[n % len(letters)]
            signs.append((sign, model.at))
            lines.append(f"  {sign} {model.name} ({state.player_name(player)})")
    return [*draw_text_plan(state.table, signs), *lines]


def look_up_terrain(game: Game, rest: str) -> list[str]:
    """List the terrain: the id, the name, the kind and the extent of each feature."""
    lines = []
    for feature in game.state.board.features:
        west, south, east, north = feature.box
        extent = f"({west:.4g}, {south:.4g}) to ({east:.4g}, {north:.4g})"
        lines.append(f"{feature.id}: {feature.name}, {feature.kind.value}, {extent}")
    return lines or ["no terrain"]


def look_up_card(game: Game, rest: str) -> list[str]:
    """Print the card of a model or an objective. Raises InputError."""
    state = game.state
    names = model_names(state) | {
        each.id: each.name for each in (*state.objectives, *state.removed)
    }
    sheet = make_sheet(state, match_name(rest, names, "model or objective"))
    assert sheet is not None
    numbers = ", ".join(f"{number.name} {number.value}" for number in sheet.numbers)
    return [f"{sheet.title}, {', '.join(sheet.facts)}", *([numbers] if numbers else [])]


def look_up_models(game: Game, rest: str) -> list[str]:
    """List the models and the objectives with their places."""
    return describe_position(game.state)


def describe_position(state: SimpleState) -> list[str]:
    """Return a line for each model and each objective."""
    models = [
        f"{model.id}: {model.name} of {state.player_name(model.player)} "
        f"at ({model.at[0]:g}, {model.at[1]:g}, {model.at[2]:g}), "
        f"health {model.health} of {model.full_health}"
        + "".join(f", {note}" for note in notes_of(model))
        for model in state.models
    ]
    objectives = [
        f"{objective.name} at ({objective.at[0]:g}, {objective.at[1]:g}), "
        f"held by {state.player_name(state.holder_of(objective)).replace('Nobody', 'nobody')}"
        for objective in state.objectives
    ]
    return models + objectives


def describe_standings(state: SimpleState) -> list[str]:
    """Return a line on each player's points and models."""
    return [
        f"{state.player_name(player)}: {pluralize(state.points[player - 1], 'point')}, "
        f"{pluralize(len(state.models_of(player)), 'model')}"
        for player in (1, 2)
    ]


def describe_clock(state: SimpleState) -> str:
    """Return the round in words."""
    return f"round {state.round} of {state.rounds}" if state.round else "before the first round"


QUERIES = {
    "map": look_up_map,
    "models": look_up_models,
    "terrain": look_up_terrain,
    "card": look_up_card,
    "measure": look_up_distance,
    "sight": look_up_sight,
}
"""The questions of the terminal."""

QUERY_HELP = (
    "end                 the same as pass",
    "map, models         show the board from above, the models with places and health",
    "terrain             list the terrain with its places",
    "card NAME           show the numbers of a model, or who holds an objective",
    "measure A to B      measure between two models, objectives or points",
    "sight A to B        check the line of sight between two models",
)
