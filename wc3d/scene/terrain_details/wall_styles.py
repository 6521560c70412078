"""The styles of walls and solids: their materials, and the relief of their sides.

A feature's name selects its style ("Low wall", "Hedge"), or else its kind, shape and board do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from wc3d.presentation.palette import (
    RGB,
    STRUCTURE_TINTS,
    structure_tint,
    terrain_look,
)
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GroundKind
from wc3d.scene.terrain_details.layers import Layer
from wc3d.scene.terrain_details.plans import plan_box
from wc3d.table.features import Feature, Kind

MAX_INSET_IN = 0.05
"""The maximum distance in inches from the surface of a solid to what is drawn."""
MIN_SUPPORT_HEIGHT_IN, MAX_SUPPORT_WIDTH_IN, MIN_FLOOR_FACTOR = 1.2, 0.8, 2.0
"""The least height and the greatest width of what carries a floor of boards, and how many times as
large the floor is."""
LOW_WALL_IN = 1.3
"""The maximum height of a low wall in inches."""


@dataclass(frozen=True)
class WallStyle:
    """The look of a solid's sides and top. All lengths are in inches, and all insets are inward.

    - `side`, `top`: materials; `rgb`, `top_rgb`: colors. Without `top_rgb` the top has `rgb`.
    - `inset`: of the sides; `coping`: the height of the course at the top that is not inset.
    - `bevel`: of exposed edges, and `chip` the share of it that varies.
    - `joint_spacing`, `joint_width`, `joint_depth`: of upright joints, in every other course if
      `is_staggered`; `course_spacing` is between level joints.
    - `has_wall_joints`: whether upright joints are in the sides too, not in copings alone.
    - `board_variation`: the insets of single boards; `roughness`: of single corners.
    - `point_spacing`: between corners of a rough side; `strata`: between ledges.
    - `tone_variation`: of the colors of courses, boards and ledges.
    - `mottle`: the variation of the color of single corners.
    - `fringe`: the greatest depth to which the ground of a top hangs over its edge.
    - `relief_shading`: light falls on the sides as if their relief were this many times as deep.
    - `rim`: the width of the rim of a top, which has the side's look; `rim_stone` is the length
      of its stones, 0 for one of broken rock.
    """

    name: str
    side: int
    top: int
    rgb: RGB
    top_rgb: RGB | None = None
    inset: float = 0.0
    coping: float = 0.0
    bevel: float = 0.025
    chip: float = 0.5
    joint_spacing: float = 0.0
    joint_width: float = 0.02
    joint_depth: float = 0.04
    course_spacing: float = 0.0
    is_staggered: bool = False
    has_wall_joints: bool = True
    board_variation: float = 0.0
    roughness: float = 0.0
    point_spacing: float = 0.0
    strata: float = 0.0
    tone_variation: float = 0.0
    mottle: float = 0.0
    fringe: float = 0.0
    relief_shading: float = 1.0
    rim: float = 0.0
    rim_stone: float = 0.0
    foot: str = "dirt"


CONCRETE = WallStyle(
    "concrete",
    m.CONCRETE,
    m.CONCRETE,
    (158, 156, 150),
    inset=0.008,
    coping=0.0,
    joint_spacing=2.4,
    joint_width=0.03,
    joint_depth=0.035,
    course_spacing=2.0,
    bevel=0.03,
    tone_variation=0.06,
)
MASONRY = WallStyle(
    "masonry",
    m.MASONRY,
    m.CONCRETE,
    (176, 168, 152),
    inset=0.035,
    coping=0.16,
    joint_spacing=1.1,
    joint_width=0.02,
    joint_depth=0.045,
    has_wall_joints=False,
    bevel=0.03,
    chip=0.8,
    rim=0.3,
    rim_stone=0.8,
)
PLASTER = WallStyle(
    "plaster",
    m.PLASTER,
    m.CONCRETE,
    (196, 182, 156),
    inset=0.035,
    coping=0.16,
    joint_spacing=1.3,
    joint_width=0.02,
    joint_depth=0.045,
    has_wall_joints=False,
    bevel=0.03,
    chip=0.8,
)
METAL = WallStyle(
    "metal",
    m.METAL,
    m.METAL,
    (118, 128, 134),
    inset=0.02,
    coping=0.1,
    bevel=0.02,
    chip=0.1,
    joint_spacing=2.0,
    joint_width=0.03,
    joint_depth=0.04,
)
CORRUGATED = WallStyle(
    "corrugated",
    m.CORRUGATED,
    m.METAL,
    (132, 138, 140),
    inset=0.03,
    coping=0.08,
    bevel=0.02,
    chip=0.1,
)
HAZARD = WallStyle(
    "hazard",
    m.HAZARD,
    m.CONCRETE,
    (206, 168, 60),
    inset=0.02,
    coping=0.0,
    bevel=0.03,
    joint_spacing=1.5,
    joint_width=0.03,
    joint_depth=0.04,
)
FENCE = WallStyle(
    "fence",
    m.BARK,
    m.PLANKS,
    (140, 108, 76),
    inset=0.004,
    bevel=0.018,
    chip=0.9,
    joint_spacing=0.26,
    joint_width=0.022,
    joint_depth=0.05,
    board_variation=0.022,
    tone_variation=0.34,
)
BOARDS = WallStyle(
    "boards",
    m.PLANKS,
    m.PLANKS,
    (146, 112, 78),
    inset=0.012,
    bevel=0.02,
    chip=0.9,
    course_spacing=0.25,
    joint_width=0.02,
    joint_depth=0.05,
    board_variation=0.02,
    tone_variation=0.3,
)
SANDBAGS = WallStyle(
    "sandbags",
    m.EARTH,
    m.EARTH,
    (164, 146, 108),
    bevel=0.045,
    chip=0.2,
    joint_spacing=0.5,
    joint_width=0.06,
    joint_depth=0.05,
    course_spacing=0.25,
    is_staggered=True,
    roughness=0.008,
    tone_variation=0.22,
)
SUPPORT = replace(
    FENCE,
    name="support",
    rgb=(122, 92, 64),
    joint_spacing=0.4,
    inset=0.02,
    board_variation=0.012,
    tone_variation=0.2,
)
"""The look of what carries a floor of boards."""
HEDGE = WallStyle(
    "hedge",
    m.LEAVES,
    m.LEAVES,
    (62, 82, 44),
    bevel=0.05,
    chip=0.6,
    roughness=0.05,
    point_spacing=0.22,
    mottle=0.6,
    relief_shading=3.0,
    foot="plants",
)
LOG = WallStyle(
    "log",
    m.BARK,
    m.BARK,
    (112, 86, 62),
    bevel=0.05,
    chip=0.3,
    roughness=0.03,
    point_spacing=0.3,
    foot="plants",
)
ROCK = WallStyle(
    "rock",
    m.ROCK,
    m.ROCK,
    (146, 136, 122),
    bevel=0.045,
    chip=0.9,
    inset=0.006,
    roughness=0.044,
    point_spacing=0.55,
    strata=0.6,
    foot="rocks",
    tone_variation=0.34,
    mottle=0.26,
    relief_shading=4.0,
    rim=0.3,
)
BANK = replace(ROCK, name="bank", top=m.EARTH, fringe=0.14)
STONES = WallStyle(
    "stones",
    m.ROCK,
    m.ROCK,
    (146, 136, 122),
    bevel=0.04,
    chip=0.7,
    joint_spacing=0.72,
    joint_width=0.035,
    joint_depth=0.05,
    course_spacing=0.34,
    is_staggered=True,
    roughness=0.014,
    tone_variation=0.3,
    foot="rocks",
)
EARTH = WallStyle(
    "earth",
    m.EARTH,
    m.GRASS,
    (124, 98, 72),
    bevel=0.05,
    chip=0.4,
    inset=0.012,
    roughness=0.036,
    point_spacing=0.4,
    mottle=0.45,
    relief_shading=5.0,
    fringe=0.42,
    foot="plants",
)
STEPS = WallStyle(
    "steps",
    m.CONCRETE,
    m.CONCRETE,
    (178, 172, 160),
    inset=0.03,
    coping=0.14,
    bevel=0.03,
    chip=0.6,
    joint_spacing=0.9,
    joint_width=0.02,
    joint_depth=0.045,
    course_spacing=0.375,
    tone_variation=0.1,
    rim=0.26,
    rim_stone=0.9,
)
BRICK_KILN = replace(PLASTER, name="kiln", side=m.MASONRY, rgb=(158, 104, 82))

NAMED_STYLES: tuple[tuple[str, WallStyle], ...] = (
    (r"sand ?bag|redoubt|bags", SANDBAGS),
    (r"hedge|bramble|thicket|bush", HEDGE),
    (r"trunk|\blog\b|fallen tree", LOG),
    (r"fence|palisade|stockade|hoarding", FENCE),
    (r"plank|barn|shed|crate|cart|wagon|pallet|bridge|catwalk|jetty|stage|rail|timber", BOARDS),
    (r"stones", STONES),
    (r"cliff|crag|outcrop|bank|ledge|boulder|rock|cairn|gorge|mesa|needle", BANK),
    (r"terrace|field(?! wall)|hill|raised ground|mound|ridge|earthwork|dune|berm|knoll", EARTH),
    (r"step|monument|plinth|fountain|statue|altar|podium|planter", STEPS),
    (r"kiln|chimney|furnace", BRICK_KILN),
    (r"container|hangar|silo|tank|depot|factory|warehouse", CORRUGATED),
    (r"bunker|pillbox|blast|block", CONCRETE),
    (r"barricade", BOARDS),
    (r"house|hut|shop|office|villa|hotel|glass", PLASTER),
    (r"wall|ruin|keep|tower|castle|gate|arch|church", MASONRY),
)
"""Regular expressions for the names of features, and the styles of the first that matches."""
GROUND_STYLES = {
    "grassland": (MASONRY, FENCE),
    "salt": (PLASTER, BOARDS),
    "snow": (MASONRY, FENCE),
    "desert": (PLASTER, BANK),
    "forest floor": (BOARDS, FENCE),
    "mud": (CONCRETE, SANDBAGS),
    "city": (PLASTER, CONCRETE),
    "station deck": (METAL, CORRUGATED),
}
"""The styles of structures and of low obstacles without a telling name, by the board's ground."""
ROCK_RGBS: dict[str, RGB] = {
    "desert": (152, 114, 84),
    "salt": (150, 136, 120),
    "snow": (138, 144, 154),
    "city": (140, 136, 130),
    "station deck": (112, 112, 114),
}
EARTH_RGBS: dict[str, RGB] = {
    "desert": (166, 126, 84),
    "salt": (158, 142, 120),
    "snow": (120, 108, 98),
    "city": (112, 98, 84),
    "mud": (112, 90, 66),
}
PAVED_GROUNDS = frozenset({"city", "station deck"})
"""The grounds that do not cover the tops of hills and rocks."""
TINTED = frozenset({"masonry", "plaster", "metal", "corrugated"})
"""The styles of structures with a tint of their own, to distinguish them."""


def wall_style(feature: Feature, ground: GroundKind) -> WallStyle:
    """Return the style of a solid feature on a board with this ground."""
    style = _basic_style(feature, ground)
    if style.name in TINTED and feature.kind is Kind.STRUCTURE:
        tint = structure_tint(feature)
        if tint not in STRUCTURE_TINTS[:2]:
            style = replace(style, rgb=tint)
    if style.name == "bank":
        style = replace(style, rgb=ROCK_RGBS.get(ground.name, style.rgb), top_rgb=(112, 112, 80))
        if ground.name not in PAVED_GROUNDS:
            style = replace(style, top=m.GROUND, top_rgb=ground.colors[0])
    elif style.name == "stones":
        style = replace(style, rgb=ROCK_RGBS.get(ground.name, style.rgb))
    elif style.name == "earth":
        style = replace(style, rgb=EARTH_RGBS.get(ground.name, style.rgb), top_rgb=(84, 98, 58))
        if ground.name not in PAVED_GROUNDS:
            style = replace(style, top=m.GROUND, top_rgb=ground.colors[0])
    elif style.name in ("concrete", "masonry", "plaster", "steps"):
        r, g, b = style.rgb if style.name != "plaster" else (150, 144, 133)
        style = replace(style, top_rgb=(_lighter(r), _lighter(g), _lighter(b)))
    if ground.name == "snow" and style.name != "hedge" and style.top != m.GROUND:
        style = replace(style, top=m.PLAIN, top_rgb=(216, 222, 230))
    return style


def is_support(layer: Layer, style: WallStyle) -> bool:
    """Return whether a layer of boards is posts or narrow walls that carry a floor."""
    if style.name != BOARDS.name or layer.high - layer.low < MIN_SUPPORT_HEIGHT_IN:
        return False
    if not layer.above.area > MIN_FLOOR_FACTOR * layer.plan.area:
        return False
    return all(plan_box(polygon).width <= MAX_SUPPORT_WIDTH_IN for polygon in layer.polygons)


def _lighter(value: int) -> int:
    return min(255, round(value * 1.04 + 8))


def _basic_style(feature: Feature, ground: GroundKind) -> WallStyle:
    if feature.kind is Kind.IMPASSABLE:
        return replace(HAZARD, rgb=terrain_look(feature).body)
    words = f"{feature.name} {feature.id}".lower().replace("-", " ").replace("_", " ")
    for pattern, style in NAMED_STYLES:
        if re.search(pattern, words):
            return style
    high, low = GROUND_STYLES.get(ground.name, GROUND_STYLES["grassland"])
    if feature.kind is not Kind.OBSTACLE:
        return high
    return low if feature.high - feature.low <= LOW_WALL_IN else CORRUGATED
