"""Mesh files for a browser: coarser where they are large, each once however often it stands, its textures shrunk."""
from __future__ import annotations

from typing import Any

import numpy as np

from wc3d.meshes.images import shrunk
from wc3d.meshes.surface import Texture
from wc3d.presentation.palette import RGB
from wc3d.scene.looks import COUNTS, MeshLook, Skin
from wc3d.scene.terrain_meshes import PlacedLook
from wc3d.web.packing import Pack

MOST_TRIANGLES = 60_000
"""Of all mesh files of a page, copies not counted."""
MOST_BYTES = 800_000
"""Of all textures of a page that is a file of its own."""
LONGEST = 512
"""Pixels: a texture's sides are no longer; where there are many, shorter."""
SHORTEST = 32


class PageFiles:
    """Those of a page, whose textures may take so many bytes."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self.placed: list[tuple[PlacedLook, RGB]] = []

    def add(self, placement: PlacedLook, rgb: RGB) -> None:
        """A mesh file on the table; one that says nothing of its looks in a color."""
        self.placed.append((placement, rgb))

    @property
    def looks(self) -> list[MeshLook]:
        """The looks, copies once."""
        return list({id(placement.look): placement.look for placement, _ in self.placed}.values())

    def drawn_triangles(self) -> int:
        """No mesh is drawn with more triangles than this, so that the page stays small."""
        whole = max((look.counts[0] for look in self.looks), default=0)
        for limit in (whole, *COUNTS):
            if sum(_count(look, limit) for look in self.looks) <= MOST_TRIANGLES:
                return limit
        return COUNTS[-1]

    def words(self) -> str:
        """What the page draws otherwise than the files have it, in a sentence; "" if nothing."""
        whole, limit = sum(look.counts[0] for look in self.looks), self.drawn_triangles()
        drawn_count = sum(_count(look, limit) for look in self.looks)
        if drawn_count == whole:
            return ""
        files = f"{len(self.looks)} mesh files" if len(self.looks) > 1 else "mesh file"
        return (
            f"To stay small, this page draws {drawn_count:,} of the {whole:,} triangles of the board's {files}, with smaller textures. "
            "The verdicts use the complete files."
        )

    def for_browser(self, pack: Pack) -> dict[str, Any]:
        """The textures, and each skin with where it stands; where all of it lies in the pack."""
        limit = self.drawn_triangles()
        skins: list[dict[str, Any]] = []
        images: dict[int, tuple[int, Texture]] = {}
        for look in self.looks:
            places = [_place(placement, rgb) for placement, rgb in self.placed if placement.look is look]
            for skin in look.no_more_than(limit):
                number = -1
                if skin.texture >= 0:
                    image = look.textures[skin.texture]
                    number, _ = images.setdefault(id(image), (len(images), image))
                about = {"texture": number, "cutoff": skin.cutoff, "places": places}
                skins.append({**_packed(pack, skin), **about})
        return {"skins": skins, "textures": _textures(pack, [image for _, image in images.values()], self.most_bytes)}


def _count(look: MeshLook, limit: int) -> int:
    return sum(len(skin.faces) for skin in look.no_more_than(limit))


def _packed(pack: Pack, skin: Skin) -> dict[str, Any]:
    low = skin.uv.min(axis=0)
    span = np.maximum(np.ptp(skin.uv, axis=0), 1e-6)
    places = pack.bytes(np.round((skin.uv - low) / span * 65_535).astype("<u2"))
    mesh = pack.mesh(skin.points, skin.normals, skin.colors, skin.faces)
    return {**mesh, "uv": places, "uvLow": [round(float(v), 6) for v in low], "uvSpan": [round(float(v), 6) for v in span]}


def _place(placement: PlacedLook, rgb: RGB) -> list[float]:
    """Where it stands: x, y, z, its turn in radians, -1 if it is mirrored; then its color, 0 to 1."""
    m = placement.matrix
    turn = float(np.arctan2(-m[0, 1], m[1, 1]))
    tint = (255, 255, 255, 255) if placement.look.painted else (*rgb, 255)
    return [round(float(v), 5) for v in (*m[:3, 3], turn, -1.0 if placement.mirrored else 1.0, *(v / 255 for v in tint))]


def _textures(pack: Pack, images: list[Texture], most_bytes: int) -> list[dict[str, Any]]:
    """The images, all with sides so short that together they stay within what a page can hold."""
    longest = LONGEST
    while True:
        texture_files = [shrunk(image, longest) for image in images]
        if sum(len(data) for data, _ in texture_files) <= most_bytes or longest <= SHORTEST:
            return [{"at": pack.bytes(np.frombuffer(data, np.uint8)), "bytes": len(data), "mime": mime} for data, mime in texture_files]
        longest //= 2
