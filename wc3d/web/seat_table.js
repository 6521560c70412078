// The table of a seat: its picture, what fingers and mouse do on it, models that go their ways. No rule is known here.

const GLIDE = 450, HOVER = 110, SLIP = 7, LIFTED = 46;  // milliseconds; dots of the page a finger may slip, and a model is shown above it

function surface() {  // where the processor draws, smoothed edges cost too much, and pictures are coarse at first
  const made = antialias => document.createElement("canvas").getContext("webgl2", { antialias, alpha: false });
  const gl = made(false), slow = Boolean(gl) && isSoftware(gl);
  if (!gl || slow) return { gl, slow };
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return { gl: made(true), slow };
}

function along(track, part) {  // the point a part of the way along, and which way that goes
  const lengths = track.slice(1).map((p, k) => Math.hypot(...sub(p, track[k])));
  let left = lengths.reduce((a, b) => a + b, 0) * clamp(part, 0, 1);
  for (let k = 0; k < lengths.length; k++) {
    if (left <= lengths[k] || k === lengths.length - 1) return { at: add(track[k], sub(track[k + 1], track[k]), lengths[k] ? Math.min(1, left / lengths[k]) : 0), way: sub(track[k + 1], track[k]) };
    left -= lengths[k];
  }
  return { at: track[track.length - 1], way: [0, 0, 0] };
}

const WALK_LEAN = 3, SWAY = 4, RISE = .12, STRIDE = 3.6, WALK_START = .6;  // as in scene/model_poses.py

function round(center, radius, z, corners = 40) {
  return Array.from({ length: corners + 1 }, (_, k) => [center[0] + radius * Math.cos(k / corners * 2 * Math.PI), center[1] + radius * Math.sin(k / corners * 2 * Math.PI), z]);
}

function within(rings, [x, y]) {  // whether a point is in an area: outside its holes
  let inside = false;
  for (const ring of rings) for (let k = 1; k < ring.length; k++) {
    const [ax, ay] = ring[k - 1], [bx, by] = ring[k];
    if (ay > y !== by > y && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

class SeatTable {
  constructor(send) {
    this.send = send; this.layers = {}; this.ghosts = []; this.movable = new Set(); this.figures = new Map(); this.held = null;
    this.aims = new Map();  // who attacked looks at the target until they move
    this.remains = new Remains(this);
    this.still = true;  // nothing is drawn until everything for it is there
  }

  get there() { return Boolean(this.painter); }

  prepare() {  // while the table is on its way
    if (this.slow !== undefined) return;
    Object.assign(this, surface());
    this.graphics = this.gl && new Graphics(this.gl);
    this.programs = this.gl && Painter.programs(this.gl);
  }

  async stage({ scene, bytes, side, seat }) {
    this.prepare();
    const first = !this.scene, { gl, slow } = this;
    this.scene = scene; this.block = await bytes;
    if (!gl) { $(".missing").textContent = "This browser has no WebGL 2 and cannot show the table in 3D. Everything else works."; $(".missing").hidden = false; return; }
    const images = await Promise.all(scene.table.files.textures.map(({ at, bytes, mime }) =>
      createImageBitmap(new Blob([new Uint8Array(this.block, at, bytes)], { type: mime })).catch(() => null)));
    scene.marks[0].figures = []; this.layers = {};
    this.painter?.close();
    this.painter = new Painter(gl, scene, this.block, images, { shadowSide: slow ? 1024 : 2048, programs: this.programs, graphics: this.graphics, folder: ROOT });
    this.painter.changed = () => this.look();
    this.painter.volumes = new Set();
    this.remains.drop();
    if (first) {
      gl.canvas.addEventListener("webglcontextlost", () => { this.graphics.lose(); location.reload(); });
      this.view = new View($("figure.view"), scene, () => this.look());
      new ResizeObserver(() => { this.view.resized(); this.look(); }).observe(this.view.canvas);
      this.view.allNames = this.allNames;
      if (slow) this.view.share = .4;
      this.listen();
      if (side === "north" || (!side && seat === 2)) { this.view.facing = 180; this.view.show(this.view.view); }
    }
    this.view.marks = scene.marks[0];
  }

  async figure({ mesh, bytes }) {
    if (!this.painter) return;
    this.painter.block = await bytes;
    this.painter.figures.push(this.painter.mesh(mesh));
    this.painter.block = this.block;
  }

  look() {
    if (this.drawing || this.still || !this.painter) return;
    this.drawing = true;
    requestAnimationFrame(now => this.paint(now));
  }

  paint(now) {
    this.drawing = false;
    let going = false;
    for (const figure of this.scene.marks[0].figures) {
      if (!figure.glide) continue;
      const { track, begun, lasts, eased, heads, sways } = figure.glide, share = clamp((now - begun) / lasts, 0, 1), { at, way } = along(track, eased(share));
      figure.at = at; figure.pose = figure.toward = undefined;
      if (heads && Math.hypot(way[0], way[1]) > 1e-6) figure.turn = Math.atan2(-way[0], way[1]) * 180 / Math.PI;
      if (sways && share < 1) Object.assign(figure, this.swayed(figure, track, share));
      if (share < 1) going = true; else { figure.turn = figure.glide.turn; delete figure.glide; }
    }
    if (this.remains.rows.length) going = this.remains.update(now) || going;
    if (this.ticks) going = this.ticks(now) || going;
    if (this.camera) going = this.bring(now) || going;
    const rough = this.view.share < 1;
    if (this.moved || (going && !rough)) { this.painter.shaded = null; this.moved = false; }  // shadows anew only where somebody moved
    if (going && rough) { this.view.movedAt = performance.now(); this.moved = true; }
    this.placeNames();
    this.view.draw(this.painter);
    if (going) this.look();
  }

  drawAll() {  // draw what has come; the first time coarsely where that takes long, so that it is soon there
    if (this.still && !this.begun && this.slow) this.view.movedAt = performance.now();
    this.still = false; this.begun = true;
    this.look();
  }

  stand(figures, glides = true) {  // models glide from where they stood
    const calm = !glides || matchMedia("(prefers-reduced-motion: reduce)").matches, now = performance.now();
    for (const figure of figures) {
      const aim = this.aims.get(figure.id);
      if (aim && Math.hypot(...sub(aim.at, figure.at)) < .01) figure.turn = aim.turn; else this.aims.delete(figure.id);
    }
    for (const figure of figures) {
      const old = this.figures.get(figure.id);
      if (calm || !old) continue;
      if (old.glide && Math.hypot(...sub(old.glide.track[old.glide.track.length - 1], figure.at)) < .05) { figure.glide = { ...old.glide, turn: figure.turn }; figure.at = old.at; figure.turn = old.turn; continue; }
      if (old.at.every((v, k) => Math.abs(v - figure.at[k]) < .01)) continue;
      figure.glide = { track: [old.at, figure.at], begun: now, lasts: GLIDE, eased: s => s * s * (3 - 2 * s), turn: figure.turn };
      figure.at = old.at;
    }
    this.scene.marks[0].figures = figures; this.figures = new Map(figures.map(f => [f.id, f])); this.moved = true;
    this.look();
  }

  walk(id, track, lasts, how) {  // a model goes its way
    const figure = this.figures.get(id);
    if (!figure || track.length < 2) return;
    const eased = { fall: s => s * s, slam: s => 1 - (1 - s) ** 2, push: s => 1 - (1 - s) ** 2 }[how] || (s => s);
    figure.glide = { track, begun: performance.now(), lasts, eased, turn: figure.turn, heads: ["walk", "jump", "fly"].includes(how), sways: how === "walk" };
    this.look();
  }

  swayed({ at, turn, size }, track, share) {  // who walks leans ahead, sways and rises with each step
    const length = track.slice(1).reduce((sum, p, k) => sum + Math.hypot(...sub(p, track[k])), 0), done = share * length, much = Math.min(1, done / WALK_START, (length - done) / WALK_START);
    const step = Math.sin(Math.PI * done / (STRIDE * size[0])), ahead = much * WALK_LEAN, side = much * SWAY * step, lean = radians(Math.hypot(ahead, side)), aside = Math.atan2(side, ahead);
    return { toward: turn + aside * 180 / Math.PI, pose: [-lean, 1, -aside, 1], at: add(at, [0, 0, size[0] * (Math.sin(lean) + much * RISE * Math.abs(step))]) };
  }

  arrive() { for (const figure of this.figures.values()) if (figure.glide) { figure.at = figure.glide.track[figure.glide.track.length - 1]; figure.turn = figure.glide.turn; figure.pose = figure.toward = undefined; delete figure.glide; } this.moved = true; }

  // Marks come in layers: what lies there, what is pointed at, what is being shown

  async layer(name, marks) {
    if (!this.painter) return;
    if (marks.terrain) { this.asked = marks.terrain; this.showVolumes(); }
    const gl = this.painter.gl, old = this.layers[name];
    const block = marks.block ? await opened(marks.block) : marks.bytes;
    this.painter.block = block;
    this.layers[name] = { labels: marks.labels || [], packed: marks, glass: (marks.glass || []).map(m => this.painter.volume(m)), lines: (marks.lines || []).map(l => this.painter.line(l)) };
    this.painter.block = this.block;
    for (const made of [...(old?.glass || []), ...(old?.lines || [])]) gl.deleteVertexArray(made.form);
    const all = Object.values(this.layers), packed = this.scene.marks[0];
    this.painter.marks[0] = { glass: all.flatMap(l => l.glass), lines: all.flatMap(l => l.lines) };
    if (marks.labels) {
      packed.labels = all.flatMap(l => l.labels);
      this.view.marks = packed; this.view.makeLabels();
    }
    this.look();
  }

  strokes(strokes, name = "shown") {  // lines in pens, made here: {points, rgb, width, dash}
    const bytes = [], lines = [];
    let at = 0;
    for (const { points, rgb, width = 2, dash = 0, alpha = 1, top = false } of strokes) {
      if (points.length < 2) continue;
      const low = [0, 1, 2].map(k => Math.min(...points.map(p => p[k]))), span = Math.max(1e-6, ...[0, 1, 2].map(k => Math.max(...points.map(p => p[k])) - low[k]));
      const ends = points.slice(1).flatMap((p, k) => [...points[k], ...p]).map((v, k) => Math.round((v - low[k % 3]) / span * 65535));
      bytes.push(...ends);
      lines.push({ at, low, span, count: points.length - 1, width, rgba: [...rgb, Math.round(alpha * 255)], dash, top });
      at += ends.length * 2;
    }
    return this.layer(name, { lines, glass: [], bytes: new Uint16Array(bytes).buffer });
  }

  recolor() { this.view.labels = []; this.view.makeLabels(); this.placeNames(); this.look(); }  // after another color set was chosen

  useGraphics(setting) { stored("localStorage", GRAPHICS_KEY, setting); this.graphics?.use(setting); if (this.view) { this.view.learned = 0; this.look(); } }

  useNames(all) { this.allNames = all; if (this.view) { this.view.allNames = all; this.view.placeNow(); } }  // of all models, or of those that matter now

  placeNames() {  // what stands over a model goes along with it
    for (const label of this.view.labels) {
      if (!label.of) continue;
      const figure = this.figures.get(label.of);
      label.base ||= sub(label.at, (figure?.glide ? figure.glide.track[figure.glide.track.length - 1] : figure?.at) || label.at);
      label.gone = !figure;
      if (figure) label.at = add(figure.at, label.base);
    }
  }

  rename(names) {
    let any = false;
    for (const label of this.layers.ground?.labels || []) if (label.of && names[label.of] && names[label.of] !== label.words) { label.words = names[label.of]; any = true; }
    if (any) { this.scene.marks[0].labels = Object.values(this.layers).flatMap(l => l.labels); this.view.makeLabels(); }
  }

  // What is under the pointer: its name and its volume, without the rest moving

  under(event) {  // models and terrain there
    const { from, way } = this.ray(event), far = -from[2] / way[2], spot = far > 0 ? add(from, way, far) : null;
    const id = this.nearest({ from, way }, [...this.figures.values()]);
    if (id !== this.view.hovered) { this.view.hovered = id; this.view.placeNow(); }
    this.pointedTerrain = id || !spot ? [] : Object.entries(this.scene.table.outlines || {}).filter(([, rings]) => within(rings, spot)).map(([name]) => name);
    this.showVolumes();
  }

  showVolumes() {
    const ids = new Set([...this.asked || [], ...this.pointedTerrain || []]), before = this.painter.volumes;
    if (ids.size === before.size && [...ids].every(id => before.has(id))) return;
    this.painter.volumes = ids;
    this.look();
  }

  screen(point) {  // where a place is on the page, or null
    const { clientWidth: w, clientHeight: h } = this.view.canvas, [x, y, , far] = projected(this.view.looked().seen, point);
    return far > .2 ? [(x / far * .5 + .5) * w, (.5 - y / far * .5) * h] : null;
  }

  show(places) {  // let the camera go to what is out of sight
    const { clientWidth: w, clientHeight: h } = this.view.canvas, { camera } = this.view;
    if (!places.length || camera.eye || !camera.target || this.view.held.size) return;
    const inside = places.every(p => { const spot = this.screen(p); return spot && spot[0] > w * .04 && spot[0] < w * .96 && spot[1] > h * .06 && spot[1] < h * .96; });
    if (inside) return;
    const middle = [0, 1, 2].map(k => (Math.min(...places.map(p => p[k])) + Math.max(...places.map(p => p[k]))) / 2);
    this.camera = { from: camera.target, to: middle, begun: performance.now() };
    this.look();
  }

  bring(now) {
    const { from, to, begun } = this.camera, share = clamp((now - begun) / GLIDE, 0, 1), soft = share * share * (3 - 2 * share);
    if (this.view.held.size) { this.camera = null; return false; }
    this.view.camera.target = add(from, sub(to, from), soft);
    this.view.movedAt = performance.now();
    if (share === 1) this.camera = null;
    return share < 1;
  }

  // Mouse and fingers

  listen() {
    const { canvas } = this.view, spot = event => ({ x: event.clientX, y: event.clientY });
    let down = null, last = 0;
    canvas.addEventListener("keydown", event => this.key(event), true);
    this.view.claims = event => {  // a model that may be moved is dragged; anything else turns the table
      const found = event.isPrimary && event.button === 0 && !event.shiftKey && !event.altKey ? this.grabbable(this.ray(event)) : null;
      if (found) canvas.setPointerCapture(event.pointerId);
      this.held = found && { id: found, begun: false, first: this.ray(event), pointer: event.pointerId };
      return Boolean(found);
    };
    canvas.addEventListener("pointerdown", event => {
      if (!event.isPrimary) { down = null; if (this.held?.begun) this.send({ t: "key", what: "cancel" }); this.held = null; return; }
      down = { ...spot(event), at: performance.now(), main: event.button === 0 };
    });
    canvas.addEventListener("pointerup", event => {
      const near = down && down.main && Math.hypot(event.clientX - down.x, event.clientY - down.y) < SLIP, held = this.held;
      if (held && held.pointer !== event.pointerId) return;
      this.held = null; canvas.style.cursor = "";
      if (held?.begun) this.send({ t: "drop", ...this.ray(this.above(event)), corner: event.ctrlKey });
      else if (near && event.altKey) this.place(event);
      else if (near && performance.now() - down.at < 700) { this.clicked(); this.send({ t: "ray", ...this.ray(event), click: true, touch: event.pointerType === "touch", corner: event.ctrlKey || event.shiftKey, turn: this.view.camera.turn }); }
      down = null;
    });
    canvas.addEventListener("pointercancel", () => { if (this.held?.begun) this.send({ t: "key", what: "cancel" }); this.held = down = null; });
    canvas.addEventListener("pointermove", event => {
      if (this.held && event.pointerId === this.held.pointer) this.drag(event, down);
      else if (!event.buttons && event.pointerType !== "touch" && this.follows) {
        clearTimeout(this.trailing);
        const tell = () => { last = performance.now(); this.send({ t: "ray", ...this.ray(event), turn: this.view.camera.turn }); };
        if (performance.now() - last >= HOVER) tell(); else this.trailing = setTimeout(tell, HOVER);
      }
    });
    canvas.addEventListener("pointermove", event => { if (!event.buttons && event.pointerType !== "touch") this.under(event); });
    canvas.addEventListener("pointerup", event => { if (event.pointerType === "touch") this.under(event); });
    canvas.addEventListener("pointerleave", event => { clearTimeout(this.trailing); if (event.pointerType !== "touch") { this.view.hovered = null; this.view.placeNow(); this.pointedTerrain = []; this.showVolumes(); } });
  }

  // The pointer that keys move, while a place is asked for

  key(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }, way = ways[event.key];
    if (!this.pointed || event.ctrlKey || event.altKey || event.metaKey || !(way || (event.key === "Enter" && this.cursor))) return;
    event.preventDefault(); event.stopImmediatePropagation();
    const ray = () => ({ from: [...this.cursor, 90], way: [0, 0, -1] });
    if (!way) { this.clicked(); this.send({ t: "ray", ...ray(), click: true, turn: this.view.camera.turn }); return; }
    const { right, up } = axes(this.view.camera.turn, this.view.camera.tilt), ahead = unit([up[0], up[1], 0]), step = event.shiftKey ? .1 : 1;
    const begin = this.cursor || (this.figures.get(this.about) || this.figures.get([...this.movable][0]))?.at || this.view.camera.target, [wide, deep] = this.scene.table.size;
    const [x, y] = add(add(begin, right, way[0] * step), ahead, way[1] * step);
    this.cursor = [clamp(x, .05, wide - .05), clamp(y, .05, deep - .05)];
    this.drawCursor();
    this.show([[...this.cursor, 0]]);
    this.send({ t: "ray", ...ray(), turn: this.view.camera.turn });
  }

  point(pointed, about) {  // whether a place is asked for, and for which model
    if (this.cursor && (!pointed || about !== this.about)) { this.cursor = null; this.drawCursor(); }
    this.pointed = pointed; this.about = about;
  }

  drawCursor() {
    const [x, y] = this.cursor || [0, 0], rgb = [255, 255, 255], lines = [[[x - .9, y, .08], [x + .9, y, .08]], [[x, y - .9, .08], [x, y + .9, .08]]];
    this.strokes(this.cursor ? [...lines.map(points => ({ points, rgb, width: 2, top: true })), { points: round([x, y], .5, .08), rgb, width: 2, top: true }] : [], "cursor");
  }

  clicked() {}  // the seat hears of it

  drag(event, down) {
    const { held } = this;
    if (!held.begun) {
      if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) < SLIP) return;
      held.begun = true; held.last = 0; this.view.canvas.style.cursor = "grabbing";
      this.clicked();
      this.send({ t: "grab", id: held.id, ...held.first });
    }
    clearTimeout(this.trailing);
    const tell = () => { if (this.held === held) { held.last = performance.now(); this.send({ t: "drag", ...this.ray(this.above(event)) }); } };
    if (performance.now() - held.last >= HOVER) tell(); else this.trailing = setTimeout(tell, HOVER);
  }

  above(event) {  // a finger hides what is under it: what it drags is shown above it
    return event.pointerType === "touch" ? { clientX: event.clientX, clientY: event.clientY - LIFTED } : event;
  }

  ray(event) {
    const box = this.view.canvas.getBoundingClientRect(), [wide, tall] = this.view.tangents(), { eye } = this.view.looked();
    const x = ((event.clientX - box.left) / box.width * 2 - 1) * wide, y = (1 - (event.clientY - box.top) / box.height * 2) * tall;
    const { right, up, back } = axes(this.view.camera.turn, this.view.camera.tilt);
    return { from: eye, way: unit(add(add(sub([0, 0, 0], back), right, x), up, y)) };
  }

  grabbable(ray) {  // what a drag would take, or null
    return this.nearest(ray, [...this.ghosts, ...[...this.figures.values()].filter(f => this.movable.has(f.id) || this.grabsAll)]);
  }

  nearest({ from, way }, bodies) {  // the first body on a ray, or null
    let best = null, near = Infinity;
    for (const { id, at, size } of bodies) {
      const wide = Math.max(size[0], .5) * 1.15, x = from[0] - at[0], y = from[1] - at[1];
      const a = way[0] ** 2 + way[1] ** 2, b = x * way[0] + y * way[1], c = x * x + y * y - wide * wide, root = b * b - a * c;
      if (a > 1e-12 && root <= 0) continue;
      let enter = a > 1e-12 ? (-b - Math.sqrt(root)) / a : -Infinity, leave = a > 1e-12 ? (-b + Math.sqrt(root)) / a : Infinity;
      if (Math.abs(way[2]) > 1e-12) {
        const caps = [(at[2] - from[2]) / way[2], (at[2] + size[1] - from[2]) / way[2]].sort((p, q) => p - q);
        enter = Math.max(enter, caps[0]); leave = Math.min(leave, caps[1]);
      }
      if (enter < leave && leave > 0 && enter < near) { near = enter; best = id; }
    }
    return best;
  }

  place(event) {  // with Alt: show the others a place on the ground
    const { from, way } = this.ray(event), far = -from[2] / way[2];
    if (far > 0) this.send({ t: "point", place: [from[0] + way[0] * far, from[1] + way[1] * far, 0] });
  }

  pointAt(place, words) {
    if (!this.scene) return;
    const label = { at: [place[0], place[1], (place[2] || 0) + .3], words, rgb: [242, 212, 137], first: 0 };
    this.scene.marks[0].labels = [...this.scene.marks[0].labels, label];
    this.view.makeLabels(); this.look();
  }
}
