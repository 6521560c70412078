"""What a person does in a game: picks, takes in hand, aims, puts down, passes, takes back. No graphics here.

Every click ends in an action that the game checks; what it refuses is told with its page, and nothing has changed.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import Action, RefusedError, Verdict
from wc3d.engine.agenda import question
from wc3d.presentation.preview import Preview
from wc3d.registry import own_interaction
from wc3d.scene.picking import RayHit
from wc3d.table.table import Table
from wc3d.ui.action_menu import ActionMenu, MenuItem, Refusal, refusals
from wc3d.ui.game_hooks import OwnInteraction
from wc3d.ui.pending_actions import GhostRefusedError, Handle, PendingAction, Situation
from wc3d.ui.session_protocol import GameSession, Messages
from wc3d.workers.table_worker import MakeWorker


class Interaction:
    """A person who plays. `picked` is the unit, model or thing that is looked at, `pending` what is in hand.

    `aimed` are actions of which a target is to be clicked; `menu` is everything that can be done now.
    """

    def __init__(self, session: GameSession, messages: Messages, worker: MakeWorker | None = None) -> None:
        self.session, self.messages, self.rules = session, messages, session.game.rules
        make = own_interaction(self.rules)
        self.own: OwnInteraction = make(worker) if make is not None else OwnInteraction(worker)
        self.picked: str | None = None
        self.pending: PendingAction | None = None
        self.aimed: tuple[MenuItem, ...] = ()
        self.dragged: str | None = None
        self._put_down: tuple[PendingAction, bool] | None = None
        self._followed = -1
        self._question: object = None
        self._by_itself: PendingAction | None = None
        self._plain: tuple[object, Table] = session.state, self.rules.table(session.state)
        self._settled: tuple[object, Table] = None, self._plain[1]
        self.follow()

    @property
    def took_by_itself(self) -> bool:
        """Is what is in hand what the question is about, and was not taken up by the person?"""
        return self.pending is not None and self.pending is self._by_itself

    @property
    def state(self) -> Any:
        """The game as it may be seen."""
        return self.session.state

    # --- keeping up with the game

    def follow(self) -> bool:
        """Bring everything up to date with the game; True if it has changed."""
        if self._followed == self.session.changes:
            return False
        self._followed = self.session.changes
        self.menu = ActionMenu(self.rules, self.state, self.session.offers)
        self.moment = Situation(self.rules, self.state, self.session.asked, self.session.check, self.menu)
        self.pending, self.aimed, self.dragged = None, (), None
        self._why_not: dict[tuple[str, str], list[Refusal]] = {}
        self._able: tuple[str, ...] | None = None
        self._movable: Sequence[str] | None = None
        if self.picked is not None and not self._is_there(self.picked):
            self.picked = None
        new_question = question(self.state)
        if self.session.asked:
            self._pick_subject()
            self.pending = self.own.take_by_itself(self.moment, new_question == self._question)
            self._by_itself = self.pending
            if self.pending is not None:
                self._pick_held()
        self._question = new_question if self.session.asked else None
        return True

    def _is_there(self, id: str) -> bool:
        """Is it still on the table or in a player's list?"""
        rows = (row.id for player in (1, 2) for row in self.rules.roster(self.state, player).rows)
        return any(body.id == id for body in self.rules.table(self.state).bodies) or id in rows

    def _pick_subject(self) -> None:
        """Pick what the question is about."""
        about = self.rules.about(self.state)
        if self.picked is not None and self.picked in self.menu.targets():
            return  # it may be attacked again
        if about and (self.picked is None or self.picked not in self.rules.group(self.state, about)):
            self.picked = about

    # --- picking

    def pick(self, id: str) -> None:
        """A unit, model or thing was clicked in a list: it is the target of what is aimed, else it is looked at."""
        self.picked = id
        if self.aimed:
            self._click_target(self.model or id)

    @property
    def model(self) -> str | None:
        """The picked model; of a picked unit its first model on the table."""
        if self.picked is None:
            return None
        group = self.rules.group(self.state, self.picked)
        models = [body.id for body in self.rules.table(self.state).bodies if body.id in group]
        return self.picked if self.picked in models else next(iter(models), None)

    def able(self) -> tuple[str, ...]:
        """The units that can do something now."""
        if self._able is None:
            self._able = tuple(self.own.able(self.moment)) if self.session.asked else ()
        return self._able

    def pick_next(self) -> str | None:
        """Pick the next unit that can do something now."""
        able = self.able()
        if not able:
            return None
        positions = (i for i, id in enumerate(able) if self.picked and self.picked in self.rules.group(self.state, id))
        self.picked = able[(next(positions, -1) + 1) % len(able)]
        return self.picked

    def items_on(self, id: str) -> list[MenuItem]:
        """What can be done with or to something now: of what is aimed, else of all."""
        if self.aimed:
            group = self.rules.group(self.state, id)
            return [item for item in self.aimed if self.rules.target_of(item.action) in group]
        return self.own.shown(self.menu.about(id))

    def why_not(self, id: str) -> list[Refusal]:
        """What cannot be done with it, or to it, and what the rules say."""
        player, target = self.session.asked, self.model or id
        if player and (id, target) not in self._why_not:
            subject = id if self.rules.owner(self.state, id) == player else target
            refused_actions = refusals(self.rules, self.state, self.session.check, player, subject)
            self._why_not[id, target] = [] if any(handle.main for handle in self.handles(id)) else refused_actions
        return self._why_not.get((id, target), [])

    def lit(self) -> dict[str, list[MenuItem]]:
        """The models that are lit as targets, with what can be done to each: of what is aimed, else of all attacks."""
        items_by_target: dict[str, list[MenuItem]] = {}
        if self.pending is not None:
            return items_by_target
        if not self.aimed:
            return self.menu.targets()
        bodies = [body.id for body in self.rules.table(self.state).bodies]
        for item in self.aimed:
            target = self.rules.target_of(item.action)
            group = (target,) if target in bodies else self.rules.group(self.state, target)
            for id in (id for id in bodies if id in group):
                items_by_target.setdefault(id, []).append(item)
        return items_by_target

    # --- taking in hand

    @property
    def movable(self) -> Sequence[str]:
        """The models that may be dragged now."""
        if self._movable is None:
            self._movable = self.own.movable(self.moment) if self.session.asked else ()
        return self._movable

    def handles(self, id: str) -> tuple[Handle, ...]:
        """What can be taken in hand on the card of something."""
        return self.own.handles(self.moment, id, self.pending) if self.session.asked else ()

    def kind_handles(self, kind: str) -> tuple[Handle, ...]:
        """What can be taken in hand to do a kind of action."""
        return self.own.kind_handles(self.moment, kind, self.pending) if self.session.asked else ()

    def take(self, subject: str) -> None:
        """Take a model, a unit or a kind of action in hand; a refusal is told."""
        try:
            pending = self.own.take(self.moment, subject)
        except RefusedError as error:
            self._tell_refusal(error.verdict)
            return
        self.aimed, self.pending = (), pending
        self._pick_held()

    def _pick_held(self) -> None:
        picked_id = getattr(self.pending, "picks", "")
        self.picked = picked_id or self.picked

    def take_aim(self, items: Sequence[MenuItem]) -> None:
        """Choose a target for one of these; the only one without a target is done at once."""
        self.pending = None
        if len(items) == 1 and not self.rules.target_of(items[0].action):
            self.choose(items[0].action)
        else:
            self.aimed = tuple(items)

    def choose(self, action: Action) -> bool:
        """Do an action, or take it in hand to be aimed first. Was it done?"""
        pending = self.own.aimed(self.moment, action) if self.session.asked else None
        if pending is None:
            return self.do(action)
        self.aimed, self.pending = (), pending
        self._pick_held()
        return False

    def command(self, name: str) -> None:
        """Do to what is in hand what a key says."""
        if self.pending is not None:
            self.pending.commands().get(name, lambda: None)()

    # --- putting down

    def do(self, action: Action) -> bool:
        """Do an action; a refusal is told, and nothing has changed. Was it done (or begun: typed dice come later)?"""
        try:
            self.session.do(action)
        except RefusedError as error:
            self._tell_refusal(error.verdict)
            return False
        self.follow()
        return True

    def _tell_refusal(self, verdict: Verdict) -> None:
        self.messages.complain(self.rules.refusal(self.state, verdict))

    def point(self, hit: RayHit | None) -> None:
        """The mouse points here: what is in hand follows it."""
        pending = self.pending
        if pending is None or self._putting_down:
            return
        if not pending.settled or (pending.turns and self.dragged is None):
            pending.point(hit)

    @property
    def _putting_down(self) -> bool:
        """Has what is in hand been put down, where the way there is still being worked out?"""
        return self._put_down is not None and self._put_down[0] is self.pending

    def click(self, hit: RayHit | None, corner: bool = False) -> None:
        """The board was clicked."""
        if self.pending is not None and self.pending.pointed:
            self._put_down_at(hit, corner)
        elif hit is None or hit.what != "body":
            self.aimed, self.picked = (), None
        elif self.aimed:
            self._click_target(hit.id)
        else:
            self.picked = hit.id
            action = self.own.clicked(self.moment, hit.id)
            if action is not None:
                self.do(action)

    def _put_down_at(self, hit: RayHit | None, corner: bool) -> None:
        pending = self.pending
        assert pending is not None
        if hit is None:
            return
        pending.point(hit)
        self._put_down = pending, corner
        self._finish_putting_down()

    def poll(self) -> bool:
        """Hear what was worked out in the background; what waited for it is put down. True if there is anything new."""
        self.own.follow(self.pending)
        has_news = self.own.poll()
        if has_news and self._putting_down:
            self._finish_putting_down()
        return has_news

    def _finish_putting_down(self) -> None:
        """Put it down, as soon as the way there is known; what is refused stays in hand."""
        pending, placement = self.pending, self._put_down
        if pending is None or placement is None or pending.waiting:
            return
        _, corner = placement
        self._put_down = None
        if corner:
            pending.add_corner()
        elif pending.one_click:
            self.finish()
        elif pending.ready:
            pending.settled = True
        else:
            self._tell_refusal(pending.verdict)

    def finish(self) -> bool:
        """Do what is in hand, as it is."""
        action = self.pending.action() if self.pending is not None and not self.pending.waiting else None
        return action is not None and self.do(action)

    def _click_target(self, id: str) -> None:
        fitting = self.items_on(id)
        self.picked = id
        if len(fitting) == 1:
            self.choose(fitting[0].action)
        elif not fitting:
            self._tell_refusal(self.session.check(self.rules.aim(self.state, self.aimed[0].action, id)))

    # --- dragging

    def may_drag(self, id: str) -> bool:
        """May this be dragged: a model that may move, or one that has been put down and not been done yet?"""
        pending = self.pending
        if pending is not None and pending.settled:
            self.dragged = id if any(ghost.id == id for ghost in pending.ghosts) else None
        elif id in self.movable:
            if pending is None or getattr(pending, "model", None) != id:
                self.take(id)
            self.dragged = id
        return self.dragged is not None

    def drag(self, hit: RayHit | None) -> None:
        """What is dragged is here now."""
        if self.pending is not None and not self.pending.settled:
            self.pending.point(hit)

    def drop(self, hit: RayHit | None, corner: bool = False) -> None:
        """What was dragged is put down here."""
        id, self.dragged = self.dragged, None
        pending = self.pending
        if pending is None or id is None:
            return
        if pending.settled and hit is not None:
            try:
                pending.nudge(id, hit)
            except GhostRefusedError as error:
                self._tell_refusal(error.verdict)
        elif hit is None:
            self.pending = None
        else:
            self._put_down_at(hit, corner)

    # --- the keys

    def end(self) -> None:
        """Do what is in hand if it may be done; else go on to the next step, which what is in hand forbids."""
        if self.pending is not None and (self.pending.settled or not self.pending.pointed):
            self.finish()
            return
        if self.pending is not None and not self.took_by_itself:
            self.messages.say("First confirm or cancel the current action")
            return
        pass_option = self.menu.passing()
        if pass_option is not None:
            self.do(pass_option[1])

    def cancel(self) -> bool:
        """Put down what is in hand, then look at nothing; True if there was anything."""
        if self.pending is not None and self.pending.step_back():
            return True
        if self.pending is not None or self.aimed:
            self.pending, self.aimed, self.dragged = None, (), None
            return True
        had_selection, self.picked = self.picked is not None, None
        return had_selection

    def undo(self) -> None:
        """Take back: what is in hand, else the last action."""
        if self.pending is not None and self.pending.settled:
            self.pending = None
            return
        self._take_back(self.session.undo)

    def redo(self) -> None:
        """Do what was undone last again; an action that is being prepared is dropped."""
        old_count = len(self.session.game.turns)
        self.pending = None
        try:
            self.session.redo()
        except RefusedError as error:
            self._tell_refusal(error.verdict)
            return
        self.follow()
        count = len(self.session.game.turns) - old_count
        self.messages.say(f"Redid {pluralize(count, 'action')}")

    def undo_to(self, action_count: int) -> None:
        """Take back everything after so many actions."""
        self._take_back(lambda: self.session.undo_to(action_count))

    def _take_back(self, undo: Callable[[], None]) -> None:
        old_count = len(self.session.game.turns)
        try:
            undo()
        except RefusedError as error:
            self._tell_refusal(error.verdict)
            return
        self.follow()
        count = old_count - len(self.session.game.turns)
        self.messages.say(f"Undid {pluralize(count, 'action')}")

    def close(self) -> None:
        """Stop what works in the background."""
        self.own.close()

    # --- what is seen

    @property
    def table(self) -> Table:
        """The table, with what has been put down but not been done yet where it would be."""
        if self._plain[0] is not self.state:
            self._plain = self.state, self.rules.table(self.state)
        pending, table = self.pending, self._plain[1]
        if pending is None or not pending.settled:
            return table
        if self._settled[0] is not pending.ghosts:
            self._settled = pending.ghosts, table.with_bodies(*pending.ghosts)
        return self._settled[1]

    def previews(self) -> list[Preview]:
        """What is in hand, and where it can get to."""
        if self.pending is None:
            return []
        reach = self.own.reach() if not self.pending.settled else None
        return [preview for preview in (reach, self.pending.preview()) if preview is not None]
