"""Numbers of a benchmark beside those of another day."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of a command that measures."""
    parser.add_argument(
        "--baseline",
        type=Path,
        metavar="FILE",
        help="print the numbers next to those of another day",
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="write the numbers, to be a baseline"
    )


def report(now: Mapping[str, float], asked: argparse.Namespace) -> None:
    """Print the numbers as asked for, and write them."""
    before: dict[str, float] = (
        json.loads(asked.baseline.read_text(encoding="utf-8")) if asked.baseline else {}
    )
    for name, value in now.items():
        ratio = f"  {value / before[name]:.2f} of {before[name]:.3f}" if before.get(name) else ""
        print(f"{name:44} {value:9.3f}{ratio}")
    if asked.save:
        asked.save.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
