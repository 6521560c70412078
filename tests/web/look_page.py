"""A page that draws a small table with the pages' painter, for tests of its looks."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.screens.browser import Browser
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.solids import Plane, Prism
from wc3d.scene.figure_files import MATERIAL_STEP, MATERIALS
from wc3d.table.features import make_feature
from wc3d.table.table import Table
from wc3d.web.packing import BinaryPack
from wc3d.web.page_evidence_marks import OVERVIEW_ORBIT, PageEvidenceMarks
from wc3d.web.page_scene import PageFigures, PageScenery
from wc3d.web.scripts import join_scripts

Picture = NDArray[np.int64]
"""A picture (height, width, 3), its first row at the top."""
SIDE_PX = 160
SCRIPTS = ("vectors.js", "colors.js", "shaders.js", "graphics.js", "physical_look.js", "painter.js")
EYE = """
const eye = [6, -6, 11], back = unit(sub(eye, [6, 5, .5])), right = unit(cross([0, 0, 1], back));
const lens = [1, 60, .36, .36];
const seen = product(perspective(lens[2], lens[3], lens[0], lens[1]), looking({ right, up: cross(back, right), back }, eye));
const camera = { seen, eye, lens };
"""
DRAWING = """
const data = JSON.parse(document.getElementById("data").textContent);
window.Graphics = Graphics; window.LIGHT = LIGHT;
window.begin = async quality => {
  const canvas = document.createElement("canvas");
  const gl = window.gl = canvas.getContext("webgl2", { antialias: false, alpha: false, preserveDrawingBuffer: true });
  window.graphics = { name: quality, fail(reason) { this.name = "low"; this.reason = String(reason); } };
  const options = { shadowSide: 1024, graphics };
  window.painter = new Painter(gl, data.scene, await opened(data.block), [], options);
  painter.changed = () => { window.changes = (window.changes || 0) + 1; };
};
window.picture = () => {
  painter.draw(0, camera, SIDE, SIDE, 1);
  const dots = new Uint8Array(SIDE * SIDE * 4);
  gl.readPixels(0, 0, SIDE, SIDE, gl.RGBA, gl.UNSIGNED_BYTE, dots);
  let letters = "";
  for (const dot of dots) letters += String.fromCharCode(dot);
  return btoa(letters);
};
window.spot = point => { const [x, y, , far] = projected(seen, point); return [(x / far * .5 + .5) * SIDE, (.5 - y / far * .5) * SIDE]; };
"""


CRUST = np.array([[0.5, 4.5], [5.5, 4.5], [5.5, 9.5], [0.5, 9.5]])
"""The corners of rough ground that shows the board's own ground in another color."""


def make_ball(material: str) -> tuple[Any, Any, Any, Any]:
    """Return a gray ball of a figure's material as points, normals, colors and faces."""
    turns, tilts = np.meshgrid(np.linspace(0, 2 * np.pi, 25), np.linspace(0, np.pi, 13))
    normals = np.stack(
        [np.sin(tilts) * np.cos(turns), np.sin(tilts) * np.sin(turns), np.cos(tilts)], axis=2
    ).reshape(-1, 3)
    corner = (np.arange(12)[:, None] * 25 + np.arange(24)).reshape(-1, 1)
    faces = (corner + np.array([[0, 25, 26, 0, 26, 1]])).reshape(-1, 3)
    number = [known.name for known in MATERIALS].index(material)
    colors = np.tile(np.array([[150, 150, 150, 255 - MATERIAL_STEP * number]], np.uint8), (325, 1))
    return normals + (0, 0, 1.0), normals, colors, faces


def write_look_page(
    folder: Path, *, has_images: bool = True, wall_name: str = "", has_crust: bool = False
) -> Path:
    """Write a page with a wall, perhaps a crust of salt, and a ball of each material."""
    corners = np.array([[6.5, 6.75], [9.5, 6.75], [9.5, 7.25], [6.5, 7.25]])
    solid = Prism(corners, Plane(0.0), Plane(3.0))
    wall = make_feature("wall", "structure", (solid,), name=wall_name)
    patch = Prism(CRUST, Plane(0.0), Plane(0.0))
    crust = make_feature("crust", "rough", (patch,), name="Salt crust")
    table = Table((12, 12), (wall, crust) if has_crust else (wall,), policy=SPACE)
    pack = BinaryPack()
    scenery = PageScenery(pack, table, [], holds_images=has_images)
    marks = PageEvidenceMarks(pack, PageFigures(pack), table, None).to_json(OVERVIEW_ORBIT)
    meshes = []
    marks["figures"] = []
    for number, name in enumerate(BALLS):
        meshes.append(pack.add_mesh(*make_ball(name)))
        marks["figures"].append(
            {"mesh": number, "id": name, "at": list(BALLS[name]), "turn": 0, "rgb": [9, 9, 9]}
        )
    scene = {"table": scenery.to_json(), "marks": [marks], "figures": meshes}
    code = join_scripts(SCRIPTS).rstrip().removesuffix("})();")
    script = "\n".join([code, f"const SIDE = {SIDE_PX};", EYE, DRAWING, "})();"])
    data = json.dumps({"scene": scene, "block": pack.to_base64()})
    path = folder / "look.html"
    path.write_text(
        f'<!doctype html><meta charset="utf-8"><script type="application/json" id="data">{data}</script>'
        f"<script>{script}</script>",
        encoding="utf-8",
    )
    return path


BALLS = {
    "cloth": (3.0, 3.0, 0.0),
    "polished brass": (6.0, 3.0, 0.0),
    "light": (9.0, 3.0, 0.0),
}
"""The place of each ball by its material; it is two inches wide."""


def picture(browser: Browser, quality: str) -> Picture:
    """Return the picture of a quality, when it is ready."""
    browser.run(f"graphics.name = '{quality}'; picture(); 0")
    browser.wait(
        f"graphics.name !== '{quality}' || (painter.look ? painter.look.name : 'low') === '{quality}'"
    )
    assert browser.run("graphics.reason || ''") == ""
    return read_picture(browser)


def read_picture(browser: Browser) -> Picture:
    """Return what the painter draws now."""
    data = base64.b64decode(browser.run("picture()"))
    dots = np.frombuffer(data, np.uint8).reshape(SIDE_PX, SIDE_PX, 4)
    return dots[::-1, :, :3].astype(int)


def around(browser: Browser, shown: Picture, point: tuple[float, float, float], px: int) -> Picture:
    """Return the part of a picture around a point of the table."""
    x, y = (round(v) for v in browser.run(f"spot({list(point)})"))
    return shown[y - px : y + px + 1, x - px : x + px + 1]
