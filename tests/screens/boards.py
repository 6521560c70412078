"""Boards for the view's tests: boxes, prisms, cylinders, slopes, a mesh and flat ground on one table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import trimesh

from wc3d.judging.question_types import question_type
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.presentation.movement_marks import reach_evidence
from wc3d.registry import table_from_map
from wc3d.table.body import Body
from wc3d.table.table import Table

MIXED = {
    "name": "Mixed",
    "size": [30, 30],
    "terrain": [
        {
            "id": "wall",
            "name": "Broken wall",
            "kind": "structure",
            "shape": {
                "type": "box",
                "center": [14, 12],
                "size": [6, 0.5],
                "rotation": 30,
                "height": 2.0,
            },
        },
        {
            "id": "wood",
            "kind": "forest",
            "shape": {"type": "prism", "points": [[17, 3], [25, 3], [26, 8], [20, 9]], "height": 4},
        },
        {
            "id": "silo",
            "kind": "structure",
            "shape": {"type": "cylinder", "center": [22, 20], "radius": 2, "height": 5},
        },
        {
            "id": "house",
            "kind": "structure",
            "shape": [
                {"type": "box", "center": [7, 20], "size": [6, 0.5], "height": 4},
                {"type": "box", "center": [4.25, 22.25], "size": [0.5, 4], "height": 4},
            ],
        },
        {
            "id": "smoke",
            "kind": "obscuring",
            "shape": {"type": "cylinder", "center": [5, 9], "radius": 2, "height": 3},
        },
        {
            "id": "rubble",
            "kind": "rough",
            "shape": {
                "type": "prism",
                "points": [[22, 11], [27, 12], [28, 16], [23, 16]],
                "height": 0,
            },
        },
        {
            "id": "spire",
            "kind": "impassable",
            "shape": {"type": "prism", "points": [[26, 24], [28.5, 24], [27.5, 27]], "height": 6},
        },
        {
            "id": "barricade",
            "kind": "obstacle",
            "shape": {
                "type": "box",
                "center": [10, 6],
                "size": [4, 0.6],
                "rotation": -20,
                "height": 0.9,
            },
        },
        {
            "id": "bunker",
            "kind": "structure",
            "shape": {"type": "mesh", "file": "bunker.stl", "position": [13, 25, 0]},
        },
    ],
    "ladders": [{"id": "rungs", "at": [22, 17.7], "bottom": 0, "top": 5}],
}


def mixed(folder: Path) -> Table:
    """The mixed table with six models and a void gate; its mesh file is written to `folder`."""
    block = trimesh.creation.box(extents=(4, 3, 2))
    block.apply_translation((0, 0, 1))
    hole = trimesh.creation.box(extents=(1, 9, 1))
    hole.apply_translation((0, 0, 0.5))
    trimesh.boolean.difference([block, hole], engine="manifold").export(folder / "bunker.stl")
    return table_from_map(MIXED, folder=folder).with_bodies(
        Body("a", "small", (8, 3, 0)),
        Body("b", "large", (18, 17, 0)),
        Body("c", "medium", (15, 8, 0)),
        Body("d", "small", (22, 20, 5)),
        Body("w", "medium", (21, 6, 0)),
        Body("g", "small", (12, 3, 0), kind="gate"),
        Body("r", "small", (13, 28, 0)),
    )


def evidence(table: Table, question: Mapping[str, Any], verdict: Any) -> EvidenceView:
    """What is shown of an answer to a question as a file has it, or of a reach."""
    if question["type"] == "reach":
        return reach_evidence(table, question["model"], question["speed"], verdict.levels)
    type = question_type(question["type"])
    return type.evidence_view(table, type.fields.model_validate(question), verdict)
