"""The textures and numbers that the shaders of a scene share."""

from __future__ import annotations

from panda3d.core import NodePath, Vec2, Vec3

from wc3d.panda.environment import environment_texture
from wc3d.panda.material_textures import material_textures
from wc3d.panda.panda_geometry import (
    detail_texture,
    mat_texture,
    noise_texture,
    open_sky_texture,
)
from wc3d.panda.shaders import NO_CEILING_IN
from wc3d.panda.sunlight import sun_direction, usual_light
from wc3d.scene.ground_textures import GroundKind, mat_tone
from wc3d.scene.materials import CONCRETE, ground_material


def set_scene_inputs(
    root: NodePath,
    size: tuple[float, float],
    ground: GroundKind,
    viewport: tuple[int, int],
    *,
    is_physical: bool,
    is_software: bool,
) -> None:
    """Set the inputs of a scene on a table of this size; `viewport` is in pixels."""
    root.set_shader_inputs(
        sun=sun_direction(),
        **usual_light().inputs,
        tableSize=Vec2(*size),
        noiseMap=noise_texture(),
        openMap=open_sky_texture(),
        matMap=mat_texture(size, ground),
        detailMap=detail_texture(ground.name),
        matTone=Vec3(*mat_tone(ground)),
        eye=Vec3(0, 0, 0),
        viewport=Vec2(*viewport),
        lineWidth=1.0,
        bias=0.0,
        dash=0.0,
        stripes=0.0,
        hatch=0.0,
        ceiling=NO_CEILING_IN,
    )
    if is_physical:
        colors, shapes = material_textures(is_software)
        root.set_shader_inputs(
            environment=environment_texture(),
            tileColor=colors,
            tileShape=shapes,
            groundTile=float(ground_material(ground.name)),
            meshTile=float(CONCRETE),
            shadowDeep=1.0,
        )
