// Judge from a photo: the steps. The host computes the camera, the places and the verdicts from marks; the picture stays here.

const CORNERS = ["south_west", "south_east", "north_east", "north_west"], CORNER_WORDS = { south_west: "SW", south_east: "SE", north_east: "NE", north_west: "NW" };
const GOLD = [240, 200, 70], FIRST = [38, 166, 214], SECOND = [240, 132, 44], GRAY = [150, 156, 164], GREEN = [70, 190, 120];
const WAIT_MS = 250, RETRY_MS = 3000, MARK_ERROR = .4, PIECE_FORMS = {
  wall: { words: "Wall", how: "Tap both ends of its foot.", least: 2, most: 2 },
  block: { words: "Building or block", how: "Tap the corners of its foot that you see, going round; three make a rectangle.", least: 3, most: 12 },
  tower: { words: "Round tower", how: "Tap the middle of its foot, then a point on the rim of its foot.", least: 2, most: 2 },
  area: { words: "Wood or other area", how: "Tap points around its edge.", least: 3, most: 20 },
};
const key = location.hash.slice(1) || sessionStorage.wc3dPhoto || "";
sessionStorage.wc3dPhoto = key;
history.replaceState(null, "", location.pathname);
const $ = words => document.querySelector(words);

function element(tag, words = "", kind = "") {
  const made = document.createElement(tag);
  if (words) made.textContent = words;
  if (kind) made.className = kind;
  return made;
}

function button(words, act, kind = "") {
  const made = element("button", words, kind);
  made.type = "button"; made.addEventListener("click", act);
  return made;
}

function choice(words, options, value, act, name = "") {  // options: [value, words]; `name` is for screen readers
  const label = element("label", words), select = element("select");
  if (name) select.setAttribute("aria-label", name);
  select.append(...options.map(([value, words]) => new Option(words, value)));
  select.value = String(value);
  select.addEventListener("change", () => act(select.value));
  label.append(select);
  return label;
}

function input(words, type, value, act, more = {}) {
  const label = element("label", words), field = element("input");
  Object.assign(field, { type, value, ...more });
  field.addEventListener("change", () => { if (field.reportValidity()) act(type !== "number" ? field.value.trim() : field.value === "" ? undefined : Number(field.value)); });
  label.append(field);
  return label;
}

function row(...parts) { const made = element("div", "", "row"); made.append(...parts.filter(Boolean)); return made; }

class PhotoJudge {
  constructor() {
    this.steps = { photo: "Photo", table: "Table", terrain: "Terrain", models: "Models", ask: "Ask", share: "Share" };
    this.state = { board: "", size: [30, 30], corners: [], turn: 0, three: false, references: [], pieces: [], models: [], questions: [], base: "small", side: 1, game: "" };
    this.result = {}; this.step = "photo"; this.pending = null; this.counter = 0; this.past = [];
    this.view = new PhotoView($(".view"), {
      isPlacing: () => this.isPlacing, place: pixel => this.place(pixel), move: (mark, pixel, done) => this.move(mark, pixel, done),
      remove: mark => this.remove(mark),
    });
    $(".file").addEventListener("change", event => { const file = event.target.files[0]; event.target.value = ""; if (file) this.open(file); });
    addEventListener("dragover", event => event.preventDefault());
    addEventListener("drop", event => { event.preventDefault(); const file = event.dataTransfer.files[0]; if (file) this.open(file); });
    addEventListener("keydown", event => { if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("input")) { event.preventDefault(); this.undo(); } });
    const panel = $(".panel"), free = () => { this.pressed = null; if (this.late) this.render(); };
    panel.addEventListener("pointerdown", ({ target }) => { this.pressed = target.closest("select") || panel; });
    panel.addEventListener("change", () => { this.pressed = null; }, true);
    panel.addEventListener("click", () => { if (this.pressed === panel) this.pressed = null; }, true);
    panel.addEventListener("focusout", ({ target }) => setTimeout(() => { if (this.pressed === target) this.pressed = null; if (this.late) this.render(); }));
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { if (this.pressed === panel) setTimeout(free, 60); });
    this.start();
  }

  async start() {
    const answer = await this.ask("photo/choices");
    if (!answer) { if (this.isGone) setTimeout(() => this.start(), RETRY_MS); return; }
    this.choices = answer;
    this.state.game = answer.games[0].name;
    this.render();
  }

  async ask(path, body) {
    this.isGone = false;
    try {
      const headers = { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) };
      const answer = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), signal: this.abort?.signal });
      if (answer.ok) { this.problem(""); return answer.headers.get("content-type").startsWith("application/json") ? await answer.json() : await answer.text(); }
      const { error } = await answer.json().catch(() => ({ error: "" }));
      this.problem(answer.status === 401 ? "This link does not open this page. Ask the host for the link to \"Judge from a photo\"." : error || `The host answered ${answer.status}.`);
    } catch (error) {
      if (error.name === "AbortError") return null;
      this.isGone = true;
      this.problem("The host cannot be reached; this page keeps trying. Is it still running, and is this device in the same network?");
    }
    return null;
  }

  problem(words) { const box = $(".problem"); box.hidden = !words; box.textContent = words; }

  async open(file) {
    try { this.photo = await readPhoto(file); }
    catch (error) { if (!(error instanceof PhotoError)) throw error; this.problem(error.message); return; }
    this.problem("");
    $(".empty").hidden = true;
    Object.assign(this.state, { corners: [], references: [], pieces: [], models: [], questions: [], three: false, turn: 0, side: 1 });
    this.result = {}; this.past = []; this.framed = false;
    this.view.show(this.photo);
    this.go("table"); this.changed();
  }

  get game() { return this.choices.games.find(({ name }) => name === this.state.game); }

  // Marks

  keep() { this.past.push(JSON.stringify(this.state)); if (this.past.length > 100) this.past.shift(); }

  undo() {
    if (!this.past.length) return;
    this.state = JSON.parse(this.past.pop()); this.pending = this.unfinished;
    this.changed();
  }

  get unfinished() {  // a piece of terrain that needs more marks
    const piece = this.step === "terrain" && this.state.pieces.find(({ form, feet }) => feet.length < PIECE_FORMS[form].least);
    return piece ? { piece } : null;
  }

  get isPlacing() {  // whether a tap makes a new mark
    const { corners, three } = this.state;
    return Boolean(this.pending || this.reference) || this.step === "models" || (this.step === "table" && corners.length < (three ? 3 : 4));
  }

  place(pixel) {
    const state = this.state;
    if (this.pending) return this.placePending(pixel);
    if (this.step === "table" && state.corners.length < (state.three ? 3 : 4)) { this.keep(); state.corners.push(pixel); if (state.corners.length === 4) { this.goRound(); this.faceViewer(); } }
    else if (this.step === "table" && this.reference) { this.keep(); state.references.push({ at: this.reference, pixel }); this.reference = null; }
    else if (this.step === "models") this.addModel(pixel);
    else return;
    this.changed();
  }

  placePending(pixel) {
    const { piece, top, field } = this.pending;
    if (field) { this.keep(); this.pending.question.fields[field] = { pixel }; this.pending = null; }
    else if (top) { this.keep(); piece.top = pixel; this.pending = null; }
    else { this.keep(); piece.feet.push(pixel); if (piece.feet.length >= PIECE_FORMS[piece.form].most) this.pending = null; }
    this.changed();
  }

  addModel(pixel) {
    this.keep();
    const id = ["a", "b"][this.state.side - 1] + (1 + this.state.models.filter(model => model.side === this.state.side).length);
    const free = this.state.models.some(model => model.id === id) ? `${id}-${++this.counter}` : id;
    this.state.models.push({ id: free, base: this.state.base, side: this.state.side, pixel });
    this.state.side = 3 - this.state.side;  // the next is most often of the other side
    if (this.state.models.length === 2 && !this.state.questions.length) this.addQuestion("sight");
  }

  marks() {
    const state = this.state, ids = this.cornerIds(), marks = [];
    state.corners.forEach((pixel, k) => marks.push({ group: "corners", index: k, pixel, rgb: GOLD, words: CORNER_WORDS[ids[k]] }));
    state.references.forEach(({ pixel }, k) => marks.push({ group: "references", index: k, pixel, rgb: GREEN, dashed: true, words: "" }));
    state.pieces.forEach((piece, k) => {
      piece.feet.forEach((pixel, foot) => marks.push({ group: "pieces", index: k, foot, pixel, rgb: GRAY, words: foot ? "" : piece.id }));
      if (piece.top) marks.push({ group: "pieces", index: k, top: true, pixel: piece.top, rgb: GRAY, dashed: true, words: "top" });
    });
    state.models.forEach(({ pixel, side, id }, k) => marks.push({ group: "models", index: k, id, pixel, rgb: side === 1 ? FIRST : SECOND, words: id }));
    state.questions.forEach(({ fields }, k) => { for (const [name, value] of Object.entries(fields)) if (value?.pixel) marks.push({ group: "questions", index: k, name, pixel: value.pixel, rgb: GREEN, words: this.labelOf(name, k) }); });
    const shown = { table: ["corners", "references"], terrain: ["pieces"], models: ["models"], ask: ["models", "questions"] }[this.step] || [];
    return marks.map(mark => ({ ...mark, quiet: !shown.includes(mark.group) }));  // a tap near another step's mark does not take it
  }

  labelOf(field, k) { return this.game.types.find(({ name }) => name === this.state.questions[k].type).fields.find(({ key }) => key === field).label; }

  move(mark, pixel, done) {
    if (!this.moving) this.keep();
    this.moving = !done;
    if (!pixel) { this.undo(); return; }
    const part = this.state[mark.group], kept = part[mark.index];
    if (mark.group === "corners") part[mark.index] = pixel;
    else if (mark.group === "pieces") { if (mark.top) kept.top = pixel; else kept.feet[mark.foot] = pixel; }
    else if (mark.group === "questions") kept.fields[mark.name] = { pixel };
    else kept.pixel = pixel;
    if (done) this.changed(); else this.solveSoon();
  }

  remove(mark) {
    this.keep();
    if (mark.group === "pieces") {
      const piece = this.state.pieces[mark.index];
      if (mark.top) piece.top = null; else piece.feet.splice(mark.foot, 1);
      if (!piece.feet.length) this.state.pieces.splice(mark.index, 1);
    } else if (mark.group === "models") this.forget(mark.index);
    else if (mark.group === "questions") delete this.state.questions[mark.index].fields[mark.name];
    else this.state[mark.group].splice(mark.index, 1);
    this.view.chosen = null;
    this.changed();
  }

  forget(k) {  // removes a model and the questions about it
    const [{ id }] = this.state.models.splice(k, 1);
    this.state.questions = this.state.questions.filter(({ fields }) => !Object.values(fields).flat().includes(id));
  }

  // The table's corners: in a way round, named so that the board's south is turned by `turn`

  cornerIds() {
    const { corners, turn } = this.state, area = corners.reduce((sum, [x, y], k) => { const [u, v] = corners[(k + 1) % corners.length]; return sum + x * v - u * y; }, 0);
    const around = area <= 0 ? CORNERS : [CORNERS[0], ...CORNERS.slice(1).reverse()];  // y runs down in pictures
    return corners.map((_, k) => around[(k + turn) % 4]);
  }

  goRound() {  // four corners in any order become a way round
    const { corners } = this.state, [x, y] = [0, 1].map(axis => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
    const turn = corner => Math.atan2(corner[1] - y, corner[0] - x);
    corners.sort((one, other) => turn(one) - turn(other));
  }

  faceViewer() {  // the side nearest to the camera is the south at first
    const { corners } = this.state;
    const low = ids => corners.reduce((sum, [, y], k) => sum + (ids[k].startsWith("south") ? y : 0), 0);
    const sums = [0, 1, 2, 3].map(turn => { this.state.turn = turn; return low(this.cornerIds()); });
    this.state.turn = sums.indexOf(Math.max(...sums));
  }

  // The host's answer

  changed() { this.view.keepMarks(this.marks()); this.render(); this.solveSoon(); }

  solveSoon() { clearTimeout(this.timer); this.timer = setTimeout(() => this.solve(), this.result.seconds > 1 ? 3 * WAIT_MS : WAIT_MS); }

  request() {
    const { board, size, corners, references, pieces, models, questions } = this.state, ids = this.cornerIds();
    const { width, height, focal } = this.photo;
    return {
      photo: { width, height, ...(focal ? { focal_35mm: focal } : {}) },
      ...(this.game === this.choices.games[0] ? {} : { game: this.state.game }), map: board || { name: "Table", size, terrain: [] },
      noise: this.noise,
      corners: Object.fromEntries(corners.map((pixel, k) => [ids[k], pixel])), references,
      pieces: pieces.filter(piece => piece.feet.length >= PIECE_FORMS[piece.form].least),
      models: models.map(({ id, base, pixel, level, facing }) => ({ id, base, pixel, ...(level === undefined ? {} : { level }), ...(facing === undefined ? {} : { facing }) })),
      second_side: models.filter(({ side }) => side === 2).map(({ id }) => id),
      questions: questions.map(({ type, fields }) => ({ type, ...fields })),
    };
  }

  get noise() { return Math.round(100 * Math.min(12, Math.max(1, MARK_ERROR / this.view.fitScale))) / 100; }  // pixels of the picture

  get canSolve() { const { corners, references, three } = this.state; return this.photo && (corners.length >= (three ? 3 : 4) || (corners.length >= 2 && references.length >= 2)); }

  async solve() {
    this.abort?.abort();
    if (!this.canSolve) { this.result = {}; this.view.overlay = null; this.view.draw(); this.render(); return; }
    const abort = this.abort = new AbortController(), started = performance.now();
    const slow = setTimeout(() => { if (this.abort === abort) $(".answers").setAttribute("aria-busy", "true"); }, 330);
    const result = await this.ask("photo/solve", this.request());
    clearTimeout(slow);
    if (this.abort !== abort || abort.signal.aborted) return;
    $(".answers").removeAttribute("aria-busy");
    this.result = { ...(result || this.isGone && { camera: this.result.camera }), seconds: (performance.now() - started) / 1000 };
    if (this.isGone) this.timer = setTimeout(() => this.solve(), RETRY_MS);
    if (this.result.overlay && !this.framed && !this.view.held) { this.framed = true; this.view.frame(this.state.corners); }
    this.view.overlay = this.result.overlay || null;
    this.view.draw(); this.render();
    document.body.dataset.solved = Number(document.body.dataset.solved || 0) + 1;
  }

  // The panel

  go(step) { this.step = step; this.reference = null; this.pending = this.unfinished; this.view.keepMarks(this.marks()); this.render(); $(".panel").scrollTop = 0; }

  done(step) {
    const { corners, models, questions, three } = this.state;
    return { photo: Boolean(this.photo), table: corners.length >= (three ? 3 : 4) && Boolean(this.result.camera?.usable), models: models.length > 0, ask: questions.length > 0 }[step];
  }

  render() {
    const active = document.activeElement, alike = () => [...document.querySelectorAll(".step button, .step select, .steps button")].filter(each => each.textContent === active.textContent);
    const held = active?.closest(".step, .steps") ? alike().indexOf(active) : -1;
    this.late = Boolean(this.pressed || active?.matches(".step input") && this.rendered === this.step);  // nothing changes under a finger, or under someone who types
    if (!this.choices || this.late) { this.showAnswers(); return; }
    this.rendered = this.step;
    $(".steps").replaceChildren(...Object.entries(this.steps).map(([name, words], k) => {
      const made = button("", () => this.go(name), this.done(name) ? "done" : "");
      made.append(element("b", this.done(name) ? "✓" : String(k + 1)), element("span", words));
      made.setAttribute("role", "tab"); made.setAttribute("aria-selected", name === this.step);
      made.disabled = name !== "photo" && !this.photo;
      return made;
    }));
    $(".step").replaceChildren(...this[`${this.step}Step`]().filter(Boolean));
    if (held >= 0) { const now = alike(); now[Math.min(held, now.length - 1)]?.focus({ preventScroll: true }); }
    this.showAnswers();
  }

  undoButton() { const made = button("Undo", () => this.undo()); made.disabled = !this.past.length; return made; }

  photoStep() {
    const boards = [["", "Another table"], ...this.choices.boards.map(({ name, words }) => [name, words])], { board, size } = this.state;
    return [
      element("h2", "Choose a photograph"),
      row(button(this.photo ? "Another photograph" : "Take or choose a photograph", () => $(".file").click(), "main")),
      this.choices.phone_link ? this.phoneCode() : null,
      element("p", "The picture stays on this device. Only your marks, the picture's size and the lens's focal length go to the host.", "dim"),
      element("h2", "Which game and table is it?"),
      row(choice("Game ", this.choices.games.map(({ name, words }) => [name, words]), this.state.game, value => { this.keep(); this.state.game = value; this.state.questions = []; this.changed(); })),
      row(choice("Board ", boards, board, value => { this.keep(); this.state.board = value; this.changed(); })),
      board ? null : row(
        input("Width ", "number", size[0], value => { this.keep(); this.state.size = [value, this.state.size[1]]; this.changed(); }, { min: 6, max: 120, step: "any", required: true }),
        input("Depth ", "number", size[1], value => { this.keep(); this.state.size = [this.state.size[0], value]; this.changed(); }, { min: 6, max: 120, step: "any", required: true }), element("span", "inches")),
      this.photo ? row(button("Next: mark the corners", () => this.go("table"), "main")) : null,
    ];
  }

  phoneCode() {  // the link of this page, for the camera of a phone
    const made = element("details"), to = this.choices.phone_link;
    made.append(element("summary", "Use a phone"), element("p", "Point the camera of a phone in the same network at this code. It opens this page there.", "dim"), QrCode.picture(to, "Code with the link of this page") || "", element("p", to, "link"));
    return made;
  }

  tableStep() {
    const { corners, references, three, board } = this.state, wanted = three ? 3 : 4, { camera, references_offered: offered = [], notes = [], residuals = [] } = this.result;
    const missing = wanted - corners.length;
    const how = missing > 0 ? `Tap the table's corners, going round: ${missing} to go. Drag a mark to correct it.`
      : !camera ? "One moment …" : camera.usable ? "The outline must lie on the table's edges. Drag a mark to correct it."
        : "These marks do not fit a table of this size. Drag a wrong mark, turn the board, or correct the size in step 1.";
    return [
      element("h2", "Mark the corners"), element("p", how),
      row(
        this.undoButton(),
        missing === 1 && !three ? button("One is outside the picture", () => { this.keep(); this.state.three = true; this.changed(); }) : null,
        three ? button("All four are in the picture", () => { this.keep(); this.state.three = false; this.changed(); }) : null,
        corners.length >= 3 ? button("Turn the board ↻", () => { this.keep(); this.state.turn = (this.state.turn + 1) % 4; this.changed(); }) : null),
      camera ? element("p", `The camera stood ${camera.words}. Marks fit to ${camera.residual_px.toFixed(1)} pixels${camera.residual_in === null ? "" : ` (${camera.residual_in.toFixed(2)}" on the table)`}.`, "dim") : null,
      ...notes.map(words => element("p", `▲ ${words}`)),
      ...residuals.filter(({ far }) => far).map(({ words }) => element("p", `▲ ${words}`)),
      camera && offered.length && board ? element("p", "More exact: choose a corner of terrain, then tap it in the picture.", "dim") : null,
      camera && offered.length ? row(choice("Known corner ", [["", "choose"], ...offered.map(({ words }, k) => [k, words])], "", value => { this.reference = value === "" ? null : offered[Number(value)].at; this.render(); })) : null,
      this.reference ? element("p", "Now tap that corner in the picture.") : null,
      references.length ? row(element("span", `${references.length} known corner${references.length > 1 ? "s" : ""}`), button("Remove the last", () => { this.keep(); this.state.references.pop(); this.changed(); })) : null,
      camera?.usable ? row(button("Next: models", () => this.go("models"), "main"), board ? null : button("Add terrain", () => this.go("terrain"))) : null,
    ];
  }

  terrainStep() {
    const { pieces } = this.state, now = this.pending?.piece, { pieces: solved = [], faults = {} } = this.result;
    if (!this.result.camera) return [element("h2", "Terrain"), element("p", "Mark the table's corners first.")];
    return [
      element("h2", "Mark terrain"),
      element("p", now ? (this.pending.top ? "Tap the top, straight above the first mark of its foot." : PIECE_FORMS[now.form].how) : "Only terrain that matters for your question is needed."),
      now ? row(this.undoButton(), now.feet.length >= PIECE_FORMS[now.form].least || this.pending.top ? button("Done", () => { this.pending = null; this.changed(); }, "main") : null)
        : row(...Object.entries(PIECE_FORMS).map(([form, { words }]) => button(words, () => this.addPiece(form))), this.undoButton()),
      this.list([...pieces].reverse(), piece => {  // the newest first: its height comes next
        const found = solved.find(({ id }) => id === piece.id);
        return [
          element("span", found ? `${piece.id}: ${found.words}` : faults[piece.id] ? `▲ ${piece.id}: ${faults[piece.id]}` : piece.id),
          choice("", this.choices.kinds.map(({ name, words }) => [name, words]), piece.kind, value => { this.keep(); piece.kind = value; this.changed(); }, `Kind of ${piece.id}`),
          input("Height ", "number", found ? found.height : piece.height, value => { this.keep(); piece.height = value; piece.top = null; this.changed(); }, { min: .1, max: 40, step: "any", required: true }),
          button("Tap its top", () => { this.pending = { piece, top: true }; this.render(); }),
          piece.form === "wall" ? input("Thick ", "number", piece.thickness, value => { this.keep(); piece.thickness = value; this.changed(); }, { min: .05, max: 12, step: "any", required: true }) : null,
          button("Remove", () => { this.keep(); this.state.pieces.splice(pieces.indexOf(piece), 1); this.changed(); }),
        ];
      }),
      row(button("Next: models", () => this.go("models"), "main")),
    ];
  }

  addPiece(form) {
    this.keep();
    const count = 1 + this.state.pieces.filter(piece => piece.form === form).length, kinds = { wall: "structure", block: "structure", tower: "structure", area: "forest" };
    const piece = { id: `${form}-${count}`, form, kind: kinds[form], feet: [], top: null, height: form === "wall" ? 2 : 3, thickness: .5 };
    while (this.state.pieces.some(({ id }) => id === piece.id)) piece.id += "x";
    this.state.pieces.push(piece);
    this.pending = { piece };
    this.changed();
  }

  list(items, parts) {
    const list = element("ul", "", "marks");
    list.append(...items.map((item, k) => { const made = element("li", "", item.side ? ["first", "second"][item.side - 1] : ""); made.append(...parts(item, k).filter(Boolean)); return made; }));
    return list;
  }

  modelsStep() {
    const { models, base, side } = this.state, solved = this.result.models || [];
    if (!this.result.camera) return [element("h2", "Models"), element("p", "Mark the table's corners first.")];
    return [
      element("h2", "Tap each base"),
      element("p", "Tap the middle of the underside of the base, as if you saw through it. The drawn ring must lie on the base."),
      row(...this.game.bases.map(({ name, words }) => { const made = button(words, () => { this.state.base = name; this.render(); }); made.setAttribute("aria-pressed", name === base); return made; })),
      row(...[1, 2].map(number => { const made = button(`Side ${"AB"[number - 1]}`, () => { this.state.side = number; this.render(); }); made.setAttribute("aria-pressed", number === side); return made; }), this.undoButton()),
      this.list(models, (model, k) => {
        const place = solved.find(({ id }) => id === model.id) || {};
        return [
          element("span", `${model.id}${place.words ? `: ${place.words}` : ""}`),
          choice("", this.game.bases.map(({ name, words }) => [name, words]), model.base, value => { this.keep(); model.base = value; this.changed(); }, `Base of ${model.id}`),
          place.levels?.length > 1 ? choice("on ", place.levels.map(({ height, words }) => [height, words]), place.level ?? "", value => { this.keep(); model.level = Number(value); this.changed(); }) : null,
          this.game.has_facing ? input("Facing, degrees ", "number", model.facing ?? "", value => { this.keep(); model.facing = value; this.changed(); }, { min: -360, max: 360, step: "any", placeholder: "90", title: "0 is east, 90 is north" }) : null,
          button("Rename", () => this.rename(model)),
          button("Remove", () => { this.keep(); this.forget(k); this.changed(); }),
        ];
      }),
      models.length > 1 ? row(button("Next: ask", () => this.go("ask"), "main")) : null,
    ];
  }

  rename(model) {
    const name = prompt("Name of the model", model.id)?.trim().slice(0, 40);
    if (!name) return;
    if (this.state.models.some(other => other !== model && other.id === name)) { this.problem(`Another model has the name ${name}.`); return; }
    this.keep();
    for (const { fields } of this.state.questions) for (const [field, value] of Object.entries(fields)) {
      if (value === model.id) fields[field] = name;
      if (Array.isArray(value)) fields[field] = value.map(id => id === model.id ? name : id);
    }
    model.id = name;
    this.changed();
  }

  // Questions

  addQuestion(type) {
    const { models } = this.state, form = this.game.types.find(({ name }) => name === type), fields = {};
    const first = models.find(({ side }) => side === 1) || models[0], second = models.find(model => model !== first && model.side !== first?.side) || models[1];
    let place = 0;
    for (const { key, value_type: kind, default: value } of form.fields) {
      if (kind === "model") fields[key] = [first, second][place++ % 2]?.id ?? "";
      else if (kind === "models") fields[key] = models.slice(1).map(({ id }) => id);
      else if (value !== null && value !== undefined && value !== "") fields[key] = value;
    }
    this.state.questions.push({ type, fields });
  }

  askStep() {
    const { questions, models } = this.state, types = this.game.types, names = models.map(({ id }) => [id, id]);
    if (!models.length) return [element("h2", "Ask"), element("p", "Tap the bases of the models first.")];
    return [
      element("h2", "Ask"),
      this.list(questions, (question, k) => {
        const form = types.find(({ name }) => name === question.type);
        return [
          choice("", types.map(({ name, words }) => [name, words]), question.type, value => { this.keep(); this.state.questions.splice(k, 1); this.addQuestion(value); this.state.questions.splice(k, 0, this.state.questions.pop()); this.changed(); }, `Question ${k + 1}`),
          ...form.fields.map(field => this.field(question, field, names)),
          form.fields[1]?.value_type === "model" && form.fields[0]?.value_type === "model" ? button("⇄ Swap", () => { this.keep(); const [one, two] = form.fields.map(({ key }) => key); [question.fields[one], question.fields[two]] = [question.fields[two], question.fields[one]]; this.changed(); }) : null,
          button("Remove", () => { this.keep(); this.state.questions.splice(k, 1); this.changed(); }),
        ];
      }),
      row(choice("Another question ", [["", "choose"], ...types.map(({ name, words }) => [name, words])], "", value => { if (value) { this.keep(); this.addQuestion(value); this.changed(); } }), this.undoButton()),
    ];
  }

  field(question, { key, label, value_type: kind, choices }, names) {
    const set = value => { this.keep(); question.fields[key] = value; this.changed(); }, value = question.fields[key];
    const words = `${label} `;
    if (kind === "model") return choice(words, [...names, ["", "none"]], value ?? "", set);
    if (kind === "models") { const made = choice(words, names, "", () => 0), select = made.querySelector("select"); select.multiple = true; for (const option of select.options) option.selected = value?.includes(option.value); select.onchange = () => set([...select.selectedOptions].map(option => option.value)); return made; }
    if (kind === "base") return choice(words, this.game.bases.map(({ name, words }) => [name, words]), value, set);
    if (choices?.length) return choice(words, choices.map(one => [one, one]), value, set);
    if (kind === "flag") { const made = element("label", words), box = element("input"); box.type = "checkbox"; box.checked = Boolean(value); box.addEventListener("change", () => set(box.checked)); made.append(box); return made; }
    if (kind === "number") return input(words, "number", value ?? "", set, { step: "any" });
    if (kind === "point" || kind === "place" || kind === "path") return button(`${value ? "Move" : "Tap"} "${label}" in the picture`, () => { this.pending = { field: key, question }; this.problem(""); });
    return input(words, "text", value ?? "", set);
  }

  showAnswers() {
    const { answers = [] } = this.result, box = $(".answers");
    const shown = JSON.stringify(answers);
    if (box.dataset.shown === shown) return;
    box.dataset.shown = shown;
    box.replaceChildren(...answers.map(answer => {
      const made = element("article", "", "answer");
      if (answer.error) { made.append(element("p", `✕ ${answer.error}`, "bad")); return made; }
      made.dataset.sure = String(answer.certain);
      made.append(element("h3", `${answer.sign} ${answer.verdict}`, answer.good === null ? "" : answer.good ? "good" : "bad"), element("p", answer.headline), element("p", answer.sure, "sure"));
      if (answer.measure) made.append(element("p", answer.measure));
      made.append(...answer.lines.map(words => element("p", words, "dim")));
      if (answer.cut) { const picture = element("img"); picture.src = `data:image/svg+xml;base64,${answer.cut}`; picture.alt = `Side cut: ${answer.headline}`; made.append(picture); }
      return made;
    }));
  }

  // Sharing

  shareStep() {
    if (!this.result.camera) return [element("h2", "Share"), element("p", "Mark the table's corners first.")];
    return [
      element("h2", "Share"),
      row(button("Report with the photograph", () => this.saveReport(), "main")),
      element("p", "One page that opens offline. It holds your picture, reduced to 400 KB, and everything needed to judge again. It is made on this device.", "dim"),
      row(button("Marks for programs (JSON)", () => this.save("marks.json", JSON.stringify(this.result.marks, null, 1), "application/json"))),
      row(button("The board as a map file", () => this.save("board.json", JSON.stringify(this.result.map, null, 1), "application/json"))),
    ];
  }

  async saveReport() {
    const page = await this.ask("photo/report", this.request());
    if (page) this.save("report.html", page.replace(this.choices.photo_placeholder, await reducedPhoto(this.photo)), "text/html");
  }

  save(name, text, type) {
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([text], { type })); link.download = name;
    document.body.append(link); link.click(); link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
}

window.photoJudge = new PhotoJudge();
