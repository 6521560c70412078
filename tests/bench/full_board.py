"""A full board to measure pictures with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from wc3d.geometry.solids import Plane, Prism
from wc3d.registry import load_map
from wc3d.table.body import Body
from wc3d.table.features import make_feature
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import highest_standable

MAPS = Path(__file__).resolve().parents[2] / "maps"
MODELS = 40
FEATURES = 40


def full_table() -> Table:
    """The largest board of ours with barricades added, and models of every size on it."""
    table = load_map(MAPS / "terraced-woods.json")
    rng = np.random.default_rng(5)
    extra = []
    for k in range(FEATURES - len(table.features)):
        x, y = rng.uniform(3, 44, 2)
        corners = np.array([[x, y], [x + 3, y], [x + 3, y + 0.5], [x, y + 0.5]])
        extra.append(
            make_feature(f"barricade {k}", "obstacle", (Prism(corners, Plane(0.0), Plane(0.9)),))
        )
    table = replace(table, features=(*table.features, *extra), bodies=())
    while len(table.bodies) < MODELS:
        n = len(table.bodies)
        base = ("small", "small", "small", "medium", "large")[n % 5]
        x, y = rng.uniform(2, 46, 2)
        height = highest_standable(table, base, (x, y))
        if height is not None:
            body = Body(
                f"{1 + n % 2}.model.{n}", base, (x, y, height), "gate" if n % 10 == 0 else "unit"
            )
            table = table.with_bodies(body)
    return table
