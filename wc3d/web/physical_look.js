// The physically based look of a quality: its images, its shaders, and the passes that make a picture of light.

const TEXTURE_UNITS = { shadowMap: 0, openMap: 1, skin: 2, tileColor: 3, tileShape: 4, environment: 5, groundMap: 6, detailMap: 7, shadowDepth: 8 };
const PASS_UNITS = { depthMap: 0, sceneMap: 1, occlusionMap: 2, bloomNear: 3, bloomWide: 4, bloomMap: 1, pictureMap: 1 };
const MOST_SMOOTHED = 3e6;  // dots of a picture whose edges are drawn with several samples each
const later = milliseconds => new Promise(done => setTimeout(done, milliseconds));

async function pixels(data) {  // of an encoded image: rows of red, green, blue and alpha, the first row first
  const image = await createImageBitmap(new Blob([data], { type: "image/webp" }), { premultiplyAlpha: "none", colorSpaceConversion: "none" });
  const canvas = document.createElement("canvas"), page = canvas.getContext("2d", { willReadFrequently: true });
  canvas.width = image.width; canvas.height = image.height;
  page.drawImage(image, 0, 0);
  return { wide: image.width, data: page.getImageData(0, 0, image.width, image.height).data };
}

class LookImages {  // the textures of materials, the ground and the light around the table; made once for all qualities
  constructor(gl, looks, block, folder) { Object.assign(this, { gl, looks, block, folder }); }

  async bytes(name) {
    const packed = this.looks.packed[name];
    if (packed) return new Uint8Array(this.block, ...packed);
    const answer = await fetch(`${this.folder}looks/${name}.webp`);
    if (!answer.ok) throw new Error(`no image ${name}`);
    return answer.arrayBuffer();
  }

  load() { return this.loading ||= this.make(); }

  async make() {
    const { looks } = this, named = Object.entries(looks.materials);
    const images = await Promise.all([looks.environment, looks.ground, ...named.map(([, name]) => name)].map(async name => pixels(await this.bytes(name))));
    const [environment, ground, ...materials] = images;
    this.textures = { environment: this.cube(environment), ...this.ground(ground), ...this.tiles(named.map(([number]) => Number(number)), materials) };
    return this.textures;
  }

  close() { for (const made of Object.values(this.textures || {})) this.gl.deleteTexture(made); }

  texture(target, wrap) {
    const { gl } = this, made = gl.createTexture(), sharp = gl.getExtension("EXT_texture_filter_anisotropic");
    gl.activeTexture(gl.TEXTURE0); gl.bindTexture(target, made);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(target, side, wrap);
    if (sharp && target !== gl.TEXTURE_CUBE_MAP) gl.texParameterf(target, sharp.TEXTURE_MAX_ANISOTROPY_EXT, 4);
    return made;
  }

  tiles(numbers, images) {  // a layer for each number of a material; those that are not on the table stay empty
    const { gl } = this, side = LIGHT.tilePx, dots = side * side, target = gl.TEXTURE_2D_ARRAY, count = Math.max(...numbers) + 1;
    const colors = new Uint8Array(dots * 4 * count), shapes = new Uint8Array(dots * 4 * count);
    numbers.forEach((number, k) => {
      const { data } = images[k], start = number * dots * 4;
      colors.set(data.subarray(0, dots * 4), start);
      for (let plane = 0; plane < 4; plane++)
        for (let dot = 0; dot < dots; dot++) shapes[start + dot * 4 + plane] = data[((plane + 1) * dots + dot) * 4];
    });
    const [tileColor, tileShape] = [colors, shapes].map(values => {
      const made = this.texture(target, gl.REPEAT);
      gl.texImage3D(target, 0, gl.RGBA8, side, side, count, 0, gl.RGBA, gl.UNSIGNED_BYTE, values);
      gl.generateMipmap(target);
      gl.bindTexture(target, null);
      return made;
    });
    return { tileColor, tileShape };
  }

  ground({ data, wide }) {
    const { gl } = this, { groundPx, detailPx } = LIGHT, detail = new Uint8Array(detailPx * detailPx * 4);
    for (let row = 0; row < detailPx; row++) detail.set(data.subarray((groundPx + row) * wide * 4, ((groundPx + row) * wide + detailPx) * 4), row * detailPx * 4);
    const [groundMap, detailMap] = [[groundPx, data.subarray(0, groundPx * groundPx * 4), gl.CLAMP_TO_EDGE], [detailPx, detail, gl.REPEAT]].map(([side, values, wrap]) => {
      const made = this.texture(gl.TEXTURE_2D, wrap);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, side, side, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(values));
      gl.generateMipmap(gl.TEXTURE_2D);
      return made;
    });
    return { groundMap, detailMap };
  }

  cube({ data, wide }) {  // a smaller image for each level of roughness; the even smaller ones repeat its corner
    const { gl } = this, made = this.texture(gl.TEXTURE_CUBE_MAP, gl.CLAMP_TO_EDGE);
    let row = 0;
    for (let level = 0, side = LIGHT.facePx; level < LIGHT.faceLevels; level++, side >>= 1)
      for (let face = 0; face < 6; face++) {
        const values = new Uint8Array(side * side * 4);
        for (let k = 0; k < side; k++, row++) values.set(data.subarray(row * wide * 4, (row * wide + side) * 4), k * side * 4);
        gl.texImage2D(gl.TEXTURE_CUBE_MAP_POSITIVE_X + face, level, gl.RGBA8, side, side, 0, gl.RGBA, gl.UNSIGNED_BYTE, values);
      }
    gl.texParameteri(gl.TEXTURE_CUBE_MAP, gl.TEXTURE_MAX_LEVEL, LIGHT.faceLevels - 1);
    gl.bindTexture(gl.TEXTURE_CUBE_MAP, null);
    return made;
  }
}

class PhysicalLook {
  constructor(painter, name) {
    this.painter = painter; this.gl = painter.gl; this.name = name; this.level = LIGHT.levels[name];
    this.passes = Object.keys(this.level.passes).length > 0 && Boolean(this.gl.getExtension("EXT_color_buffer_float"));
  }

  async prepare() {  // after the first picture, and without holding up the next ones where the driver can do so
    await later(30);
    this.textures = await this.painter.lookImages.load();
    const { painter, level, gl } = this, quiet = gl.getExtension("KHR_parallel_shader_compile");
    const shader = physicalFragment(this.passes ? level : { ...level, passes: {} });
    const begun = { lit: painter.beginProgram(LIT_VERTEX, shader) };
    for (const [name, text] of Object.entries(this.passes ? level.passes : {})) begun[name] = painter.beginProgram(SCREEN_VERTEX, `${PRECISIONS}\n${text}`);
    while (quiet && !gl.isContextLost() && Object.values(begun).some(made => !gl.getProgramParameter(made.made, quiet.COMPLETION_STATUS_KHR))) await later(20);
    this.programs = {};
    for (const [name, made] of Object.entries(begun)) this.programs[name] = painter.endProgram(made);
    this.plain = gl.createSampler();  // reads the depths of the shadow map without comparing them
    for (const [key, value] of [[gl.TEXTURE_MIN_FILTER, gl.NEAREST], [gl.TEXTURE_MAG_FILTER, gl.NEAREST], [gl.TEXTURE_COMPARE_MODE, gl.NONE],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) gl.samplerParameteri(this.plain, key, value);
    if (this.passes) this.canvas = gl.createVertexArray();
    return this;
  }

  bind() {
    const { gl, textures } = this;
    for (const [name, target] of [["tileColor", gl.TEXTURE_2D_ARRAY], ["tileShape", gl.TEXTURE_2D_ARRAY], ["environment", gl.TEXTURE_CUBE_MAP],
      ["groundMap", gl.TEXTURE_2D], ["detailMap", gl.TEXTURE_2D]]) {
      gl.activeTexture(gl.TEXTURE0 + TEXTURE_UNITS[name]); gl.bindTexture(target, textures[name]);
    }
    gl.activeTexture(gl.TEXTURE0 + TEXTURE_UNITS.shadowDepth);
    gl.bindTexture(gl.TEXTURE_2D, this.painter.shadows); gl.bindSampler(TEXTURE_UNITS.shadowDepth, this.plain);
    gl.activeTexture(gl.TEXTURE0);
  }

  unbind() { this.gl.bindSampler(TEXTURE_UNITS.shadowDepth, null); }

  // The buffers of the passes, as in panda/post_processing.py

  buffer(format, wide, tall) {
    const { gl } = this, texture = gl.createTexture(), frame = gl.createFramebuffer(), filter = format === gl.DEPTH_COMPONENT24 ? gl.NEAREST : gl.LINEAR;
    gl.activeTexture(gl.TEXTURE0); gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, wide, tall);
    for (const [key, value] of [[gl.TEXTURE_MIN_FILTER, filter], [gl.TEXTURE_MAG_FILTER, filter], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]])
      gl.texParameteri(gl.TEXTURE_2D, key, value);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    const isDepth = format === gl.DEPTH_COMPONENT24;
    gl.framebufferTexture2D(gl.FRAMEBUFFER, isDepth ? gl.DEPTH_ATTACHMENT : gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    return { texture, frame, wide, tall };
  }

  resize(wide, tall) {
    if (this.size?.[0] === wide && this.size[1] === tall) return;
    this.close();
    const { gl } = this, [occluded, ...blooms] = LIGHT.scales, part = scale => [Math.max(1, Math.ceil(wide / scale)), Math.max(1, Math.ceil(tall / scale))];
    const samples = wide * tall > MOST_SMOOTHED ? 0 : Math.min(this.level.samples, gl.getParameter(gl.MAX_SAMPLES));
    this.size = [wide, tall];
    this.scene = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.scene);
    this.drawn = [[gl.COLOR_ATTACHMENT0, gl.RGBA16F], [gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24]].map(([place, format]) => {
      const made = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, made);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, wide, tall);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, made);
      return made;
    });
    const isComplete = gl.checkFramebufferStatus(gl.FRAMEBUFFER) === gl.FRAMEBUFFER_COMPLETE;
    this.buffers = {
      light: this.buffer(gl.RGBA16F, wide, tall), depth: this.buffer(gl.DEPTH_COMPONENT24, wide, tall), picture: this.buffer(gl.RGBA8, wide, tall),
      occlusion: this.buffer(gl.RGBA16F, ...part(occluded)), occluded: this.buffer(gl.RGBA16F, ...part(occluded)),
      bright: this.buffer(gl.RGBA16F, ...part(blooms[0])), near: this.buffer(gl.RGBA16F, ...part(blooms[1])), wide: this.buffer(gl.RGBA16F, ...part(blooms[2])),
    };
    if (!isComplete && !gl.isContextLost()) throw new Error("no buffer for light");
  }

  close() {
    const { gl } = this;
    for (const { texture, frame } of Object.values(this.buffers || {})) { gl.deleteTexture(texture); gl.deleteFramebuffer(frame); }
    for (const made of this.drawn || []) gl.deleteRenderbuffer(made);
    if (this.scene) gl.deleteFramebuffer(this.scene);
    this.buffers = this.drawn = this.scene = this.size = null;
  }

  begin(wide, tall) {  // what is drawn next is light
    if (this.passes) { this.resize(wide, tall); this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, this.scene); }
  }

  pass(name, into, values, textures) {
    const { gl, painter } = this, [wide, tall] = into ? [into.wide, into.tall] : this.size;
    gl.bindFramebuffer(gl.FRAMEBUFFER, into && into.frame);
    gl.viewport(0, 0, wide, tall);
    for (const [key, { texture }] of Object.entries(textures)) { gl.activeTexture(gl.TEXTURE0 + PASS_UNITS[key]); gl.bindTexture(gl.TEXTURE_2D, texture); }
    const units = Object.fromEntries(Object.keys(textures).map(key => [key, PASS_UNITS[key]]));
    painter.useProgram(this.programs[name], { ...values, ...units });
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  finish(lens, background) {  // the picture and its depths, in the canvas
    if (!this.passes) return;
    const { gl, buffers } = this, [wide, tall] = this.size, { light, depth, picture, occlusion, occluded, bright, near } = buffers;
    for (const [buffer, bit] of [[light, gl.COLOR_BUFFER_BIT], [depth, gl.DEPTH_BUFFER_BIT]]) {
      gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.scene); gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, buffer.frame);
      gl.blitFramebuffer(0, 0, wide, tall, 0, 0, wide, tall, bit, gl.NEAREST);
    }
    gl.bindVertexArray(this.canvas);
    gl.disable(gl.DEPTH_TEST); gl.disable(gl.BLEND);
    const view = { view: lens };
    this.pass("occlusion", occlusion, view, { depthMap: depth });
    this.pass("occlusion blur", occluded, {}, { occlusionMap: occlusion });
    this.pass("bright", bright, {}, { sceneMap: light });
    this.pass("bloom", near, {}, { bloomMap: bright });
    this.pass("bloom", buffers.wide, {}, { bloomMap: near });
    this.pass("composite", picture, { ...view, background }, { depthMap: depth, sceneMap: light, occlusionMap: occluded, bloomNear: near, bloomWide: buffers.wide });
    gl.enable(gl.DEPTH_TEST); gl.depthFunc(gl.ALWAYS);
    this.pass("smooth", null, {}, { pictureMap: picture, depthMap: depth });
    gl.depthFunc(gl.LESS);
    gl.activeTexture(gl.TEXTURE0);
  }
}
