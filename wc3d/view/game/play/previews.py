"""What an action in hand or pointed at would do, shown before it is chosen: the previews of drafts, attacks and reach."""
from __future__ import annotations

from typing import Any

from wc3d.engine.actions import Action
from wc3d.engine.agenda import question
from wc3d.evidence.preview import Preview
from wc3d.view.game.play.pending_actions import DeployDraft, Draft, GateDraft, MoveDraft, PlaceDraft
from wc3d.view.work.table_worker import Follower, Worker
from wc3d.warcaster import actions as act
from wc3d.warcaster.moving.repositioning import PlaceQuestion
from wc3d.warcaster.moving.returning import ReturnQuestion
from wc3d.warcaster.odds.attack_summary import used_in
from wc3d.warcaster.previews.attacks import attack_preview
from wc3d.warcaster.previews.deployments import deploy_preview, gate_preview
from wc3d.warcaster.previews.moves import move_preview
from wc3d.warcaster.previews.reaches import reach_preview, reach_question, show_reach
from wc3d.warcaster.previews.routes import Way, solve_way, way_question
from wc3d.warcaster.previews.squads import place_preview, return_preview
from wc3d.warcaster.state import State
from wc3d.warcaster.turn.cyphers import fury


def of_draft(draft: Draft) -> Preview | None:
    """What is in hand, where it is now; None for what needs no picture."""
    state = draft.state
    if isinstance(draft, MoveDraft):
        return move_preview(state, None, draft.model, draft.path, others=draft.others) if draft.path else None
    if isinstance(draft, DeployDraft):
        return deploy_preview(
            state, None, draft.unit, draft.gate, places=draft.places, attachments=draft.attachments, model=draft.models[0]
        )
    if isinstance(draft, GateDraft):
        return gate_preview(state, draft.at, draft.arc) if draft.at is not None else None
    if isinstance(draft, PlaceDraft) and draft.at is not None:
        asked = question(state)
        if isinstance(asked, PlaceQuestion):
            return place_preview(state, draft.at)
        return return_preview(state, draft.at) if isinstance(asked, ReturnQuestion) else None
    return None


def of_attack(state: State, action: Action) -> Preview | None:
    """An attack or a Fury: its line, cover, odds and whom it hits besides; None for other actions."""
    if isinstance(action, act.Attack) and state.on_table(action.model) and state.on_table(action.target):
        using = used_in(state, action)
        return attack_preview(state, action.model, using, action.target, action.mode) if using is not None else None
    if isinstance(action, act.Play) and action.channel and state.on_table(action.channel) and state.on_table(action.on):
        return attack_preview(state, action.channel, fury(state.setup.cards.cyphers[action.card]), action.on)
    return None


class Seeker:
    """The way to where a move is pointed at, where it is not straight, worked out beside the window."""

    def __init__(self) -> None:
        self._follower = Follower()
        self._draft: MoveDraft | None = None

    def ask(self, draft: MoveDraft, goal: act.Point) -> None:
        """Ask for the way; the newest question is answered."""
        self._draft = draft
        question = way_question(draft.state, draft.order, draft.model, goal)
        self._follower.ask(solve_way, draft.state.table, question)

    def poll(self) -> tuple[MoveDraft, act.Point, tuple[act.Step, ...] | None] | None:
        """The draft that asked, its goal and the way there (None: there is none); None while nothing has come."""
        heard = self._follower.poll()
        if heard is None or self._draft is None or not (heard[1].answer or heard[1].failure):
            return None
        if heard[0]["model"] != self._draft.model:
            return None
        way = heard[1].answer
        return self._draft, heard[0]["goal"], way.path if isinstance(way, Way) else None

    def close(self) -> None:
        """Let the process go."""
        self._follower.stop()


class Painter:
    """Where the model in hand can get to, level by level, worked out beside the window."""

    def __init__(self) -> None:
        self.worker = Worker()
        self.asked: tuple[Any, ...] | None = None
        self.found: Preview | None = None
        self._state: State | None = None

    def follow(self, draft: Draft | None) -> None:
        """Ask anew if another model is in hand, or nothing."""
        wanted = (draft.model, draft.state) if isinstance(draft, MoveDraft) else None
        known = self.asked
        if wanted is not None and known is not None and wanted[0] == known[0] and wanted[1] is known[1]:
            return
        self.asked, self.found = wanted, None
        if wanted is not None:
            model, state = wanted
            self.worker.ask(show_reach, state.table, reach_question(state, None, model))

    def poll(self) -> bool:
        """True if the answer has come."""
        report = self.worker.poll()
        if report is None or report.answer is None or self.asked is None:
            return False
        self.found = reach_preview(self.asked[1], report.answer)
        return True

    def close(self) -> None:
        """Let the process go."""
        self.worker.stop()
