"""Print figures that point at unclear names, docstrings and layout. They are hints for readers, not limits."""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BARE_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
    found told asked kept left one said known made met given taken shown seen held heard put done gone come become begun broken
    built chosen drawn driven fallen felt forgotten gotten grown hidden laid led lost meant paid passed placed read ready rolled
    sent set settled sold spent spoken stood struck thrown thought tried turned used wanted won worn written standing going
    coming passing meeting lying saying looking this that these those it its they them their he him his she her who whom whose
    which what other others another both each every either neither none all any some such same now then here there where when
    why how was were is are been had has did does will would should could may might must still again ever never always often
    once twice soon later before after above below inside outside beside besides near far apart away back forth up down over
    under out off on in more most less least much many few enough only also too very just even yet else thus so
    """,
    )
) - {"set", "read", "it"}
"""Participles, pronouns and adverbs that say nothing about the value when they stand alone."""
QUESTION_STARTS = (
    "What",
    "How",
    "Where",
    "Who",
    "Is",
    "Does",
    "May",
    "Has",
    "Whether",
    "Which",
    "Why",
    "When",
    "Are",
    "Do",
    "Can",
)
CACHES = re.compile(r"cache|memo")
SMALL_MODULE_LINES = 60
LINE_LENGTH = 100
SUBJECT_LENGTH = 72


def modules(package: Path) -> list[Path]:
    """Return the Python files of a package, without its copied data."""
    return sorted(
        path
        for path in package.rglob("*.py")
        if "_data" not in path.parts and "__pycache__" not in path.parts
    )


def stored_names(tree: ast.AST) -> Iterator[str]:
    """Yield every local name that a module assigns, once per assignment."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def docstrings(tree: ast.AST) -> Iterator[str]:
    """Yield the docstrings of a module, its classes and its functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield text


def decorators(tree: ast.AST) -> Iterator[str]:
    """Yield the name of each decorator that looks like a cache."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                name = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
                if CACHES.search(name) and "cached_property" not in name:
                    yield name


def formatted_lines(package: Path) -> list[tuple[int, Path]]:
    """Return the length of each module after `ruff format` at 100 columns, longest first."""
    with tempfile.TemporaryDirectory() as folder:
        copies = {}
        for path in modules(package):
            copy = Path(folder) / path.relative_to(package)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(
                re.sub(r"  # fmt: skip$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE),
                encoding="utf-8",
            )
            copies[path] = copy
        command = [
            sys.executable,
            "-m",
            "ruff",
            "format",
            "--quiet",
            "--isolated",
            f"--line-length={LINE_LENGTH}",
            folder,
        ]
        subprocess.run(command, check=True)
        lines = [
            (copy.read_text(encoding="utf-8").count("\n"), path) for path, copy in copies.items()
        ]
    return sorted(lines, reverse=True)


def share(part: int, whole: int) -> str:
    """Return a part of a whole as both numbers and a percentage."""
    return f"{part} of {whole} ({100 * part / max(1, whole):.1f} %)"


def git(*words: str) -> list[str]:
    """Return the lines that git prints."""
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()


def print_rooms(package: Path) -> None:
    """Print the share of bare names of each room."""
    for room in sorted(
        path for path in package.iterdir() if path.is_dir() and (path / "__init__.py").exists()
    ):
        names = [
            name
            for path in modules(room)
            for name in stored_names(ast.parse(path.read_text(encoding="utf-8")))
        ]
        bare = sum(name in BARE_WORDS for name in names)
        print(f"  {room.name:20} {share(bare, len(names))}")


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description="Print figures that point at unclear names, docstrings and layout."
    )
    parser.add_argument(
        "--rooms", action="store_true", help="also print the share of bare names of each room"
    )
    parser.add_argument(
        "--words", type=int, default=0, metavar="N", help="also print the N commonest bare names"
    )
    parser.add_argument(
        "--commits",
        type=int,
        default=400,
        metavar="N",
        help="look at the last N commits (%(default)s)",
    )
    options = parser.parse_args()
    package = ROOT / "wc3d"
    paths = modules(package)
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    stores = [name for tree in trees.values() for name in stored_names(tree)]
    functions = [
        node.name.strip("_")
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    texts = [text for tree in trees.values() for text in docstrings(tree)]
    questions = sum(text.split()[0].rstrip(",:") in QUESTION_STARTS for text in texts)
    sources = {path: path.read_text(encoding="utf-8") for path in paths}
    caches = [(name, path) for path, tree in trees.items() for name in decorators(tree)]
    lines = formatted_lines(package)
    subjects = git("log", f"-{options.commits}", "--format=%s")
    long_subjects = sum(len(subject) > SUBJECT_LENGTH for subject in subjects)
    bare = Counter(name for name in stores if name in BARE_WORDS)
    print(f"variables named by a participle, pronoun or adverb: {share(bare.total(), len(stores))}")
    print(
        f"functions named so: {share(sum(name in BARE_WORDS for name in functions), len(functions))}"
    )
    print(f"docstrings that start with a question word: {share(questions, len(texts))}")
    print(f"# fmt: skip: {sum(source.count('# fmt: skip') for source in sources.values())}")
    print(
        f"lines of the package, formatted at {LINE_LENGTH} columns: {sum(count for count, _ in lines)}"
    )
    print(
        f"modules: {len(lines)}; up to {SMALL_MODULE_LINES} lines: {sum(count <= SMALL_MODULE_LINES for count, _ in lines)}"
    )
    print(
        f"modules over 600 lines: {', '.join(f'{path.relative_to(ROOT)} {n}' for n, path in lines if n > 600) or 'none'}"
    )
    print(
        f"cache decorators: {len(caches)} in {len({path for _, path in caches})} files, {len({name for name, _ in caches})} names"
    )
    print(
        f"commit subjects over {SUBJECT_LENGTH} characters: {share(long_subjects, len(subjects))}"
    )
    if options.words:
        print(
            "commonest bare names: "
            + ", ".join(f"{name} {count}" for name, count in bare.most_common(options.words))
        )
    if options.rooms:
        print_rooms(package)
    return 0
