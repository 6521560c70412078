"""What figures are painted with."""

from __future__ import annotations

from dataclasses import dataclass

RGB = tuple[int, int, int]

MATTE, TEAM, METAL, GLOW = 255, 254, 200, 128
"""What the fourth number of a corner's color says: plain paint, the player's color in place of it, metal, light."""


@dataclass(frozen=True)
class Paint:
    """A color as a screen shows it, and what kind of paint it is."""

    rgb: RGB
    kind: int = MATTE

    def worn(self) -> RGB:
        """The color of its edges, where a brush has been drawn over them."""
        if self.kind in (GLOW, TEAM):
            return self.rgb
        lift = 0.5 if self.kind == METAL else 0.36
        pale = (250, 246, 236)
        return tuple(round(c + (p - c) * lift) for c, p in zip(self.rgb, pale, strict=True))  # type: ignore[return-value]


STEEL = Paint((124, 128, 136), METAL)
GUN = Paint((66, 68, 76), METAL)
BRASS = Paint((196, 150, 70), METAL)
BRONZE = Paint((140, 92, 58), METAL)
BLACK = Paint((38, 38, 42))
LEATHER = Paint((98, 66, 44))
SKIN = Paint((214, 164, 132))
BONE = Paint((214, 202, 172))
OWN = Paint((255, 255, 255), TEAM)
"""What shows whose the figure is."""


@dataclass(frozen=True)
class Scheme:
    """The colors of a Faction: armour, its second color, cloth, bare metal, trim, light, and the ground it fights on."""

    main: Paint
    second: Paint
    cloth: Paint
    metal: Paint
    trim: Paint
    glow: Paint
    dirt: RGB
    stone: RGB


MARCHER = Scheme(
    Paint((206, 128, 46)),
    Paint((92, 96, 84)),
    Paint((122, 98, 70)),
    GUN,
    Paint((222, 208, 176)),
    Paint((120, 240, 255), GLOW),
    (134, 104, 70),
    (150, 138, 120),
)
IRON_STAR = Scheme(
    Paint((52, 92, 156)),
    Paint((222, 222, 214)),
    Paint((150, 44, 48)),
    STEEL,
    BRASS,
    Paint((255, 214, 120), GLOW),
    (98, 98, 92),
    (158, 158, 160),
)
AETERNUS = Scheme(
    Paint((84, 58, 104)),
    Paint((58, 62, 60)),
    Paint((52, 42, 54)),
    Paint((94, 84, 80), METAL),
    BONE,
    Paint((150, 255, 110), GLOW),
    (72, 70, 64),
    (100, 96, 100),
)
EMPYREAN = Scheme(
    Paint((226, 224, 214)),
    Paint((44, 112, 120)),
    Paint((70, 84, 112)),
    Paint((172, 150, 98), METAL),
    Paint((212, 178, 96), METAL),
    Paint((110, 250, 230), GLOW),
    (172, 166, 150),
    (206, 200, 190),
)
PLAIN = Scheme(
    Paint((214, 212, 204), TEAM),
    Paint((92, 96, 106)),
    Paint((78, 84, 98)),
    STEEL,
    Paint((190, 186, 176)),
    Paint((200, 250, 255), GLOW),
    (112, 106, 94),
    (142, 138, 130),
)
