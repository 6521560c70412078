"""Core GLSL 330 shaders: lit surfaces, shadow map, translucent volumes, wide lines and flat color.

The surface kind (`SURFACE`) is a compile-time constant because software drivers run both sides of
a branch. Repeated products replace the slower `pow`. Texture lookups cost most, so mesh files
without shadows are lit per vertex.

A lit surface has two looks (`LOOK`). The plain look is quick and gives the colors of the screen.
The physically based look has many shadow samples and gives linear light (see `physical_light`).
"""

from __future__ import annotations

from panda3d.core import Shader

from wc3d._internal.memo import Size, memo_per_process
from wc3d.scene.physical_light import (
    FIGURE_MATERIAL_GLSL,
    FILM_GLSL,
    LIGHT_GLSL,
    physical_glsl,
)
from wc3d.scene.plain_patterns import PATTERN_GLSL, pattern_tables_glsl
from wc3d.scene.quality import is_physical

(
    SURFACE_TERRAIN,
    SURFACE_MAT,
    SURFACE_FIGURE,
    SURFACE_FLOOR,
    SURFACE_TEXTURED,
    SURFACE_TUFTS,
    SURFACE_UNTEXTURED,
) = 0, 1, 2, 3, 4, 5, 6
"""The kinds of lit surface. Mesh files are textured, or untextured if no part has a texture."""
PHYSICAL_ROOM_SAMPLES = -1
"""The number of shadow samples of a surface without shadows in the physically based look."""
SURFACE_ROOM = 8
"""The room by day or by night. The plain room is SURFACE_FLOOR."""
NO_CEILING_IN = 1e6
"""Ceiling without a cutaway, in inches: higher than all terrain."""

SRGB_CURVE = ((-0.0530515, 20.5091642, 74.9391981), (9.778716, 84.368819))
"""The curve from linear light to sRGB as a ratio of polynomials over the square root r.

The coefficients of r, r^2 and r^3 above, and of r and r^2 below, where the constant is 1. The ratio
is within 0.7 of 255 of the exact curve. It needs one square root, where sums of roots need three.
"""

PLAIN_GLSL = (
    "uniform vec3 sunLight, skyLight;"
    + LIGHT_GLSL
    + """
float grain(sampler2D noise, vec3 at) { return grainOf(texture(noise, (at.xy + at.z * vec2(.7, .3)) * .45).r); }
float unshadowed(float open) { return .35 + .65 * open * open; }                   // no shadows: the sky's openness must do
"""
)

LIT_VERTEX = (
    """#version 330
#define SURFACE %(surface)d
#define TAPS %(taps)d
#define LOOK %(look)d
#define MESH (SURFACE == 4 || SURFACE == 6)
#define AT_CORNERS (MESH && TAPS == 0)
uniform mat4 p3d_ModelViewProjectionMatrix, p3d_ModelMatrix; uniform vec4 p3d_ColorScale;
in vec4 p3d_Vertex; in vec3 p3d_Normal; in vec4 p3d_Color;
out vec3 where; out vec3 facing; out vec4 paint;
#if SURFACE == 4
in vec2 p3d_MultiTexCoord0; out vec2 spot;
#endif
#if SURFACE == 2
flat out vec4 material; flat out float edge; out vec3 onFigure;
"""
    + FIGURE_MATERIAL_GLSL
    + """
#endif
#if SURFACE == 0 && !LOOK
flat out vec4 blocks, grains, kinds; flat out float isWater, isPlaster;
%(tables)s
#endif
#if SURFACE == 8
uniform vec2 tableSize; uniform vec3 roomShape, roomRows; out vec2 spot;
vec2 room_spot(vec3 at, vec3 n) {                                                // see scene/room.py: room_map
  vec2 away = abs(at.xy - tableSize * .5), share = step(tableSize * .5, at.xy);
  if (max(away.x - tableSize.x * .5, away.y - tableSize.y * .5) < 1.) {
    bool lamp = at.z > 0.;
    float part = lamp ? (max(away.x, away.y) > 1. ? 2. : 3.) : (abs(n.z) > .5 ? 1. : 0.);
    return vec2((part + .5) * .25, 1. - .5 * roomRows.z);
  }
  if (abs(n.z) > .5) return vec2(.5 * mix(.002, .998, share.x) + (n.z > 0. ? 0. : .5), mix(.004, roomRows.x - .003, share.y));
  bool sideways = abs(n.x) > .5;
  float number = sideways ? (n.x < 0. ? 1. : 3.) : (n.y < 0. ? 0. : 2.);
  float up = (at.z - roomShape.y) / (roomShape.z - roomShape.y);
  return vec2((number + mix(.004, .996, sideways ? share.y : share.x)) * .25, roomRows.x + mix(.003, roomRows.y - .003, up));
}
#endif
#if AT_CORNERS
uniform vec3 sun; uniform vec2 tableSize; uniform sampler2D noiseMap, openMap;
out vec3 before, behind;
"""
    + PLAIN_GLSL
    + """
vec3 corner(vec3 n, float open) {
  return daylight(n, max(dot(n, sun), 0.), unshadowed(open), open) * grain(noiseMap, where);
}
#endif
void main() {
  vec4 world = p3d_ModelMatrix * p3d_Vertex;
  where = world.xyz;
  facing = mat3(p3d_ModelMatrix) * p3d_Normal;
  paint = p3d_Color * p3d_ColorScale;
#if SURFACE == 2
  material = materialOf(p3d_Color.a); edge = edgeOf(p3d_Color.a); onFigure = p3d_Vertex.xyz;
#endif
#if SURFACE == 4
  spot = p3d_MultiTexCoord0;
#endif
#if SURFACE == 0 && !LOOK
  int number = min(int((1. - p3d_Color.a) * 16. + .5), BLOCKS.length() - 1);
  blocks = BLOCKS[number]; grains = GRAINS[number];
  kinds = vec4(number == 2, number == 3, number == 4, number == 5); isWater = float(number == 6); isPlaster = float(number == 14);
#endif
#if SURFACE == 8
  spot = room_spot(where, facing);
#endif
#if AT_CORNERS
  vec3 n = normalize(facing);
  float open = openness(openMap, where, n, tableSize);                           // of the outside: a lookup costs most
  if (determinant(mat3(p3d_ModelMatrix)) < 0.) n = -n;
  before = corner(n, open); behind = corner(-n, open);
#endif
  gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
}
"""
)

LIT_FRAGMENT = (
    """#version 330
#define SURFACE %(surface)d
#define TAPS %(taps)d
#define LOOK %(look)d
#define GRID %(grid)d
#define CUT %(cut)d
#define MESH (SURFACE == 4 || SURFACE == 6)
#define AT_CORNERS (MESH && TAPS == 0)
in vec3 where; in vec3 facing; in vec4 paint;
out vec4 color;
uniform vec3 eye, sun; uniform vec2 tableSize;
uniform sampler2D noiseMap, openMap, matMap, detailMap;
#if LOOK
uniform float groundTile, meshTile, shadowDeep;
#endif
#if SURFACE == 1
uniform vec3 matTone;
#endif
"""
    + PLAIN_GLSL
    + FILM_GLSL
    + """
#if SURFACE == 2
flat in vec4 material; flat in float edge; in vec3 onFigure;
#endif
#if SURFACE == 8
in vec2 spot; uniform sampler2D roomMap;
#endif
#if SURFACE == 3 || SURFACE == 8
uniform vec3 roomLight;
#endif
#if SURFACE == 4
in vec2 spot; uniform sampler2D p3d_Texture0; uniform vec4 cutoff;
#endif
#if AT_CORNERS
in vec3 before, behind;
#endif
#if CUT
uniform float ceiling;
#endif

#if LOOK
%(physical)s
#elif TAPS > 0
uniform sampler2DShadow shadowMap; uniform mat4 toShadow; uniform float shadowTexel;

const vec2 DISC[12] = vec2[12](vec2(-.326,-.406), vec2(-.840,-.074), vec2(-.696,.457), vec2(-.203,.621), vec2(.962,-.195),
  vec2(.473,-.480), vec2(.519,.767), vec2(.185,-.893), vec2(.507,.064), vec2(.896,.412), vec2(-.322,-.933), vec2(-.792,-.598));

float sunlight(vec3 n, float slant) {
  vec3 p = (toShadow * vec4(where + n * (.035 + .10 * (1. - slant)), 1.)).xyz;   // the sun is far away: w is 1
  float lit = 0.;
#if TAPS > 4
  float turn = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) * 6.2832;
  mat2 spin = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
#else
  mat2 spin = mat2(1.);
#endif
  for (int i = 0; i < TAPS; i++)
    lit += texture(shadowMap, vec3(p.xy + spin * DISC[i] * shadowTexel * 2.2, p.z - .0008));
  return lit / float(TAPS);
}
#endif

#if SURFACE == 0 && !LOOK
flat in vec4 blocks, grains, kinds; flat in float isWater, isPlaster;
%(pattern)s
#endif

#if GRID
float ruled(vec2 at, float every, float wide) {                                  // how near the next line of a grid is
  vec2 away = abs(fract(at / every + .5) - .5) * every / max(fwidth(at), vec2(1e-5));
  return 1. - smoothstep(wide, wide + 1., min(away.x, away.y));
}
#endif

void main() {
#if CUT
  if (where.z > ceiling) discard;
#endif
  vec3 n = normalize(facing);
  vec3 view = normalize(eye - where);
#if MESH && !AT_CORNERS
  bool back = dot(n, cross(dFdx(where), dFdy(where))) < 0.;                        // of a mesh file either side may be seen
  if (back) n = -n;
#endif
  vec3 steep = abs(n);
#if SURFACE == 4
  vec4 skin = texture(p3d_Texture0, spot);
  if (skin.a * paint.a < cutoff.x) discard;
  vec3 base = linear(skin.rgb) * linear(paint.rgb);
#elif SURFACE == 1
  vec3 base = matColor(texture(matMap, where.xy / tableSize).rgb, texture(detailMap, where.xy * .25).r)
    * (linear(paint.rgb) * matTone);
#elif SURFACE == 0 && LOOK
  int kind = int(floor((1. - paint.a) * 16. + .5));
  vec2 cloud = texture(noiseMap, (where.xy + where.z * vec2(.7, .3)) * .11).rg;
  Surface s = terrainSurface(kind, linear(paint.rgb), cloud.r, n);
  vec3 base = s.base;
#elif SURFACE == 0
  vec2 uv = steep.z > max(steep.x, steep.y) * 1.02 ? where.xy : (steep.x > steep.y * 1.02 ? where.yz : where.xz);
  vec2 grain = texture(noiseMap, uv * grains.xy * .33).rg;
  vec3 base = linear(paint.rgb) * (.70 + .30 * grain.r + .34 * grain.g * grain.g);
  vec2 across = fwidth(uv);
  float soft = max(across.x, across.y) + .002;
  float wall = 1. - rise(.2, .5, steep.z);
  vec2 inside;
  vec3 block = blockPattern(blocks, uv + grains.w * (grain - .5), soft, inside);
  float place = .043 * (where.x + where.y), swing = abs(fract(place + .05 * uv.y) - .5);                // the noise repeats, these waves do not
  float wide = 4. * abs(fract(2.7 * place - .097 * uv.y + swing) - .5) - 1.;
  float bare = rise(.77, .8, grain.r + .08 * (grain.g - .5) + .08 * wide) * isPlaster;  // where plaster has fallen off bricks
  base *= mix(1., block.x, 1. - isPlaster + bare);
  base *= mix(vec3(1.), BRICK_TINT, bare);
  n += grains.z * vec3(block.yz, block.y - block.z);                              // so little that its length hardly changes
  float stripe = fract((uv.x + uv.y) * .9);
  float hazard = rise(.5 - soft, .5, stripe) * (1. - rise(1. - soft, 1., stripe));
  float scattered = bits(inside, block.yz, soft / blocks.x);
  float rib = fract((steep.x > steep.y * 1.02 ? where.y : where.x) * 1.6);
  float ribs = rise(.0, .12, rib) * (1. - rise(.42, .54, rib));
  base *= 1. - .42 * hazard * kinds.x + kinds.y * (.55 * (grain.g - .5) + scattered * (.3 + .4 * block.z))
    - kinds.z * .34 * ribs * wall + kinds.w * (.7 * (grain.g - .5) + scattered * (.24 + .9 * block.y));
  float ripple = 1. - rise(.0, .1, abs(grain.r + .4 * grain.g - .7));
  base += isWater * (.3 * ripple * base + vec3(.03, .04, .05));
#else
  vec3 base = linear(paint.rgb);
#endif
#if MESH && !AT_CORNERS
  base *= grain(noiseMap, where);
#endif
#if SURFACE == 2 && !LOOK
  float gloss = 1. - material.x, metal = material.y, sheen = material.z, glow = material.w;  // see figure_files.MATERIALS
#endif
#if LOOK && SURFACE != 3 && SURFACE != 8
#if SURFACE == 1
  Surface s = matSurface(int(groundTile), base);
  base = s.base;
#elif SURFACE == 6
  Surface s = meshSurface(int(meshTile), base, n);
  base = s.base;
#elif SURFACE == 2
  Surface s = figureSurface(base, material, onFigure, edge);
  base = s.base;
#elif SURFACE != 0
  Surface s = paintedSurface(base);
#endif
  n = normalize(n + s.bump);
#endif
  float open = 1.;
#if SURFACE != 3 && !AT_CORNERS
  open = openness(openMap, where, n, tableSize);
#endif
#if SURFACE == 2
  open = mix(open, 1., FIGURE_OPEN);
#endif
  float slant = max(dot(n, sun), 0.);
#if TAPS > 0
  float lit = sunlight(n, slant) * smoothstep(.0, GRAZING, slant);
#else
  float lit = unshadowed(open);
#endif
#if GRID
  float rule = max(.24 * ruled(where.xy, 1., .3), .62 * ruled(where.xy, 6., .7));
  base = mix(base, vec3(.92, .94, 1.), rule * smoothstep(.9, .99, n.z));
#endif
#if LOOK && SURFACE != 3 && SURFACE != 8
  s.base = base;
  vec3 c = litSurface(s, n, view, lit, open);
#elif AT_CORNERS
  vec3 c = base * (gl_FrontFacing ? before : behind);
#else
  vec3 c = base * daylight(n, slant, lit, open);
#endif
#if SURFACE == 2 && LOOK
  c = figureLight(c, base, n, view, material, open);
#elif SURFACE == 2
  float wide = max(dot(n, normalize(view + sun)), 0.);
  wide *= wide; wide *= wide;
  float tight = wide * wide; tight *= tight;
  float pin = tight * tight; pin *= pin;
  float shine = mix(.10 * wide, mix(.5 * tight, 1.6 * pin, smoothstep(.6, .8, gloss)), gloss);
  float rim = 1. - max(dot(n, view), 0.), edge = rim * rim * rim;
  vec3 tint = mix(vec3(1.), base * 2.2, metal);
  c *= 1. - .4 * metal;
  c += shine * lit * slant * (.3 + 1.1 * metal) * tint * vec3(1., .94, .82);
  c += sky(reflect(-view, n)) * open * tint * (metal * (.25 + .3 * gloss) + (1. - metal) * gloss * gloss * edge * .5);
  c += base * edge * (.25 + .9 * sheen) * vec3(.65, .8, 1.);
  float core = 1. - rim; core *= core;
  c = mix(c, base * (1.5 - .8 * rim) + .3 * core * core, glow);
#endif
#if SURFACE == 3                                                                // the room, by a lamp over the table
  float away = length(max(abs(where.xy - tableSize * .5) - tableSize * .5, 0.));
  vec3 ground = base * mix(.5, 1., smoothstep(-4., 34., away));
  vec3 plaster = vec3(.34, .37, .42) * (.45 + .55 * exp(-.0009 * (where.z - 22.) * (where.z - 22.)));  // lit at the lamp's height
  vec3 wall = where.z < 8. ? vec3(.080, .088, .10) * (where.z > 6.6 ? 1.6 : 1.) : plaster;
  c = (n.z > .5 ? ground : abs(n.z) > .5 ? vec3(.07) : where.z < -1. && away < 1. ? base * .5 : wall)
    * mix(vec3(.22, .22, .235), vec3(1.), 1. / (1. + away * away * .0009)) * roomLight;
#endif
#if SURFACE == 8                                                                // the dither hides steps in dark gradients
  c = linear(texture(roomMap, spot).rgb) * roomLight;
  c += (fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(.06711, .00584)))) - .5) * .004 * (.1 + c);
#endif
#if LOOK
#if CUT
  bool within = dot(facing, cross(dFdx(where), dFdy(where))) < 0.;
  if (within) c = c * .10 + vec3(.012, .010, .010);
#endif
  color = vec4(clamp(c, 0., 60.), 1.);
#if SURFACE == 2
  color.a += material.w;                                                              // more than 1 blooms
#endif
#else
#if SURFACE != 2 && SURFACE != 3
  c = lightened(c);
#endif
  c = response(c * PLAIN_EXPOSURE);
#if CUT
  bool within = dot(facing, cross(dFdx(where), dFdy(where))) < 0.;                 // as gl_FrontFacing, of mirrored ones too
  if (within) c = c * .2 + vec3(.035, .03, .03);                                   // cut open: what is within looks cut
#endif
  c = vivid(c, PLAIN_VIVIDNESS);
  vec3 r = sqrt(c);
  color = vec4(%(curve)s, 1.);
#endif
}
"""
)

DEPTH_VERTEX = """#version 330
uniform mat4 p3d_ModelViewProjectionMatrix; in vec4 p3d_Vertex;
void main() { gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex; }
"""
DEPTH_FRAGMENT = """#version 330
void main() {}
"""

VOLUME_VERTEX = """#version 330
uniform mat4 p3d_ModelViewProjectionMatrix, p3d_ModelMatrix; uniform vec4 p3d_ColorScale;
in vec4 p3d_Vertex; in vec3 p3d_Normal;
out vec3 where, facing; out vec4 paint;
void main() {
  where = (p3d_ModelMatrix * p3d_Vertex).xyz;
  facing = mat3(p3d_ModelMatrix) * p3d_Normal;
  paint = p3d_ColorScale;
  gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
}
"""
VOLUME_FRAGMENT = """#version 330
in vec3 where, facing; in vec4 paint; out vec4 color;
uniform vec3 eye; uniform float stripes;
void main() {
  float rim = 1. - abs(dot(normalize(facing), normalize(eye - where)));
  float band = stripes > 0. ? smoothstep(.45, .55, abs(fract(where.z * stripes) - .5) * 2.) : 0.;
  color = vec4(paint.rgb * (.75 + .6 * rim), paint.a * (.20 + .50 * rim * rim + .12 * band));
}
"""

LINE_VERTEX = """#version 330
uniform mat4 p3d_ModelViewProjectionMatrix; uniform vec2 viewport; uniform vec4 p3d_ColorScale;
uniform float lineWidth, bias;
in vec4 p3d_Vertex; in vec3 other; in vec3 side; in vec4 p3d_Color;
out vec4 paint; out float across; out float along; out float high;
void main() {
  vec4 a = p3d_ModelViewProjectionMatrix * vec4(p3d_Vertex.xyz, 1.), b = p3d_ModelViewProjectionMatrix * vec4(other, 1.);
  float near = 1e-3;
  if (a.w < near && b.w > near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  else if (b.w < near && a.w > near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 way = (b.xy / b.w - a.xy / a.w) * viewport * side.y;
  float length2d = length(way);
  way = length2d > 1e-6 ? way / length2d : vec2(1., 0.);
  float wide = lineWidth + 1.5;
  a.xy += vec2(-way.y, way.x) * side.x * wide / viewport * a.w;
  a.z -= bias * a.w;
  across = side.x * wide;
  along = side.z + (side.y > 0. ? 0. : length(p3d_Vertex.xyz - other));
  high = p3d_Vertex.z;
  paint = p3d_Color * p3d_ColorScale;
  gl_Position = a;
}
"""
CAGE_VERTEX = LINE_VERTEX.replace(
    "uniform float lineWidth, bias;", "uniform float lineWidth, bias; uniform vec3 eye, cage;"
).replace(
    "  across = side.x * wide;",
    """  vec3 ray = p3d_Vertex.xyz - eye;                                               // as far as the cage's other side
  float level = max(length(ray.xy), 1e-3), inside = 2. * max(0., dot(cage.xy - p3d_Vertex.xy, ray.xy / level));
  float ground = ray.z < 0. ? max(0., p3d_Vertex.z - cage.z) / -ray.z : 1e3;
  vec4 back = p3d_ModelViewProjectionMatrix * vec4(p3d_Vertex.xyz + ray * min(inside / level, ground), 1.);
  a.z = max(a.z, (back.z / back.w - bias) * a.w);
  across = side.x * wide;""",
)
"""Lines round a place, as deep in the picture as their far side: what stands there is before them.

`cage` is the middle of the place, and the height that they never go below.
"""
LINE_FRAGMENT = """#version 330
in vec4 paint; in float across; in float along; in float high; out vec4 color;
uniform float lineWidth, dash, ceiling;
void main() {
  if (high > ceiling) discard;
  float shown = 1. - smoothstep(lineWidth - .75, lineWidth + .75, abs(across));
  if (dash > 0.) shown *= step(.42, fract(along / dash));
  color = vec4(paint.rgb, paint.a * shown);
  if (color.a < .01) discard;
}
"""

FLAT_FRAGMENT = """#version 330
in vec4 paint; in vec3 where; out vec4 color; uniform float hatch;
void main() {
  float line = hatch > 0. ? step(.62, fract((where.x + where.y) * hatch)) : 0.;
  color = vec4(paint.rgb, paint.a * (1. - .45 * line));
}
"""

CONTACT_VERTEX = """#version 330
uniform mat4 p3d_ModelViewProjectionMatrix; in vec4 p3d_Vertex; in vec4 p3d_Color; out float dark;
void main() { dark = p3d_Color.a; gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex; }
"""
CONTACT_FRAGMENT = """#version 330
in float dark; out vec4 color;
void main() { color = vec4(.02, .018, .03, dark * dark); }
"""
OUTLINE_VERTEX = """#version 330
uniform mat4 p3d_ModelViewMatrix, p3d_ProjectionMatrix; uniform vec2 viewport; uniform vec4 p3d_ColorScale;
uniform float outlineWidth; in vec4 p3d_Vertex; in vec3 p3d_Normal; out vec4 paint;
vec4 seen(vec3 spot) {                                                           // an inch farther away than it is
  vec4 there = p3d_ModelViewMatrix * vec4(spot, 1.);
  return p3d_ProjectionMatrix * vec4(there.xyz * (1. + 1. / length(there.xyz)), 1.);
}
void main() {
  gl_Position = seen(p3d_Vertex.xyz);
  vec4 ahead = seen(p3d_Vertex.xyz + p3d_Normal * .02);
  vec2 way = (ahead.xy / ahead.w - gl_Position.xy / gl_Position.w) * viewport;
  gl_Position.xy += way / max(length(way), 1e-4) * outlineWidth * 2. / viewport * gl_Position.w;
  paint = p3d_ColorScale;
}
"""
OUTLINE_FRAGMENT = """#version 330
in vec4 paint; out vec4 color;
void main() { color = paint; }
"""

PLAIN_SHADER_SOURCES = {
    "depth": (DEPTH_VERTEX, DEPTH_FRAGMENT),
    "volume": (VOLUME_VERTEX, VOLUME_FRAGMENT),
    "line": (LINE_VERTEX, LINE_FRAGMENT),
    "cage": (CAGE_VERTEX, LINE_FRAGMENT),
    "flat": (VOLUME_VERTEX, FLAT_FRAGMENT),
    "contact": (CONTACT_VERTEX, CONTACT_FRAGMENT),
    "outline": (OUTLINE_VERTEX, OUTLINE_FRAGMENT),
}
"""The sources of shaders without variants."""


def _srgb_glsl() -> str:
    """Return the sRGB values of linear light whose square root is `r`."""
    (a, b, c), (d, e) = SRGB_CURVE
    return f"r * ({a} + r * ({b} + r * {c})) / (1. + r * ({d} + r * {e}))"


@memo_per_process(Size.SMALL)
def lit_shader(surface: int, taps: int, grid: bool = False, cut: bool = False) -> Shader:
    """Return the shader of a lit surface, with `taps` shadow samples (0 for no shadows).

    The look is physically based with more samples than the plain look ever has. The room has no
    shadows, so `PHYSICAL_ROOM_SAMPLES` selects that look for it. `grid` rules level surfaces in
    inches. With `cut`, only terrain below the "ceiling" is drawn.
    """
    look = taps < 0 or is_physical(taps)
    options: dict[str, object] = {
        "surface": surface,
        "taps": max(taps, 0),
        "look": int(look),
        "physical": physical_glsl(max(taps, 0)) if look else "",
        "curve": _srgb_glsl(),
        "pattern": PATTERN_GLSL,
        "tables": pattern_tables_glsl(),
        "grid": int(
            grid and surface in (SURFACE_TERRAIN, SURFACE_MAT, SURFACE_TEXTURED, SURFACE_UNTEXTURED)
        ),
    }
    cut_surfaces = (SURFACE_TERRAIN, SURFACE_MAT, SURFACE_TEXTURED, SURFACE_UNTEXTURED)
    options["cut"] = int(cut and surface in cut_surfaces)
    return Shader.make(Shader.SL_GLSL, LIT_VERTEX % options, LIT_FRAGMENT % options)


@memo_per_process(Size.SMALL)
def plain_shader(name: str) -> Shader:
    """Return a shader without variants: one of `PLAIN_SHADER_SOURCES`.

    "depth" is the shadow map, "volume" is denser at the rim, and "line" has a constant width.
    "flat" is an area that may be hatched, and "contact" is a base's shadow.
    """
    return Shader.make(Shader.SL_GLSL, *PLAIN_SHADER_SOURCES[name])
