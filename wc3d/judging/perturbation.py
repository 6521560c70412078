"""Doubts without a proof: models are moved within the doubt, and the question is answered again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d._internal.progress import Progress
from wc3d.judging.displacement import (
    MAX_PLACES_TRIED,
    Displacement,
    Inaccuracy,
    as_displacement,
)
from wc3d.judging.doubt import Doubt
from wc3d.judging.question_fields import named_models
from wc3d.table.table import Table


def perturb_models(
    table: Table,
    ids: list[str],
    inches: Inaccuracy,
    verdict: Callable[[Table], str],
    progress: Progress | None = None,
    heights: bool = True,
) -> Doubt:
    """Test a question without a proof: move models to the ends of the doubt, singly, in pairs and
    at random.

    Another verdict at one of these places refutes; otherwise the result is unknown. Without
    `heights`, move only along the plan, for models that stand on something.
    """
    displacement = as_displacement(inches)
    current_verdict = verdict(table)
    tries = 0
    for places in displacement.placements(table, ids, heights):
        tries += 1
        if progress is not None and not progress(tries, MAX_PLACES_TRIED):
            break
        new_verdict = verdict(table.with_bodies(*places))
        if new_verdict != current_verdict:
            return Doubt(
                displacement.inches,
                False,
                f"could also be {new_verdict} {displacement.condition}",
                "the verdict differs with the models at these places",
                places,
                new_verdict,
                tries,
            )
    reason = f"{tries} other placements gave the same verdict, but that is not a proof"
    return Doubt(
        displacement.inches, None, f"undecided {displacement.condition}", reason, tried=tries
    )


def make_proven_doubt(inches: Inaccuracy, reason: str, heights: bool = False) -> Doubt:
    """Return the doubt of a proved verdict; without `heights`, heights are not in doubt."""
    height_note = "" if heights else "; heights are exact, as models stand on floors"
    displacement = as_displacement(inches)
    return Doubt(
        displacement.inches,
        True,
        f"the same, even {displacement.condition}",
        reason + height_note,
        tried=1,
    )


def format_deciding_values(verdict: Any, deciding: tuple[str, ...]) -> str:
    """Format the deciding values of a verdict: the same text for the same verdict."""
    words = []
    for name in deciding:
        value = getattr(verdict, name)
        if isinstance(value, bool):
            words.append(name if value else f"not {name}")
        elif isinstance(value, list | tuple):
            words.append(f"{name}: {', '.join(sorted(value)) or 'none'}")
        elif value:
            words.append(f"{name.replace('_', ' ')} {value}")
    return ", ".join(words)


def make_doubt_function(
    ask: Callable[[Table, Any, Any], Any],
    deciding: tuple[str, ...],
    on_feet: Callable[[Table, Any], bool] | None = None,
    proof: Callable[[Table, Any, Displacement, Progress | None], str] | None = None,
) -> Callable[[Table, Any, Inaccuracy, Progress | None], Doubt]:
    """Return the doubt function of a question type: places to try and perhaps a proof.

    `deciding` are the attributes of its verdict that a doubt must not change. `on_feet`: all
    models stand on something, so heights are not in doubt. `proof` returns the reason why the
    answer is the same at all places, empty without a proof.
    """

    def doubt(
        table: Table, question: Any, inches: Inaccuracy, progress: Progress | None = None
    ) -> Doubt:
        displacement = as_displacement(inches)
        heights = on_feet is not None and not on_feet(table, question)
        reason = proof(table, question, displacement, progress) if proof is not None else ""
        if reason:
            return make_proven_doubt(displacement, reason, heights)
        named = list(dict.fromkeys(named_models(question).values()))
        other_ids = [body.id for body in table.bodies if body.id not in named]

        def verdict(moved_table: Table) -> str:
            return format_deciding_values(ask(moved_table, question, None), deciding)

        return perturb_models(table, [*named, *other_ids], displacement, verdict, progress, heights)

    return doubt
