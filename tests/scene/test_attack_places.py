"""Shots leave the gun of the figure that fires, and a blade's way is that of the figure's own blade."""

from __future__ import annotations

from dataclasses import replace
from math import cos, dist, hypot, radians, sin
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.spatial import cKDTree

from tests.scene.test_figure_library import INDEX
from wc3d.animation.effects import (
    BLOW_END_S,
    BLOW_START_S,
    IMPACT_DELAYS_S,
    UNKNOWN_PLACES,
)
from wc3d.animation.steps import AnimationKind, AnimationStep
from wc3d.games.neo_mechanika.rules.cards import load_cards
from wc3d.presentation.attack_kinds import AttackKind
from wc3d.presentation.evidence_view import Stroke
from wc3d.presentation.facing import heading_toward
from wc3d.presentation.palette import Livery, Pen, Silhouette
from wc3d.scene.attack_places import find_weapon_places, posed_point
from wc3d.scene.figures import cast_figure, find_weapon_ends, make_figure
from wc3d.scene.miniatures import set_miniature_folder
from wc3d.scene.model_poses import ModelPose, attacker_pose, lunge_of, swing_degrees
from wc3d.table.body import Body

SHOOTER = Body("1.firebrand.1.a", "large", (10.0, 10.0, 0.5))
TARGET = Body("2.x.1.a", "medium", (14.0, 16.0, 0.0))
FIREBRAND = Livery((20, 60, 200), 1, Silhouette.WARJACK, "neo_mechanika/firebrand")
WITHOUT_GUN = {"cassius_mooregrave"}
"""The units with a gun on the card whose figure holds another weapon alone."""


def make_step(
    look: AttackKind, weapon: str = "", body: Body = SHOOTER, livery: Livery = FIREBRAND
) -> AnimationStep:
    rules: Any = SimpleNamespace(
        queries=SimpleNamespace(table=lambda state: SimpleNamespace(bodies=(body, TARGET))),
        display=SimpleNamespace(liveries=lambda state: {body.id: livery}),
    )
    x, y, z = body.at
    line = Stroke(((x, y, z + 1.0), (*TARGET.at[:2], 1.0)), Pen.CLEAR)
    return AnimationStep(
        AnimationKind.WORDS,
        0.75,
        3,
        1,
        rules,
        None,
        attack=line,
        attack_kind=look,
        attacker=body.id,
        weapon=weapon,
        words="hit",
        beside_model=TARGET.id,
        fires=True,
    )


def ahead_and_aside(body: Body, point: tuple[float, float, float]) -> tuple[float, float]:
    """How far a point is ahead of a body on its way to the target, and how far to the right."""
    turn = radians(heading_toward(body.at, TARGET.at) or 0.0)
    x, y = point[0] - body.at[0], point[1] - body.at[1]
    return -sin(turn) * x + cos(turn) * y, cos(turn) * x + sin(turn) * y


@pytest.mark.parametrize("mould", sorted(set(INDEX["bases"]) & set(INDEX["weapons"])))
def test_the_end_of_a_weapon_is_on_the_figure(mould: str) -> None:
    livery = Livery((200, 20, 20), 1, Silhouette.TROOPER, mould)
    for member in "abc":
        body = Body(f"1.x.1.{member}", INDEX["bases"][mould], (0.0, 0.0, 0.0))
        corners = cKDTree(make_figure(body, livery)[0])
        for kind in ("muzzle", "tip", "focus"):
            for end in find_weapon_ends(cast_figure(body, livery), kind, ""):
                assert corners.query(end)[0] < 0.2, (member, kind)


def test_every_unit_with_a_gun_has_a_muzzle_and_every_gun_of_a_warjack() -> None:
    cards = load_cards()
    for unit in cards.units.values():
        kinds = {cards.weapons[id].kind for id in unit.weapons}
        if (
            unit.kind != "warjack"
            and "ranged" in kinds
            and f"neo_mechanika/{unit.id}" in INDEX["bases"]
        ):
            ends = INDEX["weapons"].get(f"neo_mechanika/{unit.id}", {})
            assert ("muzzle" in ends) != (unit.id in WITHOUT_GUN), unit.id
    bearing = [id for id in INDEX["parts"] if id in cards.weapons]
    assert len(bearing) > 40
    for id in bearing:
        if (kind := cards.weapons[id].kind) in ("melee", "ranged"):
            assert INDEX["weapons"].get(f"parts/{id}") or kind == "melee", id


def test_a_shot_leaves_the_weapon_named_of_a_figure_that_faces_its_target() -> None:
    places = {
        weapon: find_weapon_places(make_step(AttackKind.BALLISTIC, weapon)).muzzle
        for weapon in ("Harbinger Cannon", "harbinger_cannon")
    }
    muzzle = places["Harbinger Cannon"]
    assert muzzle is not None and muzzle == places["harbinger_cannon"]
    ahead, aside = ahead_and_aside(SHOOTER, muzzle)
    assert ahead > 0.6 and abs(aside) < 1.2 and muzzle[2] > SHOOTER.at[2] + 1.5
    both = replace(
        FIREBRAND, figure_parts=(("arm", "grenade_launcher"), ("shoulder", "harbinger_cannon"))
    )
    others = [
        find_weapon_places(make_step(AttackKind.EXPLOSIVE, weapon, livery=both)).muzzle
        for weapon in ("Grenade Launcher", "Harbinger Cannon")
    ]
    assert others[0] is not None and others[1] is not None and others[0][2] < others[1][2] - 0.5


def test_a_figure_that_does_not_tell_has_no_places(tmp_path: Path) -> None:
    gate = Livery((20, 60, 200), 1, Silhouette.PORTAL)
    assert find_weapon_places(make_step(AttackKind.MAGIC, livery=gate)) == UNKNOWN_PLACES
    (tmp_path / "firebrand.stl").write_bytes(b"solid")
    set_miniature_folder(tmp_path)
    try:
        assert find_weapon_places(make_step(AttackKind.BALLISTIC)) == UNKNOWN_PLACES
    finally:
        set_miniature_folder(None)


def test_a_blow_turns_the_figure_and_its_blade_passes_its_front() -> None:
    step = make_step(AttackKind.MELEE, "Fusion Glaive")
    blade = find_weapon_places(step).blade
    assert len(blade) > 6 and find_weapon_places(step).muzzle is None
    poses = [
        attacker_pose(step, BLOW_START_S + share * (BLOW_END_S - BLOW_START_S)) for share in (0, 1)
    ]
    assert abs(poses[1].twist - poses[0].twist) >= 50 and poses[0].twist * poses[1].twist < 0
    assert hypot(*poses[1].shift) < 1.61, "it does not run to a target that is far away"
    asides = [ahead_and_aside(SHOOTER, point)[1] for point in blade]
    assert asides[0] * asides[-1] < 0 and abs(asides[0]) > 0.5, "from one side to the other"
    gaps = [dist(point, TARGET.at) for point in blade]
    assert min(gaps) < gaps[0] - 0.4, "toward the target"
    assert attacker_pose(step, 2.0).twist == attacker_pose(step, 0.0).twist == 0.0


REACHED_IN, OUT_OF_REACH_IN = 1.0, 2.0
"""Gaps between bases: a blow across the first reaches every target, across the second not every one."""


def blow_across(mould: str, gap: float, *others: Body) -> tuple[AnimationStep, Body]:
    """A blow eastward across a gap between bases, with other models on the table; and its target."""
    figure = f"neo_mechanika/{mould}"
    body = Body("1.x.1.a", INDEX["bases"][figure], (10.0, 10.0, 0.0))
    away = body.radius + TARGET.radius + gap
    target = replace(TARGET, at=(10.0 + away, 10.0, 0.0))
    livery = Livery((20, 60, 200), 1, Silhouette.TROOPER, figure)
    made = make_step(AttackKind.MELEE, body=body, livery=livery)
    table = SimpleNamespace(bodies=(body, target, *others))
    rules: Any = SimpleNamespace(
        queries=SimpleNamespace(table=lambda state: table), display=made.rules.display
    )
    line = Stroke(((*body.at[:2], 1.0), (*target.at[:2], 1.0)), Pen.CLEAR)
    return replace(made, rules=rules, attack=line), target


@pytest.mark.parametrize("gap", [0.0, 0.5, REACHED_IN, OUT_OF_REACH_IN])
@pytest.mark.parametrize(
    "mould", ["firebrand", "ranger_infiltrators", "paladin_defenders", "hunter"]
)
def test_a_blow_reaches_the_body_of_its_target(mould: str, gap: float) -> None:
    step, target = blow_across(mould, gap)
    blade = find_weapon_places(step).blade
    outside = [hypot(x - target.at[0], y - target.at[1]) - target.radius for x, y, _ in blade]
    if gap <= REACHED_IN:
        assert min(outside) < 0.0, "its tip comes into the volume"
    assert min(outside) < 0.75 and min(outside) < outside[0]
    struck = blade[int(np.argmin(outside))]
    assert 0.2 * target.height < struck[2] < target.height + 0.2
    times = np.linspace(BLOW_START_S, BLOW_END_S, len(blade))
    assert abs(times[int(np.argmin(outside))] - IMPACT_DELAYS_S[AttackKind.MELEE]) < 0.06
    reach = max(hypot(*attacker_pose(step, float(time)).shift) for time in times)
    assert reach < gap + 0.46, "its base does not go through the target's"


@pytest.mark.parametrize("aside", [0.0, 0.9, -0.9])
def test_a_lunge_stops_at_a_model_in_its_way(aside: float) -> None:
    free, _ = blow_across("firebrand", 2.0)
    friend = Body("f", "small", (11.9, 10.0 + aside, 0.0))
    blocked, _ = blow_across("firebrand", 2.0, friend)
    beside, _ = blow_across("firebrand", 2.0, replace(friend, at=(11.9, 12.2, 0.0)))
    above, _ = blow_across("firebrand", 2.0, replace(friend, at=(11.9, 10.0, 4.0)))
    lunge, _ = lunge_of(blocked)
    assert lunge < 0.9 < lunge_of(free)[0]
    attacker = blocked.attacker_body
    assert attacker is not None
    gap = hypot(1.9 - lunge, aside) - attacker.radius - friend.radius
    assert gap > -0.25, "its base does not go through the friend's"
    assert lunge_of(beside) == lunge_of(above) == lunge_of(free)


def test_a_model_with_a_facing_lies_about_nothing() -> None:
    body = Body("1.ironclad.1.a", "large", (10.0, 10.0, 0.0), facing=90.0)
    livery = Livery((20, 60, 200), 1, Silhouette.WARJACK, "warmachine/ironclad")
    step = make_step(AttackKind.MELEE, body=body, livery=livery)
    assert swing_degrees(step) == 0.0 and find_weapon_places(step) == UNKNOWN_PLACES
    assert all(attacker_pose(step, seconds).twist == 0.0 for seconds in np.linspace(0, 1, 21))
    charger = replace(livery, figure="warmachine/charger")
    ahead = find_weapon_places(make_step(AttackKind.BALLISTIC, body=body, livery=charger)).muzzle
    assert ahead is not None and ahead[1] > body.at[1] + 0.4, "where it faces, to the north"
    away = replace(body, facing=270.0)
    behind = make_step(AttackKind.BALLISTIC, body=away, livery=charger)
    assert find_weapon_places(behind) == UNKNOWN_PLACES, "not out of its back"


def test_a_point_moves_with_its_figure() -> None:
    at = (3.0, 4.0, 0.5)
    assert posed_point(at, 90.0, ModelPose(), (0.0, 1.0, 1.0)) == pytest.approx((2.0, 4.0, 1.5))
    turned = posed_point(at, 60.0, ModelPose(twist=30.0), (0.0, 1.0, 1.0))
    assert turned == pytest.approx((2.0, 4.0, 1.5))
    fallen = posed_point(at, 0.0, ModelPose(lean=90.0, toward=-90.0), (0.0, 0.0, 2.0))
    assert fallen == pytest.approx((5.0, 4.0, 0.5)), "the head lies to the east"
