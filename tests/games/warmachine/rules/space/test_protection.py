"""Screening, concealment and cover, and sprays, which ask none of these."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from tests.games.warmachine.rules.building import (
    LARGE,
    MEDIUM,
    SMALL,
    box,
    enemy,
    field,
    model,
    pillar,
)
from wc3d.games.warmachine.rules.space.areas import find_spray_hits
from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.games.warmachine.rules.space.policy import eye_position
from wc3d.games.warmachine.rules.space.protection import (
    Screening,
    find_protection,
    find_screening,
    is_elevated,
)
from wc3d.games.warmachine.rules.space.sight import Cloud
from wc3d.geometry.line_check import interval_inside
from wc3d.table.features import Feature


def screened(*between: Fighter) -> Screening:
    """A small target at (10, 0) on a table moved by 20: the attacker's center at the origin."""
    return find_screening(
        field(enemy("a", "large", 20, 20), model("t", "small", 30, 20), *between), "a", "t"
    )


@pytest.mark.rule("WM-SCR-01")
@pytest.mark.rule("WM-GEO-31")
@pytest.mark.rule("WM-RUL-44")
def test_a_model_that_hides_part_of_a_base_near_by_screens_it() -> None:
    assert screened(model("s", "medium", 28.4, 21.2)).screened_by == ("s",)
    assert screened(enemy("s", "medium", 28.4, 21.2)).screened, "of whatever side"
    hides_nothing = screened(model("s", "medium", 28.4, 21.3))
    assert not hides_nothing.screened and hides_nothing.hides_but_far == ()
    far = screened(model("s", "medium", 27.3, 20.5))
    assert not far.screened and far.hides_but_far == ("s",)
    assert screened(model("s", "small", 28.6, 20)).screened
    smaller = field(
        enemy("a", "small", 20, 20), model("t", "medium", 30, 20), model("s", "small", 28.3, 20)
    )
    assert not find_screening(smaller, "a", "t").screened


@pytest.mark.rule("WM-SCR-03")
def test_who_is_knocked_down_screens_nobody() -> None:
    assert not screened(model("s", "large", 28.4, 20, knocked_down=True)).screened
    assert screened(model("s", "large", 28.4, 20, stationary=True)).screened


@pytest.mark.rule("WM-RUL-116")
def test_the_inch_of_a_screen_counts_heights() -> None:
    edge = 30 - SMALL - LARGE - 0.8
    assert (
        screened(model("s", "large", edge, 20, z=0.5)).screened
        and not screened(model("s", "large", edge, 20, z=0.7)).screened
    )


@pytest.mark.rule("WM-GEO-31")
@pytest.mark.parametrize("seed", range(30))
def test_screens_against_many_points_of_the_hull(seed: int) -> None:
    dice = Random(seed)
    a = enemy("a", "small", 20, 20)
    t = model("t", "medium", 20 + dice.uniform(2, 5), 20 + dice.uniform(-3, 3))
    s = model("s", "large", t.at[0] + dice.uniform(-3, 2), t.at[1] + dice.uniform(-2.5, 2.5))
    rim, share = np.meshgrid(np.linspace(0, 2 * math.pi, 721), np.linspace(0, 1, 800))
    x = 20 + share * (t.at[0] + MEDIUM * np.cos(rim) - 20)
    y = 20 + share * (t.at[1] + MEDIUM * np.sin(rim) - 20)
    inside = np.hypot(x - s.at[0], y - s.at[1]).min() - LARGE
    if abs(inside) < 0.02:
        return
    near = math.dist(s.place, t.place) - MEDIUM - LARGE <= 1
    assert find_screening(field(a, t, s), "a", "t").screened is bool(inside < 0 and near)


def protected(
    *terrain: Feature, clouds: tuple[Cloud, ...] = (), base: str = "medium"
) -> tuple[str, tuple[str, ...]]:
    table = field(enemy("a", base, 20, 20), model("t", "medium", 28 + MEDIUM, 20), terrain=terrain)
    found = find_protection(table, "a", "t", clouds)
    return found.protection.value, found.features


@pytest.mark.rule("WM-TER-09")
@pytest.mark.rule("WM-GEO-32")
@pytest.mark.parametrize(("tall", "hides"), [(0.20, False), (0.25, True)])
def test_a_low_wall_hides_what_lies_below_the_line_of_the_eye(tall: float, hides: bool) -> None:
    """The wall's far face is 0.8" before the base; the base's edge is 8" from an eye at 2.25"."""
    wall = box("w", "obstacle", (28 - 0.8 - 0.25, 20), (0.5, 6), tall)
    assert protected(wall) == (("cover", ("w",)) if hides else ("none", ()))


@pytest.mark.rule("WM-TER-10")
@pytest.mark.rule("WM-TER-11")
@pytest.mark.rule("WM-TER-12")
@pytest.mark.rule("WM-GEO-33")
@pytest.mark.rule("WM-RUL-121")
@pytest.mark.rule("WM-SET-07")
def test_the_better_protection_counts_and_all_that_grant_some_are_named() -> None:
    wall = box("w", "structure", (27.2, 20), (0.5, 6), 2)
    brush = box("b", "obscuring", (27.6, 20), (0.3, 6), 1)
    assert protected(wall, brush) == ("cover", ("w", "b")) and protected(brush) == (
        "concealment",
        ("b",),
    )
    assert protected(box("f", "forest", (28.5, 20), (4, 4), 3)) == ("concealment", ("f",))
    assert protected(box("r", "rough", (27.5, 20), (1, 6))) == ("none", ()) and protected(
        box("i", "impassable", (27.5, 20), (0.5, 6))
    ) == ("none", ())
    agreed = [
        box("w", "structure", (27.2, 20), (0.5, 6), 2, protection=word)
        for word in ("none", "concealment", "cover")
    ]
    assert [protected(each)[0] for each in agreed] == ["none", "concealment", "cover"]
    assert protected(box("r", "rough", (27.5, 20), (0.5, 6), 0, protection="cover")) == (
        "none",
        (),
    ), "flat ground never protects"


@pytest.mark.rule("WM-TER-09")
def test_only_what_is_within_an_inch_of_the_base() -> None:
    assert protected(box("w", "structure", (28 - 1.0 - 0.25, 20), (0.5, 6), 2))[0] == "cover"
    assert protected(box("w", "structure", (28 - 1.01 - 0.25, 20), (0.5, 6), 2))[0] == "none"
    assert protected(box("w", "structure", (30.5, 20), (0.5, 6), 2))[0] == "none", (
        "behind it hides nothing"
    )


@pytest.mark.rule("WM-GEO-34")
@pytest.mark.rule("WM-REF-47")
def test_an_elevated_target_stands_an_inch_above_its_attacker() -> None:
    low, high = model("a", "small", 1, 1, 1.0), model("b", "large", 9, 9, 2.0)
    assert (
        is_elevated(low, high)
        and not is_elevated(high, low)
        and not is_elevated(model("c", "small", 1, 1, 1.01), high)
    )


@pytest.mark.rule("WM-CLD-02")
def test_a_cloud_conceals_a_base_that_it_touches() -> None:
    edge = 28 + 2 * MEDIUM + 2
    assert protected(clouds=(Cloud("c", (edge, 20), 4),)) == ("concealment", ("c",))
    assert protected(clouds=(Cloud("c", (edge + 0.01, 20), 4),)) == ("none", ())


@pytest.mark.rule("WM-GEO-32")
@pytest.mark.parametrize("seed", range(40))
def test_protection_against_many_lines_to_the_base(seed: int) -> None:
    dice = Random(seed)
    a = enemy("a", dice.choice(("small", "large")), 20, 20)
    t = model("t", "large", 20 + dice.uniform(3, 6), 20 + dice.uniform(-3, 3))
    at = t.at[0] + dice.uniform(-2.4, 1), t.at[1] + dice.uniform(-2, 2)
    wall = box(
        "w",
        "structure",
        at,
        (dice.uniform(0.2, 1), dice.uniform(0.3, 2)),
        dice.uniform(0.1, 1.5),
        dice.uniform(0, 180),
    )
    found = find_protection(field(a, t, terrain=(wall,)), "a", "t").protection.value
    lines = [
        (
            eye_position(a),
            (t.at[0] + r * LARGE * math.cos(w), t.at[1] + r * LARGE * math.sin(w), 0.0),
        )
        for r in (0, 0.5, 0.9, 1.0)
        for w in np.linspace(0, 2 * math.pi, 361).tolist()
    ]
    met = any(interval_inside(line, wall.pieces[0]) for line in lines)
    near = field(a, t, terrain=(wall,)).features[0]
    corners = near.pieces[0].points  # type: ignore[union-attr]
    gap = (
        min(
            point_to(t.place, p, q)
            for p, q in zip(corners, np.roll(corners, -1, axis=0), strict=True)
        )
        - LARGE
    )
    if met and abs(gap - 1) > 0.01:
        assert found == ("cover" if gap < 1 else "none")
    elif found == "cover":  # what the rays missed must be a sliver
        grown = [(p, (q[0], q[1], q[2] - 0.08)) for p, q in lines]
        assert any(interval_inside(line, wall.pieces[0]) for line in grown)


def point_to(place: tuple[float, float], p: np.ndarray, q: np.ndarray) -> float:
    """From a point to a segment."""
    s = np.clip(((place - p) @ (q - p)) / ((q - p) @ (q - p)), 0, 1)
    return float(np.hypot(*(p + s * (q - p) - place)))


def sprayed(
    *models: Fighter, direction: float = 0.0, facing: float = 0.0, terrain: tuple[Feature, ...] = ()
) -> tuple[bool, tuple[str, ...]]:
    done = find_spray_hits(
        field(model("a", "small", 10, 10, facing=facing), *models, terrain=terrain), "a", direction
    )
    return done.legal, done.models


@pytest.mark.rule("WM-SPR-01")
@pytest.mark.rule("WM-SPR-02")
@pytest.mark.rule("WM-GEO-30")
@pytest.mark.parametrize(
    ("base", "x", "y", "met"),
    [
        ("large", 19.5, 10, True),
        ("large", 19.6, 10, False),
        ("small", 14, 11.09, True),
        ("small", 14, 11.10, False),
    ],
)
def test_a_spray_is_a_strip_of_one_inch_by_eight(base: str, x: float, y: float, met: bool) -> None:
    assert sprayed(enemy("x", base, x, y)) == (True, ("x",) if met else ())


@pytest.mark.rule("WM-RUL-51")
@pytest.mark.rule("WM-RUL-118")
def test_models_do_not_shield_one_another_from_it_and_terrain_does() -> None:
    row = [model("x", "large", 13, 10), enemy("y", "small", 16, 10)]
    assert sprayed(*row) == (True, ("x", "y"))
    assert sprayed(*row, terrain=(box("w", "structure", (14.5, 10), (0.2, 6), 6),)) == (
        True,
        ("x",),
    )
    assert sprayed(*row, terrain=(pillar("p", "structure", (14.6, 10), 0.2, 6),)) == (
        True,
        ("x", "y"),
    ), "not completely"


@pytest.mark.rule("WM-GEO-30")
def test_a_spray_goes_into_the_front_half_plane() -> None:
    assert sprayed(direction=90)[0] and sprayed(direction=-90)[0] and not sprayed(direction=90.1)[0]
    assert sprayed(direction=350, facing=80)[0] and not sprayed(direction=349, facing=80)[0]
