"""Poses of models in a moment of an animation: recoil, flinch, arrival, breathing.

`wc3d.scene.fall_poses` has those of models that are destroyed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, copysign, cos, degrees, dist, exp, hypot, pi, radians, sin, sqrt
from zlib import crc32

from wc3d.animation.effects import (
    BLOW_END_S,
    BLOW_START_S,
    CHEST_SHARE,
    CONTACT_SHARE,
    IMPACT_DELAYS_S,
    SHOT_GAP_S,
    SHOTS_PER_ATTACK,
    attack_look,
    impact_delay_s,
    is_deflected,
    shot_start_s,
)
from wc3d.animation.headings import eased
from wc3d.animation.steps import HIT_WORDS, AnimationKind, AnimationStep
from wc3d.animation.tracks import point_on_track
from wc3d.presentation.attack_kinds import AttackKind
from wc3d.presentation.evidence_view import XYZ
from wc3d.scene.figure_weapons import blade_heading, weapon_end
from wc3d.table.body import Body

ARRIVAL_START_SIZE = 0.35
"""The first share of the size of an arriving model."""
WALK_LEAN_DEG, SWAY_DEG, RISE_SHARE, STRIDE_SHARE, WALK_START_IN = 3.0, 4.0, 0.12, 3.6, 0.6
"""How far a walking model leans ahead and to its sides, its rise and its stride in radii of its base,
and the inches until it walks so."""
RECOIL_IN, HEAVY_RECOIL_IN, LUNGE_IN, DRAW_BACK_IN, JOLT_IN = 0.14, 0.26, 0.45, 0.2, 0.4
"""Longest shifts in inches of a shooter, a gunner, a melee attacker and a model that is struck."""
RECOIL_LEAN_DEG, AIM_LEAN_DEG, LUNGE_LEAN_DEG, JOLT_LEAN_DEG = 8.0, 5.0, 14.0, 30.0
DRAW_BACK_LEAN_DEG, WIND_UP_DEG, FOLLOW_DEG = 6.0, 24.0, 18.0
"""How far a melee attacker leans and turns back before a blow, and how far its blade passes its front."""
MIN_SWING_DEG, MAX_SWING_DEG = 50.0, 145.0
"""The least and the most that it turns in the blow."""
MAX_LUNGE_IN, MIN_LUNGE_IN, MAX_LUNGE_LEAN_DEG, CROWDING_IN = 1.6, 0.12, 26.0, 0.2
"""The bounds of a lunge that brings a blade to its target, and how far bases may then overlap."""
RECOIL_S, LUNGE_S, JOLT_S, JOLT_RISE_S = 0.7, 0.72, 0.5, 0.05
"""Seconds of a recoil, of a lunge, and of a jolt and its first push."""
HIT_SHARE, DEFLECTED_SHARE = 0.7, 0.3
"""The jolts of a model that is hit and of one without damage, compared with one that is hurt."""
STRUCK_GLOW, STRUCK_GLOW_S, MUZZLE_GLOW = 0.6, 0.25, 0.5
"""The light on a model that is struck, its seconds, and the light of a shot on the shooter."""
BREATH_S, BREATH_SHARE = 3.4, 0.012
"""The time of a breath, and its share of a model's height."""


@dataclass(frozen=True)
class ModelPose:
    """A model's deviation from standing upright on its place.

    It leans `lean` degrees toward `toward`, in degrees counter-clockwise from north (None: the way
    it faces). `size` scales it, `stretch` only its height. `shift` is in inches. `twist` turns it
    counter-clockwise, in degrees. `glow` is the light of a flash on it, 0 without. `shade` is less
    than 1 if it is charred.
    """

    lean: float = 0.0
    size: float = 1.0
    toward: float | None = None
    shift: XYZ = (0.0, 0.0, 0.0)
    stretch: float = 1.0
    alpha: float = 1.0
    glow: float = 0.0
    twist: float = 0.0
    shade: float = 1.0


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
    seconds = part * step.seconds
    poses = dict[str, ModelPose]()
    if step.attack is not None and step.attacker in bodies:
        if step.fires:
            poses[step.attacker] = attacker_pose(step, seconds)
        elif step.kind is AnimationKind.AIM:
            poses[step.attacker] = _aim_pose(step, part)
    delay = impact_delay_s(step)
    poses |= _struck_poses(step, bodies, seconds - delay)
    if step.kind is AnimationKind.MOVE and step.manner == "walk":
        walkers = [bodies[id] for id in step.tracks if id in bodies]
        poses |= {body.id: _walk_pose(step.tracks[body.id], body, part) for body in walkers}
    for id in step.arriving_models:
        size = ARRIVAL_START_SIZE + (1 - ARRIVAL_START_SIZE) * part
        poses[id] = ModelPose(size=size)
    return poses


def _walk_pose(track: Sequence[XYZ], body: Body, part: float) -> ModelPose:
    """Return the pose of a walking model: it leans ahead, sways and rises with each step.

    Its base stays above the ground.
    """
    length = sum(dist(a, b) for a, b in pairwise(track))
    done = part * length
    share = min(1.0, done / WALK_START_IN, (length - done) / WALK_START_IN)
    here, ahead = point_on_track(track, part), point_on_track(track, part + 0.01)
    x, y = ahead[0] - here[0], ahead[1] - here[1]
    apart = hypot(x, y)
    if share <= 0.0 or apart < 1e-6:
        return UPRIGHT
    x, y = x / apart, y / apart
    step = sin(pi * done / (STRIDE_SHARE * body.radius))
    forward, side = share * WALK_LEAN_DEG, share * SWAY_DEG * step
    lean = hypot(forward, side)
    east, north = forward * x - side * y, forward * y + side * x
    lift = body.radius * (sin(radians(lean)) + share * RISE_SHARE * abs(step))
    return ModelPose(lean=lean, toward=degrees(atan2(-east, north)), shift=(0.0, 0.0, lift))


def _struck_poses(
    step: AnimationStep, bodies: Mapping[str, Body], seconds: float
) -> dict[str, ModelPose]:
    """Return the poses of models some seconds after they were hit, hurt or missed."""
    if seconds < 0:
        return {}
    attacker = bodies.get(step.attacker)
    if step.kind is AnimationKind.HEALTH:
        ids = [id for id in step.hurt_models if id in bodies]
        return {id: _jolt_pose(bodies[id], attacker, seconds, 1.0) for id in ids}
    target = bodies.get(step.beside_model)
    if step.kind is not AnimationKind.WORDS or target is None:
        return {}
    if step.words.startswith(HIT_WORDS) and step.has_shot:
        return {target.id: _jolt_pose(target, attacker, seconds, HIT_SHARE)}
    if is_deflected(step):
        return {target.id: _jolt_pose(target, attacker, seconds, DEFLECTED_SHARE)}
    return {}


def _fades(step: AnimationStep, part: float) -> dict[str, ModelPose]:
    """Return the poses of a step in which nothing moves: models fade in and out."""
    poses = {id: ModelPose(alpha=1 - part) for id in step.destroyed_models}
    poses |= {id: ModelPose(alpha=part) for id in step.arriving_models}
    if step.kind is AnimationKind.MOVE:
        poses |= {id: ModelPose(alpha=abs(2 * part - 1)) for id in step.tracks}
    return poses


def _attack_direction(step: AnimationStep) -> tuple[tuple[float, float], float] | None:
    """Return the level direction of an attack, and its heading in degrees."""
    assert step.attack is not None
    (x, y, _), (u, v, _) = step.attack.points[0], step.attack.points[-1]
    length = hypot(u - x, v - y)
    if length < 1e-6:
        return None
    ahead = ((u - x) / length, (v - y) / length)
    return ahead, degrees(atan2(-ahead[0], ahead[1]))


def _aim_pose(step: AnimationStep, part: float) -> ModelPose:
    """Return how an attacker leans into a shot, or draws back for a blow."""
    direction = _attack_direction(step)
    if direction is None:
        return UPRIGHT
    ahead, facing = direction
    lean = AIM_LEAN_DEG * sin(pi * part)
    if attack_look(step) is AttackKind.MELEE:
        return _shifted(ahead, -DRAW_BACK_IN * sin(pi * part), facing, -lean)
    return _shifted(ahead, 0.0, facing, lean)


def attacker_pose(step: AnimationStep, seconds: float) -> ModelPose:
    """Return the recoil of a shooter, or the blow of a melee attacker, in a step that fires."""
    direction = _attack_direction(step)
    seconds -= shot_start_s(step)
    if direction is None or seconds < 0:
        return UPRIGHT
    ahead, facing = direction
    look = attack_look(step)
    if look is AttackKind.MELEE:
        return _blow_pose(step, ahead, facing, seconds)
    shots = SHOTS_PER_ATTACK if look is AttackKind.BALLISTIC else 1
    kick = sum(
        exp(-9 * (seconds - shot * SHOT_GAP_S)) * min(1.0, 30 * (seconds - shot * SHOT_GAP_S))
        for shot in range(shots)
        if seconds > shot * SHOT_GAP_S
    )
    kick *= max(0.0, 1 - seconds / RECOIL_S)
    is_heavy = look is AttackKind.EXPLOSIVE
    reach = HEAVY_RECOIL_IN if is_heavy else RECOIL_IN
    pose = _shifted(ahead, -reach * kick, facing, -RECOIL_LEAN_DEG * kick)
    return replace(pose, glow=MUZZLE_GLOW * min(1.0, kick))


def _blow_pose(
    step: AnimationStep, ahead: tuple[float, float], facing: float, seconds: float
) -> ModelPose:
    """Return a blow: the model draws back, swings round with a lunge, and stands again.

    A model with a facing does not turn, as its facing is a rule.
    """
    impact_s = IMPACT_DELAYS_S[AttackKind.MELEE]
    wound = eased(seconds / BLOW_START_S)
    swung = eased((seconds - BLOW_START_S) / (BLOW_END_S - BLOW_START_S))
    lunged = eased((seconds - BLOW_START_S) / (impact_s - BLOW_START_S))
    rest = 1 - eased((seconds - BLOW_END_S) / (LUNGE_S - BLOW_END_S))
    lunge, lunge_lean = lunge_of(step)
    reach = (-DRAW_BACK_IN * wound + (lunge + DRAW_BACK_IN) * lunged) * rest
    lean = (-DRAW_BACK_LEAN_DEG * wound + (lunge_lean + DRAW_BACK_LEAN_DEG) * lunged) * rest
    swing = swing_degrees(step)
    twist = (swing * swung - copysign(WIND_UP_DEG, swing) * wound) * rest if swing else 0.0
    return replace(_shifted(ahead, reach, facing, lean), twist=twist)


def lunge_of(step: AnimationStep) -> tuple[float, float]:
    """Return how far a melee attacker lunges, in inches, and how far it leans, in degrees.

    A raised blade comes down as the model leans; then the lunge brings its tip to the target's body.
    The base of the attacker does not go through the target's, or through any other in its way.
    """
    attacker, target = step.attacker_body, _target_body(step)
    if attacker is None or target is None or attacker.id == target.id:
        return LUNGE_IN, LUNGE_LEAN_DEG
    x, y, z = weapon_end(step) or (0.0, attacker.radius, CHEST_SHARE * attacker.height)
    out = hypot(x, y) if attacker.facing is None else max(y, attacker.radius)
    apart = dist(attacker.at[:2], target.at[:2])
    high = target.at[2] - attacker.at[2] + 0.9 * target.height
    lean = LUNGE_LEAN_DEG
    while lean < MAX_LUNGE_LEAN_DEG and z * cos(radians(lean)) - out * sin(radians(lean)) > high:
        lean += 2.0
    blade = out * cos(radians(lean)) + z * sin(radians(lean))
    wanted = apart - CONTACT_SHARE * target.radius - blade
    room = apart - attacker.radius - target.radius + CROWDING_IN
    others = [b for b in step.start_table.bodies if b.id not in (attacker.id, target.id)]
    free = min((_way_to(attacker, other, target) for other in others), default=MAX_LUNGE_IN)
    limit = min(MAX_LUNGE_IN, max(room, LUNGE_IN), max(free + CROWDING_IN, MIN_LUNGE_IN))
    return min(limit, max(MIN_LUNGE_IN, wanted)), lean


def _way_to(attacker: Body, other: Body, target: Body) -> float:
    """Return how far an attacker goes toward its target until its base touches another, in inches."""
    x, y = target.at[0] - attacker.at[0], target.at[1] - attacker.at[1]
    apart = hypot(x, y) or 1.0
    east, north = other.at[0] - attacker.at[0], other.at[1] - attacker.at[1]
    along, aside = (east * x + north * y) / apart, (east * y - north * x) / apart
    reach = attacker.radius + other.radius
    is_level = abs(other.at[2] - attacker.at[2]) < max(attacker.height, other.height)
    if along <= 0.0 or abs(aside) >= reach or not is_level:
        return MAX_LUNGE_IN
    return along - sqrt(reach**2 - aside**2)


def _target_body(step: AnimationStep) -> Body | None:
    """Return the model that a step's attack strikes: the one beside its result, or at its line's end."""
    bodies = {body.id: body for body in step.start_table.bodies}
    struck = (step.beside_model, *step.hurt_models, *step.destroyed_models)
    return next((bodies[id] for id in struck if id in bodies), None)


def swing_degrees(step: AnimationStep) -> float:
    """Return how far a melee attacker turns counter-clockwise in a blow: its blade passes its front.

    A model with a facing does not turn, as its facing is a rule.
    """
    attacker = step.attacker_body
    if attacker is None or attacker.facing is not None:
        return 0.0
    blade = blade_heading(step)
    through = min(MAX_SWING_DEG, max(MIN_SWING_DEG, WIND_UP_DEG + abs(blade) + FOLLOW_DEG))
    return -through if blade > 0 else through


def _shifted(ahead: tuple[float, float], inches: float, facing: float, lean: float) -> ModelPose:
    """Return a pose shifted and tilted along a direction; numbers below 0 go backward."""
    return ModelPose(
        lean=abs(lean),
        toward=facing if lean >= 0 else (facing + 180) % 360,
        shift=(ahead[0] * inches, ahead[1] * inches, 0.0),
    )


def _jolt_pose(body: Body, attacker: Body | None, seconds: float, share: float) -> ModelPose:
    """Return the jolt of a model that is struck: thrown back at once, then upright again."""
    rest = max(0.0, 1 - seconds / JOLT_S)
    push = share * min(1.0, seconds / JOLT_RISE_S) * rest * rest
    glow = share * STRUCK_GLOW * max(0.0, 1 - seconds / STRUCK_GLOW_S)
    away = _direction(attacker, body)
    if away is None:
        return ModelPose(lean=JOLT_LEAN_DEG * push, glow=glow)
    facing = degrees(atan2(-away[0], away[1]))
    return replace(_shifted(away, JOLT_IN * push, facing, JOLT_LEAN_DEG * push), glow=glow)


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
