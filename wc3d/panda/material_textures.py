"""The materials of terrain as textures: one layer for each material."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from panda3d import core

from wc3d._internal.memo import Size, memo_per_process
from wc3d.scene.materials import material_tiles, prepare_material_tiles


def prepare_material_textures() -> Iterator[None]:
    """Create the textures of all materials in short steps."""
    yield from prepare_material_tiles()
    material_textures()
    yield


@memo_per_process(Size.FEW)
def material_textures() -> tuple[core.Texture, core.Texture]:
    """Return the colors and heights of all materials, and their shapes and roughness."""
    colors, shapes = material_tiles()
    return _make_layers("tile colors", colors), _make_layers("tile shapes", shapes)


def _make_layers(name: str, layers: NDArray[np.uint8]) -> core.Texture:
    count, height, width, _ = layers.shape
    texture = core.Texture(name)
    texture.setup_2d_texture_array(
        width, height, count, core.Texture.T_unsigned_byte, core.Texture.F_rgba
    )
    texture.set_ram_image(np.ascontiguousarray(layers[..., [2, 1, 0, 3]]).tobytes())
    texture.set_minfilter(core.SamplerState.FT_linear_mipmap_linear)
    texture.set_magfilter(core.SamplerState.FT_linear)
    texture.set_anisotropic_degree(4)
    texture.set_wrap_u(core.SamplerState.WM_repeat)
    texture.set_wrap_v(core.SamplerState.WM_repeat)
    return texture
