"""Control Neo-Mechanika by mouse, without graphics: pending actions, moves and messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wc3d.engine.actions import RefusedError, Verdict
from wc3d.engine.agenda import find_open_question
from wc3d.engine.ruleset_types import ActionKind
from wc3d.games.neo_mechanika.rules import actions
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder, MoveQuestion, movable_models
from wc3d.games.neo_mechanika.rules.state import State, Where
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    advance_order,
    check_can_advance,
)
from wc3d.games.neo_mechanika.rules.turn.deployment import deployment_cost
from wc3d.games.neo_mechanika.text.formatting import card_name, display_name
from wc3d.games.neo_mechanika.ui.move_search import PathSearch, ReachSearch
from wc3d.games.neo_mechanika.ui.pending_move import PendingMove
from wc3d.games.neo_mechanika.ui.pending_setup import (
    PendingClearing,
    PendingDeployment,
    PendingGate,
    PendingPlace,
)
from wc3d.presentation.icons import ICONS
from wc3d.presentation.preview import Preview
from wc3d.ui.action_menu import find_refusals
from wc3d.ui.game_hooks import ControllerHooks, HandCard, move_and_attack_words
from wc3d.ui.pending_actions import ActionStarter, PendingAction, TurnContext
from wc3d.workers.table_worker import WorkerFactory

DURATION_TEXTS = {
    "resolved": "resolves at once",
    "turn": "until the end of the turn",
    "pulse_round": "until the end of the Pulse round",
}
"""The duration of a card in words."""

UNIT_STARTING_KINDS = ("activate", "charge", "deploy", "recall")
"""The kinds of actions that start from a unit or void gate."""


class NeoMechanikaControllerHooks(ControllerHooks):
    """Controls moves of models and squads, deployments, void gates, placements and Arc."""

    def __init__(self, worker: WorkerFactory | None = None) -> None:
        super().__init__(worker)
        self.path_search = PathSearch(worker) if worker is not None else None
        self.reach_search = ReachSearch(worker) if worker is not None else None

    # Pending actions

    def begin_automatically(
        self, moment: TurnContext, is_same_question: bool
    ) -> PendingAction | None:
        """Start the only possible placement, or resume a move after each step."""
        open_question = find_open_question(moment.state)
        if is_same_question and not isinstance(open_question, MoveQuestion):
            return None
        if moment.menu.find_offer("place") is not None:
            return self.begin_pending(moment, "place")
        if isinstance(open_question, MoveQuestion):
            models = movable_models(moment.state, open_question.order)
            return self.begin_pending(moment, models[0]) if len(models) == 1 else None
        return (
            self.begin_pending(moment, "place_gate")
            if moment.menu.find_offer("place_gate") is not None
            else None
        )

    def begin_pending(self, moment: TurnContext, subject: str) -> PendingAction:
        open_question: Any = find_open_question(moment.state)
        if subject == "place":
            return PendingPlace(moment, open_question.model)
        if subject == "place_gate":
            return PendingGate(moment)
        if subject == "clear":
            return PendingClearing(moment)
        if subject in moment.state.units and moment.state.units[subject].where is not Where.PLAY:
            return self._deployment(moment, subject)
        order = move_orders(moment).get(subject)
        if order is None:
            raise RefusedError(moment.check(actions.Advance(player=moment.player, model=subject)))
        return PendingMove(
            moment,
            order,
            subject,
            self.path_search.search if self.path_search is not None else None,
        )

    def _deployment(self, moment: TurnContext, unit: str) -> PendingDeployment:
        """Start a unit's deployment through the first void gate that can pay for it."""
        gate = next((gate for id, gate in _list_deployable_units(moment) if id == unit), None)
        if gate is None:
            reasons = find_refusals(moment.rules, moment.state, moment.check, moment.player, unit)
            raise RefusedError(
                reasons[0].verdict
                if reasons
                else Verdict(False, "no_place", "there is no room for this unit")
            )
        return PendingDeployment(moment, unit, gate)

    def movable_models(self, moment: TurnContext) -> Sequence[str]:
        return tuple(move_orders(moment))

    def action_starters(
        self, moment: TurnContext, id: str, pending: PendingAction | None
    ) -> tuple[ActionStarter, ...]:
        state: State = moment.state
        unit = state.models[id].unit if id in state.models and id not in state.units else id
        if unit not in state.units:
            return ()
        if state.units[unit].where is Where.RESERVE and any(
            able == unit for able, _ in _list_deployable_units(moment)
        ):
            words = f"{ICONS['hand']} Deploy"
            return (
                ActionStarter(
                    unit,
                    f"card take {unit}",
                    words,
                    is_main=True,
                    is_active=_is_holding(pending, unit),
                ),
            )
        orders = move_orders(moment)
        models = (m.id for m in state.models_of(unit) if m.id in orders)
        return tuple(
            ActionStarter(m, f"move {m}", _describe_mover(state, m, orders[m].inches))
            for m in models
        )

    def action_starters_for_kind(
        self, moment: TurnContext, kind: str, pending: PendingAction | None
    ) -> tuple[ActionStarter, ...]:
        state: State = moment.state
        if kind == "place_gate" and not isinstance(pending, PendingGate):
            return (
                ActionStarter(
                    kind, "take gate", f"{ICONS['gate']} Place a void gate", is_wide=False
                ),
            )
        if kind == "place" and pending is None:
            return (ActionStarter(kind, "take place", f"{ICONS['hand']} Place"),)
        if (
            kind == "clear"
            and not isinstance(pending, PendingClearing)
            and moment.menu.items_of_kind("clear")
        ):
            tip = "choose how much Arc to clear from each, instead of charging"
            return (
                ActionStarter(
                    kind, "take clearing", f"{ICONS['bolt']} Clear Arc ...", tip, is_wide=False
                ),
            )
        if kind == "deploy":
            units = dict.fromkeys(unit for unit, _ in _list_deployable_units(moment))
            words = {
                unit: f"{display_name(state, unit)}  (DC {deployment_cost(state, unit)})"
                for unit in units
            }
            return tuple(
                ActionStarter(u, f"take {u}", words[u], is_active=_is_holding(pending, u))
                for u in units
            )
        return ()

    # Messages

    def count_unused_actions(self, moment: TurnContext) -> int:
        """Count the move and the weapons with which the activated unit can still attack."""
        if not isinstance(find_open_question(moment.state), ActingQuestion):
            return 0
        attacks: Sequence[Any] = [item.action for item in moment.menu.items_of_kind("attack")]
        weapons = {(attack.model, attack.weapon) for attack in attacks}
        return len(weapons) + bool(move_orders(moment))

    def units_to_act(self, moment: TurnContext) -> list[str]:
        state: State = moment.state
        open_question: Any = find_open_question(state)
        moving = getattr(getattr(open_question, "order", None), "unit", "") if moment.player else ""
        acting = getattr(open_question, "unit", "") if moment.player else ""
        menu = moment.menu
        rules = moment.rules
        ids = {
            id
            for kind in UNIT_STARTING_KINDS
            for item in menu.items_of_kind(kind)
            for id in rules.queries.ids_in_action(item.action)
        }
        units = [u for u in state.units if u in ids or u in (acting, moving)]
        return units + [
            g for g in state.gates if g in ids and menu.find_offer("charge") is not None
        ]

    def kinds_to_list(self, moment: TurnContext) -> list[ActionKind]:
        """Return the kinds of actions to list; for an activated unit, those it can still do."""
        kinds = moment.menu.kinds_to_list
        if not isinstance(find_open_question(moment.state), ActingQuestion):
            return kinds
        orders = move_orders(moment)
        return [
            kind
            for kind in kinds
            if (orders if kind.type == "advance" else moment.menu.items_of_kind(kind.type))
        ]

    def instructions(self, moment: TurnContext) -> str:
        """Return how the activated unit can still move and attack."""
        if not isinstance(find_open_question(moment.state), ActingQuestion):
            return super().instructions(moment)
        can_attack = bool(moment.menu.items_of_kind("attack"))
        return move_and_attack_words(bool(move_orders(moment)), can_attack)

    def signs_legend(self, moment: TurnContext) -> str:
        is_needed = isinstance(find_open_question(moment.state), ActingQuestion)
        if not is_needed or not moment.menu.items_of_kind("attack"):
            return ""
        return f"{ICONS['cross']} hits, {ICONS['skull']} destroys, {ICONS['shield']} in cover"

    def hand_cards(self, moment: TurnContext, viewer: int) -> tuple[HandCard, ...]:
        state: State = moment.state
        menu = moment.menu
        asks = bool(moment.player)
        items = [
            item
            for kind in ("play", "discard")
            if menu.find_offer(kind) is not None
            for item in menu.items_of_kind(kind)
        ]
        unit = next((u for u in state.units_in_play(moment.player or None)), None)
        held_cards = []
        for card in state.players[viewer].hand:
            cypher = state.setup.cards.cyphers.get(card)
            fitting = tuple(item for item in items if getattr(item.action, "card", "") == card)
            play = (
                actions.Play(
                    player=moment.player, card=card, on=unit.id if unit is not None else ""
                )
                if asks
                else None
            )
            kind, text = (
                (f"{cypher.kind}, {DURATION_TEXTS[cypher.expires]}", cypher.text)
                if cypher is not None
                else ("", "")
            )
            held_cards.append(HandCard(card, card_name(state, card), kind, text, fitting, play))
        return tuple(held_cards)

    # Background work

    @property
    def is_busy(self) -> bool:
        return (self.path_search is not None and self.path_search.is_busy) or (
            self.reach_search is not None and self.reach_search.worker.is_busy
        )

    def on_pending_changed(self, pending: PendingAction | None) -> None:
        if self.reach_search is not None:
            self.reach_search.on_pending_changed(pending)

    def poll(self) -> bool:
        came = self.path_search is not None and self.path_search.poll()
        return (self.reach_search is not None and self.reach_search.poll()) or came

    def reach_preview(self) -> Preview | None:
        return self.reach_search.reach if self.reach_search is not None else None

    def close(self) -> None:
        if self.path_search is not None and self.reach_search is not None:
            self.path_search.close()
            self.reach_search.close()


def move_orders(moment: TurnContext) -> dict[str, MoveOrder]:
    """Return the models that can move now with their move orders."""
    open_question = find_open_question(moment.state)
    state = moment.state
    if not moment.player or moment.menu.find_offer("advance") is None:
        return {}
    if isinstance(open_question, MoveQuestion):
        return {id: open_question.order for id in movable_models(state, open_question.order)}
    if isinstance(open_question, ActingQuestion) and check_can_advance(state, open_question.unit):
        return {
            m.id: advance_order(state, open_question.unit, m.id)
            for m in state.models_of(open_question.unit)
        }
    return {}


def _list_deployable_units(moment: TurnContext) -> list[tuple[str, str]]:
    """Return the units that can be deployed now, with the gates that can pay for them."""
    offered = (item.action for item in moment.menu.items_of_kind("deploy"))
    return [(action.unit, action.gate) for action in offered if isinstance(action, actions.Deploy)]


def _is_holding(pending: PendingAction | None, unit: str) -> bool:
    return isinstance(pending, PendingDeployment) and pending.unit == unit


def _describe_mover(state: State, model: str, inches: float) -> str:
    """Name a model, with its letter if its squad has several."""
    letter = display_name(state, model).removeprefix(
        f"{display_name(state, state.models[model].unit)} "
    )
    return f'{ICONS["run"]} Move {letter} (up to {inches:g}")'
