// The photograph on a canvas: zoom, marks that can be placed and dragged under a magnifier, and what the host has computed.

const GRAB = 26, SAME = 8, TAP = 6, LENS = 168, LENS_ZOOM = 3, STEP = 1, COARSE_STEP = 10, FINE = 36, GEAR = 3;  // dots on the screen; a mark's steps are pixels of the picture

class PhotoView {
  constructor(figure, on) {
    this.on = on;  // {isPlacing(), place(pixel), move(mark, pixel, done), remove(mark)}
    this.canvas = figure.querySelector("canvas"); this.lens = figure.querySelector(".lens");
    this.photo = null; this.marks = []; this.overlay = null; this.chosen = null;
    this.scale = 1; this.left = 0; this.top = 0; this.fingers = new Map(); this.held = null;
    new ResizeObserver(() => { if (this.fitted) this.fit(); else this.draw(); }).observe(this.canvas);
    figure.querySelector(".closer").addEventListener("click", () => this.zoom(1.5));
    figure.querySelector(".farther").addEventListener("click", () => this.zoom(1 / 1.5));
    figure.querySelector(".whole").addEventListener("click", () => this.fit());
    this.listen();
  }

  keepMarks(marks) {  // new marks; the chosen one stays chosen
    const same = mark => ["group", "index", "foot", "top", "name"].every(key => mark[key] === this.chosen[key]);
    this.chosen = this.chosen && marks.find(mark => !mark.quiet && same(mark)) || null;
    this.marks = marks; this.draw();
  }

  show(photo) { this.photo = photo; this.fit(); }

  get size() { return [this.canvas.clientWidth, this.canvas.clientHeight]; }

  get fitScale() { const [wide, tall] = this.size; return Math.min(wide / this.photo.width, tall / this.photo.height); }

  fit() {
    this.fitted = true;
    if (!this.photo) return this.draw();
    const [wide, tall] = this.size;
    this.scale = this.fitScale;
    this.left = (wide - this.photo.width * this.scale) / 2; this.top = (tall - this.photo.height * this.scale) / 2;
    this.draw();
  }

  frame(pixels) {  // zoom so that these pixels fill the view
    const [wide, tall] = this.size, xs = pixels.map(p => p[0]), ys = pixels.map(p => p[1]);
    const left = Math.min(...xs), right = Math.max(...xs), top = Math.min(...ys), bottom = Math.max(...ys);
    this.scale = Math.max(this.fitScale, .84 * Math.min(wide / (right - left), (tall - 60) / (bottom - top)));
    this.left = wide / 2 - this.scale * (left + right) / 2; this.top = (tall - 40) / 2 - this.scale * (top + bottom) / 2;
    this.fitted = false; this.draw();
  }

  zoom(by, at = this.size.map(v => v / 2)) {
    const scale = Math.min(8, Math.max(.02, this.scale * by)), real = scale / this.scale;
    this.left = at[0] - (at[0] - this.left) * real; this.top = at[1] - (at[1] - this.top) * real;
    this.scale = scale; this.fitted = false; this.draw();
  }

  toScreen([x, y]) { return [this.left + x * this.scale, this.top + y * this.scale]; }
  toPixel([x, y]) { return [(x - this.left) / this.scale, (y - this.top) / this.scale]; }
  inside([x, y]) { return this.photo && x >= 0 && y >= 0 && x <= this.photo.width && y <= this.photo.height; }

  // Fingers, mouse and keys

  listen() {
    const where = event => { const box = this.canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    this.canvas.addEventListener("pointerdown", event => { this.canvas.setPointerCapture(event.pointerId); this.down(event, where(event)); });
    this.canvas.addEventListener("pointermove", event => this.moved(event, where(event)));
    for (const name of ["pointerup", "pointercancel"]) this.canvas.addEventListener(name, event => this.up(event, where(event), name === "pointercancel"));
    this.canvas.addEventListener("wheel", event => { event.preventDefault(); this.zoom(Math.exp(-event.deltaY / 400), where(event)); }, { passive: false });
    this.canvas.addEventListener("keydown", event => this.key(event));
  }

  gap(mark, at) { const [x, y] = this.toScreen(mark.pixel); return Math.hypot(x - at[0], y - at[1]); }

  get active() { return this.marks.filter(mark => !mark.quiet); }  // only these can be taken

  nearest(at) {
    let best = null, least = GRAB;
    for (const mark of this.active) {
      const far = this.gap(mark, at);
      if (far < least) { best = mark; least = far; }
    }
    return best;
  }

  down(event, at) {
    if (!this.photo) return;
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2) { this.giveUp(); return; }
    if (this.fingers.size > 2) return;
    const mark = this.nearest(at);
    this.held = { from: at, at, mark, was: mark && [...mark.pixel], touch: event.pointerType === "touch", pans: event.button > 0, far: false };
    if (mark) this.chosen = mark;
    this.draw(); this.magnify();
  }

  moved(event, at) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    if (this.fingers.size === 2) {
      const other = [...this.fingers].find(([id]) => id !== event.pointerId)[1];
      const span = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]), middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      const old = middle(before, other), now = middle(at, other);
      this.left += now[0] - old[0]; this.top += now[1] - old[1];
      this.fingers.set(event.pointerId, at);
      this.zoom(span(at, other) / Math.max(1, span(before, other)), now);
      return;
    }
    this.fingers.set(event.pointerId, at);
    const held = this.held;
    if (!held) return;
    held.at = at;
    held.far ||= Math.hypot(at[0] - held.from[0], at[1] - held.from[1]) > TAP;
    if (held.mark && held.far) {  // it follows the finger without jumping under it
      held.mark.pixel = this.geared(held.was, held);
      this.on.move(held.mark, held.mark.pixel, false);
    } else if (!held.mark && held.far && !held.touch) {
      this.left += at[0] - before[0]; this.top += at[1] - before[1]; held.pans = true; this.fitted = false;
    }
    this.draw(); this.magnify();
  }

  up(event, at, cancelled) {
    const held = this.held;
    this.fingers.delete(event.pointerId);
    if (this.fingers.size) return;
    if (!held || cancelled) return this.giveUp();
    this.held = null; this.lens.hidden = true;
    const beside = held.mark && !held.far && this.on.isPlacing() && this.gap(held.mark, at) > SAME;  // a tap next to a mark is a new one
    if (held.mark && !beside) { if (held.far) this.on.move(held.mark, held.mark.pixel, true); }
    else if (!held.pans && this.inside(this.aim(held))) this.on.place(this.aim(held));
    this.draw();
  }

  giveUp() {  // a second finger, or the system, ends a move: the mark goes back
    const held = this.held;
    this.held = null; this.lens.hidden = true;
    if (held?.mark && held.far) this.on.move(held.mark, null, true);
    this.draw();
  }

  geared(start, { from, at }) {  // small moves of the finger are made three times as fine
    const [right, down] = [at[0] - from[0], at[1] - from[1]], far = Math.hypot(right, down);
    const share = (far <= FINE ? 1 / GEAR : (FINE / GEAR + far - FINE) / far) / this.scale;
    return [start[0] + right * share, start[1] + down * share];
  }

  aim(held) { return held.touch ? this.geared(this.toPixel(held.from), held) : this.toPixel(held.at); }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }, step = steps[event.key];
    const marks = this.active;
    if (event.key === "Tab" && marks.length) {
      const next = marks.indexOf(this.chosen) + (event.shiftKey ? -1 : 1);
      if (next < 0 || next >= marks.length) { this.chosen = null; this.draw(); return; }  // on to the next control
      this.chosen = marks[next];
    } else if (step && this.photo) {
      const long = event.shiftKey ? STEP : COARSE_STEP;
      if (!this.chosen) this.cursor = this.clamped(this.cursor || [this.photo?.width / 2, this.photo?.height / 2], step, long);
      else this.on.move(this.chosen, this.chosen.pixel = this.clamped(this.chosen.pixel, step, long), true);
    } else if (event.key === "Enter" && this.cursor && this.inside(this.cursor)) this.on.place([...this.cursor]);
    else if (event.key === "Escape") { this.chosen = null; this.cursor = null; }
    else if ((event.key === "Delete" || event.key === "Backspace") && this.chosen) this.on.remove(this.chosen);
    else if (event.key === "+" || event.key === "-") this.zoom(event.key === "+" ? 1.25 : .8);
    else return;
    event.preventDefault(); this.draw();
  }

  clamped([x, y], [right, down], long) {
    return [Math.min(this.photo.width, Math.max(0, x + right * long)), Math.min(this.photo.height, Math.max(0, y + down * long))];
  }

  // Drawing

  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.paint(); });
  }

  paint() {
    const [wide, tall] = this.size, dense = Math.min(2, devicePixelRatio || 1), canvas = this.canvas;
    if (canvas.width !== Math.round(wide * dense) || canvas.height !== Math.round(tall * dense)) { canvas.width = Math.round(wide * dense); canvas.height = Math.round(tall * dense); }
    const pen = canvas.getContext("2d");
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.clearRect(0, 0, wide, tall);
    if (!this.photo) return;
    pen.drawImage(this.photo.bitmap, this.left, this.top, this.photo.width * this.scale, this.photo.height * this.scale);
    this.paintOverlay(pen);
    for (const mark of this.marks) this.paintMark(pen, mark);
    this.boxes = [];
    for (const label of [...(this.overlay?.labels || [])].sort((a, b) => Boolean(b.answer) - Boolean(a.answer))) this.paintLabel(pen, label);
    if (this.cursor) this.cross(pen, this.toScreen(this.cursor), "#ffffff", 12);
  }

  paintOverlay(pen) {
    const overlay = this.overlay;
    if (!overlay) return;
    for (const { points, rgb, alpha, hatched } of overlay.areas || []) {
      this.trace(pen, points, true);
      pen.fillStyle = `rgba(${displayedColor(rgb)}, ${alpha})`; pen.fill("evenodd");
      if (hatched) { pen.setLineDash([2, 5]); pen.lineWidth = 1; pen.strokeStyle = `rgb(${displayedColor(rgb)})`; pen.stroke(); pen.setLineDash([]); }
    }
    for (const { points, rgb, width, alpha, dash } of overlay.lines || []) {
      this.trace(pen, [points], false);
      pen.setLineDash([]); pen.lineJoin = pen.lineCap = "round";
      if (width >= 1.5 && alpha > .5) { pen.strokeStyle = `rgba(8, 10, 14, ${.65 * alpha})`; pen.lineWidth = width + 2; pen.stroke(); }  // a dark rim, for bright pictures
      pen.setLineDash(dash ? [7, 6] : []); pen.strokeStyle = `rgba(${displayedColor(rgb)}, ${alpha})`; pen.lineWidth = width; pen.stroke();
    }
    pen.setLineDash([]);
  }

  trace(pen, rings, closed) {
    pen.beginPath();
    for (const ring of rings) {
      ring.forEach((point, k) => { const [x, y] = this.toScreen(point); if (k) pen.lineTo(x, y); else pen.moveTo(x, y); });
      if (closed) pen.closePath();
    }
  }

  paintLabel(pen, { pixel, words, rgb, answer }) {
    const [x, y] = this.toScreen(pixel);
    pen.font = answer ? "bold 17px Roboto, Arial, sans-serif" : "13px Roboto, Arial, sans-serif";
    const wide = pen.measureText(words).width + 12, tall = answer ? 28 : 20, [room] = this.size;
    const left = Math.min(Math.max(2, x - wide / 2), room - wide - 2), hits = top => this.boxes.some(box => left < box[0] + box[2] && left + wide > box[0] && top < box[1] + box[3] && top + tall > box[1]);
    const top = [-4, 26, -26, 48, -48].map(shift => Math.max(2, y - tall + shift)).find(top => !hits(top));
    if (top === undefined) return;  // no room for it
    this.boxes.push([left, top, wide, tall]);
    pen.fillStyle = "rgba(16, 20, 27, .88)"; pen.fillRect(left, top, wide, tall);
    pen.fillStyle = `rgb(${displayedColor(rgb)})`; pen.fillRect(left, top, 3, tall);
    pen.fillStyle = "#ece9e1"; pen.textBaseline = "middle"; pen.fillText(words, left + 8, top + tall / 2);
  }

  paintMark(pen, mark) {
    const at = this.toScreen(mark.pixel), chosen = mark === this.chosen, drawn = this.overlay?.labels?.some(label => label.of === mark.id);
    if ((drawn || mark.quiet) && !chosen) { this.cross(pen, at, "#ffffff", 5); return; }  // what the host drew shows it
    this.cross(pen, at, `rgb(${displayedColor(mark.rgb)})`, chosen ? 13 : 9);
    pen.beginPath(); pen.arc(...at, chosen ? 15 : 11, 0, 2 * Math.PI);
    pen.lineWidth = 4; pen.strokeStyle = "rgba(8, 10, 14, .7)"; pen.stroke();
    pen.lineWidth = 2; pen.strokeStyle = `rgb(${displayedColor(mark.rgb)})`; pen.setLineDash(mark.dashed ? [3, 3] : []); pen.stroke(); pen.setLineDash([]);
    if (mark.words && !drawn) {
      pen.font = "bold 13px Roboto, Arial, sans-serif"; pen.textBaseline = "middle";
      pen.lineWidth = 3; pen.strokeStyle = "#0b0d10"; const wide = pen.measureText(mark.words).width, left = at[0] + 18 + wide < this.size[0] ? at[0] + 18 : at[0] - 18 - wide;
      pen.strokeText(mark.words, left, at[1]); pen.fillStyle = "#ffffff"; pen.fillText(mark.words, left, at[1]);
    }
  }

  cross(pen, [x, y], color, long) {
    pen.beginPath(); pen.moveTo(x - long, y); pen.lineTo(x + long, y); pen.moveTo(x, y - long); pen.lineTo(x, y + long);
    pen.lineWidth = 3; pen.strokeStyle = "rgba(8, 10, 14, .6)"; pen.stroke(); pen.lineWidth = 1; pen.strokeStyle = color; pen.stroke();
  }

  magnify() {  // what lies under the finger, three times as large, where the finger does not cover it
    const held = this.held;
    if (!held || held.pans) { this.lens.hidden = true; return; }
    const pixel = held.mark ? held.mark.pixel : this.aim(held), pen = this.lens.getContext("2d");
    const zoom = Math.max(LENS_ZOOM * this.scale, .25), part = LENS / zoom, at = this.toScreen(pixel), [wide] = this.size;
    this.lens.hidden = false;
    pen.fillStyle = "#0b0d10"; pen.fillRect(0, 0, LENS, LENS);
    pen.imageSmoothingEnabled = zoom < 4;
    pen.drawImage(this.photo.bitmap, pixel[0] - part / 2, pixel[1] - part / 2, part, part, 0, 0, LENS, LENS);
    this.cross(pen, [LENS / 2, LENS / 2], "#f2d489", 20);
    const above = at[1] - LENS - 40 > 0;
    this.lens.style.left = `${Math.min(Math.max(4, at[0] - LENS / 2), wide - LENS - 4)}px`;
    this.lens.style.top = `${above ? at[1] - LENS - 40 : at[1] + 50}px`;
  }
}
