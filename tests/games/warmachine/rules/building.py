"""Tables and models for the tests of WARMACHINE's space: a model takes a line."""

from __future__ import annotations

from typing import Any

from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.games.warmachine.rules.space.policy import SPACE
from wc3d.table.features import Feature
from wc3d.table.maps.map_file import table_from_map
from wc3d.table.table import Table

SMALL, MEDIUM, LARGE = (mm / 2 / 25.4 for mm in (30, 40, 50))


def model(id: str, base: str, x: float, y: float, z: float = 0.0, **more: Any) -> Fighter:
    """A model: by default of player 1, facing north."""
    return Fighter(id=id, base=base, at=(x, y, z), **more)


def enemy(id: str, base: str, x: float, y: float, **more: Any) -> Fighter:
    """A model of player 2."""
    return model(id, base, x, y, owner=2, **more)


def field(
    *models: Fighter, terrain: tuple[Feature, ...] = (), size: tuple[float, float] = (48, 48)
) -> Table:
    """A table."""
    return Table(size, terrain, policy=SPACE).with_bodies(*models)


def box(
    id: str,
    kind: str,
    center: tuple[float, float],
    size: tuple[float, float],
    height: float = 0.0,
    turn: float = 0.0,
    **more: Any,
) -> Feature:
    """A box of terrain, as a map says it."""
    shape = {
        "type": "box",
        "center": list(center),
        "size": list(size),
        "rotation": turn,
        "height": height,
    }
    shape |= {"bottom": more.pop("bottom", 0.0)}
    return _feature({"id": id, "kind": kind, "shape": shape, **more})


def pillar(
    id: str, kind: str, center: tuple[float, float], radius: float, height: float = 0.0, **more: Any
) -> Feature:
    """A cylinder of terrain."""
    shape = {"type": "cylinder", "center": list(center), "radius": radius, "height": height}
    return _feature({"id": id, "kind": kind, "shape": shape, **more})


def _feature(described: dict[str, Any]) -> Feature:
    return table_from_map({"size": [48, 48], "terrain": [described]}, SPACE).features[0]
