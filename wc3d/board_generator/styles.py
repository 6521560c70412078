"""The styles of random boards: the pieces that each one draws, and how they stand."""

from __future__ import annotations

from dataclasses import dataclass

from wc3d._internal.suggestions import suggest_similar
from wc3d.board_generator import kit_pieces as kit
from wc3d.board_generator.kit_pieces import TerrainPiece
from wc3d.errors import InputError

MIN_SIDE_IN, MAX_SIDE_IN = 30.0, 60.0
"""The shortest and the longest side of a random board. Inches."""

MAX_SEED_CHARS = 40
"""The longest seed in characters."""


@dataclass(frozen=True)
class PieceGroup:
    """Pieces that play the same part on a board.

    `per_1000` is the usual number of pieces on 1,000 square inches. `band` are the shares of the
    table's depth between which the pieces of the near half stand.
    """

    name: str
    pieces: tuple[TerrainPiece, ...]
    per_1000: float
    band: tuple[float, float]


@dataclass(frozen=True)
class BoardStyle:
    """A style of random boards.

    `angle_step` is the step of the pieces' turns in degrees, 0 for any angle. `angle_jitter` and
    `jitter` are the most by which a piece differs from its twin across the table, in degrees and
    inches.
    """

    name: str
    title: str
    """The name of its boards. A word of it chooses the ground, such as "yard"."""
    summary: str
    centers: tuple[TerrainPiece | None, ...]
    groups: tuple[PieceGroup, ...]
    angle_step: float
    angle_jitter: float
    jitter: float


LARGE_BAND = (0.17, 0.5)
WALL_BAND = (0.14, 0.5)
AREA_BAND = (0.05, 0.5)
COVER_BAND = (0.09, 0.5)
"""The bands of groups: the first inches of a side stay free for deployment."""

STYLES: dict[str, BoardStyle] = {
    style.name: style
    for style in (
        BoardStyle(
            "city",
            "City streets",
            "streets between houses, with barricades and street trees",
            (kit.ARCH, kit.KILN, None),
            (
                PieceGroup("large", (kit.RUIN_CORNER, kit.TOWNHOUSE, kit.BUNKER), 3.2, LARGE_BAND),
                PieceGroup("walls", (kit.RUIN_WALL, kit.ARCHED_WALL, kit.MONUMENT), 3.2, WALL_BAND),
                PieceGroup("areas", (kit.STREET_TREES, kit.RUBBLE), 2.2, AREA_BAND),
                PieceGroup(
                    "cover",
                    (kit.BAGS, kit.SCRAP, kit.CRATES, kit.PLANTER, kit.LOW_WALL),
                    5.5,
                    COVER_BAND,
                ),
            ),
            angle_step=90.0,
            angle_jitter=0.0,
            jitter=0.4,
        ),
        BoardStyle(
            "ruins",
            "Ruined town",
            "broken towers and walls at all angles, with shell holes and rubble",
            (kit.SHELL_HOLES, kit.ARCH, None),
            (
                PieceGroup("large", (kit.RUIN_TOWER, kit.RUIN_CORNER), 2.6, LARGE_BAND),
                PieceGroup(
                    "walls",
                    (kit.RUIN_WALL, kit.ARCHED_WALL, kit.MONUMENT, kit.DEAD_TREE),
                    3.0,
                    WALL_BAND,
                ),
                PieceGroup("areas", (kit.CRATER, kit.RUBBLE, kit.OVERGROWN), 3.4, AREA_BAND),
                PieceGroup("cover", (kit.BAGS, kit.SCRAP, kit.STONES), 5.0, COVER_BAND),
            ),
            angle_step=15.0,
            angle_jitter=8.0,
            jitter=0.6,
        ),
        BoardStyle(
            "industrial",
            "Industrial yard",
            "stacks of containers, tanks and gantries, with pipes and crates",
            (kit.GANTRIES, kit.BRIDGE, kit.CENTER_STACK),
            (
                PieceGroup(
                    "large",
                    (
                        kit.CONTAINER_STAIR,
                        kit.CONTAINER_STACK,
                        kit.CONTAINER_OPEN,
                        kit.COMMS_TOWER,
                        kit.CONTAINER,
                    ),
                    4.2,
                    LARGE_BAND,
                ),
                PieceGroup(
                    "walls",
                    (kit.PIPES, kit.FACTORY_WALL, kit.TANK, kit.CRATE_STACK),
                    3.4,
                    WALL_BAND,
                ),
                PieceGroup("areas", (kit.OIL, kit.SMOKE), 1.8, AREA_BAND),
                PieceGroup(
                    "cover", (kit.CRATES, kit.SUPPLY_POD, kit.BAGS, kit.SCRAP), 5.0, COVER_BAND
                ),
            ),
            angle_step=90.0,
            angle_jitter=5.0,
            jitter=0.5,
        ),
        BoardStyle(
            "wilds",
            "Wilds",
            "woods, crags and ponds, with logs and stones",
            (kit.CENTER_WOOD, kit.GLADE, None),
            (
                PieceGroup("large", (kit.WOOD, kit.HILL, kit.WOOD, kit.CRAG_TALL), 3.0, LARGE_BAND),
                PieceGroup(
                    "walls",
                    (kit.CRAG_TALL, kit.ROCKS_TALL, kit.DEAD_TREE, kit.LOOKOUT, kit.ROCKS_TALL),
                    3.2,
                    WALL_BAND,
                ),
                PieceGroup("areas", (kit.POND, kit.MUD, kit.SAPLINGS, kit.MIST), 3.0, AREA_BAND),
                PieceGroup("cover", (kit.LOG, kit.STONES, kit.SMALL_STONES), 5.0, COVER_BAND),
            ),
            angle_step=0.0,
            angle_jitter=12.0,
            jitter=0.7,
        ),
    )
}
"""The styles by name."""


def kit_pieces() -> list[TerrainPiece]:
    """Return every piece of the styles once."""
    pieces = [
        piece
        for style in STYLES.values()
        for piece in (*style.centers, *(piece for group in style.groups for piece in group.pieces))
        if piece is not None
    ]
    return list({piece.id: piece for piece in pieces}.values())


def find_style(name: str) -> BoardStyle:
    """Return a style by its name. Raises InputError."""
    style = STYLES.get(name)
    if style is None:
        known = ", ".join(STYLES)
        raise InputError(
            f"style {name[:40]!r}: expected one of {known}{suggest_similar(name, STYLES)}"
        )
    return style
