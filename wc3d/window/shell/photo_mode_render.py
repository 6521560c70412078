"""The pictures of the photo mode: many renderings with a moved eye, averaged off-screen.

The eye moves over a round lens while the plane in focus stays in place. All else becomes soft, and
edges become smooth. A picture that is larger than the driver's textures is drawn in tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil, cos, pi, sin, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d import core

from wc3d.panda.post_processing import make_post_processing
from wc3d.panda.render_target import (
    Pixels,
    RenderTarget,
    frame_buffer_properties,
    no_graphics_error,
)
from wc3d.panda.table_scene import TableScene
from wc3d.scene.camera import Camera
from wc3d.scene.quality import Quality

GOLDEN_ANGLE = pi * (3 - sqrt(5))
TARGET_SORT = -40
"""The order of the target in a frame: after the shadows."""
LINEAR_MAX = 65535
_SRGB = np.arange(256) / 255
LINEAR_LIGHT = np.round(
    np.where(_SRGB < 0.04045, _SRGB / 12.92, ((_SRGB + 0.055) / 1.055) ** 2.4) * LINEAR_MAX
).astype(np.uint16)
"""The linear light of each byte of a picture."""
_LIGHT = np.arange(LINEAR_MAX + 1) / LINEAR_MAX
SRGB_BYTES = np.round(
    np.where(_LIGHT < 0.0031308, _LIGHT * 12.92, 1.055 * _LIGHT ** (1 / 2.4) - 0.055) * 255
).astype(np.uint8)
"""The byte of each linear light."""


@dataclass(frozen=True)
class Exposure:
    """What is drawn and how: a camera, a picture size in pixels, and the lens.

    `samples` renderings are averaged. The lens has a radius of `lens_in` inches, and what is
    `focus_in` inches ahead is sharp. `line_scale` enlarges the lines of the scene.
    """

    camera: Camera
    size: tuple[int, int]
    samples: int
    focus_in: float
    lens_in: float
    line_scale: float = 1.0


@dataclass(frozen=True)
class Tile:
    """A part of a picture: its upper left pixel."""

    left: int
    top: int


def lens_points(count: int) -> list[tuple[float, float]]:
    """Return evenly spread points of a unit disc."""
    return [
        (
            sqrt((k + 0.5) / count) * cos(k * GOLDEN_ANGLE),
            sqrt((k + 0.5) / count) * sin(k * GOLDEN_ANGLE),
        )
        for k in range(count)
    ]


def pixel_points(count: int) -> list[tuple[float, float]]:
    """Return evenly spread points of a pixel, from -0.5 to 0.5 each way."""
    return [
        ((0.5 + k * 0.7548777) % 1 - 0.5, (0.5 + k * 0.5698403) % 1 - 0.5) for k in range(count)
    ]


def split_into_tiles(
    size: tuple[int, int], max_side: int
) -> tuple[tuple[int, int], tuple[Tile, ...]]:
    """Return the size of the tiles of a picture, and the tiles; one tile if it is small enough."""
    columns, rows = (ceil(side / max_side) for side in size)
    wide, high = ceil(size[0] / columns), ceil(size[1] / rows)
    tiles = tuple(Tile(x * wide, y * high) for y in range(rows) for x in range(columns))
    return (wide, high), tiles


def open_photo_target(
    stage: RenderTarget, size: tuple[int, int], background: Any, quality: Quality
) -> RenderTarget:
    """Return an off-screen target with the scene of a window and a camera of its own.

    `quality` is that of the scene. Raises NoGraphicsError if the driver cannot draw this size.
    """
    output = stage.engine.make_output(
        stage.pipe,
        "photo",
        TARGET_SORT,
        frame_buffer_properties(),
        core.WindowProperties.size(*size),
        core.GraphicsPipe.BF_refuse_window,
        stage.output.get_gsg(),
        stage.output,
    )
    if output is None:
        raise no_graphics_error()
    lens = core.PerspectiveLens()
    camera = stage.root.attach_new_node(core.Camera("photo", lens))
    output.make_display_region().set_camera(camera)
    output.set_clear_color(background)
    picture = core.Texture("photo")
    output.add_render_texture(picture, core.GraphicsOutput.RTM_copy_ram)
    output.set_one_shot(True)
    stage.engine.open_windows()
    post = make_post_processing(stage.engine, stage.pipe, output, camera, quality)
    return replace(stage, output=output, camera=camera, lens=lens, picture=picture, post=post)


def close_photo_target(target: RenderTarget) -> None:
    """Release a target, but not the scene, which belongs to the window."""
    if target.post is not None:
        target.post.close()
    target.camera.remove_node()
    target.engine.remove_window(target.output)


class PhotoRender:
    """Draws an exposure of a scene step by step; `pixels` is the picture after the last step."""

    def __init__(
        self,
        stage: RenderTarget,
        board: TableScene,
        background: Any,
        exposure: Exposure,
        max_side: int | None = None,
        quality: Quality = Quality.LOW,
    ) -> None:
        self._quality = quality
        self._stage = stage
        self._board = board
        self._background = background
        self.exposure = exposure
        driver_side = stage.output.get_gsg().get_max_texture_dimension()
        self._max_side = min(max_side or driver_side, max(driver_side, 256))
        self.pixels: Pixels | None = None

    def steps(self) -> Iterator[float]:
        """Draw a rendering with each step, and yield the finished share."""
        target, tiles = self._open_target()
        width, height = self.exposure.size
        picture = np.empty((height, width, 3), np.uint8)
        samples = self.exposure.samples
        try:
            for number, tile in enumerate(tiles):
                light = np.zeros((*target.size[::-1], 3), np.uint32)
                for sample in range(samples):
                    light += LINEAR_LIGHT[self._draw(target, tile, sample)]
                    yield (number * samples + sample + 1) / (len(tiles) * samples)
                part = picture[tile.top :, tile.left :][: light.shape[0], : light.shape[1]]
                part[:] = SRGB_BYTES[(light // samples)[: part.shape[0], : part.shape[1]]]
        finally:
            close_photo_target(target)
        self.pixels = picture

    def _open_target(self) -> tuple[RenderTarget, tuple[Tile, ...]]:
        """Return the largest target that the driver can draw, and the tiles for it."""
        side = self._max_side
        while True:
            size, tiles = split_into_tiles(self.exposure.size, side)
            target = open_photo_target(self._stage, size, self._background, self._quality)
            if target.size == size and target.output.is_valid():
                return target, tiles
            close_photo_target(target)
            side = max(size) // 2
            if side < 128:
                raise no_graphics_error()

    def _draw(self, target: RenderTarget, tile: Tile, sample: int) -> NDArray[np.uint8]:
        """Draw one rendering of a tile."""
        exposure = self.exposure
        camera = exposure.camera
        right, _, up = camera.axes
        x, y = lens_points(exposure.samples)[sample]
        shift = x * exposure.lens_in, y * exposure.lens_in
        eye = np.array(camera.eye) + right * shift[0] + up * shift[1]
        target.camera.set_pos(*map(float, eye))
        target.camera.set_hpr(camera.heading, camera.pitch, 0)
        self._aim_lens(target, tile, shift, pixel_points(exposure.samples)[sample])
        scale = exposure.line_scale
        self._board.root.set_shader_inputs(
            eye=target.camera.get_pos(self._board.root),
            viewport=core.Vec2(target.size[0] / scale, target.size[1] / scale),
        )
        if target.post is not None:
            target.post.draw_once()
        else:
            target.output.set_one_shot(True)
        return target.render()

    def _aim_lens(
        self,
        target: RenderTarget,
        tile: Tile,
        shift: tuple[float, float],
        pixel: tuple[float, float],
    ) -> None:
        """Set the part of the film that is drawn, so that the plane in focus stays in place."""
        exposure = self.exposure
        (width, height), (wide, high) = exposure.size, target.size
        across, upward = (2 * part for part in exposure.camera.view_extent(exposure.size))
        lens = target.lens
        lens.set_film_size(across * wide / width, upward * high / height)
        lens.set_focal_length(1.0)
        center_x = (tile.left + wide / 2 + pixel[0]) / width - 0.5
        center_y = 0.5 - (tile.top + high / 2 + pixel[1]) / height
        lens.set_film_offset(
            center_x * across - shift[0] / exposure.focus_in,
            center_y * upward - shift[1] / exposure.focus_in,
        )
        lens.set_near_far(exposure.camera.near, exposure.camera.far)


def apply_tint(pixels: Pixels, tint: tuple[float, float, float]) -> Pixels:
    """Return a picture in the color of the light."""
    if tint == (1.0, 1.0, 1.0):
        return pixels
    tables = np.stack([np.round(np.arange(256) * part).astype(np.uint8) for part in tint], axis=1)
    return np.stack([tables[pixels[..., k], k] for k in range(3)], axis=2)
