"""Laws of space: moving, turning or mirroring the whole table changes no verdict; dense samples contradict none."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.building import at, board, box, ramp, silo
from wc3d.geometry.distance import point_to_section
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.moves.jumping import jump
from wc3d.table.moves.movement import move
from wc3d.table.moves.slams import slam
from wc3d.table.sight.cover import cover, has_cover
from wc3d.table.sight.distances import distance
from wc3d.table.sight.sprays_and_blasts import (
    blast,
    distance_to_first_touch,
    models_within,
    spray_line,
)
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder
from wc3d.table.terrain.standing_places import (
    highest_standable,
    overlapping_features,
    overlapping_models,
    stand,
    support_height,
)

seeds = st.integers(0, 10**9)


def jumble(seed: int) -> tuple[Table, random.Random]:
    """A table of 60" x 60" with everything in the middle, and models on it."""
    rng = random.Random(seed)
    features: list[Feature] = []
    for i in range(rng.randint(2, 7)):
        kind = rng.choice(["structure", "structure", "obstacle", "rough", "impassable", "forest"])
        center = (rng.uniform(24, 36), rng.uniform(24, 36))
        bottom = rng.choice([0.0, 0.0, 0.0, 2.5]) if kind == "structure" else 0.0
        height = {"obstacle": 0.8, "rough": 0.0}.get(kind, rng.choice([1.0, 2.0, 3.0, 4.5]))
        over = {"standable": True} if kind == "obstacle" and rng.random() < 0.5 else {}
        size = (rng.uniform(0.5, 6), rng.uniform(0.5, 6))
        shape = rng.random()
        if shape < 0.25:
            features.append(
                silo(f"f{i}", kind, center, rng.uniform(0.5, 3), height, bottom, **over)
            )
        elif shape < 0.35 and kind == "structure":
            features.append(ramp(f"f{i}", kind, center, size, 0.0, height))
        else:
            features.append(
                box(f"f{i}", kind, center, size, height, bottom, rng.uniform(0, 180), **over)
            )
    table = board(*features, size=(60, 60))
    for i in range(6):
        base = rng.choice(["small", "medium", "large"])
        x = rng.uniform(25, 35)
        y = rng.uniform(25, 35)
        z = highest_standable(table, base, (x, y))
        if z is not None:
            table = table.with_bodies(at(f"m{i}", base, x, y, z, "gate" if i == 5 else "unit"))
    return table, rng


class Motion:
    """Turn about the middle of the table, perhaps mirrored, and move."""

    def __init__(self, turn: float, mirror: bool, east: float, north: float) -> None:
        self.flip = -1.0 if mirror else 1.0
        c, s = math.cos(turn), math.sin(turn)
        self.matrix = np.array([[c, -s], [s, c]]) @ np.diag([self.flip, 1.0])
        self.shift = np.array([30 + east, 30 + north]) - self.matrix @ np.array([30.0, 30.0])

    def point(self, p: tuple) -> Any:
        """A point elsewhere."""
        x, y = (self.matrix @ np.array(p[:2]) + self.shift).tolist()
        return (x, y, *p[2:])

    def plane(self, plane: Plane) -> Plane:
        """A plane elsewhere."""
        slope = self.matrix @ np.array([plane.slope_x, plane.slope_y])
        return Plane(plane.at - float(slope @ self.shift), float(slope[0]), float(slope[1]))

    def piece(self, piece: Piece) -> Piece:
        """A solid elsewhere."""
        if isinstance(piece, Cylinder):
            return replace(piece, center=self.point(piece.center))
        points = piece.points @ self.matrix.T + self.shift
        return Prism(
            points if self.flip > 0 else points[::-1],
            self.plane(piece.bottom),
            self.plane(piece.top),
        )

    def table(self, table: Table) -> Table:
        """The whole table elsewhere."""
        features = tuple(
            replace(f, pieces=tuple(self.piece(p) for p in f.pieces)) for f in table.features
        )
        ladders = tuple(Ladder(k.id, self.point(k.at), k.bottom, k.top) for k in table.ladders)
        return replace(
            table,
            features=features,
            ladders=ladders,
            bodies=tuple(b.moved(self.point(b.at)) for b in table.bodies),
        )


motions = st.builds(Motion, st.floats(0, 6.28), st.booleans(), st.floats(-3, 3), st.floats(-3, 3))


def same(a: tuple, b: tuple) -> bool:
    """Are two places the same?"""
    return len(a) == len(b) and all(abs(x - y) < 1e-6 for x, y in zip(a, b, strict=True))


@settings(max_examples=40, deadline=None)
@given(seeds, motions)
def test_moving_the_whole_table_changes_no_jump_slam_or_move(seed: int, motion: Motion) -> None:
    table, rng = jumble(seed)
    there = motion.table(table)
    for body in table.bodies:
        if body.kind == "gate":
            continue
        to = (rng.uniform(24, 36), rng.uniform(24, 36))
        image = there.body(body.id)
        one = jump(table, body, to)
        two = jump(there, image, motion.point(to))
        assert (one.legal, one.power, set(one.contacts), one.rough) == (
            two.legal,
            two.power,
            set(two.contacts),
            two.rough,
        )
        assert one.drop.tied or same(motion.point(one.end), two.end)
        for other in table.bodies:
            a, b = slam(table, body, other, 4), slam(there, image, there.body(other.id), 4)
            assert (a.power, set(a.contacts), a.rough, a.destroyed, set(a.collateral)) == (
                b.power,
                set(b.contacts),
                b.rough,
                b.destroyed,
                set(b.collateral),
            )
            assert a.drop.tied or same(motion.point(a.end), b.end)
        path = [(rng.uniform(24, 36), rng.uniform(24, 36)) for _ in range(2)]
        for flight in (False, True):
            m = move(table, body, path, 30, flight=flight)
            n = move(there, image, [motion.point(p) for p in path], 30, flight=flight)
            assert (m.legal, m.allowance, set(m.blockers), m.rough) == (
                n.legal,
                n.allowance,
                set(n.blockers),
                n.rough,
            )
            assert any(f.tied for f in m.falls) or (
                same(motion.point(m.end), n.end) and abs(m.length - n.length) < 1e-6
            )


@settings(max_examples=40, deadline=None)
@given(seeds, motions)
def test_moving_the_whole_table_changes_no_distance_cover_blast_or_standing(
    seed: int, motion: Motion
) -> None:
    table, rng = jumble(seed)
    there = motion.table(table)
    for a in table.bodies:
        image = there.body(a.id)
        assert blast(table, a).models == blast(there, image).models
        assert models_within(table, a, 5) == models_within(there, image, 5)
        for b in table.bodies:
            other = there.body(b.id)
            assert abs(distance(table, a, b) - distance(there, image, other)) < 1e-6
            one = cover(table, a, b)
            two = cover(there, image, other)
            assert (one.features, one.intervening) == (two.features, two.intervening)
            assert set(one.intervening) == set(cover(table, b, a).intervening)
            assert has_cover(table, a, b) is one.cover
    for _ in range(10):
        place = (rng.uniform(24, 36), rng.uniform(24, 36), rng.choice([0.0, 1.0, 2.0, 3.0, 4.5]))
        assert bool(stand(table, "medium", place)) == bool(
            stand(there, "medium", motion.point(place))
        )
        assert (
            abs(
                support_height(table, "small", place[:2], 9)
                - support_height(there, "small", motion.point(place[:2]), 9)
            )
            < 1e-6
        )


@settings(max_examples=30, deadline=None)
@given(seeds)
def test_along_a_jump_or_a_slam_nothing_is_ever_entered(seed: int) -> None:
    table, rng = jumble(seed)
    for body in table.bodies:
        if body.kind == "gate":
            continue
        answer = jump(table, body, (rng.uniform(24, 36), rng.uniform(24, 36)))
        gates = [b.id for b in table.bodies if b.kind == "gate"]
        for share in np.linspace(0, 1, 60):
            place = tuple(
                np.array(answer.start) + share * (np.array(answer.turn) - np.array(answer.start))
            )
            volume = body.moved(place).volume
            assert not overlapping_features(table, volume)
            assert not overlapping_models(table, volume, ignore=(body.id, *gates))
        assert not overlapping_models(table, body.moved(answer.end).volume, ignore=(body.id,))
        pushed = slam(table, body, rng.choice(table.bodies), 5)
        for share in np.linspace(0, 1, 60):
            place = tuple(
                np.array(pushed.start) + share * (np.array(pushed.turn) - np.array(pushed.start))
            )
            assert not overlapping_models(table, body.moved(place).volume, ignore=(body.id,))


@settings(max_examples=30, deadline=None)
@given(seeds)
def test_a_legal_move_s_track_is_free_and_ends_standable(seed: int) -> None:
    table, rng = jumble(seed)
    gates = [b.id for b in table.bodies if b.kind == "gate"]
    for body in table.bodies:
        path = [(rng.uniform(24, 36), rng.uniform(24, 36))]
        answer = move(table, body, path, 30)
        if not answer.legal:
            continue
        assert stand(table, body.base, answer.end, ignore=(body.id,), fallen=True)
        for a, b in zip(answer.track, answer.track[1:], strict=False):
            if a[2] != b[2]:
                continue
            for share in np.linspace(0, 1, 40):
                volume = body.moved(tuple(np.array(a) + share * (np.array(b) - np.array(a)))).volume
                assert set(overlapping_features(table, volume)) <= set(answer.crossed)
                assert not overlapping_models(table, volume, ignore=(body.id, *gates))


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_no_place_nearer_than_the_nearest_standable_one(seed: int) -> None:
    table, rng = jumble(seed)
    for body in table.bodies:
        if body.kind == "gate":
            continue
        answer = jump(table, body, (rng.uniform(24, 36), rng.uniform(24, 36)))
        fall = answer.drop
        if not fall.places or fall.end[2] != fall.landing[2]:
            continue
        nearest = math.dist(fall.end, fall.landing)
        for _ in range(200):
            turn = rng.uniform(0, math.tau)
            far = nearest * math.sqrt(rng.random()) * 0.9999
            place = (
                fall.landing[0] + far * math.cos(turn),
                fall.landing[1] + far * math.sin(turn),
                fall.landing[2],
            )
            assert not stand(table, body.base, place, ignore=(body.id,))


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_points_of_a_spray_line_in_a_volume_prove_the_line_meets_it(seed: int) -> None:
    table, _ = jumble(seed)
    for a in table.bodies:
        for t in table.bodies:
            if a is t:
                continue
            line = spray_line(a, t, 9)
            for other in table.bodies:
                met = distance_to_first_touch(line, other.volume)
                first: float | None = None
                for s in np.linspace(0, 1, 200):
                    x, y, z = (
                        np.array(line[0]) + s * (np.array(line[1]) - np.array(line[0]))
                    ).tolist()
                    volume = other.volume
                    if (
                        point_to_section((x, y), (volume.center, volume.radius)) <= 0
                        and volume.low <= z <= volume.high
                    ):
                        first = 9 * float(s)
                        break
                if first is not None:
                    assert met is not None and met <= first + 1e-6
                if met is not None and first is not None:
                    assert first - met <= 9 / 199 + 1e-6


def test_a_body_moved_is_the_same_body_elsewhere() -> None:
    assert Body("a", "small", (1, 2, 3)).moved((4, 5, 6)) == Body("a", "small", (4, 5, 6))
