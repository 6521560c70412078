"""GLSL that the window's shaders and the pages' shaders share: light, film, shadows and materials.

The window is GLSL 3.30 and the pages are GLSL ES 3.00, and this text is both. The plain look and
the physically based look use the first parts. The physically based look adds `physical_glsl`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from wc3d.scene import figure_files
from wc3d.scene.environment_light import (
    MAX_RADIANCE,
    ROUGHNESS_LEVELS,
    SUN_COLOR,
    diffuse_coefficients,
)
from wc3d.scene.materials import MATERIALS

CONTACT_HARDENING_SAMPLES = 24
"""The fewest shadow samples that search for the caster, so that contact shadows are hard."""
GOLDEN_ANGLE = 2.399963
PLAIN_EXPOSURE, PLAIN_VIVIDNESS = 0.80, 0.92
"""The factors of light and of saturation on the film of the plain look."""
PLAIN_SHADOW_LIFT = 0.6
"""The share by which the plain look brightens what is nearly black, but for figures."""
EXPOSURE, VIVIDNESS = 0.80, 1.26
"""The factors of light and of saturation on the film of the physically based look."""
SHADOW_LIFT = 0.45
"""The share by which that film brightens what is nearly black, and less what is lighter."""


def glsl_vectors(name: str, rows: Iterable[Sequence[float]]) -> str:
    """Return a constant array of vectors."""
    values = [", ".join(f"{value:.5f}" for value in row) for row in rows]
    size = len(values[0].split(","))
    items = ", ".join(f"vec{size}({value})" for value in values)
    return f"const vec{size} {name}[{len(values)}] = vec{size}[{len(values)}]({items});\n"


def _glsl_numbers(name: str, values: Iterable[float]) -> str:
    items = [f"{value:.5f}" for value in values]
    return f"const float {name}[{len(items)}] = float[{len(items)}]({', '.join(items)});\n"


def disc_points(count: int) -> list[tuple[float, float]]:
    """Return evenly spread points in the unit disc."""
    radius = np.sqrt((np.arange(count) + 0.5) / count)
    turn = np.arange(count) * GOLDEN_ANGLE
    points = np.column_stack([radius * np.cos(turn), radius * np.sin(turn)])
    return [(x, y) for x, y in points.tolist()]


USUAL_LIGHT_GLSL = f"const vec3 sunLight = vec3{SUN_COLOR}, skyLight = vec3(1.);\n"
"""The usual light of the sun and of the sky. The window has inputs instead, for the time of day."""

LIGHT_GLSL = """
vec3 linear(vec3 c) { return c * (c * (c * .305306 + .682171) + .012523); }
vec3 sky(vec3 n) { return skyLight * mix(vec3(.29, .25, .22), vec3(.53, .61, .77), n.z * .5 + .5); }
float openness(sampler2D map, vec3 at, vec3 n, vec2 size) {
  vec2 around = texture(map, (at.xy + n.xy * .42) / size).rg;                      // openness, and the top surface's z / 16
  float above = at.z - around.g * 16.;
  float open = mix(around.r, 1., clamp(above * .3846, 0., 1.));
  return mix(open, min(open, .52), clamp((-above - .35) * 1.2, 0., 1.));
}
vec3 daylight(vec3 n, float slant, float lit, float open) {
  return sky(n) * mix(vec3(.24, .20, .17), vec3(.86), open) + sunLight * (slant * lit * mix(1., open, .35));
}
float grainOf(float noise) { return .72 + .2 * noise; }                          // of mesh files
const float GRAZING = .14, FIGURE_OPEN = .35;                                    // a slant with whole shadows; less shade on figures
vec3 matColor(vec3 image, float detail) { return linear(image) * (.42 + 1.16 * detail); }
"""
"""The sun and the sky of the plain look, and colors in linear light. It follows `sunLight` and
`skyLight`."""

FILM_GLSL = f"""
vec3 response(vec3 c) {{ return (c * (2.51 * c + .03)) / (c * (2.43 * c + .59) + .14); }}      // the fit of ACES by Narkowicz
vec3 vivid(vec3 c, float share) {{ return clamp(mix(vec3(dot(c, vec3(.25, .6, .15))), c, share), 0., 1.); }}
const float PLAIN_EXPOSURE = {PLAIN_EXPOSURE}, PLAIN_VIVIDNESS = {PLAIN_VIVIDNESS};
vec3 lightened(vec3 c) {{ return c * (1. + {PLAIN_SHADOW_LIFT} / (1. + 60. * dot(c, c))); }}           // without the slower exp
vec3 lifted(vec3 c) {{ return c * (1. + {SHADOW_LIFT} * exp(-9. * dot(c, vec3(.25, .6, .15)))); }}
vec3 film(vec3 c) {{ return vivid(response(lifted(c * {EXPOSURE})), {VIVIDNESS}); }}
vec3 screen(vec3 c) {{ return mix(c * 12.92, 1.055 * pow(c, vec3(1. / 2.4)) - .055, step(.0031308, c)); }}
"""
"""A film's response to linear light, and linear light as sRGB."""

FIGURE_MATERIAL_GLSL = f"""
const float EDGE_STEP = {figure_files.EDGE_ALPHA_STEP - 0.5}, MATERIAL_STEP = {
    figure_files.MATERIAL_STEP
}.;
float edgeOf(float alpha) {{ return step(EDGE_STEP, mod(floor((1. - alpha) * 255. + .5), MATERIAL_STEP)); }}
const vec4 MATERIALS[{len(figure_files.MATERIALS)}] = vec4[{len(figure_files.MATERIALS)}]({
    ", ".join(
        f"vec4({m.roughness}, {m.metal}, {m.sheen}, {m.glow})" for m in figure_files.MATERIALS
    )
});
vec4 materialOf(float alpha) {{                                                  // as set by figure_kit/paints.py
  return MATERIALS[clamp(int((1. - alpha) * {255 / figure_files.MATERIAL_STEP} + .5), 0, {
    len(figure_files.MATERIALS) - 1
})];
}}
"""
"""The figures' `material`: roughness, metal, sheen and glow of a color's alpha, and whether the color
is that of an edge whose paint may be chipped."""

FIGURE_PAINT = f"""
float speckle(vec3 p) {{ p = fract(p * .1031); p += dot(p, p.zyx + 31.32); return fract((p.x + p.y) * p.z); }}
float stipple(vec3 p) {{                                                          // smooth noise in space
  vec3 i = floor(p), f = fract(p), s = f * f * (3. - 2. * f); vec2 e = vec2(0., 1.);
  vec4 low = vec4(speckle(i), speckle(i + e.yxx), speckle(i + e.xyx), speckle(i + e.yyx));
  vec4 high = vec4(speckle(i + e.xxy), speckle(i + e.yxy), speckle(i + e.xyy), speckle(i + e.yyy));
  vec4 c = mix(low, high, s.z); vec2 d = mix(c.xz, c.yw, s.x);
  return mix(d.x, d.y, s.y);
}}
const mat3 TWIST = mat3(.36, .48, -.8, -.8, .6, 0., .48, .64, .6);               // so that no noise follows the axes
Surface figureSurface(vec3 paint, vec4 material, vec3 at, float edge) {{         // at: inches, on the figure itself
  float close = (1. - smoothstep(.02, .07, length(fwidth(at)))) * (1. - material.w);
  vec3 turned = TWIST * at;
  float broad = stipple(turned * 2.7 + 9.), fine = stipple(TWIST * turned * 13.), small = stipple(turned * vec3(31., 31., 21.));
  float hard = step(material.x, {figure_files.MATERIALS[1].roughness + 0.01}) * (1. - material.y);
  float rubbed = fine * .62 + small * .38 + .12 * edge;
  float chip = smoothstep(.645, .675, rubbed) * edge + smoothstep(.82, .85, rubbed);
  float rim = smoothstep(.60, .64, rubbed) * edge + smoothstep(.785, .82, rubbed);  // dark paint around a chip
  chip = min(chip, 1.) * hard * close; rim = min(rim, 1.) * hard * close;
  float brushed = .80 + .24 * broad + .16 * mix(.5, fine, close) + .10 * (small - .5) * close;
  vec3 base = mix(paint * brushed, paint * .35, rim * (1. - chip) * .7);
  float rough = material.x + (.5 - broad) * .16 * (1. - material.y) + (.5 - fine) * .22 * material.y;
  return Surface(mix(base, vec3(.40, .39, .38), chip), vec3(0.), mix(rough, .42, chip), max(material.y * .85, chip * .8), 1.);
}}
"""
"""The paint of figures seen from close by: uneven strokes, and steel where edges are chipped."""

SHADOWS = """
uniform sampler2DShadow shadowMap; uniform mat4 toShadow; uniform float shadowTexel;
#if TAPS >= 24
uniform sampler2D shadowDepth; uniform float shadowReach;
#endif
float spun() { return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(.06711056, .00583715)))) * 6.28319; }
float sunlight(vec3 n, float slant) {
  float turn = spun();
  mat2 spin = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
  vec3 p = (toShadow * vec4(where + n * (.03 + .09 * (1. - slant)), 1.)).xyz;
#if TAPS >= 24
  float near = 0., count = 0., seek = .62 / shadowReach;                       // the sun is a disc: .62 inch wide at 8 inches
  for (int i = 0; i < TAPS; i += 3) {
    float caster = texture(shadowDepth, p.xy + spin * DISC[i] * seek).r;
    float hides = step(caster, p.z - .0008);
    near += caster * hides; count += hides;
  }
  if (count < .5) return 1.;
  float away = max(p.z - near / count, 0.) * shadowDeep;                        // inches from the caster
  float wide = clamp(away * .05, .018, .4) / shadowReach;
#else
  float wide = shadowTexel * 2.4;
#endif
  float lit = 0.;
  for (int i = 0; i < TAPS; i++)
    lit += texture(shadowMap, vec3(p.xy + spin * DISC[i] * wide, p.z - .0006));
  return lit / float(TAPS);
}
"""

REFLECTION = """
uniform samplerCube environment;
vec3 around(vec3 n) {                                                           // light on a diffuse surface
  vec3 c = SKY[0] * .282095 + .488603 * (SKY[1] * n.y + SKY[2] * n.z + SKY[3] * n.x);
  c += 1.092548 * (SKY[4] * n.x * n.y + SKY[5] * n.y * n.z + SKY[7] * n.x * n.z);
  return skyLight * max(c + SKY[6] * .315392 * (3. * n.z * n.z - 1.) + SKY[8] * .546274 * (n.x * n.x - n.y * n.y), 0.);
}
float level(float rough) {                                                      // of the environment's image
  for (int i = 1; i < LEVELS; i++)
    if (rough < ROUGHNESS[i]) return float(i - 1) + max(rough - ROUGHNESS[i - 1], 0.) / (ROUGHNESS[i] - ROUGHNESS[i - 1]);
  return float(LEVELS - 1);
}
vec3 shine(vec3 n, vec3 view, vec3 f0, float rough, float slant) {              // GGX, of the sun
  vec3 h = normalize(view + sun);
  float a = rough * rough, a2 = a * a, nh = clamp(dot(n, h), 0., 1.);
  float nv = max(dot(n, view), 1e-3), vh = clamp(dot(view, h), 0., 1.);
  float d = a2 / max(pow(nh * nh * (a2 - 1.) + 1., 2.), 1e-4);
  float g = .5 / max(mix(2. * slant * nv, slant + nv, a), 1e-3);
  return min(d * g, 12.) * (f0 + (1. - f0) * pow(1. - vh, 5.));
}
vec3 mirrored(vec3 n, vec3 view, vec3 f0, float rough, float open) {            // the environment's reflection
  float nv = clamp(dot(n, view), 0., 1.);
  vec4 r = rough * vec4(-1., -.0275, -.572, .022) + vec4(1., .0425, 1.04, -.04);
  float bent = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
  vec2 scale = vec2(-1.04, 1.04) * bent + r.zw;
  vec3 way = reflect(-view, n), light = textureLod(environment, way, level(rough)).rgb;
  float reached = clamp(pow(nv + open, exp2(-16. * rough - 1.)) - 1. + open, 0., 1.);
  float lower = 1. + 1.5 * clamp(-way.z * 2., 0., 1.);                           // the table in the sun, which is no part of it
  return skyLight * light * light * MAX_RADIANCE * (f0 * scale.x + scale.y) * reached * lower;
}
vec3 illuminate(vec3 base, vec3 n, vec3 view, float rough, float metal, float lit, float open) {
  float slant = max(dot(n, sun), 0.);
  vec3 f0 = mix(vec3(.04), base, metal), beam = sunLight * (slant * lit);
  vec3 matte = base * (1. - metal);
  vec3 c = matte * (around(n) * open + beam) + 3.14159 * beam * shine(n, view, f0, rough, slant);
  return c + mirrored(n, view, f0, rough, open) * mix(mix(.45, .05, rough), 1., metal);
}
"""

MATERIAL_TILES = """
uniform sampler2DArray tileColor, tileShape;
struct Surface { vec3 base; vec3 bump; float rough; float metal; float open; };
Surface tile(int number, vec3 n, vec3 steep) {                                  // seen from the three axes of the world
  vec2 scale = 1. / TILE_IN[number]; float layer = float(number);
  Surface s;
#ifdef UNWRAPPED
  vec2 laid = inSkin * scale, laidX = dFdx(laid), laidY = dFdy(laid);
  if (unwrapped > .5) {                                                         // the pages know where in the pattern it is
    vec3 wayX = dFdx(where), wayY = dFdy(where), left = cross(wayY, n), right = cross(n, wayX);
    vec3 along = left * laidX.x + right * laidY.x, up = left * laidX.y + right * laidY.y;
    vec4 look = textureGrad(tileShape, vec3(laid, layer), laidX, laidY);
    vec2 slope = look.xy * 2. - 1.;
    s.base = textureGrad(tileColor, vec3(laid, layer), laidX, laidY).rgb * 1.9922;
    s.bump = along * inversesqrt(max(dot(along, along), 1e-20)) * slope.x + up * inversesqrt(max(dot(up, up), 1e-20)) * slope.y;
    s.rough = look.z; s.open = look.w; s.metal = METAL[number];
    return s;
  }
#endif
#if TAPS >= 24
  vec3 share = pow(steep, vec3(6.));
  share /= share.x + share.y + share.z;
  vec4 cx = texture(tileColor, vec3(where.yz * scale, layer)), cy = texture(tileColor, vec3(where.xz * scale, layer));
  vec4 cz = texture(tileColor, vec3(where.xy * scale, layer));
  vec4 tx = texture(tileShape, vec3(where.yz * scale, layer)), ty = texture(tileShape, vec3(where.xz * scale, layer));
  vec4 tz = texture(tileShape, vec3(where.xy * scale, layer));
  s.base = (cx.rgb * share.x + cy.rgb * share.y + cz.rgb * share.z) * 1.9922;
  vec2 bx = tx.xy * 2. - 1., by = ty.xy * 2. - 1., bz = tz.xy * 2. - 1.;
  s.bump = vec3(0., bx) * share.x + vec3(by.x, 0., by.y) * share.y + vec3(bz, 0.) * share.z;
  vec2 rest = tx.zw * share.x + ty.zw * share.y + tz.zw * share.z;
#else
  bool level = steep.z > max(steep.x, steep.y) * 1.02, east = steep.x > steep.y * 1.02;
  vec2 at = (level ? where.xy : east ? where.yz : where.xz) * scale;
  vec4 shape = texture(tileShape, vec3(at, layer));
  s.base = texture(tileColor, vec3(at, layer)).rgb * 1.9922;
  vec2 b = shape.xy * 2. - 1.;
  s.bump = level ? vec3(b, 0.) : east ? vec3(0., b) : vec3(b.x, 0., b.y);
  vec2 rest = shape.zw;
#endif
  s.rough = rest.x; s.open = rest.y; s.metal = METAL[number];
  return s;
}
"""

SURFACES = """
Surface terrainSurface(int number, vec3 paint, float cloud, vec3 n) {
  Surface s = tile(number, n, abs(n));
  s.base *= paint * (.80 + .36 * cloud); s.bump *= .9;
  return s;
}
Surface matSurface(int number, vec3 paint) {
  Surface s = tile(number, vec3(0., 0., 1.), vec3(0., 0., 1.));
  return Surface(paint * mix(vec3(1.), s.base, .35), s.bump * .45, mix(.9, s.rough, .5), 0., mix(1., s.open, .5));
}
Surface meshSurface(int number, vec3 paint, vec3 n) {                           // of a mesh file without textures
  Surface s = tile(number, n, abs(n));
  return Surface(paint * mix(vec3(1.), s.base, .7), s.bump * .7, s.rough, 0., s.open);
}
Surface paintedSurface(vec3 paint) { return Surface(paint, vec3(0.), .86, 0., 1.); }
vec3 figureLight(vec3 c, vec3 base, vec3 n, vec3 view, vec4 material, float open) {
  float rim = 1. - max(dot(n, view), 0.);
  c += base * rim * rim * rim * (.14 + .5 * material.z) * vec3(.60, .80, 1.1) * open;
  float core = (1. - rim) * (1. - rim);
  return mix(c, base * (2.9 - 1.5 * rim) + .6 * core * core, material.w);         // the light of an Arc or a gate blooms
}
vec3 litSurface(Surface s, vec3 n, vec3 view, float lit, float open) {
  return illuminate(s.base, n, view, clamp(s.rough, .08, 1.), s.metal, lit, open * s.open);
}
"""


def disc_glsl(samples: int) -> str:
    """Return the array of this many points in the unit disc."""
    return glsl_vectors("DISC", disc_points(samples))


def physical_glsl(shadow_samples: int) -> str:
    """Return the functions of the physically based look. They follow `LIGHT_GLSL`."""
    return (
        disc_glsl(max(shadow_samples, 1))
        + light_tables_glsl()
        + (SHADOWS if shadow_samples else "")
        + REFLECTION
        + MATERIAL_TILES
        + SURFACES
        + FIGURE_PAINT
    )


def light_tables_glsl() -> str:
    """Return the tables of the light around the table and of the materials of terrain."""
    return (
        glsl_vectors("SKY", diffuse_coefficients().tolist())
        + _glsl_numbers("ROUGHNESS", ROUGHNESS_LEVELS)
        + glsl_vectors("TILE_IN", ((m.tile_in * m.stretch, m.tile_in) for m in MATERIALS))
        + _glsl_numbers("METAL", (material.metal for material in MATERIALS))
        + f"const int LEVELS = {len(ROUGHNESS_LEVELS)}; const float MAX_RADIANCE = {MAX_RADIANCE:.5f};\n"
    )
