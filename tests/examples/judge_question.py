"""Judges questions: one made in Python, and those of files: judge_question.py [QUESTION.json ...]."""

from __future__ import annotations

import sys
from pathlib import Path

import wc3d

QUESTION: dict[str, object] = {
    "map": "crossroads",
    "models": [
        {"id": "hunter", "base": "small", "position": [3, 3]},
        {"id": "jack", "base": "large", "position": [27, 27]},
    ],
    "questions": [
        {"type": "sight", "from": "hunter", "to": "jack"},
        {"type": "range", "from": "hunter", "to": "jack"},
        {"type": "cover", "from": "hunter", "to": "jack"},
    ],
}


def main() -> int:
    """Print every answer with its rules. Return 2 if a file cannot be used."""
    sources: list[dict[str, object] | Path] = [QUESTION]
    sources += [Path(name) for name in sys.argv[1:]]
    code = 0
    for source in sources:
        folder = source.parent if isinstance(source, Path) else None  # it may open files there
        try:
            answers = wc3d.judge(source, folder=folder)
        except wc3d.InputError as error:
            print(error, file=sys.stderr)
            code = 2
            continue
        for answer in answers:
            rules = ", ".join(str(citation) for citation in answer.citations)
            print(f"{answer!r} ({rules})")
    return code


if __name__ == "__main__":
    raise SystemExit(main())
