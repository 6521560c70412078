// The shaders of the views in 3D, in GLSL ES 3.00: the look of the window's, in fewer words.

const LIT_VERTEX = `#version 300 es
layout(location=0) in vec3 spot; layout(location=1) in vec3 normal; layout(location=2) in vec4 paint;
layout(location=3) in vec4 place; layout(location=4) in vec3 team; layout(location=5) in vec2 uv; layout(location=6) in vec2 pose;
uniform mat4 seen; uniform vec3 low; uniform float span, flip; uniform vec4 tint; uniform vec2 uvLow, uvSpan;
out vec3 where, facing; out vec4 color; out vec3 side; out vec2 inSkin;
void main() {
  vec3 p = (low + spot * span) * vec3(flip, 1, 1) * pose.y;             // pose: how far it leans, and its size
  p.yz = mat2(cos(pose.x), sin(pose.x), -sin(pose.x), cos(pose.x)) * p.yz;
  mat2 turn = mat2(cos(place.w), sin(place.w), -sin(place.w), cos(place.w));
  where = vec3(turn * p.xy, p.z) + place.xyz;
  facing = vec3(turn * (normal.xy * vec2(flip, 1)), normal.z);
  color = paint * tint; side = team; inSkin = uvLow + uv * uvSpan;
  gl_Position = seen * vec4(where, 1.);
}`;

const LIT_FRAGMENT = `#version 300 es
precision highp float; precision highp sampler2DShadow;
in vec3 where, facing; in vec4 color; in vec3 side; in vec2 inSkin; out vec4 result;
uniform vec3 eye, sun; uniform vec2 tableSize; uniform mat4 toShadow; uniform float figure, painted, cutoff, quick;
uniform sampler2DShadow shadows; uniform sampler2D openness, skin;

float chance(vec2 p) { p = fract(p * vec2(.1031, .1130)); p += dot(p, p.yx + 33.33); return fract((p.x + p.y) * p.x * 7.13); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p); f = f * f * (3. - 2. * f);
  return mix(mix(chance(i), chance(i + vec2(1, 0)), f.x), mix(chance(i + vec2(0, 1)), chance(i + 1.), f.x), f.y);
}
float clouds(vec2 p) { return .5 * noise(p) + .3 * noise(p * 2.3 + 7.) + .2 * noise(p * 5.1 + 3.); }
vec3 linear(vec3 c) { return c * (c * (c * .305306 + .682171) + .012523); }

float sunlight(vec3 n, float slant) {
  if (slant < 1e-4) return 0.;
  vec3 p = (toShadow * vec4(where + n * (.03 + .05 * (1. - slant)), 1.)).xyz * .5 + .5;
  if (quick > .5) return texture(shadows, vec3(p.xy, p.z - .0012));     // while it turns
  float lit = 0.;
  for (int i = 0; i < 9; i++) lit += texture(shadows, vec3(p.xy + (vec2(i % 3, i / 3) - 1.) * .0006, p.z - .0012));
  return lit / 9.;
}

vec3 ground() {                                                          // the mat: earth in four colors
  if (quick > .5) return linear(mix(vec3(.30, .29, .22), vec3(.46, .42, .31), smoothstep(.25, .75, noise(where.xy * .22))) * .99);
  float wide = clouds(where.xy * .16), fine = clouds(where.xy * .9 + 11.), grit = noise(where.xy * 8.);
  vec3 c = mix(vec3(.30, .29, .22), vec3(.46, .42, .31), smoothstep(.25, .75, wide));
  c = mix(c, vec3(.33, .37, .22), .55 * smoothstep(.5, .8, fine));
  return linear(c * (.86 + .16 * fine + .14 * grit) * 1.08);
}

void main() {
  vec3 n = normalize(facing), view = normalize(eye - where), steep = abs(n);
  if (dot(n, cross(dFdx(where), dFdy(where))) < 0.) n = -n;             // of a mesh file either side may be seen
  float kind = floor((1. - color.a) * 16. + .5);                        // palette.Look.surface; 15 the mat, 16 the model's color
  vec2 uv = steep.z > max(steep.x, steep.y) ? where.xy : (steep.x > steep.y ? where.yz : where.xz);
  vec3 base = linear(kind > 15.5 ? side * color.rgb : color.rgb);
  if (painted > .5) {                                                   // a mesh file with its own looks
    vec4 own = texture(skin, inSkin);
    if (own.a * color.a < cutoff) discard;
    base = linear(own.rgb) * linear(color.rgb) * (.72 + .2 * clouds(where.xy + where.z * vec2(.7, .3)));
  } else if (figure < .5) {
    if (kind == 15.) base = ground();
    else {
      float coarse = clouds(uv * .8), fine = noise(uv * 7.);
      base *= .76 + .22 * coarse + .22 * fine;
      float wall = 1. - smoothstep(.2, .5, steep.z);
      if (kind == 1.) {                                                  // blocks an inch high
        float soft = fwidth(where.z) + .002;
        float course = 1. - smoothstep(.012, .012 + 1.5 * soft, abs(fract(where.z + .5) - .5));
        float along = uv.x * .5 + .5 * mod(floor(where.z), 2.);
        float joint = 1. - smoothstep(.008, .008 + fwidth(uv.x * .5) * 1.5, abs(fract(along) - .5));
        base *= 1. - wall * step(.2, where.z) * max(.36 * course, .2 * joint);
      } else if (kind == 2.) {                                           // slanting stripes
        float stripe = fract((uv.x + uv.y) * .9), edge = fwidth((uv.x + uv.y) * .9) + .002;
        base *= 1. - .42 * smoothstep(.5 - edge, .5, stripe) * (1. - smoothstep(1. - edge, 1., stripe));
      } else if (kind == 3.) {                                           // stones
        vec2 cell = where.xy * 1.7, around = floor(cell);
        vec2 pebble = fract(cell) - .5 + .34 * (vec2(chance(around), chance(around + 19.)) - .5);
        base *= 1. + .3 * (fine - .5) + .42 * (1. - smoothstep(.15, .15 + 2. * fwidth(cell.x), length(pebble)));
      } else if (kind == 4.) {                                           // upright ribs
        float rib = fract((steep.x > steep.y ? where.y : where.x) * 1.6);
        base *= 1. - .34 * wall * smoothstep(.0, .12, rib) * (1. - smoothstep(.42, .54, rib));
      } else if (kind == 5.) base *= 1. + .55 * (smoothstep(.3, .75, noise(uv * 5.) * .6 + fine * .4) - .4);
      else if (kind == 6.) base *= 1. - .34 * smoothstep(.5, .7, abs(fract(length(where.xy) * .8 + .5 * coarse) - .5) * 2.);
    }
  }
  vec2 around = texture(openness, (where.xy + n.xy * .42) / tableSize).rg;
  float above = where.z - around.g * 16.;
  float open = mix(around.r, 1., clamp(above * .3846, 0., 1.));
  open = mix(open, min(open, .52), clamp((-above - .35) * 1.2, 0., 1.));
  open = mix(open, 1., .35 * figure);
  float slant = max(dot(n, sun), 0.), lit = sunlight(n, slant);
  vec3 sky = mix(vec3(.23, .20, .18), vec3(.52, .61, .78), n.z * .5 + .5);
  vec3 c = base * (sky * open * .86 + vec3(2.25, 2.02, 1.66) * (slant * lit * mix(1., open, .35)));
  float shine = pow(max(dot(n, normalize(view + sun)), 0.), 32.), rim = 1. - max(dot(n, view), 0.);
  c += figure * (shine * lit * slant * .12 * vec3(1., .94, .82) + base * rim * rim * rim * .55 * vec3(.65, .8, 1.));
  c *= .80;
  c = (c * (2.51 * c + .03)) / (c * (2.43 * c + .59) + .14);
  c = clamp(mix(vec3(dot(c, vec3(.25, .6, .15))), c, .92), 0., 1.);
  result = vec4(pow(c, vec3(1. / 2.2)), 1.);
}`;

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
