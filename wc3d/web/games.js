"use strict";
// The lobby of a host, for whoever has its key: that comes behind the # of the link, and is shown to the host alone.

(() => {
  const key = location.hash.slice(1) || sessionStorage.wc3dHost || "", POLL_MS = 5000;
  sessionStorage.wc3dHost = key;
  history.replaceState(null, "", location.pathname);
  const $ = words => document.querySelector(words);
  const headers = { authorization: `Bearer ${key}` };
  const shown = new Map();  // the card of each place and game, with what it was made of
  const codes = new Set();  // the links whose code is open
  const BY_STRENGTH = "strength";  // the row of the opponents for a bot of a chosen Elo
  let base = "", fresh = "";

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

  function link(words, to, kind = "") {
    const made = element("a", words, kind);
    made.href = to;
    return made;
  }

  function notice(words) { if ($(".notice").textContent !== words) $(".notice").textContent = words; }

  // Addresses. A link of this computer alone opens nothing on another one.

  const isLocal = address => /^(localhost$|127\.|\[::1\]$)/.test(new URL(address).hostname);

  function address(end) {
    const here = location.origin + location.pathname.replace(/[^/]*$/, "");
    return `${isLocal(here) && base ? `${base.replace(/\/$/, "")}/` : here}${end.includes("#") ? end : `#${end}`}`;
  }

  // Seats that this browser has taken

  const seatOf = game => localStorage[`wc3d seat ${game}`] || "";

  function take(game, end) { localStorage[`wc3d seat ${game}`] = end; }

  // Cards

  function playerName(game, seat) { return game.bots[seat] ? `${game.names[seat - 1]} (a bot)` : game.names[seat - 1]; }

  function status(game) {
    const here = (game.here || []).map(seat => [null, game.names[0], game.names[1]][seat]).filter(Boolean);
    const who = here.length ? `${here.join(" and ")} ${here.length === 1 ? "is" : "are"} here` : "nobody is here now";
    if (game.fault) return `It cannot be continued: ${game.fault}`;
    if (game.over) return `Ended ${new Date(game.over * 1000).toLocaleString()}`;
    const stands = game.to_act ? `${playerName(game, game.to_act)} is to act, after ${game.actions} actions` : freeSeats(game).length ? "It waits for players" : "It is under way";
    return `${stands}; ${who}.`;
  }

  const freeSeats = game => [1, 2].filter(seat => game.links?.[seat] && game.links[seat] !== seatOf(game.game));

  function heading(game) {
    return [element("h3", game.title), element("p", status(game), "about"), element("p", `Game ${game.game}, begun ${new Date(game.begun * 1000).toLocaleString()}`, "about")];
  }

  function handOut(end, name, kind) {  // a link with its code, to be copied or shown to a phone
    const made = document.createElement("div"), to = address(end), row = element("div", "", "row"), code = element("div", "", "code");
    const copy = pressed("Copy link", async () => {
      try { await navigator.clipboard.writeText(to); copy.textContent = "Copied"; }
      catch { open(true); field.select(); copy.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl+C"; }
      setTimeout(() => { copy.textContent = "Copy link"; }, 2500);
    });
    const show = pressed("Show code", () => open(code.hidden)), field = element("input", "", "link");
    copy.dataset.focus = `copy ${end}`; show.dataset.focus = `code ${end}`;
    copy.setAttribute("aria-label", `Copy the link of ${name}`);
    field.readOnly = true; field.value = to; field.setAttribute("aria-label", `The link of ${name}`);
    field.addEventListener("focus", () => field.select());
    code.append(field);
    if (isLocal(to)) code.append(element("p", "This link opens on this computer only, so there is no code for a phone. To let other devices in, start the host with --address 0.0.0.0 --url http://ADDRESS:PORT. ADDRESS is the address of this computer in your network."));
    else code.append(QrCode.picture(to, `Code with the link of ${name}`) || "", element("p", "Point the camera of a phone at the code to open the link."));
    function open(yes) {
      code.hidden = !yes;
      show.textContent = yes ? "Hide code" : "Show code";
      show.setAttribute("aria-expanded", yes);
      show.setAttribute("aria-label", `${yes ? "Hide" : "Show"} the link of ${name} as a code for a phone`);
      yes ? codes.add(end) : codes.delete(end);
    }
    open(codes.has(end));
    row.append(...kind, copy, show);
    made.append(row, code);
    return made;
  }

  function openCard(game) {
    const made = element("article", "", game.game === fresh ? "card fresh" : "card");
    made.append(...heading(game));
    for (const seat of freeSeats(game)) {
      const end = game.links[seat], name = game.names[seat - 1], box = element("div", "", "seat"), play = link(`Play as ${name}`, address(end), "button main");
      play.href = `./#${end}`; play.dataset.focus = `play ${end}`;
      play.addEventListener("click", () => take(game.game, end));
      box.append(element("p", `${name}'s seat is free. ${seatOf(game.game) ? "Send" : "Take it, or send"} its link to the other player.`), handOut(end, name, seatOf(game.game) ? [] : [play]));
      made.append(box);
    }
    return made;
  }

  function ownCard(game) {
    const made = element("article", "", "card"), end = seatOf(game.game), go = link("Continue", `./#${end}`, "button main");
    go.setAttribute("aria-label", `Continue ${game.title}`);
    made.append(...heading(game), go);
    return made;
  }

  function watchCard(game) {
    const made = element("article", "", "card"), end = game.links[0], go = link("Watch", `./#${end}`, "button");
    go.setAttribute("aria-label", `Watch ${game.title}`); go.dataset.focus = `watch ${end}`;
    made.append(...heading(game), handOut(end, `spectators of ${game.title}`, [go]));
    return made;
  }

  function overCard(game) {
    const made = element("article", "", "card");
    made.append(...heading(game));
    if (game.replay) made.append(link("Watch the replay", game.replay, "button"));
    return made;
  }

  function fill(place, games, card) {  // only what has changed is made again: codes stay open, and the focus stays
    const section = $(`.${place}`), cards = section.querySelector(".cards");
    if (place !== "open") section.hidden = !games.length;
    const now = games.map(game => {
      const known = `${place} ${game.game}`, from = JSON.stringify([game, base, fresh === game.game, seatOf(game.game)]), old = shown.get(known);
      if (old && old.from === from) return old.made;
      const focused = old?.made.contains(document.activeElement) ? document.activeElement.dataset.focus : "", made = card(game);
      if (old) { old.made.replaceWith(made); [...made.querySelectorAll("[data-focus]")].find(one => one.dataset.focus === focused)?.focus({ preventScroll: true }); }
      shown.set(known, { from, made });
      return made;
    });
    for (const one of [...cards.children]) if (!now.includes(one)) one.remove();
    now.forEach((one, k) => { if (cards.children[k] !== one) cards.insertBefore(one, cards.children[k] || null); });
  }

  function list(looks, photo) {
    if (!$(".photo").children.length) $(".photo").append(handOut(photo, "the page that judges photographs", [link("Judge from a photo", photo, "button main")]));
    for (const what of ["board", "dispute"]) {
      const place = $(`.${what}s`), mine = looks.filter(one => one.what === what);
      if (place.children.length === mine.length) continue;
      place.replaceChildren(...mine.map(one => { const row = element("li", ""); row.append(link(one.title, one.link)); return row; }));
    }
  }

  async function asked(path, more = {}) {  // the answer, or null with a notice of what is wrong
    const answer = await fetch(path, { ...more, headers });
    if (answer.status === 401) { notice("Wrong host key. The host prints the correct link when it starts."); return null; }
    const told = await answer.json().catch(() => ({}));
    if (!answer.ok) { notice(told.error ? `The host says: ${told.error}` : `The host answered with error ${answer.status}.`); return null; }
    return told;
  }

  async function show() {
    const told = await asked("lobby");
    if (!told) return false;
    const { games, looks } = told, going = games.filter(game => !game.over);
    base = told.base || "";
    list(looks, told.photo);
    fill("open", going.filter(game => freeSeats(game).length), openCard);
    fill("own", going.filter(game => seatOf(game.game)), ownCard);
    fill("watch", going.filter(game => game.links && !freeSeats(game).length), watchCard);
    fill("over", games.filter(game => game.over || game.fault), overCard);
    for (const game of games) if (game.over) delete localStorage[`wc3d seat ${game.game}`];
    $(".none").textContent = games.some(game => freeSeats(game).length) ? "" : "No game waits for a player. Start one above.";
    document.body.dataset.games = games.length;
    return true;
  }

  async function poll() {
    try {
      if (!await show()) return;  // a wrong key stays wrong
      if (lost) { lost = false; notice(""); }
    } catch { lost = true; notice("Cannot reach the host. Trying again …"); }
    setTimeout(poll, POLL_MS);
  }
  let lost = false;

  // A new game

  class NewGame {
    constructor(choices) {
      this.choices = choices; this.fields = {};
      const { games, clocks, dice, delays } = choices;
      this.select("game", "Game", games.map(game => [game.id, game.title]));
      this.select("mission", "Mission", []); this.select("board", "Board", []);
      this.name("board_seed", "Seed of the random board", "random");
      this.select("force1", "Force of player 1", []); this.select("force2", "Force of player 2", []);
      this.select("opponent", "Player 2 is", []); this.range("strength", "Strength of the bot"); this.select("style", "Style of the bot", []);
      this.name("name1", "Name of player 1", "Player 1"); this.name("name2", "Name of player 2", "Player 2");
      this.select("clock", "Clock", clocks); this.select("dice", "Dice", dice); this.select("delay", "Spectators see the game", delays);
      this.select("terms", "Before the game", [["", "Both players agree on the terms"], ["settled", "Nothing to agree on: play at once"]]);
      this.about = $(".fields").appendChild(element("p", "", "about"));
      $(".new form").addEventListener("change", event => this.changed(event.target.name));
      $(".new form").addEventListener("submit", event => { event.preventDefault(); this.start(); });
      this.changed("game");
      $(".new").hidden = false;
    }

    select(name, words, choices) { this.put(name, words, document.createElement("select")); this.offer(name, choices); }

    name(name, words, usual) {
      const field = this.put(name, words, document.createElement("input"));
      field.maxLength = 40; field.placeholder = usual; field.autocomplete = "off";
    }

    range(name, words) {
      const field = this.put(name, words, document.createElement("input")), shown = element("span", "", "about");
      field.type = "range"; field.step = 1; field.after(shown);
      field.addEventListener("input", () => this.showStrength());
      this.shownStrength = shown;
    }

    put(name, words, field) {
      const label = element("label", words);
      field.name = name;
      label.append(field);
      $(".fields").append(label);
      return this.fields[name] = field;
    }

    offer(name, choices, usual = choices[0]?.[0]) {
      this.fields[name].replaceChildren(...choices.map(([value, words]) => new Option(words, value, false, value === usual)));
    }

    get game() { return this.choices.games.find(game => game.id === this.fields.game.value); }
    get isRated() { return this.fields.opponent.value === BY_STRENGTH; }
    get strongest() {  // the stronger of the two bots between which the chosen strength lies
      const rating = Number(this.fields.strength.value), { strengths } = this.game;
      return strengths.find(([elo]) => elo > rating) || strengths[strengths.length - 1];
    }
    get opponent() {  // as the host reads it: a bot's name or Elo, and its style
      const { opponent, strength, style } = this.fields;
      return (this.isRated ? strength.value : opponent.value) + (style.value ? `+${style.value}` : "");
    }

    showStrength() {
      const rating = Number(this.fields.strength.value), { strengths } = this.game, same = strengths.find(([elo]) => elo === rating);
      const weaker = strengths.filter(([elo]) => elo <= rating).pop();
      this.shownStrength.textContent = `${rating} Elo: ${same ? `as strong as ${same[1]}` : `between ${weaker[1]} and ${this.strongest[1]}`}`;
    }

    get isRandom() { return this.fields.board.value.startsWith("random "); }

    get mission() { return this.game.missions.find(mission => mission.id === this.fields.mission.value); }

    offerOpponents() {
      const { opponents, strengths } = this.game, { strength } = this.fields;
      this.offer("opponent", strengths.length ? [...opponents, [BY_STRENGTH, "A bot of a chosen strength"]] : opponents);
      if (!strengths.length) return;
      [strength.min, strength.max] = [strengths[0][0], strengths[strengths.length - 1][0]];
      strength.value = Math.round((strengths[0][0] + strengths[strengths.length - 1][0]) / 2);
    }

    offerStyles() {
      const { fields } = this, bot = this.isRated ? this.strongest[1] : fields.opponent.value, styles = this.game.styles[bot] || [];
      this.offer("style", [["", "Usual: the best chance to win"], ...styles], styles.some(([id]) => id === fields.style.value) ? fields.style.value : "");
      fields.style.closest("label").hidden = !styles.length;
      fields.strength.closest("label").hidden = !this.isRated;
      if (this.isRated) this.showStrength();
    }

    changed(name) {
      if (name === "game") { this.offer("mission", this.game.missions.map(m => [m.id, m.name])); this.offerOpponents(); }
      if (name === "opponent" || name === "strength" || name === "game") this.offerStyles();
      if (name === "game" || name === "mission") {
        const { boards, forces, default_forces: usual } = this.mission;
        this.offer("board", boards); this.offer("force1", forces, usual[0]); this.offer("force2", forces, usual[1]);
      }
      const { fields } = this, bot = Boolean(fields.opponent.value), words = name => fields[name].selectedOptions[0].text;
      fields.board_seed.closest("label").hidden = !this.isRandom;
      fields.terms.disabled = bot; fields.dice.disabled = bot;
      this.about.textContent = this.mission.about;
      const forces = this.mission.forces.length > 0, sides = forces ? `${words("force1")} against ${words("force2")}, ` : "Player 2 is ";
      for (const name of ["force1", "force2"]) fields[name].closest("label").hidden = !forces;
      $(".summary").textContent = `${words("game")}, ${words("mission")} on ${words("board")}. ${sides}${bot ? `played by ${this.isRated ? `a bot of ${fields.strength.value} Elo` : words("opponent").toLowerCase()}` : "played by a person, who gets a link"}. ${words("clock")}.`;
    }

    async start() {
      const { fields } = this, button = $(".new button.main"), value = name => fields[name].value;
      button.disabled = true; button.textContent = "Starting …"; notice("");
      const body = { game: value("game"), mission: value("mission"), board: value("board"), ...(this.isRandom ? { board_seed: value("board_seed") } : {}), ...(this.mission.forces.length ? { force1: value("force1"), force2: value("force2") } : {}), opponent: this.opponent,
        names: [value("name1"), value("name2")], clock: value("clock"), delay: value("delay"), ...(this.opponent ? {} : { dice: value("dice"), settled: value("terms") === "settled" }) };
      try {
        const made = await asked("games", { method: "POST", body: JSON.stringify(body) });
        if (made) await this.begun(made, Boolean(body.opponent));
      } catch { notice("Cannot reach the host. Nothing was started."); }
      button.disabled = false; button.textContent = "Start game";
    }

    async begun({ game, links, notes }, alone) {
      fresh = game;
      if (alone) { take(game, links[1]); location.href = `./#${links[1]}`; return; }
      if (!isLocal(address(links[2]))) codes.add(links[2]);
      await show();
      notice(notes.join(" "));
      $(".open h2").focus({ preventScroll: true });
      $(".card.fresh")?.scrollIntoView({ block: "nearest" });
    }
  }

  async function begin() {
    try { const choices = await asked("choices"); if (choices) new NewGame(choices); }
    catch { setTimeout(begin, POLL_MS); }
  }

  poll().then(() => { if (document.body.dataset.games !== undefined || lost) begin(); });
})();
