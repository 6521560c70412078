"""The colors and patterns of all drawings. No meaning depends on color alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from zlib import crc32

from wc3d.table.features import Feature, Kind

RGB = tuple[int, int, int]


class Pattern(StrEnum):
    """A fill pattern on paper."""

    SLANTED = "slanted"
    BACK_SLANTED = "back-slanted"
    CROSSED = "crossed"
    DOTTED = "dotted"
    LEVEL = "level"
    UPRIGHT = "upright"
    TREES = "trees"


@dataclass(frozen=True)
class TerrainLook:
    """The look of a kind of terrain: its body in 3D, and its fill, ink and pattern on paper."""

    body: RGB
    paper: RGB
    ink: RGB
    pattern: Pattern
    surface: int
    """The shader's pattern: a number of `scene.materials.MATERIALS`.

    0 plain, 1 blocks 1" high, 2 hazard stripes, 3 stones, 4 upright ribs, 5 leaves, 6 ripples, 7
    the feature's own strokes.
    """
    words: str
    """The 3D pattern in words, for the legend."""


TERRAIN_LOOKS: dict[Kind, TerrainLook] = {
    Kind.STRUCTURE: TerrainLook(
        (196, 178, 150), (226, 216, 196), (120, 96, 62), Pattern.SLANTED, 1, "plain edges"
    ),
    Kind.OBSTACLE: TerrainLook(
        (172, 172, 168), (222, 222, 218), (104, 104, 100), Pattern.BACK_SLANTED, 4, "dashed edges"
    ),
    Kind.IMPASSABLE: TerrainLook(
        (96, 104, 122), (204, 210, 222), (62, 72, 98), Pattern.CROSSED, 2, "diagonal stripes"
    ),
    Kind.ROUGH: TerrainLook(
        (138, 118, 90), (232, 222, 204), (140, 110, 70), Pattern.DOTTED, 3, "stones"
    ),
    Kind.FOREST: TerrainLook(
        (96, 98, 62),
        (214, 228, 204),
        (60, 104, 58),
        Pattern.TREES,
        5,
        "trees in a transparent block",
    ),
    Kind.OBSCURING: TerrainLook(
        (112, 108, 124),
        (224, 220, 234),
        (104, 92, 140),
        Pattern.LEVEL,
        6,
        "a transparent block with bands",
    ),
    Kind.OBJECTIVE: TerrainLook(
        (214, 182, 92),
        (246, 232, 190),
        (140, 104, 30),
        Pattern.UPRIGHT,
        7,
        "a transparent disc with strokes",
    ),
}

SHALLOW_WATER_LOOK = TerrainLook(
    (104, 150, 164), (206, 226, 236), (48, 104, 140), Pattern.LEVEL, 6, "ripples"
)
DEEP_WATER_LOOK = TerrainLook(
    (48, 88, 124), (176, 202, 222), (28, 66, 104), Pattern.CROSSED, 6, "dark ripples"
)
"""The look of deep water, which is impassable; shallow water is rough ground."""


def terrain_look(feature: Feature) -> TerrainLook:
    """Return the look of a feature: that of its kind, or that of water."""
    if feature.water:
        return DEEP_WATER_LOOK if feature.kind is Kind.IMPASSABLE else SHALLOW_WATER_LOOK
    return TERRAIN_LOOKS[feature.kind]


STRUCTURE_TINTS: tuple[RGB, ...] = (
    (198, 180, 152),
    (176, 172, 164),
    (152, 104, 80),
    (112, 128, 142),
    (186, 160, 134),
    (142, 142, 112),
    (160, 166, 168),
)
"""Tints that distinguish structures. Structures with the same name (up to a comma) share a tint."""

SURFACE_ALPHA_STEP = 16
"""The difference in a color's alpha, 0 to 255, between two surfaces."""


def surface_alpha(surface: int) -> int:
    """Return the alpha, 0 to 255, that names a surface in the color of a vertex."""
    return 255 - SURFACE_ALPHA_STEP * surface


WOOD_EDGE_COLOR: RGB = (96, 168, 92)
SMOKE_EDGE_COLOR: RGB = (176, 160, 224)


class Silhouette(StrEnum):
    """The kind of a model, shown by the outline of its figure."""

    TROOPER = "trooper"
    ATTACHMENT = "attachment"
    SOLO = "solo"
    HERO = "hero"
    WARJACK = "warjack"
    PORTAL = "portal"


@dataclass(frozen=True)
class Livery:
    """The look of a model on the board.

    `rgb` is its side's color. `side` is 1 (dark base, whole ring), 2 (pale base, notched ring) or
    0 (neither). `figure` is a path below models3d/figures, "" for a plain figure. `figure_parts`
    are added to the figure, such as ("arm", "ripper").
    """

    rgb: RGB
    side: int = 0
    silhouette: Silhouette = Silhouette.TROOPER
    figure: str = ""
    figure_parts: tuple[tuple[str, str], ...] = ()


class Role(StrEnum):
    """The part a model plays in a question."""

    FROM = "from"
    TO = "to"
    HIT = "hit"
    OTHER = "other"
    END = "end"
    MARKER = "marker"


ROLE_COLORS: dict[Role, RGB] = {
    Role.FROM: (38, 166, 214),
    Role.TO: (240, 132, 44),
    Role.HIT: (228, 74, 60),
    Role.OTHER: (150, 156, 164),
    Role.END: (70, 190, 120),
    Role.MARKER: (168, 120, 220),
}
ROLE_PINS: dict[Role, str] = {Role.FROM: "ring", Role.TO: "target", Role.HIT: "cross"}
"""The sign in the base of a model that a question is about, in addition to its color."""


class Pen(StrEnum):
    """The meaning of a line drawn over the board."""

    CLEAR = "clear"
    BLOCKED = "blocked"
    MEASURE = "measure"
    PATH = "path"
    REFUSED = "refused"
    FALL = "fall"
    SPRAY = "spray"
    INSIDE = "inside"


PEN_COLORS: dict[Pen, RGB] = {
    Pen.CLEAR: (44, 196, 112),
    Pen.BLOCKED: (230, 62, 52),
    Pen.MEASURE: (240, 200, 70),
    Pen.PATH: (62, 170, 236),
    Pen.REFUSED: (230, 62, 52),
    Pen.FALL: (236, 120, 40),
    Pen.SPRAY: (244, 150, 40),
    Pen.INSIDE: (60, 140, 70),
}
DASHED_PENS = frozenset({Pen.BLOCKED, Pen.REFUSED, Pen.FALL})
"""The pens that draw dashed lines."""
GROUND_PENS = frozenset({Pen.PATH, Pen.REFUSED, Pen.SPRAY, Pen.MEASURE})
"""The pens whose lines follow surfaces."""

GOOD_COLOR: RGB = (24, 132, 76)
BAD_COLOR: RGB = (190, 44, 38)
PLAIN_COLOR: RGB = (44, 92, 140)
CLOSE_CALL_COLOR: RGB = (166, 100, 6)
"""Amber, for a verdict that is too close to call."""
PAPER_COLOR: RGB = (250, 248, 243)
INK_COLOR: RGB = (28, 32, 38)
FAINT_COLOR: RGB = (112, 118, 126)
LEVEL_COLORS: tuple[RGB, ...] = (
    (64, 196, 150),
    (246, 190, 72),
    (236, 120, 150),
    (120, 150, 244),
    (190, 120, 230),
)
"""The colors of areas by level, lowest first. A label also gives each level's height."""


def structure_tint(feature: Feature) -> RGB:
    """Return the body color of a structure."""
    name = (feature.name or feature.id).split(",")[0].rstrip("0123456789- ")
    return STRUCTURE_TINTS[crc32(name.encode()) % len(STRUCTURE_TINTS)]


def is_translucent(feature: Feature) -> bool:
    """Return whether sight may enter the feature's volume, so that it is drawn translucent."""
    return feature.kind.obscuring and not feature.blocks_sight and feature.high > feature.low


def is_drawn_see_through(feature: Feature) -> bool:
    """Return whether the feature is drawn translucent.

    This is true for woods, for smoke, and for objectives, which must not hide the bases on them.
    """
    return is_translucent(feature) or feature.kind is Kind.OBJECTIVE
