// All that is words beside the table: what is asked, buttons, cards, what is measured, lists, log and talk.

const $ = words => document.querySelector(words);

function element(tag, words, kind = "") {  // whatever words hold, they are shown as words
  const made = document.createElement(tag);
  made.textContent = words;
  if (kind) made.className = kind;
  return made;
}

function sentence(words) { return words ? words[0].toUpperCase() + words.slice(1) : ""; }

function pressed(words, act, kind = "") {
  const made = element("button", words, kind);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

function keyOf(part) { return part.dataset?.mark || (part.tagName === "DIV" && part.className ? `.${part.className}` : ""); }

function arrange(place, parts) {  // a part that stays is the same element: a press that has begun on it goes on
  const old = new Map([...place.children].map(one => [keyOf(one), one]).reverse());
  const all = parts.map(part => {
    const key = keyOf(part), kept = key && old.get(key);
    if (!kept || kept.tagName !== part.tagName) return part;
    old.delete(key);
    renew(kept, part);
    return kept;
  });
  const stay = new Set(all);
  for (const one of [...place.childNodes]) if (!stay.has(one)) one.remove();
  all.forEach((one, k) => { if (place.childNodes[k] !== one) place.insertBefore(one, place.childNodes[k] || null); });
}

function renew(old, made) {  // an element says what a new one says
  if (old.isEqualNode(made)) return;
  for (const { name } of [...old.attributes]) if (!made.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of made.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.tagName === "BUTTON") old.replaceChildren(...made.childNodes); else arrange(old, [...made.childNodes]);
}

function fill(place, parts) {  // only where something else is to be seen: nothing is read out twice, and the focus stays
  const now = [...place.childNodes];
  if (now.length === parts.length && now.every((one, k) => one.isEqualNode(parts[k]))) return false;
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.mark : null;
  arrange(place, parts);
  if (focused && !(place.contains(document.activeElement) && !document.activeElement.disabled)) {
    const same = [...place.querySelectorAll("[data-mark]")].find(one => one.dataset.mark === focused && !one.disabled);
    (same || place.closest("#play"))?.focus({ preventScroll: true });  // what was pressed is gone: the keys go on from its place
  }
  return true;
}

const SLOTS = { undo: "less", redo: "less", cancel: "less", "let go": "less", finish: "sure", here: "sure", pass: "pass", "hint do": "hint", "hint next": "hint" };  // where a button always stands
const LETTERS = { undo: "U", redo: "R", everything: "A", jump: "J", hint: "H", "hint next": "X", "hint do": "Y", pass: "E", "turn left": "[", "turn right": "]", "tool measure": "M", "tool sight": "L", "tool area": "V" };
const SPARE = "BDFGIKOPSTWZQ", CALM = 400, RESTED = 6, UNSENT = 20000;  // milliseconds in which a button that has just come takes no press; dots; milliseconds in which a press is worth sending later

function seatLink({ words, end }) {  // the link of a seat of another game on this host
  const made = element("p"), link = element("a", words);
  link.href = `${location.origin}/#${end}`;
  made.append(link);
  return made;
}

class Words {
  constructor(send, hurry, tell) { this.send = send; this.hurry = hurry; this.tell = tell; this.lines = []; this.first = 0; this.open = new Set(); this.changed = -1e9; this.before = []; this.pointer = { x: 0, y: 0, at: -1e9 }; this.listen(); }

  notice(words) { if ($(".notice").textContent !== sentence(words)) $(".notice").textContent = sentence(words); }

  screen(message) {
    $(".asked").textContent = message.asked; $(".moment").textContent = message.head; $(".points").textContent = message.points.join(" · ");
    document.body.dataset.mine = message.mine;
    this.letters = [...SPARE];
    fill($(".question"), [...message.question.map(words => element("p", words)), ...(message.how ? [element("p", message.how)] : []), ...(message.links || []).map(seatLink)]);
    this.buttons(message.buttons); this.hint(message.hint, message.buttons);
    fill($(".whynot"), message.buttons.filter(b => b.main && !b.able && b.why).map(b => element("p", `${b.words}: ${b.why}`, "dim")));
    fill($(".tools"), message.tools.map(b => this.button(b, true)));
    this.cards(message.cards); this.counters(message.counters); this.picked(message.picked); this.rosters(message.rosters);
    this.hand(message);
    this.awaited = null;
    this.sendLater(message);
  }

  press(made) {  // a second tap while the answer is on its way means the first; without a connection one press waits
    const { mark } = made.dataset, words = made.firstChild.textContent, once = ["sure", "pass"].includes(SLOTS[mark]);
    if (once && this.awaited === mark && performance.now() - this.sentAt < UNSENT) { this.hurry(); return; }
    if (!this.send({ t: "press", what: mark })) { this.unsent = { mark, words, n: document.body.dataset.n, at: performance.now() }; return; }
    if (once) { this.awaited = mark; this.sentAt = performance.now(); }
  }

  sendLater(message) {
    const { unsent } = this;
    this.unsent = null;
    if (!unsent || performance.now() - unsent.at > UNSENT) return;
    const made = [...document.querySelectorAll("[data-mark]")].find(one => one.dataset.mark === unsent.mark && !one.disabled && one.firstChild.textContent === unsent.words);
    if (made && String(message.n) === unsent.n) this.press(made);
    else this.tell(`“${unsent.words}” was not sent: the connection was lost. Look at the game and try again.`);
  }

  hint(hint, buttons) {  // in a place of its own, where it moves no other button
    const place = $(".hinted"), count = place.querySelectorAll("button").length, row = element("div", "", "row");
    const before = [...document.querySelectorAll(".buttons button")].map(one => [one.dataset.mark, one.getBoundingClientRect()]);
    row.append(...buttons.filter(b => SLOTS[b.mark] === "hint").map(b => this.button(b)));
    place.hidden = !hint;
    fill(place, hint ? [element("p", `${hint.title}: ${hint.words}`), ...(hint.details ? [element("p", hint.details, "dim")] : []), row] : []);
    if (place.querySelectorAll("button").length !== count) { this.changed = performance.now(); this.before = before; }
  }

  buttons(buttons) {  // choices above, and below them what always stands in the same place
    const before = [...document.querySelectorAll(".buttons button")].map(one => [one.dataset.mark, one.getBoundingClientRect()]);
    const made = slot => buttons.filter(b => (SLOTS[b.mark] || "") === slot).map(b => this.button(b));
    const less = element("div", "", "less"), choices = made(""), sure = made("sure"), pass = made("pass"), empty = () => element("span", "");
    less.append(...made("less"));
    const slots = less.children.length || sure.length || pass.length ? [less, sure[0] || empty(), pass[0] || empty()] : [];
    const changes = [fill($(".choices"), choices), fill($(".slots"), slots)];
    if (changes.some(Boolean)) { this.changed = performance.now(); this.before = before; }
  }

  get calm() { return performance.now() - this.changed > CALM; }

  meant(made, event) {  // not a press of what has just come under a resting mouse or a finger on its way
    if (!event.detail || this.calm || !made.closest(".buttons")) return true;
    if (event.pointerType === "mouse" && this.pointer.at > this.changed) return true;
    const [mark] = this.before.find(([, box]) => event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom) || [];
    return mark === made.dataset.mark;
  }

  letter(b) {
    if (b.mark in LETTERS) return LETTERS[b.mark];
    if (b.mark === "finish" || b.mark === "here") return "Enter";
    if (b.mark === "cancel" || b.mark === "let go") return "Esc";
    return b.able && this.letters?.shift() || "";
  }

  button(b, brief = false, plain = false) {
    const made = element("button", b.words.replace(/^(\S) /, "$1\u00a0"), b.main ? "main" : ""), letter = plain ? "" : this.letter(b);
    made.type = "button"; made.dataset.mark = b.mark; made.disabled = !b.able;
    if (letter) { const key = element("kbd", letter === "Enter" ? "↵" : letter); key.setAttribute("aria-hidden", true); made.append(key); made.dataset.key = letter.toLowerCase(); made.setAttribute("aria-keyshortcuts", letter === "Esc" ? "Escape" : letter); }
    if (b.on !== undefined) made.setAttribute("aria-pressed", b.on);
    if (b.odds) made.append(element("small", b.odds, "odds"));
    if (b.why && brief) made.title = b.why;
    else if (b.why && !(b.main && !b.able)) made.append(element("small", b.why));
    if (b.dice) made.title = b.dice;
    return made;
  }

  hand({ hand, notice, measured, able }) {
    this.notice(notice);
    fill($(".inhand"), hand.filter(Boolean).map(words => element("p", words)));
    $(".inhand").dataset.able = able;
    const finish = $(".buttons [data-mark=finish]"), here = $(".buttons [data-mark=here]");
    if (finish && able !== null) finish.disabled = !able;
    if (here && able !== null) { here.disabled = !able; here.firstChild.textContent = able ? "Place here" : "Cannot place here"; }
    this.measured(measured);
  }

  measured(told) {
    $(".measured").hidden = !told;
    if (!told) { $(".measured").replaceChildren(); return; }
    const list = element("dl", "");
    for (const [name, words] of told.rows) list.append(element("dt", name), element("dd", words));
    const parts = [element("h2", sentence(told.name)), ...(told.sign ? [element("p", told.sign + (told.waits ? " …" : ""), `sign ${told.good === true ? "good" : told.good === false ? "bad" : ""}`)] : []),
      ...(told.said || []).map(words => element("p", words)), list, ...(told.rule ? [element("p", told.rule, "dim")] : []), ...(told.status ? [element("p", told.status, "status")] : [])];
    if (told.cut) {
      const cut = element("img", "");
      cut.src = told.cut; cut.alt = "Side cut along the line of sight. The rows above contain the same information.";
      parts.push(cut);
    }
    fill($(".measured"), parts);
  }

  cards(cards) {
    $(".held").hidden = !cards.length;
    fill($(".cards"), cards.map(c => {
      const made = this.button({ ...c, why: "" }, false, true);
      made.classList.toggle("now", c.now);
      if (c.kind) made.append(element("small", c.kind));
      if (c.why) made.append(element("small", c.why, "text"));
      return made;
    }));
  }

  counters(told) {
    $(".counters").hidden = !told;
    if (!told) return;
    fill($(".counters"), [element("h2", told.heading), ...told.rows.map(row => {
      const made = element("div", "", "counter");
      if (row.button) { const give = this.button({ ...row.button, why: "" }, false, true); give.setAttribute("aria-label", row.button.why); give.title = row.button.why; made.append(give); }
      const tokens = element("span", "◆".repeat(row.points) + "◇".repeat(Math.max(0, row.most - row.points)), "tokens");
      tokens.setAttribute("role", "img"); tokens.setAttribute("aria-label", `${row.points} of ${row.most}`);
      made.append(element("span", row.name), tokens, element("small", row.note));
      return made;
    }), ...told.buttons.map(b => this.button(b, false, true)), ...told.lines.map(words => element("p", words, "dim"))]);
  }

  // Cards on the screen

  picked(card) {
    $(".picked").hidden = !card;
    if (!card) { $(".picked").replaceChildren(); return; }
    const parts = [element("h2", card.title)];
    if (card.what) parts.push(element("p", card.what, "dim"));
    if (card.numbers.length) parts.push(this.numbers(card.numbers));
    parts.push(...card.facts.map(words => element("p", words)));
    if (card.chart) parts.push(this.chart(card.chart));
    for (const section of card.sections) {
      if (section.title) parts.push(element("h3", section.title));
      const list = element("div", "", section.flowing ? "flowing" : "rows");
      list.append(...section.rows.map(row => this.row(card.id, row)));
      parts.push(list);
    }
    if (card.why.length) parts.push(element("h3", "Not possible now"), ...card.why.map(words => element("p", `✕ ${words}`, "why")));
    if ($(".picked").dataset.id !== card.id) { $(".picked").dataset.id = card.id; this.open.clear(); }
    fill($(".picked"), parts);
  }

  row(id, row) {  // what explains it opens with a tap
    if (!row.tip) return element("p", row.words, row.waits ? "waits" : "");
    const made = element("details", ""), key = `${id} ${row.words}`;
    made.open = this.open.has(key);
    made.dataset.key = key;
    made.append(element("summary", row.words, row.waits ? "waits" : ""), element("p", row.tip));
    return made;
  }

  numbers(numbers) {
    const list = element("dl", "", "numbers");
    for (const n of numbers) {
      const box = element("div", "", n.changed ? "changed" : "");
      box.append(element("dt", n.name), element("dd", n.value + (n.changed ? "*" : "")));
      if (n.receipt.length) box.title = n.receipt.join("\n");
      list.append(box);
    }
    const receipts = numbers.filter(n => n.changed && n.receipt.length);
    if (!receipts.length) return list;
    const both = element("div", "");
    both.append(list, ...receipts.map(n => element("p", `* ${n.name}: ${n.receipt.join("; ")}`, "dim")));
    return both;
  }

  chart(chart) {
    const table = element("table", "", "chart"), high = Math.max(...chart.columns.map(c => c.length));
    table.append(element("caption", "Damage boxes"));
    if (chart.heads.length) { const head = element("tr", ""); head.append(...chart.heads.map(h => element("th", h))); table.append(head); }
    for (let row = 0; row < high; row++) {
      const line = element("tr", "");
      for (const column of chart.columns) {
        const box = column[row], cell = element("td", box ? (box.marked ? "✕" : box.letter) : "", box ? `box${box.marked ? " marked" : ""}${box.lost ? " lost" : ""}` : "");
        if (box) { cell.title = box.tip; cell.setAttribute("aria-label", `${box.letter || "box"}${box.marked ? ", marked" : ""}`); }
        line.append(cell);
      }
      table.append(line);
    }
    const both = element("div", "", "damage"), parts = element("ul", "");
    for (const part of chart.parts) {
      const item = element("li", "", part.lost ? "lost" : "");
      item.append(this.row("box", part));
      parts.append(item);
    }
    both.append(table, parts);
    return both;
  }

  rosters(rosters) {
    $(".lists summary").textContent = rosters.length === 1 ? rosters[0].name : "Both sides";
    fill($(".rosters"), rosters.flatMap(roster => [
      element("h3", roster.name), ...roster.facts.map(words => element("p", words)),
      ...roster.rows.map(row => {
        const made = element("button", row.words);
        made.type = "button"; made.dataset.mark = row.id; made.dataset.pick = row.id;
        if (row.note) made.append(" ", element("small", row.note));
        return made;
      }),
    ]));
  }

  listen() {
    const press = event => {
      const made = event.target.closest("button");
      if (!made || made.disabled || !this.meant(made, event)) return;
      if (made.dataset.pick) this.send({ t: "pick", what: made.dataset.pick });
      else if (made.dataset.mark) this.press(made);
      else if (made.dataset.line) this.send({ t: "line", n: Number(made.dataset.line) });
    };
    for (const place of [".buttons", ".tools", ".cards", ".counters", ".rosters", ".log"]) $(place).addEventListener("click", press);
    addEventListener("pointermove", event => { const { x, y } = this.pointer; if (Math.hypot(event.clientX - x, event.clientY - y) > RESTED) this.pointer = { x: event.clientX, y: event.clientY, at: performance.now() }; });
    const look = event => {  // the action whose button is looked at is foretold on the table
      const mark = event.target.closest?.(".buttons button")?.dataset.mark || "";
      if (mark === (this.looked || "")) return;
      this.looked = mark;
      clearTimeout(this.looking);
      this.looking = setTimeout(() => this.send({ t: "look", what: mark }), 90);
    };
    for (const kind of ["pointerover", "focusin"]) $(".buttons").addEventListener(kind, look);
    for (const kind of ["pointerleave", "focusout"]) $(".buttons").addEventListener(kind, () => look({ target: document.body }));
    $(".picked").addEventListener("toggle", event => { const { key } = event.target.dataset; if (key) event.target.open ? this.open.add(key) : this.open.delete(key); }, true);
    $(".log").addEventListener("keydown", event => {  // one stop of the Tab key; arrows go from line to line
      const lines = [...$(".log").querySelectorAll("button")], at = lines.indexOf(document.activeElement);
      const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
      if (at < 0 || next === undefined) return;
      event.preventDefault();
      lines[clamp(next, 0, lines.length - 1)].focus();
    });
    $(".log").addEventListener("focusin", event => this.stop(event.target));
    $(".older").addEventListener("click", () => this.send({ t: "log", before: this.first, most: 100 }));
  }

  // The log

  log({ from, lines }, whole) {
    if (whole) { this.first = from; this.lines = []; $(".log").replaceChildren(); }
    const list = $(".log"), keep = Math.max(0, from - this.first);
    while (list.children.length > keep) list.firstChild.remove();  // the newest stand first
    this.lines.length = Math.min(this.lines.length, keep);
    for (const words of lines) { this.lines.push(words); list.prepend(this.line(words, this.first + this.lines.length - 1)); }
    if (!list.contains(document.activeElement)) this.stop(list.querySelector("button"));
    $(".older").hidden = !this.first;
  }

  stop(line) {  // where the Tab key stops in the log: the newest line, or the one that was gone to
    for (const other of $(".log").querySelectorAll("button[tabindex='0']")) other.tabIndex = -1;
    if (line) line.tabIndex = 0;
  }

  page({ from, lines }) {
    this.lines.unshift(...lines); this.first = from;
    for (let k = lines.length - 1; k >= 0; k--) $(".log").append(this.line(lines[k], from + k));
    $(".older").hidden = !this.first;
  }

  line(words, number) {
    const made = element("li", ""), heading = /^(===|---)/.test(words);
    if (heading) { made.append(element("strong", words.replace(/^[=-]+\s*|\s*[=-]+$/g, ""))); return made; }
    const [, what, details] = words.match(/^([^]*?)( · [^]*| \([^()]*\))?$/), show = element("button", what);  // numbers and pages are quieter
    if (details) show.append(element("small", details));
    show.type = "button"; show.dataset.line = number; show.title = "Show where this happened"; show.tabIndex = -1;
    made.append(show);
    return made;
  }
}
