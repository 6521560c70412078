"""Armor in layers: the pauldrons of people and machines, greaves, and the bolts that hold them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from figure_kit.model import BEVELLED, Corner, Figure, oval, rgb
from figure_kit.paints import BLACK, Paint, Scheme

DEEP = 1.1
"""How much deeper than wide a pauldron is."""
SHADE = 0.6
"""How dark the lower plates of a pauldron are, compared with its shell."""
SHELL = ((1.0, 0.04), (1.02, 0.2), (0.88, 0.54), (0.62, 0.8))
FAR_SHELL = ((1.02, 0.06), (0.86, 0.55), (0.5, 0.86))
CAP = ((0.75, 0.62), (0.73, 0.74), (0.66, 0.83), (0.3, 1.03))
FAR_CAP = ((0.74, 0.62), (0.42, 1.0))
RIM = ((0.98, -0.03), (1.1, 0.0), (1.06, 0.12))
LAMES = (
    ((1.04, -0.33), (1.07, -0.28), (0.98, 0.02)),
    ((0.99, -0.6), (1.02, -0.55), (0.92, -0.26)),
)
"""Profiles of radius and height, for a pauldron 1 wide and 1 tall: its shell, the cap on it, its rim, plates below."""

GREAVE = (
    (0.02, 0.098, 0.116, 0.098),
    (0.08, 0.086, 0.1, 0.084),
    (0.55, 0.1, 0.12, 0.1),
    (0.84, 0.088, 0.102, 0.086),
    (0.9, 0.104, 0.118, 0.1),
)
CUISSE = (
    (0.2, 0.112, 0.126, 0.098),
    (0.27, 0.098, 0.11, 0.086),
    (0.6, 0.114, 0.118, 0.104),
    (0.8, 0.111, 0.108, 0.102),
)
"""Rings of plates on a shin and a thigh: the share of its length, how far to the sides, ahead and back."""
BOOT = (
    (-0.115, 0.06, 0.12),
    (-0.04, 0.074, 0.15),
    (0.07, 0.078, 0.13),
    (0.14, 0.07, 0.092),
    (0.185, 0.05, 0.07),
)
"""Rings of a boot: how far ahead, half its width, and its height."""


def pauldron(
    f: Figure,
    s: Scheme,
    radius: float,
    tall: float,
    shell: Paint,
    cap: Paint,
    rim: Paint | None = None,
    heavy: bool = False,
) -> None:
    """A shell with a rim and a raised cap over darker plates, bolted; a heavy one has more of each."""
    edge = s.trim if rim is None else rim

    sides = (12 if heavy else 10) if f.fine else 6

    def turned(
        profile: tuple[tuple[float, float], ...],
        paint: Paint,
        *worn: int,
        open_ends: tuple[int, ...] = (),
    ) -> None:
        wide, high = radius, radius * tall
        rings = [
            oval(r * wide, r * wide * DEEP, r * wide * DEEP, (0, 0, h * high), sides)
            for r, h in profile
        ]
        f.loft(rings, paint, worn=worn, open_ends=open_ends)

    dark = Paint(rgb(shell, SHADE), shell.kind)
    turned(SHELL if f.fine else FAR_SHELL, shell, open_ends=(0, 1))
    turned(CAP if f.fine else FAR_CAP, cap, 1, open_ends=(0,))
    if not f.fine:
        if rim is not None or heavy:
            turned(((1.09, -0.22), (1.05, 0.12)), edge)
        return
    turned(RIM, edge, 1, open_ends=(1,))
    for profile in LAMES[: 2 if heavy else 1]:
        turned(profile, dark, 0, open_ends=(1,))
    if heavy:
        _spine(f, edge, radius, tall)
    _bolts(f, radius, tall, edge, heavy)


def _spine(f: Figure, paint: Paint, radius: float, tall: float) -> None:
    """A band over the top from the front to the back."""
    half = radius * 0.13
    turns = np.radians(np.linspace(160, 20, 8))
    arch = np.column_stack([np.cos(turns) * radius * DEEP, np.sin(turns) * radius * tall])
    section = ((-half, 1.0), (-half * 0.8, 1.1), (half * 0.8, 1.1), (half, 1.0))
    _strip(f, [[(x, y * k, z * k) for x, k in section] for y, z in arch], paint)
    for turn in (42, 138):
        y, z = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        at = np.array([0.0, y * radius * DEEP, z * radius * tall]) * 1.1
        f.rivet(at, _unit(0.0, y / DEEP, z / tall), paint, radius * 0.07)


def _bolts(f: Figure, radius: float, tall: float, paint: Paint, heavy: bool) -> None:
    """Bolts round the foot of the shell."""
    size = radius * (0.06 if heavy else 0.085)
    for turn in range(15, 375, 40 if heavy else 60):
        x, y = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        at = np.array([x * radius, y * radius * DEEP, 0.26 * radius * tall])
        f.rivet(at, _unit(x, y / DEEP, 0.3), paint, size)


def _unit(x: float, y: float, z: float) -> np.ndarray:
    return np.asarray(np.array([x, y, z]) / math.sqrt(x * x + y * y + z * z))


def _strip(f: Figure, rows: list[list[Corner]], paint: Paint) -> None:
    """A strip of faces through rows of corners; the outer faces of each row are its edges."""
    count = len(rows[0])
    faces = []
    worn = []
    for k in range(len(rows) - 1):
        for i in range(count - 1):
            a, b = k * count + i, (k + 1) * count + i
            faces += [(a, a + 1, b + 1), (a, b + 1, b)]
            worn += [i in (0, count - 2)] * 2
    corners = np.asarray(rows, float).reshape(-1, 3)
    f.add(corners, np.array(faces), np.array(worn), paint, BEVELLED)


def plates(
    f: Figure,
    profile: Sequence[tuple[float, float, float, float]],
    long: float,
    at: tuple[float, float],
    paint: Paint,
    bulk: float,
) -> None:
    """A plate round a limb so long, its rims turned out."""
    rows = profile if f.fine else (profile[0], profile[-1])
    sides = 9 if f.fine else 4
    rings = [
        oval(w * bulk, n * bulk, s * bulk, (at[0], at[1], long * h), sides, 0.8)
        for h, w, n, s in rows
    ]
    flared = (0, len(rows) - 2) if rows[-1][1] > rows[-2][1] else (0,)
    f.loft(rings, paint, BEVELLED, worn=flared)


def boot(
    f: Figure, s: Scheme, at: tuple[float, float], paint: Paint, strap: Paint, bulk: float
) -> None:
    """A boot: a sole, an instep that falls to a blunt toe, and a shaft with a strap."""
    (x, y), b = at, bulk
    f.box((0.165 * b, 0.32 * b, 0.04), (x, y + 0.035, 0.02), BLACK, bevel=0)
    rings = []
    for ahead, w, top in BOOT if f.fine else (BOOT[0], BOOT[3]):
        half = ((1, 0.03), (0.96, top * 0.6), (0.6, top))
        ring = [(u, h) for u, h in half] + [(-u, h) for u, h in half[::-1]]
        rings.append([(x + u * b * w, y + ahead * b, h) for u, h in ring])
    f.loft(rings, paint)
    f.bar([(x, y - 0.02, 0.1), (x, y - 0.015, 0.19)], [0.078 * b, 0.084 * b], paint, 8)
    if f.fine:
        f.box((0.15 * b, 0.04, 0.05), (x, y + 0.035 * b, 0.115), strap, x=-32, bevel=0)
        f.box((0.13 * b, 0.05, 0.05), (x, y + 0.165 * b, 0.06), s.metal, bevel=0.012)


def wraps(f: Figure, s: Scheme, ankle: Corner, knee: Corner, strap: Paint, bulk: float) -> None:
    """A pad on a knee and wraps round a shin."""
    with f.along(ankle, knee) as long:
        for share in (0.4, 0.62):
            r = (0.064 + 0.02 * share) * bulk
            band = [(r, long * share - 0.022), (r * 1.04, long * share + 0.022)]
            f.lathe(band, strap, sides=8)
        rings = [
            oval(w * bulk, 0.5 * w * bulk, 0.02, (0, 0.06 * bulk, long + h), 7)
            for w, h in ((0.06, -0.08), (0.074, 0.0), (0.05, 0.08))
        ]
        f.loft(rings, s.second, worn=(1,))
        f.box((0.166 * bulk, 0.15 * bulk, 0.026), (0, 0, long - 0.01), strap, bevel=0)
