"""What a person does in a game: picks, takes in hand, aims, puts down, passes, takes back. No graphics here.

Every click ends in an action that the game checks; what it refuses is told with its page, and nothing has changed.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from wc3d.engine.actions import Action, RefusedError, Verdict
from wc3d.engine.agenda import question
from wc3d.evidence.picking import Hit
from wc3d.table.table import Table
from wc3d.view.game.play.action_menu import Choice, Choices, Refusal, members, refusals, refused_on
from wc3d.view.game.play.pending_actions import (
    ClearDraft,
    DeployDraft,
    Draft,
    GateDraft,
    MoveDraft,
    PlaceDraft,
    Seek,
    UnwelcomeError,
)
from wc3d.view.game.play.session import Session
from wc3d.warcaster import actions as act
from wc3d.warcaster.moving.movement import MoveOrder, MoveQuestion, movers
from wc3d.warcaster.previews.action_preview import refusal
from wc3d.warcaster.state import State
from wc3d.warcaster.turn.activation import ActingQuestion, advance_order, may_advance


class Told(Protocol):
    """Who hears what is to be told."""

    def say(self, words: str) -> None: ...
    def complain(self, words: object) -> None: ...


class Hand:
    """A person's hand over the table. `picked` is the unit, model or gate that is looked at, `draft` what is in hand.

    `aim` are actions of which a target is to be clicked.
    """

    def __init__(self, session: Session, told: Told, seek: Seek | None = None) -> None:
        self.session, self.told, self._seek = session, told, seek
        self.picked: str | None = None
        self.draft: Draft | None = None
        self.aim: tuple[Choice, ...] = ()
        self.dragged: str | None = None
        self._put: tuple[Draft, bool] | None = None
        self._seen = -1
        self._asked: object = None
        self._given: Draft | None = None
        self._settled: tuple[object, Table] = (None, session.state.table)
        self.follow()

    @property
    def given(self) -> bool:
        """Is what is in hand what the question is about, and was not taken up?"""
        return self.draft is not None and self.draft is self._given

    @property
    def state(self) -> State:
        """The game as it may be seen."""
        return self.session.state

    # --- keeping up with the game

    def follow(self) -> bool:
        """Bring everything up to date with the game; True if it has changed."""
        if self._seen == self.session.changes:
            return False
        self._seen = self.session.changes
        self.choices = Choices(self.state, self.session.offers)
        self.draft, self.aim, self.dragged = None, (), None
        self._why_not: dict[tuple[str, str], list[Refusal]] = {}
        if self.picked is not None and not self._known(self.picked):
            self.picked = None
        asked: Any = question(self.state)
        if self.session.asked:
            self._look_at(asked)
            if asked != self._asked or isinstance(asked, MoveQuestion):
                self._take(asked)
        self._asked = asked if self.session.asked else None
        return True

    def _known(self, id: str) -> bool:
        return id in self.state.units or self.state.on_table(id)

    def _look_at(self, asked: Any) -> None:
        """Pick what the question is about."""
        order = getattr(asked, "order", None)
        about = getattr(asked, "model", "") or getattr(asked, "unit", "") or (order.model or order.unit if order else "")
        if not about:
            options = [o for o in getattr(asked, "options", ()) if isinstance(o, tuple)]
            about = options[0][1] if options else getattr(asked, "holder", "")
        if self.picked is not None and self.picked in self.choices.targets():
            return  # it may be attacked again
        if about and (self.picked is None or not members(self.state, about) & {self.picked}):
            self.picked = about

    def _take(self, asked: Any) -> None:
        """Take in hand what there is to be put down, where there is but one thing."""
        if self.choices.offer("place") is not None:
            self.take_place()
        elif isinstance(asked, MoveQuestion) and len(movers(self.state, asked.order)) == 1:
            self.take_move(movers(self.state, asked.order)[0])
        elif self.choices.offer("place_gate") is not None:
            self.take_gate()
        self._given = self.draft

    # --- picking

    def pick(self, id: str | None) -> None:
        """Look at a unit, model or gate; None: at nothing."""
        self.picked = id

    @property
    def model(self) -> str | None:
        """The picked model or gate; of a picked unit its first model on the table."""
        id = self.picked
        if id is None or self.state.on_table(id):
            return id
        models = self.state.models_of(id) if id in self.state.units else ()
        return models[0].id if models else None

    def next(self) -> str | None:
        """Pick the next unit that can do something now."""
        able = self.choices.able()
        if not able:
            return None
        at = next((i for i, id in enumerate(able) if self.picked and members(self.state, id) & {self.picked}), -1)
        self.picked = able[(at + 1) % len(able)]
        return self.picked

    def on(self, id: str) -> list[Choice]:
        """What can be done with or to something now: of what is aimed, else of all."""
        if self.aim:
            mine = members(self.state, id)
            return [c for c in self.aim if mine & {getattr(c.action, "target", ""), getattr(c.action, "on", "")}]
        return self.choices.about(id)

    def why_not(self, id: str) -> list[Refusal]:
        """What cannot be done with it, or to it, and what the rules say."""
        asked, target = self.session.asked, self.model or id
        if asked and (id, target) not in self._why_not:
            if self.state.owner(id) == asked:
                found = [] if self.deployable(id) else refusals(self.state, self.session.check, asked, id)
            else:
                found = refused_on(self.state, self.session.check, asked, target) if self.state.on_table(target) else []
            self._why_not[id, target] = found
        return self._why_not.get((id, target), [])

    def deployable(self, id: str) -> bool:
        """Can this unit be deployed now, where it is put right?"""
        return any(getattr(c.action, "unit", "") == id for c in self.choices.of("deploy"))

    # --- taking in hand

    def orders(self) -> dict[str, MoveOrder]:
        """The models that may move now, and how far."""
        asked: Any = question(self.state)
        if not self.session.asked or self.choices.offer("advance") is None:
            return {}
        if isinstance(asked, MoveQuestion):
            return {id: asked.order for id in movers(self.state, asked.order)}
        if isinstance(asked, ActingQuestion) and may_advance(self.state, asked.unit):
            return {m.id: advance_order(self.state, asked.unit, m.id) for m in self.state.models_of(asked.unit)}
        return {}

    def take_move(self, model: str) -> None:
        """Take a model in hand, to move it."""
        order = self.orders().get(model)
        if order is None:
            self._refused(self.session.check(act.Advance(player=self.session.asked, model=model)))
            return
        self.aim, self.picked = (), model
        self.draft = MoveDraft(self.state, self.session.asked, self.session.check, order, model, self._seek)

    def take_unit(self, unit: str) -> None:
        """Take a unit of the reserve in hand, to deploy it: through the first void gate that can pay for it."""
        listed = [c.action for c in self.choices.of("deploy") if getattr(c.action, "unit", "") == unit]
        if not listed:
            why = refusals(self.state, self.session.check, self.session.asked, unit)
            self._refused(why[0].verdict if why else "there is no place for it")
            return
        gate = str(getattr(listed[0], "gate", ""))
        self.aim, self.picked = (), unit
        self.draft = DeployDraft(self.state, self.session.asked, self.session.check, unit, gate)

    def take_place(self) -> None:
        """Take in hand the model that is to be put somewhere."""
        asked: Any = question(self.state)
        self.aim = ()
        self.draft = PlaceDraft(self.state, asked.player, self.session.check, asked.model)

    def take_gate(self) -> None:
        """Take a void gate in hand, to place it."""
        self.aim = ()
        self.draft = GateDraft(self.state, self.session.asked, self.session.check)

    def take_clearing(self) -> None:
        """Begin to choose Arc to be cleared."""
        self.aim = ()
        self.draft = ClearDraft(self.state, self.session.asked, self.session.check)

    def take_aim(self, choices: Sequence[Choice]) -> None:
        """Choose a target for one of these; the only one without a target is done at once."""
        self.draft = None
        if len(choices) == 1 and not getattr(choices[0].action, "target", "") and not getattr(choices[0].action, "on", ""):
            self.do(choices[0].action)
        else:
            self.aim = tuple(choices)

    def jump(self) -> None:
        """Jump instead of walking, or walk after all."""
        if isinstance(self.draft, MoveDraft):
            self.draft.jumps = not self.draft.jumps
            self.draft.end = ()
            self.draft.settled = False

    # --- putting down

    def do(self, action: Action) -> bool:
        """Do an action; a refusal is told, and nothing has changed. Was it done (or begun: typed dice come later)?"""
        try:
            self.session.do(action)
        except RefusedError as error:
            self._refused(error)
            return False
        self.follow()
        return True

    def _refused(self, why: object) -> None:
        verdict = why.verdict if isinstance(why, RefusedError | UnwelcomeError) else why
        self.told.complain(refusal(self.state, verdict) if isinstance(verdict, Verdict) else why)

    def point(self, hit: Hit | None) -> None:
        """The mouse points here: what is in hand follows it."""
        if self.draft is not None and not self.draft.settled and not self._putting:
            self.draft.point(hit)

    @property
    def _putting(self) -> bool:
        """Has what is in hand been put down, where the way there is still being worked out?"""
        return self._put is not None and self._put[0] is self.draft

    def click(self, hit: Hit | None, corner: bool = False) -> None:
        """The board was clicked."""
        if self.draft is not None and not isinstance(self.draft, ClearDraft):
            self._put_down(hit, corner)
        elif hit is None or hit.what != "body":
            self.aim, self.picked = (), None
        elif self.aim:
            self._click_target(hit.id)
        else:
            self.picked = hit.id

    def _put_down(self, hit: Hit | None, corner: bool) -> None:
        draft = self.draft
        assert draft is not None
        if hit is None:
            return
        draft.point(hit)
        self._put = draft, corner
        self._set_down()

    def arrived(self, draft: MoveDraft, goal: act.Point, path: tuple[act.Step, ...] | None) -> None:
        """The way to a goal has been worked out: what waited for it is put down."""
        draft.come(goal, path)
        if self._putting:
            self._set_down()

    def _set_down(self) -> None:
        """Put it down, as soon as the way there is known; what is refused stays in hand."""
        draft, put = self.draft, self._put
        if draft is None or put is None or draft.waiting:
            return
        _, corner = put
        self._put = None
        if corner:
            draft.corner()
        elif draft.one:
            self.finish()
        elif draft.ready:
            draft.settled = True
        else:
            self._refused(draft.verdict)

    def finish(self) -> bool:
        """Do what is in hand, as it is."""
        action = self.draft.action() if self.draft is not None and not self.draft.waiting else None
        return action is not None and self.do(action)

    def _click_target(self, id: str) -> None:
        fitting = self.on(id)
        self.picked = id
        if len(fitting) == 1:
            self.do(fitting[0].action)
        elif not fitting:
            self._refused(self.session.check(self._aimed_at(self.aim[0].action, id)))

    def _aimed_at(self, action: Any, id: str) -> Action:
        """The same action with another target: of the kind of thing that the card or ability is for."""
        part = "target" if hasattr(action, "target") else "on"
        for_units = getattr(action, part) in self.state.units and id in self.state.models
        aimed: Action = action.model_copy(update={part: self.state.models[id].unit if for_units else id})
        return aimed

    # --- dragging

    def may_drag(self, id: str) -> bool:
        """May this be dragged: a model that may move, or one that has been put down and not been done yet?"""
        draft = self.draft
        if draft is not None and draft.settled:
            self.dragged = id if any(g.id == id for g in draft.ghosts) else None
        elif id in self.orders():
            if not isinstance(draft, MoveDraft) or draft.model != id:
                self.take_move(id)
            self.dragged = id
        return self.dragged is not None

    def drag(self, hit: Hit | None) -> None:
        """What is dragged is here now."""
        if self.draft is not None and not self.draft.settled:
            self.draft.point(hit)

    def drop(self, hit: Hit | None, corner: bool = False) -> None:
        """What was dragged is put down here."""
        id, self.dragged = self.dragged, None
        draft = self.draft
        if draft is None or id is None:
            return
        if draft.settled and hit is not None:
            try:
                draft.nudge(id, hit)
            except UnwelcomeError as error:
                self._refused(error)
        elif hit is None:
            self.draft = None
        else:
            self._put_down(hit, corner)

    # --- the keys

    def end(self) -> None:
        """Space: do what is in hand if it may be done; else go on to the next step, which what is in hand forbids."""
        if self.draft is not None and (self.draft.settled or isinstance(self.draft, ClearDraft)):
            self.finish()
            return
        if self.draft is not None and not self.given:
            self.told.say("first let go of what is in hand")
            return
        passing = self.choices.passing()
        if passing is not None:
            self.do(passing[1])

    def cancel(self) -> bool:
        """Esc: put down what is in hand, then look at nothing; True if there was anything."""
        if self.draft is not None or self.aim:
            self.draft, self.aim, self.dragged = None, (), None
            return True
        had, self.picked = self.picked is not None, None
        return had

    def undo(self) -> None:
        """Take back: what is in hand, else the last action."""
        if self.draft is not None and self.draft.settled:
            self.draft = None
            return
        self._undone(lambda: self.session.undo())

    def undo_to(self, done: int) -> None:
        """Take back everything after so many actions."""
        self._undone(lambda: self.session.undo_to(done))

    def _undone(self, undo: Any) -> None:
        before = len(self.session.game.turns)
        try:
            undo()
        except RefusedError as error:
            self._refused(error)
            return
        self.follow()
        count = before - len(self.session.game.turns)
        self.told.say(f"{count} action{'s' if count > 1 else ''} taken back")

    # --- what is seen

    @property
    def table(self) -> Table:
        """The table, with what has been put down but not been done yet where it would be."""
        draft = self.draft
        if draft is None or not draft.settled:
            return self.state.table
        if self._settled[0] is not draft.ghosts:
            self._settled = draft.ghosts, self.state.table.with_bodies(*draft.ghosts)
        return self._settled[1]
