"""What stands about in a yard: crates, drums, a container and barricades."""

from __future__ import annotations

from terrain_kit.masonry import shingle
from terrain_kit.metalwork import BLACK, DARK, RED, STEEL, TEAL, YELLOW, stripes
from terrain_kit.piece import Piece, Tint
from terrain_kit.ruins import OAK, as_drawn, bars
from terrain_kit.solids import (
    Corner,
    Point,
    Solid,
    block,
    circle,
    cut_block,
    loft,
    post,
    ring,
    slab,
    tube,
)

OLIVE: Tint = (0.46, 0.5, 0.34)
CANVAS: Tint = (0.72, 0.64, 0.46)


def wooden_crate(
    piece: Piece, size: Corner, at: Corner = (0, 0, 0), turn: float = 0, tint: Tint = OAK
) -> None:
    """A crate of boards with a frame and a slanting brace on each side; flat on top."""
    x, y, z = (s / 2 for s in size)
    parts: list[tuple[Solid, Tint]] = [
        (
            block((-x + 0.06, -y + 0.06, 0.05), (x - 0.06, y - 0.06, 2 * z - 0.02), 0.02),
            (0.5, 0.4, 0.3),
        )
    ]
    count = max(3, round(2 * x / 0.42))
    for k in range(count):
        left = -x + 2 * x * k / count
        parts.append(
            (
                block(
                    (left, -y + 0.03, 2 * z - 0.1),
                    (left + 2 * x / count + 0.005, y - 0.03, 2 * z),
                    0.03,
                ),
                tint,
            )
        )
    for side in range(4):
        w, d = (x, y) if side % 2 == 0 else (y, x)
        bars_ = [
            block((-w, -d, 0), (-w + 0.24, -d + 0.1, 2 * z - 0.03), 0.03, "y"),
            block((w - 0.24, -d, 0), (w, -d + 0.1, 2 * z - 0.03), 0.03, "y"),
            block((-w + 0.2, -d + 0.01, 0), (w - 0.2, -d + 0.1, 0.24), 0.03, "y"),
            block(
                (-w + 0.2, -d + 0.01, 2 * z - 0.27), (w - 0.2, -d + 0.1, 2 * z - 0.03), 0.03, "y"
            ),
        ]
        lean = [
            (-w + 0.2, 0.2),
            (-w + 0.45, 0.2),
            (w - 0.2, 2 * z - 0.25),
            (w - 0.45, 2 * z - 0.25),
        ]
        bars_.append(slab(lean, d - 0.08, d - 0.01, 0.02).upright())
        parts += [(bar.turned(90 * side), tint) for bar in bars_]
    for solid, own in parts:
        piece.add(solid.turned(turn).moved(at), "wood", own, 0.12)


def crate(piece: Piece) -> None:
    """A big wooden crate, flat on top, with a torn tarpaulin over a corner."""
    wooden_crate(piece, (2.2, 2.2, 1.75))
    for x, y, turn in ((1.45, 0.5, 20), (-1.35, -0.7, 75)):
        piece.add(
            block((-0.5, -0.14, 0), (0.5, 0.14, 0.1), 0.03).turned(turn).moved((x, y, 0)),
            "wood",
            OAK,
            0.15,
        )


def steel_box(piece: Piece, size: Corner, at: Corner, turn: float, tint: Tint) -> None:
    """A ribbed box of steel with corner guards and a flat lid."""
    x, y, z = (s / 2 for s in size)
    parts: list[tuple[Solid, str, Tint]] = [
        (
            cut_block((-x + 0.06, -y + 0.06, 0.08), (x - 0.06, y - 0.06, 2 * z - 0.08), 0.06),
            "metal",
            tint,
        )
    ]
    parts.append((cut_block((-x, -y, 2 * z - 0.3), (x, y, 2 * z), 0.07), "metal", tint))
    parts.append((cut_block((-x, -y, 0), (x, y, 0.24), 0.06), "metal", DARK))
    count = max(2, round(2 * x / 0.6))
    for k in range(1, count):
        at_x = -x + 2 * x * k / count
        for side in (-1, 1):
            low, high = sorted((side * (y - 0.08), side * (y - 0.005)))
            parts.append(
                (
                    block((at_x - 0.08, low, 0.2), (at_x + 0.08, high, 2 * z - 0.26), 0.02),
                    "metal",
                    tint,
                )
            )
    for sx in (-1, 1):
        low, high = sorted((sx * (x - 0.1), sx * (x + 0.03)))
        parts.append(
            (block((low, -0.3, z - 0.12), (high, 0.3, z + 0.16), 0.03, "x"), "metal", BLACK)
        )
    for solid, material, own in parts:
        piece.add(solid.turned(turn).moved(at), material, own)


def barrel(
    piece: Piece,
    at: Corner,
    tint: Tint,
    high: float = 1.35,
    radius: float = 0.46,
    material: str = "metal",
) -> None:
    """A drum with three hoops."""
    x, y, z = at
    profile = [
        (0, 0.92),
        (0.03, 1),
        (0.31, 1),
        (0.34, 1.06),
        (0.38, 1),
        (0.63, 1),
        (0.66, 1.06),
        (0.7, 1),
        (0.97, 1),
        (1, 0.92),
    ]
    rings = [ring(circle(radius * w, 12), h * high) for h, w in profile]
    piece.add(
        loft(rings, [band in (0, 2, 3, 5, 6, 8) for band in range(9)]).moved((x, y, z)),
        material,
        tint,
    )
    piece.add(post((x + radius * 0.5, y), z + high - 0.02, z + high + 0.04, 0.09, 6), "metal", DARK)


def supply_pod(piece: Piece) -> None:
    """A long steel box with a flat lid, its markings and a lamp."""
    steel_box(piece, (3.4, 1.6, 1.5), (0, 0, 0), 0, OLIVE)
    for x in (-0.95, 0.95):
        piece.add(block((x - 0.12, -0.86, 0.85), (x + 0.12, 0.86, 1.02), 0.03), "metal", BLACK)
    stripes(piece, (-0.55, -0.83), (0.55, -0.83), 0.62, 0.86, 0.03)
    stripes(piece, (-0.55, 0.83), (0.55, 0.83), 0.62, 0.86, 0.03)
    barrel(piece, (2.25, 0.25, 0), RED, 1.2, 0.42)


def crate_stack(piece: Piece) -> None:
    """Crates on crates, with drums beside them; the highest lies at 3"."""
    wooden_crate(piece, (1.7, 1.7, 1.5), at=(-0.9, 0.5, 0), turn=4)
    steel_box(piece, (2.2, 1.7, 1.5), (1.15, 0.45, 0), -3, TEAL)
    wooden_crate(piece, (1.8, 1.6, 1.5), at=(0.1, 0.45, 1.5), turn=12, tint=(0.62, 0.54, 0.44))
    wooden_crate(piece, (1.0, 1.0, 0.9), at=(-0.6, -0.95, 0), turn=-18, tint=(0.8, 0.68, 0.5))
    barrel(piece, (0.75, -1.05, 0), RED)
    barrel(piece, (1.75, -0.95, 0), (0.85, 0.75, 0.7), material="rust")


def container(piece: Piece) -> None:
    """A shipping container, 6" long, its flat roof at 2.75"."""
    x = 3.0
    y = 1.25
    high = 2.75
    tint = (0.32, 0.5, 0.62)
    piece.add(
        block((-x + 0.1, -y + 0.12, 0.1), (x - 0.1, y - 0.12, high - 0.1), 0.03),
        "metal",
        (0.28, 0.44, 0.55),
    )
    for side in (-1, 1):
        for k in range(11):
            at = -2.5 + 0.5 * k
            low, high_ = sorted((side * (y - 0.16), side * (y - 0.03)))
            piece.add(
                block((at - 0.14, low, 0.2), (at + 0.14, high_, high - 0.22), 0.05, "y"),
                "metal",
                tint,
                0.08,
            )
        low, high_ = sorted((side * y, side * (y - 0.2)))
        piece.add(
            cut_block(
                (-x + 0.1, low + 0.01, high - 0.27), (x - 0.1, high_ - 0.01, high - 0.01), 0.04
            ),
            "metal",
            tint,
        )
        piece.add(
            cut_block((-x + 0.1, low + 0.01, 0.01), (x - 0.1, high_ - 0.01, 0.26), 0.04),
            "metal",
            tint,
        )
        for end in (-1, 1):
            left, right = sorted((end * x, end * (x - 0.24)))
            piece.add(cut_block((left, low, 0), (right, high_, high), 0.04), "metal", tint)
            for z in (0.0, high - 0.3):
                corner = cut_block(
                    (left - 0.03, low - 0.03, z), (right + 0.03, high_ + 0.03, z + 0.3), 0.05
                )
                piece.add(
                    corner if z == 0 else corner.moved((0, 0, -0.02)), "rust", (0.95, 0.9, 0.88)
                )
    roof = [
        block(
            (-x + 0.2 + 0.8 * k, -y + 0.15, high - 0.14),
            (-x + 1.01 + 0.8 * k, y - 0.15, high),
            0.04,
        )
        for k in range(7)
    ]
    piece.add(roof, "metal", tint, 0.08)
    for end in (-1, 1):
        for z in (0.02, high - 0.26):
            left, right = sorted((end * (x - 0.02), end * (x - 0.24)))
            piece.add(
                block((left, -y + 0.1, z), (right, y - 0.1, z + 0.24), 0.04, "x"), "metal", tint
            )
    doors(piece, x, y, high, tint)


def doors(piece: Piece, x: float, y: float, high: float, tint: Tint) -> None:
    """Two doors with bars and a warning at one end of a container; a plain sheet with ribs at the other."""
    for side in (-1, 1):
        low, high_ = sorted((side * 0.02, side * (y - 0.18)))
        piece.add(
            block((x - 0.14, low, 0.22), (x - 0.03, high_, high - 0.22), 0.04, "x"), "metal", tint
        )
        for at in (0.25, 0.72):
            piece.add(post((x - 0.01, side * at), 0.14, high - 0.14, 0.045, 6), "metal", STEEL)
        piece.add(
            block((x - 0.05, side * 0.25 - 0.16, 1.1), (x + 0.06, side * 0.25 + 0.16, 1.22), 0.02),
            "metal",
            BLACK,
        )
    for k in range(4):
        at = -0.75 + 0.5 * k
        piece.add(
            block((-x + 0.02, at - 0.14, 0.22), (-x + 0.14, at + 0.14, high - 0.22), 0.05, "x"),
            "metal",
            tint,
            0.08,
        )
    plate = slab([(-0.5, 1.5), (0.5, 1.5), (0.5, 2.1), (-0.5, 2.1)], -0.02, 0.02, 0.01).upright()
    for side in (-1, 1):
        piece.add(plate.moved((1.2 * side, side * (y - 0.03), 0)), "stencil", (0.9, 0.88, 0.82))


def container_open(piece: Piece) -> None:
    """A container one walks through, 7" long, open at both ends, its doors swung back; its flat roof at 3.125"."""
    x = 3.5
    y = 1.5
    high = 3.125
    tint = (0.66, 0.33, 0.2)
    for side in (-1, 1):
        low, near = sorted((side * (y - 0.04), side * (y - 0.18)))
        piece.add(
            block((-x + 0.1, low, 0.02), (x - 0.1, near, high - 0.1), 0.03),
            "metal",
            (0.5, 0.26, 0.17),
        )
        for k in range(13):
            at = -3.0 + 0.5 * k
            low, near = sorted((side * (y - 0.12), side * y))
            piece.add(
                block((at - 0.14, low, 0.2), (at + 0.14, near, high - 0.2), 0.05, "y"),
                "metal",
                tint,
                0.08,
            )
        for z in (0.0, high - 0.28):
            low, near = sorted((side * (y - 0.2), side * (y + 0.02)))
            piece.add(cut_block((-x + 0.1, low, z), (x - 0.1, near, z + 0.26), 0.04), "metal", tint)
        for end in (-1, 1):
            left, right = sorted((end * (x + 0.02), end * (x - 0.22)))
            low, near = sorted((side * (y + 0.03), side * (y - 0.22)))
            piece.add(
                cut_block((left, low, 0), (right, near, high - 0.02), 0.05),
                "rust",
                (0.95, 0.9, 0.88),
            )
    roof = [
        block(
            (-x + 0.06 + 0.99 * k, -y + 0.1, high - 0.14),
            (-x + 1.06 + 0.99 * k, y - 0.1, high),
            0.04,
        )
        for k in range(7)
    ]
    piece.add(roof, "metal", tint, 0.1)
    for end in (-1, 1):
        left, right = sorted((end * x, end * (x - 0.2)))
        piece.add(
            block((left, -y + 0.1, high - 0.3), (right, y - 0.1, high - 0.01), 0.04, "x"),
            "metal",
            tint,
        )
    for end, side in ((1, -1), (1, 1), (-1, 1)):
        left, right = sorted((end * (x - 0.05), end * (x - 1.35)))
        low, near = sorted((side * (y + 0.03), side * (y + 0.13)))
        piece.add(
            block((left, low, 0.2), (right, near, high - 0.25), 0.04, "y"), "metal", tint, 0.08
        )
        for at in (0.45, 0.95):
            piece.add(
                post((end * (x - at), side * (y + 0.14)), 0.12, high - 0.16, 0.045, 6),
                "metal",
                STEEL,
            )
    shingle(piece, (-3, 3), 0, 0.8, 5, as_drawn)


def sandbag(piece: Piece, at: Corner, turn: float) -> None:
    """A bag that sags on what lies under it."""
    random = piece.random
    rings = []
    for height, wide in ((0.0, 0.86), (0.09, 1.0), (0.2, 1.0), (0.29, 0.8)):
        outline: list[Point] = [
            (0.52 * wide, 0.1 * wide),
            (0.36 * wide, 0.24 * wide),
            (-0.36 * wide, 0.24 * wide),
            (-0.52 * wide, 0.1 * wide),
        ]
        outline += [(-x, -y) for x, y in outline]
        rings.append(ring(outline, height))
    rings = [
        rings[0],
        *(
            level + [[random.uniform(-0.025, 0.025) for _ in range(3)] for _ in level]
            for level in rings[1:]
        ),
    ]
    tint: Tint = random.choice((CANVAS, (0.66, 0.6, 0.44), (0.6, 0.56, 0.42)))
    piece.add(loft(rings, [False, False, True]).turned(turn).moved(at), "concrete", tint, 0.08)


def barricade_bags(piece: Piece) -> None:
    """Two concrete barriers with sandbags between and before them, an inch high."""
    profile = [
        (-0.42, 0),
        (0.42, 0),
        (0.4, 0.22),
        (0.2, 0.5),
        (0.15, 0.98),
        (-0.15, 0.98),
        (-0.2, 0.5),
        (-0.4, 0.22),
    ]
    for x, turn in ((-1.75, 3), (1.75, -4)):
        barrier = (
            slab(profile, -0.85, 0.85, 0.05).upright().turned(90).turned(turn).moved((x, 0, 0))
        )
        piece.add(barrier, "concrete", (0.86, 0.85, 0.82))
        for dx in (-0.45, 0.1):
            mark = slab(
                [(dx, 0.62), (dx + 0.22, 0.62), (dx + 0.4, 0.88), (dx + 0.18, 0.88)], 0.1, 0.2, 0.01
            ).upright()
            piece.add(mark.turned(turn).moved((x, 0, 0)), "metal", YELLOW)
    for row, count in ((0, 2), (1, 1), (2, 2)):
        for k in range(count):
            x = (k - (count - 1) / 2) * 0.95
            sandbag(
                piece,
                (x, piece.random.uniform(-0.04, 0.04), row * 0.26),
                piece.random.uniform(-6, 6),
            )
            sandbag(piece, (x, 0.34 if row < 2 else 0.18, row * 0.26), piece.random.uniform(-6, 6))
    for x, turn in ((-1.2, 20), (1.5, -10), (2.3, 5)):
        sandbag(piece, (x, -0.62, 0), turn)
    bars(piece, [((2.5, 0), (3.0, 0.1))], 0.7)


def tire(piece: Piece, at: Corner) -> None:
    """A worn tire that lies flat."""
    profile = [
        (0.28, 0.0),
        (0.5, 0.0),
        (0.58, 0.08),
        (0.58, 0.22),
        (0.5, 0.3),
        (0.28, 0.3),
        (0.24, 0.15),
    ]
    sides = 12
    corners = [(r * x, r * y, z) for x, y in circle(1, sides) for r, z in profile]
    n = len(profile)
    faces = []
    for i in range(sides):
        for k in range(n):
            a = i * n + k
            b = i * n + (k + 1) % n
            c = (i + 1) % sides * n + (k + 1) % n
            d = (i + 1) % sides * n + k
            faces += [(a, c, b), (a, d, c)]
    worn = [k in (1, 3) for _ in range(sides) for k in range(n) for _ in range(2)]
    piece.add(Solid.of(corners, faces, worn).moved(at), "metal", (0.24, 0.24, 0.25))


def barricade_scrap(piece: Piece) -> None:
    """Plates, planks and tires propped against posts: an inch high."""
    for x in (-2.2, -0.8, 0.7, 2.2):
        piece.add(
            cut_block((x - 0.1, -0.1, 0), (x + 0.1, 0.1, 0.88 + 0.1 * (x > 0)), 0.04),
            "wood",
            (0.5, 0.42, 0.34),
        )
        piece.add(tube([(x, 0.1, 0.8), (x + 0.05, 0.75, 0.06)], 0.06, 6), "rust")
    sheets: list[tuple[float, float, float, Tint, str]] = [
        (-2.5, -1.0, 0.88, TEAL, "metal"),
        (-1.1, 0.5, 0.75, (1, 0.95, 0.9), "rust"),
        (0.4, 1.5, 0.87, STEEL, "metal"),
        (1.3, 2.55, 0.82, RED, "metal"),
    ]
    for left, right, high, tint, material in sheets:
        ribs = max(3, round((right - left) / 0.2))
        step = (right - left) / ribs
        front = [(left + step * k, -0.16 - 0.07 * (k % 2)) for k in range(ribs + 1)]
        back = [(x, y + 0.07) for x, y in reversed(front)]
        random = piece.random
        sheet = slab(front + back, 0, high + random.uniform(-0.05, 0.05), 0.01, below=False)
        piece.add(sheet.turned(random.uniform(-3, 3), "y").grounded(), material, tint)
    for z, lean, left, right in ((0.55, 3, -2.6, -0.2), (0.72, -3, -1.2, 1.4), (0.5, -4, 0.6, 2.7)):
        plank = (
            block((left, -0.34, -0.12), (right, -0.24, 0.12), 0.03, "y")
            .turned(lean, "y")
            .moved((0, 0, z))
        )
        piece.add(plank, "wood", OAK, 0.15)
    for x, y, z in ((-1.5, 0.62, 0), (-1.45, 0.66, 0.29), (1.6, 0.62, 0)):
        tire(piece, (x, y, z))
    barrel(piece, (0.15, 0.62, 0), (0.9, 0.85, 0.8), 0.92, 0.38, "rust")
    shingle(piece, (-2.6, 2.6), -0.6, 0.2, 6, as_drawn)


PIECES = {
    "container": container,
    "container-open": container_open,
    "crate": crate,
    "crate-stack": crate_stack,
    "supply-pod": supply_pod,
    "barricade-bags": barricade_bags,
    "barricade-scrap": barricade_scrap,
}
