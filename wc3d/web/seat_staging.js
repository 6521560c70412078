// What has happened is shown in order: models go their ways, lines are drawn, dice tumble. Whoever acts waits for nothing.

const TUMBLE = 550, RATE = 22, FLIGHT = 2.2, STRIKES = .3, AHEAD = 4, FIRE = [255, 150, 60], STRUCK = [240, 88, 70], GIVEN = [255, 214, 96], PATH = [120, 200, 240], LEAN = radians(82), JOLT = radians(20), SUNK = .35;
const GLOWS = { melee: [235, 240, 250], ballistic: [255, 190, 80], explosive: [255, 140, 50], energy: [60, 180, 255], fire: [255, 110, 20], cold: [150, 215, 255], corrosion: [120, 200, 30], force: [140, 100, 255], magic: [230, 70, 215] };
const SPARKS = Array.from({ length: 12 }, (_, k) => [Math.cos(k * 2.4), Math.sin(k * 2.4), .25 + .6 * ((k * 7) % 12) / 12]);

function shotStrokes(beat, part) {  // what flies along the line of an attack, by its kind; a beam is whole, a blade a short arc
  const rgb = GLOWS[beat.weapon], { line } = beat.attack, end = line[line.length - 1];
  if (!rgb) return [];
  if (beat.weapon === "melee") {
    const way = unit(sub(end, line[0])), side = unit(cross(way, [0, 0, 1])), turn = part * 2.4 - 1.2;
    const points = [0, .25, .5, .75, 1].map(k => { const a = turn - .7 * (1 - k); return add(add(line[0], way, 1.3 * Math.cos(a)), side, 1.3 * Math.sin(a)); });
    return [{ points, rgb, width: 5, alpha: .8 }];
  }
  const head = Math.min(1, part * 2.6), tail = beat.weapon === "energy" ? 0 : Math.max(0, head - .22);
  if (part > .7 || tail >= 1) return [];
  const points = [along(line, tail).at, along(line, head).at];
  return [[9, .25], [4.5, .9]].map(([width, alpha]) => ({ points, rgb, width, alpha }));
}

function sparkStrokes(figure, rgb, part) {  // sparks fly off who is hurt
  const [x, y, z] = figure.at, middle = [x, y, z + .6 * (figure.size[1] || 1)], far = .3 + 1.3 * part;
  return SPARKS.map(way => ({ points: [add(middle, way, far - .25), add(add(middle, way, far), [0, 0, -1], 1.2 * part * part)], rgb, width: 2.2, alpha: 1 - part }));
}

function struckPart(beat, part) {  // how much of the time after the impact is over; the shot flies first
  return beat.fires ? clamp((part - STRIKES) / (1 - STRIKES), 0, 1) : part;
}

const PIPS = [[], [[0, 0]], [[-1, 1], [1, -1]], [[-1, 1], [0, 0], [1, -1]], [[-1, -1], [-1, 1], [1, -1], [1, 1]], [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]], [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]]];  // as in presentation/die_faces.py

function showFace(made, face, look) {  // the pips of a die; a number above six is written
  made.setAttribute("aria-label", face);
  if (!PIPS[face]) { made.textContent = face; return; }
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "-1 -1 2 2"); svg.setAttribute("aria-hidden", "true");
  for (const [x, y] of PIPS[face]) {
    const pip = document.createElementNS("http://www.w3.org/2000/svg", "path"), at = `M${x * .52} ${y * .54}`;
    pip.setAttribute("d", look.diamonds ? `${at}m0 -.31l.31 .31l-.31 .31l-.31 -.31z` : `${at}m-.22 0a.22 .22 0 1 0 .44 0a.22 .22 0 1 0 -.44 0z`);
    svg.append(pip);
  }
  made.replaceChildren(svg);
}

class Staging {
  constructor(table, sounds) {
    this.table = table; this.sounds = sounds; this.waiting = 0;
    const kept = localStorage["wc3d pace"], calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.pace = kept === undefined ? (calm ? 0 : 1) : Number(kept) || 0;
  }

  get busy() { return Boolean(this.beat); }

  set(pace) { this.pace = pace; localStorage["wc3d pace"] = pace; if (!pace) this.skipAll(); }

  // Called in order; what comes after waits until this has been shown

  async play({ beats, looks, own }) {
    this.looks = { ...this.looks, ...looks };
    if (!this.table.there || !this.pace || document.hidden || this.all || this.waiting > AHEAD) { if (beats.length) this.sounds.play(beats[beats.length - 1].sound); this.lie(beats); return; }
    if (own) { this.lie([]); this.along(beats); return; }
    for (const [k, beat] of beats.entries()) {
      if (this.all || (this.thing !== undefined && beat.thing === this.thing)) { this.stand(beat); continue; }
      this.thing = undefined;
      await this.show(beat, beats[k + 1]);
    }
    this.thing = undefined;
    this.clear();
    this.lie(beats);
  }

  lie(beats) {  // the last dice lie in the strip until something else happens there
    const last = beats.findLast(beat => beat.rolls?.length);
    $(".strip").classList.toggle("rolled", Boolean(last));
    if (last) this.dice({ rolls: last.rolls, words: beats.findLast(beat => beat.words)?.words }); else $(".dice").hidden = true;
  }

  along(beats) {  // what one does oneself, without dice, is shown while one goes on
    for (const beat of beats) {
      this.sounds.play(beat.sound);
      for (const [id, track] of Object.entries(beat.tracks || {})) this.table.walk(id, track, beat.seconds * 1000 / this.pace, beat.how);
    }
  }

  stand(beat) {
    if (beat.figures) this.table.stand(beat.figures, false);
    if (beat.names) this.table.rename(beat.names);
  }

  async show(beat, next) {
    this.beat = beat; this.begun = performance.now();
    const lasts = beat.seconds * 1000 / this.pace;
    this.stand(beat);
    this.tell(beat);
    this.sounds.play(beat.sound);
    this.table.show([...Object.values(beat.tracks || {}).flatMap(t => [t[0], t[t.length - 1]]), ...(beat.places || [])]);
    for (const [id, track] of Object.entries(beat.tracks || {})) this.table.walk(id, track, lasts, beat.how);
    this.dice(beat);
    this.drawn = -1;
    this.table.ticks = now => this.tick(now, lasts);
    this.table.look();
    await new Promise(done => { this.done = done; this.timer = setTimeout(done, lasts); });
    clearTimeout(this.timer);
    this.table.ticks = null;
    this.table.arrive();
    for (const id of beat.hurts || []) { const figure = this.table.figures.get(id); if (figure) figure.pose = [0, 1]; }
    if (beat.kind === "gone") for (const id of beat.gone) { const figure = this.table.figures.get(id); if (figure) figure.pose = [LEAN, 1]; }
    this.beat = null;
  }

  tick(now, lasts) {  // what moves meanwhile
    const { beat } = this;
    if (!beat) return false;
    const part = clamp((now - this.begun) / lasts, 0, 1), figures = this.table.figures;
    const struck = struckPart(beat, part);
    for (const id of beat.hurts || []) if (figures.get(id)) { figures.get(id).pose = [JOLT * Math.sin(Math.PI * struck), 1]; this.table.moved = true; }
    for (const id of beat.gone || []) if (figures.get(id)) { figures.get(id).pose = [LEAN * struck * struck, 1]; this.table.moved = true; }
    for (const id of beat.comes || []) if (figures.get(id)) { figures.get(id).pose = [0, SUNK + (1 - SUNK) * part]; this.table.moved = true; }
    const step = Math.floor(part * 12);
    if (step !== this.drawn) { this.drawn = step; this.table.strokes(this.lines(beat, part)); this.tumble(now); }
    return part < 1;
  }

  lines(beat, part) {
    const made = [], figures = this.table.figures;
    for (const track of Object.values(beat.tracks || {})) if (track.length > 1) made.push({ points: track, rgb: PATH, width: 2.2 });
    if (beat.attack) {
      const { line, rgb } = beat.attack, shown = beat.kind === "aim" ? Math.min(1, part * FLIGHT) : 1;
      const points = [...line.slice(0, -1), along(line, shown).at];
      if (!beat.fired) {
        for (const [width, alpha] of [[7, .15], [4, .3], [2.1, 1]]) made.push({ points, rgb, width, alpha });
        made.push({ points, rgb, width: 1.1, alpha: .45, dash: .3, top: true });
      }
      if (beat.fires) made.push(...shotStrokes(beat, part));
    }
    for (const { at, to, radius = 1 } of beat.splashes || []) {
      if (!at) continue;
      if (to) {
        const grown = Math.min(1, .15 + part), end = add(at, sub(to, at), grown), wide = Math.max(radius, .4) * grown, side = unit(cross(sub(to, at), [0, 0, 1]));
        for (const share of [-1, -.5, 0, .5, 1]) made.push({ points: [at, add(end, side, wide * share)], rgb: FIRE, width: 2.6, alpha: .9 });
      } else for (const share of [1, .66, .33]) made.push({ points: round(at, Math.max(radius, .5) * Math.min(1, .2 + 1.2 * part) * share, Math.max(at[2], 0) + .06), rgb: FIRE, width: 2.6, alpha: .95 });
    }
    for (const id of [...(beat.hurts || []), ...(beat.gone || [])]) {
      const figure = figures.get(id), struck = struckPart(beat, part);
      if (figure && struck) made.push(...sparkStrokes(figure, GLOWS[beat.weapon] || FIRE, struck));
      if (figure) for (const more of [.12, .3 + .5 * part]) made.push({ points: round(figure.at, figure.size[0] + more, figure.at[2] + .06), rgb: STRUCK, width: 2.6 });
    }
    for (const id of beat.comes || []) {
      const figure = figures.get(id);
      if (figure) made.push({ points: round(figure.at, figure.size[0] + .9 * (1 - part), figure.at[2] + .06), rgb: GIVEN, width: 2.2 });
    }
    if (beat.kind === "told") for (const place of beat.places || []) made.push({ points: round(place, .95, Math.max(0, place[2]) + .06), rgb: GIVEN, width: 2.2, dash: .3 });
    return made;
  }

  // The line of the story and the dice, in the strip above the table

  tell(beat) {
    $(".story").hidden = !beat.told; $(".skips").hidden = false;
    $(".strip").classList.add("telling"); $(".strip").classList.remove("rolled");
    $(".story .told").textContent = beat.told || "";
    $(".story .because").textContent = beat.why || "";
  }

  dice(beat) {
    const rolls = beat.rolls || [], fresh = beat.fresh || 0;
    this.faces = [];
    $(".dice").hidden = !rolls.length && !beat.words;
    $(".dice").replaceChildren(...rolls.map((roll, number) => {
      const row = element("div", "", "roll"), tumbles = rolls.length - number <= fresh;
      row.append(element("span", roll.label, "reason"));
      for (const { die, faces } of roll.dice) for (const face of faces) {
        const look = this.looks[die] || { body: [60, 76, 96], ink: [255, 255, 255], letter: "", faces: [face] }, made = element("b", "", "die");
        showFace(made, face, look);
        made.style.setProperty("--body", `rgb(${look.body})`); made.style.setProperty("--ink", `rgb(${look.ink})`); made.style.borderRadius = `${Math.round(14 + 26 * (look.round ?? .2))}%`; made.setAttribute("role", "img");
        if (tumbles) this.faces.push({ made, face, look });
        row.append(made);
      }
      if (roll.total) { const total = element("strong", `= ${roll.total}`); if (tumbles) this.faces.push({ made: total, face: total.textContent }); row.append(total); }
      return row;
    }), ...(beat.words ? [element("p", `▸ ${beat.words}`, "outcome")] : []));
    this.fit();
  }

  fit() {  // with little room dice are smaller, and of the earlier rolls there is the sum
    const box = $(".dice");
    box.classList.remove("tight", "brief");
    for (const kind of ["tight", "brief"]) if (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1) box.classList.add(kind);
  }

  tumble(now) {
    const age = (now - this.begun) * this.pace, rolls = age < TUMBLE;
    for (const [k, { made, face, look }] of (this.faces || []).entries()) {
      made.classList.toggle("tumbles", rolls);
      if (look) showFace(made, rolls ? look.faces[Math.floor(age / 1000 * RATE + k * 2.7) % look.faces.length] : face, look);
      else made.textContent = rolls ? "" : face;
    }
  }

  clear() {
    $(".story").hidden = $(".dice").hidden = $(".skips").hidden = true;
    $(".strip").classList.remove("telling", "rolled");
    this.table.strokes([]);
  }

  // Going on

  skip() {  // one thing: an attack with all its dice is one
    if (!this.beat) return false;
    this.thing = this.beat.thing;
    this.done();
    return true;
  }

  skipAll() {
    const busy = this.busy || this.waiting > 0;
    this.all = busy;
    if (this.beat) this.done();
    return busy;
  }

  rested() { this.all = false; }
}
