"""`wc3d check PATH... | --game NAME`: list every fault of boards, question files or a game."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from wc3d._internal.data_files import ShippedKind, find_shipped_or_own_file
from wc3d.cli.output.colors import print_styled
from wc3d.cli.output.exit_codes import EXIT_NEGATIVE, EXIT_SUCCESS
from wc3d.cli.output.progress import ProgressLine
from wc3d.errors import InputError
from wc3d.registry import map_cache

if TYPE_CHECKING:
    from wc3d.table.maps.lint import LintFinding


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    help_text = "boards and question files, the names of included ones, or folders to search for *.json and *.jsonl files"
    command.add_argument("paths", metavar="PATH", nargs="*", help=help_text)
    game_help = "check a game instead, installed or in a folder here: its id, or the folder of its package (exit code 2 for a fault)"
    command.add_argument("--game", metavar="NAME", default="", help=game_help)


def run(arguments: argparse.Namespace) -> int:
    """List the findings of each file. Return 1 if any is an error; warnings alone do not fail.

    With a game, list its faults and return 2 if there is one.
    """
    if arguments.game:
        if arguments.paths:
            raise InputError("check: expected boards and question files, or --game NAME, not both")
        from wc3d.cli.play.check_game import check_game

        return check_game(arguments.game)
    if not arguments.paths:
        raise InputError("check: expected PATH, a board or question file, or --game NAME")
    paths = [file for argument in arguments.paths for file in find_files(argument)]
    count = errors = 0
    with ProgressLine("files checked", beside_output=True) as progress:
        for file_count, path in enumerate(paths):
            progress(file_count, len(paths))
            for finding in check_file(path):
                count += 1
                errors += finding.severity == "error"
                print_styled(
                    f"{path}: {finding}", "red" if finding.severity == "error" else "yellow"
                )
    files = f"{len(paths)} file{'s' if len(paths) != 1 else ''}"
    mild = " (all warnings)" if count and not errors else ""
    print(f"{files} checked, {count or 'no'} finding{'s' if count != 1 else ''}{mild}")
    return EXIT_NEGATIVE if errors else EXIT_SUCCESS


def find_files(argument: str) -> list[Path]:
    """Return the file, or the *.json and *.jsonl files below a folder. Raises InputError."""
    if not argument:
        raise InputError("expected the name of a file or folder, found an empty name")
    if os.path.isdir(argument):
        paths = sorted(_json_files_below(argument))
        if not paths:
            raise InputError(
                f"{argument}: no *.json or *.jsonl files in this folder; expected boards or question files"
            )
        return paths
    path = find_shipped_or_own_file(argument, ShippedKind.BOARD, ShippedKind.QUESTIONS)
    if not os.path.lexists(path):
        raise InputError(f"{argument}: no such file or folder")
    return [path]


def _json_files_below(folder: str) -> Iterator[Path]:
    """Yield the *.json and *.jsonl files in and below a folder. Raises InputError."""

    def refuse(error: OSError) -> NoReturn:
        raise InputError(f"{error.filename}: cannot read this folder ({error.strerror})") from None

    for parent, _, names in os.walk(folder, onerror=refuse):
        paths = (Path(parent, name) for name in names if name.lower().endswith((".json", ".jsonl")))
        yield from (path for path in paths if path.is_file() and not _is_game(path))


def _is_game(path: Path) -> bool:
    """Return whether a file is a saved game, which is not for `wc3d check`."""
    from wc3d.engine.replay import is_saved_game

    if path.suffix.lower() != ".jsonl":
        return False
    try:
        return is_saved_game(path)
    except InputError:
        return False


def check_file(path: Path) -> Iterator[LintFinding]:
    """Yield every fault of a map, a question file, a report page, or a `.jsonl` file's lines."""
    from wc3d.cli.output.read_jsonl import iterate_lines, parse_line
    from wc3d.judging.dispute import read_json_or_report

    if path.suffix.lower() != ".jsonl":
        yield from check_json(partial(read_json_or_report, path), path.parent)
        return
    for number, line in iterate_lines(path):
        for finding in check_json(partial(parse_line, line, ""), path.parent):
            yield replace(finding, where=f"line {number} {finding.where}".rstrip())


def check_json(read: Callable[[], Any], folder: Path) -> Iterator[LintFinding]:
    """Yield every fault of the map or question file whose JSON value `read` returns."""
    from wc3d.judging.lint import lint_file_data
    from wc3d.judging.question_file import is_question_file, read_question_file
    from wc3d.table.maps.lint import LintFinding
    from wc3d.table.maps.strict_json import FileError

    places: set[str] = set()
    try:
        data = read()
        maps = map_cache().for_data(data, "")
        for finding in lint_file_data(data, maps.policy, folder, maps.model, maps.types):
            places.add(finding.where)
            yield finding
        if is_question_file(data):
            read_question_file(data, "", maps.types, maps.model)
    except FileError as error:
        yield from (
            LintFinding(fault.place, "unreadable", fault.text)
            for fault in error.faults
            if fault.place not in places
        )
