"""List every text that a person reads, with its place: `python scripts/list_texts.py [--group window] [--random 60 --seed 1]`.

The list comes from the source: strings in Python (without docstrings), in the pages' scripts and markup, and in TOML.
It leaves out what no person reads: ids of widgets, types, search synonyms, SQL, shaders, styles and tags.
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
    "window": ("window", "ui", "panda"),
    "browser": ("server", "web"),
    "neo-mechanika": ("games/neo_mechanika",),
    "warmachine": ("games/warmachine",),
    "terminal": ("cli", "bots", "engine", "rl", "printing", "workers"),
    "geometry": ("judging", "meshes", "table", "geometry", "presentation", "animation"),
}
"""The parts of the package, each with the paths that it covers. The first group that fits a file has it."""
OTHER = "other"
"""The group of files that no other group covers."""
FAULT_NAMES = re.compile(r"Error|Fault|refus|complain|illegal|fault", re.IGNORECASE)
"""Calls whose strings are error messages."""


SYNONYMS = "search_vocabulary.toml"
"""The files of words that a search takes for the same."""
FONT_STYLES = {"Bold", "Regular"}
CODE = re.compile(
    "|".join(
        (
            r"\s*(select|insert|update|delete|create|pragma)\s"
            r".*\b(from|into|set|table|value|index|locking|journal|synchronous)",
            r".*#version\s\d|.*\bvoid\smain\(",
            r"[#.][a-z][\w-]*(\s|$)|.*\[data-|translate\(|\((prefers|pointer)",
            r""""?use\sstrict""",
            r"<</?|/[A-Z]\w+",
            r"(host|user-agent|content-\w+|connection):\s",
            r".*\b(default-src|viewBox|notify-level)\b",
            r"\\b|.*\(\?:|%\(",
            r"ply\n",
            r"\w+(\[[\w, .]+\])?( \| \w+)+$",
        )
    ),
    re.DOTALL,
)
"""Strings for other programs: SQL, shaders, log formats, selectors, styles, PDF, HTTP headers and patterns."""
STORED = re.compile(r"wc3d \w+( ?1?\||( \$\{[\w.]+\})+$|$)")
"""Strings that are hashed or name a setting in the browser."""
ID_ARGUMENTS = {
    "record_widget": (0,),
    "record_panel": (0,),
    "open_panel": (0,),
    "begin_child": (0,),
    "on_button": (0,),
    "log": (0,),
    "number": (1,),
    "words": (1,),
    "draw_combo": (1,),
    "draw_progress_bar": (1,),
    "SeededDice": (0,),
    "TypeVar": (0,),
    "cast": (0,),
    "getLogger": (0,),
    "compile": (0,),
    "sub": (0,),
    "search": (0,),
    "query_selector": (0,),
}
"""Arguments of calls, by position, that are ids, types or patterns. A `button` has its id before or after its words."""


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
        path
        for path in PACKAGE.rglob("*")
        if path.suffix in readers and "_data" not in path.parts and path.name != SYNONYMS
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
        skipped.update(id(part) for given in ids_of(node) for part in ast.walk(given))
        is_fault = isinstance(node, ast.Raise) or (
            isinstance(node, ast.Call) and FAULT_NAMES.search(ast.unparse(node.func))
        )
        if is_fault:
            errors.update(id(part) for part in ast.walk(node))
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            words = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = node.value
        else:
            continue
        if is_read(words):
            yield Text(path, node.lineno, words, id(node) in errors)


def ids_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node whose strings are ids, types or patterns."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        first = ast.unparse(node.args[0]) if node.args else ""
        places = (
            (2 if first == "ui" else 0,) if name == "draw_button" else ID_ARGUMENTS.get(name, ())
        )
        yield from (node.args[place] for place in places if place < len(node.args))
        yield from (given.value for given in node.keywords if given.arg in ("mark", "of", "form"))
    elif isinstance(node, ast.Compare):
        yield from (part for part in (node.left, *node.comparators))
    elif isinstance(node, ast.MatchValue):
        yield node.value
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        arguments = (*node.args.args, *node.args.kwonlyargs)
        yield from (each for each in (node.returns, *(one.annotation for one in arguments)) if each)
    elif isinstance(node, ast.AnnAssign):
        yield node.annotation


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
    if CODE.match(words) or STORED.match(words) or words in FONT_STYLES:
        return False
    bare = re.sub(r"##.*|<[^<>]*>|[\w-]+=\"[^\"]*\"|\$?\{[^{}]*\}", " ", words).strip()
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
