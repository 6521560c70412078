// What has happened is shown in order: models go their ways, lines are drawn, dice tumble. Whoever acts waits for nothing.

const TUMBLE = 550, RATE = 22, FLIGHT = 2.2, STRIKES = .3, AHEAD = 4, FIRE = [255, 150, 60], STRUCK = [240, 88, 70], GIVEN = [255, 214, 96], PATH = [120, 200, 240], JOLT = radians(20), SUNK = .35;
const GLOWS = { melee: [235, 240, 250], ballistic: [255, 190, 80], explosive: [255, 140, 50], energy: [60, 180, 255], fire: [255, 110, 20], cold: [150, 215, 255], corrosion: [120, 200, 30], force: [140, 100, 255], magic: [230, 70, 215] };
const SPARKS = Array.from({ length: 12 }, (_, k) => [Math.cos(k * 2.4), Math.sin(k * 2.4), .25 + .6 * ((k * 7) % 12) / 12]);

const TURN = .25, WOUND = .14, HITS = .3, SWUNG = .36, STANDS = .72, WIND = 24, BACK = .2, TRAIL = 1.2;  // as in animation/effects.py and scene/model_poses.py

function eased(share) { const s = clamp(share, 0, 1); return s * s * (3 - 2 * s); }

function turned(from, to, seconds) { return from + (((to - from) % 360 + 540) % 360 - 180) * eased(seconds / TURN); }  // the shorter way

function sinceShot(beat, part) { return part * beat.seconds - (beat.kind === "aim" ? TURN : 0); }  // who attacks turns first

function blow(swing, lunge, since) {  // how far a fighter turns and lunges in a blow
  const wound = eased(since / WOUND), swung = eased((since - WOUND) / (SWUNG - WOUND)), lunged = eased((since - WOUND) / (HITS - WOUND)), rest = 1 - eased((since - SWUNG) / (STANDS - SWUNG));
  return { twist: (swing * swung - Math.sign(swing) * WIND * wound) * rest, reach: ((lunge + BACK) * lunged - BACK * wound) * rest };
}

function shotStrokes(beat, part) {  // what flies along the line of an attack, by its kind; a beam is whole, a blade leaves a trail
  const rgb = GLOWS[beat.weapon], { line } = beat.attack, end = line[line.length - 1], from = beat.muzzle || line[0], since = sinceShot(beat, part);
  if (!rgb || since < 0) return [];
  if (beat.blade) {
    const swung = (since - WOUND) / (SWUNG - WOUND), head = clamp(swung, 0, 1), tail = clamp(swung - TRAIL, 0, 1);
    if (head <= tail) return [];
    const points = Array.from({ length: 13 }, (_, k) => along(beat.blade, tail + (head - tail) * k / 12).at);
    return [[9, .3], [4.5, .9]].map(([width, alpha]) => ({ points, rgb, width, alpha }));
  }
  if (beat.weapon === "melee") {
    const way = unit(sub(end, line[0])), side = unit(cross(way, [0, 0, 1])), turn = part * 2.4 - 1.2;
    const points = [0, .25, .5, .75, 1].map(k => { const a = turn - .7 * (1 - k); return add(add(line[0], way, 1.3 * Math.cos(a)), side, 1.3 * Math.sin(a)); });
    return [{ points, rgb, width: 5, alpha: .8 }];
  }
  const head = Math.min(1, part * 2.6), tail = beat.weapon === "energy" ? 0 : Math.max(0, head - .22);
  if (part > .7 || tail >= 1) return [];
  const points = [along([from, end], tail).at, along([from, end], head).at];
  return [[9, .25], [4.5, .9]].map(([width, alpha]) => ({ points, rgb, width, alpha }));
}

function sparkStrokes(figure, rgb, part, count) {  // sparks fly off who is hit, more of them off who is hurt, most off who is destroyed
  const [x, y, z] = figure.at, middle = [x, y, z + .6 * (figure.size[1] || 1)], far = .3 + 1.3 * part * count / SPARKS.length;
  return SPARKS.slice(0, count).map(way => ({ points: [add(middle, way, far - .25), add(add(middle, way, far), [0, 0, -1], 1.2 * part * part)], rgb, width: 2.2, alpha: 1 - part }));
}

function blastStrokes(figure, part) {  // a ball of fire round who is destroyed
  const [x, y, z] = figure.at, radius = (figure.size[0] + .6) * (1 - (1 - part) ** 3), alpha = (1 - part) ** 1.5, high = .6 * (figure.size[1] || 1);
  return [-.6, -.2, .2, .6].map(rise => ({ points: round([x, y], radius * Math.sqrt(1 - rise * rise), z + high + rise * radius), rgb: FIRE, width: 7, alpha: .7 * alpha }));
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
    const attacker = this.table.figures.get(beat.by);
    this.from = attacker?.turn; this.at = attacker?.at;
    this.tell(beat);
    this.sounds.play(beat.sound);
    if (beat.impact) setTimeout(() => this.beat === beat && this.sounds.play(beat.impact), STRIKES * lasts);
    this.table.show([...Object.values(beat.tracks || {}).flatMap(t => [t[0], t[t.length - 1]]), ...(beat.places || [])]);
    for (const [id, track] of Object.entries(beat.tracks || {})) this.table.walk(id, track, lasts, beat.how);
    for (const [id, fall] of Object.entries(beat.falls || {})) this.table.remains.fall(id, fall, this.pace);
    this.table.remains.clear(beat.cleared || []);
    this.dice(beat);
    const words = beat.fires && $(".dice .outcome");  // the outcome comes as the shot strikes
    if (words) { words.style.visibility = "hidden"; setTimeout(() => { words.style.visibility = ""; }, STRIKES * lasts); }
    this.drawn = -1;
    this.table.ticks = now => this.tick(now, lasts);
    this.table.look();
    await new Promise(done => { this.done = done; this.timer = setTimeout(done, lasts); });
    clearTimeout(this.timer);
    this.table.ticks = null;
    this.table.arrive();
    if (beat.aim !== undefined && this.at) {
      this.table.aims.set(beat.by, { at: this.at, turn: beat.aim });
      this.face(beat, 1);
    }
    for (const id of beat.hurts || []) { const figure = this.table.figures.get(id); if (figure) figure.pose = [0, 1]; }
    this.beat = null;
  }

  tick(now, lasts) {  // what moves meanwhile
    const { beat } = this;
    if (!beat) return false;
    const part = clamp((now - this.begun) / lasts, 0, 1), figures = this.table.figures;
    const struck = struckPart(beat, part);
    this.face(beat, part);
    for (const id of beat.hurts || []) if (figures.get(id)) { figures.get(id).pose = [JOLT * Math.sin(Math.PI * struck), 1]; this.table.moved = true; }
    for (const id of beat.comes || []) if (figures.get(id)) { figures.get(id).pose = [0, SUNK + (1 - SUNK) * part]; this.table.moved = true; }
    const step = Math.floor(part * 12);
    if (step !== this.drawn) { this.drawn = step; this.table.strokes(this.lines(beat, part)); this.tumble(now); }
    return part < 1;
  }

  face(beat, part) {  // who attacks turns to the target, and swings round with a lunge in a blow
    const figure = this.table.figures.get(beat.by);
    if (!figure || beat.aim === undefined || !this.at) return;
    const aimed = beat.kind === "aim" ? turned(this.from, beat.aim, part * beat.seconds) : beat.aim, since = sinceShot(beat, part);
    const { twist, reach } = beat.fires && beat.blade && part < 1 ? blow(beat.swing, beat.lunge, Math.max(0, since)) : { twist: 0, reach: 0 };
    const way = radians(beat.aim), at = [this.at[0] - reach * Math.sin(way), this.at[1] + reach * Math.cos(way), this.at[2]];
    if (figure.turn === aimed + twist && figure.at[0] === at[0] && figure.at[1] === at[1]) return;
    figure.turn = aimed + twist; figure.at = at; this.table.moved = true;
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
      const isGone = beat.gone?.includes(id);
      if (figure && struck) made.push(...sparkStrokes(figure, GLOWS[beat.weapon] || FIRE, struck, isGone ? 12 : 7), ...(isGone ? blastStrokes(figure, struck) : []));
      if (figure) for (const more of [.12, .3 + .5 * part]) made.push({ points: round(figure.at, figure.size[0] + more, figure.at[2] + .06), rgb: STRUCK, width: 2.6 });
    }
    const hit = beat.kind === "words" && beat.words?.startsWith("hit") && (beat.fires || beat.fired) && figures.get(beat.beside);
    if (hit && struckPart(beat, part)) made.push(...sparkStrokes(hit, GLOWS[beat.weapon] || FIRE, struckPart(beat, part), 5));
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
