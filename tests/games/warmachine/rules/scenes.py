"""Random scenes, and a second way to look at them: shapely measures, at many places along the way."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
import shapely

from tests.games.warmachine.rules.building import box, field, model, pillar
from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.table.features import Feature
from wc3d.table.table import Table

BASES = ("small", "medium", "large")
CLOSED = "closed"
LINEAR = "linear"
ROUGH = "rough"
STEP = 0.002


def sort_of(feature: Feature, thin: float, height: float) -> str:
    """What the contract says a feature is, from the measures it was made with."""
    kind = feature.kind.value
    if kind in ("rough", "forest"):
        return ROUGH
    if kind in ("obscuring", "objective"):
        return "open"
    if kind == "impassable" or height > 1 or thin >= 1:
        return CLOSED
    return LINEAR


class Scene:
    """A table of random terrain and models round its middle; `m` is the one that moves, and stands on free open ground."""

    def __init__(
        self, seed: int, features: int = 4, models: int = 4, kinds: tuple[str, ...] = ()
    ) -> None:
        dice = self.dice = Random(seed)
        self.sorts: dict[str, str] = {}
        self.shapes: dict[str, Any] = {}
        terrain = []
        for k in range(dice.randint(0, features)):
            kind = dice.choice(
                kinds or ("rough", "forest", "obscuring", "obstacle", "structure", "impassable")
            )
            height = 0.0 if kind == "rough" else dice.choice((0.5, 1.0, 1.5, 3.0))
            at = 24 + dice.uniform(-5, 5), 24 + dice.uniform(-5, 5)
            if dice.random() < 0.3:
                radius = dice.uniform(0.3, 1.5)
                made = pillar(f"f{k}", kind, at, radius, height or 0.0)
                thin = 2 * radius
                shape = shapely.Point(at).buffer(radius, quad_segs=256)
            else:
                size = (dice.choice((0.4, 0.9, 1.5, 3.0)), dice.uniform(1, 5))
                turn = dice.uniform(0, 180)
                made = box(f"f{k}", kind, at, size, height, turn)
                thin = min(size)
                shape = shapely.affinity.rotate(
                    shapely.box(
                        at[0] - size[0] / 2,
                        at[1] - size[1] / 2,
                        at[0] + size[0] / 2,
                        at[1] + size[1] / 2,
                    ),
                    turn,
                )
            self.sorts[made.id], self.shapes[made.id] = sort_of(made, thin, height), shape
            terrain.append(made)
        standing: list[Fighter] = []
        for k in range(dice.randint(2, models + 1)):
            for _ in range(50):
                new = model(
                    "m" if not k else f"x{k}",
                    dice.choice(BASES),
                    24 + dice.uniform(-5, 5),
                    24 + dice.uniform(-5, 5),
                    facing=dice.uniform(0, 360),
                    owner=dice.choice((1, 2)),
                )
                on = any(
                    self.shapes[id].distance(shapely.Point(new.place)) <= new.radius
                    for id in self.shapes
                )
                if not (on and not k) and all(
                    math.dist(new.place, o.place) > new.radius + o.radius + 0.05 for o in standing
                ):
                    standing.append(new)
                    break
        self.mover = standing[0]
        self.others = standing[1:]
        self.size = (48.0, 48.0) if dice.random() < 0.7 else (30.0, 48.0)
        self.table: Table = field(*standing, terrain=tuple(terrain), size=self.size)

    def places(self, corners: list[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray]:
        """Lengths along a path, a step apart, and the places there."""
        path = np.array(corners)
        along = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
        at = np.append(np.arange(0, along[-1], STEP), along[-1])
        return at, np.column_stack(
            [np.interp(at, along, path[:, 0]), np.interp(at, along, path[:, 1])]
        )

    def depth(self, id: str, places: np.ndarray, radius: float) -> np.ndarray:
        """How deep a base at each of these places reaches into something; negative where it does not."""
        if id == "edge":
            return radius - np.minimum(places, np.array(self.size) - places).min(axis=1)
        if id in self.shapes:
            return np.asarray(radius - shapely.distance(self.shapes[id], shapely.points(places)))
        other = self.table.body(id)
        return np.asarray(radius + other.radius - np.hypot(*(places - np.array(other.at[:2])).T))
