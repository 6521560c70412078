// Starts the views, and draws them only when something changed. No number of an answer is worked out here.

function complain(reason) {
  for (const figure of document.querySelectorAll("figure.view")) {
    figure.classList.add("dead");
    figure.querySelector(".missing").textContent = `The 3D view cannot be shown here (${reason}). The verdict, plan and side cut show the same result.`;
    figure.querySelector(".missing").hidden = false;
  }
}

async function start() {
  const figures = [...document.querySelectorAll("figure.view")];
  for (const figure of figures) { figure.classList.remove("dead"); figure.querySelector(".missing").hidden = true; delete figure.dataset.drawn; }
  const surface = document.createElement("canvas");
  const gl = surface.getContext("webgl2", { antialias: true, alpha: false });
  if (!gl) throw new Error("this browser has no WebGL 2");
  if (!window.DecompressionStream) throw new Error("this browser is too old");
  const scene = JSON.parse(document.getElementById("wc3d-scene").textContent), block = await opened(document.getElementById("wc3d-block").textContent.trim());
  const images = await Promise.all(scene.table.files.textures.map(({ at, bytes, mime }) =>
    createImageBitmap(new Blob([new Uint8Array(block, at, bytes)], { type: mime })).catch(() => null)));
  const graphics = new Graphics(gl), made = () => {
    const painter = new Painter(gl, scene, block, images, { graphics });
    painter.changed = () => { for (const view of views) view.wanted = true; ask(); };
    return painter;
  };
  let painter = made(), asked = false;
  const views = [];
  const drawAll = all => { for (const view of views) if (view.wanted && (view.inSight || all)) view.draw(painter); };
  const ask = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; if (!gl.isContextLost()) drawAll(false); });
  };
  views.push(...figures.map(figure => new View(figure, scene, ask)));
  const watcher = new IntersectionObserver(seen => {
    for (const { target, isIntersecting } of seen) views.find(view => view.figure === target).inSight = isIntersecting;
    ask();
  }, { rootMargin: "200px" });
  const sizes = new ResizeObserver(() => { for (const view of views) view.resized(); ask(); });
  for (const view of views) { watcher.observe(view.figure); sizes.observe(view.canvas); }
  surface.addEventListener("webglcontextlost", event => event.preventDefault());
  surface.addEventListener("webglcontextrestored", () => {
    graphics.lose();
    painter = made();
    for (const view of views) view.wanted = true;
    ask();
  });
  window.addEventListener("beforeprint", () => drawAll(true));
  const follow = () => {  // #q2/above, #q2/30,45 or #q2/30,45,20: a question and a view of it (turn, tilt, inches away)
    const [id, key] = decodeURIComponent(location.hash.slice(1)).split("/"), view = views.find(v => `q${v.number + 1}` === id);
    if (view && key) { document.getElementById(id).scrollIntoView(); view.showKey(key); }
  };
  window.addEventListener("hashchange", follow);
  follow();
}

start().catch(error => complain(error.message));
