"""The time of day of the photo mode: direction and color of the sun, with its shadows."""

from __future__ import annotations

from math import cos, radians, sin

from panda3d import core

from wc3d.panda.sunlight import sun_direction
from wc3d.panda.table_scene import TableScene

FIRST_HOUR, LAST_HOUR, USUAL_HOUR = 8.0, 18.5, 16.4
"""The earliest and latest time of day, and the time of the table's usual light."""
SOUTH_HOUR = 13.0
"""The hour at which the sun is in the south and highest."""
HIGHEST_SUN_DEG, HALF_DAY_H = 70.0, 6.5
"""The sun's height at that hour, and the hours from then until sunset."""
WARMEST_TINT = (1.0, 0.85, 0.66)
"""The color of the light just before sunset."""
SUN_DISTANCE_IN = 75.0
"""The distance of the shadows' camera from the table, without half of the shadow's width."""
Tint = tuple[float, float, float]


def sun_at(hour: float) -> core.Vec3:
    """Return the direction from the table to the sun; at the usual hour, that of the table."""
    if abs(hour - USUAL_HOUR) < 0.05:
        return sun_direction()
    late = hour - SOUTH_HOUR
    height = radians(HIGHEST_SUN_DEG * cos(radians(90 * late / HALF_DAY_H)))
    west = radians(15 * late)
    return core.Vec3(-sin(west) * cos(height), -cos(west) * cos(height), sin(height))


def tint_at(hour: float) -> Tint:
    """Return the color of the light: neutral by day, warmer and darker toward the evening."""
    low = 1 - max(0.0, cos(radians(90 * (hour - SOUTH_HOUR) / HALF_DAY_H))) / 0.62
    share = min(1.0, max(0.0, low))
    red, green, blue = (1 - share * (1 - part) for part in WARMEST_TINT)
    return red, green, blue


def format_hour(hour: float) -> str:
    """Return a time of day such as 16:24."""
    minutes = round(hour * 60)
    return f"{minutes // 60}:{minutes % 60:02}"


def aim_sun(board: TableScene, direction: core.Vec3) -> None:
    """Light a scene from another direction; its shadows follow with the next picture."""
    board.root.set_shader_input("sun", direction)
    node = board.root.find("**/sun")
    if board.shadow is None or node.is_empty():
        return
    lens = node.node().get_lens()
    width, depth = board.table.size
    middle = core.Point3(width / 2, depth / 2, 0)
    node.set_pos(middle + direction * (SUN_DISTANCE_IN + lens.get_film_size()[0] / 2))
    node.look_at(middle, core.Vec3(0, 0, 1))
    to_texture = core.LMatrix4(0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0.5, 0.5, 0.5, 1)
    to_shadow = board.root.get_mat(node) * lens.get_projection_mat() * to_texture
    board.root.set_shader_input("toShadow", to_shadow)
    board.redraw_shadow()
