"""Draws table.jpg: a battle among the ruins of the old quarter in the late afternoon, by the best quality."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wc3d.panda.render_target import open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.registry import load_map
from wc3d.scene.camera import Orbit
from wc3d.scene.quality import Quality
from wc3d.window.shell.photo_mode_light import light_at, light_board
from wc3d.window.start.battle import (
    BATTLE_HOUR,
    battle_board,
    battle_facings,
    battle_liveries,
    place_fighters,
)

VIEW = Orbit((20.2, 15.9, 1.75), -46.0, 13.5, 16.0, 34.0)


def draw_battle_scene(
    size: tuple[int, int], quality: Quality = Quality.PHOTO, view: Orbit = VIEW
) -> NDArray[np.uint8]:
    """Return the picture: no lines or volumes, only what would stand on a table."""
    table = place_fighters(load_map(battle_board()))
    target = open_render_target(size, quality=quality)
    scene = TableScene(target, table, room_name="night")
    scene.show_bodies(table.bodies, {}, battle_facings(), battle_liveries())
    scene.translucent_node.hide()
    light_board(scene, light_at(BATTLE_HOUR))
    target.set_camera(view.camera)
    scene.on_camera_changed()
    pixels = target.render()
    scene.close()
    target.close()
    return pixels
