"""Sight from the eye: models, terrain, clouds, the front arc; and the same tried with thousands of lines."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from tests.games.warmachine.rules.building import LARGE, SMALL, box, enemy, field, model
from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.games.warmachine.rules.space.moving import compute_move
from wc3d.games.warmachine.rules.space.sight import (
    Cloud,
    SightCheck,
    compute_eye_sight,
    sight_past_terrain,
)
from wc3d.geometry.distance import segment_to_piece
from wc3d.geometry.line_check import connects_volumes, interval_inside
from wc3d.geometry.solids import Cylinder, Piece
from wc3d.table.features import Feature
from wc3d.table.table import Table

EAST = {"facing": 0.0}


def look(
    *between: Fighter | Feature,
    base: str = "medium",
    to: str = "medium",
    clouds: tuple[Cloud, ...] = (),
    **more: float,
) -> SightCheck:
    """Does a model at (10, 10) that faces east see one at (20, 10)?"""
    models = [each for each in between if isinstance(each, Fighter)]
    terrain = tuple(each for each in between if isinstance(each, Feature))
    table = field(
        model("a", base, 10, 10, **{**EAST, **more}),
        enemy("t", to, 20, 10),
        *models,
        terrain=terrain,
    )
    return compute_eye_sight(table, "a", "t", clouds)


@pytest.mark.rule("WM-GEO-39")
def test_every_verdict_carries_its_witness() -> None:
    """The line, or what blocks; the leaving place, the touching length, and how near it was."""
    seen = look(model("x", "medium", 15, 10.9))
    assert seen.line is not None and seen.clearance is not None and 0 < seen.clearance < 2
    table = field(model("m", "medium", 10, 10), enemy("x", "small", 14, 10))
    met = compute_move(table, "m", [(18, 10)], 9).met
    assert met is not None and met.id == "x" and met.length == pytest.approx(4 - 20 / 25.4 - SMALL)


@pytest.mark.rule("WM-LOS-02")
def test_the_base_counts_as_part_of_the_target() -> None:
    """From high up only the foot of the target is seen, past the edge of a roof over its head."""
    roof = box("r", "structure", (20, 10), (6, 6), 0.5, bottom=2.4)
    seen = look(roof, z=0.0)
    assert seen and seen.line is not None
    slit = box("w", "structure", (18.9, 10), (0.1, 9), 5, bottom=0.4)
    assert look(slit, base="small") and not look(
        box("w", "structure", (18.9, 10), (0.1, 9), 5), base="small"
    )


@pytest.mark.rule("WM-LOS-01")
@pytest.mark.rule("WM-LOS-03")
@pytest.mark.rule("WM-GEO-07")
@pytest.mark.rule("WM-RUL-08")
@pytest.mark.rule("WM-RUL-09")
def test_a_line_runs_from_the_eye_above_the_center_of_the_base() -> None:
    seen = look()
    assert seen.verdict == "clear" and seen.line is not None and seen.line[0] == (10, 10, 2.25)
    assert connects_volumes(
        seen.line, Cylinder((10, 10), 1e-6, 2.25, 2.25), enemy("t", "medium", 20, 10).volume
    )


@pytest.mark.rule("WM-MOD-19")
@pytest.mark.rule("WM-GEO-08")
@pytest.mark.rule("WM-RUL-12")
def test_it_sees_through_its_front_arc_only() -> None:
    assert look(facing=60) and not look(facing=180) and look(facing=180).blockers == ()
    flank = look(facing=90 + 1)
    assert (
        flank
        and flank.line is not None
        and flank.line[1][1] >= 10 - 10 * math.tan(math.radians(1.01))
    )
    hidden = box("w", "structure", (18, 10.9), (0.2, 2), 6)
    assert not look(hidden, facing=90) and look(hidden, facing=-90), "only its front part counts"


@pytest.mark.rule("WM-LOS-04")
@pytest.mark.rule("WM-KND-03")
@pytest.mark.rule("WM-GEO-09")
@pytest.mark.rule("WM-RUL-10")
@pytest.mark.rule("WM-GEO-10")
def test_standing_models_of_either_side_block_and_those_knocked_down_do_not() -> None:
    for other in (
        model("x", "large", 15, 10),
        enemy("x", "large", 15, 10),
        enemy("x", "large", 15, 10, stationary=True),
    ):
        blocked = look(other)
        assert blocked.verdict == "blocked" and blocked.blockers == ("x",) and blocked.line is None
    assert look(model("x", "large", 15, 10, knocked_down=True))
    assert look(model("x", "small", 12, 10), base="large", to="large"), (
        "a big model is seen over a small one"
    )


@pytest.mark.rule("WM-RUL-104")
def test_models_of_one_height_hide_one_another() -> None:
    assert not look(model("x", "medium", 15, 10)) and not look(
        model("x", "small", 15, 10), base="small", to="small"
    )
    assert look(model("x", "medium", 15, 10, z=-0.01))


@pytest.mark.rule("WM-RUL-119")
def test_a_model_that_lies_keeps_its_volume_as_a_target() -> None:
    wall = box("w", "structure", (18, 10), (0.2, 9), 2.0)
    table = field(
        model("a", "medium", 10, 10, **EAST),
        enemy("t", "medium", 20, 10, knocked_down=True),
        terrain=(wall,),
    )
    assert compute_eye_sight(table, "a", "t")


@pytest.mark.rule("WM-REF-32")
@pytest.mark.rule("WM-GEO-11")
@pytest.mark.parametrize(
    ("x", "deep", "clear"),
    [(15, 1, False), (20, 4, True), (18.8, 6.8, False), (11, 3, True), (11, 9, False)],
)
def test_forests_hide_what_is_beyond_them_or_deep_in_them(
    x: float, deep: float, clear: bool
) -> None:
    assert bool(look(box("f", "forest", (x, 10), (deep, 30), 5))) is clear


@pytest.mark.rule("WM-GEO-12")
@pytest.mark.rule("WM-CLD-03")
@pytest.mark.rule("WM-CLD-04")
@pytest.mark.rule("WM-RUL-52")
@pytest.mark.rule("WM-RUL-120")
def test_a_line_may_end_in_a_cloud_or_start_in_it_and_not_go_through() -> None:
    def past(x: float, y: float = 10, across: float = 4, z: float = 0) -> bool:
        table = field(model("a", "medium", 10, 10, z, **EAST), enemy("t", "medium", 20, 10, z=z))
        return bool(compute_eye_sight(table, "a", "t", (Cloud("c", (x, y), across),)))

    assert not past(15) and past(15, 12.9) and past(20) and past(10) and not past(15, z=30), (
        "without end upward"
    )
    assert past(18.5), "a line ends in the part of the target that it covers"
    assert not past(12.01) and past(11.99), "the eye, not the base, is in it or not"
    assert look(clouds=(Cloud("c", (15, 10), 4), Cloud("d", (15, 10), 4))).blockers in (
        ("c",),
        ("d",),
    )


@pytest.mark.rule("WM-GEO-12")
@pytest.mark.rule("WM-GEO-11")
def test_a_cloud_that_covers_part_of_the_target_with_a_forest_before_it() -> None:
    """Past the southern half goes no line for a wall, past the northern one for the cloud that a line may end in."""
    wall = box("w", "structure", (17, 7.0), (0.2, 6), 9)
    wood = box("f", "forest", (18.6, 10), (2.4, 12), 5)
    cloud = Cloud("c", (19.0, 11.6), 3.0)
    assert look(wall, clouds=(cloud,)) and look(wall, wood, clouds=(cloud,))
    assert not look(wall, box("f", "forest", (18.0, 10), (2.0, 12), 5), clouds=(cloud,))


@pytest.mark.rule("WM-RUL-118")
def test_what_terrain_alone_hides() -> None:
    table = field(
        model("a", "medium", 10, 10, facing=180),
        enemy("t", "medium", 20, 10),
        model("x", "large", 15, 10),
    )
    assert sight_past_terrain(table, "a", "t") and not compute_eye_sight(table, "a", "t")


def scene(seed: int) -> tuple[Table, tuple[Cloud, ...]]:
    """A viewer, a target, models, walls, woods and clouds between them."""
    dice = Random(seed)
    bases = ("small", "medium", "large")
    viewer = model("a", dice.choice(bases), 12, 12, facing=dice.uniform(-95, 95))
    target = enemy("t", dice.choice(bases), 12 + dice.uniform(4, 10), 12 + dice.uniform(-2, 2))
    terrain: list[Feature] = []
    for k in range(dice.choice((0, 0, 1, 2))):
        kind = dice.choice(("structure", "structure", "obstacle", "forest"))
        at = (12 + dice.uniform(2, 9), 12 + dice.uniform(-2, 2))
        size = (dice.uniform(0.2, 2), dice.uniform(0.5, 4))
        bottom = dice.choice((0, 0, 0.8))
        terrain.append(
            box(f"f{k}", kind, at, size, dice.uniform(0.4, 4), dice.uniform(0, 180), bottom=bottom)
        )
    models: list[Fighter] = [viewer, target]
    for k in range(dice.randint(0, 5)):
        new = model(
            f"x{k}",
            dice.choice(bases),
            12 + dice.uniform(1, 9),
            12 + dice.uniform(-2, 2),
            knocked_down=dice.random() < 0.2,
        )
        if all(math.dist(new.place, o.place) > new.radius + o.radius for o in models):
            models.append(new)
    clouds = tuple(
        Cloud(
            f"c{k}", (12 + dice.uniform(0, 10), 12 + dice.uniform(-3, 3)), dice.choice((3.0, 4.0))
        )
        for k in range(dice.choice((0, 0, 1, 2)))
    )
    return field(*models, terrain=tuple(terrain)), clouds


def free(
    line: tuple[tuple[float, float, float], ...],
    table: Table,
    clouds: tuple[Cloud, ...],
    grow: float,
) -> bool:
    """By the contract's words: is this line free of all solids, these grown by so much, and of woods and clouds?"""
    a, t = table.body("a"), table.body("t")
    assert isinstance(a, Fighter)
    (ax, ay, _), (bx, by, _) = line
    if (bx - ax) * a.facing_vector[0] + (by - ay) * a.facing_vector[1] < 0:
        return False
    solids: list[Piece] = [
        b.volume
        for b in table.bodies
        if b not in (a, t) and isinstance(b, Fighter) and b.is_standing
    ]
    for solid in solids:
        assert isinstance(solid, Cylinder)
        if interval_inside(
            (line[0], line[1]),
            Cylinder(solid.center, solid.radius + grow, solid.low - grow, solid.high + grow),
        ):
            return False
    for feature in table.features:
        met = [interval_inside((line[0], line[1]), p) for p in feature.pieces]
        spans = [span for span in met if span is not None and span[1] - span[0] > 1e-9]
        if feature.blocks_sight and (
            spans or any(segment_to_piece(line[0], line[1], p) < grow for p in feature.pieces)
        ):
            return False
        if feature.kind.obscuring and spans and spans[0][0] > 1e-9 and spans[0][1] < 1 - 1e-9:
            return False
        if (
            feature.kind.obscuring
            and spans
            and (spans[0][1] - spans[0][0]) * math.dist(line[0], line[1]) > 3
        ):
            return False
    for cloud in clouds:
        through = interval_inside(
            (line[0], line[1]), Cylinder(cloud.center, cloud.diameter / 2 + grow, -1, 99)
        )
        if through and not (cloud.contains((ax, ay)) or cloud.contains((bx, by))):
            return False
    return True


@pytest.mark.rule("WM-GEO-07")
@pytest.mark.rule("WM-GEO-12")
@pytest.mark.parametrize("seed", range(150))
def test_against_thousands_of_lines(seed: int) -> None:
    """Blocked: none of them is free. Clear: the line shown is free. Clear, but none of them is: then it is a narrow sight."""
    table, clouds = scene(seed)
    seen = compute_eye_sight(table, "a", "t", clouds)
    target = table.body("t")
    eye = (*table.body("a").at[:2], table.body("a").height)
    assert seen.verdict in ("clear", "blocked")
    if seen.line is not None:
        assert connects_volumes(
            seen.line, Cylinder(eye[:2], 3e-4, eye[2] - 3e-4, eye[2] + 3e-4), target.volume
        )
        shown = (seen.line[0], (seen.line[1][0], seen.line[1][1], seen.line[1][2]))
        assert free(shown, table, clouds, 0.0) or clouds, (
            "a line that ends on a cloud's very edge is told by its search alone"
        )
        return
    dice = np.random.default_rng(seed)
    turn = dice.uniform(0, 2 * math.pi, 3000)
    height = dice.uniform(0, target.height, 3000)
    out = target.radius * np.sqrt(dice.uniform(0, 1, 3000)) ** dice.choice([0.0, 1.0], 3000)
    for t, z, r in zip(turn.tolist(), height.tolist(), out.tolist(), strict=True):
        end = (target.at[0] + r * math.cos(t), target.at[1] + r * math.sin(t), z)
        assert not free((eye, end), table, clouds, 1.5e-3), end
    assert SMALL < LARGE
