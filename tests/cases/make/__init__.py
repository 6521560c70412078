"""Writes the cases of tests/cases that are derived, by formula or by hand: `python scripts/make_cases.py [NAME ...]`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.cases.make import sight, space, turned, warmachine

FOLDER = Path(__file__).resolve().parents[1]
MAKERS: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "sight_own": sight.cases,
    "sight_turned": turned.sight_cases,
    "space_own": space.cases,
    "space_turned": turned.space_cases,
    "warmachine_own": warmachine.cases,
}
"""What makes each file."""


def write(name: str, folder: Path = FOLDER) -> Path:
    """Write one file of cases, one a line."""
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in MAKERS[name]()), encoding="utf-8")
    return path


def main(argv: Sequence[str] | None = None) -> int:
    """Write the files named, or all."""
    parser = argparse.ArgumentParser(
        description="Writes the cases of tests/cases that are derived."
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join(MAKERS)}; all if left out"
    )
    for name in parser.parse_args(argv).names or MAKERS:
        print(write(name))
    return 0
