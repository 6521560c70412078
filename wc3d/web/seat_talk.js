// What the people at the table say to each other: chat, requests, and news that stay in sight until they could be read.

const READING_MS = 4000, READING_MS_PER_SIGN = 60, MOST_NEWS = 3;

class Talk {
  constructor(ask, sounds, game) {
    this.ask = ask; this.sounds = sounds; this.game = game; this.names = ["", ""]; this.seat = 0; this.newest = 0; this.unread = 0; this.wanted = false; this.requested = 0; this.title = "";
    this.listen();
  }

  get seen() { return Number(localStorage[`wc3d seen ${this.game} ${this.seat}`] || 0); }
  get open() { return $(".talking").matches(":popover-open"); }

  welcome({ seat, names, talk, title }) {
    Object.assign(this, { seat, names, title, unread: 0 });
    $(".talk").replaceChildren();
    for (const message of talk) this.heard(message, true);
    $(".say").hidden = !seat;
    $(".wish-button").hidden = seat !== 1 && seat !== 2;
    if (this.unread) this.news(this.unread === 1 ? "You have an unread message" : `You have ${this.unread} unread messages`, { key: "unread", opens: "talking" });
    this.mark();
  }

  who(by) { return by === 3 ? "The judge" : by ? this.names[by - 1] : "The host"; }

  heard(message, before = false) {
    const { kind, by, n = 0 } = message, words = this.words(message);
    this.newest = Math.max(this.newest, n);
    if (!words) return;
    const line = element("li", this.who(by) + words, kind === "say" ? "said" : "");
    $(".talk").append(line);
    line.scrollIntoView?.({ block: "nearest" });
    const calls = ["say", "judge_link", "judge_comes", "judge_goes"].includes(kind) && by !== this.seat;
    const answers = ["answer", "break", "resume", "ready", "give", "withdraw"].includes(kind) && by !== this.seat;
    if (calls && n > this.seen && !this.open) this.unread++;
    if (this.open) this.read();
    if (before || !(calls || answers)) return;
    if (!this.open) this.news(this.who(by) + words, calls ? { opens: "talking" } : {});
    this.sounds.call();
    this.mark();
  }

  words(message) {
    const { kind } = message;
    return { say: `: ${message.text}`, wish: { back: " asks for a take-back", break: " asks to pause the game", judge: " asks for a judge" }[message.what], answer: message.yes ? " agrees" : " declines",
      propose: ` proposes: ${(message.other || []).join("; ")}`, agree: " agrees to the terms", break: " pauses the game", resume: " continues the game", ready: " is ready to continue; the game continues when both are ready", time: " is out of time", judged: " agrees to a judge, who will see both hands",
      give: message.to && ` gives ${this.names[message.to - 1]} ${message.seconds} seconds`,
      withdraw: " withdraws the request", judge_link: " has created a link for the judge; earlier links no longer work", judge_comes: message.eyes && ` joins, and sees what ${this.names[message.eyes - 1]} sees`, judge_goes: " has left", sent: message.hindered ? ` could not notify ${this.names[message.to - 1]}: ${message.hindered}` : ` has notified ${this.names[message.to - 1]}`,
      rolled: message.faces && ` rolls ${message.faces.join(", ")} by hand`, commit: message.left ? " leaves the dice to the host" : " has locked in a dice secret", open: " has revealed the dice secret" }[kind];
  }

  link(words) { $(".talk").append(element("li", words)); $(".talking").showPopover(); }

  // News: one line each, gone when it could be read; with a key it stays until the key is cleared

  news(words, { key = "", opens = "" } = {}) {
    const list = $(".news"), same = [...list.children].find(item => key ? item.dataset.key === key : item.dataset.words === words);
    if (same) same.remove();
    if (!words) return;
    const item = element("li", "");
    item.append(element("span", sentence(words)));
    item.dataset.key = key; item.dataset.words = words;
    if (opens) item.append(pressed("Open", () => { $(`#${opens}`).showPopover(); item.remove(); }));
    const close = pressed("✕", () => item.remove());
    close.setAttribute("aria-label", "Close this message");
    item.append(close);
    list.append(item);
    while (list.children.length > MOST_NEWS) list.firstChild.remove();
    const until = () => { if (document.hidden || item.matches(":hover, :focus-within")) setTimeout(until, 1000); else item.remove(); };
    if (!key) setTimeout(until, READING_MS + READING_MS_PER_SIGN * words.length);
  }

  read() {
    this.unread = 0; localStorage[`wc3d seen ${this.game} ${this.seat}`] = this.newest;
    this.news("", { key: "unread" });
    for (const item of [...$(".news").children]) if (item.querySelector("button + button")) item.remove();
    this.mark();
  }

  // A request of the other player, until it is answered: above the actions, or in the sheet that lies over them

  request({ kind, by, what, n = 0 }) {
    if (!["wish", "answer", "withdraw"].includes(kind)) return;
    this.requested = n;
    this.wish(kind === "wish" ? { by, what, yours: by !== this.seat && [1, 2].includes(this.seat) } : null);
  }

  place() { const sheet = $(".sheet:popover-open"), alerts = $(".alerts"); if (sheet) sheet.querySelector("header").after(alerts); else $("aside").prepend(alerts); }

  wish(wish) {
    const box = $(".wish"), key = wish ? JSON.stringify(wish) : "", yours = Boolean(wish?.yours);
    box.hidden = !wish;
    if (yours && !this.wanted) this.sounds.call();
    this.wanted = yours;
    this.mark();
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    if (!wish) { box.replaceChildren(); return; }
    const what = { back: "to take back the last action", break: "to pause the game", judge: "for a judge, who sees both hands" }[wish.what];
    box.replaceChildren(element("span", wish.by === this.seat ? `You asked ${what}.` : `${this.names[wish.by - 1]} asks ${what}.`));
    if (wish.yours) for (const [words, yes] of [["Yes", true], ["No", false]]) box.append(pressed(words, () => this.ask({ t: "answer", yes })));
    else if (wish.by === this.seat) box.append(pressed("Withdraw", () => this.ask({ t: "withdraw" })));
  }

  turn(mine) { this.mine = mine; this.mark(); }

  mark() {  // what waits is counted on the buttons and in the page's title
    const count = (place, number, words) => {
      const box = $(place);
      box.hidden = !number; box.textContent = number || "";
      box.parentElement.setAttribute("aria-label", number ? words : box.parentElement.firstChild.textContent);
    };
    count(".chat-button .count", this.unread, `Chat, ${this.unread} unread`);
    count(".wish-button .count", Number(this.wanted), "Requests, 1 to answer");
    const waiting = this.unread + Number(this.wanted);
    document.title = `${waiting ? `(${waiting}) ` : ""}${this.mine ? "▶ " : ""}${this.title}`;
  }

  listen() {
    for (const sheet of document.querySelectorAll(".sheet")) sheet.addEventListener("toggle", () => this.place());
    $(".talking").addEventListener("toggle", event => { if (event.newState === "open") { this.read(); $(".talk").lastChild?.scrollIntoView({ block: "nearest" }); if (!$(".say").hidden && document.body.dataset.hand !== "touch") $(".say input").focus(); } });
    $(".say").addEventListener("submit", event => {
      event.preventDefault();
      const { text } = event.target.elements;
      if (text.value.trim()) this.ask({ t: "say", text: text.value });
      text.value = "";
    });
    const shut = () => $("#requests").hidePopover(), asks = (words, message) => pressed(words, () => { this.ask(message); shut(); });
    const sure = (words, message) => {
      const made = pressed(words, () => {
        if (made.dataset.sure) { this.ask(message); delete made.dataset.sure; made.textContent = words; shut(); }
        else { made.dataset.sure = "yes"; made.textContent = `${words}? Press again`; }
      });
      return made;
    };
    const give = asks("Give 1 minute", { t: "give", seconds: 60 });
    give.classList.add("give"); give.hidden = true; give.title = "Adds a minute to the other player's clock.";
    $(".among").append(asks("Ask for take-back", { t: "wish", what: "back" }), asks("Ask to pause", { t: "wish", what: "break" }),
      asks("Ask for judge", { t: "wish", what: "judge" }), asks("Create judge link", { t: "judge_link" }),
      give, asks("Resume", { t: "resume" }), sure("Concede", { t: "concede" }));
  }
}
