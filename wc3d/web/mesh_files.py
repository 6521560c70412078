"""Mesh files for browser pages, simplified if large, stored once, with smaller textures."""

from __future__ import annotations

from typing import Any

import numpy as np

from wc3d.meshes.surface import Texture
from wc3d.meshes.textures import shrink_texture
from wc3d.presentation.palette import RGB
from wc3d.scene.mesh_looks import DETAIL_TRIANGLES, MeshLook, TexturedTriangles
from wc3d.scene.mesh_tints import TINTS, Tint
from wc3d.scene.terrain_meshes import PlacedMeshLook
from wc3d.web.packing import BinaryPack

MAX_TRIANGLES = 60_000
"""The maximum number of triangles of a page's mesh files, counting copies once."""
MAX_TEXTURE_BYTES = 800_000
"""The maximum size of all textures of a page in a single file."""
MAX_TEXTURE_SIDE_PX = 512
"""The maximum side of a texture in pixels. Many textures get shorter sides."""
MIN_TEXTURE_SIDE_PX = 32


class PageMeshFiles:
    """The mesh files of a page. Their textures take up to `most_bytes`."""

    def __init__(self, most_bytes: int = MAX_TEXTURE_BYTES) -> None:
        self.max_texture_bytes = most_bytes
        self.placed_meshes: list[tuple[PlacedMeshLook, Tint]] = []

    def add_mesh(self, placement: PlacedMeshLook, rgb: RGB, tint: Tint = TINTS[0]) -> None:
        """Add a mesh file on the table.

        `rgb` colors a file without colors of its own, and `tint` has factors of other colors.
        """
        r, g, b = rgb
        own = (r / 255, g / 255, b / 255)
        self.placed_meshes.append((placement, tint if placement.look.has_own_colors else own))

    @property
    def distinct_looks(self) -> list[MeshLook]:
        """The looks without duplicates."""
        return list(
            {id(placement.look): placement.look for placement, _ in self.placed_meshes}.values()
        )

    def max_triangles_per_mesh(self) -> int:
        """Return the maximum number of triangles per mesh that limits the page's size."""
        whole = max((look.triangle_counts[0] for look in self.distinct_looks), default=0)
        for limit in (whole, *DETAIL_TRIANGLES):
            if sum(_count_triangles(look, limit) for look in self.distinct_looks) <= MAX_TRIANGLES:
                return limit
        return DETAIL_TRIANGLES[-1]

    def describe_simplifications(self) -> str:
        """Describe the page's simplifications in a sentence, "" if there are none."""
        whole = sum(look.triangle_counts[0] for look in self.distinct_looks)
        limit = self.max_triangles_per_mesh()
        drawn_count = sum(_count_triangles(look, limit) for look in self.distinct_looks)
        if drawn_count == whole:
            return ""
        files = (
            f"{len(self.distinct_looks)} mesh files"
            if len(self.distinct_looks) > 1
            else "mesh file"
        )
        return (
            f"To stay small, this page draws {drawn_count:,} of the {whole:,} triangles of the board's {files}, with smaller textures. "
            "The verdicts use every triangle."
        )

    def to_json(self, pack: BinaryPack) -> dict[str, Any]:
        """Pack textures, skins and their placements. Return their positions in the pack."""
        limit = self.max_triangles_per_mesh()
        skins: list[dict[str, Any]] = []
        images: dict[int, tuple[int, Texture]] = {}
        for look in self.distinct_looks:
            places = [
                _pack_placement(placement, color)
                for placement, color in self.placed_meshes
                if placement.look is look
            ]
            for skin in look.detail_with_at_most(limit):
                number = -1
                if skin.texture >= 0:
                    image = look.textures[skin.texture]
                    number, _ = images.setdefault(id(image), (len(images), image))
                about = {"texture": number, "cutoff": skin.cutoff, "places": places}
                skins.append({**_pack_skin(pack, skin), **about})
        return {
            "skins": skins,
            "textures": _pack_textures(
                pack, [image for _, image in images.values()], self.max_texture_bytes
            ),
        }


def _count_triangles(look: MeshLook, limit: int) -> int:
    return sum(len(skin.faces) for skin in look.detail_with_at_most(limit))


def _pack_skin(pack: BinaryPack, skin: TexturedTriangles) -> dict[str, Any]:
    mesh = pack.add_mesh(skin.points, skin.normals, skin.colors, skin.faces)
    return {**mesh, **pack.add_uv(skin.uv)}


def _pack_placement(placement: PlacedMeshLook, color: Tint) -> list[float]:
    """Return x, y, z, the rotation in radians, -1 if mirrored, and the factors of the color."""
    m = placement.matrix
    turn = float(np.arctan2(-m[0, 1], m[1, 1]))
    return [
        round(float(v), 5)
        for v in (*m[:3, 3], turn, -1.0 if placement.is_mirrored else 1.0, *color, 1.0)
    ]


def _pack_textures(
    pack: BinaryPack, images: list[Texture], most_bytes: int
) -> list[dict[str, Any]]:
    """Pack the textures, shrunk until all of them take up to `most_bytes`."""
    longest = MAX_TEXTURE_SIDE_PX
    while True:
        texture_files = [shrink_texture(image, longest) for image in images]
        if (
            sum(len(data) for data, _ in texture_files) <= most_bytes
            or longest <= MIN_TEXTURE_SIDE_PX
        ):
            return [
                {
                    "at": pack.add_bytes(np.frombuffer(data, np.uint8)),
                    "bytes": len(data),
                    "mime": mime,
                }
                for data, mime in texture_files
            ]
        longest //= 2
