"""List quick plans for the opponent's reply to a turn: assassinate, and trade."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d.games.warmachine.bots.distance_estimate import estimate_distance
from wc3d.games.warmachine.bots.threats import ThreatTable, boxes_left, model_worth
from wc3d.games.warmachine.bots.turn_plan import FEAT_FIRST, ModelPlan, TurnPlan
from wc3d.games.warmachine.rules.focus import can_hold_focus, is_commanded_by, is_in_control_area
from wc3d.games.warmachine.rules.moving.charging import charge_length
from wc3d.games.warmachine.rules.state import Model, State, opponent_of
from wc3d.games.warmachine.rules.stats import focus_stat

MAX_REPLIES = 2
"""The maximum number of replies to a plan."""

MAX_JACK_FOCUS = 3
"""The most focus that a reply gives a warjack."""

CASTER_SPACE_IN = 14.0
"""The distance from enemies below which a replying warcaster stays where it is."""


def list_reply_plans(state: State, player: int, table: ThreatTable) -> Iterator[TurnPlan]:
    """Yield plans for a turn that begins: at the warcaster, and at the best targets."""
    foe = state.warcaster_of(opponent_of(player))
    models = [m for m in state.models_in_play(player) if not m.fleeing and not state.is_inert(m.id)]
    if foe.at is None or not models:
        return
    models.sort(key=lambda m: (m.is_warcaster, estimate_distance(state, m.id, foe.id), m.id))
    yield _assassinate(state, player, models, foe)
    yield _trade(state, player, models, table)


def _assassinate(state: State, player: int, models: list[Model], foe: Model) -> TurnPlan:
    """Return the plan in which every model goes for the enemy warcaster."""
    plans = tuple(
        ModelPlan(
            m.id,
            engage=foe.id if _may_engage(state, m, foe) else "",
            target=foe.id,
            feat=FEAT_FIRST if m.is_warcaster and not m.feat_used else "",
        )
        for m in models
    )
    return TurnPlan(plans, _give_focus(state, player, [m.id for m in models]))


def _trade(state: State, player: int, models: list[Model], table: ThreatTable) -> TurnPlan:
    """Return the plan in which each model attacks the enemy that it can hurt most."""
    best: dict[str, tuple[float, str]] = {}
    for target in state.models_in_play(opponent_of(player)):
        worth = model_worth(state, target) or 1.5
        boxes = boxes_left(state, target.id) or 1
        for threat in table.threats_to(state, target):
            points = sum(float(a @ range(len(a))) for a in threat.attacks)
            value = threat.sure * min(1.0, points / boxes) * worth
            if value > best.get(threat.attacker, (0.0, ""))[0]:
                best[threat.attacker] = (value, target.id)
    plans = []
    for model in models:
        target_id = best.get(model.id, (0.0, ""))[1]
        can_engage = bool(target_id) and _may_engage(state, model, state.models[target_id])
        engage = target_id if can_engage else ""
        plans.append(ModelPlan(model.id, engage=engage, target=target_id))
    return TurnPlan(tuple(plans), _give_focus(state, player, list(best)))


def _may_engage(state: State, model: Model, target: Model) -> bool:
    """Return whether a model goes for a target: a warcaster only at one that it can reach."""
    if not model.is_warcaster:
        return True
    distance = estimate_distance(state, model.id, target.id)
    return target.is_warcaster and distance <= charge_length(state, model.id) + CASTER_SPACE_IN


def _give_focus(state: State, player: int, ids: list[str]) -> tuple[tuple[str, int], ...]:
    """Return as much focus for each warjack in order as it can hold."""
    caster = state.warcaster_of(player)
    if caster.at is None or caster.owner != player:
        return ()
    focus = focus_stat(state, caster.id)
    parts = []
    for id in ids:
        able = is_commanded_by(state, caster.id, id) and can_hold_focus(state, id)
        if able and is_in_control_area(state, caster.id, id) and focus:
            points = min(MAX_JACK_FOCUS, focus)
            focus -= points
            parts.append((id, points))
    return tuple(parts)
