// A seat at a host: the host says what is shown, fingers and mouse say where they point. No rule is known here.

const GLIDE = 450, HOVER = 120, $ = words => document.querySelector(words);

async function opened(block) {
  const bytes = Uint8Array.from(atob(block), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

function element(tag, words, kind = "") {  // whatever words hold, they are shown as words
  const made = document.createElement(tag);
  made.textContent = words;
  if (kind) made.className = kind;
  return made;
}

function pressed(words, act, kind = "") {
  const made = element("button", words, kind);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

class Seat {
  constructor() {
    const [game, key] = (location.hash.slice(1) || sessionStorage.wc3d || "").split(".");
    this.game = game; this.key = key; this.count = 0; this.lines = []; this.first = 0; this.numbers = 0; this.names = ["", ""]; this.commitments = {};
    this.mine = Array.from(crypto.getRandomValues(new Uint8Array(6)), v => v.toString(16)).join("");
    if (!game || !key) { this.stop("This address is no link to a game. Ask whoever runs the host for yours."); return; }
    sessionStorage.wc3d = `${game}.${key}`;
    history.replaceState(null, "", location.pathname);  // the key leaves the address bar
    this.talk(); this.connect(500);
  }

  // The connection

  connect(wait) {
    const folder = location.pathname.replace(/[^/]*$/, "");
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${folder}play`);
    this.socket.onopen = () => this.send({ t: "join", game: this.game, key: this.key, parts: ["screen"] });
    this.socket.onmessage = event => {
      this.queue = (this.queue || Promise.resolve()).then(() => this.heard(JSON.parse(event.data))).catch(error => this.stop(`A fault of the page: ${error.message}`));
    };
    this.socket.onclose = event => {
      if (event.code === 4401) { this.stop("This link opens no game here (any more). Ask the host for your own."); return; }
      this.notice("The connection is lost; trying again …");
      setTimeout(() => this.connect(Math.min(wait * 2, 8000)), wait);
    };
  }

  send(message) { if (this.socket.readyState === 1) this.socket.send(JSON.stringify(message)); }
  ask(message) { this.send({ id: `${this.mine}-${++this.count}`, at: this.version, ...message }); }
  notice(words) { $(".notice").textContent = words; }
  stop(words) { $(".asked").textContent = "No game"; this.notice(words); }

  async heard(message) {
    const { t } = message;
    document.body.dataset.heard = t;
    if (t === "welcome") this.welcome(message);
    if (t === "begun") this.notice("");
    if ("v" in message && t !== "done") this.version = message.v;
    if (message.log) this.log(message.log, t === "welcome" || t === "begun");
    if (message.clock) this.clock(message.clock);
    if (t === "talk") this.talked(message);
    else if (t === "page") this.page(message);
    else if (t === "refused" || t === "failed" || t === "stale") this.notice(message.text || "The game has gone on meanwhile; look again.");
    else if (t === "point") this.pointAt(message);
    else if (t === "stage") await this.stage(message);
    else if (t === "figure") await this.figure(message);
    else if (t === "screen") await this.screen(message);
    else if (t === "marks") { await this.setMarks(message.marks); this.inHand(message.hand); this.look(); }
  }

  welcome(message) {
    this.shared = message.talk.some(talk => talk.kind === "open" && talk.by === message.seat);
    this.seat = message.seat; this.names = message.names; this.begun = message.begun; this.commitments = message.dice.commitments;
    document.title = message.title; document.body.dataset.seat = this.seat;
    $(".talk").replaceChildren();
    for (const talk of message.talk) this.talked(talk, true);
    for (const part of document.querySelectorAll(".say, .among")) part.hidden = !this.seat;
    if (!this.begun) { $(".asked").textContent = "The game has not begun"; this.shareDice(); }
  }

  // Dice: one's share is a secret of 256 bits, committed to before anybody opens theirs

  async shareDice() {
    if (!this.seat || this.begun || this.shared) return;
    if (!crypto.subtle) {  // browsers hash only on pages that came safely, or from this machine
      if (!this.commitments[this.seat]) this.ask({ t: "commit", leave: true });
      return;
    }
    const kept = `wc3d dice ${this.game} ${this.seat}`;
    if (!localStorage[kept]) localStorage[kept] = Array.from(crypto.getRandomValues(new Uint8Array(32)), v => v.toString(16).padStart(2, "0")).join("");
    const secret = localStorage[kept], bytes = Uint8Array.from(secret.match(/../g), two => parseInt(two, 16));
    const said = new Uint8Array([...new TextEncoder().encode(`wc3d dice 1|${this.game}|${this.seat}|`), ...bytes]);
    const commitment = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", said)), v => v.toString(16).padStart(2, "0")).join("");
    if (this.commitments[this.seat] !== commitment) this.ask({ t: "commit", commitment });
    else if (Object.keys(this.commitments).length === 2 && !this.shared) { this.shared = true; this.ask({ t: "open", secret }); }
    else if (Object.keys(this.commitments).length < 2) this.notice("Waiting for the other player to come: dice are made of both players' secrets and the host's.");
  }

  // The table

  async stage({ scene, block, side, seat }) {
    const first = !this.scene;
    this.scene = scene; this.block = await opened(block);
    const surface = document.createElement("canvas"), gl = surface.getContext("webgl2", { antialias: true, alpha: false });
    if (!gl) { $(".missing").textContent = "This browser has no WebGL 2: the table cannot be shown in 3D. All else works."; $(".missing").hidden = false; return; }
    const images = await Promise.all(scene.table.files.textures.map(({ at, bytes, mime }) =>
      createImageBitmap(new Blob([new Uint8Array(this.block, at, bytes)], { type: mime })).catch(() => null)));
    scene.marks[0].figures = [];
    this.painter = new Painter(gl, scene, this.block, images);
    surface.addEventListener("webglcontextlost", () => location.reload());
    if (first) {
      this.view = new View($("figure.view"), scene, () => this.look());
      new ResizeObserver(() => { this.view.resized(); this.look(); }).observe(this.view.canvas);
      this.pointing();
      if (side === "north" || (!side && seat === 2)) { this.view.turn(180, 0); this.view.touched = false; }
    }
    this.view.marks = scene.marks[0];
  }

  async figure({ mesh, block }) {
    if (!this.painter) return;
    this.painter.block = await opened(block);
    this.painter.figures.push(this.painter.mesh(mesh));
    this.painter.block = this.block;
  }

  look() {
    if (this.drawing || !this.painter) return;
    this.drawing = true;
    requestAnimationFrame(now => this.paint(now));
  }

  paint(now) {
    this.drawing = false;
    let gliding = false;
    for (const figure of this.scene.marks[0].figures) {
      if (!figure.glide) continue;
      const { from, to, begun } = figure.glide, share = clamp((now - begun) / GLIDE, 0, 1), soft = share * share * (3 - 2 * share);
      figure.at = from.map((v, k) => v + (to[k] - v) * soft);
      if (share < 1) gliding = true; else delete figure.glide;
    }
    if (this.moved || gliding) { this.painter.shaded = null; this.moved = false; }  // shadows anew only where somebody moved
    this.view.draw(this.painter);
    if (gliding) this.look();
  }

  move(figures) {  // models glide from where they stood
    const before = new Map(this.scene.marks[0].figures.map(f => [f.id, f])), calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const figure of figures) {
      const old = before.get(figure.id);
      if (calm || !old || old.at.every((v, k) => Math.abs(v - figure.at[k]) < .01)) continue;
      figure.glide = { from: old.at, to: figure.at, begun: performance.now() };
      figure.at = old.at;
    }
    this.scene.marks[0].figures = figures; this.moved = true;
  }

  async setMarks(marks) {
    if (!this.painter) return;
    const packed = this.scene.marks[0], gl = this.painter.gl, old = this.painter.marks[0];
    for (const made of [...(old?.glass || []), ...(old?.lines || [])]) gl.deleteVertexArray(made.form);
    Object.assign(packed, { lines: marks.lines, glass: marks.glass, labels: marks.labels });
    this.painter.block = await opened(marks.block);
    this.painter.marks[0] = { glass: packed.glass.map(m => this.painter.mesh(m)), lines: packed.lines.map(l => this.painter.line(l)) };
    this.painter.block = this.block;
    this.view.marks = packed; this.view.makeLabels();
  }

  pointing() {
    const { canvas } = this.view;
    let down = null, last = 0;
    canvas.addEventListener("pointerdown", event => { down = { x: event.clientX, y: event.clientY, at: performance.now(), main: event.button === 0 && event.isPrimary }; });
    canvas.addEventListener("pointerup", event => {
      const near = down && down.main && Math.hypot(event.clientX - down.x, event.clientY - down.y) < 7;
      if (near && event.altKey) this.place(event);
      else if (near && performance.now() - down.at < 600) this.send({ t: "ray", ...this.ray(event), click: true, corner: event.ctrlKey });
      down = null;
    });
    canvas.addEventListener("pointermove", event => {
      if (event.buttons || !this.follows || performance.now() - last < HOVER) return;
      last = performance.now();
      this.send({ t: "ray", ...this.ray(event) });
    });
  }

  ray(event) {
    const box = this.view.canvas.getBoundingClientRect(), [wide, tall] = this.view.tangents(), { eye } = this.view.looked();
    const x = ((event.clientX - box.left) / box.width * 2 - 1) * wide, y = (1 - (event.clientY - box.top) / box.height * 2) * tall;
    const { right, up, back } = axes(this.view.camera.turn, this.view.camera.tilt);
    return { from: eye, way: unit(add(add(sub([0, 0, 0], back), right, x), up, y)) };
  }

  place(event) {  // with Alt: show the others a place on the ground
    const { from, way } = this.ray(event), far = -from[2] / way[2];
    if (far > 0) this.send({ t: "point", place: [from[0] + way[0] * far, from[1] + way[1] * far, 0] });
  }

  pointAt({ by, place }) {
    this.notice(`${this.names[by - 1]} points at ${place.slice(0, 2).map(v => v.toFixed(1)).join(", ")}`);
    if (!this.scene) return;
    const label = { at: [place[0], place[1], (place[2] || 0) + .3], words: `◎ ${this.names[by - 1]}`, rgb: [242, 212, 137], first: 0 };
    this.scene.marks[0].labels = [...this.scene.marks[0].labels, label];
    this.view.makeLabels(); this.look();
  }

  // Words

  async screen(message) {
    this.begun = true; this.follows = message.pointing;
    $(".asked").textContent = message.asked; $(".moment").textContent = message.head; $(".points").textContent = message.points.join(" · ");
    this.notice(message.notice);
    $(".question").replaceChildren(...message.question.map(words => element("p", words)), ...(message.how ? [element("p", message.how)] : []));
    this.inHand(message.hand);
    const focused = document.activeElement?.dataset?.mark;
    $(".buttons").replaceChildren(...message.buttons.map(b => {
      const made = pressed(b.words, () => this.send({ t: "press", mark: b.mark }), b.main ? "main" : "");
      made.dataset.mark = b.mark; made.disabled = !b.able;
      if (b.on) made.setAttribute("aria-pressed", true);
      if (b.why) made.append(element("small", b.why));
      return made;
    }));
    if (focused) [...$(".buttons").children].find(made => made.dataset.mark === focused)?.focus();
    this.picked(message.picked); this.rosters(message.rosters); this.wish(message.wish);
    if (this.painter) { await this.setMarks(message.marks); this.move(message.figures); this.look(); }
    document.body.dataset.n = message.n; document.body.dataset.screens = Number(document.body.dataset.screens || 0) + 1;
  }

  inHand(lines) { $(".inhand").replaceChildren(...lines.filter(Boolean).map(words => element("p", words))); }

  picked(picked) {
    const parts = picked ? [element("h2", picked.title), ...picked.lines.map(words => element("p", words)), ...picked.why.map(words => element("p", `✕ ${words}`, "why"))] : [];
    $(".picked").replaceChildren(...parts);
  }

  rosters(rosters) {
    $(".rosters").replaceChildren(...rosters.flatMap(roster => [
      element("h3", roster.name), ...roster.facts.map(words => element("p", words)),
      ...roster.rows.map(row => {
        const made = pressed(row.words, () => this.send({ t: "pick", id: row.id }));
        if (row.note) made.append(element("small", row.note));
        return made;
      }),
    ]));
  }

  wish(wish) {
    const box = $(".wish");
    box.hidden = !wish;
    if (!wish) return;
    const what = wish.what === "back" ? "that the last action be taken back" : "to break off for now";
    box.replaceChildren(element("span", wish.yours ? `${this.names[wish.by - 1]} asks ${what}.` : `You have asked ${what}.`));
    if (wish.yours) for (const [words, yes] of [["Yes", true], ["No", false]]) box.append(pressed(words, () => this.ask({ t: "answer", yes })));
  }

  clock({ left, running }) {
    clearInterval(this.ticking);
    const begun = performance.now(), show = () => {
      const told = [1, 2].map(player => {
        const seconds = Math.max(0, left[player] - (player === running ? (performance.now() - begun) / 1000 : 0));
        return `${player === running ? "▶ " : ""}${this.names[player - 1]} ${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
      });
      $(".clock").textContent = told.join(" · ");
    };
    show(); this.ticking = setInterval(show, 1000);
  }

  log({ from, lines }, whole) {
    if (whole) { this.first = from; this.lines = []; }
    this.lines.length = Math.max(0, from - this.first);
    this.lines.push(...lines);
    this.showLog();
  }

  page({ from, lines }) { this.lines.unshift(...lines); this.first = from; this.showLog(); }

  showLog() {
    $(".log").replaceChildren(...this.lines.slice().reverse().map(words => element("li", words)));
    $(".older").hidden = !this.first;
  }

  talked(message, before = false) {
    const who = message.by ? this.names[message.by - 1] : "The host";
    const words = { say: `: ${message.text}`, wish: message.what === "back" ? " asks for a move back" : " asks to break off", answer: message.yes ? " agrees" : " does not agree",
      break: " breaks off for now", resume: " goes on", time: " is out of time", commit: message.left ? " leaves the dice to the host" : " has committed to a secret for the dice", open: " has opened it" }[message.kind];
    if (message.kind === "commit") this.commitments[message.by] = message.commitment;
    if (["commit", "open"].includes(message.kind) && !before) this.shareDice();
    if (!words) return;
    $(".talk").append(element("li", who + words));
    if (message.kind === "say" && message.by !== this.seat && !before) { $(".talking").open = true; this.notice(`${who}${words}`); }
  }

  talk() {
    $(".say").addEventListener("submit", event => {
      event.preventDefault();
      const { text } = event.target.elements;
      if (text.value.trim()) this.ask({ t: "say", text: text.value });
      text.value = "";
    });
    $(".older").addEventListener("click", () => this.ask({ t: "log", before: this.first, most: 100 }));
    const sure = (words, message) => {
      const made = pressed(words, () => {
        if (made.dataset.sure) { this.ask(message); delete made.dataset.sure; made.textContent = words; }
        else { made.dataset.sure = "yes"; made.textContent = `${words}: press again`; }
      });
      return made;
    };
    $(".among").append(pressed("Ask for a move back", () => this.ask({ t: "wish", what: "back" })), pressed("Ask to break off", () => this.ask({ t: "wish", what: "break" })),
      pressed("Go on", () => this.ask({ t: "resume" })), sure("Give up", { t: "concede" }));
  }
}

window.seat = new Seat();
