"""Woods, smoke and obstacles matter to a line across them, to an area over them, and to the mouse on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import shapely

from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.presentation.display_values import CloudMark
from wc3d.presentation.evidence_view import Area, EvidenceView, Ghost, Stroke
from wc3d.presentation.palette import Pen, Role
from wc3d.scene.picking import RayHit
from wc3d.scene.terrain_in_question import (
    find_clouds_in_question,
    find_terrain_at,
    find_terrain_in_question,
)
from wc3d.table.features import Feature, Kind, make_feature
from wc3d.table.table import Table

NOTHING = EvidenceView("sight", "", "", None, "")


def block(id: str, kind: Kind, x: float, high: float) -> Feature:
    corners = np.array([[x, 8], [x + 3, 8], [x + 3, 12], [x, 12.0]])
    return make_feature(id, kind, (Prism(corners, Plane(0.0), Plane(high)),))


TABLE = Table(
    (30, 30),
    (
        block("wood", Kind.FOREST, 2, 5.0),
        block("wall", Kind.OBSTACLE, 10, 1.0),
        block("house", Kind.STRUCTURE, 18, 3.0),
    ),
    policy=SPACE,
)


def line(x0: float, x1: float, y: float = 10.0) -> Stroke:
    return Stroke(((x0, y, 1.0), (x1, y, 1.0)), Pen.CLEAR)


@pytest.mark.parametrize(
    ("view", "ids"),
    [
        (NOTHING, set()),
        (replace(NOTHING, strokes=(line(1, 6),)), {"wood"}),
        (replace(NOTHING, strokes=(line(1, 28),)), {"wood", "wall"}),
        (replace(NOTHING, strokes=(line(1, 28, 20.0),)), set()),
        (replace(NOTHING, strokes=(Stroke(((3, 9, 0.0),), Pen.CLEAR),)), {"wood"}),
        (replace(NOTHING, marked_models={"wall": "BLOCKS", "house": "BLOCKS"}), {"wall"}),
        (
            replace(NOTHING, areas=(Area(shapely.box(9, 9, 11, 11), 0.0, (9, 9, 9), ""),)),
            {"wall"},
        ),
        (replace(NOTHING, ghosts=(Ghost(Cylinder((1, 10), 1.5, 0, 2), Role.END, ""),)), {"wood"}),
    ],
)
def test_evidence_shows_what_it_touches(view: EvidenceView, ids: set[str]) -> None:
    assert find_terrain_in_question(TABLE, [view]) == ids


@pytest.mark.parametrize(
    ("hit", "ids"),
    [
        (None, set()),
        (RayHit("table", "", (3, 9, 0.0), 9.0, True), {"wood"}),
        (RayHit("table", "", (8, 9, 0.0), 9.0, True), set()),
        (RayHit("feature", "wall", (11, 9, 1.0), 9.0, True), {"wall"}),
        (RayHit("body", "a", (3, 9, 1.0), 9.0, True), set()),
    ],
)
def test_the_mouse_shows_what_is_under_it(hit: RayHit | None, ids: set[str]) -> None:
    assert find_terrain_at(TABLE, hit) == ids


def test_a_cloud_matters_to_a_line_through_it_and_to_the_mouse() -> None:
    cloud = CloudMark("c", (15.0, 25.0), 2.0, 3.0, (9, 9, 9), "smoke")
    through, beside = (replace(NOTHING, strokes=(line(1, 28, y),)) for y in (26.0, 20.0))
    assert find_clouds_in_question([cloud], [through]) == [cloud]
    assert find_clouds_in_question([cloud], [beside]) == []
    hit = RayHit("table", "", (14.0, 25.0, 0.0), 9.0, True)
    assert find_clouds_in_question([cloud], [], hit) == [cloud]
