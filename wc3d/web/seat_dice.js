// A seat's share of the dice: a secret of 256 bits that stays here until it is opened; or a chain made of it, of which one link is
// given for each roll, never one that was not asked for in its turn; or what the dice show that are rolled by hand.

const hex = bytes => Array.from(bytes, v => v.toString(16).padStart(2, "0")).join("");
const unhex = text => Uint8Array.from(text.match(/../g), two => parseInt(two, 16));

async function hashed(words, bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([...new TextEncoder().encode(words), ...bytes])));
}

const LINKS = 4096;

class SeatDice {
  constructor(game, ask, notice) { this.game = game; this.ask = ask; this.notice = notice; this.commitments = {}; this.given = 0; }

  async welcome(message) {
    this.seat = [1, 2].includes(message.seat) ? message.seat : 0; this.names = message.names; this.bots = message.bots || {};
    this.how = message.dice.how; this.commitments = message.dice.commitments; this.begun = message.begun;
    this.opened = message.talk.some(talk => talk.kind === "open" && talk.by === message.seat);
    this.revealed = message.talk.some(talk => talk.kind === "open");
    this.committed = "";
    await this.share();
    await this.wants(message.waits);
  }

  async heard(message) {
    if (message.t === "welcome") await this.welcome(message);
    if (message.t === "begun" || message.t === "step") { this.begun = true; await this.wants(null); }
    if (message.t === "resumed") await this.wants(message.waits);
    if (message.t !== "talk") return;
    if (message.kind === "commit") this.commitments[message.by] = message.commitment;
    if (message.kind === "open") { this.revealed = true; if (message.by === this.seat) this.opened = true; }
    if (message.kind === "commit" || message.kind === "open") await this.share();
    if (message.kind === "want") await this.wants(message);
  }

  get secret() {
    const kept = `wc3d dice ${this.game} ${this.seat}`;
    if (!localStorage[kept]) localStorage[kept] = hex(crypto.getRandomValues(new Uint8Array(32)));
    return localStorage[kept];
  }

  async chain() {
    if (this.links) return this.links;
    const links = [unhex(this.secret)];
    for (let i = 0; i < LINKS; i++) links.push(await hashed("wc3d link 1|", links[i]));
    return this.links = links.reverse();
  }

  async share() {
    if (!this.seat || this.begun || this.opened) return;
    if (!crypto.subtle) {  // browsers hash only on pages that came safely, or from this machine
      if (!this.commitments[this.seat]) this.ask({ t: "commit", leave: true });
      return;
    }
    const chained = this.how === "chain";
    const commitment = hex(chained ? (await this.chain())[0] : await hashed(`wc3d dice 1|${this.game}|${this.seat}|`, unhex(this.secret)));
    const both = Object.keys(this.commitments).length === 2;
    if (this.commitments[this.seat] === commitment) {
      if (both && !chained && !this.opened) { this.opened = true; this.ask({ t: "open", secret: this.secret }); }
    } else if (this.committed !== commitment && !this.revealed) {  // once for each visit: two devices at a seat do not answer each other
      this.committed = commitment;
      this.ask({ t: "commit", commitment });
    } else if (both && this.revealed) this.notice("You joined on another device, which holds your share of the dice. Open your link there once, and the game begins.");
  }

  async wants(waits) {  // dice are wanted, or none are any more
    const form = $(".rolling");
    form.hidden = true; form.replaceChildren();
    if (!waits || !this.seat) return;
    if (waits.roll) this.typed(form, waits.roll);
    else if (!(waits.given || []).includes(this.seat)) await this.give(waits.number);
  }

  async give(number) {
    if (!crypto.subtle) return;
    const chain = await this.chain();
    if (this.commitments[this.seat] !== hex(chain[0])) return;  // it was left to the host
    if (this.given && number > this.given + 1) { this.notice(`The host asked for dice secret ${number}, but ${this.given + 1} is next. Nothing was sent, because that would reveal future rolls.`); return; }
    this.given = Math.max(this.given, number);
    this.ask({ t: "link", number, link: hex(chain[number]) });
  }

  typed(form, roll) {  // a roll by hand: a field for each die
    const mine = roll.player === this.seat || this.bots[roll.player];
    form.hidden = false;
    form.append(element("p", mine ? `Roll ${roll.dice.length} ${roll.dice.length === 1 ? "die" : "dice"} by hand (${roll.why}) and enter the result:` : `${this.names[roll.player - 1]} rolls by hand: ${roll.why}`));
    if (!mine) return;
    const fields = roll.dice.map((die, i) => {
      const field = document.createElement("select");
      field.setAttribute("aria-label", `${die.name} die ${i + 1} of ${roll.dice.length}`);
      for (const face of [...new Set(die.faces)].sort((a, b) => a - b)) field.append(new Option(`${die.name} ${face}`, face));
      return field;
    });
    const done = element("button", "Confirm roll");
    done.type = "button";
    done.addEventListener("click", () => this.ask({ t: "rolled", faces: fields.map(field => Number(field.value)) }));
    form.append(...fields, done);
  }
}
