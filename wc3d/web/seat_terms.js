// Before the game: how it is to be played, as it is proposed, and what can be proposed instead. Both players must agree.

class SeatTerms {
  constructor(ask) { this.ask = ask; this.box = $(".terms"); }

  heard(message) {
    const { t, kind } = message;
    if (t === "welcome") { this.terms = message.terms; this.seat = message.seat; this.names = message.names; this.bots = message.bots; }
    else if (t === "begun") this.terms = null;
    else if (this.terms && t === "talk" && kind === "propose") this.terms = { ...this.terms, n: message.n, by: message.by, agreed: [message.by], lines: message.lines, values: message.values };
    else if (this.terms && t === "talk" && kind === "agree") this.terms.agreed = [...this.terms.agreed, message.by];
    else return;
    this.show();
  }

  show() {
    const { terms, seat } = this;
    this.box.hidden = !terms;
    this.box.replaceChildren();
    if (!terms) return;
    const by = terms.by ? this.names[terms.by - 1] : "The host";
    const mine = seat === 1 || seat === 2, due = mine && !terms.agreed.includes(seat);
    const lines = element("ul", "");
    lines.append(...terms.lines.map(line => element("li", line, line.startsWith("  ") ? "deeper" : "")));
    this.box.append(element("h2", "Terms of the game"), element("p", terms.by === seat ? "You propose:" : `${by} proposes:`), lines);
    if (due) this.box.append(pressed("Agree", () => this.ask({ t: "agree", to: terms.n }), "main"), this.other());
    else this.box.append(element("p", `Waiting for ${[1, 2].filter(p => !terms.agreed.includes(p) && !this.bots[p]).map(p => this.names[p - 1]).join(" and ")} to agree.`), ...(mine ? [this.other()] : []));
  }

  other() {  // a form in which something else is proposed; it opens with what stands
    const { form, values } = this.terms, made = element("details", "", "other"), fields = {};
    made.append(element("summary", "Propose changes"));
    if (form.boards.length > 1) made.append(this.field("Board", "", fields.board = chosen(form.boards, [values.board])));
    for (const option of form.options) {
      const value = values.options[option.name], field = option.flag ? ticked(value) : chosen(option.choices, option.many ? value : [value], option.many);
      fields[option.name] = field;
      made.append(this.field(option.words, option.help, field));
    }
    made.append(pressed("Propose", () => {
      const options = {};
      for (const option of form.options) {
        const field = fields[option.name];
        options[option.name] = option.flag ? field.checked : option.many ? [...field.selectedOptions].map(o => o.value) : field.value;
      }
      this.ask({ t: "propose", ...(fields.board ? { board: fields.board.value } : {}), options });
    }, "propose"));
    return made;
  }

  field(words, help, field) {
    const made = element("label", `${words} `);
    made.append(field, ...(help ? [element("small", help)] : []));
    return made;
  }
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
