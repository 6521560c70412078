"""Parse typed actions: "advance hunter 12,4 12,9", "attack wolf rail_gun marauder"."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.agenda import find_frame as frame_of
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules import actions
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import ability_name
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import attack_modes
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import option_words
from wc3d.games.neo_mechanika.rules.moving.placing import resolve_place
from wc3d.games.neo_mechanika.rules.state import XYZ, State, Where, opponent_of
from wc3d.games.neo_mechanika.rules.turn.deployment import reference_height
from wc3d.games.neo_mechanika.rules.turn.deployment_offers import place_others_around
from wc3d.games.neo_mechanika.rules.turn.usable_abilities import usable_abilities
from wc3d.games.neo_mechanika.rules.weapons import find_weapon, model_weapons
from wc3d.games.neo_mechanika.text import typed_names
from wc3d.games.neo_mechanika.text.action_syntax import (
    ACTION_FORMS,
    ACTION_SYNONYMS,
    NUMBER_PATTERN,
    STAY_WORD,
    parse_point,
)
from wc3d.games.neo_mechanika.text.formatting import display_name
from wc3d.games.neo_mechanika.text.typed_names import AmbiguousNameError, match_name
from wc3d.table.body import Body

TYPE_BY_WORD = {"gate": "place_gate"}
"""The actions whose typed word differs from their type."""


@dataclass
class TypedOrder:
    """The typed words after an action's word, with the context to parse them."""

    game: Game
    player: int
    form: str
    words: list[str]

    @property
    def state(self) -> State:
        """The game state of the order."""
        state: State = self.game.state
        return state

    def next_word(self) -> str:
        """Return the next word. Raises InputError with the syntax if none is left."""
        if not self.words:
            raise InputError(f"incomplete command; type: {self.form}")
        return self.words.pop(0)

    def next_name(self, names: Mapping[str, str], labels: Mapping[str, str]) -> str:
        """Return the next words that form a name, joined. Raises InputError."""
        count = typed_names.count_name_words(self.words, names, labels) if self.words else 1
        return " ".join(self.next_word() for _ in range(count))

    def next_id(self, names: dict[str, str], kind: str, *wider: dict[str, str]) -> str:
        """Return the id that the next word names, from `names` or else the first wider group with
        a match.

        Raises InputError with the names of the narrowest group and the syntax. A name that is
        ambiguous in the widest group only counts as unknown.
        """
        labels = typed_names.plan_labels(self.state)
        groups = [names, *wider]
        word = self.next_name(
            {id: name for group in reversed(groups) for id, name in group.items()}, labels
        )
        reasons: list[InputError] = []
        for group in groups:
            try:
                return match_name(word, group, kind, labels)
            except InputError as error:
                if isinstance(error, AmbiguousNameError) and (
                    group is not groups[-1] or not reasons
                ):
                    raise
                if group:
                    reasons.append(error)
        reason = reasons[0] if reasons else InputError(f"there is no {kind} {word!r}")
        raise InputError(f"{reason}; type: {self.form}") from None

    def next_unit(self, location: Where) -> str:
        """Return the unit that the next word names: the player's at `location`, or else any."""
        state = self.state
        fitting = typed_names.unit_names(
            state, self.player, lambda id: state.units[id].where is location
        )
        return self.next_id(fitting, "unit", typed_names.unit_names(state))

    def next_card(self) -> str:
        """Return the card of the player's hand that the next word names."""
        return self.next_id(
            typed_names.hand_card_names(self.state, self.player), "card in your hand"
        )

    def take_if_next(self, *words: str) -> bool:
        """Return whether one of these words is next, and consume it."""
        if self.words and self.words[0] in words:
            self.words.pop(0)
            return True
        return False

    def next_point(self) -> actions.Point:
        """Return the next point: "12,4", or two numbers."""
        word = self.next_word()
        if (
            re.fullmatch(NUMBER_PATTERN, word)
            and self.words
            and re.fullmatch(NUMBER_PATTERN, self.words[0])
        ):
            word = f"{word},{self.words.pop(0)}"
        return parse_point(word)

    def is_point_next(self) -> bool:
        """Return whether a point is next."""
        return bool(self.words and re.fullmatch(rf"{NUMBER_PATTERN}(?:,.*)?", self.words[0]))

    def expect_end(self) -> None:
        """Raise InputError if words are left."""
        if self.words:
            raise InputError(f"unexpected {self.words[0]!r}; type: {self.form}")


def parse_action(game: Game, line: str) -> Action | None:
    """Return the typed action without a rule check, or None for other words. Raises InputError."""
    if line.startswith("{"):
        return _parse_json(game, line)
    words = [w.strip('"') for w in re.findall(r'"[^"]*"|\S+', line)]
    if words and words[0] in getattr(find_open_question(game.state), "options", ()):
        words = ["choose", *words]
    word = ACTION_SYNONYMS.get(words[0], words[0]) if words else ""
    read = _READ.get(word)
    player = game.to_act
    if read is None or player is None:
        return None
    order = TypedOrder(game, player, ACTION_FORMS[word], words[1:])
    try:
        action = read(order)
        order.expect_end()
    except InputError:
        _check_possible(game, word)
        raise
    return action


def _check_possible(game: Game, word: str) -> None:
    """Raise InputError if the action is not available now, before any parse error."""
    offers = game.offers()
    if TYPE_BY_WORD.get(word, word) not in (offer.type for offer in offers):
        raise InputError(
            f"{word} is not possible now; possible now: {', '.join(offer.text for offer in offers)}"
        )


def _parse_json(game: Game, line: str) -> Action:
    try:
        return game.rules.play.read_action({"player": game.to_act, **json.loads(line)})
    except (ValueError, TypeError, RecursionError):
        raise InputError("expected an action as one JSON object") from None
    except RefusedError as error:
        raise InputError(error.verdict.text) from None


# Parsers, one for each kind of action


def _parse_choose(order: TypedOrder) -> Action:
    open_question: Any = find_open_question(order.state)
    listed = [
        a.option
        for o in order.game.offers()
        for a in o.candidates()
        if isinstance(a, actions.Choose)
    ]
    options = {
        o: order.state.name(option_words(order.state, o))
        for o in (*getattr(open_question, "options", ()), *listed)
    }
    return actions.Choose(player=order.player, option=order.next_id(options, "option"))


def _list_arc_holders(order: TypedOrder) -> dict[str, str]:
    in_play = typed_names.unit_names(
        order.state, order.player, lambda id: order.state.units[id].is_in_play
    )
    return {**in_play, **typed_names.gate_names(order.state, order.player)}


def _parse_charge(order: TypedOrder) -> Action:
    wider = {**typed_names.unit_names(order.state), **typed_names.names_on_table(order.state)}
    return actions.Charge(
        player=order.player, on=order.next_id(_list_arc_holders(order), "unit or void gate", wider)
    )


def _parse_clear(order: TypedOrder) -> Action:
    arc: dict[str, int] = {}
    while order.words or not arc:
        id = order.next_id(_list_arc_holders(order), "unit or void gate")
        arc[id] = (
            int(order.next_word())
            if order.words and order.words[0].isdecimal()
            else order.state.arc_on(id)
        )
    return actions.Clear(player=order.player, arc=arc)


def _parse_play(order: TypedOrder) -> Action:
    card = order.next_card()
    fury = order.state.setup.cards.cyphers[card].kind == "fury"
    state = order.state
    player = order.player
    targets = typed_names.names_on_table(state, opponent_of(player) if fury else player)
    if not fury and state.setup.cards.cyphers[card].target != "friendly_unit_model":
        targets = typed_names.unit_names(state, player, lambda id: state.units[id].is_in_play)
    order.take_if_next("at", "on")
    target = order.next_id(targets, "target")
    order.take_if_next("through", "via")
    if order.words:
        channel = order.next_id(typed_names.names_on_table(state, player), "model")
    else:
        channel = _find_channel(order, card) if fury else ""
    return actions.Play(player=player, card=card, on=target, channel=channel)


def _find_channel(order: TypedOrder, card: str) -> str:
    """Return the first model that can channel the card, if none is named."""
    listed = (
        a
        for o in order.game.offers()
        for a in o.candidates()
        if isinstance(a, actions.Play) and a.card == card
    )
    return next((a.channel for a in listed), "")


def _list_actors(order: TypedOrder) -> dict[str, str]:
    """Return the models that can act: the activated unit's, or all of the player's on the table."""
    state = order.state
    activation = frame_of(state, Activation)
    open_question: Any = find_open_question(state)
    unit = getattr(open_question, "unit", "") or (
        activation.unit
        if activation is not None and state.owner(activation.unit) == order.player
        else ""
    )
    moving = getattr(open_question, "order", None)
    unit = moving.unit if moving is not None else unit
    if unit in state.units:
        return {m.id: display_name(state, m.id) for m in state.models_of(unit)}
    return {
        id: name
        for id, name in typed_names.names_on_table(state, order.player).items()
        if id in state.models
    }


def _read_actor(order: TypedOrder, names: dict[str, str], left_out: bool) -> str:
    """Return the named model, or the only one if none is named."""
    if left_out and len(names) == 1:
        return next(iter(names))
    return order.next_id(names, "model", *_list_models(order.state))


def _parse_advance(order: TypedOrder) -> Action:
    actors = _list_actors(order)
    model = _read_actor(
        order,
        actors,
        not order.words
        or order.words[0] == STAY_WORD
        or order.is_point_next()
        or ":" in order.words[0],
    )
    steps: list[actions.Step] = []
    places: dict[str, actions.Point] = {}
    stays = order.words[:1] == [STAY_WORD]
    if stays:
        order.next_word()
    while order.words:
        word = order.words[0]
        if word.startswith("jump:"):
            order.next_word()
            steps.append(actions.JumpStep(jump=parse_point(word.removeprefix("jump:"))[:2]))
        elif word.startswith("ladder:"):
            id, _, to = order.next_word().removeprefix("ladder:").partition("@")
            ladders = {ladder.id: ladder.id for ladder in order.state.table.ladders}
            steps.append(
                actions.LadderStep(
                    ladder=match_name(id, ladders, "ladder", typed_names.plan_labels(order.state)),
                    to=parse_point(to),
                )
            )
        elif "@" in word[1:]:
            places.update([_read_placed_model(order, actors)])
        else:
            steps.append(order.next_point()[:2])
    if stays and steps:
        raise InputError(f"expected either stay or a path; type: {order.form}")
    if not (stays or steps or places):
        raise InputError(f"incomplete command; type: {order.form}")
    return actions.Advance(player=order.player, model=model, path=tuple(steps), others=places)


def _read_placed_model(order: TypedOrder, names: dict[str, str]) -> tuple[str, actions.Point]:
    """Return a model and its place: "b@12,4"."""
    name, _, at = order.next_word().rpartition("@")
    return match_name(name, names, "model", typed_names.plan_labels(order.state)), parse_point(at)


def _parse_attack(order: TypedOrder) -> Action:
    state = order.state
    model = order.next_id(_list_actors(order), "model", *_list_models(state))
    strike = getattr(find_open_question(state), "strike", None)  # the weapon that an effect grants
    armed = {w.key: w.name for w in (*model_weapons(state, model), *([strike] if strike else []))}
    word = order.next_name(armed, {})
    matching_keys = [
        key
        for key, name in armed.items()
        if typed_names.split_name(name) == typed_names.split_name(word)
    ]
    keys = matching_keys or [match_name(word, armed, "weapon")]
    keys = [k for k in armed if armed[k] == armed[keys[0]]] if word not in armed else keys
    order.take_if_next("at", "on")
    target = order.next_id(
        typed_names.names_on_table(state, opponent_of(order.player)),
        "model on the table",
        *_list_models(state),
    )
    using = find_weapon(state, model, keys[0])
    modes = {m: ability_name(state, m) for m in attack_modes(using) if m} if using else {}
    mode = order.next_id(modes, "mode") if modes and order.words else ""
    ways = [
        actions.Attack(player=order.player, model=model, weapon=key, target=target, mode=mode)
        for key in keys
    ]
    return next((a for a in ways if order.game.check(a)), ways[0])  # identical weapons share a name


def _list_models(state: State) -> tuple[dict[str, str], dict[str, str]]:
    """Return the models and void gates on the table, then all models anywhere."""
    return typed_names.names_on_table(state), {
        m.id: display_name(state, m.id) for m in state.models.values()
    }


def _parse_use(order: TypedOrder) -> Action:
    state = order.state
    actors = _list_actors(order)
    open_question: Any = find_open_question(state)
    options = [o for o in getattr(open_question, "options", ()) if isinstance(o, tuple)]
    if not options and frame_of(state, Activation) is not None:
        options = [
            (ability, model) for model in actors for ability, _ in usable_abilities(state, model)
        ]
    names = {a: ability_name(state, a.partition("#")[0]) + a.partition("#")[2] for a, _ in options}
    ability = order.next_id(names, "ability to be used")
    bearers = {m: display_name(state, m) for a, m in options if a == ability}
    model = (
        next(iter(bearers))
        if len(bearers) == 1 and not _is_next_name(order, bearers)
        else order.next_id(bearers, "model")
    )
    order.take_if_next("on", "at")
    target = (
        order.next_id(
            {**typed_names.names_on_table(state), **typed_names.unit_names(state)}, "target"
        )
        if order.words
        else ""
    )
    return actions.Use(player=order.player, ability=ability, model=model, target=target)


def _is_next_name(order: TypedOrder, names: dict[str, str]) -> bool:
    """Return whether the next word is one of these names."""
    try:
        return (
            bool(order.words)
            and match_name(order.words[0], names, "model", typed_names.plan_labels(order.state))
            in names
        )
    except InputError:
        return False


def _parse_deploy(order: TypedOrder) -> Action:
    state = order.state
    player = order.player
    unit = order.next_unit(Where.RESERVE)
    free = {id: state.name(id) for id in state.setup.attachments[player]}
    gate = ""
    first = None
    joined = []
    places: dict[str, actions.Point] = {}
    while order.words:
        if order.take_if_next("through", "via"):
            gate = order.next_id(typed_names.gate_names(state, player), "void gate")
        elif order.take_if_next("with"):
            joined.append(order.next_id(free, "attachment"))
        elif "@" in order.words[0][1:]:
            models = {id: state.name(id) for id in (*state.units[unit].models, *joined)}
            places.update([_read_placed_model(order, models)])
        else:
            first = order.next_point()
    action = actions.Deploy(
        player=player,
        unit=unit,
        gate=gate or _find_only_gate(order),
        places=places,
        attachments=tuple(joined),
    )
    return _complete_deployment(order, action, first)


def _find_only_gate(order: TypedOrder) -> str:
    """Return the only void gate, if units deploy through one."""
    own = typed_names.gate_names(order.state, order.player)
    if order.state.phase == 0 or not own:
        return ""
    if len(own) > 1:
        raise InputError(f"which void gate: {' or '.join(own.values())}?")
    return next(iter(own))


def _complete_deployment(
    order: TypedOrder, action: actions.Deploy, first: actions.Point | None
) -> Action:
    """Return the deployment with a place for each model: named, or the nearest free one."""
    state = order.state
    models = (*state.units[action.unit].models, *action.attachments)
    if first is None:
        listed = (
            a for o in order.game.offers() for a in o.candidates() if isinstance(a, actions.Deploy)
        )
        key = (action.unit, action.gate, action.attachments)
        candidate = next((a for a in listed if (a.unit, a.gate, a.attachments) == key), None)
        return candidate or action.model_copy(update={"places": {}})
    bases = {id: state.models[id].base for id in models}
    wanted_at = {models[0]: first, **action.places}
    positions: dict[str, XYZ] = {}
    for id, p in wanted_at.items():
        height = reference_height(
            state,
            action.gate,
            Body(models[0], bases[models[0]], next(iter(positions.values())))
            if positions
            else None,
        )
        if id in bases and (at := resolve_place(state, bases[id], p, near=height)) is not None:
            positions[id] = at
    missing = [id for id in models if id not in wanted_at]
    if missing and len(positions) == len(wanted_at):
        leader, *placed_bodies = (Body(id, bases[id], at) for id, at in positions.items())
        open_question: Any = find_open_question(state)
        wanted_at = {
            **(
                place_others_around(
                    state, open_question, leader, missing, placed=tuple(placed_bodies)
                )
                or {}
            ),
            **wanted_at,
        }
    wanted_at = {
        **dict.fromkeys(missing, first),
        **wanted_at,
    }  # if there is no room, the check reports it
    return action.model_copy(
        update={"places": {id: wanted_at[id] for id in models if id in wanted_at}}
    )


def _parse_place_gate(order: TypedOrder) -> Action:
    at = order.next_point()
    word = order.next_word()
    if not word.isdecimal():
        raise InputError(f"expected an amount of Arc, found {word!r}; type: {order.form}")
    order.take_if_next("by", "near")
    nominee = (
        order.next_id(typed_names.names_on_table(order.state, order.player), "model")
        if order.words
        else ""
    )
    return actions.PlaceGate(player=order.player, at=at, arc=int(word), nominee=nominee)


def _parse_place(order: TypedOrder) -> Action:
    open_question: Any = find_open_question(order.state)
    model = getattr(open_question, "model", "")
    if not order.is_point_next():
        model = order.next_id(
            {m.id: display_name(order.state, m.id) for m in order.state.models.values()}, "model"
        )
    return actions.Place(player=order.player, model=model, at=order.next_point())


_READ: dict[str, Callable[[TypedOrder], Action]] = {
    "pass": lambda order: actions.Pass(player=order.player),
    "concede": lambda order: actions.Concede(player=order.player),
    "choose": _parse_choose,
    "charge": _parse_charge,
    "clear": _parse_clear,
    "play": _parse_play,
    "advance": _parse_advance,
    "attack": _parse_attack,
    "use": _parse_use,
    "deploy": _parse_deploy,
    "gate": _parse_place_gate,
    "place": _parse_place,
    "activate": lambda order: actions.Activate(
        player=order.player, unit=order.next_unit(Where.PLAY)
    ),
    "recall": lambda order: actions.Recall(player=order.player, unit=order.next_unit(Where.PLAY)),
    "discard": lambda order: actions.Discard(player=order.player, card=order.next_card()),
}
