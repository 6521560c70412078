"""The light around the table: sky, ground, glow of the sun and the windows of a room by day.

numpy computes it as a small cube map. Rougher surfaces use smaller images of it, each blurred by
the reflection of its roughness. Diffuse surfaces use nine numbers per color instead.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process

FACE_PX = 32
"""The width of a face of the sharpest image, in pixels."""
ROUGHNESS_LEVELS = (0.1, 0.28, 0.5, 0.75, 1.0)
"""The roughness of each image, from 0 to 1; each image is half as wide as the one before."""
MAX_RADIANCE = 6.0
"""The brightest value that a byte of the cube map stands for."""
SUN_WAY = (-0.52, -0.42, 0.74)
"""The direction from the table to the sun."""
SUN_COLOR = (2.25, 2.02, 1.66)
"""The light of the sun on a surface that faces it."""
EXPOSURE = 0.57
"""The strength of the light around the table, compared with the sun."""
SOURCE_PX = 14
"""The width of a face of the image that the others are blurred from, in pixels."""

Vectors = NDArray[np.float32]


def face_directions(size: int) -> Vectors:
    """Return the unit direction of each pixel of a cube map (6, size, size, 3), in OpenGL's order.

    The faces are +x, -x, +y, -y, +z and -z; the first row and column have the lowest coordinates.
    """
    at = (np.arange(size, dtype=np.float32) + 0.5) / size * 2 - 1
    s, t = np.meshgrid(at, at)
    one = np.ones_like(s)
    faces = (
        (one, -t, -s),
        (-one, -t, s),
        (s, one, t),
        (s, -one, -t),
        (s, -t, one),
        (-s, -t, -one),
    )
    ways = np.stack([np.stack(face, axis=2) for face in faces])
    return np.asarray(ways / np.linalg.norm(ways, axis=3, keepdims=True), np.float32)


def radiance(ways: Vectors) -> Vectors:
    """Return the light from each direction (..., 3) as linear red, green and blue."""
    z = ways[..., 2:3]
    sky = _mix((0.62, 0.66, 0.70), (0.50, 0.62, 0.88), np.clip(z, 0, 1) ** 0.7)
    ground = _mix((0.40, 0.345, 0.285), (0.27, 0.23, 0.19), np.clip(-z, 0, 1))
    light = ground + (sky - ground) * _ramp(z, -0.06, 0.10)
    turn = np.arctan2(ways[..., 1:2], ways[..., 0:1]) / (2 * np.pi)
    pane = np.abs((turn * 8) % 1 - 0.5)
    window = (1 - _ramp(pane, 0.24, 0.32)) * _ramp(z, 0.14, 0.2) * (1 - _ramp(z, 0.62, 0.72))
    frame = _ramp(z, 0.02, 0.14) * (1 - _ramp(z, 0.62, 0.9))
    light = light * (1 - 0.45 * frame * (1 - window)) + window * np.array((0.62, 0.68, 0.74))
    sun = np.array(SUN_WAY, np.float32) / np.linalg.norm(SUN_WAY)
    toward_sun = np.clip(ways @ sun.astype(np.float32), 0, 1)[..., None]
    glow = np.array((1.0, 0.86, 0.62)) * (0.5 * toward_sun**6 + 1.6 * toward_sun**40)
    return np.asarray((light + glow) * EXPOSURE, np.float32)


def _mix(first: tuple[float, ...], second: tuple[float, ...], share: Vectors) -> Vectors:
    low, high = np.array(first, np.float32), np.array(second, np.float32)
    return np.asarray(low + (high - low) * share, np.float32)


def _ramp(value: Vectors, low: float, high: float) -> Vectors:
    share = np.clip((value - low) / (high - low), 0, 1)
    return np.asarray(share * share * (3 - 2 * share), np.float32)


def _source() -> tuple[Vectors, Vectors, Vectors]:
    """Return directions, light and solid angles of the image that the others are blurred from."""
    ways = face_directions(SOURCE_PX)
    nearest = np.abs(ways).max(axis=3)
    return (
        ways.reshape(-1, 3),
        radiance(ways).reshape(-1, 3),
        np.asarray(nearest**3 * 4 / SOURCE_PX**2, np.float32).reshape(-1),
    )


def prefilter(roughness: float, size: int) -> Vectors:
    """Return the light that a surface of this roughness reflects (6, size, size, 3)."""
    ways = face_directions(size)
    if roughness <= ROUGHNESS_LEVELS[0]:
        return radiance(ways)
    source, light, area = _source()
    slope = roughness**4
    cosine = np.clip(ways.reshape(-1, 3) @ source.T, -1, 1)
    half = np.sqrt((1 + cosine) / 2)
    lobe = (slope / (half * half * (slope - 1) + 1) ** 2) * np.clip(cosine, 0, 1) * area
    blurred = (lobe @ light) / lobe.sum(axis=1, keepdims=True)
    return np.asarray(blurred, np.float32).reshape(6, size, size, 3)


@memo_per_process(Size.FEW)
def diffuse_coefficients() -> Vectors:
    """Return the light on diffuse surfaces as nine spherical harmonics (9, 3)."""
    ways, light, area = _source()
    x, y, z = ways.T
    basis = np.stack(
        [
            np.full_like(x, 0.282095),
            0.488603 * y,
            0.488603 * z,
            0.488603 * x,
            1.092548 * x * y,
            1.092548 * y * z,
            0.315392 * (3 * z * z - 1),
            1.092548 * x * z,
            0.546274 * (x * x - y * y),
        ]
    )
    spread = np.array([1.0, *[2 / 3] * 3, *[1 / 4] * 5], np.float32)[:, None]
    return np.asarray((basis * area) @ light * spread, np.float32)


def environment_images() -> list[NDArray[np.uint8]]:
    """Return the cube map for each roughness as square roots of light (6, size, size, 3)."""
    images = []
    for level, roughness in enumerate(ROUGHNESS_LEVELS):
        coded = np.sqrt(np.clip(prefilter(roughness, FACE_PX >> level) / MAX_RADIANCE, 0, 1))
        images.append((coded * 255 + 0.5).astype(np.uint8))
    return images
