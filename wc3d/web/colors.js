// The color set of the person who looks: a replacement for each standard color that carries a meaning. Python fills in the sets.

const COLOR_SETS = COLOR_SETS_JSON;  // name: { label, colors: { "r,g,b": [r, g, b] } }
const COLOR_SET_KEY = "wc3d colors";

function storedColorSet() {
  try { return localStorage[COLOR_SET_KEY]; } catch { return undefined; }  // a page opened from a file may have no storage
}

const colorSet = {
  name: storedColorSet() in COLOR_SETS ? storedColorSet() : "standard",
  use(name) { this.name = localStorage[COLOR_SET_KEY] = name; },
};

const displayedColor = rgb => COLOR_SETS[colorSet.name].colors[rgb.join()] || rgb;
const ink = ([r, g, b, alpha]) => [...displayedColor([r, g, b]), alpha].map(v => v / 255);  // for the shaders
