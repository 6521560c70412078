"""How accurate photographs are, and whether what they call certain is true: many at random."""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any

import numpy as np

from tests.photo.random_photos import random_board, random_photo
from wc3d.photo.certainty import deciding_values
from wc3d.photo.chi_square import chi_square_bound
from wc3d.photo.judgement import judge_marks
from wc3d.registry import map_cache

QUESTIONS: tuple[dict[str, Any], ...] = (
    {"type": "sight", "from": "a", "to": "b"},
    {"type": "cover", "from": "a", "to": "b"},
    {"type": "spray", "from": "a", "to": "b", "range": 10.0},
    {"type": "blast", "target": "a"},
    {"type": "nearest", "from": "a"},
    {"type": "slam", "model": "b", "from": "a", "distance": 4.0},
    {"type": "jump", "model": "a", "to": [15.0, 15.0]},
    {"type": "move", "model": "a", "path": [[15.0, 15.0]], "speed": 12.0},
    {"type": "stand", "base": "medium", "position": [15.0, 15.0]},
)


def main() -> None:
    """Print errors, how many ellipses hold the truth, and verdicts that are certain and wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for side in (30.0, 48.0):
        for title, options in (
            ("corners alone", {}),
            ("four references", {"references": 4}),
            ("cropped", {"is_cropped": True, "references": 2}),
            ("no EXIF", {"has_exif": False}),
        ):
            print(f'{side:g}" table, {title}: {measure(arguments, side, options)}', flush=True)


def measure(arguments: argparse.Namespace, side: float, options: dict[str, Any]) -> str:
    """Return one line of measurements."""
    errors: list[float] = []
    inside = 0
    certain = dict.fromkeys((True, False, None), 0)
    by_type: dict[str, list[bool | None]] = {}
    wrong: list[str] = []
    seconds: list[float] = []
    for k in range(arguments.photos):
        seed = arguments.seed * 1_000_003 + k
        maps = map_cache()
        board = random_board(seed, side)
        table = maps.load_table(board, "board", Path())
        photo = random_photo(seed, table, board, models=3, questions=QUESTIONS, **options)
        start = time.process_time()
        judged = judge_marks(photo.marks, "photo", Path(), maps)
        seconds.append((time.process_time() - start) / len(QUESTIONS))
        for i, (id, at) in enumerate(zip(judged.placed.ids, judged.placed.positions, strict=True)):
            off = np.subtract(at[:2], photo.truth[id][:2])
            errors.append(math.hypot(*off))
            inside += off @ np.linalg.solve(judged.placed.covariance_of(i), off) <= (
                chi_square_bound(2)
            )
        moved = (b.moved(photo.truth[b.id]) for b in judged.dispute.table.bodies)
        true_table = judged.dispute.table.with_bodies(*moved)
        for reply in judged.answers:
            kind = reply.answer.type
            certain[reply.certain] += 1
            by_type.setdefault(kind.name, []).append(reply.certain)
            truth = kind.ask(true_table, reply.answer.question, None)
            if reply.certain and deciding_values(kind, truth) != deciding_values(
                kind, reply.answer.verdict
            ):
                wrong.append(f"{kind.name} in photo {seed}")
    shares = {
        name: f"{sum(c is True for c in all) / len(all):.0%}/{sum(c is None for c in all) / len(all):.0%}"
        for name, all in by_type.items()
    }
    return (
        f'error {np.median(errors):.3f}" median, {np.percentile(errors, 95):.3f}" at 95 %; '
        f"{inside / len(errors):.1%} in their ellipses; "
        f"of {sum(certain.values())} answers {certain[True]} certain, {len(wrong)} of them wrong"
        f"{wrong or ''}; {certain[False]} refuted, {certain[None]} open; "
        f"certain/open: {shares}; {np.mean(seconds):.3f} s each, at most {max(seconds):.2f} s"
    )


if __name__ == "__main__":
    main()
