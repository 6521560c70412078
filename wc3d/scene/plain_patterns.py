"""GLSL of the patterns of terrain in the plain look, which the window and the pages share.

Blocks, planks and beds of rock are one pattern with numbers for each material, so that drawing
them takes no branch and no texture. The text is both GLSL 3.30 and GLSL ES 3.00.
"""

from __future__ import annotations

from dataclasses import dataclass

from wc3d.scene.materials import MATERIALS


@dataclass(frozen=True)
class PlainPattern:
    """The pattern of a material in the plain look. Lengths are in inches.

    - `row`, `block`: the height of a course and the length of a block, plank or bed.
    - `joint`: the strength of dark joints, and `tones` that of differences between blocks.
    - `stretch`: the factors of the grain's frequency along a surface and up or across it.
    - `tilt`: how far facets of a block turn the light, and `warp` how crooked joints are.
    """

    row: float = 1.0
    block: float = 1.0
    joint: float = 0.0
    tones: float = 0.0
    stretch: tuple[float, float] = (1.0, 1.0)
    tilt: float = 0.0
    warp: float = 0.0


PLAIN_PATTERNS: dict[str, PlainPattern] = {
    "masonry": PlainPattern(0.5, 1.0, 0.5, 0.26, tilt=0.12, warp=0.03),
    "concrete": PlainPattern(2.0, 2.4, 0.26, 0.08),
    "planks": PlainPattern(0.25, 9.0, 0.5, 0.4, (0.12, 1.6), warp=0.012),
    "rubble": PlainPattern(0.31, 0.43, stretch=(0.9, 0.9), warp=0.5),
    "leaves": PlainPattern(0.15, 0.21, stretch=(1.6, 1.6), warp=0.3),
    "metal": PlainPattern(2.0, 2.0, 0.36, 0.1),
    "rock": PlainPattern(0.55, 4.2, 0.24, 0.3, (0.7, 1.3), 0.18, 1.1),
    "bark": PlainPattern(stretch=(2.4, 0.2)),
    "water": PlainPattern(stretch=(0.8, 1.5)),
    "plaster": PlainPattern(0.22, 0.55, 0.5, 0.36, (0.42, 0.42), warp=0.02),
}
"""The patterns by the material's name. Other materials have grain alone, and plaster has bricks
only where it has fallen off."""
JOINT_WIDTH_IN = 0.014


def pattern_tables_glsl() -> str:
    """Return the tables of the patterns, for vertices: to look them up takes a pixel long."""
    patterns = [PLAIN_PATTERNS.get(material.name, PlainPattern()) for material in MATERIALS]
    count = len(patterns)
    blocks = [(p.row, p.block, p.joint, p.tones) for p in patterns]
    grains = [(*p.stretch, p.tilt, p.warp) for p in patterns]
    tables = "".join(
        f"const vec4 {name}[{count}] = vec4[{count}]("
        + ", ".join(f"vec4({', '.join(f'{v:.4f}' for v in row)})" for row in rows)
        + ");\n"
        for name, rows in (("BLOCKS", blocks), ("GRAINS", grains))
    )
    return tables


PATTERN_GLSL = f"""
const float JOINT_WIDTH = {JOINT_WIDTH_IN};"""
PATTERN_GLSL += """
float rise(float low, float high, float x) { return clamp((x - low) / (high - low), 0., 1.); }   // quicker than smoothstep
vec3 blockPattern(vec4 block, vec2 at, float soft, out vec2 inside) {           // the color's factor, and the block's own numbers
  vec2 share = at / block.yx;
  float row = floor(share.y), along = share.x + .43 * row, number = floor(along);
  float mixed = fract(.7547 * number + .5698 * row);
  vec2 tone = fract(mixed * (vec2(97.3, 61.7) * mixed + 17.)) - .5;
  inside = vec2(along - number, share.y - row) - .5;
  vec2 away = (.5 - abs(inside)) * block.yx;
  float joint = 1. - rise(JOINT_WIDTH, JOINT_WIDTH + 1.5 * soft, min(away.x, away.y));
  float seen = clamp(1.25 - 3. * soft / block.x, 0., 1.);                       // lines of less than a pixel would make all dark
  return vec3((1. - block.z * joint * seen) * (1. + block.w * tone.x), tone);
}
float bits(vec2 inside, vec2 tone, float soft) {                                // stones or leaves of different sizes, in some of the cells
  float reach = .1 + .34 * max(tone.x + .1, 0.);
  return 1. - rise(reach, reach + .08 + 1.6 * soft, length(inside + .3 * tone));
}
const vec3 BRICK_TINT = vec3(.74, .46, .36);
"""
"""The pattern of blocks, by the numbers of a material in the first table."""
