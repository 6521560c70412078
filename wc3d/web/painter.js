// The one WebGL 2 context that draws every view of the page, from what packing.py, scenery.py and marks.py put into it.

const SUN = unit(LIGHT.sunWay);
const BACKGROUND = [.105, .115, .135, 1], BACKDROP = { low: [.063, .069, .081], high: [.147, .161, .19], bands: 54, share: .6 };  // the dark room of the window: a gradient from 0.6 to 1.4 of it
const SUN_HEIGHT = 80, SUN_DEPTH = 90;  // inches above the table, and half of what the shadow map holds
const UPRIGHT = [0, 1, 0, 1];
const STAIN_SIDES = 20, STAIN_RINGS = [[.45, 195], [.75, 140], [1, 0]], STAIN_LIFT = .03, STAIN_SPAN = 2.5;  // the radius and the opacity of each ring, to 255
const SAMPLERS = new Set(Object.keys({ ...TEXTURE_UNITS, ...PASS_UNITS }));

async function opened(block) {  // the bytes that packing.py has packed
  const letters = atob(block), bytes = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; k++) bytes[k] = letters.charCodeAt(k);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

class Painter {
  constructor(gl, scene, block, images, { shadowSide = 2048, programs = null, graphics = { name: "low" }, folder = "" } = {}) {
    this.gl = gl; this.scene = scene; this.block = block; this.shaded = null; this.plainShadowSide = shadowSide;
    this.graphics = graphics; this.look = null; this.changed = () => {};  // a look is there once its quality has been made ready
    this.lookImages = new LookImages(gl, scene.table.looks, block, folder);
    this.programs = programs || {
      lit: this.program(LIT_VERTEX, LIT_FRAGMENT), depth: this.program(LIT_VERTEX, DEPTH_FRAGMENT),
      glass: this.program(LIT_VERTEX, GLASS_FRAGMENT), line: this.program(LINE_VERTEX, LINE_FRAGMENT),
    };
    this.standing = gl.createBuffer();
    this.ground = this.skin(scene.table.ground);
    this.skins = scene.table.files.skins.map(packed => this.skin(packed));
    this.textures = [null, ...images].map(image => this.texture(image));
    this.figures = scene.figures.map(packed => this.mesh(packed));
    this.glass = scene.table.glass.map(packed => this.volume(packed));
    this.lines = scene.table.lines.map(packed => this.line(packed));
    this.volumes = null;  // the terrain whose volumes are shown; null: all
    this.marks = scene.marks.map(() => null);
    this.wrecks = []; this.stains = [];  // see seat_remains.js
    gl.vertexAttrib4f(6, ...UPRIGHT);
    this.makeShadows(shadowSide);
    this.makeOpenness();
  }

  static programs(gl) {  // made ready by drawing a scene of nothing with them: what is drawn next need not wait for that
    const place = { at: 0, low: [0, 0, 0], span: 1 }, line = { ...place, count: 1, width: 1, rgba: [0, 0, 0, 0], dash: 0, top: false };
    const mesh = { ...place, points: 3, normals: 0, colors: 0, faces: 0, corners: 3, wide: false, stripes: 0, hatch: 0 };
    const skin = { ...mesh, uv: 0, uvLow: [0, 0], uvSpan: [1, 1], texture: -1, cutoff: 0, places: [[0, 0, 0, 0, 1, 1, 1, 1, 1]] };
    const table = { ground: skin, files: { skins: [skin] }, glass: [mesh], lines: [line], size: [1, 1], open: { at: 0, side: 1 }, looks: {} };
    const figures = [{ mesh: 0, at: [0, 0, 0], turn: 0, rgb: [0, 0, 0] }];
    const painter = new Painter(gl, { table, figures: [mesh], marks: [{ figures, glass: [], lines: [] }] }, new ArrayBuffer(64), [], { shadowSide: 1 });
    painter.draw(0, { seen: new Float32Array(16), eye: [0, 0, 1] }, 1, 1, 1);
    return painter.programs;
  }

  program(vertex, fragment) { return this.endProgram(this.beginProgram(vertex, fragment)); }

  beginProgram(vertex, fragment) {  // whose driver may compile it while others are begun
    const gl = this.gl, made = gl.createProgram(), shaders = [];
    for (const [type, code] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, code); gl.compileShader(shader); gl.attachShader(made, shader);
      shaders.push(shader);
    }
    gl.linkProgram(made);
    return { made, shaders };
  }

  endProgram({ made, shaders }) {
    const gl = this.gl, at = {};
    for (const shader of shaders) if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) throw new Error(gl.getShaderInfoLog(shader));
    if (!gl.getProgramParameter(made, gl.LINK_STATUS) && !gl.isContextLost()) throw new Error(gl.getProgramInfoLog(made));
    for (let k = 0; k < (gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS) || 0); k++) {
      const { name } = gl.getActiveUniform(made, k);
      at[name] = gl.getUniformLocation(made, name);
    }
    return { made, at };
  }

  use(name, values) { this.useProgram(this.programs[name], values); }

  useProgram(program, values) {
    this.gl.useProgram(program.made);
    this.at = program.at;
    this.set(values);
  }

  set(values) {
    const gl = this.gl;
    for (const [name, value] of Object.entries(values)) {
      const at = this.at[name];
      if (!at) continue;
      if (typeof value === "number") SAMPLERS.has(name) ? gl.uniform1i(at, value) : gl.uniform1f(at, value);
      else if (value.length === 16) gl.uniformMatrix4fv(at, false, value);
      else gl[`uniform${value.length}fv`](at, value);
    }
  }

  buffer(values, target = this.gl.ARRAY_BUFFER) {
    const made = this.gl.createBuffer();
    this.gl.bindBuffer(target, made);
    this.gl.bufferData(target, values, this.gl.STATIC_DRAW);
    return made;
  }

  attribute(place, size, type, stride, offset, every = 0) {
    const gl = this.gl;
    gl.vertexAttribPointer(place, size, type, type !== gl.FLOAT, stride, offset);
    gl.vertexAttribDivisor(place, every);
    gl.enableVertexAttribArray(place);
  }

  mesh(packed) {
    const gl = this.gl, form = gl.createVertexArray(), n = packed.points;
    gl.bindVertexArray(form);
    this.buffer(new Uint16Array(this.block, packed.at, n * 3)); this.attribute(0, 3, gl.UNSIGNED_SHORT, 0, 0);
    this.buffer(new Int8Array(this.block, packed.normals, n * 3)); this.attribute(1, 3, gl.BYTE, 0, 0);
    this.buffer(new Uint8Array(this.block, packed.colors, n * 4)); this.attribute(2, 4, gl.UNSIGNED_BYTE, 0, 0);
    const Whole = packed.wide ? Uint32Array : Uint16Array;
    this.buffer(new Whole(this.block, packed.faces, packed.corners), gl.ELEMENT_ARRAY_BUFFER);
    gl.bindVertexArray(null);
    return { ...packed, form, type: packed.wide ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT };
  }

  volume(packed) {  // a mesh of one color, which is looked up when it is drawn
    const gl = this.gl, mesh = this.mesh(packed);
    gl.bindVertexArray(mesh.form);
    gl.disableVertexAttribArray(2);
    gl.bindVertexArray(null);
    return { ...mesh, rgba: [...new Uint8Array(this.block, packed.colors, 4)] };
  }

  skin(packed) {  // a mesh with texture coordinates: the ground with its terrain, or a mesh file's triangles of one texture
    const gl = this.gl, mesh = this.mesh(packed);
    gl.bindVertexArray(mesh.form);
    this.buffer(new Uint16Array(this.block, packed.uv, packed.points * 2)); this.attribute(5, 2, gl.UNSIGNED_SHORT, 0, 0);
    gl.bindVertexArray(null);
    return mesh;
  }

  texture(image) {  // white where there is none
    const gl = this.gl, made = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    if (image) gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
    else gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array([255, 255, 255, 255]));
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    return made;
  }

  line(packed) {  // four corners a segment: where the processor draws, an instance of its own for each takes many times as long
    const gl = this.gl, form = gl.createVertexArray(), n = packed.count, Whole = n * 4 > 65535 ? Uint32Array : Uint16Array;
    const ends = new Uint16Array(this.block, packed.at, n * 6), spots = new Uint16Array(n * 32), faces = new Whole(n * 6);
    const corner = new Int8Array(spots.buffer);
    for (let k = 0; k < n; k++) {
      const segment = ends.subarray(k * 6, k * 6 + 6);
      for (let c = 0; c < 4; c++) {
        spots.set(segment, (k * 4 + c) * 8);
        corner[(k * 4 + c) * 16 + 12] = c > 1 ? 127 : 0; corner[(k * 4 + c) * 16 + 13] = c % 2 ? 127 : -127;
      }
      faces.set([0, 1, 2, 2, 1, 3].map(c => k * 4 + c), k * 6);
    }
    gl.bindVertexArray(form);
    this.buffer(spots);
    this.attribute(0, 3, gl.UNSIGNED_SHORT, 16, 0);
    this.attribute(1, 3, gl.UNSIGNED_SHORT, 16, 6);
    this.attribute(2, 2, gl.BYTE, 16, 12);
    this.buffer(faces, gl.ELEMENT_ARRAY_BUFFER);
    gl.bindVertexArray(null);
    return { ...packed, form, corners: n * 6, type: n * 4 > 65535 ? gl.UNSIGNED_INT : gl.UNSIGNED_SHORT };
  }

  makeShadows(side) {
    const gl = this.gl, [wide, deep] = this.scene.table.size;
    if (this.shadows) { gl.deleteTexture(this.shadows); gl.deleteFramebuffer(this.frame); }
    this.shadowSide = side; this.shaded = null;
    this.shadows = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.shadows);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, side, side);
    for (const [name, value] of [[gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE], [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
      [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]])
      gl.texParameteri(gl.TEXTURE_2D, name, value);
    this.frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.shadows, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    const far = Math.hypot(wide, deep) / 2 + 2, back = SUN, right = unit(cross([0, 0, 1], back)), up = cross(back, right);
    const from = looking({ right, up, back }, add([wide / 2, deep / 2, 0], SUN, SUN_HEIGHT)), near = -SUN_HEIGHT / SUN_DEPTH;
    this.toShadow = product(new Float32Array([1 / far, 0, 0, 0, 0, 1 / far, 0, 0, 0, 0, -1 / SUN_DEPTH, 0, 0, 0, near, 1]), from);
    this.toShadowMap = product(new Float32Array([.5, 0, 0, 0, 0, .5, 0, 0, 0, 0, .5, 0, .5, .5, .5, 1]), this.toShadow);
    this.shadowReach = 2 * far;
  }

  makeOpenness() {
    const gl = this.gl, { at, side } = this.scene.table.open;
    this.openMap = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.openMap);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG8, side, side, 0, gl.RG, gl.UNSIGNED_BYTE, new Uint8Array(this.block, at, side * side * 2));
    for (const [name, value] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) gl.texParameteri(gl.TEXTURE_2D, name, value);
  }

  marksOf(number) {  // made when first drawn: a page may hold many questions
    if (!this.marks[number]) {
      const packed = this.scene.marks[number];
      this.marks[number] = { glass: packed.glass.map(m => this.volume(m)), lines: packed.lines.map(l => this.line(l)) };
    }
    return this.marks[number];
  }

  drawMesh(mesh, many = 0, from = 0, to = mesh.corners) {
    const gl = this.gl;
    this.set({ low: mesh.low, span: mesh.span });
    gl.bindVertexArray(mesh.form);
    if (many) gl.drawElementsInstanced(gl.TRIANGLES, to - from, mesh.type, from * (mesh.wide ? 4 : 2), many);
    else {
      gl.vertexAttrib4f(3, 0, 0, 0, 0); gl.vertexAttrib3f(4, 0, 0, 0);
      gl.drawElements(gl.TRIANGLES, mesh.corners, mesh.type, 0);
    }
  }

  drawSkins() {
    const gl = this.gl;
    gl.activeTexture(gl.TEXTURE2);
    for (const mesh of this.skins) {
      gl.bindTexture(gl.TEXTURE_2D, this.textures[mesh.texture + 1]);
      this.set({ low: mesh.low, span: mesh.span, uvLow: mesh.uvLow, uvSpan: mesh.uvSpan, painted: 1, cutoff: mesh.cutoff });
      gl.bindVertexArray(mesh.form);
      gl.vertexAttrib3f(4, 0, 0, 0);
      for (const [x, y, z, turn, flip, ...tint] of mesh.places) {
        gl.vertexAttrib4f(3, x, y, z, turn);
        this.set({ flip, tint });
        gl.drawElements(gl.TRIANGLES, mesh.corners, mesh.type, 0);
      }
    }
    this.set({ painted: 0, flip: 1, tint: [1, 1, 1, 1] });
    gl.activeTexture(gl.TEXTURE0);
  }

  drawFigures(number, hidden) {
    const standing = this.scene.marks[number].figures.filter(f => f.id !== hidden && !f.fallen), bases = this.wrecks.map(f => f.stand).filter(Boolean);
    this.figures.forEach((mesh, k) => {  // the triangles of a base come first
      this.drawRows(mesh, standing.filter(f => f.mesh === k));
      this.drawRows(mesh, this.wrecks.filter(f => f.mesh === k), mesh.base);
      this.drawRows(mesh, bases.filter(f => f.mesh === k), 0, mesh.base);
    });
  }

  drawRows(mesh, rows, from = 0, to = mesh.corners) {
    const gl = this.gl;
    if (!rows.length) return;
    gl.bindVertexArray(mesh.form);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.standing);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(rows.flatMap(f => [...f.at, radians(f.toward ?? f.turn), ...displayedColor(f.rgb).map(v => v / 255), f.alpha ?? 1, ...UPRIGHT.map((usual, c) => f.pose?.[c] ?? usual)])),
      gl.DYNAMIC_DRAW);
    this.attribute(3, 4, gl.FLOAT, 48, 0, 1); this.attribute(4, 4, gl.FLOAT, 48, 16, 1); this.attribute(6, 4, gl.FLOAT, 48, 32, 1);
    this.drawMesh(mesh, rows.length, from, to);
  }

  makeStain() {  // a disc of radius 1, dark in the middle, with a ragged rim
    const gl = this.gl, form = gl.createVertexArray(), spots = [0, 0, 0], colors = [0, 0, 0, 215], faces = [], turn = k => k / STAIN_SIDES * 2 * Math.PI;
    for (const [ring, [radius, alpha]] of STAIN_RINGS.entries()) for (let k = 0; k < STAIN_SIDES; k++) {
      const ragged = radius * (1 + .2 * Math.sin(k * 7.3) + .03 * Math.sin(k * 2.9 + ring)), next = (k + 1) % STAIN_SIDES, outer = 1 + ring * STAIN_SIDES, inner = outer - STAIN_SIDES;
      spots.push(ragged * Math.cos(turn(k)), ragged * Math.sin(turn(k)), 0); colors.push(0, 0, 0, alpha);
      faces.push(...(ring ? [inner + k, outer + k, outer + next, inner + k, outer + next, inner + next] : [0, outer + k, outer + next]));
    }
    gl.bindVertexArray(form);
    this.buffer(new Uint16Array(spots.map((v, k) => k % 3 < 2 ? (v / STAIN_SPAN + .5) * 65535 : 0))); this.attribute(0, 3, gl.UNSIGNED_SHORT, 0, 0);
    this.buffer(new Uint8Array(colors)); this.attribute(2, 4, gl.UNSIGNED_BYTE, 0, 0);
    this.buffer(new Uint16Array(faces), gl.ELEMENT_ARRAY_BUFFER);
    gl.bindVertexArray(null);
    return { form, corners: faces.length, low: [-STAIN_SPAN / 2, -STAIN_SPAN / 2, 0], span: STAIN_SPAN };
  }

  drawStains() {
    const gl = this.gl, stain = this.stains.length ? this.stain ||= this.makeStain() : null;
    for (const { at: [x, y, z], radius, alpha } of this.stains) {
      this.set({ low: stain.low, span: stain.span, stripes: 0, hatch: -1, tint: [1, 1, 1, alpha] });
      gl.bindVertexArray(stain.form);
      gl.vertexAttrib4f(3, x, y, Math.max(z, 0) + STAIN_LIFT, x + y); gl.vertexAttrib3f(4, 0, 0, 0); gl.vertexAttrib4f(6, 0, radius, 0, 1);
      gl.drawElements(gl.TRIANGLES, stain.corners, gl.UNSIGNED_SHORT, 0);
    }
    if (stain) { gl.vertexAttrib4f(6, ...UPRIGHT); this.set({ tint: [1, 1, 1, 1] }); }
  }

  drawLines(lines, top) {
    const gl = this.gl;
    for (const line of lines) {
      if (line.top !== top) continue;
      this.set({ low: line.low, span: line.span, ink: ink(line.rgba), wide: line.width, dash: line.dash });
      gl.bindVertexArray(line.form);
      gl.drawElements(gl.TRIANGLES, line.corners, line.type, 0);
    }
  }

  drawShadows(number) {
    const gl = this.gl;
    if (this.shaded === number) return;
    this.shaded = number;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.viewport(0, 0, this.shadowSide, this.shadowSide);
    gl.enable(gl.DEPTH_TEST); gl.depthMask(true); gl.disable(gl.BLEND);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.use("depth", { seen: this.toShadow, flip: 1, tint: [1, 1, 1, 1] });
    this.drawMesh(this.ground);
    this.drawSkins();
    this.drawFigures(number, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  lookOf(name) {  // the look of a quality, or the last one until it is ready; null is the plain look
    if (this.wantedLook !== name) {
      this.wantedLook = name;
      if (name === "low") this.wear(null);
      else new PhysicalLook(this, name).prepare().then(look => this.wantedLook === name && this.wear(look), error => this.wantedLook === name && !this.gl.isContextLost() && this.graphics.fail(error))
        .then(() => this.changed());
    }
    return this.look;
  }

  wear(look) {
    this.look?.close();
    this.look = look;
    const side = look ? look.level.shadowPx : this.plainShadowSide;
    if (side !== this.shadowSide) this.makeShadows(side);
  }

  close() { this.wantedLook = "low"; this.wear(null); this.lookImages.close(); }

  lightScene(look, { seen, eye }, quick) {
    const gl = this.gl, same = { seen, eye, sun: SUN, tableSize: this.scene.table.size, figure: 1, painted: 0, flip: 1, tint: [1, 1, 1, 1] };
    gl.activeTexture(gl.TEXTURE0); gl.bindTexture(gl.TEXTURE_2D, this.shadows);
    gl.activeTexture(gl.TEXTURE1); gl.bindTexture(gl.TEXTURE_2D, this.openMap);
    if (!look) this.use("lit", { ...same, ...TEXTURE_UNITS, toShadow: this.toShadow, quick });
    else {
      look.bind();
      this.useProgram(look.programs.lit, { ...same, ...TEXTURE_UNITS, toShadow: this.toShadowMap, shadowTexel: 1 / this.shadowSide, shadowReach: this.shadowReach,
        shadowDeep: 2 * SUN_DEPTH, groundTile: this.scene.table.looks.groundMaterial, matTone: this.scene.table.looks.groundTone });
    }
  }

  beginPicture(look, wide, tall) {
    const gl = this.gl;
    try { look?.begin(wide, tall); } catch (error) { this.graphics.fail(error); this.wear(null); this.changed(); return this.beginPicture(null, wide, tall); }
    if (!look?.passes) gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, wide, tall);
    gl.clearColor(...BACKGROUND);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (!look?.passes) this.clearBackdrop(wide, tall);
    return look;
  }

  clearBackdrop(wide, tall) {  // a soft gradient without a shader: each band is one step of color
    const gl = this.gl, { low, high, bands } = BACKDROP;
    gl.enable(gl.SCISSOR_TEST);
    for (let k = 0; k < bands; k++) {
      const foot = Math.floor(tall * k / bands), head = Math.floor(tall * (k + 1) / bands), share = k / (bands - 1);
      gl.scissor(0, foot, wide, head - foot);
      gl.clearColor(...low.map((v, c) => v + (high[c] - v) * share), 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
    }
    gl.disable(gl.SCISSOR_TEST);
  }

  draw(number, camera, wide, tall, dense, quick = 0) {
    const gl = this.gl, marks = this.marksOf(number), { seen, eye } = camera;
    if (gl.canvas.width !== wide || gl.canvas.height !== tall) { gl.canvas.width = wide; gl.canvas.height = tall; }
    gl.activeTexture(gl.TEXTURE0); gl.bindTexture(gl.TEXTURE_2D, null);
    const wanted = this.lookOf(this.graphics.name);
    this.drawShadows(number);
    const look = this.beginPicture(wanted, wide, tall);
    this.lightScene(look, camera, quick);
    this.drawFigures(number, camera.hide);  // what stands in front first: the ground behind it need not be painted
    this.set({ figure: 0 });
    this.drawSkins();
    this.set({ uvLow: this.ground.uvLow, uvSpan: this.ground.uvSpan });
    this.drawMesh(this.ground);
    look?.unbind();
    look?.finish(camera.lens, [...BACKGROUND.slice(0, 3), BACKDROP.share]);
    gl.enable(gl.BLEND); gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA); gl.depthMask(false);
    const pens = { seen, viewport: [wide, tall], dense };
    this.use("line", pens);
    const stands = ({ terrain }) => !terrain || !this.volumes || this.volumes.has(terrain);
    this.drawLines(this.lines.filter(stands), false);
    this.use("glass", { seen, eye, flip: 1, tint: [1, 1, 1, 1] });
    this.drawStains();
    const shown = mark => !mark.of || mark.of !== camera.hide;
    for (const mesh of [...this.glass.filter(stands), ...marks.glass.filter(shown)]) {
      this.set({ stripes: mesh.stripes, hatch: mesh.hatch });
      gl.vertexAttrib4f(2, ...ink(mesh.rgba));
      this.drawMesh(mesh);
    }
    this.use("line", pens);
    const lines = marks.lines.filter(shown);
    this.drawLines(lines, false);
    gl.disable(gl.DEPTH_TEST);
    this.drawLines(lines, true);
    gl.enable(gl.DEPTH_TEST); gl.depthMask(true); gl.disable(gl.BLEND);
    gl.bindVertexArray(null);
  }
}
