// The shaders of the views in 3D, in GLSL ES 3.00. What they share with the window's comes from Python.

const LIGHT = PAGE_LIGHT_JSON;  // see page_light.py
const PRECISIONS = `#version 300 es
precision highp float; precision highp int; precision highp sampler2D; precision highp sampler2DShadow;`;

const LIT_VERTEX = `#version 300 es
layout(location=0) in vec3 spot; layout(location=1) in vec3 normal; layout(location=2) in vec4 paint;
layout(location=3) in vec4 place; layout(location=4) in vec4 team; layout(location=5) in vec2 uv; layout(location=6) in vec4 pose;
uniform mat4 seen; uniform vec3 low; uniform float span, flip; uniform vec4 tint; uniform vec2 uvLow, uvSpan;
out vec3 where, facing; out vec4 color; out vec3 side; out vec2 inSkin; flat out vec2 code; flat out vec4 material, blocks, grains;
flat out float edge, unwrapped, opacity; out vec3 onFigure;
${LIGHT.figures}
${LIGHT.patternTables}
mat2 turned(float angle) { return mat2(cos(angle), sin(angle), -sin(angle), cos(angle)); }
void main() {
  onFigure = low + spot * span;
  vec3 p = onFigure * vec3(flip, 1, 1) * pose.y, n = normal * vec3(flip, 1, 1);
  mat2 roll = turned(pose.z), lean = turned(pose.x), turn = turned(place.w);  // pose: how far it leans back, its size, its turn before, its shade
  p.xy = roll * p.xy; p.yz = lean * p.yz; p.xy = turn * p.xy;
  n.xy = roll * n.xy; n.yz = lean * n.yz; n.xy = turn * n.xy;
  where = p + place.xyz;
  facing = n;
  color = paint * tint * vec4(vec3(pose.w), 1); side = team.rgb; opacity = team.a; inSkin = uvLow + uv * uvSpan;
  float coded = floor((1. - paint.a) * 255. + .5), number = floor(coded / 16.);
  code = vec2(number, mod(coded, 4.));                                  // the material (15: the mat), 1 for the model's color
  unwrapped = isUnwrapped(number);                                       // whether inSkin says where in its pattern it is, in inches
  material = materialOf(paint.a); edge = edgeOf(paint.a);
  int row = min(int(number), BLOCKS.length() - 1);
  blocks = BLOCKS[row]; grains = GRAINS[row];
  gl_Position = seen * vec4(where, 1.);
}`;

const NOISE = `
float chance(vec2 p) { p = fract(p * vec2(.1031, .1130)); p += dot(p, p.yx + 33.33); return fract((p.x + p.y) * p.x * 7.13); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p); f = f * f * (3. - 2. * f);
  return mix(mix(chance(i), chance(i + vec2(1, 0)), f.x), mix(chance(i + vec2(0, 1)), chance(i + 1.), f.x), f.y);
}
bool isFaded(float opacity) { return opacity < .999 && fract(dot(floor(gl_FragCoord.xy), vec2(.7548777, .5698403))) >= opacity; }  // fewer dots of what fades
float clouds(vec2 p) { return .5 * noise(p) + .3 * noise(p * 2.3 + 7.) + .2 * noise(p * 5.1 + 3.); }`;

const LIT_FRAGMENT = `${PRECISIONS}
in vec3 where, facing; in vec4 color; in vec3 side; in vec2 inSkin; flat in vec2 code; flat in float unwrapped; flat in float opacity; flat in vec4 blocks, grains; out vec4 result;
uniform vec3 eye, sun; uniform vec2 tableSize; uniform mat4 toShadow; uniform float figure, painted, cutoff, quick;
uniform sampler2DShadow shadowMap; uniform sampler2D openMap, skin;
${NOISE}
${LIGHT.plain}
${LIGHT.pattern}

float sunlight(vec3 n, float slant) {
  if (slant < 1e-4) return 0.;
  vec3 p = (toShadow * vec4(where + n * (.03 + .05 * (1. - slant)), 1.)).xyz * .5 + .5;
  if (quick > .5) return texture(shadowMap, vec3(p.xy, p.z - .0012));     // while it turns
  float lit = 0.;
  for (int i = 0; i < 9; i++) lit += texture(shadowMap, vec3(p.xy + (vec2(i % 3, i / 3) - 1.) * .0006, p.z - .0012));
  return lit / 9.;
}

vec3 ground() {                                                          // the mat: patches of the board's color
  vec3 dark = color.rgb * .72, pale = color.rgb * vec3(1.08, 1.04, 1.02);
  if (quick > .5) return linear(mix(dark, pale, smoothstep(.25, .75, noise(where.xy * .22))) * .99);
  float wide = clouds(where.xy * .16), fine = clouds(where.xy * .9 + 11.), grit = noise(where.xy * 8.);
  vec3 c = mix(dark, pale, smoothstep(.25, .75, wide));
  c = mix(c, color.rgb * vec3(.76, .87, .74), .55 * smoothstep(.5, .8, fine));
  return linear(c * (.86 + .16 * fine + .14 * grit) * 1.08);
}

void main() {
  if (isFaded(opacity)) discard;
  vec3 n = normalize(facing), view = normalize(eye - where), steep = abs(n);
  if (dot(n, cross(dFdx(where), dFdy(where))) < 0.) n = -n;             // of a mesh file either side may be seen
  float kind = code.x;                                                  // see scene/materials.py; 15 is the mat
  vec2 uv = unwrapped > .5 ? inSkin : steep.z > max(steep.x, steep.y) ? where.xy : (steep.x > steep.y ? where.yz : where.xz);
  vec3 base = linear(code.y > .5 ? side * color.rgb : color.rgb);
  if (painted > .5) {                                                   // a mesh file with its own looks
    vec4 own = texture(skin, inSkin);
    if (own.a * color.a < cutoff) discard;
    base = linear(own.rgb) * linear(color.rgb) * grainOf(clouds(where.xy + where.z * vec2(.7, .3)));
  } else if (figure < .5) {
    if (kind == 15.) base = ground();
    else {
      vec2 grained = uv * grains.xy, across = fwidth(uv);
      float coarse = clouds(grained * .8), fine = noise(grained * 7.), soft = max(across.x, across.y) + .002;
      base *= .76 + .22 * coarse + .22 * fine;
      float wall = 1. - smoothstep(.2, .5, steep.z);
      if (blocks.w > 0.) {                                       // blocks, planks and beds of rock
        vec2 inside;
        vec3 block = blockPattern(blocks, uv + grains.w * (coarse - .5), soft, inside);
        float bare = smoothstep(.68, .71, coarse + .2 * (fine - .5)), isPlaster = float(kind == 14.);
        base *= mix(1., block.x, 1. - isPlaster + bare * isPlaster) * mix(vec3(1), BRICK_TINT, bare * isPlaster);
        n += grains.z * vec3(block.yz, block.y - block.z);                          // so little that its length hardly changes
      } else if (kind == 2.) {                                           // slanting stripes
        float stripe = fract((uv.x + uv.y) * .9), edge = fwidth((uv.x + uv.y) * .9) + .002;
        base *= 1. - .42 * smoothstep(.5 - edge, .5, stripe) * (1. - smoothstep(1. - edge, 1., stripe));
      } else if (kind == 3.) {                                           // stones
        vec2 inside;
        vec3 block = blockPattern(blocks, uv + grains.w * (coarse - .5), soft, inside);
        base *= 1. + .3 * (fine - .5) + bits(inside, block.yz, soft / blocks.x) * (.3 + .4 * block.z);
      } else if (kind == 4.) {                                           // upright ribs
        float rib = fract(uv.x * 1.6);
        base *= 1. - .34 * wall * smoothstep(.0, .12, rib) * (1. - smoothstep(.42, .54, rib));
      } else if (kind == 5.) {                                           // leaves
        vec2 inside;
        vec3 block = blockPattern(blocks, uv + grains.w * (coarse - .5), soft, inside);
        base *= 1. + .3 * (fine - .5) + bits(inside, block.yz, soft / blocks.x) * (.24 + .9 * block.y);
      } else if (kind == 6.) {                                             // ripples, and the sky on water
        float ripple = 1. - smoothstep(.0, .1, abs(coarse + .4 * fine - .7)), glance = 1. - view.z;
        base += .3 * ripple * base + glance * glance * vec3(.12, .16, .19);
      }
    }
  }
  float open = mix(openness(openMap, where, n, tableSize), 1., FIGURE_OPEN * figure);
  float slant = max(dot(n, sun), 0.), lit = sunlight(n, slant);
  vec3 c = base * daylight(n, slant, lit, open);
  float shine = pow(max(dot(n, normalize(view + sun)), 0.), 32.), rim = 1. - max(dot(n, view), 0.);
  c += figure * (shine * lit * slant * .12 * vec3(1., .94, .82) + base * rim * rim * rim * .55 * vec3(.65, .8, 1.));
  c = vivid(response(c * PLAIN_EXPOSURE), PLAIN_VIVIDNESS);
  result = vec4(pow(c, vec3(1. / 2.2)), 1.);
}`;

const physicalFragment = ({ taps, disc, passes }) => `${PRECISIONS}
precision highp sampler2DArray; precision highp samplerCube;
#define TAPS ${taps}
#define UNWRAPPED
in vec3 where, facing; in vec4 color; in vec3 side; in vec2 inSkin; flat in vec2 code; flat in vec4 material; flat in float edge, unwrapped, opacity; in vec3 onFigure; out vec4 result;
uniform vec3 eye, sun; uniform vec2 tableSize; uniform float figure, painted, cutoff, groundTile, shadowDeep;
uniform sampler2D openMap, skin, groundMap, detailMap; uniform vec3 matTone;
${NOISE}
${LIGHT.plain}
${disc}
${LIGHT.physical}
void main() {
  if (isFaded(opacity)) discard;
  vec3 n = normalize(facing), view = normalize(eye - where);
  if (dot(n, cross(dFdx(where), dFdy(where))) < 0.) n = -n;             // of a mesh file either side may be seen
  vec3 base = linear(code.y > .5 ? side * color.rgb : color.rgb);
  Surface s;
  if (painted > .5) {
    vec4 own = texture(skin, inSkin);
    if (own.a * color.a < cutoff) discard;
    s = paintedSurface(linear(own.rgb) * linear(color.rgb) * grainOf(clouds(where.xy + where.z * vec2(.7, .3))));
  } else if (figure > .5) s = figureSurface(base, material, onFigure, edge);
  else if (code.x > 14.5) s = matSurface(int(groundTile), matColor(texture(groundMap, where.xy / tableSize).rgb, texture(detailMap, where.xy * .25).r) * base * matTone);
  else s = terrainSurface(int(code.x), base, clouds((where.xy + where.z * vec2(.7, .3)) * .6), n);
  n = normalize(n + s.bump);
  float open = mix(openness(openMap, where, n, tableSize), 1., FIGURE_OPEN * figure);
  float slant = max(dot(n, sun), 0.), lit = sunlight(n, slant) * smoothstep(0., GRAZING, slant);
  vec3 c = litSurface(s, n, view, lit, open);
  if (figure > .5) c = figureLight(c, s.base, n, view, material, open);
  ${Object.keys(passes).length ? "result = vec4(clamp(c, 0., 60.), 1. + figure * material.w);" : "result = vec4(screen(film(c)), 1.);"}
}`;

const SCREEN_VERTEX = `#version 300 es
out vec2 at;
void main() { at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.; gl_Position = vec4(at * 2. - 1., 0., 1.); }`;

const DEPTH_FRAGMENT = `#version 300 es
precision lowp float; void main() {}`;

const GLASS_FRAGMENT = `#version 300 es
precision highp float; in vec3 where, facing; in vec4 color; in vec3 side; out vec4 result;
uniform vec3 eye; uniform float stripes, hatch;
void main() {
  if (hatch != 0.) {                                                     // an area painted on a level
    float line = hatch > 0. ? step(.62, fract((where.x + where.y) * hatch)) : 0.;
    result = vec4(color.rgb, color.a * (1. - .45 * line) + 0. * side.x);
    return;
  }
  float rim = 1. - abs(dot(normalize(facing), normalize(eye - where)));
  float band = stripes > 0. ? smoothstep(.45, .55, abs(fract(where.z * stripes) - .5) * 2.) : 0.;
  result = vec4(color.rgb * (.75 + .6 * rim), color.a * (.20 + .50 * rim * rim + .12 * band));
}`;

const LINE_VERTEX = `#version 300 es
layout(location=0) in vec3 start; layout(location=1) in vec3 end; layout(location=2) in vec2 corner;
uniform mat4 seen; uniform vec3 low; uniform float span, wide, dense; uniform vec2 viewport;
out float across, along;
void main() {
  vec3 p = low + start * span, q = low + end * span;
  vec4 a = seen * vec4(p, 1.), b = seen * vec4(q, 1.);
  float near = 1e-3;
  if (a.w < near && b.w > near) a = mix(a, b, (near - a.w) / (b.w - a.w));
  else if (b.w < near && a.w > near) b = mix(b, a, (near - b.w) / (a.w - b.w));
  vec2 way = (b.xy / b.w - a.xy / a.w) * viewport;
  way = length(way) > 1e-6 ? normalize(way) : vec2(1., 0.);
  vec4 here = corner.x < .5 ? a : b;
  float far = (wide + 1.) * dense;
  here.xy += vec2(-way.y, way.x) * corner.y * far / viewport * here.w;
  here.z -= .00006 * here.w;
  across = corner.y * far; along = corner.x * length(q - p);
  gl_Position = here;
}`;

const LINE_FRAGMENT = `#version 300 es
precision highp float; in float across, along; out vec4 result; uniform vec4 ink; uniform float wide, dense, dash;
void main() {
  float shown = 1. - smoothstep(wide * dense - .75, wide * dense + .75, abs(across));
  if (dash > 0.) shown *= step(.42, fract(along / dash));
  result = vec4(ink.rgb, ink.a * shown);
  if (result.a < .01) discard;
}`;
