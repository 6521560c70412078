"""WARMACHINE's controls without graphics: the models that can be moved, clicks and messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from wc3d.engine.actions import LEGAL, Action, RefusedError, Verdict
from wc3d.engine.agenda import find_open_question
from wc3d.engine.ruleset_types import ActionKind
from wc3d.games.warmachine.display.focus import focus_table
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.agenda_frames import ActQuestion
from wc3d.games.warmachine.rules.moving.spell_advance import ExtraAdvanceQuestion
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import stat_value
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.rules.turn.opening import DeployQuestion, undeployed_models
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion
from wc3d.games.warmachine.text.formatting import display_name
from wc3d.games.warmachine.ui.pending_aim import PendingCharge, PendingSpray, PendingThrow
from wc3d.games.warmachine.ui.pending_placement import (
    PendingDeployment,
    PendingMove,
    PendingStandUp,
)
from wc3d.presentation.icons import ICONS
from wc3d.ui.action_menu import MenuItem
from wc3d.ui.game_hooks import (
    ControllerHooks,
    PointCounterRow,
    PointCounters,
    move_and_attack_words,
)
from wc3d.ui.pending_actions import ActionStarter, PendingAction, TurnContext

RUN_TARGET = "run"
"""The name of the action starter that begins a run."""


class WarmachineControllerHooks(ControllerHooks):
    """WARMACHINE's controls: moves with facings, deployment, aimed actions, focus by clicks."""

    # Pending actions

    def begin_automatically(
        self, moment: TurnContext, is_same_question: bool
    ) -> PendingAction | None:
        """Begin the deployment of the next model, or the advance that a spell grants."""
        current_question: Any = find_open_question(moment.state)
        if isinstance(current_question, DeployQuestion):
            models = undeployed_models(moment.state, current_question.player)
            return PendingDeployment(moment, models[0].id) if models else None
        if isinstance(current_question, ExtraAdvanceQuestion) and not is_same_question:
            return PendingMove(moment, current_question.model)
        return None

    def begin_pending(self, moment: TurnContext, subject: str) -> PendingAction:
        current_question: Any = find_open_question(moment.state)
        if isinstance(current_question, DeployQuestion) and any(
            m.id == subject for m in undeployed_models(moment.state, current_question.player)
        ):
            return PendingDeployment(moment, subject)
        moved = getattr(current_question, "model", "")
        run = subject == RUN_TARGET
        if (
            moment.player
            and moved
            and subject in (moved, RUN_TARGET)
            and isinstance(current_question, ActQuestion | ExtraAdvanceQuestion)
        ):
            kind = actions.Run if run else actions.Advance
            verdict = check_can_move(moment, kind(player=moment.player, model=moved))
            if not verdict:
                raise RefusedError(verdict)
            return PendingMove(moment, moved, run)
        raise RefusedError(_check_move(moment, subject))

    def movable_models(self, moment: TurnContext) -> Sequence[str]:
        """Return the activated model while it can move."""
        current_question: Any = find_open_question(moment.state)
        if not moment.player or not isinstance(
            current_question, ActQuestion | ExtraAdvanceQuestion
        ):
            return ()
        return (
            (current_question.model,)
            if check_can_move(
                moment, actions.Advance(player=moment.player, model=current_question.model)
            )
            else ()
        )

    def action_starters(
        self, moment: TurnContext, id: str, pending: PendingAction | None
    ) -> tuple[ActionStarter, ...]:
        """Return the buttons on a model's card that begin its deployment."""
        current_question: Any = find_open_question(moment.state)
        if not isinstance(current_question, DeployQuestion) or all(
            m.id != id for m in undeployed_models(moment.state, current_question.player)
        ):
            return ()
        is_held = isinstance(pending, PendingDeployment) and pending.model == id
        return (
            ActionStarter(
                id,
                f"card take {id}",
                f"{ICONS['hand']} Place model",
                is_main=True,
                is_active=is_held,
            ),
        )

    def action_starters_for_kind(
        self, moment: TurnContext, kind: str, pending: PendingAction | None
    ) -> tuple[ActionStarter, ...]:
        current_question = find_open_question(moment.state)
        state = moment.state
        if kind == "deploy" and isinstance(current_question, DeployQuestion):
            models = undeployed_models(state, current_question.player)
            held_model = getattr(pending, "model", "")
            return tuple(
                ActionStarter(
                    m.id, f"take {m.id}", display_name(state, m.id), is_active=m.id == held_model
                )
                for m in models
            )
        if pending is not None or not isinstance(current_question, ActQuestion):
            return ()
        speed = stat_value(state, current_question.model, "SPD")
        if kind == "advance" and self.movable_models(moment):
            return (
                ActionStarter(
                    current_question.model,
                    "take advance",
                    f'{ICONS["run"]} Advance or turn, up to {speed}"',
                ),
            )
        if kind == "run" and check_can_move(
            moment, actions.Run(player=moment.player, model=current_question.model)
        ):
            return (
                ActionStarter(
                    RUN_TARGET,
                    "take run",
                    f'{ICONS["run"]} Run up to {2 * speed}"; ends the activation',
                ),
            )
        return ()

    def begin_aiming(self, moment: TurnContext, action: Action) -> PendingAction | None:
        """Begin an aimed action: a charge, a throw or a spray, or the facing after standing up."""
        state: State = moment.state
        match action:
            case actions.Charge(direction=None):
                return PendingCharge(moment, action.model, action.target)
            case actions.ThrowModel():
                return PendingThrow(moment, action)
            case actions.StandUp(facing=None):
                return PendingStandUp(moment, action.model, action.gives)
            case actions.Attack(special=False, direction=None):
                weapon = state.setup.weapon(action.model, action.weapon)
                return PendingSpray(moment, action) if weapon is not None and weapon.spray else None
        return None

    def action_on_click(self, moment: TurnContext, id: str) -> Action | None:
        """Return the action that gives a clicked warjack a focus point during allocation."""
        state: State = moment.state
        own = (
            id in state.models
            and state.models[id].owner == moment.player
            and state.models[id].is_warjack
        )
        giving = isinstance(find_open_question(state), ControlQuestion) and moment.player and own
        return actions.Assign(player=moment.player, model=id) if giving else None

    def items_to_list(self, items: Sequence[MenuItem]) -> list[MenuItem]:
        """List a throw once, to be aimed later, and focus point by point."""
        items_by_key: dict[tuple[str, ...], MenuItem] = {}
        for item in items:
            action: Any = item.action
            if isinstance(action, actions.ThrowModel):
                key: tuple[str, ...] = ("throw", action.weapon, action.target)
                item = replace(item, words=item.words.rpartition(",")[0])
            elif isinstance(action, actions.Assign):
                key = ("assign", action.model)
            else:
                key = (item.button_id,)
            items_by_key.setdefault(key, item)
        return list(items_by_key.values())

    # Lists and messages

    def point_counters(self, moment: TurnContext) -> PointCounters | None:
        """Return the counters of focus, and of what else it pays for, during allocation."""
        table = focus_table(moment.state, moment.player) if moment.player else None
        if table is None:
            return None
        rows = tuple(
            PointCounterRow(r.model, r.name, r.points, r.most, r.give, r.note)
            for r in (table.caster, *table.jacks)
        )
        payments = tuple(
            item for kind in ("upkeep", "shake") for item in moment.menu.items_of_kind(kind)
        )
        return PointCounters(f"Focus: {table.remaining} to assign", rows, payments, table.lines)

    def count_unused_actions(self, moment: TurnContext) -> int:
        """Count the movement and the attacks of the activated model, if it can still make them."""
        if not isinstance(find_open_question(moment.state), ActQuestion):
            return 0
        attacks = [kind for kind in ("attack", "combined") if moment.menu.items_of_kind(kind)]
        return bool(self.movable_models(moment)) + bool(attacks)

    def units_to_act(self, moment: TurnContext) -> list[str]:
        """Return all models that wait for deployment; later the default list."""
        current_question: Any = find_open_question(moment.state)
        if moment.player and isinstance(current_question, DeployQuestion):
            return [m.id for m in undeployed_models(moment.state, current_question.player)]
        return super().units_to_act(moment)

    def kinds_to_list(self, moment: TurnContext) -> list[ActionKind]:
        """Return only the kinds of actions that are possible now."""
        kinds = moment.menu.kinds_to_list
        if not isinstance(find_open_question(moment.state), ActQuestion | ControlQuestion):
            return kinds
        return [kind for kind in kinds if self._is_possible(moment, kind)]

    def _is_possible(self, moment: TurnContext, kind: ActionKind) -> bool:
        if kind.is_done_on_board:
            return bool(self.action_starters_for_kind(moment, kind.type, None))
        return bool(moment.menu.items_of_kind(kind.type))

    def instructions(self, moment: TurnContext) -> str:
        current_question = find_open_question(moment.state)
        if isinstance(current_question, ControlQuestion):
            return (
                "Click a warjack on the table or in the list to give it a focus point."
                if moment.menu.is_possible("assign")
                else ""
            )
        if isinstance(current_question, ActivationQuestion):
            return "Click one of your models to activate it. Each model activates once per turn."
        if not isinstance(current_question, ActQuestion):
            return super().instructions(moment)
        can_attack = bool(moment.menu.attack_targets())
        return move_and_attack_words(bool(self.movable_models(moment)), can_attack)

    def signs_legend(self, moment: TurnContext) -> str:
        is_needed = isinstance(find_open_question(moment.state), ActQuestion)
        if not is_needed or not moment.menu.attack_targets():
            return ""
        signs = f"{ICONS['cross']} chance to hit, {ICONS['skull']} chance to remove"
        return f"{signs}. Range is measured after you declare."


def check_can_move(moment: TurnContext, action: Action) -> Verdict:
    """Check whether a model can move at all, by testing a move of zero length.

    A model out of formation may move, but not stay in place (WM-REF-13).
    """
    verdict = moment.check(action)
    return LEGAL if verdict.code == "out_of_formation" else verdict


def _check_move(moment: TurnContext, model: str) -> Verdict:
    """Return the rules' verdict on moving a model now."""
    return moment.check(actions.Advance(player=moment.player, model=model))
