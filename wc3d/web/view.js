// One view on the page: its camera, its names, and what fingers, mouse and keys do to it.

const ANGLE = radians(36), EYE_ANGLE = radians(62), NEAREST = 13, MARGIN = .84, SHARPEST = 2, ROOM = 104;  // dots for two rows of buttons
const NAMES_KEY = "wc3d names";  // where it is kept whether all models have names
const STILL = 260, COARSEST = .3, QUICK = 55;  // milliseconds until it is drawn finely again; of a picture while it turns

class View {
  constructor(figure, scene, ask) {
    this.figure = figure; this.ask = ask;
    this.number = Number(figure.dataset.number);
    this.marks = scene.marks[this.number];
    this.canvas = figure.querySelector("canvas");
    this.page = this.canvas.getContext("2d");
    this.names = figure.querySelector(".labels");
    this.facing = 0;  // degrees by which all views from outside are turned: from whose side one looks
    this.wanted = true; this.inSight = false; this.share = 1; this.movedAt = -1e9; this.held = new Map(); this.claims = () => false;
    this.makeLabels(); this.makeButtons(); this.listen();
    this.show(this.marks.views[0]);
  }

  makeLabels() {
    const before = new Map((this.labels || []).map(label => [label.words + label.rgb + label.first, label]));
    this.labels = this.marks.labels.map(label => {
      const key = label.words + label.rgb + label.first, old = before.get(key);
      if (old) { before.delete(key); return { ...label, element: old.element, sizes: old.sizes, brief: old.brief }; }
      const element = document.createElement("span");
      element.textContent = label.words;
      if (label.answer) element.className = "answer";
      element.style.setProperty("--edge", `rgb(${displayedColor(label.rgb)})`);
      return { ...label, element, sizes: {}, brief: false };
    }).sort((a, b) => a.first - b.first);
    for (const label of this.labels) if (label.target) label.line = document.createElement("i");
    const lines = this.labels.filter(label => label.line).map(label => label.line);  // under all words
    this.names.replaceChildren(...lines, ...this.labels.map(label => label.element));
  }

  says(label, brief) {  // the words of a label, or without the name where there is no room for it
    const { element, sizes } = label;
    if (label.brief !== brief) {
      const rest = brief && label.words.slice((label.name || "").length).trim();
      element.textContent = brief === "start" ? label.words.split(",")[0] : brief === "mark" ? [label.mark, rest].filter(Boolean).join(" ") : brief ? rest : label.words;
      element.classList.toggle("mark", brief === "mark"); label.brief = brief;
    }
    return sizes[brief] ||= [element.offsetWidth, element.offsetHeight];
  }

  isMark(label) { return label.mark !== undefined && !this.allNames; }  // only a mark: the name is shown when it is pointed at

  placeNow() {  // the words alone, over the picture as it is
    const { clientWidth: w, clientHeight: h } = this.canvas;
    if (w && h && this.fitted !== false) this.placeLabels(this.looked(), w, h);
  }

  unfold(label, wide, tall) {  // the name of what is pointed at, over all others, which stay
    const { element, spot: [left, top] } = label, [w, h] = this.says(label, false);
    element.classList.add("over");
    element.style.transform = `translate(${clamp(left, 2, Math.max(2, wide - w - 2)).toFixed(1)}px, ${clamp(top, 2, Math.max(2, tall - h - 2)).toFixed(1)}px)`;
    element.hidden = false;
  }

  makeButtons() {
    const button = (words, title, act, kind = "") => {
      const made = document.createElement("button");
      if (kind) made.className = kind;
      made.type = "button"; made.textContent = words;
      if (title) { made.title = title; made.setAttribute("aria-label", title); }
      made.addEventListener("click", act);
      return made;
    };
    this.buttons = this.marks.views.map(view => button(view.name, "", () => this.show(view)));
    const controls = this.figure.querySelector(".controls");
    const turns = [
      button("↺", "Turn left", () => this.turn(-15, 0), "turns"), button("↻", "Turn right", () => this.turn(15, 0), "turns"),
      button("+", "Zoom in", () => this.zoom(.8)), button("−", "Zoom out", () => this.zoom(1.25))];
    const near = this.figure.querySelector(".near");  // at hand beside the picture, where the page has a place for it
    controls.replaceChildren(...this.buttons, ...(near ? [] : turns));
    near?.replaceChildren(...turns);
    controls.hidden = false;
  }

  show(view) {
    this.view = view; this.touched = false;
    this.camera = { turn: view.turn + (view.eye ? 0 : this.facing), tilt: view.tilt, angle: view.eye ? EYE_ANGLE : ANGLE };
    if (view.eye) Object.assign(this.camera, { eye: view.eye, hide: view.hide });
    else this.fitted = false;  // it is fitted to the picture when that has a size
    this.buttons.forEach((made, k) => made.setAttribute("aria-pressed", this.marks.views[k] === view));
    this.change();
  }

  showKey(key) {
    const [turn, tilt, away] = key.split(",").map(Number), named = this.marks.views.find(view => view.key === key);
    if (named) this.show(named);
    else if (Number.isFinite(turn) && Number.isFinite(tilt)) {
      this.show({ ...this.marks.views[0], turn, tilt: clamp(tilt, 3, 89) });
      this.fixed = Number.isFinite(away) && away > 0 ? away : 0;
    }
  }

  resized() {
    if (!this.touched) this.fitted = false;
    this.blocked = null;
    this.wanted = true;
  }

  change() { this.wanted = true; this.ask(); }

  tangents() {
    const { clientWidth: wide, clientHeight: tall } = this.canvas, t = Math.tan(this.camera.angle / 2), shape = wide / tall;
    return shape > 1 ? [t * shape, t] : [t, t / shape];
  }

  fit() {  // as near as keeps all points within the middle of the picture
    const { points } = this.view, { right, up, back } = axes(this.camera.turn, this.camera.tilt), [wide, tall] = this.tangents();
    const middle = k => (Math.min(...points.map(p => p[k])) + Math.max(...points.map(p => p[k]))) / 2;
    const [across, along] = this.margins();
    let target = [middle(0), middle(1), middle(2)], away = NEAREST;
    for (let round = 0; round < 5; round++) {
      const seen = points.map(p => sub(p, target)).map(p => [dot(p, right), dot(p, up), dot(p, back)]);
      away = Math.max(NEAREST, ...seen.map(([x, y, z]) => z + Math.max(Math.abs(x) / wide / across, Math.abs(y) / tall / along)));
      const off = (k, t) => {
        const film = seen.map(p => p[k] / ((away - p[2]) * t));
        return (Math.min(...film) + Math.max(...film)) / 2 * t * away;
      };
      target = add(add(target, right, off(0, wide)), up, off(1, tall));
    }
    Object.assign(this.camera, { target, away: this.fixed || away });
    this.fixed = 0; this.fitted = true;
  }

  margins() {  // shares of the picture's width and height that what is fitted fills: beside it there is room for the page's buttons
    const { clientWidth: w, clientHeight: h } = this.canvas;
    if (!this.figure.querySelector(".near")) return [MARGIN, MARGIN];
    return h > w * .8 ? [.94, Math.max(.5, (h - ROOM) / h)] : [Math.max(.5, Math.min(MARGIN, (w - 1.5 * ROOM) / w)), Math.min(MARGIN, (h - 30) / h)];
  }

  looked() {
    if (!this.camera.eye && !this.fitted) this.fit();
    const { camera } = this, way = axes(camera.turn, camera.tilt), [wide, tall] = this.tangents();
    const eye = camera.eye || add(camera.target, way.back, camera.away);
    const near = camera.eye ? .12 : Math.max(.3, camera.away / 60), far = (camera.away || 0) + 400;
    return { seen: product(perspective(wide, tall, near, far), looking(way, eye)), eye, hide: camera.hide, lens: [near, far, wide, tall] };
  }

  turn(across, up) {
    this.camera.turn += across;
    this.camera.tilt = clamp(this.camera.tilt + up, this.camera.eye ? -60 : 3, 89);
    this.released();
  }

  zoom(factor) {
    if (this.camera.eye) this.camera.angle = clamp(this.camera.angle * factor, radians(8), radians(90));
    else if (this.fitted) this.camera.away = clamp(this.camera.away * factor, 3, 250);
    this.released();
  }

  pan(x, y) {  // by dots of the page
    if (this.camera.eye || !this.fitted) return this.turn(-x * .2, y * .2);
    const { right, up } = axes(this.camera.turn, this.camera.tilt), [, tall] = this.tangents();
    const inch = 2 * tall * this.camera.away / this.canvas.clientHeight;
    const ahead = unit([up[0], up[1], 0]);
    this.camera.target = add(add(this.camera.target, right, -x * inch), ahead, y * inch);
    this.released();
  }

  released() {
    this.touched = true; this.movedAt = performance.now();
    this.buttons.forEach(made => made.setAttribute("aria-pressed", false));
    this.change();
  }

  listen() {
    const { canvas, held } = this;
    const spread = () => {
      const [a, b] = [...held.values()];
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, wide: Math.hypot(a.x - b.x, a.y - b.y) || 1, angle: Math.atan2(b.y - a.y, b.x - a.x) };
    };
    canvas.addEventListener("pointerdown", event => {
      if (this.claims(event)) return;
      canvas.setPointerCapture(event.pointerId);
      held.set(event.pointerId, { x: event.clientX, y: event.clientY, pan: event.button > 0 || event.shiftKey });
    });
    canvas.addEventListener("pointermove", event => {
      const last = held.get(event.pointerId);
      if (!last) return;
      const now = { x: event.clientX, y: event.clientY, pan: last.pan };
      if (held.size === 1) {
        if (last.pan) this.pan(now.x - last.x, now.y - last.y);
        else this.turn(-(now.x - last.x) * .4 * (this.camera.eye ? .4 : 1), (now.y - last.y) * .3 * (this.camera.eye ? .4 : 1));
        held.set(event.pointerId, now);
      } else {
        const before = spread();
        held.set(event.pointerId, now);
        const after = spread();
        this.zoom(before.wide / after.wide);
        this.turn(((after.angle - before.angle) * 180 / Math.PI + 540) % 360 - 180, 0);
        this.pan(after.x - before.x, after.y - before.y);
      }
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
      canvas.addEventListener(end, event => { if (held.delete(event.pointerId)) this.change(); });
    canvas.addEventListener("contextmenu", event => event.preventDefault());
    canvas.addEventListener("wheel", event => {  // only once it was clicked: before, the wheel moves the page
      if (document.activeElement !== canvas && !event.ctrlKey) return;
      event.preventDefault();
      this.zoom(Math.exp(clamp(event.deltaY, -200, 200) * .0012));
    }, { passive: false });
    canvas.addEventListener("keydown", event => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[event.key], view = this.marks.views[Number(event.key) - 1];
    if (way && event.shiftKey) this.pan(-way[0] * 24, way[1] * 24);
    else if (way) this.turn(way[0] * 7.5, way[1] * 5);
    else if (event.key === "+" || event.key === "=") this.zoom(.85);
    else if (event.key === "-") this.zoom(1 / .85);
    else if (event.key === "Home" || event.key === "0") this.show(this.marks.views[0]);
    else if (view) this.show(view);
    else if (event.key === "Escape") this.canvas.blur();
    else return;
    event.preventDefault();
  }

  draw(painter) {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    if (!w || !h) return;
    this.wanted = false;
    const begun = performance.now(), coarse = this.isMeasured(painter) ? 1 : this.coarse(begun);
    const dense = Math.min(window.devicePixelRatio || 1, SHARPEST) * coarse, wide = Math.round(w * dense), tall = Math.round(h * dense);
    const camera = this.looked();
    painter.draw(this.number, camera, wide, tall, dense, Number(coarse < 1));
    const isMeasured = this.isMeasured(painter);
    if (isMeasured) this.measure(painter, begun);
    if (this.canvas.width !== wide || this.canvas.height !== tall) { this.canvas.width = wide; this.canvas.height = tall; }
    this.page.drawImage(painter.gl.canvas, 0, 0);
    if (!isMeasured) this.learn(painter, begun, coarse);
    this.placeLabels(camera, w, h);
    Object.assign(this.figure.dataset, { drawn: Number(this.figure.dataset.drawn || 0) + 1, graphics: painter.look?.name || "low" });
  }

  isMeasured({ graphics, look }) { return look?.name === graphics.name && graphics.measuring; }

  measure(painter, begun) {  // whether this quality is too much
    const { gl, graphics } = painter, before = graphics.name;
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));  // waits until it is drawn
    graphics.record(performance.now() - begun);
    if (graphics.name !== before) { this.learned = 0; this.change(); }
  }

  coarse(now) {  // of the picture's dots, while it turns on a slow machine; drawn finely as soon as it stands still
    clearTimeout(this.refining);
    if (this.share === 1 || (now - this.movedAt > STILL && !this.held.size)) return 1;
    this.refining = setTimeout(() => this.change(), STILL + 20);
    return this.share;
  }

  learn(painter, begun, coarse) {  // how coarse it must be to be quick
    if (this.learned > 3 && coarse === 1) return;
    this.page.getImageData(0, 0, 1, 1);  // waits until it is drawn
    const took = performance.now() - begun;
    this.learned = (this.learned || 0) + 1;
    if (this.learned > 1 || took > 400) this.share = clamp(coarse * Math.sqrt(QUICK / took), COARSEST, 1);
    if (this.share > .85) this.share = 1;
  }

  overlaid() {  // where the page has put buttons over the picture: no words belong there
    const { left, top } = this.canvas.getBoundingClientRect();
    return [...this.figure.querySelectorAll(":scope > .near > *, :scope > .tools > *, :scope > .controls > *")].map(one => one.getBoundingClientRect())
      .map(box => [box.left - left, box.top - top, box.right - left, box.bottom - top]);
  }

  beside(left, top, w, h) {  // a place near the buttons goes to their side
    const box = this.blocked.find(b => left < b[2] && left + w > b[0] && top < b[3] && top + h > b[1]);
    const sides = box ? [box[0] - w - 2, box[2] + 2] : [];
    return sides.find(x => x >= 2 && x + w + 2 <= this.canvas.clientWidth) ?? left;
  }

  joinLabel({ line }, [x, y, , far], [left, top, right, foot], wide, tall) {  // a line from the label's edge to what it is about
    const end = [(x / far * .5 + .5) * wide, (.5 - y / far * .5) * tall];
    const start = [clamp(end[0], left + 6, right - 6), end[1] < (top + foot) / 2 ? top : foot];
    line.style.width = `${Math.hypot(end[0] - start[0], end[1] - start[1]).toFixed(1)}px`;
    line.style.transform = `translate(${start[0].toFixed(1)}px, ${start[1].toFixed(1)}px) rotate(${Math.atan2(end[1] - start[1], end[0] - start[0]).toFixed(3)}rad)`;
  }

  placeLabels(camera, wide, tall) {  // words keep out of each other's way; those that matter least give way
    const taken = [...(this.blocked ||= this.overlaid())];
    for (const label of this.labels) {
      const { element, at, first } = label;
      const [x, y, , far] = projected(camera.seen, at);
      element.hidden = far < .2 || Math.abs(x) > far * 1.02 || Math.abs(y) > far * 1.02;
      element.classList.remove("over");
      if (element.hidden) continue;
      const isMark = this.isMark(label);
      label.spot = [(x / far * .5 + .5) * wide, (.5 - y / far * .5) * tall - 20];
      if (isMark && (label.mark === false || (!label.mark && label.words.length <= label.name.length))) { element.hidden = true; continue; }  // nothing but a name
      const spotted = brief => {
        const [w, h] = this.says(label, brief), left = this.beside(clamp((x / far * .5 + .5) * wide - w / 2, 2, Math.max(2, wide - w - 2)), (.5 - y / far * .5) * tall - h, w, h), spot = (.5 - y / far * .5) * tall - h;
        const free = top => top >= 0 && top + h <= tall && !taken.some(b => left < b[2] && left + w > b[0] && top < b[3] && top + h > b[1]);
        const steps = label.of && !brief ? [0, -1, 1] : [0, -1, 1, -2, 2, -3, 3];
        return { w, h, left, spot, top: steps.map(k => clamp(spot, 2, tall - h - 2) + k * (h + 2)).find(free) };
      };
      let place = spotted(isMark ? "mark" : Boolean(label.target) && wide < 560 && "start");  // a phone has the rest on the buttons
      if (place.top === undefined && !isMark && label.of && label.words.length > label.name.length) place = spotted(true);
      const { w, h, left, spot, top } = place;
      element.hidden = top === undefined;
      if (element.hidden) continue;
      const least = first > 4 || (wide < 560 && first && !label.of && !label.answer);  // on a phone, what is foretold also stands beside the table
      if (least && Math.abs(top - spot) > h * (first > 4 ? 1.5 : label.target ? 2.5 : .5)) { element.hidden = true; continue; }
      taken.push([left, top, left + w, top + h]);
      label.spot = [left, top];
      element.style.transform = `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)`;
      if (label.line) this.joinLabel(label, projected(camera.seen, label.target), [left, top, left + w, top + h], wide, tall);
    }
    for (const { line, element, rgb } of this.labels) if (line) { line.hidden = element.hidden; line.style.setProperty("--edge", `rgb(${displayedColor(rgb)})`); }
    const pointed = this.hovered && this.labels.find(label => label.of === this.hovered && this.isMark(label));
    if (pointed?.spot) this.unfold(pointed, wide, tall);
  }
}
