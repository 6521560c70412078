"""Tints that tell copies of the same mesh file apart, by the feature and the copy's number."""

from __future__ import annotations

import re
from zlib import crc32

from wc3d.scene.ground_textures import GRASS, GroundKind
from wc3d.table.features import Feature
from wc3d.table.maps.map_shapes import MeshShape

Tint = tuple[float, float, float]
TINTS: tuple[Tint, ...] = ((1.0, 1.0, 1.0), (1.06, 1.0, 0.9), (0.9, 0.95, 1.0))
"""The factors of the colors of most mesh files."""
PAINTED_TINTS: tuple[Tint, ...] = ((1.0, 1.0, 1.0), (1.7, 1.06, 0.62), (0.66, 0.72, 0.86))
"""The factors for what is painted in many colors: as it is, toward ocher, and dark."""
BLUE_TINTS: tuple[Tint, ...] = (*PAINTED_TINTS, (1.95, 0.66, 0.5), (1.7, 1.3, 1.12))
"""The factors for what is painted blue: also toward red and toward gray."""
PAINTED_NAMES = r"container|stack|barrel|drum|pod"
BLUE_FILES = frozenset({"container.glb"})
EARTH_FILES: dict[str, Tint] = {"crater.glb": (104.0, 82.0, 58.0)}
"""The files of bare earth, and about its color, which takes on that of the board."""
EARTH_RANGE = 0.8, 1.16
"""The least and the greatest factor of the color of earth."""


def mesh_tint(feature: Feature, number: int, ground: GroundKind = GRASS) -> Tint:
    """Return the tint of a feature's mesh file with this number on a board with this ground.

    Files of one feature differ only if they are painted: its rocks are of one kind.
    """
    is_painted = re.search(PAINTED_NAMES, f"{feature.name} {feature.id}".lower()) is not None
    files = [shape.file for shape in feature.shapes if isinstance(shape, MeshShape)]
    first = crc32(feature.id.encode()) // 7
    if files[number] in EARTH_FILES:
        own = zip(ground.colors[3], EARTH_FILES[files[number]], strict=True)
        r, g, b = (min(max(value / base, EARTH_RANGE[0]), EARTH_RANGE[1]) for value, base in own)
        return r, g, b
    if files[number] in BLUE_FILES:
        return BLUE_TINTS[(first + number) % len(BLUE_TINTS)]
    if is_painted:
        return PAINTED_TINTS[(first + number) % len(PAINTED_TINTS)]
    return TINTS[first % len(TINTS)]
