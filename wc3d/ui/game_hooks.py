"""Hooks for the parts of the user interface that differ between games, with defaults.

A game with more complex moves than placing a model provides a subclass in `wc3d.registry`.
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
    """A card in a player's hand. `items` are its possible actions, if any.

    If there are none, `refused_action` is the action that the rules refuse.
    """

    id: str
    name: str
    kind: str = ""
    text: str = ""
    items: tuple[MenuItem, ...] = ()
    refused_action: Action | None = None


@dataclass(frozen=True)
class PointCounterRow:
    """A model with its points, its maximum, and the action that gives it another point."""

    id: str
    name: str
    points: int
    max_points: int
    give_action: Action | None = None
    note: str = ""


@dataclass(frozen=True)
class PointCounters:
    """Points to divide among models: the remaining points, the rows, and explanations."""

    heading: str
    rows: tuple[PointCounterRow, ...]
    items: tuple[MenuItem, ...] = ()
    lines: tuple[str, ...] = ()


def move_and_attack_words(can_move: bool, can_attack: bool) -> str:
    """Return how to move and attack with the mouse, in one short line."""
    if can_move and can_attack:
        return "Drag to move. Click an enemy to attack."
    if can_move:
        return "Drag a model to move it."
    return "Click an enemy to attack." if can_attack else ""


class ControllerHooks:
    """The interface hooks of a game. A `worker` computes slow parts in the background."""

    def __init__(self, worker: WorkerFactory | None = None) -> None:
        self.worker = worker

    # Pending actions

    def begin_automatically(
        self, moment: TurnContext, is_same_question: bool
    ) -> PendingAction | None:
        """Return the pending action that a new or still open question starts, or None."""
        return None

    def begin_pending(self, moment: TurnContext, subject: str) -> PendingAction:
        """Start an action for a model, a unit or a kind of action. Raises RefusedError."""
        if subject not in self.movable_models(moment):
            raise RefusedError(Verdict(False, "not_now", "you cannot move this now"))
        return PendingPlacement(moment, subject)

    def movable_models(self, moment: TurnContext) -> Sequence[str]:
        """Return the models that may be dragged now."""
        if not any(kind.is_done_on_board for kind in moment.menu.kinds_to_list):
            return ()
        rules = moment.rules
        state = moment.state
        own = (
            body
            for body in rules.queries.table(state).bodies
            if rules.queries.owner(state, body.id) == moment.player
        )
        return [
            body.id
            for body in own
            if rules.search.placement_action(state, moment.player, body.id, body.at[:2]) is not None
        ]

    def action_starters(
        self, moment: TurnContext, id: str, pending: PendingAction | None
    ) -> tuple[ActionStarter, ...]:
        """Return the action starters for the card of `id`."""
        group = moment.rules.queries.group(moment.state, id)
        name = moment.rules.text.display_name
        return tuple(
            ActionStarter(m, f"move {m}", f"Move {name(moment.state, m)}")
            for m in self.movable_models(moment)
            if m in group
        )

    def action_starters_for_kind(
        self, moment: TurnContext, kind: str, pending: PendingAction | None
    ) -> tuple[ActionStarter, ...]:
        """Return the action starters for a kind of action."""
        return ()

    def begin_aiming(self, moment: TurnContext, action: Action) -> PendingAction | None:
        """Return the pending action that aims `action`, None if it needs no aiming."""
        return None

    def action_on_click(self, moment: TurnContext, id: str) -> Action | None:
        """Return the action of a click on `id`, None for a plain selection."""
        return None

    def items_to_list(self, items: Sequence[MenuItem]) -> list[MenuItem]:
        """Return the items to display, only one of those that differ just in later aiming."""
        return list(items)

    # Display

    def count_unused_actions(self, moment: TurnContext) -> int:
        """Return how many actions of an activation would be lost by passing now."""
        return 0

    def units_to_act(self, moment: TurnContext) -> list[str]:
        """Return the units that can act now, in roster order."""
        menu = moment.menu
        rules = moment.rules
        items = [
            item
            for kind in menu.kinds_to_list
            if kind.is_for_any_model
            for item in menu.items_of_kind(kind.type)
        ]
        active_ids = {id for item in items for id in rules.queries.ids_in_action(item.action)} | {
            *self.movable_models(moment)
        }
        rows = (
            [row.id for row in rules.display.roster(moment.state, moment.player).rows]
            if active_ids
            else []
        )
        return [id for id in rows if rules.queries.group(moment.state, id) & active_ids]

    def kinds_to_list(self, moment: TurnContext) -> list[ActionKind]:
        """Return the kinds of actions that the question names."""
        return moment.menu.kinds_to_list

    def instructions(self, moment: TurnContext) -> str:
        """Return a sentence that explains what to do, or ""."""
        return next(
            (
                kind.instruction
                for kind in moment.menu.kinds_to_list
                if kind.instruction and moment.menu.items_of_kind(kind.type)
            ),
            "",
        )

    def signs_legend(self, moment: TurnContext) -> str:
        """Return what the signs at the targets of attacks mean, or ""."""
        return ""

    def hand_cards(self, moment: TurnContext, viewer: int) -> tuple[HandCard, ...]:
        """Return the cards in a player's hand, in a game with cards."""
        return ()

    def point_counters(self, moment: TurnContext) -> PointCounters | None:
        """Return the points to divide among models now, or None."""
        return None

    # Background work

    @property
    def is_busy(self) -> bool:
        """Return whether a background task is running."""
        return False

    def on_pending_changed(self, pending: PendingAction | None) -> None:
        """Start the background work for another pending action, or for None."""

    def poll(self) -> bool:
        """Collect finished background work. Return whether there was any."""
        return False

    def reach_preview(self) -> Preview | None:
        """Return the reach of the pending action, None if unknown."""
        return None

    def close(self) -> None:
        """Stop background work."""
