"""List every text that a person reads, with its place: `python scripts/list_texts.py [--group window] [--random 60 --seed 1]`.

The list comes from the source: strings in Python (without docstrings), in the pages' scripts and markup, and in TOML.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1] / "wc3d"
GROUPS = {
    "window": (
        "view/window",
        "view/game",
        "view/start",
        "view/board",
        "view/measuring",
        "view/interaction",
        "view/stage",
    ),
    "browser": ("host", "view/webpage"),
    "neo-mechanika": (
        "warcaster",
        "view/neo_mechanika",
        "players/neo_mechanika",
        "app/neo_mechanika",
    ),
    "warmachine": ("warmachine", "view/warmachine", "players/warmachine", "app/warmachine"),
    "terminal": ("app", "players", "engine", "env", "view/paper", "view/work"),
    "geometry": ("judge", "meshes", "table", "geometry", "evidence", "staging"),
}
"""The parts of the package, each with the paths that it covers. The first group that fits a file has it."""
OTHER = "other"
"""The group of files that no other group covers."""
FAULT_NAMES = re.compile(r"Error|Fault|refus|complain|illegal|fault", re.IGNORECASE)
"""Calls whose strings are error messages."""


@dataclass(frozen=True)
class Text:
    """A string and its place."""

    path: Path
    line: int
    words: str
    is_error: bool

    @property
    def group(self) -> str:
        """The part of the package that the text belongs to."""
        path = self.path.relative_to(PACKAGE).as_posix()
        groups = (
            group
            for group, rooms in GROUPS.items()
            if any(path.startswith(f"{room}/") for room in rooms)
        )
        return next(groups, OTHER)

    def __str__(self) -> str:
        kind = "  [error]" if self.is_error else ""
        return f"{self.path.relative_to(PACKAGE.parent)}:{self.line}: {self.words!r}{kind}"


def list_texts() -> list[Text]:
    """Return the texts of the whole package, in the order of their files."""
    readers = {".py": read_python, ".js": read_script, ".html": read_markup, ".toml": read_toml}
    paths = sorted(
        path for path in PACKAGE.rglob("*") if path.suffix in readers and "_data" not in path.parts
    )
    return [text for path in paths for text in readers[path.suffix](path)]


def read_python(path: Path) -> Iterator[Text]:
    """Yield the texts of a Python module; each `{}` stands for a value."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[int] = set()
    errors: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in node.values)
        is_fault = isinstance(node, ast.Raise) or (
            isinstance(node, ast.Call) and FAULT_NAMES.search(ast.unparse(node.func))
        )
        if is_fault:
            errors.update(id(part) for part in ast.walk(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            words = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in skipped
        ):
            words = node.value
        else:
            continue
        if is_read(words):
            yield Text(path, node.lineno, words, id(node) in errors)


def read_script(path: Path) -> Iterator[Text]:
    """Yield the quoted strings of a page's script."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        for match in re.finditer(
            r'"([^"\\]*)"|`([^`]*)`', line.split("//")[0] if "://" not in line else line
        ):
            words = match.group(1) or match.group(2) or ""
            if is_read(words):
                yield Text(path, number, words, False)


def read_markup(path: Path) -> Iterator[Text]:
    """Yield the text between a page's tags and in its labels."""
    markup = path.read_text(encoding="utf-8")
    markup = re.sub(
        r"(?s)<(script|style)\b.*?</\1>", lambda match: "\n" * match.group().count("\n"), markup
    )
    for match in re.finditer(r'>([^<>]+)<|(?:title|placeholder|aria-label|alt)="([^"]+)"', markup):
        words = " ".join((match.group(1) or match.group(2)).split())
        if is_read(words):
            yield Text(path, markup.count("\n", 0, match.start()) + 1, words, False)


def read_toml(path: Path) -> Iterator[Text]:
    """Yield the strings of a TOML file, all at its first line."""

    def strings(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            for part in value.values() if isinstance(value, dict) else value:
                yield from strings(part)

    for words in strings(tomllib.loads(path.read_text(encoding="utf-8"))):
        if is_read(words):
            yield Text(path, 1, words, False)


def is_read(words: str) -> bool:
    """Return whether a string looks like text for people: words with a space, or one capitalized word."""
    bare = words.replace("{}", "").strip()
    return bool(re.search(r"[A-Za-z]{2}", bare)) and (
        " " in words.strip() or bool(re.fullmatch(r"[A-Z][a-z]+[.:!?…]*", bare))
    )


def main() -> int:
    """Print the texts that the arguments ask for."""
    parser = argparse.ArgumentParser(
        description="List every text that a person reads, with its place."
    )
    parser.add_argument(
        "--group",
        choices=(*GROUPS, OTHER),
        action="append",
        help="list only this part (may be repeated)",
    )
    parser.add_argument("--errors", action="store_true", help="list only error messages")
    parser.add_argument(
        "--under", default="", metavar="PATH", help="list only files whose path contains PATH"
    )
    parser.add_argument("--random", type=int, default=0, metavar="N", help="list N texts at random")
    parser.add_argument(
        "--seed", type=int, default=1, help="the seed of the random choice (%(default)s)"
    )
    options = parser.parse_args()
    texts = [text for text in list_texts() if not options.group or text.group in options.group]
    texts = [
        text
        for text in texts
        if options.under in text.path.as_posix() and (text.is_error or not options.errors)
    ]
    if options.random:
        texts = random.Random(options.seed).sample(texts, min(options.random, len(texts)))
    for text in texts:
        print(text)
    return 0
