"""The room around a table: floor, walls, lamp, and soft shelves and windows by day or by night.

The room has few triangles and one small image of blurred shapes, so that it never draws the eye
away from the table. Room "plain" has no image.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.presentation.palette import RGB
from wc3d.scene.mesh import DrawnMesh, make_box
from wc3d.scene.textures import ByteImage, cached_map

RoomName = Literal["day", "night", "plain"]
ColoredMesh = tuple[DrawnMesh, RGB]
Radiance = tuple[float, float, float]
"""Linear red, green and blue light, as the room shader takes it."""
Pixels = NDArray[np.float64]

TABLE_LEG_RGB: RGB = (92, 68, 52)
FLOOR_RGB: RGB = (96, 103, 115)
FLOOR_BELOW, WALLS, CEILING = -28.0, 110.0, 90.0
"""Inches from the table: the floor's height, the walls' distance and the ceiling's height."""
LAMP_HEIGHT_IN, LAMP_DEPTH_IN, LAMP_RADIUS_IN = 64.0, 5.0, 11.0
"""The lower edge of the lamp above the table, and the size of its shade."""
LAMP_SIDES = 24

MAP_VERSION = 9
"""The version of the image in the cache; raise it when the image changes."""
MAP_WIDTH_PX, FLOOR_ROWS_PX, WALL_ROWS_PX, PART_ROWS_PX = 512, 128, 60, 4
"""The size of a room's image: the floor and, beside it, the ceiling; above them the walls, then
the colors of the table's legs and of the lamp.
"""
WALL_WIDTH_PX, FLOOR_WIDTH_PX = MAP_WIDTH_PX // 4, MAP_WIDTH_PX // 2
MAP_ROWS_PX = FLOOR_ROWS_PX + WALL_ROWS_PX + PART_ROWS_PX
WALL_BLUR_PX, GLOW_BLUR_PX, FLOOR_BLUR_PX = 1.6, 7.0, 1.2
SHELF_ROWS_PX = (3, 13, 23, 33)
"""Heights of the shelves above the floor, in pixels of the image: two inches each."""
SCONCE_ROW_PX = 36
"""The height of the lamps on the walls above the floor, in pixels of the image."""
RUG_EDGE_IN = 24.0, 33.0
"""The distance from the table at which the rug begins to fade, and at which it ends."""


class _RoomColors:
    """The light on each part of a room."""

    def __init__(self, name: RoomName) -> None:
        is_day = name == "day"
        self.wall: Radiance = (0.235, 0.235, 0.230) if is_day else (0.078, 0.084, 0.100)
        self.wood: Radiance = (0.105, 0.074, 0.052) if is_day else (0.070, 0.045, 0.030)
        self.floor: Radiance = (0.150, 0.152, 0.155) if is_day else (0.050, 0.055, 0.066)
        self.sky: Radiance = (0.66, 0.76, 0.88) if is_day else (0.105, 0.175, 0.330)
        self.frame: Radiance = (0.34, 0.32, 0.29) if is_day else (0.085, 0.060, 0.044)
        self.goods: Radiance = (1.5, 1.45, 1.35) if is_day else (1.9, 1.45, 1.0)
        self.lamp: Radiance = (0.55, 0.45, 0.33) if is_day else (1.0, 0.62, 0.30)
        self.rug: Radiance = (0.070, 0.095, 0.110) if is_day else (0.032, 0.044, 0.056)
        self.legs: Radiance = (0.080, 0.052, 0.036) if is_day else (0.050, 0.031, 0.021)
        self.is_day = is_day


GOODS: tuple[Radiance, ...] = (
    (0.150, 0.070, 0.052),
    (0.070, 0.085, 0.092),
    (0.085, 0.092, 0.064),
    (0.170, 0.130, 0.078),
    (0.150, 0.135, 0.112),
    (0.082, 0.062, 0.066),
    (0.185, 0.108, 0.062),
    (0.062, 0.058, 0.056),
)
"""Colors of books, boxes and miniatures, before the light of the room."""
WINDOWS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0.16, 0.34),),
    (),
    ((0.20, 0.36), (0.62, 0.78)),
    ((0.56, 0.74),),
)
"""The windows of the northern, eastern, southern and western wall, in shares of its width."""
WINDOW_ROWS_PX = 17, 46
"""The lower and upper edge of a window above the floor, in pixels of the image."""


def make_room(size: tuple[float, float], name: RoomName = "plain") -> list[ColoredMesh]:
    """Return the room around a table: the table's legs, the floor, the walls and the lamp."""
    (x, y), low = size, FLOOR_BELOW
    legs = [(a, b) for a in (1.0, x - 4.0) for b in (1.0, y - 4.0)]
    parts = [(make_box((a, b, low), (a + 3, b + 3, -1.2)), TABLE_LEG_RGB) for a, b in legs]
    parts.append((make_box((1.5, 1.5, -4.5), (x - 1.5, y - 1.5, -1.2)), TABLE_LEG_RGB))
    walls = make_box((-WALLS, -WALLS, low), (x + WALLS, y + WALLS, CEILING))
    parts.append((walls.flipped(), FLOOR_RGB))
    return parts if name == "plain" else [*parts, (_make_lamp((x / 2, y / 2)), FLOOR_RGB)]


def _make_lamp(center: tuple[float, float]) -> DrawnMesh:
    """Return the inside of a lamp's shade, which is invisible from above."""
    angles = np.arange(LAMP_SIDES) * (2 * np.pi / LAMP_SIDES)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * LAMP_RADIUS_IN + center
    edge = np.column_stack([ring, np.full(LAMP_SIDES, LAMP_HEIGHT_IN)])
    top = np.array([[*center, LAMP_HEIGHT_IN + LAMP_DEPTH_IN]])
    first = np.arange(LAMP_SIDES)
    faces = np.stack([np.full(LAMP_SIDES, LAMP_SIDES), (first + 1) % LAMP_SIDES, first], axis=1)
    return DrawnMesh(np.concatenate([edge, top]), faces)


@memo_per_process(Size.FEW)
def room_map(name: RoomName, size: tuple[float, float]) -> ByteImage:
    """Return the sRGB image of the room around a table. The first row is the floor's south."""

    def make() -> ByteImage:
        colors = _RoomColors(name)
        walls = np.concatenate([_paint_wall(number, colors) for number in range(4)], axis=1)
        floor = np.concatenate([_paint_floor(size, colors), _paint_ceiling(size, colors)], axis=1)
        light = np.concatenate([floor, walls, _paint_parts(colors)])
        return np.round(_to_srgb(light) * 255).astype(np.uint8)

    return cached_map(f"room-{name}", (size, MAP_VERSION), make)


def _to_srgb(light: Pixels) -> Pixels:
    light = np.clip(light, 0.0, 1.0)
    return np.where(light < 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def _blur(image: Pixels, sigma: float) -> Pixels:
    """Return an image (height, width, 3) blurred by a Gaussian, with its edges repeated."""
    reach = int(2.5 * sigma) + 1
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        margin = [(reach, reach) if axis == side else (0, 0) for side in range(3)]
        padded = np.pad(image, margin, mode="edge")
        length = image.shape[axis]
        shifted = (
            np.take(padded, range(start, start + length), axis) for start in range(2 * reach + 1)
        )
        image = sum((w * part for w, part in zip(weights, shifted, strict=True)), 0.0 * image)
    return image


def _smooth_step(low: float, high: float, values: Pixels) -> Pixels:
    share = np.clip((values - low) / (high - low), 0.0, 1.0)
    return share * share * (3 - 2 * share)


def _paint_wall(number: int, colors: _RoomColors) -> Pixels:
    """Return one wall: shelves with goods between the windows, blurred, in the room's light."""
    width = WALL_WIDTH_PX
    image = np.tile(np.array(colors.wall), (WALL_ROWS_PX, width, 1))
    image[:3] = np.array(colors.wood) * 0.8
    rng = np.random.default_rng(31 + number)
    for first, last in _shelf_spans(WINDOWS[number]):
        _paint_shelves(image, int(first * width), int(last * width), colors, rng)
    for first, last in WINDOWS[number]:
        _paint_window(image, int(first * width), int(last * width), colors, rng)
    glow = _blur(np.where(image > 0.3, image, 0.0), GLOW_BLUR_PX) if colors.is_day else 0.0
    image = _blur(image, WALL_BLUR_PX) + 0.5 * glow
    if not colors.is_day:
        image = image + _sconce_light(WINDOWS[number], colors)
    return image * _wall_shade(colors)[..., None]


def _sconce_light(windows: tuple[tuple[float, float], ...], colors: _RoomColors) -> Pixels:
    """Return the warm light of the lamps on a wall, at the ends of its shelves."""
    x = np.arange(WALL_WIDTH_PX)[None]
    y = np.arange(WALL_ROWS_PX)[:, None]
    light = np.zeros((WALL_ROWS_PX, WALL_WIDTH_PX))
    for _, last in _shelf_spans(windows):
        away = ((x - (last + 0.022) * WALL_WIDTH_PX) / 1.15) ** 2 + (y - SCONCE_ROW_PX) ** 2
        light += 0.36 * np.exp(-away / 40.0) + 0.13 * np.exp(-away / 420.0)
    return light[..., None] * np.array(colors.lamp)


def _shelf_spans(windows: tuple[tuple[float, float], ...]) -> Iterator[tuple[float, float]]:
    """Yield the parts of a wall between the windows, in shares of its width."""
    first = 0.05
    for left, right in (*windows, (0.99, 1.0)):
        if left - first > 0.14:
            yield first, left - 0.045
        first = right + 0.045


def _paint_shelves(
    image: Pixels, left: int, right: int, colors: _RoomColors, rng: np.random.Generator
) -> None:
    """Paint a case of shelves with books, boxes and miniatures."""
    wood = np.array(colors.wood)
    image[2 : SHELF_ROWS_PX[-1] + 1, left:right] = wood * 0.5
    for row in SHELF_ROWS_PX:
        image[row, left:right] = wood * 2.2
    for row in SHELF_ROWS_PX[:-1]:
        at = left + 1
        while at < right - 3:
            kind = rng.integers(3)
            wide, high = ((2, 7), (6, 5), (2, 3))[kind]
            for _ in range(int(rng.integers(1, 3) if kind == 1 else rng.integers(2, 6))):
                if at + wide >= right:
                    break
                tall = max(2, int(high * rng.uniform(0.75, 1.15)))
                tone = rng.uniform(0.6, 1.3) * np.array(colors.goods)
                paint = np.array(GOODS[rng.integers(len(GOODS))]) * tone
                image[row + 1 : row + 1 + tall, at : at + wide] = paint
                at += wide + (2 if kind == 2 else 0)
            at += int(rng.integers(1, 6))


def _paint_window(
    image: Pixels, left: int, right: int, colors: _RoomColors, rng: np.random.Generator
) -> None:
    """Paint a window: the sky, or the lights of a town at night, behind a cross of bars."""
    low, high = WINDOW_ROWS_PX
    image[low - 2 : high + 2, left - 2 : right + 2] = colors.frame
    rise = np.linspace(0.72, 1.05, high - low)[:, None, None]
    pane = np.array(colors.sky) * rise * np.ones((high - low, right - left, 1))
    if colors.is_day:
        hedge = (0.16 + 0.05 * np.sin(np.arange(right - left) * 0.62)) * (high - low)
        pane[np.arange(high - low)[:, None] < hedge[None]] = (0.16, 0.24, 0.13)
    else:
        for _ in range(7):
            x = int(rng.integers(1, right - left - 1))
            z = int(rng.integers(2, (high - low) // 2))
            pane[z, x] = np.array((2.2, 1.3, 0.5)) * rng.uniform(0.2, 0.7)
    image[low:high, left:right] = pane
    image[low:high, (left + right) // 2] = colors.frame
    image[(low + high) // 2, left:right] = colors.frame


def _wall_shade(colors: _RoomColors) -> Pixels:
    """Return the light on a wall: darker in the corners, at the floor and at the ceiling."""
    across = np.abs(np.linspace(-1, 1, WALL_WIDTH_PX))[None]
    up = np.linspace(0, 1, WALL_ROWS_PX)[:, None]
    corners = 1 - 0.5 * across**4
    if colors.is_day:
        return corners * (0.62 + 0.38 * np.sin(np.pi * np.clip(up * 1.1, 0, 1)) ** 0.7)
    lamp = np.exp(-(((up - 0.36) / 0.34) ** 2)) * (1 - 0.55 * across**2)
    return corners * (0.42 + 0.80 * lamp)


def _beyond_table(size: tuple[float, float]) -> tuple[Pixels, Pixels]:
    """Return the distance of each pixel of the floor beyond the table's sides (-: below it)."""
    shares = (np.arange(FLOOR_ROWS_PX) + 0.5) / FLOOR_ROWS_PX
    x = np.linspace(0, 1, FLOOR_WIDTH_PX)[None]
    across, along = (
        np.abs(share - 0.5) * (side + 2 * WALLS) - side / 2
        for share, side in ((x, size[0]), (shares[:, None], size[1]))
    )
    return np.broadcast_arrays(across, along)  # type: ignore[return-value]


def _paint_floor(size: tuple[float, float], colors: _RoomColors) -> Pixels:
    """Return the floor: soft boards, a rug, the lamp's light, and by day light from windows."""
    x = np.linspace(0, 1, FLOOR_WIDTH_PX)[None]
    y = np.linspace(0, 1, FLOOR_ROWS_PX)[:, None]
    rng = np.random.default_rng(30)
    boards = np.repeat(rng.uniform(0.86, 1.12, FLOOR_ROWS_PX // 4), 4)[:, None]
    image = _blur(np.array(colors.floor) * (boards * np.ones_like(x))[..., None], FLOOR_BLUR_PX)
    edge = np.minimum(np.minimum(x, 1 - x), np.minimum(y, 1 - y))
    image *= (0.5 + 0.5 * np.clip(edge / 0.16, 0, 1) ** 0.8)[..., None]
    for number in (2, 3) if colors.is_day else ():
        for first, last in WINDOWS[number]:
            image += _window_light(x, y, (first + last) / 2, number == 3)
    across, along = _beyond_table(size)
    outside = np.hypot(np.maximum(across, 0), np.maximum(along, 0))
    rug = 0.8 * (1 - _smooth_step(*RUG_EDGE_IN, outside))[..., None]
    image = image * (1 - rug) + np.array(colors.rug) * rug
    image += np.array(colors.lamp) * 0.05 * np.exp(-(outside**2) * 0.0009)[..., None]
    under = _smooth_step(-8.0, 16.0, outside + np.minimum(np.maximum(across, along), 0))
    return image * (0.42 + 0.58 * under)[..., None]


def _window_light(x: Pixels, y: Pixels, middle: float, is_west: bool) -> Pixels:
    """Return the soft patch that the sun draws on the floor through a southern or western window."""
    along, inward = (y, x) if is_west else (x, y)
    across = along - middle - inward * 0.55
    patch = np.exp(-((across / 0.075) ** 4)) * np.exp(-(((inward - 0.16) / 0.10) ** 4))
    return patch[..., None] * np.array((0.26, 0.21, 0.14))


def _paint_ceiling(size: tuple[float, float], colors: _RoomColors) -> Pixels:
    """Return the ceiling with the glow of the lamp."""
    across, along = _beyond_table(size)
    distance = np.hypot(across + size[0] / 2, along + size[1] / 2)
    glow = 0.012 + 0.10 / (1 + 0.004 * distance**2)
    return np.array(colors.wall) * 0.25 + np.array(colors.lamp) * glow[..., None]


def _paint_parts(colors: _RoomColors) -> Pixels:
    """Return four colors side by side: the legs' sides, their ends, the lamp's edge and middle."""
    legs, lamp = np.array(colors.legs), np.array(colors.lamp)
    parts = np.stack([legs, legs * 0.4, lamp * 0.30, lamp])
    row = np.repeat(parts, MAP_WIDTH_PX // 4, axis=0)
    return np.tile(row, (PART_ROWS_PX, 1, 1))
