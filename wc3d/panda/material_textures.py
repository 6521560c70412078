"""The materials of terrain as textures: one layer for each material."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from panda3d import core

from wc3d._internal.memo import Size, memo_per_process
from wc3d.scene.materials import (
    BARK,
    CONCRETE,
    MASONRY,
    METAL,
    RUBBLE,
    material_tiles,
    prepare_material_tiles,
)
from wc3d.table.features import Kind

ANISOTROPY = 4
"""The degree of anisotropic filtering on graphics hardware."""


MESH_MATERIALS = {
    Kind.STRUCTURE: MASONRY,
    Kind.IMPASSABLE: METAL,
    Kind.ROUGH: RUBBLE,
    Kind.FOREST: BARK,
}
"""The material of mesh files without textures, by the kind of their terrain."""


def mesh_material(kind: Kind) -> int:
    """Return the number of the material of an untextured mesh file of a kind of terrain."""
    return MESH_MATERIALS.get(kind, CONCRETE)


def prepare_material_textures(is_software: bool) -> Iterator[None]:
    """Create the textures of all materials in short steps."""
    yield from prepare_material_tiles()
    material_textures(is_software)
    yield


@memo_per_process(Size.FEW)
def material_textures(is_software: bool) -> tuple[core.Texture, core.Texture]:
    """Return the colors and heights of all materials, and their shapes and roughness.

    Oblique views are sharp on graphics hardware alone. In software a picture of woods with
    anisotropic filtering takes five times as long, because edges of small triangles have large
    derivatives.
    """
    colors, shapes = material_tiles()
    degree = 1 if is_software else ANISOTROPY
    return _make_layers("tile colors", colors, degree), _make_layers("tile shapes", shapes, degree)


def _make_layers(name: str, layers: NDArray[np.uint8], anisotropy: int) -> core.Texture:
    count, height, width, _ = layers.shape
    texture = core.Texture(name)
    texture.setup_2d_texture_array(
        width, height, count, core.Texture.T_unsigned_byte, core.Texture.F_rgba
    )
    texture.set_ram_image(np.ascontiguousarray(layers[..., [2, 1, 0, 3]]).tobytes())
    texture.set_minfilter(core.SamplerState.FT_linear_mipmap_linear)
    texture.set_magfilter(core.SamplerState.FT_linear)
    texture.set_anisotropic_degree(anisotropy)
    texture.set_wrap_u(core.SamplerState.WM_repeat)
    texture.set_wrap_v(core.SamplerState.WM_repeat)
    return texture
