"""A live 3D scene for browsers. Table and figures are packed once, marks for every screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from wc3d._internal.memo import Size, memo_per_process
from wc3d.presentation.display_values import ModelLabel
from wc3d.presentation.palette import Livery
from wc3d.scene.figure_library import Variant
from wc3d.scene.figures import build_figure, cast_figure, make_bare_base
from wc3d.scene.ground_textures import ground_for_board
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.web.mesh_files import PageMeshFiles
from wc3d.web.packing import BinaryPack
from wc3d.web.page_evidence_marks import OVERVIEW_ORBIT, PageEvidenceMarks
from wc3d.web.page_scene import PageFigures, PageScenery, page_paints
from wc3d.web.scripts import join_scripts

MEDIA_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}


def games_page_files() -> Mapping[str, tuple[str, str]]:
    """Return the media type and the text of each file of the games page, by path."""
    folder = files("wc3d.web")
    pages = {
        f"/games.{end}": (kind, folder.joinpath(f"games.{end}").read_text(encoding="utf-8"))
        for end, kind in MEDIA_TYPES.items()
    }
    codes = folder.joinpath("qr_code.js").read_text(encoding="utf-8")
    return {
        **pages,
        "/list": pages["/games.html"],
        "/qr_code.js": (MEDIA_TYPES["js"], codes),
    }


SEAT_PAGE_SCRIPTS = (
    "vectors.js",
    "colors.js",
    "shaders.js",
    "graphics.js",
    "physical_look.js",
    "painter.js",
    "view.js",
    "seat_sounds.js",
    "seat_remains.js",
    "seat_table.js",
    "seat_staging.js",
    "seat_words.js",
    "seat_dice.js",
    "seat_terms.js",
    "seat_judge.js",
    "seat_talk.js",
    "seat.js",
)
"""The scripts of the seat page, in loading order."""
PAGE_SOUNDS = (
    "step",
    "shot",
    "blast",
    "blade",
    "dice",
    "hit",
    "miss",
    "fall",
    "gate",
    "turn",
    "victory",
)
"""The sounds of the page."""


MAX_TEXTURE_BYTES = 300_000
"""The maximum size of a table's textures. It holds the first page below a megabyte."""


@memo_per_process(Size.FEW)
def seat_page_files() -> Mapping[str, tuple[str, str]]:
    """Return the media type and the text of each file of the seat page, by path."""

    def text(name: str) -> str:
        return files("wc3d.web").joinpath(name).read_text(encoding="utf-8")

    return {
        "/": ("text/html", text("seat.html")),
        "/seat.css": ("text/css", text("seat.css")),
        "/seat.js": ("text/javascript", join_scripts(SEAT_PAGE_SCRIPTS)),
    }


def shared_page_html(topic: str) -> str:
    """Return the page for shared files, one folder deeper. Its help opens a guide topic."""
    page = seat_page_files()["/"][1].replace('href="guide/playing"', f'href="../guide/{topic}"')
    return page.replace('href="seat.css"', 'href="../seat.css"').replace(
        'src="seat.js"', 'src="../seat.js"'
    )


def read_sound_file(name: str) -> bytes | None:
    """Return a sound of the page as a WAV file, None for an unknown name."""
    return (
        files("wc3d.animation").joinpath(f"sound_files/{name}.wav").read_bytes()
        if name in PAGE_SOUNDS
        else None
    )


@dataclass(frozen=True, eq=False)
class PackedFigure:
    """A packed figure: the description of its mesh, and the block with its data."""

    mesh: dict[str, Any]
    block: str


class LiveScene:
    """The table of a game and all figures used on it. It holds only looks and no hidden state."""

    def __init__(self, table: Table) -> None:
        pack = BinaryPack()
        bare = replace(table, bodies=())
        scenery = PageScenery(pack, bare, [], PageMeshFiles(MAX_TEXTURE_BYTES))
        marks = PageEvidenceMarks(pack, PageFigures(pack), bare, None).to_json(OVERVIEW_ORBIT)
        self.scene_data = {"table": scenery.to_json(), "marks": [marks], "figures": []}
        self.packed_block = pack.to_base64()
        self.figures: list[PackedFigure] = []
        self._ground = ground_for_board(table.name)
        self._known: dict[tuple[Any, ...], int] = {}

    def _figure_number(self, body: Body, livery: Livery) -> int:
        """Return the number of a model's figure. Models in the same pose share it."""
        cast = cast_figure(body, replace(livery, rgb=(255, 255, 255)), self._ground)
        cast = replace(cast, variant=Variant(cast.variant.pose))
        key = cast, body.kind
        if key not in self._known:
            points, normals, colors, faces = build_figure(cast, True)
            pack = BinaryPack()
            mesh = pack.add_mesh(points, normals, page_paints(colors), faces)
            mesh["base"] = 3 * len(make_bare_base(cast, True)[3])
            self._known[key] = len(self.figures)
            self.figures.append(PackedFigure(mesh, pack.to_base64()))
        return self._known[key]

    def figures_to_json(
        self, table: Table, liveries: Mapping[str, Livery], angles: Mapping[str, float]
    ) -> list[dict[str, Any]]:
        """Return the figure, the position, the color and the rotation of each model."""
        figures = []
        for body in table.bodies:
            livery = liveries.get(body.id, Livery((200, 200, 200)))
            at = [round(v, 3) for v in body.at]
            turn = round(angles.get(body.id, 0.0), 1)
            number = self._figure_number(body, livery)
            size = [round(body.radius, 3), round(body.height, 3)]
            figures.append(
                {
                    "mesh": number,
                    "id": body.id,
                    "at": at,
                    "turn": turn,
                    "rgb": list(livery.rgb),
                    "size": size,
                }
            )
        return figures


def format_label(label: ModelLabel) -> str:
    """Return a model's label: its name, health, points, signs, and a check mark after its turn."""
    health = f" {label.health}/{label.boxes}" if label.boxes > 1 else ""
    points = f" ●{label.points}" if label.points else ""
    short = "".join(
        f" {sign.short}{f' {sign.count}' if sign.count > 1 else ''}"
        for sign in label.signs
        if sign.short
    )
    return f"{label.name}{health}{points}{short}{' ✓' if label.is_done else ''}"
