"""The controller of a game: select, prepare, aim and apply actions, pass and undo. No graphics.

The game checks every action. The controller reports a refusal with its page, and nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist
from typing import Any

from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import Action, RefusedError, Verdict
from wc3d.engine.agenda import find_open_question
from wc3d.presentation.preview import Preview
from wc3d.registry import load_controller_hooks
from wc3d.scene.picking import RayHit
from wc3d.table.table import Table
from wc3d.ui.action_menu import ActionMenu, MenuItem, Refusal, find_refusals
from wc3d.ui.game_hooks import ControllerHooks
from wc3d.ui.pending_actions import ActionStarter, GhostRefusedError, PendingAction, TurnContext
from wc3d.ui.session_protocol import MessageSink, PlayerSession
from wc3d.workers.table_worker import WorkerFactory

SNAP_CONFIRM_IN = 2.0
"""Farther than this from the pointed place, a pending action waits for a confirmation."""


class GameController:
    """The controller of a player's input. `pending` is the action in preparation.

    `selected_id` is the selected unit, model or object. `aimed_items` are actions that wait for a
    click on a target. `menu` holds all possible actions. With `snaps`, a pending action goes to a
    legal place nearby where the pointed one is refused, and the reach of a selected model is known.
    `end_question` asks whether to pass although actions of an activation are unused, if
    `asks_before_end`.
    """

    def __init__(
        self,
        session: PlayerSession,
        messages: MessageSink,
        worker: WorkerFactory | None = None,
        *,
        snaps: bool = False,
    ) -> None:
        self.session = session
        self.snaps = snaps
        self.messages = messages
        self.rules = session.game.rules
        make = load_controller_hooks(self.rules)
        self.hooks: ControllerHooks = make(worker) if make is not None else ControllerHooks(worker)
        self.selected_id: str | None = None
        self.pending: PendingAction | None = None
        self.aimed_items: tuple[MenuItem, ...] = ()
        self.dragged_id: str | None = None
        self.asks_before_end = False
        self.end_question = ""
        self._put_down: tuple[PendingAction, bool, RayHit] | None = None
        self._confirmed: PendingAction | None = None
        self._followed = -1
        self._question: object = None
        self._auto_started: PendingAction | None = None
        self._selection: tuple[object, PendingAction | None] = None, None
        self._plain: tuple[object, Table] = session.state, self.rules.queries.table(session.state)
        self._settled: tuple[object, Table] = None, self._plain[1]
        self.sync()

    @property
    def is_auto_started(self) -> bool:
        """Return whether the pending action was started by the question rather than the player."""
        return self.pending is not None and self.pending is self._auto_started

    @property
    def state(self) -> Any:
        """The visible state of the game."""
        return self.session.state

    # --- Updates

    def sync(self) -> bool:
        """Catch up with the game. Return whether it has changed."""
        if self._followed == self.session.change_count:
            return False
        self._followed = self.session.change_count
        self.menu = ActionMenu(self.rules, self.state, self.session.offers)
        self.context = TurnContext(
            self.rules, self.state, self.session.person_to_act, self.session.check, self.menu
        )
        self.pending = None
        self.aimed_items = ()
        self.dragged_id = None
        self.end_question = ""
        self._why_not: dict[tuple[str, str], list[Refusal]] = {}
        self._able: tuple[str, ...] | None = None
        self._movable: Sequence[str] | None = None
        if self.selected_id is not None and not self._is_in_game(self.selected_id):
            self.selected_id = None
        new_question = find_open_question(self.state)
        if self.session.person_to_act:
            self._select_subject()
            self.pending = self.hooks.begin_automatically(
                self.context, new_question == self._question
            )
            self._auto_started = self.pending
            if self.pending is not None:
                self._pick_pending_model()
        self._question = new_question if self.session.person_to_act else None
        return True

    def _is_in_game(self, id: str) -> bool:
        """Return whether an id is on the table or in a roster."""
        rows = (
            row.id
            for player in (1, 2)
            for row in self.rules.display.roster(self.state, player).rows
        )
        return (
            any(body.id == id for body in self.rules.queries.table(self.state).bodies) or id in rows
        )

    def _select_subject(self) -> None:
        """Select the subject of the open question."""
        about = self.rules.queries.question_subject(self.state)
        if self.selected_id is not None and self.selected_id in self.menu.attack_targets():
            return  # the player may attack it again
        if about and (
            self.selected_id is None
            or self.selected_id not in self.rules.queries.group(self.state, about)
        ):
            self.selected_id = about

    # --- Selection

    def select(self, id: str) -> None:
        """Handle a click in a list: choose a target while aiming, otherwise select."""
        self.selected_id = id
        if self.aimed_items:
            self._click_target(self.selected_model or id)

    @property
    def selected_model(self) -> str | None:
        """The selected model, or the first model of the selected unit on the table."""
        if self.selected_id is None:
            return None
        group = self.rules.queries.group(self.state, self.selected_id)
        models = [
            body.id for body in self.rules.queries.table(self.state).bodies if body.id in group
        ]
        return self.selected_id if self.selected_id in models else next(iter(models), None)

    def units_to_act(self) -> tuple[str, ...]:
        """Return the units that can act now."""
        if self._able is None:
            self._able = (
                tuple(self.hooks.units_to_act(self.context)) if self.session.person_to_act else ()
            )
        return self._able

    def select_row(self, step: int) -> str | None:
        """Select and return the unit `step` rows further in the lists, the acting player first."""
        own = self.session.person_to_act or 1
        rows = [
            row.id
            for player in (own, 3 - own)
            for row in self.rules.display.roster(self.state, player).rows
        ]
        if not rows:
            return None
        group = (
            self.rules.queries.group(self.state, self.selected_id)
            if self.selected_id is not None
            else frozenset[str]()
        )
        at = next((i for i, id in enumerate(rows) if id in group), -1 if step > 0 else 0)
        self.selected_id = rows[(at + step) % len(rows)]
        return self.selected_id

    def select_next_unit(self) -> str | None:
        """Select and return the next unit that can act now."""
        able = self.units_to_act()
        if not able:
            return None
        positions = (
            i
            for i, id in enumerate(able)
            if self.selected_id and self.selected_id in self.rules.queries.group(self.state, id)
        )
        self.selected_id = able[(next(positions, -1) + 1) % len(able)]
        return self.selected_id

    def items_for(self, id: str) -> list[MenuItem]:
        """Return the actions with or against `id`: among the aimed items, or among all."""
        if self.aimed_items:
            group = self.rules.queries.group(self.state, id)
            return [
                item
                for item in self.aimed_items
                if self.rules.queries.action_target(item.action) in group
            ]
        return self.hooks.items_to_list(self.menu.items_involving(id))

    def refusals_for(self, id: str) -> list[Refusal]:
        """Return the refused actions with or against `id`."""
        player = self.session.person_to_act
        target = self.selected_model or id
        if player and (id, target) not in self._why_not:
            subject = id if self.rules.queries.owner(self.state, id) == player else target
            refused_actions = find_refusals(
                self.rules, self.state, self.session.check, player, subject
            )
            self._why_not[id, target] = (
                []
                if any(handle.is_main for handle in self.action_starters(id))
                else refused_actions
            )
        return self._why_not.get((id, target), [])

    def highlighted_targets(self) -> dict[str, list[MenuItem]]:
        """Return the aimed items by target, or all attacks by target if nothing is aimed."""
        items_by_target: dict[str, list[MenuItem]] = {}
        if self.pending is not None:
            return items_by_target
        if not self.aimed_items:
            return self.menu.attack_targets()
        bodies = [body.id for body in self.rules.queries.table(self.state).bodies]
        for item in self.aimed_items:
            target = self.rules.queries.action_target(item.action)
            group = (target,) if target in bodies else self.rules.queries.group(self.state, target)
            for id in (id for id in bodies if id in group):
                items_by_target.setdefault(id, []).append(item)
        return items_by_target

    # --- Preparing actions

    @property
    def movable_models(self) -> Sequence[str]:
        """The models that may be dragged now."""
        if self._movable is None:
            self._movable = (
                self.hooks.movable_models(self.context) if self.session.person_to_act else ()
            )
        return self._movable

    def action_starters(self, id: str) -> tuple[ActionStarter, ...]:
        """Return the action starters for the card of `id`."""
        return (
            self.hooks.action_starters(self.context, id, self.pending)
            if self.session.person_to_act
            else ()
        )

    def action_starters_for_kind(self, kind: str) -> tuple[ActionStarter, ...]:
        """Return the action starters for a kind of action."""
        return (
            self.hooks.action_starters_for_kind(self.context, kind, self.pending)
            if self.session.person_to_act
            else ()
        )

    def begin_pending(self, subject: str) -> None:
        """Start preparing an action for a model, a unit or a kind of action, or show a refusal."""
        try:
            pending = self.hooks.begin_pending(self.context, subject)
        except RefusedError as error:
            self._show_refusal(error.verdict)
            return
        self.aimed_items = ()
        self.end_question = ""
        self.pending = pending
        self._pick_pending_model()

    def _pick_pending_model(self) -> None:
        if self.pending is not None:
            self.pending.snaps = self.snaps
        picked_id = getattr(self.pending, "picks", "")
        self.selected_id = picked_id or self.selected_id

    def begin_aiming(self, items: Sequence[MenuItem]) -> None:
        """Let the player choose a target. Apply a single item without a target immediately."""
        self.pending = None
        self.end_question = ""
        if len(items) == 1 and not self.rules.queries.action_target(items[0].action):
            self.choose_action(items[0].action)
        else:
            self.aimed_items = tuple(items)

    def choose_action(self, action: Action) -> bool:
        """Apply an action, or start aiming it. Return whether it was applied."""
        pending = (
            self.hooks.begin_aiming(self.context, action) if self.session.person_to_act else None
        )
        if pending is None:
            return self.apply_action(action)
        self.aimed_items = ()
        self.pending = pending
        self._pick_pending_model()
        return False

    def run_command(self, name: str) -> None:
        """Run a key command on the pending action."""
        if self.pending is not None:
            self.pending.commands().get(name, lambda: None)()

    # --- Placing and applying

    def apply_action(self, action: Action) -> bool:
        """Apply an action or show the refusal. Return True also if typed dice are still missing."""
        try:
            self.session.apply(action)
        except RefusedError as error:
            self._show_refusal(error.verdict)
            return False
        self.sync()
        return True

    def _show_refusal(self, verdict: Verdict) -> None:
        self.messages.show_error(self.rules.text.describe_refusal(self.state, verdict))

    def on_hover(self, hit: RayHit | None) -> None:
        """Handle a mouse movement. The pending action follows the mouse."""
        pending = self.pending
        if pending is None or self._is_putting_down or self._confirmed is pending:
            return
        if not pending.is_placed or (pending.turns_after_placing and self.dragged_id is None):
            pending.on_hover(hit)

    @property
    def _is_putting_down(self) -> bool:
        """Return whether the pending action is placed but its path is still being computed."""
        return self._put_down is not None and self._put_down[0] is self.pending

    def on_click(self, hit: RayHit | None, corner: bool = False) -> None:
        """Handle a click on the board."""
        if self.pending is not None and self.pending.follows_mouse:
            self._put_down_at(hit, corner)
        elif hit is None or hit.kind != "body":
            self.aimed_items = ()
            self.selected_id = None
        elif self.aimed_items:
            self._click_target(hit.id)
        else:
            self.selected_id = hit.id
            action = self.hooks.action_on_click(self.context, hit.id)
            if action is not None:
                self.apply_action(action)

    def _put_down_at(self, hit: RayHit | None, corner: bool) -> None:
        pending = self.pending
        assert pending is not None
        if hit is None:
            return
        pending.on_hover(hit)
        self._put_down = pending, corner, hit
        self._finish_putting_down()

    def poll(self) -> bool:
        """Collect finished background work and complete placements. Return whether there is any."""
        self.hooks.on_pending_changed(self.pending or self._pending_of_selection())
        has_news = self.hooks.poll()
        if has_news and self._is_putting_down:
            self._finish_putting_down()
        if has_news and self._confirmed is not None:
            self.confirm()
        return has_news

    def _pending_of_selection(self) -> PendingAction | None:
        """Return the action that would move the selected model, to find its reach beforehand."""
        id = self.selected_model if self.snaps else None
        if id is None or id not in self.movable_models:
            return None
        key = id, self.context
        if self._selection[0] != key:
            try:
                self._selection = key, self.hooks.begin_pending(self.context, id)
            except RefusedError:
                self._selection = key, None
        return self._selection[1]

    def selection_reach(self) -> Preview | None:
        """Return the reach of the selected model before it is picked up, None if unknown."""
        is_known = self.pending is None and self._pending_of_selection() is not None
        return self.hooks.reach_preview() if is_known else None

    def _finish_putting_down(self) -> None:
        """Complete a placement once its path is known. A refused action stays pending."""
        pending = self.pending
        placement = self._put_down
        if pending is None or placement is None or pending.is_waiting:
            return
        _, corner, hit = placement
        self._put_down = None
        goes_elsewhere = (
            pending.snaps
            and not pending.turns_after_placing  # then the click says where to look
            and bool(pending.ghosts)
            and dist(pending.ghosts[0].at[:2], hit.at[:2]) > SNAP_CONFIRM_IN
        )
        if corner:
            pending.add_corner()
        elif pending.is_one_click and not (goes_elsewhere and pending.is_ready):
            self.apply_pending()
        elif pending.is_ready:
            pending.is_placed = True
        else:
            self._show_refusal(pending.verdict)

    def confirm(self) -> None:
        """Place or apply the pending action by a button. While its path is computed, wait for it."""
        pending = self.pending
        is_answer = self._confirmed is not None
        if is_answer and self._confirmed is not pending:
            self._confirmed = None  # the player began something else meanwhile
            return
        self._confirmed = pending if pending is not None and pending.is_waiting else None
        if pending is None or pending.is_waiting:
            return
        if not pending.is_ready:
            self._show_refusal(pending.verdict)
        elif pending.is_one_click or pending.is_placed or not pending.follows_mouse:
            self.apply_pending()
        else:
            pending.is_placed = True

    def apply_pending(self) -> bool:
        """Apply the pending action. Return whether it was applied."""
        action = (
            self.pending.make_action()
            if self.pending is not None and not self.pending.is_waiting
            else None
        )
        return action is not None and self.apply_action(action)

    def _click_target(self, id: str) -> None:
        fitting = self.items_for(id)
        self.selected_id = id
        if len(fitting) == 1:
            self.choose_action(fitting[0].action)
        elif not fitting:
            self._show_refusal(
                self.session.check(
                    self.rules.search.with_target(self.state, self.aimed_items[0].action, id)
                )
            )

    # --- Dragging

    def begin_drag(self, id: str) -> bool:
        """Start dragging a movable model or a placed ghost. Return whether `id` can be dragged."""
        pending = self.pending
        if pending is not None and pending.is_placed:
            self.dragged_id = id if any(ghost.id == id for ghost in pending.ghosts) else None
        elif id in self.movable_models:
            if pending is None or getattr(pending, "model", None) != id:
                self.begin_pending(id)
            self.dragged_id = id
        return self.dragged_id is not None

    def on_drag(self, hit: RayHit | None) -> None:
        """Handle a movement of the dragged model."""
        self._confirmed = None
        if self.pending is not None and not self.pending.is_placed:
            self.pending.on_hover(hit)

    def on_drop(self, hit: RayHit | None, corner: bool = False) -> None:
        """Handle the drop of the dragged model."""
        id = self.dragged_id
        self.dragged_id = None
        pending = self.pending
        if pending is None or id is None:
            return
        if pending.is_placed and hit is not None:
            try:
                pending.move_ghost(id, hit)
            except GhostRefusedError as error:
                self._show_refusal(error.verdict)
        elif hit is None:
            self.pending = None
        else:
            self._put_down_at(hit, corner)

    # --- Keys

    def end_step(self) -> None:
        """Apply the placed action, or pass to the next step if nothing is pending."""
        if self.pending is not None and (self.pending.is_placed or not self.pending.follows_mouse):
            self.confirm()
            return
        if self.pending is not None and not self.is_auto_started:
            self.messages.show_message("First confirm or cancel the current action")
            return
        self.pass_step()

    def pass_step(self) -> None:
        """Pass to the next step; ask first if that would end an activation too early."""
        pass_option = self.menu.pass_option()
        if pass_option is None:
            return
        count = self.hooks.count_unused_actions(self.context) if self.asks_before_end else 0
        if count and not self.end_question:
            self.end_question = f"End the activation with {pluralize(count, 'action')} left?"
            return
        self.pending = None
        self.apply_action(pass_option[1])

    def choose_suggestion(self, action: Action) -> bool:
        """Do a suggested action as a click does. Return whether it was applied."""
        pass_option = self.menu.pass_option()
        if pass_option is None or pass_option[1] != action:
            return self.apply_action(action)
        count = self.session.change_count
        self.pass_step()
        return self.session.change_count != count

    def cancel(self) -> bool:
        """Cancel the last preparation, or clear the selection. Return whether there was one."""
        if self.end_question:
            self.end_question = ""
            return True
        if self.pending is not None and self.pending.undo_last_step():
            return True
        if self.pending is not None or self.aimed_items:
            self.pending = None
            self.aimed_items = ()
            self.dragged_id = None
            return True
        had_selection = self.selected_id is not None
        self.selected_id = None
        return had_selection

    def undo(self) -> None:
        """Cancel the placed action, or take back the last action."""
        if self.pending is not None and self.pending.is_placed:
            self.pending = None
            return
        self._take_back(self.session.undo)

    def redo(self) -> None:
        """Redo the last undone action. This cancels the pending action."""
        old_count = len(self.session.game.turns)
        self.pending = None
        try:
            self.session.redo()
        except RefusedError as error:
            self._show_refusal(error.verdict)
            return
        self.sync()
        count = len(self.session.game.turns) - old_count
        self.messages.show_message(f"Redid {pluralize(count, 'action')}")

    def undo_to(self, action_count: int) -> None:
        """Take back all but the first `action_count` actions."""
        self._take_back(lambda: self.session.undo_to(action_count))

    def _take_back(self, undo: Callable[[], None]) -> None:
        old_count = len(self.session.game.turns)
        try:
            undo()
        except RefusedError as error:
            self._show_refusal(error.verdict)
            return
        self.sync()
        count = old_count - len(self.session.game.turns)
        self.messages.show_message(f"Undid {pluralize(count, 'action')}")

    def close(self) -> None:
        """Stop background work."""
        self.hooks.close()

    # --- Display

    @property
    def table(self) -> Table:
        """The table with the placed ghosts of the pending action."""
        if self._plain[0] is not self.state:
            self._plain = self.state, self.rules.queries.table(self.state)
        pending = self.pending
        table = self._plain[1]
        if pending is None or not pending.is_placed:
            return table
        if self._settled[0] is not pending.ghosts:
            self._settled = pending.ghosts, table.with_bodies(*pending.ghosts)
        return self._settled[1]

    def previews(self) -> list[Preview]:
        """Return the previews of the pending action and its reach."""
        if self.pending is None:
            return []
        reach = self.hooks.reach_preview() if not self.pending.is_placed else None
        return [preview for preview in (reach, self.pending.make_preview()) if preview is not None]
