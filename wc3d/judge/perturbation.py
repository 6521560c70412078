"""Doubts without a proof: models are moved within the doubt, and the question is answered again."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Any

from wc3d._internal.progress import Progress
from wc3d.judge.doubt import Doubt, Offset, shift_body
from wc3d.judge.question_fields import named_models
from wc3d.table.body import Body
from wc3d.table.table import Table

MAX_PLACES_TRIED = 120
"""The maximum number of places to try without a proof."""


def perturb_models(
    table: Table,
    ids: list[str],
    inches: float,
    verdict: Callable[[Table], str],
    progress: Progress | None = None,
    heights: bool = True,
) -> Doubt:
    """Test a question without a proof: move models to the ends of the doubt, singly, in pairs and
    at random.

    Another verdict at one of these places refutes; otherwise the result is unknown. Without
    `heights`, move only along the plan, for models that stand on something.
    """
    current_verdict = verdict(table)
    tries = 0
    for places in _list_placements(table, ids, inches, inches if heights else 0.0):
        tries += 1
        if progress is not None and not progress(tries, MAX_PLACES_TRIED):
            break
        new_verdict = verdict(table.with_bodies(*places))
        if new_verdict != current_verdict:
            words = f'could also be {new_verdict} if models are up to {inches:.4g}" off'
            return Doubt(
                inches,
                False,
                words,
                "the verdict differs with the models at these places",
                places,
                new_verdict,
                tries,
            )
    reason = f"{tries} other placements gave the same verdict, but that is not a proof"
    return Doubt(
        inches, None, f'undecided if models are up to {inches:.4g}" off', reason, tried=tries
    )


def _list_placements(
    table: Table, ids: list[str], inches: float, up: float
) -> Iterator[tuple[Body, ...]]:
    around = 8 if len(ids) > 1 else 2 * MAX_PLACES_TRIED // 3
    turns = [2 * math.pi * k / around for k in range(around)]
    ways: list[Offset] = [(inches * math.cos(turn), inches * math.sin(turn), 0.0) for turn in turns]
    ways += [(0.0, 0.0, up), (0.0, 0.0, -up)] if up else []
    singles = [(shift_body(table.body(id), way),) for id in ids for way in ways]
    pairs = [
        (shift_body(table.body(a), ways[k]), shift_body(table.body(b), ways[m]))
        for a, b in combinations(ids, 2)
        for k in range(8)
        for m in ((k + 4) % 8, k)
    ]
    yield from [*singles, *pairs][: 2 * MAX_PLACES_TRIED // 3]
    dice = Random(7)
    for _ in range(MAX_PLACES_TRIED // 3):
        places = []
        for id in ids:
            turn = dice.uniform(0, 2 * math.pi)
            distance = inches * math.sqrt(dice.random())
            places.append(
                shift_body(
                    table.body(id),
                    (distance * math.cos(turn), distance * math.sin(turn), dice.uniform(-up, up)),
                )
            )
        yield tuple(places)


def make_proven_doubt(inches: float, reason: str, heights: bool = False) -> Doubt:
    """Return the doubt of a proved verdict; without `heights`, heights are not in doubt."""
    height_note = "" if heights else "; heights are exact, as models stand on floors"
    return Doubt(
        inches,
        True,
        f'the same, even if models are up to {inches:.4g}" off',
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
    proof: Callable[[Table, Any, float, Progress | None], str] | None = None,
) -> Callable[[Table, Any, float, Progress | None], Doubt]:
    """Return the doubt function of a question type: places to try and perhaps a proof.

    `deciding` are the attributes of its verdict that a doubt must not change. `on_feet`: all
    models stand on something, so heights are not in doubt. `proof` returns the reason why the
    answer is the same at all places, empty without a proof.
    """

    def doubt(
        table: Table, question: Any, inches: float, progress: Progress | None = None
    ) -> Doubt:
        heights = on_feet is not None and not on_feet(table, question)
        reason = proof(table, question, inches, progress) if proof is not None else ""
        if reason:
            return make_proven_doubt(inches, reason, heights)
        named = list(dict.fromkeys(named_models(question).values()))
        other_ids = [body.id for body in table.bodies if body.id not in named]

        def verdict(moved_table: Table) -> str:
            return format_deciding_values(ask(moved_table, question, None), deciding)

        return perturb_models(table, [*named, *other_ids], inches, verdict, progress, heights)

    return doubt
