"""How WARMACHINE is played by hand: what can be taken in hand, what a click does, and how one is told. No graphics here."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from wc3d.engine.actions import LEGAL, Action, RefusedError, Verdict
from wc3d.engine.agenda import question
from wc3d.engine.ruleset_types import ActionKind
from wc3d.games.warmachine.display.focus import focus_table
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.frames import ActQuestion
from wc3d.games.warmachine.rules.moving.spell_advance import ExtraAdvanceQuestion
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import value
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.rules.turn.opening import DeployQuestion, waiting
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion
from wc3d.games.warmachine.text.vocabulary import name
from wc3d.games.warmachine.ui.pending_aim import PendingCharge, PendingSpray, PendingThrow
from wc3d.games.warmachine.ui.pending_stand import PendingDeploy, PendingRise, PendingWay
from wc3d.presentation.icons import ICONS
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.game_hooks import CounterRow, Counters, OwnInteraction
from wc3d.ui.pending_actions import Handle, PendingAction, Situation

RUN = "run"
"""What is taken in hand to run."""


class WarmachineInteraction(OwnInteraction):
    """Moves that end with a facing, models set up and turned, what is aimed in a direction, focus given by a click."""

    # What can be taken in hand

    def take_by_itself(self, moment: Situation, again: bool) -> PendingAction | None:
        """The next model to be set up; one that a spell lets advance."""
        asked: Any = question(moment.state)
        if isinstance(asked, DeployQuestion):
            left = waiting(moment.state, asked.player)
            return PendingDeploy(moment, left[0].id) if left else None
        if isinstance(asked, ExtraAdvanceQuestion) and not again:
            return PendingWay(moment, asked.model)
        return None

    def take(self, moment: Situation, what: str) -> PendingAction:
        asked: Any = question(moment.state)
        if isinstance(asked, DeployQuestion) and any(m.id == what for m in waiting(moment.state, asked.player)):
            return PendingDeploy(moment, what)
        moved = getattr(asked, "model", "")
        run = what == RUN
        if moment.player and moved and what in (moved, RUN) and isinstance(asked, ActQuestion | ExtraAdvanceQuestion):
            kind = act.Run if run else act.Advance
            verdict = check_begin(moment, kind(player=moment.player, model=moved))
            if not verdict:
                raise RefusedError(verdict)
            return PendingWay(moment, moved, run)
        raise RefusedError(_why_not(moment, what))

    def movable(self, moment: Situation) -> Sequence[str]:
        """The model that is activated, while it may move."""
        asked: Any = question(moment.state)
        if not moment.player or not isinstance(asked, ActQuestion | ExtraAdvanceQuestion):
            return ()
        return (asked.model,) if check_begin(moment, act.Advance(player=moment.player, model=asked.model)) else ()

    def handles(self, moment: Situation, id: str, pending: PendingAction | None) -> tuple[Handle, ...]:
        """A model that waits to be set up is taken in hand from its card."""
        asked: Any = question(moment.state)
        if not isinstance(asked, DeployQuestion) or all(m.id != id for m in waiting(moment.state, asked.player)):
            return ()
        held = isinstance(pending, PendingDeploy) and pending.model == id
        return (Handle(id, f"card take {id}", f"{ICONS['hand']} Place model", main=True, held=held),)

    def kind_handles(self, moment: Situation, kind: str, pending: PendingAction | None) -> tuple[Handle, ...]:
        asked, state = question(moment.state), moment.state
        if kind == "deploy" and isinstance(asked, DeployQuestion):
            left = waiting(state, asked.player)
            held = getattr(pending, "model", "")
            return tuple(Handle(m.id, f"take {m.id}", name(state, m.id), held=m.id == held) for m in left)
        if pending is not None or not isinstance(asked, ActQuestion):
            return ()
        speed = value(state, asked.model, "SPD")
        if kind == "advance" and self.movable(moment):
            return (Handle(asked.model, "take advance", f"{ICONS['run']} Advance or turn, up to {speed}\""),)
        if kind == "run" and check_begin(moment, act.Run(player=moment.player, model=asked.model)):
            return (Handle(RUN, "take run", f"{ICONS['run']} Run up to {2 * speed}\"; ends the activation"),)
        return ()

    def aimed(self, moment: Situation, action: Action) -> PendingAction | None:
        """What is aimed in a direction before it is done: a charge, a throw, a spray; standing up ends with a facing."""
        state: State = moment.state
        match action:
            case act.Charge(direction=None):
                return PendingCharge(moment, action.model, action.target)
            case act.ThrowModel():
                return PendingThrow(moment, action)
            case act.StandUp(facing=None):
                return PendingRise(moment, action.model, action.gives)
            case act.Attack(special=False, direction=None):
                weapon = state.setup.weapon(action.model, action.weapon)
                return PendingSpray(moment, action) if weapon is not None and weapon.spray else None
        return None

    def clicked(self, moment: Situation, id: str) -> Action | None:
        """While focus is divided, a click on a warjack gives it a point."""
        state: State = moment.state
        own = id in state.models and state.models[id].owner == moment.player and state.models[id].jack
        giving = isinstance(question(state), ControlQuestion) and moment.player and own
        return act.Assign(player=moment.player, model=id) if giving else None

    def shown(self, items: Sequence[MenuItem]) -> list[MenuItem]:
        """A throw once, whose direction is aimed afterwards; focus by single points."""
        found: dict[tuple[str, ...], MenuItem] = {}
        for item in items:
            action: Any = item.action
            if isinstance(action, act.ThrowModel):
                key: tuple[str, ...] = ("throw", action.weapon, action.target)
                item = replace(item, words=item.words.rpartition(",")[0])
            elif isinstance(action, act.Assign):
                key = ("assign", action.model)
            else:
                key = (item.mark,)
            found.setdefault(key, item)
        return list(found.values())

    # What is told

    def counters(self, moment: Situation) -> Counters | None:
        """The focus, while it is divided, and what else can be paid with it."""
        table = focus_table(moment.state, moment.player) if moment.player else None
        if table is None:
            return None
        rows = tuple(CounterRow(r.model, r.name, r.points, r.most, r.give, r.note) for r in (table.caster, *table.jacks))
        paid = tuple(item for kind in ("upkeep", "shake") for item in moment.menu.of(kind))
        return Counters(f"Focus: {table.left} to assign", rows, paid, table.lines)

    def able(self, moment: Situation) -> list[str]:
        """While models are set up, all that wait; else as in every game."""
        asked: Any = question(moment.state)
        if moment.player and isinstance(asked, DeployQuestion):
            return [m.id for m in waiting(moment.state, asked.player)]
        return super().able(moment)

    def kinds(self, moment: Situation) -> list[ActionKind]:
        """Only what is possible now."""
        kinds = moment.menu.kinds
        if not isinstance(question(moment.state), ActQuestion | ControlQuestion):
            return kinds
        return [kind for kind in kinds if self._possible(moment, kind)]

    def _possible(self, moment: Situation, kind: ActionKind) -> bool:
        if kind.by_pointing:
            return bool(self.kind_handles(moment, kind.type, None))
        return bool(moment.menu.of(kind.type))

    def how(self, moment: Situation) -> str:
        asked = question(moment.state)
        if isinstance(asked, ControlQuestion):
            return "Click a warjack on the table or in the list to give it a focus point."
        if isinstance(asked, ActivationQuestion):
            return "Click one of your models to activate it. Each model activates once per turn."
        if not isinstance(asked, ActQuestion):
            return super().how(moment)
        moves = "Drag the model to move it, then turn it." if self.movable(moment) else ""
        signs = f"{ICONS['cross']} chance to hit, {ICONS['skull']} chance to remove; range is measured after you declare"
        strikes = f"Click an enemy to see your options: {signs}." if moment.menu.targets() else ""
        return f"{moves} {strikes}".strip()


def check_begin(moment: Situation, standing: Action) -> Verdict:
    """May a model move at all, by what the rules say to moving nowhere: one out of formation may, only not that (WM-REF-13)."""
    verdict = moment.check(standing)
    return LEGAL if verdict.code == "out_of_formation" else verdict


def _why_not(moment: Situation, what: str) -> Verdict:
    """What the rules have against moving something now."""
    return moment.check(act.Advance(player=moment.player, model=what))
