"""How Neo-Mechanika is played by hand: what can be taken in hand, what moves, and how one is told. No graphics here."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wc3d.engine.actions import RefusedError, Verdict
from wc3d.engine.agenda import question
from wc3d.engine.ruleset_types import ActionKind
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder, MoveQuestion, movers
from wc3d.games.neo_mechanika.rules.state import State, Where
from wc3d.games.neo_mechanika.rules.turn.activation import (
    ActingQuestion,
    advance_order,
    may_advance,
)
from wc3d.games.neo_mechanika.rules.turn.deployment import cost
from wc3d.games.neo_mechanika.text.vocabulary import card_name, name
from wc3d.games.neo_mechanika.ui.background import ReachSearch, WaySearch
from wc3d.games.neo_mechanika.ui.pending_move import PendingMove
from wc3d.games.neo_mechanika.ui.pending_setup import (
    PendingClearing,
    PendingDeployment,
    PendingGate,
    PendingPlace,
)
from wc3d.presentation.icons import ICONS
from wc3d.presentation.preview import Preview
from wc3d.ui.action_menu import refusals
from wc3d.ui.game_hooks import HeldCard, OwnInteraction
from wc3d.ui.pending_actions import Handle, PendingAction, Situation
from wc3d.workers.table_worker import MakeWorker

UNTIL = {"resolved": "resolves at once", "turn": "until the end of the turn", "pulse_round": "until the end of the Pulse round"}
"""How long a card lasts."""

STARTING = ("activate", "charge", "deploy", "recall")
"""Kinds of actions that a unit or void gate begins to do."""


class NeoMechanikaInteraction(OwnInteraction):
    """Moves of models and squads, deployments, void gates, models that are placed, and Arc."""

    def __init__(self, worker: MakeWorker | None = None) -> None:
        super().__init__(worker)
        self.ways = WaySearch(worker) if worker is not None else None
        self.reaches = ReachSearch(worker) if worker is not None else None

    # What can be taken in hand

    def take_by_itself(self, moment: Situation, is_same_question: bool) -> PendingAction | None:
        """What there is to be put down, where there is but one thing; a move is taken up again with each step."""
        open_question = question(moment.state)
        if is_same_question and not isinstance(open_question, MoveQuestion):
            return None
        if moment.menu.offer("place") is not None:
            return self.take(moment, "place")
        if isinstance(open_question, MoveQuestion):
            models = movers(moment.state, open_question.order)
            return self.take(moment, models[0]) if len(models) == 1 else None
        return self.take(moment, "place_gate") if moment.menu.offer("place_gate") is not None else None

    def take(self, moment: Situation, subject: str) -> PendingAction:
        open_question: Any = question(moment.state)
        if subject == "place":
            return PendingPlace(moment, open_question.model)
        if subject == "place_gate":
            return PendingGate(moment)
        if subject == "clear":
            return PendingClearing(moment)
        if subject in moment.state.units and moment.state.units[subject].where is not Where.PLAY:
            return self._deployment(moment, subject)
        order = orders_of(moment).get(subject)
        if order is None:
            raise RefusedError(moment.check(act.Advance(player=moment.player, model=subject)))
        return PendingMove(moment, order, subject, self.ways.ask if self.ways is not None else None)

    def _deployment(self, moment: Situation, unit: str) -> PendingDeployment:
        """A unit of the reserve in hand, to deploy it: through the first void gate that can pay for it."""
        gate = next((gate for id, gate in _deployable(moment) if id == unit), None)
        if gate is None:
            reasons = refusals(moment.rules, moment.state, moment.check, moment.player, unit)
            raise RefusedError(reasons[0].verdict if reasons else Verdict(False, "no_place", "there is no room for it"))
        return PendingDeployment(moment, unit, gate)

    def movable(self, moment: Situation) -> Sequence[str]:
        return tuple(orders_of(moment))

    def handles(self, moment: Situation, id: str, pending: PendingAction | None) -> tuple[Handle, ...]:
        state: State = moment.state
        unit = state.models[id].unit if id in state.models and id not in state.units else id
        if unit not in state.units:
            return ()
        if state.units[unit].where is Where.RESERVE and any(able == unit for able, _ in _deployable(moment)):
            words = f"{ICONS['hand']} Deploy"
            return (Handle(unit, f"card take {unit}", words, main=True, held=_holds(pending, unit)),)
        orders = orders_of(moment)
        models = (m.id for m in state.models_of(unit) if m.id in orders)
        return tuple(Handle(m, f"move {m}", _move_words(state, m, orders[m].inches)) for m in models)

    def kind_handles(self, moment: Situation, kind: str, pending: PendingAction | None) -> tuple[Handle, ...]:
        state: State = moment.state
        if kind == "place_gate" and not isinstance(pending, PendingGate):
            return (Handle(kind, "take gate", f"{ICONS['gate']} Place a void gate", wide=False),)
        if kind == "place" and pending is None:
            return (Handle(kind, "take place", f"{ICONS['hand']} Place"),)
        if kind == "clear" and not isinstance(pending, PendingClearing) and moment.menu.of("clear"):
            tip = "choose how much Arc to clear from each, instead of charging"
            return (Handle(kind, "take clearing", f"{ICONS['bolt']} Clear Arc ...", tip, wide=False),)
        if kind == "deploy":
            units = dict.fromkeys(unit for unit, _ in _deployable(moment))
            words = {unit: f"{name(state, unit)}  (DC {cost(state, unit)})" for unit in units}
            return tuple(Handle(u, f"take {u}", words[u], held=_holds(pending, u)) for u in units)
        return ()

    # What is told

    def able(self, moment: Situation) -> list[str]:
        state: State = moment.state
        open_question: Any = question(state)
        moving = getattr(getattr(open_question, "order", None), "unit", "") if moment.player else ""
        acting = getattr(open_question, "unit", "") if moment.player else ""
        menu, rules = moment.menu, moment.rules
        ids = {id for kind in STARTING for item in menu.of(kind) for id in rules.named_in(item.action)}
        units = [u for u in state.units if u in ids or u in (acting, moving)]
        return units + [g for g in state.gates if g in ids and menu.offer("charge") is not None]

    def kinds(self, moment: Situation) -> list[ActionKind]:
        """Of an activated unit only what it still can do."""
        kinds = moment.menu.kinds
        if not isinstance(question(moment.state), ActingQuestion):
            return kinds
        orders = orders_of(moment)
        return [kind for kind in kinds if (orders if kind.type == "advance" else moment.menu.of(kind.type))]

    def how(self, moment: Situation) -> str:
        """How the activated unit moves and attacks, as far as it still may."""
        if not isinstance(question(moment.state), ActingQuestion):
            return super().how(moment)
        moves = "Drag a model to move it." if orders_of(moment) else ""
        signs = f"{ICONS['cross']} hits, {ICONS['skull']} destroys, {ICONS['shield']} in cover"
        return f"{moves} {f'Click an enemy, then choose an attack ({signs}).' if moment.menu.of('attack') else ''}".strip()

    def cards(self, moment: Situation, viewer: int) -> tuple[HeldCard, ...]:
        state: State = moment.state
        menu, asks = moment.menu, bool(moment.player)
        items = [item for kind in ("play", "discard") if menu.offer(kind) is not None for item in menu.of(kind)]
        unit = next((u for u in state.units_in_play(moment.player or None)), None)
        held_cards = []
        for card in state.players[viewer].hand:
            cypher = state.setup.cards.cyphers.get(card)
            fitting = tuple(item for item in items if getattr(item.action, "card", "") == card)
            play = act.Play(player=moment.player, card=card, on=unit.id if unit is not None else "") if asks else None
            kind, text = (f"{cypher.kind}, {UNTIL[cypher.expires]}", cypher.text) if cypher is not None else ("", "")
            held_cards.append(HeldCard(card, card_name(state, card), kind, text, fitting, play))
        return tuple(held_cards)

    # Work in the background

    @property
    def busy(self) -> bool:
        return (self.ways is not None and self.ways.busy) or (self.reaches is not None and self.reaches.worker.busy)

    def follow(self, pending: PendingAction | None) -> None:
        if self.reaches is not None:
            self.reaches.follow(pending)

    def poll(self) -> bool:
        came = self.ways is not None and self.ways.poll()
        return (self.reaches is not None and self.reaches.poll()) or came

    def reach(self) -> Preview | None:
        return self.reaches.found if self.reaches is not None else None

    def close(self) -> None:
        if self.ways is not None and self.reaches is not None:
            self.ways.close()
            self.reaches.close()


def orders_of(moment: Situation) -> dict[str, MoveOrder]:
    """The models that may move now, and how far."""
    open_question, state = question(moment.state), moment.state
    if not moment.player or moment.menu.offer("advance") is None:
        return {}
    if isinstance(open_question, MoveQuestion):
        return {id: open_question.order for id in movers(state, open_question.order)}
    if isinstance(open_question, ActingQuestion) and may_advance(state, open_question.unit):
        return {m.id: advance_order(state, open_question.unit, m.id) for m in state.models_of(open_question.unit)}
    return {}


def _deployable(moment: Situation) -> list[tuple[str, str]]:
    """The units that can be deployed now, each with the gates that can pay for it."""
    actions = (item.action for item in moment.menu.of("deploy"))
    return [(action.unit, action.gate) for action in actions if isinstance(action, act.Deploy)]


def _holds(pending: PendingAction | None, unit: str) -> bool:
    return isinstance(pending, PendingDeployment) and pending.unit == unit


def _move_words(state: State, model: str, inches: float) -> str:
    """A model by its letter, where its squad has several."""
    letter = name(state, model).removeprefix(f"{name(state, state.models[model].unit)} ")
    return f"{ICONS['run']} Move {letter} (up to {inches:g}\")"
