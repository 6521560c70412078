"""What an action would do, before it is chosen. No distance is told but that of one's own movement (WM-RUL-07)."""
from __future__ import annotations

from wc3d.engine.actions import Action
from wc3d.games.warmachine.display.attack_preview import strike_preview
from wc3d.games.warmachine.display.charge_lanes import charge_preview, slam_preview
from wc3d.games.warmachine.display.move_preview import standing, way_preview
from wc3d.games.warmachine.display.sides import COLORS
from wc3d.games.warmachine.display.slam_preview import throw_preview
from wc3d.games.warmachine.display.surroundings import arc_line, arcs_of
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.decisions import DECISIONS
from wc3d.games.warmachine.rules.space.fighters import Fighter, fighter
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.turn.opening import facing_enemy
from wc3d.games.warmachine.text.action_words import describe_action
from wc3d.presentation.evidence_view import Ghost
from wc3d.presentation.palette import Role
from wc3d.presentation.preview import NO, YES, Preview, Tag, head, preview

STRIKES = (act.Attack, act.CombinedAttack, act.HeadButt, act.SeizePart, act.Push, act.CastSpell)


def preview_of(state: State, action: Action) -> Preview | None:
    """The picture of an action; None for what needs none. The last one is kept with its state: each frame asks for it."""
    last = state.notes.get("preview")
    if last is None or last[0] != action:
        last = state.notes["preview"] = action, _preview_of(state, action)
    result: Preview | None = last[1]
    return result


def _preview_of(state: State, action: Action) -> Preview | None:
    model = getattr(action, "model", "")
    if isinstance(action, act.Deploy) and model in state.models:
        return _deployed(state, action)
    if not state.on_table(model):
        return None
    verdict = DECISIONS.check(state, action)
    match action:
        case act.Advance() | act.Run():
            return way_preview(state, action, verdict)
        case act.StandUp():
            return _stood(state, action)
        case act.Charge() if state.on_table(action.target):
            return charge_preview(state, action, verdict)
        case act.SlamInto() if state.on_table(action.target):
            return slam_preview(state, action, verdict)
        case act.ThrowModel() if state.on_table(action.target):
            return throw_preview(state, action, verdict)
        case _ if isinstance(action, STRIKES) and state.on_table(action.target):
            return strike_preview(state, action, verdict)
    return None


def as_it_would_stand(state: State, action: act.Deploy) -> Fighter:
    """A model that is to be set up, where and how it would stand."""
    model, sizes = state.models[action.model], state.table.policy.bases
    facing = facing_enemy(state, model.owner) if action.facing is None else action.facing % 360.0
    return Fighter(id=model.id, base=model.base, at=(*action.at, 0.0), sizes=sizes, facing=facing, owner=model.owner)


def _deployed(state: State, action: act.Deploy) -> Preview:
    verdict, end_fighter = DECISIONS.check(state, action), as_it_would_stand(state, action)
    return _stands(state, action, end_fighter, bool(verdict), describe_action(state, action) if verdict else verdict.text)


def _stood(state: State, action: act.StandUp) -> Preview:
    me, verdict = fighter(state.table, action.model), DECISIONS.check(state, action)
    facing = me.facing if action.facing is None else action.facing % 360.0
    end_fighter = standing(state, action.model, me.place, facing)
    return _stands(state, action, end_fighter, bool(verdict), describe_action(state, action) if verdict else verdict.text)


def _stands(state: State, action: Action, end_fighter: Fighter, fine: bool, words: str) -> Preview:
    tag = Tag(head(end_fighter), "here" if fine else words, YES if fine else NO)
    return preview(
        state.table, action.type, fine, words, areas=arcs_of(end_fighter, COLORS[end_fighter.owner - 1]), strokes=[arc_line(end_fighter)],
        ghosts=[Ghost(end_fighter.volume, Role.END, "here")] if fine else [], tags=[tag],
        action=action if fine else None,
    )  # fmt: skip
