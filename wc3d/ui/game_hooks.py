"""What is a game's own in the interaction: what can be taken in hand, what moves, how one is told. Here as every game does it.

A game whose moves are more than putting a model somewhere brings its own class: the registry (`wc3d.registry`) names it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wc3d.engine.actions import Action, RefusedError, Verdict
from wc3d.engine.ruleset_types import ActionKind
from wc3d.presentation.preview import Preview
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.pending_actions import ActionStarter, PendingAction, PendingPlacement, TurnContext
from wc3d.workers.table_worker import WorkerFactory


@dataclass(frozen=True)
class HandCard:
    """A card in a player's hand: its name, in a few words what kind of card it is, and what it does. `items` are what can be
    done with it now; where there is nothing, `asked` is the action that the rules say no to."""

    id: str
    name: str
    kind: str = ""
    text: str = ""
    items: tuple[MenuItem, ...] = ()
    refused_action: Action | None = None


@dataclass(frozen=True)
class PointCounterRow:
    """A model and the points it holds, of how many it may hold, and the action that gives it one more."""

    id: str
    name: str
    points: int
    max_points: int
    give_action: Action | None = None
    note: str = ""


@dataclass(frozen=True)
class PointCounters:
    """Points that are divided among models now: how many are left, who holds how many, and what becomes of them."""

    heading: str
    rows: tuple[PointCounterRow, ...]
    items: tuple[MenuItem, ...] = ()
    lines: tuple[str, ...] = ()


class ControllerHooks:
    """How a game is played by hand. With a `worker`, what takes long is worked out in a process beside the window."""

    def __init__(self, worker: WorkerFactory | None = None) -> None:
        self.worker = worker

    # What can be taken in hand

    def begin_automatically(
        self, moment: TurnContext, is_same_question: bool
    ) -> PendingAction | None:
        """What is taken in hand by itself as a question opens, or as the same question opens `is_same_question`."""
        return None

    def begin_pending(self, moment: TurnContext, subject: str) -> PendingAction:
        """Take a model, a unit or a kind of action in hand. Raises RefusedError where that cannot be."""
        if subject not in self.movable_models(moment):
            raise RefusedError(Verdict(False, "not_now", "you cannot move it now"))
        return PendingPlacement(moment, subject)

    def movable_models(self, moment: TurnContext) -> Sequence[str]:
        """The models that may be dragged now."""
        if not any(kind.is_done_on_board for kind in moment.menu.kinds_to_list):
            return ()
        rules, state = moment.rules, moment.state
        own = (
            body
            for body in rules.table(state).bodies
            if rules.owner(state, body.id) == moment.player
        )
        return [
            body.id
            for body in own
            if rules.placement_action(state, moment.player, body.id, body.at[:2]) is not None
        ]

    def action_starters(
        self, moment: TurnContext, id: str, pending: PendingAction | None
    ) -> tuple[ActionStarter, ...]:
        """What can be taken in hand on the card of something."""
        group, name = moment.rules.group(moment.state, id), moment.rules.display_name
        return tuple(
            ActionStarter(m, f"move {m}", f"Move {name(moment.state, m)}")
            for m in self.movable_models(moment)
            if m in group
        )

    def action_starters_for_kind(
        self, moment: TurnContext, kind: str, pending: PendingAction | None
    ) -> tuple[ActionStarter, ...]:
        """What can be taken in hand to do a kind of action."""
        return ()

    def begin_aiming(self, moment: TurnContext, action: Action) -> PendingAction | None:
        """What is taken in hand when this action is chosen, to be aimed first; None where it is done at once."""
        return None

    def action_on_click(self, moment: TurnContext, id: str) -> Action | None:
        """What a click on something does besides picking it; None for nothing."""
        return None

    def items_to_list(self, items: Sequence[MenuItem]) -> list[MenuItem]:
        """Those of some actions that are listed: one stands for others that differ in what is aimed afterwards."""
        return list(items)

    # What is told

    def units_to_act(self, moment: TurnContext) -> list[str]:
        """The units that can do something now, in the order of the list of units."""
        menu, rules = moment.menu, moment.rules
        items = [
            item
            for kind in menu.kinds_to_list
            if kind.is_for_any_model
            for item in menu.items_of_kind(kind.type)
        ]
        active_ids = {id for item in items for id in rules.ids_in_action(item.action)} | {
            *self.movable_models(moment)
        }
        rows = (
            [row.id for row in rules.roster(moment.state, moment.player).rows] if active_ids else []
        )
        return [id for id in rows if rules.group(moment.state, id) & active_ids]

    def kinds_to_list(self, moment: TurnContext) -> list[ActionKind]:
        """The kinds of actions that the question names."""
        return moment.menu.kinds_to_list

    def instructions(self, moment: TurnContext) -> str:
        """How one does what is asked, in a sentence."""
        return next(
            (
                kind.instruction
                for kind in moment.menu.kinds_to_list
                if kind.instruction and moment.menu.items_of_kind(kind.type)
            ),
            "",
        )

    def hand_cards(self, moment: TurnContext, viewer: int) -> tuple[HandCard, ...]:
        """The cards that a player holds, in a game with cards."""
        return ()

    def point_counters(self, moment: TurnContext) -> PointCounters | None:
        """The points that are divided among models now; None at any other time."""
        return None

    # Work in the background

    @property
    def is_busy(self) -> bool:
        """Is anything being worked out?"""
        return False

    def on_pending_changed(self, pending: PendingAction | None) -> None:
        """Something else is in hand, or nothing: begin what is worked out about it."""

    def poll(self) -> bool:
        """Has anything been worked out?"""
        return False

    def reach_preview(self) -> Preview | None:
        """Where what is in hand can get to, if that is known."""
        return None

    def close(self) -> None:
        """Stop what works in the background."""
