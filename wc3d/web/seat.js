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
    this.sounds = new Sounds(); this.words = new Words(message => { if (message.t !== "look") this.staging.skipAll(); message.t === "log" ? this.ask(message) : send(message); });
    this.dice = new SeatDice(game, message => this.ask(message), words => this.notice(words));
    this.judging = new JudgeForm(message => this.ask(message), eyes => { this.eyes = eyes; this.socket.close(); });
    this.terms = new SeatTerms(message => this.ask(message));
    this.table = new SeatTable(send); this.staging = new Staging(this.table, this.sounds);
    this.table.clicked = () => this.staging.skipAll();
    this.settings(); this.talk(); this.keys(); this.connect(500);
  }

  get view() { return this.table.view; }
  get painter() { return this.table.painter; }

  // The connection

  connect(wait) {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${ROOT}play`);
    this.socket.onopen = () => { wait = 500; this.send({ t: "join", ...(this.look || { game: this.game, key: this.key, ...(this.eyes ? { eyes: this.eyes } : {}) }), parts: ["screen", "presence"] }); this.table.prepare(); };
    this.socket.onmessage = event => {
      const message = JSON.parse(event.data);
      if (message.block) message.bytes = opened(message.block);  // at once, whatever is still being done with the last
      if ("v" in message && message.t !== "done" && message.t !== "beats") this.version = message.v;
      if (message.clock) this.clock(message.clock);
      if (message.seal) this.proof(message.seal);
      this.rolls = (this.rolls || Promise.resolve()).then(() => this.dice.heard(message));  // what is shown waits for it, not it for that
      if (message.t === "beats") this.staging.waiting++;
      this.queue = (this.queue || Promise.resolve()).then(() => this.heard(message)).catch(error => this.stop(`An error on this page: ${error.message}. Reload the page.`));
    };
    this.socket.onclose = event => {
      if (event.code === 4401) { this.stop("This link does not open a game. Ask the host for a new one."); return; }
      this.terms.lost();
      this.notice("Connection lost. Trying again …");
      setTimeout(() => this.connect(Math.min(wait * 2, 8000)), wait);
    };
  }

  send(message) { if (this.socket.readyState === 1) this.socket.send(JSON.stringify(message)); }
  ask(message) { this.send({ id: `${this.mine}-${++this.count}`, at: this.version, ...message }); }
  notice(words) { $(".notice").textContent = sentence(words); }
  stop(words) { $(".asked").textContent = "No game"; this.notice(words); }

  async heard(message) {  // one after the other: what is said of the game waits until it has been shown
    const { t } = message;
    document.body.dataset.heard = t;
    this.terms.heard(message);
    if (t === "welcome") this.welcome(message);
    if (t === "begun") this.notice("");
    if (message.log) {
      if (t === "step") this.told.push(message); else { this.told = []; this.words.log(message.log, true); }
    }
    if (t === "talk") this.talked(message);
    else if (t === "judge") $(".talk").append(element("li", `Give this link to the judge: ${location.origin}${location.pathname}#${this.game}.${message.key}`));
    else if (t === "page") this.words.page(message);
    else if (t === "refused" || t === "failed" || t === "stale") this.notice(message.text || "The game has changed. Look at it and try again.");
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
    this.words.screen(message); this.wish(message.wish);
    if (this.table.there) {
      this.table.still = true;
      this.table.movable = new Set(message.movable);
      this.table.stand(message.figures);
      await this.table.layer("ground", message.ground);
      await this.inHand(message);
      this.table.drawAll();
    }
    this.judging.show(message.correct);
    $(".again").hidden = !message.over;
    $(".again a").href = `replay/${this.game}#${this.key}`;
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
    this.seat = message.seat; this.names = message.names; this.begun = message.begun; this.title = message.title;
    document.title = message.title; document.body.dataset.seat = this.seat;
    if (message.look) document.body.dataset.look = message.look;
    $(".talk").replaceChildren();
    for (const talk of message.talk) this.talked(talk, true);
    $(".say").hidden = !this.seat;
    this.judging.welcome(message);
    this.terms.await();

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
    const what = { back: "to take back the last action", break: "to pause the game", judge: "for a judge, who sees both hands" }[wish.what];
    box.replaceChildren(element("span", wish.by === this.seat ? `You asked ${what}.` : `${this.names[wish.by - 1]} asks ${what}.`));
    if (wish.yours) for (const [words, yes] of [["Yes", true], ["No", false]]) box.append(pressed(words, () => this.ask({ t: "answer", yes })));
    else if (wish.by === this.seat) box.append(pressed("Withdraw", () => this.ask({ t: "withdraw" })));
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

  talked(message, before = false) {
    const who = message.by === 3 ? "The judge" : message.by ? this.names[message.by - 1] : "The host";
    const words = { say: `: ${message.text}`, wish: { back: " asks for a take-back", break: " asks to pause the game", judge: " asks for a judge" }[message.what], answer: message.yes ? " agrees" : " declines",
      propose: ` proposes: ${(message.other || []).join("; ")}`, agree: " agrees to the terms", break: " pauses the game", resume: " continues the game", ready: " is ready to continue; the game continues when both are ready", time: " is out of time", judged: " agrees to a judge, who will see both hands",
      give: message.to && ` gives ${this.names[message.to - 1]} ${message.seconds} seconds`,
      withdraw: " withdraws the request", judge_link: " has created a link for the judge; earlier links no longer work", judge_comes: ` joins, and sees what ${this.names[message.eyes - 1]} sees`, judge_goes: " has left", sent: message.hindered ? ` could not notify ${this.names[message.to - 1]}: ${message.hindered}` : ` has notified ${this.names[message.to - 1]}`,
      rolled: message.faces && ` rolls ${message.faces.join(", ")} by hand`, commit: message.left ? " leaves the dice to the host" : " has locked in a dice secret", open: " has revealed the dice secret" }[message.kind];
    if (!words) return;
    $(".talk").append(element("li", who + words));
    if (["say", "judge_link", "judge_comes", "judge_goes"].includes(message.kind) && message.by !== this.seat && !before) { $(".talking").open = true; this.notice(`${who}${words}`); }
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
        else { made.dataset.sure = "yes"; made.textContent = `${words}? Press again`; }
      });
      return made;
    };
    const give = pressed("Give 1 minute", () => this.ask({ t: "give", seconds: 60 }));
    give.classList.add("give"); give.hidden = true; give.title = "Adds a minute to the other player's clock.";
    $(".among").append(pressed("Ask for take-back", () => this.ask({ t: "wish", what: "back" })), pressed("Ask to pause", () => this.ask({ t: "wish", what: "break" })),
      pressed("Ask for judge", () => this.ask({ t: "wish", what: "judge" })), pressed("Create judge link", () => this.ask({ t: "judge_link" })),
      give, pressed("Resume", () => this.ask({ t: "resume" })), sure("Concede", { t: "concede" }));
  }
}

window.seat = new Seat();
