// What is left of who was destroyed, as in animation/remains.py: the figure falls off its base and lies there, then there is a stain.

const WRECK = 3.6, WRECK_FADE = .7, STAIN = 9, STAIN_GROWTH = .6, STAIN_FADE = 1.5, BASE_FADE = .35, COVERED = .25;  // seconds; how near to a wreck, by its stain, a base must come to stand on it

function frameAt(frames, seconds) {  // the row of a fall at a time, between the two rows it was told
  const next = frames.findIndex(row => row[0] >= seconds);
  if (next === 0) return frames[0];
  if (next < 0) return frames[frames.length - 1];
  const before = frames[next - 1], after = frames[next], share = (seconds - before[0]) / (after[0] - before[0]);
  return before.map((value, k) => value + (after[k] - value) * share);
}

class Remains {
  constructor(table) { this.table = table; this.rows = []; }

  fall(id, fall, pace) {  // somebody begins to fall; the figure itself is not drawn any more
    const figure = this.table.figures.get(id);
    if (!figure) return;
    figure.fallen = true;
    const off = ((figure.turn - fall.toward - fall.frames[0][2]) % 360 + 540) % 360 - 180;  // the page may show it turned to its target
    this.rows.push({ id, fall, pace, off, begun: performance.now(), ends: WRECK, figure: { ...figure } });
  }

  clear(ids) {  // a sentence says that they are elsewhere
    const now = performance.now();
    for (const row of this.rows) if (ids.includes(row.id)) row.ends = Math.min(row.ends, this.age(row, now) + WRECK_FADE);
  }

  drop() { this.rows = []; clearTimeout(this.timer); }

  age(row, now) { return (now - row.begun) / 1000 * row.pace; }

  covers({ figure, fall, id }) {  // whether somebody stands where it lies
    return [...this.table.figures.values()].some(f => f.id !== id && !f.fallen && Math.hypot(...sub(f.at, figure.at)) < f.size[0] + COVERED * fall.stain);
  }

  update(now) {  // what is to be drawn; whether it moves
    const { painter } = this.table;
    this.rows = this.rows.filter(row => this.age(row, now) < STAIN);
    painter.wrecks = []; painter.stains = [];
    let moves = false, wait = Infinity;
    for (const row of this.rows) {
      const { figure, fall } = row, age = this.age(row, now), since = Math.max(0, age - fall.delay), last = fall.frames[fall.frames.length - 1][0];
      const alpha = this.covers(row) ? 0 : clamp((row.ends - age) / WRECK_FADE, 0, 1), base = clamp((fall.lies - since) / BASE_FADE, 0, 1);
      const [, lean, roll, x, y, z, shade] = frameAt(fall.frames, since), turned = roll + row.off * (1 - Math.min(1, since / last));
      if (alpha) painter.wrecks.push({ ...figure, at: add(figure.at, [x, y, z]), toward: fall.toward, pose: [-radians(lean), 1, radians(turned), shade ** .7], alpha, stand: base && { ...figure, alpha: base } });
      painter.stains.push({ at: figure.at, radius: fall.stain, alpha: clamp(Math.min((age - fall.delay) / STAIN_GROWTH, (STAIN - age) / STAIN_FADE), 0, 1) });
      const falls = since < last, fades = age > row.ends - WRECK_FADE && age < row.ends + .1 || age > STAIN - STAIN_FADE;
      if (falls) this.table.moved = true;
      moves ||= falls || fades;
      for (const time of [row.ends - WRECK_FADE, STAIN - STAIN_FADE, STAIN]) if (time > age) wait = Math.min(wait, (time - age) * 1000 / row.pace);
    }
    clearTimeout(this.timer);
    if (!moves && wait < Infinity) this.timer = setTimeout(() => this.table.look(), wait + 20);
    return moves;
  }
}
