"""Poses of models in a moment of an animation: recoil, flinch, fall, collapse, arrival, breathing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import atan2, degrees, dist, exp, hypot, pi, sin
from zlib import crc32

from wc3d.animation.effects import (
    FLIGHT_S,
    SHOT_GAP_S,
    SHOTS_PER_ATTACK,
    FallKind,
    attack_look,
    fall_kind,
)
from wc3d.animation.steps import AnimationKind, AnimationStep
from wc3d.presentation.attack_kinds import AttackKind
from wc3d.presentation.evidence_view import XYZ
from wc3d.table.body import Body

FALL_LEAN_DEG, COLLAPSE_LEAN_DEG = 84.0, 24.0
"""Final leans of a toppled model and of a collapsed machine."""
ARRIVAL_START_SIZE = 0.35
"""The first share of the size of an arriving model."""
RECOIL_IN, HEAVY_RECOIL_IN, LUNGE_IN, FLINCH_IN = 0.08, 0.18, 0.35, 0.1
"""Longest shifts in inches of a shooter, a gunner, a melee attacker and a model that is hurt."""
RECOIL_LEAN_DEG, FLINCH_LEAN_DEG = 5.0, 9.0
BREATH_S, BREATH_SHARE = 3.4, 0.012
"""The time of a breath, and its share of a model's height."""


@dataclass(frozen=True)
class ModelPose:
    """A model's deviation from standing upright on its place.

    It leans `lean` degrees toward `toward`, in degrees counter-clockwise from north (None: the way
    it faces). `size` scales it, `stretch` only its height. `shift` is in inches.
    """

    lean: float = 0.0
    size: float = 1.0
    toward: float | None = None
    shift: XYZ = (0.0, 0.0, 0.0)
    stretch: float = 1.0
    alpha: float = 1.0


UPRIGHT = ModelPose()


def step_poses(
    step: AnimationStep | None, part: float, *, is_reduced: bool = False
) -> dict[str, ModelPose]:
    """Return the poses in a step at the time `part`, from 0 to 1; with reduced motion, fades."""
    if step is None or part < 0:
        return {}
    if is_reduced:
        return _fades(step, part)
    bodies = {body.id: body for body in step.start_table.bodies}
    poses = dict[str, ModelPose]()
    if step.kind is AnimationKind.AIM and step.attack is not None and step.attacker in bodies:
        poses[step.attacker] = _attack_pose(step, part * step.seconds)
    if step.kind is AnimationKind.HEALTH:
        for id in step.hurt_models:
            if id in bodies:
                poses[id] = _flinch_pose(bodies[id], bodies.get(step.attacker), part)
    for id in step.destroyed_models:
        poses[id] = _fall_pose(step, id, bodies, part)
    for id in step.arriving_models:
        size = ARRIVAL_START_SIZE + (1 - ARRIVAL_START_SIZE) * part
        poses[id] = ModelPose(size=size)
    return poses


def _fades(step: AnimationStep, part: float) -> dict[str, ModelPose]:
    """Return the poses of a step in which nothing moves: models fade in and out."""
    poses = {id: ModelPose(alpha=1 - part) for id in step.destroyed_models}
    poses |= {id: ModelPose(alpha=part) for id in step.arriving_models}
    if step.kind is AnimationKind.MOVE:
        poses |= {id: ModelPose(alpha=abs(2 * part - 1)) for id in step.tracks}
    return poses


def _attack_pose(step: AnimationStep, seconds: float) -> ModelPose:
    """Return the recoil of a shooter, or the lunge of a melee attacker."""
    assert step.attack is not None
    (x, y, _), (u, v, _) = step.attack.points[0], step.attack.points[-1]
    length = hypot(u - x, v - y)
    if length < 1e-6:
        return UPRIGHT
    ahead = ((u - x) / length, (v - y) / length)
    facing = degrees(atan2(-ahead[0], ahead[1]))
    look = attack_look(step)
    if look is AttackKind.MELEE:
        push = LUNGE_IN * sin(pi * min(1.0, seconds / 0.55)) if seconds < 0.55 else 0.0
        return _shifted(ahead, push, facing, 14 * push)
    shots = SHOTS_PER_ATTACK if look is AttackKind.BALLISTIC else 1
    kick = sum(
        exp(-9 * (seconds - shot * SHOT_GAP_S)) * min(1.0, 30 * (seconds - shot * SHOT_GAP_S))
        for shot in range(shots)
        if seconds > shot * SHOT_GAP_S
    )
    kick *= max(0.0, 1 - seconds / (2.5 * FLIGHT_S))
    is_heavy = look is AttackKind.EXPLOSIVE
    reach = HEAVY_RECOIL_IN if is_heavy else RECOIL_IN
    return _shifted(ahead, -reach * kick, facing, -RECOIL_LEAN_DEG * kick)


def _shifted(ahead: tuple[float, float], inches: float, facing: float, lean: float) -> ModelPose:
    """Return a pose shifted and tilted along a direction; numbers below 0 go backward."""
    return ModelPose(
        lean=abs(lean),
        toward=facing if lean >= 0 else (facing + 180) % 360,
        shift=(ahead[0] * inches, ahead[1] * inches, 0.0),
    )


def _flinch_pose(body: Body, attacker: Body | None, part: float) -> ModelPose:
    """Return the flinch of a model that is hurt, away from its attacker."""
    push = sin(pi * part) * (1 - part)
    away = _direction(attacker, body)
    if away is None:
        return ModelPose(lean=FLINCH_LEAN_DEG * push)
    facing = degrees(atan2(-away[0], away[1]))
    return _shifted(away, FLINCH_IN * push, facing, FLINCH_LEAN_DEG * push)


def _fall_pose(step: AnimationStep, id: str, bodies: dict[str, Body], part: float) -> ModelPose:
    """Return how a model leaves: it topples, collapses where it stands, or breaks."""
    kind = fall_kind(step, id)
    body = bodies.get(id)
    away = _direction(bodies.get(step.attacker), body) if body is not None else None
    toward = degrees(atan2(-away[0], away[1])) if away is not None else None
    if kind is FallKind.BREAK:
        return ModelPose(size=max(0.02, 1 - part * part), stretch=max(0.02, 1 - part))
    if kind is FallKind.COLLAPSE:
        shake = 3 * sin(40 * part) * (1 - part)
        sunk = part * part
        return ModelPose(
            lean=abs(COLLAPSE_LEAN_DEG * sunk + shake), toward=toward, stretch=1 - 0.55 * sunk
        )
    bounce = 0.05 * sin(pi * (part - 0.8) / 0.2) if part > 0.8 else 0.0
    fallen = min(1.0, (part / 0.8) ** 2)
    return ModelPose(lean=FALL_LEAN_DEG * (fallen - bounce), toward=toward)


def _direction(start: Body | None, end: Body | None) -> tuple[float, float] | None:
    """Return the level unit vector from one model to another, if they differ."""
    if start is None or end is None:
        return None
    length = dist(start.at[:2], end.at[:2])
    if length < 1e-6:
        return None
    return (end.at[0] - start.at[0]) / length, (end.at[1] - start.at[1]) / length


def breathing_poses(ids: Iterable[str], seconds: float) -> dict[str, ModelPose]:
    """Return the idle poses of models: each breathes in its own time."""
    return {
        id: ModelPose(stretch=1 + BREATH_SHARE * sin(2 * pi * (seconds / BREATH_S + _phase(id))))
        for id in ids
    }


def _phase(id: str) -> float:
    return crc32(id.encode()) % 1000 / 1000
