"""`wc3d new game|bot|board|mission|card NAME`: write something that works at once, to change."""

from __future__ import annotations

import argparse
import importlib.util
import keyword
import os
import re
import shutil
import tempfile
from importlib.resources import files
from pathlib import Path

from wc3d._internal.atomic_write import write_output
from wc3d.cli.new.kinds import KINDS, OTHER_GAMES, REFUSALS, NewKind
from wc3d.cli.output.new_files import require_new_path
from wc3d.cli.shared_arguments import add_game_argument
from wc3d.errors import InputError
from wc3d.registry import all_games, game_entry

MAX_NAME_CHARS = 40
"""The longest name, in characters."""

NAME_PATTERN = re.compile(r"[a-z][a-z0-9_-]*")
"""The form of a name of a file."""

MODULE_PATTERN = re.compile(r"[a-z][a-z0-9_]*")
"""The form of a name that Python can import."""

TEMPLATES = "wc3d.cli.new"
"""The package whose folder `templates` holds the texts."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the kinds and their names."""
    kinds = command.add_subparsers(dest="kind", metavar="KIND", required=True)
    for word, kind in KINDS.items():
        description = f"{kind.help[0].upper()}{kind.help[1:]}. It never overwrites a file."
        new = kinds.add_parser(word, help=kind.help, description=description)
        form = "lower-case letters, digits and _" + ("" if kind.is_module else " or -")
        new.add_argument("name", metavar="NAME", help=f"its name: {form}")
        if kind.game:
            add_game_argument(new)


def run(arguments: argparse.Namespace) -> int:
    """Write the files, and print what to do next."""
    kind = find_kind(arguments.kind, getattr(arguments, "game", ""))
    name = arguments.name
    check_name(arguments.kind, kind, name)
    words = template_words(name)
    texts = {
        fill_template(path, words): fill_template(read_template(template), words)
        for path, template in kind.files
    }
    if kind.folder:
        folder = Path(fill_template(kind.folder, words))
        write_folder(folder, texts)
        written = f"{folder}/ with {len(texts)} files"
    else:
        write_files(texts)
        written = " and ".join(texts)
    print(f"wrote {written}")
    for step in kind.next_steps:
        print(fill_template(step, words))
    return 0


def find_kind(word: str, game: str) -> NewKind:
    """Return a kind for a game, by default the usual one. Raises InputError."""
    kind = KINDS[word]
    if not game or game_entry(game).id == kind.game:
        return kind
    entry = game_entry(game)
    if (other := OTHER_GAMES.get((word, entry.id))) is not None:
        return other
    reason = REFUSALS.get((word, entry.id), f"{entry.title} has no {word}s as files")
    raise InputError(f"new {word}: {reason}")


def check_name(word: str, kind: NewKind, name: str) -> None:
    """Raise InputError for a name that cannot be used."""
    shown = repr(name[:MAX_NAME_CHARS])
    pattern = MODULE_PATTERN if kind.is_module else NAME_PATTERN
    if not pattern.fullmatch(name) or len(name) > MAX_NAME_CHARS:
        allowed = "_" if kind.is_module else "_ or -"
        raise InputError(
            f"new {word} {shown}: expected a name of up to {MAX_NAME_CHARS} lower-case letters, "
            f"digits and {allowed} that begins with a letter, such as my_{word}"
        )
    if word == "game" and any(name in (game.id, game.name) for game in all_games().values()):
        raise InputError(f"new game {shown}: this game already exists; choose another name")
    if kind.is_module and is_name_of_module(name):
        raise InputError(
            f"new {word} {shown}: Python already has a module of this name; choose another name"
        )


def is_name_of_module(name: str) -> bool:
    """Return whether a name is a word of Python or of an installed module."""
    return keyword.iskeyword(name) or name == "tests" or importlib.util.find_spec(name) is not None


def template_words(name: str) -> dict[str, str]:
    """Return the words that templates contain, with the texts that replace them."""
    parts = re.findall(r"[a-z0-9]+", name)
    return {
        "__CLASS__": "".join(part.capitalize() for part in parts),
        "__TITLE__": " ".join(part.capitalize() for part in parts),
        "__DIST__": "-".join(parts),
        "__ID__": "_".join(parts),
        "__NAME__": name,
    }


def fill_template(text: str, words: dict[str, str]) -> str:
    """Return a text with its words replaced."""
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def read_template(name: str) -> str:
    """Return the text of a template."""
    return (files(TEMPLATES) / "templates" / f"{name}.txt").read_text(encoding="utf-8")


def write_files(texts: dict[str, str]) -> None:
    """Write new files in the working folder. Raises InputError if one of them exists."""
    paths = {require_new_path(path): text for path, text in texts.items()}
    for path, text in paths.items():
        write_output(path, text)


def write_folder(folder: Path, texts: dict[str, str]) -> None:
    """Write a new folder with these files, all or none. Raises InputError."""
    if os.path.lexists(folder):
        raise InputError(f"{folder}: this folder already exists; choose another name")
    partial = None
    try:
        partial = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        for path, text in texts.items():
            (partial / path).parent.mkdir(parents=True, exist_ok=True)
            (partial / path).write_text(text, encoding="utf-8", newline="\n")
        partial.chmod(0o755)
        partial.rename(folder)
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror or error})") from None
    finally:
        if partial is not None:
            shutil.rmtree(partial, ignore_errors=True)
