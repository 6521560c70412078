"""Mesh files for a browser: coarser where they are large, each once however often it stands, its textures shrunk."""

from __future__ import annotations

from typing import Any

import numpy as np

from wc3d.meshes.surface import Texture
from wc3d.meshes.textures import shrink_texture
from wc3d.presentation.palette import RGB
from wc3d.scene.mesh_looks import DETAIL_TRIANGLES, MeshLook, MeshSkin
from wc3d.scene.terrain_meshes import PlacedMeshLook
from wc3d.web.packing import BinaryPack

MAX_TRIANGLES = 60_000
"""Of all mesh files of a page, copies not counted."""
MAX_TEXTURE_BYTES = 800_000
"""Of all textures of a page that is a file of its own."""
MAX_TEXTURE_SIDE_PX = 512
"""Pixels: a texture's sides are no longer; where there are many, shorter."""
MIN_TEXTURE_SIDE_PX = 32


class PageMeshFiles:
    """Those of a page, whose textures may take so many bytes."""

    def __init__(self, most_bytes: int = MAX_TEXTURE_BYTES) -> None:
        self.max_texture_bytes = most_bytes
        self.placed_meshes: list[tuple[PlacedMeshLook, RGB]] = []

    def add_mesh(self, placement: PlacedMeshLook, rgb: RGB) -> None:
        """A mesh file on the table; one that says nothing of its looks in a color."""
        self.placed_meshes.append((placement, rgb))

    @property
    def distinct_looks(self) -> list[MeshLook]:
        """The looks, copies once."""
        return list(
            {id(placement.look): placement.look for placement, _ in self.placed_meshes}.values()
        )

    def max_triangles_per_mesh(self) -> int:
        """No mesh is drawn with more triangles than this, so that the page stays small."""
        whole = max((look.triangle_counts[0] for look in self.distinct_looks), default=0)
        for limit in (whole, *DETAIL_TRIANGLES):
            if sum(_count_triangles(look, limit) for look in self.distinct_looks) <= MAX_TRIANGLES:
                return limit
        return DETAIL_TRIANGLES[-1]

    def describe_simplifications(self) -> str:
        """What the page draws otherwise than the files have it, in a sentence; "" if nothing."""
        whole, limit = (
            sum(look.triangle_counts[0] for look in self.distinct_looks),
            self.max_triangles_per_mesh(),
        )
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
            "The verdicts use the complete files."
        )

    def to_json(self, pack: BinaryPack) -> dict[str, Any]:
        """The textures, and each skin with where it stands; where all of it lies in the pack."""
        limit = self.max_triangles_per_mesh()
        skins: list[dict[str, Any]] = []
        images: dict[int, tuple[int, Texture]] = {}
        for look in self.distinct_looks:
            places = [
                _pack_placement(placement, rgb)
                for placement, rgb in self.placed_meshes
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


def _pack_skin(pack: BinaryPack, skin: MeshSkin) -> dict[str, Any]:
    low = skin.uv.min(axis=0)
    span = np.maximum(np.ptp(skin.uv, axis=0), 1e-6)
    places = pack.add_bytes(np.round((skin.uv - low) / span * 65_535).astype("<u2"))
    mesh = pack.add_mesh(skin.points, skin.normals, skin.colors, skin.faces)
    return {
        **mesh,
        "uv": places,
        "uvLow": [round(float(v), 6) for v in low],
        "uvSpan": [round(float(v), 6) for v in span],
    }


def _pack_placement(placement: PlacedMeshLook, rgb: RGB) -> list[float]:
    """Where it stands: x, y, z, its turn in radians, -1 if it is mirrored; then its color, 0 to 1."""
    m = placement.matrix
    turn = float(np.arctan2(-m[0, 1], m[1, 1]))
    tint = (255, 255, 255, 255) if placement.look.has_own_colors else (*rgb, 255)
    return [
        round(float(v), 5)
        for v in (*m[:3, 3], turn, -1.0 if placement.is_mirrored else 1.0, *(v / 255 for v in tint))
    ]


def _pack_textures(
    pack: BinaryPack, images: list[Texture], most_bytes: int
) -> list[dict[str, Any]]:
    """The images, all with sides so short that together they stay within what a page can hold."""
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
