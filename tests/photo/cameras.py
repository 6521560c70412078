"""Cameras of people who stand at a table."""

from __future__ import annotations

import math

import numpy as np

from wc3d.photo.camera import PhotoCamera
from wc3d.photo.marks_file import PhotoSize

WIDTH_PX, HEIGHT_PX = 4032, 3024
FOCAL_35MM = 26.0
PHOTO = PhotoSize(width=WIDTH_PX, height=HEIGHT_PX, focal_35mm=FOCAL_35MM)


def standing_camera(side: float, rng: np.random.Generator) -> PhotoCamera:
    """A phone's camera held by somebody who stands at a random edge of a square table."""
    turn = rng.uniform(0, 2 * math.pi)
    away = side / 2 + rng.uniform(12, 24)
    middle = np.array([side / 2, side / 2, 0.0])
    eye = middle + [away * math.cos(turn), away * math.sin(turn), rng.uniform(30, 42)]
    forward = middle - eye
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, [0, 0, 1.0])
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(forward, right), forward])
    focal = FOCAL_35MM / 43.2666 * math.hypot(WIDTH_PX, HEIGHT_PX)
    center = np.array([WIDTH_PX / 2, HEIGHT_PX / 2])
    return PhotoCamera(axes, eye, focal, center, k1=0.02)
