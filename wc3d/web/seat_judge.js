// A judge's page: whose eyes it looks with, and the form in which it is said why a model is put elsewhere.

class JudgeForm {
  constructor(ask, look) { this.ask = ask; this.look = look; this.box = $(".correct"); }

  welcome({ seat, eyes, names }) {
    $(".eyes").hidden = seat !== 3;
    $(".among").hidden = seat === 3 || !seat;
    if (seat !== 3) return;
    $(".eyes").replaceChildren(element("span", "You are the judge. Choose whose view you see:"), ...[1, 2].map(player => {
      const made = pressed(names[player - 1], () => this.look(player));
      made.setAttribute("aria-pressed", player === eyes);
      return made;
    }));
  }

  show(correct) {
    const { box } = this, before = box.querySelector("[name=why]")?.value || "", same = box.dataset.model === correct?.model;
    box.hidden = !correct;
    box.dataset.model = correct?.model || "";
    if (!correct) { box.replaceChildren(); return; }
    const numbers = correct.at.map((value, axis) => this.field(["East (inches)", "North (inches)"][axis], value));
    const facing = "facing" in correct ? this.field("Facing (degrees counterclockwise from east)", correct.facing) : null, why = this.field("Reason", same ? before : "", "text");
    why.input.name = "why"; why.input.maxLength = 200;
    const put = pressed("Move model", () => this.ask({ t: "correct", model: correct.model, at: numbers.map(n => Number(n.input.value)), ...(facing ? { facing: Number(facing.input.value) } : {}), why: why.input.value }), "main");
    const focused = box.contains(document.activeElement) ? document.activeElement.name : "";
    box.replaceChildren(element("h2", `Correct the position of ${correct.name}`), ...[...numbers, ...(facing ? [facing] : []), why].map(f => f.label), put);
    if (focused) box.querySelector(`[name=${focused}]`)?.focus({ preventScroll: true });
  }

  field(words, value, type = "number") {
    const label = element("label", `${words} `), input = document.createElement("input");
    input.type = type; input.value = value;
    if (type === "number") input.step = "any";
    label.append(input);
    return { label, input };
  }
}
