"""Draws table.jpg: a battle among the ruins of the old quarter in the late afternoon, by the best quality."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.data_files import data_folder
from wc3d.panda.render_target import open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.palette import Livery
from wc3d.registry import load_map
from wc3d.scene.camera import Orbit
from wc3d.scene.figure_library import figure_base
from wc3d.scene.quality import Quality
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import highest_standable
from wc3d.window.shell.photo_mode_light import light_at, light_board

BOARD = "old-quarter"
SIDE_COLORS = ((240, 152, 36), (44, 148, 236))
VIEW = Orbit((20.7, 15.3, 1.75), -62.0, 13.0, 16.0, 34.0)
HOUR = 17.55
CAST: tuple[tuple[int, str, float, float, float], ...] = (
    (1, "strike_raptor", 17.6, 15.3, -108),
    (1, "ranger_infiltrators", 16.1, 16.9, -150),
    (1, "ranger_infiltrators", 17.3, 12.5, -150),
    (1, "jax_redblade", 19.1, 13.4, -120),
    (1, "ranger_fire_team", 15.0, 20.4, -90),
    (1, "hunter", 18.0, 18.6, -85),
    (2, "firebrand", 24.2, 14.6, 98),
    (2, "paladin_enforcers", 22.3, 16.4, 100),
    (2, "paladin_enforcers", 24.7, 12.0, 80),
    (2, "paladin_enforcers", 26.6, 13.2, 85),
    (2, "justicar_voss", 26.4, 15.4, 95),
    (2, "paladin_annihilators", 23.3, 18.6, 112),
    (2, "paladin_annihilators", 24.0, 20.6, 100),
    (2, "paladin_aegis", 30.2, 12.4, 80),
)
"""The side, the figure, the place in inches and the facing in degrees of each model."""


def place_cast() -> tuple[Table, dict[str, Livery], dict[str, float]]:
    """Return the board with its models, and the look and the facing of each model."""
    table = load_map(data_folder() / "maps" / f"{BOARD}.json")
    liveries: dict[str, Livery] = {}
    facings: dict[str, float] = {}
    for number, (side, name, x, y, facing) in enumerate(CAST):
        figure = f"neo_mechanika/{name}"
        base = figure_base(figure)
        assert base is not None
        height = highest_standable(table, base, (x, y))
        assert height is not None, f"{name} cannot stand at {x}, {y}"
        body = Body(f"{side}.model.{number}", base, (x, y, height), "unit")
        table = table.with_bodies(body)
        liveries[body.id] = Livery(SIDE_COLORS[side - 1], side, figure=figure)
        facings[body.id] = facing
    return table, liveries, facings


def draw_battle_scene(
    size: tuple[int, int], quality: Quality = Quality.PHOTO, view: Orbit = VIEW
) -> NDArray[np.uint8]:
    """Return the picture: no lines or volumes, only what would stand on a table."""
    table, liveries, facings = place_cast()
    target = open_render_target(size, quality=quality)
    scene = TableScene(target, table, room_name="night")
    scene.show_bodies(table.bodies, {}, facings, liveries)
    scene.translucent_node.hide()
    light_board(scene, light_at(HOUR))
    target.set_camera(view.camera)
    scene.on_camera_changed()
    pixels = target.render()
    scene.close()
    target.close()
    return pixels
