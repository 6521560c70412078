"""What figures are painted with, and the materials that their paints look like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

RGB = tuple[int, int, int]

MATERIAL_STEP = 16
"""The fourth number of a corner's color is 255 - MATERIAL_STEP * the number of its material."""


class Material(NamedTuple):
    """How a paint reflects light: each value from 0 to 1."""

    name: str
    roughness: float
    """0 is a mirror, 1 is chalk."""
    metal: float
    """Reflections take the paint's color."""
    sheen: float
    """Pale edges where the surface turns away: cloth, and the glaze of ceramic."""
    glow: float
    """Gives light of its own and has no shade."""


MATERIALS = (
    Material("matte", 0.8, 0.0, 0.1, 0.0),
    Material("painted steel", 0.56, 0.0, 0.2, 0.0),
    Material("ceramic", 0.27, 0.0, 0.4, 0.0),
    Material("bone", 0.64, 0.0, 0.3, 0.0),
    Material("bare steel", 0.36, 1.0, 0.2, 0.0),
    Material("polished brass", 0.2, 1.0, 0.3, 0.0),
    Material("cloth", 1.0, 0.0, 0.8, 0.0),
    Material("light", 1.0, 0.0, 0.0, 1.0),
)
"""The materials by number. wc3d.scene.figure_files.MATERIALS holds the same numbers for the shader."""

MATTE, STEEL_PAINT, CERAMIC, BONY, METAL, POLISHED, CLOTH, GLOW = (
    255 - MATERIAL_STEP * k for k in range(len(MATERIALS))
)
"""What the fourth number of a corner's color says."""
TEAM = 254
"""Matte paint in the player's color."""
EARTH = 253
"""Matte paint in the color of the board's ground, on the top of a base."""
EDGE = 4
"""How much less the fourth number is on an edge whose paint may be chipped."""
CHIPPED = (STEEL_PAINT, CERAMIC)
"""The paints that chip at edges."""


@dataclass(frozen=True)
class Paint:
    """A color as a screen shows it, and what kind of paint it is."""

    rgb: RGB
    kind: int = MATTE


STEEL = Paint((124, 128, 136), METAL)
GUN = Paint((66, 68, 76), METAL)
BRASS = Paint((196, 150, 70), POLISHED)
BRONZE = Paint((140, 92, 58), POLISHED)
BLACK = Paint((38, 38, 42))
LEATHER = Paint((98, 66, 44))
SKIN = Paint((226, 170, 136))
LIPS = Paint((150, 84, 70))
EYE = Paint((240, 236, 226))
SOOT = Paint((30, 28, 28))
COAL = Paint((24, 24, 28), CERAMIC)
HAIR = Paint((62, 44, 34), CLOTH)
BONE = Paint((214, 202, 172), BONY)
OWN = Paint((255, 255, 255), TEAM)
"""What shows whose the figure is."""


@dataclass(frozen=True)
class Scheme:
    """The colors of a Faction: armour, its second color, cloth, bare metal, trim, light, stone and mark."""

    main: Paint
    second: Paint
    cloth: Paint
    metal: Paint
    trim: Paint
    glow: Paint
    stone: RGB
    mark: str
    """The shape of its mark, a name in figure_kit.marks."""


def lighter(rgb: RGB) -> RGB:
    """The color of the edge of cloth, where light and wear make it pale."""
    r, g, b = (min(255, round(c * 1.22 + 26)) for c in rgb)
    return r, g, b


MARCHER = Scheme(
    Paint((206, 128, 46), STEEL_PAINT),
    Paint((92, 96, 84), STEEL_PAINT),
    Paint((122, 98, 70), CLOTH),
    GUN,
    Paint((222, 208, 176)),
    Paint((120, 240, 255), GLOW),
    (150, 138, 120),
    "chevron",
)
IRON_STAR = Scheme(
    Paint((52, 92, 156), STEEL_PAINT),
    Paint((222, 222, 214), CERAMIC),
    Paint((150, 44, 48), CLOTH),
    STEEL,
    BRASS,
    Paint((255, 214, 120), GLOW),
    (158, 158, 160),
    "star",
)
AETERNUS = Scheme(
    Paint((84, 58, 104), CERAMIC),
    Paint((58, 62, 60)),
    Paint((52, 42, 54), CLOTH),
    Paint((94, 84, 80), METAL),
    BONE,
    Paint((150, 255, 110), GLOW),
    (100, 96, 100),
    "hourglass",
)
EMPYREAN = Scheme(
    Paint((226, 224, 214), CERAMIC),
    Paint((44, 112, 120), CERAMIC),
    Paint((70, 84, 112), CLOTH),
    Paint((172, 150, 98), POLISHED),
    Paint((212, 178, 96), POLISHED),
    Paint((110, 250, 230), GLOW),
    (206, 200, 190),
    "lozenge",
)
PLAIN = Scheme(
    Paint((214, 212, 204), TEAM),
    Paint((92, 96, 106), STEEL_PAINT),
    Paint((78, 84, 98), CLOTH),
    STEEL,
    Paint((190, 186, 176)),
    Paint((200, 250, 255), GLOW),
    (142, 138, 130),
    "bars",
)
