"""The textures of the table's surface: noise, the mat, and how open each place is to the sky."""
from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from panda3d.core import Texture

from wc3d.table.table import Table
from wc3d.view.shapes.textures import mat_map, noise_map, open_map, prepare
from wc3d.view.stage.geoms import texture


def prepare_textures(size: tuple[float, float]) -> Iterator[None]:
    """Make the noise and the mat of a size, if they are not there yet, in steps of a small part of a second."""
    if not noise_texture.cache_info().currsize:
        yield from prepare()
        noise_texture()
        yield
    mat_texture(size)
    yield


@cache
def noise_texture() -> Texture:
    """Two grains of noise, coarse and fine."""
    return texture("noise", noise_map(), tiled=True, mipmaps=True)


@cache
def mat_texture(size: tuple[float, float]) -> Texture:
    """The mat of a table of that size."""
    return texture("mat", mat_map(size), tiled=False, mipmaps=True)


def open_texture(table: Table) -> Texture:
    """How much sky each place sees, and the height there."""
    return texture("open", open_map(table), tiled=False, mipmaps=False)
