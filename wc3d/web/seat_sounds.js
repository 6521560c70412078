// Sounds of what is shown: fetched from the host when first heard, off on phones until somebody turns them on.

const ROOT = location.pathname.replace(/(board|dispute|replay)\/[^/]*$|[^/]*$/, "");  // where the host's pages begin

class Sounds {
  constructor() {
    const kept = localStorage["wc3d sound"];
    this.volume = kept === undefined ? (matchMedia("(pointer: coarse)").matches ? 0 : .5) : Number(kept) || 0;
    this.known = new Map();
  }

  set(volume) { this.volume = volume; localStorage["wc3d sound"] = volume; if (volume) this.play("turn"); }

  async play(name) {
    if (!name || !this.volume || document.hidden || !navigator.userActivation?.hasBeenActive) return;
    this.context ||= new AudioContext();
    if (!this.known.has(name)) this.known.set(name, this.fetched(name));
    const buffer = await this.known.get(name);
    if (!buffer) return;
    const source = this.context.createBufferSource(), gain = this.context.createGain();
    source.buffer = buffer; gain.gain.value = this.volume;
    source.connect(gain).connect(this.context.destination);
    source.start();
  }

  call() {  // two soft tones: somebody has said something
    if (!this.volume || !navigator.userActivation?.hasBeenActive) return;
    this.context ||= new AudioContext();
    for (const [after, pitch] of [[0, 660], [.14, 880]]) {
      const tone = this.context.createOscillator(), gain = this.context.createGain(), begins = this.context.currentTime + after;
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(this.volume * .4, begins); gain.gain.exponentialRampToValueAtTime(.001, begins + .22);
      tone.connect(gain).connect(this.context.destination);
      tone.start(begins); tone.stop(begins + .24);
    }
    this.called = (this.called || 0) + 1;
  }

  async fetched(name) {
    try {
      const answer = await fetch(`${ROOT}heard/${name}.wav`);
      return answer.ok ? await this.context.decodeAudioData(await answer.arrayBuffer()) : null;
    } catch { return null; }
  }
}
