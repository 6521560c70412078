"""Animations over a board: movement, attack lines, areas of effect, damage and arrivals."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import dist

import numpy as np
from numpy.typing import NDArray

from wc3d.animation.steps import AnimationKind, AnimationStep
from wc3d.animation.tracks import point_on_track
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.presentation.display_values import AreaEffectMark
from wc3d.presentation.evidence_view import XYZ, Stroke
from wc3d.presentation.palette import RGB
from wc3d.scene.evidence_marks import draw_stroke
from wc3d.scene.lines import circle_segments
from wc3d.scene.mark_painter import MarkPainter
from wc3d.scene.mesh import make_cone, make_sphere
from wc3d.table.body import Body

FIRE_RGB: RGB = (255, 150, 60)
STRUCK_RGB: RGB = (240, 88, 70)
ATTENTION_RGB: RGB = (255, 214, 96)
ATTACK_LINE_SPEEDUP = 2.2
"""The speed of an attack line's growth; 1 would reach the target at the end of the step."""
END_MARK_S = 0.8
"""Seconds that a destroyed model is marked."""
FRAMES_PER_STEP = 14
"""The number of drawings of a moving mark in one step."""


def step_key(step: AnimationStep | None, part: float) -> object:
    """Return the key of a step's drawing: equal keys draw the same."""
    if step is None:
        return None
    moves = step.kind in (
        AnimationKind.AIM,
        AnimationKind.SPLASH,
        AnimationKind.HEALTH,
        AnimationKind.COMES,
    )
    return id(step), int(part * FRAMES_PER_STEP) if moves else 0, _has_fallen(step, part)


def _has_fallen(step: AnimationStep, part: float) -> bool:
    """Return whether the end of a model is over, so that nothing more is marked there."""
    return step.kind is AnimationKind.GONE and part * step.seconds > END_MARK_S


def draw_step(board: MarkPainter, step: AnimationStep, part: float) -> None:
    """Draw a step over the board at the time `part`, from 0 to 1."""
    for stroke in step.strokes:
        if stroke is step.attack and step.has_fired:
            continue  # the shot itself is seen
        grows = stroke is step.attack and step.kind is AnimationKind.AIM
        draw_stroke(
            board, _cut_stroke(stroke, min(1.0, part * ATTACK_LINE_SPEEDUP)) if grows else stroke
        )
    for splash in step.splashes:
        draw_area_effect(board, splash, part)
    bodies = {body.id: body for body in step.start_table.bodies}
    if step.attack is not None:
        for end, rgb in (
            (step.attack.points[0], ATTENTION_RGB),
            (step.attack.points[-1], STRUCK_RGB),
        ):
            for body in (body for body in bodies.values() if _is_at_body(body, end)):
                board.draw_ring(body.at[:2], body.radius + 0.1, body.at[2] + 0.06, rgb, 2.2)
    struck = () if _has_fallen(step, part) else step.destroyed_models
    for id in (*step.hurt_models, *struck):
        if id in bodies:
            (x, y, z), radius = bodies[id].at, bodies[id].radius
            for margin in (0.12, 0.30 + 0.5 * part):
                board.draw_ring((x, y), radius + margin, z + 0.06, STRUCK_RGB, 2.6)
    for id in step.arriving_models:
        if id in bodies:
            (x, y, z), radius = bodies[id].at, bodies[id].radius
            board.draw_ring((x, y), radius + 0.9 * (1 - part), z + 0.06, ATTENTION_RGB, 2.2)
    if step.kind is AnimationKind.TOLD:
        for x, y, z in step.places:
            board.draw_ring((x, y), 0.95, max(0.0, z) + 0.06, ATTENTION_RGB, 2.2, dash=0.3)


def _is_at_body(body: Body, end: XYZ) -> bool:
    """Return whether this end of a line is at the body."""
    return (
        dist(body.at[:2], end[:2]) <= body.radius + EPSILON_IN
        and body.at[2] - EPSILON_IN <= end[2] <= body.at[2] + body.height + EPSILON_IN
    )


def _cut_stroke(stroke: Stroke, part: float) -> Stroke:
    """Return the first part of a line."""
    end = point_on_track(stroke.points, part)
    points = [
        p for i, p in enumerate(stroke.points) if i == 0 or _length_share(stroke.points, i) < part
    ]
    return (
        replace(stroke, points=(*points, end))
        if dist(points[-1], end) > 1e-6
        else replace(stroke, points=(points[0], end))
    )


def _length_share(points: tuple[XYZ, ...], number: int) -> float:
    lengths = [dist(a, b) for a, b in pairwise(points)]
    return sum(lengths[:number]) / (sum(lengths) or 1.0)


def draw_area_effect(board: MarkPainter, splash: AreaEffectMark, part: float) -> None:
    """Draw a burst as a growing half sphere with rings, or a spray as a growing cone."""
    if splash.at is None:
        return
    if splash.end is not None:
        _draw_cone(board, splash.at, splash.end, max(splash.radius, 0.4), min(1.0, 0.15 + part))
        return
    x, y, z = splash.at
    radius = max(splash.radius, 0.5) * min(1.0, 0.2 + 1.2 * part)
    burst = (
        make_sphere(radius, sections=20)
        .transformed(np.diag([1.0, 1.0, 0.7, 1.0]))
        .translated((x, y, max(z, 0.0) + 0.02))
    )
    board.draw_translucent(burst, FIRE_RGB, 0.75 * (1 - 0.5 * part), flat=True)
    for share in (1.0, 0.66):
        board.draw_lines(
            circle_segments((x, y), radius * share, max(z, 0.0) + 0.06), 2.4, FIRE_RGB, 0.95
        )


def _draw_cone(board: MarkPainter, start: XYZ, end: XYZ, radius: float, part: float) -> None:
    """Draw a spray's cone from its start."""
    a, b = np.array(start), np.array(start) + (np.array(end) - np.array(start)) * part
    long = float(np.linalg.norm(b - a))
    if long < 1e-6:
        return
    spray = make_cone(radius * part, long, sections=20).translated(
        (0, 0, -long)
    )  # the apex is at the start
    board.draw_translucent(
        spray.transformed(_rotation_to((b - a) / long)).translated(a), FIRE_RGB, 0.7, flat=True
    )
    board.draw_lines(np.array([(a, b)]), 2.2, FIRE_RGB, 0.9)


def _rotation_to(way: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a matrix (4, 4) that turns the downward direction to `way`, a unit vector."""
    helper = np.eye(3)[np.abs(way).argmin()]
    side = np.cross(way, helper) / np.linalg.norm(np.cross(way, helper))
    matrix = np.eye(4)
    matrix[:3, :3] = np.column_stack([side, np.cross(side, way), -way])
    return matrix
