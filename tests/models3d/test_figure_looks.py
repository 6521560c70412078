"""What can be told of a figure by looking: a face, the gear and folds on a back, the top of a warjack."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
import trimesh
from figure_kit.armor import pauldron
from figure_kit.kit import MOULDS, built, posed
from figure_kit.model import Figure
from figure_kit.paints import (
    BLACK,
    BONE,
    BRASS,
    COAL,
    EYE,
    GLOW,
    LEATHER,
    OWN,
    SKIN,
    SOOT,
    STEEL_PAINT,
    Paint,
)
from figure_kit.people import FOLD_IN, Person
from figure_kit.plain import S as PLAIN_SCHEME
from figure_kit.warmachine import CRYX, CYGNAR, KHADOR, MENOTH, SHOWN
from numpy.typing import NDArray

Floats = NDArray[np.float64]
HEAVY = {
    "anvil": SHOWN,
    "ironclad": CYGNAR,
    "juggernaut": KHADOR,
    "crusader": MENOTH,
}
LIGHT = {"lancer": CYGNAR, "deathripper": CRYX}


@cache
def seen(path: str, way: tuple[float, float, float], low: float) -> Counter[Paint]:
    """How many of a grid of rays in a direction first meet each paint, above a height."""
    figure = built(path)
    solids = [solid for solid in figure.solids if solid.corners[:, 2].max() > low]
    triangles = np.concatenate([solid.corners[solid.faces] for solid in solids])
    owner = np.repeat(np.arange(len(solids)), [len(solid.faces) for solid in solids])
    mesh = trimesh.Trimesh(
        triangles.reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3), process=False
    )
    spots = np.mgrid[-0.5:0.5:101j, low:2.4:101j].reshape(2, -1).T
    if way[2]:
        spots[:, 1] = np.mgrid[-0.5:0.5:101j, -0.5:0.5:101j][1].reshape(-1)
        starts = np.column_stack([spots, np.full(len(spots), 4.0)])
    else:
        starts = np.column_stack([spots[:, 0], np.full(len(spots), -4 * way[1]), spots[:, 1]])
    hits = mesh.ray.intersects_first(starts, np.tile(way, (len(starts), 1)))
    return Counter(solids[owner[hit]].paint for hit in hits if hit >= 0)


SOUTH, NORTH, DOWN = (0.0, -1.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)


@pytest.mark.parametrize(
    ("name", "pose"),
    [
        ("neo_mechanika/ranger_fire_team", 0),
        ("neo_mechanika/ranger_fire_team", 1),
        ("neo_mechanika/ranger_infiltrators", 0),
        ("neo_mechanika/coalition_weaver", 1),
        ("plain/trooper", 1),
        ("plain/attachment", 1),
        ("neo_mechanika/paladin_weaver", 0),
        ("warmachine/stryker", 0),
    ],
)
def test_a_face_of_skin_looks_ahead(name: str, pose: int) -> None:
    """A grid has 10 rays a tenth of an inch, so a face of 0.15 by 0.1 inches has a hundred."""
    paints = seen(posed(name, pose), SOUTH, 1.15)
    assert paints[SKIN] >= 60, paints
    goggles = name.endswith(("fire_team", "infiltrators")) and pose == 0
    assert goggles or paints[EYE] >= 2, "its eyes are light"


def test_the_heads_of_a_squad_differ() -> None:
    for name in ("neo_mechanika/ranger_fire_team", "plain/trooper"):
        shares = [seen(posed(name, pose), SOUTH, 1.2) for pose in range(3)]
        skin = [paints[SKIN] for paints in shares]
        assert max(skin) > 2 * min(skin), (name, skin)


def test_a_ranger_s_back_has_a_pack_with_straps_and_a_belt() -> None:
    paints = seen("neo_mechanika/ranger_fire_team", NORTH, 0.4)
    assert paints[LEATHER] > 40


@pytest.mark.parametrize("garment", ["skirt", "cape"])
def test_cloth_has_folds_and_a_pale_hem(garment: str) -> None:
    figure = Figure(True, 0)
    person = Person(figure, PLAIN_SCHEME)
    getattr(person, garment)(PLAIN_SCHEME.cloth)
    cloth = next(solid for solid in figure.solids if solid.paint == PLAIN_SCHEME.cloth)
    low = cloth.corners[np.abs(cloth.corners[:, 2] - cloth.corners[:, 2].min()) < 0.02]
    outer = low[np.lexsort((low[:, 1], low[:, 0]))]
    middle = outer[np.abs(outer[:, 0] - np.median(outer[:, 0])) < 0.3]
    assert np.ptp(middle[:, 1]) > 1.5 * FOLD_IN
    hem = [s for s in figure.solids if sum(s.paint.rgb) > sum(cloth.paint.rgb) + 60]
    assert any(s.paint.kind == cloth.paint.kind for s in hem)


def test_cloth_has_no_folds_for_those_far_away() -> None:
    figure = Figure(False, 0)
    Person(figure, PLAIN_SCHEME).skirt(PLAIN_SCHEME.cloth)
    assert len(figure.solids) == 1


@pytest.mark.parametrize("name", sorted(HEAVY | LIGHT))
def test_a_warjack_shows_from_above_what_it_is(name: str) -> None:
    """The mark of its faction on a paler plate, soot at its stacks, and coal on a heavy one."""
    scheme = (HEAVY | LIGHT)[name]
    paints = seen(f"warmachine/{name}", DOWN, 1.2)
    assert paints[scheme.trim] > 20 and paints[SOOT] > 20, paints
    assert (paints[COAL] > 20) is (name in HEAVY)
    plates = [
        count
        for paint, count in paints.items()
        if paint.kind == scheme.main.kind and sum(paint.rgb) > sum(scheme.main.rgb) + 60
    ]
    assert max(plates) > 100, scheme.main.kind == STEEL_PAINT


@pytest.mark.parametrize(("name", "paint"), [("juggernaut", COAL), ("lancer", BLACK)])
def test_a_warjack_has_its_deck_from_afar_too(name: str, paint: Paint) -> None:
    solids = built(f"warmachine/{name}", False).solids
    decks = [s for s in solids if s.paint == paint and len(s.faces) == 12]
    assert len(decks) == 1 and decks[0].corners[:, 2].max() > 1.4


def test_the_members_of_a_squad_aim_differently() -> None:
    muzzles = []
    for pose in range(3):
        figure = Figure(True, pose)
        MOULDS["plain"]["trooper"](figure)
        metal = [s.corners for s in figure.solids if s.paint == PLAIN_SCHEME.metal]
        every = np.concatenate(metal)
        muzzles.append(every[every[:, 1].argmax()])
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert np.linalg.norm(muzzles[one] - muzzles[other]) > 0.3, (one, other)


HOODED = (
    "neo_mechanika/ranger_infiltrators",
    "neo_mechanika/coalition_weaver",
    "neo_mechanika/hunter",
    "neo_mechanika/grafter",
    "neo_mechanika/vassal_reavers",
    "plain/solo",
    "warmachine/severius",
)


@pytest.mark.parametrize("name", HOODED)
def test_in_every_hood_is_a_face_or_a_mask_with_light_in_its_eyes(name: str) -> None:
    """Nobody has a dark hole: a lower face of skin, metal or bone, and lenses or eyes above it."""
    for pose in range(3):
        figure = built(posed(name, pose))
        head = max(solid.corners[:, 2].max() for solid in figure.solids if solid.paint == BLACK)
        paints = seen(posed(name, pose), SOUTH, head - 0.45)
        dark = paints[BLACK]
        light = sum(count for paint, count in paints.items() if paint.kind == GLOW)
        assert light + paints[EYE] >= 2, (pose, paints)
        faces = paints[SKIN] + paints[BONE] + paints[BRASS] + light
        assert faces > 30 and faces > 0.3 * dark, (pose, paints)


@pytest.mark.parametrize("heavy", [False, True])
def test_a_pauldron_is_a_shell_with_a_rim_and_a_cap_over_darker_plates(heavy: bool) -> None:
    scheme = PLAIN_SCHEME
    shell = Paint((52, 92, 156), STEEL_PAINT)
    figure = Figure(True, 0)
    pauldron(figure, scheme, 0.3, 0.8, shell, OWN, scheme.metal, heavy)
    by_paint = {solid.paint: solid.corners for solid in figure.solids if len(solid.corners) > 10}
    plates = [corners for paint, corners in by_paint.items() if sum(paint.rgb) < 0.7 * 300]
    reach = {paint: np.hypot(*corners[:, :2].T).max() for paint, corners in by_paint.items()}
    assert reach[OWN] < 0.8 * reach[shell] < 0.8 * reach[scheme.metal], "the rim is the widest"
    assert by_paint[OWN][:, 2].max() > by_paint[shell][:, 2].max(), "the cap is raised"
    assert min(corners[:, 2].min() for corners in plates) < -0.06 and len(plates) >= 1
    bolts = [solid for solid in figure.solids if solid.is_detail]
    assert len(bolts) >= (8 if heavy else 6)
    far = Figure(False, 0)
    pauldron(far, scheme, 0.3, 0.8, shell, OWN, scheme.metal, heavy)
    assert len(far.solids) == 3
