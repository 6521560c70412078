"""Player queries during a game: permitted measurements (WM-RUL-07) and lines of sight."""

from __future__ import annotations

from wc3d.engine.game import Game
from wc3d.engine.name_matching import split_at_connector
from wc3d.engine.text import join_words
from wc3d.errors import InputError
from wc3d.games.warmachine.rules.focus import is_in_control_area
from wc3d.games.warmachine.rules.moving.advancing import compute_path_move
from wc3d.games.warmachine.rules.refusals import rule_source
from wc3d.games.warmachine.rules.sight_in_game import line_of_sight
from wc3d.games.warmachine.rules.space.moving import RUN_FACTOR
from wc3d.games.warmachine.rules.space.protection import Protection, find_potential_protection
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import control_radius
from wc3d.games.warmachine.text.action_parser import POINT_PATTERN, match_name
from wc3d.games.warmachine.text.formatting import display_name
from wc3d.presentation.format_inches import format_brief_inches

NOT_MEASURED_TEXT = (
    "you can measure distances only after you declare an attack, a charge or a spell"
)
"""The reply to a query for a distance that is not known yet."""


def measuring_refusal(state: State) -> str:
    """Return why distances cannot be measured now, with the rule; "" if measuring is free."""
    return (
        ""
        if state.edition["measure"] == "free"
        else f"{NOT_MEASURED_TEXT} ({rule_source('WM-RNG-03')})"
    )


def look_up_distance(game: Game, rest: str) -> list[str]:
    """Describe a distance that a player may know: any where measuring is free.

    Otherwise only the models in the player's control area and the player's own movement. Raises
    InputError for others.
    """
    state = game.state
    words = _split_names(rest, "measure A to B")
    names = _names_on_table(state)
    first = match_name(words[0], names, "model")
    if POINT_PATTERN.fullmatch(words[1]):
        return [_describe_movement(state, game.to_act, first, words[1])]
    second = match_name(words[1], names, "model")
    lines = []
    if first != second and not measuring_refusal(state):
        length = format_brief_inches(state.table.distance(first, second))
        lines.append(
            f"{display_name(state, first)} to {display_name(state, second)}: {length} from base to base"
        )
    if is_own_caster(state, game.to_act, first):
        within = "in" if is_in_control_area(state, first, second) else "outside"
        area = (
            f'the control area of {display_name(state, first)}, {control_radius(state, first):g}"'
        )
        lines.append(
            f"{display_name(state, second)} is {within} {area} ({rule_source('WM-FOC-03')})"
        )
    if not lines:
        raise InputError(measuring_refusal(state) or "expected two different models")
    return lines


def is_own_caster(state: State, player: int | None, id: str) -> bool:
    """Return whether the id is the player's warcaster, whose control area may be measured."""
    return state.models[id].is_warcaster and state.models[id].owner == player


def _describe_movement(state: State, player: int | None, id: str, point: str) -> str:
    """Describe the cost of the straight path to a place for one of the player's models."""
    x, y = (float(number) for number in point.split(","))
    if state.models[id].owner != player and measuring_refusal(state):
        raise InputError(measuring_refusal(state))
    way = compute_path_move(state, id, ((x, y),), run=False)
    if way.cost > RUN_FACTOR * way.allowance and measuring_refusal(state):
        return f"{display_name(state, id)} to {point}: too far even for a run"
    stopped = f"; {display_name(state, way.stopped_by)} is in the way" if way.stopped_by else ""
    counts = f"the straight path costs {format_brief_inches(way.cost)} of a {format_brief_inches(way.allowance)} advance"
    return f"{display_name(state, id)} to {point}: {counts}{stopped}"


def look_up_sight(game: Game, rest: str) -> list[str]:
    """Describe one model's sight of another, without distances. Raises InputError."""
    state = game.state
    words = _split_names(rest, "sight A to B")
    names = _names_on_table(state)
    a, b = (match_name(word, names, "model") for word in words)
    if a == b:
        raise InputError("expected two different models")
    sight = line_of_sight(state, a, b)
    rule = rule_source("WM-LOS-01")
    if not sight:
        by = join_words(display_name(state, id) for id in sight.blockers)
        blocked = f"{by} blocks the line" if by else "too much terrain between them"
        reason = "the target is in the back arc" if sight.behind else blocked
        return [f"{display_name(state, a)} cannot see {display_name(state, b)}: {reason} ({rule})"]
    models, terrain = find_potential_protection(state.table, a, b)
    protections = (
        [f"{join_words(display_name(state, id) for id in models)} in front of the target"]
        if models
        else []
    )
    protections += (
        [f"terrain in front of the target that grants {terrain.value}"]
        if terrain is not Protection.NONE
        else []
    )
    protection_note = (
        f'; {join_words(protections)}, which protects only within 1" of its base'
        if protections
        else ""
    )
    return [f"{display_name(state, a)} sees {display_name(state, b)} ({rule}){protection_note}"]


def _names_on_table(state: State) -> dict[str, str]:
    """Return the name of each model on the table. Raises InputError if there are none."""
    if not (names := {m.id: m.display_name for m in state.models_in_play()}):
        raise InputError("no model is on the table yet")
    return names


def _split_names(rest: str, form: str) -> tuple[str, str]:
    names = split_at_connector(rest.split())
    if len(names) != 2 or not all(names):
        raise InputError(f'expected two names: {form}, or with "to" between long names')
    return names[0], names[1]
