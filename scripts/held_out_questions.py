"""Measure the rules search on known questions that are left out: `python scripts/held_out_questions.py [warmachine]`.

Each question has one right rule here, even where a near rule answers it as well. Real scores are higher.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from wc3d.engine.book_search import BookSearch, SearchEntry
from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK as NEO_MECHANIKA
from wc3d.games.warmachine.rules.book.rulebook import BOOK as WARMACHINE

FOLDS = 12
SEED = 2


def without(entries: Iterable[SearchEntry], left_out: set[tuple[str, str]]) -> list[SearchEntry]:
    """Return the entries without some of their known questions."""
    return [
        SearchEntry(
            entry.id,
            entry.texts,
            [
                question
                for question in entry.known_questions
                if (entry.id, question) not in left_out
            ],
            entry.worth,
        )
        for entry in entries
    ]


def main() -> int:
    """Print how many left-out questions find their rule first, and among five."""
    parser = argparse.ArgumentParser(description=__doc__)
    games = ("neo_mechanika", "warmachine")
    parser.add_argument("game", nargs="?", choices=games, default="neo_mechanika")
    parser.add_argument("--folds", type=int, default=1, help=f"folds to measure, of {FOLDS}")
    arguments = parser.parse_args()
    book = WARMACHINE if arguments.game == "warmachine" else NEO_MECHANIKA
    entries = book.search_entries()
    words = book.vocabulary
    questions = [(entry.id, question) for entry in entries for question in entry.known_questions]
    random.Random(SEED).shuffle(questions)
    asked = first = among_five = 0
    for fold in range(min(arguments.folds, FOLDS)):
        left_out = questions[fold::FOLDS]
        search = BookSearch(without(entries, set(left_out)), words)
        for rule, question in left_out:
            answers = search.find_entries(question)[:5]
            asked += 1
            first += answers[:1] == [rule]
            among_five += rule in answers
    print(f"{asked} questions: {first / asked:.1%} first, {among_five / asked:.1%} among five")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
