"""Another game's space policy: models see from an eye, forward only, and block sight; paths cost by the inch; edges stop."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import pytest

from tests.table.building import LARGE, MEDIUM, SMALL, box
from wc3d.geometry.line_check import connects_volumes, is_open_line
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.geometry.visibility import point_volume
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.space_constants import BASES, BaseSize
from wc3d.table.space_policy import Motion, SightBlocker, SpacePolicy
from wc3d.table.space_rules import Citation, SpaceRule
from wc3d.table.table import Table

FAR = 200.0


class Skirmish(SpacePolicy):
    """A made-up game with facings."""

    rough_pace: ClassVar[float] = 2.0

    def sight_source(self, viewer: Body) -> Cylinder:
        """The eye: a point above the center of the base."""
        x, y, z = viewer.at
        return point_volume((x, y, z + viewer.height))

    def sight_blockers(
        self, viewer: Body, target: Body, bodies: Sequence[Body]
    ) -> tuple[SightBlocker, ...]:
        """The other models, and all that lies behind the viewer."""
        others = tuple(
            SightBlocker(b.id, (b.volume,)) for b in bodies if b.id not in (viewer.id, target.id)
        )
        return (*others, SightBlocker("its back", (behind(viewer),)))

    def cover_from(self, attacker: Body) -> Cylinder:
        """The eye."""
        x, y, z = attacker.at
        return Cylinder((x, y), 0.0, z + attacker.height, z + attacker.height)

    def cover_to(self, target: Body) -> Cylinder:
        """The disc of the base."""
        x, y, z = target.at
        return Cylinder((x, y), target.radius, z, z)

    def occupied_volume(self, other: Body) -> Cylinder:
        """Bases never cross, whatever their heights."""
        return Cylinder(other.at[:2], other.radius, -FAR, FAR)

    def can_pass_through(self, other: Body, mover: Body, by: Motion) -> bool:
        """A slam passes over smaller bases."""
        return by is Motion.SLAM and other.radius < mover.radius

    def immobility_reason(self, body: Body, by: Motion) -> str:
        """Statues stay."""
        return "a statue stays" if body.kind == "statue" else ""

    def citation(self, rule: str) -> Citation | None:
        """A book of one page."""
        return Citation("SK-1", "7", "Look.") if rule is SpaceRule.LINE_OF_SIGHT else None


def behind(viewer: Body) -> Prism:
    """Everything behind the line through the viewer's center, square to its facing."""
    assert viewer.heading is not None
    forward = np.array(viewer.heading)
    aside = np.array([-forward[1], forward[0]])
    edge = np.array(viewer.at[:2]) - 2e-4 * forward
    corners = [
        edge - FAR * aside,
        edge + FAR * aside,
        edge + FAR * aside - FAR * forward,
        edge - FAR * aside - FAR * forward,
    ]
    points = np.array(corners)
    area = sum(
        a[0] * b[1] - a[1] * b[0] for a, b in zip(points, np.roll(points, -1, axis=0), strict=True)
    )
    return Prism(points if area > 0 else points[::-1], Plane(-FAR), Plane(FAR))


SKIRMISH = Skirmish(obscuring_depth=3.0, cover_within=1.0, obstacle_height=1.0)


def arena(*features: Feature, bodies: tuple[Body, ...] = ()) -> Table:
    """A table of that game."""
    return Table((30, 30), features, policy=SKIRMISH).with_bodies(*bodies)


def model(
    id: str, x: float, y: float, facing: float = 0.0, base: str = "small", kind: str = "unit"
) -> Body:
    """A model, by default looking east."""
    return Body(id, base, (x, y, 0.0), kind, facing)


# Sight


@pytest.mark.parametrize(
    ("facing", "sees"), [(0.0, True), (60.0, True), (120.0, False), (180.0, False), (270.0, True)]
)
def test_a_model_sees_through_its_front_arc_only(facing: float, sees: bool) -> None:
    viewer = model("a", 10, 15, facing)
    target = model("b", 20, 15)
    seen = arena(bodies=(viewer, target)).sight("a", "b")
    assert bool(seen) is sees
    assert seen.blockers == (() if sees else ("its back",))


def test_a_target_on_the_flank_is_seen_only_by_its_front_part() -> None:
    viewer = model("a", 15, 15, 0.0)
    target = model("b", 15, 20, base="large")
    assert arena(bodies=(viewer, target)).sight("a", "b")
    screen = box("screen", "structure", (15.75, 17.5), (1.5, 0.2), 8)  # hides the half in front
    assert not arena(screen, bodies=(viewer, target)).sight("a", "b")
    around = arena(screen, bodies=(Body("a", "small", (15, 15, 0), facing=90.0), target))
    assert around.sight("a", "b"), "turned toward it, it sees the other half"


def test_models_block_sight_and_are_named() -> None:
    viewer = model("a", 5, 15)
    far = model("c", 20, 15)
    between = model("b", 12, 15, base="large")
    table = arena(bodies=(viewer, between, far))
    blocked = table.sight("a", "c")
    assert (
        blocked.verdict == "blocked" and blocked.blockers == ("b",) and blocked.short_by is not None
    )
    assert blocked.short_by < LARGE
    assert table.sight("a", "b") and arena(bodies=(viewer, far)).sight("a", "c")


def test_an_eye_sees_over_what_the_foot_does_not() -> None:
    viewer = model("a", 5, 15)
    low = box("low", "structure", (7, 15), (1, 8), 1.7)
    high = box("high", "structure", (7, 15), (1, 8), 1.8)
    target = Body("b", "small", (9.0, 15, 0), facing=0.0)
    assert arena(low, bodies=(viewer, target)).sight("a", "b"), (
        "1.75 inches high, the eye looks over 1.7"
    )
    assert not arena(high, bodies=(viewer, target)).sight("a", "b")
    assert (
        Table((30, 30), (high,), policy=SpacePolicy())
        .with_bodies(viewer, target)
        .sight("a", "b")
        .verdict
        == "blocked"
    )


def test_a_line_from_an_eye_is_a_witness_that_anyone_can_check() -> None:
    viewer = model("a", 5, 15)
    target = model("c", 20, 15)
    between = model("b", 12, 15.5)
    wall = box("wall", "structure", (16, 13.5), (0.5, 2), 4)
    seen = arena(wall, bodies=(viewer, between, target)).sight("a", "c")
    assert seen and seen.line is not None and seen.clearance is not None and seen.clearance > 0
    assert math.dist(seen.line[0], (5, 15, 1.75)) < 1e-3, "it starts at the eye"
    assert connects_volumes(seen.line, *seen.ends) and is_open_line(seen.line, seen._occluders)


@pytest.mark.parametrize(
    ("slit", "sees"), [(-0.002, False), (0.0, False), (0.003, True), (0.01, True)]
)
def test_an_eye_is_exact_to_two_thousandths(slit: float, sees: bool) -> None:
    """Half way to the target stand two tall walls, with a slit of that width between them (or that much overlap)."""
    north = box("n", "structure", (15, 15.1 + slit / 2 + 5), (0.01, 10), 9)
    south = box("s", "structure", (15, 15.1 - slit / 2 - 5), (0.01, 10), 9)
    assert (
        bool(arena(north, south, bodies=(model("a", 5, 15), model("c", 25, 15))).sight("a", "c"))
        is sees
    )


def test_where_a_model_would_be_seen_from_an_eye() -> None:
    viewer = model("a", 15, 15, 90.0)
    seen = arena(bodies=(viewer, model("b", 15, 18))).seen_from("a", "small", 2)
    rows = seen.levels[0].cells
    assert not any(map(any, rows[:7])) and all(map(all, (row[1:-1] for row in rows[8:14])))


# Cover


@pytest.mark.parametrize(("height", "covers"), [(0.20, False), (0.25, True)])
def test_cover_is_a_line_from_the_eye_to_the_base(height: float, covers: bool) -> None:
    """An eye at 2.25 inches, a base 8 inches away, a wall 0.8 inches before it: 0.225 inches hide nothing."""
    attacker = model("a", 5, 15, base="medium")
    target = model("b", 13 + SMALL, 15)
    wall = box("wall", "obstacle", (13 - 0.8 - 1e-4, 15), (2e-4, 6), height)
    table = arena(wall, bodies=(attacker, target))
    assert bool(table.cover("a", "b")) is covers and table.has_cover("a", "b") is covers


# Moving


def test_each_inch_over_rough_ground_counts_double() -> None:
    bog = box("bog", "rough", (12, 15), (2, 8), 0)
    mover = model("a", 8, 15)
    across = arena(bog, bodies=(mover,)).move("a", [(16, 15)], 20)
    assert across.length == pytest.approx(8) and across.spent == pytest.approx(8 + 2 + 2 * SMALL)
    assert not arena(bog, bodies=(mover,)).move("a", [(16, 15)], 11)
    assert arena(bog, bodies=(mover,)).move("a", [(16, 15)], 11, pathfinder=True)
    reach = arena(bog, bodies=(mover,)).reach("a", 6)
    x, y = 16.5, 15.0
    assert reach.path_to((x, y)) is None and reach.path_to((10, 15)) is not None


@pytest.mark.parametrize(("distance", "moved"), [(4, 2.5), (2, 1.5), (1, 1.0)])
def test_a_slam_goes_half_as_far_over_rough_ground(distance: float, moved: float) -> None:
    target = model("b", 15, 15, base="medium")
    bog = box("bog", "rough", (15 + MEDIUM + 1 + 5, 15), (10, 8), 0)
    slammed = arena(bog, bodies=(model("a", 12, 15), target)).slam("b", "a", distance)
    assert slammed.moved == pytest.approx(moved) and slammed.rough is (moved != distance)


def test_a_slam_passes_over_smaller_bases_and_stops_at_the_edge() -> None:
    attacker = model("a", 12, 15)
    heavy = model("b", 15, 15, base="large")
    small = model("c", 18, 15)
    big = model("d", 22, 15, base="large")
    over = arena(bodies=(attacker, heavy, small, big)).slam("b", "a", 12)
    assert over.contacts == ("d",) and over.moved == pytest.approx(7 - 2 * LARGE)
    clipped = arena(bodies=(attacker, heavy)).slam("b", "a", 20)
    assert not clipped.destroyed and clipped.end == pytest.approx((30 - LARGE, 15, 0))
    assert (
        clipped.reason == "stopped at the table's edge"
        and SpaceRule.SLAM_OFF_TABLE in clipped.rules
    )


def test_bases_never_cross_whatever_their_heights() -> None:
    bridge = box("bridge", "structure", (15, 15), (4, 4), 1, bottom=4)
    table = arena(
        bridge, bodies=(model("a", 11, 15), Body("b", "small", (15, 15, 5.0), facing=0.0))
    )
    assert table.move("a", [(19, 15)], 12).blockers == ("b",)
    assert not table.stand("small", (15.5, 15, 0.0))


def test_a_kind_of_body_may_never_move() -> None:
    table = arena(bodies=(model("a", 10, 15, kind="statue"), model("b", 20, 15)))
    for verdict in (
        table.move("a", [(11, 15)], 6),
        table.jump("a", (11, 15)),
        table.slam("a", "b", 3),
    ):
        assert verdict.reason == "a statue stays" and SpaceRule.FIXED_MODEL in verdict.rules
    assert table.reach("a", 6).levels == ()


# What it is made of


def test_a_game_has_its_own_bases_and_its_own_book() -> None:
    policy = Skirmish(bases={"huge": BaseSize("huge", 120, 5.0)})
    table = Table((30, 30), policy=policy).with_bodies(Body("a", "huge", (15, 15, 0), facing=0.0))
    assert table.body("a").radius == pytest.approx(60 / 25.4) and table.body("a").height == 5.0
    assert not table.stand("huge", (1, 1, 0)) and table.stand("huge", (25, 25, 0))
    assert (
        str(policy.citation(SpaceRule.LINE_OF_SIGHT)) == "SK-1 (p. 7)"
        and policy.citation(SpaceRule.COVER) is None
    )
    too_far = (
        Table((30, 30), policy=SKIRMISH).with_bodies(model("a", 15, 15)).move("a", [(25, 15)], 6)
    )
    assert too_far.reason == 'the path costs 10", more than the allowance of 6"', (
        "this game names no pages"
    )


def test_a_body_has_a_heading_only_where_the_game_has_facings() -> None:
    assert model("a", 5, 5, 90.0).heading == pytest.approx((0.0, 1.0))
    assert (
        Body("a", "small", (5, 5, 0)).heading is None
        and Body("a", base="large", at=(10, 4, 0)).size is BASES["large"]
    )
    assert model("a", 5, 5, 45.0).moved((6, 6, 0)).facing == 45.0
