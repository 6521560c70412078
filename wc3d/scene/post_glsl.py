"""GLSL of post processing: occlusion, bloom, depth of field, tone mapping and smooth edges.

The window and the pages run the same text after their own `#version`. Each pass draws a triangle or
a square over the whole picture; `at` is the place in the picture, from 0 to 1.
"""

from __future__ import annotations

from wc3d.scene.physical_light import FILM_GLSL, disc_points, glsl_vectors

OCCLUSION_SCALE = 2
"""The pixels of the scene, along an axis, for a pixel of the occlusion."""
BLOOM_SCALES = (4, 8, 16)
"""The pixels of the scene for each pixel of the three bloom buffers."""

DEPTH_GLSL = """
in vec2 at; out vec4 color;
uniform sampler2D depthMap; uniform vec4 view;                                   // near, far, tangents of half the angles
float away(vec2 spot) {
  float d = textureLod(depthMap, spot, 0.).r;
  return view.x * view.y / (view.y - d * (view.y - view.x));
}
"""

OCCLUSION_FRAGMENT = (
    DEPTH_GLSL
    + """
%(points)s
const float REACH = 1.5;                                                         // inches
vec3 place(vec2 spot, float z) { return vec3((spot * 2. - 1.) * view.zw, 1.) * z; }
void main() {
  float z = away(at);
  vec2 texel = 1. / vec2(textureSize(depthMap, 0));
  vec3 here = place(at, z);
  vec2 dx = vec2(texel.x * 2., 0.), dy = vec2(0., texel.y * 2.);
  float e = away(at + dx), w = away(at - dx), n = away(at + dy), s = away(at - dy);
  vec3 across = abs(e - z) < abs(w - z) ? place(at + dx, e) - here : here - place(at - dx, w);
  vec3 along = abs(n - z) < abs(s - z) ? place(at + dy, n) - here : here - place(at - dy, s);
  vec3 normal = normalize(cross(along, across));
  ivec2 cell = ivec2(gl_FragCoord.xy) & 3;
  float turn = float((cell.x * 4 + cell.y * 7 + cell.x * cell.y) & 15) * .3927;
  mat2 spin = mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
  vec2 spread = min(vec2(.5) * REACH / (view.zw * z), vec2(.12, .12 * view.z / view.w));
  float dark = 0.;
  for (int i = 0; i < %(count)d; i++) {
    vec2 spot = at + spin * DISC[i] * spread;
    vec3 to = place(spot, away(spot)) - here;
    float far = dot(to, to), up = dot(to, normal) - .012 - .0015 * z;
    float near = max(REACH * REACH - far, 0.);
    dark += near * near * near * max(up, 0.) / (far + .02);
  }
  dark *= 6.4 / (REACH * REACH * REACH * REACH * REACH * %(count)d.);
  color = vec4(clamp(1. - dark, 0., 1.), z, 0., 1.);
}
"""
)

OCCLUSION_BLUR_FRAGMENT = """
in vec2 at; out vec4 color; uniform sampler2D occlusionMap;
void main() {
  vec2 texel = 1. / vec2(textureSize(occlusionMap, 0)), here = texture(occlusionMap, at).rg;
  float sum = 0., weights = 0.;
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 4; x++) {
      vec2 there = texture(occlusionMap, at + (vec2(x, y) - 1.5) * texel).rg;
      float weight = 1. / (.02 + abs(there.g - here.g) / (.02 * here.g));
      sum += there.r * weight; weights += weight;
    }
  color = vec4(sum / weights, here.g, 0., 1.);
}
"""

BRIGHT_FRAGMENT = """
in vec2 at; out vec4 color; uniform sampler2D sceneMap;
vec3 bright(vec2 spot) {
  vec4 c = min(texture(sceneMap, spot), vec4(12.));
  return c.rgb * clamp(c.a - 1., 0., 1.);                                        // what glows, and no white wall in the sun
}
void main() {
  vec2 texel = 1. / vec2(textureSize(sceneMap, 0));
  vec3 sum = vec3(0.);
  for (int y = -1; y <= 1; y++)
    for (int x = -1; x <= 1; x++) sum += bright(at + vec2(x, y) * texel * 1.34);
  color = vec4(sum / 9., 1.);
}
"""

BLOOM_FRAGMENT = """
in vec2 at; out vec4 color; uniform sampler2D bloomMap;
void main() {
  vec2 texel = 1. / vec2(textureSize(bloomMap, 0));
  vec3 sum = vec3(0.); float weights = 0.;
  for (int y = -3; y <= 3; y++)
    for (int x = -3; x <= 3; x++) {
      float weight = exp(-.22 * float(x * x + y * y));
      sum += texture(bloomMap, at + vec2(x, y) * texel).rgb * weight; weights += weight;
    }
  color = vec4(sum / weights, 1.);
}
"""

FOCUS_FRAGMENT = (
    DEPTH_GLSL
    + """
%(points)s
uniform sampler2D sceneMap;
float blur(float z, float sharp) { return clamp((abs(z - sharp) / z - .16) * .011, 0., .0045); }
void main() {
  float sharp = 1e6;                                                             // the middle of the picture
  for (int i = 0; i < 5; i++) sharp = min(sharp, away(vec2(.5) + vec2(i - 2, 0) * .04));
  float z = away(at), wide = blur(z, sharp);
  vec4 here = texture(sceneMap, at);
  vec3 sum = here.rgb;
  float weights = 1.;
  vec2 shape = vec2(view.w / view.z, 1.);
  for (int i = 0; i < %(count)d; i++) {
    vec2 spot = at + DISC[i] * shape * max(wide, .0001);
    float there = away(spot), own = blur(there, sharp);
    float weight = there > z ? clamp(min(own, wide) / max(wide, 1e-5), 0., 1.) : clamp(own / max(wide, 1e-5), 0., 1.);
    sum += min(texture(sceneMap, spot).rgb, vec3(8.)) * weight; weights += weight;
  }
  color = vec4(sum / weights, here.a);
}
"""
)

COMPOSITE_FRAGMENT = (
    DEPTH_GLSL
    + FILM_GLSL
    + """
uniform sampler2D sceneMap, occlusionMap, bloomNear, bloomWide; uniform vec4 background;
const vec3 CORNER = vec3(.36, .31, .29);                                         // light thrown back keeps the color of dark corners
float occlusion(float z) {                                                       // of the pixels at the same distance
  vec2 size = vec2(textureSize(occlusionMap, 0)), spot = at * size - .5;
  vec2 base = floor(spot), part = spot - base;
  float sum = 0., weights = 0.;
  for (int k = 0; k < 4; k++) {
    vec2 corner = vec2(k & 1, k >> 1);
    vec2 there = textureLod(occlusionMap, (base + corner + .5) / size, 0.).rg;
    vec2 share = mix(1. - part, part, corner);
    float weight = (share.x * share.y + .01) / (.01 + abs(there.g - z) / z);
    sum += there.r * weight; weights += weight;
  }
  return sum / weights;
}
void main() {
  if (textureLod(depthMap, at, 0.).r >= 1.) {
    color = vec4(background.rgb * (1. + (1. - background.a) * (2. * at.y - 1.)), 1.);  // alpha below 1: a gradient
    return;
  }
  vec4 light = texture(sceneMap, at);
  vec3 c = light.rgb * mix(mix(CORNER, vec3(1.), occlusion(away(at))), vec3(1.), clamp(light.a - 1., 0., 1.));   // what glows has no dark corners
  c += texture(bloomNear, at).rgb * .30 + texture(bloomWide, at).rgb * .22;
  color = vec4(screen(film(c)), 1.);
  color.rgb += (fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(.06711056, .00583715)))) - .5) / 255.;
}
"""
)

SHARPENED_GLSL = """
vec3 sharpened(vec3 here, vec3 corners) {                                        // corners: the sum of four pixels around
  return clamp(here + .35 * (here - .25 * corners), 0., 1.);
}
"""

SHARPEN_FRAGMENT = (
    SHARPENED_GLSL
    + """
in vec2 at; out vec4 color; uniform sampler2D pictureMap, depthMap;
void main() {
  vec2 texel = 1. / vec2(textureSize(pictureMap, 0));
  gl_FragDepth = textureLod(depthMap, at, 0.).r;
  vec3 corners = vec3(0.);
  for (int k = 0; k < 4; k++) corners += texture(pictureMap, at + (vec2(k & 1, k >> 1) * 2. - 1.) * texel).rgb;
  color = vec4(sharpened(texture(pictureMap, at).rgb, corners), 1.);
}
"""
)
"""The last pass of a picture whose edges are smooth already, by several samples for each pixel."""

SMOOTH_FRAGMENT = (
    SHARPENED_GLSL
    + """
#define SCALE %(scale)d
in vec2 at; out vec4 color; uniform sampler2D pictureMap, depthMap;
float luma(vec3 c) { return dot(c, vec3(.299, .587, .114)); }
void main() {
  vec2 texel = 1. / vec2(textureSize(pictureMap, 0));
#if SCALE > 1
  vec3 sum = vec3(0.);
  for (int y = 0; y < SCALE; y++)
    for (int x = 0; x < SCALE; x++) sum += texture(pictureMap, at + (vec2(x, y) - .5 * float(SCALE - 1)) * texel).rgb;
  color = vec4(sum / float(SCALE * SCALE), 1.);
  gl_FragDepth = textureLod(depthMap, at + .5 * texel, 0.).r;
#else
  gl_FragDepth = textureLod(depthMap, at, 0.).r;
  vec3 here = texture(pictureMap, at).rgb;
  vec3 a = texture(pictureMap, at + vec2(-1, 1) * texel).rgb, b = texture(pictureMap, at + texel).rgb;
  vec3 c = texture(pictureMap, at - texel).rgb, d = texture(pictureMap, at + vec2(1, -1) * texel).rgb;
  float m = luma(here), nw = luma(a), ne = luma(b), sw = luma(c), se = luma(d);
  float low = min(m, min(min(nw, ne), min(sw, se))), high = max(m, max(max(nw, ne), max(sw, se)));
  if (high - low < max(.05, high * .2)) {                                         // no edge: the detail of a surface, sharpened
    color = vec4(sharpened(here, a + b + c + d), 1.);
    return;
  }
  vec2 way = vec2(-((nw + ne) - (sw + se)), (nw + sw) - (ne + se));
  float least = max((nw + ne + sw + se) * .03125, .0078);
  way = clamp(vec2(way.x, -way.y) / (min(abs(way.x), abs(way.y)) + least), -8., 8.) * texel;
  way.y = -way.y;
  vec3 near = .5 * (texture(pictureMap, at + way * -.16667).rgb + texture(pictureMap, at + way * .16667).rgb);
  vec3 wide = near * .5 + .25 * (texture(pictureMap, at - way * .5).rgb + texture(pictureMap, at + way * .5).rgb);
  float l = luma(wide);
  color = vec4(l < low || l > high ? near : wide, 1.);
#endif
}
"""
)


FRAGMENTS = {
    "occlusion": OCCLUSION_FRAGMENT,
    "occlusion blur": OCCLUSION_BLUR_FRAGMENT,
    "bright": BRIGHT_FRAGMENT,
    "bloom": BLOOM_FRAGMENT,
    "focus": FOCUS_FRAGMENT,
    "composite": COMPOSITE_FRAGMENT,
    "sharpen": SHARPEN_FRAGMENT,
    "smooth": SMOOTH_FRAGMENT,
}


def post_glsl(name: str, number: int = 0) -> str:
    """Return the fragment shader of a pass; `number` is its count of samples or its supersampling.

    The passes are "occlusion", "occlusion blur", "bright", "bloom", "focus", "composite", and
    "sharpen" or "smooth".
    """
    source = FRAGMENTS[name]
    if number:
        points = glsl_vectors("DISC", disc_points(number))
        source = source % {"points": points, "count": number, "scale": number}
    return source
