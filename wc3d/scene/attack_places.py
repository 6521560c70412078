"""Where the weapon of an attacking figure is: the end of its gun, and the way of its blade in a blow."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from wc3d.animation.effects import (
    BLOW_END_S,
    BLOW_START_S,
    SWEEP_POINTS,
    UNKNOWN_PLACES,
    WeaponPlaces,
    attack_look,
    shot_start_s,
)
from wc3d.animation.headings import aim_heading
from wc3d.animation.steps import AnimationStep
from wc3d.geometry.plane.local_frame import angle_between
from wc3d.presentation.attack_kinds import AttackKind
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.facing import heading_toward
from wc3d.scene.figure_weapons import weapon_end
from wc3d.scene.model_poses import ModelPose, attacker_pose

MAX_SIDEWAYS_DEG = 100.0
"""Degrees that the target of a shot may be off the way a model faces: from there its gun hides nothing."""
Matrix = NDArray[np.float64]


def find_weapon_places(step: AnimationStep) -> WeaponPlaces:
    """Return the places of a step's attack that its figure tells."""
    body = step.attacker_body
    end = weapon_end(step)
    if body is None or end is None or step.attack is None:
        return UNKNOWN_PLACES
    aim = aim_heading(step)
    toward = heading_toward(body.at, step.attack.points[-1])
    heading = aim if aim is not None else ((body.facing or 0.0) - 90.0) % 360.0
    if attack_look(step) is not AttackKind.MELEE:
        off = 0.0 if toward is None else angle_between(toward, heading)
        if off > MAX_SIDEWAYS_DEG:
            return UNKNOWN_PLACES
        return WeaponPlaces(muzzle=posed_point(body.at, heading, ModelPose(), end))
    if aim is None:
        return UNKNOWN_PLACES
    begin = shot_start_s(step)
    times = np.linspace(begin + BLOW_START_S, begin + BLOW_END_S, SWEEP_POINTS)
    poses = [attacker_pose(step, float(time)) for time in times]
    return WeaponPlaces(blade=tuple(posed_point(body.at, heading, pose, end) for pose in poses))


def posed_point(at: XYZ, heading: float, pose: ModelPose, point: XYZ) -> XYZ:
    """Return where a point of a figure is, given as at the origin, upright and facing north."""
    scaled = np.array(point) * (pose.size, pose.size, pose.size * pose.stretch)
    turned = _turn_about((0.0, 0.0, 1.0), heading + pose.twist) @ scaled
    toward = radians(heading if pose.toward is None else pose.toward)
    leaning = _turn_about((cos(toward), sin(toward), 0.0), -pose.lean) @ turned
    x, y, z = leaning + np.array(at) + np.array(pose.shift)
    return float(x), float(y), float(z)


def _turn_about(axis: XYZ, degrees: float) -> Matrix:
    """Return the matrix (3, 3) of a turn about an axis, counter-clockwise as seen from its end."""
    x, y, z = axis
    across = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    angle = radians(degrees)
    matrix: Matrix = np.eye(3) + sin(angle) * across + (1 - cos(angle)) * across @ across
    return matrix
