"""Whether an answer also holds for all shapes and places that marked terrain may have.

Sight and cover change in one direction only when terrain grows. So an answer that holds with the
smallest and with the largest terrain holds with everything between them. For other questions,
nothing is certain beside marked terrain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from wc3d.judging.question_fields import JudgeQuestion
from wc3d.judging.question_type import QuestionType
from wc3d.photo.camera_fit import CameraFit
from wc3d.photo.certainty import Certainty, assess_certainty, deciding_values
from wc3d.photo.marked_terrain import BuiltPiece, relative_to_piece
from wc3d.photo.marks_file import MarksFile
from wc3d.photo.placed_models import PlacedModels
from wc3d.table.table import Table

MONOTONE_TYPES = ("sight", "cover")
FREE_TYPES = ("range", "nearest")
"""Questions in which terrain does not matter."""

MakeTable = Callable[[Sequence[dict[str, Any] | None]], Table]
"""Returns the table with these versions of the marked pieces, and with the models."""


def assess_with_terrain(
    type: QuestionType,
    question: JudgeQuestion,
    placed: PlacedModels,
    fit: CameraFit,
    file: MarksFile,
    pieces: Sequence[BuiltPiece],
    make_table: MakeTable,
) -> Certainty:
    """Return whether the answer holds for all places of models and all shapes of marked terrain."""
    table = make_table([piece.feature for piece in pieces])
    plain = assess_certainty(table, type, question, placed)
    if plain.certain is False or type.name in FREE_TYPES:
        return plain
    if type.name not in MONOTONE_TYPES:
        return Certainty(None, why="the shape of marked terrain matters, too")
    solved = deciding_values(type, type.ask(table, question, None))

    def holds(features: Sequence[dict[str, Any] | None], seen: PlacedModels) -> bool:
        other = make_table(features)
        return (
            deciding_values(type, type.ask(other, question, None)) == solved
            and assess_certainty(other, type, question, seen).certain is True
        )

    if holds([piece.core for piece in pieces], placed) and holds(
        [piece.reach for piece in pieces], placed
    ):
        return plain
    pixels = np.array([model.pixel for model in file.models], float)
    for piece in pieces:
        seen, doubt = relative_to_piece(piece, fit, placed, pixels, file.noise)
        smallest = piece.reshaped(-doubt, -piece.height_doubt)
        largest = piece.reshaped(doubt, piece.height_doubt)
        # one piece that blocks is enough, whatever the others are; without others, both ways
        is_enough = len(pieces) == 1 or (type.name == "sight" and "blocked" in solved)
        if is_enough and holds([smallest], seen) and (len(pieces) > 1 or holds([largest], seen)):
            return Certainty(True, why=plain.why)
    return Certainty(None, why="marked terrain may be a little elsewhere, or taller or lower")
