"""The time of day of the photo mode: sun, sky, lamp and room, with the shadows.

The sun rises in the east, is warmer and weaker near the horizon, and sets. The sky turns blue and
dark. By night the lamp above the table is the source of light and shadows.
"""

from __future__ import annotations

from math import cos, radians, sin

from panda3d import core

from wc3d.panda.sunlight import Color, TableLight, sun_direction, usual_light
from wc3d.panda.table_scene import TableScene
from wc3d.scene.environment_light import SUN_COLOR

FIRST_HOUR, LAST_HOUR, USUAL_HOUR = 8.0, 23.0, 16.4
"""The earliest and latest time of day, and the time of the table's usual light."""
SOUTH_HOUR = 13.0
"""The hour at which the sun is in the south and highest."""
HIGHEST_SUN_DEG, HALF_DAY_H = 70.0, 6.5
"""The sun's height at that hour, and the hours from then until sunset."""
WARMEST_TINT = (1.0, 0.85, 0.66)
"""The color of the light just before sunset."""
SUNSET_HOUR, NIGHT_HOUR = 18.9, 20.3
"""When the sun is gone, and when the lamp is at its full strength."""
PRESETS = (("Day", USUAL_HOUR), ("Evening", 18.3), ("Night", 21.5))
"""Names of times of day, and their hours."""
LOW_SUN_RGB: Color = (4.2, 1.8, 0.66)
LAMP_RGB: Color = (1.5, 1.08, 0.62)
LAMP_WAY = core.Vec3(-0.2, -0.28, 0.94)
"""The direction from the table to the lamp."""
DUSK_SKY: Color = (0.62, 0.6, 0.74)
NIGHT_SKY: Color = (0.15, 0.21, 0.4)
DUSK_ROOM: Color = (0.95, 0.68, 0.5)
NIGHT_ROOM: Color = (0.42, 0.36, 0.34)
SUN_DISTANCE_IN = 75.0
"""The distance of the shadows' camera from the table, without half of the shadow's width."""
Tint = tuple[float, float, float]
WHITE: Tint = (1.0, 1.0, 1.0)


def sun_at(hour: float) -> core.Vec3:
    """Return the direction from the table to the sun, or to the lamp after sunset."""
    if abs(hour - USUAL_HOUR) < 0.05:
        return sun_direction()
    if hour >= SUNSET_HOUR:
        return LAMP_WAY.normalized()
    late = hour - SOUTH_HOUR
    height = radians(HIGHEST_SUN_DEG * cos(radians(90 * late / HALF_DAY_H)))
    west = radians(15 * late)
    return core.Vec3(-sin(west) * cos(height), -cos(west) * cos(height), sin(height))


def light_at(hour: float) -> TableLight:
    """Return the light of a time of day; at the usual hour, that of the table."""
    if abs(hour - USUAL_HOUR) < 0.05:
        return usual_light()
    direction = sun_at(hour)
    if hour >= SUNSET_HOUR:
        share = _smooth((hour - SUNSET_HOUR) / (NIGHT_HOUR - SUNSET_HOUR))
        lamp = _mix((0.0, 0.0, 0.0), LAMP_RGB, share)
        sky = _mix(DUSK_SKY, NIGHT_SKY, share)
        return TableLight(direction, lamp, sky, _mix(DUSK_ROOM, NIGHT_ROOM, share))
    lowness = 1 - _smooth((direction.z - 0.15) / 0.5)
    strength = _smooth((SUNSET_HOUR - hour) / 0.7)
    red, green, blue = _mix(SUN_COLOR, LOW_SUN_RGB, lowness)
    sun = red * strength, green * strength, blue * strength
    return TableLight(
        direction, sun, _mix(WHITE, DUSK_SKY, lowness), _mix(WHITE, DUSK_ROOM, lowness)
    )


def _smooth(share: float) -> float:
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def _mix(first: Color, second: Color, share: float) -> Color:
    red, green, blue = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return red, green, blue


def tint_at(hour: float) -> Tint:
    """Return the color of a whole picture for back ends without shaders: warmer in the evening."""
    low = 1 - max(0.0, cos(radians(90 * (hour - SOUTH_HOUR) / HALF_DAY_H))) / 0.62
    share = min(1.0, max(0.0, low))
    red, green, blue = (1 - share * (1 - part) for part in WARMEST_TINT)
    return red, green, blue


def format_hour(hour: float) -> str:
    """Return a time of day such as 16:24."""
    minutes = round(hour * 60)
    return f"{minutes // 60}:{minutes % 60:02}"


def light_board(board: TableScene, light: TableLight) -> None:
    """Light a scene otherwise; its shadows follow with the next picture."""
    direction = light.direction
    board.root.set_shader_inputs(sun=direction, **light.inputs)
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
