"""Scanned ground, a sheet seen from above, is closed down to the table: open below it answers as the same solid does."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
import trimesh

from tests.geometry.mesh_solids.held import hold
from tests.geometry.mesh_solids.test_odd_surfaces import model
from wc3d.games.neo_mechanika.rules.book import rulebook as neo_mechanika
from wc3d.games.warmachine.rules.book import rulebook as warmachine
from wc3d.geometry.mesh_solids.close_scans import (
    CLOSING_DEPTH_IN,
    LOW_GROUND_HEIGHT_IN,
    MAX_CRACK_IN,
    MAX_HOLE_IN,
    MAX_TILE_RIM_IN,
    MIN_SCAN_WIDTH_IN,
    close_scanned_ground,
)
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.visibility import SightResult

CLEAR = SightResult.CLEAR
BLOCKED = SightResult.BLOCKED
pytestmark = [pytest.mark.rule("NM-SIL-156"), pytest.mark.rule("WM-RUL-157")]

SIDE = 24.0
STEP = 0.25
ALONG = np.arange(0.0, SIDE + STEP / 2, STEP)


def heights() -> np.ndarray:
    """Rough ground, 24" wide, that reaches to its rim at any height: a hill, a wall along y and a pit."""
    x, y = np.meshgrid(ALONG, ALONG, indexing="ij")
    rough = np.random.default_rng(4).uniform(0.0, 0.06, x.shape)
    hill = 3.0 * np.exp(-((x - 20.0) ** 2 + (y - 4.0) ** 2) / 12.0)
    pit = 0.4 * np.exp(-((x - 5.0) ** 2 + (y - 18.0) ** 2) / 3.0)
    return np.asarray(
        0.5 + rough + hill - pit + 2.0 * ((np.abs(x - 12.0) < 0.4) & (np.abs(y - 12.0) < 5.0))
    )


def sheet() -> np.ndarray:
    """That ground as a sheet (n, 3, 3), facing up."""
    places = np.stack([*np.meshgrid(ALONG, ALONG, indexing="ij"), heights()], axis=-1)
    a, b, c, d = places[:-1, :-1], places[1:, :-1], places[1:, 1:], places[:-1, 1:]
    return np.concatenate(
        [np.stack(corners, axis=2).reshape(-1, 3, 3) for corners in ((a, b, c), (a, c, d))]
    )


def solid_of(triangles: np.ndarray) -> trimesh.Trimesh:
    return trimesh.Trimesh(**trimesh.triangles.to_kwargs(triangles))


def closed(triangles: np.ndarray) -> np.ndarray:
    """The sheet with upright sides and an underside, made by other code: every rim edge goes down on its own."""
    mesh = solid_of(triangles)
    rim = mesh.edges[trimesh.grouping.group_rows(mesh.edges_sorted, require_count=1)]
    a, b = mesh.vertices[rim[:, 0]], mesh.vertices[rim[:, 1]]
    low_a, low_b = a * [1, 1, 0], b * [1, 1, 0]
    sides = [np.stack(corners, axis=1) for corners in ((b, a, low_a), (b, low_a, low_b))]
    corners = np.array([[0, 0, 0], [SIDE, 0, 0], [SIDE, SIDE, 0], [0, SIDE, 0]])
    return np.concatenate([triangles, *sides, corners[[[0, 2, 1], [0, 3, 2]]]])


def pairs(count: int) -> list[tuple[Cylinder, Cylinder]]:
    """Models on the ground, most of them 4" to 12" apart."""
    chance = np.random.default_rng(8)
    high = heights()
    found = list[tuple[Cylinder, Cylinder]]()
    while len(found) < count:
        way = chance.uniform(4.0, 12.0 if len(found) % 4 else SIDE)
        turn = chance.uniform(0.0, 2 * math.pi)
        first = chance.uniform(1.0, SIDE - 1.0, 2)
        ends = first, first + way * np.array([math.cos(turn), math.sin(turn)])
        if not all(((end > 1.0) & (end < SIDE - 1.0)).all() for end in ends):
            continue
        at = [np.hypot(ALONG[:, None] - x, ALONG[None] - y) < 0.8 for x, y in ends]
        one, two = (
            model(x, y, float(high[near].max()), 0.6, 1.0)
            for (x, y), near in zip(ends, at, strict=True)
        )
        found.append((one, two))
    return found


def test_open_below_it_answers_as_the_closed_solid_does() -> None:
    open_below = hold(sheet(), 0.06)
    solid = hold(closed(sheet()), 0.06)
    assert len(open_below.enclosure.inner[-1].counts) > 0
    answers = [(open_below.sees(a, b, 50), solid.sees(a, b, 50)) for a, b in pairs(200)]
    assert {one for one, _ in answers} >= {CLEAR, BLOCKED}
    assert all(one is two for one, two in answers)
    assert sum(one not in (CLEAR, BLOCKED) for one, _ in answers) <= 2


def test_what_closes_it_makes_it_a_solid_whichever_way_it_faces() -> None:
    lowest = float(sheet()[:, :, 2].min())
    expected = solid_of(closed(sheet())).volume - (lowest - CLOSING_DEPTH_IN) * SIDE * SIDE
    for facing in (sheet(), sheet()[:, ::-1]):
        mesh = solid_of(np.concatenate([facing, close_scanned_ground(facing).triangles]))
        assert mesh.is_watertight and abs(mesh.volume) == pytest.approx(expected)


def without(*places: tuple[float, float, float, float]) -> np.ndarray:
    """The sheet without what comes near to some places: x, y, z, radius."""
    found = sheet()
    for x, y, z, radius in places:
        found = found[np.linalg.norm(found.mean(axis=1) - [x, y, z], axis=1) > radius]
    return found


def test_holes_that_face_up_are_shut() -> None:
    made = close_scanned_ground(without((4, 4, 0.5, 0.6), (18, 20, 0.5, 1.5), (12, 12, 2.5, 0.2)))
    assert (made.shut, len(made.open_hole_boxes)) == (3, 0)


def test_past_a_hole_in_a_side_as_large_as_a_window_sight_may_be_clear_and_is_blocked_elsewhere() -> (
    None
):
    through = without((11.5, 12.0, 1.5, 0.7), (12.5, 12.0, 1.5, 0.7))
    assert len(close_scanned_ground(through).open_hole_boxes) == 2
    held = hold(through, 0.06)
    low = 0.56
    assert held.sees(model(8, 12, low, 0.3, 1.0), model(16, 12, low, 0.3, 1.0)) is CLEAR
    assert held.sees(model(8, 9, low, 0.3, 1.0), model(16, 9, low, 0.3, 1.0)) is BLOCKED


def test_a_roof_a_hangar_and_what_folds_back_are_no_ground() -> None:
    roof = sheet() + [0, 0, 6]
    posts = [
        trimesh.creation.box(bounds=np.array([[x, x, 0], [x + 1, x + 1, 6.5]])).triangles
        for x in (0, 23)
    ]
    assert len(close_scanned_ground(np.concatenate([roof, *posts])).triangles) == 0
    turn = np.linspace(0.0, math.pi, 60)
    arch = np.stack([12 - 12 * np.cos(turn), np.zeros(60), 12 * np.sin(turn)], axis=1)
    a, b = arch[:-1], arch[1:]
    c, d = a + [0, 24, 0], b + [0, 24, 0]
    hangar = np.concatenate([np.stack([a, b, d], axis=1), np.stack([a, d, c], axis=1)])
    assert len(close_scanned_ground(hangar).triangles) == 0
    box = trimesh.creation.box(bounds=[[0, 0, 0], [24, 24, 3]])
    assert len(close_scanned_ground(np.asarray(box.triangles)).triangles) == 0
    cellar = trimesh.creation.box(bounds=np.array([[4, 4, 0], [20, 20, 0.2]])).triangles
    assert (
        len(close_scanned_ground(np.concatenate([sheet() + [0, 0, 0.5], cellar])).triangles) == 0
    ), "there are rooms below"
    both = np.concatenate([sheet(), sheet()[:, ::-1] - [0, 0, 0.3]])
    assert len(close_scanned_ground(both).triangles) > 0, (
        "a sheet above another is ground on its own"
    )


def hall(gate: tuple[float, float] | None) -> np.ndarray:
    """A hall of single sheets 24" wide and 6" high, open below; with a gate so many inches wide and high."""
    x, y, z = (
        np.linspace(0.0, most, cells + 1) for most, cells in ((24.0, 24), (24.0, 24), (6.0, 6))
    )

    def pane(*corners: tuple[float, float, float]) -> np.ndarray:
        a, b, c, d = corners
        return np.array([[a, b, c], [a, c, d]])

    found = [
        pane((a, c, 6), (b, c, 6), (b, d, 6), (a, d, 6))
        for a, b in pairwise(x)
        for c, d in pairwise(y)
    ]
    for a, b in pairwise(x):
        for low, high in pairwise(z):
            for k, ((p, q), (r, s)) in enumerate(
                (((a, 0), (b, 0)), ((b, 24), (a, 24)), ((0, b), (0, a)), ((24, a), (24, b)))
            ):
                if gate is None or k or abs((a + b) / 2 - 12) > gate[0] / 2 or high > gate[1]:
                    found.append(pane((p, q, low), (r, s, low), (r, s, high), (p, q, high)))
    return np.concatenate(found).astype(float)


@pytest.mark.parametrize("gate", [(4.0, 4.0), (20.0, 5.0), (2.0, 2.0)])
def test_a_hall_with_a_gate_is_no_ground_however_wide_it_is(gate: tuple[float, float]) -> None:
    assert len(close_scanned_ground(hall(None)).triangles) > 0, "nobody gets into it"
    assert len(close_scanned_ground(hall(gate)).triangles) == 0
    for told in (neo_mechanika.BOOK.rule("NM-SIL-156"), warmachine.BOOK.rule("WM-RUL-157")):
        assert f'within {LOW_GROUND_HEIGHT_IN:g}"' in str(told)


def test_ground_is_as_wide_as_the_rulings_say() -> None:
    assert neo_mechanika.BOOK.rule("NM-SIL-156").value == MIN_SCAN_WIDTH_IN
    assert f'{MIN_SCAN_WIDTH_IN:g}"' in str(warmachine.BOOK.rule("WM-RUL-157"))


# --- smaller sheets: tiles, hills and rocks that are open below


def hill(wide: float = 6.0, edge: float = 0.1, high: float = 2.0, step: float = 0.2) -> np.ndarray:
    """A hill on a square tile, as a sheet from above, whose rim lies at a height."""
    along = np.arange(0.0, wide + step / 2, step)
    x, y = np.meshgrid(along, along, indexing="ij")
    z = edge + high * np.clip(1.2 - 2.6 * np.hypot(x - wide / 2, y - wide / 2) / wide, 0, 1)
    places = np.stack([x, y, z], axis=-1)
    a, b, c, d = places[:-1, :-1], places[1:, :-1], places[1:, 1:], places[:-1, 1:]
    return np.concatenate(
        [np.stack(corners, axis=2).reshape(-1, 3, 3) for corners in ((a, b, c), (a, c, d))]
    )


def open_box(
    low: tuple[float, float, float], high: tuple[float, float, float], step: float = 0.25
) -> np.ndarray:
    """A block that is open below, of small triangles."""
    mesh = trimesh.creation.box(bounds=[low, high]).subdivide_to_size(step)
    return np.asarray(mesh.triangles[mesh.triangles[:, :, 2].max(axis=1) > low[2] + 1e-9])


@pytest.mark.parametrize(
    "made", [hill(), hill(12.0), hill()[:, ::-1], open_box((0, 0, 0), (4, 3, 2))]
)
def test_a_smaller_sheet_with_a_low_rim_is_closed_to_a_solid(made: np.ndarray) -> None:
    assert solid_of(np.concatenate([made, close_scanned_ground(made).triangles])).is_watertight


def test_sight_through_a_tile_that_is_open_below_is_blocked_and_past_its_hill_it_is_clear() -> None:
    held = hold(hill(edge=0.0), 0.03)
    assert len(held.enclosure.inner[-1].counts) > 0
    assert held.sees(model(-2, 3, 0, 0.4, 1.0), model(8, 3, 0, 0.4, 1.0)) is BLOCKED
    assert held.sees(model(-2, 0.2, 0, 0.4, 1.0), model(8, 0.2, 0, 0.4, 1.0)) is CLEAR


def gate(high: float) -> np.ndarray:
    """A block that is open below, with a way through it along y, so high, whose ceiling nobody saw."""
    left, right = open_box((0, 0, 0), (2, 3, 3)), open_box((3, 0, 0), (5, 3, 3))
    above = trimesh.creation.box(bounds=np.array([(2.0, 0.0, high), (3.0, 3.0, 3.0)]))
    lintel = np.asarray(above.subdivide_to_size(0.25).triangles)
    inner = [(lintel[:, :, 2].max(axis=1) > high + 1e-9) & ~sides_of(lintel, x) for x in (2.0, 3.0)]
    walls = [
        part[~(sides_of(part, x) & (part[:, :, 2].mean(axis=1) > high))]
        for part, x in ((left, 2.0), (right, 3.0))
    ]
    return np.concatenate([*walls, lintel[inner[0] & inner[1]]])


def sides_of(triangles: np.ndarray, x: float) -> np.ndarray:
    return np.asarray((np.abs(triangles[:, :, 0] - x) < 1e-9).all(axis=1))


def test_a_gate_a_shelter_an_awning_a_rug_and_a_house_with_a_slit_are_no_tiles() -> None:
    shelter = open_box((0, 0, 0), (4, 4, 3))
    shelter = shelter[~(np.abs(shelter[:, :, 1]) < 1e-9).all(axis=1)]
    posts = [
        trimesh.creation.box(bounds=np.array([(x, x, 0.0), (x + 0.3, x + 0.3, 2.0)])).triangles
        for x in (0, 5.7)
    ]
    room = trimesh.creation.box(bounds=np.array([(-4, -4, 0), (10, 10, 0.4)])).triangles
    house = open_box((0, 0, 0), (4, 4, 3))
    slit = (np.abs(house[:, :, 0]) < 1e-9).all(axis=1) & (
        np.abs(house.mean(axis=1) - [0, 2, 1.5]).max(axis=1) < 0.2
    )
    turn = np.linspace(0.0, math.pi, 40)
    rib = np.stack([3 - 3 * np.cos(turn), np.zeros(40), 3 * np.sin(turn)], axis=1)
    a, b, c, d = rib[:-1], rib[1:], rib[:-1] + [0, 9, 0], rib[1:] + [0, 9, 0]
    hut = np.concatenate([np.stack([a, b, d], axis=1), np.stack([a, d, c], axis=1)])
    cases = {
        "gate": gate(1.0),
        "shelter": shelter,
        "awning": np.concatenate([hill() + [0, 0, 2], *posts]),
        "rug": np.concatenate([hill(), room]),
        "slit": house[~slit],
        "hut": hut,
        "room": np.concatenate([house, open_box((0.5, 0.5, 0), (3.5, 3.5, 2.5))[:, ::-1]]),
        "cut off": hill()[hill()[:, :, 0].mean(axis=1) > 3.0],
    }
    assert slit.any()
    assert [
        name
        for name, made in cases.items()
        if len(close_scanned_ground(np.asarray(made)).triangles)
    ] == []


def test_the_rulings_say_what_a_smaller_sheet_must_be() -> None:
    for told in (neo_mechanika.BOOK.rule("NM-SIL-156"), warmachine.BOOK.rule("WM-RUL-157")):
        for inches in (MAX_TILE_RIM_IN, MAX_CRACK_IN, MAX_HOLE_IN):
            assert f'{inches:g}"' in str(told)
