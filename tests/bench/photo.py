"""How accurate photographs are, and whether what they call certain is true: many at random.

`python scripts/measure_photos.py [--photos 200] [--seed 1]`
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.photo.random_photos import QUESTIONS, RandomPhoto, random_board, random_photo
from wc3d.photo.certainty import deciding_values
from wc3d.photo.chi_square import chi_square_bound
from wc3d.photo.judgement import PhotoJudgement, judge_marks
from wc3d.registry import map_cache


@dataclass
class Measured:
    """What many photographs showed. `certain`: the certainty of each answer, by type."""

    errors: list[float] = field(default_factory=list)
    inside: list[bool] = field(default_factory=list)
    certain: dict[str, list[bool | None]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    camera_s: list[float] = field(default_factory=list)
    answer_s: list[float] = field(default_factory=list)

    def add(self, photo: RandomPhoto, judged: PhotoJudgement, seed: int) -> None:
        """Add one photograph: its errors, and its answers compared with those at the truth."""
        for i, (id, at) in enumerate(
            zip(judged.placements.ids, judged.placements.positions, strict=True)
        ):
            off = np.subtract(at[:2], photo.truth[id][:2])
            far = off @ np.linalg.solve(judged.placements.covariance_of(i), off)
            self.errors.append(math.hypot(*off))
            self.inside.append(bool(far <= chi_square_bound(2)))
        moved = (body.moved(photo.truth[body.id]) for body in judged.dispute.table.bodies)
        true_table = judged.dispute.table.with_bodies(*moved)
        for reply in judged.answers:
            type, question = reply.answer.type, reply.answer.question
            self.certain.setdefault(type.name, []).append(reply.certain)
            truth = deciding_values(type, type.ask(true_table, question, None))
            if reply.certain and truth != deciding_values(type, reply.answer.verdict):
                self.wrong.append(f"{type.name} in photograph {seed}")

    def __str__(self) -> str:
        shares = ", ".join(
            f"{name} {replies.count(True) / len(replies):.0%} (open {replies.count(None) / len(replies):.0%})"
            for name, replies in self.certain.items()
        )
        answers = sum(map(len, self.certain.values()))
        certain = sum(replies.count(True) for replies in self.certain.values())
        return (
            f'error {np.median(self.errors):.3f}" median, {np.percentile(self.errors, 95):.3f}" at '
            f"95 %; {np.mean(self.inside):.1%} in their ellipses; {certain} of {answers} answers "
            f"certain, {len(self.wrong)} of those wrong {self.wrong or ''}\n"
            f"    certain: {shares}\n"
            f"    photograph with {len(self.certain)} answers {np.median(self.answer_s):.3f} s "
            f"median, {max(self.answer_s):.2f} s at most"
        )


def measure_photos(
    photos: int,
    seed: int,
    side: float,
    options: dict[str, Any],
    questions: tuple[dict[str, Any], ...] = QUESTIONS,
) -> Measured:
    """Judge photographs of random boards, and compare them with the truth."""
    result = Measured()
    for k in range(photos):
        number = seed * 1_000_003 + k
        maps = map_cache()
        board = random_board(number, side)
        table = maps.load_table(board, "board", Path())
        photo = random_photo(number, table, board, models=3, questions=questions, **options)
        start = time.process_time()
        judged = judge_marks(photo.marks, "photo", Path(), maps)
        result.answer_s.append(time.process_time() - start)
        result.add(photo, judged, number)
    return result


CASES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("corners alone", {}),
    ("and 4 references", {"references": 4}),
    ("cropped, 2 references", {"is_cropped": True, "references": 2}),
    ("no EXIF", {"has_exif": False}),
)


def main() -> int:
    """Print errors, how many ellipses hold the truth, and verdicts that are certain and wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=200, help="photographs of each kind")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    wrong = 0
    for side in (30.0, 48.0):
        for title, options in CASES:
            result = measure_photos(arguments.photos, arguments.seed, side, options)
            print(f'{side:g}" table, {title}: {result}', flush=True)
            wrong += len(result.wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
