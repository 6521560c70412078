// Before the game: who is here, how it is to be played, and what can be proposed instead. Both players must agree.

class SeatTerms {
  constructor(ask) {
    this.ask = ask; this.box = $(".terms");
    this.presence = element("p", "", "presence dim");
    this.presence.setAttribute("role", "status");
    $(".clock").after(this.presence);
  }

  heard(message) {
    const { t, kind, by } = message;
    if (t === "welcome") {
      Object.assign(this, { terms: message.terms, seat: message.seat, names: message.names, bots: message.bots, begun: message.begun, seats: null });
      this.came = new Set(Object.keys(message.dice.commitments).map(Number));
    } else if (t === "begun") { this.terms = null; this.begun = true; }
    else if (t === "here") { this.seats = message.seats; this.await(); return; }  // the form that is being filled in stays
    else if (t === "talk" && kind === "commit") { this.came.add(by); this.await(); return; }
    else if (this.terms && t === "talk" && kind === "propose") this.terms = { ...this.terms, n: message.n, by, agreed: [by], lines: message.lines, other: message.other || [], values: message.values };
    else if (this.terms && t === "talk" && kind === "agree") this.terms.agreed = [...this.terms.agreed, by];
    else return;
    this.show();
    this.await();
  }

  lost() { this.seats = null; this.presence.textContent = ""; }  // nobody knows who is here until the host says it again

  // Who is here, and whom the game waits for

  get people() { return [1, 2].filter(player => !this.bots[player]); }
  get others() { return this.people.filter(player => player !== this.seat); }

  await() {
    const { seats, names, others, terms, seat } = this;
    const here = player => names[player - 1] + (seats.includes(player) ? " is here" : this.begun || this.came.has(player) ? " is away; the seat is kept" : " has not opened the link yet");
    const words = seats && names[0] ? others.map(here) : [];
    if (!this.begun && seats && words.length) {
      const all = others.every(player => seats.includes(player));
      if (!all && this.people.includes(seat)) words.push("You can close this page and open your link again later");
    }
    this.presence.textContent = words.length ? `${words.join(". ")}.` : "";
    if (this.begun) return;
    const missing = others.filter(player => !this.came.has(player)), late = terms ? others.filter(player => !terms.agreed.includes(player)) : [];
    const list = players => players.map(player => names[player - 1]).join(" and ");
    const due = terms && this.people.includes(seat) && !terms.agreed.includes(seat);
    const asked = due ? "Read the terms and agree" : late.length ? `Waiting for ${list(late)} to agree` : missing.length ? `Waiting for ${list(missing)}` : "The game is about to begin";
    if ($(".asked").textContent !== asked) $(".asked").textContent = asked;
  }

  show() {
    const { terms, seat } = this;
    this.box.hidden = !terms;
    this.box.replaceChildren();
    if (!terms) return;
    const by = terms.by ? this.names[terms.by - 1] : "The host";
    const mine = seat === 1 || seat === 2, due = mine && !terms.agreed.includes(seat);
    const lines = element("ul", "");
    lines.append(...terms.lines.map(line => point(line, terms.other.includes(line))));
    this.box.append(element("h2", "Terms of the game"), element("p", terms.by === seat ? "You propose:" : `${by} proposes:`), lines);
    if (due) this.box.append(pressed("Agree", () => this.ask({ t: "agree", to: terms.n }), "main"), this.other());
    else this.box.append(element("p", `Waiting for ${[1, 2].filter(p => !terms.agreed.includes(p) && !this.bots[p]).map(p => this.names[p - 1]).join(" and ")} to agree.`), ...(mine ? [this.other()] : []));
  }

  other() {  // a form in which something else is proposed; it opens with what stands
    const { form, values } = this.terms, made = element("details", "", "other"), fields = {};
    made.append(element("summary", "Propose changes"));
    if (form.boards.length > 1) made.append(this.field("Board", "", fields.board = chosen(form.boards, [values.board])));
    for (const option of form.options) {
      const value = values.options[option.name], groups = option.groups || [];
      if (groups.length) { fields[option.name] = this.grouped(made, option, value); continue; }
      const field = option.flag ? ticked(value) : chosen(option.choices, option.many ? value : [value], option.many);
      fields[option.name] = () => option.flag ? field.checked : option.many ? [...field.selectedOptions].map(o => o.value) : field.value;
      made.append(this.field(option.words, plain(option.help), field));
    }
    made.append(pressed("Propose", () => {
      const options = {};
      for (const option of form.options) options[option.name] = fields[option.name]();
      this.ask({ t: "propose", ...(fields.board ? { board: fields.board.value } : {}), options });
    }, "propose"));
    return made;
  }

  grouped(place, option, values) {  // a question for each ruling: as usual, or one of its readings
    const made = element("details", ""), selects = option.groups.map(({ name, choices }) => {
      const field = chosen([["", "the usual reading"], ...choices], values);
      made.append(this.field(name, "", field));
      return field;
    });
    made.prepend(element("summary", option.words));
    made.open = values.length > 0;
    place.append(made);
    return () => selects.map(field => field.value).filter(Boolean);
  }

  field(words, help, field) {
    const made = element("label", `${words} `);
    made.append(field, ...(help ? [element("small", help)] : []));
    return made;
  }
}

const IDS = / \((?=[^()]*(?:[A-Z]+-\d|=|`))[^()]*\)/g;  // what only programs and the rulebook's index call a thing

function plain(words) { return words.replace(IDS, ""); }

function point(line, isNew) {  // a thing that is agreed on: its name, how it is, and what that means
  const [, inner, words, why] = plain(line).match(/^( *)(.*?)(?: - (.*))?$/), made = element("li", "", inner ? "deeper" : "");
  const [, name, value] = words.match(/^([^:?]+[:?])(.*)$/) || [null, "", words];
  if (name) made.append(element("strong", name));
  made.append(value);
  if (isNew) made.append(" ", element("em", "(changed)"));
  if (why) made.append(element("small", value.trim() === "no" ? `Yes would mean: ${why}` : sentence(why)));
  return made;
}

function chosen(choices, values, many = false) {
  const made = document.createElement("select");
  made.multiple = many;
  if (many) made.size = 6;
  for (const [value, words] of choices) made.append(new Option(words, value, false, values.includes(value)));
  return made;
}

function ticked(value) {
  const made = document.createElement("input");
  made.type = "checkbox"; made.checked = value;
  return made;
}
