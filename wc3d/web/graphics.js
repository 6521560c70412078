// The quality of the views in 3D: chosen by the person who looks, or found by measuring frames as the window does.

const GRAPHICS_KEY = "wc3d graphics", LOST_KEY = "wc3d graphics lost";

function stored(store, key, value) {  // a page opened from a file may have no storage
  try { if (value !== undefined) window[store][key] = value; return window[store][key]; } catch { return undefined; }
}

function isSoftware(gl) {  // whether the processor draws
  const known = gl.getExtension("WEBGL_debug_renderer_info");
  return /swiftshader|llvmpipe|software|basic render/i.test(String(gl.getParameter(known ? known.UNMASKED_RENDERER_WEBGL : gl.RENDERER)));
}

class Graphics {
  constructor(gl) {
    const setting = stored("localStorage", GRAPHICS_KEY);
    this.software = isSoftware(gl);
    this.setting = setting in LIGHT.labels ? setting : "auto";
    this.begin();
  }

  begin() {
    const isCautious = this.software || stored("sessionStorage", LOST_KEY);
    const first = isCautious ? "low" : matchMedia("(pointer: coarse)").matches ? "medium" : "high";
    this.name = this.setting === "auto" ? first : this.setting;
    this.settled = false; this.slowRounds = 0;
    this.restart();
  }

  restart() { this.skipped = 0; this.frames = []; }

  use(setting) { this.setting = setting; stored("localStorage", GRAPHICS_KEY, setting); this.begin(); }

  get measuring() { return this.setting === "auto" && this.name !== "low" && !this.settled; }

  record(milliseconds) {  // see quality.AutomaticQuality: two slow rounds drop the quality, a quick one keeps it
    const { slowMs, skipped, measured, rounds } = LIGHT.automatic;
    if (!this.measuring || ++this.skipped <= skipped) return;
    this.frames.push(milliseconds);
    if (this.frames.length < measured) return;
    const isSlow = this.frames.sort((a, b) => a - b)[measured >> 1] > slowMs;
    this.frames = [];
    if (!isSlow) this.settled = true;
    else if (++this.slowRounds === rounds) this.drop();
  }

  drop() {
    this.name = this.name === "high" ? "medium" : "low";
    this.slowRounds = 0;
    this.restart();
  }

  fail(reason) { this.name = "low"; this.settled = true; this.reason = String(reason); }  // this device cannot draw more, or an image is missing

  lose() {  // the context was lost, perhaps because it was too much
    if (this.setting !== "auto" || this.name === "low") return;
    stored("sessionStorage", LOST_KEY, "yes");
    this.fail("the context was lost");
  }
}
