"""Previews of actions. They show no distances except the player's own movement (WM-RUL-07)."""

from __future__ import annotations

from wc3d.engine.actions import Action
from wc3d.games.warmachine.display.attack_preview import attack_preview
from wc3d.games.warmachine.display.charge_lanes import charge_preview, slam_preview
from wc3d.games.warmachine.display.labels_and_lists import PLAYER_COLORS
from wc3d.games.warmachine.display.model_areas import arc_areas, arc_line
from wc3d.games.warmachine.display.move_preview import fighter_at, move_preview
from wc3d.games.warmachine.display.slam_and_throw_preview import throw_preview
from wc3d.games.warmachine.rules import actions
from wc3d.games.warmachine.rules.action_dispatcher import DECISIONS
from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.turn.opening import facing_across_table
from wc3d.games.warmachine.text.action_words import describe_action
from wc3d.presentation.evidence_view import Ghost
from wc3d.presentation.palette import Role
from wc3d.presentation.preview import (
    NO_COLOR,
    YES_COLOR,
    FloatingTag,
    Preview,
    make_preview,
    point_above_model,
)

ATTACK_ACTIONS = (
    actions.Attack,
    actions.CombinedAttack,
    actions.HeadButt,
    actions.SeizePart,
    actions.Push,
    actions.CastSpell,
)


def preview_action(state: State, action: Action) -> Preview | None:
    """Return an action's preview, or None; the last is cached, as every frame requests it."""
    last = state.notes.get("preview")
    if last is None or last[0] != action:
        last = state.notes["preview"] = action, _make_preview(state, action)
    result: Preview | None = last[1]
    return result


def _make_preview(state: State, action: Action) -> Preview | None:
    model = getattr(action, "model", "")
    if isinstance(action, actions.Deploy) and model in state.models:
        return _preview_deployment(state, action)
    if not state.is_on_table(model):
        return None
    verdict = DECISIONS.check(state, action)
    match action:
        case actions.Advance() | actions.Run():
            return move_preview(state, action, verdict)
        case actions.StandUp():
            return _preview_standing_up(state, action)
        case actions.Charge() if state.is_on_table(action.target):
            return charge_preview(state, action, verdict)
        case actions.SlamInto() if state.is_on_table(action.target):
            return slam_preview(state, action, verdict)
        case actions.ThrowModel() if state.is_on_table(action.target):
            return throw_preview(state, action, verdict)
        case _ if isinstance(action, ATTACK_ACTIONS) and state.is_on_table(action.target):
            return attack_preview(state, action, verdict)
    return None


def deployed_fighter(state: State, action: actions.Deploy) -> Fighter:
    """Return a model as its deployment would place it."""
    model = state.models[action.model]
    sizes = state.table.policy.bases
    facing = (
        facing_across_table(state, model.owner) if action.facing is None else action.facing % 360.0
    )
    return Fighter(
        id=model.id,
        base=model.base,
        at=(*action.at, 0.0),
        sizes=sizes,
        facing=facing,
        owner=model.owner,
    )


def _preview_deployment(state: State, action: actions.Deploy) -> Preview:
    verdict = DECISIONS.check(state, action)
    end_fighter = deployed_fighter(state, action)
    return _preview_position(
        state,
        action,
        end_fighter,
        bool(verdict),
        describe_action(state, action) if verdict else verdict.text,
    )


def _preview_standing_up(state: State, action: actions.StandUp) -> Preview:
    me = get_fighter(state.table, action.model)
    verdict = DECISIONS.check(state, action)
    facing = me.facing if action.facing is None else action.facing % 360.0
    end_fighter = fighter_at(state, action.model, me.place, facing)
    return _preview_position(
        state,
        action,
        end_fighter,
        bool(verdict),
        describe_action(state, action) if verdict else verdict.text,
    )


def _preview_position(
    state: State, action: Action, end_fighter: Fighter, fine: bool, words: str
) -> Preview:
    tag = FloatingTag(
        point_above_model(end_fighter), "here" if fine else words, YES_COLOR if fine else NO_COLOR
    )
    return make_preview(
        state.table,
        action.type,
        fine,
        words,
        areas=arc_areas(end_fighter, PLAYER_COLORS[end_fighter.owner - 1]),
        strokes=[arc_line(end_fighter)],
        ghosts=[Ghost(end_fighter.volume, Role.END, "here")] if fine else [],
        tags=[tag],
        action=action if fine else None,
    )
