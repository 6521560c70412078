// A seat at a host: the host says what is shown, fingers and mouse say where they point. No rule is known here.

class Seat {
  constructor() {
    const [game, key] = (location.hash.slice(1) || sessionStorage.wc3d || "").split(".");
    this.game = game; this.key = key; this.count = 0; this.names = ["", ""]; this.commitments = {}; this.told = [];
    this.mine = Array.from(crypto.getRandomValues(new Uint8Array(6)), v => v.toString(16)).join("");
    if (!game || !key) { this.stop("This address is no link to a game. Ask whoever runs the host for yours."); return; }
    sessionStorage.wc3d = `${game}.${key}`;
    history.replaceState(null, "", location.pathname);  // the key leaves the address bar
    const send = message => this.send(message);
    this.sounds = new Sounds(); this.words = new Words(message => { if (message.t !== "look") this.staging.skipAll(); message.t === "log" ? this.ask(message) : send(message); });
    this.table = new SeatTable(send); this.staging = new Staging(this.table, this.sounds);
    this.table.clicked = () => this.staging.skipAll();
    this.settings(); this.talk(); this.keys(); this.connect(500);
  }

  get view() { return this.table.view; }
  get painter() { return this.table.painter; }

  // The connection

  connect(wait) {
    const folder = location.pathname.replace(/[^/]*$/, "");
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${folder}play`);
    this.socket.onopen = () => { wait = 500; this.send({ t: "join", game: this.game, key: this.key, parts: ["screen"] }); };
    this.socket.onmessage = event => {
      const message = JSON.parse(event.data);
      if ("v" in message && message.t !== "done" && message.t !== "beats") this.version = message.v;
      if (message.clock) this.clock(message.clock);
      if (message.t === "beats") this.staging.waiting++;
      this.queue = (this.queue || Promise.resolve()).then(() => this.heard(message)).catch(error => this.stop(`A fault of the page: ${error.message}`));
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

  async heard(message) {  // one after the other: what is said of the game waits until it has been shown
    const { t } = message;
    document.body.dataset.heard = t;
    if (t === "welcome") this.welcome(message);
    if (t === "begun") this.notice("");
    if (message.log) {
      if (t === "step") this.told.push(message); else { this.told = []; this.words.log(message.log, true); }
    }
    if (t === "talk") this.talked(message);
    else if (t === "page") this.words.page(message);
    else if (t === "refused" || t === "failed" || t === "stale") this.notice(message.text || "The game has gone on meanwhile; look again.");
    else if (t === "point") this.pointAt(message);
    else if (t === "stage") await this.table.stage(message);
    else if (t === "figure") await this.table.figure(message);
    else if (t === "beats") await this.beats(message);
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
    this.words.screen(message); this.wish(message.wish);
    if (this.table.there) {
      this.table.still = true;
      this.table.movable = new Set(message.movable);
      this.table.stand(message.figures);
      await this.table.layer("ground", message.ground);
      await this.inHand(message);
      this.table.drawAll();
    }
    const { mine } = message;
    if (mine && !this.wasMine && this.seat && document.body.dataset.screens) this.sounds.play("turn");
    this.wasMine = mine;
    document.title = mine ? `▶ ${this.title}` : this.title;
    document.body.dataset.n = message.n; document.body.dataset.screens = Number(document.body.dataset.screens || 0) + 1;
  }

  async inHand(message) {
    this.table.follows = message.pointing || message.follows;
    this.table.ghosts = message.ghosts; this.table.grabsAll = Boolean(message.measured) && message.measured.tool !== "measure";
    await this.table.layer("marks", message.marks);
  }

  welcome(message) {
    this.shared = message.talk.some(talk => talk.kind === "open" && talk.by === message.seat);
    this.seat = message.seat; this.names = message.names; this.begun = message.begun; this.commitments = message.dice.commitments; this.title = message.title;
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

  // Keys, while the table has the focus: they turn it (view.js), and do this

  keys() {
    const keys = { n: "next", e: "end", j: "jump", m: "measure", l: "sight", v: "area", "[": "turn_left", "]": "turn_right" };
    document.addEventListener("keydown", event => {
      if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
      if (event.key === "Escape") { if (!this.staging.skipAll()) this.send({ t: "key", what: "cancel" }); return; }
      if (event.target !== this.view?.canvas) return;
      if (event.key === " ") { event.preventDefault(); this.staging.skip(); return; }
      const what = keys[event.key.toLowerCase()];
      if (what) { event.preventDefault(); this.staging.skipAll(); this.send({ t: "key", what }); }
    });
  }

  settings() {
    const pace = $(".pace"), sound = $(".sound");
    pace.value = String(this.staging.pace); sound.checked = this.sounds.volume > 0;
    pace.addEventListener("change", () => this.staging.set(Number(pace.value)));
    sound.addEventListener("change", () => this.sounds.set(sound.checked ? .5 : 0));
    $(".skip").addEventListener("click", () => this.staging.skip());
    $(".present").addEventListener("click", () => this.staging.skipAll());
  }

  pointAt({ by, place }) {
    this.notice(`${this.names[by - 1]} points at ${place.slice(0, 2).map(v => v.toFixed(1)).join(", ")}`);
    this.table.pointAt(place, `◎ ${this.names[by - 1]}`);
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
