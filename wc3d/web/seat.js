// A seat at a host: the host says what is shown, fingers and mouse say where they point. No rule is known here.

class Seat {
  constructor() {
    const [, what, name] = location.pathname.match(/\/(board|dispute|replay)\/([^/]+)$/) || [];
    const kept = what ? `wc3d ${what} ${name}` : "wc3d";  // the session's own: a page that is loaded again finds its key there
    if (what) this.look = { look: what, name, key: location.hash.slice(1) || sessionStorage[kept] || "" };
    const [game, key] = this.look ? [name, this.look.key] : (location.hash.slice(1) || sessionStorage.wc3d || "").split(".");
    this.game = game; this.key = key; this.count = 0; this.names = ["", ""]; this.told = [];
    this.mine = Array.from(crypto.getRandomValues(new Uint8Array(6)), v => v.toString(16)).join("");
    if (!game || !key) { this.stop("This address is not a game link. Ask the person who runs the host for yours."); return; }
    sessionStorage[kept] = this.look ? key : `${game}.${key}`;
    history.replaceState(null, "", location.pathname);  // the key leaves the address bar
    const send = message => this.send(message);
    this.sounds = new Sounds(); this.talk = new Talk(message => this.ask(message), this.sounds, game); this.words = new Words(message => { if (message.t !== "look") this.staging.skipAll(); return message.t === "log" ? this.ask(message) : send(message); }, () => this.staging.skipAll(), words => this.notice(words));
    this.dice = new SeatDice(game, message => this.ask(message), words => this.notice(words, "dice"));
    this.judging = new JudgeForm(message => this.ask(message), eyes => { this.eyes = eyes; this.socket.close(); });
    this.terms = new SeatTerms(message => this.ask(message));
    this.table = new SeatTable(send); this.staging = new Staging(this.table, this.sounds);
    this.table.clicked = () => { this.staging.skipAll(); this.pane(false); };
    this.settings(); this.hands(); this.keys(); this.connect(500);
  }

  get view() { return this.table.view; }
  get painter() { return this.table.painter; }

  // The connection

  connect(wait) {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${ROOT}play`);
    this.socket.onopen = () => { wait = 500; this.notice("", "connection"); this.send({ t: "join", ...(this.look || { game: this.game, key: this.key, ...(this.eyes ? { eyes: this.eyes } : {}) }), parts: ["screen", "presence"] }); this.table.prepare(); };
    this.socket.onmessage = event => {
      const message = JSON.parse(event.data);
      if (message.block) message.bytes = opened(message.block);  // at once, whatever is still being done with the last
      if ("v" in message && message.t !== "done" && message.t !== "beats") this.version = message.v;
      if (message.clock) this.clock(message.clock);
      if (message.seal) this.proof(message.seal);
      if (message.t === "talk") this.talk.request(message);  // seen at once, also while something is being shown
      this.rolls = (this.rolls || Promise.resolve()).then(() => this.dice.heard(message));  // what is shown waits for it, not it for that
      if (message.t === "beats") this.staging.waiting++;
      this.queue = (this.queue || Promise.resolve()).then(() => this.heard(message)).catch(error => this.stop(`An error on this page: ${error.message}. Reload the page.`));
    };
    this.socket.onclose = event => {
      if (event.code === 4401) { this.stop("This link does not open a game. Ask the host for a new one."); return; }
      this.terms.lost(); this.words.awaited = null;
      this.notice("Connection lost. Trying again …", "connection");
      setTimeout(() => this.connect(Math.min(wait * 2, 8000)), wait);
    };
  }

  send(message) {  // whether there is a connection to send it
    const open = this.socket.readyState === 1;
    if (open) this.socket.send(JSON.stringify(message));
    return open;
  }
  ask(message) { this.send({ id: `${this.mine}-${++this.count}`, at: this.version, ...message }); }
  notice(words, key = "") { this.talk.news(words, { key }); }
  stop(words) { $(".asked").textContent = "No game"; $(".notice").textContent = sentence(words); }

  async heard(message) {  // one after the other: what is said of the game waits until it has been shown
    const { t } = message;
    document.body.dataset.heard = t;
    this.terms.heard(message);
    if (t === "welcome") this.welcome(message);
    if (t === "begun") this.notice("", "dice");
    if (message.log) {
      if (t === "step") this.told.push(message); else { this.told = []; this.words.log(message.log, true); }
    }
    if (t === "talk") this.talk.heard(message);
    else if (t === "judge") this.talk.link(`Give this link to the judge: ${location.origin}${location.pathname}#${this.game}.${message.key}`);
    else if (t === "page") this.words.page(message);
    else if (t === "refused" || t === "failed" || t === "stale") { this.words.awaited = null; this.notice(message.text || "The game has changed. Look at it and try again."); }
    else if (t === "point") this.pointAt(message);
    else if (t === "stage") await this.table.stage(message);
    else if (t === "figure") await this.table.figure(message);
    else if (t === "beats") await this.beats(message);
    else if (t === "board") { this.table.stand([]); this.table.drawAll(); }
    else if (t === "screen") await this.screen(message);
    else if (t === "marks") { await this.inHand(message); this.words.hand(message); }
  }

  async beats(message) {
    await this.staging.play(message);
    if (--this.staging.waiting <= 0) this.staging.rested();
    this.tellUntil(message.v);
  }

  tellUntil(version) { while (this.told.length && this.told[0].v <= version) this.words.log(this.told.shift().log, false); }

  async screen(message) {
    this.begun = true;
    this.tellUntil(Infinity);
    this.words.screen(message); if (message.n >= this.talk.requested) this.talk.wish(message.wish);
    if (this.table.there) {
      this.table.still = true; this.view.blocked = null;
      this.table.movable = new Set(message.movable);
      this.table.stand(message.figures);
      await this.table.layer("ground", message.ground);
      await this.inHand(message);
      this.table.drawAll();
    }
    this.judging.show(message.correct);
    $(".place-words").hidden = message.places === undefined;
    $(".again").hidden = !message.over;
    $(".again a").href = `replay/${this.game}#${this.key}`;
    const { mine } = message;
    if (mine && !this.wasMine && this.seat && document.body.dataset.screens) this.sounds.play("turn");
    this.wasMine = mine;
    this.talk.turn(mine);
    document.body.dataset.n = message.n; document.body.dataset.screens = Number(document.body.dataset.screens || 0) + 1;
  }

  async inHand(message) {
    this.table.follows = message.pointing || message.follows;
    this.table.ghosts = message.ghosts; this.table.grabsAll = Boolean(message.measured) && message.measured.tool !== "measure";
    this.table.point(message.pointing || Boolean(message.measured && message.measured.tool !== "verdict"), message.about || "");
    await this.table.layer("marks", message.marks);
  }

  welcome(message) {
    this.seat = message.seat; this.names = message.names; this.begun = message.begun;
    document.body.dataset.seat = this.seat;
    if (message.look) document.body.dataset.look = message.look;
    this.talk.welcome(message);
    this.send({ t: "hand", what: document.body.dataset.hand });
    this.judging.welcome(message);
    this.terms.await();
  }

  // Keys: the letters on the buttons, and what else the table does; while it has the focus, arrows turn it (view.js)

  keys() {
    const keys = { n: "next", e: "end", j: "jump", m: "measure", l: "sight", v: "area", "[": "turn_left", "]": "turn_right" };
    document.addEventListener("keydown", event => {
      const { target } = event, key = event.key.toLowerCase(), table = target === this.view?.canvas;
      if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || document.querySelector(":popover-open")) return;
      if (event.key === "Escape") { if (!this.staging.skipAll()) this.send({ t: "key", what: "cancel" }); return; }
      if (event.key.startsWith("Arrow") && !table) { this.step(event); return; }
      if (table && event.key === " ") { event.preventDefault(); this.staging.skip(); return; }
      if (event.repeat || (!table && document.body.dataset.letters === "off") || (key === "enter" && !table && target !== document.body && target.id !== "play")) return;
      const made = [...document.querySelectorAll("[data-key]")].find(one => one.dataset.key === key && !one.disabled && one.checkVisibility());
      if (!keys[key] && !made) return;
      event.preventDefault();
      this.staging.skipAll();
      if (keys[key]) this.send({ t: "key", what: keys[key] }); else made.click();
    });
  }

  step(event) {  // arrows go from button to button of a group
    const group = event.target.closest(".buttons, .cards, .rosters, .tools, .controls, .near, .bar");
    if (!group || event.target.tagName !== "BUTTON") return;
    const all = [...group.querySelectorAll("button:not(:disabled)")].filter(one => one.checkVisibility());
    event.preventDefault();
    all[clamp(all.indexOf(event.target) + (/Down|Right/.test(event.key) ? 1 : -1), 0, all.length - 1)]?.focus();
  }

  hands() {  // whether a finger or a mouse is at work: nothing is said about keys to fingers
    const use = hand => { if (document.body.dataset.hand !== hand) { document.body.dataset.hand = hand; if (this.seat !== undefined) this.send({ t: "hand", what: hand }); } };
    document.body.dataset.hand = matchMedia("(pointer: coarse)").matches ? "touch" : "mouse";
    addEventListener("pointerdown", event => use(event.pointerType === "touch" ? "touch" : "mouse"), true);
    addEventListener("keydown", () => use("mouse"), true);
    const letters = $(".letters");
    letters.checked = localStorage["wc3d letters"] !== "off";
    const keep = () => { document.body.dataset.letters = localStorage["wc3d letters"] = letters.checked ? "on" : "off"; };
    letters.addEventListener("change", keep); keep();
  }

  pane(info) { $("aside").classList.toggle("info", info); $(".pane-button").setAttribute("aria-pressed", info); }  // on a phone: what there is to read, or the actions

  settings() {
    $(".pane-button").addEventListener("click", () => this.pane(!$("aside").classList.contains("info")));
    $(".cards").addEventListener("click", () => this.pane(false));
    const pace = $(".pace"), sound = $(".sound");
    pace.value = String(this.staging.pace); sound.checked = this.sounds.volume > 0;
    pace.addEventListener("change", () => this.staging.set(Number(pace.value)));
    sound.addEventListener("change", () => this.sounds.set(sound.checked ? .5 : 0));
    $(".place-words").addEventListener("submit", event => { event.preventDefault(); const { words } = event.target; if (words.value.trim()) this.send({ t: "place", what: words.value }); words.select(); });
    const colors = $(".colors");
    colors.replaceChildren(...Object.entries(COLOR_SETS).map(([name, { label }]) => new Option(label, name)));
    colors.value = colorSet.name;
    colors.addEventListener("change", () => { colorSet.use(colors.value); this.table.recolor(); });
    const graphics = $(".graphics"), chosen = stored("localStorage", GRAPHICS_KEY);
    graphics.replaceChildren(...Object.entries(LIGHT.labels).map(([name, label]) => new Option(label, name)));
    graphics.value = chosen in LIGHT.labels ? chosen : "auto";
    graphics.addEventListener("change", () => this.table.useGraphics(graphics.value));
    const names = $(".all-names");
    names.checked = stored("localStorage", NAMES_KEY) === "all"; this.table.useNames(names.checked);
    names.addEventListener("change", () => { stored("localStorage", NAMES_KEY, names.checked ? "all" : "needed"); this.table.useNames(names.checked); });
    $(".skip").addEventListener("click", () => this.staging.skip());
    $(".present").addEventListener("click", () => this.staging.skipAll());
  }

  pointAt({ by, place }) {
    this.notice(`${this.names[by - 1]} points at ${place.slice(0, 2).map(v => v.toFixed(1)).join(", ")}`);
    this.table.pointAt(place, `◎ ${this.names[by - 1]}`);
  }

  proof(seal) { $(".proof").hidden = false; $(".proof code").textContent = `game=${seal}`; }

  clock({ left, running }) {
    $(".give").hidden = false;
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
}

window.seat = new Seat();
