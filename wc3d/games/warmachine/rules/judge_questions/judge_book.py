"""This game's contribution to the judge: question types, model fields and rulings."""

from __future__ import annotations

from wc3d.games.warmachine.rules.book.rulebook import BOOK
from wc3d.games.warmachine.rules.judge_questions.arcs import BACK_STRIKE, IN_FRONT
from wc3d.games.warmachine.rules.judge_questions.areas import (
    AREA,
    CONTROL_AREA,
    DEVIATION,
    STRIP_SPRAY,
)
from wc3d.games.warmachine.rules.judge_questions.fields import FighterEntry
from wc3d.games.warmachine.rules.judge_questions.formation_and_damage import DAMAGE_GRID, FORMATION
from wc3d.games.warmachine.rules.judge_questions.melee import ENGAGED, FREE_STRIKES, MELEE_RANGE
from wc3d.games.warmachine.rules.judge_questions.moves import ADVANCE, CHARGE, SLAM_APPROACH
from wc3d.games.warmachine.rules.judge_questions.sight import EYE_SIGHT, PROTECTION, SCREENING
from wc3d.games.warmachine.rules.judge_questions.slams_and_throws import SLAMMED, THROW
from wc3d.judging.distance import RANGE
from wc3d.judging.question_type import FormField
from wc3d.judging.question_types import JudgeBook
from wc3d.judging.stand import STAND

OWN_QUESTION_TYPES = (
    EYE_SIGHT,
    IN_FRONT,
    MELEE_RANGE,
    ENGAGED,
    FREE_STRIKES,
    ADVANCE,
    CHARGE,
    SLAM_APPROACH,
    SLAMMED,
    THROW,
    AREA,
    DEVIATION,
    STRIP_SPRAY,
    SCREENING,
    PROTECTION,
    CONTROL_AREA,
    BACK_STRIKE,
    FORMATION,
    DAMAGE_GRID,
)
"""The game's question types in display order."""

RULE_BY_VALUE = {
    "obscuring_depth": "WM-REF-32",
    "cover_within": "WM-TER-09",
    "obstacle_height": "WM-TER-08",
}
"""The rules behind the values of the space policy."""


def _policy_source(name: str) -> tuple[str, str]:
    return RULE_BY_VALUE[name], ""


def _rulings(id: str) -> tuple[tuple[str, str], ...]:
    """Return the rulings on a rule."""
    entries = (entry for entry in BOOK.related(BOOK.rule(id)) if entry.document == "ruling")
    return tuple((entry.id, f"{entry.text} {entry.ruling}".strip()) for entry in entries)


MODEL_FIELDS = (
    FormField("facing", "facing", "number"),
    FormField("reach", "reach", "number"),
    FormField("owner", "player", "choice", choices=("1", "2")),
    FormField("knocked_down", "knocked down", "flag"),
    FormField("stationary", "stationary", "flag"),
)
"""The form fields of a model in addition to its base.

The facing is in degrees counter-clockwise from east, the reach in inches.
"""

JUDGE_BOOK = JudgeBook(
    OWN_QUESTION_TYPES, (RANGE, STAND), FighterEntry, MODEL_FIELDS, _policy_source, _rulings
)
