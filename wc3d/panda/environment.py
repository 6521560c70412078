"""The light around the table as a texture (see `scene.environment_light`)."""

from __future__ import annotations

import numpy as np
from panda3d import core

from wc3d._internal.memo import Size, memo_per_process
from wc3d.scene.environment_light import FACE_PX, ROUGHNESS_LEVELS, environment_images


@memo_per_process(Size.FEW)
def environment_texture() -> core.Texture:
    """Return the cube map, with an image of lower resolution for each level of roughness."""
    texture = core.Texture("environment")
    texture.setup_cube_map(FACE_PX, core.Texture.T_unsigned_byte, core.Texture.F_rgb)
    for level, image in enumerate(environment_images()):
        pixels = np.ascontiguousarray(image[..., ::-1]).tobytes()
        if level:
            texture.set_ram_mipmap_image(level, core.CPTA_uchar(pixels))
        else:
            texture.set_ram_image(pixels)
    for level in range(len(ROUGHNESS_LEVELS), FACE_PX.bit_length()):  # OpenGL wants all of them
        size = max(1, FACE_PX >> level)
        texture.set_ram_mipmap_image(level, core.CPTA_uchar(pixels[: 18 * size * size]))
    texture.set_minfilter(core.SamplerState.FT_linear_mipmap_linear)
    texture.set_magfilter(core.SamplerState.FT_linear)
    texture.set_wrap_u(core.SamplerState.WM_clamp)
    texture.set_wrap_v(core.SamplerState.WM_clamp)
    return texture
